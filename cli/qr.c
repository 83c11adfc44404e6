/* See qr.h. A character is two squares, one above the other; the colours are
 * set, because a dark terminal would turn the code inside out. */
#include "qr.h"
#include "parlour.h"

#include <qrencode.h>

enum { QUIET = 4 }; /* the white edge that the standard asks for */

static bool is_dark(const QRcode *code, int x, int y)
{
    return x >= 0 && y >= 0 && x < code->width && y < code->width &&
           code->data[y * code->width + x] & 1;
}

void qr_draw(FILE *to, const char *text)
{
    static const char *const half[] = {" ", "▀", "▄", "█"};
    QRcode *code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);

    pl_assert(code);
    for (int y = -QUIET; y < code->width + QUIET; y += 2) {
        fputs("    \033[38;5;16;48;5;231m", to);
        for (int x = -QUIET; x < code->width + QUIET; x++)
            fputs(half[is_dark(code, x, y) + 2 * is_dark(code, x, y + 1)], to);
        fputs("\033[0m\n", to);
    }
    QRcode_free(code);
}
