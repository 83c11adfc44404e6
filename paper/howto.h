/* A how-to and its worked example, part by part: for anyone who prints them. */
#ifndef HOWTO_H
#define HOWTO_H

#include "parlour_match.h"

enum howto_kind {
    HOWTO_HEADING,
    HOWTO_PARAGRAPH,
    HOWTO_TABLE,   /* two lines, "Crosses: 1, 2, 3" and "Points: 1, 3, 6" */
    HOWTO_EXAMPLE, /* here it belongs; no text */
    HOWTO_STEP,    /* of the example */
    HOWTO_EVENT    /* what a step brought about */
};

struct howto {
    const struct pl_language *language;
    void (*tell)(void *to, enum howto_kind kind, const char *text);
    void *to;
};

/* Under their headings, with the normal house rules. */
void howto_tell(const struct howto *howto, const struct pl_game *game);

/* What happens in a match, after cards were dealt. */
void howto_replay(const struct howto *howto, const struct pl_match *match,
                  const struct pl_names *names);

/* A step in words; before: the state in which it was made. */
void howto_step(const struct pl_language *language,
                const struct pl_match *match, size_t step,
                const union pl_state *before, const struct pl_names *names,
                struct pl_buffer *out);

/* What a die is called: "red die". */
void howto_die(const struct pl_language *language, const struct pl_die *die,
               struct pl_buffer *out);

#endif
