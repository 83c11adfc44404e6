/*
 * Bots that are programs of someone else: they speak the engine protocol on
 * their standard input and output.
 *
 * A program is told the game as far as its seat may know it, and asked for a
 * move. Nothing that it does can harm the run: it has a process group of its
 * own, a time for its answer, and is ended when it is late or has gone.
 */
#include "lab.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST_ANSWER = 1 << 16, START_MS = 10000, LOOK_MS = 100 };

struct lab_outside {
    pid_t process;
    int to, from; /* pipes */
    const struct pl_game *kind;
    int ms, game_ms;       /* for an answer, and for those of a game; 0: any */
    double spent;          /* seconds of this game */
    int version;           /* of the protocol */
    unsigned wants;        /* with a question */
    char word[PL_NAME];    /* which of its bots */
    struct pl_buffer send; /* what it has yet to be told */
    size_t sent;           /* of send */
    struct pl_buffer heard;
    size_t read;   /* of heard */
    int owed;      /* answers that must come before the one that we wait for */
    uint64_t game; /* which it was told last, and how much of it */
    size_t told;
    bool again; /* it was told what stands for secrets: now from the start */
    const atomic_bool *stop; /* no one waits for the answer any more; or NULL */
};

/* --- Processes ----------------------------------------------------------- */

bool lab_outside_read(const char *text, struct lab_bot *bot,
                      struct pl_message *why)
{
    const char *equals = strchr(text, '=');
    size_t n = equals ? (size_t)(equals - text) : 0;
    char *colon;

    memset(bot, 0, sizeof *bot);
    if (!equals || n >= sizeof bot->name)
        return lab_refuse(why, "sim.bad_bot", 0, text);
    memcpy(bot->name, text, n);
    if ((colon = strchr(bot->name, ':'))) {
        strcpy(bot->word, colon + 1);
        *colon = '\0';
    }
    if (!pl_name_is_good(bot->name) || strchr(bot->name, ' ') ||
        strchr(bot->word, ' ') || !equals[1] ||
        strlen(equals + 1) >= sizeof bot->command || strchr(text, '\n'))
        return lab_refuse(why, "sim.bad_bot", 0, text);
    strcpy(bot->command, equals + 1);
    return true;
}

/* The child has a group of its own, so that Ctrl-C is ours alone and what it
 * starts ends with it. */
static bool spawn(const char *command, int in, int out, pid_t *process)
{
    char shell[] = "/bin/sh", flag[] = "-c", *line = strdup(command);
    char *argv[] = {shell, flag, line, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t normal;
    bool good;

    sigemptyset(&normal);
    sigaddset(&normal, SIGPIPE);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawnattr_init(&how);
    posix_spawnattr_setsigdefault(&how, &normal);
    posix_spawnattr_setflags(&how,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    good =
        line && posix_spawn(process, shell, &files, &how, argv, environ) == 0;
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&how);
    free(line);
    return good;
}

static void close_pipe(int end[2])
{
    close(end[0]);
    close(end[1]);
}

static bool open_process(struct lab_outside *o, const char *command)
{
    int down[2], up[2];

    if (pipe2(down, O_CLOEXEC) != 0)
        return false;
    if (pipe2(up, O_CLOEXEC) != 0) {
        close_pipe(down);
        return false;
    }
    if (!spawn(command, down[0], up[1], &o->process)) {
        close_pipe(down);
        close_pipe(up);
        return false;
    }
    close(down[0]);
    close(up[1]);
    o->to = down[1];
    o->from = up[0];
    fcntl(o->to, F_SETFL, O_NONBLOCK);
    fcntl(o->from, F_SETFL, O_NONBLOCK);
    return true;
}

void lab_outside_end(struct lab_outside *o)
{
    if (o->to >= 0)
        close(o->to);
    close(o->from);
    kill(-o->process, SIGKILL);
    while (waitpid(o->process, NULL, 0) < 0 && errno == EINTR)
        ;
    pl_buffer_free(&o->send);
    pl_buffer_free(&o->heard);
    free(o);
}

/* --- Talking ------------------------------------------------------------- */

/* Writes and reads what is possible now; false: the program has gone. */
static bool exchange(struct lab_outside *o, const struct pollfd ready[2])
{
    char block[4096];
    ssize_t n;

    if (ready[1].revents) {
        n = write(o->to, o->send.s + o->sent, o->send.length - o->sent);
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        o->sent += n > 0 ? (size_t)n : 0;
    }
    if (ready[0].revents) {
        n = read(o->from, block, sizeof block);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        for (ssize_t i = 0; i < n; i++) /* or the rest would never be read */
            block[i] = block[i] ? block[i] : '?';
        pl_add_bytes(&o->heard, block, n > 0 ? (size_t)n : 0);
    }
    return true;
}

/* Takes one whole answer out of what was heard: up to an empty line. */
static bool take_answer(struct lab_outside *o, char **answer)
{
    char *from, *end;

    if (!o->heard.s)
        return false;
    from = o->heard.s + o->read;
    from += strspn(from, "\r\n"); /* an empty line too many is forgiven */
    end = strstr(from, "\n\n");
    if (!end && (end = strstr(from, "\n\r\n")))
        end[1] = '\n';
    if (!end)
        return false;
    *end = '\0';
    o->read = (size_t)(end + 2 - o->heard.s);
    *answer = from;
    return true;
}

static void forget_heard(struct lab_outside *o)
{
    memmove(o->heard.s, o->heard.s + o->read, o->heard.length - o->read + 1);
    o->heard.length -= o->read;
    o->read = 0;
}

static bool is_stopped(const struct lab_outside *o)
{
    return o->stop && atomic_load(o->stop);
}

/* Milliseconds until it is time to look whether anyone still waits. */
static int patience(const struct lab_outside *o, double left)
{
    int ms = (int)(left * 1000) + 1;

    return o->stop && ms > LOOK_MS ? LOOK_MS : ms;
}

/* Sends what is to be sent and waits for the answer to its last line. The
 * answer stays good until the next call; NULL: there is none. */
static enum lab_fault ask(struct lab_outside *o, double ms, char **answer)
{
    double until = lab_now() + ms / 1000;
    char *heard;

    *answer = NULL;
    if (o->heard.s)
        forget_heard(o);
    for (;;) {
        struct pollfd ready[2] = {{o->from, POLLIN, 0}, {o->to, POLLOUT, 0}};
        double left = until - lab_now();

        while (take_answer(o, &heard)) {
            bool last = o->owed-- == 0;

            if (!last && *heard == '=')
                continue;
            *answer = heard;
            return *heard == '?' ? LAB_REFUSED
                   : last        ? LAB_NO_FAULT
                                 : LAB_ILLEGAL;
        }
        if (o->heard.length - o->read > LONGEST_ANSWER) {
            *answer = o->heard.s + o->read;
            return LAB_ILLEGAL;
        }
        if (left <= 0 || is_stopped(o))
            return LAB_LATE;
        if (poll(ready, o->sent < o->send.length ? 2 : 1, patience(o, left)) >
                0 &&
            !exchange(o, ready))
            return LAB_CRASHED;
    }
}

static void begin_lines(struct lab_outside *o)
{
    o->send.length = o->sent = 0;
    o->owed = 0;
}

/* The first word of an answer. */
static const char *first_word(const char *answer, char *out, size_t room)
{
    size_t n;

    answer += strspn(answer, "= ");
    n = strcspn(answer, " \r\n");
    if (n >= room)
        n = room - 1;
    memcpy(out, answer, n);
    out[n] = '\0';
    return out;
}

/* As much of a line as there is room for, in letters that harm no one. */
static void note(const char *s, struct pl_text *said)
{
    for (; *s && *s != '\n' && said->length < sizeof said->s - 1; s++)
        pl_put_char(said, *s >= ' ' && *s <= '~' ? *s : '?');
}

/* "new: there is no such game": the nth line of those that were sent. */
static void note_refusal(const struct lab_outside *o, int nth,
                         const char *answer, struct pl_text *said)
{
    const char *line = o->send.s;
    char word[16];

    while (--nth > 0)
        line = strchr(line, '\n') + 1;
    note(first_word(line, word, sizeof word), said);
    note(":", said);
    note(answer + 1, said);
}

static bool has_word(const char *text, const char *word)
{
    size_t n = strlen(word);

    while (*text) {
        text += strspn(text, "= \r\n");
        if (strcspn(text, " \r\n") == n && strncmp(text, word, n) == 0)
            return true;
        text += strcspn(text, " \r\n");
    }
    return false;
}

/* One command on its own; NULL: there is no answer. */
static char *ask_line(struct lab_outside *o, const char *line)
{
    enum lab_fault fault;
    char *answer;

    begin_lines(o);
    pl_add(&o->send, line);
    fault = ask(o, o->ms > START_MS ? o->ms : START_MS, &answer);
    return !fault || fault == LAB_REFUSED ? answer : NULL;
}

/* "= 2" and what it wants to be told; anything else is version 1. */
static bool agree_on_version(struct lab_outside *o)
{
    const char *answer = ask_line(o, "protocol 2\n");
    char word[8];

    if (!answer)
        return false;
    o->version = 1;
    if (answer[0] != '=' ||
        strcmp(first_word(answer, word, sizeof word), "2") != 0)
        return true;
    o->version = 2;
    o->wants |= has_word(answer, "moves") ? LAB_WANTS_MOVES : 0;
    o->wants |= has_word(answer, "features") ? LAB_WANTS_FEATURES : 0;
    return true;
}

/* Which of its bots shall play: the one with our name for it, or its first. */
static bool meet(struct lab_outside *o, const struct lab_bot *bot)
{
    const char *answer;

    if (!agree_on_version(o) || !(answer = ask_line(o, "bots\n")))
        return false;
    strcpy(o->word, bot->word);
    if (!o->word[0] && answer[0] == '=' && !has_word(answer, bot->name))
        first_word(answer, o->word, sizeof o->word);
    if (!o->word[0])
        strcpy(o->word, bot->name);
    return true;
}

struct lab_outside *lab_outside_start(const struct lab_bot *bot,
                                      const struct lab_plan *plan)
{
    struct lab_outside *o = calloc(1, sizeof *o);

    pl_assert(o);
    o->kind = plan->game;
    o->ms = plan->bot_ms;
    o->game_ms = plan->game_ms;
    signal(SIGPIPE, SIG_IGN); /* a program that has gone is told by write */
    if (!open_process(o, bot->command)) {
        free(o);
        return NULL;
    }
    if (!meet(o, bot)) {
        lab_outside_end(o);
        return NULL;
    }
    return o;
}

int lab_outside_version(const struct lab_outside *o)
{
    return o->version;
}

/* It has all the time of an answer to end by itself; there is nothing more to
 * read for it, so that one that reads to the end ends, too. */
void lab_outside_quit(struct lab_outside *o)
{
    double until = lab_now() + (o->ms > START_MS ? o->ms : START_MS) / 1000.0;
    struct pollfd ready[2] = {{o->from, POLLIN, 0}, {-1, 0, 0}};
    bool hears = o->version >= 2 && ask_line(o, "quit\n");

    close(o->to);
    o->to = -1;
    if (hears)
        while (lab_now() < until &&
               poll(ready, 1, (int)((until - lab_now()) * 1000) + 1) > 0 &&
               exchange(o, ready))
            o->read = o->heard.length; /* nothing more is of interest */
    lab_outside_end(o);
}

/* What this seat may know and has not heard yet. */
static void add_news(struct lab_outside *o, const struct lab_log *log, int seat)
{
    if (o->game != log->number || o->again) {
        pl_add(&o->send, log->start.s);
        if (o->version >= 2)
            lab_addf(&o->send, " seat=%d", seat);
        if (o->version >= 2 && o->game_ms)
            lab_addf(&o->send, " game-ms=%d", o->game_ms);
        pl_add(&o->send, "\n");
        o->told = 0;
        o->spent = o->game == log->number ? o->spent : 0;
    }
    pl_add_bytes(&o->send, log->told[seat].s + o->told,
                 log->known[seat] - o->told);
    pl_add_bytes(&o->send, log->meanwhile[seat].s, log->meanwhile[seat].length);
    o->game = log->number;
    o->told = log->known[seat];
    o->again = log->meanwhile[seat].length > 0;
}

static int count_lines(const struct pl_buffer *text)
{
    int n = 0;

    for (size_t i = 0; i < text->length; i++)
        n += text->s[i] == '\n';
    return n;
}

/* Milliseconds that it has for this answer. */
static int time_left(const struct lab_outside *o)
{
    double left = o->game_ms - 1000 * o->spent;

    if (!o->game_ms || left > o->ms)
        return o->ms;
    return left > 0 ? (int)left : 0;
}

static void add_genmove(struct lab_outside *o, int seat)
{
    lab_addf(&o->send, "genmove %d %s ms=%d", seat, o->word, time_left(o));
    if (o->version >= 2 && o->game_ms)
        lab_addf(&o->send, " left=%d",
                 (int)fmax(0, o->game_ms - 1000 * o->spent));
    pl_add(&o->send, "\n");
}

enum lab_fault lab_outside_move(struct lab_outside *o,
                                const struct lab_log *log,
                                const union pl_state *state, int seat,
                                const atomic_bool *stop, struct pl_text *said)
{
    double begun = lab_now();
    enum lab_fault fault;
    char *answer, word[40];
    int lines;

    begin_lines(o);
    add_news(o, log, seat);
    lab_add_question(o->kind, state, seat, o->wants, &o->send);
    lines = o->owed = count_lines(&o->send);
    add_genmove(o, seat);
    o->stop = stop;
    fault = ask(o, time_left(o), &answer);
    o->stop = NULL;
    o->spent += lab_now() - begun;
    if (!answer)
        return fault;
    if (fault == LAB_REFUSED)
        note_refusal(o, lines - o->owed, answer, said);
    else
        note(first_word(answer, word, sizeof word), said);
    return fault || answer[0] == '=' ? fault : LAB_ILLEGAL;
}

bool lab_outside_over(struct lab_outside *o, const struct lab_log *log,
                      int seat)
{
    char *answer;

    if (o->version < 2)
        return true;
    begin_lines(o);
    add_news(o, log, seat);
    o->owed = count_lines(&o->send) - 1;
    return !ask(o, o->ms, &answer);
}
