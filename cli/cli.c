/* See cli.h. */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

enum { LARGEST_FILE = 16 << 20 };

const struct pl_language *cli_language;
uint8_t cli_reader;

void cli_say(FILE *to, const struct pl_message *message,
             const struct pl_names *name)
{
    struct pl_buffer text = {0};

    pl_words(cli_language, message, name, &text);
    fprintf(to, "%s\n", text.s);
    pl_buffer_free(&text);
}

static void name_bot(const char *bot, char name[PL_NAME])
{
    struct pl_message message = PL_SAY("bot");
    struct pl_buffer level = {0}, text = {0};
    char id[64];

    snprintf(id, sizeof id, "bot.%s", bot);
    if (pl_has_words(cli_language, id))
        pl_words(cli_language, &PL_SAY(id), NULL, &level);
    else
        pl_add(&level, bot);
    pl_put(&message.word, level.s);
    pl_words(cli_language, &message, NULL, &text);
    snprintf(name, PL_NAME, "%s", text.s);
    pl_buffer_free(&level);
    pl_buffer_free(&text);
}

static bool is_nameless_bot(const struct pl_match *match, int seat)
{
    return !match->name.of[seat][0] && match->bot.of[seat][0];
}

/* Two that are alike are told apart by their seats. */
static bool has_twin(const struct pl_match *match, int seat)
{
    for (int other = 0; other < PL_SEATS; other++)
        if (other != seat && is_nameless_bot(match, other) &&
            strcmp(match->bot.of[other], match->bot.of[seat]) == 0)
            return true;
    return false;
}

/* "You" is what the reader is called, and never a name. */
static bool is_you(const char *name)
{
    struct pl_buffer you = {0};
    bool same;

    pl_words(cli_language, &PL_SAY("table.of.you"), NULL, &you);
    same = strcmp(name, you.s) == 0;
    pl_buffer_free(&you);
    return same;
}

const struct pl_names *cli_names(const struct pl_match *match)
{
    static struct pl_names names;

    names = match->name;
    names.reader = cli_reader;
    for (int seat = 0; seat < PL_SEATS; seat++) {
        char *name = names.of[seat];
        size_t n;

        if (is_you(name))
            name[0] = '\0';
        if (!is_nameless_bot(match, seat))
            continue;
        name_bot(match->bot.of[seat], name);
        n = strlen(name);
        if (has_twin(match, seat))
            snprintf(name + n, PL_NAME - n, " %d", seat + 1);
    }
    return &names;
}

void cli_print(const char *id)
{
    cli_say(stdout, &PL_SAY(id), NULL);
}

void cli_prompt(const char *id)
{
    struct pl_buffer text = {0};

    pl_words(cli_language, &PL_SAY(id), NULL, &text);
    printf("%s ", text.s);
    fflush(stdout);
    pl_buffer_free(&text);
}

int cli_fail(int code, const struct pl_message *why)
{
    fputs("parlour: ", stderr);
    cli_say(stderr, why, NULL);
    return code;
}

int cli_refuse(int code, const char *id, const char *word)
{
    struct pl_message why;

    pl_refuse(&why, PL_E_bad_text, -1, 0, word);
    why.id = id;
    return cli_fail(code, &why);
}

int cli_printed(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    return cli_refuse(FAILED, "sim.cannot_write", "/dev/stdout");
}

static void take(int *argc, char **argv, int at)
{
    memmove(argv + at, argv + at + 1, (size_t)(*argc - at) * sizeof *argv);
    --*argc;
}

bool cli_flag(int *argc, char **argv, const char *name)
{
    for (int i = 1; i < *argc; i++)
        if (strcmp(argv[i], name) == 0) {
            take(argc, argv, i);
            return true;
        }
    return false;
}

const char *cli_value(int *argc, char **argv, const char *name)
{
    size_t n = strlen(name);

    for (int i = 1; i < *argc; i++) {
        const char *value = argv[i] + n + 1;

        if (strncmp(argv[i], name, n) != 0)
            continue;
        if (argv[i][n] == '=') {
            take(argc, argv, i);
            return value;
        }
        if (argv[i][n] != '\0')
            continue;
        if (i + 1 == *argc)
            exit(cli_refuse(USAGE, "cli.value_missing", name));
        value = argv[i + 1];
        take(argc, argv, i);
        take(argc, argv, i);
        return value;
    }
    return NULL;
}

bool cli_arguments(int argc, char **argv, int least, int most, int *code)
{
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-' && argv[i][1] != '\0') {
            *code = cli_refuse(USAGE, "cli.unknown_option", argv[i]);
            return false;
        }
    if (argc - 1 < least) {
        *code = cli_refuse(USAGE, "cli.too_few", argv[0]);
        return false;
    }
    if (argc - 1 > most) {
        *code = cli_refuse(USAGE, "cli.too_many", argv[most + 1]);
        return false;
    }
    return true;
}

bool cli_number(const char *word, long least, long most, long *n)
{
    char *end;

    errno = 0;
    *n = strtol(word, &end, 10);
    return errno == 0 && end != word && *end == '\0' && *n >= least &&
           *n <= most;
}

const struct pl_game *cli_game(const char *id)
{
    const struct pl_game *game = cli_find(id);

    if (!game) {
        cli_refuse(USAGE, "cli.unknown_game", id);
    } else if (cli_sheet() && game != cli_sheet()) {
        cli_refuse(USAGE, "sheet.other_game", cli_sheet()->id);
        return NULL;
    }
    return game;
}

static bool refuse_file(const char *id, const char *path)
{
    cli_refuse(FAILED, id, path);
    return false;
}

static bool read_stream(FILE *in, const char *path, struct pl_buffer *out)
{
    struct stat about;
    char block[4096];
    size_t n;

    if (fstat(fileno(in), &about) == 0 && S_ISDIR(about.st_mode))
        return refuse_file("cli.is_folder", path);
    pl_add(out, "");
    while ((n = fread(block, 1, sizeof block, in)) > 0) {
        pl_add_bytes(out, block, n);
        if (out->length > LARGEST_FILE)
            return refuse_file("cli.too_large", path);
    }
    return !ferror(in) || refuse_file("cli.cannot_read", path);
}

bool cli_read_file(const char *path, struct pl_buffer *out)
{
    FILE *in;
    bool good;

    if (strcmp(path, "-") == 0)
        return read_stream(stdin, path, out);
    in = fopen(path, "rb");
    if (!in)
        return refuse_file("cli.cannot_open", path);
    good = read_stream(in, path, out);
    fclose(in);
    return good;
}

bool cli_read_record(const char *path, struct pl_match *match)
{
    struct pl_buffer text = {0};
    struct pl_message why;
    int line;
    bool good = cli_read_file(path, &text);

    if (good && !pl_record_read(match, text.s, text.length, &why, &line)) {
        fprintf(stderr, "%s:%d: ", path, line);
        cli_say(stderr, &why, NULL);
        good = false;
    }
    pl_buffer_free(&text);
    return good;
}

uint64_t cli_seed(void)
{
    uint64_t seed = 0;

    while (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        ;
    return seed;
}
