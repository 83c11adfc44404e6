/* A brain as a file. */
#include "learner.h"

#include <stdio.h>
#include <string.h>

static void write_table(FILE *out, const char *name, const char *part,
                        const int16_t *w, int rows, int columns)
{
    fprintf(out, "static const int16_t %s_%s[][%d] = {\n", name, part, columns);
    for (int r = 0; r < rows; r++) {
        fprintf(out, "{");
        for (int c = 0; c < columns; c++)
            fprintf(out, "%d,", w[r * columns + c]);
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n");
}

static bool write_file(const struct brain *brain, const char *path)
{
    static unsigned char bytes[BRAIN_BYTES];
    size_t size = pl_brain_write(brain, bytes);
    FILE *out = fopen(path, "wb");
    bool good;

    if (!out)
        return false;
    good = fwrite(bytes, 1, size, out) == size;
    return fclose(out) == 0 && good;
}

bool learner_write(struct learner *l, const char *path, const char *game,
                   const char *command)
{
    const char *end = strrchr(path, '.');
    char name[64];
    FILE *out;

    if (end && strcmp(end, ".brain") == 0)
        return write_file(&l->brain, path);
    if (!(out = fopen(path, "w")))
        return false;
    snprintf(name, sizeof name, "%s", game);
    for (char *c = name; *c; c++)
        if (*c == '-')
            *c = '_';
    if (l->seats)
        snprintf(name + strlen(name), sizeof name - strlen(name), "_%d",
                 l->seats);
    fprintf(out, "/* %s */\n", command);
    write_table(out, name, "in", l->in[0], ROLES * l->inputs + 1, UNITS);
    write_table(out, name, "out", l->out[0], UNITS, STRAIGHT);
    fprintf(out,
            "static const struct brain %s = {\"%s\", %d, %d, %af, %s_in, "
            "%s_out};\n",
            name, game, l->seats, l->inputs, (double)l->brain.unit, name, name);
    return fclose(out) == 0;
}
