/* See service.h. This is where the state machine of tables.h meets the world:
 * the clock, the store's thread, other nodes; inside.h has the other parts. */
#include "bounds.h"
#include "inside.h"
#include "refuse.h"
#include "tidings.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    TICK = 500,
    TELL = 1000,         /* between two tidings to other nodes */
    OVERLAP = 10 * TELL, /* commits do not come in the order of their times */
    AWAY = 60000,        /* milliseconds until others may let a bot play */
    HOUR = 3600000,
    NOT_A_GUEST = -1
};

/* --- Other nodes -------------------------------------------------------- */

/* What others tell is never older than that. */
static void tell_nodes(struct service *service)
{
    struct errand *errand;

    if (!store_is_shared(service->store) || service->is_telling ||
        now(service) - service->told < TELL)
        return;
    service->is_telling = true;
    errand = errand_new(TELL_NODES, NOT_A_GUEST);
    errand->tidings.since = now(service) - service->told + OVERLAP;
    tidings_gather(service->tables, now(service), &errand->tidings);
    store_send(service->store, errand);
}

static void hear_nodes(struct service *service, const struct errand *errand)
{
    service->is_telling = false;
    if (errand->found != FOUND)
        return;
    service->told = now(service);
    tidings_take(&errand->tidings, service->tables, service->results,
                 now(service));
    service_cut_off(service);
}

/* --- Time --------------------------------------------------------------- */

static void sweep(struct service *service)
{
    struct errand *errand = errand_new(FIND_OLD, NOT_A_GUEST);

    errand->before = now(service) - (int64_t)service->keep_days * 24 * HOUR;
    store_send(service->store, errand);
    store_drop_results(service->store,
                       results_sweep(service->results, now(service)));
    store_submit(service->store);
}

static void tick(uv_timer_t *timer)
{
    struct service *service = timer->data;

    visits_check_sight(service);
    tables_tick(service->tables, now(service));
    tell_nodes(service);
    if (now(service) - service->swept < HOUR / service->impatience)
        return;
    service->swept = now(service);
    sweep(service);
}

/* --- What comes from the store ------------------------------------------ */

static void sweep_old(struct service *service, const struct errand *errand)
{
    int most = store_may_forget(errand->all, errand->old,
                                (now(service) - service->opened) *
                                    service->impatience);
    char *rest = NULL;

    if (most < errand->old)
        service->too_many_old += (uint64_t)errand->old;
    for (char *id = strtok_r(errand->text, " ", &rest); id && most > 0;
         id = strtok_r(NULL, " ", &rest), most--)
        tables_sweep(service->tables, id);
}

/* Perhaps it was read before it was closed, or before what happened there last.
 * A shared store sees to that itself. */
static bool is_outdated(const struct service *service,
                        const struct errand *errand)
{
    return errand->kind == FETCH_TABLE && errand->found == FOUND &&
           !store_is_shared(service->store) &&
           errand->gone != tables_gone(service->tables);
}

static void read_again(struct service *service, struct errand *errand)
{
    stored_free(&errand->stored);
    errand->gone = tables_gone(service->tables);
    store_send(service->store, errand);
}

static void take_errand(struct service *service, struct errand *errand)
{
    if (is_outdated(service, errand)) {
        read_again(service, errand);
        return;
    }
    if (errand->kind == TELL_NODES)
        hear_nodes(service, errand);
    if (errand->kind == FIND_OLD && errand->found == FOUND)
        sweep_old(service, errand);
    if (errand->kind == FETCH_TABLE && errand->found == FOUND) {
        hosting_put_back(service, &errand->stored);
        tables_set_left(service->tables, errand->table, errand->left,
                        now(service));
    }
    visits_answer(service, errand);
    errand_free(errand);
}

static void is_synced(uv_async_t *async)
{
    struct service *service = async->data;

    uint64_t upto;
    struct errand *errand;
    char id[TABLE_ID + 1];

    if (service->is_closing)
        return;
    upto = store_synced(service->store); /* first: losses up to there follow */
    while (store_lost(service->store, id)) {
        tables_lose(service->tables, id, visits_cut, service);
        service->lost++;
    }
    tables_synced(service->tables, upto, now(service));
    while ((errand = store_done(service->store)))
        take_errand(service, errand);
}

static void tell_loop(void *context)
{
    uv_async_send(&((struct service *)context)->synced);
}

/* --- Results of the game of the day -------------------------------------- */

struct check {
    struct service *service;
    int64_t now;
    const char *record;
    size_t length;
    struct stored_result result;
    struct pl_message why;
    bool is_good;
    http_answered *answered;
    void *with;
};

static void check(void *with)
{
    struct check *c = with;

    c->is_good =
        results_check(c->record, c->length, c->now, &c->result, &c->why);
}

static void is_checked(void *with)
{
    struct check *c = with;
    struct service *service = c->service;
    struct pl_buffer text = {0};
    bool is_new = false;
    unsigned status =
        c->is_good ? results_count(service->results, &c->result, &is_new, &text)
                   : results_refuse(&c->why, &text);

    if (is_new) {
        store_result(service->store, &c->result);
        store_submit(service->store);
    }
    c->answered(c->with, status, &text);
    free(c);
}

void service_daily(void *context, uint64_t from, const char *key,
                   const char *record, size_t length, http_answered *answered,
                   void *with)
{
    struct service *service = context;
    struct check *c = calloc(1, sizeof *c);

    pl_assert(c);
    *c = (struct check){.service = service,
                        .now = now(service),
                        .record = record,
                        .length = length,
                        .answered = answered,
                        .with = with};
    if (results_may(service->results, from, key, c->now, &c->result, &c->why))
        thinker_do(service->thinker, check, is_checked, c);
    else
        is_checked(c);
}

/* --- From opening to closing -------------------------------------------- */

/* Without a name the store lasts as long as we do: its files have no names. */
static struct store *open_store(struct service *service, const char *path,
                                struct pl_message *why)
{
    static const char *const end[] = {"", "-wal", "-shm", "-lock"};
    const char *temporary = getenv("TMPDIR");
    char name[sizeof service->folder + 16];
    struct store *store;

    if (path)
        return store_open(path, tell_loop, service, why);
    if (!temporary || strlen(temporary) > 32)
        temporary = "/tmp";
    snprintf(service->folder, sizeof service->folder, "%s/parlour-XXXXXX",
             temporary);
    if (!mkdtemp(service->folder)) {
        server_refuse(why, "store.cannot_open", service->folder, 0);
        return NULL;
    }
    snprintf(name, sizeof name, "%s/store", service->folder);
    store = store_open(name, tell_loop, service, why);
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s/store%s", service->folder, end[i]);
        unlink(name);
    }
    rmdir(service->folder);
    return store;
}

static void fill_in(struct service *service, const struct server_setup *setup)
{
    struct timespec wall;

    clock_gettime(CLOCK_REALTIME, &wall);
    uv_update_time(service->loop);
    service->started = (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000 -
                       (int64_t)uv_now(service->loop);
    service->limits = (struct limits){
        .tables = setup->tables,
        .guests = setup->sockets,
        .watchers = BOUND_WATCHERS,
        .openings =
            (setup->per_address + BOUND_OPENING_PART - 1) / BOUND_OPENING_PART,
        .idle_minutes = setup->idle_minutes,
        .away = AWAY / setup->impatience,
        .stand_in = STAND_IN};
    service->per_address = setup->per_address;
    service->keep_days = setup->keep_days;
    service->impatience = setup->impatience;
    service->opened = service->swept = service->told = now(service);
    service->host = hosting(service);
}

static void closed(uv_handle_t *handle)
{
    struct service *service = handle->data;

    if (--service->handles > 0)
        return;
    visits_free(service);
    results_free(service->results);
    free(service);
}

static void close_handles(struct service *service)
{
    uv_close((uv_handle_t *)&service->synced, closed);
    uv_close((uv_handle_t *)&service->tick, closed);
}

static void know(void *results, const struct stored_result *result)
{
    results_add(results, result);
}

struct service *service_open(uv_loop_t *loop, const struct server_setup *setup,
                             const char *build, struct pl_message *why)
{
    struct service *service = calloc(1, sizeof *service);

    pl_assert(service && sodium_init() >= 0);
    service->loop = loop;
    strcpy(service->build, build);
    fill_in(service, setup);
    service->results = results_new();
    service->handles = 2;
    service->synced.data = service->tick.data = service;
    pl_assert(uv_async_init(loop, &service->synced, is_synced) == 0);
    pl_assert(uv_timer_init(loop, &service->tick) == 0);
    service->store = open_store(service, setup->store, why);
    if (!service->store) {
        close_handles(service);
        return NULL;
    }
    service->thinker = thinker_open(loop, hosting_thought, service);
    service->tables =
        tables_new(&service->host, &service->limits, now(service));
    visits_open(service, setup->impatience);
    store_each_result(service->store,
                      results_sweep(service->results, now(service)), know,
                      service->results);
    if (!store_is_shared(service->store))
        store_each(service->store,
                   now(service) - (int64_t)service->limits.idle_minutes * 60000,
                   hosting_put_back_first, service);
    uv_timer_start(&service->tick, tick, TICK, TICK);
    return service;
}

/* Thoughts that are still under way come back while the loop runs on. */
void service_close(struct service *service)
{
    service->is_closing = true;
    uv_timer_stop(&service->tick);
    visits_close(service);
    thinker_close(service->thinker);
    tables_free(service->tables);
    store_close(service->store);
    close_handles(service);
}

const uint8_t *service_key(const struct service *service)
{
    return store_is_shared(service->store) ? store_key(service->store) : NULL;
}

/* --- For the operator --------------------------------------------------- */

struct tables *service_tables(struct service *service)
{
    return service->tables;
}

int service_most_tables(const struct service *service)
{
    return service->limits.tables;
}

int64_t service_now(const struct service *service)
{
    return now(service);
}

/* Not here, but at another node, or at none. */
bool service_read(struct service *service, const char *id,
                  struct stored_table *out)
{
    return store_is_shared(service->store) &&
           !tables_is_here(service->tables, id) &&
           store_read(service->store, id, out);
}

bool service_erase(struct service *service, const char *id)
{
    struct stored_table stored;

    if (!service_read(service, id, &stored))
        return false;
    stored_free(&stored);
    store_erase(service->store, id);
    store_submit(service->store);
    return true;
}

bool service_restore(struct service *service, const char *id,
                     const char *backup, struct pl_message *why)
{
    struct stored_table stored;
    bool good;

    if (!store_read_backup(backup, id, &stored, why))
        return false;
    good =
        tables_replace(service->tables, &stored.data, stored.step, stored.steps,
                       stored.record, stored.records, now(service)) ||
        server_refuse(why, "table.other_rules", id, 0);
    stored_free(&stored);
    return good;
}
