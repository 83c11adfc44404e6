/* parlour move-store FROM TO: a server's data, from a file into PostgreSQL or
 * back. */
#include "../server/store/move.h"
#include "cli.h"

int cmd_move_store(int argc, char **argv)
{
    struct pl_message why;
    struct moved moved;
    int code;

    if (!cli_arguments(argc, argv, 2, 2, &code))
        return code;
    if (!store_move(argv[1], argv[2], &moved, &why))
        return cli_fail(FAILED, &why);
    cli_say(stdout,
            &PL_SAY("move.done", .n = moved.tables, .m = (int)moved.rows),
            NULL);
    return DONE;
}
