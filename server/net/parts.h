/* libmicrohttpd reads from all who have sent something in one go, and answers
 * them, while the sockets wait. So there are many of it, each with a few of the
 * connections, and one of them has its turn in a round of the loop. */
#ifndef PARTS_H
#define PARTS_H

#include "peers.h"

#include <microhttpd.h>

enum { PARTS = (PEERS + BOUND_TOGETHER - 1) / BOUND_TOGETHER };

/* Each has two descriptors. */
_Static_assert(2 * PARTS + 128 <= BOUND_OWN, "too few are set aside");

struct part {
    struct MHD_Daemon *daemon; /* NULL: none was needed so far */
    bool is_in_line;
};

struct parts { /* begins zeroed */
    int front; /* can be read when a part has something to do */
    struct part part[PARTS];
    struct part *line[PARTS];
    int first, count; /* in line */
};

void parts_open(struct parts *parts);
/* One with room for a connection, started if need be. NULL: it cannot be. */
struct MHD_Daemon *parts_with_room(struct parts *parts,
                                   struct MHD_Daemon *(*start)(void *context),
                                   void *context);
/* Some of those that have something to do line up. */
void parts_look(struct parts *parts);
void parts_line_up(struct parts *parts, struct part *part);
void parts_line_up_all(struct parts *parts);
struct part *parts_next(struct parts *parts); /* NULL: no one is in line */
bool part_has_more(const struct part *part);  /* after its turn */
void parts_close(struct parts *parts);

#endif
