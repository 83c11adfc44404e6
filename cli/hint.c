/*
 * parlour hint: what the moves of a position are worth, or what each decision
 * of a whole record has cost against the best move that was found.
 */
#include "../lab/lab.h"
#include "cli.h"
#include "parlour_bots.h"
#include "parlour_json.h"

#include <math.h>

enum { USUAL_STEPS = 400000 }; /* a decision of a record */
enum { WIDE = 61 };            /* columns before the chance of winning */

/* Tells the seed of the fresh tries from that of the search. */
static const uint64_t fresh = 0x9e3779b97f4a7c15u;

struct cost { /* of a seat's decisions; errors as squares */
    double points, points_error2, win, win_error2;
    int decisions, fine;
};

struct analysis {
    struct pl_match now;
    struct pl_budget search, compare;
    uint64_t seed;
    struct pl_buffer *json; /* NULL: text for people */
    struct cost cost[PL_SEATS];
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
    lab_print_numbers(cli_language, "%8.2f", (double)h->points);
    if (h->tries > 1)
        lab_print_numbers(cli_language, " ± %-6.2f", (double)h->points_error);
    else
        printf("%9s", "");
    if (match->setup.seats > 1)
        lab_print_numbers(cli_language, " %6.1f ± %4.1f%%",
                          100 * (double)h->win, 100 * (double)h->win_error);
    printf(" %8u\n", h->tries);
}

static void add_numbers(struct pl_buffer *out, double points,
                        double points_error, double win, double win_error)
{
    pl_json_real(out, "points", points);
    if (isnan(points_error))
        pl_json_null(out, "points_error");
    else
        pl_json_real(out, "points_error", points_error);
    pl_json_real(out, "win", win);
    pl_json_real(out, "win_error", win_error);
}

static void add_hint(const struct pl_match *match, const struct pl_hint *h,
                     struct pl_buffer *out)
{
    struct pl_text name;

    name_of(match, h->move, &name);
    pl_json_line(out, 2);
    pl_json_open(out, NULL, "{");
    pl_json_text(out, "move", name.s);
    add_numbers(out, (double)h->points,
                h->tries > 1 ? (double)h->points_error : NAN, (double)h->win,
                (double)h->win_error);
    pl_json_number(out, "tries", h->tries);
    pl_json_close(out, "}");
}

static void tell_hints(const struct pl_match *match, int seat,
                       const struct pl_hint hint[], int n,
                       struct pl_buffer *json)
{
    if (!json) {
        cli_say(stdout, &PL_TELL(seat, "hint.moves", .n = n), cli_names(match));
        for (int i = 0; i < n; i++)
            print_hint(match, &hint[i]);
        return;
    }
    pl_json_line(json, 1);
    pl_json_open(json, NULL, "{");
    pl_json_number(json, "seat", seat);
    pl_json_open(json, "moves", "[");
    for (int i = 0; i < n; i++)
        add_hint(match, &hint[i], json);
    pl_json_close(json, "]}");
}

static void hint_at(const struct pl_match *match, uint64_t seed,
                    const struct pl_budget *budget, struct pl_buffer *json)
{
    struct pl_turn turn = match->game->turn(match->game, &match->state);
    struct pl_hint hint[PL_MOVES];

    if (json)
        pl_json_open(json, "hints", "[");
    for (int s = 0; s < match->setup.seats; s++)
        if (turn.seats >> s & 1)
            tell_hints(match, s, hint, ask(match, s, seed, budget, hint), json);
    if (json)
        pl_json_close(json, "]");
}

/* --- What each decision has cost ----------------------------------------- */

static void add_cost(struct cost *cost, const struct pl_loss *loss)
{
    cost->decisions++;
    cost->fine += !loss->is_sure;
    cost->points += (double)loss->points;
    cost->points_error2 +=
        (double)loss->points_error * (double)loss->points_error;
    cost->win += (double)loss->win;
    cost->win_error2 += (double)loss->win_error * (double)loss->win_error;
}

static void add_decision(const struct pl_text name[2], int seat, size_t at,
                         const struct pl_loss *loss, struct pl_buffer *out)
{
    pl_json_line(out, 2);
    pl_json_open(out, NULL, "{");
    pl_json_number(out, "step", (int64_t)at + 1);
    pl_json_number(out, "seat", seat);
    pl_json_text(out, "played", name[1].s);
    pl_json_text(out, "best", name[0].s);
    pl_json_bool(out, "fine", !loss->is_sure);
    add_numbers(out, (double)loss->points, (double)loss->points_error,
                (double)loss->win, (double)loss->win_error);
    pl_json_number(out, "tries", loss->tries);
    pl_json_close(out, "}");
}

/* Who plays alone has no chance of winning that could be lost. */
static void print_loss(const struct analysis *a, double points,
                       double points_error, double win, double win_error)
{
    bool alone = a->now.setup.seats == 1;

    lab_print_numbers(cli_language, alone ? "%7.2f ± %.2f" : "%7.2f ± %-5.2f",
                      points, points_error);
    if (!alone)
        lab_print_numbers(cli_language, " %6.1f ± %4.1f%%", 100 * win,
                          100 * win_error);
}

static void print_table_head(const struct analysis *a)
{
    struct pl_buffer text = {0};

    pl_words(cli_language, &PL_SAY("hint.table"), NULL, &text);
    if (a->now.setup.seats > 1) {
        lab_addf(&text, "%*s", WIDE - pl_columns(text.s), "");
        pl_words(cli_language, &PL_SAY("hint.table.chance"), NULL, &text);
    }
    puts(text.s);
    pl_buffer_free(&text);
}

/* A line; who played the best move that was found has lost nothing. */
static void print_decision(const struct analysis *a,
                           const struct pl_text name[2], int seat, size_t at,
                           const struct pl_loss *loss)
{
    printf("%5zu  %d  ", at + 1, seat + 1);
    if (loss->tries == 0) {
        printf("%s\n", name[1].s);
        return;
    }
    printf("%-16s %-16s ", name[1].s, name[0].s);
    print_loss(a, (double)loss->points, (double)loss->points_error,
               (double)loss->win, (double)loss->win_error);
    puts(loss->is_sure ? "  !" : "");
}

/* The search finds the best move, and fresh tries say what the one that was
 * played has lost against it: the best of many noisy means is too good. */
static void judge(struct analysis *a, const struct pl_step *step, size_t at)
{
    struct pl_hint hint[PL_MOVES];
    struct pl_loss loss = {0};
    struct pl_text name[2];
    union pl_state view;
    pl_move move[2];

    ask(&a->now, step->seat, a->seed + at, &a->search, hint);
    move[0] = hint[0].move;
    move[1] = step->move;
    pl_match_view(&a->now, step->seat, &view);
    if (move[0] != move[1])
        pl_compare(a->now.game, &view, step->seat, move,
                   (a->seed + at) * fresh + fresh, &a->compare, &loss);
    add_cost(&a->cost[step->seat], &loss);
    name_of(&a->now, move[0], &name[0]);
    name_of(&a->now, move[1], &name[1]);
    if (a->json)
        add_decision(name, step->seat, at, &loss, a->json);
    else
        print_decision(a, name, step->seat, at, &loss);
}

static void tell_costs(const struct analysis *a)
{
    if (a->json)
        pl_json_open(a->json, "totals", "[");
    for (int s = 0; s < a->now.setup.seats; s++) {
        const struct cost *c = &a->cost[s];
        double points_error = sqrt(c->points_error2);
        double win_error = sqrt(c->win_error2);

        if (a->json) {
            pl_json_line(a->json, 2);
            pl_json_open(a->json, NULL, "{");
            pl_json_number(a->json, "seat", s);
            pl_json_number(a->json, "decisions", c->decisions);
            pl_json_number(a->json, "fine", c->fine);
            add_numbers(a->json, c->points, points_error, c->win, win_error);
            pl_json_close(a->json, "}");
            continue;
        }
        cli_say(stdout,
                &PL_TELL(s, "hint.total", .n = c->decisions, .m = c->fine),
                cli_names(&a->now));
        printf("%43s", "");
        print_loss(a, c->points, points_error, c->win, win_error);
        putchar('\n');
    }
    if (a->json)
        pl_json_close(a->json, "]");
}

static void analyse(const struct pl_match *match, uint64_t seed, uint32_t steps,
                    struct pl_buffer *json)
{
    struct analysis a = {.seed = seed, .json = json};
    struct pl_message why;

    a.search.steps = (steps ? steps : USUAL_STEPS) / 2 + 1;
    a.compare.steps = a.search.steps;
    pl_match_start(&a.now, match->game, &match->setup, &why);
    a.now.name = match->name;
    a.now.bot = match->bot;
    if (json)
        pl_json_open(json, "decisions", "[");
    else
        print_table_head(&a);
    cli_progress_begin();
    for (size_t i = 0; i < match->steps; i++) {
        const struct pl_step *step = &match->step[i];

        if (json)
            cli_progress((double)i / (double)match->steps);

        if (step->what == PL_CHANCE) {
            pl_match_land(&a.now, step->face, step->count, &why);
            continue;
        }
        if (match->game->moves(match->game, &a.now.state, step->seat,
                               (pl_move[PL_MOVES]){0}) > 1)
            judge(&a, step, i);
        pl_match_play(&a.now, step->seat, step->move, &why);
    }
    if (json) {
        pl_json_close(json, "]");
        cli_progress_end();
    }
    tell_costs(&a);
    pl_match_free(&a.now);
}

/* --- The command --------------------------------------------------------- */

static int answer(const struct pl_match *match, bool all, uint64_t seed,
                  uint32_t steps, bool for_programs)
{
    struct pl_buffer out = {0}, *json = for_programs ? &out : NULL;

    if (!all && match->game->turn(match->game, &match->state).what != PL_DECIDE)
        return cli_refuse(FAILED, "hint.nothing", "");
    if (json) {
        pl_json_open(json, NULL, "{");
        pl_json_text(json, "game", match->game->id);
        pl_json_number(json, "steps", (int64_t)match->steps);
    }
    if (all)
        analyse(match, seed, steps, json);
    else
        hint_at(match, seed, &(struct pl_budget){.steps = steps}, json);
    if (json) {
        pl_json_close(json, "}\n");
        fputs(json->s, stdout);
    }
    pl_buffer_free(&out);
    return DONE;
}

int cmd_hint(int argc, char **argv)
{
    bool all = cli_flag(&argc, argv, "--all");
    bool json = cli_flag(&argc, argv, "--json");
    const char *to = cli_value(&argc, argv, "--to");
    const char *steps = cli_value(&argc, argv, "--steps");
    const char *seed = cli_value(&argc, argv, "--seed");
    struct pl_match match = {0};
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
    upto = (long)match.steps;
    if (to && !cli_number(to, 0, (long)match.steps, &upto)) {
        pl_match_free(&match);
        return cli_refuse(USAGE, "cli.bad_steps", to);
    }
    pl_match_rewind(&match, (size_t)upto);
    code =
        cli_printed(answer(&match, all, (uint64_t)n, (uint32_t)thought, json));
    pl_match_free(&match);
    return code;
}
