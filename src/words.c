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

/* Returns the place that ends the text, or NULL. */
static const char *add_up_to_place(const char *s, struct pl_buffer *out)
{
    size_t length = strcspn(s, "{");

    pl_add_bytes(out, s, length);
    return s[length] ? s + length : NULL;
}

static const char *behind(const char *place)
{
    return strchr(place, '}') + 1;
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
    for (const char *place; (place = add_up_to_place(s, out));
         s = behind(place))
        add_argument(language, message, place, name, out);
}

/* --- How-tos ------------------------------------------------------------- */

struct facts {
    int count;
    struct pl_fact fact[PL_FACTS];
};

/* Of "|die|dice}". */
static void add_form(const struct pl_language *language, int n,
                     const char *forms, struct pl_buffer *out)
{
    for (int skip = language->plural((unsigned long)n); skip > 0; skip--)
        forms += 1 + strcspn(forms + 1, "|}");
    pl_add_bytes(out, forms + 1, strcspn(forms + 1, "|}"));
}

static bool add_fact(const struct pl_language *language,
                     const struct facts *facts, const char *place,
                     struct pl_buffer *out)
{
    const char *name = place + 1;
    size_t length = strcspn(name, "|}");
    bool found = false;

    for (int i = 0; i < facts->count; i++) {
        const struct pl_fact *fact = &facts->fact[i];

        if (strlen(fact->name) != length ||
            strncmp(fact->name, name, length) != 0)
            continue;
        if (name[length] == '|') {
            add_form(language, fact->n, name + length, out);
            return true;
        }
        pl_add(out, found ? ", " : "");
        pl_add_number(out, fact->n);
        found = true;
    }
    return found;
}

bool pl_explain(const struct pl_language *language, const char *id,
                const struct pl_game *game, const struct pl_setup *setup,
                struct pl_buffer *out)
{
    const char *s = find(language, id)->form[0];
    struct facts facts = {.count = 0};

    if (game->facts)
        facts.count = game->facts(setup, facts.fact);
    for (const char *place; (place = add_up_to_place(s, out));
         s = behind(place))
        if (!add_fact(language, &facts, place, out))
            return false;
    return true;
}
