/* Two nodes and one PostgreSQL: a table has one writer, whatever happens to the
 * other one, to the connection or to the last commit. */
#include "../server/store/store.h"
#include "house.h"
#include "postgres.h"

#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

static sem_t bell;

static void ring(void *context)
{
    (void)context;
    sem_post(&bell);
}

static int start(void **state)
{
    (void)state;
    sem_init(&bell, 0, 0);
    return postgres_start();
}

static int stop(void **state)
{
    (void)state;
    return postgres_stop();
}

static struct store *open_node(void)
{
    struct pl_message why = {.id = ""};
    struct store *store = store_open(postgres_address(), ring, NULL, &why);

    assert_string_equal(why.id, "");
    return store;
}

static void close_nodes(struct store *one, struct store *other)
{
    store_close(one);
    if (other)
        store_close(other);
    postgres_empty();
}

static void put_coded(struct store *store, const char *id, const char *code)
{
    struct table_data table = {.game = pl_game_find("qwixx"), .games = 1};

    strcpy(table.id, id);
    strcpy(table.code, code);
    pl_setup_normal(&table.setup, table.game, 2);
    store_table(store, &table, true);
}

static void put_table(struct store *store, const char *id)
{
    put_coded(store, id, "");
}

static void put_step(struct store *store, const char *id, uint32_t question,
                     uint8_t value)
{
    store_step(store, id, question, 0, &value, 1);
}

static void write_all(struct store *store)
{
    uint64_t number = store_submit(store);

    while (store_synced(store) < number)
        sem_wait(&bell);
}

/* Whether that table was lost rather than written. */
static bool settle(struct store *store, const char *id)
{
    char lost[TABLE_ID + 1];

    write_all(store);
    while (store_lost(store, lost))
        if (strcmp(lost, id) == 0)
            return true;
    return false;
}

/* What became of it; the steps that were read. */
static enum found fetch(struct store *store, const char *id, uint32_t *tries,
                        size_t *steps)
{
    struct errand *errand = errand_new(FETCH_TABLE, 0);
    enum found found;

    strcpy(errand->table, id);
    errand->tries = *tries;
    store_send(store, errand);
    while (!(errand = store_done(store)))
        sem_wait(&bell);
    found = (enum found)errand->found;
    *tries = errand->tries;
    *steps = errand->stored.steps;
    errand_free(errand);
    return found;
}

/* Two seconds are over. */
static void age(void)
{
    postgres_run("UPDATE claims SET claimed=claimed-10000");
}

static enum found claim(struct store *store, const char *id, size_t *steps)
{
    uint32_t tries = 0;

    age();
    return fetch(store, id, &tries, steps);
}

/* --- One writer ------------------------------------------------------------
 */

static void who_was_claimed_from_writes_nothing(void **state)
{
    struct store *one = open_node(), *other = open_node();
    size_t steps;

    (void)state;
    put_table(one, "abc");
    put_table(one, "xyz");
    put_step(one, "abc", 1, 1);
    assert_false(settle(one, "abc"));
    assert_int_equal(claim(other, "abc", &steps), FOUND);
    assert_int_equal(steps, 1);
    put_step(one, "abc", 2, 2);
    put_step(one, "xyz", 2, 2); /* what is still its own is written */
    assert_true(settle(one, "abc"));
    assert_int_equal(postgres_number("SELECT count(*) FROM steps"), 2);
    assert_int_equal(
        postgres_number("SELECT count(*) FROM steps WHERE tab='xyz'"), 1);
    put_step(other, "abc", 2, 3);
    assert_false(settle(other, "abc"));
    assert_int_equal(claim(one, "abc", &steps), FOUND);
    assert_int_equal(steps, 2);
    close_nodes(one, other);
}

/* What waits under an old claim is not written under a new one, and so it is
 * not confirmed either. */
static void a_claim_is_never_the_old_one(void **state)
{
    struct store *one = open_node(), *other = open_node();
    size_t steps;

    (void)state;
    put_table(one, "abc");
    assert_false(settle(one, "abc"));
    put_step(one, "abc", 1, 1); /* collected, not handed over */
    assert_int_equal(claim(one, "abc", &steps), LATER);
    assert_true(settle(one, "abc"));
    assert_int_equal(postgres_number("SELECT count(*) FROM steps"), 0);
    assert_int_equal(claim(one, "abc", &steps), FOUND);
    put_step(one, "abc", 1, 1);
    assert_int_equal(claim(other, "abc", &steps), FOUND);
    assert_true(settle(one, "abc"));
    assert_int_equal(claim(one, "abc", &steps), FOUND);
    put_step(one, "abc", 1, 2);
    assert_false(settle(one, "abc"));
    assert_int_equal(postgres_number("SELECT count(*) FROM steps"), 1);
    close_nodes(one, other);
}

/* A database that was set back in time does not go on from there. */
static void an_older_count_is_no_claim(void **state)
{
    struct store *one = open_node();

    (void)state;
    put_table(one, "abc");
    for (uint8_t i = 1; i < 4; i++) {
        put_step(one, "abc", i, i);
        assert_false(settle(one, "abc"));
    }
    postgres_run("UPDATE claims SET seq=seq-2;DELETE FROM steps");
    put_step(one, "abc", 4, 4);
    assert_true(settle(one, "abc"));
    assert_int_equal(postgres_number("SELECT count(*) FROM steps"), 0);
    close_nodes(one, NULL);
}

/* A row that is being claimed does not hold up the others. */
static void a_locked_table_is_lost_alone(void **state)
{
    struct store *one = open_node();

    (void)state;
    put_table(one, "abc");
    put_table(one, "xyz");
    assert_false(settle(one, "abc"));
    postgres_run("BEGIN;SELECT 1 FROM claims WHERE id='abc' FOR UPDATE");
    put_step(one, "abc", 1, 1);
    put_step(one, "xyz", 1, 1);
    assert_true(settle(one, "abc"));
    postgres_run("COMMIT");
    assert_int_equal(
        postgres_number("SELECT count(*) FROM steps WHERE tab='xyz'"), 1);
    assert_int_equal(
        postgres_number("SELECT count(*) FROM steps WHERE tab='abc'"), 0);
    close_nodes(one, NULL);
}

/* What comes after a write that was left out is left out, too: the node has not
 * heard of the loss yet, and the row is free again. */
static void what_was_lost_stays_lost(void **state)
{
    struct store *one = open_node();
    size_t steps;

    (void)state;
    put_table(one, "abc");
    assert_false(settle(one, "abc"));
    postgres_run("BEGIN;SELECT 1 FROM claims WHERE id='abc' FOR UPDATE");
    put_step(one, "abc", 1, 1);
    write_all(one);
    postgres_run("COMMIT");
    put_step(one, "abc", 2, 2);
    assert_true(settle(one, "abc"));
    assert_int_equal(postgres_number("SELECT count(*) FROM steps"), 0);
    assert_int_equal(claim(one, "abc", &steps), FOUND);
    put_step(one, "abc", 1, 1);
    assert_false(settle(one, "abc"));
    assert_int_equal(postgres_number("SELECT count(*) FROM steps"), 1);
    close_nodes(one, NULL);
}

/* In a transaction PostgreSQL shows who waits as it was at the first look. */
static bool is_waited_for(void)
{
    postgres_run("SELECT pg_stat_clear_snapshot()");
    return postgres_number("SELECT count(*) FROM pg_stat_activity "
                           "WHERE wait_event_type='Lock'") > 0;
}

/* A claim waits for a write under way, and sees it. */
static void a_claim_sees_what_was_just_written(void **state)
{
    struct store *one = open_node(), *other = open_node();
    enum found found;
    size_t steps;
    int tries = 0;

    (void)state;
    put_table(one, "abc");
    assert_false(settle(one, "abc"));
    do { /* again, if it did not want to wait that long */
        struct errand *errand = errand_new(FETCH_TABLE, 0);

        age();
        strcpy(errand->table, "abc");
        postgres_run("BEGIN;UPDATE claims SET seq=seq+1 WHERE id='abc';"
                     "INSERT INTO steps VALUES('abc',1,0,'x') "
                     "ON CONFLICT DO NOTHING");
        store_send(other, errand);
        while (!(errand = store_done(other)) && !is_waited_for())
            ;
        postgres_run("COMMIT");
        while (!errand && !(errand = store_done(other)))
            sem_wait(&bell);
        found = (enum found)errand->found;
        steps = errand->stored.steps;
        errand_free(errand);
    } while (found == LATER && ++tries < 50);
    assert_int_equal(found, FOUND);
    assert_int_equal(steps, 1);
    close_nodes(one, other);
}

/* --- Connections that break --------------------------------------------------
 */

static void break_connections(void)
{
    postgres_run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                 "WHERE pid<>pg_backend_pid() AND backend_type="
                 "'client backend'");
}

static void broken_connections_lose_nothing(void **state)
{
    struct store *one = open_node();

    (void)state;
    put_table(one, "abc");
    assert_false(settle(one, "abc"));
    for (uint8_t i = 1; i <= 20; i++) {
        put_step(one, "abc", i, i);
        if (i % 4 == 0)
            break_connections();
        assert_false(settle(one, "abc"));
    }
    assert_int_equal(postgres_number("SELECT count(*) FROM steps"), 20);
    close_nodes(one, NULL);
}

/* What could not be written before the end is tried once more, and if it fails
 * then, what follows is left out, too: there must be no gap. */
static void the_end_leaves_no_gap(void **state)
{
    (void)state;
    for (int is_mended = 0; is_mended < 2; is_mended++) {
        struct store *one = open_node();
        struct store_figures figures;

        put_table(one, "abc");
        assert_false(settle(one, "abc"));
        postgres_run("ALTER TABLE steps RENAME TO lost");
        put_step(one, "abc", 1, 1);
        store_submit(one);
        do
            store_figures(one, &figures);
        while (!figures.is_failing);
        put_table(one, "xyz");
        store_submit(one);
        if (is_mended)
            postgres_run("ALTER TABLE lost RENAME TO steps");
        store_close(one);
        if (!is_mended)
            postgres_run("ALTER TABLE lost RENAME TO steps");
        assert_int_equal(postgres_number("SELECT count(*) FROM steps"),
                         is_mended);
        assert_int_equal(
            postgres_number("SELECT count(*) FROM tables WHERE id='xyz'"),
            is_mended);
        postgres_empty();
    }
}

/* The commit happened and no one was told: the count says so. */
static void an_unknown_commit_is_known_by_its_count(void **state)
{
    struct store *one = open_node();

    (void)state;
    put_table(one, "abc");
    put_step(one, "abc", 1, 1);
    assert_false(settle(one, "abc"));
    postgres_run("UPDATE claims SET seq=seq+1"); /* as if by the lost one */
    put_step(one, "abc", 2, 2);
    assert_false(settle(one, "abc"));
    assert_int_equal(postgres_number("SELECT count(*) FROM steps"), 1);
    put_step(one, "abc", 3, 3);
    assert_false(settle(one, "abc"));
    assert_int_equal(postgres_number("SELECT count(*) FROM steps"), 2);
    close_nodes(one, NULL);
}

/* --- Who comes where
 * ----------------------------------------------------------- */

static void tables_do_not_go_to_and_fro(void **state)
{
    struct store *one = open_node(), *other = open_node();
    uint32_t tries = 0;
    size_t steps;

    (void)state;
    put_table(one, "abc");
    assert_false(settle(one, "abc"));
    postgres_run("UPDATE claims SET claimed=claimed+100000");
    assert_int_equal(fetch(other, "abc", &tries, &steps), LATER);
    postgres_run("UPDATE claims SET claimed=0");
    tries = 2;
    assert_int_equal(fetch(other, "abc", &tries, &steps), FOUND);
    store_let_go(one, "abc");
    age();
    tries = 0;
    assert_int_equal(fetch(one, "abc", &tries, &steps), ELSEWHERE);
    assert_int_equal(tries, 2);
    age();
    assert_int_equal(fetch(one, "abc", &tries, &steps), FOUND);
    assert_int_equal(fetch(one, "nothing", &tries, &steps), NOT_THERE);
    close_nodes(one, other);
}

/* A number of tries so large that none would be left is no one's. */
static void tries_are_not_used_up(void **state)
{
    struct store *one = open_node(), *other = open_node();
    uint32_t tries = 999999;
    size_t steps;

    (void)state;
    put_table(one, "abc");
    assert_false(settle(one, "abc"));
    age();
    assert_int_equal(fetch(other, "abc", &tries, &steps), ELSEWHERE);
    assert_int_equal(tries, 0);
    tries = 16;
    assert_int_equal(fetch(other, "abc", &tries, &steps), FOUND);
    assert_int_equal(postgres_number("SELECT tries FROM claims"), 16);
    close_nodes(one, other);
}

/* A code leads to one table: who is late gets another one. */
static void no_two_tables_have_one_code(void **state)
{
    struct store *one = open_node(), *other = open_node();

    (void)state;
    put_coded(one, "abc", "code12");
    assert_false(settle(one, "abc"));
    put_coded(other, "xyz", "code12");
    put_table(other, "third"); /* what has no code is no one's hindrance */
    assert_true(settle(other, "xyz"));
    assert_int_equal(postgres_number("SELECT count(*) FROM claims"), 2);
    put_coded(other, "xyz", "code34");
    put_coded(other, "fourth", "");
    assert_false(settle(other, "xyz"));
    put_coded(one, "abc", "code34"); /* for its next game */
    assert_true(settle(one, "abc"));
    put_coded(other, "xyz", ""); /* it begins */
    assert_false(settle(other, "xyz"));
    put_coded(one, "new", "code34");
    assert_false(settle(one, "new"));
    assert_int_equal(postgres_number("SELECT count(*) FROM tables"), 5);
    assert_int_equal(
        postgres_number("SELECT count(*) FROM pg_indexes WHERE indexname="
                        "'codes' AND indexdef LIKE 'CREATE UNIQUE%WHERE%'"),
        1);
    close_nodes(one, other);
}

/* An id that was used is never used again. */
static void what_is_buried_stays_buried(void **state)
{
    struct store *one = open_node(), *other = open_node();
    size_t steps;

    (void)state;
    put_table(one, "abc");
    assert_false(settle(one, "abc"));
    store_erase(one, "abc");
    settle(one, "abc");
    store_let_go(one, "abc");
    assert_int_equal(claim(other, "abc", &steps), BURIED);
    put_table(other, "abc");
    assert_true(settle(other, "abc"));
    assert_int_equal(postgres_number("SELECT count(*) FROM tables"), 0);
    put_table(one, "same");
    assert_false(settle(one, "same"));
    put_table(other, "same"); /* at the same time */
    assert_true(settle(other, "same"));
    close_nodes(one, other);
}

/* Without a word of anyone, who lost a table hears of it. */
static void losses_are_noticed(void **state)
{
    struct store *one = open_node(), *other = open_node();
    char lost[TABLE_ID + 1] = "";
    size_t steps;

    (void)state;
    put_table(one, "abc");
    assert_false(settle(one, "abc"));
    assert_int_equal(claim(other, "abc", &steps), FOUND);
    while (!store_lost(one, lost))
        sem_wait(&bell);
    assert_string_equal(lost, "abc");
    assert_true(store_blind(one) < 60000);
    close_nodes(one, other);
}

/* Where something is overdue and no one sees to it, someone does; and the time
 * that was left is known. */
static void what_is_overdue_is_taken(void **state)
{
    struct store *one = open_node(), *other;
    struct errand *errand;

    (void)state;
    put_table(one, "abc");
    store_due(one, "abc", 60000);
    assert_false(settle(one, "abc"));
    assert_int_equal(postgres_number("SELECT count(*) FROM claims WHERE due>"
                                     "extract(epoch FROM now())*1000+50000"),
                     1);
    store_close(one);
    other = open_node();
    postgres_run("UPDATE claims SET due=due-100000,claimed=0");
    while (!(errand = store_done(other)))
        sem_wait(&bell);
    assert_int_equal(errand->found, FOUND);
    assert_string_equal(errand->table, "abc");
    assert_int_equal(errand->left, 0);
    errand_free(errand);
    close_nodes(other, NULL);
}

/* --- What nodes tell each other ----------------------------------------------
 */

static char *tell(struct store *store, const char *orders)
{
    struct errand *errand = errand_new(TELL_NODES, -1);
    char *heard;

    pl_add(&errand->tidings.lobby, "");
    pl_add(&errand->tidings.shares, "");
    pl_add(&errand->tidings.orders, orders);
    store_send(store, errand);
    while (!(errand = store_done(store)))
        sem_wait(&bell);
    assert_int_equal(errand->found, FOUND);
    heard = strdup(errand->tidings.orders.s);
    errand_free(errand);
    return heard;
}

/* Beside a node of an older version, which knows nothing of them. */
static void orders_are_told(void **state)
{
    struct store *one = open_node(), *other;
    char *heard;

    (void)state;
    postgres_run("ALTER TABLE nodes DROP orders");
    other = open_node();
    postgres_run("INSERT INTO nodes VALUES('older',"
                 "(extract(epoch FROM clock_timestamp())*1000)::bigint,'','')");
    free(tell(one, "ban 5 7 1000\n"));
    heard = tell(other, "say 6 Back at nine\n");
    assert_string_equal(heard, "ban 5 7 1000\n");
    free(heard);
    heard = tell(one, "");
    assert_string_equal(heard, "say 6 Back at nine\n");
    free(heard);
    close_nodes(one, other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_was_claimed_from_writes_nothing),
        cmocka_unit_test(a_claim_is_never_the_old_one),
        cmocka_unit_test(an_older_count_is_no_claim),
        cmocka_unit_test(a_locked_table_is_lost_alone),
        cmocka_unit_test(what_was_lost_stays_lost),
        cmocka_unit_test(a_claim_sees_what_was_just_written),
        cmocka_unit_test(broken_connections_lose_nothing),
        cmocka_unit_test(the_end_leaves_no_gap),
        cmocka_unit_test(an_unknown_commit_is_known_by_its_count),
        cmocka_unit_test(tables_do_not_go_to_and_fro),
        cmocka_unit_test(tries_are_not_used_up),
        cmocka_unit_test(no_two_tables_have_one_code),
        cmocka_unit_test(what_is_buried_stays_buried),
        cmocka_unit_test(losses_are_noticed),
        cmocka_unit_test(what_is_overdue_is_taken),
        cmocka_unit_test(orders_are_told),
    };

    return cmocka_run_group_tests(tests, start, stop);
}
