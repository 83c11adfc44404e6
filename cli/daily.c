/*
 * parlour daily: today's game, once for a result and then for practice. The
 * scored games are records in a folder, one per day, and the streak is counted
 * from them.
 */
#include "cli.h"
#include "parlour_bots.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATH = 1024, DAYS = 3660 }; /* of a streak: ten years */

/* --- Days ---------------------------------------------------------------- */

/* The date here, so many days ago; noon, for some days lack midnight. */
static void date_of(int days_ago, char date[PL_DATE])
{
    time_t now = time(NULL);
    struct tm day = *localtime(&now);

    day.tm_mday -= days_ago;
    day.tm_hour = 12;
    day.tm_isdst = -1;
    mktime(&day);
    strftime(date, PL_DATE, "%Y-%m-%d", &day);
}

static void file_of(const char *date, char path[PATH])
{
    char name[64];

    snprintf(name, sizeof name, "daily/%s.game", date);
    cli_state_file(name, path, PATH);
}

static bool is_over(const struct pl_match *match)
{
    return match->game->turn(match->game, &match->state).what == PL_OVER;
}

/* The scored game of that day, as far as it was played. */
static bool find_try(const char *date, struct pl_match *match)
{
    char path[PATH];

    file_of(date, path);
    return path[0] && access(path, R_OK) == 0 && cli_read_record(path, match) &&
           strcmp(match->daily, date) == 0;
}

static bool is_done(const char *date)
{
    struct pl_match match = {0};
    bool done = find_try(date, &match) && is_over(&match);

    pl_match_free(&match);
    return done;
}

/* A game of a later day was begun here: the clock was set back. */
static bool was_later(const char *today)
{
    char path[PATH];
    bool later = false;
    DIR *folder;

    file_of(today, path);
    *strrchr(path[0] ? path : strcpy(path, "/"), '/') = '\0';
    folder = path[0] ? opendir(path) : NULL;
    for (struct dirent *file; folder && (file = readdir(folder));) {
        struct pl_daily daily;
        char date[PL_DATE] = "";

        memcpy(date, file->d_name, strnlen(file->d_name, 10));
        later |= pl_daily_on(date, &daily) && strcmp(date, today) > 0;
    }
    if (folder)
        closedir(folder);
    return later;
}

/* Days in a row, up to today, or to yesterday while today's is not played. */
static int streak(void)
{
    char date[PL_DATE];
    int ago, days = 0;

    date_of(0, date);
    ago = !is_done(date);
    for (; days < DAYS; days++) {
        date_of(ago + days, date);
        if (!is_done(date))
            break;
    }
    return days;
}

/* --- The result ---------------------------------------------------------- */

static void say_points(const struct pl_match *match, const char *alone,
                       const char *against)
{
    struct pl_result result;

    match->game->score(match->game, &match->state, &result);
    if (result.seats == 1)
        cli_say(stdout, &PL_SAY(alone, .n = result.points[0]), NULL);
    else
        cli_say(
            stdout,
            &PL_TELL(1, against, .n = result.points[0], .m = result.points[1]),
            cli_names(match));
}

static void print_words(const char *id)
{
    struct pl_buffer text = {0};

    pl_words(cli_language, &PL_SAY(id), NULL, &text);
    fputs(text.s, stdout);
    pl_buffer_free(&text);
}

static void say_head(const struct pl_match *match)
{
    char id[64];

    snprintf(id, sizeof id, "game.%s", match->game->id);
    fputs("Parlour · ", stdout);
    print_words("daily");
    printf(" · %s\n", match->daily);
    print_words(id);
    putchar('\n');
}

static void say_choice(const char *who, const struct pl_match *match,
                       const struct pl_replay *at, const struct pl_step *step)
{
    union pl_state view = at->before;
    struct pl_message message;

    if (match->game->hide)
        match->game->hide(match->game, &view, step->seat);
    match->game->say(match->game, &view, step->seat, step->move, &message);
    fputs("  ", stdout);
    print_words(who);
    fputs(": ", stdout);
    cli_say(stdout, &message, cli_names(match));
}

/* The first decision in which two games of a day differ. */
static void say_apart(const struct pl_match *mine, const struct pl_match *best)
{
    struct pl_replay a, b;
    const struct pl_step *x, *y;
    int moves = 0;

    pl_replay_start(&a, mine);
    pl_replay_start(&b, best);
    while ((x = pl_replay_next(&a)) && (y = pl_replay_next(&b))) {
        moves += x->what == PL_DECIDE && x->seat == 0;
        if (x->what != PL_DECIDE || x->move == y->move)
            continue;
        cli_say(stdout, &PL_SAY("daily.apart", .n = moves), NULL);
        say_choice("table.of.you", mine, &a, x);
        say_choice("bot.expert", best, &b, y);
        return;
    }
    cli_print("daily.same");
}

static void say_result(const struct pl_match *match)
{
    struct pl_match best = {0};
    struct pl_message why;
    int days = streak();

    pl_assert(pl_match_start_daily(&best, match->daily, &why));
    pl_daily_expert(&best);
    putchar('\n');
    say_head(match);
    say_points(match, "daily.points", "daily.against");
    say_points(&best, "daily.expert",
               match->game->has_hands ? "daily.expert.against.cards"
                                      : "daily.expert.against");
    if (days > 0)
        cli_say(stdout, &PL_SAY("daily.streak", .n = days), NULL);
    putchar('\n');
    say_apart(match, &best);
    pl_match_free(&best);
}

/* --- The command --------------------------------------------------------- */

static int print_expert(const char *date)
{
    struct pl_match match = {0};
    struct pl_buffer text = {0};
    struct pl_message why;

    if (!pl_match_start_daily(&match, date, &why))
        return cli_fail(USAGE, &why);
    pl_daily_expert(&match);
    pl_record_write(&match, PL_ALL, &text);
    fputs(text.s, stdout);
    pl_buffer_free(&text);
    pl_match_free(&match);
    return cli_printed(DONE);
}

/* The try of that day, as far as it was played: it goes on, also on a later
 * day. One that is over is shown on its own day only. */
static bool find_mine(const char *date, bool is_today, struct pl_match *match)
{
    if (!find_try(date, match))
        return false;
    if (is_today || !is_over(match))
        return true;
    pl_match_free(match);
    *match = (struct pl_match){0};
    return false;
}

/* A new try counts today, if no later day's was begun and it can be saved.
 * Says why it does not. */
static bool may_count(const char *date, bool is_today)
{
    struct pl_message why = PL_SAY("play.cannot_keep");
    char path[PATH];

    file_of(date, path);
    if (is_today && was_later(date)) {
        cli_print("page.daily.earlier");
        return false;
    }
    if (is_today && path[0])
        return true;
    if (is_today) {
        pl_put(&why.word, date);
        cli_say(stdout, &why, NULL);
    }
    cli_print("daily.practice");
    return false;
}

static int play_day(const char *date, bool is_today, bool again)
{
    struct pl_match match = {0};
    bool begun = !again && find_mine(date, is_today, &match), counts = begun;
    struct pl_message why;
    char path[PATH] = "";

    if (!begun && !pl_match_start_daily(&match, date, &why))
        return cli_fail(USAGE, &why);
    if (!is_over(&match)) {
        say_head(&match);
        if (!begun)
            counts = may_count(date, is_today && !again);
        if (counts)
            file_of(date, path);
        cli_play(&match, path);
    } else {
        cli_print("daily.done");
    }
    if (is_over(&match))
        say_result(&match);
    pl_match_free(&match);
    return DONE;
}

int cmd_daily(int argc, char **argv)
{
    const char *date = cli_value(&argc, argv, "--date");
    bool expert = cli_flag(&argc, argv, "--expert");
    bool again = cli_flag(&argc, argv, "--practice");
    char today[PL_DATE];
    int code;

    if (!cli_arguments(argc, argv, 0, 0, &code))
        return code;
    date_of(0, today);
    cli_reader = 1;
    if (expert)
        return print_expert(date ? date : today);
    date = date ? date : today;
    return play_day(date, strcmp(date, today) == 0, again);
}
