/*
 * Secrets over whole games. People play; after every single move we look at
 * what each seat and someone who watches were just told, and compare it with
 * what they would have been told in twin worlds: worlds that differ only in
 * what they may not know, the cards and the choices of others. Not a byte, not
 * a length and not a number differs.
 */
#include "../server/wire.h"
#include "house.h"
#include "sha256.h"

#include <stdlib.h>

enum { SEATS = 3, WATCHER = SEATS, EVERY_ONE = SEATS + 1, MOST_STEPS = 2000 };

static int guest[EVERY_ONE];
static struct pl_buffer told[EVERY_ONE]; /* the last state, live */
static char table[TABLE_ID + 1];
static long moments, twins, kept;

static const struct pl_match *match(void)
{
    return tables_match(house, guest[0]);
}

static bool is_playing(void)
{
    return tables_table(house, guest[0])->phase == TABLE_PLAYING;
}

static uint32_t question(void)
{
    return tables_table(house, guest[0])->base + (uint32_t)match()->question;
}

/* --- What someone is told ------------------------------------------------ */

/* Keeps the last message about the state. */
static void hear(int who)
{
    struct pl_buffer message = {0};

    while (wire_write(house, guest[who], house_now, &message)) {
        if (strncmp(message.s, "{\"state\"", 8) == 0) {
            told[who].length = 0;
            pl_add(&told[who], message.s);
        }
        message.length = 0;
    }
    pl_buffer_free(&message);
}

static uint32_t steps_known(int who)
{
    const char *from = strstr(told[who].s, "\"from\":");

    assert_non_null(from);
    return (uint32_t)strtoul(from + 7, NULL, 10);
}

static const uint8_t *key_of(int seat)
{
    static uint8_t key[SECRET];

    memset(key, 'a' + seat, SECRET);
    return key;
}

static void say(struct tables *world, int at, struct request request,
                struct pl_buffer *heard)
{
    struct pl_buffer message = {0};

    tables_ask(world, at, &request, house_now);
    while (wire_write(world, at, house_now, &message)) {
        pl_add(heard, message.s);
        pl_add(heard, "\n");
        message.length = 0;
    }
    pl_buffer_free(&message);
}

/* All that can be heard there: who comes back with so many steps, or watches,
 * and asks for the record so far. */
static void listen(struct tables *world, int who, uint32_t have,
                   struct pl_buffer *heard)
{
    int at = tables_arrive(world, 1, house_now);
    struct request come = {.kind = who == WATCHER ? DO_watch : DO_hello,
                           .number = 1,
                           .have = have};

    heard->length = 0;
    strcpy(come.table, table);
    memcpy(come.secret, key_of(who), SECRET);
    say(world, at, come, heard);
    say(world, at, (struct request){.kind = DO_record, .number = 1}, heard);
}

/* --- Twin worlds ---------------------------------------------------------- */

struct world {
    struct table_data data;
    struct stored_step step[MOST_STEPS];
    size_t steps;
};

static void copy_world(struct world *world)
{
    world->data = *house_data(table);
    world->steps = house_synced_steps(table);
    assert_true(world->steps < MOST_STEPS);
    memcpy(world->step, house_steps(table), world->steps * sizeof *world->step);
    for (int seat = 0; seat < SEATS; seat++)
        pl_sha256(key_of(seat), SECRET, world->data.seat[seat].secret);
}

static bool is_hidden(size_t step, int who)
{
    const struct pl_step *s = &match()->step[step];

    return s->what == PL_CHANCE && s->seats != PL_EVERYBODY &&
           (who == WATCHER || !(s->seats >> who & 1));
}

/* Two draws that this one did not see change places. No one decides together
 * where cards are drawn: a stored step is a step. */
static bool swap_draws(struct world *world, int who)
{
    size_t a = pl_below(&house_rng, (uint32_t)world->steps);
    size_t b = pl_below(&house_rng, (uint32_t)world->steps);
    uint8_t card = world->step[a].bytes[0];

    assert_int_equal(world->steps, match()->steps);
    if (!is_hidden(a, who) || !is_hidden(b, who) ||
        card == world->step[b].bytes[0])
        return false;
    world->step[a].bytes[0] = world->step[b].bytes[0];
    world->step[b].bytes[0] = card;
    return true;
}

/* Someone else has chosen something else for the open question. */
static bool change_choice(struct world *world, int who)
{
    size_t back = 1 + pl_below(&house_rng, SEATS); /* it is one of the last */
    struct stored_step *step;
    pl_move list[PL_MOVES], move;
    int n;

    if (back > world->steps)
        return false;
    step = &world->step[world->steps - back];
    if (step->question != question() || step->seat < 0 || step->seat == who)
        return false;
    n = match()->game->moves(match()->game, &match()->state, step->seat, list);
    move = list[pl_below(&house_rng, (uint32_t)n)];
    if (step->bytes[0] == (uint8_t)move &&
        step->bytes[1] == (uint8_t)(move >> 8))
        return false;
    step->bytes[0] = (uint8_t)move;
    step->bytes[1] = (uint8_t)(move >> 8);
    return true;
}

/* Who is asked, and whose answers are kept, once these steps have happened. */
static unsigned asked_and_kept(const union pl_state *state)
{
    const struct pl_game *game = match()->game;
    unsigned bits = game->turn(game, state).seats;

    for (int seat = 0; seat < SEATS; seat++)
        bits |= (unsigned)game->keeps(game, state, seat) << (8 + seat);
    return bits;
}

/* Someone else has chosen something else for the question before, which the
 * game still keeps: all that was announced is the same. */
static bool change_kept(struct world *world, int who)
{
    const struct pl_match *m = match();
    size_t i =
        m->known + pl_below(&house_rng, (uint32_t)(m->question - m->known));
    int seat = m->step[i].seat;
    struct pl_replay replay;
    pl_move list[PL_MOVES], move;
    union pl_state twin;

    if (seat == who || !m->game->keeps(m->game, &m->asked, seat))
        return false;
    pl_replay_start(&replay, m);
    pl_replay_to(&replay, m->known);
    move = list[pl_below(&house_rng, (uint32_t)m->game->moves(
                                         m->game, &replay.state, seat, list))];
    twin = replay.state;
    for (size_t k = m->known; k < m->question; k++)
        m->game->play(m->game, &twin, m->step[k].seat,
                      k == i ? move : m->step[k].move);
    if (move == m->step[i].move ||
        asked_and_kept(&twin) != asked_and_kept(&m->asked))
        return false;
    for (size_t k = 0; k < world->steps; k++)
        if (world->step[k].seat == seat &&
            world->step[k].question == world->data.base + (uint32_t)m->known)
            world->step[k].bytes[0] = (uint8_t)move;
    kept++;
    return true;
}

/* What was told live is what comes from the store. */
static void compare_live(int who, const struct pl_buffer *heard)
{
    const char *state = strstr(heard->s, "{\"state\"");

    if (who == WATCHER)
        return; /* he would hear everything from the beginning */
    assert_non_null(state);
    assert_memory_equal(state, told[who].s, told[who].length);
    assert_int_equal(state[told[who].length], '\n');
}

typedef bool changing(struct world *world, int who);

static void compare_twins(int who, changing *change, int tries)
{
    static struct world world;
    struct pl_buffer here = {0}, there = {0};
    struct tables *twin;
    uint32_t have = steps_known(who);

    copy_world(&world);
    twin = house_twin(&world.data, world.step, world.steps);
    assert_non_null(twin);
    listen(twin, who, have, &here);
    tables_free(twin);
    compare_live(who, &here);
    while (tries-- > 0) {
        copy_world(&world);
        twin = change(&world, who)
                   ? house_twin(&world.data, world.step, world.steps)
                   : NULL;
        if (!twin)
            continue;
        listen(twin, who, have, &there);
        assert_string_equal(here.s, there.s);
        tables_free(twin);
        twins++;
    }
    pl_buffer_free(&here);
    pl_buffer_free(&there);
}

/* --- Games ---------------------------------------------------------------- */

static void begin_watched(struct request opening)
{
    struct request watch = {.kind = DO_watch};

    gather_at(guest, opening, SEATS);
    strcpy(table, tables_table(house, guest[0])->id);
    strcpy(watch.table, table);
    guest[WATCHER] = arrive();
    assert_string_equal(refusal(guest[WATCHER], watch), "");
    start_game(guest, SEATS);
}

static bool must_answer(int seat)
{
    struct pl_turn turn = match()->game->turn(match()->game, &match()->state);

    return turn.what == PL_DECIDE && turn.seats >> seat & 1;
}

static void look_around(changing *change, int tries)
{
    moments++;
    for (int who = 0; who < EVERY_ONE; who++) {
        hear(who);
        if (is_playing())
            compare_twins(who, change, tries);
    }
}

/* Seats answer in an order of chance. */
static void play_whole_game(uint64_t seed, const char *game, changing *change,
                            int tries)
{
    house_open(seed);
    begin_watched(open_request(game, SEATS));
    look_around(change, 0);
    while (is_playing()) {
        uint32_t q = question();
        int first = (int)pl_below(&house_rng, SEATS);

        for (int i = 0; i < SEATS && is_playing() && question() == q; i++) {
            int seat = (first + i) % SEATS;
            struct request move;

            if (!must_answer(seat))
                continue;
            house_now += 60;
            move = move_request(guest[seat], q, some_move(guest[seat], NULL));
            tables_ask(house, guest[seat], &move, house_now);
            house_sync();
            look_around(change, tries);
        }
    }
    house_close();
}

static void forget_told(void)
{
    for (int who = 0; who < EVERY_ONE; who++)
        pl_buffer_free(&told[who]);
}

static void whole_games(const char *game, changing *change, int games,
                        int tries)
{
    moments = twins = 0;
    for (int i = 0; i < games; i++)
        play_whole_game(50 + (uint64_t)i, game, change, tries);
    forget_told();
    print_message("%s: %ld moments, %ld twins\n", game, moments, twins);
    assert_true(moments > 50);
    assert_true(twins > 200);
}

static void cards_of_others(void **state)
{
    (void)state;
    whole_games("one-to-9", swap_draws, 2, 12);
}

static void choices_of_others_in_qwixx(void **state)
{
    (void)state;
    whole_games("qwixx", change_choice, 2, 8);
}

/* --- Choices that are kept for a question more ---------------------------- */

/* "[3 4 1 1 1 1]": real dice, of the seat whose turn it is; "0:r7": a choice.
 */
static void do_word(char *word)
{
    struct request r = {.kind = DO_dice, .question = question()};
    int seat = pl_match_turn(match()).whose;

    if (*word == '[') {
        for (const char *face = strtok(word + 1, " ]"); face;
             face = strtok(NULL, " ]"))
            strcpy(r.face[r.faces++], face);
    } else {
        seat = word[0] - '0';
        r = move_request(guest[seat], question(), word + 2);
    }
    assert_string_equal(refusal(guest[seat], r), "");
    house_sync();
}

static void do_words(const char *words)
{
    char copy[512], *next = copy;

    snprintf(copy, sizeof copy, "%s", words);
    while (*next) {
        char *word = next;
        char *end = word + strcspn(word, *word == '[' ? "]" : " ");

        next = end + strspn(end, "] ");
        *end = '\0';
        do_word(word);
    }
}

/* All three have five crosses in red; then 6 and 6 are rolled. */
static void come_to_the_last_number(uint64_t seed)
{
    struct request opening = open_request("qwixx", SEATS);
    struct pl_message why;

    house_open(seed);
    opening.has_real_dice = true;
    assert_true(
        pl_setup_option(&opening.setup, opening.game, "open_step1", "2", &why));
    begin_watched(opening);
    do_words("[1 1 1 1 1 1] 0:r2 1:r2 2:r2 0:- [1 2 1 1 1 1] 0:r3 1:r3 2:r3 "
             "1:- [2 2 1 1 1 1] 0:r4 1:r4 2:r4 2:- [2 3 1 1 1 1] 0:r5 1:r5 "
             "2:r5 0:- [3 3 1 1 1 1] 0:r6 1:r6 2:r6 1:- [6 6 1 1 1 1]");
    for (int who = 0; who < EVERY_ONE; who++)
        hear(who);
}

/* Nobody hears more than what is announced, until all have reacted. */
static void choices_that_are_kept(void **state)
{
    (void)state;
    twins = kept = 0;
    come_to_the_last_number(1);
    do_words("0:r12 1:- 2:g12");
    assert_int_equal(pl_match_turn(match()).seats, 1 << 1);
    look_around(change_kept, 200);
    assert_true(kept > 10 && kept == twins);
    assert_null(strstr(told[1].s, "play"));
    do_words("1:-");
    hear(1);
    assert_non_null(strstr(told[1].s, "play 0 r12"));
    assert_non_null(strstr(told[1].s, "play 2 g12"));
    house_close();
    come_to_the_last_number(2);
    do_words("0:r12 1:- 2:-");
    assert_int_equal(pl_match_turn(match()).seats, 1 << 1 | 1 << 2);
    look_around(change_choice, 10);
    twins = 0;
    do_words("2:r12");
    look_around(change_choice, 100);
    assert_true(twins > 20);
    house_close();
    forget_told();
}

static void choices_of_others_in_quick_and_tactic(void **state)
{
    (void)state;
    whole_games("quick-and-tactic", change_choice, 3, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_of_others),
        cmocka_unit_test(choices_of_others_in_qwixx),
        cmocka_unit_test(choices_of_others_in_quick_and_tactic),
        cmocka_unit_test(choices_that_are_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
