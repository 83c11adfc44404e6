/* Any bytes as lines of the engine protocol: always an answer, and a refused
 * command has changed nothing. */
#include "../cli/protocol.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void one_line(struct protocol *p, const char *line, size_t length)
{
    union pl_state before = p->match.state;
    size_t steps = p->match.steps;
    struct pl_buffer out = {0};

    protocol_line(p, line, length, &out);
    if (out.length) {
        pl_assert(out.s[0] == '=' || out.s[0] == '?');
        pl_assert(strcmp(out.s + out.length - 2, "\n\n") == 0);
        pl_assert(out.s[0] == '=' ||
                  (steps == p->match.steps &&
                   memcmp(&before, &p->match.state, sizeof before) == 0));
    }
    pl_buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct protocol p = {0};
    const char *text = (const char *)data;

    pl_seed(&p.rng, 1);
    while (size > 0 && !p.over) {
        const char *end = memchr(text, '\n', size);
        size_t n = end ? (size_t)(end - text) : size;

        one_line(&p, text, n);
        text += end ? n + 1 : n;
        size -= end ? n + 1 : n;
    }
    protocol_free(&p);
    return 0;
}
