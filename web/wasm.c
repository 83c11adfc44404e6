/*
 * The engine as a module for the browser: it imports nothing, and numbers and
 * addresses are all that passes its edge.
 *
 * Games go by their place in the menu, matches by a handle. Text goes in
 * through input(), which lends the page so many bytes, and comes out as a C
 * string that holds until the next call. What can be refused returns a number
 * below 0 or 0; why() then has the message. A match begins as a record, even a
 * new one: its lines without any step.
 */
#include "parlour_bots.h"
#include "parlour_match.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { MATCHES = 16 };

/* Most that the others are let pass in a preview, should a game ask for ever.
 */
enum { PASSES = 64 };

char *EXPORT(input)(size_t size);
const char *EXPORT(why)(void);

int EXPORT(game_count)(void);
const char *EXPORT(game_id)(int game);
int EXPORT(game_min_seats)(int game);
int EXPORT(game_max_seats)(int game);
uint64_t EXPORT(signature)(int game, int seats, int games);
const char *EXPORT(games)(void);

int EXPORT(match_open)(size_t length);
void EXPORT(match_close)(int handle);
const char *EXPORT(match_about)(int handle);
const char *EXPORT(match_facts)(int handle);
const char *EXPORT(match_turn)(int handle);
const char *EXPORT(match_look)(int handle, int seat);
const char *EXPORT(match_history)(int handle, int seat, int from);
const char *EXPORT(match_preview)(int handle, int seat, int move);
const char *EXPORT(match_record)(int handle, int seat);
int EXPORT(match_steps)(int handle);
int EXPORT(match_play)(int handle, int seat, int move);
int EXPORT(match_roll)(int handle, uint64_t seed);
int EXPORT(match_land)(int handle, int count);
int EXPORT(match_take_back)(int handle, int seat);
int EXPORT(match_rewind)(int handle, int steps);
const unsigned char *EXPORT(match_view)(int handle, int seat);
void EXPORT(match_see)(int handle);
const char *EXPORT(match_step)(int handle, int seat);
int EXPORT(match_fair)(int handle);

int EXPORT(bot_count)(void);
const char *EXPORT(bot_id)(int bot);
uint64_t EXPORT(bot_signature)(int bot, int game, int seats, uint32_t steps);
int EXPORT(bot_choose)(int game, int bot, int seat, uint64_t seed);
void EXPORT(hints_begin)(int game, int seat, uint64_t seed, int first);
const char *EXPORT(hints_go_on)(uint32_t steps);

static struct pl_match match[MATCHES];
static struct pl_buffer in, out;
static struct pl_message refusal;
static int refused_line;

/* --- JSON ---------------------------------------------------------------- */

static void begin(void)
{
    out.length = 0;
    pl_add(&out, "");
}

static void add_string(const char *s)
{
    static const char digit[] = "0123456789abcdef";

    pl_add(&out, "\"");
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        char hex[] = "\\u00..";

        if (c >= ' ' && c != '"' && c != '\\') {
            pl_add_bytes(&out, s, 1);
            continue;
        }
        hex[4] = digit[c >> 4];
        hex[5] = digit[c & 15];
        pl_add(&out, hex);
    }
    pl_add(&out, "\"");
}

/* Begins a member: whatever stands before it must be closed with a comma. */
static void add_key(const char *key)
{
    char last = out.length ? out.s[out.length - 1] : '{';

    pl_add(&out, last == '{' || last == '[' ? "" : ",");
    if (!key)
        return;
    add_string(key);
    pl_add(&out, ":");
}

static void add_text(const char *key, const char *s)
{
    add_key(key);
    add_string(s);
}

static void add_number(const char *key, long n)
{
    add_key(key);
    pl_add_number(&out, n);
}

static void add_bool(const char *key, bool is)
{
    add_key(key);
    pl_add(&out, is ? "true" : "false");
}

static void add_open(const char *key, const char *bracket)
{
    add_key(key);
    pl_add(&out, bracket);
}

static void add_message(const char *key, const struct pl_message *message)
{
    add_open(key, "{");
    add_text("id", message->id);
    add_number("seat", message->seat);
    add_number("n", message->n);
    add_number("m", message->m);
    add_number("k", message->k);
    add_text("word", message->word.s);
    pl_add(&out, "}");
}

static void add_seats(const char *key, unsigned bits)
{
    add_open(key, "[");
    for (int s = 0; s < PL_SEATS; s++)
        if (bits >> s & 1)
            add_number(NULL, s);
    pl_add(&out, "]");
}

/* --- Text in and out ----------------------------------------------------- */

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
    add_open(NULL, "{");
    add_message("message", &refusal);
    add_number("line", refused_line);
    pl_add(&out, "}");
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

    add_open(NULL, "{");
    add_text("name", option->name);
    add_open("values", "[");
    if (option->value) {
        for (int i = 0; option->value[i]; i++)
            add_text(NULL, option->value[i]);
    } else {
        for (int i = option->low; i <= option->high; i++) {
            struct pl_text value = {0};

            pl_option_value(option, i, &value);
            add_text(NULL, value.s);
        }
    }
    pl_add(&out, "]");
    pl_option_value(option, option->normal, &normal);
    add_text("normal", normal.s);
    pl_add(&out, "}");
}

static void add_game(const struct pl_game *game)
{
    add_open(NULL, "{");
    add_text("id", game->id);
    add_text("layout", game->layout);
    add_number("least", game->min_seats);
    add_number("most", game->max_seats);
    add_bool("hands", game->guess != NULL);
    add_open("options", "[");
    for (int i = 0; i < pl_option_count(game); i++)
        add_option(&game->options[i]);
    pl_add(&out, "]}");
}

const char *games(void)
{
    begin();
    add_open(NULL, "{");
    add_open("games", "[");
    for (int i = 0; pl_games[i]; i++)
        add_game(pl_games[i]);
    pl_add(&out, "]");
    add_open("bots", "[");
    for (int i = 0; pl_bots[i]; i++)
        add_text(NULL, pl_bots[i]->id);
    pl_add(&out, "]}");
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
}

const char *match_about(int handle)
{
    const struct pl_match *m = at(handle);

    begin();
    add_open(NULL, "{");
    add_text("game", m->game->id);
    add_number("seats", m->setup.seats);
    add_number("first", m->setup.first);
    add_open("options", "{");
    for (int i = 0; i < pl_option_count(m->game); i++) {
        struct pl_text value = {0};

        pl_option_value(&m->game->options[i], m->setup.option[i], &value);
        add_text(m->game->options[i].name, value.s);
    }
    pl_add(&out, "}");
    add_open("names", "[");
    for (int s = 0; s < m->setup.seats; s++)
        add_text(NULL, m->name.of[s]);
    pl_add(&out, "]");
    add_open("bots", "[");
    for (int s = 0; s < m->setup.seats; s++)
        add_text(NULL, m->bot.of[s]);
    pl_add(&out, "]}");
    return out.s;
}

const char *match_record(int handle, int seat)
{
    begin();
    pl_record_write(at(handle), seat, &out);
    return out.s;
}

int match_steps(int handle)
{
    return (int)at(handle)->steps;
}

int match_play(int handle, int seat, int move)
{
    return pl_match_play(at(handle), seat, (pl_move)move, &refusal);
}

int match_roll(int handle, uint64_t seed)
{
    struct pl_rng rng;

    pl_seed(&rng, seed);
    return pl_match_roll(at(handle), &rng, &refusal);
}

int match_land(int handle, int count)
{
    uint8_t face[PL_DICE] = {0};

    for (int i = 0; i < count && i < PL_DICE; i++)
        face[i] = (uint8_t)in.s[i];
    return pl_match_land(at(handle), face, count, &refusal);
}

int match_take_back(int handle, int seat)
{
    return pl_match_take_back(at(handle), seat, &refusal);
}

int match_rewind(int handle, int steps)
{
    struct pl_match *m = at(handle);

    if (steps < 0 || (size_t)steps > m->steps)
        return 0;
    pl_match_rewind(m, (size_t)steps);
    return 1;
}

const unsigned char *match_view(int handle, int seat)
{
    static union pl_state view;

    pl_match_view(at(handle), seat, &view);
    return view.byte;
}

/* --- What a seat sees ---------------------------------------------------- */

static void take(const struct pl_game *game, union pl_state *state,
                 const struct pl_step *step)
{
    if (step->what == PL_CHANCE)
        game->land(state, step->face);
    else
        game->play(state, step->seat, step->move);
}

static void view_of(const struct pl_match *m, const union pl_state *state,
                    int seat, union pl_state *view)
{
    *view = *state;
    if (m->game->hide)
        m->game->hide(view, seat);
}

static int points_of(const struct pl_game *game, const union pl_state *state,
                     int seat)
{
    struct pl_result result;

    game->score(state, &result);
    return result.points[seat];
}

/* The move that passes, if there is one. */
static bool find_pass(const struct pl_game *game, const union pl_state *state,
                      int seat, pl_move *pass)
{
    pl_move list[PL_MOVES];
    int n = game->moves(state, seat, list);

    for (int i = 0; i < n; i++) {
        struct pl_text name = {0};

        game->name(state, list[i], &name);
        if (strcmp(name.s, "-") == 0) {
            *pass = list[i];
            return true;
        }
    }
    return false;
}

/* What a choice would bring: the move is played on what the seat sees, the
 * other deciders pass, and the next chance or the next question to this seat
 * ends it. */
static void look_ahead(const struct pl_game *game, union pl_state *view,
                       int seat, pl_move move)
{
    game->play(view, seat, move);
    for (int i = 0; i < PASSES; i++) {
        struct pl_turn turn = game->turn(view);
        pl_move pass;
        int other;

        if (turn.what != PL_DECIDE || (turn.seats >> seat & 1))
            return;
        other = pl_lowest(turn.seats);
        if (!find_pass(game, view, other, &pass))
            return;
        game->play(view, other, pass);
    }
}

static void add_move(const struct pl_match *m, const union pl_state *view,
                     int seat, pl_move move)
{
    union pl_state after = *view;
    struct pl_touch touch = {0};
    struct pl_message say;
    struct pl_text name = {0};

    m->game->name(view, move, &name);
    m->game->say(view, seat, move, &say);
    m->game->touch(view, seat, move, &touch);
    look_ahead(m->game, &after, seat, move);
    add_open(NULL, "{");
    add_number("move", move);
    add_text("name", name.s);
    add_message("say", &say);
    add_number("gain", points_of(m->game, &after, seat) -
                           points_of(m->game, view, seat));
    add_bool("ordered", touch.ordered);
    add_open("touch", "[");
    for (int i = 0; i < touch.count; i++)
        add_number(NULL, touch.piece[i]);
    pl_add(&out, "]}");
}

static void add_moves(const struct pl_match *m, const union pl_state *view,
                      int seat)
{
    struct pl_turn turn = m->game->turn(view);
    pl_move list[PL_MOVES];
    int n;

    add_open("moves", "[");
    if (seat >= 0 && turn.what == PL_DECIDE && (turn.seats >> seat & 1)) {
        n = m->game->moves(view, seat, list);
        for (int i = 0; i < n; i++)
            add_move(m, view, seat, list[i]);
    }
    pl_add(&out, "]");
}

/* What is to be thrown or drawn. A draw, and what not everybody may see,
 * cannot be typed in. */
static void add_chance(const struct pl_match *m)
{
    struct pl_chance chance;

    if (m->game->turn(&m->state).what != PL_CHANCE)
        return;
    m->game->chance(&m->state, &chance);
    add_open("chance", "{");
    add_bool("draw", chance.total > 0);
    add_open("dice", "[");
    for (int i = 0; i < chance.count; i++) {
        add_open(NULL, "{");
        add_text("name", chance.die[i]->name);
        add_open("faces", "[");
        for (int f = 0; chance.total == 0 && f < chance.die[i]->faces; f++)
            add_text(NULL, chance.die[i]->face[f]);
        pl_add(&out, "]}");
    }
    pl_add(&out, "]}");
}

/* The state before the last throw, or the present one if a throw is next. */
static void before_throw(const struct pl_match *m, union pl_state *state)
{
    size_t last = 0;

    *state = m->state;
    if (m->game->turn(&m->state).what == PL_CHANCE || m->steps == 0)
        return;
    for (size_t i = 0; i < m->steps; i++)
        if (m->step[i].what == PL_CHANCE)
            last = i;
    memset(state, 0, sizeof *state);
    m->game->start(state, &m->setup);
    for (size_t i = 0; i < last; i++)
        take(m->game, state, &m->step[i]);
}

/* Whose turn it is: whom the question before the last throw named. */
static int active_seat(const struct pl_match *m)
{
    struct pl_message ask = PL_SAY("");
    union pl_state state;

    before_throw(m, &state);
    view_of(m, &state, -1, &state);
    m->game->ask(&state, -1, &ask);
    return ask.seat;
}

static void add_parts(const struct pl_match *m, const union pl_state *view)
{
    add_open("parts", "[");
    for (int s = 0; s < m->setup.seats; s++) {
        struct pl_part part[PL_PARTS];
        int n = m->game->parts(view, s, part);

        add_open(NULL, "[");
        for (int i = 0; i < n; i++) {
            add_open(NULL, "{");
            add_text("id", part[i].id);
            add_number("points", part[i].points);
            pl_add(&out, "}");
        }
        pl_add(&out, "]");
    }
    pl_add(&out, "]");
}

/* The numbers of its how-to: a list a name. */
const char *match_facts(int handle)
{
    const struct pl_match *m = at(handle);
    struct pl_fact fact[PL_FACTS];
    int n = m->game->facts ? m->game->facts(&m->setup, fact) : 0;

    begin();
    add_open(NULL, "{");
    for (int i = 0; i < n; i++) {
        if (i == 0 || strcmp(fact[i].name, fact[i - 1].name) != 0)
            add_open(fact[i].name, "[");
        add_number(NULL, fact[i].n);
        if (i + 1 == n || strcmp(fact[i].name, fact[i + 1].name) != 0)
            pl_add(&out, "]");
    }
    pl_add(&out, "}");
    return out.s;
}

/* What the table waits for, whoever looks: who is asked and has not answered.
 */
const char *match_turn(int handle)
{
    static const char *const what[] = {"over", "chance", "decide"};
    const struct pl_match *m = at(handle);
    struct pl_turn turn = m->game->turn(&m->state);

    begin();
    add_open(NULL, "{");
    add_text("what", what[turn.what]);
    add_seats("asked", turn.what == PL_DECIDE ? turn.seats : 0);
    add_seats("answered", pl_match_answered(m));
    add_number("active", active_seat(m));
    add_number("steps", (long)m->steps);
    add_chance(m);
    pl_add(&out, "}");
    return out.s;
}

const char *match_look(int handle, int seat)
{
    const struct pl_match *m = at(handle);
    struct pl_message ask = PL_SAY("");
    struct pl_result result;
    union pl_state view;

    pl_match_view(m, seat, &view);
    m->game->ask(&view, seat, &ask);
    m->game->score(&view, &result);
    begin();
    add_open(NULL, "{");
    add_open("view", "");
    pl_view_json(m, seat, &out);
    add_message("ask", &ask);
    add_moves(m, &view, seat);
    add_parts(m, &view);
    add_seats("winners", result.winners);
    add_bool("aborted", result.aborted);
    pl_add(&out, "}");
    return out.s;
}

static void add_told(const struct pl_game *game, const union pl_state *before,
                     const union pl_state *after)
{
    struct pl_message told[PL_MESSAGES];
    int n = game->tell(before, after, told);

    add_open("told", "[");
    for (int i = 0; i < n; i++)
        add_message(NULL, &told[i]);
    pl_add(&out, "]");
}

const char *match_preview(int handle, int seat, int move)
{
    struct pl_match ahead = *at(handle);
    union pl_state before;

    pl_match_view(&ahead, seat, &before);
    ahead.state = before;
    look_ahead(ahead.game, &ahead.state, seat, (pl_move)move);
    begin();
    add_open(NULL, "{");
    add_open("view", "");
    pl_view_json(&ahead, seat, &out);
    add_told(ahead.game, &before, &ahead.state);
    pl_add(&out, "}");
    return out.s;
}

/* --- What happened ------------------------------------------------------- */

static void add_faces(const struct pl_game *game, const struct pl_step *step,
                      const union pl_state *before)
{
    struct pl_chance chance;

    game->chance(before, &chance);
    add_bool("draw", chance.total > 0);
    add_open("dice", "[");
    for (int i = 0; i < step->count; i++) {
        add_open(NULL, "{");
        add_text("name", chance.die[i]->name);
        add_text("face", chance.die[i]->face[step->face[i]]);
        pl_add(&out, "}");
    }
    pl_add(&out, "]");
}

static void add_played(const struct pl_match *m, const struct pl_step *step,
                       const union pl_state *before)
{
    struct pl_message say;
    struct pl_text name = {0};
    union pl_state view;

    view_of(m, before, step->seat, &view);
    m->game->name(&view, step->move, &name);
    m->game->say(&view, step->seat, step->move, &say);
    add_text("name", name.s);
    add_message("say", &say);
}

static void add_step(const struct pl_match *m, const struct pl_step *step,
                     bool seen, int seat, const union pl_state *before,
                     const union pl_state *after)
{
    union pl_state was, is;

    view_of(m, before, seat, &was);
    view_of(m, after, seat, &is);
    add_open(NULL, "{");
    add_number("seat", step->what == PL_DECIDE ? step->seat : -1);
    add_bool("seen", seen);
    if (seen && step->what == PL_CHANCE)
        add_faces(m->game, step, before);
    else if (seen)
        add_played(m, step, before);
    add_told(m->game, &was, &is);
    add_open("points", "[");
    for (int s = 0; s < m->setup.seats; s++)
        add_number(NULL, points_of(m->game, &is, s));
    pl_add(&out, "]}");
}

/* The steps from one on: what the seat may know of them. */
const char *match_history(int handle, int seat, int from)
{
    const struct pl_match *m = at(handle);
    union pl_state state = {0};

    m->game->start(&state, &m->setup);
    begin();
    pl_add(&out, "[");
    for (size_t i = 0; i < m->steps; i++) {
        union pl_state before = state;

        take(m->game, &state, &m->step[i]);
        if (i >= (size_t)from)
            add_step(m, &m->step[i], pl_match_may_see(m, i, seat), seat,
                     &before, &state);
    }
    pl_add(&out, "]");
    return out.s;
}

/* --- What a server shows -------------------------------------------------- */

/* A match without steps can stand for a view that came over the network, whose
 * bytes lie in the input: all that looks at a match then looks at that. */
void match_see(int handle)
{
    struct pl_match *m = at(handle);

    memcpy(m->state.byte, in.s, sizeof m->state.byte);
    m->steps = m->question = 0;
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

        m->game->name(&m->state, (pl_move)move, &name);
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

/* One step from the views before and after it and its words, which lie in the
 * input one after the other. What the words do not tell was not to be seen. */
const char *match_step(int handle, int seat)
{
    static const char play[] = "play ", chance[] = "chance ";
    struct pl_match *m = at(handle);
    struct pl_step step = {.what = PL_CHANCE};
    char *words = in.s + 2 * sizeof m->state;
    union pl_state before, after;
    bool seen = false;

    match_see(handle);
    before = m->state;
    memcpy(after.byte, in.s + sizeof after, sizeof after);
    if (strncmp(words, play, sizeof play - 1) == 0) {
        step.what = PL_DECIDE;
        seen = read_played(m, words + sizeof play - 1, &step);
    } else if (strncmp(words, chance, sizeof chance - 1) == 0) {
        seen = read_faces(m, words + sizeof chance - 1, &step);
    }
    begin();
    add_step(m, &step, seen, seat, &before, &after);
    return out.s;
}

/* Whether all its dice come from the seed that it was begun with. */
int match_fair(int handle)
{
    size_t step;

    refused_line = 0;
    return pl_fair_check(at(handle), &step, &refusal);
}

/* --- Bots ---------------------------------------------------------------- */

/* The bytes of the view lie in the input: a bot that thinks elsewhere gets
 * nothing else of the match. */
int bot_choose(int game, int bot, int seat, uint64_t seed)
{
    struct pl_rng rng;
    union pl_state view;

    memcpy(view.byte, in.s, sizeof view.byte);
    pl_seed(&rng, seed);
    return pl_bots[bot]->choose(pl_games[game], &view, seat, &rng, NULL);
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

/* --- Hints --------------------------------------------------------------- */

static struct pl_inquiry inquiry;

/* The bytes of the view lie in the input. first: a move that must not wait,
 * or -1. */
void hints_begin(int game, int seat, uint64_t seed, int first)
{
    union pl_state view;

    memcpy(view.byte, in.s, sizeof view.byte);
    pl_inquire(&inquiry, pl_games[game], &view, seat, seed);
    if (first >= 0)
        pl_inquire_first(&inquiry, (pl_move)first);
}

static void add_thousandths(const char *key, float f)
{
    add_number(key, (long)(f * 1000 + (f < 0 ? -0.5f : 0.5f)));
}

static void add_hint(const struct pl_hint *hint)
{
    add_open(NULL, "{");
    add_number("move", hint->move);
    add_thousandths("points", hint->points);
    add_thousandths("pointsError", hint->points_error);
    add_thousandths("win", hint->win);
    add_thousandths("winError", hint->win_error);
    add_number("tries", (long)hint->tries);
    pl_add(&out, "}");
}

/* So many steps more; then what is known so far. */
const char *hints_go_on(uint32_t steps)
{
    struct pl_hint hint[PL_MOVES];
    int n;

    pl_inquire_on(&inquiry, &(struct pl_budget){.steps = steps});
    n = pl_inquire_hints(&inquiry, hint);
    begin();
    add_open(NULL, "{");
    add_number("steps", (long)inquiry.steps);
    add_open("hints", "[");
    for (int i = 0; i < n; i++)
        add_hint(&hint[i]);
    pl_add(&out, "]}");
    return out.s;
}
