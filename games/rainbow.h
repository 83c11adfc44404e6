/*
 * The state, the moves and the columns of the Rainbow Dice Game, for its rules
 * and for those who must read a sheet.
 *
 * Five dice, and likewise a row of the sheet, are five octal digits in the
 * order Y B P O R: 052221 is a yellow 5, three twos and a red 1. A digit 0 is
 * a die in the air or a crossed cell, so a row that is used up and worth 0 was
 * crossed out as a whole. Sets of dice are bits, and bit 0 is yellow.
 */
#ifndef RAINBOW_H
#define RAINBOW_H

#include "kit.h"

enum { SEATS = 6, COLOURS = 5, THROWS = 3, BONUS = 7 };
enum { THREE = 3, FOUR = 4, SHORT_STREET = 4 };
enum { ALL_DICE = (1 << COLOURS) - 1 };
enum {
    ONES,
    SIXES = 5,
    THREE_KIND,
    FOUR_KIND,
    FULL_HOUSE,
    SMALL_STREET,
    LARGE_STREET,
    RAINBOW,
    CHANCE,
    ROWS
};
enum { ALL_ROWS = (1 << ROWS) - 1 };
enum { PART_1, PART_2, PARTS };
enum phase { THROWING, CHOOSING, DONE };
enum {
    ROLL, /* and one less than the set of dice */
    NOTE = ROLL + ALL_DICE,
    CROSS = NOTE + ROWS,
    MOVES = CROSS + ROWS
};
enum { OPT_THRESHOLD, OPT_FIVE, OPT_LOCKED, OPT_EXACT };

struct rainbow {
    uint16_t row[SEATS][ROWS]; /* what is circled or written */
    uint16_t open[SEATS];      /* bits: rows that are not used up */
    uint16_t dice;             /* all digits 0 between two turns */
    uint8_t throws;            /* made in this turn */
    uint8_t loose; /* bits: dice in the air; later those that may fly again */
    uint8_t seats, active, phase;
    uint8_t options; /* bits OPT_… */
};

static inline int shift(int colour)
{
    return 3 * (COLOURS - 1 - colour);
}

static inline int digit(unsigned five, int colour)
{
    return (int)(five >> shift(colour) & 7);
}

/* The sums of all columns of a part: three digits lie side by side in a word
 * with gaps between them, and are added up together. */
struct columns {
    unsigned even, odd;
};

static inline struct columns add_columns(const struct rainbow *g, int seat,
                                         int part)
{
    int end = part == PART_1 ? SIXES + 1 : ROWS;
    struct columns sums = {0, 0};

    for (int row = part == PART_1 ? ONES : THREE_KIND; row < end; row++) {
        sums.even += g->row[seat][row] & 070707u;
        sums.odd += g->row[seat][row] >> 3 & 00707u;
    }
    return sums;
}

static inline int in_column(struct columns sums, int colour)
{
    int place = COLOURS - 1 - colour;

    return (int)((place % 2 ? sums.odd : sums.even) >> place / 2 * 6 & 63);
}

static inline int threshold(unsigned house_rules, int part)
{
    return part == PART_1 || has(house_rules, OPT_THRESHOLD) ? 15 : 25;
}

#endif
