/*
 * The how-to as pages: text in two columns, then the worked example drawn over
 * the whole width.
 */
#include "book.h"
#include "howto.h"

#include <string.h>

enum {
    LINES = 700,
    BODY = 330,         /* 9.4 pt, */
    BODY_LARGEST = 430, /* or as large as a page allows: 12.2 pt */
    FINER = 5,
    TITLE = 1300,
    BETWEEN = 700, /* columns */
    UNIT = PAPER_BOX + 2 * PAPER_GAP + PAPER_LINE
};

struct line {
    struct pl_buffer text;
    enum howto_kind kind;
    int above, height; /* room before it, which no column begins with */
};

struct text {
    struct book *book;
    int width; /* of a column */
    int body;  /* the size of its letters; the others follow */
    int count;
    struct line line[LINES];
};

static struct text text;
static struct pl_scene scene, rolled;
static struct lay lay, dice;

/* --- Lines ---------------------------------------------------------------- */

static void add_line(struct text *t, enum howto_kind kind, const char *s,
                     size_t n, int above, int height)
{
    struct line *line = &t->line[t->count++];

    pl_assert(t->count < LINES);
    line->kind = kind;
    line->above = above * t->body / BODY;
    line->height = height * t->body / BODY;
    pl_add_bytes(&line->text, s, n);
    pl_add_bytes(&line->text, "", 1);
}

static int width_of(const char *s, size_t n, int size)
{
    struct pl_buffer part = {0};
    int w;

    pl_add_bytes(&part, s, n);
    pl_add_bytes(&part, "", 1);
    w = pen_width(part.s, PAPER_TEXT, size);
    pl_buffer_free(&part);
    return w;
}

/* A number stays with the word before it: "red 1". */
static bool sticks(const char *word)
{
    size_t n = strcspn(word, " ");

    return *word >= '0' && *word <= '9' && n <= 3;
}

/* The bytes of the words that fit into a line; of the first one at least. */
static size_t fitting(const char *s, int width, int size)
{
    size_t n = strcspn(s, " ");

    while (s[n]) {
        size_t next = n + 1 + strcspn(s + n + 1, " ");

        if (width_of(s, next, size) > width)
            break;
        n = next;
    }
    if (s[n] && sticks(s + n + 1)) {
        size_t before = n;

        while (before > 0 && s[before - 1] != ' ')
            before--;
        if (before > 0)
            n = before - 1;
    }
    return n;
}

static int indent_of(const struct text *t, enum howto_kind kind)
{
    return kind == HOWTO_STEP ? t->body : kind == HOWTO_EVENT ? 2 * t->body : 0;
}

static void add_paragraph(struct text *t, enum howto_kind kind, const char *s)
{
    int above = kind == HOWTO_PARAGRAPH ? 150 : kind == HOWTO_STEP ? 60 : 0;

    for (; *s; above = 0) {
        size_t n = fitting(s, t->width - indent_of(t, kind), t->body);

        add_line(t, kind, s, n, above, 450);
        s += n;
        s += strspn(s, " ");
    }
}

static void add_part(void *to, enum howto_kind kind, const char *s)
{
    struct text *t = to;
    size_t first = strcspn(s, "\n");

    switch (kind) {
    case HOWTO_HEADING:
        add_line(t, kind, s, strlen(s), 400, 550);
        break;
    case HOWTO_TABLE:
        add_line(t, kind, s, first, 200, 500);
        add_line(t, kind, s + first + 1, strlen(s + first + 1), 0, 520);
        break;
    case HOWTO_EXAMPLE:
        if (t->book->job->example)
            howto_replay(&(struct howto){t->book->job->language, add_part, t},
                         t->book->job->example, &t->book->job->example->name);
        break;
    case HOWTO_PARAGRAPH:
    case HOWTO_STEP:
    case HOWTO_EVENT:
        add_paragraph(t, kind, s);
        break;
    }
}

/* --- Drawing them --------------------------------------------------------- */

static int count_cells(const char *s)
{
    int n = 1;

    for (; *s; s++)
        n += *s == ',';
    return n;
}

/* "Points: 1, 3, 6" as a row of a table. */
static void draw_row(struct pen *pen, const char *s, int x, int y, int width)
{
    const char *colon = strchr(s, ':');
    int label = width * 26 / 100, n = count_cells(colon);
    struct pl_buffer part = {0};

    pl_add_bytes(&part, s, (size_t)(colon - s));
    pl_add_bytes(&part, "", 1);
    pen_text(pen, part.s, (struct place){x, y - 400, label, 460},
             (struct style){PAPER_BOLD, 290, PAPER_LEFT, PAPER_SOFT});
    for (int i = 0; i < n; i++) {
        const char *cell = i ? strchr(colon, ',') + 1 : colon + 1;

        colon = cell;
        cell += strspn(cell, " ");
        part.length = 0;
        pl_add_bytes(&part, cell, strcspn(cell, ","));
        pl_add_bytes(&part, "", 1);
        pen_text(pen, part.s,
                 (struct place){x + label + (width - label) * i / n, y - 400,
                                (width - label) / n, 460},
                 (struct style){PAPER_BOLD, 290, PAPER_MIDDLE, PAPER_INK});
    }
    pl_buffer_free(&part);
    pen_line(pen, x, y + 110, x + width, y + 110,
             (struct stroke){PAPER_CUT, 10, ""});
}

static void draw_line(struct text *t, const struct line *line, int x, int y)
{
    struct style style = {PAPER_TEXT, t->body, PAPER_LEFT, PAPER_INK};
    struct pen *pen = &t->book->pen;

    if (line->kind == HOWTO_TABLE) {
        draw_row(pen, line->text.s, x, y, t->width);
        return;
    }
    if (line->kind == HOWTO_HEADING) {
        style.face = PAPER_DISPLAY;
        style.size = t->body * 7 / 5;
    }
    if (line->kind == HOWTO_EVENT)
        style.fill = PAPER_SOFT;
    pen_line_of_text(pen, line->text.s, x + indent_of(t, line->kind), y, style);
}

static int height_of(const struct text *t, int from, int line)
{
    return t->line[line].height + (line > from ? t->line[line].above : 0);
}

/* A column does not end here: with a heading, or the first line below one, nor
 * does the next begin with the last line of a paragraph. */
static bool splits_badly(const struct text *t, int from, int n)
{
    const struct line *next = &t->line[n];
    bool within = next->kind == HOWTO_PARAGRAPH && !next->above;

    return next[-1].kind == HOWTO_HEADING ||
           (within && n - 2 >= from && next[-2].kind == HOWTO_HEADING) ||
           (within && (n + 1 == t->count || next[1].above));
}

/* Lines from one on that fit into a height. */
static int fill_column(const struct text *t, int from, int height)
{
    int n = from, used = 0;

    while (n < t->count && used + height_of(t, from, n) <= height)
        used += height_of(t, from, n++);
    while (n > from && n < t->count && splits_badly(t, from, n))
        n--;
    return n;
}

static void draw_column(struct text *t, int from, int to, int x, int y)
{
    for (int i = from; i < to; i++) {
        y += height_of(t, from, i);
        draw_line(t, &t->line[i], x, y - 110);
    }
}

/* The least height with which the rest fits into two columns. */
static int balance(const struct text *t, int from, int most)
{
    for (int h = 0; h < most; h += 50)
        if (fill_column(t, fill_column(t, from, h), h) == t->count)
            return h;
    return most;
}

/* --- The example ---------------------------------------------------------- */

/* The dice of the last roll. */
static void lay_dice(const struct pl_match *match, struct lay *out)
{
    struct pl_match now = {0};
    struct pl_message why;
    size_t last = 0;
    int cubes = -1;

    for (size_t i = 0; i < match->steps; i++)
        if (match->step[i].what == PL_CHANCE)
            last = i + 1;
    pl_assert(pl_match_start(&now, match->game, &match->setup, &why));
    for (size_t i = 0; i < last; i++)
        if (match->step[i].what == PL_CHANCE)
            pl_match_land(&now, match->step[i].face, match->step[i].count,
                          &why);
        else
            pl_match_play(&now, match->step[i].seat, match->step[i].move, &why);
    book_show(match->game, &now.state, 0, &rolled);
    for (int i = 0; i < rolled.areas; i++)
        if (rolled.area[i].role == PL_THROW)
            cubes = i;
    lay_row(&rolled, cubes, UNIT, out);
    pl_match_free(&now);
}

/* Dice above, and the sheet of the first seat or what all share. */
static bool lay_example(struct text *t)
{
    const struct pl_match *match = t->book->job->example;
    int area[PL_AREAS], n = 0;
    union pl_state view;

    if (!match)
        return false;
    lay_dice(match, &dice);
    pl_match_view(match, 0, &view);
    book_show(match->game, &view, 0, &scene);
    for (int i = 0; i < scene.areas; i++)
        if ((scene.area[i].role == PL_SHEET && scene.area[i].seat == 0) ||
            (scene.area[i].role == PL_BOARD && lay_has(&scene, i, PL_BOX)))
            area[n++] = i;
    if (n > 0 && scene.area[area[0]].flow == PL_PATH)
        lay_path(&scene, area[0], UNIT * 13 / 10, 13, 250, &lay);
    else
        lay_areas(&scene, area, n, UNIT, &lay);
    return n > 0;
}

static int example_height(void)
{
    return 400 + (dice.h ? dice.h + 300 : 0) + lay.h;
}

static void draw_example(struct text *t, int y)
{
    struct place room = book_room(t->book, false);

    y += 400;
    pen_put(&t->book->pen, "<g class=\"paper-example\">\n");
    if (dice.h) {
        lay_draw(&t->book->pen, &rolled, &dice, room.x + (room.w - dice.w) / 2,
                 y, false);
        y += dice.h + 300;
    }
    for (int i = 0; i < scene.areas; i++)
        if (scene.area[i].flow == PL_PATH)
            lay_draw_track(
                &t->book->pen, &scene, i, &lay,
                (struct place){room.x + (room.w - lay.w) / 2, y, 400, 0});
    lay_draw(&t->book->pen, &scene, &lay, room.x + (room.w - lay.w) / 2, y,
             false);
    pen_put(&t->book->pen, "</g>\n");
}

/* --- Pages ---------------------------------------------------------------- */

/* Returns the first line that is left. The last page shows the example, if it
 * has the room. */
static int draw_page(struct text *t, int from, bool *example)
{
    struct place room = book_room(t->book, false);
    int head = from ? 0 : TITLE, h = room.h - head;
    int first, second, even = balance(t, from, h);

    if (from)
        book_open(t->book, false);
    else
        book_open_front(t->book);
    if (!from)
        book_title(t->book, (struct place){room.x, room.y, room.w, 1000}, 900);
    first = fill_column(t, from, even);
    second = fill_column(t, first, even);
    draw_column(t, from, first, room.x, room.y + head);
    draw_column(t, first, second, room.x + t->width + BETWEEN, room.y + head);
    if (second == t->count && *example && even + example_height() <= h) {
        draw_example(t, room.y + head + even);
        *example = false;
    }
    book_close(t->book);
    return second;
}

static void drop_lines(struct text *t)
{
    for (int i = 0; i < t->count; i++)
        pl_buffer_free(&t->line[i].text);
    t->count = 0;
}

static void tell_lines(struct text *t, int body)
{
    struct howto howto = {t->book->job->language, add_part, t};

    drop_lines(t);
    t->body = body;
    howto_tell(&howto, t->book->job->match->game);
}

/* As large as one page allows: with the example on it if the usual size leaves
 * it room, alone if not. */
static void choose_size(struct text *t, bool example)
{
    int room = book_room(t->book, false).h - TITLE, body = BODY_LARGEST;

    tell_lines(t, BODY);
    if (example && balance(t, 0, room) + example_height() <= room)
        room -= example_height();
    do {
        tell_lines(t, body);
        body -= FINER;
    } while (body >= BODY && balance(t, 0, room) == room);
}

void book_rules(struct book *book)
{
    bool example;

    text.book = book;
    text.width = (book_room(book, false).w - BETWEEN) / 2;
    example = lay_example(&text);
    choose_size(&text, example);
    for (int line = 0; line < text.count;)
        line = draw_page(&text, line, &example);
    if (example) {
        book_open(book, false);
        draw_example(&text, book_room(book, false).y);
        book_close(book);
    }
    drop_lines(&text);
}
