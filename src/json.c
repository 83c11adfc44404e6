/* A view as JSON: the turn, the points and the pieces that this seat sees. */
#include "parlour_match.h"

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

static void add_string(struct pl_buffer *out, const char *key, const char *s)
{
    pl_add(out, "\"");
    pl_add(out, key);
    pl_add(out, "\":\"");
    pl_add(out, s);
    pl_add(out, "\"");
}

static void add_number(struct pl_buffer *out, const char *key, int n)
{
    pl_add(out, ",\"");
    pl_add(out, key);
    pl_add(out, "\":");
    pl_add_number(out, n);
}

/* The set bits, as numbers or by their names. */
static void add_bits(struct pl_buffer *out, const char *key, unsigned bits,
                     const char *const *name)
{
    const char *comma = "";

    pl_add(out, ",\"");
    pl_add(out, key);
    pl_add(out, "\":[");
    for (int i = 0; bits >> i; i++) {
        if (!(bits >> i & 1))
            continue;
        pl_add(out, comma);
        comma = ",";
        if (!name) {
            pl_add_number(out, i);
            continue;
        }
        pl_add(out, "\"");
        pl_add(out, name[i]);
        pl_add(out, "\"");
    }
    pl_add(out, "]");
}

static void add_area(struct pl_buffer *out, const struct pl_area *area)
{
    pl_add(out, "{");
    add_string(out, "role", role[area->role]);
    pl_add(out, ",");
    add_string(out, "flow", flow[area->flow]);
    if (area->seat >= 0)
        add_number(out, "seat", area->seat);
    add_number(out, "width", area->width);
    add_number(out, "height", area->height);
    if (area->title) {
        pl_add(out, ",");
        add_string(out, "title", area->title);
    }
    pl_add(out, "}");
}

static void add_piece(struct pl_buffer *out, const struct pl_piece *piece)
{
    pl_add(out, "{");
    add_string(out, "kind", kind[piece->kind]);
    add_number(out, "area", piece->area);
    add_number(out, "x", piece->x);
    add_number(out, "y", piece->y);
    add_number(out, "w", piece->w);
    add_number(out, "h", piece->h);
    if (piece->id)
        add_number(out, "id", piece->id);
    if (piece->alike)
        add_number(out, "alike", piece->alike);
    pl_add(out, ",");
    add_string(out, "colour", colour[piece->colour]);
    if (piece->sign) {
        pl_add(out, ",");
        add_string(out, "sign", sign[piece->sign]);
    }
    add_bits(out, "marks", piece->marks, mark);
    if (piece->seat >= 0)
        add_number(out, "seat", piece->seat);
    if (piece->value != PL_NO_VALUE)
        add_number(out, "value", piece->value);
    if (piece->label) {
        pl_add(out, ",");
        add_string(out, "label", piece->label);
    }
    pl_add(out, "}");
}

static void add_points(struct pl_buffer *out, const struct pl_game *game,
                       const union pl_state *view, int seats)
{
    struct pl_result result;

    game->score(view, &result);
    pl_add(out, ",\"points\":[");
    for (int seat = 0; seat < seats; seat++) {
        pl_add(out, seat ? "," : "");
        pl_add_number(out, result.points[seat]);
    }
    pl_add(out, "]");
}

void pl_view_json(const struct pl_match *match, int seat, struct pl_buffer *out)
{
    const struct pl_game *game = match->game;
    static const struct pl_scene nothing;
    struct pl_scene scene = nothing;
    union pl_state view;
    struct pl_turn turn;

    pl_match_view(match, seat, &view);
    turn = game->turn(&view);
    game->show(&view, seat == PL_ALL ? -1 : seat, &scene);
    pl_add(out, "{");
    add_string(out, "game", game->id);
    add_number(out, "seats", match->setup.seats);
    pl_add(out, ",");
    add_string(out, "turn", what[turn.what]);
    add_bits(out, "asked", turn.what == PL_DECIDE ? turn.seats : 0, NULL);
    add_bits(out, "answered", pl_match_answered(match), NULL);
    add_points(out, game, &view, match->setup.seats);
    pl_add(out, ",\"areas\":[");
    for (int i = 0; i < scene.areas; i++) {
        pl_add(out, i ? "," : "");
        add_area(out, &scene.area[i]);
    }
    pl_add(out, "],\"pieces\":[");
    for (int i = 0; i < scene.pieces; i++) {
        pl_add(out, i ? "," : "");
        add_piece(out, &scene.piece[i]);
    }
    pl_add(out, "]}");
}
