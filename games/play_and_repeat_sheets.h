/*
 * The tables that the rules of Play & Repeat read. Those of the shipped sheets
 * are made by tools/sheets.c from their plans while the program is built, so
 * they are constants like any other.
 *
 * A box has two numbers. Its cell, 8·row + column, is where it stands. Its bit
 * in two words is what the rules count with: areas by their first box in
 * reading order, then the boxes of the area, no area in both words. So the
 * boxes of an area are at most six neighbouring bits, and what they allow is
 * looked up.
 */
#ifndef PLAY_AND_REPEAT_SHEETS_H
#define PLAY_AND_REPEAT_SHEETS_H

#include <stdint.h>

enum {
    ROWS = 13,
    COLUMNS = 8,
    CELLS = ROWS * COLUMNS,
    COLOURS = 5,
    SHEETS = 2,
    START_ROW = 6,
    START_CELLS = 4,
    COLOUR_BOXES = 20,
    AREA_BOXES = 6,
    AREAS_MAX = 50,
    SETS_MAX = COLOURS * (3 * 41 + 3),   /* 41 in two rows of three */
    INSIDE_MAX = COLOURS * (3 * 64 + 4), /* 6 + 6 + 6 + 2 boxes a colour */
    COIN_BITS = 4,                       /* of the worth of a coin, at most 9 */
    NO_BOX = 255
};

/* A connected part of an area: what one die can cross. */
struct set {
    uint64_t boxes;   /* in this word */
    uint64_t near[2]; /* the boxes beside it, of all colours */
    uint16_t rows;    /* bits: rows in which it has a box */
    uint8_t word, area, colour, size;
    uint16_t coins; /* their worth */
};

/* The sets of an area are numbered from first on, small ones first, at most 64
 * of them; so a word can say which of them are meant. */
struct area {
    uint64_t boxes;
    uint64_t of_size[AREA_BOXES + 1]; /* bits: sets; none of size 0 */
    uint16_t first;
    uint16_t inside; /* where its part of sheet.inside begins */
    uint8_t word, shift, colour, count;
    uint8_t cell[8]; /* in reading order */
};

struct sheet {
    struct area area[AREAS_MAX];
    struct set set[SETS_MAX];
    uint64_t inside[INSIDE_MAX]; /* bits: sets within these boxes of an area */
    uint64_t row[ROWS][2], colour[COLOURS][2];
    uint64_t start[2]; /* the boxes beside START */
    uint64_t last[2];  /* the last box of each area */
    /* Those of the areas that have so many boxes, by the white die and the
     * coloured ones; of no area for 0. */
    uint64_t large[1 + COLOURS][AREA_BOXES + 1][2];
    uint64_t coins[COIN_BITS][2]; /* boxes whose worth has that bit */
    uint16_t sets, areas;
    uint16_t rows_money, coins_money; /* all of them */
    uint8_t bit_of[CELLS];            /* 64·word + bit; START: NO_BOX */
    uint8_t area_of[2][64];           /* by that */
    uint8_t colour_of[CELLS], coin[CELLS], amount[ROWS];
    uint8_t start_cell; /* its first */
};

extern const struct sheet pl_play_and_repeat_sheets[SHEETS];

#endif
