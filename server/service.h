/* Everything that plays together: tables, their store, sockets and bots, on
 * the loop. */
#ifndef SERVICE_H
#define SERVICE_H

#include "net/http.h"
#include "net/socket.h"
#include "server.h"
#include "store/store.h"

enum { BUILD_NAME = 16 };

struct service;

/* Puts every table back that is not too old. NULL: why says what is wrong. */
struct service *service_open(uv_loop_t *loop, const struct server_setup *setup,
                             const char *build, struct pl_message *why);
/* Stores what is left, and says goodbye. The loop must run once more. */
void service_close(struct service *service);

/* What the nodes of a shared store have in common; NULL: there are no others.
 */
const uint8_t *service_key(const struct service *service);

struct service_figures {
    struct figures tables;
    struct sockets_figures sockets;
    struct store_figures store;
    uint64_t taken, full, crowded; /* sockets, and those refused */
    uint64_t too_many_old; /* tables of which only some may be deleted */
};
void service_figures(const struct service *service,
                     struct service_figures *out);

/* For http.h: the context is the service. */
enum welcome service_welcome(void *service, uint64_t from);
void service_take(void *service, int fd, uint64_t from, unsigned tries,
                  const char *read, size_t length);
void service_daily(void *service, uint64_t from, const char *key,
                   const char *record, size_t length, http_answered *answered,
                   void *with);
unsigned service_troubles(void *service);
void service_measure(void *service, struct pl_buffer *out);

/* For the operator. */
struct tables *service_tables(struct service *service);
int service_most_tables(const struct service *service);
int64_t service_now(const struct service *service);
/* Anyone who is banned is cut off. */
void service_cut_off(struct service *service);
/* A table that others have: as it is stored, and its end, which they notice
 * within a second. False: there is none. */
bool service_read(struct service *service, const char *id,
                  struct stored_table *out);
bool service_erase(struct service *service, const char *id);
/* The table as it is in a backup takes its place. */
bool service_restore(struct service *service, const char *id,
                     const char *backup, struct pl_message *why);

#endif
