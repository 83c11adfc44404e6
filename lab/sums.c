/* What is counted: whole numbers in one row, so that parts add up. */
#include "lab.h"

#include <stdlib.h>
#include <string.h>

const char *const lab_part_name[] = {
#define X(name) #name,
    LAB_PARTS(X)
#undef X
};

static size_t part_size(const struct lab_plan *plan, enum lab_part part)
{
    size_t bots = (size_t)plan->bots;

    switch (part) {
    case LAB_total:
        return LAB_TOTALS;
    case LAB_wins:
    case LAB_game_wins2:
    case LAB_points:
        return bots;
    case LAB_wins2:
    case LAB_points2:
    case LAB_pair:
        return bots * bots;
    case LAB_seat_wins:
    case LAB_seat_wins2:
    case LAB_seat_points:
    case LAB_seat_points2:
        return plan->setup.seats;
    case LAB_faults:
        return bots * LAB_FAULTS;
    case LAB_histogram:
        return bots * lab_points_count(plan->game);
    case LAB_lengths:
        return LAB_LONGEST + 1;
    case LAB_PART_COUNT:
        break;
    }
    return 0;
}

void lab_sums_begin(struct lab_sums *sums, const struct lab_plan *plan)
{
    sums->from[0] = 0;
    for (int i = 0; i < LAB_PART_COUNT; i++)
        sums->from[i + 1] = sums->from[i] + part_size(plan, (enum lab_part)i);
    sums->n = calloc(lab_sums_size(sums), sizeof *sums->n);
    pl_assert(sums->n);
}

void lab_sums_end(struct lab_sums *sums)
{
    free(sums->n);
    memset(sums, 0, sizeof *sums);
}

void lab_sums_add(struct lab_sums *to, const struct lab_sums *what)
{
    for (size_t i = 0; i < lab_sums_size(to); i++)
        to->n[i] += what->n[i];
}

void lab_sums_clear(struct lab_sums *sums)
{
    memset(sums->n, 0, lab_sums_size(sums) * sizeof *sums->n);
}

/* What one group has brought. */
struct tally {
    int64_t wins[LAB_BOTS], points[LAB_BOTS];
    int64_t seat_wins[PL_SEATS], seat_points[PL_SEATS];
    int64_t steps, winner_points;
};

static void count_pair(const struct lab_plan *plan,
                       const struct lab_seating *seating, int seat,
                       int64_t share, struct lab_sums *sums)
{
    int bot = seating->bot[seat];
    int other = seating->bot[(seat + 1) % plan->setup.seats];

    lab_sums_of(sums, LAB_pair)[bot * plan->bots + other] += share;
}

static void count_seats(const struct lab_plan *plan,
                        const struct lab_seating *seating,
                        const struct lab_game *game, struct tally *tally,
                        struct lab_sums *sums)
{
    unsigned winners = game->result.winners;
    int64_t share = winners ? LAB_SHARE / pl_count(winners) : 0;
    int64_t *histogram = lab_sums_of(sums, LAB_histogram);
    int64_t wins[LAB_BOTS] = {0};

    for (int seat = 0; seat < plan->setup.seats; seat++) {
        int bot = seating->bot[seat], points = game->result.points[seat];
        int64_t won = winners >> seat & 1 ? share : 0;

        wins[bot] += won;
        tally->seat_wins[seat] += won;
        tally->points[bot] += points;
        tally->seat_points[seat] += points;
        histogram[(size_t)bot * lab_points_count(plan->game) +
                  (size_t)(points - plan->game->points_min)]++;
        if (plan->rate)
            count_pair(plan, seating, seat, won, sums);
    }
    for (int bot = 0; bot < plan->bots; bot++) {
        tally->wins[bot] += wins[bot];
        lab_sums_of(sums, LAB_game_wins2)[bot] += wins[bot] * wins[bot];
    }
}

static void count_game(const struct lab_plan *plan,
                       const struct lab_seating *seating,
                       const struct lab_game *game, struct tally *tally,
                       struct lab_sums *sums)
{
    int64_t *total = lab_sums_of(sums, LAB_total);
    unsigned winners = game->result.winners;

    count_seats(plan, seating, game, tally, sums);
    tally->steps += game->steps;
    if (winners)
        tally->winner_points += game->result.points[pl_lowest(winners)];
    total[LAB_T_SHARED] += pl_count(winners) > 1;
    total[LAB_T_STOPPED] += game->stopped;
    lab_sums_of(sums, LAB_lengths)[game->steps]++;
    if (game->fault)
        lab_sums_of(sums,
                    LAB_faults)[game->culprit * LAB_FAULTS + game->fault]++;
}

static void add_products(int64_t *to, const int64_t of[], int bots)
{
    for (int i = 0; i < bots; i++)
        for (int k = 0; k < bots; k++)
            to[i * bots + k] += of[i] * of[k];
}

static void add_tally(const struct lab_plan *plan, const struct tally *tally,
                      struct lab_sums *sums)
{
    int64_t *total = lab_sums_of(sums, LAB_total);

    total[LAB_T_GROUPS]++;
    total[LAB_T_GAMES] += lab_group_games(plan);
    total[LAB_T_STEPS] += tally->steps;
    total[LAB_T_STEPS2] += tally->steps * tally->steps;
    total[LAB_T_WINNER_POINTS] += tally->winner_points;
    total[LAB_T_WINNER_POINTS2] += tally->winner_points * tally->winner_points;
    for (int i = 0; i < plan->bots; i++) {
        lab_sums_of(sums, LAB_wins)[i] += tally->wins[i];
        lab_sums_of(sums, LAB_points)[i] += tally->points[i];
    }
    add_products(lab_sums_of(sums, LAB_wins2), tally->wins, plan->bots);
    add_products(lab_sums_of(sums, LAB_points2), tally->points, plan->bots);
    for (int i = 0; i < plan->setup.seats; i++) {
        int64_t wins = tally->seat_wins[i], points = tally->seat_points[i];

        lab_sums_of(sums, LAB_seat_wins)[i] += wins;
        lab_sums_of(sums, LAB_seat_wins2)[i] += wins * wins;
        lab_sums_of(sums, LAB_seat_points)[i] += points;
        lab_sums_of(sums, LAB_seat_points2)[i] += points * points;
    }
}

void lab_count(const struct lab_plan *plan, uint64_t group,
               const struct lab_game game[], struct lab_sums *sums)
{
    struct tally tally = {0};

    for (int i = 0; i < lab_group_games(plan); i++) {
        struct lab_seating seating;

        lab_seat(plan, group, i, &seating);
        count_game(plan, &seating, &game[i], &tally, sums);
    }
    add_tally(plan, &tally, sums);
}
