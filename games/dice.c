/* The faces that most dice share. */
#include "kit.h"

const char *const d6_face[] = {"1", "2", "3", "4", "5", "6"};
