/* Tracks of Numeri as people write them: the values of the squares, a dot where
 * there is none, and a barrier for each number of players. The book fixes the
 * three barriers and the values of its example; the first square is the start,
 * the last three end the game. */
#include "numeri.h"

enum { LEAST = -9, MOST = 99, FEWEST_SQUARES = SEATS * TOKENS + 1 };
enum { BLANK = PL_WORD, BARRIER, CELLS = MAX_SQUARES + SEATS + 1 - FEWEST };

static const char *const words[] = {".", "|2", "|3", "|4", NULL};
static const char *const means[] = {NULL, "numeri.barrier.2",
                                    "numeri.barrier.3", "numeri.barrier.4"};
static const struct pl_cell square = {LEAST, MOST, words, means};
static const struct pl_line lines[] = {{"", CELLS, true, &square, NULL}, {0}};

static void track_cells(const struct pl_game *game, int16_t cell[])
{
    const struct track *track = track_of(game);
    int n = 0;

    for (int i = 0; i < track->squares; i++) {
        for (int seats = FEWEST; seats <= SEATS; seats++)
            if (track->barrier[seats] == i)
                cell[n++] = (int16_t)(BARRIER + seats - FEWEST);
        cell[n++] = track->value[i] ? track->value[i] : BLANK;
    }
    while (n < CELLS)
        cell[n++] = PL_NO_CELL;
}

/* A barrier lies between two squares, and there is one of each. */
static void fill(const int16_t cell[], struct track *track,
                 struct pl_faults *faults)
{
    for (int i = 0; i < CELLS && cell[i] != PL_NO_CELL; i++) {
        int seats = FEWEST + cell[i] - BARRIER;

        if (cell[i] < BARRIER) {
            if (track->squares == MAX_SQUARES) {
                add_fault(faults, i,
                          PL_SAY("numeri.sheet.length", .n = FEWEST_SQUARES,
                                 .m = MAX_SQUARES));
                return;
            }
            track->value[track->squares++] =
                (int8_t)(cell[i] == BLANK ? 0 : cell[i]);
        } else if (track->barrier[seats] || track->squares == 0) {
            add_fault(faults, i, PL_SAY("numeri.sheet.barrier", .n = seats));
        } else {
            track->barrier[seats] = track->squares;
        }
    }
}

static void check_barriers(const struct track *track, struct pl_faults *faults)
{
    for (int seats = FEWEST; seats <= SEATS; seats++)
        if (track->barrier[seats] == 0 ||
            track->barrier[seats] >= track->squares)
            add_fault(faults, 0, PL_SAY("numeri.sheet.barrier", .n = seats));
}

static bool has_value(const struct track *track, int value)
{
    for (int i = 0; i < track->squares; i++)
        if (track->value[i] == value)
            return true;
    return false;
}

static void check_values(const struct track *track, struct pl_faults *faults)
{
    static const int8_t example[] = {25, 9, -1};

    for (int i = 0; i < 3; i++)
        if (!has_value(track, example[i]))
            add_fault(faults, 0, PL_SAY("numeri.sheet.value", .n = example[i]));
    if (!has_value(track, 0))
        add_fault(faults, 0, PL_SAY("numeri.sheet.blank"));
}

/* The highest token on the highest square, and so on; the least is bounded as
 * if all of them stood on the lowest. */
static void set_points(const struct track *track, struct pl_game *copy)
{
    int most[TOKENS], low = OFF_VALUE, sum = 0;

    for (int i = 0; i < TOKENS; i++)
        most[i] = LEAST;
    for (int i = 0; i < track->squares; i++) {
        int value = track->value[i];

        low = value < low ? value : low;
        for (int k = 0; k < TOKENS; k++)
            if (value > most[k]) {
                int lower = most[k];

                most[k] = value;
                value = lower;
            }
    }
    copy->points_min = 0;
    for (int k = 0; k < TOKENS; k++) {
        sum += (TOKENS - k) * most[k];
        copy->points_min = (int16_t)(copy->points_min + (k + 1) * low);
    }
    copy->points_max = (int16_t)sum;
}

static void make_track(const int16_t cell[], struct pl_game *copy, void *tables,
                       struct pl_faults *faults)
{
    struct track *track = tables;

    fill(cell, track, faults);
    if (track->squares < FEWEST_SQUARES)
        add_fault(faults, 0,
                  PL_SAY("numeri.sheet.length", .n = FEWEST_SQUARES,
                         .m = MAX_SQUARES));
    if (faults->count == 0)
        check_barriers(track, faults);
    check_values(track, faults);
    set_points(track, copy);
    pl_numeri_any(copy);
}

/* Neighbours change places, barriers among them; the start and the end stay. */
static void vary_track(int16_t cell[], struct pl_rng *rng)
{
    int cells = 0;

    while (cells < CELLS && cell[cells] != PL_NO_CELL)
        cells++;
    for (int i = 12 + random_to(rng, 12); i > 0; i--) {
        int a = 1 + random_to(rng, cells - 1 - END_SQUARES);
        int b = a + 1 + random_to(rng, 3);

        if (b < cells - END_SQUARES)
            swap_cells(&cell[a], &cell[b]);
    }
}

const struct pl_sheets pl_numeri_sheets = {lines, sizeof(struct track),
                                           track_cells, make_track, vary_track};
