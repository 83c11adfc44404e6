/*
 * parlour hint: what the moves of a position are worth, or what each decision
 * of a whole record has cost against the best move that was found.
 */
#include "../lab/lab.h"
#include "cli.h"
#include "parlour_bots.h"

#include <string.h>

struct cost { /* of a seat's decisions */
    double points, win;
    int decisions, good;
};

static void name_of(const struct pl_match *match, pl_move move,
                    struct pl_text *out)
{
    *out = (struct pl_text){0};
    match->game->name(match->game, &match->state, move, out);
}

static int ask(const struct pl_match *match, int seat, uint64_t seed,
               const struct pl_budget *budget, struct pl_hint hint[])
{
    union pl_state view;
    struct pl_rng rng;

    pl_seed(&rng, seed);
    pl_match_view(match, seat, &view);
    return pl_hints(match->game, &view, seat, &rng, budget, hint);
}

static void print_hint(const struct pl_match *match, const struct pl_hint *h)
{
    struct pl_text name;

    name_of(match, h->move, &name);
    printf("  %-16s ", name.s);
    lab_print_numbers(cli_language, "%8.2f ± %-6.2f", (double)h->points,
                      (double)h->points_error);
    if (match->setup.seats > 1)
        lab_print_numbers(cli_language, " %6.1f ± %4.1f%%",
                          100 * (double)h->win, 100 * (double)h->win_error);
    printf(" %8u\n", h->tries);
}

static void print_hints(const struct pl_match *match, uint64_t seed,
                        const struct pl_budget *budget)
{
    struct pl_turn turn = match->game->turn(match->game, &match->state);
    struct pl_hint hint[PL_MOVES];

    for (int s = 0; s < match->setup.seats; s++) {
        int n;

        if (!(turn.seats >> s & 1))
            continue;
        n = ask(match, s, seed, budget, hint);
        cli_say(stdout, &PL_TELL(s, "hint.moves", .n = n), cli_names(match));
        for (int i = 0; i < n; i++)
            print_hint(match, &hint[i]);
    }
}

/* What the move that was played has cost. */
static void judge(const struct pl_match *match, const struct pl_step *step,
                  size_t at, const struct pl_hint hint[], int n,
                  struct cost *cost)
{
    struct pl_text played, best;
    const struct pl_hint *h = hint;
    double points, win;

    for (int i = 0; i < n; i++)
        if (hint[i].move == step->move)
            h = &hint[i];
    points = (double)(hint[0].points - h->points);
    win = 100 * (double)(hint[0].win - h->win);
    cost->decisions++;
    cost->good += h == hint;
    cost->points += points;
    cost->win += win;
    name_of(match, h->move, &played);
    name_of(match, hint[0].move, &best);
    printf("%5zu  %d  %-16s %-16s ", at + 1, step->seat + 1, played.s,
           h == hint ? "" : best.s);
    lab_print_numbers(cli_language, "%7.2f ± %-5.2f %6.1f ± %4.1f%%\n", points,
                      (double)(h->points_error + hint[0].points_error), win,
                      100 * (double)(h->win_error + hint[0].win_error));
}

static void print_costs(const struct pl_match *match, const struct cost cost[])
{
    for (int s = 0; s < match->setup.seats; s++) {
        cli_say(stdout,
                &PL_TELL(s, "hint.total", .n = cost[s].decisions,
                         .m = cost[s].good),
                cli_names(match));
        lab_print_numbers(cli_language, "%43s%7.2f %14.1f%%\n", "",
                          cost[s].points, cost[s].win);
    }
}

static void analyse(struct pl_match *match, uint64_t seed,
                    const struct pl_budget *budget)
{
    struct pl_match now = {.game = match->game, .setup = match->setup};
    struct cost cost[PL_SEATS] = {{0}};
    struct pl_hint hint[PL_MOVES];
    struct pl_message why;

    pl_match_start(&now, match->game, &match->setup, &why);
    cli_print("hint.table");
    for (size_t i = 0; i < match->steps; i++) {
        const struct pl_step *step = &match->step[i];

        if (step->what == PL_CHANCE) {
            pl_match_land(&now, step->face, step->count, &why);
            continue;
        }
        if (match->game->moves(match->game, &now.state, step->seat,
                               (pl_move[PL_MOVES]){0}) > 1) {
            int n = ask(&now, step->seat, seed + i, budget, hint);

            judge(&now, step, i, hint, n, &cost[step->seat]);
        }
        pl_match_play(&now, step->seat, step->move, &why);
    }
    print_costs(match, cost);
    pl_match_free(&now);
}

int cmd_hint(int argc, char **argv)
{
    bool all = cli_flag(&argc, argv, "--all");
    const char *to = cli_value(&argc, argv, "--to");
    const char *steps = cli_value(&argc, argv, "--steps");
    const char *seed = cli_value(&argc, argv, "--seed");
    struct pl_match match = {0};
    struct pl_budget budget = {0};
    long n = 1, upto, thought = 0;
    int code = DONE;

    if (!cli_arguments(argc, argv, 1, 1, &code))
        return code;
    if (seed && !cli_number(seed, 0, 1L << 62, &n))
        return cli_refuse(USAGE, "cli.bad_seed", seed);
    if (steps && !cli_number(steps, 1, UINT32_MAX, &thought))
        return cli_refuse(USAGE, "hint.bad_budget", steps);
    if (!cli_read_record(argv[1], &match))
        return FAILED;
    budget.steps = (uint32_t)thought;
    upto = (long)match.steps;
    if (to && !cli_number(to, 0, (long)match.steps, &upto)) {
        pl_match_free(&match);
        return cli_refuse(USAGE, "cli.bad_steps", to);
    }
    pl_match_rewind(&match, (size_t)upto);
    if (all)
        analyse(&match, (uint64_t)n, &budget);
    else if (match.game->turn(match.game, &match.state).what == PL_DECIDE)
        print_hints(&match, (uint64_t)n, &budget);
    else
        code = cli_refuse(FAILED, "hint.nothing", "");
    pl_match_free(&match);
    return code;
}
