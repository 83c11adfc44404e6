/* See sql_lite.h. */
#include "sql_lite.h"
#include "parlour.h"

#include <stdlib.h>

struct lite {
    struct sql sql;
    sqlite3 *db;
    struct stmt *begin, *commit;
    int said; /* by SQLite, when something last went wrong */
};

struct lite_stmt {
    struct stmt stmt;
    sqlite3_stmt *of;
};

static sqlite3_stmt *of(struct stmt *stmt)
{
    return ((struct lite_stmt *)stmt)->of;
}

static const struct sql_engine engine;

static struct stmt *prepare(struct sql *sql, const char *text)
{
    struct lite_stmt *stmt;
    sqlite3_stmt *made = NULL;

    sqlite3_prepare_v3(((struct lite *)sql)->db, text, -1,
                       SQLITE_PREPARE_PERSISTENT, &made, NULL);
    if (!made)
        return NULL;
    stmt = malloc(sizeof *stmt);
    pl_assert(stmt);
    *stmt = (struct lite_stmt){{&engine}, made};
    return (struct stmt *)stmt;
}

static void free_stmt(struct stmt *stmt)
{
    sqlite3_finalize(of(stmt));
    free(stmt);
}

static void close_sql(struct sql *sql)
{
    struct lite *lite = (struct lite *)sql;

    if (lite->begin)
        free_stmt(lite->begin);
    if (lite->commit)
        free_stmt(lite->commit);
    sqlite3_close(lite->db);
    free(lite);
}

static void bind_a_number(struct stmt *stmt, int at, int64_t value)
{
    sqlite3_bind_int64(of(stmt), at, value);
}

static void bind_a_text(struct stmt *stmt, int at, const char *value)
{
    sqlite3_bind_text(of(stmt), at, value, -1, SQLITE_STATIC);
}

static void bind_a_blob(struct stmt *stmt, int at, const void *value, int size)
{
    sqlite3_bind_blob(of(stmt), at, value, size, SQLITE_STATIC);
}

static bool run(struct stmt *stmt)
{
    bool good = sqlite3_step(of(stmt)) == SQLITE_DONE;

    sqlite3_reset(of(stmt));
    return good;
}

static bool next(struct stmt *stmt)
{
    return sqlite3_step(of(stmt)) == SQLITE_ROW;
}

static void reset(struct stmt *stmt)
{
    sqlite3_reset(of(stmt));
}

static int64_t number(struct stmt *stmt, int column)
{
    return sqlite3_column_int64(of(stmt), column);
}

static const char *text(struct stmt *stmt, int column)
{
    return (const char *)sqlite3_column_text(of(stmt), column);
}

static const void *blob(struct stmt *stmt, int column, int *size)
{
    *size = sqlite3_column_bytes(of(stmt), column);
    return sqlite3_column_blob(of(stmt), column);
}

/* Those who only read never need them. */
static bool run_once_made(struct sql *sql, struct stmt **stmt, const char *text)
{
    if (!*stmt)
        *stmt = prepare(sql, text);
    return *stmt && run(*stmt);
}

static bool begin(struct sql *sql)
{
    return run_once_made(sql, &((struct lite *)sql)->begin, "BEGIN IMMEDIATE");
}

static bool commit(struct sql *sql)
{
    return run_once_made(sql, &((struct lite *)sql)->commit, "COMMIT");
}

static void take_back(struct sql *sql)
{
    struct lite *lite = (struct lite *)sql;

    lite->said = sqlite3_errcode(lite->db);
    sqlite3_exec(lite->db, "ROLLBACK", NULL, NULL, NULL);
}

static const char *trouble(struct sql *sql)
{
    return sqlite3_errstr(((struct lite *)sql)->said);
}

/* Statements fail by themselves, and one table is read by one thread. */
static bool look(struct sql *sql)
{
    (void)sql;
    return true;
}

static const struct sql_engine engine = {
    .prepare = prepare,
    .free = free_stmt,
    .close = close_sql,
    .bind_number = bind_a_number,
    .bind_text = bind_a_text,
    .bind_blob = bind_a_blob,
    .run = run,
    .next = next,
    .reset = reset,
    .number = number,
    .text = text,
    .blob = blob,
    .begin = begin,
    .commit = commit,
    .take_back = take_back,
    .trouble = trouble,
    .look = look,
    .looked = look,
};

struct sql *sql_lite(sqlite3 *db)
{
    struct lite *lite;

    if (!db)
        return NULL;
    lite = calloc(1, sizeof *lite);
    pl_assert(lite);
    lite->sql.engine = &engine;
    lite->db = db;
    return (struct sql *)lite;
}
