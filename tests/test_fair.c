/* Fair dice: the arithmetic against other people's, the recipe against one
 * written in another language, and that nothing can be changed unnoticed. */
#include "../server/tables/dice.h"
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

        assert_true(pl_hex_read(vectors[i].key, key, k));
        assert_true(pl_hex_read(vectors[i].text, text, t));
        pl_hmac_sha256(key, k, text, t, sum);
        pl_hex_write(sum, sizeof sum, hex);
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
        pl_sha256(text, n, a);
        crypto_hash_sha256(b, text, n);
        assert_memory_equal(a, b, sizeof a);
        pl_hmac_sha256(key, sizeof key, text, n, a);
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
        assert_false(pl_hex_read(bad[i], two, 2));
    assert_true(pl_hex_read("09af", two, 2));
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
    pl_hex_write(fair.commitment, PL_SEED, hex);
    assert_string_equal(
        hex,
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    sit(&match, pl_game_find("qwixx"), 2, "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pl_chance chance;
        uint8_t face[PL_DICE];
        char dice[PL_DICE + 1] = "";

        match.game->chance(match.game, &match.state, &chance);
        assert_int_equal(chance.count, 6);
        pl_fair_roll(&fair, NULL, cases[i].step, NULL, &chance, face);
        for (int d = 0; d < chance.count; d++)
            dice[d] = (char)('1' + face[d]);
        assert_string_equal(dice, cases[i].dice);
    }
    pl_match_free(&match);
}

static void secret_of(int seat, uint8_t out[PL_SEED])
{
    memset(out, seat + 1, PL_SEED);
}

/* The link of a draw, of a chain that was announced before the first. */
static void link_of(int seat, uint32_t draw, uint8_t out[PL_SEED])
{
    secret_of(seat, out);
    pl_link_before(out, PL_LINKS - draw, out);
}

/* The same numbers come out of a few lines of Python. */
static void draws_as_the_recipe_says(void **state)
{
    static const struct {
        unsigned seats;
        uint32_t draw;
        size_t step;
        const char *dice;
    } cases[] = {{3, 1, 0, "543456"}, {2, 7, 9, "245351"}, {0, 1, 3, "264264"}};
    struct pl_match match = {0};
    struct pl_fair fair;

    (void)state;
    commit(&fair);
    sit(&match, pl_game_find("qwixx"), 2, "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t link[PL_SEATS][PL_SEED] = {{0}}, mixed[PL_SEED];
        struct pl_chance chance;
        uint8_t face[PL_DICE];
        char dice[PL_DICE + 1] = "";

        for (int seat = 0; seat < 2; seat++)
            link_of(seat, cases[i].draw, link[seat]);
        pl_fair_mix(cases[i].seats, (const uint8_t(*)[PL_SEED])link, mixed);
        match.game->chance(match.game, &match.state, &chance);
        pl_fair_roll(&fair, NULL, cases[i].step, mixed, &chance, face);
        for (int d = 0; d < chance.count; d++)
            dice[d] = (char)('1' + face[d]);
        assert_string_equal(dice, cases[i].dice);
    }
    pl_match_free(&match);
}

static void promises_and_transcripts_as_the_recipe_says(void **state)
{
    struct pl_fair fair;
    uint8_t sum[PL_SEED];
    char hex[SHA256_HEX + 1];

    (void)state;
    commit(&fair);
    pl_fair_hash(&fair, 1, fair.nonce[1], sum);
    pl_hex_write(sum, PL_SEED, hex);
    assert_string_equal(
        hex,
        "69efa62f4005dd36e21274686a54eb9c77515e2ca7c2ff277455fcbb5678bfc6");
    for (int seat = 0; seat < 2; seat++) {
        fair.chains[seat] = 1;
        fair.chain[seat][0].from = (uint32_t)seat;
        link_of(seat, 0, fair.chain[seat][0].anchor);
    }
    pl_transcript_begin(&fair, sum);
    pl_transcript_add(sum, "chance ?");
    pl_transcript_add(sum, "play 1 r7");
    pl_transcript_close(sum, &fair, 2, 3, sum);
    pl_hex_write(sum, PL_SEED, hex);
    assert_string_equal(
        hex,
        "8ea64e74316bd48d3865e264919e9297fcd73adf5e271e6845889d7f5cda0a6f");
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

        pl_fair_roll(&fair, NULL, i, NULL, &chance, face);
        seen[face[0]]++;
    }
    assert_int_equal(seen[1], 0);
    assert_in_range(seen[0], 10000 - 400, 10000 + 400);
}

/* --- Records ------------------------------------------------------------- */

/* Seat 0 shows all its links; seat 1 is named for all draws, silent in every
 * third, and has another device after the fourth. */
static void draw(struct pl_match *match, uint32_t number, uint8_t mixed[])
{
    uint8_t link[PL_SEATS][PL_SEED] = {{0}};
    unsigned drawn = number % 3 ? 3 : 1;
    struct pl_fair *fair = &match->fair;

    if (number == 5) {
        struct pl_chain *next = &fair->chain[1][fair->chains[1]++];

        link_of(2, 0, next->anchor);
        memcpy(next->link, next->anchor, PL_SEED);
        next->from = next->at = 4;
    }
    for (int seat = 0; seat < 2; seat++) {
        struct pl_chain *chain = &fair->chain[seat][fair->chains[seat] - 1];

        if (!(drawn >> seat & 1))
            continue;
        link_of(chain->from ? 2 : seat, number - chain->from, link[seat]);
        memcpy(chain->link, link[seat], PL_SEED);
        chain->at = number;
    }
    pl_fair_mix(drawn, (const uint8_t(*)[PL_SEED])link, mixed);
    assert_true(pl_match_draw(match, 3, drawn));
}

static void begin_together(struct pl_fair *fair)
{
    fair->is_together = true;
    for (int seat = 0; seat < 2; seat++) {
        pl_fair_hash(fair, seat, fair->nonce[seat], fair->hash[seat]);
        fair->hashes = 3;
        fair->chains[seat] = 1;
        link_of(seat, 0, fair->chain[seat][0].anchor);
        link_of(seat, 0, fair->chain[seat][0].link);
    }
}

static void play_out(struct pl_match *match, const struct pl_game *game,
                     bool is_together)
{
    uint8_t mixed[PL_SEED];
    uint32_t draws = 0;

    struct pl_message why;
    struct pl_turn turn;
    struct pl_rng rng;

    pl_seed(&rng, 7);
    sit(match, game, game->min_seats > 2 ? game->min_seats : 2, "");
    commit(&match->fair);
    if (is_together)
        begin_together(&match->fair);
    while ((turn = game->turn(game, &match->state)).what != PL_OVER) {
        pl_move list[PL_MOVES];
        uint8_t face[PL_DICE];
        int seat, n;

        if (turn.what == PL_CHANCE) {
            if (is_together &&
                (match->steps == 0 ||
                 match->step[match->steps - 1].what == PL_DECIDE))
                draw(match, ++draws, mixed);
            dice_roll(&match->fair, match, is_together ? mixed : NULL, face,
                      &n);
            assert_true(pl_match_land(match, face, n, &why));
            continue;
        }
        seat = pl_lowest(turn.seats);
        n = game->moves(game, &match->state, seat, list);
        assert_true(pl_match_play(match, seat,
                                  list[pl_below(&rng, (uint32_t)n)], &why));
    }
}

static void records_of_all_games_pass(void **state)
{
    (void)state;
    for (int k = 0; pl_games[k / 2]; k++) {
        int i = k / 2;
        struct pl_match match = {0}, again = {0};
        struct pl_buffer text = {0}, twice = {0};
        struct pl_message why;
        size_t step;
        int line;

        play_out(&match, pl_games[i], k % 2);
        assert_false(pl_fair_check(&match, &step, &why));
        assert_string_equal(why.id, "error.no_seed");
        match.fair.is_revealed = true;
        pl_record_write(&match, PL_ALL, &text);
        assert_true(pl_record_read(&again, text.s, text.length, &why, &line));
        assert_true(pl_fair_check(&again, &step, &why));
        pl_record_write(&again, PL_ALL, &twice);
        assert_string_equal(text.s, twice.s);
        assert_int_equal(text.s[strlen("parlour ")], k % 2 ? '2' : '1');
        pl_buffer_free(&text);
        pl_buffer_free(&twice);
        pl_match_free(&match);
        pl_match_free(&again);
    }
}

/* Every digit of seed, nonce and roll, changed alone. */
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
           strncmp(line, "seed", 4) == 0 || strncmp(line, "draw", 4) == 0 ||
           strncmp(line, "chain", 5) == 0;
}

static void change_every_digit(bool is_together)
{
    struct pl_match match = {0};
    struct pl_buffer text = {0};
    int changed = 0;

    play_out(&match, pl_game_find("qwixx"), is_together);
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

static void no_digit_can_be_changed(void **state)
{
    (void)state;
    change_every_digit(false);
    change_every_digit(true);
}

/* What it counts, and that a record knows what each draw was agreed to by. */
static void note_draw(void *context, const struct pl_draw *found)
{
    int *draws = context;

    assert_int_equal(found->number, ++*draws);
    assert_int_equal(found->named, 3);
}

static void silences_are_counted(void **state)
{
    struct pl_fair_counts count;
    struct pl_match match = {0};
    int draws = 0;

    (void)state;
    play_out(&match, pl_game_find("qwixx"), true);
    pl_fair_count(&match, &count);
    pl_fair_draws(&match, note_draw, &draws);
    assert_true(draws > 10);
    assert_int_equal(count.draws, draws);
    assert_int_equal(count.left_out, draws / 3);
    assert_int_equal(count.alone, 0);
    pl_match_free(&match);
}

static void damaged_lines_are_refused(void **state)
{
#define HEAD "parlour 1\ngame qwixx\nlayout A\nseats 2\nfirst 0\n"
#define HEAD2 "parlour 2\ngame qwixx\nlayout A\nseats 2\nfirst 0\n"
#define HEX16 "00112233445566778899aabbccddeeff"
#define CHAIN(seat, from, at)                                                  \
    "chain " seat " " from " " HEX16 HEX16 " " at " " HEX16 HEX16 "\n"
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
        /* What version 1 does not know. */
        {HEAD "dice together\n", "error.bad_step"},
        {HEAD "nonce-commitment 0 " HEX16 HEX16 "\n", "error.bad_step"},
        {HEAD2 "nonce-commitment 0 " HEX16 HEX16 "\n", NULL},
        {HEAD2 "nonce-commitment 0 " HEX16 "\n", "error.bad_hex"},
        {HEAD2 "nonce-commitment 2 " HEX16 HEX16 "\n", "error.bad_seat"},
        {HEAD2 "dice alone\n", "error.bad_header"},
        {HEAD2 "dice together\ndice together\n", "error.twice"},
        {HEAD2 CHAIN("0", "0", "7"), NULL},
        {HEAD2 CHAIN("2", "0", "7"), "error.bad_seat"},
        {HEAD2 CHAIN("0", "8", "7"), "error.bad_header"},
        {HEAD2 CHAIN("0", "0", "2049"), "error.bad_header"},
        {HEAD2 CHAIN("0", "0", "-1"), "error.bad_header"},
        {HEAD2 CHAIN("0", "0", "7") CHAIN("0", "6", "9"), "error.bad_header"},
        {HEAD2 CHAIN("0", "0", "7") CHAIN("0", "7", "9"), NULL},
        {HEAD2 CHAIN("0", "0", "0") CHAIN("0", "1", "1") CHAIN("0", "2", "2")
             CHAIN("0", "3", "3") CHAIN("0", "4", "4"),
         "error.twice"},
        {HEAD2 "draw 0\n", "error.bad_step"},
        {HEAD2 "dice together\ndraw 0 without 1\n", NULL},
        {HEAD2 "dice together\ndraw 0 0\n", "error.bad_step"},
        {HEAD2 "dice together\ndraw 2\n", "error.bad_step"},
        {HEAD2 "dice together\ndraw\n", "error.bad_step"},
        {HEAD2 "dice together\ndraw 0\ndraw 1\n", "error.bad_step"},
        {HEAD2 "dice together\nchance 1 1 1 1 1 1\ndraw 0\n", "error.bad_step"},
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
        cmocka_unit_test(draws_as_the_recipe_says),
        cmocka_unit_test(promises_and_transcripts_as_the_recipe_says),
        cmocka_unit_test(every_result_as_often_as_it_should),
        cmocka_unit_test(records_of_all_games_pass),
        cmocka_unit_test(no_digit_can_be_changed),
        cmocka_unit_test(silences_are_counted),
        cmocka_unit_test(damaged_lines_are_refused),
    };

    pl_assert(sodium_init() >= 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
