/* Tables and the lobby, with a clock, dice and a store of the test's own. */
#include "house.h"

#include <stdlib.h>

static const struct request leave = {.kind = DO_leave},
                            start = {.kind = DO_start},
                            rematch = {.kind = DO_rematch},
                            closing = {.kind = DO_close},
                            back = {.kind = DO_back}, hand = {.kind = DO_hand};

static struct request at_seat(int kind, int seat)
{
    return (struct request){.kind = (uint8_t)kind, .seat = (int8_t)seat};
}

static struct request at_table(int kind, const char *id)
{
    struct request request = {.kind = (uint8_t)kind};

    strcpy(request.table, id);
    return request;
}

static const char *id_of(int guest)
{
    static char id[TABLE_ID + 1];

    strcpy(id, tables_table(house, guest)->id);
    return id;
}

/* --- Whole games --------------------------------------------------------- */

/* Everyone at the table answers what he is asked until it is over. */
static void play_on(int guest[], int people)
{
    bool is_over = false;

    for (int turns = 0; !is_over; turns++) {
        assert_true(turns < 10000);
        house_think_all();
        for (int i = 0; i < people; i++) {
            struct news_state state;

            if (!last_state(guest[i], &state))
                continue;
            is_over |= state.what == PL_OVER;
            if (!(state.asked >> i & 1) || state.choice >= 0)
                continue;
            assert_string_equal(
                refusal(guest[i], move_request(guest[i], state.question,
                                               some_move(guest[i], &state))),
                "");
        }
    }
}

static void check_record(int guest, uint32_t game)
{
    struct pl_buffer record = {0};
    struct pl_match match = {0};
    struct pl_message why;
    size_t step;
    int line;

    assert_string_equal(
        refusal(guest, (struct request){.kind = DO_record, .number = game}),
        "");
    assert_true(tables_record(house, guest, game, &record));
    assert_true(pl_record_read(&match, record.s, record.length, &why, &line));
    assert_true(pl_fair_check(&match, &step, &why));
    assert_true(match.rules != 0);
    pl_buffer_free(&record);
    pl_match_free(&match);
}

/* Anyone who watches gets the record of a game that is over, and no other. */
static void check_watcher(int watcher, uint32_t over, uint32_t running)
{
    struct request record = {.kind = DO_record, .number = running};

    if (running)
        assert_string_equal(refusal(watcher, record), "table.not_seated");
    record.number = over;
    if (over) {
        assert_string_equal(refusal(watcher, record), "");
        check_record(watcher, over);
    }
}

static void whole_games_with_people_and_bots(void **state)
{
    (void)state;
    for (int i = 0; pl_games[i]; i++) {
        int seats = pl_games[i]->max_seats, guest[PL_SEATS], watcher;

        house_open((uint64_t)i);
        begin(guest, pl_games[i]->id, seats, seats - 1);
        watcher = arrive();
        assert_string_equal(
            refusal(watcher, at_table(DO_watch, id_of(guest[0]))), "");
        check_watcher(watcher, 0, 1);
        play_on(guest, seats - 1);
        assert_int_equal(tables_table(house, guest[0])->phase, TABLE_OVER);
        check_record(guest[0], 1);
        check_watcher(watcher, 1, 0);
        /* And again, with the next player beginning. */
        assert_string_equal(refusal(guest[0], rematch), "");
        for (int g = 0; g < seats - 1; g++)
            assert_string_equal(refusal(guest[g], promise_request(guest[g])),
                                "");
        start_game(guest, seats - 1);
        assert_int_equal(tables_table(house, guest[0])->setup.first, 1 % seats);
        check_watcher(watcher, 1, 2);
        play_on(guest, seats - 1);
        check_watcher(watcher, 2, 0);
        check_record(guest[0], 2);
        check_record(guest[0], 1);
        house_close();
    }
}

/* --- On a sheet of the host's own ----------------------------------------- */

static struct request open_on(const char *game, const char *sheet)
{
    struct request request = open_request(game, 2);

    strcpy(request.sheet, sheet);
    return request;
}

static void assert_mixed(const struct pl_game *game)
{
    struct pl_sheet_about about;

    pl_sheet_about(game, &about);
    assert_string_equal(about.name, "Mixed rows");
}

/* The table plays on it, so do the record and what is restored. */
static void a_sheet_of_the_hosts_own(void **state)
{
    int guest[2];
    struct pl_buffer record = {0};
    char id[TABLE_ID + 1];

    (void)state;
    house_open(5);
    gather_at(guest, open_on("qwixx", mixed_rows), 2);
    strcpy(id, id_of(guest[0]));
    assert_mixed(tables_table(house, guest[1])->game);
    start_game(guest, 2);
    assert_ptr_equal(tables_match(house, guest[0])->game,
                     tables_table(house, guest[0])->game);
    play_on(guest, 2);
    check_record(guest[0], 1);
    assert_true(tables_record(house, guest[0], 1, &record));
    assert_non_null(strstr(record.s, "\nsheet name Mixed rows\n"));
    pl_buffer_free(&record);
    assert_true(tables_table(house, guest[0])->rules !=
                pl_signature(pl_game_find("qwixx"), 2, 50));
    house_dies();
    guest[0] = arrive();
    assert_string_equal(refusal(guest[0], at_table(DO_watch, id)), "");
    assert_mixed(tables_match(house, guest[0])->game);
    house_close();
}

static void the_rematch_is_on_the_same_sheet(void **state)
{
    int guest[2];

    (void)state;
    house_open(6);
    gather_at(guest, open_on("qwixx", mixed_rows), 2);
    start_game(guest, 2);
    play_on(guest, 2);
    assert_string_equal(refusal(guest[0], rematch), "");
    for (int i = 0; i < 2; i++)
        assert_string_equal(refusal(guest[i], promise_request(guest[i])), "");
    start_game(guest, 2);
    assert_mixed(tables_match(house, guest[1])->game);
    play_on(guest, 2);
    check_record(guest[1], 2);
    house_close();
}

/* Bots get the game on its sheet, and may think longer than the table lasts. */
static void bots_outlive_a_table_with_a_sheet(void **state)
{
    int guest[2];

    (void)state;
    house_open(7);
    gather_at(guest, open_on("qwixx", mixed_rows), 1);
    start_game(guest, 1);
    assert_string_equal(refusal(guest[0], (struct request){.kind = DO_close}),
                        "");
    house_think_all();
    house_close();
}

/* A sheet that says what a shipped one says is that one; others are refused
 * with the sentence of the first mistake. */
static void sheets_are_checked(void **state)
{
    struct request wrong = open_on("qwixx", mixed_rows);
    struct pl_buffer text = {0};
    int guest;

    (void)state;
    house_open(8);
    guest = arrive();
    assert_string_equal(refusal(guest, open_on("bingo", mixed_rows)),
                        "sheet.other_game");
    assert_string_equal(refusal(guest, open_on("qwixx", "hello")),
                        "sheet.no_sheet");
    strstr(wrong.sheet, "b2")[1] = '3';
    assert_string_equal(refusal(guest, wrong), "qwixx.sheet.twice");
    pl_sheet_write(pl_game_find("bingo"), &text);
    assert_string_equal(refusal(guest, open_on("bingo", text.s)), "");
    assert_ptr_equal(tables_table(house, guest)->game, pl_game_find("bingo"));
    pl_buffer_free(&text);
    house_close();
}

/* --- Nothing before it is stored ----------------------------------------- */

static void nobody_sees_what_is_not_stored(void **state)
{
    int guest[2];
    struct news_state news;
    uint32_t question;

    (void)state;
    house_open(1);
    begin(guest, "qwixx", 2, 2);
    assert_true(last_state(guest[0], &news));
    assert_true(last_state(guest[1], &news));
    question = news.question;
    house_holds = true;
    ask(guest[0], move_request(guest[0], question, "-"));
    for (int i = 0; i < 2; i++)
        assert_int_equal(tables_news(house, guest[i]), NO_NEWS);
    ask(guest[1], move_request(guest[1], question, "-"));
    for (int i = 0; i < 2; i++)
        assert_int_equal(tables_news(house, guest[i]), NO_NEWS);
    house_sync();
    for (int i = 0; i < 2; i++) {
        assert_int_equal(tables_news(house, guest[i]), NEWS_ANSWER);
        assert_false(tables_answer(house, guest[i])->is_refused);
        assert_int_equal(tables_answer(house, guest[i])->question, question);
        assert_true(last_state(guest[i], &news));
        assert_true(news.question > question);
    }
    house_close();
}

/* --- Answers ------------------------------------------------------------- */

static void the_same_answer_again(void **state)
{
    int guest[2];
    struct news_state a, b;
    uint32_t q;
    char first[64], other[64] = "-";

    (void)state;
    house_open(2);
    begin(guest, "qwixx", 2, 2);
    assert_true(last_state(guest[0], &a));
    assert_true(last_state(guest[1], &b));
    q = a.question;
    do
        strcpy(first, some_move(guest[0], &a));
    while (strcmp(first, "-") == 0);
    assert_string_equal(refusal(guest[0], move_request(guest[0], q, first)),
                        "");
    assert_true(last_state(guest[1], &b));
    assert_int_equal(b.answered, 1);
    /* Again, another one, and the first again: until the last one is in. */
    assert_string_equal(refusal(guest[0], move_request(guest[0], q, first)),
                        "");
    assert_string_equal(refusal(guest[0], move_request(guest[0], q, other)),
                        "");
    assert_false(last_state(guest[1], &b)); /* who sees nothing of it */
    assert_true(last_state(guest[0], &a));
    assert_string_equal(refusal(guest[0], move_request(guest[0], q, first)),
                        "");
    assert_string_equal(refusal(guest[1], move_request(guest[1], q, "-")), "");
    /* It is closed. */
    assert_string_equal(refusal(guest[0], move_request(guest[0], q, first)),
                        "");
    last_state(guest[0], &a);
    assert_string_equal(refusal(guest[0], move_request(guest[0], q, other)),
                        "table.too_late");
    assert_true(last_state(guest[0], &a)); /* the present view */
    assert_string_equal(
        refusal(guest[0], move_request(guest[0], a.question + 1, "-")),
        "table.no_question");
    assert_string_equal(
        refusal(guest[0], move_request(guest[0], a.question, "rubbish")),
        "error.illegal");
    house_close();
}

static void for_another_seat_or_table(void **state)
{
    int guest[2];
    struct news_state news;
    struct request request;

    (void)state;
    house_open(3);
    begin(guest, "qwixx", 2, 2);
    assert_true(last_state(guest[0], &news));
    request = move_request(guest[0], news.question, "-");
    request.seat = 1;
    assert_string_equal(refusal(guest[0], request), "table.not_yours");
    request = move_request(guest[0], news.question, "-");
    request.table[0] ^= 1;
    assert_string_equal(refusal(guest[0], request), "table.not_yours");
    house_close();
}

/* --- The process dies ---------------------------------------------------- */

static void dies_at_any_moment(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        static const char *const games[] = {"qwixx", "one-to-9",
                                            "quick-and-tactic"};
        int guest[3], deaths = 0;
        struct request hello[3];
        bool is_over = false;
        uint64_t known = 0;

        house_open(100 + seed);
        begin(guest, games[seed % 3], 3, 2);
        for (int i = 0; i < 2; i++)
            hello[i] = at_table(DO_hello, id_of(guest[0]));
        /* Their secrets, by handing the seats over. */
        for (int i = 0; i < 2; i++) {
            struct request take = at_table(DO_take, hello[i].table);

            memcpy(take.token, ask(guest[i], hand)->secret, SECRET);
            memcpy(hello[i].secret, ask(guest[i], take)->secret, SECRET);
        }
        for (int turns = 0; !is_over; turns++) {
            assert_true(turns < 20000);
            house_holds = pl_below(&house_rng, 3) == 0;
            house_think();
            if (pl_below(&house_rng, 100) == 0) {
                house_holds = false;
                house_dies();
                deaths++;
                for (int i = 0; i < 2; i++) {
                    guest[i] = arrive();
                    assert_string_equal(refusal(guest[i], hello[i]), "");
                }
                /* What was confirmed is there. */
                assert_true(house_synced_steps(hello[0].table) >= known);
            }
            for (int i = 0; i < 2; i++) {
                struct news_state news;

                while (!tables_listens(house, guest[i]))
                    house_sync();
                if (!last_state(guest[i], &news))
                    continue;
                is_over |= news.what == PL_OVER;
                if (!(news.asked >> i & 1) || news.choice >= 0)
                    continue;
                ask(guest[i], move_request(guest[i], news.question,
                                           some_move(guest[i], &news)));
                if (!house_holds)
                    known = house_synced_steps(hello[0].table);
            }
            if (pl_below(&house_rng, 2))
                house_sync();
        }
        house_holds = false;
        house_sync();
        check_record(guest[0], 1);
        house_dies();
        guest[0] = arrive();
        assert_string_equal(refusal(guest[0], hello[0]), "");
        check_record(guest[0], 1);
        house_close();
        (void)deaths;
    }
}

/* --- Who may what -------------------------------------------------------- */

static void rights(void **state)
{
    int guest[3], other;
    struct request bot = at_seat(DO_bot, 2), find = {.kind = DO_find};

    (void)state;
    house_open(5);
    gather(guest, "qwixx", 3, 2);
    strcpy(bot.name, "random");
    other = arrive();
    assert_string_equal(refusal(other, start), "table.at_none");
    assert_string_equal(refusal(other, at_table(DO_watch, "nowhere")),
                        "table.gone");
    assert_string_equal(refusal(other, at_table(DO_watch, id_of(guest[0]))),
                        "");
    assert_string_equal(refusal(other, start), "table.not_seated");
    assert_string_equal(refusal(guest[1], start), "table.opener_only");
    assert_string_equal(refusal(guest[1], bot), "table.opener_only");
    assert_string_equal(refusal(guest[1], closing), "table.opener_only");
    assert_string_equal(refusal(guest[0], rematch), "table.wrong_phase");
    assert_string_equal(refusal(guest[0], at_seat(DO_remove, 2)), "");
    assert_string_equal(refusal(guest[0], start), "table.empty_seat");
    bot.seat = 7;
    assert_string_equal(refusal(guest[0], bot), "table.bad_seat");
    bot.seat = 1;
    assert_string_equal(refusal(guest[0], bot), "table.taken");
    bot.seat = 2;
    strcpy(bot.name, "nosuch");
    assert_string_equal(refusal(guest[0], bot), "table.no_bot");
    strcpy(bot.name, "random");
    assert_string_equal(refusal(guest[0], bot), "");
    assert_string_equal(refusal(guest[1], at_seat(DO_sit, -1)), "table.seated");
    assert_string_equal(refusal(other, at_seat(DO_sit, -1)), "table.full");
    assert_string_equal(refusal(other, at_seat(DO_sit, 2)), "table.taken");
    /* A code that dies when the game starts. */
    strcpy(find.code, tables_table(house, guest[0])->code);
    assert_string_equal(refusal(other, find), "");
    assert_string_equal(tables_answer(house, other)->table, id_of(guest[0]));
    start_game(guest, 2);
    assert_string_equal(refusal(other, find), "table.no_code");
    /* The opener goes: the next one has the rights. */
    assert_string_equal(refusal(guest[0], leave), "");
    assert_int_equal(tables_table(house, guest[1])->opener, 1);
    assert_string_equal(refusal(guest[1], at_seat(DO_mute, 0)),
                        "table.bad_seat");
    /* The seat is free for another. */
    assert_string_equal(refusal(other, at_seat(DO_sit, 0)), "");
    assert_string_equal(refusal(guest[1], closing), "");
    assert_null(tables_table(house, other));
    assert_int_equal(tables_news(house, other), NEWS_END);
    assert_string_equal(tables_end(house, other), "table.closed");
    house_close();
}

static void a_seat_moves_to_another_device(void **state)
{
    int guest[2], other, third;
    struct request take, hello;

    (void)state;
    house_open(6);
    gather(guest, "qwixx", 2, 2);
    take = at_table(DO_take, id_of(guest[1]));
    memcpy(take.token, ask(guest[1], hand)->secret, SECRET);
    other = arrive();
    third = arrive();
    assert_string_equal(refusal(other, take), "");
    assert_int_equal(tables_seat(house, other), 1);
    hello = at_table(DO_hello, take.table);
    memcpy(hello.secret, tables_answer(house, other)->secret, SECRET);
    assert_int_equal(tables_news(house, guest[1]), NEWS_END);
    assert_string_equal(refusal(third, take), "table.bad_token"); /* once */
    /* The same secret on a second device: the first one is sent away. */
    assert_string_equal(refusal(third, hello), "");
    assert_int_equal(tables_seat(house, third), 1);
    assert_null(tables_table(house, other));
    hello.secret[0] ^= 1;
    assert_string_equal(refusal(other, hello), "table.bad_secret");
    /* And a token that no one fetched in time. */
    memcpy(take.token, ask(third, hand)->secret, SECRET);
    house_now += TOKEN_TIME;
    assert_string_equal(refusal(other, take), "table.bad_token");
    house_close();
}

/* The answer was lost and the page asks again, on another socket: it gets the
 * same seat, and nobody else gets it. */
static void sitting_down_can_be_said_again(void **state)
{
    int host, first, again, stranger;
    struct request sit = at_seat(DO_sit, -1), take;

    (void)state;
    house_open(26);
    host = arrive();
    assert_string_equal(refusal(host, open_request("qwixx", 3)), "");
    strcpy(sit.name, "Bo");
    sit.has_secret = true;
    memset(sit.secret, 7, SECRET);
    first = arrive();
    again = arrive();
    stranger = arrive();
    for (int i = first; i <= stranger; i++)
        assert_string_equal(refusal(i, at_table(DO_watch, id_of(host))), "");
    assert_string_equal(refusal(first, sit), "");
    assert_int_equal(tables_seat(house, first), 1);
    assert_string_equal(refusal(first, sit), "");
    assert_string_equal(refusal(again, sit), "");
    assert_int_equal(tables_answer(house, again)->seat, 1);
    assert_memory_equal(tables_answer(house, again)->secret, sit.secret,
                        SECRET);
    assert_int_equal(tables_seat(house, again), 1);
    assert_null(
        tables_table(house, first)); /* that socket is as good as gone */
    sit.secret[0] = 8;
    assert_string_equal(refusal(stranger, sit), "table.name_taken");
    strcpy(sit.name, "Cy");
    assert_string_equal(refusal(again, sit), "table.seated");
    /* A seat that is taken over as well. */
    take = at_table(DO_take, id_of(again));
    memcpy(take.token, ask(again, hand)->secret, SECRET);
    take.has_secret = true;
    memset(take.secret, 9, SECRET);
    assert_string_equal(refusal(stranger, take), "");
    first = arrive();
    assert_string_equal(refusal(first, take), "");
    assert_int_equal(tables_seat(house, first), 1);
    take.secret[0] = 8;
    assert_string_equal(refusal(stranger, take), "table.bad_token");
    house_close();
}

/* --- Time ---------------------------------------------------------------- */

static void a_bot_plays_for_who_is_away(void **state)
{
    int guest[2];
    struct news_state news;
    struct request hello = {.kind = DO_hello}, stand = at_seat(DO_stand, 1);

    (void)state;
    house_open(7);
    gather(guest, "qwixx", 2, 2);
    strcpy(hello.table, id_of(guest[0]));
    {
        struct request take = at_table(DO_take, hello.table);

        memcpy(take.token, ask(guest[1], hand)->secret, SECRET);
        memcpy(hello.secret, ask(guest[1], take)->secret, SECRET);
    }
    assert_string_equal(refusal(guest[1], promise_request(guest[1])), "");
    start_game(guest, 2);
    assert_string_equal(refusal(guest[0], stand), "table.not_away");
    tables_go(house, guest[1], house_now);
    house_now += house_limits.away - 1000;
    assert_string_equal(refusal(guest[0], stand), "table.not_away");
    house_now += 1000;
    assert_string_equal(refusal(guest[0], stand), "");
    assert_true(tables_table(house, guest[0])->seat[1].stand_in);
    house_think_all();
    assert_true(last_state(guest[0], &news));
    assert_true(news.answered >> 1 & 1);
    /* He comes back, and plays when he touches. */
    guest[1] = arrive();
    assert_string_equal(refusal(guest[1], hello), "");
    assert_true(tables_table(house, guest[0])->seat[1].stand_in);
    assert_string_equal(refusal(guest[1], back), "");
    assert_false(tables_table(house, guest[0])->seat[1].stand_in);
    house_close();
}

static void the_clock(void **state)
{
    int guest[2];
    struct news_state news;
    struct request opening = open_request("qwixx", 2);

    (void)state;
    house_open(8);
    opening.clock = 30;
    guest[0] = arrive();
    assert_string_equal(refusal(guest[0], opening), "");
    opening = at_seat(DO_bot, 1);
    strcpy(opening.name, "random");
    assert_string_equal(refusal(guest[0], opening), "");
    opening = (struct request){.kind = DO_nonce};
    assert_string_equal(refusal(guest[0], opening), "");
    assert_string_equal(refusal(guest[0], start), "");
    assert_true(last_state(guest[0], &news));
    assert_int_equal(news.left, 30000);
    house_now += 31000;
    tables_tick(house, house_now);
    house_sync();
    assert_false(tables_table(house, guest[0])->seat[0].stand_in);
    house_now += 1100;
    tables_tick(house, house_now);
    house_sync();
    assert_true(tables_table(house, guest[0])->seat[0].stand_in);
    house_think_all();
    assert_true(last_state(guest[0], &news));
    assert_true(news.what == PL_OVER); /* two bots to the end */
    house_close();
}

static void a_restart_gives_the_full_time_again(void **state)
{
    int guest[2];
    struct news_state news;
    struct request opening = open_request("qwixx", 2), hello;
    struct request nonce = {.kind = DO_nonce};
    struct request bot = at_seat(DO_bot, 1);

    (void)state;
    house_open(9);
    opening.clock = 30;
    guest[0] = arrive();
    hello = at_table(DO_hello, ask(guest[0], opening)->table);
    memcpy(hello.secret, tables_answer(house, guest[0])->secret, SECRET);
    strcpy(bot.name, "random");
    assert_string_equal(refusal(guest[0], bot), "");
    assert_string_equal(refusal(guest[0], nonce), "");
    assert_string_equal(refusal(guest[0], start), "");
    house_now += 20000;
    house_dies();
    guest[0] = arrive();
    assert_string_equal(refusal(guest[0], hello), "");
    assert_true(last_state(guest[0], &news));
    assert_true(news.left > 29000);
    house_close();
}

/* Anyone who stands in for the host gives the role back, and has not all of it:
 * a stranger cannot close the table, remove people or mute the host. */
static void the_opener_is_gone(void **state)
{
    struct request hello;
    int guest[3];

    (void)state;
    house_open(10);
    begin(guest, "qwixx", 3, 3);
    hello = at_table(DO_hello, id_of(guest[0]));
    assert_string_equal(refusal(guest[0], hand), "");
    hello.kind = DO_take;
    memcpy(hello.token, tables_answer(house, guest[0])->secret, SECRET);
    tables_go(house, guest[0], house_now);
    house_now += house_limits.away - 1;
    tables_tick(house, house_now);
    house_sync();
    assert_int_equal(tables_opener(house, guest[1]), 0);
    house_now += 1;
    tables_tick(house, house_now);
    house_sync();
    assert_int_equal(tables_opener(house, guest[1]), 1);
    assert_int_equal(tables_table(house, guest[1])->opener, 0);
    assert_string_equal(refusal(guest[2], at_seat(DO_mute, 1)),
                        "table.opener_only");
    assert_string_equal(refusal(guest[1], closing), "table.opener_only");
    assert_string_equal(refusal(guest[1], at_seat(DO_remove, 0)),
                        "table.opener_only");
    assert_string_equal(refusal(guest[1], at_seat(DO_remove, 2)),
                        "table.opener_only");
    assert_string_equal(refusal(guest[1], at_seat(DO_mute, 0)),
                        "table.opener_only");
    assert_string_equal(refusal(guest[1], at_seat(DO_free, 0)),
                        "table.opener_only");
    /* Others take his turn when he goes; it is the host's when he comes. */
    tables_go(house, guest[1], house_now);
    tables_tick(house, house_now);
    assert_int_equal(tables_opener(house, guest[2]), 2);
    guest[0] = arrive();
    assert_string_equal(refusal(guest[0], hello), "");
    hello.kind = DO_hello;
    memcpy(hello.secret, tables_answer(house, guest[0])->secret, SECRET);
    assert_int_equal(tables_opener(house, guest[2]), 0);
    /* It stays his, however long ago he was away. */
    house_now += 2 * house_limits.away;
    tables_tick(house, house_now);
    assert_int_equal(tables_opener(house, guest[2]), 0);
    /* Nobody who is away stands in for him. */
    tables_go(house, guest[0], house_now);
    tables_go(house, guest[2], house_now);
    house_now += house_limits.away;
    tables_tick(house, house_now);
    guest[0] = arrive();
    assert_string_equal(refusal(guest[0], at_table(DO_watch, hello.table)), "");
    assert_int_equal(tables_opener(house, guest[0]), 0);
    assert_string_equal(refusal(guest[0], hello), "");
    assert_string_equal(refusal(guest[0], closing), "");
    house_close();
}

static void tables_are_put_away_and_deleted(void **state)
{
    int guest[2], other;
    char id[TABLE_ID + 1];
    struct figures figures;

    (void)state;
    house_open(11);
    begin(guest, "qwixx", 2, 2);
    strcpy(id, id_of(guest[0]));
    tables_go(house, guest[0], house_now);
    tables_go(house, guest[1], house_now);
    house_now += 61 * 60 * 1000;
    tables_tick(house, house_now);
    house_sync();
    tables_figures(house, &figures);
    assert_int_equal(figures.tables, 0);
    /* Anyone who asks for it gets it back. */
    other = arrive();
    assert_string_equal(refusal(other, at_table(DO_watch, id)), "");
    tables_go(house, other, house_now);
    /* Not while it is here; a wrong clock alone deletes nothing. */
    tables_sweep(house, id);
    house_now += (int64_t)31 * 24 * 3600 * 1000;
    tables_tick(house, house_now);
    house_sync();
    other = arrive();
    assert_string_equal(refusal(other, at_table(DO_watch, id)), "");
    tables_go(house, other, house_now);
    house_now += 61 * 60 * 1000;
    tables_tick(house, house_now);
    tables_sweep(house, id);
    house_sync();
    other = arrive();
    assert_string_equal(refusal(other, at_table(DO_watch, id)), "table.gone");
    house_close();
}

/* Puts the table of two people away and returns its name. */
static void put_away(char id[TABLE_ID + 1])
{
    int guest[2];

    begin(guest, "one-to-9", 2, 2);
    strcpy(id, id_of(guest[0]));
    tables_go(house, guest[0], house_now);
    tables_go(house, guest[1], house_now);
    house_now += 61 * 60 * 1000;
    tables_tick(house, house_now);
    house_sync();
}

/* Another build may play by other rules: what it stored is not played on, and
 * anyone who comes is told why. */
static void tables_of_other_rules_are_closed(void **state)
{
    char id[TABLE_ID + 1];

    (void)state;
    house_open(17);
    put_away(id);
    house_data(id)->rules ^= 1;
    assert_string_equal(refusal(arrive(), at_table(DO_watch, id)),
                        "table.other_rules");
    assert_string_equal(refusal(arrive(), at_table(DO_hello, id)),
                        "table.other_rules");
    house_data(id)->rules ^= 1;
    assert_string_equal(refusal(arrive(), at_table(DO_watch, id)), "");
    house_close();
}

static void a_record_that_is_not_kept_is_refused(void **state)
{
    char id[TABLE_ID + 1];
    int guest;

    (void)state;
    house_open(20);
    gather(&guest, "qwixx", 2, 1);
    strcpy(id, id_of(guest));
    house_data(id)->games = 3;
    house_dies();
    guest = arrive();
    assert_string_equal(refusal(guest, at_table(DO_watch, id)), "");
    assert_string_equal(
        refusal(guest, (struct request){.kind = DO_record, .number = 2}),
        "table.no_record");
    house_close();
}

/* The store still has it: it is erased only when the disk takes that. */
static void a_closed_table_does_not_come_back(void **state)
{
    char id[TABLE_ID + 1];
    const struct answer *answer;
    struct table_data read; /* before it is closed, by an errand */
    struct request hello;
    int guest[2];

    (void)state;
    house_open(21);
    gather(guest, "qwixx", 2, 1);
    strcpy(id, id_of(guest[0]));
    read = *house_data(id);
    hello = at_table(DO_hello, id);
    house_holds = true;
    ask(guest[0], closing);
    assert_false(tables_restore(house, &read, NULL, 0));
    assert_int_equal(tables_gone(house), 0);
    ask(guest[0], at_table(DO_watch, id));
    ask(guest[0], hello);
    guest[1] = arrive();
    ask(guest[1], at_table(DO_watch, id));
    assert_null(tables_table(house, guest[0]));
    assert_null(tables_table(house, guest[1]));
    house_sync();
    assert_int_equal(tables_gone(house), 1); /* now it is read again */
    assert_int_equal(tables_news(house, guest[0]), NEWS_ANSWER);
    assert_false(tables_answer(house, guest[0])->is_refused);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(tables_news(house, guest[0]), NEWS_ANSWER);
        answer = tables_answer(house, guest[0]);
        assert_true(answer->is_refused);
        assert_string_equal(answer->why.id, "table.gone");
    }
    house_holds = false;
    assert_string_equal(refusal(guest[1], at_table(DO_watch, id)),
                        "table.gone");
    house_close();
}

/* The operator wants it back while the store still has it. */
static void a_closed_table_can_be_restored_at_once(void **state)
{
    char id[TABLE_ID + 1];
    struct table_data backup;
    int guest;

    (void)state;
    house_open(22);
    gather(&guest, "qwixx", 2, 1);
    strcpy(id, id_of(guest));
    backup = *house_data(id);
    house_holds = true;
    ask(guest, closing);
    assert_true(tables_replace(house, &backup, NULL, 0, NULL, 0, house_now));
    assert_true(tables_is_here(house, id));
    house_holds = false;
    house_sync();
    assert_string_equal(refusal(arrive(), at_table(DO_watch, id)), "");
    house_dies();
    assert_string_equal(refusal(arrive(), at_table(DO_watch, id)), "");
    house_close();
}

/* What these rules cannot play on takes no one's place. */
static void a_backup_of_other_rules_changes_nothing(void **state)
{
    char id[TABLE_ID + 1];
    struct table_data backup;
    int guest[2];

    (void)state;
    house_open(23);
    begin(guest, "qwixx", 2, 2);
    strcpy(id, id_of(guest[0]));
    backup = *house_data(id);
    backup.rules ^= 1;
    assert_false(tables_replace(house, &backup, house_steps(id),
                                house_synced_steps(id), NULL, 0, house_now));
    for (int i = 0; i < 2; i++)
        assert_non_null(tables_match(house, guest[i]));
    house_sync();
    assert_true(house_is_sound(id));
    house_dies();
    assert_string_equal(refusal(arrive(), at_table(DO_watch, id)), "");
    house_close();
}

/* Anyone who only sits there for weeks keeps the table, on the disk as well. */
static void a_table_with_somebody_there_is_not_old(void **state)
{
    int guest[2];
    int64_t touched;

    (void)state;
    house_open(22);
    gather(guest, "qwixx", 2, 1);
    touched = house_data(id_of(guest[0]))->touched;
    tables_tick(house, house_now += 25 * 3600000);
    house_sync();
    assert_true(house_data(id_of(guest[0]))->touched > touched);
    house_close();
}

/* A table that is only waiting for room is not gone. */
static void a_full_house_keeps_what_is_put_away(void **state)
{
    char id[TABLE_ID + 1];
    const char *why;
    int guest;

    (void)state;
    house_open(18);
    put_away(id);
    do
        why = refusal(guest = arrive(), open_request("qwixx", 2));
    while (why[0] == '\0');
    assert_string_equal(why, "table.house_full");
    assert_string_equal(refusal(guest, at_table(DO_watch, id)),
                        "table.house_full");
    assert_string_equal(refusal(0, (struct request){.kind = DO_close}), "");
    assert_string_equal(refusal(guest, at_table(DO_watch, id)), "");
    house_close();
}

static void one_address_opens_so_many_tables(void **state)
{
    const int most = house_limits.openings;
    int64_t begun;
    int guest;

    (void)state;
    house_open(19);
    house_limits.openings = 3;
    begun = house_now;
    for (int i = 0; i < 3; i++) {
        guest = arrive_from(7);
        assert_string_equal(refusal(guest, open_request("qwixx", 2)), "");
        tables_go(house, guest, house_now);
    }
    guest = arrive_from(7);
    assert_string_equal(refusal(guest, open_request("qwixx", 2)),
                        "table.too_many_waiting");
    assert_string_equal(refusal(arrive_from(8), open_request("qwixx", 2)), "");
    /* Closing them does not make it faster. */
    for (int i = 0; i < 3; i++) {
        guest = arrive_from(9);
        assert_string_equal(refusal(guest, open_request("qwixx", 2)), "");
        assert_string_equal(refusal(guest, closing), "");
        tables_go(house, guest, house_now);
    }
    guest = arrive_from(9);
    assert_string_equal(refusal(guest, open_request("qwixx", 2)),
                        "table.too_fast");
    house_now = begun + 40000;
    assert_string_equal(refusal(guest, open_request("qwixx", 2)), "");
    house_limits.openings = most;
    house_close();
}

/* The oldest that no one ever played at, then the one that was left longest
 * ago; each comes back when someone asks. */
static void a_full_house_puts_away_what_no_one_is_at(void **state)
{
    char id[4][TABLE_ID + 1];
    struct figures figures;
    int guest[2], late;

    (void)state;
    house_open(20);
    for (int i = 0; i < 2; i++) {
        begin(guest, "qwixx", 2, 2);
        strcpy(id[i], id_of(guest[0]));
        house_now += 1000;
        tables_go(house, guest[0], house_now);
        tables_go(house, guest[1], house_now);
    }
    for (int i = 2; i < 4; i++) {
        late = arrive();
        assert_string_equal(refusal(late, open_request("qwixx", 2)), "");
        strcpy(id[i], id_of(late));
        tables_go(house, late, house_now);
    }
    for (int i = 4; i < house_limits.tables; i++)
        assert_string_equal(refusal(arrive(), open_request("qwixx", 2)), "");
    late = arrive();
    assert_string_equal(refusal(late, open_request("qwixx", 2)), "");
    tables_figures(house, &figures);
    assert_int_equal(figures.tables, house_limits.tables);
    assert_int_equal(figures.put_away, 1);
    assert_false(tables_is_here(house, id[2]));
    /* It needs a place itself: that of the second. */
    assert_string_equal(refusal(arrive(), at_table(DO_watch, id[2])), "");
    assert_false(tables_is_here(house, id[3]));
    /* Now all that are left are played or have someone there. */
    assert_string_equal(refusal(arrive(), open_request("qwixx", 2)), "");
    assert_false(tables_is_here(house, id[0]));
    assert_true(tables_is_here(house, id[1]));
    assert_string_equal(refusal(arrive(), at_table(DO_watch, id[0])), "");
    assert_false(tables_is_here(house, id[1]));
    /* There is someone at each. */
    assert_string_equal(refusal(arrive(), open_request("qwixx", 2)),
                        "table.house_full");
    assert_string_equal(refusal(arrive(), at_table(DO_watch, id[1])),
                        "table.house_full");
    house_close();
}

/* What a bot thinks is for the table that asked, and no other. */
static void a_table_where_a_bot_thinks_keeps_its_place(void **state)
{
    char id[TABLE_ID + 1];
    int guest[2];

    (void)state;
    house_open(21);
    begin(guest, "qwixx", 2, 1);
    strcpy(id, id_of(guest[0]));
    tables_go(house, guest[0], house_now);
    for (int i = 1; i < house_limits.tables; i++)
        assert_string_equal(refusal(arrive(), open_request("qwixx", 2)), "");
    assert_string_equal(refusal(arrive(), open_request("qwixx", 2)),
                        "table.house_full");
    assert_true(tables_is_here(house, id));
    house_think_all();
    assert_string_equal(refusal(arrive(), open_request("qwixx", 2)), "");
    assert_false(tables_is_here(house, id));
    house_close();
}

/* Guessing codes ends soon, for the address that guesses and for no one else;
 * those that are right cost nothing. */
static void wrong_codes_are_counted_by_address(void **state)
{
    struct request wrong = {.kind = DO_find, .code = "zzzzzz"}, right = wrong;
    int opener, guest;

    (void)state;
    house_open(23);
    opener = arrive_from(1);
    assert_string_equal(refusal(opener, open_request("qwixx", 2)), "");
    strcpy(right.code, tables_table(house, opener)->code);
    guest = arrive_from(2);
    for (int i = 0; i < 100; i++)
        assert_string_equal(refusal(guest, right), "");
    for (int i = 0; i < 20; i++) {
        assert_string_equal(refusal(guest, wrong), "table.no_code");
        tables_go(house, guest, house_now);
        guest = arrive_from(2);
    }
    assert_string_equal(refusal(guest, wrong), "table.too_many_codes");
    assert_string_equal(refusal(guest, right), "table.too_many_codes");
    for (uint64_t from = 3; from < 33; from++) {
        guest = arrive_from(from);
        for (int i = 0; i < 20; i++)
            assert_string_equal(refusal(guest, wrong), "table.no_code");
        tables_go(house, guest, house_now);
    }
    assert_string_equal(refusal(opener, right), "");
    house_close();
}

/* Also while it is put away, and not a moment after it was closed. */
static void a_code_is_good_as_long_as_its_table_waits(void **state)
{
    struct request find = {.kind = DO_find};
    int guest, other;

    (void)state;
    house_open(24);
    guest = arrive();
    assert_string_equal(refusal(guest, open_request("qwixx", 2)), "");
    strcpy(find.code, tables_table(house, guest)->code);
    tables_go(house, guest, house_now);
    tables_tick(house, house_now += 61 * 60 * 1000);
    house_sync();
    guest = arrive();
    assert_string_equal(refusal(guest, find), "");
    assert_string_equal(
        refusal(guest, at_table(DO_watch, tables_answer(house, guest)->table)),
        "");
    tables_go(house, guest, house_now);
    house_close();
    house_open(25);
    guest = arrive();
    assert_string_equal(refusal(guest, open_request("qwixx", 2)), "");
    strcpy(find.code, tables_table(house, guest)->code);
    other = arrive();
    house_holds = true;
    ask(guest, closing);
    ask(other, find);
    house_holds = false;
    house_sync();
    while (tables_news(house, other) != NEWS_ANSWER)
        ;
    assert_string_equal(tables_answer(house, other)->why.id, "table.no_code");
    house_close();
}

/* --- Real dice ----------------------------------------------------------- */

static void real_dice_are_typed_by_the_active_player(void **state)
{
    static const char *const face[] = {"3", "4", "1", "5", "6", "2"};
    int guest[2];
    struct news_state news;
    struct request opening = open_request("qwixx", 2);
    struct request sit = at_seat(DO_sit, 1), nonce = {.kind = DO_nonce};
    struct request dice = {.kind = DO_dice, .faces = 6};

    (void)state;
    house_open(12);
    guest[0] = arrive();
    guest[1] = arrive();
    opening.has_real_dice = true;
    assert_string_equal(refusal(guest[0], opening), "");
    strcpy(sit.name, "Bo");
    assert_string_equal(refusal(guest[1], at_table(DO_watch, id_of(guest[0]))),
                        "");
    assert_string_equal(refusal(guest[1], sit), "");
    for (int i = 0; i < 2; i++)
        assert_string_equal(refusal(guest[i], nonce), "");
    assert_string_equal(refusal(guest[0], start), "");
    assert_true(last_state(guest[1], &news));
    assert_int_equal(news.what, PL_CHANCE);
    assert_int_equal(news.throws, 0);
    for (int i = 0; i < 6; i++)
        strcpy(dice.face[i], face[i]);
    dice.question = news.question;
    assert_string_equal(refusal(guest[1], dice), "table.not_your_dice");
    strcpy(dice.face[0], "9");
    assert_string_equal(refusal(guest[0], dice), "error.bad_face");
    strcpy(dice.face[0], "3");
    assert_string_equal(refusal(guest[0], dice), "");
    assert_string_equal(refusal(guest[0], dice), ""); /* again */
    strcpy(dice.face[0], "4");
    assert_string_equal(refusal(guest[0], dice), "table.too_late");
    assert_true(last_state(guest[1], &news));
    assert_int_equal(news.asked, 3);
    /* Hidden cards cannot be real. */
    opening = open_request("one-to-9", 2);
    opening.has_real_dice = true;
    assert_string_equal(refusal(arrive(), opening), "table.no_real_dice");
    house_close();
}

/* --- Limits -------------------------------------------------------------- */

static void everything_has_a_limit(void **state)
{
    int first, guest;
    struct request chat = {.kind = DO_chat, .text = "hello"};
    struct request opening = open_request("qwixx", 2);
    struct request lobby = {.kind = DO_lobby};
    const char *why = "";

    (void)state;
    house_open(13);
    first = arrive();
    assert_string_equal(refusal(first, chat), "table.at_none");
    assert_string_equal(refusal(first, opening), "");
    assert_string_equal(refusal(first, chat), "table.no_chat");
    guest = arrive();
    opening.has_chat = true;
    assert_string_equal(refusal(guest, opening), "");
    for (int i = 0; i < 10; i++)
        why = refusal(guest, chat);
    assert_string_equal(why, "table.too_fast");
    guest = arrive();
    for (int i = 0; i < 200; i++) {
        house_now -= 60; /* all at the same moment */
        why = refusal(guest, lobby);
    }
    assert_string_equal(why, "table.too_fast");
    /* The house is full. */
    while ((guest = arrive()) >= 0 &&
           strcmp(why = refusal(guest, opening), "") == 0)
        ;
    assert_string_equal(why, "table.house_full");
    while (arrive() >= 0)
        ;
    /* Too many look on. */
    house_close();
    house_open(14);
    first = arrive();
    assert_string_equal(refusal(first, opening), "");
    for (int i = 0; i <= house_limits.watchers; i++)
        why = refusal(arrive(), at_table(DO_watch, id_of(first)));
    assert_string_equal(why, "table.too_many_watchers");
    house_close();
}

static void the_lobby_lists_who_wants_to_be_listed(void **state)
{
    const struct table_data *list[LOBBY_MOST];
    struct request opening = open_request("qwixx", 2);
    int guest;

    (void)state;
    house_open(15);
    guest = arrive();
    assert_string_equal(refusal(guest, opening), "");
    assert_int_equal(tables_lobby(house, list), 0);
    opening.is_listed = true;
    guest = arrive();
    assert_string_equal(refusal(guest, opening), "");
    assert_int_equal(tables_lobby(house, list), 1);
    tables_go(house, guest, house_now);
    assert_int_equal(tables_lobby(house, list), 0);
    house_close();
}

/* --- Anything at all ----------------------------------------------------- */

static int pick(int n)
{
    return (int)pl_below(&house_rng, (uint32_t)n);
}

/* Random requests of random guests: nothing breaks, and what is stored is what
 * a restart brings back. */
static void any_requests_in_any_order(void **state)
{
    enum { GUESTS = 12 };
    int guest[GUESTS];
    char id[4][TABLE_ID + 1] = {"", "", "", "x"};

    (void)state;
    house_open(16);
    for (int i = 0; i < GUESTS; i++)
        guest[i] = arrive();
    for (int n = 0; n < 60000; n++) {
        int i = pick(GUESTS);
        struct request r = {.kind = (uint8_t)pick(DO_COUNT),
                            .seat = (int8_t)(pick(8) - 1),
                            .question = (uint32_t)pick(60),
                            .number = (uint32_t)pick(4),
                            .faces = (uint8_t)pick(7),
                            .flag = pick(2)};
        struct news_state news;

        if ((r.kind == DO_close && pick(50)) || (r.kind == DO_open && pick(4)))
            continue;
        if (r.kind == DO_open) {
            uint8_t kind = r.kind;

            r = open_request(pl_games[pick(8)]->id, 2);
            r.kind = kind;
            r.has_chat = r.has_reactions = r.is_listed = pick(2);
            r.has_real_dice = pick(2);
            r.clock = (uint16_t)(pick(2) * 5);
        }
        strcpy(r.table, id[pick(4)]);
        strcpy(r.name, pick(2) ? "random" : "Zed");
        strcpy(r.word, "-");
        for (int d = 0; d < PL_DICE; d++)
            strcpy(r.face[d], pick(2) ? "1" : "2");
        if (last_state(guest[i], &news)) {
            r.question = news.question;
            if (news.what == PL_DECIDE && tables_seat(house, guest[i]) >= 0 &&
                news.asked >> tables_seat(house, guest[i]) & 1 && pick(4))
                r = move_request(guest[i], news.question,
                                 some_move(guest[i], &news));
        }
        house_now += pick(500);
        if (!tables_listens(house, guest[i]))
            house_sync();
        last_state(guest[i], &news);
        tables_ask(house, guest[i], &r, house_now);
        if (pick(3))
            house_sync();
        if (tables_table(house, guest[i]))
            strcpy(id[pick(3)], tables_table(house, guest[i])->id);
        while (pick(3) && house_think())
            ;
        if (pick(20) == 0)
            tables_tick(house, house_now += pick(4000));
        if (pick(40) == 0) {
            tables_go(house, guest[i], house_now);
            guest[i] = arrive();
        }
        if (pick(3000) == 0) {
            house_dies();
            for (int g = 0; g < GUESTS; g++)
                guest[g] = arrive();
        }
    }
    house_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games_with_people_and_bots),
        cmocka_unit_test(a_sheet_of_the_hosts_own),
        cmocka_unit_test(the_rematch_is_on_the_same_sheet),
        cmocka_unit_test(bots_outlive_a_table_with_a_sheet),
        cmocka_unit_test(sheets_are_checked),
        cmocka_unit_test(nobody_sees_what_is_not_stored),
        cmocka_unit_test(the_same_answer_again),
        cmocka_unit_test(for_another_seat_or_table),
        cmocka_unit_test(dies_at_any_moment),
        cmocka_unit_test(rights),
        cmocka_unit_test(a_seat_moves_to_another_device),
        cmocka_unit_test(sitting_down_can_be_said_again),
        cmocka_unit_test(a_bot_plays_for_who_is_away),
        cmocka_unit_test(the_clock),
        cmocka_unit_test(a_restart_gives_the_full_time_again),
        cmocka_unit_test(the_opener_is_gone),
        cmocka_unit_test(tables_are_put_away_and_deleted),
        cmocka_unit_test(tables_of_other_rules_are_closed),
        cmocka_unit_test(a_record_that_is_not_kept_is_refused),
        cmocka_unit_test(a_closed_table_does_not_come_back),
        cmocka_unit_test(a_closed_table_can_be_restored_at_once),
        cmocka_unit_test(a_backup_of_other_rules_changes_nothing),
        cmocka_unit_test(a_table_with_somebody_there_is_not_old),
        cmocka_unit_test(a_full_house_keeps_what_is_put_away),
        cmocka_unit_test(wrong_codes_are_counted_by_address),
        cmocka_unit_test(a_code_is_good_as_long_as_its_table_waits),
        cmocka_unit_test(one_address_opens_so_many_tables),
        cmocka_unit_test(a_full_house_puts_away_what_no_one_is_at),
        cmocka_unit_test(a_table_where_a_bot_thinks_keeps_its_place),
        cmocka_unit_test(real_dice_are_typed_by_the_active_player),
        cmocka_unit_test(everything_has_a_limit),
        cmocka_unit_test(the_lobby_lists_who_wants_to_be_listed),
        cmocka_unit_test(any_requests_in_any_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
