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

const struct brain *pl_brain_find(const struct pl_game *game)
{
    if (own && strcmp(own->brain.game, game->id) == 0)
        return &own->brain;
    for (const struct taught *t = first; t; t = t->next)
        if (strcmp(t->brain.game, game->id) == 0)
            return &t->brain;
    return NULL;
}

/* The bytes of a brain lie in the input. 0: they are none of this game. */
int brain_set(int game, size_t length)
{
    int inputs = pl_features_count(pl_games[game]);
    size_t in = (size_t)(ROLES * inputs + 1) * UNITS * sizeof(int16_t);
    const char *bytes = input(length);
    struct taught *t;

    if (inputs == 0 || length != in + sizeof t->out + sizeof(float))
        return 0;
    for (t = first; t; t = t->next)
        if (strcmp(t->brain.game, pl_games[game]->id) == 0)
            return 1;
    t = malloc(sizeof *t + in);
    pl_assert(t);
    memcpy(t->in, bytes, in);
    memcpy(t->out, bytes + in, sizeof t->out);
    t->brain = (struct brain){.game = pl_games[game]->id,
                              .inputs = inputs,
                              .in = (const int16_t(*)[UNITS])t->in,
                              .out = (const int16_t(*)[STRAIGHT])t->out};
    bytes += in + sizeof t->out;
    memcpy(&t->brain.unit, bytes, sizeof(float));
    t->next = first;
    first = t;
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
