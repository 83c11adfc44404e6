/*
 * What is to be played: bots, seats, groups.
 *
 * At one table every bot has the same number of seats; a group is all rotations
 * of one circular order, and the orders take turns from group to group, so that
 * no one always sits behind the same neighbour. With `rate` a group is all
 * pairs, each with both rotations; in a gauntlet, those with the first bot. Who
 * plays alone plays after the others with
 * the same dice.
 */
#include "lab.h"

#include <string.h>

bool lab_refuse(struct pl_message *why, const char *id, int n, const char *word)
{
    pl_refuse(why, PL_E_bad_text, -1, n, word);
    why->id = id;
    return false;
}

static bool alone(const struct lab_plan *plan)
{
    return plan->setup.seats == 1;
}

bool lab_plan_check(const struct lab_plan *plan, struct pl_message *why)
{
    int seats = plan->setup.seats;

    if (!pl_setup_check(plan->game, &plan->setup, why))
        return false;
    if (plan->rate && plan->bots < 2)
        return lab_refuse(why, "sim.rate_few", 0, "");
    if (plan->rate && seats % 2 != 0)
        return lab_refuse(why, "sim.rate_seats", seats, "");
    if (!plan->rate && !alone(plan) && plan->bots > seats)
        return lab_refuse(why, "sim.too_many", seats, "--rate");
    if (!plan->rate && !alone(plan) && seats % plan->bots != 0) {
        lab_refuse(why, "sim.uneven", seats, "");
        why->m = plan->bots;
        return false;
    }
    return true;
}

int lab_group_games(const struct lab_plan *plan)
{
    if (plan->gauntlet)
        return 2 * (plan->bots - 1);
    return plan->rate ? plan->bots * (plan->bots - 1) : plan->bots;
}

bool lab_meet(const struct lab_plan *plan, int first, int second)
{
    return first != second && (!plan->gauntlet || first == 0 || second == 0);
}

int lab_bot_group_games(const struct lab_plan *plan, int bot)
{
    if (plan->gauntlet && bot > 0)
        return 2;
    return alone(plan) ? 1 : plan->rate ? 2 * (plan->bots - 1) : plan->bots;
}

int lab_group_seats(const struct lab_plan *plan, int bot)
{
    if (plan->gauntlet)
        return lab_bot_group_games(plan, bot) * plan->setup.seats / 2;
    return lab_group_games(plan) * plan->setup.seats / plan->bots;
}

/* The nth pair of bots, lower one first. */
static void find_pair(int bots, int nth, uint8_t order[])
{
    int low = 0;

    while (nth >= bots - 1 - low) {
        nth -= bots - 1 - low;
        low++;
    }
    order[0] = (uint8_t)low;
    order[1] = (uint8_t)(low + 1 + nth);
}

/* Bot 0 stays; the others take the nth of their orders. */
static void find_order(int bots, uint64_t nth, uint8_t order[])
{
    for (int i = 0; i < bots; i++)
        order[i] = (uint8_t)i;
    for (int i = 1; i + 1 < bots; i++) {
        int other = i + (int)(nth % (uint64_t)(bots - i));
        uint8_t bot = order[i];

        nth /= (uint64_t)(bots - i);
        order[i] = order[other];
        order[other] = bot;
    }
}

void lab_seat(const struct lab_plan *plan, uint64_t group, int game,
              struct lab_seating *out)
{
    uint8_t order[LAB_BOTS] = {0};
    int circle = plan->rate ? 2 : plan->bots;

    if (alone(plan)) {
        out->bot[0] = (uint8_t)game;
        return;
    }
    if (plan->gauntlet)
        order[1] = (uint8_t)(1 + game / 2);
    else if (plan->rate)
        find_pair(plan->bots, game / 2, order);
    else
        find_order(plan->bots, group, order);
    for (int seat = 0; seat < plan->setup.seats; seat++)
        out->bot[seat] = order[(seat + game) % circle];
}

/* Chunks are dealt to the parts in turn. */
uint64_t lab_own_group(const struct lab_plan *plan, uint64_t nth)
{
    uint64_t chunk = nth / LAB_CHUNK * (uint64_t)plan->shards;

    return (chunk + (uint64_t)plan->shard) * LAB_CHUNK + nth % LAB_CHUNK;
}

uint64_t lab_own_groups(const struct lab_plan *plan, uint64_t groups)
{
    uint64_t round = (uint64_t)plan->shards * LAB_CHUNK;
    uint64_t before = (uint64_t)plan->shard * LAB_CHUNK;
    uint64_t rest = groups % round, own = groups / round * LAB_CHUNK;

    if (rest <= before)
        return own;
    return own + (rest - before < LAB_CHUNK ? rest - before : LAB_CHUNK);
}
