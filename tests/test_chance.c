/*
 * Chance is exact: all results are enumerated once with their true weights,
 * and what is rolled or drawn follows them. Chance points come from random
 * play of every game. Seeds are fixed, so a verdict never changes by itself.
 */
#include "script.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOST = 279936,  /* results of seven dice */
    EACH = 5,       /* samples for each of them: what chi-square asks for */
    LEAST = 20000,  /* samples of anything */
    POINTS = 40,    /* chance points tried a game */
    EVERY_DRAW = 13 /* the piles of a game are many and much alike */
};

static struct pl_rng rng;
static uint32_t count[MOST]; /* by the number of a result, see number_of */

/* How far a chi-square sum is from what it should be, as a normal deviation
 * (Wilson and Hilferty). More than four happens once in 16,000 times. */
static void check_chi_square(const char *what, double sum, int cells)
{
    double f = cells - 1, v = 2 / (9 * f);
    double deviation = (cbrt(sum / f) - (1 - v)) / sqrt(v);

    if (cells > 1 && fabs(deviation) > 4)
        fail_msg("%s: %.1f deviations from even in %d cells", what, deviation,
                 cells);
}

static double square_over(double seen, double expected)
{
    return (seen - expected) * (seen - expected) / expected;
}

/* --- Numbers ------------------------------------------------------------- */

static void numbers_below_n_are_even(void **unused)
{
    static const uint32_t awkward[] = {2, 3, 5, 6, 7, 11, 46, 100, 1023, 4097};

    (void)unused;
    for (size_t i = 0; i < sizeof awkward / sizeof *awkward; i++) {
        uint32_t n = awkward[i];
        double sum = 0;

        memset(count, 0, sizeof count);
        for (uint32_t k = 0; k < 100 * n; k++) {
            uint32_t drawn = pl_below(&rng, n);

            assert_true(drawn < n);
            count[drawn]++;
        }
        for (uint32_t k = 0; k < n; k++)
            sum += square_over(count[k], 100);
        check_chi_square("pl_below", sum, (int)n);
    }
    for (int k = 0; k < 100; k++)
        assert_int_equal(pl_below(&rng, 1), 0);
}

/* Three quarters of 2^32: without drawing again, each third number would come
 * twice as often as the others. */
static void large_numbers_are_even_too(void **unused)
{
    double sum = 0;

    (void)unused;
    memset(count, 0, sizeof count);
    for (int k = 0; k < 30000; k++)
        count[pl_below(&rng, 3u << 30) % 3]++;
    for (int k = 0; k < 3; k++)
        sum += square_over(count[k], 10000);
    check_chi_square("pl_below", sum, 3);
}

/* --- Results ------------------------------------------------------------- */

/* A roll is a number whose digits are the faces, the last die lowest. */
static uint32_t number_of(const struct pl_chance *chance, const uint8_t face[])
{
    uint32_t number = 0;

    for (int i = 0; i < chance->count; i++)
        number = number * chance->die[i]->faces + face[i];
    return number;
}

static void faces_of(const struct pl_chance *chance, uint32_t number,
                     uint8_t face[])
{
    for (int i = chance->count - 1; i >= 0; i--) {
        face[i] = (uint8_t)(number % chance->die[i]->faces);
        number /= chance->die[i]->faces;
    }
}

/* Puts interchangeable dice in rising order. */
static void sort(const struct pl_chance *chance, uint8_t face[])
{
    for (int i = 1; i < chance->count; i++)
        for (int k = i; k > 0 && chance->die[k] == chance->die[k - 1] &&
                        face[k] < face[k - 1];
             k--) {
            uint8_t higher = face[k - 1];

            face[k - 1] = face[k];
            face[k] = higher;
        }
}

/* Counts in how many ways each sorted result comes about, the slow way. */
static void count_all(const struct pl_chance *chance)
{
    uint8_t face[PL_DICE];

    memset(count, 0, sizeof count);
    if (chance->total > 0) {
        for (int i = 0; i < chance->die[0]->faces; i++)
            count[i] = chance->weight[i];
        return;
    }
    for (uint32_t number = 0; number < pl_outcomes(chance); number++) {
        faces_of(chance, number, face);
        sort(chance, face);
        count[number_of(chance, face)]++;
    }
}

static uint32_t cells(const struct pl_chance *chance)
{
    uint32_t result = 1, equal = 0;

    if (chance->total > 0) {
        result = 0;
        for (int i = 0; i < chance->die[0]->faces; i++)
            result += chance->weight[i] > 0;
        return result;
    }
    for (int i = 0; i < chance->count; i++) {
        equal = i > 0 && chance->die[i] == chance->die[i - 1] ? equal + 1 : 0;
        result = result * (chance->die[i]->faces + equal) / (equal + 1);
    }
    return result;
}

static uint32_t check_enumeration(const struct pl_chance *chance)
{
    struct pl_outcome outcome;
    uint32_t sum = 0, distinct = 0;

    count_all(chance);
    for (bool more = pl_first(chance, &outcome); more;
         more = pl_next(chance, &outcome)) {
        uint32_t number = number_of(chance, outcome.face);

        assert_true(outcome.weight > 0 && number < MOST);
        assert_int_equal(outcome.weight, count[number]);
        count[number] = 0; /* a second time it would be wrong */
        sum += outcome.weight;
        distinct++;
    }
    assert_int_equal(sum, pl_outcomes(chance));
    assert_int_equal(distinct, cells(chance));
    return distinct;
}

static void check_samples(const char *what, const struct pl_chance *chance)
{
    uint32_t all = pl_outcomes(chance);
    uint32_t samples = EACH * all < LEAST ? LEAST : EACH * all;
    struct pl_outcome outcome;
    uint8_t face[PL_DICE];
    double sum = 0;
    uint32_t seen = 0;

    memset(count, 0, sizeof count);
    for (uint32_t i = 0; i < samples; i++) {
        pl_roll(chance, &rng, face);
        sort(chance, face);
        count[number_of(chance, face)]++;
    }
    for (bool more = pl_first(chance, &outcome); more;
         more = pl_next(chance, &outcome)) {
        uint32_t here = count[number_of(chance, outcome.face)];

        seen += here;
        sum += square_over(here, (double)samples * outcome.weight / all);
    }
    assert_int_equal(seen, samples); /* nothing but what is enumerated */
    check_chi_square(what, sum, (int)cells(chance));
}

/* A generator whose next number begins with these bits: 5 and 9 undone. */
static struct pl_rng about_to_give(uint32_t bits)
{
    uint64_t s = ((uint64_t)bits << 32) * 0x8e38e38e38e38e39;

    s = (s >> 7 | s << 57) * 0xcccccccccccccccd;
    return (struct pl_rng){{1, s, 3, 4}};
}

/* A roll is one even number below all results, so it has no bias at all. To
 * be seen where numbers may have to be drawn again: at the lowest bits that
 * lead to a result. */
static void check_throw_is_a_number(const struct pl_chance *chance)
{
    uint32_t all = pl_outcomes(chance);

    for (int i = 0; i < 1000; i++) {
        uint64_t result = pl_below(&rng, all);
        uint32_t bits = (uint32_t)(((result << 32) + all - 1) / all);
        struct pl_rng one = about_to_give(bits), two = one;
        uint8_t face[PL_DICE];

        pl_roll(chance, &two, face);
        assert_int_equal(number_of(chance, face), pl_below(&one, all));
        assert_memory_equal(&one, &two, sizeof one);
    }
}

/* --- Dice and piles ------------------------------------------------------ */

static const char *const names[] = {"1", "2", "3", "4", "5",
                                    "6", "7", "8", "9", "10"};
static const struct pl_die dice[] = {
    {"a", 6, names}, {"b", 6, names}, {"c", 6, names}, {"d", 6, names},
    {"e", 6, names}, {"f", 6, names}, {"g", 6, names}, {"h", 10, names}};

static const struct {
    const char *which; /* equal letters are interchangeable */
    uint32_t distinct;
} throws[] = {
    {"a", 6},          {"aa", 21}, {"abbb", 336},   {"aabcde", 27216},
    {"abcdefg", MOST}, {"hh", 55}, {"hhaaa", 3080}, {"aaaaaaa", 792},
    {"aabbcc", 9261},  {"ha", 60},
};

static void each_result_is_enumerated_once(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof throws / sizeof *throws; i++) {
        struct pl_chance chance = {.sees = PL_EVERYBODY};

        for (const char *s = throws[i].which; *s; s++)
            chance.die[chance.count++] = &dice[*s - 'a'];
        assert_int_equal(check_enumeration(&chance), throws[i].distinct);
        check_throw_is_a_number(&chance);
        check_samples(throws[i].which, &chance);
    }
}

static void draws_follow_their_weights(void **unused)
{
    static const uint8_t weight[][10] = {{1},
                                         {0, 0, 7},
                                         {0, 1, 2, 0, 3},
                                         {3, 0, 1, 0, 0, 0, 0, 0, 0, 200},
                                         {9, 1, 1, 1, 1, 1, 1, 1, 1, 1}};

    (void)unused;
    for (size_t i = 0; i < sizeof weight / sizeof *weight; i++) {
        struct pl_chance chance = {.count = 1, .die = {&dice[7]}};

        memcpy(chance.weight, weight[i], sizeof weight[i]);
        for (int k = 0; k < 10; k++)
            chance.total = (uint16_t)(chance.total + weight[i][k]);
        check_enumeration(&chance);
        check_samples("a pile", &chance);
    }
}

/* --- Games --------------------------------------------------------------- */

static struct pl_chance tried[POINTS];
static int tries;

static bool is_new(const struct pl_chance *chance)
{
    for (int i = 0; i < tries; i++)
        if (tried[i].count == chance->count &&
            tried[i].total == chance->total &&
            memcmp(tried[i].die, chance->die,
                   chance->count * sizeof *chance->die) == 0)
            return false;
    return tries < POINTS;
}

static void try_chance(const struct pl_game *game, const struct pl_chance *c)
{
    if (!is_new(c))
        return;
    tried[tries++] = *c;
    check_enumeration(c);
    check_samples(game->id, c);
    if (c->total == 0)
        check_throw_is_a_number(c);
}

static void play(const struct pl_game *game, int seats)
{
    struct pl_setup setup;
    union pl_state state = {0};
    struct pl_turn turn;

    pl_setup_normal(&setup, game, seats);
    game->start(game, &state, &setup);
    for (int step = 0; (turn = game->turn(game, &state)).what != PL_OVER;
         step++) {
        pl_move list[PL_MOVES];
        uint8_t face[PL_DICE];

        if (turn.what == PL_CHANCE) {
            struct pl_chance chance = {0};

            game->chance(game, &state, &chance);
            if (chance.total == 0 || step % EVERY_DRAW == 0)
                try_chance(game, &chance);
            pl_roll(&chance, &rng, face);
            game->land(game, &state, face);
        } else {
            int seat = pl_lowest(turn.seats);
            int n = game->moves(game, &state, seat, list);

            game->play(game, &state, seat, list[pl_below(&rng, (uint32_t)n)]);
        }
    }
}

static void check_game(const struct pl_game *game)
{
    tries = 0;
    for (int seats = game->min_seats; seats <= game->max_seats; seats++)
        for (int i = 0; i < 30; i++)
            play(game, seats);
    assert_true(tries > 0);
    print_message("%s: %d chance points\n", game->id, tries);
}

static void every_game_throws_and_draws_so(void **unused)
{
    (void)unused;
    for (int i = 0; pl_games[i]; i++)
        check_game(pl_games[i]);
    check_game(&pl_pig_game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_below_n_are_even),
        cmocka_unit_test(large_numbers_are_even_too),
        cmocka_unit_test(each_result_is_enumerated_once),
        cmocka_unit_test(draws_follow_their_weights),
        cmocka_unit_test(every_game_throws_and_draws_so),
    };

    pl_seed(&rng, 20185);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
