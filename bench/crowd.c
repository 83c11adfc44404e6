/*
 * A crowd of people who play at the tables of a server on this computer, over
 * real sockets, for tests and measurements:
 *
 *     crowd PORT TABLES SEATS GAME MOVES_A_SECOND SECONDS [games[=N]]
 *         [until=S] [bot[=LEVEL]] [together] [nodes[=MS]]
 *
 * Everyone opens or joins a table, plays legal moves at random, and comes back
 * when the connection is lost, saying again what was not yet confirmed. At the
 * end of a game each looks whether the record has every move that was confirmed
 * to it, exactly once, whether the dice were fair and the result is right. With
 * "games" a table plays one game and is done, with "until=S" it plays rematches
 * for S seconds and is done after the game that it then plays; else it plays
 * rematches until the seconds are over or, with "games=N", N games have been
 * played in all; with
 * "bot" or "bot=LEVEL" one more seat is a bot's; with "together" the dice are
 * drawn together, and each agrees only to what it has seen; with "nodes" PORT
 * is a proxy's with many nodes behind it: each names the table in the address,
 * the opener chooses its id, and who hears nothing tries again elsewhere,
 * with "nodes=MS" after that many milliseconds.
 * MOVES_A_SECOND 0: as fast as it goes. It speaks to loopback only, and stops
 * by itself. The last line is what was seen; exit code 1: something was lost,
 * doubled or refused.
 */
#include "parlour_match.h"
#include "sha256.h"

#include <jansson.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>
#include <wslay/wslay.h>

enum {
    CONFIRMED = 4096,
    LATENCIES = 4000000,
    ABSENCES = 100000,
    LONGEST_PAUSE = 1000,
    LOOK = 250,       /* milliseconds between two looks at who hears nothing */
    GREETING = 2000,  /* milliseconds until a node is taken for dead: it does */
    ANSWERING = 6000, /* not greet, or does not answer */
};

struct said { /* a move that was confirmed, by its question */
    uint32_t question;
    int found; /* in the record */
    char move[32];
};

struct table {
    char id[24], secret[40]; /* where there are many nodes, made here */
    int done;
    bool is_started, is_last; /* it plays no other game */
    uint64_t slot;            /* when the next move may be made */
    uint64_t halted;          /* when someone's connection was lost; 0: not */
    char record[SHA256_HEX + 1]; /* that the first of them got */
};

struct person {
    uv_tcp_t *tcp;
    uv_timer_t timer, retry; /* for a move, for a connection */
    struct table *table;
    int seat;
    bool is_up, has_seat, is_seated, is_done, is_greeted;
    bool is_waiting; /* for an answer to a move */
    char secret[40];
    unsigned tries; /* to find a node that answers */
    uint64_t quiet; /* since when it waits for a word; 0: it does not */
    wslay_event_context_ptr frames;
    char in[65536]; /* bytes that wslay has not read yet */
    size_t begin, length;
    struct pl_match match; /* game and setup; state is the view */
    uint32_t number, have, question, asked_question;
    uint32_t recorded; /* the game whose record was checked */
    /* Its part in fair dice, anew for every commitment. */
    struct pl_fair fair;
    char commitment[SHA256_HEX + 1];
    uint8_t nonce[PL_NONCE], links[PL_SEED], sum[PL_SEED];
    uint32_t draws;
    bool has_committed, has_shown, is_in_draw;
    char move[32];
    uint64_t sent;
    int pause;
    struct said *said;
    size_t says;
};

static uv_loop_t *loop;
static int port, tables, seats, rate, seconds;
static bool one_game;
static int enough;         /* games of all tables together; 0: no matter */
static uint64_t last_from; /* in nanoseconds: then no rematch is played */
static int until;
static int bots;
static bool is_together, has_nodes;
static int patience;      /* milliseconds; 0: the usual */
static uint32_t *absence; /* milliseconds until a table went on */
static size_t absences;
static long links;
static const char *level = "random";
static const struct pl_game *game;
static struct table *table;
static struct person *person;
static struct pl_rng rng;
static uint32_t *latency;
static size_t latencies;
static long lost, refused, games, moves, reconnects;
static bool is_ending;
static int started_tables;
static uint64_t measuring_since;

static void connect_to(struct person *p);

static void complain(const struct person *p, const char *what, const char *more)
{
    fprintf(stderr, "table %s seat %d: %s %s\n", p->table->id, p->seat, what,
            more);
    lost++;
}

/* --- Bytes --------------------------------------------------------------- */

static void written(uv_write_t *write, int status)
{
    (void)status;
    free(write);
}

static void put(struct person *p, const void *bytes, size_t size)
{
    uv_write_t *write;
    uv_buf_t buffer;

    if (!p->tcp)
        return;
    write = malloc(sizeof *write + size);
    pl_assert(write);
    buffer = uv_buf_init((char *)(write + 1), (unsigned)size);
    memcpy(buffer.base, bytes, size);
    if (uv_write(write, (uv_stream_t *)p->tcp, &buffer, 1, written) != 0)
        free(write);
}

static ssize_t take_bytes(wslay_event_context_ptr frames, uint8_t *to,
                          size_t size, int flags, void *data)
{
    struct person *p = data;
    size_t n = p->length < size ? p->length : size;

    (void)flags;
    if (n == 0) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(to, p->in + p->begin, n);
    p->begin += n;
    p->length -= n;
    return (ssize_t)n;
}

static ssize_t give_bytes(wslay_event_context_ptr frames, const uint8_t *bytes,
                          size_t size, int flags, void *data)
{
    (void)frames;
    (void)flags;
    put(data, bytes, size);
    return (ssize_t)size;
}

static int mask(wslay_event_context_ptr frames, uint8_t *to, size_t size,
                void *data)
{
    (void)frames;
    (void)data;
    for (size_t i = 0; i < size; i++)
        to[i] = (uint8_t)pl_random(&rng);
    return 0;
}

/* A request, with ' for ", and what belongs into it, which has neither. */
static void say(struct person *p, const char *request, ...)
{
    char text[512];
    struct wslay_event_msg message = {.opcode = WSLAY_TEXT_FRAME,
                                      .msg = (uint8_t *)text};
    va_list rest;

    va_start(rest, request);
    message.msg_length = (size_t)vsnprintf(text, sizeof text, request, rest);
    va_end(rest);
    pl_assert(message.msg_length < sizeof text);
    for (char *c = text; (c = strchr(c, '\''));)
        *c = '"';
    if (!p->is_up)
        return;
    if (!p->quiet)
        p->quiet = uv_now(loop);
    wslay_event_queue_msg(p->frames, &message);
    wslay_event_send(p->frames);
}

/* --- Sitting down -------------------------------------------------------- */

static void begin(struct person *p)
{
    if (p->has_seat)
        say(p,
            "{'do':'hello','id':0,'table':'%s','secret':'%s','number':%u,"
            "'have':%u}",
            p->table->id, p->secret, p->number, p->have);
    else if (p->seat == 0 && has_nodes)
        say(p,
            "{'do':'open','id':0,'game':'%s','seats':%d,'name':'Ann',"
            "'together':%s,'table':'%s','secret':'%s'}",
            game->id, seats + bots, is_together ? "true" : "false",
            p->table->id, p->table->secret);
    else if (p->seat == 0)
        say(p,
            "{'do':'open','id':0,'game':'%s','seats':%d,'name':'Ann',"
            "'together':%s}",
            game->id, seats + bots, is_together ? "true" : "false");
    else if (person[(p->table - table) * seats].has_seat)
        say(p, "{'do':'watch','id':0,'table':'%s'}", p->table->id);
}

/* --- Fair dice ----------------------------------------------------------- */

static const char *hex_of(const uint8_t *bytes, size_t size)
{
    static char hex[4][SHA256_HEX + 1];
    static int next;

    next = (next + 1) % 4;
    pl_hex_write(bytes, size, hex[next]);
    return hex[next];
}

static const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

static long number_in(const json_t *object, const char *key)
{
    return (long)json_integer_value(json_object_get(object, key));
}

static void commit(struct person *p)
{
    uint8_t hash[PL_SEED], anchor[PL_SEED];

    p->has_committed = true;
    pl_fair_hash(&p->fair, p->seat, p->nonce, hash);
    if (!is_together) {
        say(p, "{'do':'commit','id':0,'hash':'%s'}", hex_of(hash, PL_SEED));
        return;
    }
    pl_link_before(p->links, PL_LINKS, anchor);
    say(p, "{'do':'commit','id':0,'hash':'%s','anchor':'%s'}",
        hex_of(hash, PL_SEED), hex_of(anchor, PL_SEED));
}

/* While a table is open: commits, and shows when all have. */
static void prepare(struct person *p, const json_t *about, bool is_ready)
{
    const char *commitment = text_in(about, "commitment");

    if (strcmp(p->commitment, commitment) != 0) {
        strcpy(p->commitment, commitment);
        memset(&p->fair, 0, sizeof p->fair);
        pl_assert(pl_hex_read(commitment, p->fair.commitment, PL_SEED));
        randombytes_buf(p->nonce, sizeof p->nonce);
        randombytes_buf(p->links, sizeof p->links);
        p->has_committed = p->has_shown = false;
        p->draws = 0;
    }
    if (!is_ready && !p->has_committed)
        commit(p);
    if (!json_object_get(about, "hashes") || p->has_shown)
        return;
    p->has_shown = true;
    say(p, "{'do':'nonce','id':0,'nonce':'%s'}", hex_of(p->nonce, PL_NONCE));
}

static void begin_transcript(struct person *p, const json_t *about)
{
    const json_t *nonces = json_object_get(about, "nonces");

    for (size_t i = 0; i < json_array_size(nonces); i++) {
        const char *hex = json_string_value(json_array_get(nonces, i));

        if (hex)
            pl_assert(pl_hex_read(hex, p->fair.nonce[i], PL_NONCE));
    }
    if (p->have == 0)
        pl_transcript_begin(&p->fair, p->sum);
}

static void take_step(struct person *p, const json_t *step)
{
    const char *words = json_string_value(json_array_get(step, 0));
    bool is_chance;

    pl_assert(words);
    if (json_is_true(json_array_get(step, 2)))
        words = "chance ?";
    is_chance = strncmp(words, "chance", 6) == 0;
    p->draws += is_chance && !p->is_in_draw;
    p->is_in_draw = is_chance;
    pl_transcript_add(p->sum, words);
}

static void draw(struct person *p, const json_t *about)
{
    const json_t *named = json_object_get(about, "named");
    uint32_t number = (uint32_t)number_in(about, "number");
    uint8_t transcript[PL_SEED], link[PL_SEED];
    struct pl_fair fair = {0};
    unsigned seats_named = 0;

    for (size_t i = 0; i < json_array_size(named); i++) {
        const json_t *one = json_array_get(named, i);
        long seat = number_in(one, "seat");

        fair.chains[seat] = 1;
        fair.chain[seat][0].from = (uint32_t)number_in(one, "from");
        pl_assert(pl_hex_read(text_in(one, "anchor"),
                              fair.chain[seat][0].anchor, PL_SEED));
        seats_named |= 1u << seat;
    }
    if (!(seats_named >> p->seat & 1))
        return;
    pl_transcript_close(p->sum, &fair, number, seats_named, transcript);
    if (number != p->draws + 1 ||
        strcmp(hex_of(transcript, PL_SEED), text_in(about, "transcript")) != 0)
        complain(p, "does not agree to a draw", "");
    pl_link_before(p->links, PL_LINKS - number, link);
    links++;
    say(p, "{'do':'link','id':0,'question':%u,'link':'%s','transcript':'%s'}",
        p->question, hex_of(link, PL_SEED), hex_of(transcript, PL_SEED));
}

/* --- Playing ------------------------------------------------------------- */

static void finish(struct person *p)
{
    p->is_done = true;
    if (p->tcp)
        uv_read_stop((uv_stream_t *)p->tcp);
    for (int i = 0; i < tables * seats; i++)
        if (!person[i].is_done)
            return;
    is_ending = true;
    uv_stop(loop);
}

static void send_move(uv_timer_t *timer)
{
    struct person *p = timer->data;

    if (!p->is_seated || is_ending || !p->is_waiting)
        return;
    if (!p->sent)
        p->sent = uv_hrtime();
    say(p,
        "{'do':'move','id':1,'table':'%s','question':%u,'seat':%d,"
        "'move':'%s'}",
        p->table->id, p->asked_question, p->seat, p->move);
}

static void send_later(struct person *p)
{
    uint64_t now = uv_now(loop), at = now;

    if (rate > 0) {
        at = p->table->slot > now ? p->table->slot : now;
        p->table->slot = at + 1000u / (unsigned)rate;
    }
    uv_timer_start(&p->timer, send_move, at - now, 0);
}

static void choose(struct person *p)
{
    struct pl_text name = {0};
    pl_move list[PL_MOVES];
    int n;

    if (game->turn(game, &p->match.state).what != PL_DECIDE ||
        !(game->turn(game, &p->match.state).seats >> p->seat & 1))
        return; /* answered already */
    n = game->moves(game, &p->match.state, p->seat, list);
    game->name(game, &p->match.state, list[pl_below(&rng, (uint32_t)n)], &name);
    strcpy(p->move, name.s);
    p->asked_question = p->question;
    p->is_waiting = true;
    p->sent = 0;
    send_later(p);
}

static bool has_seat(const json_t *list, int seat)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_integer_value(json_array_get(list, i)) == seat)
            return true;
    return false;
}

/* What was said and not answered, because a node died, is said again. */
static void on_over(struct person *p)
{
    if (p->recorded != p->number)
        say(p, "{'do':'record','id':2,'number':%u}", p->number);
    else if (p->seat == 0 && p->table->done == 0)
        say(p, "{'do':'rematch','id':3}");
}

static void set_number(struct person *p, const json_t *about)
{
    uint32_t number = (uint32_t)number_in(about, "number");

    if (number != p->number)
        p->have = 0;
    p->number = number;
}

static void take_steps(struct person *p, const json_t *steps)
{
    if (p->have == 0) {
        p->draws = 0;
        p->is_in_draw = false;
    }
    for (size_t i = 0; i < json_array_size(steps) && is_together; i++)
        take_step(p, json_array_get(steps, i));
    p->have += (uint32_t)json_array_size(steps);
}

static void on_state(struct person *p, const json_t *state)
{
    const char *view = json_string_value(json_object_get(state, "view"));
    const char *turn = json_string_value(json_object_get(state, "turn"));
    size_t from = (size_t)json_integer_value(json_object_get(state, "from"));
    size_t size;

    pl_assert(view && turn);
    set_number(p, state);
    if (from != p->have)
        complain(p, "steps are missing", "");
    take_steps(p, json_object_get(state, "steps"));
    p->question =
        (uint32_t)json_integer_value(json_object_get(state, "question"));
    memset(&p->match.state, 0, sizeof p->match.state);
    pl_assert(sodium_base642bin(p->match.state.byte, PL_STATE, view,
                                strlen(view), NULL, &size, NULL,
                                sodium_base64_VARIANT_ORIGINAL) == 0);
    pl_assert(size == game->state_size);
    if (json_is_true(json_object_get(state, "more")))
        return;
    if (json_object_get(state, "draw"))
        draw(p, json_object_get(state, "draw"));
    if (strcmp(turn, "over") == 0)
        on_over(p);
    else if (has_seat(json_object_get(state, "asked"), p->seat) &&
             !json_object_get(state, "choice") &&
             !(p->is_waiting && p->asked_question == p->question))
        choose(p);
}

/* Counts in one replay how often each confirmed move stands in the record. */
static void count_said(struct person *p, const struct pl_match *match,
                       uint32_t base)
{
    const struct pl_step *step;
    struct pl_replay replay;

    pl_replay_start(&replay, match);
    while ((step = pl_replay_next(&replay))) {
        struct pl_text name = {0};

        if (step->what == PL_CHANCE || step->seat != p->seat)
            continue;
        game->name(game, &replay.before, step->move, &name);
        for (size_t i = 0; i < p->says; i++)
            if (p->said[i].question == replay.question + base)
                p->said[i].found +=
                    strcmp(name.s, p->said[i].move) == 0 ? 1 : 100;
    }
}

static void check_said(struct person *p, const struct pl_match *match)
{
    count_said(p, match, p->question - (uint32_t)match->steps);
    for (size_t i = 0; i < p->says; i++)
        if (p->said[i].found != 1)
            complain(p,
                     p->said[i].found == 0 ? "a confirmed move is lost:"
                                           : "a move is doubled or changed:",
                     p->said[i].move);
}

/* The steps of a record in the order of the table: who is asked with others
 * answers in the order of seats, so a question begins at its first seat. */
static void check_record(struct person *p, const char *text)
{
    struct pl_match match = {0};
    struct pl_message why;
    size_t step;
    int line;

    if (!pl_record_read(&match, text, strlen(text), &why, &line))
        complain(p, "record is refused:", why.id);
    else if (!pl_fair_check(&match, &step, &why))
        complain(p, "dice are not fair:", why.id);
    else if (game->turn(game, &match.state).what != PL_OVER)
        complain(p, "record is not whole", "");
    else
        check_said(p, &match);
    p->says = 0;
    pl_match_free(&match);
}

/* There is one history: the same for all, whichever node told it. */
static void compare_record(struct person *p, const char *text)
{
    char hash[SHA256_HEX + 1];

    pl_sha256_hex(text, strlen(text), hash);
    if (p->table->done == 0)
        strcpy(p->table->record, hash);
    else if (strcmp(p->table->record, hash) != 0)
        complain(p, "others got another record", "");
}

static void on_record(struct person *p, const json_t *answer)
{
    const char *record = json_string_value(json_object_get(answer, "record"));

    if (p->recorded == p->number)
        return; /* asked for twice */
    p->recorded = p->number;
    check_record(p, record ? record : "");
    compare_record(p, record ? record : "");
    if (p->table->done == 0)
        p->table->is_last = one_game && uv_hrtime() >= last_from;
    p->table->done++;
    if (p->table->done < seats) {
        if (p->table->is_last)
            finish(p);
        return;
    }
    games++;
    p->table->done = 0;
    if (enough && games >= enough) {
        is_ending = true;
        uv_stop(loop);
        return;
    }
    if (p->table->is_last) {
        finish(p);
        return;
    }
    on_over(&person[(p->table - table) * seats]);
}

static void on_confirmed(struct person *p, const json_t *answer)
{
    uint32_t q =
        (uint32_t)json_integer_value(json_object_get(answer, "question"));

    if (!p->is_waiting || q != p->asked_question)
        return;
    p->is_waiting = false;
    moves++;
    if (p->table->halted && absences < ABSENCES)
        absence[absences++] =
            (uint32_t)((uv_hrtime() - p->table->halted) / 1000000);
    p->table->halted = 0;
    pl_assert(p->says < CONFIRMED);
    p->said[p->says].question = q;
    p->said[p->says].found = 0;
    strcpy(p->said[p->says++].move, p->move);
    if (latencies < LATENCIES && measuring_since)
        latency[latencies++] = (uint32_t)((uv_hrtime() - p->sent) / 1000);
}

static void on_seat(struct person *p, const json_t *answer)
{
    const char *id = json_string_value(json_object_get(answer, "table"));
    const char *secret = json_string_value(json_object_get(answer, "secret"));

    pl_assert(id && secret);
    strcpy(p->secret, secret);
    p->has_seat = p->is_seated = true;
    if (p->seat == 0) {
        strcpy(p->table->id, id);
        if (bots)
            say(p, "{'do':'bot','id':0,'seat':%d,'bot':'%s'}", seats, level);
        for (int i = 1; i < seats; i++) {
            struct person *q = &person[(p->table - table) * seats + i];

            if (q->is_greeted)
                begin(q);
        }
    }
}

static void on_answer(struct person *p, const char *kind, const json_t *answer)
{
    if (strcmp(kind, "open") == 0 || strcmp(kind, "sit") == 0) {
        on_seat(p, answer);
    } else if (strcmp(kind, "watch") == 0) {
        say(p, "{'do':'sit','id':0,'seat':%d,'name':'P%d'}", p->seat, p->seat);
    } else if (strcmp(kind, "hello") == 0) {
        p->is_seated = true;
        p->pause = 0;
        send_move(&p->timer); /* again, if it was not confirmed */
    } else if (strcmp(kind, "move") == 0) {
        on_confirmed(p, answer);
    } else if (strcmp(kind, "record") == 0) {
        on_record(p, answer);
    } else if (strcmp(kind, "start") == 0 && !p->table->is_started) {
        p->table->is_started = true;
        if (++started_tables == tables) {
            printf("playing\n");
            fflush(stdout);
            measuring_since = uv_hrtime();
        }
    }
}

static void on_refusal(struct person *p, const char *kind, const json_t *no)
{
    const char *why =
        json_string_value(json_object_get(json_object_get(no, "why"), "id"));

    if (strcmp(kind, "commit") == 0 || strcmp(kind, "nonce") == 0 ||
        strcmp(kind, "start") == 0 || strcmp(kind, "rematch") == 0 ||
        (why && strcmp(kind, "link") == 0 &&
         strcmp(why, "table.too_late") == 0))
        return; /* said before the connection was lost */
    fprintf(stderr, "table %s seat %d: %s refused: %s\n", p->table->id, p->seat,
            kind, why ? why : "");
    refused++;
    p->is_waiting = false;
}

/* Before a game: everyone commits to a nonce, and then the opener starts. */
static void on_table(struct person *p, const json_t *about)
{
    const char *phase = json_string_value(json_object_get(about, "phase"));
    const json_t *players = json_object_get(about, "players");
    int ready = 0;

    if (phase && strcmp(phase, "open") != 0 && is_together)
        begin_transcript(p, about);
    if (!phase || strcmp(phase, "open") != 0 || !p->has_seat)
        return;
    set_number(p, about);
    for (size_t i = 0; i < json_array_size(players); i++)
        ready +=
            json_is_true(json_object_get(json_array_get(players, i), "ready"));
    prepare(p, about,
            json_is_true(json_object_get(
                json_array_get(players, (size_t)p->seat), "ready")));
    if (ready == seats && p->seat == 0 && !json_object_get(about, "hashes"))
        say(p, "{'do':'start','id':0}");
}

static bool has_text(const struct wslay_event_on_msg_recv_arg *arg,
                     const char *text)
{
    return memmem(arg->msg, arg->msg_length, text, strlen(text));
}

/* That others have answered, too, is nothing to one who has: not worth the time
 * that reading it takes, for a crowd must be faster than the server. */
static bool is_no_news(const struct person *p,
                       const struct wslay_event_on_msg_recv_arg *arg)
{
    char question[32];

    snprintf(question, sizeof question, "\"question\":%u,", p->question);
    return has_text(arg, "\"steps\":[],\"more\":false") &&
           has_text(arg, question) && !has_text(arg, "\"draw\":") &&
           (has_text(arg, "\"choice\":") ||
            (p->is_waiting && p->asked_question == p->question));
}

/* The others of this table may have found a node by more tries. */
static void hear_goodbye(struct person *p,
                         const struct wslay_event_on_msg_recv_arg *arg)
{
    char reason[32] = "";
    size_t n = arg->msg_length > 2 ? arg->msg_length - 2 : 0;

    memcpy(reason, arg->msg + 2, n < 31 ? n : 31);
    sscanf(reason, "try=%u", &p->tries);
}

static void message(wslay_event_context_ptr frames,
                    const struct wslay_event_on_msg_recv_arg *arg, void *data)
{
    struct person *p = data;
    json_t *root, *part;
    const char *kind;

    (void)frames;
    if (arg->opcode == WSLAY_CONNECTION_CLOSE)
        hear_goodbye(p, arg);
    if (arg->opcode != WSLAY_TEXT_FRAME)
        return;
    p->quiet = 0;
    if (p->is_seated)
        p->pause = 0;
    if (is_no_news(p, arg))
        return;
    root = json_loadb((const char *)arg->msg, arg->msg_length, 0, NULL);
    pl_assert(root);
    if ((kind = json_string_value(json_object_get(root, "ok"))))
        on_answer(p, kind, root);
    else if ((kind = json_string_value(json_object_get(root, "no"))))
        on_refusal(p, kind, root);
    else if ((part = json_object_get(root, "table")))
        on_table(p, part);
    else if ((part = json_object_get(root, "state")))
        on_state(p, part);
    else if (json_object_get(root, "end"))
        complain(p, "sent away", "");
    else if (json_object_get(root, "parlour")) {
        p->is_greeted = true;
        begin(p);
    }
    json_decref(root);
}

/* --- Connections --------------------------------------------------------- */

static void free_tcp(uv_handle_t *handle)
{
    free(handle);
}

static void try_again(uv_timer_t *timer)
{
    connect_to(timer->data);
}

static void hang_up(struct person *p)
{
    if (p->frames)
        wslay_event_context_free(p->frames);
    p->frames = NULL;
    p->is_up = p->is_greeted = p->is_seated = false;
    p->has_committed = p->has_shown = false;
    p->length = 0;
    if (p->tcp)
        uv_close((uv_handle_t *)p->tcp, free_tcp);
    p->tcp = NULL;
    p->quiet = 0;
    if (is_ending || p->is_done)
        return;
    if (p->has_seat && !p->table->halted)
        p->table->halted = uv_hrtime();
    reconnects++;
    p->pause = p->pause < LONGEST_PAUSE ? p->pause * 2 + 10 : p->pause;
    uv_timer_stop(&p->timer);
    uv_timer_start(&p->retry, try_again,
                   (uint64_t)p->pause / 2 + pl_below(&rng, (uint32_t)p->pause),
                   0);
}

static void buffer(uv_handle_t *handle, size_t size, uv_buf_t *out)
{
    struct person *p = handle->data;

    (void)size;
    *out = uv_buf_init(p->in + p->length,
                       (unsigned)(sizeof p->in - 1 - p->length));
}

static void got(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = take_bytes,
        .send_callback = give_bytes,
        .genmask_callback = mask,
        .on_msg_recv_callback = message,
    };
    struct person *p = stream->data;
    char *end;

    (void)buf;
    if (n < 0) {
        hang_up(p);
        return;
    }
    p->begin = 0;
    p->length += (size_t)n;
    if (!p->is_up) {
        p->in[p->length] = '\0';
        end = strstr(p->in, "\r\n\r\n");
        if (!end)
            return;
        if (strncmp(p->in, "HTTP/1.1 101", 12) != 0) {
            fprintf(stderr, "%.60s\n", p->in);
            hang_up(p);
            return;
        }
        p->begin = (size_t)(end + 4 - p->in);
        p->length -= p->begin;
        p->is_up = true;
        wslay_event_context_client_init(&p->frames, &callbacks, p);
    }
    while (p->is_up && p->length > 0)
        if (wslay_event_recv(p->frames) != 0) {
            hang_up(p);
            return;
        }
    if (p->frames)
        wslay_event_send(p->frames);
}

static void connected(uv_connect_t *connect, int status)
{
    struct person *p = connect->data;
    char head[512], path[64] = "/socket";

    free(connect);
    if (status == UV_ECANCELED)
        return;
    if (status < 0) {
        hang_up(p);
        return;
    }
    uv_tcp_nodelay(p->tcp, 1);
    if (has_nodes)
        snprintf(path, sizeof path, "/socket/%s?try=%u", p->table->id,
                 p->tries);
    snprintf(head, sizeof head,
             "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
             "Origin: http://127.0.0.1:%d\r\nUpgrade: websocket\r\n"
             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
             path, port, port);
    put(p, head, strlen(head));
    uv_read_start((uv_stream_t *)p->tcp, buffer, got);
}

static void connect_to(struct person *p)
{
    uv_connect_t *connect = malloc(sizeof *connect);
    struct sockaddr_in to;

    pl_assert(connect);
    uv_ip4_addr("127.0.0.1", port, &to);
    p->tcp = malloc(sizeof *p->tcp);
    pl_assert(p->tcp && uv_tcp_init(loop, p->tcp) == 0);
    p->tcp->data = p;
    p->quiet = uv_now(loop);
    connect->data = p;
    if (uv_tcp_connect(connect, p->tcp, (struct sockaddr *)&to, connected) !=
        0) {
        free(connect);
        hang_up(p);
    }
}

/* A node that was stopped accepts and says nothing. */
static void look_for_silence(uv_timer_t *timer)
{
    (void)timer;
    for (int i = 0; i < tables * seats; i++) {
        struct person *p = &person[i];
        int most = patience ? patience : p->is_greeted ? ANSWERING : GREETING;

        if (!p->tcp || !p->quiet || p->is_done ||
            uv_now(loop) - p->quiet < (uint64_t)most)
            continue;
        p->tries++;
        hang_up(p);
    }
}

static void name_table(struct table *t)
{
    static const char letter[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint8_t bytes[16];

    for (int i = 0; i < 16; i++)
        t->id[i] = letter[pl_below(&rng, 32)];
    randombytes_buf(bytes, sizeof bytes);
    pl_hex_write(bytes, sizeof bytes, t->secret);
}

/* --- The whole ----------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

static double absent(double part)
{
    size_t i = (size_t)((double)absences * part);

    return absences ? absence[i < absences ? i : absences - 1] / 1000.0 : 0;
}

static double share(double part)
{
    size_t i = (size_t)((double)latencies * part);

    return latencies ? latency[i < latencies ? i : latencies - 1] / 1000.0 : 0;
}

static void time_is_up(uv_timer_t *timer)
{
    (void)timer;
    is_ending = true;
    uv_stop(loop);
}

static bool read_arguments(int argc, char **argv)
{
    if (argc < 7)
        return false;
    port = atoi(argv[1]);
    tables = atoi(argv[2]);
    seats = atoi(argv[3]);
    game = pl_game_find(argv[4]);
    rate = atoi(argv[5]);
    seconds = atoi(argv[6]);
    for (int i = 7; i < argc; i++) {
        one_game |= strcmp(argv[i], "games") == 0;
        if (strncmp(argv[i], "games=", 6) == 0)
            enough = atoi(argv[i] + 6);
        if (strncmp(argv[i], "until=", 6) == 0)
            until = atoi(argv[i] + 6);
        is_together |= strcmp(argv[i], "together") == 0;
        has_nodes |= strncmp(argv[i], "nodes", 5) == 0;
        if (strncmp(argv[i], "nodes=", 6) == 0)
            patience = atoi(argv[i] + 6);
        bots |= strncmp(argv[i], "bot", 3) == 0;
        if (strncmp(argv[i], "bot=", 4) == 0)
            level = argv[i] + 4;
    }
    return game && tables > 0 && seats >= game->min_seats &&
           seats + bots <= game->max_seats && seconds > 0 && seconds <= 86400;
}

static int report(void)
{
    double took = (double)(uv_hrtime() - measuring_since) / 1e9;
    int undone = 0;

    for (int i = 0; one_game && i < tables * seats; i++)
        undone += !person[i].is_done;
    qsort(latency, latencies, sizeof *latency, by_size);
    printf("tables %d seats %d games %ld moves %ld rate %.0f/s links %ld "
           "reconnects %ld "
           "lost %ld refused %ld unfinished %d ms: p50 %.1f p90 %.1f p99 %.1f "
           "max %.1f\n",
           tables, seats, games, moves, (double)moves / took, links, reconnects,
           lost, refused, undone, share(0.5), share(0.9), share(0.99),
           share(1));
    if (has_nodes) {
        qsort(absence, absences, sizeof *absence, by_size);
        printf("tables went on %zu times, after seconds: p50 %.2f p90 %.2f "
               "p99 %.2f max %.2f\n",
               absences, absent(0.5), absent(0.9), absent(0.99), absent(1));
    }
    return lost || refused || undone || games < enough || !measuring_since;
}

int main(int argc, char **argv)
{
    uv_timer_t end, silence;

    if (!read_arguments(argc, argv) || sodium_init() < 0) {
        fprintf(stderr, "crowd PORT TABLES SEATS GAME MOVES_A_SECOND SECONDS "
                        "[games[=N]] [bot[=LEVEL]] [together] [nodes]\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    pl_seed(&rng, (uint64_t)randombytes_random());
    loop = uv_default_loop();
    last_from = uv_hrtime() + (uint64_t)until * 1000000000u;
    table = calloc((size_t)tables, sizeof *table);
    person = calloc((size_t)(tables * seats), sizeof *person);
    latency = calloc(LATENCIES, sizeof *latency);
    absence = calloc(ABSENCES, sizeof *absence);
    for (int i = 0; has_nodes && i < tables; i++)
        name_table(&table[i]);
    for (int i = 0; i < tables * seats; i++) {
        struct person *p = &person[i];

        p->table = &table[i / seats];
        p->seat = i % seats;
        p->match.game = game;
        p->said = calloc(CONFIRMED, sizeof *p->said);
        uv_timer_init(loop, &p->timer);
        uv_timer_init(loop, &p->retry);
        p->timer.data = p->retry.data = p;
        uv_timer_start(&p->retry, try_again, (uint64_t)i, 0);
    }
    uv_timer_init(loop, &silence);
    if (has_nodes)
        uv_timer_start(&silence, look_for_silence, LOOK, LOOK);
    uv_timer_init(loop, &end);
    uv_timer_start(&end, time_is_up, (uint64_t)seconds * 1000, 0);
    uv_run(loop, UV_RUN_DEFAULT);
    return report();
}
