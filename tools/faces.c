/*
 * What the build needs of the typefaces for paper, as C. Usage:
 *
 *     faces widths FONT.ttf …   how wide letters are, in thousandths of the
 * size faces bytes FONT.ttf …    the files themselves, for those who make PDFs
 *
 * Reads what tools/typefaces makes: TrueType with a cmap of format 4.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 18 };

static unsigned char file[LARGEST];
static size_t size;

static void fail(const char *path, const char *what)
{
    fprintf(stderr, "%s: %s\n", path, what);
    exit(1);
}

static void read_file(const char *path)
{
    FILE *in = fopen(path, "rb");

    if (!in)
        fail(path, "cannot be opened");
    size = fread(file, 1, sizeof file, in);
    if (size == sizeof file)
        fail(path, "is too large");
    fclose(in);
}

static unsigned at(size_t place)
{
    return place + 1 < size ? (unsigned)(file[place] << 8 | file[place + 1])
                            : 0;
}

static size_t at4(size_t place)
{
    return (size_t)at(place) << 16 | at(place + 2);
}

static size_t table(const char *path, const char *tag)
{
    for (unsigned i = 0; i < at(4); i++)
        if (memcmp(file + 12 + 16 * i, tag, 4) == 0)
            return at4(12 + 16 * i + 8);
    fail(path, "lacks a table");
    return 0;
}

static size_t find_map(const char *path)
{
    size_t cmap = table(path, "cmap");

    for (unsigned i = 0; i < at(cmap + 2); i++) {
        size_t map = cmap + at4(cmap + 4 + 8 * i + 4);

        if (at(map) == 4)
            return map;
    }
    fail(path, "has no cmap of format 4");
    return 0;
}

static unsigned glyph(size_t map, unsigned segment, unsigned code)
{
    unsigned twice = at(map + 6);
    size_t start = map + 16 + twice + 2 * segment;
    unsigned first = at(start), delta = at(start + twice);
    unsigned range = at(start + 2 * twice);
    unsigned found;

    if (range == 0)
        return (code + delta) & 0xffff;
    found = at(start + 2 * twice + range + 2 * (code - first));
    return found ? (found + delta) & 0xffff : 0;
}

static void write_widths(const char *path)
{
    size_t map = find_map(path), hmtx = table(path, "hmtx");
    unsigned measured = at(table(path, "hhea") + 34);
    unsigned em = at(table(path, "head") + 18), twice = at(map + 6);

    printf("    {\n");
    for (unsigned segment = 0; segment < twice / 2; segment++) {
        unsigned last = at(map + 14 + 2 * segment);
        unsigned first = at(map + 16 + twice + 2 * segment);

        for (unsigned code = first; code <= last && code < 0xffff; code++) {
            unsigned g = glyph(map, segment, code);
            unsigned w = at(hmtx + 4 * (g < measured ? g : measured - 1));

            if (g)
                printf("        {0x%04x, %u},\n", code, w * 1000 / em);
        }
    }
    printf("        {0xffff, 0},\n    },\n");
}

static void write_bytes(const char *path)
{
    printf("    {\"%s\", %zu, (const unsigned char[]){",
           strrchr(path, '/') ? strrchr(path, '/') + 1 : path, size);
    for (size_t i = 0; i < size; i++)
        printf("%s%d,", i % 20 ? "" : "\n        ", file[i]);
    printf("}},\n");
}

int main(int argc, char **argv)
{
    int widths = argc > 2 && strcmp(argv[1], "widths") == 0;

    printf(widths ? "#include \"pen.h\"\nconst struct paper_width "
                    "paper_widths[][PAPER_LETTERS] = {\n"
                  : "#include \"fonts.h\"\nconst struct paper_font "
                    "paper_fonts[] = {\n");
    for (int i = 2; i < argc; i++) {
        read_file(argv[i]);
        if (widths)
            write_widths(argv[i]);
        else
            write_bytes(argv[i]);
    }
    printf("%s};\n", widths ? "" : "    {0, 0, 0},\n");
    return 0;
}
