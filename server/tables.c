/* See tables.h: the house, its guests, its store and its clock. */
#include "hall.h"

#include <stdlib.h>
#include <string.h>

/* --- Small things -------------------------------------------------------- */

int hall_seats_of(const struct table *t)
{
    return t->d.setup.seats;
}

bool hall_is_person(const struct table *t, int seat)
{
    return t->d.seat[seat].kind == SEAT_PERSON;
}

bool hall_is_present(const struct table *t, int seat)
{
    return hall_is_person(t, seat) && t->at[seat] != NOBODY;
}

/* --- Finding tables ------------------------------------------------------ */

static int *bucket_of(struct tables *all, const char *id)
{
    return &all->bucket[pl_hash(id, strlen(id), 0) % BUCKETS];
}

struct table *hall_find_here(struct tables *all, const char *id)
{
    int i = *bucket_of(all, id);

    while (i != NOBODY && strcmp(all->table[i].d.id, id) != 0)
        i = all->table[i].next;
    return i == NOBODY ? NULL : &all->table[i];
}

int hall_index_of(const struct tables *all, const struct table *t)
{
    return (int)(t - all->table);
}

struct table *hall_take_slot(struct tables *all, const char *id)
{
    for (int i = 0; i < all->limits->tables; i++) {
        struct table *t = &all->table[i];
        int *bucket = bucket_of(all, id);
        bool was_waiting = t->is_waiting;

        if (t->is_used)
            continue;
        memset(t, 0, sizeof *t);
        t->is_used = true;
        t->is_waiting = was_waiting; /* it may still stand in the list */
        strcpy(t->d.id, id);
        t->next = *bucket;
        *bucket = i;
        t->guests = NOBODY;
        t->about = t->status = 1;
        t->active = all->now;
        for (int seat = 0; seat < PL_SEATS; seat++) {
            t->at[seat] = NOBODY;
            t->choice[seat] = NOBODY;
            t->left[seat] = all->now;
        }
        all->figures.tables++;
        return t;
    }
    return NULL;
}

void hall_free_slot(struct tables *all, struct table *t)
{
    int *at = bucket_of(all, t->d.id);

    while (*at != hall_index_of(all, t))
        at = &all->table[*at].next;
    *at = t->next;
    pl_match_free(&t->match);
    free(t->talk);
    t->talk = NULL;
    t->is_used = false;
    all->figures.tables--;
}

/* --- Guests at a table --------------------------------------------------- */

int hall_number_of(const struct tables *all, const struct guest *g)
{
    return (int)(g - all->guest);
}

static void hold(struct tables *all, struct guest *g)
{
    if (g->is_waiting)
        return;
    g->is_waiting = true;
    all->waiting_guests[all->guests_waiting++] = hall_number_of(all, g);
}

struct table *hall_table_of(const struct tables *all, const struct guest *g)
{
    return g->table == NOBODY ? NULL : &all->table[g->table];
}

void hall_keep_text(struct answer *a, const char *text)
{
    a->text = strdup(text);
    pl_assert(a->text);
}

void hall_forget_answers(struct guest *g)
{
    for (int i = 0; i < g->answers; i++)
        free(g->answer[i].text);
    free(g->told.text);
    g->told.text = NULL;
    g->answers = 0;
}

/* Tells the guest at once, or as soon as the store is ready. */
void hall_tell(struct tables *all, struct guest *g)
{
    const struct table *t = hall_table_of(all, g);

    if ((t && t->after > all->synced) ||
        (g->answers > 0 && g->answer[0].after > all->synced))
        hold(all, g);
    else
        all->host->wake(all->host->context, hall_number_of(all, g));
}

static void tell_all(struct tables *all, struct table *t)
{
    for (int i = t->guests; i != NOBODY; i = all->guest[i].next)
        hall_tell(all, &all->guest[i]);
}

void hall_detach(struct tables *all, struct guest *g)
{
    struct table *t = hall_table_of(all, g);
    int *at;

    if (!t)
        return;
    at = &t->guests;
    while (*at != hall_number_of(all, g))
        at = &all->guest[*at].next;
    *at = g->next;
    if (g->seat == NOBODY) {
        t->watchers--;
    } else {
        t->at[g->seat] = NOBODY;
        t->left[g->seat] = all->now;
    }
    t->active = all->now;
    t->about++;
    g->table = g->seat = NOBODY;
    tell_all(all, t);
}

/* --- Storing ------------------------------------------------------------- */

void hall_save(struct tables *all, struct table *t)
{
    t->d.touched = all->now;
    all->host->save(all->host->context, &t->d);
    all->has_writes = true;
}

/* The number to wait for: of what was written now, or of what came before. */
uint64_t hall_hand_over(struct tables *all, uint64_t before)
{
    if (!all->has_writes)
        return before;
    all->has_writes = false;
    return all->host->submit(all->host->context);
}

/* Everything that a request changed is one write; until it is safe, nobody
 * hears of it. */
void hall_submit(struct tables *all, struct table *t)
{
    t->after = hall_hand_over(all, t->after);
    if (t->after > all->synced && !t->is_waiting) {
        t->is_waiting = true;
        all->waiting_tables[all->tables_waiting++] = hall_index_of(all, t);
    } else if (t->after <= all->synced && t->asked == 0) {
        t->asked = all->now;
    }
    tell_all(all, t);
}

void tables_synced(struct tables *all, uint64_t upto, int64_t now)
{
    int left = 0, n = all->guests_waiting;

    all->now = now;
    all->synced = upto;
    for (int i = 0; i < all->tables_waiting; i++) {
        struct table *t = &all->table[all->waiting_tables[i]];

        if (t->is_used && t->after > upto) {
            all->waiting_tables[left++] = all->waiting_tables[i];
            continue;
        }
        t->is_waiting = false;
        if (t->asked == 0)
            t->asked = now; /* the clock runs from here */
    }
    all->tables_waiting = left;
    left = 0;
    for (int i = 0; i < n; i++) {
        struct guest *g = &all->guest[all->waiting_guests[i]];
        const struct table *t = hall_table_of(all, g);

        if (g->is_used && ((t && t->after > upto) ||
                           (g->answers && g->answer[0].after > upto))) {
            all->waiting_guests[left++] = all->waiting_guests[i];
            continue;
        }
        g->is_waiting = false;
        if (g->is_used)
            all->host->wake(all->host->context, hall_number_of(all, g));
    }
    /* Those who came while the others were woken stand behind them. */
    for (int i = n; i < all->guests_waiting; i++)
        all->waiting_guests[left++] = all->waiting_guests[i];
    all->guests_waiting = left;
}

/* --- Guests -------------------------------------------------------------- */

int tables_arrive(struct tables *all, int64_t now)
{
    all->now = now;
    for (int i = 0; i < all->limits->guests; i++) {
        struct guest *g = &all->guest[i];
        bool was_waiting = g->is_waiting;

        if (g->is_used)
            continue;
        memset(g, 0, sizeof *g);
        g->is_used = true;
        g->is_waiting = was_waiting; /* its number may still be in the list */
        g->table = g->seat = NOBODY;
        all->figures.guests++;
        return i;
    }
    return NOBODY;
}

void tables_go(struct tables *all, int guest, int64_t now)
{
    struct guest *g = &all->guest[guest];

    all->now = now;
    hall_detach(all, g);
    hall_forget_answers(g);
    g->is_used = false;
    all->figures.guests--;
}

/* --- Time ---------------------------------------------------------------- */

static void check_clock(struct tables *all, struct table *t)
{
    unsigned late = 0;

    if (!t->d.clock || t->d.phase != TABLE_PLAYING || t->asked == 0 ||
        all->now - t->asked < t->d.clock * 1000 + GRACE)
        return;
    if (hall_waits_for_dice(t))
        late = 1u << hall_thrower(t);
    else if (hall_turn_of(t).what == PL_DECIDE)
        late = hall_turn_of(t).seats & ~hall_answered(t);
    for (; late; late &= late - 1) {
        struct seat *s = &t->d.seat[pl_lowest(late)];

        if (s->kind != SEAT_PERSON || s->stand_in)
            continue;
        s->stand_in = true;
        t->about++;
        hall_save(all, t);
    }
    hall_advance(all, t);
    hall_submit(all, t);
}

static void check_opener(struct tables *all, struct table *t)
{
    int seat = t->d.opener, next;

    if (hall_is_present(t, seat) ||
        (hall_is_person(t, seat) &&
         all->now - t->left[seat] < all->limits->away))
        return;
    next = hall_next_opener(t);
    if (next == NOBODY || !hall_is_present(t, next))
        return;
    t->d.opener = (int8_t)next;
    t->about++;
    hall_save(all, t);
    hall_submit(all, t);
}

static void check_idle(struct tables *all, struct table *t)
{
    if (t->guests != NOBODY || t->after > all->synced)
        return;
    if (all->now - t->d.touched > (int64_t)all->limits->keep_days * 24 * HOUR)
        hall_erase(all, t, "table.closed");
    else if (all->now - t->active >
             (int64_t)all->limits->idle_minutes * 60 * 1000) {
        hall_free_slot(all, t);
        all->figures.put_away++;
    }
}

void tables_tick(struct tables *all, int64_t now)
{
    all->now = now;
    for (int i = 0; i < all->limits->tables; i++) {
        struct table *t = &all->table[i];

        if (!t->is_used)
            continue;
        check_clock(all, t);
        check_opener(all, t);
        check_idle(all, t);
    }
    hall_hand_over(all, 0);
}

/* --- The house ----------------------------------------------------------- */

static void *rows(size_t count, size_t size)
{
    void *new;

    pl_assert(count > 0);
    new = calloc(count, size);
    pl_assert(new);
    return new;
}

struct tables *tables_new(const struct host *host, const struct limits *limits,
                          int64_t now)
{
    struct tables *all = rows(1, sizeof *all);
    size_t tables = (size_t)limits->tables, guests = (size_t)limits->guests;

    all->host = host;
    all->limits = limits;
    all->now = now;
    all->table = rows(tables, sizeof *all->table);
    all->guest = rows(guests, sizeof *all->guest);
    all->waiting_tables = rows(tables, sizeof *all->waiting_tables);
    all->waiting_guests = rows(guests, sizeof *all->waiting_guests);
    for (int i = 0; i < BUCKETS; i++)
        all->bucket[i] = NOBODY;
    return all;
}

void tables_free(struct tables *all)
{
    for (int i = 0; i < all->limits->tables; i++)
        if (all->table[i].is_used)
            hall_free_slot(all, &all->table[i]);
    for (int i = 0; i < all->limits->guests; i++)
        hall_forget_answers(&all->guest[i]);
    free(all->table);
    free(all->guest);
    free(all->waiting_tables);
    free(all->waiting_guests);
    free(all);
}

void tables_figures(const struct tables *all, struct figures *out)
{
    *out = all->figures;
    out->playing = out->seated = 0;
    for (int i = 0; i < all->limits->tables; i++) {
        const struct table *t = &all->table[i];

        if (!t->is_used)
            continue;
        out->playing += t->d.phase == TABLE_PLAYING;
        for (int seat = 0; seat < hall_seats_of(t); seat++)
            out->seated += hall_is_present(t, seat);
    }
}
