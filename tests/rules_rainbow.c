/* The Rainbow Dice Game, rule by rule (ids RB-…). Sheets that no short script
 * fills are set directly, a row as five octal digits Y B P O R: the rules are
 * included, not linked. */
#include "../games/rainbow.c"
#include "script.h"

#define ALL_ROLLS                                                              \
    "roll:Y roll:B roll:YB roll:P roll:YP roll:BP roll:YBP roll:O roll:YO "    \
    "roll:BO roll:YBO roll:PO roll:YPO roll:BPO roll:YBPO roll:R roll:YR "     \
    "roll:BR roll:YBR roll:PR roll:YPR roll:BPR roll:YBPR roll:OR roll:YOR "   \
    "roll:BOR roll:YBOR roll:POR roll:YPOR roll:BPOR roll:YBPOR "
#define ALL_CROSSES                                                            \
    "cross:ones cross:twos cross:threes cross:fours cross:fives cross:sixes "  \
    "cross:3k cross:4k cross:full cross:small cross:large cross:rainbow "      \
    "cross:chance"

static struct pl_match match;

static struct rainbow *table(void)
{
    return (struct rainbow *)&match.state;
}

/* "fours chance": only these rows of that sheet are open. */
static void leave_open(int seat, const char *names)
{
    const char *s = names;

    table()->open[seat] = 0;
    for (int row = 0; row < ROWS; row++) {
        size_t n = strlen(row_words[row].name);

        s += strspn(s, " ");
        if (strncmp(s, row_words[row].name, n) == 0 && strcspn(s, " ") == n) {
            table()->open[seat] |= (uint16_t)(1u << row);
            s += n;
        }
    }
    assert_string_equal(s, "");
}

static void fill_sheet(int seat, const uint16_t rows[ROWS])
{
    memcpy(table()->row[seat], rows, sizeof table()->row[seat]);
    table()->open[seat] = 0;
}

/* --- What may be chosen -------------------------------------------------- */

static const struct {
    const char *rules, *why, *options, *open, *script, *allowed;
} choice_cases[] = {
    {"RB-2 RB-11 RB-12 RB-14 RB-16 RB-18 RB-T15",
     "first roll, all rows open: 31 + 5 + 3 + 13", "", NULL, "[1 2 3 4 5]",
     ALL_ROLLS "note:ones note:twos note:threes note:fours note:fives "
               "note:small note:large note:chance " ALL_CROSSES},
    {"RB-11 RB-T16", "after the second roll again 31", "", NULL,
     "[1 1 1 1 1] 0:roll:YBPO [1 2 3 4]",
     ALL_ROLLS "note:ones note:twos note:threes note:fours note:small "
               "note:chance " ALL_CROSSES},
    {"RB-11 RB-T16", "after the third none", "", NULL,
     "[1 1 1 1 1] 0:roll:Y [1] 0:roll:YBPOR [2 6 2 6 4]",
     "note:twos note:fours note:sixes note:chance " ALL_CROSSES},
    {"RB-13", "there is no pass, and used rows are gone", "", "twos chance",
     "[1 2 1 1 1] 0:roll:Y [1] 0:roll:Y [1]",
     "note:twos note:chance cross:twos cross:chance"},
    {"RB-17 RB-T14", "nothing can be noted: cross", "", "fours",
     "[1 1 1 1 1] 0:roll:Y [1] 0:roll:YBPOR [1 2 3 5 6]", "cross:fours"},
    {"RB-16 RB-17", "the only row open fits and may still be crossed", "",
     "fours", "[1 1 1 1 1] 0:roll:Y [1] 0:roll:Y [4]",
     "note:fours cross:fours"},
    {"RB-18 RB-A6", "Part 1 without a matching die is not noted", "",
     "ones sixes", "[1 1 1 1 1] 0:roll:Y [1] 0:roll:Y [1]",
     "note:ones cross:ones cross:sixes"},
    {"RB-11 RB-A7 RB-T17", "a die kept after roll 1 may be rolled after 2", "",
     "chance", "[1 2 3 4 5] 0:roll:Y [6]",
     ALL_ROLLS "note:chance cross:chance"},
    {"RB-11 RB-O3 RB-T17", "kept_locked: it may not", "kept_locked=on",
     "chance", "[1 2 3 4 5] 0:roll:Y [6]", "roll:Y note:chance cross:chance"},
    {"RB-11 RB-O3", "kept_locked: any of those that were rolled again",
     "kept_locked=on", "chance", "[1 2 3 4 5] 0:roll:BOR [6 6 6]",
     "roll:B roll:O roll:BO roll:R roll:BR roll:OR roll:BOR note:chance "
     "cross:chance"},
    {"RB-11 RB-O3", "kept_locked: rolling all locks none", "kept_locked=on",
     "chance", "[1 2 3 4 5] 0:roll:YBPOR [6 6 6 1 1]",
     ALL_ROLLS "note:chance cross:chance"},
    {"RB-11 RB-O3", "kept_locked: every turn begins without locks",
     "kept_locked=on", "ones chance",
     "[1 2 3 4 5] 0:roll:Y [6] 0:cross:ones [1 2 3 4 5]",
     ALL_ROLLS "note:chance cross:chance"},
    {"RB-O3", "kept_locked: three rolls are all", "kept_locked=on", "chance",
     "[1 2 3 4 5] 0:roll:YB [6 6] 0:roll:Y [1]", "note:chance cross:chance"},
};

static void choices(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof choice_cases / sizeof *choice_cases; i++) {
        sit(&match, &pl_rainbow_game, 1, choice_cases[i].options);
        if (choice_cases[i].open)
            leave_open(0, choice_cases[i].open);
        run(&match, choice_cases[i].script);
        if (strcmp(legal(&match, 0), choice_cases[i].allowed) != 0)
            fail_msg("%s: %s: %s", choice_cases[i].rules, choice_cases[i].why,
                     legal(&match, 0));
    }
}

/* --- Patterns ------------------------------------------------------------ */

static const struct {
    const char *rules, *why, *options, *dice, *part2;
} pattern_cases[] = {
    {"RB-20 RB-21 RB-22 RB-25 RB-26 RB-A2 RB-A3 RB-T6", "five equal", "",
     "[6 6 6 6 6]", "note:3k note:4k note:full note:rainbow note:chance "},
    {"RB-22 RB-O2 RB-T6", "forbid: five equal are no full house",
     "full_house_five=forbid", "[6 6 6 6 6]",
     "note:3k note:4k note:rainbow note:chance "},
    {"RB-22 RB-O2", "forbid: three and two still are", "full_house_five=forbid",
     "[2 2 1 1 1]", "note:3k note:full note:chance "},
    {"RB-25 RB-A10", "the rainbow is equal numbers, ones as well", "",
     "[1 1 1 1 1]", "note:3k note:4k note:full note:rainbow note:chance "},
    {"RB-20 RB-21 RB-A2 RB-T7", "four equal are three too, no full house", "",
     "[4 4 4 4 2]", "note:3k note:4k note:chance "},
    {"RB-21", "the odd die may be of any colour and higher", "", "[1 6 1 1 1]",
     "note:3k note:4k note:chance "},
    {"RB-O4 RB-20", "exact_kinds: three and two", "exact_kinds=on",
     "[5 5 5 2 2]", "note:3k note:full note:chance "},
    {"RB-O4 RB-20", "exact_kinds: three and two others", "exact_kinds=on",
     "[5 1 5 2 5]", "note:3k note:chance "},
    {"RB-O4 RB-21", "exact_kinds: four equal are not three", "exact_kinds=on",
     "[5 5 5 5 2]", "note:4k note:chance "},
    {"RB-O4 RB-25", "exact_kinds: five equal are neither", "exact_kinds=on",
     "[5 5 5 5 5]", "note:full note:rainbow note:chance "},
    {"RB-20 RB-22 RB-T8", "three and two", "", "[3 5 3 5 3]",
     "note:3k note:full note:chance "},
    {"RB-20", "three and two different ones", "", "[2 6 2 1 2]",
     "note:3k note:chance "},
    {"RB-23 RB-T9", "1-2-3-4 and an odd die", "", "[1 2 3 4 6]",
     "note:small note:chance "},
    {"RB-23 RB-24 RB-A4 RB-T10", "2 to 6 in any order", "", "[6 2 5 4 3]",
     "note:small note:large note:chance "},
    {"RB-24 RB-A4", "1 to 5 in any order", "", "[4 1 5 3 2]",
     "note:small note:large note:chance "},
    {"RB-23 RB-T11", "3-4-5-6 and an odd die", "", "[1 3 4 5 6]",
     "note:small note:chance "},
    {"RB-23 RB-T11", "1-2-3-4 and one of them twice", "", "[1 2 3 4 4]",
     "note:small note:chance "},
    {"RB-23", "2-3-4-5 and one of them twice", "", "[5 2 4 3 2]",
     "note:small note:chance "},
    {"RB-23 RB-26 RB-T12", "a gap: chance only", "", "[1 2 3 5 6]",
     "note:chance "},
    {"RB-22 RB-26 RB-T12", "two pairs: chance only", "", "[2 2 3 3 4]",
     "note:chance "},
};

/* Part 2 alone is open; crosses and rolls are always there. */
static void patterns(void **unused)
{
    char allowed[512];

    (void)unused;
    for (size_t i = 0; i < sizeof pattern_cases / sizeof *pattern_cases; i++) {
        sit(&match, &pl_rainbow_game, 1, pattern_cases[i].options);
        leave_open(0, "3k 4k full small large rainbow chance");
        run(&match, pattern_cases[i].dice);
        snprintf(allowed, sizeof allowed, "%s%s%s", ALL_ROLLS,
                 pattern_cases[i].part2, strstr(ALL_CROSSES, "cross:3k"));
        if (strcmp(legal(&match, 0), allowed) != 0)
            fail_msg("%s: %s: %s", pattern_cases[i].rules, pattern_cases[i].why,
                     legal(&match, 0));
    }
}

/* RB-14, RB-18, RB-20 … RB-26: of the 7776 rolls so many can be noted in each
 * row, and none in more than eight. 7776 − 5^5 contain a given number. */
static void number_of_throws(void **unused)
{
    static const char *const option[] = {"", "full_house_five=forbid",
                                         "exact_kinds=on"};
    static const int expected[3][ROWS] = {{4651, 4651, 4651, 4651, 4651, 4651,
                                           1656, 156, 306, 1200, 240, 6, 7776},
                                          {4651, 4651, 4651, 4651, 4651, 4651,
                                           1656, 156, 300, 1200, 240, 6, 7776},
                                          {4651, 4651, 4651, 4651, 4651, 4651,
                                           1500, 150, 306, 1200, 240, 6, 7776}};

    (void)unused;
    for (int k = 0; k < 3; k++) {
        int times[ROWS] = {0}, most = 0;
        struct pl_chance chance;
        struct pl_outcome outcome;

        sit(&match, &pl_rainbow_game, 1, option[k]);
        pl_rainbow_game.chance(&pl_rainbow_game, &match.state, &chance);
        assert_int_equal(pl_outcomes(&chance), 7776);
        for (bool more = pl_first(&chance, &outcome); more;
             more = pl_next(&chance, &outcome)) {
            union pl_state state = match.state;
            pl_move list[PL_MOVES];
            int n;

            assert_int_equal(outcome.weight, 1);
            pl_rainbow_game.land(&pl_rainbow_game, &state, outcome.face);
            n = pl_rainbow_game.moves(&pl_rainbow_game, &state, 0, list);
            most = n > most ? n : most;
            for (int i = 0; i < n; i++)
                if (list[i] >= NOTE && list[i] < CROSS)
                    times[list[i] - NOTE]++;
        }
        assert_memory_equal(times, expected[k], sizeof times);
        assert_int_equal(most, 52);
    }
}

/* --- What noting and crossing do ----------------------------------------- */

static const struct {
    const char *rules, *why, *dice, *move;
    int row;
    unsigned written;
    int adds;
} use_cases[] = {
    {"RB-14 RB-L5 RB-T1", "blue, purple and orange twos are circled",
     "[5 2 2 2 1]", "0:note:twos", 1, 002220, 6},
    {"RB-14", "one yellow one", "[1 2 3 4 5]", "0:note:ones", 0, 010000, 1},
    {"RB-14", "two threes, orange and red", "[1 2 6 3 3]", "0:note:threes", 2,
     000033, 6},
    {"RB-14", "four fours, purple is crossed", "[4 4 5 4 4]", "0:note:fours", 3,
     044044, 16},
    {"RB-14", "a blue five among higher and lower dice", "[6 5 4 6 4]",
     "0:note:fives", 4, 005000, 5},
    {"RB-14", "a red six, the others are crossed", "[1 2 3 5 6]",
     "0:note:sixes", 5, 000006, 6},
    {"RB-14", "five sixes", "[6 6 6 6 6]", "0:note:sixes", 5, 066666, 30},
    {"RB-15 RB-L2 RB-L4 RB-T2", "not only the sixes: blue 3 and yellow 5 too",
     "[5 3 6 6 6]", "0:note:3k", 6, 053666, 26},
    {"RB-15", "the die beside four equal ones counts", "[4 4 4 4 2]",
     "0:note:4k", 7, 044442, 18},
    {"RB-15", "a full house", "[3 5 3 5 3]", "0:note:full", 8, 035353, 19},
    {"RB-15 RB-A5 RB-T13", "the odd die of a small street counts",
     "[1 2 3 4 6]", "0:note:small", 9, 012346, 16},
    {"RB-15", "a large street", "[6 2 5 4 3]", "0:note:large", 10, 062543, 20},
    {"RB-15", "a rainbow", "[2 2 2 2 2]", "0:note:rainbow", 11, 022222, 10},
    {"RB-15", "chance", "[1 2 3 5 6]", "0:note:chance", 12, 012356, 17},
    {"RB-16 RB-A8", "crossing a row that fits", "[5 2 2 2 1]", "0:cross:twos",
     1, 0, 0},
    {"RB-16 RB-A8 RB-A9", "crossing in Part 2", "[6 6 6 6 6]",
     "0:cross:rainbow", 11, 0, 0},
    {"RB-16 RB-A9", "crossing chance", "[6 6 6 6 6]", "0:cross:chance", 12, 0,
     0},
};

/* Exactly one row is used, the others stay open and empty (RB-13). */
static void using_a_row(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof use_cases / sizeof *use_cases; i++) {
        print_message("%s: %s\n", use_cases[i].rules, use_cases[i].why);
        sit(&match, &pl_rainbow_game, 2, "");
        run(&match, use_cases[i].dice);
        run(&match, use_cases[i].move);
        for (int row = 0; row < ROWS; row++)
            assert_int_equal(table()->row[0][row], row == use_cases[i].row
                                                       ? use_cases[i].written
                                                       : 0);
        assert_int_equal(table()->open[0], 017777 & ~(1 << use_cases[i].row));
        assert_int_equal(table()->open[1], 017777);
        assert_int_equal(points(&match, 0), use_cases[i].adds);
        assert_int_equal(points(&match, 1), 0);
        assert_string_equal(waiting(&match), "chance");
    }
}

/* --- Rolls --------------------------------------------------------------- */

static const struct {
    const char *rules, *why, *script;
    const char *thrown; /* the dice in the air, or "" */
    unsigned dice;
} throw_cases[] = {
    {"RB-1 RB-10", "all five, one of each colour", "", "YBPOR", 0},
    {"RB-10", "they lie as they fell", "[1 2 3 4 5]", "", 012345},
    {"RB-11", "only the chosen ones fly", "[1 2 3 4 5] 0:roll:BO", "BO",
     010305},
    {"RB-11", "the others keep their values", "[1 2 3 4 5] 0:roll:BO [6 3]", "",
     016335},
    {"RB-11", "all five again", "[1 2 3 4 5] 0:roll:YBPOR", "YBPOR", 0},
    {"RB-11 RB-A7", "another choice after the second roll",
     "[1 2 3 4 5] 0:roll:Y [6] 0:roll:BR [1 1]", "", 061341},
    {"RB-12", "stopping after one roll: the next player rolls all",
     "[1 2 3 4 5] 0:note:ones", "YBPOR", 0},
    {"RB-12", "stopping after two", "[1 2 3 4 5] 0:roll:Y [6] 0:cross:ones",
     "YBPOR", 0},
};

static void throws(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof throw_cases / sizeof *throw_cases; i++) {
        struct pl_chance chance = {0};
        char thrown[PL_DICE + 1] = "";

        print_message("%s: %s\n", throw_cases[i].rules, throw_cases[i].why);
        sit(&match, &pl_rainbow_game, 2, "");
        run(&match, throw_cases[i].script);
        if (strcmp(waiting(&match), "chance") == 0)
            pl_rainbow_game.chance(&pl_rainbow_game, &match.state, &chance);
        for (int k = 0; k < chance.count; k++) {
            assert_int_equal(chance.die[k]->faces, 6);
            thrown[k] = chance.die[k]->name[0];
        }
        assert_string_equal(thrown, throw_cases[i].thrown);
        assert_int_equal(table()->dice, throw_cases[i].dice);
    }
}

/* Equal situations are equal bytes, whatever lay there before. */
static void old_dice_are_forgotten(void **unused)
{
    union pl_state one;

    (void)unused;
    sit(&match, &pl_rainbow_game, 2, "");
    run(&match, "[1 2 3 4 5] 0:roll:Y [6]");
    one = match.state;
    sit(&match, &pl_rainbow_game, 2, "");
    run(&match, "[6 1 1 4 5] 0:roll:BP [2 3]");
    assert_memory_equal(&one, &match.state, sizeof one);
    run(&match, "0:cross:ones");
    one = match.state;
    sit(&match, &pl_rainbow_game, 2, "");
    run(&match, "[3 3 3 3 3] 0:cross:ones");
    assert_memory_equal(&one, &match.state, sizeof one);
}

/* --- Points -------------------------------------------------------------- */

static const struct {
    const char *rules, *why, *options;
    uint16_t rows[ROWS];
    int part[4]; /* sums and bonuses of Part 1, of Part 2 */
} point_cases[] = {
    {"RB-31 RB-A1 RB-T3",
     "15, 16 and 21 in Part 1: 15, 23 and 28",
     "",
     {011100, 020200, 030300, 044400, 055500, 006600, 0, 0, 0, 0, 0, 0, 0},
     {52, 14, 0, 0}},
    {"RB-32 RB-A1 RB-T4",
     "25, 26 and 42 in Part 2: 25, 33 and 49",
     "",
     {0, 0, 0, 0, 0, 0, 066600, 066600, 066600, 066600, 012600, 0600, 0600},
     {0, 0, 93, 14}},
    {"RB-32 RB-T5",
     "16 in Part 2 has no bonus",
     "",
     {0, 0, 0, 0, 0, 0, 060000, 060000, 040000, 0, 0, 0, 0},
     {0, 0, 16, 0}},
    {"RB-32 RB-O1 RB-T5 RB-L1",
     "part2_threshold: it has",
     "part2_threshold=15",
     {0, 0, 0, 0, 0, 0, 060000, 060000, 040000, 0, 0, 0, 0},
     {0, 0, 16, 7}},
    {"RB-O1 RB-A1",
     "part2_threshold: 15 has not; Part 1 as ever",
     "part2_threshold=15",
     {000001, 0, 0, 000044, 000055, 000066, 060000, 060000, 030000, 0, 0, 0, 0},
     {31, 7, 15, 0}},
    {"RB-31 RB-32 RB-33 RB-34 RB-L12 RB-A13",
     "ten bonuses, one a colour and part",
     "",
     {011111, 022222, 033333, 044444, 055555, 066666, 066666, 066666, 066666,
      036456, 065432, 066666, 066666},
     {105, 35, 194, 35}},
    {"RB-33",
     "fifteen and twenty-five everywhere: none",
     "",
     {011111, 022222, 033333, 044444, 055555, 0, 055555, 055555, 055555, 0, 0,
      055555, 055555},
     {75, 0, 125, 0}},
    {"RB-16 RB-33 RB-34 RB-A11", "everything crossed out", "", {0}, {0}},
};

static void points_of_a_sheet(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof point_cases / sizeof *point_cases; i++) {
        struct pl_part part[PL_PARTS];
        int sum = 0;

        print_message("%s: %s\n", point_cases[i].rules, point_cases[i].why);
        sit(&match, &pl_rainbow_game, 2, point_cases[i].options);
        fill_sheet(1, point_cases[i].rows);
        assert_int_equal(
            pl_rainbow_game.parts(&pl_rainbow_game, &match.state, 1, part), 4);
        for (int k = 0; k < 4; k++) {
            assert_int_equal(part[k].points, point_cases[i].part[k]);
            sum += part[k].points;
        }
        assert_int_equal(points(&match, 1), sum);
        assert_int_equal(points(&match, 0), 0);
    }
}

/* RB-31 … RB-34, RB-T20: the best that thirteen turns can bring. */
static void highest_total(void **unused)
{
    static const char part1[] =
        "[1 1 1 1 1] 0:note:ones [2 2 2 2 2] 0:note:twos "
        "[3 3 3 3 3] 0:note:threes "
        "[4 4 4 4 4] 0:note:fours "
        "[5 5 5 5 5] 0:note:fives "
        "[6 6 6 6 6] 0:note:sixes ";
    static const char part2[] = "[6 6 6 6 6] 0:note:3k [6 6 6 6 6] 0:note:4k "
                                "[6 3 4 5 6] 0:note:small "
                                "[2 6 5 4 3] 0:note:large "
                                "[6 6 6 6 6] 0:note:rainbow "
                                "[6 6 6 6 6] 0:note:chance ";

    (void)unused;
    sit(&match, &pl_rainbow_game, 1, "");
    run(&match, part1);
    assert_int_equal(points(&match, 0), 140);
    run(&match, part2);
    run(&match, "[6 6 6 6 6] 0:note:full");
    assert_string_equal(waiting(&match), "over");
    assert_int_equal(points(&match, 0), 369);
    assert_int_equal(pl_rainbow_game.points_max, 369);
    assert_int_equal(pl_rainbow_game.points_min, 0);

    sit(&match, &pl_rainbow_game, 1, "full_house_five=forbid");
    run(&match, part1);
    run(&match, part2);
    run(&match, "[6 6 6 5 5] 0:note:full");
    assert_int_equal(points(&match, 0), 367);
}

/* RB-34 RB-35 RB-A12 RB-T19: the highest total wins, equal ones share. */
static void who_wins(void **unused)
{
    static const uint16_t with_bonuses[ROWS] = {
        0, 0, 0, 0, 0, 0, 066666, 066666, 066666, 0, 044322, 066666, 066666};
    static const uint16_t without[ROWS] = {
        0,      0,      0, 044444, 055555, 066666, 055555,
        055555, 055555, 0, 0,      055555, 055555};
    static const uint16_t fewer[ROWS] = {
        0, 0, 0, 044444, 055555, 066666, 055555, 055555, 055555, 0, 0, 0, 0};

    (void)unused;
    sit(&match, &pl_rainbow_game, 3, "");
    assert_int_equal(winners(&match), 7);
    fill_sheet(2, fewer);
    assert_int_equal(points(&match, 2), 150);
    assert_int_equal(winners(&match), 1 << 2);
    fill_sheet(1, without);
    assert_int_equal(points(&match, 1), 200);
    assert_int_equal(winners(&match), 1 << 1);
    fill_sheet(0, with_bonuses);
    assert_int_equal(points(&match, 0), 200);
    assert_int_equal(winners(&match), 1 << 0 | 1 << 1);
}

/* --- The game as a whole ------------------------------------------------- */

/* RB-3 RB-4 RB-5 RB-30 RB-T18: one to six play, thirteen turns each, clockwise
 * from the first, a row a turn; three rolls each are the longest game. */
static void thirteen_rounds(void **unused)
{
    (void)unused;
    assert_int_equal(pl_rainbow_game.min_seats, 1);
    assert_int_equal(pl_rainbow_game.max_seats, 6);
    for (int seats = 1; seats <= 6; seats++) {
        char begin[] = "first=0", script[128];
        int first = seats / 2;

        begin[6] = (char)('0' + first);
        sit(&match, &pl_rainbow_game, seats, begin);
        for (int turn = 0; turn < 13 * seats; turn++) {
            int seat = (first + turn) % seats;

            snprintf(script, sizeof script,
                     "[1 2 3 4 5] %d:roll:Y [1] %d:roll:R [5] %d:cross:%s",
                     seat, seat, seat, row_words[turn / seats].name);
            assert_string_equal(waiting(&match), "chance");
            assert_int_equal(pl_count(table()->open[seat]), 13 - turn / seats);
            run(&match, script);
        }
        assert_string_equal(waiting(&match), "over");
        assert_int_equal(match.steps, 2 * 39 * seats);
        for (int s = 0; s < seats; s++)
            assert_int_equal(table()->open[s], 0);
    }
}

/* RB-3: seat 0 begins unless the table says otherwise. */
static void who_begins(void **unused)
{
    (void)unused;
    sit(&match, &pl_rainbow_game, 3, "");
    run(&match, "[1 2 3 4 5]");
    assert_string_equal(waiting(&match), "0");
    sit(&match, &pl_rainbow_game, 3, "first=2");
    run(&match, "[1 2 3 4 5]");
    assert_string_equal(waiting(&match), "2");
    run(&match, "2:note:ones [1 2 3 4 5]");
    assert_string_equal(waiting(&match), "0");
}

/* --- What people see ----------------------------------------------------- */

static const struct pl_piece *piece(const struct pl_scene *scene, int id)
{
    for (int i = 0; i < scene->pieces; i++)
        if (scene->piece[i].id == id)
            return &scene->piece[i];
    fail_msg("no piece %d", id);
    return NULL;
}

static const struct {
    const char *rules;
    int row, value[COLOURS], marks[COLOURS];
} cell_cases[] = {
    {"RB-14 RB-T1",
     1,
     {2, 2, 2, 2, 2},
     {PL_CROSSED, PL_CIRCLED, PL_CIRCLED, PL_CIRCLED, PL_CROSSED}},
    {"RB-16",
     2,
     {3, 3, 3, 3, 3},
     {PL_CROSSED, PL_CROSSED, PL_CROSSED, PL_CROSSED, PL_CROSSED}},
    {"RB-2", 3, {4, 4, 4, 4, 4}, {0}},
    {"RB-15 RB-T2",
     6,
     {5, 3, 6, 6, 6},
     {PL_FILLED, PL_FILLED, PL_FILLED, PL_FILLED, PL_FILLED}},
    {"RB-16",
     7,
     {PL_NO_VALUE, PL_NO_VALUE, PL_NO_VALUE, PL_NO_VALUE, PL_NO_VALUE},
     {PL_CROSSED, PL_CROSSED, PL_CROSSED, PL_CROSSED, PL_CROSSED}},
    {"RB-2",
     8,
     {PL_NO_VALUE, PL_NO_VALUE, PL_NO_VALUE, PL_NO_VALUE, PL_NO_VALUE},
     {0}},
};

static void the_sheet_shows_it(void **unused)
{
    static struct pl_scene scene;

    (void)unused;
    sit(&match, &pl_rainbow_game, 1, "");
    run(&match, "[5 2 2 2 1] 0:note:twos [5 2 2 2 1] 0:cross:threes "
                "[5 3 6 6 6] 0:note:3k [5 3 6 6 6] 0:cross:4k");
    memset(&scene, 0, sizeof scene);
    pl_rainbow_game.show(&pl_rainbow_game, &match.state, 0, &scene);
    for (size_t i = 0; i < sizeof cell_cases / sizeof *cell_cases; i++)
        for (int c = 0; c < COLOURS; c++) {
            const struct pl_piece *cell =
                piece(&scene, cell_id(0, cell_cases[i].row, c));

            assert_int_equal(cell->value, cell_cases[i].value[c]);
            assert_int_equal(cell->marks, cell_cases[i].marks[c]);
            assert_int_equal(cell->colour, pl_die_colour[c]);
        }
}

static void check_told(const char *script, int part, const char *one,
                       const char *two)
{
    struct pl_message told[PL_MESSAGES];
    union pl_state before = match.state;

    run(&match, script);
    assert_int_equal(
        pl_rainbow_game.tell(&pl_rainbow_game, &before, &match.state, told), 2);
    assert_string_equal(told[0].id, one);
    assert_string_equal(told[1].id, two);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(told[i].seat, 1);
        assert_int_equal(told[i].n, 7);
        assert_int_equal(told[i].m, part);
    }
}

/* RB-31 RB-32: a bonus is told when a colour passes the threshold, and only
 * then: 11 + 4 is not enough, 12 + 4 is; 24 + 1 is not, 24 + 2 is. */
static void bonuses_are_told(void **unused)
{
    static const uint16_t rows[ROWS] = {000110, 0,      0,      0, 055555,
                                        066666, 066666, 066666, 0, 066666,
                                        066666, 0,      0};

    (void)unused;
    sit(&match, &pl_rainbow_game, 2, "first=1");
    fill_sheet(1, rows);
    leave_open(1, "fours chance");
    run(&match, "[4 1 2 4 4]");
    run(&match, "1:roll:P [4]");
    check_told("1:note:fours", 1, "rainbow.tell.bonus.purple",
               "rainbow.tell.bonus.orange");
    run(&match, "[1 1 1 1 1] 0:note:ones [1 2 1 1 2]");
    check_told("1:note:chance", 2, "rainbow.tell.bonus.blue",
               "rainbow.tell.bonus.red");
}

/* The moves in words carry the points that they bring. */
static void notes_say_their_points(void **unused)
{
    struct pl_message said;

    (void)unused;
    sit(&match, &pl_rainbow_game, 1, "");
    run(&match, "[5 2 2 2 1]");
    pl_rainbow_game.say(&pl_rainbow_game, &match.state, 0, NOTE + 1, &said);
    assert_string_equal(said.id, "rainbow.say.note.twos");
    assert_int_equal(said.n, 6);
    pl_rainbow_game.say(&pl_rainbow_game, &match.state, 0, NOTE + THREE_KIND,
                        &said);
    assert_string_equal(said.id, "rainbow.say.note.3k");
    assert_int_equal(said.n, 12);
    pl_rainbow_game.say(&pl_rainbow_game, &match.state, 0, ROLL + 8, &said);
    assert_string_equal(said.id, "rainbow.say.roll.YO");
    assert_int_equal(said.n, 2);
}

/* --- Dice to keep, and why not ------------------------------------------- */

static const struct {
    const char *rules, *options, *script, *move;
    const char *touched; /* dice by their letters, or "roll" */
    const char *stay;    /* their places */
} keep_cases[] = {
    {"RB-11", "", "[5 2 2 2 1]", "roll:YR", "BPO", "1 2 3"},
    {"RB-11", "", "[5 2 2 2 1]", "roll:BPOR", "Y", "0"},
    {"RB-11", "", "[5 2 2 2 1]", "roll:R", "YBPO", "0 1 2 3"},
    {"RB-11", "", "[5 2 2 2 1]", "roll:YBPOR", "roll", ""},
    {"RB-11 RB-A7", "", "[5 2 2 2 1] 0:roll:YR [1 1]", "roll:Y", "BPOR",
     "1 2 3 4"},
    {"RB-O3", "kept_locked=on", "[5 2 2 2 1] 0:roll:YR [1 1]", "roll:Y", "R",
     "1 2 3 4"},
    {"RB-O3", "kept_locked=on", "[5 2 2 2 1] 0:roll:YR [1 1]", "roll:YR",
     "roll", "1 2 3"},
};

static const char *touched(int seat, const char *name)
{
    static char text[PL_TOUCHES + 1];
    struct pl_touch touch = {0};
    struct pl_message why;
    pl_move move;

    assert_true(pl_match_find_move(&match, seat, name, &move, &why));
    pl_rainbow_game.touch(&pl_rainbow_game, &match.state, seat, move, &touch);
    if (touch.piece[0] == ID_ROLL)
        return touch.count == 1 ? "roll" : "roll and more";
    memset(text, 0, sizeof text);
    for (int i = 0; i < touch.count; i++)
        text[i] = pl_coloured_die[touch.piece[i] - ID_DIE].name[0];
    return text;
}

/* To roll again is to touch the dice that stay. */
static void dice_to_keep(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof keep_cases / sizeof *keep_cases; i++) {
        print_message("%s: %s\n", keep_cases[i].rules, keep_cases[i].move);
        sit(&match, &pl_rainbow_game, 2, keep_cases[i].options);
        run(&match, keep_cases[i].script);
        assert_string_equal(touched(0, keep_cases[i].move),
                            keep_cases[i].touched);
        assert_string_equal(dice_of(&match, 0, keep_cases[i].move),
                            keep_cases[i].stay);
    }
}

/* RB-14 RB-15 RB-16: of a row, the dice that go into it. */
static void dice_of_rows(void **unused)
{
    (void)unused;
    sit(&match, &pl_rainbow_game, 2, "");
    run(&match, "[5 2 2 2 1]");
    assert_string_equal(dice_of(&match, 0, "note:twos"), "1 2 3");
    assert_string_equal(dice_of(&match, 0, "note:fives"), "0");
    assert_string_equal(dice_of(&match, 0, "note:3k"), "0 1 2 3 4");
    assert_string_equal(dice_of(&match, 0, "cross:twos"), "");
}

enum { PURPLE_DIE = ID_DIE + 2, RED_DIE = ID_DIE + 4 };
#define ONE_ROLL "[5 2 2 2 1]"
#define TWO_ROLLS ONE_ROLL " 0:roll:R [2]"
static const struct {
    const char *rules, *options, *open, *script;
    int piece;
    const char *why; /* "": it can be touched */
} why_cases[] = {
    {"RB-11", "", "ones", ONE_ROLL, PURPLE_DIE, ""},
    {"RB-11", "", "ones", ONE_ROLL, ID_ROLL, ""},
    {"RB-11", "", "ones", TWO_ROLLS, ID_ROLL, ""},
    {"RB-11", "", "ones", TWO_ROLLS " 0:roll:R [2]", ID_ROLL,
     "rainbow.why.rolls"},
    {"RB-11", "", "ones", TWO_ROLLS " 0:roll:R [2]", PURPLE_DIE,
     "rainbow.why.rolls"},
    {"RB-O3", "kept_locked=on", "ones", TWO_ROLLS, PURPLE_DIE,
     "rainbow.why.locked"},
    {"RB-O3", "kept_locked=on", "ones", TWO_ROLLS, RED_DIE, "rainbow.why.last"},
    {"RB-O3", "kept_locked=on", "ones", TWO_ROLLS, ID_ROLL, ""},
    {"RB-13", "", "ones twos", ONE_ROLL, ID_ROW, ""},
    {"RB-13", "", "twos", ONE_ROLL, ID_ROW, "rainbow.why.filled"},
    {"RB-13", "", "twos", ONE_ROLL, ID_CELL, "rainbow.why.filled"},
    {"RB-16", "", "ones", ONE_ROLL, ID_ROW, ""},
    {"RB-16", "", "ones", ONE_ROLL, ID_CELL, ""},
    {"RB-16", "", "ones", ONE_ROLL, ID_CROSS, ""},
    {"RB-31", "", "ones", ONE_ROLL, ID_BONUS + 4, "rainbow.why.bonus 7 15"},
    {"RB-32", "", "ones", ONE_ROLL, ID_BONUS + 5, "rainbow.why.bonus 7 25"},
    {"RB-O1", "part2_threshold=15", "ones", ONE_ROLL, ID_BONUS + 5,
     "rainbow.why.bonus 7 15"},
};

static void why_not(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof why_cases / sizeof *why_cases; i++) {
        print_message("%s: %d\n", why_cases[i].rules, why_cases[i].piece);
        sit(&match, &pl_rainbow_game, 2, why_cases[i].options);
        leave_open(0, why_cases[i].open);
        run(&match, why_cases[i].script);
        assert_string_equal(reason(&match, 0, why_cases[i].piece),
                            why_cases[i].why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices),
        cmocka_unit_test(patterns),
        cmocka_unit_test(number_of_throws),
        cmocka_unit_test(using_a_row),
        cmocka_unit_test(throws),
        cmocka_unit_test(old_dice_are_forgotten),
        cmocka_unit_test(points_of_a_sheet),
        cmocka_unit_test(highest_total),
        cmocka_unit_test(who_wins),
        cmocka_unit_test(thirteen_rounds),
        cmocka_unit_test(who_begins),
        cmocka_unit_test(the_sheet_shows_it),
        cmocka_unit_test(bonuses_are_told),
        cmocka_unit_test(notes_say_their_points),
        cmocka_unit_test(dice_to_keep),
        cmocka_unit_test(dice_of_rows),
        cmocka_unit_test(why_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
