/* Who sits where: coming and going, seats, the opener's rights. */
#include "../bounds.h"
#include "call.h"
#include "draw.h"
#include "names.h"
#include "parlour_bots.h"
#include "sha256.h"

#include <sodium.h>
#include <string.h>

/* --- Small things ------------------------------------------------------- */

/* From a seat to the spectators. */
static void stand_up(struct tables *all, struct table *t, int seat)
{
    int guest = t->at[seat];

    if (guest == NOBODY)
        return;
    hall_detach(all, &all->guest[guest]);
    hall_attach(all, &all->guest[guest], t, NOBODY);
}

static bool is_secret(const uint8_t secret[SECRET], const uint8_t hash[HASH])
{
    uint8_t sum[HASH];

    pl_sha256(secret, SECRET, sum);
    return sodium_memcmp(sum, hash, HASH) == 0;
}

static void make_secret(struct tables *all, struct answer *a, uint8_t out[HASH])
{
    all->host->random(all->host->context, a->secret, SECRET);
    a->has_secret = true;
    pl_sha256(a->secret, SECRET, out);
}

/* The page has made it, or the server does. */
static void choose_secret(struct call *c, uint8_t out[HASH])
{
    if (!c->r->has_secret) {
        make_secret(c->all, c->a, out);
        return;
    }
    memcpy(c->a->secret, c->r->secret, SECRET);
    c->a->has_secret = true;
    pl_sha256(c->a->secret, SECRET, out);
}

/* Whose secret it is; NOBODY: nobody's at this table. */
static int seat_of(const struct table *t, const uint8_t secret[SECRET])
{
    for (int seat = 0; seat < hall_seats_of(t); seat++)
        if (hall_is_person(t, seat) &&
            is_secret(secret, t->d.seat[seat].secret))
            return seat;
    return NOBODY;
}

/* --- Coming and going --------------------------------------------------- */

static bool no_table(struct call *c)
{
    return deny(c, c->all->not_restored ? c->all->not_restored : "table.gone");
}

static void seat_guest(struct call *c, int seat)
{
    struct guest *g = c->g;

    if (c->t->at[seat] != hall_number_of(c->all, g))
        hall_send_away(c->all, c->t->at[seat], "table.elsewhere");
    hall_detach(c->all, g);
    hall_attach(c->all, g, c->t, seat);
    c->a->seat = (int8_t)seat;
    strcpy(c->a->table, c->t->d.id);
}

/* The same request once more, because its answer was lost. */
static bool is_again(struct call *c, struct table *t)
{
    int seat = c->r->has_secret ? seat_of(t, c->r->secret) : NOBODY;

    if (seat == NOBODY)
        return false;
    c->t = t;
    memcpy(c->a->secret, c->r->secret, SECRET);
    c->a->has_secret = true;
    seat_guest(c, seat);
    return true;
}

/* What is stored is only written again when it is an hour old. */
static void touch(struct call *c)
{
    if (c->all->now - c->t->d.touched > HOUR)
        hall_save(c->all, c->t);
}

bool do_hello(struct call *c)
{
    int seat;

    c->t = hall_find(c->all, c->r->table);
    if (!c->t)
        return no_table(c);
    seat = seat_of(c->t, c->r->secret);
    if (seat == NOBODY) {
        c->t = NULL;
        return deny(c, "table.bad_secret");
    }
    seat_guest(c, seat);
    if (c->r->number == c->t->d.games)
        c->g->steps =
            c->r->have < c->t->match.known ? c->r->have : c->t->match.known;
    touch(c);
    return true;
}

bool do_take(struct call *c)
{
    struct table *t = hall_find(c->all, c->r->table);

    if (!t)
        return no_table(c);
    if (is_again(c, t))
        return true;
    for (int seat = 0; seat < hall_seats_of(t); seat++) {
        struct seat *s = &t->d.seat[seat];

        if (s->kind != SEAT_PERSON || s->token_until <= c->all->now ||
            !is_secret(c->r->token, s->token))
            continue;
        c->t = t;
        choose_secret(c, s->secret);
        memset(s->token, 0, HASH);
        s->token_until = 0;
        if (t->d.phase == TABLE_OPEN)
            hall_forget_promise(c->all, t,
                                seat); /* the other device knows it */
        s->has_chain = false;
        seat_guest(c, seat);
        hall_save(c->all, t);
        hall_advance(c->all, t);
        return true;
    }
    return deny(c, "table.bad_token");
}

bool do_lobby(struct call *c)
{
    (void)c;
    return true;
}

/* Also of a table that was put away: its code is good as long as it waits. */
static bool find_code(struct tables *all, const char *code,
                      char id[TABLE_ID + 1])
{
    const struct table *t = hall_find_code(all, code);

    if (t) {
        strcpy(id, t->d.id);
        return true;
    }
    return all->host->find(all->host->context, code, id) &&
           !hall_find_here(all, id) && !hall_is_buried(all, id);
}

bool do_find(struct call *c)
{
    if (!hall_may_miss(c->all, c->g))
        return deny(c, "table.too_many_codes");
    if (find_code(c->all, c->r->code, c->a->table))
        return true;
    hall_miss(c->all, c->g);
    return deny(c, "table.no_code");
}

static void sit_down(struct call *c, int seat)
{
    struct seat *s = &c->t->d.seat[seat];

    memset(s, 0, sizeof *s);
    s->kind = SEAT_PERSON;
    strcpy(s->name, c->r->name);
    hall_know(c->t, c->r, s->device);
    choose_secret(c, s->secret);
    if (c->t->d.phase != TABLE_OPEN)
        strcpy(c->t->match.name.of[seat], s->name);
    seat_guest(c, seat);
    hall_remind(c->t, seat);
    hall_save(c->all, c->t);
}

/* Paced by address, since anyone can come again as someone else. */
static bool may_open(struct call *c)
{
    const struct tables *all = c->all;
    int waiting = hall_waiting_elsewhere(all, c->g->from);

    for (int i = 0; i < all->limits->tables; i++)
        waiting +=
            hall_waits(&all->table[i]) && all->table[i].from == c->g->from;
    if (waiting >= all->limits->openings)
        return deny(c, "table.too_many_waiting");
    return hall_may_open(c->all, c->g) || deny(c, "table.too_fast");
}

/* The game on the sheet that was sent, kept for the table; NULL: refused. */
static const struct pl_game *read_sheet(struct call *c)
{
    const struct request *r = c->r;
    struct pl_mistakes mistakes;
    const struct pl_game *game;

    if (!r->sheet[0])
        return r->game;
    game = pl_sheet_read(r->sheet, strlen(r->sheet), &mistakes);
    if (!game) {
        c->a->why = mistakes.mistake[0].what;
        return NULL;
    }
    if (strcmp(game->id, r->game->id) == 0)
        return game;
    c->a->why = PL_SAY("sheet.other_game");
    pl_put(&c->a->why.word, game->id);
    pl_game_drop(game);
    return NULL;
}

bool do_open(struct call *c)
{
    const struct request *r = c->r;
    struct tables *all = c->all;
    const struct pl_game *game;
    char id[TABLE_ID + 1];
    struct table *t = r->has_table ? hall_find(all, r->table) : NULL;

    if (t)
        return is_again(c, t) || deny(c, "table.id_taken");
    if (r->has_table && (all->not_restored || hall_is_buried(all, r->table)))
        return no_table(c);
    if (r->has_real_dice && r->game->has_hands)
        return deny(c, "table.no_real_dice");
    if (all->host->is_busy(all->host->context))
        return deny(c, "table.busy");
    if (all->notice.is_closing)
        return deny(c, "table.house_closing");
    if (!may_open(c))
        return false;
    game = read_sheet(c);
    if (!game)
        return false;
    if (r->has_table)
        strcpy(id, r->table);
    else
        hall_write_word(all, id, TABLE_ID);
    t = hall_take_slot(all, id);
    if (!t) {
        pl_game_drop(game);
        return deny(c, "table.house_full");
    }
    t->from = c->g->from;
    t->d.game = game;
    t->d.setup = r->setup;
    t->d.clock = r->clock;
    t->d.is_listed = r->is_listed;
    t->d.has_chat = r->has_chat;
    t->d.has_reactions = r->has_reactions;
    t->d.has_real_dice = r->has_real_dice;
    t->d.has_hints = r->has_hints;
    t->d.games = 1;
    t->d.opened = all->now;
    t->d.has_together = r->has_together;
    hall_new_seed(all, t);
    hall_new_code(all, t);
    c->t = t;
    sit_down(c, 0);
    return true;
}

static int watchers_from(const struct tables *all, const struct table *t,
                         uint64_t from)
{
    int n = 0;

    for (int i = t->guests; i != NOBODY; i = all->guest[i].next)
        n += all->guest[i].seat == NOBODY && all->guest[i].from == from;
    return n;
}

/* Of the address with the most spectators the latest has to go, if that has
 * more than the newcomer's would: else one who opens many sockets would keep
 * everyone else from sitting down. */
static bool make_room(struct tables *all, const struct table *t, uint64_t from)
{
    int most = watchers_from(all, t, from) + 1, last = NOBODY;

    for (int i = t->guests; i != NOBODY; i = all->guest[i].next) {
        int n = all->guest[i].seat == NOBODY
                    ? watchers_from(all, t, all->guest[i].from)
                    : 0;

        if (n <= most)
            continue;
        most = n;
        last = i;
    }
    hall_send_away(all, last, "table.too_many_watchers");
    return last != NOBODY;
}

bool do_watch(struct call *c)
{
    struct table *t = hall_find(c->all, c->r->table);

    if (!t)
        return no_table(c);
    if (t == c->t && c->g->seat == NOBODY)
        return true;
    if (t->watchers >= c->all->limits->watchers &&
        !make_room(c->all, t, c->g->from))
        return deny(c, "table.too_many_watchers");
    hall_detach(c->all, c->g);
    c->t = t;
    hall_attach(c->all, c->g, t, NOBODY);
    strcpy(c->a->table, t->d.id);
    touch(c);
    return true;
}

/* A name that looks like someone else's, or someone who was removed. */
static bool is_welcome(struct call *c)
{
    struct mark who = {.name = name_shape(c->r->name), .from = c->g->from};

    for (int seat = 0; seat < hall_seats_of(c->t); seat++)
        if (hall_is_person(c->t, seat) &&
            name_shape(c->t->d.seat[seat].name) == who.name)
            return deny_seat(c, "table.name_taken", seat);
    hall_know(c->t, c->r, who.device);
    return !hall_is_barred(c->t, &who) || deny(c, "table.barred");
}

bool do_sit(struct call *c)
{
    int seat = c->r->seat;

    if (is_again(c, c->t))
        return true;
    if (c->g->seat != NOBODY)
        return deny(c, "table.seated");
    if (c->t->d.phase == TABLE_OVER)
        return deny(c, "table.wrong_phase");
    for (int s = 0; seat == NOBODY && s < hall_seats_of(c->t); s++)
        if (c->t->d.seat[s].kind == SEAT_EMPTY)
            seat = s;
    if (seat == NOBODY)
        return deny(c, "table.full");
    if (seat >= hall_seats_of(c->t))
        return deny(c, "table.bad_seat");
    if (c->t->d.seat[seat].kind != SEAT_EMPTY)
        return deny(c, "table.taken");
    if (!is_welcome(c))
        return false;
    sit_down(c, seat);
    return true;
}

/* --- Seats and the table ------------------------------------------------ */

bool do_bot(struct call *c)
{
    struct seat *s = &c->t->d.seat[c->r->seat];

    if (s->kind == SEAT_PERSON)
        return deny(c, "table.taken");
    if (!pl_bot_find(c->r->name))
        return deny(c, "table.no_bot");
    memset(s, 0, sizeof *s);
    s->kind = SEAT_BOT;
    strcpy(s->bot, c->r->name);
    hall_save(c->all, c->t);
    c->t->about_version++;
    return true;
}

static void empty_seat(struct tables *all, struct table *t, int seat)
{
    stand_up(all, t, seat);
    memset(&t->d.seat[seat], 0, sizeof t->d.seat[seat]);
    hall_forget_blocks_of(t, seat);
    t->came[seat] = 0;
    if (t->deputy == seat)
        t->deputy = NOBODY;
    if (t->d.phase == TABLE_OPEN)
        hall_forget_promise(all, t, seat);
    t->about_version++;
}

bool do_remove(struct call *c)
{
    int seat = c->r->seat;

    if (seat == c->g->seat)
        return deny(c, "table.not_yourself");
    if (c->t->d.phase != TABLE_OPEN && !hall_is_person(c->t, seat))
        return deny(c, "table.wrong_phase");
    if (hall_is_person(c->t, seat)) {
        if (c->g->seat != c->t->d.opener)
            return deny_seat(c, "table.opener_only", c->t->d.opener);
        hall_bar(c->t, seat);
    }
    empty_seat(c->all, c->t, seat);
    hall_go_on_without(c->all, c->t);
    return true;
}

/* Anyone who stays away gives room to someone else, and may come back. */
bool do_free(struct call *c)
{
    int seat = c->r->seat;

    if (!hall_is_person(c->t, seat))
        return deny(c, "table.bad_seat");
    if (seat == c->t->d.opener)
        return deny_seat(c, "table.opener_only", seat);
    if (hall_is_present(c->t, seat) ||
        c->all->now - c->t->left[seat] < c->all->limits->away)
        return deny_number(c, "table.not_away", c->all->limits->away / 1000);
    empty_seat(c->all, c->t, seat);
    hall_go_on_without(c->all, c->t);
    return true;
}

bool do_hand(struct call *c)
{
    struct seat *s = &c->t->d.seat[c->g->seat];

    make_secret(c->all, c->a, s->token);
    s->token_until = c->all->now + TOKEN_TIME;
    c->a->seat = (int8_t)c->g->seat;
    hall_save(c->all, c->t);
    return true;
}

bool do_leave(struct call *c)
{
    struct table *t = c->t;
    int seat = c->g->seat, next;

    if (seat != NOBODY && t->d.phase != TABLE_OVER)
        empty_seat(c->all, t, seat);
    hall_detach(c->all, c->g);
    if (seat == NOBODY || t->d.phase == TABLE_OVER) {
        c->t = NULL;
        return true;
    }
    next = hall_next_opener(t);
    if (next == NOBODY) {
        hall_erase(c->all, t, "table.closed");
        c->t = NULL;
        return true;
    }
    if (t->d.opener == seat)
        t->d.opener = (int8_t)next;
    hall_go_on_without(c->all, t);
    return true;
}

bool do_close(struct call *c)
{
    hall_erase(c->all, c->t, "table.closed");
    c->t = NULL;
    return true;
}
