/* See call.h. */
#include "call.h"

bool may(int64_t *used, struct pace pace, int64_t now)
{
    if (*used < now)
        *used = now;
    if (*used - now > pace.every * (pace.at_once - 1))
        return false;
    *used += pace.every;
    return true;
}

bool deny_number(struct call *c, const char *id, int n)
{
    c->a->why = PL_SAY(id, .n = n);
    return false;
}

bool deny_seat(struct call *c, const char *id, int seat)
{
    c->a->why = PL_TELL(seat, id, .n = seat + 1);
    return false;
}

bool deny(struct call *c, const char *id)
{
    c->a->why = PL_SAY(id);
    return false;
}
