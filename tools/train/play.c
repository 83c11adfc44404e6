/* The games that a learner learns from. */
#include "learner.h"

#include <math.h>
#include <stdlib.h>

enum { LONGEST = 20000 /* steps of a game */ };

static void any_value(struct learner *l, const struct pl_option *o,
                      int8_t *value)
{
    int n = 0;

    while (o->value && o->value[n])
        n++;
    if (n > 0)
        *value = (int8_t)pl_below(&l->rng, (uint32_t)n);
}

/* The first ones most of all, or in so many per cent of the games any one. */
static void any_rules(struct learner *l, const struct pl_game *game,
                      struct pl_setup *setup)
{
    int n = pl_option_count(game);

    if (l->rules == 0)
        for (int i = 0; i < n && pl_below(&l->rng, 4) == 0; i++)
            any_value(l, &game->options[i], &setup->option[i]);
    else if (n > 0 && (int)pl_below(&l->rng, 100) < l->rules) {
        int i = (int)pl_below(&l->rng, (uint32_t)n);

        any_value(l, &game->options[i], &setup->option[i]);
    }
}

static void any_setup(struct learner *l, const struct pl_game *game,
                      struct pl_setup *setup)
{
    int spread = game->max_seats - game->min_seats + 1, seats = 2;

    if (l->seats)
        seats = l->seats;
    else if (game->max_seats < 2 || pl_below(&l->rng, 2))
        seats = game->min_seats + (int)pl_below(&l->rng, (uint32_t)spread);
    pl_setup_normal(setup, game, seats);
    setup->first = (uint8_t)pl_below(&l->rng, (uint32_t)seats);
    any_rules(l, game, setup);
    if (l->rule >= 0) {
        pl_setup_normal(setup, game, seats);
        setup->option[l->rule] = (int8_t)l->value;
    }
}

static int any_rival(struct learner *l, int seat, int seats)
{
    if (seats == 1)
        return seat;
    return (seat + 1 + (int)pl_below(&l->rng, (uint32_t)seats - 1)) % seats;
}

static void decide(struct learner *l, const struct pl_game *game,
                   union pl_state *state, int seat)
{
    pl_move list[PL_MOVES];
    int n = game->moves(game, state, seat, list);
    pl_move move = list[0];

    if (l->deep && n > 1 && (int)pl_below(&l->rng, 100) < l->pairs)
        learner_try_pair(l, state, seat);
    if (n > 1 && pl_below(&l->rng, 64) == 0)
        move = list[pl_below(&l->rng, (uint32_t)n)];
    else if (n > 1)
        move = pl_mind_best(&l->mind, state, seat);
    game->play(game, state, seat, move);
    if (game->turn(game, state).what == PL_DECIDE)
        learner_remember(l, game, state, 1u << seat);
}

void learner_play(struct learner *l, const struct pl_game *game,
                  const struct brain *brain, struct pl_result *end)
{
    struct pl_setup setup;
    union pl_state state = {{0}};

    any_setup(l, game, &setup);
    for (int s = 0; s < setup.seats; s++)
        l->rival[s] = any_rival(l, s, setup.seats);
    game->start(game, &state, &setup);
    pl_mind_begin(&l->mind, game, brain);
    l->memories = 0;
    for (int i = 0; i < LONGEST; i++) {
        struct pl_turn turn = game->turn(game, &state);

        if (turn.what == PL_OVER)
            break;
        if (turn.what == PL_CHANCE) {
            learner_remember(l, game, &state, PL_EVERYBODY);
            roll_on(game, &state, &l->rng);
        } else {
            decide(l, game, &state, pl_lowest(turn.seats));
        }
    }
    game->score(game, &state, end);
    for (int s = 0; s < end->seats; s++)
        l->points += 1e-3 * (end->points[s] - l->points);
}

/* How large the inputs of a game were where they were not 0. */
static void add_sizes(const struct learner *l, double sum[INPUTS],
                      long times[INPUTS])
{
    for (int i = 0; i < l->memories; i++)
        for (int k = 0; k < l->memory[i].inputs; k++) {
            sum[l->memory[i].input[k].at] += abs(l->memory[i].input[k].x);
            times[l->memory[i].input[k].at]++;
        }
}

void learner_get_to_know(struct learner *l, const struct pl_game *game,
                         bool even)
{
    double sum = 0, squares = 0, sizes[INPUTS] = {0};
    long times[INPUTS] = {0};
    int n = 0;

    for (int i = 0; i < 100; i++) {
        struct pl_result end;

        learner_play(l, game, NULL, &end);
        add_sizes(l, sizes, times);
        for (int s = 0; s < end.seats; s++, n++) {
            sum += end.points[s];
            squares += (double)end.points[s] * end.points[s];
        }
    }
    for (int i = 0; i < INPUTS; i++)
        l->size[i] =
            even && times[i] ? (float)(sizes[i] / (double)times[i]) : 1;
    squares = squares / n - sum / n * sum / n;
    l->brain.unit = (float)(squares > 1 ? sqrt(squares) : 1);
}
