/* Any legal move, all equally likely: what every other bot must beat. */
#include "random.h"
#include "parlour_bots.h"

static pl_move choose(const struct pl_game *game, const union pl_state *view,
                      int seat, struct pl_rng *rng,
                      const struct pl_budget *budget)
{
    pl_move list[PL_MOVES];
    int n = game->moves(game, view, seat, list);

    if (budget && budget->taken)
        *budget->taken = 0;
    return list[random_below(rng, (uint32_t)n)];
}

extern const struct pl_bot pl_random_bot;
const struct pl_bot pl_random_bot = {"random", choose, .only_moves = true};
