/*
 * One to 9 (rules O9-…): a board of 36 fields, runs and foursomes for stars.
 *
 * Fields are bits, 9 · colour + number − 1; so are the naturals of a hand,
 * which exist twice: `one` has those held at all, `two` those held twice.
 *
 * The stack has no order: a draw is one of the cards in the pool. In a view
 * the hidden cards of other hands lie in the pool too, and each hand counts
 * how many of them are its own (`unseen`). What is neither in the pool nor in
 * a hand nor on the board lies on the discard pile.
 */
#include "kit.h"

enum {
    FEWEST = 2,
    SEATS = 4,
    COLOURS = 4,
    NUMBERS = 9,
    FIELDS = COLOURS * NUMBERS
};
enum { NUMBER_CARD = FIELDS, PLUS3_CARD = NUMBER_CARD + NUMBERS, KINDS };
enum { CARDS = 93, PLUS3S = 12, JOKERS = 5, SMALL_STARS = 39, BIG_STARS = 9 };
enum { OPENING_CARDS = 5, HAND_CARDS = 5, REFILL = 2, DRAW_LAID = 2 };
enum { DRAW_EMPTY = 2, DRAW_PLUS3 = 3, DRAW_NO_JOKER = 1 };
enum { SHORTEST = 4, RUNS = 21, WINNING = 3, LAST_TURN = 1000 };
enum phase { OPENING, DEALING, CHOOSING, FILLING, DRAWING, REFILLING, DONE };
enum material { NATURAL, NUMBER, JOKER, STAR };
enum {
    PLAY_NATURAL,
    LAY_NUMBER = PLAY_NATURAL + FIELDS,
    DROP_NUMBER = LAY_NUMBER + FIELDS,
    LAY_JOKER = DROP_NUMBER + NUMBERS,
    PLUS3 = LAY_JOKER + FIELDS,
    DRAW,
    PASS,
    RUN,
    FOUR = RUN + COLOURS * RUNS,
    FILL = FOUR + NUMBERS,
    MOVES = FILL + STAR + 1
};
enum { OPT_BONUS_BIG, OPT_UNLIMITED, OPT_KEEP_TOP, OPT_PARTIAL, OPTS };

struct hand {
    uint64_t one, two; /* naturals */
    uint16_t number;   /* bits: number jokers */
    uint16_t small;    /* stars */
    uint8_t big;
    uint8_t plus3, jokers;
    uint8_t unseen; /* a view: cards of this hand that lie in the pool */
};

struct one_to_9 {
    struct hand hand[SEATS];
    uint64_t natural, number, joker; /* what lies on the fields */
    uint16_t turns;                  /* complete ones */
    uint8_t pool[KINDS];
    uint8_t top; /* of the discard pile: kind + 1; 0: no card */
    uint8_t stack, pile, jokers, stars; /* how many are there */
    uint8_t seats, active, phase;
    uint8_t draws; /* cards still to come */
    uint8_t claim; /* the move whose fields are being filled */
    uint8_t next;  /* its fields below this one are filled */
    uint8_t laid;  /* has a card of the hand gone into it? */
    uint8_t option[OPTS];
};

static const char *const card_face[KINDS] = {
    "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "y1", "y2", "y3",
    "y4", "y5", "y6", "y7", "y8", "y9", "g1", "g2", "g3", "g4", "g5", "g6",
    "g7", "g8", "g9", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9",
    "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "+3"};
static const struct pl_die card = {"card", KINDS, card_face};

static const struct pl_option options[] = {
    [OPT_BONUS_BIG] = {"bonus_big", off_on, 0, 0, 0},
    [OPT_UNLIMITED] = {"unlimited_stars", off_on, 0, 0, 0},
    [OPT_KEEP_TOP] = {"reshuffle_keep_top", off_on, 0, 0, 0},
    [OPT_PARTIAL] = {"partial_claim", off_on, 0, 0, 0},
    {0}};

/* Runs of a colour are numbered by length, then by start. */
static const uint8_t first_run[] = {[4] = 0, 6, 11, 15, 18, 20};

/* A foursome has the length 4, and the reward of such a run. */
static const uint8_t reward[] = {[4] = 1, 2, 3, 3, 3, 0};

/* --- Fields and cards ---------------------------------------------------- */

static int count(uint64_t bits)
{
    return __builtin_popcountll(bits);
}

static unsigned row_of(uint64_t fields, int colour)
{
    return (unsigned)(fields >> colour * NUMBERS & (bit(NUMBERS) - 1));
}

static uint64_t in_all_rows(uint64_t numbers)
{
    return numbers *
           (bit(0) | bit(NUMBERS) | bit(2 * NUMBERS) | bit(3 * NUMBERS));
}

static uint64_t whole_row(int colour)
{
    return (bit(NUMBERS) - 1) << colour * NUMBERS;
}

static uint64_t taken(const struct one_to_9 *g)
{
    return g->natural | g->number | g->joker;
}

static uint64_t free_fields(const struct one_to_9 *g)
{
    return ~taken(g) & (bit(FIELDS) - 1);
}

static int copies(int kind)
{
    return kind < NUMBER_CARD ? 2 : kind < PLUS3_CARD ? 1 : PLUS3S;
}

static int held(const struct hand *h, int kind)
{
    if (kind < NUMBER_CARD)
        return has(h->one, kind) + has(h->two, kind);
    return kind < PLUS3_CARD ? has(h->number, kind - NUMBER_CARD) : h->plus3;
}

static int hand_size(const struct hand *h)
{
    return count(h->one) + count(h->two) + count(h->number) + h->plus3 +
           h->jokers + h->unseen;
}

static bool is_empty(const struct hand *h)
{
    return (h->one | h->number | h->plus3 | h->jokers | h->unseen) == 0;
}

static void give(struct hand *h, int kind)
{
    if (kind < NUMBER_CARD) {
        h->two |= h->one & bit(kind);
        h->one |= bit(kind);
    } else if (kind < PLUS3_CARD) {
        h->number |= (uint16_t)bit(kind - NUMBER_CARD);
    } else {
        h->plus3++;
    }
}

static void take_natural(struct hand *h, int f)
{
    h->one &= h->two | ~bit(f);
    h->two &= ~bit(f);
}

/* --- Claims -------------------------------------------------------------- */

static bool is_long_run(int claim)
{
    return claim < FOUR && (claim - RUN) % RUNS == RUNS - 1;
}

/* The fields of a run or a foursome. */
static uint64_t target(int claim)
{
    int start = (claim - RUN) % RUNS, length = SHORTEST;

    if (claim >= FOUR)
        return in_all_rows(bit(claim - FOUR));
    while (length < NUMBERS && start >= first_run[length + 1])
        length++;
    start -= first_run[length];
    return (bit(length) - 1) << ((claim - RUN) / RUNS * NUMBERS + start);
}

static uint64_t open_fields(const struct one_to_9 *g)
{
    return target(g->claim) & ~taken(g) & ~(bit(g->next) - 1);
}

static uint64_t starred_fields(const struct one_to_9 *g)
{
    return g->claim ? target(g->claim) & ~taken(g) & (bit(g->next) - 1) : 0;
}

static bool can_spend(const struct hand *h, enum material material, int f)
{
    switch (material) {
    case NATURAL:
        return has(h->one, f);
    case NUMBER:
        return has(h->number, f % NUMBERS);
    case JOKER:
        return h->jokers > 0;
    case STAR:
        break;
    }
    return h->small > 0;
}

static void spend(struct hand *h, enum material material, int f)
{
    switch (material) {
    case NATURAL:
        take_natural(h, f);
        break;
    case NUMBER:
        h->number &= (uint16_t)~bit(f % NUMBERS);
        break;
    case JOKER:
        h->jokers--;
        break;
    case STAR:
        h->small--;
        break;
    }
}

/* Can the hand fill all these fields of a claim? In a run each has a number
 * joker of its own; in a foursome one serves any single field. A long run
 * needs a card of the hand: one that is laid already, or one still to come. */
static bool can_fill(const struct hand *h, int claim, uint64_t fields,
                     bool laid)
{
    bool four = claim >= FOUR;
    int wild = h->jokers + (four && has(h->number, claim - FOUR));
    uint64_t own = h->one | (four ? 0 : in_all_rows(h->number));
    int stars = is_long_run(claim) ? h->small : 0;

    if (!laid && (fields == 0 || (wild == 0 && (fields & own) == 0)))
        return false;
    return count(fields & ~own) <= wild + stars;
}

/* Beside each field (or number) stands whether it can be filled without wild
 * cards. fits[k] keeps those that lacked at most k fields so far. */
static void narrow(unsigned fits[], int wild, unsigned usable)
{
    for (int k = wild; k > 0; k--)
        fits[k] = (fits[k] & usable) | fits[k - 1];
    fits[0] &= usable;
}

/* All starts of a length at once: bit i is the run that begins at i. */
static int short_run_moves(const struct one_to_9 *g, const struct hand *h,
                           int colour, pl_move out[])
{
    unsigned row = row_of(taken(g), colour), lying = row, fits[1 + JOKERS];
    unsigned usable = row | row_of(h->one, colour) | h->number;
    int n = 0;

    for (int k = 0; k <= h->jokers; k++)
        fits[k] = (2u << (NUMBERS - SHORTEST)) - 1;
    for (int length = 1; length < NUMBERS && fits[h->jokers]; length++) {
        unsigned starts;

        narrow(fits, h->jokers, usable >> (length - 1));
        lying &= row >> (length - 1);
        if (length < SHORTEST)
            continue;
        starts = fits[h->jokers] & ~lying & ((2u << (NUMBERS - length)) - 1);
        if (!g->option[OPT_PARTIAL])
            starts &= ~(row << 1) & ~(row >> length);
        n += list_moves(starts, RUN + colour * RUNS + first_run[length],
                        out + n);
    }
    return n;
}

static int four_moves(const struct one_to_9 *g, const struct hand *h,
                      pl_move out[])
{
    unsigned fits[JOKERS + 2], lying = ~0u, numbers;

    for (int k = 0; k <= h->jokers + 1; k++)
        fits[k] = (unsigned)bit(NUMBERS) - 1;
    for (int colour = 0; colour < COLOURS; colour++) {
        unsigned row = row_of(taken(g), colour);

        narrow(fits, h->jokers + 1, row | row_of(h->one, colour));
        lying &= row;
    }
    numbers = (fits[h->jokers] | (fits[h->jokers + 1] & h->number)) & ~lying;
    return list_moves(numbers, FOUR, out);
}

/* An action that would bring no star is none. */
static int claim_moves(const struct one_to_9 *g, const struct hand *h,
                       pl_move out[])
{
    bool stars = g->stars > 0;
    int n = 0;

    for (int colour = 0; colour < COLOURS; colour++) {
        int claim = RUN + colour * RUNS + RUNS - 1;

        if (stars)
            n += short_run_moves(g, h, colour, out + n);
        if (can_fill(h, claim, whole_row(colour) & ~taken(g), false))
            out[n++] = (pl_move)claim;
    }
    return stars ? n + four_moves(g, h, out + n) : n;
}

/* --- Moves --------------------------------------------------------------- */

static int card_moves(const struct one_to_9 *g, const struct hand *h,
                      pl_move out[])
{
    uint64_t free = free_fields(g), numbers = in_all_rows(h->number) & free;
    uint64_t stuck = h->number;
    int n = list_moves(h->one, PLAY_NATURAL, out);

    for (int colour = 0; colour < COLOURS; colour++)
        stuck &= ~(uint64_t)row_of(numbers, colour);
    n += list_moves(numbers, LAY_NUMBER, out + n);
    n += list_moves(stuck, DROP_NUMBER, out + n);
    if (h->jokers)
        n += list_moves(free, LAY_JOKER, out + n);
    if (h->plus3)
        out[n++] = PLUS3;
    return n;
}

/* No material that leads into a dead end. */
static int fill_moves(const struct one_to_9 *g, const struct hand *h,
                      pl_move out[])
{
    uint64_t fields = open_fields(g);
    int f = pl_lowest(fields), n = 0;
    enum material last = is_long_run(g->claim) ? STAR : JOKER;

    for (enum material m = NATURAL; m <= last; m++) {
        struct hand after = *h;

        if (!can_spend(h, m, f))
            continue;
        spend(&after, m, f);
        if (can_fill(&after, g->claim, fields & (fields - 1),
                     g->laid || m != STAR))
            out[n++] = (pl_move)(FILL + m);
    }
    return n;
}

static int one_to_9_moves(const void *state, int seat, pl_move out[])
{
    const struct one_to_9 *g = state;
    const struct hand *h = &g->hand[seat];
    int n;

    if (g->phase == FILLING)
        return fill_moves(g, h, out);
    if (is_empty(h)) {
        out[0] = DRAW;
        return 1;
    }
    n = card_moves(g, h, out);
    if (n == 0)
        out[n++] = PASS; /* jokers alone, and no free field */
    return n + claim_moves(g, h, out + n);
}

/* --- Rules --------------------------------------------------------------- */

static void one_to_9_start(void *state, const struct pl_setup *setup)
{
    struct one_to_9 *g = state;

    g->seats = setup->seats;
    g->active = setup->first;
    for (int i = 0; i < OPTS; i++)
        g->option[i] = (uint8_t)setup->option[i];
    for (int kind = 0; kind < KINDS; kind++)
        g->pool[kind] = (uint8_t)copies(kind);
    g->stack = CARDS;
    g->jokers = JOKERS;
    g->stars = SMALL_STARS;
    g->phase = OPENING;
    g->draws = OPENING_CARDS;
}

static struct pl_turn one_to_9_turn(const void *state)
{
    static const uint8_t what[] = {
        [OPENING] = PL_CHANCE, [DEALING] = PL_CHANCE, [CHOOSING] = PL_DECIDE,
        [FILLING] = PL_DECIDE, [DRAWING] = PL_CHANCE, [REFILLING] = PL_CHANCE,
        [DONE] = PL_OVER};
    const struct one_to_9 *g = state;

    return turn_in(g->phase, what, g->active);
}

static bool goes_to_a_hand(const struct one_to_9 *g)
{
    return g->phase == DEALING || g->phase == DRAWING;
}

static int pool_size(const struct one_to_9 *g)
{
    int n = g->stack;

    for (int s = 0; s < SEATS; s++)
        n += g->hand[s].unseen;
    return n;
}

static void one_to_9_chance(const void *state, struct pl_chance *out)
{
    const struct one_to_9 *g = state;

    out->count = 1;
    out->sees = PL_EVERYBODY;
    if (goes_to_a_hand(g))
        out->sees = one_seat(g->active);
    out->total = (uint16_t)pool_size(g);
    out->die[0] = &card;
    memcpy(out->weight, g->pool, sizeof g->pool);
}

static void next_turn(struct one_to_9 *g)
{
    g->draws = 0;
    g->active = seat_after(g->active, g->seats);
    g->phase = ++g->turns == LAST_TURN ? DONE : CHOOSING;
}

static void discard(struct one_to_9 *g, int kind)
{
    g->top = (uint8_t)(kind + 1);
    g->pile++;
}

static int on_board(const struct one_to_9 *g, int kind)
{
    if (kind < NUMBER_CARD)
        return has(g->natural, kind);
    return kind < PLUS3_CARD &&
           (g->number & in_all_rows(bit(kind - NUMBER_CARD))) != 0;
}

/* The pool becomes all that is neither held nor on the board, without the top
 * card where that stays. */
static void reshuffle(struct one_to_9 *g)
{
    bool stays = g->option[OPT_KEEP_TOP] && g->top;

    for (int kind = 0; kind < KINDS; kind++) {
        int n = copies(kind) - on_board(g, kind);

        for (int s = 0; s < g->seats; s++)
            n -= held(&g->hand[s], kind);
        g->pool[kind] = (uint8_t)n;
    }
    if (stays)
        g->pool[g->top - 1]--;
    else
        g->top = 0;
    g->stack = (uint8_t)(g->pile - stays);
    g->pile = stays;
}

/* Is there a natural for a free field that no hand holds? Two copies exist. */
static bool can_refill(const struct one_to_9 *g)
{
    uint64_t once = 0, twice = 0;

    for (int s = 0; s < g->seats; s++) {
        twice |= g->hand[s].two | (g->hand[s].one & once);
        once |= g->hand[s].one;
    }
    return (free_fields(g) & ~twice) != 0;
}

/* Before each card: is one wanted, and is there one? */
static void next_card(struct one_to_9 *g)
{
    bool wanted = g->draws > 0 && (g->phase == DRAWING || can_refill(g));

    if (wanted && g->stack == 0)
        reshuffle(g);
    if (!wanted || g->stack == 0)
        next_turn(g);
}

static void draw(struct one_to_9 *g, enum phase phase, int cards)
{
    g->phase = (uint8_t)phase;
    g->draws = (uint8_t)cards;
    next_card(g);
}

static void turn_up(struct one_to_9 *g, int kind)
{
    if (kind >= NUMBER_CARD || has(taken(g), kind)) {
        discard(g, kind);
    } else {
        g->natural |= bit(kind);
        g->draws--;
    }
}

static void deal_on(struct one_to_9 *g)
{
    if (g->draws % HAND_CARDS == 0)
        g->active = seat_after(g->active, g->seats);
    if (g->draws == 0)
        g->phase = CHOOSING;
}

static void one_to_9_land(void *state, const uint8_t face[])
{
    struct one_to_9 *g = state;

    g->pool[face[0]]--;
    g->stack--;
    if (goes_to_a_hand(g)) {
        give(&g->hand[g->active], face[0]);
        g->draws--;
    } else {
        turn_up(g, face[0]);
    }
    if (g->phase == DEALING) {
        deal_on(g);
    } else if (g->phase != OPENING) {
        next_card(g);
    } else if (g->draws == 0) {
        g->phase = DEALING;
        g->draws = (uint8_t)(HAND_CARDS * g->seats);
    }
}

static void lay(struct one_to_9 *g, struct hand *h, enum material material,
                int f)
{
    uint64_t *const board[] = {&g->natural, &g->number, &g->joker};

    spend(h, material, f);
    if (material != STAR)
        *board[material] |= bit(f);
    else if (!g->option[OPT_UNLIMITED])
        g->stars++;
}

static void swap_for_joker(struct one_to_9 *g, struct hand *h, int kind)
{
    discard(g, kind);
    if (g->jokers == 0) {
        draw(g, DRAWING, DRAW_NO_JOKER);
    } else {
        g->jokers--;
        h->jokers++;
        next_turn(g);
    }
}

static void clear(struct one_to_9 *g, uint64_t fields)
{
    for (uint64_t left = fields & taken(g); left; left &= left - 1) {
        int f = pl_lowest(left);

        if (has(g->joker, f))
            g->jokers++;
        else
            discard(g, has(g->natural, f) ? f : NUMBER_CARD + f % NUMBERS);
    }
    g->natural &= ~fields;
    g->number &= ~fields;
    g->joker &= ~fields;
}

static void gain_small(struct one_to_9 *g, struct hand *h, int stars)
{
    if (!g->option[OPT_UNLIMITED]) {
        if (stars > g->stars)
            stars = g->stars;
        g->stars = (uint8_t)(g->stars - stars);
    }
    h->small = (uint16_t)(h->small + stars);
}

static void score_claim(struct one_to_9 *g, struct hand *h)
{
    uint64_t fields = target(g->claim);
    int stars = reward[count(fields)];

    if (g->top == PLUS3_CARD + 1 && (stars || g->option[OPT_BONUS_BIG]))
        stars++;
    gain_small(g, h, stars);
    h->big = (uint8_t)(h->big + is_long_run(g->claim));
    g->claim = g->next = g->laid = 0;
    if (h->big == WINNING) {
        g->phase = DONE;
        return;
    }
    clear(g, fields);
    draw(g, REFILLING, REFILL);
}

static void fill(struct one_to_9 *g, struct hand *h, enum material material)
{
    int f = pl_lowest(open_fields(g));

    lay(g, h, material, f);
    g->next = (uint8_t)(f + 1);
    g->laid |= material != STAR;
    if (open_fields(g) == 0)
        score_claim(g, h);
}

static void play_natural(struct one_to_9 *g, struct hand *h, int f)
{
    if (has(taken(g), f)) {
        take_natural(h, f);
        swap_for_joker(g, h, f);
    } else {
        lay(g, h, NATURAL, f);
        draw(g, DRAWING, DRAW_LAID);
    }
}

static void play_card(struct one_to_9 *g, struct hand *h, pl_move move)
{
    if (move < LAY_NUMBER) {
        play_natural(g, h, move - PLAY_NATURAL);
    } else if (move < DROP_NUMBER) {
        lay(g, h, NUMBER, move - LAY_NUMBER);
        draw(g, DRAWING, DRAW_LAID);
    } else if (move < LAY_JOKER) {
        spend(h, NUMBER, move - DROP_NUMBER);
        swap_for_joker(g, h, NUMBER_CARD + move - DROP_NUMBER);
    } else if (move < PLUS3) {
        lay(g, h, JOKER, move - LAY_JOKER);
        draw(g, DRAWING, DRAW_LAID);
    } else {
        h->plus3--;
        discard(g, PLUS3_CARD);
        draw(g, DRAWING, DRAW_PLUS3);
    }
}

static void one_to_9_play(void *state, int seat, pl_move move)
{
    struct one_to_9 *g = state;
    struct hand *h = &g->hand[seat];

    if (move <= PLUS3) {
        play_card(g, h, move);
    } else if (move == DRAW) {
        draw(g, DRAWING, DRAW_EMPTY);
    } else if (move == PASS) {
        next_turn(g);
    } else if (move < FILL) {
        g->claim = (uint8_t)move;
        g->phase = FILLING;
    } else {
        fill(g, h, (enum material)(move - FILL));
    }
}

static void one_to_9_score(const void *state, struct pl_result *out)
{
    const struct one_to_9 *g = state;

    *out = (struct pl_result){.aborted = g->phase == DONE};
    for (int s = 0; s < g->seats; s++) {
        out->points[s] = g->hand[s].big;
        out->tie[s] = (int16_t)g->hand[s].small;
        out->aborted &= g->hand[s].big < WINNING;
    }
    find_winners(out, g->seats);
}

static int one_to_9_parts(const void *state, int seat, struct pl_part out[])
{
    const struct one_to_9 *g = state;

    out[0] = part("one-to-9.part.big", g->hand[seat].big);
    return 1;
}

/* --- Secrets ------------------------------------------------------------- */

/* Jokers stay: they are taken and played in the open. */
static void one_to_9_hide(void *state, int seat)
{
    struct one_to_9 *g = state;

    for (int s = 0; s < g->seats; s++) {
        struct hand *h = &g->hand[s];

        if (s == seat)
            continue;
        h->unseen = (uint8_t)(hand_size(h) - h->jokers);
        for (int kind = 0; kind < KINDS; kind++)
            g->pool[kind] = (uint8_t)(g->pool[kind] + held(h, kind));
        h->one = h->two = h->number = h->plus3 = 0;
    }
}

/* How many cards of these kinds (bits) lie in the pool. */
static int among(const struct one_to_9 *g, uint64_t kinds)
{
    int n = 0;

    for (; kinds; kinds &= kinds - 1)
        n += g->pool[pl_lowest(kinds)];
    return n;
}

/* A hidden card of the hand becomes a random one of these kinds. */
static void deal_hidden(struct one_to_9 *g, struct hand *h, uint64_t kinds,
                        struct pl_rng *rng)
{
    uint32_t nth = pl_below(rng, (uint32_t)among(g, kinds));

    while (nth >= g->pool[pl_lowest(kinds)]) {
        nth -= g->pool[pl_lowest(kinds)];
        kinds &= kinds - 1;
    }
    g->pool[pl_lowest(kinds)]--;
    give(h, pl_lowest(kinds));
    h->unseen--;
}

static double choose(int n, int k)
{
    double result = k <= n;

    for (int i = 0; i < k; i++)
        result = result * (n - i) / (i + 1);
    return result;
}

/* So many cards come from groups of these sizes and from others, so that at
 * least `need` groups have a card among them. */
struct deal {
    const int *size;
    int groups, others, cards, need;
};

static double ways(struct deal deal);

/* In how many ways, if n of the cards are of the first group. */
static double ways_with(struct deal deal, int n)
{
    struct deal rest = {deal.size + 1, deal.groups - 1, deal.others,
                        deal.cards - n, deal.need - (n > 0)};

    return choose(*deal.size, n) * ways(rest);
}

static double ways(struct deal deal)
{
    double sum = 0;

    if (deal.need > deal.groups || deal.need > deal.cards)
        return 0;
    if (deal.need <= 0) {
        for (int i = 0; i < deal.groups; i++)
            deal.others += deal.size[i];
        return choose(deal.others, deal.cards);
    }
    for (int n = 0; n <= *deal.size && n <= deal.cards; n++)
        sum += ways_with(deal, n);
    return sum;
}

/* How many cards of the first group, each number as often as it is true. */
static int guess_number(struct deal deal, struct pl_rng *rng)
{
    double share = (double)(pl_random(rng) >> 11) * 0x1p-53 * ways(deal);
    int result = 0;

    for (int n = 0; n <= *deal.size && n <= deal.cards && share >= 0; n++) {
        double part = ways_with(deal, n);

        if (part > 0)
            result = n;
        share -= part;
    }
    return result;
}

/* Groups of kinds (bits): a card of one group fills one open field. */
static int groups_for(const struct one_to_9 *g, uint64_t group[])
{
    bool four = g->claim >= FOUR;
    int n = 0;

    for (uint64_t left = open_fields(g); left; left &= left - 1) {
        int f = pl_lowest(left);

        group[n++] = bit(f) | (four ? 0 : bit(NUMBER_CARD + f % NUMBERS));
    }
    if (four)
        group[n++] = bit(NUMBER_CARD + g->claim - FOUR);
    return n;
}

/* How many groups the hidden cards of the claimant must have a card of. */
static int groups_needed(const struct one_to_9 *g, const struct hand *h)
{
    int need = count(open_fields(g)) - h->jokers;

    if (is_long_run(g->claim))
        need -= h->small;
    return need < 1 && !g->laid && h->jokers == 0 ? 1 : need;
}

/* Whoever is filling a claim can do so to the end. */
static void deal_claimant(struct one_to_9 *g, struct pl_rng *rng)
{
    struct hand *h = &g->hand[g->active];
    uint64_t group[NUMBERS], kinds = bit(KINDS) - 1;
    int size[NUMBERS], groups = groups_for(g, group);
    int need = groups_needed(g, h), others = pool_size(g);

    for (int i = 0; i < groups; i++) {
        size[i] = among(g, group[i]);
        others -= size[i];
    }
    for (int i = 0; i < groups && need > 0; i++) {
        struct deal deal = {size + i, groups - i, others, h->unseen, need};
        int n = guess_number(deal, rng);

        need -= n > 0;
        kinds &= ~group[i];
        for (; n > 0; n--)
            deal_hidden(g, h, group[i], rng);
    }
    while (h->unseen)
        deal_hidden(g, h, kinds, rng);
}

static void one_to_9_guess(void *view, int seat, struct pl_rng *rng)
{
    struct one_to_9 *g = view, hidden = *g;

    (void)seat; /* its hand has nothing unseen */
    do {
        *g = hidden;
        if (g->phase == FILLING)
            deal_claimant(g, rng);
        for (int s = 0; s < g->seats; s++)
            while (g->hand[s].unseen)
                deal_hidden(g, &g->hand[s], bit(KINDS) - 1, rng);
    } while (g->phase == REFILLING && !can_refill(g));
}

/* --- For bots ------------------------------------------------------------ */

/* What a hand lacks for the whole row of a colour, and what for a foursome. */
static int lacks(const struct one_to_9 *g, const struct hand *h, int colour)
{
    uint64_t own = h->one | in_all_rows(h->number);

    return count(whole_row(colour) & ~taken(g) & ~own);
}

static int row_features(const struct one_to_9 *g, const struct hand *h,
                        int colour, int16_t out[])
{
    int missing = NUMBERS - count(whole_row(colour) & taken(g)), n = 0;
    int left = lacks(g, h, colour) - h->jokers - h->small;

    for (int i = 1; i <= 7; i++)
        out[n++] = missing <= i;
    out[n++] = (int16_t)lacks(g, h, colour);
    for (int i = 0; i <= 4; i++)
        out[n++] = left <= i;
    return n;
}

/* The longest stretch of a row that the hand could claim, up to five. */
static int longest_run(const struct one_to_9 *g, const struct hand *h,
                       int colour)
{
    unsigned usable =
        row_of(taken(g), colour) | row_of(h->one, colour) | h->number;
    int longest = 0;

    for (; usable; usable &= usable >> 1)
        longest++;
    return longest;
}

/* Hidden cards are not looked at: a hand that is unseen has only its size. */
static int hand_features(const struct one_to_9 *g, const struct hand *h,
                         int16_t out[])
{
    int fits = count(h->one & ~taken(g)), runs = 0, n = 0;

    out[n++] = h->plus3;
    out[n++] = h->jokers;
    out[n++] = (int16_t)count(h->number);
    out[n++] = (int16_t)fits;
    out[n++] = (int16_t)(hand_size(h) > 12 ? 12 : hand_size(h));
    out[n++] = (int16_t)(h->small > 12 ? 12 : h->small);
    for (int i = 1; i <= 6; i++)
        out[n++] = h->small >= i;
    for (int colour = 0; colour < COLOURS; colour++) {
        int run = longest_run(g, h, colour);

        runs += run >= SHORTEST;
        out[n++] = (int16_t)run;
    }
    out[n++] = (int16_t)runs;
    for (int i = 1; i < WINNING; i++)
        out[n++] = h->big >= i;
    return n;
}

static int one_to_9_features(const void *view, int seat, int16_t out[])
{
    const struct one_to_9 *g = view;
    const struct hand *h = &g->hand[seat];
    int n = 0, big = 0, small = 0, best = NUMBERS;

    for (int colour = 0; colour < COLOURS; colour++) {
        n += row_features(g, h, colour, out + n);
        if (lacks(g, h, colour) < best)
            best = lacks(g, h, colour);
    }
    n += hand_features(g, h, out + n);
    for (int i = 0; i <= 6; i++)
        out[n++] = best - h->jokers - h->small <= i;
    for (int s = 0; s < g->seats; s++)
        if (s != seat) {
            big = g->hand[s].big > big ? g->hand[s].big : big;
            small = g->hand[s].small > small ? g->hand[s].small : small;
        }
    for (int i = 1; i < WINNING; i++)
        out[n++] = big >= i;
    out[n++] = (int16_t)(small > 12 ? 12 : small);
    out[n++] = g->active == seat;
    out[n++] = (int16_t)((seat - g->active + g->seats) % g->seats);
    out[n++] = g->top == PLUS3_CARD + 1;
    out[n++] = g->jokers;
    out[n++] = (int16_t)(g->draws * (g->active == seat && g->phase == DRAWING));
    for (int i = 2; i <= SEATS; i++)
        out[n++] = g->seats == i;
    return n;
}

/* --- Words and pieces ---------------------------------------------------- */

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

static void one_to_9_name(const void *state, pl_move move, struct pl_text *out)
{
    (void)state;
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

static void one_to_9_ask(const void *view, int seat, struct pl_message *out)
{
    static const char *const fill_id[] = {RYGB("one-to-9.ask.fill")};
    const struct one_to_9 *g = view;
    int f;

    (void)seat;
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
        f = pl_lowest(open_fields(g));
        *out = PL_TELL(g->active, fill_id[colour_of(f)], .n = number_of(f));
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

static void one_to_9_say(const void *view, int seat, pl_move move,
                         struct pl_message *out)
{
    static const char *const fill_id[] = {
        "one-to-9.say.fill.card", "one-to-9.say.fill.number",
        "one-to-9.say.fill.joker", "one-to-9.say.fill.star"};

    (void)seat;
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

static int one_to_9_tell(const void *before, const void *after,
                         struct pl_message out[])
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

static const uint8_t colours[] = {PL_RED, PL_YELLOW, PL_GREEN, PL_BLUE};

/* Ids of pieces; a hand has its kinds of cards, its jokers and its stars. */
enum { JOKER_CARD = KINDS, STARS, HAND_IDS };
enum { ID_PASS = 1, ID_STACK, ID_FIELD, ID_HAND = ID_FIELD + FIELDS };

static uint16_t hand_id(int seat, int what)
{
    return (uint16_t)(ID_HAND + seat * HAND_IDS + what);
}

/* A card that lies on its field takes the place of the field's box. */
static void show_field(const struct one_to_9 *g, int f, struct pl_scene *out)
{
    uint64_t starred = starred_fields(g);
    struct pl_piece box = NUMBERED(
        number_of(f), PL_BOX, .id = (uint16_t)(ID_FIELD + f),
        AT(f % NUMBERS, colour_of(f)), .colour = colours[colour_of(f)]);

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
    if (g->phase == FILLING && has(target(g->claim), f))
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
        add_piece(out, card_piece(g->top - 1));
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
    add_piece(out, NUMBERED(h->big, PL_COUNTER, .sign = PL_BIG_STAR));
    add_piece(out, NUMBERED(h->small, PL_COUNTER, .sign = PL_STAR,
                            .id = hand_id(seat, STARS)));
    for (int kind = 0; kind <= JOKER_CARD; kind++) {
        struct pl_piece piece = card_piece(kind);

        piece.id = hand_id(seat, kind);
        show_cards(out, piece, kind < KINDS ? held(h, kind) : h->jokers);
    }
    show_cards(out, PIECE(PL_CARD, .marks = PL_BACKED), h->unseen);
}

static void one_to_9_show(const void *view, int seat, struct pl_scene *out)
{
    const struct one_to_9 *g = view;

    (void)seat;
    add_area(out,
             (struct pl_area){PL_BOARD, PL_GRID, -1, NUMBERS, COLOURS, NULL});
    for (int f = 0; f < FIELDS; f++)
        show_field(g, f, out);
    show_supply(g, out);
    for (int s = 0; s < g->seats; s++)
        show_hand(g, s, out);
    show_pass(out, ID_PASS);
}

static void touch_fill(const struct one_to_9 *g, int seat,
                       enum material material, struct pl_touch *out)
{
    int f = pl_lowest(open_fields(g));
    const int what[] = {f, NUMBER_CARD + f % NUMBERS, JOKER_CARD, STARS};

    add_touch(out, hand_id(seat, what[material]));
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
static void one_to_9_touch(const void *view, int seat, pl_move move,
                           struct pl_touch *out)
{
    if (move <= PLUS3) {
        touch_card(seat, move, out);
    } else if (move < RUN) {
        add_touch(out, move == DRAW ? ID_STACK : ID_PASS);
    } else if (move < FILL) {
        add_touch(out, ID_FIELD + first_field(move));
        add_touch(out, ID_FIELD + last_field(move));
    } else {
        touch_fill(view, seat, (enum material)(move - FILL), out);
    }
}

static int one_to_9_facts(const struct pl_setup *setup, struct pl_fact out[])
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

    n += list_facts("stars", &reward[SHORTEST], NUMBERS - SHORTEST, out + n);
    if (!setup->option[OPT_UNLIMITED])
        out[n++] = (struct pl_fact){"small", SMALL_STARS};
    return n;
}

const struct pl_game one_to_9_game = {
    .id = "one-to-9",
    .layout = "A",
    .min_seats = FEWEST,
    .max_seats = SEATS,
    .state_size = sizeof(struct one_to_9),
    .move_count = MOVES,
    .moves_max = 36 + 36 + 36 + 1 + COLOURS * RUNS + NUMBERS,
    .points_min = 0,
    .points_max = WINNING,
    .options = options,
    .start = one_to_9_start,
    .turn = one_to_9_turn,
    .chance = one_to_9_chance,
    .land = one_to_9_land,
    .moves = one_to_9_moves,
    .play = one_to_9_play,
    .score = one_to_9_score,
    .parts = one_to_9_parts,
    .hide = one_to_9_hide,
    .guess = one_to_9_guess,
    .features = one_to_9_features,
    .name = one_to_9_name,
    .ask = one_to_9_ask,
    .say = one_to_9_say,
    .tell = one_to_9_tell,
    .show = one_to_9_show,
    .touch = one_to_9_touch,
    .facts = one_to_9_facts,
};
