/* The store keeps what it has confirmed: after SIGKILL at any moment, and
 * after a loss of power that takes everything not yet synced with it; and what
 * it keeps is the same in a file and in PostgreSQL. tests/test_claims.c has
 * what only a shared store can do. */
#include "../server/inside.h"
#include "house.h"
#include "postgres.h"

#include <fcntl.h>
#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH = 256 };

static char folder[PATH];
static bool in_postgres; /* which of the two is tried now */

static const char *in_folder(const char *name)
{
    static char path[2][2 * PATH];
    static int turn;

    turn = !turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static void remove_store(const char *name)
{
    static const char *const end[] = {"", "-wal", "-shm", "-lock", "-journal"};
    char path[2 * PATH];

    if (in_postgres)
        postgres_empty();
    for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
        snprintf(path, sizeof path, "%s/%s%s", folder, name, end[i]);
        unlink(path);
    }
}

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "%s/parlour-XXXXXX",
             getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static int use_postgres(void **state)
{
    (void)state;
    in_postgres = true;
    return postgres_start();
}

static int leave_postgres(void **state)
{
    (void)state;
    in_postgres = false;
    return postgres_stop();
}

static void ring(void *bell)
{
    sem_post(bell);
}

static void nothing(void *context)
{
    (void)context;
}

static int rows_in(const char *name, const char *part);

static struct store *open_store(const char *name, sem_t *bell)
{
    struct pl_message why = {.id = ""};
    struct store *store =
        store_open(in_postgres ? postgres_address() : in_folder(name),
                   bell ? ring : nothing, bell, &why);

    assert_string_equal(why.id, "");
    assert_non_null(store);
    return store;
}

static void wait_until(struct store *store, sem_t *bell, uint64_t number)
{
    while (store_synced(store) < number)
        sem_wait(bell);
}

static struct table_data example(const char *id)
{
    struct table_data table = {.clock = 30,
                               .has_chat = true,
                               .phase = TABLE_PLAYING,
                               .opener = 1,
                               .games = 2,
                               .base = 77,
                               .rules = 0xfedcba9876543210,
                               .opened = 1000,
                               .touched = 2000};
    struct pl_message why;

    strcpy(table.id, id);
    table.game = pl_game_find("qwixx");
    pl_setup_normal(&table.setup, table.game, 3);
    table.setup.first = 2;
    assert_true(
        pl_setup_option(&table.setup, table.game, "finish_turn", "1", &why));
    table.seat[0].kind = SEAT_PERSON;
    strcpy(table.seat[0].name, "Zoë");
    memset(table.seat[0].secret, 7, HASH);
    table.seat[1].kind = SEAT_BOT;
    strcpy(table.seat[1].bot, "random");
    memset(table.fair.seed, 9, PL_SEED);
    memset(table.fair.nonce[0], 5, PL_NONCE);
    table.fair.nonces = 1;
    return table;
}

static void put_move(struct store *store, const char *id, uint32_t question,
                     int seat, unsigned move)
{
    store_step(store, id, question, seat,
               (uint8_t[]){(uint8_t)move, (uint8_t)(move >> 8)}, 2);
}

/* --- What goes in comes out ---------------------------------------------- */

static void tables_come_back(void **state)
{
    struct table_data table = example("abc");
    struct stored_table back;
    struct store *store;
    char *record;

    (void)state;
    store = open_store("s", NULL);
    store_table(store, &table, true);
    store_step(store, "abc", 77, -1, (uint8_t[]){1, 2, 3}, 3);
    put_move(store, "abc", 79, 1, 300);
    put_move(store, "abc", 79, 0, 5);
    put_move(store, "abc", 79, 1, 6); /* another choice takes its place */
    store_record(store, "abc", 1, "parlour 1\n");
    store_close(store);

    store = open_store("s", NULL);
    assert_true(store_read(store, "abc", &back));
    assert_memory_equal(&back.data.setup, &table.setup, sizeof table.setup);
    assert_memory_equal(back.data.seat, table.seat, sizeof table.seat);
    assert_memory_equal(&back.data.fair, &table.fair, sizeof table.fair);
    assert_int_equal(back.data.base, 77);
    assert_true(back.data.rules == table.rules);
    assert_int_equal(back.steps, 3);
    assert_int_equal(back.step[0].seat, -1);
    assert_int_equal(back.step[0].count, 3);
    assert_int_equal(back.step[1].seat, 0);
    assert_int_equal(back.step[2].seat, 1);
    assert_int_equal(back.step[2].bytes[0], 6);
    free(back.step);
    record = store_read_record(store, "abc", 1);
    assert_string_equal(record, "parlour 1\n");
    free(record);
    assert_null(store_read_record(store, "abc", 2));
    assert_false(store_read(store, "xyz", &back));
    store_close(store);
    remove_store("s");
}

static uint64_t rules_in_the_file(const char *name)
{
    sqlite3_stmt *stmt;
    sqlite3 *db;
    uint64_t rules;

    if (in_postgres)
        return (uint64_t)postgres_number("SELECT rules FROM tables");
    assert_int_equal(sqlite3_open(in_folder(name), &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT rules FROM tables", -1, &stmt, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    rules = (uint64_t)sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return rules;
}

/* Promises and chains; and a link is the longest step. An older Parlour finds
 * other rules there, and leaves the table alone. */
static void draws_come_back(void **state)
{
    struct table_data table = example("abc");
    struct pl_fair *fair = &table.fair;
    struct stored_table back;
    struct store *store;
    uint8_t link[PL_SEED];

    (void)state;
    table.has_together = fair->is_together = true;
    table.seat[0].has_chain = true;
    fair->hashes = 1;
    memset(fair->hash[0], 6, PL_SEED);
    for (int i = 0; i < 2; i++) {
        struct pl_chain *chain = &fair->chain[0][fair->chains[0]++];

        chain->from = chain->at = 70000u * (uint32_t)i;
        memset(chain->anchor, 20 + i, PL_SEED);
        memset(chain->link, 20 + i, PL_SEED);
    }
    memset(link, 30, PL_SEED);
    store = open_store("s", NULL);
    store_table(store, &table, true);
    store_step(store, "abc", 77, -7, link, PL_SEED);
    store_close(store);
    store = open_store("s", NULL);
    assert_true(store_read(store, "abc", &back));
    assert_memory_equal(&back.data.fair, fair, sizeof *fair);
    assert_memory_equal(back.data.seat, table.seat, sizeof table.seat);
    assert_true(back.data.has_together);
    assert_true(back.data.rules == table.rules);
    assert_memory_equal(back.step[0].bytes, link, PL_SEED);
    free(back.step);
    store_close(store);
    assert_true(rules_in_the_file("s") == ~table.rules);
    remove_store("s");
}

static int number_in(const char *name, const char *sql)
{
    sqlite3_stmt *stmt;
    sqlite3 *db;
    int n;

    if (in_postgres)
        return (int)postgres_number(sql);
    assert_int_equal(sqlite3_open(in_folder(name), &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    n = sqlite3_column_int(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return n;
}

static void run_in(const char *name, const char *sql)
{
    sqlite3 *db;

    if (in_postgres) {
        postgres_run(sql);
        return;
    }
    assert_int_equal(sqlite3_open(in_folder(name), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static struct stored_table read_back(const char *name)
{
    struct store *store = open_store(name, NULL);
    struct stored_table back;

    assert_true(store_read(store, "abc", &back));
    store_close(store);
    return back;
}

static void put_on_sheet(const char *name, bool is_together)
{
    struct table_data table = example("abc");
    struct pl_mistakes mistakes;
    struct store *store = open_store(name, NULL);

    table.game = pl_sheet_read(mixed_rows, strlen(mixed_rows), &mistakes);
    assert_non_null(table.game);
    table.phase = TABLE_OPEN;
    table.has_together = table.fair.is_together = is_together;
    store_table(store, &table, true);
    pl_game_drop(table.game);
    store_close(store);
}

/* A table comes back on its sheet, also one that waits for people. An older
 * Parlour sees a game that is played by other rules, and leaves it alone;
 * whatever it knows of drawing together. */
static void sheets_come_back(void **state)
{
    const uint64_t rules = example("abc").rules;

    (void)state;
    for (int is_together = 0; is_together < 2; is_together++) {
        struct stored_table back;
        uint64_t stored;

        put_on_sheet("s", is_together);
        back = read_back("s");
        assert_int_equal(strlen(back.data.game->layout), PL_LAYOUT);
        assert_int_equal(back.data.phase, TABLE_OPEN);
        assert_true(back.data.rules == rules);
        stored_free(&back);
        stored = rules_in_the_file("s");
        assert_true(stored != rules && ~stored != rules);
        assert_int_equal(number_in("s", "SELECT phase FROM tables"),
                         TABLE_PLAYING);
        remove_store("s");
    }
}

/* What our rules do not take any more stays closed, and is not lost. */
static void a_sheet_that_is_none_any_more(void **state)
{
    struct stored_table back;

    (void)state;
    put_on_sheet("s", false);
    run_in("s", "UPDATE sheets SET sheet='parlour-sheet 9'");
    back = read_back("s");
    assert_ptr_equal(back.data.game, pl_game_find("qwixx"));
    assert_int_equal(back.data.phase, TABLE_PLAYING);
    assert_true(back.data.rules != example("abc").rules);
    stored_free(&back);
    remove_store("s");
}

/* Stores and backups from before there were sheets. */
static void older_stores_have_no_sheets(void **state)
{
    struct table_data table = example("abc");
    struct store *store = open_store("s", NULL);
    struct stored_table back;
    struct pl_message why;

    (void)state;
    store_table(store, &table, true);
    store_close(store);
    run_in("s", "DROP TABLE sheets");
    assert_true(store_read_backup(in_folder("s"), "abc", &back, &why));
    assert_ptr_equal(back.data.game, table.game);
    stored_free(&back);
    back = read_back("s");
    assert_true(back.data.rules == table.rules);
    stored_free(&back);
    assert_int_equal(rows_in("s", "sheets"), 0);
    remove_store("s");
}

static void count_one(void *context, const char *id)
{
    (void)id;
    ++*(int *)context;
}

static void erase_one(void *store, const char *id)
{
    store_erase(store, id);
}

/* Nothing in the first hour, and never most of a store at once. */
static void little_is_forgotten(void **state)
{
    static const struct {
        int all, old, minutes, forgets;
    } rows[] = {
        {100, 0, 6000, 0},    {100, 50, 59, 0},   {100, 50, 60, 50},
        {100, 51, 60, 0},     {100, 51, 1439, 0}, {100, 51, 1440, 10},
        {100, 100, 6000, 10}, {1, 1, 60, 0},      {1, 1, 1440, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(store_may_forget(rows[i].all, rows[i].old,
                                          (int64_t)rows[i].minutes * 60000),
                         rows[i].forgets);
}

/* --- The whole service: a clock that is far ahead ---------------------------
 */

static void count_one(void *context, const char *id);

static void stop_loop(uv_timer_t *timer)
{
    uv_stop(timer->loop);
}

static uv_loop_t loop;

static struct service *open_service(void)
{
    const struct server_setup setup = {.store = in_folder("s"),
                                       .tables = 4,
                                       .sockets = 4,
                                       .per_address = 4,
                                       .keep_days = 30,
                                       .idle_minutes = 60,
                                       .impatience = 1};
    struct service *service;
    struct pl_message why;

    assert_int_equal(uv_loop_init(&loop), 0);
    service = service_open(&loop, &setup, "0123456789abcdef", &why);
    assert_non_null(service);
    return service;
}

static void close_service(struct service *service)
{
    service_close(service);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&loop), 0);
}

/* As if it were decades later than the tables think. */
static void a_clock_far_ahead_deletes_nothing(void **state)
{
    struct table_data table = example("abc");
    struct store *store = open_store("s", NULL);
    struct service *service;
    uv_timer_t timer;
    int n = 0;

    (void)state;
    store_table(store, &table, true);
    store_close(store);
    service = open_service();
    uv_timer_init(&loop, &timer);
    uv_timer_start(&timer, stop_loop, 1500, 0);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_close((uv_handle_t *)&timer, NULL);
    close_service(service);
    store = open_store("s", NULL);
    store_each(store, 0, count_one, &n);
    store_close(store);
    assert_int_equal(n, 1);
    remove_store("s");
}

/* A thread has read the table, and before that is heard of someone closes it:
 * it must not come back, without a row in the store. */
static void what_was_read_before_the_end_does_not_come_back(void **state)
{
    static const char watch[] = "{\"do\":\"watch\",\"id\":1,\"table\":\"abc\"}";
    struct table_data table = example("abc");
    struct store *store = open_store("s", NULL);
    struct service *service;
    struct pollfd is_read = {.events = POLLIN};
    uint64_t erased;
    int pair[2];

    (void)state;
    table.phase = TABLE_OPEN;
    store_table(store, &table, true);
    store_close(store);
    service = open_service();
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair),
                     0);
    service_take(service, pair[0], 1, 0, NULL, 0);
    uv_run(&loop, UV_RUN_NOWAIT);
    service->sockets_host.heard(service, 0, watch, strlen(watch));
    assert_int_equal(service->visit[0].lack, LACKS_TABLE);
    is_read.fd = uv_backend_fd(&loop);
    assert_int_equal(poll(&is_read, 1, -1), 1);
    assert_true(tables_close(service->tables, "abc", service_now(service)));
    erased = store_submit(service->store);
    while (store_synced(service->store) < erased)
        usleep(1000);
    while (service->visit[0].lack)
        uv_run(&loop, UV_RUN_ONCE);
    assert_false(tables_is_here(service->tables, "abc"));
    close_service(service);
    close(pair[1]);
    remove_store("s");
}

/* In a shared store, who wants to write a table claims it first. */
static void own(struct store *store, const char *id)
{
    struct errand *errand = errand_new(FETCH_TABLE, 0);

    if (in_postgres)
        postgres_run("UPDATE claims SET claimed=0");
    strcpy(errand->table, id);
    store_send(store, errand);
    while (!(errand = store_done(store)))
        usleep(1000);
    assert_int_equal(errand->found, FOUND);
    errand_free(errand);
}

static void old_ones_are_erased(void **state)
{
    struct store *store = open_store("s", NULL);
    struct stored_table back;
    int n = 0, all, old;

    (void)state;
    for (int i = 0; i < 10; i++) {
        char id[16];
        struct table_data table;

        snprintf(id, sizeof id, "t%d", i);
        table = example(id);
        table.touched = i * 100;
        store_table(store, &table, true);
        put_move(store, id, 1, 0, 1);
        store_record(store, id, 1, "r");
    }
    store_close(store);
    store = open_store("s", NULL);
    store_ages(store, 500, &all, &old);
    assert_int_equal(all, 10);
    assert_int_equal(old, 5);
    store_each_old(store, 500, 3, erase_one, store);
    store_each_old(store, 500, 9, erase_one, store);
    store_erase(store, "t7");
    own(store, "t8");
    store_erase_steps(store, "t8");
    store_close(store);
    store = open_store("s", NULL);
    store_each(store, 0, count_one, &n);
    assert_int_equal(n, 4);
    assert_false(store_read(store, "t4", &back));
    assert_null(store_read_record(store, "t4", 1));
    assert_false(store_read(store, "t7", &back));
    assert_true(store_read(store, "t8", &back));
    assert_int_equal(back.steps, 0);
    assert_true(store_read(store, "t9", &back));
    assert_int_equal(back.steps, 1);
    free(back.step);
    store_close(store);
    remove_store("s");
}

static int rows_in(const char *name, const char *part)
{
    char sql[64];

    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", part);
    return number_in(name, sql);
}

/* Nothing but what is new makes a table; what belongs to none goes. */
static void so_many_records_are_kept(void **state)
{
    struct table_data table = example("t");
    struct store *store = open_store("s", NULL);

    (void)state;
    store_table(store, &table, true);
    for (uint32_t game = 1; game <= BOUND_RECORDS + 2; game++)
        store_record(store, "t", game, "r");
    store_close(store);
    store = open_store("s", NULL);
    for (uint32_t game = 1; game <= BOUND_RECORDS + 2; game++) {
        char *record = store_read_record(store, "t", game);

        assert_int_equal(record != NULL, game > 2);
        free(record);
    }
    store_close(store);
    remove_store("s");
}

static void what_is_erased_stays_erased(void **state)
{
    static const char *const part[] = {"tables", "seats", "steps", "records"};
    struct store *store = open_store("s", NULL);
    struct table_data table = example("abc");

    (void)state;
    store_table(store, &table, true);
    put_move(store, "abc", 77, 0, 1);
    store_erase(store, "abc");
    store_table(store, &table, false);
    put_move(store, "abc", 79, 0, 1);
    store_record(store, "abc", 1, "parlour 1\n");
    store_close(store);
    for (int i = 0; i < 4; i++)
        assert_int_equal(rows_in("s", part[i]), 0);
    if (!in_postgres)
        run_in("s", "INSERT INTO steps VALUES('x',1,0,x'00');"
                    "INSERT INTO records VALUES('x',1,'r')");
    store_close(open_store("s", NULL));
    for (int i = 0; i < 4; i++)
        assert_int_equal(rows_in("s", part[i]), 0);
    remove_store("s");
}

static void make_file(const char *name, const char *content)
{
    FILE *file = fopen(in_folder(name), "w");

    assert_non_null(file);
    fputs(content, file);
    fclose(file);
}

static void other_files_are_left_alone(void **state)
{
    struct store *store = open_store("s", NULL);
    struct pl_message why;
    sqlite3 *db;

    (void)state;
    assert_null(store_open(in_folder("s"), nothing, NULL, &why));
    assert_string_equal(why.id, "store.in_use");
    store_close(store);
    make_file("text", "this is no database, and it must stay as it is ......");
    assert_null(store_open(in_folder("text"), nothing, NULL, &why));
    assert_string_equal(why.id, "store.not_ours");
    assert_null(store_open(in_folder("no/such"), nothing, NULL, &why));
    assert_string_equal(why.id, "store.no_folder");
    assert_false(store_backup(in_folder("none"), "copy", &why));
    assert_int_not_equal(access(in_folder("none"), F_OK), 0);
    assert_int_not_equal(access("copy", F_OK), 0);
    assert_int_equal(sqlite3_open(in_folder("other"), &db), SQLITE_OK);
    sqlite3_exec(db, "CREATE TABLE x(y)", NULL, NULL, NULL);
    sqlite3_close(db);
    assert_null(store_open(in_folder("other"), nothing, NULL, &why));
    assert_string_equal(why.id, "store.not_ours");
    assert_int_equal(sqlite3_open(in_folder("s"), &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA user_version=99", NULL, NULL, NULL);
    sqlite3_close(db);
    assert_null(store_open(in_folder("s"), nothing, NULL, &why));
    assert_string_equal(why.id, "store.too_new");
    remove_store("s");
    remove_store("text");
    remove_store("other");
}

/* Under another name it is the same store: one server, one log, one lock. */
static void a_link_is_the_store_itself(void **state)
{
    char real[300];
    struct pl_message why;
    struct store *store;

    (void)state;
    strcpy(real, in_folder("s"));
    assert_int_equal(symlink("s", in_folder("link")), 0);
    store = open_store("link", NULL); /* which makes the file */
    assert_null(store_open(real, nothing, NULL, &why));
    assert_string_equal(why.id, "store.in_use");
    store_close(store);
    store = open_store("s", NULL);
    assert_null(store_open(in_folder("link"), nothing, NULL, &why));
    assert_string_equal(why.id, "store.in_use");
    store_close(store);
    assert_int_not_equal(access(in_folder("link-lock"), F_OK), 0);
    remove_store("s");
    unlink(in_folder("link"));
}

static size_t read_file(const char *name, char **bytes)
{
    FILE *file = fopen(in_folder(name), "rb");
    size_t n;

    assert_non_null(file);
    *bytes = calloc(1, 1 << 20);
    n = fread(*bytes, 1, 1 << 20, file);
    fclose(file);
    return n;
}

static void put_file(const char *name, const char *bytes, size_t size)
{
    FILE *file = fopen(in_folder(name), "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

/* Makes a file, has it refused, and finds it unchanged to the last byte. */
static void is_refused_untouched(const char *sql, const char *sentence)
{
    struct pl_message why;
    char *before, *after;
    size_t size;
    sqlite3 *db;

    assert_int_equal(sqlite3_open(in_folder("other"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    size = read_file("other", &before);
    assert_null(store_open(in_folder("other"), nothing, NULL, &why));
    assert_string_equal(why.id, sentence);
    assert_int_equal(read_file("other", &after), size);
    assert_memory_equal(before, after, size);
    free(before);
    free(after);
    assert_int_not_equal(access(in_folder("other-lock"), F_OK), 0);
    remove_store("other");
}

static void files_of_others_stay_as_they_are(void **state)
{
    (void)state;
    is_refused_untouched("CREATE TABLE x(y)", "store.not_ours");
    is_refused_untouched("CREATE TABLE x(y);PRAGMA user_version=1",
                         "store.not_ours");
    is_refused_untouched("CREATE TABLE x(y);PRAGMA user_version=7",
                         "store.too_new");
    is_refused_untouched("PRAGMA journal_mode=WAL;CREATE TABLE x(y);"
                         "PRAGMA user_version=1",
                         "store.not_ours");
}

static void tables_of_others_are_a_sentence(void **state)
{
    struct pl_message why;
    sqlite3 *db;

    (void)state;
    assert_int_equal(sqlite3_open(in_folder("other"), &db), SQLITE_OK);
    sqlite3_exec(db,
                 "CREATE TABLE tables(id,code,touched);CREATE TABLE seats(x);"
                 "CREATE TABLE steps(x);CREATE TABLE records(x);"
                 "PRAGMA user_version=1",
                 NULL, NULL, NULL);
    sqlite3_close(db);
    assert_null(store_open(in_folder("other"), nothing, NULL, &why));
    assert_string_equal(why.id, "store.not_ours");
    remove_store("other");
}

static void put_tables(const char *name, const char *prefix, int count)
{
    struct store *store = open_store(name, NULL);

    for (int i = 0; i < count; i++) {
        struct table_data table;
        char id[TABLE_ID + 1];

        snprintf(id, sizeof id, "%s%d", prefix, i);
        table = example(id);
        store_table(store, &table, true);
    }
    store_close(store);
}

static void damage_is_noticed(void **state)
{
    struct pl_message why;
    char *bytes;
    size_t size;

    (void)state;
    put_tables("s", "t", 200);
    size = read_file("s", &bytes);
    assert_true(size > 10 * 4096);
    memset(bytes + size / 2, 0x5a, 3 * 4096);
    put_file("s", bytes, size);
    assert_null(store_open(in_folder("s"), nothing, NULL, &why));
    assert_string_equal(why.id, "store.damaged");
    free(bytes);
    remove_store("s");
}

static void only_its_user_reads_it(void **state)
{
    static const char *const name[] = {"s", "s-wal", "s-shm", "s-lock", "copy"};
    mode_t before = umask(0);
    struct store *store = open_store("s", NULL);
    struct pl_message why;
    struct stat found;

    (void)state;
    assert_true(store_backup(in_folder("s"), in_folder("copy"), &why));
    for (int i = 0; i < 5; i++) {
        assert_int_equal(stat(in_folder(name[i]), &found), 0);
        assert_int_equal(found.st_mode & 0777, 0600);
    }
    store_close(store);
    chmod(in_folder("s"), 0644); /* as an older Parlour made it */
    store_close(open_store("s", NULL));
    assert_int_equal(stat(in_folder("s"), &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    umask(before);
    remove_store("s");
    remove_store("copy");
}

/* Above all its rights: root would take /dev/null from everyone else. */
static void what_is_no_file_is_left_alone(void **state)
{
    struct pl_message why;
    struct stat found;

    (void)state;
    assert_int_equal(mkfifo(in_folder("s"), 0644), 0);
    assert_null(store_open(in_folder("s"), nothing, NULL, &why));
    assert_string_equal(why.id, "store.not_ours");
    assert_int_equal(stat(in_folder("s"), &found), 0);
    assert_true(S_ISFIFO(found.st_mode));
    assert_int_equal(found.st_mode & 0777, 0644);
    assert_int_equal(stat(in_folder("s-lock"), &found), -1);
    remove_store("s");
}

/* Killed with a log beside it; then the operator puts a backup in its place. */
static void a_backup_is_not_overruled(void **state)
{
    struct pl_message why;
    struct stored_table back;
    struct store_figures figures;
    struct store *store;
    char *bytes, *log, id[STORE_ID + 1];
    size_t size, log_size;
    sem_t bell;

    (void)state;
    sem_init(&bell, 0, 0);
    put_tables("s", "old", 3);
    store = open_store("s", &bell);
    strcpy(id, store_id(store));
    assert_true(store_backup(in_folder("s"), in_folder("copy"), &why));
    for (int i = 0; i < 3; i++) {
        char name[TABLE_ID + 1];
        struct table_data table;

        snprintf(name, sizeof name, "new%d", i);
        table = example(name);
        store_table(store, &table, true);
        snprintf(name, sizeof name, "old%d", i);
        store_erase(store, name);
    }
    wait_until(store, &bell, store_submit(store));
    log_size = read_file("s-wal", &log);
    size = read_file("s", &bytes);
    store_close(store);
    /* The same file as it was: its log counts. */
    put_file("s", bytes, size);
    put_file("s-wal", log, log_size);
    store = open_store("s", NULL);
    assert_true(store_read(store, "new1", &back));
    assert_false(store_read(store, "old1", &back));
    store_close(store);
    free(bytes);
    /* The backup: it does not, and is there for anyone who wants to look. */
    size = read_file("copy", &bytes);
    put_file("s", bytes, size);
    put_file("s-wal", log, log_size);
    store = open_store("s", NULL);
    assert_true(store_read(store, "old1", &back));
    assert_false(store_read(store, "new1", &back));
    store_figures(store, &figures);
    assert_true(figures.has_set_aside);
    assert_string_equal(store_id(store), id);
    store_close(store);
    assert_int_equal(unlink(in_folder("s-wal.old")), 0);
    free(bytes);
    free(log);
    sem_destroy(&bell);
    remove_store("s");
    remove_store("copy");
}

static void backup_while_it_writes(void **state)
{
    struct store *store;
    struct table_data table = example("abc");
    struct stored_table back;
    struct pl_message why;
    sem_t bell;

    (void)state;
    sem_init(&bell, 0, 0);
    store = open_store("s", &bell);
    store_table(store, &table, true);
    put_move(store, "abc", 1, 0, 1);
    wait_until(store, &bell, store_submit(store));
    put_move(store, "abc", 2, 0, 1);
    store_submit(store);
    assert_true(store_backup(in_folder("s"), in_folder("copy"), &why));
    assert_false(store_backup(in_folder("s"), in_folder("copy"), &why));
    assert_string_equal(why.id, "store.exists");
    assert_false(store_backup(in_folder("none"), in_folder("copy2"), &why));
    store_close(store);
    store = open_store("copy", NULL);
    assert_true(store_read(store, "abc", &back));
    assert_in_range(back.steps, 1, 2);
    free(back.step);
    store_close(store);
    sem_destroy(&bell);
    remove_store("s");
    remove_store("copy");
}

/* --- SIGKILL ------------------------------------------------------------- */

/* Writes questions from `from` on and says through the pipe which are safe. */
static _Noreturn void write_until_killed(uint32_t from, int to)
{
    struct pl_message why;
    sem_t bell;
    struct store *store;
    struct table_data table = example("abc");

    sem_init(&bell, 0, 0);
    store = store_open(in_folder("s"), ring, &bell, &why);
    if (!store)
        _exit(1);
    store_table(store, &table, true);
    for (uint32_t q = from;; q++) {
        for (int seat = 0; seat < 3; seat++)
            put_move(store, "abc", q, seat, q + (unsigned)seat);
        wait_until(store, &bell, store_submit(store));
        if (write(to, &q, sizeof q) != sizeof q)
            _exit(1);
    }
}

/* Every other one has said something before, however slow the disk is. */
static uint32_t kill_one(uint32_t from, struct pl_rng *rng)
{
    uint32_t last = from - 1, q;
    int both[2];
    pid_t child;

    assert_int_equal(pipe(both), 0);
    child = fork();
    if (child == 0) {
        close(both[0]);
        write_until_killed(from, both[1]);
    }
    close(both[1]);
    if (pl_below(rng, 2) == 0)
        poll(&(struct pollfd){.fd = both[0], .events = POLLIN}, 1, 60000);
    usleep(pl_below(rng, 60000));
    kill(child, SIGKILL);
    while (read(both[0], &q, sizeof q) == sizeof q)
        last = q;
    close(both[0]);
    waitpid(child, NULL, 0);
    return last;
}

/* Every question up to `last` whole and right; returns the last that is there.
 */
static uint32_t check_whole(const char *name, uint32_t last)
{
    struct store *store = open_store(name, NULL);
    struct stored_table back;
    uint32_t found = 0;

    if (!store_read(store, "abc", &back)) {
        assert_int_equal(last, 0);
        store_close(store);
        return 0;
    }
    assert_int_equal(back.steps % 3, 0); /* a group is whole or not there */
    found = (uint32_t)back.steps / 3;
    assert_true(found >= last);
    for (uint32_t i = 0; i < back.steps; i++) {
        const struct stored_step *step = &back.step[i];

        assert_int_equal(step->question, i / 3 + 1);
        assert_int_equal(step->seat, i % 3);
        assert_int_equal(step->bytes[0] + 256 * step->bytes[1],
                         i / 3 + 1 + i % 3);
    }
    free(back.step);
    store_close(store);
    return found;
}

static void killed_again_and_again(void **state)
{
    struct pl_rng rng;
    uint32_t last = 0;

    (void)state;
    pl_seed(&rng, 4);
    for (int i = 0; i < 20; i++) {
        uint32_t said = kill_one(last + 1, &rng);

        last = check_whole("s", said);
    }
    assert_true(last > 0);
    remove_store("s");
}

/* --- A disk that forgets ------------------------------------------------- */

/* In front of the real file system: it notes what each file was when it was
 * last synced, and what was written since. A loss of power leaves that and, of
 * the rest, whatever happened to be written. */

enum { FILES = 8, UNSYNCED = 4096 };

struct change { /* bytes NULL: cut to `at` */
    int64_t at;
    int size;
    uint8_t *bytes;
};

struct disk_file {
    char path[2 * PATH];
    uint8_t *synced;
    int64_t size;
    int changes;
    struct change change[UNSYNCED];
};

static struct {
    sqlite3_vfs vfs, *real;
    sqlite3_io_methods methods;
    struct disk_file file[FILES];
    int files;
    _Atomic bool is_full, is_stuck, waits; /* stuck: a sync waits */
    void (*watch)(void);                   /* after each write and sync */
} disk;

struct shim {
    sqlite3_file base;
    struct disk_file *file; /* NULL: not watched */
    sqlite3_file *real;     /* follows in memory */
};

static void forget_changes(struct disk_file *file)
{
    for (int i = 0; i < file->changes; i++)
        free(file->change[i].bytes);
    file->changes = 0;
}

static void apply(uint8_t **bytes, int64_t *size, const struct change *change)
{
    int64_t end = change->bytes ? change->at + change->size : change->at;

    if (!change->bytes && end < *size)
        *size = end;
    if (end > *size) {
        *bytes = realloc(*bytes, (size_t)end);
        assert_non_null(*bytes);
        memset(*bytes + *size, 0, (size_t)(end - *size));
        *size = end;
    }
    if (change->bytes)
        memcpy(*bytes + change->at, change->bytes, (size_t)change->size);
}

static void note(struct disk_file *file, int64_t at, const void *bytes,
                 int size)
{
    struct change *change = &file->change[file->changes++];

    assert_true(file->changes < UNSYNCED);
    *change = (struct change){.at = at, .size = size};
    if (bytes) {
        change->bytes = malloc((size_t)size + 1);
        memcpy(change->bytes, bytes, (size_t)size);
    }
}

static struct shim *shim_of(sqlite3_file *file)
{
    return (struct shim *)file;
}

static int disk_write(sqlite3_file *file, const void *bytes, int size,
                      sqlite3_int64 at)
{
    struct shim *s = shim_of(file);
    int code;

    if (disk.is_full)
        return SQLITE_FULL;
    code = s->real->pMethods->xWrite(s->real, bytes, size, at);
    if (s->file) {
        note(s->file, at, bytes, size);
        if (disk.watch)
            disk.watch();
    }
    return code;
}

static int disk_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    struct shim *s = shim_of(file);

    if (s->file)
        note(s->file, size, NULL, 0);
    return s->real->pMethods->xTruncate(s->real, size);
}

/* The real disk need not do it: that is what makes this quick. */
static int disk_sync(sqlite3_file *file, int flags)
{
    struct shim *s = shim_of(file);

    (void)flags;
    for (disk.waits = true; disk.is_stuck;)
        usleep(100);
    disk.waits = false;
    if (!s->file)
        return SQLITE_OK;
    for (int i = 0; i < s->file->changes; i++)
        apply(&s->file->synced, &s->file->size, &s->file->change[i]);
    forget_changes(s->file);
    if (disk.watch)
        disk.watch();
    return SQLITE_OK;
}

#define PASS(name, list, args)                                                 \
    static int disk_##name list                                                \
    {                                                                          \
        sqlite3_file *real = shim_of(file)->real;                              \
                                                                               \
        return real->pMethods->name args;                                      \
    }
PASS(xRead, (sqlite3_file * file, void *to, int size, sqlite3_int64 at),
     (real, to, size, at))
PASS(xFileSize, (sqlite3_file * file, sqlite3_int64 *size), (real, size))
PASS(xLock, (sqlite3_file * file, int lock), (real, lock))
PASS(xUnlock, (sqlite3_file * file, int lock), (real, lock))
PASS(xCheckReservedLock, (sqlite3_file * file, int *out), (real, out))
PASS(xFileControl, (sqlite3_file * file, int op, void *arg), (real, op, arg))
PASS(xSectorSize, (sqlite3_file * file), (real))
PASS(xShmMap,
     (sqlite3_file * file, int page, int size, int extend, void volatile **out),
     (real, page, size, extend, out))
PASS(xShmLock, (sqlite3_file * file, int at, int n, int flags),
     (real, at, n, flags))
PASS(xShmUnmap, (sqlite3_file * file, int remove), (real, remove))

static int disk_close(sqlite3_file *file)
{
    sqlite3_file *real = shim_of(file)->real;

    return real->pMethods->xClose(real);
}

/* Nothing is promised about what a write leaves behind. */
static int disk_traits(sqlite3_file *file)
{
    (void)file;
    return 0;
}

static void disk_barrier(sqlite3_file *file)
{
    sqlite3_file *real = shim_of(file)->real;

    real->pMethods->xShmBarrier(real);
}

static struct disk_file *watched(const char *path, int flags)
{
    if (!path || !(flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL |
                            SQLITE_OPEN_MAIN_JOURNAL)))
        return NULL;
    for (int i = 0; i < disk.files; i++)
        if (strcmp(disk.file[i].path, path) == 0)
            return &disk.file[i];
    assert_true(disk.files < FILES);
    snprintf(disk.file[disk.files].path, sizeof disk.file[0].path, "%s", path);
    return &disk.file[disk.files++];
}

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file,
                     int flags, int *out)
{
    struct shim *s = shim_of(file);
    int code;

    (void)vfs;
    s->real = (sqlite3_file *)(s + 1);
    s->file = watched(path, flags);
    code = disk.real->xOpen(disk.real, path, s->real, flags, out);
    s->base.pMethods = code == SQLITE_OK ? &disk.methods : NULL;
    return code;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    (void)vfs;
    for (int i = 0; i < disk.files; i++)
        if (strcmp(disk.file[i].path, path) == 0) {
            forget_changes(&disk.file[i]);
            disk.file[i].size = 0;
        }
    return disk.real->xDelete(disk.real, path, sync);
}

static void put_disk_in_front(void)
{
    static const sqlite3_io_methods methods = {
        .iVersion = 2,
        .xClose = disk_close,
        .xRead = disk_xRead,
        .xWrite = disk_write,
        .xTruncate = disk_truncate,
        .xSync = disk_sync,
        .xFileSize = disk_xFileSize,
        .xLock = disk_xLock,
        .xUnlock = disk_xUnlock,
        .xCheckReservedLock = disk_xCheckReservedLock,
        .xFileControl = disk_xFileControl,
        .xSectorSize = disk_xSectorSize,
        .xDeviceCharacteristics = disk_traits,
        .xShmMap = disk_xShmMap,
        .xShmLock = disk_xShmLock,
        .xShmBarrier = disk_barrier,
        .xShmUnmap = disk_xShmUnmap,
    };

    disk.real = sqlite3_vfs_find(NULL);
    disk.vfs = *disk.real;
    disk.vfs.zName = "forgetful";
    disk.vfs.szOsFile += (int)sizeof(struct shim);
    disk.vfs.xOpen = disk_open;
    disk.vfs.xDelete = disk_delete;
    disk.methods = methods;
    sqlite3_vfs_register(&disk.vfs, 1);
}

static void take_disk_away(void)
{
    sqlite3_vfs_unregister(&disk.vfs);
    for (int i = 0; i < disk.files; i++) {
        forget_changes(&disk.file[i]);
        free(disk.file[i].synced);
    }
    memset(&disk, 0, sizeof disk);
}

/* --- A loss of power ----------------------------------------------------- */

static struct {
    struct store *store;
    struct pl_rng rng;
    int losses;
} power;

/* What a loss of power leaves of a file: what was synced, and of later writes
 * none, all up to one, or some with the last of them torn. */
static void leave_of(const struct disk_file *file, int n)
{
    uint8_t *bytes = malloc((size_t)file->size + 1);
    int64_t size = file->size;
    unsigned how = pl_below(&power.rng, 3);
    int upto = (int)pl_below(&power.rng, (uint32_t)file->changes + 1);
    const char *end = file->path + strlen(in_folder("s"));
    char name[64];
    int fd;

    if (size)
        memcpy(bytes, file->synced, (size_t)size);
    for (int i = 0; i < upto && how > 0; i++) {
        struct change change = file->change[i];

        if (how == 2 && pl_below(&power.rng, 2))
            continue;
        if (how == 2 && change.bytes && pl_below(&power.rng, 4) == 0)
            change.size = (int)pl_below(&power.rng, (uint32_t)change.size + 1);
        apply(&bytes, &size, &change);
    }
    snprintf(name, sizeof name, "lost%d%s", n, end); /* "-wal" … */
    fd = open(in_folder(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0 && write(fd, bytes, (size_t)size) == size);
    close(fd);
    free(bytes);
}

static uint32_t confirmed[512];

/* On the writer's thread, so that nothing moves meanwhile. */
static void perhaps_lose_power(void)
{
    if (!power.store || power.losses == 120 || pl_below(&power.rng, 40) > 0)
        return;
    for (int i = 0; i < disk.files; i++)
        leave_of(&disk.file[i], power.losses);
    confirmed[power.losses++] = (uint32_t)store_synced(power.store);
}

static void power_is_lost(void **state)
{
    struct table_data table = example("abc");
    struct store *store;
    struct pl_rng rng;
    sem_t bell;

    (void)state;
    sem_init(&bell, 0, 0);
    put_disk_in_front();
    disk.watch = perhaps_lose_power;
    pl_seed(&power.rng, 11); /* the writer's */
    pl_seed(&rng, 12);
    store = open_store("s", &bell);
    store_table(store, &table, true);
    wait_until(store, &bell, store_submit(store));
    power.store = store;
    for (uint32_t q = 1; q <= 1500; q++) {
        uint64_t number;

        for (int seat = 0; seat < 3; seat++)
            put_move(store, "abc", q, seat, q + (unsigned)seat);
        number = store_submit(store);
        if (pl_below(&rng, 3) > 0) /* else: a larger group */
            wait_until(store, &bell, number);
    }
    store_close(store);
    power.store = NULL;
    take_disk_away();
    assert_true(power.losses > 20);
    for (int i = 0; i < power.losses; i++) {
        char name[16];

        /* Submission 1 was the table; question q was submission q + 1. */
        snprintf(name, sizeof name, "lost%d", i);
        check_whole(name, confirmed[i] - 1);
        remove_store(name);
    }
    remove_store("s");
    sem_destroy(&bell);
}

/* Work that changes nothing. */
static void put_much(struct store *store)
{
    for (int i = 0; i < 10000; i++)
        store_erase_steps(store, "none");
}

/* What is being written counts for nothing, what waits behind it does, and what
 * little there is always goes. */
static void a_store_says_when_much_is_waiting(void **state)
{
    struct table_data table = example("abc");
    struct store *store;
    uint64_t number;
    sem_t bell;

    (void)state;
    sem_init(&bell, 0, 0);
    put_disk_in_front();
    store = open_store("s", &bell);
    store_table(store, &table, true);
    wait_until(store, &bell, store_submit(store));
    disk.is_stuck = true;
    disk.waits = false;
    put_move(store, "abc", 1, 0, 1);
    store_submit(store);
    while (!disk.waits)
        usleep(100);
    assert_false(store_is_behind(store));
    put_much(store);
    assert_false(store_is_behind(store)); /* not handed over yet */
    number = store_submit(store);
    assert_true(store_is_behind(store));
    disk.is_stuck = false;
    wait_until(store, &bell, number);
    assert_false(store_is_behind(store));
    store_close(store);
    take_disk_away();
    remove_store("s");
    sem_destroy(&bell);
}

static void a_full_disk_confirms_nothing(void **state)
{
    struct table_data table = example("abc");
    struct store_figures figures;
    struct store *store;
    uint64_t number;
    sem_t bell;

    (void)state;
    sem_init(&bell, 0, 0);
    put_disk_in_front();
    store = open_store("s", &bell);
    store_table(store, &table, true);
    wait_until(store, &bell, store_submit(store));
    disk.is_full = true;
    for (int seat = 0; seat < 3; seat++)
        put_move(store, "abc", 1, seat, 1 + (unsigned)seat);
    number = store_submit(store);
    do {
        usleep(1000);
        store_figures(store, &figures);
    } while (figures.failures == 0);
    assert_true(store_synced(store) < number);
    put_much(store);
    number = store_submit(store);
    assert_false(store_is_behind(store)); /* no end of it is in sight */
    disk.is_full = false;
    wait_until(store, &bell, number);
    store_close(store);
    take_disk_away();
    assert_int_equal(check_whole("s", 1), 1);
    remove_store("s");
    sem_destroy(&bell);
}

/* What is larger comes from the system each time, and goes back there. */
static void a_move_takes_no_large_piece_of_memory(void **state)
{
    struct table_data table = example("t");
    sqlite3_int64 now, most;
    struct store *store;
    uint64_t number;
    sem_t bell;

    (void)state;
    sem_init(&bell, 0, 0);
    store = open_store("s", &bell);
    store_table(store, &table, true);
    wait_until(store, &bell, store_submit(store));
    sqlite3_status64(SQLITE_STATUS_MALLOC_SIZE, &now, &most, 1);
    for (uint32_t i = 0; i < 100; i++)
        put_move(store, "t", 80 + i, 0, i);
    number = store_submit(store);
    wait_until(store, &bell, number);
    sqlite3_status64(SQLITE_STATUS_MALLOC_SIZE, &now, &most, 0);
    assert_in_range(most, 1, BOUND_HEAD);
    store_close(store);
    remove_store("s");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_takes_no_large_piece_of_memory),
        cmocka_unit_test(tables_come_back),
        cmocka_unit_test(draws_come_back),
        cmocka_unit_test(sheets_come_back),
        cmocka_unit_test(a_sheet_that_is_none_any_more),
        cmocka_unit_test(older_stores_have_no_sheets),
        cmocka_unit_test(old_ones_are_erased),
        cmocka_unit_test(little_is_forgotten),
        cmocka_unit_test(a_clock_far_ahead_deletes_nothing),
        cmocka_unit_test(what_was_read_before_the_end_does_not_come_back),
        cmocka_unit_test(so_many_records_are_kept),
        cmocka_unit_test(what_is_erased_stays_erased),
        cmocka_unit_test(other_files_are_left_alone),
        cmocka_unit_test(a_link_is_the_store_itself),
        cmocka_unit_test(files_of_others_stay_as_they_are),
        cmocka_unit_test(tables_of_others_are_a_sentence),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(only_its_user_reads_it),
        cmocka_unit_test(what_is_no_file_is_left_alone),
        cmocka_unit_test(a_backup_is_not_overruled),
        cmocka_unit_test(backup_while_it_writes),
        cmocka_unit_test(killed_again_and_again),
        cmocka_unit_test(power_is_lost),
        cmocka_unit_test(a_store_says_when_much_is_waiting),
        cmocka_unit_test(a_full_disk_confirms_nothing),
    };

    const struct CMUnitTest shared[] = {
        cmocka_unit_test(tables_come_back),
        cmocka_unit_test(draws_come_back),
        cmocka_unit_test(sheets_come_back),
        cmocka_unit_test(a_sheet_that_is_none_any_more),
        cmocka_unit_test(old_ones_are_erased),
        cmocka_unit_test(so_many_records_are_kept),
        cmocka_unit_test(what_is_erased_stays_erased),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder) +
           cmocka_run_group_tests_name("in PostgreSQL", shared, use_postgres,
                                       leave_postgres);
}
