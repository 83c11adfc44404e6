/*
 * Bingo Dice Game (rules BG-…): two columns of numbers, four cards of crosses,
 * and special actions that set off one another.
 */
#include "bingo.h"

static const char *const orders[] = {"precedence", "left_to_right", NULL};
static const struct pl_option options[] = {
    [OPT_END_TIMING] = {"end_timing", pl_end_timings, 0, 0, 0},
    [OPT_YELLOW_ORDER] = {"yellow_order", orders, 0, 0, 0},
    [OPT_IDLE_LIMIT] = {"idle_limit", pl_idle_limits, 0, 0, 2},
    {0}};

/* --- The form ------------------------------------------------------------ */

/* clang-format off */
/* The numbers are printed once; where each of them stands follows from it. */
#define SHOWING(n, a, b, c, d, e, f, g, h, i, j, k, l)                         \
    (uint16_t)(((a) == (n)) << 0 | ((b) == (n)) << 1 | ((c) == (n)) << 2 |     \
               ((d) == (n)) << 3 | ((e) == (n)) << 4 | ((f) == (n)) << 5 |     \
               ((g) == (n)) << 6 | ((h) == (n)) << 7 | ((i) == (n)) << 8 |     \
               ((j) == (n)) << 9 | ((k) == (n)) << 10 | ((l) == (n)) << 11)
#define PRINTED(...)                                                           \
    .number = {__VA_ARGS__},                                                   \
    .where = {0, SHOWING(1, __VA_ARGS__), SHOWING(2, __VA_ARGS__),             \
              SHOWING(3, __VA_ARGS__), SHOWING(4, __VA_ARGS__),                \
              SHOWING(5, __VA_ARGS__), SHOWING(6, __VA_ARGS__)}
#define NONE 0, 0, 0

enum { S = 1, M, L };
enum { /* lines of a 3 x 3 card, an octal digit a row */
    ROW_1 = 0007, ROW_2 = 0070, ROW_3 = 0700,
    COL_1 = 0111, COL_2 = 0222, COL_3 = 0444,
    FALLING = 0421, RISING = 0124
};
enum { /* columns of a 3 x 4 card, a hexadecimal digit a row */
    COL_1_OF_4 = 0x111, COL_2_OF_4 = 0x222,
    COL_3_OF_4 = 0x444, COL_4_OF_4 = 0x888
};

/* The middle column of orange is all that differs: the example of the book needs
 * 10 points in orange, which sheet A cannot make. */
#define FORM(MIDDLE_OF_ORANGE) {                                               \
    .cloud = {L, S, M, M, L, S, M, M, L, S},                                   \
    .sign = {PL_NO_SIGN, PL_PLUS, PL_TIMES, PL_MINUS, PL_PLUS,                 \
             PL_MINUS, PL_PLUS, PL_TIMES, PL_MINUS, PL_PLUS},                  \
    .arrow = {                                                                 \
        [BLUE] = {[2] = X_WHITE, [4] = X_ORANGE, [6] = N_YELLOW, [8] = WILD},  \
        [YELLOW] = {[1] = X_PURPLE, [3] = X_RED, [5] = N_BLUE, [7] = WILD},    \
    },                                                                         \
    .card = {                                                                  \
        {.first = 0, .columns = 3,                                             \
         PRINTED(2, 4, 5,                                                      \
                 6, 3, 1,                                                      \
                 4, 2, 6, NONE),                                               \
         .line = {{ROW_1, 7, 0}, {ROW_2, 9, 0}, {ROW_3, 7, 0},                 \
                  {COL_1, 0, X_ORANGE}, {COL_2, 0, N_BLUE}, {COL_3, 0, X_WHITE},\
                  {FALLING, 12, 0}, {RISING, 0, WILD}}},                       \
        {.first = 9, .columns = 3,                                             \
         PRINTED(1, 5, 3,                                                      \
                 6, 4, 1,                                                      \
                 2, 3, 5, NONE),                                               \
         .line = {{ROW_1, 0, X_PURPLE}, {ROW_2, 0, N_YELLOW}, {ROW_3, 0, X_RED},\
                  {COL_1, 7, 0}, {COL_2, MIDDLE_OF_ORANGE, 0}, {COL_3, 7, 0},  \
                  {FALLING, 0, WILD}, {RISING, 12, 0}}},                       \
        {.first = 18, .columns = 4,                                            \
         PRINTED(1, 2, 6, 3,                                                   \
                 3, 4, 1, 5,                                                   \
                 5, 6, 2, 4),                                                  \
         .line = {{COL_1_OF_4, 9, 0}, {COL_2_OF_4, 0, X_RED},                  \
                  {COL_3_OF_4, 11, 0}, {COL_4_OF_4, 13, 0}}},                  \
        {.first = 30, .columns = 4,                                            \
         PRINTED(1, 2, 3, 4,                                                   \
                 4, 5, 1, 6,                                                   \
                 6, 3, 2, 5),                                                  \
         .line = {{COL_1_OF_4, 9, 0}, {COL_2_OF_4, 0, WILD},                   \
                  {COL_3_OF_4, 11, 0}, {COL_4_OF_4, 13, 0}}},                  \
    },                                                                         \
}

const struct form pl_bingo_form = FORM(10);
static const struct form form_a = FORM(9);
/* clang-format on */

/* --- Rules --------------------------------------------------------------- */

/* The moves that enter one of these numbers, or cross one of these boxes. */
static uint64_t writing(const struct form *f, const struct bingo *g, int seat,
                        int column, unsigned numbers)
{
    return (uint64_t)(numbers & numbers_for(f, g, seat, column))
           << (WRITE + PIPS * column - 1);
}
static uint64_t crossing(const struct bingo *g, int seat, int area,
                         unsigned boxes)
{
    unsigned crossed = g->crossed[seat][card_of(area)];

    return (uint64_t)(boxes & ~crossed)
           << pl_bingo_form.card[card_of(area)].first;
}

static uint64_t crossing_number(const struct form *f, const struct bingo *g,
                                int seat, int area, int number)
{
    return crossing(g, seat, area, f->card[card_of(area)].where[number]);
}

/* A die that is gone shows 0, which fits nowhere. */
static uint64_t entries_by_dice(const struct form *f, const struct bingo *g,
                                int seat)
{
    return writing(f, g, seat, BLUE, 1u << g->die[DIE_B]) |
           writing(f, g, seat, YELLOW, 1u << g->die[DIE_Y]) |
           crossing_number(f, g, seat, PURPLE, g->die[DIE_P]) |
           crossing_number(f, g, seat, ORANGE, g->die[DIE_O]) |
           crossing_number(f, g, seat, WHITE, g->die[DIE_W]) |
           crossing_number(f, g, seat, WHITE, g->die[DIE_W2]) |
           crossing_number(f, g, seat, RED, g->die[DIE_R]);
}

static uint64_t entries_in(const struct form *f, const struct bingo *g,
                           int seat, int area)
{
    if (area < PURPLE)
        return writing(f, g, seat, area, ANY_NUMBER);
    return crossing(g, seat, area, all_boxes(card_of(area)));
}

static uint64_t entries_by_special(const struct form *f, const struct bingo *g,
                                   int seat, int special)
{
    uint64_t set = 0;

    if (special != WILD)
        return entries_in(f, g, seat, area_of(special));
    for (int area = 0; area < AREAS; area++)
        set |= entries_in(f, g, seat, area);
    return set;
}

static void bingo_start(const struct pl_game *game, void *state,
                        const struct pl_setup *setup)
{
    *(struct bingo *)state =
        (struct bingo){.seats = setup->seats,
                       .active = setup->first,
                       .player = setup->first,
                       .immediate = setup->option[OPT_END_TIMING] != 0,
                       .left_to_right = setup->option[OPT_YELLOW_ORDER] != 0,
                       .idle_limit = idle_limit(setup->option[OPT_IDLE_LIMIT])};
}

static struct pl_turn bingo_turn(const struct pl_game *game, const void *state)
{
    static const uint8_t what[] = {[ROLLING] = PL_CHANCE,
                                   [PICKING] = PL_DECIDE,
                                   [CHOOSING] = PL_DECIDE,
                                   [ENTERING] = PL_DECIDE,
                                   [DONE] = PL_OVER};
    const struct bingo *g = state;

    return turn_in(g->phase, what, g->player, g->active);
}

static void bingo_chance(const struct pl_game *game, const void *state,
                         struct pl_chance *out)
{
    throw_dice(out, DICE);
    out->die[DIE_W] = out->die[DIE_W2] = &pl_white_die;
    for (int i = DIE_Y; i < DICE; i++)
        out->die[i] = &pl_coloured_die[i - DIE_Y];
}

static void bingo_land(const struct pl_game *game, void *state,
                       const uint8_t face[])
{
    struct bingo *g = state;

    land_pair(g->die, face);
    for (int i = DIE_Y; i < DICE; i++)
        g->die[i] = pips(face[i]);
    if (g->idle_limit)
        g->idle++;
    g->phase = PICKING;
}

static uint64_t allowed(const struct form *f, const struct bingo *g, int seat)
{
    switch ((enum phase)g->phase) {
    case PICKING:
        return entries_by_dice(f, g, seat) | bit(PASS);
    case CHOOSING:
        return (uint64_t)pending_kinds(g) << PASS;
    case ENTERING:
        return entries_by_special(f, g, seat, g->doing);
    case ROLLING:
    case DONE:
        break;
    }
    return 0;
}

static int bingo_moves(const struct pl_game *game, const void *state, int seat,
                       pl_move out[])
{
    return list_moves(allowed(form_of(game), state, seat), 0, out);
}

/* The white die that is left lies in the second place. */
static void take_die(const struct form *f, struct bingo *g, pl_move move)
{
    int die = die_of(f, g, move);

    if (die == DIE_W2) {
        g->die[DIE_W2] = g->die[DIE_W];
        die = DIE_W;
    }
    g->die[die] = 0;
}

static void unlock(struct bingo *g, int special)
{
    if (special != NOTHING)
        g->pending[special]++;
}

static void write_number(const struct form *f, struct bingo *g, int seat,
                         int column, int number)
{
    int box = g->filled[seat][column]++;

    g->number[seat][column][box] = (uint8_t)number;
    unlock(g, f->arrow[column][box]);
    g->ending |= box + 1 == LENGTH;
}

static void cross_box(const struct form *f, struct bingo *g, int seat, int card,
                      int box)
{
    unsigned crossed = g->crossed[seat][card] |= (uint16_t)(1u << box);

    for (int i = 0; i < LINES; i++) {
        const struct line *line = &f->card[card].line[i];

        if (is_complete(line, crossed) && has(line->boxes, box))
            unlock(g, line->special);
    }
    g->ending |= crossed == all_boxes(card);
}

static void enter(const struct form *f, struct bingo *g, int seat, pl_move move)
{
    int card = card_with(move);

    g->idle = 0;
    if (move < WRITE)
        cross_box(f, g, seat, card, move - pl_bingo_form.card[card].first);
    else
        write_number(f, g, seat, column_of(move), number_of(move));
}

static void clear_table(struct bingo *g, enum phase phase)
{
    for (int i = 0; i < DICE; i++)
        g->die[i] = 0;
    g->second = 0;
    g->phase = (uint8_t)phase;
}

static void end_turn(struct bingo *g)
{
    if (g->ending || is_idle(g)) {
        clear_table(g, DONE);
        return;
    }
    clear_table(g, ROLLING);
    g->active = g->player = seat_after(g->active, g->seats);
}

static void next_player(struct bingo *g)
{
    g->second = 0;
    g->player = seat_after(g->player, g->seats);
    g->phase = PICKING;
    if (g->player == g->active)
        end_turn(g);
}

static void end_chain(struct bingo *g)
{
    if (g->ending && g->immediate) {
        clear_table(g, DONE);
    } else if (g->player == g->active && 1 + g->second < OWN_DICE) {
        g->second = 1;
        g->phase = PICKING;
    } else {
        next_player(g);
    }
}

static void carry_out(struct bingo *g, int special)
{
    g->doing = (uint8_t)special;
    g->phase = ENTERING;
}

/* What is impossible now stays so, and is struck off; returns the others. */
static unsigned possible_kinds(const struct form *f, struct bingo *g, int seat)
{
    unsigned kinds = 0;

    for (int special = X_PURPLE; special < SPECIALS; special++)
        if (g->pending[special] && entries_by_special(f, g, seat, special))
            kinds |= 1u << special;
        else
            g->pending[special] = 0;
    return kinds;
}

/* After an entry. */
static void go_on(const struct form *f, struct bingo *g, int seat)
{
    unsigned kinds = possible_kinds(f, g, seat);

    g->doing = NOTHING;
    if (kinds == 0)
        end_chain(g);
    else if ((kinds & (kinds - 1)) == 0)
        carry_out(g, pl_lowest(kinds));
    else
        g->phase = CHOOSING;
}

static void bingo_play(const struct pl_game *game, void *state, int seat,
                       pl_move move)
{
    const struct form *f = form_of(game);
    struct bingo *g = state;

    if (move == PASS) {
        next_player(g);
        return;
    }
    if (move > PASS) {
        carry_out(g, move - PASS);
        return;
    }
    if (g->phase == PICKING)
        take_die(f, g, move);
    else
        g->pending[g->doing]--;
    enter(f, g, seat, move);
    go_on(f, g, seat);
}

/* --- Points -------------------------------------------------------------- */

static int blue_points(const struct bingo *g, int seat)
{
    int sum = 0;

    for (int i = 0; i < g->filled[seat][BLUE]; i++)
        sum += g->number[seat][BLUE][i];
    return sum;
}

/* A product is kept apart until a plus or minus ends it; from left to right it
 * takes in all that stands before it. */
static int yellow_points(const struct form *f, const struct bingo *g, int seat)
{
    int sum = 0, term = 0;

    for (int i = 0; i < g->filled[seat][YELLOW]; i++) {
        int number = g->number[seat][YELLOW][i];

        if (f->sign[i] != PL_TIMES) {
            sum += term;
            term = f->sign[i] == PL_MINUS ? -number : number;
        } else if (g->left_to_right) {
            term = (sum + term) * number;
            sum = 0;
        } else {
            term *= number;
        }
    }
    return sum + term;
}

static int card_points(const struct form *f, const struct bingo *g, int seat,
                       int card)
{
    int sum = 0;

    for (int i = 0; i < LINES; i++)
        if (is_complete(&f->card[card].line[i], g->crossed[seat][card]))
            sum += f->card[card].line[i].points;
    return sum;
}

void pl_bingo_points(const struct form *f, const struct bingo *g, int seat,
                     int points[AREAS])
{
    points[BLUE] = blue_points(g, seat);
    points[YELLOW] = yellow_points(f, g, seat);
    for (int card = 0; card < CARDS; card++)
        points[PURPLE + card] = card_points(f, g, seat, card);
}

static int bingo_parts(const struct pl_game *game, const void *state, int seat,
                       struct pl_part out[])
{
    int points[AREAS];

    pl_bingo_points(form_of(game), state, seat, points);
    for (int area = 0; area < AREAS; area++)
        out[area] = part(pl_bingo_area_name[area], points[area]);
    out[AREAS] = part("bingo.part.lowest", lowest_bonus(points));
    return AREAS + 1;
}

static void bingo_score(const struct pl_game *game, const void *state,
                        struct pl_result *out)
{
    const struct bingo *g = state;

    score_parts(out, game, g, g->seats, bingo_parts);
    out->aborted = g->phase == DONE && is_idle(g);
}

/* clang-format off */
/* The game on a sheet; more follows. */
#define BINGO(letter, ...) {                                                   \
    .id = "bingo",                                                             \
    .layout = letter,                                                          \
    .min_seats = 1,                                                            \
    .max_seats = SEATS,                                                        \
    .minutes = 30,                                                             \
    .age = 8,                                                                  \
    .hue = 8,                                                                  \
    .emblem = "hexagons",                                                      \
    .sign = {[PL_JOKER] = "bingo.sign.joker",                                  \
             [PL_PLUS] = "bingo.sign.plus",                                    \
             [PL_MINUS] = "bingo.sign.minus",                                  \
             [PL_TIMES] = "bingo.sign.times",                                  \
             [PL_LESS] = "bingo.sign.less",                                    \
             [PL_MORE] = "bingo.sign.more",                                    \
             [PL_ARROW] = "bingo.sign.arrow",                                  \
             [PL_CROSS] = "bingo.sign.cross",                                  \
             [PL_PENCIL] = "bingo.sign.pencil",                                \
             [PL_BACK] = "bingo.sign.arrow"},                                  \
    .pass = PASS,                                                              \
    .state_size = sizeof(struct bingo),                                        \
    .move_count = MOVES,                                                       \
    .moves_max = WRITE + 6 * COLUMNS,                                          \
    .options = options,                                                        \
    .sheets = &pl_bingo_sheets,                                                \
    .start = bingo_start,                                                      \
    .turn = bingo_turn,                                                        \
    .chance = bingo_chance,                                                    \
    .land = bingo_land,                                                        \
    .moves = bingo_moves,                                                      \
    .play = bingo_play,                                                        \
    .score = bingo_score,                                                      \
    .parts = bingo_parts,                                                      \
    .name = pl_bingo_name,                                                     \
    .ask = pl_bingo_ask,                                                       \
    .say = pl_bingo_say,                                                       \
    .tell = pl_bingo_tell,                                                     \
    .show = pl_bingo_show,                                                     \
    .touch = pl_bingo_touch,                                                   \
    .dice = pl_bingo_dice,                                                     \
    .why = pl_bingo_why,                                                       \
    .facts = pl_bingo_facts,                                                   \
    __VA_ARGS__                                                                \
}
/* clang-format on */

/* Yellow from left to right has the least and the most. */
enum { LEAST = (1 + MIN_FACTOR) * -54 };
enum { MOST_BUT_ORANGE = 55 + 497 + 35 + 33 + 33 + MIN_FACTOR * 33 };

static const struct pl_game on_a =
    BINGO("A", .sheet = &form_a, .points_min = LEAST,
          .points_max = MOST_BUT_ORANGE + 35);
static const struct pl_game *const others[] = {&on_a, NULL};

const struct pl_game pl_bingo_game =
    BINGO("B", .sheet = &pl_bingo_form, .others = others, .points_min = LEAST,
          .points_max = MOST_BUT_ORANGE + 36);
