/* A view as JSON: the turn, the points and the pieces that this seat sees; and
 * the options of a set-up. */
#include "parlour_json.h"

#include <string.h>

static const char *const role[] = {"throw", "sheet",  "board",
                                   "hand",  "supply", "choices"};
static const char *const flow[] = {"grid", "wrap", "path"};
static const char *const kind[] = {"box",   "cube",    "card",   "token",
                                   "label", "counter", "action", "value"};
static const char *const colour[] = {"plain", "white", "red",    "yellow",
                                     "green", "blue",  "purple", "orange"};
static const char *const sign[] = {
    "",      "star",  "big_star", "lock",   "coin",   "bang",
    "joker", "plus",  "minus",    "times",  "equals", "less",
    "more",  "arrow", "cross",    "pencil", "finish", "back"};
static const char *const mark[] = {"crossed", "circled", "lost",  "filled",
                                   "shaded",  "used",    "backed"};
static const char *const what[] = {"over", "chance", "decide"};

static void add_area(struct pl_buffer *out, const struct pl_area *area)
{
    pl_json_open(out, NULL, "{");
    pl_json_text(out, "role", role[area->role]);
    pl_json_text(out, "flow", flow[area->flow]);
    if (area->seat >= 0)
        pl_json_number(out, "seat", area->seat);
    pl_json_number(out, "width", area->width);
    pl_json_number(out, "height", area->height);
    if (area->title)
        pl_json_text(out, "title", area->title);
    pl_json_close(out, "}");
}

static void add_piece(struct pl_buffer *out, const struct pl_piece *piece)
{
    pl_json_open(out, NULL, "{");
    pl_json_text(out, "kind", kind[piece->kind]);
    pl_json_number(out, "area", piece->area);
    pl_json_number(out, "x", piece->x);
    pl_json_number(out, "y", piece->y);
    pl_json_number(out, "w", piece->w);
    pl_json_number(out, "h", piece->h);
    if (piece->id)
        pl_json_number(out, "id", piece->id);
    if (piece->alike)
        pl_json_number(out, "alike", piece->alike);
    pl_json_text(out, "colour", colour[piece->colour]);
    if (piece->sign)
        pl_json_text(out, "sign", sign[piece->sign]);
    pl_json_bits(out, "marks", piece->marks, mark);
    if (piece->seat >= 0)
        pl_json_number(out, "seat", piece->seat);
    if (piece->value != PL_NO_VALUE)
        pl_json_number(out, "value", piece->value);
    if (piece->label)
        pl_json_text(out, "label", piece->label);
    pl_json_close(out, "}");
}

static void add_points(struct pl_buffer *out, const struct pl_game *game,
                       const union pl_state *view, int seats)
{
    struct pl_result result;

    game->score(game, view, &result);
    pl_json_open(out, "points", "[");
    for (int seat = 0; seat < seats; seat++)
        pl_json_number(out, NULL, result.points[seat]);
    pl_json_close(out, "]");
}

void pl_json_options(struct pl_buffer *out, const char *key,
                     const struct pl_game *game, const struct pl_setup *setup)
{
    struct pl_setting setting;

    pl_json_open(out, key, "{");
    for (int i = 0; pl_setting(game, setup, i, &setting); i++)
        pl_json_text(out, setting.name, setting.value.s);
    pl_json_close(out, "}");
}

void pl_json_signs(struct pl_buffer *out, const char *key,
                   const struct pl_game *game)
{
    pl_json_open(out, key, "{");
    for (int i = 0; i < PL_SIGNS; i++)
        if (game->sign[i])
            pl_json_text(out, sign[i], game->sign[i]);
    pl_json_close(out, "}");
}

/* --- What is new --------------------------------------------------------- */

/* A list that follows from one that is known: numbers stand for what is not
 * written, n for the next n that stay, -n for the next n that are gone. */
struct diff {
    struct pl_buffer *out;
    int at, stay; /* place in the known list; so many stay, not yet written */
};

static void write_stay(struct diff *diff)
{
    if (diff->stay > 0)
        pl_json_number(diff->out, NULL, diff->stay);
    diff->stay = 0;
}

/* The next one is that of the known list; -1: a new one. */
static bool stays(struct diff *diff, int known)
{
    if (known != diff->at)
        write_stay(diff);
    if (known < 0)
        return false;
    if (known > diff->at)
        pl_json_number(diff->out, NULL, diff->at - known);
    diff->at = known + 1;
    diff->stay++;
    return true;
}

static bool same_area(const struct pl_area *a, const struct pl_area *b)
{
    return a->role == b->role && a->flow == b->flow && a->seat == b->seat &&
           a->width == b->width && a->height == b->height &&
           a->title == b->title;
}

/* to: where each known area is now, or -1. */
static void add_areas(struct pl_buffer *out, const struct pl_scene *scene,
                      const struct pl_scene *known, int to[PL_AREAS])
{
    struct diff diff = {.out = out};
    int count = known ? known->areas : 0;

    for (int i = 0; i < count; i++)
        to[i] = -1;
    pl_json_open(out, "areas", "[");
    for (int i = 0; i < scene->areas; i++) {
        int found = diff.at;

        while (found < count &&
               !same_area(&known->area[found], &scene->area[i]))
            found++;
        if (stays(&diff, found < count ? found : -1))
            to[found] = i;
        else
            add_area(out, &scene->area[i]);
    }
    write_stay(&diff);
    pl_json_close(out, "]");
}

static bool same_piece(const struct pl_piece *a, const struct pl_piece *b)
{
    return a->id == b->id && a->alike == b->alike && a->kind == b->kind &&
           a->x == b->x && a->y == b->y && a->w == b->w && a->h == b->h &&
           a->colour == b->colour && a->sign == b->sign &&
           a->marks == b->marks && a->seat == b->seat && a->value == b->value &&
           a->label == b->label;
}

static void add_pieces(struct pl_buffer *out, const struct pl_scene *scene,
                       const struct pl_scene *known, const int to[PL_AREAS])
{
    struct diff diff = {.out = out};
    int count = known ? known->pieces : 0;

    pl_json_open(out, "pieces", "[");
    for (int i = 0; i < scene->pieces; i++) {
        const struct pl_piece *piece = &scene->piece[i];
        int found = diff.at;

        while (found < count && (to[known->piece[found].area] != piece->area ||
                                 !same_piece(&known->piece[found], piece)))
            found++;
        if (!stays(&diff, found < count ? found : -1))
            add_piece(out, piece);
    }
    write_stay(&diff);
    pl_json_close(out, "]");
}

void pl_state_json(const struct pl_match *match, const union pl_state *view,
                   int seat, const struct pl_scene *known,
                   struct pl_scene *scene, struct pl_buffer *out)
{
    const struct pl_game *game = match->game;
    struct pl_turn turn = game->turn(game, view);
    int to[PL_AREAS];

    memset(scene, 0, sizeof *scene);
    game->show(game, view, seat == PL_ALL ? -1 : seat, scene);
    pl_json_open(out, NULL, "{");
    pl_json_text(out, "game", game->id);
    pl_json_number(out, "seats", match->setup.seats);
    pl_json_text(out, "turn", what[turn.what]);
    pl_json_bits(out, "asked", turn.what == PL_DECIDE ? turn.seats : 0, NULL);
    pl_json_bits(out, "answered", pl_match_answered(match), NULL);
    add_points(out, game, view, match->setup.seats);
    add_areas(out, scene, known, to);
    add_pieces(out, scene, known, to);
    pl_json_close(out, "}");
}

void pl_view_json(const struct pl_match *match, int seat, struct pl_buffer *out)
{
    struct pl_scene scene;
    union pl_state view;

    pl_match_view(match, seat, &view);
    pl_state_json(match, &view, seat, NULL, &scene, out);
}
