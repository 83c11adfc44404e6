/* See body.h. */
#include "body.h"

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
    body->is_left = true;
    if (body->is_asked && !body->status)
        return;
    pl_buffer_free(&body->answer);
    free(body);
}

bool body_answer(struct body *body, unsigned status, struct pl_buffer *answer)
{
    bool is_wanted = !body->is_left;

    body->status = status;
    body->answer = *answer;
    *answer = (struct pl_buffer){0};
    if (!is_wanted) {
        pl_buffer_free(&body->answer);
        free(body);
    }
    return is_wanted;
}
