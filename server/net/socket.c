/* See socket.h. */
#include "socket.h"
#include "../bounds.h"
#include "frames.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

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
    struct frames frames;
    struct sockets *all;
    int number, fd;
    bool ends;
    bool is_owed; /* an answer to what it said */
    int events;
    uint64_t rests;   /* until then it is not heard; 0: it is */
    uint64_t ahead;   /* until then its messages would take, well spaced */
    int controls;     /* frames of that kind since the last sweep */
    uint64_t heard;   /* when it last said something */
    uint64_t pinged;  /* when it was asked for a word since; 0: it was not */
    uint64_t blocked; /* since when it has taken nothing; 0: it does */
    struct pl_buffer unsent; /* while there is any, it is not heard */
    struct pl_buffer rest;   /* what was read and is still to be heard */
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
    bool is_late;           /* now those are heard */
    bool is_closing;
    int handles;
    struct pl_buffer message;
    struct pl_buffer batch;  /* frames for one socket, sent together */
    char share[BOUND_SHARE]; /* what one socket has brought in this round */
    struct sockets_figures figures;
};

/* --- Bytes --------------------------------------------------------------- */

/* How much of it is left. */
static void take_off(struct pl_buffer *from, size_t n)
{
    from->length -= n;
    memmove(from->s, from->s + n, from->length);
    if (from->length == 0)
        pl_buffer_free(from);
}

/* Its share of this round, which goes into all->share; −1: it is gone. */
static ssize_t receive(struct socket *s)
{
    ssize_t n;

    do
        n = recv(s->fd, s->all->share, BOUND_SHARE, 0);
    while (n < 0 && errno == EINTR);
    if (n <= 0)
        return n < 0 && errno == EAGAIN ? 0 : -1;
    s->heard = uv_now(s->all->loop);
    s->pinged = 0;
    return n;
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
    ssize_t n = give(s, s->unsent.s, s->unsent.length);

    if (n >= 0)
        take_off(&s->unsent, (size_t)n);
    return n >= 0;
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

static void end(struct socket *s, int code, const char *reason)
{
    s->ends = true;
    frames_add_close(&s->unsent, code, reason);
}

static void hear_control(struct socket *s, int kind, const char *bytes,
                         size_t length)
{
    int code;

    if (++s->controls > BOUND_CONTROLS) {
        end(s, END_POLICY, "");
    } else if (kind == FRAME_PING) {
        frames_add(&s->unsent, FRAME_PONG, bytes, length);
    } else if (kind == FRAME_CLOSE) {
        code = frames_close_code(bytes, length);
        end(s, code, "");
    }
}

/* One more of what it may say, well spaced. */
static void count_one(struct socket *s)
{
    if (s->ahead < uv_now(s->all->loop))
        s->ahead = uv_now(s->all->loop);
    s->ahead += HASTE;
}

/* Only text is a message. False: no more of it is heard in this turn; before
 * the late have theirs, that is one message. */
static bool message(void *data, int kind, const char *bytes, size_t length)
{
    struct socket *s = data;
    struct sockets *all = s->all;

    count_one(s);
    if (kind >= FRAME_CLOSE) {
        hear_control(s, kind, bytes, length);
        return !s->ends;
    }
    all->figures.received++;
    s->is_owed = true;
    if ((kind != FRAME_TEXT ||
         !all->host->heard(all->host->context, s->number, bytes, length)) &&
        !s->ends)
        end(s, END_POLICY, "");
    return all->is_late && !s->ends;
}

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
    frames_free(&s->frames);
    pl_buffer_free(&s->unsent);
    pl_buffer_free(&s->rest);
    free(s);
}

static void drop(struct socket *s)
{
    struct sockets *all = s->all;

    s->ends = true;
    all->socket[s->number] = NULL;
    all->figures.open--;
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

/* What waits for a peer that does not take it must not grow by what it asks
 * for. */
static bool is_heard(const struct socket *s)
{
    return !s->ends && !s->rests && s->unsent.length == 0;
}

static void watch(struct socket *s)
{
    bool waits = s->all->late.is_in[s->number];
    int events = is_heard(s) && !waits ? UV_READABLE : 0;

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
    if (s->ends ||
        !all->host->next(all->host->context, s->number, &all->message))
        return false;
    frames_add(&all->batch, FRAME_TEXT, all->message.s, all->message.length);
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
    for (int i = 0; more && i < ROUND && all->batch.length < BOUND_SHARE; i++)
        more = add_next(s);
    s->is_owed = s->is_owed && all->batch.length == 0;
    if (!give_batch(s))
        return false;
    if (more) /* but others wait too */
        sockets_wake(all, s->number);
    return true;
}

static bool is_finished(const struct socket *s)
{
    return s->ends && s->unsent.length == 0;
}

static void serve(struct socket *s)
{
    if (!push(s) || is_finished(s)) {
        drop(s);
        return;
    }
    if (s->rest.length > 0 && is_heard(s))
        line_up(s->all, &s->all->late, s->number);
    watch(s);
}

/* How much of it was heard in this turn. */
static size_t hear_turn(struct socket *s, const char *bytes, size_t length)
{
    const char *at = bytes;
    int why = frames_take(&s->frames, &at,
                          length < BOUND_SHARE ? length : BOUND_SHARE,
                          s->all->longest, message, s);

    if (why && !s->ends)
        end(s, why, "");
    return (size_t)(at - bytes);
}

/* Hears of what is left, or else of what has come; false: it is gone. A part of
 * a message is as much work as a whole one, and there may be no end of it. What
 * is longer than people's messages takes longer to read: it waits. */
static bool hear(struct socket *s)
{
    uint64_t before = s->ahead;
    ssize_t n;
    size_t heard = 0;

    if (s->rest.length > 0) {
        take_off(&s->rest, hear_turn(s, s->rest.s, s->rest.length));
        return true;
    }
    n = receive(s);
    if (n < 0)
        return false;
    if (n <= BOUND_BRIEF || s->all->is_late)
        heard = hear_turn(s, s->all->share, (size_t)n);
    if (n > 0 && s->ahead == before)
        count_one(s);
    if (heard < (size_t)n)
        pl_add_bytes(&s->rest, s->all->share + heard, (size_t)n - heard);
    return true;
}

static void attend(struct socket *s)
{
    bool is_here = !is_heard(s) || hear(s);

    if (s->all->socket[s->number] != s) /* while it was heard */
        return;
    if (!is_here) {
        drop(s);
        return;
    }
    serve(s);
}

/* Anyone who says more than people do waits until all others were heard; so
 * does a second message that came with the first. */
static bool is_hasty(const struct socket *s)
{
    return s->rest.length > 0 ||
           s->ahead > uv_now(s->all->loop) + HASTE * BOUND_QUICK;
}

static void attend_in_turn(struct socket *s)
{
    if (is_hasty(s)) {
        line_up(s->all, &s->all->late, s->number);
        watch(s);
    } else {
        attend(s);
    }
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
    const int yes = 1, held = BOUND_HELD;

    pl_assert(s && !all->socket[number]);
    s->all = all;
    s->fd = fd;
    s->number = number;
    s->heard = uv_now(all->loop);
    s->poll.data = s;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &held, sizeof held);
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &held, sizeof held);
    pl_assert(uv_poll_init(all->loop, &s->poll, fd) == 0);
    all->socket[number] = s;
    all->figures.open++;
    if (length > 0)
        pl_add_bytes(&s->rest, read, length);
    watch(s);
    sockets_wake(all, number);
}

/* --- All of them --------------------------------------------------------- */

void sockets_wake(struct sockets *all, int number)
{
    line_up(all, &all->woken, number);
}

/* Answers first: whatever one says may be news for fifty who watch, and they
 * have theirs as there is time. */
static void send_news(struct sockets *all, uint64_t end)
{
    int n = all->woken.count;

    for (int i = 0; i < n; i++) {
        struct socket *s = next_in(all, &all->woken, i);

        if (s && (s->is_owed || uv_hrtime() < end))
            serve(s);
        else if (s)
            sockets_wake(all, s->number);
    }
    leave(&all->woken, n);
}

static bool is_behind(const struct sockets *all)
{
    return all->host->is_behind(all->host->context);
}

/* As many as there is time for after the news, and as the disk keeps up with:
 * what they want written would stand before what the others want. The rest, and
 * those who have more to say, in the next round. */
static void hear_late(struct sockets *all, uint64_t end)
{
    int n = 0, waiting = all->late.count;

    all->is_late = true;
    while (n < waiting && (n == 0 || uv_hrtime() < end) && !is_behind(all)) {
        struct socket *s = next_in(all, &all->late, n++);

        if (s)
            attend(s);
    }
    all->is_late = false;
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
    uint64_t end = uv_hrtime() + BOUND_LATE * 1000;

    send_news(all, end);
    hear_late(all, end);
    if (all->woken.count > 0 || (all->late.count > 0 && !is_behind(all)))
        uv_idle_start(&all->hurry, hurry);
    else
        uv_idle_stop(&all->hurry);
}

/* How much of its patience someone has used by now. */
static uint64_t used(const struct socket *s, uint64_t since)
{
    return (uv_now(s->all->loop) - since) * (unsigned)s->all->impatience;
}

static bool is_overdue(const struct socket *s)
{
    return (s->pinged && used(s, s->pinged) > SILENT - PING) ||
           (s->blocked && used(s, s->blocked) > SLOW);
}

static void look_after(struct sockets *all, int number)
{
    struct socket *s = all->socket[number];

    s->controls = 0;
    if (is_overdue(s)) /* perhaps it was we who did not listen */
        attend(s);
    if (!all->socket[number])
        return;
    if (is_overdue(s)) {
        all->figures.dropped++;
        drop(s);
    } else if (used(s, s->heard) > PING && !s->pinged) {
        s->pinged = uv_now(all->loop);
        frames_add(&s->unsent, FRAME_PING, NULL, 0);
        serve(s);
    }
}

/* Anyone who has rested is heard again, after those who need no rest. */
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
            look_after(all, i);
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
        frames_add_close(&s->unsent, END_GOING, "");
        give_unsent(s);
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
