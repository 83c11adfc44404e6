/* See sql_pg.h. */
#include "sql_pg.h"
#include "../refuse.h"
#include "sha256.h"

#include <endian.h>
#include <poll.h>
#include <postgresql/libpq-fe.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    ATTEMPTS = 10,  /* to reach a database at the start, a second apart */
    VALUES = 20,    /* of a statement */
    SILENT = 8000,  /* milliseconds: then the server is taken for dead */
    LOOK_UP = 100,  /* milliseconds between two looks whether to give up */
    TROUBLE = 160,  /* bytes of what the server said */
    OF_NUMBER = 20, /* PostgreSQL's names of types */
    OF_TEXT = 25,
    OF_BLOB = 17
};

struct pg {
    struct sql sql;
    char *where;
    PGconn *conn;
    bool writes;
    bool is_good;     /* nothing went wrong since begin */
    bool is_in_doubt; /* the server warned: no promise */
    atomic_bool gives_up;
    unsigned life;       /* which connection this is */
    unsigned statements; /* prepared, for their names */
    int sent;            /* statements with rows, since sql_pg_count */
    char trouble[TROUBLE];
    struct stmt *begin, *commit;
};

struct pg_stmt {
    struct stmt stmt;
    struct pg *pg;
    char *text;
    char name[16];
    unsigned life; /* the connection that knows it */
    int values;
    Oid type[VALUES];
    const char *value[VALUES];
    int length[VALUES];
    uint64_t number[VALUES];
    PGresult *result; /* of one that reads */
    int row;
};

static const struct sql_engine engine;

/* --- Waiting -------------------------------------------------------------- */

static void note_trouble(struct pg *pg, const char *said)
{
    size_t n = said ? strcspn(said, "\n") : 0;

    pg->is_good = false;
    if (n > 0)
        snprintf(pg->trouble, sizeof pg->trouble, "%.*s", (int)n, said);
}

/* Until there is something to read; false: the connection is lost. */
static bool wait_for_server(struct pg *pg)
{
    for (int waited = 0; waited < SILENT; waited += LOOK_UP) {
        int unsent = PQflush(pg->conn);
        struct pollfd fd = {.fd = PQsocket(pg->conn),
                            .events = (short)(POLLIN | (unsent ? POLLOUT : 0))};
        int n;

        if (unsent < 0 || fd.fd < 0)
            return false;
        n = poll(&fd, 1, LOOK_UP);
        if (n > 0 && (fd.revents & (POLLIN | POLLHUP | POLLERR)))
            return PQconsumeInput(pg->conn);
        if (n > 0)
            waited = 0;
        if (atomic_load(&pg->gives_up))
            return false;
    }
    return false;
}

/* What comes next, which is then the caller's; NULL: the end of a statement, or
 * something is wrong. */
static PGresult *receive(struct pg *pg)
{
    PGresult *result;

    if (!pg->is_good)
        return NULL;
    while (PQflush(pg->conn) > 0 || PQisBusy(pg->conn))
        if (!wait_for_server(pg)) {
            note_trouble(pg, PQerrorMessage(pg->conn));
            return NULL;
        }
    result = PQgetResult(pg->conn);
    switch ((int)PQresultStatus(result)) {
    case PGRES_FATAL_ERROR:
    case PGRES_BAD_RESPONSE:
    case PGRES_PIPELINE_ABORTED:
        if (result)
            note_trouble(pg, PQresultErrorMessage(result));
    }
    return result;
}

/* --- Connecting ------------------------------------------------------------
 */

/* "Canceling wait for synchronous replication" is a warning to anyone who is
 * told of a commit: it stands here, and perhaps nowhere else. */
static void warned(void *arg, const PGresult *result)
{
    const char *kind =
        PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);

    if (kind && strcmp(kind, "WARNING") == 0)
        ((struct pg *)arg)->is_in_doubt = true;
}

static void disconnect(struct pg *pg)
{
    if (pg->conn)
        PQfinish(pg->conn);
    pg->conn = NULL;
}

/* What a stopped node can hold is bounded: locks, and transactions. */
static bool settle_in(struct pg *pg)
{
    PGresult *result = PQexec(
        pg->conn, "SET idle_in_transaction_session_timeout=2000;"
                  "SET lock_timeout=1500;SET client_min_messages=warning;"
                  "SET default_transaction_isolation='read committed'");
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK;

    PQclear(result);
    return good && PQsetnonblocking(pg->conn, 1) == 0 &&
           (!pg->writes || PQenterPipelineMode(pg->conn));
}

static bool connect_to(struct pg *pg)
{
    const char *const name[] = {
        "dbname",          "connect_timeout",           "tcp_user_timeout",
        "keepalives_idle", "keepalives_interval",       "keepalives_count",
        "client_encoding", "fallback_application_name", NULL};
    const char *const value[] = {pg->where, "3",    "6000",    "3", "1",
                                 "3",       "UTF8", "parlour", NULL};

    pg->conn = PQconnectdbParams(name, value, 1);
    if (PQstatus(pg->conn) == CONNECTION_OK && settle_in(pg)) {
        PQsetNoticeReceiver(pg->conn, warned, pg);
        pg->life++;
        return true;
    }
    note_trouble(pg, PQerrorMessage(pg->conn));
    disconnect(pg);
    return false;
}

/* A connection on which nothing is under way. */
static bool is_ready(struct pg *pg)
{
    if (atomic_load(&pg->gives_up))
        return false;
    if (pg->conn && (!pg->is_good || PQstatus(pg->conn) != CONNECTION_OK ||
                     PQtransactionStatus(pg->conn) != PQTRANS_IDLE))
        disconnect(pg);
    pg->is_good = pg->conn || connect_to(pg);
    pg->is_in_doubt = false;
    return pg->is_good;
}

/* --- Statements --------------------------------------------------------------
 */

static struct stmt *prepare(struct sql *sql, const char *text)
{
    struct pg_stmt *stmt = calloc(1, sizeof *stmt);

    pl_assert(stmt);
    stmt->stmt.engine = &engine;
    stmt->pg = (struct pg *)sql;
    stmt->text = strdup(text);
    pl_assert(stmt->text);
    for (char *s = stmt->text; *s; s++)
        if (*s == '?')
            *s = '$';
    snprintf(stmt->name, sizeof stmt->name, "s%u", stmt->pg->statements++);
    return (struct stmt *)stmt;
}

static void reset(struct stmt *stmt)
{
    struct pg_stmt *s = (struct pg_stmt *)stmt;

    PQclear(s->result);
    s->result = NULL;
}

static void free_stmt(struct stmt *stmt)
{
    reset(stmt);
    free(((struct pg_stmt *)stmt)->text);
    free(stmt);
}

static void bind(struct stmt *stmt, int at, Oid type, const void *value,
                 int size)
{
    struct pg_stmt *s = (struct pg_stmt *)stmt;

    pl_assert(at <= VALUES);
    if (at > s->values)
        s->values = at;
    s->type[at - 1] = type;
    s->value[at - 1] = value;
    s->length[at - 1] = size;
}

static void bind_a_number(struct stmt *stmt, int at, int64_t value)
{
    uint64_t *to = &((struct pg_stmt *)stmt)->number[at - 1];

    *to = htobe64((uint64_t)value);
    bind(stmt, at, OF_NUMBER, to, sizeof *to);
}

static void bind_a_text(struct stmt *stmt, int at, const char *value)
{
    bind(stmt, at, OF_TEXT, value, (int)strlen(value));
}

/* No bytes are no missing value. */
static void bind_a_blob(struct stmt *stmt, int at, const void *value, int size)
{
    bind(stmt, at, OF_BLOB, value, size);
}

/* In pipeline mode the answer to it comes with all others. */
static bool make_known(struct pg_stmt *s)
{
    struct pg *pg = s->pg;

    if (s->life == pg->life)
        return true;
    s->life = pg->life;
    if (!PQsendPrepare(pg->conn, s->name, s->text, s->values, s->type))
        return false;
    if (!pg->writes)
        for (PGresult *result; (result = receive(pg));)
            PQclear(result);
    return pg->is_good;
}

static bool send_stmt(struct pg_stmt *s)
{
    static const int binary[VALUES] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                       1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    struct pg *pg = s->pg;

    if (pg->is_good && (!make_known(s) ||
                        !PQsendQueryPrepared(pg->conn, s->name, s->values,
                                             s->value, s->length, binary, 1)))
        note_trouble(pg, PQerrorMessage(pg->conn));
    return pg->is_good;
}

static bool run(struct stmt *stmt)
{
    struct pg_stmt *s = (struct pg_stmt *)stmt;

    if (!send_stmt(s))
        return false;
    if (!s->pg->writes)
        for (PGresult *result; (result = receive(s->pg));)
            PQclear(result);
    return s->pg->is_good;
}

static void fetch(struct pg_stmt *s)
{
    PGresult *result;

    s->row = -1;
    if (!send_stmt(s))
        return;
    while ((result = receive(s->pg)))
        if (!s->result && PQresultStatus(result) == PGRES_TUPLES_OK)
            s->result = result;
        else
            PQclear(result);
}

static bool next(struct stmt *stmt)
{
    struct pg_stmt *s = (struct pg_stmt *)stmt;

    if (!s->result)
        fetch(s);
    return s->pg->is_good && s->result && ++s->row < PQntuples(s->result);
}

static int64_t number_in(const PGresult *result, int row, int column)
{
    uint64_t bytes = 0;

    if (PQgetlength(result, row, column) == (int)sizeof bytes)
        memcpy(&bytes, PQgetvalue(result, row, column), sizeof bytes);
    return (int64_t)be64toh(bytes);
}

static int64_t number(struct stmt *stmt, int column)
{
    const struct pg_stmt *s = (struct pg_stmt *)stmt;

    return number_in(s->result, s->row, column);
}

static const char *text(struct stmt *stmt, int column)
{
    const struct pg_stmt *s = (struct pg_stmt *)stmt;

    return PQgetisnull(s->result, s->row, column)
               ? NULL
               : PQgetvalue(s->result, s->row, column);
}

static const void *blob(struct stmt *stmt, int column, int *size)
{
    const struct pg_stmt *s = (struct pg_stmt *)stmt;

    *size = PQgetlength(s->result, s->row, column);
    return text(stmt, column);
}

/* --- Transactions ------------------------------------------------------------
 */

static bool begin(struct sql *sql)
{
    struct pg *pg = (struct pg *)sql;

    return is_ready(pg) && run(pg->begin);
}

void sql_pg_count(struct sql *sql)
{
    ((struct pg *)sql)->sent = 0;
}

bool sql_pg_settle(struct sql *sql,
                   void (*row)(void *context, int statement, int64_t value),
                   void *context)
{
    struct pg *pg = (struct pg *)sql;
    bool is_over = false;

    if (pg->is_good && !PQpipelineSync(pg->conn))
        note_trouble(pg, PQerrorMessage(pg->conn));
    while (pg->is_good && !is_over) {
        PGresult *result = receive(pg);
        ExecStatusType status = PQresultStatus(result);

        is_over = result && status == PGRES_PIPELINE_SYNC;
        if (row && status == PGRES_TUPLES_OK) {
            for (int i = 0; i < PQntuples(result); i++)
                row(context, pg->sent, number_in(result, i, 0));
            pg->sent++;
        }
        PQclear(result);
    }
    return pg->is_good;
}

static bool commit(struct sql *sql)
{
    struct pg *pg = (struct pg *)sql;
    bool good =
        run(pg->commit) && (!pg->writes || sql_pg_settle(sql, NULL, NULL)) &&
        PQtransactionStatus(pg->conn) == PQTRANS_IDLE && !pg->is_in_doubt;

    if (!good)
        pg->is_good = false;
    return good;
}

/* The server takes back what no one is connected to any more. */
static void take_back(struct sql *sql)
{
    disconnect((struct pg *)sql);
}

static const char *trouble(struct sql *sql)
{
    return ((struct pg *)sql)->trouble;
}

static void close_sql(struct sql *sql)
{
    struct pg *pg = (struct pg *)sql;

    free_stmt(pg->begin);
    free_stmt(pg->commit);
    disconnect(pg);
    free(pg->where);
    free(pg);
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
    .look = begin,
    .looked = commit,
};

struct sql *sql_pg(const char *where, bool writes)
{
    struct pg *pg = calloc(1, sizeof *pg);

    pl_assert(pg);
    pg->sql.engine = &engine;
    pg->writes = writes;
    pg->where = strdup(where);
    pl_assert(pg->where);
    pg->begin = prepare(&pg->sql, "BEGIN");
    pg->commit = prepare(&pg->sql, "COMMIT");
    return (struct sql *)pg;
}

void sql_pg_give_up(struct sql *sql)
{
    atomic_store(&((struct pg *)sql)->gives_up, true);
}

bool sql_pg_is(const char *where)
{
    return strncmp(where, "postgresql://", 13) == 0 ||
           strncmp(where, "postgres://", 11) == 0;
}

/* --- What the store is made of
 * ------------------------------------------------ */

/* The tables of store_file.c, and whose they are. claims: who may write a table
 * (claim), how often it was written (seq), how many tries it took to get here,
 * when it was claimed, when something is due there, when it was deleted. nodes:
 * what they last said (neighbours.h). Times are milliseconds by the server's
 * clock. */
static const char schema[] =
    "SELECT pg_advisory_xact_lock(1886545263);"
    "CREATE TABLE IF NOT EXISTS tables("
    "id TEXT PRIMARY KEY, code TEXT NOT NULL, game TEXT NOT NULL,"
    "seats BIGINT NOT NULL, first BIGINT NOT NULL, options TEXT NOT NULL,"
    "clock BIGINT NOT NULL, listed BIGINT NOT NULL, chat BIGINT NOT NULL,"
    "reactions BIGINT NOT NULL, real_dice BIGINT NOT NULL,"
    "phase BIGINT NOT NULL, opener BIGINT NOT NULL, games BIGINT NOT NULL,"
    "base BIGINT NOT NULL, rules BIGINT NOT NULL, seed BYTEA NOT NULL,"
    "opened BIGINT NOT NULL, touched BIGINT NOT NULL);"
    "CREATE INDEX IF NOT EXISTS tables_touched ON tables(touched);"
    "CREATE UNIQUE INDEX IF NOT EXISTS codes ON tables(code) WHERE code<>'';"
    "CREATE TABLE IF NOT EXISTS seats("
    "tab TEXT NOT NULL, seat BIGINT NOT NULL, kind BIGINT NOT NULL,"
    "stand_in BIGINT NOT NULL, muted BIGINT NOT NULL, name TEXT NOT NULL,"
    "bot TEXT NOT NULL, secret BYTEA NOT NULL, token BYTEA NOT NULL,"
    "token_until BIGINT NOT NULL, nonce BYTEA, PRIMARY KEY(tab,seat));"
    "CREATE TABLE IF NOT EXISTS steps("
    "tab TEXT NOT NULL, question BIGINT NOT NULL, seat BIGINT NOT NULL,"
    "value BYTEA NOT NULL, PRIMARY KEY(tab,question,seat));"
    "CREATE TABLE IF NOT EXISTS records("
    "tab TEXT NOT NULL, game BIGINT NOT NULL, record TEXT NOT NULL,"
    "PRIMARY KEY(tab,game));"
    "CREATE TABLE IF NOT EXISTS identity("
    "id TEXT NOT NULL, key BYTEA NOT NULL);"
    "CREATE TABLE IF NOT EXISTS manners("
    "tab TEXT PRIMARY KEY, hints BIGINT NOT NULL, seats BYTEA NOT NULL,"
    "marks BYTEA NOT NULL);"
    "CREATE TABLE IF NOT EXISTS fair("
    "tab TEXT NOT NULL, seat BIGINT NOT NULL, value BYTEA NOT NULL,"
    "PRIMARY KEY(tab,seat));"
    "CREATE TABLE IF NOT EXISTS sheets("
    "tab TEXT PRIMARY KEY, phase BIGINT NOT NULL, sheet TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS results("
    "day BIGINT NOT NULL, key BIGINT NOT NULL, value BIGINT NOT NULL,"
    "at BIGINT NOT NULL DEFAULT"
    "(extract(epoch FROM clock_timestamp())*1000)::bigint,"
    "PRIMARY KEY(day,key));"
    "CREATE INDEX IF NOT EXISTS results_at ON results(at);"
    "CREATE UNLOGGED TABLE IF NOT EXISTS nodes("
    "node TEXT PRIMARY KEY, at BIGINT NOT NULL, lobby TEXT NOT NULL,"
    "shares BYTEA NOT NULL) WITH (fillfactor=50);"
    "DO $$BEGIN IF NOT EXISTS(SELECT 1 FROM pg_attribute WHERE "
    "attrelid='nodes'::regclass AND attname='orders') THEN "
    "ALTER TABLE nodes ADD orders TEXT NOT NULL DEFAULT '';END IF;END$$;"
    "CREATE TABLE IF NOT EXISTS claims("
    "id TEXT PRIMARY KEY, claim BYTEA, seq BIGINT NOT NULL,"
    "tries BIGINT NOT NULL, claimed BIGINT NOT NULL, due BIGINT,"
    "buried BIGINT) WITH (fillfactor=70);"
    "CREATE INDEX IF NOT EXISTS claims_due ON claims(due) "
    "WHERE due IS NOT NULL;"
    "CREATE INDEX IF NOT EXISTS claims_buried ON claims(buried) "
    "WHERE buried IS NOT NULL;"
    "INSERT INTO identity SELECT '%s',decode('%s','hex') "
    "WHERE NOT EXISTS(SELECT 1 FROM identity);";

static bool read_name(PGconn *conn, char id[STORE_ID + 1], uint8_t key[PL_SEED])
{
    PGresult *result =
        PQexec(conn, "SELECT id,encode(key,'hex') FROM identity");
    bool good = PQresultStatus(result) == PGRES_TUPLES_OK &&
                PQntuples(result) == 1 &&
                PQgetlength(result, 0, 0) == STORE_ID &&
                pl_hex_read(PQgetvalue(result, 0, 1), key, PL_SEED);

    if (good)
        strcpy(id, PQgetvalue(result, 0, 0));
    PQclear(result);
    return good;
}

static bool make(struct pg *pg, const char *sql, char id[STORE_ID + 1],
                 uint8_t key[PL_SEED])
{
    PGresult *result;
    bool good;

    if (!pg->conn && !connect_to(pg))
        return false;
    PQsetnonblocking(pg->conn, 0);
    result = PQexec(pg->conn, sql);
    good = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (!good)
        note_trouble(pg, PQresultErrorMessage(result));
    PQclear(result);
    good = good && read_name(pg->conn, id, key);
    if (!good)
        disconnect(pg);
    return good;
}

/* A database that is just starting, or whose other nodes keep it busy, gets
 * some seconds. */
bool sql_pg_make(const char *where, char id[STORE_ID + 1], uint8_t key[PL_SEED],
                 struct pl_message *why)
{
    struct pg *pg = (struct pg *)sql_pg(where, false);
    uint8_t random[STORE_ID / 2 + PL_SEED];
    char name[STORE_ID + 1], secret[2 * PL_SEED + 1];
    char sql[sizeof schema + sizeof name + sizeof secret];
    bool good;

    randombytes_buf(random, sizeof random);
    pl_hex_write(random, STORE_ID / 2, name);
    pl_hex_write(random + STORE_ID / 2, PL_SEED, secret);
    snprintf(sql, sizeof sql, schema, name, secret);
    good = make(pg, sql, id, key);
    for (int i = 1; !good && i < ATTEMPTS; i++) {
        sleep(1);
        good = make(pg, sql, id, key);
    }
    if (!good)
        server_refuse(why, "store.no_database", pg->trouble, 0);
    close_sql(&pg->sql);
    return good;
}
