/* A learner's weights, and how it learns. */
#include "learner.h"

#include <math.h>
#include <string.h>

enum { BATCH = 512 };

/* --- Weights ------------------------------------------------------------- */

/* Their places in a row of weights; the input that is always on is last. */
static float *in_weights(float *of, int input)
{
    return of + input * UNITS;
}

static float *out_weights(float *of, int unit)
{
    return of + INPUTS * UNITS + unit * STRAIGHT;
}

static int16_t fine(float weight)
{
    float w = roundf(weight * FINE);

    return (int16_t)(w > INT16_MAX    ? INT16_MAX
                     : w < -INT16_MAX ? -INT16_MAX
                                      : w);
}

/* Where an input of the brain is in a row of weights. */
static int place_of(const struct learner *l, int input)
{
    if (input == ROLES * l->inputs)
        return ALWAYS;
    return input < l->inputs ? input : input - l->inputs + PL_FEATURES;
}

void learner_hand_over(struct learner *l)
{
    float *weight = l->smooth && l->batches ? l->mean : l->weight;

    for (int i = 0; i <= ROLES * l->inputs; i++)
        for (int u = 0; u < UNITS; u++)
            l->in[i][u] = fine(in_weights(weight, place_of(l, i))[u]);
    for (int u = 0; u < UNITS; u++)
        for (int o = 0; o < STRAIGHT; o++)
            l->out[u][o] = fine(out_weights(weight, u)[o]);
}

void learner_take_over(struct learner *l, const struct brain *brain)
{
    l->brain.unit = brain->unit;
    for (int i = 0; i <= ROLES * l->inputs; i++)
        for (int u = 0; u < UNITS; u++)
            in_weights(l->weight, place_of(l, i))[u] =
                (float)brain->in[i][u] / FINE;
    for (int u = 0; u < UNITS; u++)
        for (int o = 0; o < STRAIGHT; o++)
            out_weights(l->weight, u)[o] = (float)brain->out[u][o] / FINE;
}

static float small(struct learner *l, float size)
{
    return size * ((float)pl_below(&l->rng, 65536) / 32768 - 1);
}

void learner_be_born(struct learner *l)
{
    for (int u = STRAIGHT; u < UNITS; u++) {
        for (int i = 0; i < ROLES * l->inputs; i++)
            if (i % l->inputs < l->inputs - l->blind)
                in_weights(l->weight, place_of(l, i))[u] =
                    small(l, 0.15f) / l->size[place_of(l, i)];
        in_weights(l->weight, ALWAYS)[u] = small(l, 0.3f);
        for (int o = 0; o < STRAIGHT; o++)
            out_weights(l->weight, u)[o] = small(l, 0.05f);
    }
    in_weights(l->weight, ALWAYS)[1] = 0.5f;
}

void learner_be_sure(struct learner *l)
{
    float *own = in_weights(l->weight, OWN * PL_FEATURES);
    float *rival = in_weights(l->weight, RIVAL * PL_FEATURES);
    float weight = roundf(FINE / (l->brain.unit * (float)l->sure));

    weight = weight > 1 ? weight : 1;
    memset(own, 0, UNITS * sizeof *own);
    memset(rival, 0, UNITS * sizeof *rival);
    l->brain.unit = FINE / (weight * (float)l->sure);
    own[0] = weight / FINE;
    rival[0] = -own[0];
}

static bool is_sure(const struct learner *l, int input)
{
    return l->sure &&
           (input == OWN * PL_FEATURES || input == RIVAL * PL_FEATURES);
}

/* --- Learning ------------------------------------------------------------ */

static void add_up(struct learner *l, const struct memory *m, float sum[UNITS])
{
    memset(sum, 0, UNITS * sizeof *sum);
    for (int i = 0; i < m->inputs; i++) {
        const float *w = in_weights(l->weight, m->input[i].at);

        for (int u = 0; u < UNITS; u++)
            sum[u] += (float)m->input[i].x * w[u];
    }
}

static void put_out(struct learner *l, const float sum[UNITS],
                    float out[STRAIGHT])
{
    for (int o = 0; o < STRAIGHT; o++)
        out[o] = sum[o];
    for (int u = STRAIGHT; u < UNITS; u++)
        for (int o = 0; o < STRAIGHT && sum[u] > 0; o++)
            out[o] += sum[u] * out_weights(l->weight, u)[o];
}

/* Old weights fade as there are more. */
static void add_to_mean(struct learner *l)
{
    float part = (float)l->smooth / (float)(l->batches + l->smooth - 1);

    for (int i = 0; i < WEIGHTS; i++)
        l->mean[i] += part * (l->weight[i] - l->mean[i]);
}

/* One step of Adam with the mean slope of a batch. */
static void step_down(struct learner *l)
{
    float first = 1 - powf(0.9f, (float)++l->batches);
    float second = 1 - powf(0.999f, (float)l->batches);

    for (int i = 0; i < WEIGHTS; i++) {
        float slope = l->slope[i] / BATCH;
        float size = i < INPUTS * UNITS ? l->size[i / UNITS] : 1;

        l->drift[i] += 0.1f * (slope - l->drift[i]);
        l->power[i] += 0.001f * (slope * slope - l->power[i]);
        if (is_sure(l, i / UNITS))
            continue;
        l->weight[i] -= (float)l->pace / size * (l->drift[i] / first) /
                        (sqrtf(l->power[i] / second) + 1e-7f);
    }
    memset(l->slope, 0, sizeof l->slope);
    if (l->smooth)
        add_to_mean(l);
}

/* What a position brought the units, and how far off the outputs were. */
struct thought {
    float sum[UNITS], wrong[STRAIGHT];
};

static float within(float x, float most)
{
    return x > most ? most : x < -most ? -most : x;
}

static void think(struct learner *l, const struct memory *m, struct thought *t)
{
    float out[STRAIGHT], unit = l->brain.unit, miss;

    add_up(l, m, t->sum);
    put_out(l, t->sum, out);
    t->wrong[0] = within(out[0] - (m->target - (float)m->points) / unit, 2);
    t->wrong[1] = 0;
    if (m->tried)
        return;
    miss = fabsf(out[0] - (m->final - (float)m->points) / unit);
    t->wrong[1] = 0.3f * (out[1] - miss);
    l->error += 1e-5 * (miss * unit - l->error);
    if (l->deep)
        t->wrong[0] = 0;
}

/* Where the weights should go, and after a batch they do. */
static void lean(struct learner *l, const struct memory *m,
                 const struct thought *t)
{
    const float *sum = t->sum, *wrong = t->wrong;
    float back[UNITS];

    for (int u = 0; u < UNITS; u++) {
        float *w = out_weights(l->weight, u);
        float *slope = out_weights(l->slope, u);

        if (u < STRAIGHT) {
            back[u] = wrong[u];
            continue;
        }
        back[u] = sum[u] > 0 ? wrong[0] * w[0] + wrong[1] * w[1] : 0;
        for (int o = 0; o < STRAIGHT && sum[u] > 0; o++)
            slope[o] += wrong[o] * sum[u];
    }
    for (int i = 0; i < m->inputs; i++) {
        float *slope = in_weights(l->slope, m->input[i].at);

        for (int u = 0; u < UNITS; u++)
            slope[u] += (float)m->input[i].x * back[u];
    }
    if (++l->waiting == BATCH) {
        l->waiting = 0;
        step_down(l);
    }
}

/* Both are off, and so is the difference. */
static void learn_from_twins(struct learner *l, const struct memory *m)
{
    struct thought t[2];
    float apart;

    think(l, m, &t[0]);
    think(l, m + 1, &t[1]);
    apart = t[0].wrong[0] - t[1].wrong[0];
    t[0].wrong[0] += apart;
    t[1].wrong[0] -= apart;
    lean(l, m, &t[0]);
    lean(l, m + 1, &t[1]);
}

static void learn_from(struct learner *l, const struct memory *m)
{
    struct thought t;

    think(l, m, &t);
    lean(l, m, &t);
}

/* How far a seat is ahead of its rival. */
static int lead_of(const struct learner *l, const struct pl_result *now,
                   int seat)
{
    if (now->seats == 1)
        return now->points[seat];
    return now->points[seat] - now->points[l->rival[seat]];
}

static void set_targets(struct learner *l, const struct pl_result *end)
{
    float ahead[PL_SEATS];

    for (int s = 0; s < end->seats; s++)
        ahead[s] = (float)lead_of(l, end, s);
    for (int i = l->memories - 1; i >= 0; i--) {
        struct memory *m = &l->memory[i];
        float sum[UNITS], out[STRAIGHT], guess;

        if (m->tried)
            continue;
        add_up(l, m, sum);
        put_out(l, sum, out);
        guess = (float)m->points + out[0] * l->brain.unit;
        m->final = (float)lead_of(l, end, m->seat);
        m->target = ahead[m->seat];
        ahead[m->seat] = (float)(l->mix * m->target + (1 - l->mix) * guess);
    }
}

static void take_in(struct memory *m, int at, int x)
{
    if (x == 0)
        return;
    m->input[m->inputs].at = (int16_t)at;
    m->input[m->inputs++].x = (int16_t)x;
}

static void see(struct learner *l, struct memory *m, const struct pl_game *game,
                const union pl_state *state, enum role role, int seat)
{
    int16_t feature[PL_FEATURES];

    pl_features_find(game)(game, state, seat, feature);
    for (int i = 0; i < l->inputs - l->blind; i++)
        take_in(m, (int)role * PL_FEATURES + i, feature[i]);
}

void learner_take_down(struct learner *l, struct memory *m,
                       const struct pl_game *game, const union pl_state *state,
                       int seat)
{
    struct pl_result now;

    game->score(game, state, &now);
    m->inputs = 0;
    see(l, m, game, state, OWN, seat);
    if (now.seats > 1)
        see(l, m, game, state, RIVAL, l->rival[seat]);
    take_in(m, ALWAYS, 1);
    m->points = (int16_t)lead_of(l, &now, seat);
    m->seat = (int8_t)seat;
    m->tried = m->twin = false;
}

void learner_remember(struct learner *l, const struct pl_game *game,
                      const union pl_state *state, unsigned seats)
{
    struct pl_result now;

    game->score(game, state, &now);
    for (int s = 0; s < now.seats && l->memories < MEMORIES; s++)
        if (seats >> s & 1)
            learner_take_down(l, &l->memory[l->memories++], game, state, s);
}

void learner_learn(struct learner *l, const struct pl_result *end)
{
    set_targets(l, end);
    for (int i = 0; i < l->memories; i++)
        if (l->memory[i].twin)
            learn_from_twins(l, &l->memory[i++]);
        else
            learn_from(l, &l->memory[i]);
}
