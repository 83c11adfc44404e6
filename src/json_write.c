/* See parlour_json.h. */
#include "parlour_json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void add_string(struct pl_buffer *out, const char *s)
{
    static const char digit[] = "0123456789abcdef";

    const char *from = s;

    pl_add_bytes(out, "\"", 1);
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        char hex[] = "\\u00..";

        if (c >= ' ' && c != '"' && c != '\\')
            continue;
        pl_add_bytes(out, from, (size_t)(s - from));
        from = s + 1;
        hex[4] = digit[c >> 4];
        hex[5] = digit[c & 15];
        pl_add(out, hex);
    }
    pl_add_bytes(out, from, (size_t)(s - from));
    pl_add_bytes(out, "\"", 1);
}

/* No value ends with one of these: there the next member needs no comma. */
static bool needs_comma(const struct pl_buffer *out)
{
    return out->length > 0 && !strchr("{[:\n ", out->s[out->length - 1]);
}

void pl_json_key(struct pl_buffer *out, const char *key)
{
    if (needs_comma(out))
        pl_add(out, ",");
    if (!key)
        return;
    add_string(out, key);
    pl_add(out, ":");
}

void pl_json_open(struct pl_buffer *out, const char *key, const char *bracket)
{
    pl_json_key(out, key);
    pl_add(out, bracket);
}

void pl_json_close(struct pl_buffer *out, const char *brackets)
{
    pl_add(out, brackets);
}

void pl_json_line(struct pl_buffer *out, int spaces)
{
    pl_add(out, needs_comma(out) ? ",\n" : "\n");
    while (spaces-- > 0)
        pl_add(out, " ");
}

void pl_json_text(struct pl_buffer *out, const char *key, const char *s)
{
    pl_json_key(out, key);
    add_string(out, s);
}

void pl_json_number(struct pl_buffer *out, const char *key, int64_t n)
{
    pl_json_key(out, key);
    pl_add_number(out, n);
}

void pl_json_bool(struct pl_buffer *out, const char *key, bool is)
{
    pl_json_key(out, key);
    pl_add(out, is ? "true" : "false");
}

void pl_json_null(struct pl_buffer *out, const char *key)
{
    pl_json_key(out, key);
    pl_add(out, "null");
}

static void add_real(struct pl_buffer *out, const char *key, const char *digits,
                     bool is_number)
{
    pl_json_key(out, key);
    pl_add(out, is_number ? digits : "null");
}

void pl_json_real(struct pl_buffer *out, const char *key, double n)
{
    char digits[32];

    snprintf(digits, sizeof digits, "%.10g", n);
    add_real(out, key, digits, isfinite(n));
}

void pl_json_fixed(struct pl_buffer *out, const char *key, double n,
                   int decimals)
{
    char digits[400]; /* as long as a double gets */

    snprintf(digits, sizeof digits, "%.*f", decimals, n);
    add_real(out, key, digits, isfinite(n));
}

void pl_json_bits(struct pl_buffer *out, const char *key, unsigned bits,
                  const char *const name[])
{
    pl_json_open(out, key, "[");
    for (; bits; bits &= bits - 1) {
        int bit = pl_lowest(bits);

        if (name)
            pl_json_text(out, NULL, name[bit]);
        else
            pl_json_number(out, NULL, bit);
    }
    pl_json_close(out, "]");
}

static void add_unless_zero(struct pl_buffer *out, const char *key, int64_t n)
{
    if (n != 0)
        pl_json_number(out, key, n);
}

void pl_json_message(struct pl_buffer *out, const char *key,
                     const struct pl_message *message)
{
    pl_json_open(out, key, "{");
    pl_json_text(out, "id", message->id);
    if (message->seat >= 0)
        pl_json_number(out, "seat", message->seat);
    add_unless_zero(out, "n", message->n);
    add_unless_zero(out, "m", message->m);
    add_unless_zero(out, "k", message->k);
    if (message->word.length > 0)
        pl_json_text(out, "word", message->word.s);
    pl_json_close(out, "}");
}
