/* See duel.h. */
#include "duel.h"
#include "parlour_match.h"

#include <math.h>
#include <time.h>

enum { LONGEST = 20000 };

static double cpu_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static pl_move choose(const struct side *side, const union pl_state *view,
                      int seat, struct pl_rng *rng, uint32_t *taken)
{
    const struct pl_budget budget = {.steps = side->most,
                                     .temper = side->temper,
                                     .taken = taken,
                                     .brain = side->brain};

    return side->bot->choose(side->game, view, seat, rng, &budget);
}

/* Would the other side take another move, with the same luck? */
static void compare(struct duel *d, const union pl_state *view, int seat,
                    int who, struct pl_rng rng, pl_move move)
{
    const struct side *other = &d->side[1 - who];
    pl_move list[PL_MOVES];
    uint32_t taken;

    if (other->temper == d->side[who].temper ||
        d->game->moves(d->game, view, seat, list) == 1)
        return;
    d->choices++;
    d->differ += choose(other, view, seat, &rng, &taken) != move;
}

static void decide(struct duel *d, union pl_state *state, int seat, int who,
                   struct pl_rng *rng)
{
    struct side *side = &d->side[who];
    const struct pl_rng before = *rng;
    union pl_state view = *state;
    uint32_t taken = 0;
    double began = cpu_seconds(), took;
    pl_move move;

    if (d->game->hide)
        d->game->hide(d->game, &view, seat);
    move = choose(side, &view, seat, rng, &taken);
    took = cpu_seconds() - began;
    compare(d, &view, seat, who, before, move);
    side->time += took;
    side->longest = took > side->longest ? took : side->longest;
    side->steps += taken;
    side->moves++;
    d->game->play(d->game, state, seat, move);
}

static void play(struct duel *d, uint64_t seed, int turned,
                 struct pl_result *end)
{
    struct pl_rng dice, thoughts;
    union pl_state state = {{0}};
    struct pl_message why;
    struct pl_setup setup;

    pl_seed(&dice, seed);
    pl_seed(&thoughts, seed + 1000000);
    pl_setup_normal(&setup, d->game, d->seats);
    if (d->rule)
        pl_assert(pl_setup_option(&setup, d->game, d->rule, d->value, &why));
    d->game->start(d->game, &state, &setup);
    for (int i = 0; i < LONGEST; i++) {
        struct pl_turn turn = d->game->turn(d->game, &state);
        struct pl_chance chance;
        uint8_t face[PL_DICE];

        if (turn.what == PL_OVER)
            break;
        if (turn.what == PL_CHANCE) {
            d->game->chance(d->game, &state, &chance);
            pl_roll(&chance, &dice, face);
            d->game->land(d->game, &state, face);
        } else {
            int seat = pl_lowest(turn.seats);

            decide(d, &state, seat, (seat + turned) % SIDES, &thoughts);
        }
    }
    d->game->score(d->game, &state, end);
}

/* The first side's share of the victory, and its lead. */
static double count(struct duel *d, const struct pl_result *end, int turned,
                    double *lead)
{
    double share = 0, sum[SIDES] = {0};
    int seats[SIDES] = {0};
    int most = end->points[0];

    for (int s = 0; s < d->seats; s++) {
        int who = (s + turned) % SIDES;

        sum[who] += end->points[s];
        seats[who]++;
        most = end->points[s] > most ? end->points[s] : most;
        if (who == 0 && end->winners >> s & 1)
            share += 1.0 / pl_count(end->winners);
    }
    for (int who = 0; who < SIDES; who++) {
        d->side[who].points += sum[who];
        d->side[who].results += seats[who];
    }
    *lead = sum[0] / seats[0] - sum[1] / seats[1];
    d->winner += most;
    return share;
}

void fight(struct duel *d)
{
    for (int who = 0; who < SIDES; who++)
        if (!d->side[who].game)
            d->side[who].game = d->game;
    for (int i = 0; i < d->pairs; i++) {
        double share = 0, lead = 0;

        for (int turned = 0; turned < SIDES; turned++) {
            struct pl_result end;
            double one;

            play(d, d->seed + (uint64_t)i, turned, &end);
            share += count(d, &end, turned, &one) / SIDES;
            lead += one / SIDES;
        }
        d->share += share;
        d->squares += share * share;
        d->lead += lead;
        d->leads += lead * lead;
    }
}

static struct interval interval(double sum, double squares, double n)
{
    double mean = sum / n, half = 1.96 * sqrt((squares / n - mean * mean) / n);

    return (struct interval){mean, mean - half, mean + half};
}

/* One pair won and one lost are added, or a few victories would look like
 * certainty. */
struct interval share_of(const struct duel *d)
{
    struct interval r = interval(d->share + 1, d->squares + 1, d->pairs + 2);

    r.mean = d->share / d->pairs;
    r.low = r.low > 0 ? r.low : 0;
    r.high = r.high < 1 ? r.high : 1;
    return r;
}

struct interval lead_of(const struct duel *d)
{
    return interval(d->lead, d->leads, d->pairs);
}
