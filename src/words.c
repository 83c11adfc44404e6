/* Sentences for people: a message and a language make one. */
#include "words.h"
#include "parlour_match.h"

#include <stdio.h>
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

void pl_words_number(long n, struct pl_buffer *out)
{
    pl_add(out, n < 0 ? "−" : "");
    pl_add_number(out, n < 0 ? -n : n);
}

static void add_argument(const struct pl_language *language,
                         const struct pl_message *message, const char *place,
                         const struct pl_names *name, struct pl_buffer *out)
{
    if (strncmp(place, "{n}", 3) == 0)
        pl_words_number(message->n, out);
    else if (strncmp(place, "{m}", 3) == 0)
        pl_words_number(message->m, out);
    else if (strncmp(place, "{k}", 3) == 0)
        pl_words_number(message->k, out);
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

/* ID.form, or that of the group that it belongs to; or NULL. */
static const struct pl_sentence *find_form(const struct pl_language *language,
                                           const char *id, const char *form)
{
    const char *dot = strrchr(id, '.');
    const struct pl_sentence *own;
    char name[128];

    snprintf(name, sizeof name, "%s.%s", id, form);
    own = find(language, name);
    if (own || !dot)
        return own;
    snprintf(name, sizeof name, "%.*s.%s", (int)(dot - id), id, form);
    return find(language, name);
}

static bool is_to(int seat, const struct pl_names *name)
{
    return seat >= 0 && name && name->reader >> seat & 1;
}

static void fill(const struct pl_language *language,
                 const struct pl_sentence *sentence,
                 const struct pl_message *message, const struct pl_names *name,
                 struct pl_buffer *out)
{
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

void pl_words(const struct pl_language *language,
              const struct pl_message *message, const struct pl_names *name,
              struct pl_buffer *out)
{
    const struct pl_sentence *sentence = NULL;
    char you[128];

    snprintf(you, sizeof you, "%s.you", message->id);
    if (is_to(message->seat, name))
        sentence = find(language, you);
    fill(language, sentence ? sentence : find(language, message->id), message,
         name, out);
}

void pl_words_done(const struct pl_language *language,
                   const struct pl_message *say, int seat,
                   const struct pl_names *name, struct pl_buffer *out)
{
    struct pl_message done = *say;
    const struct pl_sentence *form = NULL;

    done.seat = (int8_t)seat;
    if (is_to(seat, name))
        form = find_form(language, say->id, "you");
    fill(language, form ? form : find_form(language, say->id, "done"), &done,
         name, out);
}

/* --- How-tos ------------------------------------------------------------- */

struct facts {
    int count;
    struct pl_fact fact[PL_FACTS];
};

/* Of "|die|dice}"; English that no one has translated may have fewer forms than
 * the language. */
static void add_form(const struct pl_language *language, int n,
                     const char *forms, struct pl_buffer *out)
{
    for (int skip = language->plural((unsigned long)n); skip > 0; skip--) {
        size_t next = 1 + strcspn(forms + 1, "|}");

        if (forms[next] == '}')
            break;
        forms += next;
    }
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
        pl_words_number(fact->n, out);
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
        facts.count = game->facts(game, setup, facts.fact);
    for (const char *place; (place = add_up_to_place(s, out));
         s = behind(place))
        if (!add_fact(language, &facts, place, out))
            return false;
    return true;
}
