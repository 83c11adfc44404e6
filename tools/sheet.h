/*
 * From the plan of a sheet of Play & Repeat to its tables, and what can be
 * wrong with a plan. For the build (tools/sheets.c) and its tests.
 */
#ifndef SHEET_H
#define SHEET_H

#include "../games/play_and_repeat_sheets.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { WHY = 96 }; /* bytes of a sentence that says what is wrong */

static char plan_at(const struct plan *plan, int cell)
{
    return plan->row[cell / COLUMNS].boxes[cell % COLUMNS];
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

/* Marks everything of one letter that hangs together with this cell; returns
 * how many cells that is. */
static int spread(const struct plan *plan, int cell, bool area[CELLS])
{
    int side[4], n = sides_of(cell, side), count = 1;

    area[cell] = true;
    for (int i = 0; i < n; i++)
        if (!area[side[i]] && plan_at(plan, side[i]) == plan_at(plan, cell))
            count += spread(plan, side[i], area);
    return count;
}

/* --- What is wrong ------------------------------------------------------- */

/* "d3", as the moves name a box. */
#define CELL_NAME(cell) 'a' + (cell) % COLUMNS, 1 + (cell) / COLUMNS

static bool letters_are_wrong(const struct plan *plan, char why[WHY])
{
    for (int r = 0; r < ROWS; r++) {
        const struct plan_row *row = &plan->row[r];
        size_t boxes = row->boxes ? strlen(row->boxes) : 0;
        size_t coins = row->coins ? strlen(row->coins) : 0;

        if (boxes != COLUMNS)
            return snprintf(why, WHY, "row %d has %d boxes instead of %d",
                            r + 1, (int)boxes, COLUMNS);
        if (coins != COLUMNS)
            return snprintf(why, WHY, "row %d has coins for %d boxes, not %d",
                            r + 1, (int)coins, COLUMNS);
        for (int c = 0; c < COLUMNS; c++)
            if (!strchr(COLOUR_LETTERS "s", row->boxes[c]))
                return snprintf(why, WHY, "'%c' in box %c%d is no colour",
                                row->boxes[c], 'a' + c, r + 1);
    }
    return false;
}

static bool start_is_wrong(const struct plan *plan, char why[WHY])
{
    bool start[CELLS] = {false};
    int count = 0, first = -1;

    for (int cell = 0; cell < CELLS; cell++) {
        if (plan_at(plan, cell) != 's')
            continue;
        if (cell / COLUMNS != START_ROW)
            return snprintf(why, WHY, "START is in row %d instead of row %d",
                            1 + cell / COLUMNS, 1 + START_ROW);
        if (count++ == 0)
            first = cell;
    }
    if (count == 0)
        return snprintf(why, WHY, "there is no START");
    if (count != START_CELLS)
        return snprintf(why, WHY, "START is %d boxes wide instead of %d", count,
                        START_CELLS);
    if (spread(plan, first, start) != count)
        return snprintf(why, WHY, "START is not in one piece");
    return false;
}

static bool colours_are_wrong(const struct plan *plan, char why[WHY])
{
    for (const char *letter = COLOUR_LETTERS; *letter; letter++) {
        int count = 0;

        for (int cell = 0; cell < CELLS; cell++)
            count += plan_at(plan, cell) == *letter;
        if (count != COLOUR_BOXES)
            return snprintf(why, WHY, "colour %c has %d boxes instead of %d",
                            *letter, count, COLOUR_BOXES);
    }
    return false;
}

static bool areas_are_wrong(const struct plan *plan, char why[WHY])
{
    bool seen[CELLS] = {false};
    int areas = 0;

    for (int cell = 0; cell < CELLS; cell++) {
        int count;

        if (seen[cell] || plan_at(plan, cell) == 's')
            continue;
        count = spread(plan, cell, seen);
        if (count > AREA_BOXES)
            return snprintf(why, WHY,
                            "the area at %c%d has %d boxes, more than %d",
                            CELL_NAME(cell), count, AREA_BOXES);
        areas++;
    }
    if (areas > AREAS_MAX)
        return snprintf(why, WHY, "there are %d areas, more than %d", areas,
                        AREAS_MAX);
    return false;
}

static bool coins_are_wrong(const struct plan *plan, char why[WHY])
{
    int sum = 0;

    for (int cell = 0; cell < CELLS; cell++) {
        char coin = plan->row[cell / COLUMNS].coins[cell % COLUMNS];

        if (coin == '.')
            continue;
        if (coin < '1' || coin > '9')
            return snprintf(why, WHY, "'%c' in box %c%d is no coin", coin,
                            CELL_NAME(cell));
        if (plan_at(plan, cell) == 's')
            return snprintf(why, WHY, "the coin at %c%d lies on START",
                            CELL_NAME(cell));
        sum += coin - '0';
    }
    if (sum > COINS_MONEY)
        return snprintf(why, WHY, "all coins are worth %d, more than %d", sum,
                        COINS_MONEY);
    return false;
}

static bool amounts_are_wrong(const struct plan *plan, char why[WHY])
{
    int sum = 0;

    for (int r = 0; r < ROWS; r++) {
        if (plan->row[r].amount <= 0)
            return snprintf(why, WHY, "row %d has no amount", r + 1);
        sum += plan->row[r].amount;
    }
    if (sum > ROWS_MONEY)
        return snprintf(why, WHY, "all rows are worth %d, more than %d", sum,
                        ROWS_MONEY);
    return false;
}

/* --- The tables ---------------------------------------------------------- */

/* Areas by their first box; the second word begins with the first area that
 * does not fit into the first. 59 boxes or more fit, so 41 at most are left. */
static void number_boxes(const struct plan *plan, struct sheet *sheet)
{
    bool seen[CELLS] = {false};
    int word = 0, shift = 0;

    memset(sheet->bit_of, NO_BOX, sizeof sheet->bit_of);
    for (int first = 0; first < CELLS; first++) {
        bool mine[CELLS] = {false};
        struct area *area = &sheet->area[sheet->areas];

        if (seen[first] || plan_at(plan, first) == 's')
            continue;
        area->count = (uint8_t)spread(plan, first, mine);
        if (shift + area->count > 64) {
            word++;
            shift = 0;
        }
        area->word = (uint8_t)word;
        area->shift = (uint8_t)shift;
        for (int cell = first, k = 0; cell < CELLS; cell++)
            if (mine[cell]) {
                seen[cell] = true;
                area->cell[k++] = (uint8_t)cell;
                area->boxes |= UINT64_C(1) << shift;
                sheet->bit_of[cell] = (uint8_t)(64 * word + shift++);
            }
        sheet->areas++;
    }
}

static void add_box(uint64_t words[2], int bit)
{
    words[bit / 64] |= UINT64_C(1) << bit % 64;
}

static void describe_boxes(const struct plan *plan, struct sheet *sheet)
{
    for (int cell = 0; cell < CELLS; cell++) {
        int bit = sheet->bit_of[cell], side[4], sides = sides_of(cell, side);
        char coin = plan->row[cell / COLUMNS].coins[cell % COLUMNS];

        if (bit == NO_BOX)
            continue;
        sheet->coin[cell] = (uint8_t)(coin == '.' ? 0 : coin - '0');
        sheet->colour_of[cell] =
            (uint8_t)(strchr(COLOUR_LETTERS, plan_at(plan, cell)) -
                      COLOUR_LETTERS);
        for (int i = 0; i < COIN_BITS; i++)
            if (sheet->coin[cell] >> i & 1)
                add_box(sheet->coins[i], bit);
        add_box(sheet->row[cell / COLUMNS], bit);
        add_box(sheet->colour[sheet->colour_of[cell]], bit);
        for (int i = 0; i < sides; i++)
            if (plan_at(plan, side[i]) == 's')
                add_box(sheet->start, bit);
    }
    for (int r = 0; r < ROWS; r++)
        sheet->amount[r] = (uint8_t)plan->row[r].amount;
    for (int i = 0; i < sheet->areas; i++)
        sheet->area[i].colour = sheet->colour_of[sheet->area[i].cell[0]];
}

/* Do these boxes of an area (bit k: its box k) hang together? */
static bool is_connected(const struct area *area, unsigned boxes)
{
    unsigned reached = boxes & (0u - boxes), before;

    do {
        before = reached;
        for (int i = 0; i < area->count; i++) {
            int side[4], sides = sides_of(area->cell[i], side);

            for (int k = 0; k < area->count; k++)
                for (int s = 0; s < sides; s++)
                    if (reached >> i & 1 && boxes >> k & 1 &&
                        side[s] == area->cell[k])
                        reached |= 1u << k;
        }
    } while (reached != before);
    return reached == boxes;
}

static void add_set(struct sheet *sheet, int at, unsigned boxes)
{
    struct area *area = &sheet->area[at];
    struct set *set = &sheet->set[sheet->sets];

    for (int k = 0; k < area->count; k++) {
        int cell = area->cell[k], side[4], sides = sides_of(cell, side);

        if (!(boxes >> k & 1))
            continue;
        set->rows |= (uint16_t)(1u << cell / COLUMNS);
        set->coins = (uint16_t)(set->coins + sheet->coin[cell]);
        set->size++;
        for (int s = 0; s < sides; s++)
            if (sheet->bit_of[side[s]] != NO_BOX)
                add_box(set->near, sheet->bit_of[side[s]]);
    }
    set->boxes = (uint64_t)boxes << area->shift;
    set->near[area->word] &= ~set->boxes;
    set->word = area->word;
    set->colour = area->colour;
    set->area = (uint8_t)at;
    area->of_size[set->size] |= UINT64_C(1) << (sheet->sets - area->first);
    sheet->sets++;
}

/* The next choice of the same number of boxes out of count in reading order:
 * 0 1, 0 2, 0 3, 1 2 … False after the last. */
static bool next_choice(int pick[], int size, int count)
{
    int i = size - 1;

    while (i >= 0 && pick[i] == count - size + i)
        i--;
    if (i < 0)
        return false;
    pick[i]++;
    while (++i < size)
        pick[i] = pick[i - 1] + 1;
    return true;
}

static bool add_sets(struct sheet *sheet, int at)
{
    struct area *area = &sheet->area[at];

    area->first = sheet->sets;
    for (int size = 1; size <= area->count; size++) {
        int pick[AREA_BOXES] = {0, 1, 2, 3, 4, 5};

        do {
            unsigned boxes = 0;

            for (int i = 0; i < size; i++)
                boxes |= 1u << pick[i];
            if (!is_connected(area, boxes))
                continue;
            if (sheet->sets == SETS_MAX)
                return false;
            add_set(sheet, at, boxes);
        } while (next_choice(pick, size, area->count));
    }
    return true;
}

/* Of every part of the area: which sets lie within it. */
static int fill_inside(struct sheet *sheet, struct area *area, int used)
{
    area->inside = (uint16_t)used;
    for (unsigned part = 0; part < 1u << area->count; part++, used++)
        for (int i = area->first; i < sheet->sets; i++)
            if ((sheet->set[i].boxes >> area->shift & ~part) == 0)
                sheet->inside[used] |= UINT64_C(1) << (i - area->first);
    return used;
}

/* --- Both ---------------------------------------------------------------- */

/* Fills the tables of a zeroed sheet; false: why is a sentence. */
static bool make_sheet(const struct plan *plan, struct sheet *sheet,
                       char why[WHY])
{
    int used = 0;

    if (letters_are_wrong(plan, why) || start_is_wrong(plan, why) ||
        colours_are_wrong(plan, why) || areas_are_wrong(plan, why) ||
        coins_are_wrong(plan, why) || amounts_are_wrong(plan, why))
        return false;
    number_boxes(plan, sheet);
    describe_boxes(plan, sheet);
    for (int i = 0; i < sheet->areas; i++) {
        if (!add_sets(sheet, i)) {
            snprintf(why, WHY, "the areas have more than %d connected parts",
                     SETS_MAX);
            return false;
        }
        used = fill_inside(sheet, &sheet->area[i], used);
    }
    return true;
}

#endif
