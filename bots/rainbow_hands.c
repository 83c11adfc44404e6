/* The dice of a turn, and what the best play makes of them. */
#include "rainbow_hands.h"

#include <string.h>

enum { STEP = 8 /* numbers that are worked on together */ };

static bool has_street(const int count[SIDES], int length)
{
    int run = 0, longest = 0;

    for (int i = 0; i < SIDES; i++) {
        run = count[i] ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest >= length;
}

/* Known here a second time, so that tables can be checked against the rules. */
static unsigned rows_that_fit(const uint8_t face[COLOURS])
{
    int count[SIDES] = {0}, most = 0;
    bool two = false, three = false;
    unsigned fits = 1u << CHANCE;

    for (int c = 0; c < COLOURS; c++)
        count[face[c] - 1]++;
    for (int i = 0; i < SIDES; i++) {
        fits |= (unsigned)(count[i] > 0) << i;
        most = count[i] > most ? count[i] : most;
        two = two || count[i] == 2;
        three = three || count[i] == 3;
    }
    fits |= (unsigned)(most >= 3) << THREE_KIND;
    fits |= (unsigned)(most >= 4) << FOUR_KIND;
    fits |= (unsigned)((two && three) || most == COLOURS) << FULL_HOUSE;
    fits |= (unsigned)has_street(count, 4) << SMALL_STREET;
    fits |= (unsigned)has_street(count, 5) << LARGE_STREET;
    return fits | (unsigned)(most == COLOURS) << RAINBOW;
}

void pl_rainbow_list_rolls(struct rainbow_roll out[ROLLED])
{
    for (int i = 0; i < ROLLED; i++, out++) {
        int rest = i;

        *out = (struct rainbow_roll){0};
        for (int c = 0; c < COLOURS; c++, rest /= SIDES) {
            out->face[c] = (uint8_t)(rest % SIDES + 1);
            out->sum = (uint8_t)(out->sum + out->face[c]);
            out->hand = (uint16_t)(out->hand + (out->face[c] << shift(c)));
        }
        out->fits = (uint16_t)rows_that_fit(out->face);
    }
}

unsigned pl_rainbow_showing(const struct rainbow_roll *roll, int number)
{
    unsigned dice = 0;

    for (int c = 0; c < COLOURS; c++)
        dice |= (unsigned)(roll->face[c] == number) << c;
    return dice;
}

/* --- What hands are worth ------------------------------------------------ */

static void average_step(double *restrict to, const double *restrict from,
                         int length)
{
    const double *restrict a = from, *restrict b = a + length,
                           *restrict c = b + length, *restrict d = c + length,
                           *restrict e = d + length, *restrict f = e + length;

    for (int i = 0; i < STEP; i++)
        to[i] = (a[i] + b[i] + c[i] + d[i] + e[i] + f[i]) * (1.0 / SIDES);
}

static void raise_step(double *restrict worth, const double *restrict to)
{
    for (int i = 0; i < STEP; i++)
        worth[i] = worth[i] > to[i] ? worth[i] : to[i];
}

/* The hands of the lowest die. */
static void average_lowest(double worth[STEP])
{
    worth[0] =
        (worth[1] + worth[2] + worth[3] + worth[4] + worth[5] + worth[6]) *
        (1.0 / SIDES);
}

static void raise_lowest(double worth[STEP])
{
    for (int number = 1; number < DIGITS; number++)
        worth[number] = worth[number] > worth[0] ? worth[number] : worth[0];
}

/* The dice up to this one, counted from the lowest. What is known is worth of
 * hands without a die in the air; then of all. */
static void average(double *worth, int die)
{
    int length = 1 << 3 * die;

    if (die == 0) {
        average_lowest(worth);
        return;
    }
    for (int number = 1; number < DIGITS; number++)
        average(worth + number * length, die - 1);
    for (int i = 0; i < length; i += STEP)
        average_step(worth + i, worth + length + i, length);
}

/* Each of these dice is kept or rolled, whatever is better. */
static void keep_best(double *worth, int die)
{
    int length = 1 << 3 * die;

    if (die == 0) {
        raise_lowest(worth);
        return;
    }
    for (int number = 0; number < DIGITS; number++)
        keep_best(worth + number * length, die - 1);
    for (int number = 1; number < DIGITS; number++)
        for (int i = 0; i < length; i += STEP)
            raise_step(worth + number * length + i, worth + i);
}

void pl_rainbow_turn(const double of[HANDS], int throws, double worth[HANDS])
{
    memcpy(worth, of, HANDS * sizeof *worth);
    average(worth, COLOURS - 1);
    for (int made = THROWS - 1; made > throws; made--) {
        keep_best(worth, COLOURS - 1);
        for (int i = 0; i < HANDS; i += STEP)
            raise_step(worth + i, of + i);
        average(worth, COLOURS - 1);
    }
}
