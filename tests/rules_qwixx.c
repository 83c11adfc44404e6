/* Qwixx, rule by rule (ids QX-…). Positions that no short script reaches are
 * put on the sheets directly: the rules are included, not linked. */
#include "../games/qwixx.c"
#include "script.h"

#include <stdlib.h>

static struct pl_match match;

static struct qwixx *table(void)
{
    return (struct qwixx *)&match.state;
}

/* "r5 r7 g12": these numbers are marked on that sheet. */
static void put(int seat, const char *marks)
{
    for (const char *s = marks; *s; s += strcspn(s, " ")) {
        int row, sum;

        s += strspn(s, " ");
        row = (int)(strchr("rygb", *s) - "rygb");
        sum = s[2] >= '0' && s[2] <= '9' ? 10 * (s[1] - '0') + s[2] - '0'
                                         : s[1] - '0';
        table()->row[seat][row] |= (uint16_t)(1u << place(row, sum));
    }
}

static void close_colours(const char *colours)
{
    for (; *colours; colours++)
        table()->closed |= (uint8_t)(1u << (strchr("rygb", *colours) - "rygb"));
}

static const char *sheet(int seat)
{
    static char text[256];
    int n = 0;

    text[0] = '\0';
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < NUMBERS; i++)
            if (table()->row[seat][row] >> i & 1)
                n +=
                    snprintf(text + n, sizeof text - (size_t)n, "%s%c%d",
                             n ? " " : "", "rygb"[row], shipped.number[row][i]);
    return text;
}

/* --- What may be marked -------------------------------------------------- */

static const struct {
    const char *rules, *why;
    const char *marks, *closed, *dice, *allowed;
} white_cases[] = {
    {"QX-11 QX-12", "the white sum in one row, or nothing", "", "",
     "[3 4 1 1 1 1]", "r7 y7 g7 b7 -"},
    {"QX-3",
     "red and yellow rise: 2 is at their left end, but ends green and blue", "",
     "", "[1 1 1 1 1 1]", "r2 y2 -"},
    {"QX-3", "green and blue fall: 12 is at their left end", "", "",
     "[6 6 1 1 1 1]", "g12 b12 -"},
    {"QX-7 QX-V1", "only to the right: red 5 and 7 leave 8 and more", "r5 r7",
     "", "[3 4 1 1 1 1]", "y7 g7 b7 -"},
    {"QX-7 QX-V1", "skipped numbers are lost", "r5 r7", "", "[2 4 1 1 1 1]",
     "y6 g6 b6 -"},
    {"QX-7 QX-V1", "right of 7 is free", "r5 r7", "", "[4 4 1 1 1 1]",
     "r8 y8 g8 b8 -"},
    {"QX-9 QX-V1", "the last number needs five marks", "r5 r7", "",
     "[6 6 1 1 1 1]", "g12 b12 -"},
    {"QX-7 QX-V1b", "green right of 6: 5", "g12 g11 g9 g8 g6", "",
     "[2 3 1 1 1 1]", "r5 y5 g5 b5 -"},
    {"QX-7 QX-V1b", "green 7 is gone", "g12 g11 g9 g8 g6", "", "[3 4 1 1 1 1]",
     "r7 y7 b7 -"},
    {"QX-7 QX-9 QX-V1b", "green 2 with five marks", "g12 g11 g9 g8 g6", "",
     "[1 1 1 1 1 1]", "r2 y2 g2 -"},
    {"QX-7 QX-V1c", "blue right of 10: 9", "b10", "", "[4 5 1 1 1 1]",
     "r9 y9 g9 b9 -"},
    {"QX-7 QX-V1c", "blue 11 is gone", "b10", "", "[5 6 1 1 1 1]",
     "r11 y11 g11 -"},
    {"QX-7 QX-9 QX-V1c", "blue 2 with one mark", "b10", "", "[1 1 1 1 1 1]",
     "r2 y2 -"},
    {"QX-7 QX-9 QX-V1d", "yellow 12 with five marks", "y2 y4 y6 y8 y10", "",
     "[6 6 1 1 1 1]", "y12 g12 b12 -"},
    {"QX-7 QX-V1d", "yellow 11", "y2 y4 y6 y8 y10", "", "[5 6 1 1 1 1]",
     "r11 y11 g11 b11 -"},
    {"QX-7 QX-V1d", "yellow 9 was skipped", "y2 y4 y6 y8 y10", "",
     "[4 5 1 1 1 1]", "r9 g9 b9 -"},
    {"QX-9 QX-V6", "four marks are not enough", "r2 r3 r4 r5", "",
     "[6 6 1 1 1 1]", "g12 b12 -"},
    {"QX-7 QX-V6", "the others are", "r2 r3 r4 r5", "", "[5 6 1 1 1 1]",
     "r11 y11 g11 b11 -"},
    {"QX-8 QX-V16", "a closed row takes no marks", "r2 r3 r4 r5 r6", "r",
     "[6 6 1 1 1]", "g12 b12 -"},
};

static void white_step(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof white_cases / sizeof *white_cases; i++) {
        sit(&match, &pl_qwixx_game, 2, "");
        put(1, white_cases[i].marks);
        close_colours(white_cases[i].closed);
        run(&match, white_cases[i].dice);
        if (strcmp(legal(&match, 1), white_cases[i].allowed) != 0)
            fail_msg("%s: %s: %s", white_cases[i].rules, white_cases[i].why,
                     legal(&match, 1));
    }
}

static const struct {
    const char *rules, *why;
    const char *marks, *closed, *dice, *step1, *allowed;
} colour_cases[] = {
    {"QX-20", "either white die with a coloured one, in that colour", "", "",
     "[1 3 1 2 3 4]", "0:- 1:-", "r2 r4 y3 y5 g6 g4 b7 b5 -"},
    {"QX-20 QX-V15 QX-G13", "equal white dice offer each sum once", "r6", "",
     "[2 2 5 1 6 6]", "0:- 1:-", "r7 y3 g8 b8 -"},
    {"QX-23 QX-V8", "no die of a closed colour", "", "g", "[1 1 3 4 6]",
     "0:- 1:-", "r4 y5 b7 -"},
    {"QX-21", "the mark of step 1 counts for the order", "", "",
     "[4 5 1 1 1 1]", "0:r9 1:-", "y5 y6 g6 g5 b6 b5 -"},
    {"QX-22", "the same row again, with the same white die", "", "",
     "[1 4 6 1 1 1]", "0:r5 1:-", "r7 r10 y2 y5 g5 b5 -"},
    {"QX-21 QX-9", "it counts for the five as well", "r2 r3 r4 r5", "",
     "[3 6 6 1 1 1]", "0:r9 1:-", "r12 y4 y7 g7 g4 b7 b4 -"},
    {"QX-9", "without it 12 stays barred", "r2 r3 r4 r5", "", "[3 6 6 1 1 1]",
     "0:y9 1:-", "r9 g7 g4 b7 b4 -"},
};

static void colour_step(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof colour_cases / sizeof *colour_cases; i++) {
        sit(&match, &pl_qwixx_game, 2, "");
        put(0, colour_cases[i].marks);
        close_colours(colour_cases[i].closed);
        run(&match, colour_cases[i].dice);
        run(&match, colour_cases[i].step1);
        assert_string_equal(waiting(&match), "0");
        if (strcmp(legal(&match, 0), colour_cases[i].allowed) != 0)
            fail_msg("%s: %s: %s", colour_cases[i].rules, colour_cases[i].why,
                     legal(&match, 0));
    }
}

/* --- Whole turns --------------------------------------------------------- */

static const struct {
    const char *rules, *why, *options;
    int seats;
    const char *marks[SEATS], *failed, *closed;
    const char *script;
    const char *waiting, *failed_after, *closed_after;
    const char *after[SEATS];
} turn_cases[] = {
    {"QX-10 QX-11 QX-24 QX-V2",
     "white 1+4: red 5, yellow 5, two pass; blue 10",
     "",
     4,
     {"", "", "", ""},
     "0000",
     "",
     "[1 4 3 3 3 6] 0:r5 1:y5 2:- 3:- 0:b10",
     "chance",
     "0000",
     "",
     {"r5 b10", "y5", "", ""}},
    {"QX-30 QX-31 QX-V3",
     "green 2 with its lock closes green",
     "first=1",
     2,
     {"g12 g10 g9 g7 g5", ""},
     "00",
     "",
     "[1 1 3 3 3 6] 0:g2 1:- 1:-",
     "chance",
     "01",
     "g",
     {"g12 g10 g9 g7 g5 g2", ""}},
    {"QX-14 QX-41 QX-42 QX-V4",
     "two close at once: three colours, at once over",
     "",
     3,
     {"", "r2 r3 r5 r7 r8", "y2 y4 y5 y9 y11"},
     "000",
     "b",
     "[6 6 1 1 1] 0:- 1:r12 2:y12",
     "over",
     "000",
     "ryb",
     {"", "r2 r3 r5 r7 r8 r12", "y2 y4 y5 y9 y11 y12"}},
    {"QX-21 QX-9 QX-V7",
     "fifth mark in step 1, last number in step 2",
     "",
     2,
     {"r2 r3 r4 r5", ""},
     "00",
     "",
     "[3 6 6 1 1 1] 0:r9 1:- 0:r12",
     "chance",
     "00",
     "r",
     {"r2 r3 r4 r5 r9 r12", ""}},
    {"QX-25 QX-G5 QX-V9",
     "nothing possible is a penalty",
     "",
     2,
     {"r11 y11 g3 b3", ""},
     "00",
     "",
     "[3 4 1 1 6 6] 0:- 1:- 0:-",
     "chance",
     "10",
     "",
     {"r11 y11 g3 b3", ""}},
    {"QX-25",
     "who marked in step 1 alone has not failed",
     "",
     2,
     {"", ""},
     "00",
     "",
     "[3 4 1 1 6 6] 0:r7 1:- 0:-",
     "chance",
     "00",
     "",
     {"r7", ""}},
    {"QX-25 QX-24",
     "nor who marked in step 2 alone",
     "",
     2,
     {"", ""},
     "00",
     "",
     "[3 4 1 1 6 6] 0:- 1:- 0:r4",
     "chance",
     "00",
     "",
     {"r4", ""}},
    {"QX-25 QX-G14",
     "others never fail; failing by choice is allowed",
     "",
     2,
     {"", ""},
     "00",
     "",
     "[3 4 1 1 6 6] 0:- 1:- 0:-",
     "chance",
     "10",
     "",
     {"", ""}},
    {"QX-40 QX-V10",
     "the fourth penalty ends the game",
     "",
     2,
     {"", ""},
     "30",
     "",
     "[3 4 1 1 6 6] 0:- 1:r7 0:-",
     "over",
     "40",
     "",
     {"", "r7"}},
    {"QX-40",
     "the third does not",
     "",
     2,
     {"", ""},
     "20",
     "",
     "[3 4 1 1 6 6] 0:- 1:r7 0:-",
     "chance",
     "30",
     "",
     {"", "r7"}},
    {"QX-14 QX-32 QX-G1 QX-V11",
     "two lock the same row in one step",
     "first=2",
     3,
     {"r2 r3 r4 r5 r6", "r2 r4 r6 r8 r9", "r2 r3 r4 r5"},
     "000",
     "",
     "[6 6 1 1 1 1] 0:r12 1:r12 2:g12 2:-",
     "chance",
     "000",
     "r",
     {"r2 r3 r4 r5 r6 r12", "r2 r4 r6 r8 r9 r12", "r2 r3 r4 r5 g12"}},
    {"QX-41 QX-33 QX-G7 QX-V12",
     "the second colour closed in step 2",
     "",
     2,
     {"b12 b11 b10 b9 b8", ""},
     "30",
     "r",
     "[1 5 2 2 1] 0:- 1:- 0:b2",
     "over",
     "30",
     "rb",
     {"b12 b11 b10 b9 b8 b2", ""}},
    {"QX-41",
     "one closed colour does not end it",
     "",
     2,
     {"b12 b11 b10 b9 b8", ""},
     "00",
     "",
     "[1 5 2 2 2 1] 0:- 1:- 0:b2",
     "chance",
     "00",
     "b",
     {"b12 b11 b10 b9 b8 b2", ""}},
    {"QX-15 QX-23 QX-G6",
     "a colour closed in step 1 has no die in step 2",
     "",
     2,
     {"", "g12 g10 g9 g7 g5"},
     "00",
     "",
     "[1 1 3 3 3 6] 0:- 1:g2",
     "0",
     "00",
     "g",
     {"", "g12 g10 g9 g7 g5 g2"}},
    {"QX-43 QX-G8",
     "an end in step 1 has no step 2 and no penalty",
     "",
     2,
     {"", "g12 g10 g9 g7 g5"},
     "30",
     "r",
     "[1 1 3 3 6] 0:- 1:g2",
     "over",
     "30",
     "rg",
     {"", "g12 g10 g9 g7 g5 g2"}},
    {"QX-43",
     "finish_turn: the active player still has step 2",
     "finish_turn=1",
     2,
     {"", "g12 g10 g9 g7 g5"},
     "00",
     "r",
     "[1 1 3 3 6] 0:- 1:g2",
     "0",
     "00",
     "rg",
     {"", "g12 g10 g9 g7 g5 g2"}},
    {"QX-43 QX-25",
     "finish_turn: and can fail in it; then it is over",
     "finish_turn=1",
     2,
     {"", "g12 g10 g9 g7 g5"},
     "00",
     "r",
     "[1 1 3 3 6] 0:- 1:g2 0:-",
     "over",
     "10",
     "rg",
     {"", "g12 g10 g9 g7 g5 g2"}},
    {"QX-6",
     "then the next seat rolls",
     "",
     3,
     {"", "", ""},
     "000",
     "",
     "[3 4 1 1 6 6] 0:r7 1:- 2:- 0:- [3 4 1 1 6 6] 0:- 1:- 2:-",
     "1",
     "000",
     "",
     {"r7", "", ""}},
    {"QX-23",
     "closed_die_step2: the die stays for this turn, lock and all",
     "closed_die_step2=1",
     2,
     {"g12 g11 g10 g9 g8", "g12 g10 g9 g7 g5"},
     "00",
     "",
     "[1 1 3 3 1 6] 0:- 1:g2 0:g2",
     "chance",
     "00",
     "g",
     {"g12 g11 g10 g9 g8 g2", "g12 g10 g9 g7 g5 g2"}},
    {"QX-41",
     "closed_die_step2: a second closed colour still ends it at once",
     "closed_die_step2=1",
     2,
     {"", "g12 g10 g9 g7 g5"},
     "00",
     "r",
     "[1 1 3 3 6] 0:- 1:g2",
     "over",
     "00",
     "rg",
     {"", "g12 g10 g9 g7 g5 g2"}},
    {"QX-13",
     "open_step1: the active player first, then clockwise",
     "open_step1=1 first=1",
     3,
     {"", "", ""},
     "000",
     "",
     "[3 4 1 1 6 6] 1:r7",
     "2",
     "000",
     "",
     {"", "r7", ""}},
    {"QX-13",
     "open_step1: rows close only after the step",
     "open_step1=1",
     2,
     {"r2 r3 r4 r5 r6", "r2 r3 r4 r5 r6"},
     "00",
     "",
     "[6 6 1 1 6 6] 0:r12 1:r12",
     "0",
     "00",
     "r",
     {"r2 r3 r4 r5 r6 r12", "r2 r3 r4 r5 r6 r12"}},
    {"QX-41",
     "two_rows_one_player: two colours of two players go on",
     "two_rows_one_player=1",
     2,
     {"r2 r3 r4 r5 r6 r12", "g12 g10 g9 g7 g5"},
     "00",
     "r",
     "[1 1 3 3 6] 0:- 1:g2",
     "0",
     "00",
     "rg",
     {"r2 r3 r4 r5 r6 r12", "g12 g10 g9 g7 g5 g2"}},
    {"QX-41",
     "two_rows_one_player: two of one player end it",
     "two_rows_one_player=1",
     2,
     {"", "r2 r3 r4 r5 r6 r12 g12 g10 g9 g7 g5"},
     "00",
     "r",
     "[1 1 3 3 6] 0:- 1:g2",
     "over",
     "00",
     "rg",
     {"", "r2 r3 r4 r5 r6 r12 g12 g10 g9 g7 g5 g2"}},
    {"QX-1",
     "alone one is always active",
     "",
     1,
     {""},
     "0",
     "",
     "[3 4 1 1 6 6] 0:r7 0:- [3 4 1 1 6 6] 0:y7 0:-",
     "chance",
     "0",
     "",
     {"r7 y7"}},
};

static const char *closed_now(void)
{
    static char text[ROWS + 1];
    int n = 0;

    for (int row = 0; row < ROWS; row++)
        if (table()->closed >> row & 1)
            text[n++] = "rygb"[row];
    text[n] = '\0';
    return text;
}

static void whole_turns(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof turn_cases / sizeof *turn_cases; i++) {
        print_message("%s: %s\n", turn_cases[i].rules, turn_cases[i].why);
        sit(&match, &pl_qwixx_game, turn_cases[i].seats, turn_cases[i].options);
        close_colours(turn_cases[i].closed);
        for (int s = 0; s < turn_cases[i].seats; s++) {
            put(s, turn_cases[i].marks[s]);
            table()->failed[s] = (uint8_t)(turn_cases[i].failed[s] - '0');
        }
        run(&match, turn_cases[i].script);
        assert_string_equal(waiting(&match), turn_cases[i].waiting);
        assert_string_equal(closed_now(), turn_cases[i].closed_after);
        for (int s = 0; s < turn_cases[i].seats; s++) {
            assert_string_equal(sheet(s), turn_cases[i].after[s]);
            assert_int_equal(table()->failed[s],
                             turn_cases[i].failed_after[s] - '0');
        }
    }
}

/* --- The rest ------------------------------------------------------------ */

static const struct {
    const char *rules;
    int crosses[ROWS], failed, total; /* twelve crosses are all and the lock */
} point_cases[] = {
    {"QX-5 QX-50 QX-51 QX-V5", {4, 3, 7, 8}, 2, 70},
    {"QX-5 QX-V13", {12, 12, 0, 0}, 0, 156},
    {"QX-51 QX-V14", {0, 0, 0, 1}, 4, -19},
    {"QX-5", {1, 2, 3, 4}, 0, 1 + 3 + 6 + 10},
    {"QX-5", {5, 6, 7, 8}, 0, 15 + 21 + 28 + 36},
    {"QX-5", {9, 10, 11, 12}, 0, 45 + 55 + 66 + 78},
};

/* So many crosses in a row: from seven on the last two are number and lock. */
static uint16_t row_with(int crosses)
{
    unsigned marks = crosses >= 7 ? 1u << LAST : 0;

    crosses -= crosses >= 7 ? 2 : 0;
    return (uint16_t)(marks | ((1u << crosses) - 1));
}

static void points_of_a_sheet(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof point_cases / sizeof *point_cases; i++) {
        sit(&match, &pl_qwixx_game, 2, "");
        for (int row = 0; row < ROWS; row++)
            table()->row[0][row] = row_with(point_cases[i].crosses[row]);
        table()->failed[0] = (uint8_t)point_cases[i].failed;
        if (points(&match, 0) != point_cases[i].total)
            fail_msg("%s: %d", point_cases[i].rules, points(&match, 0));
    }
}

/* QX-52 QX-53: the highest total wins, and equal ones share. */
static void who_wins(void **unused)
{
    (void)unused;
    sit(&match, &pl_qwixx_game, 3, "");
    put(1, "r2 r3");
    assert_int_equal(winners(&match), 1 << 1);
    put(2, "b9 b8");
    assert_int_equal(winners(&match), 1 << 1 | 1 << 2);
    put(0, "y2 y3 y4");
    assert_int_equal(winners(&match), 1 << 0);
}

/* QX-1 QX-2 QX-4 QX-6: two to five and solo, six dice, four boxes for failed
 * rolls, empty sheets, and the seat that begins rolls. */
static void set_up(void **unused)
{
    struct pl_chance chance;

    (void)unused;
    assert_int_equal(pl_qwixx_game.min_seats, 1);
    assert_int_equal(pl_qwixx_game.max_seats, 5);
    assert_int_equal(FAILS, 4);
    sit(&match, &pl_qwixx_game, 5, "first=3");
    for (int s = 0; s < 5; s++)
        assert_int_equal(points(&match, s), 0);
    pl_qwixx_game.chance(&pl_qwixx_game, &match.state, &chance);
    assert_int_equal(chance.count, 6);
    run(&match, "[1 2 3 4 5 6] 0:- 1:- 2:- 3:- 4:-");
    assert_string_equal(waiting(&match), "3");
}

/* QX-13: all are asked at once, in any order, and nothing is shown before. */
static void the_white_step_is_blind(void **unused)
{
    (void)unused;
    sit(&match, &pl_qwixx_game, 3, "");
    run(&match, "[3 4 1 1 1 1]");
    assert_string_equal(waiting(&match), "0 1 2");
    run(&match, "2:r7 0:g7");
    assert_string_equal(waiting(&match), "1");
    assert_string_equal(sheet(2), "");
    assert_int_equal(points(&match, 2), 0);
    run(&match, "1:-");
    assert_string_equal(sheet(2), "r7");
    assert_string_equal(sheet(0), "g7");
}

/* QX-31 QX-G19: dice of closed colours are not rolled. */
static void closed_dice_are_gone(void **unused)
{
    struct pl_chance chance;

    (void)unused;
    sit(&match, &pl_qwixx_game, 2, "");
    close_colours("y");
    pl_qwixx_game.chance(&pl_qwixx_game, &match.state, &chance);
    assert_int_equal(chance.count, 5);
    assert_string_equal(chance.die[2]->name, "r");
    assert_string_equal(chance.die[3]->name, "g");
}

/* QX-41, two_rows_one_player: with all four closed only white dice are
 * rolled, and the turns end in penalties. */
static void all_closed(void **unused)
{
    (void)unused;
    sit(&match, &pl_qwixx_game, 2, "two_rows_one_player=1");
    close_colours("rygb");
    run(&match, "[3 4] 0:- 1:-");
    assert_string_equal(legal(&match, 0), "-");
    run(&match, "0:-");
    assert_int_equal(points(&match, 0), -5);
}

/* --- A reaction to an announced closing ---------------------------------- */

static const char FIVE_RED[] = "r2 r3 r4 r5 r6";

static void sit_four(const char *setup)
{
    sit(&match, &pl_qwixx_game, 4, setup);
    put(0, FIVE_RED);
    put(1, "r2 r3 r4 r5 r6 r7");
    put(2, "r2 r3 r4 r5");
    put(3, FIVE_RED);
}

/* QX-R1 QX-R2 QX-V40: only who passed and may lock is asked, for the announced
 * rows alone; marks wait until all have reacted. */
static void who_passed_may_react(void **unused)
{
    (void)unused;
    sit_four("open_step1=2");
    run(&match, "[6 6 1 1 6 6] 0:r12 1:- 2:- 3:g12");
    assert_string_equal(waiting(&match), "1");
    assert_string_equal(legal(&match, 1), "r12 -");
    assert_string_equal(sheet(0), FIVE_RED);
    assert_string_equal(sheet(3), FIVE_RED);
    assert_int_equal(points(&match, 0), 15);
}

/* QX-R3 QX-V41: both have the lock, the colour is closed once. */
static void a_reaction_is_a_mark_of_the_step(void **unused)
{
    struct pl_chance chance;

    (void)unused;
    sit_four("open_step1=2");
    run(&match, "[6 6 1 1 6 6] 0:r12 1:- 2:- 3:g12 1:r12");
    assert_string_equal(sheet(0), "r2 r3 r4 r5 r6 r12");
    assert_string_equal(sheet(1), "r2 r3 r4 r5 r6 r7 r12");
    assert_string_equal(sheet(3), "r2 r3 r4 r5 r6 g12");
    assert_int_equal(table()->closed, 1);
    assert_string_equal(waiting(&match), "0");
    run(&match, "0:-");
    pl_qwixx_game.chance(&pl_qwixx_game, &match.state, &chance);
    assert_int_equal(chance.count, 5);
    assert_int_equal(table()->failed[0], 0);
}

/* QX-R3 QX-V42: the active player reacts, and has the coloured step. */
static void the_active_player_reacts(void **unused)
{
    (void)unused;
    sit_four("open_step1=2 first=1");
    run(&match, "[6 6 1 1 6 6] 0:r12 1:- 2:- 3:-");
    assert_string_equal(waiting(&match), "1 3");
    run(&match, "3:- 1:r12");
    assert_string_equal(waiting(&match), "1");
    run(&match, "1:-");
    assert_int_equal(table()->failed[1], 0);
    assert_string_equal(sheet(3), FIVE_RED);
    sit_four("open_step1=2 first=1");
    run(&match, "[6 6 1 1 6 6] 0:r12 1:- 2:- 3:- 3:- 1:- 1:-");
    assert_int_equal(table()->failed[1], 1);
}

/* QX-R4: who locks in the reaction announces nothing. Two rows are announced,
 * one is chosen, and the game ends as usual. */
static void there_is_one_reaction(void **unused)
{
    (void)unused;
    sit(&match, &pl_qwixx_game, 3, "open_step1=2");
    put(0, "r2 r3 r4 r5 r6");
    put(1, "y2 y3 y4 y5 y6");
    put(2, "r2 r3 r4 r5 r6 y2 y3 y4 y5 y6");
    run(&match, "[6 6 1 1 6 6] 0:r12 1:y12 2:-");
    assert_string_equal(waiting(&match), "2");
    assert_string_equal(legal(&match, 2), "r12 y12 -");
    run(&match, "2:y12");
    assert_string_equal(waiting(&match), "over");
    assert_string_equal(sheet(2), "r2 r3 r4 r5 r6 y2 y3 y4 y5 y6 y12");
}

/* QX-R2: in any order, with the same result. */
static void reactions_come_in_any_order(void **unused)
{
    union pl_state first;

    (void)unused;
    sit_four("open_step1=2");
    run(&match, "[6 6 1 1 6 6] 0:r12 1:- 2:- 3:- 1:r12 3:r12");
    first = match.state;
    sit_four("open_step1=2");
    run(&match, "[6 6 1 1 6 6] 0:r12 1:- 2:- 3:- 3:r12 1:r12");
    assert_memory_equal(&first, &match.state, sizeof first);
}

/* QX-R2: without a row that is about to be locked, or without anyone who may
 * join, there is no such question. */
static void often_nobody_reacts(void **unused)
{
    (void)unused;
    sit_four("open_step1=2");
    run(&match, "[6 6 1 1 6 6] 0:- 1:- 2:- 3:g12");
    assert_string_equal(waiting(&match), "0");
    sit_four("open_step1=2");
    run(&match, "[6 6 1 1 6 6] 0:r12 1:g12 2:- 3:r12");
    assert_string_equal(waiting(&match), "0");
    assert_int_equal(table()->closed, 1);
    sit_four("");
    run(&match, "[6 6 1 1 6 6] 0:r12 1:- 2:- 3:-");
    assert_string_equal(waiting(&match), "0");
}

/* What a seat is shown of it; and of a world in which others chose otherwise,
 * but for what was announced. */
static void look(const char *script, int seat, union pl_state *view,
                 struct pl_buffer *record)
{
    sit_four("open_step1=2");
    run(&match, script);
    pl_match_view(&match, seat, view);
    record->length = 0;
    pl_record_write(&match, seat, record);
}

/* QX-R1: nothing else is shown, also of the reactions. */
static void only_closings_are_announced(void **unused)
{
    static const char *const world[] = {
        "[6 6 1 1 6 6] 0:r12 1:- 2:- 3:g12",
        "[6 6 1 1 6 6] 0:r12 1:- 2:b12 3:b12",
        "[6 6 1 1 6 6] 0:r12 1:- 2:g12 3:g12",
    };
    struct pl_buffer here = {0}, there = {0};
    union pl_state one, two;

    (void)unused;
    for (int seat = -1; seat < 2; seat++)
        for (int i = 1; i < 3; i++) {
            look(world[0], seat, &one, &here);
            look(world[i], seat, &two, &there);
            assert_memory_equal(&one, &two, sizeof one);
            assert_string_equal(here.s, there.s);
            assert_non_null(strstr(here.s, "play 0 r12"));
            assert_non_null(strstr(here.s, "play 3 ?"));
        }
    for (int seat = -1; seat < 3; seat++) {
        look("[6 6 1 1 6 6] 0:r12 1:- 2:- 3:-", seat, &one, &here);
        look("[6 6 1 1 6 6] 0:r12 1:- 2:- 3:- 3:r12", seat, &two, &there);
        assert_memory_equal(&one, &two, sizeof one);
        two = match.state;
        match.game->hide(match.game, &two, seat);
        assert_memory_equal(&one, &two, sizeof one);
        look("[6 6 1 1 6 6] 0:r12 1:- 2:- 3:- 3:-", seat, &one, &here);
        assert_string_equal(here.s, there.s);
    }
    assert_true(pl_match_may_see(&match, match.steps - 1, 3));
    pl_buffer_free(&here);
    pl_buffer_free(&there);
}

/* A reaction shows all choices, so it cannot be taken back. */
static void a_reaction_stands(void **unused)
{
    (void)unused;
    sit_four("open_step1=2");
    run(&match, "[6 6 1 1 6 6] 0:r12 1:- 2:- 3:g12");
    for (int seat = 0; seat < 4; seat++)
        assert_false(pl_match_can_take_back(&match, seat));
    assert_int_equal(match.known, 1);
    run(&match, "1:r12");
    assert_int_equal(match.known, match.steps);
    for (int seat = 0; seat < 4; seat++)
        assert_false(pl_match_can_take_back(&match, seat));
    run(&match, "0:-");
    assert_true(pl_match_can_take_back(&match, 0));
}

/* --- What the table asks ------------------------------------------------- */

/* Two seats, in the white step of seat 1 or, after two passes, in its colour
 * step. */
static void ask_table(const char *marks, const char *closed, const char *dice)
{
    sit(&match, &pl_qwixx_game, 2, "first=1");
    close_colours(closed);
    put(1, marks);
    run(&match, dice);
}

static int box_named(int seat, const char *name)
{
    int row = (int)(strchr("rygb", *name) - "rygb");

    return box_id(seat, row, place(row, atoi(name + 1)));
}

static void dice_make_moves(void **unused)
{
    (void)unused;
    ask_table("", "", "[3 4 1 6 2 5]");
    assert_int_equal(pl_match_turn(&match).whose, 1);
    assert_string_equal(dice_of(&match, 0, "r7"), "0 1");
    assert_string_equal(dice_of(&match, 1, "b7"), "0 1");
    assert_string_equal(dice_of(&match, 1, "-"), "");
    run(&match, "0:- 1:-");
    assert_int_equal(pl_match_turn(&match).whose, 1);
    assert_string_equal(dice_of(&match, 1, "r4"), "0 2");
    assert_string_equal(dice_of(&match, 1, "r5"), "1 2");
    assert_string_equal(dice_of(&match, 1, "y10"), "1 3");
    assert_string_equal(dice_of(&match, 1, "b8"), "0 5");
    ask_table("", "y", "[3 4 1 2 5]");
    run(&match, "0:- 1:-");
    assert_string_equal(dice_of(&match, 1, "r4"), "0 2");
    assert_string_equal(dice_of(&match, 1, "g5"), "0 3");
    assert_string_equal(dice_of(&match, 1, "b9"), "1 4");
}

static int gain_of(int seat, const char *move)
{
    struct pl_answer answer[PL_MOVES];
    struct pl_message why;
    union pl_state view;
    pl_move found;
    int i = 0;

    assert_true(pl_match_find_move(&match, seat, move, &found, &why));
    pl_match_view(&match, seat, &view);
    pl_answers(match.game, &view, seat, answer);
    while (answer[i].move != found)
        i++;
    return answer[i].gain;
}

/* As if everyone else passed. */
static void moves_gain_points(void **unused)
{
    (void)unused;
    ask_table("r2 r3 y2", "", "[3 4 1 6 2 5]");
    assert_int_equal(gain_of(1, "r7"), 3);
    assert_int_equal(gain_of(1, "y7"), 2);
    assert_int_equal(gain_of(0, "y7"), 1);
    assert_int_equal(gain_of(0, "-"), 0);
    run(&match, "0:- 1:-");
    assert_int_equal(gain_of(1, "y9"), 2);
    assert_int_equal(gain_of(1, "-"), -5);
}

static const struct {
    const char *marks, *closed, *dice, *box, *why;
} box_cases[] = {
    {"", "", "[3 4 1 6 2 5]", "r7", ""},
    {"r5", "", "[3 4 1 6 2 5]", "r5", "why.crossed"},
    {"r5", "", "[3 4 1 6 2 5]", "r4", "qwixx.why.past 4"},
    {"g9", "", "[3 4 1 6 2 5]", "g11", "qwixx.why.past 11"},
    {"", "", "[3 4 1 6 2 5]", "r8", "qwixx.why.white 7"},
    {"r2 r3 r4 r5", "", "[3 4 1 6 2 5]", "r12", "qwixx.why.needs 5"},
    {"r2 r3 r4 r5 r6", "", "[3 4 1 6 2 5]", "r12", "qwixx.why.white 7"},
    {"", "y", "[3 4 1 2 5]", "y7", "tell.closed.yellow"},
    {"y9", "y", "[3 4 1 2 5]", "y7", "tell.closed.yellow"},
    {"", "", "[3 4 1 6 2 5] 0:- 1:-", "r4", ""},
    {"", "", "[3 4 1 6 2 5] 0:- 1:-", "r6", "qwixx.why.makes 4 5"},
    {"", "y", "[3 4 1 2 5] 0:- 1:-", "y7", "tell.closed.yellow"},
};

static void boxes_have_reasons(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof box_cases / sizeof *box_cases; i++) {
        ask_table(box_cases[i].marks, box_cases[i].closed, box_cases[i].dice);
        assert_string_equal(reason(&match, 1, box_named(1, box_cases[i].box)),
                            box_cases[i].why);
    }
}

static void reactions_in_words(void **unused)
{
    struct pl_message told[PL_MESSAGES];
    union pl_state before;

    (void)unused;
    sit_four("open_step1=2");
    run(&match, "[6 6 1 1 6 6] 0:r12 1:- 2:-");
    before = match.state;
    run(&match, "3:g12");
    assert_int_equal(match.game->tell(match.game, &before, &match.state, told),
                     1);
    assert_string_equal(told[0].id, "qwixx.tell.announced");
    assert_int_equal(told[0].seat, 0);
    assert_int_equal(told[0].n, 1);
    assert_string_equal(dice_of(&match, 1, "r12"), "0 1");
    assert_int_equal(gain_of(1, "r12"), 36 - 21);
    assert_string_equal(reason(&match, 1, box_named(1, "g12")),
                        "qwixx.why.react");
    assert_string_equal(reason(&match, 1, box_named(1, "r12")), "");
    assert_string_equal(reason(&match, 1, box_named(1, "y12")),
                        "qwixx.why.needs 5");
    assert_string_equal(reason(&match, 2, box_named(2, "r12")), "why.wait");
}

static void other_pieces_have_reasons(void **unused)
{
    (void)unused;
    ask_table("", "", "[3 4 1 6 2 5]");
    assert_string_equal(reason(&match, 1, ID_PASS), "");
    assert_string_equal(reason(&match, 1, ID_DIE), "qwixx.why.die");
    assert_string_equal(reason(&match, 1, ID_PENALTY + FAILS),
                        "qwixx.why.penalty 5");
    assert_string_equal(reason(&match, 1, ID_LOCK + ROWS), "qwixx.why.lock 5");
    assert_string_equal(reason(&match, 0, ID_LOCK), "qwixx.why.lock 5");
    assert_string_equal(reason(&match, 1, box_named(0, "r7")), "why.others");
    run(&match, "0:- 1:-");
    assert_string_equal(reason(&match, 0, box_named(0, "r4")), "why.wait");
    run(&match, "1:-");
    assert_string_equal(reason(&match, 0, box_named(0, "r4")), "why.roll");
}

/* --- Sheets of other kinds ----------------------------------------------- */

#define RED_ROW "r12 y6 r2 b11 y5 g8 r3 g10 y7 g9 r4\n"
#define YELLOW_ROW "y2 y3 g4 g5 g6 b7 b8 b9 r10 r11 y12\n"
#define GREEN_ROW "b12 b11 b10 r9 r8 r7 y6 y5 y4 g3 g2\n"
#define BLUE_ROW "g12 g11 y10 y9 b8 b7 r6 r5 b4 g3 b2\n"

static const struct pl_game *read_rows(const char *rows,
                                       struct pl_mistakes *mistakes)
{
    char text[512];
    int n =
        snprintf(text, sizeof text, "parlour-sheet 1\ngame qwixx\n%s", rows);

    return pl_sheet_read(text, (size_t)n, mistakes);
}

/* Two players on mixed rows, which are called by their locks. Boxes that the
 * first one has marked in the red row: a bit each, from the left. */
static void sit_mixed(unsigned marks)
{
    struct pl_mistakes mistakes;
    const struct pl_game *game =
        read_rows(RED_ROW YELLOW_ROW GREEN_ROW BLUE_ROW, &mistakes);

    assert_non_null(game);
    sit(&match, game, 2, "");
    pl_game_drop(game);
    table()->row[0][0] = (uint16_t)marks;
}

/* QX-S1 QX-S5: every number once in a row, every colour on eleven boxes, four
 * colours of locks. */
static void what_a_sheet_must_have(void **unused)
{
    static const struct {
        const char *rule, *rows, *mistake;
    } cases[] = {
        {"QX-S1",
         "r12 y6 r2 b11 y5 g8 r3 g10 y7 g10 r4\n" YELLOW_ROW GREEN_ROW BLUE_ROW,
         "qwixx.sheet.twice"},
        {"QX-S1",
         "r12 y6 r2 b11 y5 g8 r3 g10 y7 b9 r4\n" YELLOW_ROW GREEN_ROW BLUE_ROW,
         "sheet.letter"},
        {"QX-S5",
         "r12 y6 r2 b11 y5 g8 r3 g10 y7 g9 y4\n"
         "r2 y3 g4 g5 g6 b7 b8 b9 r10 r11 y12\n" GREEN_ROW BLUE_ROW,
         "qwixx.sheet.locks"},
    };
    struct pl_mistakes mistakes;

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        print_message("%s\n", cases[i].rule);
        assert_null(read_rows(cases[i].rows, &mistakes));
        assert_string_equal(mistakes.mistake[0].what.id, cases[i].mistake);
    }
}

/* QX-S2: the order of the boxes counts, and the last box needs five marks
 * whatever its number. */
static void boxes_lie_in_any_order(void **unused)
{
    (void)unused;
    sit_mixed(0x00f); /* 12 6 2 11 */
    run(&match, "[6 6 1 1 1 1]");
    assert_string_equal(legal(&match, 0), "g12 b12 -");
    assert_string_equal(legal(&match, 1), "r12 g12 b12 -");
    sit_mixed(0x00f);
    run(&match, "[1 2 1 1 1 1]");
    assert_string_equal(legal(&match, 0), "r3 y3 g3 b3 -");
    sit_mixed(0x00f);
    run(&match, "[1 3 1 1 1 1]");
    assert_string_equal(legal(&match, 0), "y4 g4 b4 -");
    sit_mixed(0x01f);
    run(&match, "[1 3 1 1 1 1]");
    assert_string_equal(legal(&match, 0), "r4 y4 g4 b4 -");
}

/* QX-S3: the white sum goes into any row, the coloured one on a box of its
 * colour in whichever row, and two such boxes are two moves. */
static void boxes_have_the_colour_of_the_die(void **unused)
{
    (void)unused;
    sit_mixed(0);
    run(&match, "[1 2 1 4 6 6]");
    assert_string_equal(legal(&match, 0), "r3 y3 g3 b3 -");
    run(&match, "0:- 1:-");
    /* Red 2 and 3, yellow 5 and 6, green 7 and 8, blue 7 and 8. */
    assert_string_equal(legal(&match, 0), "r6 r2 r5 r8 r3 y7 y8 g6 g5 b8 b7 -");
}

/* QX-S4: the row is closed, the die of its lock leaves, and boxes of that
 * colour in other rows are open to the white sum. */
static void a_lock_has_the_colour_of_the_last_box(void **unused)
{
    struct pl_chance chance;

    (void)unused;
    sit_mixed(0x01f);
    run(&match, "[1 3 1 1 1 1] 0:r4 1:- 0:-");
    assert_int_equal(table()->closed, 1);
    settle_match(&match);
    match.game->chance(match.game, &match.state, &chance);
    assert_int_equal(chance.count, 5);
    run(&match, "[4 6 1 1 1]");
    assert_string_equal(legal(&match, 1), "y10 g10 b10 -");
    run(&match, "1:y10");
    assert_int_equal(table()->row[1][1], 0);
    run(&match, "0:-");
    assert_int_equal(table()->row[1][1], 1u << 8);
}

/* QX-S6: two closed rows end the game, marks in a row make its points, and a
 * failed roll costs five. */
static void a_mixed_game_ends_as_usual(void **unused)
{
    (void)unused;
    sit_mixed(0x01f);
    table()->row[0][2] = 0x03f;
    run(&match, "[1 3 1 1 1 1] 0:r4 1:- 0:-");
    assert_int_equal(points(&match, 0), 28 + 21);
    run(&match, "[3 4 1 1 1] 0:- 1:- 1:-");
    assert_int_equal(points(&match, 1), -5);
    assert_string_equal(waiting(&match), "chance");
    run(&match, "[1 1 1 1 1] 0:g2 1:-");
    assert_string_equal(waiting(&match), "over");
    assert_int_equal(points(&match, 0), 28 + 36);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(white_step),
        cmocka_unit_test(colour_step),
        cmocka_unit_test(whole_turns),
        cmocka_unit_test(points_of_a_sheet),
        cmocka_unit_test(who_wins),
        cmocka_unit_test(set_up),
        cmocka_unit_test(the_white_step_is_blind),
        cmocka_unit_test(closed_dice_are_gone),
        cmocka_unit_test(all_closed),
        cmocka_unit_test(who_passed_may_react),
        cmocka_unit_test(a_reaction_is_a_mark_of_the_step),
        cmocka_unit_test(the_active_player_reacts),
        cmocka_unit_test(there_is_one_reaction),
        cmocka_unit_test(reactions_come_in_any_order),
        cmocka_unit_test(often_nobody_reacts),
        cmocka_unit_test(only_closings_are_announced),
        cmocka_unit_test(a_reaction_stands),
        cmocka_unit_test(reactions_in_words),
        cmocka_unit_test(what_a_sheet_must_have),
        cmocka_unit_test(boxes_lie_in_any_order),
        cmocka_unit_test(boxes_have_the_colour_of_the_die),
        cmocka_unit_test(a_lock_has_the_colour_of_the_last_box),
        cmocka_unit_test(a_mixed_game_ends_as_usual),
        cmocka_unit_test(dice_make_moves),
        cmocka_unit_test(moves_gain_points),
        cmocka_unit_test(boxes_have_reasons),
        cmocka_unit_test(other_pieces_have_reasons),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
