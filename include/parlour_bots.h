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

#ifdef __cplusplus
extern "C" {
#endif

/* What bots look at in a position: the prospects of a seat as small whole
 * numbers, always as many in one game. How many; 0: this game has none. */
int pl_features_count(const struct pl_game *game);
/* Writes those of a view; returns how many. */
int pl_features_write(const struct pl_game *game, const union pl_state *view,
                      int seat, int16_t out[]);

struct brain; /* bots/think.h */

/* How long to think, and with what. A step is a move or a result of chance that
 * is tried. */
struct pl_budget {
    uint32_t
        steps; /* at most, roughly; 0: as many as the level usually takes */
    uint8_t temper; /* taste among moves as good: 0 none, 1 careful, 2 bold,
                     * 3 none, and so on: bots at a table may take the seat */
    bool (*enough)(void *with); /* asked now and then; NULL: never enough */
    void *with;
    uint32_t *taken;           /* if not NULL: gets how many steps it took */
    const struct brain *brain; /* NULL: the one that is built in */
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

/* One number that sums up how a bot plays a game: the same on every machine.
 * Where more than two play, each has the temper of its seat. */
uint64_t pl_bot_signature(const struct pl_bot *bot, const struct pl_game *game,
                          int seats, uint32_t steps);

/* What a move leads to when everyone plays on well: the seat's final points
 * and its chance to win (a shared victory counts as its share). The errors are
 * halves of 95 % intervals; one try alone says nothing about its error. */
struct pl_hint {
    pl_move move;
    float points, points_error;
    float win, win_error;
    uint32_t tries; /* games played to the end */
};

/* An inquiry into all legal moves of a seat: it is begun once, goes on as often
 * as wanted, and says at any time what it knows. Moves that look good are tried
 * first, and those that turn out bad are left alone. A plain value. */
struct pl_inquiry {
    const struct pl_game *game;
    union pl_state view;
    uint64_t seed;
    int seat, moves;
    int from, to; /* the moves that are being tried */
    int laps;     /* tries of each of these */
    uint32_t steps;
    struct pl_tried {
        pl_move move;
        uint32_t tries;
        double points, squares, wins; /* sums */
    } tried[PL_MOVES];
};
void pl_inquire(struct pl_inquiry *inquiry, const struct pl_game *game,
                const union pl_state *view, int seat, uint64_t seed);
/* Tries this move from the start, before anything else is asked. */
void pl_inquire_first(struct pl_inquiry *inquiry, pl_move move);
void pl_inquire_on(struct pl_inquiry *inquiry, const struct pl_budget *budget);

/* The moves tried so far, the best first; returns how many. */
int pl_inquire_hints(const struct pl_inquiry *inquiry, struct pl_hint out[]);

/* All moves at one go. */
int pl_hints(const struct pl_game *game, const union pl_state *view, int seat,
             struct pl_rng *rng, const struct pl_budget *budget,
             struct pl_hint out[]);

/* By how much the first of two moves is better: both are played on in the same
 * worlds, so that luck cancels. Who chose them by tries must give another
 * seed here, for the best of many that were tried looks better than it is.
 * Errors are halves of 95 % intervals. */
struct pl_loss {
    float points, points_error;
    float win, win_error;
    bool is_sure; /* the first is better, and that is no noise */
    uint32_t tries;
};
void pl_compare(const struct pl_game *game, const union pl_state *view,
                int seat, const pl_move move[2], uint64_t seed,
                const struct pl_budget *budget, struct pl_loss *out);

/* A decision that was made, and what it has cost: the move that was played
 * against the best other one that a search finds. Both are played on a few
 * rolls in the same worlds. The seat had a choice. */
struct pl_decision {
    const struct pl_game *game;
    const union pl_state *view;
    uint64_t seed;
    int seat;
    pl_move played;
    uint32_t tries; /* of the two moves, at least; 0: until it is clear */
};
enum pl_call {
    PL_FINE,   /* it cost nothing that is worth a word */
    PL_COSTLY, /* the other one is better */
    PL_CLOSE   /* too close to call */
};
struct pl_verdict { /* costs below 0: it was better by so much */
    pl_move best;   /* of the others */
    uint8_t call;   /* enum pl_call */
    float points;   /* of the lead in the end; alone: of the points */
    float win;      /* of the chance to win */
    float worth;    /* of both, in points or what compares with them */
    float chance;   /* to win, after the move that was played */
    uint32_t tries;
    uint32_t wants; /* tries more that may make it clear; too close only */
    struct pl_tries {
        double worth, squares, points, win, chance; /* sums */
    } sums;
};
void pl_judge(const struct pl_decision *decision,
              const struct pl_budget *budget, struct pl_verdict *out);
/* Goes on from a verdict on the same decision. */
void pl_judge_on(const struct pl_decision *decision,
                 const struct pl_budget *budget, struct pl_verdict *verdict);

/* --- The game of the day ------------------------------------------------- */

struct pl_match; /* parlour_match.h */

/* What a bot answers to the open question of a game of the day: always the
 * same. steps 0: as many as it usually takes. */
pl_move pl_daily_choose(const struct pl_match *match, int seat, const char *bot,
                        uint32_t steps);
/* Plays a game of the day on to its end: expert in the place of the person,
 * with PL_DAILY_STEPS, and the day's bot. */
void pl_daily_expert(struct pl_match *match);
/* Besides what pl_daily_check asks: did the bot choose what it chooses? */
bool pl_daily_check_all(const struct pl_match *match, size_t *step,
                        struct pl_message *why);

#ifdef __cplusplus
}
#endif
#endif
