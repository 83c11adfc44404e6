/* Who sits where: coming and going, seats, the opener's rights. */
#include "call.h"
#include "dice.h"
#include "parlour_bots.h"
#include "sha256.h"

#include <sodium.h>
#include <string.h>

static const struct pace pace_of_opening = {10000, 6},
                         pace_of_codes = {2000, 6},
                         pace_of_all_codes = {100, 50};

/* --- Small things ------------------------------------------------------- */

static void attach(struct tables *all, struct guest *g, struct table *t,
                   int seat)
{
    g->table = hall_index_of(all, t);
    g->seat = seat;
    g->next = t->guests;
    t->guests = hall_number_of(all, g);
    g->about = g->status = 0;
    g->steps = 0;
    g->talks = t->talks > CHAT_LINES ? t->talks - CHAT_LINES : 0;
    g->end = NULL;
    if (seat == NOBODY)
        t->watchers++;
    else
        t->at[seat] = hall_number_of(all, g);
    t->active = all->now;
    t->about++;
}

/* From a seat to the spectators. */
static void stand_up(struct tables *all, struct table *t, int seat)
{
    int guest = t->at[seat];

    if (guest == NOBODY)
        return;
    hall_detach(all, &all->guest[guest]);
    attach(all, &all->guest[guest], t, NOBODY);
}

static void send_away(struct tables *all, int guest, const char *why)
{
    struct guest *g;

    if (guest == NOBODY)
        return;
    g = &all->guest[guest];
    hall_detach(all, g);
    g->end = why;
    hall_tell(all, g);
}

/* A table that was put away comes back when somebody asks for it. */
static struct table *find(struct tables *all, const char *id)
{
    struct table *t = hall_find_here(all, id);

    all->not_restored = NULL;
    if (t || !id[0])
        return t;
    all->host->fetch(all->host->context, id);
    return hall_find_here(all, id);
}

static bool is_secret(const uint8_t secret[SECRET], const uint8_t hash[HASH])
{
    uint8_t sum[HASH];

    sha256(secret, SECRET, sum);
    return sodium_memcmp(sum, hash, HASH) == 0;
}

static void make_secret(struct tables *all, struct answer *a, uint8_t out[HASH])
{
    all->host->random(all->host->context, a->secret, SECRET);
    a->has_secret = true;
    sha256(a->secret, SECRET, out);
}

static void write_word(struct tables *all, char *out, int length)
{
    static const char letter[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint8_t bytes[TABLE_ID];

    all->host->random(all->host->context, bytes, (size_t)length);
    for (int i = 0; i < length; i++)
        out[i] = letter[bytes[i] & 31];
    out[length] = '\0';
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
        send_away(c->all, c->t->at[seat], "table.elsewhere");
    hall_detach(c->all, g);
    attach(c->all, g, c->t, seat);
    c->a->seat = (int8_t)seat;
    strcpy(c->a->table, c->t->d.id);
}

/* What is stored is only written anew when it is an hour old. */
static void touch(struct call *c)
{
    if (c->all->now - c->t->d.touched > HOUR)
        hall_save(c->all, c->t);
}

bool do_hello(struct call *c)
{
    c->t = find(c->all, c->r->table);
    if (!c->t)
        return no_table(c);
    for (int seat = 0; seat < hall_seats_of(c->t); seat++) {
        if (!hall_is_person(c->t, seat) ||
            !is_secret(c->r->secret, c->t->d.seat[seat].secret))
            continue;
        seat_guest(c, seat);
        if (c->r->number == c->t->d.games)
            c->g->steps = c->r->have < c->t->match.question
                              ? c->r->have
                              : c->t->match.question;
        touch(c);
        return true;
    }
    c->t = NULL;
    return deny(c, "table.bad_secret");
}

bool do_take(struct call *c)
{
    struct table *t = find(c->all, c->r->table);

    if (!t)
        return no_table(c);
    for (int seat = 0; seat < hall_seats_of(t); seat++) {
        struct seat *s = &t->d.seat[seat];

        if (s->kind != SEAT_PERSON || s->token_until <= c->all->now ||
            !is_secret(c->r->secret, s->token))
            continue;
        c->t = t;
        make_secret(c->all, c->a, s->secret);
        memset(s->token, 0, HASH);
        s->token_until = 0;
        seat_guest(c, seat);
        hall_save(c->all, t);
        return true;
    }
    return deny(c, "table.bad_token");
}

bool do_lobby(struct call *c)
{
    (void)c;
    return true;
}

bool do_find(struct call *c)
{
    struct tables *all = c->all;

    if (!may(&c->g->codes, pace_of_codes, all->now) ||
        !may(&all->codes, pace_of_all_codes, all->now))
        return deny(c, "table.too_many_codes");
    for (int i = 0; i < all->limits->tables; i++) {
        const struct table *t = &all->table[i];

        if (t->is_used && t->d.code[0] && strcmp(t->d.code, c->r->code) == 0) {
            strcpy(c->a->table, t->d.id);
            return true;
        }
    }
    return deny(c, "table.no_code");
}

static void sit_down(struct call *c, int seat)
{
    struct seat *s = &c->t->d.seat[seat];

    memset(s, 0, sizeof *s);
    s->kind = SEAT_PERSON;
    strcpy(s->name, c->r->name);
    make_secret(c->all, c->a, s->secret);
    if (c->t->d.phase != TABLE_OPEN)
        strcpy(c->t->match.name.of[seat], s->name);
    seat_guest(c, seat);
    hall_save(c->all, c->t);
}

void hall_new_seed(struct tables *all, struct table *t)
{
    uint8_t seed[PL_SEED];

    all->host->random(all->host->context, seed, sizeof seed);
    dice_commit(&t->d.fair, seed);
    sodium_memzero(seed, sizeof seed);
    write_word(all, t->d.code, TABLE_CODE);
}

bool do_open(struct call *c)
{
    const struct request *r = c->r;
    struct tables *all = c->all;
    char id[TABLE_ID + 1];
    struct table *t;

    if (!may(&c->g->opening, pace_of_opening, all->now))
        return deny(c, "table.too_fast");
    if (r->has_real_dice && r->game->guess)
        return deny(c, "table.no_real_dice");
    write_word(all, id, TABLE_ID);
    t = hall_take_slot(all, id);
    if (!t)
        return deny(c, "table.house_full");
    t->d.game = r->game;
    t->d.setup = r->setup;
    t->d.clock = r->clock;
    t->d.is_listed = r->is_listed;
    t->d.has_chat = r->has_chat;
    t->d.has_reactions = r->has_reactions;
    t->d.has_real_dice = r->has_real_dice;
    t->d.games = 1;
    t->d.opened = all->now;
    hall_new_seed(all, t);
    c->t = t;
    sit_down(c, 0);
    return true;
}

bool do_watch(struct call *c)
{
    struct table *t = find(c->all, c->r->table);

    if (!t)
        return no_table(c);
    if (t == c->t && c->g->seat == NOBODY)
        return true;
    if (t->watchers >= c->all->limits->watchers)
        return deny(c, "table.too_many_watchers");
    hall_detach(c->all, c->g);
    c->t = t;
    attach(c->all, c->g, t, NOBODY);
    strcpy(c->a->table, t->d.id);
    touch(c);
    return true;
}

bool do_sit(struct call *c)
{
    int seat = c->r->seat;

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
    sit_down(c, seat);
    return true;
}

/* --- Seats and the table ------------------------------------------------ */

bool do_nonce(struct call *c)
{
    struct pl_fair *fair = &c->t->d.fair;
    int seat = c->g->seat;

    if (fair->nonces >> seat & 1)
        return memcmp(fair->nonce[seat], c->r->secret, PL_NONCE) == 0 ||
               deny(c, "table.nonce_given");
    dice_mix(fair, seat, c->r->secret);
    hall_save(c->all, c->t);
    c->t->about++;
    return true;
}

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
    c->t->about++;
    return true;
}

static void empty_seat(struct tables *all, struct table *t, int seat)
{
    stand_up(all, t, seat);
    memset(&t->d.seat[seat], 0, sizeof t->d.seat[seat]);
    if (t->d.phase == TABLE_OPEN) {
        memset(t->d.fair.nonce[seat], 0, PL_NONCE);
        t->d.fair.nonces = (uint8_t)(t->d.fair.nonces & ~(1u << seat));
    }
    t->about++;
}

/* An empty seat in a running game is played by a bot until somebody sits down.
 */
void hall_go_on_without(struct tables *all, struct table *t)
{
    hall_save(all, t);
    hall_advance(all, t);
}

bool do_remove(struct call *c)
{
    int seat = c->r->seat;

    if (seat == c->g->seat)
        return deny(c, "table.not_yourself");
    if (c->t->d.phase != TABLE_OPEN && !hall_is_person(c->t, seat))
        return deny(c, "table.wrong_phase");
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

void hall_erase(struct tables *all, struct table *t, const char *why)
{
    while (t->guests != NOBODY)
        send_away(all, t->guests, why);
    all->host->erase(all->host->context, t->d.id);
    all->has_writes = true;
    hall_free_slot(all, t);
}

/* The next seat with a person, those who are here first. */
int hall_next_opener(const struct table *t)
{
    for (int must_be_here = 1; must_be_here >= 0; must_be_here--)
        for (int i = 1; i <= hall_seats_of(t); i++) {
            int seat = (t->d.opener + i) % hall_seats_of(t);

            if (hall_is_person(t, seat) &&
                (!must_be_here || hall_is_present(t, seat)))
                return seat;
        }
    return NOBODY;
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

bool do_mute(struct call *c)
{
    c->t->d.seat[c->r->seat].is_muted = c->r->flag;
    hall_save(c->all, c->t);
    c->t->about++;
    return true;
}

bool do_close(struct call *c)
{
    hall_erase(c->all, c->t, "table.closed");
    c->t = NULL;
    return true;
}
