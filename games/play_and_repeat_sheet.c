/* Sheets of Play & Repeat as people write them: thirteen rows of boxes, each
 * with a colour and perhaps a coin, and what the row is worth. The book fixes
 * that START lies in row VII, which is worth 1. From the cells to the tables
 * that the rules read; tools/sheets.c does it for the shipped sheets while the
 * program is built. */
#include "play_and_repeat.h"

enum { START = PL_WORD, BOX, COINS = 10, MOST = 99, START_MONEY = 1 };

static const char letters[] = "YBPOR";
#define COLOUR(c)                                                              \
    c, c "1", c "2", c "3", c "4", c "5", c "6", c "7", c "8", c "9"
static const char *const words[] = {
    "=", COLOUR("Y"), COLOUR("B"), COLOUR("P"), COLOUR("O"), COLOUR("R"), NULL};
static const struct pl_cell box = {1, 0, words, NULL},
                            money = {1, MOST, NULL, NULL};

#define ROW                                                                    \
    {                                                                          \
        "", COLUMNS, false, &box, &money                                       \
    }
static const struct pl_line lines[] = {ROW, ROW, ROW, ROW, ROW, ROW, ROW,
                                       ROW, ROW, ROW, ROW, ROW, ROW, {0}};

/* Where the text has a box, and the amount of a row. */
static int place_of(int cell)
{
    return cell / COLUMNS * (COLUMNS + 1) + cell % COLUMNS;
}

static int place_of_amount(int row)
{
    return row * (COLUMNS + 1) + COLUMNS;
}

static void sheet_cells(const struct pl_game *game, int16_t cell[])
{
    const struct sheet *sheet = sheet_of(game);

    for (int i = 0; i < CELLS; i++)
        cell[place_of(i)] =
            (int16_t)(sheet->bit_of[i] == NO_BOX
                          ? START
                          : BOX + COINS * sheet->colour_of[i] + sheet->coin[i]);
    for (int row = 0; row < ROWS; row++)
        cell[place_of_amount(row)] = sheet->amount[row];
}

/* --- Boxes and areas ----------------------------------------------------- */

/* The colour of a box; COLOURS: it is part of START. */
static int colour_in(const int16_t text[], int cell)
{
    int word = text[place_of(cell)];

    return word == START ? COLOURS : (word - BOX) / COINS;
}

/* The cells that share a side with this one; returns how many. */
static int sides_of(int cell, int side[4])
{
    int n = 0;

    if (cell >= COLUMNS)
        side[n++] = cell - COLUMNS;
    if (cell % COLUMNS > 0)
        side[n++] = cell - 1;
    if (cell % COLUMNS < COLUMNS - 1)
        side[n++] = cell + 1;
    if (cell < CELLS - COLUMNS)
        side[n++] = cell + COLUMNS;
    return n;
}

/* Marks the cells of one colour that hang together with this one; returns how
 * many they are. */
static int spread(const int16_t text[], int first, bool area[CELLS])
{
    int todo[CELLS], count = 1;

    todo[0] = first;
    area[first] = true;
    for (int done = 0; done < count; done++) {
        int side[4], n = sides_of(todo[done], side);

        for (int i = 0; i < n; i++)
            if (!area[side[i]] &&
                colour_in(text, side[i]) == colour_in(text, first)) {
                area[side[i]] = true;
                todo[count++] = side[i];
            }
    }
    return count;
}

/* --- What is wrong with it ----------------------------------------------- */

static void check_start(const int16_t text[], struct pl_faults *faults)
{
    bool start[CELLS] = {false};
    int count = 0, first = START_ROW * COLUMNS, together = 0;

    for (int cell = CELLS - 1; cell >= 0; cell--)
        if (colour_in(text, cell) == COLOURS) {
            first = cell;
            count++;
        }
    if (count > 0)
        together = spread(text, first, start);
    if (count != START_CELLS || together != count ||
        first / COLUMNS != START_ROW ||
        (first + START_CELLS - 1) / COLUMNS != START_ROW)
        add_fault(faults, place_of(first),
                  PL_SAY("play-and-repeat.sheet.start", .n = START_CELLS,
                         .m = START_ROW + 1));
}

static void check_colours(const int16_t text[], struct pl_faults *faults)
{
    int boxes[COLOURS + 1] = {0};

    for (int cell = 0; cell < CELLS; cell++)
        boxes[colour_in(text, cell)]++;
    for (int colour = 0; colour < COLOURS; colour++)
        if (boxes[colour] != COLOUR_BOXES)
            add_fault(faults, 0,
                      PL_SAY("sheet.letter", .n = boxes[colour],
                             .m = COLOUR_BOXES,
                             .word = {1, {letters[colour]}}));
}

static void check_areas(const int16_t text[], struct pl_faults *faults)
{
    bool seen[CELLS] = {false};
    int areas = 0;

    for (int cell = 0; cell < CELLS; cell++) {
        int count;

        if (seen[cell] || colour_in(text, cell) == COLOURS)
            continue;
        count = spread(text, cell, seen);
        if (count > AREA_BOXES)
            add_fault(faults, place_of(cell),
                      PL_SAY("play-and-repeat.sheet.area", .n = count,
                             .m = AREA_BOXES));
        areas++;
    }
    if (areas > AREAS_MAX)
        add_fault(
            faults, 0,
            PL_SAY("play-and-repeat.sheet.areas", .n = areas, .m = AREAS_MAX));
}

static void check_amount(const int16_t text[], struct pl_faults *faults)
{
    if (text[place_of_amount(START_ROW)] != START_MONEY)
        add_fault(faults, place_of_amount(START_ROW),
                  PL_SAY("play-and-repeat.sheet.amount", .n = START_ROW + 1,
                         .m = START_MONEY));
}

/* --- The tables ---------------------------------------------------------- */

/* Areas by their first box; the second word begins with the first area that
 * does not fit into the first. 59 boxes or more fit, so 41 at most are left. */
static void number_boxes(const int16_t text[], struct sheet *sheet)
{
    bool seen[CELLS] = {false};
    int word = 0, shift = 0;

    memset(sheet->bit_of, NO_BOX, sizeof sheet->bit_of);
    for (int first = 0; first < CELLS; first++) {
        bool mine[CELLS] = {false};
        struct area *area = &sheet->area[sheet->areas];

        if (seen[first] || colour_in(text, first) == COLOURS)
            continue;
        area->count = (uint8_t)spread(text, first, mine);
        if (shift + area->count > 64) {
            word++;
            shift = 0;
        }
        area->word = (uint8_t)word;
        area->shift = (uint8_t)shift;
        area->colour = (uint8_t)colour_in(text, first);
        for (int cell = first, k = 0; cell < CELLS; cell++)
            if (mine[cell]) {
                seen[cell] = true;
                area->cell[k++] = (uint8_t)cell;
                area->boxes |= bit(shift);
                sheet->area_of[word][shift] = (uint8_t)sheet->areas;
                sheet->bit_of[cell] = (uint8_t)(64 * word + shift++);
            }
        sheet->areas++;
    }
}

static void add_box(uint64_t words_of[2], int box_bit)
{
    words_of[box_bit / 64] |= bit(box_bit % 64);
}

static void describe_box(const int16_t text[], struct sheet *sheet, int cell)
{
    int where = sheet->bit_of[cell], side[4], sides = sides_of(cell, side);

    sheet->coin[cell] = (uint8_t)((text[place_of(cell)] - BOX) % COINS);
    sheet->colour_of[cell] = (uint8_t)colour_in(text, cell);
    sheet->coins_money = (uint16_t)(sheet->coins_money + sheet->coin[cell]);
    for (int i = 0; i < COIN_BITS; i++)
        if (has(sheet->coin[cell], i))
            add_box(sheet->coins[i], where);
    add_box(sheet->row[cell / COLUMNS], where);
    add_box(sheet->colour[sheet->colour_of[cell]], where);
    for (int i = 0; i < sides; i++)
        if (sheet->bit_of[side[i]] == NO_BOX)
            add_box(sheet->start, where);
}

static void describe(const int16_t text[], struct sheet *sheet)
{
    for (int cell = CELLS - 1; cell >= 0; cell--)
        if (sheet->bit_of[cell] == NO_BOX)
            sheet->start_cell = (uint8_t)cell;
        else
            describe_box(text, sheet, cell);
    for (int row = 0; row < ROWS; row++) {
        sheet->amount[row] = (uint8_t)text[place_of_amount(row)];
        sheet->rows_money = (uint16_t)(sheet->rows_money + sheet->amount[row]);
    }
}

/* Do these boxes of an area (bit k: its box k) hang together? */
static bool is_connected(const struct area *area, unsigned boxes)
{
    unsigned reached = boxes & (0u - boxes), before;

    do {
        before = reached;
        for (int i = 0; i < area->count; i++) {
            int side[4], sides = sides_of(area->cell[i], side);

            for (int k = 0; k < area->count; k++)
                for (int s = 0; s < sides; s++)
                    if (has(reached, i) && has(boxes, k) &&
                        side[s] == area->cell[k])
                        reached |= 1u << k;
        }
    } while (reached != before);
    return reached == boxes;
}

static void add_set(struct sheet *sheet, int at, unsigned boxes)
{
    struct area *area = &sheet->area[at];
    struct set *set = &sheet->set[sheet->sets];

    for (int k = 0; k < area->count; k++) {
        int cell = area->cell[k], side[4], sides = sides_of(cell, side);

        if (!has(boxes, k))
            continue;
        set->rows |= (uint16_t)(1u << cell / COLUMNS);
        set->coins = (uint16_t)(set->coins + sheet->coin[cell]);
        set->size++;
        for (int s = 0; s < sides; s++)
            if (sheet->bit_of[side[s]] != NO_BOX)
                add_box(set->near, sheet->bit_of[side[s]]);
    }
    set->boxes = (uint64_t)boxes << area->shift;
    set->near[area->word] &= ~set->boxes;
    set->word = area->word;
    set->colour = area->colour;
    set->area = (uint8_t)at;
    area->of_size[set->size] |= bit(sheet->sets - area->first);
    sheet->sets++;
}

/* The next choice of the same number of boxes out of count in reading order:
 * 0 1, 0 2, 0 3, 1 2 … False after the last. */
static bool next_choice(int pick[], int size, int count)
{
    int i = size - 1;

    while (i >= 0 && pick[i] == count - size + i)
        i--;
    if (i < 0)
        return false;
    pick[i]++;
    while (++i < size)
        pick[i] = pick[i - 1] + 1;
    return true;
}

static void add_sets(struct sheet *sheet, int at)
{
    struct area *area = &sheet->area[at];

    area->first = sheet->sets;
    for (int size = 1; size <= area->count; size++) {
        int pick[AREA_BOXES] = {0, 1, 2, 3, 4, 5};

        do {
            unsigned boxes = 0;

            for (int i = 0; i < size; i++)
                boxes |= 1u << pick[i];
            if (is_connected(area, boxes))
                add_set(sheet, at, boxes);
        } while (next_choice(pick, size, area->count));
    }
}

/* Of every part of the area: which sets lie within it. */
static int fill_inside(struct sheet *sheet, struct area *area, int used)
{
    area->inside = (uint16_t)used;
    for (unsigned part = 0; part < 1u << area->count; part++, used++)
        for (int i = area->first; i < sheet->sets; i++)
            if ((sheet->set[i].boxes >> area->shift & ~part) == 0)
                sheet->inside[used] |= bit(i - area->first);
    return used;
}

static void add_last(struct sheet *sheet, const struct area *area)
{
    uint64_t last = bit(area->shift + area->count - 1);

    sheet->last[area->word] |= last;
    for (int size = 1; size <= area->count; size++) {
        sheet->large[0][size][area->word] |= last;
        sheet->large[1 + area->colour][size][area->word] |= last;
    }
}

static void fill(const int16_t text[], struct sheet *sheet)
{
    int used = 0;

    number_boxes(text, sheet);
    describe(text, sheet);
    for (int i = 0; i < sheet->areas; i++) {
        add_sets(sheet, i);
        add_last(sheet, &sheet->area[i]);
        used = fill_inside(sheet, &sheet->area[i], used);
    }
}

/* --- Both ---------------------------------------------------------------- */

/* Each coloured die and the white one allow the sets of one size at most. */
static int most_moves(const struct sheet *sheet)
{
    int sets[COLOURS + 1][AREA_BOXES + 1] = {{0}}, sum = 1;

    for (int i = 0; i < sheet->sets; i++) {
        sets[sheet->set[i].colour][sheet->set[i].size]++;
        sets[COLOURS][sheet->set[i].size]++;
    }
    for (int i = 0; i <= COLOURS; i++) {
        int most = 0;

        for (int size = 1; size <= AREA_BOXES; size++)
            most = sets[i][size] > most ? sets[i][size] : most;
        sum += most;
    }
    return sum;
}

/* A list has room for one move more, but sheets that are good today are to be
 * good for the versions before, which needed that place. */
static void make_sheet(const int16_t text[], struct pl_game *copy, void *tables,
                       struct pl_faults *faults)
{
    struct sheet *sheet = tables;
    int moves;

    check_start(text, faults);
    check_colours(text, faults);
    check_areas(text, faults);
    check_amount(text, faults);
    if (faults->count > 0)
        return;
    fill(text, sheet);
    moves = most_moves(sheet);
    if (moves >= PL_MOVES)
        add_fault(faults, 0,
                  PL_SAY("play-and-repeat.sheet.moves", .n = PL_MOVES - 1));
    copy->moves_max = (uint16_t)moves;
    copy->move_count = (uint16_t)(FIRST_SET + 2 * sheet->sets);
    copy->points_max =
        (int16_t)(sheet->rows_money + COLOURS_MONEY + sheet->coins_money);
}

/* --- Another one --------------------------------------------------------- */

/* How bad the areas are: none should be alone or too large, and there should
 * be as many as on sheet A. */
static int trouble(const int16_t text[])
{
    enum { USUAL_AREAS = 25, ALONE = 4, TOO_LARGE = 10, ONE_OFF = 3 };
    bool seen[CELLS] = {false};
    int sum = 0, areas = 0, off;

    for (int cell = 0; cell < CELLS; cell++) {
        int count;

        if (seen[cell] || colour_in(text, cell) == COLOURS)
            continue;
        count = spread(text, cell, seen);
        areas++;
        sum += count == 1           ? ALONE
               : count > AREA_BOXES ? TOO_LARGE * (count - AREA_BOXES)
                                    : 0;
    }
    off = areas - USUAL_AREAS;
    return sum + ONE_OFF * (off < 0 ? -off : off);
}

/* Boxes change places as long as that leaves no more trouble than is still
 * allowed, which gets less and less. */
static void mix_colours(int16_t text[], struct pl_rng *rng)
{
    enum { SWAPS = 3000, PATIENCE = 150, MOST_TROUBLE = SWAPS / PATIENCE };

    for (int i = 0; i < SWAPS; i++) {
        int16_t *a = &text[place_of(random_to(rng, CELLS))];
        int16_t *b = &text[place_of(random_to(rng, CELLS))];
        int before, now;

        if (*a == START || *b == START || *a == *b)
            continue;
        before = trouble(text);
        swap_cells(a, b);
        now = trouble(text);
        if (now > before && now > MOST_TROUBLE - i / PATIENCE)
            swap_cells(a, b);
    }
}

/* As many boxes of a colour as there are worths have a coin, one of each. */
static void spread_coins(int16_t text[], struct pl_rng *rng)
{
    enum { WORTHS = 2 };

    for (int colour = 0; colour < COLOURS; colour++)
        for (int worth = 1; worth <= WORTHS;) {
            int16_t *box_at = &text[place_of(random_to(rng, CELLS))];

            if (*box_at == BOX + COINS * colour)
                *box_at = (int16_t)(*box_at + worth++);
        }
}

static void vary_sheet(int16_t text[], struct pl_rng *rng)
{
    for (int cell = 0; cell < CELLS; cell++)
        if (colour_in(text, cell) < COLOURS)
            text[place_of(cell)] =
                (int16_t)(BOX + COINS * colour_in(text, cell));
    mix_colours(text, rng);
    spread_coins(text, rng);
}

const struct pl_sheets pl_play_and_repeat_text = {
    lines, sizeof(struct sheet), sheet_cells, make_sheet, vary_sheet};
