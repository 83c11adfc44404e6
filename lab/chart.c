/*
 * The result as a picture for a paper: estimates with their intervals on top,
 * below them the points of each bot as a histogram, all on one scale of points
 * and each as high as its panel.
 */
#include "lab.h"

#include <math.h>
#include <string.h>

enum {
    WIDTH = 640,
    LEFT = 150, /* where the scales begin; names stand before it */
    RIGHT = 20,
    ROW = 26,   /* height of a bot among the estimates */
    PANEL = 84, /* of a histogram */
    HEADING = 30,
    SCALE = 40,  /* numbers and title below a panel */
    ORIGIN = 16, /* who made it, and from what */
    BINS = 60
};

/* Told apart by people of every kind of sight (Okabe and Ito). */
static const char *const colour[] = {"#666666", "#56b4e9", "#009e73",
                                     "#0072b2", "#d55e00", "#cc79a7",
                                     "#e69f00", "#b8a600"};
enum { COLOURS = sizeof colour / sizeof *colour };

/* --- Who has which colour ------------------------------------------------ */

/* Ours have theirs in the order of their list, others by their names. */
static size_t wished_colour(const char *label, const struct lab_bot *bot)
{
    for (size_t i = 0; bot->inside && pl_bots[i]; i++)
        if (pl_bots[i] == bot->inside && strcmp(label, bot->name) == 0)
            return i % COLOURS;
    return pl_hash(label, strlen(label), 0) % COLOURS;
}

/* The next to choose: ours first, then the others, by their names. */
static int next_to_choose(const struct lab_plan *plan, const bool has[])
{
    struct pl_text label, first = {0};
    int bot = -1;

    for (int i = 0; i < plan->bots; i++) {
        bool ours = plan->bot[i].inside != NULL;

        lab_label(plan, i, &label);
        if (has[i] || (bot >= 0 && (ours == (plan->bot[bot].inside != NULL)
                                        ? strcmp(label.s, first.s) >= 0
                                        : !ours)))
            continue;
        bot = i;
        first = label;
    }
    return bot;
}

/* A bot has the same colour in every picture, wherever it stands among the
 * arguments; who finds a colour taken moves on to the next. */
static void find_colours(const struct lab_plan *plan, size_t of[])
{
    bool taken[COLOURS] = {false}, has[LAB_BOTS] = {false};
    int bot;

    for (int n = 0; (bot = next_to_choose(plan, has)) >= 0; n++) {
        struct pl_text label;

        if (n % COLOURS == 0)
            memset(taken, 0, sizeof taken);
        lab_label(plan, bot, &label);
        has[bot] = true;
        of[bot] = wished_colour(label.s, &plan->bot[bot]);
        while (taken[of[bot]])
            of[bot] = (of[bot] + 1) % COLOURS;
        taken[of[bot]] = true;
    }
}

struct scale {
    double from, to, step;
};

static double at(const struct scale *scale, double value)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * (value - scale->from) /
                      (scale->to - scale->from);
}

/* Steps of 1, 2 or 5 times a power of ten, about six of them. */
static struct scale find_scale(double low, double high)
{
    double rough, power, step;

    if (!(high - low > 1e-9))
        high = low + 1;
    rough = (high - low) / 6;
    power = pow(10, floor(log10(rough)));
    step = rough / power;
    step = power * (step < 1.5 ? 1 : step < 3.5 ? 2 : step < 7.5 ? 5 : 10);
    return (struct scale){floor(low / step) * step, ceil(high / step) * step,
                          step};
}

/* --- Drawing ------------------------------------------------------------- */

static void add_text(struct pl_buffer *out, double x, double y,
                     const char *style, const char *text)
{
    lab_addf(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style);
    lab_add_escaped(out, text);
    pl_add(out, "</text>\n");
}

static void add_line(struct pl_buffer *out, double x1, double y1, double x2,
                     double y2, const char *style)
{
    lab_addf(out,
             "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1,
             y1, x2, y2, style);
}

static void add_words(struct pl_buffer *out, double x, double y,
                      const char *style, const struct pl_language *language,
                      const char *id)
{
    struct pl_buffer text = {0};

    pl_words(language, &PL_SAY(id), NULL, &text);
    add_text(out, x, y, style, text.s);
    pl_buffer_free(&text);
}

static void add_name(struct pl_buffer *out, const struct lab_plan *plan,
                     int bot, double y)
{
    struct pl_text label;

    lab_label(plan, bot, &label);
    add_text(out, LEFT - 12, y, "text-anchor=\"end\"", label.s);
}

/* Fine lines through the panel, numbers and a title below it. */
static void add_scale(struct pl_buffer *out, const struct scale *scale,
                      double top, double bottom,
                      const struct pl_language *language, const char *title)
{
    int steps = (int)lround((scale->to - scale->from) / scale->step);
    int decimals = scale->step < 0.1 ? 2 : scale->step < 1 ? 1 : 0;

    for (int i = 0; i <= steps; i++) {
        double value = scale->from + i * scale->step, x = at(scale, value);
        struct pl_buffer number = {0};

        add_line(out, x, top, x, bottom, "stroke=\"#ddd\"");
        lab_add_numbers(language, &number, "%.*f", decimals,
                        fabs(value) < 1e-9 ? 0 : value);
        add_text(out, x, bottom + 15, "text-anchor=\"middle\" class=\"small\"",
                 number.s);
        pl_buffer_free(&number);
    }
    add_line(out, LEFT, bottom, WIDTH - RIGHT, bottom, "stroke=\"#333\"");
    add_words(out, (LEFT + WIDTH - RIGHT) / 2.0, bottom + 32,
              "text-anchor=\"middle\" class=\"small\"", language, title);
}

/* --- Estimates ----------------------------------------------------------- */

struct panel {
    const char *title;
    struct lab_estimate value[LAB_BOTS];
    double guide; /* a line for what chance would bring; NAN: none */
    size_t colour[LAB_BOTS];
};

static void find_values(const struct lab_run *run, struct panel *panel)
{
    const struct lab_plan *plan = run->plan;
    bool alone = plan->setup.seats == 1;

    panel->guide = NAN;
    panel->title = plan->rate ? "chart.rating"
                   : alone    ? "chart.mean"
                              : "chart.wins";
    if (plan->rate) {
        lab_ratings(plan, &run->sums, panel->value);
        return;
    }
    for (int i = 0; i < plan->bots; i++) {
        struct lab_estimate e = alone ? lab_points_of(plan, &run->sums, i)
                                      : lab_win_rate(plan, &run->sums, i);
        double factor = alone ? 1 : 100;

        panel->value[i] = (struct lab_estimate){e.mean * factor, e.low * factor,
                                                e.high * factor};
    }
    if (!alone)
        panel->guide = 100.0 / plan->setup.seats;
}

static struct scale scale_of(const struct panel *panel, int bots)
{
    double low = INFINITY, high = -INFINITY;

    for (int i = 0; i < bots; i++) {
        low = fmin(low, panel->value[i].low);
        high = fmax(high, panel->value[i].high);
    }
    if (!isnan(panel->guide)) {
        low = fmin(low, panel->guide);
        high = fmax(high, panel->guide);
    }
    if (!isfinite(low) || !isfinite(high))
        return find_scale(0, 100);
    return find_scale(low, high);
}

static void add_estimate(struct pl_buffer *out, const struct scale *scale,
                         struct lab_estimate e, double y, const char *paint)
{
    double low = at(scale, fmax(e.low, scale->from));
    double high = at(scale, fmin(e.high, scale->to));
    char style[64];

    snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"2\"", paint);
    add_line(out, low, y, high, y, style);
    add_line(out, low, y - 5, low, y + 5, style);
    add_line(out, high, y - 5, high, y + 5, style);
    lab_addf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"%s\"/>\n",
             at(scale, e.mean), y, paint);
}

/* The best on top. */
static void sort_bots(const struct panel *panel, int bots, int order[])
{
    for (int i = 0; i < bots; i++) {
        int place = i;

        for (; place > 0 &&
               panel->value[order[place - 1]].mean < panel->value[i].mean;
             place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
}

static double add_estimates(const struct lab_run *run,
                            const struct pl_language *language,
                            const int order[], const struct panel *panel,
                            double top, struct pl_buffer *out)
{
    int bots = run->plan->bots;
    double bottom = top + bots * ROW + 8;
    struct scale scale = scale_of(panel, bots);

    add_scale(out, &scale, top, bottom, language, panel->title);
    if (!isnan(panel->guide))
        add_line(out, at(&scale, panel->guide), top, at(&scale, panel->guide),
                 bottom, "stroke=\"#666\" stroke-dasharray=\"4 3\"");
    for (int i = 0; i < bots; i++) {
        double y = top + 4 + (i + 0.5) * ROW;

        add_name(out, run->plan, order[i], y + 4.5);
        add_estimate(out, &scale, panel->value[order[i]], y,
                     colour[panel->colour[order[i]]]);
    }
    return bottom + SCALE;
}

/* --- Histograms ---------------------------------------------------------- */

static double largest_bin(const struct lab_run *run, int bot,
                          const struct lab_bins *bins)
{
    double largest = 1e-9;

    for (int bin = 0; bin < bins->count; bin++)
        largest =
            fmax(largest, lab_in_bin(run->plan, &run->sums, bot, bins, bin));
    return largest;
}

static void add_bars(const struct lab_run *run,
                     const struct pl_language *language, int bot,
                     const char *paint, const struct lab_bins *bins,
                     const struct scale *scale, double bottom,
                     struct pl_buffer *out)
{
    double largest = largest_bin(run, bot, bins);
    double mean = lab_points_of(run->plan, &run->sums, bot).mean;
    struct pl_buffer number = {0};

    for (int bin = 0; bin < bins->count; bin++) {
        double from = bins->from + bin * bins->width - 0.5;
        double part = lab_in_bin(run->plan, &run->sums, bot, bins, bin);
        double x = at(scale, from), high = part / largest * (PANEL - 22);

        if (part > 0)
            lab_addf(out,
                     "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" "
                     "height=\"%.2f\" fill=\"%s\" fill-opacity=\"0.8\"/>\n",
                     x, bottom - high,
                     fmax(0.5, at(scale, from + bins->width) - x - 0.6), high,
                     paint);
    }
    add_line(out, at(scale, mean), bottom - PANEL + 6, at(scale, mean), bottom,
             "stroke=\"#000\" stroke-dasharray=\"2 2\"");
    lab_add_numbers(language, &number, "%.1f", mean);
    add_text(out, at(scale, mean) + 4, bottom - PANEL + 16, "class=\"small\"",
             number.s);
    pl_buffer_free(&number);
}

static double add_histograms(const struct lab_run *run,
                             const struct pl_language *language,
                             const int order[], const struct panel *panel,
                             double top, struct pl_buffer *out)
{
    const struct lab_plan *plan = run->plan;
    double bottom = top + plan->bots * PANEL;
    struct lab_bins bins;
    struct scale scale;

    lab_find_bins(plan, &run->sums, BINS, &bins);
    scale =
        find_scale(bins.from - 0.5, bins.from + bins.count * bins.width - 0.5);
    add_scale(out, &scale, top, bottom, language, "chart.points");
    for (int i = 0; i < plan->bots; i++) {
        double base = top + (i + 1) * PANEL;

        add_name(out, plan, order[i], base - PANEL / 2.0 + 9);
        add_bars(run, language, order[i], colour[panel->colour[order[i]]],
                 &bins, &scale, base, out);
        add_line(out, LEFT, base, WIDTH - RIGHT, base, "stroke=\"#999\"");
    }
    return bottom + SCALE;
}

/* --- The picture --------------------------------------------------------- */

static void add_heading(const struct lab_run *run,
                        const struct pl_language *language,
                        struct pl_buffer *out)
{
    struct pl_message message =
        PL_SAY("sim.heading", .n = run->plan->setup.seats);
    struct pl_buffer text = {0};
    char id[64];

    snprintf(id, sizeof id, "game.%s", run->plan->game->id);
    pl_words(language, &PL_SAY(id), NULL, &text);
    pl_words(language, &message, NULL, &text);
    lab_add_games(language, lab_sums_of(&run->sums, LAB_total)[LAB_T_GAMES],
                  &text);
    add_text(out, LEFT, 20, "class=\"title\"", text.s);
    pl_buffer_free(&text);
}

/* What is needed to make the picture again. */
static void add_origin(const struct lab_plan *plan, double y,
                       struct pl_buffer *out)
{
    char text[80];

    snprintf(text, sizeof text, "parlour %s · --seed %llu", PL_VERSION,
             (unsigned long long)plan->seed);
    add_text(out, WIDTH - RIGHT, y, "text-anchor=\"end\" class=\"small\"",
             text);
}

void lab_chart(const struct lab_run *run, const struct pl_language *language,
               struct pl_buffer *out)
{
    int bots = run->plan->bots, order[LAB_BOTS] = {0};
    int height =
        HEADING + bots * ROW + 8 + SCALE + 10 + bots * PANEL + SCALE + ORIGIN;
    struct panel panel = {0};
    double y;

    find_values(run, &panel);
    find_colours(run->plan, panel.colour);
    sort_bots(&panel, bots, order);
    lab_addf(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
             "width=\"%d\" height=\"%d\" font-family=\"Helvetica, Arial, "
             "sans-serif\" font-size=\"13\" fill=\"#222\">\n",
             WIDTH, height, WIDTH, height);
    pl_add(out, "<style>.small{font-size:11px}.title{font-size:15px;"
                "font-weight:bold}</style>\n"
                "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    add_heading(run, language, out);
    y = add_estimates(run, language, order, &panel, HEADING, out);
    y = add_histograms(run, language, order, &panel, y + 10, out);
    add_origin(run->plan, y, out);
    pl_add(out, "</svg>\n");
}
