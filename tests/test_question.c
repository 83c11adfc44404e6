/*
 * The users of an open question behave alike. A match, the tables of the server
 * and a referee get the same choices: the match hears them in any order, with
 * choices changed and taken back, the tables in another order, the referee
 * one after the other, as they stand in the end. They show and record the same.
 * --write prints a game of each, for the page's session: tests/page has its
 * part.
 */
#include "house.h"

enum { MOST_SEATS = 3, MOST_STEPS = 250, GAMES = 12 };

static struct pl_match match, referee;
static int guest[PL_SEATS];
static long anew, undone;
static bool writes;

static const struct pl_match *table_match(void)
{
    return tables_match(house, guest[0]);
}

static int pick(int n)
{
    return (int)pl_below(&house_rng, (uint32_t)n);
}

/* --- The three users ----------------------------------------------------- */

static void begin_all(const struct pl_game *game, int seats)
{
    struct pl_message why;

    begin(guest, game->id, seats, seats);
    assert_true(pl_match_start(&match, game, &table_match()->setup, &why));
    match.name = table_match()->name;
    match.rules = table_match()->rules;
    match.fair = table_match()->fair;
    assert_true(pl_match_start(&referee, game, &table_match()->setup, &why));
    referee.name = match.name;
    referee.rules = match.rules;
    referee.fair = match.fair;
}

/* The tables roll; the others see the same dice. */
static void land_all(void)
{
    struct pl_message why;

    while (match.steps < table_match()->steps) {
        const struct pl_step *step = &table_match()->step[match.steps];

        assert_int_equal(step->what, PL_CHANCE);
        assert_true(pl_match_land(&match, step->face, step->count, &why));
        assert_true(pl_match_land(&referee, step->face, step->count, &why));
    }
}

static pl_move some_answer(int seat)
{
    pl_move list[PL_MOVES];
    int n = match.game->moves(match.game, &match.asked, seat, list);

    return list[pick(n)];
}

static void answer_match(int seat, pl_move move)
{
    struct pl_message why;

    assert_true(pl_match_answer(&match, seat, move, &why));
}

static void answer_table(int seat, pl_move move)
{
    uint32_t question =
        tables_table(house, guest[0])->base + (uint32_t)table_match()->question;
    struct pl_text name = {0};

    match.game->name(match.game, &match.asked, move, &name);
    assert_string_equal(
        refusal(guest[seat], move_request(guest[seat], question, name.s)), "");
}

/* --- What they show ------------------------------------------------------ */

static void same_record(const struct pl_match *a, const struct pl_match *b,
                        int seat)
{
    struct pl_buffer one = {0}, two = {0};

    pl_record_write(a, seat, &one);
    pl_record_write(b, seat, &two);
    assert_string_equal(one.s, two.s);
    pl_buffer_free(&one);
    pl_buffer_free(&two);
}

static void same_for_everybody(void)
{
    for (int seat = -1; seat < match.setup.seats; seat++) {
        union pl_state here, there;

        pl_match_view(&match, seat, &here);
        pl_match_view(table_match(), seat, &there);
        assert_memory_equal(&here, &there, sizeof here);
        same_record(&match, table_match(), seat);
    }
}

/* Others see no difference between one answer and another. */
static void is_blind(int seat, const union pl_state before[PL_SEATS])
{
    for (int other = 0; other < match.setup.seats; other++) {
        union pl_state view;

        pl_match_view(&match, other, &view);
        if (other != seat)
            assert_memory_equal(&view, &before[other], sizeof view);
    }
}

/* --- A question ---------------------------------------------------------- */

/* A choice is made, changed or taken back. */
static void act(int seat)
{
    union pl_state before[PL_SEATS];
    struct pl_message why;
    pl_move move = some_answer(seat), now;
    bool again = pl_match_answer_of(&match, seat, &now);

    for (int s = 0; s < match.setup.seats; s++)
        pl_match_view(&match, s, &before[s]);
    assert_true(!again || pl_match_can_take_back(&match, seat));
    if (again && pick(3) == 0) {
        assert_true(pl_match_take_back(&match, seat, &why));
        assert_false(pl_match_answer_of(&match, seat, &now));
        undone++;
    } else {
        answer_match(seat, move);
        answer_table(seat, move);
        assert_true(pl_match_answer_of(&match, seat, &now) && now == move);
        anew += again;
    }
    is_blind(seat, before);
}

/* Everyone but the last acts at random; in the end each has answered. */
static void answer_all_but(unsigned seats, int last)
{
    int list[PL_SEATS], n = 0;

    for (; seats; seats &= seats - 1)
        if (pl_lowest(seats) != last)
            list[n++] = pl_lowest(seats);
    for (int i = n > 0 ? pick(4 * n) : 0; i > 0; i--)
        act(list[pick(n)]);
    for (int i = 0; i < n; i++) {
        pl_move move = some_answer(list[i]);

        answer_table(list[i], move);
        answer_match(list[i], move);
    }
}

static void ask_all(void)
{
    unsigned seats = pl_match_turn(&match).seats;
    size_t question = match.question;
    struct pl_message why;
    pl_move move;
    int last = -1;

    while (last < 0 || !(seats >> last & 1))
        last = pick(match.setup.seats);
    answer_all_but(seats, last);
    assert_int_equal(match.question, question);
    assert_int_equal(pl_match_answered(&match), seats & ~(1u << last));
    assert_int_equal(pl_match_turn(&match).seats, seats);
    assert_int_equal(table_match()->question, question);
    same_for_everybody();
    move = some_answer(last);
    answer_table(last, move);
    answer_match(last, move);
    assert_int_equal(match.question, match.steps);
    assert_int_equal(match.steps, question + (size_t)pl_count(seats));
    for (size_t i = question; i < match.steps; i++)
        assert_true(pl_match_play(&referee, match.step[i].seat,
                                  match.step[i].move, &why));
}

static void write_record(void)
{
    struct pl_buffer out = {0};

    pl_record_write(table_match(), PL_ALL, &out);
    puts(out.s);
    pl_buffer_free(&out);
}

/* Steps that stand never change: what was recorded is where it was. */
static void play_game(const struct pl_game *game, uint64_t seed)
{
    int seats = game->max_seats < MOST_SEATS ? game->max_seats : MOST_SEATS;
    static struct pl_step stood[2 * MOST_STEPS];

    house_open(seed);
    begin_all(game, seats);
    for (land_all(); pl_match_turn(&match).what == PL_DECIDE; land_all()) {
        size_t known = match.question;

        if (known > MOST_STEPS)
            break;
        memcpy(stood, match.step, known * sizeof *stood);
        ask_all();
        assert_memory_equal(stood, match.step, known * sizeof *stood);
    }
    match.fair = referee.fair = table_match()->fair;
    same_for_everybody();
    same_record(&match, table_match(), PL_ALL);
    same_record(&match, &referee, PL_ALL);
    if (writes)
        write_record();
    house_close();
}

static void all_users_behave_alike(void **state)
{
    (void)state;
    for (int i = 0; pl_games[i]; i++)
        for (uint64_t seed = 1; seed <= GAMES; seed++)
            play_game(pl_games[i], seed);
    assert_true(anew > 100 && undone > 100);
}

/* --- One device ---------------------------------------------------------- */

static void sit_three(const char *script)
{
    sit(&match, pl_game_find("qwixx"), 3, "first=1");
    run(&match, script);
}

/* A closed question opens again without one answer; the others stand. */
static void a_question_opens_again(void **state)
{
    struct pl_message why;
    pl_move move;

    (void)state;
    sit_three("[3 4 1 5 6 2] 2:g7 0:r7 1:y7");
    assert_string_equal(waiting(&match), "1");
    assert_true(pl_match_reopen(&match, 2, &why));
    assert_string_equal(waiting(&match), "2");
    assert_int_equal(pl_match_answered(&match), 3);
    assert_int_equal(match.question, 1);
    assert_true(pl_match_find_move(&match, 2, "b7", &move, &why));
    assert_true(pl_match_answer(&match, 2, move, &why));
    run(&match, "1:-");
    assert_true(pl_match_reopen(&match, 0, &why));
    assert_string_equal(waiting(&match), "0");
    assert_true(pl_match_reopen(&match, 1, &why));
    assert_string_equal(waiting(&match), "0 1");
    assert_int_equal(pl_match_answered(&match), 4);
    run(&match, "0:- 1:- 1:- [1 1 2 3 4 5]");
    for (int seat = -1; seat < 4; seat++)
        assert_false(pl_match_reopen(&match, seat, &why));
}

/* Clockwise from whose turn it is, the last one who had a choice. */
static void the_last_choice_is_found(void **state)
{
    (void)state;
    sit_three("[3 4 1 5 6 2]");
    assert_int_equal(pl_match_last_choice(&match, 7), -1);
    run(&match, "0:r7");
    assert_int_equal(pl_match_last_choice(&match, 7), 0);
    run(&match, "2:- 1:-");
    assert_int_equal(pl_match_last_choice(&match, 7), 0);
    assert_int_equal(pl_match_last_choice(&match, 6), 2);
    assert_int_equal(pl_match_last_choice(&match, 2), 1);
    run(&match, "1:-");
    assert_int_equal(pl_match_last_choice(&match, 7), 1);
    run(&match, "[1 1 2 3 4 5]");
    assert_int_equal(pl_match_last_choice(&match, 7), -1);
}

/* What is wrong changes nothing, also where an answer stands already. */
static void wrong_answers_are_refused(void **state)
{
    union pl_state before;
    struct pl_message why;

    (void)state;
    sit_three("[3 4 1 5 6 2] 2:g7");
    before = match.state;
    assert_false(pl_match_answer(&match, 2, 44, &why));
    assert_string_equal(why.id, "error.illegal");
    assert_false(pl_match_answer(&match, 3, 0, &why));
    assert_string_equal(why.id, "error.bad_seat");
    assert_false(pl_match_play(&match, 2, match.game->pass, &why));
    assert_string_equal(why.id, "error.not_asked");
    assert_memory_equal(&before, &match.state, sizeof before);
    run(&match, "0:- 1:-");
    assert_false(pl_match_answer(&match, 2, match.game->pass, &why));
    assert_string_equal(why.id, "error.not_asked");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_users_behave_alike),
        cmocka_unit_test(a_question_opens_again),
        cmocka_unit_test(the_last_choice_is_found),
        cmocka_unit_test(wrong_answers_are_refused),
    };
    int failed = 0;

    (void)argv;
    writes = argc > 1;
    for (int i = 0; writes && pl_games[i]; i++)
        play_game(pl_games[i], 1);
    if (!writes)
        failed = cmocka_run_group_tests(tests, NULL, NULL);
    pl_match_free(&match);
    pl_match_free(&referee);
    return failed;
}
