/* The list of bots. */
#include "parlour_bots.h"

#include <string.h>

#define BOT(name) extern const struct pl_bot name##_bot;
#include "bots.def"
#undef BOT

const struct pl_bot *const pl_bots[] = {
#define BOT(name) &name##_bot,
#include "bots.def"
#undef BOT
    NULL};

const struct pl_bot *pl_bot_find(const char *id)
{
    for (const struct pl_bot *const *bot = pl_bots; *bot; bot++)
        if (strcmp((*bot)->id, id) == 0)
            return *bot;
    return NULL;
}
