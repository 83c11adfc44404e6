/* Where someone comes from: the same number for the same address, and whom a
 * proxy is believed. */
#include "../server/net/address.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct address_hashing hashing;

static uint64_t from(const char *address, const char *forwarded)
{
    struct sockaddr_in6 long_one = {.sin6_family = AF_INET6};
    struct sockaddr_in short_one = {.sin_family = AF_INET};

    if (inet_pton(AF_INET6, address, &long_one.sin6_addr) == 1)
        return address_hash(&hashing, (struct sockaddr *)&long_one, forwarded);
    assert_int_equal(inet_pton(AF_INET, address, &short_one.sin_addr), 1);
    return address_hash(&hashing, (struct sockaddr *)&short_one, forwarded);
}

static void the_same_address_is_the_same_number(void **state)
{
    (void)state;
    assert_true(address_hashing_open(&hashing, NULL));
    assert_int_equal(from("192.0.2.1", NULL), from("192.0.2.1", NULL));
    assert_int_equal(from("192.0.2.1", NULL), from("::ffff:192.0.2.1", NULL));
    assert_int_not_equal(from("192.0.2.1", NULL), from("192.0.2.2", NULL));
    assert_int_equal(from("2001:db8::1", NULL), from("2001:db8::f:2", NULL));
    assert_int_not_equal(from("2001:db8::1", NULL),
                         from("2001:db8:0:1::1", NULL));
}

static void the_number_means_nothing_to_another_process(void **state)
{
    uint64_t before;

    (void)state;
    assert_true(address_hashing_open(&hashing, NULL));
    before = from("192.0.2.1", NULL);
    assert_true(address_hashing_open(&hashing, NULL));
    assert_int_not_equal(from("192.0.2.1", NULL), before);
}

static void only_the_proxy_is_believed(void **state)
{
    (void)state;
    assert_true(address_hashing_open(&hashing, NULL));
    assert_int_equal(from("192.0.2.9", "192.0.2.1"), from("192.0.2.9", NULL));
    assert_true(address_hashing_open(&hashing, "192.0.2.9"));
    assert_int_equal(from("192.0.2.9", "192.0.2.1"), from("192.0.2.1", NULL));
    assert_int_equal(from("192.0.2.8", "192.0.2.1"), from("192.0.2.8", NULL));
}

static void what_the_proxy_wrote_stands_last(void **state)
{
    static const struct {
        const char *list, *means;
    } rows[] = {
        {"192.0.2.1, 192.0.2.2", "192.0.2.2"},
        {"junk,192.0.2.2", "192.0.2.2"},
        {"192.0.2.1 , 2001:db8::1 ", "2001:db8::1"},
        {"192.0.2.1, junk", "192.0.2.9"},
        {"192.0.2.1,", "192.0.2.9"},
        {"", "192.0.2.9"},
        {"192.0.2.1:80", "192.0.2.9"},
        {"0000000000000000000000000000000000000000000000000000::1",
         "192.0.2.9"},
    };

    (void)state;
    assert_true(address_hashing_open(&hashing, "192.0.2.9"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (from("192.0.2.9", rows[i].list) != from(rows[i].means, NULL))
            fail_msg("%s", rows[i].list);
}

static void a_proxy_has_an_address(void **state)
{
    (void)state;
    assert_false(address_hashing_open(&hashing, "proxy.example"));
    assert_false(address_hashing_open(&hashing, ""));
    assert_true(address_hashing_open(&hashing, "::1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_address_is_the_same_number),
        cmocka_unit_test(the_number_means_nothing_to_another_process),
        cmocka_unit_test(only_the_proxy_is_believed),
        cmocka_unit_test(what_the_proxy_wrote_stands_last),
        cmocka_unit_test(a_proxy_has_an_address),
    };

    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
