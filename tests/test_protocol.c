/* The engine protocol: to the letter, and whatever is rolled at it. */
#include "../bots/brain_file.h"
#include "../cli/protocol.h"
#include "../lab/lab.h"
#include "script.h"

static struct protocol p;

static const char *say(const char *line)
{
    static struct pl_buffer out;

    pl_buffer_free(&out);
    pl_add(&out, "");
    protocol_line(&p, line, strlen(line), &out);
    return out.s;
}

static const struct {
    const char *line, *answer;
} cases[] = {
    {"protocol", "= 1\n\n"},
    {"", ""},
    {"   ", ""},
    {"# comment", ""},
    {"turn", "? no game has been started\n\n"},
    {"undo", "? no game has been started\n\n"},
    {"new chess 2", "? there is no game ‘chess’\n\n"},
    {"new qwixx", "? wrong arguments for 'new'\n\n"},
    {"new qwixx 6", "? qwixx is for 1 to 5 players\n\n"},
    {"new qwixx -1", "? qwixx is for 1 to 5 players\n\n"},
    {"new qwixx 2 first=2", "? the first seat is a number from 0 to 1\n\n"},
    {"new qwixx 2 speed=1", "? this game has no option ‘speed’\n\n"},
    {"new qwixx 2 finish_turn=9",
     "? the option ‘finish_turn’ does not have that value\n\n"},
    {"new qwixx 2 finish_turn", "? 'finish_turn' is not NAME=VALUE\n\n"},
    {"new qwixx 2", "=\n\n"},
    {"turn", "= chance W W r y g b\n\n"},
    {"legal 0", "=\n\n"},
    {"undo", "? this is already the start of the game\n\n"},
    {"outcomes", "? several dice are rolled together; outcomes are listed for "
                 "one die or card\n\n"},
    {"chance 3 4 1 5 6", "? expected 6 results\n\n"},
    {"chance 3 4 1 5 6 7", "? ‘7’ is not on die 6\n\n"},
    {"chance 3 4 1 5 6 2\r", "=\n\n"},
    {"turn", "= decide 0 1\n\n"},
    {"legal 1", "= r7 y7 g7 b7 -\n\n"},
    {"legal 2", "? a seat is a number from 0 to 1\n\n"},
    {"legal 99999999999999999999", "? a seat is a number from 0 to 1\n\n"},
    {"play 1 g7", "=\n\n"},
    {"play 0 r8", "? r8 is not a legal move for that seat right now\n\n"},
    {"play 1 r7", "? that seat has nothing to decide right now\n\n"},
    {"legal 1", "=\n\n"},
    {"scores", "= 0 0\n\n"},
    {"winners", "? the game is not over yet\n\n"},
    {"genmove 0 deepblue", "? there is no bot 'deepblue'; 'bots' lists "
                           "them\n\n"},
    {"genmove 0 random ms=x", "? 'ms=x' is not ms=N or steps=N\n\n"},
    {"genmove 1 random", "? that seat has nothing to decide right now\n\n"},
    {"roll", "? there is nothing to roll or draw right now\n\n"},
    {"play 0 -", "=\n\n"},
    {"turn", "= decide 0\n\n"},
    {"scores", "= 0 1\n\n"},
    {"play 0 -", "=\n\n"},
    {"scores", "= -5 1\n\n"},
    {"undo", "=\n\n"},
    {"play 0 -", "=\n\n"},
    {"roll x", "? 'x' is not a valid seed (a whole number, 0 or greater)\n\n"},
    {"roll 7 8", "? wrong arguments for 'roll'\n\n"},
    {"caf\xc3\xa9", "? the line is not ASCII text\n\n"},
    {"jump", "? there is no command 'jump'\n\n"},
    {"protocol 3", "? this engine speaks versions 1 and 2 of the protocol, not "
                   "'3'\n\n"},
    {"new qwixx 2 seat=1", "? this game has no option ‘seat’\n\n"},
    {"protocol 2", "= 2\n\n"},
    {"protocol", "= 2\n\n"},
    {"new one-to-9 2 seat=1",
     "? 'one-to-9' has cards that only their own seat may see; this engine can "
     "be its referee, but not a player of it\n\n"},
    {"new qwixx 2 seat=2", "? a seat is a number from 0 to 1\n\n"},
    {"new qwixx 2 seat=1 game-ms=60000", "=\n\n"},
    {"chance 3 4 1 5 6 2", "=\n\n"},
    {"legal 1", "= 0 - 0\n6 r7 1\n17 y7 1\n28 g7 1\n39 b7 1\n\n"},
    {"genmove 1 random ms=1 left=7 x=1 y=2",
     "? wrong arguments for 'genmove'\n\n"},
    {"result", "? the game is not over yet\n\n"},
    {"result 12 40 winners 1", "=\n\n"},
    {"play 1 -", "=\n\n"},
    {"history 0", "= chance 3 4 1 5 6 2\nplay 1 ?\n\n"},
    {"history 1", "= chance 3 4 1 5 6 2\nplay 1 -\n\n"},
    {"history 2", "? a seat is a number from 0 to 1\n\n"},
    {"protocol 1", "= 1\n\n"},
    {"quit", "=\n\n"},
};

static void answers_to_the_letter(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (strcmp(say(cases[i].line), cases[i].answer) != 0)
            fail_msg("%s: %s", cases[i].line, say(cases[i].line));
    assert_true(p.over);
    protocol_free(&p);
    p = (struct protocol){0};
}

static void games_and_options_are_listed(void **unused)
{
    (void)unused;
    assert_non_null(strstr(say("games"),
                           "qwixx 1 5 finish_turn=0(0,1) "
                           "closed_die_step2=0(0,1) open_step1=0(0,1,2) "
                           "two_rows_one_player=0(0,1)\n"));
    assert_string_equal(say("bots"), "= random easy medium hard expert\n\n");
}

static void the_same_seed_rolls_the_same(void **unused)
{
    char first[64];

    (void)unused;
    say("new qwixx 2");
    snprintf(first, sizeof first, "%s", say("roll 42"));
    say("new qwixx 2");
    assert_string_equal(say("roll 42"), first);
    assert_int_equal(strlen(first), strlen("= 1 1 1 1 1 1\n\n"));
}

/* --- Bots with brains of files ------------------------------------------- */

enum { ANSWER = 80 };

/* Bots that think with Numeri's brain, but like what it dislikes. */
static const struct lab_bot *odd_bots(void)
{
    static const char *const level[] = {"hard", "medium", "expert", "easy"};
    static struct lab_bot bot[] = {
        {.name = "odd"}, {.name = "hard"}, {.name = "deep"}, {.name = "odd"}};
    static unsigned char bytes[BRAIN_BYTES];
    static struct brain_kept odd;
    const struct pl_game *game = pl_game_find("numeri");
    size_t size = pl_brain_write(pl_brain_find(game, 2), bytes);

    assert_null(pl_brain_read(NULL, bytes, size, &odd));
    for (int u = 0; u < UNITS; u++)
        odd.out[u][0] = (int16_t)-odd.out[u][0];
    for (int i = 0; i < 4; i++) {
        bot[i].inside = pl_bot_find(level[i]);
        bot[i].brain = &odd.brain;
    }
    return bot;
}

/* What the protocol is to answer: the same chance as the engine's, unused. */
static void expect_choice(const struct pl_bot *bot, const struct brain *brain,
                          char answer[ANSWER])
{
    const struct pl_budget budget = {.steps = 500, .brain = brain};
    const struct pl_game *game = p.match.game;
    struct pl_rng rng = p.rng;
    struct pl_text name = {0};
    union pl_state view;

    pl_match_view(&p.match, 0, &view);
    game->name(game, &p.match.state, bot->choose(game, &view, 0, &rng, &budget),
               &name);
    snprintf(answer, ANSWER, "= %s\n\n", name.s);
}

/* Asks in a position; returns whether a level alone would choose otherwise. */
static bool odd_one_chooses(const struct lab_bot *bot)
{
    char line[64], with[ANSWER], without[ANSWER];

    snprintf(line, sizeof line, "genmove 0 %s steps=500", bot->name);
    expect_choice(bot->inside, NULL, without);
    expect_choice(bot->inside, bot->brain, with);
    assert_string_equal(say(line), with);
    return strcmp(with, without) != 0;
}

static void bots_think_with_brains_of_files(void **unused)
{
    const struct lab_bot *bot = odd_bots();
    int otherwise[3] = {0};

    (void)unused;
    p.bot = bot;
    p.bots = 4;
    assert_string_equal(say("bots"), "= odd hard deep random easy medium "
                                     "expert\n\n");
    for (int seed = 1; seed <= 20; seed++) {
        char roll[64], with[ANSWER];

        snprintf(roll, sizeof roll, "roll %d", seed);
        say("new numeri 2");
        say(roll);
        for (int i = 0; i < 3; i++)
            otherwise[i] += odd_one_chooses(&bot[i]);
        expect_choice(bot[0].inside, bot[0].brain, with);
        assert_string_equal(say("genmove 0 odd ms=1"), with);
    }
    for (int i = 0; i < 3; i++)
        assert_true(otherwise[i] > 0);
    p.bots = 0;
}

/* Asked for a move of another game, they refuse; levels do not. */
static void brains_are_for_one_game(void **unused)
{
    (void)unused;
    p.bot = odd_bots();
    p.bots = 1;
    say("new qwixx 2");
    say("roll 1");
    assert_string_equal(say("genmove 0 odd"),
                        "? the brain 'odd' is for another game, or for another "
                        "version of this one\n\n");
    assert_true(strncmp(say("genmove 0 hard"), "= ", 2) == 0);
    assert_string_equal(say("genmove 0 even"),
                        "? there is no bot 'even'; 'bots' lists them\n\n");
    p.bots = 0;
}

/* What `save` prints, `load` takes, and the hash is the same. */
static void saved_games_load(void **unused)
{
    struct pl_buffer record = {0};
    char hash[64];

    (void)unused;
    say("new qwixx 3 first=1");
    say("roll 1");
    say("play 0 -");
    pl_add(&record, say("save"));
    snprintf(hash, sizeof hash, "%s", say("hash"));
    say("new qwixx 2");
    assert_string_equal(say("load"), "");
    for (char *line = record.s + 2; *line != '\n';) {
        size_t n = strcspn(line, "\n");

        line[n] = '\0';
        assert_string_equal(say(line), "");
        line += n + 1;
    }
    assert_string_equal(say("."), "=\n\n");
    assert_string_equal(say("hash"), hash);
    pl_buffer_free(&record);
}

static void damaged_records_leave_the_game(void **unused)
{
    char hash[64];

    (void)unused;
    say("new qwixx 2");
    say("roll 1");
    snprintf(hash, sizeof hash, "%s", say("hash"));
    say("load");
    say("parlour 1");
    say("game qwixx");
    say("seats 77");
    assert_string_equal(say("."), "? line 3: the line ‘layout’ is missing\n\n");
    assert_string_equal(say("hash"), hash);
}

static void overlong_lines_are_refused(void **unused)
{
    char line[5001];

    (void)unused;
    memset(line, 'x', 5000);
    line[5000] = '\0';
    assert_string_equal(say(line), "? the line is longer than 4096 bytes\n\n");
}

/* One hundred thousand lines of words that a protocol knows, in any order: an
 * answer to each, and a refusal changes nothing. */
static void survives_everything(void **unused)
{
    static const char *const words[] = {
        "new",    "qwixx", "one-to-9", "numeri",   "2",    "3",
        "4",      "5",     "turn",     "chance",   "roll", "legal",
        "play",   "undo",  "scores",   "view",     "all",  "hash",
        "save",   "load",  ".",        "winners",  "bots", "genmove",
        "random", "0",     "1",        "-",        "r7",   "-1",
        "99999",  "ms=1",  "first=1",  "*",        "+3",   "parlour",
        "game",   "seats", "\xff",     "outcomes", "draw", "protocol",
    };
    struct pl_rng rng;

    (void)unused;
    pl_seed(&rng, 7);
    for (int i = 0; i < 100000; i++) {
        char line[256] = "";
        uint64_t before = pl_hash(&p.match.state, PL_STATE, 0);
        size_t steps = p.match.steps;
        bool loading = p.loading;
        int n = (int)pl_below(&rng, 5);
        const char *answer;

        for (int k = 0; k <= n; k++) {
            strcat(line, k ? " " : "");
            strcat(line, words[pl_below(&rng, sizeof words / sizeof *words)]);
        }
        answer = say(line);
        if (loading || p.loading)
            continue;
        assert_true(answer[0] == '=' || answer[0] == '?');
        assert_string_equal(answer + strlen(answer) - 2, "\n\n");
        if (answer[0] == '?') {
            assert_true(pl_hash(&p.match.state, PL_STATE, 0) == before);
            assert_int_equal(p.match.steps, steps);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_to_the_letter),
        cmocka_unit_test(games_and_options_are_listed),
        cmocka_unit_test(the_same_seed_rolls_the_same),
        cmocka_unit_test(bots_think_with_brains_of_files),
        cmocka_unit_test(brains_are_for_one_game),
        cmocka_unit_test(saved_games_load),
        cmocka_unit_test(damaged_records_leave_the_game),
        cmocka_unit_test(overlong_lines_are_refused),
        cmocka_unit_test(survives_everything),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    protocol_free(&p);
    return failed;
}
