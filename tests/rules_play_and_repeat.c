/* Play & Repeat, rule by rule (ids PR-…). Positions that no short script
 * reaches are put on the forms directly: the rules are included, not linked.
 * What the tables of the sheets say is compared with a plain search on the
 * plans. */
#include "../games/play_and_repeat.c"

#include "../games/play_and_repeat_plans.h"
#include "script.h"

#include <stdlib.h>

static struct pl_match match;

static struct repeat *table(void)
{
    return (struct repeat *)&match.state;
}

static const struct sheet *sheet(void)
{
    return sheet_of(match.game);
}

/* "d3", as the moves name a box. */
#define CELL_NAME(cell) 'a' + (cell) % COLUMNS, 1 + (cell) / COLUMNS
#define COLOUR_LETTERS "YBPOR"

static const struct plan *plan(void)
{
    return &plans[match.game != &pl_play_and_repeat_game];
}

/* --- Positions ----------------------------------------------------------- */

static char letter_at(int cell)
{
    return plan()->row[cell / COLUMNS].boxes[cell % COLUMNS];
}

/* The cells that share a side with this one; returns how many. */
static int sides_of(int cell, int side[4])
{
    int n = 0;

    if (cell >= COLUMNS)
        side[n++] = cell - COLUMNS;
    if (cell % COLUMNS > 0)
        side[n++] = cell - 1;
    if (cell % COLUMNS < COLUMNS - 1)
        side[n++] = cell + 1;
    if (cell < CELLS - COLUMNS)
        side[n++] = cell + COLUMNS;
    return n;
}

/* Marks everything of one letter that hangs together with this cell. */
static void spread(int cell, bool area[CELLS])
{
    int side[4], n = sides_of(cell, side);

    area[cell] = true;
    for (int i = 0; i < n; i++)
        if (!area[side[i]] && letter_at(side[i]) == letter_at(cell))
            spread(side[i], area);
}

static void set_cross(int seat, int cell, bool crossed)
{
    int bit = sheet()->bit_of[cell];
    uint64_t mask = UINT64_C(1) << bit % 64;

    assert_int_not_equal(bit, NO_BOX);
    if (crossed)
        table()->crossed[seat][bit / 64] |= mask;
    else
        table()->crossed[seat][bit / 64] &= ~mask;
}

/* Has the seat crossed all boxes of this row (−1: of any) and letter (0: any)?
 */
static bool all_crossed(int seat, int row, char letter)
{
    for (int cell = 0; cell < CELLS; cell++)
        if ((row < 0 || cell / COLUMNS == row) && letter_at(cell) != '=' &&
            (!letter || letter_at(cell) == letter) &&
            !is_crossed(sheet(), table(), seat, cell))
            return false;
    return true;
}

static bool touches_old(int seat, int cell)
{
    int side[4], n = sides_of(cell, side);

    for (int i = 0; i < n; i++)
        if (letter_at(side[i]) == '=' ||
            is_crossed(sheet(), table(), seat, side[i]))
            return true;
    return false;
}

/* What follows from the crosses of a seat; earlier seats were earlier. */
static void settle(int seat)
{
    struct repeat *g = table();

    for (int cell = 0; cell < CELLS; cell++) {
        int bit = sheet()->bit_of[cell];

        if (bit != NO_BOX && touches_old(seat, cell))
            g->near[seat][bit / 64] |= UINT64_C(1) << bit % 64;
    }
    for (int row = 0; row < ROWS; row++)
        if (all_crossed(seat, row, 0) && !(rows_claimed(g) >> row & 1))
            g->rows[seat] |= (uint16_t)(1u << row);
    for (int i = 0; i < COLOURS; i++)
        if (all_crossed(seat, -1, COLOUR_LETTERS[i]))
            g->colours[seat] |= (uint8_t)(1u << i);
}

static void put_item(int seat, const char *s)
{
    bool crossed = *s != '!';

    s += !crossed;
    if (*s >= 'a' && *s <= 'h') {
        set_cross(seat, COLUMNS * (atoi(s + 1) - 1) + *s - 'a', crossed);
        return;
    }
    for (int cell = 0; cell < CELLS; cell++)
        if (letter_at(cell) == *s ||
            (letter_at(cell) != '=' && cell / COLUMNS == atoi(s) - 1))
            set_cross(seat, cell, crossed);
}

/* "d3 Y 7 !h7": that box, all yellow boxes, row 7, but not box h7. */
static void put(int seat, const char *position)
{
    for (const char *s = position; *s; s += strcspn(s, " ")) {
        s += strspn(s, " ");
        put_item(seat, s);
    }
    settle(seat);
}

static int die_by_letter(char letter)
{
    return (int)(strchr("WYBPOR", letter) - "WYBPOR");
}

/* "W3 B2": these dice lie on the table, and this seat is to choose. */
static void put_pool(int seat, const char *pool)
{
    struct repeat *g = table();

    memset(g->die, 0, sizeof g->die);
    for (const char *s = pool; *s; s += strspn(s, " ")) {
        g->die[die_by_letter(s[0])] = (uint8_t)(s[1] - '0');
        s += 2;
    }
    g->chooser = (uint8_t)seat;
    g->phase = CHOOSING;
}

static const char *pool(void)
{
    static char text[4 * DICE];
    int n = 0;

    text[0] = '\0';
    for (int i = 0; i < DICE; i++)
        if (table()->die[i])
            n += snprintf(text + n, sizeof text - (size_t)n, "%s%c%d",
                          n ? " " : "", "WYBPOR"[i], table() -> die[i]);
    return text;
}

static const char *form(int seat)
{
    static char text[4 * CELLS];
    int n = 0;

    text[0] = '\0';
    for (int cell = 0; cell < CELLS; cell++)
        if (is_crossed(sheet(), table(), seat, cell))
            n += snprintf(text + n, sizeof text - (size_t)n, "%s%c%d",
                          n ? " " : "", CELL_NAME(cell));
    return text;
}

/* "W12 Y1 B2 P2 O0 R3": how many placements each die has. */
static const char *counts(int seat)
{
    static char text[64];
    int of[DICE] = {0}, n = 0;
    pl_move list[PL_MOVES];
    int moves = repeat_moves(match.game, table(), seat, list);

    for (int i = 1; i < moves; i++)
        of[die_of(sheet(), list[i])]++;
    for (int i = 0; i < DICE; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%c%d", i ? " " : "",
                      "WYBPOR"[i], of[i]);
    return text;
}

/* --- What may be crossed ------------------------------------------------- */

#define YELLOW_SIX "d3 c4 d4 e4 d5 d6"

static const struct {
    const char *rules, *why, *options;
    const char *form, *pool, *allowed;
} placements[] = {
    {"PR-24 PR-T13", "at first beside START, not at its corner", "", "", "B1",
     "B:e7 -"},
    {"PR-20 PR-24 PR-T14", "one box beside START is enough for six", "", "",
     "R6", "R:a8,b8,c8,a9,b9,a10 -"},
    {"PR-T2", "opening: orange 2 fits in one way", "", "", "O2", "O:a5,a6 -"},
    {"PR-14 PR-20 PR-T2 PR-T22", "opening: orange 3 does not fit", "", "", "O3",
     "-"},
    {"PR-T2 PR-T22", "opening: orange 4 does not fit", "", "", "O4", "-"},
    {"PR-T2", "opening: orange 5 does not fit", "", "", "O5", "-"},
    {"PR-T2", "opening: orange 6 does not fit", "", "", "O6", "-"},
    {"PR-20 PR-T22", "four do not go into the three that are left", "", "f7 f8",
     "B4", "-"},
    {"PR-20 PR-T22", "three do", "", "f7 f8", "B3", "B:e5,e6,e7 -"},
    {"PR-20 PR-A6", "nor does a part of them for a bigger die", "", "f7 f8",
     "B5", "-"},
    {"PR-21 PR-26", "the white die: any one colour", "", "", "W1",
     "W:d6 W:a6 W:e7 W:b6 W:c6 W:a8 W:b8 W:c8 W:d8 -"},
    {"PR-21 PR-23", "its boxes have one colour: no pair of two", "", "", "W2",
     "W:d5,d6 W:a5,a6 W:e6,e7 W:e7,f7 W:b6,c6 W:a8,b8 W:a8,a9 W:b8,c8 "
     "W:b8,b9 W:d8,e8 -"},
    {"PR-21", "a coloured die: its colour only", "", "", "P1",
     "P:b6 P:c6 P:d8 -"},
    {"PR-13 PR-21", "both dice of one value stay two choices", "", "", "W1 B1",
     "W:d6 W:a6 B:e7 W:e7 W:b6 W:c6 W:a8 W:b8 W:c8 W:d8 -"},
    {"PR-22", "a crossed box is no choice", "", "d6", "Y1", "Y:d5 -"},
    {"PR-22 PR-14 PR-A15", "a complete colour takes no die", "", "Y", "Y1",
     "-"},
    {"PR-23 PR-A2 PR-A5 PR-L5",
     "two parts of an area are not linked by old crosses", "", "e7 f7", "B3",
     "-"},
    {"PR-23 PR-T7", "one part is", "", "e7 f7", "B2", "B:e5,e6 -"},
    {"PR-23 PR-24 PR-T7", "each part on its own", "", "e7 f7", "B1",
     "B:e6 B:f8 -"},
    {"PR-23 PR-L4", "a corner links nothing: d3 and c4 without d4", "",
     "d4 d5 d6", "Y2", "-"},
    {"PR-24 PR-A4", "an old cross of another colour is a neighbour", "",
     "e7 f7 g7", "Y1", "Y:d6 Y:h7 Y:g8 -"},
    {"PR-24 PR-A3", "only one of the boxes has to touch", "", "g7 h7 g8 h8",
     "Y1 B6", "Y:d6 Y:h9 B:g9,g10,h10,h11,h12,h13 -"},
    {"PR-24 PR-A7", "START stays a neighbour for ever", "", "e7 f7 g7 h7", "O1",
     "O:a6 O:g6 O:h6 -"},
    {"PR-25 PR-L7", "an area may be split", "", "", "Y4",
     "Y:d3,d4,d5,d6 Y:c4,d4,d5,d6 Y:d4,e4,d5,d6 -"},
    {"PR-25", "and its rest is crossed later", "", "d4 d5 d6 e4", "Y1",
     "Y:d3 Y:c4 -"},
    {"PR-O3", "sheet B: a single box at the edge of START", "sheet=B", "", "R1",
     "R:a6 R:b6 R:c6 R:d8 -"},
    {"PR-O3 PR-20", "sheet B: no more than it alone", "sheet=B", "a6 b6 c6",
     "R4", "-"},
    {"PR-O3", "sheet B: one of sheet A's does not fit", "sheet=B", "", "O2",
     "O:a8,b8 -"},
};

static void what_may_be_crossed(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof placements / sizeof *placements; i++) {
        sit(&match, &pl_play_and_repeat_game, 2, placements[i].options);
        put(1, placements[i].form);
        put_pool(1, placements[i].pool);
        if (strcmp(legal(&match, 1), placements[i].allowed) != 0)
            fail_msg("%s: %s: %s", placements[i].rules, placements[i].why,
                     legal(&match, 1));
    }
}

/* PR-T15: opening placements of each colour for the values 1 … 6. */
static void opening_placements(void **unused)
{
    static const int expected[COLOURS][6] = {{1, 1, 1, 3, 3, 1},
                                             {1, 2, 3, 2, 1, 0},
                                             {3, 2, 1, 2, 1, 0},
                                             {1, 1, 0, 0, 0, 0},
                                             {3, 4, 7, 7, 4, 1}};

    (void)unused;
    for (int colour = 0; colour < COLOURS; colour++)
        for (int value = 1; value <= 6; value++) {
            pl_move list[PL_MOVES];

            sit(&match, &pl_play_and_repeat_game, 2, "");
            put_pool(0, "");
            table()->die[1 + colour] = (uint8_t)value;
            assert_int_equal(repeat_moves(match.game, table(), 0, list) - 1,
                             expected[colour][value - 1]);
        }
}

/* --- The worked example -------------------------------------------------- */

/* Anna is seat 0, Bart is seat 1. */
static const struct {
    const char *rules, *why, *script;
    const char *waiting, *pool, *counts; /* of anyone who is waited for */
    int moves, money[2];
} example[] = {
    {"PR-10 PR-T1",
     "orange 4 cannot be chosen",
     "[3 6 2 4 4 1]",
     "0",
     "W3 Y6 B2 P4 O4 R1",
     "W12 Y1 B2 P2 O0 R3",
     21,
     {0, 0}},
    {"PR-11 PR-13 PR-T3",
     "Anna takes yellow 6; the rest goes to Bart",
     "0:Y:d3,c4,d4,e4,d5,d6",
     "1",
     "W3 B2 P4 O4 R1",
     "W12 Y0 B2 P2 O0 R3",
     20,
     {0, 0}},
    {"PR-15 PR-25 PR-T5",
     "Bart takes blue 2 and splits the area",
     "1:B:e7,f7",
     "chance",
     "",
     NULL,
     0,
     {0, 0}},
    {"PR-10 PR-15 PR-T6",
     "Bart rolls all six; blue 3 does not fit",
     "[4 5 3 6 5 2]",
     "1",
     "W4 Y5 B3 P6 O5 R2",
     "W16 Y4 B0 P0 O0 R5",
     26,
     {0, 0}},
    {"PR-31 PR-T8 PR-T9 PR-L1 PR-A16",
     "Bart takes yellow 5 and row VII, before Anna chooses",
     "1:Y:g7,h7,g8,h8,h9",
     "0",
     "W4 B3 P6 O5 R2",
     "W17 Y0 B5 P0 O3 R4",
     30,
     {0, 1}},
    {"PR-30 PR-T11 PR-T12",
     "Anna takes white 4 as purple and a coin",
     "0:W:b3,c3,a4,b4",
     "chance",
     "",
     NULL,
     0,
     {1, 1}},
};

static void anna_and_bart(void **unused)
{
    (void)unused;
    sit(&match, &pl_play_and_repeat_game, 2, "");
    for (size_t i = 0; i < sizeof example / sizeof *example; i++) {
        print_message("%s: %s\n", example[i].rules, example[i].why);
        run(&match, example[i].script);
        assert_string_equal(waiting(&match), example[i].waiting);
        assert_string_equal(pool(), example[i].pool);
        for (int s = 0; s < 2; s++)
            assert_int_equal(points(&match, s), example[i].money[s]);
        if (example[i].counts) {
            pl_move list[PL_MOVES];
            int seat = table()->chooser;

            assert_string_equal(counts(seat), example[i].counts);
            assert_int_equal(repeat_moves(match.game, table(), seat, list),
                             example[i].moves);
        }
    }
    /* PR-T12 */
    assert_string_equal(form(0), "b3 c3 d3 a4 b4 c4 d4 e4 d5 d6");
    assert_string_equal(form(1), "e7 f7 g7 h7 g8 h8 h9");
    assert_int_equal(table()->colours[0] | table()->colours[1], 0);
}

static void check_legal(const char *rule, int seat, const char *lying,
                        const char *allowed)
{
    put_pool(seat, lying);
    if (strcmp(legal(&match, seat), allowed) != 0)
        fail_msg("%s: %s", rule, legal(&match, seat));
}

/* What the text says on the way, with the one die it speaks of. */
static void remarks_of_the_example(void **unused)
{
    (void)unused;
    sit(&match, &pl_play_and_repeat_game, 2, "");
    check_legal("PR-T3", 0, "Y6", "Y:d3,c4,d4,e4,d5,d6 -");
    check_legal("PR-T5", 1, "B2", "B:e6,e7 B:e7,f7 -");
    put(0, YELLOW_SIX);
    put(1, "e7 f7");
    check_legal("PR-T6", 1, "B3", "-");
    check_legal("PR-T7", 1, "B2", "B:e5,e6 -");
    check_legal("PR-T7", 1, "B1", "B:e6 B:f8 -");
    check_legal("PR-T8", 1, "Y5",
                "Y:d3,c4,d4,d5,d6 Y:d3,d4,e4,d5,d6 Y:c4,d4,e4,d5,d6 "
                "Y:g7,h7,g8,h8,h9 -");
    put(1, "g7 h7 g8 h8 h9");
    put_pool(0, "W4");
    assert_true(is_legal(&match, 0, "W:b3,c3,a4,b4")); /* PR-T10 */
    assert_true(is_legal(&match, 0, "W:d8,e8,e9,f9"));
    assert_true(is_legal(&match, 0, "W:d8,e8,e9,e10"));
    check_legal("PR-T10", 0, "P4",
                "P:b3,c3,a4,b4 P:d8,e8,e9,f9 P:d8,e8,e9,e10 -");
}

/* PR-T4: with what Anna leaves, no set of Bart's is a whole area. The areas
 * at START are O2 P2 B5 P5 R6 Y6. */
static void no_whole_area_for_bart(void **unused)
{
    pl_move list[PL_MOVES];
    char areas[32] = "";
    int n;

    (void)unused;
    sit(&match, &pl_play_and_repeat_game, 2, "");
    run(&match, "[3 6 2 4 4 1] 0:Y:d3,c4,d4,e4,d5,d6");
    n = repeat_moves(match.game, table(), 1, list);
    assert_int_equal(n, 20);
    for (int i = 1; i < n; i++) {
        const struct set *set = set_of(sheet(), list[i]);

        assert_true(set->size < sheet()->area[set->area].count);
    }
    for (int i = 0; i < sheet()->areas; i++) {
        const struct area *area = &sheet()->area[i];
        char name[] = {COLOUR_LETTERS[area->colour], (char)('0' + area->count),
                       ' ', '\0'};

        if (area->boxes & sheet()->start[area->word])
            strcat(areas, name);
    }
    assert_string_equal(areas, "Y6 O2 B5 P2 R6 P5 ");
}

/* --- Whole turns --------------------------------------------------------- */

static const struct {
    const char *rules, *why, *options;
    int seats;
    const char *form[SEATS];
    const char *script;
    const char *waiting, *pool;
    int money[SEATS];
} turns[] = {
    {"PR-11 PR-12 PR-T16 PR-A13",
     "who passes leaves all dice, the active player too",
     "",
     3,
     {"", "", ""},
     "[3 6 2 4 4 1] 0:-",
     "1",
     "W3 Y6 B2 P4 O4 R1",
     {0, 0, 0}},
    {"PR-12 PR-T16",
     "the next but one still finds them",
     "",
     3,
     {"", "", ""},
     "[3 6 2 4 4 1] 0:- 1:-",
     "2",
     "W3 Y6 B2 P4 O4 R1",
     {0, 0, 0}},
    {"PR-11 PR-26",
     "the white die leaves like the others",
     "",
     3,
     {"", "", ""},
     "[1 6 2 4 4 1] 0:W:a8",
     "1",
     "Y6 B2 P4 O4 R1",
     {0, 0, 0}},
    {"PR-11 PR-3 PR-T17 PR-A12",
     "six take a die each: the last sees one",
     "",
     6,
     {"", "", "", "", "", ""},
     "[1 1 1 1 1 1] 0:Y:d6 1:B:e7 2:P:b6 3:O:a6 4:W:d6",
     "5",
     "R1",
     {0, 0, 0, 0, 0, 0}},
    {"PR-11 PR-15",
     "clockwise from the active player, all round, then the next rolls",
     "first=1",
     3,
     {"", "", ""},
     "[1 1 1 1 1 1] 1:Y:d6 2:B:e7 0:P:b6 [1 1 1 1 1 1]",
     "2",
     "W1 Y1 B1 P1 O1 R1",
     {0, 0, 0}},
    {"PR-26 PR-A1",
     "the white die again and again",
     "",
     1,
     {""},
     "[1 6 6 6 6 6] 0:W:d6 [1 6 6 6 6 6] 0:W:d5 [1 6 6 6 6 6] 0:W:d4",
     "chance",
     "",
     {0}},
    {"PR-30",
     "a coin of one",
     "",
     2,
     {"", "e6"},
     "[1 1 1 1 1 1] 0:- 1:B:e5",
     "chance",
     "",
     {0, 1}},
    {"PR-30",
     "a coin of two",
     "",
     2,
     {"c11", ""},
     "[1 1 1 1 1 1] 0:P:d11",
     "1",
     "W1 Y1 B1 O1 R1",
     {2, 0}},
    {"PR-31",
     "a row that still lacks a box brings nothing",
     "",
     2,
     {"7 !e7 !h7", ""},
     "[1 1 1 1 1 1] 0:B:e7",
     "1",
     "W1 Y1 P1 O1 R1",
     {0, 0}},
    {"PR-31",
     "row VII needs its four boxes, not START",
     "",
     2,
     {"7 !e7", ""},
     "[1 1 1 1 1 1] 0:B:e7",
     "1",
     "W1 Y1 P1 O1 R1",
     {1, 0}},
    {"PR-31 PR-A8 PR-L1",
     "two complete a row in one turn: the earlier one gets it",
     "first=1",
     2,
     {"7 !e7", "7 !e7"},
     "[1 1 1 1 1 1] 1:B:e7 0:W:e7",
     "chance",
     "",
     {0, 1}},
    {"PR-31 PR-T20 PR-L2",
     "a row that Bart has claimed brings Anna its coin only",
     "",
     2,
     {"1 !a1", "1"},
     "[1 1 1 1 1 1] 0:R:a1",
     "1",
     "W1 Y1 B1 P1 O1",
     {2, 5 + 2}},
    {"PR-31 PR-T21",
     "one placement completes rows XII and XIII",
     "",
     2,
     {"12 13 !b12 !b13", ""},
     "[1 1 1 2 1 1] 0:P:b12,b13",
     "1",
     "W1 Y1 B1 O1 R1",
     {4 + 5 + 2 + 2 + 2, 0}},
    {"PR-31 PR-T21",
     "of two rows only the one that is not yet claimed",
     "first=1",
     2,
     {"13", "12 13 !b12 !b13"},
     "[1 1 1 2 1 1] 1:P:b12,b13",
     "0",
     "W1 Y1 B1 O1 R1",
     {5 + 2 + 2, 4 + 2 + 2 + 2}},
    {"PR-32 PR-33 PR-A9 PR-T18",
     "everyone gets five for a colour; it counts once",
     "",
     2,
     {"Y B", "B !f8 R !a10"},
     "[1 1 1 1 1 1] 0:- 1:B:f8",
     "chance",
     "",
     {10 + 1 + 6, 5 + 3 + 3}},
    {"PR-40 PR-41 PR-T18 PR-A10",
     "the third colour of the table; the turn goes on",
     "",
     2,
     {"Y B", "B !f8 R !a10"},
     "[1 1 1 1 1 1] 0:- 1:B:f8 [1 1 1 1 1 1] 1:R:a10",
     "0",
     "W1 Y1 B1 P1 O1",
     {10 + 1 + 6, 10 + 3 + 3}},
    {"PR-40 PR-41 PR-T18",
     "and is over after it",
     "",
     2,
     {"Y B", "B !f8 R !a10"},
     "[1 1 1 1 1 1] 0:- 1:B:f8 [1 1 1 1 1 1] 1:R:a10 0:-",
     "over",
     "",
     {10 + 1 + 6, 10 + 3 + 3}},
    {"PR-41 PR-O1 PR-T19 PR-A11",
     "third colour by the first of three: the second chooses",
     "",
     3,
     {"O !a6", "Y", "B"},
     "[1 1 1 1 1 1] 0:O:a6",
     "1",
     "W1 Y1 B1 P1 R1",
     {5 + 3, 5 + 3, 5 + 3}},
    {"PR-41 PR-T19",
     "and the third, and what they cross counts",
     "",
     3,
     {"O !a6", "Y", "B 7 !h7"},
     "[1 1 1 1 1 1] 0:O:a6 1:- 2:Y:h7",
     "over",
     "",
     {5 + 3, 5 + 3, 5 + 3 + 1}},
    {"PR-O1 PR-T19",
     "immediate: no one chooses any more",
     "end_timing=immediate",
     3,
     {"O !a6", "Y", "B"},
     "[1 1 1 1 1 1] 0:O:a6",
     "over",
     "",
     {5 + 3, 5 + 3, 5 + 3}},
    {"PR-O1",
     "immediate: without the third colour the turn goes on",
     "end_timing=immediate",
     3,
     {"O !a6", "Y", "Y"},
     "[1 1 1 1 1 1] 0:O:a6",
     "1",
     "W1 Y1 B1 P1 R1",
     {5 + 3, 5 + 3, 5 + 3}},
    {"PR-O2",
     "player: three colours of the table do not end it",
     "end_scope=player",
     3,
     {"O !a6", "Y", "B"},
     "[1 1 1 1 1 1] 0:O:a6 1:- 2:-",
     "chance",
     "",
     {5 + 3, 5 + 3, 5 + 3}},
    {"PR-O2",
     "player: three of one do",
     "end_scope=player",
     2,
     {"O !a6 P R", ""},
     "[1 1 1 1 1 1] 0:O:a6 1:-",
     "over",
     "",
     {15 + 9, 0}},
    {"PR-O1 PR-O2",
     "player and immediate",
     "end_scope=player end_timing=immediate",
     2,
     {"O !a6 P R", ""},
     "[1 1 1 1 1 1] 0:O:a6",
     "over",
     "",
     {15 + 9, 0}},
    {"PR-40",
     "table: three of one player end it as well",
     "",
     2,
     {"O !a6 P R", ""},
     "[1 1 1 1 1 1] 0:O:a6 1:-",
     "over",
     "",
     {15 + 9, 0}},
    {"PR-40 PR-32 PR-L8",
     "two and all but one box of a third do not",
     "",
     2,
     {"O !a6 P R !a1", ""},
     "[1 1 1 1 1 1] 0:O:a6 1:-",
     "chance",
     "",
     {10 + 7, 0}},
    {"PR-3",
     "alone one is always active",
     "",
     1,
     {""},
     "[1 1 1 1 1 1] 0:Y:d6 [1 2 1 1 1 1] 0:Y:d4,d5 [1 1 1 1 1 1]",
     "0",
     "W1 Y1 B1 P1 O1 R1",
     {0}},
};

static void whole_turns(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        print_message("%s: %s\n", turns[i].rules, turns[i].why);
        sit(&match, &pl_play_and_repeat_game, turns[i].seats, turns[i].options);
        for (int s = 0; s < turns[i].seats; s++)
            put(s, turns[i].form[s]);
        run(&match, turns[i].script);
        assert_string_equal(waiting(&match), turns[i].waiting);
        assert_string_equal(pool(), turns[i].pool);
        for (int s = 0; s < turns[i].seats; s++)
            assert_int_equal(points(&match, s), turns[i].money[s]);
    }
}

/* --- The end ------------------------------------------------------------- */

/* Turns in which everyone passes. */
static void idle(int turns_idle)
{
    for (int i = 0; i < turns_idle; i++)
        run(&match,
            i % 2 == 0 ? "[1 1 1 1 1 1] 0:- 1:-" : "[1 1 1 1 1 1] 1:- 0:-");
}

static bool is_aborted(void)
{
    struct pl_result result;

    repeat_score(&pl_play_and_repeat_game, table(), &result);
    return result.aborted;
}

/* PR-44 PR-O4: turns in a row without a cross end the game, and a guard did
 * it, no rule. */
static void idle_turns_end_it(void **unused)
{
    (void)unused;
    sit(&match, &pl_play_and_repeat_game, 2, "");
    idle(49);
    assert_string_equal(waiting(&match), "chance");
    assert_false(is_aborted());
    run(&match, "[1 1 1 1 1 1] 1:- 0:-");
    assert_string_equal(waiting(&match), "over");
    assert_true(is_aborted());

    sit(&match, &pl_play_and_repeat_game, 2, "idle_limit=5");
    idle(4);
    run(&match, "[1 1 1 1 1 1] 0:- 1:Y:d6 [1 1 1 1 1 1] 1:- 0:-");
    idle(3);
    assert_string_equal(waiting(&match), "chance");
    run(&match, "[1 1 1 1 1 1] 1:- 0:-");
    assert_string_equal(waiting(&match), "over");

    sit(&match, &pl_play_and_repeat_game, 2, "idle_limit=0");
    idle(300);
    assert_string_equal(waiting(&match), "chance");
    assert_int_equal(table()->idle, 0);
}

static void the_usual_end_is_no_abort(void **unused)
{
    (void)unused;
    sit(&match, &pl_play_and_repeat_game, 2, "idle_limit=5");
    put(0, "O !a6 P R");
    run(&match, "[1 1 1 1 1 1] 0:O:a6 1:-");
    assert_string_equal(waiting(&match), "over"); /* PR-40 */
    assert_false(is_aborted());
}

/* PR-A14: as long as a box is free, a white 1 fits. */
static void no_position_is_dead(void **unused)
{
    (void)unused;
    for (int cell = 0; cell < CELLS; cell++) {
        pl_move list[PL_MOVES];

        sit(&match, &pl_play_and_repeat_game, 1, "");
        if (letter_at(cell) == '=')
            continue;
        put(0, "Y B P O R");
        set_cross(0, cell, false);
        put_pool(0, "W1");
        assert_int_equal(repeat_moves(match.game, table(), 0, list), 2);
    }
}

/* PR-42 PR-43 PR-A18: the highest sum wins, equal sums share. */
static void who_wins(void **unused)
{
    (void)unused;
    sit(&match, &pl_play_and_repeat_game, 3, "");
    assert_int_equal(winners(&match), 7);
    put(1, "a1");
    assert_int_equal(winners(&match), 1 << 1);
    put(2, "d11");
    assert_int_equal(winners(&match), 1 << 1 | 1 << 2);
    put(0, "7 c3 h3"); /* a row and two coins */
    assert_int_equal(winners(&match), 1 << 0);
    put(2, "O");
    assert_int_equal(points(&match, 2), 2 + 5 + 3);
    assert_int_equal(winners(&match), 1 << 2);
}

/* PR-42: rows, colours and coins are the parts. */
static void parts_of_the_money(void **unused)
{
    struct pl_part part[PL_PARTS];

    (void)unused;
    sit(&match, &pl_play_and_repeat_game, 2, "");
    put(0, "Y 1 13");
    assert_int_equal(repeat_parts(&pl_play_and_repeat_game, table(), 0, part),
                     3);
    assert_int_equal(part[0].points, 5 + 5);
    assert_int_equal(part[1].points, 5);
    assert_int_equal(part[2].points, 2 + 1 + 2 + 2);
}

/* PR-1 PR-3 PR-4 PR-10: six dice, two to six and solo, seat 0 begins. */
static void set_up(void **unused)
{
    struct pl_chance chance;

    (void)unused;
    assert_int_equal(pl_play_and_repeat_game.min_seats, 1);
    assert_int_equal(pl_play_and_repeat_game.max_seats, 6);
    sit(&match, &pl_play_and_repeat_game, 6, "");
    for (int s = 0; s < 6; s++)
        assert_int_equal(points(&match, s), 0);
    repeat_chance(&pl_play_and_repeat_game, table(), &chance);
    assert_int_equal(chance.count, 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(chance.die[i]->name[0], "WYBPOR"[i]);
    assert_int_equal(pl_outcomes(&chance), 46656);
    run(&match, "[1 2 3 4 5 6]");
    assert_string_equal(waiting(&match), "0");
    assert_string_equal(pool(), "W1 Y2 B3 P4 O5 R6");
}

/* --- The sheets ---------------------------------------------------------- */

static int sum_of_coins(const struct sheet *of, int colour, int worth)
{
    int n = 0;

    for (int cell = 0; cell < CELLS; cell++)
        n += of->coin[cell] == worth && of->colour_of[cell] == colour;
    return n;
}

/* PR-2 PR-A17: 13 rows with amounts, START in row VII, five colours, coins;
 * on sheet A one of each worth a colour. */
static void the_forms(void **unused)
{
    static const int amount[] = {5, 4, 3, 3, 2, 2, 1, 2, 2, 3, 3, 4, 5};

    (void)unused;
    for (int i = 0; i < SHEETS; i++) {
        const struct sheet *of = &pl_play_and_repeat_sheets[i];
        int coins = 0;

        for (int row = 0; row < ROWS; row++)
            assert_int_equal(of->amount[row], amount[row]);
        for (int cell = 0; cell < CELLS; cell++) {
            bool start = cell >= 6 * 8 && cell < 6 * 8 + 4;

            assert_int_equal(of->bit_of[cell] == NO_BOX, start);
            coins += of->coin[cell];
        }
        assert_int_equal(coins, 15);
    }
    for (int colour = 0; colour < COLOURS; colour++)
        for (int worth = 1; worth <= 2; worth++)
            assert_int_equal(
                sum_of_coins(&pl_play_and_repeat_sheets[0], colour, worth), 1);
}

/* The areas of a colour by size, as the rules list them. */
static void the_areas(void **unused)
{
    static const char *const sizes[SHEETS][COLOURS] = {
        {"23456", "23456", "23456", "23456", "23456"},
        {"123356", "122456", "123446", "123455", "113456"}};

    (void)unused;
    for (int i = 0; i < SHEETS; i++)
        for (int colour = 0; colour < COLOURS; colour++) {
            const struct sheet *of = &pl_play_and_repeat_sheets[i];
            char text[16];
            int n = 0;

            for (int size = 1; size <= AREA_BOXES; size++)
                for (int a = 0; a < of->areas; a++)
                    if (of->area[a].colour == colour &&
                        of->area[a].count == size)
                        text[n++] = (char)('0' + size);
            text[n] = '\0';
            assert_string_equal(text, sizes[i][colour]);
        }
}

/* Section 8: 313 and 318 sets, so many of each size, 627 and 637 moves, and at
 * most 201 of them legal at once. */
static void the_sets(void **unused)
{
    static const int expected[SHEETS][AREA_BOXES + 1] = {
        {313, 100, 78, 66, 44, 20, 5}, {318, 100, 76, 69, 48, 21, 4}};

    (void)unused;
    for (int i = 0; i < SHEETS; i++) {
        const struct sheet *of = &pl_play_and_repeat_sheets[i];
        int count[COLOURS + 1][AREA_BOXES + 1] = {{0}}, bound = 1;

        assert_int_equal(of->sets, expected[i][0]);
        for (int k = 0; k < of->sets; k++) {
            count[of->set[k].colour][of->set[k].size]++;
            count[COLOURS][of->set[k].size]++;
        }
        for (int c = 0; c <= COLOURS; c++) {
            int most = 0;

            for (int size = 1; size <= AREA_BOXES; size++)
                if (count[c][size] > most)
                    most = count[c][size];
            bound += most;
        }
        for (int size = 1; size <= AREA_BOXES; size++)
            assert_int_equal(count[COLOURS][size], expected[i][size]);
        assert_int_equal(bound, 201);
    }
    assert_int_equal(pl_play_and_repeat_game.move_count, 627);
    assert_int_equal(on_b.move_count, 637);
    assert_int_equal(pl_play_and_repeat_game.moves_max, 201);
}

/* --- Against a plain search ---------------------------------------------- */

struct search {
    int seat, cells, cell[AREA_BOXES]; /* the area, in reading order */
    int picked, pick[AREA_BOXES];
    int set, moves; /* the number of the next set; moves found */
    pl_move move[PL_MOVES];
};

static bool hangs_together(const struct search *s)
{
    bool in[CELLS] = {false}, reached[CELLS] = {false};
    int todo[AREA_BOXES], n = 0, count = 1;

    for (int i = 0; i < s->picked; i++)
        in[s->pick[i]] = true;
    todo[n++] = s->pick[0];
    reached[s->pick[0]] = true;
    while (n > 0) {
        int side[4], sides = sides_of(todo[--n], side);

        for (int i = 0; i < sides; i++)
            if (in[side[i]] && !reached[side[i]]) {
                reached[side[i]] = true;
                todo[n++] = side[i];
                count++;
            }
    }
    return count == s->picked;
}

/* PR-20 to PR-24, word by word. */
static void try_set(struct search *s)
{
    const struct repeat *g = table();
    bool beside = false, free = true;
    int colour =
        (int)(strchr(COLOUR_LETTERS, letter_at(s->cell[0])) - COLOUR_LETTERS);

    if (!hangs_together(s))
        return;
    for (int i = 0; i < s->picked; i++) {
        free = free && !is_crossed(sheet(), g, s->seat, s->pick[i]);
        beside = beside || touches_old(s->seat, s->pick[i]);
    }
    if (free && beside && g->die[1 + colour] == s->picked)
        s->move[s->moves++] = (pl_move)(1 + 2 * s->set);
    if (free && beside && g->die[WHITE] == s->picked)
        s->move[s->moves++] = (pl_move)(2 + 2 * s->set);
    s->set++;
}

static void pick_more(struct search *s, int from, int size)
{
    if (s->picked == size) {
        try_set(s);
        return;
    }
    for (int i = from; i < s->cells; i++) {
        s->pick[s->picked++] = s->cell[i];
        pick_more(s, i + 1, size);
        s->picked--;
    }
}

/* Areas by their first box, then size, then boxes in reading order. */
static void search_moves(struct search *s)
{
    bool seen[CELLS] = {false};

    s->move[s->moves++] = PASS;
    for (int first = 0; first < CELLS; first++) {
        bool mine[CELLS] = {false};

        if (seen[first] || letter_at(first) == '=')
            continue;
        spread(first, mine);
        s->cells = 0;
        for (int cell = 0; cell < CELLS; cell++)
            if (mine[cell]) {
                seen[cell] = true;
                s->cell[s->cells++] = cell;
            }
        for (int size = 1; size <= s->cells; size++)
            pick_more(s, 0, size);
    }
}

/* PR-30 to PR-33 and PR-42, counted on the plan. */
static int count_money(int seat, const int owner[])
{
    int money = 0;

    for (int row = 0; row < ROWS; row++)
        money += owner[row] == seat ? plan()->row[row].amount : 0;
    for (int i = 0; i < COLOURS; i++)
        money += all_crossed(seat, -1, COLOUR_LETTERS[i]) ? 5 : 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (letter_at(cell) != '=' &&
            is_crossed(sheet(), table(), seat, cell)) {
            char coin = plan()->row[cell / COLUMNS].coins[cell % COLUMNS];

            money += coin == '.' ? 0 : coin - '0';
        }
    return money;
}

static void check_position(int seat, pl_move list[], int n)
{
    static struct search search;

    memset(&search, 0, sizeof search);
    search.seat = seat;
    search_moves(&search);
    assert_int_equal(n, search.moves);
    assert_memory_equal(list, search.move, (size_t)n * sizeof *list);
}

static void play_and_compare(struct pl_rng *rng)
{
    int owner[ROWS];

    for (int row = 0; row < ROWS; row++)
        owner[row] = -1;
    while (table()->phase != DONE) {
        struct pl_message why;
        pl_move list[PL_MOVES];
        int seat = table()->chooser, n;

        if (table()->phase == ROLLING) {
            assert_true(pl_match_roll(&match, rng, &why));
            continue;
        }
        n = repeat_moves(match.game, table(), seat, list);
        check_position(seat, list, n);
        assert_true(pl_match_play(&match, seat,
                                  list[pl_below(rng, (uint32_t)n)], &why));
        for (int row = 0; row < ROWS; row++)
            if (owner[row] < 0 && all_crossed(seat, row, 0))
                owner[row] = seat;
        assert_int_equal(points(&match, seat), count_money(seat, owner));
    }
}

/* In random games the tables allow and pay what a plain search finds; the
 * games are no longer than section 8 proves. */
static void random_games(void **unused)
{
    struct pl_rng rng;

    (void)unused;
    pl_seed(&rng, 7);
    for (int i = 0; i < 24; i++) {
        int seats = 1 + i % SEATS;

        sit(&match, &pl_play_and_repeat_game, seats, i < 12 ? "" : "sheet=B");
        play_and_compare(&rng);
        assert_true(match.steps <= (size_t)((5000 * seats + 50) * (1 + seats)));
    }
}

/* --- For people ---------------------------------------------------------- */

static const struct {
    const char *why, *options, *form[2], *script, *told;
} stories[] = {
    {"a coin", "", {"b11", ""}, "0:P:c11,d11", "coins 2, "},
    {"nothing but crosses", "", {"", ""}, "0:Y:d6", ""},
    {"a row", "", {"7 !e7", ""}, "0:B:e7", "row 1 of 7, "},
    {"a row that is gone", "", {"7 !e7", "7"}, "0:B:e7", ""},
    {"two rows and a colour",
     "",
     {"12 13 P !b12 !b13", ""},
     "0:P:b12,b13",
     "row 4 of 12, row 5 of 13, purple 5, "},
    {"the last turn", "", {"O !a6 P R", ""}, "0:O:a6", "orange 5, last 0, "},
    {"no last turn where it is over",
     "end_timing=immediate",
     {"O !a6 P R", ""},
     "0:O:a6",
     "orange 5, "},
};

static void what_is_told(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof stories / sizeof *stories; i++) {
        struct pl_message told[PL_MESSAGES];
        union pl_state before;
        char text[256] = "";
        int n;

        sit(&match, &pl_play_and_repeat_game, 2, stories[i].options);
        for (int s = 1; s >= 0; s--)
            put(s, stories[i].form[s]);
        run(&match, "[1 1 1 2 1 1]");
        before = match.state;
        run(&match, stories[i].script);
        n = repeat_tell(&pl_play_and_repeat_game, &before, &match.state, told);
        for (int k = 0; k < n; k++) {
            const char *id = strrchr(told[k].id, '.') + 1;
            size_t at = strlen(text);

            snprintf(text + at, sizeof text - at,
                     told[k].m ? "%s %d of %d, " : "%s %d, ", id, told[k].n,
                     told[k].m);
        }
        if (strcmp(text, stories[i].told) != 0)
            fail_msg("%s: %s", stories[i].why, text);
    }
}

static const struct pl_piece *find_piece(const struct pl_scene *scene, int area,
                                         int x, int y)
{
    for (int i = 0; i < scene->pieces; i++)
        if (scene->piece[i].area == area && scene->piece[i].x == x &&
            scene->piece[i].y == y)
            return &scene->piece[i];
    fail_msg("no piece at %d, %d", x, y);
    return NULL;
}

/* PR-2 PR-31 PR-32: the amount of a row is circled by its owner and lost for
 * the others; coins show their worth; START fills its four cells. */
static void what_is_shown(void **unused)
{
    static struct pl_scene scene;
    const struct pl_piece *piece;

    (void)unused;
    memset(&scene, 0, sizeof scene);
    sit(&match, &pl_play_and_repeat_game, 2, "");
    put(0, "7 Y");
    put_pool(1, "W3 Y6 B2");
    repeat_show(&pl_play_and_repeat_game, table(), 0, &scene);
    assert_int_equal(find_piece(&scene, 1, 9, 7)->marks, PL_CIRCLED);
    assert_int_equal(find_piece(&scene, 2, 9, 7)->marks, PL_LOST);
    assert_int_equal(find_piece(&scene, 2, 9, 1)->marks, 0);
    assert_int_equal(find_piece(&scene, 2, 9, 1)->value, 5);
    assert_int_equal(find_piece(&scene, 1, 1, 14)->marks, PL_CIRCLED);
    assert_int_equal(find_piece(&scene, 2, 1, 14)->marks, 0);
    assert_int_equal(find_piece(&scene, 1, 5, 7)->marks, PL_CROSSED);
    assert_int_equal(find_piece(&scene, 0, 0, 0)->marks, 0);
    assert_int_equal(find_piece(&scene, 0, 5, 0)->marks, PL_USED);
    piece = find_piece(&scene, 1, 1, 1);
    assert_int_equal(piece->value, 2);
    assert_int_equal(piece->sign, PL_COIN);
    assert_int_equal(piece->colour, PL_RED);
    assert_int_equal(find_piece(&scene, 1, 0, 13)->value, 13);
    piece = find_piece(&scene, 1, 1, 7);
    assert_int_equal(piece->w, 4);
    assert_string_equal(piece->label, "play-and-repeat.start");
}

/* The die comes first, then the boxes: 7 touches at most. */
static void what_is_touched(void **unused)
{
    struct pl_touch touch = {0};
    pl_move move;
    struct pl_message why;

    (void)unused;
    sit(&match, &pl_play_and_repeat_game, 2, "");
    run(&match, "[6 6 2 4 4 1]");
    assert_true(
        pl_match_find_move(&match, 0, "W:d3,c4,d4,e4,d5,d6", &move, &why));
    repeat_touch(&pl_play_and_repeat_game, table(), 0, move, &touch);
    assert_int_equal(touch.count, 7);
    assert_int_equal(touch.piece[0], ID_DIE + WHITE);
    assert_int_equal(touch.piece[1], box_id(0, 8 * 2 + 3));
}

static void which_die(void **unused)
{
    (void)unused;
    sit(&match, &pl_play_and_repeat_game, 2, "");
    put_pool(1, "W2 B2 R1");
    assert_string_equal(dice_of(&match, 1, "B:e6,e7"), "2");
    assert_string_equal(dice_of(&match, 1, "W:e6,e7"), "0");
    assert_string_equal(dice_of(&match, 1, "R:a8"), "5");
    assert_string_equal(dice_of(&match, 1, "-"), "");
}

/* Pieces of seat 1: a box by its name, START, R1 the amount of row 1, CY that
 * of yellow, W a die, - the pass. */
static int piece_named(const char *s)
{
    switch (s[0]) {
    case '-':
        return ID_PASS;
    case 'S':
        return box_id(1, START_ROW * COLUMNS);
    case 'R':
        return ID_ROW + ROWS + atoi(s + 1) - 1;
    case 'C':
        return ID_COLOUR + COLOURS + die_by_letter(s[1]) - 1;
    default:
        if (s[0] >= 'a')
            return box_id(1, COLUMNS * (atoi(s + 1) - 1) + s[0] - 'a');
        return ID_DIE + die_by_letter(s[0]);
    }
}

static const struct {
    const char *other, *own, *pool, *piece, *why;
} why_cases[] = {
    {"", "", "B1", "-", ""},
    {"", "", "B1", "e7", ""},
    {"", "", "W1", "e7", ""},
    {"", "", "B1", "e6", "play-and-repeat.why.between 2 5"},
    {"", "", "B1 W2", "e6", ""},
    {"", "", "B6", "e7", "play-and-repeat.why.between 1 5"},
    {"", "e7", "B1", "e5", "play-and-repeat.why.exactly 2 2"},
    {"", "e7", "B1", "e6", ""},
    {"", "e7", "B1", "e7", "why.crossed"},
    {"e7", "", "B1", "e7", ""},
    {"", "", "B1", "h1", "play-and-repeat.why.taken"},
    {"", "", "W1", "h1", "play-and-repeat.why.apart"},
    {"", "", "Y1", "h1", "play-and-repeat.why.apart"},
    {"", "", "Y1", "e7", "play-and-repeat.why.taken"},
    {"", "", "B1", "START", "play-and-repeat.why.start"},
    {"", "", "B1", "Y", "why.die_taken"},
    {"", "", "B1", "B", ""},
    {"", "", "B6", "B", "play-and-repeat.why.die 6"},
    {"", "", "W6", "W", ""},
    {"", "a8 d6", "W6", "W", "play-and-repeat.why.white 6"},
    {"", "", "B1", "R1", "play-and-repeat.why.row 5"},
    {"", "", "B1", "R7", "play-and-repeat.why.row 1"},
    {"", "1", "B1", "R1", "play-and-repeat.why.scored"},
    {"1", "", "B1", "R1", "play-and-repeat.why.row_gone"},
    {"", "", "B1", "CY", "play-and-repeat.why.colour 5"},
    {"Y", "", "B1", "CY", "play-and-repeat.why.colour 5"},
    {"", "Y", "B1", "CY", "play-and-repeat.why.scored"},
    {"", "Y", "B1", "CB", "play-and-repeat.why.colour 5"},
};

static void why_not(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof why_cases / sizeof *why_cases; i++) {
        const char *why;

        sit(&match, &pl_play_and_repeat_game, 2, "");
        put(0, why_cases[i].other);
        put(1, why_cases[i].own);
        put_pool(1, why_cases[i].pool);
        why = reason(&match, 1, piece_named(why_cases[i].piece));
        if (strcmp(why, why_cases[i].why) != 0)
            fail_msg("%s with %s: '%s', not '%s'", why_cases[i].piece,
                     why_cases[i].pool, why, why_cases[i].why);
    }
}

static void the_start_clears_everything(void **unused)
{
    (void)unused;
    check_start(&pl_play_and_repeat_game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_may_be_crossed),
        cmocka_unit_test(opening_placements),
        cmocka_unit_test(anna_and_bart),
        cmocka_unit_test(remarks_of_the_example),
        cmocka_unit_test(no_whole_area_for_bart),
        cmocka_unit_test(whole_turns),
        cmocka_unit_test(idle_turns_end_it),
        cmocka_unit_test(the_usual_end_is_no_abort),
        cmocka_unit_test(no_position_is_dead),
        cmocka_unit_test(who_wins),
        cmocka_unit_test(parts_of_the_money),
        cmocka_unit_test(set_up),
        cmocka_unit_test(the_forms),
        cmocka_unit_test(the_areas),
        cmocka_unit_test(the_sets),
        cmocka_unit_test(random_games),
        cmocka_unit_test(what_is_told),
        cmocka_unit_test(what_is_shown),
        cmocka_unit_test(what_is_touched),
        cmocka_unit_test(which_die),
        cmocka_unit_test(why_not),
        cmocka_unit_test(the_start_clears_everything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
