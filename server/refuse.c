/* See refuse.h. */
#include "refuse.h"

bool server_refuse(struct pl_message *why, const char *id, const char *word,
                   int n)
{
    pl_refuse(why, PL_E_bad_text, -1, n, word);
    why->id = id;
    return false;
}
