/*
 * Trying moves out: each is followed by rolls and by sensible moves of all,
 * as far as the depth goes, and the outlook there is what it was worth. All
 * moves meet the same rolls, so that luck cancels. A move that is surely
 * worse than the leader is given up; when one is left, that is it.
 *
 * expert looks a round ahead, and then farther at the moves that may still be
 * best. Where many play a round is long, and farther than that all is noise.
 */
#include "think.h"

enum { TRIALS = 16, ROUND = 8, LEAST_SIGHT = 8, MOST_SIGHT = 400 };

struct trial {
    pl_move move;
    float first;          /* what it is worth at first sight */
    float sum;            /* of what it was worth in the tries */
    float square[TRIALS]; /* of the differences to another move */
};

struct study {
    struct mind mind;
    const union pl_state *view;
    int seat, seats, depth;
    int trials, tries;
    float sight; /* what was thought before counts like so many tries */
    float doubt; /* who is this little behind is not given up */
    struct trial trial[TRIALS];
};

/* The first look ahead: a round, with so many steps a player and in all. */
enum { NEAR_STEPS = 2000, NEAR_MOST = 9000 };

/* The second: so many rounds, but no more results of chance than these unless
 * one round has them; so many steps a player, three players at least. */
enum { FAR_ROUNDS = 3, FAR_MOST = 6, FAR_STEPS = 20000 };

/* In units: such a move is not tried, being so far behind at first sight; one
 * that is so little behind after the first look may still be best; and so far
 * off is what was thought before the tries. */
static const float hopeless = 0.5f, doubt = 0.15f, mistrust = 0.07f;

/* One try of a move, in a world that the seed makes. */
static float try_move(struct study *study, pl_move move, uint64_t seed)
{
    struct mind *mind = &study->mind;
    union pl_state state = *study->view;
    struct pl_rng rng;

    pl_seed(&rng, seed);
    if (mind->game->guess)
        mind->game->guess(mind->game, &state, study->seat, &rng);
    mind->game->play(mind->game, &state, study->seat, move);
    pl_mind_play_on(mind, &state, study->depth, &rng);
    return pl_mind_worth(mind, &state, study->seat);
}

/* First sight counts like so many tries: the more they scatter, the more. */
static void set_sight(struct study *study)
{
    float unit = pl_mind_unit(&study->mind) * mistrust, spread = 0, counts;

    for (int k = 1; k < study->trials; k++)
        spread += study->trial[0].square[k];
    spread /= (float)(study->tries * (study->trials - 1));
    counts = spread / (unit * unit);
    study->sight = counts > MOST_SIGHT    ? MOST_SIGHT
                   : counts > LEAST_SIGHT ? counts
                                          : LEAST_SIGHT;
}

static void try_all(struct study *study, uint64_t seed)
{
    float value[TRIALS];

    for (int i = 0; i < study->trials; i++)
        value[i] = try_move(study, study->trial[i].move, seed);
    for (int i = 0; i < study->trials; i++) {
        study->trial[i].sum += value[i];
        for (int k = 0; k < study->trials; k++) {
            float more = value[i] - value[k];

            study->trial[i].square[k] += more * more;
        }
    }
    study->tries++;
    set_sight(study);
}

static float mean(const struct study *study, int i)
{
    const struct trial *t = &study->trial[i];

    return (t->sum + study->sight * t->first) /
           ((float)study->tries + study->sight);
}

static int leader(const struct study *study)
{
    int best = 0;

    for (int i = 1; i < study->trials; i++)
        if (mean(study, i) > mean(study, best))
            best = i;
    return best;
}

/* Is it behind by more than chance explains, or too close to matter? */
static bool is_settled(const struct study *study, int first, int i)
{
    float n = (float)study->tries, unit = pl_mind_unit(&study->mind);
    float more = (study->trial[first].sum - study->trial[i].sum) / n;
    float spread = study->trial[first].square[i] / n - more * more;
    float error2 = 6 * spread / n;
    float gap = mean(study, first) - mean(study, i);

    return gap > study->doubt &&
           (gap * gap > error2 || error2 < 0.0001f * unit * unit);
}

static void drop(struct study *study, int i)
{
    int last = --study->trials;

    study->trial[i] = study->trial[last];
    for (int k = 0; k < last; k++)
        study->trial[k].square[i] = study->trial[k].square[last];
    study->trial[i].square[i] = 0;
}

static void drop_settled(struct study *study)
{
    int first = leader(study);

    for (int i = study->trials - 1; i >= 0; i--)
        if (i != first && is_settled(study, first, i)) {
            if (first == study->trials - 1)
                first = i;
            drop(study, i);
        }
}

/* A try is long where many play: fewer moves are worth it. */
static int most_trials(int seats)
{
    return seats > 4 ? TRIALS / 2 : TRIALS;
}

/* The best moves at first sight, the very best in front. */
static void begin(struct study *study, struct pl_rng *rng)
{
    float worst = hopeless * pl_mind_unit(&study->mind);
    union pl_state world = *study->view;
    pl_move move[PL_MOVES];
    float first[PL_MOVES];
    int most = most_trials(study->seats), n;

    if (study->mind.game->guess)
        study->mind.game->guess(study->mind.game, &world, study->seat, rng);
    n = pl_mind_weigh(&study->mind, &world, study->seat, move, first);
    for (study->trials = 0; study->trials < most && n > 0;) {
        int best = 0;

        for (int i = 1; i < n; i++)
            if (first[i] > first[best])
                best = i;
        if (study->trials > 0 && first[best] < study->trial[0].first - worst)
            break;
        study->trial[study->trials++] =
            (struct trial){.move = move[best], .first = first[best]};
        move[best] = move[--n];
        first[best] = first[n];
    }
}

static bool is_enough(const struct pl_budget *budget)
{
    return budget && budget->enough && budget->enough(budget->with);
}

/* Tries moves out with so many steps in all. */
static void look_ahead(struct study *study, int depth, uint32_t steps,
                       struct pl_rng *rng, const struct pl_budget *budget)
{
    study->depth = depth;
    while (study->trials > 1 && study->mind.steps < steps &&
           !is_enough(budget)) {
        try_all(study, pl_random(rng));
        if (study->tries % ROUND == 0 && study->tries >= 2 * ROUND)
            drop_settled(study);
    }
}

/* What was found so far is the first sight of what follows. */
static void start_again(struct study *study)
{
    for (int i = 0; i < study->trials; i++)
        study->trial[i] = (struct trial){.move = study->trial[i].move,
                                         .first = mean(study, i)};
    study->tries = 0;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Results of chance in the second look ahead. */
static int far_depth(int seats)
{
    return smaller(FAR_ROUNDS * seats, larger(FAR_MOST, seats));
}

static void tell_taken(const struct pl_budget *budget, uint32_t steps)
{
    if (budget && budget->taken)
        *budget->taken = steps;
}

static void look_near(struct study *study, uint32_t steps, struct pl_rng *rng,
                      const struct pl_budget *budget)
{
    uint32_t near = (uint32_t)smaller(NEAR_STEPS * study->seats, NEAR_MOST);

    study->doubt = steps > near ? doubt * pl_mind_unit(&study->mind) : 0;
    look_ahead(study, study->seats, steps < near ? steps : near, rng, budget);
}

static void look_far(struct study *study, uint32_t steps, struct pl_rng *rng,
                     const struct pl_budget *budget)
{
    start_again(study);
    study->doubt = 0;
    look_ahead(study, far_depth(study->seats), steps, rng, budget);
}

static pl_move choose_expert(const struct pl_game *game,
                             const union pl_state *view, int seat,
                             struct pl_rng *rng, const struct pl_budget *budget)
{
    struct study study = {.view = view, .seat = seat, .sight = LEAST_SIGHT};
    struct pl_result result;
    uint32_t steps;

    pl_mind_begin(&study.mind, game, brain_for(game, budget));
    game->score(game, view, &result);
    study.seats = result.seats;
    steps = budget && budget->steps
                ? budget->steps
                : (uint32_t)(FAR_STEPS * larger(3, study.seats));
    begin(&study, rng);
    look_near(&study, steps, rng, budget);
    look_far(&study, steps, rng, budget);
    tell_taken(budget, study.mind.steps);
    return study.trial[leader(&study)].move;
}

extern const struct pl_bot pl_expert_bot;
const struct pl_bot pl_expert_bot = {"expert", choose_expert, false};
