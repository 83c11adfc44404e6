/* How people sit down, play and ask for the record of their game. */
#include "crowd.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

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

/* A node that was stopped or cut off may for some seconds not know that others
 * have played on elsewhere, and show what was there before. It confirms
 * nothing, and closes the socket when it finds out. */
static bool is_old(const struct person *p, const json_t *about)
{
    uint32_t number = (uint32_t)number_in(about, "number");

    return number < p->number ||
           (number == p->number && json_object_get(about, "from") &&
            number_in(about, "from") < (long)p->have);
}

/* For an answer that was confirmed already: that is an old view, too. */
static bool is_asked_again(const struct person *p, const json_t *state)
{
    return p->says > 0 && !json_object_get(state, "choice") &&
           has_seat(json_object_get(state, "asked"), p->seat) &&
           number_in(state, "question") <= p->said[p->says - 1].question;
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
        dice_step(p, json_array_get(steps, i));
    p->have += (uint32_t)json_array_size(steps);
}

static void on_state(struct person *p, const json_t *state)
{
    const char *view = json_string_value(json_object_get(state, "view"));
    const char *turn = json_string_value(json_object_get(state, "turn"));
    size_t from = (size_t)json_integer_value(json_object_get(state, "from"));
    size_t size;

    pl_assert(view && turn);
    if (is_old(p, state) || is_asked_again(p, state)) {
        old++;
        if (!p->old)
            p->old = uv_now(loop);
        return;
    }
    p->old = 0;
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
        dice_draw(p, json_object_get(state, "draw"));
    if (strcmp(turn, "over") == 0)
        on_over(p);
    else if (has_seat(json_object_get(state, "asked"), p->seat) &&
             !json_object_get(state, "choice") &&
             !(p->is_waiting && p->asked_question == p->question))
        choose(p);
}

/* --- Answers and news ---------------------------------------------------- */

static void on_record(struct person *p, const json_t *answer)
{
    const char *record = json_string_value(json_object_get(answer, "record"));

    if (p->recorded == p->number)
        return; /* asked for twice */
    p->recorded = p->number;
    check_record(p, record ? record : "");
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
    see_move(p->sent);
    if (p->table->halted)
        see_return(p->table->halted);
    p->table->halted = 0;
    pl_assert(p->says < CONFIRMED);
    p->said[p->says].question = q;
    p->said[p->says].found = 0;
    strcpy(p->said[p->says++].move, p->move);
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
    } else if (strcmp(kind, "start") == 0) {
        see_start(p->table);
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
        dice_begin(p, about);
    if (!phase || strcmp(phase, "open") != 0 || !p->has_seat ||
        is_old(p, about))
        return;
    set_number(p, about);
    for (size_t i = 0; i < json_array_size(players); i++)
        ready +=
            json_is_true(json_object_get(json_array_get(players, i), "ready"));
    dice_prepare(p, about,
                 json_is_true(json_object_get(
                     json_array_get(players, (size_t)p->seat), "ready")));
    if (ready == seats && p->seat == 0 && !json_object_get(about, "hashes"))
        say(p, "{'do':'start','id':0}");
}

struct heard {
    const char *text;
    size_t length;
};

static bool has_text(struct heard heard, const char *text)
{
    return memmem(heard.text, heard.length, text, strlen(text));
}

/* That others have answered, too, is nothing to one who has: not worth the time
 * that reading it takes, for a crowd must be faster than the server. */
static bool is_no_news(const struct person *p, struct heard heard)
{
    char question[32];

    snprintf(question, sizeof question, "\"question\":%u,", p->question);
    return has_text(heard, "\"steps\":[],\"more\":false") &&
           has_text(heard, question) && !has_text(heard, "\"draw\":") &&
           (has_text(heard, "\"choice\":") ||
            (p->is_waiting && p->asked_question == p->question));
}

void play(struct person *p, const char *text, size_t length)
{
    json_t *root, *part;
    const char *kind;

    if (is_no_news(p, (struct heard){text, length}))
        return;
    root = json_loadb(text, length, 0, NULL);
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
