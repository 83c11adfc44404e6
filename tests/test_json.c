/* The one writer of JSON, and the numbers of growing text. */
#include "parlour_json.h"
#include "script.h"

#include <math.h>

static struct pl_buffer out;

static void is_now(const char *expected)
{
    assert_string_equal(out.s, expected);
    pl_buffer_free(&out);
}

static void numbers_keep_all_digits(void **state)
{
    (void)state;
    pl_json_open(&out, NULL, "[");
    pl_json_number(&out, NULL, 0);
    pl_json_number(&out, NULL, -7);
    pl_json_number(&out, NULL, 4294967297);
    pl_json_number(&out, NULL, INT64_MAX);
    pl_json_number(&out, NULL, INT64_MIN);
    pl_json_close(&out, "]");
    is_now("[0,-7,4294967297,9223372036854775807,-9223372036854775808]");
}

static void fractions_are_numbers_or_null(void **state)
{
    (void)state;
    pl_json_open(&out, NULL, "{");
    pl_json_real(&out, "a", 0.1);
    pl_json_real(&out, "b", NAN);
    pl_json_fixed(&out, "c", 115.48314, 4);
    pl_json_fixed(&out, "d", -INFINITY, 1);
    pl_json_close(&out, "}");
    is_now("{\"a\":0.1,\"b\":null,\"c\":115.4831,\"d\":null}");
}

static void strings_are_escaped(void **state)
{
    (void)state;
    pl_json_text(&out, NULL, "Zoë \"Q\" \\ \n\x1f{[: ");
    is_now("\"Zoë \\u0022Q\\u0022 \\u005c \\u000a\\u001f{[: \"");
}

/* Also after a string that ends like a bracket, and over lines. */
static void commas_come_by_themselves(void **state)
{
    static const char *const colour[] = {"red", "green", "blue"};

    (void)state;
    pl_json_open(&out, NULL, "{");
    pl_json_text(&out, "x", "{");
    pl_json_text(&out, "y", "");
    pl_json_bool(&out, "z", false);
    pl_json_line(&out, 1);
    pl_json_open(&out, "list", "[");
    pl_json_line(&out, 2);
    pl_json_null(&out, NULL);
    pl_json_line(&out, 2);
    pl_json_open(&out, NULL, "[");
    pl_json_close(&out, "]");
    pl_json_bits(&out, NULL, 5, NULL);
    pl_json_bits(&out, NULL, 6, colour);
    pl_json_close(&out, "]");
    pl_json_key(&out, "own");
    pl_json_open(&out, NULL, "{");
    pl_json_close(&out, "}}");
    is_now("{\"x\":\"{\",\"y\":\"\",\"z\":false,\n \"list\":[\n  null,\n"
           "  [],[0,2],[\"green\",\"blue\"]],\"own\":{}}");
}

static void a_message_has_all_its_numbers(void **state)
{
    struct pl_message message = PL_TELL(2, "x.y", .n = 1, .m = 5, .k = -3);

    (void)state;
    pl_put(&message.word, "r7");
    pl_json_message(&out, NULL, &message);
    is_now("{\"id\":\"x.y\",\"seat\":2,\"n\":1,\"m\":5,\"k\":-3,"
           "\"word\":\"r7\"}");
    out.length = 0;
    pl_json_message(&out, NULL, &PL_SAY("x.y", .m = 2));
    is_now("{\"id\":\"x.y\",\"m\":2}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_keep_all_digits),
        cmocka_unit_test(fractions_are_numbers_or_null),
        cmocka_unit_test(strings_are_escaped),
        cmocka_unit_test(commas_come_by_themselves),
        cmocka_unit_test(a_message_has_all_its_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
