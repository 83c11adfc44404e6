/* parlour sheet GAME: the sheet that a game ships, as text to start from, or
 * one that a seed makes; and parlour sheet check FILE: what is wrong with one.
 */
#include "cli.h"

#include <limits.h>
#include <string.h>

/* The game on the sheet of --sheet; NULL: none was given. */
static const struct pl_game *own;

const struct pl_game *cli_read_sheet(const char *path)
{
    const struct pl_game *game = NULL;
    struct pl_mistakes mistakes = {0};
    struct pl_buffer text = {0};

    if (cli_read_file(path, &text))
        game = pl_sheet_read(text.s, text.length, &mistakes);
    for (int i = 0; i < mistakes.count; i++) {
        fprintf(stderr, "%s:%d:%d: ", path, mistakes.mistake[i].line,
                mistakes.mistake[i].column);
        cli_say(stderr, &mistakes.mistake[i].what, NULL);
    }
    pl_buffer_free(&text);
    return game;
}

bool cli_take_sheet(int *argc, char **argv)
{
    const char *path = cli_value(argc, argv, "--sheet");

    return !path || (own = cli_read_sheet(path));
}

const struct pl_game *cli_sheet(void)
{
    return own;
}

const struct pl_game *cli_find(const char *id)
{
    return own && strcmp(own->id, id) == 0 ? own : pl_game_find(id);
}

static int check(const char *path)
{
    const struct pl_game *game = cli_read_sheet(path);
    char hash[65];

    if (!game)
        return FAILED;
    pl_sheet_hash(game, hash);
    cli_print(game->own ? "sheet.good" : "sheet.shipped");
    printf("%s\n", hash);
    pl_game_drop(game);
    return DONE;
}

static int print_sheet(const char *id, const char *layout, const char *word)
{
    const struct pl_game *game = cli_game(id);
    struct pl_buffer text = {0};
    long seed;

    if (game && layout && !(game = pl_game_on(game, layout)))
        cli_refuse(USAGE, "error.bad_layout", layout);
    if (!game)
        return USAGE;
    if (!game->sheets)
        return cli_refuse(USAGE, "sheet.no_choice", id);
    if (word && !cli_number(word, 0, LONG_MAX, &seed))
        return cli_refuse(USAGE, "cli.bad_seed", word);
    if (word)
        pl_sheet_make(game, (uint64_t)seed, &text);
    else
        pl_sheet_write(game, &text);
    fputs(text.s, stdout);
    pl_buffer_free(&text);
    return DONE;
}

int cmd_sheet(int argc, char **argv)
{
    const char *layout = cli_value(&argc, argv, "--layout");
    const char *seed = cli_value(&argc, argv, "--seed");
    int code;

    if (argc > 1 && strcmp(argv[1], "check") == 0 && !layout && !seed)
        return cli_arguments(argc, argv, 2, 2, &code) ? check(argv[2]) : code;
    if (!cli_arguments(argc, argv, 1, 1, &code))
        return code;
    return print_sheet(argv[1], layout, seed);
}
