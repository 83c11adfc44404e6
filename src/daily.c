/*
 * The game of the day: what is played on a date, and what chance brings there.
 * docs/daily.md has the recipe in words; it must not change without another
 * PL_DAILY. What bots choose belongs to it, so the version goes up when they
 * learn something; lines keep their own, and with it all days their dice.
 *
 * Every number comes from a line of text of its own, never from a stream: what
 * was chosen before decides which lines are read, never what they say.
 */
#include "parlour_match.h"
#include "sha256.h"

#include <string.h>

enum { NUMBERS = SHA256_BYTES / 4, ENTRIES = 16 };

#define DAILY(name, sheet) extern const struct pl_game pl_##name##_game;
#include "../games/daily.def"
#undef DAILY

static const struct {
    const struct pl_game *game;
    const char *sheet;
} entry[] = {
#define DAILY(name, sheet) {&pl_##name##_game, sheet},
#include "../games/daily.def"
#undef DAILY
};

static const char opponent[] = "hard";

/* --- Lines --------------------------------------------------------------- */

static void line_begin(struct pl_buffer *line, const char *date)
{
    line->length = 0;
    pl_add(line, "parlour-daily-1");
    if (date)
        pl_add(line, " ");
    pl_add(line, date ? date : "");
}

static void line_word(struct pl_buffer *line, const char *word)
{
    pl_add(line, " ");
    pl_add(line, word);
}

static void line_number(struct pl_buffer *line, const char *word, int64_t n)
{
    line_word(line, word);
    pl_add(line, " ");
    pl_add_number(line, n);
}

static uint64_t big_endian(const uint8_t *bytes, int count)
{
    uint64_t n = 0;

    for (int i = 0; i < count; i++)
        n = n << 8 | bytes[i];
    return n;
}

/* The first eight bytes of its hash. */
static uint64_t number_of(const struct pl_buffer *line)
{
    uint8_t sum[SHA256_BYTES];

    pl_sha256(line->s, line->length, sum);
    return big_endian(sum, 8);
}

/* Numbers beyond the last whole multiple of n would favour the small ones. */
static uint32_t below(const struct pl_buffer *line, uint32_t n)
{
    uint32_t extra = (uint32_t)(((uint64_t)1 << 32) % n);
    uint8_t sum[SHA256_BYTES];

    pl_sha256(line->s, line->length, sum);
    for (;;) {
        for (int i = 0; i < NUMBERS; i++) {
            uint32_t number = (uint32_t)big_endian(sum + 4 * i, 4);

            if (number <= UINT32_MAX - extra)
                return number % n;
        }
        pl_sha256(sum, sizeof sum, sum);
    }
}

/* --- Dates --------------------------------------------------------------- */

static int digits(const char *s, int count)
{
    int n = 0;

    for (int i = 0; i < count; i++) {
        if (s[i] < '0' || s[i] > '9')
            return -1;
        n = 10 * n + s[i] - '0';
    }
    return n;
}

static bool is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int pl_daily_day(const char *date)
{
    static const int before[] = {0,   31,  59,  90,  120, 151, 181,
                                 212, 243, 273, 304, 334, 365};
    int year, month, day, length;

    if (strlen(date) != 10 || date[4] != '-' || date[7] != '-')
        return -1;
    year = digits(date, 4);
    month = digits(date + 5, 2);
    day = digits(date + 8, 2);
    if (year < 1970 || month < 1 || month > 12 || day < 1)
        return -1;
    length = before[month] - before[month - 1] + (month == 2 && is_leap(year));
    if (day > length)
        return -1;
    year--;
    return 365 * (year - 1969) + year / 4 - year / 100 + year / 400 - 477 +
           before[month - 1] + (month > 2 && is_leap(year + 1)) + day - 1;
}

/* --- What is played ------------------------------------------------------ */

/* Each game once, in the order of this cycle. */
static int order_games(int cycle, const struct pl_game *out[])
{
    struct pl_buffer line = {0};
    uint64_t number[ENTRIES] = {0};
    int n = 0;

    for (size_t i = 0; i < sizeof entry / sizeof *entry; i++) {
        uint64_t mine;
        int at = n;

        if (i > 0 && entry[i].game == entry[i - 1].game)
            continue;
        line_begin(&line, NULL);
        line_number(&line, "cycle", cycle);
        line_word(&line, entry[i].game->id);
        mine = number_of(&line);
        for (; at > 0 && number[at - 1] > mine; at--) {
            number[at] = number[at - 1];
            out[at] = out[at - 1];
        }
        number[at] = mine;
        out[at] = entry[i].game;
        n++;
    }
    pl_buffer_free(&line);
    return n;
}

/* The same game never comes on two days in a row. */
static const struct pl_game *game_of(int day)
{
    const struct pl_game *game[ENTRIES], *last[ENTRIES];
    int n = order_games(0, game), at = day % n;

    order_games(day / n, game);
    if (at > 1 || day < n)
        return game[at];
    order_games(day / n - 1, last);
    return game[0] == last[n - 1] ? game[1 - at] : game[at];
}

static const struct pl_game *on_sheet(const struct pl_game *game,
                                      const char *date)
{
    struct pl_buffer line = {0};
    size_t first = 0, sheets = 0;

    while (entry[first].game != game)
        first++;
    while (first + sheets < sizeof entry / sizeof *entry &&
           entry[first + sheets].game == game)
        sheets++;
    line_begin(&line, date);
    line_word(&line, "sheet");
    first += below(&line, (uint32_t)sheets);
    pl_buffer_free(&line);
    return pl_game_on(game, entry[first].sheet);
}

bool pl_daily_on(const char *date, struct pl_daily *out)
{
    int day = pl_daily_day(date);

    if (day < 0)
        return false;
    out->game = on_sheet(game_of(day), date);
    out->bot = opponent;
    pl_setup_normal(&out->setup, out->game, out->game->min_seats);
    return true;
}

/* --- What chance brings -------------------------------------------------- */

/* Where in the game a result of chance stands: turns of a seat and rolls of a
 * turn are counted from 1. */
struct place {
    int whose, turn[PL_SEATS], roll;
};

static void look(struct place *place, const struct pl_match *match,
                 const union pl_state *state)
{
    const struct pl_game *game = match->game;
    struct pl_turn turn = game->turn(game, state);
    bool again;

    if (turn.what == PL_OVER)
        return;
    again = turn.whose == place->whose &&
            (match->setup.seats > 1 || turn.what != PL_CHANCE ||
             (game->again && game->again(game, state)));
    if (!again) {
        place->whose = turn.whose;
        place->turn[place->whose]++;
        place->roll = 0;
    }
    place->roll += turn.what == PL_CHANCE;
}

static void line_place(struct pl_buffer *line, const char *date,
                       const struct place *place)
{
    line_begin(line, date);
    line_number(line, "seat", place->whose);
    line_number(line, "turn", place->turn[place->whose]);
    line_number(line, "roll", place->roll);
}

/* Dice go by their name, and those of the same name by their number. */
static void roll_dice(struct pl_buffer *line, const struct pl_chance *chance,
                      uint8_t face[])
{
    size_t length = line->length;

    for (int i = 0; i < chance->count; i++) {
        int number = 1;

        for (int k = 0; k < i; k++)
            number += strcmp(chance->die[k]->name, chance->die[i]->name) == 0;
        line->length = length;
        line_number(line, chance->die[i]->name, number);
        face[i] = (uint8_t)below(line, chance->die[i]->faces);
    }
}

/* Each card that is left has a number, and the smallest is drawn. */
static void draw_card(struct pl_buffer *line, const struct pl_chance *chance,
                      uint8_t face[])
{
    size_t length = line->length;
    uint64_t smallest = UINT64_MAX;

    for (int f = 0; f < chance->die[0]->faces; f++)
        for (int copy = 1; copy <= chance->weight[f]; copy++) {
            uint64_t number;

            line->length = length;
            line_number(line, chance->die[0]->face[f], copy);
            number = number_of(line);
            if (number < smallest) {
                smallest = number;
                face[0] = (uint8_t)f;
            }
        }
}

static int land(const struct pl_match *match, const union pl_state *state,
                const struct place *place, uint8_t face[])
{
    struct pl_buffer line = {0};
    struct pl_chance chance;

    match->game->chance(match->game, state, &chance);
    line_place(&line, match->daily, place);
    if (chance.total > 0)
        draw_card(&line, &chance, face);
    else
        roll_dice(&line, &chance, face);
    pl_buffer_free(&line);
    return chance.count;
}

void pl_daily_roll(const struct pl_match *match, uint8_t face[])
{
    struct place place = {.whose = -1};
    struct pl_replay replay;

    pl_replay_start(&replay, match);
    do
        look(&place, match, &replay.state);
    while (pl_replay_next(&replay));
    land(match, &match->state, &place, face);
}

uint64_t pl_daily_seed(const struct pl_match *match, int seat)
{
    struct pl_buffer line = {0};
    uint64_t seed;

    line_begin(&line, match->daily);
    line_number(&line, "seat", seat);
    line_number(&line, "question", (int64_t)match->question);
    seed = number_of(&line);
    pl_buffer_free(&line);
    return seed;
}

/* --- Checking ------------------------------------------------------------ */

static bool is_game_of_day(const struct pl_match *match)
{
    struct pl_daily daily;

    if (!pl_daily_on(match->daily, &daily) || match->game != daily.game ||
        memcmp(&match->setup, &daily.setup, sizeof daily.setup) != 0)
        return false;
    for (int seat = 0; seat < daily.setup.seats; seat++)
        if (strcmp(match->bot.of[seat], seat > 0 ? daily.bot : "") != 0)
            return false;
    return true;
}

bool pl_daily_check(const struct pl_match *match, size_t *step,
                    struct pl_message *why)
{
    struct place place = {.whose = -1};
    struct pl_replay replay;
    const struct pl_step *next;

    *step = 0;
    if (!is_game_of_day(match))
        return pl_refuse(why, PL_E_not_daily, -1, 0, match->daily);
    pl_replay_start(&replay, match);
    look(&place, match, &replay.state);
    while ((next = pl_replay_next(&replay))) {
        uint8_t face[PL_DICE];

        *step = replay.steps - 1;
        if (next->what == PL_CHANCE) {
            int count = land(match, &replay.before, &place, face);

            if (memcmp(face, next->face, (size_t)count) != 0)
                return pl_refuse(why, PL_E_wrong_daily, -1, (int)*step + 1,
                                 match->daily);
        }
        look(&place, match, &replay.state);
    }
    return true;
}
