/* The state and the numbers of Play & Repeat, for its rules and its bots. */
#ifndef PLAY_AND_REPEAT_H
#define PLAY_AND_REPEAT_H

#include "kit.h"
#include "play_and_repeat_sheets.h"

enum { SEATS = 6, DICE = 1 + COLOURS, WHITE = 0 };
enum { END_COLOURS = 3, COLOUR_MONEY = 5 };
/* A turn completes one colour a seat at most, after two at most. */
enum { COLOURS_MONEY = END_COLOURS * COLOUR_MONEY };
enum phase { ROLLING, CHOOSING, DONE };
enum { PASS, FIRST_SET };

struct repeat {
    uint64_t crossed[SEATS][2]; /* bits of the sheet */
    uint64_t near[SEATS][2];    /* beside START or a cross: what crossed says */
    uint16_t rows[SEATS];       /* bits: rows whose amount is claimed */
    uint8_t colours[SEATS];     /* bits: colours completed */
    uint8_t die[DICE];          /* W Y B P O R; 0: not rolled, or taken */
    uint8_t seats, active, phase;
    uint8_t chooser;          /* whose opportunity it is */
    uint8_t idle, idle_limit; /* turns without a cross; limit 0: not counted */
    uint16_t options;         /* bits OPT_END_… */
};

extern const struct pl_sheets pl_play_and_repeat_text; /* as people write it */
static inline const struct sheet *sheet_of(const struct pl_game *game)
{
    return game->sheet;
}

static inline int count(uint64_t boxes)
{
    return pl_count((unsigned)boxes) + pl_count((unsigned)(boxes >> 32));
}

static inline unsigned rows_claimed(const struct repeat *g)
{
    unsigned rows = 0;

    for (int s = 0; s < g->seats; s++)
        rows |= g->rows[s];
    return rows;
}

/* What the coins on crossed boxes are worth. */
int pl_play_and_repeat_coins(const struct sheet *sheet, const struct repeat *g,
                             int seat);

#endif
