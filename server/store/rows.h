/* Tables as rows, of an SQLite file or of PostgreSQL: what is written there
 * (rows_write.c), and how it is read again (rows_read.c). store.h decides when,
 * and on which thread. */
#ifndef ROWS_H
#define ROWS_H

#include "sql.h"
#include "store.h"

struct rows;

/* Opens or makes the store; a file is kept from others. NULL: why says what is
 * wrong. Writing and reading may each have a thread of their own. */
struct rows *rows_open(const char *where, struct pl_message *why);
/* One more thread that reads the same store. */
struct rows *rows_open_reader(const char *where, struct pl_message *why);
struct sql *rows_writer(const struct rows *rows);
struct sql *rows_reader(const struct rows *rows);
void rows_close(struct rows *rows);
const struct store_file *rows_file(const struct rows *rows);

/* Writing, between begin and commit; false: the disk refuses. */
bool rows_begin(struct rows *rows);
bool rows_commit(struct rows *rows);
/* Takes everything back since begin; returns what was said about it. */
const char *rows_take_back(struct rows *rows);
bool rows_put_table(struct rows *rows, const struct table_data *table,
                    bool is_new);
bool rows_put_step(struct rows *rows, const char *table,
                   const struct stored_step *step);
bool rows_put_record(struct rows *rows, const char *table, uint32_t game,
                     const char *record);
bool rows_drop_steps(struct rows *rows, const char *table);
bool rows_drop(struct rows *rows, const char *table);
bool rows_put_result(struct rows *rows, const struct stored_result *result);
bool rows_drop_results(struct rows *rows, int before);

/* Reading: see store.h. */
bool rows_find(struct rows *rows, const char *code, char id[TABLE_ID + 1]);
bool rows_read(struct rows *rows, const char *id, struct stored_table *out);
char *rows_read_record(struct rows *rows, const char *id, uint32_t game);
void rows_read_records(struct rows *rows, const char *id,
                       struct stored_table *out);
void rows_each(struct rows *rows, int64_t since,
               void (*each)(void *context, const char *id), void *context);
void rows_each_old(struct rows *rows, int64_t before, int most,
                   void (*each)(void *context, const char *id), void *context);
void rows_each_result(struct rows *rows, int since,
                      void (*each)(void *context,
                                   const struct stored_result *result),
                      void *context);
void rows_ages(struct rows *rows, int64_t before, int *all, int *old);

#endif
