/* The engine as a module for the browser: it imports nothing, and numbers and
 * addresses are all that passes its edge. Games go by their place in the
 * menu. */
#include "parlour_bots.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

int EXPORT(game_count)(void);
const char *EXPORT(game_id)(int game);
int EXPORT(game_min_seats)(int game);
int EXPORT(game_max_seats)(int game);
uint64_t EXPORT(signature)(int game, int seats, int games);
int EXPORT(bot_count)(void);
const char *EXPORT(bot_id)(int bot);
uint64_t EXPORT(bot_signature)(int bot, int game, int seats, uint32_t steps);

int game_count(void)
{
    int n = 0;

    while (pl_games[n])
        n++;
    return n;
}

const char *game_id(int game)
{
    return pl_games[game]->id;
}

int game_min_seats(int game)
{
    return pl_games[game]->min_seats;
}

int game_max_seats(int game)
{
    return pl_games[game]->max_seats;
}

uint64_t signature(int game, int seats, int games)
{
    return pl_signature(pl_games[game], seats, games);
}

int bot_count(void)
{
    int n = 0;

    while (pl_bots[n])
        n++;
    return n;
}

const char *bot_id(int bot)
{
    return pl_bots[bot]->id;
}

uint64_t bot_signature(int bot, int game, int seats, uint32_t steps)
{
    return pl_bot_signature(pl_bots[bot], pl_games[game], seats, steps);
}
