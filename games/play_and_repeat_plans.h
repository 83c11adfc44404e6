/* The sheets of Play & Repeat as people see them. Another sheet is one more
 * table here; the build refuses one that is not sound and says why. */
#ifndef PLAY_AND_REPEAT_PLANS_H
#define PLAY_AND_REPEAT_PLANS_H

#include "play_and_repeat_sheets.h"

static const struct plan plans[SHEETS] = {
    {"A",
     {{"RRRBOPYY", "2.......", 5},
      {"RBBBOPPY", "........", 4},
      {"RPPYOOOY", "..1....1", 3},
      {"PPYYYORR", "......1.", 3},
      {"OBBYBROR", "....1...", 2},
      {"OPPYBROO", "........", 2},
      {"ssssBBYY", "........", 1},
      {"RRRPPBYY", "........", 2},
      {"RROOPPBY", "...1....", 2},
      {"ROOOPYBB", "........", 3},
      {"YPPPRYOB", "...2....", 3},
      {"YPBBRROB", ".......2", 4},
      {"YPPBROOB", "2....2..", 5}}},
    {"B",
     {{"PPBBOYBB", "2.......", 5},
      {"PROOORBY", "........", 4},
      {"OPPYORBY", "..1....1", 3},
      {"PPYYYRRO", "......1.", 3},
      {"RRRYBPPO", "....1...", 2},
      {"RRRYBPPO", "........", 2},
      {"ssssBBYY", "........", 1},
      {"OOPROBYY", "........", 2},
      {"RRPOOOOY", "...1....", 2},
      {"BRBBBYPP", "........", 3},
      {"BOBBRYYP", "....2...", 3},
      {"POBYRRPP", "...2....", 4},
      {"OOYYRRPB", ".2.....2", 5}}},
};

#endif
