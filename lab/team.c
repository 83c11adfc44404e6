/* A machine alone. */
#include "lab.h"

void lab_team_begin(struct lab_team *team)
{
    *team = (struct lab_team){0, 1};
}

void lab_team_end(void) {}

void lab_team_add(int64_t *n, size_t count)
{
    (void)n, (void)count;
}
