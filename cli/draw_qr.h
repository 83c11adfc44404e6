/* A QR code on a terminal, for a phone to read. */
#ifndef DRAW_QR_H
#define DRAW_QR_H

#include <stdio.h>

void draw_qr(FILE *to, const char *text);

#endif
