/*
 * Running a game for people and programs: the match, its record, its words.
 *
 * Nothing that comes in is trusted. A function that can refuse returns false,
 * says why, and has changed nothing.
 */
#ifndef PARLOUR_MATCH_H
#define PARLOUR_MATCH_H

#include "parlour.h"

#ifdef __cplusplus
extern "C" {
#endif

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
    X(wrong_nonce)                                                             \
    X(wrong_link)                                                              \
    X(wrong_chance)                                                            \
    X(bad_date)                                                                \
    X(not_daily)                                                               \
    X(wrong_daily)                                                             \
    X(wrong_bot)

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
void pl_add_number(struct pl_buffer *buffer, int64_t n);
void pl_buffer_free(struct pl_buffer *buffer);

struct pl_names { /* a word for each seat */
    char of[PL_SEATS][PL_NAME];
    uint8_t reader; /* bit s set = seat s reads it; 0: no one in particular */
};

/* --- Set-up -------------------------------------------------------------- */

bool pl_setup_check(const struct pl_game *game, const struct pl_setup *setup,
                    struct pl_message *why);
/* Sets one option by its notation: "finish_turn", "1". */
bool pl_setup_option(struct pl_setup *setup, const struct pl_game *game,
                     const char *name, const char *value,
                     struct pl_message *why);
/* Sheets were a house rule once. True: this names one of those that the game
 * ships, and the game is on it now. */
bool pl_was_sheet(const struct pl_game **game, const char *name,
                  const char *value);
void pl_option_value(const struct pl_option *option, int value,
                     struct pl_text *out);

struct pl_setting { /* an option of a set-up by its notation */
    const char *name;
    struct pl_text value;
    bool is_normal;
};
/* The i-th of them; false: there are no more. */
bool pl_setting(const struct pl_game *game, const struct pl_setup *setup, int i,
                struct pl_setting *out);
int pl_option_count(const struct pl_game *game);

/* --- Fair dice ----------------------------------------------------------- */

/* The one who rolls for others commits to a secret seed; every seat commits to
 * a number of its own, all numbers are shown, and HMAC-SHA-256 of both rolls.
 * In the end the seed is shown, and everyone can check it all.
 *
 * Dice may also be drawn together: each device has a chain of secrets of which
 * each is the hash of the next, and shows its end, the anchor. When nothing can
 * be chosen any more, the devices that are named show their next link, and the
 * links roll along. Results of chance that follow each other without a choice
 * in between are one draw. docs/records.md has the recipe. */
enum {
    PL_SEED = 32,
    PL_NONCE = 16,
    PL_CHAINS = 4,  /* of a seat that moves from device to device */
    PL_LINKS = 2048 /* of a chain */
};

struct pl_chain {
    uint32_t from; /* draws that were before it: the anchor's place */
    uint32_t at;   /* the last draw whose link is known; from: none */
    uint8_t anchor[PL_SEED], link[PL_SEED];
};

struct pl_fair {
    bool is_committed, is_revealed; /* commitment holds; seed holds */
    bool is_together;
    uint8_t hashes, nonces;      /* bit s set = seat s gave one */
    uint8_t chains[PL_SEATS];    /* how many */
    uint8_t commitment[PL_SEED]; /* SHA-256 of the seed */
    uint8_t seed[PL_SEED];
    uint8_t hash[PL_SEATS][PL_SEED]; /* of its nonce: pl_fair_hash */
    uint8_t nonce[PL_SEATS][PL_NONCE];
    struct pl_chain chain[PL_SEATS][PL_CHAINS];
};

typedef void pl_hmac(const uint8_t seed[PL_SEED], const void *text, size_t size,
                     uint8_t out[PL_SEED]);

/* The result of chance at that step; hmac NULL: the engine's own. mixed: what
 * pl_fair_mix made of the links of its draw; NULL: not drawn together. */
void pl_fair_roll(const struct pl_fair *fair, pl_hmac *hmac, size_t step,
                  const uint8_t *mixed, const struct pl_chance *chance,
                  uint8_t face[]);

/* What a seat commits to before anyone shows a nonce. */
void pl_fair_hash(const struct pl_fair *fair, int seat,
                  const uint8_t nonce[PL_NONCE], uint8_t out[PL_SEED]);

/* The link so many places before this one; the anchor is the first of all. */
void pl_link_before(const uint8_t link[PL_SEED], uint32_t places,
                    uint8_t out[PL_SEED]);
/* The chain that a seat draws from, if draws are counted from 1; NULL: none,
 * or it is used up. */
const struct pl_chain *pl_fair_chain(const struct pl_fair *fair, int seat,
                                     uint32_t draw);
/* One number of all links of a draw: those of the seats in the set. */
void pl_fair_mix(unsigned seats, const uint8_t link[PL_SEATS][PL_SEED],
                 uint8_t out[PL_SEED]);

/* What has happened, as one number that everyone at the table can make from
 * what all may know: begins with the nonces, grows by the words of each step
 * (pl_public_words), and is closed for a draw by the seats that are named. */
void pl_transcript_begin(const struct pl_fair *fair, uint8_t sum[PL_SEED]);
void pl_transcript_add(uint8_t sum[PL_SEED], const char *words);
void pl_transcript_close(const uint8_t sum[PL_SEED], const struct pl_fair *fair,
                         uint32_t draw, unsigned named, uint8_t out[PL_SEED]);

/* --- The game of the day ------------------------------------------------- */

/* For everyone the same game and the same dice on the same date, whatever was
 * chosen before: docs/daily.md has the recipe, whose version this is; it goes
 * up when bots play otherwise. Seat 0 is a person; where a game needs two, a
 * bot plays seat 1. */
enum {
    PL_DAILY = 4,
    PL_DATE = 16,         /* bytes of "2026-11-17" and its end */
    PL_DAILY_STEPS = 6000 /* that expert takes for a decision */
};

struct pl_daily {
    const struct pl_game *game; /* on its sheet */
    struct pl_setup setup;
    const char *bot; /* at seat 1, if there is one: takes its usual steps */
};

/* The days from 1970-01-01 to a date; −1: it is none. */
int pl_daily_day(const char *date);
/* False: that is no date from 1970-01-01 to 9999-12-31. */
bool pl_daily_on(const char *date, struct pl_daily *out);

/* --- The match ----------------------------------------------------------- */

struct pl_step {   /* one result of chance or one move */
    uint8_t what;  /* PL_CHANCE or PL_DECIDE */
    uint8_t seat;  /* PL_DECIDE: who moved */
    uint8_t seats; /* PL_CHANCE: who may see it; PL_DECIDE: who was asked */
    uint8_t count; /* PL_CHANCE: how many faces */
    uint8_t named; /* PL_CHANCE, drawn together, the first of its draw: seats */
    uint8_t drawn; /* that were to show a link, and those that did */
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
    struct pl_fair fair;  /* zero: anyone's dice */
    uint64_t rules;       /* signature of its rules; 0: not known */
    char daily[PL_DATE];  /* a game of the day: its date; "": it is none */
    struct pl_step *step;
    size_t steps, room;
    uint8_t named, drawn; /* of the result that lands next */
    bool revealed;        /* the last step showed what the game had kept */
    uint8_t recipe;       /* of a game of the day: its version */
    /* The question that is open now: its first step, which is its number too,
     * and the state when it was asked. Steps before it never change; those
     * from it on are the answers so far. The first `known` of them are no
     * secret, but for draws: the game may keep answers for a question more. */
    size_t question, known;
    union pl_state asked;
};

/* What a step does to a state; whether no question is open after it. */
void pl_step_apply(const struct pl_game *game, union pl_state *state,
                   const struct pl_step *step);
bool pl_step_closes(const struct pl_step *step);

struct pl_replay { /* the history again, one step after the other */
    const struct pl_match *match;
    size_t steps;    /* so many are applied to state */
    size_t question; /* first step of the question that the last answered */
    union pl_state before, state; /* before: without the last */
};
void pl_replay_start(struct pl_replay *replay, const struct pl_match *match);
/* Applies the next step and returns it; NULL: there is none. */
const struct pl_step *pl_replay_next(struct pl_replay *replay);
void pl_replay_to(struct pl_replay *replay, size_t steps);

/* At most PL_NAME − 1 bytes of UTF-8, no control characters, no space at
 * either end, not empty. */
bool pl_name_is_good(const char *name);
/* UTF-8 without control characters, overlong forms and surrogates. */
bool pl_text_is_good(const char *s, size_t length);

/* A match begins zeroed and ends with pl_match_free. */
bool pl_match_start(struct pl_match *match, const struct pl_game *game,
                    const struct pl_setup *setup, struct pl_message *why);
void pl_match_free(struct pl_match *match);

/* The game of that day, which pl_match_roll then rolls for by its recipe. */
bool pl_match_start_daily(struct pl_match *match, const char *date,
                          struct pl_message *why);

bool pl_match_land(struct pl_match *match, const uint8_t face[], int count,
                   struct pl_message *why);
/* The next result was drawn together by these seats. False: it belongs to the
 * draw before, or nothing is drawn now. */
bool pl_match_draw(struct pl_match *match, unsigned named, unsigned drawn);
/* rng: not asked in a game of the day. */
bool pl_match_roll(struct pl_match *match, struct pl_rng *rng,
                   struct pl_message *why);
/* A referee's: a seat that has answered is not asked again, and the steps
 * stand in the order in which they came. */
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

/* --- The open question ---------------------------------------------------
 * Some seats are asked, each answers in its own time. An answer may be given
 * again until the last one is in; then all are revealed, in the order of the
 * seats, so that no one learns who answered first. */

/* What the match waits for. seats: all that the question asks, whether they
 * have answered or not. */
struct pl_turn pl_match_turn(const struct pl_match *match);
bool pl_match_answer(struct pl_match *match, int seat, pl_move move,
                     struct pl_message *why);
/* Who has answered; what one seat has, false: nothing yet. */
uint8_t pl_match_answered(const struct pl_match *match);
bool pl_match_answer_of(const struct pl_match *match, int seat, pl_move *move);

/* A player takes back their own last choice, as far as the last result of
 * chance or the last reveal. */
bool pl_match_can_take_back(const struct pl_match *match, int seat);
bool pl_match_take_back(struct pl_match *match, int seat,
                        struct pl_message *why);
/* For people who are their own referee: the last question since chance came
 * in which this seat had a choice is open again, without its answer. What
 * others have answered in it stands; what came after it is gone. */
bool pl_match_reopen(struct pl_match *match, int seat, struct pl_message *why);
/* Who of these seats chose last since chance came and had a choice; −1: no one.
 * Within a question that is the last one clockwise from whose turn it is. */
int pl_match_last_choice(const struct pl_match *match, unsigned seats);

/* --- Going back and looking on ------------------------------------------- */

/* The referee takes back anything. */
bool pl_match_undo(struct pl_match *match, struct pl_message *why);
/* Takes back to the first `steps` steps. */
void pl_match_rewind(struct pl_match *match, size_t steps);

/* What a seat may know (−1: a spectator): the state with its own answer alone,
 * and whether it may see a step of the history. */
void pl_match_view(const struct pl_match *match, int seat, union pl_state *out);
bool pl_match_may_see(const struct pl_match *match, size_t step, int seat);

/* --- Sheets -------------------------------------------------------------- */

/* A game on someone's own sheet is a copy of the game that never changes.
 * Matches use it, from any thread; the last one to let go frees it. Shipped
 * games are never freed, and NULL is ignored. docs/sheets.md has the
 * format. */
void pl_game_keep(const struct pl_game *game);
void pl_game_drop(const struct pl_game *game);

/* The layout of such a copy is the first digits of its hash. */
enum { PL_SHEET_BYTES = 4096, PL_TITLE = 64, PL_LAYOUT = 16 };

struct pl_mistakes { /* places count from 1 */
    int count;
    struct {
        int line, column;
        struct pl_message what;
    } mistake[PL_FAULTS];
};

/* The game on the sheet that the text describes: the shipped one if it is the
 * same, or a copy that is kept once, for the caller. NULL: there are mistakes.
 */
const struct pl_game *pl_sheet_read(const char *text, size_t length,
                                    struct pl_mistakes *out);
/* Only of a game that has sheets to choose. */
void pl_sheet_write(const struct pl_game *game, struct pl_buffer *out);

/* The text of another sheet that plays like this one: by a seed, which means
 * the same sheet on every machine. A second or so. */
void pl_sheet_make(const struct pl_game *game, uint64_t seed,
                   struct pl_buffer *out);

struct pl_sheet_about { /* what people say about a sheet of their own */
    char name[PL_TITLE], author[PL_TITLE]; /* "": none */
};
void pl_sheet_about(const struct pl_game *game, struct pl_sheet_about *out);
/* SHA-256 of what is played, in 64 digits and a zero: not of names. */
void pl_sheet_hash(const struct pl_game *game, char out[65]);

/* --- Records ------------------------------------------------------------- */

/* docs/records.md has the format. A spectator's or a seat's record has a
 * question mark for what it may not see; PL_ALL gets everything. */
enum { PL_ALL = -2 };
void pl_record_write(const struct pl_match *match, int seat,
                     struct pl_buffer *out);
void pl_step_words(const struct pl_match *match, size_t step,
                   const union pl_state *before, struct pl_buffer *out);

/* The same as everyone may know it, also in the end. */
void pl_public_words(const struct pl_match *match, size_t step,
                     const union pl_state *before, struct pl_buffer *out);

/* Reads and checks a record move by move. If it is refused, *line says where
 * and the match is as it was. */
bool pl_record_read(struct pl_match *match, const char *text, size_t length,
                    struct pl_message *why, int *line);

/* Whether the seed, the nonces and the links are those committed to, and every
 * roll comes from them. If not, *step is the first that differs, or the number
 * of steps. */
bool pl_fair_check(const struct pl_match *match, size_t *step,
                   struct pl_message *why);

/* What chance brings next in a game of the day, and the seed with which a bot
 * answers the open question of its seat. */
void pl_daily_roll(const struct pl_match *match, uint8_t face[]);
uint64_t pl_daily_seed(const struct pl_match *match, int seat);
/* Whether a match is the game of its day and every roll comes from the recipe.
 * If not, *step is the first that differs, or 0. */
bool pl_daily_check(const struct pl_match *match, size_t *step,
                    struct pl_message *why);

/* What such a record says about its draws. */
struct pl_draw {
    uint32_t number; /* from 1 */
    size_t step;     /* its first result */
    uint8_t named, drawn;
    uint8_t transcript[PL_SEED]; /* that the named ones agreed to */
};
/* Calls back for each of them, in their order. */
void pl_fair_draws(const struct pl_match *match,
                   void (*each)(void *context, const struct pl_draw *draw),
                   void *context);
struct pl_fair_counts {
    int results, draws;
    int alone;    /* draws without any link */
    int left_out; /* times that a named device was silent */
};
void pl_fair_count(const struct pl_match *match, struct pl_fair_counts *out);

/* A view as one line of JSON; PL_ALL: the whole state. */
void pl_view_json(const struct pl_match *match, int seat,
                  struct pl_buffer *out);
/* Any view, also of a move that is only thought of, for someone who knows a
 * scene already: in its lists of areas and pieces a number n says that the next
 * n of the known list stay, -n that the next n are gone. Areas that stay may
 * have other places now. known NULL: nothing; scene: what is known then. */
void pl_state_json(const struct pl_match *match, const union pl_state *view,
                   int seat, const struct pl_scene *known,
                   struct pl_scene *scene, struct pl_buffer *out);

/* --- Languages ----------------------------------------------------------- */

struct pl_language;
const struct pl_language *pl_language_find(const char *code); /* or NULL */

/* The sentence in that language; where it is about the one who reads, ID.you.
 * Nameless seats are called by their number. An unknown id is a bug of ours and
 * is shown as it is. */
void pl_words(const struct pl_language *language,
              const struct pl_message *message, const struct pl_names *name,
              struct pl_buffer *out);
/* A move once it is made. `say` has the words of its button; ID.done is what
 * that seat did, ID.you what the reader did. A form that the id does not have
 * is that of its group: a.b.c, then a.b. */
void pl_words_done(const struct pl_language *language,
                   const struct pl_message *say, int seat,
                   const struct pl_names *name, struct pl_buffer *out);
bool pl_has_words(const struct pl_language *language, const char *id);

/* A view as a picture, and what stands above it: the game and its question.
 * name NULL: seats are called by their number; seat −1: a spectator's. */
void pl_view_title(const struct pl_game *game, const union pl_state *view,
                   int seat, const struct pl_language *language,
                   const struct pl_names *name, struct pl_buffer *out);
void pl_view_svg(const struct pl_game *game, const union pl_state *view,
                 int seat, const struct pl_language *language,
                 const struct pl_names *name, struct pl_buffer *out);

/* As people write it: with a real minus sign, not a hyphen. */
void pl_words_number(long n, struct pl_buffer *out);

/* How wide a text is on a terminal: characters, not bytes. */
int pl_columns(const char *s);

/* A paragraph of a how-to, with the facts of the game in its places. False: it
 * names something that this set-up does not have, and says nothing. */
bool pl_explain(const struct pl_language *language, const char *id,
                const struct pl_game *game, const struct pl_setup *setup,
                struct pl_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
