/*
 * Exact endings of the Rainbow Dice Game for one: one part is finished, and
 * the best play of the other is known for every sheet.
 *
 * What counts of a colour is its sum so far, and of this nothing but whether
 * its bonus is sure, out of reach or how far away: its class. Colours can be
 * swapped, so a sheet is a set of open rows and five classes in order; these
 * are counted as sets of that size are, by binomials.
 */
#ifndef RAINBOW_ENDINGS_H
#define RAINBOW_ENDINGS_H

#include "rainbow_hands.h"

enum {
    PART_1_ROWS = SIXES + 1,
    PART_2_ROWS = ROWS - PART_1_ROWS,
    PART_1_SETS = 1 << PART_1_ROWS,
    PART_2_SETS = 1 << PART_2_ROWS,
    FULL_1 = 16, /* the sums that bring a bonus */
    FULL_2 = 26,
    CLASSES = 20,
    PART_1_ENDINGS = 9689, /* sheets that are told apart */
    ENDINGS = PART_1_ENDINGS + 2162041,
    ENDING_ROUNDS = PART_1_ROWS + PART_2_ROWS + 2
};

struct rainbow_sets { /* of open rows, of one part */
    uint8_t classes;
    uint8_t class_of[FULL_2 + 1]; /* by sum */
    uint8_t sum[CLASSES];         /* one that has the class */
    uint32_t first;               /* its values */
};

struct rainbow_endings {
    struct rainbow_sets part_1[PART_1_SETS], part_2[PART_2_SETS];
    uint32_t choose[COLOURS][CLASSES + 1];
    struct rainbow_roll roll[ROLLED];
    int32_t value[ENDINGS]; /* points to come and all bonuses of the part */
};

void pl_rainbow_endings_start(struct rainbow_endings *e);

/* Rounds by the number of open rows, none first, those of Part 1 and then those
 * of Part 2; solved like the rounds of a pl_solver. */
int pl_rainbow_endings_tasks(const struct rainbow_endings *e, int round);
double pl_rainbow_endings_work(const struct rainbow_endings *e, int round);
void pl_rainbow_endings_solve(struct rainbow_endings *e, int round, int task);

/* By the open rows of the part, as bits from 0, and the sums of the colours in
 * it: the points to come, with all bonuses of the part. */
double pl_rainbow_ending(const struct rainbow_endings *e, int part,
                         unsigned open, const int sum[COLOURS]);

#endif
