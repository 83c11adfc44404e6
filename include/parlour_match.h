/*
 * Running a game for people and programs: the match, its record, its words.
 *
 * Nothing that comes in is trusted. A function that can refuse returns false,
 * says why, and has changed nothing.
 */
#ifndef PARLOUR_MATCH_H
#define PARLOUR_MATCH_H

#include "parlour.h"

/* --- Errors -------------------------------------------------------------- */

/* Each is a sentence of the catalogue, error.NAME. */
#define PL_ERRORS(X)                                                           \
    X(unknown_game)                                                            \
    X(bad_seats)                                                               \
    X(bad_first)                                                               \
    X(unknown_option)                                                          \
    X(bad_value)                                                               \
    X(no_game)                                                                 \
    X(bad_seat)                                                                \
    X(not_chance)                                                              \
    X(not_decide)                                                              \
    X(not_over)                                                                \
    X(not_asked)                                                               \
    X(illegal)                                                                 \
    X(bad_count)                                                               \
    X(bad_face)                                                                \
    X(none_left)                                                               \
    X(at_start)                                                                \
    X(nothing_to_take_back)                                                    \
    X(not_a_record)                                                            \
    X(bad_version)                                                             \
    X(bad_header)                                                              \
    X(twice)                                                                   \
    X(missing)                                                                 \
    X(bad_name)                                                                \
    X(bad_bot)                                                                 \
    X(bad_layout)                                                              \
    X(bad_step)                                                                \
    X(after_result)                                                            \
    X(wrong_result)                                                            \
    X(bad_text)                                                                \
    X(too_long)                                                                \
    X(bad_hex)                                                                 \
    X(no_seed)                                                                 \
    X(wrong_seed)                                                              \
    X(wrong_chance)

enum pl_error {
#define X(name) PL_E_##name,
    PL_ERRORS(X)
#undef X
        PL_E_COUNT
};

/* Fills in why, with the seat, number and word that the sentence wants, and
 * returns false. */
bool pl_refuse(struct pl_message *why, enum pl_error error, int seat, int n,
               const char *word);

/* --- Growing text -------------------------------------------------------- */

struct pl_buffer { /* begins zeroed, ends with pl_buffer_free */
    char *s;       /* ends with a zero byte once something was added */
    size_t length, room;
};
void pl_add(struct pl_buffer *buffer, const char *s);
void pl_add_bytes(struct pl_buffer *buffer, const char *s, size_t length);
void pl_add_number(struct pl_buffer *buffer, long n);
void pl_buffer_free(struct pl_buffer *buffer);

struct pl_names { /* a word for each seat */
    char of[PL_SEATS][PL_NAME];
};

/* --- Set-up -------------------------------------------------------------- */

bool pl_setup_check(const struct pl_game *game, const struct pl_setup *setup,
                    struct pl_message *why);
/* Sets one option by its notation: "finish_turn", "1". */
bool pl_setup_option(struct pl_setup *setup, const struct pl_game *game,
                     const char *name, const char *value,
                     struct pl_message *why);
void pl_option_value(const struct pl_option *option, int value,
                     struct pl_text *out);
int pl_option_count(const struct pl_game *game);

/* --- Fair dice ----------------------------------------------------------- */

/* Whoever throws for others commits to a secret seed, hears a number from every
 * seat, throws by HMAC-SHA-256 of both, and shows the seed in the end: nobody
 * could choose the dice, and everybody can check them. docs/records.md. */
enum { PL_SEED = 32, PL_NONCE = 16 };

struct pl_fair {
    bool is_committed, is_revealed; /* commitment holds; seed holds */
    uint8_t nonces;                 /* bit s set = seat s gave one */
    uint8_t commitment[PL_SEED];    /* SHA-256 of the seed */
    uint8_t seed[PL_SEED];
    uint8_t nonce[PL_SEATS][PL_NONCE];
};

typedef void pl_hmac(const uint8_t seed[PL_SEED], const void *text, size_t size,
                     uint8_t out[PL_SEED]);

/* The result of chance at that step; hmac NULL: the engine's own. */
void pl_fair_roll(const struct pl_fair *fair, pl_hmac *hmac, size_t step,
                  const struct pl_chance *chance, uint8_t face[]);

/* --- The match ----------------------------------------------------------- */

struct pl_step {   /* one result of chance or one move */
    uint8_t what;  /* PL_CHANCE or PL_DECIDE */
    uint8_t seat;  /* PL_DECIDE: who moved */
    uint8_t seats; /* PL_CHANCE: who may see it; PL_DECIDE: who was asked */
    uint8_t count; /* PL_CHANCE: how many faces */
    union {
        uint8_t face[PL_DICE];
        pl_move move;
    };
};

struct pl_match {
    const struct pl_game *game; /* NULL: no game yet */
    struct pl_setup setup;
    union pl_state state;
    struct pl_names name; /* "": nameless */
    struct pl_names bot;  /* which bot plays here; "": a person */
    struct pl_fair fair;  /* zero: anybody's dice */
    uint64_t rules;       /* signature of its rules; 0: not known */
    struct pl_step *step;
    size_t steps, room;
    size_t question; /* first step of the question that is open now */
};

/* At most PL_NAME − 1 bytes of UTF-8, no control characters, no space at
 * either end, not empty. */
bool pl_name_is_good(const char *name);

/* A match begins zeroed and ends with pl_match_free. */
bool pl_match_start(struct pl_match *match, const struct pl_game *game,
                    const struct pl_setup *setup, struct pl_message *why);
void pl_match_free(struct pl_match *match);

bool pl_match_land(struct pl_match *match, const uint8_t face[], int count,
                   struct pl_message *why);
bool pl_match_roll(struct pl_match *match, struct pl_rng *rng,
                   struct pl_message *why);
bool pl_match_play(struct pl_match *match, int seat, pl_move move,
                   struct pl_message *why);

/* Results and moves by their notation. */
bool pl_match_land_words(struct pl_match *match, const char *const word[],
                         int count, struct pl_message *why);
bool pl_match_find_move(const struct pl_match *match, int seat,
                        const char *word, pl_move *move,
                        struct pl_message *why);

/* The legal moves of a seat by name, with spaces between; passing comes last.
 * Nothing if the seat has nothing to decide. */
void pl_match_legal(const struct pl_match *match, int seat,
                    struct pl_buffer *out);

/* The referee takes back anything; a player his own last choice, as far as the
 * last result of chance or the last reveal. */
bool pl_match_undo(struct pl_match *match, struct pl_message *why);
bool pl_match_take_back(struct pl_match *match, int seat,
                        struct pl_message *why);
/* Takes back to the first `steps` steps. */
void pl_match_rewind(struct pl_match *match, size_t steps);

/* What a seat may know (−1: a spectator): the state, who has answered the open
 * question, and whether it may see a step of the history. */
void pl_match_view(const struct pl_match *match, int seat, union pl_state *out);
uint8_t pl_match_answered(const struct pl_match *match);
bool pl_match_may_see(const struct pl_match *match, size_t step, int seat);

/* --- Records ------------------------------------------------------------- */

/* docs/records.md has the format. A spectator's or a seat's record has a
 * question mark for what it may not see; PL_ALL gets everything. */
enum { PL_ALL = -2 };
void pl_record_write(const struct pl_match *match, int seat,
                     struct pl_buffer *out);
void pl_step_words(const struct pl_match *match, size_t step,
                   const union pl_state *before, struct pl_buffer *out);

/* Reads and checks a record move by move. If it is refused, *line says where
 * and the match is as it was. */
bool pl_record_read(struct pl_match *match, const char *text, size_t length,
                    struct pl_message *why, int *line);

/* Whether the seed is the one committed to and every throw comes from it. If
 * not, *step is the first that differs, or the number of steps. */
bool pl_fair_check(const struct pl_match *match, size_t *step,
                   struct pl_message *why);

/* A view as one line of JSON; PL_ALL: the whole state. */
void pl_view_json(const struct pl_match *match, int seat,
                  struct pl_buffer *out);

/* --- Languages ----------------------------------------------------------- */

struct pl_language;
const struct pl_language *pl_language_find(const char *code); /* or NULL */

/* The sentence in that language. Nameless seats are called by their number.
 * An unknown id is a bug of ours and comes out as it stands. */
void pl_words(const struct pl_language *language,
              const struct pl_message *message, const struct pl_names *name,
              struct pl_buffer *out);
bool pl_has_words(const struct pl_language *language, const char *id);

/* How wide a text is on a terminal: characters, not bytes. */
int pl_columns(const char *s);

/* A paragraph of a how-to, with the facts of the game in its places. False: it
 * names what is no fact with this set-up, and says nothing. */
bool pl_explain(const struct pl_language *language, const char *id,
                const struct pl_game *game, const struct pl_setup *setup,
                struct pl_buffer *out);

#endif
