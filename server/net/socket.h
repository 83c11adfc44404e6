/*
 * WebSockets on the loop: frames.c reads frames, the loop says when.
 *
 * Messages are looked up when the socket can take them and never before, and
 * those that are there go out together; so a slow peer costs a few at most.
 * Peers that do not take theirs, and peers that say nothing, not even to a
 * ping, are dropped.
 */
#ifndef SOCKET_H
#define SOCKET_H

#include "parlour_match.h"

#include <uv.h>

struct sockets;

struct sockets_host {
    void *context;
    /* A peer sent a message; false: it is to be dropped. */
    bool (*heard)(void *context, int socket, const char *text, size_t length);
    /* The next message for it; false: none now. */
    bool (*next)(void *context, int socket, struct pl_buffer *out);
    void (*gone)(void *context, int socket);
    /* So much waits to be written that those who say much are not heard; the
     * loop wakes up when that is over. */
    bool (*is_behind)(void *context);
};

/* The host must last. impatience: how many times less patience than usual it
 * has with the slow and the silent. */
struct sockets *sockets_open(uv_loop_t *loop, int most, size_t longest,
                             int impatience, const struct sockets_host *host);
/* Sockets go by number, which is chosen by the caller. */
void sockets_add(struct sockets *sockets, int number, int fd, const char *read,
                 size_t length);
/* Cuts one off, if it is there; or ends it, with a code and a reason. */
void sockets_drop(struct sockets *sockets, int number);
void sockets_end(struct sockets *sockets, int number, int code,
                 const char *reason);
/* It is not heard for so many milliseconds; what it says waits with it. */
void sockets_rest(struct sockets *sockets, int number, int64_t pause);
void sockets_wake(struct sockets *sockets, int number); /* it has news */
/* Says goodbye to all; the loop must run once more before it is closed. */
void sockets_close(struct sockets *sockets);

struct sockets_figures {
    uint64_t received, sent, dropped; /* messages, messages, sockets */
    int open;
};
void sockets_figures(const struct sockets *sockets,
                     struct sockets_figures *out);

#endif
