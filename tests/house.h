/* Tables with a store in memory that can lose everything that is not synced,
 * and with a clock and dice of the test's own. */
#ifndef HOUSE_H
#define HOUSE_H

#include "../server/tables/tables.h"
#include "script.h"

extern struct tables *house;
extern int64_t house_now;
extern struct limits house_limits;
extern const char mixed_rows[]; /* a sheet of Qwixx */

void house_open(uint64_t seed);
void house_close(void);
/* The process dies; what was synced is there again. Guests are gone. */
void house_dies(void);
void house_sync(void);  /* everything submitted is safe now */
bool house_think(void); /* one bot that was asked answers; false: none */
void house_think_all(void);
extern bool house_holds; /* nothing is synced until house_sync */
uint64_t house_synced_steps(const char *table);
struct stored_step *house_steps(const char *table); /* to be tampered with */
struct table_data *house_data(const char *table);
/* A table that was stored before. */
void house_keep(const struct table_data *data, const struct stored_step *step,
                size_t steps);
/* The table alone in a house of its own, to be freed, as if these had been its
 * steps; NULL: then it cannot be restored. */
struct tables *house_twin(const struct table_data *data,
                          const struct stored_step *step, size_t steps);
/* Whether the table can be restored as it is stored now. */
bool house_is_sound(const char *table);

int arrive(void);
int arrive_from(uint64_t from);
/* Asks, lets the store sync unless it holds, and returns the answer. */
const struct answer *ask(int guest, struct request request);
const char *refusal(int guest, struct request request); /* "": none */

/* What the device of a guest brings to fair dice: a nonce and a chain. */
struct request promise_request(int guest); /* made anew */
struct request nonce_request(int guest);
struct request anchor_request(int guest, bool is_new, uint32_t draws);
struct request link_request(int guest, const struct news_state *state);
void same_device(int guest, int as); /* on another socket */
void show_nonces(const int guest[], int people);

/* Opens a table with a person and sits others down beside him; guest[i] sits
 * at seat i. Everyone has committed to a nonce. */
void gather(int guest[], const char *game, int seats, int people);
void gather_at(int guest[], struct request opening, int people);
void start_game(const int guest[], int people);
void begin(int guest[], const char *game, int seats, int people);
struct request open_request(const char *game, int seats);

/* Takes all news; returns the last state if there was one. */
bool last_state(int guest, struct news_state *out);
struct request move_request(int guest, uint32_t question, const char *word);
/* A random legal move of that seat, as a word. */
const char *some_move(int guest, const struct news_state *state);
extern struct pl_rng house_rng;

#endif
