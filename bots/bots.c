/* The list of bots. */
#include "parlour_bots.h"

#include <string.h>

#define BOT(name) extern const struct pl_bot pl_##name##_bot;
#include "bots.def"
#undef BOT

const struct pl_bot *const pl_bots[] = {
#define BOT(name) &pl_##name##_bot,
#include "bots.def"
#undef BOT
    NULL};

const struct pl_bot *pl_bot_find(const char *id)
{
    for (const struct pl_bot *const *bot = pl_bots; *bot; bot++)
        if (strcmp((*bot)->id, id) == 0)
            return *bot;
    return NULL;
}

static pl_move choose(const struct pl_bot *bot, const struct pl_game *game,
                      const union pl_state *state, int seat,
                      const struct pl_budget *budget, struct pl_rng *rng)
{
    union pl_state view = *state;

    if (game->hide)
        game->hide(game, &view, seat);
    return bot->choose(game, &view, seat, rng, budget);
}

uint64_t pl_bot_signature(const struct pl_bot *bot, const struct pl_game *game,
                          int seats, uint32_t steps)
{
    enum { LONGEST = 2000 };
    union pl_state state = {{0}};
    struct pl_budget budget = {.steps = steps};
    struct pl_setup setup;
    struct pl_rng rng;
    uint64_t sum = 0;

    pl_seed(&rng, (uint64_t)seats);
    pl_setup_normal(&setup, game, seats);
    game->start(game, &state, &setup);
    for (int i = 0; i < LONGEST; i++) {
        struct pl_turn turn = game->turn(game, &state);
        struct pl_chance chance;
        uint8_t face[PL_DICE];
        int seat;

        if (turn.what == PL_OVER)
            break;
        if (turn.what == PL_CHANCE) {
            game->chance(game, &state, &chance);
            pl_roll(&chance, &rng, face);
            game->land(game, &state, face);
        } else {
            seat = pl_lowest(turn.seats);
            budget.temper = (uint8_t)(seats > 2 ? seat : 0);
            game->play(game, &state, seat,
                       choose(bot, game, &state, seat, &budget, &rng));
        }
        sum = pl_hash(&state, game->state_size, sum);
    }
    return sum;
}
