/* The limits in docs/server.md are those that the code keeps to: the table
 * there is made here, from server/bounds.h. With --write it is printed. */
#include "../server/bounds.h"
#include "script.h"

#include <stdio.h>
#include <stdlib.h>

static const struct {
    const char *name;
    int value;
} bound[] = {
#define X(name, value) {#name, value},
    BOUNDS(X)
#undef X
};

static const char *const row[] = {
    "| tables in memory | `--tables`, {TABLES} | the oldest that was never "
    "started and has no one at it is put away, or else the one that was left "
    "longest ago; where someone is at each, a new table is refused, and one "
    "that was put away waits for room |",
    "| a table that no one is at | put away after `--put-away`, "
    "{PUT_AWAY_MINUTES} minutes | deleted after `--keep-days`, {KEEP_DAYS} |",
    "| tables from one address | `--per-address` / {OPENING_PART} at once, "
    "then "
    "one every {OPENING} s; and as many that wait for their players or have "
    "no one at them | refused with a sentence |",
    "| wrong codes from one address | {MISSES} at once, then one every {MISS} "
    "s | refused, right ones as well |",
    "| sockets | `--sockets`, {SOCKETS} | 503 and a sentence |",
    "| sockets from one address | `--per-address`, {PER_ADDRESS} | 429 and a "
    "sentence. Of IPv6 the first 64 bits count. `X-Forwarded-For` counts only "
    "from `--trusted-proxy`: of several addresses the last |",
    "| new connections from one address | {COMING} at once, then "
    "{COMING_A_SECOND} per second; more by as many times as `--per-address` is "
    "larger than {PER_ADDRESS}. Behind a trusted proxy only sockets count | "
    "closed; behind a proxy 429 and a sentence |",
    "| connections for files | {CONNECTIONS}; from one address also "
    "`--per-address` (not behind a trusted proxy) | 429 and a sentence; "
    "{SILENTLY} more, and they are closed. When all {CONNECTIONS} are taken, "
    "the address with the most connections loses the one that has waited "
    "longest |",
    "| requests for files from one address | {FETCHES} at once, then "
    "{FETCHES_A_SECOND} per second; more as above | 429 and a sentence, and "
    "the "
    "connection ends |",
    "| connections for files that are looked after together | {TOGETHER} per "
    "round of the loop, one request of each | the others wait in a line until "
    "the sockets were heard; what took longer than {LATE} µs is followed by a "
    "rest three times as long |",
    "| descriptors | `LimitNOFILE` or `ulimit -n`: at least `--sockets` and "
    "{CONNECTIONS} and {OWN} | the start warns; without one, others wait until "
    "there is one |",
    "| a request's head | {HEAD} bytes | 431 or 414 |",
    "| a silent connection | {SILENT} s; a request {ASKING} s, its answer "
    "{ANSWERING} s | closed |",
    "| a silent socket | ping after {PING} s | dropped after {SILENT_SOCKET} s "
    "|",
    "| a socket that does not read | {SHARE} bytes and a message wait, beside "
    "{HELD} in the system, and it is not heard meanwhile | dropped when it has "
    "taken nothing for {SLOW_SOCKET} s, or not all in {SILENT_SOCKET} s |",
    "| bytes from one socket | {SHARE} per round of the loop | the rest waits "
    "until the others were heard |",
    "| messages from one socket, or parts of them | one per round of the loop "
    "is heard as it "
    "comes, {QUICK} in quick succession and {QUICK_A_SECOND} per second, of at "
    "most {BRIEF} bytes | more are heard after everyone else's and "
    "share {LATE} µs per round with news; none are heard while what is to be "
    "written would take longer than {BEHIND} µs, or than the disk takes to "
    "sync |",
    "| news for people who have not just asked for something | {LATE} µs per "
    "round of the loop | the rest goes out in the next round; answers do not "
    "wait |",
    "| pings and pongs from one socket | {CONTROLS} in {SWEEP} s | cut off |",
    "| a message from a page | {MESSAGE} bytes; {ANSWERS} without an answer | "
    "cut off |",
    "| requests of a socket | {REQUESTS_A_SECOND} per second ({REQUESTS} at "
    "once), and slower ones: [wire.md](wire.md) | refused, and nothing is lost "
    "|",
    "| QR codes from one address | {DRAWINGS} at once, then "
    "{DRAWINGS_A_SECOND} "
    "per second; one of all is drawn at a time | refused with a sentence |",
    "| people who watch | {WATCHERS} per table | of the address with the most, "
    "one has to go; where all have as many, the next is refused |",
    "| records of games at a table | the last {RECORDS} | the oldest is "
    "deleted "
    "|",
    "| waiting writes | {WRITES} | moves are refused with \"busy\" |",
    "| results of the game of the day | {RESULT_BYTES} bytes; from one address "
    "{RESULTS} at once, then one every {RESULT} s; {RESULTS_A_SECOND} per "
    "second and {RESULTS_A_DAY} per day in all; {BODIES} being read at a time, "
    "{BODIES_THERE} from one address (not behind a trusted proxy) | refused "
    "with a sentence; "
    "those "
    "beyond a day's number are answered and not counted |",
    "| bots that think | one per core | see below |",
};

enum { BOUND_COUNT = sizeof bound / sizeof *bound };

static bool is_told[BOUND_COUNT];

static void add_value(struct pl_buffer *out, const char *name, size_t length)
{
    for (size_t i = 0; i < BOUND_COUNT; i++) {
        char text[16];

        if (strlen(bound[i].name) != length ||
            memcmp(bound[i].name, name, length) != 0)
            continue;
        is_told[i] = true;
        if (bound[i].value < 10000)
            snprintf(text, sizeof text, "%d", bound[i].value);
        else
            snprintf(text, sizeof text, "%d,%03d", bound[i].value / 1000,
                     bound[i].value % 1000);
        pl_add(out, text);
        return;
    }
    fail_msg("no bound %.*s", (int)length, name);
}

static void make_table(struct pl_buffer *out)
{
    pl_add(out, "| what | how much | then |\n|---|---|---|\n");
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const char *s = row[i];

        while (*s) {
            size_t n = strcspn(s, "{");

            pl_add_bytes(out, s, n);
            s += n;
            if (!*s)
                break;
            n = strcspn(s, "}");
            add_value(out, s + 1, n - 1);
            s += n + 1;
        }
        pl_add(out, "\n");
    }
}

static void the_table_is_in_the_manual(void **state)
{
    FILE *file = fopen("docs/server.md", "r");
    static char text[1 << 18];
    struct pl_buffer table = {0};

    (void)state;
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    make_table(&table);
    if (!strstr(text, table.s))
        fail_msg("docs/server.md wants this table:\n%s", table.s);
    for (size_t i = 0; i < BOUND_COUNT; i++)
        if (!is_told[i])
            fail_msg("the manual does not tell %s", bound[i].name);
    pl_buffer_free(&table);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_in_the_manual),
    };
    struct pl_buffer table = {0};

    if (argc < 2 || strcmp(argv[1], "--write") != 0)
        return cmocka_run_group_tests(tests, NULL, NULL);
    make_table(&table);
    fputs(table.s, stdout);
    pl_buffer_free(&table);
    return 0;
}
