/* SHA-256 against other people's: so many letters a, around every edge of a
 * block. */
#include "script.h"
#include "sha256.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    size_t letters;
    const char *sum;
} cases[] = {
    {0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {1, "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"},
    {55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
    {56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
    {63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
    {64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
    {65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
    {119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"},
    {120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"},
    {1000000,
     "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
};

static void sums_are_right(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = test_malloc(cases[i].letters + 1);
        char sum[SHA256_HEX + 1];

        memset(text, 'a', cases[i].letters);
        pl_sha256_hex(text, cases[i].letters, sum);
        assert_string_equal(sum, cases[i].sum);
        test_free(text);
    }
}

static void abc_of_the_standard(void **state)
{
    char sum[SHA256_HEX + 1];

    (void)state;
    pl_sha256_hex("abc", 3, sum);
    assert_string_equal(sum, "ba7816bf8f01cfea414140de5dae2223"
                             "b00361a396177a9cb410ff61f20015ad");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_right),
        cmocka_unit_test(abc_of_the_standard),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
