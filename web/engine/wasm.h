/*
 * The engine as a module for the browser: it imports nothing, and numbers and
 * addresses are all that passes its edge. Here is what does, and what the files
 * of the edge share.
 *
 * Games go by their place in the menu, sheets by their text, matches by a
 * handle. Text goes in through input(), which lends the page so many bytes, and
 * comes out as a C string that holds until the next call. What can be refused
 * returns a number below 0 or 0; why() then has the message. A match begins as
 * a record, even a new one: its lines without any step. What changes a match
 * answers with its turn and, behind its end, the record; a look at it then
 * tells what is new since the last look.
 */
#ifndef WASM_H
#define WASM_H

#include "parlour_bots.h"
#include "parlour_json.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { MATCHES = 16 };

char *EXPORT(input)(size_t size);
const char *EXPORT(why)(void);

int EXPORT(game_count)(void);
const char *EXPORT(game_id)(int game);
int EXPORT(game_min_seats)(int game);
int EXPORT(game_max_seats)(int game);
uint64_t EXPORT(signature)(int game, int seats, int games);
const char *EXPORT(games)(void);

const char *EXPORT(sheet_shipped)(int game, int sheet);
const char *EXPORT(sheet_read)(size_t length);
const char *EXPORT(sheet_make)(int game, uint64_t seed);

const char *EXPORT(daily)(size_t length);

int EXPORT(match_open)(size_t length);
void EXPORT(match_close)(int handle);
const char *EXPORT(match_about)(int handle);
const char *EXPORT(match_facts)(int handle);
const char *EXPORT(match_turn)(int handle);
const char *EXPORT(match_look)(int handle, int seat, int from);
const char *EXPORT(match_preview)(int handle, int seat, int move);
const char *EXPORT(match_why)(int handle, int seat, int piece);
const char *EXPORT(match_record)(int handle, int seat);
const char *EXPORT(match_roll)(int handle, uint64_t seed);
const char *EXPORT(match_land)(int handle, int count);
const char *EXPORT(match_answer)(int handle, int seat, int move);
const char *EXPORT(match_reopen)(int handle, int seat);
const char *EXPORT(match_rewind)(int handle, int steps);
const unsigned char *EXPORT(match_view)(int handle, int seat);
const char *EXPORT(match_see)(int handle);
const char *EXPORT(match_steps)(int handle, int seat, int count);
uint64_t EXPORT(match_seed)(int handle, int seat);
int EXPORT(match_fair)(int handle);
const char *EXPORT(match_draws)(int handle);
const char *EXPORT(fair)(size_t length);

int EXPORT(bot_count)(void);
const char *EXPORT(bot_id)(int bot);
uint64_t EXPORT(bot_signature)(int bot, int game, int seats, uint32_t steps);
void EXPORT(bots_play_on)(size_t length);
int EXPORT(bot_choose)(int game, int bot, int seat, uint64_t seed,
                       uint32_t steps, int temper);
uint32_t EXPORT(bot_steps)(void);
void EXPORT(hints_begin)(int game, int seat, uint64_t seed, int first);
const char *EXPORT(hints_go_on)(uint32_t steps);
const char *EXPORT(judge)(int game, int seat, uint64_t seed, int played,
                          uint32_t steps, size_t length);
const void *EXPORT(judged)(void);

/* --- What the files share ------------------------------------------------ */

/* What the page knows of a match: the pieces that it saw last, and how far it
 * has heard of the steps. */
struct known {
    struct pl_scene *scene;
    struct pl_replay told;
};

extern struct known known[MATCHES];
extern struct pl_buffer in, out;
extern struct pl_message refusal;
extern int refused_line;

/* An answer begins: out is empty. */
void begin(void);

struct pl_match *at(int handle);

/* The turn and the record, each with its zero; NULL: it was refused. */
const char *changed(bool ok, int handle);

/* A step in words, between the states before and after it; seen: whether the
 * seat may know what it was. */
void add_step(const struct pl_match *m, const struct pl_step *step, bool seen,
              int seat, const union pl_state *before,
              const union pl_state *after);

#endif
