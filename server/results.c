/* See results.h. */
#include "results.h"
#include "bounds.h"
#include "parlour_bots.h"
#include "parlour_json.h"
#include "sha256.h"
#include "tables/call.h"

#include <stdlib.h>
#include <string.h>

enum {
    DAYS = 4, /* in memory at a time */
    ADDRESSES = 4096,
    KEY = 8,
    OK = 200,
    BAD = 400,
    BUSY = 429
};

static const char too_soon[] = "daily.busy";
static const int64_t hour = 3600000;
static const struct pace pace_of_address = {BOUND_RESULT * 1000, BOUND_RESULTS},
                         pace_of_all = {1000 / BOUND_RESULTS_A_SECOND,
                                        BOUND_RESULTS_A_SECOND};

struct day {
    int day; /* −1: unused */
    size_t count, room;
    struct {
        uint64_t key;
        int value;
    } * one; /* in rising order of their values */
};

struct results {
    struct day day[DAYS];
    int64_t used_by_all, used[ADDRESSES];
};

struct results *results_new(void)
{
    struct results *results = calloc(1, sizeof *results);

    pl_assert(results);
    for (int i = 0; i < DAYS; i++)
        results->day[i].day = -1;
    return results;
}

static void forget(struct day *day)
{
    free(day->one);
    *day = (struct day){.day = -1};
}

void results_free(struct results *results)
{
    for (int i = 0; i < DAYS; i++)
        forget(&results->day[i]);
    free(results);
}

/* --- Counting ------------------------------------------------------------ */

/* A new day takes the place of the oldest, if it is later. */
static struct day *day_of(struct results *results, int number)
{
    struct day *oldest = results->day;

    for (int i = 0; i < DAYS; i++) {
        if (results->day[i].day == number)
            return &results->day[i];
        if (results->day[i].day < oldest->day)
            oldest = &results->day[i];
    }
    if (oldest->day > number)
        return NULL;
    forget(oldest);
    oldest->day = number;
    return oldest;
}

static bool is_there(const struct day *day, uint64_t key)
{
    for (size_t i = 0; i < day->count; i++)
        if (day->one[i].key == key)
            return true;
    return false;
}

/* gcc's analyzer loses sight of what an element of an array points to. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

static void grow(struct day *day)
{
    void *more;

    day->room = day->room ? 2 * day->room : 64;
    more = realloc(day->one, day->room * sizeof *day->one);
    pl_assert(more);
    day->one = more;
}

bool results_add(struct results *results, const struct stored_result *result)
{
    struct day *day = day_of(results, result->day);
    size_t at;

    if (!day || day->count == BOUND_RESULTS_A_DAY || is_there(day, result->key))
        return false;
    if (day->count == day->room)
        grow(day);
    for (at = day->count++; at > 0 && day->one[at - 1].value > result->value;
         at--)
        day->one[at] = day->one[at - 1];
    day->one[at].key = result->key;
    day->one[at].value = result->value;
    return true;
}

/* --- Answers ------------------------------------------------------------- */

unsigned results_refuse(const struct pl_message *why, struct pl_buffer *out)
{
    pl_json_open(out, NULL, "{");
    pl_json_message(out, "why", why);
    pl_json_close(out, "}");
    return strcmp(why->id, too_soon) == 0 ? BUSY : BAD;
}

/* All values and how often each came. */
static void add_values(const struct day *day, struct pl_buffer *out)
{
    pl_json_open(out, "values", "[");
    for (size_t i = 0, n; i < day->count; i += n) {
        for (n = 1;
             i + n < day->count && day->one[i + n].value == day->one[i].value;
             n++)
            ;
        pl_json_open(out, NULL, "[");
        pl_json_number(out, NULL, day->one[i].value);
        pl_json_number(out, NULL, (int64_t)n);
        pl_json_close(out, "]");
    }
    pl_json_close(out, "]");
}

static unsigned tell(const struct day *day, int mine, struct pl_buffer *out)
{
    size_t below = 0;

    while (below < day->count && day->one[below].value < mine)
        below++;
    pl_json_open(out, NULL, "{");
    pl_json_number(out, "mine", mine);
    pl_json_number(out, "count", (int64_t)day->count);
    pl_json_number(out, "below", (int64_t)below);
    add_values(day, out);
    pl_json_close(out, "}");
    return OK;
}

/* --- Checking ------------------------------------------------------------ */

/* A date begins at UTC+14 and ends at UTC−12; a game that began on it may take
 * a day more. */
static bool is_open(int day, int64_t now)
{
    return now >= (day * 24 - 14) * hour && now < ((day + 2) * 24 + 12) * hour;
}

static bool check(const struct pl_match *match, int64_t now,
                  struct pl_message *why)
{
    size_t step;

    if (!match->daily[0])
        return pl_refuse(why, PL_E_not_daily, -1, 0, "");
    if (!is_open(pl_daily_day(match->daily), now)) {
        *why = PL_SAY("daily.closed");
        return false;
    }
    if (!pl_daily_check_all(match, &step, why))
        return false;
    return match->game->turn(match->game, &match->state).what == PL_OVER ||
           pl_refuse(why, PL_E_not_over, -1, 0, "");
}

static int value_of(const struct pl_match *match)
{
    struct pl_result result;

    match->game->score(match->game, &match->state, &result);
    return result.points[0] - (result.seats > 1 ? result.points[1] : 0);
}

bool results_check(const char *record, size_t length, int64_t now,
                   struct stored_result *result, struct pl_message *why)
{
    struct pl_match match = {0};
    int line;
    bool good = pl_record_read(&match, record, length, why, &line) &&
                check(&match, now, why);

    if (good) {
        result->day = pl_daily_day(match.daily);
        result->value = value_of(&match);
    }
    pl_match_free(&match);
    return good;
}

static bool read_key(const char *key, uint64_t *out)
{
    uint8_t bytes[2 * KEY];

    *out = 0;
    if (!key || !pl_hex_read(key, bytes, sizeof bytes))
        return false;
    for (int i = 0; i < KEY; i++)
        *out = *out << 8 | bytes[i];
    return true;
}

bool results_may(struct results *results, uint64_t from, const char *key,
                 int64_t now, struct stored_result *result,
                 struct pl_message *why)
{
    if (!may(&results->used[from % ADDRESSES], pace_of_address, now) ||
        !may(&results->used_by_all, pace_of_all, now)) {
        *why = PL_SAY(too_soon);
        return false;
    }
    return read_key(key, &result->key) ||
           pl_refuse(why, PL_E_bad_hex, -1, 4 * KEY, "key");
}

unsigned results_count(struct results *results,
                       const struct stored_result *result, bool *is_new,
                       struct pl_buffer *out)
{
    const struct day *day = day_of(results, result->day);

    *is_new = false;
    if (!day)
        return results_refuse(&PL_SAY("daily.closed"), out);
    *is_new = results_add(results, result);
    return tell(day, result->value, out);
}

int results_sweep(struct results *results, int64_t now)
{
    int first = (int)(now / (24 * hour)) - DAYS + 1;

    for (int i = 0; i < DAYS; i++)
        if (results->day[i].day < first)
            forget(&results->day[i]);
    return first;
}
