/*
 * One look at each move and what it is worth, with the mistakes of people: they
 * see roughly what is better, and overlook little things.
 *
 * easy likes to do something: it passes only where all else is plainly bad, and
 * never where that costs points at once and something else does not.
 */
#include "think.h"

#include <string.h>

/* In units of points, whatever they are worth at that moment: someone who is
 * far behind makes no more mistakes than others. */
struct nature {
    float blur;    /* by so much the worth of a move may look off */
    float haste;   /* or by this part of what there is to gain, if less */
    float blunder; /* no move that is so much worse than the best */
    float itch;    /* passing looks so much worse */
    bool thrifty;  /* passing that costs points is silly if something fits */
};

/* From −1 to 1, small ones more often. */
static float noise(struct pl_rng *rng)
{
    float a = (float)pl_below(rng, 1 << 16), b = (float)pl_below(rng, 1 << 16);

    return (a - b) * (1.0f / (1 << 16));
}

/* How far the worth of a move may look off: less where little is at stake. */
static float blur_of(const struct nature *nature, const float worth_of[], int n,
                     float best, float unit)
{
    float sum = 0, stake;

    for (int i = 0; i < n; i++)
        sum += worth_of[i];
    stake = nature->haste * (best - sum / (float)n);
    return stake < nature->blur * unit ? stake : nature->blur * unit;
}

/* Leaves out passing if it costs points before the turn is over and another
 * move costs fewer; returns how many moves are left. */
static int leave_out_silly(struct mind *mind, const union pl_state *state,
                           int seat, pl_move move[], float worth_of[], int n)
{
    float points[PL_MOVES], now, best = -1e9f;
    int pass = -1;

    mind->plain = true;
    now = pl_mind_worth(mind, state, seat);
    pl_mind_weigh(mind, state, seat, move, points);
    mind->plain = false;
    for (int i = 0; i < n; i++) {
        if (move[i] == mind->game->pass)
            pass = i;
        best = points[i] > best ? points[i] : best;
    }
    if (pass < 0 || points[pass] >= now || points[pass] >= best)
        return n;
    move[pass] = move[--n];
    worth_of[pass] = worth_of[n];
    return n;
}

static pl_move look(const struct pl_game *game, const union pl_state *view,
                    int seat, struct pl_rng *rng,
                    const struct pl_budget *budget, const struct nature *nature)
{
    struct mind mind;
    float unit, blur, best = -1e9f, most = -1e9f;
    float worth_of[PL_MOVES];
    pl_move move[PL_MOVES], chosen;
    union pl_state world = *view;
    int n;

    pl_mind_begin(&mind, game, pl_brain_for(game, view, budget));
    if (game->guess)
        game->guess(game, &world, seat, rng);
    mind.guesses = true;
    unit = pl_mind_worth_of_unit(&mind, &world, seat);
    n = pl_mind_weigh(&mind, &world, seat, move, worth_of);
    if (nature->thrifty)
        n = leave_out_silly(&mind, &world, seat, move, worth_of, n);
    for (int i = 0; i < n; i++) {
        if (n > 1 && move[i] == game->pass)
            worth_of[i] -= nature->itch * unit;
        best = worth_of[i] > best ? worth_of[i] : best;
    }
    blur = blur_of(nature, worth_of, n, best, unit);
    chosen = move[0];
    for (int i = 0; i < n; i++) {
        float seems = worth_of[i] + blur * noise(rng);

        if (worth_of[i] >= best - nature->blunder * unit && seems > most) {
            most = seems;
            chosen = move[i];
        }
    }
    if (budget && budget->taken)
        *budget->taken = mind.steps;
    return chosen;
}

static pl_move choose_easy(const struct pl_game *game,
                           const union pl_state *view, int seat,
                           struct pl_rng *rng, const struct pl_budget *budget)
{
    static const struct nature child = {2, 5, 1.2f, 0.1f, true};

    return look(game, view, seat, rng, budget, &child);
}

static pl_move choose_medium(const struct pl_game *game,
                             const union pl_state *view, int seat,
                             struct pl_rng *rng, const struct pl_budget *budget)
{
    static const struct nature friend = {0.9f, 3, 0.8f, 0.05f, false};

    return look(game, view, seat, rng, budget, &friend);
}

static pl_move choose_hard(const struct pl_game *game,
                           const union pl_state *view, int seat,
                           struct pl_rng *rng, const struct pl_budget *budget)
{
    static const struct nature master = {0.15f, 1, 0.25f, 0, false};

    return look(game, view, seat, rng, budget, &master);
}

extern const struct pl_bot pl_easy_bot, pl_medium_bot, pl_hard_bot;
const struct pl_bot pl_easy_bot = {"easy", choose_easy, false};
const struct pl_bot pl_medium_bot = {"medium", choose_medium, false};
const struct pl_bot pl_hard_bot = {"hard", choose_hard, false};
