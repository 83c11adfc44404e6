/* A store is moved from a file into PostgreSQL and back: every row is the same,
 * and what is not the same is noticed. */
#include "../server/store/move.h"
#include "house.h"
#include "postgres.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

enum { TABLES = 30, PATH = 256 };

static char folder[PATH];

static const char *file(const char *name)
{
    static char path[2][2 * PATH];
    static int turn;

    turn = !turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static int start(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "%s/parlour-XXXXXX",
             getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    return mkdtemp(folder) ? postgres_start() : -1;
}

static int stop(void **state)
{
    char command[PATH + 16];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return postgres_stop() | system(command);
}

static void nothing(void *context)
{
    (void)context;
}

static struct store *open_store(const char *where)
{
    struct pl_message why = {.id = ""};
    struct store *store = store_open(where, nothing, NULL, &why);

    assert_string_equal(why.id, "");
    return store;
}

/* Of all kinds: a code, marks or none, promises, numbers below zero, bytes that
 * are zero. */
static void put_table(struct store *store, int n)
{
    struct table_data t = {.clock = n % 3 ? 0 : 30,
                           .phase = n % 2 ? TABLE_PLAYING : TABLE_OPEN,
                           .games = 2,
                           .rules = 0xfedcba9876543210u + (unsigned)n,
                           .opened = 1000 + n,
                           .touched = -2000 - n};

    snprintf(t.id, sizeof t.id, "table%d", n);
    if (n % 2 == 0)
        snprintf(t.code, sizeof t.code, "co%04d", n);
    t.game = pl_game_find("qwixx");
    pl_setup_normal(&t.setup, t.game, 2 + n % 3);
    t.seat[0].kind = SEAT_PERSON;
    strcpy(t.seat[0].name, "Zoë's \"cat\"");
    memset(t.fair.seed, n % 2 ? 0 : 200, PL_SEED);
    if (n % 4) {
        memset(t.fair.nonce[0], n % 8 ? 0xff : 0, PL_NONCE);
        t.fair.nonces = 1;
    }
    t.fair.chains[1] = n & 1;
    t.seat[1].has_chain = n % 2;
    t.mark[0].is_used = n % 5 == 0;
    t.mark[0].name = 0x8000000000000001;
    store_table(store, &t, true);
    for (uint32_t q = 1; q < 6; q++)
        store_step(store, t.id, q, (int)(q % 3) - 1, (uint8_t[]){0, 1, 0},
                   (int)q % 4);
    store_record(store, t.id, 1, "parlour 1\nDeck: \n");
}

static void fill(const char *name)
{
    struct store *store = open_store(file(name));

    for (int n = 0; n < TABLES; n++)
        put_table(store, n);
    for (int i = 0; i < 7; i++)
        store_result(
            store, &(struct stored_result){20000 + i % 2, ~(uint64_t)i, i - 3});
    store_close(store);
}

/* All of a file, in order, as text. */
static char *dump(const char *name)
{
    static const char *const part[] = {
        "tables ORDER BY 1",    "seats ORDER BY 1,2",  "steps ORDER BY 1,2,3",
        "records ORDER BY 1,2", "manners ORDER BY 1",  "fair ORDER BY 1,2",
        "sheets ORDER BY 1",    "results ORDER BY 1,2"};
    struct pl_buffer out = {0};
    sqlite3 *db;

    assert_int_equal(sqlite3_open(file(name), &db), SQLITE_OK);
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        char sql[80];
        sqlite3_stmt *stmt;

        snprintf(sql, sizeof sql, "SELECT * FROM %s", part[i]);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL),
                         SQLITE_OK);
        while (sqlite3_step(stmt) == SQLITE_ROW) {
            for (int c = 0; c < sqlite3_column_count(stmt); c++) {
                const unsigned char *bytes = sqlite3_column_blob(stmt, c);
                char word[16];

                snprintf(word, sizeof word,
                         "|%d:", sqlite3_column_type(stmt, c));
                pl_add(&out, word);
                for (int k = 0; k < sqlite3_column_bytes(stmt, c); k++) {
                    snprintf(word, sizeof word, "%02x", bytes[k]);
                    pl_add(&out, word);
                }
            }
            pl_add(&out, "\n");
        }
        sqlite3_finalize(stmt);
    }
    sqlite3_close(db);
    return out.s;
}

static const char *move(const char *from, const char *to, struct moved *moved)
{
    static struct pl_message why;

    return store_move(from, to, moved, &why) ? "" : why.id;
}

static void there_and_back(void **state)
{
    char id[STORE_ID + 1];
    struct moved moved;
    struct store *store;
    char *before, *after;

    (void)state;
    fill("one");
    before = dump("one");
    store = open_store(file("one"));
    strcpy(id, store_id(store));
    assert_string_equal(move(file("one"), postgres_address(), &moved),
                        "store.in_use");
    store_close(store);
    assert_string_equal(move(file("one"), postgres_address(), &moved), "");
    assert_int_equal(moved.tables, TABLES);
    assert_true(moved.rows > TABLES * 10);
    assert_int_equal(postgres_number("SELECT count(*) FROM claims"), TABLES);
    assert_int_equal(postgres_number("SELECT count(*) FROM claims WHERE due>0"),
                     TABLES / 6);
    assert_string_equal(move(file("one"), postgres_address(), &moved),
                        "move.not_empty");
    assert_string_equal(move(postgres_address(), file("two"), &moved), "");
    after = dump("two");
    assert_string_equal(before, after);
    store = open_store(file("two")); /* it is the same store */
    assert_string_equal(store_id(store), id);
    store_close(store);
    free(before);
    free(after);
    postgres_empty();
}

/* A node goes on with what was moved. */
static void what_was_moved_is_played_on(void **state)
{
    struct errand *errand = errand_new(FETCH_TABLE, 0);
    struct moved moved;
    struct store *store;

    (void)state;
    assert_string_equal(move(file("one"), postgres_address(), &moved), "");
    store = open_store(postgres_address());
    strcpy(errand->table, "table4");
    store_send(store, errand);
    while (!(errand = store_done(store)))
        usleep(1000);
    assert_int_equal(errand->found, FOUND);
    assert_int_equal(errand->stored.steps, 5);
    errand_free(errand);
    store_close(store);
    postgres_empty();
}

static void what_differs_is_noticed(void **state)
{
    struct moved moved;

    (void)state;
    store_close(open_store(postgres_address()));
    postgres_run(
        "CREATE FUNCTION spoil() RETURNS trigger AS $$BEGIN "
        "IF NEW.tab='table7' AND NEW.question=3 THEN "
        "NEW.value='\\x07'; END IF; RETURN NEW; END$$ LANGUAGE plpgsql;"
        "CREATE TRIGGER spoil BEFORE INSERT ON steps FOR EACH ROW "
        "EXECUTE FUNCTION spoil()");
    assert_string_equal(move(file("one"), postgres_address(), &moved),
                        "move.differs");
    postgres_empty();
    store_close(open_store(postgres_address()));
    postgres_run("CREATE FUNCTION swallow() RETURNS trigger AS $$BEGIN "
                 "RETURN NULL; END$$ LANGUAGE plpgsql;"
                 "CREATE TRIGGER swallow BEFORE INSERT ON fair FOR EACH ROW "
                 "WHEN (NEW.seat=1) EXECUTE FUNCTION swallow()");
    assert_string_equal(move(file("one"), postgres_address(), &moved),
                        "move.differs");
    postgres_empty();
}

/* What does not work leaves nothing behind. */
static void all_or_nothing(void **state)
{
    struct moved moved;

    (void)state;
    store_close(open_store(postgres_address()));
    postgres_run("ALTER TABLE records ADD CHECK(tab<>'table29')");
    assert_string_equal(move(file("one"), postgres_address(), &moved),
                        "move.failed");
    assert_int_equal(postgres_number("SELECT count(*) FROM tables"), 0);
    assert_string_equal(move(file("none"), postgres_address(), &moved),
                        "store.cannot_open");
    assert_int_not_equal(access(file("none"), F_OK), 0);
    postgres_empty();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(what_was_moved_is_played_on),
        cmocka_unit_test(what_differs_is_noticed),
        cmocka_unit_test(all_or_nothing),
    };

    return cmocka_run_group_tests(tests, start, stop);
}
