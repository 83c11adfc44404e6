/* Fair dice: the arithmetic against other people's, the recipe against one
 * written in another language, and that nothing can be changed unnoticed. */
#include "../server/dice.h"
#include "script.h"
#include "sha256.h"

#include <sodium.h>
#include <stdlib.h>

/* --- Arithmetic ---------------------------------------------------------- */

static const struct { /* RFC 4231; those whose key fits into a block */
    const char *key, *text, *sum;
} vectors[] = {
    {"0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "4869205468657265",
     "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
    {"4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
     "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
    {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     "dddddddddddddddddddddddddddddddddddddddddddddddddd"
     "dddddddddddddddddddddddddddddddddddddddddddddddddd",
     "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
    {"0102030405060708090a0b0c0d0e0f10111213141516171819",
     "cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"
     "cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd",
     "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
};

static void hmac_of_the_standard(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        uint8_t key[64], text[64], sum[SHA256_BYTES];
        size_t k = strlen(vectors[i].key) / 2, t = strlen(vectors[i].text) / 2;
        char hex[SHA256_HEX + 1];

        assert_true(hex_read(vectors[i].key, key, k));
        assert_true(hex_read(vectors[i].text, text, t));
        hmac_sha256(key, k, text, t, sum);
        hex_write(sum, sizeof sum, hex);
        assert_string_equal(hex, vectors[i].sum);
    }
}

static void ours_equals_libsodiums(void **state)
{
    uint8_t key[PL_SEED], text[HMAC_TEXT], a[32], b[32];
    struct pl_rng rng;

    (void)state;
    pl_seed(&rng, 1);
    for (size_t n = 0; n <= sizeof text; n++) {
        for (size_t i = 0; i < sizeof key; i++)
            key[i] = (uint8_t)pl_random(&rng);
        for (size_t i = 0; i < n; i++)
            text[i] = (uint8_t)pl_random(&rng);
        sha256(text, n, a);
        crypto_hash_sha256(b, text, n);
        assert_memory_equal(a, b, sizeof a);
        hmac_sha256(key, sizeof key, text, n, a);
        crypto_auth_hmacsha256(b, text, n, key);
        assert_memory_equal(a, b, sizeof a);
    }
}

static void hexadecimal(void **state)
{
    static const char *const bad[] = {
        "", "0", "012", "01234", "0g23", "0A23", "0 23", "0x12", "\xc3\xa9zz"};
    uint8_t two[2];

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(hex_read(bad[i], two, 2));
    assert_true(hex_read("09af", two, 2));
    assert_int_equal(two[0], 0x09);
    assert_int_equal(two[1], 0xaf);
}

/* --- The recipe ---------------------------------------------------------- */

static void commit(struct pl_fair *fair)
{
    uint8_t seed[PL_SEED], nonce[2][PL_NONCE];

    for (int i = 0; i < PL_SEED; i++)
        seed[i] = (uint8_t)i;
    memset(nonce[0], 0xaa, PL_NONCE);
    memset(nonce[1], 0xbb, PL_NONCE);
    dice_commit(fair, seed);
    dice_mix(fair, 0, nonce[0]);
    dice_mix(fair, 1, nonce[1]);
}

static void throws_as_the_recipe_says(void **state)
{
    static const struct {
        size_t step;
        const char *dice;
    } cases[] = {{0, "564341"}, {1, "211316"}, {5, "115643"}, {1000, "441222"}};
    struct pl_match match = {0};
    struct pl_fair fair;
    char hex[SHA256_HEX + 1];

    (void)state;
    commit(&fair);
    hex_write(fair.commitment, PL_SEED, hex);
    assert_string_equal(
        hex,
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    sit(&match, pl_game_find("qwixx"), 2, "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pl_chance chance;
        uint8_t face[PL_DICE];
        char dice[PL_DICE + 1] = "";

        match.game->chance(&match.state, &chance);
        assert_int_equal(chance.count, 6);
        pl_fair_roll(&fair, NULL, cases[i].step, &chance, face);
        for (int d = 0; d < chance.count; d++)
            dice[d] = (char)('1' + face[d]);
        assert_string_equal(dice, cases[i].dice);
    }
    pl_match_free(&match);
}

/* A draw of three kinds with weights 1, 0 and 5: as often as their weights. */
static void every_result_as_often_as_it_should(void **state)
{
    static const char *const name[] = {"a", "b", "c"};
    static const struct pl_die cards = {"card", 3, name};
    struct pl_chance chance = {
        .count = 1, .total = 6, .die = {&cards}, .weight = {1, 0, 5}};
    struct pl_fair fair;
    int seen[3] = {0};

    (void)state;
    commit(&fair);
    for (size_t i = 0; i < 60000; i++) {
        uint8_t face[PL_DICE];

        pl_fair_roll(&fair, NULL, i, &chance, face);
        seen[face[0]]++;
    }
    assert_int_equal(seen[1], 0);
    assert_in_range(seen[0], 10000 - 400, 10000 + 400);
}

/* --- Records ------------------------------------------------------------- */

static void play_whole(struct pl_match *match, const struct pl_game *game)
{
    struct pl_message why;
    struct pl_turn turn;
    struct pl_rng rng;

    pl_seed(&rng, 7);
    sit(match, game, game->min_seats > 2 ? game->min_seats : 2, "");
    commit(&match->fair);
    while ((turn = game->turn(&match->state)).what != PL_OVER) {
        pl_move list[PL_MOVES];
        uint8_t face[PL_DICE];
        int seat, n;

        if (turn.what == PL_CHANCE) {
            dice_roll(&match->fair, match, face, &n);
            assert_true(pl_match_land(match, face, n, &why));
            continue;
        }
        seat = pl_lowest(turn.seats);
        n = game->moves(&match->state, seat, list);
        assert_true(pl_match_play(match, seat,
                                  list[pl_below(&rng, (uint32_t)n)], &why));
    }
}

static void records_of_all_games_pass(void **state)
{
    (void)state;
    for (int i = 0; pl_games[i]; i++) {
        struct pl_match match = {0}, again = {0};
        struct pl_buffer text = {0}, twice = {0};
        struct pl_message why;
        size_t step;
        int line;

        play_whole(&match, pl_games[i]);
        assert_false(pl_fair_check(&match, &step, &why));
        assert_string_equal(why.id, "error.no_seed");
        match.fair.is_revealed = true;
        pl_record_write(&match, PL_ALL, &text);
        assert_true(pl_record_read(&again, text.s, text.length, &why, &line));
        assert_true(pl_fair_check(&again, &step, &why));
        pl_record_write(&again, PL_ALL, &twice);
        assert_string_equal(text.s, twice.s);
        pl_buffer_free(&text);
        pl_buffer_free(&twice);
        pl_match_free(&match);
        pl_match_free(&again);
    }
}

/* Every digit of seed, nonce and throw, changed alone. */
static bool passes(const char *text, size_t length)
{
    struct pl_match match = {0};
    struct pl_message why;
    size_t step;
    int line;
    bool good = pl_record_read(&match, text, length, &why, &line) &&
                pl_fair_check(&match, &step, &why);

    pl_match_free(&match);
    return good;
}

static bool is_sworn(const char *line)
{
    return strncmp(line, "chance", 6) == 0 || strncmp(line, "nonce", 5) == 0 ||
           strncmp(line, "seed", 4) == 0;
}

static void no_digit_can_be_changed(void **state)
{
    struct pl_match match = {0};
    struct pl_buffer text = {0};
    int changed = 0;

    (void)state;
    play_whole(&match, pl_game_find("qwixx"));
    match.fair.is_revealed = true;
    pl_record_write(&match, PL_ALL, &text);
    assert_true(passes(text.s, text.length));
    for (char *line = text.s; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        for (char *c = line; *c && *c != '\n' && is_sworn(line); c++) {
            char was = *c;

            if (!strchr("0123456789abcdef", was))
                continue;
            *c = was == '1' ? '2' : '1';
            assert_false(passes(text.s, text.length));
            *c = was;
            changed++;
        }
    }
    assert_true(changed > 200);
    pl_buffer_free(&text);
    pl_match_free(&match);
}

static void damaged_lines_are_refused(void **state)
{
#define HEAD "parlour 1\ngame qwixx\nlayout A\nseats 2\nfirst 0\n"
#define HEX16 "00112233445566778899aabbccddeeff"
    static const struct {
        const char *text, *why;
    } cases[] = {
        {HEAD "nonce 0 " HEX16 "\n", NULL},
        {HEAD "seed " HEX16 HEX16 "\n", NULL},
        {HEAD "seed-commitment " HEX16 HEX16 "\n", NULL},
        {HEAD "nonce 0 " HEX16 "00\n", "error.bad_hex"},
        {HEAD "nonce 2 " HEX16 "\n", "error.bad_seat"},
        {HEAD "nonce 6 " HEX16 "\n", "error.bad_seat"},
        {HEAD "nonce 0 " HEX16 "\nnonce 0 " HEX16 "\n", "error.twice"},
        {HEAD "seed " HEX16 "\n", "error.bad_hex"},
        {HEAD "seed " HEX16 HEX16 "\nseed " HEX16 HEX16 "\n", "error.twice"},
        {HEAD "seed-commitment x\n", "error.bad_hex"},
        {HEAD "chance 1 1 1 1 1 1\nseed " HEX16 HEX16 "\n", "error.bad_step"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pl_match match = {0};
        struct pl_message why = {.id = NULL};
        int line;
        bool good = pl_record_read(&match, cases[i].text, strlen(cases[i].text),
                                   &why, &line);

        assert_int_equal(good, !cases[i].why);
        if (!good)
            assert_string_equal(why.id, cases[i].why);
        pl_match_free(&match);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hmac_of_the_standard),
        cmocka_unit_test(ours_equals_libsodiums),
        cmocka_unit_test(hexadecimal),
        cmocka_unit_test(throws_as_the_recipe_says),
        cmocka_unit_test(every_result_as_often_as_it_should),
        cmocka_unit_test(records_of_all_games_pass),
        cmocka_unit_test(no_digit_can_be_changed),
        cmocka_unit_test(damaged_lines_are_refused),
    };

    pl_assert(sodium_init() >= 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
