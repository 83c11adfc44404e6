/*
 * Bingo Dice Game (rules BG-…): two columns of numbers, four cards of crosses,
 * and special actions that set off one another.
 *
 * The 62 moves fit into one word, so what is allowed is a set of bits: first
 * the boxes of the four cards, then the numbers 1 … 6 for blue and for yellow,
 * passing, and the special actions that can be named.
 */
#include "kit.h"

enum { SEATS = 5, COLUMNS = 2, LENGTH = 10, CARDS = 4, ROWS = 3, WIDEST = 4 };
enum { BOXES = 42, LINES = 8, PIPS = 6, OWN_DICE = 2, MIN_FACTOR = 3 };
enum area { BLUE, YELLOW, PURPLE, ORANGE, WHITE, RED, AREAS };
enum special {
    NOTHING,
    X_PURPLE, /* cross any box of that card */
    X_ORANGE,
    X_WHITE,
    X_RED,
    N_BLUE, /* write any number into that column */
    N_YELLOW,
    WILD,
    SPECIALS
};
enum { DIE_W, DIE_W2, DIE_Y, DIE_B, DIE_P, DIE_O, DIE_R, DICE };
enum phase { ROLLING, PICKING, CHOOSING, ENTERING, DONE };
enum { WRITE = BOXES, PASS = WRITE + PIPS * COLUMNS, MOVES = PASS + SPECIALS };
enum { ANY_NUMBER = 0x7e }; /* bits 1 … 6 */
enum { OPT_END_TIMING, OPT_YELLOW_ORDER, OPT_IDLE_LIMIT };
enum {
    ID_PASS = 1,
    ID_VALUE, /* 1 … 6 */
    ID_PENDING = ID_VALUE + 7,
    ID_NUMBER = ID_PENDING + SPECIALS,
    ID_BOX = ID_NUMBER + SEATS * COLUMNS * LENGTH
};

struct bingo {
    uint16_t crossed[SEATS][CARDS]; /* bits: boxes, row by row */
    uint8_t number[SEATS][COLUMNS][LENGTH];
    uint8_t filled[SEATS][COLUMNS]; /* how many boxes hold a number */
    uint8_t die[DICE];         /* 0: not thrown, or taken; white ones rising */
    uint8_t pending[SPECIALS]; /* special actions of the player at work */
    uint8_t doing;             /* ENTERING: which of them */
    uint8_t seats, active, phase;
    uint8_t player; /* who is at work: the active one, then the others */
    uint8_t second; /* the active player is at the second die */
    uint8_t ending; /* somebody has filled an area */
    uint8_t idle;   /* turns without any entry, this one included */
    uint8_t idle_limit;
    uint8_t immediate, left_to_right; /* options */
};

static const char *const orders[] = {"precedence", "left_to_right", NULL};
static const struct pl_option options[] = {
    [OPT_END_TIMING] = {"end_timing", end_timings, 0, 0, 0},
    [OPT_YELLOW_ORDER] = {"yellow_order", orders, 0, 0, 0},
    [OPT_IDLE_LIMIT] = {"idle_limit", idle_limits, 0, 0, 2},
    {0}};

/* --- The form ------------------------------------------------------------ */

struct line { /* points or a special action for its last cross */
    uint16_t boxes;
    uint8_t points, special;
};

struct card {
    uint8_t first, columns;        /* its first box among all */
    uint8_t number[ROWS * WIDEST]; /* as printed, row by row */
    uint16_t where[7];             /* the boxes that show this number */
    struct line line[LINES];
};

struct form {
    uint8_t cloud[LENGTH];          /* blue: small, medium, large */
    uint8_t sign[LENGTH];           /* yellow: the sign before the box */
    uint8_t arrow[COLUMNS][LENGTH]; /* what a number in the box unlocks */
    struct card card[CARDS];
};

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

static const struct form form = {
    .cloud = {L, S, M, M, L, S, M, M, L, S},
    .sign = {PL_NO_SIGN, PL_PLUS, PL_TIMES, PL_MINUS, PL_PLUS,
             PL_MINUS, PL_PLUS, PL_TIMES, PL_MINUS, PL_PLUS},
    .arrow = {
        [BLUE] = {[2] = X_WHITE, [4] = X_ORANGE, [6] = N_YELLOW, [8] = WILD},
        [YELLOW] = {[1] = X_PURPLE, [3] = X_RED, [5] = N_BLUE, [7] = WILD},
    },
    .card = {
        {.first = 0, .columns = 3,
         PRINTED(2, 4, 5,
                 6, 3, 1,
                 4, 2, 6, NONE),
         .line = {{ROW_1, 7, 0}, {ROW_2, 9, 0}, {ROW_3, 7, 0},
                  {COL_1, 0, X_ORANGE}, {COL_2, 0, N_BLUE}, {COL_3, 0, X_WHITE},
                  {FALLING, 12, 0}, {RISING, 0, WILD}}},
        {.first = 9, .columns = 3,
         PRINTED(1, 5, 3,
                 6, 4, 1,
                 2, 3, 5, NONE),
         .line = {{ROW_1, 0, X_PURPLE}, {ROW_2, 0, N_YELLOW}, {ROW_3, 0, X_RED},
                  {COL_1, 7, 0}, {COL_2, 9, 0}, {COL_3, 7, 0},
                  {FALLING, 0, WILD}, {RISING, 12, 0}}},
        {.first = 18, .columns = 4,
         PRINTED(1, 2, 6, 3,
                 3, 4, 1, 5,
                 5, 6, 2, 4),
         .line = {{COL_1_OF_4, 9, 0}, {COL_2_OF_4, 0, X_RED},
                  {COL_3_OF_4, 11, 0}, {COL_4_OF_4, 13, 0}}},
        {.first = 30, .columns = 4,
         PRINTED(1, 2, 3, 4,
                 4, 5, 1, 6,
                 6, 3, 2, 5),
         .line = {{COL_1_OF_4, 9, 0}, {COL_2_OF_4, 0, WILD},
                  {COL_3_OF_4, 11, 0}, {COL_4_OF_4, 13, 0}}},
    },
};
/* clang-format on */

/* --- Rules --------------------------------------------------------------- */

static int card_of(int area)
{
    return area - PURPLE;
}

static unsigned all_boxes(int card)
{
    return (1u << ROWS * form.card[card].columns) - 1;
}

static int card_with(int box)
{
    int card = 0;

    for (int i = 1; i < CARDS; i++)
        card += box >= form.card[i].first;
    return card;
}

/* Of a move that writes a number. */
static int column_of(pl_move move)
{
    return (move - WRITE) / PIPS;
}
static int number_of(pl_move move)
{
    return (move - WRITE) % PIPS + 1;
}

static bool is_complete(const struct line *line, unsigned crossed)
{
    return (line->boxes & ~crossed) == 0;
}

/* Bits 1 … 6: what may be written into the next box of a column. The cloud of
 * a blue box is compared with the one above it. */
static unsigned numbers_for(const struct bingo *g, int seat, int column)
{
    int next = g->filled[seat][column], above;

    if (next == LENGTH)
        return 0;
    if (column != BLUE || next == 0 || form.cloud[next] == form.cloud[next - 1])
        return ANY_NUMBER;
    above = g->number[seat][BLUE][next - 1];
    if (form.cloud[next] > form.cloud[next - 1])
        return ANY_NUMBER & ~0u << (above + 1);
    return ANY_NUMBER & ((1u << above) - 1);
}

/* The moves that enter one of these numbers, or cross one of these boxes. */
static uint64_t writing(const struct bingo *g, int seat, int column,
                        unsigned numbers)
{
    return (uint64_t)(numbers & numbers_for(g, seat, column))
           << (WRITE + PIPS * column - 1);
}
static uint64_t crossing(const struct bingo *g, int seat, int area,
                         unsigned boxes)
{
    unsigned crossed = g->crossed[seat][card_of(area)];

    return (uint64_t)(boxes & ~crossed) << form.card[card_of(area)].first;
}

static uint64_t crossing_number(const struct bingo *g, int seat, int area,
                                int number)
{
    return crossing(g, seat, area, form.card[card_of(area)].where[number]);
}

/* A die that is gone shows 0, which fits nowhere. */
static uint64_t entries_by_dice(const struct bingo *g, int seat)
{
    return writing(g, seat, BLUE, 1u << g->die[DIE_B]) |
           writing(g, seat, YELLOW, 1u << g->die[DIE_Y]) |
           crossing_number(g, seat, PURPLE, g->die[DIE_P]) |
           crossing_number(g, seat, ORANGE, g->die[DIE_O]) |
           crossing_number(g, seat, WHITE, g->die[DIE_W]) |
           crossing_number(g, seat, WHITE, g->die[DIE_W2]) |
           crossing_number(g, seat, RED, g->die[DIE_R]);
}

static uint64_t entries_in(const struct bingo *g, int seat, int area)
{
    if (area < PURPLE)
        return writing(g, seat, area, ANY_NUMBER);
    return crossing(g, seat, area, all_boxes(card_of(area)));
}

static int area_of(int special)
{
    return special < N_BLUE ? PURPLE + special - X_PURPLE : special - N_BLUE;
}

static uint64_t entries_by_special(const struct bingo *g, int seat, int special)
{
    uint64_t set = 0;

    if (special != WILD)
        return entries_in(g, seat, area_of(special));
    for (int area = 0; area < AREAS; area++)
        set |= entries_in(g, seat, area);
    return set;
}

static unsigned pending_kinds(const struct bingo *g)
{
    unsigned kinds = 0;

    for (int special = X_PURPLE; special < SPECIALS; special++)
        kinds |= (unsigned)(g->pending[special] != 0) << special;
    return kinds;
}

static void bingo_start(void *state, const struct pl_setup *setup)
{
    struct bingo *g = state;

    g->seats = setup->seats;
    g->active = g->player = setup->first;
    g->immediate = setup->option[OPT_END_TIMING] != 0;
    g->left_to_right = setup->option[OPT_YELLOW_ORDER] != 0;
    g->idle_limit = idle_limit(setup->option[OPT_IDLE_LIMIT]);
}

static struct pl_turn bingo_turn(const void *state)
{
    static const uint8_t what[] = {[ROLLING] = PL_CHANCE,
                                   [PICKING] = PL_DECIDE,
                                   [CHOOSING] = PL_DECIDE,
                                   [ENTERING] = PL_DECIDE,
                                   [DONE] = PL_OVER};
    const struct bingo *g = state;

    return turn_in(g->phase, what, g->player);
}

static void bingo_chance(const void *state, struct pl_chance *out)
{
    (void)state;
    throw_dice(out, DICE);
    out->die[DIE_W] = out->die[DIE_W2] = &white_die;
    for (int i = DIE_Y; i < DICE; i++)
        out->die[i] = &coloured_die[i - DIE_Y];
}

static void bingo_land(void *state, const uint8_t face[])
{
    struct bingo *g = state;

    land_pair(g->die, face);
    for (int i = DIE_Y; i < DICE; i++)
        g->die[i] = pips(face[i]);
    if (g->idle_limit)
        g->idle++;
    g->phase = PICKING;
}

static uint64_t allowed(const struct bingo *g, int seat)
{
    switch ((enum phase)g->phase) {
    case PICKING:
        return entries_by_dice(g, seat) | bit(PASS);
    case CHOOSING:
        return (uint64_t)pending_kinds(g) << PASS;
    case ENTERING:
        return entries_by_special(g, seat, g->doing);
    case ROLLING:
    case DONE:
        break;
    }
    return 0;
}

static int bingo_moves(const void *state, int seat, pl_move out[])
{
    return list_moves(allowed(state, seat), 0, out);
}

static void take_white(struct bingo *g, int number)
{
    if (g->die[DIE_W] != number)
        g->die[DIE_W2] = g->die[DIE_W];
    g->die[DIE_W] = 0;
}

static void take_die(struct bingo *g, pl_move move)
{
    int card = card_with(move), box = move - form.card[card].first;

    if (move >= WRITE)
        g->die[column_of(move) == BLUE ? DIE_B : DIE_Y] = 0;
    else if (card == card_of(WHITE))
        take_white(g, form.card[card].number[box]);
    else
        g->die[card == card_of(RED) ? DIE_R : DIE_P + card] = 0;
}

static void unlock(struct bingo *g, int special)
{
    if (special != NOTHING)
        g->pending[special]++;
}

static void write_number(struct bingo *g, int seat, int column, int number)
{
    int box = g->filled[seat][column]++;

    g->number[seat][column][box] = (uint8_t)number;
    unlock(g, form.arrow[column][box]);
    g->ending |= box + 1 == LENGTH;
}

static void cross_box(struct bingo *g, int seat, int card, int box)
{
    unsigned crossed = g->crossed[seat][card] |= (uint16_t)(1u << box);

    for (int i = 0; i < LINES; i++) {
        const struct line *line = &form.card[card].line[i];

        if (is_complete(line, crossed) && has(line->boxes, box))
            unlock(g, line->special);
    }
    g->ending |= crossed == all_boxes(card);
}

static void enter(struct bingo *g, int seat, pl_move move)
{
    int card = card_with(move);

    g->idle = 0;
    if (move < WRITE)
        cross_box(g, seat, card, move - form.card[card].first);
    else
        write_number(g, seat, column_of(move), number_of(move));
}

static void clear_table(struct bingo *g, enum phase phase)
{
    for (int i = 0; i < DICE; i++)
        g->die[i] = 0;
    g->second = 0;
    g->phase = (uint8_t)phase;
}

static bool is_idle(const struct bingo *g)
{
    return g->idle_limit && g->idle == g->idle_limit;
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
static unsigned possible_kinds(struct bingo *g, int seat)
{
    unsigned kinds = 0;

    for (int special = X_PURPLE; special < SPECIALS; special++)
        if (g->pending[special] && entries_by_special(g, seat, special))
            kinds |= 1u << special;
        else
            g->pending[special] = 0;
    return kinds;
}

/* After an entry. */
static void go_on(struct bingo *g, int seat)
{
    unsigned kinds = possible_kinds(g, seat);

    g->doing = NOTHING;
    if (kinds == 0)
        end_chain(g);
    else if ((kinds & (kinds - 1)) == 0)
        carry_out(g, pl_lowest(kinds));
    else
        g->phase = CHOOSING;
}

static void bingo_play(void *state, int seat, pl_move move)
{
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
        take_die(g, move);
    else
        g->pending[g->doing]--;
    enter(g, seat, move);
    go_on(g, seat);
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
static int yellow_points(const struct bingo *g, int seat)
{
    int sum = 0, term = 0;

    for (int i = 0; i < g->filled[seat][YELLOW]; i++) {
        int number = g->number[seat][YELLOW][i];

        if (form.sign[i] != PL_TIMES) {
            sum += term;
            term = form.sign[i] == PL_MINUS ? -number : number;
        } else if (g->left_to_right) {
            term = (sum + term) * number;
            sum = 0;
        } else {
            term *= number;
        }
    }
    return sum + term;
}

static int card_points(const struct bingo *g, int seat, int card)
{
    int sum = 0;

    for (int i = 0; i < LINES; i++)
        if (is_complete(&form.card[card].line[i], g->crossed[seat][card]))
            sum += form.card[card].line[i].points;
    return sum;
}

static void find_points(const struct bingo *g, int seat, int points[])
{
    points[BLUE] = blue_points(g, seat);
    points[YELLOW] = yellow_points(g, seat);
    for (int card = 0; card < CARDS; card++)
        points[PURPLE + card] = card_points(g, seat, card);
}

static int lowest_bonus(const int points[])
{
    int lowest = points[0];

    for (int area = 1; area < AREAS; area++)
        lowest = points[area] < lowest ? points[area] : lowest;
    return MIN_FACTOR * lowest;
}

static const char *const area_name[] = {"part.blue",        "part.yellow",
                                        "part.purple",      "part.orange",
                                        "bingo.part.white", "part.red"};

static int bingo_parts(const void *state, int seat, struct pl_part out[])
{
    int points[AREAS];

    find_points(state, seat, points);
    for (int area = 0; area < AREAS; area++)
        out[area] = part(area_name[area], points[area]);
    out[AREAS] = part("bingo.part.lowest", lowest_bonus(points));
    return AREAS + 1;
}

static void bingo_score(const void *state, struct pl_result *out)
{
    const struct bingo *g = state;

    score_parts(out, g, g->seats, bingo_parts);
    out->aborted = g->phase == DONE && is_idle(g);
}

/* --- For bots ------------------------------------------------------------ */

/* A column of numbers: how far it is filled, and what fits next. */
static int number_features(const struct bingo *g, int seat, int column,
                           int16_t out[])
{
    int n = 0, filled = g->filled[seat][column];
    unsigned fits = numbers_for(g, seat, column);
    int last = filled ? g->number[seat][column][filled - 1] : 0;
    bool times = filled < LENGTH && form.sign[filled] == PL_TIMES;

    for (int i = 1; i <= LENGTH; i++)
        out[n++] = filled >= i;
    out[n++] = (int16_t)pl_count(fits);
    out[n++] = column == BLUE && filled < LENGTH && fits == 0;
    out[n++] = (int16_t)(column == YELLOW && times ? last : 0);
    return n;
}

/* A card: how many boxes are missing of each line that is worth something. */
static int card_features(unsigned crossed, int card, int16_t out[])
{
    int n = 0;

    for (int i = 0; i < LINES; i++) {
        const struct line *line = &form.card[card].line[i];
        int missing = pl_count(line->boxes & ~crossed);

        if (line->boxes == 0)
            continue;
        out[n++] = missing == 0;
        out[n++] = missing == 1;
        out[n++] = missing == 2;
    }
    out[n++] = (int16_t)pl_count(all_boxes(card) & ~crossed);
    out[n++] = pl_count(all_boxes(card) & ~crossed) <= 2;
    return n;
}

/* How near somebody else is to the end: the fewest entries of an area. */
static int fewest_missing(const struct bingo *g, int seat)
{
    int fewest = LENGTH;

    for (int i = 0; i < COLUMNS; i++)
        if (LENGTH - g->filled[seat][i] < fewest)
            fewest = LENGTH - g->filled[seat][i];
    for (int i = 0; i < CARDS; i++) {
        int missing = pl_count(all_boxes(i) & ~(unsigned)g->crossed[seat][i]);

        fewest = missing < fewest ? missing : fewest;
    }
    return fewest;
}

static int bingo_features(const void *view, int seat, int16_t out[])
{
    const struct bingo *g = view;
    int points[AREAS], n = 0, fewest = LENGTH, lowest;
    bool at_work = g->player == seat;

    for (int i = 0; i < COLUMNS; i++)
        n += number_features(g, seat, i, out + n);
    for (int i = 0; i < CARDS; i++)
        n += card_features(g->crossed[seat][i], i, out + n);
    find_points(g, seat, points);
    lowest = lowest_bonus(points) / MIN_FACTOR;
    for (int area = 0; area < AREAS; area++)
        out[n++] =
            (int16_t)(points[area] - lowest > 20 ? 20 : points[area] - lowest);
    for (int special = X_PURPLE; special < SPECIALS; special++)
        out[n++] = (int16_t)(at_work ? g->pending[special] : 0);
    for (int s = 0; s < g->seats; s++)
        if (s != seat && fewest_missing(g, s) < fewest)
            fewest = fewest_missing(g, s);
    for (int i = 0; i <= 5; i++) {
        out[n++] = fewest <= i;
        out[n++] = fewest_missing(g, seat) <= i;
    }
    out[n++] = (int16_t)((seat - g->active + g->seats) % g->seats);
    out[n++] = at_work && g->active == seat && g->second;
    out[n++] = at_work && g->phase == PICKING;
    for (int i = 1; i <= SEATS; i++)
        out[n++] = g->seats == i;
    return n;
}

/* --- Words --------------------------------------------------------------- */

/* A message for each card, for each special action. */
#define CARD_IDS(id) id ".purple", id ".orange", id ".white", id ".red"
#define SPECIAL_IDS(id)                                                        \
    [X_PURPLE] = id "x_purple", [X_ORANGE] = id "x_orange",                    \
    [X_WHITE] = id "x_white", [X_RED] = id "x_red", [N_BLUE] = id "n_blue",    \
    [N_YELLOW] = id "n_yellow", [WILD] = id "wild"

static const char *const special_name[] = {SPECIAL_IDS("bingo.")};

/* "c2": column and row of a box on its card. */
static void put_place(struct pl_text *out, const struct card *card, int box)
{
    pl_put_char(out, (char)('a' + box % card->columns));
    pl_put_number(out, box / card->columns + 1);
}

static void bingo_name(const void *state, pl_move move, struct pl_text *out)
{
    static const char *const pending_name[] = {
        "-", "do:XP", "do:XO", "do:XW", "do:XR", "do:NB", "do:NY", "do:WILD"};
    int card = card_with(move);

    (void)state;
    if (move >= PASS) {
        pl_put(out, pending_name[move - PASS]);
    } else if (move >= WRITE) {
        pl_put_char(out, "BY"[column_of(move)]);
        pl_put_number(out, number_of(move));
    } else {
        pl_put_char(out, "POWR"[card]);
        put_place(out, &form.card[card], move - form.card[card].first);
    }
}

static void bingo_ask(const void *view, int seat, struct pl_message *out)
{
    static const char *const special[] = {SPECIAL_IDS("bingo.ask.")};
    const struct bingo *g = view;

    (void)seat;
    switch ((enum phase)g->phase) {
    case ROLLING:
        *out = PL_TELL(g->active, "ask.throw");
        break;
    case PICKING:
        *out = PL_TELL(g->player, g->player != g->active ? "bingo.ask.other"
                                  : g->second            ? "bingo.ask.second"
                                                         : "bingo.ask.first");
        break;
    case CHOOSING:
        *out = PL_TELL(g->player, "bingo.ask.which");
        break;
    case ENTERING:
        *out = PL_TELL(g->player, special[g->doing]);
        break;
    case DONE:
        *out = PL_SAY("ask.over");
        break;
    }
}

/* The active player stops, the others pass. */
static const char *pass_words(const struct bingo *g)
{
    return g->player == g->active ? "bingo.say.stop" : "say.pass";
}

static void say_cross(int box, struct pl_message *out)
{
    static const char *const id[] = {CARD_IDS("bingo.say.cross")};
    int card = card_with(box);
    const struct card *c = &form.card[card];

    *out = PL_SAY(id[card], .n = c->number[box - c->first]);
    put_place(&out->word, c, box - c->first);
}

static void bingo_say(const void *view, int seat, pl_move move,
                      struct pl_message *out)
{
    static const char *const write[] = {"bingo.say.write.blue",
                                        "bingo.say.write.yellow"};

    (void)seat;
    if (move > PASS)
        *out = PL_SAY(special_name[move - PASS]);
    else if (move == PASS)
        *out = PL_SAY(pass_words(view));
    else if (move >= WRITE)
        *out = PL_SAY(write[column_of(move)], .n = number_of(move));
    else
        say_cross(move, out);
}

/* What one entry has unlocked; those that bring points count as NOTHING. */
static void find_unlocks(const struct bingo *b, const struct bingo *a, int seat,
                         int unlocks[])
{
    for (int column = 0; column < COLUMNS; column++)
        if (a->filled[seat][column] > b->filled[seat][column])
            unlocks[form.arrow[column][b->filled[seat][column]]]++;
    for (int card = 0; card < CARDS; card++)
        for (int i = 0; i < LINES; i++) {
            const struct line *line = &form.card[card].line[i];

            if (is_complete(line, a->crossed[seat][card]) &&
                !is_complete(line, b->crossed[seat][card]))
                unlocks[line->special]++;
        }
}

static int tell_specials(const struct bingo *b, const struct bingo *a, int seat,
                         struct pl_message out[])
{
    static const char *const id[] = {SPECIAL_IDS("bingo.tell.")};
    int unlocks[SPECIALS] = {0}, n = 0, lost = 0;

    find_unlocks(b, a, seat, unlocks);
    for (int i = X_PURPLE; i < SPECIALS; i++) {
        int done = b->phase == ENTERING && b->doing == i;

        if (unlocks[i])
            out[n++] = PL_TELL(seat, id[i]);
        lost += b->pending[i] - done + unlocks[i] - a->pending[i];
    }
    if (lost)
        out[n++] = PL_TELL(seat, "bingo.tell.lost", .n = lost);
    return n;
}

static int tell_cards(const struct bingo *b, const struct bingo *a, int seat,
                      struct pl_message out[])
{
    static const char *const id[] = {CARD_IDS("bingo.tell.points")};
    int n = 0;

    for (int card = 0; card < CARDS; card++) {
        int more = card_points(a, seat, card) - card_points(b, seat, card);

        if (more)
            out[n++] = PL_TELL(seat, id[card], .n = more);
    }
    return n;
}

static bool is_full(const struct bingo *g, int seat, int area)
{
    if (area < PURPLE)
        return g->filled[seat][area] == LENGTH;
    return g->crossed[seat][card_of(area)] == all_boxes(card_of(area));
}

static bool is_stuck(const struct bingo *g, int seat)
{
    return !is_full(g, seat, BLUE) && numbers_for(g, seat, BLUE) == 0;
}

static int tell_areas(const struct bingo *b, const struct bingo *a, int seat,
                      struct pl_message out[])
{
    static const char *const full[] = {"bingo.tell.full.blue",
                                       "bingo.tell.full.yellow",
                                       CARD_IDS("bingo.tell.full")};
    int n = 0;

    for (int area = 0; area < AREAS; area++)
        if (is_full(a, seat, area) && !is_full(b, seat, area))
            out[n++] = PL_TELL(seat, full[area]);
    if (is_stuck(a, seat) && !is_stuck(b, seat))
        out[n++] = PL_TELL(seat, "bingo.tell.stuck");
    return n;
}

static int bingo_tell(const void *before, const void *after,
                      struct pl_message out[])
{
    const struct bingo *b = before, *a = after;
    int seat = b->player, n = 0;

    n += tell_cards(b, a, seat, out + n);
    n += tell_specials(b, a, seat, out + n);
    n += tell_areas(b, a, seat, out + n);
    if (a->ending && !b->ending && !a->immediate && a->phase != DONE)
        out[n++] = PL_SAY("bingo.tell.last");
    if (a->phase == DONE && is_idle(a))
        out[n++] = PL_SAY("bingo.tell.idle", .n = a->idle);
    return n;
}

/* --- Pieces -------------------------------------------------------------- */

static const uint8_t area_colour[] = {PL_BLUE,   PL_YELLOW, PL_PURPLE,
                                      PL_ORANGE, PL_WHITE,  PL_RED};

static uint16_t box_id(int seat, int box)
{
    return (uint16_t)(ID_BOX + seat * BOXES + box);
}
static uint16_t number_id(int seat, int column, int box)
{
    return (uint16_t)(ID_NUMBER + (seat * COLUMNS + column) * LENGTH + box);
}

static void show_dice(const struct bingo *g, struct pl_scene *out)
{
    bool thrown = g->phase != ROLLING && g->phase != DONE;

    add_dice(out, DICE);
    for (int i = 0; i < DICE; i++)
        add_piece(out, NUMBERED(g->die[i], PL_CUBE, AT(i, 0),
                                .colour = i < DIE_Y ? PL_WHITE
                                                    : die_colour[i - DIE_Y],
                                .marks = thrown && !g->die[i] ? PL_USED : 0));
}

static uint8_t sign_of(int special)
{
    return special == WILD     ? PL_JOKER
           : special >= N_BLUE ? PL_PENCIL
                               : PL_CROSS;
}

static uint8_t colour_of(int special)
{
    return special == WILD ? PL_PLAIN : area_colour[area_of(special)];
}

/* A special action or points; circled as soon as they are won. */
static void show_reward(struct pl_scene *out, struct pl_piece piece,
                        const struct line *line, unsigned crossed)
{
    if (line->special) {
        piece.sign = sign_of(line->special);
        piece.colour = colour_of(line->special);
    } else {
        piece.value = line->points;
    }
    piece.marks = is_complete(line, crossed) ? PL_CIRCLED : 0;
    add_piece(out, piece);
}

/* Blue has its arrows at the left, yellow at the right. */
static void show_arrow(const struct bingo *g, int seat, int column, int box,
                       struct pl_scene *out)
{
    int special = form.arrow[column][box];
    bool used = box < g->filled[seat][column];

    if (special == NOTHING)
        return;
    add_piece(out, PIECE(PL_LABEL, AT(column == BLUE ? 1 : 2, box),
                         .colour = area_colour[column],
                         .sign = column == BLUE ? PL_BACK : PL_ARROW));
    add_piece(out, PIECE(PL_LABEL, AT(column == BLUE ? 0 : 3, box),
                         .colour = colour_of(special), .sign = sign_of(special),
                         .marks = used ? PL_CIRCLED : 0));
}

/* The size of the clouds is told as larger or smaller than the box above; at
 * the next box, than its number. */
static void show_cloud(const struct bingo *g, int seat, int box,
                       struct pl_scene *out)
{
    int step = box ? form.cloud[box] - form.cloud[box - 1] : 0;
    bool next = box == g->filled[seat][BLUE];

    if (step == 0)
        return;
    add_piece(out, NUMBERED(next ? g->number[seat][BLUE][box - 1] : PL_NO_VALUE,
                            PL_LABEL, AT(3, box), .colour = PL_BLUE,
                            .sign = step > 0 ? PL_MORE : PL_LESS));
}

static void show_number(const struct bingo *g, int seat, int column, int box,
                        struct pl_scene *out)
{
    bool filled = box < g->filled[seat][column];
    bool lost = !filled && column == BLUE && is_stuck(g, seat);
    int number = filled ? g->number[seat][column][box] : PL_NO_VALUE;

    add_piece(out, NUMBERED(number, PL_BOX, .id = number_id(seat, column, box),
                            AT(column == BLUE ? 2 : 1, box),
                            .colour = area_colour[column],
                            .marks = filled ? PL_FILLED
                                     : lost ? PL_LOST
                                            : 0));
}

static void show_column(const struct bingo *g, int seat, int column,
                        struct pl_scene *out)
{
    add_sheet(out, seat, 4, LENGTH, area_name[column]);
    for (int i = 0; i < LENGTH; i++) {
        if (column == BLUE)
            show_cloud(g, seat, i, out);
        else if (i > 0)
            add_piece(out, PIECE(PL_LABEL, AT(0, i), .colour = PL_YELLOW,
                                 .sign = form.sign[i]));
        show_number(g, seat, column, i, out);
        show_arrow(g, seat, column, i, out);
    }
}

/* A reward stands one step beyond its line, at the right end or below. */
static void show_rewards(const struct bingo *g, int seat, int area,
                         struct pl_scene *out)
{
    const struct card *card = &form.card[card_of(area)];
    unsigned crossed = g->crossed[seat][card_of(area)];

    for (int i = 0; i < LINES && card->line[i].boxes; i++) {
        unsigned boxes = card->line[i].boxes;
        int x = pl_lowest(boxes) % card->columns;
        int y = pl_lowest(boxes) / card->columns;
        int dx = pl_lowest(boxes & (boxes - 1)) % card->columns - x;
        int dy = pl_lowest(boxes & (boxes - 1)) / card->columns - y;
        int steps = dx < 0 ? -1 : pl_count(boxes);

        show_reward(out,
                    PIECE(PL_LABEL, AT(x + steps * dx, 1 + y + steps * dy),
                          .colour = area_colour[area]),
                    &card->line[i], crossed);
    }
}

static void show_card(const struct bingo *g, int seat, int area,
                      struct pl_scene *out)
{
    const struct card *card = &form.card[card_of(area)];
    unsigned crossed = g->crossed[seat][card_of(area)];

    add_sheet(out, seat, WIDEST, ROWS + 2, area_name[area]);
    add_piece(out,
              PIECE(PL_LABEL, .w = card->columns, .colour = area_colour[area]));
    for (int i = 0; i < ROWS * card->columns; i++)
        add_piece(out, NUMBERED(card->number[i], PL_BOX,
                                .id = box_id(seat, card->first + i),
                                AT(i % card->columns, 1 + i / card->columns),
                                .colour = area_colour[area],
                                .marks = has(crossed, i) ? PL_CROSSED : 0));
    show_rewards(g, seat, area, out);
}

static void show_points(const struct bingo *g, int seat, struct pl_scene *out)
{
    struct pl_part part[PL_PARTS];

    bingo_parts(g, seat, part);
    add_sheet(out, seat, 12, 3, "points");
    for (int area = 0; area < AREAS; area++)
        add_piece(out, NUMBERED(part[area].points, PL_COUNTER,
                                AT(area % 3 * 4, area / 3), .w = 4,
                                .colour = area_colour[area],
                                .label = part[area].id));
    add_piece(out, NUMBERED(part[AREAS].points, PL_COUNTER, AT(0, 2), .w = 6,
                            .label = part[AREAS].id));
    add_piece(out, NUMBERED(total(bingo_parts, g, seat), PL_COUNTER, AT(6, 2),
                            .w = 6, .label = "points"));
}

/* The special actions that the player at work still has to carry out. */
static void show_pending(const struct bingo *g, struct pl_scene *out)
{
    if (pending_kinds(g) == 0)
        return;
    add_area(out, (struct pl_area){PL_SUPPLY, PL_WRAP, (int8_t)g->player,
                                   SPECIALS - 1, 1, "bingo.pending"});
    for (int i = X_PURPLE; i < SPECIALS; i++)
        if (g->pending[i])
            add_piece(out, NUMBERED(g->pending[i], PL_COUNTER,
                                    .id = (uint16_t)(ID_PENDING + i),
                                    .colour = colour_of(i), .sign = sign_of(i),
                                    .label = special_name[i],
                                    .marks = g->doing == i ? PL_CIRCLED : 0));
}

static void show_choices(const struct bingo *g, struct pl_scene *out)
{
    add_choices(out, 6);
    if (g->phase == PICKING)
        add_piece(out, PIECE(PL_ACTION, .id = ID_PASS, .label = pass_words(g)));
    if (g->phase == ENTERING && g->doing >= N_BLUE)
        for (int i = 1; i <= 6; i++)
            add_piece(out,
                      NUMBERED(i, PL_VALUE, .id = (uint16_t)(ID_VALUE + i)));
}

static void bingo_show(const void *view, int seat, struct pl_scene *out)
{
    const struct bingo *g = view;

    (void)seat;
    show_dice(g, out);
    show_pending(g, out);
    for (int s = 0; s < g->seats; s++) {
        for (int column = 0; column < COLUMNS; column++)
            show_column(g, s, column, out);
        for (int area = PURPLE; area < AREAS; area++)
            show_card(g, s, area, out);
        show_points(g, s, out);
    }
    show_choices(g, out);
}

/* A die says its number itself, a special action lets the number be chosen,
 * and only the wild one the column as well. */
static void touch_number(const struct bingo *g, int seat, int column,
                         int number, struct pl_touch *out)
{
    if (g->phase == PICKING || g->doing == WILD)
        add_touch(out, number_id(seat, column, g->filled[seat][column]));
    if (g->phase == ENTERING)
        add_touch(out, ID_VALUE + number);
}

static void bingo_touch(const void *view, int seat, pl_move move,
                        struct pl_touch *out)
{
    if (move > PASS)
        add_touch(out, ID_PENDING + move - PASS);
    else if (move == PASS)
        add_touch(out, ID_PASS);
    else if (move >= WRITE)
        touch_number(view, seat, column_of(move), number_of(move), out);
    else
        add_touch(out, box_id(seat, move));
}

static int bingo_facts(const struct pl_setup *setup, struct pl_fact out[])
{
    const struct pl_fact fact[] = {{"most", SEATS},
                                   {"areas", AREAS},
                                   {"columns", COLUMNS},
                                   {"cards", CARDS},
                                   {"dice", DICE},
                                   {"white", WHITE_DICE},
                                   {"own", OWN_DICE},
                                   {"low", number_of(WRITE)},
                                   {"high", number_of(WRITE + PIPS - 1)},
                                   {"specials", SPECIALS - 1},
                                   {"factor", MIN_FACTOR},
                                   {"weight", 1 + MIN_FACTOR}};
    int n = GIVE_FACTS(fact, out);

    return n + idle_fact(setup->option[OPT_IDLE_LIMIT], out + n);
}

const struct pl_game bingo_game = {
    .id = "bingo",
    .layout = "A",
    .min_seats = 1,
    .max_seats = SEATS,
    .state_size = sizeof(struct bingo),
    .move_count = MOVES,
    .moves_max = WRITE + 6 * COLUMNS,
    .points_min = (1 + MIN_FACTOR) * -54, /* yellow from left to right */
    .points_max = 55 + 497 + 35 + 35 + 33 + 33 + MIN_FACTOR * 33,
    .options = options,
    .start = bingo_start,
    .turn = bingo_turn,
    .chance = bingo_chance,
    .land = bingo_land,
    .moves = bingo_moves,
    .play = bingo_play,
    .score = bingo_score,
    .parts = bingo_parts,
    .features = bingo_features,
    .name = bingo_name,
    .ask = bingo_ask,
    .say = bingo_say,
    .tell = bingo_tell,
    .show = bingo_show,
    .touch = bingo_touch,
    .facts = bingo_facts,
};
