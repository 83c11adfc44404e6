/* The match: what it refuses, what can be taken back, who may see what. */
#include "script.h"

static struct pl_match match;
static struct pl_message why;

static const struct pl_game *qwixx(void)
{
    return pl_game_find("qwixx");
}

static void refuses(bool accepted, const char *id)
{
    assert_false(accepted);
    assert_string_equal(why.id, id);
}

static void a_set_up_is_checked(void **unused)
{
    struct pl_setup setup;

    (void)unused;
    pl_setup_normal(&setup, qwixx(), 6);
    refuses(pl_match_start(&match, qwixx(), &setup, &why), "error.bad_seats");
    pl_setup_normal(&setup, qwixx(), 2);
    setup.first = 2;
    refuses(pl_match_start(&match, qwixx(), &setup, &why), "error.bad_first");
    setup.first = 1;
    setup.option[0] = 2;
    refuses(pl_match_start(&match, qwixx(), &setup, &why), "error.bad_value");
    refuses(pl_setup_option(&setup, qwixx(), "speed", "1", &why),
            "error.unknown_option");
    refuses(pl_setup_option(&setup, qwixx(), "finish_turn", "2", &why),
            "error.bad_value");
}

static void only_what_is_asked_is_taken(void **unused)
{
    static const char *const dice[] = {"3", "4", "1", "5", "6", "2", "1"};
    static const char *const bad[] = {"3", "4", "7", "5", "6", "2"};
    const uint8_t face[] = {0, 0, 6, 0, 0, 0};
    union pl_state before;
    pl_move move;

    (void)unused;
    sit(&match, qwixx(), 2, "");
    before = match.state;
    refuses(pl_match_play(&match, 0, 0, &why), "error.not_decide");
    refuses(pl_match_land_words(&match, dice, 5, &why), "error.bad_count");
    refuses(pl_match_land_words(&match, dice, 7, &why), "error.bad_count");
    refuses(pl_match_land_words(&match, bad, 6, &why), "error.bad_face");
    refuses(pl_match_land(&match, face, 6, &why), "error.bad_face");
    assert_memory_equal(&before, &match.state, sizeof before);
    assert_int_equal(match.steps, 0);
    assert_true(pl_match_land_words(&match, dice, 6, &why));
    refuses(pl_match_land_words(&match, dice, 6, &why), "error.not_chance");
    refuses(pl_match_find_move(&match, 0, "r8", &move, &why), "error.illegal");
    assert_string_equal(why.word.s, "r8");
    refuses(pl_match_play(&match, 0, 44, &why), "error.illegal");
    refuses(pl_match_play(&match, -1, 0, &why), "error.bad_seat");
    refuses(pl_match_play(&match, 2, 0, &why), "error.bad_seat");
    run(&match, "0:-");
    refuses(pl_match_play(&match, 0, 0, &why), "error.not_asked");
}

static void a_draw_needs_a_card_that_is_left(void **unused)
{
    const struct pl_game *game = pl_game_find("one-to-9");

    (void)unused;
    if (!game)
        skip();
    sit(&match, game, 2, "");
    run(&match, "[n5]");
    refuses(pl_match_land_words(&match, &(const char *){"n5"}, 1, &why),
            "error.none_left");
}

static void the_referee_takes_back_anything(void **unused)
{
    union pl_state at[8];

    (void)unused;
    sit(&match, qwixx(), 2, "");
    at[0] = match.state;
    run(&match, "[3 4 1 5 6 2]");
    at[1] = match.state;
    run(&match, "1:g7");
    at[2] = match.state;
    run(&match, "0:r7");
    at[3] = match.state;
    run(&match, "0:-");
    for (int i = 3; i >= 0; i--) {
        assert_true(pl_match_undo(&match, &why));
        assert_memory_equal(&match.state, &at[i], sizeof at[i]);
    }
    refuses(pl_match_undo(&match, &why), "error.at_start");
}

/* Own choices go back as far as the last roll or the last reveal. */
static void a_player_takes_back_his_own_choice(void **unused)
{
    (void)unused;
    sit(&match, qwixx(), 3, "");
    run(&match, "[3 4 1 5 6 2]");
    refuses(pl_match_take_back(&match, 0, &why), "error.nothing_to_take_back");
    run(&match, "1:g7 2:r7");
    assert_true(pl_match_take_back(&match, 1, &why));
    assert_string_equal(waiting(&match), "0 1");
    assert_int_equal(pl_match_answered(&match), 1 << 2);
    refuses(pl_match_take_back(&match, 1, &why), "error.nothing_to_take_back");
    run(&match, "0:y7 1:b7");
    assert_string_equal(waiting(&match), "0");
    for (int seat = 0; seat < 3; seat++)
        refuses(pl_match_take_back(&match, seat, &why),
                "error.nothing_to_take_back");
    run(&match, "0:-");
    assert_string_equal(waiting(&match), "chance");
    refuses(pl_match_take_back(&match, 1, &why), "error.nothing_to_take_back");
    assert_true(pl_match_take_back(&match, 0, &why));
    assert_string_equal(waiting(&match), "0");
    refuses(pl_match_take_back(&match, 0, &why), "error.nothing_to_take_back");
}

static void a_seats_history_has_no_secrets(void **unused)
{
    struct pl_buffer one = {0}, two = {0}, own = {0};

    (void)unused;
    sit(&match, qwixx(), 2, "");
    run(&match, "[3 4 1 5 6 2] 1:g7");
    pl_record_write(&match, 0, &one);
    pl_record_write(&match, 1, &own);
    sit(&match, qwixx(), 2, "");
    run(&match, "[3 4 1 5 6 2] 1:-");
    pl_record_write(&match, 0, &two);
    assert_string_equal(one.s, two.s);
    assert_non_null(strstr(one.s, "play 1 ?\n"));
    assert_non_null(strstr(own.s, "play 1 g7\n"));
    assert_false(pl_match_may_see(&match, 1, -1));
    run(&match, "0:-");
    assert_true(pl_match_may_see(&match, 1, 0));
    assert_true(pl_match_may_see(&match, 1, -1));
    pl_buffer_free(&one);
    pl_buffer_free(&two);
    pl_buffer_free(&own);
}

static void a_view_as_json_has_no_secrets(void **unused)
{
    struct pl_buffer one = {0}, two = {0};

    (void)unused;
    sit(&match, qwixx(), 2, "");
    run(&match, "[3 4 1 5 6 2] 1:g7");
    pl_view_json(&match, 0, &one);
    sit(&match, qwixx(), 2, "");
    run(&match, "[3 4 1 5 6 2] 1:-");
    pl_view_json(&match, 0, &two);
    assert_string_equal(one.s, two.s);
    assert_non_null(strstr(one.s, "\"asked\":[0,1],\"answered\":[1]"));
    pl_buffer_free(&one);
    pl_buffer_free(&two);
}

/* A replay goes through the states and the questions that the match had. */
static void a_replay_is_what_happened(void **unused)
{
    static const char *const part[] = {
        "[3 4 1 5 6 2]", "2:g7", "0:r7", "1:-", "0:-", "[1 1 2 3 4 5]"};
    enum { PARTS = sizeof part / sizeof *part };
    static const size_t question[PARTS] = {0, 1, 1, 1, 4, 5};
    union pl_state at[PARTS + 1];
    struct pl_replay replay;

    (void)unused;
    sit(&match, qwixx(), 3, "");
    for (int i = 0; i < PARTS; i++) {
        at[i] = match.state;
        run(&match, part[i]);
    }
    at[PARTS] = match.state;
    pl_replay_start(&replay, &match);
    for (size_t i = 0; i < PARTS; i++) {
        assert_ptr_equal(pl_replay_next(&replay), &match.step[i]);
        assert_int_equal(replay.question, question[i]);
        assert_memory_equal(&replay.before, &at[i], sizeof at[i]);
        assert_memory_equal(&replay.state, &at[i + 1], sizeof at[i]);
    }
    assert_null(pl_replay_next(&replay));
}

static void what_strangers_send_is_quoted_safely(void **unused)
{
    pl_move move;

    (void)unused;
    sit(&match, qwixx(), 2, "");
    run(&match, "[3 4 1 5 6 2]");
    refuses(pl_match_find_move(&match, 0, "\033[31m\xff", &move, &why),
            "error.illegal");
    assert_string_equal(why.word.s, "?[31m?");
    refuses(pl_match_find_move(&match, 0,
                               "0123456789012345678901234567890123456789x",
                               &move, &why),
            "error.illegal");
    assert_string_equal(why.word.s,
                        "0123456789012345678901234567890123456789...");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_up_is_checked),
        cmocka_unit_test(only_what_is_asked_is_taken),
        cmocka_unit_test(a_draw_needs_a_card_that_is_left),
        cmocka_unit_test(the_referee_takes_back_anything),
        cmocka_unit_test(a_player_takes_back_his_own_choice),
        cmocka_unit_test(a_seats_history_has_no_secrets),
        cmocka_unit_test(a_view_as_json_has_no_secrets),
        cmocka_unit_test(a_replay_is_what_happened),
        cmocka_unit_test(what_strangers_send_is_quoted_safely),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    pl_match_free(&match);
    return failed;
}
