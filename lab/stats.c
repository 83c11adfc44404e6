/*
 * What the sums mean.
 *
 * Groups are independent and alike, so the mean of a group's value has the
 * variance of one group divided by their number; Student's t widens the
 * interval where groups are few. Shares have Wilson's interval, for as many
 * independent games as would scatter like the groups: a bot that has lost all
 * of ten groups need not lose for ever.
 */
#include "lab.h"

#include <math.h>
#include <string.h>

__extension__ typedef __int128 wide; /* products of sums */

enum { MORE_WON = 2, MORE = 4, MEAN_RATING = 1500, NEWTON = 100 };
static const double half_game = 0.5;

/* The 97.5 % point of Student's t (Cornish and Fisher, four terms). */
static double student(double freedom)
{
    const double z = 1.959963984540054;
    double z2 = z * z, a = z * (z2 + 1) / 4;
    double b = z * (5 * z2 * z2 + 16 * z2 + 3) / 96;
    double c = z * (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15) / 384;

    if (freedom < 2)
        return 12.706;
    if (freedom < 3)
        return 4.303;
    return z + a / freedom + b / pow(freedom, 2) + c / pow(freedom, 3);
}

/* Half the width of the interval of a mean of groups. */
static double half_width(int64_t groups, int64_t sum, int64_t squares)
{
    wide n = groups, scatter = n * squares - (wide)sum * sum;
    double variance;

    if (groups < 2)
        return INFINITY;
    variance = (double)scatter / ((double)groups * (double)(groups - 1));
    return student((double)(groups - 1)) * sqrt(variance / (double)groups);
}

struct lab_estimate lab_mean(int64_t groups, int64_t sum, int64_t squares,
                             double unit)
{
    double mean = groups ? (double)sum / (double)groups : 0;
    double half = half_width(groups, sum, squares);

    return (struct lab_estimate){mean / unit, (mean - half) / unit,
                                 (mean + half) / unit};
}

/* How much more than independent games the groups scatter, or less: those of a
 * group hang together. One group more, which scatters as independent games
 * would, keeps it away from 0 and infinity. */
static double design_effect(double groups, double mean, double scatter,
                            double games)
{
    double n = groups * games, centre = (mean * n + MORE_WON) / (n + MORE);
    double more = centre * (1 - centre) / games;

    return (scatter + more) / ((groups - 1) * mean * (1 - mean) / games + more);
}

/* Wilson's interval: the shares that such a mean of n games does not refute.
 * Who has won or lost everything is taken to have missed it by half a game. */
static struct lab_estimate refute(double mean, double n, double t)
{
    double p = fmin(1 - half_game / n, fmax(half_game / n, mean));
    double t2 = t * t, wider = 1 + t2 / n;
    double middle = (p + t2 / (2 * n)) / wider;
    double half = t / wider * sqrt(p * (1 - p) / n + t2 / (4 * n * n));

    return (struct lab_estimate){mean, fmin(mean, fmax(0, middle - half)),
                                 fmax(mean, fmin(1, middle + half))};
}

struct lab_estimate lab_share(int64_t groups, long double sum,
                              long double squares, double games)
{
    double g = (double)groups, mean, scatter, effect;

    if (groups < 2)
        return (struct lab_estimate){groups ? (double)sum : 0, 0, 1};
    mean = fmin(1, fmax(0, (double)(sum / groups)));
    scatter = fmax(0, (double)(squares - sum * sum / groups));
    effect = design_effect(g, mean, scatter, games);
    return refute(mean, g * games / effect, student(g - 1));
}

static int64_t groups_of(const struct lab_sums *sums)
{
    return lab_sums_of(sums, LAB_total)[LAB_T_GROUPS];
}

static int64_t square_of(const struct lab_plan *plan,
                         const struct lab_sums *sums, enum lab_part part,
                         int bot)
{
    return lab_sums_of(sums, part)[bot * plan->bots + bot];
}

/* A share of the games, as that of one seat among several of the same bot. */
static struct lab_estimate divide(struct lab_estimate e, double by)
{
    return (struct lab_estimate){e.mean / by, e.low / by, e.high / by};
}

/* Seats that a bot has in one game. */
static double seats_each(const struct lab_plan *plan)
{
    return (double)lab_group_seats(plan, 0) / lab_bot_group_games(plan, 0);
}

struct lab_estimate lab_win_rate(const struct lab_plan *plan,
                                 const struct lab_sums *sums, int bot)
{
    int games = lab_bot_group_games(plan, bot);
    long double unit = (long double)LAB_SHARE * games;

    return divide(
        lab_share(groups_of(sums), lab_sums_of(sums, LAB_wins)[bot] / unit,
                  square_of(plan, sums, LAB_wins2, bot) / unit / unit, games),
        seats_each(plan));
}

struct lab_estimate lab_points_of(const struct lab_plan *plan,
                                  const struct lab_sums *sums, int bot)
{
    return lab_mean(groups_of(sums), lab_sums_of(sums, LAB_points)[bot],
                    square_of(plan, sums, LAB_points2, bot),
                    lab_group_seats(plan, bot));
}

/* Of groups: the second's wins or points from the first's, and squares. */
struct apart {
    int64_t sum, squares;
};

static struct apart subtract(const struct lab_plan *plan,
                             const struct lab_sums *sums, enum lab_part part,
                             int first, int second)
{
    enum lab_part squares = part == LAB_wins ? LAB_wins2 : LAB_points2;
    const int64_t *sum = lab_sums_of(sums, part);
    const int64_t *product = lab_sums_of(sums, squares);

    return (struct apart){sum[first] - sum[second],
                          square_of(plan, sums, squares, first) +
                              square_of(plan, sums, squares, second) -
                              2 * product[first * plan->bots + second]};
}

/* A difference of wins lies between −1 and 1: it is a share, stretched. */
static struct lab_estimate win_difference(const struct lab_plan *plan,
                                          const struct lab_sums *sums,
                                          const struct apart *apart)
{
    int games = lab_bot_group_games(plan, 0);
    long double unit = (long double)LAB_SHARE * games;
    long double n = groups_of(sums), sum = apart->sum / unit;
    long double squares = apart->squares / unit / unit;
    struct lab_estimate e = lab_share(groups_of(sums), (n + sum) / 2,
                                      (n + 2 * sum + squares) / 4, games);

    return divide((struct lab_estimate){(double)(n > 0 ? sum / n : 0),
                                        2 * e.low - 1, 2 * e.high - 1},
                  seats_each(plan));
}

struct lab_estimate lab_difference(const struct lab_plan *plan,
                                   const struct lab_sums *sums,
                                   enum lab_part part, int first, int second)
{
    struct apart apart = subtract(plan, sums, part, first, second);

    if (part == LAB_wins)
        return win_difference(plan, sums, &apart);
    return lab_mean(groups_of(sums), apart.sum, apart.squares,
                    lab_group_seats(plan, 0));
}

struct lab_estimate lab_seat_wins(const struct lab_plan *plan,
                                  const struct lab_sums *sums, int seat)
{
    int games = lab_group_games(plan);
    long double unit = (long double)LAB_SHARE * games;

    return lab_share(
        groups_of(sums), lab_sums_of(sums, LAB_seat_wins)[seat] / unit,
        lab_sums_of(sums, LAB_seat_wins2)[seat] / unit / unit, games);
}

struct lab_estimate lab_seat_points(const struct lab_plan *plan,
                                    const struct lab_sums *sums, int seat)
{
    return lab_mean(groups_of(sums), lab_sums_of(sums, LAB_seat_points)[seat],
                    lab_sums_of(sums, LAB_seat_points2)[seat],
                    lab_group_games(plan));
}

struct lab_estimate lab_length(const struct lab_plan *plan,
                               const struct lab_sums *sums)
{
    const int64_t *total = lab_sums_of(sums, LAB_total);

    return lab_mean(total[LAB_T_GROUPS], total[LAB_T_STEPS],
                    total[LAB_T_STEPS2], lab_group_games(plan));
}

struct lab_estimate lab_winner_points(const struct lab_plan *plan,
                                      const struct lab_sums *sums)
{
    const int64_t *total = lab_sums_of(sums, LAB_total);

    return lab_mean(total[LAB_T_GROUPS], total[LAB_T_WINNER_POINTS],
                    total[LAB_T_WINNER_POINTS2], lab_group_games(plan));
}

double lab_width(const struct lab_plan *plan, const struct lab_sums *sums)
{
    double widest = 0;

    for (int i = 0; i < plan->bots; i++) {
        bool alone = plan->setup.seats == 1;
        struct lab_estimate e =
            alone ? lab_points_of(plan, sums, i) : lab_win_rate(plan, sums, i);

        widest = fmax(widest, (e.high - e.low) * (alone ? 1 : 100));
    }
    return widest;
}

/* The share of a group has about the normal distribution with the scatter that
 * the groups show. One group more, half won and half lost, keeps the scatter of
 * a one-sided match from being nothing. */
double lab_llr(const struct lab_plan *plan, const struct lab_sums *sums,
               const struct lab_sprt *sprt)
{
    double unit = (double)LAB_SHARE * lab_group_games(plan);
    double n = (double)groups_of(sums) + 1;
    double mean = ((double)*lab_sums_of(sums, LAB_wins) / unit + 0.5) / n;
    double squares =
        ((double)*lab_sums_of(sums, LAB_wins2) / unit / unit + 0.5) / n;
    double spread = squares - mean * mean;

    return n * (sprt->high - sprt->low) * (2 * mean - sprt->low - sprt->high) /
           (2 * spread);
}

enum lab_verdict lab_sprt_verdict(const struct lab_plan *plan,
                                  const struct lab_sums *sums,
                                  const struct lab_sprt *sprt)
{
    double llr = lab_llr(plan, sums, sprt);

    if (llr >= log((1 - sprt->beta) / sprt->alpha))
        return LAB_HIGH;
    return llr <= log(sprt->beta / (1 - sprt->alpha)) ? LAB_LOW : LAB_OPEN;
}

double lab_pairing_gain(const struct lab_sums *sums)
{
    int64_t groups = groups_of(sums);
    double games = (double)lab_sums_of(sums, LAB_total)[LAB_T_GAMES];
    double sum = (double)*lab_sums_of(sums, LAB_wins);
    double apart =
        (double)*lab_sums_of(sums, LAB_game_wins2) - sum * sum / games;
    double together =
        (double)*lab_sums_of(sums, LAB_wins2) - sum * sum / (double)groups;

    return groups > 1 && together > 0 ? apart / together : NAN;
}

/* --- Bradley and Terry --------------------------------------------------- */

/*
 * A bot of strength a beats one of strength b with the chance
 * 1 / (1 + exp(b − a)). The strengths are those that make the wins that were
 * counted most likely (Newton's method); their covariance is the sandwich
 * inverse × scatter of groups × inverse, which stays right though the games of
 * a group hang together. Every pair gets half a game more for either side, so
 * that who has won everything is not infinitely strong.
 */
struct fit {
    const struct lab_plan *plan;
    int bots;
    double games; /* of each pair that meets */
    double wins[LAB_BOTS];
    double strength[LAB_BOTS];
    double inverse[LAB_BOTS][LAB_BOTS];
};

static double chance_of(const struct fit *fit, int a, int b)
{
    return 1 / (1 + exp(fit->strength[b] - fit->strength[a]));
}

/* Gauss and Jordan; the matrix is positive definite. */
static void invert(int n, double m[LAB_BOTS][LAB_BOTS],
                   double out[LAB_BOTS][LAB_BOTS])
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            out[i][k] = i == k;
    for (int i = 0; i < n; i++) {
        double pivot = m[i][i];

        for (int k = 0; k < n; k++) {
            m[i][k] /= pivot;
            out[i][k] /= pivot;
        }
        for (int row = 0; row < n; row++) {
            double factor = m[row][i];

            for (int k = 0; row != i && k < n; k++) {
                m[row][k] -= factor * m[i][k];
                out[row][k] -= factor * out[i][k];
            }
        }
    }
}

/* Only differences of strengths count; the mean is held at 0 by adding a
 * matrix of ones. */
static void find_inverse(struct fit *fit)
{
    double m[LAB_BOTS][LAB_BOTS] = {{0}};

    for (int i = 0; i < fit->bots; i++)
        for (int k = 0; k < fit->bots; k++)
            m[i][k] = 1;
    for (int i = 0; i < fit->bots; i++)
        for (int k = 0; k < fit->bots; k++) {
            double p = chance_of(fit, i, k);

            if (!lab_meet(fit->plan, i, k))
                continue;
            m[i][k] -= fit->games * p * (1 - p);
            m[i][i] += fit->games * p * (1 - p);
        }
    invert(fit->bots, m, fit->inverse);
}

static double expected_wins(const struct fit *fit, int bot)
{
    double wins = 0;

    for (int k = 0; k < fit->bots; k++)
        if (lab_meet(fit->plan, bot, k))
            wins += fit->games * chance_of(fit, bot, k);
    return wins;
}

/* One step of Newton's method, at most one unit far; returns how far. */
static double improve(struct fit *fit)
{
    double off[LAB_BOTS] = {0}, step[LAB_BOTS] = {0}, far = 0, scale;

    for (int i = 0; i < fit->bots; i++)
        off[i] = fit->wins[i] - expected_wins(fit, i);
    find_inverse(fit);
    for (int i = 0; i < fit->bots; i++) {
        for (int k = 0; k < fit->bots; k++)
            step[i] += fit->inverse[i][k] * off[k];
        far = fmax(far, fabs(step[i]));
    }
    scale = far > 1 ? 1 / far : 1;
    for (int i = 0; i < fit->bots; i++)
        fit->strength[i] += scale * step[i];
    return far;
}

/* Scatter of the groups' wins around what is expected of a group. */
static void find_scatter(const struct lab_sums *sums, const struct fit *fit,
                         double out[LAB_BOTS][LAB_BOTS])
{
    double groups = (double)groups_of(sums);
    const int64_t *wins = lab_sums_of(sums, LAB_wins);
    const int64_t *product = lab_sums_of(sums, LAB_wins2);
    const double unit = LAB_SHARE;

    for (int i = 0; i < fit->bots; i++)
        for (int k = 0; k < fit->bots; k++)
            out[i][k] = ((double)product[i * fit->bots + k] -
                         (double)wins[i] * (double)wins[k] / groups) /
                        (unit * unit);
    for (int i = 0; i < fit->bots; i++)
        for (int k = 0; k < fit->bots; k++) {
            double p = chance_of(fit, i, k);
            double more = half_game * (p * p + (1 - p) * (1 - p));

            if (!lab_meet(fit->plan, i, k))
                continue;
            out[i][i] += more;
            out[i][k] -= more;
        }
}

static double variance_of(const struct fit *fit, int bot,
                          double scatter[LAB_BOTS][LAB_BOTS])
{
    double sum = 0;

    for (int i = 0; i < fit->bots; i++)
        for (int k = 0; k < fit->bots; k++)
            sum += fit->inverse[bot][i] * scatter[i][k] * fit->inverse[bot][k];
    return sum;
}

void lab_ratings(const struct lab_plan *plan, const struct lab_sums *sums,
                 struct lab_estimate out[])
{
    const double points = 400 / log(10);
    double groups = (double)groups_of(sums), t = student(groups - 1);
    double scatter[LAB_BOTS][LAB_BOTS] = {{0}};
    struct fit fit = {
        .plan = plan, .bots = plan->bots, .games = 2 * groups + 2 * half_game};

    for (int i = 0; i < fit.bots; i++)
        fit.wins[i] = (double)lab_sums_of(sums, LAB_wins)[i] / LAB_SHARE +
                      half_game * lab_bot_group_games(plan, i) / 2;
    for (int i = 0; i < NEWTON && improve(&fit) > 1e-10; i++)
        ;
    find_inverse(&fit);
    find_scatter(sums, &fit, scatter);
    for (int i = 0; i < fit.bots; i++) {
        double middle = MEAN_RATING + points * fit.strength[i];
        double half = points * t * sqrt(variance_of(&fit, i, scatter));

        out[i] = (struct lab_estimate){middle, middle - half, middle + half};
    }
}
