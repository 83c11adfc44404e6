/*
 * What a decision has cost: the move that was played against the best of the
 * others.
 *
 * A short search finds that one; then fresh tries of these two alone say by how
 * much they differ, for the best of many that were tried looks better than it
 * is. Both meet the same worlds and the same luck. A try goes a few rolls ahead
 * and asks the brain there: so far the moves still matter, and farther on there
 * is mostly noise. Tries end as soon as the answer is clear.
 */
#include "think.h"

enum {
    CONTENDERS = 8,  /* others that are tried */
    SHORT_ROUND = 4, /* tries of each, before the worse half goes */
    ROUND = 8,       /* tries of the two, between looks at what they say */
    LEAST = 24, /* tries of the two: fewer that agree would prove nothing */
    OVER = 16,  /* for these it may take so many times its steps */
    SIGHT = 8,  /* first sight counts like so many tries */
    ROLLS = 3,  /* that a try looks ahead, or one for each player */
    USUAL_STEPS = 120000,
    CHANGE = 1 << 20 /* of the seed, for fresh tries */
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
    int rolls;      /* that a try looks ahead */
    uint32_t steps; /* at most */
    double word;    /* a cost that is worth one */
};

static struct prospects try_move(struct trial *t, pl_move move, uint64_t seed)
{
    const struct pl_decision *d = t->decision;
    union pl_state state = *d->view;
    struct pl_rng rng;

    pl_seed(&rng, d->seed + seed);
    if (d->game->guess)
        d->game->guess(d->game, &state, d->seat, &rng);
    d->game->play(d->game, &state, d->seat, move);
    pl_mind_play_on(&t->mind, &state, t->rolls, &rng);
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
        if (move[i] != d->played)
            found =
                insert(out, found, (struct contender){move[i], first[i], 0});
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

struct spread { /* of numbers: what their mean and its error are made of */
    double sum, squares;
};

static void count(struct spread *s, double x)
{
    s->sum += x;
    s->squares += x * x;
}

/* Of the mean, squared. */
static double error2(const struct spread *s, double n)
{
    return (s->squares - s->sum * s->sum / n) / (n - 1) / n;
}

/* A cost of `word` lies between what is fine and what is not. */
static enum pl_call call_for(const struct spread *s, double n, double word)
{
    double more = s->sum / n - word;

    return more * more <= sure * sure * error2(s, n) ? PL_CLOSE
           : more > 0                                ? PL_COSTLY
                                                     : PL_FINE;
}

/* The answer is clear, and what is costly is known to a part of itself. */
static bool is_settled(const struct spread *s, double n, enum pl_call call)
{
    double part = rough * s->sum / n;

    return call == PL_FINE || (call == PL_COSTLY && error2(s, n) < part * part);
}

static bool goes_on(const struct trial *t, uint32_t n, bool settled)
{
    if (n < ROUND || n < t->decision->tries)
        return true;
    if (n < LEAST)
        return t->mind.steps / OVER < t->steps;
    return !settled && t->mind.steps < t->steps;
}

static void compare(struct trial *t, struct pl_verdict *out)
{
    const struct pl_decision *d = t->decision;
    struct spread worth = {0, 0}, lead = {0, 0}, chance = {0, 0};
    bool settled = false;
    uint32_t n = 0;
    double hope = 0;

    while (goes_on(t, n, settled)) {
        struct prospects other = try_move(t, out->best, CHANGE + n);
        struct prospects own = try_move(t, d->played, CHANGE + n);

        count(&worth, (double)(other.worth - own.worth));
        count(&lead, (double)(other.lead - own.lead));
        count(&chance, (double)(other.chance - own.chance));
        hope += (double)own.chance;
        if (++n % ROUND == 0) {
            out->call = (uint8_t)call_for(&worth, n, t->word);
            settled = is_settled(&worth, n, (enum pl_call)out->call);
        }
    }
    if (n < LEAST)
        out->call = PL_CLOSE;
    out->points = (float)(lead.sum / n);
    out->win = (float)(chance.sum / n);
    out->worth = (float)(worth.sum / n);
    out->chance = (float)(hope / n);
    out->tries = n;
}

void pl_judge(const struct pl_decision *d, const struct pl_budget *budget,
              struct pl_verdict *out)
{
    struct trial t = {.decision = d};
    struct pl_result result;

    pl_mind_begin(&t.mind, d->game, brain_for(d->game, budget));
    d->game->score(d->game, d->view, &result);
    t.rolls = result.seats > ROLLS ? result.seats : ROLLS;
    t.steps = budget && budget->steps ? budget->steps : USUAL_STEPS;
    t.word = worth_a_word * (double)pl_mind_unit(&t.mind);
    *out = (struct pl_verdict){.best = best_other(&t), .call = PL_CLOSE};
    compare(&t, out);
    if (budget && budget->taken)
        *budget->taken = t.mind.steps;
}
