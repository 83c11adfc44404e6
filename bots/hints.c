/*
 * What each move is worth, found by playing on to the end: all moves in the
 * same worlds, with the same luck. From time to time the worse half of the
 * moves is left alone, so that most games go into the good ones.
 */
#include "think.h"

enum { ROUND = 8, FEWEST = 4, USUAL_STEPS = 400000, FAR = 100000 };

struct sums {
    double points, points2, wins, wins2;
    uint32_t tries;
};

struct inquiry {
    struct mind mind;
    const union pl_state *view;
    int seat, moves;
    struct pl_hint *hint;
    struct sums sums[PL_MOVES];
};

static void try_move(struct inquiry *q, int i, uint64_t seed)
{
    const struct pl_game *game = q->mind.game;
    struct sums *sums = &q->sums[i];
    union pl_state state = *q->view;
    struct pl_result result;
    struct pl_rng rng;
    double points, win;

    pl_seed(&rng, seed);
    if (game->guess)
        game->guess(&state, q->seat, &rng);
    game->play(&state, q->seat, q->hint[i].move);
    play_on(&q->mind, &state, FAR, &rng);
    game->score(&state, &result);
    points = result.points[q->seat];
    win = result.winners >> q->seat & 1 ? 1.0 / pl_count(result.winners) : 0;
    sums->points += points;
    sums->points2 += points * points;
    sums->wins += win;
    sums->wins2 += win * win;
    sums->tries++;
}

/* Newton's way, because libm is not everywhere. */
static double root(double x)
{
    double y = x > 1 ? x : 1;

    if (x <= 0)
        return 0;
    for (int i = 0; i < 60; i++)
        y = 0.5 * (y + x / y);
    return y;
}

static float half_interval(double sum, double squares, double n)
{
    double mean = sum / n;

    return (float)(1.96 * root((squares / n - mean * mean) / n));
}

static void conclude(struct inquiry *q)
{
    for (int i = 0; i < q->moves; i++) {
        const struct sums *s = &q->sums[i];
        struct pl_hint *h = &q->hint[i];
        double n = s->tries;

        h->tries = s->tries;
        h->points = (float)(s->points / n);
        h->points_error = half_interval(s->points, s->points2, n);
        h->win = (float)(s->wins / n);
        h->win_error = half_interval(s->wins, s->wins2, n);
    }
}

/* A point is worth a little of a win, so that a lost or won game still has
 * better and worse moves. */
static double merit(const struct inquiry *q, int i)
{
    const struct sums *s = &q->sums[i];

    return (s->wins + 0.05 * s->points / (double)unit_of(&q->mind)) / s->tries;
}

/* The best first; only the first n take part. */
static void sort(struct inquiry *q, int n)
{
    for (int i = 1; i < n; i++) {
        struct pl_hint hint = q->hint[i];
        struct sums sums = q->sums[i];
        double m = merit(q, i);
        int k = i;

        for (; k > 0 && merit(q, k - 1) < m; k--) {
            q->hint[k] = q->hint[k - 1];
            q->sums[k] = q->sums[k - 1];
        }
        q->hint[k] = hint;
        q->sums[k] = sums;
    }
}

static bool is_enough(const struct inquiry *q, const struct pl_budget *budget)
{
    uint32_t steps = budget && budget->steps ? budget->steps : USUAL_STEPS;

    return q->mind.steps >= steps ||
           (budget && budget->enough && budget->enough(budget->with));
}

int pl_hints(const struct pl_game *game, const union pl_state *view, int seat,
             struct pl_rng *rng, const struct pl_budget *budget,
             struct pl_hint out[])
{
    struct inquiry q = {.view = view, .seat = seat, .hint = out};
    pl_move list[PL_MOVES];
    int alive;

    begin_mind(&q.mind, game, find_brain(game));
    alive = q.moves = game->moves(view, seat, list);
    for (int i = 0; i < q.moves; i++)
        out[i].move = list[i];
    do {
        for (int k = 0; k < ROUND; k++) {
            uint64_t seed = pl_random(rng);

            for (int i = 0; i < alive; i++)
                try_move(&q, i, seed);
        }
        sort(&q, alive);
        if (alive / 2 >= FEWEST)
            alive /= 2;
    } while (!is_enough(&q, budget));
    conclude(&q);
    if (budget && budget->taken)
        *budget->taken = q.mind.steps;
    return q.moves;
}
