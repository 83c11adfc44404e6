/* What bots look at in Quick & Tactic. */
#include "../games/quick_and_tactic.h"
#include "features.h"

/* The first box below all crosses. */
static int next_box(unsigned marks)
{
    return marks ? 32 - __builtin_clz(marks) : 0;
}

/* A column: how far down, how many crosses, and whether others can close it. */
static int column_features(const struct quick_and_tactic *g, unsigned marks,
                           int seat, int column, int16_t out[])
{
    bool closed = is_closed(g, column);
    int next = next_box(marks), n = 0;
    unsigned most = 0;

    for (int i = 1; i <= BOXES; i++)
        out[n++] = !closed && next >= i;
    for (int i = 2; i <= 5; i++)
        out[n++] = !closed && pl_count(marks) >= i;
    out[n++] = (int16_t)(closed ? 0 : pl_count(marks));
    out[n++] = (int16_t)(closed ? 0 : pl_count(marks) * (BOXES - next));
    out[n++] = closed;
    for (int s = 0; s < g->seats; s++)
        if (s != seat && pl_count(g->column[s][column]) >= CLOSE_NEEDS &&
            g->column[s][column] > most)
            most = g->column[s][column];
    out[n++] = !closed && most != 0;
    out[n++] = !closed && most >> 7 != 0;
    out[n++] = !closed && most >> 9 != 0;
    return n;
}

/* What the dice on the table offer a seat that may still react: the fewest
 * boxes that a cross skips, how many columns have one that skips none, and
 * whether it can close a column. */
static int table_features(const struct sheet *sheet,
                          const struct quick_and_tactic *g, int seat,
                          int16_t out[])
{
    int low = g->white[0], high = g->white[1], fewest = BOXES, free = 0, n = 0;
    bool waits = g->phase == REACTING && has(g->waiting, seat), closes = false;

    for (int k = 0; k < COLUMNS && waits; k++) {
        unsigned marks = g->column[seat][k];
        int next = next_box(marks), colour = g->colour[k], least = BOXES;
        int sum[] = {high ? low + high : 0, colour ? low + colour : 0,
                     colour && high ? high + colour : 0};

        for (int i = 0; i < 3 && !is_closed(g, k); i++) {
            int skips = sum[i] ? sheet->place[k][sum[i]] - next : -1;

            if (skips < 0 || skips >= least ||
                (next + skips == BOTTOM && pl_count(marks) < CLOSE_NEEDS))
                continue;
            least = skips;
            closes |= next + skips == BOTTOM;
        }
        fewest = least < fewest ? least : fewest;
        free += least == 0;
    }
    out[n++] = waits;
    out[n++] = fewest == 0;
    out[n++] = fewest <= 1;
    out[n++] = fewest <= 3;
    out[n++] = fewest < BOXES;
    out[n++] = (int16_t)free;
    out[n++] = closes;
    return n;
}

/* Columns that a seat could close with the right number. */
static int ready(const struct quick_and_tactic *g, int seat)
{
    int n = 0;

    for (int k = 0; k < COLUMNS; k++)
        n += !is_closed(g, k) && pl_count(g->column[seat][k]) >= CLOSE_NEEDS;
    return n;
}

/* A row: its crosses, and how many more it can get. */
static int cross_features(const uint16_t column[], int row, unsigned closed,
                          int16_t out[])
{
    int crosses = 0, can = 0;

    for (int k = 0; k < COLUMNS; k++) {
        crosses += column[k] >> row & 1;
        can += column[k] >> row == 0 && !(closed >> k & 1);
    }
    out[0] = (int16_t)(crosses == 2 ? can : 0);
    out[1] = (int16_t)(crosses == 3 ? can : 0);
    out[2] = (int16_t)(crosses == 1 && can >= 2);
    out[3] = crosses == 4 && can;
    return 4;
}

int pl_features_of_quick_and_tactic(const struct pl_game *game,
                                    const void *view, int seat, int16_t out[])
{
    const struct sheet *sheet = sheet_of(game);
    const struct quick_and_tactic *g = view;
    uint16_t column[COLUMNS];
    pl_move choice = g->choice[seat];
    int n = 0, most = 0, others = 0;

    for (int k = 0; k < COLUMNS; k++)
        column[k] = g->column[seat][k];
    if (choice != PASS)
        column[column_of(choice)] |=
            (uint16_t)(1u << pl_quick_and_tactic_box(game, g, choice));
    for (int k = 0; k < COLUMNS; k++)
        n += column_features(g, column[k], seat, k, out + n);
    for (int row = 0; row < BOTTOM; row++)
        n += cross_features(column, row, g->closed, out + n);
    n += table_features(sheet, g, seat, out + n);
    for (int s = 0; s < g->seats; s++) {
        if (s == seat)
            continue;
        most = closed_by(g, s) > most ? closed_by(g, s) : most;
        others = closed_by(g, s) && ready(g, s) > others ? ready(g, s) : others;
    }
    out[n++] = closed_by(g, seat) == 1 ? (int16_t)ready(g, seat) : 0;
    out[n++] = (int16_t)others;
    out[n++] = (int16_t)closed_by(g, seat);
    out[n++] = (int16_t)most;
    out[n++] = (int16_t)((seat - g->active + g->seats) % g->seats);
    for (int i = 2; i <= SEATS; i++)
        out[n++] = g->seats == i;
    out[n++] = g->phase == REACTING && seat != g->active;
    return n;
}
