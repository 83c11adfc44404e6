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

/* "-1.5%" as the language writes it. */
static void localise(const struct pl_language *language, const char *s,
                     struct pl_buffer *out)
{
    for (; *s; s++) {
        bool before_digit = s[1] >= '0' && s[1] <= '9';

        if (*s == '.' && before_digit)
            pl_words(language, &PL_SAY("number.decimal"), NULL, out);
        else if (*s == '-' && before_digit)
            pl_add(out, "−");
        else if (*s == '%')
            pl_words(language, &PL_SAY("number.percent"), NULL, out);
        else
            pl_add_bytes(out, s, 1);
    }
}

void lab_add_numbers(const struct pl_language *language, struct pl_buffer *out,
                     const char *format, ...)
{
    char line[256];
    va_list arguments;
    int n;

    va_start(arguments, format);
    n = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    pl_assert(n >= 0 && (size_t)n < sizeof line);
    localise(language, line, out);
}

void lab_print_numbers(const struct pl_language *language, const char *format,
                       ...)
{
    struct pl_buffer out = {0};
    char line[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    localise(language, line, &out);
    fputs(out.s, stdout);
    pl_buffer_free(&out);
}

void lab_add_games(const struct pl_language *language, int64_t games,
                   struct pl_buffer *out)
{
    struct pl_message message = PL_SAY("sim.games", .n = (int)games);

    snprintf(message.word.s, sizeof message.word.s, "%lld", (long long)games);
    pl_words(language, &message, NULL, out);
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

int64_t lab_bot_games(const struct lab_plan *plan, const struct lab_sums *sums,
                      int bot)
{
    return lab_sums_of(sums, LAB_total)[LAB_T_GROUPS] *
           lab_bot_group_games(plan, bot);
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

void lab_add_escaped(struct pl_buffer *out, const char *s)
{
    for (; *s; s++)
        switch (*s) {
        case '&':
            pl_add(out, "&amp;");
            break;
        case '<':
            pl_add(out, "&lt;");
            break;
        default:
            pl_add_bytes(out, s, 1);
        }
}
