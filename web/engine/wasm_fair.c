/*
 * Dice that can be checked, and the part that this device has in them.
 */
#include "sha256.h"
#include "wasm.h"

#include <stdlib.h>
#include <string.h>

/* Whether all its dice come from the seed that it was begun with. */
int match_fair(int handle)
{
    size_t step;

    refused_line = 0;
    return pl_fair_check(at(handle), &step, &refusal);
}

static void add_draw(void *context, const struct pl_draw *draw)
{
    char hex[SHA256_HEX + 1];

    (void)context;
    pl_hex_write(draw->transcript, PL_SEED, hex);
    pl_json_open(&out, NULL, "{");
    pl_json_number(&out, "number", draw->number);
    pl_json_bits(&out, "named", draw->named, NULL);
    pl_json_bits(&out, "drawn", draw->drawn, NULL);
    pl_json_text(&out, "transcript", hex);
    pl_json_close(&out, "}");
}

/* Its draws, and what the devices agreed to that made them; none, if its dice
 * were not drawn together. */
const char *match_draws(int handle)
{
    begin();
    pl_json_open(&out, NULL, "[");
    if (at(handle)->fair.is_together)
        pl_fair_draws(at(handle), add_draw, NULL);
    pl_json_close(&out, "]");
    return out.s;
}

/* --- The recipe of fair.c, a piece at a time ----------------------------- */

enum { FAIR_WORDS = 3 + 3 * PL_SEATS };

/* Words with one space between them; the last takes what is left. */
static int split(char *text, char *word[], int most)
{
    int n = 0;

    while (n < most) {
        word[n++] = text;
        text = n < most ? strchr(text, ' ') : NULL;
        if (!text)
            break;
        *text++ = '\0';
    }
    return n;
}

static bool read_number(const char *word, uint32_t most, uint32_t *to)
{
    char *end;
    unsigned long n = strtoul(word, &end, 10);

    *to = (uint32_t)n;
    return *word && !*end && n <= most;
}

/* hash COMMITMENT SEAT NONCE */
static bool fair_hash(char *word[], int n, uint8_t sum[PL_SEED])
{
    uint8_t nonce[PL_NONCE];
    struct pl_fair of = {0};
    uint32_t seat;

    if (n != 4 || !pl_hex_read(word[1], of.commitment, PL_SEED) ||
        !read_number(word[2], PL_SEATS - 1, &seat) ||
        !pl_hex_read(word[3], nonce, PL_NONCE))
        return false;
    pl_fair_hash(&of, (int)seat, nonce, sum);
    return true;
}

/* link SECRET PLACES */
static bool fair_link(char *word[], int n, uint8_t sum[PL_SEED])
{
    uint32_t places;

    if (n != 3 || !pl_hex_read(word[1], sum, PL_SEED) ||
        !read_number(word[2], PL_LINKS, &places))
        return false;
    pl_link_before(sum, places, sum);
    return true;
}

/* begin COMMITMENT NONCE …, or - for a seat without one */
static bool fair_begin(char *word[], int n, uint8_t sum[PL_SEED])
{
    struct pl_fair of = {0};

    if (n < 2 || n > 2 + PL_SEATS ||
        !pl_hex_read(word[1], of.commitment, PL_SEED))
        return false;
    for (int i = 2; i < n; i++)
        if (strcmp(word[i], "-") != 0 &&
            !pl_hex_read(word[i], of.nonce[i - 2], PL_NONCE))
            return false;
    pl_transcript_begin(&of, sum);
    return true;
}

/* close SUM DRAW, and SEAT FROM ANCHOR of each that is named */
static bool fair_close(char *word[], int n, uint8_t sum[PL_SEED])
{
    struct pl_fair of = {0};
    unsigned named = 0;
    uint32_t draw, seat;

    if (n < 3 || n % 3 || !pl_hex_read(word[1], sum, PL_SEED) ||
        !read_number(word[2], INT32_MAX, &draw))
        return false;
    for (int i = 3; i < n; i += 3) {
        struct pl_chain *chain;

        if (!read_number(word[i], PL_SEATS - 1, &seat))
            return false;
        chain = of.chain[seat];
        if (!read_number(word[i + 1], INT32_MAX, &chain->from) ||
            !pl_hex_read(word[i + 2], chain->anchor, PL_SEED))
            return false;
        of.chains[seat] = 1;
        named |= 1u << seat;
    }
    pl_transcript_close(sum, &of, draw, named, sum);
    return true;
}

/* add SUM WORDS; the words may be any */
static bool fair_add(char *text, uint8_t sum[PL_SEED])
{
    char *word[3];

    if (split(text, word, 3) != 3 || strlen(word[2]) > 256 ||
        !pl_hex_read(word[1], sum, PL_SEED))
        return false;
    pl_transcript_add(sum, word[2]);
    return true;
}

/* The recipe of fair.c, a piece at a time: what comes in is a line of words,
 * what goes out 64 digits, or nothing if the line is wrong. */
const char *fair(size_t length)
{
    char *word[FAIR_WORDS + 1], hex[SHA256_HEX + 1];
    uint8_t sum[PL_SEED];
    bool good;
    int n;

    begin();
    in.s[length] = '\0';
    if (strncmp(in.s, "add ", 4) == 0) {
        good = fair_add(in.s, sum);
    } else {
        n = split(in.s, word, FAIR_WORDS + 1);
        good = (strcmp(word[0], "hash") == 0 && fair_hash(word, n, sum)) ||
               (strcmp(word[0], "link") == 0 && fair_link(word, n, sum)) ||
               (strcmp(word[0], "begin") == 0 && fair_begin(word, n, sum)) ||
               (strcmp(word[0], "close") == 0 && fair_close(word, n, sum));
    }
    if (good) {
        pl_hex_write(sum, PL_SEED, hex);
        pl_add(&out, hex);
    }
    return out.s;
}
