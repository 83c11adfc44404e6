/*
 * See tables.h.
 *
 * The choices of an open question are kept beside the match and played, in the
 * order of the seats, when the last one is in: so a choice can be replaced, the
 * order of arrival is nobody's business, and a step that stands in the match
 * stands there for ever. The number of a question is the number of its first
 * step, counted over all games of the table.
 */
#include "tables.h"
#include "dice.h"
#include "parlour_bots.h"
#include "sha256.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { NOBODY = -1, BUCKETS = 1024, SIGNATURE_GAMES = 50, HOUR = 3600000 };

/* How often something may be done: so many at once, and one more every so many
 * milliseconds. */
struct pace {
    int64_t every, at_once;
};
static const struct pace pace_of_requests = {50, 40}, pace_of_talk = {1000, 5},
                         pace_of_opening = {10000, 6},
                         pace_of_codes = {2000, 6},
                         pace_of_all_codes = {100, 50};

struct table {
    struct table_data d;
    bool is_used, is_waiting; /* waiting: for the store */
    int next;                 /* of the same bucket */
    struct pl_match match;
    int32_t choice[PL_SEATS]; /* for the open question; −1: none yet */
    uint8_t thinking;         /* seats whose bot was asked */
    union pl_state mark;      /* the state after marked steps */
    size_t marked;
    uint64_t after; /* the write to wait for before anything is shown */
    uint32_t about; /* versions, to know what a guest has not seen */
    uint32_t status;
    int64_t asked;          /* when the question was sent; 0: not yet */
    int64_t active;         /* when somebody was here */
    int64_t left[PL_SEATS]; /* when that person went */
    int at[PL_SEATS];       /* his guest, or −1 */
    int guests, watchers;   /* guests: head of a list; watchers: their number */
    uint32_t talks;
    struct talk *talk; /* CHAT_LINES of them, if there was any */
};

struct guest {
    bool is_used, is_waiting;
    int table, seat;
    int next;                      /* at the same table */
    uint32_t about, status, talks; /* what has been seen */
    size_t steps;
    const char *end; /* why there is no table any more, to be told */
    struct answer answer[ANSWERS];
    int answers;
    struct answer told;
    int64_t requests, talking, opening, codes; /* used of each pace */
};

struct tables {
    const struct host *host;
    const struct limits *limits;
    int64_t now;
    uint64_t synced;
    struct table *table;
    struct guest *guest;
    int bucket[BUCKETS];
    int *waiting_tables, *waiting_guests;
    int tables_waiting, guests_waiting;
    int64_t codes;
    bool is_other_rules; /* what stopped the last restoring */
    bool has_writes;     /* not yet submitted */
    struct figures figures;
    uint64_t *signature; /* of each game and number of seats, once needed */
};

struct call { /* a request on its way */
    struct tables *all;
    struct guest *g;
    struct table *t; /* NULL: at none */
    const struct request *r;
    struct answer *a;
};

/* --- Small things -------------------------------------------------------- */

static bool deny(struct call *c, const char *id)
{
    c->a->why = PL_SAY(id);
    return false;
}

static bool deny_seat(struct call *c, const char *id, int seat)
{
    c->a->why = PL_TELL(seat, id, .n = seat + 1);
    return false;
}

static bool deny_number(struct call *c, const char *id, int n)
{
    c->a->why = PL_SAY(id, .n = n);
    return false;
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

static void write_word(struct tables *all, char *out, int length)
{
    static const char letter[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint8_t bytes[TABLE_ID];

    all->host->random(all->host->context, bytes, (size_t)length);
    for (int i = 0; i < length; i++)
        out[i] = letter[bytes[i] & 31];
    out[length] = '\0';
}

static void make_secret(struct tables *all, struct answer *a, uint8_t out[HASH])
{
    all->host->random(all->host->context, a->secret, SECRET);
    a->has_secret = true;
    sha256(a->secret, SECRET, out);
}

static bool is_secret(const uint8_t secret[SECRET], const uint8_t hash[HASH])
{
    uint8_t sum[HASH];

    sha256(secret, SECRET, sum);
    return sodium_memcmp(sum, hash, HASH) == 0;
}

static int seats_of(const struct table *t)
{
    return t->d.setup.seats;
}

static bool is_person(const struct table *t, int seat)
{
    return t->d.seat[seat].kind == SEAT_PERSON;
}

/* Whether a bot answers for this seat. */
static bool is_played_by_bot(const struct table *t, int seat)
{
    return !is_person(t, seat) || t->d.seat[seat].stand_in;
}

static bool is_present(const struct table *t, int seat)
{
    return is_person(t, seat) && t->at[seat] != NOBODY;
}

static uint64_t signature(struct tables *all, const struct pl_game *game,
                          int seats)
{
    int i = 0;
    uint64_t *known;

    while (pl_games[i] != game)
        i++;
    known = &all->signature[i * (PL_SEATS + 1) + seats];
    if (*known == 0)
        *known = pl_signature(game, seats, SIGNATURE_GAMES);
    return *known;
}

/* --- Finding tables ------------------------------------------------------ */

static int *bucket_of(struct tables *all, const char *id)
{
    return &all->bucket[pl_hash(id, strlen(id), 0) % BUCKETS];
}

static struct table *find_here(struct tables *all, const char *id)
{
    int i = *bucket_of(all, id);

    while (i != NOBODY && strcmp(all->table[i].d.id, id) != 0)
        i = all->table[i].next;
    return i == NOBODY ? NULL : &all->table[i];
}

/* A table that was put away comes back when somebody asks for it. */
static struct table *find(struct tables *all, const char *id)
{
    struct table *t = find_here(all, id);

    all->is_other_rules = false;
    if (t || !id[0])
        return t;
    all->host->fetch(all->host->context, id);
    return find_here(all, id);
}

static int index_of(const struct tables *all, const struct table *t)
{
    return (int)(t - all->table);
}

static struct table *take_slot(struct tables *all, const char *id)
{
    for (int i = 0; i < all->limits->tables; i++) {
        struct table *t = &all->table[i];
        int *bucket = bucket_of(all, id);
        bool was_waiting = t->is_waiting;

        if (t->is_used)
            continue;
        memset(t, 0, sizeof *t);
        t->is_used = true;
        t->is_waiting = was_waiting; /* it may still stand in the list */
        strcpy(t->d.id, id);
        t->next = *bucket;
        *bucket = i;
        t->guests = NOBODY;
        t->about = t->status = 1;
        t->active = all->now;
        for (int seat = 0; seat < PL_SEATS; seat++) {
            t->at[seat] = NOBODY;
            t->choice[seat] = NOBODY;
            t->left[seat] = all->now;
        }
        all->figures.tables++;
        return t;
    }
    return NULL;
}

static void free_slot(struct tables *all, struct table *t)
{
    int *at = bucket_of(all, t->d.id);

    while (*at != index_of(all, t))
        at = &all->table[*at].next;
    *at = t->next;
    pl_match_free(&t->match);
    free(t->talk);
    t->talk = NULL;
    t->is_used = false;
    all->figures.tables--;
}

/* --- Guests at a table --------------------------------------------------- */

static int number_of(const struct tables *all, const struct guest *g)
{
    return (int)(g - all->guest);
}

static void hold(struct tables *all, struct guest *g)
{
    if (g->is_waiting)
        return;
    g->is_waiting = true;
    all->waiting_guests[all->guests_waiting++] = number_of(all, g);
}

static struct table *table_of(const struct tables *all, const struct guest *g)
{
    return g->table == NOBODY ? NULL : &all->table[g->table];
}

/* Tells the guest at once, or as soon as the store is ready. */
static void tell(struct tables *all, struct guest *g)
{
    const struct table *t = table_of(all, g);

    if ((t && t->after > all->synced) ||
        (g->answers > 0 && g->answer[0].after > all->synced))
        hold(all, g);
    else
        all->host->wake(all->host->context, number_of(all, g));
}

static void tell_all(struct tables *all, struct table *t)
{
    for (int i = t->guests; i != NOBODY; i = all->guest[i].next)
        tell(all, &all->guest[i]);
}

static void attach(struct tables *all, struct guest *g, struct table *t,
                   int seat)
{
    g->table = index_of(all, t);
    g->seat = seat;
    g->next = t->guests;
    t->guests = number_of(all, g);
    g->about = g->status = 0;
    g->steps = 0;
    g->talks = t->talks > CHAT_LINES ? t->talks - CHAT_LINES : 0;
    g->end = NULL;
    if (seat == NOBODY)
        t->watchers++;
    else
        t->at[seat] = number_of(all, g);
    t->active = all->now;
    t->about++;
}

static void detach(struct tables *all, struct guest *g)
{
    struct table *t = table_of(all, g);
    int *at;

    if (!t)
        return;
    at = &t->guests;
    while (*at != number_of(all, g))
        at = &all->guest[*at].next;
    *at = g->next;
    if (g->seat == NOBODY) {
        t->watchers--;
    } else {
        t->at[g->seat] = NOBODY;
        t->left[g->seat] = all->now;
    }
    t->active = all->now;
    t->about++;
    g->table = g->seat = NOBODY;
    tell_all(all, t);
}

static void send_away(struct tables *all, int guest, const char *why)
{
    struct guest *g;

    if (guest == NOBODY)
        return;
    g = &all->guest[guest];
    detach(all, g);
    g->end = why;
    tell(all, g);
}

/* From a seat to the spectators. */
static void stand_up(struct tables *all, struct table *t, int seat)
{
    int guest = t->at[seat];

    if (guest == NOBODY)
        return;
    detach(all, &all->guest[guest]);
    attach(all, &all->guest[guest], t, NOBODY);
}

/* --- Storing ------------------------------------------------------------- */

static void save(struct tables *all, struct table *t)
{
    t->d.touched = all->now;
    all->host->save(all->host->context, &t->d);
    all->has_writes = true;
}

/* The number to wait for: of what was written now, or of what came before. */
static uint64_t hand_over(struct tables *all, uint64_t before)
{
    if (!all->has_writes)
        return before;
    all->has_writes = false;
    return all->host->submit(all->host->context);
}

/* Everything that a request changed is one write; until it is safe, nobody
 * hears of it. */
static void submit(struct tables *all, struct table *t)
{
    t->after = hand_over(all, t->after);
    if (t->after > all->synced && !t->is_waiting) {
        t->is_waiting = true;
        all->waiting_tables[all->tables_waiting++] = index_of(all, t);
    } else if (t->after <= all->synced && t->asked == 0) {
        t->asked = all->now;
    }
    tell_all(all, t);
}

void tables_synced(struct tables *all, uint64_t upto, int64_t now)
{
    int left = 0, n = all->guests_waiting;

    all->now = now;
    all->synced = upto;
    for (int i = 0; i < all->tables_waiting; i++) {
        struct table *t = &all->table[all->waiting_tables[i]];

        if (t->is_used && t->after > upto) {
            all->waiting_tables[left++] = all->waiting_tables[i];
            continue;
        }
        t->is_waiting = false;
        if (t->asked == 0)
            t->asked = now; /* the clock runs from here */
    }
    all->tables_waiting = left;
    left = 0;
    for (int i = 0; i < n; i++) {
        struct guest *g = &all->guest[all->waiting_guests[i]];
        const struct table *t = table_of(all, g);

        if (g->is_used && ((t && t->after > upto) ||
                           (g->answers && g->answer[0].after > upto))) {
            all->waiting_guests[left++] = all->waiting_guests[i];
            continue;
        }
        g->is_waiting = false;
        if (g->is_used)
            all->host->wake(all->host->context, number_of(all, g));
    }
    /* Those who came while the others were woken stand behind them. */
    for (int i = n; i < all->guests_waiting; i++)
        all->waiting_guests[left++] = all->waiting_guests[i];
    all->guests_waiting = left;
}

/* --- Playing ------------------------------------------------------------- */

static uint32_t question_of(const struct table *t)
{
    return t->d.base + (uint32_t)t->match.question;
}

static struct pl_turn turn_of(const struct table *t)
{
    return t->match.game->turn(&t->match.state);
}

static unsigned answered(const struct table *t)
{
    unsigned seats = 0;

    for (int seat = 0; seat < seats_of(t); seat++)
        if (t->choice[seat] != NOBODY)
            seats |= 1u << seat;
    return seats;
}

static void view_of(const struct table *t, int seat, union pl_state *out)
{
    const struct pl_game *game = t->match.game;

    *out = t->match.state;
    if (seat >= 0 && t->choice[seat] != NOBODY)
        game->play(out, seat, (pl_move)t->choice[seat]);
    if (game->hide)
        game->hide(out, seat);
}

/* The active player is the one that the question names; else the opener. */
static int thrower(const struct table *t)
{
    struct pl_message question;

    t->match.game->ask(&t->match.state, NOBODY, &question);
    return question.seat >= 0 ? question.seat : t->d.opener;
}

/* Whether people throw real dice now: what all may see, and a person throws. */
static bool waits_for_dice(const struct table *t)
{
    struct pl_chance chance;

    if (!t->d.has_real_dice || turn_of(t).what != PL_CHANCE)
        return false;
    t->match.game->chance(&t->match.state, &chance);
    return chance.total == 0 && chance.sees == PL_EVERYBODY &&
           !is_played_by_bot(t, thrower(t));
}

static void save_step(struct tables *all, const struct table *t, int seat,
                      const uint8_t *bytes, int count)
{
    all->host->save_step(all->host->context, t->d.id, question_of(t), seat,
                         bytes, count);
    all->has_writes = true;
}

static void land(struct tables *all, struct table *t, const uint8_t face[],
                 int count)
{
    struct pl_message why;

    save_step(all, t, NOBODY, face, count);
    pl_assert(pl_match_land(&t->match, face, count, &why));
    t->status++;
}

static void end_game(struct tables *all, struct table *t)
{
    struct pl_buffer record = {0};

    t->d.phase = TABLE_OVER;
    t->match.fair = t->d.fair;
    t->match.fair.is_revealed = !t->d.has_real_dice;
    pl_record_write(&t->match, PL_ALL, &record);
    all->host->save_record(all->host->context, t->d.id, t->d.games, record.s);
    pl_buffer_free(&record);
    save(all, t);
    t->about++;
    t->status++;
    all->figures.games++;
}

static void set_mark(struct table *t)
{
    t->mark = t->match.state;
    t->marked = t->match.steps;
}

static void reveal(struct table *t, unsigned seats)
{
    struct pl_message why;

    for (; seats; seats &= seats - 1) {
        int seat = pl_lowest(seats);

        pl_assert(
            pl_match_play(&t->match, seat, (pl_move)t->choice[seat], &why));
        t->choice[seat] = NOBODY;
    }
    t->thinking = 0;
    t->asked = 0;
    t->status++;
}

static void ask_bots(struct tables *all, struct table *t, unsigned seats)
{
    for (seats &= ~(answered(t) | t->thinking); seats; seats &= seats - 1) {
        int seat = pl_lowest(seats);
        const char *bot = t->d.seat[seat].kind == SEAT_BOT
                              ? t->d.seat[seat].bot
                              : all->limits->stand_in;
        union pl_state view;

        if (!is_played_by_bot(t, seat))
            continue;
        t->thinking = (uint8_t)(t->thinking | 1u << seat);
        view_of(t, seat, &view);
        all->host->think(all->host->context, index_of(all, t), question_of(t),
                         seat, bot, t->d.game, &view);
    }
}

/* Goes on until somebody has to say something. */
static void advance(struct tables *all, struct table *t)
{
    while (t->d.phase == TABLE_PLAYING) {
        struct pl_turn turn = turn_of(t);
        uint8_t face[PL_DICE];
        int count;

        if (turn.what == PL_OVER) {
            end_game(all, t);
        } else if (turn.what == PL_CHANCE) {
            if (waits_for_dice(t))
                return;
            dice_roll(&t->d.fair, &t->match, face, &count);
            land(all, t, face, count);
        } else if (turn.seats & ~answered(t)) {
            ask_bots(all, t, turn.seats);
            return;
        } else {
            reveal(t, turn.seats);
        }
    }
}

/* The same choice again changes nothing; another one takes its place, and only
 * its own seat can tell the difference. */
static void choose(struct tables *all, struct table *t, int seat, pl_move move)
{
    bool is_first = t->choice[seat] == NOBODY;

    if (t->choice[seat] == move)
        return;
    if (is_first && answered(t) == 0)
        set_mark(t);
    t->choice[seat] = move;
    save_step(all, t, seat, (uint8_t[]){(uint8_t)move, (uint8_t)(move >> 8)},
              2);
    all->figures.moves++;
    if (is_first)
        t->status++;
    else if (t->at[seat] != NOBODY)
        all->guest[t->at[seat]].status = 0;
    if (all->now - t->d.touched > HOUR)
        save(all, t);
    advance(all, t);
}

void tables_thought(struct tables *all, int table, uint32_t question, int seat,
                    pl_move move, int64_t now)
{
    struct table *t = &all->table[table];
    pl_move list[PL_MOVES];
    int n, i = 0;

    all->now = now;
    if (!t->is_used || t->d.phase != TABLE_PLAYING ||
        question_of(t) != question || !(t->thinking >> seat & 1))
        return;
    t->thinking = (uint8_t)(t->thinking & ~(1u << seat));
    if (!is_played_by_bot(t, seat) || t->choice[seat] != NOBODY)
        return;
    n = t->match.game->moves(&t->match.state, seat, list);
    while (i < n && list[i] != move)
        i++;
    choose(all, t, seat, i < n ? move : list[0]);
    submit(all, t);
}

/* --- Requests: coming and going ------------------------------------------ */

static bool no_table(struct call *c)
{
    return deny(c, c->all->is_other_rules ? "table.other_rules" : "table.gone");
}

static void seat_guest(struct call *c, int seat)
{
    struct guest *g = c->g;

    if (c->t->at[seat] != number_of(c->all, g))
        send_away(c->all, c->t->at[seat], "table.elsewhere");
    detach(c->all, g);
    attach(c->all, g, c->t, seat);
    c->a->seat = (int8_t)seat;
    strcpy(c->a->table, c->t->d.id);
}

/* What is stored is only written anew when it is an hour old. */
static void touch(struct call *c)
{
    if (c->all->now - c->t->d.touched > HOUR)
        save(c->all, c->t);
}

static bool do_hello(struct call *c)
{
    c->t = find(c->all, c->r->table);
    if (!c->t)
        return no_table(c);
    for (int seat = 0; seat < seats_of(c->t); seat++) {
        if (!is_person(c->t, seat) ||
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
    for (int seat = 0; seat < seats_of(t); seat++) {
        struct seat *s = &t->d.seat[seat];

        if (s->kind != SEAT_PERSON || s->token_until <= c->all->now ||
            !is_secret(c->r->secret, s->token))
            continue;
        c->t = t;
        make_secret(c->all, c->a, s->secret);
        memset(s->token, 0, HASH);
        s->token_until = 0;
        seat_guest(c, seat);
        save(c->all, t);
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
    save(c->all, c->t);
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
    t = take_slot(all, id);
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
    detach(c->all, c->g);
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
    for (int s = 0; seat == NOBODY && s < seats_of(c->t); s++)
        if (c->t->d.seat[s].kind == SEAT_EMPTY)
            seat = s;
    if (seat == NOBODY)
        return deny(c, "table.full");
    if (seat >= seats_of(c->t))
        return deny(c, "table.bad_seat");
    if (c->t->d.seat[seat].kind != SEAT_EMPTY)
        return deny(c, "table.taken");
    sit_down(c, seat);
    return true;
}

/* --- Requests: before the game ------------------------------------------- */

static bool do_nonce(struct call *c)
{
    struct pl_fair *fair = &c->t->d.fair;
    int seat = c->g->seat;

    if (fair->nonces >> seat & 1)
        return memcmp(fair->nonce[seat], c->r->secret, PL_NONCE) == 0 ||
               deny(c, "table.nonce_given");
    dice_mix(fair, seat, c->r->secret);
    save(c->all, c->t);
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
    save(c->all, c->t);
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
    save(all, t);
    advance(all, t);
}

static bool do_remove(struct call *c)
{
    int seat = c->r->seat;

    if (seat == c->g->seat)
        return deny(c, "table.not_yourself");
    if (c->t->d.phase != TABLE_OPEN && !is_person(c->t, seat))
        return deny(c, "table.wrong_phase");
    empty_seat(c->all, c->t, seat);
    go_on_without(c->all, c->t);
    return true;
}

static void start_match(struct tables *all, struct table *t)
{
    struct pl_message why;

    pl_assert(pl_match_start(&t->match, t->d.game, &t->d.setup, &why));
    for (int seat = 0; seat < seats_of(t); seat++) {
        const struct seat *s = &t->d.seat[seat];

        strcpy(t->match.name.of[seat], s->name);
        strcpy(t->match.bot.of[seat], s->bot);
    }
    if (!t->d.has_real_dice)
        t->match.fair = t->d.fair;
    t->match.fair.is_revealed = false;
    memset(t->match.fair.seed, 0, PL_SEED);
    t->d.rules = t->match.rules = signature(all, t->d.game, seats_of(t));
    set_mark(t);
}

static bool do_start(struct call *c)
{
    struct table *t = c->t;

    for (int seat = 0; seat < seats_of(t); seat++) {
        if (t->d.seat[seat].kind == SEAT_EMPTY)
            return deny_seat(c, "table.empty_seat", seat);
        if (is_person(t, seat) && !(t->d.fair.nonces >> seat & 1))
            return deny_seat(c, "table.not_ready", seat);
    }
    t->d.phase = TABLE_PLAYING;
    t->d.code[0] = '\0';
    start_match(c->all, t);
    t->asked = 0;
    t->about++;
    t->status++;
    save(c->all, t);
    advance(c->all, t);
    return true;
}

/* --- Requests: playing --------------------------------------------------- */

static void repeat(const struct table *t, size_t steps, union pl_state *state)
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
    repeat(t, first, &state);
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
    save(c->all, c->t);
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
    if (t->match.game && c->r->question < question_of(t))
        return was_said(c) || deny_late(c, "table.too_late");
    if (t->d.phase != TABLE_PLAYING || c->r->question != question_of(t))
        return deny_late(c, "table.no_question");
    if (!pl_match_find_move(&t->match, c->g->seat, c->r->word, &move,
                            &c->a->why)) {
        c->g->status = 0;
        return false;
    }
    if (c->all->host->is_busy(c->all->host->context))
        return deny(c, "table.busy");
    play_himself(c);
    choose(c->all, t, c->g->seat, move);
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
    repeat(t, i, &state);
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
    if (t->match.game && c->r->question < question_of(t))
        return did_show(c) || deny_late(c, "table.too_late");
    if (t->d.phase != TABLE_PLAYING || c->r->question != question_of(t) ||
        !waits_for_dice(t))
        return deny_late(c, "table.no_question");
    if (c->g->seat != thrower(t))
        return deny_seat(c, "table.not_your_dice", thrower(t));
    if (c->all->host->is_busy(c->all->host->context))
        return deny(c, "table.busy");
    for (int i = 0; i < c->r->faces; i++)
        word[i] = c->r->face[i];
    before = t->match.steps;
    set_mark(t);
    if (!pl_match_land_words(&t->match, word, c->r->faces, &c->a->why))
        return false;
    step = &t->match.step[before];
    c->all->host->save_step(c->all->host->context, t->d.id, c->r->question,
                            NOBODY, step->face, step->count);
    c->all->has_writes = true;
    t->status++;
    t->asked = 0;
    advance(c->all, t);
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

    if (!is_person(t, seat))
        return deny(c, "table.bad_seat");
    if (is_present(t, seat) || c->all->now - t->left[seat] < AWAY)
        return deny_number(c, "table.not_away", AWAY / 1000);
    t->d.seat[seat].stand_in = true;
    t->about++;
    go_on_without(c->all, t);
    return true;
}

/* --- Requests: seats and the table --------------------------------------- */

static bool do_hand(struct call *c)
{
    struct seat *s = &c->t->d.seat[c->g->seat];

    make_secret(c->all, c->a, s->token);
    s->token_until = c->all->now + TOKEN_TIME;
    c->a->seat = (int8_t)c->g->seat;
    save(c->all, c->t);
    return true;
}

static void erase(struct tables *all, struct table *t, const char *why)
{
    while (t->guests != NOBODY)
        send_away(all, t->guests, why);
    all->host->erase(all->host->context, t->d.id);
    all->has_writes = true;
    free_slot(all, t);
}

/* The next seat with a person, those who are here first. */
static int next_opener(const struct table *t)
{
    for (int must_be_here = 1; must_be_here >= 0; must_be_here--)
        for (int i = 1; i <= seats_of(t); i++) {
            int seat = (t->d.opener + i) % seats_of(t);

            if (is_person(t, seat) && (!must_be_here || is_present(t, seat)))
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
    detach(c->all, c->g);
    if (seat == NOBODY || t->d.phase == TABLE_OVER) {
        c->t = NULL;
        return true;
    }
    next = next_opener(t);
    if (next == NOBODY) {
        erase(c->all, t, "table.closed");
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
        (uint8_t)((t->d.setup.first + 1) % (unsigned)seats_of(t));
    pl_match_free(&t->match);
    set_mark(t);
    for (int seat = 0; seat < seats_of(t); seat++)
        t->d.seat[seat].stand_in = false;
    new_seed(c->all, t);
    for (int i = t->guests; i != NOBODY; i = c->all->guest[i].next)
        c->all->guest[i].steps = 0;
    c->all->host->erase_steps(c->all->host->context, t->d.id);
    save(c->all, t);
    t->about++;
    t->status++;
    return true;
}

static bool do_mute(struct call *c)
{
    c->t->d.seat[c->r->seat].is_muted = c->r->flag;
    save(c->all, c->t);
    c->t->about++;
    return true;
}

static bool do_close(struct call *c)
{
    erase(c->all, c->t, "table.closed");
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

/* --- Requests: who may what, and when ------------------------------------ */

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
    if (needs & A_SEAT && (c->r->seat < 0 || c->r->seat >= seats_of(c->t)))
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
                     .t = table_of(all, g),
                     .r = request,
                     .a = new_answer(g, request->id)};

    all->now = now;
    c.a->kind = request->kind;
    c.a->is_refused = !is_allowed(&c) || !duty[request->kind].run(&c);
    all->figures.refusals += c.a->is_refused;
    if (c.t) {
        submit(all, c.t);
        c.a->after = c.t->after;
    } else {
        c.a->after = hand_over(all, 0);
    }
    tell(all, g);
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
    tell(all, g);
}

/* --- Guests -------------------------------------------------------------- */

int tables_arrive(struct tables *all, int64_t now)
{
    all->now = now;
    for (int i = 0; i < all->limits->guests; i++) {
        struct guest *g = &all->guest[i];
        bool was_waiting = g->is_waiting;

        if (g->is_used)
            continue;
        memset(g, 0, sizeof *g);
        g->is_used = true;
        g->is_waiting = was_waiting; /* its number may still be in the list */
        g->table = g->seat = NOBODY;
        all->figures.guests++;
        return i;
    }
    return NOBODY;
}

void tables_go(struct tables *all, int guest, int64_t now)
{
    struct guest *g = &all->guest[guest];

    all->now = now;
    detach(all, g);
    g->is_used = false;
    all->figures.guests--;
}

/* --- Time ---------------------------------------------------------------- */

static void check_clock(struct tables *all, struct table *t)
{
    unsigned late = 0;

    if (!t->d.clock || t->d.phase != TABLE_PLAYING || t->asked == 0 ||
        all->now - t->asked < t->d.clock * 1000 + GRACE)
        return;
    if (waits_for_dice(t))
        late = 1u << thrower(t);
    else if (turn_of(t).what == PL_DECIDE)
        late = turn_of(t).seats & ~answered(t);
    for (; late; late &= late - 1) {
        struct seat *s = &t->d.seat[pl_lowest(late)];

        if (s->kind != SEAT_PERSON || s->stand_in)
            continue;
        s->stand_in = true;
        t->about++;
        save(all, t);
    }
    advance(all, t);
    submit(all, t);
}

static void check_opener(struct tables *all, struct table *t)
{
    int seat = t->d.opener, next;

    if (is_present(t, seat) ||
        (is_person(t, seat) && all->now - t->left[seat] < AWAY))
        return;
    next = next_opener(t);
    if (next == NOBODY || !is_present(t, next))
        return;
    t->d.opener = (int8_t)next;
    t->about++;
    save(all, t);
    submit(all, t);
}

static void check_idle(struct tables *all, struct table *t)
{
    if (t->guests != NOBODY || t->after > all->synced)
        return;
    if (all->now - t->d.touched > (int64_t)all->limits->keep_days * 24 * HOUR)
        erase(all, t, "table.closed");
    else if (all->now - t->active >
             (int64_t)all->limits->idle_minutes * 60 * 1000)
        free_slot(all, t);
}

void tables_tick(struct tables *all, int64_t now)
{
    all->now = now;
    for (int i = 0; i < all->limits->tables; i++) {
        struct table *t = &all->table[i];

        if (!t->is_used)
            continue;
        check_clock(all, t);
        check_opener(all, t);
        check_idle(all, t);
    }
    hand_over(all, 0);
}

/* --- News ---------------------------------------------------------------- */

static void take_answer(struct guest *g)
{
    g->told = g->answer[0];
    g->answers--;
    memmove(g->answer, g->answer + 1, (size_t)g->answers * sizeof *g->answer);
}

enum news tables_news(struct tables *all, int guest)
{
    struct guest *g = &all->guest[guest];
    const struct table *t = table_of(all, g);

    if (g->answers > 0 && g->answer[0].after > all->synced)
        return NO_NEWS;
    if (g->answers > 0) {
        take_answer(g);
        return NEWS_ANSWER;
    }
    if (g->end && !t)
        return NEWS_END;
    if (!t || t->after > all->synced)
        return NO_NEWS;
    if (g->about != t->about) {
        g->about = t->about;
        return NEWS_TABLE;
    }
    if (t->d.phase != TABLE_OPEN &&
        (g->status != t->status || g->steps < t->match.question)) {
        g->status = t->status;
        return NEWS_STATE;
    }
    return g->talks < t->talks ? NEWS_TALK : NO_NEWS;
}

const struct answer *tables_answer(const struct tables *all, int guest)
{
    return &all->guest[guest].told;
}

const char *tables_end(const struct tables *all, int guest)
{
    struct guest *g = &all->guest[guest];
    const char *end = g->end;

    g->end = NULL;
    return end;
}

const struct talk *tables_talk(struct tables *all, int guest)
{
    struct guest *g = &all->guest[guest];
    const struct table *t = table_of(all, g);

    if (!t || g->talks == t->talks)
        return NULL;
    if (t->talks - g->talks > CHAT_LINES)
        g->talks = t->talks - CHAT_LINES;
    return &t->talk[g->talks++ % CHAT_LINES];
}

const struct table_data *tables_table(const struct tables *all, int guest)
{
    const struct table *t = table_of(all, &all->guest[guest]);

    return t ? &t->d : NULL;
}

const struct pl_match *tables_match(const struct tables *all, int guest)
{
    const struct table *t = table_of(all, &all->guest[guest]);

    return t && t->match.game ? &t->match : NULL;
}

int tables_seat(const struct tables *all, int guest)
{
    return all->guest[guest].seat;
}

unsigned tables_present(const struct tables *all, int guest)
{
    const struct table *t = table_of(all, &all->guest[guest]);
    unsigned seats = 0;

    for (int seat = 0; t && seat < seats_of(t); seat++)
        if (is_present(t, seat))
            seats |= 1u << seat;
    return seats;
}

int tables_watchers(const struct tables *all, int guest)
{
    const struct table *t = table_of(all, &all->guest[guest]);

    return t ? t->watchers : 0;
}

static int32_t time_left(const struct table *t, int64_t now)
{
    int64_t left = t->d.clock * 1000 - (t->asked ? now - t->asked : 0);

    if (!t->d.clock)
        return -1;
    return left < 0 ? 0 : (int32_t)left;
}

void tables_state(struct tables *all, int guest, int64_t now,
                  struct news_state *out)
{
    struct guest *g = &all->guest[guest];
    const struct table *t = table_of(all, g);
    struct pl_turn turn = turn_of(t);

    memset(out, 0, sizeof *out);
    out->question = question_of(t);
    out->what = turn.what;
    out->asked = turn.what == PL_DECIDE ? turn.seats : 0;
    out->answered = (uint8_t)answered(t);
    out->throws = (int8_t)(waits_for_dice(t) ? thrower(t) : NOBODY);
    out->left = time_left(t, now);
    out->choice = g->seat == NOBODY ? NOBODY : t->choice[g->seat];
    out->from = g->steps;
    out->upto = t->match.question;
    if (out->upto - out->from > STEPS_AT_ONCE) {
        out->upto = out->from + STEPS_AT_ONCE;
        out->more = true;
    }
    g->steps = out->upto;
    view_of(t, g->seat, &out->view);
}

void tables_steps(const struct tables *all, int guest,
                  const struct news_state *news,
                  void (*each)(void *context, const struct pl_match *match,
                               size_t step, const union pl_state *before,
                               const union pl_state *view),
                  void *context)
{
    const struct guest *g = &all->guest[guest];
    const struct table *t = table_of(all, g);
    const struct pl_game *game = t->match.game;
    union pl_state state, before, view;

    repeat(t, news->from, &state);
    for (size_t i = news->from; i < news->upto; i++) {
        const struct pl_step *step = &t->match.step[i];

        before = state;
        if (step->what == PL_CHANCE)
            game->land(&state, step->face);
        else
            game->play(&state, step->seat, step->move);
        view = state;
        if (game->hide)
            game->hide(&view, g->seat);
        each(context, &t->match, i, &before, &view);
    }
}

bool tables_record(struct tables *all, int guest, uint32_t game,
                   struct pl_buffer *out)
{
    const struct guest *g = &all->guest[guest];
    const struct table *t = table_of(all, g);
    char *record;

    if (!t)
        return false;
    if (game == t->d.games && t->match.game) {
        pl_record_write(&t->match, t->d.phase == TABLE_OVER ? PL_ALL : g->seat,
                        out);
        return true;
    }
    record = all->host->record(all->host->context, t->d.id, game);
    if (!record)
        return false;
    pl_add(out, record);
    free(record);
    return true;
}

int tables_lobby(const struct tables *all,
                 const struct table_data *out[LOBBY_MOST])
{
    int n = 0;

    for (int i = 0; i < all->limits->tables && n < LOBBY_MOST; i++) {
        const struct table *t = &all->table[i];

        if (t->is_used && t->d.is_listed && t->d.phase == TABLE_OPEN &&
            t->after <= all->synced && t->guests != NOBODY)
            out[n++] = &t->d;
    }
    return n;
}

/* --- From the store ------------------------------------------------------ */

static bool put_back_step(struct table *t, const struct stored_step *step)
{
    struct pl_message why;
    struct pl_turn turn = turn_of(t);
    pl_move move = (pl_move)(step->bytes[0] | step->bytes[1] << 8);
    pl_move list[PL_MOVES];
    int n;

    if (step->question != question_of(t))
        return false;
    if (step->seat == NOBODY)
        return pl_match_land(&t->match, step->bytes, step->count, &why);
    if (turn.what != PL_DECIDE || step->count != 2 || step->seat < 0 ||
        !(turn.seats >> step->seat & 1))
        return false;
    n = t->match.game->moves(&t->match.state, step->seat, list);
    for (int i = 0; i < n; i++)
        if (list[i] == move)
            t->choice[step->seat] = move;
    if (t->choice[step->seat] != move)
        return false;
    if ((turn.seats & ~answered(t)) == 0)
        reveal(t, turn.seats);
    return true;
}

static bool put_back(struct tables *all, struct table *t,
                     const struct stored_step *step, size_t steps)
{
    const uint64_t rules = t->d.rules;

    crypto_hash_sha256(t->d.fair.commitment, t->d.fair.seed, PL_SEED);
    t->d.fair.is_committed = true;
    if (t->d.phase == TABLE_OPEN)
        return steps == 0;
    start_match(all, t);
    if (t->d.rules != rules)
        return false;
    for (size_t i = 0; i < steps; i++)
        if (!put_back_step(t, &step[i]))
            return false;
    if (t->d.phase == TABLE_OVER) {
        t->match.fair = t->d.fair;
        t->match.fair.is_revealed = !t->d.has_real_dice;
        return turn_of(t).what == PL_OVER;
    }
    advance(all, t);
    return true;
}

bool tables_restore(struct tables *all, const struct table_data *data,
                    const struct stored_step *step, size_t steps)
{
    struct table *t;

    if (find_here(all, data->id))
        return true;
    t = take_slot(all, data->id);
    if (!t)
        return false;
    t->d = *data;
    if (!put_back(all, t, step, steps)) {
        all->is_other_rules = true;
        free_slot(all, t);
        return false;
    }
    submit(all, t);
    return true;
}

/* --- The house ----------------------------------------------------------- */

static void *rows(size_t count, size_t size)
{
    void *new = calloc(count, size);

    pl_assert(new);
    return new;
}

struct tables *tables_new(const struct host *host, const struct limits *limits,
                          int64_t now)
{
    struct tables *all = rows(1, sizeof *all);
    size_t tables = (size_t)limits->tables, guests = (size_t)limits->guests;
    size_t games = 0;

    while (pl_games[games])
        games++;
    all->host = host;
    all->limits = limits;
    all->now = now;
    all->table = rows(tables, sizeof *all->table);
    all->guest = rows(guests, sizeof *all->guest);
    all->waiting_tables = rows(tables, sizeof *all->waiting_tables);
    all->waiting_guests = rows(guests, sizeof *all->waiting_guests);
    all->signature = rows(games * (PL_SEATS + 1), sizeof *all->signature);
    for (int i = 0; i < BUCKETS; i++)
        all->bucket[i] = NOBODY;
    return all;
}

void tables_free(struct tables *all)
{
    for (int i = 0; i < all->limits->tables; i++)
        if (all->table[i].is_used)
            free_slot(all, &all->table[i]);
    free(all->table);
    free(all->guest);
    free(all->waiting_tables);
    free(all->waiting_guests);
    free(all->signature);
    free(all);
}

void tables_figures(const struct tables *all, struct figures *out)
{
    *out = all->figures;
    out->playing = out->seated = 0;
    for (int i = 0; i < all->limits->tables; i++) {
        const struct table *t = &all->table[i];

        if (!t->is_used)
            continue;
        out->playing += t->d.phase == TABLE_PLAYING;
        for (int seat = 0; seat < seats_of(t); seat++)
            out->seated += is_present(t, seat);
    }
}
