/* Nonces and draws, for the files of tables.h. */
#ifndef DRAW_H
#define DRAW_H

#include "hall.h"

/* Rows of a draw stand before its result: who was named, and the links. */
enum { ROW_NAMES = -8, ROW_LINK = -7, ROW_CHANCE = -1 };

/* A new seed, and no one has committed to anything. */
void hall_new_seed(struct tables *all, struct table *t);
/* The same, before a game: whatever anyone has committed to is forgotten. */
void hall_make_afresh(struct tables *all, struct table *t);
/* The seat is another's now, before the game. */
void hall_forget_promise(struct tables *all, struct table *t, int seat);
/* With one device there is no one to draw with, and real dice are real. */
bool hall_can_draw_together(const struct table *t);
void hall_begin_draws(struct table *t);
/* Whether the next result may fall; and what to mix into it. */
bool hall_draw(struct tables *all, struct table *t);
const uint8_t *hall_mixed(const struct table *t);
/* Anyone who was silent too often is named again when he speaks up, a few
 * times.
 */
void hall_excuse(struct table *t, int seat);
/* The chains in the match are those that a record shows while it is played. */
void hall_show_chains(struct table *t);

/* From the store, step by step; false: it is damaged. */
void hall_restore_promises(struct table *t);
bool hall_restore_draw(struct table *t, const struct stored_step *step);
bool hall_restore_drawn(struct table *t);

#endif
