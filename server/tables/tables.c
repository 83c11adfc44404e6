/* See tables.h: the house, its guests and its store. */
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

int hall_opener(const struct table *t)
{
    return t->deputy == NOBODY ? t->d.opener : t->deputy;
}

int hall_next_opener(const struct table *t)
{
    for (int must_be_here = 1; must_be_here >= 0; must_be_here--)
        for (int i = 1; i <= hall_seats_of(t); i++) {
            int seat = (t->d.opener + i) % hall_seats_of(t);

            if (hall_is_person(t, seat) &&
                (!must_be_here || hall_is_present(t, seat)))
                return seat;
        }
    return NOBODY;
}

void hall_write_word(struct tables *all, char *out, int length)
{
    static const char letter[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint8_t bytes[TABLE_ID];

    all->host->random(all->host->context, bytes, (size_t)length);
    for (int i = 0; i < length; i++)
        out[i] = letter[bytes[i] & 31];
    out[length] = '\0';
}

const struct table *hall_find_code(const struct tables *all, const char *code)
{
    for (int i = 0; code[0] && i < all->limits->tables; i++)
        if (all->table[i].is_used && strcmp(all->table[i].d.code, code) == 0)
            return &all->table[i];
    return NULL;
}

void hall_new_code(struct tables *all, struct table *t)
{
    char code[TABLE_CODE + 1];

    do
        hall_write_word(all, code, TABLE_CODE);
    while (hall_find_code(all, code));
    strcpy(t->d.code, code);
}

/* --- Where a game stands -------------------------------------------------- */

uint32_t hall_question_of(const struct table *t)
{
    return t->d.base + (uint32_t)t->match.question;
}

void hall_set_checkpoint(struct table *t)
{
    t->checkpoint = t->match.asked;
    t->checkpoint_steps = t->match.question;
}

void hall_repeat(const struct table *t, size_t steps, struct pl_replay *replay)
{
    if (steps >= t->checkpoint_steps && t->checkpoint_steps > 0)
        *replay = (struct pl_replay){.match = &t->match,
                                     .steps = t->checkpoint_steps,
                                     .state = t->checkpoint};
    else
        pl_replay_start(replay, &t->match);
    pl_replay_to(replay, steps);
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

bool hall_is_unplayed(const struct table *t)
{
    return t->d.phase == TABLE_OPEN && t->d.games == 1;
}

bool hall_waits(const struct table *t)
{
    return t->is_used && (hall_is_unplayed(t) || t->guests == NOBODY);
}

/* No one is there, no bot is about to answer, and all of it is stored. */
static bool is_spare(const struct tables *all, const struct table *t)
{
    return t->is_used && t->guests == NOBODY && !t->thinking &&
           t->awaited_write <= all->synced;
}

/* Those that were never started first, and the oldest of them; then the one
 * that was left longest ago. */
static bool is_rather_spared(const struct table *t, const struct table *other)
{
    if (hall_is_unplayed(t) != hall_is_unplayed(other))
        return hall_is_unplayed(t);
    return hall_is_unplayed(t) ? t->d.opened < other->d.opened
                               : t->active < other->active;
}

/* It waits in the store as well. */
static struct table *find_spare(struct tables *all)
{
    struct table *best = NULL;

    for (int i = 0; i < all->limits->tables; i++) {
        struct table *t = &all->table[i];

        if (is_spare(all, t) && (!best || is_rather_spared(t, best)))
            best = t;
    }
    return best;
}

static struct table *find_slot(struct tables *all)
{
    struct table *spare;

    for (int i = 0; i < all->limits->tables; i++)
        if (!all->table[i].is_used)
            return &all->table[i];
    spare = find_spare(all);
    if (spare) {
        hall_free_slot(all, spare);
        all->figures.put_away++;
    }
    return spare;
}

struct table *hall_take_slot(struct tables *all, const char *id)
{
    struct table *t = find_slot(all);
    int *bucket = bucket_of(all, id);
    bool was_waiting;

    if (!t)
        return NULL;
    was_waiting = t->is_waiting;
    memset(t, 0, sizeof *t);
    t->is_used = true;
    t->is_waiting = was_waiting; /* it may still stand in the list */
    strcpy(t->d.id, id);
    t->next = *bucket;
    *bucket = hall_index_of(all, t);
    t->guests = t->deputy = NOBODY;
    t->about_version = t->state_version = 1;
    t->active = all->now;
    for (int seat = 0; seat < PL_SEATS; seat++) {
        t->at[seat] = NOBODY;
        t->left[seat] = all->now;
    }
    all->figures.tables++;
    return t;
}

void hall_free_slot(struct tables *all, struct table *t)
{
    int *at = bucket_of(all, t->d.id);

    while (*at != hall_index_of(all, t))
        at = &all->table[*at].next;
    *at = t->next;
    if (all->host->let_go)
        all->host->let_go(all->host->context, t->d.id);
    pl_match_free(&t->match);
    pl_game_drop(t->d.game);
    free(t->talk);
    t->talk = NULL;
    t->is_used = false;
    all->figures.tables--;
}

/* --- Refusals ------------------------------------------------------------ */

void hall_count_refusal(struct tables *all, const char *id)
{
    struct refusal *r = all->refusal;

    while (r < all->refusal + REASONS - 1 && r->id && strcmp(r->id, id) != 0)
        r++;
    r->id = r < all->refusal + REASONS - 1 ? id : "other";
    r->count++;
}

const struct refusal *tables_refusal(const struct tables *all, int i)
{
    return i < REASONS && all->refusal[i].id ? &all->refusal[i] : NULL;
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

    if ((t && t->awaited_write > all->synced) ||
        (g->answers > 0 && g->answer[0].awaited_write > all->synced))
        hold(all, g);
    else
        all->host->wake(all->host->context, hall_number_of(all, g));
}

void hall_tell_all(struct tables *all, struct table *t)
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
        t->has_other_watchers = true;
    } else {
        t->at[g->seat] = NOBODY;
        t->left[g->seat] = all->now;
        t->about_version++;
    }
    t->active = all->now;
    g->table = g->seat = NOBODY;
    hall_tell_all(all, t);
}

static void take_place(struct table *t, int seat, const struct guest *g,
                       int number)
{
    t->at[seat] = number;
    t->came[seat] = g->from;
    if (seat == t->d.opener)
        t->deputy = NOBODY;
}

void hall_attach(struct tables *all, struct guest *g, struct table *t, int seat)
{
    g->table = hall_index_of(all, t);
    g->seat = seat;
    g->next = t->guests;
    t->guests = hall_number_of(all, g);
    g->about_seen = g->state_seen = 0;
    g->steps = 0;
    g->talks = t->talks > CHAT_LINES ? t->talks - CHAT_LINES : 0;
    g->end = NULL;
    if (seat == NOBODY) {
        t->watchers++;
        t->has_other_watchers = true;
    } else {
        take_place(t, seat, g, hall_number_of(all, g));
        t->about_version++;
    }
    t->active = all->now;
}

void hall_send_away(struct tables *all, int guest, const char *why)
{
    struct guest *g;

    if (guest == NOBODY)
        return;
    g = &all->guest[guest];
    hall_detach(all, g);
    g->end = why;
    hall_tell(all, g);
}

/* --- Storing ------------------------------------------------------------- */

void hall_save(struct tables *all, struct table *t)
{
    t->d.touched = all->now;
    all->host->save(all->host->context, &t->d, !t->is_stored);
    t->is_stored = true;
    all->has_writes = true;
}

void hall_save_step(struct tables *all, const struct table *t, int seat,
                    const uint8_t *bytes, int count)
{
    all->host->save_step(all->host->context, t->d.id, hall_question_of(t), seat,
                         bytes, count);
    all->has_writes = true;
}

void hall_bury(struct tables *all, const char *id)
{
    size_t tombs = (size_t)all->tombs + 1;

    all->tomb = realloc(all->tomb, tombs * sizeof *all->tomb);
    pl_assert(all->tomb);
    all->tomb[all->tombs].awaited_write = 0;
    strcpy(all->tomb[all->tombs++].id, id);
    all->host->erase(all->host->context, id);
    all->has_writes = true;
}

bool hall_is_buried(const struct tables *all, const char *id)
{
    for (int i = 0; i < all->tombs; i++)
        if (strcmp(all->tomb[i].id, id) == 0)
            return true;
    return false;
}

void hall_dig_up(struct tables *all, const char *id)
{
    int left = 0;

    for (int i = 0; i < all->tombs; i++)
        if (strcmp(all->tomb[i].id, id) != 0)
            all->tomb[left++] = all->tomb[i];
    all->tombs = left;
}

/* Those whose number is known and reached are not needed any more. */
static void close_tombs(struct tables *all)
{
    int left = 0;

    for (int i = 0; i < all->tombs; i++)
        if (all->tomb[i].awaited_write == 0 ||
            all->tomb[i].awaited_write > all->synced)
            all->tomb[left++] = all->tomb[i];
    all->erased += (uint64_t)(all->tombs - left);
    all->tombs = left;
}

uint64_t tables_gone(const struct tables *all)
{
    return all->erased + all->figures.put_away;
}

/* The number to wait for: of what was written now, or of what came before. */
uint64_t hall_hand_over(struct tables *all, uint64_t before)
{
    uint64_t number;

    if (!all->has_writes)
        return before;
    all->has_writes = false;
    number = all->host->submit(all->host->context);
    for (int i = all->tombs; i > 0 && all->tomb[i - 1].awaited_write == 0; i--)
        all->tomb[i - 1].awaited_write = number;
    return number;
}

/* When someone has to see to a table where no one is: bots answer soon, and
 * clocks run out. */
static int64_t due_after(const struct tables *all, const struct table *t)
{
    int64_t whole = (int64_t)t->d.clock * 1000 + GRACE;

    if (t->d.phase != TABLE_PLAYING)
        return -1;
    if (!t->d.clock)
        return t->thinking ? BOTS_DUE : -1;
    return t->asked ? t->asked + whole - all->now : whole;
}

void tables_set_left(struct tables *all, const char *id, int64_t left,
                     int64_t now)
{
    struct table *t = hall_find_here(all, id);

    if (t && t->d.clock && t->d.phase == TABLE_PLAYING && left >= 0)
        t->asked = now - ((int64_t)t->d.clock * 1000 + GRACE - left);
}

/* Everything that a request changed is one write; until it is safe, no one
 * hears of it. */
void hall_submit(struct tables *all, struct table *t)
{
    if (all->has_writes && all->host->due)
        all->host->due(all->host->context, t->d.id, due_after(all, t));
    t->awaited_write = hall_hand_over(all, t->awaited_write);
    if (t->awaited_write > all->synced && !t->is_waiting) {
        t->is_waiting = true;
        all->waiting_tables[all->tables_waiting++] = hall_index_of(all, t);
    } else if (t->awaited_write <= all->synced && t->asked == 0) {
        t->asked = all->now;
    }
    hall_tell_all(all, t);
}

void tables_synced(struct tables *all, uint64_t upto, int64_t now)
{
    int left = 0, n = all->guests_waiting;

    all->now = now;
    all->synced = upto;
    close_tombs(all);
    for (int i = 0; i < all->tables_waiting; i++) {
        struct table *t = &all->table[all->waiting_tables[i]];

        if (t->is_used && t->awaited_write > upto) {
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

        if (g->is_used && ((t && t->awaited_write > upto) ||
                           (g->answers && g->answer[0].awaited_write > upto))) {
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

/* --- Coming back and going for good --------------------------------------- */

struct table *hall_find(struct tables *all, const char *id)
{
    struct table *t = hall_find_here(all, id);

    all->not_restored = NULL;
    if (t || !id[0] || hall_is_buried(all, id))
        return t;
    all->host->fetch(all->host->context, id);
    return hall_find_here(all, id);
}

void hall_erase(struct tables *all, struct table *t, const char *why)
{
    while (t->guests != NOBODY)
        hall_send_away(all, t->guests, why);
    hall_bury(all, t->d.id);
    hall_free_slot(all, t);
}

/* Whether the guest waits to hear of something that was not written. */
static bool awaits(const struct tables *all, const struct guest *g,
                   const char *id)
{
    for (int i = 0; i < g->answers; i++)
        if (g->answer[i].awaited_write > all->synced &&
            strcmp(g->answer[i].about, id) == 0)
            return true;
    return false;
}

void tables_lose(struct tables *all, const char *id,
                 void (*cut)(void *context, int guest), void *context)
{
    struct table *t = hall_find_here(all, id);

    for (int i = 0; i < all->limits->guests; i++) {
        struct guest *g = &all->guest[i];

        if (!g->is_used ||
            !((t && hall_table_of(all, g) == t) || awaits(all, g, id)))
            continue;
        hall_detach(all, g);
        hall_forget_answers(g);
        cut(context, i);
    }
    if (t)
        hall_free_slot(all, t);
}

void tables_lose_all(struct tables *all, void (*cut)(void *context, int guest),
                     void *context)
{
    for (int i = 0; i < all->limits->tables; i++)
        if (all->table[i].is_used)
            tables_lose(all, all->table[i].d.id, cut, context);
}

/* --- Guests -------------------------------------------------------------- */

struct place *hall_place_of(struct tables *all, const struct guest *g)
{
    return &all->place[g->from % PLACES];
}

int tables_arrive(struct tables *all, uint64_t from, int64_t now)
{
    all->now = now;
    for (int i = 0; i < all->limits->guests; i++) {
        struct guest *g = &all->guest[i];
        bool was_waiting = g->is_waiting;

        if (g->is_used)
            continue;
        memset(g, 0, sizeof *g);
        g->is_used = true;
        g->from = from;
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
    all->nodes = 1;
    all->table = rows(tables, sizeof *all->table);
    all->guest = rows(guests, sizeof *all->guest);
    all->place = rows(PLACES, sizeof *all->place);
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
    free(all->place);
    free(all->elsewhere);
    free(all->lobby);
    free(all->tomb);
    free(all->waiting_tables);
    free(all->waiting_guests);
    free(all);
}

void tables_figures(const struct tables *all, struct figures *out)
{
    *out = all->figures;
    out->playing = out->seated = out->busy = 0;
    for (int i = 0; i < all->limits->tables; i++) {
        const struct table *t = &all->table[i];

        if (!t->is_used)
            continue;
        out->playing += t->d.phase == TABLE_PLAYING;
        for (int seat = 0; seat < hall_seats_of(t); seat++) {
            out->seated += hall_is_present(t, seat);
            out->busy +=
                t->d.phase == TABLE_PLAYING && hall_is_present(t, seat);
        }
    }
}
