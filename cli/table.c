/* A table as text, from its pieces: for terminals and for pipes. */
#include "cli.h"

#include <string.h>

enum { CELL = 5, WIDTH = 78, FOLD = 13 };

static const char *const shape[] = {
    [PL_PLAIN] = "",  [PL_WHITE] = "", [PL_RED] = "●",    [PL_YELLOW] = "▲",
    [PL_GREEN] = "■", [PL_BLUE] = "◆", [PL_PURPLE] = "★", [PL_ORANGE] = "⬢",
};
static const char *const ansi[] = {
    [PL_PLAIN] = "",          [PL_WHITE] = "",
    [PL_RED] = "\033[31m",    [PL_YELLOW] = "\033[33m",
    [PL_GREEN] = "\033[32m",  [PL_BLUE] = "\033[34m",
    [PL_PURPLE] = "\033[35m", [PL_ORANGE] = "\033[38;5;208m",
};
static const char *const sign[] = {
    [PL_NO_SIGN] = "", [PL_STAR] = "*",   [PL_BIG_STAR] = "**",
    [PL_LOCK] = "=",   [PL_COIN] = "$",   [PL_BANG] = "!",
    [PL_JOKER] = "J",  [PL_PLUS] = "+",   [PL_MINUS] = "−",
    [PL_TIMES] = "×",  [PL_EQUALS] = "=", [PL_LESS] = "<",
    [PL_MORE] = ">",   [PL_ARROW] = "->", [PL_CROSS] = "x",
    [PL_PENCIL] = "/", [PL_FINISH] = "|", [PL_BACK] = "<-",
};

/* Prints at most so many columns and returns how many. */
static int print_cut(FILE *to, const char *s, int most)
{
    int n = 0;

    for (; *s; s++) {
        n += ((unsigned char)*s & 0xc0) != 0x80;
        if (n > most)
            return most;
        fputc(*s, to);
    }
    return n;
}

/* Where a number in a coloured row says enough, the shape of the colour is
 * left out. */
static bool needs_shape(const struct pl_piece *p)
{
    bool blank = p->value == PL_NO_VALUE && !p->sign && !p->label;
    bool coin = p->kind == PL_BOX && p->sign == PL_COIN;
    bool sum = p->kind == PL_COUNTER && p->w > 1 && !p->sign && !p->label;

    return blank || coin || sum || p->kind == PL_CUBE || p->kind == PL_CARD ||
           p->kind == PL_TOKEN;
}

static void add_content(const struct pl_piece *p, struct pl_buffer *out)
{
    if (needs_shape(p))
        pl_add(out, shape[p->colour]);
    pl_add(out, sign[p->sign]);
    if (p->label)
        pl_words(cli_language, &PL_SAY(p->label), NULL, out);
    if (p->value != PL_NO_VALUE) {
        pl_add(out, p->label ? " " : "");
        pl_words_number(p->value, out);
    }
}

static void describe(const struct pl_piece *p, struct pl_buffer *out)
{
    pl_add(out, "");
    if (p->kind == PL_CUBE && p->value == 0 && !p->sign) {
        pl_add(out, shape[p->colour]);
        pl_add(out, "?");
    } else if (p->marks & PL_CROSSED) {
        pl_add(out, "X");
    } else if (p->marks & PL_CIRCLED) {
        pl_add(out, "(");
        add_content(p, out);
        pl_add(out, ")");
    } else if (p->marks & PL_LOST) {
        pl_add(out, "·");
    } else if (p->marks & PL_USED) {
        pl_add(out, "-");
    } else if (p->kind == PL_CARD) {
        pl_add(out, "[");
        if (p->marks & PL_BACKED)
            pl_add(out, "?");
        else
            add_content(p, out);
        pl_add(out, "]");
    } else {
        add_content(p, out);
    }
    if (!out->length && p->kind == PL_BOX)
        pl_add(out, "_");
}

struct canvas {
    FILE *to;
    bool colour;
};

static int draw_piece(const struct canvas *c, const struct pl_piece *p,
                      int most)
{
    struct pl_buffer text = {0};
    int n;

    describe(p, &text);
    if (c->colour)
        fputs(ansi[p->colour], c->to);
    n = print_cut(c->to, text.s, most);
    if (c->colour && ansi[p->colour][0])
        fputs("\033[0m", c->to);
    pl_buffer_free(&text);
    return n;
}

/* One line: pieces of that row from left to right. */
static void draw_row(const struct canvas *c, const struct pl_scene *scene,
                     int area, int y)
{
    int at = 0;

    for (int x = 0; x < scene->area[area].width; x++)
        for (int i = 0; i < scene->pieces; i++) {
            const struct pl_piece *p = &scene->piece[i];

            if (p->area != area || p->y != y || p->x != x ||
                p->kind == PL_TOKEN)
                continue;
            for (; at < x * CELL; at++)
                fputc(' ', c->to);
            at += draw_piece(c, p, p->w * CELL - 1);
        }
    fputc('\n', c->to);
}

static void draw_loose(const struct canvas *c, const struct pl_scene *scene,
                       int area)
{
    int at = 0;

    for (int i = 0; i < scene->pieces; i++) {
        struct pl_buffer text = {0};

        if (scene->piece[i].area != area)
            continue;
        describe(&scene->piece[i], &text);
        if (at > 0 && at + pl_columns(text.s) > WIDTH) {
            fputc('\n', c->to);
            at = 0;
        }
        pl_buffer_free(&text);
        at += draw_piece(c, &scene->piece[i], WIDTH) + 2;
        fputs("  ", c->to);
    }
    fputc('\n', c->to);
}

/* A stretch of a path: its squares, and the tokens below them. */
static void draw_stretch(const struct canvas *c, const struct pl_scene *scene,
                         int area, int first)
{
    for (int tokens = 0; tokens < 2; tokens++) {
        int at = 0;

        for (int x = first; x < first + FOLD; x++)
            for (int i = 0; i < scene->pieces; i++) {
                const struct pl_piece *p = &scene->piece[i];

                if (p->area != area || p->x != x ||
                    (p->kind == PL_TOKEN) != tokens)
                    continue;
                for (; at < (x - first) * (CELL + 1); at++)
                    fputc(' ', c->to);
                at += draw_piece(c, p, CELL);
            }
        fputc('\n', c->to);
    }
}

static void draw_title(const struct canvas *c, const struct pl_area *area,
                       const struct pl_names *name)
{
    struct pl_buffer text = {0};

    if (area->seat >= 0)
        pl_words(cli_language, &PL_TELL(area->seat, "table.of"), name, &text);
    if (area->title) {
        pl_add(&text, text.length ? " · " : "");
        pl_words(cli_language, &PL_SAY(area->title), name, &text);
    }
    if (text.length)
        fprintf(c->to, "%s%s%s\n", c->colour ? "\033[1m" : "", text.s,
                c->colour ? "\033[0m" : "");
    pl_buffer_free(&text);
}

void cli_draw_table(FILE *to, const struct pl_scene *scene,
                    const struct pl_names *name, bool colour)
{
    struct canvas c = {to, colour};

    for (int a = 0; a < scene->areas; a++) {
        const struct pl_area *area = &scene->area[a];

        if (area->role == PL_CHOICES)
            continue;
        draw_title(&c, area, name);
        switch ((enum pl_flow)area->flow) {
        case PL_GRID:
            for (int y = 0; y < area->height; y++)
                draw_row(&c, scene, a, y);
            break;
        case PL_WRAP:
            draw_loose(&c, scene, a);
            break;
        case PL_PATH:
            for (int x = 0; x < area->width; x += FOLD)
                draw_stretch(&c, scene, a, x);
            break;
        }
    }
}
