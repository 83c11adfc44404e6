/* Bots: they choose a move from what their seat may know. */
#ifndef PARLOUR_BOTS_H
#define PARLOUR_BOTS_H

#include "parlour.h"

struct pl_bot {
    const char *id; /* "random" */

    /* The seat must be asked to decide; view is what hide leaves for it. The
     * same view and the same rng give the same move on every machine. */
    pl_move (*choose)(const struct pl_game *game, const union pl_state *view,
                      int seat, struct pl_rng *rng);

    /* It asks for the list of moves and for nothing else, which is the same in
     * the state and in the view: no view need be made for it. */
    bool only_moves;
};

extern const struct pl_bot *const pl_bots[]; /* ends with NULL */
const struct pl_bot *pl_bot_find(const char *id);

#endif
