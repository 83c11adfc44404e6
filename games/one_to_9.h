/*
 * The state and the numbers of One to 9, for its rules (one_to_9.c), its words
 * and pieces (one_to_9_words.c) and its bots.
 *
 * Fields are bits, 9 · colour + number − 1; so are the naturals of a hand,
 * which exist twice: `one` has those held at all, `two` those held twice.
 *
 * The stack has no order: a draw is one of the cards in the pool. In a view
 * the hidden cards of other hands lie in the pool too, and each hand counts
 * how many of them are its own (`unseen`). What is neither in the pool nor in
 * a hand nor on the board lies on the discard pile.
 */
#ifndef ONE_TO_9_H
#define ONE_TO_9_H

#include "kit.h"

enum {
    FEWEST = 2,
    SEATS = 4,
    COLOURS = 4,
    NUMBERS = 9,
    FIELDS = COLOURS * NUMBERS
};
enum { NUMBER_CARD = FIELDS, PLUS3_CARD = NUMBER_CARD + NUMBERS, KINDS };
enum { CARDS = 93, PLUS3S = 12, JOKERS = 5, SMALL_STARS = 39, BIG_STARS = 9 };
enum { OPENING_CARDS = 5, HAND_CARDS = 5, REFILL = 2, DRAW_LAID = 2 };
enum { DRAW_EMPTY = 2, DRAW_PLUS3 = 3, DRAW_NO_JOKER = 1 };
enum { SHORTEST = 4, RUNS = 21, WINNING = 3, LAST_TURN = 1000 };
enum phase { OPENING, DEALING, CHOOSING, FILLING, DRAWING, REFILLING, DONE };
enum material { NATURAL, NUMBER, JOKER, STAR };
enum {
    PLAY_NATURAL,
    LAY_NUMBER = PLAY_NATURAL + FIELDS,
    DROP_NUMBER = LAY_NUMBER + FIELDS,
    LAY_JOKER = DROP_NUMBER + NUMBERS,
    PLUS3 = LAY_JOKER + FIELDS,
    DRAW,
    PASS,
    RUN,
    FOUR = RUN + COLOURS * RUNS,
    FILL = FOUR + NUMBERS,
    MOVES = FILL + STAR + 1
};
enum { OPT_BONUS_BIG, OPT_UNLIMITED, OPT_KEEP_TOP, OPT_PARTIAL, OPTS };

struct hand {
    uint64_t one, two; /* naturals */
    uint16_t number;   /* bits: number jokers */
    uint16_t small;    /* stars */
    uint8_t big;
    uint8_t plus3, jokers;
    uint8_t unseen; /* a view: cards of this hand that lie in the pool */
};

struct one_to_9 {
    struct hand hand[SEATS];
    uint64_t natural, number, joker; /* what lies on the fields */
    uint16_t turns;                  /* complete ones */
    uint8_t pool[KINDS];
    uint8_t top; /* of the discard pile: kind + 1; 0: no card */
    uint8_t stack, pile, jokers, stars; /* how many are there */
    uint8_t seats, active, phase;
    uint8_t draws; /* cards still to come */
    uint8_t claim; /* the move whose fields are being filled */
    uint8_t next;  /* its fields below this one are filled */
    uint8_t laid;  /* has a card of the hand gone into it? */
    uint8_t option[OPTS];
};

/* Runs of a colour are numbered by length, then by start. */
static const uint8_t first_run[] = {[4] = 0, 6, 11, 15, 18, 20};

static const uint8_t run_length[RUNS] = {4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5,
                                         6, 6, 6, 6, 7, 7, 7, 8, 8, 9};

/* A foursome has the length 4, and the reward of such a run. */
static const uint8_t reward[] = {[4] = 1, 2, 3, 3, 3, 0};

/* --- Fields and cards ---------------------------------------------------- */

static inline int count(uint64_t bits)
{
    return pl_count((unsigned)bits) + pl_count((unsigned)(bits >> 32));
}

static inline unsigned row_of(uint64_t fields, int colour)
{
    return (unsigned)(fields >> colour * NUMBERS & (bit(NUMBERS) - 1));
}

static inline uint64_t in_all_rows(uint64_t numbers)
{
    return numbers *
           (bit(0) | bit(NUMBERS) | bit(2 * NUMBERS) | bit(3 * NUMBERS));
}

static inline uint64_t in_any_row(uint64_t fields)
{
    return (fields | fields >> NUMBERS | fields >> 2 * NUMBERS |
            fields >> 3 * NUMBERS) &
           (bit(NUMBERS) - 1);
}

/* The first fields of the rows that have one of these. */
static inline uint64_t rows_with(uint64_t fields)
{
    uint64_t others = in_all_rows(bit(NUMBERS - 1) - 1); /* than the last */

    return (((fields & others) + others) | fields) >> (NUMBERS - 1) &
           in_all_rows(1);
}

/* How many of these fields each row has, as numbers at its first field: threes
 * of fields are counted as octal digits, and the three digits of a row added
 * up. */
static inline uint64_t count_in_rows(uint64_t fields)
{
    const uint64_t low = 0007007007007;
    uint64_t threes =
        fields - (fields >> 1 & 0333333333333) - (fields >> 2 & 0111111111111);

    return (threes & low) + (threes >> 3 & low) + (threes >> 6 & low);
}

static inline uint64_t taken(const struct one_to_9 *g)
{
    return g->natural | g->number | g->joker;
}

static inline uint64_t free_fields(const struct one_to_9 *g)
{
    return ~taken(g) & (bit(FIELDS) - 1);
}

static inline int copies(int kind)
{
    return kind < NUMBER_CARD ? 2 : kind < PLUS3_CARD ? 1 : PLUS3S;
}

static inline int held(const struct hand *h, int kind)
{
    if (kind < NUMBER_CARD)
        return has(h->one, kind) + has(h->two, kind);
    return kind < PLUS3_CARD ? has(h->number, kind - NUMBER_CARD) : h->plus3;
}

static inline int hand_size(const struct hand *h)
{
    return count(h->one) + count(h->two) + count(h->number) + h->plus3 +
           h->jokers + h->unseen;
}

static inline bool is_empty(const struct hand *h)
{
    return (h->one | h->number | h->plus3 | h->jokers | h->unseen) == 0;
}

/* --- Claims -------------------------------------------------------------- */

static inline bool is_long_run(int claim)
{
    return claim < FOUR && (claim - RUN) % RUNS == RUNS - 1;
}

/* The fields of a run or a foursome. */
static inline uint64_t target(int claim)
{
    int run = (claim - RUN) % RUNS, length = run_length[run];
    int first = (claim - RUN) / RUNS * NUMBERS + run - first_run[length];

    return claim >= FOUR ? in_all_rows(bit(claim - FOUR))
                         : (bit(length) - 1) << first;
}

static inline uint64_t open_fields(const struct one_to_9 *g)
{
    return target(g->claim) & ~taken(g) & ~(bit(g->next) - 1);
}

static inline uint64_t claimed_fields(const struct one_to_9 *g)
{
    return g->claim ? target(g->claim) : 0;
}

static inline uint64_t starred_fields(const struct one_to_9 *g)
{
    return claimed_fields(g) & ~taken(g) & (bit(g->next) - 1);
}

static inline bool can_spend(const struct hand *h, enum material material,
                             int f)
{
    switch (material) {
    case NATURAL:
        return has(h->one, f);
    case NUMBER:
        return has(h->number, f % NUMBERS);
    case JOKER:
        return h->jokers > 0;
    case STAR:
        break;
    }
    return h->small > 0;
}

/* Can the hand fill all these fields of a claim? In a run each has a number
 * joker of its own; in a foursome one serves any single field. A long run
 * needs a card of the hand: one that is laid already, or one still to come. */
static inline bool can_fill(const struct hand *h, int claim, uint64_t fields,
                            bool laid)
{
    bool four = claim >= FOUR;
    int wild = h->jokers + (four && has(h->number, claim - FOUR));
    uint64_t own = h->one | (four ? 0 : in_all_rows(h->number));
    int stars = is_long_run(claim) ? h->small : 0;

    if (!laid && (fields == 0 || (wild == 0 && (fields & own) == 0)))
        return false;
    return count(fields & ~own) <= wild + stars;
}

/* --- Words and pieces ---------------------------------------------------- */

void pl_one_to_9_name(const struct pl_game *game, const void *state,
                      pl_move move, struct pl_text *out);
void pl_one_to_9_ask(const struct pl_game *game, const void *view, int seat,
                     struct pl_message *out);
void pl_one_to_9_say(const struct pl_game *game, const void *view, int seat,
                     pl_move move, struct pl_message *out);
int pl_one_to_9_tell(const struct pl_game *game, const void *before,
                     const void *after, struct pl_message out[]);
void pl_one_to_9_show(const struct pl_game *game, const void *view, int seat,
                      struct pl_scene *out);
void pl_one_to_9_touch(const struct pl_game *game, const void *view, int seat,
                       pl_move move, struct pl_touch *out);
void pl_one_to_9_why(const struct pl_game *game, const void *view, int seat,
                     uint16_t piece, struct pl_message *out);
int pl_one_to_9_facts(const struct pl_game *game, const struct pl_setup *setup,
                      struct pl_fact out[]);

#endif
