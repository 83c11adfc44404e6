/*
 * The table of solo Qwixx: qwixx_solo.c fills it, qwixx_solo_read.c looks up
 * in it what a position and its moves are worth.
 */
#ifndef QWIXX_SOLO_H
#define QWIXX_SOLO_H

#include "../games/qwixx.h"

extern const struct pl_game pl_qwixx_game;

enum {
    OPEN = 52,       /* kinds of rows that can still be marked */
    CLOSED_MOST = 6, /* kinds of those that cannot, where points are kept */
    DEAD_MOST = 4,
    KINDS = OPEN + 1 + 1,
    KINDS_MOST = OPEN + CLOSED_MOST + DEAD_MOST,
    MOST = NUMBERS,        /* progress of a row: of a closed one */
    LEVELS = 2 * MOST + 1, /* progress of a pair */
    FAIL_POINTS = -FAIL_COSTS,
    BOXES = ROWS * NUMBERS,
    SUMS = 11,   /* of two dice, from 2 */
    WHITES = 21, /* rolls of two dice that cannot be told apart */
    SIDES = 6,
    COLOURS = SIDES * SIDES * SIDES * SIDES,
    THROWS = SIDES * SIDES * COLOURS,
    POINT = 1 << 22,      /* four rows have 312 points: they fit */
    CERTAIN = 1 << 30,    /* a chance */
    NOTHING = -(1 << 30), /* less than any value */
    NO_GOAL = -(1 << 10)  /* points are the goal */
};
#define PAIRS_OF(kinds) ((kinds) * ((kinds) + 1) / 2)
enum { PAIRS = PAIRS_OF(KINDS), PAIRS_MOST = PAIRS_OF(KINDS_MOST) };

/* Values for 0, 1, 2 and 3 penalties. */
typedef int32_t lanes __attribute__((vector_size(FAILS * sizeof(int32_t))));

struct kind {
    uint8_t progress; /* of an open row: numbers up to the rightmost mark */
    uint8_t marks;
    uint8_t points;        /* where there is a goal */
    uint8_t from, to;      /* its boxes that can be marked: from … to − 1 */
    uint8_t next[NUMBERS]; /* kind, once that box is marked */
    int32_t gain[NUMBERS]; /* and what that brings at once */
};

struct table {
    int goal, kinds, pairs;
    bool raised;    /* the values are still those of a smaller goal */
    int dead, open; /* first kind of the rows that take no mark, and of those
                       that do; before them are the closed ones */
    struct kind kind[KINDS_MOST];
    uint8_t kind_of[MOST + 1][NUMBERS + 1]; /* by progress and marks */
    uint16_t pair[KINDS_MOST][KINDS_MOST];
    uint8_t row[PAIRS_MOST][2];
    uint16_t first[LEVELS + 1]; /* pair of each level, from the highest */
    uint8_t white[SUMS + 1];    /* first roll of each sum */
    uint8_t weight[WHITES];
    uint32_t faces[WHITES][BOXES]; /* of coloured dice that lead to a box: six
                                      bits for each of the four */
    uint8_t left[1 << 2 * SIDES];  /* of these bits of two dice: how many pairs
                                      of faces are not among them */
    lanes value[];                 /* by the pairs that rise and fall */
};

static inline bool has_goal(const struct table *t)
{
    return t->goal != NO_GOAL;
}

/* The end, by the points on the sheet. */
static inline int32_t end_value(const struct table *t, const uint8_t row[ROWS],
                                int failed)
{
    int points = failed * FAIL_POINTS;

    for (int i = 0; i < ROWS; i++)
        points += t->kind[row[i]].points;
    return has_goal(t) && points >= t->goal ? CERTAIN : 0;
}

/* What struct pl_solver asks for: in points, and where there is a goal. */
double pl_qwixx_solo_worth(const void *table, const void *state);
double pl_qwixx_solo_chance(const void *table, const void *state);
void pl_qwixx_solo_weigh(const void *table, const void *state, double of[]);
void pl_qwixx_solo_weigh_chances(const void *table, const void *state,
                                 double of[]);

#endif
