/*
 * The pl_brains of the browser's engine: it has none until the page gives it
 * one. tools/brains.c wrote them; and one of someone's own, from a file.
 */
#include "../../bots/brain_file.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

struct taught {
    struct brain brain;
    struct taught *next;
    int16_t out[UNITS][STRAIGHT];
    int16_t in[][UNITS];
};

char *input(size_t size);
int EXPORT(brain_set)(int game, size_t length);
const char *EXPORT(brain_read)(int game, size_t length);

static struct taught *first;
static struct brain_kept *own; /* before all others; NULL: there is none */

static const struct brain *taught_for(const struct pl_game *game, int seats)
{
    for (const struct taught *t = first; t; t = t->next)
        if (strcmp(t->brain.game, game->id) == 0 && t->brain.seats == seats)
            return &t->brain;
    return NULL;
}

const struct brain *pl_brain_find(const struct pl_game *game, int seats)
{
    const struct brain *found = taught_for(game, seats);

    if (own && strcmp(own->brain.game, game->id) == 0)
        return &own->brain;
    return found ? found : taught_for(game, 0);
}

/* A brain with so many bytes of weights for the inputs; returns what follows.
 */
static const char *take_in(const struct pl_game *game, const char *bytes,
                           int inputs, size_t in)
{
    struct taught *t = malloc(sizeof *t + in);
    int32_t seats;

    pl_assert(t);
    t->brain = (struct brain){.game = game->id,
                              .inputs = inputs,
                              .in = (const int16_t(*)[UNITS])t->in,
                              .out = (const int16_t(*)[STRAIGHT])t->out};
    memcpy(t->in, bytes, in);
    bytes += in;
    memcpy(t->out, bytes, sizeof t->out);
    bytes += sizeof t->out;
    memcpy(&t->brain.unit, bytes, sizeof(float));
    bytes += sizeof(float);
    memcpy(&seats, bytes, sizeof seats);
    t->brain.seats = seats;
    t->next = first;
    first = t;
    return bytes + sizeof seats;
}

/* The bytes of a game's brains lie in the input. 0: they are none of it. */
int brain_set(int game, size_t length)
{
    int inputs = pl_features_count(pl_games[game]);
    size_t in = (size_t)(ROLES * inputs + 1) * UNITS * sizeof(int16_t);
    size_t each = in + sizeof first->out + sizeof(float) + sizeof(int32_t);
    const char *bytes = input(length), *end = bytes + length;

    if (inputs == 0 || length == 0 || length % each != 0)
        return 0;
    if (taught_for(pl_games[game], 0))
        return 1;
    while (bytes < end)
        bytes = take_in(pl_games[game], bytes, inputs, in);
    return 1;
}

/* The bytes of a file lie in the input; none: bots think by themselves again.
 * "" and they do, or the message that says why not. */
const char *brain_read(int game, size_t length)
{
    struct brain_kept *kept = malloc(sizeof *kept);
    const char *why = NULL;

    pl_assert(kept);
    if (length > 0)
        why = pl_brain_read(pl_games[game],
                            (const unsigned char *)input(length), length, kept);
    if (why) {
        free(kept);
        return why;
    }
    free(own);
    own = kept;
    if (length == 0) {
        free(own);
        own = NULL;
    }
    return "";
}
