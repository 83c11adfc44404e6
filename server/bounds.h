/* What strangers may take, in one list: the code keeps to it, and the table in
 * docs/server.md is made from it by tests/test_bounds.c. */
#ifndef BOUNDS_H
#define BOUNDS_H

/* The first five are defaults, which options change. Times are seconds, if
 * their names do not say otherwise. */
#define BOUNDS(X)                                                              \
    X(TABLES, 1000)                                                            \
    X(SOCKETS, 4000)                                                           \
    X(PER_ADDRESS, 200)                                                        \
    X(KEEP_DAYS, 30)                                                           \
    X(PUT_AWAY_MINUTES, 60)                                                    \
    X(OPENING_PART, 4) /* of PER_ADDRESS: tables at once */                    \
    X(OPENING, 30)     /* until one more */                                    \
    X(MISSES, 20)      /* wrong codes at once */                               \
    X(MISS, 6)         /* until one more */                                    \
    X(COMING, 1000)    /* connections from one address at once */              \
    X(COMING_A_SECOND, 50)                                                     \
    X(CONNECTIONS, 1000) /* at a time, beside sockets */                       \
    X(SILENTLY, 50)      /* too many are not even answered */                  \
    X(FETCHES, 10000)    /* requests over HTTP from one address at once */     \
    X(FETCHES_A_SECOND, 500)                                                   \
    X(TOGETHER, 8)   /* connections, before the sockets are heard */           \
    X(OWN, 400)      /* descriptors for store, loop, parts.h and leavers */    \
    X(HEAD, 8192)    /* bytes of a request and its answer's head */            \
    X(SILENT, 10)    /* without a byte */                                      \
    X(ASKING, 15)    /* from one answer to the next whole request */           \
    X(ANSWERING, 30) /* until an answer has been taken */                      \
    X(PING, 25)      /* after so long without a word */                        \
    X(SILENT_SOCKET, 60) /* after so long it is gone */                        \
    X(SLOW_SOCKET, 20)   /* that a message may take */                         \
    X(SHARE, 4096)       /* bytes of a socket before the others are heard */   \
    X(HELD, 32768)       /* bytes that the system holds of it, each way */     \
    X(QUICK, 8)          /* messages at once, heard as they come */            \
    X(QUICK_A_SECOND, 4)                                                       \
    X(BRIEF, 512)    /* bytes of them, heard as they come */                   \
    X(LATE, 250)     /* microseconds per round, news and all who say more */   \
    X(BEHIND, 250)   /* microseconds of writing that may wait meanwhile */     \
    X(SWEEP, 5)      /* between two looks at all sockets */                    \
    X(CONTROLS, 64)  /* control frames between two sweeps */                   \
    X(MESSAGE, 2048) /* bytes of a request */                                  \
    X(ANSWERS, 8)    /* that a guest may wait for at a time */                 \
    X(REQUESTS, 40)  /* at once */                                             \
    X(REQUESTS_A_SECOND, 20)                                                   \
    X(DRAWINGS, 30) /* QR codes, from one address at once */                   \
    X(DRAWINGS_A_SECOND, 2)                                                    \
    X(WATCHERS, 50)   /* of one table */                                       \
    X(RECORDS, 100)   /* of a table that are kept */                           \
    X(WRITES, 100000) /* that wait for the disk */                             \
    X(RESULTS, 10)    /* of the game of the day, from one address at once */   \
    X(RESULT, 60)     /* until one more */                                     \
    X(RESULTS_A_SECOND, 20)                                                    \
    X(RESULTS_A_DAY, 50000)                                                    \
    X(RESULT_BYTES, 32768)                                                     \
    X(BODIES, 64)      /* results that are being read */                       \
    X(BODIES_THERE, 8) /* from one address */

enum {
#define X(name, value) BOUND_##name = value,
    BOUNDS(X)
#undef X
};

#endif
