/* Looking up positions of solo Qwixx in their table: see qwixx_solo.h. What a
 * move leads to is found from the kinds of the rows, without playing it. */
#include "qwixx_solo.h"

static int kind_of_row(const struct table *t, unsigned marks)
{
    int progress = marks ? 32 - __builtin_clz(marks) : 0;

    return t->kind_of[progress][pl_count(marks)];
}

/* A sheet as kinds of rows, each direction's values beside them. */
struct place {
    uint8_t row[ROWS];
    const lanes *beside[2]; /* of all pairs that rise, with those that fall
                               here; and the other way round */
};

static void find_place(const struct table *t, struct place *p)
{
    for (int i = 0; i < 2; i++)
        p->beside[i] =
            t->value + (size_t)t->pair[p->row[2 - 2 * i]][p->row[3 - 2 * i]] *
                           (size_t)t->pairs;
}

static void read_sheet(const struct table *t, const struct qwixx *g,
                       struct place *p)
{
    pl_assert(g->seats == 1 && g->options == 0 && g->failed[0] < FAILS);
    for (int i = 0; i < ROWS; i++)
        p->row[i] = (uint8_t)kind_of_row(t, g->row[0][i]);
    find_place(t, p);
}

/* What is to come, with this kind of row in the place of one. */
static int32_t value_with(const struct table *t, const struct place *p, int row,
                          int kind, int failed)
{
    return p->beside[row / 2][t->pair[p->row[row ^ 1]][kind]][failed];
}

static int32_t value_in(const struct table *t, const struct place *p,
                        int failed)
{
    return value_with(t, p, 0, p->row[0], failed);
}

static int32_t value_at(const struct table *t, const struct qwixx *g)
{
    struct place p;

    read_sheet(t, g, &p);
    return value_in(t, &p, g->failed[0]);
}

static int points_on(const void *state)
{
    struct pl_result result;

    pl_qwixx_game.score(&pl_qwixx_game, state, &result);
    return result.points[0];
}

static bool is_over(const void *state)
{
    return pl_qwixx_game.turn(&pl_qwixx_game, state).what == PL_OVER;
}

double pl_qwixx_solo_worth(const void *table, const void *state)
{
    double to_come =
        is_over(state) ? 0 : (double)value_at(table, state) / POINT;

    return points_on(state) + to_come;
}

double pl_qwixx_solo_chance(const void *table, const void *state)
{
    const struct table *t = table;

    return is_over(state) ? points_on(state) >= t->goal
                          : (double)value_at(t, state) / CERTAIN;
}

/* A box that a row of this kind takes. */
static bool takes(const struct kind *k, int at)
{
    return at >= k->from && at < k->to;
}

static int box_of(int row, int sum)
{
    return row < 2 ? sum - LOWEST : HIGHEST - sum;
}

/* The boxes that the coloured dice lead to, right of what is marked now; a
 * white mark before may forbid one, and allow a last one. */
struct offers {
    int count;
    uint8_t row[2 * ROWS], at[2 * ROWS];
};

static void list_offers(const struct table *t, const struct qwixx *g,
                        const struct place *p, struct offers *out)
{
    int whites = g->white[0] == g->white[1] ? 1 : 2;

    out->count = 0;
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < whites && g->colour[row]; i++) {
            int at = box_of(row, g->white[i] + g->colour[row]);

            if (at < t->kind[p->row[row]].from)
                continue;
            out->row[out->count] = (uint8_t)row;
            out->at[out->count++] = (uint8_t)at;
        }
}

/* What a mark brings at once and later, if nothing else is marked; NOTHING: it
 * is not allowed. */
static int32_t value_of_mark(const struct table *t, const struct place *p,
                             int row, int at, int failed)
{
    const struct kind *k = &t->kind[p->row[row]];

    return takes(k, at)
               ? k->gain[at] + value_with(t, p, row, k->next[at], failed)
               : NOTHING;
}

/* The best of these, and of doing without them. */
static int32_t best_offer(const struct table *t, const struct place *p,
                          const struct offers *offers, int failed,
                          int32_t without)
{
    int32_t best = without;

    for (int i = 0; i < offers->count; i++) {
        int32_t value =
            value_of_mark(t, p, offers->row[i], offers->at[i], failed);

        best = value > best ? value : best;
    }
    return best;
}

/* A white mark, and the best that the coloured dice bring after it. */
static int32_t value_of_white(const struct table *t, const struct qwixx *g,
                              const struct place *p, int row, int at,
                              const struct offers *offers)
{
    const struct kind *k = &t->kind[p->row[row]];
    struct place next = *p;
    int32_t alone;

    next.row[row] = k->next[at];
    find_place(t, &next);
    alone = value_in(t, &next, g->failed[0]);
    if (at == LAST && g->closed)
        return k->gain[at] + alone; /* the game is over */
    return k->gain[at] + best_offer(t, &next, offers, g->failed[0], alone);
}

/* Having marked nothing in this turn. */
static int32_t value_of_fail(const struct table *t, const struct place *p,
                             int failed)
{
    return (has_goal(t) ? 0 : FAIL_POINTS * POINT) +
           (failed + 1 == FAILS ? end_value(t, p->row, FAILS)
                                : value_in(t, p, failed + 1));
}

/* A move's value as people see it: so much, and the value in such units. */
struct scale {
    double base, unit;
};

static double on_scale(struct scale scale, int32_t value)
{
    return scale.base + value * scale.unit;
}

/* The same as playing each move and looking where that leads. */
static void weigh_moves(const struct table *t, const struct qwixx *g,
                        struct scale scale, double of[])
{
    int failed = g->failed[0], sum = g->white[0] + g->white[1];
    struct offers offers;
    struct place p;
    int32_t pass;

    read_sheet(t, g, &p);
    list_offers(t, g, &p, &offers);
    pass = g->marked ? value_in(t, &p, failed) : value_of_fail(t, &p, failed);
    if (g->phase == COLOUR_STEP) {
        of[PASS] = on_scale(scale, pass);
        for (int i = 0; i < offers.count; i++)
            of[FIRST_MARK + offers.row[i] * NUMBERS + offers.at[i]] =
                on_scale(scale, value_of_mark(t, &p, offers.row[i],
                                              offers.at[i], failed));
        return;
    }
    of[PASS] = on_scale(scale, best_offer(t, &p, &offers, failed, pass));
    for (int row = 0; row < ROWS; row++) {
        int at = box_of(row, sum);

        if (takes(&t->kind[p.row[row]], at))
            of[FIRST_MARK + row * NUMBERS + at] =
                on_scale(scale, value_of_white(t, g, &p, row, at, &offers));
    }
}

void pl_qwixx_solo_weigh(const void *table, const void *state, double of[])
{
    weigh_moves(table, state, (struct scale){points_on(state), 1.0 / POINT},
                of);
}

void pl_qwixx_solo_weigh_chances(const void *table, const void *state,
                                 double of[])
{
    weigh_moves(table, state, (struct scale){0, 1.0 / CERTAIN}, of);
}
