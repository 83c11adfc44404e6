/*
 * What train is made of: a learner is a brain in fractions, and what it needs
 * to go on learning. learner.c learns, play.c plays the games that it learns
 * from, tries.c tries moves out, write.c makes a file of it, and train.c is the
 * command.
 */
#ifndef LEARNER_H
#define LEARNER_H

#include "../../bots/brain_file.h"
#include "parlour_match.h"

enum {
    ALWAYS = ROLES * PL_FEATURES, /* the input that is on */
    INPUTS = ALWAYS + 1,
    WEIGHTS = INPUTS * UNITS + UNITS * STRAIGHT,
    MEMORIES = 8192 /* positions of one game */
};

/* What a seat saw, and a rival of it: the inputs that were not 0. */
struct memory {
    struct {
        int16_t at, x;
    } input[INPUTS];
    int inputs;
    int16_t points; /* ahead of the rival */
    int8_t seat;
    bool tried; /* that is where the target is from: it has no final */
    bool twin;  /* it was tried, and the next one with the same luck */
    float target, final;
};

/* All weights in one row: those of the inputs, then those of the outputs. */
struct learner {
    float weight[WEIGHTS], slope[WEIGHTS], drift[WEIGHTS], power[WEIGHTS];
    int16_t in[INPUTS][UNITS], out[UNITS][STRAIGHT];
    struct brain brain;
    int rival[PL_SEATS]; /* of each seat, in this game */
    float size[INPUTS];  /* of an input where it is not 0, usually */
    int memories, inputs, waiting;
    long batches;
    double error;    /* of the guesses, a running mean */
    double points;   /* of a seat in the end, a running mean */
    double mix;      /* how much the end counts against the next guess */
    double pace;     /* of learning, now */
    int sure;        /* so many of the first input are a point; 0: learn that */
    int seats;       /* of all games; 0: any number, often two */
    int rule, value; /* an option of all games; rule -1: none */
    int blind;       /* the last ones of a seat's inputs: not looked at */
    int rules;       /* so many per cent have a house rule; 0: as they come */
    int deep, turns, pairs; /* tries, and where there are some */
    int smooth;             /* the mean is of the last part; 0: no mean */
    float mean[WEIGHTS];    /* of the weights */
    struct pl_rng rng;
    long games;                     /* so far */
    char command[256];              /* that began it */
    struct memory memory[MEMORIES]; /* of one game: not kept */
    struct mind mind;               /* the player's, in this game: nor is it */
};

/* The brain begins with nothing, or with what another one knows. */
void learner_be_born(struct learner *l);
void learner_take_over(struct learner *l, const struct brain *brain);

/* The first input of both counts as it is. The unit becomes one by which its
 * weight is a whole number for the player. */
void learner_be_sure(struct learner *l);

/* The player gets what was learnt. */
void learner_hand_over(struct learner *l);

/* What seats see in a position of a game: so far it has no target. */
void learner_take_down(struct learner *l, struct memory *m,
                       const struct pl_game *game, const union pl_state *state,
                       int seat);
void learner_remember(struct learner *l, const struct pl_game *game,
                      const union pl_state *state, unsigned seats);

/* Learns from all that is remembered of a game. */
void learner_learn(struct learner *l, const struct pl_result *end);

/* Plays a game and remembers it; brain NULL: by points alone. */
void learner_play(struct learner *l, const struct pl_game *game,
                  const struct brain *brain, struct pl_result *end);

/* Everyone just takes what there is: how far final points lie apart then is
 * how many make a difference, and that is how large inputs usually are. */
void learner_get_to_know(struct learner *l, const struct pl_game *game,
                         bool even);

/* Tries out the best move and another one, where both leave the game open. */
void learner_try_pair(struct learner *l, const union pl_state *state, int seat);

/* C for bots/brains/, or a file for `sim --brain` if it is called *.brain.
 * False: it cannot be written. */
bool learner_write(struct learner *l, const char *path, const char *game,
                   const char *command);

#endif
