/* What guests ask for, one function a request; the table at the end says who
 * may ask, and when. */
#include "dice.h"
#include "hall.h"
#include "parlour_bots.h"
#include "sha256.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { SIGNATURE_GAMES = 50, MOST_GAMES = 64 };

/* How often something may be done: so many at once, and one more every so many
 * milliseconds. */
struct pace {
    int64_t every, at_once;
};
static const struct pace pace_of_requests = {50, 40}, pace_of_talk = {1000, 5},
                         pace_of_opening = {10000, 6},
                         pace_of_codes = {2000, 6},
                         pace_of_drawings = {2000, 6},
                         pace_of_all_codes = {100, 50};

struct call { /* a request on its way */
    struct tables *all;
    struct guest *g;
    struct table *t; /* NULL: at none */
    const struct request *r;
    struct answer *a;
};

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

/* They never change while we run: each is made once. */
static uint64_t signature(const struct pl_game *game, int seats)
{
    static uint64_t known[MOST_GAMES][PL_SEATS + 1];
    int i = 0;

    while (pl_games[i] != game)
        i++;
    pl_assert(i < MOST_GAMES);
    if (known[i][seats] == 0)
        known[i][seats] = pl_signature(game, seats, SIGNATURE_GAMES);
    return known[i][seats];
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

/* The pace is kept as the time up to which it is used. */
static bool may(int64_t *used, struct pace pace, int64_t now)
{
    if (*used < now)
        *used = now;
    if (*used - now > pace.every * (pace.at_once - 1))
        return false;
    *used += pace.every;
    return true;
}

static bool deny_number(struct call *c, const char *id, int n)
{
    c->a->why = PL_SAY(id, .n = n);
    return false;
}

static bool deny_seat(struct call *c, const char *id, int seat)
{
    c->a->why = PL_TELL(seat, id, .n = seat + 1);
    return false;
}

static bool deny(struct call *c, const char *id)
{
    c->a->why = PL_SAY(id);
    return false;
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

static bool do_hello(struct call *c)
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

static bool do_take(struct call *c)
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

static bool do_lobby(struct call *c)
{
    (void)c;
    return true;
}

static bool do_find(struct call *c)
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

static void new_seed(struct tables *all, struct table *t)
{
    uint8_t seed[PL_SEED];

    all->host->random(all->host->context, seed, sizeof seed);
    dice_commit(&t->d.fair, seed);
    sodium_memzero(seed, sizeof seed);
    write_word(all, t->d.code, TABLE_CODE);
}

static bool do_open(struct call *c)
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
    new_seed(all, t);
    c->t = t;
    sit_down(c, 0);
    return true;
}

static bool do_watch(struct call *c)
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

static bool do_sit(struct call *c)
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

/* --- Before the game ---------------------------------------------------- */

static bool do_nonce(struct call *c)
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

static bool do_bot(struct call *c)
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
static void go_on_without(struct tables *all, struct table *t)
{
    hall_save(all, t);
    hall_advance(all, t);
}

static bool do_remove(struct call *c)
{
    int seat = c->r->seat;

    if (seat == c->g->seat)
        return deny(c, "table.not_yourself");
    if (c->t->d.phase != TABLE_OPEN && !hall_is_person(c->t, seat))
        return deny(c, "table.wrong_phase");
    empty_seat(c->all, c->t, seat);
    go_on_without(c->all, c->t);
    return true;
}

void hall_start_match(struct table *t)
{
    struct pl_message why;

    pl_assert(pl_match_start(&t->match, t->d.game, &t->d.setup, &why));
    for (int seat = 0; seat < hall_seats_of(t); seat++) {
        const struct seat *s = &t->d.seat[seat];

        strcpy(t->match.name.of[seat], s->name);
        strcpy(t->match.bot.of[seat], s->bot);
    }
    if (!t->d.has_real_dice)
        t->match.fair = t->d.fair;
    t->match.fair.is_revealed = false;
    memset(t->match.fair.seed, 0, PL_SEED);
    t->d.rules = t->match.rules = signature(t->d.game, hall_seats_of(t));
    hall_set_mark(t);
}

static bool do_start(struct call *c)
{
    struct table *t = c->t;

    for (int seat = 0; seat < hall_seats_of(t); seat++) {
        if (t->d.seat[seat].kind == SEAT_EMPTY)
            return deny_seat(c, "table.empty_seat", seat);
        if (hall_is_person(t, seat) && !(t->d.fair.nonces >> seat & 1))
            return deny_seat(c, "table.not_ready", seat);
    }
    t->d.phase = TABLE_PLAYING;
    t->d.code[0] = '\0';
    hall_start_match(t);
    t->asked = 0;
    t->about++;
    t->status++;
    hall_save(c->all, t);
    hall_advance(c->all, t);
    return true;
}

/* --- Playing ------------------------------------------------------------ */

void hall_repeat(const struct table *t, size_t steps, union pl_state *state)
{
    const struct pl_game *game = t->match.game;
    size_t from = 0;

    if (steps >= t->marked && t->marked > 0) {
        *state = t->mark;
        from = t->marked;
    } else {
        memset(state, 0, sizeof *state);
        game->start(state, &t->d.setup);
    }
    for (size_t i = from; i < steps; i++) {
        const struct pl_step *step = &t->match.step[i];

        if (step->what == PL_CHANCE)
            game->land(state, step->face);
        else
            game->play(state, step->seat, step->move);
    }
}

/* Answers to a question that is closed: who said the same then hears the same
 * now; everybody else is shown how things stand. */
static bool was_said(struct call *c)
{
    const struct table *t = c->t;
    size_t first = c->r->question - t->d.base, n;
    union pl_state state;

    if (c->r->question < t->d.base || first >= t->match.steps ||
        t->match.step[first].what != PL_DECIDE)
        return false;
    n = (size_t)pl_count(t->match.step[first].seats);
    hall_repeat(t, first, &state);
    for (size_t i = first; i < first + n && i < t->match.steps; i++) {
        struct pl_text name = {0};

        if (t->match.step[i].seat != c->g->seat)
            continue;
        t->match.game->name(&state, t->match.step[i].move, &name);
        return strcmp(name.s, c->r->word) == 0;
    }
    return false;
}

static bool deny_late(struct call *c, const char *id)
{
    c->g->status = 0; /* the present view follows */
    return deny(c, id);
}

/* Whoever touches plays for himself again. */
static void play_himself(struct call *c)
{
    struct seat *s = &c->t->d.seat[c->g->seat];

    if (!s->stand_in)
        return;
    s->stand_in = false;
    c->t->about++;
    hall_save(c->all, c->t);
}

static bool do_move(struct call *c)
{
    struct table *t = c->t;
    pl_move move;

    strcpy(c->a->word, c->r->word);
    c->a->question = c->r->question;
    c->a->seat = c->r->seat;
    if (c->r->seat != c->g->seat || strcmp(c->r->table, t->d.id) != 0)
        return deny_late(c, "table.not_yours");
    if (t->match.game && c->r->question < hall_question_of(t))
        return was_said(c) || deny_late(c, "table.too_late");
    if (t->d.phase != TABLE_PLAYING || c->r->question != hall_question_of(t))
        return deny_late(c, "table.no_question");
    if (!pl_match_find_move(&t->match, c->g->seat, c->r->word, &move,
                            &c->a->why)) {
        c->g->status = 0;
        return false;
    }
    if (c->all->host->is_busy(c->all->host->context))
        return deny(c, "table.busy");
    play_himself(c);
    hall_choose(c->all, t, c->g->seat, move);
    return true;
}

static bool did_show(const struct call *c)
{
    const struct table *t = c->t;
    size_t i = c->r->question - t->d.base;
    const struct pl_step *step;
    struct pl_chance chance;
    union pl_state state;

    if (c->r->question < t->d.base || i >= t->match.steps)
        return false;
    step = &t->match.step[i];
    if (step->what != PL_CHANCE || step->count != c->r->faces)
        return false;
    hall_repeat(t, i, &state);
    t->match.game->chance(&state, &chance);
    for (int d = 0; d < step->count; d++)
        if (strcmp(chance.die[d]->face[step->face[d]], c->r->face[d]) != 0)
            return false;
    return true;
}

static bool do_dice(struct call *c)
{
    struct table *t = c->t;
    const char *word[PL_DICE];
    const struct pl_step *step;
    size_t before;

    c->a->question = c->r->question;
    if (t->match.game && c->r->question < hall_question_of(t))
        return did_show(c) || deny_late(c, "table.too_late");
    if (t->d.phase != TABLE_PLAYING || c->r->question != hall_question_of(t) ||
        !hall_waits_for_dice(t))
        return deny_late(c, "table.no_question");
    if (c->g->seat != hall_thrower(t))
        return deny_seat(c, "table.not_your_dice", hall_thrower(t));
    if (c->all->host->is_busy(c->all->host->context))
        return deny(c, "table.busy");
    for (int i = 0; i < c->r->faces; i++)
        word[i] = c->r->face[i];
    before = t->match.steps;
    hall_set_mark(t);
    if (!pl_match_land_words(&t->match, word, c->r->faces, &c->a->why))
        return false;
    step = &t->match.step[before];
    c->all->host->save_step(c->all->host->context, t->d.id, c->r->question,
                            NOBODY, step->face, step->count);
    c->all->has_writes = true;
    t->status++;
    t->asked = 0;
    hall_advance(c->all, t);
    return true;
}

static bool do_back(struct call *c)
{
    play_himself(c);
    return true;
}

static bool do_stand(struct call *c)
{
    struct table *t = c->t;
    int seat = c->r->seat;

    if (!hall_is_person(t, seat))
        return deny(c, "table.bad_seat");
    if (hall_is_present(t, seat) ||
        c->all->now - t->left[seat] < c->all->limits->away)
        return deny_number(c, "table.not_away", c->all->limits->away / 1000);
    t->d.seat[seat].stand_in = true;
    t->about++;
    go_on_without(c->all, t);
    return true;
}

/* --- Seats and the table ------------------------------------------------ */

static bool do_hand(struct call *c)
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

static bool do_leave(struct call *c)
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
    go_on_without(c->all, t);
    return true;
}

static bool do_rematch(struct call *c)
{
    struct table *t = c->t;

    t->d.phase = TABLE_OPEN;
    t->d.base += (uint32_t)t->match.steps + 1;
    t->d.games++;
    t->d.setup.first =
        (uint8_t)((t->d.setup.first + 1) % (unsigned)hall_seats_of(t));
    pl_match_free(&t->match);
    hall_set_mark(t);
    for (int seat = 0; seat < hall_seats_of(t); seat++)
        t->d.seat[seat].stand_in = false;
    new_seed(c->all, t);
    for (int i = t->guests; i != NOBODY; i = c->all->guest[i].next)
        c->all->guest[i].steps = 0;
    c->all->host->erase_steps(c->all->host->context, t->d.id);
    hall_save(c->all, t);
    t->about++;
    t->status++;
    return true;
}

static bool do_mute(struct call *c)
{
    c->t->d.seat[c->r->seat].is_muted = c->r->flag;
    hall_save(c->all, c->t);
    c->t->about++;
    return true;
}

static bool do_close(struct call *c)
{
    hall_erase(c->all, c->t, "table.closed");
    c->t = NULL;
    return true;
}

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

static bool do_chat(struct call *c)
{
    if (!c->t->d.has_chat)
        return deny(c, "table.no_chat");
    return say(c, NOBODY);
}

static bool do_react(struct call *c)
{
    if (!c->t->d.has_reactions || c->r->number >= REACTIONS)
        return deny(c, "table.no_reactions");
    return say(c, (int)c->r->number);
}

static bool do_record(struct call *c)
{
    uint32_t game = c->r->number;

    c->a->number = game;
    if (game == 0 || game > c->t->d.games ||
        (game == c->t->d.games && c->t->d.phase == TABLE_OPEN))
        return deny(c, "table.no_record");
    return true;
}

static bool do_qr(struct call *c)
{
    if (!may(&c->g->drawings, pace_of_drawings, c->all->now))
        return deny(c, "table.too_fast");
    c->a->text = strdup(c->r->text);
    pl_assert(c->a->text);
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
    [DO_record] = {do_record, SEATED, 0},
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
