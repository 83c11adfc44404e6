/*
 * That a game allocates nothing once it has started: random games with malloc,
 * calloc and realloc counted. Prints a line per game; exit code 1: one does.
 */
#include "parlour.h"

#include <stdio.h>

static long allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    allocations++;
    return __real_realloc(old, size);
}

static long play(const struct pl_game *game, int seats)
{
    struct pl_setup setup;
    struct pl_rng rng;
    long before = allocations;

    pl_seed(&rng, 1);
    pl_setup_normal(&setup, game, seats);
    for (int i = 0; i < 64; i++) {
        union pl_state state;

        game->start(game, &state, &setup);
        pl_playout(game, &state, &rng);
    }
    return allocations - before;
}

int main(void)
{
    long all = 0;

    for (int i = 0; pl_games[i]; i++)
        for (int n = pl_games[i]->min_seats; n <= pl_games[i]->max_seats; n++) {
            long some = play(pl_games[i], n);

            printf("%-17s %d players: %ld allocations\n", pl_games[i]->id, n,
                   some);
            all += some;
        }
    return all > 0;
}
