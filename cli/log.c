/* What happened, in words: one line a step, and what it brought about. */
#include "cli.h"

static void add_chance(const struct pl_match *match, const struct pl_step *step,
                       const union pl_state *before, struct pl_buffer *out)
{
    struct pl_chance chance;

    match->game->chance(before, &chance);
    pl_words(cli_language, &PL_SAY(chance.total ? "log.draw" : "log.throw"),
             NULL, out);
    for (int i = 0; i < step->count; i++) {
        pl_add(out, i ? " " : "");
        if (chance.count > 1) {
            pl_add(out, chance.die[i]->name);
            pl_add(out, ":");
        }
        pl_add(out, chance.die[i]->face[step->face[i]]);
    }
}

void cli_say_step(FILE *to, const struct pl_match *match, size_t i,
                  const union pl_state *before)
{
    const struct pl_step *step = &match->step[i];
    struct pl_buffer text = {0};

    if (step->what == PL_CHANCE) {
        add_chance(match, step, before, &text);
    } else {
        struct pl_message move;

        match->game->say(before, step->seat, step->move, &move);
        pl_words(cli_language, &PL_TELL(step->seat, "log.move"),
                 cli_names(match), &text);
        pl_words(cli_language, &move, cli_names(match), &text);
    }
    fprintf(to, "%s\n", text.s);
    pl_buffer_free(&text);
}

void cli_say_events(FILE *to, const struct pl_match *match,
                    const union pl_state *before, const union pl_state *after)
{
    struct pl_message told[PL_MESSAGES];
    int n = match->game->tell(before, after, told);

    for (int i = 0; i < n; i++) {
        fputs("      ", to);
        cli_say(to, &told[i], cli_names(match));
    }
}

void cli_say_result(FILE *to, const struct pl_match *match)
{
    bool over = match->game->turn(&match->state).what == PL_OVER;
    struct pl_result result;

    match->game->score(&match->state, &result);
    for (int s = 0; s < match->setup.seats; s++) {
        struct pl_part part[PL_PARTS];
        int n = match->game->parts(&match->state, s, part);

        cli_say(to,
                &PL_TELL(s,
                         over && result.winners >> s & 1 ? "result.winner"
                                                         : "result.points",
                         .n = result.points[s]),
                cli_names(match));
        for (int i = 0; i < n; i++) {
            struct pl_buffer text = {0};

            pl_words(cli_language, &PL_SAY(part[i].id), NULL, &text);
            fprintf(to, "    %5d  %s\n", part[i].points, text.s);
            pl_buffer_free(&text);
        }
    }
    if (over && result.aborted)
        cli_say(to, &PL_SAY("result.aborted"), NULL);
}
