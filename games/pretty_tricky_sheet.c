/* Sheets of Pretty Tricky as people write them: the boxes of each row, left and
 * right of its number, with the printed ones. The book fixes that nine boxes
 * carry a 2 and two a 4, and that every row has boxes on both sides; a row must
 * not be full before the first roll. */
#include "kit.h"
#include "pretty_tricky.h"

enum { TWOS = 9, FOURS = 2, CELLS = HALVES * WIDEST };
enum { NONE = PL_WORD, PLAIN, TWO, FOUR };

static const char *const boxes[] = {"-", ".", "2", "4", NULL};
static const struct pl_cell box = {1, 0, boxes, NULL};

#define ROW(number)                                                            \
    {                                                                          \
        number, CELLS, false, &box, NULL                                       \
    }
static const struct pl_line lines[] = {
    ROW("2"), ROW("3"), ROW("4"),  ROW("5"),  ROW("6"),  ROW("7"),
    ROW("8"), ROW("9"), ROW("10"), ROW("11"), ROW("12"), {0}};

/* Both halves grow outwards from the middle of the line. */
static int cell_of(int half, int row, int i)
{
    return row * CELLS + (half == LEFT ? WIDEST - 1 - i : WIDEST + i);
}

static void sheet_cells(const struct pl_game *game, int16_t cell[])
{
    for (int half = LEFT; half < HALVES; half++) {
        const struct half *h = &halves_of(game)[half];

        for (int row = 0; row < ROWS; row++)
            for (int i = 0; i < WIDEST; i++)
                cell[cell_of(half, row, i)] = i < h->twos[row] ? TWO
                                              : i < h->twos[row] + h->fours[row]
                                                  ? FOUR
                                              : i < h->boxes[row] ? PLAIN
                                                                  : NONE;
    }
}

static void fill(const int16_t cell[], struct sheet *sheet)
{
    sheet->widest = NARROWEST;
    for (int half = LEFT; half < HALVES; half++) {
        struct half *h = &sheet->half[half];

        for (int row = 0; row < ROWS; row++) {
            for (int i = 0; i < WIDEST; i++) {
                int16_t c = cell[cell_of(half, row, i)];

                h->boxes[row] = (uint8_t)(h->boxes[row] + (c != NONE));
                h->twos[row] = (uint8_t)(h->twos[row] + (c == TWO));
                h->fours[row] = (uint8_t)(h->fours[row] + (c == FOUR));
            }
            if (h->boxes[row] > sheet->widest)
                sheet->widest = h->boxes[row];
        }
    }
}

static void check_row(const struct half *h, int row, int cell,
                      struct pl_faults *faults)
{
    if (h->boxes[row] == 0)
        add_fault(faults, cell, PL_SAY("pretty-tricky.sheet.empty"));
    else if (h->twos[row] == h->boxes[row] || h->fours[row] == h->boxes[row])
        add_fault(faults, cell, PL_SAY("pretty-tricky.sheet.full"));
}

static void check(const struct sheet *sheet, struct pl_faults *faults)
{
    int twos = 0, fours = 0;

    for (int half = LEFT; half < HALVES; half++)
        for (int row = 0; row < ROWS; row++) {
            const struct half *h = &sheet->half[half];

            twos += h->twos[row];
            fours += h->fours[row];
            check_row(h, row, cell_of(half, row, 0), faults);
        }
    if (twos != TWOS)
        add_fault(faults, 0,
                  PL_SAY("pretty-tricky.sheet.printed", .n = twos, .m = FEW,
                         .k = TWOS));
    if (fours != FOURS)
        add_fault(faults, 0,
                  PL_SAY("pretty-tricky.sheet.printed", .n = fours, .m = SEATS,
                         .k = FOURS));
}

static void make_sheet(const int16_t cell[], struct pl_game *copy, void *tables,
                       struct pl_faults *faults)
{
    fill(cell, tables);
    check(tables, faults);
}

/* Boxes of rows that are near each other change places, those that stand as
 * far from the middle. */
static void vary_sheet(int16_t cell[], struct pl_rng *rng)
{
    for (int i = 20 + random_to(rng, 20); i > 0; i--) {
        int half = random_to(rng, HALVES), row = random_to(rng, ROWS - 1);
        int other = row + 1 + random_to(rng, 3), at = random_to(rng, WIDEST);

        if (other < ROWS)
            swap_cells(&cell[cell_of(half, row, at)],
                       &cell[cell_of(half, other, at)]);
    }
}

const struct pl_sheets pl_pretty_tricky_sheets = {
    lines, sizeof(struct sheet), sheet_cells, make_sheet, vary_sheet};
