/*
 * The store: tables, their steps and their records, in one SQLite file or in
 * PostgreSQL, which survive the end of the process at any moment.
 *
 * One thread writes. What was put in since its last commit is one group: it
 * writes the whole group, and begins the next commit when this one is safe on
 * the disk. No timer: a lonely move is written at once, and under load groups
 * grow by themselves. If the disk refuses, the group is tried again every
 * second; nothing is confirmed meanwhile.
 *
 * Other threads read (errands.c). A store in PostgreSQL is shared by many
 * nodes: reading a table claims it for this one, and writing one that was
 * claimed by another writes nothing and loses it (claims.h).
 */
#ifndef STORE_H
#define STORE_H

#include "../tables/tables.h"

enum { STORE_ID = 16 };

struct store;

/* Opens or makes a file, or postgresql://…; NULL: why says what is wrong. The
 * store calls synced from threads of its own whenever store_synced has grown,
 * an errand is done or a table is lost. */
struct store *store_open(const char *where, void (*synced)(void *context),
                         void *context, struct pl_message *why);
bool store_is_shared(const struct store *store);
bool store_is_address(const char *where); /* and not a file? */
/* Writes what is waiting, and ends. */
void store_close(struct store *store);

/* These collect; store_submit hands everything over, to be committed together,
 * and returns the number that store_synced must reach. Only what is new makes a
 * table: whatever else belongs to none is left out. */
void store_table(struct store *store, const struct table_data *table,
                 bool is_new);
void store_step(struct store *store, const char *table, uint32_t question,
                int seat, const uint8_t *bytes, int count);
void store_record(struct store *store, const char *table, uint32_t game,
                  const char *record);
void store_erase_steps(struct store *store, const char *table);
void store_erase(struct store *store, const char *table);
/* Results of games of the day, which belong to no table: one is put in once,
 * and those of days before that one are dropped. */
struct stored_result {
    int day; /* since 1970-01-01 */
    uint64_t key;
    int value;
};
void store_result(struct store *store, const struct stored_result *result);
void store_drop_results(struct store *store, int before);
uint64_t store_submit(struct store *store);
/* Something happens at a table after so many milliseconds (−1: nothing); a node
 * of a shared store that sees it overdue goes on with the table. */
void store_due(struct store *store, const char *table, int64_t after);
/* This node does not go on with a table any more. */
void store_let_go(struct store *store, const char *table);
/* A table that is another node's by now: nothing of it that is not yet synced
 * is confirmed. To be asked for after store_synced, before anyone hears. */
bool store_lost(struct store *store, char id[TABLE_ID + 1]);
/* Milliseconds for which this node has not been able to see which tables are
 * still its own. */
int64_t store_blind(struct store *store);

/* The name of the store, which it keeps for ever, and its backups have, too. */
const char *store_id(const struct store *store);
/* A secret that the nodes of a shared store have in common. */
const uint8_t *store_key(const struct store *store);
uint64_t store_synced(struct store *store);
bool store_is_busy(struct store *store); /* too much is waiting */
/* As much is waiting as is written in one go without keeping anyone waiting;
 * store_synced grows soon. Never while the disk refuses. */
bool store_is_behind(struct store *store);

struct stored_table {
    struct table_data data;
    struct stored_step *step;
    size_t steps;
    struct stored_record *record; /* of a backup only */
    size_t records;
};
void stored_free(struct stored_table *stored);

/* --- Reading without waiting for it -----------------------------------------
 */

enum errand_kind { FETCH_TABLE, FIND_CODE, FETCH_RECORD, FIND_OLD, TELL_NODES };
enum found {
    FOUND,
    NOT_THERE,
    BURIED,    /* it was, and must not come back */
    ELSEWHERE, /* others came with more tries */
    LATER      /* the store cannot be reached, or someone was faster */
};

/* What this node of a shared store tells the others, and then what they have
 * told: neighbours.h. */
struct tidings {
    struct pl_buffer lobby, orders; /* text */
    struct pl_buffer shares;        /* bytes */
    int64_t since;                  /* milliseconds: results of that time */
    int nodes;                      /* that there are, with this one */
    struct stored_result *result;
    int results;
};

struct errand {
    struct errand *next;
    uint8_t kind;   /* enum errand_kind */
    uint8_t found;  /* enum found */
    int for_whom;   /* the caller's own; −1: no one asked */
    uint64_t visit; /* the caller's own, too */
    char table[TABLE_ID + 1];
    char code[TABLE_CODE + 1];
    uint32_t game;
    uint32_t tries; /* how often this table was looked for elsewhere */
    uint64_t gone;  /* tables that were gone when it was sent: tables.h */
    int64_t before; /* FIND_OLD */
    int all, old;
    struct stored_table stored; /* what came of it */
    char *text;
    struct tidings tidings;
    struct hold *hold;
    int64_t left; /* milliseconds until something is due there; −1: nothing */
};
struct errand *errand_new(enum errand_kind kind, int for_whom);
void errand_free(struct errand *errand);
/* The errand is the store's until store_done returns it. NULL: none is done. A
 * table that was found is this node's from then on. */
void store_send(struct store *store, struct errand *errand);
struct errand *store_done(struct store *store);

/* --- Reading at once, by the thread that submits
 * ------------------------------ */

/* What is not yet synced is not there. A shared store is not claimed by it. */
/* The table that waits under a code. */
bool store_find(struct store *store, const char *code, char id[TABLE_ID + 1]);
bool store_read(struct store *store, const char *id, struct stored_table *out);
/* A record, to be freed; NULL: there is none. */
char *store_read_record(struct store *store, const char *id, uint32_t game);
/* The tables that someone has touched since then, the latest first. */
void store_each(struct store *store, int64_t since,
                void (*each)(void *context, const char *id), void *context);
/* Those that no one has touched since then, at most so many, oldest first. */
void store_each_old(struct store *store, int64_t before, int most,
                    void (*each)(void *context, const char *id), void *context);
/* The results of that day and later ones. */
void store_each_result(struct store *store, int since,
                       void (*each)(void *context,
                                    const struct stored_result *result),
                       void *context);
/* How many tables there are, and how many of them are as old as that. */
void store_ages(struct store *store, int64_t before, int *all, int *old);
/* How many of the old ones may be forgotten within an hour, if the server has
 * been running for that many milliseconds. When most of a store is old at once,
 * it may be the clock that is wrong: then nothing for a day, and little by
 * little afterwards. */
int store_may_forget(int all, int old, int64_t running);

struct store_figures {
    uint64_t commits, writes, failures;
    uint64_t nanoseconds; /* of all commits */
    uint64_t waiting;
    uint64_t lag;        /* nanoseconds that the oldest of them has waited */
    const char *trouble; /* why it last failed; NULL: it never did */
    bool is_failing;     /* the last commit did not work */
    bool has_set_aside;  /* a log of another file was beside it */
};
void store_figures(struct store *store, struct store_figures *out);

/* A copy of a store, also while a server is using it. */
bool store_backup(const char *path, const char *to, struct pl_message *why);

/* One table of a copy, with its records; false: why says what is wrong. */
bool store_read_backup(const char *path, const char *id,
                       struct stored_table *out, struct pl_message *why);

#endif
