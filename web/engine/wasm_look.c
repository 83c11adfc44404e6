/*
 * A look at a match from a seat: the view, what the seat may do, and what is
 * new since the last look.
 */
#include "wasm.h"

#include <stdlib.h>
#include <string.h>

/* --- What a seat sees ---------------------------------------------------- */

static void view_of(const struct pl_match *m, const union pl_state *state,
                    int seat, union pl_state *view)
{
    *view = *state;
    if (m->game->hide)
        m->game->hide(m->game, view, seat);
}

/* A move by its name and in words, to be read in the view of its seat. */
static void add_choice(const struct pl_match *m, const union pl_state *view,
                       int seat, pl_move move)
{
    struct pl_message say;
    struct pl_text name = {0};

    m->game->name(m->game, view, move, &name);
    m->game->say(m->game, view, seat, move, &say);
    pl_json_text(&out, "name", name.s);
    pl_json_message(&out, "say", &say);
    if (move == m->game->pass)
        pl_json_bool(&out, "pass", true);
}

/* Without what says nothing: 0, false. */
static void add_move(const struct pl_match *m, const union pl_state *view,
                     int seat, const struct pl_answer *answer)
{
    struct pl_touch touch = {0};

    m->game->touch(m->game, view, seat, answer->move, &touch);
    pl_json_open(&out, NULL, "{");
    pl_json_number(&out, "move", answer->move);
    add_choice(m, view, seat, answer->move);
    if (answer->gain)
        pl_json_number(&out, "gain", answer->gain);
    if (answer->dice)
        pl_json_number(&out, "dice", answer->dice);
    if (touch.ordered)
        pl_json_bool(&out, "ordered", true);
    pl_json_open(&out, "touch", "[");
    for (int i = 0; i < touch.count; i++)
        pl_json_number(&out, NULL, touch.piece[i]);
    pl_json_close(&out, "]}");
}

static void add_moves(const struct pl_match *m, const union pl_state *view,
                      int seat)
{
    struct pl_turn turn = m->game->turn(m->game, view);
    struct pl_answer answer[PL_MOVES];
    int n = 0;

    if (seat >= 0 && turn.what == PL_DECIDE && (turn.seats >> seat & 1))
        n = pl_answers(m->game, view, seat, answer);
    pl_json_open(&out, "moves", "[");
    for (int i = 0; i < n; i++)
        add_move(m, view, seat, &answer[i]);
    pl_json_close(&out, "]");
}

static void add_parts(const struct pl_match *m, const union pl_state *view)
{
    pl_json_open(&out, "parts", "[");
    for (int s = 0; s < m->setup.seats; s++) {
        struct pl_part part[PL_PARTS];
        int n = m->game->parts(m->game, view, s, part);

        pl_json_open(&out, NULL, "[");
        for (int i = 0; i < n; i++) {
            pl_json_open(&out, NULL, "{");
            pl_json_text(&out, "id", part[i].id);
            pl_json_number(&out, "points", part[i].points);
            pl_json_close(&out, "}");
        }
        pl_json_close(&out, "]");
    }
    pl_json_close(&out, "]");
}

static void add_told(const struct pl_game *game, const union pl_state *before,
                     const union pl_state *after)
{
    struct pl_message told[PL_MESSAGES];
    int n = game->tell(game, before, after, told);

    pl_json_open(&out, "told", "[");
    for (int i = 0; i < n; i++)
        pl_json_message(&out, NULL, &told[i]);
    pl_json_close(&out, "]");
}

/* A view, as far as it is not known from the last look. */
static void add_view(int handle, const union pl_state *view, int seat,
                     struct pl_scene *now)
{
    pl_json_key(&out, "view");
    pl_state_json(at(handle), view, seat, known[handle].scene, now, &out);
}

const char *match_preview(int handle, int seat, int move)
{
    const struct pl_match *m = at(handle);
    union pl_state before, after;
    struct pl_scene scene;

    view_of(m, &m->asked, seat, &before);
    after = before;
    pl_look_ahead(m->game, &after, seat, (pl_move)move);
    begin();
    pl_json_open(&out, NULL, "{");
    add_view(handle, &after, seat, &scene);
    add_told(m->game, &before, &after);
    pl_json_close(&out, "}");
    return out.s;
}

/* Why a seat cannot touch a piece; null: it can, or there is no such piece. */
const char *match_why(int handle, int seat, int piece)
{
    const struct pl_match *m = at(handle);
    struct pl_message reason;
    union pl_state view;

    pl_match_view(m, seat, &view);
    begin();
    if (pl_why(m->game, &view, seat, (uint16_t)piece, &reason))
        pl_json_message(&out, NULL, &reason);
    else
        pl_json_null(&out, NULL);
    return out.s;
}

/* --- What happened ------------------------------------------------------- */

static void add_faces(const struct pl_game *game, const struct pl_step *step,
                      const union pl_state *before)
{
    struct pl_chance chance;

    game->chance(game, before, &chance);
    pl_json_bool(&out, "draw", chance.total > 0);
    pl_json_open(&out, "dice", "[");
    for (int i = 0; i < step->count; i++) {
        pl_json_open(&out, NULL, "{");
        pl_json_text(&out, "name", chance.die[i]->name);
        pl_json_text(&out, "face", chance.die[i]->face[step->face[i]]);
        pl_json_close(&out, "}");
    }
    pl_json_close(&out, "]");
}

/* The ids of the dice that made a move, as they lay before it. */
static void add_dice(const struct pl_match *m, const union pl_state *view,
                     const struct pl_step *step)
{
    static struct pl_scene scene;
    unsigned dice = m->game->dice
                        ? m->game->dice(m->game, view, step->seat, step->move)
                        : 0;

    if (!dice)
        return;
    memset(&scene, 0, sizeof scene);
    m->game->show(m->game, view, step->seat, &scene);
    pl_json_open(&out, "by", "[");
    for (int i = 0; i < scene.pieces; i++) {
        const struct pl_piece *piece = &scene.piece[i];

        if (piece->kind != PL_CUBE || scene.area[piece->area].role != PL_THROW)
            continue;
        if (dice & 1)
            pl_json_number(&out, NULL, piece->id);
        dice >>= 1;
    }
    pl_json_close(&out, "]");
}

static void add_played(const struct pl_match *m, const struct pl_step *step,
                       const union pl_state *before)
{
    union pl_state view;

    view_of(m, before, step->seat, &view);
    add_choice(m, &view, step->seat, step->move);
    add_dice(m, &view, step);
}

void add_step(const struct pl_match *m, const struct pl_step *step, bool seen,
              int seat, const union pl_state *before,
              const union pl_state *after)
{
    struct pl_result result;
    union pl_state was, is;

    view_of(m, before, seat, &was);
    view_of(m, after, seat, &is);
    m->game->score(m->game, &is, &result);
    pl_json_open(&out, NULL, "{");
    pl_json_number(&out, "seat", step->what == PL_DECIDE ? step->seat : -1);
    pl_json_bool(&out, "seen", seen);
    if (seen && step->what == PL_CHANCE)
        add_faces(m->game, step, before);
    else if (seen)
        add_played(m, step, before);
    add_told(m->game, &was, &is);
    pl_json_open(&out, "points", "[");
    for (int s = 0; s < m->setup.seats; s++)
        pl_json_number(&out, NULL, result.points[s]);
    pl_json_close(&out, "]}");
}

static void remember(int handle, const struct pl_scene *scene)
{
    struct pl_scene **last = &known[handle].scene;

    if (!*last)
        *last = malloc(sizeof **last);
    pl_assert(*last);
    **last = *scene;
}

/* The steps from one on: what the seat may know of them. They are played again
 * from where the last look left off, but for answers that may still change. */
static void add_steps(int handle, int seat, size_t from)
{
    const struct pl_match *m = at(handle);
    struct pl_replay *told = &known[handle].told, replay;
    const struct pl_step *step;

    if (!told->match || told->steps > from)
        pl_replay_start(told, m);
    pl_replay_to(told, from);
    pl_json_open(&out, "steps", "[");
    for (replay = *told; (step = pl_replay_next(&replay));) {
        add_step(m, step, pl_match_may_see(m, replay.steps - 1, seat), seat,
                 &replay.before, &replay.state);
        if (replay.steps <= m->question)
            *told = replay;
    }
    pl_json_close(&out, "]");
}

/* What a seat sees, may do and has not heard of: the steps from one on, or none
 * if it is below 0. */
const char *match_look(int handle, int seat, int from)
{
    const struct pl_match *m = at(handle);
    struct pl_message ask = PL_SAY("");
    struct pl_result result;
    union pl_state view;
    struct pl_scene scene;

    pl_match_view(m, seat, &view);
    m->game->ask(m->game, &view, seat, &ask);
    m->game->score(m->game, &view, &result);
    begin();
    pl_json_open(&out, NULL, "{");
    add_view(handle, &view, seat, &scene);
    pl_json_message(&out, "ask", &ask);
    add_moves(m, &view, seat);
    add_parts(m, &view);
    pl_json_bits(&out, "winners", result.winners, NULL);
    pl_json_bool(&out, "aborted", result.aborted);
    if (from >= 0)
        add_steps(handle, seat, (size_t)from);
    pl_json_close(&out, "}");
    remember(handle, &scene);
    return out.s;
}
