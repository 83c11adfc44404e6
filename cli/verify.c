/* parlour verify RECORD: whether the dice of a table server were fair, or those
 * of a game of the day are the day's. */
#include "cli.h"
#include "parlour_bots.h"

static void say(const struct pl_message *message)
{
    cli_say(stdout, message, NULL);
}

/* What the check proves, and what it cannot. */
static void say_worth(const struct pl_match *match)
{
    struct pl_fair_counts count;

    pl_fair_count(match, &count);
    say(&PL_SAY("verify.good", .n = count.results));
    say(match->fair.hashes ? &PL_SAY("verify.devices") : &PL_SAY("fair.once"));
    if (!match->fair.is_together) {
        say(&PL_SAY("fair.known"));
    } else {
        say(&PL_SAY("fair.together", .n = count.draws - count.alone,
                    .m = count.draws));
        if (count.left_out)
            say(&PL_SAY("fair.left_out", .n = count.left_out));
        if (count.alone)
            say(&PL_SAY("fair.alone", .n = count.alone));
    }
    if (match->game->has_hands)
        say(&PL_SAY("fair.server"));
}

static bool verify_daily(const struct pl_match *match, struct pl_message *why)
{
    struct pl_message good = PL_SAY("verify.daily");
    size_t step;

    if (!pl_daily_check_all(match, &step, why))
        return false;
    pl_put(&good.word, match->daily);
    say(&good);
    return true;
}

static bool verify_fair(const struct pl_match *match, struct pl_message *why)
{
    size_t step;

    if (!pl_fair_check(match, &step, why))
        return false;
    say_worth(match);
    return true;
}

int cmd_verify(int argc, char **argv)
{
    struct pl_match match = {0};
    struct pl_message why;
    bool good;
    int code;

    if (!cli_arguments(argc, argv, 1, 1, &code))
        return code;
    if (!cli_read_record(argv[1], &match))
        return FAILED;
    good =
        match.daily[0] ? verify_daily(&match, &why) : verify_fair(&match, &why);
    code = good ? DONE : cli_fail(FAILED, &why);
    pl_match_free(&match);
    return code;
}
