/* See odds.h. Each thread looks at every so-manieth result and counts for
 * itself; the counts are added up. */
#include "odds.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PIECES = UINT16_MAX + 1, TELL_EVERY = 64 };

/* Things are counted once a result: mark says at which one they were last. */
struct counter {
    uint64_t ways;
    uint32_t mark;
    uint32_t at; /* 1 + index in its list; 0: not seen yet */
};

struct work {
    const struct pl_match *match;
    const struct pl_game *game;
    unsigned seats; /* bits: those that are asked about */
    int thread, threads;
    void (*tell)(double part); /* the first thread's */
    struct lab_odds odds;
    struct counter *move;  /* seat × move_count */
    struct counter *piece; /* seat × PIECES */
    uint32_t *event_mark;  /* beside odds->event */
    uint32_t mark;         /* the result at hand */
    uint32_t weight;
};

static struct lab_chance *append(struct lab_list *list)
{
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 64;
        list->of = realloc(list->of, list->room * sizeof *list->of);
        pl_assert(list->of);
    }
    memset(&list->of[list->count], 0, sizeof *list->of);
    return &list->of[list->count++];
}

/* --- Counting ------------------------------------------------------------ */

/* True if it is new in this result. */
static bool count(struct work *w, struct counter *counter)
{
    if (counter->mark == w->mark)
        return false;
    counter->mark = w->mark;
    counter->ways += w->weight;
    return true;
}

/* What is said may name points, which are not the same after each result. */
static void note_words(struct lab_chance *chance,
                       const struct pl_message *message, uint32_t at)
{
    bool first = chance->words_at == 0;

    if (first || message->n < chance->words.n ||
        (message->n == chance->words.n && at < chance->words_at)) {
        chance->words = *message;
        chance->words_at = at;
    }
    if (first || message->n > chance->most.n ||
        (message->n == chance->most.n && at < chance->most_at)) {
        chance->most = *message;
        chance->most_at = at;
    }
}

static void describe(struct work *w, struct lab_list *list,
                     struct counter *counter, const union pl_state *state,
                     int seat, unsigned id, pl_move move)
{
    struct pl_message message;
    struct lab_chance *chance;

    if (!counter->at) {
        chance = append(list);
        chance->seat = seat;
        chance->id = id;
        w->game->name(w->game, state, move, &chance->name);
        counter->at = (uint32_t)list->count;
    }
    w->game->say(w->game, state, seat, move, &message);
    note_words(&list->of[counter->at - 1], &message, w->mark);
}

static void count_pieces(struct work *w, const union pl_state *state, int seat,
                         pl_move move)
{
    struct pl_touch touch = {0};

    w->game->touch(w->game, state, seat, move, &touch);
    for (int i = 0; i < touch.count; i++) {
        struct counter *piece = &w->piece[seat * PIECES + touch.piece[i]];

        if (count(w, piece) && !piece->at)
            describe(w, &w->odds.piece, piece, state, seat, touch.piece[i],
                     move);
    }
}

static void count_move(struct work *w, const union pl_state *state, int seat,
                       pl_move move)
{
    struct counter *counter = &w->move[seat * w->game->move_count + move];

    if (move == w->game->pass || !count(w, counter))
        return;
    describe(w, &w->odds.move, counter, state, seat, move, move);
    count_pieces(w, state, seat, move);
}

static void count_event(struct work *w, const struct pl_message *message)
{
    struct lab_list *list = &w->odds.event;
    size_t i = 0;

    while (i < list->count && (list->of[i].seat != message->seat ||
                               strcmp(list->of[i].words.id, message->id) != 0))
        i++;
    if (i == list->count) {
        append(list)->seat = message->seat;
        w->event_mark =
            realloc(w->event_mark, list->room * sizeof *w->event_mark);
        pl_assert(w->event_mark);
        w->event_mark[i] = 0;
    }
    note_words(&list->of[i], message, w->mark);
    if (w->event_mark[i] != w->mark) {
        w->event_mark[i] = w->mark;
        list->of[i].ways += w->weight;
    }
}

static void count_events(struct work *w, const union pl_state *before,
                         const union pl_state *after)
{
    struct pl_message told[PL_MESSAGES];
    int n = w->game->tell(w->game, before, after, told);

    for (int i = 0; i < n; i++)
        count_event(w, &told[i]);
}

/* --- Looking ahead ------------------------------------------------------- */

static int points_of(const struct work *w, const union pl_state *state,
                     int seat)
{
    struct pl_result result;

    w->game->score(w->game, state, &result);
    return result.points[seat];
}

static void play(struct work *w, union pl_state *state, int seat, pl_move move)
{
    union pl_state before = *state;

    w->game->play(w->game, state, seat, move);
    count_events(w, &before, state);
}

/* The others pass, or do the first thing where they must do something. */
static void let_others_pass(struct work *w, union pl_state *state, int seat)
{
    for (;;) {
        struct pl_turn turn = w->game->turn(w->game, state);
        pl_move list[PL_MOVES], move;
        int other, n;

        if (turn.what != PL_DECIDE || turn.seats >> seat & 1)
            return;
        other = pl_lowest(turn.seats);
        n = w->game->moves(w->game, state, other, list);
        move = list[0];
        for (int i = 0; i < n; i++)
            if (list[i] == w->game->pass)
                move = list[i];
        play(w, state, other, move);
    }
}

/* The most points that the seat can have when the next roll is due. */
static int look(struct work *w, const union pl_state *state, int seat,
                int depth, bool *can_act)
{
    struct pl_turn turn = w->game->turn(w->game, state);
    pl_move list[PL_MOVES];
    int n, best = INT16_MIN;

    if (turn.what != PL_DECIDE || depth == LAB_DEPTH)
        return points_of(w, state, seat);
    n = w->game->moves(w->game, state, seat, list);
    for (int i = 0; i < n; i++) {
        union pl_state after = *state;
        int points;

        *can_act |= list[i] != w->game->pass;
        count_move(w, state, seat, list[i]);
        play(w, &after, seat, list[i]);
        let_others_pass(w, &after, seat);
        points = look(w, &after, seat, depth + 1, can_act);
        best = points > best ? points : best;
    }
    return best;
}

static void look_for(struct work *w, const union pl_state *landed, int seat)
{
    struct lab_seat_odds *odds = &w->odds.seat[seat];
    union pl_state state = *landed;
    bool can_act = false;
    int best;

    let_others_pass(w, &state, seat);
    if (w->game->turn(w->game, &state).what == PL_DECIDE)
        odds->asked += w->weight;
    best = look(w, &state, seat, 0, &can_act);
    odds->free += can_act ? w->weight : 0;
    odds->gain += (int64_t)(best - odds->now) * w->weight;
}

/* --- All results --------------------------------------------------------- */

static void look_at(struct work *w, const struct pl_outcome *outcome)
{
    union pl_state state = w->match->state;

    w->weight = outcome->weight;
    w->odds.results++;
    w->game->land(w->game, &state, outcome->face);
    count_events(w, &w->match->state, &state);
    for (int seat = 0; seat < w->match->setup.seats; seat++)
        if (w->seats >> seat & 1)
            look_for(w, &state, seat);
}

static void finish(struct lab_list *list, const struct counter counter[],
                   size_t stride)
{
    for (size_t i = 0; i < list->count; i++)
        list->of[i].ways =
            counter[(size_t)list->of[i].seat * stride + list->of[i].id].ways;
}

static void *zeroed(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    pl_assert(memory);
    return memory;
}

static void *work(void *argument)
{
    struct work *w = argument;
    size_t seats = w->match->setup.seats;
    struct pl_chance chance;
    struct pl_outcome o;
    uint64_t done = 0;

    w->move = zeroed(seats * w->game->move_count, sizeof *w->move);
    w->piece = zeroed(seats * PIECES, sizeof *w->piece);
    w->game->chance(w->game, &w->match->state, &chance);
    for (bool more = pl_first(&chance, &o); more; more = pl_next(&chance, &o)) {
        done += o.weight;
        if (++w->mark % (unsigned)w->threads == (unsigned)w->thread)
            look_at(w, &o);
        if (w->tell && w->mark % TELL_EVERY == 0)
            w->tell((double)done / (double)w->odds.ways);
    }
    finish(&w->odds.move, w->move, w->game->move_count);
    finish(&w->odds.piece, w->piece, PIECES);
    free(w->move);
    free(w->piece);
    free(w->event_mark);
    return NULL;
}

/* --- Adding up ----------------------------------------------------------- */

static bool is_same(const struct lab_chance *a, const struct lab_chance *b,
                    bool events)
{
    return a->seat == b->seat && a->id == b->id &&
           (!events || strcmp(a->words.id, b->words.id) == 0);
}

static void add_list(struct lab_list *to, const struct lab_list *what,
                     bool events)
{
    for (size_t i = 0; i < what->count; i++) {
        const struct lab_chance *chance = &what->of[i];
        size_t at = 0;

        while (at < to->count && !is_same(&to->of[at], chance, events))
            at++;
        if (at == to->count) {
            *append(to) = *chance;
            continue;
        }
        to->of[at].ways += chance->ways;
        note_words(&to->of[at], &chance->words, chance->words_at);
        note_words(&to->of[at], &chance->most, chance->most_at);
    }
}

static int by_seat_and_id(const void *a, const void *b)
{
    const struct lab_chance *x = a, *y = b;

    if (x->seat != y->seat)
        return x->seat < y->seat ? -1 : 1;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return strcmp(x->words.id, y->words.id);
}

static void sort(struct lab_list *list)
{
    if (list->count)
        qsort(list->of, list->count, sizeof *list->of, by_seat_and_id);
}

static void add_up(struct lab_odds *to, const struct lab_odds *what)
{
    to->results += what->results;
    for (int seat = 0; seat < PL_SEATS; seat++) {
        to->seat[seat].asked += what->seat[seat].asked;
        to->seat[seat].free += what->seat[seat].free;
        to->seat[seat].gain += what->seat[seat].gain;
    }
    add_list(&to->move, &what->move, false);
    add_list(&to->piece, &what->piece, false);
    add_list(&to->event, &what->event, true);
}

static void begin(struct lab_odds *odds, const struct pl_match *match)
{
    struct pl_chance chance;
    struct pl_result result;

    memset(odds, 0, sizeof *odds);
    match->game->chance(match->game, &match->state, &chance);
    match->game->score(match->game, &match->state, &result);
    odds->ways = pl_outcomes(&chance);
    for (int seat = 0; seat < match->setup.seats; seat++)
        odds->seat[seat].now = result.points[seat];
}

void lab_odds(const struct pl_match *match, unsigned seats, int threads,
              struct lab_odds *out, void (*tell)(double part))
{
    struct work w[LAB_ODDS_THREADS];
    pthread_t thread[LAB_ODDS_THREADS];

    begin(out, match);
    for (int i = 0; i < threads; i++) {
        w[i] = (struct work){.match = match,
                             .game = match->game,
                             .seats = seats,
                             .thread = i,
                             .threads = threads,
                             .tell = i == 0 ? tell : NULL,
                             .odds = *out};
        if (pthread_create(&thread[i], NULL, work, &w[i]) != 0)
            pl_broken("a thread cannot be started", __FILE__, __LINE__);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
        add_up(out, &w[i].odds);
        lab_odds_free(&w[i].odds);
    }
    sort(&out->move);
    sort(&out->piece);
    sort(&out->event);
}

void lab_odds_free(struct lab_odds *odds)
{
    free(odds->move.of);
    free(odds->piece.of);
    free(odds->event.of);
    memset(odds, 0, sizeof *odds);
}
