/* See room.h. This is where the state machine of tables.h meets the world: the
 * clock, random bytes, the store's thread, bots on other threads. */
#include "room.h"
#include "thinker.h"
#include "wire.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    TICK = 1000,
    WATCHERS = 50,
    AWAY = 60000, /* milliseconds until others may let a bot play */
    HOUR = 3600000,
    LATEST = 12 /* classes of latency: 1, 2, 4 … 2048 ms */
};

struct room {
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
    int64_t cleaned; /* when old tables were last erased */
    bool is_closing;
    char build[BUILD_NAME + 1];
    bool *is_greeted; /* by socket */
    uint64_t *asked;  /* when its last request came; 0: answered */
    uint64_t *from;   /* where it comes from, by socket */
    bool *is_taken;   /* by socket */
    int per_origin;
    uint64_t taken, full, crowded;
    uint64_t latency[LATEST + 1], latencies, latency_sum;
    char folder[64]; /* of a store that only lasts until the end */
};

static int64_t now(const struct room *room)
{
    return room->started + (int64_t)uv_now(room->loop);
}

/* --- What tables want ---------------------------------------------------- */

static void random_bytes(void *context, void *bytes, size_t size)
{
    (void)context;
    randombytes_buf(bytes, size);
}

static void save(void *context, const struct table_data *table)
{
    store_table(((struct room *)context)->store, table);
}

static void save_step(void *context, const char *table, uint32_t question,
                      int seat, const uint8_t *bytes, int count)
{
    store_step(((struct room *)context)->store, table, question, seat, bytes,
               count);
}

static void save_record(void *context, const char *table, uint32_t game,
                        const char *record)
{
    store_record(((struct room *)context)->store, table, game, record);
}

static void erase_steps(void *context, const char *table)
{
    store_erase_steps(((struct room *)context)->store, table);
}

static void erase(void *context, const char *table)
{
    store_erase(((struct room *)context)->store, table);
}

static uint64_t submit(void *context)
{
    return store_submit(((struct room *)context)->store);
}

static bool is_busy(void *context)
{
    return store_is_busy(((struct room *)context)->store);
}

static void fetch(void *context, const char *id)
{
    struct room *room = context;
    struct stored_table stored;

    if (!store_read(room->store, id, &stored))
        return;
    tables_restore(room->tables, &stored.data, stored.step, stored.steps);
    free(stored.step);
}

static char *record(void *context, const char *id, uint32_t game)
{
    return store_read_record(((struct room *)context)->store, id, game);
}

static void wake(void *context, int guest)
{
    sockets_wake(((struct room *)context)->sockets, guest);
}

static void think(void *context, int table, uint32_t question, int seat,
                  const char *bot, const struct pl_game *game,
                  const union pl_state *view)
{
    thinker_ask(((struct room *)context)->thinker, table, question, seat, bot,
                game, view);
}

static void thought(void *context, int table, uint32_t question, int seat,
                    pl_move move)
{
    struct room *room = context;

    tables_thought(room->tables, table, question, seat, move, now(room));
}

/* --- What sockets bring -------------------------------------------------- */

static bool heard(void *context, int socket, const char *text, size_t length)
{
    struct room *room = context;
    struct request request;
    struct pl_message why;

    if (!tables_listens(room->tables, socket))
        return false; /* that many at a time are no page's */
    if (room->asked[socket] == 0)
        room->asked[socket] = uv_hrtime();
    if (wire_read(text, length, &request, &why))
        tables_ask(room->tables, socket, &request, now(room));
    else
        tables_refuse(room->tables, socket, request.id, &why);
    sodium_memzero(request.secret, sizeof request.secret);
    return true;
}

/* From hearing a request to sending the first answer after it. */
static void note_latency(struct room *room, int socket)
{
    uint64_t took = uv_hrtime() - room->asked[socket];
    int i = 0;

    if (room->asked[socket] == 0)
        return;
    room->asked[socket] = 0;
    while (i < LATEST && took > (uint64_t)1000000 << i)
        i++;
    room->latency[i]++;
    room->latencies++;
    room->latency_sum += took;
}

static bool next(void *context, int socket, struct pl_buffer *out)
{
    struct room *room = context;

    if (!room->is_greeted[socket]) {
        room->is_greeted[socket] = true;
        wire_greet(room->build, room->limits.keep_days, out);
        return true;
    }
    if (!wire_write(room->tables, socket, now(room), out))
        return false;
    note_latency(room, socket);
    return true;
}

static void gone(void *context, int socket)
{
    struct room *room = context;

    room->is_taken[socket] = false;
    tables_go(room->tables, socket, now(room));
}

static int count_from(const struct room *room, uint64_t from)
{
    int n = 0;

    for (int i = 0; i < room->limits.guests; i++)
        n += room->is_taken[i] && room->from[i] == from;
    return n;
}

enum welcome room_welcome(void *context, uint64_t from)
{
    struct room *room = context;
    struct sockets_figures sockets;

    sockets_figures(room->sockets, &sockets);
    if (sockets.open >= room->limits.guests) {
        room->full++;
        return HOUSE_FULL;
    }
    if (count_from(room, from) >= room->per_origin) {
        room->crowded++;
        return TOO_MANY_THERE;
    }
    return WELCOME;
}

void room_take(void *context, int fd, uint64_t from, const char *read,
               size_t length)
{
    struct room *room = context;
    int guest = tables_arrive(room->tables, now(room));

    if (guest < 0) {
        close(fd);
        return;
    }
    room->is_greeted[guest] = false;
    room->asked[guest] = 0;
    room->from[guest] = from;
    room->is_taken[guest] = true;
    room->taken++;
    sockets_add(room->sockets, guest, fd, read, length);
}

/* --- Time ---------------------------------------------------------------- */

static void tick(uv_timer_t *timer)
{
    struct room *room = timer->data;

    tables_tick(room->tables, now(room));
    if (now(room) - room->cleaned < HOUR)
        return;
    room->cleaned = now(room);
    store_erase_old(room->store,
                    now(room) - (int64_t)room->limits.keep_days * 24 * HOUR);
    store_submit(room->store);
}

static void is_synced(uv_async_t *async)
{
    struct room *room = async->data;

    if (room->is_closing)
        return;
    tables_synced(room->tables, store_synced(room->store), now(room));
}

static void tell_loop(void *context)
{
    uv_async_send(&((struct room *)context)->synced);
}

/* --- From opening to closing --------------------------------------------- */

/* Without a name the store lasts as long as we do: its files have no names. */
static struct store *open_store(struct room *room, const char *path,
                                struct pl_message *why)
{
    static const char *const end[] = {"", "-wal", "-shm", "-lock"};
    const char *temporary = getenv("TMPDIR");
    char name[sizeof room->folder + 16];
    struct store *store;

    if (path)
        return store_open(path, tell_loop, room, why);
    if (!temporary || strlen(temporary) > 32)
        temporary = "/tmp";
    snprintf(room->folder, sizeof room->folder, "%s/parlour-XXXXXX", temporary);
    if (!mkdtemp(room->folder)) {
        server_refuse(why, "store.cannot_open", room->folder, 0);
        return NULL;
    }
    snprintf(name, sizeof name, "%s/store", room->folder);
    store = store_open(name, tell_loop, room, why);
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s/store%s", room->folder, end[i]);
        unlink(name);
    }
    rmdir(room->folder);
    return store;
}

static void put_back(void *context, const char *id)
{
    fetch(context, id);
}

static void fill_in(struct room *room, const struct server_setup *setup)
{
    struct timespec wall;

    clock_gettime(CLOCK_REALTIME, &wall);
    uv_update_time(room->loop);
    room->started = (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000 -
                    (int64_t)uv_now(room->loop);
    room->limits = (struct limits){.tables = setup->tables,
                                   .guests = setup->sockets,
                                   .watchers = WATCHERS,
                                   .idle_minutes = setup->idle_minutes,
                                   .keep_days = setup->keep_days,
                                   .away = AWAY / setup->haste,
                                   .stand_in = STAND_IN};
    room->per_origin = setup->per_origin;
    room->host = (struct host){.context = room,
                               .random = random_bytes,
                               .save = save,
                               .save_step = save_step,
                               .save_record = save_record,
                               .erase_steps = erase_steps,
                               .erase = erase,
                               .submit = submit,
                               .is_busy = is_busy,
                               .fetch = fetch,
                               .record = record,
                               .think = think,
                               .wake = wake};
    room->sockets_host = (struct sockets_host){
        .context = room, .heard = heard, .next = next, .gone = gone};
}

static void closed(uv_handle_t *handle)
{
    struct room *room = handle->data;

    if (--room->handles > 0)
        return;
    free(room->is_greeted);
    free(room->asked);
    free(room->from);
    free(room->is_taken);
    free(room);
}

static void close_handles(struct room *room)
{
    uv_close((uv_handle_t *)&room->synced, closed);
    uv_close((uv_handle_t *)&room->tick, closed);
}

struct room *room_open(uv_loop_t *loop, const struct server_setup *setup,
                       const char *build, struct pl_message *why)
{
    struct room *room = calloc(1, sizeof *room);
    size_t sockets = (size_t)setup->sockets;

    pl_assert(room && sodium_init() >= 0);
    room->loop = loop;
    strcpy(room->build, build);
    fill_in(room, setup);
    room->is_greeted = calloc(sockets, sizeof *room->is_greeted);
    room->asked = calloc(sockets, sizeof *room->asked);
    room->from = calloc(sockets, sizeof *room->from);
    room->is_taken = calloc(sockets, sizeof *room->is_taken);
    pl_assert(room->is_greeted && room->asked && room->from && room->is_taken);
    room->handles = 2;
    room->synced.data = room->tick.data = room;
    pl_assert(uv_async_init(loop, &room->synced, is_synced) == 0);
    pl_assert(uv_timer_init(loop, &room->tick) == 0);
    room->store = open_store(room, setup->store, why);
    if (!room->store) {
        close_handles(room);
        return NULL;
    }
    room->thinker = thinker_open(loop, thought, room);
    room->tables = tables_new(&room->host, &room->limits, now(room));
    room->sockets = sockets_open(loop, setup->sockets, WIRE_LONGEST,
                                 setup->haste, &room->sockets_host);
    store_each(room->store,
               now(room) - (int64_t)room->limits.idle_minutes * 60000, put_back,
               room);
    uv_timer_start(&room->tick, tick, TICK, TICK);
    return room;
}

/* Thoughts that are still under way come back while the loop runs on. */
void room_close(struct room *room)
{
    room->is_closing = true;
    uv_timer_stop(&room->tick);
    sockets_close(room->sockets);
    thinker_close(room->thinker);
    store_close(room->store);
    tables_free(room->tables);
    close_handles(room);
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

static void add_latency(const struct room *room, struct pl_buffer *out)
{
    uint64_t sum = 0;
    char line[160];

    pl_add(out, "# TYPE parlour_answer_seconds histogram\n");
    for (int i = 0; i < LATEST; i++) {
        sum += room->latency[i];
        snprintf(line, sizeof line,
                 "parlour_answer_seconds_bucket{le=\"%g\"} %llu\n",
                 (double)(1 << i) / 1000, (unsigned long long)sum);
        pl_add(out, line);
    }
    snprintf(line, sizeof line,
             "parlour_answer_seconds_bucket{le=\"+Inf\"} %llu\n"
             "parlour_answer_seconds_sum %g\n"
             "parlour_answer_seconds_count %llu\n",
             (unsigned long long)room->latencies,
             (double)room->latency_sum / 1e9,
             (unsigned long long)room->latencies);
    pl_add(out, line);
}

void room_figures(const struct room *room, struct room_figures *out)
{
    tables_figures(room->tables, &out->tables);
    sockets_figures(room->sockets, &out->sockets);
    store_figures(room->store, &out->store);
    out->taken = room->taken;
    out->full = room->full;
    out->crowded = room->crowded;
}

void room_measure(void *context, struct pl_buffer *out)
{
    const struct room *room = context;
    struct room_figures all;
    const struct figures *f = &all.tables;
    const struct sockets_figures *s = &all.sockets;
    const struct store_figures *d = &all.store;
    char line[160];

    room_figures(room, &all);
    add_measure(out, "tables", "gauge", (uint64_t)f->tables);
    add_measure(out, "tables_playing", "gauge", (uint64_t)f->playing);
    add_measure(out, "sockets", "gauge", (uint64_t)s->open);
    add_measure(out, "seated", "gauge", (uint64_t)f->seated);
    add_measure(out, "moves_total", "counter", f->moves);
    add_measure(out, "games_total", "counter", f->games);
    add_measure(out, "refusals_total", "counter", f->refusals);
    add_measure(out, "messages_received_total", "counter", s->received);
    add_measure(out, "messages_sent_total", "counter", s->sent);
    add_measure(out, "sockets_dropped_total", "counter", s->dropped);
    add_measure(out, "refused_full_total", "counter", all.full);
    add_measure(out, "refused_address_total", "counter", all.crowded);
    add_measure(out, "bots_thinking", "gauge",
                (uint64_t)thinker_count(room->thinker));
    add_measure(out, "store_commits_total", "counter", d->commits);
    add_measure(out, "store_writes_total", "counter", d->writes);
    add_measure(out, "store_failures_total", "counter", d->failures);
    add_measure(out, "store_waiting", "gauge", d->waiting);
    snprintf(line, sizeof line,
             "# TYPE parlour_store_seconds_total counter\n"
             "parlour_store_seconds_total %g\n",
             (double)d->nanoseconds / 1e9);
    pl_add(out, line);
    add_latency(room, out);
}
