/* Pig, as an example of rule tests: a row is a sentence, a script, and what is
 * then allowed. */
#include "script.h"

static const struct {
    const char *why, *options, *script, *waiting, *allowed;
    int points[2];
} cases[] = {
    {"the seat that begins rolls", "first=1", "", "chance", "", {0, 0}},
    {"then it rolls again or keeps", "first=1", "[4]", "1", "roll -", {0, 0}},
    {"kept points are banked", "", "[4] 0:roll [5] 0:-", "chance", "", {9, 0}},
    {"then the next one rolls", "", "[4] 0:- [6]", "1", "roll -", {4, 0}},
    {"a one loses the turn and its points",
     "",
     "[4] 0:roll [1] [3]",
     "1",
     "roll -",
     {0, 0}},
    {"who has the goal in hand must keep",
     "goal=50",
     "[6] 0:roll [6] 0:roll [6] 0:roll [6] 0:roll [6] 0:roll [6] 0:roll [6] "
     "0:roll [6] 0:roll [6]",
     "0",
     "-",
     {0, 0}},
    {"the goal ends the game",
     "goal=50",
     "[6] 0:roll [6] 0:roll [6] 0:roll [6] 0:roll [6] 0:roll [6] 0:roll [6] "
     "0:roll [6] 0:roll [6] 0:-",
     "over",
     "",
     {54, 0}},
};

static void every_sentence(void **unused)
{
    struct pl_match match = {0};

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sit(&match, &pl_pig_game, 2, cases[i].options);
        run(&match, cases[i].script);
        print_message("%s\n", cases[i].why);
        assert_string_equal(waiting(&match), cases[i].waiting);
        assert_string_equal(
            legal(&match, match.game->turn(match.game, &match.state).seats
                              ? waiting(&match)[0] - '0'
                              : 0),
            cases[i].allowed);
        for (int s = 0; s < 2; s++)
            assert_int_equal(points(&match, s), cases[i].points[s]);
    }
    pl_match_free(&match);
}

/* The pieces by their ids: to keep, to roll again, the die. */
static void why_not(void **unused)
{
    struct pl_match match = {0};

    (void)unused;
    sit(&match, &pl_pig_game, 2, "goal=50");
    run(&match, "[6]");
    assert_string_equal(reason(&match, 0, 1), "");
    assert_string_equal(reason(&match, 0, 2), "");
    assert_string_equal(reason(&match, 0, 3), "pig.why.die");
    for (int i = 0; i < 8; i++)
        run(&match, "0:roll [6]");
    assert_string_equal(reason(&match, 0, 2), "pig.why.goal 50");
    pl_match_free(&match);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sentence),
        cmocka_unit_test(why_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
