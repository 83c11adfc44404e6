/* What operators order at the nodes of a shared store: of two orders about the
 * same the later one holds everywhere, in whatever order they are heard. */
#include "../server/tidings.h"
#include "house.h"

enum { NODES = 3, MINUTE = 60000 };

static struct tables *node[NODES];
/* Their clocks are not the same. */
static const int64_t now[NODES] = {5000000, 1000000, 9000000};
static const struct host no_host;

static void open_nodes(void)
{
    for (int i = 0; i < NODES; i++)
        node[i] = tables_new(&no_host, &house_limits, now[i]);
}

static void close_nodes(void)
{
    for (int i = 0; i < NODES; i++)
        tables_free(node[i]);
}

static void punish(int at, uint64_t from, bool is_ban, int64_t minutes)
{
    tables_punish(node[at],
                  &(struct punished){.from = from,
                                     .until = now[at] + minutes * MINUTE,
                                     .said = tables_latest(node[at], now[at]),
                                     .is_ban = is_ban});
}

static void say(int at, const char *text)
{
    struct notice notice = *tables_notice(node[at]);

    strcpy(notice.text, text);
    notice.said = tables_latest(node[at], now[at]);
    tables_announce(node[at], &notice, now[at]);
}

/* As it goes through the store. */
static void tell(int from, int to)
{
    struct tidings tidings = {.nodes = 2};
    struct results *results = results_new();

    tidings_gather(node[from], now[from], &tidings);
    tidings_take(&tidings, node[to], results, now[to]);
    pl_buffer_free(&tidings.lobby);
    pl_buffer_free(&tidings.orders);
    pl_buffer_free(&tidings.shares);
    results_free(results);
}

static bool is_banned(int at, uint64_t from, int64_t minutes)
{
    return tables_is_banned(node[at], from, now[at] + minutes * MINUTE);
}

static void a_ban_holds_at_all_nodes_as_long(void **state)
{
    (void)state;
    open_nodes();
    punish(0, UINT64_MAX, true, 5);
    punish(0, 7, false, 5);
    tell(0, 1);
    tell(1, 2); /* also by way of another one */
    for (int i = 0; i < NODES; i++) {
        assert_true(is_banned(i, UINT64_MAX, 4));
        assert_false(is_banned(i, UINT64_MAX, 5));
        assert_false(is_banned(i, 7, 0)); /* only muted */
    }
    close_nodes();
}

static void what_is_taken_back_stays_so(void **state)
{
    (void)state;
    open_nodes();
    punish(2, 7, true, 5);
    tell(2, 0);
    tell(2, 1);
    punish(1, 7, true, 0); /* by a clock that is behind */
    say(1, "Back at nine");
    tell(1, 0);
    tell(2, 0); /* which has not heard of it yet */
    tell(2, 1);
    assert_false(is_banned(0, 7, 0));
    assert_false(is_banned(1, 7, 0));
    tell(0, 2);
    assert_false(is_banned(2, 7, 0));
    assert_string_equal(tables_notice(node[2])->text, "Back at nine");
    say(2, "");
    tell(2, 0);
    tell(1, 0);
    assert_string_equal(tables_notice(node[0])->text, "");
    close_nodes();
}

/* The latest are kept, and the same ones everywhere. */
static void there_is_room_for_so_many(void **state)
{
    (void)state;
    open_nodes();
    for (uint64_t i = 0; i < PUNISHED; i++) {
        punish(0, 1000 + i, true, 5);
        punish(2, 2000 + i, true, 5);
    }
    for (int i = 0; i < 2; i++) {
        tell(0, 2);
        tell(2, 0);
    }
    for (uint64_t i = 0; i < PUNISHED; i++) {
        assert_true(is_banned(0, 2000 + i, 0) && is_banned(2, 2000 + i, 0));
        assert_false(is_banned(0, 1000 + i, 0) || is_banned(2, 1000 + i, 0));
    }
    punish(0, 7, true, 5);
    tell(2, 0);
    tell(0, 2);
    assert_true(is_banned(0, 7, 0) && is_banned(2, 7, 0));
    assert_false(is_banned(0, 2000, 0) || is_banned(2, 2000, 0));
    close_nodes();
}

/* A newer version may have orders of its own. */
static void what_is_not_understood_is_passed_over(void **state)
{
    struct tidings tidings = {.nodes = 2};
    struct results *results = results_new();

    (void)state;
    open_nodes();
    pl_add(&tidings.lobby, "");
    pl_add(&tidings.shares, "");
    pl_add(&tidings.orders,
           "dance 1 2\nban\nban x y z\nmute 5\n\nban 5 7 60000");
    tidings_take(&tidings, node[0], results, now[0]);
    assert_true(is_banned(0, 7, 0));
    assert_int_equal(tables_punished(node[0], 1)->said, 0);
    pl_buffer_free(&tidings.lobby);
    pl_buffer_free(&tidings.shares);
    pl_buffer_free(&tidings.orders);
    results_free(results);
    close_nodes();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ban_holds_at_all_nodes_as_long),
        cmocka_unit_test(what_is_taken_back_stays_so),
        cmocka_unit_test(there_is_room_for_so_many),
        cmocka_unit_test(what_is_not_understood_is_passed_over),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
