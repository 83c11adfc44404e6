/* parlour odds RECORD: the exact chances of the roll that is due; with --sheet
 * and no record, of the first roll of a game on that sheet. */
#include "../lab/odds.h"
#include "../lab/lab.h"
#include "cli.h"
#include "parlour_json.h"

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

    lab_print_numbers(cli_language, "%7.2f%%  ", percent(chance->ways));
    pl_words(cli_language, &chance->words, cli_names(match), &text);
    if (chance->most.n != chance->words.n) {
        pl_add(&text, " … ");
        pl_words(cli_language, &chance->most, cli_names(match), &text);
    }
    puts(text.s);
    pl_buffer_free(&text);
}

static void print_seat(const struct pl_match *match, int seat)
{
    const struct lab_seat_odds *s = &odds.seat[seat];
    struct pl_message message = PL_TELL(seat, "odds.seat", .n = s->now);
    struct pl_buffer chance = {0}, gain = {0};

    cli_say(stdout, &message, cli_names(match));
    if (s->asked == 0) {
        cli_say(stdout, &PL_SAY("odds.not_asked"), NULL);
        return;
    }
    lab_add_numbers(cli_language, &chance, "%7.2f%%", percent(s->free));
    printf("%s  ", chance.s);
    cli_say(stdout, &PL_SAY("odds.free"), NULL);
    lab_add_numbers(cli_language, &gain, "%+7.2f", mean_gain(seat));
    printf("%s%*s  ", gain.s, pl_columns(chance.s) - pl_columns(gain.s), "");
    cli_say(stdout, &PL_SAY("odds.gain"), NULL);
    pl_buffer_free(&chance);
    pl_buffer_free(&gain);
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

/* The boxes of one row as they stand on the sheet; true: one can be used. */
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
    for (size_t n = strlen(line); n > 0 && line[n - 1] == ' ';)
        line[--n] = '\0';
    return any;
}

/* The rows of an area that have boxes. */
static void print_area(const struct pl_scene *scene, int area, int seat)
{
    char line[256 * CELL];

    for (int y = 0; y < scene->area[area].height; y++) {
        draw_row(scene, area, y, seat, line, sizeof line);
        if (line[0])
            puts(line);
    }
}

/* The sheet with the chance of each box, in percent. */
static void print_boxes(const struct pl_scene *scene, int seat)
{
    char line[256 * CELL];
    bool is_first = true;

    for (int area = 0; area < scene->areas; area++) {
        const struct pl_area *a = &scene->area[area];
        bool any = false;

        if (a->flow != PL_GRID || (a->seat >= 0 && a->seat != seat))
            continue;
        for (int y = 0; y < a->height; y++)
            any |= draw_row(scene, area, y, seat, line, sizeof line);
        if (!any)
            continue;
        if (is_first)
            cli_say(stdout, &PL_SAY("odds.boxes"), NULL);
        else
            putchar('\n');
        print_area(scene, area, seat);
        is_first = false;
    }
    if (!is_first)
        putchar('\n');
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

    match->game->ask(match->game, &match->state, -1, &question);
    cli_say(stdout, &question, cli_names(match));
    cli_say(
        stdout,
        &PL_SAY("odds.results", .n = (int)odds.results, .m = (int)odds.ways),
        NULL);
    match->game->show(match->game, &match->state, -1, &scene);
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

/* --- For programs -------------------------------------------------------- */

static void add_list(const char *key, const struct lab_list *list, bool ids,
                     struct pl_buffer *out)
{
    pl_json_line(out, 1);
    pl_json_open(out, key, "[");
    for (size_t i = 0; i < list->count; i++) {
        const struct lab_chance *c = &list->of[i];

        pl_json_line(out, 2);
        pl_json_open(out, NULL, "{");
        pl_json_number(out, "seat", c->seat);
        pl_json_number(out, "ways", (int64_t)c->ways);
        if (ids)
            pl_json_number(out, "id", c->id);
        if (c->name.length)
            pl_json_text(out, "move", c->name.s);
        pl_json_text(out, "words", c->words.id);
        pl_json_close(out, "}");
    }
    pl_json_close(out, "]");
}

static void add_seat(int seat, struct pl_buffer *out)
{
    const struct lab_seat_odds *s = &odds.seat[seat];

    pl_json_line(out, 2);
    pl_json_open(out, NULL, "{");
    pl_json_number(out, "seat", seat);
    pl_json_number(out, "points", s->now);
    pl_json_number(out, "asked", (int64_t)s->asked);
    pl_json_number(out, "free", (int64_t)s->free);
    pl_json_number(out, "gain_sum", s->gain);
    pl_json_real(out, "gain", mean_gain(seat));
    pl_json_close(out, "}");
}

static void print_json(const struct pl_match *match, unsigned seats)
{
    struct pl_buffer out = {0};

    pl_json_open(&out, NULL, "{");
    pl_json_text(&out, "game", match->game->id);
    pl_json_number(&out, "steps", (int64_t)match->steps);
    pl_json_number(&out, "ways", (int64_t)odds.ways);
    pl_json_number(&out, "results", (int64_t)odds.results);
    pl_json_line(&out, 1);
    pl_json_open(&out, "seats", "[");
    for (int seat = 0; seat < match->setup.seats; seat++)
        if (seats >> seat & 1)
            add_seat(seat, &out);
    pl_json_close(&out, "]");
    add_list("moves", &odds.move, true, &out);
    add_list("pieces", &odds.piece, true, &out);
    add_list("events", &odds.event, false, &out);
    pl_json_close(&out, "}\n");
    fputs(out.s, stdout);
    pl_buffer_free(&out);
}

/* --- The command --------------------------------------------------------- */

static int processors(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;

    return n < LAB_ODDS_THREADS ? n : LAB_ODDS_THREADS;
}

static int answer(const struct pl_match *match, long seat, bool json)
{
    unsigned seats = seat == 0 ? PL_EVERYBODY : 1u << (seat - 1);

    if (match->game->turn(match->game, &match->state).what != PL_CHANCE)
        return cli_refuse(FAILED, "odds.no_throw", "");
    cli_progress_begin();
    lab_odds(match, seats, processors(), &odds, cli_progress);
    cli_progress_end();
    if (json)
        print_json(match, seats);
    else
        print_text(match, seats);
    lab_odds_free(&odds);
    return DONE;
}

/* The game of a record, or a new one on the sheet of --sheet. */
static bool find_match(const char *path, struct pl_match *match)
{
    struct pl_message why;
    struct pl_setup setup;

    if (path)
        return cli_read_record(path, match);
    pl_setup_normal(&setup, cli_sheet(), cli_sheet()->min_seats);
    return pl_match_start(match, cli_sheet(), &setup, &why);
}

int cmd_odds(int argc, char **argv)
{
    bool json = cli_flag(&argc, argv, "--json");
    const char *seat_word = cli_value(&argc, argv, "--seat");
    const char *to = cli_value(&argc, argv, "--to");
    struct pl_match match = {0};
    long seat = 0, steps;
    int code;

    if (!cli_take_sheet(&argc, argv))
        return FAILED;
    if (!cli_arguments(argc, argv, !cli_sheet(), !cli_sheet(), &code))
        return code;
    if (!find_match(cli_sheet() ? NULL : argv[1], &match))
        return FAILED;
    if (seat_word && !cli_number(seat_word, 1, match.setup.seats, &seat))
        code = cli_refuse(USAGE, "cli.bad_seat", seat_word);
    else if (to && !cli_number(to, 0, (long)match.steps, &steps))
        code = cli_refuse(USAGE, "cli.bad_steps", to);
    else {
        if (to)
            pl_match_rewind(&match, (size_t)steps);
        code = cli_printed(answer(&match, seat, json));
    }
    pl_match_free(&match);
    return code;
}
