/* Characters of what strangers send. */
#ifndef STRANGERS_H
#define STRANGERS_H

#include <stddef.h>

/* The next character of UTF-8 that does not end yet; −1: it is none. */
int pl_utf8_next(const char **at, const char *end);

#endif
