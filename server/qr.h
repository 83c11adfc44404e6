/* QR codes: the one place that knows libqrencode. */
#ifndef SERVER_QR_H
#define SERVER_QR_H

#include "parlour_match.h"

enum { QR_BYTES = 600 /* of a text, at most */ };

/* Adds a code row by row, 1 where it is dark and 0 where it is light, without
 * the light edge that it needs around it. Returns the length of a side. */
int qr_dots(const char *text, struct pl_buffer *out);
char *qr_text(const char *text); /* the same as a text, to be freed */

#endif
