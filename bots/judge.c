/*
 * What a decision has cost: the move that was played against the best of the
 * others.
 *
 * A short search finds that one; then fresh tries of these two alone say by how
 * much they differ, for the best of many that were tried looks better than it
 * is. Both meet the same worlds and the same luck. A try goes a few rolls ahead
 * and asks the brain there: so far the moves still matter, and farther on there
 * is mostly noise. On the way, where many play, everyone thinks of one rival
 * alone: that is twice as quick, and both moves are met by the same players.
 * Tries end as soon as the answer is clear; a verdict keeps their sums, so that
 * another look goes on where the last one ended.
 */
#include "think.h"

#include <string.h>

enum {
    CONTENDERS = 8,  /* others that are tried */
    SHORT_ROUND = 4, /* tries of each, before the worse half goes */
    ROUND = 8,       /* tries of the two, between looks at what they say */
    LEAST = 24, /* tries of the two: fewer that agree would prove nothing */
    OVER = 16,  /* for these it may take so many times its steps */
    SIGHT = 8,  /* first sight counts like so many tries */
    ROLLS = 3,  /* with choices of the seat, that a try looks ahead; or one for
                   each player */
    MANY = 2,   /* who play: more, and each thinks of one rival alone */
    USUAL_STEPS = 120000,
    CHANGE = 1 << 20, /* of the seed, for fresh tries */
    ENDLESS = 1 << 30 /* tries */
};

/* In units: what is worth a word; and so far behind at first sight is not
 * tried. */
static const double worth_a_word = 0.06;
static const float hopeless = 0.5f;

/* Of the steps: what the search for the best of the others may take. */
static const double for_search = 0.35;

/* Standard errors between an answer and its opposite; and the part of a cost
 * that its error may be. */
static const double sure = 2, rough = 0.2;

struct contender {
    pl_move move;
    float first; /* at first sight */
    double sum;  /* of its tries */
};

struct trial {
    struct mind mind;
    const struct pl_decision *decision;
    int seats;
    uint32_t steps; /* at most */
    double word;    /* a cost that is worth one */
};

/* Where everyone chooses after each roll, a few rolls are as good as a round.
 */
static void look_ahead(struct trial *t, union pl_state *state,
                       struct pl_rng *rng)
{
    int most = t->seats > ROLLS ? t->seats : ROLLS, own = 0;

    t->mind.alone = t->seats > MANY;
    for (int rolls = 0; rolls < most && own < ROLLS; rolls++) {
        t->mind.asked = 0;
        pl_mind_play_on(&t->mind, state, 1, rng);
        own += (int)(t->mind.asked >> t->decision->seat & 1);
    }
    t->mind.alone = false;
}

static struct prospects try_move(struct trial *t, pl_move move, uint64_t seed)
{
    const struct pl_decision *d = t->decision;
    union pl_state state = *d->view;
    struct pl_rng rng;

    pl_seed(&rng, d->seed + seed);
    if (d->game->guess)
        d->game->guess(d->game, &state, d->seat, &rng);
    d->game->play(d->game, &state, d->seat, move);
    look_ahead(t, &state, &rng);
    return pl_mind_foresee(&t->mind, &state, d->seat);
}

/* Puts a contender among the best so far, the very best in front. */
static int insert(struct contender list[CONTENDERS], int n,
                  struct contender one)
{
    int k = n;

    for (; k > 0 && list[k - 1].first < one.first; k--)
        if (k < CONTENDERS)
            list[k] = list[k - 1];
    if (k < CONTENDERS)
        list[k] = one;
    return n < CONTENDERS ? n + 1 : n;
}

/* Whether a move comes to the same as the one that was played: 2+3 and 3+2 with
 * one pawn. Nobody learns anything from comparing these. */
static bool is_twin(const struct pl_decision *d, const union pl_state *world,
                    pl_move move)
{
    union pl_state one = *world, other = *world;

    d->game->play(d->game, &one, d->seat, d->played);
    d->game->play(d->game, &other, d->seat, move);
    return memcmp(&one, &other, d->game->state_size) == 0;
}

/* The others that look best; returns how many. */
static int look_at_others(struct trial *t, struct contender out[CONTENDERS])
{
    const struct pl_decision *d = t->decision;
    float far_behind = hopeless * pl_mind_unit(&t->mind);
    union pl_state world = *d->view;
    float first[PL_MOVES];
    pl_move move[PL_MOVES];
    struct pl_rng rng;
    int n, found = 0;

    pl_seed(&rng, d->seed);
    if (d->game->guess)
        d->game->guess(d->game, &world, d->seat, &rng);
    n = pl_mind_weigh(&t->mind, &world, d->seat, move, first);
    for (int i = 0; i < n; i++)
        if (move[i] != d->played && !is_twin(d, &world, move[i]))
            found =
                insert(out, found, (struct contender){move[i], first[i], 0});
    for (int i = 0; i < n && found == 0; i++)
        if (move[i] != d->played) /* only twins are left */
            found = insert(out, 0, (struct contender){move[i], first[i], 0});
    while (found > 1 && out[found - 1].first < out[0].first - far_behind)
        found--;
    return found;
}

static double mean_of(const struct contender *c, int tries)
{
    return (c->sum + SIGHT * (double)c->first) / (tries + SIGHT);
}

static void sort(struct contender list[], int n, int tries)
{
    for (int i = 1; i < n; i++) {
        struct contender one = list[i];
        int k = i;

        for (; k > 0 && mean_of(&list[k - 1], tries) < mean_of(&one, tries);
             k--)
            list[k] = list[k - 1];
        list[k] = one;
    }
}

/* After each round the worse half is left alone. */
static pl_move best_other(struct trial *t)
{
    struct contender list[CONTENDERS] = {{0}};
    int n = look_at_others(t, list), tries = 0;
    uint32_t most = (uint32_t)(for_search * t->steps);

    while (n > 1 && t->mind.steps < most) {
        for (int k = 0; k < SHORT_ROUND; k++, tries++)
            for (int i = 0; i < n; i++)
                list[i].sum +=
                    (double)try_move(t, list[i].move, (uint64_t)tries).worth;
        sort(list, n, tries);
        n = (n + 1) / 2;
    }
    return list[0].move;
}

/* Of the mean worth, squared. */
static double error2(const struct pl_verdict *v)
{
    double n = v->tries, sum = v->sums.worth;

    return (v->sums.squares - sum * sum / n) / (n - 1) / n;
}

/* A cost of `word` lies between what is fine and what is not. */
static enum pl_call call_for(const struct pl_verdict *v, double word)
{
    double more = v->sums.worth / v->tries - word;

    return more * more <= sure * sure * error2(v) ? PL_CLOSE
           : more > 0                             ? PL_COSTLY
                                                  : PL_FINE;
}

/* The answer is clear, and what is costly is known to a part of itself. */
static bool is_settled(const struct pl_verdict *v)
{
    double part = rough * v->sums.worth / v->tries;

    return v->call == PL_FINE ||
           (v->call == PL_COSTLY && error2(v) < part * part);
}

static bool goes_on(const struct trial *t, const struct pl_verdict *v)
{
    if (v->tries < ROUND || v->tries < t->decision->tries)
        return true;
    if (v->tries < LEAST)
        return t->mind.steps / OVER < t->steps;
    return !is_settled(v) && t->mind.steps < t->steps;
}

static void try_both(struct trial *t, struct pl_verdict *v)
{
    uint64_t seed = (uint64_t)CHANGE + v->tries++;
    struct prospects other = try_move(t, v->best, seed);
    struct prospects own = try_move(t, t->decision->played, seed);
    double worth = (double)(other.worth - own.worth);

    v->sums.worth += worth;
    v->sums.squares += worth * worth;
    v->sums.points += (double)(other.lead - own.lead);
    v->sums.win += (double)(other.chance - own.chance);
    v->sums.chance += (double)own.chance;
}

/* If the mean and its scatter stay what they are. */
static uint32_t tries_to_go(const struct trial *t, const struct pl_verdict *v)
{
    double n = v->tries, more = v->sums.worth / n - t->word;
    double times = sure * sure * error2(v) / (more * more + 1e-12);

    if (n < LEAST && n * times < LEAST)
        return LEAST - v->tries;
    return times * n < ENDLESS ? (uint32_t)(n * times) - v->tries + 1 : ENDLESS;
}

static void compare(struct trial *t, struct pl_verdict *v)
{
    double n;

    while (goes_on(t, v)) {
        try_both(t, v);
        if (v->tries % ROUND == 0)
            v->call = (uint8_t)call_for(v, t->word);
    }
    n = v->tries;
    if (n < LEAST)
        v->call = PL_CLOSE;
    v->points = (float)(v->sums.points / n);
    v->win = (float)(v->sums.win / n);
    v->worth = (float)(v->sums.worth / n);
    v->chance = (float)(v->sums.chance / n);
    v->wants = v->call == PL_CLOSE ? tries_to_go(t, v) : 0;
}

void pl_judge_on(const struct pl_decision *d, const struct pl_budget *budget,
                 struct pl_verdict *v)
{
    struct trial t = {.decision = d};
    struct pl_result result;

    pl_mind_begin(&t.mind, d->game, pl_brain_for(d->game, d->view, budget));
    d->game->score(d->game, d->view, &result);
    t.seats = result.seats;
    t.steps = budget && budget->steps ? budget->steps : USUAL_STEPS;
    t.word = worth_a_word * (double)pl_mind_unit(&t.mind);
    if (v->tries == 0)
        v->best = best_other(&t);
    compare(&t, v);
    if (budget && budget->taken)
        *budget->taken = t.mind.steps;
}

void pl_judge(const struct pl_decision *d, const struct pl_budget *budget,
              struct pl_verdict *out)
{
    *out = (struct pl_verdict){.call = PL_CLOSE};
    pl_judge_on(d, budget, out);
}
