/* See dice.h; the recipe is pl_fair_roll's. */
#include "dice.h"

#include <sodium.h>
#include <string.h>

void dice_commit(struct pl_fair *fair, const uint8_t seed[PL_SEED])
{
    memset(fair, 0, sizeof *fair);
    memcpy(fair->seed, seed, PL_SEED);
    crypto_hash_sha256(fair->commitment, seed, PL_SEED);
    fair->is_committed = true;
}

void dice_mix(struct pl_fair *fair, int seat, const uint8_t nonce[PL_NONCE])
{
    memcpy(fair->nonce[seat], nonce, PL_NONCE);
    fair->nonces = (uint8_t)(fair->nonces | 1u << seat);
}

void dice_promise(struct pl_fair *fair, int seat, const uint8_t hash[PL_SEED])
{
    memcpy(fair->hash[seat], hash, PL_SEED);
    fair->hashes = (uint8_t)(fair->hashes | 1u << seat);
}

static void hmac(const uint8_t seed[PL_SEED], const void *text, size_t size,
                 uint8_t out[PL_SEED])
{
    crypto_auth_hmacsha256(out, text, size, seed);
}

void dice_roll(const struct pl_fair *fair, const struct pl_match *match,
               const uint8_t *mixed, uint8_t face[], int *count)
{
    struct pl_chance chance;

    match->game->chance(match->game, &match->state, &chance);
    pl_fair_roll(fair, hmac, match->steps, mixed, &chance, face);
    *count = chance.count;
}
