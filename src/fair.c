/* Dice that nobody could choose and everybody can check. docs/records.md has
 * the recipe in words; it must not change while old records shall pass. */
#include "parlour_match.h"
#include "sha256.h"

#include <string.h>

enum { PREFIX = 14, NUMBERS = PL_SEED / 4 };
enum { NONCES = PL_SEATS * PL_NONCE, TEXT = PREFIX + NONCES + 8 };

struct stream {
    const struct pl_fair *fair;
    pl_hmac *hmac;
    uint8_t text[TEXT], block[PL_SEED];
    uint32_t blocks;
    int used; /* numbers of the block */
};

static void own_hmac(const uint8_t seed[PL_SEED], const void *text, size_t size,
                     uint8_t out[PL_SEED])
{
    hmac_sha256(seed, PL_SEED, text, size, out);
}

static void put_number(uint8_t to[4], uint32_t n)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(n >> (24 - 8 * i));
}

static void begin(struct stream *s, const struct pl_fair *fair, pl_hmac *hmac,
                  size_t step)
{
    s->fair = fair;
    s->hmac = hmac ? hmac : own_hmac;
    s->blocks = 0;
    s->used = NUMBERS;
    memcpy(s->text, "parlour-dice-1", PREFIX);
    memcpy(s->text + PREFIX, fair->nonce, NONCES);
    put_number(s->text + PREFIX + NONCES, (uint32_t)step);
}

static uint32_t next(struct stream *s)
{
    const uint8_t *from;

    if (s->used == NUMBERS) {
        put_number(s->text + TEXT - 4, s->blocks++);
        s->hmac(s->fair->seed, s->text, TEXT, s->block);
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
                  const struct pl_chance *chance, uint8_t face[])
{
    struct stream stream;
    uint32_t result;

    begin(&stream, fair, hmac, step);
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

bool pl_fair_check(const struct pl_match *match, size_t *step,
                   struct pl_message *why)
{
    const struct pl_game *game = match->game;
    union pl_state state = {0};
    uint8_t sum[PL_SEED], face[PL_DICE];

    *step = match->steps;
    if (!match->fair.is_committed || !match->fair.is_revealed)
        return pl_refuse(why, PL_E_no_seed, -1, 0, "");
    sha256(match->fair.seed, PL_SEED, sum);
    if (memcmp(sum, match->fair.commitment, sizeof sum) != 0)
        return pl_refuse(why, PL_E_wrong_seed, -1, 0, "");
    game->start(&state, &match->setup);
    for (size_t i = 0; i < match->steps; i++) {
        const struct pl_step *s = &match->step[i];
        struct pl_chance chance;

        if (s->what != PL_CHANCE) {
            game->play(&state, s->seat, s->move);
            continue;
        }
        game->chance(&state, &chance);
        pl_fair_roll(&match->fair, NULL, i, &chance, face);
        if (memcmp(face, s->face, s->count) != 0) {
            *step = i;
            return pl_refuse(why, PL_E_wrong_chance, -1, (int)i + 1, "");
        }
        game->land(&state, s->face);
    }
    return true;
}
