/* Records: a match as text, and back again, checked move by move. */
#include "parlour_match.h"
#include "sha256.h"

#include <string.h>

enum { VERSION = 1, WORDS = 12, LONGEST_LINE = 512 };

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

    hex_write(bytes, size, hex);
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

static void write_fair(const struct pl_fair *fair, struct pl_buffer *out)
{
    if (fair->is_committed)
        add_hex_line(out, "seed-commitment", fair->commitment, PL_SEED);
    for (int seat = 0; seat < PL_SEATS; seat++) {
        if (!(fair->nonces >> seat & 1))
            continue;
        pl_add(out, "nonce ");
        pl_add_number(out, seat);
        add_hex_line(out, "", fair->nonce[seat], PL_NONCE);
    }
    if (fair->is_revealed)
        add_hex_line(out, "seed", fair->seed, PL_SEED);
}

static void write_header(const struct pl_match *match, struct pl_buffer *out)
{
    const struct pl_game *game = match->game;

    add_number_line(out, "parlour", VERSION);
    add_line(out, "game", game->id);
    add_line(out, "layout", game->layout);
    add_number_line(out, "seats", match->setup.seats);
    add_number_line(out, "first", match->setup.first);
    for (int i = 0; i < pl_option_count(game); i++) {
        struct pl_text value;

        pl_option_value(&game->options[i], match->setup.option[i], &value);
        pl_add(out, "option ");
        add_line(out, game->options[i].name, value.s);
    }
    write_people(&match->name, "name ", out);
    write_people(&match->bot, "bot ", out);
    write_rules(match->rules, out);
    write_fair(&match->fair, out);
}

void pl_step_words(const struct pl_match *match, size_t step,
                   const union pl_state *before, struct pl_buffer *out)
{
    const struct pl_step *s = &match->step[step];

    if (s->what == PL_CHANCE) {
        struct pl_chance chance;

        match->game->chance(before, &chance);
        pl_add(out, "chance");
        for (int i = 0; i < s->count; i++) {
            pl_add(out, " ");
            pl_add(out, chance.die[i]->face[s->face[i]]);
        }
    } else {
        struct pl_text name = {0};

        match->game->name(before, s->move, &name);
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

static void write_steps(const struct pl_match *match, int seat,
                        struct pl_buffer *out)
{
    const struct pl_game *game = match->game;
    union pl_state state = {0};

    game->start(&state, &match->setup);
    for (size_t i = 0; i < match->steps; i++) {
        const struct pl_step *step = &match->step[i];

        if (pl_match_may_see(match, i, seat))
            pl_step_words(match, i, &state, out);
        else
            write_hidden(step, out);
        pl_add(out, "\n");
        if (step->what == PL_CHANCE)
            game->land(&state, step->face);
        else
            game->play(&state, step->seat, step->move);
    }
}

static void add_result(const struct pl_match *match, struct pl_buffer *out)
{
    struct pl_result result;

    match->game->score(&match->state, &result);
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
    if (match->game->turn(&match->state).what == PL_OVER) {
        add_result(match, out);
        pl_add(out, "\n");
    }
}

/* --- Reading ------------------------------------------------------------- */

struct reader {
    struct pl_match *match; /* the one being built */
    struct pl_message *why;
    const struct pl_game *game;
    struct pl_setup setup;
    struct pl_names name, bot;
    struct pl_fair fair;
    uint64_t rules;
    unsigned seen; /* header lines that may stand once; bits of enum header */
    unsigned options_seen;
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

/* UTF-8 without control characters, overlong forms and surrogates. */
static bool is_text(const char *s, size_t n)
{
    const unsigned char *p = (const unsigned char *)s, *end = p + n;

    while (p < end) {
        unsigned c = *p++;
        int more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
        unsigned code = more == 0 ? c : c & (0x3fu >> more);
        static const unsigned least[] = {0x20, 0xa0, 0x800, 0x10000};

        if ((c >= 0x80 && c < 0xc2) || c > 0xf4 || end - p < more)
            return false;
        for (int i = 0; i < more; i++) {
            if ((p[i] & 0xc0) != 0x80)
                return false;
            code = code << 6 | (p[i] & 0x3f);
        }
        p += more;
        if (code < least[more] || code == 0x7f || code > 0x10ffff ||
            (code >= 0xd800 && code < 0xe000))
            return false;
    }
    return true;
}

bool pl_name_is_good(const char *name)
{
    size_t n = strlen(name);

    return n > 0 && n < PL_NAME && name[0] != ' ' && name[n - 1] != ' ' &&
           is_text(name, n);
}

static bool read_game(struct reader *r, const char *id)
{
    r->game = pl_game_find(id);
    if (!r->game)
        return pl_refuse(r->why, PL_E_unknown_game, -1, 0, id);
    pl_setup_normal(&r->setup, r->game, 0);
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
        return n == VERSION ||
               pl_refuse(r->why, PL_E_bad_version, -1, VERSION, value);
    case GAME:
        return read_game(r, value);
    case LAYOUT:
        return strcmp(value, r->game->layout) == 0 ||
               pl_refuse(r->why, PL_E_bad_layout, -1, 0, value);
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
    return hex_read(hex, out, size) ||
           pl_refuse(r->why, PL_E_bad_hex, -1, (int)(2 * size), key);
}

static bool read_nonce(struct reader *r, char *word[])
{
    struct pl_fair *fair = &r->fair;
    int seat = small_number(word[1]);

    if (seat < 0 || seat >= PL_SEATS)
        return pl_refuse(r->why, PL_E_bad_seat, -1, PL_SEATS - 1, word[1]);
    if (!read_hex(r, word[0], fair->nonces >> seat & 1, word[2],
                  fair->nonce[seat], PL_NONCE))
        return false;
    fair->nonces = (uint8_t)(fair->nonces | 1u << seat);
    return true;
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
    if (!pl_match_start(r->match, r->game, &r->setup, r->why))
        return false;
    for (int seat = r->setup.seats; seat < PL_SEATS; seat++)
        if (r->name.of[seat][0] || r->bot.of[seat][0] ||
            r->fair.nonces >> seat & 1)
            return pl_refuse(r->why, PL_E_bad_seat, -1, r->setup.seats - 1, "");
    r->match->name = r->name;
    r->match->bot = r->bot;
    r->match->fair = r->fair;
    r->match->rules = r->rules;
    r->started = true;
    return true;
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
    if (r->game->turn(&r->match->state).what != PL_OVER)
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

static bool read_words(struct reader *r, const char *line, char *word[], int n)
{
    for (int h = PARLOUR; header_word[h] && !r->started; h++)
        if (n == 2 && strcmp(word[0], header_word[h]) == 0)
            return read_header(r, (enum header)h, word[1]);
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
    if (!is_text(text, length))
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

    *line = 0;
    while (good && length > 0) {
        const char *end = memchr(text, '\n', length);
        size_t n = end ? (size_t)(end - text) : length;
        size_t shown = n > 0 && text[n - 1] == '\r' ? n - 1 : n;

        ++*line;
        good = read_line(&r, text, shown);
        length -= end ? n + 1 : n;
        text += end ? n + 1 : n;
    }
    good = good && begin(&r);
    if (good) {
        pl_match_free(match);
        *match = fresh;
    } else {
        pl_match_free(&fresh);
    }
    return good;
}
