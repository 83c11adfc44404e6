/*
 * The table of solo Qwixx against the rules themselves: what it says of a
 * position is what all rolls, and all that can be done with them, bring on
 * average.
 *
 * With --long ten thousand positions are looked at instead of three hundred.
 * Sanitizers are slow: there only the last part of the table is made, and
 * positions of that part are looked at.
 */
#include "../games/qwixx.h"
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

enum {
    POSITIONS = SLOW ? 30 : 300,
    LONG = 10000,
    GAMES = 20000,
    ROUNDS = 16, /* that make the last part of the table */
    PROGRESS = 2 * NUMBERS + 1 - ROUNDS / 2, /* of its pairs of rows */
    SEED = 1
};
static const double rounding = 1.2e-7; /* half of 2^-22 */

static const struct pl_solver *solver;
static const struct pl_game *game;
static void *table;
static int positions = POSITIONS;
static bool partly = SLOW; /* only the last part of the table is made */

/* --- Positions ----------------------------------------------------------- */

static void begin(union pl_state *state)
{
    struct pl_setup setup;

    memset(state, 0, sizeof *state);
    pl_setup_normal(&setup, game, 1);
    game->start(game, state, &setup);
}

static void throw_dice(union pl_state *state, struct pl_rng *rng)
{
    struct pl_chance chance;
    uint8_t face[PL_DICE];

    game->chance(game, state, &chance);
    pl_roll(&chance, rng, face);
    game->land(game, state, face);
}

/* How many boxes a move leaves out; passing is the worst. */
static int skips(const union pl_state *state, pl_move move)
{
    const struct qwixx *g = (const struct qwixx *)state;
    int row = (move - 1) / NUMBERS, place = (move - 1) % NUMBERS, n = 0;

    if (move == 0)
        return NUMBERS;
    while (n < place && g->row[0][row] >> (place - 1 - n) == 0)
        n++;
    return n;
}

/* Careful in some games and careless in others, to come to all sorts of
 * positions. */
static pl_move some_move(const union pl_state *state, uint32_t care,
                         struct pl_rng *rng)
{
    bool careful = pl_below(rng, 100) < care;
    pl_move list[PL_MOVES];
    int n = game->moves(game, state, 0, list);
    pl_move move = list[pl_below(rng, (uint32_t)n)];

    for (int i = 0; careful && i < n; i++)
        if (skips(state, list[i]) < skips(state, move))
            move = list[i];
    return move;
}

static int progress(unsigned row)
{
    int n = 0;

    while (row >> n)
        n++;
    return n;
}

static bool is_closed(const union pl_state *state)
{
    return ((const struct qwixx *)state)->closed != 0;
}

static bool is_in_table(const union pl_state *state)
{
    const struct qwixx *g = (const struct qwixx *)state;
    int up = progress(g->row[0][0]) + progress(g->row[0][1]);
    int down = progress(g->row[0][2]) + progress(g->row[0][3]);

    return !partly || (up >= PROGRESS && down >= PROGRESS);
}

/* A position that the table knows, any of a game that is played to its end; on
 * demand one with a closed row. */
static void find_position(union pl_state *found, bool closed,
                          struct pl_rng *rng)
{
    uint32_t seen = 0;

    while (seen == 0) {
        uint32_t care = pl_below(rng, 101);
        union pl_state state;

        begin(&state);
        while (game->turn(game, &state).what != PL_OVER) {
            if (game->turn(game, &state).what == PL_DECIDE) {
                game->play(game, &state, 0, some_move(&state, care, rng));
                continue;
            }
            if (is_in_table(&state) && (!closed || is_closed(&state)) &&
                pl_below(rng, ++seen) == 0)
                *found = state;
            throw_dice(&state, rng);
        }
    }
}

/* --- Values -------------------------------------------------------------- */

/* A solver that plays each move by the rules, and then looks in the table. */
static const struct pl_solver *by_the_rules(void)
{
    static struct pl_solver plain;

    plain = *solver;
    plain.weigh = NULL;
    return &plain;
}

/* One turn, in full: every roll, every answer. */
static double enumerate(const union pl_state *state)
{
    const struct pl_solver *plain = by_the_rules();
    struct pl_chance chance;
    struct pl_outcome outcome;
    double sum = 0;

    game->chance(game, state, &chance);
    for (bool more = pl_first(&chance, &outcome); more;
         more = pl_next(&chance, &outcome)) {
        union pl_state thrown = *state;

        game->land(game, &thrown, outcome.face);
        sum += outcome.weight * pl_solver_points(plain, table, &thrown);
    }
    return sum / pl_outcomes(&chance);
}

static double check_position(const union pl_state *state)
{
    double by_table = pl_solver_points(solver, table, state);
    double by_rules = enumerate(state);

    if (fabs(by_table - by_rules) > rounding)
        fail_msg("the table says %.8f, the rules %.8f", by_table, by_rules);
    return fabs(by_table - by_rules);
}

static void values_follow_the_rules(void **unused)
{
    int closed = 0, failed[4] = {0};
    double most = 0;
    struct pl_rng rng;

    (void)unused;
    pl_seed(&rng, SEED);
    for (int i = 0; i < positions; i++) {
        union pl_state state;
        double off;

        find_position(&state, i % 4 == 0, &rng);
        off = check_position(&state);
        most = off > most ? off : most;
        closed += is_closed(&state);
        failed[((struct qwixx *)&state)->failed[0]]++;
    }
    print_message("%d positions, %d with a closed row, with 0 to 3 failed "
                  "rolls %d %d %d %d; at most %.1e points off\n",
                  positions, closed, failed[0], failed[1], failed[2], failed[3],
                  most);
    assert_true(failed[0] && failed[1] && failed[2] && failed[3]);
}

/* Every move of a turn from here: what the table says without playing it is
 * what playing it brings. Returns how many moves there were. */
static int check_turn(union pl_state *state, struct pl_rng *rng)
{
    int moves = 0;

    throw_dice(state, rng);
    while (game->turn(game, state).what == PL_DECIDE) {
        pl_move move[PL_MOVES], same[PL_MOVES];
        double points[PL_MOVES], played[PL_MOVES];
        int n = pl_solver_moves(solver, table, state, 0, move, points);

        assert_int_equal(
            pl_solver_moves(by_the_rules(), table, state, 0, same, played), n);
        for (int i = 0; i < n; i++) {
            assert_int_equal(move[i], same[i]);
            assert_true(points[i] == played[i]);
        }
        moves += n;
        game->play(game, state, 0, move[pl_below(rng, (uint32_t)n)]);
    }
    return moves;
}

static void moves_are_worth_what_they_lead_to(void **unused)
{
    struct pl_rng rng;
    int moves = 0;

    (void)unused;
    pl_seed(&rng, SEED + 3);
    for (int i = 0; i < 10 * POSITIONS; i++) {
        union pl_state state;

        find_position(&state, i % 4 == 0, &rng);
        moves += check_turn(&state, &rng);
    }
    assert_true(moves > 10 * POSITIONS);
}

static double to_come(const union pl_state *state)
{
    struct pl_result result;

    game->score(game, state, &result);
    return solver->worth(table, state) - result.points[0];
}

/* Only yellow 12 is left, and brings 6 + 7 points in 2 of 27 rolls: both
 * white dice show a six, or one of them and the yellow die. Then, or until
 * then, there is nothing but penalties. */
static void a_value_found_by_hand(void **unused)
{
    double three = (2 * (13 - 5) + 25 * -5) / 27.0;
    double two = (2 * (13 - 10) + 25 * (three - 5)) / 27.0;
    union pl_state state;
    struct qwixx *g = (struct qwixx *)&state;

    (void)unused;
    begin(&state);
    g->row[0][0] = g->row[0][2] = g->row[0][3] = 1 << (LAST - 1);
    g->row[0][1] = 0x3e0;
    g->failed[0] = 3;
    assert_true(fabs(to_come(&state) - three) <= rounding);
    g->failed[0] = 2;
    assert_true(fabs(to_come(&state) - two) <= 2 * rounding);
}

/* --- Goals --------------------------------------------------------------- */

static void solve_goal(const struct pl_solver *goal, void *to, int points)
{
    goal->aim(to, points);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < goal->tasks(to, round); i++)
            goal->solve(to, round, i);
}

/* Chances of the last part of the table, and the truth of the rules; raising
 * the goal of a table gives what a new table has. */
static void chances_follow_the_rules(void **unused)
{
    const struct pl_solver *points = solver, *goal = solver->goal;
    void *raised = calloc(1, goal->size), *before = table;
    int between = 0;
    struct pl_rng rng;

    (void)unused;
    table = calloc(1, goal->size);
    solver = goal;
    partly = true;
    pl_seed(&rng, SEED + 2);
    solve_goal(goal, raised, 50);
    solve_goal(goal, raised, 60);
    solve_goal(goal, table, 60);
    for (int i = 0; i < 60; i++) {
        union pl_state state;
        double chance;

        find_position(&state, i % 4 == 0, &rng);
        chance = solver->worth(table, &state);
        between += chance > 0.01 && chance < 0.99;
        check_position(&state);
        assert_true(solver->worth(raised, &state) == chance);
        check_turn(&state, &rng);
    }
    print_message("%d of 60 chances lie between 1 and 99 %%\n", between);
    assert_true(between > 5);
    free(raised);
    free(table);
    table = before;
    solver = points;
    partly = SLOW;
}

/* Bit 0 swaps red and yellow, bit 1 green and blue, bit 2 the directions. */
static void swap_rows(union pl_state *state, int swaps)
{
    struct qwixx *g = (struct qwixx *)state;
    struct qwixx old = *g;

    g->closed = 0;
    for (int row = 0; row < ROWS; row++) {
        int from = row ^ (swaps & 4 ? 2 : 0);

        from ^= from < 2 ? swaps & 1 : swaps >> 1 & 1;
        g->row[0][row] = old.row[0][from];
        g->closed |= (uint8_t)((old.closed >> from & 1) << row);
    }
}

static void swapped_rows_are_worth_the_same(void **unused)
{
    struct pl_rng rng;

    (void)unused;
    pl_seed(&rng, SEED + 1);
    for (int i = 0; i < 1000; i++) {
        union pl_state state, swapped;
        double worth;

        find_position(&state, i % 4 == 0, &rng);
        worth = solver->worth(table, &state);
        for (int swaps = 1; swaps < 8; swaps++) {
            swapped = state;
            swap_rows(&swapped, swaps);
            assert_true(solver->worth(table, &swapped) == worth);
            if (i == 0)
                check_position(&swapped);
        }
    }
}

static int play_best(struct pl_rng *rng)
{
    struct pl_result result;
    union pl_state state;

    begin(&state);
    while (game->turn(game, &state).what != PL_OVER)
        if (game->turn(game, &state).what == PL_CHANCE)
            throw_dice(&state, rng);
        else
            game->play(game, &state, 0,
                       pl_solver_choose(solver, table, &state, 0));
    game->score(game, &state, &result);
    return result.points[0];
}

static void played_games_bring_the_value(void **unused)
{
    double sum = 0, squares = 0, value, mean, error;
    union pl_state state;
    struct pl_rng rng;

    (void)unused;
    if (SLOW)
        skip();
    begin(&state);
    value = solver->worth(table, &state);
    pl_seed(&rng, SEED);
    for (int i = 0; i < GAMES; i++) {
        int points = play_best(&rng);

        sum += points;
        squares += points * points;
    }
    mean = sum / GAMES;
    error = sqrt((squares / GAMES - mean * mean) / (GAMES - 1));
    print_message("value %.4f, mean of %d games %.3f, standard error %.3f\n",
                  value, GAMES, mean, error);
    assert_true(fabs(mean - value) < 1.96 * error);
}

static void the_value_of_the_game(void **unused)
{
    union pl_state state;

    (void)unused;
    if (SLOW)
        skip();
    begin(&state);
    assert_true(fabs(solver->worth(table, &state) - 115.483126) < 1e-6);
    assert_int_equal(solver->states, 4401756);
}

/* --- The table as a whole ------------------------------------------------ */

static void solve_rounds(void *to, int rounds, bool backwards)
{
    solver->start(to);
    for (int round = 0; round < rounds; round++) {
        int n = solver->tasks(to, round);

        for (int i = 0; i < n; i++)
            solver->solve(to, round, backwards ? n - 1 - i : i);
    }
}

/* What threads rely on. */
static void tasks_come_in_any_order(void **unused)
{
    unsigned char *a = malloc(solver->block_max),
                  *b = malloc(solver->block_max);
    void *other = calloc(1, solver->size);
    int blocks = 0;

    (void)unused;
    assert_true(a && b && other);
    solve_rounds(other, ROUNDS, true);
    for (int round = 0; round < ROUNDS; round += 2)
        blocks += solver->tasks(table, round);
    for (int block = 0; block < blocks; block++) {
        solver->pack(table, block, a);
        solver->pack(other, block, b);
        assert_memory_equal(a, b, solver->block_size(block));
    }
    free(a);
    free(b);
    free(other);
}

struct file {
    unsigned char *byte;
    size_t length, at, room;
};

static bool put(void *to, const void *bytes, size_t size)
{
    struct file *file = to;

    if (file->length + size > file->room)
        return false;
    memcpy(file->byte + file->length, bytes, size);
    file->length += size;
    return true;
}

static bool get(void *from, void *bytes, size_t size)
{
    struct file *file = from;

    if (file->at + size > file->length)
        return false;
    memcpy(bytes, file->byte + file->at, size);
    file->at += size;
    return true;
}

static const char *read_file(struct file *file, size_t length, void *to)
{
    struct file part = {file->byte, length, 0, 0};

    return pl_table_read(solver, to, get, &part);
}

static void check_damage(struct file *file, size_t at, const char *why,
                         void *to)
{
    file->byte[at] ^= 1;
    assert_string_equal(read_file(file, file->length, to), why);
    file->byte[at] ^= 1;
}

static void files_are_read_back_or_refused(void **unused)
{
    struct file file = {malloc(1 << 25), 0, 0, 1 << 25};
    void *other = calloc(1, solver->size);
    size_t end;

    (void)unused;
    assert_true(file.byte && other);
    assert_true(pl_table_write(solver, table, put, &file));
    end = file.length;
    assert_null(read_file(&file, end, other));
    assert_memory_equal(table, other, solver->size);
    assert_string_equal(read_file(&file, 0, other), "solve.not_a_table");
    assert_string_equal(read_file(&file, 63, other), "solve.not_a_table");
    assert_string_equal(read_file(&file, 64, other), "solve.cut_short");
    assert_string_equal(read_file(&file, end / 2, other), "solve.cut_short");
    assert_string_equal(read_file(&file, end - 1, other), "solve.cut_short");
    check_damage(&file, 0, "solve.not_a_table", other);
    check_damage(&file, 8, "solve.other_version", other);
    check_damage(&file, 16, "solve.other_table", other);
    check_damage(&file, 24, "solve.other_table", other);
    check_damage(&file, 64, "solve.damaged", other);
    check_damage(&file, end / 2, "solve.damaged", other);
    check_damage(&file, end - 1, "solve.damaged", other);
    file.byte[file.length++] = 0;
    assert_string_equal(read_file(&file, end + 1, other), "solve.damaged");
    file.room = end - 1;
    file.length = 0;
    assert_false(pl_table_write(solver, table, put, &file));
    free(file.byte);
    free(other);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_value_of_the_game),
        cmocka_unit_test(a_value_found_by_hand),
        cmocka_unit_test(chances_follow_the_rules),
        cmocka_unit_test(values_follow_the_rules),
        cmocka_unit_test(swapped_rows_are_worth_the_same),
        cmocka_unit_test(played_games_bring_the_value),
        cmocka_unit_test(moves_are_worth_what_they_lead_to),
        cmocka_unit_test(tasks_come_in_any_order),
        cmocka_unit_test(files_are_read_back_or_refused),
    };
    int failed;

    if (argc > 1 && strcmp(argv[1], "--long") == 0)
        positions = LONG;
    solver = pl_solver_find("qwixx-solo");
    game = solver->game;
    table = calloc(1, solver->size);
    pl_assert(table != NULL);
    solve_rounds(table, SLOW ? ROUNDS : solver->rounds, false);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(table);
    return failed;
}
