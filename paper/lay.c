/* See lay.h. */
#include "lay.h"

#include <string.h>

enum {
    TITLE = 480,     /* for the name of an area */
    BETWEEN = 250,   /* areas beside each other */
    LOWEST = 520,    /* a row without boxes */
    NARROWEST = 430, /* a column without boxes */
    ROWS = 64
};

bool lay_has(const struct pl_scene *scene, int area, enum pl_kind kind)
{
    for (int i = 0; i < scene->pieces; i++)
        if (scene->piece[i].area == area && scene->piece[i].kind == kind)
            return true;
    return false;
}

struct grid { /* of one area: where its rows begin */
    int unit, top, columns, rows;
    int y[ROWS + 1];
};

static bool is_tall(const struct pl_piece *piece)
{
    return piece->kind == PL_BOX || piece->kind == PL_CARD ||
           piece->kind == PL_CUBE || piece->kind == PL_TOKEN;
}

static struct grid grid_of(const struct pl_scene *scene, int area, int unit)
{
    struct grid grid = {.unit = unit,
                        .top = scene->area[area].title ? TITLE : 0};
    int low = unit * 64 / 100 > LOWEST ? unit * 64 / 100 : LOWEST;
    bool tall[ROWS] = {false};
    int y = grid.top;

    for (int i = 0; i < scene->pieces; i++) {
        const struct pl_piece *p = &scene->piece[i];

        if (p->area != area)
            continue;
        if (p->x + p->w > grid.columns)
            grid.columns = p->x + p->w;
        if (p->y + p->h > grid.rows)
            grid.rows = p->y + p->h;
        tall[p->y] = tall[p->y] || is_tall(p);
    }
    pl_assert(grid.rows <= ROWS);
    for (int row = 0; row < grid.rows; row++) {
        grid.y[row] = y;
        y += tall[row] ? unit : low;
    }
    grid.y[grid.rows] = y;
    return grid;
}

static void lay_area(const struct pl_scene *scene, int area, struct grid grid,
                     int x, int y, struct lay *out)
{
    out->area[out->areas].area = area;
    out->area[out->areas++].title =
        (struct place){x, y, grid.columns * grid.unit, grid.top};
    for (int i = 0; i < scene->pieces; i++) {
        const struct pl_piece *p = &scene->piece[i];

        if (p->area == area && p->kind != PL_ACTION && p->kind != PL_VALUE)
            out->place[i] = (struct place){x + p->x * grid.unit,
                                           y + grid.y[p->y], p->w * grid.unit,
                                           grid.y[p->y + p->h] - grid.y[p->y]};
    }
    if (x + grid.columns * grid.unit > out->w)
        out->w = x + grid.columns * grid.unit;
    if (y + grid.y[grid.rows] > out->h)
        out->h = y + grid.y[grid.rows];
}

/* One that lies below all others, over the whole width. */
static bool is_long(const struct pl_scene *scene, int area)
{
    struct grid grid = grid_of(scene, area, 100);

    return grid.columns > 4 * grid.rows ||
           !lay_has(scene, area, PL_BOX); /* says something only */
}

static void lay_columns(const struct pl_scene *scene, const int area[],
                        int count, int unit, struct lay *out)
{
    int tallest = 0, x = 0, y = 0;

    for (int i = 0; i < count; i++) {
        struct grid grid = grid_of(scene, area[i], unit);

        if (!is_long(scene, area[i]) && grid.y[grid.rows] > tallest)
            tallest = grid.y[grid.rows];
    }
    for (int i = 0; i < count; i++) {
        struct grid grid = grid_of(scene, area[i], unit);

        if (is_long(scene, area[i]))
            continue;
        if (y > 0 && y + grid.y[grid.rows] > tallest + unit) {
            x = out->w + BETWEEN;
            y = 0;
        }
        lay_area(scene, area[i], grid, x, y, out);
        y += grid.y[grid.rows] + 100;
    }
}

void lay_areas(const struct pl_scene *scene, const int area[], int count,
               int unit, struct lay *out)
{
    memset(out, 0, sizeof *out);
    lay_columns(scene, area, count, unit, out);
    for (int i = 0; i < count; i++) {
        struct grid grid = grid_of(scene, area[i], unit);
        int narrow = unit;

        if (!is_long(scene, area[i]))
            continue;
        if (out->w && grid.columns && !lay_has(scene, area[i], PL_BOX))
            narrow = out->w / grid.columns;
        if (narrow < NARROWEST)
            narrow = NARROWEST;
        if (narrow > unit)
            narrow = unit;
        grid = grid_of(scene, area[i], narrow);
        lay_area(scene, area[i], grid, 0, out->h ? out->h + 150 : 0, out);
    }
}

void lay_path(const struct pl_scene *scene, int area, int unit, int fold,
              int gap, struct lay *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < scene->pieces; i++) {
        const struct pl_piece *p = &scene->piece[i];
        int row = p->x / fold, column = p->x % fold;

        if (p->area != area)
            continue;
        if (row % 2)
            column = fold - 1 - column;
        out->place[i] = (struct place){
            column * unit, row * (unit * 3 / 2 + gap), unit, unit * 3 / 2};
        if (out->place[i].y + out->place[i].h > out->h)
            out->h = out->place[i].y + out->place[i].h;
    }
    out->w = fold * unit;
}

/* Without colour, like sleepers. */
void lay_draw_track(struct pen *pen, const struct pl_scene *scene, int area,
                    const struct lay *lay, struct place at)
{
    bool begun = false;

    pen_put(pen,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" %s"
            "stroke-linejoin=\"round\" d=\"",
            pen_paint(pen, "#d9d3dd"), at.w,
            pen->ink ? "stroke-dasharray=\"12 88\" " : "");
    for (int x = 0; x < 256; x++)
        for (int i = 0; i < scene->pieces; i++) {
            struct place p = lay->place[i];

            if (scene->piece[i].area != area || scene->piece[i].x != x ||
                scene->piece[i].kind != PL_BOX || !p.w)
                continue;
            pen_put(pen, "%s%d %d", begun ? "L" : "M", at.x + p.x + p.w / 2,
                    at.y + p.y + p.h / 2);
            begun = true;
        }
    pen_put(pen, "\"/>\n");
}

void lay_row(const struct pl_scene *scene, int area, int unit, struct lay *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < scene->pieces; i++)
        if (scene->piece[i].area == area && scene->piece[i].kind == PL_CUBE) {
            out->place[i] = (struct place){out->w, 0, unit, unit};
            out->w += unit;
            out->h = unit;
        }
}

static void draw_title(struct pen *pen, const struct pl_scene *scene, int area,
                       struct place p)
{
    struct pl_buffer text =
        pen_words(pen, &PL_SAY(scene->area[area].title), NULL);

    pen_text(pen, text.s, p,
             (struct style){PAPER_BOLD, 290, PAPER_LEFT, PAPER_SOFT});
    pl_buffer_free(&text);
}

/* Are there three colours or more, and neither rows nor columns of one? */
static bool is_toned(const struct pl_scene *scene, int area)
{
    unsigned row[ROWS] = {0}, column[ROWS] = {0}, all = 0;
    bool rows = true, columns = true;

    for (int i = 0; i < scene->pieces; i++) {
        const struct pl_piece *p = &scene->piece[i];

        if (p->area != area || p->kind != PL_BOX || p->colour <= PL_WHITE)
            continue;
        all |= 1u << p->colour;
        row[p->y % ROWS] |= 1u << p->colour;
        column[p->x % ROWS] |= 1u << p->colour;
        rows = rows && pl_count(row[p->y % ROWS]) == 1;
        columns = columns && pl_count(column[p->x % ROWS]) == 1;
    }
    return pl_count(all) > 2 && !rows && !columns;
}

void lay_draw(struct pen *pen, const struct pl_scene *scene,
              const struct lay *lay, int x, int y, bool to_fill)
{
    int last = -1;

    for (int i = 0; i < lay->areas; i++) {
        struct place p = lay->area[i].title;

        p.x += x;
        p.y += y;
        if (p.h)
            draw_title(pen, scene, lay->area[i].area, p);
    }
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < scene->pieces; i++) {
            struct place p = lay->place[i];

            p.x += x;
            p.y += y;
            if (p.w && scene->piece[i].area != last) {
                last = scene->piece[i].area;
                pen->toned = is_toned(scene, last);
            }
            if (p.w && pass == 0)
                piece_ground(pen, &scene->piece[i], p);
            else if (p.w)
                piece_draw(pen, &scene->piece[i], p, to_fill);
        }
}
