/* Any bytes as a sheet: refused with a sentence, or read, written and read
 * again as the same, and a game on it comes to its end. */
#include "parlour_match.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void play(const struct pl_game *game)
{
    union pl_state state = {0};
    struct pl_result result;
    struct pl_setup setup;
    struct pl_rng rng;

    pl_setup_normal(&setup, game, game->max_seats);
    pl_seed(&rng, 1);
    game->start(game, &state, &setup);
    pl_playout(game, &state, &rng);
    game->score(game, &state, &result);
    for (int s = 0; s < game->max_seats; s++)
        pl_assert(result.points[s] >= game->points_min &&
                  result.points[s] <= game->points_max);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pl_mistakes mistakes;
    struct pl_buffer text = {0};
    const struct pl_game *game =
                             pl_sheet_read((const char *)data, size, &mistakes),
                         *again;

    if (game) {
        pl_sheet_write(game, &text);
        again = pl_sheet_read(text.s, text.length, &mistakes);
        pl_assert(again && strcmp(again->layout, game->layout) == 0);
        play(game);
        pl_game_drop(again);
        pl_game_drop(game);
    } else {
        pl_assert(mistakes.count > 0 && mistakes.mistake[0].line > 0);
        pl_words(pl_language_find("en"), &mistakes.mistake[0].what, NULL,
                 &text);
        pl_assert(text.length > 0);
    }
    pl_buffer_free(&text);
    return 0;
}
