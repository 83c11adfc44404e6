/*
 * Many games side by side, for those who train players: thousands of positions
 * are looked at and moved on by one call each.
 *
 * A batch is a list of arrays that the caller owns, a row per game; nothing is
 * allocated here, so copying the arrays copies the games. Every game rests
 * where a seat has something to decide; chance is rolled on the way there.
 * Where several seats decide at once they are asked one after the other, the
 * lowest first, and none sees what another has chosen. A game that ends begins
 * again at once in the same step: done is 1 then, points and winners are those
 * of the game that ended, and everything else shows the new one.
 *
 * All functions work on the rows from … to−1 alone, so that threads can share a
 * batch. A row depends on its own seed and moves, on nothing else.
 */
#ifndef PARLOUR_BATCH_H
#define PARLOUR_BATCH_H

#include "parlour_bots.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pl_batch {
    const struct pl_game *game;
    struct pl_setup setup;
    union pl_state *state;
    struct pl_rng *rng;
    int8_t *seat; /* who decides */
    /* NULL: not wanted. */
    uint8_t *mask;     /* move_count per row: 1 where a move is legal */
    int16_t *features; /* pl_features_count() per row: what bots look at */
    uint8_t *view;     /* state_size per row: what the seat may know */
    int16_t *points;   /* seats per row: as if the game ended now */
    uint8_t *winners;  /* bits of the seats that have won; 0: not done */
    uint8_t *done;     /* 1: a game ended in this step */
};

/* Starts all games, a seed per row. */
void pl_batch_begin(const struct pl_batch *batch, const uint64_t seed[],
                    size_t from, size_t to);

/* Writes the arrays again, after the caller has put other states there. */
void pl_batch_show(const struct pl_batch *batch, size_t from, size_t to);

/* Plays a move in each game. Returns `to`, or the first row whose move is not
 * legal: then nothing was played at all. */
size_t pl_batch_step(const struct pl_batch *batch, const pl_move move[],
                     size_t from, size_t to);

/* Lets a bot choose in each game; where only[] is 0 nothing happens (NULL:
 * everywhere). It thinks for so many steps; 0: as many as it usually takes.
 * pl_batch_play plays the moves as well, and its move[] may be NULL. */
void pl_batch_choose(const struct pl_batch *batch, const struct pl_bot *bot,
                     uint32_t steps, const uint8_t only[], pl_move move[],
                     size_t from, size_t to);
void pl_batch_play(const struct pl_batch *batch, const struct pl_bot *bot,
                   uint32_t steps, const uint8_t only[], pl_move move[],
                   size_t from, size_t to);

/* What each legal move leads to, for those who judge positions and not moves:
 * the position that the seat sees when its move has happened and the others
 * have passed (pl_look_ahead). */
struct pl_afters {         /* room for moves_max rows per game */
    uint32_t *first;       /* to − from + 1: the first row of each game */
    pl_move *move;         /* a row each; NULL: not wanted */
    int16_t *features;     /* pl_features_count() per row; NULL: not wanted */
    int16_t *points;       /* seats per row; NULL: not wanted */
    uint8_t *over;         /* 1: the move ends the game; NULL: not wanted */
    union pl_state *state; /* NULL: not wanted */
};
/* Returns the rows written. */
size_t pl_batch_after(const struct pl_batch *batch, const struct pl_afters *out,
                      size_t from, size_t to);

#ifdef __cplusplus
}
#endif
#endif
