/*
 * How strong the levels are: each against the one below, and expert against
 * easy, in every game with two players and with the largest number. Games come
 * in pairs: the same dice, the bots in every other seat, then the other way
 * round. Prints a table for docs/bots.md. bench/strength builds and runs it.
 */
#include "parlour_bots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LONGEST = 20000, BOTS = 2 };

struct duel {
    const struct pl_game *game;
    int seats, pairs;
    const struct pl_bot *bot[BOTS];
    double share, squares; /* of the first bot in a pair, summed */
    double points[BOTS], time[BOTS], longest[BOTS];
    long results[BOTS], moves[BOTS];
    double winner; /* points of the best, summed */
};

static double cpu_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void decide(struct duel *d, union pl_state *state, int seat, int who,
                   struct pl_rng *rng)
{
    union pl_state view = *state;
    double began = cpu_seconds(), took;
    pl_move move;

    if (d->game->hide)
        d->game->hide(d->game, &view, seat);
    move = d->bot[who]->choose(d->game, &view, seat, rng, NULL);
    took = cpu_seconds() - began;
    d->time[who] += took;
    d->longest[who] = took > d->longest[who] ? took : d->longest[who];
    d->moves[who]++;
    d->game->play(d->game, state, seat, move);
}

static void play(struct duel *d, uint64_t seed, int turned,
                 struct pl_result *end)
{
    struct pl_rng dice, thoughts;
    union pl_state state = {{0}};
    struct pl_setup setup;

    pl_seed(&dice, seed);
    pl_seed(&thoughts, seed + 1000000);
    pl_setup_normal(&setup, d->game, d->seats);
    d->game->start(d->game, &state, &setup);
    for (int i = 0; i < LONGEST; i++) {
        struct pl_turn turn = d->game->turn(d->game, &state);
        struct pl_chance chance;
        uint8_t face[PL_DICE];

        if (turn.what == PL_OVER)
            break;
        if (turn.what == PL_CHANCE) {
            d->game->chance(d->game, &state, &chance);
            pl_roll(&chance, &dice, face);
            d->game->land(d->game, &state, face);
        } else {
            int seat = pl_lowest(turn.seats);

            decide(d, &state, seat, (seat + turned) % BOTS, &thoughts);
        }
    }
    d->game->score(d->game, &state, end);
}

/* The first bot's share of the victory. */
static double count(struct duel *d, const struct pl_result *end, int turned)
{
    double share = 0;
    int most = end->points[0];

    for (int s = 0; s < d->seats; s++) {
        int who = (s + turned) % BOTS;

        d->points[who] += end->points[s];
        d->results[who]++;
        most = end->points[s] > most ? end->points[s] : most;
        if (who == 0 && end->winners >> s & 1)
            share += 1.0 / pl_count(end->winners);
    }
    d->winner += most;
    return share;
}

static void fight(struct duel *d)
{
    for (int i = 0; i < d->pairs; i++) {
        double share = 0;

        for (int turned = 0; turned < BOTS; turned++) {
            struct pl_result end;

            play(d, (uint64_t)i + 1, turned, &end);
            share += count(d, &end, turned) / BOTS;
        }
        d->share += share;
        d->squares += share * share;
    }
}

/* The 95 % interval of the mean: one pair won and one lost are added, or a few
 * victories would look like certainty. */
static void find_interval(const struct duel *d, double *low, double *high)
{
    double n = d->pairs + 2, mean = (d->share + 1) / n;
    double half = 1.96 * sqrt(((d->squares + 1) / n - mean * mean) / n);

    *low = mean - half > 0 ? mean - half : 0;
    *high = mean + half < 1 ? mean + half : 1;
}

static void report(const struct duel *d)
{
    double low, high;

    find_interval(d, &low, &high);
    printf("| %s | %d | %s : %s | %.0f %% (%.0f … %.0f) | %.1f : %.1f | %.1f | "
           "%.2f : %.2f | %.0f : %.0f | %d |\n",
           d->game->id, d->seats, d->bot[0]->id, d->bot[1]->id,
           100 * d->share / d->pairs, 100 * low, 100 * high,
           d->points[0] / (double)d->results[0],
           d->points[1] / (double)d->results[1], d->winner / (2.0 * d->pairs),
           1000 * d->time[0] / (double)d->moves[0],
           1000 * d->time[1] / (double)d->moves[1], 1000 * d->longest[0],
           1000 * d->longest[1], 2 * d->pairs);
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
                    {"quick-and-tactic", 30, 40}, {"bingo", 30, 15}};

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
    struct duel d = {
        .game = game,
        .seats = seats,
        .pairs = count_pairs(game, seats, row),
        .bot = {pl_bot_find(row->first), pl_bot_find(row->second)}};

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
