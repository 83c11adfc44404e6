/*
 * See http.h. Connections are accepted here, so that we decide who gets the
 * last places, and go on when descriptors run out. The loop waits until a part
 * of them (parts.h) has something to do; whatever happens there is done by one
 * call of MHD_run, and the answers are made in handle() below.
 *
 * Strangers get so much memory, so many connections and so much time, and no
 * more. MHD drops the silent; those who send or take a byte now and then are
 * dropped here, when a request or its answer takes longer than anyone needs.
 */
#include "http.h"
#include "../bounds.h"
#include "answer.h"
#include "body.h"
#include "handshake.h"
#include "parts.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    ACCEPTS = 8,         /* in one round of the loop */
    GOES = 3,            /* of MHD in a turn */
    REST = 3,            /* times as long as MHD has worked, if that was long */
    AGAIN = 250,         /* milliseconds until accepting is tried again */
    MOST_TRIES = 1000000 /* of a page that looks for a node */
};

struct http {
    const struct http_setup *setup;
    uv_loop_t *loop;
    int listening;
    uv_poll_t door;     /* someone wants to come in */
    uv_timer_t again;   /* the door is shut until then */
    uv_poll_t ready;    /* a part has something to do */
    uv_timer_t rested;  /* they have */
    uv_timer_t sweep;   /* every second while someone is connected */
    uv_prepare_t round; /* of the loop begins */
    uv_idle_t hurry;    /* it must not wait while one is in line */
    int handles;        /* of the seven, those not yet closed */
    struct parts parts;
    struct http_figures figures;
    bool rests;      /* after much work */
    bool must_go_on; /* MHD, and does not know it */
    uint64_t turns;  /* that parts have had */
    struct peers peers;
    struct body *asked[BOUND_BODIES]; /* whose connections are suspended */
};

/* --- Patience ------------------------------------------------------------ */

static void give_time(const struct http *http, struct peer *peer, int seconds)
{
    peers_give_time(&http->peers, peer, seconds, uv_now(http->loop));
}

static void drop_the_slow(uv_timer_t *sweep)
{
    struct http *http = sweep->data;

    peers_drop_the_slow(&http->peers, uv_now(http->loop));
    parts_line_up_all(&http->parts); /* MHD looks who is silent */
}

static struct peer *welcome(struct http *http, MHD_socket fd, uint64_t from)
{
    struct peer *peer = peers_add(&http->peers, fd, from, uv_now(http->loop));

    if (!peer) {
        shutdown(fd, SHUT_RDWR);
        return NULL;
    }
    http->figures.crowded += peer->is_one_too_many;
    if (http->peers.count == 1)
        uv_timer_start(&http->sweep, drop_the_slow, 1000, 1000);
    return peer;
}

static void forget(struct http *http, struct peer *peer)
{
    peers_remove(&http->peers, peer);
    if (http->peers.count == 0)
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

static void request_ends(void *cls, struct MHD_Connection *connection,
                         void **begun, enum MHD_RequestTerminationCode code)
{
    struct http *http = cls;
    struct peer *peer = peer_of(connection);

    (void)code;
    if (*begun && *begun != cls)
        body_free(&http->peers.places, *begun);
    *begun = NULL;
    if (peer)
        give_time(http, peer, BOUND_ASKING);
}

/* --- Answers ------------------------------------------------------------- */

static void add_measures(const struct http *http, struct pl_buffer *out)
{
    const struct http_figures *f = &http->figures;
    char text[700];

    snprintf(text, sizeof text,
             "# TYPE parlour_connections gauge\n"
             "parlour_connections %d\n"
             "# TYPE parlour_connections_refused_total counter\n"
             "parlour_connections_refused_total{reason=\"address\"} %llu\n"
             "parlour_connections_refused_total{reason=\"pace\"} %llu\n"
             "parlour_connections_refused_total{reason=\"requests\"} %llu\n"
             "parlour_connections_refused_total{reason=\"full\"} %llu\n"
             "parlour_connections_refused_total{reason=\"made_room\"} %llu\n"
             "# TYPE parlour_descriptors_exhausted_total counter\n"
             "parlour_descriptors_exhausted_total %llu\n",
             http->peers.count, (unsigned long long)f->crowded,
             (unsigned long long)f->pouring, (unsigned long long)f->asking,
             (unsigned long long)f->full, (unsigned long long)f->made_room,
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
    http->must_go_on = true; /* and close it */
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
    peer->from = from_of(http, connection, answer_forwarded_for(connection));
    peer->tries = tries_of(connection);
    if (http->peers.places.has_proxy &&
        !place_may_come(&http->peers.places,
                        place_of(&http->peers.places, peer->from),
                        uv_now(http->loop))) {
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

/* Only our own page sends results, and none that is longer than a record. */
static bool begin_body(struct http *http, struct MHD_Connection *connection,
                       void **begun)
{
    struct places *places = &http->peers.places;
    const char *length = answer_header_of(connection, "Content-Length");

    if (!length || strlen(length) > 6 || atoi(length) > BOUND_RESULT_BYTES ||
        !handshake_is_ours(answer_header_of(connection, "Origin"),
                           answer_header_of(connection, "Host"),
                           http->setup->public_url))
        return false;
    *begun = body_new(places, peer_of(connection)->place);
    return true;
}

static void go_on(struct http *http, int i)
{
    struct body *body = http->asked[i];

    http->asked[i] = NULL;
    MHD_resume_connection(body->asker);
}

static int place_among_asked(const struct http *http, const struct body *body)
{
    int i = 0;

    while (i < BOUND_BODIES && http->asked[i] != body)
        i++;
    return i;
}

static void is_answered(void *with, unsigned status, struct pl_buffer *text)
{
    struct body *body = with;

    if (body_answer(body, status, text) && body->asker)
        go_on(body->http, place_among_asked(body->http, body));
}

/* Checking one takes long, and is done elsewhere; MHD asks again when it goes
 * on. */
static enum MHD_Result answer_daily(struct http *http,
                                    struct MHD_Connection *connection,
                                    struct body *body)
{
    struct MHD_Response *with;

    if (!body->is_asked) {
        body->is_asked = true;
        body->http = http;
        http->setup->daily(
            http->setup->context,
            from_of(http, connection, answer_forwarded_for(connection)),
            MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND,
                                        "key"),
            body->bytes, body->length, is_answered, body);
    }
    if (!body->status) {
        body->asker = connection;
        http->asked[place_among_asked(http, NULL)] = body;
        MHD_suspend_connection(connection);
        return MHD_YES;
    }
    with = answer_made(&body->answer);
    answer_add(with, "Content-Type", "application/json");
    answer_add(with, "Cache-Control", "no-store");
    return answer(connection, body->status, with);
}

/* --- Requests ------------------------------------------------------------- */

/* Who only reads sends nothing but a head. Answering before a body is read
 * ends the connection, so that none is ever taken for the next request. */
static bool has_body(struct MHD_Connection *connection)
{
    return answer_header_of(connection, "Content-Length") ||
           answer_header_of(connection, "Transfer-Encoding");
}

/* One connection can carry any number of them: one too many ends it. */
static bool asks_too_much(struct http *http, struct MHD_Connection *connection)
{
    struct place *place =
        place_of(&http->peers.places,
                 from_of(http, connection, answer_forwarded_for(connection)));
    bool too_soon =
        !place_may_ask(&http->peers.places, place, uv_now(http->loop));

    http->figures.asking += too_soon;
    return too_soon;
}

/* One request in a turn: the next one's answer would have to be kept. MHD asks
 * again when it goes on. */
static bool must_wait(struct http *http, struct MHD_Connection *connection,
                      struct peer *peer)
{
    if (peer->turn != http->turns) {
        peer->turn = http->turns;
        return false;
    }
    MHD_suspend_connection(connection);
    MHD_resume_connection(connection);
    http->must_go_on = true;
    return true;
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
        body_add(*begun, body, *length);
        *length = 0;
        return MHD_YES;
    }
    if (*begun && *begun != cls)
        return answer_daily(http, connection, *begun);
    if (*begun)
        return answer_path(http, connection, path, method);
    if (!peer)
        return MHD_NO;
    if (must_wait(http, connection, peer))
        return MHD_YES;
    *begun = cls;
    if (peer->is_one_too_many || asks_too_much(http, connection))
        return answer_error(http->setup->language, connection,
                            MHD_HTTP_TOO_MANY_REQUESTS, "serve.too_many_here");
    give_time(http, peer, BOUND_ANSWERING);
    if (strcmp(path, "/daily") == 0 &&
        strcmp(method, MHD_HTTP_METHOD_POST) == 0 &&
        place_is_read(&http->peers.places, peer->place))
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

static void hurry(uv_idle_t *idle)
{
    (void)idle;
}

static void is_ready(uv_poll_t *ready, int status, int events)
{
    struct http *http = ready->data;

    (void)status;
    (void)events;
    parts_look(&http->parts);
}

static void have_rested(uv_timer_t *rested)
{
    struct http *http = rested->data;

    http->rests = false;
    parts_look(&http->parts);
    uv_poll_start(&http->ready, UV_READABLE, is_ready);
}

/* Nanoseconds of the processor, which do not depend on who else uses it. */
static uint64_t effort(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Answers must not take all the time. */
static void rest_after(struct http *http, uint64_t took)
{
    if (took <= (uint64_t)BOUND_LATE * 1000)
        return;
    http->rests = true;
    uv_poll_stop(&http->ready);
    uv_update_time(http->loop); /* it was long */
    uv_timer_start(&http->rested, have_rested, took * REST / 1000000 + 1, 0);
}

/* What was answered is sent in a second go. */
static void work(struct http *http, struct part *part)
{
    uint64_t begun = effort();
    bool has_more = true;

    http->turns++;
    for (int i = 0; i < GOES && has_more; i++) {
        http->must_go_on = false;
        MHD_run(part->daemon);
        has_more = http->must_go_on || part_has_more(part);
    }
    if (has_more)
        parts_line_up(&http->parts, part);
    rest_after(http, effort() - begun);
}

static void begin_round(uv_prepare_t *round)
{
    struct http *http = round->data;
    struct part *part = http->rests ? NULL : parts_next(&http->parts);

    if (part)
        work(http, part);
    if (http->parts.count > 0 && !http->rests)
        uv_idle_start(&http->hurry, hurry);
    else
        uv_idle_stop(&http->hurry);
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

/* NULL: there is room; else what counts those for whom there is none. */
static uint64_t *no_room_for(struct http *http, uint64_t from)
{
    struct places *places = &http->peers.places;
    struct place *place = place_of(places, from);

    if (!places->has_proxy &&
        !place_may_come(places, place, uv_now(http->loop)))
        return &http->figures.pouring;
    if (place_is_crowded(places, place, BOUND_SILENTLY))
        return &http->figures.crowded;
    if (http->peers.count < BOUND_CONNECTIONS)
        return NULL;
    if (!peers_make_room(&http->peers, from))
        return &http->figures.full;
    http->figures.made_room++;
    return NULL;
}

static struct MHD_Daemon *start(void *context)
{
    struct http *http = context;

    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME |
            MHD_USE_NO_LISTEN_SOCKET,
        0, NULL, NULL, handle, http, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)BOUND_TOGETHER, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)BOUND_HEAD, MHD_OPTION_CONNECTION_TIMEOUT,
        BOUND_SILENT > http->setup->impatience
            ? (unsigned)(BOUND_SILENT / http->setup->impatience)
            : 1u,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_UNESCAPE_CALLBACK,
        leave_escapes, NULL, MHD_OPTION_NOTIFY_CONNECTION, connection_changes,
        http, MHD_OPTION_NOTIFY_COMPLETED, request_ends, http, MHD_OPTION_END);
}

static void admit(struct http *http, struct MHD_Daemon *daemon, int fd,
                  const struct sockaddr *at, socklen_t size)
{
    uint64_t *refused =
        no_room_for(http, address_hash(http->setup->hashing, at, NULL));

    if (!refused) {
        MHD_add_connection(daemon, fd, at, size);
        return;
    }
    ++*refused;
    close(fd);
}

static bool is_out_of_descriptors(int error)
{
    return error == EMFILE || error == ENFILE || error == ENOBUFS ||
           error == ENOMEM;
}

/* Behind a proxy all wait in the system's queue: we cannot tell them apart. */
static bool is_full(const struct http *http)
{
    return http->peers.count >=
           (http->peers.places.has_proxy ? BOUND_CONNECTIONS : PEERS);
}

static void come_in(uv_poll_t *door, int status, int events)
{
    struct http *http = door->data;

    (void)status;
    (void)events;
    for (int i = 0; i < ACCEPTS; i++) {
        struct sockaddr_storage at = {0};
        socklen_t size = sizeof at;
        struct MHD_Daemon *daemon =
            is_full(http) ? NULL : parts_with_room(&http->parts, start, http);
        int fd = daemon ? accept4(http->listening, (struct sockaddr *)&at,
                                  &size, SOCK_NONBLOCK | SOCK_CLOEXEC)
                        : -1;

        if (fd >= 0) {
            admit(http, daemon, fd, (struct sockaddr *)&at, size);
            continue;
        }
        if (!daemon || is_out_of_descriptors(errno)) {
            http->figures.is_exhausted = !is_full(http);
            http->figures.exhausted += !is_full(http);
            shut_for_a_while(http);
            break;
        }
        if (errno == EAGAIN)
            break;
    }
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
    http->peers.impatience = setup->impatience;
    http->peers.places.per_address = setup->per_address;
    http->peers.places.has_proxy = setup->hashing->has_proxy;
    http->listening = listening;
    http->handles = 7;
    http->ready.data = http->rested.data = http->sweep.data = http;
    http->door.data = http->again.data = http->round.data = http->hurry.data =
        http;
    pl_assert(uv_prepare_init(loop, &http->round) == 0);
    pl_assert(uv_idle_init(loop, &http->hurry) == 0);
    uv_prepare_start(&http->round, begin_round);
    pl_assert(uv_timer_init(loop, &http->rested) == 0);
    pl_assert(uv_timer_init(loop, &http->sweep) == 0);
    pl_assert(uv_timer_init(loop, &http->again) == 0);
    pl_assert(uv_poll_init(loop, &http->door, listening) == 0);
    pl_assert(uv_poll_start(&http->door, UV_READABLE, come_in) == 0);
    parts_open(&http->parts);
    pl_assert(parts_with_room(&http->parts, start, http));
    pl_assert(uv_poll_init(loop, &http->ready, http->parts.front) == 0);
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
    for (int i = 0; i < BOUND_BODIES; i++)
        if (http->asked[i])
            go_on(http, i);
    parts_close(&http->parts);
    close(http->listening);
    uv_close((uv_handle_t *)&http->door, closed);
    uv_close((uv_handle_t *)&http->again, closed);
    uv_close((uv_handle_t *)&http->ready, closed);
    uv_close((uv_handle_t *)&http->rested, closed);
    uv_close((uv_handle_t *)&http->sweep, closed);
    uv_close((uv_handle_t *)&http->round, closed);
    uv_close((uv_handle_t *)&http->hurry, closed);
}
