/* The shipped sheets of Play & Repeat as people see them. */
#ifndef PLAY_AND_REPEAT_PLANS_H
#define PLAY_AND_REPEAT_PLANS_H

#include "play_and_repeat_sheets.h"

struct plan_row {
    const char *boxes; /* a letter of YBPOR each, or = for START */
    const char *coins; /* a digit, or a dot for none */
    int amount;
};
struct plan {
    struct plan_row row[ROWS];
};

static const struct plan plans[SHEETS] = {
    {{{"RRRBOPYY", "2.......", 5},
      {"RBBBOPPY", "........", 4},
      {"RPPYOOOY", "..1....1", 3},
      {"PPYYYORR", "......1.", 3},
      {"OBBYBROR", "....1...", 2},
      {"OPPYBROO", "........", 2},
      {"====BBYY", "........", 1},
      {"RRRPPBYY", "........", 2},
      {"RROOPPBY", "...1....", 2},
      {"ROOOPYBB", "........", 3},
      {"YPPPRYOB", "...2....", 3},
      {"YPBBRROB", ".......2", 4},
      {"YPPBROOB", "2....2..", 5}}},
    {{{"PPBBOYBB", "2.......", 5},
      {"PROOORBY", "........", 4},
      {"OPPYORBY", "..1....1", 3},
      {"PPYYYRRO", "......1.", 3},
      {"RRRYBPPO", "....1...", 2},
      {"RRRYBPPO", "........", 2},
      {"====BBYY", "........", 1},
      {"OOPROBYY", "........", 2},
      {"RRPOOOOY", "...1....", 2},
      {"BRBBBYPP", "........", 3},
      {"BOBBRYYP", "....2...", 3},
      {"POBYRRPP", "...2....", 4},
      {"OOYYRRPB", ".2.....2", 5}}},
};

#endif
