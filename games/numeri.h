/*
 * The state and the track of Numeri, for its rules and for those who must read
 * a position.
 *
 * A place is 0 off the board and 1 + s on square s, so a new board is all
 * zeros. A set of places is a mask; bit 0 is never set in `taken`.
 */
#ifndef NUMERI_H
#define NUMERI_H

#include "kit.h"

enum { FEWEST = 2, SEATS = 4, TOKENS = 5, MAX_SQUARES = 62 };
enum { OFF = 0, OFF_VALUE = -5, END_SQUARES = 3, USUAL_SQUARES = 37 };

struct numeri {
    uint64_t taken; /* bits: places with a token on them, anyone's */
    uint8_t place[SEATS][TOKENS];
    uint8_t seats, active;
    uint8_t die;     /* 0: not rolled */
    uint8_t options; /* bits OPT_… */
};

/* The board. */
struct track {
    uint8_t squares;
    int8_t value[MAX_SQUARES];  /* 0: no number */
    uint8_t barrier[SEATS + 1]; /* by players: the first square beyond it */
};

extern const struct pl_sheets pl_numeri_sheets; /* as people see it */
static inline const struct track *track_of(const struct pl_game *game)
{
    return game->sheet;
}
/* A copy of the game whose rules read its own track, not the shipped one. */
void pl_numeri_any(struct pl_game *copy);

/* The next free place as a bit; 0: none is ahead. */
static inline uint64_t next_free(const struct track *track, uint64_t taken,
                                 int place)
{
    uint64_t board = bit(track->squares + 1) - bit(1);
    uint64_t ahead = board & ~taken & (~UINT64_C(1) << place);

    return ahead & -ahead;
}

static inline bool barrier_is_crossed(const struct track *track,
                                      const struct numeri *g)
{
    return g->taken >> (track->barrier[g->seats] + 1) != 0;
}

#endif
