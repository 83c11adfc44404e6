/*
 * The pl_brains, as tables. bots/brains/ has a file for each game, and
 * one more for a number of players that is better learnt alone. tools/train
 * wrote them, with the command that made it.
 */
#include "think.h"

#include "brains/bingo.h"
#include "brains/numeri.h"
#include "brains/one_to_9.h"
#include "brains/play_and_repeat.h"
#include "brains/pretty_tricky.h"
#include "brains/quick_and_tactic.h"
#include "brains/qwixx.h"
#include "brains/qwixx_1.h"
#include "brains/rainbow.h"

#include <string.h>

const struct brain *const pl_brains[] = {
    &qwixx,   &qwixx_1,         &pretty_tricky,    &one_to_9, &numeri,
    &rainbow, &play_and_repeat, &quick_and_tactic, &bingo,    NULL};

/* Those who know just that number of players come before the others. */
const struct brain *pl_brain_find(const struct pl_game *game, int seats)
{
    const struct brain *found = NULL;

    for (const struct brain *const *b = pl_brains; *b; b++)
        if (pl_features_find(game) && strcmp((*b)->game, game->id) == 0 &&
            ((*b)->seats == seats || (*b)->seats == 0) &&
            (!found || (*b)->seats == seats))
            found = *b;
    return found;
}
