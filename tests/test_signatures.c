/*
 * One number a game and number of seats sums up how the game behaves. The
 * numbers of tests/signatures change only in a commit that changes rules on
 * purpose; gcc, clang, the sanitizers and WebAssembly must agree on them.
 * With --write the test prints the file again.
 */
#include "script.h"

#include <inttypes.h>
#include <stdlib.h>

enum { GAMES = 500 }; /* as in tests/wasm.mjs */

static const char path[] = "tests/signatures";
static const char how_to_write[] =
    "if that is meant: build/tests/test_signatures --write >tests/signatures";

static void write_line(const struct pl_game *game, int seats, char line[64])
{
    snprintf(line, 64, "%s %d %016" PRIx64 "\n", game->id, seats,
             pl_signature(game, seats, GAMES));
}

/* The lines of the file in their order: all games, all numbers of seats. */
static void every_game_behaves_as_recorded(void **unused)
{
    char recorded[64], now[64];
    FILE *file = fopen(path, "r");

    (void)unused;
    if (!file)
        fail_msg("cannot read %s; %s", path, how_to_write);
    for (int i = 0; pl_games[i]; i++)
        for (int n = pl_games[i]->min_seats; n <= pl_games[i]->max_seats; n++) {
            write_line(pl_games[i], n, now);
            if (!fgets(recorded, sizeof recorded, file) ||
                strcmp(recorded, now) != 0)
                fail_msg("%s has no line %.*s; %s", path, (int)strlen(now) - 1,
                         now, how_to_write);
        }
    if (fgets(recorded, sizeof recorded, file))
        fail_msg("%s has a line too many: %s; %s", path, recorded,
                 how_to_write);
    fclose(file);
}

static int write_file(void)
{
    char line[64];

    for (int i = 0; pl_games[i]; i++)
        for (int n = pl_games[i]->min_seats; n <= pl_games[i]->max_seats; n++) {
            write_line(pl_games[i], n, line);
            fputs(line, stdout);
        }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_behaves_as_recorded),
    };

    if (argc == 2 && strcmp(argv[1], "--write") == 0)
        return write_file();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
