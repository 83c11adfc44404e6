/*
 * PostgreSQL as an engine of sql.h, by libpq.
 *
 * A connection is made when it is first needed, and made again after anything
 * went wrong; only begin and look do that, so that no transaction goes on in
 * another one. On a connection that writes, statements are sent without waiting
 * (pipeline mode), and what came of them is known at the commit. A server that
 * says nothing for a while is taken for dead.
 */
#ifndef SQL_PG_H
#define SQL_PG_H

#include "sql.h"
#include "store.h"

bool sql_pg_is(const char *where); /* an address of PostgreSQL? */
/* Not yet connected. */
struct sql *sql_pg(const char *where, bool writes);
/* Makes what the store needs there, and reads its name and secret; false: why
 * says what is in the way. */
bool sql_pg_make(const char *where, char id[STORE_ID + 1], uint8_t key[PL_SEED],
                 struct pl_message *why);
/* Waits for all that was sent since begin; each row that came is shown. The
 * transaction goes on. */
bool sql_pg_settle(struct sql *sql,
                   void (*row)(void *context, int statement, int64_t value),
                   void *context);
/* Numbers the statements that sql_pg_settle shows rows of: the next is 0. */
void sql_pg_count(struct sql *sql);
/* From another thread: anyone who waits there gives up. */
void sql_pg_give_up(struct sql *sql);

#endif
