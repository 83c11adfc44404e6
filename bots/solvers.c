/* The list of solvers, and what all of their tables are good for. */
#include "parlour_solve.h"

#include <string.h>

enum { MAGIC = 8, VERSION = 1, HEADER = 64, BLOCK_MAX = 1 << 16 };

static const char magic[MAGIC] = "PLTABLE";

extern const struct pl_solver pl_qwixx_solo_solver, pl_rainbow_solo_solver,
    pl_rainbow_endings_solver;

const struct pl_solver *const pl_solvers[] = {&pl_qwixx_solo_solver,
                                              &pl_rainbow_solo_solver,
                                              &pl_rainbow_endings_solver, NULL};

const struct pl_solver *pl_solver_find(const char *id)
{
    for (const struct pl_solver *const *solver = pl_solvers; *solver; solver++)
        if (strcmp((*solver)->id, id) == 0)
            return *solver;
    return NULL;
}

void pl_solver_run(const struct pl_solver *solver, void *table)
{
    solver->start(table);
    for (int round = 0; round < solver->rounds; round++)
        for (int task = 0; task < solver->tasks(table, round); task++)
            solver->solve(table, round, task);
}

/* --- Playing ------------------------------------------------------------- */

static double after(const struct pl_solver *solver, const void *table,
                    const union pl_state *state, int seat, pl_move move)
{
    union pl_state next = *state;

    solver->game->play(solver->game, &next, seat, move);
    return pl_solver_points(solver, table, &next);
}

int pl_solver_moves(const struct pl_solver *solver, const void *table,
                    const union pl_state *state, int seat, pl_move move[],
                    double points[])
{
    double of[PL_MOVES];
    int n = solver->game->moves(solver->game, state, seat, move);

    if (solver->weigh)
        solver->weigh(table, state, of);
    for (int i = 0; i < n; i++)
        points[i] = solver->weigh ? of[move[i]]
                                  : after(solver, table, state, seat, move[i]);
    return n;
}

static double best(const struct pl_solver *solver, const void *table,
                   const union pl_state *state, int seat, pl_move *move)
{
    pl_move list[PL_MOVES];
    double points[PL_MOVES];
    int n = pl_solver_moves(solver, table, state, seat, list, points), most = 0;

    pl_assert(n > 0);
    for (int i = 1; i < n; i++)
        most = points[i] > points[most] ? i : most;
    *move = list[most];
    return points[most];
}

double pl_solver_points(const struct pl_solver *solver, const void *table,
                        const union pl_state *state)
{
    struct pl_turn turn = solver->game->turn(solver->game, state);
    pl_move move;

    return turn.what == PL_DECIDE
               ? best(solver, table, state, pl_lowest(turn.seats), &move)
               : solver->worth(table, state);
}

pl_move pl_solver_choose(const struct pl_solver *solver, const void *table,
                         const union pl_state *view, int seat)
{
    pl_move move;

    best(solver, table, view, seat, &move);
    return move;
}

/* --- Files --------------------------------------------------------------- */

static void put_number(unsigned char *at, uint64_t n)
{
    for (int i = 0; i < 8; i++)
        at[i] = (unsigned char)(n >> 8 * i);
}

static uint64_t get_number(const unsigned char *at)
{
    uint64_t n = 0;

    for (int i = 0; i < 8; i++)
        n |= (uint64_t)at[i] << 8 * i;
    return n;
}

/* The magic, the version, the length of the blocks, the id. */
static void make_header(const struct pl_solver *solver,
                        unsigned char header[HEADER])
{
    uint64_t length = 0;

    for (int block = 0; block < solver->blocks; block++)
        length += solver->block_size(block);
    memset(header, 0, HEADER);
    memcpy(header, magic, MAGIC);
    put_number(header + MAGIC, VERSION);
    put_number(header + MAGIC + 8, length);
    memcpy(header + MAGIC + 16, solver->id, strlen(solver->id));
}

bool pl_table_write(const struct pl_solver *solver, const void *table,
                    bool (*put)(void *to, const void *bytes, size_t size),
                    void *to)
{
    unsigned char bytes[BLOCK_MAX];
    uint64_t sum;

    pl_assert(solver->block_max <= BLOCK_MAX);
    make_header(solver, bytes);
    sum = pl_hash(bytes, HEADER, 0);
    if (!put(to, bytes, HEADER))
        return false;
    for (int block = 0; block < solver->blocks; block++) {
        size_t size = solver->block_size(block);

        solver->pack(table, block, bytes);
        sum = pl_hash(bytes, size, sum);
        if (!put(to, bytes, size))
            return false;
    }
    put_number(bytes, sum);
    return put(to, bytes, 8);
}

static const char *check_header(const struct pl_solver *solver,
                                const unsigned char got[HEADER])
{
    unsigned char want[HEADER];

    make_header(solver, want);
    if (memcmp(got, want, MAGIC) != 0)
        return "solve.not_a_table";
    if (memcmp(got, want, MAGIC + 8) != 0)
        return "solve.other_version";
    if (memcmp(got, want, HEADER) != 0)
        return "solve.other_table";
    return NULL;
}

const char *pl_table_read(const struct pl_solver *solver, void *table,
                          bool (*get)(void *from, void *bytes, size_t size),
                          void *from)
{
    unsigned char bytes[BLOCK_MAX];
    const char *why;
    uint64_t sum;

    pl_assert(solver->block_max <= BLOCK_MAX);
    if (!get(from, bytes, HEADER))
        return "solve.not_a_table";
    if ((why = check_header(solver, bytes)))
        return why;
    sum = pl_hash(bytes, HEADER, 0);
    solver->start(table);
    for (int block = 0; block < solver->blocks; block++) {
        size_t size = solver->block_size(block);

        if (!get(from, bytes, size))
            return "solve.cut_short";
        sum = pl_hash(bytes, size, sum);
        solver->unpack(table, block, bytes);
    }
    if (!get(from, bytes, 8))
        return "solve.cut_short";
    if (get_number(bytes) != sum || get(from, bytes, 1))
        return "solve.damaged";
    return NULL;
}
