/*
 * Bots: they choose a move from what their seat may know, and hints: what each
 * move is worth.
 *
 * Nothing here allocates, asks a clock or remembers: the same view, random
 * numbers and budget in steps give the same answer on every machine.
 */
#ifndef PARLOUR_BOTS_H
#define PARLOUR_BOTS_H

#include "parlour.h"

/* How long to think. A step is a move or a result of chance that is tried. */
struct pl_budget {
    uint32_t
        steps; /* at most, roughly; 0: as many as the level usually takes */
    bool (*enough)(void *with); /* asked now and then; NULL: never enough */
    void *with;
    uint32_t *taken; /* if not NULL: gets how many steps it took */
};

struct pl_bot {
    const char *id; /* "random"; bot.ID in the catalogue says how it plays */

    /* The seat must be asked to decide; view is what hide leaves for it.
     * Without a budget (NULL) it takes what is usual for its level. */
    pl_move (*choose)(const struct pl_game *game, const union pl_state *view,
                      int seat, struct pl_rng *rng,
                      const struct pl_budget *budget);

    /* It asks for the list of moves and for nothing else, which is the same in
     * the state and in the view: no view need be made for it. */
    bool only_moves;
};

extern const struct pl_bot *const pl_bots[]; /* ends with NULL */
const struct pl_bot *pl_bot_find(const char *id);

/* One number that sums up how a bot plays a game: the same on every machine. */
uint64_t pl_bot_signature(const struct pl_bot *bot, const struct pl_game *game,
                          int seats, uint32_t steps);

/* What a move leads to when everybody plays on well: the seat's final points
 * and its chance to win (a shared victory counts as its share). The errors are
 * halves of 95 % intervals. */
struct pl_hint {
    pl_move move;
    float points, points_error;
    float win, win_error;
    uint32_t tries; /* games played to the end */
};

/* All legal moves of a seat, the best first; returns how many. Moves that soon
 * look bad get fewer tries. */
int pl_hints(const struct pl_game *game, const union pl_state *view, int seat,
             struct pl_rng *rng, const struct pl_budget *budget,
             struct pl_hint out[]);

#endif
