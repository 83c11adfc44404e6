/* See admin.h. */
#include "admin.h"
#include "refuse.h"
#include "store/store_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    WORDS = 8,
    CALLERS = 8, /* at a time */
    SECOND = 1000,
    MINUTE = 60000,
    DRAIN = 10, /* minutes, if no one says how many */
    STOP = 60,
    LONGEST = 525600
};

struct admin {
    uv_loop_t *loop;
    uv_pipe_t door;
    uv_timer_t wait; /* until no one plays */
    char path[ADMIN_PATH], lent[ADMIN_PATH];
    struct service *service;
    const struct address_hashing *hashing;
    struct caller *caller[CALLERS];
    int handles;
    bool is_stopping;
    int64_t stops; /* at the latest */
};

struct caller {
    uv_pipe_t pipe;
    uv_write_t write;
    struct admin *admin;
    char line[ADMIN_LINE];
    size_t length;
    struct pl_buffer answer;
};

struct order { /* a command on its way */
    struct admin *admin;
    const struct pl_language *language;
    char *word[WORDS];
    int words;
    struct pl_buffer *out;
    struct pl_message why;
};

/* --- Answers -------------------------------------------------------------- */

static void add_words(struct order *o, const char *id, const char *word, int n)
{
    struct pl_message message;

    server_refuse(&message, id, word, n);
    pl_words(o->language, &message, NULL, o->out);
}

static void add_line(struct order *o, const char *id, int n)
{
    add_words(o, id, "", n);
    pl_add(o->out, "\n");
}

static bool refuse(struct order *o, const char *id, const char *word)
{
    return server_refuse(&o->why, id, word, 0);
}

static bool done(struct order *o)
{
    add_line(o, "admin.done", 0);
    return true;
}

/* Minutes, if they are given. */
static bool read_minutes(struct order *o, int at, long *minutes)
{
    char *end;

    if (at >= o->words)
        return true;
    *minutes = strtol(o->word[at], &end, 10);
    return (end != o->word[at] && *end == '\0' && *minutes >= 0 &&
            *minutes <= LONGEST) ||
           refuse(o, "admin.bad_minutes", o->word[at]);
}

/* --- Looking -------------------------------------------------------------- */

static const char *const phase_words[] = {"admin.open", "admin.playing",
                                          "admin.over"};

static void add_number(struct order *o, int n, const char *end)
{
    char text[24];

    snprintf(text, sizeof text, "%d%s", n, end);
    pl_add(o->out, text);
}

static void add_table(struct order *o, const struct table_look *look)
{
    const struct table_data *t = look->data;
    int64_t idle = service_now(o->admin->service) - t->touched;

    pl_add(o->out, t->id);
    pl_add(o->out, "\t");
    pl_add(o->out, t->game->id);
    pl_add(o->out, "\t");
    add_words(o, phase_words[t->phase], "", 0);
    pl_add(o->out, "\t");
    add_number(o, pl_count((uint8_t)look->here), "/");
    add_number(o, t->setup.seats, "\t");
    add_number(o, look->watchers, "\t");
    add_number(o, (int)(idle / MINUTE), "\n");
}

static bool list(struct order *o)
{
    struct tables *tables = service_tables(o->admin->service);
    int n = 0;

    for (int i = 0; i < service_most_tables(o->admin->service); i++) {
        struct table_look look;

        if (!tables_look_at(tables, i, &look))
            continue;
        if (n++ == 0)
            add_line(o, "admin.head", 0);
        add_table(o, &look);
    }
    if (n == 0)
        add_line(o, "admin.none", 0);
    return true;
}

static void add_seat(struct order *o, const struct table_look *look, int seat)
{
    const struct seat *s = &look->data->seat[seat];

    add_number(o, seat + 1, "\t");
    if (s->kind == SEAT_EMPTY)
        add_words(o, "page.room.free", "", 0);
    else
        pl_add(o->out, s->kind == SEAT_BOT ? s->bot : s->name);
    if (s->kind == SEAT_PERSON) {
        pl_add(o->out, "\t");
        add_words(
            o, look->here >> seat & 1 ? "page.people.here" : "page.room.away",
            "", 0);
    }
    if (seat == look->data->opener) {
        pl_add(o->out, "\t");
        add_words(o, "page.room.keeps", "", 0);
    }
    if (s->is_muted) {
        pl_add(o->out, "\t");
        add_words(o, "page.people.muted", "", 0);
    }
    pl_add(o->out, "\n");
}

static bool find(struct order *o, const char *id, struct table_look *look)
{
    return tables_look(service_tables(o->admin->service), id, look) ||
           refuse(o, "admin.no_table", id);
}

static void add_all(struct order *o, const struct table_look *look)
{
    add_line(o, "admin.head", 0);
    add_table(o, look);
    for (int seat = 0; seat < look->data->setup.seats; seat++)
        add_seat(o, look, seat);
}

/* One that another node has is shown as it is stored: who is there now, is not
 * known here. */
static bool show(struct order *o)
{
    struct table_look look = {0};
    struct stored_table stored;

    if (service_read(o->admin->service, o->word[1], &stored)) {
        look.data = &stored.data;
        add_all(o, &look);
        stored_free(&stored);
        return true;
    }
    if (!find(o, o->word[1], &look))
        return false;
    add_all(o, &look);
    return true;
}

/* --- One table ------------------------------------------------------------ */

static bool close_table(struct order *o)
{
    struct service *service = o->admin->service;

    return tables_close(service_tables(service), o->word[1],
                        service_now(service))
               ? done(o)
           : service_erase(service, o->word[1])
               ? done(o)
               : refuse(o, "admin.no_table", o->word[1]);
}

/* What cannot be read is said by the name that the operator typed. */
static bool restore(struct order *o)
{
    if (service_restore(o->admin->service, o->word[1], o->admin->lent, &o->why))
        return done(o);
    return strcmp(o->why.id, "store.not_ours") == 0
               ? refuse(o, o->why.id, o->word[2])
               : false;
}

/* --- Addresses ------------------------------------------------------------ */

/* TABLE:SEAT is where that person comes from, without anyone reading it. */
static bool read_seat(struct order *o, const char *word, uint64_t *from)
{
    const char *colon = strchr(word, ':');
    struct table_look look;
    char id[TABLE_ID + 1];
    int seat;

    if (!colon || colon - word != TABLE_ID ||
        sscanf(colon + 1, "%d", &seat) != 1)
        return false;
    memcpy(id, word, TABLE_ID);
    id[TABLE_ID] = '\0';
    if (!tables_look(service_tables(o->admin->service), id, &look) ||
        seat < 1 || seat > look.data->setup.seats || !look.from[seat - 1])
        return false;
    *from = look.from[seat - 1];
    return true;
}

static bool read_from(struct order *o, const char *word, uint64_t *from)
{
    return read_seat(o, word, from) ||
           address_hash_word(o->admin->hashing, word, from) ||
           refuse(o, "admin.bad_address", word);
}

static bool punish(struct order *o, bool is_ban)
{
    struct service *service = o->admin->service;
    int64_t now = service_now(service);
    long minutes = 0;
    uint64_t from;

    if (!read_from(o, o->word[1], &from) || !read_minutes(o, 2, &minutes))
        return false;
    tables_punish(
        service_tables(service),
        &(struct punished){.from = from,
                           .until = now + minutes * MINUTE,
                           .said = tables_latest(service_tables(service), now),
                           .is_ban = is_ban});
    service_cut_off(service);
    return done(o);
}

static bool mute(struct order *o)
{
    return punish(o, false);
}

static bool ban(struct order *o)
{
    return punish(o, true);
}

/* --- The house ------------------------------------------------------------ */

static void announce(struct order *o, const struct notice *notice)
{
    struct service *service = o->admin->service;

    tables_announce(service_tables(service), notice, service_now(service));
}

static struct notice notice_of(const struct order *o)
{
    return *tables_notice(service_tables(o->admin->service));
}

/* Without a text: nothing is said any more. */
static bool say(struct order *o)
{
    struct notice notice = notice_of(o);
    const char *text = o->words > 1 ? o->word[1] : "";

    if (strlen(text) > CHAT_BYTES)
        return refuse(o, "admin.too_long", "");
    if (!pl_text_is_good(text, strlen(text))) /* browsers would hang up */
        return refuse(o, "error.bad_text", "");
    strcpy(notice.text, text);
    notice.said = tables_latest(service_tables(o->admin->service),
                                service_now(o->admin->service));
    announce(o, &notice);
    return done(o);
}

static void say_who_plays(struct order *o)
{
    struct service_figures all;

    service_figures(o->admin->service, &all);
    add_line(o, "admin.left", all.tables.busy);
}

static void close_house(struct order *o, bool on, long minutes)
{
    struct notice notice = notice_of(o);

    notice.is_closing = on;
    notice.closes = service_now(o->admin->service) + minutes * MINUTE;
    announce(o, &notice);
}

static bool drain(struct order *o)
{
    long minutes = DRAIN;
    bool on = o->words < 2 || strcmp(o->word[1], "off") != 0;

    if (on && !read_minutes(o, 1, &minutes))
        return false;
    if (!on)
        o->admin->is_stopping = false;
    close_house(o, on, minutes);
    if (on)
        say_who_plays(o);
    else
        add_line(o, "admin.again", 0);
    return true;
}

static bool stop(struct order *o)
{
    long minutes = STOP;

    if (!read_minutes(o, 1, &minutes))
        return false;
    close_house(o, true, minutes);
    o->admin->is_stopping = true;
    o->admin->stops = notice_of(o).closes;
    say_who_plays(o);
    return true;
}

static void look(uv_timer_t *timer)
{
    struct admin *admin = timer->data;
    struct service_figures all;

    if (!admin->is_stopping)
        return;
    service_figures(admin->service, &all);
    if (all.tables.busy == 0 || service_now(admin->service) >= admin->stops)
        uv_stop(admin->loop);
}

/* --- Commands ------------------------------------------------------------- */

static const struct {
    const char *name;
    int least, most; /* words after the name */
    bool (*run)(struct order *o);
} commands[] = {
    {"list", 0, 0, list},         {"show", 1, 1, show},
    {"close", 1, 1, close_table}, {"restore", 2, 2, restore},
    {"say", 0, 1, say},           {"mute", 2, 2, mute},
    {"ban", 2, 2, ban},           {"drain", 0, 1, drain},
    {"stop", 0, 1, stop},
};

static bool run(struct order *o)
{
    for (size_t i = 0; o->words && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(o->word[0], commands[i].name) == 0 &&
            o->words - 1 >= commands[i].least &&
            o->words - 1 <= commands[i].most)
            return commands[i].run(o);
    return refuse(o, "admin.bad_command", o->words ? o->word[0] : "");
}

static void obey(struct admin *admin, char *line, struct pl_buffer *out)
{
    struct pl_buffer said = {0};
    struct order o = {.admin = admin, .out = &said};
    char *rest = line, *word = strsep(&rest, "\t");

    o.language = pl_language_find(word);
    if (!o.language)
        o.language = pl_language_find("en");
    while (o.words < WORDS && (word = strsep(&rest, "\t")))
        o.word[o.words++] = word;
    pl_add(&said, "");
    if (run(&o)) {
        pl_add(out, "+");
        pl_add(out, said.s);
    } else {
        pl_add(out, "-");
        pl_words(o.language, &o.why, NULL, out);
        pl_add(out, "\n");
    }
    pl_buffer_free(&said);
}

/* --- The socket ----------------------------------------------------------- */

/* Freed with the last of its handles. */
static void let_go(struct admin *admin)
{
    if (--admin->handles == 0)
        free(admin);
}

static void gone(uv_handle_t *handle)
{
    struct caller *caller = handle->data;

    for (int i = 0; i < CALLERS; i++)
        if (caller->admin->caller[i] == caller)
            caller->admin->caller[i] = NULL;
    let_go(caller->admin);
    pl_buffer_free(&caller->answer);
    free(caller);
}

static void written(uv_write_t *write, int status)
{
    (void)status;
    uv_close((uv_handle_t *)write->handle, gone);
}

static void give_room(uv_handle_t *handle, size_t size, uv_buf_t *out)
{
    struct caller *caller = handle->data;

    (void)size;
    *out = uv_buf_init(caller->line + caller->length,
                       (unsigned)(sizeof caller->line - 1 - caller->length));
}

static void heard(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct caller *caller = stream->data;
    char *end;
    uv_buf_t answer;

    (void)buf;
    if (n == 0)
        return;
    if (n > 0)
        caller->length += (size_t)n;
    caller->line[caller->length] = '\0';
    end = strchr(caller->line, '\n');
    if (n < 0 || (!end && caller->length + 1 == sizeof caller->line)) {
        uv_close((uv_handle_t *)stream, gone);
        return;
    }
    if (!end)
        return;
    *end = '\0';
    uv_read_stop(stream);
    obey(caller->admin, caller->line, &caller->answer);
    answer = uv_buf_init(caller->answer.s, (unsigned)caller->answer.length);
    if (uv_write(&caller->write, stream, &answer, 1, written) != 0)
        uv_close((uv_handle_t *)stream, gone);
}

static void called(uv_stream_t *door, int status)
{
    struct admin *admin = door->data;
    struct caller *caller;
    int i = 0;

    if (status != 0)
        return;
    while (i < CALLERS && admin->caller[i])
        i++;
    caller = calloc(1, sizeof *caller);
    pl_assert(caller);
    caller->admin = admin;
    caller->pipe.data = caller;
    admin->handles++;
    if (i < CALLERS)
        admin->caller[i] = caller;
    pl_assert(uv_pipe_init(admin->loop, &caller->pipe, 0) == 0);
    if (uv_accept(door, (uv_stream_t *)&caller->pipe) != 0 || i == CALLERS ||
        uv_read_start((uv_stream_t *)&caller->pipe, give_room, heard) != 0)
        uv_close((uv_handle_t *)&caller->pipe, gone);
}

static bool path_beside(const char *store, const char *name,
                        char out[ADMIN_PATH])
{
    char real[PATH_MAX];

    return snprintf(out, ADMIN_PATH, "%s-%s", store_file_real(store, real),
                    name) < ADMIN_PATH;
}

bool admin_path(const char *store, char out[ADMIN_PATH])
{
    return path_beside(store, "admin", out);
}

bool admin_lent_path(const char *store, char out[ADMIN_PATH])
{
    return path_beside(store, "lent", out);
}

/* The store is locked: what stands there is from a server that has ended. */
static bool open_door(struct admin *admin)
{
    mode_t before = umask(0177);
    bool good;

    unlink(admin->path);
    good = uv_pipe_bind(&admin->door, admin->path) == 0 &&
           chmod(admin->path, 0600) == 0 &&
           uv_listen((uv_stream_t *)&admin->door, CALLERS, called) == 0;
    umask(before);
    return good;
}

struct admin *admin_open(uv_loop_t *loop, const char *store,
                         struct service *service,
                         const struct address_hashing *hashing)
{
    struct admin *admin = calloc(1, sizeof *admin);

    pl_assert(admin);
    admin->loop = loop;
    admin->service = service;
    admin->hashing = hashing;
    admin->handles = 2;
    admin->door.data = admin->wait.data = admin;
    pl_assert(uv_pipe_init(loop, &admin->door, 0) == 0);
    pl_assert(uv_timer_init(loop, &admin->wait) == 0);
    if (!admin_path(store, admin->path) ||
        !admin_lent_path(store, admin->lent) || !open_door(admin)) {
        admin_close(admin);
        return NULL;
    }
    uv_timer_start(&admin->wait, look, SECOND, SECOND);
    return admin;
}

static void closed(uv_handle_t *handle)
{
    let_go(handle->data);
}

void admin_close(struct admin *admin)
{
    for (int i = 0; i < CALLERS; i++)
        if (admin->caller[i] &&
            !uv_is_closing((uv_handle_t *)&admin->caller[i]->pipe))
            uv_close((uv_handle_t *)&admin->caller[i]->pipe, gone);
    uv_close((uv_handle_t *)&admin->door, closed);
    uv_close((uv_handle_t *)&admin->wait, closed);
}
