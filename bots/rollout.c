/*
 * Trying moves out: each is followed by rolls and by sensible moves of all,
 * as far as the depth goes, and the outlook there is what it was worth. All
 * moves meet the same rolls, so that luck cancels, and the rolls of the tries
 * are spread evenly. A move that is surely worse than the leader is given up;
 * when one is left, that is it.
 *
 * expert looks to the end of the turn, then a turn farther, then a round; each
 * time the worse half of the moves drops out. If the steps last for that, it
 * looks farther still at the rest.
 */
#include "think.h"

enum { TRIALS = 16, ROUND = 8, LEAST_SIGHT = 8, MOST_SIGHT = 400 };

/* So many steps a player if nothing is said, three players at least; and no
 * more than so many at a stretch until the next moves drop out. */
enum { USUAL_STEPS = 20000, STRETCH_STEPS = 60000 };

/* The farthest look: so many rounds, but no more turns than these unless one
 * round has them. */
enum { FAR_ROUNDS = 3, FAR_MOST = 6 };

/* In units: such a move is not tried, being so far behind at first sight; who
 * is no farther behind in the first looks may still be best; and so far off is
 * first sight, as if that had been seen with so many moves. */
static const float hopeless = 0.5f, close_by = 0.4f;
static const float mistrust = 0.07f, as_seen = 4;

struct trial {
    pl_move move;
    float first;          /* what it is worth at first sight */
    float sum;            /* of what it was worth in the tries */
    float square[TRIALS]; /* of the differences to another move */
};

struct study {
    struct mind mind;
    const union pl_state *view;
    int seat, seats;
    int depth; /* turns to come that are tried */
    bool luck; /* chance had a part in the tries */
    bool sure; /* first sight is worked out: tries change little */
    int trials, tries;
    float sight;          /* first sight counts like so many tries */
    float doubt;          /* in units: who is so close behind stays */
    long moves;           /* tried in all */
    uint64_t shift[EVEN]; /* of the numbers that the rolls are made of */
    struct trial trial[TRIALS];
};

/* Numbers that leave no part of their range out for long, whose multiples are
 * as even as can be, each independent of the others: fractions of the golden
 * ratio and of the roots of 2, 3 and 7. */
static const uint64_t stride[EVEN] = {0x9e3779b97f4a7c15, 0x6a09e667f3bcc909,
                                      0xbb67ae8584caa73b, 0xa54ff53a5f1d36f1};

/* A generator whose next number is x: xoshiro256** backwards, with the inverses
 * of 9 and 5. */
static void set_next(struct pl_rng *rng, uint64_t x)
{
    x *= 0x8e38e38e38e38e39;
    rng->s[1] = (x >> 7 | x << 57) * 0xcccccccccccccccd;
}

void pl_spread(struct pl_rng *rng, int turn, uint64_t shift, int nth)
{
    set_next(rng, shift + (uint64_t)nth * stride[turn]);
}

/* The luck of a turn depends on the try and on its place, and not on how often
 * anyone rolled before. */
static void begin_turn(const struct study *study, int turn, uint64_t seed,
                       struct pl_rng *rng)
{
    pl_seed(rng, seed + (uint64_t)turn);
    if (turn <= EVEN)
        pl_spread(rng, turn - 1, study->shift[turn - 1], study->tries);
}

/* Chance is due: does a turn begin? */
static bool is_new_turn(const struct study *study, const union pl_state *state,
                        int whose, int before)
{
    const struct pl_game *game = study->mind.game;

    return study->seats > 1 ? whose != before
                            : !(game->again && game->again(game, state));
}

/* To the end of so many turns after this one, or of the game. */
static void play_on(struct study *study, union pl_state *state, int whose,
                    uint64_t seed, struct pl_rng *rng)
{
    struct mind *mind = &study->mind;
    const struct pl_game *game = mind->game;
    int turns = 0;

    for (;;) {
        struct pl_turn turn = game->turn(game, state);

        mind->steps++;
        if (turn.what == PL_OVER)
            return;
        if (turn.what == PL_DECIDE) {
            int seat = pl_lowest(turn.seats);

            game->play(game, state, seat, pl_mind_best(mind, state, seat));
            continue;
        }
        if (is_new_turn(study, state, turn.whose, whose)) {
            if (turns++ == study->depth)
                return;
            whose = turn.whose;
            begin_turn(study, turns, seed, rng);
        }
        study->luck = true;
        roll_on(game, state, rng);
    }
}

/* One try of a move, in a world that the seed makes. */
static float try_move(struct study *study, pl_move move, uint64_t seed)
{
    struct mind *mind = &study->mind;
    const struct pl_game *game = mind->game;
    union pl_state state = *study->view;
    int whose = game->turn(game, &state).whose;
    struct pl_rng rng;

    pl_seed(&rng, seed);
    if (game->guess) {
        game->guess(game, &state, study->seat, &rng);
        study->luck = true;
    }
    game->play(game, &state, study->seat, move);
    play_on(study, &state, whose, seed, &rng);
    return pl_mind_worth(mind, &state, study->seat);
}

/* First sight counts like so many tries: more where they scatter, fewer where
 * it turns out to be far off. */
static void set_sight(struct study *study)
{
    float unit = pl_mind_unit(&study->mind) * mistrust, spread = 0, counts;
    float n = (float)study->tries, others = (float)(study->trials - 1);
    float sum = 0, squares = 0, off;

    if (study->sure) {
        study->sight = MOST_SIGHT;
        return;
    }
    for (int i = 0; i < study->trials; i++) {
        float more = study->trial[i].sum / n - study->trial[i].first;

        sum += more;
        squares += more * more;
        spread += study->trial[0].square[i];
    }
    spread /= n * others;
    off = 2 * (squares - sum * sum / (others + 1)) - others * spread / n;
    off = (as_seen * unit * unit + (off > 0 ? off : 0)) / (as_seen + others);
    counts = spread / off;
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
    study->moves += study->trials;
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

    return gap > study->doubt * unit &&
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
    study->mind.guesses = true;
    n = pl_mind_weigh(&study->mind, &world, study->seat, move, first);
    study->mind.guesses = false;
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

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void drop_worst(struct study *study)
{
    int worst = 0;

    for (int i = 1; i < study->trials; i++)
        if (mean(study, i) < mean(study, worst))
            worst = i;
    drop(study, worst);
}

/* Tries moves out up to so many steps, or once if no luck is in it; then the
 * worse half drops out, but in the first looks not the best four. */
static void try_until(struct study *study, uint32_t steps, struct pl_rng *rng,
                      const struct pl_budget *budget)
{
    int left;

    while (study->trials > 1 && study->mind.steps < steps &&
           !is_enough(budget)) {
        try_all(study, pl_random(rng));
        if (!study->luck)
            break;
        if (study->tries % ROUND == 0 && study->tries >= 2 * ROUND)
            drop_settled(study);
    }
    left = larger(study->doubt > 0 ? 4 : 2, (study->trials + 1) / 2);
    while (study->trials > left)
        drop_worst(study);
}

/* What was found so far is first sight in a look that goes so many turns on. */
static void look_again(struct study *study, int depth, struct pl_rng *rng)
{
    for (int i = 0; study->tries > 0 && i < study->trials; i++)
        study->trial[i] = (struct trial){.move = study->trial[i].move,
                                         .first = mean(study, i)};
    study->tries = 0;
    study->sight = study->sure ? MOST_SIGHT : LEAST_SIGHT;
    study->depth = depth;
    study->doubt = close_by;
    study->luck = false;
    for (int i = 0; i < EVEN; i++)
        study->shift[i] = pl_random(rng);
}

/* So many turns can be tried with the steps that are left, as often for each
 * move as what was found so far counts. */
static int affordable(const struct study *study, uint32_t steps)
{
    float turn = (float)study->mind.steps / (float)(study->moves + 1) /
                 (float)(study->depth + 1);
    float tries = (float)study->trials * study->sight;
    float turns = (float)(steps - study->mind.steps) / (tries * turn);

    return turns < FAR_ROUNDS * PL_SEATS ? (int)turns : FAR_ROUNDS * PL_SEATS;
}

/* Does the brain take its first input at its word? No unit but the straight one
 * looks at it then. */
static bool is_sure(const struct brain *brain)
{
    for (int u = 1; brain && u < UNITS; u++)
        if (brain->in[0][u] != 0)
            return false;
    return brain;
}

static void tell_taken(const struct pl_budget *budget, uint32_t steps)
{
    if (budget && budget->taken)
        *budget->taken = steps;
}

/* A part of the steps that are left. */
static uint32_t some_of(const struct study *study, uint32_t steps,
                        uint32_t part)
{
    uint32_t now = study->mind.steps, left = steps > now ? steps - now : 0;

    return now + (left / part < STRETCH_STEPS ? left / part : STRETCH_STEPS);
}

/* To the end of the turn, a turn farther, a round; then, with all that is left,
 * as far as it pays. */
static void look_ahead(struct study *study, uint32_t steps, struct pl_rng *rng,
                       const struct pl_budget *budget)
{
    const int turns[] = {0, 1, study->seats};
    int most =
        smaller(FAR_ROUNDS * study->seats, larger(FAR_MOST, study->seats));

    for (uint32_t look = 0; look < 3; look++) {
        look_again(study, turns[look], rng);
        try_until(study, some_of(study, steps, 4 - look), rng, budget);
    }
    if (study->mind.steps < steps && affordable(study, steps) > study->depth)
        look_again(study, smaller(most, affordable(study, steps)), rng);
    study->doubt = 0;
    while (study->trials > 1 && study->mind.steps < steps &&
           !is_enough(budget) && (study->luck || study->tries == 0))
        try_until(study, some_of(study, steps, study->trials > 2 ? 2 : 1), rng,
                  budget);
}

static pl_move choose_expert(const struct pl_game *game,
                             const union pl_state *view, int seat,
                             struct pl_rng *rng, const struct pl_budget *budget)
{
    struct study study = {.view = view, .seat = seat, .sight = LEAST_SIGHT};
    struct pl_result result;
    uint32_t steps;

    pl_mind_begin(&study.mind, game, pl_brain_for(game, view, budget));
    game->score(game, view, &result);
    study.seats = result.seats;
    study.sure = is_sure(study.mind.brain);
    steps = budget && budget->steps
                ? budget->steps
                : (uint32_t)(USUAL_STEPS * larger(3, study.seats));
    begin(&study, rng);
    look_ahead(&study, steps, rng, budget);
    tell_taken(budget, study.mind.steps);
    return study.trial[leader(&study)].move;
}

extern const struct pl_bot pl_expert_bot;
const struct pl_bot pl_expert_bot = {"expert", choose_expert, false};
