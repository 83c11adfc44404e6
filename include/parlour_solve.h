/*
 * Solvers: the best possible play of a game for one player.
 *
 * A solver fills a table with what every position before a roll is worth, in
 * points to be expected, or with two bounds of that. To play perfectly, look in
 * the table for the best of all moves until the next roll. A table is a plain
 * value without pointers: it is made once and then only read, by any number of
 * threads.
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

    /* The points in the end, those on the sheet included. The state waits for
     * chance or is over, and has one seat and normal options. weigh: the same
     * by move, for what each move of a decision leads to; NULL if that takes
     * no less time than move by move. */
    double (*worth)(const void *table, const void *state);
    void (*weigh)(const void *table, const void *state, double of[]);

    /* NULL: values are exact. Else the best play scores at most the values of
     * this solver, and at least those of this one, from the same table. */
    const struct pl_solver *below;

    /* NULL, or one with a table of its own, whose values are the best chances
     * of at least so many points; it starts with aim, and has no blocks. A
     * table that was solved for one goal may be solved for another, and faster
     * if that is larger. */
    const struct pl_solver *goal;
    void (*aim)(void *table, int points);

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
 * on the sheet included; and the move that leads there, the first of equals.
 * moves: the same for each move of a decision; returns how many there are. */
double pl_solver_points(const struct pl_solver *solver, const void *table,
                        const union pl_state *state);
int pl_solver_moves(const struct pl_solver *solver, const void *table,
                    const union pl_state *state, int seat, pl_move move[],
                    double points[]);
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
