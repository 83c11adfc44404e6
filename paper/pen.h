/*
 * A pen for pages of paper: SVG in hundredths of a millimetre.
 *
 * Whole numbers only, so that a page is the same bytes wherever it is made. How
 * wide a text is, is known from the typefaces (paper/fonts), which the build
 * measures.
 */
#ifndef PEN_H
#define PEN_H

#include "parlour_match.h"
#include "svg.h"

enum {
    PAPER_SMALLEST = 250, /* letters: 7 pt are 247 */
    PAPER_LETTERS = 400   /* of a typeface, at most */
};

/* In the order of the files of paper/fonts. */
enum paper_face { PAPER_BOLD, PAPER_TEXT, PAPER_DISPLAY };
enum paper_anchor { PAPER_LEFT, PAPER_MIDDLE, PAPER_RIGHT };

struct paper_width { /* in thousandths of the size; sorted, 0xffff ends them */
    uint16_t code, width;
};
extern const struct paper_width paper_widths[][PAPER_LETTERS];

struct place {
    int x, y, w, h;
};

struct tone {
    const char *full, *tint, *text;
};

struct style { /* of a text */
    enum paper_face face;
    int size;
    enum paper_anchor anchor;
    const char *fill;
};

struct pen {
    struct pl_buffer *out;
    const struct pl_language *language;
    bool toned; /* are colours mixed here, so that each box must show its? */
    bool ink;   /* without colour: patterns and signs instead of tints */
};

#define PAPER_INK "#2a1b33"
#define PAPER_SOFT "#5f5468"
#define PAPER_CUT "#8a8290"

struct place pen_inset(struct place p, int by);
const struct tone *pen_tone(const struct pen *pen, int colour);
/* Without colour there is black and white alone: no grey is black. */
const char *pen_paint(const struct pen *pen, const char *colour);

/* Knows %s and %d, the latter as a plain number. */
void pen_put(struct pen *pen, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void pen_rect(struct pen *pen, struct place p, int radius, const char *fill,
              const char *stroke, int width);
struct stroke {
    const char *colour;
    int width;
    const char *more; /* attributes, or "" */
};
void pen_line(struct pen *pen, int x1, int y1, int x2, int y2,
              struct stroke stroke);
/* Where to cut. */
void pen_cut(struct pen *pen, int x1, int y1, int x2, int y2);
/* A path of 20 by 20 in the middle of a place. */
void pen_shape(struct pen *pen, const char *path, struct place p, int size,
               const char *fill);
/* The ground of a colour: its tint, or its pattern. */
void pen_tint(struct pen *pen, struct place p, int colour);

int pen_width(const char *s, enum paper_face face, int size);
/* A text in its place, in the middle of its height: smaller where it must, on
 * two lines before it gets tiny, with narrower letters rather than over the
 * edge. */
void pen_text(struct pen *pen, const char *s, struct place p,
              struct style style);
/* Exactly so large, from x on, on the line y. */
void pen_line_of_text(struct pen *pen, const char *s, int x, int y,
                      struct style style);

/* Words of the catalogue; freed by the caller. */
struct pl_buffer pen_words(const struct pen *pen,
                           const struct pl_message *message,
                           const struct pl_names *name);

#endif
