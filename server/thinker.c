/* See thinker.h. */
#include "thinker.h"
#include "parlour_bots.h"
#include "parlour_match.h"

#include <errno.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    MOST_THOUGHTS = 1000, /* that wait; beyond that no one thinks deeply */
    MOST_THREADS = 16,
    THINKING = 500 /* milliseconds that a thought may take */
};

struct thinker {
    uv_loop_t *loop;
    void (*thought)(void *context, int table, uint32_t question, int seat,
                    pl_move move);
    void *context;
    int threads, count;
    atomic_bool is_closing; /* nothing is thought any more */
};

struct thought {
    uv_work_t work;
    struct thinker *thinker;
    int table, seat;
    uint32_t question;
    uint64_t most, until; /* nanoseconds: how long it may take; the clock */
    const struct pl_game *game;
    const struct pl_bot *bot;
    union pl_state view;
    struct pl_rng rng;
    pl_move move;
};

/* --- On a thread --------------------------------------------------------- */

static bool is_enough(void *with)
{
    const struct thought *t = with;

    return t->thinker->is_closing || uv_hrtime() > t->until;
}

static void give_way(void)
{
    static _Thread_local bool has;

    if (!has && nice(10) == -1)
        errno = 0; /* lower than low is as good */
    has = true;
}

static void choose(uv_work_t *work)
{
    struct thought *t = work->data;
    const struct pl_budget budget = {
        .temper = (uint8_t)t->seat, .enough = is_enough, .with = t};

    if (t->thinker->is_closing)
        return;
    give_way();
    t->until = uv_hrtime() + t->most;
    t->move = t->bot->choose(t->game, &t->view, t->seat, &t->rng, &budget);
}

/* --- On the loop --------------------------------------------------------- */

static void chosen(uv_work_t *work, int status)
{
    struct thought *t = work->data;
    struct thinker *thinker = t->thinker;

    thinker->count--;
    if (status == 0 && !thinker->is_closing)
        thinker->thought(thinker->context, t->table, t->question, t->seat,
                         t->move);
    pl_game_drop(t->game);
    free(t);
}

static uint64_t time_to_think(const struct thinker *thinker)
{
    return (uint64_t)THINKING * 1000000 * (unsigned)thinker->threads /
           (unsigned)(thinker->threads + thinker->count);
}

static void seed(struct pl_rng *rng)
{
    uint64_t number;

    randombytes_buf(&number, sizeof number);
    pl_seed(rng, number);
}

void thinker_ask(struct thinker *thinker, int table, uint32_t question,
                 int seat, const char *bot, const struct pl_game *game,
                 const union pl_state *view)
{
    struct thought *t = calloc(1, sizeof *t);

    pl_assert(t);
    seed(&t->rng);
    t->work.data = t;
    t->thinker = thinker;
    t->table = table;
    t->seat = seat;
    t->question = question;
    t->game = game;
    pl_game_keep(game);
    t->view = *view;
    t->bot = pl_bot_find(bot);
    if (!t->bot || thinker->count > MOST_THOUGHTS)
        t->bot = pl_bot_find(STAND_IN);
    t->most = time_to_think(thinker);
    thinker->count++;
    pl_assert(uv_queue_work(thinker->loop, &t->work, choose, chosen) == 0);
}

/* --- Other work ---------------------------------------------------------- */

struct chore {
    uv_work_t work;
    struct thinker *thinker;
    void (*run)(void *with);
    void (*done)(void *with);
    void *with;
};

static void run(uv_work_t *work)
{
    struct chore *chore = work->data;

    give_way();
    chore->run(chore->with);
}

static void was_run(uv_work_t *work, int status)
{
    struct chore *chore = work->data;

    (void)status; /* none is ever taken back */
    chore->thinker->count--;
    chore->done(chore->with);
    free(chore);
}

void thinker_do(struct thinker *thinker, void (*work)(void *with),
                void (*done)(void *with), void *with)
{
    struct chore *chore = calloc(1, sizeof *chore);

    pl_assert(chore);
    *chore = (struct chore){
        .thinker = thinker, .run = work, .done = done, .with = with};
    chore->work.data = chore;
    thinker->count++;
    pl_assert(uv_queue_work(thinker->loop, &chore->work, run, was_run) == 0);
}

int thinker_count(const struct thinker *thinker)
{
    return thinker->count;
}

/* --- From opening to closing --------------------------------------------- */

/* The threads are made at the first thought, as many as this says. */
static int count_threads(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int n = cores < 1 ? 1 : cores > MOST_THREADS ? MOST_THREADS : (int)cores;
    char word[16];

    snprintf(word, sizeof word, "%d", n);
    setenv("UV_THREADPOOL_SIZE", word, 1);
    return n;
}

struct thinker *thinker_open(uv_loop_t *loop,
                             void (*thought)(void *context, int table,
                                             uint32_t question, int seat,
                                             pl_move move),
                             void *context)
{
    struct thinker *thinker = calloc(1, sizeof *thinker);

    pl_assert(thinker);
    thinker->loop = loop;
    thinker->thought = thought;
    thinker->context = context;
    thinker->threads = count_threads();
    return thinker;
}

void thinker_close(struct thinker *thinker)
{
    thinker->is_closing = true;
    while (thinker->count > 0)
        uv_run(thinker->loop, UV_RUN_ONCE);
    free(thinker);
}
