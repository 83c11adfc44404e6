/* Any legal move, all equally likely: what every other bot must beat. */
#include "random.h"
#include "parlour_bots.h"

static pl_move choose(const struct pl_game *game, const union pl_state *view,
                      int seat, struct pl_rng *rng)
{
    pl_move list[PL_MOVES];
    int n = game->moves(view, seat, list);

    return list[random_below(rng, (uint32_t)n)];
}

extern const struct pl_bot random_bot;
const struct pl_bot random_bot = {"random", choose, .only_moves = true};
