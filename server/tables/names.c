/* See names.h. */
#include "names.h"

#include <string.h>

enum {
    MOST_MARKS = 2, /* accents on one letter */
    MOST_STACKED = 4
};

struct range {
    uint32_t from, upto;
};

static const struct range unseen[] = {
    {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},
    {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},
    {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},
    {0x3164, 0x3164},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},   {0xfff0, 0xfffc},   {0x13430, 0x1343f},
    {0x16fe4, 0x16fe4}, {0x1bca0, 0x1bca3}, {0x1d159, 0x1d159},
    {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

static const struct range spaces[] = {
    {' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a},
    {0x202f, 0x202f}, {0x205f, 0x205f}, {0x2800, 0x2800}, {0x3000, 0x3000},
};

static const struct range marks[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f},
};

/* Vowels and tones above and below the letters of other scripts: some belong to
 * a letter, a tower of them covers the lines around it. */
static const struct range stacked[] = {
    {0x591, 0x5bd}, {0x5bf, 0x5bf}, {0x5c1, 0x5c2}, {0x5c4, 0x5c5},
    {0x610, 0x61a}, {0x64b, 0x65f}, {0x670, 0x670}, {0x6d6, 0x6dc},
    {0x6df, 0x6e4}, {0x6e7, 0x6e8}, {0x6ea, 0x6ed}, {0x730, 0x74a},
    {0xe31, 0xe31}, {0xe34, 0xe3a}, {0xe47, 0xe4e}, {0xeb1, 0xeb1},
    {0xeb4, 0xebc}, {0xec8, 0xece}, {0xf71, 0xf84}, {0xf8d, 0xfbc},
};

#define IS_IN(list, c) is_in(list, sizeof(list) / sizeof *(list), c)

static bool is_in(const struct range *list, size_t n, uint32_t c)
{
    for (size_t i = 0; i < n; i++)
        if (c >= list[i].from && c <= list[i].upto)
            return true;
    return false;
}

/* The next character of good UTF-8. */
static uint32_t next(const char **at)
{
    const unsigned char *p = (const unsigned char *)*at;
    int more = *p < 0x80 ? 0 : *p < 0xe0 ? 1 : *p < 0xf0 ? 2 : 3;
    uint32_t c = more == 0 ? *p : *p & (0x3fu >> more);

    for (int i = 1; i <= more && p[i]; i++)
        c = c << 6 | (p[i] & 0x3f);
    for (p++; more > 0 && *p; more--)
        p++;
    *at = (const char *)p;
    return c;
}

/* --- What can be seen ---------------------------------------------------- */

struct cleaning {
    size_t length;
    bool is_spaced; /* a space waits for something to follow */
    int marks;
    bool has_seen;
};

/* Whether the character belongs into the name. */
static bool is_kept(struct cleaning *now, uint32_t c)
{
    if (IS_IN(unseen, c))
        return false;
    if (IS_IN(spaces, c)) {
        now->is_spaced = now->has_seen;
        return false;
    }
    if (IS_IN(marks, c) || IS_IN(stacked, c))
        return now->has_seen && !now->is_spaced &&
               now->marks++ < (IS_IN(marks, c) ? MOST_MARKS : MOST_STACKED);
    now->marks = 0;
    now->has_seen = true;
    return true;
}

bool name_clean(const char *name, char out[PL_NAME])
{
    struct cleaning now = {0};

    while (*name) {
        const char *from = name;
        uint32_t c = next(&name);
        size_t n = (size_t)(name - from);

        if (!is_kept(&now, c))
            continue;
        if (now.length + now.is_spaced + n >= PL_NAME)
            return false;
        if (now.is_spaced)
            out[now.length++] = ' ';
        now.is_spaced = false;
        memcpy(out + now.length, from, n);
        now.length += n;
    }
    out[now.length] = '\0';
    return true;
}

/* --- What looks alike ---------------------------------------------------- */

/* The letter below the accents of U+00C0 to U+017F; æ, œ and ĳ are two. */
static const char plain[] = "aaaaaa.ceeeeiiii"
                            "dnoooooxouuuuypb"
                            "aaaaaa.ceeeeiiii"
                            "dnooooo-ouuuuypy"
                            "aaaaaaccccccccdd"
                            "ddeeeeeeeeeegggg"
                            "gggghhhhiiiiiiii"
                            "ii..jjkkklllllll"
                            "lllnnnnnnnnnoooo"
                            "oo..rrrrrrssssss"
                            "ssttttttuuuuuuuu"
                            "uuuuwwyyyzzzzzzs";

static const struct {
    struct range range;
    char to;
} alike[] = {
    {{0x1cd, 0x1ce}, 'a'},   {{0x1cf, 0x1d0}, 'i'},   {{0x1d1, 0x1d2}, 'o'},
    {{0x1d3, 0x1dc}, 'u'},   {{0x1e6, 0x1e7}, 'g'},   {{0x1e8, 0x1e9}, 'k'},
    {{0x1ea, 0x1ed}, 'o'},   {{0x1f8, 0x1f9}, 'n'},   {{0x200, 0x203}, 'a'},
    {{0x204, 0x207}, 'e'},   {{0x208, 0x20b}, 'i'},   {{0x20c, 0x20f}, 'o'},
    {{0x210, 0x213}, 'r'},   {{0x214, 0x217}, 'u'},   {{0x218, 0x219}, 's'},
    {{0x21a, 0x21b}, 't'},   {{0x226, 0x227}, 'a'},   {{0x228, 0x229}, 'e'},
    {{0x22a, 0x231}, 'o'},   {{0x232, 0x233}, 'y'},   {{0x1ea0, 0x1eb7}, 'a'},
    {{0x1eb8, 0x1ec7}, 'e'}, {{0x1ec8, 0x1ecb}, 'i'}, {{0x1ecc, 0x1ee3}, 'o'},
    {{0x1ee4, 0x1ef1}, 'u'}, {{0x1ef2, 0x1ef9}, 'y'}, {{0x1e9e, 0x1e9e}, 'b'},
    {{0x2010, 0x2015}, '-'}, {{0x2018, 0x201b}, '-'}, {{0x2c8, 0x2c8}, '-'},
    {{0x1c0, 0x1c0}, 'l'},   {{0x1c3, 0x1c3}, 'l'},   {{0x2113, 0x2113}, 'l'},
    {{0x251, 0x251}, 'a'},   {{0x261, 0x261}, 'g'},   {{0x26a, 0x26a}, 'i'},
    {{0x212a, 0x212a}, 'k'}, {{0x212b, 0x212b}, 'a'}, {{0x2223, 0x2223}, 'l'},
};

/* Greek and Cyrillic letters that are drawn like ours. */
static const struct {
    uint16_t from;
    char to;
} foreign[] = {
    {0x391, 'a'}, {0x392, 'b'}, {0x395, 'e'}, {0x396, 'z'}, {0x397, 'h'},
    {0x399, 'i'}, {0x39a, 'k'}, {0x39c, 'm'}, {0x39d, 'n'}, {0x39f, 'o'},
    {0x3a1, 'p'}, {0x3a4, 't'}, {0x3a5, 'y'}, {0x3a7, 'x'}, {0x3b1, 'a'},
    {0x3b5, 'e'}, {0x3b9, 'i'}, {0x3ba, 'k'}, {0x3bd, 'v'}, {0x3bf, 'o'},
    {0x3c1, 'p'}, {0x3c4, 't'}, {0x3c5, 'u'}, {0x3c7, 'x'}, {0x3f2, 'c'},
    {0x3f3, 'j'}, {0x405, 's'}, {0x406, 'i'}, {0x407, 'i'}, {0x408, 'j'},
    {0x410, 'a'}, {0x412, 'b'}, {0x415, 'e'}, {0x401, 'e'}, {0x417, '3'},
    {0x41a, 'k'}, {0x41c, 'm'}, {0x41d, 'h'}, {0x41e, 'o'}, {0x420, 'p'},
    {0x421, 'c'}, {0x422, 't'}, {0x423, 'y'}, {0x425, 'x'}, {0x42c, 'b'},
    {0x430, 'a'}, {0x435, 'e'}, {0x451, 'e'}, {0x43a, 'k'}, {0x43e, 'o'},
    {0x440, 'p'}, {0x441, 'c'}, {0x442, 't'}, {0x443, 'y'}, {0x445, 'x'},
    {0x455, 's'}, {0x456, 'i'}, {0x457, 'i'}, {0x458, 'j'}, {0x4ae, 'y'},
    {0x4af, 'y'}, {0x4ba, 'h'}, {0x4bb, 'h'}, {0x4c0, 'l'}, {0x4cf, 'l'},
    {0x501, 'd'}, {0x51a, 'q'}, {0x51b, 'q'}, {0x51c, 'w'}, {0x51d, 'w'},
};

/* Letters and digits that only differ in their dress. */
static uint32_t undressed(uint32_t c)
{
    if (c >= 0xff01 && c <= 0xff5e)
        return c - 0xfee0;
    if (c >= 0x1d400 && c < 0x1d6a4)
        return 'a' + (c - 0x1d400) % 26;
    if (c >= 0x1d7ce && c <= 0x1d7ff)
        return '0' + (c - 0x1d7ce) % 10;
    if (c >= 0x24b6 && c <= 0x24e9)
        return 'a' + (c - 0x24b6) % 26;
    if (c >= 0x1f130 && c <= 0x1f189)
        return 'a' + (c - 0x1f130) % 32 % 26;
    return c;
}

static uint32_t letter_of(uint32_t c)
{
    c = undressed(c);
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 'a';
    if (c >= 0xc0 && c < 0xc0 + sizeof plain - 1)
        return (unsigned char)plain[c - 0xc0];
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (c >= alike[i].range.from && c <= alike[i].range.upto)
            return (unsigned char)alike[i].to;
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (c == foreign[i].from)
            return (unsigned char)foreign[i].to;
    return c;
}

static const char *two_letters(uint32_t c)
{
    switch (c) {
    case 0xc6:
    case 0xe6:
        return "ae";
    case 0x152:
    case 0x153:
        return "oe";
    case 0x132:
    case 0x133:
        return "ij";
    default:
        return NULL;
    }
}

struct shape {
    uint32_t letter[2 * PL_NAME];
    size_t length;
};

/* i, I, l, 1 and | are one stroke; rn is m, and vv is w. */
static void add(struct shape *shape, uint32_t c)
{
    uint32_t *last =
        shape->length > 0 ? &shape->letter[shape->length - 1] : NULL;

    if (c == 'i' || c == '1' || c == '|' || c == '!')
        c = 'l';
    else if (c == '0')
        c = 'o';
    if (last && *last == 'r' && c == 'n')
        *last = 'm';
    else if (last && *last == 'v' && c == 'v')
        *last = 'w';
    else if (shape->length < 2 * PL_NAME)
        shape->letter[shape->length++] = c;
}

static void read_shape(const char *name, bool has_dots, struct shape *shape)
{
    memset(shape, 0, sizeof *shape);
    while (*name) {
        uint32_t c = next(&name);
        const char *two = two_letters(c);

        if (IS_IN(unseen, c) || IS_IN(spaces, c) || IS_IN(marks, c))
            continue;
        c = letter_of(c);
        if (two) {
            add(shape, (unsigned char)two[0]);
            add(shape, (unsigned char)two[1]);
        } else if (has_dots || !strchr(".,-_'`*~", (int)(c < 128 ? c : 'a'))) {
            add(shape, c);
        }
    }
}

uint64_t name_shape(const char *name)
{
    struct shape shape;

    read_shape(name, false, &shape);
    if (shape.length == 0)
        read_shape(name, true, &shape);
    return pl_hash(shape.letter, shape.length * sizeof *shape.letter, 0);
}
