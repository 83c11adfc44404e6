/* Qwixx (rules QX-…): four rows that are crossed from left to right. */
#include "qwixx.h"
#include "kit.h"

enum { OPT_FINISH_TURN, OPT_CLOSED_DIE, OPT_OPEN_STEP, OPT_ONE_PLAYER };
/* The third way of the white step has a bit of its own. */
enum { BLIND, OPEN, BLIND_WITH_REACTION, OPT_REACTION = OPT_ONE_PLAYER + 1 };
enum {
    ID_PASS = 1,
    ID_BOX,
    ID_LOCK = ID_BOX + SEATS * ROWS * NUMBERS,
    ID_PENALTY = ID_LOCK + SEATS * ROWS,
    ID_DIE = ID_PENALTY + SEATS * FAILS
};

static const struct pl_die colour_die[ROWS] = {{"r", 6, pl_d6_face},
                                               {"y", 6, pl_d6_face},
                                               {"g", 6, pl_d6_face},
                                               {"b", 6, pl_d6_face}};

static const char *const white_steps[] = {"0", "1", "2", NULL};
static const struct pl_option options[] = {
    [OPT_FINISH_TURN] = {"finish_turn", pl_off_on, 0, 0, 0},
    [OPT_CLOSED_DIE] = {"closed_die_step2", pl_off_on, 0, 0, 0},
    [OPT_OPEN_STEP] = {"open_step1", white_steps, 0, BLIND_WITH_REACTION,
                       BLIND},
    [OPT_ONE_PLAYER] = {"two_rows_one_player", pl_off_on, 0, 0, 0},
    {0}};

/* Rules over the shipped sheet are compiled with its numbers built in; those
 * over any other read it. */
#define ON_SHEET static inline __attribute__((always_inline))

#define RISING                                                                 \
    {                                                                          \
        2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12                                     \
    }
#define FALLING                                                                \
    {                                                                          \
        12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2                                     \
    }
#define ALL(colour)                                                            \
    {                                                                          \
        colour, colour, colour, colour, colour, colour, colour, colour,        \
            colour, colour, colour                                             \
    }
#define PLACES_RISING                                                          \
    {                                                                          \
        0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10                                 \
    }
#define PLACES_FALLING                                                         \
    {                                                                          \
        0, 0, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0                                 \
    }
static const struct sheet shipped = {
    .number = {RISING, RISING, FALLING, FALLING},
    .colour = {ALL(0), ALL(1), ALL(2), ALL(3)},
    .place = {PLACES_RISING, PLACES_RISING, PLACES_FALLING, PLACES_FALLING},
    .lock = {0, 1, 2, 3},
    .row_of = {0, 1, 2, 3},
};

/* --- Rules --------------------------------------------------------------- */

static inline bool rises(int row)
{
    return row < 2;
}

/* Where a sum stands in a row of the shipped sheet. */
static inline int place(int row, int sum)
{
    return rises(row) ? sum - LOWEST : HIGHEST - sum;
}

static inline bool can_mark(unsigned marks, int place)
{
    return marks >> place == 0 &&
           (place != LAST || pl_count(marks) >= LOCK_NEEDS);
}

static uint8_t option_bits(const struct pl_setup *setup)
{
    uint8_t bits = options_up_to(OPT_ONE_PLAYER, setup);

    if (setup->option[OPT_OPEN_STEP] == BLIND_WITH_REACTION)
        bits ^= 1u << OPT_OPEN_STEP | 1u << OPT_REACTION;
    return bits;
}

static void qwixx_start(const struct pl_game *game, void *state,
                        const struct pl_setup *setup)
{
    *(struct qwixx *)state = (struct qwixx){.seats = setup->seats,
                                            .active = setup->first,
                                            .options = option_bits(setup)};
}

static struct pl_turn qwixx_turn(const struct pl_game *game, const void *state)
{
    static const uint8_t what[] = {[ROLLING] = PL_CHANCE,
                                   [WHITE_STEP] = PL_DECIDE,
                                   [COLOUR_STEP] = PL_DECIDE,
                                   [DONE] = PL_OVER,
                                   [REACTION] = PL_DECIDE};
    const struct qwixx *g = state;

    return (struct pl_turn){what[g->phase], g->waiting, g->phase,
                            (int8_t)g->active};
}

/* The die of a colour leaves with the row whose lock has that colour. */
ON_SHEET bool has_die(const struct sheet *sheet, const struct qwixx *g,
                      int colour)
{
    return !has(g->closed, sheet->row_of[colour]);
}

ON_SHEET void chance_on(const struct sheet *sheet, const void *state,
                        struct pl_chance *out)
{
    const struct qwixx *g = state;

    throw_dice(out, WHITE_DICE);
    out->die[0] = out->die[1] = &pl_white_die;
#pragma GCC unroll 4
    for (int colour = 0; colour < ROWS; colour++)
        if (has_die(sheet, g, colour))
            out->die[out->count++] = &colour_die[colour];
}

static void qwixx_chance(const struct pl_game *game, const void *state,
                         struct pl_chance *out)
{
    chance_on(&shipped, state, out);
}
static void any_chance(const struct pl_game *game, const void *state,
                       struct pl_chance *out)
{
    chance_on(sheet_of(game), state, out);
}

ON_SHEET void land_on(const struct sheet *sheet, void *state,
                      const uint8_t face[])
{
    struct qwixx *g = state;

    land_pair(g->white, face);
    face += WHITE_DICE;
#pragma GCC unroll 4
    for (int colour = 0; colour < ROWS; colour++)
        if (has_die(sheet, g, colour))
            g->colour[colour] = pips(*face++);
    g->phase = WHITE_STEP;
    g->waiting = has(g->options, OPT_OPEN_STEP) ? one_seat(g->active)
                                                : all_seats(g->seats);
}

static void qwixx_land(const struct pl_game *game, void *state,
                       const uint8_t face[])
{
    land_on(&shipped, state, face);
}
static void any_land(const struct pl_game *game, void *state,
                     const uint8_t face[])
{
    land_on(sheet_of(game), state, face);
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

/* Is this seat's choice the last number of a row, made before anyone reacts? */
static bool announces(const struct qwixx *g, int seat)
{
    return g->choice[seat] >= FIRST_MARK && g->choice[seat] < REACTS &&
           chosen_box(g, seat) % NUMBERS == LAST;
}

/* The last boxes of the rows that someone announces to close and that this seat
 * may lock too, a bit each. */
static uint64_t late_boxes(const struct qwixx *g, int seat)
{
    uint64_t boxes = 0;

    for (int s = 0; s < g->seats; s++)
        if (announces(g, s) &&
            can_mark(g->row[seat][chosen_box(g, s) / NUMBERS], LAST))
            boxes |= bit(chosen_box(g, s));
    return boxes;
}

static int qwixx_moves(const struct pl_game *game, const void *state, int seat,
                       pl_move out[])
{
    const struct qwixx *g = state;

    out[0] = PASS;
    if (g->phase == WHITE_STEP)
        return 1 + white_moves(g, seat, out + 1);
    if (g->phase == COLOUR_STEP)
        return 1 + colour_moves(g, seat, out + 1);
    return 1 + list_moves(late_boxes(g, seat), FIRST_MARK, out + 1);
}

/* A row that was closed in this turn is still open to the active player where
 * the option leaves its die on the table. */
static bool is_open(const struct sheet *sheet, const struct qwixx *g, int row)
{
    return !has(g->closed, row) ||
           (g->phase == COLOUR_STEP && g->colour[sheet->lock[row]]);
}

/* The boxes of one number that this seat may mark, a bit each: of that colour,
 * or of any if it is negative. */
static uint64_t boxes_for(const struct sheet *sheet, const struct qwixx *g,
                          int seat, int colour, int sum)
{
    uint64_t boxes = 0;

    for (int row = 0; row < ROWS; row++) {
        int at = sheet->place[row][sum];

        if (is_open(sheet, g, row) && can_mark(g->row[seat][row], at) &&
            (colour < 0 || sheet->colour[row][at] == colour))
            boxes |= bit(row * NUMBERS + at);
    }
    return boxes;
}

static int any_moves(const struct pl_game *game, const void *state, int seat,
                     pl_move out[])
{
    const struct sheet *sheet = sheet_of(game);
    const struct qwixx *g = state;
    uint64_t boxes = g->phase == REACTION ? late_boxes(g, seat) : 0;

    if (g->phase == WHITE_STEP)
        boxes = boxes_for(sheet, g, seat, -1, g->white[0] + g->white[1]);
    for (int i = 0; g->phase == COLOUR_STEP && i < 2 * ROWS; i++)
        if (g->colour[i / 2])
            boxes |= boxes_for(sheet, g, seat, i / 2,
                               g->white[i % 2] + g->colour[i / 2]);
    out[0] = PASS;
    return 1 + list_moves(boxes, FIRST_MARK, out + 1);
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

/* After a step: rows that someone has completed are closed for all. */
ON_SHEET void close_rows(const struct sheet *sheet, struct qwixx *g)
{
    for (int row = 0; row < ROWS; row++)
        if (has(g->closing, row) && !has(g->options, OPT_CLOSED_DIE))
            g->colour[sheet->lock[row]] = 0;
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

ON_SHEET void end_white_step(const struct sheet *sheet, struct qwixx *g)
{
    for (int s = 0; s < g->seats; s++) {
        mark(g, s, g->choice[s]);
        g->choice[s] = PASS;
    }
    if (g->closing)
        close_rows(sheet, g);
    if (enough_closed(g) && !has(g->options, OPT_FINISH_TURN)) {
        clear_table(g, DONE);
    } else {
        g->phase = COLOUR_STEP;
        g->waiting = one_seat(g->active);
    }
}

/* All choices are in: those who passed hear which rows are about to be closed,
 * and who may lock one of them is asked once more. */
static bool ask_again(struct qwixx *g)
{
    for (int s = 0; s < g->seats; s++)
        if (g->choice[s] == PASS && late_boxes(g, s))
            g->waiting |= one_seat(s);
    for (unsigned left = g->waiting; left; left &= left - 1)
        g->choice[pl_lowest(left)] = REACTS;
    if (g->waiting)
        g->phase = REACTION;
    return g->phase == REACTION;
}

ON_SHEET void react(const struct sheet *sheet, struct qwixx *g, int seat,
                    pl_move move)
{
    g->choice[seat] = (uint8_t)(REACTS | move);
    g->waiting &= (uint8_t)~one_seat(seat);
    if (g->waiting)
        return;
    for (int s = 0; s < g->seats; s++)
        g->choice[s] &= (uint8_t)~REACTS;
    end_white_step(sheet, g);
}

ON_SHEET void end_colour_step(const struct sheet *sheet, struct qwixx *g)
{
    if (!g->marked)
        g->failed[g->active]++;
    if (g->closing)
        close_rows(sheet, g);
    if (g->failed[g->active] == FAILS || enough_closed(g)) {
        clear_table(g, DONE);
    } else {
        clear_table(g, ROLLING);
        g->active = seat_after(g->active, g->seats);
    }
}

ON_SHEET void play_on(const struct sheet *sheet, void *state, int seat,
                      pl_move move)
{
    struct qwixx *g = state;

    if (g->phase == COLOUR_STEP) {
        mark(g, seat, move);
        end_colour_step(sheet, g);
        return;
    }
    if (g->phase == REACTION) {
        react(sheet, g, seat, move);
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
    if (g->waiting == 0 && !(has(g->options, OPT_REACTION) && ask_again(g)))
        end_white_step(sheet, g);
}

static void qwixx_play(const struct pl_game *game, void *state, int seat,
                       pl_move move)
{
    play_on(&shipped, state, seat, move);
}
static void any_play(const struct pl_game *game, void *state, int seat,
                     pl_move move)
{
    play_on(sheet_of(game), state, seat, move);
}

void pl_qwixx_any(struct pl_game *copy)
{
    copy->play = any_play;
    copy->chance = any_chance;
    copy->land = any_land;
    copy->moves = any_moves;
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

static int qwixx_parts(const struct pl_game *game, const void *state, int seat,
                       struct pl_part out[])
{
    static const char *const id[] = {RYGB("part")};
    const struct qwixx *g = state;

    for (int row = 0; row < ROWS; row++)
        out[row] =
            part(id[sheet_of(game)->lock[row]], row_points(g, seat, row));
    out[ROWS] = part("qwixx.part.failed", -FAIL_COSTS * g->failed[seat]);
    return ROWS + 1;
}

static void qwixx_score(const struct pl_game *game, const void *state,
                        struct pl_result *out)
{
    const struct qwixx *g = state;

    score_parts(out, game, g, g->seats, qwixx_parts);
}

/* While some react, nothing is shown but what was announced. */
static bool qwixx_keeps(const struct pl_game *game, const void *state, int seat)
{
    const struct qwixx *g = state;

    return g->phase == REACTION && !announces(g, seat);
}

static void hide_reactions(struct qwixx *g, int seat)
{
    for (int s = 0; s < g->seats; s++)
        if (s != seat && (g->choice[s] & REACTS)) {
            g->choice[s] = REACTS;
            g->waiting |= one_seat(s);
        } else if (s != seat && !announces(g, s)) {
            g->choice[s] = PASS;
        }
}

/* Choices of the others that are still blind were not made yet. */
static void qwixx_hide(const struct pl_game *game, void *state, int seat)
{
    struct qwixx *g = state;

    if (g->phase == WHITE_STEP && !has(g->options, OPT_OPEN_STEP))
        unmake_choices(g->choice, &g->waiting, all_seats(g->seats), seat);
    if (g->phase == REACTION)
        hide_reactions(g, seat);
}

/* --- Words and pieces ---------------------------------------------------- */

/* A row is called by the colour of its lock. */
static void qwixx_name(const struct pl_game *game, const void *state,
                       pl_move move, struct pl_text *out)
{
    const struct sheet *sheet = sheet_of(game);
    int box = move - FIRST_MARK;

    if (move == PASS) {
        pl_put(out, "-");
        return;
    }
    pl_put_char(out, "rygb"[sheet->lock[box / NUMBERS]]);
    pl_put_number(out, sheet->number[box / NUMBERS][box % NUMBERS]);
}

static void qwixx_ask(const struct pl_game *game, const void *view, int seat,
                      struct pl_message *out)
{
    const struct qwixx *g = view;

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
    case REACTION:
        *out = PL_SAY("qwixx.ask.react");
        break;
    case DONE:
        *out = PL_SAY("ask.over");
        break;
    }
}

static void qwixx_say(const struct pl_game *game, const void *view, int seat,
                      pl_move move, struct pl_message *out)
{
    static const char *const id[] = {RYGB("say.cross")};
    const struct sheet *sheet = sheet_of(game);
    const struct qwixx *g = view;
    int row = (move - FIRST_MARK) / NUMBERS;

    if (move != PASS)
        *out = PL_SAY(sheet->is_mixed ? "qwixx.say.row" : id[sheet->lock[row]],
                      .n = sheet->number[row][(move - FIRST_MARK) % NUMBERS],
                      .m = row + 1);
    else if (g->phase == COLOUR_STEP && !g->marked && seat == g->active)
        *out = PL_SAY("qwixx.say.fail");
    else
        *out = PL_SAY("say.pass");
}

static int qwixx_tell(const struct pl_game *game, const void *before,
                      const void *after, struct pl_message out[])
{
    static const char *const closed[] = {RYGB("tell.closed")};
    const struct qwixx *b = before, *a = after;
    int n = 0;

    for (int s = 0; s < a->seats; s++)
        if (a->phase == REACTION && b->phase == WHITE_STEP && announces(a, s))
            out[n++] = PL_TELL(s, "qwixx.tell.announced",
                               .n = chosen_box(a, s) / NUMBERS + 1);
    for (int s = 0; s < a->seats; s++)
        if (a->failed[s] > b->failed[s])
            out[n++] = PL_TELL(s, "qwixx.tell.failed", .n = a->failed[s]);
    for (int row = 0; row < ROWS; row++)
        if (has(a->closed & ~b->closed, row))
            out[n++] = PL_SAY(closed[sheet_of(game)->lock[row]]);
    return n;
}

static const uint8_t box_colour[] = {PL_RED, PL_YELLOW, PL_GREEN, PL_BLUE};

static uint16_t box_id(int seat, int row, int place)
{
    return (uint16_t)(ID_BOX + (seat * ROWS + row) * NUMBERS + place);
}

static void show_dice(const struct sheet *sheet, const struct qwixx *g,
                      struct pl_scene *out)
{
    add_dice(out, 6);
    for (int i = 0; i < 2; i++)
        add_piece(out,
                  NUMBERED(g->white[i], PL_CUBE, .id = (uint16_t)(ID_DIE + i),
                           .colour = PL_WHITE, AT(i, 0)));
    for (int i = 0; i < ROWS; i++)
        if (has_die(sheet, g, i) || g->colour[i])
            add_piece(out, NUMBERED(g->colour[i], PL_CUBE,
                                    .id = (uint16_t)(ID_DIE + 2 + i),
                                    .colour = box_colour[i], AT(2 + i, 0)));
}

static uint8_t marks_of_box(const struct qwixx *g, int seat, int row, int place)
{
    unsigned marks = g->row[seat][row];

    if (has(marks, place))
        return PL_CROSSED;
    if (chosen_box(g, seat) == row * NUMBERS + place)
        return PL_CIRCLED;
    return marks >> place || has(g->closed, row) ? PL_LOST : 0;
}

static void show_row(const struct sheet *sheet, const struct qwixx *g, int seat,
                     int row, struct pl_scene *out)
{
    uint8_t colour = box_colour[sheet->lock[row]];
    bool locked = g->row[seat][row] >> LAST;

    add_piece(out, PIECE(PL_LABEL, AT(0, row), .colour = colour));
    for (int i = 0; i < NUMBERS; i++)
        add_piece(out, NUMBERED(sheet->number[row][i], PL_BOX,
                                .id = box_id(seat, row, i), AT(1 + i, row),
                                .colour = box_colour[sheet->colour[row][i]],
                                .marks = marks_of_box(g, seat, row, i)));
    add_piece(out,
              PIECE(PL_BOX, .id = (uint16_t)(ID_LOCK + seat * ROWS + row),
                    AT(1 + NUMBERS, row), .colour = colour, .sign = PL_LOCK,
                    .marks = locked                ? PL_CROSSED
                             : has(g->closed, row) ? PL_LOST
                                                   : 0));
}

/* The points of each row, and what so many crosses are worth. */
static void show_worth(const struct sheet *sheet, const struct qwixx *g,
                       int seat, struct pl_scene *out)
{
    for (int row = 0; row < ROWS; row++)
        add_piece(out, NUMBERED(row_points(g, seat, row), PL_COUNTER,
                                AT(1 + 3 * row, ROWS + 1), .w = 3,
                                .colour = box_colour[sheet->lock[row]]));
    add_piece(out, PIECE(PL_LABEL, AT(1, ROWS + 2), .w = NUMBERS + 1,
                         .label = "worth"));
    for (int crosses = 1; crosses <= NUMBERS + 1; crosses++)
        add_piece(out, NUMBERED(points_for(crosses), PL_LABEL,
                                AT(crosses, ROWS + 3)));
}

static void show_sheet(const struct pl_game *game, const struct qwixx *g,
                       int seat, struct pl_scene *out)
{
    add_sheet(out, seat, 2 + NUMBERS, ROWS + 4, NULL);
    for (int row = 0; row < ROWS; row++)
        show_row(sheet_of(game), g, seat, row, out);
    add_piece(out, PIECE(PL_LABEL, AT(0, ROWS), .w = 4,
                         .label = "qwixx.part.failed"));
    for (int i = 0; i < FAILS; i++)
        add_piece(out, NUMBERED(-FAIL_COSTS, PL_BOX,
                                .id = (uint16_t)(ID_PENALTY + seat * FAILS + i),
                                AT(4 + i, ROWS),
                                .marks = i < g->failed[seat] ? PL_CROSSED : 0));
    add_piece(out, NUMBERED(total(game, qwixx_parts, g, seat), PL_COUNTER,
                            AT(9, ROWS), .w = 4, .label = "points"));
    show_worth(sheet_of(game), g, seat, out);
}

static void qwixx_show(const struct pl_game *game, const void *view, int seat,
                       struct pl_scene *out)
{
    const struct qwixx *g = view;

    show_dice(sheet_of(game), g, out);
    for (int s = 0; s < g->seats; s++)
        show_sheet(game, g, s, out);
    show_pass(out, ID_PASS);
}

static void qwixx_touch(const struct pl_game *game, const void *view, int seat,
                        pl_move move, struct pl_touch *out)
{
    int box = move - FIRST_MARK;

    add_touch(out, move == PASS ? ID_PASS
                                : box_id(seat, box / NUMBERS, box % NUMBERS));
}

/* --- What the table asks ------------------------------------------------- */

/* The cubes lie in the order of show_dice; a closed colour has none. */
static int cube_of(const struct sheet *sheet, const struct qwixx *g, int colour)
{
    int cube = 2;

    for (int i = 0; i < colour; i++)
        cube += has_die(sheet, g, i) || g->colour[i];
    return cube;
}

static unsigned qwixx_dice(const struct pl_game *game, const void *view,
                           int seat, pl_move move)
{
    const struct sheet *sheet = sheet_of(game);
    const struct qwixx *g = view;
    int row = (move - FIRST_MARK) / NUMBERS;
    int at = (move - FIRST_MARK) % NUMBERS, colour;

    if (move == PASS)
        return 0;
    if (g->phase != COLOUR_STEP)
        return 3;
    colour = sheet->colour[row][at];
    return 1u << (g->white[0] + g->colour[colour] != sheet->number[row][at]) |
           1u << cube_of(sheet, g, colour);
}

/* A box that no die makes, though it is free. */
static void why_not_rolled(const struct qwixx *g, int colour,
                           struct pl_message *out)
{
    if (g->phase == WHITE_STEP)
        *out = PL_SAY("qwixx.why.white", .n = g->white[0] + g->white[1]);
    else if (g->phase == REACTION)
        *out = PL_SAY("qwixx.why.react");
    else if (g->colour[colour] == 0)
        *out = PL_SAY("why.no_die");
    else
        *out = PL_SAY("qwixx.why.makes", .n = g->white[0] + g->colour[colour],
                      .m = g->white[1] + g->colour[colour]);
}

static void why_box(const struct sheet *sheet, const struct qwixx *g, int seat,
                    int row, int at, struct pl_message *out)
{
    static const char *const closed[] = {RYGB("tell.closed")};
    unsigned marks = g->row[seat][row];

    if (has(marks, at))
        *out = PL_SAY("why.crossed");
    else if (has(g->closed, row))
        *out = PL_SAY(closed[sheet->lock[row]]);
    else if (marks >> at)
        *out = PL_SAY("qwixx.why.past", .n = sheet->number[row][at]);
    else if (!can_mark(marks, at))
        *out = PL_SAY("qwixx.why.needs", .n = LOCK_NEEDS);
    else
        why_not_rolled(g, sheet->colour[row][at], out);
}

static void qwixx_why(const struct pl_game *game, const void *view, int seat,
                      uint16_t piece, struct pl_message *out)
{
    const struct qwixx *g = view;
    int box = piece - box_id(seat, 0, 0);

    if (piece >= ID_DIE)
        *out = PL_SAY("qwixx.why.die");
    else if (piece >= ID_PENALTY)
        *out = PL_SAY("qwixx.why.penalty", .n = FAIL_COSTS);
    else if (piece >= ID_LOCK)
        *out = PL_SAY("qwixx.why.lock", .n = LOCK_NEEDS);
    else
        why_box(sheet_of(game), g, seat, box / NUMBERS, box % NUMBERS, out);
}

static int qwixx_facts(const struct pl_game *game, const struct pl_setup *setup,
                       struct pl_fact out[])
{
    const struct pl_fact fact[] = {
        {"most", SEATS},  {"rows", ROWS},         {"white", WHITE_DICE},
        {"low", LOWEST},  {"high", HIGHEST},      {"needs", LOCK_NEEDS},
        {"fails", FAILS}, {"closed", END_CLOSED}, {"cost", FAIL_COSTS}};
    int n = GIVE_FACTS(fact, out);

    if (setup->option[OPT_OPEN_STEP] == BLIND_WITH_REACTION)
        out[n++] = (struct pl_fact){"react", LOCK_NEEDS};
    n += count_facts("count", 1, NUMBERS + 1, out + n);
    for (int crosses = 1; crosses <= NUMBERS + 1; crosses++)
        out[n++] = (struct pl_fact){"points", points_for(crosses)};
    return n;
}

const struct pl_game pl_qwixx_game = {
    .id = "qwixx",
    .layout = "A",
    .sheet = &shipped,
    .sheets = &pl_qwixx_sheets,
    .min_seats = 1,
    .minutes = 15,
    .age = 8,
    .hue = 200,
    .emblem = "rows",
    .sign = {[PL_LOCK] = "qwixx.sign.lock"},
    .pass = PASS,
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
    .keeps = qwixx_keeps,
    .name = qwixx_name,
    .ask = qwixx_ask,
    .say = qwixx_say,
    .tell = qwixx_tell,
    .show = qwixx_show,
    .touch = qwixx_touch,
    .dice = qwixx_dice,
    .why = qwixx_why,
    .facts = qwixx_facts,
};
