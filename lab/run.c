/*
 * The run, in rounds.
 *
 * What is done is always the first so many groups, so that a run can go on from
 * there. Where groups are quick, threads take chunks of them in order and
 * always finish them; each counts for itself, and the sums are added at the end
 * of the round. Where groups take long, threads take one at a time and hand it
 * in; it is counted when all before it are there, and a run that is stopped
 * drops the games that are being played. The first round finds out which it is.
 *
 * Whether the intervals are narrow enough is looked at only when certain
 * numbers of groups are complete: nothing depends on threads or interruptions.
 */
#include "lab.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    FIRST_LOOK = 64,
    KEEP_SECONDS = 10,
    TELL_MS = 100,
    WINDOW = 256 /* groups that are handed in and wait for one before them */
};
static const double quick_group = 1e-3; /* seconds */

struct round {
    struct lab_run *run;
    const struct lab_plan *plan;  /* with the part of this machine */
    struct lab_sums *sums, apart; /* apart: a team's */
    int machines;
    bool slow;                 /* groups are handed in one by one */
    atomic_uint_fast64_t next; /* of this part's groups */
    uint64_t end;
    atomic_bool pause;
    atomic_uint_fast64_t games; /* played in this round so far */
    double begun;
    pthread_mutex_t lock; /* for all that follows */
    pthread_cond_t ended, counted_more;
    int working; /* threads */
    bool failed; /* keep did */
    /* Slow: groups before this one are counted; games of some after it. */
    uint64_t counted;
    struct lab_game *waiting;
    bool there[WINDOW];
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
    uint64_t already; /* groups that were there before the run */
    double before;    /* and before this round */
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

/* Not too far ahead of a group that takes its time. */
static bool take_one(struct round *round, uint64_t *nth)
{
    bool taken;

    pthread_mutex_lock(&round->lock);
    while (atomic_load(&round->next) >= round->counted + WINDOW &&
           !must_end(round))
        pthread_cond_wait(&round->counted_more, &round->lock);
    *nth = atomic_load(&round->next);
    taken = *nth < round->end && !must_end(round);
    if (taken)
        atomic_store(&round->next, *nth + 1);
    pthread_mutex_unlock(&round->lock);
    return taken;
}

static struct lab_game *place_of(const struct round *round, uint64_t nth)
{
    return round->waiting + nth % WINDOW * (size_t)lab_group_games(round->plan);
}

static void free_texts(struct lab_game game[], int count)
{
    for (int i = 0; i < count; i++) {
        free(game[i].text);
        game[i].text = NULL;
    }
}

/* A data set has the games in their order. */
static void write_texts(struct round *round, struct lab_game game[])
{
    int games = lab_group_games(round->plan);

    for (int i = 0; i < games && round->run->write && !round->failed; i++)
        round->failed = game[i].text && !round->run->write(game[i].text);
    if (round->failed)
        atomic_store(&round->pause, true);
    free_texts(game, games);
}

static void count_waiting(struct round *round)
{
    while (round->there[round->counted % WINDOW]) {
        uint64_t nth = round->counted++;

        write_texts(round, place_of(round, nth));

        round->there[nth % WINDOW] = false;
        lab_count(round->plan, lab_own_group(round->plan, nth),
                  place_of(round, nth), round->sums);
    }
}

static void hand_in(struct round *round, uint64_t nth,
                    const struct lab_game game[])
{
    pthread_mutex_lock(&round->lock);
    memcpy(place_of(round, nth), game,
           (size_t)lab_group_games(round->plan) * sizeof *game);
    round->there[nth % WINDOW] = true;
    count_waiting(round);
    pthread_cond_broadcast(&round->counted_more);
    pthread_mutex_unlock(&round->lock);
}

/* False: it was dropped, because the run is stopped. */
static bool play_group(struct worker *worker, uint64_t group,
                       struct lab_game game[])
{
    for (int i = 0; i < lab_group_games(worker->table.plan); i++) {
        if (!lab_play(&worker->table, group, i, &game[i])) {
            free_texts(game, i);
            return false;
        }
        atomic_fetch_add_explicit(&worker->round->games, 1,
                                  memory_order_relaxed);
    }
    return true;
}

static void work_in_chunks(struct worker *worker)
{
    const struct lab_plan *plan = worker->table.plan;
    struct lab_game game[LAB_GAMES];
    uint64_t from, to;

    worker->table.stop = NULL;
    while (take_chunk(worker->round, &from, &to))
        for (uint64_t i = from; i < to; i++) {
            play_group(worker, lab_own_group(plan, i), game);
            lab_count(plan, lab_own_group(plan, i), game, &worker->sums);
        }
}

static void work_one_by_one(struct worker *worker)
{
    struct lab_game game[LAB_GAMES];
    uint64_t nth;

    worker->table.stop = worker->round->run->stop;
    while (take_one(worker->round, &nth) &&
           play_group(worker, lab_own_group(worker->table.plan, nth), game))
        hand_in(worker->round, nth, game);
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct round *round = worker->round;

    if (round->slow)
        work_one_by_one(worker);
    else
        work_in_chunks(worker);
    pthread_mutex_lock(&round->lock);
    if (--round->working == 0)
        pthread_cond_signal(&round->ended);
    pthread_cond_broadcast(&round->counted_more);
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
    } else if (run->width > 0 || run->sprt.high > 0) {
        return 0;
    }
    return wanted / run->plan->shards;
}

static void tell(struct round *round, const struct clock *clock)
{
    const struct lab_run *run = round->run;
    double each = lab_group_games(run->plan);
    double here = (double)atomic_load(&round->games);
    double games = clock->before * each + here * round->machines;
    double wanted = groups_wanted(run);
    struct lab_progress progress = {games, wanted * each, 0, -1,
                                    lab_now() - clock->begun};

    progress.rate =
        (games - (double)clock->already * each) / fmax(1e-3, progress.seconds);
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

static bool keep_is_due(const struct round *round, const struct clock *clock)
{
    return round->run->keep && round->machines == 1 &&
           lab_now() - clock->kept > KEEP_SECONDS;
}

/* What was handed in is whole at any time; chunks must be finished first. */
static void keep_now(struct round *round, struct clock *clock)
{
    if (!round->slow) {
        atomic_store(&round->pause, true);
        return;
    }
    clock->kept = lab_now();
    round->run->done = round->counted;
    round->failed = !round->run->keep(round->run);
    if (round->failed)
        atomic_store(&round->pause, true);
}

static void watch(struct round *round, struct clock *clock)
{
    pthread_mutex_lock(&round->lock);
    while (round->working > 0) {
        struct timespec until = soon();

        pthread_cond_timedwait(&round->ended, &round->lock, &until);
        if (must_end(round)) /* no one waits for a group that never comes */
            pthread_cond_broadcast(&round->counted_more);
        else if (keep_is_due(round, clock))
            keep_now(round, clock);
        if (round->run->tell)
            tell(round, clock);
    }
    pthread_mutex_unlock(&round->lock);
}

/* --- Rounds -------------------------------------------------------------- */

static void play_round(struct round *round, struct worker worker[],
                       struct clock *clock)
{
    int threads = round->run->threads;

    clock->before = (double)round->run->done;
    if (round->slow)
        round->waiting = calloc(WINDOW * (size_t)lab_group_games(round->plan),
                                sizeof *round->waiting);
    pl_assert(!round->slow || round->waiting);

    round->working = threads;
    for (int i = 0; i < threads; i++) {
        worker[i].round = round;
        if (pthread_create(&worker[i].thread, NULL, work, &worker[i]) != 0)
            pl_broken("a thread cannot be started", __FILE__, __LINE__);
    }
    watch(round, clock);
    for (int i = 0; i < threads; i++)
        pthread_join(worker[i].thread, NULL);
    for (uint64_t i = 0; round->slow && i < WINDOW; i++)
        if (round->there[i])
            free_texts(place_of(round, i), lab_group_games(round->plan));
    free(round->waiting);
}

/* Groups of this part that are counted, or will be by collect. */
static uint64_t done_in(struct round *round)
{
    return round->slow ? round->counted : atomic_load(&round->next);
}

static bool was_quick(struct round *round, uint64_t from)
{
    double groups = (double)(done_in(round) - from);

    return (lab_now() - round->begun) * round->run->threads <
           quick_group * groups;
}

uint64_t lab_next_look(uint64_t groups)
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
    return groups >= FIRST_LOOK && lab_next_look(groups - 1) == groups;
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
    int64_t stopped = done_in(round) < round->end;

    collect(run, worker, round->sums);
    lab_team_add(&stopped, 1);
    if (!stopped) {
        lab_team_add(round->sums->n, lab_sums_size(round->sums));
        lab_sums_add(&run->sums, round->sums);
    }
    return !stopped;
}

/* The first round is short: it only finds out how long a group takes. */
static uint64_t end_of_round(const struct lab_run *run, bool looks, bool first)
{
    uint64_t end = lab_own_groups(run->plan, run->groups);

    if (looks && lab_next_look(run->done) < end)
        end = lab_next_look(run->done);
    return first ? end_of_chunk(run->done, end) : end;
}

static bool is_done(const struct lab_run *run)
{
    if (run->done >= lab_own_groups(run->plan, run->groups))
        return true;
    if (!is_look(run->done))
        return false;
    if (run->width > 0 && lab_width(run->plan, &run->sums) <= run->width)
        return true;
    return run->sprt.high > 0 &&
           lab_sprt_verdict(run->plan, &run->sums, &run->sprt) != LAB_OPEN;
}

static bool keep(struct lab_run *run, struct clock *clock, bool last)
{
    if (!run->keep || (!last && lab_now() - clock->kept < KEEP_SECONDS))
        return true;
    clock->kept = lab_now();
    return run->keep(run);
}

static void begin_round(struct round *round, struct lab_run *run,
                        const struct lab_plan *plan, int machines, uint64_t end)
{
    bool team = machines > 1;
    uint64_t from = team ? lab_own_groups(plan, run->done) : run->done;

    *round = (struct round){.run = run,
                            .plan = plan,
                            .machines = machines,
                            .next = from,
                            .counted = from,
                            .end = team ? lab_own_groups(plan, end) : end,
                            .begun = lab_now(),
                            .lock = PTHREAD_MUTEX_INITIALIZER,
                            .ended = PTHREAD_COND_INITIALIZER,
                            .counted_more = PTHREAD_COND_INITIALIZER};
}

/* Sums of a team's round stand apart until all have finished it. */
static bool team_round(struct lab_run *run, struct round *round,
                       struct worker worker[], struct clock *clock)
{
    bool whole;

    lab_sums_begin(&round->apart, run->plan);
    round->sums = &round->apart;
    play_round(round, worker, clock);
    whole = collect_from_team(run, round, worker);
    lab_sums_end(&round->apart);
    return whole;
}

/* False: that was the last one, because the run was stopped or keep failed. */
static bool own_round(struct lab_run *run, struct round *round,
                      struct worker worker[], struct clock *clock)
{
    round->sums = &run->sums;
    play_round(round, worker, clock);
    collect(run, worker, &run->sums);
    run->done = done_in(round);
    return !round->failed && !atomic_load(run->stop);
}

static bool run_rounds(struct lab_run *run, const struct lab_plan *plan,
                       struct worker worker[], int machines)
{
    struct clock clock = {lab_now(), lab_now(), run->done, 0};
    bool team = machines > 1, slow = true, first = !team;
    struct round round;

    while (!is_done(run)) {
        bool looks = run->width > 0 || run->sprt.high > 0 || team;
        uint64_t end = end_of_round(run, looks, first);
        uint64_t from;

        begin_round(&round, run, plan, machines, end);
        from = round.next;
        round.slow = slow;
        if (team ? !team_round(run, &round, worker, &clock)
                 : !own_round(run, &round, worker, &clock))
            break;
        if (team)
            run->done = end;
        slow = plan->writes || !was_quick(&round, from);
        first = false;
        if (!keep(run, &clock, false))
            return false;
    }
    return keep(run, &clock, true);
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
    if (run->report)
        good = run->report(run, good);
    for (int i = 0; i < run->threads; i++) {
        lab_table_end(&worker[i].table);
        lab_sums_end(&worker[i].sums);
    }
    free(worker);
    return good;
}
