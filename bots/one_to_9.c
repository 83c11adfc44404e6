/* What bots look at in One to 9. */
#include "../games/one_to_9.h"
#include "features.h"

/* A row: how many cards its fields lack, and how many of these the hand lacks,
 * too. */
struct row {
    int missing, lacks;
};

/* Colours are alike: the row that lacks least comes first. */
static void sort_rows(const struct one_to_9 *g, const struct hand *h,
                      struct row row[COLOURS])
{
    uint64_t free = free_fields(g);
    uint64_t lacks = free & ~(h->one | in_all_rows(h->number));

    for (int colour = 0; colour < COLOURS; colour++) {
        struct row r = {pl_count(row_of(free, colour)),
                        pl_count(row_of(lacks, colour))};
        int at = colour;

        for (; at > 0 && (r.lacks < row[at - 1].lacks ||
                          (r.lacks == row[at - 1].lacks &&
                           r.missing < row[at - 1].missing));
             at--)
            row[at] = row[at - 1];
        row[at] = r;
    }
}

static int row_features(const struct row *row, int wild, int16_t out[])
{
    int n = 0;

    for (int i = 1; i <= 7; i++)
        out[n++] = row->missing <= i;
    out[n++] = (int16_t)row->lacks;
    for (int i = 0; i <= 6; i++)
        out[n++] = row->lacks - wild <= i;
    return n;
}

/* Where a stretch of so many fields may begin. */
static uint64_t starts(int length)
{
    return in_all_rows(bit(NUMBERS + 1 - length) - 1);
}

/* Runs that the hand could claim, or could with one card more, and foursomes.
 * What lies on the board alone is worth nothing. */
static int claim_features(const struct one_to_9 *g, const struct hand *h,
                          int16_t out[])
{
    uint64_t board = taken(g), all = board | h->one;
    uint64_t own = all | in_all_rows(h->number);
    uint64_t two = own & own >> 1, either = own | own >> 1;
    uint64_t four = two & two >> 2, five = four & own >> 4;
    uint64_t six = four & two >> 4;
    uint64_t near4 = (two & either >> 2) | (two >> 2 & either);
    uint64_t near5 = (near4 & own >> 4) | four;
    uint64_t laid2 = board & board >> 1, laid4 = laid2 & laid2 >> 2;
    unsigned row[COLOURS], full, three, laid = ~0u;
    int n = 0;

    four &= starts(4) & ~laid4;
    for (int colour = 0; colour < COLOURS; colour++) {
        row[colour] = row_of(all, colour);
        laid &= row_of(board, colour);
    }
    full = row[0] & row[1] & row[2] & row[3];
    three = ((row[0] & row[1] & (row[2] | row[3])) |
             (row[2] & row[3] & (row[0] | row[1]))) &
            ~full;
    full = (full & ~laid) | (three & h->number);
    out[n++] = four != 0;
    out[n++] = (five & starts(5) & ~(laid4 & board >> 4)) != 0;
    out[n++] = (six & starts(6) & ~(laid4 & laid2 >> 4)) != 0;
    for (int colour = 0; colour < COLOURS; colour++)
        row[colour] = row_of(four, colour) != 0;
    out[n++] = (int16_t)(row[0] + row[1] + row[2] + row[3]);
    out[n++] = (near4 & starts(4)) != 0;
    out[n++] = (near5 & starts(5)) != 0;
    out[n++] = full != 0;
    out[n++] = (int16_t)pl_count(full);
    out[n++] = (int16_t)pl_count(three);
    return n;
}

/* Hidden cards are not looked at: a hand that is unseen has only its size. */
static int hand_features(const struct one_to_9 *g, const struct hand *h,
                         int16_t out[])
{
    int fits = count(h->one & ~taken(g)), size = hand_size(h), n = 0;

    out[n++] = h->plus3;
    out[n++] = h->jokers;
    out[n++] = (int16_t)pl_count(h->number);
    out[n++] = (int16_t)fits;
    out[n++] = (int16_t)(count(h->one) - fits + count(h->two));
    out[n++] = (int16_t)(size > 12 ? 12 : size);
    out[n++] = (int16_t)(h->small > 12 ? 12 : h->small);
    for (int i = 1; i <= 6; i++)
        out[n++] = h->small >= i;
    for (int i = 1; i < WINNING; i++)
        out[n++] = h->big >= i;
    return n;
}

int pl_features_of_one_to_9(const struct pl_game *game, const void *view,
                            int seat, int16_t out[])
{
    const struct one_to_9 *g = view;
    const struct hand *h = &g->hand[seat];
    int n = 0, big = 0, small = 0, wild = h->jokers + h->small;
    struct row row[COLOURS] = {{0, 0}};

    sort_rows(g, h, row);
    for (int i = 0; i < COLOURS; i++)
        n += row_features(&row[i], wild, out + n);
    for (int i = 0; i <= 6; i++)
        out[n++] = row[0].lacks + row[1].lacks - wild <= i;
    n += claim_features(g, h, out + n);
    n += hand_features(g, h, out + n);
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
    out[n++] = g->option[OPT_PARTIAL];
    out[n++] = g->option[OPT_BONUS_BIG];
    out[n++] = g->option[OPT_BONUS_BIG] && g->top == PLUS3_CARD + 1;
    return n;
}
