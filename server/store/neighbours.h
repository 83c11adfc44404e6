/* What the nodes of a shared store tell each other through it, about once a
 * second: which tables wait for people, what was taken by whom, what operators
 * have ordered, and results of the game of the day. Who has said nothing for a
 * while is not there. */
#ifndef NEIGHBOURS_H
#define NEIGHBOURS_H

#include "rows.h"

struct neighbours; /* the statements, on a connection that reads */

struct neighbours *neighbours_open(struct sql *reader);
void neighbours_close(struct neighbours *neighbours);
/* Between look and looked, and valid only after that. What this node says is
 * replaced by what the others have said. */
void neighbours_tell(struct neighbours *neighbours, const char *node,
                     struct tidings *tidings);
/* How many nodes use the store. */
int neighbours_count(struct neighbours *neighbours);

#endif
