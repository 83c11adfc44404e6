/*
 * The server: one thread and one loop, which does everything that comes in.
 * What it may take from strangers is bounded everywhere, and nothing grows
 * while it runs.
 */
#ifndef SERVER_H
#define SERVER_H

#include "parlour_match.h"

struct server;

struct server_setup {
    const char *address; /* to listen on; NULL: all of this computer */
    uint16_t port;       /* 0: any free one */
    const char *folder;  /* whose files are served, as they are now */
    const struct pl_language *language; /* of the pages about errors */
    const char *store;      /* where tables are kept; NULL: until the end */
    const char *admin;      /* the operator's socket is beside that name; NULL:
                             * beside the store, if that is a file */
    const char *public_url; /* under which others know us; NULL: as they ask */
    const char *proxy;      /* that says for whom it speaks; NULL: none */
    int tables, sockets;    /* at most at a time */
    int per_address;        /* connections from one address, and sockets */
    int keep_days, idle_minutes;
    int impatience; /* 1; for tests: how many times less patience with the slow
                     */
};

/* Listens; NULL: why says what is in the way, in a sentence serve.*. */
struct server *server_open(const struct server_setup *setup,
                           struct pl_message *why);
uint16_t server_port(const struct server *server);
/* Returns after SIGTERM or SIGINT. */
void server_run(struct server *server);
void server_close(struct server *server);

#endif
