/* What people look for in the record of a game that they have played. */
#include "crowd.h"

#include <string.h>

/* Counts in one replay how often each confirmed move stands in the record. */
static void count_said(struct person *p, const struct pl_match *match,
                       uint32_t base)
{
    const struct pl_step *step;
    struct pl_replay replay;

    pl_replay_start(&replay, match);
    while ((step = pl_replay_next(&replay))) {
        struct pl_text name = {0};

        if (step->what == PL_CHANCE || step->seat != p->seat)
            continue;
        game->name(game, &replay.before, step->move, &name);
        for (size_t i = 0; i < p->says; i++)
            if (p->said[i].question == replay.question + base)
                p->said[i].found +=
                    strcmp(name.s, p->said[i].move) == 0 ? 1 : 100;
    }
}

static void check_said(struct person *p, const struct pl_match *match)
{
    count_said(p, match, p->question - (uint32_t)match->steps);
    for (size_t i = 0; i < p->says; i++)
        if (p->said[i].found != 1)
            complain(p,
                     p->said[i].found == 0 ? "a confirmed move is lost:"
                                           : "a move is doubled or changed:",
                     p->said[i].move);
}

/* The steps of a record in the order of the table: who is asked with others
 * answers in the order of seats, so a question begins at its first seat. */
static void read_record(struct person *p, const char *text)
{
    struct pl_match match = {0};
    struct pl_message why;
    size_t step;
    int line;

    if (!pl_record_read(&match, text, strlen(text), &why, &line))
        complain(p, "record is refused:", why.id);
    else if (!pl_fair_check(&match, &step, &why))
        complain(p, "dice are not fair:", why.id);
    else if (game->turn(game, &match.state).what != PL_OVER)
        complain(p, "record is not whole", "");
    else
        check_said(p, &match);
    p->says = 0;
    pl_match_free(&match);
}

/* There is one history: the same for all, whichever node told it. */
static void compare_record(struct person *p, const char *text)
{
    char hash[SHA256_HEX + 1];

    pl_sha256_hex(text, strlen(text), hash);
    if (p->table->done == 0)
        strcpy(p->table->record, hash);
    else if (strcmp(p->table->record, hash) != 0)
        complain(p, "others got another record", "");
}

void check_record(struct person *p, const char *text)
{
    read_record(p, text);
    compare_record(p, text);
}
