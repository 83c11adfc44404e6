/* See errands.h. */
#include "errands.h"
#include "sha256.h"
#include "sql_pg.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WATCH = 1000, DUE_AT_ONCE = 20, SWEEPS = 3600 };

static int64_t milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --- Errands -----------------------------------------------------------------
 */

struct errand *errand_new(enum errand_kind kind, int for_whom)
{
    struct errand *errand = calloc(1, sizeof *errand);

    pl_assert(errand);
    errand->kind = (uint8_t)kind;
    errand->for_whom = for_whom;
    return errand;
}

void errand_free(struct errand *errand)
{
    if (!errand)
        return;
    stored_free(&errand->stored);
    free(errand->text);
    pl_buffer_free(&errand->tidings.lobby);
    pl_buffer_free(&errand->tidings.orders);
    pl_buffer_free(&errand->tidings.shares);
    free(errand->tidings.result);
    hold_drop(errand->hold);
    free(errand);
}

void errands_send(struct errands *all, struct errand *errand)
{
    pthread_mutex_lock(&all->mutex);
    errand->next = NULL;
    *all->last_waiting = errand;
    all->last_waiting = &errand->next;
    pthread_cond_signal(&all->work);
    pthread_mutex_unlock(&all->mutex);
}

static void finish(struct errands *all, struct errand *errand)
{
    pthread_mutex_lock(&all->mutex);
    errand->next = NULL;
    *all->last_done = errand;
    all->last_done = &errand->next;
    pthread_mutex_unlock(&all->mutex);
    all->tell(all->context);
}

/* --- Claims of this node
 * ------------------------------------------------------ */

static struct hold **bucket_of(struct errands *all, const char *id)
{
    return &all->bucket[pl_hash(id, strlen(id), 0) % BUCKETS_OF_HOLDS];
}

static struct hold **find(struct errands *all, const char *id)
{
    struct hold **at = bucket_of(all, id);

    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

static void forget(struct errands *all, struct hold **at)
{
    struct hold *hold = *at;

    *at = hold->next;
    all->holds--;
    hold_drop(hold);
}

static void keep(struct errands *all, struct hold *hold)
{
    struct hold **at = bucket_of(all, hold->id);

    hold->next = *at;
    *at = hold;
    all->holds++;
}

struct hold *errands_hold(struct errands *all, const char *id)
{
    struct hold *hold;

    pthread_mutex_lock(&all->mutex);
    hold = *find(all, id);
    pthread_mutex_unlock(&all->mutex);
    return hold;
}

void errands_make(struct errands *all, const char *id, bool is_forced)
{
    pthread_mutex_lock(&all->mutex);
    if (!*find(all, id)) {
        struct hold *hold = hold_new(id);

        hold->is_forced = is_forced;
        hold->is_new = !is_forced;
        keep(all, hold);
    }
    pthread_mutex_unlock(&all->mutex);
}

void errands_due(struct errands *all, const char *id, int64_t after)
{
    struct hold *hold;

    pthread_mutex_lock(&all->mutex);
    hold = *find(all, id);
    if (hold)
        atomic_store(&hold->due, after);
    pthread_mutex_unlock(&all->mutex);
}

void errands_let_go(struct errands *all, const char *id)
{
    struct hold **at;

    if (!all->is_shared)
        return;
    pthread_mutex_lock(&all->mutex);
    at = find(all, id);
    if (*at)
        forget(all, at);
    pthread_mutex_unlock(&all->mutex);
}

/* With the mutex held. */
static void lose(struct errands *all, struct hold *hold)
{
    struct hold **more;

    if (atomic_exchange(&hold->is_lost, true))
        return;
    if (all->losses == all->losses_room) {
        all->losses_room = 2 * all->losses_room + 64;
        more = realloc(all->lost,
                       (size_t)all->losses_room * sizeof(struct hold *));
        pl_assert(more);
        all->lost = more;
    }
    all->lost[all->losses++] = hold_use(hold);
}

void errands_lose(struct errands *all, struct hold *hold)
{
    pthread_mutex_lock(&all->mutex);
    lose(all, hold);
    pthread_mutex_unlock(&all->mutex);
}

bool errands_lost(struct errands *all, char id[TABLE_ID + 1])
{
    bool is_any = false;

    if (!all->is_shared)
        return false;
    pthread_mutex_lock(&all->mutex);
    while (!is_any && all->losses > 0) {
        struct hold *hold = all->lost[--all->losses];
        struct hold **at = find(all, hold->id);

        is_any = *at == hold; /* else it was let go, or claimed again */
        if (is_any) {
            strcpy(id, hold->id);
            forget(all, at);
        }
        hold_drop(hold);
    }
    pthread_mutex_unlock(&all->mutex);
    return is_any;
}

int64_t errands_blind(struct errands *all)
{
    int64_t seen;

#ifdef UNFENCED
    return 0; /* see claims.c */
#endif
    if (!all->is_shared)
        return 0;
    pthread_mutex_lock(&all->mutex);
    seen = all->seen;
    pthread_mutex_unlock(&all->mutex);
    return milliseconds() - seen;
}

/* A second claim makes the first one void, and what waits under that will not
 * be written: the table that is here is lost, and has to be fetched again. */
static void settle(struct errands *all, struct errand *errand)
{
    struct hold *before;

    if (!errand->hold || errand->found != FOUND)
        return;
    before = *find(all, errand->table);
    if (!before) {
        keep(all, hold_use(errand->hold));
        return;
    }
    lose(all, before);
    errand->found = LATER;
    all->tell(all->context);
}

struct errand *errands_done(struct errands *all)
{
    struct errand *errand;

    pthread_mutex_lock(&all->mutex);
    errand = all->done;
    if (errand) {
        all->done = errand->next;
        if (!all->done)
            all->last_done = &all->done;
        settle(all, errand);
    }
    pthread_mutex_unlock(&all->mutex);
    return errand;
}

/* --- Reading
 * -------------------------------------------------------------------- */

static void fetch(struct reader *reader, struct errand *errand)
{
    errand->found = FOUND;
    errand->left = -1;
    if (reader->claims) {
        errand->hold = hold_new(errand->table);
        errand->found =
            (uint8_t)claims_take(reader->claims, errand->hold, &errand->tries);
        errand->left = errand->hold->due;
    }
    if (errand->found == FOUND &&
        !rows_read(reader->rows, errand->table, &errand->stored))
        errand->found = NOT_THERE;
}

struct old {
    struct pl_buffer ids;
};

static void add_old(void *context, const char *id)
{
    struct old *old = context;

    pl_add(&old->ids, id);
    pl_add(&old->ids, " ");
}

static void find_old(struct reader *reader, struct errand *errand)
{
    struct old old = {0};

    pl_add(&old.ids, "");
    rows_ages(reader->rows, errand->before, &errand->all, &errand->old);
    rows_each_old(reader->rows, errand->before, errand->old, add_old, &old);
    errand->text = old.ids.s;
    errand->found = FOUND;
    if (reader->claims)
        claims_sweep(reader->claims);
}

static void look_up(struct reader *reader, struct errand *errand)
{
    switch ((enum errand_kind)errand->kind) {
    case FETCH_TABLE:
        fetch(reader, errand);
        break;
    case FIND_CODE:
        errand->found = rows_find(reader->rows, errand->code, errand->table)
                            ? FOUND
                            : NOT_THERE;
        break;
    case FETCH_RECORD:
        errand->text =
            rows_read_record(reader->rows, errand->table, errand->game);
        errand->found = errand->text ? FOUND : NOT_THERE;
        break;
    case FIND_OLD:
        find_old(reader, errand);
        break;
    case TELL_NODES:
        neighbours_tell(reader->neighbours, reader->all->node,
                        &errand->tidings);
        errand->found = FOUND;
        break;
    }
}

/* What was read counts only if the end of it was confirmed. */
static void run(struct reader *reader, struct errand *errand)
{
    struct sql *sql = rows_reader(reader->rows);
    bool good = sql->engine->look(sql);

    if (good)
        look_up(reader, errand);
    if (!good || !sql->engine->looked(sql)) {
        sql->engine->take_back(sql);
        stored_free(&errand->stored);
        errand->found = LATER;
    }
}

static void *read_for_ever(void *arg)
{
    struct reader *reader = arg;
    struct errands *all = reader->all;

    pthread_mutex_lock(&all->mutex);
    while (!all->ends) {
        struct errand *errand = all->waiting;

        if (!errand) {
            pthread_cond_wait(&all->work, &all->mutex);
            continue;
        }
        all->waiting = errand->next;
        if (!all->waiting)
            all->last_waiting = &all->waiting;
        pthread_mutex_unlock(&all->mutex);
        run(reader, errand);
        finish(all, errand);
        pthread_mutex_lock(&all->mutex);
    }
    pthread_mutex_unlock(&all->mutex);
    return NULL;
}

/* --- Watching
 * ------------------------------------------------------------------- */

/* Those that the store should know, each used once more. */
static struct hold **all_holds(struct errands *all, int *n)
{
    struct hold **list;

    pthread_mutex_lock(&all->mutex);
    list = calloc((size_t)all->holds + 1, sizeof(struct hold *));
    pl_assert(list);
    *n = 0;
    for (int i = 0; i < BUCKETS_OF_HOLDS; i++)
        for (struct hold *hold = all->bucket[i]; hold; hold = hold->next)
            if (!hold->is_new && !hold->is_forced)
                list[(*n)++] = hold_use(hold);
    pthread_mutex_unlock(&all->mutex);
    return list;
}

struct strangers { /* tables that someone else has by now */
    struct hold **hold;
    int holds;
    bool *is_lost;
};

static void mark(void *context, const char *id)
{
    struct strangers *s = context;

    for (int i = 0; i < s->holds; i++)
        if (strcmp(s->hold[i]->id, id) == 0)
            s->is_lost[i] = true;
}

static void note_seen(struct errands *all, const struct strangers *s,
                      int64_t when)
{
    bool is_any = false;

    pthread_mutex_lock(&all->mutex);
    all->seen = when;
    for (int i = 0; i < s->holds; i++)
        if (s->is_lost[i]) {
            lose(all, s->hold[i]);
            is_any = true;
        }
    pthread_mutex_unlock(&all->mutex);
    if (is_any)
        all->tell(all->context);
}

/* What is this node's own is seen to as soon as it has time. */
static void take_due(void *context, const char *id)
{
    struct errand *errand;

    if (errands_hold(context, id))
        return;
    errand = errand_new(FETCH_TABLE, -1);
    strcpy(errand->table, id);
    errand->tries = INT32_MAX;
    errands_send(context, errand);
}

static void watch(struct reader *reader)
{
    struct errands *all = reader->all;
    struct sql *sql = rows_reader(reader->rows);
    struct strangers s;
    int64_t when = milliseconds();
    bool good = sql->engine->look(sql);

    s.hold = all_holds(all, &s.holds);
    s.is_lost = calloc((size_t)s.holds + 1, sizeof *s.is_lost);
    pl_assert(s.is_lost);
    if (good)
        claims_compare(reader->claims, s.hold, s.holds, mark, &s);
    if (good)
        claims_each_due(reader->claims, DUE_AT_ONCE, take_due, all);
    if (good && sql->engine->looked(sql))
        note_seen(all, &s, when);
    else
        sql->engine->take_back(sql);
    for (int i = 0; i < s.holds; i++)
        hold_drop(s.hold[i]);
    free(s.hold);
    free(s.is_lost);
}

static void *watch_for_ever(void *arg)
{
    struct reader *reader = arg;
    struct errands *all = reader->all;

    pthread_mutex_lock(&all->mutex);
    while (!all->ends) {
        struct timespec until;

        pthread_mutex_unlock(&all->mutex);
        watch(reader);
        pthread_mutex_lock(&all->mutex);
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += WATCH / 1000;
        if (!all->ends)
            pthread_cond_timedwait(&all->ending, &all->mutex, &until);
    }
    pthread_mutex_unlock(&all->mutex);
    return NULL;
}

/* --- From opening to closing
 * ----------------------------------------------------- */

static void init_conditions(struct errands *all)
{
    pthread_condattr_t monotonic;

    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&all->mutex, NULL);
    pthread_cond_init(&all->work, NULL);
    pthread_cond_init(&all->ending, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static void free_all(struct errands *all)
{
    struct errand *errand;

    while ((errand = all->waiting)) {
        all->waiting = errand->next;
        errand_free(errand);
    }
    while ((errand = all->done)) {
        all->done = errand->next;
        errand_free(errand);
    }
    for (int i = 0; i < BUCKETS_OF_HOLDS; i++)
        while (all->bucket[i])
            forget(all, &all->bucket[i]);
    while (all->losses > 0)
        hold_drop(all->lost[--all->losses]);
    free(all->lost);
    for (int i = 0; i < all->readers; i++) {
        if (all->is_shared) {
            claims_close(all->reader[i].claims);
            neighbours_close(all->reader[i].neighbours);
        }
        rows_close(all->reader[i].rows);
    }
    pthread_mutex_destroy(&all->mutex);
    pthread_cond_destroy(&all->work);
    pthread_cond_destroy(&all->ending);
}

bool errands_open(struct errands *all, const char *where,
                  void (*tell)(void *context), void *context,
                  struct pl_message *why)
{
    uint8_t name[8];
    int readers;

    *all = (struct errands){.is_shared = sql_pg_is(where),
                            .tell = tell,
                            .context = context,
                            .seen = milliseconds()};
    randombytes_buf(name, sizeof name);
    pl_hex_write(name, sizeof name, all->node);
    all->last_waiting = &all->waiting;
    all->last_done = &all->done;
    init_conditions(all);
    readers = all->is_shared ? READERS + 1 : 1;
    for (int i = 0; i < readers; i++) {
        struct reader *reader = &all->reader[i];

        *reader =
            (struct reader){.all = all, .rows = rows_open_reader(where, why)};
        if (!reader->rows) {
            free_all(all);
            return false;
        }
        all->readers++;
        if (all->is_shared) {
            reader->claims = claims_open(rows_reader(reader->rows));
            reader->neighbours = neighbours_open(rows_reader(reader->rows));
        }
    }
    for (int i = 0; i < readers; i++)
        pl_assert(pthread_create(&all->reader[i].thread, NULL,
                                 i < READERS ? read_for_ever : watch_for_ever,
                                 &all->reader[i]) == 0);
    return true;
}

void errands_close(struct errands *all)
{
    pthread_mutex_lock(&all->mutex);
    all->ends = true;
    pthread_cond_broadcast(&all->work);
    pthread_cond_broadcast(&all->ending);
    pthread_mutex_unlock(&all->mutex);
    for (int i = 0; i < all->readers; i++) {
        if (all->is_shared)
            sql_pg_give_up(rows_reader(all->reader[i].rows));
        pthread_join(all->reader[i].thread, NULL);
    }
    free_all(all);
}
