/*
 * snprintf for the module, in the place of the C library's, which brings files
 * along: %s, %.*s and %d are all that names of messages need.
 */
#include "parlour.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct room {
    char *s;
    size_t size, length; /* of all of it, also what does not fit */
};

static void add(struct room *room, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++, room->length++)
        if (room->length + 1 < room->size)
            room->s[room->length] = s[i];
}

static void add_number(struct room *room, int n)
{
    unsigned left = n < 0 ? 0u - (unsigned)n : (unsigned)n;
    char digit[12];
    size_t at = sizeof digit;

    do
        digit[--at] = (char)('0' + left % 10);
    while (left /= 10);
    add(room, "-", n < 0);
    add(room, digit + at, sizeof digit - at);
}

int snprintf(char *restrict s, size_t size, const char *restrict format, ...)
{
    struct room room = {s, size, 0};
    va_list args;

    va_start(args, format);
    while (*format) {
        size_t n = strcspn(format, "%");

        add(&room, format, n);
        format += n;
        if (strncmp(format, "%s", 2) == 0) {
            const char *word = va_arg(args, const char *);

            add(&room, word, strlen(word));
            format += 2;
        } else if (strncmp(format, "%.*s", 4) == 0) {
            int most = va_arg(args, int);

            add(&room, va_arg(args, const char *), (size_t)most);
            format += 4;
        } else if (strncmp(format, "%d", 2) == 0) {
            add_number(&room, va_arg(args, int));
            format += 2;
        } else {
            pl_assert(*format == '\0');
        }
    }
    va_end(args);
    if (size > 0)
        s[room.length < size ? room.length : size - 1] = '\0';
    return (int)room.length;
}
