/* Score pads, several to a page, and sheets as they are at the end. */
#include "book.h"

#include <string.h>

enum {
    HEAD = 800,     /* for the name of the game and of the player */
    AROUND = 250,   /* from the cut to what is printed */
    LARGEST = 1300, /* a box with its gap; smallest: PAPER_BOX */
    SMALLEST = PAPER_BOX + 2 * PAPER_GAP + PAPER_LINE,
    FINER = 10
};

struct pads { /* how they lie on a page */
    bool on_side;
    int across, down, unit;
};

static struct pl_scene scene;
static struct lay lay;

/* The areas of a seat's sheet, and what all share if it only says something. */
static int areas_of(int seat, int area[PL_AREAS])
{
    int n = 0;

    for (int i = 0; i < scene.areas; i++) {
        const struct pl_area *a = &scene.area[i];

        if ((a->role == PL_SHEET && a->seat == seat) ||
            (a->role == PL_BOARD && a->seat < 0 && a->flow == PL_GRID &&
             !lay_has(&scene, i, PL_BOX)))
            area[n++] = i;
    }
    return n;
}

static bool has_sheet(int seat)
{
    for (int i = 0; i < scene.areas; i++)
        if (scene.area[i].role == PL_SHEET && scene.area[i].seat == seat)
            return true;
    return false;
}

/* The game as it begins, and the seat whose sheet is empty: the first one may
 * be marked as the one that begins. −1: no one has a sheet. */
static int show_empty(const struct pl_game *game)
{
    int last = game->max_seats - 1;
    struct pl_setup setup;
    union pl_state state;

    book_begin_game(game, &state, &setup);
    book_show(game, &state, -1, &scene);
    return has_sheet(last) ? last : -1;
}

bool paper_has_pads(const struct pl_game *game)
{
    return show_empty(game) >= 0;
}

static bool fits(int seat, int unit, int w, int h)
{
    int area[PL_AREAS], n = areas_of(seat, area);

    lay_areas(&scene, area, n, unit, &lay);
    return lay.w + 2 * AROUND <= w && lay.h + HEAD + 2 * AROUND <= h;
}

/* The largest unit with which a pad fits; 0: the smallest does not. */
static int fitting(int seat, int w, int h)
{
    int unit = LARGEST;

    if (!fits(seat, SMALLEST, w, h))
        return 0;
    while (unit > SMALLEST && !fits(seat, unit, w, h))
        unit -= FINER;
    return unit > SMALLEST ? unit : SMALLEST;
}

/* As many to a page as fit and are wanted; then as large as they can be. */
static struct pads choose(const struct book *book, int seat, int wanted)
{
    struct pads best = {0};
    int most = 0;

    for (int i = 2 * 4 * 6 - 1; i >= 0; i--) {
        struct pads pads = {i % 2, 1 + i / 2 % 4, 1 + i / 8, 0};
        struct place room = book_room(book, pads.on_side);
        int count = pads.across * pads.down;

        if (count < most || (wanted && count > wanted && count > 1))
            continue;
        pads.unit = fitting(seat, room.w / pads.across, room.h / pads.down);
        if (pads.unit && (count > most || pads.unit >= best.unit)) {
            best = pads;
            most = count;
        }
    }
    pl_assert(most > 0);
    return best;
}

/* The game, and a line for a name; or the name, and the points. */
static void draw_head(struct book *book, struct place p, int seat, bool to_fill)
{
    struct pen *pen = &book->pen;
    struct pl_buffer text = {0};
    int half = p.w * 52 / 100;

    book_title(book, (struct place){p.x, p.y, half - 200, p.h - 250}, 440);
    if (to_fill) {
        pl_words(pen->language, &PL_SAY("page.print.name"), NULL, &text);
        pen_line_of_text(
            pen, text.s, p.x + half, p.y + p.h - 360,
            (struct style){PAPER_TEXT, 260, PAPER_LEFT, PAPER_SOFT});
        half += pen_width(text.s, PAPER_TEXT, 260) + 80;
        pen_line(pen, p.x + half, p.y + p.h - 340, p.x + p.w, p.y + p.h - 340,
                 (struct stroke){PAPER_SOFT, 15, ""});
    } else {
        book_result(book, seat,
                    (struct place){p.x + half, p.y, p.w - half, p.h - 250},
                    PAPER_RIGHT);
    }
    pl_buffer_free(&text);
}

static void draw_pad(struct book *book, struct place p, int unit, int seat,
                     bool to_fill)
{
    int area[PL_AREAS], n = areas_of(seat, area);
    struct place in;

    lay_areas(&scene, area, n, unit, &lay);
    in = (struct place){p.x + (p.w - lay.w) / 2, p.y + (p.h - lay.h - HEAD) / 2,
                        lay.w, HEAD};
    pen_put(&book->pen, "<g class=\"paper-pad\">\n");
    draw_head(book, in, seat, to_fill);
    lay_draw(&book->pen, &scene, &lay, in.x, in.y + HEAD, to_fill);
    pen_put(&book->pen, "</g>\n");
}

static void draw_cuts(struct book *book, struct pads pads)
{
    struct place room = book_room(book, pads.on_side);
    int bottom = room.y + room.h, right = room.x + room.w;

    for (int i = 1; i < pads.across; i++) {
        int x = room.x + room.w * i / pads.across;

        pen_cut(&book->pen, x, room.y, x, bottom);
    }
    for (int i = 1; i < pads.down; i++) {
        int y = room.y + room.h * i / pads.down;

        pen_cut(&book->pen, room.x, y, right, y);
    }
}

/* seats: whose sheets, in turn. */
static void draw_pages(struct book *book, struct pads pads, int count,
                       const int seat[], bool to_fill)
{
    struct place room = book_room(book, pads.on_side);
    int each = pads.across * pads.down;

    for (int i = 0; i < count; i++) {
        int x = i % each % pads.across, y = i % each / pads.across;

        if (i % each == 0) {
            book_open(book, pads.on_side);
            draw_cuts(book, pads);
        }
        draw_pad(book,
                 (struct place){room.x + room.w * x / pads.across,
                                room.y + room.h * y / pads.down,
                                room.w / pads.across, room.h / pads.down},
                 pads.unit, seat[i], to_fill);
        if (i % each == each - 1 || i == count - 1)
            book_close(book);
    }
}

void book_pads(struct book *book)
{
    const struct pl_game *game = book->job->match->game;
    int seat[PAPER_COPIES], last = show_empty(game);
    int count = book->job->copies, each;
    struct pads pads;

    if (last < 0)
        return;
    pads = choose(book, last, count);
    each = pads.across * pads.down;
    if (!count)
        count = (game->max_seats + each - 1) / each * each;
    for (int i = 0; i < count; i++)
        seat[i] = last;
    draw_pages(book, pads, count, seat, true);
}

void book_played(struct book *book)
{
    const struct pl_match *match = book->job->match;
    int seat[PL_SEATS];

    book_show(match->game, &match->state, -1, &scene);
    for (int i = 0; i < match->setup.seats; i++)
        seat[i] = i;
    if (!has_sheet(0))
        book_played_board(book);
    else
        draw_pages(book, choose(book, 0, match->setup.seats),
                   match->setup.seats, seat, false);
}
