/*
 * Bots on threads of their own, which give way to everything that people wait
 * for. As many think at once as there are cores; the more of them wait, the
 * less time each has, so that no one waits much longer than for one.
 */
#ifndef THINKER_H
#define THINKER_H

#include "parlour.h"

#include <uv.h>

#define STAND_IN "medium" /* the bot that plays for who is away */

struct thinker;

/* Calls thought on the loop, once for each time that it was asked. */
struct thinker *thinker_open(uv_loop_t *loop,
                             void (*thought)(void *context, int table,
                                             uint32_t question, int seat,
                                             pl_move move),
                             void *context);
void thinker_ask(struct thinker *thinker, int table, uint32_t question,
                 int seat, const char *bot, const struct pl_game *game,
                 const union pl_state *view);
/* Something else that takes long: work on a thread, then done on the loop. */
void thinker_do(struct thinker *thinker, void (*work)(void *with),
                void (*done)(void *with), void *with);
int thinker_count(const struct thinker *thinker); /* that think or wait */
/* Runs the loop until no one thinks any more; what they thought is dropped,
 * what else was done is not. */
void thinker_close(struct thinker *thinker);

#endif
