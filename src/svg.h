/* Shapes of a table that is drawn: paths in a box of 20 by 20, by enum pl_sign
 * and enum pl_colour. Those of the page, out of which the build makes these. */
#ifndef SVG_H
#define SVG_H

#include "parlour.h"

extern const char *const pl_svg_sign[PL_SIGNS],
    *const pl_svg_colour[PL_ORANGE + 1];

#endif
