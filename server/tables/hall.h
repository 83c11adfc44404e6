/*
 * The inside of tables.h, for its own files. A file calls only files above it
 * here, and tests/layers sees to that:
 *
 *   dice.c names.c       know no table
 *   tables.c             the house, its guests and its store
 *   draw.c               nonces, and dice that no one alone decides
 *   game.c               a game at a table
 *   call.c moderation.c  a request, and whom a table remembers
 *   shares.c             what an address may take, over all nodes
 *   operator.c           what the operator does from outside
 *   requests_*.c         what people ask for
 *   requests.c clock.c   who may ask, and when time passes
 *   news.c               what a guest has not heard yet
 */
#ifndef HALL_H
#define HALL_H

#include "tables.h"

enum {
    NOBODY = -1,
    BUCKETS = 1024,
    PLACES = 16384,
    BOTS_DUE = 5000,
    HOUR = 3600000
};

struct draw {
    bool is_open, is_given_up;
    uint8_t named, given; /* seats */
    int patience;         /* milliseconds */
    uint8_t transcript[PL_SEED];
    uint8_t link[PL_SEATS][PL_SEED];
};

struct habits { /* of a device that is named */
    uint8_t silences, excuses, streak;
};

struct table {
    struct table_data d;
    bool is_used, is_waiting; /* waiting: for the store */
    bool is_stored;           /* or on its way there */
    uint64_t from;            /* where it was opened; 0: no one knows */
    int next;                 /* of the same bucket */
    struct pl_match match;
    uint8_t thinking;          /* seats whose bot was asked */
    union pl_state checkpoint; /* the state after so many steps */
    size_t checkpoint_steps;
    bool is_revealing; /* everyone shows his nonce */
    int64_t revealing_since;
    uint32_t draws; /* of this game, the open one included */
    struct draw draw;
    uint8_t mixed[PL_SEED]; /* the links of the last draw */
    uint8_t sum[PL_SEED];   /* the transcript of so many steps */
    size_t summed;
    struct habits habits[PL_SEATS];
    uint64_t awaited_write; /* nothing is shown before it is safe */
    uint32_t about_version; /* to know what a guest has not seen */
    uint32_t state_version;
    int64_t asked;              /* when the question was sent; 0: not yet */
    int64_t active;             /* when someone was here */
    int64_t left[PL_SEATS];     /* when that person went */
    int at[PL_SEATS];           /* his guest, or −1 */
    uint64_t came[PL_SEATS];    /* from where; 0: not known */
    uint8_t reported[PL_SEATS]; /* by which seats */
    int deputy;           /* has the host's rights while he is away, or −1 */
    int guests, watchers; /* guests: head of a list; watchers: their number */
    bool has_other_watchers;   /* than those who are here have heard of */
    int64_t talking[PL_SEATS]; /* used of the pace, whoever sits there */
    uint32_t talks;
    struct talk *talk; /* CHAT_LINES of them, if there was any */
};

/* What was done from one address, over all its guests, as used of each pace.
 * Addresses whose numbers fall into the same place share it: that is rare, and
 * nothing grows however many come. */
struct place {
    int64_t opening, misses; /* misses: codes of no table */
    int64_t drawings;        /* of QR codes */
};

/* A table that is erased: the store has it until that write is safe, and it
 * must not come back meanwhile. */
struct tomb {
    char id[TABLE_ID + 1];
    uint64_t awaited_write; /* 0: not yet handed over */
};

struct guest {
    bool is_used, is_waiting;
    uint64_t from;
    int table, seat;
    int next; /* at the same table */
    uint32_t about_seen, state_seen, talks;
    size_t steps;
    uint32_t house_seen;
    const char *end; /* why there is no table any more, to be told */
    struct answer answer[ANSWERS];
    int answers;
    struct answer told;
    int64_t requests; /* used of their pace */
};

struct tables {
    const struct host *host;
    const struct limits *limits;
    int64_t now;
    uint64_t synced;
    struct table *table;
    struct guest *guest;
    struct place *place;
    struct share *elsewhere; /* by place, at all other nodes; NULL: none */
    int nodes;
    char *lobby; /* of other nodes; NULL: none */
    int bucket[BUCKETS];
    int *waiting_tables, *waiting_guests;
    int tables_waiting, guests_waiting;
    struct tomb *tomb;
    int tombs;
    uint64_t erased;          /* tables whose tombs are closed */
    const char *not_restored; /* why the last table could not be; NULL: gone */
    bool has_writes;          /* not yet submitted */
    struct figures figures;
    struct notice notice;
    uint32_t house_version;
    struct punished punished[PUNISHED]; /* the latest first */
    struct refusal refusal[REASONS];
};

/* --- The house: tables.c ------------------------------------------------ */

int hall_seats_of(const struct table *t);
bool hall_is_person(const struct table *t, int seat);
bool hall_is_present(const struct table *t, int seat);
/* Who has the host's rights now. */
int hall_opener(const struct table *t);
/* Who would be host next: a seat with a person, those who are here first. */
int hall_next_opener(const struct table *t);
/* Letters and digits that no one can guess. */
void hall_write_word(struct tables *all, char *out, int length);
/* The table that waits under it here; never of "". */
const struct table *hall_find_code(const struct tables *all, const char *code);
void hall_new_code(struct tables *all, struct table *t);

uint32_t hall_question_of(const struct table *t);
void hall_set_checkpoint(struct table *t);
/* The first steps again, from the checkpoint if it lies before them. */
void hall_repeat(const struct table *t, size_t steps, struct pl_replay *replay);

struct table *hall_find_here(struct tables *all, const char *id);
int hall_index_of(const struct tables *all, const struct table *t);
struct table *hall_take_slot(struct tables *all, const char *id);
/* No one ever played there. */
bool hall_is_unplayed(const struct table *t);
/* It takes up room, and no one plays there. */
bool hall_waits(const struct table *t);
void hall_free_slot(struct tables *all, struct table *t);
void hall_count_refusal(struct tables *all, const char *id);

int hall_number_of(const struct tables *all, const struct guest *g);
struct table *hall_table_of(const struct tables *all, const struct guest *g);
struct place *hall_place_of(struct tables *all, const struct guest *g);
void hall_forget_answers(struct guest *g);
void hall_tell(struct tables *all, struct guest *g);
void hall_tell_all(struct tables *all, struct table *t);
void hall_attach(struct tables *all, struct guest *g, struct table *t,
                 int seat);
void hall_detach(struct tables *all, struct guest *g);
void hall_send_away(struct tables *all, int guest, const char *why);

void hall_save(struct tables *all, struct table *t);
void hall_save_step(struct tables *all, const struct table *t, int seat,
                    const uint8_t *bytes, int count);
bool hall_is_buried(const struct tables *all, const char *id);
void hall_bury(struct tables *all, const char *id);
void hall_dig_up(struct tables *all, const char *id);
uint64_t hall_hand_over(struct tables *all, uint64_t before);
void hall_submit(struct tables *all, struct table *t);
/* A table that was put away comes back when someone asks for it. */
struct table *hall_find(struct tables *all, const char *id);
void hall_erase(struct tables *all, struct table *t, const char *why);

/* --- A game at a table: game.c ------------------------------------------ */

int hall_thrower(const struct table *t);
bool hall_waits_for_dice(const struct table *t);
void hall_begin_game(struct tables *all, struct table *t);
void hall_advance(struct tables *all, struct table *t);
void hall_go_on_without(struct tables *all, struct table *t);
void hall_choose(struct tables *all, struct table *t, int seat, pl_move move);
/* Whether a stored table can be played on by these rules. */
bool hall_can_play(const struct table_data *data,
                   const struct stored_step *step, size_t steps);

/* --- Who is muted by the operator: operator.c ---------------------------- */

bool hall_is_muted(const struct tables *all, uint64_t from);

/* --- What an address may take: shares.c ---------------------------------- */

int hall_waiting_elsewhere(const struct tables *all, uint64_t from);
bool hall_may_open(struct tables *all, const struct guest *g);
/* Whether one more wrong code would be allowed; it was one. */
bool hall_may_miss(struct tables *all, const struct guest *g);
void hall_miss(struct tables *all, const struct guest *g);

/* --- People whom a table remembers: moderation.c ------------------------ */

/* What the table keeps of the device that asks; zero: it does not say. */
void hall_know(const struct table *t, const struct request *r,
               uint8_t out[DEVICE]);
/* By what the person at this seat is known again. */
struct mark hall_traits(const struct table *t, int seat);
bool hall_is_barred(const struct table *t, const struct mark *who);
void hall_bar(struct table *t, int seat);
/* Who comes back muted or blocked still is. */
void hall_remind(struct table *t, int seat);
void hall_forget_blocks_of(struct table *t, int seat);

#endif
