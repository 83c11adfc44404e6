/*
 * The engine as a module for the browser: it imports nothing, and numbers and
 * addresses are all that passes its edge.
 *
 * Games go by their place in the menu, sheets by their text, matches by a
 * handle. Text goes in
 * through input(), which lends the page so many bytes, and comes out as a C
 * string that holds until the next call. What can be refused returns a number
 * below 0 or 0; why() then has the message. A match begins as a record, even a
 * new one: its lines without any step. What changes a match answers with its
 * turn and, behind its end, the record; a look at it then tells what is new
 * since the last look.
 */
#include "parlour_bots.h"
#include "parlour_json.h"
#include "sha256.h"

#include <stdlib.h>
#include <string.h>

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
const char *EXPORT(sheet_make)(int game, uint64_t seed);

const char *EXPORT(sheet_shipped)(int game, int sheet);
const char *EXPORT(sheet_read)(size_t length);

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
int EXPORT(match_fair)(int handle);
const char *EXPORT(match_draws)(int handle);
const char *EXPORT(fair)(size_t length);

int EXPORT(bot_count)(void);
const char *EXPORT(bot_id)(int bot);
uint64_t EXPORT(bot_signature)(int bot, int game, int seats, uint32_t steps);
void EXPORT(bots_play_on)(size_t length);
int EXPORT(bot_choose)(int game, int bot, int seat, uint64_t seed);
void EXPORT(hints_begin)(int game, int seat, uint64_t seed, int first);
const char *EXPORT(hints_go_on)(uint32_t steps);

/* What the page knows of a match: the pieces that it saw last, and how far it
 * has heard of the steps. */
struct known {
    struct pl_scene *scene;
    struct pl_replay told;
};

static struct pl_match match[MATCHES];
static struct known known[MATCHES];
static struct pl_buffer in, out;
static struct pl_message refusal;
static int refused_line;

/* --- Text in and out ----------------------------------------------------- */

static void begin(void)
{
    out.length = 0;
    pl_add(&out, "");
}

char *input(size_t size)
{
    if (in.room < size + 1) {
        in.s = realloc(in.s, size + 1);
        pl_assert(in.s);
        in.room = size + 1;
    }
    in.s[size] = '\0';
    return in.s;
}

const char *why(void)
{
    begin();
    pl_json_open(&out, NULL, "{");
    pl_json_message(&out, "message", &refusal);
    pl_json_number(&out, "line", refused_line);
    pl_json_close(&out, "}");
    return out.s;
}

/* --- Games --------------------------------------------------------------- */

int game_count(void)
{
    int n = 0;

    while (pl_games[n])
        n++;
    return n;
}

const char *game_id(int game)
{
    return pl_games[game]->id;
}

int game_min_seats(int game)
{
    return pl_games[game]->min_seats;
}

int game_max_seats(int game)
{
    return pl_games[game]->max_seats;
}

uint64_t signature(int game, int seats, int games)
{
    return pl_signature(pl_games[game], seats, games);
}

static void add_option(const struct pl_option *option)
{
    struct pl_text normal = {0};

    pl_json_open(&out, NULL, "{");
    pl_json_text(&out, "name", option->name);
    pl_json_open(&out, "values", "[");
    if (option->value) {
        for (int i = 0; option->value[i]; i++)
            pl_json_text(&out, NULL, option->value[i]);
    } else {
        for (int i = option->low; i <= option->high; i++) {
            struct pl_text value = {0};

            pl_option_value(option, i, &value);
            pl_json_text(&out, NULL, value.s);
        }
    }
    pl_json_close(&out, "]");
    pl_option_value(option, option->normal, &normal);
    pl_json_text(&out, "normal", normal.s);
    pl_json_close(&out, "}");
}

/* 0: there is nothing to choose. */
static int shipped_sheets(const struct pl_game *game)
{
    int n = game->sheets != NULL;

    for (int i = 0; n && game->others && game->others[i]; i++)
        n++;
    return n;
}

static void add_game(const struct pl_game *game)
{
    pl_json_open(&out, NULL, "{");
    pl_json_text(&out, "id", game->id);
    pl_json_text(&out, "layout", game->layout);
    pl_json_number(&out, "minutes", game->minutes);
    pl_json_number(&out, "age", game->age);
    pl_json_number(&out, "hue", game->hue);
    pl_json_text(&out, "emblem", game->emblem);
    pl_json_number(&out, "least", game->min_seats);
    pl_json_number(&out, "most", game->max_seats);
    pl_json_bool(&out, "hands", game->has_hands);
    if (game->pass != PL_NO_MOVE)
        pl_json_number(&out, "pass", game->pass);
    pl_json_number(&out, "sheets", shipped_sheets(game));
    pl_json_signs(&out, "signs", game);
    pl_json_open(&out, "options", "[");
    for (int i = 0; i < pl_option_count(game); i++)
        add_option(&game->options[i]);
    pl_json_close(&out, "]}");
}

const char *games(void)
{
    begin();
    pl_json_open(&out, NULL, "{");
    pl_json_open(&out, "games", "[");
    for (int i = 0; pl_games[i]; i++)
        add_game(pl_games[i]);
    pl_json_close(&out, "]");
    pl_json_open(&out, "bots", "[");
    for (int i = 0; pl_bots[i]; i++)
        pl_json_text(&out, NULL, pl_bots[i]->id);
    pl_json_close(&out, "]}");
    return out.s;
}

/* --- Sheets -------------------------------------------------------------- */

/* The first is the usual one. */
const char *sheet_shipped(int game, int sheet)
{
    begin();
    pl_sheet_write(
        sheet == 0 ? pl_games[game] : pl_games[game]->others[sheet - 1], &out);
    return out.s;
}

static void add_kind(const char *key, const struct pl_cell *kind)
{
    pl_json_open(&out, key, "{");
    if (kind->low <= kind->high) {
        pl_json_number(&out, "low", kind->low);
        pl_json_number(&out, "high", kind->high);
    }
    pl_json_open(&out, "words", "[");
    for (int i = 0; kind->word && kind->word[i]; i++)
        pl_json_text(&out, NULL, kind->word[i]);
    pl_json_close(&out, "]}");
}

static void add_cell(const struct pl_cell *kind, int16_t cell)
{
    struct pl_text word = {0};

    if (cell >= PL_WORD)
        pl_put(&word, kind->word[cell - PL_WORD]);
    else
        pl_put_number(&word, cell);
    pl_json_text(&out, NULL, word.s);
}

static void add_line(const struct pl_line *line, const int16_t cell[])
{
    pl_json_open(&out, NULL, "{");
    pl_json_text(&out, "label", line->label);
    if (line->open)
        pl_json_number(&out, "most", line->count);
    add_kind("kind", line->cell);
    if (line->last)
        add_kind("last", line->last);
    pl_json_open(&out, "cells", "[");
    for (int i = 0; i < line->count && cell[i] != PL_NO_CELL; i++)
        add_cell(line->cell, cell[i]);
    if (line->last)
        add_cell(line->last, cell[line->count]);
    pl_json_close(&out, "]}");
}

static void add_lines(const struct pl_game *game)
{
    int16_t all[PL_CELLS], *cell = all;

    game->sheets->cells(game, all);
    pl_json_open(&out, "lines", "[");
    for (const struct pl_line *l = game->sheets->line; l->count; l++) {
        add_line(l, cell);
        cell += l->count + (l->last != NULL);
    }
    pl_json_close(&out, "]");
}

static void add_sheet(const struct pl_game *game)
{
    struct pl_sheet_about about;
    struct pl_buffer text = {0};

    pl_sheet_about(game, &about);
    pl_sheet_write(game, &text);
    pl_json_text(&out, "game", game->id);
    pl_json_text(&out, "layout", game->layout);
    pl_json_bool(&out, "own", game->own != NULL);
    pl_json_text(&out, "name", about.name);
    pl_json_text(&out, "author", about.author);
    pl_json_text(&out, "text", text.s);
    add_lines(game);
    pl_buffer_free(&text);
}

static void add_mistakes(const struct pl_mistakes *all)
{
    pl_json_open(&out, "mistakes", "[");
    for (int i = 0; i < all->count; i++) {
        pl_json_open(&out, NULL, "{");
        pl_json_number(&out, "line", all->mistake[i].line);
        pl_json_number(&out, "column", all->mistake[i].column);
        pl_json_message(&out, "what", &all->mistake[i].what);
        pl_json_close(&out, "}");
    }
    pl_json_close(&out, "]");
}

/* What the text in the input says, or what is wrong with it. */
const char *sheet_read(size_t length)
{
    struct pl_mistakes mistakes;
    const struct pl_game *game = pl_sheet_read(in.s, length, &mistakes);

    begin();
    pl_json_open(&out, NULL, "{");
    add_mistakes(&mistakes);
    if (game)
        add_sheet(game);
    pl_json_close(&out, "}");
    pl_game_drop(game);
    return out.s;
}

/* --- Matches ------------------------------------------------------------- */

static struct pl_match *at(int handle)
{
    pl_assert(handle >= 0 && handle < MATCHES && match[handle].game);
    return &match[handle];
}

int match_open(size_t length)
{
    int handle = 0;

    while (handle < MATCHES && match[handle].game)
        handle++;
    pl_assert(handle < MATCHES);
    refused_line = 0;
    if (pl_record_read(&match[handle], in.s, length, &refusal, &refused_line))
        return handle;
    pl_match_free(&match[handle]);
    return -1;
}

void match_close(int handle)
{
    pl_match_free(at(handle));
    free(known[handle].scene);
    memset(&known[handle], 0, sizeof known[handle]);
}

/* Any but the usual one. */
static void add_own_sheet(const struct pl_game *game)
{
    struct pl_buffer text = {0};

    if (game == pl_game_find(game->id))
        return;
    pl_sheet_write(game, &text);
    pl_json_text(&out, "sheet", text.s);
    pl_buffer_free(&text);
}

const char *match_about(int handle)
{
    const struct pl_match *m = at(handle);

    begin();
    pl_json_open(&out, NULL, "{");
    pl_json_text(&out, "game", m->game->id);
    add_own_sheet(m->game);
    pl_json_number(&out, "seats", m->setup.seats);
    pl_json_number(&out, "first", m->setup.first);
    pl_json_options(&out, "options", m->game, &m->setup);
    pl_json_open(&out, "names", "[");
    for (int s = 0; s < m->setup.seats; s++)
        pl_json_text(&out, NULL, m->name.of[s]);
    pl_json_close(&out, "]");
    pl_json_open(&out, "bots", "[");
    for (int s = 0; s < m->setup.seats; s++)
        pl_json_text(&out, NULL, m->bot.of[s]);
    pl_json_close(&out, "]}");
    return out.s;
}

const char *match_record(int handle, int seat)
{
    begin();
    pl_record_write(at(handle), seat, &out);
    return out.s;
}

/* --- The turn ------------------------------------------------------------ */

/* What is to be rolled or drawn. A draw, and what not everyone may see,
 * cannot be typed in. */
static void add_chance(const struct pl_match *m)
{
    struct pl_chance chance;

    if (m->game->turn(m->game, &m->state).what != PL_CHANCE)
        return;
    m->game->chance(m->game, &m->state, &chance);
    pl_json_open(&out, "chance", "{");
    pl_json_bool(&out, "draw", chance.total > 0);
    pl_json_open(&out, "dice", "[");
    for (int i = 0; i < chance.count; i++) {
        pl_json_open(&out, NULL, "{");
        pl_json_text(&out, "name", chance.die[i]->name);
        pl_json_open(&out, "faces", "[");
        for (int f = 0; chance.total == 0 && f < chance.die[i]->faces; f++)
            pl_json_text(&out, NULL, chance.die[i]->face[f]);
        pl_json_close(&out, "]}");
    }
    pl_json_close(&out, "]}");
}

/* Who of these seats may pass. */
static unsigned passers(const struct pl_match *m, unsigned seats)
{
    unsigned found = 0;

    for (; seats; seats &= seats - 1) {
        int seat = pl_lowest(seats);
        pl_move list[PL_MOVES];
        int n = m->game->moves(m->game, &m->state, seat, list);

        for (int i = 0; i < n; i++)
            if (list[i] == m->game->pass)
                found |= 1u << seat;
    }
    return found;
}

static unsigned people(const struct pl_match *m)
{
    unsigned seats = 0;

    for (int s = 0; s < m->setup.seats; s++)
        if (!m->bot.of[s][0])
            seats |= 1u << s;
    return seats;
}

/* What the table waits for, whoever looks: who is asked and has not answered.
 */
const char *match_turn(int handle)
{
    static const char *const what[] = {"over", "chance", "decide"};
    const struct pl_match *m = at(handle);
    struct pl_turn turn = m->game->turn(m->game, &m->state);
    unsigned asked = turn.what == PL_DECIDE ? turn.seats : 0;

    begin();
    pl_json_open(&out, NULL, "{");
    pl_json_text(&out, "what", what[turn.what]);
    pl_json_bits(&out, "asked", asked, NULL);
    pl_json_bits(&out, "answered", pl_match_answered(m), NULL);
    pl_json_bits(&out, "passers", passers(m, asked), NULL);
    pl_json_number(&out, "undo", pl_match_last_choice(m, people(m)));
    pl_json_number(&out, "active", turn.whose);
    pl_json_number(&out, "steps", (int64_t)m->steps);
    pl_json_number(&out, "question", (int64_t)m->question);
    add_chance(m);
    pl_json_close(&out, "}");
    return out.s;
}

/* The turn and the record, each with its zero; NULL: it was refused. */
static const char *changed(bool ok, int handle)
{
    if (!ok)
        return NULL;
    match_turn(handle);
    pl_add_bytes(&out, "", 1);
    pl_record_write(at(handle), PL_ALL, &out);
    return out.s;
}

const char *match_roll(int handle, uint64_t seed)
{
    struct pl_rng rng;

    pl_seed(&rng, seed);
    return changed(pl_match_roll(at(handle), &rng, &refusal), handle);
}

const char *match_land(int handle, int count)
{
    uint8_t face[PL_DICE] = {0};

    for (int i = 0; i < count && i < PL_DICE; i++)
        face[i] = (uint8_t)in.s[i];
    return changed(pl_match_land(at(handle), face, count, &refusal), handle);
}

/* The first or another answer to the open question. */
const char *match_answer(int handle, int seat, int move)
{
    return changed(pl_match_answer(at(handle), seat, (pl_move)move, &refusal),
                   handle);
}

const char *match_reopen(int handle, int seat)
{
    bool ok = pl_match_reopen(at(handle), seat, &refusal);

    known[handle].told.match = NULL;
    return changed(ok, handle);
}

const char *match_rewind(int handle, int steps)
{
    struct pl_match *m = at(handle);

    pl_assert(steps >= 0 && (size_t)steps <= m->steps);
    pl_match_rewind(m, (size_t)steps);
    known[handle].told.match = NULL;
    return changed(true, handle);
}

const unsigned char *match_view(int handle, int seat)
{
    static union pl_state view;

    pl_match_view(at(handle), seat, &view);
    return view.byte;
}

/* --- What a seat sees ---------------------------------------------------- */

static void view_of(const struct pl_match *m, const union pl_state *state,
                    int seat, union pl_state *view)
{
    *view = *state;
    if (m->game->hide)
        m->game->hide(m->game, view, seat);
}

/* A move by its name and in words, to be read in the view of its seat. */
static void add_choice(const struct pl_match *m, const union pl_state *view,
                       int seat, pl_move move)
{
    struct pl_message say;
    struct pl_text name = {0};

    m->game->name(m->game, view, move, &name);
    m->game->say(m->game, view, seat, move, &say);
    pl_json_text(&out, "name", name.s);
    pl_json_message(&out, "say", &say);
    if (move == m->game->pass)
        pl_json_bool(&out, "pass", true);
}

/* Without what says nothing: 0, false. */
static void add_move(const struct pl_match *m, const union pl_state *view,
                     int seat, const struct pl_answer *answer)
{
    struct pl_touch touch = {0};

    m->game->touch(m->game, view, seat, answer->move, &touch);
    pl_json_open(&out, NULL, "{");
    pl_json_number(&out, "move", answer->move);
    add_choice(m, view, seat, answer->move);
    if (answer->gain)
        pl_json_number(&out, "gain", answer->gain);
    if (answer->dice)
        pl_json_number(&out, "dice", answer->dice);
    if (touch.ordered)
        pl_json_bool(&out, "ordered", true);
    pl_json_open(&out, "touch", "[");
    for (int i = 0; i < touch.count; i++)
        pl_json_number(&out, NULL, touch.piece[i]);
    pl_json_close(&out, "]}");
}

static void add_moves(const struct pl_match *m, const union pl_state *view,
                      int seat)
{
    struct pl_turn turn = m->game->turn(m->game, view);
    struct pl_answer answer[PL_MOVES];
    int n = 0;

    if (seat >= 0 && turn.what == PL_DECIDE && (turn.seats >> seat & 1))
        n = pl_answers(m->game, view, seat, answer);
    pl_json_open(&out, "moves", "[");
    for (int i = 0; i < n; i++)
        add_move(m, view, seat, &answer[i]);
    pl_json_close(&out, "]");
}

static void add_parts(const struct pl_match *m, const union pl_state *view)
{
    pl_json_open(&out, "parts", "[");
    for (int s = 0; s < m->setup.seats; s++) {
        struct pl_part part[PL_PARTS];
        int n = m->game->parts(m->game, view, s, part);

        pl_json_open(&out, NULL, "[");
        for (int i = 0; i < n; i++) {
            pl_json_open(&out, NULL, "{");
            pl_json_text(&out, "id", part[i].id);
            pl_json_number(&out, "points", part[i].points);
            pl_json_close(&out, "}");
        }
        pl_json_close(&out, "]");
    }
    pl_json_close(&out, "]");
}

/* The numbers of its how-to: a list a name. */
const char *match_facts(int handle)
{
    const struct pl_match *m = at(handle);
    struct pl_fact fact[PL_FACTS];
    int n = m->game->facts ? m->game->facts(m->game, &m->setup, fact) : 0;

    begin();
    pl_json_open(&out, NULL, "{");
    for (int i = 0; i < n; i++) {
        if (i == 0 || strcmp(fact[i].name, fact[i - 1].name) != 0)
            pl_json_open(&out, fact[i].name, "[");
        pl_json_number(&out, NULL, fact[i].n);
        if (i + 1 == n || strcmp(fact[i].name, fact[i + 1].name) != 0)
            pl_json_close(&out, "]");
    }
    pl_json_close(&out, "}");
    return out.s;
}

static void add_told(const struct pl_game *game, const union pl_state *before,
                     const union pl_state *after)
{
    struct pl_message told[PL_MESSAGES];
    int n = game->tell(game, before, after, told);

    pl_json_open(&out, "told", "[");
    for (int i = 0; i < n; i++)
        pl_json_message(&out, NULL, &told[i]);
    pl_json_close(&out, "]");
}

/* A view, as far as it is not known from the last look. */
static void add_view(int handle, const union pl_state *view, int seat,
                     struct pl_scene *now)
{
    pl_json_key(&out, "view");
    pl_state_json(at(handle), view, seat, known[handle].scene, now, &out);
}

const char *match_preview(int handle, int seat, int move)
{
    const struct pl_match *m = at(handle);
    union pl_state before, after;
    struct pl_scene scene;

    view_of(m, &m->asked, seat, &before);
    after = before;
    pl_look_ahead(m->game, &after, seat, (pl_move)move);
    begin();
    pl_json_open(&out, NULL, "{");
    add_view(handle, &after, seat, &scene);
    add_told(m->game, &before, &after);
    pl_json_close(&out, "}");
    return out.s;
}

/* Why a seat cannot touch a piece; null: it can, or there is no such piece. */
const char *match_why(int handle, int seat, int piece)
{
    const struct pl_match *m = at(handle);
    struct pl_message reason;
    union pl_state view;

    pl_match_view(m, seat, &view);
    begin();
    if (pl_why(m->game, &view, seat, (uint16_t)piece, &reason))
        pl_json_message(&out, NULL, &reason);
    else
        pl_json_null(&out, NULL);
    return out.s;
}

/* --- What happened ------------------------------------------------------- */

static void add_faces(const struct pl_game *game, const struct pl_step *step,
                      const union pl_state *before)
{
    struct pl_chance chance;

    game->chance(game, before, &chance);
    pl_json_bool(&out, "draw", chance.total > 0);
    pl_json_open(&out, "dice", "[");
    for (int i = 0; i < step->count; i++) {
        pl_json_open(&out, NULL, "{");
        pl_json_text(&out, "name", chance.die[i]->name);
        pl_json_text(&out, "face", chance.die[i]->face[step->face[i]]);
        pl_json_close(&out, "}");
    }
    pl_json_close(&out, "]");
}

static void add_played(const struct pl_match *m, const struct pl_step *step,
                       const union pl_state *before)
{
    union pl_state view;

    view_of(m, before, step->seat, &view);
    add_choice(m, &view, step->seat, step->move);
}

static void add_step(const struct pl_match *m, const struct pl_step *step,
                     bool seen, int seat, const union pl_state *before,
                     const union pl_state *after)
{
    struct pl_result result;
    union pl_state was, is;

    view_of(m, before, seat, &was);
    view_of(m, after, seat, &is);
    m->game->score(m->game, &is, &result);
    pl_json_open(&out, NULL, "{");
    pl_json_number(&out, "seat", step->what == PL_DECIDE ? step->seat : -1);
    pl_json_bool(&out, "seen", seen);
    if (seen && step->what == PL_CHANCE)
        add_faces(m->game, step, before);
    else if (seen)
        add_played(m, step, before);
    add_told(m->game, &was, &is);
    pl_json_open(&out, "points", "[");
    for (int s = 0; s < m->setup.seats; s++)
        pl_json_number(&out, NULL, result.points[s]);
    pl_json_close(&out, "]}");
}

static void remember(int handle, const struct pl_scene *scene)
{
    struct pl_scene **last = &known[handle].scene;

    if (!*last)
        *last = malloc(sizeof **last);
    pl_assert(*last);
    **last = *scene;
}

/* The steps from one on: what the seat may know of them. They are played again
 * from where the last look left off, but for answers that may still change. */
static void add_steps(int handle, int seat, size_t from)
{
    const struct pl_match *m = at(handle);
    struct pl_replay *told = &known[handle].told, replay;
    const struct pl_step *step;

    if (!told->match || told->steps > from)
        pl_replay_start(told, m);
    pl_replay_to(told, from);
    pl_json_open(&out, "steps", "[");
    for (replay = *told; (step = pl_replay_next(&replay));) {
        add_step(m, step, pl_match_may_see(m, replay.steps - 1, seat), seat,
                 &replay.before, &replay.state);
        if (replay.steps <= m->question)
            *told = replay;
    }
    pl_json_close(&out, "]");
}

/* What a seat sees, may do and has not heard of: the steps from one on, or none
 * if it is below 0. */
const char *match_look(int handle, int seat, int from)
{
    const struct pl_match *m = at(handle);
    struct pl_message ask = PL_SAY("");
    struct pl_result result;
    union pl_state view;
    struct pl_scene scene;

    pl_match_view(m, seat, &view);
    m->game->ask(m->game, &view, seat, &ask);
    m->game->score(m->game, &view, &result);
    begin();
    pl_json_open(&out, NULL, "{");
    add_view(handle, &view, seat, &scene);
    pl_json_message(&out, "ask", &ask);
    add_moves(m, &view, seat);
    add_parts(m, &view);
    pl_json_bits(&out, "winners", result.winners, NULL);
    pl_json_bool(&out, "aborted", result.aborted);
    if (from >= 0)
        add_steps(handle, seat, (size_t)from);
    pl_json_close(&out, "}");
    remember(handle, &scene);
    return out.s;
}

/* --- What a server shows -------------------------------------------------- */

/* A match without steps can stand for a view that came over the network, whose
 * bytes lie in the input: all that looks at a match then looks at that. */
const char *match_see(int handle)
{
    struct pl_match *m = at(handle);

    memcpy(m->state.byte, in.s, sizeof m->state.byte);
    m->asked = m->state;
    m->steps = m->question = 0;
    return changed(true, handle);
}

/* Moves are found by their name among all there are: those of a hidden hand
 * cannot be listed. */
static bool read_played(const struct pl_match *m, const char *words,
                        struct pl_step *step)
{
    step->seat = (uint8_t)(words[0] - '0');
    for (int move = 0;
         step->seat < m->setup.seats && move < m->game->move_count; move++) {
        struct pl_text name = {0};

        m->game->name(m->game, &m->state, (pl_move)move, &name);
        step->move = (pl_move)move;
        if (strcmp(name.s, words + 2) == 0)
            return true;
    }
    return false;
}

static bool read_faces(struct pl_match *m, char *words, struct pl_step *step)
{
    const char *word[PL_DICE];
    int count = 0;

    for (char *end; words && count < PL_DICE; words = end) {
        end = strchr(words, ' ');
        if (end)
            *end++ = '\0';
        word[count++] = words;
    }
    if (!pl_match_land_words(m, word, count, &refusal))
        return false;
    *step = m->step[0];
    return true;
}

/* What the words do not tell was not to be seen. */
static void add_seen_step(const struct pl_match *m, int seat, char *words,
                          const union pl_state *was, const union pl_state *is)
{
    static const char play[] = "play ", chance[] = "chance ";
    struct pl_match before = {.game = m->game, .setup = m->setup};
    struct pl_step step = {.what = PL_CHANCE};
    bool seen = false;

    pl_game_keep(m->game);
    before.state = *was;
    if (strncmp(words, play, sizeof play - 1) == 0) {
        step.what = PL_DECIDE;
        seen = read_played(&before, words + sizeof play - 1, &step);
    } else if (strncmp(words, chance, sizeof chance - 1) == 0) {
        seen = read_faces(&before, words + sizeof chance - 1, &step);
    }
    pl_match_free(&before);
    add_step(m, &step, seen, seat, was, is);
}

/* Steps from the views before and after each and their words. All views lie in
 * the input, then the words, each with a zero after them. */
const char *match_steps(int handle, int seat, int count)
{
    union pl_state view[2];
    const char *views = in.s;
    char *words = in.s + (size_t)(count + 1) * sizeof *view;

    begin();
    pl_json_open(&out, NULL, "[");
    for (int i = 0; i < count; i++) {
        size_t length = strlen(words);

        memcpy(view, views, sizeof view);
        add_seen_step(at(handle), seat, words, &view[0], &view[1]);
        views += sizeof *view;
        words += length + 1;
    }
    pl_json_close(&out, "]");
    return out.s;
}

/* Whether all its dice come from the seed that it was begun with. */
int match_fair(int handle)
{
    size_t step;

    refused_line = 0;
    return pl_fair_check(at(handle), &step, &refusal);
}

static void add_draw(void *context, const struct pl_draw *draw)
{
    char hex[SHA256_HEX + 1];

    (void)context;
    pl_hex_write(draw->transcript, PL_SEED, hex);
    pl_json_open(&out, NULL, "{");
    pl_json_number(&out, "number", draw->number);
    pl_json_bits(&out, "named", draw->named, NULL);
    pl_json_bits(&out, "drawn", draw->drawn, NULL);
    pl_json_text(&out, "transcript", hex);
    pl_json_close(&out, "}");
}

/* Its draws, and what the devices agreed to that made them; none, if its dice
 * were not drawn together. */
const char *match_draws(int handle)
{
    begin();
    pl_json_open(&out, NULL, "[");
    if (at(handle)->fair.is_together)
        pl_fair_draws(at(handle), add_draw, NULL);
    pl_json_close(&out, "]");
    return out.s;
}

/* --- The device's part in fair dice -------------------------------------- */

enum { FAIR_WORDS = 3 + 3 * PL_SEATS };

/* Words with one space between them; the last takes what is left. */
static int split(char *text, char *word[], int most)
{
    int n = 0;

    while (n < most) {
        word[n++] = text;
        text = n < most ? strchr(text, ' ') : NULL;
        if (!text)
            break;
        *text++ = '\0';
    }
    return n;
}

static bool read_number(const char *word, uint32_t most, uint32_t *to)
{
    char *end;
    unsigned long n = strtoul(word, &end, 10);

    *to = (uint32_t)n;
    return *word && !*end && n <= most;
}

/* hash COMMITMENT SEAT NONCE */
static bool fair_hash(char *word[], int n, uint8_t sum[PL_SEED])
{
    uint8_t nonce[PL_NONCE];
    struct pl_fair of = {0};
    uint32_t seat;

    if (n != 4 || !pl_hex_read(word[1], of.commitment, PL_SEED) ||
        !read_number(word[2], PL_SEATS - 1, &seat) ||
        !pl_hex_read(word[3], nonce, PL_NONCE))
        return false;
    pl_fair_hash(&of, (int)seat, nonce, sum);
    return true;
}

/* link SECRET PLACES */
static bool fair_link(char *word[], int n, uint8_t sum[PL_SEED])
{
    uint32_t places;

    if (n != 3 || !pl_hex_read(word[1], sum, PL_SEED) ||
        !read_number(word[2], PL_LINKS, &places))
        return false;
    pl_link_before(sum, places, sum);
    return true;
}

/* begin COMMITMENT NONCE …, or - for a seat without one */
static bool fair_begin(char *word[], int n, uint8_t sum[PL_SEED])
{
    struct pl_fair of = {0};

    if (n < 2 || n > 2 + PL_SEATS ||
        !pl_hex_read(word[1], of.commitment, PL_SEED))
        return false;
    for (int i = 2; i < n; i++)
        if (strcmp(word[i], "-") != 0 &&
            !pl_hex_read(word[i], of.nonce[i - 2], PL_NONCE))
            return false;
    pl_transcript_begin(&of, sum);
    return true;
}

/* close SUM DRAW, and SEAT FROM ANCHOR of each that is named */
static bool fair_close(char *word[], int n, uint8_t sum[PL_SEED])
{
    struct pl_fair of = {0};
    unsigned named = 0;
    uint32_t draw, seat;

    if (n < 3 || n % 3 || !pl_hex_read(word[1], sum, PL_SEED) ||
        !read_number(word[2], INT32_MAX, &draw))
        return false;
    for (int i = 3; i < n; i += 3) {
        struct pl_chain *chain;

        if (!read_number(word[i], PL_SEATS - 1, &seat))
            return false;
        chain = of.chain[seat];
        if (!read_number(word[i + 1], INT32_MAX, &chain->from) ||
            !pl_hex_read(word[i + 2], chain->anchor, PL_SEED))
            return false;
        of.chains[seat] = 1;
        named |= 1u << seat;
    }
    pl_transcript_close(sum, &of, draw, named, sum);
    return true;
}

/* add SUM WORDS; the words may be any */
static bool fair_add(char *text, uint8_t sum[PL_SEED])
{
    char *word[3];

    if (split(text, word, 3) != 3 || strlen(word[2]) > 256 ||
        !pl_hex_read(word[1], sum, PL_SEED))
        return false;
    pl_transcript_add(sum, word[2]);
    return true;
}

/* The recipe of fair.c, a piece at a time: what comes in is a line of words,
 * what goes out 64 digits, or nothing if the line is wrong. */
const char *fair(size_t length)
{
    char *word[FAIR_WORDS + 1], hex[SHA256_HEX + 1];
    uint8_t sum[PL_SEED];
    bool good;
    int n;

    begin();
    in.s[length] = '\0';
    if (strncmp(in.s, "add ", 4) == 0) {
        good = fair_add(in.s, sum);
    } else {
        n = split(in.s, word, FAIR_WORDS + 1);
        good = (strcmp(word[0], "hash") == 0 && fair_hash(word, n, sum)) ||
               (strcmp(word[0], "link") == 0 && fair_link(word, n, sum)) ||
               (strcmp(word[0], "begin") == 0 && fair_begin(word, n, sum)) ||
               (strcmp(word[0], "close") == 0 && fair_close(word, n, sum));
    }
    if (good) {
        pl_hex_write(sum, PL_SEED, hex);
        pl_add(&out, hex);
    }
    return out.s;
}

/* --- Bots ---------------------------------------------------------------- */

static const struct pl_game *minded; /* on another sheet; NULL: none */

/* From now on bots play the game of the sheet in the input on it; without any
 * they play all games as usual. */
void bots_play_on(size_t length)
{
    struct pl_mistakes mistakes;

    pl_game_drop(minded);
    minded = length ? pl_sheet_read(in.s, length, &mistakes) : NULL;
    pl_assert(minded || length == 0);
}

static const struct pl_game *game_of_bots(int game)
{
    return minded && strcmp(minded->id, pl_games[game]->id) == 0
               ? minded
               : pl_games[game];
}

/* The bytes of the view lie in the input: a bot that thinks elsewhere gets
 * nothing else of the match. */
int bot_choose(int game, int bot, int seat, uint64_t seed)
{
    struct pl_rng rng;
    union pl_state view;

    memcpy(view.byte, in.s, sizeof view.byte);
    pl_seed(&rng, seed);
    return pl_bots[bot]->choose(game_of_bots(game), &view, seat, &rng, NULL);
}

int bot_count(void)
{
    int n = 0;

    while (pl_bots[n])
        n++;
    return n;
}

const char *bot_id(int bot)
{
    return pl_bots[bot]->id;
}

uint64_t bot_signature(int bot, int game, int seats, uint32_t steps)
{
    return pl_bot_signature(pl_bots[bot], pl_games[game], seats, steps);
}

/* --- Sheets from a seed -------------------------------------------------- */

/* Its text. Only of a game that has sheets to choose. */
const char *sheet_make(int game, uint64_t seed)
{
    begin();
    pl_sheet_make(pl_games[game], seed, &out);
    return out.s;
}

/* --- Hints --------------------------------------------------------------- */

static struct pl_inquiry inquiry;

/* The bytes of the view lie in the input. first: a move that must not wait,
 * or -1. */
void hints_begin(int game, int seat, uint64_t seed, int first)
{
    union pl_state view;

    memcpy(view.byte, in.s, sizeof view.byte);
    pl_game_keep(game_of_bots(game));
    pl_game_drop(inquiry.game);
    pl_inquire(&inquiry, game_of_bots(game), &view, seat, seed);
    if (first >= 0)
        pl_inquire_first(&inquiry, (pl_move)first);
}

static void add_thousandths(const char *key, float f)
{
    pl_json_number(&out, key, (int64_t)(f * 1000 + (f < 0 ? -0.5f : 0.5f)));
}

static void add_hint(const struct pl_hint *hint)
{
    pl_json_open(&out, NULL, "{");
    pl_json_number(&out, "move", hint->move);
    add_thousandths("points", hint->points);
    add_thousandths("pointsError", hint->points_error);
    add_thousandths("win", hint->win);
    add_thousandths("winError", hint->win_error);
    pl_json_number(&out, "tries", (int64_t)hint->tries);
    pl_json_close(&out, "}");
}

/* So many steps more; then what is known so far. */
const char *hints_go_on(uint32_t steps)
{
    struct pl_hint hint[PL_MOVES];
    int n;

    pl_inquire_on(&inquiry, &(struct pl_budget){.steps = steps});
    n = pl_inquire_hints(&inquiry, hint);
    begin();
    pl_json_open(&out, NULL, "{");
    pl_json_number(&out, "steps", (int64_t)inquiry.steps);
    pl_json_open(&out, "hints", "[");
    for (int i = 0; i < n; i++)
        add_hint(&hint[i]);
    pl_json_close(&out, "]}");
    return out.s;
}
