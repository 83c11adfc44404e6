/* The server's loop, from opening to the signal that ends it. */
#include "http.h"
#include "server.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

struct server {
    uv_loop_t loop;
    uv_signal_t terminate, interrupt;
    struct files files;
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

struct server *server_open(const struct server_setup *setup,
                           struct pl_message *why)
{
    struct server *server = calloc(1, sizeof *server);
    int listening = -1;

    pl_assert(server);
    if (files_read(&server->files, setup->folder, why))
        listening = net_listen(setup->address, setup->port, why);
    if (listening < 0) {
        files_free(&server->files);
        free(server);
        return NULL;
    }
    signal(SIGPIPE, SIG_IGN);
    allow_descriptors();
    pl_assert(uv_loop_init(&server->loop) == 0);
    watch(server, &server->terminate, SIGTERM);
    watch(server, &server->interrupt, SIGINT);
    server->port = net_port(listening);
    server->http =
        http_open(&server->loop, listening, &server->files, setup->language);
    return server;
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
    http_close(server->http);
    uv_close((uv_handle_t *)&server->terminate, NULL);
    uv_close((uv_handle_t *)&server->interrupt, NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    pl_assert(uv_loop_close(&server->loop) == 0);
    files_free(&server->files);
    free(server);
}
