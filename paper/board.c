/* The board that all share, in one page or more, and the pawns on it. */
#include "book.h"

#include <string.h>

enum {
    HEAD = 1300,
    TRACK = 400, /* between the rows of a path */
    FIELD_MOST = 3000,
    POINTS = 700,
    PAWN_W = 2400, /* a pawn to fold: two sides and two feet */
    PAWN_SIDE = 2300,
    PAWN_FOOT = 1200,
    PAWN_H = 2 * (PAWN_SIDE + PAWN_FOOT)
};

static struct pl_scene scene;
static struct lay lay;

static void show(const struct book *book)
{
    const struct pl_game *game = book->job->match->game;
    struct pl_setup setup;
    union pl_state state;

    book_begin_game(game, &state, &setup);
    book_show(game, &state, -1, &scene);
}

/* --- What depends on how many play ---------------------------------------- */

static struct pl_scene other;
static struct {
    uint8_t sign;
    unsigned seats; /* bits: with so many it stands there */
} signs[PL_PIECES];

/* One board is for any number of players: it shows the signs of them all. */
static void collect_signs(const struct pl_game *game)
{
    memset(signs, 0, sizeof signs);
    for (int seats = game->min_seats; seats <= game->max_seats; seats++) {
        union pl_state state = {0};
        struct pl_setup setup;

        pl_setup_normal(&setup, game, seats);
        game->start(game, &state, &setup);
        book_show(game, &state, -1, &other);
        for (int i = 0; i < scene.pieces; i++)
            for (int k = 0; k < other.pieces; k++)
                if (scene.piece[i].kind == PL_BOX && other.piece[k].sign &&
                    other.piece[k].id == scene.piece[i].id &&
                    other.piece[k].kind == PL_BOX) {
                    signs[i].sign = other.piece[k].sign;
                    signs[i].seats |= 1u << seats;
                }
    }
    for (int i = 0; i < scene.pieces; i++)
        if (signs[i].sign)
            scene.piece[i].sign = signs[i].sign;
}

/* "2 players", at the foot of a square that has its sign for them alone. */
static void draw_seats(struct book *book, struct place in)
{
    const struct pl_game *game = book->job->match->game;
    unsigned all = (2u << game->max_seats) - (1u << game->min_seats);

    for (int i = 0; i < scene.pieces; i++) {
        struct place p = lay.place[i];
        struct pl_buffer text = {0};

        if (!p.w || !signs[i].sign || signs[i].seats == all)
            continue;
        pl_words(
            book->job->language,
            &PL_SAY("page.players.exactly", .n = pl_lowest(signs[i].seats)),
            NULL, &text);
        pen_text(&book->pen, text.s,
                 (struct place){in.x + p.x + 100, in.y + p.y + p.h - 800,
                                p.w - 200, 600},
                 (struct style){PAPER_TEXT, 300, PAPER_MIDDLE, PAPER_INK});
        pl_buffer_free(&text);
    }
}

static int squares(int area)
{
    int n = 0;

    for (int i = 0; i < scene.pieces; i++)
        n += scene.piece[i].area == area && scene.piece[i].kind == PL_BOX;
    return n;
}

/* --- A path --------------------------------------------------------------- */

/* So many squares to a row that they are as large as can be. */
static int choose_fold(int area, struct place room, int *unit)
{
    int best = 1, count = squares(area);

    pl_assert(count > 0);
    *unit = 0;
    for (int fold = 3; fold <= 12; fold++) {
        int rows = (count + fold - 1) / fold;
        int w = room.w / fold;
        int h = (room.h - (rows - 1) * TRACK) / rows * 2 / 3;
        int least = w < h ? w : h;

        if (least > *unit) {
            *unit = least;
            best = fold;
        }
    }
    return best;
}

static void draw_path(struct book *book, int area, struct place in)
{
    int unit, fold = choose_fold(area, in, &unit);

    lay_path(&scene, area, unit, fold, TRACK, &lay);
    in.x += (in.w - lay.w) / 2;
    in.y += (in.h - lay.h) / 2;
    pen_put(&book->pen, "<g class=\"paper-board\">\n");
    lay_draw_track(&book->pen, &scene, area, &lay,
                   (struct place){in.x, in.y, 1200, 0});
    lay_draw(&book->pen, &scene, &lay, in.x, in.y, true);
    draw_seats(book, in);
    pen_put(&book->pen, "</g>\n");
}

/* --- A grid --------------------------------------------------------------- */

/* Columns from one on, with fields of that size. */
static void draw_grid(struct book *book, int area, int from, struct place in,
                      struct place field)
{
    pen_put(&book->pen, "<g class=\"paper-board\">\n");
    for (int i = 0; i < scene.pieces; i++) {
        const struct pl_piece *p = &scene.piece[i];
        struct place at = {in.x + (p->x - from) * field.w,
                           in.y + p->y * field.h, p->w * field.w,
                           p->h * field.h};

        if (p->area != area || p->x < from ||
            (p->x - from + p->w) * field.w > in.w)
            continue;
        piece_ground(&book->pen, p, at);
        piece_draw(&book->pen, p, at, true);
    }
    pen_put(&book->pen, "</g>\n");
}

static struct place fitting_field(int area, struct place in)
{
    const struct pl_area *a = &scene.area[area];
    int w = in.w / a->width, h = in.h / a->height;

    w = w < h ? w : h;
    w = w < FIELD_MOST ? w : FIELD_MOST;
    return (struct place){0, 0, w, w};
}

/* --- Boards --------------------------------------------------------------- */

static struct place below_title(const struct book *book, int head)
{
    struct place room = book_room(book, false);

    return (struct place){room.x, room.y + head, room.w, room.h - head};
}

static void open_board(struct book *book)
{
    struct place room = book_room(book, false);

    book_open_front(book);
    book_title(book, (struct place){room.x, room.y, room.w, 1000}, 900);
}

/* Where the parts of a board are laid against each other. */
static void cut_joint(struct book *book, int area, int x, int y, int field)
{
    pen_cut(&book->pen, x, y, x, y + scene.area[area].height * field);
}

/* Fields are as large as the cards that are laid on them, over as many pages
 * as they take; without cards, as large as one page allows. */
static void print_board(struct book *book, int area)
{
    struct place in = below_title(book, HEAD);
    struct place field = fitting_field(area, in);
    int width = scene.area[area].width, each;

    if (scene.area[area].flow == PL_PATH) {
        open_board(book);
        draw_path(book, area, in);
        book_close(book);
        return;
    }
    if (book_has_cards(book))
        field = (struct place){0, 0, BOOK_CARD_W + 130, BOOK_CARD_H + 130};
    each = in.w / field.w;
    for (int from = 0; from < width; from += each) {
        open_board(book);
        draw_grid(book, area, from, in, field);
        if (from > 0)
            cut_joint(book, area, in.x, in.y, field.h);
        if (from + each < width)
            cut_joint(book, area, in.x + each * field.w, in.y, field.h);
        book_close(book);
    }
}

static bool is_board(int area)
{
    return scene.area[area].role == PL_BOARD && scene.area[area].seat < 0 &&
           lay_has(&scene, area, PL_BOX);
}

void book_board(struct book *book)
{
    show(book);
    collect_signs(book->job->match->game);
    for (int i = 0; i < scene.areas; i++)
        if (is_board(i))
            print_board(book, i);
}

/* Who has how many points, and the board as it is. */
void book_played_board(struct book *book)
{
    const struct pl_match *match = book->job->match;
    struct place in = below_title(book, HEAD);

    book_show(match->game, &match->state, -1, &scene);
    memset(signs, 0, sizeof signs);
    open_board(book);
    for (int seat = 0; seat < match->setup.seats; seat++) {
        book_result(book, seat, (struct place){in.x, in.y, in.w, POINTS},
                    PAPER_LEFT);
        in.y += POINTS;
        in.h -= POINTS;
    }
    for (int i = 0; i < scene.areas; i++)
        if (is_board(i) && scene.area[i].flow == PL_PATH)
            draw_path(book, i, in);
        else if (is_board(i))
            draw_grid(book, i, 0, in, fitting_field(i, in));
    book_close(book);
}

/* --- Pawns ---------------------------------------------------------------- */

/* Folded in the middle it stands, with both sides to be seen; the feet are
 * glued over each other. */
static void draw_pawn(struct book *book, const struct pl_piece *piece,
                      struct place p)
{
    struct pen *pen = &book->pen;
    struct place side = {p.x, p.y + PAWN_FOOT + PAWN_SIDE, p.w, PAWN_SIDE};
    struct stroke fold = {PAPER_CUT, 12, "stroke-dasharray=\"30 60\""};

    pen_put(pen, "<g class=\"paper-pawn\">\n");
    piece_token(pen, piece, side);
    pen_put(pen, "<g transform=\"rotate(180 %d %d)\">\n", p.x + p.w / 2,
            p.y + p.h / 2);
    piece_token(pen, piece, side);
    pen_put(pen, "</g>\n");
    for (int i = 0; i < 3; i++) {
        int y = p.y + PAWN_FOOT + i * PAWN_SIDE;

        pen_line(pen, p.x + 100, y, p.x + p.w - 100, y, fold);
    }
    pen_put(pen, "</g>\n");
}

static int find_pawns(const struct pl_piece *pawn[])
{
    int n = 0;

    for (int i = 0; i < scene.pieces; i++)
        if (scene.piece[i].kind == PL_TOKEN && n < PL_PIECES)
            pawn[n++] = &scene.piece[i];
    return n;
}

static void print_pawn(struct book *book, const void *all, int i,
                       struct place p)
{
    const struct pl_piece *const *pawn = all;

    draw_pawn(book, pawn[i], p);
}

void book_tokens(struct book *book)
{
    static const struct pl_piece *pawn[PL_PIECES];

    show(book);
    book_tiles(book, find_pawns(pawn), PAWN_W, PAWN_H, print_pawn, pawn);
}
