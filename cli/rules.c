/* parlour rules GAME: how to play, under headings, with tables and an example.
 */
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

static bool explain(const struct pl_game *game, const char *id,
                    struct pl_buffer *out)
{
    struct pl_setup setup;

    pl_setup_normal(&setup, game, game->max_seats);
    return pl_has_words(cli_language, id) &&
           pl_explain(cli_language, id, game, &setup, out);
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

/* Two rows: howto.GAME.table.1 heads .2, and so on. */
static void print_table(const struct pl_game *game, int number)
{
    struct pl_buffer row[2] = {{0}};
    bool there = true;
    int label = 0;

    for (int i = 0; i < 2; i++) {
        char id[64];

        snprintf(id, sizeof id, "howto.%s.table.%d", game->id,
                 2 * number - 1 + i);
        there = there && explain(game, id, &row[i]);
        if (there) {
            int n = pl_columns(row[i].s) - pl_columns(strchr(row[i].s, ':'));

            label = n > label ? n : label;
        }
    }
    if (there)
        putchar('\n');
    for (int i = 0; i < 2; i++) {
        if (there)
            print_row(row[i].s, label);
        pl_buffer_free(&row[i]);
    }
}

/* --- The example --------------------------------------------------------- */

static const char *example_of(const struct pl_game *game)
{
    for (const struct cli_example *e = cli_examples; e->game; e++)
        if (strcmp(e->game, game->id) == 0)
            return e->record;
    return NULL;
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

/* What happens in it, after the cards were dealt. */
static void replay(struct pl_match *match)
{
    struct pl_match now = {0};
    struct pl_message why;
    bool dealt = false;

    pl_assert(pl_match_start(&now, match->game, &match->setup, &why));
    for (size_t i = 0; i < match->steps; i++) {
        const struct pl_step *step = &match->step[i];
        union pl_state before = now.state;
        struct pl_chance chance = {0};

        if (step->what == PL_CHANCE) {
            match->game->chance(match->game, &before, &chance);
            pl_match_land(&now, step->face, step->count, &why);
        } else {
            pl_match_play(&now, step->seat, step->move, &why);
        }
        dealt = dealt || chance.total == 0;
        if (!dealt)
            continue;
        fputs("  ", stdout);
        cli_say_step(stdout, match, i, &before);
        cli_say_events(stdout, match, &before, &now.state);
    }
    pl_match_free(&now);
}

static void print_example(const struct pl_game *game)
{
    const char *record = example_of(game);
    struct pl_match match = {0};
    struct pl_message why;
    int line;

    if (!record)
        return;
    pl_assert(pl_record_read(&match, record, strlen(record), &why, &line));
    putchar('\n');
    replay(&match);
    draw(&match);
    pl_match_free(&match);
}

/* --- Sections ------------------------------------------------------------ */

static void print_heading(const char *section)
{
    char id[64];

    snprintf(id, sizeof id, "howto.%s", section);
    putchar('\n');
    cli_print(id);
}

/* howto.GAME.SECTION.1 … under their heading. */
static void print_section(const struct pl_game *game, const char *section)
{
    bool begun = false;
    char id[64];

    for (int i = 1;; i++) {
        struct pl_buffer text = {0};

        snprintf(id, sizeof id, "howto.%s.%s.%d", game->id, section, i);
        if (!pl_has_words(cli_language, id))
            break;
        if (explain(game, id, &text)) {
            if (!begun)
                print_heading(section);
            else
                putchar('\n');
            begun = true;
            print_paragraph(text.s);
        }
        pl_buffer_free(&text);
        if (strcmp(section, "points") == 0)
            print_table(game, i);
    }
    if (strcmp(section, "example") == 0)
        print_example(game);
}

int cmd_rules(int argc, char **argv)
{
    static const char *const section[] = {"goal",   "setup",   "turn", "end",
                                          "points", "example", "ours"};
    const struct pl_game *game;
    char id[64];
    int code;

    if (!cli_take_sheet(&argc, argv))
        return FAILED;
    if (!cli_arguments(argc, argv, 1, 1, &code))
        return code;
    game = cli_game(argv[1]);
    if (!game)
        return USAGE;
    snprintf(id, sizeof id, "game.%s", game->id);
    cli_print(id);
    for (size_t i = 0; i < sizeof section / sizeof *section; i++)
        print_section(game, section[i]);
    return DONE;
}
