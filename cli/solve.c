/*
 * parlour solve WHAT: the best possible play of a game for one, exactly; its
 * value, its first moves, its table as a file, and games played with it.
 */
#include "../lab/lab.h"
#include "cli.h"
#include "parlour_json.h"
#include "parlour_solve.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 64, BATCH = 64 /* games that one task plays */ };

struct sums { /* of points; whole numbers, so their order does not matter */
    atomic_llong points, squares;
};

struct wish {
    const char *out, *from;
    long threads, games, seed;
    bool json;
};

struct solution {
    const struct pl_solver *solver;
    void *table;
    struct pl_setup setup;
    double value, seconds;
};

/* --- Work for several threads -------------------------------------------- */

struct job { /* tasks that can be done in any order */
    void (*task)(struct job *job, int task);
    const struct solution *solution;
    int tasks, round;
    uint64_t seed;
    long games;
    struct sums sums;
    double done, work, all; /* work before this job, of it, and in the end */
    atomic_int next;
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void *help_with(void *work)
{
    struct job *job = work;
    int task;

    while ((task = atomic_fetch_add(&job->next, 1)) < job->tasks)
        job->task(job, task);
    return NULL;
}

/* This thread works as well, and tells how far all of them are. */
static void run(struct job *job, long threads)
{
    pthread_t helper[THREADS];
    long helpers = 0;
    int task;

    atomic_store(&job->next, 0);
    while (helpers < threads - 1 && helpers < job->tasks - 1 &&
           pthread_create(&helper[helpers], NULL, help_with, job) == 0)
        helpers++;
    while ((task = atomic_fetch_add(&job->next, 1)) < job->tasks) {
        cli_progress((job->done + job->work * task / job->tasks) / job->all);
        job->task(job, task);
    }
    while (helpers > 0)
        pthread_join(helper[--helpers], NULL);
    job->done += job->work;
}

/* --- Solving ------------------------------------------------------------- */

static void solve_task(struct job *job, int task)
{
    job->solution->solver->solve(job->solution->table, job->round, task);
}

static void solve(struct solution *solution, long threads)
{
    const struct pl_solver *solver = solution->solver;
    struct job job = {.task = solve_task, .solution = solution};

    cli_progress_begin();
    solver->start(solution->table);
    for (int round = 0; round < solver->rounds; round++)
        job.all += solver->work(solution->table, round);
    for (job.round = 0; job.round < solver->rounds; job.round++) {
        job.tasks = solver->tasks(solution->table, job.round);
        job.work = solver->work(solution->table, job.round);
        run(&job, threads);
    }
    cli_progress_end();
}

/* --- Files --------------------------------------------------------------- */

static bool put(void *to, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, to) == size;
}

static bool get(void *from, void *bytes, size_t size)
{
    return fread(bytes, 1, size, from) == size;
}

/* Asked before the long work begins. */
static bool can_write(const char *path)
{
    struct cli_whole file;

    if (!cli_whole_begin(&file, path))
        return false;
    cli_whole_end(&file, false);
    return true;
}

static bool write_table(const struct solution *solution, const char *path)
{
    struct cli_whole file;
    FILE *out = cli_whole_begin(&file, path);

    return out &&
           cli_whole_end(&file, pl_table_write(solution->solver,
                                               solution->table, put, out));
}

static bool read_table(struct solution *solution, const char *path)
{
    FILE *in = fopen(path, "rb");
    const char *why;

    if (!in) {
        cli_refuse(FAILED, "cli.cannot_open", path);
        return false;
    }
    why = pl_table_read(solution->solver, solution->table, get, in);
    fclose(in);
    if (why)
        cli_refuse(FAILED, why, path);
    return !why;
}

/* --- Playing ------------------------------------------------------------- */

static void start(const struct solution *solution, union pl_state *state)
{
    memset(state, 0, sizeof *state);
    solution->solver->game->start(solution->solver->game, state,
                                  &solution->setup);
}

static int play(const struct solution *solution, struct pl_rng *rng)
{
    const struct pl_game *game = solution->solver->game;
    struct pl_result result;
    union pl_state state;
    struct pl_turn turn;

    start(solution, &state);
    while ((turn = game->turn(game, &state)).what != PL_OVER) {
        int seat = turn.what == PL_DECIDE ? pl_lowest(turn.seats) : 0;
        struct pl_chance chance;
        uint8_t face[PL_DICE];

        if (turn.what == PL_DECIDE) {
            game->play(game, &state, seat,
                       pl_solver_choose(solution->solver, solution->table,
                                        &state, seat));
            continue;
        }
        game->chance(game, &state, &chance);
        pl_roll(&chance, rng, face);
        game->land(game, &state, face);
    }
    game->score(game, &state, &result);
    return result.points[0];
}

/* Every batch has dice of its own: threads change nothing. */
static void play_task(struct job *job, int task)
{
    long rest = job->games - (long)task * BATCH;
    long long points = 0, squares = 0;
    struct pl_rng rng;

    pl_seed(&rng, job->seed);
    pl_seed(&rng, pl_random(&rng) + (uint64_t)task);
    for (long i = 0; i < rest && i < BATCH; i++) {
        int n = play(job->solution, &rng);

        points += n;
        squares += n * n;
    }
    atomic_fetch_add(&job->sums.points, points);
    atomic_fetch_add(&job->sums.squares, squares);
}

static void play_games(const struct solution *solution, const struct wish *wish,
                       double *mean, double *error)
{
    struct job job = {.task = play_task,
                      .solution = solution,
                      .tasks = (int)((wish->games + BATCH - 1) / BATCH),
                      .seed = (uint64_t)wish->seed,
                      .games = wish->games,
                      .work = 1,
                      .all = 1};
    double n = (double)wish->games;

    cli_progress_begin();
    run(&job, wish->threads);
    cli_progress_end();
    *mean = (double)job.sums.points / n;
    *error = sqrt(((double)job.sums.squares / n - *mean * *mean) / (n - 1));
}

/* --- The first moves ----------------------------------------------------- */

/* The first dice that are alike, with one of their results. Over all rolls of
 * the other dice: how often the best play answers it with each move, and how
 * often it does nothing but pass before the next roll. */
struct first {
    const struct solution *solution;
    union pl_state state;
    struct pl_chance chance;
    int dice;
    uint8_t face[PL_DICE];
    uint32_t *tally, idle, all; /* tally: by move */
    struct pl_buffer *json;     /* NULL: text for people */
};

static const char *name_of(const struct first *first, pl_move move)
{
    static struct pl_text text;

    text = (struct pl_text){0};
    first->solution->solver->game->name(first->solution->solver->game,
                                        &first->state, move, &text);
    return text.s;
}

static void tell_dice(const struct first *first)
{
    if (first->json) {
        pl_json_line(first->json, 2);
        pl_json_open(first->json, NULL, "{");
        pl_json_open(first->json, "dice", "[");
    }
    for (int i = 0; i < first->dice; i++) {
        const char *face = first->chance.die[i]->face[first->face[i]];

        if (first->json)
            pl_json_text(first->json, NULL, face);
        else
            printf("%s%s", i ? " " : "", face);
    }
}

static void tell_idle(const struct first *first)
{
    double share = (double)first->idle / first->all;

    if (!first->json) {
        lab_print_numbers(cli_language, "   %5.1f%%  ", 100.0 * share);
        return;
    }
    pl_json_close(first->json, "]");
    pl_json_fixed(first->json, "passes", share, 4);
    pl_json_open(first->json, "moves", "{");
}

static void tell_move(const struct first *first, pl_move move)
{
    double share = (double)first->tally[move] / first->all;

    if (first->json) {
        pl_json_fixed(first->json, name_of(first, move), share, 4);
        return;
    }
    printf("  %-3s ", name_of(first, move));
    lab_print_numbers(cli_language, "%5.1f%%", 100.0 * share);
}

/* The most frequent move first; empties the tally. */
static void tell_first(struct first *first)
{
    const struct pl_game *game = first->solution->solver->game;

    tell_dice(first);
    tell_idle(first);
    for (uint32_t left = first->all; left > 0;) {
        int move = 0;

        for (int i = 1; i < game->move_count; i++)
            if (first->tally[i] > first->tally[move])
                move = i;
        tell_move(first, (pl_move)move);
        left -= first->tally[move];
        first->tally[move] = 0;
    }
    if (first->json)
        pl_json_close(first->json, "}}");
    else
        putchar('\n');
    first->idle = first->all = 0;
}

static void count_first(struct first *first, const struct pl_outcome *outcome)
{
    const struct pl_solver *solver = first->solution->solver;
    union pl_state state = first->state;
    bool idle = true, begun = false;
    struct pl_turn turn;

    if (first->all > 0 &&
        memcmp(first->face, outcome->face, (size_t)first->dice) != 0)
        tell_first(first);
    memcpy(first->face, outcome->face, sizeof first->face);
    first->all += outcome->weight;
    solver->game->land(solver->game, &state, outcome->face);
    while ((turn = solver->game->turn(solver->game, &state)).what ==
           PL_DECIDE) {
        int seat = pl_lowest(turn.seats);
        pl_move move =
            pl_solver_choose(solver, first->solution->table, &state, seat);

        if (!begun)
            first->tally[move] += outcome->weight;
        begun = true;
        idle = idle && move == solver->game->pass;
        solver->game->play(solver->game, &state, seat, move);
    }
    first->idle += idle ? outcome->weight : 0;
}

static void tell_first_moves(const struct solution *solution,
                             struct pl_buffer *json)
{
    const struct pl_game *game = solution->solver->game;
    struct pl_message title = PL_SAY("solve.first");
    struct first first = {.solution = solution, .json = json, .dice = 1};
    struct pl_outcome outcome;

    first.tally = calloc(game->move_count, sizeof *first.tally);
    pl_assert(first.tally != NULL);
    start(solution, &first.state);
    game->chance(game, &first.state, &first.chance);
    while (first.dice < first.chance.count &&
           first.chance.die[first.dice] == first.chance.die[0])
        first.dice++;
    pl_put(&title.word, first.chance.die[0]->name);
    if (!json) {
        putchar('\n');
        cli_say(stdout, &title, NULL);
    }
    for (bool more = pl_first(&first.chance, &outcome); more;
         more = pl_next(&first.chance, &outcome))
        count_first(&first, &outcome);
    tell_first(&first);
    free(first.tally);
}

/* --- Telling ------------------------------------------------------------- */

static double megabytes(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss * 1024 / 1e6;
}

/* A name of the catalogue and a number, one below the other. */
static void print_line(const char *id, int decimals, double number)
{
    struct pl_buffer text = {0};
    int width;

    pl_words(cli_language, &PL_SAY(id), NULL, &text);
    width = pl_columns(text.s);
    printf("%s%*s", text.s, width < 24 ? 24 - width : 1, "");
    lab_print_numbers(cli_language, "%.*f\n", decimals, number);
    pl_buffer_free(&text);
}

static void add_solution(const struct solution *solution,
                         const struct wish *wish, struct pl_buffer *out)
{
    pl_json_text(out, "solver", solution->solver->id);
    pl_json_fixed(out, "value", solution->value, 4);
    pl_json_number(out, "states", solution->solver->states);
    pl_json_number(out, "threads", wish->threads);
    pl_json_fixed(out, "seconds", solution->seconds, 2);
    pl_json_fixed(out, "megabytes", megabytes(), 1);
    pl_json_line(out, 1);
    pl_json_open(out, "first", "[");
    tell_first_moves(solution, out);
    pl_json_close(out, "]");
}

static void add_games(const struct solution *solution, const struct wish *wish,
                      struct pl_buffer *out)
{
    double mean, error;

    play_games(solution, wish, &mean, &error);
    pl_json_line(out, 1);
    pl_json_number(out, "games", wish->games);
    pl_json_number(out, "seed", wish->seed);
    pl_json_fixed(out, "mean", mean, 4);
    pl_json_fixed(out, "error", error, 4);
    pl_json_open(out, "interval", "[");
    pl_json_fixed(out, NULL, mean - 1.96 * error, 4);
    pl_json_fixed(out, NULL, mean + 1.96 * error, 4);
    pl_json_close(out, "]");
}

static void print_games(const struct solution *solution,
                        const struct wish *wish)
{
    double mean, error;

    play_games(solution, wish, &mean, &error);
    putchar('\n');
    print_line("solve.games", 0, (double)wish->games);
    print_line("solve.mean", 4, mean);
    print_line("solve.error", 4, error);
    print_line("solve.low", 4, mean - 1.96 * error);
    print_line("solve.high", 4, mean + 1.96 * error);
}

static void print_text(const struct solution *solution, const struct wish *wish)
{
    print_line("solve.value", 4, solution->value);
    print_line("solve.states", 0, solution->solver->states);
    print_line("solve.threads", 0, (double)wish->threads);
    print_line("solve.seconds", 2, solution->seconds);
    print_line("solve.memory", 1, megabytes());
    tell_first_moves(solution, NULL);
    if (wish->games)
        print_games(solution, wish);
}

static void print_json(const struct solution *solution, const struct wish *wish)
{
    struct pl_buffer out = {0};

    pl_json_open(&out, NULL, "{");
    add_solution(solution, wish, &out);
    if (wish->games)
        add_games(solution, wish, &out);
    pl_json_close(&out, "}\n");
    fputs(out.s, stdout);
    pl_buffer_free(&out);
}

/* --- The command --------------------------------------------------------- */

static int answer(struct solution *solution, const struct wish *wish)
{
    double begun = now();
    union pl_state state;

    if (wish->from && !read_table(solution, wish->from))
        return FAILED;
    if (!wish->from)
        solve(solution, wish->threads);
    solution->seconds = now() - begun;
    start(solution, &state);
    solution->value =
        pl_solver_points(solution->solver, solution->table, &state);
    if (wish->out && !write_table(solution, wish->out))
        return cli_refuse(FAILED, "solve.cannot_write", wish->out);
    if (wish->json)
        print_json(solution, wish);
    else
        print_text(solution, wish);
    return DONE;
}

static int solve_with(const struct pl_solver *solver, const struct wish *wish)
{
    struct solution solution = {.solver = solver};
    int code;

    if (wish->out && !can_write(wish->out))
        return cli_refuse(FAILED, "solve.cannot_write", wish->out);
    pl_setup_normal(&solution.setup, solver->game, 1);
    solution.table = calloc(1, solver->size);
    if (!solution.table)
        return cli_refuse(FAILED, "solve.no_memory", solver->id);
    code = answer(&solution, wish);
    free(solution.table);
    return code;
}

static long processors(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;

    return n < THREADS ? n : THREADS;
}

int cmd_solve(int argc, char **argv)
{
    const char *threads = cli_value(&argc, argv, "--threads");
    const char *games = cli_value(&argc, argv, "--play");
    const char *seed = cli_value(&argc, argv, "--seed");
    struct wish wish = {.threads = processors(), .seed = 1};
    const struct pl_solver *solver;
    int code;

    wish.out = cli_value(&argc, argv, "--out");
    wish.from = cli_value(&argc, argv, "--from");
    wish.json = cli_flag(&argc, argv, "--json");
    if (cli_value(&argc, argv, "--sheet"))
        return cli_refuse(USAGE, "solve.own_sheet", "");
    if (!cli_arguments(argc, argv, 1, 1, &code))
        return code;
    if (!(solver = pl_solver_find(argv[1])))
        return cli_refuse(USAGE, "solve.unknown", argv[1]);
    if (threads && !cli_number(threads, 1, THREADS, &wish.threads))
        return cli_refuse(USAGE, "solve.bad_threads", threads);
    if (games && !cli_number(games, 2, 1000000000, &wish.games))
        return cli_refuse(USAGE, "solve.bad_games", games);
    if (seed && !cli_number(seed, 0, 1L << 62, &wish.seed))
        return cli_refuse(USAGE, "cli.bad_seed", seed);
    return solve_with(solver, &wish);
}
