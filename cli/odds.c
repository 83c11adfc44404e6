/* parlour odds RECORD: the exact chances of the throw that is due. */
#include "../lab/odds.h"
#include "../lab/lab.h"
#include "cli.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

enum { CELL = 4 };

static struct lab_odds odds;

static double percent(uint64_t ways)
{
    return 100 * (double)ways / (double)odds.ways;
}

static double mean_gain(int seat)
{
    return (double)odds.seat[seat].gain / (double)odds.ways;
}

/* --- For people ---------------------------------------------------------- */

/* "8 points", or "8 points … 28 points". */
static void print_words(const struct pl_match *match,
                        const struct lab_chance *chance)
{
    struct pl_buffer text = {0};

    printf("%7.2f %%  ", percent(chance->ways));
    pl_words(cli_language, &chance->words, &match->name, &text);
    if (chance->most.n != chance->words.n) {
        pl_add(&text, " … ");
        pl_words(cli_language, &chance->most, &match->name, &text);
    }
    puts(text.s);
    pl_buffer_free(&text);
}

static void print_seat(const struct pl_match *match, int seat)
{
    const struct lab_seat_odds *s = &odds.seat[seat];
    struct pl_message message = PL_TELL(seat, "odds.seat", .n = s->now);

    cli_say(stdout, &message, &match->name);
    if (s->asked == 0) {
        cli_say(stdout, &PL_SAY("odds.not_asked"), NULL);
        return;
    }
    printf("%7.2f %%  ", percent(s->free));
    cli_say(stdout, &PL_SAY("odds.free"), NULL);
    printf("%+7.2f    ", mean_gain(seat));
    cli_say(stdout, &PL_SAY("odds.gain"), NULL);
}

static void print_moves(const struct pl_match *match, int seat)
{
    for (size_t i = 0; i < odds.move.count; i++)
        if (odds.move.of[i].seat == seat)
            print_words(match, &odds.move.of[i]);
}

static uint64_t ways_of_piece(int seat, unsigned id)
{
    for (size_t i = 0; i < odds.piece.count; i++)
        if (odds.piece.of[i].seat == seat && odds.piece.of[i].id == id)
            return odds.piece.of[i].ways;
    return 0;
}

/* The boxes of one row as they stand on the sheet; true: one can be used.
 */
static bool draw_row(const struct pl_scene *scene, int area, int y, int seat,
                     char *line, size_t room)
{
    bool any = false;

    memset(line, ' ', room);
    line[room - 1] = '\0';
    for (int i = 0; i < scene->pieces; i++) {
        const struct pl_piece *piece = &scene->piece[i];
        size_t at = (size_t)piece->x * CELL;
        uint64_t ways = ways_of_piece(seat, piece->id);
        char cell[16];
        int n;

        if (piece->area != area || piece->y != y || piece->kind != PL_BOX ||
            !piece->id || at + CELL >= room)
            continue;
        n = snprintf(cell, sizeof cell, "%*.0f", CELL, percent(ways));
        memcpy(line + at, ways ? cell : "   .", (size_t)(n < CELL ? n : CELL));
        any |= ways > 0;
    }
    return any;
}

static void trim(char *line)
{
    size_t n = strlen(line);

    while (n > 0 && line[n - 1] == ' ')
        line[--n] = '\0';
}

/* The sheet with the chance of each box, in percent. */
static void print_boxes(const struct pl_scene *scene, int seat)
{
    char line[256 * CELL];

    for (int area = 0; area < scene->areas; area++) {
        const struct pl_area *a = &scene->area[area];
        bool any = false;

        if (a->flow != PL_GRID || (a->seat >= 0 && a->seat != seat))
            continue;
        for (int y = 0; y < a->height; y++)
            any |= draw_row(scene, area, y, seat, line, sizeof line);
        if (any)
            cli_say(stdout, &PL_SAY("odds.boxes"), NULL);
        for (int y = 0; any && y < a->height; y++) {
            draw_row(scene, area, y, seat, line, sizeof line);
            trim(line);
            puts(line);
        }
    }
}

static void print_events(const struct pl_match *match)
{
    if (odds.event.count)
        cli_say(stdout, &PL_SAY("odds.events"), NULL);
    for (size_t i = 0; i < odds.event.count; i++)
        print_words(match, &odds.event.of[i]);
}

static void print_text(const struct pl_match *match, unsigned seats)
{
    static struct pl_scene scene;
    struct pl_message question;

    match->game->ask(&match->state, -1, &question);
    cli_say(stdout, &question, &match->name);
    cli_say(
        stdout,
        &PL_SAY("odds.results", .n = (int)odds.results, .m = (int)odds.ways),
        NULL);
    match->game->show(&match->state, -1, &scene);
    for (int seat = 0; seat < match->setup.seats; seat++) {
        if (!(seats >> seat & 1))
            continue;
        putchar('\n');
        print_seat(match, seat);
        print_boxes(&scene, seat);
        print_moves(match, seat);
    }
    putchar('\n');
    print_events(match);
}

/* --- For programs --------------------------------------------------------
 */

static void add_list(const char *key, const struct lab_list *list, bool ids,
                     struct pl_buffer *out)
{
    lab_addf(out, ",\n \"%s\":[", key);
    for (size_t i = 0; i < list->count; i++) {
        const struct lab_chance *c = &list->of[i];

        lab_addf(out, "%s\n  {\"seat\":%d,\"ways\":%llu", i ? "," : "", c->seat,
                 (unsigned long long)c->ways);
        if (ids)
            lab_addf(out, ",\"id\":%u", c->id);
        if (c->name.length)
            lab_addf(out, ",\"move\":\"%s\"", c->name.s);
        lab_addf(out, ",\"words\":\"%s\"}", c->words.id);
    }
    pl_add(out, "]");
}

static void print_json(const struct pl_match *match, unsigned seats)
{
    struct pl_buffer out = {0};
    const char *comma = "";

    lab_addf(&out,
             "{\"game\":\"%s\",\"steps\":%zu,\"ways\":%llu,"
             "\"results\":%llu,\n \"seats\":[",
             match->game->id, match->steps, (unsigned long long)odds.ways,
             (unsigned long long)odds.results);
    for (int seat = 0; seat < match->setup.seats; seat++) {
        const struct lab_seat_odds *s = &odds.seat[seat];

        if (!(seats >> seat & 1))
            continue;
        lab_addf(&out, "%s\n  {\"seat\":%d,\"points\":%d,\"asked\":%llu,",
                 comma, seat, s->now, (unsigned long long)s->asked);
        lab_addf(&out, "\"free\":%llu,\"gain_sum\":%lld,\"gain\":%.10g}",
                 (unsigned long long)s->free, (long long)s->gain,
                 mean_gain(seat));
        comma = ",";
    }
    pl_add(&out, "]");
    add_list("moves", &odds.move, true, &out);
    add_list("pieces", &odds.piece, true, &out);
    add_list("events", &odds.event, false, &out);
    pl_add(&out, "}\n");
    fputs(out.s, stdout);
    pl_buffer_free(&out);
}

/* --- The command ---------------------------------------------------------
 */

static void tell(double part)
{
    static double begun, told;

    if (begun == 0)
        begun = lab_now();
    if (lab_now() - begun < 0.5 || lab_now() - told < 0.1)
        return;
    told = lab_now();
    fprintf(stderr, "\r\033[K%.0f %%", part * 100);
}

static int processors(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;

    return n < LAB_ODDS_THREADS ? n : LAB_ODDS_THREADS;
}

static int answer(const struct pl_match *match, long seat, bool json)
{
    bool terminal = isatty(STDERR_FILENO);
    unsigned seats = seat < 0 ? PL_EVERYBODY : 1u << seat;

    if (match->game->turn(&match->state).what != PL_CHANCE)
        return cli_refuse(FAILED, "odds.no_throw", "");
    lab_odds(match, seats, processors(), &odds, terminal ? tell : NULL);
    if (terminal)
        fputs("\r\033[K", stderr);
    if (json)
        print_json(match, seats);
    else
        print_text(match, seats);
    lab_odds_free(&odds);
    return DONE;
}

int cmd_odds(int argc, char **argv)
{
    bool json = cli_flag(&argc, argv, "--json");
    const char *seat_word = cli_value(&argc, argv, "--seat");
    const char *to = cli_value(&argc, argv, "--to");
    struct pl_match match = {0};
    long seat = -1, steps;
    int code;

    if (!cli_arguments(argc, argv, 1, 1, &code))
        return code;
    if (!cli_read_record(argv[1], &match))
        return FAILED;
    if (seat_word && !cli_number(seat_word, 0, match.setup.seats - 1, &seat))
        code = cli_refuse(USAGE, "cli.bad_seat", seat_word);
    else if (to && !cli_number(to, 0, (long)match.steps, &steps))
        code = cli_refuse(USAGE, "cli.bad_steps", to);
    else {
        if (to)
            pl_match_rewind(&match, (size_t)steps);
        code = answer(&match, seat, json);
    }
    pl_match_free(&match);
    return code;
}
