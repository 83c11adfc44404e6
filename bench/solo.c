/*
 * How far the levels are from the best possible play, where a solver knows it.
 * Each decision loses what the table says that it loses; the sum of these is
 * exactly what a game falls short on average, and varies far less than points.
 * Where a solver knows bounds alone, they fall short of the upper one; and the
 * play that looks at this bound is measured as well.
 * With STEPS bots take so many: expert with one step takes one look and makes
 * no mistakes on purpose.
 * Usage: solo [GAMES [SOLVER [BOT [STEPS]]]]
 */
#include "parlour_bots.h"
#include "parlour_solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sums {
    double loss, loss2, points;
};

static const char table_bot[] = "the bound";
static uint32_t steps; /* 0: as many as the bot likes */

/* What the decision for the move costs. */
static double cost(const struct pl_solver *solver, const void *table,
                   union pl_state *state, pl_move move)
{
    double before = pl_solver_points(solver, table, state);

    solver->game->play(solver->game, state, 0, move);
    return before - pl_solver_points(solver, table, state);
}

static void play(const struct pl_solver *solver, const void *table,
                 const struct pl_bot *bot, uint64_t seed, struct sums *sums)
{
    const struct pl_game *game = solver->game;
    union pl_state state = {{0}};
    struct pl_rng dice, thoughts;
    struct pl_result end;
    struct pl_budget budget = {.steps = steps};
    struct pl_setup setup;
    struct pl_turn turn;
    double loss = 0;

    pl_seed(&dice, seed);
    pl_seed(&thoughts, seed + 1000000);
    pl_setup_normal(&setup, game, 1);
    game->start(game, &state, &setup);
    while ((turn = game->turn(game, &state)).what != PL_OVER)
        if (turn.what == PL_CHANCE) {
            struct pl_chance chance;
            uint8_t face[PL_DICE];

            game->chance(game, &state, &chance);
            pl_roll(&chance, &dice, face);
            game->land(game, &state, face);
        } else {
            loss += cost(solver, table, &state,
                         bot ? bot->choose(game, &state, 0, &thoughts,
                                           steps ? &budget : NULL)
                             : pl_solver_choose(solver, table, &state, 0));
        }
    game->score(game, &state, &end);
    sums->loss += loss;
    sums->loss2 += loss * loss;
    sums->points += end.points[0];
}

static void measure(const struct pl_solver *solver, const void *table,
                    double best, const struct pl_bot *bot, int games)
{
    struct sums sums = {0};
    double mean;

    for (int i = 1; i <= games; i++)
        play(solver, table, bot, (uint64_t)i, &sums);
    mean = sums.loss / games;
    printf("| %s | %s | %.2f ± %.2f | %.1f %% | %.1f | %d |\n", solver->id,
           bot ? bot->id : table_bot, best - mean,
           1.96 * sqrt((sums.loss2 / games - mean * mean) / games),
           100 * (best - mean) / best, sums.points / games, games);
    fflush(stdout);
}

static void measure_all(const struct pl_solver *solver, int games,
                        const char *only)
{
    void *table = calloc(1, solver->size);
    union pl_state state = {{0}};
    struct pl_setup setup;
    double best;

    pl_assert(table);
    pl_solver_run(solver, table);
    pl_setup_normal(&setup, solver->game, 1);
    solver->game->start(solver->game, &state, &setup);
    best = pl_solver_points(solver, table, &state);
    printf(
        "| solver | bot | points | of %.4f | points in these games | games |\n"
        "|---|---|---|---|---|---|\n",
        best);
    for (const struct pl_bot *const *bot = pl_bots; *bot; bot++)
        if (!only || strcmp(only, (*bot)->id) == 0)
            measure(solver, table, best, *bot, games);
    if (solver->below && !only)
        measure(solver, table, best, NULL, games);
    free(table);
}

int main(int argc, char **argv)
{
    int games = argc > 1 ? atoi(argv[1]) : 200;

    steps = argc > 4 ? (uint32_t)atoi(argv[4]) : 0;
    for (const struct pl_solver *const *solver = pl_solvers; *solver; solver++)
        if (argc > 2 ? strcmp((*solver)->id, argv[2]) == 0
                     : strcmp((*solver)->id, "rainbow-endings") != 0)
            measure_all(*solver, games, argc > 3 ? argv[3] : NULL);
    return 0;
}
