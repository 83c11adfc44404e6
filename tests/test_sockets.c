/* Frames of all kinds, and peers that are slow, silent or mad. */
#include "../server/bounds.h"
#include "../server/net/socket.h"
#include "script.h"

#include <malloc.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    LONGEST = 2048,
    HASTE = 30,
    NEWS = 1000,
    SHARE = BOUND_SHARE,
    SOCKETS = 10
};

static uv_loop_t loop;
static struct sockets *sockets;
static int ours, peer; /* the other end */
static bool is_gone;
static int made, endless;
static bool behind;           /* much is to be written */
static int due[SOCKETS];      /* messages for each, that take long to make */
static struct pl_buffer said; /* what was heard, one message a line */

static bool heard(void *context, int socket, const char *text, size_t length)
{
    (void)context;
    if (length > 0 && text[0] == 'r')
        sockets_rest(sockets, socket, 1);
    if (length > 0)
        pl_add_bytes(&said, text, length);
    pl_add(&said, "\n");
    return length == 0 || text[0] != '!';
}

static bool next(void *context, int socket, struct pl_buffer *out)
{
    char news[NEWS];

    (void)context;
    if (due[socket] > 0) {
        uint64_t until = uv_hrtime() + 2 * BOUND_LATE * 1000;

        while (uv_hrtime() < until)
            ;
        due[socket]--;
        pl_add(out, "n");
        return true;
    }
    if (!endless)
        return false;
    made++;
    memset(news, 'n', NEWS);
    pl_add_bytes(out, news, NEWS);
    return true;
}

static void gone(void *context, int socket)
{
    (void)context;
    (void)socket;
    is_gone = true;
}

static bool is_behind(void *context)
{
    (void)context;
    return behind;
}

static const struct sockets_host host = {NULL, heard, next, gone, is_behind};

static void begin(void)
{
    int both[2];

    is_gone = behind = false;
    made = endless = 0;
    said.length = 0;
    pl_add(&said, "");
    pl_assert(uv_loop_init(&loop) == 0);
    pl_assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, both) == 0);
    ours = both[0];
    peer = both[1];
    sockets = sockets_open(&loop, SOCKETS, LONGEST, HASTE, &host);
    sockets_add(sockets, 0, both[0], NULL, 0);
}

static void end(void)
{
    sockets_close(sockets);
    uv_run(&loop, UV_RUN_DEFAULT);
    pl_assert(uv_loop_close(&loop) == 0);
    close(peer);
    pl_buffer_free(&said);
}

/* Until it has been gone, or for so many milliseconds. */
static void run_for(int milliseconds)
{
    uint64_t until = uv_hrtime() + (uint64_t)milliseconds * 1000000;

    while (!is_gone && uv_hrtime() < until) {
        uv_run(&loop, UV_RUN_NOWAIT);
        poll(NULL, 0, 1);
    }
}

/* --- Frames -------------------------------------------------------------- */

enum { TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10, MORE = 0x80 };

/* A frame from a client, with a mask of zeros; MORE: it is not the last. */
static void put(int kind, const char *text, size_t length)
{
    uint8_t head[8] = {(uint8_t)(kind ^ 0x80)};
    size_t n = 2;

    head[1] = (uint8_t)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        head[2] = (uint8_t)(length >> 8);
        head[3] = (uint8_t)length;
        n = 4;
    }
    pl_assert(write(peer, head, n) == (ssize_t)n);
    pl_assert(write(peer, "\0\0\0", 4) == 4);
    pl_assert(write(peer, text, length) == (ssize_t)length);
}

static void put_text(int kind, const char *text)
{
    put(kind, text, strlen(text));
}

static void messages_in_one_frame_or_many(void **state)
{
    (void)state;
    begin();
    put_text(TEXT, "one");
    put_text(TEXT | MORE, "t");
    put_text(PING, "between");
    put_text(0 | MORE, "w");
    put_text(0, "o");
    put_text(TEXT, "");
    put_text(TEXT, "three");
    run_for(30);
    assert_false(is_gone);
    assert_string_equal(said.s, "one\ntwo\n\nthree\n");
    end();
}

static void a_frame_byte_by_byte(void **state)
{
    static const char frame[] = "\x81\x85\0\0\0\0hello";

    (void)state;
    begin();
    for (size_t i = 0; i < sizeof frame - 1; i++) {
        assert_int_equal(write(peer, frame + i, 1), 1);
        run_for(2);
    }
    assert_string_equal(said.s, "hello\n");
    assert_false(is_gone);
    end();
}

/* Each ends the connection, and nothing of it is heard. */
static void what_is_no_good_frame_ends_it(void **state)
{
    static const struct {
        const char *name, *bytes;
        size_t size;
    } rows[] = {
#define ROW(name, bytes) {name, bytes, sizeof bytes - 1}
        ROW("without a mask", "\x81\x02hi"),
        ROW("a reserved bit", "\xc1\x82\0\0\0\0hi"),
        ROW("a reserved kind", "\x83\x82\0\0\0\0hi"),
        ROW("a reserved control", "\x8b\x80\0\0\0\0"),
        ROW("it goes on, but nothing began", "\x80\x82\0\0\0\0hi"),
        ROW("begins twice", "\x01\x81\0\0\0\0h\x81\x81\0\0\0\0i"),
        ROW("a ping in parts", "\x09\x82\0\0\0\0hi"),
        ROW("a long ping", "\x89\xfe\0\x80\0\0\0\0"),
        ROW("a length that is written too long", "\x81\xfe\0\x02\0\0\0\0hi"),
        ROW("an absurd length", "\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff"
                                "\0\0\0\0"),
        ROW("a huge length", "\x81\xff\0\0\0\x01\0\0\0\0\0\0\0\0x"),
        ROW("one byte too long", "\x81\xfe\x08\x01\0\0\0\0x"),
        ROW("binary", "\x82\x82\0\0\0\0hi"),
        ROW("not UTF-8", "\x81\x82\0\0\0\0\xc3\x28"),
        ROW("a close of one byte", "\x88\x81\0\0\0\0x"),
        ROW("HTTP again", "GET / HTTP/1.1\r\n\r\n"),
        ROW("goodbye", "\x88\x82\0\0\0\0\x03\xe8"),
#undef ROW
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        begin();
        assert_int_equal(write(peer, rows[i].bytes, rows[i].size),
                         rows[i].size);
        run_for(1500);
        if (!is_gone || said.length > 0)
            fail_msg("%s: %s", rows[i].name, is_gone ? said.s : "still there");
        end();
    }
}

static void long_messages(void **state)
{
    char text[LONGEST];

    (void)state;
    memset(text, 'x', sizeof text);
    begin();
    put(TEXT, text, LONGEST);
    run_for(20);
    assert_false(is_gone);
    assert_int_equal(said.length, LONGEST + 1);
    said.length = 0;
    /* In parts it is not allowed to be longer either. */
    put(TEXT | MORE, text, LONGEST);
    put(0, text, 1);
    run_for(500);
    assert_true(is_gone);
    assert_int_equal(said.length, 0);
    end();
}

static void anyone_who_is_refused_hears_why(void **state)
{
    uint8_t answer[16];

    (void)state;
    begin();
    put_text(TEXT, "!");
    put_text(TEXT, "again");
    run_for(500);
    assert_true(is_gone);
    assert_string_equal(said.s, "!\n");
    assert_true(read(peer, answer, sizeof answer) >= 4);
    assert_int_equal(answer[0], 0x80 | CLOSE);
    assert_int_equal(answer[2] << 8 | answer[3], 1008); /* policy */
    end();
}

/* --- Patience: 25 s, 60 s and 20 s, thirty times faster ------------------ */

static void the_silent_are_pinged_and_dropped(void **state)
{
    uint8_t frame[8];
    uint64_t begun;

    (void)state;
    begin();
    begun = uv_hrtime();
    run_for(10000);
    assert_true(is_gone);
    assert_true(uv_hrtime() - begun > (uint64_t)60000 / HASTE * 1000000);
    assert_int_equal(read(peer, frame, sizeof frame), 2);
    assert_int_equal(frame[0], 0x80 | PING);
    end();
}

static void anyone_who_answers_a_ping_stays(void **state)
{
    uint8_t frame[8];
    int pings = 0;

    (void)state;
    begin();
    while (pings < 3 && !is_gone) {
        uv_run(&loop, UV_RUN_NOWAIT);
        poll(NULL, 0, 1);
        if (read(peer, frame, sizeof frame) == 2 && frame[0] == (0x80 | PING)) {
            put_text(PONG, "");
            pings++;
        }
    }
    assert_false(is_gone);
    end();
}

/* A server that was stopped for a while asks before it drops anyone, and hears
 * what they said meanwhile. */
static void after_a_standstill_all_are_there(void **state)
{
    uint8_t frame[8];

    (void)state;
    begin();
    uv_run(&loop, UV_RUN_NOWAIT);
    poll(NULL, 0, 61000 / HASTE);
    do {
        uv_run(&loop, UV_RUN_NOWAIT);
        assert_false(is_gone);
    } while (read(peer, frame, sizeof frame) < 2);
    assert_int_equal(frame[0], 0x80 | PING);
    put_text(PONG, "");
    poll(NULL, 0, 61000 / HASTE);
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_false(is_gone);
    end();
}

/* News that no one takes are not even made; then the peer is dropped, although
 * it says something all the time. */
static void anyone_who_does_not_read_costs_one_message(void **state)
{
    struct sockets_figures figures;
    int before;

    (void)state;
    begin();
    endless = 1;
    sockets_wake(sockets, 0);
    do { /* until the system takes no more */
        before = made;
        run_for(50);
    } while (made > before);
    assert_true(before > 10);
    for (int i = 0; i < 10; i++) {
        put_text(PONG, "");
        sockets_wake(sockets, 0);
        run_for(5);
    }
    assert_int_equal(made, before);
    for (int i = 0; i < 1000 && !is_gone; i++) {
        put_text(PONG, "");
        run_for(10);
    }
    assert_true(is_gone);
    assert_int_equal(made, before);
    sockets_figures(sockets, &figures);
    assert_int_equal(figures.dropped, 1);
    end();
}

static void anyone_who_reads_slowly_is_served(void **state)
{
    char bytes[4096];

    (void)state;
    begin();
    endless = 1;
    sockets_wake(sockets, 0);
    for (int i = 0; i < 80; i++) {
        put_text(PONG, "");
        run_for(5);
        assert_true(read(peer, bytes, sizeof bytes) > 0);
    }
    assert_false(is_gone);
    end();
}

/* --- Floods -------------------------------------------------------------- */

static int unread(void)
{
    int n;

    pl_assert(ioctl(ours, FIONREAD, &n) == 0);
    return n;
}

/* The same frame again and again, until the system takes no more. */
static void flood(const char *frame, size_t size)
{
    char bytes[64 * 100];
    size_t n = 0;

    while (n + size <= sizeof bytes) {
        memcpy(bytes + n, frame, size);
        n += size;
    }
    while (write(peer, bytes, n) == (ssize_t)n)
        ;
}

static void one_socket_brings_its_share_a_round(void **state)
{
    int before, second[2];

    (void)state;
    begin();
    pl_assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, second) == 0);
    sockets_add(sockets, 1, second[0], NULL, 0);
    uv_run(&loop, UV_RUN_NOWAIT);
    flood("\x81\x81\0\0\0\0x", 7);
    assert_int_equal(write(second[1], "\x81\x82\0\0\0\0me", 8), 8);
    before = unread();
    assert_true(before > 4 * SHARE);
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_in_range(before - unread(), 1, SHARE);
    assert_non_null(strstr(said.s, "me\n"));
    for (int round = 1; unread() > 0; round++) {
        uv_run(&loop, UV_RUN_NOWAIT);
        assert_in_range(before - unread(), round, (round + 1) * SHARE);
    }
    assert_false(is_gone);
    end();
    close(second[1]);
}

/* What came with the handshake is shared out like the rest. */
static void a_long_handshake_loses_nothing(void **state)
{
    static const char frame[] = "\x81\x81\0\0\0\0x";
    char bytes[7 * 2000];
    int both[2];

    (void)state;
    begin();
    for (size_t i = 0; i < 2000; i++)
        memcpy(bytes + 7 * i, frame, 7);
    pl_assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, both) == 0);
    sockets_add(sockets, 1, both[0], bytes, sizeof bytes);
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_in_range(said.length, 2, 2 * SHARE / 7 + 2);
    for (int round = 0; round < 10; round++)
        uv_run(&loop, UV_RUN_NOWAIT);
    assert_int_equal(said.length, 2 * 2000);
    end();
    close(both[1]);
}

static void put_short(int fd, char letter)
{
    const char frame[] = {'\x81', '\x81', 0, 0, 0, 0, letter};

    pl_assert(write(fd, frame, sizeof frame) == sizeof frame);
}

/* The first that wrote is heard last. */
static void anyone_who_says_much_is_heard_after_the_others(void **state)
{
    int both[2];

    (void)state;
    begin();
    pl_assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, both) == 0);
    sockets_add(sockets, 1, both[0], NULL, 0);
    for (int i = 0; i < BOUND_REQUESTS; i++) {
        put_short(peer, 'm');
        uv_run(&loop, UV_RUN_NOWAIT);
    }
    assert_int_equal(said.length, 2 * BOUND_REQUESTS);
    said.length = 0;
    put_short(peer, 'm');
    put_short(both[1], 'a');
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_string_equal(said.s, "a\nm\n");
    end();
    close(both[1]);
}

/* And while much is to be written not at all, for which the loop can wait: it
 * is not woken by what it would not hear. */
static void anyone_who_says_much_waits_for_the_disk(void **state)
{
    int both[2];

    (void)state;
    begin();
    pl_assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, both) == 0);
    sockets_add(sockets, 1, both[0], NULL, 0);
    for (int i = 0; i < BOUND_REQUESTS; i++) {
        put_short(peer, 'm');
        uv_run(&loop, UV_RUN_NOWAIT);
    }
    said.length = 0;
    behind = true;
    put_short(peer, 'm');
    put_short(both[1], 'a');
    for (int i = 0; i < 10; i++)
        uv_run(&loop, UV_RUN_NOWAIT);
    assert_string_equal(said.s, "a\n");
    uv_update_time(&loop);
    assert_int_not_equal(uv_backend_timeout(&loop), 0);
    assert_int_equal(
        poll(&(struct pollfd){.fd = uv_backend_fd(&loop), .events = POLLIN}, 1,
             0),
        0);
    behind = false;
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_string_equal(said.s, "a\nm\n");
    end();
    close(both[1]);
}

/* Also who says it in many parts, which are as much work. */
static void parts_are_counted_like_messages(void **state)
{
    enum { PARTS = 2 * BOUND_QUICK };
    static const char head[] = {
        (char)(0x80 | TEXT), (char)(0x80 | PARTS), 0, 0, 0, 0};
    int both[2];

    (void)state;
    begin();
    pl_assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, both) == 0);
    sockets_add(sockets, 1, both[0], NULL, 0);
    assert_int_equal(send(peer, head, sizeof head, 0), sizeof head);
    for (int i = 1; i < PARTS; i++) {
        assert_int_equal(send(peer, "m", 1, 0), 1);
        uv_run(&loop, UV_RUN_NOWAIT);
    }
    assert_int_equal(said.length, 0);
    assert_int_equal(send(peer, "m", 1, 0), 1);
    put_short(both[1], 'a');
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_string_equal(said.s, "a\nmmmmmmmmmmmmmmmm\n");
    end();
    close(both[1]);
}

/* However new they are, and however little they say. */
static void a_second_message_is_heard_after_the_others(void **state)
{
    static const char frames[] = "\x81\x81\0\0\0\0m\x89\x80\0\0\0\0"
                                 "\x81\x81\0\0\0\0n\x81\x81\0\0\0\0o";
    int both[2];

    (void)state;
    begin();
    pl_assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, both) == 0);
    sockets_add(sockets, 1, both[0], NULL, 0);
    pl_assert(write(peer, frames, sizeof frames - 1) == sizeof frames - 1);
    put_short(both[1], 'a');
    uv_run(&loop, UV_RUN_NOWAIT);
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_string_equal(said.s, "m\na\nn\no\n");
    end();
    close(both[1]);
}

/* Even the first one, if it is long. */
static void a_long_message_is_heard_after_the_others(void **state)
{
    char text[BOUND_BRIEF];
    int both[2];

    (void)state;
    begin();
    pl_assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, both) == 0);
    sockets_add(sockets, 1, both[0], NULL, 0);
    memset(text, 'm', sizeof text);
    put(TEXT, text, sizeof text);
    put_short(both[1], 'a');
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_memory_equal(said.s, "a\nm", 3);
    assert_int_equal(said.length, sizeof text + 3);
    end();
    close(both[1]);
}

/* The one who asked is the last in line and has its answer at once; news for
 * the others wait for each other. */
static void answers_come_before_news(void **state)
{
    int peers[SOCKETS][2], one = 0, all = 0;

    (void)state;
    begin();
    for (int i = 1; i < SOCKETS; i++) {
        pl_assert(
            socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, peers[i]) == 0);
        sockets_add(sockets, i, peers[i][0], NULL, 0);
    }
    put_short(peers[SOCKETS - 1][1], 'a');
    for (int i = 0; i < SOCKETS; i++)
        uv_run(&loop, UV_RUN_NOWAIT);
    assert_string_equal(said.s, "a\n");
    for (int i = 1; i < SOCKETS; i++) {
        due[i] = 1;
        sockets_wake(sockets, i);
    }
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_int_equal(due[SOCKETS - 1], 0);
    for (int i = 1; i < SOCKETS - 1; i++)
        one += due[i] == 0;
    assert_in_range(one, 0, 1);
    do {
        uv_run(&loop, UV_RUN_NOWAIT);
        all = 0;
        for (int i = 1; i < SOCKETS; i++)
            all += due[i];
    } while (all > 0);
    end();
    for (int i = 1; i < SOCKETS; i++)
        close(peers[i][1]);
}

/* News and those who say much share the time of a round. */
static void news_take_the_time_of_those_who_say_much(void **state)
{
    int peers[3][2];

    (void)state;
    begin();
    peers[0][1] = peer;
    for (int i = 1; i < 3; i++) {
        pl_assert(
            socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, peers[i]) == 0);
        sockets_add(sockets, i, peers[i][0], NULL, 0);
    }
    for (int i = 0; i < 2 * BOUND_REQUESTS; i++) {
        put_short(peers[i % 2][1], 'm');
        uv_run(&loop, UV_RUN_NOWAIT);
    }
    assert_int_equal(said.length, 4 * BOUND_REQUESTS);
    said.length = 0;
    due[2] = 1;
    sockets_wake(sockets, 2);
    put_short(peers[0][1], 'm');
    put_short(peers[1][1], 'm');
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_int_equal(due[2], 0);
    assert_string_equal(said.s, "m\n");
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_string_equal(said.s, "m\nm\n");
    end();
    for (int i = 1; i < 3; i++)
        close(peers[i][1]);
}

/* Those who rest do not all come back at once, before the others. */
static void anyone_who_has_rested_waits_for_the_others(void **state)
{
    int both[2];

    (void)state;
    begin();
    pl_assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, both) == 0);
    sockets_add(sockets, 1, both[0], NULL, 0);
    put_short(peer, 'r');
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_string_equal(said.s, "r\n");
    said.length = 0;
    poll(NULL, 0, 60); /* the rest has ended, and no one has looked */
    put_short(peer, 'm');
    put_short(both[1], 'a');
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_string_equal(said.s, "a\nm\n");
    end();
    close(both[1]);
}

/* The house is full of them before anyone plays. */
static void anyone_who_is_silent_costs_less_than_a_kilobyte(void **state)
{
    int both[2];
    size_t before;

    (void)state;
    begin();
    uv_run(&loop, UV_RUN_NOWAIT);
    pl_assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, both) == 0);
    before = mallinfo2().uordblks;
    sockets_add(sockets, 1, both[0], NULL, 0);
    for (int i = 0; i < 3; i++) {
        put_short(both[1], 'm');
        uv_run(&loop, UV_RUN_NOWAIT);
    }
    assert_string_equal(said.s, "m\nm\nm\n");
    assert_true(mallinfo2().uordblks - before < 1024);
    end();
    close(both[1]);
}

/* Neither does the system hold much for it. */
static void the_system_holds_little(void **state)
{
    static const int option[] = {SO_SNDBUF, SO_RCVBUF};

    (void)state;
    begin();
    for (int i = 0; i < 2; i++) {
        int held = 0;
        socklen_t size = sizeof held;

        pl_assert(getsockopt(ours, SOL_SOCKET, option[i], &held, &size) == 0);
        assert_int_equal(held, 2 * BOUND_HELD); /* the system counts double */
    }
    end();
}

/* Else answers to its pings, few at a time, would pile up as long as it takes
 * a byte now and then. */
static void anyone_who_does_not_read_is_not_heard(void **state)
{
    char byte;
    int before, waits;

    (void)state;
    begin();
    endless = 1;
    sockets_wake(sockets, 0);
    do {
        before = made;
        run_for(50);
    } while (made > before);
    put_text(PING, "hear me");
    waits = unread();
    assert_true(waits > 0);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(read(peer, &byte, 1), 1);
        run_for(5);
    }
    assert_false(is_gone);
    assert_int_equal(unread(), waits);
    end();
}

/* A close is answered with its own code, if it may have one. */
static void a_goodbye_is_answered(void **state)
{
    static const struct {
        const char *said;
        size_t length;
        int code; /* 0: none */
    } rows[] = {{"", 0, 0},
                {"\x03\xe8", 2, 1000},
                {"\x0f\xa0so", 4, 4000},
                {"\x03\xed", 2, 1002}, /* 1005 is never sent */
                {"\x03\xe7", 2, 1002},
                {"\x13\x88", 2, 1002},
                {"\x03\xf7", 2, 1002}, /* 1015 */
                {"\x03\xe8\xff", 3, 1007}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t answer[16];
        int length = rows[i].code ? 4 : 2;

        begin();
        put(CLOSE, rows[i].said, rows[i].length);
        put_text(TEXT, "too late");
        run_for(5000);
        assert_true(is_gone);
        assert_int_equal(read(peer, answer, sizeof answer), length);
        assert_int_equal(answer[0], 0x80 | CLOSE);
        if (rows[i].code)
            assert_int_equal(answer[2] << 8 | answer[3], rows[i].code);
        assert_int_equal(said.length, 0);
        end();
    }
}

/* Masks, parts and every length, cut at every byte. */
static void frames_are_the_same_however_they_come(void **state)
{
    static const size_t lengths[] = {0, 1, 125, 126, 127, 200};
    char bytes[2048], want[1024];
    size_t n = 0, wanted = 0;

    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        static const char mask[] = "\x5a\x01\xff\x80";
        size_t length = lengths[i];

        bytes[n++] = (char)(i % 2 ? 0x81 : 0x01);
        bytes[n++] = (char)(0x80 | (length < 126 ? length : 126));
        if (length >= 126) {
            bytes[n++] = 0;
            bytes[n++] = (char)length;
        }
        memcpy(bytes + n, mask, 4);
        n += 4;
        for (size_t k = 0; k < length; k++) {
            char letter = (char)('a' + (i + k) % 26);

            want[wanted++] = letter;
            bytes[n++] = (char)(letter ^ mask[k % 4]);
        }
        if (i % 2 == 0) { /* goes on with a single letter */
            memcpy(bytes + n, "\x80\x81\1\2\3\4\x7b", 7);
            n += 7;
            want[wanted++] = 'z';
        }
        want[wanted++] = '\n';
    }
    for (size_t cut = 0; cut <= n; cut++) {
        begin();
        assert_int_equal(write(peer, bytes, cut), cut);
        uv_run(&loop, UV_RUN_NOWAIT);
        assert_int_equal(write(peer, bytes + cut, n - cut), n - cut);
        for (int i = 0; i < 4; i++)
            uv_run(&loop, UV_RUN_NOWAIT);
        assert_int_equal(said.length, wanted);
        assert_memory_equal(said.s, want, wanted);
        end();
    }
}

/* Every answer to a ping is memory until the peer takes it. */
static void pings_without_end_are_cut_off(void **state)
{
    size_t before, most = 0;

    (void)state;
    begin();
    uv_run(&loop, UV_RUN_NOWAIT);
    before = mallinfo2().uordblks;
    for (int round = 0; round < 200 && !is_gone; round++) {
        flood("\x89\x80\0\0\0\0", 6);
        uv_run(&loop, UV_RUN_NOWAIT);
        if (mallinfo2().uordblks > before + most)
            most = mallinfo2().uordblks - before;
    }
    assert_true(is_gone);
    assert_true(most < (64 << 10));
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_in_one_frame_or_many),
        cmocka_unit_test(a_frame_byte_by_byte),
        cmocka_unit_test(what_is_no_good_frame_ends_it),
        cmocka_unit_test(long_messages),
        cmocka_unit_test(anyone_who_is_refused_hears_why),
        cmocka_unit_test(the_silent_are_pinged_and_dropped),
        cmocka_unit_test(anyone_who_answers_a_ping_stays),
        cmocka_unit_test(after_a_standstill_all_are_there),
        cmocka_unit_test(anyone_who_does_not_read_costs_one_message),
        cmocka_unit_test(anyone_who_reads_slowly_is_served),
        cmocka_unit_test(one_socket_brings_its_share_a_round),
        cmocka_unit_test(a_long_handshake_loses_nothing),
        cmocka_unit_test(anyone_who_says_much_is_heard_after_the_others),
        cmocka_unit_test(anyone_who_says_much_waits_for_the_disk),
        cmocka_unit_test(parts_are_counted_like_messages),
        cmocka_unit_test(a_second_message_is_heard_after_the_others),
        cmocka_unit_test(a_long_message_is_heard_after_the_others),
        cmocka_unit_test(answers_come_before_news),
        cmocka_unit_test(news_take_the_time_of_those_who_say_much),
        cmocka_unit_test(anyone_who_has_rested_waits_for_the_others),
        cmocka_unit_test(pings_without_end_are_cut_off),
        cmocka_unit_test(anyone_who_is_silent_costs_less_than_a_kilobyte),
        cmocka_unit_test(the_system_holds_little),
        cmocka_unit_test(anyone_who_does_not_read_is_not_heard),
        cmocka_unit_test(a_goodbye_is_answered),
        cmocka_unit_test(frames_are_the_same_however_they_come),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
