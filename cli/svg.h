/* A table drawn from its pieces. */
#ifndef SVG_H
#define SVG_H

#include "parlour_match.h"

/* Paths in a box of 20 by 20, by enum pl_sign and enum pl_colour: those of the
 * page, out of which the build makes these. */
extern const char *const svg_sign[PL_SIGNS], *const svg_colour[PL_ORANGE + 1];

void svg_draw(const struct pl_scene *scene, const struct pl_language *language,
              const struct pl_names *name, const char *title,
              struct pl_buffer *out);

#endif
