/* Numbers of a solver's table as bytes of a file, the lowest first. */
#ifndef PACK_H
#define PACK_H

#include <stddef.h>
#include <stdint.h>

static inline void pack_numbers(const int32_t from[], size_t count,
                                unsigned char out[])
{
    for (size_t i = 0; i < 4 * count; i++)
        out[i] = (unsigned char)((uint32_t)from[i / 4] >> i % 4 * 8);
}

static inline void unpack_numbers(int32_t to[], size_t count,
                                  const unsigned char in[])
{
    for (size_t i = 0; i < count; i++, in += 4)
        to[i] = (int32_t)((uint32_t)in[0] | (uint32_t)in[1] << 8 |
                          (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24);
}

#endif
