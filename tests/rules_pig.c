/* Pig, as an example of rule tests: a row is a sentence, a script, and what is
 * then allowed. */
#include "script.h"

static const struct {
    const char *why, *options, *script, *waiting, *allowed;
    int points[2];
} cases[] = {
    {"the seat that begins throws", "first=1", "", "chance", "", {0, 0}},
    {"then it throws again or keeps", "first=1", "[4]", "1", "roll -", {0, 0}},
    {"kept points are banked", "", "[4] 0:roll [5] 0:-", "chance", "", {9, 0}},
    {"then the next one throws", "", "[4] 0:- [6]", "1", "roll -", {4, 0}},
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
        sit(&match, &pig_game, 2, cases[i].options);
        run(&match, cases[i].script);
        print_message("%s\n", cases[i].why);
        assert_string_equal(waiting(&match), cases[i].waiting);
        assert_string_equal(legal(&match, match.game->turn(&match.state).seats
                                              ? waiting(&match)[0] - '0'
                                              : 0),
                            cases[i].allowed);
        for (int s = 0; s < 2; s++)
            assert_int_equal(points(&match, s), cases[i].points[s]);
    }
    pl_match_free(&match);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_sentence)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
