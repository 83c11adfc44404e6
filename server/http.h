/* HTTP on the loop: libmicrohttpd reads and writes, the loop waits. */
#ifndef HTTP_H
#define HTTP_H

#include "files.h"
#include "origin.h"

#include <uv.h>

struct http;

enum welcome { WELCOME, HOUSE_FULL, TOO_MANY_THERE };

struct http_setup { /* must last as long as the server */
    const struct files *files;
    const struct pl_language *language;
    const char *public_url; /* under which others know us; NULL: by Host */
    const struct origins *origins;
    int per_origin; /* connections; the next are told so */
    int haste;      /* how many times less patience than usual */
    /* Sockets: whether there is room for one more from there; a socket, which
     * is then theirs, with what was read from it already. */
    void *context;
    enum welcome (*welcome)(void *context, uint64_t from);
    void (*take)(void *context, int fd, uint64_t from, const char *read,
                 size_t length);
    void (*measure)(void *context, struct pl_buffer *out); /* for /metrics */
};

/* Takes over the listening socket. */
struct http *http_open(uv_loop_t *loop, int listening,
                       const struct http_setup *setup);
/* Closes every connection. The loop must run once more before it is closed:
 * that frees what is left. */
void http_close(struct http *http);
/* Connections that were refused because too many came from one address. */
uint64_t http_crowded(const struct http *http);

#endif
