/* parlour backup STORE FILE: a copy of a server's store. */
#include "../server/store/store.h"
#include "cli.h"

int cmd_backup(int argc, char **argv)
{
    struct pl_message why;
    int code;

    if (!cli_arguments(argc, argv, 2, 2, &code))
        return code;
    if (!store_backup(argv[1], argv[2], &why))
        return cli_fail(FAILED, &why);
    cli_print("backup.done");
    return DONE;
}
