/* parlour games: what can be played, with how many, and the house rules. */
#include "cli.h"

__attribute__((format(printf, 1, 0))) static void
print_message(const char *shape, const struct pl_game *game, const char *option)
{
    char id[128];

    snprintf(id, sizeof id, shape, game->id, option);
    cli_print(id);
}

static void print_about(const struct pl_game *game)
{
    char id[64];

    snprintf(id, sizeof id, "about.%s", game->id);
    cli_print(id);
}

static const char *message_id(const char *shape, const struct pl_game *game,
                              const char *option, const char *value)
{
    static char id[128];

    snprintf(id, sizeof id, shape, game->id, option, value);
    return id;
}

/* The catalogue has a sentence for each value: for the usual one, for the other
 * one, and for a third by its name. */
static bool is_choice(const struct pl_game *game,
                      const struct pl_option *option)
{
    return pl_has_words(
        cli_language, message_id("option.%s.%s.usual", game, option->name, ""));
}

static void print_value(const struct pl_game *game,
                        const struct pl_option *option, int value)
{
    const char *name = option->value[value];
    const char *id = message_id("option.%s.%s.%s", game, option->name, name);

    printf("    %s=%s  ", option->name, name);
    if (value == option->normal)
        print_message("option.%s.%s.usual", game, option->name);
    else if (pl_has_words(cli_language, id))
        cli_print(id);
    else
        print_message("option.%s.%s", game, option->name);
}

/* The default first. */
static void print_choice(const struct pl_game *game,
                         const struct pl_option *option)
{
    print_value(game, option, option->normal);
    for (int v = 0; option->value[v]; v++)
        if (v != option->normal)
            print_value(game, option, v);
}

static void print_option(const struct pl_game *game,
                         const struct pl_option *option)
{
    struct pl_text text;

    if (is_choice(game, option)) {
        print_choice(game, option);
        return;
    }
    pl_option_value(option, option->normal, &text);
    printf("    %s=%s (", option->name, text.s);
    for (int v = 0; option->value && option->value[v]; v++)
        printf("%s%s", v ? ", " : "", option->value[v]);
    if (!option->value)
        printf("%d..%d", option->low, option->high);
    printf(")  ");
    print_message("option.%s.%s", game, option->name);
}

int cmd_games(int argc, char **argv)
{
    bool all = cli_flag(&argc, argv, "--options");
    int code;

    if (!cli_arguments(argc, argv, 0, 0, &code))
        return code;
    for (const struct pl_game *const *g = pl_games; *g; g++) {
        const struct pl_game *game = *g;

        printf("%-17s %d-%d  ", game->id, game->min_seats, game->max_seats);
        print_about(game);
        for (int i = 0; all && i < pl_option_count(game); i++)
            print_option(game, &game->options[i]);
    }
    return DONE;
}
