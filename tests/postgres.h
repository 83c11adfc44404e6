/* A PostgreSQL of one's own in a temporary folder, for tests: tools/postgres.
 */
#ifndef POSTGRES_H
#define POSTGRES_H

#include <stdint.h>

int postgres_start(void); /* 0: it runs */
int postgres_stop(void);
const char *postgres_address(void);
void postgres_empty(void); /* as if it had just been made */
void postgres_run(const char *sql);
int64_t postgres_number(const char *sql);

#endif
