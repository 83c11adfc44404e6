/* Sheets of Qwixx as people write them: four rows of eleven boxes, each with a
 * colour and a number (rules QX-S1 … QX-S6). */
#include "kit.h"
#include "qwixx.h"

#define COLOUR(c)                                                              \
    c "2", c "3", c "4", c "5", c "6", c "7", c "8", c "9", c "10", c "11",    \
        c "12"
static const char *const words[] = {COLOUR("r"), COLOUR("y"), COLOUR("g"),
                                    COLOUR("b"), NULL};
static const struct pl_cell box = {1, 0, words, NULL};
static const struct pl_line lines[] = {{"", NUMBERS, false, &box, NULL},
                                       {"", NUMBERS, false, &box, NULL},
                                       {"", NUMBERS, false, &box, NULL},
                                       {"", NUMBERS, false, &box, NULL},
                                       {0}};

static void sheet_cells(const struct pl_game *game, int16_t cell[])
{
    const struct sheet *sheet = sheet_of(game);

    for (int i = 0; i < ROWS * NUMBERS; i++)
        cell[i] = (int16_t)(PL_WORD +
                            NUMBERS * sheet->colour[i / NUMBERS][i % NUMBERS] +
                            sheet->number[i / NUMBERS][i % NUMBERS] - LOWEST);
}

static void fill(const int16_t cell[], struct sheet *sheet)
{
    for (int i = 0; i < ROWS * NUMBERS; i++) {
        int row = i / NUMBERS, at = i % NUMBERS;
        int colour = (cell[i] - PL_WORD) / NUMBERS;
        int number = (cell[i] - PL_WORD) % NUMBERS + LOWEST;

        sheet->colour[row][at] = (uint8_t)colour;
        sheet->number[row][at] = (uint8_t)number;
        sheet->place[row][number] = (uint8_t)at;
        sheet->is_mixed |= colour != sheet->colour[row][0];
    }
    for (int row = 0; row < ROWS; row++) {
        sheet->lock[row] = sheet->colour[row][LAST];
        sheet->row_of[sheet->lock[row]] = (uint8_t)row;
    }
}

static void check_numbers(const struct sheet *sheet, struct pl_faults *faults)
{
    for (int row = 0; row < ROWS; row++) {
        unsigned seen = 0;

        for (int at = 0; at < NUMBERS; at++) {
            int number = sheet->number[row][at];

            if (has(seen, number))
                add_fault(faults, row * NUMBERS + at,
                          PL_SAY("qwixx.sheet.twice", .n = number));
            seen |= 1u << number;
        }
    }
}

static void check_colours(const struct sheet *sheet, struct pl_faults *faults)
{
    int boxes[ROWS] = {0};
    unsigned locks = 0;

    for (int i = 0; i < ROWS * NUMBERS; i++)
        boxes[sheet->colour[i / NUMBERS][i % NUMBERS]]++;
    for (int colour = 0; colour < ROWS; colour++)
        if (boxes[colour] != NUMBERS)
            add_fault(faults, 0,
                      PL_SAY("sheet.letter", .n = boxes[colour], .m = NUMBERS,
                             .word = {1, {"rygb"[colour]}}));
    for (int row = 0; row < ROWS; row++) {
        if (has(locks, sheet->lock[row]))
            add_fault(faults, row * NUMBERS + LAST,
                      PL_SAY("qwixx.sheet.locks"));
        locks |= 1u << sheet->lock[row];
    }
}

/* In the second step each coloured die makes two sums, and each of them stands
 * at most so often in its colour. */
static int most_moves(const struct sheet *sheet)
{
    int sum = 1;

    for (int colour = 0; colour < ROWS; colour++) {
        int best[2] = {0, 0};

        for (int number = LOWEST; number <= HIGHEST; number++) {
            int n = 0;

            for (int row = 0; row < ROWS; row++)
                n += sheet->colour[row][sheet->place[row][number]] == colour;
            if (n > best[0]) {
                best[1] = best[0];
                best[0] = n;
            } else if (n > best[1]) {
                best[1] = n;
            }
        }
        sum += best[0] + best[1];
    }
    return sum;
}

static void make_sheet(const int16_t cell[], struct pl_game *copy, void *tables,
                       struct pl_faults *faults)
{
    struct sheet *sheet = tables;

    fill(cell, sheet);
    check_numbers(sheet, faults);
    check_colours(sheet, faults);
    copy->moves_max = (uint16_t)most_moves(sheet);
    pl_qwixx_any(copy);
}

/* Parts of the rows, as wide in all of them, change colours among each other:
 * so every colour keeps its eleven boxes, and locks have four. */
static void mix_colours(int16_t cell[], struct pl_rng *rng)
{
    for (int from = 0; from < NUMBERS;) {
        int to = from + 2 + random_to(rng, 3), colour[ROWS] = {0, 1, 2, 3};

        for (int row = ROWS - 1; row > 0; row--) {
            int other = random_to(rng, row + 1), kept = colour[row];

            colour[row] = colour[other];
            colour[other] = kept;
        }
        for (; from < to && from < NUMBERS; from++)
            for (int row = 0; row < ROWS; row++) {
                int16_t *c = &cell[row * NUMBERS + from];

                *c = (int16_t)(PL_WORD + NUMBERS * colour[row] +
                               (*c - PL_WORD) % NUMBERS);
            }
    }
}

/* Numbers of a row change places, its last one seldom. */
static void mix_numbers(int16_t cell[], struct pl_rng *rng)
{
    for (int i = 4 + random_to(rng, 12); i > 0; i--) {
        int16_t *row = cell + NUMBERS * random_to(rng, ROWS);
        int a = random_to(rng, NUMBERS - 1), b = a + 1 + random_to(rng, 3);

        if (b < LAST || (b == LAST && random_to(rng, 4) == 0)) {
            int16_t colour_a = (int16_t)((row[a] - PL_WORD) / NUMBERS);
            int16_t colour_b = (int16_t)((row[b] - PL_WORD) / NUMBERS);
            int16_t shift = (int16_t)(NUMBERS * (colour_a - colour_b));

            swap_cells(&row[a], &row[b]);
            row[a] = (int16_t)(row[a] + shift);
            row[b] = (int16_t)(row[b] - shift);
        }
    }
}

static void vary_sheet(int16_t cell[], struct pl_rng *rng)
{
    int what = random_to(rng, 3);

    if (what != 1)
        mix_colours(cell, rng);
    if (what != 0)
        mix_numbers(cell, rng);
}

const struct pl_sheets pl_qwixx_sheets = {lines, sizeof(struct sheet),
                                          sheet_cells, make_sheet, vary_sheet};
