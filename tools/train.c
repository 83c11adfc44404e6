/*
 * train GAME: a brain learns a game by playing against itself.
 *
 *     train GAME [--games N] [--seed N] [--mix N] [--even] [--sure N]
 *                [--seats N] [--continue] [--output FILE] [--until N]
 *                [--resume] [--from FILE] [--rule NAME=VALUE] [--pace N]
 *                [--smooth N]
 *                [--deep N [--turns N] [--pairs N]]
 *
 * FILE is C for bots/brains/, or a file for `sim --brain` if it is called
 * *.brain. Every few seconds, and when --until N games are played, all that the
 * learner knows goes to FILE.part: --resume goes on there, and the brain comes
 * out the same to the byte.
 *
 * Each seat has a rival in a game. Afterwards every position that was met gets
 * a target: how far the seat was ahead of its rival in the end, mixed with what
 * the brain thought of the positions in between, the nearer the more (temporal
 * differences; the end counts --mix per cent, 90 if nothing is said). With
 * --sure the first input is points to come, in Nths, and taken at its word.
 * With --even inputs that are large numbers learn no faster than small ones.
 * With --seats all games have so many players, and the brain is for these; with
 * --rule all are played with that house rule. It begins with nothing, with the
 * brain of a *.brain file (--from), or with the one that is built in
 * (--continue).
 * With --pace it learns at so many per cent of the usual pace. With --smooth N
 * what plays, and what comes out, is a mean of the weights, mostly of the last
 * Nth of all steps.
 *
 * With --deep it learns from search, best with --continue: at --pairs per cent
 * of the decisions, two moves are tried N times each with the same luck, that
 * is spread evenly, --turns turns farther than this one. What the brain says
 * where these tries end is the target, and most of all by how much the two
 * differ, for that is what a choice is made by. Positions of the game itself
 * then only tell how far off it was.
 * The brain plays in whole numbers; what learns is a copy in fractions, and now
 * and then the player gets the rounded numbers.
 */
#include "../bots/brain_file.h"
#include "parlour_match.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    ALWAYS = ROLES * PL_FEATURES, /* the input that is on */
    INPUTS = ALWAYS + 1,
    WEIGHTS = INPUTS * UNITS + UNITS * STRAIGHT,
    MEMORIES = 8192, /* positions of one game */
    BATCH = 512,
    USUAL_MIX = 90,
    USUAL_PACE = 100,
    USUAL_TURNS = 4,
    USUAL_PAIRS = 20,
    LONGEST = 20000 /* steps of a game */
};

/* What a seat saw, and a rival of it: the inputs that were not 0. */
struct memory {
    struct {
        int16_t at, x;
    } input[INPUTS];
    int inputs;
    int16_t points; /* ahead of the rival */
    int8_t seat;
    bool tried; /* that is where the target is from: it has no final */
    bool twin;  /* it was tried, and the next one with the same luck */
    float target, final;
};

/* All weights in one row: those of the inputs, then those of the outputs. */
struct learner {
    float weight[WEIGHTS], slope[WEIGHTS], drift[WEIGHTS], power[WEIGHTS];
    int16_t in[INPUTS][UNITS], out[UNITS][STRAIGHT];
    struct brain brain;
    int rival[PL_SEATS]; /* of each seat, in this game */
    float size[INPUTS];  /* of an input where it is not 0, usually */
    int memories, inputs, waiting;
    long batches;
    double error;    /* of the guesses, a running mean */
    double points;   /* of a seat in the end, a running mean */
    double mix;      /* how much the end counts against the next guess */
    double pace;     /* of learning, now */
    int sure;        /* so many of the first input are a point; 0: learn that */
    int seats;       /* of all games; 0: any number, often two */
    int rule, value; /* an option of all games; rule -1: none */
    int deep, turns, pairs; /* tries, and where there are some */
    int smooth;             /* the mean is of the last part; 0: no mean */
    float mean[WEIGHTS];    /* of the weights */
    struct pl_rng rng;
    long games;                     /* so far */
    char command[256];              /* that began it */
    struct memory memory[MEMORIES]; /* of one game: not kept */
    struct mind mind;               /* the player's, in this game: nor is it */
};

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

/* The player gets what was learnt. */
static void hand_over(struct learner *l)
{
    float *weight = l->smooth && l->batches ? l->mean : l->weight;

    for (int i = 0; i <= ROLES * l->inputs; i++)
        for (int u = 0; u < UNITS; u++)
            l->in[i][u] = fine(in_weights(weight, place_of(l, i))[u]);
    for (int u = 0; u < UNITS; u++)
        for (int o = 0; o < STRAIGHT; o++)
            l->out[u][o] = fine(out_weights(weight, u)[o]);
}

static void take_over(struct learner *l, const struct brain *brain)
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

static void be_born(struct learner *l)
{
    for (int u = STRAIGHT; u < UNITS; u++) {
        for (int i = 0; i < ROLES * l->inputs; i++)
            in_weights(l->weight, place_of(l, i))[u] =
                small(l, 0.15f) / l->size[place_of(l, i)];
        in_weights(l->weight, ALWAYS)[u] = small(l, 0.3f);
        for (int o = 0; o < STRAIGHT; o++)
            out_weights(l->weight, u)[o] = small(l, 0.05f);
    }
    in_weights(l->weight, ALWAYS)[1] = 0.5f;
}

/* The first input of both counts as it is. The unit becomes one by which its
 * weight is a whole number for the player. */
static void be_sure(struct learner *l)
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
    for (int i = 0; i < l->inputs; i++)
        take_in(m, (int)role * PL_FEATURES + i, feature[i]);
}

/* What a seat sees; so far it has no target. */
static void take_down(struct learner *l, struct memory *m,
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

static void remember(struct learner *l, const struct pl_game *game,
                     const union pl_state *state, unsigned seats)
{
    struct pl_result now;

    game->score(game, state, &now);
    for (int s = 0; s < now.seats && l->memories < MEMORIES; s++)
        if (seats >> s & 1)
            take_down(l, &l->memory[l->memories++], game, state, s);
}

/* --- Trying out ---------------------------------------------------------- */

static void throw(const struct pl_game *game, union pl_state *state,
                  struct pl_rng *rng)
{
    struct pl_chance chance;
    uint8_t face[PL_DICE];

    game->chance(game, state, &chance);
    pl_roll(&chance, rng, face);
    game->land(game, state, face);
}

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
        throw(game, state, &luck->rng);
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

        take_down(l, m, l->mind.game, &twin[k], seat);
        m->target = try_out(l, &twin[k], seat, whose, luck);
        m->tried = true;
        m->twin = k == 0;
    }
}

/* The best move and another one, where both leave the game open. */
static void try_pair(struct learner *l, const union pl_state *state, int seat)
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

/* --- Playing ------------------------------------------------------------- */

static void any_setup(struct learner *l, const struct pl_game *game,
                      struct pl_setup *setup)
{
    int spread = game->max_seats - game->min_seats + 1, seats = 2;

    if (l->seats)
        seats = l->seats;
    else if (game->max_seats < 2 || pl_below(&l->rng, 2))
        seats = game->min_seats + (int)pl_below(&l->rng, (uint32_t)spread);
    pl_setup_normal(setup, game, seats);
    setup->first = (uint8_t)pl_below(&l->rng, (uint32_t)seats);
    for (int i = 0; i < pl_option_count(game) && pl_below(&l->rng, 4) == 0;
         i++) {
        const struct pl_option *o = &game->options[i];
        int n = 0;

        while (o->value && o->value[n])
            n++;
        if (n > 0)
            setup->option[i] = (int8_t)pl_below(&l->rng, (uint32_t)n);
    }
    if (l->rule >= 0) {
        pl_setup_normal(setup, game, seats);
        setup->option[l->rule] = (int8_t)l->value;
    }
}

static int any_rival(struct learner *l, int seat, int seats)
{
    if (seats == 1)
        return seat;
    return (seat + 1 + (int)pl_below(&l->rng, (uint32_t)seats - 1)) % seats;
}

static void decide(struct learner *l, const struct pl_game *game,
                   union pl_state *state, int seat)
{
    pl_move list[PL_MOVES];
    int n = game->moves(game, state, seat, list);
    pl_move move = list[0];

    if (l->deep && n > 1 && (int)pl_below(&l->rng, 100) < l->pairs)
        try_pair(l, state, seat);
    if (n > 1 && pl_below(&l->rng, 64) == 0)
        move = list[pl_below(&l->rng, (uint32_t)n)];
    else if (n > 1)
        move = pl_mind_best(&l->mind, state, seat);
    game->play(game, state, seat, move);
    if (game->turn(game, state).what == PL_DECIDE)
        remember(l, game, state, 1u << seat);
}

static void play_game(struct learner *l, const struct pl_game *game,
                      const struct brain *brain, struct pl_result *end)
{
    struct pl_setup setup;
    union pl_state state = {{0}};

    any_setup(l, game, &setup);
    for (int s = 0; s < setup.seats; s++)
        l->rival[s] = any_rival(l, s, setup.seats);
    game->start(game, &state, &setup);
    pl_mind_begin(&l->mind, game, brain);
    l->memories = 0;
    for (int i = 0; i < LONGEST; i++) {
        struct pl_turn turn = game->turn(game, &state);

        if (turn.what == PL_OVER)
            break;
        if (turn.what == PL_CHANCE) {
            remember(l, game, &state, PL_EVERYBODY);
            throw(game, &state, &l->rng);
        } else {
            decide(l, game, &state, pl_lowest(turn.seats));
        }
    }
    game->score(game, &state, end);
    for (int s = 0; s < end->seats; s++)
        l->points += 1e-3 * (end->points[s] - l->points);
}

/* How large the inputs of a game were where they were not 0. */
static void add_sizes(const struct learner *l, double sum[INPUTS],
                      long times[INPUTS])
{
    for (int i = 0; i < l->memories; i++)
        for (int k = 0; k < l->memory[i].inputs; k++) {
            sum[l->memory[i].input[k].at] += abs(l->memory[i].input[k].x);
            times[l->memory[i].input[k].at]++;
        }
}

/* Everyone just takes what there is: how far final points lie apart then is
 * how many make a difference, and that is how large inputs usually are. */
static void get_to_know(struct learner *l, const struct pl_game *game,
                        bool even)
{
    double sum = 0, squares = 0, sizes[INPUTS] = {0};
    long times[INPUTS] = {0};
    int n = 0;

    for (int i = 0; i < 100; i++) {
        struct pl_result end;

        play_game(l, game, NULL, &end);
        add_sizes(l, sizes, times);
        for (int s = 0; s < end.seats; s++, n++) {
            sum += end.points[s];
            squares += (double)end.points[s] * end.points[s];
        }
    }
    for (int i = 0; i < INPUTS; i++)
        l->size[i] =
            even && times[i] ? (float)(sizes[i] / (double)times[i]) : 1;
    squares = squares / n - sum / n * sum / n;
    l->brain.unit = (float)(squares > 1 ? sqrt(squares) : 1);
}

/* --- The file ------------------------------------------------------------ */

static void write_table(FILE *out, const char *name, const char *part,
                        const int16_t *w, int rows, int columns)
{
    fprintf(out, "static const int16_t %s_%s[][%d] = {\n", name, part, columns);
    for (int r = 0; r < rows; r++) {
        fprintf(out, "{");
        for (int c = 0; c < columns; c++)
            fprintf(out, "%d,", w[r * columns + c]);
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n");
}

/* "FILE.brain" is for `parlour sim --brain`. */
static bool write_file(const struct brain *brain, const char *path)
{
    static unsigned char bytes[BRAIN_BYTES];
    size_t size = pl_brain_write(brain, bytes);
    FILE *out = fopen(path, "wb");
    bool good;

    if (!out)
        return false;
    good = fwrite(bytes, 1, size, out) == size;
    return fclose(out) == 0 && good;
}

static bool write_brain(struct learner *l, const char *path, const char *game,
                        const char *command)
{
    const char *end = strrchr(path, '.');
    char name[64];
    FILE *out;

    if (end && strcmp(end, ".brain") == 0)
        return write_file(&l->brain, path);
    if (!(out = fopen(path, "w")))
        return false;
    snprintf(name, sizeof name, "%s", game);
    for (char *c = name; *c; c++)
        if (*c == '-')
            *c = '_';
    if (l->seats)
        snprintf(name + strlen(name), sizeof name - strlen(name), "_%d",
                 l->seats);
    fprintf(out, "/* %s */\n", command);
    write_table(out, name, "in", l->in[0], ROLES * l->inputs + 1, UNITS);
    write_table(out, name, "out", l->out[0], UNITS, STRAIGHT);
    fprintf(out,
            "static const struct brain %s = {\"%s\", %d, %d, %af, %s_in, "
            "%s_out};\n",
            name, game, l->seats, l->inputs, (double)l->brain.unit, name, name);
    return fclose(out) == 0;
}

/* --- The command --------------------------------------------------------- */

struct lesson {
    const struct pl_game *game;
    long games, seed, mix, sure, seats, pace, smooth, deep, turns, pairs;
    long until;       /* stop there; 0: at the end */
    const char *file; /* NULL: the brain is rolled away */
    const char *from; /* the file of a brain to go on from; NULL: none */
    const char *rule; /* NAME=VALUE; NULL: none */
    bool go_on;       /* from the brain that is built in */
    bool even;        /* all inputs learn at one pace */
    bool resume;      /* what was broken off */
};

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Options that came later. */
static void write_unusual(const struct lesson *lesson, char out[256])
{
    const char *from = lesson->from ? strrchr(lesson->from, '/') : NULL;
    const struct {
        const char *name;
        long n, usual;
    } option[] = {{"pace", lesson->pace, USUAL_PACE},
                  {"smooth", lesson->smooth, 0},
                  {"deep", lesson->deep, 0},
                  {"turns", lesson->turns, USUAL_TURNS},
                  {"pairs", lesson->pairs, USUAL_PAIRS}};

    if (lesson->from)
        snprintf(out + strlen(out), 256 - strlen(out), " --from %s",
                 from ? from + 1 : lesson->from);
    if (lesson->rule)
        snprintf(out + strlen(out), 256 - strlen(out), " --rule %s",
                 lesson->rule);
    for (size_t i = 0; i < sizeof option / sizeof *option; i++)
        if (option[i].n != option[i].usual)
            snprintf(out + strlen(out), 256 - strlen(out), " --%s %ld",
                     option[i].name, option[i].n);
}

static void write_command(const struct lesson *lesson, char out[256])
{
    char mix[32] = "", sure[32] = "", seats[32] = "";

    if (lesson->mix != USUAL_MIX)
        snprintf(mix, sizeof mix, " --mix %ld", lesson->mix);
    if (lesson->sure)
        snprintf(sure, sizeof sure, " --sure %ld", lesson->sure);
    if (lesson->seats)
        snprintf(seats, sizeof seats, " --seats %ld", lesson->seats);
    snprintf(out, 256, "train %s --games %ld --seed %ld%s%s%s%s%s",
             lesson->game->id, lesson->games, lesson->seed, mix,
             lesson->even ? " --even" : "", sure, seats,
             lesson->go_on ? " --continue" : "");
    write_unusual(lesson, out);
}

/* FILE.part: the learner but for its memory. */
static FILE *open_part(const struct lesson *lesson, const char *mode)
{
    char path[4096];

    snprintf(path, sizeof path, "%s.part", lesson->file);
    return fopen(path, mode);
}

static bool keep_part(const struct learner *l, const struct lesson *lesson)
{
    size_t size = offsetof(struct learner, memory);
    FILE *out = open_part(lesson, "wb");
    bool good = out && fwrite(l, 1, size, out) == size;

    return out && fclose(out) == 0 && good;
}

static void forget_part(const struct lesson *lesson)
{
    char path[4096];

    snprintf(path, sizeof path, "%s.part", lesson->file);
    remove(path);
}

/* The brain that learns: its numbers are in the learner. */
static struct brain brain_of(struct learner *l, const struct pl_game *game,
                             float unit)
{
    return (struct brain){game->id,
                          l->seats,
                          l->inputs,
                          unit,
                          (const int16_t(*)[UNITS])l->in,
                          (const int16_t(*)[STRAIGHT])l->out};
}

/* False: there is nothing of this lesson to go on with. */
static bool resume(struct learner *l, const struct lesson *lesson)
{
    size_t size = offsetof(struct learner, memory);
    int inputs = pl_features_count(lesson->game);
    char command[256];
    FILE *in;
    bool good;

    if (!lesson->resume || !lesson->file || !(in = open_part(lesson, "rb")))
        return false;
    write_command(lesson, command);
    good = fread(l, 1, size, in) == size && l->inputs == inputs &&
           memcmp(l->command, command, strlen(command) + 1) == 0;
    fclose(in);
    if (good)
        l->brain = brain_of(l, lesson->game, l->brain.unit);
    else
        memset(l, 0, size);
    return good;
}

/* The brain to go on from; NULL: none. */
static const struct brain *old_brain(const struct lesson *lesson)
{
    static unsigned char bytes[BRAIN_BYTES + 1];
    static struct brain_kept kept;
    FILE *in;
    size_t size;

    if (lesson->go_on)
        return pl_brain_find(lesson->game, (int)lesson->seats);
    if (!lesson->from || !(in = fopen(lesson->from, "rb")))
        return NULL;
    size = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    return pl_brain_read(lesson->game, bytes, size, &kept) ? NULL : &kept.brain;
}

static bool set_rule(struct learner *l, const struct lesson *lesson)
{
    char name[64] = "";
    const char *value = lesson->rule ? strchr(lesson->rule, '=') : NULL;
    struct pl_message why;
    struct pl_setup setup, usual;

    l->rule = -1;
    if (!value)
        return !lesson->rule;
    snprintf(name, sizeof name, "%.*s", (int)(value - lesson->rule),
             lesson->rule);
    pl_setup_normal(&usual, lesson->game, lesson->game->max_seats);
    setup = usual;
    if (!pl_setup_option(&setup, lesson->game, name, value + 1, &why))
        return false;
    for (int i = 0; i < pl_option_count(lesson->game); i++)
        if (strcmp(lesson->game->options[i].name, name) == 0) {
            l->rule = i;
            l->value = setup.option[i];
        }
    return true;
}

/* NULL, or the argument that is wrong. */
static const char *begin(struct learner *l, const struct lesson *lesson)
{
    const struct brain *old = old_brain(lesson);

    if (lesson->from && !old)
        return lesson->from;
    if (resume(l, lesson))
        return NULL;
    if (!set_rule(l, lesson))
        return lesson->rule;
    write_command(lesson, l->command);
    pl_seed(&l->rng, (uint64_t)lesson->seed);
    l->mix = (double)lesson->mix / 100;
    l->sure = (int)lesson->sure;
    l->seats = (int)lesson->seats;
    l->smooth = (int)lesson->smooth;
    l->inputs = pl_features_count(lesson->game);
    l->brain = brain_of(l, lesson->game, 1);
    get_to_know(l, lesson->game, lesson->even);
    if (old && old->inputs == l->inputs)
        take_over(l, old);
    else
        be_born(l);
    if (l->sure)
        be_sure(l);
    l->deep = (int)lesson->deep;
    l->turns = (int)lesson->turns;
    l->pairs = (int)lesson->pairs;
    hand_over(l);
    return NULL;
}

static bool keep(struct learner *l, const struct lesson *lesson)
{
    return !lesson->file ||
           (write_brain(l, lesson->file, lesson->game->id, l->command) &&
            keep_part(l, lesson));
}

static void tell(const struct learner *l, const struct lesson *lesson,
                 double time)
{
    fprintf(stderr,
            "%ld of %ld games, %.0f seconds, %.1f \xc2\xb1 %.2f points\n",
            l->games, lesson->games, time, l->points, l->error);
}

static void play_and_learn(struct learner *l, const struct pl_game *game)
{
    struct pl_result end;

    play_game(l, game, &l->brain, &end);
    set_targets(l, &end);
    for (int i = 0; i < l->memories; i++)
        if (l->memory[i].twin)
            learn_from_twins(l, &l->memory[i++]);
        else
            learn_from(l, &l->memory[i]);
}

/* False: the file cannot be written. */
static bool teach(struct learner *l, const struct lesson *lesson)
{
    bool goes_on = lesson->go_on || lesson->from;
    double began = seconds(), told = began;
    long stop = lesson->until && lesson->until < lesson->games ? lesson->until
                                                               : lesson->games;

    while (l->games < stop) {
        double left = 1 - (double)l->games / (double)lesson->games;
        bool last = ++l->games == stop;

        l->pace = ((goes_on ? 0.0007 : 0.002) * left + 0.00005) *
                  (double)lesson->pace / 100;
        play_and_learn(l, lesson->game);
        if (l->games % 100 == 0 || l->games == lesson->games)
            hand_over(l);
        if (seconds() - told < 5 && !last)
            continue;
        told = seconds();
        tell(l, lesson, told - began);
        if (!keep(l, lesson))
            return false;
    }
    if (lesson->file && stop == lesson->games)
        forget_part(lesson);
    return true;
}

static int refuse(const char *why, const char *what)
{
    fprintf(stderr, "train: %s%s\n", why, what);
    return 2;
}

static bool read_number(const char *word, long *n)
{
    char *end;

    *n = strtol(word, &end, 10);
    return end != word && *end == '\0' && *n >= 0;
}

/* Where a number of an option goes; NULL: there is no such option. */
static long *number_of(struct lesson *lesson, const char *option)
{
    const struct {
        const char *option;
        long *n;
    } all[] = {{"--games", &lesson->games},   {"--until", &lesson->until},
               {"--mix", &lesson->mix},       {"--sure", &lesson->sure},
               {"--seats", &lesson->seats},   {"--seed", &lesson->seed},
               {"--pace", &lesson->pace},     {"--deep", &lesson->deep},
               {"--smooth", &lesson->smooth}, {"--turns", &lesson->turns},
               {"--pairs", &lesson->pairs}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(option, all[i].option) == 0)
            return all[i].n;
    return NULL;
}

/* NULL, or the argument that is wrong. */
static const char *read_lesson(char **argv, struct lesson *lesson)
{
    for (; *argv; argv++) {
        const char *next = argv[1] ? argv[1] : "";
        long *n = number_of(lesson, *argv);
        bool *flag = strcmp(*argv, "--continue") == 0 ? &lesson->go_on
                     : strcmp(*argv, "--even") == 0   ? &lesson->even
                     : strcmp(*argv, "--resume") == 0 ? &lesson->resume
                                                      : NULL;

        if (flag) {
            *flag = true;
            continue;
        }
        if (strcmp(*argv, "--output") == 0)
            lesson->file = next;
        else if (strcmp(*argv, "--from") == 0)
            lesson->from = next;
        else if (strcmp(*argv, "--rule") == 0)
            lesson->rule = next;
        else if (!n || !read_number(next, n))
            return *argv;
        argv++;
    }
    return lesson->mix > 100 ? "--mix" : NULL;
}

int main(int argc, char **argv)
{
    struct lesson lesson = {.games = 100000,
                            .seed = 1,
                            .mix = USUAL_MIX,
                            .pace = USUAL_PACE,
                            .turns = USUAL_TURNS,
                            .pairs = USUAL_PAIRS};
    struct learner *l;
    const char *wrong;
    bool good;

    if (argc < 2 || !(lesson.game = pl_game_find(argv[1])))
        return refuse(
            "usage: train GAME [--games N] [--seed N] [--mix N] "
            "[--even] [--sure N] [--seats N] [--continue] [--output FILE] "
            "[--until N] [--resume] [--from FILE] [--rule NAME=VALUE] "
            "[--pace N] [--smooth N] "
            "[--deep N [--turns N] [--pairs N]]",
            "");
    if ((wrong = read_lesson(argv + 2, &lesson)))
        return refuse("cannot use ", wrong);
    if (lesson.seats && (lesson.seats < lesson.game->min_seats ||
                         lesson.seats > lesson.game->max_seats))
        return refuse("that is not the number of players of ", lesson.game->id);
    if (!pl_features_find(lesson.game))
        return refuse("bots look at nothing in ", lesson.game->id);
    l = calloc(1, sizeof *l);
    pl_assert(l);
    if ((wrong = begin(l, &lesson)))
        return refuse("cannot use ", wrong);
    good = teach(l, &lesson);
    free(l);
    return good ? 0 : refuse("cannot write ", lesson.file);
}
