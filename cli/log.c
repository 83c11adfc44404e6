/* What happened, in words: one line a step, and what it brought about. */
#include "cli.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Which colour a letter stands for; NULL: none. */
static const char *colour_of(char letter)
{
    static const char *const colour[] = {"white", "red",    "yellow", "green",
                                         "blue",  "purple", "orange"};
    static const char letters[] = "wrygbpo";
    const char *at = strchr(letters, tolower((unsigned char)letter));

    return letter && at ? colour[at - letters] : NULL;
}

static void add_coloured(const char *colour, int n, struct pl_buffer *out)
{
    char id[64];

    snprintf(id, sizeof id, "page.coloured.%s", colour);
    pl_words(cli_language, &PL_SAY(id, .n = n), NULL, out);
}

/* "red 5" of the die r that shows 5, or of the card r5. */
static void add_face(const struct pl_die *die, const char *face,
                     struct pl_buffer *out)
{
    bool card = face[0] && face[1];
    const char *colour = card            ? colour_of(face[0])
                         : !die->name[1] ? colour_of(die->name[0])
                                         : NULL;
    const char *id = face[0] == 'n'   ? "page.card.number_joker"
                     : face[0] == '+' ? "page.card.plus"
                     : face[0] == '*' ? "page.sign.star"
                                      : NULL;

    if (colour)
        add_coloured(colour, atoi(face + card), out);
    else if (id)
        pl_words(cli_language, &PL_SAY(id, .n = atoi(face + card)), NULL, out);
    else
        pl_add(out, face);
}

void cli_add_die(const struct pl_die *die, struct pl_buffer *out)
{
    const char *colour = die->name[1] ? NULL : colour_of(die->name[0]);
    char id[64];

    snprintf(id, sizeof id, "page.die.%s", colour ? colour : "plain");
    pl_words(cli_language, &PL_SAY(id), NULL, out);
}

static void add_chance(const struct pl_match *match, const struct pl_step *step,
                       const union pl_state *before, struct pl_buffer *out)
{
    struct pl_chance chance;

    match->game->chance(match->game, before, &chance);
    pl_words(cli_language, &PL_SAY(chance.total ? "log.draw" : "log.throw"),
             NULL, out);
    for (int i = 0; i < step->count; i++) {
        pl_add(out, i ? ", " : "");
        add_face(chance.die[i], chance.die[i]->face[step->face[i]], out);
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

        match->game->say(match->game, before, step->seat, step->move, &move);
        pl_words_done(cli_language, &move, step->seat, cli_names(match), &text);
    }
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
