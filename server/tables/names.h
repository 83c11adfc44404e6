/* Names that people give themselves: what cannot be seen is taken out of them,
 * and two that look alike have the same shape. */
#ifndef NAMES_H
#define NAMES_H

#include "parlour_match.h"

enum { RAW_NAME = 128 }; /* bytes of a name as it comes, with the end */

/* Without marks of direction and other characters that cannot be seen, with
 * plain spaces, one at a time; "": there was nothing to see. False: too long.
 * The name is UTF-8. */
bool name_clean(const char *name, char out[PL_NAME]);

/* Equal for names that look alike: “Anna”, “ANNA”, “Аnnа” with Cyrillic letters
 * and “Ånna”. Of the letters of our languages and of those that resemble them.
 */
uint64_t name_shape(const char *name);

#endif
