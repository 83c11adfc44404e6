/*
 * Play & Repeat (rules PR-…): take a die, cross as many boxes of its colour.
 *
 * What one die can cross is a set: a connected part of an area. The tables of
 * play_and_repeat_sheets.h number the sets of a sheet, and a move is the number
 * of a set and whether the white die pays for it. All boxes of the sets that
 * fit are free, and one of them lies beside START or an earlier cross.
 */
#include "play_and_repeat.h"

enum { OPT_END_TIMING, OPT_END_SCOPE, OPT_IDLE_LIMIT };
enum {
    ID_PASS = 1,
    ID_DIE,
    ID_BOX = ID_DIE + DICE, /* START has the id of its first cell */
    ID_ROW = ID_BOX + SEATS * CELLS,
    ID_COLOUR = ID_ROW + SEATS * ROWS
};

static const char *const scopes[] = {"table", "player", NULL};
static const struct pl_option options[] = {
    [OPT_END_TIMING] = {"end_timing", pl_end_timings, 0, 0, 0},
    [OPT_END_SCOPE] = {"end_scope", scopes, 0, 0, 0},
    [OPT_IDLE_LIMIT] = {"idle_limit", pl_idle_limits, 0, 0, 2},
    {0}};

/* --- Rules --------------------------------------------------------------- */

static const struct set *set_of(const struct sheet *sheet, pl_move move)
{
    return &sheet->set[(move - FIRST_SET) / 2];
}

static int die_of(const struct sheet *sheet, pl_move move)
{
    return (move - FIRST_SET) % 2 ? WHITE : 1 + set_of(sheet, move)->colour;
}

static void repeat_start(const struct pl_game *game, void *state,
                         const struct pl_setup *setup)
{
    struct repeat *g = state;

    *g =
        (struct repeat){.seats = setup->seats,
                        .active = setup->first,
                        .chooser = setup->first,
                        .idle_limit = idle_limit(setup->option[OPT_IDLE_LIMIT]),
                        .options = options_up_to(OPT_END_SCOPE, setup)};
    for (int s = 0; s < g->seats; s++)
        for (int w = 0; w < 2; w++)
            g->near[s][w] = sheet_of(game)->start[w];
}

static struct pl_turn repeat_turn(const struct pl_game *game, const void *state)
{
    static const uint8_t what[] = {
        [ROLLING] = PL_CHANCE, [CHOOSING] = PL_DECIDE, [DONE] = PL_OVER};
    const struct repeat *g = state;

    return turn_in(g->phase, what, g->chooser, g->active);
}

static void repeat_chance(const struct pl_game *game, const void *state,
                          struct pl_chance *out)
{
    throw_dice(out, DICE);
    out->die[WHITE] = &pl_white_die;
    for (int colour = 0; colour < COLOURS; colour++)
        out->die[1 + colour] = &pl_coloured_die[colour];
}

static void repeat_land(const struct pl_game *game, void *state,
                        const uint8_t face[])
{
    struct repeat *g = state;

    for (int i = 0; i < DICE; i++)
        g->die[i] = pips(face[i]);
    g->phase = CHOOSING;
}

/* The sets of one area that fit a die, as bits from its first set on. */
struct fit {
    uint64_t sets;
    const struct area *area;
};

/* The last boxes of areas that are large enough for one of the dice. */
static void find_large(const struct sheet *sheet, const struct repeat *g,
                       uint64_t last[2])
{
    last[0] = last[1] = 0;
    for (int i = 0; i < DICE; i++) {
        const uint64_t *large = sheet->large[i][g->die[i]];

        last[0] |= large[0];
        last[1] |= large[1];
    }
}

/* The last boxes of areas that have one of these: a sum carries into the last
 * one, and never out of the area. */
static uint64_t last_of(const struct sheet *sheet, int word, uint64_t boxes)
{
    uint64_t others = ~sheet->last[word];

    return (((boxes & others) + others) | boxes) & sheet->last[word];
}

/* A set fits if it lies within the free boxes of its area, but not within
 * those of them that touch nothing. A taken die shows 0, and no set has that
 * size. */
static uint64_t fit_area(const struct sheet *sheet, const struct repeat *g,
                         const struct area *area, uint64_t free, uint64_t apart)
{
    const uint64_t *inside = sheet->inside + area->inside;
    uint64_t sizes =
        area->of_size[g->die[1 + area->colour]] | area->of_size[g->die[WHITE]];

    return inside[free >> area->shift] & ~inside[apart >> area->shift] & sizes;
}

/* Only areas with a free box beside START or a cross are looked at. No branch
 * depends on whether a set fits there: that is quicker. */
static struct fit *fit_areas(const struct sheet *sheet, const struct repeat *g,
                             int seat, struct fit *end)
{
    uint64_t large[2];

    find_large(sheet, g, large);
    for (int word = 0; word < 2; word++) {
        uint64_t free = ~g->crossed[seat][word], near = g->near[seat][word];
        uint64_t left = last_of(sheet, word, free & near) & large[word];

        for (; left; left &= left - 1) {
            const struct area *area =
                &sheet->area[sheet->area_of[word][pl_lowest(left)]];
            uint64_t here = free & area->boxes;

            end->area = area;
            end->sets = fit_area(sheet, g, area, here, here & ~near);
            end += end->sets != 0;
        }
    }
    return end;
}

/* A set is for one of two dice, or for both, if they show the same: then its
 * second move follows the first, else it takes the place of it. */
static pl_move *list_fit(const struct repeat *g, const struct fit *fit,
                         pl_move *end)
{
    const struct area *area = fit->area;
    bool same = g->die[WHITE] == g->die[1 + area->colour];
    uint64_t white = same ? fit->sets : area->of_size[g->die[WHITE]];
    int first = FIRST_SET + 2 * area->first;

    for (uint64_t left = fit->sets; left; left &= left - 1) {
        int i = pl_lowest(left), move = first + 2 * i;

        *end = (pl_move)move;
        end += same;
        *end++ = (pl_move)(move + has(white, i));
    }
    return end;
}

static int repeat_moves(const struct pl_game *game, const void *state, int seat,
                        pl_move out[])
{
    struct fit fit[AREAS_MAX];
    struct fit *fits = fit_areas(sheet_of(game), state, seat, fit);
    pl_move *end = out;

    *end++ = PASS;
    for (const struct fit *f = fit; f < fits; f++)
        end = list_fit(state, f, end);
    return (int)(end - out);
}

static bool has_all(const struct repeat *g, int seat, const uint64_t boxes[2])
{
    return ((boxes[0] & ~g->crossed[seat][0]) |
            (boxes[1] & ~g->crossed[seat][1])) == 0;
}

static void cross(const struct sheet *sheet, struct repeat *g, int seat,
                  const struct set *set)
{
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

    for (int s = 0; s < g->seats; s++)
        of_table |= g->colours[s];
    if (pl_count(of_table) < END_COLOURS)
        return false;
    for (int s = 0; s < g->seats; s++)
        if (pl_count(g->colours[s]) >= END_COLOURS)
            return true;
    return !has(g->options, OPT_END_SCOPE);
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

static void repeat_play(const struct pl_game *game, void *state, int seat,
                        pl_move move)
{
    struct repeat *g = state;

    if (move != PASS) {
        cross(sheet_of(game), g, seat, set_of(sheet_of(game), move));
        g->die[die_of(sheet_of(game), move)] = 0;
    }
    g->chooser = seat_after(seat, g->seats);
    if (g->chooser == g->active ||
        (has(g->options, OPT_END_TIMING) && enough_colours(g)))
        end_turn(g);
}

/* --- Money --------------------------------------------------------------- */

static int row_money(const struct sheet *sheet, const struct repeat *g,
                     int seat)
{
    int money = 0;

    for (unsigned rows = g->rows[seat]; rows; rows &= rows - 1)
        money += sheet->amount[pl_lowest(rows)];
    return money;
}

static int colour_money(const struct repeat *g, int seat)
{
    return COLOUR_MONEY * pl_count(g->colours[seat]);
}

static bool is_crossed(const struct sheet *sheet, const struct repeat *g,
                       int seat, int cell)
{
    int bit = sheet->bit_of[cell];

    return bit != NO_BOX && has(g->crossed[seat][bit / 64], bit % 64);
}

int pl_play_and_repeat_coins(const struct sheet *sheet, const struct repeat *g,
                             int seat)
{
    int money = 0;

    for (int i = 0; i < COIN_BITS; i++)
        for (int w = 0; w < 2; w++)
            money += count(g->crossed[seat][w] & sheet->coins[i][w]) << i;
    return money;
}

static int repeat_parts(const struct pl_game *game, const void *state, int seat,
                        struct pl_part out[])
{
    const struct sheet *sheet = sheet_of(game);
    const struct repeat *g = state;
    int n = 0;

    out[n++] = part("play-and-repeat.part.rows", row_money(sheet, g, seat));
    out[n++] = part("play-and-repeat.part.colours", colour_money(g, seat));
    out[n++] = part("play-and-repeat.part.coins",
                    pl_play_and_repeat_coins(sheet, g, seat));
    return n;
}

static void repeat_score(const struct pl_game *game, const void *state,
                         struct pl_result *out)
{
    const struct repeat *g = state;

    score_parts(out, game, g, g->seats, repeat_parts);
    out->aborted = g->phase == DONE && is_stuck(g);
}

/* --- Words --------------------------------------------------------------- */

/* The cells of a set in reading order; returns how many. */
static int cells_of(const struct sheet *sheet, const struct set *set,
                    int cell[])
{
    const struct area *area = &sheet->area[set->area];
    int n = 0;

    for (int i = 0; i < area->count; i++)
        if (has(set->boxes, area->shift + i))
            cell[n++] = area->cell[i];
    return n;
}

/* "d3,c4,d4": column letter, row number. */
static void put_cells(const struct sheet *sheet, pl_move move,
                      const char *between, struct pl_text *out)
{
    int cell[AREA_BOXES], n = cells_of(sheet, set_of(sheet, move), cell);

    for (int i = 0; i < n; i++) {
        if (i > 0)
            pl_put(out, between);
        pl_put_char(out, (char)('a' + cell[i] % COLUMNS));
        pl_put_number(out, 1 + cell[i] / COLUMNS);
    }
}

static void repeat_name(const struct pl_game *game, const void *state,
                        pl_move move, struct pl_text *out)
{
    const struct sheet *sheet = sheet_of(game);

    if (move == PASS) {
        pl_put(out, "-");
        return;
    }
    pl_put(out, die_of(sheet, move) == WHITE
                    ? pl_white_die.name
                    : pl_coloured_die[set_of(sheet, move)->colour].name);
    pl_put_char(out, ':');
    put_cells(sheet, move, ",", out);
}

static void repeat_ask(const struct pl_game *game, const void *view, int seat,
                       struct pl_message *out)
{
    const struct repeat *g = view;

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

static void repeat_say(const struct pl_game *game, const void *view, int seat,
                       pl_move move, struct pl_message *out)
{
    static const char *const with_colour[] = {YBPOR("play-and-repeat.say")};
    static const char *const with_white[] = {
        YBPOR("play-and-repeat.say.white")};
    const struct sheet *sheet = sheet_of(game);
    const struct set *set;

    if (move == PASS) {
        *out = PL_SAY("say.pass");
        return;
    }
    set = set_of(sheet, move);
    *out = PL_SAY(
        (die_of(sheet, move) == WHITE ? with_white : with_colour)[set->colour],
        .n = set->size);
    put_cells(sheet, move, ", ", &out->word);
}

/* What the form of one seat has brought in by this step. */
static int tell_money(const struct sheet *sheet, const struct repeat *b,
                      const struct repeat *a, int s, struct pl_message out[])
{
    static const char *const complete[] = {YBPOR("play-and-repeat.tell")};
    int coins = pl_play_and_repeat_coins(sheet, a, s) -
                pl_play_and_repeat_coins(sheet, b, s),
        n = 0;

    if (coins > 0)
        out[n++] = PL_TELL(s, "play-and-repeat.tell.coins", .n = coins);
    for (int row = 0; row < ROWS; row++)
        if (has(a->rows[s] & ~b->rows[s], row))
            out[n++] = PL_TELL(s, "play-and-repeat.tell.row",
                               .n = sheet->amount[row], .m = row + 1);
    for (int colour = 0; colour < COLOURS; colour++)
        if (has(a->colours[s] & ~b->colours[s], colour))
            out[n++] = PL_TELL(s, complete[colour], .n = COLOUR_MONEY);
    return n;
}

static int repeat_tell(const struct pl_game *game, const void *before,
                       const void *after, struct pl_message out[])
{
    const struct repeat *b = before, *a = after;
    int n = 0;

    for (int s = 0; s < a->seats; s++)
        n += tell_money(sheet_of(game), b, a, s, out + n);
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

        add_piece(
            out,
            NUMBERED(g->die[i], PL_CUBE, .id = (uint16_t)(ID_DIE + i), AT(i, 0),
                     .colour = i == WHITE ? PL_WHITE : pl_die_colour[i - 1],
                     .marks = taken ? PL_USED : 0));
    }
}

static void show_box(const struct sheet *sheet, const struct repeat *g,
                     int seat, int cell, struct pl_scene *out)
{
    int coin = sheet->coin[cell];

    if (sheet->bit_of[cell] == NO_BOX)
        return;
    add_piece(
        out,
        NUMBERED(coin ? coin : PL_NO_VALUE, PL_BOX, .id = box_id(seat, cell),
                 AT(1 + cell % COLUMNS, 1 + cell / COLUMNS),
                 .colour = pl_die_colour[sheet->colour_of[cell]],
                 .sign = coin ? PL_COIN : PL_NO_SIGN,
                 .marks = is_crossed(sheet, g, seat, cell) ? PL_CROSSED : 0));
}

/* The number of the row at its left, its amount at its right. */
static void show_row_ends(const struct sheet *sheet, const struct repeat *g,
                          int seat, int row, struct pl_scene *out)
{
    bool mine = has(g->rows[seat], row);
    bool gone = has(rows_claimed(g), row);

    add_piece(out, NUMBERED(1 + row, PL_LABEL, AT(0, 1 + row)));
    add_piece(out, NUMBERED(sheet->amount[row], PL_BOX,
                            .id = (uint16_t)(ID_ROW + seat * ROWS + row),
                            AT(1 + COLUMNS, 1 + row),
                            .marks = mine   ? PL_CIRCLED
                                     : gone ? PL_LOST
                                            : 0));
}

/* The amounts of the colours, and what the form is worth. */
static void show_bottom(const struct pl_game *game, const struct repeat *g,
                        int seat, struct pl_scene *out)
{
    for (int i = 0; i < COLOURS; i++)
        add_piece(out,
                  NUMBERED(COLOUR_MONEY, PL_BOX, AT(1 + i, 1 + ROWS),
                           .id = (uint16_t)(ID_COLOUR + seat * COLOURS + i),
                           .colour = pl_die_colour[i],
                           .marks = has(g->colours[seat], i) ? PL_CIRCLED : 0));
    add_piece(out, NUMBERED(total(game, repeat_parts, g, seat), PL_COUNTER,
                            AT(6, 1 + ROWS), .w = 4, .label = "points"));
}

static void show_sheet(const struct pl_game *game, const struct repeat *g,
                       int seat, struct pl_scene *out)
{
    static const char *const letter[COLUMNS] = {
        "play-and-repeat.column.a", "play-and-repeat.column.b",
        "play-and-repeat.column.c", "play-and-repeat.column.d",
        "play-and-repeat.column.e", "play-and-repeat.column.f",
        "play-and-repeat.column.g", "play-and-repeat.column.h"};
    const struct sheet *sheet = sheet_of(game);

    add_sheet(out, seat, 2 + COLUMNS, 2 + ROWS, NULL);
    for (int i = 0; i < COLUMNS; i++)
        add_piece(out, PIECE(PL_LABEL, AT(1 + i, 0), .label = letter[i]));
    for (int cell = 0; cell < CELLS; cell++)
        show_box(sheet, g, seat, cell, out);
    add_piece(out, PIECE(PL_BOX, .id = box_id(seat, sheet->start_cell),
                         AT(1 + sheet->start_cell % COLUMNS, 1 + START_ROW),
                         .w = START_CELLS, .marks = PL_SHADED,
                         .label = "play-and-repeat.start"));
    for (int row = 0; row < ROWS; row++)
        show_row_ends(sheet, g, seat, row, out);
    show_bottom(game, g, seat, out);
}

static void repeat_show(const struct pl_game *game, const void *view, int seat,
                        struct pl_scene *out)
{
    const struct repeat *g = view;

    show_dice(g, out);
    for (int s = 0; s < g->seats; s++)
        show_sheet(game, g, s, out);
    show_pass(out, ID_PASS);
}

static void repeat_touch(const struct pl_game *game, const void *view, int seat,
                         pl_move move, struct pl_touch *out)
{
    const struct sheet *sheet = sheet_of(game);
    int cell[AREA_BOXES], n;

    if (move == PASS) {
        add_touch(out, ID_PASS);
        return;
    }
    add_touch(out, ID_DIE + die_of(sheet, move));
    n = cells_of(sheet, set_of(sheet, move), cell);
    for (int i = 0; i < n; i++)
        add_touch(out, box_id(seat, cell[i]));
}

/* --- What the table asks ------------------------------------------------- */

static unsigned repeat_dice(const struct pl_game *game, const void *view,
                            int seat, pl_move move)
{
    return move == PASS ? 0 : 1u << die_of(sheet_of(game), move);
}

static void why_die(const struct repeat *g, int die, struct pl_message *out)
{
    if (g->die[die] == 0)
        *out = PL_SAY("why.die_taken");
    else
        *out = PL_SAY(die == WHITE ? "play-and-repeat.why.white"
                                   : "play-and-repeat.why.die",
                      .n = g->die[die]);
}

/* Whether so many boxes can be crossed in this area, this one (bit) among
 * them, if a die shows it. */
static bool can_have(const struct sheet *sheet, const struct repeat *g,
                     int seat, const struct area *area, int bit, int size)
{
    for (uint64_t left = area->of_size[size]; left; left &= left - 1) {
        const struct set *set = &sheet->set[area->first + pl_lowest(left)];

        if (has(set->boxes, bit) &&
            (set->boxes & g->crossed[seat][area->word]) == 0 &&
            (set->boxes & g->near[seat][area->word]) != 0)
            return true;
    }
    return false;
}

/* The sizes that can be had are all from the least to the most. */
static void why_no_set(const struct sheet *sheet, const struct repeat *g,
                       int seat, int cell, struct pl_message *out)
{
    int bit = sheet->bit_of[cell], least = 0, most = 0;
    const struct area *area = sheet->area;

    while (area->word != bit / 64 || !has(area->boxes, bit % 64))
        area++;
    for (int size = 1; size <= AREA_BOXES; size++)
        if (can_have(sheet, g, seat, area, bit % 64, size)) {
            least = least ? least : size;
            most = size;
        }
    *out = PL_SAY(least == 0      ? "play-and-repeat.why.apart"
                  : least == most ? "play-and-repeat.why.exactly"
                                  : "play-and-repeat.why.between",
                  .n = least, .m = most);
}

static void why_box(const struct sheet *sheet, const struct repeat *g, int seat,
                    int cell, struct pl_message *out)
{
    if (sheet->bit_of[cell] == NO_BOX)
        *out = PL_SAY("play-and-repeat.why.start");
    else if (is_crossed(sheet, g, seat, cell))
        *out = PL_SAY("why.crossed");
    else if (g->die[WHITE] == 0 && g->die[1 + sheet->colour_of[cell]] == 0)
        *out = PL_SAY("play-and-repeat.why.taken");
    else
        why_no_set(sheet, g, seat, cell, out);
}

static void why_row(const struct sheet *sheet, const struct repeat *g, int seat,
                    int row, struct pl_message *out)
{
    if (has(g->rows[seat], row))
        *out = PL_SAY("play-and-repeat.why.scored");
    else if (has(rows_claimed(g), row))
        *out = PL_SAY("play-and-repeat.why.row_gone");
    else
        *out = PL_SAY("play-and-repeat.why.row", .n = sheet->amount[row]);
}

static void why_colour(const struct repeat *g, int seat, int colour,
                       struct pl_message *out)
{
    if (has(g->colours[seat], colour))
        *out = PL_SAY("play-and-repeat.why.scored");
    else
        *out = PL_SAY("play-and-repeat.why.colour", .n = COLOUR_MONEY);
}

static void repeat_why(const struct pl_game *game, const void *view, int seat,
                       uint16_t piece, struct pl_message *out)
{
    if (piece >= ID_COLOUR)
        why_colour(view, seat, piece - ID_COLOUR - seat * COLOURS, out);
    else if (piece >= ID_ROW)
        why_row(sheet_of(game), view, seat, piece - ID_ROW - seat * ROWS, out);
    else if (piece >= ID_BOX)
        why_box(sheet_of(game), view, seat, piece - box_id(seat, 0), out);
    else
        why_die(view, piece - ID_DIE, out);
}

static int repeat_facts(const struct pl_game *game,
                        const struct pl_setup *setup, struct pl_fact out[])
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

    n += count_facts("row", 1, ROWS, out + n);
    n += list_facts("row_money", sheet_of(game)->amount, ROWS, out + n);
    return n + idle_fact(setup->option[OPT_IDLE_LIMIT], out + n);
}

/* clang-format off */
/* The game on a shipped sheet; more follows. */
#define REPEAT(letter, ...) {                                                  \
    .id = "play-and-repeat",                                                   \
    .layout = letter,                                                          \
    .sheets = &pl_play_and_repeat_text,                                        \
    .min_seats = 1,                                                            \
    .max_seats = SEATS,                                                        \
    .minutes = 20,                                                             \
    .age = 8,                                                                  \
    .hue = 38,                                                                 \
    .emblem = "grid",                                                          \
    .sign = {[PL_COIN] = "play-and-repeat.sign.coin"},                         \
    .pass = PASS,                                                              \
    .state_size = sizeof(struct repeat),                                       \
    .moves_max = 1 + 2 * COLOURS * COLOUR_BOXES, /* all dice 1, all boxes */   \
    .points_min = 0,                                                           \
    .points_max = ROWS_MONEY + COLOURS_MONEY + COINS_MONEY,                    \
    .options = options,                                                        \
    .start = repeat_start,                                                     \
    .turn = repeat_turn,                                                       \
    .chance = repeat_chance,                                                   \
    .land = repeat_land,                                                       \
    .moves = repeat_moves,                                                     \
    .play = repeat_play,                                                       \
    .score = repeat_score,                                                     \
    .parts = repeat_parts,                                                     \
    .name = repeat_name,                                                       \
    .ask = repeat_ask,                                                         \
    .say = repeat_say,                                                         \
    .tell = repeat_tell,                                                       \
    .show = repeat_show,                                                       \
    .touch = repeat_touch,                                                     \
    .dice = repeat_dice,                                                       \
    .why = repeat_why,                                                         \
    .facts = repeat_facts,                                                     \
    __VA_ARGS__                                                                \
}
/* clang-format on */

/* What the shipped sheets have. */
enum { ROWS_MONEY = 39, COINS_MONEY = 15, SETS_A = 313, SETS_B = 318 };

static const struct pl_game on_b =
    REPEAT("B", .sheet = &pl_play_and_repeat_sheets[1],
           .move_count = FIRST_SET + 2 * SETS_B);
static const struct pl_game *const others[] = {&on_b, NULL};

const struct pl_game pl_play_and_repeat_game =
    REPEAT("A", .sheet = &pl_play_and_repeat_sheets[0], .others = others,
           .move_count = FIRST_SET + 2 * SETS_A);
