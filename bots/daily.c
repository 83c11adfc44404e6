/* Bots in a game of the day: the same question gets the same answer on every
 * machine, because what they draw on comes from the recipe too. */
#include "parlour_bots.h"
#include "parlour_match.h"

pl_move pl_daily_choose(const struct pl_match *match, int seat, const char *bot,
                        uint32_t steps)
{
    struct pl_budget budget = {.steps = steps};
    union pl_state view;
    struct pl_rng rng;

    pl_match_view(match, seat, &view);
    pl_seed(&rng, pl_daily_seed(match, seat));
    return pl_bot_find(bot)->choose(match->game, &view, seat, &rng, &budget);
}

static void answer(struct pl_match *match, int seat)
{
    const char *bot = match->bot.of[seat];
    struct pl_message why;
    pl_move move = bot[0]
                       ? pl_daily_choose(match, seat, bot, 0)
                       : pl_daily_choose(match, seat, "expert", PL_DAILY_STEPS);

    pl_assert(pl_match_answer(match, seat, move, &why));
}

void pl_daily_expert(struct pl_match *match)
{
    struct pl_message why;

    for (;;) {
        struct pl_turn turn = match->game->turn(match->game, &match->state);

        if (turn.what == PL_OVER)
            return;
        if (turn.what == PL_CHANCE)
            pl_assert(pl_match_roll(match, NULL, &why));
        else
            answer(match, pl_lowest(turn.seats));
    }
}

/* Plays the next step of a match in another that is as far. */
static bool follow(struct pl_match *again, const struct pl_step *step,
                   struct pl_message *why)
{
    const char *bot;

    if (step->what == PL_CHANCE)
        return pl_match_land(again, step->face, step->count, why);
    bot = again->bot.of[step->seat];
    if (bot[0] && pl_daily_choose(again, step->seat, bot, 0) != step->move)
        return pl_refuse(why, PL_E_wrong_bot, step->seat, (int)again->steps + 1,
                         "");
    return pl_match_play(again, step->seat, step->move, why);
}

bool pl_daily_check_all(const struct pl_match *match, size_t *step,
                        struct pl_message *why)
{
    struct pl_match again = {0};
    bool good;

    if (!pl_daily_check(match, step, why))
        return false;
    good = pl_match_start_daily(&again, match->daily, why);
    for (*step = 0; good && *step < match->steps; *step += good)
        good = follow(&again, &match->step[*step], why);
    pl_match_free(&again);
    return good;
}
