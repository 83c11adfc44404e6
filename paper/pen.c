/* See pen.h. */
#include "pen.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct tone tones[] = {
    [PL_PLAIN] = {"#716878", "", "#2a1b33"},
    [PL_WHITE] = {"#716878", "#eceae6", "#2a1b33"},
    [PL_RED] = {"#cf3327", "#f9d9d2", "#9c1e15"},
    [PL_YELLOW] = {"#dc9c06", "#fdebc0", "#6b4a00"},
    [PL_GREEN] = {"#2a8551", "#d2eadb", "#1a5c37"},
    [PL_BLUE] = {"#2a62c6", "#d5e1f8", "#1c4592"},
    [PL_PURPLE] = {"#7c43b2", "#e8daf4", "#582b84"},
    [PL_ORANGE] = {"#e8761a", "#fce0c4", "#8f4200"},
};

static const struct tone black = {"#000", "", "#000"};

const struct tone *pen_tone(const struct pen *pen, int colour)
{
    return pen->ink ? &black : &tones[colour];
}

const char *pen_paint(const struct pen *pen, const char *colour)
{
    return !pen->ink || strcmp(colour, "#fff") == 0 ||
                   strcmp(colour, "none") == 0
               ? colour
               : "#000";
}

struct place pen_inset(struct place p, int by)
{
    return (struct place){p.x + by, p.y + by, p.w - 2 * by, p.h - 2 * by};
}

/* --- Writing ------------------------------------------------------------- */

void pen_put(struct pen *pen, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    for (const char *s = format; *s;) {
        size_t n = strcspn(s, "%");

        pl_add_bytes(pen->out, s, n);
        s += n;
        if (!*s)
            break;
        if (s[1] == 'd')
            pl_add_number(pen->out, va_arg(args, int));
        else if (s[1] == 's')
            pl_add(pen->out, va_arg(args, const char *));
        else
            pl_broken("pen_put knows %s and %d", format, 0);
        s += 2;
    }
    va_end(args);
}

static void put_escaped(struct pen *pen, const char *s)
{
    for (; *s; s++)
        if (*s == '<')
            pl_add(pen->out, "&lt;");
        else if (*s == '>')
            pl_add(pen->out, "&gt;");
        else if (*s == '&')
            pl_add(pen->out, "&amp;");
        else
            pl_add_bytes(pen->out, s, 1);
}

void pen_rect(struct pen *pen, struct place p, int radius, const char *fill,
              const char *stroke, int width)
{
    pen_put(pen,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" "
            "fill=\"%s\"",
            p.x, p.y, p.w, p.h, radius, pen_paint(pen, fill));
    if (width)
        pen_put(pen, " stroke=\"%s\" stroke-width=\"%d\"",
                pen_paint(pen, stroke), width);
    pen_put(pen, "/>\n");
}

void pen_line(struct pen *pen, int x1, int y1, int x2, int y2,
              struct stroke stroke)
{
    pen_put(pen,
            "<path d=\"M%d %dL%d %d\" fill=\"none\" stroke=\"%s\" "
            "stroke-width=\"%d\" %s/>\n",
            x1, y1, x2, y2, pen_paint(pen, stroke.colour), stroke.width,
            stroke.more);
}

void pen_cut(struct pen *pen, int x1, int y1, int x2, int y2)
{
    pen_line(pen, x1, y1, x2, y2,
             (struct stroke){PAPER_CUT, 15,
                             "class=\"paper-cut\" "
                             "stroke-dasharray=\"120 120\""});
}

/* A decimal number with two places, from hundredths. */
static void put_hundredths(struct pen *pen, int n)
{
    pen_put(pen, "%d.%d%d", n / 100, n / 10 % 10, n % 10);
}

void pen_shape(struct pen *pen, const char *path, struct place p, int size,
               const char *fill)
{
    pl_assert(path);
    pen_put(pen, "<path transform=\"translate(%d %d) scale(",
            p.x + (p.w - size) / 2, p.y + (p.h - size) / 2);
    put_hundredths(pen, size * 5);
    pen_put(pen, ")\" fill=\"%s\" fill-rule=\"evenodd\" d=\"%s\"/>\n",
            pen_paint(pen, fill), path);
}

/* --- Grounds ------------------------------------------------------------- */

/* Lines run through whole multiples of it, so that the patterns of neighbours
 * grow together. */
enum { STEP = 150 };

static int round_up(int n)
{
    return n + ((-n % STEP) + STEP) % STEP;
}

/* Lines along x + slope * y, slope −1 or 1, that lie in the place. */
static void hatch_aslant(struct pen *pen, struct place p, int slope)
{
    int low = slope > 0 ? p.x + p.y : p.x - p.y - p.h;
    int high = low + p.w + p.h;

    for (int k = round_up(low + 1); k < high; k += STEP) {
        int y1 = slope > 0 ? k - p.x : p.x - k;
        int y2 = slope > 0 ? k - p.x - p.w : p.x + p.w - k;
        int top = p.y, bottom = p.y + p.h;

        y1 = y1 < top ? top : y1 > bottom ? bottom : y1;
        y2 = y2 < top ? top : y2 > bottom ? bottom : y2;
        pen_put(pen, "M%d %dL%d %d", slope > 0 ? k - y1 : k + y1, y1,
                slope > 0 ? k - y2 : k + y2, y2);
    }
}

static void hatch_across(struct pen *pen, struct place p, int step)
{
    for (int y = round_up(p.y + 1); y < p.y + p.h; y += step)
        pen_put(pen, "M%d %dh%d", p.x, y, p.w);
}

static void hatch_down(struct pen *pen, struct place p, int step)
{
    for (int x = round_up(p.x + 1); x < p.x + p.w; x += step)
        pen_put(pen, "M%d %dv%d", x, p.y, p.h);
}

/* Each colour has a pattern that is told from the others in grey. */
static void pattern(struct pen *pen, struct place p, enum pl_colour colour)
{
    switch (colour) {
    case PL_RED:
        hatch_aslant(pen, p, 1);
        break;
    case PL_PURPLE:
        hatch_aslant(pen, p, -1);
        break;
    case PL_GREEN:
        hatch_down(pen, p, STEP);
        break;
    case PL_BLUE:
    case PL_YELLOW:
        hatch_across(pen, p, STEP);
        break;
    case PL_ORANGE:
        hatch_across(pen, p, STEP);
        hatch_down(pen, p, STEP);
        break;
    case PL_PLAIN:
    case PL_WHITE:
        break;
    }
}

void pen_tint(struct pen *pen, struct place p, int colour)
{
    if (!pen->ink) {
        pen_rect(pen, p, 0, tones[colour].tint, "", 0);
        return;
    }
    if (colour <= PL_WHITE)
        return;
    pen_put(pen, "<path fill=\"none\" stroke=\"#000\" d=\"");
    pattern(pen, p, (enum pl_colour)colour);
    pen_put(pen, "\" %s/>\n",
            colour == PL_YELLOW ? "stroke-width=\"36\" stroke-linecap=\"round\""
                                  " stroke-dasharray=\"1 149\""
                                : "stroke-width=\"10\"");
}

/* --- Text ---------------------------------------------------------------- */

/* The next letter of UTF-8; what is none counts as a question mark. */
static unsigned letter(const char **s)
{
    unsigned char c = (unsigned char)*(*s)++;
    unsigned code = c < 0x80 ? c : c < 0xe0 ? c & 0x1f : c & 0x0f;

    while ((**s & 0xc0) == 0x80)
        code = code << 6 | (*(*s)++ & 0x3f);
    return code;
}

static int letter_width(enum paper_face face, unsigned code)
{
    const struct paper_width *all = paper_widths[face];
    int i = 0;

    while (all[i].code < code)
        i++;
    return all[i].code == code ? all[i].width : 600;
}

int pen_width(const char *s, enum paper_face face, int size)
{
    int sum = 0;

    while (*s)
        sum += letter_width(face, letter(&s));
    return sum * size / 1000;
}

static void open_text(struct pen *pen, struct style style)
{
    static const char *const anchor[] = {"start", "middle", "end"};
    static const char *const face[] = {
        "class=\"plain-face\" font-family=\"Figtree\" font-weight=\"700\"",
        "class=\"plain-face\" font-family=\"Figtree\" font-weight=\"400\"",
        "class=\"display-face\" font-family=\"Fraunces\" font-weight=\"800\""};

    pen_put(pen, "<text %s font-size=\"%d\" text-anchor=\"%s\" fill=\"%s\"",
            face[style.face], style.size, anchor[style.anchor],
            pen_paint(pen, style.fill));
}

void pen_line_of_text(struct pen *pen, const char *s, int x, int y,
                      struct style style)
{
    open_text(pen, style);
    pen_put(pen, " x=\"%d\" y=\"%d\">", x, y);
    put_escaped(pen, s);
    pen_put(pen, "</text>\n");
}

/* Where to break a text in two so that the longer part is short; 0: nowhere. */
static size_t middle_of(const char *s, enum paper_face face)
{
    int whole = pen_width(s, face, 1000), least = whole;
    size_t best = 0;

    for (const char *at = strchr(s, ' '); at; at = strchr(at + 1, ' ')) {
        int right = pen_width(at + 1, face, 1000), left = whole - right;
        int longer = left > right ? left : right;

        if (longer < least) {
            least = longer;
            best = (size_t)(at - s);
        }
    }
    return best;
}

/* One line, narrower where it would be too wide. */
static void put_line(struct pen *pen, const char *s, struct place p, int y,
                     struct style style)
{
    int w = pen_width(s, style.face, style.size);
    int x = style.anchor == PAPER_LEFT     ? p.x
            : style.anchor == PAPER_MIDDLE ? p.x + p.w / 2
                                           : p.x + p.w;

    if (w <= p.w || w <= 0) {
        pen_line_of_text(pen, s, x, y, style);
        return;
    }
    open_text(pen, style);
    pen_put(pen, " transform=\"translate(%d %d) scale(", x, y);
    put_hundredths(pen, p.w * 100 / w);
    pen_put(pen, " 1)\">");
    put_escaped(pen, s);
    pen_put(pen, "</text>\n");
}

static int fitting(int size, int width, int room)
{
    if (width > room && width > 0)
        size = size * room / width;
    return size < PAPER_SMALLEST ? PAPER_SMALLEST : size;
}

void pen_text(struct pen *pen, const char *s, struct place p,
              struct style style)
{
    int width = pen_width(s, style.face, style.size);
    size_t at = middle_of(s, style.face);
    struct pl_buffer first = {0};

    if (width * 85 / 100 <= p.w || !at || p.h < 2 * PAPER_SMALLEST * 11 / 10) {
        style.size = fitting(style.size, width, p.w);
        put_line(pen, s, p, p.y + p.h / 2 + style.size * 36 / 100, style);
        return;
    }
    pl_add_bytes(&first, s, at);
    pl_add_bytes(&first, "", 1);
    for (int i = 0; i < 2; i++) {
        int w = pen_width(i ? s + at + 1 : first.s, style.face, style.size);

        style.size = fitting(style.size, w, p.w);
    }
    if (style.size > p.h * 45 / 100)
        style.size = fitting(p.h * 45 / 100, 0, 1);
    for (int i = 0; i < 2; i++)
        put_line(pen, i ? s + at + 1 : first.s, p,
                 p.y + p.h / 2 + style.size * (36 - 55 + 110 * i) / 100, style);
    pl_buffer_free(&first);
}

struct pl_buffer pen_words(const struct pen *pen,
                           const struct pl_message *message,
                           const struct pl_names *name)
{
    struct pl_buffer text = {0};

    pl_words(pen->language, message, name, &text);
    return text;
}
