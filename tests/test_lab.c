/*
 * The laboratory. Seeds are fixed, so a verdict never changes by itself.
 */
#include "../lab/lab.h"
#include "../lab/odds.h"
#include "script.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_bool stop;

/* --- Bots that do what the tests want ------------------------------------ */

static pl_move choose_first(const struct pl_game *game,
                            const union pl_state *view, int seat,
                            struct pl_rng *rng, const struct pl_budget *budget)
{
    pl_move list[PL_MOVES];

    (void)rng, (void)budget;
    game->moves(game, view, seat, list);
    return list[0];
}

static pl_move choose_last(const struct pl_game *game,
                           const union pl_state *view, int seat,
                           struct pl_rng *rng, const struct pl_budget *budget)
{
    pl_move list[PL_MOVES];

    (void)rng, (void)budget;
    return list[game->moves(game, view, seat, list) - 1];
}

static atomic_int moves_left; /* of the bot that ends the run */

static pl_move choose_and_stop(const struct pl_game *game,
                               const union pl_state *view, int seat,
                               struct pl_rng *rng,
                               const struct pl_budget *budget)
{
    if (atomic_fetch_sub(&moves_left, 1) == 1)
        atomic_store(&stop, true);
    return pl_bot_find("random")->choose(game, view, seat, rng, budget);
}

static const struct pl_bot first_bot = {"first", choose_first, false};
static const struct pl_bot last_bot = {"last", choose_last, false};
static const struct pl_bot stopping_bot = {"random", choose_and_stop, true};

static void add_bot(struct lab_plan *plan, const struct pl_bot *bot)
{
    struct lab_bot *b = &plan->bot[plan->bots++];

    snprintf(b->name, sizeof b->name, "%s", bot->id);
    b->inside = bot;
}

static struct lab_plan plan_of(const char *game, int seats)
{
    struct lab_plan plan = {
        .game = pl_game_find(game), .seed = 1, .shards = 1, .bot_ms = 10000};

    pl_setup_normal(&plan.setup, plan.game, seats);
    return plan;
}

/* Two different bots at one table. */
static struct lab_plan pair_plan(void)
{
    struct lab_plan plan = plan_of("qwixx", 2);

    add_bot(&plan, pl_bot_find("random"));
    add_bot(&plan, &last_bot);
    return plan;
}

static struct lab_run run_of(const struct lab_plan *plan, uint64_t groups,
                             int threads)
{
    struct lab_run run = {
        .plan = plan, .groups = groups, .threads = threads, .stop = &stop};

    lab_sums_begin(&run.sums, plan);
    return run;
}

static struct lab_run played(const struct lab_plan *plan, uint64_t groups,
                             int threads)
{
    struct lab_run run = run_of(plan, groups, threads);

    assert_true(lab_run(&run));
    return run;
}

static void assert_same_sums(const struct lab_sums *a, const struct lab_sums *b)
{
    assert_int_equal(lab_sums_size(a), lab_sums_size(b));
    assert_memory_equal(a->n, b->n, lab_sums_size(a) * sizeof *a->n);
}

static int64_t total(const struct lab_run *run, enum lab_total which)
{
    return lab_sums_of(&run->sums, LAB_total)[which];
}

/* --- Groups -------------------------------------------------------------- */

static void every_bot_has_every_seat(void **unused)
{
    (void)unused;
    for (int bots = 1; bots <= 5; bots++) {
        struct lab_plan plan = plan_of("qwixx", bots);

        for (int i = 0; i < bots; i++)
            add_bot(&plan, &first_bot);
        for (uint64_t group = 0; group < 24; group++) {
            unsigned seen[LAB_BOTS] = {0};

            for (int i = 0; i < lab_group_games(&plan); i++) {
                struct lab_seating seating;

                lab_seat(&plan, group, i, &seating);
                for (int seat = 0; seat < bots; seat++)
                    seen[seating.bot[seat]] |= 1u << seat;
            }
            for (int i = 0; i < bots; i++)
                assert_int_equal(seen[i], bots == 1 ? 1 : (1u << bots) - 1);
        }
    }
}

/* Over all circular orders everyone follows everyone equally often. */
static void neighbours_change(void **unused)
{
    struct lab_plan plan = plan_of("qwixx", 4);
    int follows[4][4] = {0};

    (void)unused;
    for (int i = 0; i < 4; i++)
        add_bot(&plan, &first_bot);
    for (uint64_t group = 0; group < 6; group++) {
        struct lab_seating seating;

        lab_seat(&plan, group, 0, &seating);
        for (int seat = 0; seat < 4; seat++)
            follows[seating.bot[seat]][seating.bot[(seat + 1) % 4]]++;
    }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            assert_int_equal(follows[i][k], i == k ? 0 : 2);
}

static void a_rating_plays_every_pair(void **unused)
{
    struct lab_plan plan = plan_of("qwixx", 2);
    int games[5][5] = {0};

    (void)unused;
    plan.rate = true;
    for (int i = 0; i < 5; i++)
        add_bot(&plan, &first_bot);
    assert_int_equal(lab_group_games(&plan), 20);
    for (int i = 0; i < 20; i++) {
        struct lab_seating seating;

        lab_seat(&plan, 7, i, &seating);
        games[seating.bot[0]][seating.bot[1]]++;
    }
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++)
            assert_int_equal(games[i][k], i != k);
}

/* Everyone meets the first bot, on both sides of the table, and no one else. */
static void a_gauntlet_is_the_first_against_all(void **unused)
{
    struct lab_plan plan = plan_of("qwixx", 2);
    int met[4] = {0};
    struct lab_run run;

    (void)unused;
    for (int i = 0; i < 4; i++)
        add_bot(&plan, i % 2 ? &last_bot : pl_bot_find("random"));
    plan.rate = plan.gauntlet = true;
    assert_int_equal(lab_group_games(&plan), 6);
    for (int game = 0; game < 6; game++) {
        struct lab_seating seating;

        lab_seat(&plan, 5, game, &seating);
        assert_true(seating.bot[0] == 0 || seating.bot[1] == 0);
        assert_int_equal(seating.bot[game % 2], 0);
        met[seating.bot[0] + seating.bot[1]]++;
    }
    for (int i = 1; i < 4; i++)
        assert_int_equal(met[i], 2);
    run = played(&plan, 60, 2);
    assert_int_equal(lab_bot_games(&plan, &run.sums, 0), 360);
    assert_int_equal(lab_bot_games(&plan, &run.sums, 3), 120);
    for (int i = 0; i < 4; i++) {
        struct lab_estimate rating[LAB_BOTS];
        struct lab_estimate wins = lab_win_rate(&plan, &run.sums, i);

        lab_ratings(&plan, &run.sums, rating);
        assert_true(wins.low >= 0 && wins.mean <= 1 && wins.high <= 1);
        assert_true(rating[i].low < rating[i].mean);
        /* Those who play alike are rated about alike. */
        assert_true(fabs(rating[1].mean - rating[3].mean) < 1e-6);
    }
    assert_true(lab_sums_of(&run.sums, LAB_pair)[1 * 4 + 2] == 0);
    lab_sums_end(&run.sums);
}

static void shards_deal_out_all_groups(void **unused)
{
    static int seen[1000];

    (void)unused;
    for (int shards = 1; shards <= 5; shards++) {
        struct lab_plan plan = {.shards = shards};

        memset(seen, 0, sizeof seen);
        for (plan.shard = 0; plan.shard < shards; plan.shard++)
            for (uint64_t i = 0; i < lab_own_groups(&plan, 1000); i++) {
                assert_true(lab_own_group(&plan, i) < 1000);
                seen[lab_own_group(&plan, i)]++;
            }
        for (int i = 0; i < 1000; i++)
            assert_int_equal(seen[i], 1);
    }
}

/* --- The same dice ------------------------------------------------------- */

/* A game whose results of chance are written down before they land. */
enum { THROWS = 4096 };
static const struct pl_game *spied;
static struct {
    uint8_t face, faces;
    bool dice;
} seen[2][THROWS];
static int throws, spy;

static void spy_land(const struct pl_game *game, void *state,
                     const uint8_t face[])
{
    struct pl_chance chance;

    spied->chance(spied, state, &chance);
    if (throws < THROWS) {
        seen[spy][throws].face = face[0];
        seen[spy][throws].faces = chance.die[0]->faces;
        seen[spy][throws].dice = chance.total == 0;
    }
    throws++;
    spied->land(spied, state, face);
}

static void pairs_see_the_same_dice(void **unused)
{
    (void)unused;
    for (int i = 0; pl_games[i]; i++) {
        struct pl_game game = *pl_games[i];
        struct lab_plan plan = plan_of(game.id, 2);
        struct lab_table table;
        struct lab_game out;
        int count[2], compared = 0;

        spied = pl_games[i];
        game.land = spy_land;
        plan.game = &game;
        add_bot(&plan, &first_bot);
        add_bot(&plan, pl_bot_find("random"));
        lab_table_begin(&table, &plan);
        for (spy = 0; spy < 2; spy++) {
            throws = 0;
            lab_play(&table, 5, spy, &out);
            count[spy] = throws < THROWS ? throws : THROWS;
        }
        for (int k = 0; k < count[0] && k < count[1]; k++)
            if (seen[0][k].dice && seen[1][k].dice &&
                seen[0][k].faces == seen[1][k].faces) {
                assert_int_equal(seen[0][k].face, seen[1][k].face);
                compared++;
            }
        assert_true(compared > 5 || game.guess);
        lab_table_end(&table);
    }
}

static void groups_see_different_dice(void **unused)
{
    struct pl_game game = *pl_game_find("numeri");
    struct lab_plan plan = plan_of("numeri", 2);
    struct lab_table table;
    struct lab_game out;
    int face[6] = {0};

    (void)unused;
    spied = pl_game_find("numeri");
    game.land = spy_land;
    plan.game = &game;
    spy = 0;
    add_bot(&plan, &first_bot);
    lab_table_begin(&table, &plan);
    for (uint64_t group = 0; group < 600; group++) {
        throws = 0;
        lab_play(&table, group, 0, &out);
        face[seen[0][0].face]++;
    }
    for (int i = 0; i < 6; i++)
        assert_in_range(face[i], 60, 145);
    lab_table_end(&table);
}

/* Bots that think alike are exactly even in every group. */
static void equals_are_even(void **unused)
{
    (void)unused;
    for (int i = 0; pl_games[i]; i++) {
        struct lab_plan plan = plan_of(pl_games[i]->id, 2);
        struct lab_run run;
        struct lab_estimate e;

        add_bot(&plan, pl_bot_find("random"));
        add_bot(&plan, pl_bot_find("random"));
        run = played(&plan, 30, 2);
        e = lab_difference(&plan, &run.sums, LAB_wins, 0, 1);
        assert_true(e.mean == 0 && e.low > -0.05 && e.high < 0.05);
        e = lab_difference(&plan, &run.sums, LAB_points, 0, 1);
        assert_true(e.low == 0 && e.high == 0);
        lab_sums_end(&run.sums);
    }
}

static void all_wins_add_up_to_all_games(void **unused)
{
    (void)unused;
    for (int i = 0; pl_games[i]; i++)
        for (int seats = pl_games[i]->min_seats;
             seats <= pl_games[i]->max_seats; seats++) {
            struct lab_plan plan = plan_of(pl_games[i]->id, seats);
            int64_t wins = 0, places = 0, counted = 0;
            struct lab_run run;

            for (int k = 0; k < seats; k++)
                add_bot(&plan, k % 2 ? &last_bot : pl_bot_find("random"));
            run = played(&plan, 6, 2);
            for (int k = 0; k < seats; k++) {
                wins += lab_sums_of(&run.sums, LAB_wins)[k];
                places += lab_sums_of(&run.sums, LAB_seat_wins)[k];
            }
            for (size_t k = run.sums.from[LAB_histogram];
                 k < run.sums.from[LAB_histogram + 1]; k++)
                counted += run.sums.n[k];
            assert_int_equal(total(&run, LAB_T_GAMES), 6 * seats);
            assert_int_equal(wins, LAB_SHARE * 6 * seats);
            assert_int_equal(places, wins);
            assert_int_equal(counted, 6 * seats * seats);
            lab_sums_end(&run.sums);
        }
}

/* --- Parts and the whole ------------------------------------------------- */

static void threads_change_nothing(void **unused)
{
    struct lab_plan plan = pair_plan();
    struct lab_run one = played(&plan, 300, 1);

    (void)unused;
    for (int threads = 2; threads <= 5; threads++) {
        struct lab_run many = played(&plan, 300, threads);

        assert_same_sums(&one.sums, &many.sums);
        lab_sums_end(&many.sums);
    }
    lab_sums_end(&one.sums);
}

static void parts_add_up_to_the_whole(void **unused)
{
    struct lab_plan plan = pair_plan(), part = plan;
    struct lab_run whole = played(&plan, 333, 1);
    struct lab_sums sums;

    (void)unused;
    lab_sums_begin(&sums, &plan);
    part.shards = 4;
    for (part.shard = 0; part.shard < 4; part.shard++) {
        struct lab_run run = played(&part, 333, 2);

        lab_sums_add(&sums, &run.sums);
        lab_sums_end(&run.sums);
    }
    assert_same_sums(&whole.sums, &sums);
    lab_sums_end(&whole.sums);
    lab_sums_end(&sums);
}

static void a_stopped_run_goes_on(void **unused)
{
    struct lab_plan plan = plan_of("qwixx", 2);
    struct lab_run whole, broken;

    (void)unused;
    add_bot(&plan, pl_bot_find("random"));
    add_bot(&plan, &stopping_bot);
    atomic_store(&moves_left, 0);
    whole = played(&plan, 2000, 2);
    broken = run_of(&plan, 2000, 2);
    for (int i = 0; i < 3; i++) {
        uint64_t before = broken.done;

        atomic_store(&moves_left, 9000);
        assert_true(lab_run(&broken));
        assert_true(broken.done > before && broken.done < 2000);
        atomic_store(&stop, false);
    }
    atomic_store(&moves_left, 0);
    assert_true(lab_run(&broken));
    assert_int_equal(broken.done, 2000);
    assert_same_sums(&whole.sums, &broken.sums);
    lab_sums_end(&whole.sums);
    lab_sums_end(&broken.sums);
}

static atomic_int moves_after; /* the run was stopped */

static pl_move choose_and_count(const struct pl_game *game,
                                const union pl_state *view, int seat,
                                struct pl_rng *rng,
                                const struct pl_budget *budget)
{
    pl_move list[PL_MOVES];

    (void)rng, (void)budget;
    if (atomic_load(&stop))
        atomic_fetch_add(&moves_after, 1);
    if (atomic_fetch_sub(&moves_left, 1) == 1)
        atomic_store(&stop, true);
    return list[game->moves(game, view, seat, list) - 1];
}

/* Bots may take minutes for a group: who stops a run waits for no more than
 * the moves that are being thought about, and keeps all groups before. */
static void a_stop_waits_for_no_game(void **unused)
{
    static const struct pl_bot bot = {"random", choose_and_count, true};
    struct lab_plan plan = plan_of("qwixx", 2);
    struct lab_run whole, broken;

    (void)unused;
    add_bot(&plan, pl_bot_find("random"));
    add_bot(&plan, &bot);
    atomic_store(&moves_left, 0);
    whole = played(&plan, 40, 2);
    broken = run_of(&plan, 40, 2);
    atomic_store(&moves_after, 0);
    atomic_store(&moves_left, 400); /* in the first, cautious round */
    assert_true(lab_run(&broken));
    assert_in_range(atomic_load(&moves_after), 0, 2);
    assert_in_range(broken.done, 1, 15);
    atomic_store(&stop, false);
    atomic_store(&moves_left, 0);
    assert_true(lab_run(&broken));
    assert_same_sums(&whole.sums, &broken.sums);
    lab_sums_end(&whole.sums);
    lab_sums_end(&broken.sums);
}

static void a_width_ends_a_run(void **unused)
{
    struct lab_plan plan = plan_of("numeri", 2);
    uint64_t done = 0;

    (void)unused;
    add_bot(&plan, &first_bot);
    add_bot(&plan, pl_bot_find("random"));
    for (int threads = 1; threads <= 3; threads++) {
        struct lab_run run = run_of(&plan, 100000, threads);

        run.width = 8;
        assert_true(lab_run(&run));
        assert_true(lab_width(&plan, &run.sums) <= 8);
        assert_true(run.done >= 64 && run.done < 5000);
        assert_true(threads == 1 || run.done == done);
        done = run.done;
        lab_sums_end(&run.sums);
    }
}

/* A width that is reached after a pause is reached at the same group. */
static void a_pause_does_not_move_the_end(void **unused)
{
    struct lab_plan plan = plan_of("numeri", 2);
    struct lab_run whole, paused;

    (void)unused;
    add_bot(&plan, &first_bot);
    add_bot(&plan, pl_bot_find("random"));
    whole = run_of(&plan, 100000, 1);
    whole.width = 8;
    assert_true(lab_run(&whole));
    paused = run_of(&plan, 75, 1);
    assert_true(lab_run(&paused));
    paused.groups = 100000;
    paused.width = 8;
    assert_true(lab_run(&paused));
    assert_same_sums(&whole.sums, &paused.sums);
    lab_sums_end(&whole.sums);
    lab_sums_end(&paused.sums);
}

/* --- Files --------------------------------------------------------------- */

static bool reads(const char *text, size_t length, struct lab_run *run)
{
    static struct lab_plan plan;
    struct pl_message why;

    *run = (struct lab_run){.plan = &plan};
    return lab_read(text, length, &plan, run, &why);
}

static struct lab_plan random_plan(void)
{
    struct lab_plan plan = plan_of("qwixx", 2);

    add_bot(&plan, pl_bot_find("random"));
    add_bot(&plan, pl_bot_find("random"));
    plan.setup.option[1] = 1;
    return plan;
}

static void a_file_brings_a_run_back(void **unused)
{
    struct lab_plan plan = random_plan();
    struct lab_run run, again;
    struct pl_buffer text = {0};

    (void)unused;
    assert_true(lab_outside_read("other:word=some command = here", &plan.bot[1],
                                 &(struct pl_message){0}));
    plan.shards = 7;
    plan.shard = 2;
    run = run_of(&plan, 50, 1);
    run.done = 12;
    for (size_t i = 0; i < lab_sums_size(&run.sums); i++)
        run.sums.n[i] = i % 3 ? (int64_t)(i * 1234567891011) : 0;
    lab_write(&run, &text);
    assert_true(reads(text.s, text.length, &again));
    assert_same_sums(&run.sums, &again.sums);
    assert_int_equal(again.done, 12);
    assert_true(lab_same_run(&plan, again.plan));
    assert_int_equal(again.plan->shard, 2);
    assert_string_equal(again.plan->bot[1].command, "some command = here");
    lab_sums_end(&run.sums);
    lab_sums_end(&again.sums);
    pl_buffer_free(&text);
}

static void a_damaged_file_is_refused(void **unused)
{
    struct lab_plan plan = random_plan();
    struct lab_run run = played(&plan, 20, 1), again;
    struct pl_buffer text = {0};

    (void)unused;
    lab_write(&run, &text);
    for (size_t i = 0; i < text.length; i += 7) {
        char kept = text.s[i];

        text.s[i] = kept == '1' ? '2' : '1';
        assert_false(reads(text.s, text.length, &again));
        text.s[i] = '\0';
        assert_false(reads(text.s, i, &again));
        text.s[i] = kept;
    }
    assert_true(reads(text.s, text.length, &again));
    lab_sums_end(&again.sums);
    lab_sums_end(&run.sums);
    pl_buffer_free(&text);
}

/* A file that hashes well but says what we would never write. */
static void a_forged_file_is_refused(void **unused)
{
    static const char *const body[] = {
        "parlour-sim 1\n",
        "parlour-sim 1\ngame chess A\nseats 2\n",
        "parlour-sim 1\ngame qwixx A\nseats 9\n",
        "parlour-sim 1\ngame qwixx A\nseats 2\nbot no one\n",
        "parlour-sim 1\ngame qwixx A\nseats 2\nbot random\nshard 5 4\ndone 0\n",
        "parlour-sim 1\ngame qwixx A\nseats 2\nbot random\nshard 1 1\ndone 0\n"
        "wins 99 1\n",
        "parlour-sim 1\ngame qwixx A\nseats 2\nbot random\nshard 1 1\ndone 0\n"
        "wins -1 1\n",
        "parlour-sim 1\ngame qwixx A\nseats 2\nbot random\nshard 1 1\ndone 0\n"
        "bot random\nwins 1 1\n",
    };

    (void)unused;
    for (size_t i = 0; i < sizeof body / sizeof *body; i++) {
        struct pl_buffer text = {0};
        struct lab_run run;

        pl_add(&text, body[i]);
        lab_addf(&text, "check %016llx\n",
                 (unsigned long long)pl_hash(text.s, text.length, 0));
        assert_false(reads(text.s, text.length, &run));
        pl_buffer_free(&text);
    }
}

/* --- Statistics ---------------------------------------------------------- */

static struct pl_rng rng;

static bool happens(double chance)
{
    return (double)pl_below(&rng, 1000000) < chance * 1e6;
}

/* A group of two games with the given chances; luck that both games share makes
 * them hang together. */
static void count_made_up(const struct lab_plan *plan, struct lab_sums *sums,
                          double chance, double shared)
{
    struct lab_game game[2] = {{.steps = 1}, {.steps = 1}};
    bool luck = happens(chance);

    for (int i = 0; i < 2; i++) {
        bool won = happens(shared) ? luck : happens(chance);

        game[i].result.winners = (uint8_t)(won == (i == 0) ? 1 : 2);
        for (int s = 0; s < 2; s++)
            game[i].result.points[s] = (int16_t)(pl_below(&rng, 6) + 1);
    }
    lab_count(plan, 0, game, sums);
}

/* How often the interval of the first bot's wins has the true value. */
static double coverage(double chance, double shared, int groups, int times)
{
    struct lab_plan plan = pair_plan();
    struct lab_sums sums;
    int covered = 0;

    lab_sums_begin(&sums, &plan);
    for (int i = 0; i < times; i++) {
        struct lab_estimate e;

        lab_sums_clear(&sums);
        for (int k = 0; k < groups; k++)
            count_made_up(&plan, &sums, chance, shared);
        e = lab_win_rate(&plan, &sums, 0);
        covered += e.low <= chance && chance <= e.high;
    }
    lab_sums_end(&sums);
    return (double)covered / times;
}

/* Of few games it jumps with the chance: the mean of three that are close. */
static double smooth_coverage(double chance, double shared, int groups)
{
    double sum = 0;

    for (double near = 0.85; near < 1.2; near += 0.15)
        sum += coverage(1 - (1 - chance) * near, shared, groups, 1500);
    return sum / 3;
}

static void intervals_of_wins_cover(void **unused)
{
    static const struct {
        double chance, shared;
        int groups;
    } cases[] = {
        {0.5, 0, 20},    {0.5, 0, 200},  {0.7, 0.5, 100},
        {0.9, 0.5, 100}, {0.95, 0, 60},  {0.98, 0, 100},
        {0.5, 1, 100},   {0.3, 0.3, 30}, {0.995, 0, 100},
    };

    (void)unused;
    pl_seed(&rng, 11);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double c =
            smooth_coverage(cases[i].chance, cases[i].shared, cases[i].groups);

        if (c < 0.93 || c > 0.98)
            fail_msg("wins of %.3f, shared %.1f, %d groups: covered %.3f",
                     cases[i].chance, cases[i].shared, cases[i].groups, c);
    }
}

static void intervals_of_points_cover(void **unused)
{
    struct lab_plan plan = pair_plan();
    struct lab_sums sums;
    int points = 0, difference = 0, narrow = 0;
    enum { TIMES = 3000 };

    (void)unused;
    pl_seed(&rng, 12);
    lab_sums_begin(&sums, &plan);
    for (int i = 0; i < TIMES; i++) {
        struct lab_estimate e;
        double half;

        lab_sums_clear(&sums);
        for (int k = 0; k < 12; k++)
            count_made_up(&plan, &sums, 0.5, 0);
        e = lab_points_of(&plan, &sums, 1);
        half = (e.high - e.low) / 4;
        points += e.low <= 3.5 && 3.5 <= e.high;
        narrow += fabs(e.mean - 3.5) <= half;
        e = lab_difference(&plan, &sums, LAB_points, 0, 1);
        difference += e.low <= 0 && 0 <= e.high;
    }
    assert_in_range(points, TIMES * 935 / 1000, TIMES * 965 / 1000);
    assert_in_range(difference, TIMES * 935 / 1000, TIMES * 965 / 1000);
    assert_true(narrow < TIMES * 75 / 100); /* half of it would not do */
    lab_sums_end(&sums);
}

/* Games that hang together, taken for independent ones, would lie. */
static void groups_and_not_games_are_counted(void **unused)
{
    struct lab_plan plan = pair_plan();
    struct lab_sums sums;
    double half;

    (void)unused;
    pl_seed(&rng, 13);
    lab_sums_begin(&sums, &plan);
    for (int i = 0; i < 2000; i++)
        count_made_up(&plan, &sums, 0.5, 1);
    half =
        lab_win_rate(&plan, &sums, 0).high - lab_win_rate(&plan, &sums, 0).mean;
    assert_true(fabs(half - 1.96 * sqrt(0.25 / 2000)) < 0.001);
    assert_true(fabs(lab_pairing_gain(&sums) - 0.5) < 0.01);
    lab_sums_end(&sums);
}

/* The t of few groups, as in the tables. */
static void small_samples_use_student(void **unused)
{
    static const struct {
        int freedom;
        double t;
    } table[] = {{1, 12.706}, {2, 4.303}, {3, 3.182},   {4, 2.776},
                 {5, 2.571},  {9, 2.262}, {29, 2.0452}, {999, 1.9623}};

    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        int64_t groups = table[i].freedom + 1;
        /* Half the groups 0 and half 2, as nearly as can be. */
        int64_t twos = groups / 2;
        struct lab_estimate e = lab_mean(groups, 2 * twos, 4 * twos, 1);
        double p = (double)twos / (double)groups;
        double deviation =
            2 * sqrt(p * (1 - p) * (double)groups / (double)(groups - 1));
        double t = (e.high - e.mean) / (deviation / sqrt((double)groups));

        if (fabs(t / table[i].t - 1) > 0.02)
            fail_msg("t of %d is %f, not %f", table[i].freedom, t, table[i].t);
    }
}

static void one_group_proves_nothing(void **unused)
{
    struct lab_plan plan = pair_plan();
    struct lab_run run = played(&plan, 1, 1);

    (void)unused;
    assert_true(isinf(lab_points_of(&plan, &run.sums, 0).high));
    assert_true(lab_win_rate(&plan, &run.sums, 0).low == 0);
    assert_true(lab_win_rate(&plan, &run.sums, 0).high == 1);
    lab_sums_end(&run.sums);
}

/* --- Ratings ------------------------------------------------------------- */

enum { RATED = 5 };
static const double strength[RATED] = {-300, -120, 0, 70, 350}; /* sum 0 */

static void count_pairs(const struct lab_plan *plan, struct lab_sums *sums)
{
    struct lab_game game[LAB_GAMES];

    memset(game, 0, sizeof game);
    for (int i = 0; i < lab_group_games(plan); i++) {
        struct lab_seating s;
        double difference;

        lab_seat(plan, 0, i, &s);
        difference = strength[s.bot[0]] - strength[s.bot[1]];
        game[i].result.winners =
            happens(1 / (1 + pow(10, -difference / 400))) ? 1 : 2;
    }
    lab_count(plan, 0, game, sums);
}

static struct lab_plan rating_plan(int bots)
{
    struct lab_plan plan = plan_of("qwixx", 2);

    plan.rate = true;
    for (int i = 0; i < bots; i++)
        add_bot(&plan, &first_bot);
    return plan;
}

static void ratings_recover_strengths(void **unused)
{
    struct lab_plan plan = rating_plan(RATED);
    struct lab_estimate rating[LAB_BOTS];
    double mean[RATED] = {0};
    struct lab_sums sums;
    int covered = 0;
    enum { TIMES = 400, GROUPS = 150 };

    (void)unused;
    pl_seed(&rng, 21);
    lab_sums_begin(&sums, &plan);
    for (int i = 0; i < TIMES; i++) {
        lab_sums_clear(&sums);
        for (int k = 0; k < GROUPS; k++)
            count_pairs(&plan, &sums);
        lab_ratings(&plan, &sums, rating);
        for (int b = 0; b < RATED; b++) {
            double truth = 1500 + strength[b];

            mean[b] += rating[b].mean / TIMES;
            covered += rating[b].low <= truth && truth <= rating[b].high;
        }
    }
    assert_in_range(covered, TIMES * RATED * 93 / 100,
                    TIMES * RATED * 97 / 100);
    for (int b = 0; b < RATED; b++)
        if (fabs(mean[b] - 1500 - strength[b]) > 5)
            fail_msg("bot %d: %.1f instead of %.1f", b, mean[b],
                     1500 + strength[b]);
    lab_sums_end(&sums);
}

/* Who has won everything is much stronger, and how much is not known. */
/* Groups of two games, of which the first bot wins this share; those of one
 * group hang together. Until the test is decided. */
static enum lab_verdict decide(double share, const struct lab_sprt *sprt,
                               uint64_t *groups)
{
    struct lab_plan plan = pair_plan();
    struct lab_sums sums;
    enum lab_verdict verdict = LAB_OPEN;

    lab_sums_begin(&sums, &plan);
    for (*groups = 0; verdict == LAB_OPEN; ++*groups) {
        struct lab_game game[2] = {{.steps = 1}, {.steps = 1}};
        bool alike = pl_below(&rng, 4) == 0, won = false;

        for (int i = 0; i < 2; i++) {
            struct lab_seating seating;

            if (i == 0 || !alike)
                won = pl_below(&rng, 10000) < (uint32_t)(10000 * share);
            lab_seat(&plan, *groups, i, &seating);
            game[i].result.seats = 2;
            game[i].result.winners =
                (uint8_t)((seating.bot[0] == 0) == won ? 1 : 2);
        }
        lab_count(&plan, *groups, game, &sums);
        if (lab_next_look(*groups) == *groups + 1)
            verdict = lab_sprt_verdict(&plan, &sums, sprt);
    }
    lab_sums_end(&sums);
    return verdict;
}

/* The risks that are stated are kept: 5 and 10 percent, within three standard
 * errors of 300 tests, and nothing takes for ever. */
static void a_sequential_test_keeps_its_risks(void **unused)
{
    const struct lab_sprt sprt = {0.5, 0.6, 0.05, 0.1};
    int wrong_high = 0, wrong_low = 0;
    uint64_t groups, all = 0;

    (void)unused;
    pl_seed(&rng, 22);
    for (int i = 0; i < 300; i++) {
        wrong_high += decide(0.5, &sprt, &groups) == LAB_HIGH;
        all += groups;
        wrong_low += decide(0.6, &sprt, &groups) == LAB_LOW;
        all += groups;
    }
    assert_in_range(wrong_high, 0, 15 + 11);
    assert_in_range(wrong_low, 0, 30 + 15);
    assert_in_range(wrong_high + wrong_low, 5, 70); /* it is no coward */
    assert_true(all / 600 < 400);
    assert_int_equal(decide(0.9, &sprt, &groups), LAB_HIGH);
    assert_int_equal(groups, 64);
    assert_int_equal(decide(0, &sprt, &groups), LAB_LOW);
}

static void a_perfect_score_has_a_finite_rating(void **unused)
{
    struct lab_plan plan = rating_plan(2);
    struct lab_estimate rating[LAB_BOTS];
    struct lab_sums sums;
    struct lab_game game[2] = {{.result.winners = 1}, {.result.winners = 2}};

    (void)unused;
    lab_sums_begin(&sums, &plan);
    for (int i = 0; i < 100; i++)
        lab_count(&plan, 0, game, &sums);
    lab_ratings(&plan, &sums, rating);
    assert_true(rating[0].low > 1700 && rating[0].high < 2500);
    assert_true(rating[0].high - rating[0].low > 100);
    assert_true(fabs(rating[0].mean + rating[1].mean - 3000) < 1e-6);
    lab_sums_end(&sums);
}

/* --- Outside bots -------------------------------------------------------- */

/* A program of the shell that answers genmove in its own way. */
static struct lab_plan outside_plan(const char *genmove, const char *before)
{
    struct lab_plan plan = plan_of("qwixx", 2);
    struct pl_message why;
    char text[512];

    snprintf(text, sizeof text,
             "other=%s while read -r a b; do case $a in genmove) %s;; "
             "*) printf '=\\n\\n';; esac; done",
             before, genmove);
    add_bot(&plan, pl_bot_find("random"));
    assert_true(lab_outside_read(text, &plan.bot[plan.bots++], &why));
    plan.bot_ms = 5000;
    return plan;
}

static int64_t faults(const struct lab_run *run, int bot, enum lab_fault fault)
{
    return lab_sums_of(&run->sums, LAB_faults)[bot * LAB_FAULTS + (int)fault];
}

static void outside_bots_that_fail_lose(void **unused)
{
    static const struct {
        const char *genmove;
        enum lab_fault fault;
        int ms;
    } cases[] = {
        {"exit 3", LAB_CRASHED, 5000},
        {"kill -9 $$", LAB_CRASHED, 5000},
        {"sleep 60", LAB_LATE, 50},
        {"printf '= -'; sleep 60", LAB_LATE, 50}, /* no end of the answer */
        {"printf '= zz9\\n\\n'", LAB_ILLEGAL, 5000},
        {"printf '=\\n\\n'", LAB_ILLEGAL, 5000},
        {"printf '? no idea\\n\\n'", LAB_REFUSED, 5000},
        {"printf '\\377\\001{}\\n\\n'", LAB_ILLEGAL, 5000},
        {"yes", LAB_ILLEGAL, 5000}, /* an answer that never ends */
        {"exec 0<&-; exec 1>&-; sleep 60", LAB_CRASHED, 5000},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lab_plan plan = outside_plan(cases[i].genmove, "");
        struct lab_run run;

        plan.bot_ms = cases[i].ms;
        run = played(&plan, 3, 2);
        if (faults(&run, 1, cases[i].fault) != 6)
            fail_msg("%s: %d late, %d crashed, %d illegal", cases[i].genmove,
                     (int)faults(&run, 1, LAB_LATE),
                     (int)faults(&run, 1, LAB_CRASHED),
                     (int)faults(&run, 1, LAB_ILLEGAL));
        assert_int_equal(total(&run, LAB_T_GAMES), 6);
        assert_int_equal(lab_sums_of(&run.sums, LAB_wins)[0], 6 * LAB_SHARE);
        assert_int_equal(lab_sums_of(&run.sums, LAB_wins)[1], 0);
        lab_sums_end(&run.sums);
    }
}

/* What a program refuses, it says; that is no move. */
static void a_refusal_is_told_as_such(void **unused)
{
    struct lab_plan plan = plan_of("qwixx", 2);
    struct pl_message why;
    struct lab_run run;

    (void)unused;
    add_bot(&plan, pl_bot_find("random"));
    assert_true(lab_outside_read("o=while read -r a b; do case $a in new) "
                                 "printf '? not my game\\n\\n';; "
                                 "*) printf '=\\n\\n';; esac; done",
                                 &plan.bot[plan.bots++], &why));
    run = played(&plan, 3, 1);
    assert_int_equal(faults(&run, 1, LAB_REFUSED), 6);
    assert_int_equal(faults(&run, 1, LAB_ILLEGAL), 0);
    assert_string_equal(run.said[1].s, "new: not my game");
    lab_sums_end(&run.sums);
}

static void outside_bots_play(void **unused)
{
    struct lab_plan plan = outside_plan("printf '= -\\n\\n'", "");
    struct lab_run run = played(&plan, 10, 2);

    (void)unused;
    for (int k = LAB_LATE; k < LAB_FAULTS; k++)
        assert_int_equal(faults(&run, 1, (enum lab_fault)k), 0);
    /* Who always passes has four penalties, or the game ended before. */
    assert_true(lab_sums_of(&run.sums, LAB_points)[1] < 20 * -15);
    lab_sums_end(&run.sums);
}

/* Between a roll and the first question nothing is told but the roll: what
 * others have chosen at the same time is not. */
static void outside_bots_hear_no_secrets(void **unused)
{
    char path[] = "/tmp/parlour-heard-XXXXXX", before[64], line[256];
    int file = mkstemp(path), plays = 0, questions = 0;
    struct lab_plan plan;
    struct lab_run run;
    FILE *heard;

    (void)unused;
    assert_true(file >= 0);
    snprintf(before, sizeof before, "tee %s |", path);
    plan = outside_plan("printf '= -\\n\\n'", before);
    run = played(&plan, 4, 1);
    heard = fdopen(file, "r");
    while (fgets(line, sizeof line, heard)) {
        if (strncmp(line, "chance", 6) == 0)
            plays = 0;
        plays += strncmp(line, "play", 4) == 0;
        if (strncmp(line, "genmove", 7) == 0) {
            questions++;
            if (plays != 0 && plays != 2)
                fail_msg("asked after %d moves", plays);
        }
    }
    assert_true(questions > 50);
    fclose(heard);
    unlink(path);
    lab_sums_end(&run.sums);
}

/* --- What a seat hears, in twin worlds ----------------------------------- */

static bool can_land(const struct pl_chance *chance, const uint8_t face[])
{
    return chance->total == 0 || chance->weight[face[0]] > 0;
}

static bool can_play(const struct pl_game *game, const union pl_state *state,
                     const struct pl_step *step)
{
    pl_move list[PL_MOVES];
    struct pl_turn turn = game->turn(game, state);
    int n = turn.what == PL_DECIDE && turn.seats >> step->seat & 1
                ? game->moves(game, state, step->seat, list)
                : 0;

    while (n > 0 && list[n - 1] != step->move)
        n--;
    return n > 0;
}

static bool log_step(const struct pl_game *game, union pl_state *state,
                     const struct pl_step *step, struct lab_log *log)
{
    struct pl_turn turn = game->turn(game, state);
    struct pl_chance chance;

    if (turn.what != step->what)
        return false;
    if (turn.what == PL_CHANCE) {
        game->chance(game, state, &chance);
        if (!can_land(&chance, step->face))
            return false;
        lab_log_chance(log, &chance, step->face);
    } else {
        if (!can_play(game, state, step))
            return false;
        lab_log_move(log, game, state, step->seat, step->move);
    }
    pl_step_apply(game, state, step);
    return true;
}

/* All that a program at this seat has heard after these steps, and what it is
 * asked. False: these steps cannot happen. */
static bool hear(const struct lab_plan *plan, const struct pl_step step[],
                 size_t steps, int seat, struct pl_buffer *out)
{
    const struct pl_game *game = plan->game;
    struct lab_log log = {0};
    union pl_state state = {0};
    struct pl_turn turn;
    bool good = true;

    game->start(game, &state, &plan->setup);
    lab_log_start(&log, plan);
    for (size_t i = 0; good && i < steps; i++)
        good = log_step(game, &state, &step[i], &log);
    out->length = 0;
    pl_add(out, log.start.s);
    pl_add_bytes(out, log.told[seat].s, log.known[seat]);
    pl_add_bytes(out, log.meanwhile[seat].s, log.meanwhile[seat].length);
    turn = game->turn(game, &state);
    if (good && turn.what == PL_DECIDE && turn.seats >> seat & 1)
        lab_add_question(game, &state, seat,
                         LAB_WANTS_MOVES | LAB_WANTS_FEATURES, out);
    lab_log_free(&log);
    return good;
}

static bool is_hidden_from(const struct pl_step *step, int seat)
{
    return step->what == PL_CHANCE && step->seats != PL_EVERYBODY &&
           !(step->seats >> seat & 1);
}

/* Two results that this seat did not see change places, or another seat's
 * answer to the open question becomes another one. */
static bool change(struct pl_step step[], size_t steps, size_t open, int seat,
                   struct pl_rng *luck)
{
    size_t a = pl_below(luck, (uint32_t)steps),
           b = pl_below(luck, (uint32_t)steps);
    uint8_t face = step[a].face[0];

    if (steps > open && step[steps - 1].what == PL_DECIDE &&
        step[steps - 1].seat != seat) {
        step[steps - 1].move = (pl_move)pl_below(luck, 60);
        return true;
    }
    if (!is_hidden_from(&step[a], seat) || !is_hidden_from(&step[b], seat) ||
        step[a].face[0] == step[b].face[0])
        return false;
    step[a].face[0] = step[b].face[0];
    step[b].face[0] = face;
    return true;
}

static int compare_worlds(const struct lab_plan *plan,
                          const struct pl_match *match, struct pl_rng *luck)
{
    struct pl_step *twin = malloc((match->steps + 1) * sizeof *twin);
    struct pl_buffer here = {0}, there = {0};
    int compared = 0;

    assert_non_null(twin);
    for (int seat = 0; seat < match->setup.seats; seat++) {
        assert_true(hear(plan, match->step, match->steps, seat, &here));
        for (int tries = 0; tries < 24; tries++) {
            memcpy(twin, match->step, match->steps * sizeof *twin);
            if (!change(twin, match->steps, match->question, seat, luck) ||
                !hear(plan, twin, match->steps, seat, &there))
                continue;
            assert_string_equal(here.s, there.s);
            compared++;
        }
    }
    pl_buffer_free(&here);
    pl_buffer_free(&there);
    free(twin);
    return compared;
}

/* Worlds that differ only in what a seat may not know sound alike to it. */
static void outside_bots_hear_no_hidden_cards(void **unused)
{
    int cards = 0, choices = 0;

    (void)unused;
    for (int i = 0; pl_games[i]; i++) {
        struct lab_plan plan = plan_of(pl_games[i]->id, 3);
        struct pl_match match = {0};
        struct pl_message why;
        struct pl_rng luck;

        pl_seed(&luck, (uint64_t)i);
        assert_true(pl_match_start(&match, plan.game, &plan.setup, &why));
        while (match.steps < 160) {
            struct pl_turn turn = plan.game->turn(plan.game, &match.state);
            pl_move list[PL_MOVES];
            int n;

            if (turn.what == PL_OVER)
                break;
            if (turn.what == PL_CHANCE) {
                assert_true(pl_match_roll(&match, &luck, &why));
                continue;
            }
            *(plan.game->has_hands ? &cards : &choices) +=
                compare_worlds(&plan, &match, &luck);
            n = plan.game->moves(plan.game, &match.state, pl_lowest(turn.seats),
                                 list);
            assert_true(pl_match_play(&match, pl_lowest(turn.seats),
                                      list[pl_below(&luck, (uint32_t)n)],
                                      &why));
        }
        pl_match_free(&match);
    }
    assert_true(cards > 100 && choices > 100);
}

static size_t steps_of(struct pl_match *match, const char *script,
                       struct lab_plan *plan)
{
    sit(match, plan->game, 3, "open_step1=2");
    plan->setup = match->setup;
    run(match,
        "[1 1 1 1 1 1] 0:r2 1:r2 2:r2 0:- [1 2 1 1 1 1] 0:r3 1:r3 2:r3 1:- "
        "[2 2 1 1 1 1] 0:r4 1:r4 2:r4 2:- [2 3 1 1 1 1] 0:r5 1:r5 2:r5 0:- "
        "[3 3 1 1 1 1] 0:r6 1:r6 2:r6 1:- [6 6 1 1 1 1]");
    run(match, script);
    return match->steps;
}

/* Answers that the game keeps for a question more sound like passes, and their
 * own seat hears its own. */
static void outside_bots_hear_no_kept_choice(void **unused)
{
    struct lab_plan plan = plan_of("qwixx", 3);
    struct pl_buffer here = {0}, there = {0};
    struct pl_match match = {0};
    size_t steps;

    (void)unused;
    for (int seat = 0; seat < 2; seat++) {
        steps = steps_of(&match, "0:r12 1:- 2:g12", &plan);
        assert_true(hear(&plan, match.step, steps, seat, &here));
        steps = steps_of(&match, "0:r12 1:- 2:b12", &plan);
        assert_true(hear(&plan, match.step, steps, seat, &there));
        assert_string_equal(here.s, there.s);
        assert_non_null(strstr(here.s, "play 0 r12\nplay 1 -\nplay 2 -\n"));
    }
    assert_non_null(strstr(here.s, "moves 1 0 - 0 11 r12 "));
    assert_true(hear(&plan, match.step, steps, 2, &here));
    assert_non_null(strstr(here.s, "play 2 b12\n"));
    pl_buffer_free(&here);
    pl_buffer_free(&there);
    pl_match_free(&match);
}

/* --- Version 2 ----------------------------------------------------------- */

/* A shell that speaks version 2, passes, and writes down what it hears. */
static struct lab_run play_with_2(const char *path, const char *genmove,
                                  const char *quit, int game_ms)
{
    static struct lab_plan plan;
    struct pl_message why;
    char text[512];

    plan = plan_of("qwixx", 2);
    snprintf(text, sizeof text,
             "o=while read -r a b; do echo $a $b >>%s; case $a in "
             "protocol) printf '= 2 moves\\n\\n';; genmove) %s;; "
             "quit) printf '=\\n\\n'; %s exit;; "
             "*) printf '=\\n\\n';; esac; done",
             path, genmove, quit);
    add_bot(&plan, pl_bot_find("random"));
    assert_true(lab_outside_read(text, &plan.bot[plan.bots++], &why));
    plan.game_ms = game_ms;
    return played(&plan, 2, 1);
}

/* It hears its seat, moves with each question, the last moves and the result of
 * every game, and has time to save. */
static void version_2_hears_everything(void **unused)
{
    char path[] = "/tmp/parlour-heard-XXXXXX", line[4096], last[4096] = "";
    int file = mkstemp(path), games = 0, results = 0, questions = 0, moves = 0;
    char quit[128];
    struct lab_run run;
    FILE *heard;

    (void)unused;
    assert_true(file >= 0);
    snprintf(quit, sizeof quit, "sleep 0.3; echo saved >>%s;", path);
    run = play_with_2(path, "printf '= -\\n\\n'", quit, 0);
    heard = fdopen(file, "r");
    while (fgets(line, sizeof line, heard)) {
        games += strncmp(line, "new qwixx 2 seat=", 17) == 0;
        moves += strncmp(line, "moves ", 6) == 0;
        questions += strncmp(line, "genmove ", 8) == 0;
        if (strncmp(line, "result ", 7) == 0) {
            results++;
            assert_non_null(strstr(line, " winners "));
            assert_int_equal(strncmp(last, "play ", 5), 0);
        }
        strcpy(last, line);
    }
    assert_int_equal(games, 4);
    assert_int_equal(results, 4);
    assert_true(questions > 20 && moves == questions);
    assert_string_equal(last, "saved\n");
    fclose(heard);
    unlink(path);
    lab_sums_end(&run.sums);
}

/* Each answer is in time, all together are not. */
static void a_game_has_a_clock(void **unused)
{
    struct lab_run run =
        play_with_2("/dev/null", "sleep 0.05; printf '= -\\n\\n'", "", 90);

    (void)unused;
    assert_int_equal(faults(&run, 1, LAB_LATE), 4);
    lab_sums_end(&run.sums);
}

static void bad_names_of_outside_bots_are_refused(void **unused)
{
    static const char *const bad[] = {
        "",
        "name",
        "=command",
        "name=",
        "two words=x",
        ":x=y",
        "a:b c=x",
        "a-name-that-is-longer-than-any-name-may-be=x"};
    struct lab_bot bot;
    struct pl_message why;

    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(lab_outside_read(bad[i], &bot, &why));
    assert_true(lab_outside_read("old:deep=x --y=z", &bot, &why));
    assert_string_equal(bot.name, "old");
    assert_string_equal(bot.word, "deep");
    assert_string_equal(bot.command, "x --y=z");
}

/* --- Odds ---------------------------------------------------------------- */

static uint64_t ways_of(const struct lab_odds *odds, int seat, const char *move)
{
    for (size_t i = 0; i < odds->move.count; i++)
        if (odds->move.of[i].seat == seat &&
            strcmp(odds->move.of[i].name.s, move) == 0)
            return odds->move.of[i].ways;
    return 0;
}

static void odds_of_the_first_throw(void **unused)
{
    struct pl_match match = {0};
    struct lab_odds odds;

    (void)unused;
    sit(&match, pl_game_find("qwixx"), 2, "");
    lab_odds(&match, PL_EVERYBODY, 1, &odds, NULL);
    assert_int_equal(odds.ways, 46656);
    assert_int_equal(odds.results, 27216);
    assert_int_equal(odds.seat[0].free, 46656);
    assert_int_equal(odds.seat[1].free, 46656);
    /* The other player has the white dice alone: n of 36. */
    assert_int_equal(ways_of(&odds, 1, "r2"), 46656 / 36);
    assert_int_equal(ways_of(&odds, 1, "r7"), 46656 / 6);
    assert_int_equal(ways_of(&odds, 1, "r12"), 0);
    assert_int_equal(ways_of(&odds, 1, "b12"), 46656 / 36);
    assert_int_equal(odds.seat[1].gain, 46656);
    /* The roller also has white and red: 6/216 + 10/216 of 2. */
    assert_int_equal(ways_of(&odds, 0, "r2"), 46656 / 216 * 16);
    lab_odds_free(&odds);
    pl_match_free(&match);
}

/* The same questions, asked of all 46,656 rolls in plain loops. */
struct brute {
    uint64_t move[64], free;
    int64_t gain;
};

static int best_of_turn(const struct pl_game *game, union pl_state state,
                        int seat, bool active, uint64_t *usable)
{
    pl_move first[PL_MOVES], second[PL_MOVES];
    int n = game->moves(game, &state, seat, first), best = -1000;

    for (int i = 0; i < n; i++) {
        union pl_state after = state;
        struct pl_result result;

        *usable |= UINT64_C(1) << first[i];
        game->play(game, &after, seat, first[i]);
        game->play(game, &after, 1 - seat, 0);
        if (!active && game->turn(game, &after).what == PL_DECIDE)
            game->play(game, &after, 1 - seat, 0);
        if (game->turn(game, &after).what == PL_DECIDE) {
            int m = game->moves(game, &after, seat, second);

            for (int k = 0; k < m; k++) {
                union pl_state last = after;

                *usable |= UINT64_C(1) << second[k];
                game->play(game, &last, seat, second[k]);
                game->score(game, &last, &result);
                if (result.points[seat] > best)
                    best = result.points[seat];
            }
        } else {
            game->score(game, &after, &result);
            if (result.points[seat] > best)
                best = result.points[seat];
        }
    }
    return best;
}

static void odds_equal_brute_force(void **unused)
{
    const struct pl_game *game = pl_game_find("qwixx");
    struct pl_match match = {0};
    struct brute brute[2] = {{{0}, 0, 0}, {{0}, 0, 0}};
    struct lab_odds odds;

    (void)unused;
    sit(&match, game, 2, "");
    run(&match, "[1 2 1 1 1 1] 0:r3 1:y3 0:y3 "
                "[5 5 6 6 6 6] 0:r10 1:g10 1:r11");
    for (int roll = 0; roll < 46656; roll++) {
        union pl_state state = match.state;
        uint8_t face[6];

        for (int i = 0, rest = roll; i < 6; i++, rest /= 6)
            face[i] = (uint8_t)(rest % 6);
        game->land(game, &state, face);
        for (int s = 0; s < 2; s++) {
            uint64_t usable = 0;
            int best = best_of_turn(game, state, s, s == 0, &usable);

            brute[s].gain += best - points(&match, s);
            brute[s].free += (usable & ~UINT64_C(1)) != 0;
            for (int m = 0; m < 64; m++)
                brute[s].move[m] += usable >> m & 1;
        }
    }
    lab_odds(&match, PL_EVERYBODY, 2, &odds, NULL);
    for (int s = 0; s < 2; s++) {
        assert_int_equal(odds.seat[s].free, brute[s].free);
        assert_int_equal(odds.seat[s].gain, brute[s].gain);
    }
    for (size_t i = 0; i < odds.move.count; i++) {
        struct lab_chance *c = &odds.move.of[i];

        assert_int_equal(c->ways, brute[c->seat].move[c->id]);
        brute[c->seat].move[c->id] = 0;
    }
    for (int s = 0; s < 2; s++)
        for (int m = 1; m < 64; m++)
            assert_int_equal(brute[s].move[m], 0);
    lab_odds_free(&odds);
    pl_match_free(&match);
}

/* The first roll or draw that is due after so many steps of random play. */
static bool reach_chance(struct pl_match *match, int steps)
{
    const struct pl_game *game = match->game;

    for (int k = 0;; k++) {
        struct pl_turn turn = game->turn(game, &match->state);
        pl_move list[PL_MOVES];
        struct pl_message why;

        if (turn.what == PL_OVER)
            return false;
        if (turn.what == PL_CHANCE && k >= steps)
            return true;
        if (turn.what == PL_CHANCE) {
            pl_match_roll(match, &rng, &why);
        } else {
            int seat = pl_lowest(turn.seats);
            uint32_t n = (uint32_t)game->moves(game, &match->state, seat, list);

            pl_match_play(match, seat, list[pl_below(&rng, n)], &why);
        }
    }
}

static void compare_odds(const struct lab_odds *a, const struct lab_odds *b)
{
    assert_int_equal(a->results, b->results);
    assert_int_equal(a->seat[0].gain, b->seat[0].gain);
    assert_int_equal(a->move.count, b->move.count);
    assert_int_equal(a->piece.count, b->piece.count);
    assert_int_equal(a->event.count, b->event.count);
    for (size_t k = 0; k < a->move.count; k++) {
        assert_int_equal(a->move.of[k].ways, b->move.of[k].ways);
        assert_int_equal(a->move.of[k].words.n, b->move.of[k].words.n);
        assert_int_equal(a->move.of[k].most.n, b->move.of[k].most.n);
    }
    for (size_t k = 0; k < a->event.count; k++)
        assert_int_equal(a->event.of[k].ways, b->event.of[k].ways);
}

/* Whatever the game: chances are chances, and threads change nothing. Rolls
 * of seven dice take seconds and are left to tests/laboratory. */
static void odds_of_every_game(void **unused)
{
    enum { MOST = 50000 };

    (void)unused;
    pl_seed(&rng, 31);
    for (int i = 0; pl_games[i]; i++) {
        struct pl_match match = {0};
        struct lab_odds a, b;
        struct pl_chance chance;

        sit(&match, pl_games[i], 2, "");
        assert_true(reach_chance(&match, 20));
        match.game->chance(match.game, &match.state, &chance);
        if (pl_outcomes(&chance) <= MOST) {
            lab_odds(&match, 1, 1, &a, NULL);
            lab_odds(&match, 1, 3, &b, NULL);
            assert_int_equal(a.ways, pl_outcomes(&chance));
            assert_true(a.seat[0].free <= a.seat[0].asked &&
                        a.seat[0].asked <= a.ways);
            for (size_t k = 0; k < a.move.count; k++)
                assert_true(a.move.of[k].ways > 0 &&
                            a.move.of[k].ways <= a.seat[0].free);
            compare_odds(&a, &b);
            lab_odds_free(&a);
            lab_odds_free(&b);
        }
        pl_match_free(&match);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bot_has_every_seat),
        cmocka_unit_test(neighbours_change),
        cmocka_unit_test(a_rating_plays_every_pair),
        cmocka_unit_test(a_gauntlet_is_the_first_against_all),
        cmocka_unit_test(shards_deal_out_all_groups),
        cmocka_unit_test(pairs_see_the_same_dice),
        cmocka_unit_test(groups_see_different_dice),
        cmocka_unit_test(equals_are_even),
        cmocka_unit_test(all_wins_add_up_to_all_games),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(parts_add_up_to_the_whole),
        cmocka_unit_test(a_stopped_run_goes_on),
        cmocka_unit_test(a_stop_waits_for_no_game),
        cmocka_unit_test(a_width_ends_a_run),
        cmocka_unit_test(a_pause_does_not_move_the_end),
        cmocka_unit_test(a_file_brings_a_run_back),
        cmocka_unit_test(a_damaged_file_is_refused),
        cmocka_unit_test(a_forged_file_is_refused),
        cmocka_unit_test(intervals_of_wins_cover),
        cmocka_unit_test(intervals_of_points_cover),
        cmocka_unit_test(groups_and_not_games_are_counted),
        cmocka_unit_test(small_samples_use_student),
        cmocka_unit_test(one_group_proves_nothing),
        cmocka_unit_test(ratings_recover_strengths),
        cmocka_unit_test(a_sequential_test_keeps_its_risks),
        cmocka_unit_test(a_perfect_score_has_a_finite_rating),
        cmocka_unit_test(outside_bots_that_fail_lose),
        cmocka_unit_test(a_refusal_is_told_as_such),
        cmocka_unit_test(outside_bots_play),
        cmocka_unit_test(outside_bots_hear_no_secrets),
        cmocka_unit_test(outside_bots_hear_no_hidden_cards),
        cmocka_unit_test(outside_bots_hear_no_kept_choice),
        cmocka_unit_test(version_2_hears_everything),
        cmocka_unit_test(a_game_has_a_clock),
        cmocka_unit_test(bad_names_of_outside_bots_are_refused),
        cmocka_unit_test(odds_of_the_first_throw),
        cmocka_unit_test(odds_equal_brute_force),
        cmocka_unit_test(odds_of_every_game),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
