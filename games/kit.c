/* Dice and values of options that several games have. */
#include "kit.h"

const char *const d6_face[] = {"1", "2", "3", "4", "5", "6"};

const struct pl_die white_die = {"W", 6, d6_face};
const struct pl_die coloured_die[COLOURED_DICE] = {{"Y", 6, d6_face},
                                                   {"B", 6, d6_face},
                                                   {"P", 6, d6_face},
                                                   {"O", 6, d6_face},
                                                   {"R", 6, d6_face}};
const uint8_t die_colour[COLOURED_DICE] = {PL_YELLOW, PL_BLUE, PL_PURPLE,
                                           PL_ORANGE, PL_RED};

const char *const off_on[] = {"0", "1", NULL};
const char *const end_timings[] = {"finish_turn", "immediate", NULL};
const char *const idle_limits[] = {"0", "5", "50", NULL};
