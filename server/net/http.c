/*
 * See http.h. Connections are accepted here, so that we decide who gets the
 * last places, and go on when descriptors run out. libmicrohttpd has an epoll
 * descriptor of its own, on which the loop waits; whatever happens there is
 * done by one call of MHD_run, and the answers are made in handle() below.
 *
 * Strangers get so much memory, so many connections and so much time, and no
 * more. MHD drops the silent; those who send or take a byte now and then are
 * dropped here, when a request or its answer takes longer than anyone needs.
 */
#include "http.h"
#include "../bounds.h"
#include "answer.h"
#include "handshake.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    CONNECTIONS = BOUND_CONNECTIONS,
    SPARE = 64,  /* more, while those who make room are still leaving */
    ACCEPTS = 8, /* in one round of the loop */
    AGAIN = 250, /* milliseconds until accepting is tried again */
    PLACES = 4096,
    MOST_TRIES = 1000, /* of a page that looks for a node */
    REFUSING = 3       /* seconds for one too many */
};

struct peer {
    MHD_socket fd;
    unsigned tries;
    bool is_here, is_one_too_many, is_counted;
    uint64_t from;
    int place;      /* where its address is counted */
    uint64_t until; /* time of the loop when its patience ends */
};

struct http {
    struct MHD_Daemon *daemon;
    const struct http_setup *setup;
    uv_loop_t *loop;
    int listening;
    uv_poll_t door;   /* someone wants to come in */
    uv_timer_t again; /* the door is shut until then */
    uv_poll_t ready;  /* MHD has something to do */
    uv_timer_t due;   /* MHD wants to look after its connections */
    uv_timer_t sweep; /* every second while someone is connected */
    int handles;      /* of the five, those not yet closed */
    int peers;
    struct http_figures figures;
    uint16_t count[PLACES];  /* connections by address; few share a place */
    uint8_t reading[PLACES]; /* bodies by address */
    int bodies;
    uint64_t ahead[PLACES]; /* microseconds until when they would have come,
                               well spaced */
    bool has_handed_over;   /* a socket, of which MHD still holds its copy */
    struct peer peer[CONNECTIONS + SPARE];
};

/* --- Patience ------------------------------------------------------------ */

static void give_time(const struct http *http, struct peer *peer, int seconds)
{
    peer->until = uv_now(http->loop) +
                  (uint64_t)seconds * 1000 / (unsigned)http->setup->impatience;
}

/* MHD sees that the connection has ended, and cleans up after it. */
static void drop_the_slow(uv_timer_t *sweep)
{
    struct http *http = sweep->data;

    for (int i = 0; i < CONNECTIONS + SPARE; i++) {
        struct peer *peer = &http->peer[i];

        if (peer->is_here && peer->until <= uv_now(http->loop))
            shutdown(peer->fd, SHUT_RDWR);
    }
}

static int place_of(uint64_t from)
{
    return (int)(from % PLACES);
}

/* Behind a proxy, everyone comes from the same address. */
static bool is_crowded(const struct http *http, uint64_t from, int more)
{
    return !http->setup->hashing->has_proxy &&
           http->count[place_of(from)] >= http->setup->per_address + more;
}

/* Whether one more comes too soon from there. A page needs ten connections, and
 * a class may share an address. */
static bool is_pouring(struct http *http, uint64_t from)
{
    unsigned times = (unsigned)http->setup->per_address / BOUND_PER_ADDRESS;
    uint64_t every = 1000000 / BOUND_COMING_A_SECOND / (times ? times : 1);
    uint64_t now = uv_now(http->loop) * 1000;
    uint64_t *ahead = &http->ahead[place_of(from)];

    if (*ahead < now)
        *ahead = now;
    if (*ahead >= now + 1000000 / BOUND_COMING_A_SECOND * BOUND_COMING)
        return true;
    *ahead += every;
    return false;
}

static struct peer *welcome(struct http *http, MHD_socket fd, uint64_t from)
{
    bool too_many = is_crowded(http, from, 0);

    for (int i = 0; i < CONNECTIONS + SPARE; i++) {
        struct peer *peer = &http->peer[i];

        if (peer->is_here)
            continue;
        *peer = (struct peer){.fd = fd,
                              .is_here = true,
                              .is_counted = true,
                              .from = from,
                              .place = place_of(from),
                              .is_one_too_many = too_many};
        http->count[peer->place]++;
        give_time(http, peer, too_many ? REFUSING : BOUND_ASKING);
        http->figures.crowded += too_many;
        if (http->peers++ == 0)
            uv_timer_start(&http->sweep, drop_the_slow, 1000, 1000);
        return peer;
    }
    shutdown(fd, SHUT_RDWR);
    return NULL;
}

static void uncount(struct http *http, struct peer *peer)
{
    http->count[peer->place] =
        (uint16_t)(http->count[peer->place] - peer->is_counted);
    peer->is_counted = false;
}

static void forget(struct http *http, struct peer *peer)
{
    uncount(http, peer);
    peer->is_here = false;
    if (--http->peers == 0)
        uv_timer_stop(&http->sweep);
}

static uint64_t from_of(const struct http *http,
                        struct MHD_Connection *connection,
                        const char *forwarded)
{
    return address_hash(
        http->setup->hashing,
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
            ->client_addr,
        forwarded);
}

static void connection_changes(void *cls, struct MHD_Connection *connection,
                               void **peer,
                               enum MHD_ConnectionNotificationCode code)
{
    switch (code) {
    case MHD_CONNECTION_NOTIFY_STARTED:
        *peer = welcome(cls,
                        MHD_get_connection_info(
                            connection, MHD_CONNECTION_INFO_CONNECTION_FD)
                            ->connect_fd,
                        from_of(cls, connection, NULL));
        break;
    case MHD_CONNECTION_NOTIFY_CLOSED:
        if (*peer)
            forget(cls, *peer);
        *peer = NULL;
        break;
    }
}

static struct peer *peer_of(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection,
                                   MHD_CONNECTION_INFO_SOCKET_CONTEXT)
        ->socket_context;
}

/* A result of the game of the day as it comes. */
struct body {
    int place; /* of the address that it comes from */
    size_t length;
    char bytes[BOUND_RESULT_BYTES];
};

static void end_body(struct http *http, struct body *body)
{
    http->bodies--;
    http->reading[body->place]--;
    free(body);
}

static void request_ends(void *cls, struct MHD_Connection *connection,
                         void **begun, enum MHD_RequestTerminationCode code)
{
    struct peer *peer = peer_of(connection);

    (void)code;
    if (*begun && *begun != cls)
        end_body(cls, *begun);
    *begun = NULL;
    if (peer)
        give_time(cls, peer, BOUND_ASKING);
}

/* --- Answers ------------------------------------------------------------- */

static void add_measures(const struct http *http, struct pl_buffer *out)
{
    const struct http_figures *f = &http->figures;
    char text[600];

    snprintf(text, sizeof text,
             "# TYPE parlour_connections gauge\n"
             "parlour_connections %d\n"
             "# TYPE parlour_connections_refused_total counter\n"
             "parlour_connections_refused_total{reason=\"address\"} %llu\n"
             "parlour_connections_refused_total{reason=\"pace\"} %llu\n"
             "parlour_connections_refused_total{reason=\"full\"} %llu\n"
             "parlour_connections_refused_total{reason=\"made_room\"} %llu\n"
             "# TYPE parlour_descriptors_exhausted_total counter\n"
             "parlour_descriptors_exhausted_total %llu\n",
             http->peers, (unsigned long long)f->crowded,
             (unsigned long long)f->pouring, (unsigned long long)f->full,
             (unsigned long long)f->made_room,
             (unsigned long long)f->exhausted);
    pl_add(out, text);
}

static enum MHD_Result answer_measures(const struct http *http,
                                       struct MHD_Connection *connection)
{
    struct pl_buffer text = {0};

    http->setup->measure(http->setup->context, &text);
    add_measures(http, &text);
    return answer_text(connection, MHD_HTTP_OK, answer_made(&text));
}

/* --- Sockets ------------------------------------------------------------- */

/* MHD would hold its memory for the connection as long as the socket lives: it
 * gets a copy of the descriptor to close, and is done with it. */
static void hand_over(void *cls, struct MHD_Connection *connection, void *begun,
                      const char *read, size_t length, MHD_socket socket,
                      struct MHD_UpgradeResponseHandle *handle)
{
    struct http *http = cls;
    const struct peer *peer = peer_of(connection);
    int fd = fcntl(socket, F_DUPFD_CLOEXEC, 0);

    (void)begun;
    if (fd >= 0)
        http->setup->take(http->setup->context, fd, peer->from, peer->tries,
                          read, length);
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
    http->has_handed_over = true;
}

static enum MHD_Result note_last(void *cls, enum MHD_ValueKind kind,
                                 const char *name, const char *value)
{
    (void)kind;
    if (strcasecmp(name, "X-Forwarded-For") == 0)
        *(const char **)cls = value;
    return MHD_YES;
}

/* A proxy may add a line of its own: the last one counts. */
static const char *forwarded_for(struct MHD_Connection *connection)
{
    const char *last = NULL;

    MHD_get_connection_values(connection, MHD_HEADER_KIND, note_last, &last);
    return last;
}

static enum MHD_Result answer_no_room(struct http *http,
                                      struct MHD_Connection *connection,
                                      enum welcome no)
{
    if (no == HOUSE_FULL)
        return answer_error(http->setup->language, connection,
                            MHD_HTTP_SERVICE_UNAVAILABLE, "serve.full");
    if (no == NOT_WELCOME)
        return answer_error(http->setup->language, connection,
                            MHD_HTTP_FORBIDDEN, "serve.banned");
    return answer_error(http->setup->language, connection,
                        MHD_HTTP_TOO_MANY_REQUESTS, "serve.too_many_here");
}

/* /socket/TABLE?try=N: a proxy chooses by it who answers; nothing else does. */
static unsigned tries_of(struct MHD_Connection *connection)
{
    const char *value =
        MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "try");

    return value ? (unsigned)strtoul(value, NULL, 10) % MOST_TRIES : 0;
}

static bool is_socket(const char *path)
{
    return strcmp(path, "/socket") == 0 || strncmp(path, "/socket/", 8) == 0;
}

static enum MHD_Result answer_socket(struct http *http,
                                     struct MHD_Connection *connection)
{
    struct peer *peer = peer_of(connection);
    enum welcome welcome;

    char accept[HANDSHAKE_ACCEPT + 1];
    struct MHD_Response *with;
    const char *version = answer_header_of(connection, "Sec-WebSocket-Version");

    if (!handshake_has_word(answer_header_of(connection, "Upgrade"),
                            "websocket") ||
        !handshake_has_word(answer_header_of(connection, "Connection"),
                            "Upgrade") ||
        !version || strcmp(version, "13") != 0 ||
        !handshake_accept(answer_header_of(connection, "Sec-WebSocket-Key"),
                          accept))
        return answer_error(http->setup->language, connection,
                            MHD_HTTP_BAD_REQUEST, "serve.not_a_socket");
    if (!handshake_is_ours(answer_header_of(connection, "Origin"),
                           answer_header_of(connection, "Host"),
                           http->setup->public_url))
        return answer_error(http->setup->language, connection,
                            MHD_HTTP_FORBIDDEN, "serve.other_origin");
    peer->from = from_of(http, connection, forwarded_for(connection));
    peer->tries = tries_of(connection);
    if (http->setup->hashing->has_proxy && is_pouring(http, peer->from)) {
        http->figures.pouring++;
        return answer_no_room(http, connection, TOO_MANY_THERE);
    }
    welcome = http->setup->welcome(http->setup->context, peer->from);
    if (welcome != WELCOME)
        return answer_no_room(http, connection, welcome);
    with = MHD_create_response_for_upgrade(hand_over, http);
    pl_assert(with);
    answer_add(with, "Upgrade", "websocket");
    answer_add(with, "Sec-WebSocket-Accept", accept);
    return answer(connection, MHD_HTTP_SWITCHING_PROTOCOLS, with);
}

/* "ok", or what is the matter. */
static enum MHD_Result answer_health(const struct http *http,
                                     struct MHD_Connection *connection,
                                     unsigned matters)
{
    unsigned troubles = http->setup->troubles(http->setup->context) & matters;

    if (troubles == 0)
        return answer_text(connection, MHD_HTTP_OK, answer_lasting("ok\n", 3));
    return answer_error(http->setup->language, connection,
                        MHD_HTTP_SERVICE_UNAVAILABLE,
                        troubles & STORE_FAILS ? "serve.store_fails"
                        : troubles & CLOSING   ? "serve.closing"
                                               : "serve.full");
}

static enum MHD_Result answer_path(struct http *http,
                                   struct MHD_Connection *connection,
                                   const char *path, const char *method)
{
    const struct file *file = files_find(http->setup->files, path);

    if (path[0] != '/')
        return answer_error(http->setup->language, connection,
                            MHD_HTTP_BAD_REQUEST, "serve.bad_request");
    if (strcmp(path, "/healthz") == 0)
        return answer_health(http, connection, STORE_FAILS);
    if (strcmp(path, "/readyz") == 0)
        return answer_health(http, connection, STORE_FAILS | NO_ROOM | CLOSING);
    if (strcmp(path, "/metrics") == 0)
        return answer_measures(http, connection);
    if (is_socket(path) && strcmp(method, MHD_HTTP_METHOD_HEAD) == 0)
        return answer_error(http->setup->language, connection,
                            MHD_HTTP_BAD_REQUEST, "serve.not_a_socket");
    if (is_socket(path))
        return answer_socket(http, connection);
    if (!file)
        return answer_error(http->setup->language, connection,
                            MHD_HTTP_NOT_FOUND, "serve.not_found");
    return answer_file(connection, file);
}

/* --- Results of the game of the day --------------------------------------- */

/* Whoever sends one slowly holds it in memory. */
static bool reads_enough(const struct http *http, const struct peer *peer)
{
    return http->bodies >= BOUND_BODIES ||
           (!http->setup->hashing->has_proxy &&
            http->reading[peer->place] >= BOUND_BODIES_THERE);
}

/* Only our own page sends results, and none that is longer than a record. */
static bool begin_body(struct http *http, struct MHD_Connection *connection,
                       void **begun)
{
    struct body *body;
    const char *length = answer_header_of(connection, "Content-Length");

    if (!length || strlen(length) > 6 || atoi(length) > BOUND_RESULT_BYTES ||
        !handshake_is_ours(answer_header_of(connection, "Origin"),
                           answer_header_of(connection, "Host"),
                           http->setup->public_url))
        return false;
    body = calloc(1, sizeof *body);
    pl_assert(body);
    body->place = peer_of(connection)->place;
    http->bodies++;
    http->reading[body->place]++;
    *begun = body;
    return true;
}

static void add_to_body(struct body *body, const char *bytes, size_t length)
{
    if (length > sizeof body->bytes - body->length)
        length = sizeof body->bytes - body->length;
    memcpy(body->bytes + body->length, bytes, length);
    body->length += length;
}

static enum MHD_Result answer_daily(struct http *http,
                                    struct MHD_Connection *connection,
                                    const struct body *body)
{
    struct pl_buffer text = {0};
    struct MHD_Response *with;
    uint64_t from = from_of(http, connection, forwarded_for(connection));
    unsigned status = http->setup->daily(
        http->setup->context, from,
        MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "key"),
        body->bytes, body->length, &text);

    with = answer_made(&text);
    answer_add(with, "Content-Type", "application/json");
    answer_add(with, "Cache-Control", "no-store");
    return answer(connection, status, with);
}

/* --- Requests ------------------------------------------------------------- */

/* Who only reads sends nothing but a head. Answering before a body is read
 * ends the connection, so that none is ever taken for the next request. */
static bool has_body(struct MHD_Connection *connection)
{
    return answer_header_of(connection, "Content-Length") ||
           answer_header_of(connection, "Transfer-Encoding");
}

/* MHD calls with the head of a request, and once more at its end. */
static enum MHD_Result handle(void *cls, struct MHD_Connection *connection,
                              const char *path, const char *method,
                              const char *version, const char *body,
                              size_t *length, void **begun)
{
    struct http *http = cls;
    struct peer *peer = peer_of(connection);

    (void)version;
    if (*begun && *begun != cls && *length > 0) {
        add_to_body(*begun, body, *length);
        *length = 0;
        return MHD_YES;
    }
    if (*begun && *begun != cls)
        return answer_daily(http, connection, *begun);
    if (*begun)
        return answer_path(http, connection, path, method);
    *begun = cls;
    if (!peer)
        return MHD_NO;
    if (peer->is_one_too_many)
        return answer_error(http->setup->language, connection,
                            MHD_HTTP_TOO_MANY_REQUESTS, "serve.too_many_here");
    give_time(http, peer, BOUND_ANSWERING);
    if (strcmp(path, "/daily") == 0 &&
        strcmp(method, MHD_HTTP_METHOD_POST) == 0 && reads_enough(http, peer))
        return answer_error(http->setup->language, connection,
                            MHD_HTTP_SERVICE_UNAVAILABLE, "serve.full");
    if (strcmp(path, "/daily") == 0 &&
        strcmp(method, MHD_HTTP_METHOD_POST) == 0)
        return begin_body(http, connection, begun)
                   ? MHD_YES
                   : answer_error(http->setup->language, connection,
                                  MHD_HTTP_BAD_REQUEST, "serve.bad_request");
    if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 &&
        strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
        return answer_error(http->setup->language, connection,
                            MHD_HTTP_METHOD_NOT_ALLOWED, "serve.bad_method");
    if (has_body(connection))
        return answer_error(http->setup->language, connection,
                            MHD_HTTP_BAD_REQUEST, "serve.bad_request");
    return MHD_YES;
}

/* Our paths need no %XX, so none is ever taken for something else. */
static size_t leave_escapes(void *cls, struct MHD_Connection *connection,
                            char *s)
{
    (void)cls;
    (void)connection;
    return strlen(s);
}

/* --- On the loop --------------------------------------------------------- */

static void work(struct http *http);

static void is_due(uv_timer_t *due)
{
    work(due->data);
}

static void is_ready(uv_poll_t *ready, int status, int events)
{
    (void)status;
    (void)events;
    work(ready->data);
}

static void work(struct http *http)
{
    MHD_UNSIGNED_LONG_LONG wait;

    do {
        http->has_handed_over = false;
        MHD_run(http->daemon);
    } while (http->has_handed_over);
    if (MHD_get_timeout(http->daemon, &wait) == MHD_YES)
        uv_timer_start(&http->due, is_due, wait, 0);
    else
        uv_timer_stop(&http->due);
}

/* --- The door ------------------------------------------------------------ */

static void come_in(uv_poll_t *door, int status, int events);

static void open_again(uv_timer_t *again)
{
    struct http *http = again->data;

    http->figures.is_exhausted = false;
    uv_poll_start(&http->door, UV_READABLE, come_in);
}

static void shut_for_a_while(struct http *http)
{
    uv_poll_stop(&http->door);
    uv_timer_start(&http->again, open_again, AGAIN, 0);
}

/* The one who has waited longest among those of the address with the most
 * connections goes, if that has more than the newcomer's would. */
static bool make_room(struct http *http, uint64_t from)
{
    struct peer *last = NULL;
    int most = http->count[place_of(from)] + 1;

    for (int i = 0; i < CONNECTIONS + SPARE; i++) {
        struct peer *peer = &http->peer[i];
        int n = peer->is_counted ? http->count[peer->place] : 0;

        if (n < most || (n == most && (!last || peer->until >= last->until)))
            continue;
        most = n;
        last = peer;
    }
    if (!last)
        return false;
    shutdown(last->fd, SHUT_RDWR);
    uncount(http, last);
    http->figures.made_room++;
    return true;
}

/* NULL: there is room; else what counts those for whom there is none. */
static uint64_t *no_room_for(struct http *http, uint64_t from)
{
    if (!http->setup->hashing->has_proxy && is_pouring(http, from))
        return &http->figures.pouring;
    if (is_crowded(http, from, BOUND_SILENTLY))
        return &http->figures.crowded;
    if (http->peers >= CONNECTIONS && !make_room(http, from))
        return &http->figures.full;
    return NULL;
}

/* Whether MHD has got it. */
static bool admit(struct http *http, int fd, const struct sockaddr *at,
                  socklen_t size)
{
    uint64_t from = address_hash(http->setup->hashing, at, NULL);
    uint64_t *refused = no_room_for(http, from);

    if (!refused)
        return MHD_add_connection(http->daemon, fd, at, size) == MHD_YES;
    ++*refused;
    close(fd);
    return false;
}

static bool is_out_of_descriptors(int error)
{
    return error == EMFILE || error == ENFILE || error == ENOBUFS ||
           error == ENOMEM;
}

/* Behind a proxy all wait in the system's queue: we cannot tell them apart. */
static bool is_full(const struct http *http)
{
    return http->peers >=
           CONNECTIONS + (http->setup->hashing->has_proxy ? 0 : SPARE);
}

static void come_in(uv_poll_t *door, int status, int events)
{
    struct http *http = door->data;
    bool has_more = false;

    (void)status;
    (void)events;
    for (int i = 0; i < ACCEPTS; i++) {
        struct sockaddr_storage at = {0};
        socklen_t size = sizeof at;
        int fd = is_full(http)
                     ? -1
                     : accept4(http->listening, (struct sockaddr *)&at, &size,
                               SOCK_NONBLOCK | SOCK_CLOEXEC);

        if (fd >= 0) {
            has_more |= admit(http, fd, (struct sockaddr *)&at, size);
            continue;
        }
        if (is_full(http) || is_out_of_descriptors(errno)) {
            http->figures.is_exhausted = !is_full(http);
            http->figures.exhausted += !is_full(http);
            shut_for_a_while(http);
            break;
        }
        if (errno == EAGAIN)
            break;
    }
    if (has_more)
        work(http);
}

static struct MHD_Daemon *start(struct http *http)
{
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_USE_NO_LISTEN_SOCKET, 0, NULL,
        NULL, handle, http, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)(CONNECTIONS + SPARE), MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)BOUND_HEAD, MHD_OPTION_CONNECTION_TIMEOUT,
        BOUND_SILENT > http->setup->impatience
            ? (unsigned)(BOUND_SILENT / http->setup->impatience)
            : 1u,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_UNESCAPE_CALLBACK,
        leave_escapes, NULL, MHD_OPTION_NOTIFY_CONNECTION, connection_changes,
        http, MHD_OPTION_NOTIFY_COMPLETED, request_ends, http, MHD_OPTION_END);
}

struct http *http_open(uv_loop_t *loop, int listening,
                       const struct http_setup *setup)
{
    struct http *http = calloc(1, sizeof *http);

    pl_assert(http);
    /* MHD takes this much at once for a connection. It is to go back to the
     * system, and not to leave holes between what stays longer. */
    mallopt(M_MMAP_THRESHOLD, BOUND_HEAD);
    http->setup = setup;
    http->loop = loop;
    http->listening = listening;
    http->handles = 5;
    http->ready.data = http->due.data = http->sweep.data = http;
    http->door.data = http->again.data = http;
    pl_assert(uv_timer_init(loop, &http->due) == 0);
    pl_assert(uv_timer_init(loop, &http->sweep) == 0);
    pl_assert(uv_timer_init(loop, &http->again) == 0);
    pl_assert(uv_poll_init(loop, &http->door, listening) == 0);
    pl_assert(uv_poll_start(&http->door, UV_READABLE, come_in) == 0);
    http->daemon = start(http);
    pl_assert(http->daemon);
    pl_assert(
        uv_poll_init(loop, &http->ready,
                     MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD)
                         ->epoll_fd) == 0);
    pl_assert(uv_poll_start(&http->ready, UV_READABLE, is_ready) == 0);
    return http;
}

static void closed(uv_handle_t *handle)
{
    struct http *http = handle->data;

    if (--http->handles == 0)
        free(http);
}

void http_figures(const struct http *http, struct http_figures *out)
{
    *out = http->figures;
}

void http_close(struct http *http)
{
    uv_poll_stop(&http->ready);
    uv_poll_stop(&http->door);
    MHD_stop_daemon(http->daemon);
    close(http->listening);
    uv_close((uv_handle_t *)&http->door, closed);
    uv_close((uv_handle_t *)&http->again, closed);
    uv_close((uv_handle_t *)&http->ready, closed);
    uv_close((uv_handle_t *)&http->due, closed);
    uv_close((uv_handle_t *)&http->sweep, closed);
}
