/* What devices bring to the dice: promises and nonces before a game, links and
 * chains while it is played. See draw.c. */
#include "call.h"
#include "dice.h"
#include "draw.h"

#include <string.h>

/* --- Nonces --------------------------------------------------------------- */

static void begin_chain(struct table *t, int seat, uint32_t from,
                        const uint8_t anchor[PL_SEED])
{
    struct pl_fair *fair = &t->d.fair;
    struct pl_chain *chain = &fair->chain[seat][fair->chains[seat]++];

    chain->from = chain->at = from;
    memcpy(chain->anchor, anchor, PL_SEED);
    memcpy(chain->link, anchor, PL_SEED);
    t->d.seat[seat].has_chain = true;
}

bool do_commit(struct call *c)
{
    struct pl_fair *fair = &c->t->d.fair;
    int seat = c->g->seat;

    if (c->t->is_revealing)
        return memcmp(fair->hash[seat], c->r->sum, PL_SEED) == 0 ||
               deny(c, "table.nonce_given");
    hall_forget_promise(c->all, c->t, seat);
    dice_promise(fair, seat, c->r->sum);
    if (c->r->has_anchor)
        begin_chain(c->t, seat, 0, c->r->link);
    hall_save(c->all, c->t);
    c->t->about_version++;
    return true;
}

/* Begins the game once everyone has shown what they committed to. */
static void begin_when_shown(struct tables *all, struct table *t)
{
    if ((t->d.fair.hashes & ~(unsigned)t->d.fair.nonces) == 0)
        hall_begin_game(all, t);
}

/* A page from before nonces were committed to gives its own at once: that only
 * weakens its own. */
bool do_nonce(struct call *c)
{
    struct table *t = c->t;
    struct pl_fair *fair = &t->d.fair;
    uint8_t hash[PL_SEED];
    int seat = c->g->seat;

    if (fair->nonces >> seat & 1)
        return memcmp(fair->nonce[seat], c->r->secret, PL_NONCE) == 0 ||
               deny(c, "table.nonce_given");
    if ((fair->hashes >> seat & 1) != t->is_revealing)
        return deny(c, "table.wrong_phase");
    pl_fair_hash(fair, seat, c->r->secret, hash);
    if (t->is_revealing && memcmp(hash, fair->hash[seat], PL_SEED) != 0)
        return deny(c, "table.wrong_nonce");
    dice_promise(fair, seat, hash);
    dice_mix(fair, seat, c->r->secret);
    hall_save(c->all, t);
    t->about_version++;
    if (t->is_revealing)
        begin_when_shown(c->all, t);
    return true;
}

/* No one who is away is waited for: they have no part in the dice, and play
 * when they come back. Whose part it is, is settled before anything is shown.
 */
bool do_start(struct call *c)
{
    struct table *t = c->t;

    if (t->is_revealing)
        return true;
    for (int seat = 0; seat < hall_seats_of(t); seat++) {
        if (t->d.seat[seat].kind == SEAT_EMPTY)
            return deny_seat(c, "table.empty_seat", seat);
        if (hall_is_present(t, seat) && !(t->d.fair.hashes >> seat & 1))
            return deny_seat(c, "table.not_ready", seat);
    }
    for (int seat = 0; seat < hall_seats_of(t); seat++)
        if (!hall_is_present(t, seat))
            hall_forget_promise(c->all, t, seat);
    t->is_revealing = true;
    t->revealing_since = c->all->now;
    t->about_version++;
    begin_when_shown(c->all, t);
    return true;
}

/* --- Links and anchors ---------------------------------------------------- */

static bool is_next_link(const struct table *t, int seat,
                         const uint8_t link[PL_SEED])
{
    const struct pl_chain *chain = pl_fair_chain(&t->d.fair, seat, t->draws);
    uint8_t before[PL_SEED];

    if (!chain)
        return false;
    pl_link_before(link, t->draws - chain->at, before);
    return memcmp(before, chain->link, PL_SEED) == 0;
}

bool do_link(struct call *c)
{
    struct table *t = c->t;
    int seat = c->g->seat;

    c->a->question = c->r->question;
    if (t->match.game && c->r->question < hall_question_of(t))
        return deny(c, "table.too_late");
    if (!t->draw.is_open || c->r->question != hall_question_of(t) ||
        !(t->draw.named >> seat & 1))
        return deny(c, "table.no_question");
    if (t->draw.given >> seat & 1)
        return memcmp(t->draw.link[seat], c->r->link, PL_SEED) == 0 ||
               deny(c, "table.wrong_link");
    if (c->all->host->is_busy(c->all->host->context))
        return deny(c, "table.busy");
    if (memcmp(c->r->sum, t->draw.transcript, PL_SEED) != 0)
        return deny(c, "table.wrong_transcript");
    if (!is_next_link(t, seat, c->r->link))
        return deny(c, "table.wrong_link");
    memcpy(t->draw.link[seat], c->r->link, PL_SEED);
    t->draw.given = (uint8_t)(t->draw.given | 1u << seat);
    hall_advance(c->all, t);
    return true;
}

/* A device that is new at its seat, or that wants to be named again. Its links
 * count from the next draw on. */
bool do_anchor(struct call *c)
{
    struct table *t = c->t;
    struct pl_fair *fair = &t->d.fair;
    int seat = c->g->seat, n = fair->chains[seat];

    if (!fair->is_together)
        return deny(c, "table.not_together");
    if (n > 0 && t->d.seat[seat].has_chain &&
        memcmp(fair->chain[seat][n - 1].anchor, c->r->link, PL_SEED) == 0) {
        hall_excuse(t, seat);
        return true;
    }
    if (n > 0 && fair->chain[seat][n - 1].from == t->draws)
        fair->chains[seat]--; /* no draw has seen it */
    if (fair->chains[seat] == PL_CHAINS)
        return deny(c, "table.too_many_chains");
    begin_chain(t, seat, t->draws, c->r->link);
    hall_excuse(t, seat);
    hall_show_chains(t);
    hall_save(c->all, t);
    return true;
}
