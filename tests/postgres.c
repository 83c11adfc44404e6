/* See postgres.h. */
#include "postgres.h"
#include "house.h"

#include <postgresql/libpq-fe.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[256], address[512];
static PGconn *conn;

static int tool(const char *what, const char *more)
{
    char command[1024];
    FILE *out;

    snprintf(command, sizeof command, "tools/postgres %s %s/pg %s", what,
             folder, more);
    out = popen(command, "r");
    if (!out)
        return -1;
    if (strcmp(what, "start") == 0 &&
        (!fgets(address, sizeof address, out) || strlen(address) < 10))
        address[0] = '\0';
    address[strcspn(address, "\n")] = '\0';
    return pclose(out);
}

int postgres_start(void)
{
    snprintf(folder, sizeof folder, "%s/parlour-XXXXXX",
             getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    if (!mkdtemp(folder) || tool("start", "") != 0)
        return -1;
    conn = PQconnectdb(address);
    return PQstatus(conn) == CONNECTION_OK ? 0 : -1;
}

int postgres_stop(void)
{
    char command[512];

    PQfinish(conn);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return tool("stop", "immediate") | system(command);
}

const char *postgres_address(void)
{
    return address;
}

void postgres_run(const char *sql)
{
    PGresult *result = PQexec(conn, sql);
    ExecStatusType status = PQresultStatus(result);

    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQresultErrorMessage(result));
    PQclear(result);
}

void postgres_empty(void)
{
    postgres_run("SET client_min_messages=error;"
                 "DROP SCHEMA public CASCADE;CREATE SCHEMA public");
}

int64_t postgres_number(const char *sql)
{
    PGresult *result = PQexec(conn, sql);
    int64_t n = 0;

    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) < 1)
        fail_msg("%s: %s", sql, PQresultErrorMessage(result));
    n = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    return n;
}
