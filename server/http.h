/* HTTP on the loop: libmicrohttpd reads and writes, the loop waits. */
#ifndef HTTP_H
#define HTTP_H

#include "files.h"

#include <uv.h>

struct http;

/* Takes over the listening socket; the files and the language must last. */
struct http *http_open(uv_loop_t *loop, int listening,
                       const struct files *files,
                       const struct pl_language *language);
/* Closes every connection. The loop must run once more before it is closed:
 * that frees what is left. */
void http_close(struct http *http);

#endif
