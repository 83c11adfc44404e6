/* parlour replay FILE: a record step by step, or printed whole. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_step(const struct pl_match *match, size_t i,
                       const union pl_state *before)
{
    printf("%4zu  ", i + 1);
    cli_say_step(stdout, match, i, before);
}

static void print_whole(const struct pl_match *match, size_t upto)
{
    struct pl_replay replay;

    pl_replay_start(&replay, match);
    while (replay.steps < upto && pl_replay_next(&replay)) {
        print_step(match, replay.steps - 1, &replay.before);
        cli_say_events(stdout, match, &replay.before, &replay.state);
    }
}

static void show_at(struct pl_match *match, size_t steps, size_t all)
{
    static struct pl_scene scene;
    struct pl_message question;
    struct pl_replay replay;

    memset(&scene, 0, sizeof scene);
    pl_replay_start(&replay, match);
    pl_replay_to(&replay, steps);
    printf("\n--- %zu / %zu ---\n", steps, all);
    if (steps > 0)
        print_step(match, steps - 1, &replay.before);
    match->game->show(match->game, &replay.state, -1, &scene);
    cli_draw_table(stdout, &scene, cli_names(match), isatty(1));
    match->game->ask(match->game, &replay.state, -1, &question);
    cli_say(stdout, &question, cli_names(match));
}

/* Enter goes on, "b" back, a number jumps, "q" ends. */
static void step_through(struct pl_match *match)
{
    size_t at = 0;
    char line[64];

    for (;;) {
        show_at(match, at, match->steps);
        cli_prompt("replay.prompt");
        if (!fgets(line, sizeof line, stdin) || line[0] == 'q')
            return;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0' && at < match->steps) {
            at++;
        } else if (strcmp(line, "b") == 0 && at > 0) {
            at--;
        } else if (line[0] != '\0' && line[0] != 'b') {
            long n;

            if (cli_number(line, 0, (long)match->steps, &n))
                at = (size_t)n;
            else
                cli_say(stdout, &PL_SAY("replay.bad", .n = (int)match->steps),
                        NULL);
        }
    }
}

int cmd_replay(int argc, char **argv)
{
    bool steps = cli_flag(&argc, argv, "--step");
    const char *to = cli_value(&argc, argv, "--to");
    struct pl_match match = {0};
    long upto;
    int code;

    if (!cli_arguments(argc, argv, 1, 1, &code))
        return code;
    if (!cli_read_record(argv[1], &match))
        return FAILED;
    upto = (long)match.steps;
    if (to && !cli_number(to, 0, (long)match.steps, &upto)) {
        pl_match_free(&match);
        return cli_refuse(USAGE, "cli.bad_steps", to);
    }
    if (steps) {
        step_through(&match);
    } else {
        print_whole(&match, (size_t)upto);
        pl_match_rewind(&match, (size_t)upto);
        cli_say_result(stdout, &match);
    }
    pl_match_free(&match);
    return DONE;
}
