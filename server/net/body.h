/* The body of a request, a result of the game of the day, as it comes. */
#ifndef BODY_H
#define BODY_H

#include "../bounds.h"
#include "parlour_match.h"
#include "places.h"

struct body {
    struct place *place; /* of the address that it comes from */
    struct http *http;   /* where it came in */
    void *asker;         /* the connection that waits; NULL: none does yet */
    bool is_asked;       /* it is being answered, and must stay */
    bool is_left;        /* no one wants the answer any more */
    unsigned status;     /* of the answer; 0: it is not there yet */
    struct pl_buffer answer;
    size_t length;
    char bytes[BOUND_RESULT_BYTES];
};

/* Counted as being read until it is freed, which waits for its answer. */
struct body *body_new(struct places *places, struct place *place);
void body_add(struct body *body, const char *bytes, size_t length);
void body_free(struct places *places, struct body *body);
/* The answer is there. False: no one wants it, and the body is gone. */
bool body_answer(struct body *body, unsigned status, struct pl_buffer *answer);

#endif
