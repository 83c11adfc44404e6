/*
 * See move.h. Rows are copied as they are, column by column, whether or not
 * these rules still understand them. Who may write a table (claims) stays
 * behind: in its new place it is no one's.
 */
#include "move.h"
#include "../refuse.h"
#include "neighbours.h"
#include "rows.h"
#include "sql_pg.h"
#include "store_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Columns: text, number, bytes. The rows of a table, in an order that is the
 * same everywhere. */
struct part {
    const char *name, *columns, *of, *order;
};

static const struct part parts[] = {
    {"tables", "tttnntnnnnnnnnnnbnn", "id", "id"},
    {"seats", "tnnnnttbbnb", "tab", "seat"},
    {"steps", "tnnb", "tab", "question,seat"},
    {"records", "tnt", "tab", "game"},
    {"manners", "tnbb", "tab", "tab"},
    {"fair", "tnb", "tab", "seat"},
    {"sheets", "tnt", "tab", "tab"},
};
static const struct part results = {"results", "nnn", NULL, "day,key"};
enum { PARTS = sizeof parts / sizeof *parts };

struct side {
    struct rows *rows;
    struct stmt *read[PARTS + 1]; /* the last one: results */
};

struct moving {
    struct side from, to;
    struct stmt *put[PARTS + 1];
    bool is_into_postgres;
    char (*id)[TABLE_ID + 1];
    int ids, room;
    struct moved *moved;
};

static const struct part *part_of(int i)
{
    return i < PARTS ? &parts[i] : &results;
}

static struct stmt *prepare(struct sql *sql, const struct pl_buffer *text)
{
    return sql->engine->prepare(sql, text->s);
}

static struct stmt *prepare_read(struct sql *sql, const struct part *part)
{
    const char *words[] = {
        "SELECT ",  part->of ? "*" : "day,key,value", " FROM ", part->name,
        " WHERE ",  part->of ? part->of : "day",      "=?1",    " ORDER BY ",
        part->order};
    struct pl_buffer text = {0};
    struct stmt *stmt;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        pl_add(&text, words[i]);
    stmt = prepare(sql, &text);
    pl_buffer_free(&text);
    return stmt;
}

static struct stmt *prepare_put(struct sql *sql, const struct part *part)
{
    struct pl_buffer text = {0};
    struct stmt *stmt;
    char value[16];

    pl_add(&text, "INSERT INTO ");
    pl_add(&text, part->name);
    pl_add(&text, " VALUES");
    for (int i = 0; part->columns[i]; i++) {
        snprintf(value, sizeof value, "%c?%d", i ? ',' : '(', i + 1);
        pl_add(&text, value);
    }
    pl_add(&text, ")");
    stmt = prepare(sql, &text);
    pl_buffer_free(&text);
    return stmt;
}

static bool prepare_all(struct moving *m)
{
    bool good = true;

    for (int i = 0; i <= PARTS; i++) {
        m->from.read[i] = prepare_read(rows_reader(m->from.rows), part_of(i));
        m->to.read[i] = prepare_read(rows_reader(m->to.rows), part_of(i));
        m->put[i] = prepare_put(rows_writer(m->to.rows), part_of(i));
        good = good && m->from.read[i] && m->to.read[i] && m->put[i];
    }
    return good;
}

static void free_stmt(struct stmt *stmt)
{
    if (stmt)
        stmt->engine->free(stmt);
}

static void close_all(struct moving *m)
{
    for (int i = 0; i <= PARTS; i++) {
        free_stmt(m->from.read[i]);
        free_stmt(m->to.read[i]);
        free_stmt(m->put[i]);
    }
    if (m->from.rows)
        rows_close(m->from.rows);
    if (m->to.rows)
        rows_close(m->to.rows);
    free(m->id);
}

/* --- Copying --------------------------------------------------------------
 */

/* SQLite has no pointer to no bytes; a missing value is no text either. */
static const void *bytes_at(struct stmt *stmt, int column, int *size)
{
    const void *bytes = blob_at(stmt, column, size);

    return bytes || !text_at(stmt, column) ? bytes : "";
}

static bool copy_row(struct stmt *from, struct stmt *to, const char *columns)
{
    for (int i = 0; columns[i]; i++) {
        int size;
        const void *bytes;

        switch (columns[i]) {
        case 'n':
            bind_number(to, i + 1, number_at(from, i));
            break;
        case 't':
            bind_text(to, i + 1, text_at(from, i));
            break;
        default:
            bytes = bytes_at(from, i, &size);
            bind_blob(to, i + 1, bytes, size);
        }
    }
    return sql_run_stmt(to);
}

static bool copy_part(struct moving *m, int part)
{
    bool good = true;

    while (good && sql_next(m->from.read[part])) {
        good =
            copy_row(m->from.read[part], m->put[part], part_of(part)->columns);
        m->moved->rows++;
    }
    sql_reset(m->from.read[part]);
    return good;
}

/* PostgreSQL's answers do not pile up. */
static bool settle(const struct moving *m)
{
    return !m->is_into_postgres ||
           sql_pg_settle(rows_writer(m->to.rows), NULL, NULL);
}

static bool look(struct side *side)
{
    struct sql *sql = rows_reader(side->rows);

    return sql->engine->look(sql);
}

static bool looked(struct side *side)
{
    struct sql *sql = rows_reader(side->rows);

    return sql->engine->looked(sql);
}

static bool copy_table(struct moving *m, const char *id)
{
    bool good = look(&m->from);

    for (int i = 0; good && i < PARTS; i++) {
        bind_text(m->from.read[i], 1, id);
        good = copy_part(m, i);
    }
    return good && looked(&m->from) && settle(m);
}

struct days {
    int day[64], count; /* that have results, each once */
};

static void note_day(void *context, const struct stored_result *result)
{
    struct days *days = context;

    for (int i = 0; i < days->count; i++)
        if (days->day[i] == result->day)
            return;
    if (days->count < 64)
        days->day[days->count++] = result->day;
}

static bool days_of(struct side *side, struct days *days)
{
    bool good = look(side);

    days->count = 0;
    if (good)
        rows_each_result(side->rows, 0, note_day, days);
    return good && looked(side);
}

static bool copy_results(struct moving *m)
{
    struct days days;
    bool good = days_of(&m->from, &days);

    for (int i = 0; good && i < days.count; i++) {
        good = look(&m->from);
        bind_number(m->from.read[PARTS], 1, days.day[i]);
        good = good && copy_part(m, PARTS) && looked(&m->from);
    }
    return good;
}

static bool run_once(struct moving *m, const char *text, const char *value)
{
    struct sql *sql = rows_writer(m->to.rows);
    struct stmt *stmt = sql->engine->prepare(sql, text);
    bool good;

    if (!stmt)
        return false;
    if (value)
        bind_text(stmt, 1, value);
    good = sql_run_stmt(stmt) && settle(m);
    free_stmt(stmt);
    return good;
}

/* It is the same store, so it keeps its name. Clocks begin again, as they do
 * when a server with a file starts again. */
static bool finish(struct moving *m)
{
    static const char claims[] =
        "INSERT INTO claims SELECT id,NULL,0,0,0,CASE WHEN clock>0 AND phase=1 "
        "THEN (extract(epoch FROM clock_timestamp())*1000)::bigint+clock*1000 "
        "END,NULL FROM tables";

    return run_once(m, "UPDATE identity SET id=?1",
                    rows_file(m->from.rows)->id) &&
           (!m->is_into_postgres || run_once(m, claims, NULL));
}

static bool copy_all(struct moving *m, struct pl_message *why)
{
    bool good = rows_begin(m->to.rows);

    for (int i = 0; good && i < m->ids; i++)
        good = copy_table(m, m->id[i]);
    good = good && copy_results(m) && finish(m) && rows_commit(m->to.rows);
    return good ||
           server_refuse(why, "move.failed", rows_take_back(m->to.rows), 0);
}

/* --- Comparing ------------------------------------------------------------
 */

static bool is_same_cell(struct stmt *a, struct stmt *b, int at, char column)
{
    const void *one, *other;
    int size_of_one, size_of_other;

    if (column == 'n')
        return number_at(a, at) == number_at(b, at);
    if (column == 't')
        return strcmp(text_at(a, at), text_at(b, at)) == 0;
    one = bytes_at(a, at, &size_of_one);
    other = bytes_at(b, at, &size_of_other);
    return !one == !other && size_of_one == size_of_other &&
           (!one || memcmp(one, other, (size_t)size_of_one) == 0);
}

static bool is_same_row(struct stmt *a, struct stmt *b, const char *columns)
{
    for (int i = 0; columns[i]; i++)
        if (!is_same_cell(a, b, i, columns[i]))
            return false;
    return true;
}

static bool is_same_part(struct moving *m, int part, int64_t *rows)
{
    struct stmt *a = m->from.read[part], *b = m->to.read[part];
    bool is_same = true, has_a = true, has_b = true;

    while (is_same && has_a && has_b) {
        has_a = sql_next(a);
        has_b = sql_next(b);
        is_same = has_a == has_b;
        if (is_same && has_a) {
            is_same = is_same_row(a, b, part_of(part)->columns);
            ++*rows;
        }
    }
    sql_reset(a);
    sql_reset(b);
    return is_same;
}

static bool is_same_table(struct moving *m, const char *id, int64_t *rows)
{
    bool good = look(&m->from) && look(&m->to);

    for (int i = 0; good && i < PARTS; i++) {
        bind_text(m->from.read[i], 1, id);
        bind_text(m->to.read[i], 1, id);
        good = is_same_part(m, i, rows);
    }
    return looked(&m->from) && looked(&m->to) && good;
}

static bool are_same_results(struct moving *m, int64_t *rows)
{
    struct days days, others;
    bool good = days_of(&m->from, &days) && days_of(&m->to, &others) &&
                days.count == others.count;

    for (int i = 0; good && i < days.count; i++) {
        good = look(&m->from) && look(&m->to);
        bind_number(m->from.read[PARTS], 1, days.day[i]);
        bind_number(m->to.read[PARTS], 1, days.day[i]);
        good = good && is_same_part(m, PARTS, rows);
        good = looked(&m->from) && looked(&m->to) && good;
    }
    return good;
}

static bool count_tables(struct side *side, int *n)
{
    int old;

    if (!look(side))
        return false;
    rows_ages(side->rows, 0, n, &old);
    return looked(side);
}

static bool compare_all(struct moving *m, struct pl_message *why)
{
    int64_t rows = 0;
    int there;

    for (int i = 0; i < m->ids; i++)
        if (!is_same_table(m, m->id[i], &rows))
            return server_refuse(why, "move.differs", m->id[i], 0);
    return (are_same_results(m, &rows) && rows == m->moved->rows &&
            count_tables(&m->to, &there) && there == m->ids) ||
           server_refuse(why, "move.differs", "", 0);
}

/* --- The whole ------------------------------------------------------------
 */

static void note_id(void *context, const char *id)
{
    struct moving *m = context;

    if (m->ids == m->room) {
        m->room = 2 * m->room + 64;
        m->id = realloc(m->id, (size_t)m->room * sizeof *m->id);
        pl_assert(m->id);
    }
    if (strlen(id) <= TABLE_ID)
        strcpy(m->id[m->ids++], id);
}

/* A file is locked by who uses it; who uses PostgreSQL has said so lately. */
static bool is_free(struct side *side, const char *where,
                    struct pl_message *why)
{
    struct neighbours *neighbours;
    int nodes = 0;

    if (!sql_pg_is(where))
        return true;
    neighbours = neighbours_open(rows_reader(side->rows));
    if (look(side))
        nodes = neighbours_count(neighbours);
    looked(side);
    neighbours_close(neighbours);
    return nodes == 0 || server_refuse(why, "store.in_use", where, 0);
}

/* A file that is not there must not be made. */
static bool open_both(struct moving *m, const char *from, const char *to,
                      struct pl_message *why)
{
    int there;

    if (!sql_pg_is(from) && access(from, F_OK) != 0)
        return server_refuse(why, "store.cannot_open", from, 0);
    m->from.rows = rows_open(from, why);
    m->to.rows = m->from.rows ? rows_open(to, why) : NULL;
    if (!m->to.rows)
        return false;
    if (!prepare_all(m) || !count_tables(&m->to, &there))
        return server_refuse(why, "store.not_ours", to, 0);
    if (!is_free(&m->from, from, why) || !is_free(&m->to, to, why))
        return false;
    return there == 0 || server_refuse(why, "move.not_empty", to, 0);
}

bool store_move(const char *from, const char *to, struct moved *out,
                struct pl_message *why)
{
    struct moving m = {.moved = out, .is_into_postgres = sql_pg_is(to)};
    bool good = open_both(&m, from, to, why);

    *out = (struct moved){0};
    if (good) {
        good = look(&m.from);
        rows_each(m.from.rows, INT64_MIN, note_id, &m);
        good = (looked(&m.from) && good) ||
               server_refuse(why, "store.cannot_open", from, 0);
    }
    good = good && copy_all(&m, why) && compare_all(&m, why);
    out->tables = m.ids;
    close_all(&m);
    return good;
}
