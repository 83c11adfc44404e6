/* The body of a request, a result of the game of the day, as it comes. */
#ifndef BODY_H
#define BODY_H

#include "../bounds.h"
#include "places.h"

#include <stddef.h>

struct body {
    struct place *place; /* of the address that it comes from */
    size_t length;
    char bytes[BOUND_RESULT_BYTES];
};

/* Counted as being read until it is freed. */
struct body *body_new(struct places *places, struct place *place);
void body_add(struct body *body, const char *bytes, size_t length);
void body_free(struct places *places, struct body *body);

#endif
