/* SQL by SQLite or by PostgreSQL: a connection, its statements, their values.
 * rows.h is written in what both understand. */
#ifndef SQL_H
#define SQL_H

#include <stdbool.h>
#include <stdint.h>

struct stmt {
    const struct sql_engine *engine;
};

struct sql {
    const struct sql_engine *engine;
};

struct sql_engine {
    /* NULL: the store has not the tables that we know. Values are ?1, ?2 … */
    struct stmt *(*prepare)(struct sql *sql, const char *text);
    void (*free)(struct stmt *stmt);
    void (*close)(struct sql *sql);
    /* What is bound must last until the statement was run. NULL: no value. */
    void (*bind_number)(struct stmt *stmt, int at, int64_t value);
    void (*bind_text)(struct stmt *stmt, int at, const char *value);
    void (*bind_blob)(struct stmt *stmt, int at, const void *value, int size);
    /* Writes; false: it did not work. PostgreSQL may tell at the next commit.
     */
    bool (*run)(struct stmt *stmt);
    /* The next row; false: no more, or it did not work. reset ends it. */
    bool (*next)(struct stmt *stmt);
    void (*reset)(struct stmt *stmt);
    int64_t (*number)(struct stmt *stmt, int column);
    const char *(*text)(struct stmt *stmt, int column); /* NULL: none */
    const void *(*blob)(struct stmt *stmt, int column, int *size);
    /* Since when all was taken back; false: what was sent did not arrive. */
    bool (*begin)(struct sql *sql);
    bool (*commit)(struct sql *sql);
    void (*take_back)(struct sql *sql);
    const char *(*trouble)(struct sql *sql); /* what went wrong last */
    /* What is read in between is of one moment, and it is all that there was if
     * looked returns true. */
    bool (*look)(struct sql *sql);
    bool (*looked)(struct sql *sql);
};

static inline void bind_number(struct stmt *stmt, int at, int64_t value)
{
    stmt->engine->bind_number(stmt, at, value);
}

static inline void bind_text(struct stmt *stmt, int at, const char *value)
{
    stmt->engine->bind_text(stmt, at, value);
}

static inline void bind_blob(struct stmt *stmt, int at, const void *value,
                             int size)
{
    stmt->engine->bind_blob(stmt, at, value, size);
}

static inline int64_t number_at(struct stmt *stmt, int column)
{
    return stmt->engine->number(stmt, column);
}

static inline const char *text_at(struct stmt *stmt, int column)
{
    return stmt->engine->text(stmt, column);
}

static inline const void *blob_at(struct stmt *stmt, int column, int *size)
{
    return stmt->engine->blob(stmt, column, size);
}

static inline bool sql_run_stmt(struct stmt *stmt)
{
    return stmt->engine->run(stmt);
}

/* NULL: an older backup has nothing of the kind. */
static inline bool sql_next(struct stmt *stmt)
{
    return stmt && stmt->engine->next(stmt);
}

static inline void sql_reset(struct stmt *stmt)
{
    if (stmt)
        stmt->engine->reset(stmt);
}

#endif
