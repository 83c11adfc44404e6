/* What bots look at in the Rainbow Dice Game. */
#include "../games/rainbow.h"
#include "features.h"

static int column_features(const struct rainbow *g, int seat, int16_t out[])
{
    int n = 0;

    for (int part = PART_1; part < PARTS; part++) {
        struct columns columns = add_columns(g, seat, part);
        int low = 99, reached = 0, near = 0;

        for (int c = 0; c < COLOURS; c++) {
            int missing =
                threshold(g->options, part) + 1 - in_column(columns, c);

            reached += missing <= 0;
            near += missing > 0 && missing <= 6;
            low = missing < low ? missing : low;
            out[n++] = (int16_t)(missing > 0 ? missing / 2 : 0);
            out[n++] = missing > 0 && missing <= 4;
        }
        out[n++] = (int16_t)reached;
        out[n++] = (int16_t)near;
    }
    return n;
}

enum { DICE_FEATURES = 45 };

/* What the dice on the table promise for the rows that are open: those that
 * stay, while the others fly again. */
static void dice_features(const struct rainbow *g, unsigned open, int16_t out[])
{
    int count[7] = {0}, kept = 0, pairs = 0, most = 0, run = 0, best = 0, n = 0;
    int sum = 0;

    for (int c = 0; c < COLOURS; c++)
        count[digit(g->dice, c)]++;
    for (int i = 1; i <= 6; i++) {
        kept += count[i];
        sum += i * count[i];
        pairs += count[i] >= 2;
        most = count[i] > most ? count[i] : most;
    }
    for (int i = 1; i <= 6; i++) {
        out[n++] = (int16_t)(open >> (i - 1) & 1 ? count[i] : 0);
        out[n++] = (open >> (i - 1) & 1) && count[i] == kept && kept > 1;
    }
    for (int i = 1; i <= 3; i++) {
        int in = 0;

        for (int k = 0; k < 4; k++)
            in += count[i + k] > 0;
        run = in > run ? in : run;
    }
    for (int i = 1; i <= 2; i++) {
        int in = 0;

        for (int k = 0; k < 5; k++)
            in += count[i + k] > 0;
        best = in > best ? in : best;
    }
    for (int i = 1; i <= 5; i++) {
        out[n++] = most == i && kept == most && (open >> THREE_KIND & 1);
        out[n++] = most == i && kept == most && (open >> FOUR_KIND & 1);
        out[n++] = most == i && kept == most && (open >> RAINBOW & 1);
        out[n++] = run == i && kept == run && (open >> SMALL_STREET & 1);
        out[n++] = best == i && kept == best && (open >> LARGE_STREET & 1);
    }
    out[n++] = pairs == 2 && kept == 4 && (open >> FULL_HOUSE & 1);
    out[n++] = most == 3 && kept == 3 && (open >> FULL_HOUSE & 1);
    out[n++] = pairs == 2 && kept == 5 && (open >> FULL_HOUSE & 1);
    out[n++] = (int16_t)(kept ? sum : 0);
    out[n++] = (int16_t)(open >> CHANCE & 1 ? sum : 0);
    out[n++] = (int16_t)kept;
    out[n++] = most >= 3 && kept > most;
    out[n++] = most == 4 && kept == 5;
    pl_assert(n == DICE_FEATURES);
}

int pl_features_of_rainbow(const struct pl_game *game, const void *view,
                           int seat, int16_t out[])
{
    const struct rainbow *g = view;
    bool active = g->active == seat;
    int n = 0;

    for (int row = 0; row < ROWS; row++)
        out[n++] = g->open[seat] >> row & 1;
    out[n++] = (int16_t)pl_count(g->open[seat] & 63u);
    out[n++] = (int16_t)pl_count(g->open[seat] >> THREE_KIND);
    n += column_features(g, seat, out + n);
    memset(out + n, 0, 2 * DICE_FEATURES * sizeof *out);
    if (active && g->throws > 0)
        dice_features(g, g->open[seat], out + n);
    if (g->throws == 2) /* again, for the last roll */
        memcpy(out + n + DICE_FEATURES, out + n, DICE_FEATURES * sizeof *out);
    n += 2 * DICE_FEATURES;
    out[n++] = active && g->throws == 0;
    out[n++] = active && g->throws == 1;
    out[n++] = active && g->throws == 2;
    return n;
}
