/* The list of what bots look at, by game. */
#include "features.h"

#include <string.h>

static const struct {
    const char *game;
    pl_features *of;
} list[] = {
#define FEATURES(name) {#name, pl_features_of_##name},
#include "features.def"
#undef FEATURES
};

/* "play-and-repeat" is play_and_repeat in C. */
static bool is_called(const char *id, const char *name)
{
    for (; *id && (*id == *name || (*id == '-' && *name == '_')); id++)
        name++;
    return *id == *name;
}

pl_features *pl_features_find(const struct pl_game *game)
{
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (is_called(game->id, list[i].game))
            return list[i].of;
    return NULL;
}

int pl_features_count(const struct pl_game *game)
{
    pl_features *features = pl_features_find(game);
    int16_t feature[PL_FEATURES];
    struct pl_setup setup;
    union pl_state state;
    int n;

    if (!features)
        return 0;
    pl_setup_normal(&setup, game, game->min_seats);
    game->start(game, &state, &setup);
    n = features(game, &state, 0, feature);
    pl_assert(n + 3 <= PL_FEATURES); /* a stretch is filled up with zeros */
    return n;
}

int pl_features_write(const struct pl_game *game, const union pl_state *view,
                      int seat, int16_t out[])
{
    pl_features *features = pl_features_find(game);

    return features ? features(game, view, seat, out) : 0;
}
