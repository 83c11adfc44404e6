/* How people reach a node, and come back when the connection is lost. */
#include "crowd.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_PAUSE = 1000,
    GREETING = 2000,  /* milliseconds until a node is taken for dead: it does */
    ANSWERING = 6000, /* not greet, or does not answer */
    OLD = 30000       /* until it must have found out that it was away */
};

static void (*hear)(struct person *p, const char *text, size_t length);

static void connect_to(struct person *p);

void line_hear(void (*to)(struct person *p, const char *text, size_t length))
{
    hear = to;
}

/* --- Bytes --------------------------------------------------------------- */

static void written(uv_write_t *write, int status)
{
    (void)status;
    free(write);
}

static void put(struct person *p, const void *bytes, size_t size)
{
    uv_write_t *write;
    uv_buf_t buffer;

    if (!p->tcp)
        return;
    write = malloc(sizeof *write + size);
    pl_assert(write);
    buffer = uv_buf_init((char *)(write + 1), (unsigned)size);
    memcpy(buffer.base, bytes, size);
    if (uv_write(write, (uv_stream_t *)p->tcp, &buffer, 1, written) != 0)
        free(write);
}

static ssize_t take_bytes(wslay_event_context_ptr frames, uint8_t *to,
                          size_t size, int flags, void *data)
{
    struct person *p = data;
    size_t n = p->length < size ? p->length : size;

    (void)flags;
    if (n == 0) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(to, p->in + p->begin, n);
    p->begin += n;
    p->length -= n;
    return (ssize_t)n;
}

static ssize_t give_bytes(wslay_event_context_ptr frames, const uint8_t *bytes,
                          size_t size, int flags, void *data)
{
    (void)frames;
    (void)flags;
    put(data, bytes, size);
    return (ssize_t)size;
}

static int mask(wslay_event_context_ptr frames, uint8_t *to, size_t size,
                void *data)
{
    (void)frames;
    (void)data;
    for (size_t i = 0; i < size; i++)
        to[i] = (uint8_t)pl_random(&rng);
    return 0;
}

void say(struct person *p, const char *request, ...)
{
    char text[512];
    struct wslay_event_msg message = {.opcode = WSLAY_TEXT_FRAME,
                                      .msg = (uint8_t *)text};
    va_list rest;

    va_start(rest, request);
    message.msg_length = (size_t)vsnprintf(text, sizeof text, request, rest);
    va_end(rest);
    pl_assert(message.msg_length < sizeof text);
    for (char *c = text; (c = strchr(c, '\''));)
        *c = '"';
    if (!p->is_up)
        return;
    if (!p->quiet)
        p->quiet = uv_now(loop);
    wslay_event_queue_msg(p->frames, &message);
    wslay_event_send(p->frames);
}

/* --- Frames -------------------------------------------------------------- */

static void frame_begins(wslay_event_context_ptr frames,
                         const struct wslay_event_on_frame_recv_start_arg *arg,
                         void *data)
{
    struct person *p = data;

    (void)frames;
    p->is_goodbye = arg->opcode == WSLAY_CONNECTION_CLOSE;
    p->goodbyes = 0;
}

/* The others of this table may have found a node by more tries. wslay knows
 * neither 1012 nor 1013, and makes no message of a frame with these. */
static void part_of_frame(wslay_event_context_ptr frames,
                          const struct wslay_event_on_frame_recv_chunk_arg *arg,
                          void *data)
{
    struct person *p = data;
    size_t room = sizeof p->goodbye - 1 - p->goodbyes;
    size_t n = arg->data_length < room ? arg->data_length : room;

    (void)frames;
    if (!p->is_goodbye)
        return;
    memcpy(p->goodbye + p->goodbyes, arg->data, n);
    p->goodbyes += n;
    p->goodbye[p->goodbyes] = '\0';
    if (p->goodbyes > 2)
        sscanf(p->goodbye + 2, "try=%u", &p->tries);
}

static void message(wslay_event_context_ptr frames,
                    const struct wslay_event_on_msg_recv_arg *arg, void *data)
{
    struct person *p = data;

    (void)frames;
    if (arg->opcode != WSLAY_TEXT_FRAME)
        return;
    p->quiet = 0;
    p->heard = uv_now(loop);
    if (p->is_seated)
        p->pause = 0;
    hear(p, (const char *)arg->msg, arg->msg_length);
}

/* --- Connections --------------------------------------------------------- */

static void free_tcp(uv_handle_t *handle)
{
    free(handle);
}

static void try_again(uv_timer_t *timer)
{
    connect_to(timer->data);
}

void line_come(struct person *p, uint64_t later)
{
    uv_timer_start(&p->retry, try_again, later, 0);
}

static void hang_up(struct person *p)
{
    if (p->frames)
        wslay_event_context_free(p->frames);
    p->frames = NULL;
    p->is_up = p->is_greeted = p->is_seated = false;
    p->has_committed = p->has_shown = false;
    p->length = 0;
    if (p->tcp)
        uv_close((uv_handle_t *)p->tcp, free_tcp);
    p->tcp = NULL;
    p->quiet = p->old = 0;
    if (is_ending || p->is_done)
        return;
    if (p->has_seat && !p->table->halted)
        p->table->halted = uv_hrtime();
    reconnects++;
    p->pause = p->pause < LONGEST_PAUSE ? p->pause * 2 + 10 : p->pause;
    uv_timer_stop(&p->timer);
    line_come(p, (uint64_t)p->pause / 2 + pl_below(&rng, (uint32_t)p->pause));
}

static void buffer(uv_handle_t *handle, size_t size, uv_buf_t *out)
{
    struct person *p = handle->data;

    (void)size;
    *out = uv_buf_init(p->in + p->length,
                       (unsigned)(sizeof p->in - 1 - p->length));
}

static void got(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = take_bytes,
        .send_callback = give_bytes,
        .genmask_callback = mask,
        .on_frame_recv_start_callback = frame_begins,
        .on_frame_recv_chunk_callback = part_of_frame,
        .on_msg_recv_callback = message,
    };
    struct person *p = stream->data;
    char *end;

    (void)buf;
    if (n < 0) {
        hang_up(p);
        return;
    }
    p->begin = 0;
    p->length += (size_t)n;
    if (!p->is_up) {
        p->in[p->length] = '\0';
        end = strstr(p->in, "\r\n\r\n");
        if (!end)
            return;
        if (strncmp(p->in, "HTTP/1.1 101", 12) != 0) {
            fprintf(stderr, "%.60s\n", p->in);
            hang_up(p);
            return;
        }
        p->begin = (size_t)(end + 4 - p->in);
        p->length -= p->begin;
        p->is_up = true;
        wslay_event_context_client_init(&p->frames, &callbacks, p);
    }
    while (p->is_up && p->length > 0)
        if (wslay_event_recv(p->frames) != 0) {
            hang_up(p);
            return;
        }
    if (p->frames)
        wslay_event_send(p->frames);
}

static void connected(uv_connect_t *connect, int status)
{
    struct person *p = connect->data;
    char head[512], path[64] = "/socket";

    free(connect);
    if (status == UV_ECANCELED)
        return;
    if (status < 0) {
        hang_up(p);
        return;
    }
    uv_tcp_nodelay(p->tcp, 1);
    if (has_nodes)
        snprintf(path, sizeof path, "/socket/%s?try=%u", p->table->id,
                 p->tries);
    snprintf(head, sizeof head,
             "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
             "Origin: http://127.0.0.1:%d\r\nUpgrade: websocket\r\n"
             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
             path, port, port);
    put(p, head, strlen(head));
    uv_read_start((uv_stream_t *)p->tcp, buffer, got);
}

static void connect_to(struct person *p)
{
    uv_connect_t *connect = malloc(sizeof *connect);
    struct sockaddr_in to;

    pl_assert(connect);
    uv_ip4_addr("127.0.0.1", port, &to);
    p->tcp = malloc(sizeof *p->tcp);
    pl_assert(p->tcp && uv_tcp_init(loop, p->tcp) == 0);
    p->tcp->data = p;
    p->quiet = p->heard = uv_now(loop);
    connect->data = p;
    if (uv_tcp_connect(connect, p->tcp, (struct sockaddr *)&to, connected) !=
        0) {
        free(connect);
        hang_up(p);
    }
}

/* A node that was stopped accepts and says nothing. Who has little patience
 * does not stay either where nothing happens. */
static bool is_silent(const struct person *p)
{
    uint64_t now = uv_now(loop);
    int most = patience ? patience : p->is_greeted ? ANSWERING : GREETING;

    return (p->quiet && now - p->quiet >= (uint64_t)most) ||
           (patience && now - p->heard >= 4 * (uint64_t)patience);
}

void line_look_for_silence(uv_timer_t *timer)
{
    (void)timer;
    for (int i = 0; i < tables * seats; i++) {
        struct person *p = &person[i];
        bool is_late = p->old && uv_now(loop) - p->old > OLD;

        if (!p->tcp || p->is_done || (!is_late && !is_silent(p)))
            continue;
        if (is_late)
            complain(p, "what was seen is gone", "");
        p->tries++;
        hang_up(p);
    }
}
