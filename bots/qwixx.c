/* What bots look at in Qwixx. */
#include "../games/qwixx.h"
#include "features.h"

/* A row: what is left of it for this seat, in steps, and its crosses; then what
 * is open of it for the others, who can close it. */
static int row_features(const struct qwixx *g, int seat, int row, int16_t out[])
{
    unsigned marks = g->row[seat][row], most = 0;
    int chosen = chosen_box(g, seat), next, n = 0;
    bool closed = g->closed >> row & 1;

    if (chosen >= row * NUMBERS && chosen < (row + 1) * NUMBERS)
        marks |= 1u << chosen % NUMBERS;
    next = marks ? 32 - __builtin_clz(marks) : 0;
    for (int i = 1; i <= NUMBERS; i++)
        out[n++] = !closed && next >= i;
    for (int i = 1; i <= 6; i++)
        out[n++] = !closed && pl_count(marks) >= i;
    out[n++] = (int16_t)(closed ? 0 : pl_count(marks));
    out[n++] = (int16_t)(closed ? 0 : pl_count(marks) * (LAST + 1 - next));
    out[n++] = closed;
    for (int s = 0; s < g->seats; s++) {
        unsigned others = g->row[s][row];

        if (s != seat && pl_count(others) >= LOCK_NEEDS && others > most)
            most = others;
    }
    out[n++] = !closed && most != 0;
    out[n++] = !closed && most >> 7 != 0;
    out[n++] = !closed && most >> 9 != 0;
    return n;
}

int pl_features_of_qwixx(const struct pl_game *game, const void *view, int seat,
                         int16_t out[])
{
    const struct qwixx *g = view;
    int n = 0, most = 0;

    for (int row = 0; row < ROWS; row++)
        n += row_features(g, seat, row, out + n);
    for (int s = 0; s < g->seats; s++)
        if (s != seat && g->failed[s] > most)
            most = g->failed[s];
    for (int i = 1; i < FAILS; i++) {
        out[n++] = g->failed[seat] >= i;
        out[n++] = most >= i;
    }
    for (int i = 1; i <= SEATS; i++)
        out[n++] = g->seats == i;
    out[n++] = (int16_t)((seat - g->active + g->seats) % g->seats);
    out[n++] = g->phase == COLOUR_STEP && !g->marked;
    return n;
}
