/* What came from each place, here and at other nodes: what an address may take
 * is counted over all of them. Nodes tell each other about once a second, so a
 * burst may be let in that much too long. */
#include "call.h"

#include <stdlib.h>
#include <string.h>

enum { TENTHS = 10, TOO_FEW = 2 };

static const struct pace pace_of_misses = {BOUND_MISS * 1000, BOUND_MISSES};

static struct pace pace_of_openings(const struct tables *all)
{
    return (struct pace){BOUND_OPENING * 1000, all->limits->openings};
}

static int place_of(uint64_t from)
{
    return (int)(from % PLACES);
}

static uint16_t up_to(int64_t n)
{
    return (uint16_t)(n < 0 ? 0 : n > UINT16_MAX ? UINT16_MAX : n);
}

/* Where there are many nodes, each allows its part. */
static struct pace part_of(const struct tables *all, struct pace pace)
{
    return (struct pace){pace.every * all->nodes, pace.at_once};
}

/* In tenths, as much as has not yet been made good by waiting. */
static uint16_t used_of(const struct tables *all, int64_t used,
                        struct pace pace)
{
    return up_to((used - all->now) * TENTHS / part_of(all, pace).every);
}

int tables_shares(const struct tables *all, struct share *out, int most)
{
    struct share *sum = calloc(PLACES, sizeof *sum);
    int n = 0;

    pl_assert(sum);
    for (int i = 0; i < all->limits->guests; i++)
        if (all->guest[i].is_used)
            sum[place_of(all->guest[i].from)].guests++;
    for (int i = 0; i < all->limits->tables; i++)
        if (hall_waits(&all->table[i]) && all->table[i].from)
            sum[place_of(all->table[i].from)].waiting++;
    for (int i = 0; i < PLACES && n < most; i++) {
        struct share *s = &sum[i];

        s->place = (uint16_t)i;
        s->openings =
            used_of(all, all->place[i].opening, pace_of_openings(all));
        s->misses = used_of(all, all->place[i].misses, pace_of_misses);
        if (s->guests > TOO_FEW || s->waiting || s->openings || s->misses)
            out[n++] = *s;
    }
    free(sum);
    return n;
}

void tables_set_shares(struct tables *all, const struct share *list, int count,
                       int nodes)
{
    if (!all->elsewhere)
        all->elsewhere = calloc(PLACES, sizeof *all->elsewhere);
    pl_assert(all->elsewhere);
    memset(all->elsewhere, 0, PLACES * sizeof *all->elsewhere);
    all->nodes = nodes;
    for (int i = 0; i < count; i++) {
        struct share *to = &all->elsewhere[list[i].place % PLACES];

        to->guests = up_to(to->guests + list[i].guests);
        to->waiting = up_to(to->waiting + list[i].waiting);
        to->openings = up_to(to->openings + list[i].openings);
        to->misses = up_to(to->misses + list[i].misses);
    }
}

static struct share elsewhere(const struct tables *all, uint64_t from)
{
    return all->elsewhere ? all->elsewhere[place_of(from)] : (struct share){0};
}

int tables_guests_elsewhere(const struct tables *all, uint64_t from)
{
    return elsewhere(all, from).guests;
}

int hall_waiting_elsewhere(const struct tables *all, uint64_t from)
{
    return elsewhere(all, from).waiting;
}

/* What was used elsewhere cannot be used here. */
static bool may_here(const struct tables *all, int64_t *used, int tenths,
                     struct pace pace)
{
    pace = part_of(all, pace);
    pace.at_once -= tenths / TENTHS;
    return pace.at_once > 0 && may(used, pace, all->now);
}

bool hall_may_open(struct tables *all, const struct guest *g)
{
    return may_here(all, &hall_place_of(all, g)->opening,
                    elsewhere(all, g->from).openings, pace_of_openings(all));
}

bool hall_may_miss(struct tables *all, const struct guest *g)
{
    int64_t used = hall_place_of(all, g)->misses;

    return may_here(all, &used, elsewhere(all, g->from).misses, pace_of_misses);
}

void hall_miss(struct tables *all, const struct guest *g)
{
    may_here(all, &hall_place_of(all, g)->misses,
             elsewhere(all, g->from).misses, pace_of_misses);
}
