/* A book of pages that grows: what the parts of paper share. */
#ifndef BOOK_H
#define BOOK_H

#include "lay.h"
#include "paper.h"

struct book {
    const struct paper_job *job;
    struct paper_pages *out;
    struct pen pen;
    int width, height; /* of the paper, upright */
    bool backs;        /* there are cards, so people print on both sides */
};

enum {
    BOOK_EDGE = 850, /* nothing lies nearer to the edge of the paper */
    BOOK_CARD_W = 3700,
    BOOK_CARD_H = 5100
};

/* The room of a page that is held upright, or on its side. */
struct place book_room(const struct book *book, bool on_side);
void book_open(struct book *book, bool on_side);
/* What has something else on its back, or nothing, if there are backs. */
void book_open_front(struct book *book);
void book_close(struct book *book);

/* A line of its own in the display face: the name of the game, or more. */
void book_title(struct book *book, struct place p, int size);

/* The game as it begins, seen by someone who did not begin: all seats. */
void book_begin_game(const struct pl_game *game, union pl_state *state,
                     struct pl_setup *setup);

/* The table as a seat sees it. */
void book_show(const struct pl_game *game, const union pl_state *view, int seat,
               struct pl_scene *out);

/* Things of one size side by side, cut apart; the second kind with a page of
 * backs behind each page, mirrored: for printing on both sides. */
void book_tiles(struct book *book, int count, int w, int h,
                void (*draw)(struct book *, const void *, int, struct place),
                const void *all);
void book_tiles_backed(struct book *book, int count, int w, int h,
                       void (*draw)(struct book *, const void *, int,
                                    struct place),
                       void (*back)(struct book *, const void *, int,
                                    struct place),
                       const void *all);

/* Is a deck drawn from? */
bool book_has_cards(const struct book *book);

/* "Ann: 47 points". */
void book_result(struct book *book, int seat, struct place p,
                 enum paper_anchor anchor);

void book_pads(struct book *book);
void book_played(struct book *book);
void book_played_board(struct book *book);
void book_board(struct book *book);
void book_tokens(struct book *book);
void book_cards(struct book *book);
void book_rules(struct book *book);

#endif
