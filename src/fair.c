/* Dice that no one could choose and everyone can check. docs/records.md has
 * the recipe in words; it must not change while old records shall pass. */
#include "parlour_match.h"
#include "sha256.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBERS = PL_SEED / 4, NONCES = PL_SEATS * PL_NONCE, LONGEST = 512 };

/* --- Bytes one after the other ------------------------------------------- */

struct text {
    uint8_t byte[LONGEST];
    size_t size;
};

static void put(struct text *t, const void *bytes, size_t size)
{
    pl_assert(t->size + size <= sizeof t->byte);
    memcpy(t->byte + t->size, bytes, size);
    t->size += size;
}

static void put_word(struct text *t, const char *word)
{
    put(t, word, strlen(word));
}

/* The highest byte first. */
static void put_number(struct text *t, uint32_t n)
{
    put(t,
        (uint8_t[]){(uint8_t)(n >> 24), (uint8_t)(n >> 16), (uint8_t)(n >> 8),
                    (uint8_t)n},
        4);
}

/* --- Results ------------------------------------------------------------- */

struct stream {
    const struct pl_fair *fair;
    pl_hmac *hmac;
    struct text text; /* all but the number of the block */
    uint8_t block[PL_SEED];
    uint32_t blocks;
    int used; /* numbers of the block */
};

static void own_hmac(const uint8_t seed[PL_SEED], const void *text, size_t size,
                     uint8_t out[PL_SEED])
{
    pl_hmac_sha256(seed, PL_SEED, text, size, out);
}

static void begin(struct stream *s, const struct pl_fair *fair, pl_hmac *hmac,
                  size_t step, const uint8_t *mixed)
{
    s->fair = fair;
    s->hmac = hmac ? hmac : own_hmac;
    s->blocks = 0;
    s->used = NUMBERS;
    s->text.size = 0;
    put_word(&s->text, mixed ? "parlour-dice-2" : "parlour-dice-1");
    put(&s->text, fair->nonce, NONCES);
    if (mixed)
        put(&s->text, mixed, PL_SEED);
    put_number(&s->text, (uint32_t)step);
}

static uint32_t next(struct stream *s)
{
    const uint8_t *from;

    if (s->used == NUMBERS) {
        put_number(&s->text, s->blocks++);
        s->hmac(s->fair->seed, s->text.byte, s->text.size, s->block);
        s->text.size -= 4;
        s->used = 0;
    }
    from = s->block + 4 * s->used++;
    return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 |
           (uint32_t)from[2] << 8 | from[3];
}

/* Numbers beyond the last whole multiple of n would favour the small ones. */
static uint32_t below(struct stream *s, uint32_t n)
{
    uint32_t extra = (uint32_t)(((uint64_t)1 << 32) % n), number;

    do
        number = next(s);
    while (number > UINT32_MAX - extra);
    return number % n;
}

void pl_fair_roll(const struct pl_fair *fair, pl_hmac *hmac, size_t step,
                  const uint8_t *mixed, const struct pl_chance *chance,
                  uint8_t face[])
{
    struct stream stream;
    uint32_t result;

    begin(&stream, fair, hmac, step, mixed);
    result = below(&stream, pl_outcomes(chance));
    if (chance->total > 0) {
        face[0] = 0;
        while (result >= chance->weight[face[0]])
            result -= chance->weight[face[0]++];
        return;
    }
    for (int i = 0; i < chance->count; i++) {
        face[i] = (uint8_t)(result % chance->die[i]->faces);
        result /= chance->die[i]->faces;
    }
}

/* --- Promises and links -------------------------------------------------- */

void pl_fair_hash(const struct pl_fair *fair, int seat,
                  const uint8_t nonce[PL_NONCE], uint8_t out[PL_SEED])
{
    struct text t = {.size = 0};

    put_word(&t, "parlour-nonce-2");
    put(&t, fair->commitment, PL_SEED);
    put_number(&t, (uint32_t)seat);
    put(&t, nonce, PL_NONCE);
    pl_sha256(t.byte, t.size, out);
}

void pl_link_before(const uint8_t link[PL_SEED], uint32_t places,
                    uint8_t out[PL_SEED])
{
    memmove(out, link, PL_SEED);
    while (places-- > 0)
        pl_sha256(out, PL_SEED, out);
}

const struct pl_chain *pl_fair_chain(const struct pl_fair *fair, int seat,
                                     uint32_t draw)
{
    int i = fair->chains[seat];

    while (i > 0 && fair->chain[seat][i - 1].from >= draw)
        i--;
    if (i == 0 || draw - fair->chain[seat][i - 1].from > PL_LINKS)
        return NULL;
    return &fair->chain[seat][i - 1];
}

void pl_fair_mix(unsigned seats, const uint8_t link[PL_SEATS][PL_SEED],
                 uint8_t out[PL_SEED])
{
    struct text t = {.size = 0};

    put_word(&t, "parlour-links-2");
    put_number(&t, seats);
    for (int seat = 0; seat < PL_SEATS; seat++)
        if (seats >> seat & 1)
            put(&t, link[seat], PL_SEED);
    pl_sha256(t.byte, t.size, out);
}

/* --- What everyone can agree to ----------------------------------------- */

void pl_transcript_begin(const struct pl_fair *fair, uint8_t sum[PL_SEED])
{
    struct text t = {.size = 0};

    put_word(&t, "parlour-game-2");
    put(&t, fair->commitment, PL_SEED);
    put(&t, fair->nonce, NONCES);
    pl_sha256(t.byte, t.size, sum);
}

void pl_transcript_add(uint8_t sum[PL_SEED], const char *words)
{
    struct text t = {.size = 0};

    put(&t, sum, PL_SEED);
    put_word(&t, words);
    pl_sha256(t.byte, t.size, sum);
}

void pl_transcript_close(const uint8_t sum[PL_SEED], const struct pl_fair *fair,
                         uint32_t draw, unsigned named, uint8_t out[PL_SEED])
{
    struct text t = {.size = 0};

    put_word(&t, "parlour-draw-2");
    put(&t, sum, PL_SEED);
    put_number(&t, draw);
    for (int seat = 0; seat < PL_SEATS; seat++) {
        const struct pl_chain *chain;

        if (!(named >> seat & 1))
            continue;
        chain = pl_fair_chain(fair, seat, draw);
        put_number(&t, (uint32_t)seat);
        put_number(&t, chain ? chain->from : 0);
        if (chain)
            put(&t, chain->anchor, PL_SEED);
    }
    pl_sha256(t.byte, t.size, out);
}

/* --- The draws of a record ----------------------------------------------- */

static bool begins_draw(const struct pl_match *match, size_t step)
{
    return match->step[step].what == PL_CHANCE &&
           (step == 0 || match->step[step - 1].what != PL_CHANCE);
}

void pl_fair_draws(const struct pl_match *match,
                   void (*each)(void *context, const struct pl_draw *draw),
                   void *context)
{
    struct pl_draw draw = {0};
    struct pl_replay replay;
    uint8_t sum[PL_SEED];

    pl_transcript_begin(&match->fair, sum);
    pl_replay_start(&replay, match);
    while (replay.steps < match->steps) {
        const struct pl_step *step = &match->step[replay.steps];
        struct pl_buffer words = {0};

        if (begins_draw(match, replay.steps)) {
            draw.number++;
            draw.step = replay.steps;
            draw.named = step->named;
            draw.drawn = step->drawn;
            pl_transcript_close(sum, &match->fair, draw.number, draw.named,
                                draw.transcript);
            each(context, &draw);
        }
        pl_public_words(match, replay.steps, &replay.state, &words);
        pl_transcript_add(sum, words.s);
        pl_buffer_free(&words);
        pl_replay_next(&replay);
    }
}

void pl_fair_count(const struct pl_match *match, struct pl_fair_counts *out)
{
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < match->steps; i++) {
        const struct pl_step *step = &match->step[i];

        out->results += step->what == PL_CHANCE;
        if (!begins_draw(match, i))
            continue;
        out->draws++;
        out->alone += step->drawn == 0;
        out->left_out += pl_count(step->named & ~(unsigned)step->drawn);
    }
}

/* --- Checking ------------------------------------------------------------ */

/* The links of all chains, from the last back to the anchors: each is hashed
 * once. */
struct links {
    const struct pl_fair *fair;
    uint32_t at[PL_SEATS][PL_CHAINS];
    uint8_t link[PL_SEATS][PL_CHAINS][PL_SEED];
};

static void begin_links(struct links *l, const struct pl_fair *fair)
{
    l->fair = fair;
    for (int seat = 0; seat < PL_SEATS; seat++)
        for (int i = 0; i < fair->chains[seat]; i++) {
            l->at[seat][i] = fair->chain[seat][i].at;
            memcpy(l->link[seat][i], fair->chain[seat][i].link, PL_SEED);
        }
}

/* The link of that seat for a draw before all that were asked for; false: it
 * has none. */
static bool go_back_to(struct links *l, int seat, uint32_t draw,
                       uint8_t out[PL_SEED])
{
    const struct pl_chain *chain = pl_fair_chain(l->fair, seat, draw);
    ptrdiff_t i = chain ? chain - l->fair->chain[seat] : 0;

    if (!chain || l->at[seat][i] < draw)
        return false;
    pl_link_before(l->link[seat][i], l->at[seat][i] - draw, l->link[seat][i]);
    l->at[seat][i] = draw;
    memcpy(out, l->link[seat][i], PL_SEED);
    return true;
}

/* Whether every chain ends at its anchor. */
static bool end_at_anchors(struct links *l, struct pl_message *why)
{
    for (int seat = 0; seat < PL_SEATS; seat++)
        for (int i = 0; i < l->fair->chains[seat]; i++) {
            const struct pl_chain *chain = &l->fair->chain[seat][i];

            pl_link_before(l->link[seat][i], l->at[seat][i] - chain->from,
                           l->link[seat][i]);
            if (memcmp(l->link[seat][i], chain->anchor, PL_SEED) != 0)
                return pl_refuse(why, PL_E_wrong_link, seat, 0, "");
        }
    return true;
}

static uint32_t count_draws(const struct pl_match *match)
{
    uint32_t n = 0;

    for (size_t i = 0; i < match->steps; i++)
        n += begins_draw(match, i);
    return n;
}

/* What the links of each draw are mixed to, for pl_fair_roll, to be freed. */
static uint8_t (*mix_all(const struct pl_match *match,
                         struct pl_message *why))[PL_SEED]
{
    uint32_t draw = count_draws(match);
    uint8_t(*mixed)[PL_SEED] = calloc((size_t)draw + 1, sizeof *mixed);
    uint8_t link[PL_SEATS][PL_SEED];
    struct links links;
    bool good = true;

    pl_assert(mixed);
    begin_links(&links, &match->fair);
    for (size_t i = match->steps; i-- > 0 && good;) {
        unsigned drawn = match->step[i].drawn;

        if (!begins_draw(match, i))
            continue;
        for (unsigned left = drawn; left && good; left &= left - 1)
            good = go_back_to(&links, pl_lowest(left), draw,
                              link[pl_lowest(left)]) ||
                   pl_refuse(why, PL_E_wrong_link, pl_lowest(left), 0, "");
        if (good)
            pl_fair_mix(drawn, (const uint8_t(*)[PL_SEED])link, mixed[draw]);
        draw--;
    }
    if (good && end_at_anchors(&links, why))
        return mixed;
    free(mixed);
    return NULL;
}

/* The first result of chance that the seed and the links do not give; none: the
 * number of steps. */
static size_t first_wrong(const struct pl_match *match,
                          const uint8_t (*mixed)[PL_SEED])
{
    struct pl_replay replay;
    const struct pl_step *step;
    size_t draw = 0;

    pl_replay_start(&replay, match);
    while ((step = pl_replay_next(&replay))) {
        struct pl_chance chance;
        uint8_t face[PL_DICE];

        if (step->what != PL_CHANCE)
            continue;
        draw += begins_draw(match, replay.steps - 1);
        match->game->chance(match->game, &replay.before, &chance);
        pl_fair_roll(&match->fair, NULL, replay.steps - 1,
                     mixed ? mixed[draw] : NULL, &chance, face);
        if (memcmp(face, step->face, step->count) != 0)
            return replay.steps - 1;
    }
    return match->steps;
}

static bool check_nonces(const struct pl_fair *fair, struct pl_message *why)
{
    uint8_t sum[PL_SEED];

    for (int seat = 0; seat < PL_SEATS; seat++) {
        if (!(fair->hashes >> seat & 1))
            continue;
        pl_fair_hash(fair, seat, fair->nonce[seat], sum);
        if (!(fair->nonces >> seat & 1) ||
            memcmp(sum, fair->hash[seat], PL_SEED) != 0)
            return pl_refuse(why, PL_E_wrong_nonce, seat, 0, "");
    }
    return true;
}

bool pl_fair_check(const struct pl_match *match, size_t *step,
                   struct pl_message *why)
{
    const struct pl_fair *fair = &match->fair;
    uint8_t(*mixed)[PL_SEED] = NULL;
    uint8_t sum[PL_SEED];

    *step = match->steps;
    if (!fair->is_committed || !fair->is_revealed)
        return pl_refuse(why, PL_E_no_seed, -1, 0, "");
    pl_sha256(fair->seed, PL_SEED, sum);
    if (memcmp(sum, fair->commitment, sizeof sum) != 0)
        return pl_refuse(why, PL_E_wrong_seed, -1, 0, "");
    if (!check_nonces(fair, why))
        return false;
    if (fair->is_together && !(mixed = mix_all(match, why)))
        return false;
    *step = first_wrong(match, (const uint8_t(*)[PL_SEED])mixed);
    free(mixed);
    return *step == match->steps ||
           pl_refuse(why, PL_E_wrong_chance, -1, (int)*step + 1, "");
}
