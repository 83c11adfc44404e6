/* parlour rules GAME: how to play, paragraph by paragraph. */
#include "cli.h"

#include <string.h>

enum { WIDTH = 76 };

/* The bytes of the words that fit into a line; of the first one at least. */
static size_t fitting(const char *s)
{
    size_t n = strcspn(s, " ");

    while (s[n]) {
        size_t next = n + 1 + strcspn(s + n + 1, " ");

        if (pl_columns(s) - pl_columns(s + next) > WIDTH)
            break;
        n = next;
    }
    return n;
}

/* Breaks a paragraph into lines. */
static void print_paragraph(const char *s)
{
    while (*s) {
        size_t n = fitting(s);

        printf("%.*s\n", (int)n, s);
        s += n;
        s += strspn(s, " ");
    }
}

int cmd_rules(int argc, char **argv)
{
    const struct pl_game *game;
    struct pl_setup setup;
    char id[64];
    int code;

    if (!cli_arguments(argc, argv, 1, 1, &code))
        return code;
    game = cli_game(argv[1]);
    if (!game)
        return USAGE;
    snprintf(id, sizeof id, "game.%s", game->id);
    cli_print(id);
    pl_setup_normal(&setup, game, game->max_seats);
    for (int i = 1;; i++) {
        struct pl_buffer text = {0};

        snprintf(id, sizeof id, "howto.%s.%d", game->id, i);
        if (!pl_has_words(cli_language, id))
            return DONE;
        if (pl_explain(cli_language, id, game, &setup, &text)) {
            putchar('\n');
            print_paragraph(text.s);
        }
        pl_buffer_free(&text);
    }
}
