/*
 * What a table needs to know of the moves and pieces of a game: what a move
 * gains, which dice make it, and why a piece cannot be touched.
 */
#include "parlour.h"

static bool can_pass(const struct pl_game *game, const union pl_state *state,
                     int seat)
{
    pl_move list[PL_MOVES];
    int n = game->moves(game, state, seat, list);

    for (int i = 0; i < n; i++)
        if (list[i] == game->pass)
            return true;
    return false;
}

void pl_look_ahead(const struct pl_game *game, union pl_state *state, int seat,
                   pl_move move)
{
    enum { PASSES = 64 };

    game->play(game, state, seat, move);
    for (int i = 0; i < PASSES; i++) {
        struct pl_turn turn = game->turn(game, state);
        int other = pl_lowest(turn.seats | 1u << PL_SEATS);

        if (turn.what != PL_DECIDE || (turn.seats >> seat & 1) ||
            !can_pass(game, state, other))
            return;
        game->play(game, state, other, game->pass);
    }
}

static int points_of(const struct pl_game *game, const union pl_state *state,
                     int seat)
{
    struct pl_result result;

    game->score(game, state, &result);
    return result.points[seat];
}

int pl_answers(const struct pl_game *game, const union pl_state *view, int seat,
               struct pl_answer out[])
{
    pl_move list[PL_MOVES];
    int n = game->moves(game, view, seat, list);
    int before = points_of(game, view, seat);

    for (int i = 0; i < n; i++) {
        union pl_state after = *view;

        pl_look_ahead(game, &after, seat, list[i]);
        out[i] = (struct pl_answer){
            .move = list[i],
            .dice = (uint8_t)(game->dice ? game->dice(game, view, seat, list[i])
                                         : 0),
            .gain = (int16_t)(points_of(game, &after, seat) - before)};
    }
    return n;
}

/* Whether a move of the seat takes the piece, or one that is alike. */
static bool can_touch(const struct pl_game *game, const union pl_state *view,
                      int seat, const struct pl_piece *piece)
{
    pl_move list[PL_MOVES];
    int n = game->moves(game, view, seat, list);

    for (int i = 0; i < n; i++) {
        struct pl_touch touch = {0};

        game->touch(game, view, seat, list[i], &touch);
        for (int k = 0; k < touch.count; k++)
            if (touch.piece[k] == piece->id || touch.piece[k] == piece->alike)
                return true;
    }
    return false;
}

static const struct pl_piece *find_piece(const struct pl_scene *scene,
                                         uint16_t id)
{
    for (int i = 0; i < scene->pieces; i++)
        if (scene->piece[i].id == id)
            return &scene->piece[i];
    return NULL;
}

/* Why the seat cannot touch anything; false: it is asked. */
static bool why_nothing(const struct pl_game *game, const union pl_state *view,
                        int seat, struct pl_message *out)
{
    struct pl_turn turn = game->turn(game, view);

    if (turn.what == PL_OVER)
        *out = PL_SAY("why.over");
    else if (turn.what == PL_CHANCE)
        *out = PL_TELL(turn.whose, "why.roll");
    else if (seat < 0 || !(turn.seats >> seat & 1))
        *out = PL_TELL(pl_lowest(turn.seats), "why.wait");
    else
        return false;
    return true;
}

bool pl_why(const struct pl_game *game, const union pl_state *view, int seat,
            uint16_t piece, struct pl_message *out)
{
    static const struct pl_scene nothing;
    struct pl_scene scene = nothing;
    const struct pl_piece *found;
    int owner;

    game->show(game, view, seat, &scene);
    found = find_piece(&scene, piece);
    if (piece == 0 || !found)
        return false;
    if (why_nothing(game, view, seat, out))
        return true;
    if (can_touch(game, view, seat, found))
        return false;
    owner = scene.area[found->area].seat;
    if (owner >= 0 && owner != seat)
        *out = PL_TELL(owner, "why.others");
    else
        game->why(game, view, seat, piece, out);
    return true;
}
