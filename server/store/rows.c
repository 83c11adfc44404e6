/* See rows.h. Writing has a connection of its own, reading another one. */
#include "rows.h"
#include "../refuse.h"
#include "sql_lite.h"
#include "sql_pg.h"
#include "store_file.h"

#include <stdlib.h>
#include <string.h>

#define OF_A_TABLE "WHERE EXISTS(SELECT 1 FROM tables WHERE id=?1)"

#define OF_TABLE                                                               \
    "(code,game,seats,first,options,clock,listed,chat,reactions,real_dice,"    \
    "phase,opener,games,base,rules,seed,opened,touched)"                       \
    "=(?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19)"

/* In the words that SQLite and PostgreSQL have in common. */
#define STATEMENTS(X)                                                          \
    X(put_table, "INSERT INTO tables VALUES"                                   \
                 "(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,"        \
                 "?16,?17,?18,?19) ON CONFLICT(id) DO UPDATE SET " OF_TABLE)   \
    X(change_table, "UPDATE tables SET " OF_TABLE " WHERE id=?1")              \
    X(put_seat,                                                                \
      "INSERT INTO seats SELECT "                                              \
      "?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11 " OF_A_TABLE                         \
      " ON CONFLICT(tab,seat) DO UPDATE SET (kind,stand_in,muted,name,bot,"    \
      "secret,token,token_until,nonce)=(?3,?4,?5,?6,?7,?8,?9,?10,?11)")        \
    X(put_step, "INSERT INTO steps SELECT ?1,?2,?3,?4 " OF_A_TABLE             \
                " ON CONFLICT(tab,question,seat) DO UPDATE SET value=?4")      \
    X(put_record, "INSERT INTO records SELECT ?1,?2,?3 " OF_A_TABLE            \
                  " ON CONFLICT(tab,game) DO UPDATE SET record=?3")            \
    X(put_fair, "INSERT INTO fair SELECT ?1,?2,?3 " OF_A_TABLE                 \
                " ON CONFLICT(tab,seat) DO UPDATE SET value=?3")               \
    X(drop_fair, "DELETE FROM fair WHERE tab=?1")                              \
    X(put_sheet, "INSERT INTO sheets SELECT ?1,?2,?3 " OF_A_TABLE              \
                 " ON CONFLICT(tab) DO UPDATE SET (phase,sheet)=(?2,?3)")      \
    X(drop_sheet, "DELETE FROM sheets WHERE tab=?1")                           \
    X(drop_steps, "DELETE FROM steps WHERE tab=?1")                            \
    X(drop_seats, "DELETE FROM seats WHERE tab=?1")                            \
    X(put_manners,                                                             \
      "INSERT INTO manners SELECT ?1,?2,?3,?4 " OF_A_TABLE                     \
      " ON CONFLICT(tab) DO UPDATE SET (hints,seats,marks)=(?2,?3,?4)")        \
    X(drop_manners, "DELETE FROM manners WHERE tab=?1")                        \
    X(drop_records, "DELETE FROM records WHERE tab=?1")                        \
    X(drop_table, "DELETE FROM tables WHERE id=?1")                            \
    X(put_result, "INSERT INTO results VALUES(?1,?2,?3) "                      \
                  "ON CONFLICT(day,key) DO NOTHING")                           \
    X(drop_results, "DELETE FROM results WHERE day<?1")

/* Of what older backups do not have. */
#define READING_MORE(X)                                                        \
    X(get_fair, "SELECT seat,value FROM fair WHERE tab=?1 ORDER BY seat")      \
    X(get_manners, "SELECT hints,seats,marks FROM manners WHERE tab=?1")       \
    X(get_sheet, "SELECT phase,sheet FROM sheets WHERE tab=?1")                \
    X(get_results, "SELECT day,key,value FROM results WHERE day>=?1")

#define READING(X)                                                             \
    X(get_table, "SELECT * FROM tables WHERE id=?1")                           \
    X(by_code, "SELECT id FROM tables WHERE code=?1 ORDER BY touched DESC")    \
    X(get_seats, "SELECT * FROM seats WHERE tab=?1")                           \
    X(get_steps, "SELECT question,seat,value FROM steps WHERE tab=?1 "         \
                 "ORDER BY question,seat")                                     \
    X(get_record, "SELECT record FROM records WHERE tab=?1 AND game=?2")       \
    X(get_records, "SELECT game,record FROM records WHERE tab=?1")             \
    X(each_old, "SELECT id FROM tables WHERE touched<?1 "                      \
                "ORDER BY touched LIMIT ?2")                                   \
    X(ages, "SELECT count(*),count(CASE WHEN touched<?1 THEN 1 END) "          \
            "FROM tables")                                                     \
    X(each, "SELECT id FROM tables WHERE touched>=?1 ORDER BY touched DESC")

struct rows {
    struct store_file file;
    struct sql *db, *reader; /* one may be missing */
#define X(name, sql) struct stmt *name;
    STATEMENTS(X)
    READING(X)
    READING_MORE(X)
#undef X
};

/* --- From opening to closing --------------------------------------------- */

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

/* --- Writing ------------------------------------------------------------- */

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

static void write_options(const struct table_data *table,
                          struct pl_buffer *text)
{
    struct pl_setting setting;

    pl_add(text, "");
    for (int i = 0; pl_setting(table->game, &table->setup, i, &setting); i++) {
        pl_add(text, setting.name);
        pl_add(text, " ");
        pl_add(text, setting.value.s);
        pl_add(text, "\n");
    }
}

static bool write_seat(struct stmt *stmt, const struct table_data *table,
                       int seat)
{
    const struct seat *s = &table->seat[seat];

    bind_text(stmt, 1, table->id);
    bind_number(stmt, 2, seat);
    bind_number(stmt, 3, s->kind);
    bind_number(stmt, 4, s->stand_in);
    bind_number(stmt, 5, s->is_muted);
    bind_text(stmt, 6, s->name);
    bind_text(stmt, 7, s->bot);
    bind_blob(stmt, 8, s->secret, HASH);
    bind_blob(stmt, 9, s->token, HASH);
    bind_number(stmt, 10, s->token_until);
    if (table->fair.nonces >> seat & 1)
        bind_blob(stmt, 11, table->fair.nonce[seat], PL_NONCE);
    else
        bind_blob(stmt, 11, NULL, 0);
    return sql_run_stmt(stmt);
}

/*
 * What belongs to fair dice and older Parlours do not know. The row of the
 * table: drawn together where it can be; this game is. That of a seat: whether
 * its device draws along, how many chains, the hash of the nonce if it has one,
 * and each chain's anchor with the number of draws before it. Links stand with
 * the steps.
 */
enum {
    ABOUT_TABLE = -1,
    CHAIN_BYTES = 4 + PL_SEED,
    FAIR_BYTES = 3 + PL_SEED + PL_CHAINS * CHAIN_BYTES
};

static const uint64_t on_a_sheet = 0x7368656574; /* "sheet" */

static bool has_sheet(const struct table_data *table)
{
    return table->game != pl_game_find(table->game->id);
}

/* An older Parlour cannot go on where dice are drawn together or the sheet is
 * another one: it takes them for other rules, and leaves the table alone. */
static uint64_t stored_rules(const struct table_data *table)
{
    return (table->fair.is_together ? ~table->rules : table->rules) ^
           (has_sheet(table) ? on_a_sheet : 0);
}

/* It looks at the rules of a game that is played: so that is what it sees. */
static int stored_phase(const struct table_data *table)
{
    return has_sheet(table) ? TABLE_PLAYING : table->phase;
}

static bool write_sheet(struct rows *rows, const struct table_data *table)
{
    struct pl_buffer text = {0};
    bool good;

    if (!has_sheet(table))
        return true;
    pl_sheet_write(table->game, &text);
    bind_text(rows->put_sheet, 1, table->id);
    bind_number(rows->put_sheet, 2, table->phase);
    bind_text(rows->put_sheet, 3, text.s);
    good = sql_run_stmt(rows->put_sheet);
    pl_buffer_free(&text);
    return good;
}

static bool put_fair(struct rows *rows, const char *id, int seat,
                     const uint8_t *bytes, int size)
{
    bind_text(rows->put_fair, 1, id);
    bind_number(rows->put_fair, 2, seat);
    bind_blob(rows->put_fair, 3, bytes, size);
    return sql_run_stmt(rows->put_fair);
}

static bool write_fair_seat(struct rows *rows, const struct table_data *table,
                            int seat)
{
    const struct pl_fair *fair = &table->fair;
    uint8_t bytes[FAIR_BYTES] = {table->seat[seat].has_chain,
                                 fair->chains[seat], fair->hashes >> seat & 1};
    uint8_t *to = bytes + 3;

    memcpy(to, fair->hash[seat], PL_SEED);
    to += PL_SEED;
    for (int i = 0; i < fair->chains[seat]; i++, to += CHAIN_BYTES) {
        const struct pl_chain *chain = &fair->chain[seat][i];

        for (int k = 0; k < 4; k++)
            to[k] = (uint8_t)(chain->from >> 8 * k);
        memcpy(to + 4, chain->anchor, PL_SEED);
    }
    return put_fair(rows, table->id, seat, bytes, (int)(to - bytes));
}

/* In a game whose dice are not drawn together nothing of it changes. */
static bool write_fair(struct rows *rows, const struct table_data *table)
{
    const uint8_t about[] = {table->has_together, table->fair.is_together};

    if (table->phase != TABLE_OPEN && !table->fair.is_together)
        return true;
    if (!put_fair(rows, table->id, ABOUT_TABLE, about, sizeof about))
        return false;
    for (int seat = 0; seat < table->setup.seats; seat++)
        if (!write_fair_seat(rows, table, seat))
            return false;
    return true;
}

/* A mark in the store: its flags, who is deaf to it, the device, the name. */
enum {
    OF_SEAT = 1 + DEVICE,
    OF_MARK = 2 + DEVICE + 8,
    MARK_BARRED = 1,
    MARK_MUTED = 2
};

static int write_marks(const struct mark mark[MARKS], uint8_t *to)
{
    int n = 0;

    for (int i = 0; i < MARKS; i++) {
        uint8_t *at = to + n;

        if (!mark[i].is_used)
            continue;
        at[0] = (uint8_t)((mark[i].is_barred ? MARK_BARRED : 0) |
                          (mark[i].is_muted ? MARK_MUTED : 0));
        at[1] = mark[i].deaf;
        memcpy(at + 2, mark[i].device, DEVICE);
        for (int b = 0; b < 8; b++)
            at[2 + DEVICE + b] = (uint8_t)(mark[i].name >> 8 * b);
        n += OF_MARK;
    }
    return n;
}

/* How people are to be treated here, beside the tables that older versions of
 * Parlour know: they do not mind it. */
static bool write_manners(struct stmt *stmt, const struct table_data *table)
{
    uint8_t seats[PL_SEATS * OF_SEAT], marks[MARKS * OF_MARK];

    for (int seat = 0; seat < table->setup.seats; seat++) {
        seats[seat * OF_SEAT] = table->seat[seat].deaf;
        memcpy(seats + seat * OF_SEAT + 1, table->seat[seat].device, DEVICE);
    }
    bind_text(stmt, 1, table->id);
    bind_number(stmt, 2, table->has_hints);
    bind_blob(stmt, 3, seats, table->setup.seats * OF_SEAT);
    bind_blob(stmt, 4, marks, write_marks(table->mark, marks));
    return sql_run_stmt(stmt);
}

bool rows_put_table(struct rows *rows, const struct table_data *table,
                    bool is_new)
{
    struct stmt *stmt = is_new ? rows->put_table : rows->change_table;
    struct pl_buffer options = {0};
    bool good;

    write_options(table, &options);
    bind_text(stmt, 1, table->id);
    bind_text(stmt, 2, table->code);
    bind_text(stmt, 3, table->game->id);
    bind_number(stmt, 4, table->setup.seats);
    bind_number(stmt, 5, table->setup.first);
    bind_text(stmt, 6, options.s);
    bind_number(stmt, 7, table->clock);
    bind_number(stmt, 8, table->is_listed);
    bind_number(stmt, 9, table->has_chat);
    bind_number(stmt, 10, table->has_reactions);
    bind_number(stmt, 11, table->has_real_dice);
    bind_number(stmt, 12, stored_phase(table));
    bind_number(stmt, 13, table->opener);
    bind_number(stmt, 14, table->games);
    bind_number(stmt, 15, table->base);
    bind_number(stmt, 16, (int64_t)stored_rules(table));
    bind_blob(stmt, 17, table->fair.seed, PL_SEED);
    bind_number(stmt, 18, table->opened);
    bind_number(stmt, 19, table->touched);
    good = sql_run_stmt(stmt);
    pl_buffer_free(&options);
    if (!good)
        return false;
    for (int seat = 0; seat < table->setup.seats; seat++)
        if (!write_seat(rows->put_seat, table, seat))
            return false;
    return write_sheet(rows, table) && write_fair(rows, table) &&
           write_manners(rows->put_manners, table);
}

bool rows_put_step(struct rows *rows, const char *table,
                   const struct stored_step *step)
{
    struct stmt *stmt = rows->put_step;

    bind_text(stmt, 1, table);
    bind_number(stmt, 2, step->question);
    bind_number(stmt, 3, step->seat);
    bind_blob(stmt, 4, step->bytes, step->count);
    return sql_run_stmt(stmt);
}

bool rows_put_record(struct rows *rows, const char *table, uint32_t game,
                     const char *record)
{
    struct stmt *stmt = rows->put_record;

    bind_text(stmt, 1, table);
    bind_number(stmt, 2, game);
    bind_text(stmt, 3, record);
    return sql_run_stmt(stmt);
}

static bool drop(struct stmt *stmt, const char *table)
{
    bind_text(stmt, 1, table);
    return sql_run_stmt(stmt);
}

bool rows_drop_steps(struct rows *rows, const char *table)
{
    return drop(rows->drop_steps, table);
}

bool rows_drop(struct rows *rows, const char *table)
{
    return drop(rows->drop_steps, table) && drop(rows->drop_fair, table) &&
           drop(rows->drop_sheet, table) && drop(rows->drop_seats, table) &&
           drop(rows->drop_manners, table) && drop(rows->drop_records, table) &&
           drop(rows->drop_table, table);
}

bool rows_put_result(struct rows *rows, const struct stored_result *result)
{
    bind_number(rows->put_result, 1, result->day);
    bind_number(rows->put_result, 2, (int64_t)result->key);
    bind_number(rows->put_result, 3, result->value);
    return sql_run_stmt(rows->put_result);
}

bool rows_drop_results(struct rows *rows, int before)
{
    bind_number(rows->drop_results, 1, before);
    return sql_run_stmt(rows->drop_results);
}

/* --- Reading ------------------------------------------------------------- */

static void copy_text(struct stmt *stmt, int at, char *to, size_t size)
{
    const char *s = text_at(stmt, at);

    to[0] = '\0';
    if (s && strlen(s) < size)
        strcpy(to, s);
}

static bool copy_blob(struct stmt *stmt, int at, uint8_t *to, int size)
{
    int has;
    const void *from = blob_at(stmt, at, &has);

    if (!from || has != size)
        return false;
    memcpy(to, from, (size_t)size);
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
        if (!pl_was_sheet(&table->game, line, value) &&
            !pl_setup_option(&table->setup, table->game, line, value, &why))
            return false;
        text += n + (text[n] == '\n');
    }
    return pl_setup_check(table->game, &table->setup, &why);
}

static bool read_table(struct stmt *stmt, struct table_data *table)
{
    const char *text;

    copy_text(stmt, 0, table->id, sizeof table->id);
    copy_text(stmt, 1, table->code, sizeof table->code);
    text = text_at(stmt, 2);
    table->game = text ? pl_game_find(text) : NULL;
    if (!table->game)
        return false;
    pl_setup_normal(&table->setup, table->game, (int)number_at(stmt, 3));
    table->setup.first = (uint8_t)number_at(stmt, 4);
    text = text_at(stmt, 5);
    if (!text || !read_options(table, text))
        return false;
    table->clock = (uint16_t)number_at(stmt, 6);
    table->is_listed = number_at(stmt, 7) != 0;
    table->has_chat = number_at(stmt, 8) != 0;
    table->has_reactions = number_at(stmt, 9) != 0;
    table->has_real_dice = number_at(stmt, 10) != 0;
    table->phase = (uint8_t)number_at(stmt, 11);
    table->opener = (int8_t)number_at(stmt, 12);
    table->games = (uint32_t)number_at(stmt, 13);
    table->base = (uint32_t)number_at(stmt, 14);
    table->rules = (uint64_t)number_at(stmt, 15);
    table->opened = number_at(stmt, 17);
    table->touched = number_at(stmt, 18);
    return copy_blob(stmt, 16, table->fair.seed, PL_SEED) &&
           table->phase <= TABLE_OVER && table->opener >= 0 &&
           table->opener < table->setup.seats;
}

/* A sheet that our rules do not take any more leaves the table as an older
 * Parlour sees it: it stays closed. */
static void read_sheet(struct stmt *stmt, struct table_data *table)
{
    const char *text = text_at(stmt, 1);
    int phase = (int)number_at(stmt, 0);
    struct pl_mistakes mistakes;
    const struct pl_game *game =
        text ? pl_sheet_read(text, strlen(text), &mistakes) : NULL;

    if (!game || strcmp(game->id, table->game->id) != 0 || phase < 0 ||
        phase > TABLE_OVER) {
        pl_game_drop(game);
        return;
    }
    table->game = game;
    table->phase = (uint8_t)phase;
    table->rules ^= on_a_sheet;
}

static bool read_seat(struct stmt *stmt, struct table_data *table)
{
    int seat = (int)number_at(stmt, 1);
    struct seat *s;

    if (seat < 0 || seat >= table->setup.seats)
        return false;
    s = &table->seat[seat];
    s->kind = (uint8_t)number_at(stmt, 2);
    s->stand_in = number_at(stmt, 3) != 0;
    s->is_muted = number_at(stmt, 4) != 0;
    copy_text(stmt, 5, s->name, sizeof s->name);
    copy_text(stmt, 6, s->bot, sizeof s->bot);
    s->token_until = number_at(stmt, 9);
    if (copy_blob(stmt, 10, table->fair.nonce[seat], PL_NONCE))
        table->fair.nonces = (uint8_t)(table->fair.nonces | 1u << seat);
    return s->kind <= SEAT_BOT && copy_blob(stmt, 7, s->secret, HASH) &&
           copy_blob(stmt, 8, s->token, HASH);
}

static bool read_fair_seat(struct table_data *table, int seat,
                           const uint8_t *from, int size)
{
    struct pl_fair *fair = &table->fair;
    int chains;

    if (seat >= table->setup.seats || size < 3 + PL_SEED)
        return false;
    chains = from[1];
    if (chains > PL_CHAINS || size != 3 + PL_SEED + chains * CHAIN_BYTES)
        return false;
    table->seat[seat].has_chain = from[0] && chains > 0;
    fair->chains[seat] = (uint8_t)chains;
    if (from[2])
        fair->hashes = (uint8_t)(fair->hashes | 1u << seat);
    memcpy(fair->hash[seat], from + 3, PL_SEED);
    from += 3 + PL_SEED;
    for (int i = 0; i < chains; i++, from += CHAIN_BYTES) {
        struct pl_chain *chain = &fair->chain[seat][i];

        for (int k = 0; k < 4; k++)
            chain->from |= (uint32_t)from[k] << 8 * k;
        chain->at = chain->from;
        memcpy(chain->anchor, from + 4, PL_SEED);
        memcpy(chain->link, from + 4, PL_SEED);
    }
    return true;
}

/* The row of the table comes first. */
static bool read_fair(struct stmt *stmt, struct table_data *table)
{
    int seat = (int)number_at(stmt, 0);
    int size;
    const uint8_t *from = blob_at(stmt, 1, &size);

    if (seat > ABOUT_TABLE)
        return read_fair_seat(table, seat, from, size);
    if (seat < ABOUT_TABLE || size < 2)
        return false;
    table->has_together = from[0];
    table->fair.is_together = from[1];
    if (table->fair.is_together)
        table->rules = ~table->rules;
    return true;
}

static void read_mark(const uint8_t *at, struct mark *mark)
{
    mark->is_used = true;
    mark->is_barred = at[0] & MARK_BARRED;
    mark->is_muted = at[0] & MARK_MUTED;
    mark->deaf = at[1];
    memcpy(mark->device, at + 2, DEVICE);
    for (int b = 0; b < 8; b++)
        mark->name |= (uint64_t)at[2 + DEVICE + b] << 8 * b;
}

static bool read_manners(struct stmt *stmt, struct table_data *table)
{
    int seats, marks;
    const uint8_t *of_seats = blob_at(stmt, 1, &seats);
    const uint8_t *of_marks = blob_at(stmt, 2, &marks);

    marks /= OF_MARK;
    if (seats != table->setup.seats * OF_SEAT || marks > MARKS)
        return false;
    table->has_hints = number_at(stmt, 0) != 0;
    for (int seat = 0; seat < table->setup.seats; seat++) {
        table->seat[seat].deaf = of_seats[seat * OF_SEAT];
        memcpy(table->seat[seat].device, of_seats + seat * OF_SEAT + 1, DEVICE);
    }
    for (int i = 0; i < marks; i++)
        read_mark(of_marks + i * OF_MARK, &table->mark[i]);
    return true;
}

static bool read_step(struct stmt *stmt, struct stored_table *table)
{
    struct stored_step *step;
    int count;
    const void *bytes = blob_at(stmt, 2, &count);

    if (table->steps % 64 == 0) {
        table->step =
            realloc(table->step, (table->steps + 64) * sizeof *table->step);
        pl_assert(table->step);
    }
    step = &table->step[table->steps++];
    memset(step, 0, sizeof *step);
    step->question = (uint32_t)number_at(stmt, 0);
    step->seat = (int8_t)number_at(stmt, 1);
    if (count > STEP_BYTES)
        return false;
    step->count = (uint8_t)count;
    if (count > 0)
        memcpy(step->bytes, bytes, (size_t)count);
    return true;
}

bool rows_find(struct rows *rows, const char *code, char id[TABLE_ID + 1])
{
    bind_text(rows->by_code, 1, code);
    id[0] = '\0';
    if (sql_next(rows->by_code))
        copy_text(rows->by_code, 0, id, TABLE_ID + 1);
    sql_reset(rows->by_code);
    return id[0];
}

/* NULL: an older backup has nothing of the kind. */
static void begin(struct stmt *stmt, const char *id)
{
    if (stmt)
        bind_text(stmt, 1, id);
}

bool rows_read(struct rows *rows, const char *id, struct stored_table *out)
{
    bool good;

    memset(out, 0, sizeof *out);
    bind_text(rows->get_table, 1, id);
    good = sql_next(rows->get_table) && read_table(rows->get_table, &out->data);
    sql_reset(rows->get_table);
    begin(rows->get_sheet, id);
    if (good && sql_next(rows->get_sheet))
        read_sheet(rows->get_sheet, &out->data);
    sql_reset(rows->get_sheet);
    bind_text(rows->get_seats, 1, id);
    while (good && sql_next(rows->get_seats))
        good = read_seat(rows->get_seats, &out->data);
    sql_reset(rows->get_seats);
    begin(rows->get_fair, id);
    while (good && sql_next(rows->get_fair))
        good = read_fair(rows->get_fair, &out->data);
    sql_reset(rows->get_fair);
    begin(rows->get_manners, id);
    if (good && sql_next(rows->get_manners))
        good = read_manners(rows->get_manners, &out->data);
    sql_reset(rows->get_manners);
    bind_text(rows->get_steps, 1, id);
    while (good && sql_next(rows->get_steps))
        good = read_step(rows->get_steps, out);
    sql_reset(rows->get_steps);
    if (!good)
        stored_free(out);
    return good;
}

char *rows_read_record(struct rows *rows, const char *id, uint32_t game)
{
    struct stmt *stmt = rows->get_record;
    char *record = NULL;

    bind_text(stmt, 1, id);
    bind_number(stmt, 2, game);
    if (sql_next(stmt))
        record = strdup(text_at(stmt, 0));
    sql_reset(stmt);
    return record;
}

void stored_free(struct stored_table *stored)
{
    pl_game_drop(stored->data.game);
    free(stored->step);
    for (size_t i = 0; i < stored->records; i++)
        free(stored->record[i].text);
    free(stored->record);
    memset(stored, 0, sizeof *stored);
}

static void read_records(struct rows *rows, const char *id,
                         struct stored_table *out)
{
    struct stmt *stmt = rows->get_records;
    size_t count = 0;

    bind_text(stmt, 1, id);
    while (sql_next(stmt))
        count++;
    sql_reset(stmt);
    out->record = calloc(count + 1, sizeof *out->record);
    pl_assert(out->record);
    while (out->records < count && sql_next(stmt)) {
        struct pl_buffer text = {0};

        pl_add(&text, text_at(stmt, 1));
        out->record[out->records++] =
            (struct stored_record){(uint32_t)number_at(stmt, 0), text.s};
    }
    sql_reset(stmt);
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
            read_records(rows, id, out);
    }
    rows_close(rows);
    return !wrong || server_refuse(why, wrong, wrong[0] == 'a' ? id : path, 0);
}

static void each_id(struct stmt *stmt,
                    void (*each)(void *context, const char *id), void *context)
{
    while (sql_next(stmt))
        each(context, text_at(stmt, 0));
    sql_reset(stmt);
}

void rows_each(struct rows *rows, int64_t since,
               void (*each)(void *context, const char *id), void *context)
{
    bind_number(rows->each, 1, since);
    each_id(rows->each, each, context);
}

void rows_each_old(struct rows *rows, int64_t before, int most,
                   void (*each)(void *context, const char *id), void *context)
{
    bind_number(rows->each_old, 1, before);
    bind_number(rows->each_old, 2, most);
    each_id(rows->each_old, each, context);
}

void rows_each_result(struct rows *rows, int since,
                      void (*each)(void *context,
                                   const struct stored_result *result),
                      void *context)
{
    struct stmt *stmt = rows->get_results;

    if (stmt)
        bind_number(stmt, 1, since);
    while (sql_next(stmt))
        each(context,
             &(struct stored_result){.day = (int)number_at(stmt, 0),
                                     .key = (uint64_t)number_at(stmt, 1),
                                     .value = (int)number_at(stmt, 2)});
    sql_reset(stmt);
}

void rows_ages(struct rows *rows, int64_t before, int *all, int *old)
{
    *all = *old = 0;
    bind_number(rows->ages, 1, before);
    if (sql_next(rows->ages)) {
        *all = (int)number_at(rows->ages, 0);
        *old = (int)number_at(rows->ages, 1);
    }
    sql_reset(rows->ages);
}
