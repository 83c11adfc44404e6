/* Any bytes as a record: refused with a reason, or read, written and read
 * again as the same. */
#include "parlour_match.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pl_match match = {0}, again = {0};
    struct pl_buffer text = {0};
    struct pl_message why;
    int line;

    if (pl_record_read(&match, (const char *)data, size, &why, &line)) {
        pl_record_write(&match, PL_ALL, &text);
        pl_assert(pl_record_read(&again, text.s, text.length, &why, &line));
        pl_assert(memcmp(&match.state, &again.state, sizeof match.state) == 0);
        pl_assert(match.steps == again.steps);
    } else {
        pl_assert(!match.game);
        pl_words(pl_language_find("en"), &why, NULL, &text);
        pl_assert(text.length > 0);
    }
    pl_match_free(&match);
    pl_match_free(&again);
    pl_buffer_free(&text);
    return 0;
}
