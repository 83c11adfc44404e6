/*
 * The state, the sheet and the moves of Pretty Tricky, for its rules and for
 * those who must read a position: two halves, a row for each sum of two dice.
 *
 * Rows are counted from 0, so row 0 is that of the sum 2. Boxes of one row and
 * half are interchangeable: only their number is kept. Masks have a bit a row.
 */
#ifndef PRETTY_TRICKY_H
#define PRETTY_TRICKY_H

#include "parlour.h"

enum { FEW = 2, SOME, SEATS, ROWS = 11, BLUE_DICE = 3 };
enum { NARROWEST = 4, WIDEST = 6 }; /* boxes of a row and half */
enum { BANG_POINTS = 2 };
enum { LEFT, RIGHT, HALVES };
enum phase { ROLLING, OWN_TICKS, OTHER_TICKS, BLIND_TICKS, DONE };
enum { PASS, FIRST_ROW, FIRST_PAIR = FIRST_ROW + ROWS, MOVES = 78 };

struct half { /* of the printed sheet, row by row */
    uint8_t boxes[ROWS];
    uint8_t twos[ROWS], fours[ROWS]; /* how many carry that number */
};

struct sheet {
    struct half half[HALVES];
    uint8_t widest; /* columns of a half */
};

extern const struct pl_sheets pl_pretty_tricky_sheets; /* as people see it */
static inline const struct half *halves_of(const struct pl_game *game)
{
    return ((const struct sheet *)game->sheet)->half;
}

struct pretty_tricky {
    uint16_t full[SEATS][HALVES];
    uint16_t bangs[SEATS]; /* what is full on the left, from phase 3 on */
    uint8_t ticks[SEATS][HALVES][ROWS];
    uint8_t choice[SEATS];   /* blind ticks: the move, once chosen */
    uint8_t red;             /* 0: not rolled */
    uint8_t blue[BLUE_DICE]; /* rising */
    uint8_t seats, first, active, phase;
    uint8_t waiting; /* bits: seats that have yet to choose */
    uint8_t rounds;  /* complete ones */
    uint8_t goal;    /* so many bangs of one player end the game */
    uint8_t options; /* bits OPT_… */
};

/* Pairs of rows are numbered by their lower row, then by the other. */
static inline int pair_move(int low, int high)
{
    return FIRST_PAIR + ROWS * low - low * (low - 1) / 2 + high - low;
}

/* The rows of a move; returns how many they are. */
static inline int rows_of(pl_move move, int row[2])
{
    int low = 0;

    row[0] = row[1] = move - FIRST_ROW;
    if (move < FIRST_PAIR)
        return move != PASS;
    while (low + 1 < ROWS && move >= pair_move(low + 1, low + 1))
        low++;
    row[0] = low;
    row[1] = low + move - pair_move(low, low);
    return 2;
}

#endif
