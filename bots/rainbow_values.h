/* Points as whole numbers of 2^-22, as tables of Rainbow keep them. */
#ifndef RAINBOW_VALUES_H
#define RAINBOW_VALUES_H

#include <stdint.h>

enum { POINT = 1 << 22 };

static inline int32_t nearest(double points)
{
    return (int32_t)(points * POINT + 0.5);
}

/* By at least half a unit, which is far more than the fractions that led here
 * can be wrong: what follows is never less, or never more, than the truth. */
static inline int32_t rounded_up(double points)
{
    return (int32_t)(points * POINT + 1.5);
}

static inline int32_t rounded_down(double points)
{
    return (int32_t)(points * POINT - 0.5);
}

static inline double points_of(int32_t value)
{
    return (double)value / POINT;
}

#endif
