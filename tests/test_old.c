/*
 * What earlier versions have written opens and is played on: tests/records/ has
 * records (GAME-1 whole games, GAME-2 with every house rule changed and GAME-3
 * with fewer, broken off; GAME-LETTER on the sheets of that time), and a store,
 * with the secrets of its seats in old.seats.
 */
#include "../server/store/store.h"
#include "house.h"
#include "sha256.h"

#include <glob.h>
#include <stdlib.h>
#include <unistd.h>

enum { LONGEST = 1 << 16, PEOPLE = 2 };

static struct pl_match match;
static struct pl_rng rng;

/* --- Records ------------------------------------------------------------- */

static void read_record(const char *path)
{
    static char text[LONGEST];
    struct pl_message why = {.id = ""};
    FILE *file = fopen(path, "r");
    size_t length;
    int line;

    assert_non_null(file);
    length = fread(text, 1, sizeof text, file);
    fclose(file);
    assert_true(length > 0 && length < sizeof text);
    if (!pl_record_read(&match, text, length, &why, &line))
        fail_msg("%s:%d: %s", path, line, why.id);
}

/* What was read is written as it stood there. */
static void is_written_again(void)
{
    struct pl_buffer first = {0}, again = {0};
    struct pl_message why = {.id = ""};
    int line;

    pl_record_write(&match, PL_ALL, &first);
    assert_true(pl_record_read(&match, first.s, first.length, &why, &line));
    pl_record_write(&match, PL_ALL, &again);
    assert_string_equal(first.s, again.s);
    pl_buffer_free(&first);
    pl_buffer_free(&again);
}

static void play_on(void)
{
    struct pl_message why;
    struct pl_turn turn;

    while ((turn = pl_match_turn(&match)).what != PL_OVER) {
        pl_move list[PL_MOVES];
        int seat, n;

        if (turn.what == PL_CHANCE) {
            assert_true(pl_match_roll(&match, &rng, &why));
            continue;
        }
        seat = pl_lowest(turn.seats & ~pl_match_answered(&match));
        n = match.game->moves(match.game, &match.asked, seat, list);
        assert_true(pl_match_answer(&match, seat,
                                    list[pl_below(&rng, (uint32_t)n)], &why));
    }
}

static void records_are_played_on(void **unused)
{
    int of_game[16] = {0}, unfinished = 0;
    glob_t found;

    (void)unused;
    pl_seed(&rng, 3);
    assert_int_equal(glob("tests/records/*.record", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        int game = 0;

        read_record(found.gl_pathv[i]);
        while (strcmp(pl_games[game]->id, match.game->id) != 0)
            game++;
        of_game[game]++;
        unfinished += pl_match_turn(&match).what != PL_OVER;
        play_on();
        is_written_again();
    }
    globfree(&found);
    for (int game = 0; pl_games[game]; game++)
        assert_true(of_game[game] >= 3);
    assert_true(unfinished >= 16);
}

/* --- A store ------------------------------------------------------------- */

static char folder[] = "/tmp/parlour-old-XXXXXX";
static char path[sizeof folder + 16];

static void copy_store(void)
{
    static const char *const of_old = "tests/records/old.store";
    static char bytes[LONGEST];
    FILE *from = fopen(of_old, "rb"), *to;
    size_t size;

    assert_non_null(from);
    size = fread(bytes, 1, sizeof bytes, from);
    fclose(from);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/store", folder);
    to = fopen(path, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(bytes, 1, size, to), size);
    fclose(to);
}

static void remove_copy(void)
{
    static const char *const end[] = {"", "-wal", "-shm", "-lock", "-journal"};

    for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
        char beside[sizeof path + 8];

        snprintf(beside, sizeof beside, "%s%s", path, end[i]);
        unlink(beside);
    }
    assert_int_equal(rmdir(folder), 0);
}

static void nothing(void *context)
{
    (void)context;
}

static struct { /* the tables of the store, and who sits there */
    char id[TABLE_ID + 1];
    uint8_t secret[PL_SEATS][SECRET];
    int people;
} table[16];
static int tables;

static void read_seats(void)
{
    FILE *file = fopen("tests/records/old.seats", "r");
    char id[TABLE_ID + 1], secret[2 * SECRET + 1];
    int seat;

    assert_non_null(file);
    while (fscanf(file, "%16s %d %32s", id, &seat, secret) == 3) {
        if (seat == 0)
            strcpy(table[tables++].id, id);
        assert_true(
            pl_hex_read(secret, table[tables - 1].secret[seat], SECRET));
        table[tables - 1].people = seat + 1;
    }
    fclose(file);
}

static void keep_tables(void)
{
    struct pl_message why = {.id = ""};
    struct store *store = store_open(path, nothing, NULL, &why);

    assert_string_equal(why.id, "");
    assert_non_null(store);
    for (int i = 0; i < tables; i++) {
        struct stored_table stored = {0};

        assert_true(store_read(store, table[i].id, &stored));
        house_keep(&stored.data, stored.step, stored.steps);
        if (stored.data.games > 1 || stored.data.phase == TABLE_OVER) {
            char *record = store_read_record(store, table[i].id, 1);

            assert_non_null(record);
            free(record);
        }
        stored_free(&stored);
    }
    store_close(store);
}

static const char *come_back(int guest, int i, int seat)
{
    struct request hello = {.kind = DO_hello};

    strcpy(hello.table, table[i].id);
    memcpy(hello.secret, table[i].secret[seat], SECRET);
    return refusal(guest, hello);
}

/* Everyone who is asked answers, until the game is over. */
static void play_table(const int guest[], int people)
{
    const struct table_data *t = tables_table(house, guest[0]);

    if (t->phase == TABLE_OPEN)
        assert_string_equal(
            refusal(guest[0], (struct request){.kind = DO_start}), "");
    for (int idle = 0; t->phase == TABLE_PLAYING; idle++) {
        assert_true(idle < 2000);
        for (int i = 0; i < people; i++) {
            const struct pl_match *m = tables_match(house, guest[i]);
            struct pl_turn turn = pl_match_turn(m);
            struct news_state state;

            last_state(guest[i], &state);
            if (turn.what != PL_DECIDE ||
                !(turn.seats & ~pl_match_answered(m) & 1u << i))
                continue;
            assert_string_equal(
                refusal(guest[i],
                        move_request(guest[i], t->base + (uint32_t)m->question,
                                     some_move(guest[i], &state))),
                "");
        }
        house_think_all();
    }
    assert_int_equal(t->phase, TABLE_OVER);
}

/* The record of the game that was begun by one version and ended by another is
 * whole, and its dice were fair. */
static void has_a_fair_record(int guest)
{
    struct pl_buffer text = {0};
    struct pl_message why = {.id = ""};
    size_t step;
    int line;

    assert_true(
        tables_record(house, guest, tables_table(house, guest)->games, &text));
    if (!pl_record_read(&match, text.s, text.length, &why, &line))
        fail_msg("%d: %s", line, why.id);
    assert_true(pl_fair_check(&match, &step, &why));
    pl_buffer_free(&text);
}

/* Since then Bingo's sheet has other points, and Play & Repeat and Rainbow have
 * other house rules: a game of theirs that was under way cannot go on, and says
 * so. */
static bool has_other_rules(int i)
{
    static const char *const changed[] = {"bingo", "play-and-repeat",
                                          "rainbow"};

    for (int k = 0; k < 3; k++)
        if (strcmp(house_data(table[i].id)->game->id, changed[k]) == 0)
            return true;
    return false;
}

static void tables_are_played_on(void **unused)
{
    int played = 0;

    (void)unused;
    copy_store();
    read_seats();
    house_open(4);
    keep_tables();
    for (int i = 0; i < tables; i++) {
        int guest[PEOPLE];

        for (int seat = 0; seat < table[i].people; seat++) {
            guest[seat] = arrive();
            assert_string_equal(come_back(guest[seat], i, seat),
                                has_other_rules(i) ? "table.other_rules" : "");
        }
        if (has_other_rules(i))
            continue;
        play_table(guest, table[i].people);
        has_a_fair_record(guest[0]);
        played++;
    }
    assert_int_equal(tables, 10);
    assert_int_equal(played, 6);
    house_close();
    remove_copy();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_played_on),
        cmocka_unit_test(tables_are_played_on),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    pl_match_free(&match);
    return failed;
}
