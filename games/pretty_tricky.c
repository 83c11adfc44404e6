/*
 * Pretty Tricky (rules PT-…): two halves of a sheet, a row for each sum of two
 * dice. Own throws fill the left half, throws of the others the right one.
 *
 * Rows are counted from 0, so row 0 is that of the sum 2. Boxes of one row and
 * half are interchangeable: only their number is kept. Masks have a bit a row.
 */
#include "kit.h"

enum { FEW = 2, SOME, SEATS, ROWS = 11, WIDEST = 4, BLUE_DICE = 3 };
enum { BANG_POINTS = 2 };
enum { LEFT, RIGHT, HALVES };
enum { ROUNDS = 200 }; /* the guard against forgoing for ever */
enum phase { ROLLING, OWN_TICKS, OTHER_TICKS, BLIND_TICKS, DONE };
enum { PASS, FIRST_ROW, FIRST_PAIR = FIRST_ROW + ROWS, MOVES = 78 };
enum { OPT_FORCED, OPT_BLIND, OPT_GOAL };
enum { ID_PASS = 1, ID_BOX };

struct half { /* of the printed sheet, row by row */
    uint8_t boxes[ROWS];
    uint8_t twos[ROWS], fours[ROWS]; /* how many carry that number */
};

static const struct half sheet[HALVES] = {
    /* row   2  3  4  5  6  7  8  9  10 11 12 */
    [LEFT] = {{2, 2, 3, 3, 4, 4, 4, 3, 3, 2, 2},
              {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
              {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}},
    [RIGHT] = {{2, 2, 3, 3, 4, 4, 4, 3, 3, 2, 2},
               {0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0},
               {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
};

struct pretty_tricky {
    uint16_t full[SEATS][HALVES];
    uint16_t bangs[SEATS]; /* what is full on the left, from phase 3 on */
    uint8_t ticks[SEATS][HALVES][ROWS];
    uint8_t choice[SEATS];   /* blind ticks: the move, once chosen */
    uint8_t red;             /* 0: not thrown */
    uint8_t blue[BLUE_DICE]; /* rising */
    uint8_t seats, first, active, phase;
    uint8_t waiting; /* bits: seats that have yet to choose */
    uint8_t rounds;  /* complete ones */
    uint8_t goal;    /* so many bangs of one player end the game */
    uint8_t options; /* bits OPT_… */
};

static const struct pl_die red_die = {"r", 6, d6_face};
static const struct pl_die blue_die = {"b", 6, d6_face};

static const struct pl_option options[] = {
    [OPT_FORCED] = {"forced_ticks", off_on, 0, 0, 0},
    [OPT_BLIND] = {"simultaneous", off_on, 0, 0, 0},
    [OPT_GOAL] = {"end_threshold", NULL, 1, ROWS, PL_AUTO},
    {0}};

/* --- Rules --------------------------------------------------------------- */

static int row_of(int die, int other)
{
    return die + other - 2;
}

static int number(int row)
{
    return row + 2;
}

static void tick(struct pretty_tricky *g, int seat, int half, int row)
{
    if (++g->ticks[seat][half][row] == sheet[half].boxes[row])
        g->full[seat][half] |= (uint16_t)(1u << row);
}

static void tick_printed(struct pretty_tricky *g, int seat, int half)
{
    const uint8_t *printed =
        g->seats == SEATS ? sheet[half].fours : sheet[half].twos;

    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < printed[row]; i++)
            tick(g, seat, half, row);
}

static int goal(const struct pl_setup *setup, int seats)
{
    int8_t bangs = setup->option[OPT_GOAL];

    return bangs == PL_AUTO ? 8 - seats : bangs;
}

static void pretty_tricky_start(void *state, const struct pl_setup *setup)
{
    struct pretty_tricky *g = state;

    g->seats = setup->seats;
    g->first = g->active = setup->first;
    g->goal = (uint8_t)goal(setup, g->seats);
    g->options = options_up_to(OPT_BLIND, setup);
    for (int s = 0; s < g->seats && g->seats != SOME; s++) {
        tick_printed(g, s, LEFT);
        tick_printed(g, s, RIGHT);
    }
}

static struct pl_turn pretty_tricky_turn(const void *state)
{
    static const uint8_t what[] = {[ROLLING] = PL_CHANCE,
                                   [OWN_TICKS] = PL_DECIDE,
                                   [OTHER_TICKS] = PL_DECIDE,
                                   [BLIND_TICKS] = PL_DECIDE,
                                   [DONE] = PL_OVER};
    const struct pretty_tricky *g = state;

    return (struct pl_turn){what[g->phase], g->waiting, g->phase};
}

static void pretty_tricky_chance(const void *state, struct pl_chance *out)
{
    (void)state;
    throw_dice(out, 1 + BLUE_DICE);
    out->die[0] = &red_die;
    for (int i = 1; i <= BLUE_DICE; i++)
        out->die[i] = &blue_die;
}

static void sort_two(uint8_t *a, uint8_t *b)
{
    uint8_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;

    *a = low;
    *b = high;
}

static void pretty_tricky_land(void *state, const uint8_t face[])
{
    struct pretty_tricky *g = state;
    bool blind = has(g->options, OPT_BLIND);

    g->red = pips(face[0]);
    for (int i = 0; i < BLUE_DICE; i++)
        g->blue[i] = pips(face[1 + i]);
    sort_two(&g->blue[0], &g->blue[1]);
    sort_two(&g->blue[1], &g->blue[2]);
    sort_two(&g->blue[0], &g->blue[1]);
    g->phase = blind ? BLIND_TICKS : OWN_TICKS;
    g->waiting = blind ? all_seats(g->seats) : one_seat(g->active);
}

/* Pairs of rows are numbered by their lower row, then by the other. */
static int pair_move(int low, int high)
{
    return FIRST_PAIR + ROWS * low - low * (low - 1) / 2 + high - low;
}

/* The rows of a move; returns how many they are. */
static int rows_of(pl_move move, int row[2])
{
    int low = 0;

    row[0] = row[1] = move - FIRST_ROW;
    if (move < FIRST_PAIR)
        return move != PASS;
    while (low + 1 < ROWS && move >= pair_move(low + 1, low + 1))
        low++;
    row[0] = low;
    row[1] = low + move - pair_move(low, low);
    return 2;
}

static bool can_tick_both(const struct pretty_tricky *g, int seat, int a, int b)
{
    if (a == b)
        return g->ticks[seat][LEFT][a] + 2 <= sheet[LEFT].boxes[a];
    return !((g->full[seat][LEFT] >> a | g->full[seat][LEFT] >> b) & 1);
}

/* The two rows of a pairing always add up to the same, so the lower one stands
 * for the pair, and equal pairings fall together. */
static int own_moves(const struct pretty_tricky *g, int seat, pl_move out[])
{
    int sum = row_of(g->red, g->blue[0]) + row_of(g->blue[1], g->blue[2]);
    unsigned singles = 0, pairs = 0;
    bool forced = has(g->options, OPT_FORCED), pass = !forced;
    int n = 0;

    for (int i = 0; i < BLUE_DICE; i++) {
        int a = row_of(g->red, g->blue[i]), b = sum - a;
        unsigned open = (1u << a | 1u << b) & ~(unsigned)g->full[seat][LEFT];
        bool both = can_tick_both(g, seat, a, b);

        pairs |= (unsigned)both << (a < b ? a : b);
        singles |= forced && both ? 0 : open;
        pass |= open == 0;
    }
    if (pass)
        out[n++] = PASS;
    n += list_moves(singles, FIRST_ROW, out + n);
    for (; pairs; pairs &= pairs - 1)
        out[n++] = (pl_move)pair_move(pl_lowest(pairs), sum - pl_lowest(pairs));
    return n;
}

static int other_moves(const struct pretty_tricky *g, int seat, pl_move out[])
{
    unsigned sums = 1u << row_of(g->blue[0], g->blue[1]) |
                    1u << row_of(g->blue[0], g->blue[2]) |
                    1u << row_of(g->blue[1], g->blue[2]);
    unsigned open = sums & ~(unsigned)g->full[seat][RIGHT];

    out[0] = PASS;
    return 1 + list_moves(open, FIRST_ROW, out + 1);
}

static int pretty_tricky_moves(const void *state, int seat, pl_move out[])
{
    const struct pretty_tricky *g = state;

    return seat == g->active ? own_moves(g, seat, out)
                             : other_moves(g, seat, out);
}

static void tick_rows(struct pretty_tricky *g, int seat, pl_move move)
{
    int row[2], n = rows_of(move, row);

    for (int i = 0; i < n; i++)
        tick(g, seat, seat == g->active ? LEFT : RIGHT, row[i]);
}

static bool has_enough(const struct pretty_tricky *g, int seat)
{
    return pl_count(g->bangs[seat]) >= g->goal;
}

static bool somebody_has_enough(const struct pretty_tricky *g)
{
    for (int s = 0; s < g->seats; s++)
        if (has_enough(g, s))
            return true;
    return false;
}

static void end_round(struct pretty_tricky *g)
{
    g->rounds++;
    if (somebody_has_enough(g) || g->rounds == ROUNDS)
        g->phase = DONE;
}

/* Phase 3. The circles need no marks of their own: a row has as many as
 * players have its bang. */
static void end_turn(struct pretty_tricky *g)
{
    g->bangs[g->active] = g->full[g->active][LEFT];
    g->red = 0;
    for (int i = 0; i < BLUE_DICE; i++)
        g->blue[i] = 0;
    g->waiting = 0;
    g->phase = ROLLING;
    g->active = seat_after(g->active, g->seats);
    if (g->active == g->first)
        end_round(g);
}

static void reveal(struct pretty_tricky *g)
{
    for (int s = 0; s < g->seats; s++) {
        tick_rows(g, s, g->choice[s]);
        g->choice[s] = PASS;
    }
    end_turn(g);
}

static void pretty_tricky_play(void *state, int seat, pl_move move)
{
    struct pretty_tricky *g = state;
    int next = seat_after(seat, g->seats);

    if (g->phase == BLIND_TICKS) {
        g->choice[seat] = (uint8_t)move;
        g->waiting &= (uint8_t)~one_seat(seat);
        if (g->waiting == 0)
            reveal(g);
        return;
    }
    tick_rows(g, seat, move);
    g->phase = OTHER_TICKS;
    g->waiting = one_seat(next);
    if (next == g->active)
        end_turn(g);
}

static int bang_points(const struct pretty_tricky *g, int seat)
{
    return BANG_POINTS * pl_count(g->bangs[seat]);
}

/* A full right row is worth its circles: the players who have its bang. */
static int circle_points(const struct pretty_tricky *g, int seat)
{
    int points = 0;

    for (int s = 0; s < g->seats; s++)
        points += pl_count(g->full[seat][RIGHT] & g->bangs[s]);
    return points;
}

static void pretty_tricky_score(const void *state, struct pl_result *out)
{
    const struct pretty_tricky *g = state;

    *out = (struct pl_result){0};
    for (int s = 0; s < g->seats; s++) {
        out->tie[s] = (int16_t)circle_points(g, s);
        out->points[s] = (int16_t)(bang_points(g, s) + out->tie[s]);
    }
    find_winners(out, g->seats);
    out->aborted = g->phase == DONE && !somebody_has_enough(g);
}

static int pretty_tricky_parts(const void *state, int seat,
                               struct pl_part out[])
{
    const struct pretty_tricky *g = state;

    out[0] = part("pretty-tricky.part.bangs", bang_points(g, seat));
    out[1] = part("pretty-tricky.part.circles", circle_points(g, seat));
    return 2;
}

/* Choices of the others that are still blind were not made yet. */
static void pretty_tricky_hide(void *state, int seat)
{
    struct pretty_tricky *g = state;

    if (g->phase == BLIND_TICKS)
        unmake_choices(g->choice, &g->waiting, all_seats(g->seats), seat);
}

/* --- For bots ------------------------------------------------------------ */

/* A half, row by row: is it full, how many boxes are missing. */
static int half_features(const struct pretty_tricky *g, int seat, int half,
                         const uint8_t chosen[ROWS], int16_t out[])
{
    int n = 0;

    for (int row = 0; row < ROWS; row++) {
        int ticks = g->ticks[seat][half][row] + chosen[row];
        int missing = sheet[half].boxes[row] - ticks;

        out[n++] = missing == 0;
        out[n++] = missing == 1;
        out[n++] = missing == 2;
        out[n++] = missing > 2;
    }
    return n;
}

/* How many of the other seats have the bang of a row, or nearly. */
static int row_features(const struct pretty_tricky *g, int seat, int row,
                        bool full, int16_t out[])
{
    int bangs = 0, near = 0;

    for (int s = 0; s < g->seats; s++) {
        bangs += s != seat && (g->bangs[s] >> row & 1);
        near += s != seat && !(g->bangs[s] >> row & 1) &&
                g->ticks[s][LEFT][row] + 1 >= sheet[LEFT].boxes[row];
    }
    out[0] = (int16_t)bangs;
    out[1] = (int16_t)(full ? 0 : bangs);
    out[2] = (int16_t)(full ? near : 0);
    return 3;
}

static int pretty_tricky_features(const void *view, int seat, int16_t out[])
{
    const struct pretty_tricky *g = view;
    bool active = seat == g->active;
    uint8_t chosen[HALVES][ROWS] = {{0}};
    int row[2], ticks = rows_of(g->choice[seat], row), n = 0, most = 0, left;

    for (int i = 0; i < ticks; i++)
        chosen[active ? LEFT : RIGHT][row[i]]++;
    for (int half = LEFT; half < HALVES; half++)
        n += half_features(g, seat, half, chosen[half], out + n);
    for (int r = 0; r < ROWS; r++)
        n += row_features(g, seat, r,
                          g->ticks[seat][RIGHT][r] + chosen[RIGHT][r] >=
                              sheet[RIGHT].boxes[r],
                          out + n);
    for (int s = 0; s < g->seats; s++)
        if (s != seat && pl_count(g->full[s][LEFT]) > most)
            most = pl_count(g->full[s][LEFT]);
    for (int i = 1; i <= 4; i++)
        out[n++] = g->goal - most <= i;
    left = g->goal - pl_count(g->full[seat][LEFT]);
    for (int i = 1; i <= 4; i++)
        out[n++] = left <= i;
    for (int i = 2; i <= SEATS; i++)
        out[n++] = g->seats == i;
    out[n++] = (int16_t)((seat - g->active + g->seats) % g->seats);
    out[n++] = (int16_t)((g->active - g->first + g->seats) % g->seats);
    out[n++] = (int16_t)(g->phase == OTHER_TICKS && active);
    return n;
}

/* --- Words and pieces ---------------------------------------------------- */

static void pretty_tricky_name(const void *state, pl_move move,
                               struct pl_text *out)
{
    int row[2], n = rows_of(move, row);

    (void)state;
    if (n == 0)
        pl_put(out, "-");
    for (int i = 0; i < n; i++) {
        if (i > 0)
            pl_put(out, "+");
        pl_put_number(out, number(row[i]));
    }
}

static void ask_seat(const struct pretty_tricky *g, int seat,
                     struct pl_message *out)
{
    if (seat != g->active)
        *out = PL_TELL(seat, "pretty-tricky.ask.other");
    else
        *out = PL_TELL(seat, has(g->options, OPT_FORCED)
                                 ? "pretty-tricky.ask.forced"
                                 : "pretty-tricky.ask.own");
}

static void pretty_tricky_ask(const void *view, int seat,
                              struct pl_message *out)
{
    const struct pretty_tricky *g = view;

    switch ((enum phase)g->phase) {
    case ROLLING:
        *out = PL_TELL(g->active, "ask.throw");
        break;
    case OWN_TICKS:
    case OTHER_TICKS:
        ask_seat(g, pl_lowest(g->waiting), out);
        break;
    case BLIND_TICKS:
        if (seat < 0)
            *out = PL_SAY("pretty-tricky.ask.all");
        else
            ask_seat(g, seat, out);
        break;
    case DONE:
        *out = PL_SAY("ask.over");
        break;
    }
}

static void pretty_tricky_say(const void *view, int seat, pl_move move,
                              struct pl_message *out)
{
    int row[2], n = rows_of(move, row);

    (void)view, (void)seat;
    if (n == 0)
        *out = PL_SAY("say.pass");
    else if (n == 1)
        *out = PL_SAY("pretty-tricky.say.one", .n = number(row[0]));
    else if (row[0] == row[1])
        *out = PL_SAY("pretty-tricky.say.twice", .n = number(row[0]));
    else
        *out = PL_SAY("pretty-tricky.say.two", .n = number(row[0]),
                      .m = number(row[1]));
}

static int tell_rows(int seat, unsigned rows, const char *id,
                     struct pl_message out[])
{
    int n = 0;

    for (; rows; rows &= rows - 1)
        out[n++] = PL_TELL(seat, id, .n = number(pl_lowest(rows)));
    return n;
}

static int pretty_tricky_tell(const void *before, const void *after,
                              struct pl_message out[])
{
    const struct pretty_tricky *b = before, *a = after;
    int n = 0;

    for (int s = 0; s < a->seats; s++)
        n += tell_rows(s, a->full[s][RIGHT] & ~(unsigned)b->full[s][RIGHT],
                       "pretty-tricky.tell.full", out + n);
    for (int s = 0; s < a->seats; s++)
        n += tell_rows(s, a->bangs[s] & ~(unsigned)b->bangs[s],
                       "pretty-tricky.tell.bang", out + n);
    if (a->phase == DONE && !somebody_has_enough(a))
        out[n++] = PL_SAY("pretty-tricky.tell.aborted", .n = ROUNDS);
    if (a->phase != DONE && !somebody_has_enough(b) && has_enough(a, b->active))
        out[n++] = PL_TELL(b->active, "pretty-tricky.tell.last_round",
                           .n = pl_count(a->bangs[b->active]));
    return n;
}

static uint16_t box_id(int seat, int half, int row, int box)
{
    return (uint16_t)(ID_BOX + ((seat * HALVES + half) * ROWS + row) * WIDEST +
                      box);
}

static void show_dice(const struct pretty_tricky *g, struct pl_scene *out)
{
    add_dice(out, 8);
    add_piece(out, NUMBERED(g->red, PL_CUBE, .colour = PL_RED));
    for (int i = 0; i < BLUE_DICE; i++)
        add_piece(out, NUMBERED(g->blue[i], PL_CUBE, .colour = PL_BLUE,
                                AT(1 + i, 0)));
    add_piece(out, NUMBERED(g->goal, PL_COUNTER, AT(1 + BLUE_DICE, 0), .w = 4,
                            .sign = PL_BANG, .label = "pretty-tricky.goal"));
}

/* How many boxes of a row the seat's own blind choice will tick. */
static int chosen(const struct pretty_tricky *g, int seat, int half, int row)
{
    int at[2], n = rows_of(g->choice[seat], at), count = 0;

    for (int i = 0; i < n; i++)
        count += at[i] == row && half == (seat == g->active ? LEFT : RIGHT);
    return count;
}

/* Both halves grow outwards from the numbers of the rows in the middle. */
static void show_boxes(const struct pretty_tricky *g, int seat, int half,
                       int row, struct pl_scene *out)
{
    const struct half *print = &sheet[half];
    int ticked = g->ticks[seat][half][row];
    int circled = ticked + chosen(g, seat, half, row);

    for (int i = 0; i < print->boxes[row]; i++) {
        int printed = i < print->twos[row]                       ? 2
                      : i < print->twos[row] + print->fours[row] ? 4
                                                                 : PL_NO_VALUE;

        add_piece(out,
                  NUMBERED(printed, PL_BOX, .id = box_id(seat, half, row, i),
                           AT(half == LEFT ? WIDEST - i : WIDEST + 2 + i, row),
                           .colour = half == LEFT ? PL_PLAIN : PL_BLUE,
                           .marks = i < ticked    ? PL_CROSSED
                                    : i < circled ? PL_CIRCLED
                                                  : 0));
    }
}

static int circles(const struct pretty_tricky *g, int row)
{
    int n = 0;

    for (int s = 0; s < g->seats; s++)
        n += has(g->bangs[s], row);
    return n;
}

static void show_row(const struct pretty_tricky *g, int seat, int row,
                     struct pl_scene *out)
{
    add_piece(out, PIECE(PL_BOX, AT(0, row), .sign = PL_BANG,
                         .marks = has(g->bangs[seat], row) ? PL_CROSSED : 0));
    show_boxes(g, seat, LEFT, row, out);
    add_piece(out, NUMBERED(number(row), PL_LABEL, AT(WIDEST + 1, row)));
    show_boxes(g, seat, RIGHT, row, out);
    add_piece(
        out, NUMBERED(circles(g, row), PL_COUNTER, AT(2 * WIDEST + 2, row),
                      .w = 2, .sign = PL_BANG,
                      .marks = has(g->full[seat][RIGHT], row) ? PL_SHADED : 0));
}

static void show_sheet(const struct pretty_tricky *g, int seat,
                       struct pl_scene *out)
{
    int bangs = bang_points(g, seat), rows = circle_points(g, seat);

    add_sheet(out, seat, 2 * WIDEST + 4, ROWS + 1, NULL);
    for (int row = 0; row < ROWS; row++)
        show_row(g, seat, row, out);
    add_piece(out, PIECE(PL_BOX, AT(0, ROWS), .sign = PL_ARROW,
                         .marks = seat == g->first ? PL_CROSSED : 0));
    add_piece(out, NUMBERED(bangs, PL_COUNTER, AT(1, ROWS), .w = 3,
                            .label = "pretty-tricky.part.bangs"));
    add_piece(out, NUMBERED(rows, PL_COUNTER, AT(4, ROWS), .w = 4,
                            .label = "pretty-tricky.part.circles"));
    add_piece(out, NUMBERED(bangs + rows, PL_COUNTER, AT(8, ROWS), .w = 4,
                            .label = "points"));
}

static void pretty_tricky_show(const void *view, int seat, struct pl_scene *out)
{
    const struct pretty_tricky *g = view;

    (void)seat;
    show_dice(g, out);
    for (int s = 0; s < g->seats; s++)
        show_sheet(g, s, out);
    show_pass(out, ID_PASS);
}

/* A row is touched at its next open box; twice, at the one after it as well. */
static void pretty_tricky_touch(const void *view, int seat, pl_move move,
                                struct pl_touch *out)
{
    const struct pretty_tricky *g = view;
    int half = seat == g->active ? LEFT : RIGHT;
    int row[2], n = rows_of(move, row);

    if (n == 0)
        add_touch(out, ID_PASS);
    for (int i = 0; i < n; i++) {
        int box = g->ticks[seat][half][row[i]];

        add_touch(
            out, box_id(seat, half, row[i], box + (i > 0 && row[0] == row[1])));
    }
}

static int boxes_marked(const uint8_t left[], const uint8_t right[])
{
    int n = 0;

    for (int row = 0; row < ROWS; row++)
        n += left[row] + right[row];
    return n;
}

static int pretty_tricky_facts(const struct pl_setup *setup,
                               struct pl_fact out[])
{
    const struct pl_fact fact[] = {
        {"few", FEW},
        {"some", SOME},
        {"many", SEATS},
        {"dice", 1 + BLUE_DICE},
        {"blue", BLUE_DICE},
        {"low", number(0)},
        {"high", number(ROWS - 1)},
        {"boxes_few", boxes_marked(sheet[LEFT].twos, sheet[RIGHT].twos)},
        {"boxes_many", boxes_marked(sheet[LEFT].fours, sheet[RIGHT].fours)},
        {"goal_few", goal(setup, FEW)},
        {"goal_some", goal(setup, SOME)},
        {"goal_many", goal(setup, SEATS)},
        {"bang", BANG_POINTS}};

    return GIVE_FACTS(fact, out);
}

const struct pl_game pretty_tricky_game = {
    .id = "pretty-tricky",
    .layout = "A",
    .min_seats = FEW,
    .max_seats = SEATS,
    .state_size = sizeof(struct pretty_tricky),
    .move_count = MOVES,
    .moves_max = 10,
    .points_min = 0,
    .points_max = 2 * ROWS + SEATS * ROWS,
    .options = options,
    .start = pretty_tricky_start,
    .turn = pretty_tricky_turn,
    .chance = pretty_tricky_chance,
    .land = pretty_tricky_land,
    .moves = pretty_tricky_moves,
    .play = pretty_tricky_play,
    .score = pretty_tricky_score,
    .parts = pretty_tricky_parts,
    .hide = pretty_tricky_hide,
    .features = pretty_tricky_features,
    .name = pretty_tricky_name,
    .ask = pretty_tricky_ask,
    .say = pretty_tricky_say,
    .tell = pretty_tricky_tell,
    .show = pretty_tricky_show,
    .touch = pretty_tricky_touch,
    .facts = pretty_tricky_facts,
};
