/*
 * The operator's own door: a socket beside the store that only its user can
 * open. One line comes in, LANGUAGE and the words of a command, with tabs
 * between them; + or − and the answer in words go out.
 */
#ifndef ADMIN_H
#define ADMIN_H

#include "net/address.h"
#include "service.h"

enum { ADMIN_PATH = 100, ADMIN_LINE = 2048 };

struct admin;

/* The name of the socket that belongs to a store; false: it is too long. */
bool admin_path(const char *store, char out[ADMIN_PATH]);
/* The backup that "restore" reads: anyone who calls puts a copy there, since
 * the server may not be allowed to read what they can. */
bool admin_lent_path(const char *store, char out[ADMIN_PATH]);

/* NULL: it cannot be opened. The service and the hashing must last. */
struct admin *admin_open(uv_loop_t *loop, const char *store,
                         struct service *service,
                         const struct address_hashing *hashing);
/* The loop must run once more before it is closed. */
void admin_close(struct admin *admin);

#endif
