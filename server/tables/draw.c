/*
 * What no one alone decides: the nonces before a game, which all are committed
 * to before one is shown, and dice that are drawn together.
 *
 * A draw is begun when nothing can be chosen any more. Its contributors are
 * named and stored before anyone hears of it, so they stay the same over the
 * end of the process; each shows its link for this very draw, and links are
 * shown to no one before the dice have fallen. Links are numbered by draws:
 * one that came too late or too early is worth nothing later.
 */
#include "draw.h"
#include "dice.h"

#include <sodium.h>
#include <string.h>

enum {
    DRAW_TIME = 2000,    /* milliseconds for a link */
    RETURN_TIME = 12000, /* the same for devices that were cut off by our end */
    SILENCES = 3, /* that someone may make others wait until he is not named */
    EXCUSES = 3,  /* that he may speak up afterwards */
    STREAK = 10   /* links in a row by which silences are forgotten */
};

/* --- Nonces --------------------------------------------------------------- */

void hall_new_seed(struct tables *all, struct table *t)
{
    uint8_t seed[PL_SEED];

    all->host->random(all->host->context, seed, sizeof seed);
    dice_commit(&t->d.fair, seed);
    sodium_memzero(seed, sizeof seed);
    for (int seat = 0; seat < PL_SEATS; seat++)
        t->d.seat[seat].has_chain = false;
    t->is_revealing = false;
}

void hall_make_afresh(struct tables *all, struct table *t)
{
    hall_new_seed(all, t);
    t->about_version++;
    hall_save(all, t);
}

static unsigned people_of(const struct table *t)
{
    unsigned seats = 0;

    for (int seat = 0; seat < hall_seats_of(t); seat++)
        if (hall_is_person(t, seat))
            seats |= 1u << seat;
    return seats;
}

void hall_forget_promise(struct tables *all, struct table *t, int seat)
{
    struct pl_fair *fair = &t->d.fair;
    unsigned others = ~(1u << seat);

    if (t->is_revealing) {
        hall_make_afresh(all, t);
        return;
    }
    memset(fair->nonce[seat], 0, PL_NONCE);
    memset(fair->hash[seat], 0, PL_SEED);
    fair->nonces = (uint8_t)(fair->nonces & others);
    fair->hashes = (uint8_t)(fair->hashes & others);
    fair->chains[seat] = 0;
    t->d.seat[seat].has_chain = false;
}

/* --- Before the first draw ------------------------------------------------ */

bool hall_can_draw_together(const struct table *t)
{
    return t->d.has_together && !t->d.has_real_dice &&
           pl_count(people_of(t)) > 1;
}

void hall_begin_draws(struct table *t)
{
    struct pl_fair *fair = &t->d.fair;

    if (!fair->is_together)
        memset(fair->chains, 0, sizeof fair->chains);
    memset(&t->draw, 0, sizeof t->draw);
    memset(t->habits, 0, sizeof t->habits);
    t->draws = 0;
    t->summed = 0;
    t->is_revealing = false;
    pl_transcript_begin(fair, t->sum);
}

/* --- A draw --------------------------------------------------------------- */

static bool begins_draw(const struct table *t)
{
    return t->match.steps == 0 ||
           t->match.step[t->match.steps - 1].what != PL_CHANCE;
}

static unsigned contributors(const struct table *t)
{
    unsigned seats = 0;

    for (int seat = 0; seat < hall_seats_of(t); seat++)
        if (hall_is_present(t, seat) && t->d.seat[seat].has_chain &&
            t->habits[seat].silences < SILENCES &&
            pl_fair_chain(&t->d.fair, seat, t->draws))
            seats |= 1u << seat;
    return seats;
}

static void sum_up(struct table *t)
{
    struct pl_replay replay;

    hall_repeat(t, t->summed, &replay);
    while (t->summed < t->match.steps) {
        struct pl_buffer words = {0};

        pl_public_words(&t->match, t->summed, &replay.state, &words);
        pl_transcript_add(t->sum, words.s);
        pl_buffer_free(&words);
        pl_replay_next(&replay);
        t->summed++;
    }
}

/* The same from the store as from the table. */
static void name(struct table *t, unsigned named)
{
    sum_up(t);
    memset(&t->draw, 0, sizeof t->draw);
    t->draw.is_open = true;
    t->draw.named = (uint8_t)named;
    pl_transcript_close(t->sum, &t->d.fair, t->draws, named,
                        t->draw.transcript);
}

static void open_draw(struct tables *all, struct table *t)
{
    unsigned named;

    t->draws++;
    named = contributors(t);
    name(t, named);
    t->draw.patience = DRAW_TIME;
    if (named)
        hall_save_step(all, t, ROW_NAMES, &t->draw.named, 1);
    t->asked = 0;
    t->state_version++;
}

/* Seats that may still bring their link: not those that were left since. */
static unsigned missing(const struct table *t)
{
    unsigned seats = 0, left = t->draw.named & ~(unsigned)t->draw.given;

    for (; left; left &= left - 1)
        if (t->d.seat[pl_lowest(left)].has_chain)
            seats |= 1u << pl_lowest(left);
    return seats;
}

void hall_show_chains(struct table *t)
{
    struct pl_fair *to = &t->match.fair;

    memcpy(to->chains, t->d.fair.chains, sizeof to->chains);
    memcpy(to->chain, t->d.fair.chain, sizeof to->chain);
}

/* What the links of the open draw come to. False: there is no chain that one of
 * them could be from, which only a damaged store can bring. */
static bool close_draw(struct table *t)
{
    unsigned left = t->draw.given;

    for (; left; left &= left - 1) {
        int seat = pl_lowest(left);
        const struct pl_chain *found =
            pl_fair_chain(&t->d.fair, seat, t->draws);
        struct pl_chain *chain;

        if (!found)
            return false;
        chain = &t->d.fair.chain[seat][found - t->d.fair.chain[seat]];
        chain->at = t->draws;
        memcpy(chain->link, t->draw.link[seat], PL_SEED);
    }
    pl_fair_mix(t->draw.given, (const uint8_t(*)[PL_SEED])t->draw.link,
                t->mixed);
    hall_show_chains(t);
    t->draw.is_open = false;
    return pl_match_draw(&t->match, t->draw.named, t->draw.given);
}

static void note_habits(struct table *t)
{
    for (unsigned left = t->draw.named; left; left &= left - 1) {
        struct habits *m = &t->habits[pl_lowest(left)];

        if (!(t->draw.given >> pl_lowest(left) & 1)) {
            m->silences++;
            m->streak = 0;
        } else if (++m->streak >= STREAK) {
            m->silences = m->streak = 0;
        }
    }
}

static void save_links(struct tables *all, const struct table *t)
{
    for (unsigned left = t->draw.given; left; left &= left - 1)
        hall_save_step(all, t, ROW_LINK + pl_lowest(left),
                       t->draw.link[pl_lowest(left)], PL_SEED);
}

bool hall_draw(struct tables *all, struct table *t)
{
    if (!t->d.fair.is_together)
        return true;
    if (!t->draw.is_open && begins_draw(t))
        open_draw(all, t);
    if (!t->draw.is_open)
        return true;
    if (missing(t) && !t->draw.is_given_up)
        return false;
    note_habits(t);
    save_links(all, t);
    pl_assert(close_draw(t));
    t->asked = 0;
    return true;
}

const uint8_t *hall_mixed(const struct table *t)
{
    return t->d.fair.is_together ? t->mixed : NULL;
}

void hall_excuse(struct table *t, int seat)
{
    struct habits *m = &t->habits[seat];

    if (m->silences < SILENCES || m->excuses == EXCUSES)
        return;
    m->silences = SILENCES - 1;
    m->excuses++;
}

/* --- From the store ------------------------------------------------------- */

void hall_restore_promises(struct table *t)
{
    struct pl_fair *fair = &t->d.fair;

    if (t->d.phase != TABLE_OPEN)
        return;
    for (unsigned left = fair->nonces & ~(unsigned)fair->hashes; left;
         left &= left - 1) {
        uint8_t hash[PL_SEED];
        int seat = pl_lowest(left);

        pl_fair_hash(fair, seat, fair->nonce[seat], hash);
        dice_promise(fair, seat, hash);
    }
}

bool hall_restore_draw(struct table *t, const struct stored_step *step)
{
    int seat = step->seat - ROW_LINK;

    if (!t->d.fair.is_together || !begins_draw(t))
        return false;
    if (step->seat == ROW_NAMES) {
        if (step->count != 1 || t->draw.is_open ||
            step->bytes[0] >> hall_seats_of(t))
            return false;
        t->draws++;
        name(t, step->bytes[0]);
        t->draw.patience = RETURN_TIME;
        return true;
    }
    if (seat < 0 || step->count != PL_SEED || !t->draw.is_open ||
        !(t->draw.named >> seat & 1))
        return false;
    memcpy(t->draw.link[seat], step->bytes, PL_SEED);
    t->draw.given = (uint8_t)(t->draw.given | 1u << seat);
    return true;
}

/* A result comes: whatever was drawn for it is complete. */
bool hall_restore_drawn(struct table *t)
{
    if (!t->d.fair.is_together)
        return true;
    if (!t->draw.is_open) {
        if (!begins_draw(t))
            return true;
        t->draws++; /* no one was named */
        name(t, 0);
    }
    return close_draw(t);
}
