/* Sentences for people: a message and a language make one. */
#include "words.h"
#include "parlour_match.h"

#include <string.h>

/* Norwegian without saying which, and nynorsk: bokmål is what we have. */
static const char *our_code(const char *code)
{
    return strcmp(code, "no") == 0 || strcmp(code, "nn") == 0 ? "nb" : code;
}

const struct pl_language *pl_language_find(const char *code)
{
    code = our_code(code);
    for (size_t i = 0; i < pl_language_count; i++)
        if (strcmp(pl_languages[i].code, code) == 0)
            return &pl_languages[i];
    return NULL;
}

static const struct pl_sentence *find(const struct pl_language *language,
                                      const char *id)
{
    size_t low = 0, high = language->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(id, language->sentence[middle].id);

        if (order == 0)
            return &language->sentence[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

int pl_columns(const char *s)
{
    int n = 0;

    for (; *s; s++)
        n += (*s & 0xc0) != 0x80;
    return n;
}

bool pl_has_words(const struct pl_language *language, const char *id)
{
    return find(language, id) != NULL;
}

static void add_player(const struct pl_language *language, int seat,
                       const struct pl_names *name, struct pl_buffer *out)
{
    if (name && name->of[seat][0])
        pl_add(out, name->of[seat]);
    else
        pl_words(language, &PL_SAY("seat", .n = seat + 1), NULL, out);
}

static void add_argument(const struct pl_language *language,
                         const struct pl_message *message, const char *place,
                         const struct pl_names *name, struct pl_buffer *out)
{
    if (strncmp(place, "{n}", 3) == 0)
        pl_add_number(out, message->n);
    else if (strncmp(place, "{m}", 3) == 0)
        pl_add_number(out, message->m);
    else if (strncmp(place, "{k}", 3) == 0)
        pl_add_number(out, message->k);
    else if (strncmp(place, "{word}", 6) == 0)
        pl_add(out, message->word.s);
    else if (strncmp(place, "{player}", 8) == 0 && message->seat >= 0)
        add_player(language, message->seat, name, out);
    else
        pl_broken("a sentence has a place that nothing fills", place, 0);
}

void pl_words(const struct pl_language *language,
              const struct pl_message *message, const struct pl_names *name,
              struct pl_buffer *out)
{
    const struct pl_sentence *sentence = find(language, message->id);
    const char *s = message->id;

    if (sentence) {
        unsigned long n = message->n < 0 ? 0ul - (unsigned long)message->n
                                         : (unsigned long)message->n;

        s = sentence->form[sentence->form[1] ? language->plural(n) : 0];
    }
    while (*s) {
        const char *open = strchr(s, '{');
        const char *close = open ? strchr(open, '}') : NULL;

        if (!close) {
            pl_add(out, s);
            return;
        }
        pl_add_bytes(out, s, (size_t)(open - s));
        add_argument(language, message, open, name, out);
        s = close + 1;
    }
}
