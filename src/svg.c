/*
 * A table drawn from its pieces, as SVG: every game alike, none by name.
 *
 * Areas stand on papers; a grid's boxes are UNIT wide, a row of loose pieces
 * wraps, a path folds like a snake. A coloured piece tints its whole cell, so
 * that neighbours of one colour grow together into a row or a column.
 */
#include "svg.h"
#include "parlour_match.h"

#include <stdarg.h>
#include <stdio.h>

enum {
    UNIT = 38,
    PAD = 14,
    GAP = 14,
    FOLD = 13,
    PAGE = 1120,
    LEAST = 560,
    HEAD = 46
};

struct tone {
    const char *full, *tint, *text;
};

static const struct tone tones[] = {
    [PL_PLAIN] = {"#8a8f98", "", "#20242c"},
    [PL_WHITE] = {"#8a8f98", "#eceef0", "#20242c"},
    [PL_RED] = {"#c8372d", "#f6d9d4", "#8f1f17"},
    [PL_YELLOW] = {"#d99f00", "#f9ebc4", "#6b4e00"},
    [PL_GREEN] = {"#2f8a57", "#d8eadd", "#1c5a38"},
    [PL_BLUE] = {"#2b67b1", "#d8e2ee", "#1b4679"},
    [PL_PURPLE] = {"#7d4ba3", "#e8dcf0", "#54307a"},
    [PL_ORANGE] = {"#d9731a", "#fbe3cc", "#8a4300"},
};

struct place { /* of a piece on the page */
    int x, y, w, h;
};

struct pen {
    struct pl_buffer *out;
    const struct pl_language *language;
    const struct pl_names *name;
};

static void put(struct pen *pen, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put(struct pen *pen, const char *format, ...)
{
    char text[1024];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pl_add(pen->out, text);
}

static void put_escaped(struct pen *pen, const char *s)
{
    for (; *s; s++)
        switch (*s) {
        case '<':
            pl_add(pen->out, "&lt;");
            break;
        case '>':
            pl_add(pen->out, "&gt;");
            break;
        case '&':
            pl_add(pen->out, "&amp;");
            break;
        default:
            pl_add_bytes(pen->out, s, 1);
        }
}

/* Text that is made smaller until it fits into its width. */
static void put_text(struct pen *pen, const char *s, struct place p, int size,
                     const char *style)
{
    int room = p.w * 100 / (pl_columns(s) * 58 + 1);

    if (size > room)
        size = room > 7 ? room : 7;
    put(pen, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" %s>", p.x, p.y, size,
        style);
    put_escaped(pen, s);
    put(pen, "</text>\n");
}

static void put_centred(struct pen *pen, const char *s, struct place p,
                        int size, const char *style)
{
    char all[128];

    snprintf(all, sizeof all, "text-anchor=\"middle\" %s", style);
    put_text(pen, s,
             (struct place){p.x + p.w / 2, p.y + p.h / 2 + size * 36 / 100, p.w,
                            p.h},
             size, all);
}

static void put_shape(struct pen *pen, const char *path, struct place p,
                      int size, const char *fill)
{
    pl_assert(path);
    put(pen,
        "<path transform=\"translate(%d %d) scale(%.2f)\" fill=\"%s\" "
        "fill-rule=\"evenodd\" d=\"%s\"/>\n",
        p.x + (p.w - size) / 2, p.y + (p.h - size) / 2, size / 20.0, fill,
        path);
}

static void label_of(const struct pen *pen, const char *id,
                     struct pl_buffer *text)
{
    pl_words(pen->language, &PL_SAY(id), NULL, text);
}

static struct place inset(struct place p, int by)
{
    return (struct place){p.x + by, p.y + by, p.w - 2 * by, p.h - 2 * by};
}

static void put_rect(struct pen *pen, struct place p, int radius,
                     const char *fill, const char *stroke)
{
    put(pen,
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" "
        "fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\"/>\n",
        p.x, p.y, p.w, p.h, radius, fill, stroke);
}

/* --- One function a kind of piece ---------------------------------------- */

static void draw_marks(struct pen *pen, const struct pl_piece *piece,
                       struct place p)
{
    struct place in = inset(p, p.w > p.h ? p.h / 4 : p.w / 4);

    if (piece->marks & PL_CROSSED)
        put(pen,
            "<path d=\"M%d %dL%d %dM%d %dL%d %d\" stroke=\"#20242c\" "
            "stroke-width=\"3.4\" stroke-linecap=\"round\"/>\n",
            in.x, in.y, in.x + in.w, in.y + in.h, in.x + in.w, in.y, in.x,
            in.y + in.h);
    if (piece->marks & PL_CIRCLED)
        put(pen,
            "<ellipse cx=\"%d\" cy=\"%d\" rx=\"%d\" ry=\"%d\" fill=\"none\" "
            "stroke=\"#20242c\" stroke-width=\"2.6\"/>\n",
            p.x + p.w / 2, p.y + p.h / 2, p.w / 2 - 4, p.h / 2 - 4);
}

/* A number, a sign or a label; a number beside a sign. */
static void draw_content(struct pen *pen, const struct pl_piece *piece,
                         struct place p, int size, const char *ink)
{
    struct pl_buffer text = {0};
    char style[64];

    snprintf(style, sizeof style, "font-weight=\"700\" fill=\"%s\"", ink);
    if (piece->sign) {
        struct place at = p;
        bool both = piece->value != PL_NO_VALUE || piece->label;

        if (both && p.w >= p.h * 3 / 2)
            at.w = p.h;
        else if (both)
            at.h = p.h * 6 / 10;
        put_shape(pen, pl_svg_sign[piece->sign], at,
                  at.w < at.h ? at.w * 6 / 10 : at.h * 7 / 10, ink);
        if (both && p.w >= p.h * 3 / 2) {
            p.x += p.h * 3 / 4;
            p.w -= p.h * 3 / 4;
        } else if (both) {
            p.y += p.h * 5 / 10;
            p.h -= p.h * 5 / 10;
            size = size * 7 / 10;
        }
    }
    if (piece->label)
        label_of(pen, piece->label, &text);
    if (piece->value != PL_NO_VALUE) {
        if (text.length)
            pl_add(&text, piece->kind == PL_COUNTER ? ": " : " ");
        pl_words_number(piece->value, &text);
    }
    if (text.length)
        put_centred(pen, text.s, p, size, style);
    pl_buffer_free(&text);
}

/* Nothing on it but its colour, which then shows its shape as well. */
static bool is_blank(const struct pl_piece *piece)
{
    return !piece->label && piece->value == PL_NO_VALUE && !piece->sign;
}

/* A square of a path is taller than wide. */
static bool is_square(struct place p)
{
    return p.h > p.w * 5 / 4;
}

static void draw_box(struct pen *pen, const struct pl_piece *piece,
                     struct place p)
{
    const struct tone *tone = &tones[piece->colour];
    struct place in = inset(p, 3), text = in;
    bool start =
        is_square(p) && piece->marks & PL_SHADED && piece->colour > PL_WHITE;
    const char *fill = start                      ? tone->text
                       : piece->marks & PL_SHADED ? "#e7e3d6"
                       : piece->marks & PL_FILLED
                           ? tone->tint[0] ? tone->tint : "#efece2"
                           : "#fffefa";

    put(pen, "<g%s>\n", piece->marks & PL_LOST ? " opacity=\"0.38\"" : "");
    put_rect(pen, in, 7, fill, tone->full);
    if (is_blank(piece) && piece->colour > PL_WHITE)
        put_shape(pen, pl_svg_colour[piece->colour], in, in.h * 36 / 100,
                  tone->full);
    if (is_square(p))
        text.h = in.h * 45 / 100; /* the rest is for a token */
    draw_content(pen, piece, text, 16,
                 start                      ? "#fff"
                 : piece->marks & PL_FILLED ? "#20242c"
                                            : tone->text);
    draw_marks(pen, piece, in);
    put(pen, "</g>\n");
}

static bool is_white(const struct pl_piece *piece)
{
    return piece->colour == PL_WHITE || piece->colour == PL_PLAIN;
}

/* What is read on a piece of full colour. */
static const char *ink_on(const struct pl_piece *piece)
{
    return is_white(piece) || piece->colour == PL_YELLOW ? "#20242c" : "#fff";
}

static void draw_pips(struct pen *pen, int value, struct place p,
                      const char *ink)
{
    static const uint16_t pips[] = {0,     0x010, 0x101, 0x111,
                                    0x145, 0x155, 0x16d};

    for (int i = 0; i < 9; i++)
        if (pips[value] >> i & 1)
            put(pen, "<circle cx=\"%d\" cy=\"%d\" r=\"3.4\" fill=\"%s\"/>\n",
                p.x + p.w * (1 + i % 3) / 4, p.y + p.h * (1 + i / 3) / 4, ink);
}

static void draw_cube(struct pen *pen, const struct pl_piece *piece,
                      struct place p)
{
    const struct tone *tone = &tones[piece->colour];
    const char *ink = ink_on(piece);

    put(pen, "<g%s>\n", piece->marks & PL_USED ? " opacity=\"0.3\"" : "");
    put_rect(pen, inset(p, 2), 9, is_white(piece) ? "#fff" : tone->full,
             tone->full);
    if (piece->sign)
        put_shape(pen, pl_svg_sign[piece->sign], p, 22, ink);
    else if (piece->value > 0 && piece->value <= 6)
        draw_pips(pen, piece->value, inset(p, 3), ink);
    put(pen, "</g>\n");
}

static void draw_card(struct pen *pen, const struct pl_piece *piece,
                      struct place p)
{
    const struct tone *tone = &tones[piece->colour];
    struct place in = inset(p, 2);

    if (piece->marks & PL_BACKED) {
        put_rect(pen, in, 6, "#5d6b7a", "#434e5a");
        put_rect(pen, inset(in, 5), 4, "#6d7c8c", "#8a98a8");
        draw_content(pen, piece, in, 15, "#fff");
        return;
    }
    put_rect(pen, in, 6, is_white(piece) ? "#fff" : tone->full, tone->full);
    draw_content(pen, piece, in, 18, ink_on(piece));
    draw_marks(pen, piece, in);
}

/* Tokens sit on the lower part of their square, so that its number is read. */
static void draw_token(struct pen *pen, const struct pl_piece *piece,
                       struct place p)
{
    const struct tone *tone = &tones[piece->colour];
    int r = p.w * 30 / 100;
    struct place at = {p.x + p.w / 2 - r, p.y + p.h - 2 * r - 3, 2 * r, 2 * r};

    put(pen,
        "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"#fff\" "
        "stroke-width=\"1.5\"/>\n",
        at.x + r, at.y + r, r, tone->full);
    draw_content(pen, piece, at, 13, ink_on(piece));
}

static void draw_label(struct pen *pen, const struct pl_piece *piece,
                       struct place p)
{
    if (is_blank(piece) && piece->colour > PL_WHITE)
        put_shape(pen, pl_svg_colour[piece->colour], p, UNIT * 45 / 100,
                  tones[piece->colour].full);
    else
        draw_content(pen, piece, p, 13, tones[piece->colour].text);
    draw_marks(pen, piece, p);
}

/* Places for all that it takes; those that are not reached yet are pale. */
static void draw_goal(struct pen *pen, const struct pl_piece *piece,
                      struct place p)
{
    for (int i = 0; i < piece->w; i++)
        put_shape(
            pen, pl_svg_sign[piece->sign],
            (struct place){p.x + i * p.w / piece->w, p.y, p.w / piece->w, p.h},
            p.h * 6 / 10,
            i < piece->value ? tones[piece->colour].text : "#dcd7c8");
}

static bool is_goal(const struct pl_piece *piece)
{
    return piece->kind == PL_COUNTER && piece->sign && piece->w > 1;
}

static void draw_counter(struct pen *pen, const struct pl_piece *piece,
                         struct place p)
{
    if (is_goal(piece))
        draw_goal(pen, piece, p);
    else
        draw_label(pen, piece, p);
}

static void draw_button(struct pen *pen, const struct pl_piece *piece,
                        struct place p)
{
    put_rect(pen, inset(p, 3), 10, "#fffefa", "#c9ccd1");
    draw_content(pen, piece, inset(p, 5), 14, tones[piece->colour].text);
}

static void draw_piece(struct pen *pen, const struct pl_piece *piece,
                       struct place p)
{
    switch ((enum pl_kind)piece->kind) {
    case PL_BOX:
        draw_box(pen, piece, p);
        break;
    case PL_CUBE:
        draw_cube(pen, piece, p);
        break;
    case PL_CARD:
        draw_card(pen, piece, p);
        break;
    case PL_TOKEN:
        draw_token(pen, piece, p);
        break;
    case PL_LABEL:
        draw_label(pen, piece, p);
        break;
    case PL_COUNTER:
        draw_counter(pen, piece, p);
        break;
    case PL_ACTION:
    case PL_VALUE:
        draw_button(pen, piece, p);
        break;
    }
}

/* --- Where things go ----------------------------------------------------- */

static int high(const struct pl_piece *piece)
{
    return piece->kind == PL_CARD ? UNIT * 5 / 4 : UNIT;
}

/* How wide a loose piece is: buttons as wide as their words. */
static int wide(const struct pen *pen, const struct pl_piece *piece)
{
    struct pl_buffer text = {0};
    int w = UNIT * piece->w;

    if (is_goal(piece))
        return w * 2 / 3;
    if (piece->label) {
        label_of(pen, piece->label, &text);
        w = pl_columns(text.s) * 8 + 22;
        w += piece->value != PL_NO_VALUE ? 24 : 0;
        w += piece->sign ? 20 : 0;
        pl_buffer_free(&text);
    }
    return w > UNIT * piece->w ? w : UNIT * piece->w;
}

static struct place on_grid(const struct pl_piece *piece)
{
    return (struct place){piece->x * UNIT, piece->y * UNIT, piece->w * UNIT,
                          piece->h * UNIT};
}

static struct place on_path(const struct pl_piece *piece)
{
    int row = piece->x / FOLD, column = piece->x % FOLD;

    if (row % 2)
        column = FOLD - 1 - column;
    return (struct place){column * UNIT, row * UNIT * 3 / 2, UNIT,
                          UNIT * 3 / 2 - 4};
}

/* Puts every piece of an area in its place, relative to the area, and returns
 * the size of the whole. */
static struct place arrange(const struct pen *pen, const struct pl_scene *scene,
                            int area, struct place place[])
{
    const struct pl_area *a = &scene->area[area];
    struct place size = {0};
    int x = 0, y = 0;

    for (int i = 0; i < scene->pieces; i++) {
        const struct pl_piece *piece = &scene->piece[i];
        struct place *p = &place[i];

        if (piece->area != area)
            continue;
        if (a->flow == PL_GRID) {
            *p = on_grid(piece);
        } else if (a->flow == PL_PATH) {
            *p = on_path(piece);
        } else {
            int w = wide(pen, piece);

            if (x > 0 && x + w > FOLD * UNIT) {
                x = 0;
                y += high(piece) + 4;
            }
            *p = (struct place){x, y, w, high(piece)};
            x += w + 4;
        }
        if (p->x + p->w > size.w)
            size.w = p->x + p->w;
        if (p->y + p->h > size.h)
            size.h = p->y + p->h;
    }
    return size;
}

static void title_of(struct pen *pen, const struct pl_area *area,
                     struct pl_buffer *text)
{
    if (area->seat >= 0)
        pl_words(pen->language, &PL_TELL(area->seat, "table.of"), pen->name,
                 text);
    if (area->title) {
        pl_add(text, text->length ? " · " : "");
        label_of(pen, area->title, text);
    }
}

static bool is_tinted(const struct pl_piece *piece)
{
    return tones[piece->colour].tint[0] &&
           (piece->kind == PL_BOX || piece->kind == PL_LABEL);
}

static void draw_paper(struct pen *pen, struct place at)
{
    for (int i = 3; i >= 0; i--)
        put(pen,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"16\" "
            "fill=\"%s\"/>\n",
            at.x, at.y + i, at.w, at.h,
            i ? "#000\" opacity=\"0.03" : "#fdfbf5");
}

static void draw_area(struct pen *pen, const struct pl_scene *scene, int area,
                      const struct place place[], struct place at, int head)
{
    struct pl_buffer title = {0};

    if (scene->area[area].role != PL_THROW &&
        scene->area[area].role != PL_CHOICES)
        draw_paper(pen, at);
    title_of(pen, &scene->area[area], &title);
    if (title.length)
        put_text(pen, title.s,
                 (struct place){at.x + PAD + 2, at.y + 24, at.w - 2 * PAD, 0},
                 14, "font-weight=\"600\" fill=\"#6b7280\"");
    pl_buffer_free(&title);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < scene->pieces; i++) {
            const struct pl_piece *piece = &scene->piece[i];
            struct place p = place[i];

            if (piece->area != area)
                continue;
            p.x += at.x + PAD;
            p.y += at.y + head;
            if (pass == 1)
                draw_piece(pen, piece, p);
            else if (is_tinted(piece))
                put(pen,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                    "fill=\"%s\"/>\n",
                    p.x, p.y, p.w, p.h, tones[piece->colour].tint);
        }
}

/* The first of several areas of one seat. */
static bool begins_a_form(const struct pl_scene *scene, int area)
{
    const struct pl_area *a = &scene->area[area];

    return area > 0 && a->seat >= 0 && a[-1].seat != a->seat &&
           area + 1 < scene->areas && a[1].seat == a->seat;
}

/* Areas fill lines from left to right; the page is as long as it must be. */
static struct place draw_areas(struct pen *pen, const struct pl_scene *scene)
{
    static struct place place[PL_PIECES];
    int x = GAP, y = HEAD + GAP, line = 0, right = LEAST;

    for (int area = 0; area < scene->areas; area++) {
        struct pl_buffer title = {0};
        struct place size = arrange(pen, scene, area, place);
        int head = PAD;
        bool alone = scene->area[area].role == PL_THROW ||
                     scene->area[area].role == PL_BOARD ||
                     scene->area[area].role == PL_CHOICES;

        title_of(pen, &scene->area[area], &title);
        if (title.length)
            head = 34;
        pl_buffer_free(&title);
        size.w += 2 * PAD;
        size.h += head + PAD;
        if (x > GAP &&
            (alone || begins_a_form(scene, area) || x + size.w + GAP > PAGE)) {
            x = GAP;
            y += line + GAP;
            line = 0;
        }
        draw_area(pen, scene, area, place, (struct place){x, y, size.w, size.h},
                  head);
        x += size.w + GAP;
        if (x > right)
            right = x;
        if (size.h > line)
            line = size.h;
        if (alone)
            x = PAGE;
    }
    return (struct place){0, 0, right, y + line + GAP};
}

static void draw(const struct pl_scene *scene,
                 const struct pl_language *language,
                 const struct pl_names *name, const char *title,
                 struct pl_buffer *out)
{
    struct pl_buffer body = {0};
    struct pen pen = {&body, language, name};
    struct place page = draw_areas(&pen, scene);

    pen.out = out;
    put(&pen,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
        "viewBox=\"0 0 %d %d\" font-family=\"system-ui, 'DejaVu Sans', "
        "sans-serif\">\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#e7ecea\"/>\n",
        page.w, page.h, page.w, page.h);
    put_text(&pen, title, (struct place){GAP + 4, 38, page.w - 2 * GAP, 0}, 20,
             "font-weight=\"700\" fill=\"#20242c\"");
    pl_add(out, body.s);
    pl_add(out, "</svg>\n");
    pl_buffer_free(&body);
}

void pl_view_title(const struct pl_game *game, const union pl_state *view,
                   int seat, const struct pl_language *language,
                   const struct pl_names *name, struct pl_buffer *out)
{
    struct pl_message question;
    char id[64];

    game->ask(game, view, seat, &question);
    snprintf(id, sizeof id, "game.%s", game->id);
    pl_words(language, &PL_SAY(id), NULL, out);
    pl_add(out, " · ");
    pl_words(language, &question, name, out);
}

void pl_view_svg(const struct pl_game *game, const union pl_state *view,
                 int seat, const struct pl_language *language,
                 const struct pl_names *name, struct pl_buffer *out)
{
    struct pl_buffer title = {0};
    struct pl_scene scene;

    scene.areas = scene.pieces = 0;
    game->show(game, view, seat, &scene);
    pl_view_title(game, view, seat, language, name, &title);
    draw(&scene, language, name, title.s, out);
    pl_buffer_free(&title);
}
