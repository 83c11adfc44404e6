/* Qwixx (rules QX-…): four rows that are crossed from left to right. */
#include "qwixx.h"
#include "kit.h"

enum { FAILS = 4, LOCK_NEEDS = 5, END_CLOSED = 2, FAIL_COSTS = 5 };
enum phase { ROLLING, WHITE_STEP, COLOUR_STEP, DONE };
enum { PASS, FIRST_MARK, MOVES = FIRST_MARK + ROWS * NUMBERS };
enum { OPT_FINISH_TURN, OPT_CLOSED_DIE, OPT_OPEN_STEP, OPT_ONE_PLAYER };
enum { ID_PASS = 1, ID_BOX };

static const struct pl_die row_die[ROWS] = {
    {"r", 6, d6_face}, {"y", 6, d6_face}, {"g", 6, d6_face}, {"b", 6, d6_face}};

static const struct pl_option options[] = {
    [OPT_FINISH_TURN] = {"finish_turn", off_on, 0, 0, 0},
    [OPT_CLOSED_DIE] = {"closed_die_step2", off_on, 0, 0, 0},
    [OPT_OPEN_STEP] = {"open_step1", off_on, 0, 0, 0},
    [OPT_ONE_PLAYER] = {"two_rows_one_player", off_on, 0, 0, 0},
    {0}};

/* --- Rules --------------------------------------------------------------- */

static bool rises(int row)
{
    return row < 2;
}

/* Where a sum stands in a row, and back: the formula is its own inverse. */
static int place(int row, int sum)
{
    return rises(row) ? sum - 2 : 12 - sum;
}
static int number(int row, int place)
{
    return rises(row) ? place + 2 : 12 - place;
}

static bool can_mark(unsigned marks, int place)
{
    return marks >> place == 0 &&
           (place != LAST || pl_count(marks) >= LOCK_NEEDS);
}

static void qwixx_start(void *state, const struct pl_setup *setup)
{
    struct qwixx *g = state;

    g->seats = setup->seats;
    g->active = setup->first;
    g->options = options_up_to(OPT_ONE_PLAYER, setup);
}

static struct pl_turn qwixx_turn(const void *state)
{
    static const uint8_t what[] = {[ROLLING] = PL_CHANCE,
                                   [WHITE_STEP] = PL_DECIDE,
                                   [COLOUR_STEP] = PL_DECIDE,
                                   [DONE] = PL_OVER};
    const struct qwixx *g = state;

    return (struct pl_turn){what[g->phase], g->waiting, g->phase};
}

static void qwixx_chance(const void *state, struct pl_chance *out)
{
    const struct qwixx *g = state;

    throw_dice(out, WHITE_DICE);
    out->die[0] = out->die[1] = &white_die;
    for (int row = 0; row < ROWS; row++)
        if (!has(g->closed, row))
            out->die[out->count++] = &row_die[row];
}

static void qwixx_land(void *state, const uint8_t face[])
{
    struct qwixx *g = state;

    land_pair(g->white, face);
    face += WHITE_DICE;
    for (int row = 0; row < ROWS; row++)
        if (!has(g->closed, row))
            g->colour[row] = pips(*face++);
    g->phase = WHITE_STEP;
    g->waiting = has(g->options, OPT_OPEN_STEP) ? one_seat(g->active)
                                                : all_seats(g->seats);
}

/* Unrolled, because each row is then a few instructions with its own numbers
 * built in: a quarter fewer. */
static int white_moves(const struct qwixx *g, int seat, pl_move out[])
{
    int sum = g->white[0] + g->white[1], n = 0;

#pragma GCC unroll 4
    for (int row = 0; row < ROWS; row++) {
        int at = place(row, sum);

        if (!has(g->closed, row) && can_mark(g->row[seat][row], at))
            out[n++] = (pl_move)(FIRST_MARK + row * NUMBERS + at);
    }
    return n;
}

/* A colour whose die lies on the table can be marked; a closed one has lost
 * its die, except where the option leaves it for this turn. */
static int colour_moves(const struct qwixx *g, int seat, pl_move out[])
{
    int n = 0;

#pragma GCC unroll 4
    for (int row = 0; row < ROWS; row++) {
        unsigned marks = g->row[seat][row];
        int die = g->colour[row];
        int low = place(row, g->white[!rises(row)] + die);
        int high = place(row, g->white[rises(row)] + die);

        if (die == 0)
            continue;
        if (can_mark(marks, low))
            out[n++] = (pl_move)(FIRST_MARK + row * NUMBERS + low);
        if (high != low && can_mark(marks, high))
            out[n++] = (pl_move)(FIRST_MARK + row * NUMBERS + high);
    }
    return n;
}

static int qwixx_moves(const void *state, int seat, pl_move out[])
{
    const struct qwixx *g = state;

    out[0] = PASS;
    return 1 + (g->phase == WHITE_STEP ? white_moves(g, seat, out + 1)
                                       : colour_moves(g, seat, out + 1));
}

static void mark(struct qwixx *g, int seat, pl_move move)
{
    int row = (move - FIRST_MARK) / NUMBERS;
    int at = (move - FIRST_MARK) % NUMBERS;

    if (move == PASS)
        return;
    g->row[seat][row] |= (uint16_t)(1u << at);
    g->marked |= seat == g->active;
    if (at == LAST)
        g->closing |= (uint8_t)(1u << row);
}

static int locks_of(const struct qwixx *g, int seat)
{
    int n = 0;

    for (int row = 0; row < ROWS; row++)
        n += g->row[seat][row] >> LAST;
    return n;
}

/* After a step: colours that somebody has completed are closed for all. */
static void close_rows(struct qwixx *g)
{
    for (int row = 0; row < ROWS; row++)
        if (has(g->closing, row) && !has(g->options, OPT_CLOSED_DIE))
            g->colour[row] = 0;
    g->closed |= g->closing;
    g->closing = 0;
}

static bool enough_closed(const struct qwixx *g)
{
    if (g->closed == 0)
        return false;
    if (!has(g->options, OPT_ONE_PLAYER))
        return pl_count(g->closed) >= END_CLOSED;
    for (int s = 0; s < g->seats; s++)
        if (locks_of(g, s) >= END_CLOSED)
            return true;
    return false;
}

static void clear_table(struct qwixx *g, enum phase phase)
{
    for (int i = 0; i < 2; i++)
        g->white[i] = 0;
    for (int row = 0; row < ROWS; row++)
        g->colour[row] = 0;
    g->marked = 0;
    g->waiting = 0;
    g->phase = (uint8_t)phase;
}

static void end_white_step(struct qwixx *g)
{
    for (int s = 0; s < g->seats; s++) {
        mark(g, s, g->choice[s]);
        g->choice[s] = PASS;
    }
    if (g->closing)
        close_rows(g);
    if (enough_closed(g) && !has(g->options, OPT_FINISH_TURN)) {
        clear_table(g, DONE);
    } else {
        g->phase = COLOUR_STEP;
        g->waiting = one_seat(g->active);
    }
}

static void end_colour_step(struct qwixx *g)
{
    if (!g->marked)
        g->failed[g->active]++;
    if (g->closing)
        close_rows(g);
    if (g->failed[g->active] == FAILS || enough_closed(g)) {
        clear_table(g, DONE);
    } else {
        clear_table(g, ROLLING);
        g->active = seat_after(g->active, g->seats);
    }
}

static void qwixx_play(void *state, int seat, pl_move move)
{
    struct qwixx *g = state;

    if (g->phase == COLOUR_STEP) {
        mark(g, seat, move);
        end_colour_step(g);
        return;
    }
    g->waiting &= (uint8_t)~one_seat(seat);
    if (has(g->options, OPT_OPEN_STEP)) {
        mark(g, seat, move);
        seat = seat_after(seat, g->seats);
        if (seat != g->active)
            g->waiting = one_seat(seat);
    } else {
        g->choice[seat] = (uint8_t)move;
    }
    if (g->waiting == 0)
        end_white_step(g);
}

static int points_for(int crosses)
{
    return crosses * (crosses + 1) / 2;
}

static int row_points(const struct qwixx *g, int seat, int row)
{
    int crosses = pl_count(g->row[seat][row]) + (g->row[seat][row] >> LAST);

    return points_for(crosses);
}

static int qwixx_parts(const void *state, int seat, struct pl_part out[])
{
    static const char *const id[] = {RYGB("part")};
    const struct qwixx *g = state;

    for (int row = 0; row < ROWS; row++)
        out[row] = part(id[row], row_points(g, seat, row));
    out[ROWS] = part("qwixx.part.failed", -FAIL_COSTS * g->failed[seat]);
    return ROWS + 1;
}

static void qwixx_score(const void *state, struct pl_result *out)
{
    const struct qwixx *g = state;

    score_parts(out, g, g->seats, qwixx_parts);
}

/* Choices of the others that are still blind were not made yet. */
static void qwixx_hide(void *state, int seat)
{
    struct qwixx *g = state;

    if (g->phase == WHITE_STEP && !has(g->options, OPT_OPEN_STEP))
        unmake_choices(g->choice, &g->waiting, all_seats(g->seats), seat);
}

/* --- For bots ------------------------------------------------------------ */

/* A row: what is left of it for this seat, in steps, and its crosses; then what
 * is open of it for the others, who can close it. */
static int row_features(const struct qwixx *g, int seat, int row, int16_t out[])
{
    unsigned marks = g->row[seat][row], most = 0;
    int chosen = g->choice[seat] - FIRST_MARK, next, n = 0;
    bool closed = g->closed >> row & 1;

    if (chosen >= row * NUMBERS && chosen < (row + 1) * NUMBERS)
        marks |= 1u << chosen % NUMBERS;
    next = marks ? 32 - __builtin_clz(marks) : 0;
    for (int i = 1; i <= NUMBERS; i++)
        out[n++] = !closed && next >= i;
    for (int i = 1; i <= 6; i++)
        out[n++] = !closed && pl_count(marks) >= i;
    out[n++] = (int16_t)(closed ? 0 : pl_count(marks));
    out[n++] = (int16_t)(closed ? 0 : pl_count(marks) * (LAST + 1 - next));
    out[n++] = closed;
    for (int s = 0; s < g->seats; s++) {
        unsigned others = g->row[s][row];

        if (s != seat && pl_count(others) >= LOCK_NEEDS && others > most)
            most = others;
    }
    out[n++] = !closed && most != 0;
    out[n++] = !closed && most >> 7 != 0;
    out[n++] = !closed && most >> 9 != 0;
    return n;
}

static int qwixx_features(const void *view, int seat, int16_t out[])
{
    const struct qwixx *g = view;
    int n = 0, most = 0;

    for (int row = 0; row < ROWS; row++)
        n += row_features(g, seat, row, out + n);
    for (int s = 0; s < g->seats; s++)
        if (s != seat && g->failed[s] > most)
            most = g->failed[s];
    for (int i = 1; i < FAILS; i++) {
        out[n++] = g->failed[seat] >= i;
        out[n++] = most >= i;
    }
    for (int i = 1; i <= SEATS; i++)
        out[n++] = g->seats == i;
    out[n++] = (int16_t)((seat - g->active + g->seats) % g->seats);
    out[n++] = g->phase == COLOUR_STEP && !g->marked;
    return n;
}

/* --- Words and pieces ---------------------------------------------------- */

static void qwixx_name(const void *state, pl_move move, struct pl_text *out)
{
    int box = move - FIRST_MARK;

    (void)state;
    if (move == PASS) {
        pl_put(out, "-");
        return;
    }
    pl_put_char(out, "rygb"[box / NUMBERS]);
    pl_put_number(out, number(box / NUMBERS, box % NUMBERS));
}

static void qwixx_ask(const void *view, int seat, struct pl_message *out)
{
    const struct qwixx *g = view;

    (void)seat;
    switch ((enum phase)g->phase) {
    case ROLLING:
        *out = PL_TELL(g->active, "ask.throw");
        break;
    case WHITE_STEP:
        *out = PL_SAY("qwixx.ask.white", .n = g->white[0] + g->white[1]);
        break;
    case COLOUR_STEP:
        *out = PL_TELL(g->active, g->marked ? "qwixx.ask.colour"
                                            : "qwixx.ask.colour_or_fail");
        break;
    case DONE:
        *out = PL_SAY("ask.over");
        break;
    }
}

static void qwixx_say(const void *view, int seat, pl_move move,
                      struct pl_message *out)
{
    static const char *const id[] = {RYGB("say.cross")};
    const struct qwixx *g = view;
    int box = move - FIRST_MARK;

    if (move != PASS)
        *out = PL_SAY(id[box / NUMBERS],
                      .n = number(box / NUMBERS, box % NUMBERS));
    else if (g->phase == COLOUR_STEP && !g->marked && seat == g->active)
        *out = PL_SAY("qwixx.say.fail");
    else
        *out = PL_SAY("say.pass");
}

static int qwixx_tell(const void *before, const void *after,
                      struct pl_message out[])
{
    static const char *const closed[] = {RYGB("tell.closed")};
    const struct qwixx *b = before, *a = after;
    int n = 0;

    for (int s = 0; s < a->seats; s++)
        if (a->failed[s] > b->failed[s])
            out[n++] = PL_TELL(s, "qwixx.tell.failed", .n = a->failed[s]);
    for (int row = 0; row < ROWS; row++)
        if (has(a->closed & ~b->closed, row))
            out[n++] = PL_SAY(closed[row]);
    return n;
}

static const uint8_t row_colour[] = {PL_RED, PL_YELLOW, PL_GREEN, PL_BLUE};

static uint16_t box_id(int seat, int row, int place)
{
    return (uint16_t)(ID_BOX + (seat * ROWS + row) * NUMBERS + place);
}

static void show_dice(const struct qwixx *g, struct pl_scene *out)
{
    add_dice(out, 6);
    for (int i = 0; i < 2; i++)
        add_piece(out,
                  NUMBERED(g->white[i], PL_CUBE, .colour = PL_WHITE, AT(i, 0)));
    for (int row = 0; row < ROWS; row++)
        if (!has(g->closed, row) || g->colour[row])
            add_piece(out, NUMBERED(g->colour[row], PL_CUBE,
                                    .colour = row_colour[row], AT(2 + row, 0)));
}

static uint8_t marks_of_box(const struct qwixx *g, int seat, int row, int place)
{
    unsigned marks = g->row[seat][row];

    if (has(marks, place))
        return PL_CROSSED;
    if (g->choice[seat] == FIRST_MARK + row * NUMBERS + place)
        return PL_CIRCLED;
    return marks >> place || has(g->closed, row) ? PL_LOST : 0;
}

static void show_row(const struct qwixx *g, int seat, int row,
                     struct pl_scene *out)
{
    uint8_t colour = row_colour[row];
    bool locked = g->row[seat][row] >> LAST;

    add_piece(out, PIECE(PL_LABEL, AT(0, row), .colour = colour));
    for (int i = 0; i < NUMBERS; i++)
        add_piece(out,
                  NUMBERED(number(row, i), PL_BOX, .id = box_id(seat, row, i),
                           AT(1 + i, row), .colour = colour,
                           .marks = marks_of_box(g, seat, row, i)));
    add_piece(out, PIECE(PL_BOX, AT(1 + NUMBERS, row), .colour = colour,
                         .sign = PL_LOCK,
                         .marks = locked                ? PL_CROSSED
                                  : has(g->closed, row) ? PL_LOST
                                                        : 0));
}

static void show_sheet(const struct qwixx *g, int seat, struct pl_scene *out)
{
    add_sheet(out, seat, 2 + NUMBERS, ROWS + 1, NULL);
    for (int row = 0; row < ROWS; row++)
        show_row(g, seat, row, out);
    add_piece(out, PIECE(PL_LABEL, AT(0, ROWS), .w = 4,
                         .label = "qwixx.part.failed"));
    for (int i = 0; i < FAILS; i++)
        add_piece(out, PIECE(PL_BOX, AT(4 + i, ROWS),
                             .marks = i < g->failed[seat] ? PL_CROSSED : 0));
    add_piece(out, NUMBERED(total(qwixx_parts, g, seat), PL_COUNTER,
                            AT(9, ROWS), .w = 4, .label = "points"));
}

static void qwixx_show(const void *view, int seat, struct pl_scene *out)
{
    const struct qwixx *g = view;

    (void)seat;
    show_dice(g, out);
    for (int s = 0; s < g->seats; s++)
        show_sheet(g, s, out);
    show_pass(out, ID_PASS);
}

static void qwixx_touch(const void *view, int seat, pl_move move,
                        struct pl_touch *out)
{
    int box = move - FIRST_MARK;

    (void)view;
    add_touch(out, move == PASS ? ID_PASS
                                : box_id(seat, box / NUMBERS, box % NUMBERS));
}

static int qwixx_facts(const struct pl_setup *setup, struct pl_fact out[])
{
    const struct pl_fact fact[] = {
        {"most", SEATS},           {"rows", ROWS},
        {"white", WHITE_DICE},     {"low", number(0, 0)},
        {"high", number(0, LAST)}, {"needs", LOCK_NEEDS},
        {"fails", FAILS},          {"closed", END_CLOSED},
        {"crosses", NUMBERS + 1},  {"cost", FAIL_COSTS}};
    int n = GIVE_FACTS(fact, out);

    (void)setup;
    for (int crosses = 1; crosses <= NUMBERS + 1; crosses++)
        out[n++] = (struct pl_fact){"points", points_for(crosses)};
    return n;
}

const struct pl_game qwixx_game = {
    .id = "qwixx",
    .layout = "A",
    .min_seats = 1,
    .max_seats = SEATS,
    .state_size = sizeof(struct qwixx),
    .move_count = MOVES,
    .moves_max = 9,
    .points_min = -FAIL_COSTS * FAILS,
    .points_max = 4 * 78,
    .options = options,
    .start = qwixx_start,
    .turn = qwixx_turn,
    .chance = qwixx_chance,
    .land = qwixx_land,
    .moves = qwixx_moves,
    .play = qwixx_play,
    .score = qwixx_score,
    .parts = qwixx_parts,
    .hide = qwixx_hide,
    .features = qwixx_features,
    .name = qwixx_name,
    .ask = qwixx_ask,
    .say = qwixx_say,
    .tell = qwixx_tell,
    .show = qwixx_show,
    .touch = qwixx_touch,
    .facts = qwixx_facts,
};
