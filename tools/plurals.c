/*
 * Says which plural form of a language goes with each number below 200, a digit
 * each: all rules look at the last two digits of what is larger. So the page
 * needs no formula, and has the rules that the command has.
 */
#include "parlour_match.h"
#include "words.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    const struct pl_language *language =
        argc == 2 ? pl_language_find(argv[1]) : NULL;

    if (!language)
        return 2;
    for (unsigned long n = 0; n < 200; n++)
        putchar('0' + language->plural(n));
    return 0;
}
