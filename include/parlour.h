/*
 * The engine of Parlour, and its manual: read it from top to bottom.
 *
 * A game is a const table of functions over a plain value, its state. The
 * functions are pure: they neither allocate nor print nor roll. A state says
 * what it waits for (turn): for chance, for the moves of one or several seats,
 * or for nothing. Who runs the game answers with land or play:
 *
 *     game->start(game, &state, &setup);
 *     for (;;) {
 *         struct pl_turn turn = game->turn(game, &state);
 *         if (turn.what == PL_OVER)
 *             break;
 *         if (turn.what == PL_CHANCE) {
 *             game->chance(game, &state, &chance);
 *             pl_roll(&chance, &rng, face);
 *             game->land(game, &state, face);
 *         } else {
 *             int seat = pl_lowest(turn.seats);
 *             int n = game->moves(game, &state, seat, list);
 *             game->play(game, &state, seat, list[choose(n)]);
 *         }
 *     }
 *     game->score(game, &state, &result);
 *
 * That loop checks nothing. What comes from people, files and the network goes
 * through a match, which does: legality, record, undo, who may see what.
 */
#ifndef PARLOUR_H
#define PARLOUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Programs and libraries of the same PL_ABI understand each other: see
 * docs/api.md. */
#define PL_VERSION "0.1.0"
#define PL_ABI 0

#ifdef __cplusplus
#define PL_NORETURN [[noreturn]]
extern "C" {
#else
#define PL_NORETURN _Noreturn
#endif

enum {
    PL_SEATS = 6,       /* players at one table */
    PL_DICE = 7,        /* dice rolled together */
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
    PL_AUTO = INT8_MIN, /* an option's value that follows from the seats */
    PL_NO_MOVE = UINT16_MAX
};

/* A state: no pointers, no padding. Copying is assignment, equal states are
 * equal bytes. A game uses the first state_size bytes. */
union pl_state {
    unsigned char byte[PL_STATE];
    uint64_t aligned;
};

/* A move is a number below move_count; its meaning never changes. */
typedef uint16_t pl_move;

/* --- Bugs ---------------------------------------------------------------- */

/* Stays on everywhere. For what cannot happen; what strangers send is checked
 * by the match and answered with an error. */
#define pl_assert(ok) ((ok) ? (void)0 : pl_broken(#ok, __FILE__, __LINE__))
PL_NORETURN void pl_broken(const char *what, const char *file, int line);

/* --- Versions ------------------------------------------------------------ */

/* The library's own PL_VERSION and PL_ABI, which may be those of a later one
 * than the header that a program was compiled with. */
const char *pl_version(void);
int pl_abi(void);

/* The bytes of every public struct, so that bindings can check their own idea
 * of them when the library is loaded; ends with a NULL name. */
struct pl_size {
    const char *name;
    size_t size;
};
extern const struct pl_size pl_sizes[];

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
#if defined __wasm__ || defined __POPCNT__
    return __builtin_popcount(bits);
#else
    bits -= bits >> 1 & 0x55555555;
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f;
    return (int)(bits * 0x01010101 >> 24);
#endif
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
    int8_t whose;  /* whose turn it is: who rolls or draws; not when over */
};

struct pl_die {       /* dice with the same pointer are interchangeable */
    const char *name; /* notation: "W", or "card" */
    uint8_t faces;
    const char *const *face; /* their names: "1" … "6", "*", "r5" */
};

struct pl_chance {  /* what is to be rolled or drawn */
    uint8_t count;  /* dice rolled together, or one card */
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
    int8_t seat; /* {player}; −1: no one */
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
    PL_BACK,
    PL_SIGNS
};

enum pl_role { PL_THROW, PL_SHEET, PL_BOARD, PL_HAND, PL_SUPPLY, PL_CHOICES };
enum pl_flow {
    PL_GRID, /* pieces stand at x, y */
    PL_WRAP, /* a row that may break anywhere; order of the list */
    PL_PATH  /* squares x = 0, 1, 2 … along a path that may fold */
};

struct pl_area {
    uint8_t role, flow;    /* enum pl_role, enum pl_flow */
    int8_t seat;           /* whose; −1: everyone's */
    uint8_t width, height; /* of a grid, in boxes */
    const char *title;     /* catalogue; NULL: none */
};

enum pl_kind {
    PL_BOX,  /* a box of a sheet, a field of a board */
    PL_CUBE, /* a die; value 1 … 6, or a sign; 0: not rolled */
    PL_CARD,
    PL_TOKEN,   /* stands on the box with the same x, y of its area */
    PL_LABEL,   /* says something, never touched */
    PL_COUNTER, /* so many of something: value, and a sign or a label; of
                   what has a sign, w > 1 are the goal */
    PL_ACTION,  /* pass, roll again …: not a thing on the table */
    PL_VALUE    /* a number to choose */
};

/* Bits of pl_piece.marks. */
enum {
    PL_CROSSED = 1, /* crossed off by hand */
    PL_CIRCLED = 2,
    PL_LOST = 4,    /* can never be used again */
    PL_FILLED = 8,  /* holds something: a number written, a card laid */
    PL_SHADED = 16, /* stands out on the sheet: start, barrier, bonus */
    PL_USED = 32,   /* a die that is taken */
    PL_BACKED = 64  /* a card face down */
};

enum { PL_NO_VALUE = INT16_MIN };

struct pl_piece {
    uint16_t id;    /* its own, wherever it travels; 0: labels and counters */
    uint16_t alike; /* touching this is touching that one; 0: itself */
    uint8_t kind;   /* enum pl_kind */
    uint8_t area;   /* index into pl_scene.area */
    uint8_t x, y, w, h;
    uint8_t colour; /* enum pl_colour */
    uint8_t sign;   /* enum pl_sign */
    uint8_t marks;
    int8_t seat;       /* whose token; −1: no one's */
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

/* --- People's own sheets ------------------------------------------------- */

/* A sheet as people write it is a list of cells in lines, as on paper. A cell
 * is a number, or PL_WORD and the place of a word in the list of its kind. */
enum { PL_CELLS = 160, PL_FAULTS = 12, PL_WORD = 1000, PL_NO_CELL = INT16_MIN };

struct pl_cell {             /* what may stand in a box of the text */
    int16_t low, high;       /* numbers; low > high: none */
    const char *const *word; /* words, up to NULL; NULL: none */
    /* What they mean, where that is not plain; catalogue, NULL: nothing to say
     * of this one. NULL: of none. */
    const char *const *means;
};

struct pl_line {
    const char *label; /* its first word; "": it has none */
    uint8_t count;     /* so many cells of this kind; 0 ends the list */
    bool open;         /* or fewer, over all the lines that are left */
    const struct pl_cell *cell;
    const struct pl_cell *last; /* one more cell at the end; NULL: none */
};

struct pl_faults { /* what is wrong with a sheet, and in which cell */
    int count;
    struct {
        int cell;
        struct pl_message what;
    } fault[PL_FAULTS];
};

struct pl_game;
struct pl_sheets { /* what the sheets of a game are made of */
    const struct pl_line *line;
    size_t size; /* bytes of the tables that its rules read */
    void (*cells)(const struct pl_game *game, int16_t cell[]);
    /* Fills zeroed tables, and what depends on them in a copy of the game:
     * moves_max, points_min, points_max. All cells are of their kinds. What it
     * accepts keeps all that the engine relies on. */
    void (*make)(const int16_t cell[], struct pl_game *copy, void *tables,
                 struct pl_faults *faults);
    /* Changes the cells of the shipped sheet by chance: to another sheet, or
     * to one that make refuses, but not for ever. */
    void (*vary)(int16_t cell[], struct pl_rng *rng);
};

/* --- Games --------------------------------------------------------------- */

struct pl_option {            /* a house rule; the list ends with a NULL name */
    const char *name;         /* "finish_turn" */
    const char *const *value; /* their names, up to NULL; NULL: a range */
    /* The range. Of a list, high > 0: so many values make the signature; those
     * that came later do not change it, and games under way go on. */
    int8_t low, high;
    int8_t normal; /* index of the value, number, or PL_AUTO */
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
    const char *layout; /* the name of its sheet or board: "A" */
    const void *sheet;  /* its tables, for its own rules; NULL: it has none */
    /* The same game on the other sheets that it ships; ends with NULL. NULL:
     * there are none. */
    const struct pl_game *const *others;
    const struct pl_sheets *sheets; /* NULL: there is nothing to choose */
    struct pl_own *own; /* of a copy on someone's own sheet: who uses it */
    uint8_t min_seats, max_seats;
    uint8_t minutes, age;       /* how long a game takes; from what age */
    uint16_t hue;               /* of its cloth, 0 … 359 */
    const char *emblem;         /* on its box: the name of a drawing */
    const char *sign[PL_SIGNS]; /* what a sign means here; catalogue */
    uint16_t state_size, move_count;
    uint16_t moves_max; /* most moves legal at once */
    pl_move pass;       /* the move that does nothing; PL_NO_MOVE: none */
    bool has_hands;     /* cards that their own seat alone may see */
    uint8_t open_cards; /* which sign of the supply counts cards, not tokens */
    int16_t points_min, points_max;
    const struct pl_option *options; /* NULL: none */

    /* The rules. */
    void (*start)(const struct pl_game *game, void *state,
                  const struct pl_setup *setup);
    struct pl_turn (*turn)(const struct pl_game *game, const void *state);
    void (*chance)(const struct pl_game *game, const void *state,
                   struct pl_chance *out);
    void (*land)(const struct pl_game *game, void *state,
                 const uint8_t face[]); /* came from chance() */
    int (*moves)(const struct pl_game *game, const void *state, int seat,
                 pl_move out[]); /* ascending */
    void (*play)(const struct pl_game *game, void *state, int seat,
                 pl_move move); /* came from moves() */
    void (*score)(const struct pl_game *game, const void *state,
                  struct pl_result *out);
    int (*parts)(const struct pl_game *game, const void *state, int seat,
                 struct pl_part out[]);

    /* Secrets. hide removes what a seat may not know (−1: a spectator): hands,
     * and choices of others that are not yet revealed, so that those seats are
     * waiting again. NULL: nothing is ever hidden. guess fills a hidden state
     * with what it might be. NULL: hide loses no cards. */
    void (*hide)(const struct pl_game *game, void *state, int seat);
    void (*guess)(const struct pl_game *game, void *view, int seat,
                  struct pl_rng *rng);
    /* Whether what this seat answered to the question before the open one is
     * still secret. NULL: answers are shown when the last one is in. */
    bool (*keeps)(const struct pl_game *game, const void *state, int seat);

    /* Words and pieces; they get a view, and seat −1 for a spectator. */
    void (*name)(const struct pl_game *game, const void *state, pl_move move,
                 struct pl_text *out);
    void (*ask)(const struct pl_game *game, const void *view, int seat,
                struct pl_message *out);
    void (*say)(const struct pl_game *game, const void *view, int seat,
                pl_move move,
                struct pl_message *out); /* the move as a short command */
    int (*tell)(const struct pl_game *game, const void *before,
                const void *after,
                struct pl_message out[]); /* what a step brought about */
    void (*show)(const struct pl_game *game, const void *view, int seat,
                 struct pl_scene *out);
    void (*touch)(const struct pl_game *game, const void *view, int seat,
                  pl_move move, struct pl_touch *out);

    /* Which dice make a move: bit i is the i-th cube of the PL_THROW area. Of a
     * move that rolls again, the dice that stay; of one that crosses a box out
     * for nothing, none. NULL: no dice make moves. */
    unsigned (*dice)(const struct pl_game *game, const void *view, int seat,
                     pl_move move);
    /* Why a piece is in none of the seat's moves, as precisely as a friend at
     * the table would say it. Asked by pl_why, which has excluded that the
     * seat has nothing to decide and that the piece is another seat's. */
    void (*why)(const struct pl_game *game, const void *view, int seat,
                uint16_t piece, struct pl_message *out);

    /* The numbers that its how-to names, and how many; without those that
     * this set-up switches off. NULL: it names none. */
    int (*facts)(const struct pl_game *game, const struct pl_setup *setup,
                 struct pl_fact out[]);

    /* Chance is due: is it one more roll of the turn that is under way? Where
     * several play, `turn` tells by whose turn it is. NULL: who plays alone
     * rolls once per turn. */
    bool (*again)(const struct pl_game *game, const void *state);
};

extern const struct pl_game *const pl_games[]; /* ends with NULL */
const struct pl_game *pl_game_find(const char *id);
/* This game on the shipped sheet of that name, or NULL. */
const struct pl_game *pl_game_on(const struct pl_game *game,
                                 const char *layout);

/* The setup with all options at their normal values. */
void pl_setup_normal(struct pl_setup *setup, const struct pl_game *game,
                     int seats);

/* --- What a table needs to know ------------------------------------------ */

/* Plays a move on what the seat sees. The others pass; the next chance, the
 * next question to this seat, or one that no one can pass ends it. */
void pl_look_ahead(const struct pl_game *game, union pl_state *state, int seat,
                   pl_move move);

struct pl_answer {
    pl_move move;
    uint8_t dice; /* that make it, see pl_game.dice */
    int16_t gain; /* points for the seat, by score, once it has happened */
};

/* All legal moves of a seat that is asked; returns how many. */
int pl_answers(const struct pl_game *game, const union pl_state *view, int seat,
               struct pl_answer out[]);

/* Why the seat cannot touch a piece now; false: it can. */
bool pl_why(const struct pl_game *game, const union pl_state *view, int seat,
            uint16_t piece, struct pl_message *out);

/* --- Running many -------------------------------------------------------- */

/* One random game from a state to its end; returns its steps. */
uint32_t pl_playout(const struct pl_game *game, void *state,
                    struct pl_rng *rng);

/* One number that sums up how a game behaves with these seats: it changes only
 * when its rules change, and is the same on every machine. */
uint64_t pl_signature(const struct pl_game *game, int seats, int games);

#ifdef __cplusplus
}
#endif
#endif
