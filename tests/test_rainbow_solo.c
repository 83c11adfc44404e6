/*
 * What the solver says of the Rainbow Dice Game for one, against the rules: a
 * turn worked out here from the engine's own moves and chance, sheets with two
 * open rows worked out in full, and the bounds around them.
 */
#include "../games/rainbow.h"
#include "parlour_solve.h"
#include "script.h"

#include <math.h>
#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__)
#define SLOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLOW 1
#endif
#endif
#ifndef SLOW
#define SLOW 0
#endif

enum { SHEETS = SLOW ? 2 : 12, SEED = 1 };
static const double rounding = 1e-5;

static const struct pl_solver *solver;
static const struct pl_game *game;
static void *table;

/* --- Sheets -------------------------------------------------------------- */

static void begin(union pl_state *state)
{
    struct pl_setup setup;

    memset(state, 0, sizeof *state);
    pl_setup_normal(&setup, game, 1);
    game->start(game, state, &setup);
}

static void roll(union pl_state *state, struct pl_rng *rng)
{
    struct pl_chance chance;
    uint8_t face[PL_DICE];

    game->chance(game, state, &chance);
    pl_roll(&chance, rng, face);
    game->land(game, state, face);
}

/* Notes some dice in every row but these, or crosses it out. Bonuses are more
 * often at stake where rolls are good ones. */
static void fill(union pl_state *state, unsigned open, struct pl_rng *rng)
{
    struct rainbow *g = (struct rainbow *)state;

    begin(state);
    while (g->open[0] != open) {
        pl_move list[PL_MOVES], move;

        while (game->turn(game, state).what == PL_CHANCE)
            roll(state, rng);
        do
            move = list[pl_below(rng,
                                 (uint32_t)game->moves(game, state, 0, list))];
        while (move >= NOTE && open >> (move - NOTE) % ROWS & 1);
        game->play(game, state, 0, move);
    }
}

/* --- A turn, from the engine --------------------------------------------- */

/* Hands as octal digits: of dice that all have landed, what the best row
 * brings; then the best of 31 parts that can be kept, twice. */
struct turn {
    double row[1 << 15], hand[1 << 15];
};

/* Sheets come again and again, and are asked for once. */
static struct {
    union pl_state state;
    double value;
    bool used;
} known[1 << 14];

static double ask(const union pl_state *state,
                  double (*value)(const union pl_state *))
{
    size_t at = pl_hash(state, sizeof *state, 0) % (1 << 14);

    while (known[at].used &&
           memcmp(&known[at].state, state, sizeof *state) != 0)
        at = (at + 1) % (1 << 14);
    if (!known[at].used) {
        known[at].state = *state;
        known[at].value = value(state);
        known[at].used = true;
    }
    return known[at].value;
}

static double after_row(union pl_state *state,
                        double (*value)(const union pl_state *))
{
    pl_move list[PL_MOVES];
    int n = game->moves(game, state, 0, list);
    double most = -1;

    for (int i = 0; i < n; i++) {
        union pl_state next = *state;

        if (list[i] < NOTE)
            continue;
        game->play(game, &next, 0, list[i]);
        most = fmax(most, ask(&next, value));
    }
    return most;
}

static double mean(const double worth[], unsigned hand)
{
    double sum = 0;

    for (int c = 0; c < COLOURS; c++)
        if (digit(hand, c) == 0) {
            for (unsigned number = 1; number <= 6; number++)
                sum += mean(worth, hand | number << shift(c));
            return sum / 6;
        }
    return worth[hand];
}

static unsigned without(unsigned hand, unsigned dice)
{
    for (int c = 0; c < COLOURS; c++)
        if (dice >> c & 1)
            hand &= ~(7u << shift(c));
    return hand;
}

static bool is_hand(unsigned hand, int least)
{
    for (int c = 0; c < COLOURS; c++)
        if (digit(hand, c) < least || digit(hand, c) > 6)
            return false;
    return true;
}

/* One more roll may be made. */
static void keep_best(struct turn *turn)
{
    static double air[1 << 15];

    for (unsigned hand = 0; hand < 1 << 15; hand++)
        if (is_hand(hand, 0))
            air[hand] = mean(turn->hand, hand);
    for (unsigned hand = 0; hand < 1 << 15; hand++) {
        if (!is_hand(hand, 1))
            continue;
        turn->hand[hand] = turn->row[hand];
        for (unsigned dice = 1; dice <= ALL_DICE; dice++)
            turn->hand[hand] = fmax(turn->hand[hand], air[without(hand, dice)]);
    }
}

/* What the sheet is worth if `value` says what it is worth with one row less.
 */
static double by_rules(const union pl_state *state,
                       double (*value)(const union pl_state *))
{
    static struct turn turn;

    memset(known, 0, sizeof known);
    for (unsigned hand = 0; hand < 1 << 15; hand++) {
        union pl_state landed = *state;
        uint8_t face[COLOURS];

        if (!is_hand(hand, 1))
            continue;
        for (int c = 0; c < COLOURS; c++)
            face[c] = (uint8_t)(digit(hand, c) - 1);
        game->land(game, &landed, face);
        turn.row[hand] = turn.hand[hand] = after_row(&landed, value);
    }
    keep_best(&turn);
    keep_best(&turn);
    return mean(turn.hand, 0);
}

static double on_sheet(const union pl_state *state)
{
    struct pl_result result;

    game->score(game, state, &result);
    return result.points[0];
}

static double at_most(const union pl_state *state)
{
    return pl_solver_points(solver, table, state);
}

static double at_least(const union pl_state *state)
{
    return pl_solver_points(solver->below, table, state);
}

/* --- Tests --------------------------------------------------------------- */

/* A row of Part 1, then one of Part 2: the last turn is exact. */
static void the_last_row_is_exact(void **unused)
{
    struct pl_rng rng;

    (void)unused;
    pl_seed(&rng, SEED);
    for (int i = 0; i < SHEETS; i++) {
        unsigned row = pl_below(&rng, ROWS);
        union pl_state state;
        double exact;

        fill(&state, 1u << row, &rng);
        exact = by_rules(&state, on_sheet);
        assert_true(fabs(at_most(&state) - exact) < rounding);
        assert_true(fabs(at_least(&state) - exact) < rounding);
    }
}

/* Part 2 is finished: one turn less in the table, one turn by the rules. */
static void endings_follow_the_rules(void **unused)
{
    struct pl_rng rng;

    (void)unused;
    pl_seed(&rng, SEED + 1);
    for (int i = 0; i < SHEETS; i++) {
        unsigned open = 1 + pl_below(&rng, (1 << (SIXES + 1)) - 1);
        union pl_state state;
        double exact;

        fill(&state, open, &rng);
        exact = by_rules(&state, at_most);
        assert_true(fabs(at_most(&state) - exact) < rounding);
        assert_true(at_most(&state) == at_least(&state));
    }
}

/* One row of either part is open: after any of the two the rest is exact, so
 * a turn by the rules is the truth, and lies between the bounds. */
static void the_truth_lies_between_the_bounds(void **unused)
{
    double gap = 0;
    struct pl_rng rng;

    (void)unused;
    pl_seed(&rng, SEED + 2);
    for (int i = 0; i < SHEETS; i++) {
        unsigned first = pl_below(&rng, SIXES + 1);
        unsigned second = THREE_KIND + pl_below(&rng, ROWS - THREE_KIND);
        union pl_state state;
        double exact;

        fill(&state, 1u << first | 1u << second, &rng);
        exact = by_rules(&state, at_most);
        assert_true(at_least(&state) <= exact + rounding);
        assert_true(at_most(&state) >= exact - rounding);
        gap = fmax(gap, at_most(&state) - at_least(&state));
    }
    print_message("with two open rows the bounds are up to %.2f apart\n", gap);
}

/* The upper bound of a sheet holds for all that can follow; the lower one is
 * reached by what can follow. */
static void bounds_hold_from_turn_to_turn(void **unused)
{
    struct pl_rng rng;

    (void)unused;
    pl_seed(&rng, SEED + 3);
    for (int i = 0; i < SHEETS * 20; i++) {
        union pl_state state;
        unsigned open;

        do
            open = pl_below(&rng, 1 << ROWS);
        while (pl_count(open) < 2 || (SLOW && pl_count(open) > 3));
        fill(&state, open, &rng);
        assert_true(at_least(&state) <= at_most(&state));
        assert_true(at_least(&state) >= on_sheet(&state));
    }
}

static void the_bounds_of_the_game(void **unused)
{
    union pl_state state;

    (void)unused;
    if (SLOW)
        skip();
    begin(&state);
    assert_true(fabs(at_least(&state) - 215.9256) < 1e-4);
    assert_true(fabs(at_most(&state) - 227.0969) < 1e-4);
}

/* --- The table as a whole ------------------------------------------------ */

/* Sanitizers are slow: sheets with at most three open rows. */
static int make_table(void **unused)
{
    (void)unused;
    solver = pl_solver_find("rainbow-solo");
    game = solver->game;
    table = calloc(1, solver->size);
    solver->start(table);
    for (int round = 0; round < solver->rounds; round++) {
        int n = solver->tasks(table, round);

        if (SLOW && round >= 3 && round < ROWS)
            continue;
        for (int task = n - 1; task >= 0; task--)
            solver->solve(table, round, task);
    }
    return 0;
}

static int free_table(void **unused)
{
    (void)unused;
    free(table);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_row_is_exact),
        cmocka_unit_test(endings_follow_the_rules),
        cmocka_unit_test(the_truth_lies_between_the_bounds),
        cmocka_unit_test(bounds_hold_from_turn_to_turn),
        cmocka_unit_test(the_bounds_of_the_game),
    };

    return cmocka_run_group_tests(tests, make_table, free_table);
}
