/* A table drawn from its pieces. */
#ifndef SVG_H
#define SVG_H

#include "parlour_match.h"

void svg_draw(const struct pl_scene *scene, const struct pl_language *language,
              const struct pl_names *name, const char *title,
              struct pl_buffer *out);

#endif
