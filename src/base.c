/* What everything stands on: bugs, bounded text, hashing, random numbers. */
#include "random.h"

#include <string.h>

#ifdef __wasm__
_Noreturn void pl_broken(const char *what, const char *file, int line)
{
    (void)what, (void)file, (void)line;
    __builtin_trap();
}
#else
#include <stdio.h>
#include <stdlib.h>

_Noreturn void pl_broken(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: broken: %s\n", file, line, what);
    abort();
}
#endif

void pl_put(struct pl_text *text, const char *s)
{
    while (*s)
        pl_put_char(text, *s++);
}

void pl_put_char(struct pl_text *text, char c)
{
    pl_assert(text->length + 1u < sizeof text->s);
    text->s[text->length++] = c;
    text->s[text->length] = '\0';
}

void pl_put_number(struct pl_text *text, int n)
{
    if (n < 0) {
        pl_put_char(text, '-');
        n = -n;
    }
    if (n > 9)
        pl_put_number(text, n / 10);
    pl_put_char(text, (char)('0' + n % 10));
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Bytes are read one by one, so that every machine gets the same number. */
uint64_t pl_hash(const void *bytes, size_t size, uint64_t seed)
{
    const unsigned char *byte = bytes;
    uint64_t hash = seed ^ 0x9e3779b97f4a7c15u;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3u;
    return mix(hash);
}

void pl_seed(struct pl_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        rng->s[i] = mix(seed += 0x9e3779b97f4a7c15u);
}

uint64_t pl_random(struct pl_rng *rng)
{
    return random_bits(rng);
}

uint32_t pl_below(struct pl_rng *rng, uint32_t n)
{
    return random_below(rng, n);
}
