/*
 * Solvers: the best possible play of a game for one player.
 *
 * A solver fills a table with what every position before a roll is worth: the
 * points still to be expected. To play perfectly, look in the table for the
 * best of all moves until the next roll. A table is a plain value without
 * pointers: it is made once and then only read, by any number of threads.
 */
#ifndef PARLOUR_SOLVE_H
#define PARLOUR_SOLVE_H

#include "parlour.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pl_solver {
    const char *id; /* "qwixx-solo" */
    const struct pl_game *game;
    uint32_t states; /* positions that it tells apart */
    size_t size;     /* bytes of a table; all zero before start */
    int rounds;

    /* After start the rounds are solved one after the other; the tasks of a
     * round in any order, also at the same time. The result is the same to the
     * last bit. work says how long a round takes, compared to others. */
    void (*start)(void *table);
    int (*tasks)(const void *table, int round);
    double (*work)(const void *table, int round);
    void (*solve)(void *table, int round, int task);

    /* The points still to come. The state waits for chance and has one seat
     * and normal options. */
    double (*worth)(const void *table, const void *state);

    /* The table as bytes, block by block. */
    int blocks;
    size_t block_max;
    size_t (*block_size)(int block);
    void (*pack)(const void *table, int block, unsigned char out[]);
    void (*unpack)(void *table, int block, const unsigned char in[]);
};

extern const struct pl_solver *const pl_solvers[]; /* ends with NULL */
const struct pl_solver *pl_solver_find(const char *id);

/* Solves all of it, in one thread. */
void pl_solver_run(const struct pl_solver *solver, void *table);

/* The points in the end that the best play can expect from any state, those
 * on the sheet included; and the move that leads there, the first of equals. */
double pl_solver_points(const struct pl_solver *solver, const void *table,
                        const union pl_state *state);
pl_move pl_solver_choose(const struct pl_solver *solver, const void *table,
                         const union pl_state *view, int seat);

/* A table as a file: a header, the blocks, a checksum. put and get move all of
 * the bytes and return true, or else false. Reading returns NULL, or the id of
 * the sentence that says why not, and the table is then good for nothing. */
bool pl_table_write(const struct pl_solver *solver, const void *table,
                    bool (*put)(void *to, const void *bytes, size_t size),
                    void *to);
const char *pl_table_read(const struct pl_solver *solver, void *table,
                          bool (*get)(void *from, void *bytes, size_t size),
                          void *from);

#ifdef __cplusplus
}
#endif
#endif
