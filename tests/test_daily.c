/*
 * The game of the day: the same for everyone, whatever was chosen before.
 *
 * tests/daily has days, what was played on them and the hash of a whole game in
 * which the person plays by a plain rule. Its lines change only with another
 * recipe (PL_DAILY): a bot that plays otherwise makes another recipe, too.
 * tests/wasm.mjs and tests/daily.mjs hold themselves to the same lines.
 */
#include "parlour_bots.h"
#include "script.h"
#include "sha256.h"

#include <stdlib.h>

static const char path[] = "tests/daily";
static const char how_to_write[] =
    "another recipe needs another PL_DAILY, and then: "
    "build/tests/test_daily --write >tests/daily";
static const char *const days[] = {
    "1970-01-01", "2000-02-29", "2026-01-01", "2026-11-17", "2026-11-18",
    "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23",
    "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28",
    "2026-11-29", "2026-11-30", "2026-12-01", "2026-12-02", "2026-12-24",
    "2026-12-31", "2027-01-01", "2027-02-28", "2027-03-01", "2027-03-28",
    "2027-10-31", "2028-02-28", "2028-02-29", "2028-03-01", "2030-06-15",
    "2038-01-19", "2038-01-20", "2099-12-31", "2100-02-28", "2100-03-01",
    "2400-02-29", "9999-12-31", NULL};

static struct pl_message why;

/* --- Playing ------------------------------------------------------------- */

static pl_move by_rule(const struct pl_match *match, int seat)
{
    pl_move list[PL_MOVES];
    int n = match->game->moves(match->game, &match->state, seat, list);

    return list[(7 * match->steps + 3) % (size_t)n];
}

static pl_move by_chance(const struct pl_match *match, int seat,
                         struct pl_rng *rng)
{
    pl_move list[PL_MOVES];
    int n = match->game->moves(match->game, &match->state, seat, list);

    return list[pl_below(rng, (uint32_t)n)];
}

/* One step; rng NULL: by the plain rule and the day's bot. */
static bool go_on(struct pl_match *match, struct pl_rng *rng)
{
    struct pl_turn turn = match->game->turn(match->game, &match->state);
    int seat;
    pl_move move;

    if (turn.what == PL_OVER)
        return false;
    if (turn.what == PL_CHANCE) {
        assert_true(pl_match_roll(match, NULL, &why));
        return true;
    }
    seat = pl_lowest(turn.seats);
    if (rng)
        move = by_chance(match, seat, rng);
    else if (match->bot.of[seat][0])
        move = pl_daily_choose(match, seat, match->bot.of[seat], 0);
    else
        move = by_rule(match, seat);
    assert_true(pl_match_answer(match, seat, move, &why));
    return true;
}

static void play(struct pl_match *match, const char *date, struct pl_rng *rng)
{
    assert_true(pl_match_start_daily(match, date, &why));
    while (go_on(match, rng))
        ;
}

static char *record_of(const struct pl_match *match)
{
    struct pl_buffer out = {0};

    pl_record_write(match, PL_ALL, &out);
    return out.s;
}

/* --- The list of days ---------------------------------------------------- */

static void write_day(const char *date, char line[160])
{
    struct pl_match match = {0};
    char hex[SHA256_HEX + 1], *record;

    play(&match, date, NULL);
    record = record_of(&match);
    pl_sha256_hex(record, strlen(record), hex);
    snprintf(line, 160, "%s %s %s %d %s\n", date, match.game->id,
             match.game->layout, match.setup.seats, hex);
    free(record);
    pl_match_free(&match);
}

static void every_day_is_as_recorded(void **unused)
{
    char recorded[160], now[160];
    FILE *file = fopen(path, "r");

    (void)unused;
    if (!file)
        fail_msg("cannot read %s; %s", path, how_to_write);
    for (int i = 0; days[i]; i++) {
        write_day(days[i], now);
        if (!fgets(recorded, sizeof recorded, file) ||
            strcmp(recorded, now) != 0)
            fail_msg("%s has no line %s; %s", path, now, how_to_write);
    }
    assert_null(fgets(recorded, sizeof recorded, file));
    fclose(file);
}

/* --- Dates --------------------------------------------------------------- */

static void only_dates_are_dates(void **unused)
{
    static const char *const bad[] = {
        "",           "2026-11-1",   "2026-11-017", "2026-02-29", "2100-02-29",
        "1969-12-31", "2026-00-10",  "2026-13-01",  "2026-04-31", "2026-11-00",
        "2026/11/17", "2026-11-17 ", "+026-11-17",  "20261-1-17", "2026-1a-17"};
    struct pl_daily daily;

    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (pl_daily_on(bad[i], &daily))
            fail_msg("%s is a date?", bad[i]);
}

static int days_in(int year, int month)
{
    static const int days_of[] = {31, 28, 31, 30, 31, 30,
                                  31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return days_of[month - 1] + (month == 2 && leap);
}

/* Calls back for each day of these years. */
static void each_day(int from, int to, void (*f)(const char *date, int day))
{
    char date[40];
    int day = 0;

    for (int year = from; year <= to; year++)
        for (int month = 1; month <= 12; month++)
            for (int d = 1; d <= days_in(year, month); d++) {
                snprintf(date, sizeof date, "%04d-%02d-%02d", year, month, d);
                f(date, day++);
            }
}

enum { GAMES = 8 };
static const struct pl_game *before[GAMES];

static const struct pl_game *without_sheet(const struct pl_game *game)
{
    return pl_game_find(game->id);
}

static void take_turns(const char *date, int day)
{
    struct pl_daily daily;
    const struct pl_game *game;

    assert_true(pl_daily_on(date, &daily));
    game = without_sheet(daily.game);
    if (day > 0 && before[(day - 1) % GAMES] == game)
        fail_msg("%s: the same game as the day before", date);
    for (int i = 0; i < day % GAMES; i++)
        if (before[i] == game)
            fail_msg("%s: the same game twice in eight days", date);
    before[day % GAMES] = game;
}

/* From 1970 on, eight days at a time have all eight games. */
static void games_take_turns(void **unused)
{
    (void)unused;
    each_day(1970, 2105, take_turns);
}

static int on_other_sheets, on_any;

static void count_sheets(const char *date, int day)
{
    struct pl_daily daily;

    (void)day;
    assert_true(pl_daily_on(date, &daily));
    if (strcmp(daily.game->id, "play-and-repeat") != 0)
        return;
    on_any++;
    on_other_sheets += daily.game != without_sheet(daily.game);
}

static void both_sheets_come(void **unused)
{
    (void)unused;
    each_day(2026, 2029, count_sheets);
    assert_in_range(on_other_sheets, on_any * 2 / 5, on_any * 3 / 5);
}

/* --- The same dice, whatever was chosen ---------------------------------- */

/* What a line of the recipe brought when it was first read. */
enum { SEEN = 1 << 14 };
static struct {
    char line[64];
    int face;
} seen[SEEN];
static int met;

static void meet(const char *line, int face)
{
    size_t at = pl_hash(line, strlen(line), 0) % SEEN;

    while (seen[at].line[0] && strcmp(seen[at].line, line) != 0)
        at = (at + 1) % SEEN;
    if (!seen[at].line[0]) {
        strcpy(seen[at].line, line);
        seen[at].face = face;
    } else {
        met++;
        if (seen[at].face != face)
            fail_msg("%s: other dice after other choices", line);
    }
}

/* A turn as the rules know it: the player who rolls changes, or the one who is
 * alone rolls all dice. */
struct counted {
    int whose, turn[PL_SEATS], roll;
};

static void count(struct counted *c, const struct pl_match *match)
{
    struct pl_turn turn = match->game->turn(match->game, &match->state);
    bool alone = match->setup.seats == 1 && turn.what == PL_CHANCE;

    if (turn.what == PL_OVER)
        return;
    if (turn.whose != c->whose ||
        (alone && !(match->game->again &&
                    match->game->again(match->game, &match->state)))) {
        c->whose = turn.whose;
        c->turn[c->whose]++;
        c->roll = 0;
    }
    c->roll += turn.what == PL_CHANCE;
}

static void meet_dice(const struct counted *c, const struct pl_chance *chance,
                      const uint8_t face[])
{
    for (int i = 0; i < chance->count; i++) {
        char line[64];
        int nth = 0;

        for (int k = 0; k < i; k++)
            nth += chance->die[k] == chance->die[i];
        snprintf(line, sizeof line, "%d %d %d %s %d", c->whose,
                 c->turn[c->whose], c->roll, chance->die[i]->name, nth);
        meet(line, face[i]);
    }
}

static void play_and_meet(const char *date, uint64_t seed)
{
    struct pl_match match = {0};
    struct counted c = {.whose = -1};
    struct pl_rng rng;

    pl_seed(&rng, seed);
    assert_true(pl_match_start_daily(&match, date, &why));
    do {
        struct pl_chance chance;

        if (match.steps > 0 && match.step[match.steps - 1].what == PL_CHANCE) {
            pl_match_undo(&match, &why);
            match.game->chance(match.game, &match.state, &chance);
            assert_true(pl_match_roll(&match, NULL, &why));
            if (chance.total == 0)
                meet_dice(&c, &chance, match.step[match.steps - 1].face);
        }
        count(&c, &match);
    } while (go_on(&match, &rng));
    pl_match_free(&match);
}

static void choices_change_no_dice(void **unused)
{
    (void)unused;
    for (int i = 3; i < 11; i++) {
        memset(seen, 0, sizeof seen);
        met = 0;
        for (uint64_t seed = 0; seed < 40; seed++)
            play_and_meet(days[i], seed);
    }
}

static int fell[6];

static void roll_first(const char *date, int day)
{
    struct pl_match match = {0};
    struct pl_chance chance;

    (void)day;
    assert_true(pl_match_start_daily(&match, date, &why));
    match.game->chance(match.game, &match.state, &chance);
    if (chance.total == 0) {
        assert_true(pl_match_roll(&match, NULL, &why));
        for (int i = 0; i < chance.count; i++)
            fell[match.step[0].face[i]]++;
    }
    pl_match_free(&match);
}

/* χ² with five degrees of freedom: 20.5 is passed once in a thousand. */
static void faces_are_even(void **unused)
{
    double sum = 0, squares = 0, expected;

    (void)unused;
    each_day(2026, 2035, roll_first);
    for (int f = 0; f < 6; f++)
        sum += fell[f];
    expected = sum / 6;
    for (int f = 0; f < 6; f++)
        squares += (fell[f] - expected) * (fell[f] - expected) / expected;
    assert_true(sum > 10000);
    assert_true(squares < 20.5);
}

/* --- Records ------------------------------------------------------------- */

static bool read_back(struct pl_match *match, const char *record)
{
    int line;

    return pl_record_read(match, record, strlen(record), &why, &line);
}

static void a_record_says_which_day(void **unused)
{
    struct pl_match match = {0}, back = {0};
    char *record;
    size_t step;

    (void)unused;
    for (int i = 0; days[i]; i++) {
        play(&match, days[i], NULL);
        record = record_of(&match);
        assert_true(read_back(&back, record));
        assert_string_equal(back.daily, days[i]);
        assert_int_equal(strncmp(record, "parlour 3\n", 10), 0);
        assert_true(pl_daily_check_all(&back, &step, &why));
        free(record);
    }
    pl_match_free(&match);
    pl_match_free(&back);
}

/* Bots that learn make a later recipe; what was played before is kept. */
static void an_earlier_recipe_is_read_and_has_the_same_dice(void **unused)
{
    struct pl_match match = {0}, back = {0};
    char *record, *line;
    size_t step;

    (void)unused;
    play(&match, days[0], NULL);
    record = record_of(&match);
    line = strstr(record, "\ndaily ");
    line[7] = '1';
    assert_true(read_back(&back, record));
    assert_int_equal(back.recipe, 1);
    assert_true(pl_daily_check(&back, &step, &why));
    free(record);
    record = record_of(&back);
    assert_non_null(strstr(record, "\ndaily 1 "));
    free(record);
    pl_match_free(&match);
    pl_match_free(&back);
}

/* Half a game goes on with the same dice. */
static void an_interrupted_game_goes_on(void **unused)
{
    struct pl_match whole = {0}, half = {0};
    char *record;
    size_t step;

    (void)unused;
    for (int i = 0; days[i]; i++) {
        play(&whole, days[i], NULL);
        assert_true(pl_match_start_daily(&half, days[i], &why));
        while (half.steps < whole.steps / 2 && go_on(&half, NULL))
            ;
        record = record_of(&half);
        assert_true(read_back(&half, record));
        while (go_on(&half, NULL))
            ;
        assert_int_equal(half.steps, whole.steps);
        assert_memory_equal(&half.state, &whole.state, sizeof whole.state);
        assert_true(pl_daily_check_all(&half, &step, &why));
        free(record);
    }
    pl_match_free(&whole);
    pl_match_free(&half);
}

static void bad_lines_are_refused(void **unused)
{
    static const char *const bad[] = {
        "daily 1\n",
        "daily 99 2026-11-17\n",
        "daily 0 2026-11-17\n",
        "daily 1 2026-02-30\n",
        "daily 1 2026-11-17\ndaily 1 2026-11-17\n",
        "daily 1 2026-11-17 x\n"};
    struct pl_match match = {0};

    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char record[160];

        snprintf(record, sizeof record,
                 "parlour 3\ngame %s\nlayout A\nseats 1\nfirst 0\n%s",
                 pl_games[0]->id, bad[i]);
        if (read_back(&match, record))
            fail_msg("%s is good?", bad[i]);
    }
    assert_null(match.game);
}

/* --- Forged games -------------------------------------------------------- */

static void assert_refused(const struct pl_match *match, enum pl_error error)
{
    static const char *const id[] = {
#define X(name) "error." #name,
        PL_ERRORS(X)
#undef X
    };
    size_t step;

    assert_false(pl_daily_check_all(match, &step, &why));
    assert_string_equal(why.id, id[error]);
}

static void other_dice_are_refused(void **unused)
{
    struct pl_match match = {0};

    (void)unused;
    for (int i = 0; days[i]; i++) {
        struct pl_rng rng;

        pl_seed(&rng, 1);
        assert_true(pl_match_start_daily(&match, days[i], &why));
        match.daily[0] = '\0'; /* rolls as it likes */
        for (bool more = true; more && match.steps < 40;)
            more = match.game->turn(match.game, &match.state).what == PL_CHANCE
                       ? pl_match_roll(&match, &rng, &why)
                       : go_on(&match, &rng);
        strcpy(match.daily, days[i]);
        assert_refused(&match, PL_E_wrong_daily);
    }
    pl_match_free(&match);
}

static void another_game_is_refused(void **unused)
{
    struct pl_match match = {0};

    (void)unused;
    play(&match, "2026-11-19", NULL);
    strcpy(match.daily, "2026-11-20");
    assert_refused(&match, PL_E_not_daily);
    for (int i = 0; days[i]; i++) {
        play(&match, days[i], NULL);
        strcpy(match.bot.of[0], "expert");
        assert_refused(&match, PL_E_not_daily);
        match.bot.of[0][0] = '\0';
        match.setup.first++;
        assert_refused(&match, PL_E_not_daily);
    }
    pl_match_free(&match);
}

/* The bot may not be made to play badly. */
static void a_bot_that_is_led_is_refused(void **unused)
{
    struct pl_match match = {0};
    struct pl_rng rng;
    int games = 0;

    (void)unused;
    pl_seed(&rng, 3);
    for (int i = 0; days[i]; i++) {
        play(&match, days[i], &rng);
        if (match.setup.seats == 1)
            continue;
        assert_refused(&match, PL_E_wrong_bot);
        games++;
    }
    assert_true(games > 5);
    pl_match_free(&match);
}

/* --- Expert -------------------------------------------------------------- */

static int points_of(const struct pl_match *match)
{
    struct pl_result result;

    match->game->score(match->game, &match->state, &result);
    return result.points[0];
}

/* The same day, the same game: on a new match and after half of it. */
static void expert_plays_the_day(void **unused)
{
    struct pl_match match = {0}, rule = {0};
    size_t step;

    (void)unused;
    for (int i = 3; i < 11; i++) {
        play(&rule, days[i], NULL);
        if (rule.game != pl_games[0])
            continue;
        assert_true(pl_match_start_daily(&match, days[i], &why));
        pl_daily_expert(&match);
        assert_true(pl_daily_check_all(&match, &step, &why));
        assert_true(points_of(&match) > points_of(&rule));
    }
    pl_match_free(&match);
    pl_match_free(&rule);
}

static int write_file(void)
{
    char line[160];

    for (int i = 0; days[i]; i++) {
        write_day(days[i], line);
        fputs(line, stdout);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_day_is_as_recorded),
        cmocka_unit_test(only_dates_are_dates),
        cmocka_unit_test(games_take_turns),
        cmocka_unit_test(both_sheets_come),
        cmocka_unit_test(choices_change_no_dice),
        cmocka_unit_test(faces_are_even),
        cmocka_unit_test(a_record_says_which_day),
        cmocka_unit_test(an_earlier_recipe_is_read_and_has_the_same_dice),
        cmocka_unit_test(an_interrupted_game_goes_on),
        cmocka_unit_test(bad_lines_are_refused),
        cmocka_unit_test(other_dice_are_refused),
        cmocka_unit_test(another_game_is_refused),
        cmocka_unit_test(a_bot_that_is_led_is_refused),
        cmocka_unit_test(expert_plays_the_day),
    };

    if (argc == 2 && strcmp(argv[1], "--write") == 0)
        return write_file();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
