/* See rainbow_turn.h. */
#include "rainbow_turn.h"

#include <string.h>

enum {
    PART_1_ROWS = SIXES + 1,
    PART_2_ROWS = ROWS - PART_1_ROWS,
    PART_2_SETS = 1 << PART_2_ROWS,
    SUMS = 26 + 1, /* of a colour that matter */
    LANES = 8,     /* hands that differ in the last die */
    FOURS = 1296,  /* rolls of the other four */
    NEVER = -5000  /* less than any worth */
};

/* --- A sheet ------------------------------------------------------------- */

/* What an open row brings without bonuses, and what a pair of open rows brings
 * more: least squares over all sets of open rows, whose exact values
 * rainbow_solo.c knows. */
static const int16_t of_row[ROWS] = {116, 177, 247, 320, 397, 477, 636,
                                     256, 319, 502, 194, 88,  788};

static const int16_t of_pair[ROWS][ROWS] = {
    {0, -6, 0, 6, 10, 14, 24, 41, 41, 24, 28, -13, 1},
    {0, 0, 3, 8, 12, 15, 21, 34, 36, 18, 27, -3, 4},
    {0, 0, 0, 10, 14, 17, 20, 31, 37, 24, 25, 5, 7},
    {0, 0, 0, 0, 17, 19, 18, 31, 39, 26, 24, 10, 10},
    {0, 0, 0, 0, 0, 21, 10, 30, 35, 28, 25, 15, 10},
    {0, 0, 0, 0, 0, 0, -3, 32, 32, 31, 28, 18, 1},
    {0, 0, 0, 0, 0, 0, 0, 43, 34, 32, 28, 29, 20},
    {0, 0, 0, 0, 0, 0, 0, 0, 44, 34, 26, 44, 38},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 31, 27, 41, 50},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 46, 28, 29},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 34, 26},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4},
};

/* How often, of 256, a row brings a colour each number, crossed out (0) or
 * noted: half way between a guess and what games showed, which plays better
 * than either. */
static const uint8_t often[ROWS][DIGITS] = {
    {166, 90},
    {138, 0, 118},
    {131, 0, 0, 125},
    {126, 0, 0, 0, 130},
    {124, 0, 0, 0, 0, 132},
    {124, 0, 0, 0, 0, 0, 132},
    {38, 9, 16, 23, 36, 59, 75},
    {106, 7, 8, 14, 25, 41, 55},
    {68, 11, 15, 22, 33, 49, 58},
    {44, 12, 21, 47, 47, 47, 38},
    {102, 12, 30, 31, 31, 31, 19},
    {206, 3, 7, 8, 10, 10, 12},
    {2, 11, 18, 25, 45, 71, 84},
};

static int rows_worth(unsigned open)
{
    int worth = 0;

    for (unsigned rows = open; rows; rows &= rows - 1) {
        int row = pl_lowest(rows);

        worth += of_row[row];
        for (unsigned more = rows & (rows - 1); more; more &= more - 1)
            worth += of_pair[row][pl_lowest(more)];
    }
    return worth;
}

/* The worth of a colour's bonus, by the open rows of a part and by its sum.
 * Filled in for each thread, as what else is kept below. */
struct bonuses {
    int full;
    int16_t worth[PART_2_SETS][SUMS];
};

/* One more row is open. */
static void open_row(int row, int full, const int16_t from[SUMS],
                     int16_t to[SUMS])
{
    for (int sum = 0; sum < SUMS; sum++) {
        int mean = 128;

        for (int i = 0; i < DIGITS; i++)
            mean += often[row][i] * from[sum + i < full ? sum + i : full];
        to[sum] = (int16_t)(mean / 256);
    }
}

static void list_bonuses(struct bonuses *b, int part, int full)
{
    unsigned sets = 1u << (part == PART_1 ? PART_1_ROWS : PART_2_ROWS);
    int first = part == PART_1 ? 0 : PART_1_ROWS;

    b->full = full;
    for (int sum = 0; sum < SUMS; sum++)
        b->worth[0][sum] = sum >= full ? BONUS * PARTS_OF_POINT : 0;
    for (unsigned set = 1; set < sets; set++)
        open_row(first + pl_lowest(set), full, b->worth[set & (set - 1)],
                 b->worth[set]);
}

static const int16_t *bonus_worth(int part, unsigned rows, int full)
{
    static _Thread_local struct bonuses bonuses[PARTS];

    if (bonuses[part].full != full)
        list_bonuses(&bonuses[part], part, full);
    return bonuses[part].worth[rows];
}

struct sums { /* of a seat's colours in a part */
    int sum[COLOURS], full;
    unsigned rows; /* that are open */
};

static struct sums read_sums(const struct rainbow *g, int seat, int part)
{
    struct columns columns = add_columns(g, seat, part);
    struct sums s = {.full = threshold(g->options, part) + 1};

    s.rows = part == PART_1 ? g->open[seat] & ((1u << PART_1_ROWS) - 1)
                            : g->open[seat] >> PART_1_ROWS;
    for (int c = 0; c < COLOURS; c++) {
        s.sum[c] = in_column(columns, c);
        s.sum[c] = s.sum[c] < s.full ? s.sum[c] : s.full;
    }
    return s;
}

static int of_colours(const struct sums *s, const int16_t worth[SUMS])
{
    int all = 0;

    for (int c = 0; c < COLOURS; c++)
        all += worth[s->sum[c]];
    return all;
}

static int bonuses_of(const struct sums *s, int part)
{
    return of_colours(s, bonus_worth(part, s->rows, s->full));
}

/* A sheet that was looked at last: mostly the next is the same. */
struct sheet {
    uint16_t row[ROWS], open;
    uint8_t options;
    bool known;
};

/* Is it still that of the seat? From now on it is. */
static bool is_same(struct sheet *sheet, const struct rainbow *g, int seat)
{
    if (sheet->known && sheet->open == g->open[seat] &&
        sheet->options == g->options &&
        memcmp(sheet->row, g->row[seat], sizeof sheet->row) == 0)
        return true;
    memcpy(sheet->row, g->row[seat], sizeof sheet->row);
    sheet->open = g->open[seat];
    sheet->options = g->options;
    sheet->known = true;
    return false;
}

static int sure_bonuses(const struct sums *s)
{
    int sure = 0;

    for (int c = 0; c < COLOURS; c++)
        sure += s->sum[c] == s->full;
    return sure * BONUS * PARTS_OF_POINT;
}

struct rainbow_worth pl_rainbow_worth(const struct rainbow *g, int seat)
{
    static _Thread_local struct {
        struct sheet sheet;
        struct rainbow_worth worth;
    } last[SEATS];
    struct rainbow_worth *worth = &last[seat].worth;

    if (is_same(&last[seat].sheet, g, seat))
        return *worth;
    worth->rows = rows_worth(g->open[seat]);
    for (int part = PART_1; part < PARTS; part++) {
        struct sums s = read_sums(g, seat, part);

        worth->bonus[part] = bonuses_of(&s, part) - sure_bonuses(&s);
    }
    return *worth;
}

/* --- The rows that a hand can go to -------------------------------------- */

/* Kept from one position to the next, which is mostly of the same turn. */
struct memory {
    struct sheet sheet;
    bool knows_fits;
    uint8_t fits_options, fits[FOURS][LANES]; /* rows of Part 2, as bits */
    int16_t first[HANDS], last[HANDS]; /* hands before either roll more */
};

static unsigned part_2_fits(unsigned options, unsigned count)
{
    unsigned seen = 0, fits = 1u << (CHANCE - PART_1_ROWS);
    int most = 0, numbers = 0;
    bool two = false;

    for (int i = 0; i < SIDES; i++) {
        int n = count >> 3 * i & 7;

        seen |= (unsigned)(n > 0) << i;
        numbers += n > 0;
        most = n > most ? n : most;
        two = two || n == 2;
    }
    unsigned four = seen & seen >> 1 & seen >> 2 & seen >> 3;
    bool exact = has(options, OPT_EXACT);

    if (exact ? most == THREE : most >= THREE)
        fits |= 1u << (THREE_KIND - PART_1_ROWS);
    if (exact ? most == FOUR : most >= FOUR)
        fits |= 1u << (FOUR_KIND - PART_1_ROWS);
    if (numbers == 1 ? !has(options, OPT_FIVE) : two && most == THREE)
        fits |= 1u << (FULL_HOUSE - PART_1_ROWS);
    if (four)
        fits |= 1u << (SMALL_STREET - PART_1_ROWS);
    if (four & seen >> 4)
        fits |= 1u << (LARGE_STREET - PART_1_ROWS);
    if (numbers == 1)
        fits |= 1u << (RAINBOW - PART_1_ROWS);
    return fits;
}

/* Four dice, the first one highest, as octal counts. */
static unsigned count_four(int four)
{
    unsigned count = 0;

    for (int c = 0; c < COLOURS - 1; c++, four /= SIDES)
        count += 1u << 3 * (four % SIDES);
    return count;
}

static void list_fits(struct memory *m, unsigned options)
{
    for (int four = 0; four < FOURS; four++)
        for (int i = 0; i < SIDES; i++)
            m->fits[four][i + 1] =
                (uint8_t)part_2_fits(options, count_four(four) + (1u << 3 * i));
    m->fits_options = (uint8_t)options;
    m->knows_fits = true;
}

/* What rows bring, less what the sheet is worth now. */
struct rows {
    int16_t one[PART_1_ROWS][1 << (COLOURS - 1)][LANES]; /* by dice that show
                                  the number, and the last die */
    int16_t two[PART_2_SETS]; /* the best of these rows of Part 2 */
    int16_t crossed;          /* the best of all rows of Part 2, without dice */
    int16_t gain[COLOURS][LANES]; /* by a number noted in Part 2 */
};

static void weigh_part_1(const struct sums *s, int before, int row,
                         struct rows *rows)
{
    const int16_t *worth = bonus_worth(PART_1, s->rows ^ 1u << row, s->full);
    int with[1 << COLOURS];

    for (unsigned dice = 0; dice < 1u << COLOURS; dice++) {
        with[dice] = before;
        for (int c = 0; c < COLOURS; c++) {
            int more = dice >> c & 1 ? row + 1 : 0, to = s->sum[c] + more;

            with[dice] +=
                more * PARTS_OF_POINT + worth[to < s->full ? to : s->full];
        }
    }
    for (unsigned dice = 0; dice < 1u << (COLOURS - 1); dice++)
        for (int i = 0; i < LANES; i++)
            rows->one[row][dice][i] =
                (int16_t)with[dice | (unsigned)(i == row + 1) << (COLOURS - 1)];
}

static void weigh_part_2(const struct sums *s, unsigned open, int before,
                         struct rows *rows)
{
    int mean[SUMS] = {0}, crossed[PART_2_ROWS] = {0}, n = pl_count(s->rows);

    rows->crossed = NEVER;
    for (unsigned left = s->rows; left; left &= left - 1) {
        int row = pl_lowest(left);
        const int16_t *worth =
            bonus_worth(PART_2, s->rows ^ 1u << row, s->full);

        for (int sum = 0; sum < SUMS; sum++)
            mean[sum] += worth[sum];
        crossed[row] = before + of_colours(s, worth) +
                       rows_worth(open ^ 1u << (row + PART_1_ROWS));
        if (crossed[row] > rows->crossed)
            rows->crossed = (int16_t)crossed[row];
    }
    for (unsigned set = 0; set < PART_2_SETS; set++) {
        rows->two[set] = NEVER;
        for (unsigned left = set & s->rows; left; left &= left - 1)
            if (crossed[pl_lowest(left)] > rows->two[set])
                rows->two[set] = (int16_t)crossed[pl_lowest(left)];
    }
    for (int c = 0; c < COLOURS && n; c++)
        for (int i = 0; i < LANES; i++) {
            int to = s->sum[c] + i;

            rows->gain[c][i] = (int16_t)(i * PARTS_OF_POINT +
                                         (mean[to < s->full ? to : s->full] -
                                          mean[s->sum[c]]) /
                                             n);
        }
}

static void weigh_rows(const struct rainbow *g, struct rows *rows)
{
    unsigned open = g->open[g->active];
    struct sums one = read_sums(g, g->active, PART_1);
    struct sums two = read_sums(g, g->active, PART_2);
    int now_1 = bonuses_of(&one, PART_1), now_2 = bonuses_of(&two, PART_2);
    int now = rows_worth(open);

    memset(rows, 0, sizeof *rows);
    for (int row = 0; row < PART_1_ROWS; row++)
        if (one.rows >> row & 1)
            weigh_part_1(&one, rows_worth(open ^ 1u << row) - now - now_1, row,
                         rows);
        else
            for (int i = 0; i < 1 << (COLOURS - 1); i++)
                for (int k = 0; k < LANES; k++)
                    rows->one[row][i][k] = NEVER;
    weigh_part_2(&two, open, -now - now_2, rows);
}

/* Numbers that are reckoned with side by side. */
typedef int16_t lanes __attribute__((vector_size(LANES * sizeof(int16_t))));

static inline lanes load(const int16_t from[LANES])
{
    lanes v;

    memcpy(&v, from, sizeof v);
    return v;
}

static inline lanes higher(lanes a, lanes b)
{
    lanes is = a > b;

    return (a & is) | (b & ~is);
}

static inline lanes all(int number)
{
    return (lanes){0} + (int16_t)number;
}

static inline void raise(int16_t worth[LANES], lanes to)
{
    lanes v = higher(load(worth), to);

    memcpy(worth, &v, sizeof v);
}

/* The hands whose first dice are these; `showing` has four bits for each
 * number, the dice that show it. */
static void choose_rows(const struct rows *rows, const uint8_t fits[LANES],
                        unsigned showing, int gain, int16_t of[LANES])
{
    const int16_t *two = rows->two;
    lanes v = {two[fits[0]], two[fits[1]], two[fits[2]], two[fits[3]],
               two[fits[4]], two[fits[5]], two[fits[6]], two[fits[7]]};

    v = higher(v + all(gain) + load(rows->gain[COLOURS - 1]),
               all(rows->crossed));
    for (int row = 0; row < PART_1_ROWS; row++)
        v = higher(v, load(rows->one[row][showing >> 4 * row & 15]));
    memcpy(of, &v, sizeof v);
}

/* This die, and those after it. */
static const uint8_t (*choose_all(const struct rows *rows,
                                  const uint8_t (*fits)[LANES], int die,
                                  unsigned showing, int gain,
                                  int16_t *of))[LANES]
{
    if (die == COLOURS - 1) {
        choose_rows(rows, *fits, showing, gain, of);
        return fits + 1;
    }
    for (int i = 1; i <= SIDES; i++)
        fits =
            choose_all(rows, fits, die + 1, showing | 1u << (4 * (i - 1) + die),
                       gain + rows->gain[die][i], of + (i << shift(die)));
    return fits;
}

/* --- The turn ------------------------------------------------------------ */

static int16_t sixth(int sum)
{
    return (int16_t)((int16_t)(sum + SIDES / 2) * 10923 >> 16);
}

static void average_step(int16_t *restrict to, const int16_t *restrict from,
                         int length)
{
    const int16_t *restrict a = from, *restrict b = a + length,
                            *restrict c = b + length, *restrict d = c + length,
                            *restrict e = d + length, *restrict f = e + length;

    for (int i = 0; i < LANES; i++)
        to[i] = sixth(a[i] + b[i] + c[i] + d[i] + e[i] + f[i]);
}

/* As in rainbow_hands.c. */
static void average(int16_t *worth, int die)
{
    int length = 1 << 3 * die;

    if (die == 0) {
        worth[0] = sixth(worth[1] + worth[2] + worth[3] + worth[4] + worth[5] +
                         worth[6]);
        return;
    }
    for (int number = 1; number < DIGITS; number++)
        average(worth + number * length, die - 1);
    for (int i = 0; i < length; i += LANES)
        average_step(worth + i, worth + length + i, length);
}

static void keep_best(int16_t *worth, int die)
{
    int length = 1 << 3 * die;

    if (die == 0) {
        raise(worth, all(worth[0]));
        return;
    }
    for (int number = 0; number < DIGITS; number++)
        keep_best(worth + number * length, die - 1);
    for (int number = 1; number < DIGITS; number++)
        for (int i = 0; i < length; i += LANES)
            raise(worth + number * length + i, load(worth + i));
}

static void work_out(const struct rainbow *g, struct memory *m)
{
    struct rows rows;

    if (!m->knows_fits || m->fits_options != g->options)
        list_fits(m, g->options);
    weigh_rows(g, &rows);
    choose_all(&rows, (const uint8_t(*)[LANES])m->fits, 0, 0, 0, m->last);
    average(m->last, COLOURS - 1);
    memcpy(m->first, m->last, sizeof m->first);
    keep_best(m->first, COLOURS - 1);
    average(m->first, COLOURS - 1);
}

int pl_rainbow_turn_worth(const struct rainbow *g)
{
    static _Thread_local struct memory m;

    if (!is_same(&m.sheet, g, g->active))
        work_out(g, &m);
    return g->throws == 1 ? m.first[g->dice] : m.last[g->dice];
}
