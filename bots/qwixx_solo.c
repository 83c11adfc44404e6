/*
 * Solo Qwixx, solved: the best play of one player who is always active.
 *
 * Positions. What a row can still bring depends on its rightmost mark and on
 * the number of its marks, and if it is closed, or can never be marked again,
 * on nothing: 54 kinds of rows. Rows of one direction can be swapped, so a
 * direction is one of 1,485 pairs of kinds. Turning all dice over (1 for 6, 2
 * for 5 …) swaps the directions, so that only one of two mirrored positions is
 * worked out and the other one is copied. Two closed rows are the end.
 *
 * Values are points to come, as whole numbers of 2^-22 points; four stand side
 * by side, for 0 … 3 penalties. The expectation of a turn is a whole
 * number of 1/46,656 of that and is rounded once, so compilers and threads
 * change nothing. A game has at most 45 turns: no value is farther than
 * 45 × 2^-23, or 0.000006 points, from the truth.
 *
 * A turn. Once the white dice lie there, each coloured die offers two sums, and
 * what the best play makes of the roll is the best of independent offers: of
 * each die, and of leaving the coloured step out. So boxes that the coloured
 * step can mark are sorted by what they are worth, each together with the best
 * mark of the white step before it. Going down from the best, and striking off
 * the faces that lead to each box, the rolls that are left over are a product
 * of four numbers of faces; and what it has lost since the last box are the
 * rolls for which this box is the best answer.
 *
 * Goals. The best chance of at least so many points is found in the same way.
 * Nothing is gained on the way, and what counts is the end; so a row that takes
 * no more marks keeps its points, and there are 62 kinds of rows. Values are
 * chances, as whole numbers of 2^-30.
 *
 * Order. A mark raises the progress of its row, so pairs are sorted by their
 * progress, the highest first, and each needs only what stands before it. A
 * round is the pairs of equal progress, each with all pairs before them; then a
 * round for the pairs of equal progress with each other.
 */
#include "qwixx_solo.h"
#include "pack.h"
#include "parlour_solve.h"

#include <string.h>

/* The values of a pair with all others. */
static lanes *values_of(struct table *t, int pair)
{
    return t->value + (size_t)pair * (size_t)t->pairs;
}

/* --- Maps ---------------------------------------------------------------- */

static int points_for(int crosses)
{
    return crosses * (crosses + 1) / 2;
}

static void add_kind(struct table *t, int kind, int progress, int marks)
{
    struct kind *k = &t->kind[kind];
    bool open = kind >= t->open;

    k->progress = (uint8_t)progress;
    k->marks = (uint8_t)marks;
    k->points = (uint8_t)points_for(marks + (kind < t->dead));
    k->from = (uint8_t)(open ? progress : NUMBERS);
    k->to = open && marks < LOCK_NEEDS ? LAST : NUMBERS;
    t->kind_of[progress][marks] = (uint8_t)kind;
}

/* Only the last box is left, and needs more marks. */
static bool is_dead(int progress, int marks)
{
    return progress == LAST && marks < LOCK_NEEDS;
}

/* Where points count, rows that take no mark are all alike. */
static void list_kinds(struct table *t)
{
    int n = t->open;

    for (int marks = LOCK_NEEDS + 1; marks <= NUMBERS; marks++)
        add_kind(t, has_goal(t) ? marks - LOCK_NEEDS - 1 : 0, MOST, marks);
    for (int marks = 1; marks < LOCK_NEEDS; marks++)
        add_kind(t, t->dead + (has_goal(t) ? marks - 1 : 0), LAST, marks);
    for (int progress = LAST; progress >= 0; progress--)
        for (int marks = progress > 0; marks <= progress; marks++)
            if (!is_dead(progress, marks))
                add_kind(t, n++, progress, marks);
    pl_assert(n == t->kinds);
}

static void link_kinds(struct table *t)
{
    for (int kind = t->open; kind < t->kinds; kind++) {
        struct kind *k = &t->kind[kind];

        for (int at = k->from; at < k->to; at++) {
            int marks = k->marks + 1;
            bool locks = at == LAST;

            k->next[at] = t->kind_of[at + 1][marks];
            k->gain[at] =
                has_goal(t) ? 0 : (marks + (locks ? marks + 1 : 0)) * POINT;
        }
    }
}

static void list_pairs(struct table *t)
{
    int n = 0;

    for (int level = 0; level < LEVELS; level++) {
        t->first[level] = (uint16_t)n;
        for (int a = 0; a < t->kinds; a++)
            for (int b = a; b < t->kinds; b++) {
                if (t->kind[a].progress + t->kind[b].progress !=
                    LEVELS - 1 - level)
                    continue;
                t->row[n][0] = (uint8_t)a;
                t->row[n][1] = (uint8_t)b;
                t->pair[a][b] = t->pair[b][a] = (uint16_t)n++;
            }
    }
    t->first[LEVELS] = (uint16_t)n;
    pl_assert(n == t->pairs);
}

static uint32_t face_bit(int face)
{
    return face >= 1 && face <= SIDES ? 1u << (face - 1) : 0;
}

static void list_faces(struct table *t, int white, int a, int b)
{
    for (int row = 0; row < ROWS; row++)
        for (int at = 0; at < NUMBERS; at++) {
            int sum = row < 2 ? at + 2 : 12 - at;

            t->faces[white][row * NUMBERS + at] =
                (face_bit(sum - a) | face_bit(sum - b)) << SIDES * row;
        }
}

static void list_whites(struct table *t)
{
    int n = 0;

    for (int sum = 0; sum < SUMS; sum++) {
        t->white[sum] = (uint8_t)n;
        for (int a = 1; a <= SIDES; a++) {
            int b = sum + 2 - a;

            if (b < a || b > SIDES)
                continue;
            t->weight[n] = a == b ? 1 : 2;
            list_faces(t, n++, a, b);
        }
    }
    t->white[SUMS] = (uint8_t)n;
    pl_assert(n == WHITES);
    for (unsigned bits = 0; bits < 1 << 2 * SIDES; bits++)
        t->left[bits] = (uint8_t)((SIDES - pl_count(bits % 64)) *
                                  (SIDES - pl_count(bits / 64)));
}

static void start_for(struct table *t, int goal)
{
    t->raised = t->kinds > 0 && goal > t->goal;
    t->goal = goal;
    t->dead = has_goal(t) ? CLOSED_MOST : 1;
    t->open = t->dead + (has_goal(t) ? DEAD_MOST : 1);
    t->kinds = t->open + OPEN;
    t->pairs = PAIRS_OF(t->kinds);
    list_kinds(t);
    link_kinds(t);
    list_pairs(t);
    list_whites(t);
}

static void start(void *table)
{
    start_for(table, NO_GOAL);
}

static void aim(void *table, int points)
{
    start_for(table, points);
}

/* --- A turn -------------------------------------------------------------- */

struct turn {
    uint8_t row[ROWS]; /* kinds */
    int closed;
    int boxes;               /* that the coloured step may offer, best first */
    uint8_t box[BOXES];      /* row × NUMBERS + place */
    lanes single[BOXES];     /* by box: what it is worth, marked alone */
    lanes none[SUMS];        /* the best without the coloured step */
    lanes both[SUMS][BOXES]; /* in the order of box[]: the best with it */
};

static lanes larger(lanes a, lanes b)
{
    lanes more = a > b;

    return (a & more) | (b & ~more);
}

/* The coloured step from these rows: raises what each box is worth. */
static void colour_step(const struct table *t, const uint8_t row[ROWS],
                        int32_t gain, lanes worth[BOXES])
{
    const lanes *same =
        t->value + (size_t)t->pair[row[0]][row[1]] * (size_t)t->pairs;
    const lanes *down = t->value + t->pair[row[2]][row[3]];

    for (int i = 0; i < ROWS; i++) {
        const struct kind *k = &t->kind[row[i]];
        const uint16_t *pair = t->pair[row[i ^ 1]];
        lanes *out = worth + i * NUMBERS;

        for (int at = k->from; at < k->to; at++) {
            int next = pair[k->next[at]];
            lanes to_come =
                i < 2 ? down[(size_t)next * (size_t)t->pairs] : same[next];

            out[at] = larger(out[at], to_come + (gain + k->gain[at]));
        }
    }
}

/* The last box of a row with four marks stands in the list as well: a white
 * mark in that row may be the fifth. */
static void list_boxes(const struct table *t, struct turn *turn)
{
    const lanes nothing = {NOTHING, NOTHING, NOTHING, NOTHING};

    for (int i = 0; i < ROWS; i++) {
        for (int at = t->kind[turn->row[i]].from; at < NUMBERS; at++) {
            turn->box[turn->boxes++] = (uint8_t)(i * NUMBERS + at);
            turn->single[i * NUMBERS + at] = nothing;
        }
    }
    colour_step(t, turn->row, 0, turn->single);
}

/* Most lists of offers are nearly in this order. */
static void sort_boxes(struct turn *turn)
{
    for (int i = 1; i < turn->boxes; i++) {
        uint8_t box = turn->box[i];
        int k = i;

        for (;
             k > 0 && turn->single[turn->box[k - 1]][0] < turn->single[box][0];
             k--)
            turn->box[k] = turn->box[k - 1];
        turn->box[k] = box;
    }
}

static void white_step(const struct table *t, struct turn *turn, int sum)
{
    lanes worth[BOXES];

    for (int i = 0; i < turn->boxes; i++)
        worth[turn->box[i]] = turn->single[turn->box[i]];
    turn->none[sum] = (lanes){NOTHING, NOTHING, NOTHING, NOTHING};
    for (int i = 0; i < ROWS; i++) {
        int at = i < 2 ? sum : LAST - sum;
        uint8_t before = turn->row[i];
        const struct kind *k = &t->kind[before];

        if (at < k->from || at >= k->to)
            continue;
        turn->none[sum] =
            larger(turn->none[sum], turn->single[i * NUMBERS + at]);
        if (at == LAST && turn->closed > 0)
            continue; /* the game is over: no coloured step */
        turn->row[i] = k->next[at];
        colour_step(t, turn->row, k->gain[at], worth);
        turn->row[i] = before;
    }
    for (int i = 0; i < turn->boxes; i++)
        turn->both[sum][i] = worth[turn->box[i]];
}

/* The offers that beat `least`, the best first; returns their end. Each is one
 * number, how much it beats it and the box below that, for quick comparing.
 * Before the list stands a number larger than any. */
static uint64_t *list_offers(const struct turn *turn, int sum, int failed,
                             int32_t least, uint64_t *list)
{
    const lanes *both = turn->both[sum];

    for (int i = 0; i < turn->boxes; i++) {
        int32_t more = both[i][failed] - least;
        uint64_t offer = (uint64_t)more << 32 | turn->box[i], *at;

        if (more <= 0)
            continue;
        for (at = list++; at[-1] < offer; at--)
            *at = at[-1];
        *at = offer;
    }
    return list;
}

/* What the offers bring, summed over all rolls of the coloured dice. */
static int64_t sum_up(const struct table *t, const uint32_t faces_of[BOXES],
                      const uint64_t *offer, const uint64_t *end)
{
    uint32_t left = COLOURS, faces = 0;
    uint64_t sum = 0;

    for (; offer < end && left > 0; offer++) {
        uint32_t before = left;

        faces |= faces_of[*offer & 0xff];
        left = (uint32_t)t->left[faces & 0xfff] * t->left[faces >> 2 * SIDES];
        sum += (before - left) * (*offer >> 32);
    }
    return (int64_t)sum;
}

/* The value with so many penalties; fail: what one more leads to. */
static int32_t expect(const struct table *t, const struct turn *turn,
                      int failed, int32_t fail)
{
    uint64_t list[1 + BOXES] = {UINT64_MAX}, *end;
    int64_t total = 0;

    for (int sum = 0; sum < SUMS; sum++) {
        int32_t none = turn->none[sum][failed];

        if (none < fail)
            none = fail;
        end = list_offers(turn, sum, failed, none, list + 1);
        for (int white = t->white[sum]; white < t->white[sum + 1]; white++)
            total +=
                t->weight[white] * (sum_up(t, t->faces[white], list + 1, end) +
                                    (int64_t)COLOURS * none);
    }
    total += total < 0 ? -THROWS / 2 : THROWS / 2;
    return (int32_t)(total / THROWS);
}

static lanes solve_turn(const struct table *t, struct turn *turn)
{
    int32_t cost = has_goal(t) ? 0 : FAIL_POINTS * POINT;
    int32_t fail = end_value(t, turn->row, FAILS) + cost;
    lanes value = {0};

    list_boxes(t, turn);
    sort_boxes(turn);
    for (int sum = 0; sum < SUMS; sum++)
        white_step(t, turn, sum);
    for (int failed = FAILS - 1; failed >= 0; failed--) {
        value[failed] = expect(t, turn, failed, fail);
        fail = value[failed] + cost;
    }
    return value;
}

/* A smaller goal was out of reach already. */
static bool is_hopeless(struct table *t, int up, int down)
{
    lanes before = values_of(t, up)[down];

    return t->raised && (before[0] | before[1] | before[2] | before[3]) == 0;
}

static void solve_position(struct table *t, int up, int down)
{
    lanes value = {0};
    struct turn turn; /* large, and filled as far as it is read */

    turn.boxes = turn.closed = 0;
    memcpy(turn.row, t->row[up], 2);
    memcpy(turn.row + 2, t->row[down], 2);
    for (int i = 0; i < ROWS; i++)
        turn.closed += turn.row[i] < t->dead;
    if (is_hopeless(t, up, down))
        return;
    if (turn.closed >= 2 || end_value(t, turn.row, FAILS) > 0)
        for (int failed = 0; failed < FAILS; failed++)
            value[failed] = end_value(t, turn.row, failed);
    else
        value = solve_turn(t, &turn);
    values_of(t, up)[down] = values_of(t, down)[up] = value;
}

/* --- The whole table ----------------------------------------------------- */

static int tasks(const void *table, int round)
{
    const struct table *t = table;

    return t->first[round / 2 + 1] - t->first[round / 2];
}

/* The task is a pair; even rounds join it with all pairs of more progress. */
static void solve(void *table, int round, int task)
{
    struct table *t = table;
    int first = t->first[round / 2], up = first + task;
    bool even = round % 2 == 0;

    for (int down = even ? 0 : first; down < (even ? first : up + 1); down++)
        solve_position(t, up, down);
}

/* Positions take the longer, as was measured, the less has been marked. */
static double work(const void *table, int round)
{
    const struct table *t = table;
    int level = round / 2, n = tasks(table, round);
    int others = round % 2 == 0 ? t->first[level] : (n + 1) / 2;

    return (double)n * others * (level + 5);
}

/* --- Blocks: a pair with itself and all before it ------------------------ */

static size_t block_size(int block)
{
    return (size_t)(block + 1) * sizeof(lanes);
}

static void pack(const void *table, int block, unsigned char out[])
{
    const struct table *t = table;

    pack_numbers((const int32_t *)(t->value + (size_t)block * PAIRS),
                 block_size(block) / sizeof(int32_t), out);
}

static void unpack(void *table, int block, const unsigned char in[])
{
    struct table *t = table;

    unpack_numbers((int32_t *)values_of(t, block),
                   block_size(block) / sizeof(int32_t), in);
    for (int i = 0; i < block; i++)
        values_of(t, i)[block] = values_of(t, block)[i];
}

/* Positions, of so many kinds of pairs that are open and of pairs with a closed
 * row. */
#define POSITIONS(open, closed)                                                \
    (FAILS * ((open) * ((open) + 1) / 2 + (open) * (closed)))
#define SIZE(pairs)                                                            \
    (sizeof(struct table) + (size_t)(pairs) * (pairs) * sizeof(lanes))

static const struct pl_solver goal = {
    .id = "qwixx-solo",
    .game = &pl_qwixx_game,
    .states =
        POSITIONS(PAIRS_OF(OPEN + DEAD_MOST), CLOSED_MOST *(OPEN + DEAD_MOST)),
    .size = SIZE(PAIRS_MOST),
    .rounds = 2 * LEVELS,
    .aim = aim,
    .tasks = tasks,
    .work = work,
    .solve = solve,
    .worth = pl_qwixx_solo_chance,
    .weigh = pl_qwixx_solo_weigh_chances,
};

extern const struct pl_solver pl_qwixx_solo_solver;
const struct pl_solver pl_qwixx_solo_solver = {
    .id = "qwixx-solo",
    .game = &pl_qwixx_game,
    .states = POSITIONS(PAIRS_OF(OPEN + 1), OPEN + 1),
    .size = SIZE(PAIRS),
    .rounds = 2 * LEVELS,
    .start = start,
    .tasks = tasks,
    .work = work,
    .solve = solve,
    .worth = pl_qwixx_solo_worth,
    .weigh = pl_qwixx_solo_weigh,
    .goal = &goal,
    .blocks = PAIRS,
    .block_max = PAIRS * sizeof(lanes),
    .block_size = block_size,
    .pack = pack,
    .unpack = unpack,
};
