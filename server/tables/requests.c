/* What guests ask for: who may, when and how often. Most of it is done in
 * requests_seats.c, requests_play.c and requests_draw.c. */
#include "call.h"

#include <stdlib.h>
#include <string.h>

static const struct pace pace_of_requests = {1000 / BOUND_REQUESTS_A_SECOND,
                                             BOUND_REQUESTS},
                         pace_of_talk = {1000, 5},
                         pace_of_drawings = {1000 / BOUND_DRAWINGS_A_SECOND,
                                             BOUND_DRAWINGS};

/* --- Talking and drawing ------------------------------------------------ */

static bool say(struct call *c, int reaction)
{
    struct table *t = c->t;
    struct talk *lines = t->talk, *talk;

    if (t->d.seat[c->g->seat].is_muted)
        return deny(c, "table.muted");
    if (hall_is_muted(c->all, c->g->from))
        return deny(c, "table.house_muted");
    if (!may(&t->talking[c->g->seat], pace_of_talk, c->all->now))
        return deny(c, "table.too_fast");
    if (!lines)
        lines = calloc(CHAT_LINES, sizeof *lines);
    pl_assert(lines);
    t->talk = lines;
    talk = &lines[t->talks % CHAT_LINES];
    talk->number = t->talks++;
    talk->seat = (int8_t)c->g->seat;
    talk->reaction = (int8_t)reaction;
    talk->deaf = t->d.seat[c->g->seat].deaf;
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

/* Drawn before, if that was allowed: see tables_lacks. */
bool do_qr(struct call *c)
{
    c->a->text = c->all->host->draw(c->all->host->context, c->r->text);
    return c->a->text || deny(c, "table.too_fast");
}

/* --- Who may what, and when --------------------------------------------- */

enum { AT_TABLE = 1, SEATED = 2, OPENER = 4, A_SEAT = 8, HOST = 16 };
enum { OPEN = 1, PLAYING = 2, OVER = 4 }; /* bits of phases; 0: any */

static const struct {
    bool (*run)(struct call *c);
    uint8_t needs, phases;
} duty[] = {
#define REQUEST(name, needs, phases, must, may) {do_##name, needs, phases},
#include "requests.def"
#undef REQUEST
};

static bool is_allowed(struct call *c)
{
    unsigned needs = duty[c->r->kind].needs, phases = duty[c->r->kind].phases;

    if (!may(&c->g->requests, pace_of_requests, c->all->now))
        return deny(c, "table.too_fast");
    if (needs && !c->t)
        return deny(c, "table.at_none");
    if (needs & (SEATED | OPENER | HOST) && c->g->seat == NOBODY)
        return deny(c, "table.not_seated");
    if (needs & OPENER && c->g->seat != hall_opener(c->t))
        return deny_seat(c, "table.opener_only", hall_opener(c->t));
    if (needs & HOST && c->g->seat != c->t->d.opener)
        return deny_seat(c, "table.opener_only", c->t->d.opener);
    if (needs & A_SEAT && (c->r->seat < 0 || c->r->seat >= hall_seats_of(c->t)))
        return deny(c, "table.bad_seat");
    if (c->t && phases && !(phases >> c->t->d.phase & 1))
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

int64_t tables_wait(const struct tables *all, int guest, int64_t now)
{
    const struct pace pace = pace_of_requests;
    int64_t early =
        all->guest[guest].requests - now - pace.every * (pace.at_once - 1);

    return early > 0 ? early : 0;
}

enum lack tables_lacks(struct tables *all, int guest, const struct request *r,
                       int64_t now)
{
    const struct guest *g = &all->guest[guest];
    const struct table *t = hall_table_of(all, g);
    bool comes = r->kind == DO_hello || r->kind == DO_watch ||
                 r->kind == DO_take || (r->kind == DO_open && r->has_table);

    all->now = now;
    if (comes && r->table[0] && !hall_find_here(all, r->table) &&
        !hall_is_buried(all, r->table))
        return LACKS_TABLE;
    if (r->kind == DO_find && !hall_find_code(all, r->code) &&
        hall_may_miss(all, g)) /* else it is refused anyway */
        return LACKS_CODE;
    if (r->kind == DO_record && t && r->number > 0 && r->number < t->d.games)
        return LACKS_RECORD;
    if (r->kind == DO_qr &&
        may(&hall_place_of(all, g)->drawings, pace_of_drawings, now))
        return LACKS_DRAWING;
    return LACKS_NOTHING;
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
    if (c.t)
        strcpy(c.a->about, c.t->d.id);
    c.a->is_refused = !is_allowed(&c) || !duty[request->kind].run(&c);
    if (c.a->is_refused)
        hall_count_refusal(all, c.a->why.id);
    if (c.t) {
        strcpy(c.a->about, c.t->d.id);
        hall_submit(all, c.t);
        c.a->awaited_write = c.t->awaited_write;
    } else {
        c.a->awaited_write = hall_hand_over(all, 0);
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
    hall_count_refusal(all, why->id);
    hall_tell(all, g);
}
