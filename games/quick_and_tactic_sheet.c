/* Sheets of Quick & Tactic as people write them: five columns of the sums 2 to
 * 12, and what crosses are worth. The book fixes that six boxes in a colour are
 * worth 16 points, and that three, four and five in a row bring a bonus. */
#include "quick_and_tactic.h"

enum { FIXED = 6, FIXED_POINTS = 16, MOST = 99 };
enum { FIRST_BONUS = 3, BONUSES = COLUMNS + 1 - FIRST_BONUS };
enum { POINTS = BOXES * COLUMNS, BONUS = POINTS + BOXES };

static const struct pl_cell sum = {LOWEST, HIGHEST, NULL, NULL};
static const struct pl_cell worth = {0, MOST, NULL, NULL};

#define ROW                                                                    \
    {                                                                          \
        "", COLUMNS, false, &sum, NULL                                         \
    }
static const struct pl_line lines[] = {ROW,
                                       ROW,
                                       ROW,
                                       ROW,
                                       ROW,
                                       ROW,
                                       ROW,
                                       ROW,
                                       ROW,
                                       ROW,
                                       ROW,
                                       {"points", BOXES, false, &worth, NULL},
                                       {"bonus", BONUSES, false, &worth, NULL},
                                       {0}};

static void sheet_cells(const struct pl_game *game, int16_t cell[])
{
    const struct sheet *sheet = sheet_of(game);

    for (int i = 0; i < BOXES * COLUMNS; i++)
        cell[i] = sheet->number[i % COLUMNS][i / COLUMNS];
    for (int i = 0; i < BOXES; i++)
        cell[POINTS + i] = sheet->points[1 + i];
    for (int i = 0; i < BONUSES; i++)
        cell[BONUS + i] = sheet->bonus[FIRST_BONUS + i];
}

static void fill(const int16_t cell[], struct sheet *sheet)
{
    for (int i = 0; i < BOXES * COLUMNS; i++) {
        sheet->number[i % COLUMNS][i / COLUMNS] = (uint8_t)cell[i];
        sheet->place[i % COLUMNS][cell[i]] = (uint8_t)(i / COLUMNS);
    }
    for (int i = 0; i < BOXES; i++)
        sheet->points[1 + i] = (uint8_t)cell[POINTS + i];
    for (int i = 0; i < BONUSES; i++)
        sheet->bonus[FIRST_BONUS + i] = (uint8_t)cell[BONUS + i];
}

/* A roll that means nothing in a column would be one too few. */
static void check_columns(const int16_t cell[], struct pl_faults *faults)
{
    unsigned seen[COLUMNS] = {0};

    for (int i = 0; i < BOXES * COLUMNS; i++) {
        if (has(seen[i % COLUMNS], cell[i]))
            add_fault(faults, i,
                      PL_SAY("quick-and-tactic.sheet.twice", .n = cell[i]));
        seen[i % COLUMNS] |= 1u << cell[i];
    }
}

static void check_worth(const int16_t cell[], struct pl_faults *faults)
{
    if (cell[POINTS + FIXED - 1] != FIXED_POINTS)
        add_fault(faults, POINTS + FIXED - 1,
                  PL_SAY("quick-and-tactic.sheet.fixed", .n = FIXED,
                         .m = FIXED_POINTS));
    for (int i = 1; i < BOXES; i++)
        if (cell[POINTS + i] < cell[POINTS + i - 1])
            add_fault(faults, POINTS + i,
                      PL_SAY("quick-and-tactic.sheet.falls"));
    for (int i = 0; i < BONUSES; i++)
        if (cell[BONUS + i] < 1 || (i && cell[BONUS + i] < cell[BONUS + i - 1]))
            add_fault(faults, BONUS + i,
                      PL_SAY("quick-and-tactic.sheet.falls"));
}

/* Two bottom boxes at most, so the bottom row brings no bonus. */
static void make_sheet(const int16_t cell[], struct pl_game *copy, void *tables,
                       struct pl_faults *faults)
{
    struct sheet *sheet = tables;

    check_columns(cell, faults);
    check_worth(cell, faults);
    fill(cell, sheet);
    copy->points_max =
        (int16_t)(END_CLOSED * sheet->points[BOXES] +
                  (COLUMNS - END_CLOSED) * sheet->points[BOXES - 1] +
                  (BOXES - 1) * sheet->bonus[COLUMNS]);
}

/* The sums of a column change places, those at its bottom seldom. */
static void vary_sheet(int16_t cell[], struct pl_rng *rng)
{
    for (int i = 15 + random_to(rng, 25); i > 0; i--) {
        int column = random_to(rng, COLUMNS), row = random_to(rng, BOXES - 1);
        int other = row + 1 + random_to(rng, 4);

        if (other < BOXES - (random_to(rng, 4) != 0))
            swap_cells(&cell[COLUMNS * row + column],
                       &cell[COLUMNS * other + column]);
    }
}

const struct pl_sheets pl_quick_and_tactic_sheets = {
    lines, sizeof(struct sheet), sheet_cells, make_sheet, vary_sheet};
