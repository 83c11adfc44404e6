/*
 * What the ways of thinking share: what a position is worth, and what the
 * moves of a seat lead to.
 *
 * A brain guesses from the features of two seats how many points the one will
 * still gain on the other, and how far off that guess will be. It is a network
 * of one hidden layer in whole numbers, so that every machine gets the same.
 */
#ifndef THINK_H
#define THINK_H

#include "features.h"
#include "parlour_bots.h"

enum {
    UNITS = 32,   /* of the hidden layer, with the two straight ones */
    STRAIGHT = 2, /* units that lead straight to one of the outputs */
    FINE = 4096   /* a weight of 1 */
};

struct brain {
    const char *game; /* its id */
    int seats;        /* it knows games of so many alone; 0: of any number */
    int inputs;       /* of a seat */
    float unit;       /* so many points are an output of 1 */
    const int16_t (*in)[UNITS];     /* own, the rival's, and one always on */
    const int16_t (*out)[STRAIGHT]; /* UNITS rows; the straight ones unused */
};

extern const struct brain *const pl_brains[]; /* built in; ends with NULL */

/* The brain for a game with so many players, or NULL. */
const struct brain *pl_brain_find(const struct pl_game *game, int seats);

/* The one to think with there: the budget's own, or that of the game. */
const struct brain *pl_brain_for(const struct pl_game *game,
                                 const union pl_state *view,
                                 const struct pl_budget *budget);

/* What a seat's position looked like last, and what it brought the units: the
 * next is mostly similar, and only what changed is added up. */
struct glance {
    int16_t feature[PL_FEATURES];
    int32_t sum[UNITS];
};

/* Numbers that are reckoned with side by side. */
enum { LANES = 4 };
typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));

enum role { OWN, RIVAL, ROLES };

struct mind {
    const struct pl_game *game;
    pl_features *features;
    const struct brain *brain; /* NULL: the points of the moment must do */
    uint32_t steps;            /* taken so far */
    uint32_t asked;            /* seats that chose while it played on */
    bool alone;                /* think of one rival only: quicker */
    bool goes_on;    /* after others have decided, the seat does so again */
    bool plain;      /* the points of the moment are all that counts */
    bool sure;       /* all that counts is how near the guess will be */
    bool guesses;    /* what those take who choose at the same time */
    uint8_t guessed; /* bits: seats whose move was guessed */
    pl_move likely[PL_SEATS];           /* that move */
    float gift;                         /* points more than there are */
    lanes out[STRAIGHT][UNITS / LANES]; /* the brain's, ready to use */
    struct glance glance[ROLES][PL_SEATS];
};

void pl_mind_begin(struct mind *mind, const struct pl_game *game,
                   const struct brain *brain);

/* What a seat may hope for in a position: the chance to win, the lead over the
 * best rival in the end (alone: the points), what both are worth, in points or
 * what compares with them, and how far off that lead will be. */
struct prospects {
    float chance, lead, worth, error;
};
struct prospects pl_mind_foresee(struct mind *mind, const union pl_state *state,
                                 int seat);

/* The lead over one rival in the end; the seat itself for a rival: the points
 * alone. */
float pl_mind_lead(struct mind *mind, const union pl_state *state, int seat,
                   int rival);

float pl_mind_worth(struct mind *mind, const union pl_state *state, int seat);
float pl_mind_unit(const struct mind *mind); /* points that make a difference */

/* What a unit of points more would be worth there. */
float pl_mind_worth_of_unit(struct mind *mind, const union pl_state *state,
                            int seat);

/* The worth of each legal move, looking on through the seat's own next
 * decisions while the others do the least, or what was guessed; returns how
 * many there are. */
int pl_mind_weigh(struct mind *mind, const union pl_state *state, int seat,
                  pl_move move[], float worth_of[]);

/* The best move for quick play. */
pl_move pl_mind_best(struct mind *mind, const union pl_state *state, int seat);

/* Chance decides, once. */
static inline void roll_on(const struct pl_game *game, union pl_state *state,
                           struct pl_rng *rng)
{
    struct pl_chance chance;
    uint8_t face[PL_DICE];

    game->chance(game, state, &chance);
    pl_roll(&chance, rng, face);
    game->land(game, state, face);
}

/* Plays on for everyone, until chance is to decide once more after `depth`
 * times, or to the end. */
void pl_mind_play_on(struct mind *mind, union pl_state *state, int depth,
                     struct pl_rng *rng);

/* Tries whose rolls are spread evenly over all results: so many turns of a try.
 * The generator's next number becomes that of the nth try; the shift is any
 * number, the same for all tries. */
enum { EVEN = 4 };
void pl_spread(struct pl_rng *rng, int turn, uint64_t shift, int nth);

#endif
