/* What bots look at in Pretty Tricky. */
#include "../games/pretty_tricky.h"
#include "features.h"

/* A half, row by row: is it full, how many boxes are missing. */
static int half_features(const struct half sheet[],
                         const struct pretty_tricky *g, int seat, int half,
                         const uint8_t chosen[ROWS], int16_t out[])
{
    int n = 0;

    for (int row = 0; row < ROWS; row++) {
        int ticks = g->ticks[seat][half][row] + chosen[row];
        int missing = sheet[half].boxes[row] - ticks;

        out[n++] = missing == 0;
        out[n++] = missing == 1;
        out[n++] = missing == 2;
        out[n++] = missing == 3;
        out[n++] = missing > 3;
    }
    return n;
}

/* How many of the other seats have the bang of a row, or nearly. */
static int row_features(const struct half sheet[],
                        const struct pretty_tricky *g, int seat, int row,
                        bool full, int16_t out[])
{
    int bangs = 0, near = 0;

    for (int s = 0; s < g->seats; s++) {
        bangs += s != seat && (g->bangs[s] >> row & 1);
        near += s != seat && !(g->bangs[s] >> row & 1) &&
                g->ticks[s][LEFT][row] + 1 >= sheet[LEFT].boxes[row];
    }
    out[0] = (int16_t)bangs;
    out[1] = (int16_t)(full ? 0 : bangs);
    out[2] = (int16_t)(full ? near : 0);
    return 3;
}

int pl_features_of_pretty_tricky(const struct pl_game *game, const void *view,
                                 int seat, int16_t out[])
{
    const struct half *sheet = halves_of(game);
    const struct pretty_tricky *g = view;
    bool active = seat == g->active;
    uint8_t chosen[HALVES][ROWS] = {{0}};
    int row[2], ticks = rows_of(g->choice[seat], row), n = 0, most = 0, left;

    for (int i = 0; i < ticks; i++)
        chosen[active ? LEFT : RIGHT][row[i]]++;
    for (int half = LEFT; half < HALVES; half++)
        n += half_features(sheet, g, seat, half, chosen[half], out + n);
    for (int r = 0; r < ROWS; r++)
        n += row_features(sheet, g, seat, r,
                          g->ticks[seat][RIGHT][r] + chosen[RIGHT][r] >=
                              sheet[RIGHT].boxes[r],
                          out + n);
    for (int s = 0; s < g->seats; s++)
        if (s != seat && pl_count(g->full[s][LEFT]) > most)
            most = pl_count(g->full[s][LEFT]);
    for (int i = 1; i <= 4; i++)
        out[n++] = g->goal - most <= i;
    left = g->goal - pl_count(g->full[seat][LEFT]);
    for (int i = 1; i <= 4; i++)
        out[n++] = left <= i;
    for (int i = 2; i <= SEATS; i++)
        out[n++] = g->seats == i;
    out[n++] = (int16_t)((seat - g->active + g->seats) % g->seats);
    out[n++] = (int16_t)((g->active - g->first + g->seats) % g->seats);
    out[n++] = (int16_t)(g->phase == OTHER_TICKS && active);
    return n;
}
