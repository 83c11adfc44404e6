/* The server's loop, from opening to the signal that ends it. */
#include "server.h"
#include "admin.h"
#include "bounds.h"
#include "journal.h"
#include "net/http.h"
#include "net/listen.h"
#include "refuse.h"
#include "service.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { SECOND = 1000 };

struct server {
    uv_loop_t loop;
    uv_signal_t terminate, interrupt;
    uv_timer_t look; /* at what the operator wants to know */
    struct journal journal;
    struct address_hashing hashing;
    struct files files;
    struct service *service;
    struct http_setup setup;
    struct http *http;
    struct admin *admin;
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

/* The table of descriptors grows while we are still alone: with threads, each
 * doubling of it takes the system ten milliseconds, in which no one is heard.
 */
static void make_table_large(const struct server *server, rlim_t size)
{
    int fd =
        fcntl(uv_backend_fd(&server->loop), F_DUPFD_CLOEXEC, (int)size - 1);

    if (fd >= 0)
        close(fd);
}

/* Our own limits should be lower than what the system allows at most; else it
 * is the system that turns people away. */
static void allow_descriptors(const struct server *server, int sockets)
{
    long needed = (long)sockets + BOUND_CONNECTIONS + BOUND_OWN;
    struct rlimit limit;
    char word[24];

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    make_table_large(server, limit.rlim_max < (rlim_t)needed ? limit.rlim_max
                                                             : (rlim_t)needed);
    if (limit.rlim_max >= (rlim_t)needed)
        return;
    snprintf(word, sizeof word, "%ld", needed);
    journal_say(&server->journal, "server.few_descriptors", word,
                (int)limit.rlim_max);
}

/* What the browser gets is one whole: another file, another build. */
static void name_build(const struct files *files, char out[BUILD_NAME + 1])
{
    struct pl_buffer all = {0};
    char hash[SHA256_HEX + 1];

    pl_add(&all, PL_VERSION);
    for (size_t i = 0; i < files->count; i++) {
        pl_add(&all, files->file[i].path);
        pl_add(&all, files->file[i].hash);
    }
    pl_sha256_hex(all.s, all.length, hash);
    memcpy(out, hash, BUILD_NAME);
    out[BUILD_NAME] = '\0';
    pl_buffer_free(&all);
}

static void keep_journal(struct server *server)
{
    struct journal *journal = &server->journal;
    int64_t now = (int64_t)uv_now(&server->loop);
    struct service_figures all;
    struct http_figures door;

    service_figures(server->service, &all);
    http_figures(server->http, &door);
    journal_count(journal, EVENT_put_away, all.tables.put_away, now);
    journal_count(journal, EVENT_swept, all.tables.swept, now);
    journal_count(journal, EVENT_too_many_old, all.too_many_old, now);
    journal_count(journal, EVENT_other_rules, all.tables.other_rules, now);
    journal_count(journal, EVENT_full, all.full + door.full, now);
    journal_count(journal, EVENT_crowded,
                  all.crowded + door.crowded + door.pouring + door.asking, now);
    journal_door(journal, door.exhausted, door.is_exhausted);
    journal_store(journal, all.store.failures, all.store.commits,
                  all.store.trouble);
}

static void look(uv_timer_t *timer)
{
    keep_journal(timer->data);
}

static void say_restored(const struct server *server)
{
    struct service_figures all;

    service_figures(server->service, &all);
    if (all.store.has_set_aside)
        journal_say(&server->journal, "server.log_set_aside", "", 0);
    if (all.tables.restored > 0)
        journal_say(&server->journal, "server.restored", "",
                    (int)all.tables.restored);
}

static void sum_up(const struct server *server)
{
    struct service_figures all;

    service_figures(server->service, &all);
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
    const char *beside = setup->admin ? setup->admin : setup->store;
    bool has_admin = beside && !store_is_address(beside);
    int listening;

    if (!address_hashing_open(&server->hashing, setup->proxy))
        return server_refuse(why, "serve.bad_address", setup->proxy, 0);
    if (!files_read(&server->files, setup->folder, why))
        return false;
    name_build(&server->files, build);
    server->service = service_open(&server->loop, setup, build, why);
    if (!server->service)
        return false;
    if (service_key(server->service)) /* an address has the same place there */
        memcpy(server->hashing.key, service_key(server->service),
               sizeof server->hashing.key);
    listening = net_listen(setup->address, setup->port, why);
    if (listening < 0)
        return false;
    server->port = net_port(listening);
    server->setup = (struct http_setup){.files = &server->files,
                                        .language = setup->language,
                                        .public_url = setup->public_url,
                                        .context = server->service,
                                        .hashing = &server->hashing,
                                        .per_address = setup->per_address,
                                        .impatience = setup->impatience,
                                        .welcome = service_welcome,
                                        .take = service_take,
                                        .daily = service_daily,
                                        .troubles = service_troubles,
                                        .measure = service_measure};
    server->http = http_open(&server->loop, listening, &server->setup);
    say_restored(server);
    if (has_admin)
        server->admin = admin_open(&server->loop, beside, server->service,
                                   &server->hashing);
    if (has_admin && !server->admin)
        journal_say(&server->journal, "server.no_admin", beside, 0);
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
    pl_assert(uv_loop_init(&server->loop) == 0);
    watch(server, &server->terminate, SIGTERM);
    watch(server, &server->interrupt, SIGINT);
    pl_assert(uv_timer_init(&server->loop, &server->look) == 0);
    server->look.data = server;
    server->journal.language = setup->language;
    allow_descriptors(server, setup->sockets);
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

/* The loop runs on until the threads are done, and no one looks meanwhile. */
void server_close(struct server *server)
{
    uv_close((uv_handle_t *)&server->look, NULL);
    if (server->http) {
        keep_journal(server);
        sum_up(server);
        http_close(server->http);
    }
    if (server->admin)
        admin_close(server->admin);
    if (server->service)
        service_close(server->service);
    uv_close((uv_handle_t *)&server->terminate, NULL);
    uv_close((uv_handle_t *)&server->interrupt, NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    pl_assert(uv_loop_close(&server->loop) == 0);
    files_free(&server->files);
    free(server);
}
