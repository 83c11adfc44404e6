/* What strangers send: which text and which names are good, and how the rest is
 * refused. */
#include "parlour_match.h"

#include <string.h>

bool pl_text_is_good(const char *s, size_t length)
{
    const unsigned char *p = (const unsigned char *)s, *end = p + length;

    while (p < end) {
        unsigned c = *p++;
        int more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
        unsigned code = more == 0 ? c : c & (0x3fu >> more);
        static const unsigned least[] = {0x20, 0xa0, 0x800, 0x10000};

        if ((c >= 0x80 && c < 0xc2) || c > 0xf4 || end - p < more)
            return false;
        for (int i = 0; i < more; i++) {
            if ((p[i] & 0xc0) != 0x80)
                return false;
            code = code << 6 | (p[i] & 0x3f);
        }
        p += more;
        if (code < least[more] || code == 0x7f || code > 0x10ffff ||
            (code >= 0xd800 && code < 0xe000))
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
