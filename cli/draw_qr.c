/* See draw_qr.h. A character is two squares, one above the other; the colours
 * are set, because a dark terminal would turn the code inside out. */
#include "draw_qr.h"
#include "../server/qr.h"

enum { QUIET = 4 }; /* the white edge that the standard asks for */

static bool is_dark(const char *dots, int size, int x, int y)
{
    return x >= 0 && y >= 0 && x < size && y < size &&
           dots[y * size + x] == '1';
}

void draw_qr(FILE *to, const char *text)
{
    static const char *const half[] = {" ", "▀", "▄", "█"};
    struct pl_buffer dots = {0};
    int size = qr_dots(text, &dots);

    for (int y = -QUIET; y < size + QUIET; y += 2) {
        fputs("    \033[38;5;16;48;5;231m", to);
        for (int x = -QUIET; x < size + QUIET; x++)
            fputs(half[is_dark(dots.s, size, x, y) +
                       2 * is_dark(dots.s, size, x, y + 1)],
                  to);
        fputs("\033[0m\n", to);
    }
    pl_buffer_free(&dots);
}
