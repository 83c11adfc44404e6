/* See tidings.h. */
#include "tidings.h"
#include "wire.h"

#include <stdlib.h>

enum { NUMBERS = 5, SHARE_BYTES = 2 * NUMBERS, SHARES_MOST = 4096 };

static void write_share(const struct share *share, struct pl_buffer *out)
{
    const uint16_t number[NUMBERS] = {share->place, share->guests,
                                      share->waiting, share->openings,
                                      share->misses};
    char bytes[SHARE_BYTES];

    for (int i = 0; i < NUMBERS; i++) {
        bytes[2 * i] = (char)(number[i] & 0xff);
        bytes[2 * i + 1] = (char)(number[i] >> 8);
    }
    pl_add_bytes(out, bytes, sizeof bytes);
}

static struct share read_share(const char *bytes)
{
    uint16_t number[NUMBERS];

    for (int i = 0; i < NUMBERS; i++)
        number[i] =
            (uint16_t)((uint8_t)bytes[2 * i] | (uint8_t)bytes[2 * i + 1] << 8);
    return (struct share){number[0], number[1], number[2], number[3],
                          number[4]};
}

void tidings_gather(const struct tables *tables, struct tidings *out)
{
    struct share *share = calloc(SHARES_MOST, sizeof *share);
    int n;

    pl_assert(share);
    wire_lobby(tables, &out->lobby);
    pl_add(&out->shares, "");
    n = tables_shares(tables, share, SHARES_MOST);
    for (int i = 0; i < n; i++)
        write_share(&share[i], &out->shares);
    free(share);
}

void tidings_take(const struct tidings *tidings, struct tables *tables,
                  struct results *results)
{
    size_t n = tidings->shares.length / SHARE_BYTES;
    struct share *share = calloc(n + 1, sizeof *share);

    pl_assert(share);
    for (size_t i = 0; i < n; i++)
        share[i] = read_share(tidings->shares.s + i * SHARE_BYTES);
    tables_set_shares(tables, share, (int)n, tidings->nodes);
    tables_set_lobby(tables, tidings->lobby.s);
    for (int i = 0; i < tidings->results; i++)
        results_add(results, &tidings->result[i]);
    free(share);
}
