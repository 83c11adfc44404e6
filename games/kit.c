/* Dice and values of options that several games have, and how hidden hands are
 * guessed. */
#include "kit.h"

const char *const pl_d6_face[] = {"1", "2", "3", "4", "5", "6"};

const struct pl_die pl_white_die = {"W", 6, pl_d6_face};
const struct pl_die pl_coloured_die[COLOURED_DICE] = {{"Y", 6, pl_d6_face},
                                                      {"B", 6, pl_d6_face},
                                                      {"P", 6, pl_d6_face},
                                                      {"O", 6, pl_d6_face},
                                                      {"R", 6, pl_d6_face}};
const uint8_t pl_die_colour[COLOURED_DICE] = {PL_YELLOW, PL_BLUE, PL_PURPLE,
                                              PL_ORANGE, PL_RED};

const char *const pl_off_on[] = {"0", "1", NULL};
const char *const pl_end_timings[] = {"finish_turn", "immediate", NULL};
const char *const pl_idle_limits[] = {"0", "5", "50", NULL};

/* How many cards of these kinds (bits) lie in the pool. */
static int among(const uint8_t pool[], uint64_t kinds)
{
    int n = 0;

    for (; kinds; kinds &= kinds - 1)
        n += pool[pl_lowest(kinds)];
    return n;
}

/* Takes a random card of these kinds; returns its kind. */
static uint8_t draw(uint8_t pool[], uint64_t kinds, struct pl_rng *rng)
{
    uint32_t nth = pl_below(rng, (uint32_t)among(pool, kinds));

    while (nth >= pool[pl_lowest(kinds)]) {
        nth -= pool[pl_lowest(kinds)];
        kinds &= kinds - 1;
    }
    pool[pl_lowest(kinds)]--;
    return (uint8_t)pl_lowest(kinds);
}

static double choose(int n, int k)
{
    double result = k <= n;

    for (int i = 0; i < k; i++)
        result = result * (n - i) / (i + 1);
    return result;
}

/* So many cards come from groups of these sizes and from others, so that at
 * least `need` groups have a card among them. */
struct deal {
    const int *size;
    int groups, others, cards, need;
};

static double ways(struct deal deal);

/* In how many ways, if n of the cards are of the first group. */
static double ways_with(struct deal deal, int n)
{
    struct deal rest = {deal.size + 1, deal.groups - 1, deal.others,
                        deal.cards - n, deal.need - (n > 0)};

    return choose(*deal.size, n) * ways(rest);
}

static double ways(struct deal deal)
{
    double sum = 0;

    if (deal.need > deal.groups || deal.need > deal.cards)
        return 0;
    if (deal.need <= 0) {
        for (int i = 0; i < deal.groups; i++)
            deal.others += deal.size[i];
        return choose(deal.others, deal.cards);
    }
    for (int n = 0; n <= *deal.size && n <= deal.cards; n++)
        sum += ways_with(deal, n);
    return sum;
}

/* How many cards of the first group, each number as often as it is true. */
static int guess_number(struct deal deal, struct pl_rng *rng)
{
    double share = (double)(pl_random(rng) >> 11) * 0x1p-53 * ways(deal);
    int result = 0;

    for (int n = 0; n <= *deal.size && n <= deal.cards && share >= 0; n++) {
        double part = ways_with(deal, n);

        if (part > 0)
            result = n;
        share -= part;
    }
    return result;
}

void pl_deal_hand(uint8_t pool[], uint64_t kinds, int cards,
                  struct wanted wanted, struct pl_rng *rng, uint8_t out[])
{
    int size[PL_FACES], others = among(pool, kinds), n = 0;

    for (int i = 0; i < wanted.groups; i++) {
        size[i] = among(pool, wanted.group[i]);
        others -= size[i];
    }
    for (int i = 0; i < wanted.groups && wanted.need > 0; i++) {
        struct deal deal = {size + i, wanted.groups - i, others, cards - n,
                            wanted.need};
        int end = n + guess_number(deal, rng);

        wanted.need -= end > n;
        kinds &= ~wanted.group[i];
        while (n < end)
            out[n++] = draw(pool, wanted.group[i], rng);
    }
    while (n < cards)
        out[n++] = draw(pool, kinds, rng);
}
