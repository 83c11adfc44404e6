/* The result for programs: JSON, or CSV with a line per bot, difference and
 * seat. */
#include "lab.h"
#include "parlour_json.h"

static void add_estimate(struct pl_buffer *out, const char *key,
                         struct lab_estimate e)
{
    pl_json_open(out, key, "{");
    pl_json_real(out, "mean", e.mean);
    pl_json_real(out, "low", e.low);
    pl_json_real(out, "high", e.high);
    pl_json_close(out, "}");
}

static void add_counts(struct pl_buffer *out, const char *key,
                       const int64_t count[], size_t size, long first)
{
    size_t low, high;
    bool some = lab_range(count, size, &low, &high);

    pl_json_open(out, key, "{");
    pl_json_number(out, "from", some ? first + (long)low : 0);
    pl_json_open(out, "counts", "[");
    for (size_t i = low; some && i <= high; i++)
        pl_json_number(out, NULL, count[i]);
    pl_json_close(out, "]}");
}

static void add_faults(struct pl_buffer *out, const int64_t fault[])
{
    pl_json_number(out, "late", fault[LAB_LATE]);
    pl_json_number(out, "crashed", fault[LAB_CRASHED]);
    pl_json_number(out, "illegal", fault[LAB_ILLEGAL]);
    pl_json_number(out, "refused", fault[LAB_REFUSED]);
}

static void add_bot(const struct lab_run *run, int bot,
                    const struct lab_estimate rating[], struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;
    const struct lab_sums *sums = &run->sums;
    size_t size = lab_points_count(plan->game);
    struct pl_text label;

    lab_label(plan, bot, &label);
    pl_json_line(out, 2);
    pl_json_open(out, NULL, "{");
    pl_json_text(out, "name", label.s);
    pl_json_number(out, "games", lab_bot_games(plan, sums));
    pl_json_number(out, "win_sixtieths", lab_sums_of(sums, LAB_wins)[bot]);
    pl_json_number(out, "points_sum", lab_sums_of(sums, LAB_points)[bot]);
    add_estimate(out, "wins", lab_win_rate(plan, sums, bot));
    add_estimate(out, "points", lab_points_of(plan, sums, bot));
    if (plan->rate)
        add_estimate(out, "rating", rating[bot]);
    add_faults(out, lab_sums_of(sums, LAB_faults) + bot * LAB_FAULTS);
    add_counts(out, "histogram",
               lab_sums_of(sums, LAB_histogram) + (size_t)bot * size, size,
               plan->game->points_min);
    pl_json_close(out, "}");
}

static void add_difference(const struct lab_run *run, int i, int k,
                           struct pl_buffer *out)
{
    pl_json_line(out, 2);
    pl_json_open(out, NULL, "{");
    pl_json_number(out, "first", i);
    pl_json_number(out, "second", k);
    add_estimate(out, "wins",
                 lab_difference(run->plan, &run->sums, LAB_wins, i, k));
    add_estimate(out, "points",
                 lab_difference(run->plan, &run->sums, LAB_points, i, k));
    pl_json_close(out, "}");
}

static void add_differences(const struct lab_run *run, struct pl_buffer *out)
{
    pl_json_line(out, 1);
    pl_json_open(out, "differences", "[");
    for (int i = 0; i < run->plan->bots; i++)
        for (int k = i + 1; k < run->plan->bots; k++)
            add_difference(run, i, k, out);
    pl_json_close(out, "]");
}

static void add_seats(const struct lab_run *run, struct pl_buffer *out)
{
    pl_json_line(out, 1);
    pl_json_open(out, "by_seat", "[");
    for (int i = 0; i < run->plan->setup.seats; i++) {
        pl_json_line(out, 2);
        pl_json_open(out, NULL, "{");
        add_estimate(out, "wins", lab_seat_wins(run->plan, &run->sums, i));
        add_estimate(out, "points", lab_seat_points(run->plan, &run->sums, i));
        pl_json_close(out, "}");
    }
    pl_json_close(out, "]");
}

/* Won by the row against the column, in sixtieths. */
static void add_pairs(const struct lab_run *run, struct pl_buffer *out)
{
    const int64_t *pair = lab_sums_of(&run->sums, LAB_pair);
    int bots = run->plan->bots;

    pl_json_line(out, 1);
    pl_json_open(out, "pairs", "[");
    for (int i = 0; i < bots; i++) {
        pl_json_open(out, NULL, "[");
        for (int k = 0; k < bots; k++)
            pl_json_number(out, NULL, pair[i * bots + k]);
        pl_json_close(out, "]");
    }
    pl_json_close(out, "]");
}

static void add_setup(const struct lab_plan *plan, struct pl_buffer *out)
{
    pl_json_text(out, "version", PL_VERSION);
    pl_json_text(out, "game", plan->game->id);
    pl_json_number(out, "seats", plan->setup.seats);
    pl_json_options(out, "options", plan->game, &plan->setup);
    pl_json_number(out, "seed", (int64_t)plan->seed);
    pl_json_bool(out, "rate", plan->rate);
}

static void add_totals(const struct lab_run *run, struct pl_buffer *out)
{
    const int64_t *total = lab_sums_of(&run->sums, LAB_total);

    pl_json_line(out, 1);
    pl_json_number(out, "groups", total[LAB_T_GROUPS]);
    pl_json_number(out, "games", total[LAB_T_GAMES]);
    pl_json_number(out, "shared", total[LAB_T_SHARED]);
    pl_json_number(out, "stopped", total[LAB_T_STOPPED]);
    pl_json_real(out, "pairing_gain", lab_pairing_gain(&run->sums));
    pl_json_line(out, 1);
    add_estimate(out, "steps", lab_length(run->plan, &run->sums));
    pl_json_line(out, 1);
    add_estimate(out, "winner_points",
                 lab_winner_points(run->plan, &run->sums));
    pl_json_line(out, 1);
    add_counts(out, "lengths", lab_sums_of(&run->sums, LAB_lengths),
               LAB_LONGEST + 1, 0);
}

void lab_json(const struct lab_run *run, struct pl_buffer *out)
{
    struct lab_estimate rating[LAB_BOTS];

    if (run->plan->rate)
        lab_ratings(run->plan, &run->sums, rating);
    pl_json_open(out, NULL, "{");
    add_setup(run->plan, out);
    add_totals(run, out);
    pl_json_line(out, 1);
    pl_json_open(out, "bots", "[");
    for (int i = 0; i < run->plan->bots; i++)
        add_bot(run, i, rating, out);
    pl_json_close(out, "]");
    add_differences(run, out);
    add_seats(run, out);
    if (run->plan->rate)
        add_pairs(run, out);
    pl_json_close(out, "}\n");
}

/* A quotation mark inside is doubled. */
static void add_name(struct pl_buffer *out, const char *s)
{
    pl_add(out, "\"");
    for (; *s; s++) {
        pl_add(out, *s == '"' ? "\"" : "");
        pl_add_bytes(out, s, 1);
    }
    pl_add(out, "\"");
}

static void add_cells(struct pl_buffer *out, struct lab_estimate e)
{
    lab_addf(out, ",%.10g,%.10g,%.10g", e.mean, e.low, e.high);
}

/* A line ends with columns that have a meaning for bots alone. */
static void add_rest(const struct lab_plan *plan, struct pl_buffer *out)
{
    pl_add(out, ",,,,");
    pl_add(out, plan->rate ? ",,,\n" : "\n");
}

static void add_csv_bots(const struct lab_run *run, struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;
    struct lab_estimate rating[LAB_BOTS];

    if (plan->rate)
        lab_ratings(plan, &run->sums, rating);
    for (int i = 0; i < plan->bots; i++) {
        const int64_t *fault =
            lab_sums_of(&run->sums, LAB_faults) + i * LAB_FAULTS;
        struct pl_text label;

        lab_label(plan, i, &label);
        pl_add(out, "bot,");
        add_name(out, label.s);
        lab_addf(out, ",%lld", (long long)lab_bot_games(plan, &run->sums));
        add_cells(out, lab_win_rate(plan, &run->sums, i));
        add_cells(out, lab_points_of(plan, &run->sums, i));
        for (int k = LAB_LATE; k < LAB_FAULTS; k++)
            lab_addf(out, ",%lld", (long long)fault[k]);
        if (plan->rate)
            add_cells(out, rating[i]);
        pl_add(out, "\n");
    }
}

static void add_csv_difference(const struct lab_run *run, int i, int k,
                               struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;
    struct pl_text first, second;
    char name[2 * sizeof first.s + 4];

    lab_label(plan, i, &first);
    lab_label(plan, k, &second);
    snprintf(name, sizeof name, "%s - %s", first.s, second.s);
    pl_add(out, "difference,");
    add_name(out, name);
    lab_addf(out, ",%lld", (long long)lab_bot_games(plan, &run->sums));
    add_cells(out, lab_difference(plan, &run->sums, LAB_wins, i, k));
    add_cells(out, lab_difference(plan, &run->sums, LAB_points, i, k));
    add_rest(plan, out);
}

void lab_csv(const struct lab_run *run, struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;
    int64_t games = lab_sums_of(&run->sums, LAB_total)[LAB_T_GAMES];

    pl_add(out, "what,name,games,wins,wins_low,wins_high,points,points_low,"
                "points_high,late,crashed,illegal,refused");
    pl_add(out, plan->rate ? ",rating,rating_low,rating_high\n" : "\n");
    add_csv_bots(run, out);
    for (int i = 0; i < plan->bots; i++)
        for (int k = i + 1; k < plan->bots; k++)
            add_csv_difference(run, i, k, out);
    for (int i = 0; i < plan->setup.seats; i++) {
        lab_addf(out, "seat,\"%d\",%lld", i + 1, (long long)games);
        add_cells(out, lab_seat_wins(plan, &run->sums, i));
        add_cells(out, lab_seat_points(plan, &run->sums, i));
        add_rest(plan, out);
    }
}
