/* What happened, in words: one line a step, and what it brought about. */
#include "../paper/howto.h"
#include "cli.h"

#include <stdlib.h>

void cli_add_die(const struct pl_die *die, struct pl_buffer *out)
{
    howto_die(cli_language, die, out);
}

void cli_say_step(FILE *to, const struct pl_match *match, size_t i,
                  const union pl_state *before)
{
    struct pl_buffer text = {0};

    howto_step(cli_language, match, i, before, cli_names(match), &text);
    fprintf(to, "%s\n", text.s);
    pl_buffer_free(&text);
}

void cli_say_events(FILE *to, const struct pl_match *match,
                    const union pl_state *before, const union pl_state *after)
{
    struct pl_message told[PL_MESSAGES];
    int n = match->game->tell(match->game, before, after, told);

    for (int i = 0; i < n; i++) {
        fputs("      ", to);
        cli_say(to, &told[i], cli_names(match));
    }
}

static int width_of(int n)
{
    return snprintf(NULL, 0, "%d", n);
}

void cli_say_result(FILE *to, const struct pl_match *match)
{
    bool over = match->game->turn(match->game, &match->state).what == PL_OVER;
    struct pl_result result;

    match->game->score(match->game, &match->state, &result);
    for (int s = 0; s < match->setup.seats; s++) {
        struct pl_part part[PL_PARTS];
        int n = match->game->parts(match->game, &match->state, s, part);

        cli_say(to,
                &PL_TELL(s,
                         over && result.winners >> s & 1 ? "result.winner"
                                                         : "result.points",
                         .n = result.points[s]),
                cli_names(match));
        for (int i = 0; i < n; i++) {
            struct pl_buffer text = {0};

            pl_words(cli_language, &PL_SAY(part[i].id), NULL, &text);
            fprintf(to, "    %*s%s%d  %s\n", 5 - width_of(part[i].points), "",
                    part[i].points < 0 ? "−" : "", abs(part[i].points), text.s);
            pl_buffer_free(&text);
        }
    }
    if (over && result.aborted)
        cli_say(to, &PL_SAY("result.aborted"), NULL);
}
