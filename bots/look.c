/*
 * One look at each move and what it is worth, with the mistakes of people: they
 * see roughly what is better, and overlook little things.
 *
 * easy likes to do something: it passes only where all else is plainly bad, and
 * never where that costs points at once and something else does not.
 *
 * Where moves look nearly as good, a taste can decide: careful ones like to
 * know where a move leads, bold ones keep things open. What such moves are
 * worth is much the same, so tastes do not make anyone stronger.
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

/* In units of points: so close together, moves are as good to a taste. */
static const float alike = 0.04f;

/* From −1 to 1, small ones more often. */
static float noise(struct pl_rng *rng)
{
    float a = (float)pl_below(rng, 1 << 16), b = (float)pl_below(rng, 1 << 16);

    return (a - b) * (1.0f / (1 << 16));
}

/* The moves of a seat, and what they are worth to it. */
struct choice {
    pl_move move[PL_MOVES];
    float worth_of[PL_MOVES];
    int n;
};

/* How far the worth of a move may look off: less where little is at stake. */
static float blur_of(const struct nature *nature, const struct choice *choice,
                     float best, float unit)
{
    float sum = 0, stake;

    for (int i = 0; i < choice->n; i++)
        sum += choice->worth_of[i];
    stake = nature->haste * (best - sum / (float)choice->n);
    return stake < nature->blur * unit ? stake : nature->blur * unit;
}

/* Leaves out passing if it costs points before the turn is over and another
 * move costs fewer. */
static void leave_out_silly(struct mind *mind, const union pl_state *state,
                            int seat, struct choice *choice)
{
    float points[PL_MOVES], now, best = -1e9f;
    int pass = -1;

    mind->plain = true;
    now = pl_mind_worth(mind, state, seat);
    pl_mind_weigh(mind, state, seat, choice->move, points);
    mind->plain = false;
    for (int i = 0; i < choice->n; i++) {
        if (choice->move[i] == mind->game->pass)
            pass = i;
        best = points[i] > best ? points[i] : best;
    }
    if (pass < 0 || points[pass] >= now || points[pass] >= best)
        return;
    choice->move[pass] = choice->move[--choice->n];
    choice->worth_of[pass] = choice->worth_of[choice->n];
}

/* What someone likes about a move: 1, that it is sure where it leads, or −1,
 * that it is open; 0: neither. */
static int taste_of(const struct pl_budget *budget)
{
    static const int taste[] = {0, 1, -1};

    return budget ? taste[budget->temper % 3] : 0;
}

static void find_sure(struct mind *mind, const union pl_state *state, int seat,
                      const struct choice *choice, float sure[])
{
    pl_move move[PL_MOVES];
    float of[PL_MOVES];

    mind->sure = mind->alone = true;
    mind->guesses = false;
    pl_mind_weigh(mind, state, seat, move, of);
    for (int i = 0; i < choice->n; i++) {
        int k = 0;

        while (move[k] != choice->move[i])
            k++;
        sure[i] = of[k];
    }
}

/* Of the moves that are as good as the chosen one, or nearly, the one that is
 * most to someone's taste. */
static int follow_taste(const struct choice *choice, int chosen, float near,
                        const float sure[], int taste)
{
    float worth = choice->worth_of[chosen];
    int best = chosen;

    for (int i = 0; i < choice->n; i++)
        if (choice->worth_of[i] >= worth - near &&
            choice->worth_of[i] <= worth + near &&
            (float)taste * (sure[i] - sure[best]) > 0)
            best = i;
    return best;
}

static pl_move look(const struct pl_game *game, const union pl_state *view,
                    int seat, struct pl_rng *rng,
                    const struct pl_budget *budget, const struct nature *nature)
{
    struct mind mind;
    float unit, blur, best = -1e9f, most = -1e9f, sure[PL_MOVES];
    struct choice choice;
    union pl_state world = *view;
    int chosen = 0;

    pl_mind_begin(&mind, game, pl_brain_for(game, view, budget));
    if (game->guess)
        game->guess(game, &world, seat, rng);
    mind.guesses = true;
    unit = pl_mind_worth_of_unit(&mind, &world, seat);
    choice.n = pl_mind_weigh(&mind, &world, seat, choice.move, choice.worth_of);
    if (nature->thrifty)
        leave_out_silly(&mind, &world, seat, &choice);
    for (int i = 0; i < choice.n; i++) {
        if (choice.n > 1 && choice.move[i] == game->pass)
            choice.worth_of[i] -= nature->itch * unit;
        best = choice.worth_of[i] > best ? choice.worth_of[i] : best;
    }
    blur = blur_of(nature, &choice, best, unit);
    for (int i = 0; i < choice.n; i++) {
        float seems = choice.worth_of[i] + blur * noise(rng);

        if (choice.worth_of[i] >= best - nature->blunder * unit &&
            seems > most) {
            most = seems;
            chosen = i;
        }
    }
    if (taste_of(budget) != 0 && choice.n > 1) {
        find_sure(&mind, &world, seat, &choice, sure);
        chosen = follow_taste(&choice, chosen, alike * blur / nature->blur,
                              sure, taste_of(budget));
    }
    if (budget && budget->taken)
        *budget->taken = mind.steps;
    return choice.move[chosen];
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
