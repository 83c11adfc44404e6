/* See paper.h and book.h. */
#include "book.h"

#include <stdio.h>
#include <string.h>

static const struct size {
    int width, height;
    const char *w, *h;
} sizes[] = {[PAPER_A4] = {21000, 29700, "210mm", "297mm"},
             [PAPER_LETTER] = {21590, 27940, "215.9mm", "279.4mm"}};

struct place book_room(const struct book *book, bool on_side)
{
    struct place page = {0, 0, on_side ? book->height : book->width,
                         on_side ? book->width : book->height};

    return pen_inset(page, BOOK_EDGE);
}

void book_open(struct book *book, bool on_side)
{
    const struct size *size = &sizes[book->job->size];

    pl_assert(book->out->count < PAPER_PAGES);
    book->pen.out = &book->out->page[book->out->count++];
    pen_put(&book->pen,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%s\" "
            "height=\"%s\" viewBox=\"0 0 %d %d\">\n",
            on_side ? size->h : size->w, on_side ? size->w : size->h,
            on_side ? book->height : book->width,
            on_side ? book->width : book->height);
}

void book_close(struct book *book)
{
    pen_put(&book->pen, "</svg>\n");
}

void book_open_front(struct book *book)
{
    if (book->backs && book->out->count % 2) {
        book_open(book, false);
        book_close(book);
    }
    book_open(book, false);
}

void book_title(struct book *book, struct place p, int size)
{
    const struct pl_game *game = book->job->match->game;
    struct pl_buffer text = {0};
    char id[64];

    snprintf(id, sizeof id, "game.%s", game->id);
    pl_words(book->job->language, &PL_SAY(id), NULL, &text);
    pen_text(&book->pen, text.s, p,
             (struct style){PAPER_DISPLAY, size, PAPER_LEFT, PAPER_INK});
    pl_buffer_free(&text);
}

void book_begin_game(const struct pl_game *game, union pl_state *state,
                     struct pl_setup *setup)
{
    pl_setup_normal(setup, game, game->max_seats);
    memset(state, 0, sizeof *state);
    game->start(game, state, setup);
}

void book_result(struct book *book, int seat, struct place p,
                 enum paper_anchor anchor)
{
    const struct pl_match *match = book->job->match;
    struct pl_buffer text = {0};
    struct pl_result result;

    match->game->score(match->game, &match->state, &result);
    pl_words(book->job->language,
             &PL_TELL(seat, "result.points", .n = result.points[seat]),
             book->job->names, &text);
    pen_text(&book->pen, text.s, p,
             (struct style){PAPER_BOLD, 340, anchor, PAPER_INK});
    pl_buffer_free(&text);
}

void book_show(const struct pl_game *game, const union pl_state *view, int seat,
               struct pl_scene *out)
{
    out->areas = out->pieces = 0;
    game->show(game, view, seat, out);
}

void paper_print(const struct paper_job *job, struct paper_pages *out)
{
    struct book book = {.job = job,
                        .out = out,
                        .pen = {.language = job->language, .ink = job->ink},
                        .width = sizes[job->size].width,
                        .height = sizes[job->size].height};

    book.backs = (job->what & PAPER_BOARD) && book_has_cards(&book);
    if (job->what & PAPER_PLAYED)
        book_played(&book);
    if (job->what & PAPER_PADS)
        book_pads(&book);
    if (job->what & PAPER_BOARD) {
        book_board(&book);
        book_tokens(&book);
        book_cards(&book);
    }
    if (job->what & PAPER_RULES)
        book_rules(&book);
}

void paper_free(struct paper_pages *pages)
{
    for (int i = 0; i < pages->count; i++)
        pl_buffer_free(&pages->page[i]);
    pages->count = 0;
}
