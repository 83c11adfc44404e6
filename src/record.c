/* Records: a match as text, and back again, checked move by move. */
#include "parlour_match.h"
#include "sha256.h"

#include <string.h>

/* Version 2 has what version 1 has, and nonces that were committed to, and
 * draws; version 3 has games of the day. */
enum { VERSION = 3, WORDS = 12, LONGEST_LINE = 512 };

/* --- Writing ------------------------------------------------------------- */

static void add_line(struct pl_buffer *out, const char *key, const char *value)
{
    pl_add(out, key);
    pl_add(out, " ");
    pl_add(out, value);
    pl_add(out, "\n");
}

static void add_number_line(struct pl_buffer *out, const char *key, int n)
{
    pl_add(out, key);
    pl_add(out, " ");
    pl_add_number(out, n);
    pl_add(out, "\n");
}

static void write_people(const struct pl_names *word, const char *key,
                         struct pl_buffer *out)
{
    for (int seat = 0; seat < PL_SEATS; seat++) {
        if (!word->of[seat][0])
            continue;
        pl_add(out, key);
        pl_add_number(out, seat);
        add_line(out, "", word->of[seat]);
    }
}

static void add_hex_line(struct pl_buffer *out, const char *key,
                         const uint8_t *bytes, size_t size)
{
    char hex[2 * PL_SEED + 1];

    pl_hex_write(bytes, size, hex);
    add_line(out, key, hex);
}

/* The highest byte first. */
static void write_rules(uint64_t rules, struct pl_buffer *out)
{
    uint8_t bytes[8];

    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(rules >> (56 - 8 * i));
    if (rules)
        add_hex_line(out, "rules", bytes, sizeof bytes);
}

static void add_seat_hex(struct pl_buffer *out, const char *key, int seat,
                         const uint8_t *bytes, size_t size)
{
    pl_add(out, key);
    pl_add_number(out, seat);
    add_hex_line(out, "", bytes, size);
}

static void write_chain(int seat, const struct pl_chain *chain,
                        struct pl_buffer *out)
{
    char hex[2 * PL_SEED + 1];

    pl_add(out, "chain ");
    pl_add_number(out, seat);
    pl_add(out, " ");
    pl_add_number(out, chain->from);
    pl_add(out, " ");
    pl_hex_write(chain->anchor, PL_SEED, hex);
    pl_add(out, hex);
    pl_add(out, " ");
    pl_add_number(out, chain->at);
    add_hex_line(out, "", chain->link, PL_SEED);
}

static void write_fair(const struct pl_fair *fair, struct pl_buffer *out)
{
    if (fair->is_committed)
        add_hex_line(out, "seed-commitment", fair->commitment, PL_SEED);
    for (int seat = 0; seat < PL_SEATS; seat++)
        if (fair->hashes >> seat & 1)
            add_seat_hex(out, "nonce-commitment ", seat, fair->hash[seat],
                         PL_SEED);
    for (int seat = 0; seat < PL_SEATS; seat++)
        if (fair->nonces >> seat & 1)
            add_seat_hex(out, "nonce ", seat, fair->nonce[seat], PL_NONCE);
    if (fair->is_together)
        add_line(out, "dice", "together");
    for (int seat = 0; seat < PL_SEATS; seat++)
        for (int i = 0; i < fair->chains[seat]; i++)
            write_chain(seat, &fair->chain[seat][i], out);
    if (fair->is_revealed)
        add_hex_line(out, "seed", fair->seed, PL_SEED);
}

/* A sheet of someone's own is in the record, so that it replays anywhere. */
static void write_sheet(const struct pl_game *game, struct pl_buffer *out)
{
    struct pl_buffer text = {0};

    if (!game->own)
        return;
    pl_sheet_write(game, &text);
    for (char *line = text.s, *end; (end = strchr(line, '\n'));
         line = end + 1) {
        *end = '\0';
        add_line(out, "sheet", line);
    }
    pl_buffer_free(&text);
}

/* The first that knows all that is in it. */
static int version_of(const struct pl_match *match)
{
    const struct pl_fair *fair = &match->fair;

    if (match->daily[0])
        return 3;
    return fair->hashes || fair->is_together ? 2 : 1;
}

static void write_daily(const struct pl_match *match, struct pl_buffer *out)
{
    if (!match->daily[0])
        return;
    pl_add(out, "daily ");
    pl_add_number(out, match->recipe);
    add_line(out, "", match->daily);
}

static void write_header(const struct pl_match *match, struct pl_buffer *out)
{
    const struct pl_game *game = match->game;
    struct pl_setting setting;

    add_number_line(out, "parlour", version_of(match));
    add_line(out, "game", game->id);
    add_line(out, "layout", game->layout);
    write_sheet(game, out);
    add_number_line(out, "seats", match->setup.seats);
    add_number_line(out, "first", match->setup.first);
    for (int i = 0; pl_setting(game, &match->setup, i, &setting); i++) {
        pl_add(out, "option ");
        add_line(out, setting.name, setting.value.s);
    }
    write_people(&match->name, "name ", out);
    write_people(&match->bot, "bot ", out);
    write_rules(match->rules, out);
    write_daily(match, out);
    write_fair(&match->fair, out);
}

void pl_step_words(const struct pl_match *match, size_t step,
                   const union pl_state *before, struct pl_buffer *out)
{
    const struct pl_step *s = &match->step[step];

    if (s->what == PL_CHANCE) {
        struct pl_chance chance;

        match->game->chance(match->game, before, &chance);
        pl_add(out, "chance");
        for (int i = 0; i < s->count; i++) {
            pl_add(out, " ");
            pl_add(out, chance.die[i]->face[s->face[i]]);
        }
    } else {
        struct pl_text name = {0};

        match->game->name(match->game, before, s->move, &name);
        pl_add(out, "play ");
        pl_add_number(out, s->seat);
        pl_add(out, " ");
        pl_add(out, name.s);
    }
}

static void write_hidden(const struct pl_step *step, struct pl_buffer *out)
{
    if (step->what == PL_CHANCE) {
        pl_add(out, "chance ?");
    } else {
        pl_add(out, "play ");
        pl_add_number(out, step->seat);
        pl_add(out, " ?");
    }
}

void pl_public_words(const struct pl_match *match, size_t step,
                     const union pl_state *before, struct pl_buffer *out)
{
    if (match->step[step].what == PL_DECIDE ||
        pl_match_may_see(match, step, -1))
        pl_step_words(match, step, before, out);
    else
        write_hidden(&match->step[step], out);
}

static void add_seats(unsigned seats, struct pl_buffer *out)
{
    for (; seats; seats &= seats - 1) {
        pl_add(out, " ");
        pl_add_number(out, pl_lowest(seats));
    }
}

static void write_draw(const struct pl_step *step, struct pl_buffer *out)
{
    unsigned left_out = step->named & ~(unsigned)step->drawn;

    if (step->what != PL_CHANCE || step->named == 0)
        return;
    pl_add(out, "draw");
    add_seats(step->drawn, out);
    if (left_out)
        pl_add(out, " without");
    add_seats(left_out, out);
    pl_add(out, "\n");
}

static void write_steps(const struct pl_match *match, int seat,
                        struct pl_buffer *out)
{
    struct pl_replay replay;
    const struct pl_step *step;

    pl_replay_start(&replay, match);
    while ((step = pl_replay_next(&replay))) {
        size_t i = replay.steps - 1;

        write_draw(step, out);
        if (pl_match_may_see(match, i, seat))
            pl_step_words(match, i, &replay.before, out);
        else
            write_hidden(step, out);
        pl_add(out, "\n");
    }
}

static void add_result(const struct pl_match *match, struct pl_buffer *out)
{
    struct pl_result result;

    match->game->score(match->game, &match->state, &result);
    pl_add(out, "result");
    for (int seat = 0; seat < match->setup.seats; seat++) {
        pl_add(out, " ");
        pl_add_number(out, result.points[seat]);
    }
    pl_add(out, " winners");
    for (int seat = 0; seat < match->setup.seats; seat++)
        if (result.winners >> seat & 1) {
            pl_add(out, " ");
            pl_add_number(out, seat);
        }
    if (result.aborted)
        pl_add(out, " aborted");
}

void pl_record_write(const struct pl_match *match, int seat,
                     struct pl_buffer *out)
{
    write_header(match, out);
    write_steps(match, seat, out);
    if (match->game->turn(match->game, &match->state).what == PL_OVER) {
        add_result(match, out);
        pl_add(out, "\n");
    }
}

/* --- Reading ------------------------------------------------------------- */

struct reader {
    struct pl_match *match; /* the one being built */
    struct pl_message *why;
    const struct pl_game *game;
    const struct pl_game *own;  /* on the sheet of the record: ours to drop */
    char layout[PL_LAYOUT + 1]; /* the name of that sheet; "": none is wanted */
    struct pl_setup setup;
    struct pl_names name, bot;
    struct pl_fair fair;
    uint64_t rules;
    char daily[PL_DATE];
    uint8_t recipe;
    struct pl_buffer sheet; /* the lines of its own sheet */
    int line, sheet_line;   /* this one; the first one of that sheet */
    unsigned seen; /* header lines that may stand once; bits of enum header */
    unsigned options_seen;
    int version;
    bool started, ended;
};

enum header { PARLOUR, GAME, LAYOUT, SEATS, FIRST };
static const char *const header_word[] = {"parlour", "game",  "layout",
                                          "seats",   "first", NULL};

/* One or two digits, as all numbers of a header are. */
static int small_number(const char *word)
{
    size_t n = strlen(word);

    if (n == 0 || n > 2 || strspn(word, "0123456789") != n)
        return -1;
    return n == 1 ? word[0] - '0' : 10 * (word[0] - '0') + word[1] - '0';
}

static bool read_game(struct reader *r, const char *id)
{
    r->game = pl_game_find(id);
    if (!r->game)
        return pl_refuse(r->why, PL_E_unknown_game, -1, 0, id);
    pl_setup_normal(&r->setup, r->game, 0);
    return true;
}

static bool read_layout(struct reader *r, const char *layout)
{
    const struct pl_game *game = pl_game_on(r->game, layout);

    if (!game && (!r->game->sheets || strlen(layout) != PL_LAYOUT ||
                  strspn(layout, "0123456789abcdef") != PL_LAYOUT))
        return pl_refuse(r->why, PL_E_bad_layout, -1, 0, layout);
    if (game)
        r->game = game;
    else
        strcpy(r->layout, layout);
    return true;
}

/* A line of the sheet, as it stands. */
static bool read_sheet_line(struct reader *r, const char *rest)
{
    if (r->sheet.length > PL_SHEET_BYTES)
        return pl_refuse(r->why, PL_E_too_long, -1, PL_SHEET_BYTES, "");
    if (r->sheet.length == 0)
        r->sheet_line = r->line;
    pl_add(&r->sheet, rest);
    pl_add(&r->sheet, "\n");
    return true;
}

/* The sheet that came with the record is the one that its layout names. */
static bool take_sheet(struct reader *r)
{
    struct pl_mistakes mistakes;
    const struct pl_game *game;

    if (!r->layout[0] && r->sheet.length == 0)
        return true;
    if (!r->layout[0] || r->sheet.length == 0)
        return pl_refuse(r->why, PL_E_bad_layout, -1, 0, r->layout);
    game = pl_sheet_read(r->sheet.s, r->sheet.length, &mistakes);
    if (!game) {
        *r->why = mistakes.mistake[0].what;
        r->line = r->sheet_line + mistakes.mistake[0].line - 1;
        return false;
    }
    r->own = game;
    if (strcmp(game->id, r->game->id) != 0 ||
        strcmp(game->layout, r->layout) != 0)
        return pl_refuse(r->why, PL_E_bad_layout, -1, 0, r->layout);
    r->game = game;
    return true;
}

static bool read_header(struct reader *r, enum header header, const char *value)
{
    int n = small_number(value);

    if (r->seen >> header & 1)
        return pl_refuse(r->why, PL_E_twice, -1, 0, header_word[header]);
    if (header != PARLOUR && !(r->seen & 1u << PARLOUR))
        return pl_refuse(r->why, PL_E_not_a_record, -1, 0, "");
    if (header > GAME && !r->game)
        return pl_refuse(r->why, PL_E_missing, -1, 0, header_word[GAME]);
    r->seen |= 1u << header;
    switch (header) {
    case PARLOUR:
        r->version = n;
        return (n >= 1 && n <= VERSION) ||
               pl_refuse(r->why, PL_E_bad_version, -1, VERSION, value);
    case GAME:
        return read_game(r, value);
    case LAYOUT:
        return read_layout(r, value);
    case SEATS:
        r->setup.seats = (uint8_t)n;
        break;
    case FIRST:
        r->setup.first = (uint8_t)n;
        break;
    }
    return n >= 0 || pl_refuse(r->why, PL_E_bad_header, -1, 0, value);
}

static bool read_option(struct reader *r, char *word[])
{
    if (!r->game)
        return pl_refuse(r->why, PL_E_missing, -1, 0, header_word[GAME]);
    if (pl_was_sheet(&r->game, word[1], word[2]))
        return true;
    for (int i = 0; i < pl_option_count(r->game); i++)
        if (strcmp(r->game->options[i].name, word[1]) == 0) {
            if (r->options_seen >> i & 1)
                return pl_refuse(r->why, PL_E_twice, -1, 0, word[1]);
            r->options_seen |= 1u << i;
        }
    return pl_setup_option(&r->setup, r->game, word[1], word[2], r->why);
}

/* A name is the rest of its line; a bot's is a plain word. */
static bool read_person(struct reader *r, char *word[], const char *rest)
{
    bool bot = strcmp(word[0], "bot") == 0;
    int seat = small_number(word[1]);
    char *to;

    if (seat < 0 || seat >= PL_SEATS)
        return pl_refuse(r->why, PL_E_bad_seat, -1, PL_SEATS - 1, word[1]);
    if (!pl_name_is_good(rest))
        return pl_refuse(r->why, PL_E_bad_name, seat, PL_NAME - 1, "");
    if (bot &&
        strspn(rest, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(rest))
        return pl_refuse(r->why, PL_E_bad_bot, seat, 0, rest);
    to = bot ? r->bot.of[seat] : r->name.of[seat];
    if (to[0])
        return pl_refuse(r->why, PL_E_twice, -1, 0, word[0]);
    strcpy(to, rest);
    return true;
}

static bool read_hex(struct reader *r, const char *key, bool again,
                     const char *hex, uint8_t *out, size_t size)
{
    if (again)
        return pl_refuse(r->why, PL_E_twice, -1, 0, key);
    return pl_hex_read(hex, out, size) ||
           pl_refuse(r->why, PL_E_bad_hex, -1, (int)(2 * size), key);
}

static bool read_seat(struct reader *r, const char *word, int *seat)
{
    *seat = small_number(word);
    if (*seat >= 0 && *seat < PL_SEATS)
        return true;
    pl_refuse(r->why, PL_E_bad_seat, -1, PL_SEATS - 1, word);
    return false;
}

static bool read_nonce(struct reader *r, char *word[])
{
    struct pl_fair *fair = &r->fair;
    int seat;

    if (!read_seat(r, word[1], &seat) ||
        !read_hex(r, word[0], fair->nonces >> seat & 1, word[2],
                  fair->nonce[seat], PL_NONCE))
        return false;
    fair->nonces = (uint8_t)(fair->nonces | 1u << seat);
    return true;
}

static bool read_hash(struct reader *r, char *word[])
{
    struct pl_fair *fair = &r->fair;
    int seat;

    if (!read_seat(r, word[1], &seat) ||
        !read_hex(r, word[0], fair->hashes >> seat & 1, word[2],
                  fair->hash[seat], PL_SEED))
        return false;
    fair->hashes = (uint8_t)(fair->hashes | 1u << seat);
    return true;
}

/* A count of draws, which has at most six digits. */
static bool read_count(struct reader *r, const char *word, uint32_t *out)
{
    size_t n = strlen(word);

    *out = 0;
    if (n == 0 || n > 6 || strspn(word, "0123456789") != n)
        return pl_refuse(r->why, PL_E_bad_header, -1, 0, word);
    while (*word)
        *out = 10 * *out + (uint32_t)(*word++ - '0');
    return true;
}

/* Chains of a seat stand in the order in which they were begun. */
static bool read_chain(struct reader *r, char *word[])
{
    struct pl_chain *chain;
    int seat, n;

    if (!read_seat(r, word[1], &seat))
        return false;
    n = r->fair.chains[seat];
    if (n == PL_CHAINS)
        return pl_refuse(r->why, PL_E_twice, -1, 0, word[0]);
    chain = &r->fair.chain[seat][n];
    if (!read_count(r, word[2], &chain->from) ||
        !read_hex(r, word[0], false, word[3], chain->anchor, PL_SEED) ||
        !read_count(r, word[4], &chain->at) ||
        !read_hex(r, word[0], false, word[5], chain->link, PL_SEED))
        return false;
    if (chain->at < chain->from || chain->at - chain->from > PL_LINKS ||
        (n > 0 && chain->from < chain[-1].at))
        return pl_refuse(r->why, PL_E_bad_header, -1, 0, word[4]);
    r->fair.chains[seat]++;
    return true;
}

static bool read_together(struct reader *r, char *word[])
{
    if (r->fair.is_together)
        return pl_refuse(r->why, PL_E_twice, -1, 0, word[0]);
    r->fair.is_together = strcmp(word[1], "together") == 0;
    return r->fair.is_together ||
           pl_refuse(r->why, PL_E_bad_header, -1, 0, word[1]);
}

static bool read_rules(struct reader *r, char *word[])
{
    uint8_t bytes[8] = {0};

    if (!read_hex(r, word[0], r->rules != 0, word[1], bytes, sizeof bytes))
        return false;
    for (int i = 0; i < 8; i++)
        r->rules = r->rules << 8 | bytes[i];
    return true;
}

/* Earlier recipes had the same dice; a later one may have others. */
static bool read_daily(struct reader *r, char *word[])
{
    int recipe = small_number(word[1]);
    struct pl_daily daily;

    if (r->daily[0])
        return pl_refuse(r->why, PL_E_twice, -1, 0, word[0]);
    if (recipe < 1 || recipe > PL_DAILY)
        return pl_refuse(r->why, PL_E_bad_header, -1, 0, word[1]);
    if (!pl_daily_on(word[2], &daily))
        return pl_refuse(r->why, PL_E_bad_date, -1, 0, word[2]);
    strcpy(r->daily, word[2]);
    r->recipe = (uint8_t)recipe;
    return true;
}

static bool read_seed(struct reader *r, char *word[], bool *is_there,
                      uint8_t out[PL_SEED])
{
    bool again = *is_there;

    *is_there = true;
    return read_hex(r, word[0], again, word[1], out, PL_SEED);
}

static bool begin(struct reader *r)
{
    if (r->started)
        return true;
    for (int h = PARLOUR; header_word[h]; h++)
        if (!(r->seen >> h & 1))
            return pl_refuse(r->why,
                             h == PARLOUR ? PL_E_not_a_record : PL_E_missing,
                             -1, 0, header_word[h]);
    if (!take_sheet(r) || !pl_match_start(r->match, r->game, &r->setup, r->why))
        return false;
    for (int seat = r->setup.seats; seat < PL_SEATS; seat++)
        if (r->name.of[seat][0] || r->bot.of[seat][0] || r->fair.chains[seat] ||
            (r->fair.nonces | r->fair.hashes) >> seat & 1)
            return pl_refuse(r->why, PL_E_bad_seat, -1, r->setup.seats - 1, "");
    r->match->name = r->name;
    r->match->bot = r->bot;
    r->match->fair = r->fair;
    r->match->rules = r->rules;
    strcpy(r->match->daily, r->daily);
    r->match->recipe = r->recipe;
    r->started = true;
    return true;
}

/* draw 0 2 without 1: seats 0 and 2 showed a link, seat 1 was to. */
static bool read_draw(struct reader *r, char *word[], int n)
{
    unsigned drawn = 0, named = 0;
    bool were_silent = false;
    int seat;

    for (int i = 1; i < n; i++) {
        if (!were_silent && strcmp(word[i], "without") == 0) {
            were_silent = true;
            continue;
        }
        if (!read_seat(r, word[i], &seat))
            return false;
        if (named >> seat & 1 || seat >= r->setup.seats)
            return pl_refuse(r->why, PL_E_bad_step, -1, 0, word[i]);
        named |= 1u << seat;
        if (!were_silent)
            drawn |= 1u << seat;
    }
    return (r->fair.is_together && named && r->match->named == 0 &&
            pl_match_draw(r->match, named, drawn)) ||
           pl_refuse(r->why, PL_E_bad_step, -1, 0, word[0]);
}

static bool read_move(struct reader *r, char *word[])
{
    int seat = small_number(word[1]);
    pl_move move;

    return pl_match_find_move(r->match, seat, word[2], &move, r->why) &&
           pl_match_play(r->match, seat, move, r->why);
}

static bool read_result(struct reader *r, const char *line)
{
    struct pl_buffer right = {0};
    bool same;

    pl_assert(r->started && r->game);
    if (r->game->turn(r->game, &r->match->state).what != PL_OVER)
        return pl_refuse(r->why, PL_E_not_over, -1, 0, "");
    add_result(r->match, &right);
    same = strcmp(right.s, line) == 0;
    pl_buffer_free(&right);
    r->ended = true;
    return same || pl_refuse(r->why, PL_E_wrong_result, -1, 0, "");
}

static int split(char *line, char *word[])
{
    int n = 0;

    for (;;) {
        line += strspn(line, " ");
        if (!*line)
            return n;
        if (n == WORDS)
            return WORDS + 1;
        word[n++] = line;
        line += strcspn(line, " ");
        if (*line)
            *line++ = '\0';
    }
}

/* The lines that version 1 does not have; false: it is none of them. */
static bool is_new_header(struct reader *r, char *word[], int n, bool *good)
{
    if (r->version < 2 || r->started)
        return false;
    if (n == 3 && strcmp(word[0], "nonce-commitment") == 0)
        *good = read_hash(r, word);
    else if (n == 2 && strcmp(word[0], "dice") == 0)
        *good = read_together(r, word);
    else if (n == 6 && strcmp(word[0], "chain") == 0)
        *good = read_chain(r, word);
    else if (n == 3 && r->version > 2 && strcmp(word[0], "daily") == 0)
        *good = read_daily(r, word);
    else
        return false;
    return true;
}

static bool read_words(struct reader *r, const char *line, char *word[], int n)
{
    bool good;

    if (is_new_header(r, word, n, &good))
        return good;
    for (int h = PARLOUR; header_word[h] && !r->started; h++)
        if (n == 2 && strcmp(word[0], header_word[h]) == 0)
            return read_header(r, (enum header)h, word[1]);
    if (!r->started && n > 1 && strcmp(word[0], "sheet") == 0)
        return read_sheet_line(r, line + (word[1] - word[0]));
    if (!r->started && n == 3 && strcmp(word[0], "option") == 0)
        return read_option(r, word);
    if (!r->started && n >= 3 &&
        (strcmp(word[0], "name") == 0 || strcmp(word[0], "bot") == 0))
        return read_person(r, word, line + (word[2] - word[0]));
    if (!r->started && n == 2 && strcmp(word[0], "rules") == 0)
        return read_rules(r, word);
    if (!r->started && n == 3 && strcmp(word[0], "nonce") == 0)
        return read_nonce(r, word);
    if (!r->started && n == 2 && strcmp(word[0], "seed-commitment") == 0)
        return read_seed(r, word, &r->fair.is_committed, r->fair.commitment);
    if (!r->started && n == 2 && strcmp(word[0], "seed") == 0)
        return read_seed(r, word, &r->fair.is_revealed, r->fair.seed);
    if (!begin(r))
        return false;
    if (r->ended)
        return pl_refuse(r->why, PL_E_after_result, -1, 0, word[0]);
    if (strcmp(word[0], "result") == 0)
        return read_result(r, line);
    if (strcmp(word[0], "draw") == 0 && n <= WORDS)
        return read_draw(r, word, n);
    if (strcmp(word[0], "chance") == 0 && n <= WORDS)
        return pl_match_land_words(r->match, (const char *const *)word + 1,
                                   n - 1, r->why);
    if (strcmp(word[0], "play") == 0 && n == 3)
        return read_move(r, word);
    return pl_refuse(r->why, PL_E_bad_step, -1, 0, line);
}

static bool read_line(struct reader *r, const char *text, size_t length)
{
    char line[LONGEST_LINE + 1], copy[LONGEST_LINE + 1], *word[WORDS];
    int n;

    if (length > LONGEST_LINE)
        return pl_refuse(r->why, PL_E_too_long, -1, LONGEST_LINE, "");
    if (!pl_text_is_good(text, length))
        return pl_refuse(r->why, PL_E_bad_text, -1, 0, "");
    memcpy(line, text, length);
    line[length] = '\0';
    memcpy(copy, line, length + 1);
    n = split(copy, word);
    if (n == 0 || word[0][0] == '#')
        return true;
    return read_words(r, line + (word[0] - copy), word, n);
}

bool pl_record_read(struct pl_match *match, const char *text, size_t length,
                    struct pl_message *why, int *line)
{
    struct pl_match fresh = {0};
    struct reader r = {.match = &fresh, .why = why};
    bool good = true;

    while (good && length > 0) {
        const char *end = memchr(text, '\n', length);
        size_t n = end ? (size_t)(end - text) : length;
        size_t shown = n > 0 && text[n - 1] == '\r' ? n - 1 : n;

        r.line++;
        good = read_line(&r, text, shown);
        length -= end ? n + 1 : n;
        text += end ? n + 1 : n;
    }
    good = good && begin(&r);
    *line = r.line;
    pl_game_drop(r.own);
    pl_buffer_free(&r.sheet);
    if (good) {
        pl_match_free(match);
        *match = fresh;
    } else {
        pl_match_free(&fresh);
    }
    return good;
}
