/* The server's loop, from opening to the signal that ends it. */
#include "http.h"
#include "journal.h"
#include "room.h"
#include "server.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { SECOND = 1000 };

struct server {
    uv_loop_t loop;
    uv_signal_t terminate, interrupt;
    uv_timer_t look; /* at what the operator wants to know */
    struct journal journal;
    struct origins origins;
    struct files files;
    struct room *room;
    struct http_setup setup;
    struct http *http;
    uint16_t port;
};

static void stop(uv_signal_t *signal, int number)
{
    (void)number;
    uv_stop(signal->loop);
}

static void watch(struct server *server, uv_signal_t *signal, int number)
{
    pl_assert(uv_signal_init(&server->loop, signal) == 0);
    pl_assert(uv_signal_start(signal, stop, number) == 0);
}

/* Our own limits are lower than what the system allows at most. */
static void allow_descriptors(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* What the browser gets is one whole: another file, another build. */
static void name_build(const struct files *files, char out[BUILD_NAME + 1])
{
    struct pl_buffer all = {0};
    char hash[SHA256_HEX + 1];

    pl_add(&all, PARLOUR_VERSION);
    for (size_t i = 0; i < files->count; i++) {
        pl_add(&all, files->file[i].path);
        pl_add(&all, files->file[i].hash);
    }
    sha256_hex(all.s, all.length, hash);
    memcpy(out, hash, BUILD_NAME);
    out[BUILD_NAME] = '\0';
    pl_buffer_free(&all);
}

static void keep_journal(struct server *server)
{
    struct journal *journal = &server->journal;
    int64_t now = (int64_t)uv_now(&server->loop);
    struct room_figures all;

    room_figures(server->room, &all);
    journal_count(journal, EVENT_put_away, all.tables.put_away, now);
    journal_count(journal, EVENT_other_rules, all.tables.other_rules, now);
    journal_count(journal, EVENT_full, all.full, now);
    journal_count(journal, EVENT_crowded,
                  all.crowded + http_crowded(server->http), now);
    journal_store(journal, all.store.failures, all.store.commits,
                  all.store.trouble);
}

static void look(uv_timer_t *timer)
{
    keep_journal(timer->data);
}

static void say_restored(const struct server *server)
{
    struct room_figures all;

    room_figures(server->room, &all);
    if (all.tables.restored > 0)
        journal_say(&server->journal, "server.restored", "",
                    (int)all.tables.restored);
}

static void sum_up(const struct server *server)
{
    struct room_figures all;

    room_figures(server->room, &all);
    journal_sum_up(&server->journal,
                   (struct journal_number[]){{"server.sockets", all.taken},
                                             {"server.games", all.tables.games},
                                             {"server.moves", all.tables.moves},
                                             {NULL, 0}});
}

static bool open_parts(struct server *server, const struct server_setup *setup,
                       struct pl_message *why)
{
    char build[BUILD_NAME + 1];
    int listening;

    if (!origins_open(&server->origins, setup->proxy))
        return server_refuse(why, "serve.bad_address", setup->proxy, 0);
    if (!files_read(&server->files, setup->folder, why))
        return false;
    name_build(&server->files, build);
    server->room = room_open(&server->loop, setup, build, why);
    if (!server->room)
        return false;
    listening = net_listen(setup->address, setup->port, why);
    if (listening < 0)
        return false;
    server->port = net_port(listening);
    server->setup = (struct http_setup){.files = &server->files,
                                        .language = setup->language,
                                        .public_url = setup->public_url,
                                        .context = server->room,
                                        .origins = &server->origins,
                                        .per_origin = setup->per_origin,
                                        .haste = setup->haste,
                                        .welcome = room_welcome,
                                        .take = room_take,
                                        .measure = room_measure};
    server->http = http_open(&server->loop, listening, &server->setup);
    say_restored(server);
    uv_timer_start(&server->look, look, SECOND, SECOND);
    return true;
}

struct server *server_open(const struct server_setup *setup,
                           struct pl_message *why)
{
    struct server *server = calloc(1, sizeof *server);

    pl_assert(server);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a write that fails is enough */
    allow_descriptors();
    pl_assert(uv_loop_init(&server->loop) == 0);
    watch(server, &server->terminate, SIGTERM);
    watch(server, &server->interrupt, SIGINT);
    pl_assert(uv_timer_init(&server->loop, &server->look) == 0);
    server->look.data = server;
    server->journal.language = setup->language;
    if (open_parts(server, setup, why))
        return server;
    server_close(server);
    return NULL;
}

uint16_t server_port(const struct server *server)
{
    return server->port;
}

void server_run(struct server *server)
{
    uv_run(&server->loop, UV_RUN_DEFAULT);
}

void server_close(struct server *server)
{
    if (server->http) {
        keep_journal(server);
        sum_up(server);
        http_close(server->http);
    }
    if (server->room)
        room_close(server->room);
    uv_close((uv_handle_t *)&server->terminate, NULL);
    uv_close((uv_handle_t *)&server->interrupt, NULL);
    uv_close((uv_handle_t *)&server->look, NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    pl_assert(uv_loop_close(&server->loop) == 0);
    files_free(&server->files);
    free(server);
}
