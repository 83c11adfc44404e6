/* Numeri (rules NU-…): everyone's tokens crowd along one track, always to the
 * next free square. */
#include "numeri.h"

enum { STAR = 6, CHAIN = 3, SMALLEST_SPLIT = 3 };
enum phase { THROWING, MOVING, DONE };
enum { PASS = 13, MOVES };
enum { OPT_CHAIN_CHANGED, OPT_MUST_SPLIT, OPT_STAR_OPTIONAL, OPT_HALFMOVE };
enum { ID_PASS = 1, ID_TOKEN, ID_DIE = ID_TOKEN + SEATS * TOKENS, ID_SQUARE };

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
    [OPT_MUST_SPLIT] = {"must_split", pl_off_on, 0, 0, 1},
    [OPT_STAR_OPTIONAL] = {"star_optional", pl_off_on, 0, 0, 0},
    [OPT_HALFMOVE] = {"end_check", end_checks, 0, 0, 0},
    {0}};

static const struct track shipped = {
    .squares = USUAL_SQUARES,
    .value = {-3, -3, -3, -2, -2, -1, -1, 0, 0,  1,  0, 0, 2,
              0,  0,  3,  0,  0,  4,  0,  0, 5,  0,  0, 7, 0,
              0,  9,  0,  0,  12, 0,  15, 0, 20, 25, 30},
    .barrier = {[2] = 10, [3] = 13, [4] = 16},
};

/* Rules over the shipped track are compiled with its numbers built in; those
 * over any other read it. */
#define ON_TRACK static inline __attribute__((always_inline))

/* --- Rules --------------------------------------------------------------- */

ON_TRACK bool is_over(const struct track *track, const struct numeri *g)
{
    uint64_t last =
        bit(track->squares + 1) - bit(track->squares + 1 - END_SQUARES);

    return (g->taken & last) == last;
}

static void numeri_start(const struct pl_game *game, void *state,
                         const struct pl_setup *setup)
{
    *(struct numeri *)state =
        (struct numeri){.seats = setup->seats,
                        .active = setup->first,
                        .options = options_up_to(OPT_HALFMOVE, setup)};
}

ON_TRACK struct pl_turn turn_on(const struct track *track, const void *state)
{
    const struct numeri *g = state;

    if (is_over(track, g))
        return (struct pl_turn){PL_OVER, 0, DONE, -1};
    if (g->die == 0)
        return (struct pl_turn){PL_CHANCE, 0, THROWING, (int8_t)g->active};
    return (struct pl_turn){PL_DECIDE, one_seat(g->active), MOVING,
                            (int8_t)g->active};
}

static void numeri_chance(const struct pl_game *game, const void *state,
                          struct pl_chance *out)
{
    throw_dice(out, 1);
    out->die[0] = &number_die;
}

static void numeri_land(const struct pl_game *game, void *state,
                        const uint8_t landed[])
{
    struct numeri *g = state;

    g->die = pips(landed[0]);
}

ON_TRACK bool can_move(const struct track *track, const struct numeri *g,
                       int seat, int token)
{
    return next_free(track, g->taken, g->place[seat][token - 1]) != 0;
}

/* The first token may take the only square that the second could go to. */
ON_TRACK bool can_split(const struct track *track, const struct numeri *g,
                        int seat, int first, int second)
{
    int place = g->place[seat][first - 1];
    uint64_t to = next_free(track, g->taken, place);

    return to != 0 && next_free(track, (g->taken & ~bit(place)) | to,
                                g->place[seat][second - 1]) != 0;
}

ON_TRACK int star_moves(const struct track *track, const struct numeri *g,
                        int seat, pl_move out[])
{
    int n = 0;

    for (int token = 1; token <= TOKENS; token++)
        if (can_move(track, g, seat, token))
            out[n++] = (pl_move)(token - 1);
    if (has(g->options, OPT_STAR_OPTIONAL))
        out[n++] = PASS;
    return n;
}

ON_TRACK int split_moves(const struct track *track, const struct numeri *g,
                         int seat, pl_move out[])
{
    int n = 0;

    for (int i = splits_of[g->die].begin; i < splits_of[g->die].end; i++)
        if (can_split(track, g, seat, tokens_of[i].first, tokens_of[i].second))
            out[n++] = (pl_move)i;
    return n;
}

ON_TRACK int number_moves(const struct track *track, const struct numeri *g,
                          int seat, pl_move out[])
{
    bool whole = can_move(track, g, seat, g->die);
    int n = 0;

    if (whole)
        out[n++] = (pl_move)(g->die - 1);
    if (barrier_is_crossed(track, g))
        n += split_moves(track, g, seat, out + n);
    if (n == 0 || (!whole && !has(g->options, OPT_MUST_SPLIT)))
        out[n++] = PASS;
    return n;
}

ON_TRACK int moves_on(const struct track *track, const void *state, int seat,
                      pl_move out[])
{
    const struct numeri *g = state;

    return g->die == STAR ? star_moves(track, g, seat, out)
                          : number_moves(track, g, seat, out);
}

/* What a turn has changed: places that own tokens left and went to. */
struct change {
    uint64_t left, reached;
};

ON_TRACK void advance(const struct track *track, struct numeri *g, int seat,
                      int token, struct change *change)
{
    uint8_t *place = &g->place[seat][token - 1];
    uint64_t to = next_free(track, g->taken, *place);

    g->taken = (g->taken & ~bit(*place)) | to;
    change->left |= bit(*place);
    change->reached |= to;
    *place = (uint8_t)pl_lowest(to);
}

/* A chain with a moved token in it is always new. One without stood there
 * before, and was longer if a token has left from either end. */
ON_TRACK bool has_new_chain(const struct numeri *g, int seat,
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

ON_TRACK void play_on(const struct track *track, void *state, int seat,
                      pl_move move)
{
    struct numeri *g = state;
    int first = tokens_of[move].first, second = tokens_of[move].second;
    struct change change = {0, 0};

    g->die = 0;
    if (first)
        advance(track, g, seat, first, &change);
    if (second && !(has(g->options, OPT_HALFMOVE) && is_over(track, g)))
        advance(track, g, seat, second, &change);
    if (!is_over(track, g) && !has_new_chain(g, seat, change))
        g->active = seat_after(g->active, g->seats);
}

static struct pl_turn numeri_turn(const struct pl_game *game, const void *state)
{
    return turn_on(&shipped, state);
}
static struct pl_turn any_turn(const struct pl_game *game, const void *state)
{
    return turn_on(track_of(game), state);
}

static int numeri_moves(const struct pl_game *game, const void *state, int seat,
                        pl_move out[])
{
    return moves_on(&shipped, state, seat, out);
}
static int any_moves(const struct pl_game *game, const void *state, int seat,
                     pl_move out[])
{
    return moves_on(track_of(game), state, seat, out);
}

static void numeri_play(const struct pl_game *game, void *state, int seat,
                        pl_move move)
{
    play_on(&shipped, state, seat, move);
}
static void any_play(const struct pl_game *game, void *state, int seat,
                     pl_move move)
{
    play_on(track_of(game), state, seat, move);
}

void pl_numeri_any(struct pl_game *copy)
{
    copy->turn = any_turn;
    copy->moves = any_moves;
    copy->play = any_play;
}

static int token_points(const struct track *track, const struct numeri *g,
                        int seat, int token)
{
    int place = g->place[seat][token - 1];

    return token * (place == OFF ? OFF_VALUE : track->value[place - 1]);
}

static int numeri_parts(const struct pl_game *game, const void *state, int seat,
                        struct pl_part out[])
{
    static const char *const id[] = {"numeri.part.1", "numeri.part.2",
                                     "numeri.part.3", "numeri.part.4",
                                     "numeri.part.5"};
    const struct numeri *g = state;

    for (int i = 0; i < TOKENS; i++)
        out[i] = part(id[i], token_points(track_of(game), g, seat, i + 1));
    return TOKENS;
}

static void numeri_score(const struct pl_game *game, const void *state,
                         struct pl_result *out)
{
    const struct numeri *g = state;

    score_parts(out, game, g, g->seats, numeri_parts);
}

/* --- Words and pieces ---------------------------------------------------- */

static void numeri_name(const struct pl_game *game, const void *state,
                        pl_move move, struct pl_text *out)
{
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

static const char *move_question(const struct pl_game *game,
                                 const struct numeri *g)
{
    pl_move list[MOVES];
    int n = game->moves(game, g, g->active, list);
    bool passes = list[n - 1] == PASS;

    if (g->die == STAR)
        return passes ? "numeri.ask.star_or_pass" : "numeri.ask.star";
    if (list[0] == PASS)
        return "numeri.ask.stuck";
    if (tokens_of[list[0]].second)
        return passes ? "numeri.ask.split_or_pass" : "numeri.ask.split";
    return n > 1 ? "numeri.ask.whole_or_split" : "numeri.ask.whole";
}

static void numeri_ask(const struct pl_game *game, const void *view, int seat,
                       struct pl_message *out)
{
    const struct numeri *g = view;

    switch ((enum phase)game->turn(game, g).phase) {
    case THROWING:
        *out = PL_TELL(g->active, "numeri.ask.throw");
        break;
    case MOVING:
        *out = PL_TELL(g->active, move_question(game, g), .n = g->die);
        break;
    case DONE:
        *out = PL_SAY("ask.over");
        break;
    }
}

static void numeri_say(const struct pl_game *game, const void *view, int seat,
                       pl_move move, struct pl_message *out)
{
    (void)view, (void)seat;
    if (move == PASS)
        *out = PL_SAY("say.pass");
    else
        *out = PL_SAY(tokens_of[move].second ? "numeri.say.split"
                                             : "numeri.say.move",
                      .n = tokens_of[move].first, .m = tokens_of[move].second);
}

static int numeri_tell(const struct pl_game *game, const void *before,
                       const void *after, struct pl_message out[])
{
    const struct track *track = track_of(game);
    const struct numeri *b = before, *a = after;
    int n = 0;

    if (game->turn(game, b).phase != MOVING)
        return 0;
    if (barrier_is_crossed(track, a) && !barrier_is_crossed(track, b))
        out[n++] = PL_SAY("numeri.tell.crossed");
    if (is_over(track, a))
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
    bool star = g->die == STAR;

    add_dice(out, 1);
    add_piece(out, NUMBERED(star ? PL_NO_VALUE : g->die, PL_CUBE, .id = ID_DIE,
                            .colour = PL_WHITE,
                            .sign = star ? PL_STAR : PL_NO_SIGN));
}

static bool is_beyond_any(const struct track *track, int square)
{
    for (int seats = FEWEST; seats <= SEATS; seats++)
        if (square == track->barrier[seats])
            return true;
    return false;
}

/* Red takes points away, yellow ends the game; the start and the first squares
 * beyond the three barriers stand out. From the one for these players on a roll
 * can be 3 + 1. */
static void show_square(const struct track *track, const struct numeri *g,
                        int square, struct pl_scene *out)
{
    int value = track->value[square];
    bool beyond = square == track->barrier[g->seats];

    add_piece(out, NUMBERED(value ? value : PL_NO_VALUE, PL_BOX,
                            .id = (uint16_t)(ID_SQUARE + square), AT(square, 0),
                            .colour = square >= track->squares - END_SQUARES
                                          ? PL_YELLOW
                                      : square == 0 || value < 0 ? PL_RED
                                                                 : PL_PLAIN,
                            .sign = beyond ? PL_PLUS : PL_NO_SIGN,
                            .marks = square == 0 || is_beyond_any(track, square)
                                         ? PL_SHADED
                                         : 0));
}

static void show_token(int seat, int token, int x, struct pl_scene *out)
{
    add_piece(out, NUMBERED(token, PL_TOKEN, .id = token_id(seat, token),
                            AT(x, 0), .colour = seat_colour[seat]))
        ->seat = (int8_t)seat;
}

static void show_track(const struct track *track, const struct numeri *g,
                       struct pl_scene *out)
{
    add_area(out,
             (struct pl_area){PL_BOARD, PL_PATH, -1, track->squares, 1, NULL});
    for (int square = 0; square < track->squares; square++)
        show_square(track, g, square, out);
    for (int s = 0; s < g->seats; s++)
        for (int i = 0; i < TOKENS; i++)
            if (g->place[s][i] != OFF)
                show_token(s, i + 1, g->place[s][i] - 1, out);
}

/* The label tells whose colour it is when all tokens are on the track-> */
static void show_supply(const struct pl_game *game, const struct numeri *g,
                        int seat, struct pl_scene *out)
{
    add_area(out, (struct pl_area){PL_SUPPLY, PL_WRAP, (int8_t)seat, TOKENS + 5,
                                   1, NULL});
    add_piece(out, PIECE(PL_LABEL, .colour = seat_colour[seat]));
    for (int i = 0; i < TOKENS; i++)
        if (g->place[seat][i] == OFF)
            show_token(seat, i + 1, i + 1, out);
    add_piece(out, NUMBERED(total(game, numeri_parts, g, seat), PL_COUNTER,
                            AT(TOKENS + 1, 0), .w = 4, .label = "points"));
}

static void numeri_show(const struct pl_game *game, const void *view, int seat,
                        struct pl_scene *out)
{
    const struct numeri *g = view;

    show_die(g, out);
    show_track(track_of(game), g, out);
    for (int s = 0; s < g->seats; s++)
        show_supply(game, g, s, out);
    show_pass(out, ID_PASS);
}

static void numeri_touch(const struct pl_game *game, const void *view, int seat,
                         pl_move move, struct pl_touch *out)
{
    out->ordered = true;
    add_touch(out,
              move == PASS ? ID_PASS : token_id(seat, tokens_of[move].first));
    if (tokens_of[move].second)
        add_touch(out, token_id(seat, tokens_of[move].second));
}

static unsigned numeri_dice(const struct pl_game *game, const void *view,
                            int seat, pl_move move)
{
    return move != PASS;
}

/* Whether this token and another one add up to the number. */
static bool is_in_split(int die, int token)
{
    return token < die && 2 * token != die;
}

static void why_token(const struct track *track, const struct numeri *g,
                      int seat, int token, struct pl_message *out)
{
    if (!can_move(track, g, seat, token))
        *out = PL_SAY("numeri.why.stuck");
    else if (!is_in_split(g->die, token))
        *out = PL_SAY("numeri.why.number", .n = g->die, .m = token);
    else if (!barrier_is_crossed(track, g))
        *out = PL_SAY("numeri.why.barrier", .n = g->die);
    else
        *out = PL_SAY("numeri.why.split", .n = token, .m = g->die - token);
}

static void numeri_why(const struct pl_game *game, const void *view, int seat,
                       uint16_t piece, struct pl_message *out)
{
    int token = piece - ID_TOKEN, owner = token / TOKENS;

    if (piece == ID_PASS)
        *out = PL_SAY("numeri.why.pass");
    else if (piece >= ID_SQUARE)
        *out = PL_SAY("numeri.why.square");
    else if (piece == ID_DIE)
        *out = PL_SAY("numeri.why.die");
    else if (owner != seat)
        *out = PL_TELL(owner, "why.others");
    else
        why_token(track_of(game), view, seat, token % TOKENS + 1, out);
}

static int numeri_facts(const struct pl_game *game,
                        const struct pl_setup *setup, struct pl_fact out[])
{
    const struct pl_fact fact[] = {{"least", FEWEST},
                                   {"most", SEATS},
                                   {"low", tokens_of[0].first},
                                   {"tokens", TOKENS},
                                   {"chain", CHAIN},
                                   {"end", END_SQUARES},
                                   {"off", -OFF_VALUE},
                                   {"split", SMALLEST_SPLIT}};

    return GIVE_FACTS(fact, out);
}

const struct pl_game pl_numeri_game = {
    .id = "numeri",
    .layout = "A",
    .sheet = &shipped,
    .sheets = &pl_numeri_sheets,
    .min_seats = FEWEST,
    .max_seats = SEATS,
    .minutes = 20,
    .age = 8,
    .hue = 150,
    .emblem = "path",
    .sign = {[PL_STAR] = "numeri.sign.star", [PL_PLUS] = "numeri.sign.plus"},
    .pass = PASS,
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
    .name = numeri_name,
    .ask = numeri_ask,
    .say = numeri_say,
    .tell = numeri_tell,
    .show = numeri_show,
    .touch = numeri_touch,
    .dice = numeri_dice,
    .why = numeri_why,
    .facts = numeri_facts,
};
