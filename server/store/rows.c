/* See rows.h: from opening to closing. Writing has a connection of its own,
 * reading another one. */
#include "../refuse.h"
#include "rows_inside.h"
#include "sql_lite.h"
#include "sql_pg.h"

#include <stdlib.h>

static struct stmt *prepare(struct sql *sql, const char *text)
{
    return sql->engine->prepare(sql, text);
}

static bool prepare_reading(struct rows *rows)
{
    bool good = true;

#define X(name, sql)                                                           \
    rows->name = prepare(rows->reader, sql);                                   \
    good = good && rows->name;
    READING(X)
#undef X
#define X(name, sql) rows->name = prepare(rows->reader, sql);
    READING_MORE(X)
#undef X
    return good;
}

static bool prepare_all(struct rows *rows)
{
    bool good = prepare_reading(rows);

#define X(name, sql)                                                           \
    rows->name = prepare(rows->db, sql);                                       \
    good = good && rows->name;
    STATEMENTS(X)
#undef X
    return good;
}

void rows_close(struct rows *rows)
{
#define X(name, sql)                                                           \
    if (rows->name)                                                            \
        rows->name->engine->free(rows->name);
    STATEMENTS(X)
    READING(X)
    READING_MORE(X)
#undef X
    if (rows->reader)
        rows->reader->engine->close(rows->reader);
    if (rows->db)
        rows->db->engine->close(rows->db);
    store_file_free(&rows->file);
    free(rows);
}

static struct rows *new_rows(void)
{
    struct rows *rows = calloc(1, sizeof *rows);

    pl_assert(rows);
    rows->file.lock = -1;
    return rows;
}

/* Those that cannot be prepared are of an older store, or of someone else. */
static struct rows *made(struct rows *rows, bool good, const char *path,
                         struct pl_message *why)
{
    if (good)
        return rows;
    server_refuse(why, rows->reader ? "store.not_ours" : "store.cannot_open",
                  path, 0);
    rows_close(rows);
    return NULL;
}

static struct rows *open_file(const char *path, struct pl_message *why)
{
    struct rows *rows = new_rows();

    rows->db = sql_lite(store_file_open(&rows->file, path, why));
    if (!rows->db) {
        rows_close(rows);
        return NULL;
    }
    rows->reader = sql_lite(sql_open(path, SQLITE_OPEN_READONLY));
    return made(rows, rows->reader && prepare_all(rows), path, why);
}

struct rows *rows_open(const char *where, struct pl_message *why)
{
    struct rows *rows;

    if (!sql_pg_is(where))
        return open_file(where, why);
    rows = new_rows();
    if (!sql_pg_make(where, rows->file.id, rows->file.key, why)) {
        rows_close(rows);
        return NULL;
    }
    rows->db = sql_pg(where, true);
    rows->reader = sql_pg(where, false);
    return made(rows, prepare_all(rows), where, why);
}

struct rows *rows_open_reader(const char *where, struct pl_message *why)
{
    struct rows *rows = new_rows();

    rows->reader = sql_pg_is(where)
                       ? sql_pg(where, false)
                       : sql_lite(sql_open(where, SQLITE_OPEN_READONLY));
    return made(rows, rows->reader && prepare_reading(rows), where, why);
}

bool store_read_backup(const char *path, const char *id,
                       struct stored_table *out, struct pl_message *why)
{
    struct rows *rows = new_rows();
    const char *wrong = "store.not_ours";

    rows->reader = sql_lite(sql_open_alone(path));
    if (rows->reader && prepare_reading(rows)) {
        wrong = rows_read(rows, id, out) ? NULL : "admin.not_in_backup";
        if (!wrong)
            rows_read_records(rows, id, out);
    }
    rows_close(rows);
    return !wrong || server_refuse(why, wrong, wrong[0] == 'a' ? id : path, 0);
}

struct sql *rows_writer(const struct rows *rows)
{
    return rows->db;
}

struct sql *rows_reader(const struct rows *rows)
{
    return rows->reader;
}

const struct store_file *rows_file(const struct rows *rows)
{
    return &rows->file;
}

bool rows_begin(struct rows *rows)
{
    return rows->db->engine->begin(rows->db);
}

bool rows_commit(struct rows *rows)
{
    return rows->db->engine->commit(rows->db);
}

const char *rows_take_back(struct rows *rows)
{
    rows->db->engine->take_back(rows->db);
    return rows->db->engine->trouble(rows->db);
}
