/*
 * The engine of Parlour, and its manual: read it from top to bottom.
 *
 * A game is a const table of functions over a plain value, its state. The
 * functions are pure: they neither allocate nor print nor roll. A state says
 * what it waits for (turn): for chance, for the moves of one or several seats,
 * or for nothing. Whoever runs the game answers with land or play:
 *
 *     game->start(&state, &setup);
 *     for (;;) {
 *         struct pl_turn turn = game->turn(&state);
 *         if (turn.what == PL_OVER)
 *             break;
 *         if (turn.what == PL_CHANCE) {
 *             game->chance(&state, &chance);
 *             pl_roll(&chance, &rng, face);
 *             game->land(&state, face);
 *         } else {
 *             int seat = pl_lowest(turn.seats);
 *             int n = game->moves(&state, seat, list);
 *             game->play(&state, seat, list[choose(n)]);
 *         }
 *     }
 *     game->score(&state, &result);
 *
 * That loop checks nothing. What comes from people, files and the network goes
 * through a match, which does: legality, record, undo, who may see what.
 */
#ifndef PARLOUR_H
#define PARLOUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PL_SEATS = 6,       /* players at one table */
    PL_DICE = 7,        /* dice thrown together */
    PL_FACES = 46,      /* faces of a die, or kinds of cards */
    PL_OPTIONS = 8,     /* house rules of one game */
    PL_MOVES = 256,     /* moves legal at one moment */
    PL_STATE = 256,     /* bytes of a state */
    PL_PARTS = 24,      /* parts of one seat's points */
    PL_FACTS = 48,      /* numbers that a how-to names */
    PL_MESSAGES = 16,   /* things that one step makes happen */
    PL_AREAS = 40,      /* areas of a table, several a seat */
    PL_PIECES = 1024,   /* pieces on a table */
    PL_TOUCHES = 12,    /* pieces that express one move */
    PL_NAME = 32,       /* bytes of a player's name, with its end */
    PL_FEATURES = 192,  /* numbers that describe a position to a bot */
    PL_EVERYBODY = 255, /* bits of seats: all of them and the spectators */
    PL_AUTO = INT8_MIN  /* an option's value that follows from the seats */
};

/* A state: no pointers, no padding. Copying is assignment, equal states are
 * equal bytes. A game uses the first state_size bytes. */
union pl_state {
    unsigned char byte[PL_STATE];
    uint64_t aligned;
};

/* A move is a number below move_count that means one thing for ever. */
typedef uint16_t pl_move;

/* --- Bugs ---------------------------------------------------------------- */

/* Stays on everywhere. For what cannot happen; what strangers send is checked
 * by the match and answered with an error. */
#define pl_assert(ok) ((ok) ? (void)0 : pl_broken(#ok, __FILE__, __LINE__))
_Noreturn void pl_broken(const char *what, const char *file, int line);

/* --- Small things -------------------------------------------------------- */

/* Bounded text: what does not fit is a bug. */
struct pl_text {
    uint8_t length;
    char s[63];
};
void pl_put(struct pl_text *text, const char *s);
void pl_put_char(struct pl_text *text, char c);
void pl_put_number(struct pl_text *text, int n);

static inline int pl_lowest(uint64_t bits)
{
    return __builtin_ctzll(bits);
}
/* Spelt out, because compilers that may not use popcnt call a function. */
static inline int pl_count(unsigned bits)
{
    bits -= bits >> 1 & 0x55555555;
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f;
    return (int)(bits * 0x01010101 >> 24);
}
uint64_t pl_hash(const void *bytes, size_t size, uint64_t seed);

/* xoshiro256**: quick and even, for simulation; no secret is safe with it. */
struct pl_rng {
    uint64_t s[4];
};
void pl_seed(struct pl_rng *rng, uint64_t seed);
uint64_t pl_random(struct pl_rng *rng);
uint32_t pl_below(struct pl_rng *rng, uint32_t n); /* 0 … n−1, unbiased */

/* --- Turn and chance ----------------------------------------------------- */

enum pl_what { PL_OVER, PL_CHANCE, PL_DECIDE };

struct pl_turn {   /* what the game waits for */
    uint8_t what;  /* enum pl_what */
    uint8_t seats; /* PL_DECIDE: bit s set = seat s must decide now */
    uint8_t phase; /* which question it is; the game's own enum */
};

struct pl_die {       /* dice with the same pointer are interchangeable */
    const char *name; /* notation: "W", or "card" */
    uint8_t faces;
    const char *const *face; /* their names: "1" … "6", "*", "r5" */
};

struct pl_chance {  /* what is to be thrown or drawn */
    uint8_t count;  /* dice thrown together, or one card */
    uint8_t sees;   /* bit s set = seat s may see it; PL_EVERYBODY */
    uint16_t total; /* a draw: the sum of weight[]; dice: 0 */
    const struct pl_die *die[PL_DICE]; /* interchangeable ones side by side */
    uint8_t weight[PL_FACES];          /* a draw: how many of each are left */
};

struct pl_outcome {
    uint8_t face[PL_DICE];
    uint32_t weight; /* its share of pl_outcomes() */
};

void pl_roll(const struct pl_chance *chance, struct pl_rng *rng,
             uint8_t face[]);

/* Every distinct result once, interchangeable dice in rising order:
 * for (bool more = pl_first(&c, &o); more; more = pl_next(&c, &o)) … */
bool pl_first(const struct pl_chance *chance, struct pl_outcome *outcome);
bool pl_next(const struct pl_chance *chance, struct pl_outcome *outcome);
uint32_t pl_outcomes(const struct pl_chance *chance); /* sum of all weights */

/* --- Words --------------------------------------------------------------- */

/* A sentence by its name in the catalogue, and what its places are filled
 * with: {player} {n} {m} {k} {word}. {n} selects the plural form. */
struct pl_message {
    const char *id;
    int8_t seat; /* {player}; −1: nobody */
    int32_t n, m, k;
    struct pl_text word; /* notation, never a word of a language */
};
#define PL_SAY(...) ((struct pl_message){.seat = -1, .id = __VA_ARGS__})
#define PL_TELL(whose, ...)                                                    \
    ((struct pl_message){.seat = (int8_t)(whose), .id = __VA_ARGS__})

/* A number of the rules, for the how-to of a game: {name} says it, and
 * {name|die|dice} the plural form that goes with it. Facts with the same name
 * stand side by side and are said as a list. */
struct pl_fact {
    const char *name;
    int n;
};

/* --- The table as people see it ------------------------------------------ */

enum pl_colour {
    PL_PLAIN,
    PL_WHITE,
    PL_RED,
    PL_YELLOW,
    PL_GREEN,
    PL_BLUE,
    PL_PURPLE,
    PL_ORANGE
};

/* Drawn, never a letter. */
enum pl_sign {
    PL_NO_SIGN,
    PL_STAR,
    PL_BIG_STAR,
    PL_LOCK,
    PL_COIN,
    PL_BANG,
    PL_JOKER,
    PL_PLUS,
    PL_MINUS,
    PL_TIMES,
    PL_EQUALS,
    PL_LESS,
    PL_MORE,
    PL_ARROW,
    PL_CROSS,
    PL_PENCIL,
    PL_FINISH,
    PL_BACK
};

enum pl_role { PL_THROW, PL_SHEET, PL_BOARD, PL_HAND, PL_SUPPLY, PL_CHOICES };
enum pl_flow {
    PL_GRID, /* pieces stand at x, y */
    PL_WRAP, /* a row that may break anywhere; order of the list */
    PL_PATH  /* squares x = 0, 1, 2 … along a path that may fold */
};

struct pl_area {
    uint8_t role, flow;    /* enum pl_role, enum pl_flow */
    int8_t seat;           /* whose; −1: everybody's */
    uint8_t width, height; /* of a grid, in boxes */
    const char *title;     /* catalogue; NULL: none */
};

enum pl_kind {
    PL_BOX,  /* a box of a sheet, a field of a board */
    PL_CUBE, /* a die; value 1 … 6, or a sign; 0: not thrown */
    PL_CARD,
    PL_TOKEN,   /* stands on the box with the same x, y of its area */
    PL_LABEL,   /* says something, never touched */
    PL_COUNTER, /* so many of something: value, and a sign or a label */
    PL_ACTION,  /* pass, throw again …: what is no thing on the table */
    PL_VALUE    /* a number to choose */
};

enum {                 /* bits of pl_piece.marks */
       PL_CROSSED = 1, /* crossed by hand */
       PL_CIRCLED = 2,
       PL_LOST = 4,    /* can never be used again */
       PL_FILLED = 8,  /* holds something: a number written, a card laid */
       PL_SHADED = 16, /* stands out on the sheet: start, barrier, bonus */
       PL_USED = 32,   /* a die that is taken */
       PL_BACKED = 64  /* a card face down */
};

enum { PL_NO_VALUE = INT16_MIN };

struct pl_piece {
    uint16_t id;    /* what touches name it by; 0: cannot be touched */
    uint16_t alike; /* touching this is touching that one; 0: itself */
    uint8_t kind;   /* enum pl_kind */
    uint8_t area;   /* index into pl_scene.area */
    uint8_t x, y, w, h;
    uint8_t colour; /* enum pl_colour */
    uint8_t sign;   /* enum pl_sign */
    uint8_t marks;
    int8_t seat;       /* whose token; −1: nobody's */
    int16_t value;     /* PL_NO_VALUE: none */
    const char *label; /* catalogue; NULL: none */
};

struct pl_scene {
    uint16_t areas, pieces;
    struct pl_area area[PL_AREAS];
    struct pl_piece piece[PL_PIECES];
};

struct pl_touch { /* the pieces that express a move */
    uint8_t count;
    bool ordered;               /* does the order of touching matter? */
    uint16_t piece[PL_TOUCHES]; /* ids */
};

/* --- Games --------------------------------------------------------------- */

struct pl_option {    /* a house rule; the list ends with a NULL name */
    const char *name; /* "finish_turn" */
    const char *const
        *value;       /* names of the values up to NULL; NULL: a range */
    int8_t low, high; /* the range */
    int8_t normal;    /* index of the value, number, or PL_AUTO */
};

struct pl_setup {
    uint8_t seats, first;
    int8_t option[PL_OPTIONS]; /* index of the value, number, or PL_AUTO */
};

struct pl_result {
    int16_t points[PL_SEATS]; /* as if the game ended now */
    int16_t tie[PL_SEATS];    /* decides between equal points */
    uint8_t seats;            /* so many play */
    uint8_t winners;          /* bit s set = seat s is ahead, or has won */
    bool aborted;             /* a guard ended it, no rule */
};

struct pl_part {    /* of a seat's points; all parts add up to them */
    const char *id; /* catalogue */
    int16_t points;
};

struct pl_game {
    const char *id;     /* "qwixx": command lines, records */
    const char *layout; /* which sheet or board it ships: "A" */
    uint8_t min_seats, max_seats;
    uint16_t state_size, move_count;
    uint16_t moves_max; /* most moves legal at once */
    int16_t points_min, points_max;
    const struct pl_option *options; /* NULL: none */

    /* The rules. */
    void (*start)(void *state, const struct pl_setup *setup);
    struct pl_turn (*turn)(const void *state);
    void (*chance)(const void *state, struct pl_chance *out);
    void (*land)(void *state, const uint8_t face[]); /* came from chance() */
    int (*moves)(const void *state, int seat, pl_move out[]); /* ascending */
    void (*play)(void *state, int seat, pl_move move); /* came from moves() */
    void (*score)(const void *state, struct pl_result *out);
    int (*parts)(const void *state, int seat, struct pl_part out[]);

    /* Secrets. hide removes what a seat may not know (−1: a spectator): hands,
     * and choices of others that are not yet revealed, so that those seats are
     * waiting again. NULL: nothing is ever hidden. guess fills a hidden state
     * with what it might be. NULL: hide loses no cards. */
    void (*hide)(void *state, int seat);
    void (*guess)(void *view, int seat, struct pl_rng *rng);

    /* For bots: the prospects of a seat as small whole numbers, and how many
     * they are, always the same. They describe the position when all that the
     * seat has chosen has happened. NULL: its points must do. */
    int (*features)(const void *view, int seat, int16_t out[]);

    /* Words and pieces; they get a view, and seat −1 for a spectator. */
    void (*name)(const void *state, pl_move move, struct pl_text *out);
    void (*ask)(const void *view, int seat, struct pl_message *out);
    void (*say)(const void *view, int seat, pl_move move,
                struct pl_message *out); /* the move as a short command */
    int (*tell)(const void *before, const void *after,
                struct pl_message out[]); /* what a step brought about */
    void (*show)(const void *view, int seat, struct pl_scene *out);
    void (*touch)(const void *view, int seat, pl_move move,
                  struct pl_touch *out);

    /* The numbers that its how-to names, and how many. What this set-up
     * switches off is no fact. NULL: it names none. */
    int (*facts)(const struct pl_setup *setup, struct pl_fact out[]);
};

extern const struct pl_game *const pl_games[]; /* ends with NULL */
const struct pl_game *pl_game_find(const char *id);

/* The setup with all options at their normal values. */
void pl_setup_normal(struct pl_setup *setup, const struct pl_game *game,
                     int seats);

/* One random game from a state to its end; returns its steps. */
uint32_t pl_playout(const struct pl_game *game, void *state,
                    struct pl_rng *rng);

/* One number that sums up how a game behaves with these seats: it changes only
 * when its rules change, and is the same on every machine. */
uint64_t pl_signature(const struct pl_game *game, int seats, int games);

#endif
