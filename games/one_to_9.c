/* One to 9 (rules O9-…): a board of 36 fields, runs and foursomes for stars. */
#include "one_to_9.h"

static const char *const card_face[KINDS] = {
    "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "y1", "y2", "y3",
    "y4", "y5", "y6", "y7", "y8", "y9", "g1", "g2", "g3", "g4", "g5", "g6",
    "g7", "g8", "g9", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9",
    "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "+3"};
static const struct pl_die card = {"card", KINDS, card_face};

static const struct pl_option options[] = {
    [OPT_BONUS_BIG] = {"bonus_big", pl_off_on, 0, 0, 0},
    [OPT_UNLIMITED] = {"unlimited_stars", pl_off_on, 0, 0, 0},
    [OPT_KEEP_TOP] = {"reshuffle_keep_top", pl_off_on, 0, 0, 0},
    [OPT_PARTIAL] = {"partial_claim", pl_off_on, 0, 0, 0},
    {0}};

/* --- Cards --------------------------------------------------------------- */

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

/* Beside each field (or number) stands whether it can be filled without wild
 * cards. fits[k] keeps those that lacked at most k fields so far. */
static void narrow(uint64_t fits[], int wild, uint64_t usable)
{
    for (int k = wild; k > 0; k--)
        fits[k] = (fits[k] & usable) | fits[k - 1];
    fits[0] &= usable;
}

/* The fields at which a run of a length can begin, in all rows. */
static uint64_t beginnings(int length)
{
    return in_all_rows((bit(NUMBERS - length) << 1) - 1);
}

/* All runs of a length at once, as the fields at which they begin; returns
 * those of any length. A shift takes fields into the next row only where no run
 * of that length begins. */
static uint64_t find_short_runs(const struct one_to_9 *g, const struct hand *h,
                                uint64_t begin[NUMBERS])
{
    uint64_t lies = taken(g), lying = lies & lies >> 1, fits[1 + JOKERS];
    uint64_t usable = lies | h->one | in_all_rows(h->number);
    uint64_t beside = g->option[OPT_PARTIAL] ? 0 : lies; /* no run ends there */
    uint64_t before = (beside & ~in_all_rows(bit(NUMBERS - 1))) << 1, any = 0;
    uint64_t here = beginnings(SHORTEST) & ~before;

    for (int k = 0; k <= h->jokers; k++)
        fits[k] = here;
    for (int i = 0; i < SHORTEST; i++)
        narrow(fits, h->jokers, usable >> i);
    lying &= lying >> 2;
    for (int length = SHORTEST; length < NUMBERS && fits[h->jokers]; length++) {
        uint64_t longer = beginnings(length + 1);
        uint64_t after = beside >> length & longer;

        begin[length] = fits[h->jokers] & ~lying & here & ~after;
        any |= begin[length];
        narrow(fits, h->jokers, usable >> length);
        lying &= lies >> length;
        here = longer;
    }
    return any;
}

/* The rows that the hand can make a long run of, as their first fields: what is
 * missing are at most its jokers and stars, and a card of it is laid. */
static uint64_t find_long_runs(const struct one_to_9 *g, const struct hand *h)
{
    enum { ENOUGH = 4 }; /* the bit that is lost by what is too much */
    uint64_t free = free_fields(g);
    uint64_t own = free & (h->one | in_all_rows(h->number));
    unsigned wild = (unsigned)(h->jokers + h->small);
    uint64_t spare = bit(ENOUGH) + (wild < NUMBERS ? wild : NUMBERS);

    return (in_all_rows(spare) - count_in_rows(free & ~own)) >> ENOUGH &
           rows_with(h->jokers ? free : own);
}

/* Counted in two rows and in the two after them. */
static int four_moves(const struct one_to_9 *g, const struct hand *h,
                      pl_move out[])
{
    uint64_t lies = taken(g), lying = lies & lies >> NUMBERS;
    uint64_t usable = lies | h->one, numbers;
    uint64_t both = usable & usable >> NUMBERS, both2 = both >> 2 * NUMBERS;
    uint64_t any = usable | usable >> NUMBERS, any2 = any >> 2 * NUMBERS;
    uint64_t fits[JOKERS + 2] = {both & both2, (both & any2) | (any & both2),
                                 both | both2 | (any & any2), any | any2};

    for (int k = COLOURS; k < JOKERS + 2; k++)
        fits[k] = bit(NUMBERS) - 1;
    lying &= lying >> 2 * NUMBERS;
    numbers = (fits[h->jokers] | (fits[h->jokers + 1] & h->number)) & ~lying;
    return list_moves(numbers & (bit(NUMBERS) - 1), FOUR, out);
}

/* The runs of a row, given by the first field of it. */
static int list_runs(const uint64_t begin[], int first, pl_move out[])
{
    uint64_t runs = 0;

#pragma GCC unroll 6
    for (int length = SHORTEST; length <= NUMBERS; length++)
        runs |= (begin[length] >> first & (bit(NUMBERS) - 1))
                << first_run[length];
    return list_moves(runs, RUN + first / NUMBERS * RUNS, out);
}

/* An action that would bring no star is none. */
static int claim_moves(const struct one_to_9 *g, const struct hand *h,
                       pl_move out[])
{
    uint64_t begin[NUMBERS + 1] = {[NUMBERS] = find_long_runs(g, h)};
    uint64_t any = begin[NUMBERS];
    bool stars = g->stars > 0;
    int n = 0;

    if (stars)
        any |= find_short_runs(g, h, begin);
    for (uint64_t rows = rows_with(any); rows; rows &= rows - 1)
        n += list_runs(begin, pl_lowest(rows), out + n);
    return stars ? n + four_moves(g, h, out + n) : n;
}

/* --- Moves --------------------------------------------------------------- */

static int card_moves(const struct one_to_9 *g, const struct hand *h,
                      pl_move out[])
{
    uint64_t free = free_fields(g), numbers = in_all_rows(h->number) & free;
    uint64_t stuck = h->number & ~in_any_row(numbers);
    int n = list_moves(h->one, PLAY_NATURAL, out);

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

static int one_to_9_moves(const struct pl_game *game, const void *state,
                          int seat, pl_move out[])
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

static void one_to_9_start(const struct pl_game *game, void *state,
                           const struct pl_setup *setup)
{
    struct one_to_9 *g = state;

    *g = (struct one_to_9){.seats = setup->seats,
                           .active = setup->first,
                           .stack = CARDS,
                           .jokers = JOKERS,
                           .stars = SMALL_STARS,
                           .phase = OPENING,
                           .draws = OPENING_CARDS};
    for (int i = 0; i < OPTS; i++)
        g->option[i] = (uint8_t)setup->option[i];
    for (int kind = 0; kind < KINDS; kind++)
        g->pool[kind] = (uint8_t)copies(kind);
}

static struct pl_turn one_to_9_turn(const struct pl_game *game,
                                    const void *state)
{
    static const uint8_t what[] = {
        [OPENING] = PL_CHANCE, [DEALING] = PL_CHANCE, [CHOOSING] = PL_DECIDE,
        [FILLING] = PL_DECIDE, [DRAWING] = PL_CHANCE, [REFILLING] = PL_CHANCE,
        [DONE] = PL_OVER};
    const struct one_to_9 *g = state;

    return turn_in(g->phase, what, g->active, g->active);
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

static void one_to_9_chance(const struct pl_game *game, const void *state,
                            struct pl_chance *out)
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
 * card where that stays. Not inlined: every card would wait for its
 * registers. */
static __attribute__((noinline)) void reshuffle(struct one_to_9 *g)
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

static void one_to_9_land(const struct pl_game *game, void *state,
                          const uint8_t face[])
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

static void one_to_9_play(const struct pl_game *game, void *state, int seat,
                          pl_move move)
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

static void one_to_9_score(const struct pl_game *game, const void *state,
                           struct pl_result *out)
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

static int one_to_9_parts(const struct pl_game *game, const void *state,
                          int seat, struct pl_part out[])
{
    const struct one_to_9 *g = state;

    out[0] = part("one-to-9.part.big", g->hand[seat].big);
    return 1;
}

/* --- Secrets ------------------------------------------------------------- */

/* Jokers stay: they are taken and played in the open. */
static void one_to_9_hide(const struct pl_game *game, void *state, int seat)
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

static void deal_hidden(struct one_to_9 *g, struct hand *h,
                        struct wanted wanted, struct pl_rng *rng)
{
    uint8_t dealt[CARDS];

    pl_deal_hand(g->pool, bit(KINDS) - 1, h->unseen, wanted, rng, dealt);
    for (int i = 0; i < h->unseen; i++)
        give(h, dealt[i]);
    h->unseen = 0;
}

/* Who is filling a claim can do so to the end. */
static void deal_claimant(struct one_to_9 *g, struct pl_rng *rng)
{
    struct hand *h = &g->hand[g->active];
    uint64_t group[NUMBERS];
    int groups = groups_for(g, group);
    struct wanted wanted = {group, groups, groups_needed(g, h)};

    deal_hidden(g, h, wanted, rng);
}

static void one_to_9_guess(const struct pl_game *game, void *view, int seat,
                           struct pl_rng *rng)
{
    struct one_to_9 *g = view, hidden = *g;

    (void)seat; /* its hand has nothing unseen */
    do {
        *g = hidden;
        if (g->phase == FILLING)
            deal_claimant(g, rng);
        for (int s = 0; s < g->seats; s++)
            deal_hidden(g, &g->hand[s], (struct wanted){0}, rng);
    } while (g->phase == REFILLING && !can_refill(g));
}

const struct pl_game pl_one_to_9_game = {
    .id = "one-to-9",
    .layout = "A",
    .min_seats = FEWEST,
    .max_seats = SEATS,
    .minutes = 30,
    .age = 8,
    .hue = 280,
    .emblem = "cards",
    .sign = {[PL_STAR] = "one-to-9.sign.star",
             [PL_BIG_STAR] = "one-to-9.sign.big_star",
             [PL_JOKER] = "one-to-9.sign.joker",
             [PL_PLUS] = "one-to-9.sign.plus",
             [PL_TIMES] = "one-to-9.sign.times"},
    .pass = PASS,
    .has_hands = true,
    .open_cards = PL_JOKER,
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
    .name = pl_one_to_9_name,
    .ask = pl_one_to_9_ask,
    .say = pl_one_to_9_say,
    .tell = pl_one_to_9_tell,
    .show = pl_one_to_9_show,
    .touch = pl_one_to_9_touch,
    .why = pl_one_to_9_why,
    .facts = pl_one_to_9_facts,
};
