/* parlour games: what can be played, with how many, and the house rules. */
#include "cli.h"

static void print_message(const char *prefix, const char *a, const char *b)
{
    char id[128];

    snprintf(id, sizeof id, "%s.%s%s%s", prefix, a, b ? "." : "", b ? b : "");
    cli_print(id);
}

static void print_option(const struct pl_game *game,
                         const struct pl_option *option)
{
    struct pl_text text;

    pl_option_value(option, option->normal, &text);
    printf("    %s=%s (", option->name, text.s);
    for (int v = 0; option->value && option->value[v]; v++)
        printf("%s%s", v ? ", " : "", option->value[v]);
    if (!option->value)
        printf("%d..%d", option->low, option->high);
    printf(")  ");
    print_message("option", game->id, option->name);
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
        print_message("about", game->id, NULL);
        for (int i = 0; all && i < pl_option_count(game); i++)
            print_option(game, &game->options[i]);
    }
    return DONE;
}
