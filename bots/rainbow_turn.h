/*
 * What a sheet of the Rainbow Dice Game is worth to those who decide at once,
 * and a turn on it worked out to its end.
 *
 * A sheet is worth what its open rows bring without bonuses, nearly, and for
 * each colour the chances of its two bonuses, as if rows brought a colour their
 * numbers by chance. With that the turn is exact: all rolls and all that can be
 * kept, but for the rule that what was kept stays, and for rows of Part 2,
 * which leave the colours the same chances on average. Points are whole numbers
 * of 1/32.
 */
#ifndef RAINBOW_TURN_H
#define RAINBOW_TURN_H

#include "rainbow_hands.h"

enum { PARTS_OF_POINT = 32 };

/* Points to come: by rows, and by bonuses of either part. */
struct rainbow_worth {
    int rows, bonus[PARTS];
};

struct rainbow_worth pl_rainbow_worth(const struct rainbow *g, int seat);

/* What the turn brings on top, with the dice on the table: points, and the
 * worth of the sheet then, less what it is now. */
int pl_rainbow_turn_worth(const struct rainbow *g);

#endif
