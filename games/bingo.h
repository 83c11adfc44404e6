/*
 * The state, the form and the numbers of Bingo, for its rules (bingo.c), its
 * words and pieces (bingo_words.c) and its bots.
 *
 * The 62 moves fit into one word, so what is allowed is a set of bits: first
 * the boxes of the four cards, then the numbers 1 … 6 for blue and for yellow,
 * passing, and the special actions that can be named.
 */
#ifndef BINGO_H
#define BINGO_H

#include "kit.h"

enum { SEATS = 5, COLUMNS = 2, LENGTH = 10, CARDS = 4, ROWS = 3, WIDEST = 4 };
enum { BOXES = 42, LINES = 8, PIPS = 6, OWN_DICE = 2, MIN_FACTOR = 3 };
enum area { BLUE, YELLOW, PURPLE, ORANGE, WHITE, RED, AREAS };
enum special {
    NOTHING,
    X_PURPLE, /* cross any box of that card */
    X_ORANGE,
    X_WHITE,
    X_RED,
    N_BLUE, /* write any number into that column */
    N_YELLOW,
    WILD,
    SPECIALS
};
enum { DIE_W, DIE_W2, DIE_Y, DIE_B, DIE_P, DIE_O, DIE_R, DICE };
enum phase { ROLLING, PICKING, CHOOSING, ENTERING, DONE };
enum { WRITE = BOXES, PASS = WRITE + PIPS * COLUMNS, MOVES = PASS + SPECIALS };
enum { ANY_NUMBER = 0x7e }; /* bits 1 … 6 */
enum { OPT_END_TIMING, OPT_YELLOW_ORDER, OPT_IDLE_LIMIT };

struct bingo {
    uint16_t crossed[SEATS][CARDS]; /* bits: boxes, row by row */
    uint8_t number[SEATS][COLUMNS][LENGTH];
    uint8_t filled[SEATS][COLUMNS]; /* how many boxes hold a number */
    uint8_t die[DICE];         /* 0: not rolled, or taken; white ones rising */
    uint8_t pending[SPECIALS]; /* special actions of the player at work */
    uint8_t doing;             /* ENTERING: which of them */
    uint8_t seats, active, phase;
    uint8_t player; /* who is at work: the active one, then the others */
    uint8_t second; /* the active player is at the second die */
    uint8_t ending; /* someone has filled an area */
    uint8_t idle;   /* turns without any entry, this one included */
    uint8_t idle_limit;
    uint8_t immediate, left_to_right; /* options */
};

/* --- The form ------------------------------------------------------------ */

struct line { /* points or a special action for its last cross */
    uint16_t boxes;
    uint8_t points, special;
};

struct card {
    uint8_t first, columns;        /* its first box among all */
    uint8_t number[ROWS * WIDEST]; /* as printed, row by row */
    uint16_t where[7];             /* the boxes that show this number */
    struct line line[LINES];
};

struct form {
    uint8_t cloud[LENGTH];          /* blue: small, medium, large */
    uint8_t sign[LENGTH];           /* yellow: the sign before the box */
    uint8_t arrow[COLUMNS][LENGTH]; /* what a number in the box unlocks */
    struct card card[CARDS];
};

/* The one that we ship. Where boxes and lines lie is the same on all. */
extern const struct form pl_bingo_form;
extern const struct pl_sheets pl_bingo_sheets; /* as people write them */
static inline const struct form *form_of(const struct pl_game *game)
{
    return game->sheet;
}
extern const char *const pl_bingo_area_name[AREAS];

/* --- Boxes, moves and dice ----------------------------------------------- */

static inline int card_of(int area)
{
    return area - PURPLE;
}

static inline unsigned all_boxes(int card)
{
    return (1u << ROWS * pl_bingo_form.card[card].columns) - 1;
}

static inline int card_with(int box)
{
    int card = 0;

    for (int i = 1; i < CARDS; i++)
        card += box >= pl_bingo_form.card[i].first;
    return card;
}

/* Of a move that writes a number. */
static inline int column_of(pl_move move)
{
    return (move - WRITE) / PIPS;
}
static inline int number_of(pl_move move)
{
    return (move - WRITE) % PIPS + 1;
}

static inline bool is_complete(const struct line *line, unsigned crossed)
{
    return (line->boxes & ~crossed) == 0;
}

static inline int area_of(int special)
{
    return special < N_BLUE ? PURPLE + special - X_PURPLE : special - N_BLUE;
}

/* Of a move that enters a die: which. */
static inline int die_of(const struct form *f, const struct bingo *g,
                         pl_move move)
{
    int card = card_with(move);
    const struct card *c = &f->card[card];

    if (move >= WRITE)
        return column_of(move) == BLUE ? DIE_B : DIE_Y;
    if (card != card_of(WHITE))
        return card == card_of(RED) ? DIE_R : DIE_P + card;
    return g->die[DIE_W] == c->number[move - c->first] ? DIE_W : DIE_W2;
}

/* --- Positions ----------------------------------------------------------- */

/* Bits 1 … 6: what may be written into the next box of a column. The cloud of
 * a blue box is compared with the one above it. */
static inline unsigned numbers_for(const struct form *f, const struct bingo *g,
                                   int seat, int column)
{
    int next = g->filled[seat][column], above;

    if (next == LENGTH)
        return 0;
    if (column != BLUE || next == 0 || f->cloud[next] == f->cloud[next - 1])
        return ANY_NUMBER;
    above = g->number[seat][BLUE][next - 1];
    if (f->cloud[next] > f->cloud[next - 1])
        return ANY_NUMBER & ~0u << (above + 1);
    return ANY_NUMBER & ((1u << above) - 1);
}

static inline unsigned pending_kinds(const struct bingo *g)
{
    unsigned kinds = 0;

    for (int special = X_PURPLE; special < SPECIALS; special++)
        kinds |= (unsigned)(g->pending[special] != 0) << special;
    return kinds;
}

static inline bool is_idle(const struct bingo *g)
{
    return g->idle_limit && g->idle == g->idle_limit;
}

/* The points of each area. */
void pl_bingo_points(const struct form *f, const struct bingo *g, int seat,
                     int points[AREAS]);

static inline int lowest_bonus(const int points[])
{
    int lowest = points[0];

    for (int area = 1; area < AREAS; area++)
        lowest = points[area] < lowest ? points[area] : lowest;
    return MIN_FACTOR * lowest;
}

/* --- Words and pieces ---------------------------------------------------- */

void pl_bingo_name(const struct pl_game *game, const void *state, pl_move move,
                   struct pl_text *out);
void pl_bingo_ask(const struct pl_game *game, const void *view, int seat,
                  struct pl_message *out);
void pl_bingo_say(const struct pl_game *game, const void *view, int seat,
                  pl_move move, struct pl_message *out);
int pl_bingo_tell(const struct pl_game *game, const void *before,
                  const void *after, struct pl_message out[]);
void pl_bingo_show(const struct pl_game *game, const void *view, int seat,
                   struct pl_scene *out);
void pl_bingo_touch(const struct pl_game *game, const void *view, int seat,
                    pl_move move, struct pl_touch *out);
unsigned pl_bingo_dice(const struct pl_game *game, const void *view, int seat,
                       pl_move move);
void pl_bingo_why(const struct pl_game *game, const void *view, int seat,
                  uint16_t piece, struct pl_message *out);
int pl_bingo_facts(const struct pl_game *game, const struct pl_setup *setup,
                   struct pl_fact out[]);

#endif
