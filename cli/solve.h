/* What has been solved, for the files of `parlour solve`. */
#ifndef SOLVE_H
#define SOLVE_H

#include "parlour_json.h"
#include "parlour_solve.h"

struct solution {
    const struct pl_solver *solver;
    void *table;
    struct pl_setup setup;
    bool has_goal; /* values are chances of so many points, in percent */
    int goal;
    double value, below, seconds; /* below: where values are two bounds */
};

/* The beginning of a game for one. */
void cli_start(const struct solution *solution, union pl_state *state);

/* What the best play does first, for people or, with json, for programs. */
void cli_first_moves(const struct solution *solution, struct pl_buffer *json);

#endif
