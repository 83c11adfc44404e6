/* The threads of a store that read, and one that looks now and then which
 * tables of a shared store are still this node's. */
#ifndef ERRANDS_H
#define ERRANDS_H

#include "claims.h"
#include "neighbours.h"

#include <pthread.h>

enum { READERS = 4 };

struct reader {
    pthread_t thread;
    struct errands *all;
    struct rows *rows;
    struct claims *claims; /* NULL: the store is ours alone */
    struct neighbours *neighbours;
};

struct errands {
    struct reader reader[READERS + 1]; /* the last one watches */
    int readers;
    bool is_shared;
    char node[17]; /* the name of this one, as long as it runs */
    void (*tell)(void *context);
    void *context;
    pthread_mutex_t mutex; /* of everything below */
    pthread_cond_t work, ending;
    struct errand *waiting, **last_waiting;
    struct errand *done, **last_done;
    bool ends;
    int64_t seen; /* when it was last clear which tables are ours */
    struct hold *bucket[BUCKETS_OF_HOLDS];
    int holds;
    struct hold **lost;
    int losses, losses_room;
};

/* Opens them in place. */
bool errands_open(struct errands *all, const char *where,
                  void (*tell)(void *context), void *context,
                  struct pl_message *why);
void errands_close(struct errands *all);
void errands_send(struct errands *all, struct errand *errand);
struct errand *errands_done(struct errands *all);

/* This node's claim of a table; NULL: it has none. */
struct hold *errands_hold(struct errands *all, const char *id);
/* One that is new, if there is none; forced: whatever stands in the way. */
void errands_make(struct errands *all, const char *id, bool is_forced);
void errands_due(struct errands *all, const char *id, int64_t after);
void errands_let_go(struct errands *all, const char *id);
void errands_lose(struct errands *all, struct hold *hold);
bool errands_lost(struct errands *all, char id[TABLE_ID + 1]);
int64_t errands_blind(struct errands *all);

#endif
