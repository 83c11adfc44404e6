/* The handshake of a WebSocket, RFC 6455: the parts that are only words. */
#ifndef HANDSHAKE_H
#define HANDSHAKE_H

#include <stdbool.h>

enum { HANDSHAKE_ACCEPT = 28 };

/* The answer to a client's key; false: that is not a key. */
bool handshake_accept(const char *key, char out[HANDSHAKE_ACCEPT + 1]);

/* Whether a list of a header, "keep-alive, Upgrade", has that word. */
bool handshake_has_word(const char *list, const char *word);

/* Whether that is the address of a page: http or https, a host, and perhaps a
 * port and a path. */
bool handshake_is_url(const char *url);

/* Whether a page from that origin may speak with us: it came from our public
 * address, or from the host that it is speaking to. Where we have a public
 * address, that host must be a number or localhost: anyone can let a name of
 * his own lead to our address, and then it is his page that speaks. */
bool handshake_is_ours(const char *origin, const char *host,
                       const char *public_url);

#endif
