/* See rainbow_endings.h. Values are whole numbers of 2^-22 points, rounded once
 * per turn: at most seven turns, so no value is farther than 7 × 2^-23 points
 * from the truth. */
#include "rainbow_endings.h"

#include "rainbow_values.h"

#include <string.h>

static int full(int part)
{
    return part == PART_1 ? FULL_1 : FULL_2;
}

static int rows_of(int part)
{
    return part == PART_1 ? PART_1_ROWS : PART_2_ROWS;
}

static const struct rainbow_sets *sets(const struct rainbow_endings *e,
                                       int part)
{
    return part == PART_1 ? e->part_1 : e->part_2;
}

/* --- Classes ------------------------------------------------------------- */

/* The most that these rows can bring to a colour. */
static int most_of(int part, unsigned rows)
{
    int most = 0;

    for (; rows; rows &= rows - 1)
        most += part == PART_1 ? pl_lowest(rows) + 1 : SIDES;
    return most;
}

/* The sums that a colour can have in these rows, as bits. */
static uint64_t sums_of(int part, unsigned rows)
{
    uint64_t sums = 1;

    for (; rows; rows &= rows - 1) {
        uint64_t before = sums;

        if (part == PART_1)
            sums |= before << (pl_lowest(rows) + 1);
        else
            for (int face = 1; face <= SIDES; face++)
                sums |= before << face;
    }
    return sums;
}

static void add_class(struct rainbow_sets *set, int sum, bool same)
{
    if (!same)
        set->sum[set->classes++] = (uint8_t)sum;
    set->class_of[sum] = (uint8_t)(set->classes - 1);
}

static void list_classes(struct rainbow_sets *set, int part, unsigned open)
{
    unsigned used = (1u << rows_of(part)) - 1 - open;
    uint64_t sums = sums_of(part, used);
    int most = most_of(part, open);

    set->classes = 0;
    for (int sum = 0; sum < full(part); sum++)
        if (sums >> sum & 1)
            add_class(set, sum, sum > 0 && sum + most < full(part));
    if (sums >> full(part))
        add_class(set, full(part), false);
    pl_assert(set->classes <= CLASSES);
}

static uint32_t sheets(const struct rainbow_endings *e, int classes)
{
    return e->choose[COLOURS - 1][classes];
}

/* choose[i][n]: in how many ways i + 1 of n classes stand in order. */
static void list_choices(struct rainbow_endings *e)
{
    for (int n = 0; n <= CLASSES; n++)
        e->choose[0][n] = (uint32_t)n;
    for (int i = 1; i < COLOURS; i++)
        for (int n = 1; n <= CLASSES; n++)
            e->choose[i][n] = e->choose[i][n - 1] + e->choose[i - 1][n];
}

void pl_rainbow_endings_start(struct rainbow_endings *e)
{
    uint32_t n = 0;

    memset(e->choose, 0, sizeof e->choose);
    list_choices(e);
    pl_rainbow_list_rolls(e->roll);
    for (int part = PART_1; part < PARTS; part++)
        for (unsigned open = 0; open < 1u << rows_of(part); open++) {
            struct rainbow_sets *set =
                (part == PART_1 ? e->part_1 : e->part_2) + open;

            list_classes(set, part, open);
            set->first = n;
            n += sheets(e, set->classes);
        }
    pl_assert(n == ENDINGS);
}

/* --- Places -------------------------------------------------------------- */

static void order(int *a, int *b)
{
    int low = *a < *b ? *a : *b;

    *b += *a - low;
    *a = low;
}

/* Where five classes have their value, in any order. */
static uint32_t place(const struct rainbow_endings *e,
                      const struct rainbow_sets *set, int a, int b, int c,
                      int d, int f)
{
    order(&a, &b);
    order(&d, &f);
    order(&c, &f);
    order(&c, &d);
    order(&b, &f);
    order(&a, &d);
    order(&a, &c);
    order(&b, &d);
    order(&b, &c);
    return set->first + e->choose[0][a] + e->choose[1][b] + e->choose[2][c] +
           e->choose[3][d] + e->choose[4][f];
}

double pl_rainbow_ending(const struct rainbow_endings *e, int part,
                         unsigned open, const int sum[COLOURS])
{
    const struct rainbow_sets *set = &sets(e, part)[open];
    int class[COLOURS];

    for (int c = 0; c < COLOURS; c++)
        class[c] = set->class_of[sum[c] < full(part) ? sum[c] : full(part)];
    return points_of(e->value[place(e, set, class[0], class[1], class[2],
                                    class[3], class[4])]);
}

/* --- A sheet ------------------------------------------------------------- */

struct sheet {
    const struct rainbow_endings *e;
    int part;
    unsigned open;
    uint8_t sum[COLOURS];
};

/* A row, and the class of each colour once a number is noted there. */
struct after {
    const struct rainbow_sets *set;
    uint8_t class[COLOURS][DIGITS];
};

static void look_after(const struct sheet *sheet, int row, struct after *after)
{
    int most = full(sheet->part);

    after->set = &sets(sheet->e, sheet->part)[sheet->open ^ 1u << row];
    for (int c = 0; c < COLOURS; c++)
        for (int face = 0; face < DIGITS; face++) {
            int sum = sheet->sum[c] + face;

            after->class[c][face] =
                after->set->class_of[sum < most ? sum : most];
        }
}

static double worth_after(const struct rainbow_endings *e,
                          const struct after *after, const uint8_t face[])
{
    return points_of(e->value[place(
        e, after->set, after->class[0][face[0]], after -> class[1][face[1]],
        after -> class[2][face[2]], after -> class[3][face[3]],
        after -> class[4][face[4]])]);
}

static void raise(double *worth, double to)
{
    *worth = *worth > to ? *worth : to;
}

/* Only those of that number count, so there are 32 results. */
static void note_part_1(const struct sheet *sheet, int row, double worth[HANDS])
{
    const struct rainbow_roll *roll = sheet->e->roll;
    double of[1 << COLOURS];
    struct after after;

    look_after(sheet, row, &after);
    for (unsigned dice = 0; dice < 1u << COLOURS; dice++) {
        uint8_t face[COLOURS];

        for (int c = 0; c < COLOURS; c++)
            face[c] = (uint8_t)(dice >> c & 1 ? row + 1 : 0);
        of[dice] =
            (row + 1) * pl_count(dice) + worth_after(sheet->e, &after, face);
    }
    for (int i = 0; i < ROLLED; i++, roll++)
        raise(&worth[roll->hand], of[pl_rainbow_showing(roll, row + 1)]);
}

static void note_part_2(const struct sheet *sheet, int row, double worth[HANDS])
{
    const struct rainbow_roll *roll = sheet->e->roll;
    static const uint8_t nothing[COLOURS];
    struct after after;
    double crossed;

    look_after(sheet, row, &after);
    crossed = worth_after(sheet->e, &after, nothing);
    for (int i = 0; i < ROLLED; i++, roll++)
        if (roll->fits >> (row + PART_1_ROWS) & 1)
            raise(&worth[roll->hand],
                  roll->sum + worth_after(sheet->e, &after, roll->face));
        else
            raise(&worth[roll->hand], crossed);
}

static double solve_sheet(const struct sheet *sheet)
{
    double of[HANDS] = {0}, worth[HANDS];

    for (unsigned rows = sheet->open; rows; rows &= rows - 1)
        if (sheet->part == PART_1)
            note_part_1(sheet, pl_lowest(rows), of);
        else
            note_part_2(sheet, pl_lowest(rows), of);
    pl_rainbow_turn(of, 0, worth);
    return worth[0];
}

static int32_t bonuses(const struct rainbow_sets *set, int part,
                       const uint8_t class[COLOURS])
{
    int32_t value = 0;

    for (int c = 0; c < COLOURS; c++)
        if (set->sum[class[c]] == full(part))
            value += BONUS * POINT;
    return value;
}

/* --- Rounds -------------------------------------------------------------- */

static int part_of(int round)
{
    return round <= PART_1_ROWS ? PART_1 : PART_2;
}

/* Rounds of a part begin with the sheets that are full. */
static int open_in(int round)
{
    return part_of(round) == PART_1 ? round : round - PART_1_ROWS - 1;
}

/* The set of open rows to which a task belongs, and its highest class. */
static unsigned find_task(const struct rainbow_endings *e, int round, int task,
                          int *highest)
{
    int part = part_of(round);
    unsigned open = 0;

    for (; open < 1u << rows_of(part); open++) {
        if (pl_count(open) != open_in(round))
            continue;
        if (task < sets(e, part)[open].classes)
            break;
        task -= sets(e, part)[open].classes;
    }
    *highest = task;
    return open;
}

int pl_rainbow_endings_tasks(const struct rainbow_endings *e, int round)
{
    int part = part_of(round), n = 0;

    for (unsigned open = 0; open < 1u << rows_of(part); open++)
        if (pl_count(open) == open_in(round))
            n += sets(e, part)[open].classes;
    return n;
}

double pl_rainbow_endings_work(const struct rainbow_endings *e, int round)
{
    int part = part_of(round);
    double n = 0;

    for (unsigned open = 0; open < 1u << rows_of(part); open++)
        if (pl_count(open) == open_in(round))
            n += sheets(e, sets(e, part)[open].classes);
    return open_in(round) == 0 ? 0 : n;
}

/* The next five classes in the order of their places; false after the last
 * whose highest class is still the same. */
static bool next_classes(uint8_t class[COLOURS])
{
    int c = 0;

    while (c < COLOURS - 1 && class[c] == class[c + 1])
        class[c++] = 0;
    class[c]++;
    return c < COLOURS - 1;
}

void pl_rainbow_endings_solve(struct rainbow_endings *e, int round, int task)
{
    int part = part_of(round), highest;
    unsigned open = find_task(e, round, task, &highest);
    const struct rainbow_sets *set = &sets(e, part)[open];
    uint8_t class[COLOURS] = {[COLOURS - 1] = (uint8_t)highest};
    uint32_t at = set->first + e->choose[COLOURS - 1][highest];
    struct sheet sheet = {.e = e, .part = part, .open = open};

    do {
        for (int c = 0; c < COLOURS; c++)
            sheet.sum[c] = set->sum[class[c]];
        e->value[at++] =
            open ? nearest(solve_sheet(&sheet)) : bonuses(set, part, class);
    } while (next_classes(class));
}
