/* See places.h. */
#include "places.h"
#include "../bounds.h"

enum { SECOND = 1000000 }; /* microseconds */

struct place *place_of(struct places *places, uint64_t from)
{
    return &places->place[from % PLACES];
}

bool place_is_crowded(const struct places *places, const struct place *place,
                      int more)
{
    return !places->has_proxy &&
           place->connections >= places->per_address + more;
}

bool place_is_read(const struct places *places, const struct place *place)
{
    return places->bodies >= BOUND_BODIES ||
           (!places->has_proxy && place->bodies >= BOUND_BODIES_THERE);
}

/* Where more may be connected at a time, they come that much faster. */
static bool may(const struct places *places, uint64_t *ahead, uint64_t now,
                int at_once, int a_second)
{
    unsigned times = (unsigned)places->per_address / BOUND_PER_ADDRESS;
    uint64_t every = SECOND / (unsigned)a_second;

    now *= 1000;
    if (*ahead < now)
        *ahead = now;
    if (*ahead >= now + every * (unsigned)at_once)
        return false;
    *ahead += every / (times ? times : 1);
    return true;
}

/* A page needs ten connections, and a class may share an address. */
bool place_may_come(const struct places *places, struct place *place,
                    uint64_t now)
{
    return may(places, &place->coming, now, BOUND_COMING,
               BOUND_COMING_A_SECOND);
}

/* It has hundreds of files, all of which its worker fetches at the first visit.
 */
bool place_may_ask(const struct places *places, struct place *place,
                   uint64_t now)
{
    return may(places, &place->asking, now, BOUND_FETCHES,
               BOUND_FETCHES_A_SECOND);
}
