/*
 * Numeri (rules NU-…): everybody's tokens crowd along one track, always to
 * the next free square.
 *
 * A place is 0 off the board and 1 + s on square s, so a new board is all
 * zeros. A set of places is a mask; bit 0 is never set in `taken`.
 */
#include "kit.h"

enum { FEWEST = 2, SEATS = 4, TOKENS = 5, MAX_SQUARES = 62 };
enum { OFF = 0, OFF_VALUE = -5, END_SQUARES = 3, STAR = 6 };
enum { CHAIN = 3, SMALLEST_SPLIT = 3 };
enum phase { THROWING, MOVING, DONE };
enum { PASS = 13, MOVES };
enum { OPT_CHAIN_CHANGED, OPT_MUST_SPLIT, OPT_STAR_OPTIONAL, OPT_HALFMOVE };
enum { ID_PASS = 1, ID_TOKEN };

struct numeri {
    uint64_t taken; /* bits: places with a token on them, anybody's */
    uint8_t place[SEATS][TOKENS];
    uint8_t seats, active;
    uint8_t die;     /* 0: not thrown */
    uint8_t options; /* bits OPT_… */
};

/* The board: put the numbers of another one here. */
struct track {
    uint8_t squares;
    int8_t value[MAX_SQUARES];  /* 0: no number */
    uint8_t barrier[SEATS + 1]; /* by players: the first square beyond it */
};

static const struct track track = {
    .squares = 37,
    .value = {-3, -3, -3, -2, -2, -1, -1, 0, 0,  1,  0, 0, 2,
              0,  0,  3,  0,  0,  4,  0,  0, 5,  0,  0, 7, 0,
              0,  9,  0,  0,  12, 0,  15, 0, 20, 25, 30},
    .barrier = {[2] = 10, [3] = 13, [4] = 16},
};

/* The tokens of a move in the order of moving; 0: none. */
static const struct {
    uint8_t first, second;
} tokens_of[MOVES] = {{1, 0}, {2, 0}, {3, 0}, {4, 0},         {5, 0},
                      {1, 4}, {4, 1}, {2, 3}, {3, 2},         {1, 3},
                      {3, 1}, {1, 2}, {2, 1}, [PASS] = {0, 0}};

/* Where the splits of a number begin and end in that list. */
static const struct {
    uint8_t begin, end;
} splits_of[] = {[SMALLEST_SPLIT] = {11, 13}, [4] = {9, 11}, [5] = {5, 9}};

static const char *const face[] = {"1", "2", "3", "4", "5", "*"};
static const struct pl_die number_die = {"d6", 6, face};

static const char *const chain_tests[] = {"moved", "changed", NULL};
static const char *const end_checks[] = {"turn", "halfmove", NULL};
static const struct pl_option options[] = {
    [OPT_CHAIN_CHANGED] = {"chain_test", chain_tests, 0, 0, 0},
    [OPT_MUST_SPLIT] = {"must_split", off_on, 0, 0, 1},
    [OPT_STAR_OPTIONAL] = {"star_optional", off_on, 0, 0, 0},
    [OPT_HALFMOVE] = {"end_check", end_checks, 0, 0, 0},
    {0}};

/* --- Rules --------------------------------------------------------------- */

/* The next free place as a bit; 0: none is ahead. */
static uint64_t next_free(uint64_t taken, int place)
{
    uint64_t board = bit(track.squares + 1) - bit(1);
    uint64_t ahead = board & ~taken & (~UINT64_C(1) << place);

    return ahead & -ahead;
}

static bool is_over(const struct numeri *g)
{
    uint64_t last =
        bit(track.squares + 1) - bit(track.squares + 1 - END_SQUARES);

    return (g->taken & last) == last;
}

static bool barrier_is_crossed(const struct numeri *g)
{
    return g->taken >> (track.barrier[g->seats] + 1) != 0;
}

static void numeri_start(void *state, const struct pl_setup *setup)
{
    struct numeri *g = state;

    g->seats = setup->seats;
    g->active = setup->first;
    g->options = options_up_to(OPT_HALFMOVE, setup);
}

static struct pl_turn numeri_turn(const void *state)
{
    const struct numeri *g = state;

    if (is_over(g))
        return (struct pl_turn){PL_OVER, 0, DONE};
    if (g->die == 0)
        return (struct pl_turn){PL_CHANCE, 0, THROWING};
    return (struct pl_turn){PL_DECIDE, one_seat(g->active), MOVING};
}

static void numeri_chance(const void *state, struct pl_chance *out)
{
    (void)state;
    throw_dice(out, 1);
    out->die[0] = &number_die;
}

static void numeri_land(void *state, const uint8_t landed[])
{
    struct numeri *g = state;

    g->die = pips(landed[0]);
}

static bool can_move(const struct numeri *g, int seat, int token)
{
    return next_free(g->taken, g->place[seat][token - 1]) != 0;
}

/* The first token may take the only square that the second could go to. */
static bool can_split(const struct numeri *g, int seat, int first, int second)
{
    int place = g->place[seat][first - 1];
    uint64_t to = next_free(g->taken, place);

    return to != 0 && next_free((g->taken & ~bit(place)) | to,
                                g->place[seat][second - 1]) != 0;
}

static int star_moves(const struct numeri *g, int seat, pl_move out[])
{
    int n = 0;

    for (int token = 1; token <= TOKENS; token++)
        if (can_move(g, seat, token))
            out[n++] = (pl_move)(token - 1);
    if (has(g->options, OPT_STAR_OPTIONAL))
        out[n++] = PASS;
    return n;
}

static int split_moves(const struct numeri *g, int seat, pl_move out[])
{
    int n = 0;

    for (int i = splits_of[g->die].begin; i < splits_of[g->die].end; i++)
        if (can_split(g, seat, tokens_of[i].first, tokens_of[i].second))
            out[n++] = (pl_move)i;
    return n;
}

static int number_moves(const struct numeri *g, int seat, pl_move out[])
{
    bool whole = can_move(g, seat, g->die);
    int n = 0;

    if (whole)
        out[n++] = (pl_move)(g->die - 1);
    if (barrier_is_crossed(g))
        n += split_moves(g, seat, out + n);
    if (n == 0 || (!whole && !has(g->options, OPT_MUST_SPLIT)))
        out[n++] = PASS;
    return n;
}

static int numeri_moves(const void *state, int seat, pl_move out[])
{
    const struct numeri *g = state;

    return g->die == STAR ? star_moves(g, seat, out)
                          : number_moves(g, seat, out);
}

/* What a turn has changed: places that own tokens left and went to. */
struct change {
    uint64_t left, reached;
};

static inline void advance(struct numeri *g, int seat, int token,
                           struct change *change)
{
    uint8_t *place = &g->place[seat][token - 1];
    uint64_t to = next_free(g->taken, *place);

    g->taken = (g->taken & ~bit(*place)) | to;
    change->left |= bit(*place);
    change->reached |= to;
    *place = (uint8_t)pl_lowest(to);
}

/* A chain with a moved token in it is always new. One without stood there
 * before, and was longer if a token has left from either end. */
static bool has_new_chain(const struct numeri *g, int seat,
                          struct change change)
{
    uint64_t own = 0, chain, news = change.reached;

    for (int i = 0; i < TOKENS; i++)
        own |= bit(g->place[seat][i]);
    own &= ~bit(OFF);
    chain = own & own >> 1 & own >> (CHAIN - 1);
    chain |= chain << 1 | chain << (CHAIN - 1);
    if (has(g->options, OPT_CHAIN_CHANGED)) {
        uint64_t gone = change.left & ~own & ~bit(OFF);

        news |= gone << 1 | gone >> 1;
    }
    return (chain & news) != 0;
}

static void numeri_play(void *state, int seat, pl_move move)
{
    struct numeri *g = state;
    int first = tokens_of[move].first, second = tokens_of[move].second;
    struct change change = {0, 0};

    g->die = 0;
    if (first)
        advance(g, seat, first, &change);
    if (second && !(has(g->options, OPT_HALFMOVE) && is_over(g)))
        advance(g, seat, second, &change);
    if (!is_over(g) && !has_new_chain(g, seat, change))
        g->active = seat_after(g->active, g->seats);
}

static int token_points(const struct numeri *g, int seat, int token)
{
    int place = g->place[seat][token - 1];

    return token * (place == OFF ? OFF_VALUE : track.value[place - 1]);
}

static int numeri_parts(const void *state, int seat, struct pl_part out[])
{
    static const char *const id[] = {"numeri.part.1", "numeri.part.2",
                                     "numeri.part.3", "numeri.part.4",
                                     "numeri.part.5"};
    const struct numeri *g = state;

    for (int i = 0; i < TOKENS; i++)
        out[i] = part(id[i], token_points(g, seat, i + 1));
    return TOKENS;
}

static void numeri_score(const void *state, struct pl_result *out)
{
    const struct numeri *g = state;

    score_parts(out, g, g->seats, numeri_parts);
}

/* --- For bots ------------------------------------------------------------ */

/* Where a token stands is worth its value and what lies ahead of it. */
static int token_features(const struct numeri *g, int seat, int token,
                          int16_t out[])
{
    int place = g->place[seat][token], n = 0;
    uint64_t to = next_free(g->taken, place);
    int next = to ? __builtin_ctzll(to) : place;

    out[n++] = place == OFF;
    out[n++] = (int16_t)(place / 4);
    for (int i = 8; i <= track.squares; i += i < 28 ? 4 : 2)
        out[n++] = place >= i;
    out[n++] = place == track.squares;
    out[n++] = to == 0;
    out[n++] = (int16_t)(next - place);
    out[n++] = next > track.squares - END_SQUARES;
    out[n++] = next != place ? track.value[next - 1] : 0;
    return n;
}

static int numeri_features(const void *view, int seat, int16_t out[])
{
    const struct numeri *g = view;
    uint64_t own = 0, last = g->taken >> (track.squares + 1 - 8);
    int n = 0;

    for (int token = 0; token < TOKENS; token++) {
        n += token_features(g, seat, token, out + n);
        own |= bit(g->place[seat][token]);
    }
    own &= ~bit(OFF);
    out[n++] = (int16_t)pl_count((unsigned)(own & own >> 1) |
                                 (unsigned)((own & own >> 1) >> 32));
    out[n++] = (own & own >> 1 & own >> 2) != 0;
    out[n++] = (own & own >> 2) != 0;
    out[n++] = g->active == seat;
    out[n++] = (int16_t)((seat - g->active + g->seats) % g->seats);
    out[n++] = barrier_is_crossed(g);
    for (int i = 0; i < 8; i++)
        out[n++] = last >> i & 1;
    out[n++] = (int16_t)pl_count((unsigned)g->taken);
    for (int i = 2; i <= SEATS; i++)
        out[n++] = g->seats == i;
    return n;
}

/* --- Words and pieces ---------------------------------------------------- */

static void numeri_name(const void *state, pl_move move, struct pl_text *out)
{
    (void)state;
    if (move == PASS) {
        pl_put(out, "-");
        return;
    }
    pl_put_number(out, tokens_of[move].first);
    if (tokens_of[move].second) {
        pl_put(out, "+");
        pl_put_number(out, tokens_of[move].second);
    }
}

static const char *move_question(const struct numeri *g)
{
    pl_move list[MOVES];
    int n = numeri_moves(g, g->active, list);
    bool passes = list[n - 1] == PASS;

    if (g->die == STAR)
        return passes ? "numeri.ask.star_or_pass" : "numeri.ask.star";
    if (list[0] == PASS)
        return "numeri.ask.stuck";
    if (tokens_of[list[0]].second)
        return passes ? "numeri.ask.split_or_pass" : "numeri.ask.split";
    return n > 1 ? "numeri.ask.whole_or_split" : "numeri.ask.whole";
}

static void numeri_ask(const void *view, int seat, struct pl_message *out)
{
    const struct numeri *g = view;

    (void)seat;
    switch ((enum phase)numeri_turn(g).phase) {
    case THROWING:
        *out = PL_TELL(g->active, "numeri.ask.throw");
        break;
    case MOVING:
        *out = PL_TELL(g->active, move_question(g), .n = g->die);
        break;
    case DONE:
        *out = PL_SAY("ask.over");
        break;
    }
}

static void numeri_say(const void *view, int seat, pl_move move,
                       struct pl_message *out)
{
    (void)view, (void)seat;
    if (move == PASS)
        *out = PL_SAY("say.pass");
    else
        *out = PL_SAY(tokens_of[move].second ? "numeri.say.split"
                                             : "numeri.say.move",
                      .n = tokens_of[move].first, .m = tokens_of[move].second);
}

static int numeri_tell(const void *before, const void *after,
                       struct pl_message out[])
{
    const struct numeri *b = before, *a = after;
    int n = 0;

    if (numeri_turn(b).phase != MOVING)
        return 0;
    if (barrier_is_crossed(a) && !barrier_is_crossed(b))
        out[n++] = PL_SAY("numeri.tell.crossed");
    if (is_over(a))
        out[n++] = PL_SAY("numeri.tell.full");
    else if (a->active == b->active)
        out[n++] = PL_TELL(a->active, "numeri.tell.again");
    return n;
}

/* Colours that no square has. */
static const uint8_t seat_colour[SEATS] = {PL_BLUE, PL_GREEN, PL_PURPLE,
                                           PL_ORANGE};

static uint16_t token_id(int seat, int token)
{
    return (uint16_t)(ID_TOKEN + seat * TOKENS + token - 1);
}

static void show_die(const struct numeri *g, struct pl_scene *out)
{
    add_dice(out, 1);
    if (g->die == STAR)
        add_piece(out, PIECE(PL_CUBE, .colour = PL_WHITE, .sign = PL_STAR));
    else
        add_piece(out, NUMBERED(g->die, PL_CUBE, .colour = PL_WHITE));
}

/* Red takes points away, yellow ends the game; the start and the first square
 * beyond the barrier stand out, and from there on a throw can be 3 + 1. */
static void show_square(const struct numeri *g, int square,
                        struct pl_scene *out)
{
    int value = track.value[square];
    bool beyond = square == track.barrier[g->seats];

    add_piece(out, NUMBERED(value ? value : PL_NO_VALUE, PL_BOX, AT(square, 0),
                            .colour = square >= track.squares - END_SQUARES
                                          ? PL_YELLOW
                                      : value < 0 ? PL_RED
                                                  : PL_PLAIN,
                            .sign = beyond ? PL_PLUS : PL_NO_SIGN,
                            .marks = square == 0 || beyond ? PL_SHADED : 0));
}

static void show_token(int seat, int token, int x, struct pl_scene *out)
{
    add_piece(out, NUMBERED(token, PL_TOKEN, .id = token_id(seat, token),
                            AT(x, 0), .colour = seat_colour[seat]))
        ->seat = (int8_t)seat;
}

static void show_track(const struct numeri *g, struct pl_scene *out)
{
    add_area(out,
             (struct pl_area){PL_BOARD, PL_PATH, -1, track.squares, 1, NULL});
    for (int square = 0; square < track.squares; square++)
        show_square(g, square, out);
    for (int s = 0; s < g->seats; s++)
        for (int i = 0; i < TOKENS; i++)
            if (g->place[s][i] != OFF)
                show_token(s, i + 1, g->place[s][i] - 1, out);
}

/* The label tells whose colour it is when all tokens are on the track. */
static void show_supply(const struct numeri *g, int seat, struct pl_scene *out)
{
    add_area(out, (struct pl_area){PL_SUPPLY, PL_WRAP, (int8_t)seat, TOKENS + 5,
                                   1, NULL});
    add_piece(out, PIECE(PL_LABEL, .colour = seat_colour[seat]));
    for (int i = 0; i < TOKENS; i++)
        if (g->place[seat][i] == OFF)
            show_token(seat, i + 1, i + 1, out);
    add_piece(out, NUMBERED(total(numeri_parts, g, seat), PL_COUNTER,
                            AT(TOKENS + 1, 0), .w = 4, .label = "points"));
}

static void numeri_show(const void *view, int seat, struct pl_scene *out)
{
    const struct numeri *g = view;

    (void)seat;
    show_die(g, out);
    show_track(g, out);
    for (int s = 0; s < g->seats; s++)
        show_supply(g, s, out);
    show_pass(out, ID_PASS);
}

static void numeri_touch(const void *view, int seat, pl_move move,
                         struct pl_touch *out)
{
    (void)view;
    out->ordered = true;
    add_touch(out,
              move == PASS ? ID_PASS : token_id(seat, tokens_of[move].first));
    if (tokens_of[move].second)
        add_touch(out, token_id(seat, tokens_of[move].second));
}

static int numeri_facts(const struct pl_setup *setup, struct pl_fact out[])
{
    const struct pl_fact fact[] = {{"least", FEWEST},
                                   {"most", SEATS},
                                   {"low", tokens_of[0].first},
                                   {"tokens", TOKENS},
                                   {"chain", CHAIN},
                                   {"end", END_SQUARES},
                                   {"off", -OFF_VALUE},
                                   {"split", SMALLEST_SPLIT}};

    (void)setup;
    return GIVE_FACTS(fact, out);
}

const struct pl_game numeri_game = {
    .id = "numeri",
    .layout = "A",
    .min_seats = FEWEST,
    .max_seats = SEATS,
    .state_size = sizeof(struct numeri),
    .move_count = MOVES,
    .moves_max = TOKENS + 1,
    .points_min = OFF_VALUE * (1 + 2 + 3 + 4 + 5),
    .points_max = 5 * 30 + 4 * 25 + 3 * 20 + 2 * 15 + 1 * 12,
    .options = options,
    .start = numeri_start,
    .turn = numeri_turn,
    .chance = numeri_chance,
    .land = numeri_land,
    .moves = numeri_moves,
    .play = numeri_play,
    .score = numeri_score,
    .parts = numeri_parts,
    .features = numeri_features,
    .name = numeri_name,
    .ask = numeri_ask,
    .say = numeri_say,
    .tell = numeri_tell,
    .show = numeri_show,
    .touch = numeri_touch,
    .facts = numeri_facts,
};
