/* The part of people in fair dice; what they agree to they have seen. */
#include "crowd.h"

#include <sodium.h>
#include <string.h>

static const char *hex_of(const uint8_t *bytes, size_t size)
{
    static char hex[4][SHA256_HEX + 1];
    static int next;

    next = (next + 1) % 4;
    pl_hex_write(bytes, size, hex[next]);
    return hex[next];
}

const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

long number_in(const json_t *object, const char *key)
{
    return (long)json_integer_value(json_object_get(object, key));
}

static void commit(struct person *p)
{
    uint8_t hash[PL_SEED], anchor[PL_SEED];

    p->has_committed = true;
    pl_fair_hash(&p->fair, p->seat, p->nonce, hash);
    if (!is_together) {
        say(p, "{'do':'commit','id':0,'hash':'%s'}", hex_of(hash, PL_SEED));
        return;
    }
    pl_link_before(p->links, PL_LINKS, anchor);
    say(p, "{'do':'commit','id':0,'hash':'%s','anchor':'%s'}",
        hex_of(hash, PL_SEED), hex_of(anchor, PL_SEED));
}

void dice_prepare(struct person *p, const json_t *about, bool is_ready)
{
    const char *commitment = text_in(about, "commitment");

    if (strcmp(p->commitment, commitment) != 0) {
        strcpy(p->commitment, commitment);
        memset(&p->fair, 0, sizeof p->fair);
        pl_assert(pl_hex_read(commitment, p->fair.commitment, PL_SEED));
        randombytes_buf(p->nonce, sizeof p->nonce);
        randombytes_buf(p->links, sizeof p->links);
        p->has_committed = p->has_shown = false;
        p->draws = 0;
    }
    if (!is_ready && !p->has_committed)
        commit(p);
    if (!json_object_get(about, "hashes") || p->has_shown)
        return;
    p->has_shown = true;
    say(p, "{'do':'nonce','id':0,'nonce':'%s'}", hex_of(p->nonce, PL_NONCE));
}

void dice_begin(struct person *p, const json_t *about)
{
    const json_t *nonces = json_object_get(about, "nonces");

    for (size_t i = 0; i < json_array_size(nonces); i++) {
        const char *hex = json_string_value(json_array_get(nonces, i));

        if (hex)
            pl_assert(pl_hex_read(hex, p->fair.nonce[i], PL_NONCE));
    }
    if (p->have == 0)
        pl_transcript_begin(&p->fair, p->sum);
}

void dice_step(struct person *p, const json_t *step)
{
    const char *words = json_string_value(json_array_get(step, 0));
    bool is_chance;

    pl_assert(words);
    if (json_is_true(json_array_get(step, 2)))
        words = "chance ?";
    is_chance = strncmp(words, "chance", 6) == 0;
    p->draws += is_chance && !p->is_in_draw;
    p->is_in_draw = is_chance;
    pl_transcript_add(p->sum, words);
}

void dice_draw(struct person *p, const json_t *about)
{
    const json_t *named = json_object_get(about, "named");
    uint32_t number = (uint32_t)number_in(about, "number");
    uint8_t transcript[PL_SEED], link[PL_SEED];
    struct pl_fair fair = {0};
    unsigned seats_named = 0;

    for (size_t i = 0; i < json_array_size(named); i++) {
        const json_t *one = json_array_get(named, i);
        long seat = number_in(one, "seat");

        fair.chains[seat] = 1;
        fair.chain[seat][0].from = (uint32_t)number_in(one, "from");
        pl_assert(pl_hex_read(text_in(one, "anchor"),
                              fair.chain[seat][0].anchor, PL_SEED));
        seats_named |= 1u << seat;
    }
    if (!(seats_named >> p->seat & 1))
        return;
    pl_transcript_close(p->sum, &fair, number, seats_named, transcript);
    if (number != p->draws + 1 ||
        strcmp(hex_of(transcript, PL_SEED), text_in(about, "transcript")) != 0)
        complain(p, "does not agree to a draw", "");
    pl_link_before(p->links, PL_LINKS - number, link);
    links++;
    say(p, "{'do':'link','id':0,'question':%u,'link':'%s','transcript':'%s'}",
        p->question, hex_of(link, PL_SEED), hex_of(transcript, PL_SEED));
}
