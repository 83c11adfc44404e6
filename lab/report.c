/* The result for people, as text. */
#include "lab.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 8, CELL = 64, BINS = 16, BAR = 24, BARS = 2 };
enum { RANGE = 13, SHARE = 6 }; /* columns of "  100 … 109  " and of "12.5%" */

/* A table: the first column on the left, numbers on the right. */
struct grid {
    int columns, rows;
    char cell[LAB_BOTS * LAB_BOTS + 1][COLUMNS][CELL];
};

static void say(const struct pl_language *language,
                const struct pl_message *message, struct pl_buffer *out)
{
    pl_words(language, message, NULL, out);
    pl_add(out, "\n");
}

static void set(struct grid *grid, int column, const char *text)
{
    char *cell = grid->cell[grid->rows][column];

    snprintf(cell, CELL, "%s", text);
    if (column >= grid->columns)
        grid->columns = column + 1;
}

static void set_title(struct grid *grid, int column,
                      const struct pl_language *language, const char *id)
{
    struct pl_buffer text = {0};

    pl_words(language, &PL_SAY(id), NULL, &text);
    set(grid, column, text.s);
    pl_buffer_free(&text);
}

static void add_grid(const struct grid *grid, struct pl_buffer *out)
{
    for (int row = 0; row < grid->rows; row++) {
        for (int c = 0; c < grid->columns; c++) {
            const char *cell = grid->cell[row][c];
            int room = 0;

            for (int i = 0; i < grid->rows; i++)
                if (pl_columns(grid->cell[i][c]) > room)
                    room = pl_columns(grid->cell[i][c]);
            lab_addf(out, "%s%*s", c == 0 ? cell : "  ",
                     room - pl_columns(cell), "");
            pl_add(out, c == 0 ? "" : cell);
        }
        pl_add(out, "\n");
    }
}

/* "51.2 %" and "50.1 – 52.3" into two columns. */
static void set_estimate(struct grid *grid, int column,
                         const struct pl_language *language,
                         struct lab_estimate e, double scale, int decimals,
                         bool sign)
{
    const char *percent = scale > 1 ? "%" : "";
    struct pl_buffer mean = {0}, range = {0};

    lab_add_numbers(language, &mean, sign ? "%+.*f%s" : "%.*f%s", decimals,
                    e.mean * scale, percent);
    set(grid, column, mean.s);
    if (isfinite(e.high - e.low))
        lab_add_numbers(language, &range,
                        sign ? "%+.*f … %+.*f" : "%.*f … %.*f", decimals,
                        e.low * scale, decimals, e.high * scale);
    else
        pl_add(&range, "?");
    set(grid, column + 1, range.s);
    pl_buffer_free(&mean);
    pl_buffer_free(&range);
}

static struct grid *fresh(void)
{
    static struct grid grid;

    memset(&grid, 0, sizeof grid);
    return &grid;
}

/* --- Sections ------------------------------------------------------------ */

static void add_heading(const struct lab_run *run,
                        const struct pl_language *language,
                        struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;
    int64_t games = lab_sums_of(&run->sums, LAB_total)[LAB_T_GAMES];
    struct pl_message message = PL_SAY("sim.heading", .n = plan->setup.seats);
    struct pl_setting setting;
    char id[64];

    snprintf(id, sizeof id, "game.%s", plan->game->id);
    pl_words(language, &PL_SAY(id), NULL, out);
    pl_words(language, &message, NULL, out);
    lab_add_games(language, games, out);
    message = PL_SAY("sim.heading.seed");
    snprintf(message.word.s, sizeof message.word.s, "%llu",
             (unsigned long long)plan->seed);
    say(language, &message, out);
    for (int i = 0; pl_setting(plan->game, &plan->setup, i, &setting); i++)
        if (!setting.is_normal)
            lab_addf(out, "  %s=%s\n", setting.name, setting.value.s);
    if (lab_group_games(plan) > 1)
        say(language, &PL_SAY("sim.groups", .n = lab_group_games(plan)), out);
    pl_add(out, "\n");
}

/* A table of wins and points; who is alone wins nothing. */
static void set_titles(struct grid *grid, const struct pl_language *language,
                       const char *first, bool alone)
{
    set_title(grid, 0, language, first);
    if (!alone) {
        set_title(grid, 1, language, "sim.wins");
        set_title(grid, 2, language, "sim.interval");
    }
    set_title(grid, alone ? 1 : 3, language, "points");
    set_title(grid, alone ? 2 : 4, language, "sim.interval");
    grid->rows++;
}

static void add_bots(const struct lab_run *run,
                     const struct pl_language *language, struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;
    bool alone = plan->setup.seats == 1;
    struct grid *grid = fresh();

    set_titles(grid, language, "sim.bot", alone);
    for (int i = 0; i < plan->bots; i++) {
        struct pl_text label;

        lab_label(plan, i, &label);
        set(grid, 0, label.s);
        if (!alone)
            set_estimate(grid, 1, language, lab_win_rate(plan, &run->sums, i),
                         100, 2, false);
        set_estimate(grid, alone ? 1 : 3, language,
                     lab_points_of(plan, &run->sums, i), 1, 2, false);
        grid->rows++;
    }
    add_grid(grid, out);
}

static void add_differences(const struct lab_run *run,
                            const struct pl_language *language,
                            struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;
    bool alone = plan->setup.seats == 1;
    struct grid *grid = fresh();

    set_titles(grid, language, "sim.difference", alone);
    for (int i = 0; i < plan->bots; i++)
        for (int k = i + 1; k < plan->bots; k++) {
            struct pl_text first, second;
            char text[CELL];

            lab_label(plan, i, &first);
            lab_label(plan, k, &second);
            snprintf(text, sizeof text, "%.28s − %.28s", first.s, second.s);
            set(grid, 0, text);
            if (!alone)
                set_estimate(grid, 1, language,
                             lab_difference(plan, &run->sums, LAB_wins, i, k),
                             100, 2, true);
            set_estimate(grid, alone ? 1 : 3, language,
                         lab_difference(plan, &run->sums, LAB_points, i, k), 1,
                         2, true);
            grid->rows++;
        }
    pl_add(out, "\n");
    add_grid(grid, out);
}

/* The strongest first. */
static void sort_by_rating(const struct lab_estimate rating[], int bots,
                           int order[])
{
    for (int i = 0; i < bots; i++) {
        int at = i;

        for (; at > 0 && rating[order[at - 1]].mean < rating[i].mean; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static void add_ratings(const struct lab_run *run,
                        const struct pl_language *language,
                        struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;
    struct lab_estimate rating[LAB_BOTS];
    struct grid *grid = fresh();
    int order[LAB_BOTS];

    lab_ratings(plan, &run->sums, rating);
    sort_by_rating(rating, plan->bots, order);
    set_title(grid, 0, language, "sim.bot");
    set_title(grid, 1, language, "sim.rating");
    set_title(grid, 2, language, "sim.interval");
    set_title(grid, 3, language, "sim.wins");
    set_title(grid, 4, language, "sim.interval");
    set_title(grid, 5, language, "points");
    grid->rows++;
    for (int i = 0; i < plan->bots; i++) {
        struct pl_buffer points = {0};
        struct pl_text label;
        int bot = order[i];

        lab_label(plan, bot, &label);
        set(grid, 0, label.s);
        set_estimate(grid, 1, language, rating[bot], 1, 0, false);
        set_estimate(grid, 3, language, lab_win_rate(plan, &run->sums, bot),
                     100, 2, false);
        lab_add_numbers(language, &points, "%.2f",
                        lab_points_of(plan, &run->sums, bot).mean);
        set(grid, 5, points.s);
        pl_buffer_free(&points);
        grid->rows++;
    }
    add_grid(grid, out);
    pl_add(out, "\n");
    say(language, &PL_SAY("sim.rating.means"), out);
}

/* Who has won how much against whom, in percent. */
static void add_pairs(const struct lab_run *run,
                      const struct pl_language *language, struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;
    const int64_t *pair = lab_sums_of(&run->sums, LAB_pair);
    double games = 2 * (double)lab_sums_of(&run->sums, LAB_total)[LAB_T_GROUPS];

    pl_add(out, "\n");
    say(language, &PL_SAY("sim.pairs"), out);
    lab_addf(out, "%25s", "");
    for (int i = 0; i < plan->bots; i++)
        lab_addf(out, "%7d", i + 1);
    pl_add(out, "\n");
    for (int i = 0; i < plan->bots; i++) {
        struct pl_text label;

        lab_label(plan, i, &label);
        lab_addf(out, "%3d  %-20s", i + 1, label.s);
        for (int k = 0; k < plan->bots; k++)
            if (!lab_meet(plan, i, k) || games == 0)
                pl_add(out, "      –");
            else
                lab_add_numbers(language, out, "  %5.1f",
                                (double)pair[i * plan->bots + k] * 100 /
                                    LAB_SHARE / games);
        pl_add(out, "\n");
    }
}

static void add_seats(const struct lab_run *run,
                      const struct pl_language *language, struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;
    struct grid *grid = fresh();

    set_title(grid, 0, language, "sim.seat");
    set_title(grid, 1, language, "sim.wins");
    set_title(grid, 2, language, "sim.interval");
    set_title(grid, 3, language, "points");
    set_title(grid, 4, language, "sim.interval");
    grid->rows++;
    for (int i = 0; i < plan->setup.seats; i++) {
        char text[CELL];

        snprintf(text, sizeof text, "%d", i + 1);
        set(grid, 0, text);
        set_estimate(grid, 1, language, lab_seat_wins(plan, &run->sums, i), 100,
                     2, false);
        set_estimate(grid, 3, language, lab_seat_points(plan, &run->sums, i), 1,
                     2, false);
        grid->rows++;
    }
    pl_add(out, "\n");
    add_grid(grid, out);
}

/* A sentence with "mean (low … high)" as its word. */
static void say_estimate(const struct pl_language *language, const char *id,
                         struct lab_estimate e, struct pl_message message,
                         struct pl_buffer *out)
{
    struct pl_buffer word = {0};

    message.id = id;
    lab_add_numbers(language, &word, "%.2f", e.mean);
    if (isfinite(e.high))
        lab_add_numbers(language, &word, " (%.2f … %.2f)", e.low, e.high);
    pl_put(&message.word, word.s);
    say(language, &message, out);
    pl_buffer_free(&word);
}

/* Wins are counted per seat, so that a bot with two seats is no better off. */
static void add_even_share(const struct lab_run *run,
                           const struct pl_language *language,
                           struct pl_buffer *out)
{
    struct pl_message message = PL_SAY("sim.even", .n = run->plan->setup.seats);
    struct pl_buffer word = {0};

    lab_add_numbers(language, &word, "%.2f%%", 100.0 / run->plan->setup.seats);
    pl_put(&message.word, word.s);
    say(language, &message, out);
    pl_buffer_free(&word);
}

/* What the sequential test has decided, and how often such a word is wrong. */
static void add_sprt(const struct lab_run *run,
                     const struct pl_language *language, struct pl_buffer *out)
{
    const struct lab_sprt *sprt = &run->sprt;
    enum lab_verdict verdict = lab_sprt_verdict(run->plan, &run->sums, sprt);
    double risk = verdict == LAB_HIGH ? sprt->alpha : sprt->beta;
    struct pl_message message = PL_SAY("sim.sprt.open");
    struct pl_buffer word = {0};

    pl_add(out, "\n");
    if (verdict != LAB_OPEN) {
        message.id = verdict == LAB_HIGH ? "sim.sprt.high" : "sim.sprt.low";
        lab_add_numbers(language, &word, "%g%%",
                        100 * (verdict == LAB_HIGH ? sprt->low : sprt->high));
        pl_put(&message.word, word.s);
        message.n = (int32_t)ceil(100 * risk - 1e-9);
    }
    say(language, &message, out);
    pl_buffer_free(&word);
}

static void add_totals(const struct lab_run *run,
                       const struct pl_language *language,
                       struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;
    const int64_t *total = lab_sums_of(&run->sums, LAB_total);
    double gain = lab_pairing_gain(&run->sums);
    struct pl_message message = PL_SAY("");
    size_t low, high;

    pl_add(out, "\n");
    lab_range(lab_sums_of(&run->sums, LAB_lengths), LAB_LONGEST + 1, &low,
              &high);
    message.n = (int32_t)low;
    message.m = (int32_t)high;
    say_estimate(language, "sim.length", lab_length(plan, &run->sums), message,
                 out);
    if (plan->setup.seats > 1)
        say_estimate(language, "sim.winner_points",
                     lab_winner_points(plan, &run->sums), message, out);
    if (total[LAB_T_SHARED])
        say(language, &PL_SAY("sim.shared", .n = (int)total[LAB_T_SHARED]),
            out);
    if (total[LAB_T_STOPPED])
        say(language, &PL_SAY("sim.stopped", .n = (int)total[LAB_T_STOPPED]),
            out);
    if (!plan->rate && plan->bots > 1 && plan->setup.seats > 1 &&
        isfinite(gain)) {
        say_estimate(language, "sim.gain",
                     (struct lab_estimate){.mean = gain, .high = INFINITY},
                     message, out);
    }
}

static void add_faults(const struct lab_run *run,
                       const struct pl_language *language,
                       struct pl_buffer *out)
{
    static const char *const id[] = {
        [LAB_LATE] = "sim.fault.late",
        [LAB_CRASHED] = "sim.fault.crashed",
        [LAB_ILLEGAL] = "sim.fault.illegal",
        [LAB_REFUSED] = "sim.fault.refused",
    };

    for (int i = 0; i < run->plan->bots; i++)
        for (int k = LAB_LATE; k < LAB_FAULTS; k++) {
            int64_t n = lab_sums_of(&run->sums, LAB_faults)[i * LAB_FAULTS + k];
            struct pl_text label;
            struct pl_message message = PL_SAY(id[k], .n = (int)n);

            if (n == 0)
                continue;
            lab_label(run->plan, i, &label);
            lab_addf(out, "%s: ", label.s);
            message.word = run->said[i];
            say(language, &message, out);
        }
}

static void add_bar(double part, double largest, struct pl_buffer *out)
{
    int n = largest > 0 ? (int)lround(BAR * part / largest) : 0;

    for (int i = 0; i < BAR; i++)
        pl_add(out, i < n ? "#" : " ");
}

static void trim(struct pl_buffer *out)
{
    while (out->s[out->length - 1] == ' ')
        out->s[--out->length] = '\0';
}

/* Each bot's name over its numbers. Returns how wide these are. */
static int add_histogram_head(const struct lab_plan *plan,
                              struct pl_buffer *out)
{
    struct pl_text label;
    int wide = SHARE;

    for (int i = 0; i < plan->bots; i++) {
        lab_label(plan, i, &label);
        wide = pl_columns(label.s) > wide ? pl_columns(label.s) : wide;
    }
    lab_addf(out, "%*s", RANGE, "");
    for (int i = 0; i < plan->bots; i++) {
        lab_label(plan, i, &label);
        lab_addf(out, "  %*s%s ", wide - pl_columns(label.s), "", label.s);
        if (plan->bots <= BARS)
            add_bar(0, 1, out);
    }
    trim(out);
    pl_add(out, "\n");
    return wide;
}

static void add_histogram(const struct lab_run *run,
                          const struct pl_language *language,
                          struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;
    double largest = 0;
    struct lab_bins bins;
    int wide;

    lab_find_bins(plan, &run->sums, BINS, &bins);
    for (int bin = 0; bin < bins.count; bin++)
        for (int i = 0; i < plan->bots; i++)
            largest =
                fmax(largest, lab_in_bin(plan, &run->sums, i, &bins, bin));
    pl_add(out, "\n");
    say(language, &PL_SAY("sim.histogram"), out);
    wide = add_histogram_head(plan, out);
    for (int bin = 0; bin < bins.count; bin++) {
        int from = bins.from + bin * bins.width;

        lab_add_numbers(language, out, "%5d … %-5d", from,
                        from + bins.width - 1);
        for (int i = 0; i < plan->bots; i++) {
            double part = lab_in_bin(plan, &run->sums, i, &bins, bin);

            lab_add_numbers(language, out, "  %*.1f%% ", wide - 1, part * 100);
            if (plan->bots <= BARS)
                add_bar(part, largest, out);
        }
        trim(out);
        pl_add(out, "\n");
    }
}

void lab_report(const struct lab_run *run, const struct pl_language *language,
                struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;

    add_heading(run, language, out);
    if (lab_sums_of(&run->sums, LAB_total)[LAB_T_GROUPS] == 0) {
        say(language, &PL_SAY("sim.nothing"), out);
        return;
    }
    if (plan->rate) {
        add_ratings(run, language, out);
        add_pairs(run, language, out);
    } else {
        add_bots(run, language, out);
    }
    if (plan->setup.seats > 1)
        add_even_share(run, language, out);
    if (plan->bots > 1 && !plan->rate)
        add_differences(run, language, out);
    if (run->sprt.high > 0)
        add_sprt(run, language, out);
    if (plan->setup.seats > 1)
        add_seats(run, language, out);
    add_totals(run, language, out);
    add_faults(run, language, out);
    add_histogram(run, language, out);
}
