/*
 * The Rainbow Dice Game for one: what the best play scores lies between two
 * numbers, for the game as a whole and for every position; see
 * docs/solo-rainbow.md for the proof.
 *
 * Without bonuses a position is a set of open rows, and the best play is known
 * exactly. That play earns bonuses by the way. It looks at no sum and at no
 * colour, so how a colour's sum grows depends on nothing else, and what its
 * bonuses are worth is known exactly too: the lower bound (below).
 *
 * For the upper bound (above) five players play the game, one for each colour.
 * Each gets a fifth of all points and the bonuses of that one colour, and so
 * needs to know the open rows and the two sums of that colour, and nothing
 * more. Who plays all five alike gets what the game brings; the five, each at
 * its best, get no less. So that none of them spoils its own colour, each pays
 * a charge on the numbers of its colour to the other four: the charges cancel
 * out where all five do the same, and bring the bound down.
 *
 * Where one part is finished, values are exact: rainbow_endings.h.
 */
#include "pack.h"
#include "parlour_solve.h"
#include "rainbow_endings.h"
#include "rainbow_values.h"

#include <string.h>

enum {
    SETS = 1 << ROWS, /* of open rows */
    SUMS_1 = FULL_1 + 1,
    SUMS_2 = FULL_2 + 1,
    OTHERS = COLOURS - 1,
    SPARE_BAGS = 210, /* of at most four dice */
    BAGS = 462,       /* of at most five */
    LANES = 20,       /* sums of Part 2 side by side */
    STEP = 4,         /* so many together */
    WIDE = FULL_2 + LANES + SIDES,
    NOTHING = -1000 /* less than any value */
};

/* A bag: dice whose colours do not matter. They are sorted by their number of
 * dice, the fullest last. */
struct bags {
    int bags, full; /* full: the first with all dice */
    uint8_t count[BAGS][SIDES];
    int16_t more[BAGS][SIDES]; /* with another die of that number */
    int16_t less[BAGS][SIDES]; /* with one less; −1: there is none */
};

struct set {       /* of open rows: points to come, by a colour's sums */
    int32_t plain; /* of the best play without bonuses, for all colours */
    int32_t below_1[SUMS_1], below_2[SUMS_2]; /* the bonuses of that play */
    int32_t above[SUMS_1][SUMS_2];            /* for one of the five players */
};

struct table {
    bool knows_part_2; /* the endings where Part 1 is finished */
    struct bags five, four;
    uint16_t five_fits[BAGS], four_fits[DIGITS][SPARE_BAGS]; /* rows, as bits */
    double share[ROWS][DIGITS][SPARE_BAGS]; /* what a player gets for a row */
    struct set set[SETS];
    struct rainbow_endings endings;
};

/* What a player pays, per point of its colour, in either part: found by trying;
 * any numbers give a bound. */
static const double charge[PARTS] = {0.32, 0.33};

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void raise(double *worth, double to)
{
    *worth = *worth > to ? *worth : to;
}

/* --- Bags ---------------------------------------------------------------- */

static int find_bag(const struct bags *b, const uint8_t count[SIDES])
{
    int at = 0;

    while (memcmp(b->count[at], count, SIDES) != 0)
        at++;
    return at;
}

/* All bags of so many dice, as numbers with one digit for each side. */
static void add_bags(struct bags *b, int dice)
{
    for (int number = 0; number < 46656; number++) {
        uint8_t count[SIDES];
        int rest = number, sum = 0;

        for (int i = 0; i < SIDES; i++, rest /= SIDES) {
            count[i] = (uint8_t)(rest % SIDES);
            sum += count[i];
        }
        if (sum == dice)
            memcpy(b->count[b->bags++], count, SIDES);
    }
}

static void list_bags(struct bags *b, int dice)
{
    b->bags = 0;
    for (int n = 0; n <= dice; n++) {
        b->full = b->bags;
        add_bags(b, n);
    }
    memset(b->less, -1, sizeof b->less);
    for (int at = 0; at < b->full; at++)
        for (int i = 0; i < SIDES; i++) {
            uint8_t count[SIDES];

            memcpy(count, b->count[at], SIDES);
            count[i]++;
            b->more[at][i] = (int16_t)find_bag(b, count);
            b->less[b->more[at][i]][i] = (int16_t)at;
        }
}

/* The rows that fit a bag, with another die if its number is not 0. */
static unsigned fits_of(const struct table *t, const uint8_t count[SIDES],
                        int number)
{
    int hand = 0, weight = 1;

    for (int i = 0; i < SIDES; i++)
        for (int n = count[i] + (i + 1 == number); n > 0; n--, weight *= SIDES)
            hand += weight * i;
    return t->endings.roll[hand].fits;
}

/* --- One of the five players --------------------------------------------- */

static double charge_for(int row, int number)
{
    return charge[row >= PART_1_ROWS] * number;
}

/* Its own die shows `own`, the others are in the bag. */
static double share_of(const struct table *t, int row, int own, int bag)
{
    double points = 0, paid = 0;

    for (int i = 0; i < SIDES; i++) {
        int others = t->four.count[bag][i], mine = i + 1 == own;

        if (row < PART_1_ROWS && i != row)
            continue;
        points += (others + mine) * (i + 1);
        paid += charge_for(row, i + 1) * (mine - (double)others / OTHERS);
    }
    return points / COLOURS - paid;
}

static void list_shares(struct table *t)
{
    for (int own = 1; own < DIGITS; own++)
        for (int bag = t->four.full; bag < t->four.bags; bag++) {
            t->four_fits[own][bag] =
                (uint16_t)fits_of(t, t->four.count[bag], own);
            for (int row = 0; row < ROWS; row++)
                t->share[row][own][bag] = share_of(t, row, own, bag);
        }
}

/* In its turn. Sums of Part 2 that matter stand side by side: from the highest
 * that is out of reach of a bonus. */
struct player {
    int from, lanes;
    double of[DIGITS][SPARE_BAGS][LANES];    /* the best row chosen now */
    double worth[DIGITS][SPARE_BAGS][LANES]; /* own die 0: in the air */
    double after[ROWS][SUMS_1][WIDE];
};

static void raise_step(double *restrict worth, double more,
                       const double *restrict to)
{
    for (int i = 0; i < STEP; i++) {
        double other = more + to[i];

        worth[i] = worth[i] > other ? worth[i] : other;
    }
}

static void raise_lanes(double *worth, double more, const double *to, int lanes)
{
    for (int i = 0; i < lanes; i += STEP)
        raise_step(worth + i, more, to + i);
}

static void average_step(double *restrict worth, const double *of[SIDES],
                         int at)
{
    const double *restrict a = of[0] + at, *restrict b = of[1] + at,
                           *restrict c = of[2] + at, *restrict d = of[3] + at,
                           *restrict e = of[4] + at, *restrict f = of[5] + at;

    for (int i = 0; i < STEP; i++)
        worth[i] = (a[i] + b[i] + c[i] + d[i] + e[i] + f[i]) * (1.0 / SIDES);
}

static void average_lanes(double *worth, const double *of[SIDES], int lanes)
{
    for (int i = 0; i < lanes; i += STEP)
        average_step(worth + i, of, i);
}

static void read_after(const struct table *t, unsigned open, struct player *p)
{
    int left = pl_count(open >> PART_1_ROWS);
    int most = least(FULL_2, SIDES * (PART_2_ROWS - left));

    p->from = FULL_2 - 1 - SIDES * left;
    p->from = p->from < 0 ? 0 : p->from;
    p->lanes = (most - p->from) / STEP * STEP + STEP;
    for (unsigned rows = open; rows; rows &= rows - 1) {
        int row = pl_lowest(rows);

        for (int sum = 0; sum < SUMS_1; sum++)
            for (int i = 0; i < WIDE; i++)
                p->after[row][sum][i] = points_of(
                    t->set[open ^ 1u << row].above[sum][least(i, FULL_2)]);
    }
}

/* What a row brings that the dice do not fit. One that they fit is never
 * crossed out: noting leaves no colour with less. */
static void choose_row(const struct table *t, unsigned open, int sum, int own,
                       int bag, struct player *p)
{
    double *of = p->of[own][bag];

    for (int i = 0; i < LANES; i++)
        of[i] = NOTHING;
    for (unsigned rows = open; rows; rows &= rows - 1) {
        int row = pl_lowest(rows);
        bool fits = t->four_fits[own][bag] >> row & 1;
        bool mine = fits && (row >= PART_1_ROWS || own == row + 1);
        int part_1 = row < PART_1_ROWS && mine ? own : 0;
        int part_2 = row >= PART_1_ROWS && mine ? own : 0;

        raise_lanes(of, fits ? t->share[row][own][bag] : 0,
                    p->after[row][least(sum + part_1, FULL_1)] + part_2 +
                        p->from,
                    p->lanes);
    }
    memcpy(p->worth[own][bag], of, sizeof p->worth[own][bag]);
}

/* The dice in the air land: first those of the bag, then its own. */
static void roll(const struct bags *b, struct player *p)
{
    const double *of[SIDES];

    for (int bag = b->full - 1; bag >= 0; bag--)
        for (int own = 1; own < DIGITS; own++) {
            for (int i = 0; i < SIDES; i++)
                of[i] = p->worth[own][b->more[bag][i]];
            average_lanes(p->worth[own][bag], of, p->lanes);
        }
    for (int bag = 0; bag < b->bags; bag++) {
        for (int i = 0; i < SIDES; i++)
            of[i] = p->worth[i + 1][bag];
        average_lanes(p->worth[0][bag], of, p->lanes);
    }
}

/* The best of all that can be kept, or a row. */
static void keep(const struct bags *b, struct player *p)
{
    for (int own = 0; own < DIGITS; own++)
        for (int bag = 0; bag < b->bags; bag++) {
            double *worth = p->worth[own][bag];

            if (own > 0 && bag >= b->full)
                memcpy(worth, p->of[own][bag], sizeof p->of[own][bag]);
            if (own > 0)
                raise_lanes(worth, 0, p->worth[0][bag], p->lanes);
            for (int i = 0; i < SIDES; i++)
                if (b->less[bag][i] >= 0)
                    raise_lanes(worth, 0, p->worth[own][b->less[bag][i]],
                                p->lanes);
        }
}

static void solve_turn(const struct table *t, unsigned open, int sum,
                       struct player *p)
{
    for (int own = 1; own < DIGITS; own++)
        for (int bag = t->four.full; bag < t->four.bags; bag++)
            choose_row(t, open, sum, own, bag, p);
    for (int made = 1; made < THROWS; made++) {
        roll(&t->four, p);
        keep(&t->four, p);
    }
    roll(&t->four, p);
}

/* Sums of a class are worth the same. */
static void solve_above(struct table *t, unsigned open)
{
    const struct rainbow_sets *part_1 =
        &t->endings.part_1[open & (PART_1_SETS - 1)];
    struct player p;

    read_after(t, open, &p);
    for (int class = 0; class < part_1->classes; class ++) {
        solve_turn(t, open, part_1->sum[class], &p);
        for (int sum = 0; sum < SUMS_1; sum++)
            for (int i = 0; i < SUMS_2 && part_1->class_of[sum] == class; i++) {
                int lane = i < p.from ? 0 : least(i - p.from, p.lanes - 1);

                t->set[open].above[sum][i] = rounded_up(p.worth[0][0][lane]);
            }
    }
}

/* --- The best play without bonuses --------------------------------------- */

struct plain {
    double of[BAGS], worth[BAGS], chance[BAGS];
    uint8_t row[BAGS];
    int16_t kept[THROWS][BAGS]; /* by rolls made; −1: a row is chosen */
};

static int points_in(const struct table *t, int row, int bag)
{
    int points = 0;

    for (int i = 0; i < SIDES; i++)
        if (row >= PART_1_ROWS || i == row)
            points += t->five.count[bag][i] * (i + 1);
    return t->five_fits[bag] >> row & 1 ? points : 0;
}

static void choose_plain_row(const struct table *t, unsigned open, int bag,
                             struct plain *p)
{
    p->of[bag] = NOTHING;
    for (unsigned rows = open; rows; rows &= rows - 1) {
        int row = pl_lowest(rows);
        double worth =
            points_in(t, row, bag) + points_of(t->set[open ^ 1u << row].plain);

        if (worth > p->of[bag]) {
            p->of[bag] = worth;
            p->row[bag] = (uint8_t)row;
        }
    }
    p->worth[bag] = p->of[bag];
    p->kept[THROWS - 1][bag] = -1;
}

static void roll_plain(const struct bags *b, double worth[BAGS])
{
    for (int bag = b->full - 1; bag >= 0; bag--) {
        worth[bag] = 0;
        for (int i = 0; i < SIDES; i++)
            worth[bag] += worth[b->more[bag][i]] * (1.0 / SIDES);
    }
}

static void keep_plain(const struct bags *b, struct plain *p, int made)
{
    int16_t *kept = p->kept[made - 1];

    for (int bag = 0; bag < b->bags; bag++) {
        bool full = bag >= b->full;

        if (full)
            p->worth[bag] = p->of[bag];
        kept[bag] = (int16_t)(full ? -1 : bag);
        for (int i = 0; i < SIDES; i++) {
            int less = b->less[bag][i];

            if (less < 0 || p->worth[less] <= p->worth[bag])
                continue;
            p->worth[bag] = p->worth[less];
            kept[bag] = kept[less];
        }
    }
}

/* How often the turn ends with each full bag. */
static void find_chances(const struct bags *b, struct plain *p)
{
    double air[BAGS] = {1}, next[BAGS];

    memset(p->chance, 0, sizeof p->chance);
    for (int made = 0; made < THROWS; made++) {
        memset(next, 0, sizeof next);
        for (int bag = 0; bag < b->full; bag++)
            for (int i = 0; i < SIDES; i++)
                air[b->more[bag][i]] += air[bag] * (1.0 / SIDES);
        for (int bag = b->full; bag < b->bags; bag++)
            if (p->kept[made][bag] < 0)
                p->chance[bag] += air[bag];
            else
                next[p->kept[made][bag]] += air[bag];
        memcpy(air, next, sizeof air);
    }
}

/* The chance that a colour gets this number, or 0, in this row. Of equal dice
 * the play keeps any, so each colour has each die of a bag equally often. */
static void find_colour(const struct table *t, const struct plain *p,
                        double chance[ROWS][DIGITS])
{
    memset(chance, 0, ROWS * sizeof *chance);
    for (int bag = t->five.full; bag < t->five.bags; bag++) {
        int row = p->row[bag];
        bool fits = t->five_fits[bag] >> row & 1;

        for (int i = 0; i < SIDES; i++) {
            bool counts = fits && (row >= PART_1_ROWS || i == row);

            chance[row][counts ? i + 1 : 0] +=
                p->chance[bag] * t->five.count[bag][i] / COLOURS;
        }
    }
}

static void solve_bonuses(struct table *t, unsigned open,
                          double chance[ROWS][DIGITS])
{
    double part_1[SUMS_1] = {0}, part_2[SUMS_2] = {0};

    for (unsigned rows = open; rows; rows &= rows - 1) {
        int row = pl_lowest(rows);
        unsigned rest = open ^ 1u << row;
        bool first = row < PART_1_ROWS;

        for (int i = 0; i < DIGITS; i++) {
            for (int sum = 0; sum < SUMS_1; sum++)
                part_1[sum] +=
                    chance[row][i] *
                    t->set[rest].below_1[least(sum + (first ? i : 0), FULL_1)];
            for (int sum = 0; sum < SUMS_2; sum++)
                part_2[sum] +=
                    chance[row][i] *
                    t->set[rest].below_2[least(sum + (first ? 0 : i), FULL_2)];
        }
    }
    for (int sum = 0; sum < SUMS_1; sum++)
        t->set[open].below_1[sum] = rounded_down(part_1[sum] / POINT);
    for (int sum = 0; sum < SUMS_2; sum++)
        t->set[open].below_2[sum] = rounded_down(part_2[sum] / POINT);
}

static void solve_below(struct table *t, unsigned open)
{
    double chance[ROWS][DIGITS];
    struct plain p = {0};

    for (int bag = t->five.full; bag < t->five.bags; bag++)
        choose_plain_row(t, open, bag, &p);
    for (int made = THROWS - 1; made > 0; made--) {
        roll_plain(&t->five, p.worth);
        keep_plain(&t->five, &p, made);
    }
    roll_plain(&t->five, p.worth);
    t->set[open].plain = rounded_down(p.worth[0]);
    find_chances(&t->five, &p);
    find_colour(t, &p, chance);
    solve_bonuses(t, open, chance);
}

/* --- Rounds: by the number of open rows, then the endings ---------------- */

static void start(void *table)
{
    struct table *t = table;

    pl_rainbow_endings_start(&t->endings);
    list_bags(&t->five, COLOURS);
    list_bags(&t->four, OTHERS);
    for (int bag = t->five.full; bag < t->five.bags; bag++)
        t->five_fits[bag] = (uint16_t)fits_of(t, t->five.count[bag], 0);
    list_shares(t);
    t->set[0].below_1[FULL_1] = t->set[0].below_2[FULL_2] = BONUS * POINT;
    for (int a = 0; a < SUMS_1; a++)
        for (int b = 0; b < SUMS_2; b++)
            t->set[0].above[a][b] =
                BONUS * POINT * ((a == FULL_1) + (b == FULL_2));
}

static void start_whole(void *table)
{
    start(table);
    ((struct table *)table)->knows_part_2 = true;
}

static int tasks(const void *table, int round)
{
    const struct table *t = table;
    int n = 1;

    if (round >= ROWS)
        return pl_rainbow_endings_tasks(&t->endings, round - ROWS);
    for (int i = 0; i <= round; i++)
        n = n * (ROWS - i) / (i + 1);
    return n;
}

/* A set of the upper bound takes as long as four sheets of an ending. */
static double work(const void *table, int round)
{
    const struct table *t = table;

    return round < ROWS ? tasks(table, round) * 4.0
                        : pl_rainbow_endings_work(&t->endings, round - ROWS);
}

static void solve(void *table, int round, int task)
{
    struct table *t = table;
    unsigned open = 0;

    if (round >= ROWS) {
        pl_rainbow_endings_solve(&t->endings, round - ROWS, task);
        return;
    }
    for (int seen = -1; seen < task; seen += pl_count(open) == round + 1)
        open++;
    solve_below(t, open);
    solve_above(t, open);
}

/* --- Positions ----------------------------------------------------------- */

struct position { /* between two turns */
    const struct table *table;
    bool above; /* which bound is asked for */
    unsigned open;
    int sum[PARTS][COLOURS], points;
};

static void read_sheet(const struct rainbow *g, struct position *p)
{
    pl_assert(g->seats == 1 && g->options == 0);
    p->open = g->open[0];
    p->points = 0;
    for (int part = PART_1; part < PARTS; part++) {
        struct columns sums = add_columns(g, 0, part);

        for (int c = 0; c < COLOURS; c++) {
            p->sum[part][c] = in_column(sums, c);
            p->points += p->sum[part][c];
        }
    }
}

static double bonuses(const struct position *p, int part, int full)
{
    int n = 0;

    for (int c = 0; c < COLOURS; c++)
        n += p->sum[part][c] >= full;
    return BONUS * n;
}

static double bound(const struct position *p)
{
    const struct table *t = p->table;
    double value = p->above ? 0 : points_of(t->set[p->open].plain);

    for (int c = 0; c < COLOURS; c++) {
        int a = least(p->sum[PART_1][c], FULL_1);
        int b = least(p->sum[PART_2][c], FULL_2);

        value += p->above ? points_of(t->set[p->open].above[a][b])
                          : points_of(t->set[p->open].below_1[a] +
                                      t->set[p->open].below_2[b]);
    }
    return value;
}

/* One part is finished, and how the other one ends is known. */
static bool is_exact(const struct position *p)
{
    return p->open >> PART_1_ROWS == 0 ||
           ((p->open & (PART_1_SETS - 1)) == 0 && p->table->knows_part_2);
}

/* The points in the end. */
static double value_of(const struct position *p)
{
    const struct rainbow_endings *e = &p->table->endings;
    unsigned part_1 = p->open & (PART_1_SETS - 1);
    unsigned part_2 = p->open >> PART_1_ROWS;

    if (!is_exact(p))
        return p->points + bound(p);
    if (part_2 == 0)
        return p->points + bonuses(p, PART_2, FULL_2) +
               pl_rainbow_ending(e, PART_1, part_1, p->sum[PART_1]);
    return p->points + bonuses(p, PART_1, FULL_1) +
           pl_rainbow_ending(e, PART_2, part_2, p->sum[PART_2]);
}

/* With these dice in a row, those of number 0 left out. */
static double value_with(const struct position *p, int row,
                         const uint8_t face[COLOURS])
{
    struct position after = *p;

    after.open ^= 1u << row;
    for (int c = 0; c < COLOURS; c++) {
        after.sum[row >= PART_1_ROWS][c] += face[c];
        after.points += face[c];
    }
    return value_of(&after);
}

static void weigh_part_1(const struct position *p, int row, double of[HANDS])
{
    const struct rainbow_roll *rolls = p->table->endings.roll;
    double with[1 << COLOURS];

    for (unsigned dice = 0; dice < 1u << COLOURS; dice++) {
        uint8_t face[COLOURS];

        for (int c = 0; c < COLOURS; c++)
            face[c] = (uint8_t)(dice >> c & 1 ? row + 1 : 0);
        with[dice] = value_with(p, row, face);
    }
    for (int i = 0; i < ROLLED; i++)
        raise(&of[rolls[i].hand], with[pl_rainbow_showing(&rolls[i], row + 1)]);
}

static void weigh_part_2(const struct position *p, int row, double of[HANDS])
{
    static const uint8_t nothing[COLOURS];
    double crossed = value_with(p, row, nothing);

    for (int i = 0; i < ROLLED; i++) {
        const struct rainbow_roll *dice = &p->table->endings.roll[i];

        raise(&of[dice->hand],
              dice->fits >> row & 1 ? value_with(p, row, dice->face) : crossed);
    }
}

/* What each hand brings if a row is chosen now. */
static void weigh_rows(const struct position *p, double of[HANDS])
{
    for (int i = 0; i < HANDS; i++)
        of[i] = NOTHING;
    for (unsigned rows = p->open; rows; rows &= rows - 1)
        if (pl_lowest(rows) < PART_1_ROWS)
            weigh_part_1(p, pl_lowest(rows), of);
        else
            weigh_part_2(p, pl_lowest(rows), of);
}

/* These dice go up. */
static unsigned hand_without(unsigned hand, unsigned dice)
{
    for (; dice; dice &= dice - 1)
        hand &= ~(7u << shift(pl_lowest(dice)));
    return hand;
}

/* Looks one turn ahead with all sums in view, so both bounds are at least as
 * good as the table's, and exact where one row is left. */
static double worth(const void *table, const struct rainbow *g, bool above)
{
    struct position p = {.table = table, .above = above};
    double of[HANDS], hands[HANDS];

    read_sheet(g, &p);
    if (g->throws == 0 && is_exact(&p))
        return value_of(&p);
    weigh_rows(&p, of);
    pl_rainbow_turn(of, g->throws, hands);
    return hands[g->dice];
}

static void weigh(const void *table, const struct rainbow *g, bool above,
                  double of_move[])
{
    struct position p = {.table = table, .above = above};
    double of[HANDS], hands[HANDS];

    read_sheet(g, &p);
    weigh_rows(&p, of);
    if (g->throws < THROWS)
        pl_rainbow_turn(of, g->throws, hands);
    for (unsigned dice = 1; dice <= ALL_DICE && g->throws < THROWS; dice++)
        of_move[ROLL + dice - 1] = hands[hand_without(g->dice, dice)];
    for (unsigned rows = p.open; rows; rows &= rows - 1) {
        int row = pl_lowest(rows);
        uint8_t face[COLOURS] = {0};

        of_move[CROSS + row] = value_with(&p, row, face);
        for (int c = 0; c < COLOURS; c++)
            if (row >= PART_1_ROWS || digit(g->dice, c) == row + 1)
                face[c] = (uint8_t)digit(g->dice, c);
        of_move[NOTE + row] = value_with(&p, row, face);
    }
}

static double worth_above(const void *table, const void *state)
{
    return worth(table, state, true);
}

static double worth_below(const void *table, const void *state)
{
    return worth(table, state, false);
}

static void weigh_above(const void *table, const void *state, double of[])
{
    weigh(table, state, true, of);
}

static void weigh_below(const void *table, const void *state, double of[])
{
    weigh(table, state, false, of);
}

/* --- Blocks: a set of open rows, then the endings ------------------------ */

enum {
    BLOCK = 1 << 12, /* numbers of an ending's block */
    SET_NUMBERS = sizeof(struct set) / sizeof(int32_t)
};

static size_t numbers_in(int block)
{
    return block < SETS
               ? SET_NUMBERS
               : (size_t)least(BLOCK, ENDINGS - (block - SETS) * BLOCK);
}

static size_t block_size(int block)
{
    return numbers_in(block) * sizeof(int32_t);
}

static void pack(const void *table, int block, unsigned char out[])
{
    const struct table *t = table;

    pack_numbers(block < SETS ? &t->set[block].plain
                              : t->endings.value + (block - SETS) * BLOCK,
                 numbers_in(block), out);
}

static void unpack(void *table, int block, const unsigned char in[])
{
    struct table *t = table;

    unpack_numbers(block < SETS ? &t->set[block].plain
                                : t->endings.value + (block - SETS) * BLOCK,
                   numbers_in(block), in);
}

extern const struct pl_game pl_rainbow_game;
extern const struct pl_solver pl_rainbow_solo_solver, pl_rainbow_endings_solver;

#define SOLVER(name, begin, length, known)                                     \
    .id = (name), .game = &pl_rainbow_game, .states = SETS + (known),          \
    .size = sizeof(struct table), .rounds = ROWS + (length), .start = (begin), \
    .tasks = tasks, .work = work, .solve = solve,                              \
    .blocks = SETS + ((known) + BLOCK - 1) / BLOCK,                            \
    .block_max = BLOCK * sizeof(int32_t), .block_size = block_size,            \
    .pack = pack, .unpack = unpack

/* The one knows the endings where Part 2 is finished, the other all. */
#define QUICK SOLVER("rainbow-solo", start, PART_1_ROWS + 1, PART_1_ENDINGS)
#define WHOLE SOLVER("rainbow-endings", start_whole, ENDING_ROUNDS, ENDINGS)
#define BELOW .worth = worth_below, .weigh = weigh_below
#define ABOVE .worth = worth_above, .weigh = weigh_above

static const struct pl_solver quick_below = {QUICK, BELOW};
static const struct pl_solver whole_below = {WHOLE, BELOW};

const struct pl_solver pl_rainbow_solo_solver = {QUICK, ABOVE,
                                                 .below = &quick_below};
const struct pl_solver pl_rainbow_endings_solver = {WHOLE, ABOVE,
                                                    .below = &whole_below};
