/* What bots look at in the Rainbow Dice Game. */
#include "../games/rainbow.h"
#include "features.h"
#include "rainbow_turn.h"

/* In quarters of a point. */
static int16_t quarters(int worth)
{
    return (int16_t)((worth + PARTS_OF_POINT / 8) / (PARTS_OF_POINT / 4));
}

/* Points to come, and how many rows are left after this turn. All moves of a
 * turn have that in common: they differ in points alone, and these are worked
 * out. */
int pl_features_of_rainbow(const struct pl_game *game, const void *view,
                           int seat, int16_t out[])
{
    const struct rainbow *g = view;
    struct rainbow_worth worth = pl_rainbow_worth(g, seat);
    int to_come = worth.rows + worth.bonus[PART_1] + worth.bonus[PART_2];
    int left = pl_count(g->open[seat]), n = 0;

    if (g->active == seat && g->throws > 0) {
        to_come += pl_rainbow_turn_worth(g);
        left--;
    }
    out[n++] = quarters(to_come);
    out[n++] = (int16_t)left;
    for (int i = 1; i <= ROWS / 2; i++)
        out[n++] = left >= 2 * i;
    return n;
}
