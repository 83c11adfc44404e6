/* See odds.h. */
#include "odds.h"

#include <stdlib.h>
#include <string.h>

enum { PIECES = UINT16_MAX + 1, TELL_EVERY = 1024 };

/* Things are counted once a result: mark says at which one they were last. */
struct counter {
    uint64_t ways;
    uint32_t mark;
    uint32_t at; /* 1 + index in its list; 0: not seen yet */
};

struct work {
    const struct pl_game *game;
    int seats;
    struct lab_odds *odds;
    struct counter *move;  /* seat × move_count */
    struct counter *piece; /* seat × PIECES */
    uint32_t *event_mark;  /* beside odds->event */
    uint8_t *pass;         /* move: 0 not known, 1 no, 2 yes */
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

static bool is_pass(struct work *w, const union pl_state *state, pl_move move)
{
    if (w->pass[move] == 0) {
        struct pl_text name = {0};

        w->game->name(state, move, &name);
        w->pass[move] = strcmp(name.s, "-") == 0 ? 2 : 1;
    }
    return w->pass[move] == 2;
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

static void describe(struct work *w, struct lab_list *list,
                     struct counter *counter, const union pl_state *state,
                     int seat, unsigned id, pl_move move)
{
    struct lab_chance *chance;

    if (counter->at)
        return;
    chance = append(list);
    chance->seat = seat;
    chance->id = id;
    w->game->name(state, move, &chance->name);
    w->game->say(state, seat, move, &chance->words);
    counter->at = (uint32_t)list->count;
}

static void count_pieces(struct work *w, const union pl_state *state, int seat,
                         pl_move move)
{
    struct pl_touch touch = {0};

    w->game->touch(state, seat, move, &touch);
    for (int i = 0; i < touch.count; i++) {
        struct counter *piece = &w->piece[seat * PIECES + touch.piece[i]];

        if (count(w, piece))
            describe(w, &w->odds->piece, piece, state, seat, touch.piece[i],
                     move);
    }
}

static void count_move(struct work *w, const union pl_state *state, int seat,
                       pl_move move)
{
    struct counter *counter = &w->move[seat * w->game->move_count + move];

    if (is_pass(w, state, move) || !count(w, counter))
        return;
    describe(w, &w->odds->move, counter, state, seat, move, move);
    count_pieces(w, state, seat, move);
}

static void count_event(struct work *w, const struct pl_message *message)
{
    struct lab_list *list = &w->odds->event;
    size_t i = 0;

    while (i < list->count && (list->of[i].seat != message->seat ||
                               strcmp(list->of[i].words.id, message->id) != 0))
        i++;
    if (i == list->count) {
        struct lab_chance *event = append(list);

        event->seat = message->seat;
        event->words = *message;
        w->event_mark =
            realloc(w->event_mark, list->room * sizeof *w->event_mark);
        pl_assert(w->event_mark);
        w->event_mark[i] = 0;
    }
    if (w->event_mark[i] != w->mark) {
        w->event_mark[i] = w->mark;
        list->of[i].ways += w->weight;
    }
}

static void count_events(struct work *w, const union pl_state *before,
                         const union pl_state *after)
{
    struct pl_message told[PL_MESSAGES];
    int n = w->game->tell(before, after, told);

    for (int i = 0; i < n; i++)
        count_event(w, &told[i]);
}

/* --- Looking ahead ------------------------------------------------------- */

static int points_of(const struct work *w, const union pl_state *state,
                     int seat)
{
    struct pl_result result;

    w->game->score(state, &result);
    return result.points[seat];
}

static void play(struct work *w, union pl_state *state, int seat, pl_move move)
{
    union pl_state before = *state;

    w->game->play(state, seat, move);
    count_events(w, &before, state);
}

/* The others pass, or do the first thing where they must do something. */
static void let_others_pass(struct work *w, union pl_state *state, int seat)
{
    for (;;) {
        struct pl_turn turn = w->game->turn(state);
        pl_move list[PL_MOVES], move;
        int other, n;

        if (turn.what != PL_DECIDE || turn.seats >> seat & 1)
            return;
        other = pl_lowest(turn.seats);
        n = w->game->moves(state, other, list);
        move = list[0];
        for (int i = 0; i < n; i++)
            if (is_pass(w, state, list[i]))
                move = list[i];
        play(w, state, other, move);
    }
}

/* The most points that the seat can have when the next throw is due. */
static int look(struct work *w, const union pl_state *state, int seat,
                int depth, bool *can_act)
{
    struct pl_turn turn = w->game->turn(state);
    pl_move list[PL_MOVES];
    int n, best = INT16_MIN;

    if (turn.what != PL_DECIDE || depth == LAB_DEPTH)
        return points_of(w, state, seat);
    n = w->game->moves(state, seat, list);
    for (int i = 0; i < n; i++) {
        union pl_state after = *state;
        int points;

        *can_act |= !is_pass(w, state, list[i]);
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
    struct lab_seat_odds *odds = &w->odds->seat[seat];
    union pl_state state = *landed;
    bool can_act = false;
    int best;

    let_others_pass(w, &state, seat);
    if (w->game->turn(&state).what == PL_DECIDE)
        odds->asked += w->weight;
    best = look(w, &state, seat, 0, &can_act);
    odds->free += can_act ? w->weight : 0;
    odds->gain += (int64_t)(best - odds->now) * w->weight;
}

/* --- All results --------------------------------------------------------- */

static void look_at(struct work *w, const struct pl_match *match,
                    const struct pl_outcome *outcome, unsigned seats)
{
    union pl_state state = match->state;

    w->mark++;
    w->weight = outcome->weight;
    w->odds->results++;
    w->game->land(&state, outcome->face);
    count_events(w, &match->state, &state);
    for (int seat = 0; seat < w->seats; seat++)
        if (seats >> seat & 1)
            look_for(w, &state, seat);
}

static int by_seat_and_id(const void *a, const void *b)
{
    const struct lab_chance *x = a, *y = b;

    if (x->seat != y->seat)
        return x->seat < y->seat ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

static void finish(struct lab_list *list, const struct counter counter[],
                   size_t stride)
{
    for (size_t i = 0; i < list->count; i++)
        list->of[i].ways =
            counter[(size_t)list->of[i].seat * stride + list->of[i].id].ways;
    if (list->count)
        qsort(list->of, list->count, sizeof *list->of, by_seat_and_id);
}

static void *zeroed(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    pl_assert(memory);
    return memory;
}

void lab_odds(const struct pl_match *match, unsigned seats,
              struct lab_odds *out, void (*tell)(double part))
{
    const struct pl_game *game = match->game;
    size_t all = match->setup.seats;
    struct work w = {.game = game,
                     .seats = match->setup.seats,
                     .odds = out,
                     .move = zeroed(all * game->move_count, sizeof *w.move),
                     .piece = zeroed(all * PIECES, sizeof *w.piece),
                     .pass = zeroed(game->move_count, 1)};
    struct pl_chance chance;
    struct pl_outcome o;
    uint64_t done = 0;

    memset(out, 0, sizeof *out);
    game->chance(&match->state, &chance);
    out->ways = pl_outcomes(&chance);
    for (int seat = 0; seat < w.seats; seat++)
        out->seat[seat].now = points_of(&w, &match->state, seat);
    for (bool more = pl_first(&chance, &o); more; more = pl_next(&chance, &o)) {
        look_at(&w, match, &o, seats);
        done += o.weight;
        if (tell && out->results % TELL_EVERY == 0)
            tell((double)done / (double)out->ways);
    }
    finish(&out->move, w.move, game->move_count);
    finish(&out->piece, w.piece, PIECES);
    free(w.move);
    free(w.piece);
    free(w.pass);
    free(w.event_mark);
}

void lab_odds_free(struct lab_odds *odds)
{
    free(odds->move.of);
    free(odds->piece.of);
    free(odds->event.of);
    memset(odds, 0, sizeof *odds);
}
