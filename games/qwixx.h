/*
 * The state and the numbers of Qwixx, for its rules and for those who must read
 * a sheet.
 *
 * A row is a mask of eleven bits, bit 0 at the left. The lock beside the last
 * number is crossed with it, so bit 10 means both.
 */
#ifndef QWIXX_H
#define QWIXX_H

#include "parlour.h"

enum { SEATS = 5, ROWS = 4, NUMBERS = 11, LAST = NUMBERS - 1 };
enum { LOWEST = 2, HIGHEST = 12 };
enum { FAILS = 4, LOCK_NEEDS = 5, END_CLOSED = 2, FAIL_COSTS = 5 };
enum phase { ROLLING, WHITE_STEP, COLOUR_STEP, DONE, REACTION };
enum { PASS, FIRST_MARK, MOVES = FIRST_MARK + ROWS * NUMBERS };
enum { REACTS = 128 }; /* a bit of a choice: the seat is asked again */

/* The printed sheet. The colours are red, yellow, green, blue: 0 … 3. */
struct sheet {
    uint8_t number[ROWS][NUMBERS]; /* from left to right */
    uint8_t colour[ROWS][NUMBERS];
    uint8_t place[ROWS][HIGHEST + 1]; /* where a sum stands */
    uint8_t lock[ROWS];               /* its colour: that of the last box */
    uint8_t row_of[ROWS];             /* the row with the lock of a colour */
    bool is_mixed;                    /* some row has several colours */
};

extern const struct pl_sheets pl_qwixx_sheets; /* as people see it */
static inline const struct sheet *sheet_of(const struct pl_game *game)
{
    return game->sheet;
}
/* A copy of the game whose rules read its own sheet, not the shipped one. */
void pl_qwixx_any(struct pl_game *copy);

struct qwixx {
    uint16_t row[SEATS][ROWS];
    uint8_t failed[SEATS];
    uint8_t choice[SEATS]; /* blind step: the move, once the seat has chosen;
                              with REACTS, once more */
    uint8_t white[2];      /* rising; 0: not rolled */
    uint8_t colour[ROWS];  /* 0: not rolled, or out of the game */
    uint8_t seats, active, phase;
    uint8_t waiting; /* bits: seats that have yet to choose */
    uint8_t closed;  /* bits: rows */
    uint8_t marked;  /* has the active player marked in this turn? */
    uint8_t options; /* bits OPT_… */
    uint8_t closing; /* bits: rows completed in this step */
};
_Static_assert(sizeof(struct qwixx) ==
                   2 * SEATS * ROWS + 2 * SEATS + 2 + ROWS + 8,
               "a state has no padding");

/* The box of a seat's blind choice; negative: none. */
static inline int chosen_box(const struct qwixx *g, int seat)
{
    return (g->choice[seat] & ~REACTS) - FIRST_MARK;
}

#endif
