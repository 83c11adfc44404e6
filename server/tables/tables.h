/*
 * Tables and the lobby: who sits where, what is asked, who may do what.
 *
 * A pure state machine. Requests, time and the news that something is safely
 * stored come in; what is to be stored, thought about by a bot or sent goes
 * out through struct host. It knows neither sockets nor files, so everything
 * about it can be tested without them.
 *
 * Nothing about a table is shown while something of it is not yet stored: a
 * guest's news wait until tables_synced has said that the last write is safe.
 * News are not queued but looked up when the guest can take them: a slow guest
 * misses what is in between and never grows.
 *
 * Times are milliseconds and only ever grow.
 */
#ifndef TABLES_H
#define TABLES_H

#include "../bounds.h"
#include "../qr.h"
#include "parlour_match.h"

enum {
    TABLE_ID = 16,  /* letters and digits that name a table: 80 bits */
    TABLE_CODE = 6, /* that can be read out aloud: 30 bits */
    SECRET = 16,    /* bytes of what opens a seat */
    HASH = 32,      /* of a secret: that is what is kept */
    DEVICE = 16,    /* of what a device says about itself */
    MARKS = 12,     /* people whom a table remembers */
    CHAT_BYTES = 200,
    CHAT_LINES = 16, /* that a table remembers */
    REACTIONS = 8,   /* that a page can show */
    LOBBY_MOST = 50, /* tables that the lobby shows */
    CLOCK_MOST = 3600,
    GRACE = 2000,           /* that a clock waits longer than it says */
    STEP_BYTES = 32,        /* of a stored step: a link is the longest */
    TOKEN_TIME = 600000,    /* that a seat can be fetched by another device */
    REASONS = 96,           /* that refusals are counted by */
    ANSWERS = BOUND_ANSWERS /* that a guest may wait for at a time */
};

enum phase { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER };
enum sitter { SEAT_EMPTY, SEAT_PERSON, SEAT_BOT };

struct seat {
    uint8_t kind;  /* enum sitter */
    bool stand_in; /* a bot plays until the person touches */
    bool is_muted;
    bool has_chain; /* its device draws along */
    char name[PL_NAME], bot[PL_NAME];
    uint8_t secret[HASH];
    uint8_t token[HASH]; /* fetches the seat once; zero: none */
    int64_t token_until;
    uint8_t device[DEVICE]; /* at which someone sat down; zero: not known */
    uint8_t deaf;           /* seats that do not want to hear this one */
};

struct mark { /* someone whom a table remembers: moderation.c */
    bool is_used, is_barred, is_muted;
    uint8_t deaf; /* as of a seat */
    uint8_t device[DEVICE];
    uint64_t name; /* its shape: names.h */
    uint64_t from; /* is not stored; 0: not known, or of others as well */
};

struct table_data { /* what the store keeps, beside the steps */
    char id[TABLE_ID + 1];
    char code[TABLE_CODE + 1];  /* "": the game has started */
    const struct pl_game *game; /* on its sheet: kept by who has this */
    struct pl_setup setup;
    uint16_t clock; /* seconds for a question; 0: none */
    bool is_listed, has_chat, has_reactions, has_real_dice, has_hints;
    bool has_together; /* dice are drawn together where they can be */
    uint8_t phase;     /* enum phase */
    int8_t opener;     /* a seat: the host's */
    uint32_t games;    /* number of the game that is played, from 1 */
    uint32_t base;     /* number of its first question */
    uint64_t rules;    /* signature of the rules that it was played by */
    struct seat seat[PL_SEATS];
    struct mark mark[MARKS]; /* the latest first */
    struct pl_fair fair;
    int64_t opened, touched;
};

/* --- What comes in ------------------------------------------------------- */

enum request_kind {
#define REQUEST(name, needs, phases, must, may) DO_##name,
#include "requests.def"
#undef REQUEST
    DO_COUNT
};

struct request {
    uint8_t kind; /* enum request_kind */
    uint32_t id;  /* the guest's own number; answers repeat it */
    char table[TABLE_ID + 1];
    char code[TABLE_CODE + 1];
    int8_t seat;
    bool has_table;  /* open: the page has chosen its id, and the secret */
    bool has_secret; /* open, sit, take: the page has made it, to ask again */
    uint32_t question, number, have;
    bool flag;
    uint8_t secret[SECRET]; /* or a nonce */
    uint8_t token[SECRET];
    uint8_t sum[PL_SEED];  /* a hash, or a transcript */
    uint8_t link[PL_SEED]; /* or an anchor */
    bool has_anchor;
    bool has_device;
    uint8_t device[SECRET]; /* by which a device is known again */
    char name[PL_NAME];
    char text[QR_BYTES + 1]; /* of a chat at most CHAT_BYTES */
    char word[64];
    char face[PL_DICE][16];
    uint8_t faces;
    const struct pl_game *game;
    char sheet[BOUND_MESSAGE]; /* "": the usual one */
    struct pl_setup setup;
    uint16_t clock;
    bool is_listed, has_chat, has_reactions, has_real_dice, has_hints;
    bool has_together;
};
_Static_assert((int)SECRET == (int)PL_NONCE, "both fit into secret");

/* --- What goes out ------------------------------------------------------- */

struct answer {
    uint8_t kind; /* enum request_kind */
    uint32_t id;
    bool is_refused, has_secret;
    struct pl_message why;  /* the refusal */
    uint64_t awaited_write; /* not told before it is safe */
    int8_t seat;
    uint32_t question, number;
    uint8_t secret[SECRET];
    char table[TABLE_ID + 1];
    char about[TABLE_ID + 1]; /* whose write it awaits */
    char word[64];
    char *text; /* the dots of a QR code, or an earlier record; NULL: none */
};

struct talk { /* a line of chat, or a reaction */
    uint32_t number;
    int8_t seat;
    int8_t reaction; /* −1: text */
    uint8_t deaf;    /* seats that do not want to hear it */
    char text[CHAT_BYTES + 1];
};

struct host { /* whatever runs the tables */
    void *context;
    void (*random)(void *context, void *bytes, size_t size);
    /* To be stored, all together, when submit is called; that returns a number
     * which tables_synced will reach when it is safe. */
    void (*save)(void *context, const struct table_data *table, bool is_new);
    void (*save_step)(void *context, const char *table, uint32_t question,
                      int seat, const uint8_t *bytes, int count);
    void (*save_record)(void *context, const char *table, uint32_t game,
                        const char *record);
    void (*erase_steps)(void *context, const char *table);
    void (*erase)(void *context, const char *table);
    uint64_t (*submit)(void *context);
    /* Something happens there after so many milliseconds, even if no one comes;
     * −1: nothing. Stored with what is submitted next. May be NULL. */
    void (*due)(void *context, const char *table, int64_t after);
    bool (*is_busy)(void *context); /* the store cannot keep up */
    /* A table is not here any more, whether stored or erased. May be NULL. */
    void (*let_go)(void *context, const char *table);
    /* Puts a stored table back with tables_restore, if there is one. What takes
     * time to look up was looked up before: see tables_lacks. */
    void (*fetch)(void *context, const char *table);
    /* The name of the stored table that waits under a code. */
    bool (*find)(void *context, const char *code, char id[TABLE_ID + 1]);
    /* The record of an earlier game, to be freed; NULL: there is none. */
    char *(*record)(void *context, const char *table, uint32_t game);
    /* The dots of a QR code as a text, to be freed; NULL: it lacked none. */
    char *(*draw)(void *context, const char *text);
    /* A bot is to choose: tables_thought answers later, never at once. Who
     * needs the game until then keeps it; so does who saves a table. */
    void (*think)(void *context, int table, uint32_t question, int seat,
                  const char *bot, const struct pl_game *game,
                  const union pl_state *view);
    void (*wake)(void *context, int guest); /* there may be news */
};

struct limits {
    int tables, guests;
    int watchers;         /* of one table */
    int openings;         /* from one address: at once, and that wait there */
    int idle_minutes;     /* until a table without guests is put away */
    int away;             /* milliseconds until others may let a bot play */
    const char *stand_in; /* which bot plays for people */
};

struct tables;

struct figures { /* for anyone who watches the server */
    int tables, playing, guests, seated;
    uint64_t moves, games;
    uint64_t restored, put_away, other_rules, swept; /* tables */
    int busy; /* people who are here and play */
};

/* The host and the limits must last. */
struct tables *tables_new(const struct host *host, const struct limits *limits,
                          int64_t now);
void tables_free(struct tables *tables);

/* A stored table and its steps, as they were saved, by question and seat. A
 * table that these rules do not replay is closed with a sentence. */
struct stored_step {
    uint32_t question;
    int8_t seat; /* −1: chance; below: of a draw */
    uint8_t count;
    uint8_t bytes[STEP_BYTES]; /* faces, or a move with its low byte first */
};
bool tables_restore(struct tables *tables, const struct table_data *data,
                    const struct stored_step *step, size_t steps);

/* That many milliseconds are left for the question that the table has open, the
 * grace included: it was asked before it came here. */
void tables_set_left(struct tables *tables, const char *id, int64_t left,
                     int64_t now);

/* A guest arrives (−1: the house is full), asks, and goes. from: a number that
 * stands for his address, and is the same whenever he comes. */
int tables_arrive(struct tables *tables, uint64_t from, int64_t now);
/* Only while tables_listens. */
void tables_ask(struct tables *tables, int guest, const struct request *request,
                int64_t now);
/* What must be looked up in the store before it can be asked. */
enum lack {
    LACKS_NOTHING,
    LACKS_TABLE,
    LACKS_CODE,
    LACKS_RECORD,
    LACKS_DRAWING /* of a QR code, which counts as drawn */
};
enum lack tables_lacks(struct tables *tables, int guest,
                       const struct request *request, int64_t now);
bool tables_listens(const struct tables *tables, int guest);
/* Milliseconds until his next request is not too early. */
int64_t tables_wait(const struct tables *tables, int guest, int64_t now);
/* What could not even be read is refused as well. */
void tables_refuse(struct tables *tables, int guest, uint32_t id,
                   const struct pl_message *why);
void tables_go(struct tables *tables, int guest, int64_t now);

void tables_thought(struct tables *tables, int table, uint32_t question,
                    int seat, pl_move move, int64_t now);
void tables_synced(struct tables *tables, uint64_t upto, int64_t now);
/* Clocks, and tables that no one comes back to. About twice a second. */
void tables_tick(struct tables *tables, int64_t now);

/* The table is someone else's by now: it is not here any more, and nothing of
 * it that was not yet safe is told. Calls back for the guests who were there or
 * wait for such an answer: they must be cut off. */
void tables_lose(struct tables *tables, const char *id,
                 void (*cut)(void *context, int guest), void *context);
void tables_lose_all(struct tables *tables,
                     void (*cut)(void *context, int guest), void *context);

/* A stored table is deleted for its age, unless it is here. */
void tables_sweep(struct tables *tables, const char *id);

/* How many tables were put away, or are erased for good. What was read from the
 * store while that number grew may be one of them as it was before. */
uint64_t tables_gone(const struct tables *tables);

/* --- What the operator does ---------------------------------------------- */

struct notice {      /* that everyone sees */
    bool is_closing; /* no new tables are opened */
    int64_t closes;  /* when the server is about to end */
    int64_t said;    /* when the text was, or later than all that was known */
    char text[CHAT_BYTES + 1];
};
void tables_announce(struct tables *tables, const struct notice *notice,
                     int64_t now);
const struct notice *tables_notice(const struct tables *tables);

/* Anyone who comes from there may not write, or not come at all, until then. Of
 * two orders about the same the one that was given later holds, wherever it was
 * given. */
enum { PUNISHED = 64 };
struct punished {
    uint64_t from;
    int64_t until;
    int64_t said; /* when, or later than all that was known; 0: none */
    bool is_ban;
};
void tables_punish(struct tables *tables, const struct punished *order);
const struct punished *tables_punished(const struct tables *tables, int i);
bool tables_is_banned(const struct tables *tables, uint64_t from, int64_t now);
/* When an order of now is given: after all others. */
int64_t tables_latest(const struct tables *tables, int64_t now);

/* A table from afar, fetched from the store if need be; its guests at seats are
 * bits, who sits there comes from. NULL: there is none. */
struct table_look {
    const struct table_data *data;
    unsigned here;
    int watchers;
    const uint64_t *from; /* by seat; 0: not known */
};
bool tables_look(struct tables *tables, const char *id, struct table_look *out);
bool tables_is_here(struct tables *tables, const char *id);
bool tables_look_at(const struct tables *tables, int i, struct table_look *out);
bool tables_close(struct tables *tables, const char *id, int64_t now);
/* The table as it was once takes its place; anyone who held a seat then and is
 * here now stays. */
struct stored_record {
    uint32_t game;
    char *text;
};
bool tables_replace(struct tables *tables, const struct table_data *data,
                    const struct stored_step *step, size_t steps,
                    const struct stored_record *record, size_t records,
                    int64_t now);

void tables_figures(const struct tables *tables, struct figures *out);
/* Refused requests by the sentence that says why; NULL: no more. Sentences that
 * found no room are counted by the last. */
struct refusal {
    const char *id;
    uint64_t count;
};
const struct refusal *tables_refusal(const struct tables *tables, int i);

/* --- A guest's news, for the one who writes them down -------------------- */

enum news {
    NO_NEWS,
    NEWS_HOUSE, /* tables_notice */
    NEWS_ANSWER,
    NEWS_TABLE,
    NEWS_STATE,
    NEWS_TALK,
    NEWS_END
};

/* The next thing to tell, which is then taken as told. */
enum news tables_news(struct tables *tables, int guest);

/* NEWS_ANSWER */
const struct answer *tables_answer(const struct tables *tables, int guest);
/* NEWS_TALK; NULL: no more. Called until then. */
const struct talk *tables_talk(struct tables *tables, int guest);
/* NEWS_END: why the guest is at no table any more. */
const char *tables_end(const struct tables *tables, int guest);

/* NEWS_TABLE and NEWS_STATE */
const struct table_data *tables_table(const struct tables *tables, int guest);
const struct pl_match *tables_match(const struct tables *tables, int guest);
int tables_seat(const struct tables *tables, int guest); /* −1: watches */
unsigned tables_present(const struct tables *tables, int guest); /* seats */
/* Whether all show their nonces now. */
bool tables_reveals(const struct tables *tables, int guest);
int tables_watchers(const struct tables *tables, int guest);
/* Who has the host's rights now: the host, or anyone who stands in for him. */
int tables_opener(const struct tables *tables, int guest);
/* How many complain about that seat, for the host's eyes. */
int tables_reports(const struct tables *tables, int guest, int seat);

enum { STEPS_AT_ONCE = 32 };
struct news_state {
    uint32_t question;
    uint8_t what;            /* enum pl_what */
    uint8_t asked, answered; /* bits of seats */
    int8_t throws;           /* who types the real dice; −1: no one */
    int32_t left;            /* milliseconds on the clock; −1: no clock */
    int32_t choice;          /* the own one; −1: none */
    uint32_t draw;           /* that waits for links; 0: none */
    uint8_t named;           /* the seats that are to bring them */
    const uint8_t *transcript;
    size_t from, upto; /* steps that are new; upto may be further on */
    bool more;         /* and others follow */
    union pl_state view;
};
void tables_state(struct tables *tables, int guest, int64_t now,
                  struct news_state *out);
/* Calls back for the steps from … upto with the seat's view after each. */
void tables_steps(const struct tables *tables, int guest,
                  const struct news_state *state,
                  void (*each)(void *context, const struct pl_match *match,
                               size_t step, const union pl_state *before,
                               const union pl_state *view),
                  void *context);

/* The record of a game at the guest's table as he may see it; false: there is
 * none. */
bool tables_record(struct tables *tables, int guest, uint32_t game,
                   struct pl_buffer *out);

/* The lobby: up to LOBBY_MOST tables that wait for people. */
int tables_lobby(const struct tables *tables,
                 const struct table_data *out[LOBBY_MOST]);

/* --- Where there are many nodes ------------------------------------------ */

/* What those who come from one place have taken. Many addresses share a place,
 * and no one can tell which they are. */
struct share {
    uint16_t place, guests, waiting; /* waiting: tables */
    uint16_t openings, misses;       /* of their pace, in tenths */
};
/* What has been taken here and is worth mentioning. */
int tables_shares(const struct tables *tables, struct share *out, int most);
/* What has been taken at all the others; nodes: how many there are, with this
 * one. */
void tables_set_shares(struct tables *tables, const struct share *list,
                       int count, int nodes);
int tables_guests_elsewhere(const struct tables *tables, uint64_t from);
/* What the others' lobbies have, a line each. */
void tables_set_lobby(struct tables *tables, const char *lines);
const char *tables_lobby_elsewhere(const struct tables *tables);

#endif
