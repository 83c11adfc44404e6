/* The Rainbow Dice Game (rules RB-…): three rolls per turn, thirteen rows, and
 * every die scores in the column of its own colour. */
#include "rainbow.h"

enum {
    ID_CROSS = 1,
    ID_ROLL,
    ID_DIE,
    ID_ROW = ID_DIE + COLOURS,
    ID_CELL = ID_ROW + SEATS * ROWS,
    ID_BONUS = ID_CELL + SEATS * ROWS * COLOURS
};

static const char *const thresholds[] = {"25", "15", NULL};
static const char *const allow_forbid[] = {"allow", "forbid", NULL};
static const char *const off_on[] = {"off", "on", NULL};
static const struct pl_option options[] = {
    [OPT_THRESHOLD] = {"part2_threshold", thresholds, 0, 0, 0},
    [OPT_FIVE] = {"full_house_five", allow_forbid, 0, 0, 0},
    [OPT_LOCKED] = {"kept_locked", off_on, 0, 0, 0},
    [OPT_EXACT] = {"exact_kinds", off_on, 0, 0, 0},
    {0}};

/* --- Rules --------------------------------------------------------------- */

static void rainbow_start(const struct pl_game *game, void *state,
                          const struct pl_setup *setup)
{
    struct rainbow *g = state;

    *g = (struct rainbow){.seats = setup->seats,
                          .active = setup->first,
                          .loose = ALL_DICE,
                          .options = options_up_to(OPT_EXACT, setup)};
    for (int s = 0; s < g->seats; s++)
        g->open[s] = ALL_ROWS;
}

static struct pl_turn rainbow_turn(const struct pl_game *game,
                                   const void *state)
{
    static const uint8_t what[] = {
        [THROWING] = PL_CHANCE, [CHOOSING] = PL_DECIDE, [DONE] = PL_OVER};
    const struct rainbow *g = state;

    return turn_in(g->phase, what, g->active, g->active);
}

static void rainbow_chance(const struct pl_game *game, const void *state,
                           struct pl_chance *out)
{
    const struct rainbow *g = state;

    throw_dice(out, 0);
    for (unsigned left = g->loose; left; left &= left - 1)
        out->die[out->count++] = &pl_coloured_die[pl_lowest(left)];
}

static bool rainbow_again(const struct pl_game *game, const void *state)
{
    const struct rainbow *g = state;

    return g->throws > 0;
}

static void rainbow_land(const struct pl_game *game, void *state,
                         const uint8_t face[])
{
    struct rainbow *g = state;
    unsigned dice = g->dice;

    for (unsigned left = g->loose; left; left &= left - 1)
        dice |= (*face++ + 1u) << shift(pl_lowest(left));
    g->dice = (uint16_t)dice;
    g->phase = CHOOSING;
    if (++g->throws == THROWS)
        g->loose = 0;
    else if (!has(g->options, OPT_LOCKED))
        g->loose = ALL_DICE;
}

static unsigned row_if(bool fits, int row)
{
    return (unsigned)fits << row;
}

/* The rows, as bits, in which these dice may be noted. A row of Part 1 without
 * a matching die is only ever crossed out (RB-18). Four or five equal dice are
 * three of a kind as well, a large street is a small one too (RB-A2, RB-A4);
 * an option wants exactly so many (RB-O4). */
static unsigned fitting_rows(const struct rainbow *g)
{
    unsigned seen = 0, count = 0; /* a bit and an octal digit a number */

    for (int c = 0; c < COLOURS; c++) {
        int number = digit(g->dice, c) - 1;

        seen |= 1u << number;
        count += 1u << 3 * number;
    }

    unsigned street = seen & seen >> 1 & seen >> 2 & seen >> (SHORT_STREET - 1);
    unsigned others = seen & (seen - 1); /* all numbers but the smallest */
    bool two_numbers = others != 0 && (others & (others - 1)) == 0;
    bool three = ((count + (FOUR - THREE) * 0111111) & FOUR * 0111111) != 0;
    bool four = (count & FOUR * 0111111) != 0;
    bool five = others == 0;
    bool full = five ? !has(g->options, OPT_FIVE) : two_numbers && !four;

    if (has(g->options, OPT_EXACT)) {
        three = three && !four && !five;
        four = four && !five;
    }
    return seen | row_if(three, THREE_KIND) | row_if(four, FOUR_KIND) |
           row_if(full, FULL_HOUSE) | row_if(street != 0, SMALL_STREET) |
           row_if((street & seen >> SHORT_STREET) != 0, LARGE_STREET) |
           row_if(five, RAINBOW) | row_if(true, CHANCE);
}

static int rolls(unsigned loose, pl_move out[])
{
    static const pl_move any[ALL_DICE] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30};
    int n = 0;

    if (loose == ALL_DICE) {
        memcpy(out, any, sizeof any);
        return ALL_DICE;
    }
    for (unsigned dice = 1; dice <= loose; dice++)
        if ((dice & ~loose) == 0)
            out[n++] = (pl_move)(ROLL + dice - 1);
    return n;
}

static int rainbow_moves(const struct pl_game *game, const void *state,
                         int seat, pl_move out[])
{
    const struct rainbow *g = state;
    unsigned open = g->open[seat];
    unsigned left = (fitting_rows(g) & open) | open << ROWS;
    int n = rolls(g->loose, out);

    return n + list_moves(left, NOTE, out + n);
}

/* What noting these dice puts into a row: in Part 1 the matching ones, in
 * Part 2 all five, whether they belong to the pattern or not. */
static unsigned noted(unsigned dice, int row)
{
    unsigned five = 0;

    if (row > SIXES)
        return dice;
    for (int c = 0; c < COLOURS; c++)
        if (digit(dice, c) == row + 1)
            five |= dice & 7u << shift(c);
    return five;
}

/* The dice that a move rolls again. */
static unsigned rolled(pl_move move)
{
    return move - ROLL + 1u;
}

static void throw_again(struct rainbow *g, unsigned dice)
{
    for (unsigned left = dice; left; left &= left - 1)
        g->dice &= (uint16_t) ~(7u << shift(pl_lowest(left)));
    g->loose = (uint8_t)dice;
    g->phase = THROWING;
}

/* All have the same number of turns, so it is over when the next player's
 * sheet is full. */
static void use_row(struct rainbow *g, int row, unsigned five)
{
    g->row[g->active][row] = (uint16_t)five;
    g->open[g->active] &= (uint16_t) ~(1u << row);
    g->active = seat_after(g->active, g->seats);
    g->dice = 0;
    g->throws = 0;
    g->loose = g->open[g->active] ? ALL_DICE : 0;
    g->phase = g->open[g->active] ? THROWING : DONE;
}

static void rainbow_play(const struct pl_game *game, void *state, int seat,
                         pl_move move)
{
    struct rainbow *g = state;

    if (move < NOTE)
        throw_again(g, rolled(move));
    else if (move < CROSS)
        use_row(g, move - NOTE, noted(g->dice, move - NOTE));
    else
        use_row(g, move - CROSS, 0);
}

static int sum(const struct rainbow *g, int seat, int part, int colour)
{
    return in_column(add_columns(g, seat, part), colour);
}

static int bonus_for(const struct rainbow *g, int part, int points)
{
    return points > threshold(g->options, part) ? BONUS : 0;
}

static int bonus(const struct rainbow *g, int seat, int part, int colour)
{
    return bonus_for(g, part, sum(g, seat, part, colour));
}

static int sums(const struct rainbow *g, int seat, int part)
{
    struct columns columns = add_columns(g, seat, part);
    int points = 0;

    for (int c = 0; c < COLOURS; c++)
        points += in_column(columns, c);
    return points;
}

static int bonuses(const struct rainbow *g, int seat, int part)
{
    struct columns columns = add_columns(g, seat, part);
    int points = 0;

    for (int c = 0; c < COLOURS; c++)
        points += bonus_for(g, part, in_column(columns, c));
    return points;
}

static int part_total(const struct rainbow *g, int seat, int part)
{
    return sums(g, seat, part) + bonuses(g, seat, part);
}

static int rainbow_parts(const struct pl_game *game, const void *state,
                         int seat, struct pl_part out[])
{
    static const char *const id[PARTS][2] = {
        {"rainbow.part.1", "rainbow.part.1.bonus"},
        {"rainbow.part.2", "rainbow.part.2.bonus"}};
    const struct rainbow *g = state;
    int n = 0;

    for (int p = 0; p < PARTS; p++) {
        out[n++] = part(id[p][0], sums(g, seat, p));
        out[n++] = part(id[p][1], bonuses(g, seat, p));
    }
    return n;
}

static void rainbow_score(const struct pl_game *game, const void *state,
                          struct pl_result *out)
{
    const struct rainbow *g = state;

    score_parts(out, game, g, g->seats, rainbow_parts);
}

/* --- Words and pieces ---------------------------------------------------- */

#define ROW(name)                                                              \
    {                                                                          \
        name, "rainbow.row." name, "rainbow.say.note." name,                   \
            "rainbow.say.cross." name                                          \
    }
static const struct {
    const char *name, *label, *note, *cross;
} row_words[ROWS] = {ROW("ones"),  ROW("twos"),  ROW("threes"), ROW("fours"),
                     ROW("fives"), ROW("sixes"), ROW("3k"),     ROW("4k"),
                     ROW("full"),  ROW("small"), ROW("large"),  ROW("rainbow"),
                     ROW("chance")};

#define DICE(names) "rainbow.say.roll." names
static const char *const roll_words[ALL_DICE] = {
    DICE("Y"),    DICE("B"),    DICE("YB"),   DICE("P"),    DICE("YP"),
    DICE("BP"),   DICE("YBP"),  DICE("O"),    DICE("YO"),   DICE("BO"),
    DICE("YBO"),  DICE("PO"),   DICE("YPO"),  DICE("BPO"),  DICE("YBPO"),
    DICE("R"),    DICE("YR"),   DICE("BR"),   DICE("YBR"),  DICE("PR"),
    DICE("YPR"),  DICE("BPR"),  DICE("YBPR"), DICE("OR"),   DICE("YOR"),
    DICE("BOR"),  DICE("YBOR"), DICE("POR"),  DICE("YPOR"), DICE("BPOR"),
    DICE("YBPOR")};

static void rainbow_name(const struct pl_game *game, const void *state,
                         pl_move move, struct pl_text *out)
{
    if (move < NOTE) {
        pl_put(out, "roll:");
        pl_put(out, roll_words[move - ROLL] + strlen(DICE("")));
    } else if (move < CROSS) {
        pl_put(out, "note:");
        pl_put(out, row_words[move - NOTE].name);
    } else {
        pl_put(out, "cross:");
        pl_put(out, row_words[move - CROSS].name);
    }
}

static void rainbow_ask(const struct pl_game *game, const void *view, int seat,
                        struct pl_message *out)
{
    const struct rainbow *g = view;

    switch ((enum phase)g->phase) {
    case THROWING:
        *out = PL_TELL(g->active, "ask.throw");
        break;
    case CHOOSING:
        *out = PL_TELL(g->active,
                       g->loose ? "rainbow.ask.again" : "rainbow.ask.row",
                       .n = THROWS - g->throws);
        break;
    case DONE:
        *out = PL_SAY("ask.over");
        break;
    }
}

static int row_points(const struct rainbow *g, int row)
{
    unsigned five = noted(g->dice, row);
    int points = 0;

    for (int c = 0; c < COLOURS; c++)
        points += digit(five, c);
    return points;
}

static void rainbow_say(const struct pl_game *game, const void *view, int seat,
                        pl_move move, struct pl_message *out)
{
    if (move < NOTE)
        *out = PL_SAY(roll_words[move - ROLL], .n = pl_count(rolled(move)));
    else if (move < CROSS)
        *out = PL_SAY(row_words[move - NOTE].note,
                      .n = row_points(view, move - NOTE));
    else
        *out = PL_SAY(row_words[move - CROSS].cross);
}

static int rainbow_tell(const struct pl_game *game, const void *before,
                        const void *after, struct pl_message out[])
{
    static const char *const id[COLOURS] = {YBPOR("rainbow.tell.bonus")};
    const struct rainbow *b = before, *a = after;
    int seat = b->active, n = 0;

    for (int p = 0; p < PARTS; p++)
        for (int c = 0; c < COLOURS; c++)
            if (bonus(a, seat, p, c) > bonus(b, seat, p, c))
                out[n++] = PL_TELL(seat, id[c], .n = BONUS, .m = p + 1);
    return n;
}

static uint16_t row_id(int seat, int row)
{
    return (uint16_t)(ID_ROW + seat * ROWS + row);
}

static uint16_t bonus_id(int seat, int part, int colour)
{
    return (uint16_t)(ID_BONUS + (seat * PARTS + part) * COLOURS + colour);
}

static uint16_t cell_id(int seat, int row, int colour)
{
    return (uint16_t)(ID_CELL + (seat * ROWS + row) * COLOURS + colour);
}

/* Dice that have to stay while others may fly again are set apart. */
static void show_dice(const struct rainbow *g, struct pl_scene *out)
{
    bool choosing = g->phase == CHOOSING && g->loose;

    add_dice(out, COLOURS);
    for (int c = 0; c < COLOURS; c++)
        add_piece(
            out,
            NUMBERED(digit(g->dice, c), PL_CUBE, .id = (uint16_t)(ID_DIE + c),
                     AT(c, 0), .colour = pl_die_colour[c],
                     .marks = choosing && !has(g->loose, c) ? PL_USED : 0));
}

/* The form: names at the left, then a column a colour. Under each part stand
 * its sums, bonuses and total. */
enum { NAME_WIDTH = 4, WIDTH = NAME_WIDTH + COLOURS, PART_2_TOP = 9 };
enum { HEIGHT = PART_2_TOP + ROWS - THREE_KIND + 4 };

static void show_cell(const struct rainbow *g, int seat, int row, int colour,
                      struct pl_piece cell, struct pl_scene *out)
{
    int number = digit(g->row[seat][row], colour);
    bool used = !has(g->open[seat], row);

    cell.id = cell_id(seat, row, colour);
    cell.alike = row_id(seat, row);
    if (row <= SIXES)
        cell.value = (int16_t)(row + 1);
    else if (number)
        cell.value = (int16_t)number;
    if (number)
        cell.marks = row <= SIXES ? PL_CIRCLED : PL_FILLED;
    else if (used)
        cell.marks = PL_CROSSED;
    add_piece(out, cell);
}

/* Touching any box of a row is touching its name. */
static void show_row(const struct rainbow *g, int seat, int row,
                     struct pl_scene *out)
{
    int y = row <= SIXES ? row : PART_2_TOP + row - THREE_KIND;

    add_piece(out, PIECE(PL_BOX, .id = row_id(seat, row), AT(0, y),
                         .w = NAME_WIDTH, .label = row_words[row].label));
    for (int c = 0; c < COLOURS; c++)
        show_cell(
            g, seat, row, c,
            PIECE(PL_BOX, AT(NAME_WIDTH + c, y), .colour = pl_die_colour[c]),
            out);
}

static void show_sums(const struct rainbow *g, int seat, int part, int top,
                      struct pl_scene *out)
{
    static const char *const id[PARTS] = {"rainbow.total.1", "rainbow.total.2"};

    add_piece(out, PIECE(PL_LABEL, AT(0, top), .w = NAME_WIDTH,
                         .label = "rainbow.sum"));
    add_piece(out, PIECE(PL_LABEL, AT(0, top + 1), .w = NAME_WIDTH,
                         .label = threshold(g->options, part) == 15
                                      ? "rainbow.bonus.15"
                                      : "rainbow.bonus.25"));
    for (int c = 0; c < COLOURS; c++) {
        bool earned = bonus(g, seat, part, c) > 0;

        add_piece(out, NUMBERED(sum(g, seat, part, c), PL_COUNTER,
                                AT(NAME_WIDTH + c, top),
                                .colour = pl_die_colour[c]));
        add_piece(
            out,
            NUMBERED(earned ? BONUS : PL_NO_VALUE, PL_BOX,
                     .id = bonus_id(seat, part, c), AT(NAME_WIDTH + c, top + 1),
                     .colour = pl_die_colour[c],
                     .marks = earned ? PL_SHADED | PL_FILLED : PL_SHADED));
    }
    add_piece(out, NUMBERED(part_total(g, seat, part), PL_COUNTER,
                            AT(NAME_WIDTH, top + 2), .w = COLOURS,
                            .label = id[part]));
}

static void show_sheet(const struct pl_game *game, const struct rainbow *g,
                       int seat, struct pl_scene *out)
{
    add_sheet(out, seat, WIDTH, HEIGHT, NULL);
    for (int row = ONES; row <= SIXES; row++)
        show_row(g, seat, row, out);
    show_sums(g, seat, PART_1, PART_2_TOP - 3, out);
    for (int row = THREE_KIND; row < ROWS; row++)
        show_row(g, seat, row, out);
    show_sums(g, seat, PART_2, HEIGHT - 4, out);
    add_piece(out, NUMBERED(total(game, rainbow_parts, g, seat), PL_COUNTER,
                            AT(NAME_WIDTH, HEIGHT - 1), .w = COLOURS,
                            .label = "points"));
}

static void rainbow_show(const struct pl_game *game, const void *view, int seat,
                         struct pl_scene *out)
{
    const struct rainbow *g = view;

    show_dice(g, out);
    for (int s = 0; s < g->seats; s++)
        show_sheet(game, g, s, out);
    add_choices(out, 2);
    add_piece(out, PIECE(PL_ACTION, .id = ID_ROLL, .label = "rainbow.roll"));
    add_piece(out, PIECE(PL_ACTION, .id = ID_CROSS, .sign = PL_CROSS,
                         .label = "rainbow.cross"));
}

/* To roll again is to touch the dice that stay, or "roll" if none shall; those
 * that have to stay go without saying. */
static void touch_roll(const struct rainbow *g, unsigned dice,
                       struct pl_touch *out)
{
    unsigned kept = g->loose & ~dice;

    if (kept == 0)
        add_touch(out, ID_ROLL);
    for (; kept; kept &= kept - 1)
        add_touch(out, ID_DIE + pl_lowest(kept));
}

/* A row is noted; "cross out" and a row is crossed. */
static void rainbow_touch(const struct pl_game *game, const void *view,
                          int seat, pl_move move, struct pl_touch *out)
{
    if (move < NOTE) {
        touch_roll(view, rolled(move), out);
    } else if (move < CROSS) {
        add_touch(out, row_id(seat, move - NOTE));
    } else {
        /* Of a row that fits, "cross out" comes first: touching the row alone
         * scores it. */
        out->ordered = has(fitting_rows(view), move - CROSS);
        if (out->ordered)
            add_touch(out, ID_CROSS);
        add_touch(out, row_id(seat, move - CROSS));
    }
}

/* Of a row, the dice that are noted in it. */
static unsigned rainbow_dice(const struct pl_game *game, const void *view,
                             int seat, pl_move move)
{
    const struct rainbow *g = view;
    unsigned dice = 0;

    if (move < NOTE)
        return ALL_DICE & ~rolled(move);
    for (int c = 0; move < CROSS && c < COLOURS; c++)
        dice |= row_if(digit(noted(g->dice, move - NOTE), c) != 0, c);
    return dice;
}

static void why_die(const struct rainbow *g, int colour, struct pl_message *out)
{
    if (g->loose == 0)
        *out = PL_SAY("rainbow.why.rolls");
    else if (!has(g->loose, colour))
        *out = PL_SAY("rainbow.why.locked");
    else
        *out = PL_SAY("rainbow.why.last");
}

static void rainbow_why(const struct pl_game *game, const void *view, int seat,
                        uint16_t piece, struct pl_message *out)
{
    const struct rainbow *g = view;
    int part = piece >= bonus_id(seat, PART_2, 0) ? PART_2 : PART_1;

    if (piece >= ID_BONUS)
        *out = PL_SAY("rainbow.why.bonus", .n = BONUS,
                      .m = threshold(g->options, part));
    else if (piece >= ID_ROW)
        *out = PL_SAY("rainbow.why.filled");
    else if (piece >= ID_DIE)
        why_die(g, piece - ID_DIE, out);
    else
        *out = PL_SAY("rainbow.why.rolls");
}

static int rainbow_facts(const struct pl_game *game,
                         const struct pl_setup *setup, struct pl_fact out[])
{
    unsigned house_rules = options_up_to(OPT_EXACT, setup);
    const struct pl_fact fact[] = {
        {"most", SEATS},
        {"colours", COLOURS},
        {"rows", ROWS},
        {"throws", THROWS},
        {"first", PART_1 + 1},
        {"second", PART_2 + 1},
        {"three", THREE},
        {"four", FOUR},
        {"rest", COLOURS - THREE},
        {"street", SHORT_STREET},
        {"over_first", threshold(house_rules, PART_1)},
        {"over_second", threshold(house_rules, PART_2)},
        {"bonus", BONUS},
        {"bonuses", COLOURS * PARTS}};

    return GIVE_FACTS(fact, out);
}

const struct pl_game pl_rainbow_game = {
    .id = "rainbow",
    .layout = "A",
    .min_seats = 1,
    .max_seats = SEATS,
    .minutes = 25,
    .age = 8,
    .hue = 312,
    .emblem = "rainbow",
    .sign = {[PL_CROSS] = "rainbow.sign.cross"},
    .pass = PL_NO_MOVE,
    .state_size = sizeof(struct rainbow),
    .move_count = MOVES,
    .moves_max = ALL_DICE + 8 + ROWS, /* no roll fits more than eight rows */
    .points_min = 0,
    .points_max = 369,
    .options = options,
    .start = rainbow_start,
    .turn = rainbow_turn,
    .chance = rainbow_chance,
    .land = rainbow_land,
    .moves = rainbow_moves,
    .play = rainbow_play,
    .score = rainbow_score,
    .parts = rainbow_parts,
    .name = rainbow_name,
    .ask = rainbow_ask,
    .say = rainbow_say,
    .tell = rainbow_tell,
    .show = rainbow_show,
    .touch = rainbow_touch,
    .dice = rainbow_dice,
    .why = rainbow_why,
    .facts = rainbow_facts,
    .again = rainbow_again,
};
