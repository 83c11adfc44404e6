/* See qr.h. */
#include "qr.h"

#include <qrencode.h>
#include <string.h>

int qr_dots(const char *text, struct pl_buffer *out)
{
    QRcode *code;
    int size;

    pl_assert(text[0] && strlen(text) <= QR_BYTES);
    code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
    pl_assert(code);
    size = code->width;
    for (int i = 0; i < size * size; i++)
        pl_add_bytes(out, code->data[i] & 1 ? "1" : "0", 1);
    QRcode_free(code);
    return size;
}

char *qr_text(const char *text)
{
    struct pl_buffer dots = {0};

    qr_dots(text, &dots);
    return dots.s;
}
