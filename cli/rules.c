/* parlour rules GAME: how to play, under headings, with tables and an example.
 */
#include "../paper/howto.h"
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

/* --- Tables -------------------------------------------------------------- */

/* Of "Points: 1, 3, 6", without the comma. */
static const char *next_cell(const char *s, struct pl_text *cell)
{
    size_t n = strcspn(s, ",");

    memset(cell, 0, sizeof *cell);
    for (size_t i = 0; i < n; i++)
        pl_put_char(cell, s[i]);
    s += n;
    return s + strspn(s, ", ");
}

static void print_row(const char *row, int label)
{
    const char *s = strchr(row, ':');
    struct pl_text cell;

    pl_assert(s);
    printf("  %.*s%*s", (int)(s - row), row,
           label - pl_columns(row) + pl_columns(s), "");
    for (s += strspn(s, ": "); *s;) {
        s = next_cell(s, &cell);
        printf("%4s", cell.s);
    }
    putchar('\n');
}

static int label_width(const char *row)
{
    return pl_columns(row) - pl_columns(strchr(row, ':'));
}

/* Two rows with a line end between them. */
static void print_table(const char *rows)
{
    size_t end = strcspn(rows, "\n");
    struct pl_buffer head = {0};
    const char *row = rows + end + 1;
    int label;

    pl_add_bytes(&head, rows, end);
    pl_add_bytes(&head, "", 1);
    label = label_width(head.s);
    if (label_width(row) > label)
        label = label_width(row);
    putchar('\n');
    print_row(head.s, label);
    print_row(row, label);
    pl_buffer_free(&head);
}

/* --- The example --------------------------------------------------------- */

bool cli_open_example(const struct pl_game *game, struct pl_match *match)
{
    struct pl_message why;
    int line;

    for (const struct cli_example *e = cli_examples; e->game; e++)
        if (strcmp(e->game, game->id) == 0) {
            pl_assert(pl_record_read(match, e->record, strlen(e->record), &why,
                                     &line));
            return true;
        }
    return false;
}

static void draw(const struct pl_match *match)
{
    static struct pl_scene scene;
    union pl_state view;

    pl_match_view(match, 0, &view);
    match->game->show(match->game, &view, 0, &scene);
    putchar('\n');
    cli_draw_table(stdout, &scene, cli_names(match), false);
}

/* --- Parts --------------------------------------------------------------- */

struct printed {
    const struct pl_game *game;
    bool heading; /* was the last part one? */
};

static void print_part(void *to, enum howto_kind kind, const char *text);

static void print_example(const struct pl_game *game)
{
    struct printed printed = {game, false};
    struct pl_match match = {0};

    if (!cli_open_example(game, &match))
        return;
    putchar('\n');
    howto_replay(&(struct howto){cli_language, print_part, &printed}, &match,
                 cli_names(&match));
    draw(&match);
    pl_match_free(&match);
}

static void print_part(void *to, enum howto_kind kind, const char *text)
{
    struct printed *printed = to;

    switch (kind) {
    case HOWTO_HEADING:
        printf("\n%s\n", text);
        break;
    case HOWTO_PARAGRAPH:
        fputs(printed->heading ? "" : "\n", stdout);
        print_paragraph(text);
        break;
    case HOWTO_TABLE:
        print_table(text);
        break;
    case HOWTO_EXAMPLE:
        print_example(printed->game);
        break;
    case HOWTO_STEP:
        printf("  %s\n", text);
        break;
    case HOWTO_EVENT:
        printf("      %s\n", text);
        break;
    }
    printed->heading = kind == HOWTO_HEADING;
}

int cmd_rules(int argc, char **argv)
{
    struct printed printed = {NULL, false};
    char id[64];
    int code;

    if (!cli_take_sheet(&argc, argv))
        return FAILED;
    if (!cli_arguments(argc, argv, 1, 1, &code))
        return code;
    printed.game = cli_game(argv[1]);
    if (!printed.game)
        return USAGE;
    snprintf(id, sizeof id, "game.%s", printed.game->id);
    cli_print(id);
    howto_tell(&(struct howto){cli_language, print_part, &printed},
               printed.game);
    return DONE;
}
