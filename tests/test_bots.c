/*
 * What every bot must keep in every game: legal moves from the view alone, the
 * same answer to the same question, budgets; and that thinking pays. With
 * --write the test prints tests/bot_signatures again.
 */
#include "../bots/brain_file.h"
#include "../bots/think.h"
#include "script.h"

#include <inttypes.h>
#include <math.h>

enum { SIGNATURE_STEPS = 300, SMALL = 200 };

static const char how_to_write[] =
    "if that is meant: build/tests/test_bots --write >tests/bot_signatures";

struct position {
    const struct pl_game *game;
    struct pl_setup setup;
    union pl_state state;
    struct pl_rng rng;
};

static void any_options(struct position *p)
{
    for (int i = 0; i < pl_option_count(p->game); i++) {
        const struct pl_option *o = &p->game->options[i];
        int n = o->value ? 0 : o->high - o->low + 1;

        while (o->value && o->value[n])
            n++;
        p->setup.option[i] = (int8_t)((o->value ? 0 : o->low) +
                                      (int)pl_below(&p->rng, (uint32_t)n));
    }
}

static void begin(struct position *p, const struct pl_game *game, int seats,
                  uint64_t seed, bool options)
{
    memset(p, 0, sizeof *p);
    p->game = game;
    pl_seed(&p->rng, seed);
    pl_setup_normal(&p->setup, game, seats);
    if (options)
        any_options(p);
    game->start(game, &p->state, &p->setup);
}

static pl_move ask(const struct position *p, const struct pl_bot *bot, int seat,
                   const struct pl_budget *budget, uint64_t seed)
{
    union pl_state view = p->state;
    struct pl_rng rng;

    pl_seed(&rng, seed);
    if (p->game->hide)
        p->game->hide(p->game, &view, seat);
    return bot->choose(p->game, &view, seat, &rng, budget);
}

static void roll(struct position *p)
{
    struct pl_chance chance;
    uint8_t face[PL_DICE];

    p->game->chance(p->game, &p->state, &chance);
    pl_roll(&chance, &p->rng, face);
    p->game->land(p->game, &p->state, face);
}

/* Goes on to the next decision with a choice; false: the game is over. */
static bool next_decision(struct position *p, int *seat)
{
    for (;;) {
        struct pl_turn turn = p->game->turn(p->game, &p->state);
        pl_move list[PL_MOVES];

        if (turn.what == PL_OVER)
            return false;
        if (turn.what == PL_CHANCE) {
            roll(p);
            continue;
        }
        *seat = pl_lowest(turn.seats);
        if (p->game->moves(p->game, &p->state, *seat, list) > 1)
            return true;
        p->game->play(p->game, &p->state, *seat, list[0]);
    }
}

static void play_any(struct position *p, int seat)
{
    pl_move list[PL_MOVES];
    int n = p->game->moves(p->game, &p->state, seat, list);

    p->game->play(p->game, &p->state, seat,
                  list[pl_below(&p->rng, (uint32_t)n)]);
}

static bool is_among(const struct position *p, int seat, pl_move move)
{
    pl_move list[PL_MOVES];
    int n = p->game->moves(p->game, &p->state, seat, list);

    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

/* --- What every bot keeps ------------------------------------------------ */

/* Every game, every number of seats, options and tempers at random: each bot
 * plays. */
static void moves_are_legal(void **unused)
{
    const struct pl_game *const *games = all_games();
    struct pl_budget budget = {.steps = SMALL};

    (void)unused;
    for (; *games; games++)
        for (int n = (*games)->min_seats; n <= (*games)->max_seats; n++)
            for (int b = 0; pl_bots[b]; b++) {
                struct position p;
                int seat;

                begin(&p, *games, n, (uint64_t)(n + b), b % 2);
                for (int i = 0; i < 20 && next_decision(&p, &seat); i++) {
                    pl_move move;

                    budget.temper = (uint8_t)i;
                    move = ask(&p, pl_bots[b], seat, &budget, 7);
                    assert_true(is_among(&p, seat, move));
                    p.game->play(p.game, &p.state, seat, move);
                }
            }
}

/* What is hidden is swapped for something else that it might be. Others who
 * have answered already make no difference either. */
static void only_the_view_counts(void **unused)
{
    const struct pl_game *const *games = all_games();
    const struct pl_budget budget = {.steps = SMALL};

    (void)unused;
    for (; *games; games++) {
        struct position p;
        int seat;

        if (!(*games)->hide)
            continue;
        begin(&p, *games, (*games)->max_seats, 3, false);
        for (int i = 0; i < 15 && next_decision(&p, &seat); i++) {
            struct position other = p;
            unsigned asked =
                p.game->turn(p.game, &p.state).seats & ~(1u << seat);

            if (p.game->guess) {
                p.game->hide(p.game, &other.state, seat);
                p.game->guess(p.game, &other.state, seat, &other.rng);
            }
            for (; asked; asked &= asked - 1)
                play_any(&other, pl_lowest(asked));
            for (int b = 0; pl_bots[b]; b++)
                assert_int_equal(ask(&p, pl_bots[b], seat, &budget, 11),
                                 ask(&other, pl_bots[b], seat, &budget, 11));
            play_any(&p, seat);
        }
    }
}

/* Steps are kept, but for the last round of tries; more are used if given. */
static void budgets_are_kept(void **unused)
{
    static const uint32_t steps[] = {1, 500, 5000};
    const struct pl_bot *bot = pl_bot_find("expert");

    (void)unused;
    for (int g = 0; pl_games[g]; g++) {
        uint64_t sum[3] = {0};
        struct position p;
        int seat;

        begin(&p, pl_games[g], 2, 5, false);
        for (int i = 0; i < 8 && next_decision(&p, &seat); i++) {
            for (int k = 0; k < 3; k++) {
                uint32_t taken;

                ask(&p, bot, seat,
                    &(struct pl_budget){.steps = steps[k], .taken = &taken}, 1);
                assert_true(taken < steps[k] + 20000);
                sum[k] += taken;
            }
            play_any(&p, seat);
        }
        assert_true(sum[0] <= sum[1] && sum[1] <= sum[2]);
    }
}

/* However long it may think, hard takes one look; expert goes on. */
static void hard_is_quick(void **unused)
{
    struct position p;
    int seat;
    uint64_t sum[2] = {0};

    (void)unused;
    begin(&p, pl_game_find("qwixx"), 2, 5, false);
    for (int i = 0; i < 8 && next_decision(&p, &seat); i++) {
        for (int k = 0; k < 2; k++) {
            uint32_t taken;

            ask(&p, pl_bot_find(k ? "expert" : "hard"), seat,
                &(struct pl_budget){.steps = 50000, .taken = &taken}, 1);
            sum[k] += taken;
        }
        play_any(&p, seat);
    }
    assert_true(sum[0] < 8 * 200);
    assert_true(sum[1] > 20 * sum[0]);
}

static bool at_once(void *asked)
{
    ++*(int *)asked;
    return true;
}

static void a_clock_can_stop_it(void **unused)
{
    const struct pl_bot *bot = pl_bot_find("expert");
    struct position p;
    int seat, asked = 0;
    uint32_t taken;

    (void)unused;
    begin(&p, pl_game_find("qwixx"), 2, 5, false);
    while (next_decision(&p, &seat)) {
        ask(&p, bot, seat,
            &(struct pl_budget){.steps = UINT32_MAX,
                                .enough = at_once,
                                .with = &asked,
                                .taken = &taken},
            1);
        assert_true(taken < 1000);
        play_any(&p, seat);
    }
    assert_true(asked > 0);
}

/* --- Hints --------------------------------------------------------------- */

/* In the middle of a game: false if it was over before. */
static bool middle(const struct pl_game *game, struct position *p,
                   union pl_state *view, int *seat)
{
    begin(p, game, 2, 8, false);
    for (int i = 0; i < 20 && next_decision(p, seat); i++)
        play_any(p, *seat);
    if (!next_decision(p, seat))
        return false;
    *view = p->state;
    if (game->hide)
        game->hide(game, view, *seat);
    return true;
}

static void hints_list_every_move(void **unused)
{
    (void)unused;
    for (int g = 0; pl_games[g]; g++) {
        struct pl_hint hint[PL_MOVES];
        struct position p;
        union pl_state view;
        struct pl_rng rng;
        int seat, n;

        if (!middle(pl_games[g], &p, &view, &seat))
            continue;
        pl_seed(&rng, 1);
        n = pl_hints(p.game, &view, seat, &rng,
                     &(struct pl_budget){.steps = 1000}, hint);
        assert_int_equal(
            n, p.game->moves(p.game, &p.state, seat, (pl_move[PL_MOVES]){0}));
        for (int i = 0; i < n; i++) {
            assert_true(is_among(&p, seat, hint[i].move));
            for (int k = 0; k < i; k++)
                assert_int_not_equal(hint[i].move, hint[k].move);
            assert_true(hint[i].tries > 0 && hint[i].win >= 0 &&
                        hint[i].win <= 1 && hint[i].points_error >= 0);
        }
    }
}

/* Everyone plays on well: greed alone brings 55 points in Qwixx. */
static void hints_play_on_well(void **unused)
{
    struct pl_hint hint[PL_MOVES];
    struct position p;
    struct pl_rng rng;
    int seat;

    (void)unused;
    begin(&p, pl_game_find("qwixx"), 2, 1, false);
    assert_true(next_decision(&p, &seat));
    pl_seed(&rng, 1);
    pl_hints(p.game, &p.state, seat, &rng, &(struct pl_budget){.steps = 200000},
             hint);
    assert_true(hint[0].points > 68);
}

/* Anyone who asks in between learns it earlier, and nothing else changes. */
static void hints_come_in_slices(void **unused)
{
    static struct pl_inquiry whole, slices;

    (void)unused;
    for (int g = 0; pl_games[g]; g++) {
        struct pl_hint hint[PL_MOVES];
        struct position p;
        union pl_state view;
        int seat, known = 0;
        uint32_t first;

        if (!middle(pl_games[g], &p, &view, &seat))
            continue;
        pl_inquire(&whole, p.game, &view, seat, 3);
        pl_inquire(&slices, p.game, &view, seat, 3);
        pl_inquire_first(&whole, slices.tried[slices.moves - 1].move);
        assert_int_equal(whole.tried[0].move,
                         slices.tried[slices.moves - 1].move);
        pl_inquire_first(&slices, whole.tried[0].move);
        first = slices.steps;
        pl_inquire_on(&whole, &(struct pl_budget){.steps = 30000});
        while (slices.steps - first < 30000) {
            int n;

            pl_inquire_on(&slices, &(struct pl_budget){.steps = 1});
            n = pl_inquire_hints(&slices, hint);
            assert_true(n >= known && n > 0);
            known = n;
        }
        assert_memory_equal(&whole, &slices, sizeof whole);
    }
}

/* Two tries: half of their difference, 1.96 times; one try has no error. */
static void errors_of_few_tries(void **unused)
{
    static struct pl_inquiry q;
    struct pl_hint hint[PL_MOVES];
    struct position p;
    union pl_state view;
    bool differ = false;
    int seat, n;

    (void)unused;
    assert_true(middle(pl_game_find("numeri"), &p, &view, &seat));
    pl_inquire(&q, p.game, &view, seat, 3);
    pl_inquire_on(&q, &(struct pl_budget){.steps = 1});
    pl_inquire_hints(&q, hint);
    assert_true(hint[0].tries == 1 && !(hint[0].points_error > 0));
    pl_inquire_on(&q, &(struct pl_budget){.steps = 1});
    n = pl_inquire_hints(&q, hint);
    for (int i = 0; i < n; i++) {
        const struct pl_tried *tried = q.tried;
        double apart;

        while (tried->move != hint[i].move)
            tried++;
        apart = sqrt(2 * tried->squares - tried->points * tried->points);
        assert_true(hint[i].tries == 2);
        assert_true(fabs(0.98 * apart - (double)hint[i].points_error) < 1e-3);
        differ |= apart > 1;
    }
    assert_true(differ);
}

/* Qwixx for one after this roll, and two of its moves. */
static void compare(const char *roll, const char *first, const char *second,
                    uint64_t seed, struct pl_loss *out)
{
    struct pl_match match = {0};
    struct pl_message why;
    union pl_state view;
    pl_move move[2];

    sit(&match, pl_game_find("qwixx"), 1, "");
    run(&match, roll);
    pl_match_view(&match, 0, &view);
    assert_true(pl_match_find_move(&match, 0, first, &move[0], &why));
    assert_true(pl_match_find_move(&match, 0, second, &move[1], &why));
    pl_compare(match.game, &view, 0, move, seed,
               &(struct pl_budget){.steps = 1}, out);
    pl_match_free(&match);
}

/* Red and yellow are alike here: what is found between them is noise, is
 * called so, and has an interval that mostly holds nothing at all. */
static void equal_moves_lose_nothing(void **unused)
{
    int sure = 0, held = 0;
    double sum = 0;

    (void)unused;
    for (uint64_t seed = 0; seed < 150; seed++) {
        struct pl_loss loss;

        compare("[3 4 2 2 5 5]", "r7", "y7", 1000 * seed, &loss);
        assert_true(loss.tries >= 32);
        sure += loss.is_sure;
        held += loss.points <= loss.points_error &&
                loss.points >= -loss.points_error;
        sum += (double)loss.points;
    }
    assert_in_range(held, 133, 150);
    assert_in_range(sure, 0, 10);
    assert_true(sum / 150 < 2 && sum / 150 > -2);
}

static void a_bad_move_loses(void **unused)
{
    struct pl_loss loss;

    (void)unused;
    compare("[5 6 1 1 6 6]", "g11", "r11", 1, &loss);
    assert_true(loss.is_sure);
    assert_true(loss.points > loss.points_error);
}

/* What a coach says of a move after this script, of Qwixx for so many. */
static void judge_in(uint32_t steps, int seats, const char *script,
                     const char *played, uint64_t seed, struct pl_verdict *out)
{
    struct pl_match match = {0};
    struct pl_message why;
    union pl_state view;
    struct pl_decision d = {.view = &view, .seed = seed};

    sit(&match, pl_game_find("qwixx"), seats, "");
    run(&match, script);
    d.game = match.game;
    pl_match_view(&match, 0, &view);
    assert_true(pl_match_find_move(&match, 0, played, &d.played, &why));
    pl_judge(&d, &(struct pl_budget){.steps = steps}, out);
    assert_true(out->best != d.played && out->tries > 0);
    pl_match_free(&match);
}

static void judge(int seats, const char *script, const char *played,
                  uint64_t seed, struct pl_verdict *out)
{
    judge_in(0, seats, script, played, seed, out);
}

/* It says how the game stands, and calls nothing. */
static void a_glance_is_short(void **unused)
{
    struct pl_verdict v;

    (void)unused;
    judge_in(1, 2, "[5 6 1 1 6 6]", "r11", 1, &v);
    assert_int_equal(v.tries, 8);
    assert_int_equal(v.call, PL_CLOSE);
    assert_true(v.chance > 0.1f && v.chance < 0.5f);
}

static void a_costly_move_is_called_so(void **unused)
{
    struct pl_verdict v, again;

    (void)unused;
    judge(2, "[5 6 1 1 6 6]", "r11", 1, &v);
    assert_int_equal(v.call, PL_COSTLY);
    assert_true(v.points > 5 && v.win > 0.05f && v.worth > 0);
    assert_true(v.chance > 0.1f && v.chance < 0.5f);
    judge(2, "[5 6 1 1 6 6]", "r11", 1, &again);
    assert_memory_equal(&v, &again, sizeof v);
    judge(1, "[5 6 1 1 6 6]", "r11", 1, &v);
    assert_int_equal(v.call, PL_COSTLY);
    assert_true(v.points > 5 && v.points == v.worth);
}

/* In two looks or in one: the same tries, and the same verdict. */
static void a_verdict_can_be_gone_on_from(void **unused)
{
    const struct pl_budget short_look = {.steps = 1};
    struct pl_verdict v, whole;
    struct pl_match match = {0};
    union pl_state view;
    struct pl_decision d = {.view = &view, .seed = 5, .tries = 64};
    pl_move list[PL_MOVES];

    (void)unused;
    sit(&match, pl_game_find("bingo"), 4, "");
    run(&match, "[5 6 1 2 3 4 5]");
    d.game = match.game;
    pl_match_view(&match, 0, &view);
    assert_true(d.game->moves(d.game, &view, 0, list) > 1);
    d.played = list[0];
    pl_judge(&d, &short_look, &whole);
    assert_int_equal(whole.tries, 64);
    d.tries = 24;
    pl_judge(&d, &short_look, &v);
    assert_int_equal(v.tries, 24);
    d.tries = 64;
    pl_judge_on(&d, &short_look, &v);
    assert_memory_equal(&v, &whole, sizeof v);
    assert_int_equal(v.wants > 0, v.call == PL_CLOSE);
    pl_match_free(&match);
}

/* A good move is fine, and what it saved has the other sign. */
static void a_good_move_is_fine(void **unused)
{
    struct pl_verdict v;

    (void)unused;
    judge(2, "[1 1 3 4 5 5]", "r2", 3, &v);
    assert_int_equal(v.call, PL_FINE);
    judge(2, "[1 2 3 4 5 5]", "r3", 3, &v);
    assert_int_equal(v.call, PL_FINE);
    assert_true(v.worth < 0.5f);
}

/* Red and yellow are alike: what is called a mistake there is noise. */
static void equal_moves_are_no_mistakes(void **unused)
{
    int costly = 0;
    float sum = 0;

    (void)unused;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct pl_verdict v;

        judge(2, "[1 1 3 3 5 5]", seed % 2 ? "r2" : "y2", 1000 * seed, &v);
        costly += v.call == PL_COSTLY;
        sum += v.worth;
    }
    assert_in_range(costly, 0, 4);
    assert_true(sum / 60 < 0.5f && sum / 60 > -0.5f);
}

/* Moves that come to the same: 2+3 and 3+2 with one pawn. */
static int count_twins(const struct pl_game *game, const union pl_state *state,
                       int seat, pl_move played, pl_move best, bool *is_best)
{
    union pl_state one = *state, other;
    pl_move list[PL_MOVES];
    int n = game->moves(game, state, seat, list), twins = 0;

    *is_best = false;
    game->play(game, &one, seat, played);
    for (int i = 0; i < n; i++) {
        other = *state;
        game->play(game, &other, seat, list[i]);
        if (memcmp(&one, &other, game->state_size) == 0) {
            twins++;
            *is_best |= list[i] == best;
        }
    }
    return n - twins;
}

static void a_move_is_held_against_another_result(void **unused)
{
    const struct pl_game *game = pl_game_find("numeri");
    union pl_state state = {{0}};
    struct pl_setup setup;
    struct pl_rng rng;
    int twins = 0;

    (void)unused;
    pl_seed(&rng, 1);
    pl_setup_normal(&setup, game, 2);
    game->start(game, &state, &setup);
    for (;;) {
        struct pl_turn turn = game->turn(game, &state);
        struct pl_chance chance;
        uint8_t face[PL_DICE];
        pl_move list[PL_MOVES];
        struct pl_verdict v;
        bool is_best;
        int seat, n, others;

        if (turn.what == PL_OVER)
            break;
        if (turn.what == PL_CHANCE) {
            game->chance(game, &state, &chance);
            pl_roll(&chance, &rng, face);
            game->land(game, &state, face);
            continue;
        }
        seat = pl_lowest(turn.seats);
        n = game->moves(game, &state, seat, list);
        if (n > 1) {
            struct pl_decision d = {.game = game,
                                    .view = &state,
                                    .seat = seat,
                                    .played = list[pl_below(&rng, (uint32_t)n)],
                                    .seed = 1};

            pl_judge(&d, &(struct pl_budget){.steps = 1}, &v);
            others =
                count_twins(game, &state, seat, d.played, v.best, &is_best);
            assert_true(others == 0 || !is_best);
            twins += others > 0 && others < n - 1;
        }
        game->play(game, &state, seat, list[0]);
    }
    assert_true(twins > 0);
}

/* Does everyone who thinks make the move, or does no one? */
static void check_move(const char *script, const char *name, bool made)
{
    struct pl_match match = {0};
    union pl_state view;
    pl_move move;
    struct pl_message why;

    sit(&match, pl_game_find("qwixx"), 2, "");
    run(&match, script);
    pl_match_view(&match, 0, &view);
    assert_true(pl_match_find_move(&match, 0, name, &move, &why));
    for (int b = 1; pl_bots[b]; b++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            const struct pl_budget budget = {.steps = SMALL,
                                             .temper = (uint8_t)(seed % 3)};
            struct pl_rng rng;

            pl_seed(&rng, seed);
            assert_int_equal(
                move == pl_bots[b]->choose(match.game, &view, 0, &rng, &budget),
                made);
        }
    pl_match_free(&match);
}

/* Locking green ends the game, far ahead: who would do anything else? */
static void a_win_is_taken(void **unused)
{
    (void)unused;
    check_move("[1 1 6 6 6 6] 0:r2 1:- 0:- [1 2 6 6 6 6] 0:r3 1:y3 1:- "
               "[1 3 6 6 6 6] 0:r4 1:- 0:- [1 4 6 6 6 6] 0:r5 1:y5 1:- "
               "[1 5 6 6 6 6] 0:r6 1:- 0:- [6 6 1 1 1 1] 0:r12 1:b12 1:- "
               "[6 6 1 1 1] 0:g12 1:- 0:- [5 6 1 1 1] 0:g11 1:b11 1:- "
               "[5 5 1 1 1] 0:g10 1:- 0:- [4 5 1 1 1] 0:g9 1:b9 1:- "
               "[4 4 1 1 1] 0:g8 1:- 0:- [1 1 1 1 1]",
               "g2", true);
}

/* Locking red would bring 13 points and end a game that is lost by 20. */
static void a_loss_is_not_hastened(void **unused)
{
    (void)unused;
    check_move("[1 1 6 6 6 6] 0:r2 1:y2 0:- [1 2 6 6 6 6] 0:r3 1:y3 1:- "
               "[1 3 6 6 6 6] 0:r4 1:y4 0:- [1 4 6 6 6 6] 0:r5 1:y5 1:- "
               "[1 5 6 6 6 6] 0:r6 1:y6 0:- [6 6 1 1 1 1] 0:- 1:y12 1:- "
               "[6 6 1 1 1] 0:- 1:g12 0:- [5 6 1 1 1] 0:- 1:g11 1:- "
               "[5 5 1 1 1] 0:- 1:g10 0:- [4 5 1 1 1] 0:- 1:g9 1:- "
               "[6 6 1 1 1]",
               "r12", false);
}

static int points_of(const struct position *p, int seat)
{
    struct pl_result result;

    p->game->score(p->game, &p->state, &result);
    return result.points[seat];
}

/* Points after a move by which a seat that is asked alone ends its turn. */
static int points_after(const struct position *p, int seat, pl_move move)
{
    struct position after = *p;

    p->game->play(p->game, &after.state, seat, move);
    return points_of(&after, seat);
}

/* Is the seat asked alone, and could it cross something and keep its points
 * where passing is a penalty? */
static bool could_do_without(const struct position *p, int seat)
{
    pl_move list[PL_MOVES];
    int n = p->game->moves(p->game, &p->state, seat, list);
    int now = points_of(p, seat), best = now - 1;

    if (p->game->turn(p->game, &p->state).seats != 1u << seat ||
        !is_among(p, seat, p->game->pass))
        return false;
    for (int i = 0; i < n; i++)
        if (points_after(p, seat, list[i]) > best)
            best = points_after(p, seat, list[i]);
    return points_after(p, seat, p->game->pass) < now && best >= now;
}

/* Anyone can see that a penalty where something fits is silly. */
static void easy_takes_no_penalty_where_something_fits(void **unused)
{
    const struct pl_bot *easy = pl_bot_find("easy");
    int asked = 0;

    (void)unused;
    for (uint64_t game = 1; game <= 60; game++) {
        struct position p;
        int seat;

        begin(&p, pl_game_find("qwixx"), 2, game, false);
        while (next_decision(&p, &seat)) {
            pl_move move = ask(&p, easy, seat, NULL, game);

            if (could_do_without(&p, seat)) {
                assert_int_not_equal(move, p.game->pass);
                asked++;
            }
            p.game->play(p.game, &p.state, seat, move);
        }
    }
    assert_true(asked > 100);
}

/* --- Tempers ------------------------------------------------------------- */

/* What a move is worth, and how sure it is where it leads. */
struct judged {
    float worth, sure, unit;
};

static struct judged judge_move(const struct position *p, int seat,
                                pl_move wanted)
{
    pl_move move[PL_MOVES];
    float worth[PL_MOVES], sure[PL_MOVES];
    struct judged judged;
    struct mind mind;
    int i = 0;

    pl_mind_begin(&mind, p->game, pl_brain_find(p->game, 2));
    mind.guesses = true;
    judged.unit = pl_mind_worth_of_unit(&mind, &p->state, seat);
    pl_mind_weigh(&mind, &p->state, seat, move, worth);
    mind.guesses = false;
    mind.alone = mind.sure = true;
    pl_mind_weigh(&mind, &p->state, seat, move, sure);
    while (move[i] != wanted)
        i++;
    judged.worth = worth[i];
    judged.sure = sure[i];
    return judged;
}

/* Asks hard without taste and with one; returns whether that makes it take
 * another move, which then is about as good, and more to its taste. */
static int ask_temper(const struct position *p, int seat, uint8_t temper,
                      uint64_t seed)
{
    const struct pl_bot *hard = pl_bot_find("hard");
    const struct pl_budget budget = {.temper = temper};
    pl_move plain = ask(p, hard, seat, NULL, seed);
    pl_move move = ask(p, hard, seat, &budget, seed);
    struct judged was, is;

    if (move == plain)
        return 0;
    was = judge_move(p, seat, plain);
    is = judge_move(p, seat, move);
    assert_true(is.worth >= was.worth - 0.05f * was.unit);
    assert_true(is.worth <= was.worth + 0.05f * was.unit);
    assert_true(temper == 1 ? is.sure > was.sure : is.sure < was.sure);
    return 1;
}

/* Every game but Rainbow has moves that are as good and not as sure. */
static void a_taste_decides_between_good_moves(void **unused)
{
    (void)unused;
    for (int g = 0; pl_games[g]; g++) {
        bool has_style = strcmp(pl_games[g]->id, "rainbow") != 0;
        int differ[3] = {0};

        /* what is hidden would be guessed */
        if (pl_games[g]->hide)
            continue;
        for (uint64_t game = 1; game <= 4; game++) {
            struct position p;
            int seat;

            begin(&p, pl_games[g], 2, game, false);
            while (next_decision(&p, &seat)) {
                for (uint8_t temper = 1; temper <= 2; temper++)
                    differ[temper] += ask_temper(&p, seat, temper, game);
                p.game->play(p.game, &p.state, seat,
                             ask(&p, pl_bot_find("hard"), seat, NULL, game));
            }
        }
        assert_true(!has_style || (differ[1] > 2 && differ[2] > 2));
    }
}

/* Seats are tempers: they start again after the third. expert and random have
 * none. */
static void tempers_come_in_turn(void **unused)
{
    struct position p;
    int seat;

    (void)unused;
    begin(&p, pl_game_find("one-to-9"), 4, 1, false);
    for (int i = 0; i < 40 && next_decision(&p, &seat); i++) {
        for (int b = 0; pl_bots[b]; b++) {
            bool has_taste = b > 0 && pl_bots[b + 1];
            uint8_t temper = (uint8_t)(i % 3);
            struct pl_budget one = {.steps = SMALL, .temper = temper};
            struct pl_budget other = {
                .steps = SMALL,
                .temper = (uint8_t)(has_taste ? temper + 3 : 0)};

            assert_int_equal(ask(&p, pl_bots[b], seat, &one, 1),
                             ask(&p, pl_bots[b], seat, &other, 1));
        }
        play_any(&p, seat);
    }
}

/* --- Brains in files ----------------------------------------------------- */

/* Plays a whole game of everyone's; the same brain makes the same moves. */
static uint64_t play_with(const struct pl_game *game, int seats,
                          const struct brain *brain)
{
    const struct pl_budget budget = {.brain = brain};
    struct position p;
    int seat;

    begin(&p, game, seats, 5, false);
    while (next_decision(&p, &seat))
        p.game->play(p.game, &p.state, seat,
                     ask(&p, pl_bot_find("hard"), seat, &budget, 3));
    return pl_hash(&p.state, game->state_size, 0);
}

static const char *read_again(const struct pl_game *game, unsigned char bytes[],
                              size_t size)
{
    static struct brain_kept kept;

    return pl_brain_read(game, bytes, size, &kept);
}

static void sign(unsigned char bytes[], size_t size)
{
    uint64_t hash = pl_hash(bytes, size - 8, 0);

    for (int i = 0; i < 8; i++)
        bytes[size - 8 + (size_t)i] = (unsigned char)(hash >> 8 * i);
}

static void brains_come_back_from_files(void **unused)
{
    static unsigned char bytes[BRAIN_BYTES];
    static struct brain_kept kept;

    (void)unused;
    for (int i = 0; pl_brains[i]; i++) {
        const struct pl_game *game = pl_game_find(pl_brains[i]->game);
        size_t size = pl_brain_write(pl_brains[i], bytes);
        int seats = pl_brains[i]->seats ? pl_brains[i]->seats : 2;

        assert_ptr_equal(pl_brain_find(game, seats), pl_brains[i]);
        assert_true(size <= sizeof bytes);
        assert_null(pl_brain_read(game, bytes, size, &kept));
        assert_true(kept.brain.unit == pl_brains[i]->unit);
        memset(&kept, 0, sizeof kept);
        assert_null(pl_brain_read(NULL, bytes, size, &kept));
        assert_ptr_equal(kept.brain.game, game->id);
        assert_int_equal(play_with(game, seats, &kept.brain),
                         play_with(game, seats, NULL));
        memset(kept.in, 0, sizeof kept.in); /* and another one differs */
        assert_int_not_equal(play_with(game, seats, &kept.brain),
                             play_with(game, seats, NULL));
    }
}

/* Cut, changed, of another game, or with weights that would not add up. */
static void bad_brains_are_refused(void **unused)
{
    static unsigned char bytes[BRAIN_BYTES], bad[BRAIN_BYTES];
    const struct pl_game *game = pl_game_find(pl_brains[0]->game);
    size_t size = pl_brain_write(pl_brains[0], bytes);

    (void)unused;
    for (size_t n = 0; n < size; n += n < 100 ? 1 : 997)
        assert_non_null(read_again(game, bytes, n));
    for (size_t at = 0; at < size; at += at < 100 ? 1 : 97) {
        memcpy(bad, bytes, size);
        bad[at] ^= 0x20;
        assert_non_null(read_again(game, bad, size));
    }
    assert_string_equal(read_again(pl_game_find("bingo"), bytes, size),
                        "brain.other_game");
    memcpy(bad, bytes, size);
    memset(bad + 12, 'x', 32); /* a game that is not known, without an end */
    sign(bad, size);
    assert_string_equal(read_again(NULL, bad, size), "brain.other_game");
    memcpy(bad, bytes, size);
    for (size_t at = 48; at < size - 12; at += 2)
        bad[at] = 0xff, bad[at + 1] = 0x7f;
    sign(bad, size);
    assert_string_equal(read_again(game, bad, size), "brain.damaged");
    memcpy(bad, bytes, size);
    memset(bad + size - 12, 0xff, 4); /* a unit that is no number */
    sign(bad, size);
    assert_string_equal(read_again(game, bad, size), "brain.damaged");
}

/* --- Strength ------------------------------------------------------------ */

/* Wins of the first bot in games on the same dice, seats exchanged. */
static double wins(const struct pl_game *game, const char *first,
                   const char *second, uint32_t steps, int games)
{
    const struct pl_bot *bot[] = {pl_bot_find(first), pl_bot_find(second)};
    const struct pl_budget budget = {.steps = steps};
    double sum = 0;

    for (int i = 0; i < games; i++) {
        struct pl_result result;
        struct position p;
        int seat;

        begin(&p, game, 2, (uint64_t)(i / 2), false);
        while (next_decision(&p, &seat))
            p.game->play(p.game, &p.state, seat,
                         ask(&p, bot[(seat + i) % 2], seat, &budget,
                             (uint64_t)i + pl_random(&p.rng) % 1000));
        game->score(game, &p.state, &result);
        if (result.winners >> i % 2 & 1)
            sum += 1.0 / pl_count(result.winners);
    }
    return sum / games;
}

/* Few games, so a single one may go wrong by luck; not all of them. */
/* What the moves of the first to decide are worth in Qwixx, where the others
 * choose with it (0) or after it (1) and it chooses again after them. */
static int weigh_first(const char *open_step, const uint8_t face[],
                       float worth_of[])
{
    const struct pl_game *game = pl_game_find("qwixx");
    struct position p;
    struct mind mind;
    pl_move move[PL_MOVES];
    struct pl_message why;

    begin(&p, game, 3, 1, false);
    assert_true(pl_setup_option(&p.setup, game, "open_step1", open_step, &why));
    game->start(game, &p.state, &p.setup);
    game->land(game, &p.state, face);
    pl_mind_begin(&mind, game, pl_brain_find(game, 3));
    return pl_mind_weigh(&mind, &p.state, 0, move, worth_of);
}

static void a_turn_is_seen_to_its_end(void **unused)
{
    static const uint8_t rolls[][6] = {
        {0, 0, 1, 2, 5, 5}, {2, 3, 0, 0, 4, 3}, {5, 5, 5, 5, 0, 1}};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        float with[PL_MOVES], after[PL_MOVES];
        int n = weigh_first("0", rolls[i], with);

        assert_int_equal(weigh_first("1", rolls[i], after), n);
        for (int k = 0; k < n; k++)
            assert_true(with[k] == after[k]);
    }
}

/* Who guesses sees each move together with what the other one takes. */
static void the_others_are_thought_of(void **unused)
{
    const struct pl_game *game = pl_game_find("qwixx");
    int seat, differ = 0, alike = 0;
    struct position p;

    (void)unused;
    begin(&p, game, 2, 7, false);
    while (next_decision(&p, &seat)) {
        struct pl_turn turn = game->turn(game, &p.state);
        float blind[PL_MOVES], seen[PL_MOVES];
        pl_move move[PL_MOVES], likely;
        struct mind mind;
        int n;

        pl_mind_begin(&mind, game, pl_brain_find(game, 2));
        if (pl_count(turn.seats) == 2) {
            /* the one whose turn it is not chooses once */
            seat = 1 - turn.whose;
            likely = pl_mind_best(&mind, &p.state, turn.whose);
            n = pl_mind_weigh(&mind, &p.state, seat, move, blind);
            mind.guesses = true;
            pl_mind_weigh(&mind, &p.state, seat, move, seen);
            for (int i = 0; i < n; i++) {
                union pl_state after = p.state;

                game->play(game, &after, seat, move[i]);
                game->play(game, &after, turn.whose, likely);
                assert_true(seen[i] == pl_mind_worth(&mind, &after, seat));
                differ += seen[i] != blind[i];
                alike += seen[i] == blind[i];
            }
        }
        play_any(&p, seat);
    }
    assert_true(differ > 10 && alike > 10);
}

static void thinking_pays(void **unused)
{
    double easy = 0, hard = 0;
    int games = 0;

    (void)unused;
    for (; pl_games[games]; games++) {
        easy += wins(pl_games[games], "easy", "random", 0, 20);
        hard += wins(pl_games[games], "hard", "easy", 0, 20);
    }
    assert_true(easy / games > 0.75);
    assert_true(hard / games > 0.8);
}

/* --- The same on every machine ------------------------------------------- */

/* Games for three, for two, and for one where someone may play alone. */
static int seats_of_signature(const struct pl_game *game, int i)
{
    return 3 - i >= game->min_seats ? 3 - i : 0;
}

static void write_line(const struct pl_bot *bot, const struct pl_game *game,
                       int seats, char line[80])
{
    snprintf(line, 80, "%s %s %d %016" PRIx64 "\n", game->id, bot->id, seats,
             pl_bot_signature(bot, game, seats, SIGNATURE_STEPS));
}

static void bots_behave_as_recorded(void **unused)
{
    FILE *file = fopen("tests/bot_signatures", "r");
    char recorded[80], now[80];

    (void)unused;
    assert_non_null(file);
    for (int g = 0; pl_games[g]; g++)
        for (int b = 0; pl_bots[b]; b++)
            for (int i = 0, n; (n = seats_of_signature(pl_games[g], i)); i++) {
                write_line(pl_bots[b], pl_games[g], n, now);
                if (!fgets(recorded, sizeof recorded, file) ||
                    strcmp(recorded, now) != 0)
                    fail_msg("now %s%s", now, how_to_write);
            }
    fclose(file);
}

static int write_file(void)
{
    char line[80];

    for (int g = 0; pl_games[g]; g++)
        for (int b = 0; pl_bots[b]; b++)
            for (int i = 0, n; (n = seats_of_signature(pl_games[g], i)); i++) {
                write_line(pl_bots[b], pl_games[g], n, line);
                fputs(line, stdout);
            }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_legal),
        cmocka_unit_test(only_the_view_counts),
        cmocka_unit_test(budgets_are_kept),
        cmocka_unit_test(hard_is_quick),
        cmocka_unit_test(a_clock_can_stop_it),
        cmocka_unit_test(hints_list_every_move),
        cmocka_unit_test(hints_play_on_well),
        cmocka_unit_test(hints_come_in_slices),
        cmocka_unit_test(errors_of_few_tries),
        cmocka_unit_test(a_taste_decides_between_good_moves),
        cmocka_unit_test(tempers_come_in_turn),
        cmocka_unit_test(brains_come_back_from_files),
        cmocka_unit_test(bad_brains_are_refused),
        cmocka_unit_test(equal_moves_lose_nothing),
        cmocka_unit_test(a_bad_move_loses),
        cmocka_unit_test(a_glance_is_short),
        cmocka_unit_test(a_costly_move_is_called_so),
        cmocka_unit_test(a_verdict_can_be_gone_on_from),
        cmocka_unit_test(a_good_move_is_fine),
        cmocka_unit_test(equal_moves_are_no_mistakes),
        cmocka_unit_test(a_move_is_held_against_another_result),
        cmocka_unit_test(a_win_is_taken),
        cmocka_unit_test(a_loss_is_not_hastened),
        cmocka_unit_test(a_turn_is_seen_to_its_end),
        cmocka_unit_test(the_others_are_thought_of),
        cmocka_unit_test(easy_takes_no_penalty_where_something_fits),
        cmocka_unit_test(thinking_pays),
        cmocka_unit_test(bots_behave_as_recorded),
    };

    if (argc == 2 && strcmp(argv[1], "--write") == 0)
        return write_file();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
