/* Pieces on paper: any game, none by name. */
#ifndef PIECES_H
#define PIECES_H

#include "pen.h"

enum {
    PAPER_GAP = 45,  /* from the edge of a cell to its box */
    PAPER_BOX = 800, /* a box, at least */
    PAPER_LINE = 28  /* how wide lines are */
};

/* The ground that a piece gives its cell; neighbours grow together. */
void piece_ground(struct pen *pen, const struct pl_piece *piece,
                  struct place p);
/* to_fill: a pad that people will write on, so that counters are empty. */
void piece_draw(struct pen *pen, const struct pl_piece *piece, struct place p,
                bool to_fill);
/* A card and a token to cut out, as large as their place. */
void piece_card(struct pen *pen, const struct pl_piece *piece, struct place p);
void piece_card_back(struct pen *pen, struct place p);
void piece_token(struct pen *pen, const struct pl_piece *piece, struct place p);

#endif
