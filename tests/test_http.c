/* Requests over HTTP, counted by rounds of the loop: many who ask at once do
 * not keep the sockets waiting. */
#include "../server/bounds.h"
#include "../server/net/http.h"
#include "script.h"

#include <linux/sockios.h>
#include <malloc.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum {
    MANY = 100,
    ROUND = BOUND_TOGETHER,
    KEPT = 512 /* bytes, less than an answer has */
};

static const char request[] = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n";

static uv_loop_t loop;
static struct http *http;
static struct files files;
static struct address_hashing hashing;
static struct http_setup setup;
static struct sockaddr_un name;
static socklen_t name_size;
static int answers;           /* since somebody looked */
static clock_t effort;        /* milliseconds that each takes */
static uint64_t began, ended; /* when the last was made */
static int peer[MANY];
static time_t stopped; /* the clock that only goes on, in seconds; 0: it runs */

/* Taken instead of the system's, also by the libraries, so that a test need not
 * wait for what takes a time and does not depend on how fast it runs. */
int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (stopped == 0 || clock == CLOCK_REALTIME ||
        clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
        return (int)syscall(SYS_clock_gettime, clock, now);
    *now = (struct timespec){.tv_sec = stopped};
    return 0;
}

static void measure(void *context, struct pl_buffer *out)
{
    clock_t until = clock() + effort * (CLOCKS_PER_SEC / 1000);

    began = uv_hrtime();

    (void)context;
    answers++;
    while (clock() < until)
        ;
    ended = uv_hrtime();
    pl_add(out, "parlour_tables 0\n");
}

/* A socket without a name in the file system: no port is ever used up. */
static int listen_there(void)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);

    name.sun_family = AF_UNIX;
    name_size = sizeof name.sun_family; /* the system chooses */
    assert_int_equal(bind(fd, (struct sockaddr *)&name, name_size), 0);
    name_size = sizeof name;
    assert_int_equal(getsockname(fd, (struct sockaddr *)&name, &name_size), 0);
    assert_int_equal(listen(fd, MANY), 0);
    return fd;
}

static void begin(void)
{
    answers = 0;
    effort = 0;
    assert_int_equal(uv_loop_init(&loop), 0);
    assert_true(address_hashing_open(&hashing, NULL));
    setup = (struct http_setup){.files = &files,
                                .hashing = &hashing,
                                .language = pl_language_find("en"),
                                .impatience = 1,
                                .per_address = 1 << 24, /* no pace */
                                .measure = measure};
    http = http_open(&loop, listen_there(), &setup);
    for (int i = 0; i < MANY; i++) {
        peer[i] = socket(AF_UNIX, SOCK_STREAM, 0);
        assert_int_equal(connect(peer[i], (struct sockaddr *)&name, name_size),
                         0);
    }
    for (int i = 0; i < MANY; i++) /* until all are in */
        uv_run(&loop, UV_RUN_NOWAIT);
}

static void end(void)
{
    http_close(http);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&loop), 0);
    for (int i = 0; i < MANY; i++)
        close(peer[i]);
}

static void ask(int i, int times)
{
    while (times-- > 0)
        assert_int_equal(send(peer[i], request, strlen(request), 0),
                         strlen(request));
}

/* How many were answered in one round. */
static int run_round(void)
{
    answers = 0;
    uv_run(&loop, UV_RUN_NOWAIT);
    return answers;
}

static void so_many_are_answered_in_a_round(void **state)
{
    int all = 0, most = 0;

    (void)state;
    begin();
    for (int i = 0; i < MANY; i++)
        ask(i, 5);
    while (all < 5 * MANY) {
        int now = run_round();

        most = now > most ? now : most;
        all += now;
    }
    assert_int_equal(all, 5 * MANY);
    assert_in_range(most, 1, ROUND);
    end();
}

/* How many of them have sent nothing that was not read. */
static int count_read(void)
{
    int n = 0, unread;

    for (int i = 0; i < MANY; i++) {
        assert_int_equal(ioctl(peer[i], SIOCOUTQ, &unread), 0);
        n += unread == 0;
    }
    return n;
}

/* Heads that come byte by byte are work as well. */
static void so_many_are_read_in_a_round(void **state)
{
    (void)state;
    begin();
    for (size_t at = 0; at < strlen(request); at++) {
        int before = 0;

        for (int i = 0; i < MANY; i++)
            assert_int_equal(send(peer[i], request + at, 1, 0), 1);
        assert_int_equal(count_read(), 0);
        while (before < MANY) {
            int now;

            uv_run(&loop, UV_RUN_NOWAIT);
            now = count_read();
            assert_in_range(now - before, 0, ROUND);
            before = now;
        }
    }
    end();
}

/* Whole answers that have come. */
static int count_answers(void)
{
    static const char last[] = "parlour_descriptors_exhausted_total 0\n";
    char bytes[1 << 16];
    int n = 0;

    for (int i = 0; i < MANY; i++) {
        ssize_t size = recv(peer[i], bytes, sizeof bytes - 1, MSG_DONTWAIT);

        bytes[size > 0 ? size : 0] = '\0';
        for (const char *s = bytes; (s = strstr(s, last)); s++)
            n++;
    }
    return n;
}

/* None is kept until the others have had their turn, in memory neither. */
static void what_was_answered_is_sent_in_the_same_round(void **state)
{
    int all = 0;
    size_t held;

    (void)state;
    begin();
    held = mallinfo2().uordblks;
    for (int i = 0; i < MANY; i++)
        ask(i, 5);
    while (all < 5 * MANY) {
        int now = run_round();

        assert_int_equal(count_answers(), now);
        assert_in_range(mallinfo2().uordblks, 0, held + ROUND * KEPT);
        all += now;
    }
    end();
}

/* Anyone who asks once is not behind all that someone else still wants. */
static void they_take_turns(void **state)
{
    char bytes[4096];
    int before = 0; /* answers to others */

    (void)state;
    begin();
    for (int i = 0; i < 2 * ROUND; i++)
        ask(i, 50);
    for (int i = 0; i < 5; i++)
        run_round();
    ask(MANY - 1, 1);
    while (recv(peer[MANY - 1], bytes, sizeof bytes, MSG_DONTWAIT) <= 0) {
        before += run_round();
        assert_in_range(before, 0, 4 * ROUND);
    }
    assert_memory_equal(bytes, "HTTP/1.1 200", 12);
    end();
}

/* After what took long the others have their time. */
static void long_work_is_followed_by_a_rest(void **state)
{
    uint64_t before;

    (void)state;
    begin();
    effort = 5;
    ask(0, 1);
    while (run_round() == 0)
        ;
    before = ended;
    for (int i = 0; i < 20; i++) {
        ask(1, 1);
        while (run_round() == 0)
            ;
        assert_true(began - before >= (uint64_t)(3 * effort - 1) * 1000000);
        before = ended;
    }
    end();
}

static bool is_closed(int i)
{
    char byte;

    return recv(peer[i], &byte, 1, MSG_DONTWAIT | MSG_PEEK) == 0;
}

static void pass(int seconds)
{
    stopped += seconds;
    for (int i = 0; i < MANY; i++)
        run_round();
}

/* One says nothing, one half of a request, one a byte now and then. */
static void the_silent_and_the_slow_have_their_time(void **state)
{
    struct timespec now;

    (void)state;
    clock_gettime(CLOCK_MONOTONIC, &now);
    stopped = now.tv_sec;
    begin();
    assert_int_equal(send(peer[1], request, 10, 0), 10);
    pass(1);
    assert_int_equal(send(peer[2], request, 1, 0), 1);
    pass(BOUND_SILENT - 2);
    assert_int_equal(send(peer[2], request + 1, 1, 0), 1);
    assert_false(is_closed(0) || is_closed(1) || is_closed(2));
    pass(3);
    assert_true(is_closed(0) && is_closed(1));
    assert_false(is_closed(2));
    pass(BOUND_ASKING - BOUND_SILENT - 3);
    assert_false(is_closed(2));
    pass(2);
    assert_true(is_closed(2));
    end();
    stopped = 0;
}

/* Also while some of them wait. */
static void it_can_end_at_any_time(void **state)
{
    (void)state;
    for (int rounds = 0; rounds < 12; rounds++) {
        begin();
        for (int i = 0; i < MANY; i++)
            ask(i, 2);
        for (int i = 0; i < rounds; i++)
            run_round();
        close(peer[0]);
        peer[0] = socket(AF_UNIX, SOCK_STREAM, 0);
        end();
    }
}

/* Results of the game of the day that are being checked. */
static struct {
    http_answered *answered;
    void *with;
} result[MANY];
static int results;

static void daily(void *context, uint64_t from, const char *key,
                  const char *record, size_t length, http_answered *answered,
                  void *with)
{
    (void)context;
    (void)from;
    assert_string_equal(key, "1");
    assert_int_equal(length, 4);
    assert_memory_equal(record, "game", 4);
    result[results].answered = answered;
    result[results++].with = with;
}

static void send_results(int count)
{
    static const char text[] = "POST /daily?key=1 HTTP/1.1\r\nHost: x\r\n"
                               "Origin: http://x\r\nContent-Length: 4\r\n\r\n"
                               "game";

    results = 0;
    setup.daily = daily;
    for (int i = 0; i < count; i++)
        assert_int_equal(send(peer[i], text, strlen(text), 0), strlen(text));
    while (results < count)
        run_round();
}

static void answer_result(int i)
{
    struct pl_buffer text = {0};

    pl_add(&text, "{\"count\":1}");
    result[i].answered(result[i].with, 200, &text);
}

/* It takes long, and is done elsewhere. */
static void while_results_are_checked_others_are_answered(void **state)
{
    char bytes[4096];

    (void)state;
    begin();
    send_results(8);
    ask(MANY - 1, 1);
    while (run_round() == 0)
        ;
    assert_int_equal(recv(peer[0], bytes, sizeof bytes, MSG_DONTWAIT), -1);
    for (int i = 7; i >= 0; i--) {
        ssize_t n;

        answer_result(i);
        while ((n = recv(peer[i], bytes, sizeof bytes - 1, MSG_DONTWAIT)) < 0)
            run_round();
        bytes[n] = '\0';
        assert_memory_equal(bytes, "HTTP/1.1 200", 12);
        assert_non_null(strstr(bytes, "\r\n\r\n{\"count\":1}"));
    }
    end();
}

/* Who sent it may have gone, and the server may have ended. */
static void a_result_may_be_checked_for_no_one(void **state)
{
    (void)state;
    begin();
    send_results(8);
    close(peer[0]);
    peer[0] = socket(AF_UNIX, SOCK_STREAM, 0);
    for (int i = 0; i < MANY; i++)
        run_round();
    answer_result(0);
    answer_result(1);
    end();
    for (int i = 2; i < 8; i++)
        answer_result(i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(so_many_are_answered_in_a_round),
        cmocka_unit_test(so_many_are_read_in_a_round),
        cmocka_unit_test(what_was_answered_is_sent_in_the_same_round),
        cmocka_unit_test(they_take_turns),
        cmocka_unit_test(long_work_is_followed_by_a_rest),
        cmocka_unit_test(the_silent_and_the_slow_have_their_time),
        cmocka_unit_test(it_can_end_at_any_time),
        cmocka_unit_test(while_results_are_checked_others_are_answered),
        cmocka_unit_test(a_result_may_be_checked_for_no_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
