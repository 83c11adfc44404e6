/* Rolls and draws: one at random, or all of them with their weights. */
#include "random.h"

#include <string.h>

enum { STRETCH = 8 }; /* weights that are added up at once */

/* The highest byte of a product is the sum, if no sum is larger than a byte;
 * else pairs are added up first. */
static uint32_t sum_of(const uint8_t weight[STRETCH], bool few)
{
    static const uint64_t low = 0x00ff00ff00ff00ff;
    uint64_t all;

    memcpy(&all, weight, sizeof all);
    if (few)
        return (uint32_t)(all * 0x0101010101010101 >> 56);
    all = (all & low) + (all >> 8 & low);
    return (uint32_t)(all * 0x0001000100010001 >> 48);
}

/* Not inlined: dice would wait for its registers. */
static __attribute__((noinline)) int draw(const struct pl_chance *chance,
                                          struct pl_rng *rng)
{
    uint32_t nth = random_below(rng, chance->total);
    bool few = chance->total <= UINT8_MAX;
    int face = 0;

    for (; face + STRETCH <= chance->die[0]->faces; face += STRETCH) {
        uint32_t sum = sum_of(chance->weight + face, few);

        if (nth < sum)
            break;
        nth -= sum;
    }
    while (nth >= chance->weight[face])
        nth -= chance->weight[face++];
    return face;
}

/* One random number serves the whole roll: each die takes the high part of a
 * product and leaves the low part to the next. What is left after the last is
 * the low half of number × results, so Lemire's test keeps the whole roll
 * unbiased. Seven dice have 279,936 results, far below 2^32. */
void pl_roll(const struct pl_chance *chance, struct pl_rng *rng, uint8_t face[])
{
    int count = chance->count; /* face[] might be anywhere, for all C knows */
    uint32_t results, rest;

    if (chance->total > 0) {
        face[0] = (uint8_t)draw(chance, rng);
        return;
    }
    do {
        rest = (uint32_t)(random_bits(rng) >> 32);
        results = 1;
        for (int i = 0; i < count; i++) {
            uint32_t faces = chance->die[i]->faces;
            uint64_t product = (uint64_t)rest * faces;

            face[i] = (uint8_t)(product >> 32);
            rest = (uint32_t)product;
            results *= faces;
        }
    } while (rest < results && rest < (uint32_t)-results % results);
}

static bool same_as_last(const struct pl_chance *chance, int i)
{
    return i > 0 && chance->die[i] == chance->die[i - 1];
}

/* In how many orders these faces can fall: n! / (a! b! …) for each group of
 * interchangeable dice. */
static uint32_t orders(const struct pl_chance *chance, const uint8_t face[])
{
    uint32_t result = 1, group = 1, equal = 1;

    for (int i = 1; i < chance->count; i++) {
        if (!same_as_last(chance, i)) {
            group = equal = 1;
            continue;
        }
        equal = face[i] == face[i - 1] ? equal + 1 : 1;
        result = result * ++group / equal;
    }
    return result;
}

static bool next_draw(const struct pl_chance *chance,
                      struct pl_outcome *outcome, int face)
{
    while (face < chance->die[0]->faces && chance->weight[face] == 0)
        face++;
    if (face == chance->die[0]->faces)
        return false;
    outcome->face[0] = (uint8_t)face;
    outcome->weight = chance->weight[face];
    return true;
}

bool pl_first(const struct pl_chance *chance, struct pl_outcome *outcome)
{
    memset(outcome, 0, sizeof *outcome);
    if (chance->total > 0)
        return next_draw(chance, outcome, 0);
    outcome->weight = orders(chance, outcome->face);
    return true;
}

bool pl_next(const struct pl_chance *chance, struct pl_outcome *outcome)
{
    uint8_t *face = outcome->face;
    int i = chance->count - 1;

    if (chance->total > 0)
        return next_draw(chance, outcome, face[0] + 1);
    while (i >= 0 && face[i] + 1 == chance->die[i]->faces)
        i--;
    if (i < 0)
        return false;
    face[i]++;
    for (i++; i < chance->count; i++)
        face[i] = same_as_last(chance, i) ? face[i - 1] : 0;
    outcome->weight = orders(chance, face);
    return true;
}

uint32_t pl_outcomes(const struct pl_chance *chance)
{
    uint32_t results = 1;

    if (chance->total > 0)
        return chance->total;
    for (int i = 0; i < chance->count; i++)
        results *= chance->die[i]->faces;
    return results;
}
