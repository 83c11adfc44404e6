/* See neighbours.h. */
#include "neighbours.h"

#include <stdlib.h>
#include <string.h>

#define NOW "(extract(epoch FROM clock_timestamp())*1000)::bigint"

static const char tell[] =
    "INSERT INTO nodes VALUES(?1," NOW ",?2,?3,?4) ON CONFLICT(node) "
    "DO UPDATE SET (at,lobby,shares,orders)=(" NOW ",?2,?3,?4)";
static const char hear[] =
    "SELECT lobby,shares,orders FROM nodes WHERE node<>?1 AND at>" NOW "-10000";
static const char hear_results[] =
    "SELECT day,key,value FROM results WHERE at>" NOW "-?1";
static const char sweep[] = "DELETE FROM nodes WHERE at<" NOW "-60000";
static const char count[] = "SELECT count(*) FROM nodes WHERE at>" NOW "-5000";

struct neighbours {
    struct stmt *tell, *hear, *hear_results, *sweep, *count;
};

static struct stmt *prepare(struct sql *sql, const char *text)
{
    return sql->engine->prepare(sql, text);
}

struct neighbours *neighbours_open(struct sql *sql)
{
    struct neighbours *n = malloc(sizeof *n);

    pl_assert(n);
    *n = (struct neighbours){.tell = prepare(sql, tell),
                             .hear = prepare(sql, hear),
                             .hear_results = prepare(sql, hear_results),
                             .sweep = prepare(sql, sweep),
                             .count = prepare(sql, count)};
    return n;
}

void neighbours_close(struct neighbours *n)
{
    struct stmt *all[] = {n->tell, n->hear, n->hear_results, n->sweep,
                          n->count};

    for (int i = 0; i < 5; i++)
        all[i]->engine->free(all[i]);
    free(n);
}

static void say(struct neighbours *n, const char *node, struct tidings *tidings)
{
    bind_text(n->tell, 1, node);
    bind_text(n->tell, 2, tidings->lobby.s);
    bind_blob(n->tell, 3, tidings->shares.s, (int)tidings->shares.length);
    bind_text(n->tell, 4, tidings->orders.s);
    if (sql_run_stmt(n->tell))
        sql_run_stmt(n->sweep);
    pl_buffer_free(&tidings->lobby);
    pl_buffer_free(&tidings->shares);
    pl_buffer_free(&tidings->orders);
    pl_add(&tidings->lobby, "");
    pl_add(&tidings->shares, "");
    pl_add(&tidings->orders, "");
    tidings->nodes = 1;
}

static void take_results(struct stmt *stmt, struct tidings *tidings)
{
    while (sql_next(stmt)) {
        if (tidings->results % 64 == 0) {
            tidings->result =
                realloc(tidings->result, (size_t)(tidings->results + 64) *
                                             sizeof *tidings->result);
            pl_assert(tidings->result);
        }
        tidings->result[tidings->results++] =
            (struct stored_result){.day = (int)number_at(stmt, 0),
                                   .key = (uint64_t)number_at(stmt, 1),
                                   .value = (int)number_at(stmt, 2)};
    }
    sql_reset(stmt);
}

void neighbours_tell(struct neighbours *n, const char *node,
                     struct tidings *tidings)
{
    struct stmt *stmt = n->hear;

    say(n, node, tidings);
    bind_text(stmt, 1, node);
    while (sql_next(stmt)) {
        int size;
        const char *shares = blob_at(stmt, 1, &size);

        pl_add(&tidings->lobby, text_at(stmt, 0));
        pl_add_bytes(&tidings->shares, shares, (size_t)size);
        pl_add(&tidings->orders, text_at(stmt, 2));
        tidings->nodes++;
    }
    sql_reset(stmt);
    bind_number(n->hear_results, 1, tidings->since);
    take_results(n->hear_results, tidings);
}

int neighbours_count(struct neighbours *n)
{
    int nodes = 0;

    if (sql_next(n->count))
        nodes = (int)number_at(n->count, 0);
    sql_reset(n->count);
    return nodes;
}
