/* See body.h. */
#include "body.h"
#include "parlour_match.h"

#include <stdlib.h>
#include <string.h>

struct body *body_new(struct places *places, struct place *place)
{
    struct body *body = calloc(1, sizeof *body);

    pl_assert(body);
    body->place = place;
    place->bodies++;
    places->bodies++;
    return body;
}

void body_add(struct body *body, const char *bytes, size_t length)
{
    if (length > sizeof body->bytes - body->length)
        length = sizeof body->bytes - body->length;
    memcpy(body->bytes + body->length, bytes, length);
    body->length += length;
}

void body_free(struct places *places, struct body *body)
{
    places->bodies--;
    body->place->bodies--;
    free(body);
}
