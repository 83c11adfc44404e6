/* What the operator does from outside: see tables.h. */
#include "hall.h"

#include <string.h>

/* --- To all --------------------------------------------------------------- */

void tables_announce(struct tables *all, const struct notice *notice,
                     int64_t now)
{
    all->now = now;
    all->notice = *notice;
    all->house_version++;
    for (int i = 0; i < all->limits->guests; i++)
        if (all->guest[i].is_used)
            hall_tell(all, &all->guest[i]);
}

const struct notice *tables_notice(const struct tables *all)
{
    return &all->notice;
}

/* --- People from an address ----------------------------------------------- */

/* Nodes that have heard the same have the same list: the latest orders, whether
 * or not they are over, so that what was taken back stays so. */
void tables_punish(struct tables *all, const struct punished *order)
{
    struct punished *p = all->punished;
    int last = 0, i;

    while (last < PUNISHED - 1 &&
           (p[last].from != order->from || p[last].is_ban != order->is_ban))
        last++;
    if (p[last].said >= order->said)
        return;
    for (i = last; i > 0 && p[i - 1].said < order->said; i--)
        p[i] = p[i - 1];
    p[i] = *order;
}

const struct punished *tables_punished(const struct tables *all, int i)
{
    return &all->punished[i];
}

int64_t tables_latest(const struct tables *all, int64_t now)
{
    int64_t known = all->punished[0].said > all->notice.said
                        ? all->punished[0].said
                        : all->notice.said;

    return now > known ? now : known + 1;
}

static bool is_punished(const struct tables *all, uint64_t from, bool is_ban,
                        int64_t now)
{
    for (int i = 0; i < PUNISHED && all->punished[i].said; i++) {
        const struct punished *p = &all->punished[i];

        if (p->from == from && p->is_ban == is_ban && p->until > now)
            return true;
    }
    return false;
}

bool tables_is_banned(const struct tables *all, uint64_t from, int64_t now)
{
    return is_punished(all, from, true, now);
}

bool hall_is_muted(const struct tables *all, uint64_t from)
{
    return is_punished(all, from, false, all->now);
}

/* --- One table ------------------------------------------------------------ */

static void look_at(const struct table *t, struct table_look *out)
{
    *out = (struct table_look){
        .data = &t->d, .watchers = t->watchers, .from = t->came};
    for (int seat = 0; seat < hall_seats_of(t); seat++)
        if (hall_is_present(t, seat))
            out->here |= 1u << seat;
}

bool tables_look_at(const struct tables *all, int i, struct table_look *out)
{
    if (!all->table[i].is_used)
        return false;
    look_at(&all->table[i], out);
    return true;
}

bool tables_is_here(struct tables *all, const char *id)
{
    return hall_find_here(all, id);
}

bool tables_look(struct tables *all, const char *id, struct table_look *out)
{
    const struct table *t = hall_find(all, id);

    if (t)
        look_at(t, out);
    return t;
}

bool tables_close(struct tables *all, const char *id, int64_t now)
{
    struct table *t = hall_find(all, id);

    all->now = now;
    if (!t)
        return false;
    hall_erase(all, t, "table.closed");
    hall_hand_over(all, 0);
    return true;
}

static void save_again(struct tables *all, const struct table_data *data,
                       const struct stored_step *step, size_t steps,
                       const struct stored_record *record, size_t records)
{
    const struct host *host = all->host;

    hall_dig_up(all, data->id);
    host->erase(host->context, data->id);
    host->save(host->context, data, true);
    for (size_t i = 0; i < records; i++)
        host->save_record(host->context, data->id, record[i].game,
                          record[i].text);
    for (size_t i = 0; i < steps; i++)
        host->save_step(host->context, data->id, step[i].question, step[i].seat,
                        step[i].bytes, step[i].count);
    all->has_writes = true;
}

/* Anyone who had the same secret then sits where he sat, the others look on. */
static void seat_again(struct tables *all, struct table *t, struct guest *g,
                       int seat, const struct seat was[PL_SEATS])
{
    bool is_his = seat != NOBODY && hall_is_person(t, seat) &&
                  memcmp(was[seat].secret, t->d.seat[seat].secret, HASH) == 0;

    hall_attach(all, g, t, is_his ? seat : NOBODY);
    hall_tell(all, g);
}

bool tables_replace(struct tables *all, const struct table_data *data,
                    const struct stored_step *step, size_t steps,
                    const struct stored_record *record, size_t records,
                    int64_t now)
{
    struct table *t = hall_find_here(all, data->id);
    int seat_of[PL_SEATS + BOUND_WATCHERS], guest[PL_SEATS + BOUND_WATCHERS];
    struct seat was[PL_SEATS] = {0};
    struct table_data fresh = *data;
    int n = 0;

    if (!hall_can_play(data, step, steps))
        return false;
    all->now = fresh.touched = now;
    if (t)
        memcpy(was, t->d.seat, sizeof was);
    while (t && t->guests != NOBODY) {
        struct guest *g = &all->guest[t->guests];

        guest[n] = t->guests;
        seat_of[n++] = g->seat;
        pl_assert(n <= PL_SEATS + BOUND_WATCHERS);
        hall_detach(all, g);
    }
    if (t)
        hall_free_slot(all, t);
    save_again(all, &fresh, step, steps, record, records);
    if (!tables_restore(all, &fresh, step, steps)) {
        hall_hand_over(all, 0);
        return true; /* it waits in the store until there is room */
    }
    t = hall_find_here(all, data->id);
    for (int i = 0; i < n; i++)
        seat_again(all, t, &all->guest[guest[i]], seat_of[i], was);
    return true;
}
