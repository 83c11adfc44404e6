/*
 * The pl_brains, as tables. bots/brains/ has one file a game, written by
 * tools/train, with the command that made it.
 */
#include "think.h"

#include "brains/bingo.h"
#include "brains/numeri.h"
#include "brains/one_to_9.h"
#include "brains/play_and_repeat.h"
#include "brains/pretty_tricky.h"
#include "brains/quick_and_tactic.h"
#include "brains/qwixx.h"
#include "brains/rainbow.h"

#include <string.h>

const struct brain *const pl_brains[] = {
    &qwixx,           &pretty_tricky,    &one_to_9, &numeri, &rainbow,
    &play_and_repeat, &quick_and_tactic, &bingo,    NULL};

const struct brain *pl_brain_find(const struct pl_game *game)
{
    for (const struct brain *const *brain = pl_brains; *brain; brain++)
        if (pl_features_find(game) && strcmp((*brain)->game, game->id) == 0)
            return *brain;
    return NULL;
}
