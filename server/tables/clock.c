/* What the tables do when time passes: clocks, patience with devices that draw
 * along, hosts who are away, tables that no one comes back to. */
#include "draw.h"

enum { REVEAL_TIME = 5000 }; /* milliseconds for all to show their nonces */

static void check_clock(struct tables *all, struct table *t)
{
    unsigned late = 0;

    if (!t->d.clock || t->d.phase != TABLE_PLAYING || t->asked == 0 ||
        all->now - t->asked < t->d.clock * 1000 + GRACE)
        return;
    if (hall_waits_for_dice(t))
        late = 1u << hall_thrower(t);
    else if (pl_match_turn(&t->match).what == PL_DECIDE)
        late = pl_match_turn(&t->match).seats & ~pl_match_answered(&t->match);
    for (; late; late &= late - 1) {
        struct seat *s = &t->d.seat[pl_lowest(late)];

        if (s->kind != SEAT_PERSON || s->stand_in)
            continue;
        s->stand_in = true;
        t->about_version++;
        hall_save(all, t);
    }
    hall_advance(all, t);
    hall_submit(all, t);
}

/* Who keeps others waiting too long is left out. */
static void check_patience(struct tables *all, struct table *t)
{
    if (t->is_revealing && all->now - t->revealing_since >= REVEAL_TIME) {
        hall_make_afresh(all, t);
        hall_submit(all, t);
    }
    if (!t->draw.is_open || t->asked == 0 ||
        all->now - t->asked < t->draw.patience)
        return;
    t->draw.is_given_up = true;
    hall_advance(all, t);
    hall_submit(all, t);
}

/* The host's role comes back to him whenever he does. Meanwhile someone who
 * sits there has most of his rights, and it is not written down. */
static void check_opener(struct tables *all, struct table *t)
{
    int seat = t->d.opener, next = t->deputy;

    if (hall_is_present(t, seat))
        next = NOBODY;
    else if (next == NOBODY || !hall_is_present(t, next))
        next = hall_next_opener(t);
    if (next != NOBODY && !hall_is_present(t, next))
        next = NOBODY;
    if (t->deputy == NOBODY && all->now - t->left[seat] < all->limits->away)
        return;
    if (next == t->deputy)
        return;
    t->deputy = next;
    t->about_version++;
    hall_tell_all(all, t);
}

/* Spectators may come and go as often as they like: how many there are is told
 * now and then. */
static void check_watchers(struct tables *all, struct table *t)
{
    if (!t->has_other_watchers)
        return;
    t->has_other_watchers = false;
    t->about_version++;
    hall_tell_all(all, t);
}

static void check_idle(struct tables *all, struct table *t)
{
    if (t->guests != NOBODY && all->now - t->d.touched > 24 * HOUR) {
        hall_save(all, t); /* anyone who is here keeps it */
        hall_submit(all, t);
    }
    if (t->guests != NOBODY || t->awaited_write > all->synced ||
        all->now - t->active <= (int64_t)all->limits->idle_minutes * 60 * 1000)
        return;
    hall_free_slot(all, t);
    all->figures.put_away++;
}

void tables_sweep(struct tables *all, const char *id)
{
    if (hall_find_here(all, id))
        return;
    hall_bury(all, id);
    hall_hand_over(all, 0);
    all->figures.swept++;
}

void tables_tick(struct tables *all, int64_t now)
{
    all->now = now;
    for (int i = 0; i < all->limits->tables; i++) {
        struct table *t = &all->table[i];

        if (!t->is_used)
            continue;
        check_clock(all, t);
        check_patience(all, t);
        check_opener(all, t);
        check_watchers(all, t);
        check_idle(all, t);
    }
    hall_hand_over(all, 0);
}
