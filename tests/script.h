/* Rule tests bring a match to a position by naming dice and moves. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include "parlour_match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* The games that people see, and Pig: the line that adds it stands here. */
extern const struct pl_game pl_pig_game;
const struct pl_game *const *all_games(void); /* ends with NULL */
#define TEST_GAME &pl_pig_game

/* Starts a match: "3 seats" and options as "first=1 finish_turn=1". */
void sit(struct pl_match *match, const struct pl_game *game, int seats,
         const char *options);

/* "[3 4 1 5 6 2] 1:g7 0:-": dice in brackets, moves after their seat. Fails
 * the test where a step is refused. */
void run(struct pl_match *match, const char *script);

/* What was put on the table by hand is what the match has asked about. The
 * functions here see to it. */
void settle_match(struct pl_match *match);

/* The legal moves of a seat, in the protocol's order; good until called
 * again. */
const char *legal(struct pl_match *match, int seat);
bool is_legal(struct pl_match *match, int seat, const char *move);

/* "chance", "over", or the seats that must decide: "0 2". */
const char *waiting(const struct pl_match *match);

/* The dice that make a move: "0 3", places in the row of dice; good until
 * called again. */
const char *dice_of(struct pl_match *match, int seat, const char *move);

/* Why the seat cannot touch a piece: its sentence and what is not 0 of n, m, k
 * ("qwixx.why.makes 5 6"), or "" where it can; good until called again. */
const char *reason(struct pl_match *match, int seat, int piece);

/* A state full of rubbish starts like a clean one. */
void check_start(const struct pl_game *game);

/* The game on a sheet that a seed makes, kept once. */
const struct pl_game *made_sheet(const struct pl_game *game, uint64_t seed);

int points(const struct pl_match *match, int seat);
unsigned winners(const struct pl_match *match);

#endif
