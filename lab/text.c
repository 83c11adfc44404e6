/* What the reports share: names, numbers, bins. */
#include "lab.h"

#include <stdarg.h>
#include <string.h>

void lab_addf(struct pl_buffer *out, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    int n;

    va_start(arguments, format);
    n = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    pl_assert(n >= 0 && (size_t)n < sizeof line);
    pl_add(out, line);
}

void lab_label(const struct lab_plan *plan, int bot, struct pl_text *out)
{
    int before = 0;

    for (int i = 0; i < bot; i++)
        before += strcmp(plan->bot[i].name, plan->bot[bot].name) == 0;
    memset(out, 0, sizeof *out);
    pl_put(out, plan->bot[bot].name);
    if (before) {
        pl_put_char(out, '#');
        pl_put_number(out, before + 1);
    }
}

int64_t lab_bot_games(const struct lab_plan *plan, const struct lab_sums *sums)
{
    int64_t groups = lab_sums_of(sums, LAB_total)[LAB_T_GROUPS];
    int each = plan->setup.seats == 1 ? 1
               : plan->rate           ? 2 * (plan->bots - 1)
                                      : plan->bots;

    return groups * each;
}

bool lab_range(const int64_t count[], size_t size, size_t *low, size_t *high)
{
    *low = 0;
    *high = size - 1;
    while (*low < size && count[*low] == 0)
        ++*low;
    if (*low == size)
        return false;
    while (count[*high] == 0)
        --*high;
    return true;
}

static const int64_t *histogram(const struct lab_plan *plan,
                                const struct lab_sums *sums, int bot)
{
    return lab_sums_of(sums, LAB_histogram) +
           (size_t)bot * lab_points_count(plan->game);
}

/* 1, 2, 5, 10, 20, 50 … */
static int rounder(int width)
{
    while (width % 10 == 0)
        width /= 10;
    return width == 2;
}

static int floor_to(int n, int width)
{
    int rest = n % width;

    return rest < 0 ? n - rest - width : n - rest;
}

void lab_find_bins(const struct lab_plan *plan, const struct lab_sums *sums,
                   int most, struct lab_bins *out)
{
    int low = plan->game->points_max, high = plan->game->points_min;

    for (int i = 0; i < plan->bots; i++) {
        size_t from, to;

        if (!lab_range(histogram(plan, sums, i), lab_points_count(plan->game),
                       &from, &to))
            continue;
        if (plan->game->points_min + (int)from < low)
            low = plan->game->points_min + (int)from;
        if (plan->game->points_min + (int)to > high)
            high = plan->game->points_min + (int)to;
    }
    *out = (struct lab_bins){low, 1, 0};
    while (high >= low &&
           (high - floor_to(low, out->width)) / out->width >= most)
        out->width = rounder(out->width) ? out->width / 2 * 5 : out->width * 2;
    out->from = floor_to(low, out->width);
    if (high >= low)
        out->count = (high - out->from) / out->width + 1;
}

double lab_in_bin(const struct lab_plan *plan, const struct lab_sums *sums,
                  int bot, const struct lab_bins *bins, int bin)
{
    const int64_t *count = histogram(plan, sums, bot);
    int64_t inside = 0, all = 0;

    for (size_t i = 0; i < lab_points_count(plan->game); i++) {
        int points = plan->game->points_min + (int)i;

        all += count[i];
        if (floor_to(points - bins->from, bins->width) == bin * bins->width)
            inside += count[i];
    }
    return all ? (double)inside / (double)all : 0;
}
