/* A whole store from one place to another: a file, or PostgreSQL. */
#ifndef MOVE_H
#define MOVE_H

#include "store.h"

struct moved {
    int tables;
    int64_t rows; /* of all kinds, each compared */
};

/* Into one that is empty, all of it or nothing, and compares every row
 * afterwards. No server may use either. False: why says what is wrong. */
bool store_move(const char *from, const char *to, struct moved *out,
                struct pl_message *why);

#endif
