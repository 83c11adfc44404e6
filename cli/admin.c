/* parlour admin: speaks with a server on this computer through the socket
 * beside its store. */
#include "../server/admin.h"
#include "cli.h"
#include "words.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

static bool copy(int from, int to)
{
    ssize_t n;

    do
        n = sendfile(to, from, NULL, 1 << 20);
    while (n > 0);
    return n == 0;
}

/* A copy beside the store, for the user of the server's socket, who must not
 * lead anyone elsewhere. */
static bool lend(const char *backup, const char *door, const char *lent)
{
    struct stat user;
    int from = open(backup, O_RDONLY | O_CLOEXEC), to;
    bool good;

    unlink(lent);
    to = open(lent, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    good = from >= 0 && to >= 0 && stat(door, &user) == 0 && copy(from, to) &&
           (fchown(to, user.st_uid, user.st_gid) == 0 || geteuid() != 0);

    if (from >= 0)
        close(from);
    if (to >= 0)
        close(to);
    return good;
}

static int ask(int fd, char **word, int words)
{
    struct pl_buffer line = {0};
    int code;

    make_line(word, words, &line);
    code =
        line.length < ADMIN_LINE && speak(fd, &line) ? listen_to(fd) : FAILED;
    pl_buffer_free(&line);
    return code;
}

/* restore TABLE BACKUP */
static int ask_with_backup(int fd, char **word, int words, const char *store,
                           const char *door)
{
    char lent[ADMIN_PATH];
    int code;

    if (!admin_lent_path(store, lent))
        return cli_refuse(FAILED, "admin.no_server", store);
    code = lend(word[2], door, lent)
               ? ask(fd, word, words)
               : cli_refuse(FAILED, "cli.cannot_open", word[2]);
    unlink(lent);
    return code;
}

int cmd_admin(int argc, char **argv)
{
    const char *store = cli_value(&argc, argv, "--store");
    char path[ADMIN_PATH];
    int code, fd;

    if (!store)
        store = getenv("PARLOUR_ADMIN");
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
    code = argc == 4 && strcmp(argv[1], "restore") == 0
               ? ask_with_backup(fd, argv + 1, argc - 1, store, path)
               : ask(fd, argv + 1, argc - 1);
    close(fd);
    return code;
}
