/* See brain_file.h. */
#include "brain_file.h"

#include <string.h>

enum { MAGIC = 8, VERSION = 1, NAME = 32, HEAD = MAGIC + 4 + NAME + 4 };

/* The weights that lead to a unit may add up to so much: then no features below
 * 1,024 can make a sum that does not fit. */
enum { HEAVIEST = 1 << 21 };

static const char magic[MAGIC] = "PLBRAIN";

static unsigned char *put(unsigned char *at, uint64_t n, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *at++ = (unsigned char)(n >> 8 * i);
    return at;
}

static uint64_t get(const unsigned char *at, int bytes)
{
    uint64_t n = 0;

    for (int i = 0; i < bytes; i++)
        n |= (uint64_t)at[i] << 8 * i;
    return n;
}

static unsigned char *put_weights(unsigned char *at, const int16_t w[], int n)
{
    for (int i = 0; i < n; i++)
        at = put(at, (uint16_t)w[i], 2);
    return at;
}

static const unsigned char *get_weights(const unsigned char *at, int16_t w[],
                                        int n)
{
    for (int i = 0; i < n; i++, at += 2)
        w[i] = (int16_t)(uint16_t)get(at, 2);
    return at;
}

static int rows(int inputs)
{
    return ROLES * inputs + 1;
}

size_t pl_brain_write(const struct brain *brain, unsigned char out[BRAIN_BYTES])
{
    unsigned char *at = out + HEAD;
    uint32_t unit;

    memset(out, 0, HEAD);
    memcpy(out, magic, MAGIC);
    put(out + MAGIC, VERSION, 4);
    pl_assert(strlen(brain->game) < NAME);
    memcpy(out + MAGIC + 4, brain->game, strlen(brain->game));
    put(out + MAGIC + 4 + NAME, (uint64_t)brain->inputs, 4);
    at = put_weights(at, brain->in[0], rows(brain->inputs) * UNITS);
    at = put_weights(at, brain->out[0], UNITS * STRAIGHT);
    memcpy(&unit, &brain->unit, sizeof unit);
    at = put(at, unit, 4);
    at = put(at, pl_hash(out, (size_t)(at - out), 0), 8);
    return (size_t)(at - out);
}

static bool is_light(const struct brain_kept *kept, int inputs)
{
    for (int u = 0; u < UNITS; u++) {
        int32_t sum = 0;

        for (int i = 0; i < rows(inputs); i++)
            sum += kept->in[i][u] < 0 ? -kept->in[i][u] : kept->in[i][u];
        if (sum > HEAVIEST)
            return false;
    }
    return true;
}

static bool is_unit(float unit)
{
    return unit >= 0.01f && unit <= 10000.0f; /* and not NaN */
}

/* The game that a file is for, or NULL. */
static const struct pl_game *find_game(const unsigned char bytes[])
{
    char id[NAME + 1] = {0};

    memcpy(id, bytes + MAGIC + 4, NAME);
    return pl_game_find(id);
}

static bool is_for(const struct pl_game *game, const unsigned char bytes[])
{
    char name[NAME] = {0};

    memcpy(name, game->id, strlen(game->id));
    return memcmp(bytes + MAGIC + 4, name, NAME) == 0 &&
           get(bytes + MAGIC + 4 + NAME, 4) ==
               (uint64_t)pl_features_count(game);
}

/* What follows the head. */
static bool read_body(const unsigned char bytes[], size_t size,
                      struct brain_kept *kept)
{
    int inputs = kept->brain.inputs;
    size_t body = (size_t)(rows(inputs) + STRAIGHT) * UNITS * 2 + 4;
    const unsigned char *at = bytes + HEAD;
    uint32_t unit;

    if (size != HEAD + body + 8 ||
        get(bytes + HEAD + body, 8) != pl_hash(bytes, HEAD + body, 0))
        return false;
    at = get_weights(at, kept->in[0], rows(inputs) * UNITS);
    at = get_weights(at, kept->out[0], UNITS * STRAIGHT);
    unit = (uint32_t)get(at, 4);
    memcpy(&kept->brain.unit, &unit, sizeof unit);
    kept->hash = get(bytes + HEAD + body, 8);
    return is_unit(kept->brain.unit) && is_light(kept, inputs);
}

const char *pl_brain_read(const struct pl_game *game,
                          const unsigned char bytes[], size_t size,
                          struct brain_kept *out)
{
    struct brain_kept kept = {0};

    if (size < HEAD || memcmp(bytes, magic, MAGIC) != 0 ||
        get(bytes + MAGIC, 4) != VERSION)
        return "brain.not_one";
    if (!game && !(game = find_game(bytes)))
        return "brain.other_game";
    kept.brain.game = game->id;
    kept.brain.inputs = pl_features_count(game);
    if (kept.brain.inputs == 0 || !is_for(game, bytes))
        return "brain.other_game";
    if (!read_body(bytes, size, &kept))
        return "brain.damaged";
    *out = kept;
    out->brain.in = (const int16_t(*)[UNITS])out->in;
    out->brain.out = (const int16_t(*)[STRAIGHT])out->out;
    return NULL;
}
