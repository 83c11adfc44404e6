/* parlour engine: the engine protocol on standard input and output. */
#include "../lab/lab.h"
#include "cli.h"
#include "protocol.h"

#include <string.h>

/* A line longer than this is answered without being kept. */
enum { KEPT = 8192 };

struct input {
    char line[KEPT];
    size_t length; /* of the whole line, kept or not */
};

/* Reads one line without its end; false at the end of the input. */
static bool read_line(struct input *in)
{
    int c;

    in->length = 0;
    while ((c = getchar()) != EOF && c != '\n') {
        if (in->length < KEPT)
            in->line[in->length] = (char)c;
        in->length++;
    }
    return c != EOF || in->length > 0;
}

/* A name that no line of the protocol can hold is of no use. */
static bool are_ascii(const struct lab_bot bot[], int bots)
{
    for (int i = 0; i < bots; i++)
        for (const char *c = bot[i].name; *c; c++)
            if (*c < ' ' || *c > '~') {
                cli_refuse(USAGE, "protocol.ascii_name", bot[i].name);
                return false;
            }
    return true;
}

int cmd_engine(int argc, char **argv)
{
    static struct lab_bot bot[LAB_BOTS];
    struct protocol p = {.bot = bot};
    struct input in;
    int code;

    if (!cli_take_sheet(&argc, argv))
        return FAILED;
    if (!cli_take_brains(&argc, argv, NULL, bot, &p.bots) ||
        !are_ascii(bot, p.bots))
        return USAGE;
    if (!cli_arguments(argc, argv, 0, 0, &code))
        return code;
    p.sheet = cli_sheet();
    pl_seed(&p.rng, cli_seed());
    while (!p.over && read_line(&in)) {
        struct pl_buffer out = {0};

        protocol_line(&p, in.line, in.length < KEPT ? in.length : KEPT, &out);
        if (out.length) {
            fputs(out.s, stdout);
            fflush(stdout);
        }
        pl_buffer_free(&out);
    }
    protocol_free(&p);
    return DONE;
}
