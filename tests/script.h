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
extern const struct pl_game pig_game;
const struct pl_game *const *all_games(void); /* ends with NULL */
#define TEST_GAME &pig_game

/* Starts a match: "3 seats" and options as "first=1 finish_turn=1". */
void sit(struct pl_match *match, const struct pl_game *game, int seats,
         const char *options);

/* "[3 4 1 5 6 2] 1:g7 0:-": dice in brackets, moves after their seat. Fails
 * the test where a step is refused. */
void run(struct pl_match *match, const char *script);

/* The legal moves of a seat, in the protocol's order; good until called
 * again. */
const char *legal(const struct pl_match *match, int seat);
bool is_legal(const struct pl_match *match, int seat, const char *move);

/* "chance", "over", or the seats that must decide: "0 2". */
const char *waiting(const struct pl_match *match);

int points(const struct pl_match *match, int seat);
unsigned winners(const struct pl_match *match);

#endif
