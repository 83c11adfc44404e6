/*
 * The state and the numbers of Quick & Tactic, for its rules and its bots.
 *
 * A column is a mask of eleven bits, bit 0 at the top; bit 10 is the box that
 * closes it. The dice in the state are those that lie on the table, so they
 * alone say which sums can be had, for the active player and for the others.
 */
#ifndef QUICK_AND_TACTIC_H
#define QUICK_AND_TACTIC_H

#include "kit.h"

enum { SEATS = 6, COLUMNS = 5, BOXES = 11, BOTTOM = BOXES - 1 };
enum { LOWEST = 2, HIGHEST = 12 };
enum { CLOSE_NEEDS = 4, END_CLOSED = 2 };
enum phase { ROLLING, ACTING, REACTING, DONE };
enum { PASS, WHITES, MIXED = WHITES + COLUMNS, MOVES = MIXED + 2 * COLUMNS };

/* The printed sheet. */
struct sheet {
    uint8_t number[COLUMNS][BOXES];      /* from top to bottom */
    uint8_t place[COLUMNS][HIGHEST + 1]; /* where a sum stands */
    uint8_t points[BOXES + 1];           /* by crosses in a column */
    uint8_t bonus[COLUMNS + 1];          /* by crosses in a row */
};

extern const struct pl_sheets pl_quick_and_tactic_sheets; /* as people see it */
static inline const struct sheet *sheet_of(const struct pl_game *game)
{
    return game->sheet;
}

struct quick_and_tactic {
    uint16_t column[SEATS][COLUMNS];
    uint8_t choice[SEATS]; /* blind reactions: the move, once chosen */
    uint8_t
        white[WHITE_DICE];   /* rising; 0: taken or not rolled; one is first */
    uint8_t colour[COLUMNS]; /* 0: taken, not rolled, or out of the game */
    uint8_t seats, active, phase;
    uint8_t waiting;    /* bits: seats that have yet to decide */
    uint8_t closed;     /* bits: columns */
    uint8_t sequential; /* option: reactions one after the other */
    uint8_t immediate;  /* option: a second closed column ends it at once */
    uint8_t idle;       /* turns since the last cross, with this one */
    uint8_t idle_limit; /* option; 0: none */
};

static inline bool is_closed(const struct quick_and_tactic *g, int column)
{
    return has(g->closed, column);
}

static inline int closed_by(const struct quick_and_tactic *g, int seat)
{
    int n = 0;

    for (int k = 0; k < COLUMNS; k++)
        n += g->column[seat][k] >> BOTTOM;
    return n;
}

static inline int column_of(pl_move move)
{
    return move < MIXED ? move - WHITES : (move - MIXED) / 2;
}

/* Which box of its column a move crosses, from the top. */
int pl_quick_and_tactic_box(const struct pl_game *game,
                            const struct quick_and_tactic *g, pl_move move);

#endif
