/* What guests ask for: who may, when and how often. Most of it is done in
 * seats.c and moves.c. */
#include "call.h"

#include <stdlib.h>
#include <string.h>

static const struct pace pace_of_requests = {50, 40}, pace_of_talk = {1000, 5},
                         pace_of_drawings = {2000, 6};

bool may(int64_t *used, struct pace pace, int64_t now)
{
    if (*used < now)
        *used = now;
    if (*used - now > pace.every * (pace.at_once - 1))
        return false;
    *used += pace.every;
    return true;
}

bool deny_number(struct call *c, const char *id, int n)
{
    c->a->why = PL_SAY(id, .n = n);
    return false;
}

bool deny_seat(struct call *c, const char *id, int seat)
{
    c->a->why = PL_TELL(seat, id, .n = seat + 1);
    return false;
}

bool deny(struct call *c, const char *id)
{
    c->a->why = PL_SAY(id);
    return false;
}

/* --- Talking and drawing ------------------------------------------------ */

static bool say(struct call *c, int reaction)
{
    struct table *t = c->t;
    struct talk *talk;

    if (t->d.seat[c->g->seat].is_muted)
        return deny(c, "table.muted");
    if (!may(&c->g->talking, pace_of_talk, c->all->now))
        return deny(c, "table.too_fast");
    if (!t->talk) {
        t->talk = calloc(CHAT_LINES, sizeof *t->talk);
        pl_assert(t->talk);
    }
    talk = &t->talk[t->talks % CHAT_LINES];
    talk->number = t->talks++;
    talk->seat = (int8_t)c->g->seat;
    talk->reaction = (int8_t)reaction;
    strcpy(talk->text, c->r->text);
    return true;
}

bool do_chat(struct call *c)
{
    if (!c->t->d.has_chat)
        return deny(c, "table.no_chat");
    return say(c, NOBODY);
}

bool do_react(struct call *c)
{
    if (!c->t->d.has_reactions || c->r->number >= REACTIONS)
        return deny(c, "table.no_reactions");
    return say(c, (int)c->r->number);
}

bool do_qr(struct call *c)
{
    if (!may(&c->g->drawings, pace_of_drawings, c->all->now))
        return deny(c, "table.too_fast");
    hall_keep_text(c->a, c->r->text);
    return true;
}

/* --- Who may what, and when --------------------------------------------- */

enum { AT_TABLE = 1, SEATED = 2, OPENER = 4, A_SEAT = 8 };
enum { OPEN = 1, PLAYING = 2, OVER = 4 }; /* bits of phases; 0: any */

static const struct {
    bool (*run)(struct call *c);
    uint8_t needs, phases;
} duty[] = {
    [DO_hello] = {do_hello, 0, 0},
    [DO_take] = {do_take, 0, 0},
    [DO_lobby] = {do_lobby, 0, 0},
    [DO_find] = {do_find, 0, 0},
    [DO_open] = {do_open, 0, 0},
    [DO_watch] = {do_watch, 0, 0},
    [DO_sit] = {do_sit, AT_TABLE, 0},
    [DO_nonce] = {do_nonce, SEATED, OPEN},
    [DO_bot] = {do_bot, OPENER | A_SEAT, OPEN},
    [DO_remove] = {do_remove, OPENER | A_SEAT, OPEN | PLAYING},
    [DO_start] = {do_start, OPENER, OPEN},
    [DO_move] = {do_move, SEATED, 0},
    [DO_dice] = {do_dice, SEATED, 0},
    [DO_back] = {do_back, SEATED, 0},
    [DO_stand] = {do_stand, SEATED | A_SEAT, PLAYING},
    [DO_hand] = {do_hand, SEATED, 0},
    [DO_leave] = {do_leave, AT_TABLE, 0},
    [DO_rematch] = {do_rematch, OPENER, OVER},
    [DO_mute] = {do_mute, OPENER | A_SEAT, 0},
    [DO_close] = {do_close, OPENER, 0},
    [DO_chat] = {do_chat, SEATED, 0},
    [DO_react] = {do_react, SEATED, 0},
    [DO_record] = {do_record, AT_TABLE, 0},
    [DO_qr] = {do_qr, 0, 0},
};

static bool is_allowed(struct call *c)
{
    unsigned needs = duty[c->r->kind].needs, phases = duty[c->r->kind].phases;

    if (!may(&c->g->requests, pace_of_requests, c->all->now))
        return deny(c, "table.too_fast");
    if (needs && !c->t)
        return deny(c, "table.at_none");
    if (needs & (SEATED | OPENER) && c->g->seat == NOBODY)
        return deny(c, "table.not_seated");
    if (needs & OPENER && c->g->seat != c->t->d.opener)
        return deny_seat(c, "table.opener_only", c->t->d.opener);
    if (needs & A_SEAT && (c->r->seat < 0 || c->r->seat >= hall_seats_of(c->t)))
        return deny(c, "table.bad_seat");
    if (phases && !(phases >> c->t->d.phase & 1))
        return deny(c, "table.wrong_phase");
    return true;
}

static struct answer *new_answer(struct guest *g, uint32_t id)
{
    struct answer *a = &g->answer[g->answers++];

    pl_assert(g->answers <= ANSWERS);
    memset(a, 0, sizeof *a);
    a->id = id;
    a->seat = NOBODY;
    return a;
}

bool tables_listens(const struct tables *all, int guest)
{
    return all->guest[guest].answers < ANSWERS;
}

void tables_ask(struct tables *all, int guest, const struct request *request,
                int64_t now)
{
    struct guest *g = &all->guest[guest];
    struct call c = {.all = all,
                     .g = g,
                     .t = hall_table_of(all, g),
                     .r = request,
                     .a = new_answer(g, request->id)};

    all->now = now;
    c.a->kind = request->kind;
    c.a->is_refused = !is_allowed(&c) || !duty[request->kind].run(&c);
    all->figures.refusals += c.a->is_refused;
    if (c.t) {
        hall_submit(all, c.t);
        c.a->after = c.t->after;
    } else {
        c.a->after = hall_hand_over(all, 0);
    }
    hall_tell(all, g);
}

void tables_refuse(struct tables *all, int guest, uint32_t id,
                   const struct pl_message *why)
{
    struct guest *g = &all->guest[guest];
    struct answer *a = new_answer(g, id);

    a->kind = DO_COUNT;
    a->is_refused = true;
    a->why = *why;
    all->figures.refusals++;
    hall_tell(all, g);
}
