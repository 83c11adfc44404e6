/* What strangers send: which text and which names are good, and how the rest is
 * refused. */
#include "strangers.h"
#include "parlour_match.h"

#include <string.h>

int pl_utf8_next(const char **at, const char *end)
{
    static const int least[] = {0, 0x80, 0x800, 0x10000};
    const unsigned char *p = (const unsigned char *)*at;
    int c = *p++, more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
    int code = more == 0 ? c : c & (0x3f >> more);

    if ((c >= 0x80 && c < 0xc2) || c > 0xf4 || end - *at <= more)
        return -1;
    for (int i = 0; i < more; i++) {
        if ((*p & 0xc0) != 0x80)
            return -1;
        code = code << 6 | (*p++ & 0x3f);
    }
    if (code < least[more] || code > 0x10ffff ||
        (code >= 0xd800 && code < 0xe000))
        return -1;
    *at = (const char *)p;
    return code;
}

bool pl_text_is_good(const char *s, size_t length)
{
    const char *end = s + length;

    while (s < end) {
        int code = pl_utf8_next(&s, end);

        if (code < 0x20 || (code >= 0x7f && code < 0xa0))
            return false;
    }
    return true;
}

bool pl_name_is_good(const char *name)
{
    size_t n = strlen(name);

    return n > 0 && n < PL_NAME && name[0] != ' ' && name[n - 1] != ' ' &&
           pl_text_is_good(name, n);
}

static const char *const error_id[] = {
#define X(name) "error." #name,
    PL_ERRORS(X)
#undef X
};

/* What strangers sent is shown again only as plain ASCII, and shortened. */
static void put_quoted(struct pl_text *text, const char *word)
{
    enum { LONGEST = 40 };

    for (int i = 0; i < LONGEST && word[i]; i++)
        pl_put_char(text, word[i] >= ' ' && word[i] <= '~' ? word[i] : '?');
    if (strlen(word) > LONGEST)
        pl_put(text, "...");
}

bool pl_refuse(struct pl_message *why, enum pl_error error, int seat, int n,
               const char *word)
{
    *why = (struct pl_message){
        .id = error_id[error], .seat = (int8_t)seat, .n = n};
    put_quoted(&why->word, word);
    return false;
}
