/* What the parts of the crowd share: people and their tables, what is asked of
 * them, and what they have seen. */
#ifndef CROWD_H
#define CROWD_H

#include "parlour_match.h"
#include "sha256.h"

#include <jansson.h>
#include <uv.h>
#include <wslay/wslay.h>

enum { CONFIRMED = 4096 };

struct said { /* a move that was confirmed, by its question */
    uint32_t question;
    int found; /* in the record */
    char move[32];
};

struct table {
    char id[24], secret[40]; /* where there are many nodes, made here */
    int done;
    bool is_started, is_last; /* it plays no other game */
    uint64_t slot;            /* when the next move may be made */
    uint64_t halted;          /* when someone's connection was lost; 0: not */
    char record[SHA256_HEX + 1]; /* that the first of them got */
};

struct person {
    uv_tcp_t *tcp;
    uv_timer_t timer, retry; /* for a move, for a connection */
    struct table *table;
    int seat;
    bool is_up, has_seat, is_seated, is_done, is_greeted;
    bool is_waiting; /* for an answer to a move */
    char secret[40];
    unsigned tries;   /* to find a node that answers */
    uint64_t quiet;   /* since when it waits for a word; 0: it does not */
    uint64_t heard;   /* when the last word came, or it began to connect */
    uint64_t old;     /* since when it is shown an old view; 0: it is not */
    char goodbye[32]; /* the beginning of the frame that ends a socket */
    size_t goodbyes;
    bool is_goodbye;
    wslay_event_context_ptr frames;
    char in[65536]; /* bytes that wslay has not read yet */
    size_t begin, length;
    struct pl_match match; /* game and setup; state is the view */
    uint32_t number, have, question, asked_question;
    uint32_t recorded; /* the game whose record was checked */
    /* Its part in fair dice, anew for every commitment. */
    struct pl_fair fair;
    char commitment[SHA256_HEX + 1];
    uint8_t nonce[PL_NONCE], links[PL_SEED], sum[PL_SEED];
    uint32_t draws;
    bool has_committed, has_shown, is_in_draw;
    char move[32];
    uint64_t sent;
    int pause;
    struct said *said;
    size_t says;
};

/* --- What is asked of them, and what they have seen: seen.c ----------------
 */

extern uv_loop_t *loop;
extern struct pl_rng rng;
extern const struct pl_game *game;
extern struct table *table;
extern struct person *person;
extern int port, tables, seats, rate, bots;
extern const char *level; /* of the bots */
extern bool one_game, is_together, has_nodes;
extern int enough;         /* games of all tables together; 0: no matter */
extern uint64_t last_from; /* in nanoseconds: then no rematch is played */
extern int patience;       /* milliseconds; 0: the usual */
extern bool is_ending;

extern long refused, games, moves, links, reconnects;
extern long old; /* views of a node that did not know yet that it was away */

void see_nothing_yet(void);
void see_start(struct table *t); /* of its first game */
/* Confirmed, and when it was asked for; while the machine stood still no one
 * waited for the server. */
void see_move(uint64_t sent);
void see_return(uint64_t halted); /* a table went on, which stood since then */
/* Something was lost or doubled. */
void complain(const struct person *p, const char *what, const char *more);
int report(void); /* the exit code */

/* --- When the machine itself stood still: stalls.c -------------------------
 */

/* From now on; false: not allowed to go before everything else. */
bool stalls_watch(void);
/* For how long, of the processor that stood longest, in nanoseconds. */
uint64_t stalls_between(uint64_t from, uint64_t to);

/* --- How they reach a node: line.c -----------------------------------------
 */

/* In so many milliseconds. What it hears goes to hear. */
void line_come(struct person *p, uint64_t later);
void line_hear(void (*hear)(struct person *p, const char *text, size_t length));
/* Who hears nothing where there are many nodes tries another one. */
void line_look_for_silence(uv_timer_t *timer);
/* A request, with ' for ", and what belongs into it, which has neither. */
void say(struct person *p, const char *request, ...);

/* --- Their part in fair dice: dice.c ---------------------------------------
 */

const char *text_in(const json_t *object, const char *key);
long number_in(const json_t *object, const char *key);
/* While a table is open: commits, and shows when all have. */
void dice_prepare(struct person *p, const json_t *about, bool is_ready);
void dice_begin(struct person *p, const json_t *about);
void dice_step(struct person *p, const json_t *step);
void dice_draw(struct person *p, const json_t *about);

/* --- What they look for in a record: check.c -------------------------------
 */

/* It is legal, whole and fair, the same that others at the table got, and has
 * what was confirmed exactly once. */
void check_record(struct person *p, const char *text);

/* --- How they play: play.c --------------------------------------------------
 */

void play(struct person *p, const char *text, size_t length);

#endif
