/*
 * Writes each brain as a small file for the page: FOLDER/GAME.brain. The
 * weights of the inputs, those of the outputs, then the unit; all with the low
 * byte first. web/engine/brains.c reads it.
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

static bool write_brain(const struct brain *brain, const char *folder)
{
    char path[4096];
    FILE *out;

    snprintf(path, sizeof path, "%s/%s.brain", folder, brain->game);
    out = fopen(path, "wb");
    if (!out)
        return false;
    put_weights(out, brain->in[0], (ROLES * brain->inputs + 1) * UNITS);
    put_weights(out, brain->out[0], UNITS * STRAIGHT);
    put_fraction(out, brain->unit);
    return fclose(out) == 0;
}

int main(int argc, char **argv)
{
    for (int i = 0; argc == 2 && pl_brains[i]; i++)
        if (!write_brain(pl_brains[i], argv[1])) {
            perror(argv[1]);
            return 1;
        }
    return argc == 2 ? 0 : 1;
}
