/*
 * See store_file.h. A log beside the file (-wal) holds what was committed and
 * is not yet in the file itself. SQLite would apply it to whatever file stands
 * there, also to a backup that took its place. Therefore every run of a server
 * has a name, which stands in the file and in the lock beside it: where they
 * differ, the log belongs to another file and is set aside.
 */
#include "store_file.h"
#include "../refuse.h"
#include "sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SCHEMA = 1, PATH_LONGEST = 1000, BESIDE = PATH_LONGEST + 16 };

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

/* Older stores get these when they are opened; an older Parlour does not mind
 * them. */
static const char additions[] =
    "CREATE TABLE IF NOT EXISTS identity("
    "id TEXT NOT NULL, run TEXT NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS manners("
    "tab TEXT PRIMARY KEY, hints INTEGER NOT NULL, seats BLOB NOT NULL,"
    "marks BLOB NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS tables_code ON tables(code);"
    "CREATE TABLE IF NOT EXISTS fair("
    "tab TEXT NOT NULL, seat INTEGER NOT NULL, value BLOB NOT NULL,"
    "PRIMARY KEY(tab,seat)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS sheets("
    "tab TEXT PRIMARY KEY, phase INTEGER NOT NULL, sheet TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS results("
    "day INTEGER NOT NULL, key INTEGER NOT NULL, value INTEGER NOT NULL,"
    "PRIMARY KEY(day,key)) STRICT, WITHOUT ROWID;";

/* --- SQL ----------------------------------------------------------------- */

bool sql_run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* The first value of the first row; false: there is none. */
static bool text_of(sqlite3 *db, const char *sql, char *out, size_t size)
{
    sqlite3_stmt *stmt;
    bool found = false;

    out[0] = '\0';
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
        return false;
    if (sqlite3_step(stmt) == SQLITE_ROW) {
        const unsigned char *text = sqlite3_column_text(stmt, 0);

        found = text && strlen((const char *)text) < size;
        if (found)
            strcpy(out, (const char *)text);
    }
    sqlite3_finalize(stmt);
    return found;
}

static int number_of(sqlite3 *db, const char *sql)
{
    char text[24];
    int n;

    return text_of(db, sql, text, sizeof text) && sscanf(text, "%d", &n) == 1
               ? n
               : -1;
}

sqlite3 *sql_open(const char *path, int flags)
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

sqlite3 *sql_open_alone(const char *path)
{
    char uri[3 * PATH_LONGEST + 32] = "file:";
    size_t n = strlen(uri);

    for (; *path; path++)
        n += (size_t)sprintf(uri + n, strchr("%?#", *path) ? "%%%02X" : "%c",
                             *path);
    strcpy(uri + n, "?immutable=1");
    return sql_open(uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
}

/* --- Whose it is, and whether it is sound -------------------------------- */

static bool has_magic(const char *path)
{
    static const char magic[16] = "SQLite format 3";
    char head[sizeof magic] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, head, sizeof head) : 0;

    if (fd >= 0)
        close(fd);
    return n == (ssize_t)sizeof head && memcmp(head, magic, sizeof head) == 0;
}

/* NULL: it is one of ours, or empty. What cannot be told is not told here. */
static const char *foreign_about(sqlite3 *db)
{
    int version = number_of(db, "PRAGMA user_version");
    int parts = number_of(db, "SELECT count(*) FROM sqlite_schema");

    if (version > SCHEMA)
        return "store.too_new";
    if (parts <= 0 || version < 0)
        return NULL;
    if (version == 0 ||
        number_of(db, "SELECT count(*) FROM sqlite_schema WHERE type='table' "
                      "AND name IN('tables','seats','steps','records')") != 4)
        return "store.not_ours";
    return NULL;
}

static bool is_sound(sqlite3 *db)
{
    char said[64];

    return text_of(db, "PRAGMA quick_check(1)", said, sizeof said) &&
           strcmp(said, "ok") == 0;
}

static bool has_log(const char *path)
{
    char beside[BESIDE];
    struct stat found;

    snprintf(beside, sizeof beside, "%s-wal", path);
    return stat(beside, &found) == 0 && found.st_size > 0;
}

/* Only looks at the file itself and leaves no trace: whatever it is, it is the
 * same afterwards. After a crash it may be half of the truth, so nothing is
 * said about damage here, and what it lacks may be in its log. */
static bool inspect(const char *path, struct pl_message *why)
{
    const char *wrong = "store.not_ours";
    struct stat found;
    sqlite3 *db;

    if (stat(path, &found) != 0 || found.st_size == 0)
        return true; /* it will be made */
    if (has_magic(path)) {
        db = sql_open_alone(path);
        wrong = db ? foreign_about(db) : "store.cannot_open";
        sqlite3_close(db);
        if (db && has_log(path))
            wrong = NULL;
    }
    return !wrong || server_refuse(why, wrong, path, 0);
}

/* Together with its log; what is refused now is not written to either. */
static const char *wrong_with(sqlite3 *db)
{
    const char *wrong;

    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    wrong = foreign_about(db);
    if (!wrong && !is_sound(db))
        wrong = "store.damaged";
    if (!wrong)
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    return wrong;
}

/* --- The lock, and the names of runs ------------------------------------- */

static const char *why_not(int error)
{
    switch (error) {
    case ENOENT:
        return "store.no_folder";
    case EACCES:
    case EPERM:
    case EROFS:
        return "store.not_allowed";
    default:
        return "store.cannot_open";
    }
}

static bool lock_file(struct store_file *file, const char *path,
                      struct pl_message *why)
{
    char beside[BESIDE];
    struct stat found;

    if (strlen(path) > PATH_LONGEST)
        return server_refuse(why, "store.cannot_open", path, 0);
    if (stat(path, &found) == 0 && !S_ISREG(found.st_mode)) /* a device, … */
        return server_refuse(why, "store.not_ours", path, 0);
    snprintf(beside, sizeof beside, "%s-lock", path);
    file->lock = open(beside, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file->lock < 0)
        return server_refuse(why, why_not(errno), path, 0);
    return flock(file->lock, LOCK_EX | LOCK_NB) == 0 ||
           server_refuse(why, "store.in_use", path, 0);
}

/* Beside a file that is refused nothing is left. */
static void drop_lock(struct store_file *file, const char *path)
{
    char beside[BESIDE];
    struct stat found;

    snprintf(beside, sizeof beside, "%s-lock", path);
    if (fstat(file->lock, &found) == 0 && found.st_size == 0)
        unlink(beside);
}

/* Whether the file as it stands there is the one that the log belongs to; the
 * lock has no name yet where an older Parlour made it. */
static bool is_same_file(const struct store_file *file, const char *path)
{
    char names[2 * RUN_ID + 2] = "", run[RUN_ID + 1];
    ssize_t n = pread(file->lock, names, sizeof names - 1, 0);
    sqlite3 *db = n > 0 ? sql_open_alone(path) : NULL;
    bool is_same = !db ||
                   !text_of(db, "SELECT run FROM identity", run, sizeof run) ||
                   strlen(run) != RUN_ID || strstr(names, run);

    sqlite3_close(db);
    return is_same;
}

static void set_log_aside(struct store_file *file, const char *path)
{
    char log[BESIDE], aside[BESIDE];
    struct stat found;

    snprintf(log, sizeof log, "%s-wal", path);
    if (stat(log, &found) != 0 || found.st_size == 0 ||
        is_same_file(file, path))
        return;
    snprintf(aside, sizeof aside, "%s-wal.old", path);
    file->has_set_aside = rename(log, aside) == 0;
    snprintf(log, sizeof log, "%s-shm", path);
    unlink(log);
}

static void new_name(char out[RUN_ID + 1])
{
    uint8_t bytes[RUN_ID / 2];

    randombytes_buf(bytes, sizeof bytes);
    pl_hex_write(bytes, sizeof bytes, out);
}

static bool note_runs(const struct store_file *file, const char *one,
                      const char *other)
{
    char names[2 * RUN_ID + 2];
    int n = snprintf(names, sizeof names, "%s %s", one, other);

    return pwrite(file->lock, names, (size_t)n, 0) == n &&
           ftruncate(file->lock, n) == 0 && fdatasync(file->lock) == 0;
}

static bool name_run(sqlite3 *db, const char *name)
{
    char sql[64 + RUN_ID];

    snprintf(sql, sizeof sql, "UPDATE identity SET run='%s'", name);
    return sql_run(db, sql);
}

/* The lock knows both names until the file itself has the new one, so no crash
 * makes a log a stranger. A full disk is no reason not to start. */
static void begin_run(const struct store_file *file, sqlite3 *db)
{
    char before[RUN_ID + 1], now[RUN_ID + 1];

    new_name(now);
    text_of(db, "SELECT run FROM identity", before, sizeof before);
    if (note_runs(file, before, now) && name_run(db, now) &&
        sql_run(db, "PRAGMA wal_checkpoint(TRUNCATE)"))
        note_runs(file, now, "");
}

/* --- Opening ------------------------------------------------------------- */

/* Secrets of seats and seeds of dice are no one else's business. What SQLite
 * puts beside the file gets the same rights. */
static bool make_private(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    bool good = fd >= 0;

    if (good) {
        fchmod(fd, 0600);
        close(fd);
    }
    return good;
}

const char *store_file_real(const char *path, char out[PATH_MAX])
{
    struct stat found;

    if (lstat(path, &found) != 0 || !S_ISLNK(found.st_mode))
        return path;
    if (stat(path, &found) != 0) /* a link to what is to be made */
        make_private(path);
    return realpath(path, out) ? out : path;
}

static bool make_schema(sqlite3 *db)
{
    return number_of(db, "PRAGMA user_version") == SCHEMA ||
           (sql_run(db, "BEGIN IMMEDIATE") && sql_run(db, schema) &&
            sql_run(db, "COMMIT"));
}

/* What belongs to no table, perhaps left behind by an older Parlour. */
static void sweep_orphans(sqlite3 *db)
{
    static const char *const part[] = {"seats",   "steps", "records",
                                       "manners", "fair",  "sheets"};
    char sql[100];

    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        snprintf(sql, sizeof sql,
                 "DELETE FROM %s WHERE tab NOT IN(SELECT id FROM tables)",
                 part[i]);
        sql_run(db, sql);
    }
}

static bool identify(struct store_file *file, sqlite3 *db)
{
    char name[RUN_ID + 1], sql[160];

    new_name(name);
    snprintf(sql, sizeof sql,
             "INSERT INTO identity SELECT '%.*s','' "
             "WHERE NOT EXISTS(SELECT 1 FROM identity)",
             STORE_ID, name);
    return sql_run(db, additions) && sql_run(db, sql) &&
           text_of(db, "SELECT id FROM identity", file->id, sizeof file->id);
}

static bool prepare_file(struct store_file *file, sqlite3 *db)
{
    if (!sql_run(db, "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL") ||
        !make_schema(db) || !identify(file, db))
        return false;
    sweep_orphans(db);
    begin_run(file, db);
    return true;
}

static sqlite3 *open_real(struct store_file *file, const char *path,
                          struct pl_message *why)
{
    const char *wrong = "store.cannot_open";
    sqlite3 *db = NULL;

    if (!lock_file(file, path, why))
        return NULL;
    set_log_aside(file, path);
    if (!inspect(path, why)) {
        drop_lock(file, path);
        return NULL;
    }
    if (make_private(path))
        db = sql_open(path, SQLITE_OPEN_READWRITE);
    if (db)
        wrong = wrong_with(db);
    if (!wrong && !prepare_file(file, db))
        wrong = "store.cannot_write";
    if (!wrong)
        return db;
    sqlite3_close(db);
    server_refuse(why, wrong, path, 0);
    return NULL;
}

sqlite3 *store_file_open(struct store_file *file, const char *path,
                         struct pl_message *why)
{
    char real[PATH_MAX];

    /* Before every statement that can fail half way, SQLite would take 64 kB to
     * remember how to undo it. In small parts it takes what it needs. */
    sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, -1);
    *file = (struct store_file){.lock = -1};
    return open_real(file, store_file_real(path, real), why);
}

void store_file_free(struct store_file *file)
{
    if (file->lock >= 0)
        close(file->lock);
}

/* --- Backups ------------------------------------------------------------- */

/* The copy is no run of any server: no log beside it is its own. */
static bool copy_into(sqlite3 *from, const char *to)
{
    sqlite3 *into =
        make_private(to) ? sql_open(to, SQLITE_OPEN_READWRITE) : NULL;
    sqlite3_backup *backup =
        into ? sqlite3_backup_init(into, "main", from, "main") : NULL;
    bool good = backup && sqlite3_backup_step(backup, -1) == SQLITE_DONE;
    char name[RUN_ID + 1];

    if (backup)
        sqlite3_backup_finish(backup);
    new_name(name);
    good = good && sql_run(into, additions) && name_run(into, name);
    sqlite3_close(into);
    if (!good)
        unlink(to); /* half a copy is none */
    return good;
}

bool store_backup(const char *path, const char *to, struct pl_message *why)
{
    sqlite3 *from = sql_open(path, SQLITE_OPEN_READONLY);
    bool good = sodium_init() >= 0 && from &&
                number_of(from, "PRAGMA user_version") > 0;

    if (!good)
        server_refuse(
            why, access(path, R_OK) == 0 ? "store.not_ours" : "cli.cannot_read",
            path, 0);
    else if (access(to, F_OK) == 0)
        good = server_refuse(why, "store.exists", to, 0);
    else if (!copy_into(from, to))
        good = server_refuse(why, "store.cannot_write", to, 0);
    sqlite3_close(from);
    return good;
}
