/* See think.h. */
#include "think.h"

#include <string.h>

enum { ROOM = 96 };      /* positions to look at: own decisions to go through */
enum { CONTENDERS = 8 }; /* moves that the others are thought of for */

static const float usual_error = 8; /* where no brain knows it */

/* Compiled twice, and the machine takes what it can: whole numbers and lanes
 * that are added in a fixed order give the same results either way. Sanitizers
 * are not ready yet when that is chosen. */
#if defined __x86_64__ && defined __gnu_linux__ && !defined PL_SANITIZED
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* A change of one input. */
static inline void add(int32_t *restrict sum, const int16_t *restrict weight,
                       int16_t change)
{
    for (int u = 0; u < UNITS; u++)
        sum[u] += change * weight[u];
}

/* Equal stretches of features are skipped. */
WIDE static void add_up(const int16_t (*in)[UNITS], int inputs,
                        struct glance *glance, const int16_t feature[])
{
    enum { STRETCH = 4 };

    for (int i = 0; i < inputs; i += STRETCH) {
        if (memcmp(feature + i, glance->feature + i,
                   STRETCH * sizeof *feature) == 0)
            continue;
        for (int k = i; k < i + STRETCH; k++)
            if (feature[k] != glance->feature[k])
                add(glance->sum, in[k],
                    (int16_t)(feature[k] - glance->feature[k]));
        memcpy(glance->feature + i, feature + i, STRETCH * sizeof *feature);
    }
}

/* Units that are on bring their part. */
static inline void put_out(const struct mind *mind, const int32_t sum[UNITS],
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

const struct brain *pl_brain_for(const struct pl_game *game,
                                 const union pl_state *view,
                                 const struct pl_budget *budget)
{
    struct pl_result result;

    if (budget && budget->brain)
        return budget->brain;
    game->score(game, view, &result);
    return pl_brain_find(game, result.seats);
}

void pl_mind_begin(struct mind *mind, const struct pl_game *game,
                   const struct brain *brain)
{
    *mind = (struct mind){
        .game = game, .features = pl_features_find(game), .brain = brain};
    for (int u = 0; u < UNITS && brain; u++)
        for (int o = 0; o < STRAIGHT; o++)
            mind->out[o][u / LANES][u % LANES] =
                (float)brain->out[u][o] * (1.0f / FINE / FINE);
}

/* A seat's part of the units, as the one that is asked for or as its rival. */
static void see(struct mind *mind, const union pl_state *state, enum role role,
                int seat)
{
    const struct brain *brain = mind->brain;
    int16_t feature[PL_FEATURES];
    int n;

    if (!brain)
        return;
    n = mind->features(mind->game, state, seat, feature);
    memset(feature + n, 0, 3 * sizeof *feature);
    add_up(brain->in + (int)role * brain->inputs, n, &mind->glance[role][seat],
           feature);
}

/* How far a seat will be ahead in the end, and how far off that usually is. */
struct outlook {
    float ahead, error;
};

/* Against a rival, or no one: NULL. So far it is so many points ahead. */
WIDE static struct outlook foresee(struct mind *mind, const struct glance *own,
                                   const struct glance *rival, int ahead)
{
    const struct brain *brain = mind->brain;
    struct outlook result = {(float)ahead + mind->gift, usual_error};
    int32_t sum[UNITS];
    float out[STRAIGHT];

    mind->steps++;
    if (!brain)
        return result;
    for (int u = 0; u < UNITS; u++)
        sum[u] = brain->in[ROLES * brain->inputs][u] + own->sum[u] +
                 (rival ? rival->sum[u] : 0);
    put_out(mind, sum, out);
    result.ahead += out[0] * brain->unit;
    result.error = out[1] * brain->unit;
    if (result.error < brain->unit * 0.02f)
        result.error = brain->unit * 0.02f;
    return result;
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

float pl_mind_unit(const struct mind *mind)
{
    return mind->brain ? mind->brain->unit : usual_error;
}

/* The chance to win, stretched so that in the middle of a game a point more is
 * worth about one. */
static float value_of(const struct mind *mind, float chance, float lead)
{
    return mind->alone ? lead : chance * 4 * pl_mind_unit(mind) + lead * 0.05f;
}

/* Alone, points are all there is. */
static struct prospects prospects_of(const struct mind *mind, float chance,
                                     float lead, int seats)
{
    return (struct prospects){
        .chance = chance,
        .lead = lead,
        .worth = seats == 1 ? lead : value_of(mind, chance, lead)};
}

/* A victory, shared or not, and points. */
static struct prospects end_of(const struct mind *mind,
                               const struct pl_result *result, int seat)
{
    int best = result->seats == 1 ? 0 : INT16_MIN;
    float share =
        (float)(result->winners >> seat & 1) / (float)pl_count(result->winners);

    for (int s = 0; s < result->seats; s++)
        if (s != seat && result->points[s] > best)
            best = result->points[s];
    return prospects_of(mind, share, (float)(result->points[seat] - best),
                        result->seats);
}

struct prospects pl_mind_foresee(struct mind *mind, const union pl_state *state,
                                 int seat)
{
    struct glance *own = &mind->glance[OWN][seat];
    struct outlook nearest = {.ahead = 1e9f};
    struct prospects prospects;
    struct pl_result result;
    float chance = 1;
    int now;

    mind->game->score(mind->game, state, &result);
    if (mind->game->turn(mind->game, state).what == PL_OVER)
        return end_of(mind, &result, seat);
    now = result.points[seat];
    see(mind, state, OWN, seat);
    if (result.seats == 1)
        nearest = foresee(mind, own, NULL, now);
    for (int s = 0; s < result.seats; s++) {
        struct outlook outlook;

        if (s == seat)
            continue;
        see(mind, state, RIVAL, s);
        outlook =
            foresee(mind, own, &mind->glance[RIVAL][s], now - result.points[s]);
        chance *= chance_of(outlook.ahead / outlook.error * 1.3f);
        nearest = outlook.ahead < nearest.ahead ? outlook : nearest;
        if (mind->alone)
            break;
    }
    prospects = prospects_of(mind, chance, nearest.ahead, result.seats);
    prospects.error = nearest.error;
    return prospects;
}

float pl_mind_lead(struct mind *mind, const union pl_state *state, int seat,
                   int rival)
{
    const struct glance *other = NULL;
    struct pl_result result;
    int ahead;

    mind->game->score(mind->game, state, &result);
    ahead = result.points[seat];
    if (rival != seat)
        ahead -= result.points[rival];
    if (mind->game->turn(mind->game, state).what == PL_OVER)
        return (float)ahead;
    see(mind, state, OWN, seat);
    if (rival != seat) {
        see(mind, state, RIVAL, rival);
        other = &mind->glance[RIVAL][rival];
    }
    return foresee(mind, &mind->glance[OWN][seat], other, ahead).ahead;
}

float pl_mind_worth(struct mind *mind, const union pl_state *state, int seat)
{
    struct prospects prospects;
    struct pl_result result;

    if (mind->plain) {
        mind->game->score(mind->game, state, &result);
        return result.points[seat];
    }
    prospects = pl_mind_foresee(mind, state, seat);
    return mind->sure ? -prospects.error : prospects.worth;
}

float pl_mind_worth_of_unit(struct mind *mind, const union pl_state *state,
                            int seat)
{
    float few = 0.1f, more, less;

    mind->gift = few * pl_mind_unit(mind);
    more = pl_mind_worth(mind, state, seat);
    mind->gift = -mind->gift;
    less = pl_mind_worth(mind, state, seat);
    mind->gift = 0;
    return (more - less) / (2 * few);
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
    int n = mind->game->moves(mind->game, state, seat, list);
    float best = -1e9f;

    if (n > room)
        return pl_mind_worth(mind, state, seat);
    for (int i = 0; i < n; i++) {
        union pl_state after;
        float w;

        copy_state(mind, &after, state);
        mind->game->play(mind->game, &after, seat, list[i]);
        w = look(mind, &after, seat, turn, room / n);
        if (w > best)
            best = w;
    }
    return best;
}

/* Others do what is likely if that was guessed, or the least: their first
 * move. */
static void do_likely(const struct mind *mind, union pl_state *state, int seat)
{
    pl_move list[PL_MOVES];
    int n = mind->game->moves(mind->game, state, seat, list), i = 0;

    if (mind->guessed >> seat & 1)
        for (i = n - 1; i > 0 && list[i] != mind->likely[seat];)
            i--;
    mind->game->play(mind->game, state, seat, list[i]);
}

/* Those who answer the same question do what is likely, and so do all who are
 * asked before the seat goes on with its turn. */
static float look(struct mind *mind, union pl_state *state, int seat,
                  struct pl_turn before, int room)
{
    unsigned asked = before.seats & ~(1u << seat);

    for (;;) {
        struct pl_turn turn = mind->game->turn(mind->game, state);

        if (turn.what != PL_DECIDE)
            return pl_mind_worth(mind, state, seat);
        if (turn.seats == 1u << seat)
            return best_worth(mind, state, seat, turn, room);
        if (mind->goes_on
                ? turn.whose != seat
                : turn.phase != before.phase || (turn.seats & ~asked) != 0)
            return pl_mind_worth(mind, state, seat);
        do_likely(mind, state, pl_lowest(turn.seats));
    }
}

/* Will a seat that is asked alone be asked again in its turn, after others? */
static bool goes_on(const struct mind *mind, const union pl_state *before,
                    int seat)
{
    union pl_state state;
    bool others = false;

    copy_state(mind, &state, before);
    for (;;) {
        struct pl_turn turn = mind->game->turn(mind->game, &state);
        bool own = turn.seats == 1u << seat;

        if (turn.what != PL_DECIDE || turn.whose != seat)
            return false;
        if (own && others)
            return true;
        if (!own && (turn.seats >> seat & 1))
            return false;
        others |= !own;
        do_likely(mind, &state, pl_lowest(turn.seats));
    }
}

static float weigh(struct mind *mind, const union pl_state *state, int seat,
                   pl_move move, int room)
{
    struct pl_turn turn = mind->game->turn(mind->game, state);
    union pl_state after;

    copy_state(mind, &after, state);
    mind->game->play(mind->game, &after, seat, move);
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

/* Of many moves, only those that are best against one rival are thought
 * through; the rest stays as far behind as it is in points. */
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

/* Each of the others who are asked takes what looks best to it while all but it
 * do the least. */
static void guess_others(struct mind *mind, const union pl_state *state,
                         int seat)
{
    unsigned others = mind->game->turn(mind->game, state).seats & ~(1u << seat);

    mind->guesses = false;
    for (unsigned left = others; left; left &= left - 1)
        mind->likely[pl_lowest(left)] =
            pl_mind_best(mind, state, pl_lowest(left));
    mind->guesses = true;
    mind->guessed = (uint8_t)others;
}

int pl_mind_weigh(struct mind *mind, const union pl_state *state, int seat,
                  pl_move move[], float worth_of[])
{
    int n = mind->game->moves(mind->game, state, seat, move);

    pl_assert(n > 0);
    mind->guessed = 0;
    if (mind->guesses)
        guess_others(mind, state, seat);
    mind->goes_on = goes_on(mind, state, seat);
    if (n > CONTENDERS + 4 && !mind->alone && !mind->plain)
        weigh_many(mind, state, seat, move, worth_of, n);
    else
        for (int i = 0; i < n; i++)
            worth_of[i] = weigh(mind, state, seat, move[i], ROOM / n);
    return n;
}

pl_move pl_mind_best(struct mind *mind, const union pl_state *state, int seat)
{
    pl_move move[PL_MOVES];
    float worth_of[PL_MOVES] = {0};
    int n = mind->game->moves(mind->game, state, seat, move);

    if (n == 1)
        return move[0];
    pl_mind_weigh(mind, state, seat, move, worth_of);
    return move[best_of(worth_of, n)];
}

void pl_mind_play_on(struct mind *mind, union pl_state *state, int depth,
                     struct pl_rng *rng)
{
    const struct pl_game *game = mind->game;

    for (;;) {
        struct pl_turn turn = game->turn(game, state);

        mind->steps++;
        if (turn.what == PL_OVER)
            return;
        if (turn.what == PL_CHANCE) {
            if (depth-- == 0)
                return;
            roll_on(game, state, rng);
        } else {
            int seat = pl_lowest(turn.seats);

            mind->asked |= 1u << seat;
            game->play(game, state, seat, pl_mind_best(mind, state, seat));
        }
    }
}
