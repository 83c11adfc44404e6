/* Records: good ones come back the same, damaged ones are refused with the
 * line and the reason, and the match that was there stays. */
#include "script.h"

#include <stdlib.h>

#define HEAD "parlour 1\ngame qwixx\nlayout A\nseats 2\nfirst 0\n"
#define TURN "chance 3 4 1 5 6 2\nplay 1 g7\nplay 0 r7\nplay 0 -\n"

static const struct {
    const char *text;
    int line; /* 0: it is good */
    const char *why;
} cases[] = {
    {HEAD TURN, 0, NULL},
    {HEAD, 0, NULL},
    {HEAD "option finish_turn 1\nname 0 Ann Lee\nname 1 Zoë\nbot 1 random\n"
          "# a comment\n\n" TURN,
     0, NULL},
    {"parlour 1\r\ngame qwixx\r\nlayout A\r\nseats 2\r\nfirst 0\r\n", 0, NULL},
    {"  parlour 1\n game  qwixx\nlayout A\nseats 2\nfirst 1\n  name 0 Bo", 0,
     NULL},
    {"", 0, "error.not_a_record"},
    {"hello\n", 1, "error.not_a_record"},
    {"game qwixx\n", 1, "error.not_a_record"},
    {"parlour 4\n", 1, "error.bad_version"},
    {"parlour 1\nparlour 1\n", 2, "error.twice"},
    {"parlour 1\nseats 2\n", 2, "error.missing"},
    {"parlour 1\ngame chess\n", 2, "error.unknown_game"},
    {"parlour 1\ngame qwixx\nlayout Z\n", 3, "error.bad_layout"},
    {"parlour 1\ngame qwixx\nseats two\n", 3, "error.bad_header"},
    {"parlour 1\ngame qwixx\nseats 9\nlayout A\nfirst 0\n", 5,
     "error.bad_seats"},
    {"parlour 1\ngame qwixx\nseats 2\nlayout A\nfirst 2\n", 5,
     "error.bad_first"},
    {"parlour 1\ngame qwixx\nseats 2\nlayout A\n", 4, "error.missing"},
    {"parlour 1\ngame qwixx\nseats 2\nfirst 0\nchance 1 1 1 1 1 1\n", 5,
     "error.missing"},
    {"parlour 1\noption finish_turn 1\n", 2, "error.missing"},
    {HEAD "option speed 1\n", 6, "error.unknown_option"},
    {HEAD "option finish_turn 7\n", 6, "error.bad_value"},
    {HEAD "option finish_turn 1\noption finish_turn 1\n", 7, "error.twice"},
    {HEAD "name 6 Ann\n", 6, "error.bad_seat"},
    {HEAD "name 2 Ann\n", 6, "error.bad_seat"},
    {HEAD "name 0 Ann\nname 0 Bo\n", 7, "error.twice"},
    {HEAD "name 0 A name that is far longer than a name may be\n", 6,
     "error.bad_name"},
    {HEAD "bot 0 Random!\n", 6, "error.bad_bot"},
    {HEAD "name 0 \xff\n", 6, "error.bad_text"},
    {HEAD "name 0 \xc3\n", 6, "error.bad_text"},
    {HEAD "name 0 \xed\xa0\x80\n", 6, "error.bad_text"},
    {HEAD "name 0 a\033[2J\n", 6, "error.bad_text"},
    {HEAD "chance 3 4 1 5 6\n", 6, "error.bad_count"},
    {HEAD "chance 3 4 1 5 6 7\n", 6, "error.bad_face"},
    {HEAD "chance 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n", 6, "error.bad_step"},
    {HEAD "chance 3 4 1 5 6 2\nplay 0 r8\n", 7, "error.illegal"},
    {HEAD "chance 3 4 1 5 6 2\nplay 0 ?\n", 7, "error.illegal"},
    {HEAD "chance 3 4 1 5 6 2\nplay 7 r7\n", 7, "error.bad_seat"},
    {HEAD "chance 3 4 1 5 6 2\nplay x r7\n", 7, "error.bad_seat"},
    {HEAD "chance 3 4 1 5 6 2\nplay 0 r7\nplay 0 r7\n", 8, "error.not_asked"},
    {HEAD "play 0 r7\n", 6, "error.not_decide"},
    {HEAD "chance 3 4 1 5 6 2\nchance 3 4 1 5 6 2\n", 7, "error.not_chance"},
    {HEAD TURN "seats 2\n", 10, "error.bad_step"},
    {HEAD TURN "jump\n", 10, "error.bad_step"},
    {HEAD TURN "result 1 1 winners 0 1\n", 10, "error.not_over"},
};

static struct pl_match match;

static void load_and_check(const char *text, size_t length, int line,
                           const char *reason)
{
    struct pl_match before;
    struct pl_message why = {0};
    int at = 0;
    bool good;

    sit(&match, pl_game_find("qwixx"), 3, "");
    run(&match, "[1 1 1 1 1 1] 2:r2");
    before = match;
    good = pl_record_read(&match, text, length, &why, &at);
    if (good != (reason == NULL) || (!good && at != line) ||
        (!good && strcmp(why.id, reason) != 0))
        fail_msg("%s\n  line %d: %s", text, at, good ? "good" : why.id);
    if (!good)
        assert_memory_equal(&before, &match, sizeof match);
}

static void damaged_records_are_refused(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        load_and_check(cases[i].text, strlen(cases[i].text), cases[i].line,
                       cases[i].why);
}

static void overlong_lines_are_refused(void **unused)
{
    char text[2000];

    (void)unused;
    memset(text, 'x', sizeof text);
    memcpy(text, HEAD, strlen(HEAD));
    load_and_check(text, sizeof text, 6, "error.too_long");
    memset(text, '\0', sizeof text);
    load_and_check(text, 10, 1, "error.bad_text");
}

/* A whole random game, then every way to cut it short or to change a byte:
 * either it is refused, or it says the same when it is written again. */
static void a_whole_game_survives_or_is_refused(void **unused)
{
    struct pl_match game = {0}, loaded = {0};
    struct pl_buffer text = {0};
    struct pl_message why;
    struct pl_rng rng;
    int line;

    (void)unused;
    pl_seed(&rng, 5);
    sit(&game, pl_game_find("qwixx"), 2, "finish_turn=1 first=1");
    strcpy(game.name.of[1], "Zoë");
    while (game.game->turn(game.game, &game.state).what != PL_OVER) {
        struct pl_turn turn = game.game->turn(game.game, &game.state);
        pl_move list[PL_MOVES];
        int seat = turn.seats ? pl_lowest(turn.seats) : 0;

        if (turn.what == PL_CHANCE) {
            assert_true(pl_match_roll(&game, &rng, &why));
            continue;
        }
        assert_true(pl_match_play(
            &game, seat,
            list[pl_below(&rng, (uint32_t)game.game->moves(
                                    game.game, &game.state, seat, list))],
            &why));
    }
    pl_record_write(&game, PL_ALL, &text);
    assert_true(pl_record_read(&loaded, text.s, text.length, &why, &line));
    assert_memory_equal(&loaded.state, &game.state, sizeof game.state);
    assert_string_equal(loaded.name.of[1], "Zoë");
    for (size_t i = 0; i < text.length; i++) {
        struct pl_buffer copy = {0};
        size_t cut = i;

        pl_add_bytes(&copy, text.s, text.length);
        copy.s[i] = (char)pl_random(&rng);
        pl_record_read(&loaded, copy.s, copy.length, &why, &line);
        pl_record_read(&loaded, copy.s, cut, &why, &line);
        assert_non_null(loaded.game);
        pl_buffer_free(&copy);
    }
    /* Another result than the one that the moves lead to. */
    text.s[text.length - 2] ^= 1;
    assert_false(pl_record_read(&loaded, text.s, text.length, &why, &line));
    assert_string_equal(why.id, "error.wrong_result");
    pl_match_free(&game);
    pl_match_free(&loaded);
    pl_buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_records_are_refused),
        cmocka_unit_test(overlong_lines_are_refused),
        cmocka_unit_test(a_whole_game_survives_or_is_refused),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    pl_match_free(&match);
    return failed;
}
