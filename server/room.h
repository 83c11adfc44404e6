/* Everything that plays together: tables, their store, sockets and bots, on
 * the loop. */
#ifndef ROOM_H
#define ROOM_H

#include "http.h"
#include "server.h"
#include "socket.h"
#include "store.h"

enum { BUILD_NAME = 16 };

struct room;

/* Puts every table back that is not too old. NULL: why says what is wrong. */
struct room *room_open(uv_loop_t *loop, const struct server_setup *setup,
                       const char *build, struct pl_message *why);
/* Stores what is left, and says goodbye. The loop must run once more. */
void room_close(struct room *room);

struct room_figures {
    struct figures tables;
    struct sockets_figures sockets;
    struct store_figures store;
    uint64_t taken, full, crowded; /* sockets, and those refused */
};
void room_figures(const struct room *room, struct room_figures *out);

/* For http.h: the context is the room. */
enum welcome room_welcome(void *room, uint64_t from);
void room_take(void *room, int fd, uint64_t from, const char *read,
               size_t length);
void room_measure(void *room, struct pl_buffer *out);

#endif
