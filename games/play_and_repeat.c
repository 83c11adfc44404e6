/*
 * Play & Repeat (rules PR-…): take a die, cross as many boxes of its colour.
 *
 * What one die can cross is a set: a connected part of an area. The tables of
 * play_and_repeat.h number the sets of a sheet, and a move is the number of a
 * set and whether the white die pays for it. All boxes of the sets that fit
 * are free, and one of them lies beside START or an earlier cross.
 */
#include "play_and_repeat.h"
#include "kit.h"

enum { SEATS = 6, DICE = 1 + COLOURS, WHITE = 0 };
enum { END_COLOURS = 3, COLOUR_MONEY = 5 };
enum phase { ROLLING, CHOOSING, DONE };
enum { PASS, FIRST_SET, MOVES = FIRST_SET + 2 * 318 /* sets of sheet B */ };
enum { OPT_END_TIMING, OPT_END_SCOPE, OPT_SHEET, OPT_IDLE_LIMIT };
enum { ID_PASS = 1, ID_DIE, ID_BOX = ID_DIE + DICE };

struct repeat {
    uint64_t crossed[SEATS][2]; /* bits of the sheet */
    uint64_t near[SEATS][2];    /* beside START or a cross: what crossed says */
    uint16_t rows[SEATS];       /* bits: rows whose amount is claimed */
    uint8_t colours[SEATS];     /* bits: colours completed */
    uint8_t die[DICE];          /* W Y B P O R; 0: not thrown, or taken */
    uint8_t seats, active, phase;
    uint8_t chooser; /* whose opportunity it is */
    uint8_t sheet;
    uint8_t idle, idle_limit; /* turns without a cross; limit 0: not counted */
    uint8_t options;          /* bits OPT_END_… */
};

static const char *const scopes[] = {"table", "player", NULL};
static const char *const sheets[] = {"A", "B", NULL};
static const struct pl_option options[] = {
    [OPT_END_TIMING] = {"end_timing", end_timings, 0, 0, 0},
    [OPT_END_SCOPE] = {"end_scope", scopes, 0, 0, 0},
    [OPT_SHEET] = {"sheet", sheets, 0, 0, 0},
    [OPT_IDLE_LIMIT] = {"idle_limit", idle_limits, 0, 0, 2},
    {0}};

/* --- Rules --------------------------------------------------------------- */

static const struct sheet *sheet_of(const struct repeat *g)
{
    return &play_and_repeat_sheets[g->sheet];
}

static const struct set *set_of(const struct repeat *g, pl_move move)
{
    return &sheet_of(g)->set[(move - FIRST_SET) / 2];
}

static int die_of(const struct repeat *g, pl_move move)
{
    return (move - FIRST_SET) % 2 ? WHITE : 1 + set_of(g, move)->colour;
}

static void repeat_start(void *state, const struct pl_setup *setup)
{
    struct repeat *g = state;

    g->seats = setup->seats;
    g->active = g->chooser = setup->first;
    g->sheet = (uint8_t)setup->option[OPT_SHEET];
    g->idle_limit = idle_limit(setup->option[OPT_IDLE_LIMIT]);
    g->options = options_up_to(OPT_END_SCOPE, setup);
    for (int s = 0; s < g->seats; s++)
        for (int w = 0; w < 2; w++)
            g->near[s][w] = sheet_of(g)->start[w];
}

static struct pl_turn repeat_turn(const void *state)
{
    static const uint8_t what[] = {
        [ROLLING] = PL_CHANCE, [CHOOSING] = PL_DECIDE, [DONE] = PL_OVER};
    const struct repeat *g = state;

    return turn_in(g->phase, what, g->chooser);
}

static void repeat_chance(const void *state, struct pl_chance *out)
{
    (void)state;
    throw_dice(out, DICE);
    out->die[WHITE] = &white_die;
    for (int colour = 0; colour < COLOURS; colour++)
        out->die[1 + colour] = &coloured_die[colour];
}

static void repeat_land(void *state, const uint8_t face[])
{
    struct repeat *g = state;

    for (int i = 0; i < DICE; i++)
        g->die[i] = pips(face[i]);
    g->phase = CHOOSING;
}

/* The sets of one area that fit, as bits from its first set on. */
struct fit {
    uint64_t coloured, white;
    const struct area *area;
};

/* A set fits if it lies within the free boxes of its area, but not within
 * those of them that touch nothing. A taken die shows 0, and no set has that
 * size. Going through all areas without a branch is quicker than finding the
 * half that has a box to begin with. */
static int fit_areas(const struct repeat *g, int seat, struct fit out[])
{
    const struct sheet *sheet = sheet_of(g);
    const uint64_t *crossed = g->crossed[seat], *near = g->near[seat];
    const struct area *end = sheet->area + sheet->areas;
    int n = 0;

    for (const struct area *area = sheet->area; area < end; area++) {
        const uint64_t *inside = sheet->inside + area->inside;
        uint64_t free = area->boxes & ~crossed[area->word];
        uint64_t apart = free & ~near[area->word];
        uint64_t fits =
            inside[free >> area->shift] & ~inside[apart >> area->shift];

        out[n].coloured = fits & area->of_size[g->die[1 + area->colour]];
        out[n].white = fits & area->of_size[g->die[WHITE]];
        out[n].area = area;
        n += (out[n].coloured | out[n].white) != 0;
    }
    return n;
}

static int repeat_moves(const void *state, int seat, pl_move out[])
{
    struct fit fit[AREAS_MAX];
    int fits = fit_areas(state, seat, fit), n = 0;

    out[n++] = PASS;
    for (const struct fit *f = fit; f < fit + fits; f++)
        for (uint64_t left = f->coloured | f->white; left; left &= left - 1) {
            int i = pl_lowest(left);
            int move = FIRST_SET + 2 * (f->area->first + i);

            out[n] = (pl_move)move;
            n += has(f->coloured, i);
            out[n] = (pl_move)(move + 1);
            n += has(f->white, i);
        }
    return n;
}

static bool has_all(const struct repeat *g, int seat, const uint64_t boxes[2])
{
    return ((boxes[0] & ~g->crossed[seat][0]) |
            (boxes[1] & ~g->crossed[seat][1])) == 0;
}

static unsigned rows_claimed(const struct repeat *g)
{
    unsigned rows = 0;

    for (int s = 0; s < g->seats; s++)
        rows |= g->rows[s];
    return rows;
}

static void cross(struct repeat *g, int seat, const struct set *set)
{
    const struct sheet *sheet = sheet_of(g);

    g->crossed[seat][set->word] |= set->boxes;
    g->near[seat][0] |= set->near[0];
    g->near[seat][1] |= set->near[1];
    for (unsigned rows = set->rows; rows; rows &= rows - 1) {
        int row = pl_lowest(rows);

        if (has_all(g, seat, sheet->row[row]) && !has(rows_claimed(g), row))
            g->rows[seat] |= (uint16_t)(1u << row);
    }
    if (has_all(g, seat, sheet->colour[set->colour]))
        g->colours[seat] |= (uint8_t)(1u << set->colour);
}

static bool enough_colours(const struct repeat *g)
{
    unsigned of_table = 0;

    for (int s = 0; s < g->seats; s++) {
        of_table |= g->colours[s];
        if (pl_count(g->colours[s]) >= END_COLOURS)
            return true;
    }
    return pl_count(of_table) >= END_COLOURS && !has(g->options, OPT_END_SCOPE);
}

static bool nobody_took_a_die(const struct repeat *g)
{
    for (int i = 0; i < DICE; i++)
        if (g->die[i] == 0)
            return false;
    return true;
}

static bool is_stuck(const struct repeat *g)
{
    return g->idle_limit > 0 && g->idle == g->idle_limit;
}

static void clear_table(struct repeat *g, enum phase phase)
{
    for (int i = 0; i < DICE; i++)
        g->die[i] = 0;
    g->phase = (uint8_t)phase;
    g->chooser = g->active;
}

static void end_turn(struct repeat *g)
{
    if (!nobody_took_a_die(g))
        g->idle = 0;
    else if (g->idle_limit > 0)
        g->idle++;
    if (enough_colours(g) || is_stuck(g)) {
        clear_table(g, DONE);
    } else {
        g->active = seat_after(g->active, g->seats);
        clear_table(g, ROLLING);
    }
}

static void repeat_play(void *state, int seat, pl_move move)
{
    struct repeat *g = state;

    if (move != PASS) {
        cross(g, seat, set_of(g, move));
        g->die[die_of(g, move)] = 0;
    }
    g->chooser = seat_after(seat, g->seats);
    if (g->chooser == g->active ||
        (has(g->options, OPT_END_TIMING) && enough_colours(g)))
        end_turn(g);
}

/* --- Money --------------------------------------------------------------- */

static int row_money(const struct repeat *g, int seat)
{
    int money = 0;

    for (unsigned rows = g->rows[seat]; rows; rows &= rows - 1)
        money += sheet_of(g)->amount[pl_lowest(rows)];
    return money;
}

static int colour_money(const struct repeat *g, int seat)
{
    return COLOUR_MONEY * pl_count(g->colours[seat]);
}

static int count(uint64_t boxes)
{
    return pl_count((unsigned)boxes) + pl_count((unsigned)(boxes >> 32));
}

static bool is_crossed(const struct repeat *g, int seat, int cell)
{
    int bit = sheet_of(g)->bit_of[cell];

    return bit != NO_BOX && has(g->crossed[seat][bit / 64], bit % 64);
}

static int coin_money(const struct repeat *g, int seat)
{
    int money = 0;

    for (int i = 0; i < COIN_BITS; i++)
        for (int w = 0; w < 2; w++)
            money += count(g->crossed[seat][w] & sheet_of(g)->coins[i][w]) << i;
    return money;
}

static int repeat_parts(const void *state, int seat, struct pl_part out[])
{
    const struct repeat *g = state;
    int n = 0;

    out[n++] = part("play-and-repeat.part.rows", row_money(g, seat));
    out[n++] = part("play-and-repeat.part.colours", colour_money(g, seat));
    out[n++] = part("play-and-repeat.part.coins", coin_money(g, seat));
    return n;
}

static void repeat_score(const void *state, struct pl_result *out)
{
    const struct repeat *g = state;

    score_parts(out, g, g->seats, repeat_parts);
    out->aborted = g->phase == DONE && is_stuck(g);
}

/* --- For bots ------------------------------------------------------------ */

static int missing_of(const struct repeat *g, int seat, const uint64_t boxes[2])
{
    uint64_t first = boxes[0] & ~g->crossed[seat][0];
    uint64_t second = boxes[1] & ~g->crossed[seat][1];

    return first | second ? count(first) + count(second) : 0;
}

/* A row that nobody has: what it is worth and how much of it is missing, for
 * this seat and for the best of the others. */
static int row_features(const struct repeat *g, int seat, int row,
                        int16_t out[])
{
    const struct sheet *sheet = sheet_of(g);
    int missing = missing_of(g, seat, sheet->row[row]), others = COLUMNS;
    bool claimed = rows_claimed(g) >> row & 1;

    for (int s = 0; s < g->seats; s++) {
        int m = s == seat ? COLUMNS : missing_of(g, s, sheet->row[row]);

        others = m < others ? m : others;
    }
    out[0] = (int16_t)(claimed ? 0 : COLUMNS - missing);
    out[1] = !claimed && missing <= 2;
    out[2] = !claimed && missing <= 4;
    out[3] = claimed;
    out[4] = !claimed && others < missing;
    out[5] = !claimed && others <= 2;
    return 6;
}

static int colour_features(const struct repeat *g, int seat, int colour,
                           int16_t out[])
{
    const struct sheet *sheet = sheet_of(g);
    int missing = missing_of(g, seat, sheet->colour[colour]), fewest = 20;
    int reach = 0;

    for (int w = 0; w < 2; w++)
        reach += count(sheet->colour[colour][w] & g->near[seat][w] &
                       ~g->crossed[seat][w]);
    for (int s = 0; s < g->seats; s++) {
        int m = s == seat ? 20 : missing_of(g, s, sheet->colour[colour]);

        fewest = m < fewest ? m : fewest;
    }
    out[0] = (int16_t)missing;
    out[1] = missing == 0;
    out[2] = missing > 0 && missing <= 3;
    out[3] = missing > 0 && missing <= 6;
    out[4] = (int16_t)reach;
    out[5] = reach == 0;
    out[6] = fewest == 0;
    out[7] = fewest <= 3;
    return 8;
}

static int repeat_features(const void *view, int seat, int16_t out[])
{
    const struct repeat *g = view;
    int n = 0, coins, crossed = 0;
    unsigned done = 0;

    for (int row = 0; row < ROWS; row++)
        n += row_features(g, seat, row, out + n);
    for (int colour = 0; colour < COLOURS; colour++)
        n += colour_features(g, seat, colour, out + n);
    coins = COINS_MONEY - coin_money(g, seat);
    for (int w = 0; w < 2; w++)
        crossed += count(g->crossed[seat][w]);
    out[n++] = (int16_t)coins;
    out[n++] = (int16_t)(crossed / 4);
    for (int s = 0; s < g->seats; s++)
        done |= g->colours[s];
    for (int i = 1; i < END_COLOURS; i++)
        out[n++] = pl_count(done) >= i;
    out[n++] = (int16_t)((seat - g->active + g->seats) % g->seats);
    for (int i = 1; i <= SEATS; i++)
        out[n++] = g->seats == i;
    for (int i = 0; i < SHEETS; i++)
        out[n++] = g->sheet == i;
    return n;
}

/* --- Words --------------------------------------------------------------- */

/* The cells of a set in reading order; returns how many. */
static int cells_of(const struct repeat *g, const struct set *set, int cell[])
{
    const struct area *area = &sheet_of(g)->area[set->area];
    int n = 0;

    for (int i = 0; i < area->count; i++)
        if (has(set->boxes, area->shift + i))
            cell[n++] = area->cell[i];
    return n;
}

/* "d3,c4,d4": column letter, row number. */
static void put_cells(const struct repeat *g, pl_move move, struct pl_text *out)
{
    int cell[AREA_BOXES], n = cells_of(g, set_of(g, move), cell);

    for (int i = 0; i < n; i++) {
        if (i > 0)
            pl_put_char(out, ',');
        pl_put_char(out, (char)('a' + cell[i] % COLUMNS));
        pl_put_number(out, 1 + cell[i] / COLUMNS);
    }
}

static void repeat_name(const void *state, pl_move move, struct pl_text *out)
{
    const struct repeat *g = state;

    if (move == PASS) {
        pl_put(out, "-");
        return;
    }
    pl_put(out, die_of(g, move) == WHITE
                    ? white_die.name
                    : coloured_die[set_of(g, move)->colour].name);
    pl_put_char(out, ':');
    put_cells(g, move, out);
}

static void repeat_ask(const void *view, int seat, struct pl_message *out)
{
    const struct repeat *g = view;

    (void)seat;
    switch ((enum phase)g->phase) {
    case ROLLING:
        *out = PL_TELL(g->active, "ask.throw");
        break;
    case CHOOSING:
        *out = PL_TELL(g->chooser, "play-and-repeat.ask.take");
        break;
    case DONE:
        *out = PL_SAY("ask.over");
        break;
    }
}

static void repeat_say(const void *view, int seat, pl_move move,
                       struct pl_message *out)
{
    static const char *const with_colour[] = {YBPOR("play-and-repeat.say")};
    static const char *const with_white[] = {
        YBPOR("play-and-repeat.say.white")};
    const struct repeat *g = view;
    const struct set *set;

    (void)seat;
    if (move == PASS) {
        *out = PL_SAY("say.pass");
        return;
    }
    set = set_of(g, move);
    *out = PL_SAY(
        (die_of(g, move) == WHITE ? with_white : with_colour)[set->colour],
        .n = set->size);
    put_cells(g, move, &out->word);
}

/* What the form of one seat has brought in by this step. */
static int tell_money(const struct repeat *b, const struct repeat *a, int s,
                      struct pl_message out[])
{
    static const char *const complete[] = {YBPOR("play-and-repeat.tell")};
    int coins = coin_money(a, s) - coin_money(b, s), n = 0;

    if (coins > 0)
        out[n++] = PL_TELL(s, "play-and-repeat.tell.coins", .n = coins);
    for (int row = 0; row < ROWS; row++)
        if (has(a->rows[s] & ~b->rows[s], row))
            out[n++] = PL_TELL(s, "play-and-repeat.tell.row",
                               .n = sheet_of(a)->amount[row], .m = row + 1);
    for (int colour = 0; colour < COLOURS; colour++)
        if (has(a->colours[s] & ~b->colours[s], colour))
            out[n++] = PL_TELL(s, complete[colour], .n = COLOUR_MONEY);
    return n;
}

static int repeat_tell(const void *before, const void *after,
                       struct pl_message out[])
{
    const struct repeat *b = before, *a = after;
    int n = 0;

    for (int s = 0; s < a->seats; s++)
        n += tell_money(b, a, s, out + n);
    if (enough_colours(a) && !enough_colours(b) && a->phase != DONE)
        out[n++] = PL_SAY("play-and-repeat.tell.last");
    if (a->phase == DONE && is_stuck(a))
        out[n++] = PL_SAY("play-and-repeat.tell.idle", .n = a->idle);
    return n;
}

/* --- Pieces -------------------------------------------------------------- */

static uint16_t box_id(int seat, int cell)
{
    return (uint16_t)(ID_BOX + seat * CELLS + cell);
}

static void show_dice(const struct repeat *g, struct pl_scene *out)
{
    add_dice(out, DICE);
    for (int i = 0; i < DICE; i++) {
        bool taken = g->phase == CHOOSING && g->die[i] == 0;

        add_piece(out,
                  NUMBERED(g->die[i], PL_CUBE, .id = (uint16_t)(ID_DIE + i),
                           AT(i, 0),
                           .colour = i == WHITE ? PL_WHITE : die_colour[i - 1],
                           .marks = taken ? PL_USED : 0));
    }
}

static void show_box(const struct repeat *g, int seat, int cell,
                     struct pl_scene *out)
{
    const struct sheet *sheet = sheet_of(g);
    int coin = sheet->coin[cell];

    if (sheet->bit_of[cell] == NO_BOX)
        return;
    add_piece(out,
              NUMBERED(coin ? coin : PL_NO_VALUE, PL_BOX,
                       .id = box_id(seat, cell),
                       AT(1 + cell % COLUMNS, 1 + cell / COLUMNS),
                       .colour = die_colour[sheet->colour_of[cell]],
                       .sign = coin ? PL_COIN : PL_NO_SIGN,
                       .marks = is_crossed(g, seat, cell) ? PL_CROSSED : 0));
}

/* The number of the row at its left, its amount at its right. */
static void show_row_ends(const struct repeat *g, int seat, int row,
                          struct pl_scene *out)
{
    bool mine = has(g->rows[seat], row);
    bool gone = has(rows_claimed(g), row);

    add_piece(out, NUMBERED(row + 1, PL_LABEL, AT(0, 1 + row)));
    add_piece(out, NUMBERED(sheet_of(g)->amount[row], PL_BOX,
                            AT(1 + COLUMNS, 1 + row),
                            .marks = mine   ? PL_CIRCLED
                                     : gone ? PL_LOST
                                            : 0));
}

/* The amounts of the colours, and what the form is worth. */
static void show_bottom(const struct repeat *g, int seat, struct pl_scene *out)
{
    for (int i = 0; i < COLOURS; i++)
        add_piece(out,
                  NUMBERED(COLOUR_MONEY, PL_BOX, AT(1 + i, 1 + ROWS),
                           .colour = die_colour[i],
                           .marks = has(g->colours[seat], i) ? PL_CIRCLED : 0));
    add_piece(out, NUMBERED(total(repeat_parts, g, seat), PL_COUNTER,
                            AT(6, 1 + ROWS), .w = 4, .label = "points"));
}

static void show_sheet(const struct repeat *g, int seat, struct pl_scene *out)
{
    static const char *const letter[COLUMNS] = {
        "play-and-repeat.column.a", "play-and-repeat.column.b",
        "play-and-repeat.column.c", "play-and-repeat.column.d",
        "play-and-repeat.column.e", "play-and-repeat.column.f",
        "play-and-repeat.column.g", "play-and-repeat.column.h"};

    add_sheet(out, seat, 2 + COLUMNS, 2 + ROWS, NULL);
    for (int i = 0; i < COLUMNS; i++)
        add_piece(out, PIECE(PL_LABEL, AT(1 + i, 0), .label = letter[i]));
    for (int cell = 0; cell < CELLS; cell++)
        show_box(g, seat, cell, out);
    add_piece(out, PIECE(PL_BOX, AT(1, 1 + START_ROW), .w = START_CELLS,
                         .marks = PL_SHADED, .label = "play-and-repeat.start"));
    for (int row = 0; row < ROWS; row++)
        show_row_ends(g, seat, row, out);
    show_bottom(g, seat, out);
}

static void repeat_show(const void *view, int seat, struct pl_scene *out)
{
    const struct repeat *g = view;

    (void)seat;
    show_dice(g, out);
    for (int s = 0; s < g->seats; s++)
        show_sheet(g, s, out);
    show_pass(out, ID_PASS);
}

static void repeat_touch(const void *view, int seat, pl_move move,
                         struct pl_touch *out)
{
    const struct repeat *g = view;
    int cell[AREA_BOXES], n;

    if (move == PASS) {
        add_touch(out, ID_PASS);
        return;
    }
    add_touch(out, ID_DIE + die_of(g, move));
    n = cells_of(g, set_of(g, move), cell);
    for (int i = 0; i < n; i++)
        add_touch(out, box_id(seat, cell[i]));
}

static int repeat_facts(const struct pl_setup *setup, struct pl_fact out[])
{
    const struct pl_fact fact[] = {{"most", SEATS},
                                   {"boxes", CELLS - START_CELLS},
                                   {"colours", COLOURS},
                                   {"rows", ROWS},
                                   {"dice", DICE},
                                   {"start_row", START_ROW + 1},
                                   {"start_boxes", COLUMNS - START_CELLS},
                                   {"colour_boxes", COLOUR_BOXES},
                                   {"money", COLOUR_MONEY},
                                   {"end", END_COLOURS}};
    int n = GIVE_FACTS(fact, out);

    return n + idle_fact(setup->option[OPT_IDLE_LIMIT], out + n);
}

const struct pl_game play_and_repeat_game = {
    .id = "play-and-repeat",
    .layout = "A",
    .min_seats = 1,
    .max_seats = SEATS,
    .state_size = sizeof(struct repeat),
    .move_count = MOVES,
    .moves_max = 1 + 2 * COLOURS * COLOUR_BOXES, /* all dice 1, all boxes */
    .points_min = 0,
    /* A turn completes one colour a seat at most, after two at most. */
    .points_max = ROWS_MONEY + END_COLOURS * COLOUR_MONEY + COINS_MONEY,
    .options = options,
    .start = repeat_start,
    .turn = repeat_turn,
    .chance = repeat_chance,
    .land = repeat_land,
    .moves = repeat_moves,
    .play = repeat_play,
    .score = repeat_score,
    .parts = repeat_parts,
    .features = repeat_features,
    .name = repeat_name,
    .ask = repeat_ask,
    .say = repeat_say,
    .tell = repeat_tell,
    .show = repeat_show,
    .touch = repeat_touch,
    .facts = repeat_facts,
};
