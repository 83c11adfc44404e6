/* SQLite as an engine of sql.h. */
#ifndef SQL_LITE_H
#define SQL_LITE_H

#include "sql.h"

#include <sqlite3.h>

/* Takes the connection over; NULL stays NULL. */
struct sql *sql_lite(sqlite3 *db);

#endif
