/* Sheets from a seed: a game changes its shipped sheet by chance until one can
 * be played and plays like it. What that means is measured over games of
 * players who take what brings most at once: how long they are, how many points
 * there are and how far they scatter, what each part of the sheet brings and
 * how often, and who wins. Whole numbers only, so that a seed means the same
 * sheet on every machine. */
#include "parlour_match.h"

#include <stdlib.h>
#include <string.h>

/* Of the shipped sheet's measures: so many hundredths more or less. */
enum { GAMES = 200, TRIES = 60, LENGTH = 8, SHARE = 10, SCATTER = 15 };

struct measures {
    int64_t steps, points, squares; /* sums, and the sum of the squares */
    int64_t part[PL_PARTS];         /* what they bring, all told */
    int64_t finds[PL_PARTS];        /* how often they bring anything */
    int64_t wins;                   /* of who begins */
    int parts, seats, samples;
};

struct candidate {
    struct pl_game game; /* on these tables; no one's */
    void *tables;
};

/* --- Playing ------------------------------------------------------------- */

/* The move that brings most at once; one of several, by chance. */
static pl_move best_at_once(const struct pl_game *game,
                            const union pl_state *state, int seat,
                            struct pl_rng *rng)
{
    struct pl_answer answer[PL_MOVES];
    int n = pl_answers(game, state, seat, answer), best = 0;
    uint32_t equals = 0;

    for (int i = 0; i < n; i++) {
        if (answer[i].gain > answer[best].gain)
            equals = 0;
        if (answer[i].gain >= answer[best].gain && pl_below(rng, ++equals) == 0)
            best = i;
    }
    return answer[best].move;
}

/* Every few steps anything at all, so that no game is like another. */
static int play(const struct pl_game *game, union pl_state *state,
                struct pl_rng *rng)
{
    enum { LONGEST = 4000, SELDOM = 8 };
    int steps = 0;

    for (; steps < LONGEST; steps++) {
        struct pl_turn turn = game->turn(game, state);
        int seat = pl_lowest(turn.seats | 1u << PL_SEATS);
        pl_move list[PL_MOVES];

        if (turn.what == PL_OVER)
            break;
        if (turn.what == PL_CHANCE) {
            struct pl_chance chance;
            uint8_t face[PL_DICE];

            game->chance(game, state, &chance);
            pl_roll(&chance, rng, face);
            game->land(game, state, face);
        } else if (pl_below(rng, SELDOM) == 0) {
            int n = game->moves(game, state, seat, list);

            game->play(game, state, seat, list[pl_below(rng, (uint32_t)n)]);
        } else {
            game->play(game, state, seat, best_at_once(game, state, seat, rng));
        }
    }
    return steps;
}

/* --- Measuring ----------------------------------------------------------- */

static void add_seat(const struct pl_game *game, const union pl_state *state,
                     int seat, struct measures *out)
{
    struct pl_part part[PL_PARTS];
    int64_t points = 0;

    out->parts = game->parts(game, state, seat, part);
    for (int i = 0; i < out->parts; i++) {
        points += part[i].points;
        out->part[i] += part[i].points;
        out->finds[i] += part[i].points != 0;
    }
    out->points += points;
    out->squares += points * points;
    out->samples++;
}

static void measure(const struct pl_game *game, struct measures *out)
{
    struct pl_setup setup;
    struct pl_rng rng;

    memset(out, 0, sizeof *out);
    out->seats = game->min_seats > 2 ? game->min_seats : 2;
    pl_setup_normal(&setup, game, out->seats);
    for (int i = 0; i < GAMES; i++) {
        union pl_state state = {0};
        struct pl_result result;

        pl_seed(&rng, (uint64_t)i);
        game->start(game, &state, &setup);
        out->steps += play(game, &state, &rng);
        game->score(game, &state, &result);
        out->wins += result.winners & 1;
        for (int seat = 0; seat < out->seats; seat++)
            add_seat(game, &state, seat, out);
    }
}

static int64_t root(int64_t n)
{
    int64_t low = 0, high = INT64_C(1) << 31;

    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;

        if (middle <= n / middle)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* How far the points scatter, times the number of samples. */
static int64_t scatter(const struct measures *m)
{
    return root(m->samples * m->squares - m->points * m->points);
}

/* By how many hundredths of what is allowed two numbers differ. */
static int64_t apart(int64_t a, int64_t b, int64_t allowed)
{
    int64_t difference = a > b ? a - b : b - a;

    return 100 * difference / (allowed > 0 ? allowed : 1);
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* How far a sheet plays from the shipped one, by the worst of its measures: at
 * most 100 is where the shipped one lies. */
static int64_t distance(const struct measures *a, const struct measures *b)
{
    int64_t wide = scatter(b);
    int64_t worst = apart(a->steps, b->steps, b->steps * LENGTH / 100);

    worst = larger(worst, apart(a->points, b->points, wide / 4));
    worst = larger(worst, apart(scatter(a), wide, wide * SCATTER / 100));
    worst = larger(worst, apart(a->wins, b->wins, GAMES * SHARE / 100));
    for (int i = 0; i < b->parts; i++) {
        worst = larger(worst, apart(a->part[i], b->part[i], wide / 4));
        worst = larger(
            worst, apart(a->finds[i], b->finds[i], b->samples * SHARE / 100));
    }
    return worst;
}

/* --- Making -------------------------------------------------------------- */

/* Enough boxes are others than those of the shipped sheet. */
static bool is_another(const struct pl_game *made, const int16_t shipped[])
{
    enum { FEW = 8 };
    int16_t cell[PL_CELLS] = {0};
    int others = 0;

    made->sheets->cells(made, cell);
    for (int i = 0; i < PL_CELLS; i++)
        others += cell[i] != shipped[i];
    return others >= FEW;
}

/* The game on these cells; false: they are no sheet. */
static bool make(const struct pl_game *game, const int16_t cell[],
                 struct candidate *out)
{
    struct pl_faults faults = {0};

    out->tables = calloc(1, game->sheets->size);
    pl_assert(out->tables);
    out->game = *game;
    out->game.others = NULL;
    out->game.sheet = out->tables;
    game->sheets->make(cell, &out->game, out->tables, &faults);
    if (faults.count == 0)
        return true;
    free(out->tables);
    return false;
}

/* Of many tries the first that lies where the shipped one does, or else the
 * nearest. */
void pl_sheet_make(const struct pl_game *game, uint64_t seed,
                   struct pl_buffer *out)
{
    int16_t best[PL_CELLS], shipped[PL_CELLS] = {0};
    struct measures usual, measures;
    int64_t nearest = INT64_MAX;
    struct candidate candidate;
    struct pl_rng rng;

    measure(game, &usual);
    game->sheets->cells(game, shipped);
    memcpy(best, shipped, sizeof best);
    pl_seed(&rng, seed);
    for (int i = 0; i < TRIES && nearest > 100;) {
        int16_t cell[PL_CELLS];
        int64_t far;

        memcpy(cell, shipped, sizeof cell);
        game->sheets->vary(cell, &rng);
        if (!make(game, cell, &candidate))
            continue;
        if (is_another(&candidate.game, shipped)) {
            i++;
            measure(&candidate.game, &measures);
            far = distance(&measures, &usual);
            if (far < nearest) {
                nearest = far;
                memcpy(best, cell, sizeof best);
            }
        }
        free(candidate.tables);
    }
    pl_assert(make(game, best, &candidate));
    pl_sheet_write(&candidate.game, out);
    free(candidate.tables);
}
