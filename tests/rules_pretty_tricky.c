/* Pretty Tricky, rule by rule (ids PT-…). Positions that no short script
 * reaches are put on the sheets directly: the rules are included, not
 * linked. */
#include "../games/pretty_tricky.c"
#include "script.h"

#include <stdlib.h>

static struct pl_match match;
static struct pretty_tricky before; /* the position that a script starts from */

static struct pretty_tricky *table(void)
{
    return (struct pretty_tricky *)&match.state;
}

/* Leaves so many boxes of a row open, or all that it has. */
static void leave_open(int seat, int half, int row, int open)
{
    int boxes = shipped.half[half].boxes[row];
    unsigned bit = 1u << row;

    table()->ticks[seat][half][row] =
        (uint8_t)(open < boxes ? boxes - open : 0);
    table()->full[seat][half] &= (uint16_t)~bit;
    if (open == 0)
        table()->full[seat][half] |= (uint16_t)bit;
    table()->bangs[seat] = table()->full[seat][LEFT];
}

/* "0L*=2 0L9=0 1R7=1": seat, half, row (or all rows) and its open boxes. */
static void arrange(const char *position)
{
    for (const char *s = position; *s; s += strspn(s, " ")) {
        int seat = s[0] - '0', half = s[1] == 'L' ? LEFT : RIGHT;
        int open = atoi(strchr(s, '=') + 1);

        for (int row = 0; row < ROWS; row++)
            if (s[2] == '*' || atoi(s + 2) == number(row))
                leave_open(seat, half, row, open);
        s += strcspn(s, " ");
    }
    before = *table();
}

static void begin(int seats, const char *options_set, const char *position)
{
    sit(&match, &pl_pretty_tricky_game, seats, options_set);
    arrange(position);
}

static size_t add_rows(char *text, size_t n, size_t size, int row, int times)
{
    while (times-- > 0)
        n += (size_t)snprintf(text + n, size - n, "%s%d",
                              n && text[n - 1] != ' ' ? " " : "", number(row));
    return n;
}

/* What a sheet has gained: "7 9 | 6 | 9", left ticks, right ticks, bangs. */
static const char *gained(int seat)
{
    static char text[256];
    size_t n = 0;

    text[0] = '\0';
    for (int part = LEFT; part <= HALVES; part++) {
        if (part > LEFT)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s| ",
                                  n && text[n - 1] != ' ' ? " " : "");
        for (int row = 0; row < ROWS; row++)
            n = add_rows(text, n, sizeof text, row,
                         part == HALVES ? (table()->bangs[seat] >> row & 1) -
                                              (before.bangs[seat] >> row & 1)
                                        : table()->ticks[seat][part][row] -
                                              before.ticks[seat][part][row]);
    }
    while (n && text[n - 1] == ' ')
        text[--n] = '\0';
    return text;
}

static bool aborted(void)
{
    struct pl_result result;

    pl_pretty_tricky_game.score(&pl_pretty_tricky_game, &match.state, &result);
    return result.aborted;
}

/* --- What may be ticked -------------------------------------------------- */

static const struct {
    const char *rules, *why, *options, *position, *dice, *allowed;
} own_cases[] = {
    {"PT-11 PT-12 PT-13 PT-V1",
     "2+5 and 4+5, or 2+4 and 5+5: both sums, one or none", "", "0L*=2",
     "[5 2 4 5]", "6 7 9 10 6+10 7+9 -"},
    {"PT-11", "colours do not matter: the same with another red die", "",
     "0L*=2", "[2 5 4 5]", "6 7 9 10 6+10 7+9 -"},
    {"PT-15 PT-G1 PT-V4", "7 and 7 with one open box: one tick", "",
     "0L*=3 0L7=1", "[1 6 2 5]", "3 6 7 8 11 3+11 6+8 -"},
    {"PT-15 PT-V5", "7 and 7 with two open boxes: two ticks", "", "0L*=3 0L7=2",
     "[1 6 2 5]", "3 6 7 8 11 3+11 6+8 7+7 -"},
    {"PT-14 PT-V6", "sums whose rows are full are lost, alone and in pairs", "",
     "0L*=2 0L9=0 0L6=0 0L10=0", "[5 2 4 5]", "7 -"},
    {"PT-14 PT-V7", "no row is open: nothing", "", "0L2=0", "[1 1 1 1]", "-"},
    {"PT-12 PT-V9", "three pairings: six rows, three pairs and nothing", "",
     "0L*=2", "[1 2 3 5]", "3 4 5 6 7 8 3+8 4+7 5+6 -"},
    {"PT-14", "the other sum is not affected", "", "0L6=0", "[5 2 4 5]",
     "7 9 10 7+9 -"},
    {"PT-12", "the lowest and the highest row", "", "0L*=2", "[1 1 6 6]",
     "2 7 12 2+12 7+7 -"},
    {"PT-13 PT-V8", "forced: of 7 and 9 the open one, of 6 and 10 both",
     "forced_ticks=1", "0L*=2 0L9=0", "[5 2 4 5]", "7 6+10"},
    {"PT-13", "forced: all sums of three pairings", "forced_ticks=1", "0L*=2",
     "[1 2 3 5]", "3+8 4+7 5+6"},
    {"PT-13 PT-15", "forced: equal sums with one open box", "forced_ticks=1",
     "0L*=2 0L7=1", "[1 6 2 5]", "7 3+11 6+8"},
    {"PT-13", "forced: a pairing with both rows full may be chosen",
     "forced_ticks=1", "0L*=2 0L7=0 0L9=0", "[5 2 4 5]", "6+10 -"},
    {"PT-13", "forced: whichever pairing that is", "forced_ticks=1",
     "0L*=2 0L6=0 0L10=0", "[5 2 4 5]", "7+9 -"},
    {"PT-13 PT-14", "forced: only full rows", "forced_ticks=1", "0L2=0",
     "[1 1 1 1]", "-"},
    {"PT-16", "right rows do not matter in one's own turn", "", "0L*=2 0R*=0",
     "[5 2 4 5]", "6 7 9 10 6+10 7+9 -"},
};

static void own_ticks(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof own_cases / sizeof *own_cases; i++) {
        begin(2, own_cases[i].options, own_cases[i].position);
        run(&match, own_cases[i].dice);
        if (strcmp(legal(&match, 0), own_cases[i].allowed) != 0)
            fail_msg("%s: %s: %s", own_cases[i].rules, own_cases[i].why,
                     legal(&match, 0));
    }
}

static const struct {
    const char *rules, *why, *options, *position, *dice, *allowed;
} other_cases[] = {
    {"PT-20 PT-21 PT-V2", "two of the blue dice: 6, 7 or 9, never 10", "",
     "1R*=2", "[5 2 4 5]", "6 7 9 -"},
    {"PT-23 PT-V10", "a full row: only passing is left", "", "1R6=0",
     "[1 3 3 3]", "-"},
    {"PT-20", "equal blue dice give each sum once", "", "1R*=1", "[1 3 3 4]",
     "6 7 -"},
    {"PT-21 PT-23", "open rows beside full ones", "", "1R*=1 1R7=0",
     "[5 2 4 5]", "6 9 -"},
    {"PT-21", "left rows do not matter in another's turn", "",
     "1L*=0 1R*=1 1L2=1", "[5 2 4 5]", "6 7 9 -"},
    {"PT-23 PT-G4", "forced_ticks: others may still pass", "forced_ticks=1",
     "1R*=1", "[5 2 4 5]", "6 7 9 -"},
    {"PT-5 PT-G14", "the box marked 4 is open for two players", "", "",
     "[6 1 1 1]", "2 -"},
};

static void other_ticks(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof other_cases / sizeof *other_cases; i++) {
        begin(2, other_cases[i].options, other_cases[i].position);
        run(&match, other_cases[i].dice);
        run(&match, is_legal(&match, 0, "-") ? "0:-" : "0:6+10");
        assert_string_equal(waiting(&match), "1");
        if (strcmp(legal(&match, 1), other_cases[i].allowed) != 0)
            fail_msg("%s: %s: %s", other_cases[i].rules, other_cases[i].why,
                     legal(&match, 1));
    }
}

/* PT-12 PT-21: how many moves the 1296 rolls give while all is open, and
 * never more. */
static void numbers_of_moves(void **unused)
{
    static const int want[] = {
        [3] = 6, [4] = 120, [6] = 162, [7] = 648, [9] = 168, [10] = 192};
    unsigned count[11] = {0};
    struct pl_chance chance;
    struct pl_outcome throw;

    (void)unused;
    begin(3, "", "");
    pl_pretty_tricky_game.chance(&pl_pretty_tricky_game, &match.state, &chance);
    for (bool more = pl_first(&chance, &throw); more;
         more = pl_next(&chance, &throw)) {
        union pl_state state = match.state;
        struct pretty_tricky *g = (struct pretty_tricky *)&state;
        pl_move list[PL_MOVES];

        pl_pretty_tricky_game.land(&pl_pretty_tricky_game, &state, throw.face);
        count[pl_pretty_tricky_game.moves(&pl_pretty_tricky_game, &state, 0,
                                          list)] += throw.weight;
        assert_in_range(pl_pretty_tricky_game.moves(&pl_pretty_tricky_game,
                                                    &state, 1, list),
                        2, 4);
        g->options |= 1u << OPT_FORCED;
        assert_in_range(pl_pretty_tricky_game.moves(&pl_pretty_tricky_game,
                                                    &state, 0, list),
                        1, 3);
    }
    for (int n = 0; n <= 10; n++)
        assert_int_equal(count[n], want[n]);
}

/* PT-12: nothing is 0, rows are 1 to 11, pairs 12 to 77 by their rows. */
static void move_numbers(void **unused)
{
    pl_move move = 12;

    (void)unused;
    for (int a = 2; a <= 12; a++)
        for (int b = a; b <= 12; b++, move++) {
            struct pl_text name = {0}, want = {0};

            pl_put_number(&want, a);
            pl_put(&want, "+");
            pl_put_number(&want, b);
            pl_pretty_tricky_game.name(&pl_pretty_tricky_game, &match.state,
                                       move, &name);
            assert_string_equal(name.s, want.s);
            assert_int_equal(pair_move(a - 2, b - 2), move);
        }
    assert_int_equal(move, 78);
    assert_int_equal(pl_pretty_tricky_game.move_count, 78);
    for (int row = 2; row <= 12; row++) {
        struct pl_text name = {0};

        pl_pretty_tricky_game.name(&pl_pretty_tricky_game, &match.state,
                                   (pl_move)(row - 1), &name);
        assert_int_equal(atoi(name.s), row);
    }
}

/* --- Whole turns --------------------------------------------------------- */

static const struct {
    const char *rules, *why, *options;
    int seats;
    const char *position, *script;
    const char *waiting, *circles;
    const char *gained[SEATS];
} turn_cases[] = {
    {"PT-12 PT-13 PT-16 PT-V1",
     "7 and 9 on the own left half, and nothing else",
     "",
     4,
     "",
     "[5 2 4 5] 0:7+9",
     "1",
     "",
     {"7 9 | |", "| |", "| |", "| |"}},
    {"PT-20 PT-21 PT-22 PT-V2",
     "the others tick 7, 9 and 7 on the right",
     "",
     4,
     "",
     "[5 2 4 5] 0:7+9 1:7 2:9 3:7",
     "chance",
     "",
     {"7 9 | |", "| 7 |", "| 9 |", "| 7 |"}},
    {"PT-13",
     "only one sum",
     "",
     3,
     "",
     "[5 2 4 5] 0:10 1:- 2:-",
     "chance",
     "",
     {"10 | |", "| |", "| |"}},
    {"PT-13 PT-23",
     "no one ticks",
     "",
     3,
     "",
     "[5 2 4 5] 0:- 1:- 2:-",
     "chance",
     "",
     {"| |", "| |", "| |"}},
    {"PT-15",
     "two boxes of one row",
     "",
     3,
     "",
     "[1 6 2 5] 0:7+7 1:- 2:-",
     "chance",
     "",
     {"7 7 | |", "| |", "| |"}},
    {"PT-24 PT-7",
     "clockwise, beginning left of the active player",
     "first=1",
     4,
     "",
     "[5 2 4 5] 1:7 2:6 3:9",
     "0",
     "",
     {"| |", "7 | |", "| 6 |", "| 9 |"}},
    {"PT-24 PT-G6",
     "earlier choices are on the sheets",
     "",
     3,
     "",
     "[5 2 4 5] 0:7 1:9",
     "2",
     "",
     {"7 | |", "| 9 |", "| |"}},
    {"PT-30 PT-31 PT-32 PT-G2 PT-V11",
     "two rows full: two bangs, two circles",
     "first=1",
     4,
     "1L*=2 1L6=1 1L10=1",
     "[5 2 4 5] 1:6+10 2:- 3:- 0:-",
     "chance",
     "6:1 10:1",
     {"| |", "6 10 | | 6 10", "| |", "| |"}},
    {"PT-30 PT-G7",
     "bang and circles come after phase 2",
     "first=1",
     4,
     "1L*=2 1L6=1 1L10=1",
     "[5 2 4 5] 1:6+10 2:- 3:-",
     "0",
     "",
     {"| |", "6 10 | |", "| |", "| |"}},
    {"PT-30 PT-15",
     "a row filled by two ticks has one bang",
     "",
     2,
     "0L7=2",
     "[1 6 2 5] 0:7+7 1:-",
     "chance",
     "7:1",
     {"7 7 | | 7", "| |"}},
    {"PT-30",
     "one of two boxes left: no bang",
     "",
     2,
     "0L7=2",
     "[1 6 2 5] 0:7 1:-",
     "chance",
     "",
     {"7 | |", "| |"}},
    {"PT-30 PT-21",
     "a full right row has no bang",
     "",
     2,
     "1R7=1",
     "[5 2 4 5] 0:- 1:7",
     "chance",
     "",
     {"| |", "| 7 |"}},
    {"PT-31 PT-33",
     "the last of four to fill a row: its fourth circle",
     "first=3",
     4,
     "0L7=0 1L7=0 2L7=0 3L7=1",
     "[1 6 2 5] 3:7 0:- 1:- 2:-",
     "chance",
     "7:4",
     {"| |", "| |", "| |", "7 | | 7"}},
    {"PT-10",
     "then the next seat rolls all four dice",
     "",
     3,
     "",
     "[5 2 4 5] 0:- 1:- 2:- [1 1 2 3] 1:3+4",
     "2",
     "",
     {"| |", "3 4 | |", "| |"}},
    {"PT-24",
     "simultaneous: chosen in any order, ticked together",
     "simultaneous=1",
     3,
     "",
     "[5 2 4 5] 2:6 0:7+9 1:7",
     "chance",
     "",
     {"7 9 | |", "| 7 |", "| 6 |"}},
    {"PT-24",
     "simultaneous: nothing is on a sheet before the last choice",
     "simultaneous=1",
     3,
     "0L7=1",
     "[5 2 4 5] 2:6 0:7+9",
     "1",
     "",
     {"| |", "| |", "| |"}},
    {"PT-24 PT-30 PT-31",
     "simultaneous: then bangs and circles",
     "simultaneous=1 first=2",
     3,
     "2L7=1",
     "[5 2 4 5] 2:7+9 0:6 1:-",
     "chance",
     "7:1",
     {"| 6 |", "| |", "7 9 | | 7"}},
};

static const char *circles_now(void)
{
    static char text[128];
    size_t n = 0;

    text[0] = '\0';
    for (int row = 0; row < ROWS; row++)
        if (circles(table(), row) > 0)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%d:%d",
                                  n ? " " : "", number(row),
                                  circles(table(), row));
    return text;
}

static void whole_turns(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof turn_cases / sizeof *turn_cases; i++) {
        print_message("%s: %s\n", turn_cases[i].rules, turn_cases[i].why);
        begin(turn_cases[i].seats, turn_cases[i].options,
              turn_cases[i].position);
        run(&match, turn_cases[i].script);
        assert_string_equal(waiting(&match), turn_cases[i].waiting);
        assert_string_equal(circles_now(), turn_cases[i].circles);
        for (int s = 0; s < turn_cases[i].seats; s++)
            assert_string_equal(gained(s), turn_cases[i].gained[s]);
    }
}

/* PT-8 PT-G16: only the number of ticks matters, and the dice of a colour are
 * alike. */
static void the_same_position(void **unused)
{
    union pl_state first;

    (void)unused;
    begin(2, "", "");
    run(&match, "[1 6 2 5] 0:7 1:8 [5 2 4 5] 1:- 0:9 "
                "[1 6 2 5] 0:7 1:7 [4 6 1 3] 1:- 0:-");
    first = match.state;
    begin(2, "", "");
    run(&match, "[1 2 5 6] 0:- 1:7 [5 4 5 2] 1:- 0:9 "
                "[1 6 2 5] 0:7+7 1:8 [4 1 3 6] 1:- 0:-");
    assert_memory_equal(&first, &match.state, sizeof first);
    begin(2, "", "");
    run(&match, "[1 6 2 5]");
    first = match.state;
    begin(2, "", "");
    run(&match, "[1 2 5 6]");
    assert_memory_equal(&first, &match.state, sizeof first);
}

/* PT-24: with simultaneous all are asked at once, and a view has no choice but
 * one's own. */
static void blind_choices(void **unused)
{
    union pl_state seen, other;
    const struct pretty_tricky *view = (const struct pretty_tricky *)&seen;

    (void)unused;
    begin(3, "simultaneous=1 first=1", "");
    run(&match, "[5 2 4 5]");
    assert_string_equal(waiting(&match), "0 1 2");
    assert_string_equal(legal(&match, 0), "6 7 9 -");
    assert_string_equal(legal(&match, 1), "6 7 9 10 6+10 7+9 -");
    run(&match, "1:7+9 0:6");
    assert_string_equal(waiting(&match), "2");
    pl_match_view(&match, 2, &seen);
    assert_int_equal(view->waiting, 7);
    pl_match_view(&match, -1, &other);
    assert_memory_equal(&seen, &other, sizeof seen);
    pl_match_view(&match, 1, &seen);
    assert_int_equal(view->waiting, 5);
    assert_int_equal(view->choice[1], pair_move(7 - 2, 9 - 2));
    assert_int_equal(view->choice[0], PASS);
}

/* --- The end ------------------------------------------------------------- */

/* So many bangs: the lowest rows are full on the left. */
static void give_bangs(int seat, int bangs)
{
    for (int row = 0; row < ROWS; row++)
        leave_open(seat, LEFT, row, row < bangs ? 0 : 1);
}

static void all_pass(void)
{
    while (strcmp(waiting(&match), "chance") != 0 &&
           strcmp(waiting(&match), "over") != 0)
        run(&match, (char[]){waiting(&match)[0], ':', '-', '\0'});
}

static const struct {
    const char *rules, *options;
    int seats, next, bangs[SEATS];
    const char *waiting;
} end_cases[] = {
    {"PT-40 PT-G12 PT-V12", "first=2", 4, 3, {4, 0, 1, 2}, "chance"},
    {"PT-40 PT-V13", "first=2", 4, 2, {4, 0, 1, 2}, "over"},
    {"PT-40 PT-G10 PT-V14", "", 3, 0, {4, 4, 4}, "chance"},
    {"PT-40 PT-V15", "", 2, 0, {5, 2}, "chance"},
    {"PT-40 PT-41 PT-G11 PT-V16", "", 2, 0, {7, 6}, "over"},
    {"PT-41", "", 2, 0, {0, 7}, "over"},
    {"PT-40", "", 4, 0, {3, 3, 3, 3}, "chance"},
    {"PT-40", "", 3, 0, {0, 0, 5}, "over"},
    {"PT-40", "", 2, 0, {0, 6}, "over"},
    {"PT-40 PT-G12", "", 2, 1, {11, 11}, "chance"},
    {"PT-40", "end_threshold=2", 2, 0, {2, 0}, "over"},
    {"PT-40", "end_threshold=2", 2, 0, {1, 1}, "chance"},
    {"PT-40", "end_threshold=1", 4, 0, {0, 0, 1, 0}, "over"},
    {"PT-40", "end_threshold=11", 4, 0, {10, 10, 10, 10}, "chance"},
    {"PT-40", "end_threshold=11", 4, 0, {10, 11, 10, 10}, "over"},
    {"PT-40", "end_threshold=auto", 4, 0, {4, 0, 0, 0}, "over"},
    {"PT-41 PT-40", "end_threshold=1", 2, 0, {0, 0}, "chance"},
    {"PT-40 PT-24", "simultaneous=1", 2, 0, {0, 6}, "over"},
};

static void when_it_ends(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof end_cases / sizeof *end_cases; i++) {
        int seats = end_cases[i].seats;

        begin(seats, end_cases[i].options, "");
        for (int s = 0; s < seats; s++)
            give_bangs(s, end_cases[i].bangs[s]);
        table()->active = (uint8_t)((end_cases[i].next + seats - 1) % seats);
        run(&match, "[6 6 6 6]");
        all_pass();
        assert_int_equal(table()->active, end_cases[i].next);
        if (strcmp(waiting(&match), end_cases[i].waiting) != 0 || aborted())
            fail_msg("%s, case %zu: %s", end_cases[i].rules, i,
                     waiting(&match));
    }
}

/* PT-40 PT-41: the round is played to its end, and more bangs still score. The
 * threshold lies within 1 and 11. */
static void the_last_round(void **unused)
{
    struct pl_setup setup;
    struct pl_message why;

    (void)unused;
    begin(2, "end_threshold=1", "0L7=1 1L7=1 1L3=1");
    run(&match, "[1 6 2 5] 0:7 1:-");
    assert_int_equal(pl_count(table()->bangs[0]), 1);
    assert_string_equal(waiting(&match), "chance");
    run(&match, "[1 2 3 4] 1:3+7 0:-");
    assert_string_equal(waiting(&match), "over");
    assert_int_equal(points(&match, 0), 2);
    assert_int_equal(points(&match, 1), 4);

    pl_setup_normal(&setup, &pl_pretty_tricky_game, 2);
    assert_false(pl_setup_option(&setup, &pl_pretty_tricky_game,
                                 "end_threshold", "0", &why));
    assert_false(pl_setup_option(&setup, &pl_pretty_tricky_game,
                                 "end_threshold", "12", &why));
}

static void pass_rounds(int rounds)
{
    for (int turn = 0; turn < rounds * match.setup.seats; turn++) {
        assert_string_equal(waiting(&match), "chance");
        assert_false(aborted());
        run(&match, "[6 6 6 6]");
        all_pass();
    }
}

/* PT-G13: the guard scores the game after 200 rounds and says that it did. */
static void nobody_ticks(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= SEATS; seats++) {
        begin(seats, "first=1", "0L7=0");
        pass_rounds(200);
        assert_string_equal(waiting(&match), "over");
        assert_true(aborted());
        assert_int_equal(points(&match, 0), 2);
        assert_int_equal(winners(&match), 1);
    }
    begin(2, "", "");
    pass_rounds(199);
    give_bangs(1, 6);
    pass_rounds(1);
    assert_string_equal(waiting(&match), "over");
    assert_false(aborted());
}

/* --- Points -------------------------------------------------------------- */

static const struct {
    const char *rules;
    int seats;
    const char *position; /* what is full */
    int total[SEATS], circle_points[SEATS];
    unsigned winners;
} point_cases[] = {
    {"PT-50 PT-51 PT-52 PT-V3",
     2,
     "0L2=0 0L4=0 0L6=0 0L10=0 0L3=0 1L4=0 1L6=0 1L10=0 "
     "0R2=0 0R4=0 0R6=0 0R8=0 0R10=0",
     {17, 6},
     {7, 0},
     1u << 0},
    {"PT-51 PT-V19",
     4,
     "1L7=0 2L7=0 3L7=0 1L8=0 2L8=0 3L8=0 0R7=0",
     {3, 4, 4, 4},
     {3, 0, 0, 0},
     1u << 1 | 1u << 2 | 1u << 3},
    {"PT-51 PT-G8 PT-G9",
     3,
     "0L7=0 1L7=0 0R7=1 1R7=0 2R7=0",
     {2, 4, 2},
     {0, 2, 2},
     1u << 1},
    /* The third player's 12 needs twelve bangs at the table: a fourth player
     * has the one that is missing. */
    {"PT-53 PT-V17",
     4,
     "0L2=0 0L3=0 0L4=0 0L5=0 0L6=0 1L2=0 1L3=0 1L4=0 1L5=0 2L2=0 2L3=0 3L2=0 "
     "0R2=0 0R3=0 1R2=0 1R3=0 1R4=0 2R2=0 2R3=0 2R4=0 2R5=0 2R6=0",
     {17, 17, 16, 2},
     {7, 9, 12, 0},
     1u << 1},
    {"PT-53 PT-V18",
     4,
     "0L2=0 0L3=0 0L4=0 0L5=0 0L6=0 1L2=0 1L3=0 1L4=0 1L5=0 1L7=0 "
     "0R2=0 0R3=0 0R4=0 0R6=0 1R2=0 1R3=0 1R4=0 1R7=0 2R5=0 2R6=0",
     {17, 17, 3, 0},
     {7, 7, 3, 0},
     1u << 0 | 1u << 1},
    {"PT-52",
     3,
     "0L7=0 0L8=0 1L7=0 1R7=0 1R8=0 2R7=0",
     {4, 5, 2},
     {0, 3, 2},
     1u << 1},
    {"PT-50 PT-51",
     4,
     "0L*=0 1L*=0 2L*=0 3L*=0 0R*=0",
     {66, 22, 22, 22},
     {44, 0, 0, 0},
     1u << 0},
};

static void points_of_a_table(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof point_cases / sizeof *point_cases; i++) {
        struct pl_result result;
        struct pl_part part[PL_PARTS];

        print_message("%s\n", point_cases[i].rules);
        begin(point_cases[i].seats, "", point_cases[i].position);
        pl_pretty_tricky_game.score(&pl_pretty_tricky_game, &match.state,
                                    &result);
        assert_int_equal(result.winners, point_cases[i].winners);
        for (int s = 0; s < point_cases[i].seats; s++) {
            int right = point_cases[i].circle_points[s];

            assert_int_equal(result.points[s], point_cases[i].total[s]);
            assert_int_equal(result.tie[s], right);
            assert_int_equal(pl_pretty_tricky_game.parts(&pl_pretty_tricky_game,
                                                         &match.state, s, part),
                             2);
            assert_int_equal(part[0].points, point_cases[i].total[s] - right);
            assert_int_equal(part[1].points, right);
        }
    }
}

/* PT-31 PT-33: between turns a bang is a full left row, and no row has more
 * circles than there are players. */
static void bangs_are_full_rows(void **unused)
{
    struct pl_rng rng;

    (void)unused;
    pl_seed(&rng, 4);
    for (int i = 0; i < 60; i++) {
        struct pl_message why;

        begin(2 + i % 3, "end_threshold=11", "");
        while (strcmp(waiting(&match), "over") != 0) {
            pl_move list[PL_MOVES];
            int seat = waiting(&match)[0] - '0', n;

            if (strcmp(waiting(&match), "chance") != 0) {
                n = pl_pretty_tricky_game.moves(&pl_pretty_tricky_game,
                                                &match.state, seat, list);
                pl_match_play(&match, seat, list[n - 1], &why);
                continue;
            }
            for (int s = 0; s < match.setup.seats; s++)
                for (int row = 0; row < ROWS; row++)
                    assert_int_equal(table()->bangs[s] >> row & 1,
                                     table()->ticks[s][LEFT][row] ==
                                         shipped.half[LEFT].boxes[row]);
            for (int row = 0; row < ROWS; row++)
                assert_in_range(circles(table(), row), 0, match.setup.seats);
            pl_match_roll(&match, &rng, &why);
        }
    }
}

/* --- Set-up and the sheet ------------------------------------------------ */

/* PT-1 PT-2 PT-7: two to four players, one red die and three blue ones, and
 * the seat that begins rolls. */
static void set_up(void **unused)
{
    struct pl_setup setup;
    struct pl_message why;
    struct pl_chance chance;

    (void)unused;
    for (int seats = 1; seats <= 5; seats++) {
        pl_setup_normal(&setup, &pl_pretty_tricky_game, seats);
        assert_int_equal(pl_setup_check(&pl_pretty_tricky_game, &setup, &why),
                         seats >= 2 && seats <= 4);
    }
    begin(4, "first=3", "");
    pl_pretty_tricky_game.chance(&pl_pretty_tricky_game, &match.state, &chance);
    assert_int_equal(chance.count, 4);
    assert_int_equal(pl_outcomes(&chance), 1296);
    assert_string_equal(chance.die[0]->name, "r");
    for (int i = 1; i < 4; i++)
        assert_string_equal(chance.die[i]->name, "b");
    assert_ptr_equal(chance.die[1], chance.die[2]);
    assert_ptr_equal(chance.die[1], chance.die[3]);
    run(&match, "[1 2 3 4]");
    assert_string_equal(waiting(&match), "3");
}

static const struct {
    const char *rules;
    int seats;
    const char *ticked;
} printed_cases[] = {
    {"PT-6", 2, "| 3 4 5 6 7 8 9 10 11 |"},
    {"PT-6 PT-G14", 3, "| |"},
    {"PT-6", 4, "2 12 | |"},
};

static void printed_boxes(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof printed_cases / sizeof *printed_cases; i++) {
        begin(printed_cases[i].seats, "", "");
        memset(&before, 0, sizeof before);
        for (int s = 0; s < printed_cases[i].seats; s++)
            if (strcmp(gained(s), printed_cases[i].ticked) != 0)
                fail_msg("%s: %s", printed_cases[i].rules, gained(s));
    }
}

static int sum_of(const uint8_t count[ROWS])
{
    int sum = 0;

    for (int row = 0; row < ROWS; row++)
        sum += count[row];
    return sum;
}

/* What is wrong with one row of a half, for printed boxes in a table of two or
 * four players. */
static const char *wrong_row(const struct half *half, int row, const char *side)
{
    static char text[128];
    int boxes = half->boxes[row];
    int most =
        half->twos[row] > half->fours[row] ? half->twos[row] : half->fours[row];

    if (boxes == 0)
        snprintf(text, sizeof text, "row %d has no box on the %s", number(row),
                 side);
    else if (boxes > WIDEST)
        snprintf(text, sizeof text,
                 "row %d has %d boxes on the %s, but at most %d have room",
                 number(row), boxes, side, WIDEST);
    else if (half->twos[row] + half->fours[row] > boxes)
        snprintf(text, sizeof text,
                 "row %d has more numbers than boxes on the %s", number(row),
                 side);
    else if (most == boxes)
        snprintf(text, sizeof text,
                 "row %d is full on the %s before the first turn", number(row),
                 side);
    else
        return NULL;
    return text;
}

/* PT-4 PT-5: what is wrong with a sheet, in a sentence; NULL: nothing. */
static const char *wrong_with(const struct half print[HALVES])
{
    static char text[128];
    int twos = sum_of(print[LEFT].twos) + sum_of(print[RIGHT].twos);
    int fours = sum_of(print[LEFT].fours) + sum_of(print[RIGHT].fours);

    for (int half = LEFT; half < HALVES; half++)
        for (int row = 0; row < ROWS; row++) {
            const char *wrong =
                wrong_row(&print[half], row, half == LEFT ? "left" : "right");

            if (wrong)
                return wrong;
        }
    if (fours != 2)
        snprintf(text, sizeof text, "%d boxes are marked 4, not 2", fours);
    else if (twos != 9)
        snprintf(text, sizeof text, "%d boxes are marked 2, not 9", twos);
    else
        return NULL;
    return text;
}

static const struct {
    const char *rules, *what; /* which number of which half and row */
    int value;
    const char *wrong;
} sheet_cases[] = {
    {"PT-5", "L4 2", 0, "1 boxes are marked 4, not 2"},
    {"PT-5", "R4 7", 1, "3 boxes are marked 4, not 2"},
    {"PT-5", "R2 7", 0, "8 boxes are marked 2, not 9"},
    {"PT-5", "L2 7", 1, "10 boxes are marked 2, not 9"},
    {"PT-5", "Lb 7", 0, "row 7 has no box on the left"},
    {"PT-5", "Rb 12", 0, "row 12 has no box on the right"},
    {"PT-5", "Lb 8", 7,
     "row 8 has 7 boxes on the left, but at most 6 have "
     "room"},
    {"PT-5", "L2 2", 2, "row 2 has more numbers than boxes on the left"},
    {"PT-5 PT-6", "Lb 2", 1, "row 2 is full on the left before the first turn"},
    {"PT-5 PT-6 PT-G15", "R2 3", 2,
     "row 3 is full on the right before the first turn"},
    {"PT-4 PT-5", "Lb 7", 3, NULL},
};

static void the_sheet(void **unused)
{
    (void)unused;
    assert_null(wrong_with(shipped.half));
    for (size_t i = 0; i < sizeof sheet_cases / sizeof *sheet_cases; i++) {
        const char *what = sheet_cases[i].what, *wrong;
        struct half copy[HALVES];
        struct half *half = &copy[what[0] == 'L' ? LEFT : RIGHT];
        uint8_t *count = what[1] == 'b'   ? half->boxes
                         : what[1] == '2' ? half->twos
                                          : half->fours;

        memcpy(copy, shipped.half, sizeof copy);
        count[atoi(what + 3) - 2] = (uint8_t)sheet_cases[i].value;
        wrong = wrong_with(copy);
        if (!wrong || !sheet_cases[i].wrong)
            assert_ptr_equal(wrong, sheet_cases[i].wrong);
        else
            assert_string_equal(wrong, sheet_cases[i].wrong);
    }
}

/* PT-4: layout A is fixed, because records count on it. */
static void layout_a(void **unused)
{
    static const uint8_t boxes[ROWS] = {2, 2, 3, 3, 4, 4, 4, 3, 3, 2, 2};

    (void)unused;
    assert_string_equal(pl_pretty_tricky_game.layout, "A");
    for (int row = 0; row < ROWS; row++) {
        assert_int_equal(shipped.half[LEFT].boxes[row], boxes[row]);
        assert_int_equal(shipped.half[RIGHT].boxes[row], boxes[row]);
        assert_int_equal(shipped.half[LEFT].fours[row], row == 0 || row == 10);
        assert_int_equal(shipped.half[RIGHT].twos[row], row > 0 && row < 10);
    }
}

static void show(int seat, struct pl_scene *scene)
{
    union pl_state view;

    memset(scene, 0, sizeof *scene);
    settle_match(&match);
    pl_match_view(&match, seat, &view);
    pl_pretty_tricky_game.show(&pl_pretty_tricky_game, &view, seat, scene);
}

/* "L7a": a box by half, row and place counted from the middle. */
static const struct pl_piece *box(const struct pl_scene *scene, int seat,
                                  const char *name)
{
    int half = name[0] == 'L' ? LEFT : RIGHT, row = atoi(name + 1) - 2;
    int id = box_id(seat, half, row, name[strlen(name) - 1] - 'a');

    for (int i = 0; i < scene->pieces; i++)
        if (scene->piece[i].id == id)
            return &scene->piece[i];
    return NULL;
}

/* PT-3 PT-5: eleven rows with one bang, their boxes, and a place for the
 * circles; the start player is marked. */
static void pieces_of_a_sheet(void **unused)
{
    static struct pl_scene scene;
    int bangs = 0, numbers = 0, twos = 0, fours = 0, starts = 0, counters = 0;

    (void)unused;
    begin(2, "first=1", "0L7=0 1L7=0 0L8=0 0R7=0");
    show(0, &scene);
    for (int i = 0; i < scene.pieces; i++) {
        const struct pl_piece *p = &scene.piece[i];

        if (p->area != 1)
            continue;
        bangs += p->kind == PL_BOX && p->sign == PL_BANG;
        starts += p->sign == PL_ARROW && p->marks == PL_CROSSED;
        numbers += p->kind == PL_LABEL && p->value == p->y + 2;
        twos += p->kind == PL_BOX && p->value == 2;
        fours += p->kind == PL_BOX && p->value == 4;
        counters += p->kind == PL_COUNTER && p->sign == PL_BANG &&
                    p->value == circles(table(), p->y);
        if (p->kind == PL_BOX && p->sign == PL_BANG)
            assert_int_equal(p->marks == PL_CROSSED, p->y == 5 || p->y == 6);
    }
    assert_int_equal(bangs, 11);
    assert_int_equal(numbers, 11);
    assert_int_equal(counters, 11);
    assert_int_equal(twos, 9);
    assert_int_equal(fours, 2);
    assert_int_equal(starts, 0); /* seat 1 has it */
    assert_int_equal(circles(table(), 5), 2);
    assert_int_equal(box(&scene, 0, "R3a")->marks, PL_CROSSED);
    assert_int_equal(box(&scene, 0, "R3b")->marks, 0);
    assert_null(box(&scene, 0, "R3c"));
}

static const struct {
    const char *rules, *move;
    const char *box[2];
} touch_cases[] = {
    {"PT-12", "7", {"L7b", NULL}},
    {"PT-12", "3+11", {"L3a", "L11a"}},
    {"PT-15", "7+7", {"L7b", "L7c"}},
};

/* A move is touched at the next open boxes of its rows; a blind choice is
 * circled there, for its owner alone. */
static void touched_boxes(void **unused)
{
    static struct pl_scene scene;

    (void)unused;
    for (size_t i = 0; i < sizeof touch_cases / sizeof *touch_cases; i++) {
        struct pl_touch touch = {0};
        struct pl_message why;
        pl_move move;

        begin(3, "simultaneous=1", "0L7=3");
        run(&match, "[1 6 2 5]");
        assert_true(
            pl_match_find_move(&match, 0, touch_cases[i].move, &move, &why));
        pl_pretty_tricky_game.touch(&pl_pretty_tricky_game, &match.state, 0,
                                    move, &touch);
        assert_true(pl_match_play(&match, 0, move, &why));
        assert_int_equal(touch.count, touch_cases[i].box[1] ? 2 : 1);
        for (int k = 0; k < touch.count; k++) {
            show(0, &scene);
            assert_int_equal(box(&scene, 0, touch_cases[i].box[k])->id,
                             touch.piece[k]);
            assert_int_equal(box(&scene, 0, touch_cases[i].box[k])->marks,
                             PL_CIRCLED);
            show(1, &scene);
            assert_int_equal(box(&scene, 0, touch_cases[i].box[k])->marks, 0);
        }
    }
}

static const struct {
    const char *why, *options, *position, *dice;
    int seat;
    const char *move, *made_by; /* die 0 is red, the blue ones rise */
} dice_cases[] = {
    {"red and a blue die", "", "0L*=2", "[6 1 2 3]", 0, "8", "0 2"},
    {"two blue dice", "", "0L*=2", "[6 1 2 3]", 0, "5", "2 3"},
    {"both sums take all dice", "", "0L*=2", "[6 1 2 3]", 0, "5+7", "0 1 2 3"},
    {"nothing", "", "0L*=2", "[6 1 2 3]", 0, "-", ""},
    {"forced: the sum that is open", "forced_ticks=1", "0L*=2 0L5=0",
     "[3 1 4 6]", 0, "9", "0 3"},
    {"others: blue dice only", "simultaneous=1", "", "[3 1 4 6]", 1, "7",
     "1 3"},
    {"others: the larger blue dice", "simultaneous=1", "", "[3 1 4 6]", 1, "10",
     "2 3"},
};

static void which_dice(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof dice_cases / sizeof *dice_cases; i++) {
        print_message("%s\n", dice_cases[i].why);
        begin(2, dice_cases[i].options, dice_cases[i].position);
        run(&match, dice_cases[i].dice);
        assert_string_equal(
            dice_of(&match, dice_cases[i].seat, dice_cases[i].move),
            dice_cases[i].made_by);
    }
}

static int box_named(int seat, const char *name)
{
    return box_id(seat, name[0] == 'L' ? LEFT : RIGHT, atoi(name + 1) - 2,
                  name[strlen(name) - 1] - 'a');
}

static const struct {
    const char *options, *position;
    int seat;
    const char *box, *why; /* "": it can be touched */
} box_cases[] = {
    {"", "0L*=2", 0, "L7c", ""},
    {"", "0L*=2", 0, "L7a", "why.crossed"},
    {"", "0L*=2", 0, "L7d", ""},
    {"", "0L*=3", 0, "L7d", "pretty-tricky.why.next 7"},
    {"", "0L*=2", 0, "L6c", "pretty-tricky.why.sum 6"},
    {"", "0L*=2", 0, "R7c", "pretty-tricky.why.left"},
    {"", "0L7=0", 0, "L7d", "why.crossed"},
    {"forced_ticks=1", "0L*=2", 0, "L5b", ""},
    {"", "", 1, "R7b", ""},
    {"", "", 1, "R9a", "why.crossed"},
    {"", "", 1, "R9b", "pretty-tricky.why.blue 9"},
    {"", "", 1, "R7c", "pretty-tricky.why.next 7"},
    {"", "", 1, "L7a", "pretty-tricky.why.right"},
    {"", "", 0, "R5a", "why.crossed"},
};

/* PT-16 PT-20: in one's own turn the left half and all dice count, in that of
 * another the right half and the blue ones. */
static void why_not_this_box(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof box_cases / sizeof *box_cases; i++) {
        int seat = box_cases[i].seat;

        print_message("%d %s\n", seat, box_cases[i].box);
        begin(2, box_cases[i].options, box_cases[i].position);
        run(&match, "[3 1 4 6]");
        if (seat == 1)
            run(&match, "0:-");
        assert_string_equal(
            reason(&match, seat, box_named(seat, box_cases[i].box)),
            box_cases[i].why);
    }
}

static void why_not_the_rest(void **unused)
{
    (void)unused;
    begin(2, "forced_ticks=1", "0L*=2 0L9=0");
    run(&match, "[3 1 4 6]");
    assert_string_equal(reason(&match, 0, ID_PASS), "pretty-tricky.why.forced");
    for (int i = 0; i <= BLUE_DICE; i++)
        assert_string_equal(reason(&match, 0, ID_DIE + i),
                            "pretty-tricky.why.die");
    assert_string_equal(reason(&match, 0, bang_id(0, 6)),
                        "pretty-tricky.why.bang 8");
    assert_string_equal(reason(&match, 0, bang_id(0, 7)), "why.crossed");
    assert_string_equal(reason(&match, 0, bang_id(1, 7)), "why.others");
    assert_string_equal(reason(&match, 0, ID_FIRST),
                        "pretty-tricky.sign.arrow");
    assert_string_equal(reason(&match, 1, ID_FIRST), "why.wait");
}

/* --- What is told -------------------------------------------------------- */

static const struct {
    const char *rules, *options, *position, *script, *last, *told;
} tell_cases[] = {
    {"PT-30 PT-31", "", "0L7=1 0L9=1 1R7=1", "[5 2 4 5] 0:7+9", "1:7",
     "1 full 7, 0 bang 7, 0 bang 9"},
    {"PT-40", "end_threshold=1", "0L7=1", "[5 2 4 5] 0:7+9", "1:-",
     "0 bang 7, 0 last_round 1"},
    {"PT-40", "end_threshold=1 first=1", "0L7=1",
     "[5 2 4 5] 1:- 0:- [5 2 4 5] 0:7", "1:-", "0 bang 7"},
    {"PT-16", "", "", "[5 2 4 5]", "0:7+9", ""},
};

static const char *told_now(const union pl_state *then)
{
    static char text[256];
    struct pl_message told[PL_MESSAGES];
    int count = pl_pretty_tricky_game.tell(&pl_pretty_tricky_game, then,
                                           &match.state, told);
    size_t n = 0;

    text[0] = '\0';
    for (int i = 0; i < count; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%d %s %d",
                              n ? ", " : "", told[i].seat,
                              strrchr(told[i].id, '.') + 1, (int)told[i].n);
    return text;
}

static void what_is_told(void **unused)
{
    union pl_state then;

    (void)unused;
    for (size_t i = 0; i < sizeof tell_cases / sizeof *tell_cases; i++) {
        print_message("%s\n", tell_cases[i].rules);
        begin(2, tell_cases[i].options, tell_cases[i].position);
        run(&match, tell_cases[i].script);
        then = match.state;
        run(&match, tell_cases[i].last);
        assert_string_equal(told_now(&then), tell_cases[i].told);
    }
    begin(2, "", "");
    pass_rounds(199);
    run(&match, "[6 6 6 6] 0:- 1:- [6 6 6 6] 1:-");
    then = match.state;
    run(&match, "0:-");
    assert_string_equal(told_now(&then), "-1 aborted 200"); /* PT-G13 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_ticks),
        cmocka_unit_test(other_ticks),
        cmocka_unit_test(numbers_of_moves),
        cmocka_unit_test(move_numbers),
        cmocka_unit_test(whole_turns),
        cmocka_unit_test(the_same_position),
        cmocka_unit_test(blind_choices),
        cmocka_unit_test(when_it_ends),
        cmocka_unit_test(the_last_round),
        cmocka_unit_test(nobody_ticks),
        cmocka_unit_test(points_of_a_table),
        cmocka_unit_test(bangs_are_full_rows),
        cmocka_unit_test(set_up),
        cmocka_unit_test(printed_boxes),
        cmocka_unit_test(the_sheet),
        cmocka_unit_test(layout_a),
        cmocka_unit_test(pieces_of_a_sheet),
        cmocka_unit_test(touched_boxes),
        cmocka_unit_test(which_dice),
        cmocka_unit_test(why_not_this_box),
        cmocka_unit_test(why_not_the_rest),
        cmocka_unit_test(what_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
