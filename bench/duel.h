/*
 * Two bots play pairs of games: the same dice, each in every other seat, then
 * the other way round. With more than two players what counts is the share of
 * the win.
 */
#ifndef DUEL_H
#define DUEL_H

#include "parlour_bots.h"

enum { SIDES = 2 };

/* Who plays, by whose rules: a bot of another build gets that build's game. */
struct side {
    const struct pl_bot *bot;
    const struct pl_game *game;
    uint32_t most;                /* steps of a move; 0: as usual */
    uint8_t temper;               /* what it leans to */
    const struct brain *brain;    /* NULL: the one that is built in */
    double points, time, longest; /* of its seats, summed; of its moves */
    uint64_t steps;               /* of its moves, summed */
    long results, moves;
};

struct duel {
    const struct pl_game *game;
    const char *rule, *value; /* a house rule, or NULL */
    int seats, pairs;
    uint64_t seed; /* of the first pair */
    struct side side[SIDES];
    double share, squares; /* of the first side in a pair, summed */
    double lead, leads;    /* of its seats in mean points, likewise */
    double winner;         /* points of the best, summed */
    long choices, differ;  /* if tempers do: what the other one would take */
};

/* Both sides play by the game of the duel if they have none of their own. */
void fight(struct duel *d);

/* The mean of a pair with its 95 % interval. */
struct interval {
    double mean, low, high;
};
struct interval share_of(const struct duel *d);
struct interval lead_of(const struct duel *d);

#endif
