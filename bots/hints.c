/*
 * What each move is worth, found by playing on to the end: all moves in the
 * same worlds, with the same luck. The first round goes through the moves in
 * blocks, the most promising in front, so that there is soon something to say.
 * After each further one the worse half of the moves is left alone, so that
 * most games go into the good ones.
 */
#include "think.h"

enum {
    ROUND = 8,
    BLOCK = 8, /* moves */
    FEWEST = 4,
    FEWEST_PAIRS = 32,
    USUAL_STEPS = 400000,
    FAR = 100000
};

struct ending {
    double points, win;
};

/* One try of a move to the end, in the world that the seed makes. */
static struct ending play_out(const union pl_state *view, int seat,
                              pl_move move, uint64_t seed, struct mind *mind)
{
    const struct pl_game *game = mind->game;
    union pl_state state = *view;
    struct pl_result result;
    struct pl_rng rng;

    pl_seed(&rng, seed);
    if (game->guess)
        game->guess(game, &state, seat, &rng);
    game->play(game, &state, seat, move);
    pl_mind_play_on(mind, &state, FAR, &rng);
    game->score(game, &state, &result);
    return (struct ending){
        result.points[seat],
        result.winners >> seat & 1 ? 1.0 / pl_count(result.winners) : 0};
}

static void try_move(const struct pl_inquiry *q, struct pl_tried *tried,
                     struct mind *mind)
{
    struct ending end = play_out(&q->view, q->seat, tried->move,
                                 q->seed + (uint64_t)q->laps, mind);

    tried->points += end.points;
    tried->squares += end.points * end.points;
    tried->wins += end.win;
    tried->tries++;
}

/* A point is worth a little of a win, so that a lost or won game still has
 * better and worse moves. */
static double merit_of(double wins, double points, double unit)
{
    return wins + 0.05 * points / unit;
}

static double merit(const struct pl_tried *tried, double unit)
{
    return merit_of(tried->wins, tried->points, unit) / tried->tries;
}

static void sort(struct pl_tried tried[], int n, double unit)
{
    for (int i = 1; i < n; i++) {
        struct pl_tried one = tried[i];
        double m = merit(&one, unit);
        int k = i;

        for (; k > 0 && merit(&tried[k - 1], unit) < m; k--)
            tried[k] = tried[k - 1];
        tried[k] = one;
    }
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static void end_round(struct pl_inquiry *q, double unit)
{
    if (q->laps == ROUND && q->to < q->moves) { /* the first one goes on */
        q->from = q->to;
        q->to = smaller(q->from + BLOCK, q->moves);
        q->laps = 0;
        return;
    }
    if (q->from > 0)
        q->to = q->moves;
    q->from = 0;
    sort(q->tried, q->to, unit);
    if (q->to / 2 >= FEWEST)
        q->to /= 2;
}

static void run_lap(struct pl_inquiry *q, struct mind *mind)
{
    for (int i = q->from; i < q->to; i++)
        try_move(q, &q->tried[i], mind);
    if (++q->laps % ROUND == 0)
        end_round(q, (double)pl_mind_unit(mind));
}

/* The moves in the order of how they look at first sight. */
static void put_moves(struct pl_inquiry *q)
{
    struct mind mind;
    union pl_state world = q->view;
    float worth_of[PL_MOVES];
    pl_move move[PL_MOVES];
    struct pl_rng rng;

    pl_mind_begin(&mind, q->game, pl_brain_for(q->game, &q->view, NULL));
    pl_seed(&rng, q->seed);
    if (q->game->guess)
        q->game->guess(q->game, &world, q->seat, &rng);
    q->moves = pl_mind_weigh(&mind, &world, q->seat, move, worth_of);
    for (int i = 0; i < q->moves; i++) {
        int best = 0;

        for (int k = 1; k < q->moves - i; k++)
            if (worth_of[k] > worth_of[best])
                best = k;
        q->tried[i].move = move[best];
        for (int k = best; k < q->moves - i - 1; k++) {
            move[k] = move[k + 1];
            worth_of[k] = worth_of[k + 1];
        }
    }
    q->steps = mind.steps;
}

void pl_inquire(struct pl_inquiry *q, const struct pl_game *game,
                const union pl_state *view, int seat, uint64_t seed)
{
    *q = (struct pl_inquiry){
        .game = game, .view = *view, .seat = seat, .seed = seed};
    put_moves(q);
    q->to = smaller(BLOCK, q->moves);
}

void pl_inquire_first(struct pl_inquiry *q, pl_move move)
{
    for (int i = q->moves - 1; i > 0; i--)
        if (q->tried[i].move == move) {
            q->tried[i].move = q->tried[i - 1].move;
            q->tried[i - 1].move = move;
        }
}

static bool is_enough(uint32_t taken, const struct pl_budget *budget)
{
    uint32_t steps = budget && budget->steps ? budget->steps : USUAL_STEPS;

    return taken >= steps ||
           (budget && budget->enough && budget->enough(budget->with));
}

void pl_inquire_on(struct pl_inquiry *q, const struct pl_budget *budget)
{
    struct mind mind;

    pl_mind_begin(&mind, q->game, pl_brain_for(q->game, &q->view, NULL));
    do
        run_lap(q, &mind);
    while (!is_enough(mind.steps, budget));
    q->steps += mind.steps;
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

struct spread { /* of numbers: what their mean and its error are made of */
    double sum, squares;
};

static void count(struct spread *s, double x)
{
    s->sum += x;
    s->squares += x * x;
}

/* Half of the 95 % interval of the mean. */
static double error_of(const struct spread *s, double n)
{
    return 1.96 * root((s->squares - s->sum * s->sum / n) / (n - 1) / n);
}

/* A handful of tries that all ended alike would prove nothing. */
void pl_compare(const struct pl_game *game, const union pl_state *view,
                int seat, const pl_move move[2], uint64_t seed,
                const struct pl_budget *budget, struct pl_loss *out)
{
    struct spread points = {0, 0}, win = {0, 0}, merits = {0, 0};
    struct mind mind;
    uint32_t n = 0;

    pl_mind_begin(&mind, game, pl_brain_for(game, view, NULL));
    while (n < FEWEST_PAIRS || !is_enough(mind.steps, budget)) {
        struct ending a = play_out(view, seat, move[0], seed + n, &mind);
        struct ending b = play_out(view, seat, move[1], seed + n, &mind);
        double more = a.points - b.points;

        count(&points, more);
        count(&win, a.win - b.win);
        count(&merits,
              merit_of(a.win - b.win, more, (double)pl_mind_unit(&mind)));
        n++;
    }
    *out = (struct pl_loss){.points = (float)(points.sum / n),
                            .points_error = (float)error_of(&points, n),
                            .win = (float)(win.sum / n),
                            .win_error = (float)error_of(&win, n),
                            .is_sure = merits.sum / n > error_of(&merits, n),
                            .tries = n};
    if (budget && budget->taken)
        *budget->taken = mind.steps;
}

/* The error of a chance is that of Agresti and Coull: after a few games that
 * were all won, nothing is certain yet. */
static void conclude(const struct pl_tried *tried, struct pl_hint *hint)
{
    double n = tried->tries, mean = tried->points / n;
    struct spread points = {tried->points, tried->squares};
    double chance = (tried->wins + 2) / (n + 4);

    *hint = (struct pl_hint){
        .move = tried->move,
        .points = (float)mean,
        .points_error = (float)(n > 1 ? error_of(&points, n) : 0),
        .win = (float)(tried->wins / n),
        .win_error = (float)(1.96 * root(chance * (1 - chance) / (n + 4))),
        .tries = tried->tries};
}

/* Moves that are left alone, or are new, stand behind the others. */
int pl_inquire_hints(const struct pl_inquiry *q, struct pl_hint out[])
{
    struct mind mind;
    struct pl_tried tried[PL_MOVES];
    int n = 0;

    pl_mind_begin(&mind, q->game, pl_brain_for(q->game, &q->view, NULL));
    while (n < q->moves && q->tried[n].tries > 0) {
        tried[n] = q->tried[n];
        n++;
    }
    sort(tried, smaller(q->from ? q->from : q->to, n),
         (double)pl_mind_unit(&mind));
    for (int i = 0; i < n; i++)
        conclude(&tried[i], &out[i]);
    return n;
}

int pl_hints(const struct pl_game *game, const union pl_state *view, int seat,
             struct pl_rng *rng, const struct pl_budget *budget,
             struct pl_hint out[])
{
    struct pl_inquiry q;

    pl_inquire(&q, game, view, seat, pl_random(rng));
    do
        pl_inquire_on(&q, budget);
    while (q.tried[q.moves - 1].tries == 0);
    if (budget && budget->taken)
        *budget->taken = q.steps;
    return pl_inquire_hints(&q, out);
}
