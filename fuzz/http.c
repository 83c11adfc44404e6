/* Any bytes as what a stranger sends to the server's port. The first byte says
 * in what parts they come. Every answer is a proper one, and nothing but what
 * is served comes back. */
#include "../server/net/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LONGEST = 60000, ROUNDS = 20 };

static uv_loop_t loop;
static struct http *http;
static struct files files;
static struct address_hashing hashing;
static struct sockaddr_un name;
static socklen_t name_size;

static enum welcome welcome(void *context, uint64_t from)
{
    (void)context;
    return from % 8 > 1 ? WELCOME : from % 8 == 0 ? HOUSE_FULL : TOO_MANY_THERE;
}

static void take(void *context, int fd, uint64_t from, unsigned tries,
                 const char *read, size_t length)
{
    (void)context;
    (void)from;
    pl_assert(length == 0 || read);
    close(fd);
}

static unsigned troubles(void *context)
{
    (void)context;
    return STORE_FAILS;
}

/* Results that are answered in a later round, as after a check on a thread. */
static struct {
    http_answered *answered;
    void *with;
} later[8];
static int laters;

static void answer_result(http_answered *answered, void *with, bool is_good)
{
    struct pl_buffer out = {0};

    pl_add(&out, is_good ? "{}" : "{\"why\":{}}");
    answered(with, is_good ? 200 : 400, &out);
}

static void answer_later(void)
{
    if (laters == 0)
        return;
    laters--;
    answer_result(later[laters].answered, later[laters].with, true);
}

static void daily(void *context, uint64_t from, const char *key,
                  const char *record, size_t length, http_answered *answered,
                  void *with)
{
    (void)context;
    (void)from;
    pl_assert(length == 0 || record);
    if (length % 2 == 0 || laters == 8) {
        answer_result(answered, with, key);
        return;
    }
    later[laters].answered = answered;
    later[laters++].with = with;
}

static void measure(void *context, struct pl_buffer *out)
{
    (void)context;
    pl_add(out, "parlour_tables 0\n");
}

static void put_file(const char *folder, const char *file, const char *text)
{
    char path[128];
    FILE *out;

    snprintf(path, sizeof path, "%s/%s", folder, file);
    out = fopen(path, "w");
    pl_assert(out && fputs(text, out) >= 0 && fclose(out) == 0);
}

static void read_files(void)
{
    char folder[] = "/tmp/parlour-fuzz-XXXXXX", path[128];
    static const char *const made[] = {"index.html", "app.js"};
    char text[2000];
    struct pl_message why;

    pl_assert(mkdtemp(folder));
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    put_file(folder, made[0], "<!DOCTYPE html><title>A page</title>");
    put_file(folder, made[1], text);
    pl_assert(files_read(&files, folder, &why));
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, made[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* A socket without a name in the file system: no port is ever used up. */
static int open_door(void)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);

    name.sun_family = AF_UNIX;
    name_size = sizeof name.sun_family; /* the system chooses */
    pl_assert(fd >= 0 && bind(fd, (struct sockaddr *)&name, name_size) == 0);
    name_size = sizeof name;
    pl_assert(getsockname(fd, (struct sockaddr *)&name, &name_size) == 0);
    pl_assert(listen(fd, 16) == 0);
    return fd;
}

static void begin(void)
{
    static struct http_setup setup = {.files = &files,
                                      .hashing = &hashing,
                                      .public_url = "https://games.example",
                                      .impatience = 1,
                                      .per_address = 1 << 24, /* no pace */
                                      .welcome = welcome,
                                      .take = take,
                                      .daily = daily,
                                      .troubles = troubles,
                                      .measure = measure};

    pl_assert(sodium_init() >= 0 && uv_loop_init(&loop) == 0);
    setup.language = pl_language_find("en");
    read_files();
    pl_assert(address_hashing_open(&hashing, "::"));
    memset(hashing.key, 0, sizeof hashing.key); /* the same in every run */
    http = http_open(&loop, open_door(), &setup);
}

/* Whatever comes back; false: the server has closed the connection. */
static bool hear(int fd, struct pl_buffer *answer)
{
    char bytes[4096];
    ssize_t n;

    uv_run(&loop, UV_RUN_NOWAIT);
    answer_later();
    while ((n = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT)) > 0)
        pl_add_bytes(answer, bytes, (size_t)n);
    return n != 0;
}

static void check(const struct pl_buffer *answer)
{
    static const char *const known[] = {"101", "200", "304", "400", "403",
                                        "404", "405", "413", "414", "429",
                                        "431", "500", "501", "503", "505"};
    bool good = false;

    if (answer->length == 0)
        return;
    pl_assert(answer->length > 12);
    pl_assert(memcmp(answer->s, "HTTP/1.", 7) == 0);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        good |= memcmp(answer->s + 9, known[i], 3) == 0;
    pl_assert(good);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pl_buffer answer = {0};
    size_t part = size > 0 && data[0] ? data[0] * (size_t)16 : LONGEST;
    bool is_there = true;
    int fd;

    if (!http)
        begin();
    if (size < 2 || size > LONGEST)
        return 0;
    fd = socket(AF_UNIX, SOCK_STREAM, 0);
    pl_assert(fd >= 0 && connect(fd, (struct sockaddr *)&name, name_size) == 0);
    for (size_t at = 1; is_there && at < size; at += part) {
        size_t n = size - at < part ? size - at : part;

        is_there = send(fd, data + at, n, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0 &&
                   hear(fd, &answer);
    }
    shutdown(fd, SHUT_WR);
    for (int i = 0; is_there && i < ROUNDS; i++)
        is_there = hear(fd, &answer);
    close(fd);
    while (laters > 0)
        answer_later();
    uv_run(&loop, UV_RUN_NOWAIT);
    check(&answer);
    pl_buffer_free(&answer);
    return 0;
}
