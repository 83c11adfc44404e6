/* What one address can keep from others: the lobby, the places of spectators,
 * the attention of a table and the server's time. */
#include "house.h"

static const struct request leave = {.kind = DO_leave};

static struct request watch(const char *table)
{
    struct request request = {.kind = DO_watch};

    strcpy(request.table, table);
    return request;
}

static const char *id_of(int guest)
{
    return tables_table(house, guest)->id;
}

static int open_listed(uint64_t from)
{
    struct request opening = open_request("qwixx", 4);
    int guest = arrive_from(from);

    opening.is_listed = opening.has_chat = true;
    assert_string_equal(refusal(guest, opening), "");
    return guest;
}

/* Takes all news; returns how often the table was told. */
static int tables_told(int guest)
{
    enum news news;
    int n = 0;

    while ((news = tables_news(house, guest)) != NO_NEWS) {
        n += news == NEWS_TABLE;
        while (news == NEWS_TALK && tables_talk(house, guest))
            ;
        if (news == NEWS_END)
            tables_end(house, guest);
    }
    return n;
}

/* --- The lobby ----------------------------------------------------------- */

static bool is_listed(int guest)
{
    const struct table_data *list[LOBBY_MOST];
    int n = tables_lobby(house, list);

    for (int i = 0; i < n; i++)
        if (strcmp(list[i]->id, id_of(guest)) == 0)
            return true;
    return false;
}

static void one_address_does_not_fill_the_lobby(void **state)
{
    const struct limits before = house_limits;
    const struct table_data *list[LOBBY_MOST];
    int mad = 0, other[3], guest[60];

    (void)state;
    house_limits.tables = house_limits.guests = house_limits.openings = 70;
    house_open(1);
    for (int i = 0; i < 60; i++)
        guest[i] = open_listed(7);
    assert_int_equal(tables_lobby(house, list), LOBBY_MOST);
    for (int i = 0; i < 3; i++)
        other[i] = open_listed(8 + (uint64_t)i / 2); /* two come from one */
    for (int i = 0; i < 3; i++)
        assert_true(is_listed(other[i]));
    for (int i = 0; i < 60; i++)
        mad += is_listed(guest[i]);
    assert_int_equal(mad, LOBBY_MOST - 3);
    house_close();
    house_limits = before;
}

/* Where no address has more than another, those who came first stay. */
static void a_full_lobby_of_many(void **state)
{
    const struct limits before = house_limits;
    int first, last = 0;

    (void)state;
    house_limits.tables = house_limits.guests = 70;
    house_open(2);
    first = open_listed(1);
    for (uint64_t from = 2; from <= 60; from++)
        last = open_listed(from);
    assert_true(is_listed(first));
    assert_false(is_listed(last));
    house_close();
    house_limits = before;
}

/* --- Spectators ---------------------------------------------------------- */

/* To sit down one must first be at the table. */
static void one_address_keeps_nobody_from_sitting_down(void **state)
{
    int host, mad[5], bob;
    struct request sit = {.kind = DO_sit, .seat = -1, .name = "Bob"};

    (void)state;
    house_open(3);
    host = open_listed(1);
    for (int i = 0; i < 5; i++) {
        mad[i] = arrive_from(7);
        assert_string_equal(refusal(mad[i], watch(id_of(host))), "");
    }
    assert_string_equal(refusal(arrive_from(7), watch(id_of(host))),
                        "table.too_many_watchers");
    bob = arrive_from(8);
    assert_string_equal(refusal(bob, watch(id_of(host))), "");
    assert_string_equal(refusal(bob, sit), "");
    /* The latest of them had to go, and is told why. */
    for (int i = 0; i < 4; i++)
        assert_non_null(tables_table(house, mad[i]));
    assert_null(tables_table(house, mad[4]));
    while (tables_news(house, mad[4]) != NEWS_END)
        ;
    assert_string_equal(tables_end(house, mad[4]), "table.too_many_watchers");
    house_close();
}

static void where_all_have_as_many_nobody_has_to_go(void **state)
{
    int host;

    (void)state;
    house_open(4);
    host = open_listed(1);
    for (uint64_t from = 0; from < 5; from++)
        assert_string_equal(refusal(arrive_from(7 + from), watch(id_of(host))),
                            "");
    assert_string_equal(refusal(arrive_from(20), watch(id_of(host))),
                        "table.too_many_watchers");
    house_close();
}

/* They come and go a hundred times: those who are there hear of it at most as
 * often as the clock ticks. */
static void spectators_who_come_and_go(void **state)
{
    int host, mad;

    (void)state;
    house_open(5);
    host = open_listed(1);
    tables_told(host);
    mad = arrive_from(7);
    for (int i = 0; i < 100; i++) {
        assert_string_equal(refusal(mad, watch(id_of(host))), "");
        assert_true(i == 99 || strcmp(refusal(mad, leave), "") == 0);
    }
    assert_int_equal(tables_told(mad), 1);
    assert_int_equal(tables_told(host), 0);
    tables_tick(house, house_now);
    assert_int_equal(tables_told(host), 1);
    assert_int_equal(tables_watchers(house, host), 1);
    tables_tick(house, house_now);
    assert_int_equal(tables_told(host), 0);
    house_close();
}

/* --- Over reconnects ------------------------------------------------------ */

static void chat_is_paced_however_often_someone_comes_back(void **state)
{
    struct request chat = {.kind = DO_chat, .text = "hello"};
    struct request hello = {.kind = DO_hello}, opening;
    int guest, said = 0;

    (void)state;
    house_open(6);
    guest = arrive_from(7);
    opening = open_request("qwixx", 2);
    opening.has_chat = opening.has_secret = true;
    assert_string_equal(refusal(guest, opening), "");
    strcpy(hello.table, id_of(guest));
    for (int i = 0; i < 40; i++) {
        house_now -= 120; /* all at the same moment */
        said += strcmp(refusal(guest, chat), "") == 0;
        tables_go(house, guest, house_now);
        guest = arrive_from(7);
        assert_string_equal(refusal(guest, hello), "");
    }
    assert_int_equal(said, 5);
    house_close();
}

/* Nothing else that is asked takes as long. */
static void qr_codes_are_paced_by_address(void **state)
{
    struct request qr = {.kind = DO_qr, .text = "https://games.example"};
    int made = 0;

    (void)state;
    house_open(7);
    for (int i = 0; i < 2 * BOUND_DRAWINGS; i++) {
        int guest = arrive_from(7);

        made += tables_lacks(house, guest, &qr, house_now) == LACKS_DRAWING;
        tables_go(house, guest, house_now);
    }
    assert_int_equal(made, BOUND_DRAWINGS);
    assert_int_equal(tables_lacks(house, arrive_from(8), &qr, house_now),
                     LACKS_DRAWING);
    house_close();
}

/* Codes of tables that are here are not looked up, nor those of someone who has
 * guessed too often. */
static void the_store_is_not_asked_in_vain(void **state)
{
    struct request wrong = {.kind = DO_find, .code = "zzzzzz"}, right = wrong;
    int guest, other;

    (void)state;
    house_open(8);
    guest = open_listed(1);
    strcpy(right.code, tables_table(house, guest)->code);
    other = arrive_from(7);
    assert_int_equal(tables_lacks(house, other, &right, house_now),
                     LACKS_NOTHING);
    for (int i = 0; i < BOUND_MISSES; i++) {
        assert_int_equal(tables_lacks(house, other, &wrong, house_now),
                         LACKS_CODE);
        assert_string_equal(refusal(other, wrong), "table.no_code");
    }
    assert_int_equal(tables_lacks(house, other, &wrong, house_now),
                     LACKS_NOTHING);
    assert_string_equal(refusal(other, wrong), "table.too_many_codes");
    assert_int_equal(tables_lacks(house, arrive_from(8), &wrong, house_now),
                     LACKS_CODE);
    house_now += BOUND_MISS * 1000;
    assert_int_equal(tables_lacks(house, other, &wrong, house_now), LACKS_CODE);
    house_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_address_does_not_fill_the_lobby),
        cmocka_unit_test(a_full_lobby_of_many),
        cmocka_unit_test(one_address_keeps_nobody_from_sitting_down),
        cmocka_unit_test(where_all_have_as_many_nobody_has_to_go),
        cmocka_unit_test(spectators_who_come_and_go),
        cmocka_unit_test(chat_is_paced_however_often_someone_comes_back),
        cmocka_unit_test(qr_codes_are_paced_by_address),
        cmocka_unit_test(the_store_is_not_asked_in_vain),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
