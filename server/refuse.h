/* Why the server cannot do something, in a message for people. */
#ifndef REFUSE_H
#define REFUSE_H

#include "parlour_match.h"

/* Fills in why and returns false. */
bool server_refuse(struct pl_message *why, const char *id, const char *word,
                   int n);

#endif
