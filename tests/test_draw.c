/* Dice that no one can choose, no matter who runs the server: nonces that were
 * committed to, and draws made together; and what happens when someone is
 * silent, lies, goes, or the process dies. */
#include "../server/wire.h"
#include "house.h"
#include "sha256.h"

#include <stdlib.h>

enum { MOST = PL_SEATS, REVEAL_TIME = 5000, DRAW_TIME = 2000 };

static const struct request start = {.kind = DO_start},
                            leave = {.kind = DO_leave},
                            hand = {.kind = DO_hand};

static int guest[MOST];

static const struct table_data *table(void)
{
    return tables_table(house, guest[0]);
}

static struct request together(const char *game, int seats)
{
    struct request opening = open_request(game, seats);

    opening.has_together = true;
    return opening;
}

static void wait_for(int ms)
{
    house_now += ms;
    tables_tick(house, house_now);
    house_sync();
}

static void read_whole(struct pl_match *match, uint32_t game)
{
    struct pl_buffer record = {0};
    struct pl_message why;
    int line;

    assert_true(tables_record(house, guest[0], game, &record));
    assert_true(pl_record_read(match, record.s, record.length, &why, &line));
    pl_buffer_free(&record);
}

static void check_fair(uint32_t game, struct pl_fair_counts *counts)
{
    struct pl_match match = {0};
    struct pl_message why;
    size_t step;

    read_whole(&match, game);
    assert_true(pl_fair_check(&match, &step, &why));
    pl_fair_count(&match, counts);
    pl_match_free(&match);
}

/* --- Nonces --------------------------------------------------------------- */

static void nobody_shows_before_all_have_committed(void **state)
{
    struct request wrong;

    (void)state;
    house_open(1);
    gather(guest, "qwixx", 2, 2);
    assert_string_equal(refusal(guest[0], nonce_request(guest[0])),
                        "table.wrong_phase");
    assert_string_equal(refusal(guest[0], start), "");
    assert_true(tables_reveals(house, guest[0]));
    assert_int_equal(table()->phase, TABLE_OPEN);
    assert_string_equal(refusal(guest[1], nonce_request(guest[1])), "");
    /* Seat 0 has seen that, and would like to have committed otherwise. */
    wrong = nonce_request(guest[0]);
    wrong.secret[0] ^= 1;
    assert_string_equal(refusal(guest[0], wrong), "table.wrong_nonce");
    wrong = (struct request){.kind = DO_commit, .sum = {1}};
    assert_string_equal(refusal(guest[0], wrong), "table.nonce_given");
    assert_string_equal(refusal(guest[0], nonce_request(guest[0])), "");
    assert_int_equal(table()->phase, TABLE_PLAYING);
    house_close();
}

static void who_does_not_show_makes_everything_afresh(void **state)
{
    uint8_t before[PL_SEED];
    char code[TABLE_CODE + 1];

    (void)state;
    house_open(2);
    gather(guest, "qwixx", 2, 2);
    memcpy(before, table()->fair.commitment, PL_SEED);
    strcpy(code, table()->code);
    assert_string_equal(refusal(guest[0], start), "");
    show_nonces(guest, 1);
    wait_for(REVEAL_TIME - 200);
    assert_true(tables_reveals(house, guest[0]));
    wait_for(200);
    assert_false(tables_reveals(house, guest[0]));
    assert_int_equal(table()->phase, TABLE_OPEN);
    assert_int_equal(table()->fair.hashes | table()->fair.nonces, 0);
    assert_memory_not_equal(table()->fair.commitment, before, PL_SEED);
    assert_string_equal(table()->code, code);
    assert_string_equal(refusal(guest[0], start), "table.not_ready");
    for (int i = 0; i < 2; i++)
        assert_string_equal(refusal(guest[i], promise_request(guest[i])), "");
    start_game(guest, 2);
    assert_int_equal(table()->phase, TABLE_PLAYING);
    house_close();
}

static void who_leaves_meanwhile_makes_everything_afresh(void **state)
{
    uint8_t before[PL_SEED];

    (void)state;
    house_open(3);
    gather(guest, "qwixx", 3, 3);
    memcpy(before, table()->fair.commitment, PL_SEED);
    assert_string_equal(refusal(guest[0], start), "");
    show_nonces(guest, 2);
    assert_string_equal(refusal(guest[2], leave), "");
    assert_memory_not_equal(table()->fair.commitment, before, PL_SEED);
    assert_int_equal(table()->fair.hashes, 0);
    house_close();
}

static void the_end_of_the_process_forgets_no_promise(void **state)
{
    struct request take = {.kind = DO_take};

    (void)state;
    house_open(4);
    gather(guest, "qwixx", 2, 2);
    assert_string_equal(refusal(guest[0], start), "");
    show_nonces(guest, 1);
    strcpy(take.table, table()->id);
    memcpy(take.token, ask(guest[0], hand)->secret, SECRET);
    house_dies();
    guest[0] = arrive();
    assert_int_equal(house_data(take.table)->fair.hashes, 3);
    assert_string_equal(refusal(guest[0], take), "");
    /* The nonce of the other device is no one's any more. */
    assert_int_equal(table()->fair.hashes, 2);
    assert_false(tables_reveals(house, guest[0]));
    house_close();
}

/* A page from before gives its nonce at once; the others need not. */
static void pages_of_before_can_still_play(void **state)
{
    struct request nonce = {.kind = DO_nonce, .secret = {7}};

    (void)state;
    house_open(5);
    gather(guest, "qwixx", 3, 3);
    assert_string_equal(refusal(guest[1], leave), "");
    guest[1] = arrive();
    {
        struct request watch = {.kind = DO_watch},
                       sit = {.kind = DO_sit, .seat = 1, .name = "Old"};

        strcpy(watch.table, table()->id);
        assert_string_equal(refusal(guest[1], watch), "");
        assert_string_equal(refusal(guest[1], sit), "");
    }
    assert_string_equal(refusal(guest[1], nonce), "");
    assert_string_equal(refusal(guest[1], nonce), "");
    assert_string_equal(refusal(guest[0], start), "");
    show_nonces(guest, 1);
    show_nonces(guest + 2, 1);
    assert_int_equal(table()->phase, TABLE_PLAYING);
    house_close();
}

/* --- The attack ----------------------------------------------------------- */

static const struct pl_game *qwixx;

static bool is_six_sixes(const struct pl_fair *fair, const uint8_t *mixed)
{
    struct pl_match match = {0};
    struct pl_chance chance;
    uint8_t face[PL_DICE];
    bool good = true;

    sit(&match, qwixx, 2, "");
    qwixx->chance(qwixx, &match.state, &chance);
    pl_fair_roll(fair, NULL, 0, mixed, &chance, face);
    for (int i = 0; i < 6; i++)
        good = good && face[i] == 5;
    pl_match_free(&match);
    return good;
}

/* The operator sits at seat 0, reads everything that the server knows, and
 * tries nonces until the first throw suits him. */
static bool grind(struct pl_fair *fair, uint32_t tries)
{
    for (uint32_t i = 0; i < tries; i++) {
        memcpy(fair->nonce[0], &i, sizeof i);
        if (is_six_sixes(fair, NULL))
            return true;
    }
    return false;
}

/* As it was: he gives his nonce last, and the record passes. */
static void grinding_worked(void **state)
{
    struct pl_fair fair;

    (void)state;
    house_open(6);
    gather(guest, "qwixx", 2, 2);
    fair = table()->fair; /* the seed is in it */
    memset(fair.nonce[1], 0x5a, PL_NONCE);
    fair.hashes = 0;
    fair.nonces = 3;
    assert_true(grind(&fair, 2000000));
    {
        struct pl_match match = {0};
        struct pl_message why;
        uint8_t sixes[6] = {5, 5, 5, 5, 5, 5};
        size_t step;

        sit(&match, qwixx, 2, "");
        assert_true(pl_match_land(&match, sixes, 6, &why));
        match.fair = fair;
        match.fair.is_revealed = true;
        assert_true(pl_fair_check(&match, &step, &why)); /* and "fair" it is */
        pl_match_free(&match);
    }
    house_close();
}

/* Now: when he knows the other nonce, his own is promised. His server may lie
 * about it, but then what the others saw before is not in the record. */
static void grinding_does_not_work(void **state)
{
    struct pl_fair fair, seen;
    struct pl_match match = {0};
    struct pl_message why;
    struct request ground = {.kind = DO_nonce};
    uint8_t sixes[6] = {5, 5, 5, 5, 5, 5};
    size_t step;

    (void)state;
    house_open(6);
    gather(guest, "qwixx", 2, 2);
    assert_string_equal(refusal(guest[0], start), "");
    seen = table()->fair; /* what the device at seat 1 keeps */
    show_nonces(guest + 1, 1);
    fair = table()->fair;
    assert_true(grind(&fair, 2000000));
    memcpy(ground.secret, fair.nonce[0], PL_NONCE);
    assert_string_equal(refusal(guest[0], ground), "table.wrong_nonce");
    /* With a server of his own making. */
    sit(&match, qwixx, 2, "");
    assert_true(pl_match_land(&match, sixes, 6, &why));
    match.fair = fair;
    match.fair.nonces = 3;
    match.fair.is_revealed = true;
    assert_false(pl_fair_check(&match, &step, &why));
    assert_string_equal(why.id, "error.wrong_nonce");
    pl_fair_hash(&fair, 0, fair.nonce[0], match.fair.hash[0]);
    assert_true(pl_fair_check(&match, &step, &why)); /* whole in itself, but */
    assert_memory_not_equal(match.fair.hash[0], seen.hash[0], PL_SEED);
    pl_match_free(&match);
    house_close();
}

/* --- Drawing together ----------------------------------------------------- */

/* The draw that is open, as seat i hears of it when it comes anew. */
static struct news_state open_draw(int i)
{
    struct news_state news = {0};

    tables_state(house, guest[i], house_now, &news);
    return news;
}

/* Brings the link that this guest is asked for, if he is. */
static void bring_link(int i)
{
    struct news_state news = open_draw(i);

    assert_true(news.draw && news.named >> tables_seat(house, guest[i]) & 1);
    assert_string_equal(refusal(guest[i], link_request(guest[i], &news)), "");
}

/* Does what a person's device and the person do: false, nothing. */
static bool act(int i, bool is_silent)
{
    struct news_state news = open_draw(i);
    int seat = tables_seat(house, guest[i]);

    if (news.draw && news.named >> seat & 1 && !is_silent) {
        const char *no = refusal(guest[i], link_request(guest[i], &news));

        /* Brought already: the same again is good, and nothing happens. */
        assert_string_equal(no, "");
        return open_draw(i).draw != news.draw;
    }
    if (!(news.asked >> seat & 1) || news.choice >= 0)
        return false;
    assert_string_equal(
        refusal(guest[i], move_request(guest[i], news.question,
                                       some_move(guest[i], &news))),
        "");
    return true;
}

/* Everyone answers and draws until it is over; one may be silent. */
static void play_on(int people, int silent)
{
    for (int turns = 0; table()->phase == TABLE_PLAYING; turns++) {
        bool is_moving = false;

        assert_true(turns < 10000);
        house_think_all();
        for (int i = 0; i < people; i++)
            is_moving |= table()->phase == TABLE_PLAYING && act(i, i == silent);
        if (!is_moving && silent >= 0)
            wait_for(DRAW_TIME + 100);
    }
}

static void whole_games_drawn_together(void **state)
{
    (void)state;
    for (int i = 0; pl_games[i]; i++) {
        int seats = pl_games[i]->max_seats, people = seats - 1;
        struct pl_fair_counts counts;

        if (people < 2)
            continue;
        house_open(10 + (uint64_t)i);
        gather_at(guest, together(pl_games[i]->id, seats), people);
        start_game(guest, people);
        assert_true(table()->fair.is_together);
        play_on(people, -1);
        check_fair(1, &counts);
        assert_true(counts.draws > 0 && counts.results >= counts.draws);
        assert_int_equal(counts.alone, 0);
        assert_int_equal(counts.left_out, 0);
        /* And a rematch, with new chains. */
        assert_string_equal(
            refusal(guest[0], (struct request){.kind = DO_rematch}), "");
        for (int g = 0; g < people; g++)
            assert_string_equal(refusal(guest[g], promise_request(guest[g])),
                                "");
        start_game(guest, people);
        play_on(people, -1);
        check_fair(2, &counts);
        assert_int_equal(counts.alone, 0);
        house_close();
    }
}

static void alone_or_with_real_dice_nothing_is_drawn(void **state)
{
    struct request real = together("qwixx", 2);

    (void)state;
    house_open(20);
    gather_at(guest, together("qwixx", 2), 1);
    start_game(guest, 1);
    assert_false(table()->fair.is_together);
    house_close();
    house_open(20);
    real.has_real_dice = true;
    gather_at(guest, real, 2);
    start_game(guest, 2);
    assert_false(table()->fair.is_together);
    house_close();
}

static void begin_drawing(uint64_t seed, int seats, int people)
{
    house_open(seed);
    gather_at(guest, together("qwixx", seats), people);
    start_game(guest, people);
    assert_true(open_draw(0).draw == 1);
}

static int results(void)
{
    return (int)tables_match(house, guest[0])->steps;
}

static void who_is_silent_is_left_out(void **state)
{
    struct pl_fair_counts counts;
    struct news_state news;
    struct request link;

    (void)state;
    begin_drawing(21, 3, 3);
    assert_int_equal(open_draw(0).named, 7);
    bring_link(0);
    bring_link(1);
    news = open_draw(2);
    link = link_request(guest[2], &news);
    wait_for(DRAW_TIME - 500);
    assert_int_equal(results(), 0);
    wait_for(600);
    assert_int_equal(results(), 1);
    /* Too late: it is worth nothing. */
    assert_string_equal(refusal(guest[2], link), "table.too_late");
    play_on(3, 2);
    check_fair(1, &counts);
    assert_int_equal(counts.left_out, 3); /* then it was no longer named */
    assert_int_equal(counts.alone, 0);
    house_close();
}

/* Speaking up brings a few more turns; no one can make others wait each time.
 */
static void who_is_silent_again_and_again(void **state)
{
    struct pl_fair_counts counts;

    (void)state;
    begin_drawing(22, 2, 2);
    while (table()->phase == TABLE_PLAYING) {
        bool is_moving = false;

        ask(guest[1], anchor_request(guest[1], false, 0));
        for (int i = 0; i < 2; i++)
            is_moving |= table()->phase == TABLE_PLAYING && act(i, i == 1);
        if (!is_moving)
            wait_for(DRAW_TIME + 100);
    }
    check_fair(1, &counts);
    assert_int_equal(counts.left_out, 6);
    assert_true(counts.draws > 7);
    house_close();
}

/* Up to that draw; seat 1 brings no link to those of a set. */
static void play_to(uint32_t draw, unsigned silent)
{
    while (open_draw(0).draw != draw) {
        bool is_moving = false;

        assert_int_equal(table()->phase, TABLE_PLAYING);
        for (int i = 0; i < 2; i++)
            is_moving |= act(i, i == 1 && silent >> open_draw(1).draw & 1);
        if (!is_moving)
            wait_for(DRAW_TIME + 100);
    }
}

/* Ten links in a row, and not nine, make good for what was missing before. Who
 * is not named has no say, not even with the right link. */
static void silences_are_forgotten(void **state)
{
    struct news_state news;

    (void)state;
    begin_drawing(24, 2, 2);
    play_to(14, 1u << 1 | 1u << 2 | 1u << 13);
    assert_int_equal(open_draw(0).named, 3);
    house_close();
    begin_drawing(24, 2, 2);
    play_to(13, 1u << 1 | 1u << 2 | 1u << 12);
    assert_int_equal(open_draw(0).named, 1);
    news = open_draw(1);
    assert_string_equal(refusal(guest[1], link_request(guest[1], &news)),
                        "table.no_question");
    house_close();
}

static void hostile_links(void **state)
{
    struct news_state news;
    struct request link, other;
    uint8_t old[PL_SEED];

    (void)state;
    begin_drawing(23, 3, 3);
    news = open_draw(0);
    memcpy(old, news.transcript, PL_SEED);
    link = link_request(guest[0], &news);
    other = link;
    other.link[5] ^= 1;
    assert_string_equal(refusal(guest[0], other), "table.wrong_link");
    other = link;
    other.sum[31] ^= 1;
    assert_string_equal(refusal(guest[0], other), "table.wrong_transcript");
    /* The link of the draw after the next, and that of someone else. */
    news.draw = 2;
    assert_string_equal(refusal(guest[0], link_request(guest[0], &news)),
                        "table.wrong_link");
    assert_string_equal(refusal(guest[1], link), "table.wrong_link");
    assert_string_equal(refusal(guest[0], link), "");
    assert_string_equal(refusal(guest[0], link), ""); /* again */
    other = link;
    other.link[0] ^= 1;
    assert_string_equal(refusal(guest[0], other), "table.wrong_link");
    assert_int_equal(results(), 0);
    other = link;
    other.question++;
    assert_string_equal(refusal(guest[0], other), "table.no_question");
    bring_link(1);
    bring_link(2);
    assert_int_equal(results(), 1);
    /* Early: nothing is asked. */
    news = open_draw(0);
    assert_int_equal(news.draw, 0);
    link = link_request(
        guest[0], &(struct news_state){
                      .draw = 2, .question = news.question, .transcript = old});
    assert_string_equal(refusal(guest[0], link), "table.no_question");
    /* The right link for what was agreed to before. */
    for (int i = 0; i < 3; i++) {
        news = open_draw(i);
        ask(guest[i], move_request(guest[i], news.question, "-"));
    }
    while (!open_draw(0).draw)
        for (int i = 0; i < 3; i++) {
            news = open_draw(i);
            if (news.asked >> i & 1)
                ask(guest[i], move_request(guest[i], news.question, "-"));
        }
    news = open_draw(0);
    assert_int_equal(news.draw, 2);
    link = link_request(guest[0], &news);
    memcpy(link.sum, old, PL_SEED);
    assert_string_equal(refusal(guest[0], link), "table.wrong_transcript");
    assert_memory_not_equal(news.transcript, old, PL_SEED);
    house_close();
}

struct agreed { /* what the devices were told, by draw */
    int draws;
    uint8_t transcript[100][PL_SEED];
};

static void is_agreed(void *context, const struct pl_draw *draw)
{
    struct agreed *agreed = context;

    agreed->draws++;
    assert_memory_equal(agreed->transcript[draw->number], draw->transcript,
                        PL_SEED);
}

/* What they agree to is all that everyone has seen: anyone can make the same
 * transcripts from the record. */
static void transcripts_are_those_of_the_record(void **state)
{
    struct agreed agreed = {0};

    (void)state;
    begin_drawing(25, 2, 2);
    while (table()->phase == TABLE_PLAYING) {
        struct news_state news = open_draw(0);

        assert_in_range(news.draw, 0, 99);
        memcpy(agreed.transcript[news.draw], news.transcript, PL_SEED);
        for (int i = 0; i < 2; i++)
            if (table()->phase == TABLE_PLAYING)
                act(i, false);
    }
    pl_fair_draws(tables_match(house, guest[0]), is_agreed, &agreed);
    assert_true(agreed.draws > 10);
    house_close();
}

static void hear_all(int i, struct pl_buffer *heard)
{
    struct pl_buffer message = {0};

    while (wire_write(house, guest[i], house_now, &message)) {
        pl_add(heard, message.s);
        message.length = 0;
    }
    pl_buffer_free(&message);
}

/* No one sees a link before the dice have fallen, nor the seed ever. */
static void links_are_secret_until_the_dice_fall(void **state)
{
    struct pl_buffer heard = {0};
    struct request link;
    struct news_state news;
    char hex[SHA256_HEX + 1];

    (void)state;
    begin_drawing(24, 2, 2);
    news = open_draw(0);
    link = link_request(guest[0], &news);
    assert_string_equal(refusal(guest[0], link), "");
    ask(guest[1], (struct request){.kind = DO_record, .number = 1});
    {
        struct request hello = {.kind = DO_watch};

        strcpy(hello.table, table()->id);
        guest[2] = arrive();
        ask(guest[2], hello);
    }
    tables_ask(house, guest[1],
               &(struct request){.kind = DO_record, .number = 1}, house_now);
    hear_all(0, &heard);
    hear_all(1, &heard);
    hear_all(2, &heard);
    assert_non_null(strstr(heard.s, "chain 0 0 "));
    pl_hex_write(link.link, PL_SEED, hex);
    assert_null(strstr(heard.s, hex));
    bring_link(1);
    assert_int_equal(results(), 1);
    tables_ask(house, guest[1],
               &(struct request){.kind = DO_record, .number = 1}, house_now);
    hear_all(1, &heard);
    assert_non_null(strstr(heard.s, hex));
    pl_hex_write(table()->fair.seed, PL_SEED, hex);
    assert_null(strstr(heard.s, hex));
    pl_buffer_free(&heard);
    house_close();
}

/* Anyone who knows the seed and every link but one knows nothing. */
static void the_last_link_decides(void **state)
{
    struct news_state news;
    int sixes = 0, tries = 3000;

    (void)state;
    begin_drawing(25, 2, 2);
    news = open_draw(0);
    for (int i = 0; i < tries; i++) {
        uint8_t link[PL_SEATS][PL_SEED] = {{1}}, mixed[PL_SEED];
        struct pl_chance chance;
        uint8_t face[PL_DICE];

        memcpy(link[0], link_request(guest[0], &news).link, PL_SEED);
        memcpy(link[1], &i, sizeof i);
        pl_fair_mix(3, (const uint8_t(*)[PL_SEED])link, mixed);
        qwixx->chance(qwixx, &tables_match(house, guest[0])->state, &chance);
        pl_fair_roll(&table()->fair, NULL, 0, mixed, &chance, face);
        sixes += face[0] == 5;
    }
    assert_in_range(sixes, tries / 6 - 100, tries / 6 + 100);
    house_close();
}

/* --- Coming, going, dying ------------------------------------------------- */

static struct request secrets[2];

static void keep_secrets(void)
{
    for (int i = 0; i < 2; i++) {
        struct request take = {.kind = DO_take};

        strcpy(take.table, table()->id);
        memcpy(take.token, ask(guest[i], hand)->secret, SECRET);
        secrets[i] = (struct request){.kind = DO_hello};
        strcpy(secrets[i].table, take.table);
        memcpy(secrets[i].secret, ask(guest[i], take)->secret, SECRET);
    }
}

static void come_back(void)
{
    for (int i = 0; i < 2; i++) {
        int again = arrive();

        same_device(again, guest[i]);
        guest[i] = again;
        assert_string_equal(refusal(again, secrets[i]), "");
    }
}

/* A telephone that sleeps keeps no one waiting, whether its owner was ready or
 * not; and who sees what others show has no part in the dice any more. */
static void who_is_away_has_no_part_in_it(void **state)
{
    (void)state;
    for (int was_ready = 0; was_ready < 2; was_ready++) {
        house_open(2);
        gather(guest, "qwixx", 2, 2);
        keep_secrets();
        for (int i = 0; i <= was_ready; i++)
            assert_string_equal(refusal(guest[i], promise_request(guest[i])),
                                "");
        tables_go(house, guest[1], house_now);
        assert_string_equal(refusal(guest[0], start), "");
        assert_true(tables_reveals(house, guest[0]));
        assert_int_equal(table()->fair.hashes, 1);
        guest[1] = arrive();
        assert_string_equal(refusal(guest[1], secrets[1]), "");
        assert_string_equal(refusal(guest[1], promise_request(guest[1])),
                            "table.nonce_given");
        assert_string_equal(refusal(guest[1], nonce_request(guest[1])),
                            "table.wrong_phase");
        show_nonces(guest, 1);
        assert_int_equal(table()->phase, TABLE_PLAYING);
        assert_int_equal(table()->fair.nonces, 1);
        assert_int_equal(tables_seat(house, guest[1]), 1);
        house_close();
    }
}

/* Links of seats that no table has. */
static void a_damaged_store_is_no_draw(void **state)
{
    struct stored_step step[2];
    const char *id;

    (void)state;
    house_open(27);
    gather_at(guest, together("qwixx", 2), 2);
    keep_secrets();
    for (int i = 0; i < 2; i++)
        assert_string_equal(refusal(guest[i], promise_request(guest[i])), "");
    start_game(guest, 2);
    id = table()->id;
    assert_int_equal(house_synced_steps(id), 1);
    step[0] = step[1] = house_steps(id)[0];
    assert_int_equal(step[0].bytes[0], 3); /* both are named */
    step[1].count = PL_SEED;
    for (int seat = INT8_MIN; seat < step[0].seat; seat++) {
        step[1].seat = (int8_t)seat;
        assert_null(house_twin(table(), step, 2));
    }
    house_close();
}

static void dies_in_the_middle_of_a_draw(void **state)
{
    uint8_t faces[2][PL_DICE], transcript[PL_SEED];

    (void)state;
    for (int dies = 0; dies < 2; dies++) {
        house_open(26);
        gather_at(guest, together("qwixx", 2), 2);
        keep_secrets();
        for (int i = 0; i < 2; i++)
            assert_string_equal(refusal(guest[i], promise_request(guest[i])),
                                "");
        start_game(guest, 2);
        memcpy(transcript, open_draw(0).transcript, PL_SEED);
        bring_link(0);
        if (dies) {
            house_dies();
            come_back();
            assert_int_equal(open_draw(0).draw, 1);
            assert_int_equal(open_draw(0).named, 3);
            assert_memory_equal(open_draw(0).transcript, transcript, PL_SEED);
            wait_for(DRAW_TIME + 500); /* more patience after such an end */
            assert_int_equal(results(), 0);
            bring_link(0);
        }
        bring_link(1);
        assert_int_equal(results(), 1);
        memcpy(faces[dies], tables_match(house, guest[0])->step[0].face,
               PL_DICE);
        house_close();
    }
    assert_memory_equal(faces[0], faces[1], PL_DICE);
}

static void dies_at_any_moment(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        static const char *const games[] = {"qwixx", "one-to-9", "rainbow"};
        struct pl_fair_counts counts;
        int deaths = 0;

        house_open(200 + seed);
        gather_at(guest, together(games[seed % 3], 3), 2);
        keep_secrets();
        for (int i = 0; i < 2; i++)
            assert_string_equal(refusal(guest[i], promise_request(guest[i])),
                                "");
        start_game(guest, 2);
        for (int turns = 0; table()->phase == TABLE_PLAYING; turns++) {
            assert_true(turns < 10000);
            if (pl_below(&house_rng, 40) == 0) {
                house_dies();
                deaths++;
                come_back();
            }
            house_think();
            for (int i = 0; i < 2; i++) {
                struct news_state news = open_draw(i);

                if (news.draw && news.named >> i & 1)
                    ask(guest[i], link_request(guest[i], &news));
                else if (news.asked >> i & 1 && news.choice < 0)
                    ask(guest[i], move_request(guest[i], news.question,
                                               some_move(guest[i], &news)));
                if (table()->phase != TABLE_PLAYING)
                    break;
            }
        }
        house_dies();
        come_back();
        check_fair(1, &counts);
        assert_int_equal(counts.left_out, 0);
        house_close();
        (void)deaths;
    }
}

static void another_device_draws_with_a_new_chain(void **state)
{
    struct request take = {.kind = DO_take};
    struct pl_fair_counts counts;
    struct pl_match match = {0};
    int other;

    (void)state;
    begin_drawing(27, 2, 2);
    bring_link(0);
    strcpy(take.table, table()->id);
    memcpy(take.token, ask(guest[1], hand)->secret, SECRET);
    other = arrive();
    assert_string_equal(refusal(other, take), "");
    /* The old one is gone, and no one waits for it. */
    assert_int_equal(results(), 1);
    guest[1] = other;
    assert_string_equal(refusal(other, anchor_request(other, true, 1)), "");
    play_on(2, -1);
    check_fair(1, &counts);
    assert_int_equal(counts.left_out, 1);
    read_whole(&match, 1);
    assert_int_equal(match.fair.chains[1], 2);
    assert_int_equal(match.fair.chain[1][1].from, 1);
    pl_match_free(&match);
    house_close();
}

static void chains_are_limited(void **state)
{
    (void)state;
    begin_drawing(28, 2, 2);
    /* Those that no draw has seen cost nothing. */
    for (int i = 0; i < 10; i++)
        assert_string_equal(
            refusal(guest[1], anchor_request(guest[1], true, 1)), "");
    assert_int_equal(table()->fair.chains[1], 2);
    for (int i = 0; table()->fair.chains[1] < PL_CHAINS; i++) {
        struct news_state news = open_draw(0);

        assert_true(i < 100);
        if (news.draw) {
            ask(guest[0], link_request(guest[0], &news));
            wait_for(DRAW_TIME + 100);
            ask(guest[1], anchor_request(guest[1], true, news.draw));
        }
        for (int k = 0; k < 2; k++) {
            news = open_draw(k);
            if (news.asked >> k & 1 && news.choice < 0)
                ask(guest[k], move_request(guest[k], news.question, "-"));
        }
    }
    while (!open_draw(0).draw)
        for (int k = 0; k < 2; k++) {
            struct news_state news = open_draw(k);

            if (news.asked >> k & 1 && news.choice < 0)
                ask(guest[k], move_request(guest[k], news.question, "-"));
        }
    assert_string_equal(refusal(guest[1], anchor_request(guest[1], true, 9)),
                        "table.too_many_chains");
    house_close();
}

static void who_leaves_is_not_waited_for(void **state)
{
    struct pl_fair_counts counts;

    (void)state;
    begin_drawing(29, 3, 3);
    bring_link(0);
    bring_link(1);
    assert_string_equal(refusal(guest[2], leave), "");
    assert_int_equal(results(), 1);
    play_on(2, -1);
    check_fair(1, &counts);
    assert_int_equal(counts.left_out, 1);
    house_close();
}

/* A bot plays for someone whose device is away: no one is named there. With
 * everyone away the seed throws alone, and the record says so. */
static void with_nobody_there_the_seed_is_alone(void **state)
{
    struct pl_fair_counts counts;
    struct request stand = {.kind = DO_stand, .seat = 1};

    (void)state;
    begin_drawing(30, 2, 2);
    bring_link(0);
    bring_link(1);
    tables_go(house, guest[1], house_now);
    house_now += house_limits.away;
    assert_string_equal(refusal(guest[0], stand), "");
    play_on(1, -1);
    check_fair(1, &counts);
    assert_int_equal(counts.left_out, 0);
    assert_int_equal(counts.alone, 0);
    house_close();
}

static void the_clock_does_not_run_during_a_draw(void **state)
{
    struct request opening = together("qwixx", 2);

    (void)state;
    house_open(31);
    opening.clock = 30;
    gather_at(guest, opening, 2);
    start_game(guest, 2);
    wait_for(1500);
    bring_link(0);
    bring_link(1);
    assert_true(open_draw(0).left > 29000);
    house_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_shows_before_all_have_committed),
        cmocka_unit_test(who_does_not_show_makes_everything_afresh),
        cmocka_unit_test(who_leaves_meanwhile_makes_everything_afresh),
        cmocka_unit_test(the_end_of_the_process_forgets_no_promise),
        cmocka_unit_test(pages_of_before_can_still_play),
        cmocka_unit_test(grinding_worked),
        cmocka_unit_test(grinding_does_not_work),
        cmocka_unit_test(whole_games_drawn_together),
        cmocka_unit_test(alone_or_with_real_dice_nothing_is_drawn),
        cmocka_unit_test(who_is_silent_is_left_out),
        cmocka_unit_test(who_is_silent_again_and_again),
        cmocka_unit_test(silences_are_forgotten),
        cmocka_unit_test(hostile_links),
        cmocka_unit_test(transcripts_are_those_of_the_record),
        cmocka_unit_test(links_are_secret_until_the_dice_fall),
        cmocka_unit_test(the_last_link_decides),
        cmocka_unit_test(who_is_away_has_no_part_in_it),
        cmocka_unit_test(a_damaged_store_is_no_draw),
        cmocka_unit_test(dies_in_the_middle_of_a_draw),
        cmocka_unit_test(dies_at_any_moment),
        cmocka_unit_test(another_device_draws_with_a_new_chain),
        cmocka_unit_test(chains_are_limited),
        cmocka_unit_test(who_leaves_is_not_waited_for),
        cmocka_unit_test(with_nobody_there_the_seed_is_alone),
        cmocka_unit_test(the_clock_does_not_run_during_a_draw),
    };

    qwixx = pl_game_find("qwixx");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
