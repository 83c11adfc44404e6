/*
 * The engine protocol (docs/protocol.md): "= answer" or "? why not", then an
 * empty line. Its sentences are English whatever the terminal speaks, because
 * programs read them.
 */
#include "protocol.h"
#include "../bots/think.h"
#include "../lab/lab.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LONGEST = 4096, WORDS = 64, LARGEST_RECORD = 16 << 20 };

struct request {
    struct protocol *p;
    int words;
    char *word[WORDS];
    struct pl_buffer *out; /* the answer, without its sign */
    struct pl_message why;
};

static bool refuse(struct request *r, const char *id, const char *word)
{
    pl_refuse(&r->why, PL_E_no_game, -1, 0, word);
    r->why.id = id;
    return false;
}

static bool read_number(const char *word, uint64_t most, uint64_t *n)
{
    size_t digits = strlen(word);

    if (digits == 0 || digits > 19 || strspn(word, "0123456789") != digits)
        return false;
    *n = strtoull(word, NULL, 10);
    return *n <= most;
}

/* The seat, or −1: refused. */
static int read_seat(struct request *r, const char *word)
{
    int last = r->p->match.setup.seats - 1;
    uint64_t n;

    if (read_number(word, (uint64_t)last, &n))
        return (int)n;
    pl_refuse(&r->why, PL_E_bad_seat, -1, last, word);
    return -1;
}

static void add_seats(struct pl_buffer *out, unsigned seats)
{
    for (int s = 0; seats >> s; s++)
        if (seats >> s & 1) {
            pl_add(out, out->length ? " " : "");
            pl_add_number(out, s);
        }
}

/* --- Commands ------------------------------------------------------------ */

static bool speaks_2(const struct request *r)
{
    return r->p->version == 2;
}

static bool do_protocol(struct request *r)
{
    uint64_t n = 0;

    if (r->words == 2) {
        if (!read_number(r->word[1], 2, &n) || n == 0)
            return refuse(r, "protocol.version", r->word[1]);
        r->p->version = (int)n;
    }
    pl_add(r->out, speaks_2(r) ? "2" : "1");
    return true;
}

static void add_option(struct pl_buffer *out, const struct pl_option *option)
{
    struct pl_text text;

    pl_option_value(option, option->normal, &text);
    pl_add(out, " ");
    pl_add(out, option->name);
    pl_add(out, "=");
    pl_add(out, text.s);
    pl_add(out, "(");
    for (int v = 0; option->value && option->value[v]; v++) {
        pl_add(out, v ? "," : "");
        pl_add(out, option->value[v]);
    }
    if (!option->value) {
        pl_add_number(out, option->low);
        pl_add(out, "..");
        pl_add_number(out, option->high);
    }
    pl_add(out, ")");
}

static bool do_games(struct request *r)
{
    for (const struct pl_game *const *game = pl_games; *game; game++) {
        pl_add(r->out, r->out->length ? "\n" : "");
        pl_add(r->out, (*game)->id);
        pl_add(r->out, " ");
        pl_add_number(r->out, (*game)->min_seats);
        pl_add(r->out, " ");
        pl_add_number(r->out, (*game)->max_seats);
        for (int i = 0; i < pl_option_count(*game); i++)
            add_option(r->out, &(*game)->options[i]);
    }
    return true;
}

static bool read_setting(struct request *r, const struct pl_game *game,
                         struct pl_setup *setup, char *word)
{
    char *value = strchr(word, '=');
    uint64_t n;

    if (!value)
        return refuse(r, "protocol.setting", word);
    *value++ = '\0';
    if (speaks_2(r) && strcmp(word, "game-ms") == 0)
        return read_number(value, 86400000, &n) ||
               refuse(r, "protocol.ms", value);
    if (speaks_2(r) && strcmp(word, "seat") == 0) {
        if (!read_number(value, setup->seats - 1u, &n))
            return pl_refuse(&r->why, PL_E_bad_seat, -1, setup->seats - 1, "");
        return !game->has_hands || refuse(r, "protocol.hands", game->id);
    }
    if (strcmp(word, "first") != 0)
        return pl_setup_option(setup, game, word, value, &r->why);
    if (!read_number(value, setup->seats - 1u, &n))
        return pl_refuse(&r->why, PL_E_bad_first, -1, setup->seats - 1, "");
    setup->first = (uint8_t)n;
    return true;
}

static bool do_new(struct request *r)
{
    const struct pl_game *game = pl_game_find(r->word[1]);
    struct pl_setup setup;
    uint64_t seats;

    if (game && r->p->sheet && strcmp(r->p->sheet->id, game->id) == 0)
        game = r->p->sheet;
    if (!game)
        return pl_refuse(&r->why, PL_E_unknown_game, -1, 0, r->word[1]);
    if (!read_number(r->word[2], PL_SEATS, &seats))
        seats = 0;
    pl_setup_normal(&setup, game, (int)seats);
    if (!pl_setup_check(game, &setup, &r->why))
        return false;
    for (int i = 3; i < r->words; i++)
        if (!read_setting(r, game, &setup, r->word[i]))
            return false;
    return pl_match_start(&r->p->match, game, &setup, &r->why);
}

static bool do_turn(struct request *r)
{
    const struct pl_match *match = &r->p->match;
    struct pl_turn turn = match->game->turn(match->game, &match->state);
    struct pl_chance chance;

    switch ((enum pl_what)turn.what) {
    case PL_OVER:
        pl_add(r->out, "over");
        break;
    case PL_DECIDE:
        pl_add(r->out, "decide");
        add_seats(r->out, turn.seats);
        break;
    case PL_CHANCE:
        pl_add(r->out, "chance");
        match->game->chance(match->game, &match->state, &chance);
        for (int i = 0; i < chance.count; i++) {
            pl_add(r->out, " ");
            pl_add(r->out, chance.die[i]->name);
        }
        break;
    }
    return true;
}

static bool do_outcomes(struct request *r)
{
    const struct pl_match *match = &r->p->match;
    struct pl_chance chance;
    struct pl_outcome o;

    if (match->game->turn(match->game, &match->state).what != PL_CHANCE)
        return pl_refuse(&r->why, PL_E_not_chance, -1, 0, "");
    match->game->chance(match->game, &match->state, &chance);
    if (chance.count > 1)
        return refuse(r, "protocol.many_dice", "");
    for (bool more = pl_first(&chance, &o); more; more = pl_next(&chance, &o)) {
        pl_add(r->out, r->out->length ? "\n" : "");
        pl_add(r->out, chance.die[0]->face[o.face[0]]);
        pl_add(r->out, " ");
        pl_add_number(r->out, (long)o.weight);
    }
    return true;
}

static bool do_chance(struct request *r)
{
    return pl_match_land_words(&r->p->match, (const char *const *)r->word + 1,
                               r->words - 1, &r->why);
}

static bool do_roll(struct request *r)
{
    struct pl_match *match = &r->p->match;
    union pl_state before = match->state;
    struct pl_buffer words = {0};
    uint64_t seed;

    if (r->words == 2) {
        if (!read_number(r->word[1], UINT64_MAX, &seed))
            return refuse(r, "protocol.seed", r->word[1]);
        pl_seed(&r->p->rng, seed);
    }
    if (!pl_match_roll(match, &r->p->rng, &r->why))
        return false;
    pl_step_words(match, match->steps - 1, &before, &words);
    pl_add(r->out, words.s + strlen("chance "));
    pl_buffer_free(&words);
    return true;
}

/* Version 2: a line per move with its number, its name and what it gains. */
static void add_answers(const struct pl_match *match, int seat,
                        struct pl_buffer *out)
{
    const struct pl_game *game = match->game;
    struct pl_turn turn = game->turn(game, &match->state);
    struct pl_answer answer[PL_MOVES];
    union pl_state view;
    int n;

    if (turn.what != PL_DECIDE || !(turn.seats >> seat & 1))
        return;
    pl_match_view(match, seat, &view);
    n = pl_answers(game, &view, seat, answer);
    for (int i = 0; i < n; i++) {
        struct pl_text name = {0};

        game->name(game, &match->state, answer[i].move, &name);
        pl_add(out, i ? "\n" : "");
        pl_add_number(out, answer[i].move);
        pl_add(out, " ");
        pl_add(out, name.s);
        pl_add(out, " ");
        pl_add_number(out, answer[i].gain);
    }
}

static bool do_legal(struct request *r)
{
    int seat = read_seat(r, r->word[1]);

    if (seat < 0)
        return false;
    if (speaks_2(r))
        add_answers(&r->p->match, seat, r->out);
    else
        pl_match_legal(&r->p->match, seat, r->out);
    return true;
}

static bool do_features(struct request *r)
{
    const struct pl_match *match = &r->p->match;
    int16_t feature[PL_FEATURES];
    union pl_state view;
    int seat = read_seat(r, r->word[1]), n;

    if (seat < 0)
        return false;
    pl_match_view(match, seat, &view);
    n = pl_features_write(match->game, &view, seat, feature);
    for (int i = 0; i < n; i++) {
        pl_add(r->out, i ? " " : "");
        pl_add_number(r->out, feature[i]);
    }
    return true;
}

/* The steps as a seat may know them. */
static bool do_history(struct request *r)
{
    struct pl_buffer record = {0};
    int seat = read_seat(r, r->word[1]);
    const char *line;

    if (seat < 0)
        return false;
    pl_record_write(&r->p->match, seat, &record);
    for (line = record.s; *line; line += strcspn(line, "\n") + 1) {
        if (strncmp(line, "chance ", 7) != 0 && strncmp(line, "play ", 5) != 0)
            continue;
        pl_add(r->out, r->out->length ? "\n" : "");
        pl_add_bytes(r->out, line, strcspn(line, "\n"));
    }
    pl_buffer_free(&record);
    return true;
}

static bool do_play(struct request *r)
{
    int seat = read_seat(r, r->word[1]);
    pl_move move;

    return seat >= 0 &&
           pl_match_find_move(&r->p->match, seat, r->word[2], &move, &r->why) &&
           pl_match_play(&r->p->match, seat, move, &r->why);
}

static bool do_undo(struct request *r)
{
    return pl_match_undo(&r->p->match, &r->why);
}

static bool do_scores(struct request *r)
{
    const struct pl_match *match = &r->p->match;
    struct pl_result result;

    match->game->score(match->game, &match->state, &result);
    for (int s = 0; s < match->setup.seats; s++) {
        pl_add(r->out, s ? " " : "");
        pl_add_number(r->out, result.points[s]);
    }
    return true;
}

static bool do_winners(struct request *r)
{
    const struct pl_match *match = &r->p->match;
    struct pl_result result;

    if (match->game->turn(match->game, &match->state).what != PL_OVER)
        return pl_refuse(&r->why, PL_E_not_over, -1, 0, "");
    match->game->score(match->game, &match->state, &result);
    add_seats(r->out, result.winners);
    return true;
}

/* "result" asks for it; "result POINTS … winners SEATS" tells a bot, which
 * needs no answer but that it was heard. */
static bool do_result(struct request *r)
{
    struct pl_buffer winners = {0};

    if (r->words > 1)
        return true;
    if (!do_winners(r))
        return false;
    pl_add_bytes(&winners, r->out->s, r->out->length);
    r->out->length = 0;
    do_scores(r);
    pl_add(r->out, " winners ");
    pl_add(r->out, winners.s);
    pl_buffer_free(&winners);
    return true;
}

static bool do_view(struct request *r)
{
    bool all = strcmp(r->word[1], "all") == 0;
    int seat = all ? PL_ALL : read_seat(r, r->word[1]);

    if (!all && seat < 0)
        return false;
    pl_view_json(&r->p->match, seat, r->out);
    return true;
}

static bool do_hash(struct request *r)
{
    const struct pl_match *match = &r->p->match;
    uint64_t hash = pl_hash(&match->state, match->game->state_size, 0);

    for (int shift = 60; shift >= 0; shift -= 4)
        pl_add_bytes(r->out, &"0123456789abcdef"[hash >> shift & 15], 1);
    return true;
}

static bool do_save(struct request *r)
{
    pl_record_write(&r->p->match, PL_ALL, r->out);
    r->out->s[--r->out->length] = '\0'; /* the answer brings its own end */
    return true;
}

static bool do_load(struct request *r)
{
    r->p->loading = true;
    return true;
}

/* A bot with the brain of a file, the first of that name, or NULL. */
static const struct lab_bot *find_own(const struct protocol *p,
                                      const char *name)
{
    for (int i = 0; i < p->bots; i++)
        if (strcmp(p->bot[i].name, name) == 0)
            return &p->bot[i];
    return NULL;
}

static void add_name(struct pl_buffer *out, const char *name)
{
    pl_add(out, out->length ? " " : "");
    pl_add(out, name);
}

/* Each name once; those that were brought along come before the levels. */
static bool do_bots(struct request *r)
{
    const struct protocol *p = r->p;

    for (int i = 0; i < p->bots; i++)
        if (find_own(p, p->bot[i].name) == &p->bot[i])
            add_name(r->out, p->bot[i].name);
    for (const struct pl_bot *const *bot = pl_bots; *bot; bot++)
        if (!find_own(p, (*bot)->id))
            add_name(r->out, (*bot)->id);
    return true;
}

static int64_t milliseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool is_late(void *deadline)
{
    return milliseconds() >= *(const int64_t *)deadline;
}

/* "ms=N" or "steps=N". */
static bool read_budget(struct request *r, const char *word,
                        struct pl_budget *budget, int64_t *deadline)
{
    uint64_t n;

    if (strncmp(word, "ms=", 3) == 0 && read_number(word + 3, 86400000, &n)) {
        *deadline = milliseconds() + (int64_t)n;
        *budget = (struct pl_budget){
            .steps = UINT32_MAX, .enough = is_late, .with = deadline};
        return true;
    }
    if (strncmp(word, "steps=", 6) == 0 &&
        read_number(word + 6, UINT32_MAX, &n) && n > 0) {
        budget->steps = (uint32_t)n;
        return true;
    }
    return refuse(r, "protocol.ms", word);
}

/* Who has that name, and the brain it thinks with; NULL: refused. */
static const struct pl_bot *read_bot(struct request *r, const char *name,
                                     const struct brain **brain)
{
    const struct lab_bot *own = find_own(r->p, name);
    const struct pl_bot *bot = own ? own->inside : pl_bot_find(name);

    *brain = own ? own->brain : NULL;
    if (own && strcmp(own->brain->game, r->p->match.game->id) != 0) {
        refuse(r, "brain.other_game", name);
        return NULL;
    }
    if (!bot)
        refuse(r, "protocol.unknown_bot", name);
    return bot;
}

static bool read_budgets(struct request *r, struct pl_budget *budget,
                         int64_t *deadline)
{
    for (int i = 3; i < r->words; i++)
        if (!(speaks_2(r) && strncmp(r->word[i], "left=", 5) == 0) &&
            !read_budget(r, r->word[i], budget, deadline))
            return false;
    return true;
}

static bool do_genmove(struct request *r)
{
    const struct pl_match *match = &r->p->match;
    struct pl_turn turn = match->game->turn(match->game, &match->state);
    struct pl_text name = {0};
    struct pl_budget budget = {0};
    const struct brain *brain;
    const struct pl_bot *bot;
    union pl_state view;
    int64_t deadline;
    int seat = read_seat(r, r->word[1]);

    if (seat < 0 || !(bot = read_bot(r, r->word[2], &brain)) ||
        !read_budgets(r, &budget, &deadline))
        return false;
    if (turn.what != PL_DECIDE || !(turn.seats >> seat & 1))
        return pl_refuse(&r->why, PL_E_not_asked, seat, seat, "");
    budget.brain = brain;
    pl_match_view(match, seat, &view);
    match->game->name(
        match->game, &match->state,
        bot->choose(match->game, &view, seat, &r->p->rng, &budget), &name);
    pl_add(r->out, name.s);
    return true;
}

static bool do_quit(struct request *r)
{
    r->p->over = true;
    return true;
}

static bool do_help(struct request *r);

static const struct {
    const char *name;
    bool (*run)(struct request *r);
    int least, most; /* arguments */
    bool needs_game;
} commands[] = {
    {"protocol", do_protocol, 0, 1, false},
    {"help", do_help, 0, 0, false},
    {"games", do_games, 0, 0, false},
    {"new", do_new, 2, WORDS, false},
    {"turn", do_turn, 0, 0, true},
    {"outcomes", do_outcomes, 0, 0, true},
    {"chance", do_chance, 0, WORDS, true},
    {"roll", do_roll, 0, 1, true},
    {"legal", do_legal, 1, 1, true},
    {"play", do_play, 2, 2, true},
    {"undo", do_undo, 0, 0, true},
    {"scores", do_scores, 0, 0, true},
    {"winners", do_winners, 0, 0, true},
    {"view", do_view, 1, 1, true},
    {"hash", do_hash, 0, 0, true},
    {"save", do_save, 0, 0, true},
    {"load", do_load, 0, 0, false},
    {"bots", do_bots, 0, 0, false},
    {"genmove", do_genmove, 2, 4, true},
    {"features", do_features, 1, 1, true},
    {"history", do_history, 1, 1, true},
    {"result", do_result, 0, WORDS, true},
    {"quit", do_quit, 0, 0, false},
};

static bool do_help(struct request *r)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        pl_add(r->out, i ? " " : "");
        pl_add(r->out, commands[i].name);
    }
    return true;
}

/* --- Lines --------------------------------------------------------------- */

static bool run_command(struct request *r)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(r->word[0], commands[i].name) != 0)
            continue;
        if (r->words - 1 < commands[i].least || r->words - 1 > commands[i].most)
            return refuse(r, "protocol.arguments", r->word[0]);
        if (commands[i].needs_game && !r->p->match.game)
            return pl_refuse(&r->why, PL_E_no_game, -1, 0, "");
        return commands[i].run(r);
    }
    return refuse(r, "protocol.unknown_command", r->word[0]);
}

static void answer(struct request *r, bool good, int line,
                   struct pl_buffer *out)
{
    pl_add(out, good ? "=" : "?");
    if (!good) {
        const struct pl_language *english = pl_language_find("en");

        pl_add(out, " ");
        if (line > 0)
            pl_words(english, &PL_SAY("protocol.line", .n = line), NULL, out);
        pl_words(english, &r->why, NULL, out);
    } else if (r->out->length) {
        pl_add(out, " ");
        pl_add(out, r->out->s);
    }
    pl_add(out, "\n\n");
}

/* The lines of a record, up to a single dot. */
static void load_line(struct protocol *p, const char *line, size_t length,
                      struct pl_buffer *out)
{
    struct pl_buffer nothing = {0};
    struct request r = {.p = p, .out = &nothing};
    int at = 0;
    bool good;

    if (length != 1 || line[0] != '.') {
        if (p->record.length + length > LARGEST_RECORD) {
            p->loading_too_much = true;
            return;
        }
        pl_add_bytes(&p->record, line, length);
        pl_add(&p->record, "\n");
        return;
    }
    pl_add(&p->record, "");
    good = p->loading_too_much ? refuse(&r, "protocol.too_much", "")
                               : pl_record_read(&p->match, p->record.s,
                                                p->record.length, &r.why, &at);
    answer(&r, good, p->loading_too_much ? 0 : at, out);
    p->loading = p->loading_too_much = false;
    pl_buffer_free(&p->record);
}

static int split(char *s, char *word[])
{
    int n = 0;

    for (;;) {
        s += strspn(s, " \t");
        if (!*s)
            return n;
        if (n == WORDS)
            return n + 1;
        word[n++] = s;
        s += strcspn(s, " \t");
        if (*s)
            *s++ = '\0';
    }
}

static bool is_ascii(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((line[i] < ' ' && line[i] != '\t') || line[i] > '~')
            return false;
    return true;
}

void protocol_line(struct protocol *p, const char *line, size_t length,
                   struct pl_buffer *out)
{
    char copy[LONGEST + 1];
    struct pl_buffer text = {0};
    struct request r = {.p = p, .out = &text};
    bool good;

    if (length > 0 && line[length - 1] == '\r')
        length--;
    if (p->loading) {
        load_line(p, line, length, out);
        return;
    }
    if (length > LONGEST) {
        pl_refuse(&r.why, PL_E_too_long, -1, LONGEST, "");
        answer(&r, false, 0, out);
        return;
    }
    if (length > 0 && line[0] == '#')
        return;
    memcpy(copy, line, length);
    copy[length] = '\0';
    r.words = split(copy, r.word);
    if (!is_ascii(line, length))
        good = refuse(&r, "protocol.ascii", "");
    else if (r.words == 0)
        return;
    else if (r.words > WORDS)
        good = refuse(&r, "protocol.arguments", r.word[0]);
    else
        good = run_command(&r);
    if (p->loading)
        return; /* answered when the record is complete */
    answer(&r, good, 0, out);
    pl_buffer_free(&text);
}

void protocol_free(struct protocol *p)
{
    pl_match_free(&p->match);
    pl_buffer_free(&p->record);
}
