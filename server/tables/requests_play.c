/* What people choose, roll and ask to see while a game is played; and the
 * rematch. */
#include "call.h"
#include "draw.h"

#include <string.h>

bool do_rematch(struct call *c)
{
    struct table *t = c->t;

    t->d.phase = TABLE_OPEN;
    t->d.base += (uint32_t)t->match.steps + 1;
    t->d.games++;
    t->d.setup.first =
        (uint8_t)((t->d.setup.first + 1) % (unsigned)hall_seats_of(t));
    pl_match_free(&t->match);
    hall_set_checkpoint(t);
    for (int seat = 0; seat < hall_seats_of(t); seat++)
        t->d.seat[seat].stand_in = false;
    hall_new_seed(c->all, t);
    hall_new_code(c->all, t);
    for (int i = t->guests; i != NOBODY; i = c->all->guest[i].next)
        c->all->guest[i].steps = 0;
    c->all->host->erase_steps(c->all->host->context, t->d.id);
    hall_save(c->all, t);
    t->about_version++;
    t->state_version++;
    return true;
}

/* --- Playing ------------------------------------------------------------ */

/* Answers to a question that is closed: who said the same then hears the same
 * now; everyone else is shown how things stand. */
static bool was_said(struct call *c)
{
    const struct table *t = c->t;
    size_t first = c->r->question - t->d.base, n;
    struct pl_replay replay;

    if (c->r->question < t->d.base || first >= t->match.steps ||
        t->match.step[first].what != PL_DECIDE)
        return false;
    n = (size_t)pl_count(t->match.step[first].seats);
    hall_repeat(t, first, &replay);
    for (size_t i = first; i < first + n && i < t->match.steps; i++) {
        struct pl_text name = {0};

        if (t->match.step[i].seat != c->g->seat)
            continue;
        t->match.game->name(t->match.game, &replay.state, t->match.step[i].move,
                            &name);
        return strcmp(name.s, c->r->word) == 0;
    }
    return false;
}

static bool deny_late(struct call *c, const char *id)
{
    c->g->state_seen = 0; /* the present view follows */
    return deny(c, id);
}

/* Anyone who touches plays for themselves again. */
static void play_himself(struct call *c)
{
    struct seat *s = &c->t->d.seat[c->g->seat];

    if (!s->stand_in)
        return;
    s->stand_in = false;
    c->t->about_version++;
    hall_save(c->all, c->t);
}

bool do_move(struct call *c)
{
    struct table *t = c->t;
    pl_move move;

    strcpy(c->a->word, c->r->word);
    c->a->question = c->r->question;
    c->a->seat = c->r->seat;
    if (c->r->seat != c->g->seat || strcmp(c->r->table, t->d.id) != 0)
        return deny_late(c, "table.not_yours");
    if (t->match.game && c->r->question < hall_question_of(t))
        return was_said(c) || deny_late(c, "table.too_late");
    if (t->d.phase != TABLE_PLAYING || c->r->question != hall_question_of(t))
        return deny_late(c, "table.no_question");
    if (!pl_match_find_move(&t->match, c->g->seat, c->r->word, &move,
                            &c->a->why)) {
        c->g->state_seen = 0;
        return false;
    }
    if (c->all->host->is_busy(c->all->host->context))
        return deny(c, "table.busy");
    play_himself(c);
    hall_choose(c->all, t, c->g->seat, move);
    return true;
}

static bool did_show(const struct call *c)
{
    const struct table *t = c->t;
    size_t i = c->r->question - t->d.base;
    const struct pl_step *step;
    struct pl_chance chance;
    struct pl_replay replay;

    if (c->r->question < t->d.base || i >= t->match.steps)
        return false;
    step = &t->match.step[i];
    if (step->what != PL_CHANCE || step->count != c->r->faces)
        return false;
    hall_repeat(t, i, &replay);
    t->match.game->chance(t->match.game, &replay.state, &chance);
    for (int d = 0; d < step->count; d++)
        if (strcmp(chance.die[d]->face[step->face[d]], c->r->face[d]) != 0)
            return false;
    return true;
}

bool do_dice(struct call *c)
{
    struct table *t = c->t;
    const char *word[PL_DICE];
    const struct pl_step *step;
    size_t before;

    c->a->question = c->r->question;
    if (t->match.game && c->r->question < hall_question_of(t))
        return did_show(c) || deny_late(c, "table.too_late");
    if (t->d.phase != TABLE_PLAYING || c->r->question != hall_question_of(t) ||
        !hall_waits_for_dice(t))
        return deny_late(c, "table.no_question");
    if (c->g->seat != hall_thrower(t))
        return deny_seat(c, "table.not_your_dice", hall_thrower(t));
    if (c->all->host->is_busy(c->all->host->context))
        return deny(c, "table.busy");
    for (int i = 0; i < c->r->faces; i++)
        word[i] = c->r->face[i];
    before = t->match.steps;
    hall_set_checkpoint(t);
    if (!pl_match_land_words(&t->match, word, c->r->faces, &c->a->why))
        return false;
    step = &t->match.step[before];
    c->all->host->save_step(c->all->host->context, t->d.id, c->r->question,
                            NOBODY, step->face, step->count);
    c->all->has_writes = true;
    t->state_version++;
    t->asked = 0;
    hall_advance(c->all, t);
    return true;
}

bool do_back(struct call *c)
{
    play_himself(c);
    return true;
}

bool do_stand(struct call *c)
{
    struct table *t = c->t;
    int seat = c->r->seat;

    if (!hall_is_person(t, seat))
        return deny(c, "table.bad_seat");
    if (hall_is_present(t, seat) ||
        c->all->now - t->left[seat] < c->all->limits->away)
        return deny_number(c, "table.not_away", c->all->limits->away / 1000);
    t->d.seat[seat].stand_in = true;
    t->about_version++;
    hall_go_on_without(c->all, t);
    return true;
}

bool do_record(struct call *c)
{
    uint32_t game = c->r->number;

    c->a->number = game;
    if (game == 0 || game > c->t->d.games ||
        (game == c->t->d.games && c->t->d.phase == TABLE_OPEN))
        return deny(c, "table.no_record");
    if (c->g->seat == NOBODY && game == c->t->d.games &&
        c->t->d.phase != TABLE_OVER)
        return deny(c, "table.not_seated");
    if (game == c->t->d.games)
        return true;
    c->a->text = c->all->host->record(c->all->host->context, c->t->d.id, game);
    return c->a->text || deny(c, "table.no_record");
}
