/* See howto.h. */
#include "howto.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- A step in words ----------------------------------------------------- */

/* Which colour a letter stands for; NULL: none. */
static const char *colour_of(char letter)
{
    static const char *const colour[] = {"white", "red",    "yellow", "green",
                                         "blue",  "purple", "orange"};
    static const char letters[] = "wrygbpo";
    const char *at = strchr(letters, tolower((unsigned char)letter));

    return letter && at ? colour[at - letters] : NULL;
}

static void add_coloured(const struct pl_language *language, const char *colour,
                         int n, struct pl_buffer *out)
{
    char id[64];

    snprintf(id, sizeof id, "page.coloured.%s", colour);
    pl_words(language, &PL_SAY(id, .n = n), NULL, out);
}

/* "red 5" of the die r that shows 5, or of the card r5. */
static void add_face(const struct pl_language *language,
                     const struct pl_die *die, const char *face,
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
        add_coloured(language, colour, atoi(face + card), out);
    else if (id)
        pl_words(language, &PL_SAY(id, .n = atoi(face + card)), NULL, out);
    else
        pl_add(out, face);
}

void howto_die(const struct pl_language *language, const struct pl_die *die,
               struct pl_buffer *out)
{
    const char *colour = die->name[1] ? NULL : colour_of(die->name[0]);
    char id[64];

    snprintf(id, sizeof id, "page.die.%s", colour ? colour : "plain");
    pl_words(language, &PL_SAY(id), NULL, out);
}

static void add_chance(const struct pl_language *language,
                       const struct pl_match *match, const struct pl_step *step,
                       const union pl_state *before, struct pl_buffer *out)
{
    struct pl_chance chance;

    match->game->chance(match->game, before, &chance);
    pl_words(language, &PL_SAY(chance.total ? "log.draw" : "log.throw"), NULL,
             out);
    for (int i = 0; i < step->count; i++) {
        pl_add(out, i ? ", " : "");
        add_face(language, chance.die[i], chance.die[i]->face[step->face[i]],
                 out);
    }
}

void howto_step(const struct pl_language *language,
                const struct pl_match *match, size_t i,
                const union pl_state *before, const struct pl_names *names,
                struct pl_buffer *out)
{
    const struct pl_step *step = &match->step[i];
    struct pl_message move;

    if (step->what == PL_CHANCE) {
        add_chance(language, match, step, before, out);
        return;
    }
    match->game->say(match->game, before, step->seat, step->move, &move);
    pl_words_done(language, &move, step->seat, names, out);
}

/* --- The example --------------------------------------------------------- */

static void tell_step(const struct howto *howto, const struct pl_match *match,
                      size_t i, const union pl_state *before,
                      const union pl_state *after, const struct pl_names *names)
{
    struct pl_message told[PL_MESSAGES];
    struct pl_buffer text = {0};
    int n = match->game->tell(match->game, before, after, told);

    howto_step(howto->language, match, i, before, names, &text);
    howto->tell(howto->to, HOWTO_STEP, text.s);
    for (int event = 0; event < n; event++) {
        text.length = 0;
        pl_words(howto->language, &told[event], names, &text);
        howto->tell(howto->to, HOWTO_EVENT, text.s);
    }
    pl_buffer_free(&text);
}

void howto_replay(const struct howto *howto, const struct pl_match *match,
                  const struct pl_names *names)
{
    struct pl_match now = {0};
    struct pl_message why;
    bool dealt = false;

    pl_assert(pl_match_start(&now, match->game, &match->setup, &why));
    for (size_t i = 0; i < match->steps; i++) {
        const struct pl_step *step = &match->step[i];
        union pl_state before = now.state;
        struct pl_chance chance = {0};

        if (step->what == PL_CHANCE) {
            match->game->chance(match->game, &before, &chance);
            pl_match_land(&now, step->face, step->count, &why);
        } else {
            pl_match_play(&now, step->seat, step->move, &why);
        }
        dealt = dealt || chance.total == 0;
        if (dealt)
            tell_step(howto, match, i, &before, &now.state, names);
    }
    pl_match_free(&now);
}

/* --- The how-to ---------------------------------------------------------- */

static bool explain(const struct howto *howto, const struct pl_game *game,
                    const char *id, struct pl_buffer *out)
{
    struct pl_setup setup;

    pl_setup_normal(&setup, game, game->max_seats);
    return pl_has_words(howto->language, id) &&
           pl_explain(howto->language, id, game, &setup, out);
}

/* Two rows: howto.GAME.table.1 heads .2, and so on. */
static void tell_table(const struct howto *howto, const struct pl_game *game,
                       int number)
{
    struct pl_buffer rows = {0};
    bool there = true;

    for (int i = 0; i < 2; i++) {
        char id[64];

        snprintf(id, sizeof id, "howto.%s.table.%d", game->id,
                 2 * number - 1 + i);
        there = there && explain(howto, game, id, &rows);
        if (there && i == 0)
            pl_add(&rows, "\n");
    }
    if (there)
        howto->tell(howto->to, HOWTO_TABLE, rows.s);
    pl_buffer_free(&rows);
}

static void tell_heading(const struct howto *howto, const char *section)
{
    struct pl_buffer text = {0};
    char id[64];

    snprintf(id, sizeof id, "howto.%s", section);
    pl_words(howto->language, &PL_SAY(id), NULL, &text);
    howto->tell(howto->to, HOWTO_HEADING, text.s);
    pl_buffer_free(&text);
}

/* howto.GAME.SECTION.1 … under their heading. */
static void tell_section(const struct howto *howto, const struct pl_game *game,
                         const char *section)
{
    bool begun = false;
    char id[64];

    for (int i = 1;; i++) {
        struct pl_buffer text = {0};

        snprintf(id, sizeof id, "howto.%s.%s.%d", game->id, section, i);
        if (!pl_has_words(howto->language, id))
            break;
        if (explain(howto, game, id, &text)) {
            if (!begun)
                tell_heading(howto, section);
            begun = true;
            howto->tell(howto->to, HOWTO_PARAGRAPH, text.s);
        }
        pl_buffer_free(&text);
        if (strcmp(section, "points") == 0)
            tell_table(howto, game, i);
    }
    if (strcmp(section, "example") == 0)
        howto->tell(howto->to, HOWTO_EXAMPLE, "");
}

void howto_tell(const struct howto *howto, const struct pl_game *game)
{
    static const char *const section[] = {"goal",   "setup",   "turn", "end",
                                          "points", "example", "ours"};

    for (size_t i = 0; i < sizeof section / sizeof *section; i++)
        tell_section(howto, game, section[i]);
}
