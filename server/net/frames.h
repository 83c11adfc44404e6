/*
 * The frames of a WebSocket, as a server reads and writes them (RFC 6455). A
 * peer that says nothing costs the bytes of this struct and no more; a message
 * that has come in part costs as much as there is of it.
 */
#ifndef FRAMES_H
#define FRAMES_H

#include "parlour_match.h"

enum {
    FRAME_TEXT = 1,
    FRAME_BINARY = 2,
    FRAME_CLOSE = 8, /* from here on: control frames */
    FRAME_PING = 9,
    FRAME_PONG = 10,
    FRAME_CONTROL = 125, /* bytes of a control frame */
};

/* Why a connection ends. */
enum {
    END_NORMAL = 1000,
    END_GOING = 1001,
    END_PROTOCOL = 1002,
    END_NO_CODE = 1005, /* never sent */
    END_NOT_TEXT = 1007,
    END_POLICY = 1008,
    END_TOO_LONG = 1009,
};

struct frames { /* begins zeroed */
    uint8_t head[14];
    uint8_t head_length;
    uint8_t kind; /* of the message that has begun; 0: none has */
    uint8_t control_length;
    size_t left; /* bytes of the frame still to come */
    struct pl_buffer message;
    char control[FRAME_CONTROL];
};

/* A whole message or control frame; false: no more of them for now. */
typedef bool frames_heard(void *context, int kind, const char *bytes,
                          size_t length);

/* Takes what came, in parts of any size, and moves bytes on to what is left of
 * it: something only when the connection must end, or when no more is wanted.
 * 0, or why it must end. */
int frames_take(struct frames *frames, const char **bytes, size_t length,
                size_t longest, frames_heard *heard, void *context);
void frames_free(struct frames *frames);

void frames_add(struct pl_buffer *to, int kind, const char *bytes,
                size_t length);
void frames_add_close(struct pl_buffer *to, int code, const char *reason);
/* What a close frame says: a code, END_NO_CODE or END_PROTOCOL. */
int frames_close_code(const char *bytes, size_t length);

#endif
