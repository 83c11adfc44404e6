/* The typefaces of paper as files, in the command alone: the build makes them
 * of paper/fonts. */
#ifndef FONTS_H
#define FONTS_H

#include <stddef.h>

struct paper_font {
    const char *name;
    size_t size;
    const unsigned char *bytes;
};
extern const struct paper_font paper_fonts[]; /* ends with a NULL name */

#endif
