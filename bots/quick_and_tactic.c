/* What bots look at in Quick & Tactic. */
#include "../games/quick_and_tactic.h"
#include "features.h"

/* A column: how far down, how many crosses, and whether others can close it. */
static int column_features(const struct quick_and_tactic *g, unsigned marks,
                           int seat, int column, int16_t out[])
{
    bool closed = is_closed(g, column);
    int next = marks ? 32 - __builtin_clz(marks) : 0, n = 0;
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
    const struct quick_and_tactic *g = view;
    uint16_t column[COLUMNS];
    pl_move choice = g->choice[seat];
    int n = 0, most = 0;

    for (int k = 0; k < COLUMNS; k++)
        column[k] = g->column[seat][k];
    if (choice != PASS)
        column[column_of(choice)] |=
            (uint16_t)(1u << pl_quick_and_tactic_box(game, g, choice));
    for (int k = 0; k < COLUMNS; k++)
        n += column_features(g, column[k], seat, k, out + n);
    for (int row = 0; row < BOTTOM; row++)
        n += cross_features(column, row, g->closed, out + n);
    for (int s = 0; s < g->seats; s++)
        if (s != seat && closed_by(g, s) > most)
            most = closed_by(g, s);
    out[n++] = (int16_t)closed_by(g, seat);
    out[n++] = (int16_t)most;
    out[n++] = (int16_t)((seat - g->active + g->seats) % g->seats);
    for (int i = 2; i <= SEATS; i++)
        out[n++] = g->seats == i;
    out[n++] = g->phase == REACTING && seat != g->active;
    return n;
}
