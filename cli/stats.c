/*
 * parlour stats: what the records of a folder add up to, for each game and
 * player: games, wins, points, streaks and where the points come from. Records
 * are read in the order of their names.
 */
#include "../lab/lab.h"
#include "cli.h"
#include "parlour_json.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

struct share { /* of the points */
    const char *id;
    long sum;
};

struct line { /* one player of one game */
    const struct pl_game *game;
    char name[PL_NAME];
    int games, met, wins; /* met: with someone else at the table */
    int best, worst;
    int row, longest; /* wins: of late, and at most */
    long sum;
    int shares;
    struct share share[PL_PARTS];
};

struct tally {
    struct line *line;
    size_t lines, room;
    int records, unfinished, unreadable;
    const char *player; /* only this one; NULL: all */
};

static struct line *find_line(struct tally *t, const struct pl_game *game,
                              const char *name)
{
    for (size_t i = 0; i < t->lines; i++)
        if (strcmp(t->line[i].game->id, game->id) == 0 &&
            strcmp(t->line[i].name, name) == 0)
            return &t->line[i];
    if (t->lines == t->room) {
        t->room = t->room ? 2 * t->room : 16;
        t->line = realloc(t->line, t->room * sizeof *t->line);
        pl_assert(t->line);
    }
    t->line[t->lines] = (struct line){
        .game = pl_game_find(game->id), .best = INT16_MIN, .worst = INT16_MAX};
    snprintf(t->line[t->lines].name, PL_NAME, "%s", name);
    return &t->line[t->lines++];
}

static void add_share(struct line *line, const struct pl_part *part)
{
    int i = 0;

    while (i < line->shares && strcmp(line->share[i].id, part->id) != 0)
        i++;
    if (i == line->shares && i < PL_PARTS)
        line->share[line->shares++] = (struct share){part->id, 0};
    if (i < PL_PARTS)
        line->share[i].sum += part->points;
}

static void add_seat(struct tally *t, const struct pl_match *match,
                     const struct pl_result *result, int seat)
{
    const char *name = cli_names(match)->of[seat];
    bool won = result->winners >> seat & 1 && result->seats > 1;
    int points = result->points[seat], n;
    struct pl_part part[PL_PARTS];
    struct line *line;

    if (t->player && strcmp(t->player, name) != 0)
        return;
    line = find_line(t, match->game, name);
    line->games++;
    line->met += result->seats > 1;
    line->wins += won;
    if (result->seats > 1)
        line->row = won ? line->row + 1 : 0;
    line->longest = line->row > line->longest ? line->row : line->longest;
    line->best = points > line->best ? points : line->best;
    line->worst = points < line->worst ? points : line->worst;
    line->sum += points;
    n = match->game->parts(match->game, &match->state, seat, part);
    for (int i = 0; i < n; i++)
        add_share(line, &part[i]);
}

/* A record, from a line of a file on. */
static void add_record(struct tally *t, const char *path, int from,
                       const char *text, size_t length)
{
    struct pl_match match = {0};
    struct pl_result result;
    struct pl_message why;
    int line;

    if (!pl_record_read(&match, text, length, &why, &line)) {
        fprintf(stderr, "%s:%d: ", path, from + line);
        cli_say(stderr, &why, NULL);
        t->unreadable++;
    } else if (match.game->turn(match.game, &match.state).what != PL_OVER) {
        t->unfinished++;
    } else {
        t->records++;
        match.game->score(match.game, &match.state, &result);
        for (int s = 0; s < result.seats; s++)
            add_seat(t, &match, &result, s);
    }
    pl_match_free(&match);
}

/* Where the next record of the same text begins, or its end. */
static const char *next_record(const char *at, const char *end)
{
    static const char begins[] = "\nparlour ";
    const char *next =
        memmem(at, (size_t)(end - at), begins, sizeof begins - 1);

    return next ? next + 1 : end;
}

/* One record, or many as `sim --records` writes them. */
static void add_file(struct tally *t, const char *path)
{
    struct pl_buffer text = {0};
    const char *at, *next, *end;
    int line = 0;

    if (!cli_read_file(path, &text)) {
        t->unreadable++;
        pl_buffer_free(&text);
        return;
    }
    at = text.s ? text.s : "";
    end = at + text.length;
    do {
        next = next_record(at, end);
        add_record(t, path, line, at, (size_t)(next - at));
        for (; at < next; at++)
            line += *at == '\n';
    } while (at < end);
    pl_buffer_free(&text);
}

/* Hidden files are none of ours, and no one waits for a pipe. */
static int is_seen(const struct dirent *entry)
{
    return entry->d_name[0] != '.' &&
           (entry->d_type == DT_REG || entry->d_type == DT_LNK ||
            entry->d_type == DT_UNKNOWN);
}

static bool read_folder(struct tally *t, const char *folder)
{
    struct dirent **entry;
    int n = scandir(folder, &entry, is_seen, alphasort);

    for (int i = 0; i < n; i++) {
        char path[4096];

        if (snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name) <
            (int)sizeof path)
            add_file(t, path);
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
    return n >= 0;
}

/* By the name of the game, then most games first. */
static int compare_lines(const void *a, const void *b)
{
    const struct line *one = a, *two = b;
    int order = strcmp(one->game->id, two->game->id);

    return order ? order : two->games - one->games;
}

static void print_shares(const struct line *line)
{
    for (int i = 0; i < line->shares; i++) {
        struct pl_buffer text = {0};

        pl_words(cli_language, &PL_SAY(line->share[i].id), NULL, &text);
        lab_print_numbers(cli_language, "    %8.1f  ",
                          (double)line->share[i].sum / line->games);
        printf("%s\n", text.s);
        pl_buffer_free(&text);
    }
}

static const char *const head[] = {"stats.games", "stats.wins",
                                   "stats.mean",  "stats.best",
                                   "stats.worst", "stats.longest_row"};
enum { COLUMNS = sizeof head / sizeof *head, NAME = 20, LEAST = 6 };

/* A column is as wide as its head, or the numbers. */
static int width_of(int column)
{
    struct pl_buffer text = {0};
    int width;

    pl_words(cli_language, &PL_SAY(head[column]), NULL, &text);
    width = pl_columns(text.s);
    pl_buffer_free(&text);
    return width > LEAST ? width : LEAST;
}

/* At least so wide: names stand at its left, the rest at its right. */
static void print_wide(const char *s, int width)
{
    int gap = abs(width) - pl_columns(s);

    printf("%*s%s%*s", width > 0 && gap > 0 ? gap : 0, "", s,
           width < 0 && gap > 0 ? gap : 0, "");
}

static void print_word(const char *id, int width)
{
    struct pl_buffer text = {0};

    pl_words(cli_language, &PL_SAY(id), NULL, &text);
    print_wide(text.s, width);
    pl_buffer_free(&text);
}

static void print_head(const struct pl_game *game)
{
    char id[64];

    snprintf(id, sizeof id, "game.%s", game->id);
    print_word(id, -NAME);
    for (int i = 0; i < COLUMNS; i++)
        print_word(head[i], width_of(i) + 2);
    putchar('\n');
}

/* Who plays alone neither wins nor loses. */
static bool needs_others(const char *id)
{
    return strcmp(id, "stats.wins") == 0 ||
           strcmp(id, "stats.longest_row") == 0;
}

static void print_line(const struct line *line)
{
    const long number[COLUMNS] = {line->games, line->wins,  0,
                                  line->best,  line->worst, line->longest};

    print_wide(line->name, -NAME);
    for (int i = 0; i < COLUMNS; i++) {
        struct pl_buffer text = {0};

        if (strcmp(head[i], "stats.mean") == 0) {
            lab_print_numbers(cli_language, "%*.1f", width_of(i) + 2,
                              (double)line->sum / line->games);
            continue;
        }
        if (line->met > 0 || !needs_others(head[i]))
            pl_words_number(number[i], &text);
        else
            pl_add(&text, "–");
        print_wide(text.s, width_of(i) + 2);
        pl_buffer_free(&text);
    }
    putchar('\n');
    print_shares(line);
}

static void print_tally(const struct tally *t)
{
    for (size_t i = 0; i < t->lines; i++) {
        if (i > 0 && t->line[i].game != t->line[i - 1].game)
            putchar('\n');
        if (i == 0 || t->line[i].game != t->line[i - 1].game)
            print_head(t->line[i].game);
        print_line(&t->line[i]);
    }
    if (t->lines)
        putchar('\n');
    if (t->player && !t->lines) {
        struct pl_message nobody;

        pl_refuse(&nobody, PL_E_bad_text, -1, 0, t->player); /* cuts it */
        nobody.id = "tally.nobody";
        cli_say(stdout, &nobody, NULL);
    }
    cli_say(stdout, &PL_SAY("tally.games", .n = t->records), NULL);
    if (t->unfinished)
        cli_say(stdout, &PL_SAY("tally.unfinished", .n = t->unfinished), NULL);
    if (t->unreadable)
        cli_say(stdout, &PL_SAY("tally.unreadable", .n = t->unreadable), NULL);
}

static void add_line(struct pl_buffer *out, const struct line *line)
{
    pl_json_line(out, 1);
    pl_json_open(out, NULL, "{");
    pl_json_text(out, "game", line->game->id);
    pl_json_text(out, "player", line->name);
    pl_json_number(out, "games", line->games);
    pl_json_number(out, "against", line->met);
    pl_json_number(out, "wins", line->wins);
    pl_json_real(out, "mean", (double)line->sum / line->games);
    pl_json_number(out, "best", line->best);
    pl_json_number(out, "worst", line->worst);
    pl_json_number(out, "row", line->row);
    pl_json_number(out, "longest_row", line->longest);
    pl_json_open(out, "parts", "{");
    for (int i = 0; i < line->shares; i++)
        pl_json_real(out, line->share[i].id,
                     (double)line->share[i].sum / line->games);
    pl_json_close(out, "}}");
}

static void print_json(const struct tally *t)
{
    struct pl_buffer out = {0};

    pl_json_open(&out, NULL, "{");
    pl_json_number(&out, "records", t->records);
    pl_json_number(&out, "unfinished", t->unfinished);
    pl_json_number(&out, "unreadable", t->unreadable);
    pl_json_open(&out, "players", "[");
    for (size_t i = 0; i < t->lines; i++)
        add_line(&out, &t->line[i]);
    pl_json_close(&out, "]}\n");
    fputs(out.s, stdout);
    pl_buffer_free(&out);
}

int cmd_stats(int argc, char **argv)
{
    bool json = cli_flag(&argc, argv, "--json");
    struct tally t = {.player = cli_value(&argc, argv, "--player")};
    int code = DONE;

    if (!cli_arguments(argc, argv, 1, 1, &code))
        return code;
    if (!read_folder(&t, argv[1]))
        return cli_refuse(FAILED, "tally.no_folder", argv[1]);
    if (t.lines > 0)
        qsort(t.line, t.lines, sizeof *t.line, compare_lines);
    if (json)
        print_json(&t);
    else
        print_tally(&t);
    free(t.line);
    return cli_printed(t.unreadable ? FAILED : DONE);
}
