/* The result for programs: JSON, or CSV with a line a bot. */
#include "lab.h"

#include <math.h>
#include <string.h>

static void add_string(struct pl_buffer *out, const char *s)
{
    pl_add(out, "\"");
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            pl_add(out, "\\");
        pl_add_bytes(out, s, 1);
    }
    pl_add(out, "\"");
}

static void add_real(struct pl_buffer *out, double n)
{
    if (isfinite(n))
        lab_addf(out, "%.10g", n);
    else
        pl_add(out, "null");
}

static void add_estimate(struct pl_buffer *out, const char *key,
                         struct lab_estimate e)
{
    lab_addf(out, "\"%s\":{\"mean\":", key);
    add_real(out, e.mean);
    pl_add(out, ",\"low\":");
    add_real(out, e.low);
    pl_add(out, ",\"high\":");
    add_real(out, e.high);
    pl_add(out, "}");
}

static void add_counts(struct pl_buffer *out, const char *key,
                       const int64_t count[], size_t size, long first)
{
    size_t low, high;

    lab_addf(out, "\"%s\":{\"from\":", key);
    if (!lab_range(count, size, &low, &high)) {
        pl_add(out, "0,\"counts\":[]}");
        return;
    }
    lab_addf(out, "%ld,\"counts\":[", first + (long)low);
    for (size_t i = low; i <= high; i++)
        lab_addf(out, "%s%lld", i > low ? "," : "", (long long)count[i]);
    pl_add(out, "]}");
}

static void add_faults(struct pl_buffer *out, const int64_t fault[])
{
    lab_addf(out, "\"late\":%lld,\"crashed\":%lld,\"illegal\":%lld",
             (long long)fault[LAB_LATE], (long long)fault[LAB_CRASHED],
             (long long)fault[LAB_ILLEGAL]);
}

static void add_bot(const struct lab_run *run, int bot,
                    const struct lab_estimate rating[], struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;
    const struct lab_sums *sums = &run->sums;
    int least = plan->game->points_min;
    size_t size = lab_points_count(plan->game);
    struct pl_text label;

    lab_label(plan, bot, &label);
    pl_add(out, "{\"name\":");
    add_string(out, label.s);
    lab_addf(out, ",\"games\":%lld,\"win_sixtieths\":%lld,\"points_sum\":%lld,",
             (long long)lab_bot_games(plan, sums),
             (long long)lab_sums_of(sums, LAB_wins)[bot],
             (long long)lab_sums_of(sums, LAB_points)[bot]);
    add_estimate(out, "wins", lab_win_rate(plan, sums, bot));
    pl_add(out, ",");
    add_estimate(out, "points", lab_points_of(plan, sums, bot));
    pl_add(out, ",");
    if (plan->rate) {
        add_estimate(out, "rating", rating[bot]);
        pl_add(out, ",");
    }
    add_faults(out, lab_sums_of(sums, LAB_faults) + bot * LAB_FAULTS);
    pl_add(out, ",");
    add_counts(out, "histogram",
               lab_sums_of(sums, LAB_histogram) + (size_t)bot * size, size,
               least);
    pl_add(out, "}");
}

static void add_differences(const struct lab_run *run, struct pl_buffer *out)
{
    const char *comma = "";

    pl_add(out, ",\n \"differences\":[");
    for (int i = 0; i < run->plan->bots; i++)
        for (int k = i + 1; k < run->plan->bots; k++) {
            lab_addf(out, "%s\n  {\"first\":%d,\"second\":%d,", comma, i, k);
            add_estimate(out, "wins",
                         lab_difference(run->plan, &run->sums, LAB_wins, i, k));
            pl_add(out, ",");
            add_estimate(
                out, "points",
                lab_difference(run->plan, &run->sums, LAB_points, i, k));
            pl_add(out, "}");
            comma = ",";
        }
    pl_add(out, "]");
}

static void add_seats(const struct lab_run *run, struct pl_buffer *out)
{
    pl_add(out, ",\n \"by_seat\":[");
    for (int i = 0; i < run->plan->setup.seats; i++) {
        pl_add(out, i ? ",\n  {" : "\n  {");
        add_estimate(out, "wins", lab_seat_wins(run->plan, &run->sums, i));
        pl_add(out, ",");
        add_estimate(out, "points", lab_seat_points(run->plan, &run->sums, i));
        pl_add(out, "}");
    }
    pl_add(out, "]");
}

/* Won by the row against the column, in sixtieths. */
static void add_pairs(const struct lab_run *run, struct pl_buffer *out)
{
    const int64_t *pair = lab_sums_of(&run->sums, LAB_pair);
    int bots = run->plan->bots;

    pl_add(out, ",\n \"pairs\":[");
    for (int i = 0; i < bots; i++) {
        pl_add(out, i ? ",[" : "[");
        for (int k = 0; k < bots; k++)
            lab_addf(out, "%s%lld", k ? "," : "",
                     (long long)pair[i * bots + k]);
        pl_add(out, "]");
    }
    pl_add(out, "]");
}

static void add_setup(const struct lab_plan *plan, struct pl_buffer *out)
{
    lab_addf(out, "{\"game\":\"%s\",\"seats\":%d,\"options\":{", plan->game->id,
             plan->setup.seats);
    for (int i = 0; i < pl_option_count(plan->game); i++) {
        struct pl_text value;

        pl_option_value(&plan->game->options[i], plan->setup.option[i], &value);
        lab_addf(out, "%s\"%s\":\"%s\"", i ? "," : "",
                 plan->game->options[i].name, value.s);
    }
    lab_addf(out, "},\"seed\":%llu,\"rate\":%s,\n ",
             (unsigned long long)plan->seed, plan->rate ? "true" : "false");
}

static void add_totals(const struct lab_run *run, struct pl_buffer *out)
{
    const int64_t *total = lab_sums_of(&run->sums, LAB_total);

    lab_addf(out, "\"groups\":%lld,\"games\":%lld,\"shared\":%lld,",
             (long long)total[LAB_T_GROUPS], (long long)total[LAB_T_GAMES],
             (long long)total[LAB_T_SHARED]);
    lab_addf(out, "\"stopped\":%lld,\"pairing_gain\":",
             (long long)total[LAB_T_STOPPED]);
    add_real(out, lab_pairing_gain(&run->sums));
    pl_add(out, ",\n ");
    add_estimate(out, "steps", lab_length(run->plan, &run->sums));
    pl_add(out, ",\n ");
    add_estimate(out, "winner_points",
                 lab_winner_points(run->plan, &run->sums));
    pl_add(out, ",\n ");
    add_counts(out, "lengths", lab_sums_of(&run->sums, LAB_lengths),
               LAB_LONGEST + 1, 0);
}

void lab_json(const struct lab_run *run, struct pl_buffer *out)
{
    struct lab_estimate rating[LAB_BOTS];

    if (run->plan->rate)
        lab_ratings(run->plan, &run->sums, rating);
    add_setup(run->plan, out);
    add_totals(run, out);
    pl_add(out, ",\n \"bots\":[");
    for (int i = 0; i < run->plan->bots; i++) {
        pl_add(out, i ? ",\n  " : "\n  ");
        add_bot(run, i, rating, out);
    }
    pl_add(out, "]");
    add_differences(run, out);
    add_seats(run, out);
    if (run->plan->rate)
        add_pairs(run, out);
    pl_add(out, "}\n");
}

static void add_cells(struct pl_buffer *out, struct lab_estimate e)
{
    lab_addf(out, ",%.10g,%.10g,%.10g", e.mean, e.low, e.high);
}

void lab_csv(const struct lab_run *run, struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;
    struct lab_estimate rating[LAB_BOTS];

    if (plan->rate)
        lab_ratings(plan, &run->sums, rating);
    pl_add(out, "bot,games,wins,wins_low,wins_high,points,points_low,"
                "points_high,late,crashed,illegal");
    pl_add(out, plan->rate ? ",rating,rating_low,rating_high\n" : "\n");
    for (int i = 0; i < plan->bots; i++) {
        const int64_t *fault =
            lab_sums_of(&run->sums, LAB_faults) + i * LAB_FAULTS;
        struct pl_text label;

        lab_label(plan, i, &label);
        add_string(out, label.s);
        lab_addf(out, ",%lld", (long long)lab_bot_games(plan, &run->sums));
        add_cells(out, lab_win_rate(plan, &run->sums, i));
        add_cells(out, lab_points_of(plan, &run->sums, i));
        for (int k = LAB_LATE; k <= LAB_ILLEGAL; k++)
            lab_addf(out, ",%lld", (long long)fault[k]);
        if (plan->rate)
            add_cells(out, rating[i]);
        pl_add(out, "\n");
    }
}
