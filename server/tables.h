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

#include "parlour_match.h"
#include "qr.h"

enum {
    TABLE_ID = 16,  /* letters and digits that name a table: 80 bits */
    TABLE_CODE = 6, /* that can be read out aloud: 30 bits */
    SECRET = 16,    /* bytes of what opens a seat */
    HASH = 32,      /* of a secret: that is what is kept */
    CHAT_BYTES = 200,
    CHAT_LINES = 16, /* that a table remembers */
    REACTIONS = 8,   /* that a page can show */
    LOBBY_MOST = 50, /* tables that the lobby shows */
    CLOCK_MOST = 3600,
    GRACE = 2000,        /* that a clock waits longer than it says */
    TOKEN_TIME = 600000, /* that a seat can be fetched by another device */
    ANSWERS = 8          /* that a guest may wait for at a time */
};

enum phase { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER };
enum sitter { SEAT_EMPTY, SEAT_PERSON, SEAT_BOT };

struct seat {
    uint8_t kind;  /* enum sitter */
    bool stand_in; /* a bot plays until the person touches */
    bool is_muted;
    char name[PL_NAME], bot[PL_NAME];
    uint8_t secret[HASH];
    uint8_t token[HASH]; /* fetches the seat once; zero: none */
    int64_t token_until;
};

struct table_data { /* what the store keeps, beside the steps */
    char id[TABLE_ID + 1];
    char code[TABLE_CODE + 1]; /* "": the game has started */
    const struct pl_game *game;
    struct pl_setup setup;
    uint16_t clock; /* seconds for a question; 0: none */
    bool is_listed, has_chat, has_reactions, has_real_dice;
    uint8_t phase;  /* enum phase */
    int8_t opener;  /* a seat */
    uint32_t games; /* number of the game that is played, from 1 */
    uint32_t base;  /* number of its first question */
    uint64_t rules; /* signature of the rules that it was played by */
    struct seat seat[PL_SEATS];
    struct pl_fair fair;
    int64_t opened, touched;
};

/* --- What comes in ------------------------------------------------------- */

/* Who a guest is changes by hello, watch, sit, open, take and leave. */
#define REQUESTS(X)                                                            \
    X(hello)  /* table, secret: back to the own seat; have: steps known */     \
    X(take)   /* table, secret: the token of another device */                 \
    X(lobby)  /* tables that anybody may join */                               \
    X(find)   /* code: the table of a short code */                            \
    X(open)   /* game, setup, name …: a new table, and its first seat */     \
    X(watch)  /* table: look on */                                             \
    X(sit)    /* seat (−1: any), name */                                     \
    X(nonce)  /* nonce: what this seat mixes into the dice */                  \
    X(bot)    /* seat, name: a bot sits here */                                \
    X(remove) /* seat: nobody sits here */                                     \
    X(start)                                                                   \
    X(move)  /* question, seat, word */                                        \
    X(dice)  /* question, faces: the real dice show this */                    \
    X(back)  /* I play again, no bot for me */                                 \
    X(stand) /* seat: let a bot play for someone who is away */                \
    X(hand)  /* a token that moves my seat to another device */                \
    X(leave)                                                                   \
    X(rematch)                                                                 \
    X(mute)   /* seat, flag */                                                 \
    X(close)  /* the table and everything about it is deleted */               \
    X(chat)   /* text */                                                       \
    X(react)  /* number */                                                     \
    X(record) /* number: of that game at this table */                         \
    X(qr)     /* text: as a QR code */

enum request_kind {
#define X(name) DO_##name,
    REQUESTS(X)
#undef X
        DO_COUNT
};

struct request {
    uint8_t kind; /* enum request_kind */
    uint32_t id;  /* the guest's own number; answers repeat it */
    char table[TABLE_ID + 1];
    char code[TABLE_CODE + 1];
    int8_t seat;
    uint32_t question, number, have;
    bool flag;
    uint8_t secret[SECRET]; /* or a token, or a nonce */
    char name[PL_NAME];
    char text[QR_BYTES + 1]; /* of a chat at most CHAT_BYTES */
    char word[64];
    char face[PL_DICE][16];
    uint8_t faces;
    const struct pl_game *game;
    struct pl_setup setup;
    uint16_t clock;
    bool is_listed, has_chat, has_reactions, has_real_dice;
};
_Static_assert((int)SECRET == (int)PL_NONCE, "both fit into secret");

/* --- What goes out ------------------------------------------------------- */

struct answer {
    uint8_t kind; /* enum request_kind */
    uint32_t id;
    bool is_refused, has_secret;
    struct pl_message why; /* the refusal */
    uint64_t after;        /* not before this write is safe */
    int8_t seat;
    uint32_t question, number;
    uint8_t secret[SECRET];
    char table[TABLE_ID + 1];
    char word[64];
    char *text; /* the guest's own, which wants a QR code; NULL: none */
};

struct talk { /* a line of chat, or a reaction */
    uint32_t number;
    int8_t seat;
    int8_t reaction; /* −1: text */
    char text[CHAT_BYTES + 1];
};

struct host { /* whatever runs the tables */
    void *context;
    void (*random)(void *context, void *bytes, size_t size);
    /* To be stored, all together, when submit is called; that returns a number
     * which tables_synced will reach when it is safe. */
    void (*save)(void *context, const struct table_data *table);
    void (*save_step)(void *context, const char *table, uint32_t question,
                      int seat, const uint8_t *bytes, int count);
    void (*save_record)(void *context, const char *table, uint32_t game,
                        const char *record);
    void (*erase_steps)(void *context, const char *table);
    void (*erase)(void *context, const char *table);
    uint64_t (*submit)(void *context);
    bool (*is_busy)(void *context); /* the store cannot keep up */
    /* Puts a stored table back with tables_restore, if there is one. */
    void (*fetch)(void *context, const char *table);
    /* The record of an earlier game, to be freed; NULL: there is none. */
    char *(*record)(void *context, const char *table, uint32_t game);
    /* A bot is to choose: tables_thought answers later, never at once. */
    void (*think)(void *context, int table, uint32_t question, int seat,
                  const char *bot, const struct pl_game *game,
                  const union pl_state *view);
    void (*wake)(void *context, int guest); /* there may be news */
};

struct limits {
    int tables, guests;
    int watchers;         /* of one table */
    int idle_minutes;     /* until a table without guests is put away */
    int keep_days;        /* until it is deleted */
    int away;             /* milliseconds until others may let a bot play */
    const char *stand_in; /* which bot plays for people */
};

struct tables;

struct figures { /* for whoever watches the server */
    int tables, playing, guests, seated;
    uint64_t moves, games, refusals;
    uint64_t restored, put_away, other_rules; /* tables */
};

/* The host and the limits must last. */
struct tables *tables_new(const struct host *host, const struct limits *limits,
                          int64_t now);
void tables_free(struct tables *tables);

/* A stored table and its steps, as they were saved, by question and seat. A
 * table that these rules do not replay is closed with a sentence. */
struct stored_step {
    uint32_t question;
    int8_t seat; /* −1: chance */
    uint8_t count;
    uint8_t bytes[PL_DICE]; /* faces, or a move with its low byte first */
};
bool tables_restore(struct tables *tables, const struct table_data *data,
                    const struct stored_step *step, size_t steps);

/* A guest arrives (−1: the house is full), asks, and goes. */
int tables_arrive(struct tables *tables, int64_t now);
/* Only while tables_listens. */
void tables_ask(struct tables *tables, int guest, const struct request *request,
                int64_t now);
bool tables_listens(const struct tables *tables, int guest);
/* What could not even be read is refused as well. */
void tables_refuse(struct tables *tables, int guest, uint32_t id,
                   const struct pl_message *why);
void tables_go(struct tables *tables, int guest, int64_t now);

void tables_thought(struct tables *tables, int table, uint32_t question,
                    int seat, pl_move move, int64_t now);
void tables_synced(struct tables *tables, uint64_t upto, int64_t now);
/* Clocks, and tables that nobody comes back to. About once a second. */
void tables_tick(struct tables *tables, int64_t now);

void tables_figures(const struct tables *tables, struct figures *out);

/* --- A guest's news, for whoever writes them down ------------------------ */

enum news { NO_NEWS, NEWS_ANSWER, NEWS_TABLE, NEWS_STATE, NEWS_TALK, NEWS_END };

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
int tables_seat(const struct tables *tables, int guest); /* −1: looks on */
unsigned tables_present(const struct tables *tables, int guest); /* seats */
int tables_watchers(const struct tables *tables, int guest);

enum { STEPS_AT_ONCE = 32 };
struct news_state {
    uint32_t question;
    uint8_t what;            /* enum pl_what */
    uint8_t asked, answered; /* bits of seats */
    int8_t throws;           /* who types the real dice; −1: nobody */
    int32_t left;            /* milliseconds on the clock; −1: no clock */
    int32_t choice;          /* the own one; −1: none */
    size_t from, upto;       /* steps that are new; upto may be further on */
    bool more;               /* and others follow */
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

#endif
