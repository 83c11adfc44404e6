/* The server's dice: seeds that no one knows, and chance by libsodium. */
#ifndef DICE_H
#define DICE_H

#include "parlour_match.h"

/* A fresh secret seed and its commitment; no nonces yet. */
void dice_commit(struct pl_fair *fair, const uint8_t seed[PL_SEED]);
/* A seat commits to the hash of its nonce, and shows it. */
void dice_promise(struct pl_fair *fair, int seat, const uint8_t hash[PL_SEED]);
void dice_mix(struct pl_fair *fair, int seat, const uint8_t nonce[PL_NONCE]);

/* What comes at this step of the match, which must wait for chance; mixed: the
 * links of a draw, see pl_fair_roll. */
void dice_roll(const struct pl_fair *fair, const struct pl_match *match,
               const uint8_t *mixed, uint8_t face[], int *count);

#endif
