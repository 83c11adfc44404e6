/* Results of the game of the day: replayed, checked against the recipe, and
 * counted by day. No one's name is in them. */
#ifndef RESULTS_H
#define RESULTS_H

#include "store/store.h"

struct results;

struct results *results_new(void);
void results_free(struct results *results);

/* One that is known to be good; false: it is there already, or too many. */
bool results_add(struct results *results, const struct stored_result *result);

/* What a device sends: 32 digits, its own number for its try, which counts
 * once, and a record. Its value is the points, or those ahead of the bot.
 * First: is it its turn, and the number one? from: its address as a hash; now:
 * milliseconds since 1970. */
bool results_may(struct results *results, uint64_t from, const char *key,
                 int64_t now, struct stored_result *result,
                 struct pl_message *why);
/* Then the record, on any thread: all that bots did is done again, which takes
 * milliseconds. */
bool results_check(const char *record, size_t length, int64_t now,
                   struct stored_result *result, struct pl_message *why);
/* Then it counts. *is_new: it was added, and is to be stored. Both return the
 * status of HTTP; out gets the day's distribution as JSON, or why not. */
unsigned results_count(struct results *results,
                       const struct stored_result *result, bool *is_new,
                       struct pl_buffer *out);
unsigned results_refuse(const struct pl_message *why, struct pl_buffer *out);

/* The first day that is still of interest; those before are forgotten. */
int results_sweep(struct results *results, int64_t now);

#endif
