/* Text that grows. Running out of memory ends the program. */
#include "parlour_match.h"

#include <stdlib.h>
#include <string.h>

void pl_add_bytes(struct pl_buffer *buffer, const char *s, size_t length)
{
    size_t need = buffer->length + length + 1;

    if (need > buffer->room) {
        buffer->room = need > 2 * buffer->room ? need : 2 * buffer->room;
        buffer->s = realloc(buffer->s, buffer->room);
        pl_assert(buffer->s);
    }
    memcpy(buffer->s + buffer->length, s, length);
    buffer->length += length;
    buffer->s[buffer->length] = '\0';
}

void pl_add(struct pl_buffer *buffer, const char *s)
{
    pl_add_bytes(buffer, s, strlen(s));
}

void pl_add_number(struct pl_buffer *buffer, long n)
{
    struct pl_text text = {0};

    pl_put_number(&text, (int)n);
    pl_add(buffer, text.s);
}

void pl_buffer_free(struct pl_buffer *buffer)
{
    free(buffer->s);
    memset(buffer, 0, sizeof *buffer);
}
