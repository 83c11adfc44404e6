/* One to 9 in words and pieces. */
#include "one_to_9.h"

/* --- Words --------------------------------------------------------------- */

static int colour_of(int f)
{
    return f / NUMBERS;
}

static int number_of(int f)
{
    return f % NUMBERS + 1;
}

static int first_field(int claim)
{
    return pl_lowest(target(claim));
}

static int last_field(int claim)
{
    return 63 - __builtin_clzll(target(claim));
}

static void put_field(struct pl_text *out, int f)
{
    pl_put_char(out, "rygb"[colour_of(f)]);
    pl_put_number(out, number_of(f));
}

static void put_claim(struct pl_text *out, int claim)
{
    if (claim >= FOUR) {
        pl_put(out, "four:");
        pl_put_number(out, claim - FOUR + 1);
        return;
    }
    pl_put(out, "run:");
    put_field(out, first_field(claim));
    pl_put_char(out, '-');
    pl_put_number(out, number_of(last_field(claim)));
}

static void put_number_joker(struct pl_text *out, int f, char where)
{
    pl_put_char(out, 'n');
    pl_put_number(out, number_of(f));
    pl_put_char(out, where);
}

void pl_one_to_9_name(const struct pl_game *game, const void *state,
                      pl_move move, struct pl_text *out)
{
    if (move < LAY_NUMBER) {
        put_field(out, move - PLAY_NATURAL);
    } else if (move < DROP_NUMBER) {
        put_number_joker(out, move - LAY_NUMBER,
                         "rygb"[colour_of(move - LAY_NUMBER)]);
    } else if (move < LAY_JOKER) {
        put_number_joker(out, move - DROP_NUMBER, 'x');
    } else if (move < PLUS3) {
        pl_put_char(out, 'j');
        put_field(out, move - LAY_JOKER);
    } else if (move < RUN) {
        pl_put(out, move == PLUS3 ? "+3" : move == DRAW ? "draw" : "-");
    } else if (move < FILL) {
        put_claim(out, move);
    } else {
        pl_put(out, "fill:");
        pl_put_char(out, "nmjs"[move - FILL]);
    }
}

static void ask_fill(const struct one_to_9 *g, struct pl_message *out)
{
    static const char *const id[] = {RYGB("one-to-9.ask.fill")};
    int f = pl_lowest(open_fields(g));

    *out = PL_TELL(g->active, id[colour_of(f)], .n = number_of(f));
}

void pl_one_to_9_ask(const struct pl_game *game, const void *view, int seat,
                     struct pl_message *out)
{
    const struct one_to_9 *g = view;

    switch ((enum phase)g->phase) {
    case OPENING:
    case REFILLING:
        *out = PL_SAY("one-to-9.ask.turn_up", .n = g->draws);
        break;
    case DEALING:
    case DRAWING: /* for this hand; never more than are dealt to it */
        *out = PL_TELL(g->active, "one-to-9.ask.draw",
                       .n = (g->draws - 1) % HAND_CARDS + 1);
        break;
    case CHOOSING:
        *out = PL_TELL(g->active, is_empty(&g->hand[g->active])
                                      ? "one-to-9.ask.empty"
                                      : "one-to-9.ask.choose");
        break;
    case FILLING:
        ask_fill(g, out);
        break;
    case DONE:
        *out = PL_SAY("ask.over");
        break;
    }
}

/* What playing a card brings: its field, a joker, or a card for it. */
static void say_natural(const struct one_to_9 *g, int f, struct pl_message *out)
{
    static const char *const lay_id[] = {RYGB("one-to-9.say.lay")};
    static const char *const swap_id[] = {RYGB("one-to-9.say.swap")};
    static const char *const drop_id[] = {RYGB("one-to-9.say.drop")};
    const char *const *id = !has(taken(g), f) ? lay_id
                            : g->jokers       ? swap_id
                                              : drop_id;

    *out = PL_SAY(id[colour_of(f)], .n = number_of(f));
}

static void say_card(const struct one_to_9 *g, pl_move move,
                     struct pl_message *out)
{
    static const char *const number_id[] = {RYGB("one-to-9.say.number")};
    static const char *const joker_id[] = {RYGB("one-to-9.say.joker")};

    if (move < LAY_NUMBER)
        say_natural(g, move - PLAY_NATURAL, out);
    else if (move < DROP_NUMBER)
        *out = PL_SAY(number_id[colour_of(move - LAY_NUMBER)],
                      .n = number_of(move - LAY_NUMBER));
    else if (move < LAY_JOKER)
        *out = PL_SAY(g->jokers ? "one-to-9.say.swap.number"
                                : "one-to-9.say.drop.number",
                      .n = number_of(move - DROP_NUMBER));
    else if (move < PLUS3)
        *out = PL_SAY(joker_id[colour_of(move - LAY_JOKER)],
                      .n = number_of(move - LAY_JOKER));
    else
        *out = PL_SAY("one-to-9.say.plus3");
}

static void say_claim(int claim, struct pl_message *out)
{
    static const char *const id[] = {RYGB("one-to-9.say.run")};
    int first = first_field(claim);

    *out = PL_SAY(claim >= FOUR ? "one-to-9.say.four" : id[colour_of(first)],
                  .n = number_of(first), .m = number_of(last_field(claim)));
}

void pl_one_to_9_say(const struct pl_game *game, const void *view, int seat,
                     pl_move move, struct pl_message *out)
{
    static const char *const fill_id[] = {
        "one-to-9.say.fill.card", "one-to-9.say.fill.number",
        "one-to-9.say.fill.joker", "one-to-9.say.fill.star"};

    if (move <= PLUS3)
        say_card(view, move, out);
    else if (move < RUN)
        *out = PL_SAY(move == DRAW ? "one-to-9.say.draw" : "say.pass");
    else if (move < FILL)
        say_claim(move, out);
    else
        *out = PL_SAY(fill_id[move - FILL]);
}

/* The stack grows and the pile shrinks in no other way. */
static bool was_reshuffled(const struct one_to_9 *b, const struct one_to_9 *a)
{
    return a->stack > b->stack || a->pile < b->pile;
}

static bool was_turned_away(const struct one_to_9 *b, const struct one_to_9 *a)
{
    return (b->phase == OPENING || b->phase == REFILLING) &&
           a->natural == b->natural;
}

int pl_one_to_9_tell(const struct pl_game *game, const void *before,
                     const void *after, struct pl_message out[])
{
    const struct one_to_9 *b = before, *a = after;
    int n = 0, seat = b->active;
    const struct hand *old = &b->hand[seat], *now = &a->hand[seat];

    if (now->small > old->small)
        out[n++] =
            PL_TELL(seat, "one-to-9.tell.small", .n = now->small - old->small);
    if (now->big > old->big)
        out[n++] = PL_TELL(seat, "one-to-9.tell.big", .n = now->big);
    if (now->jokers > old->jokers)
        out[n++] = PL_TELL(seat, "one-to-9.tell.joker");
    if (b->phase == CHOOSING && a->draws == DRAW_NO_JOKER)
        out[n++] = PL_TELL(seat, "one-to-9.tell.no_joker");
    if (was_turned_away(b, a))
        out[n++] = PL_SAY("one-to-9.tell.turned_away");
    if (was_reshuffled(b, a))
        out[n++] = PL_SAY("one-to-9.tell.reshuffled");
    if (a->turns == LAST_TURN && a->phase == DONE)
        out[n++] = PL_SAY("one-to-9.tell.aborted", .n = LAST_TURN);
    return n;
}

/* --- Pieces -------------------------------------------------------------- */

static const uint8_t colours[] = {PL_RED, PL_YELLOW, PL_GREEN, PL_BLUE};

/* Ids of pieces; a hand has its kinds of cards, its jokers, its stars and, face
 * down, what is hidden of it. */
enum { JOKER_CARD = KINDS, STARS, UNSEEN, HAND_IDS };
enum {
    ID_PASS = 1,
    ID_STACK,
    ID_PILE,
    ID_FIELD,
    ID_LAID = ID_FIELD + FIELDS, /* the card on a field */
    ID_HAND = ID_LAID + FIELDS
};

static uint16_t hand_id(int seat, int what)
{
    return (uint16_t)(ID_HAND + seat * HAND_IDS + what);
}

static uint16_t field_id(const struct one_to_9 *g, int f)
{
    return (uint16_t)((has(taken(g), f) ? ID_LAID : ID_FIELD) + f);
}

/* A card that lies on its field takes the place of the field's box. */
static void show_field(const struct one_to_9 *g, int f, struct pl_scene *out)
{
    uint64_t starred = starred_fields(g);
    struct pl_piece box = NUMBERED(number_of(f), PL_BOX, .id = field_id(g, f),
                                   AT(f % NUMBERS, colour_of(f)),
                                   .colour = colours[colour_of(f)]);

    if (has(taken(g), f))
        box.kind = PL_CARD;
    if (has(g->number, f))
        box.colour = PL_WHITE;
    if (has(g->joker, f))
        box.sign = PL_JOKER;
    if (has(starred, f)) {
        box.marks |= PL_FILLED;
        box.sign = PL_STAR;
    }
    if (g->phase == FILLING && has(claimed_fields(g), f))
        box.marks |= f == pl_lowest(open_fields(g)) ? PL_CIRCLED : PL_SHADED;
    add_piece(out, box);
}

static struct pl_piece card_piece(int kind)
{
    if (kind < NUMBER_CARD)
        return NUMBERED(number_of(kind), PL_CARD,
                        .colour = colours[colour_of(kind)]);
    if (kind < PLUS3_CARD)
        return NUMBERED(kind - NUMBER_CARD + 1, PL_CARD, .colour = PL_WHITE);
    if (kind == PLUS3_CARD)
        return NUMBERED(3, PL_CARD, .sign = PL_PLUS);
    return PIECE(PL_CARD, .sign = PL_JOKER);
}

static void show_supply(const struct one_to_9 *g, struct pl_scene *out)
{
    int big = BIG_STARS;

    for (int s = 0; s < g->seats; s++)
        big -= g->hand[s].big;
    add_area(out, (struct pl_area){PL_SUPPLY, PL_WRAP, -1, 9, 1, NULL});
    add_piece(out, PIECE(PL_CARD, .id = ID_STACK, .marks = PL_BACKED));
    add_piece(
        out, NUMBERED(g->stack, PL_COUNTER, .w = 3, .label = "one-to-9.stack"));
    if (g->top)
        add_piece(out, card_piece(g->top - 1))->id = ID_PILE;
    add_piece(out,
              NUMBERED(g->pile, PL_COUNTER, .w = 3, .label = "one-to-9.pile"));
    add_piece(out, NUMBERED(g->jokers, PL_COUNTER, .sign = PL_JOKER));
    if (!g->option[OPT_UNLIMITED])
        add_piece(out, NUMBERED(g->stars, PL_COUNTER, .sign = PL_STAR));
    add_piece(out, NUMBERED(big, PL_COUNTER, .sign = PL_BIG_STAR));
}

/* Equal cards are one piece, with their number beside it. */
static void show_cards(struct pl_scene *out, struct pl_piece piece, int n)
{
    if (n == 0)
        return;
    add_piece(out, piece);
    if (n > 1)
        add_piece(out, NUMBERED(n, PL_COUNTER, .sign = PL_TIMES));
}

static void show_hand(const struct one_to_9 *g, int seat, struct pl_scene *out)
{
    const struct hand *h = &g->hand[seat];

    add_area(out, (struct pl_area){PL_HAND, PL_WRAP, (int8_t)seat, 9, 1, NULL});
    add_piece(out,
              NUMBERED(h->big, PL_COUNTER, .sign = PL_BIG_STAR, .w = WINNING));
    add_piece(out, NUMBERED(h->small, PL_COUNTER, .sign = PL_STAR,
                            .id = hand_id(seat, STARS)));
    for (int kind = 0; kind <= JOKER_CARD; kind++) {
        struct pl_piece piece = card_piece(kind);

        piece.id = hand_id(seat, kind);
        show_cards(out, piece, kind < KINDS ? held(h, kind) : h->jokers);
    }
    show_cards(out,
               PIECE(PL_CARD, .id = hand_id(seat, UNSEEN), .marks = PL_BACKED),
               h->unseen);
}

void pl_one_to_9_show(const struct pl_game *game, const void *view, int seat,
                      struct pl_scene *out)
{
    const struct one_to_9 *g = view;

    add_area(out,
             (struct pl_area){PL_BOARD, PL_GRID, -1, NUMBERS, COLOURS, NULL});
    for (int f = 0; f < FIELDS; f++)
        show_field(g, f, out);
    show_supply(g, out);
    for (int s = 0; s < g->seats; s++)
        show_hand(g, s, out);
    show_pass(out, ID_PASS);
}

/* What of a hand goes onto a field. */
static int part_of_hand(enum material material, int f)
{
    const int what[] = {f, NUMBER_CARD + f % NUMBERS, JOKER_CARD, STARS};

    return what[material];
}

static void touch_fill(const struct one_to_9 *g, int seat,
                       enum material material, struct pl_touch *out)
{
    int f = pl_lowest(open_fields(g));

    add_touch(out, hand_id(seat, part_of_hand(material, f)));
}

static void touch_card(int seat, pl_move move, struct pl_touch *out)
{
    if (move < LAY_NUMBER) {
        add_touch(out, hand_id(seat, move - PLAY_NATURAL));
    } else if (move < DROP_NUMBER) {
        int f = move - LAY_NUMBER;

        add_touch(out, hand_id(seat, NUMBER_CARD + f % NUMBERS));
        add_touch(out, ID_FIELD + f);
    } else if (move < LAY_JOKER) {
        add_touch(out, hand_id(seat, NUMBER_CARD + move - DROP_NUMBER));
    } else if (move < PLUS3) {
        add_touch(out, hand_id(seat, JOKER_CARD));
        add_touch(out, ID_FIELD + move - LAY_JOKER);
    } else {
        add_touch(out, hand_id(seat, PLUS3_CARD));
    }
}

/* A run is touched at its ends, a foursome at red and blue. */
void pl_one_to_9_touch(const struct pl_game *game, const void *view, int seat,
                       pl_move move, struct pl_touch *out)
{
    if (move <= PLUS3) {
        touch_card(seat, move, out);
    } else if (move < RUN) {
        add_touch(out, move == DRAW ? ID_STACK : ID_PASS);
    } else if (move < FILL) {
        add_touch(out, field_id(view, first_field(move)));
        add_touch(out, field_id(view, last_field(move)));
    } else {
        touch_fill(view, seat, (enum material)(move - FILL), out);
    }
}

/* --- What the table asks ------------------------------------------------- */

/* With a star here nothing is missing but a card of the hand. */
static bool wants_a_card(const struct one_to_9 *g, int seat)
{
    struct hand after = g->hand[seat];
    uint64_t fields = open_fields(g);

    after.small--;
    return can_fill(&after, g->claim, fields & (fields - 1), true);
}

/* While a claim is filled: the card does not go there, or it would, but then
 * something else would be missing further on. */
static void why_not_there(const struct one_to_9 *g, int seat, int what,
                          struct pl_message *out)
{
    static const char *const id[] = {RYGB("one-to-9.why.fill")};
    int f = pl_lowest(open_fields(g));

    *out = PL_SAY(id[colour_of(f)], .n = number_of(f));
    for (enum material m = NATURAL; m <= STAR; m++)
        if (part_of_hand(m, f) == what && can_spend(&g->hand[seat], m, f))
            *out = PL_SAY(m == STAR && wants_a_card(g, seat)
                              ? "one-to-9.why.own"
                              : "one-to-9.why.needed");
}

static void why_hand(const struct one_to_9 *g, int seat, int what,
                     struct pl_message *out)
{
    if (what == STARS && (g->phase != FILLING || !is_long_run(g->claim)))
        *out = PL_SAY("one-to-9.why.stars", .n = number_of(0), .m = NUMBERS);
    else if (g->phase == FILLING)
        why_not_there(g, seat, what, out);
    else /* all other cards can be played at any time */
        *out = PL_SAY("one-to-9.why.joker");
}

static const char *why_field(const struct one_to_9 *g, int seat, int f)
{
    if (has(taken(g), f))
        return g->stars ? "one-to-9.why.taken" : "one-to-9.why.no_stars";
    return has(g->hand[seat].one, f) ? "one-to-9.why.card"
                                     : "one-to-9.why.free";
}

/* What is not in the hand. */
static const char *why_board(const struct one_to_9 *g, int seat, int piece)
{
    if (piece == ID_PILE)
        return "one-to-9.why.pile";
    if (is_empty(&g->hand[seat]))
        return "one-to-9.ask.empty";
    if (piece >= ID_FIELD)
        return why_field(g, seat, (piece - ID_FIELD) % FIELDS);
    return piece == ID_STACK ? "one-to-9.why.stack" : "one-to-9.why.pass";
}

void pl_one_to_9_why(const struct pl_game *game, const void *view, int seat,
                     uint16_t piece, struct pl_message *out)
{
    const struct one_to_9 *g = view;

    if (piece >= ID_HAND)
        why_hand(g, seat, piece - hand_id(seat, 0), out);
    else if (g->phase == FILLING)
        ask_fill(g, out);
    else
        *out = PL_TELL(seat, why_board(g, seat, piece));
}

int pl_one_to_9_facts(const struct pl_game *game, const struct pl_setup *setup,
                      struct pl_fact out[])
{
    const struct pl_fact fact[] = {{"least", FEWEST},
                                   {"most", SEATS},
                                   {"low", number_of(0)},
                                   {"high", NUMBERS},
                                   {"colours", COLOURS},
                                   {"copies", copies(0)},
                                   {"number_jokers", NUMBERS},
                                   {"pluses", PLUS3S},
                                   {"plus", DRAW_PLUS3},
                                   {"jokers", JOKERS},
                                   {"opening", OPENING_CARDS},
                                   {"hand", HAND_CARDS},
                                   {"draw_empty", DRAW_EMPTY},
                                   {"draw", DRAW_LAID},
                                   {"refill", REFILL},
                                   {"shortest", SHORTEST},
                                   {"longest", NUMBERS - 1},
                                   {"four", reward[COLOURS]},
                                   {"win", WINNING}};
    int n = GIVE_FACTS(fact, out);

    n += count_facts("lengths", SHORTEST, NUMBERS - SHORTEST, out + n);
    n += list_facts("stars", &reward[SHORTEST], NUMBERS - SHORTEST, out + n);
    if (!setup->option[OPT_UNLIMITED])
        out[n++] = (struct pl_fact){"small", SMALL_STARS};
    return n;
}
