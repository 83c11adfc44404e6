/*
 * Writes the brains as small files for the page: FOLDER/GAME.brain. For each
 * brain of the game the weights of the inputs, those of the outputs, the unit
 * and the number of players, all with the low byte first. web/engine/brains.c
 * reads it. Brains of one game follow each other in the list.
 */
#include "../bots/think.h"

#include <stdio.h>
#include <string.h>

static void put(FILE *out, uint32_t n, int bytes)
{
    for (int i = 0; i < bytes; i++)
        putc((int)(n >> 8 * i & 255), out);
}

static void put_weights(FILE *out, const int16_t weight[], int n)
{
    for (int i = 0; i < n; i++)
        put(out, (uint16_t)weight[i], 2);
}

static void put_fraction(FILE *out, float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    put(out, bits, 4);
}

static bool write_brain(const struct brain *brain, const char *folder,
                        const char *mode)
{
    char path[4096];
    FILE *out;

    snprintf(path, sizeof path, "%s/%s.brain", folder, brain->game);
    out = fopen(path, mode);
    if (!out)
        return false;
    put_weights(out, brain->in[0], (ROLES * brain->inputs + 1) * UNITS);
    put_weights(out, brain->out[0], UNITS * STRAIGHT);
    put_fraction(out, brain->unit);
    put(out, (uint32_t)brain->seats, 4);
    return fclose(out) == 0;
}

int main(int argc, char **argv)
{
    for (int i = 0; argc == 2 && pl_brains[i]; i++) {
        bool more =
            i > 0 && strcmp(pl_brains[i]->game, pl_brains[i - 1]->game) == 0;

        if (!write_brain(pl_brains[i], argv[1], more ? "ab" : "wb")) {
            perror(argv[1]);
            return 1;
        }
    }
    return argc == 2 ? 0 : 1;
}
