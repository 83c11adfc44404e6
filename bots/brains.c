/*
 * The brains, as tables. bots/brains/ has one file a game, written by
 * `parlour train`, with the command that made it.
 */
#include "think.h"

#include "brains/qwixx.h"

#include <string.h>

static const struct brain *const brains[] = {&qwixx, NULL};

const struct brain *find_brain(const struct pl_game *game)
{
    for (const struct brain *const *brain = brains; *brain; brain++)
        if (game->features && strcmp((*brain)->game, game->id) == 0)
            return *brain;
    return NULL;
}
