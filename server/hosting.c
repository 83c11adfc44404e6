/* What tables want of the world: random bytes, a store, bots, and that someone
 * is told. */
#include "inside.h"

#include <sodium.h>
#include <string.h>

static void random_bytes(void *context, void *bytes, size_t size)
{
    (void)context;
    randombytes_buf(bytes, size);
}

static void save(void *context, const struct table_data *table, bool is_new)
{
    store_table(((struct service *)context)->store, table, is_new);
}

static void save_step(void *context, const char *table, uint32_t question,
                      int seat, const uint8_t *bytes, int count)
{
    store_step(((struct service *)context)->store, table, question, seat, bytes,
               count);
}

static void save_record(void *context, const char *table, uint32_t game,
                        const char *record)
{
    store_record(((struct service *)context)->store, table, game, record);
}

static void erase_steps(void *context, const char *table)
{
    store_erase_steps(((struct service *)context)->store, table);
}

static void erase(void *context, const char *table)
{
    store_erase(((struct service *)context)->store, table);
}

static uint64_t submit(void *context)
{
    return store_submit(((struct service *)context)->store);
}

static void due(void *context, const char *table, int64_t after)
{
    store_due(((struct service *)context)->store, table, after);
}

static bool is_busy(void *context)
{
    return store_is_busy(((struct service *)context)->store);
}

static void let_go(void *context, const char *id)
{
    store_let_go(((struct service *)context)->store, id);
}

void hosting_put_back(struct service *service,
                      const struct stored_table *stored)
{
    if (!tables_restore(service->tables, &stored->data, stored->step,
                        stored->steps))
        store_let_go(service->store, stored->data.id);
}

/* Anyone who asks for a table by the wire has sent an errand before; the
 * operator waits, and where there are many nodes he asks the right one. */
static void fetch(void *context, const char *id)
{
    struct service *service = context;
    const struct errand *ready = service->ready;
    struct stored_table stored;

    if (ready && ready->kind == FETCH_TABLE && strcmp(ready->table, id) == 0) {
        if (ready->found == FOUND)
            hosting_put_back(service, &ready->stored);
    } else if (!store_is_shared(service->store) &&
               store_read(service->store, id, &stored)) {
        hosting_put_back(service, &stored);
        stored_free(&stored);
    }
}

static bool find(void *context, const char *code, char id[TABLE_ID + 1])
{
    const struct errand *ready = ((struct service *)context)->ready;

    (void)code;
    if (!ready || ready->kind != FIND_CODE || ready->found != FOUND)
        return false;
    strcpy(id, ready->table);
    return true;
}

static char *record(void *context, const char *id, uint32_t game)
{
    const struct errand *ready = ((struct service *)context)->ready;

    (void)id;
    (void)game;
    return ready && ready->text ? strdup(ready->text) : NULL;
}

static char *draw(void *context, const char *text)
{
    const char *drawn = ((struct service *)context)->drawn;

    (void)text;
    return drawn ? strdup(drawn) : NULL;
}

static void wake(void *context, int guest)
{
    sockets_wake(((struct service *)context)->sockets, guest);
}

static void think(void *context, int table, uint32_t question, int seat,
                  const char *bot, const struct pl_game *game,
                  const union pl_state *view)
{
    thinker_ask(((struct service *)context)->thinker, table, question, seat,
                bot, game, view);
}

void hosting_thought(void *context, int table, uint32_t question, int seat,
                     pl_move move)
{
    struct service *service = context;

    tables_thought(service->tables, table, question, seat, move, now(service));
}

void hosting_put_back_first(void *context, const char *id)
{
    struct service *service = context;
    struct figures figures;

    tables_figures(service->tables, &figures);
    if (figures.tables < service->limits.tables)
        fetch(service, id);
}

struct host hosting(struct service *service)
{
    return (struct host){.context = service,
                         .random = random_bytes,
                         .save = save,
                         .save_step = save_step,
                         .save_record = save_record,
                         .erase_steps = erase_steps,
                         .erase = erase,
                         .submit = submit,
                         .due = due,
                         .is_busy = is_busy,
                         .let_go = let_go,
                         .fetch = fetch,
                         .find = find,
                         .record = record,
                         .draw = draw,
                         .think = think,
                         .wake = wake};
}
