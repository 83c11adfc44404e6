/* What the build makes of po/: sentences sorted by id, a table a language. */
#ifndef WORDS_H
#define WORDS_H

#include <stddef.h>

enum { PL_FORMS = 4 }; /* plural forms of a language, at most */

struct pl_sentence {
    const char *id;
    const char *form[PL_FORMS]; /* [1] is NULL where n does not matter */
};

struct pl_language {
    const char *code;
    int (*plural)(unsigned long n); /* which form */
    size_t count;
    const struct pl_sentence *sentence;
};

extern const struct pl_language pl_languages[];
extern const size_t pl_language_count;

#endif
