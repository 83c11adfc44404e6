/*
 * The store: tables, their steps and their records in one SQLite file, which
 * survives the end of the process at any moment.
 *
 * One thread writes. What was put in since its last commit is one group: it
 * writes the whole group, and begins the next commit when this one is safe on
 * the disk. No timer: a lonely move is written at once, and under load groups
 * grow by themselves. If the disk refuses, the group is tried again every
 * second; nothing is confirmed meanwhile.
 */
#ifndef STORE_H
#define STORE_H

#include "../tables/tables.h"

enum { STORE_ID = 16 };

struct store;

/* Opens or makes the file; NULL: why says what is wrong. The store calls
 * synced from its own thread whenever store_synced has grown. */
struct store *store_open(const char *path, void (*synced)(void *context),
                         void *context, struct pl_message *why);
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
uint64_t store_submit(struct store *store);

/* The name of the store, which it keeps for ever, and its backups have, too. */
const char *store_id(const struct store *store);
uint64_t store_synced(struct store *store);
bool store_is_busy(struct store *store); /* too much is waiting */

/* Reading, by the thread that submits. What is not yet synced is not there. */
struct stored_table {
    struct table_data data;
    struct stored_step *step;
    size_t steps;
    struct stored_record *record; /* of a backup only */
    size_t records;
};
void stored_free(struct stored_table *stored);
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
