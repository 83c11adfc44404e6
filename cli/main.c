/* The parlour command: finds the language and the sub-command. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {
#define X(name) {#name, cmd_##name},
    COMMANDS(X)
#undef X
};

/* Whether someone typed this command. */
static bool is_typed(const char *word, const char *name)
{
    for (; *word && *name; word++, name++)
        if (*word != (*name == '_' ? '-' : *name))
            return false;
    return *word == *name;
}

/* "de_AT.UTF-8:en": the first language of the list that we have. */
static const struct pl_language *first_known(const char *list)
{
    while (list && *list) {
        size_t n = strcspn(list, ":_.@");
        char code[16] = "";

        if (n < sizeof code)
            memcpy(code, list, n);
        if (pl_language_find(code))
            return pl_language_find(code);
        list += strcspn(list, ":");
        list += *list == ':';
    }
    return NULL;
}

static const struct pl_language *language_of_environment(void)
{
    static const char *const variable[] = {"LANGUAGE", "LC_ALL", "LC_MESSAGES",
                                           "LANG"};
    const struct pl_language *found;

    for (int i = 0; i < 4; i++)
        if ((found = first_known(getenv(variable[i]))))
            return found;
    return pl_language_find("en");
}

static void help(void)
{
    cli_print("help");
    putchar('\n');
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char id[64], typed[64];

        snprintf(id, sizeof id, "help.%s.line", commands[i].name);
        snprintf(typed, sizeof typed, "%s", commands[i].name);
        for (char *c = typed; (c = strchr(c, '_'));)
            *c = '-';
        printf("  %-11s ", typed);
        cli_print(id);
    }
    putchar('\n');
    cli_print("help.more");
}

/* Some sub-commands have parts with a help of their own. */
static int help_for(const char *name, int argc, char **argv)
{
    char id[64];

    snprintf(id, sizeof id, "help.%s.%s", name, argc > 1 ? argv[1] : "");
    if (argc < 2 || !pl_has_words(cli_language, id))
        snprintf(id, sizeof id, "help.%s", name);
    cli_print(id);
    return DONE;
}

int main(int argc, char **argv)
{
    const char *code;

    cli_language = language_of_environment();
    code = cli_value(&argc, argv, "--lang");
    if (code && !pl_language_find(code))
        return cli_refuse(USAGE, "cli.unknown_language", code);
    if (code)
        cli_language = pl_language_find(code);
    if (argc < 2 || strcmp(argv[1], "--help") == 0 ||
        (strcmp(argv[1], "help") == 0 && argc == 2)) {
        help();
        return argc < 2 ? USAGE : DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("parlour %s\n", PL_VERSION);
        return DONE;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (!is_typed(argv[1], commands[i].name))
            continue;
        argc--;
        argv++;
        if (cli_flag(&argc, argv, "--help"))
            return help_for(commands[i].name, argc, argv);
        return commands[i].run(argc, argv);
    }
    return cli_refuse(USAGE, "cli.unknown_command", argv[1]);
}
