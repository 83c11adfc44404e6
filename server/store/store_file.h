/* The file of a store: that it is ours and sound, that no one else uses it, and
 * that what stands beside it belongs to it. */
#ifndef STORE_FILE_H
#define STORE_FILE_H

#include "store.h"

#include <limits.h>
#include <sqlite3.h>

enum { RUN_ID = 32 };

struct store_file {
    int lock; /* of the file beside: one server per store */
    char id[STORE_ID + 1];
    uint8_t key[PL_SEED]; /* of PostgreSQL: what its nodes have in common */
    bool has_set_aside;   /* a log that belonged to another file */
};

/* Opens or makes the file for writing, and keeps others from using it; NULL:
 * why says what is wrong, and a file of someone else is as it was. */
sqlite3 *store_file_open(struct store_file *file, const char *path,
                         struct pl_message *why);
void store_file_free(struct store_file *file);
/* Where the file is, if the path is a link to it: what stands beside it stands
 * there, under whatever name it was opened. */
const char *store_file_real(const char *path, char out[PATH_MAX]);

/* Without the log beside it, and without leaving a trace. */
sqlite3 *sql_open_alone(const char *path);
sqlite3 *sql_open(const char *path, int flags); /* NULL: it cannot be opened */
bool sql_run(sqlite3 *db, const char *sql);

#endif
