/* See think.h. */
#include "think.h"

#include <string.h>

enum { ROOM = 96 };      /* positions to look at: own decisions to go through */
enum { CONTENDERS = 8 }; /* moves that the others are thought of for */

static const float usual_error = 8; /* where no brain knows it */

/* A change of one input. */
static void add(int32_t *restrict sum, const int16_t *restrict weight,
                int16_t change)
{
    for (int u = 0; u < UNITS; u++)
        sum[u] += change * weight[u];
}

/* Equal stretches of features are skipped. */
static void add_up(const struct brain *brain, struct glance *glance,
                   const int16_t feature[])
{
    enum { STRETCH = 4 };

    if (!glance->taken) {
        glance->taken = true;
        add(glance->sum, brain->in[brain->inputs], 1);
    }
    for (int i = 0; i < brain->inputs; i += STRETCH) {
        if (memcmp(feature + i, glance->feature + i,
                   STRETCH * sizeof *feature) == 0)
            continue;
        for (int k = i; k < i + STRETCH; k++)
            if (feature[k] != glance->feature[k])
                add(glance->sum, brain->in[k],
                    (int16_t)(feature[k] - glance->feature[k]));
        memcpy(glance->feature + i, feature + i, STRETCH * sizeof *feature);
    }
}

/* Units that are on bring their part. */
static void put_out(const struct mind *mind, const int32_t sum[UNITS],
                    float out[STRAIGHT])
{
    float on[UNITS];

    for (int u = 0; u < UNITS; u++)
        on[u] = (float)(sum[u] > 0 ? sum[u] : 0);
    for (int o = 0; o < STRAIGHT; o++) {
        lanes all = {0}, part;

        for (int k = 0; k < UNITS / LANES; k++) {
            memcpy(&part, on + k * LANES, sizeof part);
            all += part * mind->out[o][k];
        }
        out[o] = (float)sum[o] * (1.0f / FINE) +
                 ((all[0] + all[1]) + (all[2] + all[3]));
    }
}

void begin_mind(struct mind *mind, const struct pl_game *game,
                const struct brain *brain)
{
    *mind = (struct mind){.game = game, .brain = brain};
    for (int u = 0; u < UNITS && brain; u++)
        for (int o = 0; o < STRAIGHT; o++)
            mind->out[o][u / LANES][u % LANES] =
                (float)brain->out[u][o] * (1.0f / FINE / FINE);
}

static struct outlook outlook_of(struct mind *mind, const union pl_state *state,
                                 int seat, int points)
{
    struct outlook result = {(float)points, usual_error};
    struct glance *glance = &mind->glance[seat];
    int16_t feature[PL_FEATURES];
    float out[STRAIGHT] = {0};
    int n;

    mind->steps++;
    if (!mind->brain)
        return result;
    n = mind->game->features(state, seat, feature);
    memset(feature + n, 0, 3 * sizeof *feature);
    add_up(mind->brain, glance, feature);
    put_out(mind, glance->sum, out);
    result.points += out[0] * mind->brain->unit;
    result.error = out[1] * mind->brain->unit;
    if (result.error < mind->brain->unit * 0.02f)
        result.error = mind->brain->unit * 0.02f;
    return result;
}

int foresee(struct mind *mind, const union pl_state *state,
            struct outlook out[])
{
    struct pl_result result;
    bool over = mind->game->turn(state).what == PL_OVER;

    mind->game->score(state, &result);
    for (int s = 0; s < result.seats; s++) {
        if (over) { /* a tie-break is a little more than nothing */
            int won = result.winners >> s & 1;

            out[s] = (struct outlook){(float)result.points[s], 0};
            out[s].points += won ? 0.25f : 0;
        } else {
            out[s] = outlook_of(mind, state, s, result.points[s]);
        }
    }
    return result.seats;
}

/* The logistic function, nearly: a fraction that reaches 0 and 1. */
static float chance_of(float x)
{
    float y = x * 0.5f;

    if (y >= 3)
        return 1;
    if (y <= -3)
        return 0;
    return 0.5f + 0.5f * y * (27 + y * y) / (27 + 9 * y * y);
}

float unit_of(const struct mind *mind)
{
    return mind->brain ? mind->brain->unit : usual_error;
}

/* The chance to be ahead of a seat in the end. */
static float chance_against(const struct outlook *own,
                            const struct outlook *other)
{
    float ahead = own->points - other->points,
          error = own->error + other->error;

    if (error > 0)
        return chance_of(ahead / error * 1.8f);
    return ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5f;
}

/* Without the others: points, and at the end also the chance to win, or a
 * player would end a game that is lost. */
static float worth_alone(struct mind *mind, const union pl_state *state,
                         int seat)
{
    struct pl_result result;

    mind->game->score(state, &result);
    return outlook_of(mind, state, seat, result.points[seat]).points;
}

float worth_now(struct mind *mind, const union pl_state *state, int seat)
{
    struct outlook outlook[PL_SEATS], *own = &outlook[seat];
    float chance = 1, lead = 1e9f;
    int seats;

    if (mind->alone && mind->game->turn(state).what != PL_OVER)
        return worth_alone(mind, state, seat);
    seats = foresee(mind, state, outlook);
    if (seats == 1 || mind->alone)
        return own->points;
    for (int s = 0; s < seats; s++) {
        float ahead = own->points - outlook[s].points;

        if (s == seat)
            continue;
        chance *= chance_against(own, &outlook[s]);
        lead = ahead < lead ? ahead : lead;
    }
    return chance * 4 * unit_of(mind) + lead * 0.05f;
}

static void copy_state(const struct mind *mind, union pl_state *to,
                       const union pl_state *from)
{
    memcpy(to, from, mind->game->state_size);
}

static float look(struct mind *mind, union pl_state *state, int seat,
                  struct pl_turn before, int room);

/* The worth of the best of a seat's moves, if there is room for all. */
static float best_worth(struct mind *mind, const union pl_state *state,
                        int seat, struct pl_turn turn, int room)
{
    pl_move list[PL_MOVES];
    int n = mind->game->moves(state, seat, list);
    float best = -1e9f;

    if (n > room)
        return worth_now(mind, state, seat);
    for (int i = 0; i < n; i++) {
        union pl_state after;
        float w;

        copy_state(mind, &after, state);
        mind->game->play(&after, seat, list[i]);
        w = look(mind, &after, seat, turn, room / n);
        if (w > best)
            best = w;
    }
    return best;
}

/* Others who answer the same question do the least: their first move. */
static float look(struct mind *mind, union pl_state *state, int seat,
                  struct pl_turn before, int room)
{
    unsigned asked = before.seats & ~(1u << seat);

    for (;;) {
        struct pl_turn turn = mind->game->turn(state);
        pl_move list[PL_MOVES];
        int other;

        if (turn.what != PL_DECIDE)
            return worth_now(mind, state, seat);
        if (turn.seats == 1u << seat)
            return best_worth(mind, state, seat, turn, room);
        if (turn.phase != before.phase || (turn.seats & ~asked) != 0)
            return worth_now(mind, state, seat);
        other = pl_lowest(turn.seats);
        mind->game->moves(state, other, list);
        mind->game->play(state, other, list[0]);
    }
}

static float weigh(struct mind *mind, const union pl_state *state, int seat,
                   pl_move move, int room)
{
    struct pl_turn turn = mind->game->turn(state);
    union pl_state after;

    copy_state(mind, &after, state);
    mind->game->play(&after, seat, move);
    return look(mind, &after, seat, turn, room);
}

static int best_of(const float worth_of[], int n)
{
    int best = 0;

    for (int i = 1; i < n; i++)
        if (worth_of[i] > worth_of[best])
            best = i;
    return best;
}

/* Of many moves, only the best for the own points are thought through; the
 * rest stays as far behind as it is in points. */
static void weigh_many(struct mind *mind, const union pl_state *state, int seat,
                       const pl_move move[], float worth_of[], int n)
{
    float points[PL_MOVES] = {0}, most, best = -1e9f;

    mind->alone = true;
    for (int i = 0; i < n; i++)
        points[i] = weigh(mind, state, seat, move[i], ROOM / n);
    mind->alone = false;
    most = points[best_of(points, n)];
    for (int k = 0; k < CONTENDERS; k++) {
        int i = best_of(points, n);

        worth_of[i] = weigh(mind, state, seat, move[i], ROOM / n);
        best = worth_of[i] > best ? worth_of[i] : best;
        points[i] = -1e9f;
    }
    for (int i = 0; i < n; i++)
        if (points[i] > -1e9f)
            worth_of[i] = best + points[i] - most;
}

/* Waiting looks better than it is: what may still come is guessed, and the
 * others do not wait. So passing must be better by its price. */
static void charge_pass(const struct mind *mind, const union pl_state *state,
                        pl_move move, float *worth_of)
{
    struct pl_text name = {0};

    mind->game->name(state, move, &name);
    if (name.length == 1 && name.s[0] == '-')
        *worth_of -= unit_of(mind) * (mind->brain ? mind->brain->price : 0.1f);
}

/* Passing, where it is possible, is the first or the last move. */
int weigh_moves(struct mind *mind, const union pl_state *state, int seat,
                pl_move move[], float worth_of[])
{
    int n = mind->game->moves(state, seat, move);

    pl_assert(n > 0);
    if (n > CONTENDERS + 4 && !mind->alone)
        weigh_many(mind, state, seat, move, worth_of, n);
    else
        for (int i = 0; i < n; i++)
            worth_of[i] = weigh(mind, state, seat, move[i], ROOM / n);
    charge_pass(mind, state, move[0], &worth_of[0]);
    if (n > 1)
        charge_pass(mind, state, move[n - 1], &worth_of[n - 1]);
    return n;
}

pl_move best_move(struct mind *mind, const union pl_state *state, int seat)
{
    pl_move move[PL_MOVES];
    float worth_of[PL_MOVES] = {0};
    int n = mind->game->moves(state, seat, move);

    if (n == 1)
        return move[0];
    weigh_moves(mind, state, seat, move, worth_of);
    return move[best_of(worth_of, n)];
}

void play_on(struct mind *mind, union pl_state *state, int depth,
             struct pl_rng *rng)
{
    const struct pl_game *game = mind->game;

    for (;;) {
        struct pl_turn turn = game->turn(state);

        mind->steps++;
        if (turn.what == PL_OVER)
            return;
        if (turn.what == PL_CHANCE) {
            struct pl_chance chance;
            uint8_t face[PL_DICE];

            if (depth-- == 0)
                return;
            game->chance(state, &chance);
            pl_roll(&chance, rng, face);
            game->land(state, face);
        } else {
            int seat = pl_lowest(turn.seats);

            game->play(state, seat, best_move(mind, state, seat));
        }
    }
}
