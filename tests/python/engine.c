/*
 * The plain loop of parlour.h over many games side by side, for against.py:
 * prints one number over all that the seats saw, might do and got.
 * Usage: engine GAME SEATS ROWS STEPS. It knows nothing of batches.
 */
#include "parlour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct row {
    union pl_state state;
    struct pl_rng rng;
    int seat;
};

static struct { /* what a batch shows, a row per game */
    int8_t *seat;
    uint8_t *mask, *view, *winners, *done;
    int16_t *points;
} shown;

static const struct pl_game *game;
static struct pl_setup setup;
static size_t rows;
static uLong sum;

static void *room(size_t bytes)
{
    void *at = calloc(rows, bytes);

    pl_assert(at);
    return at;
}

static void show_result(const struct row *row, size_t i, bool over)
{
    struct pl_result result;

    game->score(game, &row->state, &result);
    memcpy(shown.points + i * setup.seats, result.points,
           setup.seats * sizeof *shown.points);
    shown.winners[i] = over ? result.winners : 0;
    shown.done[i] = over;
}

/* Rolls until someone decides; a game that is over begins again. */
static void go_on(struct row *row, size_t i)
{
    bool ended = false;

    for (;;) {
        struct pl_turn turn = game->turn(game, &row->state);
        struct pl_chance chance;
        uint8_t face[PL_DICE];

        if (turn.what == PL_DECIDE) {
            row->seat = pl_lowest(turn.seats);
            break;
        }
        if (turn.what == PL_CHANCE) {
            game->chance(game, &row->state, &chance);
            pl_roll(&chance, &row->rng, face);
            game->land(game, &row->state, face);
            continue;
        }
        show_result(row, i, true);
        ended = true;
        memset(&row->state, 0, sizeof row->state);
        game->start(game, &row->state, &setup);
    }
    if (!ended)
        show_result(row, i, false);
}

static void show(const struct row *row, size_t i, const pl_move list[], int n)
{
    union pl_state view = row->state;

    if (game->hide)
        game->hide(game, &view, row->seat);
    shown.seat[i] = (int8_t)row->seat;
    memcpy(shown.view + i * game->state_size, &view, game->state_size);
    memset(shown.mask + i * game->move_count, 0, game->move_count);
    for (int k = 0; k < n; k++)
        shown.mask[i * game->move_count + list[k]] = 1;
}

static void add_up(void)
{
    sum = crc32_z(sum, (const Bytef *)shown.seat, rows);
    sum = crc32_z(sum, shown.mask, rows * game->move_count);
    sum = crc32_z(sum, shown.view, rows * game->state_size);
    sum = crc32_z(sum, (const Bytef *)shown.points,
                  rows * setup.seats * sizeof *shown.points);
    sum = crc32_z(sum, shown.winners, rows);
    sum = crc32_z(sum, shown.done, rows);
}

/* Which of n moves is made: anything that both sides work out alike. */
static int pick(uint32_t step, uint32_t row, int n)
{
    uint32_t x = (row + 1) * 2654435761u ^ (step + 1) * 2246822519u;

    x ^= x >> 15;
    x *= 3266489917u;
    return (int)((x >> 8) % (uint32_t)n);
}

static void play(struct row *row, size_t i, uint32_t step)
{
    pl_move list[PL_MOVES];
    int n = game->moves(game, &row->state, row->seat, list);

    show(row, i, list, n);
    game->play(game, &row->state, row->seat, list[pick(step, (uint32_t)i, n)]);
}

int main(int argc, char **argv)
{
    struct row *row;
    uint32_t steps;

    pl_assert(argc == 5 && (game = pl_game_find(argv[1])));
    pl_setup_normal(&setup, game, atoi(argv[2]));
    rows = strtoul(argv[3], NULL, 10);
    steps = (uint32_t)strtoul(argv[4], NULL, 10);
    row = room(sizeof *row);
    shown.seat = room(1);
    shown.mask = room(game->move_count);
    shown.view = room(game->state_size);
    shown.winners = room(1);
    shown.done = room(1);
    shown.points = room(setup.seats * sizeof *shown.points);
    for (size_t i = 0; i < rows; i++) {
        pl_seed(&row[i].rng, i);
        game->start(game, &row[i].state, &setup);
        go_on(&row[i], i);
    }
    for (uint32_t step = 0; step < steps; step++) {
        for (size_t i = 0; i < rows; i++)
            play(&row[i], i, step);
        add_up();
        for (size_t i = 0; i < rows; i++)
            go_on(&row[i], i);
    }
    printf("%08lx\n", sum);
    return 0;
}
