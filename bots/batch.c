/* Many games side by side: see parlour_batch.h. */
#include "parlour_batch.h"

#include "features.h"

#include <string.h>

/* What is the same for all rows, looked up once per call. */
struct width {
    pl_features *of;
    size_t features, moves, view, seats;
};

static struct width width_of(const struct pl_batch *batch)
{
    const struct pl_game *game = batch->game;

    return (struct width){.of = pl_features_find(game),
                          .features = (size_t)pl_features_count(game),
                          .moves = game->move_count,
                          .view = game->state_size,
                          .seats = batch->setup.seats};
}

static void write_points(const struct pl_batch *batch, size_t row,
                         const struct pl_result *result)
{
    size_t seats = batch->setup.seats;

    memcpy(batch->points + row * seats, result->points,
           seats * sizeof *batch->points);
}

/* What the seat that decides sees in this row. */
static void show(const struct pl_batch *batch, const struct width *width,
                 size_t row)
{
    const struct pl_game *game = batch->game;
    int seat = batch->seat[row];
    union pl_state hidden;
    const union pl_state *view = &batch->state[row];

    if (batch->mask) {
        uint8_t *mask = batch->mask + row * width->moves;
        pl_move list[PL_MOVES];
        int n = game->moves(game, view, seat, list);

        memset(mask, 0, width->moves);
        for (int i = 0; i < n; i++)
            mask[list[i]] = 1;
    }
    if (game->hide && (batch->view || batch->features)) {
        hidden = *view;
        game->hide(game, &hidden, seat);
        view = &hidden;
    }
    if (batch->view)
        memcpy(batch->view + row * width->view, view->byte, width->view);
    if (batch->features && width->of)
        width->of(game, view, seat, batch->features + row * width->features);
}

static void begin(const struct pl_batch *batch, size_t row)
{
    batch->game->start(batch->game, &batch->state[row], &batch->setup);
}

/* A game has ended: its result stands in the row of the one that begins. */
static void end(const struct pl_batch *batch, size_t row)
{
    struct pl_result result;

    batch->game->score(batch->game, &batch->state[row], &result);
    if (batch->points)
        write_points(batch, row, &result);
    if (batch->winners)
        batch->winners[row] = result.winners;
    if (batch->done)
        batch->done[row] = 1;
}

/* Rolls until a seat has to decide; begins again where a game is over. */
static void move_on(const struct pl_batch *batch, size_t row)
{
    const struct pl_game *game = batch->game;
    union pl_state *state = &batch->state[row];
    bool ended = false;

    for (;;) {
        struct pl_turn turn = game->turn(game, state);

        if (turn.what == PL_DECIDE) {
            batch->seat[row] = (int8_t)pl_lowest(turn.seats);
            break;
        }
        if (turn.what == PL_CHANCE) {
            struct pl_chance chance;
            uint8_t face[PL_DICE];

            game->chance(game, state, &chance);
            pl_roll(&chance, &batch->rng[row], face);
            game->land(game, state, face);
        } else {
            end(batch, row);
            begin(batch, row);
            ended = true;
        }
    }
    if (ended)
        return;
    if (batch->points) {
        struct pl_result result;

        game->score(game, state, &result);
        write_points(batch, row, &result);
    }
    if (batch->winners)
        batch->winners[row] = 0;
    if (batch->done)
        batch->done[row] = 0;
}

void pl_batch_begin(const struct pl_batch *batch, const uint64_t seed[],
                    size_t from, size_t to)
{
    struct width width = width_of(batch);

    for (size_t row = from; row < to; row++) {
        pl_seed(&batch->rng[row], seed[row]);
        begin(batch, row);
        move_on(batch, row);
        show(batch, &width, row);
    }
}

void pl_batch_show(const struct pl_batch *batch, size_t from, size_t to)
{
    struct width width = width_of(batch);

    for (size_t row = from; row < to; row++) {
        move_on(batch, row);
        show(batch, &width, row);
    }
}

static bool is_legal(const struct pl_batch *batch, size_t row, pl_move move)
{
    pl_move list[PL_MOVES];
    int n = batch->game->moves(batch->game, &batch->state[row],
                               batch->seat[row], list);

    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

static void step(const struct pl_batch *batch, const struct width *width,
                 size_t row, pl_move move)
{
    batch->game->play(batch->game, &batch->state[row], batch->seat[row], move);
    move_on(batch, row);
    show(batch, width, row);
}

size_t pl_batch_step(const struct pl_batch *batch, const pl_move move[],
                     size_t from, size_t to)
{
    struct width width = width_of(batch);

    for (size_t row = from; row < to; row++)
        if (!is_legal(batch, row, move[row]))
            return row;
    for (size_t row = from; row < to; row++)
        step(batch, &width, row, move[row]);
    return to;
}

static pl_move choose(const struct pl_batch *batch, const struct pl_bot *bot,
                      uint32_t steps, size_t row)
{
    const struct pl_game *game = batch->game;
    struct pl_budget budget = {.steps = steps};
    union pl_state view = batch->state[row];

    if (game->hide && !bot->only_moves)
        game->hide(game, &view, batch->seat[row]);
    return bot->choose(game, &view, batch->seat[row], &batch->rng[row],
                       &budget);
}

void pl_batch_choose(const struct pl_batch *batch, const struct pl_bot *bot,
                     uint32_t steps, const uint8_t only[], pl_move move[],
                     size_t from, size_t to)
{
    for (size_t row = from; row < to; row++)
        if (!only || only[row])
            move[row] = choose(batch, bot, steps, row);
}

void pl_batch_play(const struct pl_batch *batch, const struct pl_bot *bot,
                   uint32_t steps, const uint8_t only[], pl_move move[],
                   size_t from, size_t to)
{
    struct width width = width_of(batch);

    for (size_t row = from; row < to; row++) {
        pl_move chosen;

        if (only && !only[row])
            continue;
        chosen = choose(batch, bot, steps, row);
        if (move)
            move[row] = chosen;
        step(batch, &width, row, chosen);
    }
}

/* One row of what a move leads to. */
static void write_after(const struct pl_batch *batch, const struct width *width,
                        const struct pl_afters *out, size_t at,
                        const union pl_state *after, int seat, pl_move move)
{
    const struct pl_game *game = batch->game;

    if (out->move)
        out->move[at] = move;
    if (out->features && width->of)
        width->of(game, after, seat, out->features + at * width->features);
    if (out->points) {
        struct pl_result result;

        game->score(game, after, &result);
        memcpy(out->points + at * width->seats, result.points,
               width->seats * sizeof *out->points);
    }
    if (out->over)
        out->over[at] = game->turn(game, after).what == PL_OVER;
    if (out->state)
        out->state[at] = *after;
}

size_t pl_batch_after(const struct pl_batch *batch, const struct pl_afters *out,
                      size_t from, size_t to)
{
    const struct pl_game *game = batch->game;
    struct width width = width_of(batch);
    size_t rows = 0;

    for (size_t row = from; row < to; row++) {
        int seat = batch->seat[row];
        union pl_state view = batch->state[row];
        pl_move list[PL_MOVES];
        int n;

        out->first[row - from] = (uint32_t)rows;
        if (game->hide)
            game->hide(game, &view, seat);
        n = game->moves(game, &view, seat, list);
        for (int i = 0; i < n; i++) {
            union pl_state after = view;

            pl_look_ahead(game, &after, seat, list[i]);
            write_after(batch, &width, out, rows++, &after, seat, list[i]);
        }
    }
    out->first[to - from] = (uint32_t)rows;
    return rows;
}
