/* Everything that plays together: tables, their store, sockets and bots, on
 * the loop. */
#ifndef ROOM_H
#define ROOM_H

#include "server.h"

#include <uv.h>

enum { BUILD_NAME = 16 };

struct room;

/* Puts every table back that is not too old. NULL: why says what is wrong. */
struct room *room_open(uv_loop_t *loop, const struct server_setup *setup,
                       const char *build, struct pl_message *why);
/* Stores what is left, and says goodbye. The loop must run once more. */
void room_close(struct room *room);

/* For http.h: the context is the room. */
bool room_has_room(void *room);
void room_take(void *room, int fd, const char *read, size_t length);
void room_measure(void *room, struct pl_buffer *out);

#endif
