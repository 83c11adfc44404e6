/*
 * Brains in files, so that bots can play with brains that are not built in.
 *
 * A file is the letters PLBRAIN and a zero byte, a version, the id of the game
 * in 32 bytes, the number of inputs, the weights of the inputs, those of the
 * outputs, the unit as a float, and a hash of all bytes before. Numbers have 4
 * bytes, weights 2, the hash 8; the lowest byte comes first.
 */
#ifndef BRAIN_FILE_H
#define BRAIN_FILE_H

#include "think.h"

enum {
    BRAIN_ROWS = ROLES * PL_FEATURES + 1,
    BRAIN_BYTES = 64 + 2 * UNITS * (BRAIN_ROWS + STRAIGHT)
};

struct brain_kept { /* stays where it is: the brain points into it */
    struct brain brain;
    uint64_t hash; /* of its file: tells brains apart */
    int16_t in[BRAIN_ROWS][UNITS], out[UNITS][STRAIGHT];
};

/* Returns how many bytes were written. */
size_t pl_brain_write(const struct brain *brain,
                      unsigned char out[BRAIN_BYTES]);

/* A brain for that game, or (NULL) for the one that the file names. Nothing
 * that is read is trusted. NULL, or the id of the sentence that says why not;
 * then nothing has changed. */
const char *pl_brain_read(const struct pl_game *game,
                          const unsigned char bytes[], size_t size,
                          struct brain_kept *out);

#endif
