/* Random numbers for the engine's own loops, which must not wait for calls;
 * everyone else has pl_random and pl_below. */
#ifndef RANDOM_H
#define RANDOM_H

#include "parlour.h"

static inline uint64_t rotate(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

static inline uint64_t random_bits(struct pl_rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

/* Lemire: the high half of a product; the few low halves that would favour
 * some numbers are drawn again. */
static inline uint32_t random_below(struct pl_rng *rng, uint32_t n)
{
    uint64_t product;

    do
        product = (random_bits(rng) >> 32) * n;
    while ((uint32_t)product < n && (uint32_t)product < (uint32_t)-n % n);
    return (uint32_t)(product >> 32);
}

#endif
