/* See frames.h. */
#include "frames.h"
#include "strangers.h"

#include <string.h>

enum {
    LAST = 0x80,     /* of the first byte: the message ends here */
    RESERVED = 0x70, /* for extensions, of which we have none */
    MASKED = 0x80,   /* of the second byte: what clients must say */
    MASK = 4,        /* bytes of it, after the length */
    SHORT = 126,     /* lengths from here on need two bytes */
    MORE = 0         /* the kind of a frame that goes on */
};

/* --- Reading ------------------------------------------------------------- */

static int kind_of(const struct frames *f)
{
    return f->head[0] & 0x0f;
}

static bool is_control(int kind)
{
    return kind >= FRAME_CLOSE;
}

static int length_bytes(const struct frames *f)
{
    int n = f->head[1] & 0x7f;

    return n < SHORT ? 0 : n == SHORT ? 2 : 8;
}

static uint64_t length_of(const struct frames *f)
{
    int bytes = length_bytes(f);
    uint64_t n = 0;

    for (int i = 0; i < bytes; i++)
        n = n << 8 | f->head[2 + i];
    return bytes ? n : f->head[1] & 0x7fu;
}

static int head_size(const struct frames *f)
{
    return f->head_length < 2 ? 2 : 2 + length_bytes(f) + MASK;
}

static int check_kind(const struct frames *f)
{
    int kind = kind_of(f);

    if (f->head[0] & RESERVED || !(f->head[1] & MASKED))
        return END_PROTOCOL;
    if (is_control(kind))
        return kind <= FRAME_PONG && f->head[0] & LAST &&
                       (f->head[1] & 0x7f) <= FRAME_CONTROL
                   ? 0
                   : END_PROTOCOL;
    return kind <= FRAME_BINARY && (kind == MORE) == (f->kind != 0)
               ? 0
               : END_PROTOCOL;
}

/* Lengths have one way to be written. */
static int check_length(const struct frames *f, size_t longest)
{
    uint64_t n = length_of(f);
    int bytes = length_bytes(f);

    if ((bytes == 2 && n < SHORT) || (bytes == 8 && (n < 65536 || n >> 63)))
        return END_PROTOCOL;
    return !is_control(kind_of(f)) && n > longest - f->message.length
               ? END_TOO_LONG
               : 0;
}

static bool is_utf8(const char *s, size_t length)
{
    const char *end = s + length;

    while (s < end)
        if (pl_utf8_next(&s, end) < 0)
            return false;
    return true;
}

int frames_close_code(const char *bytes, size_t length)
{
    int code =
        length < 2 ? END_NO_CODE : (uint8_t)bytes[0] << 8 | (uint8_t)bytes[1];

    if (length == 0)
        return code;
    if (length == 1 || code < 1000 || code > 4999 ||
        (code >= 1015 && code < 3000) || (code >= 1004 && code <= 1006))
        return END_PROTOCOL;
    return is_utf8(bytes + 2, length - 2) ? code : END_NOT_TEXT;
}

static bool has_head(const struct frames *f)
{
    return f->head_length == head_size(f);
}

/* 0, or why it must end: said as early as it can be seen. */
static int take_head(struct frames *f, const char **at, const char *end,
                     size_t longest)
{
    int why = 0;

    while (!why && *at < end && !has_head(f)) {
        f->head[f->head_length++] = (uint8_t) * (*at)++;
        why = f->head_length == 2 ? check_kind(f)
              : has_head(f)       ? check_length(f, longest)
                                  : 0;
    }
    if (why || !has_head(f))
        return why;
    f->left = (size_t)length_of(f);
    if (kind_of(f) == FRAME_TEXT || kind_of(f) == FRAME_BINARY)
        f->kind = (uint8_t)kind_of(f);
    return 0;
}

static void unmask(const struct frames *f, char *bytes, size_t length)
{
    const uint8_t *mask = f->head + f->head_length - MASK;
    size_t done = (size_t)length_of(f) - f->left;

    for (size_t i = 0; i < length; i++)
        bytes[i] = (char)(bytes[i] ^ mask[(done + i) % MASK]);
}

static void take_body(struct frames *f, const char **at, const char *end)
{
    size_t n = (size_t)(end - *at) < f->left ? (size_t)(end - *at) : f->left;

    if (is_control(kind_of(f))) {
        memcpy(f->control + f->control_length, *at, n);
        unmask(f, f->control + f->control_length, n);
        f->control_length = (uint8_t)(f->control_length + n);
    } else {
        size_t before = f->message.length;

        pl_add_bytes(&f->message, *at, n);
        unmask(f, f->message.s + before, n);
    }
    *at += n;
    f->left -= n;
}

/* The frame is whole; so may be the message. 0, or why it must end; −1: no more
 * is wanted. */
static int end_frame(struct frames *f, frames_heard *heard, void *context)
{
    struct pl_buffer message = f->message;
    int kind = kind_of(f), began = f->kind;
    bool goes_on = true;

    f->head_length = 0;
    if (is_control(kind)) {
        size_t length = f->control_length;

        f->control_length = 0;
        return heard(context, kind, f->control, length) ? 0 : -1;
    }
    if (!(f->head[0] & LAST))
        return 0;
    f->message = (struct pl_buffer){0};
    f->kind = 0;
    if (began == FRAME_TEXT && !is_utf8(message.s, message.length)) {
        pl_buffer_free(&message);
        return END_NOT_TEXT;
    }
    goes_on = heard(context, began, message.s, message.length);
    pl_buffer_free(&message);
    return goes_on ? 0 : -1;
}

int frames_take(struct frames *f, const char **bytes, size_t length,
                size_t longest, frames_heard *heard, void *context)
{
    const char *end = *bytes + length;
    int why = 0;

    while (why == 0 && *bytes < end) {
        if (!has_head(f))
            why = take_head(f, bytes, end, longest);
        if (why != 0 || !has_head(f))
            break;
        take_body(f, bytes, end);
        if (f->left == 0)
            why = end_frame(f, heard, context);
    }
    return why > 0 ? why : 0;
}

void frames_free(struct frames *f)
{
    pl_buffer_free(&f->message);
}

/* --- Writing ------------------------------------------------------------- */

void frames_add(struct pl_buffer *to, int kind, const char *bytes,
                size_t length)
{
    uint8_t head[10] = {(uint8_t)(LAST | kind)};
    int more = length < SHORT ? 0 : length < 65536 ? 2 : 8; /* of the length */

    head[1] = (uint8_t)(more == 0 ? length : more == 2 ? SHORT : SHORT + 1);
    for (int i = 0; i < more; i++)
        head[1 + more - i] = (uint8_t)(length >> 8 * i);
    pl_add_bytes(to, (const char *)head, 2 + (size_t)more);
    pl_add_bytes(to, bytes, length);
}

void frames_add_close(struct pl_buffer *to, int code, const char *reason)
{
    const char bytes[] = {(char)(code >> 8), (char)code};
    struct pl_buffer body = {0};

    if (code != END_NO_CODE) {
        pl_add_bytes(&body, bytes, sizeof bytes);
        pl_add(&body, reason);
    }
    pl_assert(body.length <= FRAME_CONTROL);
    frames_add(to, FRAME_CLOSE, body.s, body.length);
    pl_buffer_free(&body);
}
