/* See claims.h. */
#include "claims.h"
#include "sha256.h"
#include "sql_pg.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define NOW "(extract(epoch FROM clock_timestamp())*1000)::bigint"

/* For the test of the test: a node that does not look before it writes, nor
 * whether its tables are still its own. */
#ifdef UNFENCED
#define IS_OURS "?2::bytea IS NOT NULL"
#define WAS_COUNTED "0::bigint"
#define IS_UNFENCED true
#else
#define IS_UNFENCED false
#define IS_OURS "claim=?2 AND seq IN(?3,?3+1)"
#define WAS_COUNTED "seq-?3"
#endif

/* No two tables wait under one code. Anyone who is late is lost, comes back and
 * gets another. */
#define CODE_IS_FREE                                                           \
    "NOT EXISTS(SELECT 1 FROM tables WHERE code=?5 AND code<>'' AND id<>?1)"

/* At READ COMMITTED each statement sees what was committed before it. */
static const char fence[] =
    "WITH mine AS (SELECT id,seq FROM claims WHERE id=?1 AND " IS_OURS
    " AND " CODE_IS_FREE " FOR UPDATE SKIP LOCKED),"
    "counted AS (UPDATE claims SET seq=?3+1,"
    "due=CASE WHEN ?4<0 THEN NULL ELSE " NOW "+?4 END "
    "FROM mine WHERE claims.id=mine.id) "
    "SELECT " WAS_COUNTED " FROM mine";
static const char add[] =
    "INSERT INTO claims SELECT ?1,?2,0,0," NOW ",NULL,NULL WHERE NOT EXISTS("
    "SELECT 1 FROM tables WHERE code=?3 AND code<>'') "
    "ON CONFLICT(id) DO NOTHING";
static const char force[] =
    "INSERT INTO claims VALUES(?1,?2,0,0," NOW ",NULL,NULL) "
    "ON CONFLICT(id) DO UPDATE SET claim=?2,seq=0,claimed=" NOW;
static const char bury[] =
    "UPDATE claims SET claim=NULL,due=NULL,buried=" NOW " WHERE id=?1";
static const char revive[] =
    "UPDATE claims SET claim=?2,buried=NULL WHERE id=?1";

/* A claim is good for two seconds at least: two proxies that disagree must not
 * pull a table to and fro. Nor does anyone get far by naming a large number of
 * tries: beyond the last one there would be no other node to go to. */
#define NO_PAGE "?3>=1000000"
#define IS_NEAR "(?3-tries BETWEEN 0 AND 16 OR " NO_PAGE ")"
static const char take[] =
    "UPDATE claims SET claim=?2,"
    "tries=CASE WHEN " NO_PAGE " THEN tries ELSE ?3 END,claimed=" NOW
    " WHERE id=?1 "
    "AND buried IS NULL AND " IS_NEAR " AND (claim IS NULL OR claimed<" NOW
    "-2000)";
static const char taken[] =
    "SELECT CASE WHEN buried IS NOT NULL THEN 1::bigint "
    "WHEN claim=?2 THEN 0::bigint WHEN NOT " IS_NEAR " THEN 2::bigint "
    "ELSE 3::bigint END,seq,tries,coalesce(greatest(due-" NOW ",0),-1) "
    "FROM claims WHERE id=?1";
static const char compare[] =
    "SELECT w.id FROM unnest(string_to_array(?1,' '),string_to_array(?2,' ')) "
    "AS w(id,claim) LEFT JOIN claims c ON c.id=w.id "
    "AND c.claim=decode(w.claim,'hex') WHERE c.id IS NULL";
static const char each_due[] =
    "SELECT id FROM claims WHERE due<" NOW "-3000 AND claimed<" NOW "-5000 "
    "ORDER BY due LIMIT ?1 FOR UPDATE SKIP LOCKED";
static const char sweep[] =
    "DELETE FROM claims WHERE buried<" NOW "-40*86400000::bigint";

/* --- Holds ------------------------------------------------------------------
 */

struct hold *hold_new(const char *id)
{
    struct hold *hold = calloc(1, sizeof *hold);

    pl_assert(hold);
    strcpy(hold->id, id);
    randombytes_buf(hold->token, CLAIM);
    hold->due = -1;
    atomic_init(&hold->users, 1);
    return hold;
}

struct hold *hold_use(struct hold *hold)
{
    if (hold)
        atomic_fetch_add(&hold->users, 1);
    return hold;
}

void hold_drop(struct hold *hold)
{
    if (hold && atomic_fetch_sub(&hold->users, 1) == 1)
        free(hold);
}

/* --- Writing
 * ------------------------------------------------------------------ */

struct fences {
    struct sql *sql;
    struct stmt *fence, *add, *force, *bury, *revive;
};

static struct stmt *prepare(struct sql *sql, const char *text)
{
    return sql->engine->prepare(sql, text);
}

struct fences *fences_open(struct sql *sql)
{
    struct fences *fences = malloc(sizeof *fences);

    pl_assert(fences);
    *fences = (struct fences){.sql = sql,
                              .fence = prepare(sql, fence),
                              .add = prepare(sql, add),
                              .force = prepare(sql, force),
                              .bury = prepare(sql, bury),
                              .revive = prepare(sql, revive)};
    return fences;
}

void fences_close(struct fences *fences)
{
    struct stmt *all[] = {fences->fence, fences->add, fences->force,
                          fences->bury, fences->revive};

    for (int i = 0; i < 5; i++)
        all[i]->engine->free(all[i]);
    free(fences);
}

static bool run_with_token(struct stmt *stmt, const struct hold *hold)
{
    bind_text(stmt, 1, hold->id);
    bind_blob(stmt, 2, hold->token, CLAIM);
    return sql_run_stmt(stmt);
}

static bool send_fence(struct fences *fences, struct hold *hold)
{
    bind_text(fences->add, 3, hold->code);
    if (hold->is_new && !run_with_token(fences->add, hold))
        return false;
    if (hold->is_forced) {
        hold->seq = 0;
        if (!run_with_token(fences->force, hold))
            return false;
    }
    bind_number(fences->fence, 3, hold->seq);
    bind_number(fences->fence, 4, atomic_load(&hold->due));
    bind_text(fences->fence, 5, hold->code);
    return run_with_token(fences->fence, hold);
}

static void hear_verdict(void *context, int statement, int64_t was_counted)
{
    struct hold **hold = context;

    hold[statement]->verdict = was_counted ? HOLD_DONE : HOLD_MINE;
}

bool fences_check(struct fences *fences, struct hold **hold, int holds)
{
    bool good = true;

    sql_pg_count(fences->sql);
    for (int i = 0; good && i < holds; i++) {
        hold[i]->verdict = HOLD_LOST;
        good = send_fence(fences, hold[i]);
    }
    return good && sql_pg_settle(fences->sql, hear_verdict, hold);
}

bool fences_bury(struct fences *fences, const char *id)
{
    bind_text(fences->bury, 1, id);
    return sql_run_stmt(fences->bury);
}

bool fences_revive(struct fences *fences, const struct hold *hold)
{
    return run_with_token(fences->revive, hold);
}

/* --- Reading
 * ------------------------------------------------------------------- */

struct claims {
    struct stmt *take, *taken, *compare, *each_due, *sweep;
};

struct claims *claims_open(struct sql *sql)
{
    struct claims *claims = malloc(sizeof *claims);

    pl_assert(claims);
    *claims = (struct claims){.take = prepare(sql, take),
                              .taken = prepare(sql, taken),
                              .compare = prepare(sql, compare),
                              .each_due = prepare(sql, each_due),
                              .sweep = prepare(sql, sweep)};
    return claims;
}

void claims_close(struct claims *claims)
{
    struct stmt *all[] = {claims->take, claims->taken, claims->compare,
                          claims->each_due, claims->sweep};

    for (int i = 0; i < 5; i++)
        all[i]->engine->free(all[i]);
    free(claims);
}

/* First the token, then the look: what someone else committed in between is
 * seen by all that follows. */
enum found claims_take(struct claims *claims, struct hold *hold,
                       uint32_t *tries)
{
    static const enum found meaning[] = {FOUND, BURIED, ELSEWHERE, LATER};
    struct stmt *stmt = claims->taken;
    enum found found = NOT_THERE;

    bind_number(claims->take, 3, *tries);
    if (!run_with_token(claims->take, hold))
        return LATER;
    bind_text(stmt, 1, hold->id);
    bind_blob(stmt, 2, hold->token, CLAIM);
    bind_number(stmt, 3, *tries);
    if (sql_next(stmt)) {
        found = meaning[number_at(stmt, 0) & 3];
        hold->seq = number_at(stmt, 1);
        *tries = (uint32_t)number_at(stmt, 2);
        hold->due = number_at(stmt, 3);
    }
    sql_reset(stmt);
    return found;
}

void claims_compare(struct claims *claims, struct hold *const hold[], int holds,
                    void (*lost)(void *context, const char *id), void *context)
{
    struct pl_buffer ids = {0}, tokens = {0};
    char token[2 * CLAIM + 1];
    struct stmt *stmt = claims->compare;

    pl_add(&ids, "");
    pl_add(&tokens, "");
    for (int i = 0; i < holds; i++) {
        pl_hex_write(hold[i]->token, CLAIM, token);
        pl_add(&ids, i ? " " : "");
        pl_add(&ids, hold[i]->id);
        pl_add(&tokens, i ? " " : "");
        pl_add(&tokens, token);
    }
    bind_text(stmt, 1, ids.s);
    bind_text(stmt, 2, tokens.s);
    while (sql_next(stmt))
        if (!IS_UNFENCED)
            lost(context, text_at(stmt, 0));
    sql_reset(stmt);
    pl_buffer_free(&ids);
    pl_buffer_free(&tokens);
}

void claims_each_due(struct claims *claims, int most,
                     void (*each)(void *context, const char *id), void *context)
{
    bind_number(claims->each_due, 1, most);
    while (sql_next(claims->each_due))
        each(context, text_at(claims->each_due, 0));
    sql_reset(claims->each_due);
}

void claims_sweep(struct claims *claims)
{
    sql_run_stmt(claims->sweep);
}
