/* Bingo in words and pieces. */
#include "bingo.h"

enum {
    ID_PASS = 1,
    ID_VALUE, /* 1 … 6 */
    ID_PENDING = ID_VALUE + 7,
    ID_NUMBER = ID_PENDING + SPECIALS,
    ID_BOX = ID_NUMBER + SEATS * COLUMNS * LENGTH,
    ID_DIE = ID_BOX + SEATS * BOXES
};

const char *const pl_bingo_area_name[AREAS] = {
    "part.blue",   "part.yellow",      "part.purple",
    "part.orange", "bingo.part.white", "part.red"};

/* --- Words --------------------------------------------------------------- */

/* A message for each card, for each special action. */
#define CARD_IDS(id) id ".purple", id ".orange", id ".white", id ".red"
#define SPECIAL_IDS(id)                                                        \
    [X_PURPLE] = id "x_purple", [X_ORANGE] = id "x_orange",                    \
    [X_WHITE] = id "x_white", [X_RED] = id "x_red", [N_BLUE] = id "n_blue",    \
    [N_YELLOW] = id "n_yellow", [WILD] = id "wild"

static const char *const special_name[] = {SPECIAL_IDS("bingo.")};
static const char *const special_ask[] = {SPECIAL_IDS("bingo.ask.")};

/* "c2": column and row of a box on its card. Nobody sees columns numbered, so
 * people are told the row alone: no number is twice in one. */
static void put_place(struct pl_text *out, const struct card *card, int box)
{
    pl_put_char(out, (char)('a' + box % card->columns));
    pl_put_number(out, box / card->columns + 1);
}

void pl_bingo_name(const struct pl_game *game, const void *state, pl_move move,
                   struct pl_text *out)
{
    static const char *const pending_name[] = {
        "-", "do:XP", "do:XO", "do:XW", "do:XR", "do:NB", "do:NY", "do:WILD"};
    int card = card_with(move);

    if (move >= PASS) {
        pl_put(out, pending_name[move - PASS]);
    } else if (move >= WRITE) {
        pl_put_char(out, "BY"[column_of(move)]);
        pl_put_number(out, number_of(move));
    } else {
        pl_put_char(out, "POWR"[card]);
        put_place(out, &pl_bingo_form.card[card],
                  move - pl_bingo_form.card[card].first);
    }
}

void pl_bingo_ask(const struct pl_game *game, const void *view, int seat,
                  struct pl_message *out)
{
    const struct bingo *g = view;

    switch ((enum phase)g->phase) {
    case ROLLING:
        *out = PL_TELL(g->active, "ask.throw");
        break;
    case PICKING:
        *out = PL_TELL(g->player, g->player != g->active ? "bingo.ask.other"
                                  : g->second            ? "bingo.ask.second"
                                                         : "bingo.ask.first");
        break;
    case CHOOSING:
        *out = PL_TELL(g->player, "bingo.ask.which");
        break;
    case ENTERING:
        *out = PL_TELL(g->player, special_ask[g->doing]);
        break;
    case DONE:
        *out = PL_SAY("ask.over");
        break;
    }
}

/* The active player stops, the others pass. */
static const char *pass_words(const struct bingo *g)
{
    return g->player == g->active ? "bingo.say.stop" : "say.pass";
}

static void say_cross(const struct form *f, int box, struct pl_message *out)
{
    static const char *const id[] = {CARD_IDS("bingo.say.cross")};
    int card = card_with(box);
    const struct card *c = &f->card[card];
    int at = box - c->first;

    *out = PL_SAY(id[card], .n = c->number[at], .m = 1 + at / c->columns);
}

void pl_bingo_say(const struct pl_game *game, const void *view, int seat,
                  pl_move move, struct pl_message *out)
{
    static const char *const write[] = {"bingo.say.write.blue",
                                        "bingo.say.write.yellow"};

    if (move > PASS)
        *out = PL_SAY(special_name[move - PASS]);
    else if (move == PASS)
        *out = PL_SAY(pass_words(view));
    else if (move >= WRITE)
        *out = PL_SAY(write[column_of(move)], .n = number_of(move));
    else
        say_cross(form_of(game), move, out);
}

/* What one entry has unlocked; those that bring points count as NOTHING. */
static void find_unlocks(const struct form *f, const struct bingo *b,
                         const struct bingo *a, int seat, int unlocks[])
{
    for (int column = 0; column < COLUMNS; column++)
        if (a->filled[seat][column] > b->filled[seat][column])
            unlocks[f->arrow[column][b->filled[seat][column]]]++;
    for (int card = 0; card < CARDS; card++)
        for (int i = 0; i < LINES; i++) {
            const struct line *line = &f->card[card].line[i];

            if (is_complete(line, a->crossed[seat][card]) &&
                !is_complete(line, b->crossed[seat][card]))
                unlocks[line->special]++;
        }
}

static int tell_specials(const struct form *f, const struct bingo *b,
                         const struct bingo *a, int seat,
                         struct pl_message out[])
{
    static const char *const id[] = {SPECIAL_IDS("bingo.tell.")};
    int unlocks[SPECIALS] = {0}, n = 0, lost = 0;

    find_unlocks(f, b, a, seat, unlocks);
    for (int i = X_PURPLE; i < SPECIALS; i++) {
        int done = b->phase == ENTERING && b->doing == i;

        if (unlocks[i])
            out[n++] = PL_TELL(seat, id[i]);
        lost += b->pending[i] - done + unlocks[i] - a->pending[i];
    }
    if (lost)
        out[n++] = PL_TELL(seat, "bingo.tell.lost", .n = lost);
    return n;
}

static int tell_cards(const struct form *f, const struct bingo *b,
                      const struct bingo *a, int seat, struct pl_message out[])
{
    static const char *const id[] = {CARD_IDS("bingo.tell.points")};
    int now[AREAS], then[AREAS], n = 0;

    pl_bingo_points(f, a, seat, now);
    pl_bingo_points(f, b, seat, then);
    for (int area = PURPLE; area < AREAS; area++)
        if (now[area] != then[area])
            out[n++] =
                PL_TELL(seat, id[card_of(area)], .n = now[area] - then[area]);
    return n;
}

static bool is_full(const struct bingo *g, int seat, int area)
{
    if (area < PURPLE)
        return g->filled[seat][area] == LENGTH;
    return g->crossed[seat][card_of(area)] == all_boxes(card_of(area));
}

static bool is_stuck(const struct form *f, const struct bingo *g, int seat)
{
    return !is_full(g, seat, BLUE) && numbers_for(f, g, seat, BLUE) == 0;
}

static int tell_areas(const struct form *f, const struct bingo *b,
                      const struct bingo *a, int seat, struct pl_message out[])
{
    static const char *const full[] = {"bingo.tell.full.blue",
                                       "bingo.tell.full.yellow",
                                       CARD_IDS("bingo.tell.full")};
    int n = 0;

    for (int area = 0; area < AREAS; area++)
        if (is_full(a, seat, area) && !is_full(b, seat, area))
            out[n++] = PL_TELL(seat, full[area]);
    if (is_stuck(f, a, seat) && !is_stuck(f, b, seat))
        out[n++] = PL_TELL(seat, "bingo.tell.stuck");
    return n;
}

int pl_bingo_tell(const struct pl_game *game, const void *before,
                  const void *after, struct pl_message out[])
{
    const struct form *f = form_of(game);
    const struct bingo *b = before, *a = after;
    int seat = b->player, n = 0;

    n += tell_cards(f, b, a, seat, out + n);
    n += tell_specials(f, b, a, seat, out + n);
    n += tell_areas(f, b, a, seat, out + n);
    if (a->ending && !b->ending && !a->immediate && a->phase != DONE)
        out[n++] = PL_SAY("bingo.tell.last");
    if (a->phase == DONE && is_idle(a))
        out[n++] = PL_SAY("bingo.tell.idle", .n = a->idle);
    return n;
}

/* --- Pieces -------------------------------------------------------------- */

static const uint8_t area_colour[] = {PL_BLUE,   PL_YELLOW, PL_PURPLE,
                                      PL_ORANGE, PL_WHITE,  PL_RED};

static uint16_t box_id(int seat, int box)
{
    return (uint16_t)(ID_BOX + seat * BOXES + box);
}
static uint16_t number_id(int seat, int column, int box)
{
    return (uint16_t)(ID_NUMBER + (seat * COLUMNS + column) * LENGTH + box);
}

static void show_dice(const struct bingo *g, struct pl_scene *out)
{
    bool thrown = g->phase != ROLLING && g->phase != DONE;

    add_dice(out, DICE);
    for (int i = 0; i < DICE; i++)
        add_piece(
            out,
            NUMBERED(g->die[i], PL_CUBE, AT(i, 0), .id = (uint16_t)(ID_DIE + i),
                     .colour = i < DIE_Y ? PL_WHITE : pl_die_colour[i - DIE_Y],
                     .marks = thrown && !g->die[i] ? PL_USED : 0));
}

static uint8_t sign_of(int special)
{
    return special == WILD     ? PL_JOKER
           : special >= N_BLUE ? PL_PENCIL
                               : PL_CROSS;
}

static uint8_t colour_of(int special)
{
    return special == WILD ? PL_PLAIN : area_colour[area_of(special)];
}

/* A special action or points; circled as soon as they are won. */
static void show_reward(struct pl_scene *out, struct pl_piece piece,
                        const struct line *line, unsigned crossed)
{
    if (line->special) {
        piece.sign = sign_of(line->special);
        piece.colour = colour_of(line->special);
    } else {
        piece.value = line->points;
    }
    piece.marks = is_complete(line, crossed) ? PL_CIRCLED : 0;
    add_piece(out, piece);
}

/* Blue has its arrows at the left, yellow at the right. */
static void show_arrow(const struct form *f, const struct bingo *g, int seat,
                       int column, int box, struct pl_scene *out)
{
    int special = f->arrow[column][box];
    bool used = box < g->filled[seat][column];

    if (special == NOTHING)
        return;
    add_piece(out, PIECE(PL_LABEL, AT(column == BLUE ? 1 : 2, box),
                         .colour = area_colour[column],
                         .sign = column == BLUE ? PL_BACK : PL_ARROW));
    add_piece(out, PIECE(PL_LABEL, AT(column == BLUE ? 0 : 3, box),
                         .colour = colour_of(special), .sign = sign_of(special),
                         .marks = used ? PL_CIRCLED : 0));
}

/* The size of the clouds is told as larger or smaller than the box above; at
 * the next box, than its number. */
static void show_cloud(const struct form *f, const struct bingo *g, int seat,
                       int box, struct pl_scene *out)
{
    int step = box ? f->cloud[box] - f->cloud[box - 1] : 0;
    bool next = box == g->filled[seat][BLUE];

    if (step == 0)
        return;
    add_piece(out, NUMBERED(next ? g->number[seat][BLUE][box - 1] : PL_NO_VALUE,
                            PL_LABEL, AT(3, box), .colour = PL_BLUE,
                            .sign = step > 0 ? PL_MORE : PL_LESS));
}

static void show_number(const struct form *f, const struct bingo *g, int seat,
                        int column, int box, struct pl_scene *out)
{
    bool filled = box < g->filled[seat][column];
    bool lost = !filled && column == BLUE && is_stuck(f, g, seat);
    int number = filled ? g->number[seat][column][box] : PL_NO_VALUE;

    add_piece(out, NUMBERED(number, PL_BOX, .id = number_id(seat, column, box),
                            AT(column == BLUE ? 2 : 1, box),
                            .colour = area_colour[column],
                            .marks = filled ? PL_FILLED
                                     : lost ? PL_LOST
                                            : 0));
}

static void show_column(const struct form *f, const struct bingo *g, int seat,
                        int column, struct pl_scene *out)
{
    add_sheet(out, seat, 4, LENGTH, pl_bingo_area_name[column]);
    for (int i = 0; i < LENGTH; i++) {
        if (column == BLUE)
            show_cloud(f, g, seat, i, out);
        else if (i > 0)
            add_piece(out, PIECE(PL_LABEL, AT(0, i), .colour = PL_YELLOW,
                                 .sign = f->sign[i]));
        show_number(f, g, seat, column, i, out);
        show_arrow(f, g, seat, column, i, out);
    }
}

/* A reward stands one step beyond its line, at the right end or below. */
static void show_rewards(const struct form *f, const struct bingo *g, int seat,
                         int area, struct pl_scene *out)
{
    const struct card *card = &f->card[card_of(area)];
    unsigned crossed = g->crossed[seat][card_of(area)];

    for (int i = 0; i < LINES && card->line[i].boxes; i++) {
        unsigned boxes = card->line[i].boxes;
        int x = pl_lowest(boxes) % card->columns;
        int y = pl_lowest(boxes) / card->columns;
        int dx = pl_lowest(boxes & (boxes - 1)) % card->columns - x;
        int dy = pl_lowest(boxes & (boxes - 1)) / card->columns - y;
        int steps = dx < 0 ? -1 : pl_count(boxes);

        show_reward(out,
                    PIECE(PL_LABEL, AT(x + steps * dx, 1 + y + steps * dy),
                          .colour = area_colour[area]),
                    &card->line[i], crossed);
    }
}

static void show_card(const struct form *f, const struct bingo *g, int seat,
                      int area, struct pl_scene *out)
{
    const struct card *card = &f->card[card_of(area)];
    unsigned crossed = g->crossed[seat][card_of(area)];

    add_sheet(out, seat, WIDEST, ROWS + 2, pl_bingo_area_name[area]);
    add_piece(out,
              PIECE(PL_LABEL, .w = card->columns, .colour = area_colour[area]));
    for (int i = 0; i < ROWS * card->columns; i++)
        add_piece(out, NUMBERED(card->number[i], PL_BOX,
                                .id = box_id(seat, card->first + i),
                                AT(i % card->columns, 1 + i / card->columns),
                                .colour = area_colour[area],
                                .marks = has(crossed, i) ? PL_CROSSED : 0));
    show_rewards(f, g, seat, area, out);
}

static void show_points(const struct pl_game *game, const struct bingo *g,
                        int seat, struct pl_scene *out)
{
    struct pl_part part[PL_PARTS];

    game->parts(game, g, seat, part);
    add_sheet(out, seat, 2 * AREAS, 2, "points");
    for (int area = 0; area < AREAS; area++)
        add_piece(out, NUMBERED(part[area].points, PL_COUNTER, AT(2 * area, 0),
                                .w = 2, .colour = area_colour[area]));
    add_piece(out, NUMBERED(part[AREAS].points, PL_COUNTER, AT(0, 1),
                            .w = AREAS, .label = part[AREAS].id));
    add_piece(out, NUMBERED(total(game, game->parts, g, seat), PL_COUNTER,
                            AT(AREAS, 1), .w = AREAS, .label = "points"));
}

/* The special actions that the player at work still has to carry out. */
static void show_pending(const struct bingo *g, struct pl_scene *out)
{
    if (pending_kinds(g) == 0)
        return;
    add_area(out, (struct pl_area){PL_SUPPLY, PL_WRAP, (int8_t)g->player,
                                   SPECIALS - 1, 1, "bingo.pending"});
    for (int i = X_PURPLE; i < SPECIALS; i++)
        if (g->pending[i])
            add_piece(out, NUMBERED(g->pending[i], PL_COUNTER,
                                    .id = (uint16_t)(ID_PENDING + i),
                                    .colour = colour_of(i), .sign = sign_of(i),
                                    .label = special_name[i],
                                    .marks = g->doing == i ? PL_CIRCLED : 0));
}

static void show_choices(const struct bingo *g, struct pl_scene *out)
{
    add_choices(out, 6);
    if (g->phase == PICKING)
        add_piece(out, PIECE(PL_ACTION, .id = ID_PASS, .label = pass_words(g)));
    if (g->phase == ENTERING && g->doing >= N_BLUE)
        for (int i = 1; i <= 6; i++)
            add_piece(out,
                      NUMBERED(i, PL_VALUE, .id = (uint16_t)(ID_VALUE + i)));
}

void pl_bingo_show(const struct pl_game *game, const void *view, int seat,
                   struct pl_scene *out)
{
    const struct form *f = form_of(game);
    const struct bingo *g = view;

    show_dice(g, out);
    show_pending(g, out);
    for (int s = 0; s < g->seats; s++) {
        for (int column = 0; column < COLUMNS; column++)
            show_column(f, g, s, column, out);
        for (int area = PURPLE; area < AREAS; area++)
            show_card(f, g, s, area, out);
        show_points(game, g, s, out);
    }
    show_choices(g, out);
}

/* A die says its number itself, a special action lets the number be chosen,
 * and only the wild one the column as well. */
static void touch_number(const struct bingo *g, int seat, int column,
                         int number, struct pl_touch *out)
{
    if (g->phase == PICKING || g->doing == WILD)
        add_touch(out, number_id(seat, column, g->filled[seat][column]));
    if (g->phase == ENTERING)
        add_touch(out, ID_VALUE + number);
}

void pl_bingo_touch(const struct pl_game *game, const void *view, int seat,
                    pl_move move, struct pl_touch *out)
{
    if (move > PASS)
        add_touch(out, ID_PENDING + move - PASS);
    else if (move == PASS)
        add_touch(out, ID_PASS);
    else if (move >= WRITE)
        touch_number(view, seat, column_of(move), number_of(move), out);
    else
        add_touch(out, box_id(seat, move));
}

/* --- What the table asks ------------------------------------------------- */

unsigned pl_bingo_dice(const struct pl_game *game, const void *view, int seat,
                       pl_move move)
{
    const struct bingo *g = view;

    return g->phase == PICKING && move < PASS
               ? 1u << die_of(form_of(game), g, move)
               : 0;
}

/* Why a number cannot go into the next box of a column. */
static void why_column(const struct form *f, const struct bingo *g, int seat,
                       int column, struct pl_message *out)
{
    unsigned fits = numbers_for(f, g, seat, column);
    int next = g->filled[seat][column];

    if (next == LENGTH)
        *out = PL_SAY("bingo.why.full");
    else if (fits == 0)
        *out = PL_SAY("bingo.why.stuck");
    else
        *out = PL_SAY(has(fits, PIPS) ? "bingo.why.above" : "bingo.why.below",
                      .n = g->number[seat][column][next - 1]);
}

/* A special action comes before everything else. */
static void why_special(const struct bingo *g, struct pl_message *out)
{
    *out = PL_TELL(g->player, g->phase == CHOOSING ? "bingo.ask.which"
                                                   : special_ask[g->doing]);
}

static void why_die(const struct form *f, const struct bingo *g, int seat,
                    int die, struct pl_message *out)
{
    static const uint8_t area_of_die[] = {WHITE,  WHITE,  YELLOW, BLUE,
                                          PURPLE, ORANGE, RED};
    int area = area_of_die[die], pips = g->die[die];
    int card = card_of(area);

    if (pips == 0)
        *out = PL_SAY("why.die_taken");
    else if (g->phase != PICKING)
        why_special(g, out);
    else if (area < PURPLE
                 ? has(numbers_for(f, g, seat, area), pips)
                 : (f->card[card].where[pips] & ~g->crossed[seat][card]) != 0)
        *out = PL_SAY("why.die_lights");
    else if (area < PURPLE)
        why_column(f, g, seat, area, out);
    else
        *out = PL_SAY("bingo.why.die", .n = pips);
}

static bool has_die(const struct bingo *g, int area)
{
    static const uint8_t last_die[] = {DIE_B, DIE_Y,  DIE_P,
                                       DIE_O, DIE_W2, DIE_R};

    return g->die[last_die[area]] != 0;
}

static void why_box(const struct form *f, const struct bingo *g, int seat,
                    int box, struct pl_message *out)
{
    int card = card_with(box);
    const struct card *c = &f->card[card];

    if (has(g->crossed[seat][card], box - c->first))
        *out = PL_SAY("why.crossed");
    else if (g->phase != PICKING)
        why_special(g, out);
    else if (!has_die(g, PURPLE + card))
        *out = PL_SAY("why.no_die");
    else
        *out = PL_SAY("bingo.why.number", .n = c->number[box - c->first]);
}

static void why_number(const struct form *f, const struct bingo *g, int seat,
                       int column, int box, struct pl_message *out)
{
    if (box < g->filled[seat][column])
        *out = PL_SAY("bingo.why.written");
    else if (g->phase != PICKING && g->doing != WILD)
        why_special(g, out);
    else if (box > g->filled[seat][column] &&
             numbers_for(f, g, seat, column) != 0)
        *out = PL_SAY("bingo.why.top");
    else if (g->phase == PICKING && !has_die(g, column))
        *out = PL_SAY("why.no_die");
    else
        why_column(f, g, seat, column, out);
}

void pl_bingo_why(const struct pl_game *game, const void *view, int seat,
                  uint16_t piece, struct pl_message *out)
{
    const struct form *f = form_of(game);
    const struct bingo *g = view;
    int number = piece - number_id(seat, 0, 0);

    if (piece >= ID_DIE)
        why_die(f, g, seat, piece - ID_DIE, out);
    else if (piece >= ID_BOX)
        why_box(f, g, seat, piece - box_id(seat, 0), out);
    else if (piece >= ID_NUMBER)
        why_number(f, g, seat, number / LENGTH, number % LENGTH, out);
    else if (piece >= ID_PENDING)
        why_special(g, out);
    else /* a number to choose, which yellow would always take */
        why_column(f, g, seat, BLUE, out);
}

int pl_bingo_facts(const struct pl_game *game, const struct pl_setup *setup,
                   struct pl_fact out[])
{
    const struct pl_fact fact[] = {{"most", SEATS},
                                   {"areas", AREAS},
                                   {"columns", COLUMNS},
                                   {"cards", CARDS},
                                   {"dice", DICE},
                                   {"white", WHITE_DICE},
                                   {"own", OWN_DICE},
                                   {"low", number_of(WRITE)},
                                   {"high", number_of(WRITE + PIPS - 1)},
                                   {"specials", SPECIALS - 1},
                                   {"factor", MIN_FACTOR},
                                   {"weight", 1 + MIN_FACTOR}};
    int n = GIVE_FACTS(fact, out);

    return n + idle_fact(setup->option[OPT_IDLE_LIMIT], out + n);
}
