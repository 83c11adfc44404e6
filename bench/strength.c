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
    struct pl_budget budget[BOTS];
    double share, squares; /* of the first bot in a pair, summed */
    double points[BOTS], time[BOTS];
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
    double began = cpu_seconds();
    pl_move move;

    if (d->game->hide)
        d->game->hide(&view, seat);
    move = d->bot[who]->choose(d->game, &view, seat, rng, &d->budget[who]);
    d->time[who] += cpu_seconds() - began;
    d->moves[who]++;
    d->game->play(state, seat, move);
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
    d->game->start(&state, &setup);
    for (int i = 0; i < LONGEST; i++) {
        struct pl_turn turn = d->game->turn(&state);
        struct pl_chance chance;
        uint8_t face[PL_DICE];

        if (turn.what == PL_OVER)
            break;
        if (turn.what == PL_CHANCE) {
            d->game->chance(&state, &chance);
            pl_roll(&chance, &dice, face);
            d->game->land(&state, face);
        } else {
            int seat = pl_lowest(turn.seats);

            decide(d, &state, seat, (seat + turned) % BOTS, &thoughts);
        }
    }
    d->game->score(&state, end);
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

static void report(const struct duel *d)
{
    double mean = d->share / d->pairs;
    double spread = sqrt((d->squares / d->pairs - mean * mean) / d->pairs);

    printf("| %s | %d | %s : %s | %.0f ± %.0f %% | %.1f : %.1f | %.1f | "
           "%.2f : %.2f | %d |\n",
           d->game->id, d->seats, d->bot[0]->id, d->bot[1]->id, 100 * mean,
           196 * spread, d->points[0] / (double)d->results[0],
           d->points[1] / (double)d->results[1], d->winner / (2.0 * d->pairs),
           1000 * d->time[0] / (double)d->moves[0],
           1000 * d->time[1] / (double)d->moves[1], 2 * d->pairs);
    fflush(stdout);
}

static void compare(const struct pl_game *game, int seats, const char *first,
                    const char *second, int pairs, uint32_t steps)
{
    struct duel d = {.game = game,
                     .seats = seats,
                     .pairs = pairs,
                     .bot = {pl_bot_find(first), pl_bot_find(second)}};

    for (int i = 0; i < BOTS; i++)
        if (strcmp(d.bot[i]->id, "expert") == 0)
            d.budget[i].steps = steps;
    fight(&d);
    report(&d);
}

/* Usage: strength PAIRS EXPERT_STEPS [GAME …]; bots that think long play a
 * quarter of the pairs. */
int main(int argc, char **argv)
{
    int pairs = argc > 1 ? atoi(argv[1]) : 100;
    uint32_t steps = argc > 2 ? (uint32_t)atol(argv[2]) : 0;

    puts("| game | seats | bots | wins of the first | points | winner | "
         "ms a move | games |\n|---|---|---|---|---|---|---|---|");
    for (int g = 0; pl_games[g]; g++)
        for (int k = 0; k < 2; k++) {
            int seats = k ? pl_games[g]->max_seats : 2;
            bool wanted = argc <= 3;

            for (int i = 3; i < argc; i++)
                wanted |= strcmp(argv[i], pl_games[g]->id) == 0;
            if (!wanted)
                continue;
            compare(pl_games[g], seats, "easy", "random", pairs, 0);
            compare(pl_games[g], seats, "medium", "easy", pairs, 0);
            compare(pl_games[g], seats, "hard", "medium", pairs, 0);
            compare(pl_games[g], seats, "expert", "hard", (pairs + 3) / 4,
                    steps);
            compare(pl_games[g], seats, "expert", "easy", (pairs + 3) / 4,
                    steps);
        }
    return 0;
}
