/*
 * Makes the C tables of src/words.h from the files of po/, one a language, or
 * with --words and --howto the JSON that the page reads: one language, what
 * players read, and apart from it the explanations of the games. --fill puts
 * sentences where a template has their names in double braces.
 * A message's msgid is its name; its sentence is the msgstr. Build tool only.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096, FORMS = 4, MESSAGES = 4096 };

struct message {
    char *id;
    char *form[FORMS];
};

static struct message message[MESSAGES];
static size_t messages;
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

static void read_file(void)
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

static const char *formula_of(const char *header)
{
    const char *formula = strstr(header, " plural=");

    if (!formula)
        fail("the header has no Plural-Forms");
    return formula + strlen(" plural=");
}

static void write_plural(const char *code, const char *header)
{
    const char *formula = formula_of(header);

    printf("static int plural_%s(unsigned long n)\n{\n    (void)n;\n"
           "    return (int)(%.*s);\n}\n\n",
           code, (int)strcspn(formula, ";"), formula);
}

/* The header sorts first: its name is empty. */
static void sort_messages(void)
{
    qsort(message, messages, sizeof *message, by_id);
    if (!messages || message[0].id[0] || !message[0].form[0])
        fail("the header is missing");
}

static void write_language(const char *code)
{
    sort_messages();
    write_plural(code, message[0].form[0]);
    printf("static const struct pl_sentence sentence_%s[] = {\n", code);
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

static bool begins(const char *id, const char *prefix)
{
    return strncmp(id, prefix, strlen(prefix)) == 0;
}

/* Is it for the page, and in this of its two files? */
static bool belongs(const char *id, bool howto)
{
    static const char *const elsewhere[] = {
        "help",   "cli.",      "play.",   "bench.", "serve.", "sim.",
        "solve.", "protocol.", "replay.", "chart.", "odds.",  "howto."};

    if (howto)
        return begins(id, "howto.");
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (begins(id, elsewhere[i]))
            return false;
    return true;
}

/* PO and JSON escape alike. */
static void write_json(bool howto)
{
    const char *formula, *comma = "";

    sort_messages();
    formula = formula_of(message[0].form[0]);
    printf("{\"plural\":\"%.*s\",\"words\":{", (int)strcspn(formula, ";"),
           formula);
    for (size_t i = 1; i < messages; i++) {
        bool forms = message[i].form[1] != NULL;

        if (!belongs(message[i].id, howto))
            continue;
        printf("%s\n\"%s\":%s", comma, message[i].id, forms ? "[" : "");
        comma = ",";
        for (int f = 0; f < FORMS && message[i].form[f]; f++)
            printf("%s\"%s\"", f ? "," : "", message[i].form[f]);
        printf("%s", forms ? "]" : "");
    }
    printf("}}\n");
}

static const char *sentence(const char *id, size_t length)
{
    for (size_t i = 0; i < messages; i++)
        if (strlen(message[i].id) == length &&
            strncmp(message[i].id, id, length) == 0)
            return message[i].form[0];
    return NULL;
}

/* Names that are no message stay for whoever fills in the rest. */
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

int main(int argc, char **argv)
{
    static size_t count[64];
    char code[64][16];

    if (argc == 4 && strcmp(argv[1], "--fill") == 0) {
        file = argv[3];
        read_file();
        fill(argv[2]);
        return 0;
    }
    if (argc == 3 && begins(argv[1], "--")) {
        file = argv[2];
        read_file();
        write_json(strcmp(argv[1], "--howto") == 0);
        return 0;
    }
    if (argc < 2 || argc > 64)
        return 2;
    printf("/* Made from po/ by tools/catalogue.c. */\n"
           "#include \"words.h\"\n\n");
    for (int i = 1; i < argc; i++) {
        const char *base = strrchr(argv[i], '/');

        file = argv[i];
        snprintf(code[i], sizeof code[i], "%.*s",
                 (int)strcspn(base ? base + 1 : file, "."),
                 base ? base + 1 : file);
        read_file();
        write_language(code[i]);
        count[i] = messages - 1;
    }
    printf("const struct pl_language pl_languages[] = {\n");
    for (int i = 1; i < argc; i++)
        printf("    {\"%s\", plural_%s, %zu, sentence_%s},\n", code[i], code[i],
               count[i], code[i]);
    printf("};\nconst size_t pl_language_count = %d;\n", argc - 1);
    return 0;
}
