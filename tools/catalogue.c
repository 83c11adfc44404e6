/*
 * Makes the C tables of src/words.h from the files of po/, one a language, or
 * with --words, --howto and --coach the JSON that the page reads: one language,
 * what players read, with its plurals as tools/plurals.c says them, and apart
 * from it the explanations of the games. --fill puts sentences where a template
 * has their names in double braces. A message's msgid is its name; its sentence
 * is the msgstr, or the English one where no one has translated it yet. Build
 * tool only.
 *
 * en-XA is no file but English with accents and longer words: anyone who sees a
 * plain letter sees words that are in no catalogue.
 */
#include "parlour_json.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096, FORMS = 4, MESSAGES = 4096 };
#define PSEUDO "en-XA"

struct message {
    char *id;
    char *form[FORMS];
};

static struct message message[MESSAGES], english[MESSAGES];
static size_t messages, english_messages;
static const char *file;
static int line_number;

static void fail(const char *what)
{
    fprintf(stderr, "%s:%d: %s\n", file, line_number, what);
    exit(1);
}

/* Appends the quoted part of a line, still escaped: C and PO agree on it. */
static void append(char **to, const char *line)
{
    const char *open = strchr(line, '"'), *close = strrchr(line, '"');
    size_t old = *to ? strlen(*to) : 0, n;

    if (!open || close == open)
        fail("a string in double quotes is missing");
    n = (size_t)(close - open) - 1;
    *to = realloc(*to, old + n + 1);
    if (!*to)
        fail("out of memory");
    memcpy(*to + old, open + 1, n);
    (*to)[old + n] = '\0';
}

static char **begin_message(void)
{
    if (messages == MESSAGES)
        fail("too many messages");
    return &message[messages++].id;
}

/* Which string the line begins, or NULL: the one before goes on. */
static char **target(const char *line, char **plural)
{
    if (strncmp(line, "msgid_plural ", 13) == 0)
        return plural;
    if (strncmp(line, "msgid ", 6) == 0)
        return begin_message();
    if (messages && strncmp(line, "msgstr ", 7) == 0)
        return &message[messages - 1].form[0];
    if (messages && strncmp(line, "msgstr[", 7) == 0 && line[7] >= '0' &&
        line[7] < '0' + FORMS)
        return &message[messages - 1].form[line[7] - '0'];
    return NULL;
}

static void read_lines(void)
{
    FILE *in = fopen(file, "r");
    char line[LINE], *plural = NULL, **now = NULL;

    if (!in) {
        perror(file);
        exit(1);
    }
    messages = 0;
    memset(message, 0, sizeof message);
    for (line_number = 1; fgets(line, sizeof line, in); line_number++) {
        char **next;

        if (line[0] == '#' || line[0] == '\n')
            continue;
        next = target(line, &plural);
        if (next)
            now = next;
        else if (line[0] != '"' || !now)
            fail("not a line of a PO file");
        append(now, line);
    }
    free(plural);
    fclose(in);
}

static int by_id(const void *a, const void *b)
{
    return strcmp(((const struct message *)a)->id,
                  ((const struct message *)b)->id);
}

/* The header sorts first: its name is empty. */
static void sort_messages(void)
{
    qsort(message, messages, sizeof *message, by_id);
    if (!messages || message[0].id[0] || !message[0].form[0])
        fail("the header is missing");
}

/* The sentences of en.po, which stands beside the file. */
static void read_english(void)
{
    const char *own = file, *base = strrchr(file, '/');
    size_t folder = base ? (size_t)(base - file) + 1 : 0;
    char path[LINE];

    snprintf(path, sizeof path, "%.*sen.po", (int)folder, file);
    file = path;
    read_lines();
    sort_messages();
    memcpy(english, message, sizeof message);
    english_messages = messages;
    file = own;
}

static void fill_in(struct message *empty)
{
    const struct message *found =
        bsearch(empty, english, english_messages, sizeof *english, by_id);

    if (!found)
        return;
    for (int f = 0; f < FORMS && empty->form[f]; f++)
        if (!empty->form[f][0])
            empty->form[f] = found->form[f && found->form[1] ? 1 : 0];
}

/* Sorted by name; the header, whose name is empty, is the first. */
static void read_file(const char *path)
{
    file = path;
    if (!english_messages)
        read_english();
    read_lines();
    sort_messages();
    for (size_t i = 1; i < messages; i++)
        fill_in(&message[i]);
}

static const char *formula_of(const char *header)
{
    const char *formula = strstr(header, " plural=");

    if (!formula)
        fail("the header has no Plural-Forms");
    return formula + strlen(" plural=");
}

static void write_plural(int number)
{
    const char *formula = formula_of(message[0].form[0]);

    printf("static int plural_%d(unsigned long n)\n{\n    (void)n;\n"
           "    return (int)(%.*s);\n}\n\n",
           number, (int)strcspn(formula, ";"), formula);
}

static void write_language(int number)
{
    write_plural(number);
    printf("static const struct pl_sentence sentence_%d[] = {\n", number);
    for (size_t i = 1; i < messages; i++) {
        if (strcmp(message[i].id, message[i - 1].id) == 0) {
            fprintf(stderr, "%s: '%s' stands twice\n", file, message[i].id);
            exit(1);
        }
        printf("    {\"%s\", {", message[i].id);
        for (int f = 0; f < FORMS && message[i].form[f]; f++)
            printf("%s\"%s\"", f ? ", " : "", message[i].form[f]);
        printf("}},\n");
    }
    printf("};\n\n");
}

/* --- English with accents ------------------------------------------------ */

static const char *accented(char letter)
{
    static const char *const small[] = {
        "á", "ƀ", "ç", "đ", "é", "ƒ", "ğ", "ħ", "í", "ĵ", "ķ", "ľ", "ṁ",
        "ñ", "ó", "ƥ", "ɋ", "ř", "š", "ŧ", "ú", "ṽ", "ŵ", "ẋ", "ý", "ž"};
    static const char *const large[] = {
        "Á", "Ɓ", "Ç", "Đ", "É", "Ƒ", "Ğ", "Ħ", "Í", "Ĵ", "Ķ", "Ľ", "Ṁ",
        "Ñ", "Ó", "Ƥ", "Ɋ", "Ř", "Š", "Ŧ", "Ú", "Ṽ", "Ŵ", "Ẋ", "Ý", "Ž"};

    return isupper((unsigned char)letter) ? large[letter - 'A']
                                          : small[letter - 'a'];
}

/* Vowels stand twice: about 40 % more letters, and no place to break a line
 * that English does not have. Roman numbers are as long in every language. */
static void add_letter(FILE *out, char letter, bool is_number)
{
    fputs(accented(letter), out);
    if (!is_number && strchr("aeiouAEIOU", letter))
        fputs(accented((char)tolower((unsigned char)letter)), out);
}

/* What stays in a place: all of {n}, and {name of {name|form|form}. */
static size_t place_length(const char *s)
{
    size_t n = strcspn(s, "|}");

    return n + (s[n] == '}');
}

/* Places and escapes stay. */
static char *with_accents(const char *s)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    bool is_number = s[strspn(s, "IVX")] == '\0';

    if (!out)
        fail("out of memory");
    while (*s) {
        size_t kept = *s == '{' ? place_length(s) : *s == '\\' ? 2 : 0;

        if (kept) {
            fprintf(out, "%.*s", (int)kept, s);
            s += kept;
        } else if (isalpha((unsigned char)*s)) {
            add_letter(out, *s++, is_number);
        } else {
            fputc(*s++, out);
        }
    }
    fclose(out);
    return text;
}

static void put_accents(void)
{
    for (size_t i = 1; i < messages; i++)
        for (int f = 0; f < FORMS && message[i].form[f]; f++)
            message[i].form[f] = with_accents(message[i].form[f]);
}

/* --- JSON ------------------------------------------------------------------
 */

static bool begins(const char *id, const char *prefix)
{
    return strncmp(id, prefix, strlen(prefix)) == 0;
}

/* Files of the page that are loaded late, and what stands in them. */
static const struct {
    const char *part;
    const char *prefix[4];
} late[] = {{"howto", {"howto.", "guide.", "sheets."}},
            {"coach", {"coach.", "stats."}}};

/* What the page does not say. */
static const char *const elsewhere[] = {
    "help",   "cli.",      "play.",   "bench.", "serve.", "sim.",
    "solve.", "protocol.", "replay.", "chart.", "odds.",  "tally.",
    "admin.", "backup.",   "hint.",   "verify."};

/* The part of the page's words that a message belongs to, or NULL. */
static const char *part_of(const char *id)
{
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (begins(id, elsewhere[i]))
            return NULL;
    for (size_t i = 0; i < sizeof late / sizeof *late; i++)
        for (int k = 0; late[i].prefix[k]; k++)
            if (begins(id, late[i].prefix[k]))
                return late[i].part;
    return "words";
}

static bool belongs(const char *id, const char *part)
{
    const char *own = part_of(id);

    return own && strcmp(own, part) == 0;
}

/* PO and JSON escape alike: what stands between the quotation marks. */
static void add_escaped(struct pl_buffer *out, const char *s)
{
    pl_json_open(out, NULL, "\"");
    pl_json_close(out, s);
    pl_json_close(out, "\"");
}

static void add_sentence(struct pl_buffer *out, const struct message *of)
{
    pl_json_line(out, 0);
    pl_json_key(out, of->id);
    if (!of->form[1]) {
        add_escaped(out, of->form[0]);
        return;
    }
    pl_json_open(out, NULL, "[");
    for (int f = 0; f < FORMS && of->form[f]; f++)
        add_escaped(out, of->form[f]);
    pl_json_close(out, "]");
}

static void write_json(const char *part, const char *plurals)
{
    struct pl_buffer out = {0};

    pl_json_open(&out, NULL, "{");
    pl_json_text(&out, "plurals", plurals);
    pl_json_open(&out, "words", "{");
    for (size_t i = 1; i < messages; i++)
        if (belongs(message[i].id, part))
            add_sentence(&out, &message[i]);
    pl_json_close(&out, "}}\n");
    fputs(out.s, stdout);
    pl_buffer_free(&out);
}

static const char *sentence(const char *id, size_t length)
{
    for (size_t i = 0; i < messages; i++)
        if (strlen(message[i].id) == length &&
            strncmp(message[i].id, id, length) == 0)
            return message[i].form[0];
    return NULL;
}

/* Names that are no message stay for the one who fills in the rest. */
static void fill(const char *template)
{
    FILE *in = fopen(template, "r");
    char line[LINE];

    if (!in) {
        perror(template);
        exit(1);
    }
    while (fgets(line, sizeof line, in)) {
        char *s = line, *open, *close;

        while ((open = strstr(s, "{{")) && (close = strstr(open, "}}"))) {
            const char *found = sentence(open + 2, (size_t)(close - open) - 2);

            printf("%.*s", (int)(open - s), s);
            if (found)
                printf("%s", found);
            else
                printf("%.*s", (int)(close + 2 - open), open);
            s = close + 2;
        }
        printf("%s", s);
    }
    fclose(in);
}

/* --- The languages as C ----------------------------------------------------
 */

static void write_c(int files, char **path)
{
    printf("/* Made from po/ by tools/catalogue.c. */\n"
           "#include \"words.h\"\n\n");
    for (int i = 0; i < files; i++) {
        read_file(path[i]);
        write_language(i);
    }
    memcpy(message, english, sizeof message);
    messages = english_messages;
    put_accents();
    write_language(files);
    printf("const struct pl_language pl_languages[] = {\n");
    for (int i = 0; i <= files; i++) {
        const char *base = i < files ? strrchr(path[i], '/') : "/" PSEUDO;

        printf("    {\"%.*s\", plural_%d,\n"
               "     sizeof sentence_%d / sizeof *sentence_%d, sentence_%d},\n",
               (int)strcspn(base + 1, "."), base + 1, i, i, i, i);
    }
    printf("};\nconst size_t pl_language_count = %d;\n", files + 1);
}

int main(int argc, char **argv)
{
    bool pseudo = argc == 5 && strcmp(argv[4], PSEUDO) == 0;

    if (argc == 4 && strcmp(argv[1], "--fill") == 0) {
        read_file(argv[3]);
        fill(argv[2]);
    } else if ((argc == 4 || pseudo) && begins(argv[1], "--")) {
        read_file(argv[3]);
        if (pseudo)
            put_accents();
        write_json(argv[1] + strlen("--"), argv[2]);
    } else if (argc >= 2) {
        write_c(argc - 1, argv + 1);
    } else {
        return 2;
    }
    return 0;
}
