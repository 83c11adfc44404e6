/* parlour sim: bots against each other, and what it proves. */
#include "../lab/lab.h"
#include "cli.h"

#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { THREADS = 256, BAR = 24, OUTSIDE_MS = 10000, VALUE_STEPS = 20000 };
static const int64_t most_games = 10000000000;

enum form { FOR_PEOPLE, JSON, CSV };

struct wish {
    struct lab_plan plan;
    struct lab_run run;
    const char *svg, *resume, *out;
    const char *data; /* the file of a data set */
    struct cli_whole data_file;
    enum form form;
};

static struct wish wish; /* callbacks and the signal need it */
static atomic_bool stopped;

/* --- Reading the wish ---------------------------------------------------- */

static bool refuse(const char *id, const char *word)
{
    cli_refuse(USAGE, id, word);
    return false;
}

static bool read_seed(const char *word)
{
    char *end;

    if (!word)
        return true;
    wish.plan.seed = strtoull(word, &end, 10);
    return (*word >= '0' && *word <= '9' && *end == '\0') ||
           refuse("cli.bad_seed", word);
}

static bool read_options(int *argc, char **argv)
{
    const char *word;

    while ((word = cli_value(argc, argv, "--option"))) {
        const char *equals = strchr(word, '=');
        struct pl_message why;
        char name[64];

        if (!equals || (size_t)(equals - word) >= sizeof name)
            return refuse("sim.bad_option", word);
        memcpy(name, word, (size_t)(equals - word));
        name[equals - word] = '\0';
        if (!pl_setup_option(&wish.plan.setup, wish.plan.game, name, equals + 1,
                             &why)) {
            cli_fail(USAGE, &why);
            return false;
        }
    }
    return true;
}

static bool refuse_bot(const char *word)
{
    refuse("sim.unknown_bot", word);
    for (const struct pl_bot *const *bot = pl_bots; *bot; bot++)
        fprintf(stderr, "%s%s", bot == pl_bots ? "" : " ", (*bot)->id);
    fputc('\n', stderr);
    return false;
}

/* The bots by name, first among those that are programs. */
static bool read_bots(int count, char **name, int outside,
                      const struct lab_bot program[])
{
    for (int i = 0; i < count; i++) {
        struct lab_bot *bot = &wish.plan.bot[wish.plan.bots++];
        bool found = false;

        for (int k = 0; k < outside && !found; k++)
            if (strcmp(program[k].name, name[i]) == 0) {
                *bot = program[k];
                found = true;
            }
        if (found)
            continue;
        bot->inside = pl_bot_find(name[i]);
        if (!bot->inside)
            return refuse_bot(name[i]);
        snprintf(bot->name, sizeof bot->name, "%s", name[i]);
    }
    return true;
}

static bool read_programs(int *argc, char **argv, struct lab_bot program[],
                          int *count)
{
    const char *word;

    while ((word = cli_value(argc, argv, "--bot"))) {
        struct pl_message why;

        if (*count == LAB_BOTS)
            return refuse("sim.many_bots", word);
        if (!lab_outside_read(word, &program[(*count)++], &why)) {
            cli_fail(USAGE, &why);
            return false;
        }
    }
    return true;
}

static bool read_shard(const char *word)
{
    char *end;
    long shard, shards;

    wish.plan.shards = 1;
    if (!word)
        return true;
    shard = strtol(word, &end, 10);
    if (*end != '/' || !cli_number(end + 1, 1, INT16_MAX, &shards) ||
        shard < 1 || shard > shards)
        return refuse("sim.bad_shard", word);
    wish.plan.shard = (int)shard - 1;
    wish.plan.shards = (int)shards;
    if (!wish.out && !wish.resume)
        return refuse("sim.shard_out", "--out");
    return wish.run.width == 0 || refuse("sim.shard_width", "--width");
}

static int processors(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/* By number or by width; a width alone goes on as long as it takes. */
static bool read_end(const char *games, const char *width)
{
    int each = lab_group_games(&wish.plan);
    long n = 10000;
    char *end;

    if (width) {
        wish.run.width = strtod(width, &end);
        if (end == width || *end || !(wish.run.width > 0) ||
            !isfinite(wish.run.width))
            return refuse("sim.bad_width", width);
        n = most_games;
    }
    if (games && !cli_number(games, 1, most_games, &n))
        return refuse("sim.bad_games", games);
    wish.run.groups = (uint64_t)((n + each - 1) / each);
    return true;
}

/* "LOW,HIGH" or "LOW,HIGH,ALPHA,BETA", all in percent. */
static bool read_sprt(const char *word, bool has_games)
{
    double n[4] = {0, 0, 5, 5};
    struct lab_sprt *sprt = &wish.run.sprt;
    int count = 0;
    char *end;

    if (!word)
        return true;
    for (const char *s = word; count < 4; s = end + 1) {
        n[count] = strtod(s, &end);
        if (end == s || !(n[count] > 0 && n[count] < 100))
            return refuse("sim.bad_sprt", word);
        count++;
        if (*end != ',')
            break;
    }
    if (*end || (count != 2 && count != 4) || n[0] >= n[1] || n[2] >= 50 ||
        n[3] >= 50)
        return refuse("sim.bad_sprt", word);
    if (wish.plan.bots != 2 || wish.plan.rate || wish.plan.setup.seats < 2 ||
        wish.plan.shards > 1)
        return refuse("sim.sprt_two", "--sprt");
    *sprt = (struct lab_sprt){n[0] / 100, n[1] / 100, n[2] / 100, n[3] / 100};
    if (!has_games)
        wish.run.groups = (uint64_t)most_games / 2;
    return true;
}

static int usual_seats(const struct lab_plan *plan)
{
    int seats = plan->rate || plan->bots == 1 ? 2 : plan->bots;

    return seats < plan->game->min_seats   ? plan->game->min_seats
           : seats > plan->game->max_seats ? plan->game->max_seats
                                           : seats;
}

/* A program that does not even answer once is not played against. */
static bool programs_start(void)
{
    for (int i = 0; i < wish.plan.bots; i++) {
        struct lab_outside *outside;
        bool blind;

        if (wish.plan.bot[i].inside)
            continue;
        outside = lab_outside_start(&wish.plan.bot[i], &wish.plan);
        if (!outside)
            return refuse("sim.no_start", wish.plan.bot[i].name);
        blind = wish.plan.game->has_hands && lab_outside_version(outside) < 2;
        lab_outside_end(outside);
        if (blind)
            return refuse("sim.secret", wish.plan.bot[i].name);
    }
    return true;
}

static bool read_plan(int *argc, char **argv, int *code)
{
    static struct lab_bot program[LAB_BOTS];
    const char *seats_word = cli_value(argc, argv, "--seats");
    const char *seed = cli_value(argc, argv, "--seed");
    const char *ms_word = cli_value(argc, argv, "--bot-ms");
    const char *game_word = cli_value(argc, argv, "--game-ms");
    struct pl_message why;
    long seats, ms = OUTSIDE_MS, game_ms = 0;
    int outside = 0;
    struct lab_plan *plan = &wish.plan;

    plan->seed = 1;
    plan->gauntlet = cli_flag(argc, argv, "--gauntlet");
    plan->rate = cli_flag(argc, argv, "--rate") || plan->gauntlet;
    if (ms_word && !cli_number(ms_word, 1, 86400000, &ms))
        return refuse("sim.bad_ms", ms_word);
    if (game_word && !cli_number(game_word, 1, 86400000, &game_ms))
        return refuse("sim.bad_ms", game_word);
    plan->bot_ms = (int)ms;
    plan->game_ms = (int)game_ms;
    if (!read_programs(argc, argv, program, &outside) || !read_seed(seed))
        return false;
    if (*argc < 2)
        return cli_arguments(*argc, argv, 2, LAB_BOTS + 1, code);
    if (!(plan->game = cli_game(argv[1])))
        return false;
    pl_setup_normal(&plan->setup, plan->game, 2);
    if (!cli_take_brains(argc, argv, plan->game, program, &outside) ||
        !read_options(argc, argv) ||
        !cli_arguments(*argc, argv, 2, LAB_BOTS + 1, code) ||
        !read_bots(*argc - 2, argv + 2, outside, program))
        return false;
    seats = usual_seats(plan);
    if (seats_word && !cli_number(seats_word, 1, PL_SEATS, &seats))
        return refuse("cli.bad_seats", seats_word);
    plan->setup.seats = (uint8_t)seats;
    if (lab_plan_check(plan, &why))
        return true;
    cli_fail(USAGE, &why);
    return false;
}

/* --records FILE or --values FILE [--value-steps N]. */
static bool read_data(int *argc, char **argv)
{
    const char *steps_word = cli_value(argc, argv, "--value-steps");
    const char *values = cli_value(argc, argv, "--values");
    long steps = VALUE_STEPS;

    wish.data = cli_value(argc, argv, "--records");
    if (steps_word && !cli_number(steps_word, 1, UINT32_MAX, &steps))
        return refuse("hint.bad_budget", steps_word);
    if (wish.data && values)
        return refuse("sim.data_alone", "--values");
    wish.plan.writes = wish.data ? LAB_RECORDS
                       : values  ? LAB_VALUES
                                 : LAB_NOTHING;
    wish.plan.value_steps = (uint32_t)steps;
    wish.data = values ? values : wish.data;
    return true;
}

/* A data set is one piece: of a whole run on one machine. */
static bool begin_data(void)
{
    if (!wish.data)
        return true;
    if (wish.resume || wish.plan.shards > 1)
        return refuse("sim.data_alone", wish.resume ? "--resume" : "--shard");
    return cli_whole_begin(&wish.data_file, wish.data) ||
           refuse("sim.cannot_write", wish.data);
}

static bool write_data(const char *text)
{
    return fputs(text, wish.data_file.out) >= 0;
}

static bool end_data(bool good)
{
    return !wish.data || cli_whole_end(&wish.data_file, good) ||
           refuse("sim.cannot_write", wish.data);
}

static bool read_wish(int *argc, char **argv, int *code)
{
    const char *games = cli_value(argc, argv, "--games");
    const char *width = cli_value(argc, argv, "--width");
    const char *shard = cli_value(argc, argv, "--shard");
    const char *sprt = cli_value(argc, argv, "--sprt");
    const char *threads_word = cli_value(argc, argv, "--threads");
    long threads = processors();

    *code = USAGE;
    wish.resume = cli_value(argc, argv, "--resume");
    if (threads_word && !cli_number(threads_word, 1, THREADS, &threads))
        return refuse("sim.bad_threads", threads_word);
    wish.run.threads = (int)threads;
    return read_data(argc, argv) && read_plan(argc, argv, code) &&
           read_end(games, width) && read_shard(shard) &&
           read_sprt(sprt, games != NULL);
}

/* What both sim and merge can be asked for. */
static void read_form(int *argc, char **argv)
{
    wish.svg = cli_value(argc, argv, "--svg");
    wish.out = cli_value(argc, argv, "--out");
    if (cli_flag(argc, argv, "--json"))
        wish.form = JSON;
    if (cli_flag(argc, argv, "--csv"))
        wish.form = CSV;
}

/* --- Files --------------------------------------------------------------- */

/* A device or a pipe takes what comes. */
static bool write_device(const char *path, const struct pl_buffer *text)
{
    FILE *out = fopen(path, "wb");
    bool good;

    if (!out)
        return false;
    good = fwrite(text->s, 1, text->length, out) == text->length;
    return fclose(out) == 0 && good;
}

static bool save(const char *path, const struct pl_buffer *text)
{
    struct stat there;

    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)
            ? write_device(path, text)
            : cli_write_whole(path, text))
        return true;
    cli_refuse(FAILED, "sim.cannot_write", path);
    return false;
}

/* No one plays for hours to hear at the end that a file cannot be written. */
static bool can_write(const char *path)
{
    struct stat there;

    return !path ||
           (stat(path, &there) == 0 && !S_ISREG(there.st_mode) &&
            !S_ISDIR(there.st_mode)) ||
           cli_whole_can(path) || refuse("sim.cannot_write", path);
}

static bool can_write_all(void)
{
    return can_write(wish.resume) && can_write(wish.out) && can_write(wish.svg);
}

static bool save_run(const char *path, const struct lab_run *run)
{
    struct pl_buffer text = {0};
    bool good;

    lab_write(run, &text);
    good = save(path, &text);
    pl_buffer_free(&text);
    return good;
}

static bool keep(const struct lab_run *run)
{
    return save_run(wish.resume, run);
}

/* "FILE: SENTENCE" */
static bool refuse_file(const char *path, const struct pl_message *why)
{
    fprintf(stderr, "%s: ", path);
    cli_say(stderr, why, NULL);
    return false;
}

static bool load(const char *path, struct lab_plan *plan, struct lab_run *run)
{
    struct pl_buffer text = {0};
    struct pl_message why;
    bool good = cli_read_file(path, &text);

    plan->game = cli_sheet();
    if (good && !lab_read(text.s, text.length, plan, run, &why))
        good = refuse_file(path, &why);
    pl_buffer_free(&text);
    return good;
}

/* Goes on where the file ends, if there is one. */
static bool load_resumed(void)
{
    static struct lab_plan plan;
    struct lab_run before = {.plan = &plan};

    if (!wish.resume || access(wish.resume, F_OK) != 0)
        return true;
    if (!load(wish.resume, &plan, &before))
        return false;
    if (!lab_same_run(&plan, &wish.plan) || plan.shard != wish.plan.shard ||
        plan.shards != wish.plan.shards) {
        lab_sums_end(&before.sums);
        return refuse_file(wish.resume, &PL_SAY("sim.resume_other"));
    }
    lab_sums_add(&wish.run.sums, &before.sums);
    wish.run.done = before.done;
    lab_sums_end(&before.sums);
    return true;
}

/* --- Telling ------------------------------------------------------------- */

/* The first Ctrl-C ends the run in good order, the third at once: timeout(1)
 * and its like send the same signal twice. */
static void stop(int number)
{
    static volatile sig_atomic_t again;

    atomic_store(&stopped, true);
    if (again)
        signal(number, SIG_DFL);
    again = 1;
}

static void catch_stop(void)
{
    struct sigaction action = {.sa_handler = stop};

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static void put_time(struct pl_text *out, double seconds)
{
    long s = (long)ceil(seconds);

    memset(out, 0, sizeof *out);
    if (seconds < 0 || seconds > 1e7)
        pl_put(out, "?");
    else
        snprintf(out->s, sizeof out->s, "%ld:%02ld:%02ld", s / 3600,
                 s / 60 % 60, s % 60);
}

/* A line for a file: after 2, 4, 8 … seconds, then every minute. */
static bool is_line_due(double seconds)
{
    static double next = 2;
    bool due = seconds >= next;

    if (due)
        next = fmin(2 * seconds, seconds + 60);
    return due;
}

static void put_bar(double part)
{
    fprintf(stderr, "\r\033[K[");
    for (int i = 0; i < BAR; i++)
        fputc(i < part * BAR ? '#' : '.', stderr);
    fprintf(stderr, "] ");
}

static void tell(const struct lab_progress *progress)
{
    bool terminal = isatty(STDERR_FILENO);
    bool first = progress->rate <= 0, slow = progress->rate < 1;
    double rate = first ? 0 : slow ? 1 / progress->rate : progress->rate;
    struct pl_message message = PL_SAY(first  ? "sim.progress.first"
                                       : slow ? "sim.progress.slow"
                                              : "sim.progress");
    struct pl_buffer text = {0};
    double part = progress->wanted > 0 ? progress->games / progress->wanted : 0;

    if (!terminal && !is_line_due(progress->seconds))
        return;
    message.n = (int32_t)round(fmin(rate, INT32_MAX));
    put_time(&message.word, first ? progress->seconds : progress->left);
    if (!first)
        lab_add_games(cli_language, (int64_t)progress->games, &text);
    pl_words(cli_language, &message, NULL, &text);
    if (terminal)
        put_bar(part);
    fprintf(stderr, terminal ? "%s" : "%s\n", text.s);
    pl_buffer_free(&text);
}

static bool print_run(const struct lab_run *run)
{
    struct pl_buffer text = {0}, picture = {0};
    bool good = true;

    pl_add(&text, "");
    switch (wish.form) {
    case FOR_PEOPLE:
        lab_report(run, cli_language, &text);
        break;
    case JSON:
        lab_json(run, &text);
        break;
    case CSV:
        lab_csv(run, &text);
        break;
    }
    fputs(text.s, stdout);
    if (wish.svg) {
        lab_chart(run, cli_language, &picture);
        good = save(wish.svg, &picture);
    }
    if (wish.out)
        good = save_run(wish.out, run) && good;
    pl_buffer_free(&text);
    pl_buffer_free(&picture);
    return good;
}

/* --- parlour sim merge --------------------------------------------------- */

enum { ABSENT = 0 }; /* parts: 1 + their groups */

/* A part that is of another run, or was there already, is refused. */
static bool add_part(const char *path, uint64_t part_done[])
{
    static struct lab_plan plan;
    struct lab_run part = {.plan = &plan};
    bool good;

    if (!load(path, &plan, &part))
        return false;
    if (!wish.plan.game) {
        wish.plan = plan;
        lab_sums_begin(&wish.run.sums, &plan);
    }
    good = lab_same_run(&plan, &wish.plan) && plan.shards == wish.plan.shards;
    if (!good)
        refuse_file(path, &PL_SAY("sim.merge_other"));
    else if (part_done[plan.shard] != ABSENT)
        good = refuse_file(path, &PL_SAY("sim.merge_twice"));
    if (good) {
        part_done[plan.shard] = 1 + part.done;
        lab_sums_add(&wish.run.sums, &part.sums);
        wish.run.done += part.done;
    }
    lab_sums_end(&part.sums);
    return good;
}

/* All parts together, each as far as the others, are a run without gaps that
 * can be gone on with. */
static bool is_whole(const uint64_t part_done[])
{
    struct lab_plan plan = wish.plan;

    for (plan.shard = 0; plan.shard < plan.shards; plan.shard++)
        if (part_done[plan.shard] != 1 + lab_own_groups(&plan, wish.run.done))
            return false;
    return true;
}

static int merge(int argc, char **argv)
{
    static uint64_t part_done[INT16_MAX];
    static char name[] = "sim merge"; /* of which there is a --help */
    int code, missing = 0;
    bool good = true;

    argv[0] = name;
    read_form(&argc, argv);
    if (!cli_arguments(argc, argv, 1, argc, &code))
        return code;
    for (int i = 1; good && i < argc; i++)
        good = add_part(argv[i], part_done);
    for (int i = 0; i < wish.plan.shards; i++)
        missing += part_done[i] == ABSENT;
    if (good && missing)
        cli_say(stderr, &PL_SAY("sim.merge_missing", .n = missing), NULL);
    if (good && wish.out && !is_whole(part_done))
        good = refuse("sim.merge_gap", "--out");
    wish.plan.shard = 0;
    wish.plan.shards = 1;
    good = good && print_run(&wish.run);
    lab_sums_end(&wish.run.sums);
    return good ? cli_printed(DONE) : FAILED;
}

/* --- parlour sim page ---------------------------------------------------- */

static bool add_to_page(const char *path, struct pl_buffer *page)
{
    static struct lab_plan plan;
    struct lab_run run = {.plan = &plan};

    if (!load(path, &plan, &run))
        return false;
    lab_page_add(&run, cli_language, page);
    lab_sums_end(&run.sums);
    return true;
}

static int page(int argc, char **argv)
{
    static char name[] = "sim page";
    const char *out = cli_value(&argc, argv, "--out");
    struct pl_buffer text = {0};
    bool good = true;
    int code;

    argv[0] = name;
    if (!cli_arguments(argc, argv, 1, argc, &code))
        return code;
    lab_page_begin(&text);
    for (int i = 1; good && i < argc; i++)
        good = add_to_page(argv[i], &text);
    if (good && out)
        good = save(out, &text);
    else if (good)
        fputs(text.s, stdout);
    pl_buffer_free(&text);
    return good ? cli_printed(DONE) : FAILED;
}

/* --- The command --------------------------------------------------------- */

/* The first of several machines speaks for all. */
static void fall_silent(void)
{
    if (!freopen("/dev/null", "w", stdout) ||
        !freopen("/dev/null", "w", stderr))
        exit(FAILED);
    wish.svg = wish.out = NULL;
    wish.run.keep = NULL;
}

static bool report(const struct lab_run *run, bool good)
{
    good = end_data(good) && good;
    if (run->tell && isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    if (atomic_load(&stopped))
        cli_say(stderr, &PL_SAY("sim.interrupted"), NULL);
    return good && print_run(run) && cli_printed(DONE) == DONE;
}

static int play(int rank)
{
    wish.run.plan = &wish.plan;
    wish.run.stop = &stopped;
    wish.run.tell = rank == 0 ? tell : NULL;
    wish.run.keep = wish.resume && rank == 0 ? keep : NULL;
    wish.run.write = wish.data && rank == 0 ? write_data : NULL;
    wish.run.report = report;
    catch_stop();
    return lab_run(&wish.run) ? DONE : FAILED;
}

static int simulate(int argc, char **argv, const struct lab_team *team)
{
    int code;

    read_form(&argc, argv);
    if (team->rank > 0)
        fall_silent();
    if (!read_wish(&argc, argv, &code))
        return code;
    if (team->size > 1 && wish.plan.shards > 1)
        return cli_refuse(USAGE, "sim.shard_team", "--shard");
    if (team->size > 1 && wish.data)
        return cli_refuse(USAGE, "sim.data_alone", "mpirun");
    if (!can_write_all() || !programs_start() || !begin_data())
        return FAILED;
    lab_sums_begin(&wish.run.sums, &wish.plan);
    code = load_resumed() ? play(team->rank) : FAILED;
    lab_sums_end(&wish.run.sums);
    return code;
}

int cmd_sim(int argc, char **argv)
{
    struct lab_team team;
    int code;

    wish.run.plan = &wish.plan;
    if (!cli_take_sheet(&argc, argv))
        return FAILED;
    if (argc > 1 && strcmp(argv[1], "merge") == 0)
        return merge(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "page") == 0)
        return page(argc - 1, argv + 1);
    lab_team_begin(&team);
    code = simulate(argc, argv, &team);
    lab_team_end();
    return code;
}
