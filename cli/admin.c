/* parlour admin: speaks with a server on this computer through the socket
 * beside its store. */
#include "../server/admin.h"
#include "cli.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int call(const char *path)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    strcpy(to.sun_path, path);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Words with tabs between them; a text is one word. */
static void make_line(char **word, int words, struct pl_buffer *out)
{
    pl_add(out, cli_language->code);
    for (int i = 0; i < words; i++) {
        pl_add(out, "\t");
        pl_add(out, word[i]);
    }
    for (size_t i = 0; i < out->length; i++)
        if (out->s[i] == '\n')
            out->s[i] = ' ';
    pl_add(out, "\n");
}

static bool speak(int fd, const struct pl_buffer *line)
{
    size_t sent = 0;

    while (sent < line->length) {
        ssize_t n = write(fd, line->s + sent, line->length - sent);

        if (n <= 0)
            return false;
        sent += (size_t)n;
    }
    return true;
}

/* + and what is to be read, or − and why not. */
static int listen_to(int fd)
{
    char bytes[4096];
    FILE *to = NULL;
    ssize_t n;

    while ((n = read(fd, bytes, sizeof bytes)) > 0) {
        size_t from = 0;

        if (!to) {
            to = bytes[0] == '+' ? stdout : stderr;
            from = 1;
            if (to == stderr)
                fputs("parlour: ", to);
        }
        fwrite(bytes + from, 1, (size_t)n - from, to);
    }
    return to == stdout ? DONE : FAILED;
}

int cmd_admin(int argc, char **argv)
{
    const char *store = cli_value(&argc, argv, "--store");
    struct pl_buffer line = {0};
    char path[ADMIN_PATH];
    int code, fd;

    if (!store)
        store = getenv("PARLOUR_STORE");
    if (!cli_arguments(argc, argv, 1, 3, &code))
        return code;
    if (!store)
        return cli_refuse(USAGE, "admin.no_store", "");
    if (!admin_path(store, path))
        return cli_refuse(FAILED, "admin.no_server", store);
    fd = call(path);
    if (fd < 0)
        return cli_refuse(FAILED, "admin.no_server", path);
    make_line(argv + 1, argc - 1, &line);
    code =
        line.length < ADMIN_LINE && speak(fd, &line) ? listen_to(fd) : FAILED;
    close(fd);
    pl_buffer_free(&line);
    return code;
}
