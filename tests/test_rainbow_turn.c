/*
 * What bots think of a turn of the Rainbow Dice Game, against the rules: the
 * rows that dice can go to, by the engine's moves, and the rolls before, by
 * the solver's way through a turn, which counts in fractions.
 */
#include "../bots/rainbow_turn.h"
#include "script.h"

#include <stdlib.h>

static const struct pl_game *game;

static void begin(union pl_state *state, int house_rules)
{
    struct pl_setup setup;

    memset(state, 0, sizeof *state);
    pl_setup_normal(&setup, game, 1);
    for (int i = 0; i <= OPT_EXACT; i++)
        setup.option[i] = house_rules >> i & 1;
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

/* Some turns at random, without rolling again. */
static void play_some(union pl_state *state, int turns, struct pl_rng *rng)
{
    for (; turns > 0; turns--) {
        pl_move list[PL_MOVES], move;
        int n;

        roll(state, rng);
        n = game->moves(game, state, 0, list);
        do
            move = list[pl_below(rng, (uint32_t)n)];
        while (move < NOTE);
        game->play(game, state, 0, move);
    }
}

/* Points on the sheet, and to come. */
static int all_of(const union pl_state *state)
{
    struct rainbow_worth worth =
        pl_rainbow_worth((const struct rainbow *)state, 0);
    struct pl_result now;

    game->score(game, state, &now);
    return now.points[0] * PARTS_OF_POINT + worth.rows + worth.bonus[PART_1] +
           worth.bonus[PART_2];
}

/* With one row open nothing but that row counts, and the best of noting and
 * crossing out is exact. */
static void rows_follow_the_rules(void **unused)
{
    struct pl_rng rng;

    (void)unused;
    pl_seed(&rng, 1);
    for (int i = 0; i < 400; i++) {
        union pl_state state;
        struct rainbow *g = (struct rainbow *)&state;
        pl_move list[PL_MOVES];
        int before, best = -1, n;

        begin(&state, i % 16);
        play_some(&state, ROWS - 1, &rng);
        before = all_of(&state);
        for (int throws = 0; throws < THROWS; throws++) {
            if (throws > 0)
                game->play(game, &state, 0, ROLL + ALL_DICE - 1);
            roll(&state, &rng);
            if (has(g->options, OPT_LOCKED))
                break;
        }
        g->throws = THROWS;
        n = game->moves(game, &state, 0, list);
        for (int k = 0; k < n; k++) {
            union pl_state after = state;

            if (list[k] < NOTE)
                continue;
            game->play(game, &after, 0, list[k]);
            best = all_of(&after) > best ? all_of(&after) : best;
        }
        assert_in_range(best - before - pl_rainbow_turn_worth(g) + 2, 0, 4);
    }
}

static void the_turn_is_worked_out_exactly(void **unused)
{
    static double of[HANDS], worth[HANDS];
    struct pl_rng rng;

    (void)unused;
    pl_seed(&rng, 2);
    for (int i = 0; i < 6; i++) {
        union pl_state state;
        struct rainbow *g = (struct rainbow *)&state;

        begin(&state, 0);
        play_some(&state, 2 * i, &rng);
        for (unsigned hand = 0; hand < HANDS; hand++) {
            g->dice = (uint16_t)hand;
            g->throws = THROWS;
            of[hand] = pl_rainbow_turn_worth(g);
        }
        for (int throws = 1; throws < THROWS; throws++) {
            pl_rainbow_turn(of, throws, worth);
            for (int k = 0; k < 2000; k++) {
                unsigned hand = 0;

                for (int c = 0; c < COLOURS; c++)
                    hand |= pl_below(&rng, DIGITS) << shift(c);
                g->dice = (uint16_t)hand;
                g->throws = (uint8_t)throws;
                if (abs((int)worth[hand] - pl_rainbow_turn_worth(g)) > 4)
                    fail_msg("%o after %d rolls: %.2f, not %d", hand, throws,
                             worth[hand], pl_rainbow_turn_worth(g));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_follow_the_rules),
        cmocka_unit_test(the_turn_is_worked_out_exactly),
    };

    game = pl_game_find("rainbow");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
