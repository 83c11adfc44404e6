/*
 * The run: threads take chunks of groups, each counts for itself, and the sums
 * are added at the end of a round.
 *
 * Chunks are taken in order and always finished, so what is done is the first
 * so many groups whenever a round ends, and a run can go on from there. Whether
 * the intervals are narrow enough is looked at only when certain numbers of
 * groups are complete: nothing depends on threads or on interruptions.
 */
#include "lab.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FIRST_LOOK = 64, KEEP_SECONDS = 10, TELL_MS = 100 };

struct round {
    const struct lab_run *run;
    const struct lab_plan *plan; /* with the part of this machine */
    int machines;
    atomic_uint_fast64_t next; /* of this part's groups */
    uint64_t end;
    atomic_bool pause;
    atomic_uint_fast64_t groups; /* played in this round so far */
    pthread_mutex_t lock;
    pthread_cond_t ended;
    int working; /* threads; under the lock */
};

struct worker {
    struct round *round;
    struct lab_table table;
    struct lab_sums sums;
    pthread_t thread;
};

struct clock {
    double begun;     /* this run */
    double kept;      /* last time that the sums were kept */
    uint64_t already; /* groups that were there before */
};

double lab_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- Threads ------------------------------------------------------------- */

static bool must_end(struct round *round)
{
    return atomic_load(round->run->stop) || atomic_load(&round->pause);
}

/* Up to the end of the chunk that nth lies in. */
static uint64_t end_of_chunk(uint64_t nth, uint64_t end)
{
    uint64_t border = nth / LAB_CHUNK * LAB_CHUNK + LAB_CHUNK;

    return border < end ? border : end;
}

static bool take_chunk(struct round *round, uint64_t *from, uint64_t *to)
{
    uint_fast64_t next = atomic_load(&round->next);

    do {
        if (next >= round->end || must_end(round))
            return false;
        *from = next;
        *to = end_of_chunk(next, round->end);
    } while (!atomic_compare_exchange_weak(&round->next, &next, *to));
    return true;
}

static void play_group(struct worker *worker, uint64_t group)
{
    const struct lab_plan *plan = worker->table.plan;
    struct lab_game game[LAB_GAMES];

    for (int i = 0; i < lab_group_games(plan); i++)
        lab_play(&worker->table, group, i, &game[i]);
    lab_count(plan, group, game, &worker->sums);
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct round *round = worker->round;
    uint64_t from, to;

    while (take_chunk(round, &from, &to))
        for (uint64_t i = from; i < to; i++) {
            play_group(worker, lab_own_group(worker->table.plan, i));
            atomic_fetch_add_explicit(&round->groups, 1, memory_order_relaxed);
        }
    pthread_mutex_lock(&round->lock);
    if (--round->working == 0)
        pthread_cond_signal(&round->ended);
    pthread_mutex_unlock(&round->lock);
    return NULL;
}

/* --- Progress ------------------------------------------------------------ */

/* Intervals narrow with the root of the number of groups. */
static double groups_wanted(const struct lab_run *run)
{
    int64_t groups = *lab_sums_of(&run->sums, LAB_total);
    double wanted = (double)run->groups, ratio;

    if (run->width > 0 && groups >= FIRST_LOOK) {
        ratio = lab_width(run->plan, &run->sums) / run->width;
        wanted = fmin(wanted, fmax(1, ratio * ratio) * (double)groups);
    } else if (run->width > 0) {
        return 0;
    }
    return wanted / run->plan->shards;
}

static void tell(struct round *round, const struct clock *clock)
{
    const struct lab_run *run = round->run;
    double each = lab_group_games(run->plan);
    double here = (double)atomic_load(&round->groups);
    double groups = (double)run->done + here * round->machines;
    double wanted = groups_wanted(run);
    struct lab_progress progress = {groups * each, wanted * each, 0, -1};

    progress.rate = (groups - (double)clock->already) * each /
                    fmax(1e-3, lab_now() - clock->begun);
    if (wanted > 0 && progress.rate > 0)
        progress.left =
            fmax(0, progress.wanted - progress.games) / progress.rate;
    run->tell(&progress);
}

static struct timespec soon(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += TELL_MS * 1000000L;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static void watch(struct round *round, const struct clock *clock)
{
    pthread_mutex_lock(&round->lock);
    while (round->working > 0) {
        struct timespec until = soon();

        pthread_cond_timedwait(&round->ended, &round->lock, &until);
        if (round->run->keep && round->machines == 1 &&
            lab_now() - clock->kept > KEEP_SECONDS)
            atomic_store(&round->pause, true);
        if (round->run->tell)
            tell(round, clock);
    }
    pthread_mutex_unlock(&round->lock);
}

/* --- Rounds -------------------------------------------------------------- */

static void play_round(struct round *round, struct worker worker[],
                       const struct clock *clock)
{
    int threads = round->run->threads;

    round->working = threads;
    for (int i = 0; i < threads; i++) {
        worker[i].round = round;
        if (pthread_create(&worker[i].thread, NULL, work, &worker[i]) != 0)
            pl_broken("a thread cannot be started", __FILE__, __LINE__);
    }
    watch(round, clock);
    for (int i = 0; i < threads; i++)
        pthread_join(worker[i].thread, NULL);
}

/* The next number of groups at which intervals are looked at. */
static uint64_t next_look(uint64_t groups)
{
    uint64_t look = FIRST_LOOK;

    while (look <= groups) {
        uint64_t more = look / 8 / LAB_CHUNK * LAB_CHUNK;

        look += more > LAB_CHUNK ? more : LAB_CHUNK;
    }
    return look;
}

static bool is_look(uint64_t groups)
{
    return groups >= FIRST_LOOK && next_look(groups - 1) == groups;
}

/* Adds what the threads have counted. */
static void collect(struct lab_run *run, struct worker worker[],
                    struct lab_sums *sums)
{
    for (int i = 0; i < run->threads; i++) {
        lab_sums_add(sums, &worker[i].sums);
        lab_sums_clear(&worker[i].sums);
        for (int bot = 0; bot < run->plan->bots; bot++)
            if (!run->said[bot].length)
                run->said[bot] = worker[i].table.said[bot];
    }
}

/* A machine that was stopped in the middle of a round makes the round void for
 * all of them: what is done stays a row without gaps. */
static bool collect_from_team(struct lab_run *run, struct round *round,
                              struct worker worker[])
{
    int64_t stopped = atomic_load(&round->next) < round->end;
    struct lab_sums sums;

    lab_sums_begin(&sums, run->plan);
    collect(run, worker, &sums);
    lab_team_add(&stopped, 1);
    if (!stopped) {
        lab_team_add(sums.n, lab_sums_size(&sums));
        lab_sums_add(&run->sums, &sums);
    }
    lab_sums_end(&sums);
    return !stopped;
}

static uint64_t end_of_round(const struct lab_run *run, bool looks)
{
    uint64_t end = lab_own_groups(run->plan, run->groups);

    return looks && next_look(run->done) < end ? next_look(run->done) : end;
}

static bool is_done(const struct lab_run *run)
{
    if (run->done >= lab_own_groups(run->plan, run->groups))
        return true;
    return run->width > 0 && is_look(run->done) &&
           lab_width(run->plan, &run->sums) <= run->width;
}

static bool keep(struct lab_run *run, struct clock *clock, bool last)
{
    if (!run->keep || (!last && lab_now() - clock->kept < KEEP_SECONDS))
        return true;
    clock->kept = lab_now();
    return run->keep(run);
}

static struct round begin_round(const struct lab_run *run,
                                const struct lab_plan *plan, int machines,
                                uint64_t end)
{
    bool team = machines > 1;

    return (struct round){.run = run,
                          .plan = plan,
                          .machines = machines,
                          .next = team ? lab_own_groups(plan, run->done)
                                       : run->done,
                          .end = team ? lab_own_groups(plan, end) : end,
                          .lock = PTHREAD_MUTEX_INITIALIZER,
                          .ended = PTHREAD_COND_INITIALIZER};
}

static bool run_rounds(struct lab_run *run, const struct lab_plan *plan,
                       struct worker worker[], int machines)
{
    struct clock clock = {lab_now(), lab_now(), run->done};
    bool team = machines > 1, good = true;

    while (good && !is_done(run)) {
        uint64_t end = end_of_round(run, run->width > 0 || team);
        struct round round = begin_round(run, plan, machines, end);

        play_round(&round, worker, &clock);
        if (!team) {
            collect(run, worker, &run->sums);
            run->done = atomic_load(&round.next);
            if (atomic_load(run->stop))
                break;
        } else if (collect_from_team(run, &round, worker)) {
            run->done = end;
        } else {
            break;
        }
        good = keep(run, &clock, false);
    }
    return good && keep(run, &clock, true);
}

bool lab_run(struct lab_run *run)
{
    struct worker *worker = calloc((size_t)run->threads, sizeof *worker);
    struct lab_plan plan = *run->plan;
    struct lab_team team;
    bool good;

    pl_assert(worker);
    lab_team_begin(&team);
    if (team.size > 1) {
        plan.shard = team.rank;
        plan.shards = team.size;
    }
    for (int i = 0; i < run->threads; i++) {
        lab_table_begin(&worker[i].table, &plan);
        lab_sums_begin(&worker[i].sums, &plan);
    }
    good = run_rounds(run, &plan, worker, team.size);
    for (int i = 0; i < run->threads; i++) {
        lab_table_end(&worker[i].table);
        lab_sums_end(&worker[i].sums);
    }
    free(worker);
    return good;
}
