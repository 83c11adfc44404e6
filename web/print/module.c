/*
 * Paper as a module of its own for the browser, loaded when someone prints: the
 * same pages as those of the command. It imports nothing.
 *
 * words() learns a language from the input: the plural forms of 0 … 199 as
 * digits, a zero, then sentences by their ids in rising order, each as its id
 * and its forms with a 1 between them and a zero at its end. print() takes from
 * the input a record, the record of the worked example and the names of the
 * seats, with a form feed between them, a name a line; it answers with the
 * pages, a form feed between them, or NULL if a record is not good.
 */
#include "../../paper/paper.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

char *EXPORT(input)(size_t size);
void EXPORT(words)(size_t length);
const char *EXPORT(print)(size_t length, int size, unsigned what, int ink);

static struct pl_buffer in, out, kept;
static char plurals[201];

static int plural(unsigned long n)
{
    return plurals[n < 200 ? n : 100 + n % 100] - '0';
}

static struct pl_language language = {.code = "", .plural = plural};

char *input(size_t size)
{
    in.length = 0;
    while (in.room < size + 1)
        pl_add(&in, "        ");
    in.s[size] = '\0';
    return in.s;
}

/* Cuts "id 1 form 1 form" apart where it lies. */
static void read_sentence(char *s, struct pl_sentence *sentence)
{
    memset(sentence, 0, sizeof *sentence);
    sentence->id = s;
    for (int i = 0; i < PL_FORMS && (s = strchr(s, 1)); i++) {
        *s++ = '\0';
        sentence->form[i] = s;
    }
}

static size_t count_zeros(const char *s, size_t length)
{
    size_t n = 0;

    for (size_t i = 0; i < length; i++)
        n += s[i] == '\0';
    return n;
}

void words(size_t length)
{
    struct pl_sentence *all;
    size_t count = 0;
    char *s;

    pl_buffer_free(&kept);
    pl_add_bytes(&kept, in.s, length);
    all = calloc(count_zeros(kept.s, length) + 1, sizeof *all);
    pl_assert(all && strlen(kept.s) + 1 == sizeof plurals);
    memcpy(plurals, kept.s, sizeof plurals);
    for (s = kept.s + sizeof plurals; s < kept.s + length;) {
        char *next = s + strlen(s) + 1;

        read_sentence(s, &all[count++]);
        s = next;
    }
    language.sentence = all;
    language.count = count;
}

static bool read_record(const char *s, struct pl_match *match)
{
    struct pl_message why;
    int line;

    return pl_record_read(match, s, strlen(s), &why, &line);
}

/* A line each; what is too long loses whole letters. */
static void read_names(const char *s, struct pl_names *names)
{
    memset(names, 0, sizeof *names);
    for (int seat = 0; seat < PL_SEATS && *s; seat++) {
        size_t whole = strcspn(s, "\n"), n = whole;

        if (n > PL_NAME - 1)
            n = PL_NAME - 1;
        while (n < whole && n > 0 && (s[n] & 0xc0) == 0x80)
            n--;
        memcpy(names->of[seat], s, n);
        s += whole + (s[whole] == '\n');
    }
}

static char *next_part(char *s)
{
    s = strchr(s, '\f');
    pl_assert(s);
    *s = '\0';
    return s + 1;
}

static void join(const struct paper_pages *pages)
{
    for (int i = 0; i < pages->count; i++) {
        if (i)
            pl_add(&out, "\f");
        pl_add(&out, pages->page[i].s);
    }
}

const char *print(size_t length, int size, unsigned what, int ink)
{
    char *example_text = next_part(in.s), *names_text = next_part(example_text);
    struct pl_match match = {0}, example = {0};
    struct paper_pages pages = {0};
    struct pl_names names;
    bool good =
        read_record(in.s, &match) && read_record(example_text, &example);

    (void)length;
    out.length = 0;
    pl_add(&out, "");
    read_names(names_text, &names);
    if (good) {
        paper_print(&(struct paper_job){.match = &match,
                                        .example = &example,
                                        .names = &names,
                                        .language = &language,
                                        .size = (enum paper_size)size,
                                        .what = what,
                                        .ink = ink},
                    &pages);
        join(&pages);
    }
    paper_free(&pages);
    pl_match_free(&match);
    pl_match_free(&example);
    return good ? out.s : NULL;
}
