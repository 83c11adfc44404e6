/* What this node tells the others that share its store, and what it makes of
 * what they tell. */
#ifndef TIDINGS_H
#define TIDINGS_H

#include "results.h"

void tidings_gather(const struct tables *tables, int64_t now,
                    struct tidings *out);
void tidings_take(const struct tidings *tidings, struct tables *tables,
                  struct results *results, int64_t now);

#endif
