/* What bots look at in One to 9. */
#include "../games/one_to_9.h"
#include "features.h"

/* What a hand lacks for the whole row of a colour, and what for a foursome. */
static int lacks(const struct one_to_9 *g, const struct hand *h, int colour)
{
    uint64_t own = h->one | in_all_rows(h->number);

    return count(whole_row(colour) & ~taken(g) & ~own);
}

static int row_features(const struct one_to_9 *g, const struct hand *h,
                        int colour, int16_t out[])
{
    int missing = NUMBERS - count(whole_row(colour) & taken(g)), n = 0;
    int left = lacks(g, h, colour) - h->jokers - h->small;

    for (int i = 1; i <= 7; i++)
        out[n++] = missing <= i;
    out[n++] = (int16_t)lacks(g, h, colour);
    for (int i = 0; i <= 4; i++)
        out[n++] = left <= i;
    return n;
}

/* The longest stretch of a row that the hand could claim, up to five. */
static int longest_run(const struct one_to_9 *g, const struct hand *h,
                       int colour)
{
    unsigned usable =
        row_of(taken(g), colour) | row_of(h->one, colour) | h->number;
    int longest = 0;

    for (; usable; usable &= usable >> 1)
        longest++;
    return longest;
}

/* Hidden cards are not looked at: a hand that is unseen has only its size. */
static int hand_features(const struct one_to_9 *g, const struct hand *h,
                         int16_t out[])
{
    int fits = count(h->one & ~taken(g)), runs = 0, n = 0;

    out[n++] = h->plus3;
    out[n++] = h->jokers;
    out[n++] = (int16_t)count(h->number);
    out[n++] = (int16_t)fits;
    out[n++] = (int16_t)(hand_size(h) > 12 ? 12 : hand_size(h));
    out[n++] = (int16_t)(h->small > 12 ? 12 : h->small);
    for (int i = 1; i <= 6; i++)
        out[n++] = h->small >= i;
    for (int colour = 0; colour < COLOURS; colour++) {
        int run = longest_run(g, h, colour);

        runs += run >= SHORTEST;
        out[n++] = (int16_t)run;
    }
    out[n++] = (int16_t)runs;
    for (int i = 1; i < WINNING; i++)
        out[n++] = h->big >= i;
    return n;
}

int pl_features_of_one_to_9(const struct pl_game *game, const void *view,
                            int seat, int16_t out[])
{
    const struct one_to_9 *g = view;
    const struct hand *h = &g->hand[seat];
    int n = 0, big = 0, small = 0, best = NUMBERS;

    for (int colour = 0; colour < COLOURS; colour++) {
        n += row_features(g, h, colour, out + n);
        if (lacks(g, h, colour) < best)
            best = lacks(g, h, colour);
    }
    n += hand_features(g, h, out + n);
    for (int i = 0; i <= 6; i++)
        out[n++] = best - h->jokers - h->small <= i;
    for (int s = 0; s < g->seats; s++)
        if (s != seat) {
            big = g->hand[s].big > big ? g->hand[s].big : big;
            small = g->hand[s].small > small ? g->hand[s].small : small;
        }
    for (int i = 1; i < WINNING; i++)
        out[n++] = big >= i;
    out[n++] = (int16_t)(small > 12 ? 12 : small);
    out[n++] = g->active == seat;
    out[n++] = (int16_t)((seat - g->active + g->seats) % g->seats);
    out[n++] = g->top == PLUS3_CARD + 1;
    out[n++] = g->jokers;
    out[n++] = (int16_t)(g->draws * (g->active == seat && g->phase == DRAWING));
    for (int i = 2; i <= SEATS; i++)
        out[n++] = g->seats == i;
    return n;
}
