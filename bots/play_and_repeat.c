/* What bots look at in Play & Repeat. */
#include "../games/play_and_repeat.h"
#include "features.h"

static int missing_of(const struct repeat *g, int seat, const uint64_t boxes[2])
{
    uint64_t first = boxes[0] & ~g->crossed[seat][0];
    uint64_t second = boxes[1] & ~g->crossed[seat][1];

    return first | second ? count(first) + count(second) : 0;
}

/* A row that no one has: what it is worth and how much of it is missing, for
 * this seat and for the best of the others. */
static int row_features(const struct sheet *sheet, const struct repeat *g,
                        int seat, int row, int16_t out[])
{
    int missing = missing_of(g, seat, sheet->row[row]), others = COLUMNS;
    bool claimed = rows_claimed(g) >> row & 1;

    for (int s = 0; s < g->seats && !claimed; s++) {
        int m = s == seat ? COLUMNS : missing_of(g, s, sheet->row[row]);

        others = m < others ? m : others;
    }
    out[0] = (int16_t)(claimed ? 0 : COLUMNS - missing);
    out[1] = !claimed && missing <= 2;
    out[2] = !claimed && missing <= 4;
    out[3] = claimed;
    out[4] = !claimed && others < missing;
    out[5] = !claimed && others <= 2;
    return 6;
}

static int colour_features(const struct sheet *sheet, const struct repeat *g,
                           int seat, int colour, int16_t out[])
{
    int missing = missing_of(g, seat, sheet->colour[colour]), fewest = 20;
    int reach = 0;

    for (int w = 0; w < 2; w++)
        reach += count(sheet->colour[colour][w] & g->near[seat][w] &
                       ~g->crossed[seat][w]);
    for (int s = 0; s < g->seats; s++) {
        int m = s == seat ? 20 : missing_of(g, s, sheet->colour[colour]);

        fewest = m < fewest ? m : fewest;
    }
    out[0] = (int16_t)missing;
    out[1] = missing == 0;
    out[2] = missing > 0 && missing <= 3;
    out[3] = missing > 0 && missing <= 6;
    out[4] = (int16_t)reach;
    out[5] = reach == 0;
    out[6] = fewest == 0;
    out[7] = fewest <= 3;
    return 8;
}

/* What the areas of a colour still allow: the largest set in one that can be
 * begun, up to six boxes, how many have boxes left, and how many a single one.
 */
struct room {
    int largest, open, singles;
};

static void find_room(const struct sheet *sheet, const struct repeat *g,
                      int seat, struct room room[COLOURS])
{
    for (int i = 0; i < sheet->areas; i++) {
        const struct area *a = &sheet->area[i];
        struct room *r = &room[a->colour];
        uint64_t left = a->boxes & ~g->crossed[seat][a->word], sets;
        int size;

        if (left == 0)
            continue;
        r->open++;
        r->singles += (left & (left - 1)) == 0;
        if ((left & g->near[seat][a->word]) == 0)
            continue;
        size = left == a->boxes ? a->count : count(left);
        sets = sheet->inside[a->inside + (left >> a->shift)];
        while (size > r->largest && (sets & a->of_size[size]) == 0)
            size--;
        r->largest = size > r->largest ? size : r->largest;
    }
}

static int room_features(const struct room *room, int16_t out[])
{
    int n = 0;

    for (int size = 1; size <= AREA_BOXES; size++)
        out[n++] = room->largest >= size;
    out[n++] = (int16_t)room->open;
    out[n++] = (int16_t)room->singles;
    return n;
}

/* Whether a seat may still take a die in this turn. */
static bool waits(const struct repeat *g, int seat)
{
    int left = (g->active - g->chooser + g->seats) % g->seats;

    return g->phase == CHOOSING &&
           (seat - g->chooser + g->seats) % g->seats < (left ? left : g->seats);
}

/* What the dice on the table offer a seat that may still take one: the most
 * boxes, what the white die adds to that, and how many dice fit. */
static int table_features(const struct repeat *g, int seat,
                          const struct room room[COLOURS], int16_t out[])
{
    int most = 0, fit = 0, anywhere = 0, n = 0;
    bool waiting = waits(g, seat), white;

    for (int colour = 0; colour < COLOURS; colour++) {
        int size = g->die[1 + colour], largest = room[colour].largest;
        bool fits = waiting && size > 0 && size <= largest;

        anywhere = largest > anywhere ? largest : anywhere;
        most = fits && size > most ? size : most;
        fit += fits;
    }
    white = waiting && g->die[WHITE] > 0 && g->die[WHITE] <= anywhere;
    out[n++] = waiting;
    out[n++] = white;
    out[n++] =
        (int16_t)(white && g->die[WHITE] > most ? g->die[WHITE] - most : 0);
    out[n++] = (int16_t)fit;
    for (int size = 1; size <= AREA_BOXES; size++)
        out[n++] = most >= size;
    return n;
}

/* On such a sheet colours are harder to complete. */
static bool has_single_boxes(const struct sheet *sheet)
{
    for (int i = 0; i < sheet->areas; i++)
        if (sheet->area[i].count == 1)
            return true;
    return false;
}

int pl_features_of_play_and_repeat(const struct pl_game *game, const void *view,
                                   int seat, int16_t out[])
{
    const struct sheet *sheet = sheet_of(game);
    const struct repeat *g = view;
    int n = 0, coins, crossed = 0;
    struct room room[COLOURS] = {0};
    unsigned done = 0;

    find_room(sheet, g, seat, room);
    for (int colour = 0; colour < COLOURS; colour++)
        n += room_features(&room[colour], out + n);
    n += table_features(g, seat, room, out + n);
    for (int row = 0; row < ROWS; row++)
        n += row_features(sheet, g, seat, row, out + n);
    for (int colour = 0; colour < COLOURS; colour++)
        n += colour_features(sheet, g, seat, colour, out + n);
    coins = sheet->coins_money - pl_play_and_repeat_coins(sheet, g, seat);
    for (int w = 0; w < 2; w++)
        crossed += count(g->crossed[seat][w]);
    out[n++] = (int16_t)coins;
    out[n++] = (int16_t)(crossed / 4);
    for (int s = 0; s < g->seats; s++)
        done |= g->colours[s];
    for (int i = 1; i < END_COLOURS; i++)
        out[n++] = pl_count(done) >= i;
    out[n++] = (int16_t)((seat - g->active + g->seats) % g->seats);
    for (int i = 1; i <= SEATS; i++)
        out[n++] = g->seats == i;
    out[n++] = !has_single_boxes(sheet);
    out[n++] = has_single_boxes(sheet);
    return n;
}
