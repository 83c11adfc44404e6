/* What a step does, and the history of a match step by step. */
#include "parlour_match.h"

#include <string.h>

void pl_step_apply(const struct pl_game *game, union pl_state *state,
                   const struct pl_step *step)
{
    if (step->what == PL_CHANCE)
        game->land(game, state, step->face);
    else
        game->play(game, state, step->seat, step->move);
}

bool pl_step_closes(const struct pl_step *step)
{
    return step->what == PL_CHANCE || (step->seats & ~(1u << step->seat)) == 0;
}

void pl_replay_start(struct pl_replay *replay, const struct pl_match *match)
{
    memset(replay, 0, sizeof *replay);
    replay->match = match;
    match->game->start(match->game, &replay->state, &match->setup);
}

const struct pl_step *pl_replay_next(struct pl_replay *replay)
{
    const struct pl_match *match = replay->match;
    const struct pl_step *step;

    if (replay->steps == match->steps)
        return NULL;
    step = &match->step[replay->steps];
    if (replay->steps == 0 || pl_step_closes(step - 1))
        replay->question = replay->steps;
    replay->before = replay->state;
    pl_step_apply(match->game, &replay->state, step);
    replay->steps++;
    return step;
}

void pl_replay_to(struct pl_replay *replay, size_t steps)
{
    while (replay->steps < steps && pl_replay_next(replay))
        ;
}
