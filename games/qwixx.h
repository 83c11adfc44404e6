/*
 * The state of Qwixx, for its rules and for what must read a sheet.
 *
 * A row is a mask of eleven bits, bit 0 at the left. The lock beside the last
 * number is crossed with it, so bit 10 means both.
 */
#ifndef QWIXX_H
#define QWIXX_H

#include <stdint.h>

enum { SEATS = 5, ROWS = 4, NUMBERS = 11, LAST = NUMBERS - 1 };

struct qwixx {
    uint16_t row[SEATS][ROWS];
    uint8_t failed[SEATS];
    uint8_t choice[SEATS]; /* blind step: the move, once the seat has chosen */
    uint8_t white[2];      /* rising; 0: not thrown */
    uint8_t colour[ROWS];  /* 0: not thrown, or out of the game */
    uint8_t seats, active, phase;
    uint8_t waiting; /* bits: seats that have yet to choose */
    uint8_t closed;  /* bits: colours */
    uint8_t marked;  /* has the active player marked in this turn? */
    uint8_t options; /* bits OPT_… */
    uint8_t closing; /* bits: colours completed in this step */
};
_Static_assert(sizeof(struct qwixx) ==
                   2 * SEATS * ROWS + 2 * SEATS + 2 + ROWS + 8,
               "a state has no padding");

#endif
