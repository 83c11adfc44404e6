/* Learning from search: two moves are tried out with the same luck. */
#include "learner.h"

#include <string.h>

static void take_best(struct learner *l, union pl_state *state, int seat)
{
    l->mind.game->play(l->mind.game, state, seat,
                       pl_mind_best(&l->mind, state, seat));
}

/* A move of a seat, and what still belongs to it: its own next ones, and the
 * answers of others to the same question. */
static void play_move(struct learner *l, union pl_state *state, int seat,
                      pl_move move)
{
    const struct pl_game *game = l->mind.game;
    struct pl_turn before = game->turn(game, state), turn;

    game->play(game, state, seat, move);
    for (;;) {
        turn = game->turn(game, state);
        if (turn.what != PL_DECIDE)
            return;
        if (turn.seats != 1u << seat &&
            (turn.phase != before.phase || (turn.seats & ~before.seats) != 0))
            return;
        take_best(l, state, pl_lowest(turn.seats));
    }
}

/* One try: all the luck that a turn has. */
struct luck {
    struct pl_rng rng;
    uint64_t shift[EVEN];
    int nth, turns;
};

static void begin_turn(struct luck *luck)
{
    int turn = luck->turns++;

    pl_seed(&luck->rng, luck->shift[0] + (uint64_t)(luck->nth * 64 + turn));
    if (turn < EVEN)
        pl_spread(&luck->rng, turn, luck->shift[turn], luck->nth);
}

/* Does chance begin another turn? Who plays alone may roll again. */
static bool is_new_turn(const struct pl_game *game, const union pl_state *state,
                        bool alone, int whose, int before)
{
    return alone ? !(game->again && game->again(game, state)) : whose != before;
}

/* To the end of so many turns after this one, or of the game. */
static void play_on(struct learner *l, union pl_state *state, bool alone,
                    int whose, struct luck *luck)
{
    const struct pl_game *game = l->mind.game;

    for (;;) {
        struct pl_turn turn = game->turn(game, state);

        if (turn.what == PL_OVER)
            return;
        if (turn.what == PL_DECIDE) {
            take_best(l, state, pl_lowest(turn.seats));
            continue;
        }
        if (is_new_turn(game, state, alone, turn.whose, whose)) {
            if (luck->turns == l->turns)
                return;
            whose = turn.whose;
            begin_turn(luck);
        }
        roll_on(game, state, &luck->rng);
    }
}

/* How far ahead of its rival a seat will be, as tries tell. */
static float try_out(struct learner *l, const union pl_state *state, int seat,
                     int whose, struct luck luck)
{
    float sum = 0;

    for (luck.nth = 0; luck.nth < l->deep; luck.nth++) {
        union pl_state after = *state;

        luck.turns = 0;
        pl_seed(&luck.rng, luck.shift[1] + (uint64_t)luck.nth);
        play_on(l, &after, l->rival[seat] == seat, whose, &luck);
        sum += pl_mind_lead(&l->mind, &after, seat, l->rival[seat]);
    }
    return sum / (float)l->deep;
}

/* What two positions of a seat lead to, with the same luck. */
static void remember_twins(struct learner *l, const union pl_state twin[2],
                           int seat, int whose)
{
    struct luck luck;

    if (l->memories + 2 > MEMORIES)
        return;
    for (int i = 0; i < EVEN; i++)
        luck.shift[i] = pl_random(&l->rng);
    for (int k = 0; k < 2; k++) {
        struct memory *m = &l->memory[l->memories++];

        learner_take_down(l, m, l->mind.game, &twin[k], seat);
        m->target = try_out(l, &twin[k], seat, whose, luck);
        m->tried = true;
        m->twin = k == 0;
    }
}

void learner_try_pair(struct learner *l, const union pl_state *state, int seat)
{
    const struct pl_game *game = l->mind.game;
    union pl_state twin[2] = {*state, *state};
    pl_move list[PL_MOVES], best = pl_mind_best(&l->mind, state, seat), other;
    int n = game->moves(game, state, seat, list);

    do
        other = list[pl_below(&l->rng, (uint32_t)n)];
    while (other == best);
    play_move(l, &twin[0], seat, best);
    play_move(l, &twin[1], seat, other);
    for (int k = 0; k < 2; k++)
        if (game->turn(game, &twin[k]).what == PL_OVER)
            return;
    if (memcmp(&twin[0], &twin[1], game->state_size) != 0)
        remember_twins(l, twin, seat, game->turn(game, state).whose);
}
