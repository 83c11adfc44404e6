/*
 * The Rainbow Dice Game (rules RB-…): three throws a turn, thirteen rows, and
 * every die scores in the column of its own colour.
 *
 * Five dice, and likewise a row of the sheet, are five octal digits in the
 * order Y B P O R: 052221 is a yellow 5, three twos and a red 1. A digit 0 is
 * a die in the air or a crossed cell, so a row that is used up and worth 0 was
 * crossed out as a whole. Sets of dice are bits, and bit 0 is yellow.
 */
#include "kit.h"

enum { SEATS = 6, COLOURS = 5, THROWS = 3, BONUS = 7 };
enum { THREE = 3, FOUR = 4, SHORT_STREET = 4 };
enum { ALL_DICE = (1 << COLOURS) - 1 };
enum {
    ONES,
    SIXES = 5,
    THREE_KIND,
    FOUR_KIND,
    FULL_HOUSE,
    SMALL_STREET,
    LARGE_STREET,
    RAINBOW,
    CHANCE,
    ROWS
};
enum { ALL_ROWS = (1 << ROWS) - 1 };
enum { PART_1, PART_2, PARTS };
enum phase { THROWING, CHOOSING, DONE };
enum {
    ROLL, /* and one less than the set of dice */
    NOTE = ROLL + ALL_DICE,
    CROSS = NOTE + ROWS,
    MOVES = CROSS + ROWS
};
enum { OPT_THRESHOLD, OPT_FIVE, OPT_LOCKED };
enum {
    ID_CROSS = 1,
    ID_DIE,
    ID_ROW = ID_DIE + COLOURS,
    ID_CELL = ID_ROW + SEATS * ROWS
};

struct rainbow {
    uint16_t row[SEATS][ROWS]; /* what is circled or written */
    uint16_t open[SEATS];      /* bits: rows that are not used up */
    uint16_t dice;             /* all digits 0 between two turns */
    uint8_t throws;            /* made in this turn */
    uint8_t loose; /* bits: dice in the air; later those that may fly again */
    uint8_t seats, active, phase;
    uint8_t options; /* bits OPT_… */
};

static const char *const thresholds[] = {"25", "15", NULL};
static const char *const allow_forbid[] = {"allow", "forbid", NULL};
static const char *const locked[] = {"off", "on", NULL};
static const struct pl_option options[] = {
    [OPT_THRESHOLD] = {"part2_threshold", thresholds, 0, 0, 0},
    [OPT_FIVE] = {"full_house_five", allow_forbid, 0, 0, 0},
    [OPT_LOCKED] = {"kept_locked", locked, 0, 0, 0},
    {0}};

/* --- Rules --------------------------------------------------------------- */

static int shift(int colour)
{
    return 3 * (COLOURS - 1 - colour);
}

static int digit(unsigned five, int colour)
{
    return (int)(five >> shift(colour) & 7);
}

static void rainbow_start(void *state, const struct pl_setup *setup)
{
    struct rainbow *g = state;

    g->seats = setup->seats;
    g->active = setup->first;
    g->loose = ALL_DICE;
    for (int s = 0; s < g->seats; s++)
        g->open[s] = ALL_ROWS;
    g->options = options_up_to(OPT_LOCKED, setup);
}

static struct pl_turn rainbow_turn(const void *state)
{
    static const uint8_t what[] = {
        [THROWING] = PL_CHANCE, [CHOOSING] = PL_DECIDE, [DONE] = PL_OVER};
    const struct rainbow *g = state;

    return turn_in(g->phase, what, g->active);
}

static void rainbow_chance(const void *state, struct pl_chance *out)
{
    const struct rainbow *g = state;

    throw_dice(out, 0);
    for (unsigned left = g->loose; left; left &= left - 1)
        out->die[out->count++] = &coloured_die[pl_lowest(left)];
}

static void rainbow_land(void *state, const uint8_t face[])
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
 * three of a kind as well, a large street is a small one too (RB-A2, RB-A4). */
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

static int rainbow_moves(const void *state, int seat, pl_move out[])
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

static void rainbow_play(void *state, int seat, pl_move move)
{
    struct rainbow *g = state;

    (void)seat;
    if (move < NOTE)
        throw_again(g, move - ROLL + 1u);
    else if (move < CROSS)
        use_row(g, move - NOTE, noted(g->dice, move - NOTE));
    else
        use_row(g, move - CROSS, 0);
}

/* The sums of all columns of a part: three digits lie side by side in a word
 * with gaps between them, and are added up together. */
struct columns {
    unsigned even, odd;
};

static struct columns add_columns(const struct rainbow *g, int seat, int part)
{
    int end = part == PART_1 ? SIXES + 1 : ROWS;
    struct columns sums = {0, 0};

    for (int row = part == PART_1 ? ONES : THREE_KIND; row < end; row++) {
        sums.even += g->row[seat][row] & 070707u;
        sums.odd += g->row[seat][row] >> 3 & 00707u;
    }
    return sums;
}

static int in_column(struct columns sums, int colour)
{
    int place = COLOURS - 1 - colour;

    return (int)((place % 2 ? sums.odd : sums.even) >> place / 2 * 6 & 63);
}

static int sum(const struct rainbow *g, int seat, int part, int colour)
{
    return in_column(add_columns(g, seat, part), colour);
}

static int threshold(unsigned house_rules, int part)
{
    return part == PART_1 || has(house_rules, OPT_THRESHOLD) ? 15 : 25;
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

static int rainbow_parts(const void *state, int seat, struct pl_part out[])
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

static void rainbow_score(const void *state, struct pl_result *out)
{
    const struct rainbow *g = state;

    score_parts(out, g, g->seats, rainbow_parts);
}

/* --- For bots ------------------------------------------------------------ */

static int column_features(const struct rainbow *g, int seat, int16_t out[])
{
    int n = 0;

    for (int part = PART_1; part < PARTS; part++) {
        struct columns columns = add_columns(g, seat, part);
        int low = 99, reached = 0, near = 0;

        for (int c = 0; c < COLOURS; c++) {
            int missing =
                threshold(g->options, part) + 1 - in_column(columns, c);

            reached += missing <= 0;
            near += missing > 0 && missing <= 6;
            low = missing < low ? missing : low;
            out[n++] = (int16_t)(missing > 0 ? missing / 2 : 0);
            out[n++] = missing > 0 && missing <= 4;
        }
        out[n++] = (int16_t)reached;
        out[n++] = (int16_t)near;
    }
    return n;
}

enum { DICE_FEATURES = 45 };

/* What the dice on the table promise for the rows that are open: those that
 * stay, while the others fly again. */
static void dice_features(const struct rainbow *g, unsigned open, int16_t out[])
{
    int count[7] = {0}, kept = 0, pairs = 0, most = 0, run = 0, best = 0, n = 0;
    int sum = 0;

    for (int c = 0; c < COLOURS; c++)
        count[digit(g->dice, c)]++;
    for (int i = 1; i <= 6; i++) {
        kept += count[i];
        sum += i * count[i];
        pairs += count[i] >= 2;
        most = count[i] > most ? count[i] : most;
    }
    for (int i = 1; i <= 6; i++) {
        out[n++] = (int16_t)(open >> (i - 1) & 1 ? count[i] : 0);
        out[n++] = (open >> (i - 1) & 1) && count[i] == kept && kept > 1;
    }
    for (int i = 1; i <= 3; i++) {
        int in = 0;

        for (int k = 0; k < 4; k++)
            in += count[i + k] > 0;
        run = in > run ? in : run;
    }
    for (int i = 1; i <= 2; i++) {
        int in = 0;

        for (int k = 0; k < 5; k++)
            in += count[i + k] > 0;
        best = in > best ? in : best;
    }
    for (int i = 1; i <= 5; i++) {
        out[n++] = most == i && kept == most && (open >> THREE_KIND & 1);
        out[n++] = most == i && kept == most && (open >> FOUR_KIND & 1);
        out[n++] = most == i && kept == most && (open >> RAINBOW & 1);
        out[n++] = run == i && kept == run && (open >> SMALL_STREET & 1);
        out[n++] = best == i && kept == best && (open >> LARGE_STREET & 1);
    }
    out[n++] = pairs == 2 && kept == 4 && (open >> FULL_HOUSE & 1);
    out[n++] = most == 3 && kept == 3 && (open >> FULL_HOUSE & 1);
    out[n++] = pairs == 2 && kept == 5 && (open >> FULL_HOUSE & 1);
    out[n++] = (int16_t)(kept ? sum : 0);
    out[n++] = (int16_t)(open >> CHANCE & 1 ? sum : 0);
    out[n++] = (int16_t)kept;
    out[n++] = most >= 3 && kept > most;
    out[n++] = most == 4 && kept == 5;
    pl_assert(n == DICE_FEATURES);
}

static int rainbow_features(const void *view, int seat, int16_t out[])
{
    const struct rainbow *g = view;
    bool active = g->active == seat;
    int n = 0;

    for (int row = 0; row < ROWS; row++)
        out[n++] = g->open[seat] >> row & 1;
    out[n++] = (int16_t)pl_count(g->open[seat] & 63u);
    out[n++] = (int16_t)pl_count(g->open[seat] >> THREE_KIND);
    n += column_features(g, seat, out + n);
    memset(out + n, 0, 2 * DICE_FEATURES * sizeof *out);
    if (active && g->throws > 0)
        dice_features(g, g->open[seat], out + n);
    if (g->throws == 2) /* again, for the last throw */
        memcpy(out + n + DICE_FEATURES, out + n, DICE_FEATURES * sizeof *out);
    n += 2 * DICE_FEATURES;
    out[n++] = active && g->throws == 0;
    out[n++] = active && g->throws == 1;
    out[n++] = active && g->throws == 2;
    return n;
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

static void rainbow_name(const void *state, pl_move move, struct pl_text *out)
{
    (void)state;
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

static void rainbow_ask(const void *view, int seat, struct pl_message *out)
{
    const struct rainbow *g = view;

    (void)seat;
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

static void rainbow_say(const void *view, int seat, pl_move move,
                        struct pl_message *out)
{
    (void)seat;
    if (move < NOTE)
        *out = PL_SAY(roll_words[move - ROLL]);
    else if (move < CROSS)
        *out = PL_SAY(row_words[move - NOTE].note,
                      .n = row_points(view, move - NOTE));
    else
        *out = PL_SAY(row_words[move - CROSS].cross);
}

static int rainbow_tell(const void *before, const void *after,
                        struct pl_message out[])
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
                     AT(c, 0), .colour = die_colour[c],
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
        show_cell(g, seat, row, c,
                  PIECE(PL_BOX, AT(NAME_WIDTH + c, y), .colour = die_colour[c]),
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

        add_piece(out,
                  NUMBERED(sum(g, seat, part, c), PL_COUNTER,
                           AT(NAME_WIDTH + c, top), .colour = die_colour[c]));
        add_piece(
            out, NUMBERED(earned ? BONUS : PL_NO_VALUE, PL_BOX,
                          AT(NAME_WIDTH + c, top + 1), .colour = die_colour[c],
                          .marks = earned ? PL_SHADED | PL_FILLED : PL_SHADED));
    }
    add_piece(out, NUMBERED(part_total(g, seat, part), PL_COUNTER,
                            AT(NAME_WIDTH, top + 2), .w = COLOURS,
                            .label = id[part]));
}

static void show_sheet(const struct rainbow *g, int seat, struct pl_scene *out)
{
    add_sheet(out, seat, WIDTH, HEIGHT, NULL);
    for (int row = ONES; row <= SIXES; row++)
        show_row(g, seat, row, out);
    show_sums(g, seat, PART_1, PART_2_TOP - 3, out);
    for (int row = THREE_KIND; row < ROWS; row++)
        show_row(g, seat, row, out);
    show_sums(g, seat, PART_2, HEIGHT - 4, out);
    add_piece(out, NUMBERED(total(rainbow_parts, g, seat), PL_COUNTER,
                            AT(NAME_WIDTH, HEIGHT - 1), .w = COLOURS,
                            .label = "points"));
}

static void rainbow_show(const void *view, int seat, struct pl_scene *out)
{
    const struct rainbow *g = view;

    (void)seat;
    show_dice(g, out);
    for (int s = 0; s < g->seats; s++)
        show_sheet(g, s, out);
    add_choices(out, 1);
    add_piece(out, PIECE(PL_ACTION, .id = ID_CROSS, .sign = PL_CROSS,
                         .label = "rainbow.cross"));
}

/* Dice are thrown again, a row is noted, "cross out" and a row is crossed. */
static void rainbow_touch(const void *view, int seat, pl_move move,
                          struct pl_touch *out)
{
    (void)view;
    if (move < NOTE) {
        for (unsigned left = move - ROLL + 1u; left; left &= left - 1)
            add_touch(out, ID_DIE + pl_lowest(left));
    } else if (move < CROSS) {
        add_touch(out, row_id(seat, move - NOTE));
    } else {
        add_touch(out, ID_CROSS);
        add_touch(out, row_id(seat, move - CROSS));
    }
}

static int rainbow_facts(const struct pl_setup *setup, struct pl_fact out[])
{
    unsigned house_rules = options_up_to(OPT_LOCKED, setup);
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

const struct pl_game rainbow_game = {
    .id = "rainbow",
    .layout = "A",
    .min_seats = 1,
    .max_seats = SEATS,
    .state_size = sizeof(struct rainbow),
    .move_count = MOVES,
    .moves_max = ALL_DICE + 8 + ROWS, /* no throw fits more than eight rows */
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
    .features = rainbow_features,
    .name = rainbow_name,
    .ask = rainbow_ask,
    .say = rainbow_say,
    .tell = rainbow_tell,
    .show = rainbow_show,
    .touch = rainbow_touch,
    .facts = rainbow_facts,
};
