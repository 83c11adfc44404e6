/* HTTP on the loop: libmicrohttpd reads and writes, the loop waits. */
#ifndef HTTP_H
#define HTTP_H

#include "address.h"
#include "files.h"

#include <uv.h>

struct http;

/* How the house is: for those who watch it, and for those who send people. */
enum { STORE_FAILS = 1, NO_ROOM = 2, CLOSING = 4 };

enum welcome { WELCOME, HOUSE_FULL, TOO_MANY_THERE, NOT_WELCOME };

typedef void http_answered(void *with, unsigned status, struct pl_buffer *text);

struct http_setup { /* must last as long as the server */
    const struct files *files;
    const struct pl_language *language;
    const char *public_url; /* under which others know us; NULL: by Host */
    const struct address_hashing *hashing;
    int per_address; /* connections; the next are told so */
    int impatience;  /* how many times less patience than usual */
    /* Sockets: whether there is room for one more from there; a socket, which
     * is then theirs, with what was read from it already. tries: how often it
     * has looked for an answer elsewhere. */
    void *context;
    enum welcome (*welcome)(void *context, uint64_t from);
    void (*take)(void *context, int fd, uint64_t from, unsigned tries,
                 const char *read, size_t length);
    /* A result of the game of the day, which lasts until it is answered, at
     * once or later: with a status, and JSON that is given away. */
    void (*daily)(void *context, uint64_t from, const char *key,
                  const char *record, size_t length, http_answered *answered,
                  void *with);
    unsigned (*troubles)(void *context);
    void (*measure)(void *context, struct pl_buffer *out); /* for /metrics */
};

/* Takes over the listening socket. */
struct http *http_open(uv_loop_t *loop, int listening,
                       const struct http_setup *setup);
/* Closes every connection. The loop must run once more before it is closed:
 * that frees what is left. */
void http_close(struct http *http);

struct http_figures {
    uint64_t crowded;   /* refused: too many from one address */
    uint64_t pouring;   /* refused: too many in a short time */
    uint64_t asking;    /* refused: too many requests in a short time */
    uint64_t full;      /* refused: too many in all, and many of them theirs */
    uint64_t made_room; /* cut off for others */
    uint64_t exhausted; /* times that no descriptor was left */
    bool is_exhausted;
};
void http_figures(const struct http *http, struct http_figures *out);

#endif
