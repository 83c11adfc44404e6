/*
 * Which node may write a table of a shared store.
 *
 * Anyone who wants to go on with a table writes a token of its own into the row
 * of that table, 128 random bits, and reads the table after that in the same
 * transaction. Each later write first looks whether the token is still there
 * and the table was written as often as it thinks (seq); if not, it writes
 * nothing. So there are no leases and no clocks: a node that was stopped for an
 * hour finds its token gone.
 *
 *  - seq tells after a lost connection whether the last commit happened: only
 *    who holds the token can have counted it up.
 *  - A row that is locked by someone else counts as lost: either it is being
 *    claimed, or our own last connection still holds it. People come back
 *    within a second, and the table is claimed afresh.
 *  - A token is never used again. A database that was set back in time, by a
 *    restore or an asynchronous failover, has an old token, or an old seq.
 */
#ifndef CLAIMS_H
#define CLAIMS_H

#include "rows.h"

#include <stdatomic.h>

enum { CLAIM = 16, BUCKETS_OF_HOLDS = 4096 };

enum verdict { HOLD_LOST, HOLD_MINE, HOLD_DONE };

struct hold { /* this node's claim of a table */
    struct hold *next;
    char id[TABLE_ID + 1];
    uint8_t token[CLAIM];
    atomic_bool is_new, is_forced; /* not yet in the store; it takes over */
    atomic_bool is_lost;
    atomic_int users;
    _Atomic int64_t due; /* in milliseconds something happens; −1: never */
    /* Of the thread that writes: */
    int64_t seq;
    uint64_t group;            /* that it was last looked at for */
    char code[TABLE_CODE + 1]; /* that it is to wait under; "": as before */
    uint8_t verdict;
};

struct hold *hold_new(const char *id);
struct hold *hold_use(struct hold *hold); /* one more needs it */
void hold_drop(struct hold *hold);        /* NULL: nothing */

/* --- Writing -------------------------------------------------------------- */

struct fences; /* the statements, on the connection that writes */

struct fences *fences_open(struct sql *writer);
void fences_close(struct fences *fences);
/* After begin: looks at the tables, and locks those that are ours. False: the
 * connection is lost. Verdicts say the rest. */
bool fences_check(struct fences *fences, struct hold **hold, int holds);
/* A table whose rows are deleted leaves its row here, so that it cannot be made
 * again; one that is made is not buried. */
bool fences_bury(struct fences *fences, const char *id);
bool fences_revive(struct fences *fences, const struct hold *hold);

/* --- Reading ---------------------------------------------------------------
 */

struct claims; /* the statements, on a connection that reads */

struct claims *claims_open(struct sql *reader);
void claims_close(struct claims *claims);
/* Between look and looked, and valid only after that. LATER: someone else has
 * claimed it a moment ago, or something went wrong. ELSEWHERE: it took others
 * more tries to find a node. */
enum found claims_take(struct claims *claims, struct hold *hold,
                       uint32_t *tries);
/* Calls back for those that are not ours any more; valid after looked. */
void claims_compare(struct claims *claims, struct hold *const hold[], int holds,
                    void (*lost)(void *context, const char *id), void *context);
/* Tables where something is due and no one seems to see to it. */
void claims_each_due(struct claims *claims, int most,
                     void (*each)(void *context, const char *id),
                     void *context);
/* Those that were deleted long ago need not be remembered. */
void claims_sweep(struct claims *claims);

#endif
