/* See service.h. This is where the state machine of tables.h meets the world:
 * the clock, random bytes, the store's thread, bots on other threads. */
#include "service.h"
#include "bounds.h"
#include "refuse.h"
#include "results.h"
#include "thinker.h"
#include "tidings.h"
#include "wire.h"

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
    NOT_A_GUEST = -1,
    LATEST = 12 /* classes of latency: 1, 2, 4 … 2048 ms */
};

struct text {
    char *s;
    size_t length;
};

/* A socket whose request waits until something is looked up in the store. What
 * else it says stands behind. */
struct visit {
    uint64_t number;
    unsigned tries;
    enum lack lack; /* LACKS_NOTHING: it does not wait */
    struct request *request;
    struct text behind[ANSWERS];
    int texts;
};

struct service {
    uv_loop_t *loop;
    int64_t started; /* wall clock at the loop's time zero */
    struct limits limits;
    struct host host;
    struct sockets_host sockets_host;
    struct tables *tables;
    struct store *store;
    struct results *results; /* of the game of the day */
    struct sockets *sockets;
    uv_async_t synced;
    uv_timer_t tick;
    struct thinker *thinker;
    int handles;
    int keep_days, impatience;
    int64_t opened, swept; /* when old tables were last looked for */
    int64_t told;          /* when other nodes were last told, and heard */
    bool is_telling;
    uint64_t too_many_old; /* tables, each hour that most are old */
    bool is_closing;
    char build[BUILD_NAME + 1];
    bool *is_greeted;           /* by socket */
    uint64_t *asked;            /* when its last request came; 0: answered */
    struct visit *visit;        /* by socket */
    const struct errand *ready; /* what was looked up for a request */
    uint64_t visits;
    uint64_t *from; /* where it comes from, by socket */
    bool *is_taken; /* by socket */
    int per_address;
    uint64_t taken, full, crowded;
    uint64_t lost; /* tables that went on at another node */
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

static void due(void *context, const char *table, int64_t after)
{
    store_due(((struct service *)context)->store, table, after);
}

static bool is_busy(void *context)
{
    return store_is_busy(((struct service *)context)->store);
}

static void let_go(void *context, const char *id)
{
    store_let_go(((struct service *)context)->store, id);
}

static void put_back(struct service *service, const struct stored_table *stored)
{
    if (!tables_restore(service->tables, &stored->data, stored->step,
                        stored->steps))
        store_let_go(service->store, stored->data.id);
}

/* Whoever asks for a table by the wire has sent an errand before; the operator
 * waits, and where there are many nodes he asks the right one. */
static void fetch(void *context, const char *id)
{
    struct service *service = context;
    const struct errand *ready = service->ready;
    struct stored_table stored;

    if (ready && ready->kind == FETCH_TABLE && strcmp(ready->table, id) == 0) {
        if (ready->found == FOUND)
            put_back(service, &ready->stored);
    } else if (!store_is_shared(service->store) &&
               store_read(service->store, id, &stored)) {
        put_back(service, &stored);
        stored_free(&stored);
    }
}

static bool find(void *context, const char *code, char id[TABLE_ID + 1])
{
    const struct errand *ready = ((struct service *)context)->ready;

    (void)code;
    if (!ready || ready->kind != FIND_CODE || ready->found != FOUND)
        return false;
    strcpy(id, ready->table);
    return true;
}

static char *record(void *context, const char *id, uint32_t game)
{
    const struct errand *ready = ((struct service *)context)->ready;

    (void)id;
    (void)game;
    return ready && ready->text ? strdup(ready->text) : NULL;
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

enum { SERVICE_RESTART = 1012, TRY_LATER = 1013, BLIND = 5000 };

static void cut(void *context, int guest)
{
    sockets_end(((struct service *)context)->sockets, guest, SERVICE_RESTART,
                "");
}

/* A node that cannot see for a while whether its tables are still its own shows
 * them to no one. */
static void check_sight(struct service *service)
{
    if (store_blind(service->store) > BLIND)
        tables_lose_all(service->tables, cut, service);
}

static bool is_fetched(const struct service *service, const char *table)
{
    for (int i = 0; i < service->limits.guests; i++)
        if (service->visit[i].lack == LACKS_TABLE &&
            strcmp(service->visit[i].request->table, table) == 0)
            return true;
    return false;
}

/* gcc's analyzer loses sight of what an element of an array points to. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

static void wait_with(struct visit *visit, const struct request *request,
                      enum lack lack)
{
    struct request *copy = malloc(sizeof *copy);

    pl_assert(copy);
    *copy = *request;
    visit->request = copy;
    visit->lack = lack;
}

/* The request waits; who waits for the same table shares an errand. */
static void send_errand(struct service *service, int socket,
                        const struct request *request, enum lack lack)
{
    static const enum errand_kind kind[] = {[LACKS_TABLE] = FETCH_TABLE,
                                            [LACKS_CODE] = FIND_CODE,
                                            [LACKS_RECORD] = FETCH_RECORD};
    struct visit *visit = &service->visit[socket];
    bool is_shared = lack == LACKS_TABLE && is_fetched(service, request->table);
    const struct table_data *at = tables_table(service->tables, socket);
    struct errand *errand;

    wait_with(visit, request, lack);
    if (is_shared)
        return;
    errand = errand_new(kind[lack], socket);
    errand->visit = visit->number;
    errand->tries = visit->tries;
    strcpy(errand->code, request->code);
    errand->game = request->number;
    strcpy(errand->table, lack == LACKS_RECORD && at ? at->id : request->table);
    store_send(service->store, errand);
}

static void hear(struct service *service, int socket, const char *text,
                 size_t length)
{
    struct request request;
    struct pl_message why;
    enum lack lack;
    int64_t early;

    if (service->asked[socket] == 0)
        service->asked[socket] = uv_hrtime();
    if (!wire_read(text, length, &request, &why))
        tables_refuse(service->tables, socket, request.id, &why);
    else if ((lack = tables_lacks(service->tables, socket, &request)))
        send_errand(service, socket, &request, lack);
    else
        tables_ask(service->tables, socket, &request, now(service));
    sodium_memzero(request.secret, sizeof request.secret);
    early = tables_wait(service->tables, socket, now(service));
    if (early > 0)
        sockets_rest(service->sockets, socket, early);
}

static bool heard(void *context, int socket, const char *text, size_t length)
{
    struct service *service = context;
    struct visit *visit = &service->visit[socket];

    check_sight(service);
    if (!tables_listens(service->tables, socket) || visit->texts == ANSWERS)
        return false; /* that many at a time are no page's */
    if (visit->lack == LACKS_NOTHING) {
        hear(service, socket, text, length);
        return true;
    }
    visit->behind[visit->texts] = (struct text){malloc(length), length};
    pl_assert(visit->behind[visit->texts].s);
    memcpy(visit->behind[visit->texts++].s, text, length);
    return true;
}

/* --- What comes from the store ------------------------------------------- */

static void forget_request(struct visit *visit)
{
    if (visit->request)
        sodium_memzero(visit->request->secret, SECRET);
    free(visit->request);
    visit->request = NULL;
    visit->lack = LACKS_NOTHING;
}

static void forget_visit(struct visit *visit)
{
    forget_request(visit);
    while (visit->texts > 0)
        free(visit->behind[--visit->texts].s);
}

/* What stands behind, until something has to be looked up again. */
static void hear_behind(struct service *service, int socket)
{
    struct visit *visit = &service->visit[socket];

    while (visit->texts > 0 && visit->lack == LACKS_NOTHING) {
        struct text text = visit->behind[0];

        memmove(visit->behind, visit->behind + 1,
                (size_t)--visit->texts * sizeof *visit->behind);
        if (tables_listens(service->tables, socket))
            hear(service, socket, text.s, text.length);
        free(text.s);
    }
}

/* With what was looked up; a reason that ends the socket tells the page how
 * many tries others took. */
static void go_on(struct service *service, int socket,
                  const struct errand *errand)
{
    struct visit *visit = &service->visit[socket];
    char reason[32];

    if (errand->found == ELSEWHERE || errand->found == LATER) {
        snprintf(reason, sizeof reason, "try=%u",
                 errand->found == ELSEWHERE ? errand->tries : visit->tries);
        forget_visit(visit);
        sockets_end(service->sockets, socket,
                    errand->found == ELSEWHERE ? SERVICE_RESTART : TRY_LATER,
                    reason);
        return;
    }
    if (errand->found == BURIED && visit->request->kind == DO_open) {
        tables_refuse(service->tables, socket, visit->request->id,
                      &PL_SAY("table.gone"));
    } else {
        service->ready = errand;
        tables_ask(service->tables, socket, visit->request, now(service));
        service->ready = NULL;
    }
    forget_request(visit);
    hear_behind(service, socket);
}

static bool is_for(const struct visit *visit, const struct errand *errand)
{
    return errand->kind == FETCH_TABLE
               ? visit->lack == LACKS_TABLE &&
                     strcmp(visit->request->table, errand->table) == 0
               : visit->lack != LACKS_NOTHING && visit->number == errand->visit;
}

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
    tidings_gather(service->tables, &errand->tidings);
    store_send(service->store, errand);
}

static void hear_nodes(struct service *service, const struct errand *errand)
{
    service->is_telling = false;
    if (errand->found != FOUND)
        return;
    service->told = now(service);
    tidings_take(&errand->tidings, service->tables, service->results);
}

static void take_errand(struct service *service, struct errand *errand)
{
    if (errand->kind == TELL_NODES)
        hear_nodes(service, errand);
    if (errand->kind == FIND_OLD && errand->found == FOUND)
        sweep_old(service, errand);
    if (errand->kind == FETCH_TABLE && errand->found == FOUND) {
        put_back(service, &errand->stored);
        tables_set_left(service->tables, errand->table, errand->left,
                        now(service));
    }
    for (int i = 0; i < service->limits.guests; i++)
        if (service->is_taken[i] && is_for(&service->visit[i], errand))
            go_on(service, i, errand);
    errand_free(errand);
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
        wire_greet(service->build, store_id(service->store),
                   store_is_shared(service->store), service->keep_days, out);
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
    forget_visit(&service->visit[socket]);
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
    if (count_from(service, from) +
            tables_guests_elsewhere(service->tables, from) >=
        service->per_address) {
        service->crowded++;
        return TOO_MANY_THERE;
    }
    return WELCOME;
}

unsigned service_daily(void *context, uint64_t from, const char *key,
                       const char *record, size_t length, struct pl_buffer *out)
{
    struct service *service = context;
    struct stored_result result;
    bool is_new;
    unsigned status = results_take(service->results, from, key, record, length,
                                   now(service), &result, &is_new, out);

    if (is_new) {
        store_result(service->store, &result);
        store_submit(service->store);
    }
    return status;
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

void service_take(void *context, int fd, uint64_t from, unsigned tries,
                  const char *read, size_t length)
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
    service->visit[guest].number = ++service->visits;
    service->visit[guest].tries = tries;
    service->taken++;
    sockets_add(service->sockets, guest, fd, read, length);
}

/* --- Time ---------------------------------------------------------------- */

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

    check_sight(service);
    tables_tick(service->tables, now(service));
    tell_nodes(service);
    if (now(service) - service->swept < HOUR / service->impatience)
        return;
    service->swept = now(service);
    sweep(service);
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
        tables_lose(service->tables, id, cut, service);
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
static void put_back_first(void *context, const char *id)
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
    service->impatience = setup->impatience;
    service->opened = service->swept = service->told = now(service);
    service->host = (struct host){.context = service,
                                  .random = random_bytes,
                                  .save = save,
                                  .save_step = save_step,
                                  .save_record = save_record,
                                  .erase_steps = erase_steps,
                                  .erase = erase,
                                  .submit = submit,
                                  .due = due,
                                  .is_busy = is_busy,
                                  .let_go = let_go,
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
    free(service->visit);
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
    size_t sockets = (size_t)setup->sockets;

    pl_assert(service && sodium_init() >= 0);
    service->loop = loop;
    strcpy(service->build, build);
    fill_in(service, setup);
    service->is_greeted = calloc(sockets, sizeof *service->is_greeted);
    service->asked = calloc(sockets, sizeof *service->asked);
    service->from = calloc(sockets, sizeof *service->from);
    service->is_taken = calloc(sockets, sizeof *service->is_taken);
    service->visit = calloc(sockets, sizeof *service->visit);
    pl_assert(service->is_greeted && service->asked && service->from &&
              service->is_taken && service->visit);
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
    service->thinker = thinker_open(loop, thought, service);
    service->tables =
        tables_new(&service->host, &service->limits, now(service));
    service->sockets = sockets_open(loop, setup->sockets, WIRE_LONGEST,
                                    setup->impatience, &service->sockets_host);
    store_each_result(service->store,
                      results_sweep(service->results, now(service)), know,
                      service->results);
    if (!store_is_shared(service->store))
        store_each(service->store,
                   now(service) - (int64_t)service->limits.idle_minutes * 60000,
                   put_back_first, service);
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
    for (int i = 0; i < service->limits.guests; i++)
        forget_visit(&service->visit[i]);
    tables_free(service->tables);
    store_close(service->store);
    close_handles(service);
}

const uint8_t *service_key(const struct service *service)
{
    return store_is_shared(service->store) ? store_key(service->store) : NULL;
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
