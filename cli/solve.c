/*
 * parlour solve WHAT: the best possible play of a game for one, exactly; its
 * value, its first moves, its table as a file, and games played with it.
 */
#include "solve.h"
#include "../lab/lab.h"
#include "cli.h"
#include "parlour_json.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 64, BATCH = 64 /* games that one task plays */ };

struct sums { /* of points; whole numbers, so their order does not matter */
    atomic_llong points, squares;
};

struct wish {
    const char *out, *from;
    const struct pl_match *position; /* the one that is asked for; or NULL */
    long threads, games, seed, goal;
    bool json, has_goal, all_goals;
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
    bool quiet; /* lines of results say how far all is */
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
        if (!job->quiet)
            cli_progress((job->done + job->work * task / job->tasks) /
                         job->all);
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

static void solve(struct solution *solution, const struct wish *wish)
{
    const struct pl_solver *solver = solution->solver;
    struct job job = {.task = solve_task,
                      .solution = solution,
                      .quiet = wish->all_goals && !wish->json};

    cli_progress_begin();
    if (solution->has_goal)
        solver->aim(solution->table, solution->goal);
    else
        solver->start(solution->table);
    for (int round = 0; round < solver->rounds; round++)
        job.all += solver->work(solution->table, round);
    for (job.round = 0; job.round < solver->rounds; job.round++) {
        job.tasks = solver->tasks(solution->table, job.round);
        job.work = solver->work(solution->table, job.round);
        run(&job, wish->threads);
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

static int play(const struct solution *solution, struct pl_rng *rng)
{
    const struct pl_game *game = solution->solver->game;
    struct pl_result result;
    union pl_state state;
    struct pl_turn turn;

    cli_start(solution, &state);
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
    if (solution->has_goal)
        return result.points[0] >= solution->goal ? 100 : 0;
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

/* A value, or the two bounds of it. */
static void print_value(const struct solution *solution, double value,
                        double below)
{
    bool bounds = solution->solver->below != NULL;

    if (bounds)
        print_line("solve.at_least", 4, below);
    if (solution->has_goal)
        print_line("solve.goal", 0, solution->goal);
    print_line(solution->has_goal ? "solve.chance"
               : bounds           ? "solve.at_most"
                                  : "solve.value",
               4, value);
}

static void add_value(struct pl_buffer *out, const struct solution *solution,
                      double value, double below)
{
    bool bounds = solution->solver->below != NULL;

    if (bounds)
        pl_json_fixed(out, "at_least", below, 4);
    if (solution->has_goal)
        pl_json_number(out, "goal", solution->goal);
    pl_json_fixed(out,
                  solution->has_goal ? "percent"
                  : bounds           ? "at_most"
                                     : "value",
                  value, 4);
}

static void add_solution(const struct solution *solution,
                         const struct wish *wish, struct pl_buffer *out)
{
    pl_json_text(out, "solver", solution->solver->id);
    add_value(out, solution, solution->value, solution->below);
    pl_json_number(out, "states", solution->solver->states);
    pl_json_number(out, "threads", wish->threads);
    pl_json_fixed(out, "seconds", solution->seconds, 2);
    pl_json_fixed(out, "megabytes", megabytes(), 1);
    if (solution->solver->below)
        return; /* the first moves are not known */
    pl_json_line(out, 1);
    pl_json_open(out, "first", "[");
    cli_first_moves(solution, out);
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
    print_value(solution, solution->value, solution->below);
    print_line("solve.states", 0, solution->solver->states);
    print_line("solve.threads", 0, (double)wish->threads);
    print_line("solve.seconds", 2, solution->seconds);
    print_line("solve.memory", 1, megabytes());
    if (!solution->solver->below)
        cli_first_moves(solution, NULL);
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

/* --- One position -------------------------------------------------------- */

static bool knows(const struct pl_solver *solver, const struct pl_match *match)
{
    struct pl_setting setting;

    if (match->game != solver->game || match->setup.seats != 1)
        return false;
    for (int i = 0; pl_setting(match->game, &match->setup, i, &setting); i++)
        if (!setting.is_normal)
            return false;
    return true;
}

struct valued {
    pl_move move;
    double points, below;
};

static int by_points(const void *a, const void *b)
{
    const struct valued *x = a, *y = b;

    return x->points != y->points ? (x->points < y->points ? 1 : -1)
                                  : x->move - y->move;
}

/* The moves that can be made there, the best first; returns how many. */
static int value_moves(const struct solution *solution,
                       const struct pl_match *match, struct valued out[])
{
    const struct pl_game *game = match->game;
    const struct pl_solver *solver = solution->solver, *below = solver->below;
    double points[PL_MOVES], least[PL_MOVES] = {0};
    pl_move list[PL_MOVES];
    int n;

    if (game->turn(game, &match->state).what != PL_DECIDE)
        return 0;
    n = pl_solver_moves(solver, solution->table, &match->state, 0, list,
                        points);
    if (below)
        pl_solver_moves(below, solution->table, &match->state, 0, list, least);
    for (int i = 0; i < n; i++)
        out[i] = (struct valued){
            list[i], points[i] * (solution->has_goal ? 100 : 1), least[i]};
    qsort(out, (size_t)n, sizeof *out, by_points);
    return n;
}

static void print_move(const struct pl_solver *solver, const char *name,
                       const struct valued *of)
{
    printf("  %-16s", name);
    if (solver->below)
        lab_print_numbers(cli_language, "%10.4f", of->below);
    lab_print_numbers(cli_language, "%10.4f\n", of->points);
}

static void add_move(struct pl_buffer *json, const struct pl_solver *solver,
                     const char *name, const struct valued *of)
{
    if (!solver->below) {
        pl_json_fixed(json, name, of->points, 4);
        return;
    }
    pl_json_open(json, name, "[");
    pl_json_fixed(json, NULL, of->below, 4);
    pl_json_fixed(json, NULL, of->points, 4);
    pl_json_close(json, "]");
}

static double points_of(const struct solution *solution,
                        const struct pl_solver *solver,
                        const union pl_state *state)
{
    double unit = solution->has_goal ? 100 : 1;

    return solver ? unit * pl_solver_points(solver, solution->table, state) : 0;
}

static void tell_position(const struct solution *solution,
                          const struct pl_match *match, bool for_programs)
{
    const struct pl_solver *solver = solution->solver;
    struct valued of[PL_MOVES] = {{0, 0, 0}};
    int n = value_moves(solution, match, of);
    double value = points_of(solution, solver, &match->state);
    double below = points_of(solution, solver->below, &match->state);
    struct pl_buffer json = {0};

    pl_json_open(&json, NULL, "{");
    pl_json_text(&json, "solver", solver->id);
    pl_json_number(&json, "steps", (int64_t)match->steps);
    add_value(&json, solution, value, below);
    pl_json_open(&json, "moves", "{");
    if (!for_programs)
        print_value(solution, value, below);
    for (int i = 0; i < n; i++) {
        struct pl_text name = {0};

        match->game->name(match->game, &match->state, of[i].move, &name);
        add_move(&json, solver, name.s, &of[i]);
        if (!for_programs)
            print_move(solver, name.s, &of[i]);
    }
    pl_json_close(&json, "}}\n");
    if (for_programs)
        fputs(json.s, stdout);
    pl_buffer_free(&json);
}

/* --- All goals ----------------------------------------------------------- */

/* The best chance of at least so many points, for each number from 0, or from
 * the goal, until hardly anything is left. */
static void tell_goals(struct solution *solution, const struct wish *wish)
{
    struct pl_buffer json = {0};
    union pl_state state;

    cli_start(solution, &state);
    pl_json_open(&json, NULL, "{");
    pl_json_text(&json, "solver", solution->solver->id);
    pl_json_number(&json, "first", wish->goal);
    pl_json_open(&json, "percent", "[");
    if (!wish->json)
        cli_say(stdout, &PL_SAY("solve.goals"), NULL);
    for (;; solution->goal++) {
        double percent;

        solve(solution, wish);
        percent = points_of(solution, solution->solver, &state);
        if (percent < 5e-7)
            break;
        pl_json_fixed(&json, NULL, percent, 6);
        if (wish->json)
            continue;
        lab_print_numbers(cli_language, "%4.0f", (double)solution->goal);
        lab_print_numbers(cli_language, "  %10.6f%%\n", percent);
        fflush(stdout);
    }
    pl_json_close(&json, "]}\n");
    if (wish->json)
        fputs(json.s, stdout);
    pl_buffer_free(&json);
}

/* --- The command --------------------------------------------------------- */

static int answer(struct solution *solution, const struct wish *wish)
{
    double begun = now();
    union pl_state state;

    if (wish->from && !read_table(solution, wish->from))
        return FAILED;
    if (!wish->from)
        solve(solution, wish);
    solution->seconds = now() - begun;
    cli_start(solution, &state);
    solution->value = points_of(solution, solution->solver, &state);
    solution->below = points_of(solution, solution->solver->below, &state);
    if (wish->out && !write_table(solution, wish->out))
        return cli_refuse(FAILED, "solve.cannot_write", wish->out);
    if (wish->position)
        tell_position(solution, wish->position, wish->json);
    else if (wish->json)
        print_json(solution, wish);
    else
        print_text(solution, wish);
    return DONE;
}

/* What is looked up lies all over a table: on large pages the processor finds
 * it sooner. */
static void *new_table(size_t size)
{
    enum { LARGE_PAGE = 1 << 21 };
    char *table = calloc(1, size);
    size_t before = -(uintptr_t)table % LARGE_PAGE;

    if (table && before < size)
        madvise(table + before, size - before, MADV_HUGEPAGE);
    return table;
}

static int solve_with(const struct pl_solver *solver, const struct wish *wish)
{
    struct solution solution = {.solver =
                                    wish->has_goal ? solver->goal : solver,
                                .has_goal = wish->has_goal,
                                .goal = (int)wish->goal};
    int code = DONE;

    if (wish->out && !cli_whole_can(wish->out))
        return cli_refuse(FAILED, "solve.cannot_write", wish->out);
    pl_setup_normal(&solution.setup, solver->game, 1);
    solution.table = new_table(solution.solver->size);
    if (!solution.table)
        return cli_refuse(FAILED, "solve.no_memory", solver->id);
    if (wish->all_goals)
        tell_goals(&solution, wish);
    else
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

/* Asked before the long work begins, too. */
static int solve_position(const struct pl_solver *solver, struct wish wish,
                          const char *path, const char *to)
{
    struct pl_match match = {0};
    long upto;
    int code;

    if (!cli_read_record(path, &match))
        return FAILED;
    upto = (long)match.steps;
    if (to && !cli_number(to, 0, (long)match.steps, &upto)) {
        code = cli_refuse(USAGE, "cli.bad_steps", to);
    } else if (!knows(solver, &match)) {
        code = cli_refuse(FAILED, "solve.bad_position", path);
    } else {
        pl_match_rewind(&match, (size_t)upto);
        wish.position = &match;
        code = solve_with(solver, &wish);
    }
    pl_match_free(&match);
    return code;
}

int cmd_solve(int argc, char **argv)
{
    const char *threads = cli_value(&argc, argv, "--threads");
    const char *games = cli_value(&argc, argv, "--play");
    const char *seed = cli_value(&argc, argv, "--seed");
    const char *position = cli_value(&argc, argv, "--position");
    const char *to = cli_value(&argc, argv, "--to");
    const char *goal = cli_value(&argc, argv, "--goal");
    struct wish wish = {.threads = processors(), .seed = 1};
    const struct pl_solver *solver;
    int code;

    wish.out = cli_value(&argc, argv, "--out");
    wish.from = cli_value(&argc, argv, "--from");
    wish.json = cli_flag(&argc, argv, "--json");
    wish.all_goals = cli_flag(&argc, argv, "--goals");
    wish.has_goal = goal || wish.all_goals;
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
    if (goal && !cli_number(goal, 0, 1000, &wish.goal))
        return cli_refuse(USAGE, "solve.bad_goal", goal);
    if (wish.has_goal && (!solver->goal || wish.out || wish.from))
        return cli_refuse(USAGE, "solve.no_goal", solver->id);
    if (position)
        return cli_printed(solve_position(solver, wish, position, to));
    return cli_printed(solve_with(solver, &wish));
}
