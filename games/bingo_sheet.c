/* Forms of Bingo as people write them: all six areas with their rewards. What
 * the book fixes is where boxes and lines lie, that the first cloud of blue is
 * larger than the second, that yellow has all three signs and both columns have
 * arrows, and that every special action is somewhere. */
#include "bingo.h"

enum { YELLOW_MOST = 9999, YELLOW_LEAST = -999, REWARD = 60 };
enum { /* where the cells of a form begin */
       CLOUD,
       BLUE_ARROW = CLOUD + LENGTH,
       SIGN = BLUE_ARROW + LENGTH,
       YELLOW_ARROW = SIGN + LENGTH,
       CARD = YELLOW_ARROW + LENGTH
};

#define SPECIAL_WORDS "XP", "XO", "XW", "XR", "NB", "NY", "WILD"
static const char *const clouds[] = {"S", "M", "L", NULL};
static const char *const signs[] = {".", "+", "-", "x", NULL};
static const char *const specials[] = {".", SPECIAL_WORDS, NULL};
static const char *const rewards[] = {SPECIAL_WORDS, NULL};

#define SPECIAL_MEANS                                                          \
    "bingo.x_purple", "bingo.x_orange", "bingo.x_white", "bingo.x_red",        \
        "bingo.n_blue", "bingo.n_yellow", "bingo.wild"
static const char *const cloud_means[] = {
    "bingo.cloud.small", "bingo.cloud.medium", "bingo.cloud.large"};
static const char *const sign_means[] = {
    NULL, "bingo.sign.plus", "bingo.sign.minus", "bingo.sign.times"};
static const char *const arrow_means[] = {NULL, SPECIAL_MEANS};
static const char *const reward_means[] = {SPECIAL_MEANS};

static const struct pl_cell cloud = {1, 0, clouds, cloud_means},
                            sign = {1, 0, signs, sign_means},
                            arrow = {1, 0, specials, arrow_means},
                            pip = {1, PIPS, NULL, NULL},
                            reward = {1, REWARD, rewards, reward_means};

static const struct pl_line lines[] = {{"blue", LENGTH, false, &cloud, NULL},
                                       {"arrows", LENGTH, false, &arrow, NULL},
                                       {"yellow", LENGTH, false, &sign, NULL},
                                       {"arrows", LENGTH, false, &arrow, NULL},
                                       {"purple", 3, false, &pip, &reward},
                                       {"", 3, false, &pip, &reward},
                                       {"", 3, false, &pip, &reward},
                                       {"columns", 3, false, &reward, NULL},
                                       {"diagonals", 2, false, &reward, NULL},
                                       {"orange", 3, false, &pip, &reward},
                                       {"", 3, false, &pip, &reward},
                                       {"", 3, false, &pip, &reward},
                                       {"columns", 3, false, &reward, NULL},
                                       {"diagonals", 2, false, &reward, NULL},
                                       {"white", 4, false, &pip, NULL},
                                       {"", 4, false, &pip, NULL},
                                       {"", 4, false, &pip, NULL},
                                       {"columns", 4, false, &reward, NULL},
                                       {"red", 4, false, &pip, NULL},
                                       {"", 4, false, &pip, NULL},
                                       {"", 4, false, &pip, NULL},
                                       {"columns", 4, false, &reward, NULL},
                                       {0}};

/* --- Where a card has its cells ------------------------------------------ */

/* Rows have a reward at their end where they are lines of the card. */
static int row_cells(int card)
{
    int columns = pl_bingo_form.card[card].columns;

    return columns + (columns == ROWS);
}

static int card_cells(int card)
{
    int columns = pl_bingo_form.card[card].columns;

    return ROWS * row_cells(card) + columns + 2 * (columns == ROWS);
}

static int first_cell(int card)
{
    int at = CARD;

    while (card-- > 0)
        at += card_cells(card);
    return at;
}

static int number_cell(int card, int box)
{
    int columns = pl_bingo_form.card[card].columns;

    return first_cell(card) + box / columns * row_cells(card) + box % columns;
}

/* The lines of a square card are its rows, its columns and its diagonals. */
static int reward_cell(int card, int line)
{
    if (pl_bingo_form.card[card].columns == ROWS && line < ROWS)
        return number_cell(card, ROWS * line + ROWS - 1) + 1;
    if (pl_bingo_form.card[card].columns == ROWS)
        line -= ROWS;
    return first_cell(card) + ROWS * row_cells(card) + line;
}

static int line_count(int card)
{
    int n = 0;

    while (n < LINES && pl_bingo_form.card[card].line[n].boxes)
        n++;
    return n;
}

/* --- A form as cells ----------------------------------------------------- */

static void form_cells(const struct pl_game *game, int16_t cell[])
{
    const struct form *f = form_of(game);

    for (int i = 0; i < LENGTH; i++) {
        cell[CLOUD + i] = (int16_t)(PL_WORD + f->cloud[i] - 1);
        cell[BLUE_ARROW + i] = (int16_t)(PL_WORD + f->arrow[BLUE][i]);
        cell[SIGN + i] =
            (int16_t)(PL_WORD + (f->sign[i] ? 1 + f->sign[i] - PL_PLUS : 0));
        cell[YELLOW_ARROW + i] = (int16_t)(PL_WORD + f->arrow[YELLOW][i]);
    }
    for (int c = 0; c < CARDS; c++) {
        for (int i = 0; i < ROWS * f->card[c].columns; i++)
            cell[number_cell(c, i)] = f->card[c].number[i];
        for (int i = 0; i < line_count(c); i++) {
            const struct line *line = &f->card[c].line[i];

            cell[reward_cell(c, i)] =
                (int16_t)(line->special ? PL_WORD + line->special - X_PURPLE
                                        : line->points);
        }
    }
}

static void fill_card(const int16_t cell[], int c, struct card *card)
{
    for (int n = 0; n <= PIPS; n++)
        card->where[n] = 0;
    for (int i = 0; i < ROWS * card->columns; i++) {
        card->number[i] = (uint8_t)cell[number_cell(c, i)];
        card->where[card->number[i]] |= (uint16_t)(1u << i);
    }
    for (int i = 0; i < line_count(c); i++) {
        int16_t prize = cell[reward_cell(c, i)];

        card->line[i].points = is_word(prize) ? 0 : (uint8_t)prize;
        card->line[i].special =
            is_word(prize) ? (uint8_t)(X_PURPLE + prize - PL_WORD) : NOTHING;
    }
}

static void fill_form(const int16_t cell[], struct form *f)
{
    *f = pl_bingo_form;
    for (int i = 0; i < LENGTH; i++) {
        int mark = cell[SIGN + i] - PL_WORD;

        f->cloud[i] = (uint8_t)(cell[CLOUD + i] - PL_WORD + 1);
        f->sign[i] = (uint8_t)(mark ? PL_PLUS + mark - 1 : PL_NO_SIGN);
        f->arrow[BLUE][i] = (uint8_t)(cell[BLUE_ARROW + i] - PL_WORD);
        f->arrow[YELLOW][i] = (uint8_t)(cell[YELLOW_ARROW + i] - PL_WORD);
    }
    for (int c = 0; c < CARDS; c++)
        fill_card(cell, c, &f->card[c]);
}

/* --- How many points it can bring ---------------------------------------- */

/* The most that blue can hold: best[n] ends with the number n. */
static int blue_most(const struct form *f)
{
    int best[PIPS + 1] = {0}, most = 0;

    for (int i = 0; i < LENGTH; i++) {
        int next[PIPS + 1] = {0};

        for (int n = 1; n <= PIPS; n++)
            for (int above = 1; above <= PIPS; above++) {
                int step = i ? f->cloud[i] - f->cloud[i - 1] : 0;
                bool fits = step == 0 || (step > 0 ? n > above : n < above);

                if ((i == 0 || best[above]) && fits &&
                    best[above] + n > next[n])
                    next[n] = best[above] + n;
            }
        for (int n = 1; n <= PIPS; n++) {
            best[n] = next[n];
            most = next[n] > most ? next[n] : most;
        }
    }
    return most;
}

struct range {
    int64_t low, high;
};

static struct range times(struct range a)
{
    return (struct range){a.low < 0 ? PIPS * a.low : a.low,
                          a.high > 0 ? PIPS * a.high : a.high};
}

/* All that yellow can come to, in either order of working it out. */
static struct range yellow_range(const struct form *f, bool left_to_right)
{
    struct range all = {0, 0}, sum = {0, 0}, term = {0, 0};

    for (int i = 0; i < LENGTH; i++) {
        if (f->sign[i] != PL_TIMES) {
            bool minus = f->sign[i] == PL_MINUS;

            sum = (struct range){sum.low + term.low, sum.high + term.high};
            term = (struct range){minus ? -PIPS : 1, minus ? -1 : PIPS};
        } else if (left_to_right) {
            term =
                times((struct range){sum.low + term.low, sum.high + term.high});
            sum = (struct range){0, 0};
        } else {
            term = times(term);
        }
        if (sum.low + term.low < all.low)
            all.low = sum.low + term.low;
        if (sum.high + term.high > all.high)
            all.high = sum.high + term.high;
    }
    return all;
}

static struct range both_orders(const struct form *f)
{
    struct range a = yellow_range(f, false), b = yellow_range(f, true);

    return (struct range){a.low < b.low ? a.low : b.low,
                          a.high > b.high ? a.high : b.high};
}

/* Yellow alone can be less than nothing, and is the lowest then. */
static void set_points(const struct form *f, struct pl_game *copy)
{
    struct range yellow = both_orders(f);
    int most[AREAS] = {blue_most(f), (int)yellow.high}, sum = 0;

    for (int c = 0; c < CARDS; c++)
        for (int i = 0; i < LINES; i++)
            most[PURPLE + c] += f->card[c].line[i].points;
    for (int area = 0; area < AREAS; area++)
        sum += most[area];
    copy->points_min = (int16_t)((1 + MIN_FACTOR) * yellow.low);
    copy->points_max = (int16_t)(sum + lowest_bonus(most));
}

/* --- What is wrong with it ----------------------------------------------- */

static void check_blue(const struct form *f, struct pl_faults *faults)
{
    if (f->cloud[0] <= f->cloud[1])
        add_fault(faults, CLOUD, PL_SAY("bingo.sheet.clouds"));
}

static void check_yellow(const struct form *f, struct pl_faults *faults)
{
    struct range yellow = both_orders(f);
    unsigned seen = 0;

    for (int i = 0; i < LENGTH; i++) {
        seen |= 1u << f->sign[i];
        if ((f->sign[i] == PL_NO_SIGN) != (i == 0))
            add_fault(faults, SIGN + i, PL_SAY("bingo.sheet.sign"));
    }
    for (int mark = PL_PLUS; mark <= PL_TIMES; mark++)
        if (!has(seen, mark)) {
            add_fault(faults, SIGN, PL_SAY("bingo.sheet.signs"));
            return;
        }
    if (yellow.high > YELLOW_MOST || yellow.low < YELLOW_LEAST)
        add_fault(
            faults, SIGN,
            PL_SAY("bingo.sheet.yellow", .n = YELLOW_LEAST, .m = YELLOW_MOST));
}

static void check_arrows(const struct form *f, struct pl_faults *faults)
{
    for (int column = 0; column < COLUMNS; column++) {
        unsigned any = 0;

        for (int i = 0; i < LENGTH; i++)
            any |= f->arrow[column][i];
        if (!any)
            add_fault(faults, column == BLUE ? BLUE_ARROW : YELLOW_ARROW,
                      PL_SAY("bingo.sheet.arrow"));
    }
}

static void check_cards(const struct form *f, struct pl_faults *faults)
{
    for (int c = 0; c < CARDS; c++)
        for (int n = 1; n <= PIPS; n++)
            if (f->card[c].where[n] == 0)
                add_fault(faults, first_cell(c),
                          PL_SAY("bingo.sheet.number", .n = n));
}

static void check_specials(const struct form *f, struct pl_faults *faults)
{
    unsigned seen = 0;

    for (int i = 0; i < LENGTH; i++)
        seen |= 1u << f->arrow[BLUE][i] | 1u << f->arrow[YELLOW][i];
    for (int c = 0; c < CARDS; c++)
        for (int i = 0; i < LINES; i++)
            seen |= 1u << f->card[c].line[i].special;
    for (int i = X_PURPLE; i < SPECIALS; i++) {
        struct pl_message what = PL_SAY("bingo.sheet.special");

        pl_put(&what.word, specials[i]);
        if (!has(seen, i))
            add_fault(faults, BLUE_ARROW, what);
    }
}

static void make_form(const int16_t cell[], struct pl_game *copy, void *tables,
                      struct pl_faults *faults)
{
    struct form *f = tables;

    fill_form(cell, f);
    check_blue(f, faults);
    check_yellow(f, faults);
    check_arrows(f, faults);
    check_cards(f, faults);
    check_specials(f, faults);
    if (faults->count == 0)
        set_points(f, copy);
}

static void swap_some(int16_t cell[], int first, int count, struct pl_rng *rng)
{
    for (int i = 1 + random_to(rng, count); i > 0; i--)
        swap_cells(&cell[first + random_to(rng, count)],
                   &cell[first + random_to(rng, count)]);
}

/* Clouds, signs, arrows and numbers change places, and the rewards of a card
 * among its lines. */
static void vary_form(int16_t cell[], struct pl_rng *rng)
{
    swap_some(cell, CLOUD, LENGTH, rng);
    swap_some(cell, BLUE_ARROW, LENGTH, rng);
    swap_some(cell, SIGN + 1, LENGTH - 1, rng);
    swap_some(cell, YELLOW_ARROW, LENGTH, rng);
    for (int c = 0; c < CARDS; c++) {
        int boxes = ROWS * pl_bingo_form.card[c].columns, n = line_count(c);

        for (int i = random_to(rng, boxes); i > 0; i--)
            swap_cells(&cell[number_cell(c, random_to(rng, boxes))],
                       &cell[number_cell(c, random_to(rng, boxes))]);
        for (int i = random_to(rng, n); i > 0; i--)
            swap_cells(&cell[reward_cell(c, random_to(rng, n))],
                       &cell[reward_cell(c, random_to(rng, n))]);
    }
}

const struct pl_sheets pl_bingo_sheets = {lines, sizeof(struct form),
                                          form_cells, make_form, vary_form};
