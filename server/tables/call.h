/* A request on its way through requests*.c: call.c. */
#ifndef CALL_H
#define CALL_H

#include "hall.h"

struct call {
    struct tables *all;
    struct guest *g;
    struct table *t; /* NULL: at none */
    const struct request *r;
    struct answer *a;
};

/* One function a request; false: refused, and the answer says why. */
#define REQUEST(name, needs, phases, must, may) bool do_##name(struct call *c);
#include "requests.def"
#undef REQUEST

/* Refuse: false. */
bool deny(struct call *c, const char *id);
bool deny_number(struct call *c, const char *id, int n);
bool deny_seat(struct call *c, const char *id, int seat);

/* How often something may be done: so many at once, and one more every so many
 * milliseconds. used is kept as the time up to which it is used. */
struct pace {
    int64_t every, at_once;
};
bool may(int64_t *used, struct pace pace, int64_t now);

#endif
