/* parlour verify RECORD: whether the dice of a table server were fair. */
#include "cli.h"

int cmd_verify(int argc, char **argv)
{
    struct pl_match match = {0};
    struct pl_message why;
    size_t step, throws = 0;
    bool good;
    int code;

    if (!cli_arguments(argc, argv, 1, 1, &code))
        return code;
    if (!cli_read_record(argv[1], &match))
        return FAILED;
    good = pl_fair_check(&match, &step, &why);
    if (good) {
        for (size_t i = 0; i < match.steps; i++)
            throws += match.step[i].what == PL_CHANCE;
        cli_say(stdout, &PL_SAY("verify.good", .n = (int)throws), NULL);
    }
    pl_match_free(&match);
    return good ? DONE : cli_fail(FAILED, &why);
}
