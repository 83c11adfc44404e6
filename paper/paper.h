/*
 * A game on paper: pages of SVG from its pieces, for people who cut and write.
 *
 * Pads several to a page, the board and its tokens, cards with their backs, a
 * page of rules; or the sheets of a game that is over. No game is known by
 * name: pads are the sheet of a seat, the board is what all share, cards are
 * what the first draw may bring.
 */
#ifndef PAPER_H
#define PAPER_H

#include "parlour_match.h"

enum { PAPER_COPIES = 200, PAPER_PAGES = PAPER_COPIES + 56 };

enum paper_size { PAPER_A4, PAPER_LETTER };

/* What is wanted, as bits. */
enum {
    PAPER_PADS = 1,
    PAPER_BOARD = 2, /* and tokens and cards */
    PAPER_RULES = 4,
    PAPER_PLAYED = 8, /* the sheets as they are, with names and points */
    PAPER_GAME = PAPER_PADS | PAPER_BOARD | PAPER_RULES
};

struct paper_job {
    const struct pl_match *match;   /* its game; for PAPER_PLAYED its state */
    const struct pl_match *example; /* of the rules; NULL: none */
    const struct pl_names *names;   /* of the match */
    const struct pl_language *language;
    enum paper_size size;
    unsigned what;
    int copies; /* 0: pads for everyone, whole pages of them */
    bool ink;
};

struct paper_pages { /* begins zeroed, ends with paper_free */
    int count;
    struct pl_buffer page[PAPER_PAGES];
};

/* Is it played on sheets, which copies are of? */
bool paper_has_pads(const struct pl_game *game);

void paper_print(const struct paper_job *job, struct paper_pages *out);
void paper_free(struct paper_pages *pages);

#endif
