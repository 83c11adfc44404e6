/* See store.h: what waits, and the thread that writes it. */
#include "../bounds.h"
#include "errands.h"
#include "sql_pg.h"
#include "store_file.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum op_kind {
    PUT_TABLE,
    PUT_STEP,
    PUT_RECORD,
    DROP_STEPS,
    DROP,
    PUT_RESULT,
    DROP_RESULTS
};

struct op {
    struct op *next;
    uint8_t kind; /* enum op_kind */
    bool is_new;
    char table[TABLE_ID + 1];
    uint32_t game;
    struct stored_step step;
    struct hold *hold;       /* of a shared store */
    struct table_data *data; /* PUT_TABLE */
    char *record;            /* PUT_RECORD */
    struct stored_result result;
};

struct list {
    struct op *first, **last;
    size_t count;
};

struct store {
    struct rows *rows;
    struct list collecting; /* not yet handed over */
    uint64_t collected;

    /* Of the thread that writes: */
    struct fences *fences; /* NULL: the store is ours alone */
    struct hold **fenced;  /* tables of the group */
    int fences_count, fences_room;
    uint64_t group;
    const char *trouble; /* what was last said */

    pthread_t thread;
    struct errands errands;
    pthread_mutex_t mutex; /* of everything below */
    pthread_cond_t work;
    struct list waiting;
    uint64_t since; /* when the oldest that waits came */
    uint64_t writing_since;
    size_t writing; /* of the group that is being committed */
    uint64_t each;  /* nanoseconds that a write takes, lately */
    uint64_t safe;  /* and until a group is safe on the disk */
    uint64_t submitted, synced;
    bool ends;
    struct store_figures figures;
    void (*tell)(void *context);
    void *context;
};

static uint64_t nanoseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* --- Collecting ---------------------------------------------------------- */

static void make_empty(struct list *list)
{
    list->first = NULL;
    list->last = &list->first;
    list->count = 0;
}

static void append(struct list *to, struct list *from)
{
    if (!from->first)
        return;
    *to->last = from->first;
    to->last = from->last;
    to->count += from->count;
    make_empty(from);
}

static struct op *collect(struct store *store, enum op_kind kind,
                          const char *table)
{
    struct op *op = calloc(1, sizeof *op);

    pl_assert(op);
    op->kind = (uint8_t)kind;
    strcpy(op->table, table);
    if (store->fences && table[0])
        op->hold = hold_use(errands_hold(&store->errands, table));
    *store->collecting.last = op;
    store->collecting.last = &op->next;
    store->collecting.count++;
    return op;
}

void store_table(struct store *store, const struct table_data *table,
                 bool is_new)
{
    struct op *op;

    if (store->fences && is_new)
        errands_make(&store->errands, table->id, false);
    op = collect(store, PUT_TABLE, table->id);
    op->is_new = is_new;
    op->data = malloc(sizeof *table);
    pl_assert(op->data);
    *op->data = *table;
    pl_game_keep(table->game);
}

void store_step(struct store *store, const char *table, uint32_t question,
                int seat, const uint8_t *bytes, int count)
{
    struct op *op = collect(store, PUT_STEP, table);

    op->step = (struct stored_step){
        .question = question, .seat = (int8_t)seat, .count = (uint8_t)count};
    memcpy(op->step.bytes, bytes, (size_t)count);
}

void store_record(struct store *store, const char *table, uint32_t game,
                  const char *record)
{
    struct op *op = collect(store, PUT_RECORD, table);

    op->game = game;
    op->record = strdup(record);
    pl_assert(op->record);
}

void store_erase_steps(struct store *store, const char *table)
{
    collect(store, DROP_STEPS, table);
}

/* Also a table that is no one's, or another node's: an operator wants it, or it
 * is too old. */
void store_erase(struct store *store, const char *table)
{
    if (store->fences)
        errands_make(&store->errands, table, true);
    collect(store, DROP, table);
}

void store_result(struct store *store, const struct stored_result *result)
{
    collect(store, PUT_RESULT, "")->result = *result;
}

void store_drop_results(struct store *store, int before)
{
    collect(store, DROP_RESULTS, "")->result.day = before;
}

uint64_t store_submit(struct store *store)
{
    if (!store->collecting.first)
        return store->collected;
    pthread_mutex_lock(&store->mutex);
    if (!store->waiting.first)
        store->since = nanoseconds();
    append(&store->waiting, &store->collecting);
    store->collected = ++store->submitted;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->mutex);
    return store->collected;
}

uint64_t store_synced(struct store *store)
{
    uint64_t synced;

    pthread_mutex_lock(&store->mutex);
    synced = store->synced;
    pthread_mutex_unlock(&store->mutex);
    return synced;
}

bool store_is_busy(struct store *store)
{
    bool busy;

    pthread_mutex_lock(&store->mutex);
    busy = store->waiting.count + store->writing > BOUND_WRITES;
    pthread_mutex_unlock(&store->mutex);
    return busy;
}

/* What is written with a group makes it no more than twice as long. */
bool store_is_behind(struct store *store)
{
    const uint64_t least = BOUND_BEHIND * 1000;
    bool behind;

    pthread_mutex_lock(&store->mutex);
    behind = !store->figures.is_failing &&
             store->waiting.count * store->each >
                 (store->safe > least ? store->safe : least);
    pthread_mutex_unlock(&store->mutex);
    return behind;
}

void store_figures(struct store *store, struct store_figures *out)
{
    pthread_mutex_lock(&store->mutex);
    *out = store->figures;
    out->waiting = store->waiting.count + store->writing;
    if (store->writing > 0)
        out->lag = nanoseconds() - store->writing_since;
    else if (store->waiting.first)
        out->lag = nanoseconds() - store->since;
    out->has_set_aside = rows_file(store->rows)->has_set_aside;
    pthread_mutex_unlock(&store->mutex);
}

/* --- Writing ------------------------------------------------------------- */

static bool put_table(struct store *store, const struct op *op)
{
    return rows_put_table(store->rows, op->data, op->is_new) &&
           (!store->fences || !op->is_new ||
            fences_revive(store->fences, op->hold));
}

static bool write_op(struct store *store, const struct op *op)
{
    struct rows *rows = store->rows;

    switch ((enum op_kind)op->kind) {
    case PUT_TABLE:
        return put_table(store, op);
    case PUT_STEP:
        return rows_put_step(rows, op->table, &op->step);
    case PUT_RECORD:
        return rows_put_record(rows, op->table, op->game, op->record);
    case DROP_STEPS:
        return rows_drop_steps(rows, op->table);
    case DROP:
        return rows_drop(rows, op->table) &&
               (!store->fences || fences_bury(store->fences, op->table));
    case PUT_RESULT:
        return rows_put_result(rows, &op->result);
    case DROP_RESULTS:
        return rows_drop_results(rows, op->result.day);
    }
    return false;
}

/* What was lost stays lost: something is missing there, and what comes after it
 * must not be written, even if the row is free again and still ours. */
static void add_fence(struct store *store, struct hold *hold)
{
    hold->group = store->group;
    hold->code[0] = '\0';
    hold->verdict = HOLD_LOST;
    if (atomic_load(&hold->is_lost))
        return;
    if (store->fences_count == store->fences_room) {
        store->fences_room = 2 * store->fences_room + 64;
        store->fenced = realloc(store->fenced, (size_t)store->fences_room *
                                                   sizeof(struct hold *));
        pl_assert(store->fenced);
    }
    store->fenced[store->fences_count++] = hold;
}

/* Which tables of the group are still ours? */
static bool check_fences(struct store *store, const struct list *group)
{
    if (!store->fences)
        return true;
    store->fences_count = 0;
    store->group++;
    for (const struct op *op = group->first; op; op = op->next) {
        if (op->hold && op->hold->group != store->group)
            add_fence(store, op->hold);
        if (op->hold && op->data)
            strcpy(op->hold->code, op->data->code);
    }
    return fences_check(store->fences, store->fenced, store->fences_count);
}

/* What belongs to a table that is not ours is left out; so is what an earlier
 * try turns out to have written. */
static bool is_due(const struct store *store, const struct op *op)
{
    return !store->fences || !op->table[0] ||
           (op->hold && op->hold->verdict == HOLD_MINE);
}

/* When all of it was written is told, too. */
static bool commit(struct store *store, const struct list *group,
                   uint64_t *written)
{
    bool good = rows_begin(store->rows) && check_fences(store, group);

    for (const struct op *op = group->first; good && op; op = op->next)
        good = !is_due(store, op) || write_op(store, op);
    *written = nanoseconds();
    good = good && rows_commit(store->rows);
    if (!good)
        store->trouble = rows_take_back(store->rows);
    return good;
}

/* After the commit, before anyone hears of it. */
static void note_fences(struct store *store)
{
    for (int i = 0; i < store->fences_count; i++) {
        struct hold *hold = store->fenced[i];

        if (hold->verdict == HOLD_LOST)
            errands_lose(&store->errands, hold);
        else
            hold->seq++;
        hold->is_new = false;
        hold->is_forced = false;
    }
    store->fences_count = 0;
}

static void free_list(struct list *list)
{
    struct op *op = list->first, *next;

    for (; op; op = next) {
        next = op->next;
        if (op->data)
            pl_game_drop(op->data->game);
        free(op->data);
        free(op->record);
        hold_drop(op->hold);
        free(op);
    }
    make_empty(list);
}

/* Or until the end; with the mutex held. */
static void wait_a_second(struct store *store)
{
    struct timespec until;

    store->figures.failures++;
    store->figures.is_failing = true;
    store->figures.trouble = store->trouble;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec++;
    while (!store->ends &&
           pthread_cond_timedwait(&store->work, &store->mutex, &until) == 0)
        ;
}

/* A mean of the last few. */
static void note_time(uint64_t *mean, uint64_t took)
{
    *mean = (7 * *mean + took) / 8;
}

/* With the mutex held, but for the commit. False: it could not be written, and
 * the end has come; then nothing that follows may be written either. */
static bool write_group(struct store *store, struct list *group, uint64_t upto)
{
    bool good, is_last;

    for (;;) {
        uint64_t begun = nanoseconds(), written, safe;

        is_last = store->ends;
        pthread_mutex_unlock(&store->mutex);
        good = commit(store, group, &written);
        pthread_mutex_lock(&store->mutex);
        safe = nanoseconds();
        store->figures.nanoseconds += safe - begun;
        note_time(&store->each, (written - begun) / group->count);
        note_time(&store->safe, safe - written);
        if (good || is_last)
            break;
        wait_a_second(store);
    }
    if (!good)
        return false;
    note_fences(store);
    store->figures.is_failing = false;
    store->figures.commits++;
    store->figures.writes += group->count;
    store->synced = upto;
    return true;
}

static void *write_for_ever(void *arg)
{
    struct store *store = arg;
    struct list group;
    bool good = true;

    make_empty(&group);
    pthread_mutex_lock(&store->mutex);
    while (good) {
        uint64_t upto;

        while (!store->waiting.first && !store->ends)
            pthread_cond_wait(&store->work, &store->mutex);
        if (!store->waiting.first)
            break;
        append(&group, &store->waiting);
        store->writing = group.count;
        store->writing_since = store->since;
        upto = store->submitted;
        good = write_group(store, &group, upto);
        store->writing = 0;
        pthread_mutex_unlock(&store->mutex);
        free_list(&group);
        store->tell(store->context);
        pthread_mutex_lock(&store->mutex);
    }
    pthread_mutex_unlock(&store->mutex);
    return NULL;
}

/* --- Reading ------------------------------------------------------------- */

const char *store_id(const struct store *store)
{
    return rows_file(store->rows)->id;
}

const uint8_t *store_key(const struct store *store)
{
    return rows_file(store->rows)->key;
}

/* A shared store is read by a connection of its own, in transactions. */
static bool look(struct store *store)
{
    struct sql *sql = rows_reader(store->rows);

    return sql->engine->look(sql);
}

static bool looked(struct store *store)
{
    struct sql *sql = rows_reader(store->rows);

    return sql->engine->looked(sql);
}

bool store_find(struct store *store, const char *code, char id[TABLE_ID + 1])
{
    bool found = look(store) && rows_find(store->rows, code, id);

    return looked(store) && found;
}

bool store_read(struct store *store, const char *id, struct stored_table *out)
{
    bool good = look(store) && rows_read(store->rows, id, out);

    if (looked(store) || !good)
        return good;
    stored_free(out);
    return false;
}

char *store_read_record(struct store *store, const char *id, uint32_t game)
{
    char *record = look(store) ? rows_read_record(store->rows, id, game) : NULL;

    looked(store);
    return record;
}

void store_each(struct store *store, int64_t since,
                void (*each)(void *context, const char *id), void *context)
{
    if (look(store))
        rows_each(store->rows, since, each, context);
    looked(store);
}

void store_each_result(struct store *store, int since,
                       void (*each)(void *context,
                                    const struct stored_result *result),
                       void *context)
{
    if (look(store))
        rows_each_result(store->rows, since, each, context);
    looked(store);
}

void store_each_old(struct store *store, int64_t before, int most,
                    void (*each)(void *context, const char *id), void *context)
{
    if (look(store))
        rows_each_old(store->rows, before, most, each, context);
    looked(store);
}

void store_ages(struct store *store, int64_t before, int *all, int *old)
{
    *all = *old = 0;
    if (look(store))
        rows_ages(store->rows, before, all, old);
    looked(store);
}

int store_may_forget(int all, int old, int64_t running)
{
    const int64_t hour = 3600000;

    if (running < hour)
        return 0;
    if (old <= all / 2)
        return old;
    return running < 24 * hour ? 0 : (all + 9) / 10;
}

/* --- From opening to closing --------------------------------------------- */

static void start_thread(struct store *store)
{
    pthread_condattr_t monotonic;

    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&store->mutex, NULL);
    pthread_cond_init(&store->work, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pl_assert(pthread_create(&store->thread, NULL, write_for_ever, store) == 0);
}

bool store_is_address(const char *where)
{
    return sql_pg_is(where);
}

bool store_is_shared(const struct store *store)
{
    return store->fences;
}

void store_send(struct store *store, struct errand *errand)
{
    errands_send(&store->errands, errand);
}

struct errand *store_done(struct store *store)
{
    return errands_done(&store->errands);
}

void store_due(struct store *store, const char *table, int64_t after)
{
    if (store->fences)
        errands_due(&store->errands, table, after);
}

void store_let_go(struct store *store, const char *table)
{
    errands_let_go(&store->errands, table);
}

bool store_lost(struct store *store, char id[TABLE_ID + 1])
{
    return errands_lost(&store->errands, id);
}

int64_t store_blind(struct store *store)
{
    return errands_blind(&store->errands);
}

static void close_rows(struct store *store)
{
    if (store->fences)
        fences_close(store->fences);
    rows_close(store->rows);
    free(store->fenced);
    free(store);
}

struct store *store_open(const char *path, void (*synced)(void *context),
                         void *context, struct pl_message *why)
{
    struct rows *rows = rows_open(path, why);
    struct store *store;

    if (!rows)
        return NULL;
    store = calloc(1, sizeof *store);
    pl_assert(store);
    store->rows = rows;
    store->tell = synced;
    store->context = context;
    make_empty(&store->collecting);
    make_empty(&store->waiting);
    if (sql_pg_is(path))
        store->fences = fences_open(rows_writer(rows));
    if (!errands_open(&store->errands, path, synced, context, why)) {
        close_rows(store);
        return NULL;
    }
    start_thread(store);
    return store;
}

/* The network, or the server, may be away: it is not waited for. */
static void end_thread(struct store *store)
{
    const struct timespec moment = {.tv_nsec = 20000000};

    for (int i = 0; store->fences && i < 150; i++) {
        if (pthread_tryjoin_np(store->thread, NULL) == 0)
            return;
        nanosleep(&moment, NULL);
    }
    if (store->fences)
        sql_pg_give_up(rows_writer(store->rows));
    pthread_join(store->thread, NULL);
}

void store_close(struct store *store)
{
    store_submit(store);
    pthread_mutex_lock(&store->mutex);
    store->ends = true;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->mutex);
    end_thread(store);
    pthread_mutex_destroy(&store->mutex);
    pthread_cond_destroy(&store->work);
    free_list(&store->collecting);
    free_list(&store->waiting);
    errands_close(&store->errands);
    close_rows(store);
}
