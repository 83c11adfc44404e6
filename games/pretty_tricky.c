/* Pretty Tricky (rules PT-…): own rolls fill the left half of a sheet, rolls of
 * the others the right one. */
#include "pretty_tricky.h"
#include "kit.h"

enum { ROUNDS = 200 }; /* the guard against forgoing for ever */
enum { OPT_FORCED, OPT_BLIND, OPT_GOAL };
enum {
    ID_PASS = 1,
    ID_BOX,
    ID_BANG = ID_BOX + SEATS * HALVES * ROWS * WIDEST,
    ID_FIRST = ID_BANG + SEATS * ROWS,
    ID_DIE = ID_FIRST + SEATS
};

static const struct pl_die red_die = {"r", 6, pl_d6_face};
static const struct pl_die blue_die = {"b", 6, pl_d6_face};

static const struct pl_option options[] = {
    [OPT_FORCED] = {"forced_ticks", pl_off_on, 0, 0, 0},
    [OPT_BLIND] = {"simultaneous", pl_off_on, 0, 0, 0},
    [OPT_GOAL] = {"end_threshold", NULL, 1, ROWS, PL_AUTO},
    {0}};

/* clang-format off */
static const struct sheet shipped = {
    .widest = NARROWEST,
    .half = {
    /* row   2  3  4  5  6  7  8  9  10 11 12 */
    [LEFT] = {{2, 2, 3, 3, 4, 4, 4, 3, 3, 2, 2},
              {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
              {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}},
    [RIGHT] = {{2, 2, 3, 3, 4, 4, 4, 3, 3, 2, 2},
               {0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0},
               {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    },
};
/* clang-format on */

/* --- Rules --------------------------------------------------------------- */

static int row_of(int die, int other)
{
    return die + other - 2;
}

static int number(int row)
{
    return row + 2;
}

static void tick(const struct half sheet[], struct pretty_tricky *g, int seat,
                 int half, int row)
{
    if (++g->ticks[seat][half][row] == sheet[half].boxes[row])
        g->full[seat][half] |= (uint16_t)(1u << row);
}

static void tick_printed(const struct half sheet[], struct pretty_tricky *g,
                         int seat, int half)
{
    const uint8_t *printed =
        g->seats == SEATS ? sheet[half].fours : sheet[half].twos;

    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < printed[row]; i++)
            tick(sheet, g, seat, half, row);
}

static int goal(const struct pl_setup *setup, int seats)
{
    int8_t bangs = setup->option[OPT_GOAL];

    return bangs == PL_AUTO ? 8 - seats : bangs;
}

static void pretty_tricky_start(const struct pl_game *game, void *state,
                                const struct pl_setup *setup)
{
    struct pretty_tricky *g = state;

    *g = (struct pretty_tricky){.seats = setup->seats,
                                .first = setup->first,
                                .active = setup->first,
                                .goal = (uint8_t)goal(setup, setup->seats),
                                .options = options_up_to(OPT_BLIND, setup)};
    for (int s = 0; s < g->seats && g->seats != SOME; s++) {
        tick_printed(halves_of(game), g, s, LEFT);
        tick_printed(halves_of(game), g, s, RIGHT);
    }
}

static struct pl_turn pretty_tricky_turn(const struct pl_game *game,
                                         const void *state)
{
    static const uint8_t what[] = {[ROLLING] = PL_CHANCE,
                                   [OWN_TICKS] = PL_DECIDE,
                                   [OTHER_TICKS] = PL_DECIDE,
                                   [BLIND_TICKS] = PL_DECIDE,
                                   [DONE] = PL_OVER};
    const struct pretty_tricky *g = state;

    return (struct pl_turn){what[g->phase], g->waiting, g->phase,
                            (int8_t)g->active};
}

static void pretty_tricky_chance(const struct pl_game *game, const void *state,
                                 struct pl_chance *out)
{
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

static void pretty_tricky_land(const struct pl_game *game, void *state,
                               const uint8_t face[])
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

static bool can_tick_both(const struct half sheet[],
                          const struct pretty_tricky *g, int seat, int a, int b)
{
    if (a == b)
        return g->ticks[seat][LEFT][a] + 2 <= sheet[LEFT].boxes[a];
    return !((g->full[seat][LEFT] >> a | g->full[seat][LEFT] >> b) & 1);
}

/* The two rows of a pairing always add up to the same, so the lower one stands
 * for the pair, and equal pairings fall together. */
static int own_moves(const struct half sheet[], const struct pretty_tricky *g,
                     int seat, pl_move out[])
{
    int sum = row_of(g->red, g->blue[0]) + row_of(g->blue[1], g->blue[2]);
    unsigned singles = 0, pairs = 0;
    bool forced = has(g->options, OPT_FORCED), pass = !forced;
    int n = 0;

    for (int i = 0; i < BLUE_DICE; i++) {
        int a = row_of(g->red, g->blue[i]), b = sum - a;
        unsigned open = (1u << a | 1u << b) & ~(unsigned)g->full[seat][LEFT];
        bool both = can_tick_both(sheet, g, seat, a, b);

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

static int pretty_tricky_moves(const struct pl_game *game, const void *state,
                               int seat, pl_move out[])
{
    const struct pretty_tricky *g = state;

    return seat == g->active ? own_moves(halves_of(game), g, seat, out)
                             : other_moves(g, seat, out);
}

static void tick_rows(const struct half sheet[], struct pretty_tricky *g,
                      int seat, pl_move move)
{
    int row[2], n = rows_of(move, row);

    for (int i = 0; i < n; i++)
        tick(sheet, g, seat, seat == g->active ? LEFT : RIGHT, row[i]);
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

static void reveal(const struct half sheet[], struct pretty_tricky *g)
{
    for (int s = 0; s < g->seats; s++) {
        tick_rows(sheet, g, s, g->choice[s]);
        g->choice[s] = PASS;
    }
    end_turn(g);
}

static void pretty_tricky_play(const struct pl_game *game, void *state,
                               int seat, pl_move move)
{
    struct pretty_tricky *g = state;
    int next = seat_after(seat, g->seats);

    if (g->phase == BLIND_TICKS) {
        g->choice[seat] = (uint8_t)move;
        g->waiting &= (uint8_t)~one_seat(seat);
        if (g->waiting == 0)
            reveal(halves_of(game), g);
        return;
    }
    tick_rows(halves_of(game), g, seat, move);
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

static void pretty_tricky_score(const struct pl_game *game, const void *state,
                                struct pl_result *out)
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

static int pretty_tricky_parts(const struct pl_game *game, const void *state,
                               int seat, struct pl_part out[])
{
    const struct pretty_tricky *g = state;

    out[0] = part("pretty-tricky.part.bangs", bang_points(g, seat));
    out[1] = part("pretty-tricky.part.circles", circle_points(g, seat));
    return 2;
}

/* Choices of the others that are still blind were not made yet. */
static void pretty_tricky_hide(const struct pl_game *game, void *state,
                               int seat)
{
    struct pretty_tricky *g = state;

    if (g->phase == BLIND_TICKS)
        unmake_choices(g->choice, &g->waiting, all_seats(g->seats), seat);
}

/* --- Words and pieces ---------------------------------------------------- */

static void pretty_tricky_name(const struct pl_game *game, const void *state,
                               pl_move move, struct pl_text *out)
{
    int row[2], n = rows_of(move, row);

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

static void pretty_tricky_ask(const struct pl_game *game, const void *view,
                              int seat, struct pl_message *out)
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

static void pretty_tricky_say(const struct pl_game *game, const void *view,
                              int seat, pl_move move, struct pl_message *out)
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

static int pretty_tricky_tell(const struct pl_game *game, const void *before,
                              const void *after, struct pl_message out[])
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

static uint16_t bang_id(int seat, int row)
{
    return (uint16_t)(ID_BANG + seat * ROWS + row);
}

static void show_dice(const struct pretty_tricky *g, struct pl_scene *out)
{
    add_dice(out, 8);
    add_piece(out, NUMBERED(g->red, PL_CUBE, .id = ID_DIE, .colour = PL_RED));
    for (int i = 0; i < BLUE_DICE; i++)
        add_piece(out, NUMBERED(g->blue[i], PL_CUBE,
                                .id = (uint16_t)(ID_DIE + 1 + i),
                                .colour = PL_BLUE, AT(1 + i, 0)));
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
static void show_boxes(const struct sheet *sheet, const struct pretty_tricky *g,
                       int seat, int half, int row, struct pl_scene *out)
{
    const struct half *print = &sheet->half[half];
    int ticked = g->ticks[seat][half][row];
    int circled = ticked + chosen(g, seat, half, row);

    for (int i = 0; i < print->boxes[row]; i++) {
        int printed = i < print->twos[row]                       ? 2
                      : i < print->twos[row] + print->fours[row] ? 4
                                                                 : PL_NO_VALUE;

        add_piece(out,
                  NUMBERED(printed, PL_BOX, .id = box_id(seat, half, row, i),
                           AT(half == LEFT ? sheet->widest - i
                                           : sheet->widest + 2 + i,
                              row),
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

static void show_row(const struct sheet *sheet, const struct pretty_tricky *g,
                     int seat, int row, struct pl_scene *out)
{
    add_piece(out, PIECE(PL_BOX, .id = bang_id(seat, row), AT(0, row),
                         .sign = PL_BANG,
                         .marks = has(g->bangs[seat], row) ? PL_CROSSED : 0));
    show_boxes(sheet, g, seat, LEFT, row, out);
    add_piece(out, NUMBERED(number(row), PL_LABEL, AT(sheet->widest + 1, row)));
    show_boxes(sheet, g, seat, RIGHT, row, out);
    add_piece(
        out, NUMBERED(circles(g, row), PL_COUNTER,
                      AT(2 * sheet->widest + 2, row), .w = 2, .sign = PL_BANG,
                      .marks = has(g->full[seat][RIGHT], row) ? PL_SHADED : 0));
}

static void show_sheet(const struct sheet *sheet, const struct pretty_tricky *g,
                       int seat, struct pl_scene *out)
{
    int bangs = bang_points(g, seat), rows = circle_points(g, seat);

    add_sheet(out, seat, (uint8_t)(2 * sheet->widest + 4), ROWS + 1, NULL);
    for (int row = 0; row < ROWS; row++)
        show_row(sheet, g, seat, row, out);
    add_piece(out, PIECE(PL_BOX, .id = (uint16_t)(ID_FIRST + seat), AT(0, ROWS),
                         .sign = PL_ARROW,
                         .marks = seat == g->first ? PL_CROSSED : 0));
    add_piece(out, NUMBERED(bangs, PL_COUNTER, AT(1, ROWS), .w = 3,
                            .label = "pretty-tricky.part.bangs"));
    add_piece(out, NUMBERED(rows, PL_COUNTER, AT(4, ROWS), .w = 4,
                            .label = "pretty-tricky.part.circles"));
    add_piece(out, NUMBERED(bangs + rows, PL_COUNTER, AT(8, ROWS), .w = 4,
                            .label = "points"));
}

static void pretty_tricky_show(const struct pl_game *game, const void *view,
                               int seat, struct pl_scene *out)
{
    const struct pretty_tricky *g = view;

    show_dice(g, out);
    for (int s = 0; s < g->seats; s++)
        show_sheet(game->sheet, g, s, out);
    show_pass(out, ID_PASS);
}

/* A row is touched at its next open box; twice, at the one after it as well. */
static void pretty_tricky_touch(const struct pl_game *game, const void *view,
                                int seat, pl_move move, struct pl_touch *out)
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

/* Two of the blue dice: all but this one. */
static unsigned blue_without(int i)
{
    return ((1u << BLUE_DICE) - 1) << 1 & ~(2u << i);
}

/* Two dice that make a row for this seat, the red one being die 0; 0: none do.
 * It does not matter which: the other two make the same sum in any case. */
static unsigned dice_for(const struct pretty_tricky *g, int seat, int row)
{
    int blues = row_of(g->blue[0], g->blue[1]) + g->blue[2];

    for (int i = 0; i < BLUE_DICE; i++) {
        if (blues - g->blue[i] == row)
            return blue_without(i);
        if (seat == g->active && row_of(g->red, g->blue[i]) == row)
            return 1u | 2u << i;
    }
    return 0;
}

static unsigned pretty_tricky_dice(const struct pl_game *game, const void *view,
                                   int seat, pl_move move)
{
    int row[2], n = rows_of(move, row);

    if (n == 2)
        return (1u << (1 + BLUE_DICE)) - 1;
    return n == 1 ? dice_for(view, seat, row[0]) : 0;
}

static void why_box(const struct pretty_tricky *g, int seat, int half, int row,
                    int box, struct pl_message *out)
{
    bool own = seat == g->active;

    if (box < g->ticks[seat][half][row])
        *out = PL_SAY("why.crossed");
    else if (half != (own ? LEFT : RIGHT))
        *out =
            PL_SAY(own ? "pretty-tricky.why.left" : "pretty-tricky.why.right");
    else if (dice_for(g, seat, row) == 0)
        *out = PL_SAY(own ? "pretty-tricky.why.sum" : "pretty-tricky.why.blue",
                      .n = number(row));
    else
        *out = PL_SAY("pretty-tricky.why.next", .n = number(row));
}

static void why_bang(const struct pretty_tricky *g, int seat, int row,
                     struct pl_message *out)
{
    if (has(g->bangs[seat], row))
        *out = PL_SAY("why.crossed");
    else
        *out = PL_SAY("pretty-tricky.why.bang", .n = number(row));
}

static void pretty_tricky_why(const struct pl_game *game, const void *view,
                              int seat, uint16_t piece, struct pl_message *out)
{
    const struct pretty_tricky *g = view;
    int box = piece - box_id(seat, LEFT, 0, 0), row = box / WIDEST;

    if (piece >= ID_DIE)
        *out = PL_SAY("pretty-tricky.why.die");
    else if (piece >= ID_FIRST)
        *out = PL_SAY("pretty-tricky.sign.arrow");
    else if (piece >= ID_BANG)
        why_bang(g, seat, piece - bang_id(seat, 0), out);
    else if (piece == ID_PASS)
        *out = PL_SAY("pretty-tricky.why.forced");
    else
        why_box(g, seat, row / ROWS, row % ROWS, box % WIDEST, out);
}

static int boxes_marked(const uint8_t left[], const uint8_t right[])
{
    int n = 0;

    for (int row = 0; row < ROWS; row++)
        n += left[row] + right[row];
    return n;
}

static int pretty_tricky_facts(const struct pl_game *game,
                               const struct pl_setup *setup,
                               struct pl_fact out[])
{
    const struct half *sheet = halves_of(game);
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

const struct pl_game pl_pretty_tricky_game = {
    .id = "pretty-tricky",
    .layout = "A",
    .sheet = &shipped,
    .sheets = &pl_pretty_tricky_sheets,
    .min_seats = FEW,
    .max_seats = SEATS,
    .minutes = 20,
    .age = 8,
    .hue = 345,
    .emblem = "exclamation",
    .sign = {[PL_BANG] = "pretty-tricky.sign.bang",
             [PL_ARROW] = "pretty-tricky.sign.arrow"},
    .pass = PASS,
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
    .name = pretty_tricky_name,
    .ask = pretty_tricky_ask,
    .say = pretty_tricky_say,
    .tell = pretty_tricky_tell,
    .show = pretty_tricky_show,
    .touch = pretty_tricky_touch,
    .dice = pretty_tricky_dice,
    .why = pretty_tricky_why,
    .facts = pretty_tricky_facts,
};
