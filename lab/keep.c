/*
 * Runs as text: what is played, how far it is, and the sums.
 *
 *     parlour-sim 2
 *     game NAME LAYOUT …     lines that two parts of one run share
 *     shard 1 4             this part of so many
 *     done 2500             of its groups
 *     wins 0 7512 7488      a part of the sums: from where, and the numbers
 *     check 0f3a…           a hash of all lines before
 *
 * A file is believed only if all of it is exactly as we would write it.
 */
#include "lab.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 2, A_LINE = 12, SIGNATURE_GAMES = 20 };

/* --- Writing ------------------------------------------------------------- */

static void add_bot(const struct lab_bot *bot, struct pl_buffer *out)
{
    pl_add(out, bot->inside ? "bot " : "outside ");
    pl_add(out, bot->name);
    if (!bot->inside) {
        pl_add(out, ":");
        pl_add(out, bot->word);
        pl_add(out, "=");
        pl_add(out, bot->command);
    }
    pl_add(out, "\n");
}

/* What all parts of a run have in common. The signature stands for the rules,
 * which may have been mended between two parts. */
static void write_plan(const struct lab_plan *plan, struct pl_buffer *out)
{
    const struct pl_game *game = plan->game;
    struct pl_setting setting;

    lab_addf(out, "parlour-sim %d\ngame %s %s\n", VERSION, game->id,
             game->layout);
    lab_addf(out, "rules %016llx\n",
             (unsigned long long)pl_signature(game, plan->setup.seats,
                                              SIGNATURE_GAMES));
    lab_addf(out, "seats %d\n", plan->setup.seats);
    for (int i = 0; pl_setting(game, &plan->setup, i, &setting); i++)
        lab_addf(out, "option %s %s\n", setting.name, setting.value.s);
    for (int i = 0; i < plan->bots; i++)
        add_bot(&plan->bot[i], out);
    lab_addf(out, "rate %d\nseed %llu\n", plan->rate,
             (unsigned long long)plan->seed);
}

static void write_part(const struct lab_sums *sums, int part,
                       struct pl_buffer *out)
{
    const int64_t *n = lab_sums_of(sums, (enum lab_part)part);
    size_t count = sums->from[part + 1] - sums->from[part], on_line = 0;

    for (size_t i = 0; i < count; i++) {
        if (n[i] == 0) {
            on_line = 0;
            continue;
        }
        if (on_line++ % A_LINE == 0)
            lab_addf(out, "\n%s %zu", lab_part_name[part], i);
        lab_addf(out, " %lld", (long long)n[i]);
    }
}

static void add_check(struct pl_buffer *out)
{
    lab_addf(out, "check %016llx\n",
             (unsigned long long)pl_hash(out->s, out->length, 0));
}

void lab_write(const struct lab_run *run, struct pl_buffer *out)
{
    write_plan(run->plan, out);
    lab_addf(out, "shard %d %d\ndone %llu", run->plan->shard + 1,
             run->plan->shards, (unsigned long long)run->done);
    for (int i = 0; i < LAB_PART_COUNT; i++)
        write_part(&run->sums, i, out);
    pl_add(out, "\n");
    add_check(out);
}

bool lab_same_run(const struct lab_plan *a, const struct lab_plan *b)
{
    struct pl_buffer first = {0}, second = {0};
    bool same;

    write_plan(a, &first);
    write_plan(b, &second);
    same = strcmp(first.s, second.s) == 0;
    pl_buffer_free(&first);
    pl_buffer_free(&second);
    return same;
}

/* --- Reading ------------------------------------------------------------- */

struct reader {
    struct lab_plan *plan;
    struct lab_run *run;
    const struct pl_game *own; /* on someone's sheet, or NULL */
    bool counting;             /* the sums have begun */
};

static bool read_number(char **text, int64_t *n)
{
    char *end;

    errno = 0;
    *n = strtoll(*text, &end, 10);
    if (errno || end == *text)
        return false;
    *text = end;
    return true;
}

/* A number that ends the line. */
static bool read_last(char *text, int64_t least, int64_t most, int64_t *n)
{
    return read_number(&text, n) && !*text && *n >= least && *n <= most;
}

static bool read_game(struct lab_plan *plan, const struct pl_game *own,
                      char *text)
{
    char *layout = strchr(text, ' ');

    if (!layout)
        return false;
    *layout++ = '\0';
    plan->game = pl_game_find(text);
    if (plan->game)
        plan->game = own && strcmp(own->id, text) == 0 &&
                             strcmp(own->layout, layout) == 0
                         ? own
                         : pl_game_on(plan->game, layout);
    return plan->game != NULL;
}

static bool read_option(struct lab_plan *plan, char *text)
{
    char *value = strchr(text, ' ');
    struct pl_message why;

    if (!value || !plan->game)
        return false;
    *value++ = '\0';
    return pl_setup_option(&plan->setup, plan->game, text, value, &why);
}

static bool read_bot(struct lab_plan *plan, const char *text, bool outside)
{
    struct lab_bot *bot = &plan->bot[plan->bots];
    struct pl_message why;

    if (plan->bots == LAB_BOTS)
        return false;
    plan->bots++;
    if (outside)
        return lab_outside_read(text, bot, &why);
    memset(bot, 0, sizeof *bot);
    bot->inside = pl_bot_find(text);
    if (bot->inside)
        snprintf(bot->name, sizeof bot->name, "%s", text);
    return bot->inside != NULL;
}

static bool read_shard(struct lab_plan *plan, char *text)
{
    int64_t shard, shards;

    if (!read_number(&text, &shard) || !read_last(text, 1, INT16_MAX, &shards))
        return false;
    plan->shard = (int)shard - 1;
    plan->shards = (int)shards;
    return shard >= 1 && shard <= shards;
}

/* The first line of the sums: from here on their sizes are known. */
static bool begin_counting(struct reader *r)
{
    struct pl_message why;

    if (r->counting)
        return true;
    if (!r->plan->game || r->plan->bots == 0 || r->plan->shards == 0 ||
        !lab_plan_check(r->plan, &why))
        return false;
    lab_sums_begin(&r->run->sums, r->plan);
    r->counting = true;
    return true;
}

static bool read_sums(struct reader *r, int part, char *text)
{
    const struct lab_sums *sums = &r->run->sums;
    int64_t at, n;

    if (!begin_counting(r) || !read_number(&text, &at) || at < 0)
        return false;
    for (; *text; at++) {
        if (!read_number(&text, &n) ||
            (size_t)at >= sums->from[part + 1] - sums->from[part])
            return false;
        lab_sums_of(sums, (enum lab_part)part)[at] = n;
    }
    return true;
}

static bool read_line(struct reader *r, char *line)
{
    struct lab_plan *plan = r->plan;
    char *text = strchr(line, ' ');
    int64_t n;

    if (!text)
        return false;
    *text++ = '\0';
    if (strcmp(line, "game") == 0 && !plan->game)
        return read_game(plan, r->own, text);
    if (strcmp(line, "seats") == 0 && plan->game) {
        if (!read_last(text, 1, PL_SEATS, &n))
            return false;
        pl_setup_normal(&plan->setup, plan->game, (int)n);
        return true;
    }
    if (strcmp(line, "option") == 0)
        return read_option(plan, text);
    if (strcmp(line, "bot") == 0 || strcmp(line, "outside") == 0)
        return !r->counting && read_bot(plan, text, line[0] == 'o');
    if (strcmp(line, "shard") == 0)
        return !r->counting && read_shard(plan, text);
    if (strcmp(line, "done") == 0 && read_last(text, 0, INT64_MAX, &n)) {
        r->run->done = (uint64_t)n;
        return begin_counting(r);
    }
    if (strcmp(line, "rate") == 0 && !r->counting &&
        read_last(text, 0, 1, &n)) {
        plan->rate = n != 0;
        return true;
    }
    if (strcmp(line, "seed") == 0) {
        plan->seed = strtoull(text, NULL, 10);
        return true;
    }
    for (int i = 0; i < LAB_PART_COUNT; i++)
        if (strcmp(line, lab_part_name[i]) == 0)
            return read_sums(r, i, text);
    return strcmp(line, "parlour-sim") == 0 || strcmp(line, "rules") == 0 ||
           strcmp(line, "check") == 0;
}

static bool read_lines(struct reader *r, const char *text)
{
    char *copy = strdup(text), *next = copy, *line;
    bool good = true;

    pl_assert(copy);
    while (good && (line = strsep(&next, "\n")))
        good = !*line || read_line(r, line);
    free(copy);
    return good && r->counting;
}

/* Its last line is a hash of all others. */
static bool is_whole(const char *text, size_t length)
{
    struct pl_buffer right = {0};
    size_t tail = strlen("check 0123456789abcdef\n");
    bool whole;

    if (length <= tail || strlen(text) != length)
        return false;
    pl_add_bytes(&right, text, length - tail);
    add_check(&right);
    whole = strcmp(right.s, text) == 0;
    pl_buffer_free(&right);
    return whole;
}

/* What we have understood, written again, must be what we have read. */
static bool is_ours(const struct lab_run *run, const char *text)
{
    struct pl_buffer again = {0};
    bool same;

    lab_write(run, &again);
    same = strcmp(again.s, text) == 0;
    pl_buffer_free(&again);
    return same;
}

bool lab_read(const char *text, size_t length, struct lab_plan *plan,
              struct lab_run *run, struct pl_message *why)
{
    struct lab_plan found = {0};
    struct lab_run counted = {.plan = &found};
    struct reader r = {&found, &counted, plan->game, false};
    bool good;

    if (length == 0 || strncmp(text, "parlour-sim ", 12) != 0)
        return lab_refuse(why, "sim.not_a_run", 0, "");
    if (!is_whole(text, length))
        return lab_refuse(why, "sim.damaged", 0, "");
    good = read_lines(&r, text) && is_ours(&counted, text);
    if (!good) {
        lab_sums_end(&counted.sums);
        return lab_refuse(why, "sim.other_version", 0, "");
    }
    found.bot_ms = plan->bot_ms;
    *plan = found;
    run->sums = counted.sums;
    run->done = counted.done;
    return true;
}
