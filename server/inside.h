/* The service from inside: what service.c and its parts share. hosting.c does
 * what tables want, visits.c sees to people at their sockets, measures.c
 * counts; none of them calls service.c. */
#ifndef INSIDE_H
#define INSIDE_H

#include "results.h"
#include "service.h"
#include "thinker.h"

enum { LATEST = 12 /* classes of latency: 1, 2, 4 … 2048 ms */ };

struct text {
    char *s;
    size_t length;
};

/* A socket whose request waits until something is looked up in the store, or
 * drawn. What else it says stands behind. */
struct visit {
    uint64_t number;
    unsigned tries;
    enum lack lack; /* LACKS_NOTHING: it does not wait */
    struct request *request;
    struct text behind[ANSWERS];
    int texts;
};

struct drawing;

struct service {
    uv_loop_t *loop;
    int64_t started; /* wall clock at the loop's time zero */
    struct limits limits;
    struct host host;
    struct sockets_host sockets_host;
    struct tables *tables;
    struct store *store;
    struct results *results; /* of the game of the day */
    struct sockets *sockets;
    uv_async_t synced;
    uv_timer_t tick;
    struct thinker *thinker;
    int handles;
    int keep_days, impatience;
    int64_t opened, swept; /* when old tables were last looked for */
    int64_t told;          /* when other nodes were last told, and heard */
    bool is_telling;
    uint64_t too_many_old; /* tables, each hour that most are old */
    bool is_closing;
    char build[BUILD_NAME + 1];
    bool *is_greeted;           /* by socket */
    uint64_t *asked;            /* when its last request came; 0: answered */
    struct visit *visit;        /* by socket */
    const struct errand *ready; /* what was looked up for a request */
    const char *drawn;          /* a QR code for a request */
    struct drawing *drawing, *last_drawing; /* one at a time is drawn */
    uint64_t visits;
    uint64_t *from; /* where it comes from, by socket */
    bool *is_taken; /* by socket */
    int per_address;
    uint64_t taken, full, crowded;
    uint64_t lost; /* tables that went on at another node */
    uint64_t latency[LATEST + 1], latencies, latency_sum;
    char folder[64]; /* of a store that only lasts until the end */
};

static inline int64_t now(const struct service *service)
{
    return service->started + (int64_t)uv_now(service->loop);
}

/* --- hosting.c ---------------------------------------------------------- */

struct host hosting(struct service *service);
/* A table that was read; where it cannot be played, it is let go. */
void hosting_put_back(struct service *service,
                      const struct stored_table *stored);
/* What a bot has thought of, for thinker.h. */
void hosting_thought(void *service, int table, uint32_t question, int seat,
                     pl_move move);
/* For store_each: the latest come first; when the house is full, the others
 * wait. */
void hosting_put_back_first(void *service, const char *id);

/* --- visits.c ----------------------------------------------------------- */

void visits_open(struct service *service, int impatience);
void visits_close(struct service *service);
void visits_free(struct service *service);
/* Those whose requests waited for it. */
void visits_answer(struct service *service, const struct errand *errand);
/* For tables_lose: the table went on elsewhere. */
void visits_cut(void *service, int guest);
/* A node that cannot see for a while whether its tables are still its own shows
 * them to no one. */
void visits_check_sight(struct service *service);

#endif
