/* The messages between the page and the server, as text: docs/wire.md. What
 * comes in is hostile until it has been read. */
#ifndef WIRE_H
#define WIRE_H

#include "tables/tables.h"

#ifndef WIRE_VERSION /* tests have a command that speaks another one */
#define WIRE_VERSION 2
#endif

enum {
    WIRE_LONGEST = BOUND_MESSAGE /* bytes of a request */
};

extern const char *const wire_kind[]; /* the words for enum request_kind */

/* False: why says what is wrong; request->id is the number of the request, if
 * that much could be read. */
bool wire_read(const char *text, size_t length, struct request *request,
               struct pl_message *why);

/* The first message to everyone. */
void wire_greet(const char *build, const char *store, bool is_shared,
                int keep_days, struct pl_buffer *out);

/* The tables of this node's lobby as other nodes show them, a line each. */
void wire_lobby(const struct tables *tables, struct pl_buffer *out);

/* The next message to a guest; false: there is none now. */
bool wire_write(struct tables *tables, int guest, int64_t now,
                struct pl_buffer *out);

#endif
