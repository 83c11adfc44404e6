/* What bots look at in Bingo. */
#include "../games/bingo.h"
#include "features.h"

/* A column of numbers: how far it is filled, and what fits next. */
static int number_features(const struct form *f, const struct bingo *g,
                           int seat, int column, int16_t out[])
{
    int n = 0, filled = g->filled[seat][column];
    unsigned fits = numbers_for(f, g, seat, column);
    int last = filled ? g->number[seat][column][filled - 1] : 0;
    bool times = filled < LENGTH && f->sign[filled] == PL_TIMES;

    for (int i = 1; i <= LENGTH; i++)
        out[n++] = filled >= i;
    out[n++] = (int16_t)pl_count(fits);
    out[n++] = column == BLUE && filled < LENGTH && fits == 0;
    out[n++] = (int16_t)(column == YELLOW && times ? last : 0);
    return n;
}

/* From left to right all that stands there is multiplied, now or later. */
static int order_features(const struct form *f, const struct bingo *g, int seat,
                          int points, int16_t out[])
{
    int filled = g->filled[seat][YELLOW], n = 0;
    bool now =
        g->left_to_right && filled < LENGTH && f->sign[filled] == PL_TIMES;
    bool later = false;

    for (int i = filled + 1; i < LENGTH; i++)
        later = later || (g->left_to_right && f->sign[i] == PL_TIMES);
    out[n++] = g->left_to_right;
    out[n++] = (int16_t)(now ? points : 0);
    out[n++] = (int16_t)(later ? points : 0);
    return n;
}

/* A card: how many boxes are missing of each line that is worth something. */
static int card_features(const struct form *f, unsigned crossed, int card,
                         int16_t out[])
{
    int n = 0;

    for (int i = 0; i < LINES; i++) {
        const struct line *line = &f->card[card].line[i];
        int missing = pl_count(line->boxes & ~crossed);

        if (line->boxes == 0)
            continue;
        out[n++] = missing == 0;
        out[n++] = missing == 1;
        out[n++] = missing == 2;
    }
    out[n++] = (int16_t)pl_count(all_boxes(card) & ~crossed);
    out[n++] = pl_count(all_boxes(card) & ~crossed) <= 2;
    return n;
}

/* How near someone else is to the end: the fewest entries of an area. */
static int fewest_missing(const struct bingo *g, int seat)
{
    int fewest = LENGTH;

    for (int i = 0; i < COLUMNS; i++)
        if (LENGTH - g->filled[seat][i] < fewest)
            fewest = LENGTH - g->filled[seat][i];
    for (int i = 0; i < CARDS; i++) {
        int missing = pl_count(all_boxes(i) & ~(unsigned)g->crossed[seat][i]);

        fewest = missing < fewest ? missing : fewest;
    }
    return fewest;
}

int pl_features_of_bingo(const struct pl_game *game, const void *view, int seat,
                         int16_t out[])
{
    const struct form *f = form_of(game);
    const struct bingo *g = view;
    int points[AREAS], n = 0, fewest = LENGTH, lowest;
    bool at_work = g->player == seat;

    for (int i = 0; i < COLUMNS; i++)
        n += number_features(f, g, seat, i, out + n);
    for (int i = 0; i < CARDS; i++)
        n += card_features(f, g->crossed[seat][i], i, out + n);
    pl_bingo_points(f, g, seat, points);
    lowest = lowest_bonus(points) / MIN_FACTOR;
    for (int area = 0; area < AREAS; area++)
        out[n++] =
            (int16_t)(points[area] - lowest > 20 ? 20 : points[area] - lowest);
    for (int special = X_PURPLE; special < SPECIALS; special++)
        out[n++] = (int16_t)(at_work ? g->pending[special] : 0);
    for (int s = 0; s < g->seats; s++)
        if (s != seat && fewest_missing(g, s) < fewest)
            fewest = fewest_missing(g, s);
    for (int i = 0; i <= 5; i++) {
        out[n++] = fewest <= i;
        out[n++] = fewest_missing(g, seat) <= i;
    }
    out[n++] = (int16_t)((seat - g->active + g->seats) % g->seats);
    out[n++] = at_work && g->active == seat && g->second;
    out[n++] = at_work && g->phase == PICKING;
    for (int i = 1; i <= SEATS; i++)
        out[n++] = g->seats == i;
    n += order_features(f, g, seat, points[YELLOW], out + n);
    return n;
}
