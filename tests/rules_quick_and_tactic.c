/* Quick & Tactic, rule by rule (ids QT-…). Positions that no short script
 * reaches are put on the sheets directly: the rules are included, not
 * linked. */
#include "../games/quick_and_tactic.c"
#include "script.h"

#define LENGTH(list) (sizeof(list) / sizeof *(list))

static struct pl_match match;

static struct quick_and_tactic *table(void)
{
    return (struct quick_and_tactic *)&match.state;
}

static int column_named(char letter)
{
    const char *at = strchr("YBPOR", letter);

    assert_true(letter && at);
    return (int)(at - "YBPOR");
}

static void close_colours(const char *colours)
{
    for (; *colours; colours++)
        table()->closed |= (uint8_t)(1u << column_named(*colours));
}

/* "Y3 B12": these numbers are crossed on that sheet. A bottom box closes its
 * colour. */
static void put(int seat, const char *crosses)
{
    for (const char *s = crosses; *s; s += strspn(s, " ")) {
        int column = column_named(*s++), number = 0;

        for (; *s >= '0' && *s <= '9'; s++)
            number = 10 * number + *s - '0';
        table()->column[seat][column] |=
            (uint16_t)(1u << shipped.place[column][number]);
        if (shipped.place[column][number] == BOTTOM)
            table()->closed |= (uint8_t)(1u << column);
    }
}

static const char *crosses_of(int seat)
{
    static char text[256];
    int n = 0;

    text[0] = '\0';
    for (int k = 0; k < COLUMNS; k++)
        for (int i = 0; i < BOXES; i++)
            if (table()->column[seat][k] >> i & 1)
                n += snprintf(text + n, sizeof text - (size_t)n, "%s%c%d",
                              n ? " " : "", "YBPOR"[k], shipped.number[k][i]);
    return text;
}

static const char *closed_now(void)
{
    static char text[COLUMNS + 1];
    int n = 0;

    for (int k = 0; k < COLUMNS; k++)
        if (is_closed(table(), k))
            text[n++] = "YBPOR"[k];
    text[n] = '\0';
    return text;
}

static bool is_aborted(void)
{
    struct pl_result result;

    pl_quick_and_tactic_game.score(&pl_quick_and_tactic_game, &match.state,
                                   &result);
    return result.aborted;
}

static const char *dice_to_throw(void)
{
    static char text[2 * PL_DICE + 1];
    struct pl_chance chance;
    int n = 0;

    pl_quick_and_tactic_game.chance(&pl_quick_and_tactic_game, &match.state,
                                    &chance);
    for (int i = 0; i < chance.count; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%s", n ? " " : "",
                      chance.die[i]->name);
    return text;
}

/* --- The sheet ----------------------------------------------------------- */

static const char *const colour_name[] = {"yellow", "blue", "purple", "orange",
                                          "red"};

static bool column_is_bad(const struct sheet *s, int k, char out[], size_t size)
{
    int seen[HIGHEST + 1] = {0};

    for (int i = 0; i < BOXES; i++) {
        int number = s->number[k][i];

        if (number < 2 || number > HIGHEST) {
            snprintf(out, size, "%s, box %d: no two dice make %d",
                     colour_name[k], i + 1, number);
            return true;
        }
        if (seen[number]) {
            snprintf(out, size, "%s has %d twice, in boxes %d and %d",
                     colour_name[k], number, seen[number], i + 1);
            return true;
        }
        seen[number] = i + 1;
    }
    if (s->number[k][BOTTOM] == 2 || s->number[k][BOTTOM] == HIGHEST)
        return false;
    snprintf(out, size,
             "%s closes with %d, but columns close equally often only with 2 "
             "or 12",
             colour_name[k], s->number[k][BOTTOM]);
    return true;
}

static bool columns_are_equal(const struct sheet *s, char out[], size_t size)
{
    for (int k = 0; k < COLUMNS; k++)
        for (int j = 0; j < k; j++)
            if (memcmp(s->number[j], s->number[k], BOXES) == 0) {
                snprintf(out, size, "%s and %s have the same order",
                         colour_name[j], colour_name[k]);
                return true;
            }
    return false;
}

static bool points_are_bad(const struct sheet *s, char out[], size_t size)
{
    if (s->points[0] != 0) {
        snprintf(out, size, "a column without crosses brings %d points",
                 s->points[0]);
        return true;
    }
    for (int n = 1; n <= BOXES; n++)
        if (s->points[n] <= s->points[n - 1]) {
            snprintf(out, size, "%d crosses in a column bring no more than %d",
                     n, n - 1);
            return true;
        }
    if (s->points[6] != 16) {
        snprintf(out, size, "6 crosses in a column bring %d points, not 16",
                 s->points[6]);
        return true;
    }
    return false;
}

static bool bonus_is_bad(const struct sheet *s, char out[], size_t size)
{
    for (int n = 0; n < 3; n++)
        if (s->bonus[n] != 0) {
            snprintf(out, size, "%d crosses in a row bring a bonus of %d", n,
                     s->bonus[n]);
            return true;
        }
    for (int n = 3; n <= COLUMNS; n++)
        if (s->bonus[n] <= s->bonus[n - 1]) {
            snprintf(out, size, "%d crosses in a row bring no more than %d", n,
                     n - 1);
            return true;
        }
    return false;
}

/* What is wrong with a sheet, in a sentence; "" if nothing is. */
static const char *fault(const struct sheet *s)
{
    static char text[128];

    text[0] = '\0';
    for (int k = 0; k < COLUMNS; k++)
        if (column_is_bad(s, k, text, sizeof text))
            return text;
    if (!columns_are_equal(s, text, sizeof text) &&
        !points_are_bad(s, text, sizeof text))
        bonus_is_bad(s, text, sizeof text);
    return text;
}

/* One number of the sheet is changed, or two are exchanged. */
static const struct {
    enum { NUMBER, EXCHANGE, POINTS, BONUS, COPY } what;
    int column, at, value;
    const char *fault;
} broken_sheets[] = {
    {NUMBER, 0, 10, 13, "yellow, box 11: no two dice make 13"},
    {NUMBER, 4, 3, 1, "red, box 4: no two dice make 1"},
    {NUMBER, 2, 7, 8, "purple has 8 twice, in boxes 3 and 8"},
    {EXCHANGE, 3, 10, 0,
     "orange closes with 7, but columns close equally often only with 2 or "
     "12"},
    {COPY, 4, 0, 1, "blue and red have the same order"},
    {POINTS, 0, 0, 1, "a column without crosses brings 1 points"},
    {POINTS, 0, 4, 4, "4 crosses in a column bring no more than 3"},
    {POINTS, 0, 6, 17, "6 crosses in a column bring 17 points, not 16"},
    {BONUS, 0, 2, 1, "2 crosses in a row bring a bonus of 1"},
    {BONUS, 0, 3, 0, "3 crosses in a row bring no more than 2"},
    {BONUS, 0, 5, 4, "5 crosses in a row bring no more than 4"},
};

static void a_broken_sheet_is_explained(void **unused)
{
    (void)unused;
    assert_string_equal(fault(&shipped), "");
    for (size_t i = 0; i < LENGTH(broken_sheets); i++) {
        int k = broken_sheets[i].column, at = broken_sheets[i].at;
        uint8_t value = (uint8_t)broken_sheets[i].value;
        struct sheet bad = shipped;

        switch (broken_sheets[i].what) {
        case NUMBER:
            bad.number[k][at] = value;
            break;
        case EXCHANGE:
            bad.number[k][at] = shipped.number[k][value];
            bad.number[k][value] = shipped.number[k][at];
            break;
        case POINTS:
            bad.points[at] = value;
            break;
        case BONUS:
            bad.bonus[at] = value;
            break;
        case COPY:
            memcpy(bad.number[k], shipped.number[value], BOXES);
            break;
        }
        assert_string_equal(fault(&bad), broken_sheets[i].fault);
    }
}

/* QT-2: five columns side by side, so that boxes of one height form rows. */
static void the_sheet_row_by_row(void **unused)
{
    static const uint8_t row[BOXES][COLUMNS] = {
        {2, 12, 7, 7, 11},  {3, 11, 6, 8, 9},  {4, 10, 8, 6, 7},
        {5, 9, 5, 9, 5},    {6, 8, 9, 5, 3},   {7, 7, 4, 10, 2},
        {8, 6, 10, 4, 4},   {9, 5, 3, 11, 6},  {10, 4, 11, 3, 8},
        {11, 3, 2, 12, 10}, {12, 2, 12, 2, 12}};

    (void)unused;
    for (int i = 0; i < BOXES; i++)
        for (int k = 0; k < COLUMNS; k++) {
            assert_int_equal(shipped.number[k][i], row[i][k]);
            assert_int_equal(shipped.place[k][row[i][k]], i);
        }
}

/* --- What may be crossed ------------------------------------------------- */

static const struct {
    const char *rules, *why;
    const char *crosses, *closed;
    char column;
    const char *sums;
} sum_cases[] = {
    {"QT-10 QT-11", "an empty column takes all but its bottom box", "", "", 'Y',
     "2 3 4 5 6 7 8 9 10 11"},
    {"QT-10 QT-11", "blue falls: its bottom box is 2", "", "", 'B',
     "3 4 5 6 7 8 9 10 11 12"},
    {"QT-10 QT-T4", "only below the lowest cross", "Y6", "", 'Y',
     "7 8 9 10 11"},
    {"QT-10 QT-11 QT-T4", "with four crosses the bottom box as well",
     "Y3 Y4 Y5 Y6", "", 'Y', "7 8 9 10 11 12"},
    {"QT-12 QT-T18", "skipped boxes are lost", "Y3 Y6", "", 'Y', "7 8 9 10 11"},
    {"QT-12", "any number may be skipped", "Y2", "", 'Y',
     "3 4 5 6 7 8 9 10 11"},
    {"QT-11 QT-A5 QT-A7 QT-T5", "three crosses do not open the bottom box",
     "P7 P6 P5", "", 'P', "2 3 4 9 10 11"},
    {"QT-11 QT-A5 QT-T5", "four do", "P7 P6 P5 P4", "", 'P', "2 3 10 11 12"},
    {"QT-10", "below 9 in orange", "O9", "", 'O', "3 4 5 10 11 12"},
    {"QT-10", "below 3 in red", "R3", "", 'R', "2 4 6 8 10"},
    {"QT-11", "four crosses in another column do not count", "Y2 Y3 Y4 Y5 R10",
     "", 'R', ""},
    {"QT-11", "nor do the crosses of other players", "R9 R7 R10", "", 'R', ""},
    {"QT-10 QT-41", "a closed column takes nothing", "Y2 Y3 Y4 Y5", "Y", 'Y',
     ""},
};

/* The sums of both white dice that seat 0 may cross in a column. */
static const char *sums_for(size_t i)
{
    static char text[64];
    int n = 0;

    text[0] = '\0';
    for (int sum = 2; sum <= HIGHEST; sum++) {
        int low = sum > 6 ? sum - 6 : 1;
        uint8_t face[PL_DICE] = {(uint8_t)(low - 1), (uint8_t)(sum - low - 1)};
        char move[] = {'w', 'w', ':', sum_cases[i].column, '\0'};

        sit(&match, &pl_quick_and_tactic_game, 2, "");
        put(0, sum_cases[i].crosses);
        put(1, "R11 R5 R3 R2");
        close_colours(sum_cases[i].closed);
        pl_quick_and_tactic_game.land(&pl_quick_and_tactic_game, &match.state,
                                      face);
        if (is_legal(&match, 0, move))
            n += snprintf(text + n, sizeof text - (size_t)n, "%s%d",
                          n ? " " : "", sum);
    }
    return text;
}

static void sums_of_a_column(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(sum_cases); i++)
        if (strcmp(sums_for(i), sum_cases[i].sums) != 0)
            fail_msg("%s: %s: %s", sum_cases[i].rules, sum_cases[i].why,
                     sums_for(i));
}

#define ALL_16                                                                 \
    "ww:Y ww:B ww:P ww:O ww:R w2:Y w5:Y w2:B w5:B w2:P w5:P w2:O w5:O w2:R "   \
    "w5:R -"

static const struct {
    const char *rules, *why;
    const char *crosses, *closed; /* crosses of both seats */
    const char *script;
    const char *waiting, *allowed; /* for the first who is asked */
} choice_cases[] = {
    {"QT-20 QT-21 QT-22 QT-T6",
     "both whites in any colour, a white and a coloured die in its colour, "
     "or pass",
     "", "", "[2 5 3 4 1 6 2]", "0", ALL_16},
    {"QT-20 QT-10", "both whites only where their sum is free", "Y7 P4 O7", "",
     "[2 5 1 1 1 1 1]", "0", "ww:B ww:R w2:B w5:B w2:P w2:O w5:O w2:R w5:R -"},
    {"QT-21 QT-10", "a pair only in its own colour", "Y9 B5 O3 R8", "",
     "[1 2 6 6 1 6 1]", "0", "ww:B ww:P w1:P w2:P -"},
    {"QT-20 QT-41 QT-T11", "no sum goes into a closed colour", "", "O",
     "[6 6 1 2 3 4]", "0", "ww:B w6:Y w6:B w6:P w6:R -"},
    {"QT-21 QT-A14 QT-T19", "two equal white dice are one choice", "", "BPOR",
     "[3 3 2]", "0", "ww:Y w3:Y -"},
    {"QT-22 QT-T20", "nothing to cross: pass alone", "Y11 B3 P2 O12 R10", "",
     "[1 2 1 6 5 2 1]", "0", "-"},
    {"QT-11 QT-21", "the bottom box with a pair, at four crosses",
     "Y2 Y3 Y4 Y11", "BPOR", "[5 6 6]", "0", "w6:Y -"},
    {"QT-11 QT-21", "and not at three", "Y2 Y3 Y11", "BPOR", "[5 6 6]", "0",
     "-"},
    {"QT-30 QT-A1 QT-T7",
     "after a pair: the other white die with the colours that are left", "", "",
     "[2 5 3 4 1 6 2] 0:w5:B", "1", "w2:Y w2:P w2:O w2:R -"},
    {"QT-30", "after a pair with the smaller white die", "", "",
     "[2 5 3 4 1 6 2] 0:w2:Y", "1", "w5:B w5:P w5:O w5:R -"},
    {"QT-30 QT-A14", "after a pair with one of two equal white dice", "", "",
     "[3 3 3 4 1 6 2] 0:w3:R", "1", "w3:Y w3:B w3:P w3:O -"},
    {"QT-30 QT-41", "no die of a closed colour lies there", "", "PO",
     "[2 5 3 4 2] 0:w5:B", "1", "w2:Y w2:R -"},
    {"QT-30 QT-10", "their own columns decide", "Y5 B9 P3", "",
     "[2 5 3 4 1 6 2] 0:w5:R", "1", "w2:B w2:O -"},
    {"QT-31 QT-T9", "after a pass: everything", "", "", "[2 5 3 4 1 6 2] 0:-",
     "1", ALL_16},
    {"QT-31 QT-T20", "also after one that was forced", "Y11 B3 P2 O12 R10", "",
     "[1 2 1 6 5 2 1] 0:-", "1", "-"},
    {"QT-31 QT-41", "but no closed colour", "", "YBR", "[2 5 1 6] 0:-", "1",
     "ww:P ww:O w2:P w5:P w2:O w5:O -"},
};

static void what_is_allowed(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(choice_cases); i++) {
        print_message("%s: %s\n", choice_cases[i].rules, choice_cases[i].why);
        sit(&match, &pl_quick_and_tactic_game, 2, "");
        put(0, choice_cases[i].crosses);
        put(1, choice_cases[i].crosses);
        close_colours(choice_cases[i].closed);
        run(&match, choice_cases[i].script);
        assert_string_equal(waiting(&match), choice_cases[i].waiting);
        assert_string_equal(legal(&match, choice_cases[i].waiting[0] - '0'),
                            choice_cases[i].allowed);
    }
}

/* --- Whole turns --------------------------------------------------------- */

static const struct {
    const char *rules, *why, *options;
    int seats;
    const char *before[SEATS], *closed;
    const char *script;
    const char *waiting, *closed_after;
    int active;
    const char *after[SEATS];
} turn_cases[] = {
    {"QT-20 QT-13 QT-A15 QT-T8",
     "both whites: no one reacts, the next rolls",
     "",
     3,
     {"", "", ""},
     "",
     "[2 5 3 4 1 6 2] 0:ww:R",
     "chance",
     "",
     1,
     {"R7", "", ""}},
    {"QT-21 QT-13 QT-A15",
     "a pair: one cross, then the others are asked",
     "",
     3,
     {"", "", ""},
     "",
     "[2 5 3 4 1 6 2] 0:w5:B",
     "1 2",
     "",
     0,
     {"B9", "", ""}},
    {"QT-22 QT-A8",
     "passing although crosses are possible",
     "",
     3,
     {"", "", ""},
     "",
     "[2 5 3 4 1 6 2] 0:-",
     "1 2",
     "",
     0,
     {"", "", ""}},
    {"QT-30 QT-32 QT-A2 QT-T7 QT-T10",
     "both others use the same dice",
     "",
     3,
     {"", "", ""},
     "",
     "[2 5 3 4 1 6 2] 0:w5:B 2:w2:O 1:w2:O",
     "chance",
     "",
     1,
     {"B9", "O8", "O8"}},
    {"QT-31 QT-32",
     "after a pass the others do as the active player could",
     "",
     4,
     {"", "", "", ""},
     "",
     "[2 5 3 4 1 6 2] 0:- 1:ww:R 2:ww:R 3:w5:Y",
     "chance",
     "",
     1,
     {"", "R7", "R7", "Y8"}},
    {"QT-30",
     "the others may pass",
     "",
     3,
     {"", "", ""},
     "",
     "[2 5 3 4 1 6 2] 0:w5:B 1:- 2:-",
     "chance",
     "",
     1,
     {"B9", "", ""}},
    {"QT-4",
     "the turn goes round clockwise from the seat that begins",
     "first=2",
     3,
     {"", "", ""},
     "",
     "[2 5 3 4 1 6 2] 2:ww:R [2 5 3 4 1 6 2] 0:ww:Y [2 5 3 4 1 6 2]",
     "1",
     "",
     1,
     {"Y7", "", "R7"}},
    {"QT-40 QT-A13",
     "both whites can close; the game goes on",
     "",
     2,
     {"Y2 Y3 Y4 Y5", ""},
     "",
     "[6 6 1 1 1 1 1] 0:ww:Y",
     "chance",
     "Y",
     1,
     {"Y2 Y3 Y4 Y5 Y12", ""}},
    {"QT-40 QT-A12",
     "the active player closes before the others react",
     "",
     2,
     {"B12 B11 B10 B9", ""},
     "",
     "[1 1 1 1 1 1 1] 0:w1:B",
     "1",
     "B",
     0,
     {"B12 B11 B10 B9 B2", ""}},
    {"QT-33 QT-40 QT-A3 QT-A4 QT-T12",
     "two react with the same bottom box: both have closed it",
     "",
     3,
     {"", "P7 P6 P8 P5", "P7 P6 P8 P5"},
     "",
     "[1 6 1 1 6 1 1] 0:- 1:w6:P 2:w6:P",
     "chance",
     "P",
     1,
     {"", "P7 P6 P8 P5 P12", "P7 P6 P8 P5 P12"}},
    {"QT-33",
     "who closes a colour does not take it from the others",
     "",
     3,
     {"", "P7 P6 P8 P5", ""},
     "",
     "[1 6 1 1 6 1 1] 0:- 1:w6:P 2:w1:P",
     "chance",
     "P",
     1,
     {"", "P7 P6 P8 P5 P12", "P7"}},
    {"QT-40 QT-50",
     "a column closed together counts for each of them",
     "",
     3,
     {"", "P7 P6 P8 P5", "Y12 P7 P6 P8 P5"},
     "",
     "[1 6 1 6 1 1] 0:- 1:w6:P 2:w6:P",
     "over",
     "YP",
     0,
     {"", "P7 P6 P8 P5 P12", "Y12 P7 P6 P8 P5 P12"}},
    {"QT-O1 QT-33",
     "sequential: clockwise, each cross at once",
     "response=sequential first=1",
     3,
     {"", "", ""},
     "",
     "[2 5 3 4 1 6 2] 1:w5:B 2:w2:O",
     "0",
     "",
     1,
     {"", "B9", "O8"}},
    {"QT-O1 QT-33",
     "sequential: after the last the next player rolls",
     "response=sequential first=1",
     3,
     {"", "", ""},
     "",
     "[2 5 3 4 1 6 2] 1:w5:B 2:w2:O 0:w2:O",
     "chance",
     "",
     2,
     {"O8", "B9", "O8"}},
    {"QT-50 QT-A11 QT-T14",
     "one column each does not end it",
     "",
     2,
     {"Y12", "B12 B11 B10 B9"},
     "",
     "[1 1 1 1 1 1] 0:- 1:w1:B",
     "chance",
     "YB",
     1,
     {"Y12", "B12 B11 B10 B9 B2"}},
    {"QT-50 QT-51",
     "with both whites the second closing ends it right there",
     "",
     2,
     {"Y12 B12 B11 B10 B9", ""},
     "",
     "[1 1 1 1 1 1] 0:ww:B",
     "over",
     "YB",
     0,
     {"Y12 B12 B11 B10 B9 B2", ""}},
    {"QT-50 QT-51 QT-A17 QT-T15",
     "with a pair the others still react",
     "",
     2,
     {"Y12 B12 B11 B10 B9", ""},
     "",
     "[1 1 1 1 1 1] 0:w1:B",
     "1",
     "YB",
     0,
     {"Y12 B12 B11 B10 B9 B2", ""}},
    {"QT-50 QT-51 QT-T15",
     "and then it is over",
     "",
     2,
     {"Y12 B12 B11 B10 B9", ""},
     "",
     "[1 1 1 1 6 1] 0:w1:B 1:w1:O",
     "over",
     "YB",
     0,
     {"Y12 B12 B11 B10 B9 B2", "O7"}},
    {"QT-O2 QT-T15",
     "immediate: no one reacts to the second closing",
     "end_timing=immediate",
     2,
     {"Y12 B12 B11 B10 B9", ""},
     "",
     "[1 1 1 1 1 1] 0:w1:B",
     "over",
     "YB",
     0,
     {"Y12 B12 B11 B10 B9 B2", ""}},
    {"QT-O2",
     "immediate: to the first they do",
     "end_timing=immediate",
     2,
     {"B12 B11 B10 B9", "Y12"},
     "",
     "[1 1 1 1 1 1] 0:w1:B",
     "1",
     "YB",
     0,
     {"B12 B11 B10 B9 B2", "Y12"}},
    {"QT-O2 QT-O1",
     "sequential, finish_turn: the rest still react",
     "response=sequential",
     3,
     {"", "Y12 B12 B11 B10 B9", ""},
     "",
     "[1 1 1 1 1 1] 0:- 1:w1:B",
     "2",
     "YB",
     0,
     {"", "Y12 B12 B11 B10 B9 B2", ""}},
    {"QT-O2 QT-O1",
     "sequential, immediate: they do not",
     "response=sequential end_timing=immediate",
     3,
     {"", "Y12 B12 B11 B10 B9", ""},
     "",
     "[1 1 1 1 1 1] 0:- 1:w1:B",
     "over",
     "YB",
     0,
     {"", "Y12 B12 B11 B10 B9 B2", ""}},
    {"QT-O2",
     "simultaneous, immediate: all reactions count",
     "end_timing=immediate",
     3,
     {"", "Y12 B12 B11 B10 B9", ""},
     "",
     "[1 1 1 6 1 1] 0:- 1:w1:B 2:w1:P",
     "over",
     "YB",
     0,
     {"", "Y12 B12 B11 B10 B9 B2", "P7"}},
    {"QT-52 QT-T16",
     "five columns closed by five players",
     "first=4",
     5,
     {"Y12", "B2", "P12", "O2", "R11 R9 R7 R5"},
     "",
     "[6 6 1] 4:ww:R",
     "over",
     "YBPOR",
     4,
     {"Y12", "B2", "P12", "O2", "R11 R9 R7 R5 R12"}},
    {"QT-52 QT-A9 QT-T17",
     "the last open box needs crosses that no one has",
     "",
     2,
     {"R9", "R10"},
     "YBPO",
     "[5 5 1] 0:ww:R",
     "over",
     "YBPO",
     0,
     {"R9 R10", "R10"}},
    {"QT-52 QT-A9",
     "one player with four crosses can still close",
     "",
     2,
     {"R9", "R11 R9 R7 R10"},
     "YBPO",
     "[5 5 1] 0:ww:R",
     "chance",
     "YBPO",
     1,
     {"R9 R10", "R11 R9 R7 R10"}},
    {"QT-52 QT-A9",
     "one box above the bottom is enough to go on",
     "",
     2,
     {"R9", "R8"},
     "YBPO",
     "[5 5 1] 0:ww:R",
     "chance",
     "YBPO",
     1,
     {"R9 R10", "R8"}},
    {"QT-52 QT-T22",
     "four crosses in a closed column do not help",
     "first=4",
     5,
     {"Y12 R10", "B2 R10", "P12 R10", "O2 R10", "Y2 Y3 Y4 Y5 R9"},
     "",
     "[5 5 1] 4:ww:R",
     "over",
     "YBPO",
     4,
     {"Y12 R10", "B2 R10", "P12 R10", "O2 R10", "Y2 Y3 Y4 Y5 R9 R10"}},
    {"QT-52 QT-O2",
     "immediate: a dead game ends with the turn all the same",
     "end_timing=immediate",
     2,
     {"R9", "R10"},
     "YBPO",
     "[5 4 5] 0:w5:R",
     "1",
     "YBPO",
     0,
     {"R9 R10", "R10"}},
    {"QT-52 QT-O2",
     "immediate: and there it is over",
     "end_timing=immediate",
     2,
     {"R9", "R10"},
     "YBPO",
     "[5 4 5] 0:w5:R 1:-",
     "over",
     "YBPO",
     0,
     {"R9 R10", "R10"}},
    {"QT-52",
     "reactions can end it too",
     "",
     2,
     {"R10", "R9"},
     "YBPO",
     "[5 5 1] 0:- 1:ww:R",
     "over",
     "YBPO",
     0,
     {"R10", "R9 R10"}},
    {"QT-3",
     "alone one is always active, and no one reacts",
     "",
     1,
     {""},
     "",
     "[2 5 3 4 1 6 2] 0:w5:B [2 5 3 4 1 6 2] 0:- [2 5 3 4 1 6 2] 0:ww:R",
     "chance",
     "",
     0,
     {"B9 R7"}},
    {"QT-3 QT-50",
     "alone the second closing ends it",
     "response=sequential",
     1,
     {"Y12 B12 B11 B10 B9"},
     "",
     "[1 1 1 1 1 1] 0:w1:B",
     "over",
     "YB",
     0,
     {"Y12 B12 B11 B10 B9 B2"}},
};

static void whole_turns(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(turn_cases); i++) {
        print_message("%s: %s\n", turn_cases[i].rules, turn_cases[i].why);
        sit(&match, &pl_quick_and_tactic_game, turn_cases[i].seats,
            turn_cases[i].options);
        close_colours(turn_cases[i].closed);
        for (int s = 0; s < turn_cases[i].seats; s++)
            put(s, turn_cases[i].before[s]);
        run(&match, turn_cases[i].script);
        assert_string_equal(waiting(&match), turn_cases[i].waiting);
        assert_string_equal(closed_now(), turn_cases[i].closed_after);
        assert_int_equal(table()->active, turn_cases[i].active);
        assert_false(is_aborted());
        for (int s = 0; s < turn_cases[i].seats; s++)
            assert_string_equal(crosses_of(s), turn_cases[i].after[s]);
    }
}

/* QT-O1 QT-T13: who decides after a closing is not offered that colour, with
 * any dice. */
static void sequential_closings_count_at_once(void **unused)
{
    (void)unused;
    sit(&match, &pl_quick_and_tactic_game, 3, "response=sequential");
    put(1, "P7 P6 P8 P5");
    put(2, "P7 P6 P8 P5");
    run(&match, "[1 6 1 1 6 1 1] 0:-");
    assert_true(is_legal(&match, 1, "w6:P"));
    run(&match, "1:w6:P");
    assert_string_equal(legal(&match, 2), "ww:Y ww:B ww:O ww:R w1:Y w6:Y w6:B "
                                          "w6:O w1:R w6:R -");
    assert_int_equal(closed_by(table(), 1), 1);
    run(&match, "2:-");
    assert_string_equal(dice_to_throw(), "W W Y B O R");
}

/* QT-41 QT-T11: the die leaves, crosses keep their value. */
static void a_closed_colour(void **unused)
{
    (void)unused;
    sit(&match, &pl_quick_and_tactic_game, 2, "");
    put(0, "O7 O8 O6 O9");
    put(1, "O7 O8 O6");
    assert_int_equal(points(&match, 1), 4);
    run(&match, "[1 1 1 1 1 1 1] 0:ww:O");
    assert_string_equal(closed_now(), "O");
    assert_string_equal(dice_to_throw(), "W W Y B P R");
    assert_int_equal(points(&match, 0), 11);
    assert_int_equal(points(&match, 1), 4);
    run(&match, "[6 6 1 2 3 4]");
    assert_false(is_legal(&match, 1, "ww:O"));
    assert_string_equal(legal(&match, 1), "ww:B w6:Y w6:B w6:P w6:R -");
}

/* QT-T5: the fifth cross of a column is its bottom box. */
static void closing_purple(void **unused)
{
    (void)unused;
    sit(&match, &pl_quick_and_tactic_game, 2, "");
    put(0, "P7 P6 P5 P4");
    run(&match, "[6 6 1 1 1 1 1] 0:ww:P");
    assert_string_equal(crosses_of(0), "P7 P6 P5 P4 P12");
    assert_int_equal(points(&match, 0), 11);
    assert_string_equal(closed_now(), "P");
}

/* --- Turns without a cross ----------------------------------------------- */

static const struct {
    const char *rules, *why, *options;
    int idle_before; /* turns that everyone passes */
    const char *script;
    int idle_after;
    bool over;
} idle_cases[] = {
    {"QT-53", "fifty turns end it", "", 50, "", 0, true},
    {"QT-53", "forty-nine do not", "", 49, "", 0, false},
    {"QT-53 QT-O3", "five, if the table wants", "idle_limit=5", 5, "", 0, true},
    {"QT-53 QT-O3", "not four", "idle_limit=5", 4, "", 0, false},
    {"QT-53 QT-O3", "never, if the table wants", "idle_limit=0", 300, "", 0,
     false},
    {"QT-53", "a cross of the active player starts the count again",
     "idle_limit=5", 4, "[2 5 3 4 1 6 2] 0:ww:R", 4, false},
    {"QT-53", "that turn itself does not count", "idle_limit=5", 4,
     "[2 5 3 4 1 6 2] 0:ww:R", 5, true},
    {"QT-53", "so does a cross of another player", "idle_limit=5", 4,
     "[2 5 3 4 1 6 2] 0:- 1:ww:R", 4, false},
    {"QT-53 QT-O2", "immediate changes nothing here",
     "idle_limit=5 end_timing=immediate", 5, "", 0, true},
    {"QT-53 QT-O1", "nor does sequential", "idle_limit=5 response=sequential",
     5, "", 0, true},
};

static void pass_turns(int turns)
{
    while (turns-- > 0) {
        assert_string_equal(waiting(&match), "chance");
        run(&match, "[2 5 3 4 1 6 2]");
        run(&match, table()->active == 0 ? "0:- 1:-" : "1:- 0:-");
    }
}

static void turns_without_a_cross(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(idle_cases); i++) {
        print_message("%s: %s\n", idle_cases[i].rules, idle_cases[i].why);
        sit(&match, &pl_quick_and_tactic_game, 2, idle_cases[i].options);
        pass_turns(idle_cases[i].idle_before);
        run(&match, idle_cases[i].script);
        pass_turns(idle_cases[i].idle_after);
        assert_string_equal(waiting(&match),
                            idle_cases[i].over ? "over" : "chance");
        assert_int_equal(is_aborted(), idle_cases[i].over);
    }
}

/* QT-O1 QT-O2 QT-O3: names, values and what holds unless a table says else. */
static void the_options(void **unused)
{
    static const char *const expected[] = {
        "response simultaneous sequential *simultaneous",
        "end_timing finish_turn immediate *finish_turn",
        "idle_limit 0 5 50 *50"};

    (void)unused;
    assert_int_equal(pl_option_count(&pl_quick_and_tactic_game), 3);
    for (int i = 0; i < 3; i++) {
        const struct pl_option *option = &pl_quick_and_tactic_game.options[i];
        char text[128];
        int n = snprintf(text, sizeof text, "%s", option->name);

        for (int v = 0; option->value[v]; v++)
            n += snprintf(text + n, sizeof text - (size_t)n, " %s",
                          option->value[v]);
        snprintf(text + n, sizeof text - (size_t)n, " *%s",
                 option->value[option->normal]);
        assert_string_equal(text, expected[i]);
    }
}

/* --- Points -------------------------------------------------------------- */

static const struct {
    const char *rules, *crosses, *parts; /* Y B P O R and the rows */
    int total;
} point_cases[] = {
    {"QT-54 QT-T1", "P7 P6 P8 P5 P9 P4", "0 0 16 0 0 0", 16},
    {"QT-54 QT-T2", "", "0 0 0 0 0 0", 0},
    {"QT-54 QT-T2", "Y2 B5 B4 P9 P4 P10 O7 O8 O6 O9", "1 2 4 7 0 0", 14},
    {"QT-54 QT-T2", "R11 R9 R7 R5 R3", "0 0 0 0 11 0", 11},
    {"QT-54 QT-T2", "Y2 Y3 Y4 Y5 Y6 Y7 Y8", "22 0 0 0 0 0", 22},
    {"QT-54 QT-T2", "Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9", "29 0 0 0 0 0", 29},
    {"QT-54 QT-T2", "Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10", "37 0 0 0 0 0", 37},
    {"QT-54 QT-T2", "Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11", "46 0 0 0 0 0", 46},
    {"QT-54 QT-42 QT-T2 QT-A6", "Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12",
     "56 0 0 0 0 0", 56},
    {"QT-55 QT-56 QT-T3",
     "Y3 Y5 Y6 Y8 B11 B9 B8 B6 B4 P7 P6 P5 P9 P10 P12 O8 O9 R9 R5 R4",
     "7 11 16 2 4 20", 60},
    {"QT-55", "two in a row bring nothing: Y2 B12", "1 1 0 0 0 0", 2},
    {"QT-55", "three, neighbours or not: Y2 P7 R11", "1 0 1 0 1 2", 5},
    {"QT-55", "four: Y2 B12 P7 R11", "1 1 1 0 1 4", 8},
    {"QT-55", "five: Y2 B12 P7 O7 R11", "1 1 1 1 1 7", 12},
    {"QT-55", "the same number is no row: Y7 B8 P7 O8", "1 1 1 1 0 0", 4},
    {"QT-42 QT-55 QT-A16", "the bottom row counts as well: Y12 P12 R12",
     "1 0 1 0 1 2", 5},
};

static const char *parts_of(int seat)
{
    static char text[64];
    struct pl_part part[PL_PARTS];
    int count = pl_quick_and_tactic_game.parts(&pl_quick_and_tactic_game,
                                               &match.state, seat, part),
        n = 0;

    for (int i = 0; i < count; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%d", n ? " " : "",
                      part[i].points);
    return text;
}

static void points_of_a_sheet(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(point_cases); i++) {
        const char *colon = strchr(point_cases[i].crosses, ':');

        print_message("%s: %s\n", point_cases[i].rules, point_cases[i].crosses);
        sit(&match, &pl_quick_and_tactic_game, 2, "");
        put(1, colon ? colon + 2 : point_cases[i].crosses);
        assert_string_equal(parts_of(1), point_cases[i].parts);
        assert_int_equal(points(&match, 1), point_cases[i].total);
    }
}

/* QT-56 QT-A18 QT-T21: the highest total wins, and equal ones share. */
static void who_wins(void **unused)
{
    static const char sixty[] =
        "Y3 Y5 Y6 Y8 B11 B9 B8 B6 B4 P7 P6 P5 P9 P10 P12 O8 O9 R9 R5 R4";

    (void)unused;
    sit(&match, &pl_quick_and_tactic_game, 3, "");
    put(1, sixty);
    assert_int_equal(winners(&match), 1 << 1);
    put(2, sixty);
    assert_int_equal(winners(&match), 1 << 1 | 1 << 2);
    put(0, sixty);
    put(0, "R10");
    assert_int_equal(points(&match, 0), 63);
    assert_int_equal(winners(&match), 1 << 0);
}

/* --- The rest ------------------------------------------------------------ */

/* QT-1 QT-2 QT-3 QT-4: seven dice, equal empty sheets, up to six players, and
 * the seat that begins rolls. */
static void set_up(void **unused)
{
    (void)unused;
    assert_int_equal(pl_quick_and_tactic_game.min_seats, 1);
    assert_int_equal(pl_quick_and_tactic_game.max_seats, 6);
    sit(&match, &pl_quick_and_tactic_game, 6, "first=4");
    for (int s = 0; s < 6; s++)
        assert_int_equal(points(&match, s), 0);
    assert_string_equal(dice_to_throw(), "W W Y B P O R");
    run(&match, "[6 1 3 4 1 6 2]");
    assert_string_equal(waiting(&match), "4");
    run(&match, "4:-");
    assert_string_equal(waiting(&match), "0 1 2 3 5");
}

/* QT-33: the others are asked at once, in any order, and nothing is shown
 * before the last has chosen. */
static void reactions_are_blind(void **unused)
{
    union pl_state view;
    const struct quick_and_tactic *seen = (const void *)&view;

    (void)unused;
    sit(&match, &pl_quick_and_tactic_game, 4, "first=1");
    run(&match, "[2 5 3 4 1 6 2] 1:w5:B 3:w2:O 0:w2:Y");
    assert_string_equal(waiting(&match), "2");
    assert_string_equal(crosses_of(3), "");
    assert_int_equal(points(&match, 3), 0);
    pl_match_view(&match, 0, &view);
    assert_int_equal(seen->waiting, 1 << 2 | 1 << 3);
    assert_int_equal(seen->choice[0], MIXED);
    assert_int_equal(seen->choice[3], PASS);
    pl_match_view(&match, 1, &view);
    assert_int_equal(seen->waiting, 1 << 0 | 1 << 2 | 1 << 3);
    run(&match, "2:-");
    assert_string_equal(crosses_of(3), "O8");
    assert_string_equal(crosses_of(0), "Y5");
}

/* Dice and choices that are over leave no trace: equal situations are equal
 * bytes. */
static void old_dice_are_forgotten(void **unused)
{
    union pl_state first;

    (void)unused;
    sit(&match, &pl_quick_and_tactic_game, 3, "");
    run(&match, "[5 2 3 4 1 6 2] 0:w5:B 1:w2:O 2:-");
    first = match.state;
    sit(&match, &pl_quick_and_tactic_game, 3, "");
    run(&match, "[3 6 1 3 1 5 2] 0:w6:B 2:- 1:w3:O");
    assert_memory_equal(&first, &match.state, sizeof first);
}

static const struct {
    const char *why, *script;
    int seat, count;
    pl_move list[MOVES];
} number_cases[] = {
    {"everything is legal",
     "[2 5 3 4 1 6 2]",
     0,
     16,
     {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
    {"equal white dice are number 0",
     "[3 3 3 4 1 6 3]",
     0,
     11,
     {0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14}},
    {"the one that is left is number 0: the smaller",
     "[2 5 3 4 1 6 2] 0:w5:B",
     1,
     5,
     {0, 6, 10, 12, 14}},
    {"or the larger", "[2 5 3 4 1 6 2] 0:w2:R", 1, 5, {0, 6, 8, 10, 12}},
};

/* QT-A14 and the dense encoding. */
static void move_numbers(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(number_cases); i++) {
        pl_move list[PL_MOVES];

        sit(&match, &pl_quick_and_tactic_game, 2, "");
        run(&match, number_cases[i].script);
        assert_int_equal(pl_quick_and_tactic_game.moves(
                             &pl_quick_and_tactic_game, &match.state,
                             number_cases[i].seat, list),
                         number_cases[i].count);
        assert_memory_equal(list, number_cases[i].list,
                            (size_t)number_cases[i].count * sizeof *list);
    }
}

static const struct {
    const char *why, *script, *move;
    int count;
    int die; /* beside the box: its id */
} touch_cases[] = {
    {"both whites: the box", "[2 5 3 4 1 6 3]", "ww:R", 1, 0},
    {"a pair: the box", "[2 5 3 4 1 6 3]", "w5:R", 1, 0},
    {"red 5 stands for the larger white die: both whites make 7 ...",
     "[2 5 3 4 1 6 5]", "ww:R", 2, ID_WHITE + 1},
    {"... and so do white 2 and red 5", "[2 5 3 4 1 6 5]", "w2:R", 2,
     ID_COLOUR + 4},
    {"white 5 and red 5 make something else", "[2 5 3 4 1 6 5]", "w5:R", 1, 0},
    {"red 2 stands for the smaller one", "[2 5 3 4 1 6 2]", "ww:R", 2,
     ID_WHITE},
    {"three equal dice", "[3 3 3 4 1 6 2]", "ww:Y", 2, ID_WHITE},
    {"three equal dice", "[3 3 3 4 1 6 2]", "w3:Y", 2, ID_COLOUR},
    {"one white die left: the box", "[3 5 3 4 1 6 2] 0:w5:R", "w3:Y", 1, 0},
};

static void touching(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(touch_cases); i++) {
        struct pl_touch touch = {0};
        struct pl_message why;
        pl_move move;
        int seat;

        sit(&match, &pl_quick_and_tactic_game, 2, "");
        run(&match, touch_cases[i].script);
        seat = waiting(&match)[0] - '0';
        assert_true(
            pl_match_find_move(&match, seat, touch_cases[i].move, &move, &why));
        pl_quick_and_tactic_game.touch(&pl_quick_and_tactic_game, &match.state,
                                       seat, move, &touch);
        if (touch.count != touch_cases[i].count ||
            touch.piece[1] != touch_cases[i].die)
            fail_msg("%s: %d touches, die %d", touch_cases[i].why, touch.count,
                     touch.piece[1]);
    }
}

static const struct {
    const char *why, *before, *closed, *script, *move, *dice;
} dice_cases[] = {
    {"both whites", "", "", "[2 5 3 4 1 6 2]", "ww:R", "0 1"},
    {"the smaller white and yellow", "", "", "[2 5 3 4 1 6 2]", "w2:Y", "0 2"},
    {"the larger white and red", "", "", "[2 5 3 4 1 6 2]", "w5:R", "1 6"},
    {"a closed colour has no die", "", "YP", "[2 5 4 6 2]", "w5:R", "1 4"},
    {"one white die left", "", "", "[2 5 3 4 1 6 2] 0:w2:R", "w5:B", "0 3"},
    {"nothing", "", "", "[2 5 3 4 1 6 2]", "-", ""},
};

static void which_dice(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(dice_cases); i++) {
        int seat;

        sit(&match, &pl_quick_and_tactic_game, 2, "");
        put(0, dice_cases[i].before);
        close_colours(dice_cases[i].closed);
        run(&match, dice_cases[i].script);
        seat = waiting(&match)[0] - '0';
        if (strcmp(dice_of(&match, seat, dice_cases[i].move),
                   dice_cases[i].dice) != 0)
            fail_msg("%s: %s", dice_cases[i].why,
                     dice_of(&match, seat, dice_cases[i].move));
    }
}

/* A box of the seat that is asked. */
#define ID_AT(letter, at) -((letter) << 8 | (at))
static int piece_of(int seat, int piece)
{
    return piece < 0
               ? box_id(seat, column_named((char)(-piece >> 8)), -piece & 255)
               : piece;
}

static const struct {
    const char *before, *closed, *script;
    int piece;
    const char *why;
} why_cases[] = {
    {"Y4", "", "[2 5 3 4 1 6 2]", ID_AT('Y', 2), "why.crossed"},
    {"", "Y", "[2 5 4 1 6 2]", ID_AT('Y', 2), "tell.closed.yellow"},
    {"Y4", "", "[2 5 3 4 1 6 2]", ID_AT('Y', 1), "quick-and-tactic.why.past 3"},
    {"", "", "[6 6 3 4 1 6 2]", ID_AT('Y', 10), "quick-and-tactic.why.needs 4"},
    {"", "", "[6 6 3 4 1 6 2]", ID_AT('Y', 0), "quick-and-tactic.why.two 9 12"},
    {"", "", "[2 5 3 4 1 6 2]", ID_AT('Y', 0),
     "quick-and-tactic.why.three 5 8 7"},
    {"", "", "[2 5 2 4 1 6 2]", ID_AT('Y', 0), "quick-and-tactic.why.two 4 7"},
    {"", "", "[2 5 5 4 1 6 2]", ID_AT('Y', 0), "quick-and-tactic.why.two 7 10"},
    {"", "", "[3 3 3 4 1 6 2]", ID_AT('Y', 0), "quick-and-tactic.why.one 6"},
    {"", "", "[3 5 3 4 1 6 2] 0:w5:R", ID_AT('B', 0),
     "quick-and-tactic.why.one 7"},
    {"", "", "[3 5 3 4 1 6 2] 0:w5:R", ID_AT('R', 2), "why.no_die"},
    {"", "", "[2 5 3 4 1 6 2]", ID_AT('Y', 5), ""},
    {"", "", "[2 5 3 4 1 6 2]", ID_PASS, ""},
    {"", "", "[2 5 3 4 1 6 1]", ID_WHITE, "why.die_lights"},
    {"", "", "[2 5 3 4 1 6 2]", ID_WHITE, ""},
    {"", "", "[2 5 3 4 1 6 2]", ID_COLOUR + 4, ""},
    {"", "", "[2 5 3 4 1 6 2]", ID_COLOUR + 3, "why.die_lights"},
    {"", "", "[3 5 3 4 1 6 2] 0:w5:R", ID_WHITE, "why.die_lights"},
    {"", "", "[3 5 3 4 1 6 2] 0:w5:R", ID_WHITE + 1, "why.die_taken"},
    {"", "", "[3 5 3 4 1 6 2] 0:w5:R", ID_COLOUR + 4, "why.die_taken"},
    {"R10", "P", "[1 3 4 1 6 2]", ID_COLOUR + 4, "why.die_nowhere"},
};

static void why_not(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(why_cases); i++) {
        const char *why;
        int seat;

        sit(&match, &pl_quick_and_tactic_game, 2, "");
        put(0, why_cases[i].before);
        close_colours(why_cases[i].closed);
        run(&match, why_cases[i].script);
        seat = waiting(&match)[0] - '0';
        why = reason(&match, seat, piece_of(seat, why_cases[i].piece));
        if (strcmp(why, why_cases[i].why) != 0)
            fail_msg("%s: '%s', not '%s'", why_cases[i].script, why,
                     why_cases[i].why);
    }
}

static void the_start_clears_everything(void **unused)
{
    (void)unused;
    check_start(&pl_quick_and_tactic_game);
}

static const struct {
    const char *why, *options, *before, *closed, *script, *last, *told;
} tell_cases[] = {
    {"nothing special", "", "", "", "[2 5 3 4 1 6 2]", "0:ww:R", ""},
    {"the third in a row", "", "Y2 B12", "", "[2 5 3 4 1 6 2]", "0:ww:P",
     "quick-and-tactic.tell.bonus 3 2"},
    {"the second is nothing", "", "Y2", "", "[2 5 3 4 1 6 2]", "0:ww:P", ""},
    {"a closed column", "", "Y2 Y3 Y4 Y5", "", "[6 6 1 1 1 1 1]", "0:ww:Y",
     "tell.closed.yellow 0 0"},
    {"the second one of a player", "", "R12 Y2 Y3 Y4 Y5", "", "[6 6 1 1 1 1]",
     "0:ww:Y", "tell.closed.yellow 0 0; quick-and-tactic.tell.closed_two 0 0"},
    {"a dead game", "", "R9", "YBPO", "[5 5 1]", "0:ww:R",
     "quick-and-tactic.tell.dead 0 0"},
    {"an idle game", "idle_limit=5", "", "",
     "[5 5 1 1 1 1 1] 0:- [5 5 1 1 1 1 1] 0:- [5 5 1 1 1 1 1] 0:- "
     "[5 5 1 1 1 1 1] 0:- [5 5 1 1 1 1 1]",
     "0:-", "quick-and-tactic.tell.idle 5 0"},
};

static void what_is_told(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(tell_cases); i++) {
        struct pl_message told[PL_MESSAGES];
        union pl_state before;
        char text[256] = "";
        int count, n = 0;

        sit(&match, &pl_quick_and_tactic_game, 1, tell_cases[i].options);
        put(0, tell_cases[i].before);
        close_colours(tell_cases[i].closed);
        run(&match, tell_cases[i].script);
        before = match.state;
        run(&match, tell_cases[i].last);
        count = pl_quick_and_tactic_game.tell(&pl_quick_and_tactic_game,
                                              &before, &match.state, told);
        for (int k = 0; k < count; k++)
            n += snprintf(text + n, sizeof text - (size_t)n, "%s%s %d %d",
                          k ? "; " : "", told[k].id, (int)told[k].n,
                          (int)told[k].m);
        print_message("%s\n", tell_cases[i].why);
        assert_string_equal(text, tell_cases[i].told);
    }
}

/* 21 pairs of white dice and 6 results for each of five colours. */
static void results_of_a_throw(void **unused)
{
    struct pl_chance chance;
    struct pl_outcome outcome;
    unsigned distinct = 0, all = 0;

    (void)unused;
    sit(&match, &pl_quick_and_tactic_game, 2, "");
    pl_quick_and_tactic_game.chance(&pl_quick_and_tactic_game, &match.state,
                                    &chance);
    for (bool more = pl_first(&chance, &outcome); more;
         more = pl_next(&chance, &outcome)) {
        distinct++;
        all += outcome.weight;
    }
    assert_int_equal(distinct, 163296);
    assert_int_equal(all, 279936);
}

/* --- Bounds -------------------------------------------------------------- */

static int crosses_on_all_sheets(const struct quick_and_tactic *g)
{
    int n = 0;

    for (int s = 0; s < g->seats; s++)
        for (int k = 0; k < COLUMNS; k++)
            n += pl_count(g->column[s][k]);
    return n;
}

/* Lazy players cross only when the game would stop otherwise. */
static pl_move choose(const struct quick_and_tactic *g, const pl_move list[],
                      int n, bool lazy, struct pl_rng *rng)
{
    if (lazy && g->idle + 1 < g->idle_limit)
        return PASS;
    return lazy ? list[n - 1] : list[pl_below(rng, (uint32_t)n)];
}

static void check_bounds(int seats, bool lazy, struct pl_rng *rng)
{
    union pl_state state = {0};
    const struct quick_and_tactic *g = (const void *)&state;
    struct pl_setup setup;
    int turns = 0;

    pl_setup_normal(&setup, &pl_quick_and_tactic_game, seats);
    pl_quick_and_tactic_game.start(&pl_quick_and_tactic_game, &state, &setup);
    while (g->phase != DONE) {
        if (g->phase == ROLLING) {
            struct pl_chance chance;
            uint8_t face[PL_DICE];

            pl_quick_and_tactic_game.chance(&pl_quick_and_tactic_game, &state,
                                            &chance);
            pl_roll(&chance, rng, face);
            pl_quick_and_tactic_game.land(&pl_quick_and_tactic_game, &state,
                                          face);
            turns++;
        } else {
            pl_move list[PL_MOVES];
            int seat = pl_lowest(g->waiting);
            int n = pl_quick_and_tactic_game.moves(&pl_quick_and_tactic_game,
                                                   &state, seat, list);

            assert_true(n <= (g->white[1] ? 16 : 5));
            pl_quick_and_tactic_game.play(&pl_quick_and_tactic_game, &state,
                                          seat, choose(g, list, n, lazy, rng));
        }
    }
    for (int s = 0; s < seats; s++)
        assert_true(closed_by(g, s) <= END_CLOSED);
    assert_true(crosses_on_all_sheets(g) <= 55 * seats);
    assert_true(turns <= 2750 * seats + 50);
    assert_true(turns <= 50 * crosses_on_all_sheets(g) + 50);
}

static void games_are_bounded(void **unused)
{
    struct pl_rng rng;

    (void)unused;
    pl_seed(&rng, 7);
    for (int seats = 1; seats <= SEATS; seats++)
        for (int i = 0; i < 300; i++)
            check_bounds(seats, i % 10 == 0, &rng);
}

/* The best sheet that can be: two full columns, three but for the last box. */
static void most_points(void **unused)
{
    (void)unused;
    sit(&match, &pl_quick_and_tactic_game, 1, "");
    for (int k = 0; k < COLUMNS; k++)
        table()->column[0][k] = (1u << BOTTOM) - 1;
    put(0, "Y12");
    run(&match, "[1 1 1 1 1 1] 0:ww:B");
    assert_string_equal(waiting(&match), "over");
    assert_int_equal(points(&match, 0), pl_quick_and_tactic_game.points_max);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_broken_sheet_is_explained),
        cmocka_unit_test(the_sheet_row_by_row),
        cmocka_unit_test(sums_of_a_column),
        cmocka_unit_test(what_is_allowed),
        cmocka_unit_test(whole_turns),
        cmocka_unit_test(sequential_closings_count_at_once),
        cmocka_unit_test(a_closed_colour),
        cmocka_unit_test(closing_purple),
        cmocka_unit_test(turns_without_a_cross),
        cmocka_unit_test(the_options),
        cmocka_unit_test(points_of_a_sheet),
        cmocka_unit_test(who_wins),
        cmocka_unit_test(set_up),
        cmocka_unit_test(reactions_are_blind),
        cmocka_unit_test(old_dice_are_forgotten),
        cmocka_unit_test(move_numbers),
        cmocka_unit_test(touching),
        cmocka_unit_test(which_dice),
        cmocka_unit_test(why_not),
        cmocka_unit_test(the_start_clears_everything),
        cmocka_unit_test(what_is_told),
        cmocka_unit_test(results_of_a_throw),
        cmocka_unit_test(games_are_bounded),
        cmocka_unit_test(most_points),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
