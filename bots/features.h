/*
 * What bots look at in a position: the prospects of a seat as small whole
 * numbers, always as many in one game. They describe the position when all that
 * the seat has chosen has happened. bots/features.def lists the games that have
 * them; in the others their points must do.
 */
#ifndef FEATURES_H
#define FEATURES_H

#include "parlour_bots.h"

/* Returns how many. */
typedef int pl_features(const struct pl_game *game, const void *view, int seat,
                        int16_t out[]);

#define FEATURES(name) pl_features pl_features_of_##name;
#include "features.def"
#undef FEATURES

/* Those of a game, or NULL. */
pl_features *pl_features_find(const struct pl_game *game);

#endif
