/*
 * People whom a table remembers: those who were removed may not sit down there
 * again, and anyone who was muted or blocked still is when he comes back.
 *
 * Someone is known again by his device, by his name or by what looks like it,
 * and by where he comes from. A device says what it likes, a name can be
 * changed, and a household shares an address: each holds as far as it can. An
 * address is only remembered while the server runs, and not if someone else
 * at the table shares it.
 */
#include "call.h"
#include "names.h"
#include "sha256.h"

#include <string.h>

/* --- Knowing someone again ---------------------------------------------- */

void hall_know(const struct table *t, const struct request *r,
               uint8_t out[DEVICE])
{
    uint8_t both[TABLE_ID + SECRET], sum[HASH];

    memset(out, 0, DEVICE);
    if (!r->has_device)
        return;
    memcpy(both, t->d.id, TABLE_ID);
    memcpy(both + TABLE_ID, r->device, SECRET);
    pl_sha256(both, sizeof both, sum);
    memcpy(out, sum, DEVICE);
}

static bool is_known(const uint8_t device[DEVICE])
{
    static const uint8_t nobody[DEVICE];

    return memcmp(device, nobody, DEVICE) != 0;
}

static bool is_him(const struct mark *m, const struct mark *who)
{
    return m->is_used &&
           ((is_known(who->device) &&
             memcmp(m->device, who->device, DEVICE) == 0) ||
            m->name == who->name || (who->from && m->from == who->from));
}

struct mark hall_traits(const struct table *t, int seat)
{
    const struct seat *s = &t->d.seat[seat];
    struct mark who = {.is_used = true, .name = name_shape(s->name)};

    memcpy(who.device, s->device, DEVICE);
    who.from = t->came[seat];
    for (int other = 0; other < hall_seats_of(t); other++)
        if (other != seat && hall_is_person(t, other) &&
            t->came[other] == who.from)
            who.from = 0;
    return who;
}

/* The one that is there, or a new one in the place of the oldest. */
static struct mark *mark_of(struct table *t, int seat)
{
    struct mark who = hall_traits(t, seat);
    struct mark *m = t->d.mark;

    for (int i = 0; i < MARKS; i++)
        if (is_him(&m[i], &who))
            return &m[i];
    memmove(m + 1, m, (MARKS - 1) * sizeof *m);
    m[0] = who;
    return m;
}

bool hall_is_barred(const struct table *t, const struct mark *who)
{
    for (int i = 0; i < MARKS; i++)
        if (t->d.mark[i].is_barred && is_him(&t->d.mark[i], who))
            return true;
    return false;
}

void hall_remind(struct table *t, int seat)
{
    struct mark who = hall_traits(t, seat);
    struct seat *s = &t->d.seat[seat];

    for (int i = 0; i < MARKS; i++) {
        const struct mark *m = &t->d.mark[i];

        if (!is_him(m, &who))
            continue;
        s->is_muted = s->is_muted || m->is_muted;
        s->deaf = (uint8_t)(s->deaf | m->deaf);
    }
}

void hall_bar(struct table *t, int seat)
{
    mark_of(t, seat)->is_barred = true;
}

/* --- Muting, blocking, reporting ----------------------------------------- */

static bool deny_unless_person(struct call *c)
{
    if (!hall_is_person(c->t, c->r->seat))
        return deny(c, "table.bad_seat");
    return c->r->seat != c->g->seat || deny(c, "table.not_yourself");
}

static void tell_table(struct call *c)
{
    hall_save(c->all, c->t);
    c->t->about_version++;
}

bool do_mute(struct call *c)
{
    struct table *t = c->t;
    struct seat *s = &t->d.seat[c->r->seat];
    struct mark who;

    if (!deny_unless_person(c))
        return false;
    if (c->r->seat == t->d.opener)
        return deny_seat(c, "table.opener_only", t->d.opener);
    s->is_muted = c->r->flag;
    if (s->is_muted) {
        mark_of(t, c->r->seat)->is_muted = true;
        t->reported[c->r->seat] = 0;
    }
    who = hall_traits(t, c->r->seat);
    for (int i = 0; !s->is_muted && i < MARKS; i++)
        if (is_him(&t->d.mark[i], &who))
            t->d.mark[i].is_muted = false;
    tell_table(c);
    return true;
}

static void set_bit(uint8_t *bits, int seat, bool on)
{
    *bits = (uint8_t)(on ? *bits | 1u << seat : *bits & ~(1u << seat));
}

/* What someone said is not heard any more either. */
bool do_block(struct call *c)
{
    struct table *t = c->t;
    int seat = c->r->seat, own = c->g->seat;
    struct mark who;

    if (!deny_unless_person(c))
        return false;
    set_bit(&t->d.seat[seat].deaf, own, c->r->flag);
    for (int i = 0; t->talk && i < CHAT_LINES; i++)
        if (t->talk[i].seat == seat)
            set_bit(&t->talk[i].deaf, own, c->r->flag);
    if (c->r->flag)
        set_bit(&mark_of(t, seat)->deaf, own, true);
    who = hall_traits(t, seat);
    for (int i = 0; !c->r->flag && i < MARKS; i++)
        if (is_him(&t->d.mark[i], &who))
            set_bit(&t->d.mark[i].deaf, own, false);
    tell_table(c);
    return true;
}

void hall_forget_blocks_of(struct table *t, int seat)
{
    t->reported[seat] = 0;
    for (int i = 0; i < PL_SEATS; i++) {
        set_bit(&t->d.seat[i].deaf, seat, false);
        set_bit(&t->reported[i], seat, false);
    }
    for (int i = 0; i < MARKS; i++)
        set_bit(&t->d.mark[i].deaf, seat, false);
    for (int i = 0; t->talk && i < CHAT_LINES; i++)
        set_bit(&t->talk[i].deaf, seat, false);
}

/* The host hears how many complain, and not who. */
bool do_report(struct call *c)
{
    struct table *t = c->t;

    if (!deny_unless_person(c))
        return false;
    if (c->r->seat == t->d.opener)
        return deny(c, "table.report_host");
    set_bit(&t->reported[c->r->seat], c->g->seat, true);
    t->about_version++;
    return true;
}

/* Anyone who was removed may sit down again. */
bool do_allow(struct call *c)
{
    for (int i = 0; i < MARKS; i++)
        c->t->d.mark[i].is_barred = false;
    tell_table(c);
    return true;
}
