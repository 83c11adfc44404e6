/* A QR code on a terminal, for a phone to read. */
#ifndef QR_H
#define QR_H

#include <stdio.h>

void qr_draw(FILE *to, const char *text);

#endif
