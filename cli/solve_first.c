/* The first moves of the best play, for each roll of the dice that are alike.
 */
#include "../lab/lab.h"
#include "cli.h"
#include "solve.h"

#include <stdlib.h>
#include <string.h>

void cli_start(const struct solution *solution, union pl_state *state)
{
    memset(state, 0, sizeof *state);
    solution->solver->game->start(solution->solver->game, state,
                                  &solution->setup);
}

/* The first dice that are alike, with one of their results. Over all rolls of
 * the other dice: how often the best play answers it with each move, and how
 * often it does nothing but pass before the next roll. */
struct first {
    const struct solution *solution;
    union pl_state state;
    struct pl_chance chance;
    int dice;
    uint8_t face[PL_DICE];
    uint32_t *tally, idle, all; /* tally: by move */
    struct pl_buffer *json;     /* NULL: text for people */
};

static const char *name_of(const struct first *first, pl_move move)
{
    static struct pl_text text;

    text = (struct pl_text){0};
    first->solution->solver->game->name(first->solution->solver->game,
                                        &first->state, move, &text);
    return text.s;
}

static void tell_dice(const struct first *first)
{
    if (first->json) {
        pl_json_line(first->json, 2);
        pl_json_open(first->json, NULL, "{");
        pl_json_open(first->json, "dice", "[");
    }
    for (int i = 0; i < first->dice; i++) {
        const char *face = first->chance.die[i]->face[first->face[i]];

        if (first->json)
            pl_json_text(first->json, NULL, face);
        else
            printf("%s%s", i ? " " : "", face);
    }
}

static void tell_idle(const struct first *first)
{
    double share = (double)first->idle / first->all;

    if (!first->json) {
        lab_print_numbers(cli_language, "   %5.1f%%  ", 100.0 * share);
        return;
    }
    pl_json_close(first->json, "]");
    pl_json_fixed(first->json, "passes", share, 4);
    pl_json_open(first->json, "moves", "{");
}

static void tell_move(const struct first *first, pl_move move)
{
    double share = (double)first->tally[move] / first->all;

    if (first->json) {
        pl_json_fixed(first->json, name_of(first, move), share, 4);
        return;
    }
    printf("  %-3s ", name_of(first, move));
    lab_print_numbers(cli_language, "%5.1f%%", 100.0 * share);
}

/* The most frequent move first; empties the tally. */
static void tell_first(struct first *first)
{
    const struct pl_game *game = first->solution->solver->game;

    tell_dice(first);
    tell_idle(first);
    for (uint32_t left = first->all; left > 0;) {
        int move = 0;

        for (int i = 1; i < game->move_count; i++)
            if (first->tally[i] > first->tally[move])
                move = i;
        tell_move(first, (pl_move)move);
        left -= first->tally[move];
        first->tally[move] = 0;
    }
    if (first->json)
        pl_json_close(first->json, "}}");
    else
        putchar('\n');
    first->idle = first->all = 0;
}

static void count_first(struct first *first, const struct pl_outcome *outcome)
{
    const struct pl_solver *solver = first->solution->solver;
    union pl_state state = first->state;
    bool idle = true, begun = false;
    struct pl_turn turn;

    if (first->all > 0 &&
        memcmp(first->face, outcome->face, (size_t)first->dice) != 0)
        tell_first(first);
    memcpy(first->face, outcome->face, sizeof first->face);
    first->all += outcome->weight;
    solver->game->land(solver->game, &state, outcome->face);
    while ((turn = solver->game->turn(solver->game, &state)).what ==
           PL_DECIDE) {
        int seat = pl_lowest(turn.seats);
        pl_move move =
            pl_solver_choose(solver, first->solution->table, &state, seat);

        if (!begun)
            first->tally[move] += outcome->weight;
        begun = true;
        idle = idle && move == solver->game->pass;
        solver->game->play(solver->game, &state, seat, move);
    }
    first->idle += idle ? outcome->weight : 0;
}

void cli_first_moves(const struct solution *solution, struct pl_buffer *json)
{
    const struct pl_game *game = solution->solver->game;
    struct pl_message title = PL_SAY("solve.first");
    struct first first = {.solution = solution, .json = json, .dice = 1};
    struct pl_outcome outcome;

    first.tally = calloc(game->move_count, sizeof *first.tally);
    pl_assert(first.tally != NULL);
    cli_start(solution, &first.state);
    game->chance(game, &first.state, &first.chance);
    while (first.dice < first.chance.count &&
           first.chance.die[first.dice] == first.chance.die[0])
        first.dice++;
    pl_put(&title.word, first.chance.die[0]->name);
    if (!json) {
        putchar('\n');
        cli_say(stdout, &title, NULL);
    }
    for (bool more = pl_first(&first.chance, &outcome); more;
         more = pl_next(&first.chance, &outcome))
        count_first(&first, &outcome);
    tell_first(&first);
    free(first.tally);
}
