/* The engine protocol: a line in, an answer out. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "parlour_match.h"

struct lab_bot; /* lab/lab.h */

struct protocol { /* begins zeroed, ends with protocol_free */
    struct pl_match match;
    const struct pl_game *sheet; /* its game is played on this one, or NULL */
    const struct lab_bot *bot;   /* bots besides the levels, with brains */
    int bots;
    struct pl_rng rng;
    int version;             /* 2 once it was asked for, before that 0 */
    struct pl_buffer record; /* lines of `load` so far */
    bool loading, loading_too_much;
    bool over; /* quit was said */
};

/* Answers one line, given without its end; appends nothing where a line has no
 * answer of its own. */
void protocol_line(struct protocol *p, const char *line, size_t length,
                   struct pl_buffer *out);
void protocol_free(struct protocol *p);

#endif
