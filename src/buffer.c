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
    if (length > 0) /* an empty buffer has no text to copy from */
        memcpy(buffer->s + buffer->length, s, length);
    buffer->length += length;
    buffer->s[buffer->length] = '\0';
}

void pl_add(struct pl_buffer *buffer, const char *s)
{
    pl_add_bytes(buffer, s, strlen(s));
}

void pl_add_number(struct pl_buffer *buffer, int64_t n)
{
    char digit[20], *first = digit + sizeof digit;
    uint64_t left = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;

    do
        *--first = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (n < 0)
        *--first = '-';
    pl_add_bytes(buffer, first, (size_t)(digit + sizeof digit - first));
}

void pl_buffer_free(struct pl_buffer *buffer)
{
    free(buffer->s);
    memset(buffer, 0, sizeof *buffer);
}
