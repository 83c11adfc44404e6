/*
 * A turn of the Rainbow Dice Game: three rolls of five coloured dice.
 *
 * A hand is five dice, each with its number or still in the air (0), as octal
 * digits like those of games/rainbow.h. What a hand is worth while some dice
 * are in the air is the mean over their numbers; what it is worth before a
 * roll that need not be made is the best of all its parts that can be kept.
 * Both go die by die, for all hands at once.
 */
#ifndef RAINBOW_HANDS_H
#define RAINBOW_HANDS_H

#include "../games/rainbow.h"

enum { SIDES = 6, DIGITS = SIDES + 1, HANDS = 1 << 15, ROLLED = 7776 };

struct rainbow_roll {    /* five dice that have landed */
    uint16_t hand, fits; /* fits: bits, the rows in which they may be noted */
    uint8_t face[COLOURS], sum;
};

/* All of them, in the order of their hands. */
void pl_rainbow_list_rolls(struct rainbow_roll out[ROLLED]);

/* Its dice that show this number, as bits. */
unsigned pl_rainbow_showing(const struct rainbow_roll *roll, int number);

/* From what the row chosen at the end brings: what the hands are worth when so
 * many rolls have been made, all dice landed or some in the air for the next.
 */
void pl_rainbow_turn(const double of[HANDS], int throws, double worth[HANDS]);

#endif
