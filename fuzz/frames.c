/* Any bytes as what a peer sends after the handshake: what is no good frame
 * ends the connection, and nothing else. */
#include "../server/net/socket.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static bool is_behind(void *context)
{
    (void)context;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LONGEST = 2048 };

struct peer {
    int messages, gone;
};

static bool heard(void *context, int socket, const char *text, size_t length)
{
    struct peer *peer = context;

    pl_assert(socket == 0 && length <= LONGEST);
    peer->messages++;
    return length == 0 || text[0] != '!';
}

static bool next(void *context, int socket, struct pl_buffer *out)
{
    struct peer *peer = context;

    (void)socket;
    if (peer->messages == 0)
        return false;
    peer->messages--;
    pl_add(out, "{\"heard\":true}");
    return true;
}

static void gone(void *context, int socket)
{
    (void)socket;
    ((struct peer *)context)->gone++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct peer peer = {0};
    const struct sockets_host host = {&peer, heard, next, gone, is_behind};
    size_t with = size > 0 ? data[0] % 8 : 0; /* came with the handshake */
    struct sockets *sockets;
    uv_loop_t loop;
    int both[2];

    if (size < with + 1 || size > 60000)
        return 0;
    pl_assert(uv_loop_init(&loop) == 0);
    pl_assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, both) == 0);
    sockets = sockets_open(&loop, 1, LONGEST, 1, &host);
    sockets_add(sockets, 0, both[0], (const char *)data + 1, with);
    pl_assert(write(both[1], data + 1 + with, size - 1 - with) >= 0);
    shutdown(both[1], SHUT_WR);
    for (int i = 0; i < 50 && peer.gone == 0; i++)
        uv_run(&loop, UV_RUN_NOWAIT);
    sockets_close(sockets);
    uv_run(&loop, UV_RUN_DEFAULT);
    pl_assert(uv_loop_close(&loop) == 0);
    close(both[1]);
    return 0;
}
