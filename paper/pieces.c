/* See pieces.h. */
#include "pieces.h"

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Nothing on it but its colour, which then shows its shape as well. */
static bool is_blank(const struct pl_piece *piece)
{
    return !piece->label && piece->value == PL_NO_VALUE && !piece->sign;
}

static bool is_coloured(const struct pl_piece *piece)
{
    return piece->colour > PL_WHITE;
}

static struct pl_buffer words_of(const struct pen *pen,
                                 const struct pl_piece *piece, bool value)
{
    struct pl_buffer text = {0};

    if (piece->label)
        pl_words(pen->language, &PL_SAY(piece->label), NULL, &text);
    if (value && piece->value != PL_NO_VALUE) {
        if (text.length)
            pl_add(&text, " ");
        pl_words_number(piece->value, &text);
    }
    return text;
}

/* --- What people wrote --------------------------------------------------- */

/* Strokes by hand: never twice the same, and always the same for a piece. */
static int shake(const struct pl_piece *piece, unsigned which, int by)
{
    unsigned n = piece->id * 2654435761u + piece->x * 40503u +
                 piece->y * 9176u + which * 2246822519u;

    n ^= n >> 15;
    n *= 2654435761u;
    return (int)(n >> 16 & 0xff) * 2 * by / 255 - by;
}

static void draw_cross(struct pen *pen, const struct pl_piece *piece,
                       struct place p)
{
    struct place in = pen_inset(p, least(p.w, p.h) * 18 / 100);
    int by = least(p.w, p.h) * 6 / 100;

    pen_put(pen,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" "
            "stroke-linecap=\"round\" d=\"",
            pen_paint(pen, PAPER_INK), 60);
    for (unsigned i = 0; i < 2; i++) {
        int x1 = in.x + (i ? in.w : 0), x2 = in.x + (i ? 0 : in.w);

        pen_put(pen, "M%d %dQ%d %d %d %d", x1 + shake(piece, 1u + 8u * i, by),
                in.y + shake(piece, 2u + 8u * i, by),
                in.x + in.w / 2 + shake(piece, 3u + 8u * i, by),
                in.y + in.h / 2 + shake(piece, 4u + 8u * i, by),
                x2 + shake(piece, 5u + 8u * i, by),
                in.y + in.h + shake(piece, 6u + 8u * i, by));
    }
    pen_put(pen, "\"/>\n");
}

static void draw_ring(struct pen *pen, struct place p)
{
    pen_put(pen,
            "<ellipse cx=\"%d\" cy=\"%d\" rx=\"%d\" ry=\"%d\" fill=\"none\" "
            "stroke=\"%s\" stroke-width=\"50\"/>\n",
            p.x + p.w / 2, p.y + p.h / 2, p.w * 42 / 100, p.h * 42 / 100,
            pen_paint(pen, PAPER_INK));
}

static void draw_marks(struct pen *pen, const struct pl_piece *piece,
                       struct place p)
{
    if (piece->marks & PL_CROSSED)
        draw_cross(pen, piece, p);
    if (piece->marks & PL_CIRCLED)
        draw_ring(pen, p);
}

/* --- Content ------------------------------------------------------------- */

/* A sign, and beside or below it a label and a number. */
static void draw_content(struct pen *pen, const struct pl_piece *piece,
                         struct place p, struct style style)
{
    struct pl_buffer text = words_of(pen, piece, true);
    bool wide = p.w >= p.h * 3 / 2;
    struct place at = p;

    if (piece->sign && text.length && wide) {
        at.w = p.h;
        p.x += p.h * 8 / 10;
        p.w -= p.h * 9 / 10;
    } else if (piece->sign && text.length) {
        at.h = p.h * 55 / 100;
        p.y += p.h * 50 / 100;
        p.h = p.h * 44 / 100;
        style.size = least(style.size, p.h * 9 / 10);
    }
    if (piece->sign)
        pen_shape(pen, pl_svg_sign[piece->sign], at,
                  least(at.w, at.h) * (text.length ? 72 : 60) / 100,
                  style.fill);
    if (text.length)
        pen_text(pen, text.s, pen_inset(p, 20), style);
    pl_buffer_free(&text);
}

static struct style style_for(const struct pen *pen,
                              const struct pl_piece *piece, int size)
{
    return (struct style){PAPER_BOLD, size, PAPER_MIDDLE,
                          pen_tone(pen, piece->colour)->text};
}

/* --- Boxes --------------------------------------------------------------- */

void piece_ground(struct pen *pen, const struct pl_piece *piece, struct place p)
{
    if ((piece->kind == PL_LABEL || (piece->kind == PL_BOX && !pen->ink)) &&
        piece->colour != PL_PLAIN)
        pen_tint(pen, p, piece->colour);
}

/* A square of a path is taller than wide: the rest of it is for a token. */
static bool is_square(struct place p)
{
    return p.h > p.w * 13 / 10;
}

/* Where a path begins is dark. */
static bool is_start(const struct pl_piece *piece, struct place p)
{
    return is_square(p) && is_coloured(piece) && piece->marks & PL_SHADED;
}

/* A second line inside: it stands out, also where there is no grey. */
static void draw_shaded(struct pen *pen, const struct pl_piece *piece,
                        struct place in)
{
    if (is_start(piece, in))
        pen_rect(pen, pen_inset(in, 45), 60,
                 pen->ink ? "none" : pen_tone(pen, piece->colour)->text, "#000",
                 pen->ink ? 50 : 0);
    else if (pen->ink)
        pen_rect(pen, pen_inset(in, 45), 60, "none", "#000", 12);
    else if (piece->colour <= PL_WHITE)
        pen_rect(pen, pen_inset(in, 20), 80, "#eceae6", "", 0);
    else
        pen_rect(pen, pen_inset(in, 45), 60, "none",
                 pen_tone(pen, piece->colour)->full, 12);
}

static void draw_struck(struct pen *pen, struct place in)
{
    pen_line(pen, in.x + in.w / 5, in.y + in.h * 7 / 10, in.x + in.w * 4 / 5,
             in.y + in.h * 3 / 10,
             (struct stroke){PAPER_CUT, 35, "stroke-linecap=\"round\""});
}

/* A field of a board, large enough to lay things on. */
static bool is_field(struct place p)
{
    return p.w > 2 * PAPER_BOX;
}

static void draw_field(struct pen *pen, const struct pl_piece *piece,
                       struct place in)
{
    struct place foot = {in.x, in.y + in.h * 62 / 100, in.w, in.h * 34 / 100};

    if (!is_coloured(piece))
        return;
    if (!pen->ink)
        pen_rect(pen, pen_inset(in, 90), 90, pen_tone(pen, piece->colour)->tint,
                 "", 0);
    if (!is_blank(piece))
        pen_shape(pen, pl_svg_colour[piece->colour], foot, foot.h * 60 / 100,
                  pen_tone(pen, piece->colour)->full);
}

/* In the middle of a box that is crossed off, in a corner where a number will
 * be written. */
static void draw_colour(struct pen *pen, const struct pl_piece *piece,
                        struct place in)
{
    const struct tone *tone = pen_tone(pen, piece->colour);
    int size = least(in.w, in.h);

    if (pen->toned && !pen->ink && is_blank(piece))
        pen_rect(pen, in, 110, tone->tint, tone->full, PAPER_LINE);
    if (pen->toned && is_blank(piece))
        pen_shape(pen, pl_svg_colour[piece->colour], in, size * 38 / 100,
                  tone->full);
    else
        pen_shape(pen, pl_svg_colour[piece->colour],
                  (struct place){in.x + 40, in.y + 40, size / 4, size / 4},
                  size * 22 / 100, tone->full);
}

/* A pad has no marks, also where so many players begin with some. */
static void draw_box(struct pen *pen, const struct pl_piece *piece,
                     struct place p, bool to_fill)
{
    const struct tone *tone = pen_tone(pen, piece->colour);
    struct place in = pen_inset(p, PAPER_GAP), text = in;
    int size = least(in.w, in.h);
    struct style style = style_for(pen, piece, size * 46 / 100);

    if (is_square(p))
        text.h = in.h * 50 / 100;
    pen_put(pen, "<g class=\"paper-box\">");
    pen_rect(pen, in, 110, "#fff", tone->full, PAPER_LINE);
    if (is_field(in))
        draw_field(pen, piece, in);
    if (piece->marks & PL_SHADED)
        draw_shaded(pen, piece, in);
    if (is_coloured(piece) &&
        (is_blank(piece) || (pen->ink && !is_field(in) && !piece->sign))) {
        draw_colour(pen, piece, in);
        text.x += size * 10 / 100; /* clear of the corner */
        text.w -= size * 10 / 100;
        text.y += size * 8 / 100;
    }
    if (is_start(piece, in) && !pen->ink)
        style.fill = "#fff";
    draw_content(pen, piece, text, style);
    if (piece->marks & PL_LOST && !(piece->marks & PL_CROSSED))
        draw_struck(pen, in);
    if (!to_fill)
        draw_marks(pen, piece, in);
    pen_put(pen, "</g>\n");
}

/* --- Dice ---------------------------------------------------------------- */

static const char *ink_on(const struct pen *pen, const struct pl_piece *piece)
{
    return pen->ink || piece->colour <= PL_YELLOW
               ? piece->colour == PL_RED && !pen->ink ? "#fff" : PAPER_INK
               : "#fff";
}

static void draw_pips(struct pen *pen, int value, struct place p,
                      const char *ink)
{
    static const uint16_t pips[] = {0,     0x010, 0x101, 0x111,
                                    0x145, 0x155, 0x16d};

    for (int i = 0; i < 9; i++)
        if (pips[value] >> i & 1)
            pen_put(pen, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\"/>\n",
                    p.x + p.w * (1 + i % 3) / 4, p.y + p.h * (1 + i / 3) / 4,
                    p.w * 9 / 100, pen_paint(pen, ink));
}

/* Without colour a die has the shape of its colour in a corner. */
static void draw_cube(struct pen *pen, const struct pl_piece *piece,
                      struct place p)
{
    const struct tone *tone = pen_tone(pen, piece->colour);
    struct place in = pen_inset(p, 40);
    const char *ink = ink_on(pen, piece);

    pen_rect(pen, in, 170,
             pen->ink || !is_coloured(piece) ? "#fff" : tone->full, tone->full,
             PAPER_LINE);
    if (piece->sign)
        pen_shape(pen, pl_svg_sign[piece->sign], in, in.w * 55 / 100, ink);
    else if (piece->value > 0 && piece->value <= 6)
        draw_pips(pen, piece->value, in, ink);
    if (pen->ink && is_coloured(piece))
        pen_shape(pen, pl_svg_colour[piece->colour],
                  (struct place){in.x + in.w - 170, in.y - 60, 230, 230}, 230,
                  "#000");
}

/* --- Labels and counters ------------------------------------------------- */

static void draw_label(struct pen *pen, const struct pl_piece *piece,
                       struct place p)
{
    const struct tone *tone = pen_tone(pen, piece->colour);
    struct place in = pen_inset(p, PAPER_GAP);

    if (is_blank(piece) && is_coloured(piece)) {
        if (pen->ink)
            pen_put(pen,
                    "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" "
                    "fill=\"#fff\"/>\n",
                    p.x + p.w / 2, p.y + p.h / 2, p.h * 36 / 100);
        pen_shape(pen, pl_svg_colour[piece->colour], p,
                  least(p.w, p.h) * 52 / 100, tone->full);
        return;
    }
    if (pen->ink && is_coloured(piece) && !is_blank(piece))
        pen_rect(pen, pen_inset(p, 90), 90, "#fff", "", 0);
    draw_content(pen, piece, in,
                 style_for(pen, piece, least(320, in.h * 58 / 100)));
    draw_marks(pen, piece, in);
}

/* What adds up: its words, and a field to write in or the number. */
static void draw_counter(struct pen *pen, const struct pl_piece *piece,
                         struct place p, bool to_fill)
{
    const struct tone *tone = pen_tone(pen, piece->colour);
    struct pl_buffer text = words_of(pen, piece, false);
    struct place in = pen_inset(p, PAPER_GAP), field = in;
    struct pl_buffer number = {0};
    bool small = false; /* its column says its colour */

    if (text.length) {
        int w = pen_width(text.s, PAPER_BOLD, 300) + 120;

        field.w = in.w - w > in.w * 45 / 100 ? in.w - w : in.w * 45 / 100;
        field.x = in.x + in.w - field.w;
        pen_text(pen, text.s,
                 (struct place){in.x, in.y, in.w - field.w - 80, in.h},
                 (struct style){PAPER_BOLD, 300, PAPER_RIGHT, PAPER_SOFT});
    } else if (in.w < 2 * PAPER_BOX && is_coloured(piece)) {
        small = true;
    } else if (piece->sign || is_coloured(piece)) {
        int w = least(in.h, in.w / 2);

        pen_shape(pen,
                  piece->sign ? pl_svg_sign[piece->sign]
                              : pl_svg_colour[piece->colour],
                  (struct place){in.x, in.y, w, in.h}, w * 55 / 100,
                  tone->full);
        field.x += w;
        field.w -= w;
    }
    pen_rect(pen, field, 90, "#fff", tone->full, 15);
    if (small && pen->ink)
        pen_shape(pen, pl_svg_colour[piece->colour],
                  (struct place){in.x + 30, in.y + 30, 150, 150}, 140, "#000");
    pl_words_number(piece->value == PL_NO_VALUE ? 0 : piece->value, &number);
    if (!to_fill)
        pen_text(pen, number.s, field,
                 (struct style){PAPER_DISPLAY, least(460, field.h * 72 / 100),
                                PAPER_MIDDLE, PAPER_INK});
    pl_buffer_free(&number);
    pl_buffer_free(&text);
}

/* --- Cards and tokens ---------------------------------------------------- */

/* Only a card that lies on a drawn board: a small one. */
static void draw_laid_card(struct pen *pen, const struct pl_piece *piece,
                           struct place p)
{
    const struct tone *tone = pen_tone(pen, piece->colour);
    struct place in = pen_inset(p, PAPER_GAP);

    pen_rect(pen, in, 110,
             pen->ink        ? "#fff"
             : tone->tint[0] ? tone->tint
                             : "#fff",
             tone->full, 60);
    if (piece->marks & PL_BACKED)
        return;
    draw_content(pen, piece, in,
                 style_for(pen, piece, least(in.w, in.h) * 46 / 100));
    draw_marks(pen, piece, in);
}

static void draw_corner(struct pen *pen, const struct pl_piece *piece,
                        struct place in, bool turned)
{
    struct pl_buffer text = words_of(pen, piece, true);
    int side = in.w * 22 / 100;
    struct place at = {in.x + 90, in.y + 90, side, side};

    if (turned)
        pen_put(pen, "<g transform=\"rotate(180 %d %d)\">", in.x + in.w / 2,
                in.y + in.h / 2);
    if (text.length)
        pen_text(pen, text.s, at, style_for(pen, piece, 400));
    at.y += side * 9 / 10;
    if (is_coloured(piece) || (piece->sign && text.length))
        pen_shape(pen,
                  piece->sign ? pl_svg_sign[piece->sign]
                              : pl_svg_colour[piece->colour],
                  at, side * 6 / 10, pen_tone(pen, piece->colour)->full);
    if (turned)
        pen_put(pen, "</g>\n");
    pl_buffer_free(&text);
}

void piece_card(struct pen *pen, const struct pl_piece *piece, struct place p)
{
    const struct tone *tone = pen_tone(pen, piece->colour);
    struct place in = pen_inset(p, 200), face = pen_inset(in, 150);
    struct pl_buffer text = words_of(pen, piece, true);
    int size = in.w * (text.length > 2 ? 34 : 52) / 100;

    pen_put(pen, "<g class=\"paper-card\">\n");
    pen_rect(pen, p, 0, "none", "none", 0);
    if (pen->ink)
        pen_tint(pen, in, piece->colour);
    else
        pen_rect(pen, in, 250, tone->tint[0] ? tone->tint : "#fff", "", 0);
    pen_rect(pen, in, 250, "none", tone->full, 70);
    pen_put(pen,
            "<ellipse cx=\"%d\" cy=\"%d\" rx=\"%d\" ry=\"%d\" "
            "fill=\"#fff\"/>\n",
            p.x + p.w / 2, p.y + p.h / 2, in.w * 40 / 100, in.w * 44 / 100);
    if (piece->sign)
        pen_shape(pen, pl_svg_sign[piece->sign],
                  text.length
                      ? (struct place){face.x, p.y + p.h / 2 - in.w * 42 / 100,
                                       face.w, in.w * 38 / 100}
                      : face,
                  in.w * (text.length ? 32 : 48) / 100, tone->full);
    if (text.length)
        pen_text(
            pen, text.s,
            piece->sign ? (struct place){face.x, p.y + p.h / 2 - in.w * 6 / 100,
                                         face.w, in.w * 46 / 100}
                        : face,
            (struct style){PAPER_DISPLAY, piece->sign ? size * 8 / 10 : size,
                           PAPER_MIDDLE, tone->text});
    draw_corner(pen, piece, in, false);
    draw_corner(pen, piece, in, true);
    pen_put(pen, "</g>\n");
    pl_buffer_free(&text);
}

/* The six signs of the house, in rows that begin with another one each. */
void piece_card_back(struct pen *pen, struct place p)
{
    struct place in = pen_inset(p, 200), net = pen_inset(in, 150);
    int columns = 5, rows = 8;

    pen_put(pen, "<g class=\"paper-back\">\n");
    pen_rect(pen, in, 250, "none", PAPER_SOFT, 70);
    for (int i = 0; i < columns * rows; i++) {
        int column = i % columns, row = i / columns;
        int colour = PL_RED + (column + 4 * row) % 6;

        pen_shape(pen, pl_svg_colour[colour],
                  (struct place){net.x + column * net.w / columns,
                                 net.y + row * net.h / rows, net.w / columns,
                                 net.h / rows},
                  net.w / columns * 52 / 100, pen_tone(pen, colour)->full);
    }
    pen_put(pen, "</g>\n");
}

void piece_token(struct pen *pen, const struct pl_piece *piece, struct place p)
{
    const struct tone *tone =
        pen_tone(pen, piece->colour ? piece->colour : PL_YELLOW);
    int r = least(p.w, p.h) / 2 - (piece->sign == PL_BIG_STAR ? 60 : 220);
    struct place at = {p.x + p.w / 2 - r * 7 / 10, p.y + p.h / 2 - r * 7 / 10,
                       r * 14 / 10, r * 14 / 10};

    pen_put(pen,
            "<g class=\"paper-token\"><circle cx=\"%d\" cy=\"%d\" r=\"%d\" "
            "fill=\"%s\" stroke=\"%s\" stroke-width=\"70\"/>\n",
            p.x + p.w / 2, p.y + p.h / 2, r,
            !pen->ink && tone->tint[0] ? tone->tint : "#fff", tone->full);
    if (is_coloured(piece) && piece->value != PL_NO_VALUE) {
        pen_shape(pen, pl_svg_colour[piece->colour],
                  (struct place){at.x, at.y, at.w, at.h * 4 / 10},
                  at.h * 38 / 100, tone->full);
        at.y += at.h * 36 / 100;
        at.h = at.h * 64 / 100;
    }
    draw_content(
        pen, piece, at,
        (struct style){PAPER_DISPLAY, at.h * 8 / 10, PAPER_MIDDLE, tone->text});
    pen_put(pen, "</g>\n");
}

/* --- All of them --------------------------------------------------------- */

void piece_draw(struct pen *pen, const struct pl_piece *piece, struct place p,
                bool to_fill)
{
    switch ((enum pl_kind)piece->kind) {
    case PL_BOX:
        draw_box(pen, piece, p, to_fill);
        break;
    case PL_CUBE:
        draw_cube(pen, piece, p);
        break;
    case PL_CARD:
        draw_laid_card(pen, piece, p);
        break;
    case PL_TOKEN:
        piece_token(pen, piece,
                    (struct place){p.x, p.y + p.h * 4 / 10, p.w, p.h * 6 / 10});
        break;
    case PL_LABEL:
        draw_label(pen, piece, p);
        break;
    case PL_COUNTER:
        draw_counter(pen, piece, p, to_fill);
        break;
    case PL_ACTION:
    case PL_VALUE:
        break; /* nothing on the table */
    }
}
