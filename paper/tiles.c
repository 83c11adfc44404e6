/* Things that are all of one size, side by side over as many pages as they
 * take, with the lines between them where they are cut. */
#include "book.h"

struct tiles {
    struct place grid; /* in the middle of the page */
    int across, down, w, h;
};

static struct tiles tiles_of(const struct book *book, int w, int h, int count)
{
    struct place room = book_room(book, false);
    struct tiles t = {.across = room.w / w, .down = room.h / h, .w = w, .h = h};
    int rows = (count + t.across - 1) / t.across;

    t.grid.w = t.across * w;
    t.grid.h = (rows < t.down ? rows : t.down) * h;
    t.grid.x = (book->width - t.grid.w) / 2;
    t.grid.y = room.y + (room.h - t.down * h) / 2;
    return t;
}

static void draw_cuts(struct pen *pen, const struct tiles *t, int count)
{
    int rows = (count + t->across - 1) / t->across;
    int columns = count < t->across ? count : t->across;
    int last = count % t->across ? count % t->across : t->across;

    for (int i = 0; i <= rows; i++)
        pen_cut(pen, t->grid.x, t->grid.y + i * t->h,
                t->grid.x + (i == rows && rows > 1 ? last : columns) * t->w,
                t->grid.y + i * t->h);
    for (int i = 0; i <= columns; i++)
        pen_cut(pen, t->grid.x + i * t->w, t->grid.y, t->grid.x + i * t->w,
                t->grid.y + (i <= last ? rows : rows - 1) * t->h);
}

static struct place place_of(const struct tiles *t, int i, bool mirrored)
{
    int column = i % t->across;

    if (mirrored)
        column = t->across - 1 - column;
    return (struct place){t->grid.x + column * t->w,
                          t->grid.y + i / t->across * t->h, t->w, t->h};
}

void book_tiles(struct book *book, int count, int w, int h,
                void (*draw)(struct book *, const void *, int, struct place),
                const void *all)
{
    book_tiles_backed(book, count, w, h, draw, NULL, all);
}

void book_tiles_backed(struct book *book, int count, int w, int h,
                       void (*draw)(struct book *, const void *, int,
                                    struct place),
                       void (*back)(struct book *, const void *, int,
                                    struct place),
                       const void *all)
{
    struct tiles t = tiles_of(book, w, h, count);
    int each = t.across * t.down;

    for (int from = 0; from < count; from += each) {
        int n = count - from < each ? count - from : each;

        book_open_front(book);
        for (int i = 0; i < n; i++)
            draw(book, all, from + i, place_of(&t, i, false));
        draw_cuts(&book->pen, &t, n);
        book_close(book);
        if (!back)
            continue;
        book_open(book, false);
        for (int i = 0; i < n; i++)
            back(book, all, from + i, place_of(&t, i, true));
        book_close(book);
    }
}
