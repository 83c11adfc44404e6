/*
 * Quick & Tactic (rules QT-…): five columns that are crossed from top to
 * bottom. The active player takes dice for one cross, and what he leaves on
 * the table serves all the others.
 */
#include "quick_and_tactic.h"

enum { OPT_RESPONSE, OPT_END_TIMING, OPT_IDLE_LIMIT };
enum { ID_PASS = 1, ID_WHITE, ID_COLOUR = ID_WHITE + 2, ID_BOX = 10 };

/* Yellow, blue, purple, orange, red. */
#define LAYOUT(COLUMN)                                                         \
    COLUMN(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),                                \
        COLUMN(12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2),                            \
        COLUMN(7, 6, 8, 5, 9, 4, 10, 3, 11, 2, 12),                            \
        COLUMN(7, 8, 6, 9, 5, 10, 4, 11, 3, 12, 2),                            \
        COLUMN(11, 9, 7, 5, 3, 2, 4, 6, 8, 10, 12)
#define FROM_TOP(...)                                                          \
    {                                                                          \
        __VA_ARGS__                                                            \
    }
#define BY_NUMBER(a, b, c, d, e, f, g, h, i, j, k)                             \
    {                                                                          \
        [a] = 0, [b] = 1, [c] = 2, [d] = 3, [e] = 4, [f] = 5, [g] = 6,         \
        [h] = 7, [i] = 8, [j] = 9, [k] = 10                                    \
    }

static const struct sheet shipped = {
    .number = {LAYOUT(FROM_TOP)},
    .place = {LAYOUT(BY_NUMBER)},
    .points = {0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56},
    .bonus = {0, 0, 0, 2, 4, 7}};

static const char *const responses[] = {"simultaneous", "sequential", NULL};
static const struct pl_option options[] = {
    [OPT_RESPONSE] = {"response", responses, 0, 0, 0},
    [OPT_END_TIMING] = {"end_timing", pl_end_timings, 0, 0, 0},
    [OPT_IDLE_LIMIT] = {"idle_limit", pl_idle_limits, 0, 0, 2},
    {0}};

/* --- Rules --------------------------------------------------------------- */

static void quick_and_tactic_start(const struct pl_game *game, void *state,
                                   const struct pl_setup *setup)
{
    *(struct quick_and_tactic *)state = (struct quick_and_tactic){
        .seats = setup->seats,
        .active = setup->first,
        .sequential = setup->option[OPT_RESPONSE] != 0,
        .immediate = setup->option[OPT_END_TIMING] != 0,
        .idle_limit = idle_limit(setup->option[OPT_IDLE_LIMIT])};
}

static struct pl_turn quick_and_tactic_turn(const struct pl_game *game,
                                            const void *state)
{
    static const uint8_t what[] = {[ROLLING] = PL_CHANCE,
                                   [ACTING] = PL_DECIDE,
                                   [REACTING] = PL_DECIDE,
                                   [DONE] = PL_OVER};
    const struct quick_and_tactic *g = state;

    return (struct pl_turn){what[g->phase], g->waiting, g->phase,
                            (int8_t)g->active};
}

static void quick_and_tactic_chance(const struct pl_game *game,
                                    const void *state, struct pl_chance *out)
{
    const struct quick_and_tactic *g = state;

    throw_dice(out, WHITE_DICE);
    out->die[0] = out->die[1] = &pl_white_die;
    for (int k = 0; k < COLUMNS; k++)
        if (!is_closed(g, k))
            out->die[out->count++] = &pl_coloured_die[k];
}

static void quick_and_tactic_land(const struct pl_game *game, void *state,
                                  const uint8_t face[])
{
    struct quick_and_tactic *g = state;

    land_pair(g->white, face);
    face += WHITE_DICE;
    for (int k = 0; k < COLUMNS; k++)
        if (!is_closed(g, k))
            g->colour[k] = pips(*face++);
    if (g->idle_limit > 0)
        g->idle++;
    g->phase = ACTING;
    g->waiting = one_seat(g->active);
}

static inline bool can_cross(const struct sheet *sheet,
                             const struct quick_and_tactic *g, int seat,
                             int column, int sum)
{
    unsigned marks = g->column[seat][column];
    int at = sheet->place[column][sum];

    if (at == BOTTOM && pl_count(marks) < CLOSE_NEEDS)
        return false;
    return marks >> at == 0;
}

/* Each move is written and then counted if it is legal: jumps that cannot be
 * foreseen would cost a tenth of the time. Two equal white dice are one
 * choice, and so is the last one. */
static int quick_and_tactic_moves(const struct pl_game *game, const void *state,
                                  int seat, pl_move out[])
{
    const struct sheet *sheet = sheet_of(game);
    const struct quick_and_tactic *g = state;
    int low = g->white[0], high = g->white[1], n = 0;

    out[n++] = PASS;
    for (int k = 0; k < COLUMNS && high > 0; k++) {
        if (is_closed(g, k))
            continue;
        out[n] = (pl_move)(WHITES + k);
        n += can_cross(sheet, g, seat, k, low + high);
    }
    for (int k = 0; k < COLUMNS; k++) {
        if (g->colour[k] == 0)
            continue;
        out[n] = (pl_move)(MIXED + 2 * k);
        n += can_cross(sheet, g, seat, k, low + g->colour[k]);
        if (high == 0)
            continue;
        out[n] = (pl_move)(MIXED + 2 * k + 1);
        n += (high > low) & can_cross(sheet, g, seat, k, high + g->colour[k]);
    }
    return n;
}

static bool takes_both_whites(pl_move move)
{
    return move >= WHITES && move < MIXED;
}

/* Of a move with one white die: which. */
static int white_of(pl_move move)
{
    return (move - MIXED) % 2;
}

static inline int sum_of(const struct quick_and_tactic *g, pl_move move)
{
    if (takes_both_whites(move))
        return g->white[0] + g->white[1];
    return g->white[white_of(move)] + g->colour[column_of(move)];
}

static inline int box_of(const struct sheet *sheet,
                         const struct quick_and_tactic *g, pl_move move)
{
    return sheet->place[column_of(move)][sum_of(g, move)];
}

int pl_quick_and_tactic_box(const struct pl_game *game,
                            const struct quick_and_tactic *g, pl_move move)
{
    return box_of(sheet_of(game), g, move);
}

/* Returns the column that this closes, as a bit. */
static unsigned cross(const struct sheet *sheet, struct quick_and_tactic *g,
                      int seat, pl_move move)
{
    int column, at;

    if (move == PASS)
        return 0;
    column = column_of(move);
    at = box_of(sheet, g, move);
    g->column[seat][column] |= (uint16_t)(1u << at);
    g->idle = 0;
    return at == BOTTOM ? 1u << column : 0;
}

static void close_columns(struct quick_and_tactic *g, unsigned closing)
{
    g->closed |= (uint8_t)closing;
    for (; closing; closing &= closing - 1)
        g->colour[pl_lowest(closing)] = 0;
}

static inline bool somebody_closed_two(const struct quick_and_tactic *g)
{
    if ((g->closed & (g->closed - 1)) == 0)
        return false;
    for (int s = 0; s < g->seats; s++)
        if (closed_by(g, s) >= END_CLOSED)
            return true;
    return false;
}

/* While a column is open no one has its bottom box: either another box is
 * left, or it needs its four crosses. */
static bool is_live(const struct quick_and_tactic *g, int seat, int column)
{
    unsigned marks = g->column[seat][column];

    return !is_closed(g, column) &&
           (marks >> (BOTTOM - 1) == 0 || pl_count(marks) >= CLOSE_NEEDS);
}

static bool anything_is_live(const struct quick_and_tactic *g)
{
    for (int s = 0; s < g->seats; s++)
        for (int k = 0; k < COLUMNS; k++)
            if (is_live(g, s, k))
                return true;
    return false;
}

static bool was_idle_too_long(const struct quick_and_tactic *g)
{
    return g->idle_limit > 0 && g->idle == g->idle_limit;
}

static void end_turn(struct quick_and_tactic *g)
{
    g->white[0] = g->white[1] = 0;
    for (int k = 0; k < COLUMNS; k++)
        g->colour[k] = 0;
    g->waiting = 0;
    if (somebody_closed_two(g) || !anything_is_live(g) ||
        was_idle_too_long(g)) {
        g->phase = DONE;
    } else {
        g->phase = ROLLING;
        g->active = seat_after(g->active, g->seats);
    }
}

static void take_dice(struct quick_and_tactic *g, pl_move move)
{
    if (move == PASS)
        return;
    if (white_of(move) == 0)
        g->white[0] = g->white[1];
    g->white[1] = 0;
    g->colour[column_of(move)] = 0;
}

static uint8_t others(const struct quick_and_tactic *g)
{
    return all_seats(g->seats) ^ one_seat(g->active);
}

static void act(const struct sheet *sheet, struct quick_and_tactic *g, int seat,
                pl_move move)
{
    close_columns(g, cross(sheet, g, seat, move));
    if (takes_both_whites(move) || g->seats == 1 ||
        (g->immediate && somebody_closed_two(g))) {
        end_turn(g);
        return;
    }
    take_dice(g, move);
    g->phase = REACTING;
    g->waiting =
        g->sequential ? one_seat(seat_after(seat, g->seats)) : others(g);
}

static void react_openly(const struct sheet *sheet, struct quick_and_tactic *g,
                         int seat, pl_move move)
{
    int next = seat_after(seat, g->seats);

    close_columns(g, cross(sheet, g, seat, move));
    if (next == g->active || (g->immediate && somebody_closed_two(g)))
        end_turn(g);
    else
        g->waiting = one_seat(next);
}

/* Columns close when all have crossed: several may close the same one. */
static void react_blindly(const struct sheet *sheet, struct quick_and_tactic *g,
                          int seat, pl_move move)
{
    unsigned closing = 0;

    g->choice[seat] = (uint8_t)move;
    g->waiting &= (uint8_t)~one_seat(seat);
    if (g->waiting)
        return;
    for (int s = 0; s < g->seats; s++) {
        closing |= cross(sheet, g, s, g->choice[s]);
        g->choice[s] = PASS;
    }
    close_columns(g, closing);
    end_turn(g);
}

static void quick_and_tactic_play(const struct pl_game *game, void *state,
                                  int seat, pl_move move)
{
    struct quick_and_tactic *g = state;

    if (g->phase == ACTING)
        act(sheet_of(game), g, seat, move);
    else if (g->sequential)
        react_openly(sheet_of(game), g, seat, move);
    else
        react_blindly(sheet_of(game), g, seat, move);
}

static int crosses_in_row(const struct quick_and_tactic *g, int seat, int row)
{
    int n = 0;

    for (int k = 0; k < COLUMNS; k++)
        n += has(g->column[seat][k], row);
    return n;
}

static int column_points(const struct sheet *sheet,
                         const struct quick_and_tactic *g, int seat, int column)
{
    return sheet->points[pl_count(g->column[seat][column])];
}

static int bonus(const struct sheet *sheet, const struct quick_and_tactic *g,
                 int seat)
{
    int points = 0;

    for (int row = 0; row < BOXES; row++)
        points += sheet->bonus[crosses_in_row(g, seat, row)];
    return points;
}

static int quick_and_tactic_parts(const struct pl_game *game, const void *state,
                                  int seat, struct pl_part out[])
{
    static const char *const id[] = {YBPOR("part")};
    const struct sheet *sheet = sheet_of(game);
    const struct quick_and_tactic *g = state;

    for (int k = 0; k < COLUMNS; k++)
        out[k] = part(id[k], column_points(sheet, g, seat, k));
    out[COLUMNS] = part("quick-and-tactic.part.rows", bonus(sheet, g, seat));
    return COLUMNS + 1;
}

static void quick_and_tactic_score(const struct pl_game *game,
                                   const void *state, struct pl_result *out)
{
    const struct quick_and_tactic *g = state;

    score_parts(out, game, g, g->seats, quick_and_tactic_parts);
    out->aborted = g->phase == DONE && was_idle_too_long(g);
}

/* Reactions of the others that are still blind were not made yet. */
static void quick_and_tactic_hide(const struct pl_game *game, void *state,
                                  int seat)
{
    struct quick_and_tactic *g = state;

    if (g->phase == REACTING && !g->sequential)
        unmake_choices(g->choice, &g->waiting, others(g), seat);
}

/* --- Words and pieces ---------------------------------------------------- */

static void quick_and_tactic_name(const struct pl_game *game, const void *state,
                                  pl_move move, struct pl_text *out)
{
    const struct quick_and_tactic *g = state;

    if (move == PASS) {
        pl_put(out, "-");
        return;
    }
    pl_put_char(out, 'w');
    if (takes_both_whites(move))
        pl_put_char(out, 'w');
    else
        pl_put_number(out, g->white[white_of(move)]);
    pl_put_char(out, ':');
    pl_put(out, pl_coloured_die[column_of(move)].name);
}

static void quick_and_tactic_ask(const struct pl_game *game, const void *view,
                                 int seat, struct pl_message *out)
{
    const struct quick_and_tactic *g = view;

    switch ((enum phase)g->phase) {
    case ROLLING:
        *out = PL_TELL(g->active, "ask.throw");
        break;
    case ACTING:
        *out = PL_TELL(g->active, "quick-and-tactic.ask.act",
                       .n = g->white[0] + g->white[1]);
        break;
    case REACTING:
        *out = g->white[1]
                   ? PL_SAY("quick-and-tactic.ask.react_to_pass",
                            .n = g->white[0] + g->white[1])
                   : PL_SAY("quick-and-tactic.ask.react", .n = g->white[0]);
        break;
    case DONE:
        *out = PL_SAY("ask.over");
        break;
    }
}

/* The same box can be had with different dice, which leave different dice to
 * the others: so the dice are named. */
static void quick_and_tactic_say(const struct pl_game *game, const void *view,
                                 int seat, pl_move move, struct pl_message *out)
{
    static const char *const whites[] = {YBPOR("quick-and-tactic.say.whites")};
    static const char *const mixed[] = {YBPOR("quick-and-tactic.say.mixed")};
    const struct quick_and_tactic *g = view;

    if (move == PASS)
        *out = PL_SAY("say.pass");
    else if (takes_both_whites(move))
        *out = PL_SAY(whites[column_of(move)], .n = sum_of(g, move));
    else
        *out = PL_SAY(mixed[column_of(move)], .n = sum_of(g, move),
                      .m = g->white[white_of(move)],
                      .k = g->colour[column_of(move)]);
}

static int tell_bonuses(const struct sheet *sheet,
                        const struct quick_and_tactic *b,
                        const struct quick_and_tactic *a,
                        struct pl_message out[])
{
    int told = 0;

    for (int s = 0; s < a->seats; s++)
        for (int row = 0; row < BOXES; row++) {
            int now = crosses_in_row(a, s, row);

            if (sheet->bonus[now] > sheet->bonus[crosses_in_row(b, s, row)])
                out[told++] = PL_TELL(s, "quick-and-tactic.tell.bonus",
                                      .n = now, .m = sheet->bonus[now]);
        }
    return told;
}

static int tell_end(const struct quick_and_tactic *g, struct pl_message out[])
{
    int told = 0;

    for (int s = 0; s < g->seats; s++)
        if (closed_by(g, s) >= END_CLOSED)
            out[told++] = PL_TELL(s, "quick-and-tactic.tell.closed_two");
    if (told == 0 && was_idle_too_long(g))
        out[told++] = PL_SAY("quick-and-tactic.tell.idle", .n = g->idle);
    else if (told == 0)
        out[told++] = PL_SAY("quick-and-tactic.tell.dead");
    return told;
}

static int quick_and_tactic_tell(const struct pl_game *game, const void *before,
                                 const void *after, struct pl_message out[])
{
    static const char *const closed[] = {YBPOR("tell.closed")};
    const struct quick_and_tactic *b = before, *a = after;
    int told = tell_bonuses(sheet_of(game), b, a, out);

    for (int k = 0; k < COLUMNS; k++)
        if (is_closed(a, k) && !is_closed(b, k))
            out[told++] = PL_SAY(closed[k]);
    if (a->phase == DONE && b->phase != DONE)
        told += tell_end(a, out + told);
    return told;
}

static uint16_t box_id(int seat, int column, int at)
{
    return (uint16_t)(ID_BOX + (seat * COLUMNS + column) * BOXES + at);
}

/* A die that was taken keeps its place, blank. */
static void add_die(const struct quick_and_tactic *g, int id, int value,
                    uint8_t colour, struct pl_scene *out)
{
    bool taken = g->phase == REACTING && value == 0;

    add_piece(out, NUMBERED(value, PL_CUBE, .id = (uint16_t)id,
                            .colour = colour, .marks = taken ? PL_USED : 0));
}

static void show_dice(const struct quick_and_tactic *g, struct pl_scene *out)
{
    add_dice(out, 2 + COLUMNS);
    for (int i = 0; i < 2; i++)
        add_die(g, ID_WHITE + i, g->white[i], PL_WHITE, out);
    if (g->white[0] == g->white[1])
        out->piece[out->pieces - 1].alike = ID_WHITE;
    for (int k = 0; k < COLUMNS; k++)
        if (!is_closed(g, k))
            add_die(g, ID_COLOUR + k, g->colour[k], pl_die_colour[k], out);
}

static bool is_chosen(const struct sheet *sheet,
                      const struct quick_and_tactic *g, int seat, int column,
                      int at)
{
    pl_move move = g->choice[seat];

    return move != PASS && column_of(move) == column &&
           box_of(sheet, g, move) == at;
}

static uint8_t marks_of_box(const struct sheet *sheet,
                            const struct quick_and_tactic *g, int seat,
                            int column, int at)
{
    unsigned marks = g->column[seat][column];

    if (has(marks, at))
        return PL_CROSSED;
    if (is_chosen(sheet, g, seat, column, at))
        return PL_CIRCLED;
    return marks >> at || !is_live(g, seat, column) ? PL_LOST : 0;
}

static void show_column(const struct sheet *sheet,
                        const struct quick_and_tactic *g, int seat, int k,
                        struct pl_scene *out)
{
    uint8_t colour = pl_die_colour[k];

    add_piece(out, PIECE(PL_LABEL, AT(k, 0), .colour = colour));
    for (int i = 0; i < BOXES; i++)
        add_piece(out, NUMBERED(sheet->number[k][i], PL_BOX,
                                .id = box_id(seat, k, i), AT(k, 1 + i),
                                .colour = colour,
                                .sign = i == BOTTOM ? PL_LOCK : PL_NO_SIGN,
                                .marks = marks_of_box(sheet, g, seat, k, i)));
    add_piece(out, NUMBERED(column_points(sheet, g, seat, k), PL_COUNTER,
                            AT(k, 1 + BOXES), .colour = colour));
}

static void show_sheet(const struct pl_game *game,
                       const struct quick_and_tactic *g, int seat,
                       struct pl_scene *out)
{
    const struct sheet *sheet = sheet_of(game);

    add_sheet(out, seat, COLUMNS + 1, BOXES + 3, NULL);
    for (int k = 0; k < COLUMNS; k++)
        show_column(sheet, g, seat, k, out);
    add_piece(out, PIECE(PL_LABEL, AT(COLUMNS, 0),
                         .label = "quick-and-tactic.in_a_row"));
    for (int row = 0; row < BOXES; row++) {
        int points = sheet->bonus[crosses_in_row(g, seat, row)];

        if (points > 0)
            add_piece(out, NUMBERED(points, PL_COUNTER, AT(COLUMNS, 1 + row),
                                    .sign = PL_PLUS));
    }
    add_piece(out, NUMBERED(bonus(sheet, g, seat), PL_COUNTER,
                            AT(COLUMNS, 1 + BOXES), .sign = PL_PLUS));
    add_piece(out,
              NUMBERED(total(game, quick_and_tactic_parts, g, seat), PL_COUNTER,
                       AT(0, 2 + BOXES), .w = COLUMNS + 1, .label = "points"));
}

/* What so many crosses are worth, from a single one on. */
static void show_worth(const char *label, int y, const uint8_t worth[],
                       int last, struct pl_scene *out)
{
    add_piece(out, PIECE(PL_LABEL, AT(0, y), .w = 2, .label = label));
    for (int i = 1; i <= last; i++)
        add_piece(out, NUMBERED(worth[i], PL_LABEL, AT(1 + i, y)));
}

static void show_tables(const struct sheet *sheet, struct pl_scene *out)
{
    add_area(out, (struct pl_area){PL_BOARD, PL_GRID, -1, 2 + BOXES, 3, NULL});
    add_piece(out, PIECE(PL_LABEL, AT(0, 0), .w = 2 + BOXES, .label = "worth"));
    show_worth("quick-and-tactic.in_a_colour", 1, sheet->points, BOXES, out);
    show_worth("quick-and-tactic.in_a_row", 2, sheet->bonus, COLUMNS, out);
}

static void quick_and_tactic_show(const struct pl_game *game, const void *view,
                                  int seat, struct pl_scene *out)
{
    const struct quick_and_tactic *g = view;

    show_dice(g, out);
    for (int s = 0; s < g->seats; s++)
        show_sheet(game, g, s, out);
    show_tables(sheet_of(game), out);
    show_pass(out, ID_PASS);
}

/* A box says it all, unless the coloured die shows the same as a white one:
 * either makes that sum with the other white die, so it is named as well. */
static void quick_and_tactic_touch(const struct pl_game *game, const void *view,
                                   int seat, pl_move move, struct pl_touch *out)
{
    const struct quick_and_tactic *g = view;
    int column = column_of(move), twin;

    if (move == PASS) {
        add_touch(out, ID_PASS);
        return;
    }
    add_touch(out, box_id(seat, column, box_of(sheet_of(game), g, move)));
    twin = g->white[0] == g->colour[column] ? 0 : 1;
    if (sum_of(g, move) != g->white[0] + g->white[1] ||
        g->white[twin] != g->colour[column])
        return;
    add_touch(out,
              takes_both_whites(move) ? ID_WHITE + twin : ID_COLOUR + column);
}

/* --- What the table asks ------------------------------------------------- */

/* The cubes lie in the order of show_dice; a closed colour has none. */
static int cube_of(const struct quick_and_tactic *g, int column)
{
    int cube = WHITE_DICE;

    for (int k = 0; k < column; k++)
        cube += !is_closed(g, k);
    return cube;
}

static unsigned quick_and_tactic_dice(const struct pl_game *game,
                                      const void *view, int seat, pl_move move)
{
    if (move == PASS)
        return 0;
    if (takes_both_whites(move))
        return 3;
    return 1u << white_of(move) | 1u << cube_of(view, column_of(move));
}

/* A die that no box is touched with: taken, or good for some, or for none. */
static const char *why_die(const struct pl_game *game,
                           const struct quick_and_tactic *g, int seat, int die)
{
    pl_move list[MOVES];
    int n = quick_and_tactic_moves(game, g, seat, list);
    int k = die - WHITE_DICE, cube = k < 0 ? die : cube_of(g, k);

    if ((k < 0 ? g->white[die] : g->colour[k]) == 0)
        return "why.die_taken";
    for (int i = 0; i < n; i++)
        if (has(quick_and_tactic_dice(game, g, seat, list[i]), cube))
            return "why.die_lights";
    return "why.die_nowhere";
}

/* The sums that the dice make in a column, each once; returns how many. */
static int sums_in(const struct quick_and_tactic *g, int column, int sum[3])
{
    int low = g->white[0], high = g->white[1], die = g->colour[column], n = 0;

    if (die)
        sum[n++] = low + die;
    if (die && high > low)
        sum[n++] = high + die;
    if (high && high != die && low != die)
        sum[n++] = low + high;
    return n;
}

/* A free box that the dice do not make. */
static void why_not_rolled(const struct quick_and_tactic *g, int column,
                           struct pl_message *out)
{
    static const char *const id[] = {"why.no_die", "quick-and-tactic.why.one",
                                     "quick-and-tactic.why.two",
                                     "quick-and-tactic.why.three"};
    int sum[3] = {0}, n = sums_in(g, column, sum);

    *out = PL_SAY(id[n], .n = sum[0], .m = sum[1], .k = sum[2]);
}

static void why_box(const struct sheet *sheet, const struct quick_and_tactic *g,
                    int seat, int column, int at, struct pl_message *out)
{
    static const char *const closed[] = {YBPOR("tell.closed")};
    unsigned marks = g->column[seat][column];

    if (has(marks, at))
        *out = PL_SAY("why.crossed");
    else if (is_closed(g, column))
        *out = PL_SAY(closed[column]);
    else if (marks >> at)
        *out =
            PL_SAY("quick-and-tactic.why.past", .n = sheet->number[column][at]);
    else if (!can_cross(sheet, g, seat, column, sheet->number[column][at]))
        *out = PL_SAY("quick-and-tactic.why.needs", .n = CLOSE_NEEDS);
    else
        why_not_rolled(g, column, out);
}

static void quick_and_tactic_why(const struct pl_game *game, const void *view,
                                 int seat, uint16_t piece,
                                 struct pl_message *out)
{
    int box = piece - box_id(seat, 0, 0);

    if (piece < ID_BOX)
        *out = PL_SAY(why_die(game, view, seat, piece - ID_WHITE));
    else
        why_box(sheet_of(game), view, seat, box / BOXES, box % BOXES, out);
}

static int quick_and_tactic_facts(const struct pl_game *game,
                                  const struct pl_setup *setup,
                                  struct pl_fact out[])
{
    const struct sheet *sheet = sheet_of(game);
    const struct pl_fact fact[] = {
        {"most", SEATS},    {"columns", COLUMNS}, {"white", WHITE_DICE},
        {"low", LOWEST},    {"high", HIGHEST},    {"needs", CLOSE_NEEDS},
        {"end", END_CLOSED}};
    int n = GIVE_FACTS(fact, out), least = 1;

    while (sheet->bonus[least] == 0)
        least++;
    n += count_facts("bonus_count", least, COLUMNS + 1 - least, out + n);
    n +=
        list_facts("bonus", &sheet->bonus[least], COLUMNS + 1 - least, out + n);
    n += count_facts("count", 1, BOXES, out + n);
    n += list_facts("points", &sheet->points[1], BOXES, out + n);
    return n + idle_fact(setup->option[OPT_IDLE_LIMIT], out + n);
}

const struct pl_game pl_quick_and_tactic_game = {
    .id = "quick-and-tactic",
    .layout = "A",
    .sheet = &shipped,
    .sheets = &pl_quick_and_tactic_sheets,
    .min_seats = 1,
    .max_seats = SEATS,
    .minutes = 20,
    .age = 8,
    .hue = 250,
    .emblem = "columns",
    .sign = {[PL_LOCK] = "quick-and-tactic.sign.lock",
             [PL_PLUS] = "quick-and-tactic.sign.plus"},
    .pass = PASS,
    .state_size = sizeof(struct quick_and_tactic),
    .move_count = MOVES,
    .moves_max = MOVES,
    .points_min = 0,
    .points_max = 2 * 56 + 3 * 46 + 10 * 7, /* two bottom boxes at most */
    .options = options,
    .start = quick_and_tactic_start,
    .turn = quick_and_tactic_turn,
    .chance = quick_and_tactic_chance,
    .land = quick_and_tactic_land,
    .moves = quick_and_tactic_moves,
    .play = quick_and_tactic_play,
    .score = quick_and_tactic_score,
    .parts = quick_and_tactic_parts,
    .hide = quick_and_tactic_hide,
    .name = quick_and_tactic_name,
    .ask = quick_and_tactic_ask,
    .say = quick_and_tactic_say,
    .tell = quick_and_tactic_tell,
    .show = quick_and_tactic_show,
    .touch = quick_and_tactic_touch,
    .dice = quick_and_tactic_dice,
    .why = quick_and_tactic_why,
    .facts = quick_and_tactic_facts,
};
