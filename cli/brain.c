/* "--brain NAME=FILE" and "--brain NAME:LEVEL=FILE": bots that are a level,
 * hard if none is named, with the brain of a file. */
#include "../bots/brain_file.h"
#include "../lab/lab.h"
#include "cli.h"

#include <stdlib.h>

static bool refuse(const char *id, const char *word)
{
    cli_refuse(USAGE, id, word);
    return false;
}

/* The brain stays until the end; NULL: it has been said. */
static struct brain_kept *read_file(const char *path,
                                    const struct pl_game *game)
{
    struct brain_kept *brain = calloc(1, sizeof *brain);
    struct pl_buffer text = {0};
    const char *why = NULL;
    bool good = cli_read_file(path, &text);

    pl_assert(brain);
    if (good)
        why = pl_brain_read(game, (const unsigned char *)text.s, text.length,
                            brain);
    if (why)
        good = refuse(why, path);
    pl_buffer_free(&text);
    if (good)
        return brain;
    free(brain);
    return NULL;
}

static bool read_bot(const char *word, const struct pl_game *game,
                     struct lab_bot *bot)
{
    struct pl_message why;
    struct brain_kept *brain;

    if (!lab_outside_read(word, bot, &why) ||
        !(bot->inside = pl_bot_find(bot->word[0] ? bot->word : "hard")) ||
        bot->inside->only_moves)
        return refuse("sim.bad_brain", word);
    if (!(brain = read_file(bot->command, game)))
        return false;
    bot->brain = &brain->brain;
    bot->brain_hash = brain->hash;
    return true;
}

bool cli_take_brains(int *argc, char **argv, const struct pl_game *game,
                     struct lab_bot *bot, int *count)
{
    const char *word;

    while ((word = cli_value(argc, argv, "--brain"))) {
        if (*count == LAB_BOTS)
            return refuse("sim.many_bots", word);
        if (!read_bot(word, game, &bot[(*count)++]))
            return false;
    }
    return true;
}
