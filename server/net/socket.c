/* See socket.h. */
#include "socket.h"
#include "../bounds.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

enum {
    SWEEP = BOUND_SWEEP * 1000, /* milliseconds, as the next three */
    PING = BOUND_PING * 1000,
    SILENT = BOUND_SILENT_SOCKET * 1000,
    SLOW = BOUND_SLOW_SOCKET * 1000,
    REST = 25,  /* between two looks at those who rest */
    ROUND = 16, /* messages to one socket before the others have theirs */
    HASTE = 1000 / BOUND_QUICK_A_SECOND /* milliseconds until one more */
};

struct socket {
    uv_poll_t poll;
    wslay_event_context_ptr frames;
    struct sockets *all;
    int number, fd;
    bool is_pinged, ends;
    int events;
    uint64_t rests;   /* until then it is not heard; 0: it is */
    uint64_t ahead;   /* until then its messages would take, well spaced */
    int controls;     /* frames of that kind since the last sweep */
    size_t share;     /* bytes that it may still bring in this round */
    uint64_t heard;   /* when it last said something */
    uint64_t blocked; /* since when it has taken nothing; 0: it does */
    struct pl_buffer unsent;
    char *rest; /* what was read with the handshake */
    size_t rest_length;
};

/* Numbers of sockets that wait for their turn, each once. */
struct line {
    int *number;
    bool *is_in; /* by number */
    int count;
};

struct sockets {
    uv_loop_t *loop;
    uv_timer_t sweep;
    uv_timer_t rest;  /* runs while somebody is not heard */
    uv_check_t after; /* the round of the loop: news are sent together */
    uv_idle_t hurry;  /* the loop must not wait while someone is in line */
    const struct sockets_host *host;
    size_t longest;
    int most, impatience;
    struct socket **socket; /* NULL: no one */
    struct line woken;      /* those with news */
    struct line late;       /* those who say much: heard after the others */
    bool is_closing;
    int handles;
    struct pl_buffer message;
    struct pl_buffer batch; /* frames for one socket, sent together */
    struct sockets_figures figures;
};

/* --- Bytes --------------------------------------------------------------- */

static ssize_t take_rest(struct socket *s, uint8_t *to, size_t size)
{
    size_t n = s->rest_length < size ? s->rest_length : size;

    memcpy(to, s->rest, n);
    s->share -= n;
    s->rest_length -= n;
    memmove(s->rest, s->rest + n, s->rest_length);
    if (s->rest_length == 0) {
        free(s->rest);
        s->rest = NULL;
    }
    return (ssize_t)n;
}

static ssize_t receive(wslay_event_context_ptr frames, uint8_t *to, size_t size,
                       int flags, void *data)
{
    struct socket *s = data;
    ssize_t n;

    (void)flags;
    if (size > s->share)
        size = s->share;
    if (size == 0) { /* the rest waits in the system until the next round */
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    if (s->rest)
        return take_rest(s, to, size);
    do
        n = recv(s->fd, to, size, 0);
    while (n < 0 && errno == EINTR);
    if (n > 0) {
        s->heard = uv_now(s->all->loop);
        s->is_pinged = false;
        /* Fewer than there was room for: no need to ask for more. */
        s->share = (size_t)n < size ? 0 : s->share - (size_t)n;
        return n;
    }
    wslay_event_set_error(frames, n < 0 && errno == EAGAIN
                                      ? WSLAY_ERR_WOULDBLOCK
                                      : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

/* What the system takes of it; −1: the connection is broken. */
static ssize_t give(struct socket *s, const char *bytes, size_t size)
{
    ssize_t n;

    do
        n = send(s->fd, bytes, size, MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    if (n < 0 && errno != EAGAIN)
        return -1;
    if (n == (ssize_t)size)
        s->blocked = 0;
    else if (n > 0 || !s->blocked)
        s->blocked = uv_now(s->all->loop);
    return n > 0 ? n : 0;
}

/* What did not go out before. */
static bool give_unsent(struct socket *s)
{
    struct pl_buffer *left = &s->unsent;
    ssize_t n = give(s, left->s, left->length);

    if (n < 0)
        return false;
    left->length -= (size_t)n;
    memmove(left->s, left->s + n, left->length);
    if (left->length == 0)
        pl_buffer_free(left);
    return true;
}

static bool give_batch(struct socket *s)
{
    const struct pl_buffer *batch = &s->all->batch;
    ssize_t n = batch->length ? give(s, batch->s, batch->length) : 0;

    if (n < 0)
        return false;
    if ((size_t)n < batch->length)
        pl_add_bytes(&s->unsent, batch->s + n, batch->length - (size_t)n);
    return true;
}

/* wslay writes control frames only, and only into the batch. */
static ssize_t transmit(wslay_event_context_ptr frames, const uint8_t *bytes,
                        size_t size, int flags, void *data)
{
    struct socket *s = data;

    (void)frames;
    (void)flags;
    pl_add_bytes(&s->all->batch, (const char *)bytes, size);
    return (ssize_t)size;
}

static void add_frame(struct pl_buffer *to, const struct pl_buffer *text)
{
    size_t n = text->length;
    uint8_t head[10] = {0x80 | WSLAY_TEXT_FRAME};
    int bytes = n < 126 ? 0 : n < 65536 ? 2 : 8; /* of the length */

    head[1] = (uint8_t)(bytes == 0 ? n : bytes == 2 ? 126 : 127);
    for (int i = 0; i < bytes; i++)
        head[1 + bytes - i] = (uint8_t)(n >> 8 * i);
    pl_add_bytes(to, (const char *)head, 2 + (size_t)bytes);
    pl_add_bytes(to, text->s, n);
}

static void end(struct socket *s, int code, const char *reason)
{
    s->ends = true;
    wslay_event_shutdown_read(s->frames);
    wslay_event_queue_close(s->frames, (uint16_t)code, (const uint8_t *)reason,
                            strlen(reason));
}

static void cut_off(struct socket *s)
{
    end(s, WSLAY_CODE_POLICY_VIOLATION, "");
}

/* Only text is a message; wslay answers pings and closes by itself. Each answer
 * is memory until the peer takes it, so no one gets many. */
static void message(wslay_event_context_ptr frames,
                    const struct wslay_event_on_msg_recv_arg *arg, void *data)
{
    struct socket *s = data;
    struct sockets *all = s->all;

    (void)frames;
    if (s->ends)
        return;
    if (s->ahead < uv_now(all->loop))
        s->ahead = uv_now(all->loop);
    s->ahead += HASTE;
    if (wslay_is_ctrl_frame(arg->opcode)) {
        if (++s->controls > BOUND_CONTROLS)
            cut_off(s);
        return;
    }
    all->figures.received++;
    if (arg->opcode != WSLAY_TEXT_FRAME ||
        !all->host->heard(all->host->context, s->number, (const char *)arg->msg,
                          arg->msg_length))
        cut_off(s);
}

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = receive,
    .send_callback = transmit,
    .on_msg_recv_callback = message,
};

/* --- Lines --------------------------------------------------------------- */

static void hurry(uv_idle_t *idle)
{
    (void)idle;
}

static void line_up(struct sockets *all, struct line *line, int number)
{
    if (!all->socket[number] || line->is_in[number] || all->is_closing)
        return;
    line->is_in[number] = true;
    line->number[line->count++] = number;
    uv_idle_start(&all->hurry, hurry);
}

/* Whose turn it is; NULL: no longer there. */
static struct socket *next_in(struct sockets *all, struct line *line, int i)
{
    line->is_in[line->number[i]] = false;
    return all->socket[line->number[i]];
}

/* The first have had their turn. */
static void leave(struct line *line, int first)
{
    line->count -= first;
    memmove(line->number, line->number + first,
            (size_t)line->count * sizeof *line->number);
}

/* While some have their turn, they may line up again. */
static void open_line(struct line *line, int most)
{
    line->number = calloc((size_t)most * 2, sizeof *line->number);
    line->is_in = calloc((size_t)most, sizeof *line->is_in);
    pl_assert(line->number && line->is_in);
}

static void close_line(struct line *line)
{
    free(line->number);
    free(line->is_in);
}

/* --- One socket ---------------------------------------------------------- */

static void freed(uv_handle_t *handle)
{
    struct socket *s = handle->data;

    close(s->fd);
    pl_buffer_free(&s->unsent);
    free(s->rest);
    free(s);
}

static void drop(struct socket *s)
{
    struct sockets *all = s->all;

    all->socket[s->number] = NULL;
    all->figures.open--;
    wslay_event_context_free(s->frames);
    uv_close((uv_handle_t *)&s->poll, freed);
    if (!all->is_closing)
        all->host->gone(all->host->context, s->number);
}

void sockets_drop(struct sockets *all, int number)
{
    if (all->socket[number])
        drop(all->socket[number]);
}

static void ready(uv_poll_t *poll, int status, int events);

static void watch(struct socket *s)
{
    int events =
        wslay_event_want_read(s->frames) && !s->rests ? UV_READABLE : 0;

    if (s->blocked)
        events |= UV_WRITABLE;
    if (events != s->events && events)
        uv_poll_start(&s->poll, events, ready);
    else if (events != s->events)
        uv_poll_stop(&s->poll);
    s->events = events;
}

/* Whether there was one. */
static bool add_next(struct socket *s)
{
    struct sockets *all = s->all;

    all->message.length = 0;
    if (s->ends || wslay_event_get_close_sent(s->frames) ||
        !all->host->next(all->host->context, s->number, &all->message))
        return false;
    add_frame(&all->batch, &all->message);
    all->figures.sent++;
    return true;
}

/* No message is made for a peer before it has taken what it was sent, so a slow
 * one holds a batch at most. */
static bool push(struct socket *s)
{
    struct sockets *all = s->all;
    bool more = true;

    if (s->unsent.length > 0 && !give_unsent(s))
        return false;
    if (s->unsent.length > 0)
        return true;
    all->batch.length = 0;
    if (wslay_event_send(s->frames) != 0)
        return false;
    for (int i = 0; more && i < ROUND && all->batch.length < BOUND_SHARE; i++)
        more = add_next(s);
    if (!give_batch(s))
        return false;
    if (more) /* but others wait too */
        sockets_wake(all, s->number);
    return true;
}

static bool is_finished(const struct socket *s)
{
    return s->unsent.length == 0 && !wslay_event_want_write(s->frames) &&
           (s->ends || !wslay_event_want_read(s->frames));
}

static void serve(struct socket *s)
{
    if (!push(s) || is_finished(s))
        drop(s);
    else
        watch(s);
}

/* Hears its share. */
static bool hear(struct socket *s)
{
    if (s->rests)
        return true;
    s->share = BOUND_SHARE;
    return wslay_event_recv(s->frames) == 0;
}

static void attend(struct socket *s)
{
    if (!hear(s)) {
        drop(s);
        return;
    }
    if (s->rest && !s->rests)
        sockets_wake(s->all, s->number);
    serve(s);
}

/* Whoever says more than people do waits until all others were heard. */
static bool is_hasty(const struct socket *s)
{
    return s->ahead > uv_now(s->all->loop) + HASTE * BOUND_QUICK;
}

static void attend_in_turn(struct socket *s)
{
    if (is_hasty(s))
        line_up(s->all, &s->all->late, s->number);
    else
        attend(s);
}

static void ready(uv_poll_t *poll, int status, int events)
{
    struct socket *s = poll->data;

    if (status < 0)
        drop(s);
    else if (events & UV_READABLE)
        attend_in_turn(s);
    else
        serve(s);
}

void sockets_add(struct sockets *all, int number, int fd, const char *read,
                 size_t length)
{
    struct socket *s = calloc(1, sizeof *s);
    const int yes = 1;

    pl_assert(s && !all->socket[number]);
    s->all = all;
    s->fd = fd;
    s->number = number;
    s->heard = uv_now(all->loop);
    s->poll.data = s;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    pl_assert(wslay_event_context_server_init(&s->frames, &callbacks, s) == 0);
    wslay_event_config_set_max_recv_msg_length(s->frames, all->longest);
    pl_assert(uv_poll_init(all->loop, &s->poll, fd) == 0);
    all->socket[number] = s;
    all->figures.open++;
    if (length > 0) {
        s->rest = malloc(length);
        pl_assert(s->rest);
        memcpy(s->rest, read, length);
        s->rest_length = length;
    }
    watch(s);
    sockets_wake(all, number);
}

/* --- All of them --------------------------------------------------------- */

void sockets_wake(struct sockets *all, int number)
{
    line_up(all, &all->woken, number);
}

static void send_news(struct sockets *all)
{
    int n = all->woken.count;

    for (int i = 0; i < n; i++) {
        struct socket *s = next_in(all, &all->woken, i);

        if (s && s->rest)
            attend_in_turn(s);
        else if (s)
            serve(s);
    }
    leave(&all->woken, n);
}

/* As many as there is time for; the rest in the next round, after the others.
 */
static void hear_late(struct sockets *all)
{
    uint64_t end = uv_hrtime() + BOUND_LATE * 1000;
    int n = 0;

    while (n < all->late.count && (n == 0 || uv_hrtime() < end)) {
        struct socket *s = next_in(all, &all->late, n++);

        if (s)
            attend(s);
    }
    leave(&all->late, n);
}

void sockets_end(struct sockets *all, int number, int code, const char *reason)
{
    struct socket *s = all->socket[number];

    if (!s || s->ends)
        return;
    end(s, code, reason);
    sockets_wake(all, number);
}

/* After everything that came in this round was heard. */
static void end_round(uv_check_t *after)
{
    struct sockets *all = after->data;

    send_news(all);
    hear_late(all);
    if (all->woken.count + all->late.count == 0)
        uv_idle_stop(&all->hurry);
}

/* How much of its patience someone has used by now. */
static uint64_t used(const struct socket *s, uint64_t since)
{
    return (uv_now(s->all->loop) - since) * (unsigned)s->all->impatience;
}

static void look_after(struct socket *s)
{
    static const struct wslay_event_msg ping = {.opcode = WSLAY_PING};

    s->controls = 0;
    if (used(s, s->heard) > SILENT ||
        (s->blocked && used(s, s->blocked) > SLOW)) {
        s->all->figures.dropped++;
        drop(s);
        return;
    }
    if (used(s, s->heard) <= PING || s->is_pinged)
        return;
    s->is_pinged = true;
    wslay_event_queue_msg(s->frames, &ping);
    serve(s);
}

/* Whoever has rested is heard again, after those who need no rest. */
static void end_rests(uv_timer_t *timer)
{
    struct sockets *all = timer->data;
    bool any = false;

    for (int i = 0; i < all->most; i++) {
        struct socket *s = all->socket[i];

        if (!s || !s->rests)
            continue;
        any = true;
        if (s->rests > uv_now(all->loop))
            continue;
        s->rests = 0;
        line_up(all, &all->late, i);
    }
    if (!any)
        uv_timer_stop(timer);
}

void sockets_rest(struct sockets *all, int number, int64_t pause)
{
    struct socket *s = all->socket[number];

    if (!s)
        return;
    s->rests = uv_now(all->loop) + (uint64_t)pause;
    if (!uv_is_active((uv_handle_t *)&all->rest))
        uv_timer_start(&all->rest, end_rests, REST, REST);
}

static void sweep(uv_timer_t *timer)
{
    struct sockets *all = timer->data;

    for (int i = 0; i < all->most; i++)
        if (all->socket[i])
            look_after(all->socket[i]);
}

struct sockets *sockets_open(uv_loop_t *loop, int most, size_t longest,
                             int impatience, const struct sockets_host *host)
{
    struct sockets *all = calloc(1, sizeof *all);

    pl_assert(all);
    all->loop = loop;
    all->host = host;
    all->most = most;
    all->impatience = impatience;
    all->longest = longest;
    all->socket = calloc((size_t)most, sizeof(struct socket *));
    pl_assert(all->socket);
    open_line(&all->woken, most);
    open_line(&all->late, most);
    all->handles = 4;
    all->sweep.data = all->after.data = all->hurry.data = all;
    all->rest.data = all;
    pl_assert(uv_timer_init(loop, &all->rest) == 0);
    pl_assert(uv_timer_init(loop, &all->sweep) == 0);
    pl_assert(uv_check_init(loop, &all->after) == 0);
    pl_assert(uv_idle_init(loop, &all->hurry) == 0);
    uv_timer_start(&all->sweep, sweep, SWEEP / (unsigned)impatience,
                   SWEEP / (unsigned)impatience);
    uv_check_start(&all->after, end_round);
    return all;
}

static void closed(uv_handle_t *handle)
{
    struct sockets *all = handle->data;

    if (--all->handles > 0)
        return;
    free(all->socket);
    close_line(&all->woken);
    close_line(&all->late);
    pl_buffer_free(&all->message);
    pl_buffer_free(&all->batch);
    free(all);
}

void sockets_close(struct sockets *all)
{
    all->is_closing = true;
    for (int i = 0; i < all->most; i++) {
        struct socket *s = all->socket[i];

        if (!s)
            continue;
        wslay_event_queue_close(s->frames, WSLAY_CODE_GOING_AWAY, NULL, 0);
        all->batch.length = 0;
        if (s->unsent.length == 0 && wslay_event_send(s->frames) == 0)
            give_batch(s);
        drop(s);
    }
    uv_close((uv_handle_t *)&all->sweep, closed);
    uv_close((uv_handle_t *)&all->rest, closed);
    uv_close((uv_handle_t *)&all->after, closed);
    uv_close((uv_handle_t *)&all->hurry, closed);
}

void sockets_figures(const struct sockets *all, struct sockets_figures *out)
{
    *out = all->figures;
}
