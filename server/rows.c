/* See rows.h. Writing has a connection of its own, reading another one. */
#include "rows.h"
#include "server.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { SCHEMA = 1, PATH_LONGEST = 1000 };

#define STATEMENTS(X)                                                          \
    X(put_table, "INSERT OR REPLACE INTO tables VALUES"                        \
                 "(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,"        \
                 "?16,?17,?18,?19)")                                           \
    X(put_seat, "INSERT OR REPLACE INTO seats VALUES"                          \
                "(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11)")                        \
    X(put_step, "INSERT INTO steps VALUES(?1,?2,?3,?4) "                       \
                "ON CONFLICT(tab,question,seat) DO UPDATE SET value=?4")       \
    X(put_record, "INSERT OR REPLACE INTO records VALUES(?1,?2,?3)")           \
    X(drop_steps, "DELETE FROM steps WHERE tab=?1")                            \
    X(drop_seats, "DELETE FROM seats WHERE tab=?1")                            \
    X(drop_records, "DELETE FROM records WHERE tab=?1")                        \
    X(drop_table, "DELETE FROM tables WHERE id=?1")                            \
    X(old, "SELECT id FROM tables WHERE touched<?1")

#define READING(X)                                                             \
    X(get_table, "SELECT * FROM tables WHERE id=?1")                           \
    X(get_seats, "SELECT * FROM seats WHERE tab=?1")                           \
    X(get_steps, "SELECT question,seat,value FROM steps WHERE tab=?1 "         \
                 "ORDER BY question,seat")                                     \
    X(get_record, "SELECT record FROM records WHERE tab=?1 AND game=?2")       \
    X(each, "SELECT id FROM tables WHERE touched>=?1 ORDER BY touched DESC")

struct rows {
    int lock; /* of the file beside: one server a store */
    sqlite3 *db, *reader;
#define X(name, sql) sqlite3_stmt *name;
    STATEMENTS(X)
    READING(X)
#undef X
};

/* --- The file ------------------------------------------------------------ */

static const char schema[] =
    "CREATE TABLE tables("
    "id TEXT PRIMARY KEY, code TEXT NOT NULL, game TEXT NOT NULL,"
    "seats INTEGER NOT NULL, first INTEGER NOT NULL, options TEXT NOT NULL,"
    "clock INTEGER NOT NULL, listed INTEGER NOT NULL, chat INTEGER NOT NULL,"
    "reactions INTEGER NOT NULL, real_dice INTEGER NOT NULL,"
    "phase INTEGER NOT NULL, opener INTEGER NOT NULL, games INTEGER NOT NULL,"
    "base INTEGER NOT NULL, rules INTEGER NOT NULL, seed BLOB NOT NULL,"
    "opened INTEGER NOT NULL, touched INTEGER NOT NULL) STRICT;"
    "CREATE INDEX tables_touched ON tables(touched);"
    "CREATE TABLE seats("
    "tab TEXT NOT NULL, seat INTEGER NOT NULL, kind INTEGER NOT NULL,"
    "stand_in INTEGER NOT NULL, muted INTEGER NOT NULL, name TEXT NOT NULL,"
    "bot TEXT NOT NULL, secret BLOB NOT NULL, token BLOB NOT NULL,"
    "token_until INTEGER NOT NULL, nonce BLOB,"
    "PRIMARY KEY(tab,seat)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE steps("
    "tab TEXT NOT NULL, question INTEGER NOT NULL, seat INTEGER NOT NULL,"
    "value BLOB NOT NULL, PRIMARY KEY(tab,question,seat)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE records("
    "tab TEXT NOT NULL, game INTEGER NOT NULL, record TEXT NOT NULL,"
    "PRIMARY KEY(tab,game)) STRICT, WITHOUT ROWID;"
    "PRAGMA user_version=1;";

static bool run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static int number_of(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *stmt;
    int n = -1;

    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
        return -1;
    if (sqlite3_step(stmt) == SQLITE_ROW)
        n = sqlite3_column_int(stmt, 0);
    sqlite3_finalize(stmt);
    return n;
}

static sqlite3 *open_file(const char *path, int flags)
{
    sqlite3 *db;

    if (sqlite3_open_v2(path, &db, flags | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK) {
        sqlite3_close(db);
        return NULL;
    }
    sqlite3_busy_timeout(db, 5000);
    return db;
}

static bool make_schema(sqlite3 *db)
{
    return run(db, "BEGIN IMMEDIATE") && run(db, schema) && run(db, "COMMIT");
}

static bool open_both(struct rows *rows, const char *path,
                      struct pl_message *why)
{
    int version;

    rows->db = open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (!rows->db)
        return server_refuse(why, "store.cannot_open", path, 0);
    if (!run(rows->db, "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL"))
        return server_refuse(why, "store.not_ours", path, 0);
    version = number_of(rows->db, "PRAGMA user_version");
    if (version == 0 &&
        number_of(rows->db, "SELECT count(*) FROM sqlite_schema") > 0)
        return server_refuse(why, "store.not_ours", path, 0);
    if (version > SCHEMA)
        return server_refuse(why, "store.too_new", path, 0);
    if (version <= 0 && (version < 0 || !make_schema(rows->db)))
        return server_refuse(why, "store.not_ours", path, 0);
    rows->reader = open_file(path, SQLITE_OPEN_READONLY);
    return rows->reader || server_refuse(why, "store.cannot_open", path, 0);
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *stmt = NULL;

    pl_assert(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &stmt,
                                 NULL) == SQLITE_OK);
    return stmt;
}

static bool lock_file(struct rows *rows, const char *path,
                      struct pl_message *why)
{
    char beside[PATH_LONGEST + 8];

    if (strlen(path) > PATH_LONGEST)
        return server_refuse(why, "store.cannot_open", path, 0);
    strcpy(beside, path);
    strcat(beside, "-lock");
    rows->lock = open(beside, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (rows->lock < 0)
        return server_refuse(why, "store.cannot_open", path, 0);
    return flock(rows->lock, LOCK_EX | LOCK_NB) == 0 ||
           server_refuse(why, "store.in_use", path, 0);
}

void rows_close(struct rows *rows)
{
    if (rows->reader) {
#define X(name, sql) sqlite3_finalize(rows->name);
        STATEMENTS(X)
        READING(X)
#undef X
    }
    sqlite3_close(rows->reader);
    sqlite3_close(rows->db);
    if (rows->lock >= 0)
        close(rows->lock);
    free(rows);
}

struct rows *rows_open(const char *path, struct pl_message *why)
{
    struct rows *rows = calloc(1, sizeof *rows);

    pl_assert(rows);
    rows->lock = -1;
    if (!lock_file(rows, path, why) || !open_both(rows, path, why)) {
        rows_close(rows);
        return NULL;
    }
#define X(name, sql) rows->name = prepare(rows->db, sql);
    STATEMENTS(X)
#undef X
#define X(name, sql) rows->name = prepare(rows->reader, sql);
    READING(X)
#undef X
    return rows;
}

bool store_backup(const char *path, const char *to, struct pl_message *why)
{
    sqlite3 *from = open_file(path, SQLITE_OPEN_READONLY);
    sqlite3 *into = NULL;
    sqlite3_backup *backup = NULL;
    bool good = from && number_of(from, "PRAGMA user_version") > 0;

    if (!good)
        server_refuse(why, "store.not_ours", path, 0);
    if (good && access(to, F_OK) == 0)
        good = server_refuse(why, "store.exists", to, 0);
    if (good) {
        into = open_file(to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
        backup = into ? sqlite3_backup_init(into, "main", from, "main") : NULL;
        good = backup && sqlite3_backup_step(backup, -1) == SQLITE_DONE;
        if (backup)
            sqlite3_backup_finish(backup);
        if (!good)
            server_refuse(why, "store.cannot_write", to, 0);
    }
    sqlite3_close(into);
    sqlite3_close(from);
    return good;
}

/* --- Writing ------------------------------------------------------------- */

bool rows_begin(struct rows *rows)
{
    return run(rows->db, "BEGIN IMMEDIATE");
}

bool rows_commit(struct rows *rows)
{
    return run(rows->db, "COMMIT");
}

int rows_take_back(struct rows *rows)
{
    int said = sqlite3_errcode(rows->db);

    run(rows->db, "ROLLBACK");
    return said;
}

static bool finish(sqlite3_stmt *stmt)
{
    bool good = sqlite3_step(stmt) == SQLITE_DONE;

    sqlite3_reset(stmt);
    return good;
}

static void bind_text(sqlite3_stmt *stmt, int at, const char *s)
{
    sqlite3_bind_text(stmt, at, s, -1, SQLITE_TRANSIENT);
}

static void bind_blob(sqlite3_stmt *stmt, int at, const void *bytes, int size)
{
    sqlite3_bind_blob(stmt, at, bytes, size, SQLITE_TRANSIENT);
}

static void bind_options(sqlite3_stmt *stmt, int at,
                         const struct table_data *table)
{
    struct pl_buffer text = {0};

    pl_add(&text, "");
    for (int i = 0; i < pl_option_count(table->game); i++) {
        struct pl_text value;

        pl_option_value(&table->game->options[i], table->setup.option[i],
                        &value);
        pl_add(&text, table->game->options[i].name);
        pl_add(&text, " ");
        pl_add(&text, value.s);
        pl_add(&text, "\n");
    }
    bind_text(stmt, at, text.s);
    pl_buffer_free(&text);
}

static bool write_seat(sqlite3_stmt *stmt, const struct table_data *table,
                       int seat)
{
    const struct seat *s = &table->seat[seat];

    bind_text(stmt, 1, table->id);
    sqlite3_bind_int(stmt, 2, seat);
    sqlite3_bind_int(stmt, 3, s->kind);
    sqlite3_bind_int(stmt, 4, s->stand_in);
    sqlite3_bind_int(stmt, 5, s->is_muted);
    bind_text(stmt, 6, s->name);
    bind_text(stmt, 7, s->bot);
    bind_blob(stmt, 8, s->secret, HASH);
    bind_blob(stmt, 9, s->token, HASH);
    sqlite3_bind_int64(stmt, 10, s->token_until);
    if (table->fair.nonces >> seat & 1)
        bind_blob(stmt, 11, table->fair.nonce[seat], PL_NONCE);
    else
        sqlite3_bind_null(stmt, 11);
    return finish(stmt);
}

bool rows_put_table(struct rows *rows, const struct table_data *table)
{
    sqlite3_stmt *stmt = rows->put_table;

    bind_text(stmt, 1, table->id);
    bind_text(stmt, 2, table->code);
    bind_text(stmt, 3, table->game->id);
    sqlite3_bind_int(stmt, 4, table->setup.seats);
    sqlite3_bind_int(stmt, 5, table->setup.first);
    bind_options(stmt, 6, table);
    sqlite3_bind_int(stmt, 7, table->clock);
    sqlite3_bind_int(stmt, 8, table->is_listed);
    sqlite3_bind_int(stmt, 9, table->has_chat);
    sqlite3_bind_int(stmt, 10, table->has_reactions);
    sqlite3_bind_int(stmt, 11, table->has_real_dice);
    sqlite3_bind_int(stmt, 12, table->phase);
    sqlite3_bind_int(stmt, 13, table->opener);
    sqlite3_bind_int64(stmt, 14, table->games);
    sqlite3_bind_int64(stmt, 15, table->base);
    sqlite3_bind_int64(stmt, 16, (int64_t)table->rules);
    bind_blob(stmt, 17, table->fair.seed, PL_SEED);
    sqlite3_bind_int64(stmt, 18, table->opened);
    sqlite3_bind_int64(stmt, 19, table->touched);
    if (!finish(stmt))
        return false;
    for (int seat = 0; seat < table->setup.seats; seat++)
        if (!write_seat(rows->put_seat, table, seat))
            return false;
    return true;
}

bool rows_put_step(struct rows *rows, const char *table,
                   const struct stored_step *step)
{
    sqlite3_stmt *stmt = rows->put_step;

    bind_text(stmt, 1, table);
    sqlite3_bind_int64(stmt, 2, step->question);
    sqlite3_bind_int(stmt, 3, step->seat);
    bind_blob(stmt, 4, step->bytes, step->count);
    return finish(stmt);
}

bool rows_put_record(struct rows *rows, const char *table, uint32_t game,
                     const char *record)
{
    sqlite3_stmt *stmt = rows->put_record;

    bind_text(stmt, 1, table);
    sqlite3_bind_int64(stmt, 2, game);
    bind_text(stmt, 3, record);
    return finish(stmt);
}

static bool drop(sqlite3_stmt *stmt, const char *table)
{
    bind_text(stmt, 1, table);
    return finish(stmt);
}

bool rows_drop_steps(struct rows *rows, const char *table)
{
    return drop(rows->drop_steps, table);
}

bool rows_drop(struct rows *rows, const char *table)
{
    return drop(rows->drop_steps, table) && drop(rows->drop_seats, table) &&
           drop(rows->drop_records, table) && drop(rows->drop_table, table);
}

bool rows_drop_old(struct rows *rows, int64_t before)
{
    bool good = true;
    int code = SQLITE_ROW;

    while (good && code == SQLITE_ROW) {
        char id[TABLE_ID + 1] = "";

        sqlite3_bind_int64(rows->old, 1, before);
        code = sqlite3_step(rows->old);
        if (code == SQLITE_ROW)
            strncpy(id, (const char *)sqlite3_column_text(rows->old, 0),
                    TABLE_ID);
        sqlite3_reset(rows->old);
        good = code == SQLITE_ROW ? rows_drop(rows, id) : code == SQLITE_DONE;
    }
    return good;
}

/* --- Reading ------------------------------------------------------------- */

static void copy_text(sqlite3_stmt *stmt, int at, char *to, size_t size)
{
    const unsigned char *s = sqlite3_column_text(stmt, at);

    to[0] = '\0';
    if (s && strlen((const char *)s) < size)
        strcpy(to, (const char *)s);
}

static bool copy_blob(sqlite3_stmt *stmt, int at, uint8_t *to, int size)
{
    if (sqlite3_column_bytes(stmt, at) != size)
        return false;
    memcpy(to, sqlite3_column_blob(stmt, at), (size_t)size);
    return true;
}

static bool read_options(struct table_data *table, const char *text)
{
    char line[128], *value;
    struct pl_message why;

    while (*text) {
        size_t n = strcspn(text, "\n");

        if (n >= sizeof line)
            return false;
        memcpy(line, text, n);
        line[n] = '\0';
        value = strchr(line, ' ');
        if (!value)
            return false;
        *value++ = '\0';
        if (!pl_setup_option(&table->setup, table->game, line, value, &why))
            return false;
        text += n + (text[n] == '\n');
    }
    return pl_setup_check(table->game, &table->setup, &why);
}

static bool read_table(sqlite3_stmt *stmt, struct table_data *table)
{
    const char *text;

    copy_text(stmt, 0, table->id, sizeof table->id);
    copy_text(stmt, 1, table->code, sizeof table->code);
    text = (const char *)sqlite3_column_text(stmt, 2);
    table->game = text ? pl_game_find(text) : NULL;
    if (!table->game)
        return false;
    pl_setup_normal(&table->setup, table->game, sqlite3_column_int(stmt, 3));
    table->setup.first = (uint8_t)sqlite3_column_int(stmt, 4);
    text = (const char *)sqlite3_column_text(stmt, 5);
    if (!text || !read_options(table, text))
        return false;
    table->clock = (uint16_t)sqlite3_column_int(stmt, 6);
    table->is_listed = sqlite3_column_int(stmt, 7) != 0;
    table->has_chat = sqlite3_column_int(stmt, 8) != 0;
    table->has_reactions = sqlite3_column_int(stmt, 9) != 0;
    table->has_real_dice = sqlite3_column_int(stmt, 10) != 0;
    table->phase = (uint8_t)sqlite3_column_int(stmt, 11);
    table->opener = (int8_t)sqlite3_column_int(stmt, 12);
    table->games = (uint32_t)sqlite3_column_int64(stmt, 13);
    table->base = (uint32_t)sqlite3_column_int64(stmt, 14);
    table->rules = (uint64_t)sqlite3_column_int64(stmt, 15);
    table->opened = sqlite3_column_int64(stmt, 17);
    table->touched = sqlite3_column_int64(stmt, 18);
    return copy_blob(stmt, 16, table->fair.seed, PL_SEED) &&
           table->phase <= TABLE_OVER && table->opener >= 0 &&
           table->opener < table->setup.seats;
}

static bool read_seat(sqlite3_stmt *stmt, struct table_data *table)
{
    int seat = sqlite3_column_int(stmt, 1);
    struct seat *s;

    if (seat < 0 || seat >= table->setup.seats)
        return false;
    s = &table->seat[seat];
    s->kind = (uint8_t)sqlite3_column_int(stmt, 2);
    s->stand_in = sqlite3_column_int(stmt, 3) != 0;
    s->is_muted = sqlite3_column_int(stmt, 4) != 0;
    copy_text(stmt, 5, s->name, sizeof s->name);
    copy_text(stmt, 6, s->bot, sizeof s->bot);
    s->token_until = sqlite3_column_int64(stmt, 9);
    if (copy_blob(stmt, 10, table->fair.nonce[seat], PL_NONCE))
        table->fair.nonces = (uint8_t)(table->fair.nonces | 1u << seat);
    return s->kind <= SEAT_BOT && copy_blob(stmt, 7, s->secret, HASH) &&
           copy_blob(stmt, 8, s->token, HASH);
}

static bool read_step(sqlite3_stmt *stmt, struct stored_table *table)
{
    struct stored_step *step;
    int count = sqlite3_column_bytes(stmt, 2);

    if (table->steps % 64 == 0) {
        table->step =
            realloc(table->step, (table->steps + 64) * sizeof *table->step);
        pl_assert(table->step);
    }
    step = &table->step[table->steps++];
    memset(step, 0, sizeof *step);
    step->question = (uint32_t)sqlite3_column_int64(stmt, 0);
    step->seat = (int8_t)sqlite3_column_int(stmt, 1);
    if (count > PL_DICE)
        return false;
    step->count = (uint8_t)count;
    return copy_blob(stmt, 2, step->bytes, count);
}

bool rows_read(struct rows *rows, const char *id, struct stored_table *out)
{
    bool good;

    memset(out, 0, sizeof *out);
    bind_text(rows->get_table, 1, id);
    good = sqlite3_step(rows->get_table) == SQLITE_ROW &&
           read_table(rows->get_table, &out->data);
    sqlite3_reset(rows->get_table);
    bind_text(rows->get_seats, 1, id);
    while (good && sqlite3_step(rows->get_seats) == SQLITE_ROW)
        good = read_seat(rows->get_seats, &out->data);
    sqlite3_reset(rows->get_seats);
    bind_text(rows->get_steps, 1, id);
    while (good && sqlite3_step(rows->get_steps) == SQLITE_ROW)
        good = read_step(rows->get_steps, out);
    sqlite3_reset(rows->get_steps);
    if (!good) {
        free(out->step);
        out->step = NULL;
        out->steps = 0;
    }
    return good;
}

char *rows_read_record(struct rows *rows, const char *id, uint32_t game)
{
    sqlite3_stmt *stmt = rows->get_record;
    char *record = NULL;

    bind_text(stmt, 1, id);
    sqlite3_bind_int64(stmt, 2, game);
    if (sqlite3_step(stmt) == SQLITE_ROW)
        record = strdup((const char *)sqlite3_column_text(stmt, 0));
    sqlite3_reset(stmt);
    return record;
}

void rows_each(struct rows *rows, int64_t since,
               void (*each)(void *context, const char *id), void *context)
{
    sqlite3_bind_int64(rows->each, 1, since);
    while (sqlite3_step(rows->each) == SQLITE_ROW)
        each(context, (const char *)sqlite3_column_text(rows->each, 0));
    sqlite3_reset(rows->each);
}
