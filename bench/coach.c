/*
 * How far the coach's verdicts can be trusted: decisions of medium bots among
 * hard ones, in every game with two players and with four (or as many as there
 * may be), judged as usual and again with a hundred times the tries. Prints a
 * table for docs/bots.md. bench/coach builds and runs it.
 */
#include "parlour_bots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LONGEST = 20000, EVERY = 5, SHORT = 4 };

struct tally {
    int decisions, close, agree;
    double cost[2], points[2]; /* of what is not fine: usual, and long */
    double seconds, slowest;
};

struct table {
    const struct pl_game *game;
    int seats, wanted;
    uint32_t more;
    uint32_t steps;
    struct pl_rng rng;
    struct tally *tally;
    bool verbose;
};

static double cpu_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void add_cost(struct tally *t, int which, const struct pl_verdict *v)
{
    if (v->call == PL_FINE)
        return;
    t->cost[which] += (double)v->worth;
    t->points[which] += (double)v->points;
}

/* As the page does it: a short look at every decision, and a longer one where
 * that did not tell. */
static void judge_once(const struct pl_decision *d, uint32_t steps,
                       struct pl_verdict *out)
{
    pl_judge(d, &(struct pl_budget){.steps = steps / SHORT}, out);
    if (out->call == PL_CLOSE)
        pl_judge_on(d, &(struct pl_budget){.steps = steps - steps / SHORT},
                    out);
}

static void judge_twice(struct table *t, const union pl_state *view, int seat,
                        pl_move played)
{
    struct pl_decision d = {.game = t->game,
                            .view = view,
                            .seat = seat,
                            .played = played,
                            .seed = pl_random(&t->rng)};
    struct pl_verdict v[2];
    double began = cpu_seconds(), took;

    judge_once(&d, t->steps, &v[0]);
    took = cpu_seconds() - began;
    d.seed = pl_random(&t->rng);
    d.tries = t->more * v[0].tries;
    pl_judge(&d, &(struct pl_budget){.steps = t->more * t->steps}, &v[1]);
    t->tally->decisions++;
    t->tally->seconds += took;
    t->tally->slowest = fmax(t->tally->slowest, took);
    if (v[0].call == PL_CLOSE)
        t->tally->close++;
    else
        t->tally->agree += v[0].call == v[1].call;
    if (t->verbose && v[0].call != v[1].call)
        printf("  %s %d: %d %.2f (%u) / %d %.2f (%u)\n", t->game->id, t->seats,
               v[0].call, (double)v[0].worth, v[0].tries, v[1].call,
               (double)v[1].worth, v[1].tries);
    for (int i = 0; i < 2; i++)
        add_cost(t->tally, i, &v[i]);
}

static void decide(struct table *t, union pl_state *state, int seat)
{
    const struct pl_bot *bot = pl_bot_find(seat == 0 ? "medium" : "hard");
    union pl_state view = *state;
    pl_move list[PL_MOVES], move;

    if (t->game->hide)
        t->game->hide(t->game, &view, seat);
    move = bot->choose(t->game, &view, seat, &t->rng, NULL);
    if (seat == 0 && t->wanted > 0 &&
        t->game->moves(t->game, state, seat, list) > 1 &&
        pl_below(&t->rng, EVERY) == 0) {
        t->wanted--;
        judge_twice(t, &view, seat, move);
    }
    t->game->play(t->game, state, seat, move);
}

static void play(struct table *t)
{
    union pl_state state = {{0}};
    struct pl_setup setup;

    pl_setup_normal(&setup, t->game, t->seats);
    t->game->start(t->game, &state, &setup);
    for (int i = 0; i < LONGEST && t->wanted > 0; i++) {
        struct pl_turn turn = t->game->turn(t->game, &state);
        struct pl_chance chance;
        uint8_t face[PL_DICE];

        if (turn.what == PL_OVER)
            return;
        if (turn.what == PL_CHANCE) {
            t->game->chance(t->game, &state, &chance);
            pl_roll(&chance, &t->rng, face);
            t->game->land(t->game, &state, face);
        } else {
            decide(t, &state, pl_lowest(turn.seats));
        }
    }
}

static void report(const char *name, const struct tally *t)
{
    int called = t->decisions - t->close;

    printf("| %s | %d | %.0f %% | %.0f %% | %.3f : %.3f | %.3f : %.3f | %.0f | "
           "%.0f |\n",
           name, t->decisions, 100.0 * t->close / t->decisions,
           100.0 * t->agree / (called ? called : 1), t->cost[0] / t->decisions,
           t->cost[1] / t->decisions, t->points[0] / t->decisions,
           t->points[1] / t->decisions, 1000 * t->seconds / t->decisions,
           1000 * t->slowest);
    fflush(stdout);
}

static void add(struct tally *to, const struct tally *t)
{
    to->decisions += t->decisions;
    to->close += t->close;
    to->agree += t->agree;
    for (int i = 0; i < 2; i++) {
        to->cost[i] += t->cost[i];
        to->points[i] += t->points[i];
    }
    to->seconds += t->seconds;
    to->slowest = fmax(to->slowest, t->slowest);
}

static void bench(const struct pl_game *game, const struct table *how,
                  struct tally *all)
{
    int many = game->max_seats < 4 ? game->max_seats : 4;
    struct tally tally = {0};

    for (int k = 0; k < 2; k++) {
        struct table t = *how;

        t.game = game;
        t.tally = &tally;
        t.seats = k ? many : 2;
        t.wanted = (how->wanted + k) / 2;

        pl_seed(&t.rng, (uint64_t)k + 1);
        while (t.wanted > 0)
            play(&t);
    }
    report(game->id, &tally);
    add(all, &tally);
}

/* Usage: coach [-v] [DECISIONS OF EACH GAME [STEPS [TIMES THE TRIES [GAME]]]]
 */
int main(int argc, char **argv)
{
    bool verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    char **next = argv + 1 + verbose;
    struct table how = {.verbose = verbose};
    struct tally all = {0};

    how.wanted = *next ? atoi(*next++) : 38;
    how.steps = *next ? (uint32_t)atoi(*next++) : 120000;
    how.more = *next ? (uint32_t)atoi(*next++) : 100;
    puts("| game | decisions | too close | of the others agree | mean cost | "
         "in points | ms | longest |\n|---|---|---|---|---|---|---|---|");
    for (const struct pl_game *const *game = pl_games; *game; game++)
        if (!*next || strcmp(*next, (*game)->id) == 0)
            bench(*game, &how, &all);
    report("all", &all);
    return 0;
}
