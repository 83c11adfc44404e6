/* See store.h. The thread has a connection of its own; the loop reads through
 * another one. */
#include "store.h"
#include "server.h"

#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { SCHEMA = 1, MOST_WAITING = 100000, PATH_LONGEST = 1000 };

enum op_kind { PUT_TABLE, PUT_STEP, PUT_RECORD, DROP_STEPS, DROP, DROP_OLD };

struct op {
    struct op *next;
    uint8_t kind; /* enum op_kind */
    uint64_t number;
    char table[TABLE_ID + 1];
    uint32_t game;
    int64_t before;
    struct stored_step step;
    struct table_data *data; /* PUT_TABLE */
    char *record;            /* PUT_RECORD */
};

struct list {
    struct op *first, **last;
    size_t count;
};

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

struct store {
    int lock; /* of the file beside: one server a store */
    sqlite3 *db, *reader;
#define X(name, sql) sqlite3_stmt *name;
    STATEMENTS(X)
    READING(X)
#undef X
    struct list collecting; /* not yet handed over */
    uint64_t collected;

    int trouble; /* what SQLite last said, for the thread that writes */
    pthread_t thread;
    pthread_mutex_t mutex; /* of everything below */
    pthread_cond_t work;
    struct list waiting;
    size_t writing; /* of the group that is being committed */
    uint64_t submitted, synced;
    bool ends;
    struct store_figures figures;
    void (*tell)(void *context);
    void *context;
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

static bool open_both(struct store *store, const char *path,
                      struct pl_message *why)
{
    int version;

    store->db = open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (!store->db)
        return server_refuse(why, "store.cannot_open", path, 0);
    if (!run(store->db, "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL"))
        return server_refuse(why, "store.not_ours", path, 0);
    version = number_of(store->db, "PRAGMA user_version");
    if (version == 0 &&
        number_of(store->db, "SELECT count(*) FROM sqlite_schema") > 0)
        return server_refuse(why, "store.not_ours", path, 0);
    if (version > SCHEMA)
        return server_refuse(why, "store.too_new", path, 0);
    if (version <= 0 && (version < 0 || !make_schema(store->db)))
        return server_refuse(why, "store.not_ours", path, 0);
    store->reader = open_file(path, SQLITE_OPEN_READONLY);
    return store->reader || server_refuse(why, "store.cannot_open", path, 0);
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *stmt = NULL;

    pl_assert(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &stmt,
                                 NULL) == SQLITE_OK);
    return stmt;
}

static bool lock_file(struct store *store, const char *path,
                      struct pl_message *why)
{
    char beside[PATH_LONGEST + 8];

    if (strlen(path) > PATH_LONGEST)
        return server_refuse(why, "store.cannot_open", path, 0);
    strcpy(beside, path);
    strcat(beside, "-lock");
    store->lock = open(beside, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->lock < 0)
        return server_refuse(why, "store.cannot_open", path, 0);
    return flock(store->lock, LOCK_EX | LOCK_NB) == 0 ||
           server_refuse(why, "store.in_use", path, 0);
}

/* --- Collecting ---------------------------------------------------------- */

static void make_empty(struct list *list)
{
    list->first = NULL;
    list->last = &list->first;
    list->count = 0;
}

static void append(struct list *to, struct list *from)
{
    if (!from->first)
        return;
    *to->last = from->first;
    to->last = from->last;
    to->count += from->count;
    make_empty(from);
}

static struct op *collect(struct store *store, enum op_kind kind,
                          const char *table)
{
    struct op *op = calloc(1, sizeof *op);

    pl_assert(op);
    op->kind = (uint8_t)kind;
    strcpy(op->table, table);
    *store->collecting.last = op;
    store->collecting.last = &op->next;
    store->collecting.count++;
    return op;
}

void store_table(struct store *store, const struct table_data *table)
{
    struct op *op = collect(store, PUT_TABLE, table->id);

    op->data = malloc(sizeof *table);
    pl_assert(op->data);
    *op->data = *table;
}

void store_step(struct store *store, const char *table, uint32_t question,
                int seat, const uint8_t *bytes, int count)
{
    struct op *op = collect(store, PUT_STEP, table);

    op->step = (struct stored_step){
        .question = question, .seat = (int8_t)seat, .count = (uint8_t)count};
    memcpy(op->step.bytes, bytes, (size_t)count);
}

void store_record(struct store *store, const char *table, uint32_t game,
                  const char *record)
{
    struct op *op = collect(store, PUT_RECORD, table);

    op->game = game;
    op->record = strdup(record);
    pl_assert(op->record);
}

void store_erase_steps(struct store *store, const char *table)
{
    collect(store, DROP_STEPS, table);
}

void store_erase(struct store *store, const char *table)
{
    collect(store, DROP, table);
}

void store_erase_old(struct store *store, int64_t before)
{
    collect(store, DROP_OLD, "")->before = before;
}

uint64_t store_submit(struct store *store)
{
    if (!store->collecting.first)
        return store->collected;
    pthread_mutex_lock(&store->mutex);
    append(&store->waiting, &store->collecting);
    store->collected = ++store->submitted;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->mutex);
    return store->collected;
}

uint64_t store_synced(struct store *store)
{
    uint64_t synced;

    pthread_mutex_lock(&store->mutex);
    synced = store->synced;
    pthread_mutex_unlock(&store->mutex);
    return synced;
}

bool store_is_busy(struct store *store)
{
    bool busy;

    pthread_mutex_lock(&store->mutex);
    busy = store->waiting.count + store->writing > MOST_WAITING;
    pthread_mutex_unlock(&store->mutex);
    return busy;
}

void store_figures(struct store *store, struct store_figures *out)
{
    pthread_mutex_lock(&store->mutex);
    *out = store->figures;
    out->waiting = store->waiting.count + store->writing;
    pthread_mutex_unlock(&store->mutex);
}

/* --- Writing ------------------------------------------------------------- */

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

static bool write_table(struct store *store, const struct table_data *table)
{
    sqlite3_stmt *stmt = store->put_table;

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
        if (!write_seat(store->put_seat, table, seat))
            return false;
    return true;
}

static bool write_step(sqlite3_stmt *stmt, const struct op *op)
{
    bind_text(stmt, 1, op->table);
    sqlite3_bind_int64(stmt, 2, op->step.question);
    sqlite3_bind_int(stmt, 3, op->step.seat);
    bind_blob(stmt, 4, op->step.bytes, op->step.count);
    return finish(stmt);
}

static bool write_record(sqlite3_stmt *stmt, const struct op *op)
{
    bind_text(stmt, 1, op->table);
    sqlite3_bind_int64(stmt, 2, op->game);
    bind_text(stmt, 3, op->record);
    return finish(stmt);
}

static bool drop(sqlite3_stmt *stmt, const char *table)
{
    bind_text(stmt, 1, table);
    return finish(stmt);
}

static bool drop_all(struct store *store, const char *table)
{
    return drop(store->drop_steps, table) && drop(store->drop_seats, table) &&
           drop(store->drop_records, table) && drop(store->drop_table, table);
}

static bool drop_old(struct store *store, int64_t before)
{
    bool good = true;
    int code = SQLITE_ROW;

    while (good && code == SQLITE_ROW) {
        char id[TABLE_ID + 1] = "";

        sqlite3_bind_int64(store->old, 1, before);
        code = sqlite3_step(store->old);
        if (code == SQLITE_ROW)
            strncpy(id, (const char *)sqlite3_column_text(store->old, 0),
                    TABLE_ID);
        sqlite3_reset(store->old);
        good = code == SQLITE_ROW ? drop_all(store, id) : code == SQLITE_DONE;
    }
    return good;
}

static bool write_op(struct store *store, const struct op *op)
{
    switch ((enum op_kind)op->kind) {
    case PUT_TABLE:
        return write_table(store, op->data);
    case PUT_STEP:
        return write_step(store->put_step, op);
    case PUT_RECORD:
        return write_record(store->put_record, op);
    case DROP_STEPS:
        return drop(store->drop_steps, op->table);
    case DROP:
        return drop_all(store, op->table);
    case DROP_OLD:
        return drop_old(store, op->before);
    }
    return false;
}

static bool commit(struct store *store, const struct list *group)
{
    bool good = run(store->db, "BEGIN IMMEDIATE");

    for (const struct op *op = group->first; good && op; op = op->next)
        good = write_op(store, op);
    good = good && run(store->db, "COMMIT");
    if (!good) {
        store->trouble = sqlite3_errcode(store->db);
        run(store->db, "ROLLBACK");
    }
    return good;
}

static void free_list(struct list *list)
{
    struct op *op = list->first, *next;

    for (; op; op = next) {
        next = op->next;
        free(op->data);
        free(op->record);
        free(op);
    }
    make_empty(list);
}

static uint64_t nanoseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Whether to try again; with the mutex held. */
static bool wait_a_second(struct store *store)
{
    struct timespec until;

    store->figures.failures++;
    store->figures.trouble = sqlite3_errstr(store->trouble);
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec++;
    while (!store->ends &&
           pthread_cond_timedwait(&store->work, &store->mutex, &until) == 0)
        ;
    return !store->ends;
}

/* With the mutex held; returns without it being held for the commit only. */
static void write_group(struct store *store, struct list *group, uint64_t upto)
{
    bool good;

    do {
        uint64_t begun = nanoseconds();

        pthread_mutex_unlock(&store->mutex);
        good = commit(store, group);
        pthread_mutex_lock(&store->mutex);
        store->figures.nanoseconds += nanoseconds() - begun;
    } while (!good && wait_a_second(store));
    if (!good)
        return;
    store->figures.commits++;
    store->figures.writes += group->count;
    store->synced = upto;
}

static void *write_for_ever(void *arg)
{
    struct store *store = arg;
    struct list group;

    make_empty(&group);
    pthread_mutex_lock(&store->mutex);
    for (;;) {
        uint64_t upto;

        while (!store->waiting.first && !store->ends)
            pthread_cond_wait(&store->work, &store->mutex);
        if (!store->waiting.first)
            break;
        append(&group, &store->waiting);
        store->writing = group.count;
        upto = store->submitted;
        write_group(store, &group, upto);
        store->writing = 0;
        pthread_mutex_unlock(&store->mutex);
        free_list(&group);
        store->tell(store->context);
        pthread_mutex_lock(&store->mutex);
    }
    pthread_mutex_unlock(&store->mutex);
    return NULL;
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

bool store_read(struct store *store, const char *id, struct stored_table *out)
{
    bool good;

    memset(out, 0, sizeof *out);
    bind_text(store->get_table, 1, id);
    good = sqlite3_step(store->get_table) == SQLITE_ROW &&
           read_table(store->get_table, &out->data);
    sqlite3_reset(store->get_table);
    bind_text(store->get_seats, 1, id);
    while (good && sqlite3_step(store->get_seats) == SQLITE_ROW)
        good = read_seat(store->get_seats, &out->data);
    sqlite3_reset(store->get_seats);
    bind_text(store->get_steps, 1, id);
    while (good && sqlite3_step(store->get_steps) == SQLITE_ROW)
        good = read_step(store->get_steps, out);
    sqlite3_reset(store->get_steps);
    if (!good) {
        free(out->step);
        out->step = NULL;
        out->steps = 0;
    }
    return good;
}

char *store_read_record(struct store *store, const char *id, uint32_t game)
{
    sqlite3_stmt *stmt = store->get_record;
    char *record = NULL;

    bind_text(stmt, 1, id);
    sqlite3_bind_int64(stmt, 2, game);
    if (sqlite3_step(stmt) == SQLITE_ROW)
        record = strdup((const char *)sqlite3_column_text(stmt, 0));
    sqlite3_reset(stmt);
    return record;
}

void store_each(struct store *store, int64_t since,
                void (*each)(void *context, const char *id), void *context)
{
    sqlite3_bind_int64(store->each, 1, since);
    while (sqlite3_step(store->each) == SQLITE_ROW)
        each(context, (const char *)sqlite3_column_text(store->each, 0));
    sqlite3_reset(store->each);
}

/* --- From opening to closing --------------------------------------------- */

static void free_store(struct store *store)
{
    if (store->reader) {
#define X(name, sql) sqlite3_finalize(store->name);
        STATEMENTS(X)
        READING(X)
#undef X
    }
    sqlite3_close(store->reader);
    sqlite3_close(store->db);
    if (store->lock >= 0)
        close(store->lock);
    free(store);
}

static void start_thread(struct store *store)
{
    pthread_condattr_t monotonic;

    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&store->mutex, NULL);
    pthread_cond_init(&store->work, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pl_assert(pthread_create(&store->thread, NULL, write_for_ever, store) == 0);
}

struct store *store_open(const char *path, void (*synced)(void *context),
                         void *context, struct pl_message *why)
{
    struct store *store = calloc(1, sizeof *store);

    pl_assert(store);
    store->lock = -1;
    store->tell = synced;
    store->context = context;
    make_empty(&store->collecting);
    make_empty(&store->waiting);
    if (!lock_file(store, path, why) || !open_both(store, path, why)) {
        free_store(store);
        return NULL;
    }
#define X(name, sql) store->name = prepare(store->db, sql);
    STATEMENTS(X)
#undef X
#define X(name, sql) store->name = prepare(store->reader, sql);
    READING(X)
#undef X
    start_thread(store);
    return store;
}

void store_close(struct store *store)
{
    store_submit(store);
    pthread_mutex_lock(&store->mutex);
    store->ends = true;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->mutex);
    pthread_join(store->thread, NULL);
    pthread_mutex_destroy(&store->mutex);
    pthread_cond_destroy(&store->work);
    free_list(&store->collecting);
    free_list(&store->waiting);
    free_store(store);
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
