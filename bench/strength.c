/*
 * How strong the levels are: each against the one below, and expert against
 * easy, in every game with two players and with the largest number. Games come
 * in pairs: the same dice, the bots in every other seat, then the other way
 * round. Prints a table for docs/bots.md. bench/strength builds and runs it.
 */
#include "duel.h"

#include <stdio.h>
#include <string.h>

static void report(const struct duel *d)
{
    const struct side *a = &d->side[0], *b = &d->side[1];
    struct interval share = share_of(d);

    printf("| %s | %d | %s : %s | %.0f %% (%.0f … %.0f) | %.1f : %.1f | %.1f | "
           "%.2f : %.2f | %.0f : %.0f | %d |\n",
           d->game->id, d->seats, a->bot->id, b->bot->id, 100 * share.mean,
           100 * share.low, 100 * share.high, a->points / (double)a->results,
           b->points / (double)b->results, d->winner / (2.0 * d->pairs),
           1000 * a->time / (double)a->moves, 1000 * b->time / (double)b->moves,
           1000 * a->longest, 1000 * b->longest, 2 * d->pairs);
    fflush(stdout);
}

/* Who meets whom in how many pairs of games. */
static const struct row {
    const char *bots;
    const char *first, *second;
    int pairs; /* 0: expert plays, and its games are long */
    int part;  /* then only one in so many is played */
} rows[] = {{"easy:random", "easy", "random", 400, 0},
            {"medium:easy", "medium", "easy", 400, 0},
            {"hard:medium", "hard", "medium", 400, 0},
            {"expert:hard", "expert", "hard", 0, 1},
            {"expert:easy", "expert", "easy", 0, 5},
            {0}};

/* Pairs of expert: with two players, and with more. Some games are longer than
 * others, and in some there is more luck: a game that is not here gets few. */
static const struct {
    const char *game;
    int two, many;
} expert_pairs[] = {{"qwixx", 300, 80},           {"pretty-tricky", 60, 50},
                    {"one-to-9", 30, 30},         {"numeri", 100, 80},
                    {"rainbow", 100, 15},         {"play-and-repeat", 15, 8},
                    {"quick-and-tactic", 30, 40}, {"bingo", 30, 60}};

static int count_pairs(const struct pl_game *game, int seats,
                       const struct row *row)
{
    int pairs = seats == 2 ? 40 : 15;

    if (row->pairs)
        return row->pairs;
    for (size_t k = 0; k < sizeof expert_pairs / sizeof *expert_pairs; k++)
        if (strcmp(expert_pairs[k].game, game->id) == 0)
            pairs = seats == 2 ? expert_pairs[k].two : expert_pairs[k].many;
    return pairs / row->part;
}

static void compare(const struct pl_game *game, int seats,
                    const struct row *row)
{
    struct duel d = {.game = game,
                     .seats = seats,
                     .pairs = count_pairs(game, seats, row),
                     .seed = 1,
                     .side = {{.bot = pl_bot_find(row->first)},
                              {.bot = pl_bot_find(row->second)}}};

    fight(&d);
    report(&d);
}

/* Is it among the arguments, or is no such argument there? */
static bool is_wanted(const char *name, bool is_row, char **argument)
{
    bool asked = false;

    for (; *argument; argument++)
        if ((strchr(*argument, ':') != NULL) == is_row) {
            asked = true;
            if (strcmp(*argument, name) == 0)
                return true;
        }
    return !asked;
}

static void compare_all(const struct pl_game *game, int seats, char **argument)
{
    for (const struct row *row = rows; row->bots; row++)
        if (is_wanted(row->bots, true, argument))
            compare(game, seats, row);
}

/* Usage: strength [BOT:BOT …] [GAME …] */
int main(int argc, char **argv)
{
    char **argument = argv + (argc > 0);

    puts(
        "| game | seats | bots | wins of the first | points | winner | "
        "ms a move | longest | games |\n|---|---|---|---|---|---|---|---|---|");
    for (const struct pl_game *const *game = pl_games; *game; game++) {
        if (!is_wanted((*game)->id, false, argument))
            continue;
        compare_all(*game, 2, argument);
        if ((*game)->max_seats > 2)
            compare_all(*game, (*game)->max_seats, argument);
    }
    return 0;
}
