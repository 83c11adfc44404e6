/* The inside of tables.h, for its own files: tables.c (the house, its guests
 * and its store), playing.c, seats.c, moves.c, requests.c and news.c. */
#ifndef HALL_H
#define HALL_H

#include "tables.h"

enum { NOBODY = -1, BUCKETS = 1024, HOUR = 3600000 };

struct table {
    struct table_data d;
    bool is_used, is_waiting; /* waiting: for the store */
    int next;                 /* of the same bucket */
    struct pl_match match;
    int32_t choice[PL_SEATS]; /* for the open question; −1: none yet */
    uint8_t thinking;         /* seats whose bot was asked */
    union pl_state mark;      /* the state after marked steps */
    size_t marked;
    uint64_t after; /* the write to wait for before anything is shown */
    uint32_t about; /* versions, to know what a guest has not seen */
    uint32_t status;
    int64_t asked;          /* when the question was sent; 0: not yet */
    int64_t active;         /* when somebody was here */
    int64_t left[PL_SEATS]; /* when that person went */
    int at[PL_SEATS];       /* his guest, or −1 */
    int guests, watchers;   /* guests: head of a list; watchers: their number */
    uint32_t talks;
    struct talk *talk; /* CHAT_LINES of them, if there was any */
};

struct guest {
    bool is_used, is_waiting;
    int table, seat;
    int next;                      /* at the same table */
    uint32_t about, status, talks; /* what has been seen */
    size_t steps;
    const char *end; /* why there is no table any more, to be told */
    struct answer answer[ANSWERS];
    int answers;
    struct answer told;
    int64_t requests, talking, opening, codes, drawings; /* used of each pace */
};

struct tables {
    const struct host *host;
    const struct limits *limits;
    int64_t now;
    uint64_t synced;
    struct table *table;
    struct guest *guest;
    int bucket[BUCKETS];
    int *waiting_tables, *waiting_guests;
    int tables_waiting, guests_waiting;
    int64_t codes;
    const char *not_restored; /* why the last table could not be; NULL: gone */
    bool has_writes;          /* not yet submitted */
    struct figures figures;
};

/* --- The house: tables.c ------------------------------------------------ */

int hall_seats_of(const struct table *t);
bool hall_is_person(const struct table *t, int seat);
bool hall_is_present(const struct table *t, int seat);
struct table *hall_find_here(struct tables *all, const char *id);
int hall_index_of(const struct tables *all, const struct table *t);
struct table *hall_take_slot(struct tables *all, const char *id);
void hall_free_slot(struct tables *all, struct table *t);
int hall_number_of(const struct tables *all, const struct guest *g);
struct table *hall_table_of(const struct tables *all, const struct guest *g);
void hall_keep_text(struct answer *a, const char *text);
void hall_forget_answers(struct guest *g);
void hall_tell(struct tables *all, struct guest *g);
void hall_detach(struct tables *all, struct guest *g);
void hall_save(struct tables *all, struct table *t);
uint64_t hall_hand_over(struct tables *all, uint64_t before);
void hall_submit(struct tables *all, struct table *t);

/* --- Playing: playing.c ------------------------------------------------- */

uint32_t hall_question_of(const struct table *t);
struct pl_turn hall_turn_of(const struct table *t);
unsigned hall_answered(const struct table *t);
void hall_view_of(const struct table *t, int seat, union pl_state *out);
int hall_thrower(const struct table *t);
bool hall_waits_for_dice(const struct table *t);
void hall_set_mark(struct table *t);
void hall_advance(struct tables *all, struct table *t);
void hall_choose(struct tables *all, struct table *t, int seat, pl_move move);

/* --- Seats: seats.c ----------------------------------------------------- */

void hall_new_seed(struct tables *all, struct table *t);
void hall_go_on_without(struct tables *all, struct table *t);
void hall_erase(struct tables *all, struct table *t, const char *why);
int hall_next_opener(const struct table *t);

/* --- Moves: moves.c ----------------------------------------------------- */

void hall_start_match(struct table *t);
void hall_repeat(const struct table *t, size_t steps, union pl_state *state);

#endif
