/* See service.h. This is where the state machine of tables.h meets the world:
 * the clock, random bytes, the store's thread, bots on other threads. */
#include "service.h"
#include "bounds.h"
#include "refuse.h"
#include "thinker.h"
#include "wire.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    TICK = 500,
    AWAY = 60000, /* milliseconds until others may let a bot play */
    HOUR = 3600000,
    LATEST = 12 /* classes of latency: 1, 2, 4 … 2048 ms */
};

struct service {
    uv_loop_t *loop;
    int64_t started; /* wall clock at the loop's time zero */
    struct limits limits;
    struct host host;
    struct sockets_host sockets_host;
    struct tables *tables;
    struct store *store;
    struct sockets *sockets;
    uv_async_t synced;
    uv_timer_t tick;
    struct thinker *thinker;
    int handles;
    int keep_days;
    int64_t opened, swept; /* when old tables were last looked for */
    uint64_t too_many_old; /* tables, each hour that most are old */
    bool is_closing;
    char build[BUILD_NAME + 1];
    bool *is_greeted; /* by socket */
    uint64_t *asked;  /* when its last request came; 0: answered */
    uint64_t *from;   /* where it comes from, by socket */
    bool *is_taken;   /* by socket */
    int per_address;
    uint64_t taken, full, crowded;
    uint64_t latency[LATEST + 1], latencies, latency_sum;
    char folder[64]; /* of a store that only lasts until the end */
};

static int64_t now(const struct service *service)
{
    return service->started + (int64_t)uv_now(service->loop);
}

/* --- What tables want ---------------------------------------------------- */

static void random_bytes(void *context, void *bytes, size_t size)
{
    (void)context;
    randombytes_buf(bytes, size);
}

static void save(void *context, const struct table_data *table, bool is_new)
{
    store_table(((struct service *)context)->store, table, is_new);
}

static void save_step(void *context, const char *table, uint32_t question,
                      int seat, const uint8_t *bytes, int count)
{
    store_step(((struct service *)context)->store, table, question, seat, bytes,
               count);
}

static void save_record(void *context, const char *table, uint32_t game,
                        const char *record)
{
    store_record(((struct service *)context)->store, table, game, record);
}

static void erase_steps(void *context, const char *table)
{
    store_erase_steps(((struct service *)context)->store, table);
}

static void erase(void *context, const char *table)
{
    store_erase(((struct service *)context)->store, table);
}

static uint64_t submit(void *context)
{
    return store_submit(((struct service *)context)->store);
}

static bool is_busy(void *context)
{
    return store_is_busy(((struct service *)context)->store);
}

static void fetch(void *context, const char *id)
{
    struct service *service = context;
    struct stored_table stored;

    if (!store_read(service->store, id, &stored))
        return;
    tables_restore(service->tables, &stored.data, stored.step, stored.steps);
    stored_free(&stored);
}

static bool find(void *context, const char *code, char id[TABLE_ID + 1])
{
    return store_find(((struct service *)context)->store, code, id);
}

static char *record(void *context, const char *id, uint32_t game)
{
    return store_read_record(((struct service *)context)->store, id, game);
}

static void wake(void *context, int guest)
{
    sockets_wake(((struct service *)context)->sockets, guest);
}

static void think(void *context, int table, uint32_t question, int seat,
                  const char *bot, const struct pl_game *game,
                  const union pl_state *view)
{
    thinker_ask(((struct service *)context)->thinker, table, question, seat,
                bot, game, view);
}

static void thought(void *context, int table, uint32_t question, int seat,
                    pl_move move)
{
    struct service *service = context;

    tables_thought(service->tables, table, question, seat, move, now(service));
}

/* --- What sockets bring -------------------------------------------------- */

static bool heard(void *context, int socket, const char *text, size_t length)
{
    struct service *service = context;
    struct request request;
    struct pl_message why;
    int64_t early;

    if (!tables_listens(service->tables, socket))
        return false; /* that many at a time are no page's */
    if (service->asked[socket] == 0)
        service->asked[socket] = uv_hrtime();
    if (wire_read(text, length, &request, &why))
        tables_ask(service->tables, socket, &request, now(service));
    else
        tables_refuse(service->tables, socket, request.id, &why);
    sodium_memzero(request.secret, sizeof request.secret);
    early = tables_wait(service->tables, socket, now(service));
    if (early > 0)
        sockets_rest(service->sockets, socket, early);
    return true;
}

/* From hearing a request to sending the first answer after it. */
static void note_latency(struct service *service, int socket)
{
    uint64_t took = uv_hrtime() - service->asked[socket];
    int i = 0;

    if (service->asked[socket] == 0)
        return;
    service->asked[socket] = 0;
    while (i < LATEST && took > (uint64_t)1000000 << i)
        i++;
    service->latency[i]++;
    service->latencies++;
    service->latency_sum += took;
}

static bool next(void *context, int socket, struct pl_buffer *out)
{
    struct service *service = context;

    if (!service->is_greeted[socket]) {
        service->is_greeted[socket] = true;
        wire_greet(service->build, store_id(service->store), service->keep_days,
                   out);
        return true;
    }
    if (!wire_write(service->tables, socket, now(service), out))
        return false;
    note_latency(service, socket);
    return true;
}

static void gone(void *context, int socket)
{
    struct service *service = context;

    service->is_taken[socket] = false;
    tables_go(service->tables, socket, now(service));
}

static int count_from(const struct service *service, uint64_t from)
{
    int n = 0;

    for (int i = 0; i < service->limits.guests; i++)
        n += service->is_taken[i] && service->from[i] == from;
    return n;
}

enum welcome service_welcome(void *context, uint64_t from)
{
    struct service *service = context;
    struct sockets_figures sockets;

    sockets_figures(service->sockets, &sockets);
    if (sockets.open >= service->limits.guests) {
        service->full++;
        return HOUSE_FULL;
    }
    if (tables_is_banned(service->tables, from, now(service)))
        return NOT_WELCOME;
    if (count_from(service, from) >= service->per_address) {
        service->crowded++;
        return TOO_MANY_THERE;
    }
    return WELCOME;
}

unsigned service_troubles(void *context)
{
    const struct service *service = context;
    struct service_figures all;

    service_figures(service, &all);
    return (all.store.is_failing ? STORE_FAILS : 0u) |
           (tables_notice(service->tables)->is_closing ? CLOSING : 0u) |
           (all.sockets.open >= service->limits.guests ? NO_ROOM : 0u);
}

void service_take(void *context, int fd, uint64_t from, const char *read,
                  size_t length)
{
    struct service *service = context;
    int guest = tables_arrive(service->tables, from, now(service));

    if (guest < 0) {
        close(fd);
        return;
    }
    service->is_greeted[guest] = false;
    service->asked[guest] = 0;
    service->from[guest] = from;
    service->is_taken[guest] = true;
    service->taken++;
    sockets_add(service->sockets, guest, fd, read, length);
}

/* --- Time ---------------------------------------------------------------- */

static void sweep_one(void *context, const char *id)
{
    tables_sweep(((struct service *)context)->tables, id);
}

static void sweep(struct service *service)
{
    int64_t before = now(service) - (int64_t)service->keep_days * 24 * HOUR;
    int all, old, most;

    store_ages(service->store, before, &all, &old);
    most = store_may_forget(all, old, now(service) - service->opened);
    if (most < old)
        service->too_many_old += (uint64_t)old;
    store_each_old(service->store, before, most, sweep_one, service);
}

static void tick(uv_timer_t *timer)
{
    struct service *service = timer->data;

    tables_tick(service->tables, now(service));
    if (now(service) - service->swept < HOUR)
        return;
    service->swept = now(service);
    sweep(service);
}

static void is_synced(uv_async_t *async)
{
    struct service *service = async->data;

    if (service->is_closing)
        return;
    tables_synced(service->tables, store_synced(service->store), now(service));
}

static void tell_loop(void *context)
{
    uv_async_send(&((struct service *)context)->synced);
}

/* --- From opening to closing --------------------------------------------- */

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

/* The latest come first; when the house is full, the others wait. */
static void put_back(void *context, const char *id)
{
    struct service *service = context;
    struct figures figures;

    tables_figures(service->tables, &figures);
    if (figures.tables < service->limits.tables)
        fetch(service, id);
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
    service->opened = service->swept = now(service);
    service->host = (struct host){.context = service,
                                  .random = random_bytes,
                                  .save = save,
                                  .save_step = save_step,
                                  .save_record = save_record,
                                  .erase_steps = erase_steps,
                                  .erase = erase,
                                  .submit = submit,
                                  .is_busy = is_busy,
                                  .fetch = fetch,
                                  .find = find,
                                  .record = record,
                                  .think = think,
                                  .wake = wake};
    service->sockets_host = (struct sockets_host){
        .context = service, .heard = heard, .next = next, .gone = gone};
}

static void closed(uv_handle_t *handle)
{
    struct service *service = handle->data;

    if (--service->handles > 0)
        return;
    free(service->is_greeted);
    free(service->asked);
    free(service->from);
    free(service->is_taken);
    free(service);
}

static void close_handles(struct service *service)
{
    uv_close((uv_handle_t *)&service->synced, closed);
    uv_close((uv_handle_t *)&service->tick, closed);
}

struct service *service_open(uv_loop_t *loop, const struct server_setup *setup,
                             const char *build, struct pl_message *why)
{
    struct service *service = calloc(1, sizeof *service);
    size_t sockets = (size_t)setup->sockets;

    pl_assert(service && sodium_init() >= 0);
    service->loop = loop;
    strcpy(service->build, build);
    fill_in(service, setup);
    service->is_greeted = calloc(sockets, sizeof *service->is_greeted);
    service->asked = calloc(sockets, sizeof *service->asked);
    service->from = calloc(sockets, sizeof *service->from);
    service->is_taken = calloc(sockets, sizeof *service->is_taken);
    pl_assert(service->is_greeted && service->asked && service->from &&
              service->is_taken);
    service->handles = 2;
    service->synced.data = service->tick.data = service;
    pl_assert(uv_async_init(loop, &service->synced, is_synced) == 0);
    pl_assert(uv_timer_init(loop, &service->tick) == 0);
    service->store = open_store(service, setup->store, why);
    if (!service->store) {
        close_handles(service);
        return NULL;
    }
    service->thinker = thinker_open(loop, thought, service);
    service->tables =
        tables_new(&service->host, &service->limits, now(service));
    service->sockets = sockets_open(loop, setup->sockets, WIRE_LONGEST,
                                    setup->impatience, &service->sockets_host);
    store_each(service->store,
               now(service) - (int64_t)service->limits.idle_minutes * 60000,
               put_back, service);
    uv_timer_start(&service->tick, tick, TICK, TICK);
    return service;
}

/* Thoughts that are still under way come back while the loop runs on. */
void service_close(struct service *service)
{
    service->is_closing = true;
    uv_timer_stop(&service->tick);
    sockets_close(service->sockets);
    thinker_close(service->thinker);
    store_close(service->store);
    tables_free(service->tables);
    close_handles(service);
}

/* --- For the operator ---------------------------------------------------- */

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

void service_cut_off(struct service *service, uint64_t from)
{
    for (int i = 0; i < service->limits.guests; i++)
        if (service->is_taken[i] && service->from[i] == from)
            sockets_drop(service->sockets, i);
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

/* --- Measures ------------------------------------------------------------ */

static void add_measure(struct pl_buffer *out, const char *name,
                        const char *kind, uint64_t value)
{
    char line[160];

    snprintf(line, sizeof line, "# TYPE parlour_%s %s\nparlour_%s %llu\n", name,
             kind, name, (unsigned long long)value);
    pl_add(out, line);
}

static void add_latency(const struct service *service, struct pl_buffer *out)
{
    uint64_t sum = 0;
    char line[160];

    pl_add(out, "# TYPE parlour_answer_seconds histogram\n");
    for (int i = 0; i < LATEST; i++) {
        sum += service->latency[i];
        snprintf(line, sizeof line,
                 "parlour_answer_seconds_bucket{le=\"%g\"} %llu\n",
                 (double)(1 << i) / 1000, (unsigned long long)sum);
        pl_add(out, line);
    }
    snprintf(line, sizeof line,
             "parlour_answer_seconds_bucket{le=\"+Inf\"} %llu\n"
             "parlour_answer_seconds_sum %g\n"
             "parlour_answer_seconds_count %llu\n",
             (unsigned long long)service->latencies,
             (double)service->latency_sum / 1e9,
             (unsigned long long)service->latencies);
    pl_add(out, line);
}

static void add_refusals(const struct service *service, struct pl_buffer *out)
{
    const struct refusal *r;
    char line[160];

    pl_add(out, "# TYPE parlour_refusals_total counter\n");
    for (int i = 0; (r = tables_refusal(service->tables, i)); i++) {
        snprintf(line, sizeof line,
                 "parlour_refusals_total{reason=\"%s\"} %llu\n", r->id,
                 (unsigned long long)r->count);
        pl_add(out, line);
    }
}

static uint64_t own_memory(void)
{
    size_t bytes = 0;

    uv_resident_set_memory(&bytes);
    return bytes;
}

void service_figures(const struct service *service, struct service_figures *out)
{
    tables_figures(service->tables, &out->tables);
    sockets_figures(service->sockets, &out->sockets);
    store_figures(service->store, &out->store);
    out->taken = service->taken;
    out->full = service->full;
    out->crowded = service->crowded;
    out->too_many_old = service->too_many_old;
}

void service_measure(void *context, struct pl_buffer *out)
{
    const struct service *service = context;
    struct service_figures all;
    const struct figures *f = &all.tables;
    const struct sockets_figures *s = &all.sockets;
    const struct store_figures *d = &all.store;
    char line[240];

    service_figures(service, &all);
    snprintf(line, sizeof line,
             "# TYPE parlour_build_info gauge\n"
             "parlour_build_info{version=\"%s\",build=\"%s\"} 1\n",
             PL_VERSION, service->build);
    pl_add(out, line);
    add_measure(out, "memory_bytes", "gauge", own_memory());
    add_measure(out, "tables", "gauge", (uint64_t)f->tables);
    add_measure(out, "tables_playing", "gauge", (uint64_t)f->playing);
    add_measure(out, "sockets", "gauge", (uint64_t)s->open);
    add_measure(out, "seated", "gauge", (uint64_t)f->seated);
    add_measure(out, "moves_total", "counter", f->moves);
    add_measure(out, "games_total", "counter", f->games);
    add_refusals(service, out);
    add_measure(out, "messages_received_total", "counter", s->received);
    add_measure(out, "messages_sent_total", "counter", s->sent);
    add_measure(out, "sockets_dropped_total", "counter", s->dropped);
    add_measure(out, "refused_full_total", "counter", all.full);
    add_measure(out, "refused_address_total", "counter", all.crowded);
    add_measure(out, "bots_thinking", "gauge",
                (uint64_t)thinker_count(service->thinker));
    add_measure(out, "store_commits_total", "counter", d->commits);
    add_measure(out, "store_writes_total", "counter", d->writes);
    add_measure(out, "store_failures_total", "counter", d->failures);
    add_measure(out, "store_waiting", "gauge", d->waiting);
    snprintf(line, sizeof line,
             "# TYPE parlour_store_seconds_total counter\n"
             "parlour_store_seconds_total %g\n"
             "# TYPE parlour_store_lag_seconds gauge\n"
             "parlour_store_lag_seconds %g\n",
             (double)d->nanoseconds / 1e9, (double)d->lag / 1e9);
    pl_add(out, line);
    add_latency(service, out);
}
