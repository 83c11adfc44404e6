/* Numeri, rule by rule (ids NU-…). Squares are counted from the start, 0, to
 * the last, 36; -1 is off the board. Vectors for longer tracks are moved so
 * that what lay near the end lies near ours. */
#include "../games/numeri.c"
#include "script.h"

#include <stdlib.h>

static struct pl_match match;

static struct numeri *table(void)
{
    return (struct numeri *)&match.state;
}

/* "5 7 -1 36": the squares of tokens 1, 2, …; those left out are off. */
static void put(int seat, const char *squares)
{
    char *s = NULL;

    for (int i = 0; i < TOKENS; i++, squares = s) {
        long square = strtol(squares, &s, 10);

        if (s == squares)
            return;
        table()->place[seat][i] = (uint8_t)(square + 1);
        if (square >= 0)
            table()->taken |= bit((int)square + 1);
    }
}

static void sit_down(int seats, const char *house_rules, const char *const at[])
{
    sit(&match, &pl_numeri_game, seats, house_rules);
    for (int s = 0; s < seats; s++)
        put(s, at[s] ? at[s] : "");
}

/* The same way round; tokens off the board at the end are left out. */
static const char *squares_of(int seat)
{
    static char text[64];
    int n = 0, last = TOKENS;

    while (last > 0 && table()->place[seat][last - 1] == OFF)
        last--;
    text[0] = '\0';
    for (int i = 0; i < last; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%d", i ? " " : "",
                      table()->place[seat][i] - 1);
    return text;
}

/* --- What may be moved --------------------------------------------------- */

static const struct {
    const char *rules, *why, *options;
    int seats;
    const char *at[SEATS], *die, *allowed;
} move_cases[] = {
    {"NU-20 NU-V4", "a 1 moves token 1", "", 2, {"5 7 9 11 13"}, "[1]", "1"},
    {"NU-22 NU-V4", "a 2 is not split", "", 2, {"5 7 9 11 13"}, "[2]", "2"},
    {"NU-22 NU-23 NU-V4",
     "3 is 1 and 2 in either order",
     "",
     2,
     {"5 7 9 11 13"},
     "[3]",
     "3 1+2 2+1"},
    {"NU-22 NU-23 NU-V4 NU-G15",
     "4 is 1 and 3, not twice 2",
     "",
     2,
     {"5 7 9 11 13"},
     "[4]",
     "4 1+3 3+1"},
    {"NU-22 NU-23 NU-V4",
     "5 is 1 and 4, or 2 and 3",
     "",
     2,
     {"5 7 9 11 13"},
     "[5]",
     "5 1+4 4+1 2+3 3+2"},
    {"NU-21 NU-V4",
     "a star moves one token of choice and is not split",
     "",
     2,
     {"5 7 9 11 13"},
     "[*]",
     "1 2 3 4 5"},
    {"NU-21 NU-12 NU-G3",
     "a star can be the first roll of all",
     "",
     2,
     {""},
     "[*]",
     "1 2 3 4 5"},
    {"NU-22 NU-V7",
     "no split of a 3 before the barrier is crossed",
     "",
     2,
     {"1 3 5 7 9"},
     "[3]",
     "3"},
    {"NU-22 NU-V7", "nor of a 4", "", 2, {"1 3 5 7 9"}, "[4]", "4"},
    {"NU-22 NU-V7", "nor of a 5", "", 2, {"1 3 5 7 9"}, "[5]", "5"},
    {"NU-22",
     "any player's token opens the split for all",
     "",
     2,
     {"1 3 5", "10"},
     "[4]",
     "4 1+3 3+1"},
    {"NU-6 NU-G13 NU-G20",
     "two players: 10 is beyond the barrier",
     "",
     2,
     {"10"},
     "[3]",
     "3 1+2 2+1"},
    {"NU-6 NU-G20", "two players: 9 is not", "", 2, {"9"}, "[3]", "3"},
    {"NU-6 NU-G20",
     "three players: 13 is beyond",
     "",
     3,
     {"", "", "13"},
     "[3]",
     "3 1+2 2+1"},
    {"NU-6 NU-G20",
     "three players: 12 is not",
     "",
     3,
     {"", "", "12"},
     "[3]",
     "3"},
    {"NU-6 NU-G20",
     "four players: 16 is beyond",
     "",
     4,
     {"", "", "", "16"},
     "[3]",
     "3 1+2 2+1"},
    {"NU-6 NU-G20",
     "four players: 15 is not",
     "",
     4,
     {"", "", "", "15"},
     "[3]",
     "3"},
    {"NU-26 NU-11 NU-V5 NU-G9",
     "1 on the last square, 1 rolled: no move",
     "",
     2,
     {"36 20 21 22 23"},
     "[1]",
     "-"},
    {"NU-11 NU-G8",
     "the second-last square is stuck if the last is taken",
     "",
     2,
     {"35", "36"},
     "[1]",
     "-"},
    {"NU-10 NU-G8", "else it is not", "", 2, {"35", "34"}, "[1]", "1"},
    {"NU-25 NU-V8 NU-G5",
     "the whole token is stuck: one must split",
     "",
     2,
     {"10 11 12 36 13"},
     "[4]",
     "1+3 3+1"},
    {"NU-25 NU-V8",
     "must_split=0: or pass",
     "must_split=0",
     2,
     {"10 11 12 36 13"},
     "[4]",
     "1+3 3+1 -"},
    {"NU-25",
     "must_split=0: no pass if the whole token can move",
     "must_split=0",
     2,
     {"5 7 9 11 13"},
     "[4]",
     "4 1+3 3+1"},
    {"NU-26",
     "must_split=0: the one pass if nothing can move",
     "must_split=0",
     2,
     {"36 20 21 22 23"},
     "[1]",
     "-"},
    {"NU-25",
     "must_split=0: a star must be used",
     "must_split=0",
     2,
     {"36 7 9 11 13"},
     "[*]",
     "2 3 4 5"},
    {"NU-24 NU-V9 NU-G4",
     "one free square ahead of both: the front token first",
     "",
     2,
     {"33 3 34 4 35"},
     "[4]",
     "4 3+1"},
    {"NU-24 NU-G4",
     "two free squares ahead of both: either order",
     "",
     2,
     {"33 3 34 4 32"},
     "[4]",
     "4 1+3 3+1"},
    {"NU-26 NU-24 NU-V10",
     "whole token stuck and a split partner stuck: pass",
     "",
     2,
     {"35 11 12 36 13"},
     "[4]",
     "-"},
    {"NU-26 NU-V10", "1 stuck as well", "", 2, {"35 11 12 36 13"}, "[1]", "-"},
    {"NU-24 NU-V10",
     "of a 5 only the split with two tokens that can move",
     "",
     2,
     {"35 11 12 36 13"},
     "[5]",
     "5 2+3 3+2"},
    {"NU-21 NU-25 NU-V10",
     "a star moves those that can",
     "",
     2,
     {"35 11 12 36 13"},
     "[*]",
     "2 3 5"},
    {"NU-25",
     "star_optional=1: a star may be declined",
     "star_optional=1",
     2,
     {"5 7 9 11 36"},
     "[*]",
     "1 2 3 4 -"},
    {"NU-25",
     "star_optional=1: a number may not, nor a stuck one's split",
     "star_optional=1",
     2,
     {"10 11 12 36 13"},
     "[4]",
     "1+3 3+1"},
    {"NU-24 NU-40",
     "a first half that would end the game needs its second half",
     "",
     2,
     {"33 36 20", "35"},
     "[3]",
     "3"},
    {"NU-24 NU-40",
     "end_check=halfmove: as well",
     "end_check=halfmove",
     2,
     {"33 36 20", "35"},
     "[3]",
     "3"},
};

static void what_may_be_moved(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof move_cases / sizeof *move_cases; i++) {
        sit_down(move_cases[i].seats, move_cases[i].options, move_cases[i].at);
        run(&match, move_cases[i].die);
        assert_string_equal(waiting(&match), "0");
        if (strcmp(legal(&match, 0), move_cases[i].allowed) != 0)
            fail_msg("%s: %s: %s", move_cases[i].rules, move_cases[i].why,
                     legal(&match, 0));
    }
}

/* --- What a turn brings about -------------------------------------------- */

/* The seat whose roll comes next, or no one's. */
enum { NOBODY = -1 };

static const struct {
    const char *rules, *why, *options;
    int seats;
    const char *at[SEATS], *script;
    int next;
    const char *after[SEATS];
} turn_cases[] = {
    {"NU-10 NU-20 NU-12 NU-G1 NU-G2 NU-V1",
     "enter on the first free square, the start when it is free again",
     "",
     3,
     {""},
     "[2] 0:2 [4] 1:4 [1] 2:1 [2] 0:2 [3] 1:3",
     2,
     {"-1 3", "-1 -1 0 1", "2"}},
    {"NU-10 NU-3 NU-V6",
     "a jump over fifteen squares, no matter who holds them",
     "",
     4,
     {"0", "1 2 3 4 5", "6 7 8 9 10", "11 12 13 14 15"},
     "[1] 0:1",
     1,
     {"16", "1 2 3 4 5", "6 7 8 9 10", "11 12 13 14 15"}},
    {"NU-11",
     "no farther than the next free square, and other tokens stay",
     "",
     2,
     {"4 9 6", "5 8"},
     "[1] 0:1",
     1,
     {"7 9 6", "5 8"}},
    {"NU-21",
     "a star moves the chosen token only",
     "",
     2,
     {"4 9 6", "5 8"},
     "[*] 0:3",
     1,
     {"4 9 7", "5 8"}},
    {"NU-12 NU-22 NU-23 NU-V18",
     "both tokens of a split enter, in order",
     "",
     2,
     {"", "1 -1 -1 -1 30"},
     "[3] 0:2+1",
     1,
     {"2 0", "1 -1 -1 -1 30"}},
    {"NU-12 NU-23 NU-V18",
     "and the other way round",
     "",
     2,
     {"", "1 -1 -1 -1 30"},
     "[3] 0:1+2",
     1,
     {"0 2", "1 -1 -1 -1 30"}},
    {"NU-22 NU-23",
     "5 as 4 and 1",
     "",
     2,
     {"5 7 9 4 13"},
     "[5] 0:4+1",
     0,
     {"8 7 9 6 13"}},
    {"NU-22 NU-23",
     "5 as 1 and 4",
     "",
     2,
     {"5 7 9 4 13"},
     "[5] 0:1+4",
     0,
     {"6 7 9 5 13"}},
    {"NU-22 NU-23",
     "5 as 2 and 3",
     "",
     2,
     {"13 4 5 20 8"},
     "[5] 0:2+3",
     0,
     {"13 6 7 20 8"}},
    {"NU-22 NU-23",
     "5 as 3 and 2",
     "",
     2,
     {"13 4 5 20 8"},
     "[5] 0:3+2",
     1,
     {"13 5 6 20 8"}},
    {"NU-26 NU-33",
     "who cannot move hands on, whatever chain there is",
     "",
     2,
     {"36 20 21 22 23"},
     "[1] 0:-",
     1,
     {"36 20 21 22 23"}},
    {"NU-33",
     "a declined star gives no extra turn, either",
     "star_optional=1 chain_test=changed",
     2,
     {"10 11 12"},
     "[*] 0:-",
     1,
     {"10 11 12"}},
    {"NU-30 NU-22 NU-23 NU-V2",
     "134.x. with 3, then 1: a row of three again",
     "",
     2,
     {"10 -1 11 12", "14"},
     "[4] 0:3+1",
     0,
     {"11 -1 13 12", "14"}},
    {"NU-30 NU-V2",
     "134.x. with 4: none",
     "",
     2,
     {"10 -1 11 12", "14"},
     "[4] 0:4",
     1,
     {"10 -1 11 13", "14"}},
    {"NU-30 NU-23 NU-V2 NU-G12",
     "134.x. with 1, then 3: one for the first half only",
     "",
     2,
     {"10 -1 11 12", "14"},
     "[4] 0:1+3",
     1,
     {"13 -1 15 12", "14"}},
    {"NU-30 NU-22 NU-23 NU-V2b",
     "31..4. with 3, then 1: a row of three",
     "",
     2,
     {"11 -1 10 14"},
     "[4] 0:3+1",
     0,
     {"13 -1 12 14"}},
    {"NU-30 NU-V2b",
     "31..4. with 4: none",
     "",
     2,
     {"11 -1 10 14"},
     "[4] 0:4",
     1,
     {"11 -1 10 15"}},
    {"NU-30 NU-V2b",
     "31..4. with 1, then 3: none",
     "",
     2,
     {"11 -1 10 14"},
     "[4] 0:1+3",
     1,
     {"12 -1 11 14"}},
    {"NU-31 NU-V11",
     "the rear token jumps to the front of the chain",
     "",
     2,
     {"10 11 12"},
     "[1] 0:1",
     0,
     {"13 11 12"}},
    {"NU-31 NU-V11",
     "chain_test=changed: the same",
     "chain_test=changed",
     2,
     {"10 11 12"},
     "[1] 0:1",
     0,
     {"13 11 12"}},
    {"NU-31 NU-30 NU-V12",
     "an unchanged chain elsewhere gives nothing",
     "",
     2,
     {"10 11 12 20"},
     "[4] 0:4",
     1,
     {"10 11 12 21"}},
    {"NU-31 NU-V12",
     "chain_test=changed: the same",
     "chain_test=changed",
     2,
     {"10 11 12 20"},
     "[4] 0:4",
     1,
     {"10 11 12 21"}},
    {"NU-31 NU-V13 NU-G7",
     "the front of a chain of four leaves over a foreign token",
     "",
     2,
     {"10 11 12 13", "14"},
     "[4] 0:4",
     1,
     {"10 11 12 15", "14"}},
    {"NU-31 NU-V13 NU-G7",
     "chain_test=changed: it got shorter, so another turn",
     "chain_test=changed",
     2,
     {"10 11 12 13", "14"},
     "[4] 0:4",
     0,
     {"10 11 12 15", "14"}},
    {"NU-31 NU-G7",
     "the rear of a chain of four leaves over a foreign token",
     "",
     2,
     {"10 11 12 13", "14"},
     "[1] 0:1",
     1,
     {"15 11 12 13", "14"}},
    {"NU-31 NU-G7",
     "chain_test=changed: it got shorter, so another turn",
     "chain_test=changed",
     2,
     {"10 11 12 13", "14"},
     "[1] 0:1",
     0,
     {"15 11 12 13", "14"}},
    {"NU-31",
     "chain_test=changed: a token that enters leaves no chain",
     "chain_test=changed",
     2,
     {"0 1 2", "3"},
     "[4] 0:4",
     1,
     {"0 1 2 4", "3"}},
    {"NU-31",
     "chain_test=changed: two left of a chain of three are none",
     "chain_test=changed",
     2,
     {"10 11 12", "13"},
     "[1] 0:1",
     1,
     {"14 11 12", "13"}},
    {"NU-31 NU-V14",
     "a chain of three extended to four",
     "",
     2,
     {"10 11 12 8", "9"},
     "[4] 0:4",
     0,
     {"10 11 12 13", "9"}},
    {"NU-31 NU-V14",
     "chain_test=changed: the same",
     "chain_test=changed",
     2,
     {"10 11 12 8", "9"},
     "[4] 0:4",
     0,
     {"10 11 12 13", "9"}},
    {"NU-31",
     "the moved token is the rear of the chain",
     "",
     2,
     {"8 10 11"},
     "[1] 0:1",
     0,
     {"9 10 11"}},
    {"NU-31",
     "the moved token is in the middle of it",
     "",
     2,
     {"7 9 11", "8"},
     "[*] 0:1",
     0,
     {"10 9 11", "8"}},
    {"NU-32 NU-V15 NU-G17",
     "a foreign token in between",
     "",
     2,
     {"10 11 9", "12"},
     "[3] 0:3",
     1,
     {"10 11 13", "12"}},
    {"NU-32 NU-V15",
     "chain_test=changed: the same",
     "chain_test=changed",
     2,
     {"10 11 9", "12"},
     "[3] 0:3",
     1,
     {"10 11 13", "12"}},
    {"NU-32",
     "a free square in between",
     "",
     2,
     {"10 12 8"},
     "[3] 0:3",
     1,
     {"10 12 9"}},
    {"NU-30", "two are no chain", "", 2, {"10 12"}, "[1] 0:1", 1, {"11 12"}},
    {"NU-30 NU-33",
     "again and again, and no barrier is needed",
     "",
     2,
     {"0 1"},
     "[3] 0:3 [1] 0:1 [2] 0:2 [3] 0:3",
     0,
     {"3 4 5"}},
    {"NU-30 NU-12",
     "entering makes a chain",
     "",
     2,
     {"-1 1 2"},
     "[1] 0:1",
     0,
     {"0 1 2"}},
    {"NU-7",
     "clockwise, and round",
     "first=2",
     3,
     {""},
     "[1] 2:1 [1] 0:1",
     1,
     {"1", "", "0"}},
    {"NU-40 NU-V16",
     "the last of the three squares is taken: over",
     "",
     2,
     {"33 5", "36 35"},
     "[1] 0:1",
     NOBODY,
     {"34 5", "36 35"}},
    {"NU-40 NU-V17",
     "one of the three is free: not over",
     "",
     2,
     {"36 35 33 32 30"},
     "[5] 0:5",
     0,
     {"36 35 33 32 31"}},
    {"NU-40 NU-G10",
     "the end comes before the extra turn",
     "",
     2,
     {"36 35 33"},
     "[3] 0:3",
     NOBODY,
     {"36 35 34"}},
    {"NU-40 NU-V19 NU-G11",
     "the second half of a split is still played",
     "",
     2,
     {"33 20", "35 36"},
     "[3] 0:1+2",
     NOBODY,
     {"34 21", "35 36"}},
    {"NU-40 NU-V19",
     "end_check=halfmove: it is not",
     "end_check=halfmove",
     2,
     {"33 20", "35 36"},
     "[3] 0:1+2",
     NOBODY,
     {"34 20", "35 36"}},
    {"NU-40",
     "end_check=halfmove: other splits are played whole",
     "end_check=halfmove",
     2,
     {"33 20", "35 36"},
     "[3] 0:2+1",
     NOBODY,
     {"34 21", "35 36"}},
};

static void whole_turns(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof turn_cases / sizeof *turn_cases; i++) {
        int next = turn_cases[i].next;

        print_message("%s: %s\n", turn_cases[i].rules, turn_cases[i].why);
        sit_down(turn_cases[i].seats, turn_cases[i].options, turn_cases[i].at);
        run(&match, turn_cases[i].script);
        assert_string_equal(waiting(&match),
                            next == NOBODY ? "over" : "chance");
        if (next != NOBODY)
            assert_int_equal(table()->active, next);
        for (int s = 0; s < turn_cases[i].seats; s++)
            assert_string_equal(squares_of(s), turn_cases[i].after[s]
                                                   ? turn_cases[i].after[s]
                                                   : "");
    }
}

/* NU-22 NU-G14: the roll that crosses is not split; the next one is, the
 * extra turn of the same player and the turn of the other. */
static void the_split_holds_from_the_next_throw(void **unused)
{
    (void)unused;
    sit_down(2, "", (const char *const[SEATS]){"8 7 9"});
    run(&match, "[3]");
    assert_string_equal(legal(&match, 0), "3");
    run(&match, "0:3 [3]");
    assert_string_equal(legal(&match, 1), "3 1+2 2+1");
    sit_down(2, "", (const char *const[SEATS]){"8 7 9"});
    run(&match, "[2] 0:2 [3]");
    assert_string_equal(waiting(&match), "0");
    assert_string_equal(legal(&match, 0), "3 1+2 2+1");
}

/* NU-40: which squares the last three are. */
static void the_end(void **unused)
{
    static const struct {
        const char *rules, *at[SEATS], *waiting;
    } cases[] = {
        {"NU-40 NU-V16", {"36 35 5", "34"}, "over"},
        {"NU-40 NU-V17", {"36 35 33 32 31"}, "chance"},
        {"NU-40", {"36 34 33 32 31"}, "chance"},
        {"NU-40", {"35 34 33 32 31"}, "chance"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sit_down(2, "", cases[i].at);
        assert_string_equal(waiting(&match), cases[i].waiting);
    }
}

/* Which own token stands on each square, with an empty one at either end. */
static void line_up(const struct numeri *g, int seat, int line[])
{
    memset(line, 0, (MAX_SQUARES + 2) * sizeof *line);
    for (int i = 0; i < TOKENS; i++)
        if (g->place[seat][i] != OFF)
            line[g->place[seat][i]] = i + 1;
}

/* The words of NU-30, block by block: is there one that was not there just
 * so, and that holds a moved token (or need not, by the option)? */
static bool earns_a_turn(const struct numeri *before,
                         const struct numeri *after, int seat, bool changed)
{
    int was[MAX_SQUARES + 2], is[MAX_SQUARES + 2];

    line_up(before, seat, was);
    line_up(after, seat, is);
    for (int from = 1, to; from <= shipped.squares; from = to + 1) {
        bool moved = false, same;

        for (to = from; is[to]; to++)
            moved |= is[to] != was[to];
        same = !moved && !was[from - 1] && !was[to];
        if (to - from >= 3 && (changed ? !same : moved))
            return true;
    }
    return false;
}

/* NU-30 NU-31: random games against those words. */
static void chains(void **unused)
{
    static const char *const tests[] = {"chain_test=moved",
                                        "chain_test=changed"};
    struct pl_message why;
    struct pl_rng rng;
    int extra[2] = {0, 0};

    (void)unused;
    pl_seed(&rng, 2);
    for (int game = 0; game < 200; game++) {
        sit(&match, &pl_numeri_game, 2 + game % 3, tests[game % 2]);
        for (;;) {
            struct numeri before = *table();
            pl_move list[PL_MOVES];
            int n;

            assert_true(pl_match_roll(&match, &rng, &why));
            n = pl_numeri_game.moves(&pl_numeri_game, table(), before.active,
                                     list);
            pl_numeri_game.play(&pl_numeri_game, table(), before.active,
                                list[pl_below(&rng, (uint32_t)n)]);
            if (is_over(&shipped, table()))
                break;
            assert_int_equal(
                table()->active == before.active,
                earns_a_turn(&before, table(), before.active, game % 2));
            extra[game % 2] += table()->active == before.active;
        }
    }
    assert_true(extra[0] > 100 && extra[1] > 100);
}

/* --- Points -------------------------------------------------------------- */

static const struct {
    const char *rules, *why, *at;
    int part[TOKENS], total;
} point_cases[] = {
    {"NU-41 NU-V3",
     "2 on 25, 3 on 9, 5 on -1, 4 off, 1 on a square without number",
     "7 35 27 -1 5",
     {0, 50, 27, -20, -5},
     52},
    {"NU-41 NU-V20 NU-G19",
     "none has entered",
     "",
     {-5, -10, -15, -20, -25},
     -75},
    {"NU-41",
     "the start and the last four numbers",
     "0 32 34 35 36",
     {-3, 30, 60, 100, 150},
     337},
    {"NU-41",
     "the best five squares",
     "30 32 34 35 36",
     {12, 30, 60, 100, 150},
     352},
};

static void points_of_tokens(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof point_cases / sizeof *point_cases; i++) {
        struct pl_part part[PL_PARTS];

        print_message("%s: %s\n", point_cases[i].rules, point_cases[i].why);
        sit(&match, &pl_numeri_game, 2, "");
        put(1, point_cases[i].at);
        assert_int_equal(points(&match, 1), point_cases[i].total);
        assert_int_equal(
            pl_numeri_game.parts(&pl_numeri_game, &match.state, 1, part),
            TOKENS);
        for (int k = 0; k < TOKENS; k++)
            assert_int_equal(part[k].points, point_cases[i].part[k]);
    }
    assert_int_equal(pl_numeri_game.points_min, -75);
    assert_int_equal(pl_numeri_game.points_max, 352);
}

/* NU-42 NU-G18: the highest sum wins, equal ones share. */
static void who_wins(void **unused)
{
    (void)unused;
    sit(&match, &pl_numeri_game, 3, "");
    assert_int_equal(winners(&match), 1 << 0 | 1 << 1 | 1 << 2);
    put(1, "35");
    assert_int_equal(winners(&match), 1 << 1);
    put(2, "34 18");
    assert_int_equal(points(&match, 2), 20 + 8 - 60);
    assert_int_equal(points(&match, 1), 25 - 70);
    assert_int_equal(winners(&match), 1 << 2);
    put(0, "16 14 20 21 0");
    assert_int_equal(points(&match, 0), 20 - 15);
    assert_int_equal(winners(&match), 1 << 0);
    put(2, "30 31 33 29 1"); /* 12 − 15 */
    put(0, "0 31 33 29 28"); /* −3 */
    assert_int_equal(winners(&match), 1 << 0 | 1 << 2);
}

/* --- Set-up -------------------------------------------------------------- */

/* NU-1 NU-2 NU-7: two to four players with five tokens each, all off the
 * board; a die of 1 to 5 and a star; the seat that begins rolls. */
static void set_up(void **unused)
{
    static const char *const faces[] = {"1", "2", "3", "4", "5", "*"};
    struct pl_chance chance;

    (void)unused;
    assert_int_equal(pl_numeri_game.min_seats, 2);
    assert_int_equal(pl_numeri_game.max_seats, 4);
    assert_int_equal(TOKENS, 5);
    sit(&match, &pl_numeri_game, 4, "first=3");
    for (int s = 0; s < 4; s++)
        assert_string_equal(squares_of(s), "");
    pl_numeri_game.chance(&pl_numeri_game, &match.state, &chance);
    assert_int_equal(chance.count, 1);
    assert_int_equal(chance.total, 0);
    assert_int_equal(chance.sees, PL_EVERYBODY);
    assert_int_equal(chance.die[0]->faces, 6);
    for (int i = 0; i < 6; i++)
        assert_string_equal(chance.die[0]->face[i], faces[i]);
    run(&match, "[2]");
    assert_string_equal(waiting(&match), "3");
}

/* NU-3 NU-4 NU-5 NU-6: the board that we ship, a barrier for each number of
 * players, and what any board must keep. */
static void the_track(void **unused)
{
    static const int value[] = {-3, -3, -3, -2, -2, -1, -1, 0, 0,  1,  0, 0, 2,
                                0,  0,  3,  0,  0,  4,  0,  0, 5,  0,  0, 7, 0,
                                0,  9,  0,  0,  12, 0,  15, 0, 20, 25, 30};
    int highest = value[0];

    (void)unused;
    assert_int_equal(shipped.squares, 37);
    assert_true(shipped.squares > 5 * SEATS && shipped.squares >= 17);
    for (int i = 0; i < shipped.squares; i++) {
        assert_int_equal(shipped.value[i], value[i]);
        assert_true(shipped.value[i] == 0 || shipped.value[i] >= highest);
        highest = shipped.value[i] ? shipped.value[i] : highest;
    }
    assert_int_equal(shipped.barrier[2], 10);
    assert_int_equal(shipped.barrier[3], 13);
    assert_int_equal(shipped.barrier[4], 16);
}

/* --- Bounds -------------------------------------------------------------- */

static int sum_of_places(void)
{
    int sum = 0;

    for (int s = 0; s < table()->seats; s++)
        for (int i = 0; i < TOKENS; i++)
            sum += table()->place[s][i];
    return sum;
}

/* NU-3: no one shares a square, and `taken` says just where tokens are. */
static void check_squares(void)
{
    uint64_t seen = 0;

    for (int s = 0; s < table()->seats; s++)
        for (int i = 0; i < TOKENS; i++)
            if (table()->place[s][i] != OFF) {
                assert_false(seen & bit(table()->place[s][i]));
                seen |= bit(table()->place[s][i]);
            }
    assert_true(seen == table()->taken);
}

static int stuck_tokens(void)
{
    int n = 0;

    for (int s = 0; s < table()->seats; s++)
        for (int token = 1; token <= TOKENS; token++)
            n += !can_move(&shipped, table(), s, token);
    return n;
}

/* One random move; returns how many tokens it moved. */
static int move_somehow(struct pl_rng *rng)
{
    struct pl_message why;
    pl_move list[PL_MOVES], move;
    int seat = table()->active, before = sum_of_places();
    int n = pl_numeri_game.moves(&pl_numeri_game, &match.state, seat, list);

    assert_true(n <= 5);
    assert_true(stuck_tokens() <= 2);
    if (table()->die == STAR)
        assert_true(list[n - 1] != PASS);
    move = list[pl_below(rng, (uint32_t)n)];
    assert_true(pl_match_play(&match, seat, move, &why));
    if (move == PASS) {
        assert_int_equal(sum_of_places(), before);
        return 0;
    }
    assert_true(sum_of_places() > before);
    return tokens_of[move].second ? 2 : 1;
}

/* NU-3 NU-11 NU-26 NU-G8 NU-G21: at most five moves at once and two stuck
 * tokens, a star always has a use, every move goes forward; so token moves
 * are bounded. */
static void bounds(void **unused)
{
    struct pl_message why;
    struct pl_rng rng;

    (void)unused;
    pl_seed(&rng, 1);
    for (int game = 0; game < 300; game++) {
        int seats = 2 + game % 3, tokens = TOKENS * seats, moved = 0;

        sit(&match, &pl_numeri_game, seats, "");
        while (strcmp(waiting(&match), "over") != 0) {
            if (table()->die == 0)
                assert_true(pl_match_roll(&match, &rng, &why));
            else
                moved += move_somehow(&rng);
            check_squares();
        }
        assert_true(moved <=
                    tokens * shipped.squares - tokens * (tokens - 1) / 2);
    }
}

/* Section 7: the numbers of the moves, for ever. */
static void move_numbers(void **unused)
{
    static const char *const names[] = {"1",   "2",   "3",   "4",   "5",
                                        "1+4", "4+1", "2+3", "3+2", "1+3",
                                        "3+1", "1+2", "2+1", "-"};

    (void)unused;
    assert_int_equal(pl_numeri_game.move_count, 14);
    for (int i = 0; i < 14; i++) {
        struct pl_text name = {0};

        pl_numeri_game.name(&pl_numeri_game, &match.state, (pl_move)i, &name);
        assert_string_equal(name.s, names[i]);
    }
}

/* --- Words and pieces ---------------------------------------------------- */

static const struct {
    const char *why, *options, *at[SEATS], *script, *ask;
} ask_cases[] = {
    {"not rolled", "", {""}, "", "numeri.ask.throw"},
    {"a number", "", {"1"}, "[3]", "numeri.ask.whole"},
    {"beyond the barrier", "", {"11"}, "[3]", "numeri.ask.whole_or_split"},
    {"but not for a 2", "", {"11"}, "[2]", "numeri.ask.whole"},
    {"stuck", "", {"11 12 36"}, "[3]", "numeri.ask.split"},
    {"stuck, may pass",
     "must_split=0",
     {"11 12 36"},
     "[3]",
     "numeri.ask.split_or_pass"},
    {"all stuck", "", {"36 12 11"}, "[1]", "numeri.ask.stuck"},
    {"a star", "", {"1"}, "[*]", "numeri.ask.star"},
    {"may pass", "star_optional=1", {"1"}, "[*]", "numeri.ask.star_or_pass"},
    {"over", "", {"36 35 34"}, "", "ask.over"},
};

static void questions(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof ask_cases / sizeof *ask_cases; i++) {
        struct pl_message question;

        print_message("%s\n", ask_cases[i].why);
        sit_down(2, ask_cases[i].options, ask_cases[i].at);
        run(&match, ask_cases[i].script);
        pl_numeri_game.ask(&pl_numeri_game, &match.state, 0, &question);
        assert_string_equal(question.id, ask_cases[i].ask);
    }
}

static const struct {
    const char *why, *at[SEATS], *die, *move, *told;
} tell_cases[] = {
    {"nothing more", {"1"}, "[1]", "0:1", ""},
    {"the barrier", {"9"}, "[1]", "0:1", "numeri.tell.crossed"},
    {"only once", {"9", "12"}, "[1]", "0:1", ""},
    {"no chain", {"1 2 4"}, "[3]", "0:3", ""},
    {"a chain", {"0 2 3"}, "[1]", "0:1", "numeri.tell.again"},
    {"both", {"7 8 9"}, "[1]", "0:1", "numeri.tell.crossed numeri.tell.again"},
    {"the end", {"36 35 33"}, "[3]", "0:3", "numeri.tell.full"},
};

/* NU-22 NU-30 NU-40: what a move brings about is told. */
static void tellings(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof tell_cases / sizeof *tell_cases; i++) {
        struct pl_message told[PL_MESSAGES];
        union pl_state before;
        char text[128] = "";
        int n;

        print_message("%s\n", tell_cases[i].why);
        sit_down(2, "", tell_cases[i].at);
        run(&match, tell_cases[i].die);
        before = match.state;
        run(&match, tell_cases[i].move);
        n = pl_numeri_game.tell(&pl_numeri_game, &before, &match.state, told);
        for (int k = 0; k < n; k++) {
            strcat(text, k ? " " : "");
            strcat(text, told[k].id);
        }
        assert_string_equal(text, tell_cases[i].told);
    }
}

/* NU-23: tokens stand on their squares or beside the board, and a split is
 * touched in the order of moving. */
static void tokens_are_touched(void **unused)
{
    static struct pl_scene scene;
    struct pl_touch touch = {0};
    int found = 0;

    (void)unused;
    sit_down(2, "", (const char *const[SEATS]){"12 5", "30"});
    memset(&scene, 0, sizeof scene);
    pl_numeri_game.show(&pl_numeri_game, &match.state, 0, &scene);
    for (int i = 0; i < scene.pieces; i++) {
        const struct pl_piece *p = &scene.piece[i];
        const struct pl_area *area = &scene.area[p->area];

        if (p->kind != PL_TOKEN)
            continue;
        found++;
        assert_int_equal(p->id, token_id(p->seat, p->value));
        if (area->role == PL_BOARD)
            assert_int_equal(p->x, table()->place[p->seat][p->value - 1] - 1);
        else
            assert_int_equal(area->seat, p->seat);
    }
    assert_int_equal(found, 2 * TOKENS);
    pl_numeri_game.touch(&pl_numeri_game, &match.state, 1, 10, &touch);
    assert_true(touch.ordered);
    assert_int_equal(touch.count, 2);
    assert_int_equal(touch.piece[0], token_id(1, 3));
    assert_int_equal(touch.piece[1], token_id(1, 1));
}

/* NU-4 NU-5: the start and all three barriers stand out, and a sign shows the
 * one that counts. */
static void barriers_are_shown(void **unused)
{
    static struct pl_scene scene;

    (void)unused;
    sit_down(3, "", (const char *const[SEATS]){"", "", ""});
    memset(&scene, 0, sizeof scene);
    pl_numeri_game.show(&pl_numeri_game, &match.state, 0, &scene);
    for (int i = 0; i < scene.pieces; i++) {
        const struct pl_piece *p = &scene.piece[i];
        bool barrier = p->x == 10 || p->x == 13 || p->x == 16;

        if (p->kind != PL_BOX)
            continue;
        assert_int_equal(p->marks, barrier || p->x == 0 ? PL_SHADED : 0);
        assert_int_equal(p->sign, p->x == 13 ? PL_PLUS : PL_NO_SIGN);
        if (p->x == 0)
            assert_int_equal(p->colour, PL_RED);
    }
}

static const struct {
    const char *rules, *options, *at[2], *die, *piece, *why;
} why_cases[] = {
    {"NU-20", "", {"", ""}, "[4]", "t4", ""},
    {"NU-20", "", {"", ""}, "[4]", "t2", "numeri.why.number 4 2"},
    {"NU-20", "", {"", ""}, "[4]", "t5", "numeri.why.number 4 5"},
    {"NU-20", "", {"", ""}, "[2]", "t1", "numeri.why.number 2 1"},
    {"NU-22", "", {"", ""}, "[4]", "t3", "numeri.why.barrier 4"},
    {"NU-22", "", {"", "12"}, "[4]", "t3", ""},
    {"NU-22", "", {"", "12"}, "[4]", "t2", "numeri.why.number 4 2"},
    {"NU-22", "", {"", "12"}, "[2]", "t1", "numeri.why.number 2 1"},
    {"NU-24", "", {"", "36"}, "[3]", "t1", ""},
    {"NU-24", "", {"0 36", ""}, "[3]", "t1", "numeri.why.split 1 2"},
    {"NU-11", "", {"0 36", ""}, "[3]", "t2", "numeri.why.stuck"},
    {"NU-11", "", {"36 35", ""}, "[*]", "t2", "numeri.why.stuck"},
    {"NU-21", "", {"36 35", ""}, "[*]", "t3", ""},
    {"NU-25", "", {"", ""}, "[4]", "pass", "numeri.why.pass"},
    {"NU-25", "", {"", ""}, "[*]", "pass", "numeri.why.pass"},
    {"NU-25", "star_optional=1", {"", ""}, "[*]", "pass", ""},
    {"NU-20", "", {"", ""}, "[4]", "die", "numeri.why.die"},
    {"NU-10", "", {"", ""}, "[4]", "s0", "numeri.why.square"},
    {"NU-10", "", {"", ""}, "[4]", "s36", "numeri.why.square"},
    {"NU-3", "", {"", "5"}, "[4]", "o1", "why.others"},
    {"NU-3", "", {"", "5"}, "[4]", "o2", "why.others"},
};

/* "t3" and "o3": one's own token and that of the other; "s12": a square. */
static int piece_named(const char *name)
{
    int number = atoi(name + 1);

    if (strcmp(name, "pass") == 0 || strcmp(name, "die") == 0)
        return name[0] == 'p' ? ID_PASS : ID_DIE;
    return name[0] == 's' ? ID_SQUARE + number
                          : token_id(name[0] == 'o', number);
}

static void why_not(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof why_cases / sizeof *why_cases; i++) {
        print_message("%s: %s %s\n", why_cases[i].rules, why_cases[i].die,
                      why_cases[i].piece);
        sit_down(2, why_cases[i].options, why_cases[i].at);
        run(&match, why_cases[i].die);
        assert_string_equal(reason(&match, 0, piece_named(why_cases[i].piece)),
                            why_cases[i].why);
    }
}

/* The die makes every move but to pass. */
static void which_dice(void **unused)
{
    (void)unused;
    sit_down(2, "star_optional=1", (const char *const[SEATS]){"12 5", "30"});
    run(&match, "[*]");
    assert_string_equal(dice_of(&match, 0, "3"), "0");
    assert_string_equal(dice_of(&match, 0, "-"), "");
    run(&match, "0:- [3]");
    assert_string_equal(dice_of(&match, 1, "1+2"), "0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_may_be_moved),
        cmocka_unit_test(whole_turns),
        cmocka_unit_test(the_split_holds_from_the_next_throw),
        cmocka_unit_test(chains),
        cmocka_unit_test(the_end),
        cmocka_unit_test(points_of_tokens),
        cmocka_unit_test(who_wins),
        cmocka_unit_test(set_up),
        cmocka_unit_test(the_track),
        cmocka_unit_test(bounds),
        cmocka_unit_test(move_numbers),
        cmocka_unit_test(questions),
        cmocka_unit_test(tellings),
        cmocka_unit_test(tokens_are_touched),
        cmocka_unit_test(barriers_are_shown),
        cmocka_unit_test(which_dice),
        cmocka_unit_test(why_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
