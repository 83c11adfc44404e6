/* One to 9, rule by rule (ids O9-…). Positions that no short script reaches
 * are put on the table directly: the rules are included, not linked. */
#include "../games/one_to_9.c"
#include "../games/one_to_9_words.c"
#include "script.h"

static struct pl_match match;
static struct pl_rng rng;

static struct one_to_9 *table(void)
{
    return (struct one_to_9 *)&match.state;
}

/* --- Setting the table --------------------------------------------------- */

static int kind_of(const char *word)
{
    for (int kind = 0; kind < KINDS; kind++)
        if (strcmp(card_face[kind], word) == 0)
            return kind;
    fail_msg("no card '%s'", word);
    return 0;
}

static void pull(int kind)
{
    assert_true(table()->pool[kind] > 0);
    table()->pool[kind]--;
    table()->stack--;
}

/* Calls a function for each word. */
static void each(const char *words, int seat,
                 void (*what)(int seat, const char *word))
{
    char word[8];

    for (const char *s = words + strspn(words, " "); *s; s += strspn(s, " ")) {
        size_t n = strcspn(s, " ");

        assert_true(n < sizeof word);
        memcpy(word, s, n);
        word[n] = '\0';
        what(seat, word);
        s += n;
    }
}

static int field_of(const char *word)
{
    return (int)(strchr("rygb", word[0]) - "rygb") * NUMBERS + word[1] - '1';
}

/* "r2" natural, "n5r" number joker, "jr4" joker. */
static void lay_word(int seat, const char *word)
{
    (void)seat;
    if (word[0] == 'j') {
        table()->joker |= bit(field_of(word + 1));
        table()->jokers--;
    } else if (word[0] == 'n') {
        const char field[] = {word[2], word[1], '\0'};

        table()->number |= bit(field_of(field));
        pull(NUMBER_CARD + word[1] - '1');
    } else {
        table()->natural |= bit(field_of(word));
        pull(field_of(word));
    }
}

static void hold_word(int seat, const char *word)
{
    if (strcmp(word, "j") == 0) {
        table()->hand[seat].jokers++;
        table()->jokers--;
    } else {
        give(&table()->hand[seat], kind_of(word));
        pull(kind_of(word));
    }
}

static void discard_word(int seat, const char *word)
{
    (void)seat;
    discard(table(), kind_of(word));
    pull(kind_of(word));
}

static void board(const char *words)
{
    each(words, 0, lay_word);
}

static void hold(int seat, const char *words)
{
    each(words, seat, hold_word);
}

static void pile(const char *words)
{
    each(words, 0, discard_word);
}

static void stars(int seat, int n)
{
    table()->hand[seat].small = (uint16_t)n;
    if (!table()->option[OPT_UNLIMITED])
        table()->stars = (uint8_t)(table()->stars - n);
}

/* The stack is these cards; all the rest of it goes under the pile. */
static void stack_word(int seat, const char *word)
{
    (void)seat;
    table()->pool[kind_of(word)]++;
    table()->stack++;
    table()->pile--;
}
static void stack(const char *words)
{
    assert_true(table()->top != 0);
    table()->pile = (uint8_t)(table()->pile + table()->stack);
    table()->stack = 0;
    memset(table()->pool, 0, sizeof table()->pool);
    each(words, 0, stack_word);
}

static void rest_to(int seat)
{
    for (int kind = 0; kind < KINDS; kind++)
        while (table()->pool[kind])
            hold_word(seat, card_face[kind]);
}

/* An empty board and empty hands; seat 0 is to choose. */
static void clear_position(int seats, const char *opts)
{
    sit(&match, &pl_one_to_9_game, seats, opts);
    table()->phase = CHOOSING;
    table()->draws = 0;
}

static char *add_word(char *to, const char *word)
{
    return to + sprintf(to, "%s ", word);
}

static const char *trimmed(char *text, char *end)
{
    if (end > text)
        end[-1] = '\0';
    return text;
}

static const char *holds(int seat)
{
    static char text[512];
    char *end = text;

    text[0] = '\0';
    for (int kind = 0; kind < KINDS; kind++)
        for (int n = held(&table()->hand[seat], kind); n > 0; n--)
            end = add_word(end, card_face[kind]);
    for (int n = table()->hand[seat].jokers; n > 0; n--)
        end = add_word(end, "j");
    return trimmed(text, end);
}

static const char *lies(void)
{
    static char text[512];
    char *end = text, word[8];

    text[0] = '\0';
    for (int f = 0; f < FIELDS; f++) {
        if (!(taken(table()) >> f & 1))
            continue;
        if (table()->natural >> f & 1)
            strcpy(word, card_face[f]);
        else if (table()->joker >> f & 1)
            sprintf(word, "j%s", card_face[f]);
        else
            sprintf(word, "n%c%c", card_face[f][1], card_face[f][0]);
        end = add_word(end, word);
    }
    return trimmed(text, end);
}

static const char *top(void)
{
    return table()->top ? card_face[table()->top - 1] : "";
}

/* Every card is somewhere, and once. */
static void check_cards(void)
{
    int pool = 0, elsewhere = 0, jokers = table()->jokers;

    for (int kind = 0; kind < KINDS; kind++)
        pool += table()->pool[kind];
    for (int s = 0; s < table()->seats; s++) {
        elsewhere += hand_size(&table()->hand[s]) - table()->hand[s].jokers;
        jokers += table()->hand[s].jokers;
    }
    elsewhere += count(table()->natural) + count(table()->number);
    assert_int_equal(pool, table()->stack);
    assert_int_equal(pool + elsewhere + table()->pile, CARDS);
    assert_int_equal(jokers + count(table()->joker), JOKERS);
}

#define ROW_R "r1 r2 r3 r4 r5 r6 r7 r8 r9"
#define ROW_Y "y1 y2 y3 y4 y5 y6 y7 y8 y9"
#define ROW_G "g1 g2 g3 g4 g5 g6 g7 g8 g9"
#define ROW_B "b1 b2 b3 b4 b5 b6 b7 b8 b9"
#define FULL ROW_R " " ROW_Y " " ROW_G " " ROW_B
/* All fields but the fives. */
#define NO_FIVES                                                               \
    "r1 r2 r3 r4 r6 r7 r8 r9 y1 y2 y3 y4 y6 y7 y8 y9 "                         \
    "g1 g2 g3 g4 g6 g7 g8 g9 b1 b2 b3 b4 b6 b7 b8 b9"

/* --- What is allowed ----------------------------------------------------- */

static const struct {
    const char *rules, *why, *options;
    const char *board, *hand;
    int small, others; /* stars of seat 0, of seat 1 */
    const char *allowed;
} allowed_cases[] = {
    {"O9-15 O9-V30", "an empty hand draws, nothing else", "", "r2 r3 r4", "", 9,
     0, "draw"},
    {"O9-15 O9-G25", "a joker is a card", "", NO_FIVES " r5 y5 g5", "j", 0, 0,
     "jb5 run:b1-9 four:5"},
    {"O9-20 O9-25", "natural and plus-3", "", "", "r5 +3 +3", 0, 0, "r5 +3"},
    {"O9-23 O9-V27 O9-G9", "a number joker on a free field of its number", "",
     "r5 b5", "n5", 0, 0, "n5y n5g"},
    {"O9-23 O9-24", "three taken: it must be laid", "", "r5 jy5 b5", "n5", 0, 0,
     "n5g four:5"},
    {"O9-24 O9-V28", "all four taken by whatever card: it is discarded", "",
     "r5 y5 jg5 jb5", "n5", 0, 0, "n5x"},
    {"O9-26 O9-G8", "a joker on any free field, never discarded", "",
     NO_FIVES " r5 y5", "j", 0, 0, "jg5 jb5 run:g1-9 run:b1-9"},
    {"O9-73 O9-G26", "jokers alone and no free field: pass", "", FULL, "j j", 9,
     0, "-"},
    {"O9-73", "any other card can be played", "", FULL, "j r1", 9, 0, "r1"},
    {"O9-73", "any other card can be played", "", FULL, "j n1", 9, 0, "n1x"},
    {"O9-73", "any other card can be played", "", FULL, "j +3", 9, 0, "+3"},
    {"O9-10 O9-G19 O9-30", "no one is forced to score", "", "r2 r3 r4", "r5", 0,
     0, "r5 run:r2-5"},
    {"O9-30 O9-G15", "a whole run from the hand", "", "", "y1 y2 y3 y4", 0, 0,
     "y1 y2 y3 y4 run:y1-4"},
    {"O9-30 O9-G14", "fewer cards than possible", "", "r2 r3 r4", "r5 r6", 0, 0,
     "r5 r6 run:r2-5 run:r2-6"},
    {"O9-30", "of one colour", "", "r2 r3 r4", "y5", 0, 0, "y5"},
    {"O9-30", "without gaps", "", "r2 r3 r4", "r6 r7", 0, 0, "r6 r7"},
    {"O9-30", "a number joker of the right number", "", "r2 r3 r4", "n6", 0, 0,
     "n6r n6y n6g n6b"},
    {"O9-34 O9-G11", "nothing beside the run is laid", "", "r2 r3 r4", "r5 r7",
     0, 0, "r5 r7 run:r2-5"},
    {"O9-34", "two runs: either", "", "r2 r3 r4 b6 b7 b8", "r5 b5", 0, 0,
     "r5 b5 run:r2-5 run:b5-8"},
    {"O9-31 O9-G12", "the whole block, not a part", "", "r2 r3 r4 r6", "r5", 0,
     0, "r5 run:r2-6"},
    {"O9-31", "partial_claim: any part with all that is laid",
     "partial_claim=1", "r2 r3 r4 r6", "r5", 0, 0,
     "r5 run:r2-5 run:r3-6 run:r2-6"},
    {"O9-31 O9-33", "partial_claim: not a part without a new card",
     "partial_claim=1", "r1 r2 r3 r4 r5", "r6", 0, 0,
     "r6 run:r3-6 run:r2-6 run:r1-6"},
    {"O9-35 O9-G13", "1 to 9 is the long run alone", "",
     "r1 r2 r3 r4 r5 r6 r7 r8", "r9", 0, 0, "r9 run:r1-9"},
    {"O9-35", "partial_claim: parts of a full row are short runs",
     "partial_claim=1", "r1 r2 r3 r4 r5 r6 r7 r8", "r9", 0, 0,
     "r9 run:r6-9 run:r5-9 run:r4-9 run:r3-9 run:r2-9 run:r1-9"},
    {"O9-33", "a run that lies there is not scored", "", "r2 r3 r4 r5", "+3", 0,
     0, "+3"},
    {"O9-40", "the missing fields of a number", "", "r5 y5", "g5 b5", 0, 0,
     "g5 b5 four:5"},
    {"O9-40", "one missing card is too many", "", "r5 y5", "g5", 0, 0, "g5"},
    {"O9-40", "no stars in a foursome", "", "r5 y5 g5", "r1", 5, 0, "r1"},
    {"O9-41", "a number joker of another number is no help", "", "r5 y5 g5",
     "n6", 0, 0, "n6r n6y n6g n6b"},
    {"O9-40 O9-G18", "a foursome that lies there is not scored", "",
     "r5 y5 g5 b5", "b5 n5", 0, 0, "b5 n5x"},
    {"O9-40 O9-G15", "four from the hand", "", "", "r5 y5 n5 b5", 0, 0,
     "r5 y5 b5 n5r n5y n5g n5b four:5"},
    {"O9-50 O9-51", "stars fill a long run, and no short one", "",
     "r1 r2 r3 r4 r5", "r7", 3, 0, "r7 run:r1-9"},
    {"O9-50", "one star too few", "", "r1 r2 r3 r4 r5", "r7", 2, 0, "r7"},
    {"O9-50 O9-G16", "not with stars alone", "", "r1 r2 r3 r4 r5 r6 r7 r8",
     "y1", 5, 0, "y1"},
    {"O9-53", "a full row cannot be claimed", "", ROW_R, "r1", 9, 0, "r1"},
    {"O9-11 O9-62", "no small star left: only a big one", "",
     "r2 r3 r4 y1 y2 y3 y4 y5 y6 y7 y8 r9 g9 b9", "r5 y9", 0, 39,
     "r5 y9 run:y1-9"},
    {"O9-11 O9-62", "one small star left is enough", "",
     "r2 r3 r4 y1 y2 y3 y4 y5 y6 y7 y8 r9 g9 b9", "r5 y9", 0, 38,
     "r5 y9 run:r2-5 run:y1-9 four:9"},
    {"O9-62 O9-G6", "unlimited_stars: the supply never runs out",
     "unlimited_stars=1", "r2 r3 r4", "r5", 0, 39, "r5 run:r2-5"},
    {"O9-60 O9-V34", "run or foursome: one of them", "", "b4 b6 b7 r5 y5 g5",
     "b5", 0, 0, "b5 run:b4-7 four:5"},
};

static void what_is_allowed(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof allowed_cases / sizeof *allowed_cases; i++) {
        clear_position(2, allowed_cases[i].options);
        board(allowed_cases[i].board);
        hold(0, allowed_cases[i].hand);
        stars(0, allowed_cases[i].small);
        stars(1, allowed_cases[i].others);
        check_cards();
        if (strcmp(legal(&match, 0), allowed_cases[i].allowed) != 0)
            fail_msg("%s: %s: %s", allowed_cases[i].rules, allowed_cases[i].why,
                     legal(&match, 0));
    }
}

/* O9-26 O9-V29: with 31 free fields a joker has 31 places. */
static void places_of_a_joker(void **unused)
{
    pl_move moves[PL_MOVES];
    int n;

    (void)unused;
    clear_position(2, "");
    board("r1 y3 g5 b7 b9");
    hold(0, "j");
    n = one_to_9_moves(&pl_one_to_9_game, table(), 0, moves);
    assert_int_equal(n, 31);
    for (int i = 0; i < n; i++)
        assert_true(moves[i] >= LAY_JOKER && moves[i] < PLUS3);
}

static const struct {
    const char *rules, *why;
    const char *board, *hand;
    int small;
    const char *script, *allowed;
} fill_cases[] = {
    {"O9-40 O9-V31",
     "the one number joker is kept for the field without a card", "y5 g5",
     "r5 n5", 0, "0:four:5", "fill:n"},
    {"O9-40 O9-V31", "and then laid there", "y5 g5", "r5 n5", 0,
     "0:four:5 0:fill:n", "fill:m"},
    {"O9-40", "with a joker besides it is free", "y5 g5", "r5 n5 j", 0,
     "0:four:5", "fill:n fill:m fill:j"},
    {"O9-30", "the joker is kept for the field without a card", "r2 r3", "r4 j",
     0, "0:run:r2-5", "fill:n"},
    {"O9-30", "each number has its own number joker", "r2 r3", "r4 n4 n5 r5", 0,
     "0:run:r2-5", "fill:n fill:m"},
    {"O9-30", "a short run takes no star", "r2 r3", "r4 r5", 5, "0:run:r2-5",
     "fill:n"},
    {"O9-51 O9-G17", "a star although the card is there",
     "r1 r2 r3 r4 r5 r6 r7", "r8 r9", 1, "0:run:r1-9", "fill:n fill:s"},
    {"O9-51", "and the last star is kept where it is needed",
     "r1 r2 r3 r4 r5 r6 r7", "r8", 1, "0:run:r1-9", "fill:n"},
    {"O9-50 O9-G16", "the last field must get a card if no other did",
     "r1 r2 r3 r4 r5 r6 r7", "r8 r9", 2, "0:run:r1-9 0:fill:s", "fill:n"},
    {"O9-50", "a joker is a card too", "r1 r2 r3 r4 r5 r6 r7", "j", 2,
     "0:run:r1-9 0:fill:s", "fill:j"},
    {"O9-50", "after a card stars may follow", "r1 r2 r3 r4 r5 r6 r7", "r8 r9",
     2, "0:run:r1-9 0:fill:n", "fill:n fill:s"},
};

static void what_may_fill(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof fill_cases / sizeof *fill_cases; i++) {
        clear_position(2, "");
        board(fill_cases[i].board);
        hold(0, fill_cases[i].hand);
        stars(0, fill_cases[i].small);
        run(&match, fill_cases[i].script);
        if (strcmp(legal(&match, 0), fill_cases[i].allowed) != 0)
            fail_msg("%s: %s: %s", fill_cases[i].rules, fill_cases[i].why,
                     legal(&match, 0));
    }
}

/* --- The vectors of runs, foursomes and rewards -------------------------- */

static const struct {
    const char *id;
    const char *row, *hand;
    int small;
    const char *claim, *fills; /* NULL: not allowed */
    int gain, big;
} claim_cases[] = {
    {"O9-32 O9-V2", "r2 r3 r4", "r5", 0, "run:r2-5", "n", 1, 0},
    {"O9-32 O9-V3", "r2 r3 r5 r6", "r4", 0, "run:r2-6", "n", 2, 0},
    {"O9-32 O9-V4", "r1 r2 r3 r5 r6 r7", "r4", 0, "run:r1-7", "n", 3, 0},
    {"O9-32 O9-V5", "r3 r4 r6", "n5 j j", 0, "run:r3-8", "mjj", 3, 0},
    {"O9-32 O9-V6", "r1 r2 r3 r4 r6 r7 r8", "r5", 0, "run:r1-8", "n", 3, 0},
    {"O9-31 O9-V7", "r2 r3 r4 r6", "r5", 0, "run:r2-5", NULL, 0, 0},
    {"O9-33 O9-V8", "r2 r3 r4 r5", "+3", 0, "run:r2-5", NULL, 0, 0},
    {"O9-33 O9-V9", "r2 r3 r4 r5", "r1", 0, "run:r1-5", "n", 2, 0},
    {"O9-51 O9-V10", "r2 r3 r4", "r6", 3, "run:r2-6", NULL, 0, 0},
    {"O9-50 O9-V11", "r1 r2 r3 r5 r7 r9", "r4 n6", 1, "run:r1-9", "nms", -1, 1},
    {"O9-50 O9-V12", "r1 r2 r3 r4 r5 r6 r7 r9", "+3", 5, "run:r1-9", NULL, 0,
     0},
    {"O9-50 O9-V13", "", "j", 8, "run:r1-9", "jssssssss", -8, 1},
    {"O9-50 O9-V14", "r1 r2 r3 r4 r5 r6", "r7", 1, "run:r1-9", NULL, 0, 0},
    {"O9-30 O9-V15", "r2 r3", "r4", 0, "run:r2-4", NULL, 0, 0},
    {"O9-53 O9-V16", ROW_R, "r1 j", 9, "run:r1-9", NULL, 0, 0},
    {"O9-51 O9-V17", "r1 r2 r3 r4 r5 r6 r7", "r8 r9", 1, "run:r1-9", "ns", -1,
     1},
    {"O9-40 O9-V31", "r5 g5", "b5 n5", 0, "four:5", "mn", 1, 0},
    {"O9-40 O9-V32", "r5 y5 g5 b5", "b5 n5 j", 0, "four:5", NULL, 0, 0},
    {"O9-32", "b2 b3 b4 b5 b6", "b7", 0, "run:b2-7", "n", 3, 0},
};

static void fill_all(const char *fills)
{
    char script[] = "0:fill:?";

    for (; *fills; fills++) {
        script[strlen(script) - 1] = *fills;
        run(&match, script);
    }
}

static void claims(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof claim_cases / sizeof *claim_cases; i++) {
        char script[32];

        print_message("%s\n", claim_cases[i].id);
        clear_position(2, "");
        board(claim_cases[i].row);
        hold(0, claim_cases[i].hand);
        stars(0, claim_cases[i].small);
        assert_int_equal(is_legal(&match, 0, claim_cases[i].claim),
                         claim_cases[i].fills != NULL);
        if (!claim_cases[i].fills)
            continue;
        sprintf(script, "0:%s", claim_cases[i].claim);
        run(&match, script);
        fill_all(claim_cases[i].fills);
        assert_string_equal(waiting(&match), "chance");
        assert_int_equal(table()->hand[0].small,
                         claim_cases[i].small + claim_cases[i].gain);
        assert_int_equal(table()->hand[0].big, claim_cases[i].big);
        assert_int_equal(points(&match, 0), claim_cases[i].big);
        assert_int_equal(table()->stars, SMALL_STARS - claim_cases[i].small -
                                             claim_cases[i].gain);
        assert_string_equal(lies(), "");
        check_cards();
    }
}

static const struct {
    const char *id, *options, *board, *hand, *pile, *script;
    int reserve, small, big;
} gain_cases[] = {
    {"O9-61 O9-V18", "", "r2 r3 r4", "r5", "r9 +3", "0:run:r2-5 0:fill:n", 20,
     2, 0},
    {"O9-61 O9-V19", "", "r2 r3 r4 r5 r6", "r7", "+3", "0:run:r2-7 0:fill:n",
     20, 4, 0},
    {"O9-61 O9-V20", "", "r1 r2 r3 r4 r5 r6 r7 r8", "r9", "+3",
     "0:run:r1-9 0:fill:n", 20, 0, 1},
    {"O9-61 O9-V21", "bonus_big=1", "r1 r2 r3 r4 r5 r6 r7 r8", "r9", "+3",
     "0:run:r1-9 0:fill:n", 20, 1, 1},
    {"O9-61", "bonus_big=1", "r1 r2 r3 r4 r5 r6 r7 r8", "r9", "+3 r1",
     "0:run:r1-9 0:fill:n", 20, 0, 1},
    {"O9-62 O9-V22", "", "r2 r3 r4 r5 r6", "r7", "+3", "0:run:r2-7 0:fill:n", 2,
     2, 0},
    {"O9-62", "", "r2 r3 r4 r5 r6", "r7", "", "0:run:r2-7 0:fill:n", 2, 2, 0},
    {"O9-62", "bonus_big=1", "r1 r2 r3 r4 r5 r6 r7 r8", "r9", "+3",
     "0:run:r1-9 0:fill:n", 0, 0, 1},
    {"O9-61", "", "r5 y5 g5", "b5", "+3", "0:four:5 0:fill:n", 20, 2, 0},
    {"O9-61 O9-G4", "", "r2 r3 r4", "r5", "+3 +3", "0:run:r2-5 0:fill:n", 20, 2,
     0},
    {"O9-61 O9-G4", "", "r2 r3 r4", "r5", "+3 b1", "0:run:r2-5 0:fill:n", 20, 1,
     0},
};

static void rewards(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof gain_cases / sizeof *gain_cases; i++) {
        print_message("%s\n", gain_cases[i].id);
        clear_position(2, gain_cases[i].options);
        board(gain_cases[i].board);
        hold(0, gain_cases[i].hand);
        pile(gain_cases[i].pile);
        stars(1, SMALL_STARS - gain_cases[i].reserve);
        run(&match, gain_cases[i].script);
        assert_int_equal(table()->hand[0].small, gain_cases[i].small);
        assert_int_equal(table()->hand[0].big, gain_cases[i].big);
        assert_int_equal(table()->stars,
                         gain_cases[i].reserve - gain_cases[i].small);
    }
}

/* O9-62, unlimited_stars: paid in full, however many are out. */
static void unlimited_stars(void **unused)
{
    (void)unused;
    clear_position(2, "unlimited_stars=1");
    board("r2 r3 r4 r5 r6 y1 y2 y3 y4 y5 y6 y7");
    hold(0, "r7 y8");
    pile("+3");
    stars(0, 300);
    run(&match, "0:run:r2-7 0:fill:n [b1] [b2] 1:draw [b3] [b4]");
    assert_int_equal(table()->hand[0].small, 304);
    run(&match, "0:run:y1-9 0:fill:n 0:fill:s");
    assert_int_equal(table()->hand[0].small, 303);
    assert_int_equal(table()->stars, SMALL_STARS);
}

/* --- Whole turns --------------------------------------------------------- */

static const struct {
    const char *rules, *why, *options;
    const char *board, *hand, *other, *pile;
    int small;
    const char *script;
    const char *waiting, *board_after, *hand_after, *top;
    int pile_after, jokers, small_after, big;
} turn_cases[] = {
    {"O9-20 O9-V23 O9-8", "a natural on its free field: draw two", "", "r4",
     "r5 y1", "b1", "", 0, "0:r5 [g1] [g1]", "1", "r4 r5", "y1 g1 g1", "", 0, 5,
     0, 0},
    {"O9-20 O9-9", "one at a time", "", "", "r5", "b1", "", 0, "0:r5 [g1]",
     "chance", "r5", "g1", "", 0, 5, 0, 0},
    {"O9-21 O9-V24 O9-3", "its field is taken: discard it, take a joker", "",
     "r5", "r5 y1", "b1", "", 0, "0:r5", "1", "r5", "y1 j", "r5", 1, 4, 0, 0},
    {"O9-21 O9-G10", "taken by a number joker", "", "n5r", "r5 y1", "b1", "", 0,
     "0:r5", "1", "n5r", "y1 j", "r5", 1, 4, 0, 0},
    {"O9-21 O9-G10", "taken by a joker", "", "jr5", "r5 y1", "b1", "", 0,
     "0:r5", "1", "jr5", "y1 j", "r5", 1, 3, 0, 0},
    {"O9-21", "one of two copies", "", "jr5", "r5 r5", "b1", "", 0, "0:r5", "1",
     "jr5", "r5 j", "r5", 1, 3, 0, 0},
    {"O9-22 O9-V25", "no joker left: draw one card", "", "r5", "r5 y1",
     "b1 j j j j j", "", 0, "0:r5 [g1]", "1", "r5", "y1 g1", "r5", 1, 0, 0, 0},
    {"O9-23 O9-V27", "a number joker is laid: draw two", "", "r5", "n5", "b1",
     "", 0, "0:n5b [g1] [g2]", "1", "r5 n5b", "g1 g2", "", 0, 5, 0, 0},
    {"O9-24 O9-V28", "or swapped for a joker", "", "r5 y5 g5 b5", "n5", "b1",
     "", 0, "0:n5x", "1", "r5 y5 g5 b5", "j", "n5", 1, 4, 0, 0},
    {"O9-24 O9-22", "or for a card", "", "r5 y5 g5 b5", "n5", "b1 j j j j j",
     "", 0, "0:n5x [+3]", "1", "r5 y5 g5 b5", "+3", "n5", 1, 0, 0, 0},
    {"O9-25 O9-V26", "plus-3: draw three, it lies on top", "", "", "+3", "b1",
     "r1", 0, "0:+3 [g1] [g2] [g3]", "1", "", "g1 g2 g3", "+3", 2, 5, 0, 0},
    {"O9-26 O9-V29 O9-G7", "a joker is laid: draw two", "", "", "j", "b1", "",
     0, "0:jy7 [g1] [g2]", "1", "jy7", "g1 g2", "", 0, 4, 0, 0},
    {"O9-15 O9-V30", "an empty hand draws two", "", "", "", "b1", "", 0,
     "0:draw [g1] [g2]", "1", "", "g1 g2", "", 0, 5, 0, 0},
    {"O9-27", "the joker can be used in the next turn", "", "r5", "r5", "+3",
     "", 0, "0:r5 1:+3 [g1] [g2] [g3] 0:jb1 [y1] [y2]", "1", "r5 jb1", "y1 y2",
     "+3", 2, 5 - 1, 0, 0},
    {"O9-10 O9-G20", "playing a card never scores", "", "r2 r3 r4 y5 g5 b5",
     "r5", "b1", "+3", 0, "0:r5 [g1] [g2]", "1", "r2 r3 r4 r5 y5 g5 b5",
     "g1 g2", "+3", 1, 5, 0, 0},
    {"O9-73", "passing changes nothing", "", FULL, "j", "b1", "", 0, "0:-", "1",
     FULL, "j", "", 0, 4, 0, 0},
    {"O9-12 O9-64 O9-65 O9-V33",
     "clearing: jokers to the table, the rest to the pile, two new cards", "",
     "r2 r3 g5", "n5 j y1", "b1", "+3", 0,
     "0:run:r2-5 0:fill:j 0:fill:m [b2] [g9]", "1", "g5 g9 b2", "y1", "n5", 4,
     5, 2, 0},
    {"O9-65 O9-6 O9-G22", "cards without a free field are replaced", "",
     "r2 r3 r4 g5", "r5 y1", "b1", "", 0,
     "0:run:r2-5 0:fill:n [g5] [n1] [+3] [r5] [b3]", "1", "r5 g5 b3", "y1",
     "+3", 7, 5, 1, 0},
    {"O9-65 O9-G22", "the last one refused lies on top", "", "r2 r3 r4 g5",
     "r5 y1", "b1", "", 0, "0:run:r2-5 0:fill:n [+3] [b3] [n1] [r5]", "1",
     "r5 g5 b3", "y1", "n1", 6, 5, 1, 0},
    {"O9-65", "what refilling completes scores nothing", "",
     "r2 r3 r4 y5 g5 b5 b6 b7", "r5 +3", "b1", "", 0,
     "0:run:r2-5 0:fill:n [r5] [b8]", "1", "r5 y5 g5 b5 b6 b7 b8", "+3", "r5",
     4, 5, 1, 0},
    {"O9-64", "a run: the highest number on top", "", "r2 r3 r4", "r1 y1", "b1",
     "", 0, "0:run:r1-4 0:fill:n [g1] [g2]", "1", "g1 g2", "y1", "r4", 4, 5, 1,
     0},
    {"O9-64", "a foursome: blue on top", "", "r5 g5 b5", "y5 y1", "b1", "", 0,
     "0:four:5 0:fill:n [g1] [g2]", "1", "g1 g2", "y1", "b5", 4, 5, 1, 0},
    {"O9-64 O9-G5", "jokers alone: the top card stays", "", "", "j j j j", "b1",
     "+3", 0, "0:run:r1-4 0:fill:j 0:fill:j 0:fill:j 0:fill:j [g1] [g2]", "1",
     "g1 g2", "", "+3", 1, 5, 2, 0},
    {"O9-60 O9-V34", "the run is scored, the fives stay", "",
     "b4 b6 b7 r5 y5 g5", "b5", "b1", "", 0, "0:run:b4-7 0:fill:n [g1] [g2]",
     "1", "r5 y5 g1 g2 g5", "", "b7", 4, 5, 1, 0},
    {"O9-60 O9-V34", "the fives are scored, the run stays", "",
     "b4 b6 b7 r5 y5 g5", "b5", "b1", "", 0, "0:four:5 0:fill:n [g1] [g2]", "1",
     "g1 g2 b4 b6 b7", "", "b5", 4, 5, 1, 0},
    {"O9-50 O9-52", "a long run: the stars used go back, no others", "",
     "g1 g2 g3 g4 g5 g6 g7", "g8", "b1", "", 5,
     "0:run:g1-9 0:fill:n 0:fill:s [r1] [r2]", "1", "r1 r2", "", "g8", 8, 5, 4,
     1},
    {"O9-61 O9-70", "the top card counts before the run is cleared", "",
     "r2 r3 r4", "r5", "b1", "+3", 0, "0:run:r2-5 0:fill:n [g1] [g2]", "1",
     "g1 g2", "", "r5", 5, 5, 2, 0},
};

static void whole_turns(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof turn_cases / sizeof *turn_cases; i++) {
        print_message("%s: %s\n", turn_cases[i].rules, turn_cases[i].why);
        clear_position(2, turn_cases[i].options);
        board(turn_cases[i].board);
        hold(0, turn_cases[i].hand);
        hold(1, turn_cases[i].other);
        pile(turn_cases[i].pile);
        stars(0, turn_cases[i].small);
        run(&match, turn_cases[i].script);
        assert_string_equal(waiting(&match), turn_cases[i].waiting);
        assert_string_equal(lies(), turn_cases[i].board_after);
        assert_string_equal(holds(0), turn_cases[i].hand_after);
        assert_string_equal(top(), turn_cases[i].top);
        assert_int_equal(table()->pile, turn_cases[i].pile_after);
        assert_int_equal(table()->jokers, turn_cases[i].jokers);
        assert_int_equal(table()->hand[0].small, turn_cases[i].small_after);
        assert_int_equal(table()->hand[0].big, turn_cases[i].big);
        check_cards();
    }
}

/* O9-52: a star is back in the supply when it is laid, so that the bonus can
 * be paid with it. */
static void stars_return_at_once(void **unused)
{
    (void)unused;
    clear_position(2, "bonus_big=1");
    board("r1 r2 r3 r4 r5 r6 r7");
    hold(0, "r8");
    pile("+3");
    stars(0, 1);
    stars(1, 38);
    run(&match, "0:run:r1-9 0:fill:n");
    assert_int_equal(table()->stars, 0);
    run(&match, "0:fill:s");
    assert_int_equal(table()->hand[0].small, 1);
    assert_int_equal(table()->stars, 0);
}

/* --- An empty stack ------------------------------------------------------ */

/* O9-70 O9-G1 O9-G2 O9-G24: the discard pile becomes the stack when a card is
 * needed, and not before. */
static void reshuffling(void **unused)
{
    (void)unused;
    clear_position(2, "");
    hold(0, "r5 +3");
    hold(1, "b1");
    pile("+3");
    stack("g1 g2");
    run(&match, "0:r5 [g1] [g2]");
    assert_string_equal(waiting(&match), "1");
    assert_string_equal(top(), "+3");
    assert_int_equal(table()->stack, 0);
    assert_int_equal(table()->pile, CARDS - 5);

    run(&match, "1:b1"); /* now one is needed */
    assert_string_equal(waiting(&match), "chance");
    assert_string_equal(top(), "");
    assert_int_equal(table()->stack, CARDS - 5);
    assert_int_equal(table()->pile, 0);
    assert_int_equal(table()->pool[kind_of("r5")], 1);
    assert_int_equal(table()->pool[kind_of("r6")], 2);
    assert_int_equal(table()->pool[kind_of("+3")], 11);
    check_cards();

    clear_position(2, "");
    hold(0, "+3");
    hold(1, "b1");
    pile("r1");
    stack("g1");
    run(&match, "0:+3 [g1]"); /* and the plus-3 is shuffled with the rest */
    assert_int_equal(table()->pool[kind_of("+3")], 12);
    assert_string_equal(top(), "");
    check_cards();
}

/* O9-70 O9-G2: reshuffle_keep_top leaves the top card. */
static void reshuffling_but_the_top(void **unused)
{
    (void)unused;
    clear_position(2, "reshuffle_keep_top=1");
    hold(0, "r5");
    hold(1, "b1");
    pile("+3");
    stack("");
    run(&match, "0:r5");
    assert_string_equal(top(), "+3");
    assert_int_equal(table()->pile, 1);
    assert_int_equal(table()->stack, CARDS - 3);
    assert_int_equal(table()->pool[kind_of("+3")], 11);
    check_cards();
}

/* O9-71: without stack and pile the draws that remain are skipped. */
static void nothing_to_draw(void **unused)
{
    (void)unused;
    clear_position(2, "");
    hold(0, "r5");
    rest_to(1);
    run(&match, "0:r5");
    assert_string_equal(waiting(&match), "1");
    assert_string_equal(holds(0), "");

    run(&match, "1:b9 0:draw"); /* nothing comes, and the turn is over */
    assert_string_equal(waiting(&match), "1");

    clear_position(2, ""); /* one card is left for two draws */
    hold(0, "r5 r5");
    rest_to(1);
    take_natural(&table()->hand[1], kind_of("y1"));
    table()->pool[kind_of("y1")] = table()->stack = 1;
    run(&match, "0:r5 [y1]");
    assert_string_equal(waiting(&match), "1");
    assert_string_equal(holds(0), "r5 y1");
    check_cards();

    clear_position(2, "reshuffle_keep_top=1"); /* the card that stays */
    hold(0, "r5");
    pile("g1");
    rest_to(1);
    run(&match, "0:r5");
    assert_string_equal(waiting(&match), "1");
    assert_string_equal(top(), "g1");
    assert_int_equal(table()->pile, 1);
    check_cards();
}

static const struct {
    const char *rules, *why, *options;
    const char *pile, *stack; /* the stack: NULL means all the rest */
    const char *other;
    const char *script, *waiting, *board_after, *top;
    int pile_after;
} refill_cases[] = {
    {"O9-72", "no natural for a free field: no refill, the stack stays", "",
     "+3", NULL, "r5 r5 y5 y5 g5 g5 b5 b5", "", "1", NO_FIVES, "+3", 1},
    {"O9-72 O9-70", "nor is the pile shuffled for it", "", "+3", "",
     "r5 r5 y5 y5 g5 g5 b5 b5", "", "1", NO_FIVES, "+3", 93 - 32 - 8},
    {"O9-72", "one copy in the stack is enough", "", "+3", "r5",
     "r5 y5 y5 g5 g5 b5 b5", "[r5]", "1", "r5 " NO_FIVES, "+3",
     93 - 32 - 7 - 1},
    {"O9-72 O9-70", "one in the pile as well: it is shuffled", "", "r5 +3", "",
     "r5 y5 y5 g5 g5 b5 b5", "[r1] [r5]", "1", "r5 " NO_FIVES, "r1", 1},
    {"O9-72 O9-65", "the second card is missing: stop after the first", "",
     "+3", "r5 b1", "r5 y5 y5 g5 g5 b5 b5", "[b1] [r5]", "1", "r5 " NO_FIVES,
     "b1", 93 - 32 - 7 - 1},
    {"O9-72", "keep_top: the card that stays counts as held",
     "reshuffle_keep_top=1", "r5", "b1", "r5 y5 y5 g5 g5 b5 b5",
     "[b1] [+3] [r5]", "1", "r5 " NO_FIVES, "+3", 2},
};

static uint64_t fields_named(const char *words)
{
    uint64_t fields = 0;

    for (const char *s = words; *s; s += strcspn(s, " ")) {
        s += strspn(s, " ");
        fields |= bit(field_of(s));
    }
    return fields;
}

/* A foursome of fives from four jokers, on an otherwise full board. */
static void refilling_stops(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof refill_cases / sizeof *refill_cases; i++) {
        print_message("%s: %s\n", refill_cases[i].rules, refill_cases[i].why);
        clear_position(2, refill_cases[i].options);
        board(NO_FIVES);
        hold(0, "j j j j");
        hold(1, refill_cases[i].other);
        pile(refill_cases[i].pile);
        if (refill_cases[i].stack)
            stack(refill_cases[i].stack);
        run(&match, "0:four:5 0:fill:j 0:fill:j 0:fill:j 0:fill:j");
        run(&match, refill_cases[i].script);
        assert_string_equal(waiting(&match), refill_cases[i].waiting);
        assert_int_equal(taken(table()),
                         fields_named(refill_cases[i].board_after));
        assert_string_equal(top(), refill_cases[i].top);
        assert_int_equal(table()->pile, refill_cases[i].pile_after);
        assert_int_equal(table()->jokers, JOKERS);
        check_cards();
    }
}

/* O9-71 O9-72: keep_top, and the card that stays is all there is. */
static void refilling_with_the_kept_card_alone(void **unused)
{
    (void)unused;
    clear_position(2, "reshuffle_keep_top=1");
    board(NO_FIVES);
    hold(0, "j j j j");
    pile("r5");
    rest_to(1);
    run(&match, "0:four:5 0:fill:j 0:fill:j 0:fill:j 0:fill:j");
    assert_string_equal(waiting(&match), "1");
    assert_string_equal(top(), "r5");
    assert_int_equal(table()->pile, 1);
}

/* --- Set-up and end ------------------------------------------------------ */

static unsigned sees(void)
{
    struct pl_chance chance;

    one_to_9_chance(&pl_one_to_9_game, table(), &chance);
    assert_int_equal(chance.count, 1);
    assert_string_equal(chance.die[0]->name, "card");
    return chance.sees;
}

/* O9-1 O9-2 O9-3 O9-4 O9-5 O9-V1 O9-G21: what lies ready. */
static void what_is_in_the_box(void **unused)
{
    struct pl_chance chance;
    int naturals = 0, numbers = 0;

    (void)unused;
    assert_int_equal(pl_one_to_9_game.min_seats, 2);
    assert_int_equal(pl_one_to_9_game.max_seats, 4);
    assert_true(2 * pl_one_to_9_game.max_seats + 1 <= BIG_STARS);
    sit(&match, &pl_one_to_9_game, 4, "");
    one_to_9_chance(&pl_one_to_9_game, table(), &chance);
    for (int kind = 0; kind < 36; kind++) {
        assert_int_equal(chance.weight[kind], 2);
        naturals += chance.weight[kind];
    }
    for (int kind = 36; kind < 45; kind++) {
        assert_int_equal(chance.weight[kind], 1);
        numbers += chance.weight[kind];
    }
    assert_int_equal(naturals, 72);
    assert_int_equal(numbers, 9);
    assert_int_equal(chance.weight[45], 12);
    assert_int_equal(chance.total, 93);
    assert_int_equal(chance.die[0]->faces, 46);
    assert_string_equal(chance.die[0]->face[0], "r1");
    assert_string_equal(chance.die[0]->face[35], "b9");
    assert_string_equal(chance.die[0]->face[44], "n9");
    assert_string_equal(chance.die[0]->face[45], "+3");
    assert_int_equal(table()->jokers, 5);
    assert_int_equal(chance.total + table()->jokers, 98);
    assert_int_equal(table()->stars, 39);
    assert_int_equal(BIG_STARS, 9);
    for (int s = 0; s < 4; s++) {
        assert_int_equal(table()->hand[s].small + table()->hand[s].big, 0);
        assert_string_equal(holds(s), "");
    }
    assert_int_equal(count(free_fields(table())), 36);
}

/* O9-6 O9-7 O9-8: five cards on the board, then five to each, from the first
 * player on; who turns up a card twice sees it discarded. */
static void set_up(void **unused)
{
    (void)unused;
    sit(&match, &pl_one_to_9_game, 3, "first=1");
    assert_int_equal(sees(), PL_EVERYBODY);
    run(&match, "[r1] [r1] [n3] [+3] [r2] [y1] [g1]");
    assert_string_equal(lies(), "r1 r2 y1 g1");
    assert_string_equal(top(), "+3");
    assert_int_equal(table()->pile, 3);
    assert_int_equal(sees(), PL_EVERYBODY);
    run(&match, "[b9]");
    assert_int_equal(sees(), 1 << 1);
    run(&match, "[b1] [b1] [b2] [+3]");
    assert_int_equal(sees(), 1 << 1);
    run(&match, "[n9]");
    assert_int_equal(sees(), 1 << 2);
    run(&match, "[g2] [g3] [g4] [g5] [g6]");
    assert_int_equal(sees(), 1 << 0);
    run(&match, "[y2] [y3] [y4] [y5] [y1]");
    assert_string_equal(waiting(&match), "1");
    assert_string_equal(holds(1), "b1 b1 b2 n9 +3");
    assert_string_equal(holds(2), "g2 g3 g4 g5 g6");
    assert_string_equal(holds(0), "y1 y2 y3 y4 y5");
    check_cards();
    run(&match, "1:b2");
    assert_int_equal(sees(), 1 << 1);
    run(&match, "[r3] [r4]");
    assert_string_equal(waiting(&match), "2");
    run(&match, "2:g2 [r5] [r6]");
    assert_string_equal(waiting(&match), "0");
    run(&match, "0:run:y1-5");
    run(&match, "0:fill:n 0:fill:n 0:fill:n 0:fill:n");
    assert_int_equal(sees(), PL_EVERYBODY);
}

/* O9-9: no limit to the hand. */
static void large_hands(void **unused)
{
    (void)unused;
    clear_position(2, "");
    hold(0, ROW_R " " ROW_Y " " ROW_G " " ROW_B);
    run(&match, "0:r1 [r1] [r2]");
    assert_int_equal(hand_size(&table()->hand[0]), 37);
}

/* O9-63 O9-80 O9-G23: the third big star ends the game at once. */
static void the_third_big_star(void **unused)
{
    struct pl_result result;

    (void)unused;
    clear_position(3, "");
    board("r1 r2 r3 r4 r5 r6 r7 r8 y1");
    hold(0, "r9 y2");
    pile("+3");
    table()->hand[0].big = 1;
    table()->hand[2].big = 2;
    stars(2, 30);
    run(&match, "0:run:r1-9 0:fill:n");
    assert_string_equal(waiting(&match), "chance"); /* the second does not */
    assert_int_equal(winners(&match), 1 << 2);      /* 30 small ones ahead */

    clear_position(3, "");
    board("r1 r2 r3 r4 r5 r6 r7 r8 y1");
    hold(0, "r9 y2");
    pile("+3");
    table()->hand[0].big = 2;
    table()->hand[2].big = 2;
    stars(2, 30);
    run(&match, "0:run:r1-9 0:fill:n");
    assert_string_equal(waiting(&match), "over");
    assert_string_equal(lies(), ROW_R " y1");
    assert_string_equal(top(), "+3");
    assert_int_equal(table()->pile, 1);
    assert_int_equal(points(&match, 0), 3);
    one_to_9_score(&pl_one_to_9_game, table(), &result);
    assert_int_equal(result.winners, 1 << 0);
    assert_false(result.aborted);
}

static const struct {
    const char *why;
    int turns, big[3], small[3];
    bool over;
    unsigned winners;
} guard_cases[] = {
    {"turn 999 is not the last", 998, {1, 0, 0}, {0, 0, 0}, false, 1},
    {"big stars decide", 999, {0, 1, 0}, {9, 0, 9}, true, 2},
    {"then small ones", 999, {1, 1, 0}, {3, 4, 9}, true, 2},
    {"then they share", 999, {1, 0, 1}, {4, 9, 4}, true, 5},
};

/* O9-81: 1000 complete turns and no more. */
static void the_guard(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof guard_cases / sizeof *guard_cases; i++) {
        struct pl_result result;

        clear_position(3, "");
        hold(0, "r5");
        table()->turns = (uint16_t)guard_cases[i].turns;
        for (int s = 0; s < 3; s++) {
            table()->hand[s].big = (uint8_t)guard_cases[i].big[s];
            stars(s, guard_cases[i].small[s]);
        }
        run(&match, "0:r5 [r1]");
        assert_string_equal(waiting(&match), "chance");
        run(&match, "[r2]");
        assert_string_equal(waiting(&match),
                            guard_cases[i].over ? "over" : "1");
        one_to_9_score(&pl_one_to_9_game, table(), &result);
        assert_int_equal(result.aborted, guard_cases[i].over);
        assert_int_equal(result.winners, guard_cases[i].winners);
    }
}

/* O9-81 O9-63: a third big star in the last turn is a win, not an abort. */
static void the_guard_and_the_third_star(void **unused)
{
    struct pl_result result;

    (void)unused;
    clear_position(2, "");
    board("r1 r2 r3 r4 r5 r6 r7 r8");
    hold(0, "r9");
    table()->turns = LAST_TURN - 1;
    table()->hand[0].big = 2;
    run(&match, "0:run:r1-9 0:fill:n");
    assert_string_equal(waiting(&match), "over");
    one_to_9_score(&pl_one_to_9_game, table(), &result);
    assert_false(result.aborted);
}

static void step_at_random(pl_move below)
{
    struct pl_message why;
    struct pl_turn turn = one_to_9_turn(&pl_one_to_9_game, table());

    if (turn.what == PL_CHANCE) {
        assert_true(pl_match_roll(&match, &rng, &why));
    } else {
        pl_move moves[PL_MOVES];
        int seat = pl_lowest(turn.seats);
        int n = one_to_9_moves(&pl_one_to_9_game, table(), seat, moves);

        while (moves[n - 1] >= below)
            n--;
        assert_true(pl_match_play(&match, seat,
                                  moves[pl_below(&rng, (uint32_t)n)], &why));
    }
    check_cards();
}

/* O9-81: people who never score play 1000 turns, and the record says so. */
static void a_game_without_end(void **unused)
{
    struct pl_result result;
    struct pl_buffer record = {0};
    int turns = 0;

    (void)unused;
    sit(&match, &pl_one_to_9_game, 3, "");
    while (one_to_9_turn(&pl_one_to_9_game, table()).what != PL_OVER) {
        turns += one_to_9_turn(&pl_one_to_9_game, table()).what == PL_DECIDE;
        step_at_random(RUN);
    }
    assert_int_equal(turns, 1000);
    one_to_9_score(&pl_one_to_9_game, table(), &result);
    assert_true(result.aborted);
    assert_int_equal(result.winners, 7);
    pl_record_write(&match, PL_ALL, &record);
    assert_non_null(strstr(record.s, "\nresult 0 0 0 winners 0 1 2 aborted\n"));
    pl_buffer_free(&record);
}

/* --- Numbers of moves ---------------------------------------------------- */

static const struct {
    int move;
    const char *name;
} names[] = {
    {0, "r1"},         {35, "b9"},        {36, "n1r"},       {71, "n9b"},
    {72, "n1x"},       {80, "n9x"},       {81, "jr1"},       {116, "jb9"},
    {117, "+3"},       {118, "draw"},     {119, "-"},        {120, "run:r1-4"},
    {125, "run:r6-9"}, {126, "run:r1-5"}, {130, "run:r5-9"}, {131, "run:r1-6"},
    {134, "run:r4-9"}, {135, "run:r1-7"}, {137, "run:r3-9"}, {138, "run:r1-8"},
    {139, "run:r2-9"}, {140, "run:r1-9"}, {141, "run:y1-4"}, {203, "run:b1-9"},
    {204, "four:1"},   {212, "four:9"},   {213, "fill:n"},   {214, "fill:m"},
    {215, "fill:j"},   {216, "fill:s"},
};

static void numbers_of_moves(void **unused)
{
    (void)unused;
    assert_int_equal(pl_one_to_9_game.move_count, 217);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct pl_text name = {0};

        pl_one_to_9_name(&pl_one_to_9_game, table(), (pl_move)names[i].move,
                         &name);
        assert_string_equal(name.s, names[i].name);
    }
}

/* Every kind of card in hand and nothing on the board: 109 ways to play a card,
 * and all runs and foursomes. More is impossible. */
static void most_moves(void **unused)
{
    pl_move moves[PL_MOVES];
    int n, cards = 0;

    (void)unused;
    clear_position(2, "");
    hold(0, FULL " n1 n2 n3 n4 n5 n6 n7 n8 n9 +3 j");
    n = one_to_9_moves(&pl_one_to_9_game, table(), 0, moves);
    while (moves[cards] < DRAW)
        cards++;
    assert_int_equal(cards, 109);
    assert_int_equal(n, 109 + 84 + 9);
    assert_int_equal(n, pl_one_to_9_game.moves_max);
    assert_true(sizeof(struct one_to_9) <= PL_STATE);
}

/* --- Claims and fills against every way to fill -------------------------- */

struct means { /* of a hand, counted again */
    int natural[FIELDS], number[NUMBERS], jokers, stars;
};

static struct means means_of(const struct hand *h)
{
    struct means m = {.jokers = h->jokers, .stars = h->small};

    for (int f = 0; f < FIELDS; f++)
        m.natural[f] = held(h, f);
    for (int k = 0; k < NUMBERS; k++)
        m.number[k] = held(h, NUMBER_CARD + k);
    return m;
}

static int *means_for(struct means *m, int material, int f)
{
    int *const what[] = {&m->natural[f], &m->number[f % NUMBERS], &m->jokers,
                         &m->stars};

    return what[material];
}

/* Is there any way to fill the fields, with a card of the hand among them? */
static bool some_way(struct means *m, const int field[], int n, bool with_stars,
                     bool laid)
{
    if (n == 0)
        return laid;
    for (int material = 0; material < (with_stars ? 4 : 3); material++) {
        int *mine = means_for(m, material, field[0]);
        bool works;

        if (*mine == 0)
            continue;
        --*mine;
        works = some_way(m, field + 1, n - 1, with_stars, laid || material < 3);
        ++*mine;
        if (works)
            return true;
    }
    return false;
}

/* The fields of a claim by its name. */
static int fields_of(const char *name, int field[])
{
    int n = 0;

    if (name[0] == 'f') {
        for (int colour = 0; colour < COLOURS; colour++)
            field[n++] = colour * NUMBERS + name[5] - '1';
    } else {
        for (int f = field_of(name + 4); f % NUMBERS <= name[7] - '1';) {
            field[n++] = f++;
            if (f % NUMBERS == 0)
                break;
        }
    }
    return n;
}

static bool lies_at(int f)
{
    return taken(table()) >> f & 1;
}

static bool should_be_claimed(const char *name, bool partial)
{
    struct means m = means_of(&table()->hand[0]);
    int field[NUMBERS], open[NUMBERS], n = fields_of(name, field), opens = 0;
    bool is_run = name[0] == 'r';
    int first = field[0], last = field[n - 1];

    for (int i = 0; i < n; i++)
        if (!lies_at(field[i]))
            open[opens++] = field[i];
    if (opens == 0 || (n < NUMBERS && table()->stars == 0))
        return false;
    if (is_run && !partial &&
        ((first % NUMBERS > 0 && lies_at(first - 1)) ||
         (last % NUMBERS < NUMBERS - 1 && lies_at(last + 1))))
        return false;
    return some_way(&m, open, opens, n == NUMBERS, false);
}

static void put_at_random(int cards, int jokers)
{
    while (cards-- > 0) {
        int kind = (int)pl_below(&rng, KINDS - 1);
        int f = kind < FIELDS
                    ? kind
                    : (int)pl_below(&rng, 4) * NUMBERS + kind - NUMBER_CARD;

        if (table()->pool[kind] == 0 || lies_at(f))
            continue;
        pull(kind);
        *(kind < FIELDS ? &table()->natural : &table()->number) |= bit(f);
    }
    for (; jokers > 0; jokers--) {
        int f = (int)pl_below(&rng, FIELDS);

        if (lies_at(f))
            continue;
        table()->joker |= bit(f);
        table()->jokers--;
    }
}

static void random_position(bool partial)
{
    int cards = (int)pl_below(&rng, 25), jokers = (int)pl_below(&rng, 6);

    clear_position(2, partial ? "partial_claim=1" : "");
    put_at_random((int)pl_below(&rng, 50), (int)pl_below(&rng, 3));
    while (cards-- > 0) {
        int kind = (int)pl_below(&rng, KINDS);

        if (table()->pool[kind])
            hold(0, card_face[kind]);
    }
    for (; jokers > 0 && table()->jokers > 0; jokers--)
        hold(0, "j");
    stars(0, (int)pl_below(&rng, 6));
    if (pl_below(&rng, 8) == 0)
        stars(1, table()->stars);
    if (is_empty(&table()->hand[0]))
        hold(0, "+3");
}

/* Follows a claim to its end; what is offered works, what is not does not. */
static void follow(pl_move claim)
{
    struct pl_text name = {0};
    int field[NUMBERS], open[NUMBERS], opens = 0, n, big;

    pl_one_to_9_name(&pl_one_to_9_game, table(), claim, &name);
    n = fields_of(name.s, field);
    for (int i = 0; i < n; i++)
        if (!lies_at(field[i]))
            open[opens++] = field[i];
    big = table()->hand[0].big;
    one_to_9_play(&pl_one_to_9_game, table(), 0, claim);
    for (int i = 0, laid = 0; i < opens; i++) {
        pl_move moves[PL_MOVES], right[4];
        int offered = one_to_9_moves(&pl_one_to_9_game, table(), 0, moves),
            rights = 0;

        for (int material = 0; material < (n == NUMBERS ? 4 : 3); material++) {
            struct means m = means_of(&table()->hand[0]);

            if (--*means_for(&m, material, open[i]) >= 0 &&
                some_way(&m, open + i + 1, opens - i - 1, n == NUMBERS,
                         laid || material < 3))
                right[rights++] = (pl_move)(FILL + material);
        }
        assert_int_equal(offered, rights);
        assert_memory_equal(moves, right, sizeof *right * (size_t)rights);
        assert_true(offered > 0);
        moves[0] = moves[pl_below(&rng, (uint32_t)offered)];
        laid |= moves[0] != FILL + STAR;
        one_to_9_play(&pl_one_to_9_game, table(), 0, moves[0]);
    }
    assert_int_equal(table()->claim, 0);
    assert_int_equal(table()->hand[0].big, big + (n == NUMBERS));
}

/* O9-30 O9-31 O9-40 O9-50 O9-51 O9-62: the claims are exactly those that some
 * way of filling completes, and no fill leads into a dead end. */
static void claims_and_dead_ends(void **unused)
{
    int followed = 0;

    (void)unused;
    for (int i = 0; i < 4000; i++) {
        pl_move moves[PL_MOVES];
        int n, at = 0, claimable = 0;

        random_position(i & 1);
        n = one_to_9_moves(&pl_one_to_9_game, table(), 0, moves);
        while (at < n && moves[at] < RUN)
            at++;
        for (int claim = RUN; claim < FILL; claim++) {
            struct pl_text name = {0};
            bool offered = at < n && moves[at] == claim;

            pl_one_to_9_name(&pl_one_to_9_game, table(), (pl_move)claim, &name);
            if (should_be_claimed(name.s, i & 1) != offered)
                fail_msg("%s on %s with %s", name.s, lies(), holds(0));
            at += offered;
            claimable += offered;
        }
        if (claimable) {
            follow(moves[n - 1 - (int)pl_below(&rng, (uint32_t)claimable)]);
            followed++;
        }
    }
    assert_true(followed > 1000);
}

/* --- Secrets ------------------------------------------------------------- */

static bool other_card(struct pl_match *other, size_t at, uint8_t face)
{
    struct pl_message why;

    assert_true(pl_match_start(other, match.game, &match.setup, &why));
    for (size_t i = 0; i < match.steps; i++) {
        const struct pl_step *step = &match.step[i];

        if (step->what == PL_CHANCE
                ? !pl_match_land(other, i == at ? &face : step->face, 1, &why)
                : !pl_match_play(other, step->seat, step->move, &why))
            return false;
    }
    return true;
}

static bool same_text(const struct pl_match *other, int seat,
                      void (*write)(const struct pl_match *, int,
                                    struct pl_buffer *))
{
    struct pl_buffer a = {0}, b = {0};
    bool same;

    write(&match, seat, &a);
    write(other, seat, &b);
    same = a.length == b.length && memcmp(a.s, b.s, a.length) == 0;
    pl_buffer_free(&a);
    pl_buffer_free(&b);
    return same;
}

static bool same_view(const struct pl_match *other, int seat)
{
    union pl_state a, b;

    pl_match_view(&match, seat, &a);
    pl_match_view(other, seat, &b);
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool is_over_or_same_turn(const struct pl_match *other)
{
    return one_to_9_turn(&pl_one_to_9_game, &other->state).what ==
           one_to_9_turn(&pl_one_to_9_game, table()).what;
}

/* O9-7 O9-G27 O9-G28: had someone drawn another card into the hand and done
 * the same, no byte of what the others see would differ. */
static void a_hidden_card_changes_nothing(void **unused)
{
    struct pl_match other = {0};
    int compared = 0;

    (void)unused;
    for (int i = 0; i < 6000; i++) {
        int steps = 10 + (int)pl_below(&rng, 200);
        size_t at;
        int seat;
        uint8_t face;

        if (i % 20 == 0)
            sit(&match, &pl_one_to_9_game, 2 + i / 20 % 3, "");
        for (; i % 20 == 0 && steps > 0 &&
               one_to_9_turn(&pl_one_to_9_game, table()).what != PL_OVER;
             steps--)
            step_at_random(MOVES);
        at = pl_below(&rng, (uint32_t)match.steps);
        if (match.step[at].what != PL_CHANCE ||
            match.step[at].seats == PL_EVERYBODY)
            continue;
        seat = pl_lowest(match.step[at].seats);
        face = (uint8_t)pl_below(&rng, KINDS);
        if (face == match.step[at].face[0] || !other_card(&other, at, face) ||
            !is_over_or_same_turn(&other))
            continue;
        compared++;
        for (int s = -1; s < match.setup.seats; s++) {
            assert_int_equal(same_view(&other, s), s != seat);
            assert_int_equal(same_text(&other, s, pl_view_json), s != seat);
            assert_int_equal(same_text(&other, s, pl_record_write), s != seat);
        }
    }
    pl_match_free(&other);
    assert_true(compared > 500);
}

/* O9-9 O9-G27 O9-G28: a view keeps what is public, and its next card is any
 * of those that the seat has not seen. */
static void what_a_view_keeps(void **unused)
{
    struct pl_chance chance;
    union pl_state view;
    const struct one_to_9 *g = (const struct one_to_9 *)&view;

    (void)unused;
    clear_position(3, "");
    board("r1 n2r");
    hold(0, "r5 r7 n3 +3 j");
    hold(1, "r6 r6 n4 +3 +3 j j");
    hold(2, "r5");
    stars(1, 3);
    pile("+3 b1");
    settle_match(&match);
    pl_match_view(&match, 2, &view);
    assert_int_equal(g->hand[0].unseen, 4);
    assert_int_equal(g->hand[0].jokers, 1);
    assert_int_equal(g->hand[1].unseen, 5);
    assert_int_equal(g->hand[1].jokers, 2);
    assert_int_equal(g->hand[1].small, 3);
    assert_int_equal(g->hand[2].unseen, 0);
    assert_int_equal(held(&g->hand[2], kind_of("r5")), 1);
    assert_int_equal(g->stack, table()->stack);
    assert_int_equal(g->pile, 2);
    one_to_9_chance(&pl_one_to_9_game, &view, &chance);
    assert_int_equal(chance.total, CARDS - 2 - 1 - 2);
    for (int kind = 0; kind < KINDS; kind++) {
        const char *face = card_face[kind];
        int seen = strcmp(face, "r1") == 0 || strcmp(face, "n2") == 0 ||
                   strcmp(face, "r5") == 0 || strcmp(face, "+3") == 0 ||
                   strcmp(face, "b1") == 0;

        assert_int_equal(chance.weight[kind], copies(kind) - seen);
    }
}

/* Hidden hands are backs with a number beside them, and their jokers. */
static void what_is_shown_of_a_hand(void **unused)
{
    static struct pl_scene scene;
    union pl_state view;
    int backs = 0, cards = 0, times = 0;

    (void)unused;
    clear_position(2, "");
    hold(0, "r5 r5 y2");
    hold(1, "r6 r6 n4 j");
    memset(&scene, 0, sizeof scene);
    settle_match(&match);
    pl_match_view(&match, 0, &view);
    pl_one_to_9_show(&pl_one_to_9_game, &view, 0, &scene);
    for (int i = 0; i < scene.pieces; i++) {
        const struct pl_piece *p = &scene.piece[i];

        if (scene.area[p->area].role != PL_HAND)
            continue;
        if (p->kind == PL_CARD)
            *(p->marks & PL_BACKED ? &backs : &cards) += 1;
        if (p->sign == PL_TIMES)
            times = times * 10 + p->value;
    }
    assert_int_equal(backs, 1);
    assert_int_equal(cards, 2 + 1);
    assert_int_equal(times, 23);
}

/* --- Guessing ------------------------------------------------------------ */

static const struct {
    const char *why;
    const char *board, *pool; /* what seat 0 has not seen */
    int hidden;               /* so many of them are in the hand of seat 1 */
    const char *jokers;
    int small;
    const char *claim; /* NULL: none */
    int laid;
} guess_cases[] = {
    {"any cards", "", "r1 r1 n2 +3 b5 b6", 3, "", 0, NULL, 0},
    {"a run that lacks two", "r2 r3", "r4 r4 n4 r5 b1 b2 b3", 3, "", 0,
     "run:r2-5", 0},
    {"the same with a joker", "r2 r3", "r4 r4 n4 r5 b1 b2 b3", 3, "j", 0,
     "run:r2-5", 0},
    {"all from the hand", "", "r1 r2 r3 r4 n1 n4 b1", 4, "", 0, "run:r1-4", 0},
    {"a foursome with its number joker", "y5 g5", "r5 r5 b5 n5 b1 b2 +3", 3, "",
     0, "four:5", 0},
    {"a long run with stars alone so far", "r1 r2 r3 r4 r5 r6 r7",
     "r8 n8 r9 b1 b2 b3 b4", 2, "", 2, "run:r1-9", 0},
    {"a long run with a card", "r1 r2 r3 r4 r5 r6 r7", "r8 n8 r9 b1 b2 b3 b4",
     2, "", 2, "run:r1-9", 1},
};

enum { SAMPLES = 40000, MOST = 1 << 8 };

static void guess_position(size_t i)
{
    clear_position(2, "");
    board(guess_cases[i].board);
    hold(0, "+3");
    hold(1, guess_cases[i].jokers);
    pile("+3");
    stack(guess_cases[i].pool);
    stars(1, guess_cases[i].small);
    table()->stack = (uint8_t)(table()->stack - guess_cases[i].hidden);
    table()->hand[1].unseen = (uint8_t)guess_cases[i].hidden;
    table()->active = 1;
    if (!guess_cases[i].claim)
        return;
    table()->phase = FILLING;
    table()->laid = (uint8_t)guess_cases[i].laid;
    for (int claim = RUN; claim < FILL; claim++) {
        struct pl_text name = {0};

        pl_one_to_9_name(&pl_one_to_9_game, table(), (pl_move)claim, &name);
        if (strcmp(name.s, guess_cases[i].claim) == 0)
            table()->claim = (uint8_t)claim;
    }
    assert_int_not_equal(table()->claim, 0);
}

static bool is_possible(const struct hand *h, size_t i)
{
    struct means m = means_of(h);
    int field[NUMBERS], open[NUMBERS], opens = 0, n;

    if (!guess_cases[i].claim)
        return true;
    n = fields_of(guess_cases[i].claim, field);
    for (int k = 0; k < n; k++)
        if (!lies_at(field[k]))
            open[opens++] = field[k];
    return some_way(&m, open, opens, n == NUMBERS, guess_cases[i].laid);
}

/* How often each hand should come: by all choices from the hidden cards. */
static int expected_hands(size_t i, struct hand hand[], int weight[])
{
    int kind[16], cards = 0, n = 0;

    for (int k = 0; k < KINDS; k++)
        for (int c = table()->pool[k]; c > 0; c--)
            kind[cards++] = k;
    for (unsigned chosen = 0; chosen < 1u << cards; chosen++) {
        struct hand h = table()->hand[1];
        int at = 0;

        if (pl_count(chosen) != guess_cases[i].hidden)
            continue;
        h.unseen = 0;
        for (int c = 0; c < cards; c++)
            if (chosen >> c & 1)
                give(&h, kind[c]);
        if (!is_possible(&h, i))
            continue;
        while (at < n && memcmp(&hand[at], &h, sizeof h) != 0)
            at++;
        if (at == n) {
            assert_true(n < MOST);
            weight[n] = 0;
            hand[n++] = h;
        }
        weight[at]++;
    }
    return n;
}

/* Every possible hand comes as often as it should, and no other. */
static void guesses_are_even(void **unused)
{
    static struct hand hand[MOST];
    static int weight[MOST], seen[MOST];

    (void)unused;
    for (size_t i = 0; i < sizeof guess_cases / sizeof *guess_cases; i++) {
        int n, sum = 0;
        double chi = 0;

        guess_position(i);
        n = expected_hands(i, hand, weight);
        assert_true(n > 2);
        memset(seen, 0, sizeof seen);
        for (int k = 0; k < SAMPLES; k++) {
            union pl_state view = match.state;
            const struct one_to_9 *g = (const struct one_to_9 *)&view;
            int at = 0;

            one_to_9_guess(&pl_one_to_9_game, &view, 0, &rng);
            while (at < n && memcmp(&hand[at], &g->hand[1], sizeof *hand) != 0)
                at++;
            if (at == n)
                fail_msg("%s: an impossible guess", guess_cases[i].why);
            seen[at]++;
        }
        for (int k = 0; k < n; k++)
            sum += weight[k];
        for (int k = 0; k < n; k++) {
            double right = (double)SAMPLES * weight[k] / sum;

            chi += (seen[k] - right) * (seen[k] - right) / right;
        }
        /* With n − 1 degrees of freedom: far beyond the one in a million. */
        if (chi > n + 40)
            fail_msg("%s: chi square %.1f for %d", guess_cases[i].why, chi, n);
    }
}

/* O9-72: while the board is being refilled, some card for it is left. */
static void guesses_leave_a_card_to_refill(void **unused)
{
    (void)unused;
    clear_position(2, "");
    board(NO_FIVES);
    hold(0, "y5 y5 g5 g5 b5 b5 r5");
    pile("+3");
    stack("r5 n1 n2 n3 n4");
    table()->stack = 1;
    table()->hand[1].unseen = 4;
    table()->phase = REFILLING;
    table()->draws = 2;
    for (int i = 0; i < 200; i++) {
        union pl_state view = match.state;
        const struct one_to_9 *g = (const struct one_to_9 *)&view;

        one_to_9_guess(&pl_one_to_9_game, &view, 0, &rng);
        assert_int_equal(g->pool[kind_of("r5")], 1);
        assert_int_equal(g->hand[1].number, 15);
    }
}

/* --- Words --------------------------------------------------------------- */

static const struct {
    const char *why, *board, *hand, *other, *pile, *stack, *script, *last;
    const char *told;
} tell_cases[] = {
    {"stars", "r2 r3 r4", "r5", "", "+3", NULL, "0:run:r2-5", "0:fill:n",
     "one-to-9.tell.small 2"},
    {"a big star", "r1 r2 r3 r4 r5 r6 r7 r8", "r9", "", "", NULL, "0:run:r1-9",
     "0:fill:n", "one-to-9.tell.big 1"},
    {"a joker", "r2", "r2", "", "", NULL, "", "0:r2", "one-to-9.tell.joker 0"},
    {"no joker", "r2", "r2", "j j j j j", "", NULL, "", "0:r2",
     "one-to-9.tell.no_joker 0"},
    {"a card turned away", "r2 r3 r4", "r5", "", "", NULL,
     "0:run:r2-5 0:fill:n", "[+3]", "one-to-9.tell.turned_away 0"},
    {"a card laid", "r2 r3 r4", "r5", "", "", NULL, "0:run:r2-5 0:fill:n",
     "[g1]", ""},
    {"shuffled", "", "r2", "", "+3", "g1", "0:r2", "[g1]",
     "one-to-9.tell.reshuffled 0"},
    {"shuffled at once", "", "r2", "", "+3", "", "", "0:r2",
     "one-to-9.tell.reshuffled 0"},
    {"a card laid and two drawn", "", "r2", "", "", NULL, "", "0:r2", ""},
};

static void what_is_told(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof tell_cases / sizeof *tell_cases; i++) {
        struct pl_message told[PL_MESSAGES];
        union pl_state before;
        char text[256] = "";
        int n;

        clear_position(2, "");
        board(tell_cases[i].board);
        hold(0, tell_cases[i].hand);
        hold(1, tell_cases[i].other);
        pile(tell_cases[i].pile);
        if (tell_cases[i].stack)
            stack(tell_cases[i].stack);
        run(&match, tell_cases[i].script);
        before = match.state;
        run(&match, tell_cases[i].last);
        n = pl_one_to_9_tell(&pl_one_to_9_game, &before, &match.state, told);
        assert_true(n <= 1);
        if (n)
            sprintf(text, "%s %d", told[0].id, (int)told[0].n);
        if (strcmp(text, tell_cases[i].told) != 0)
            fail_msg("%s: %s", tell_cases[i].why, text);
    }
}

/* --- What the table asks ------------------------------------------------- */

/* Pieces: "r5" a field, "hr5" "h+3" "hj" "h*" what seat 0 holds, "-" the pass,
 * "=" the stack, "^" the discard pile. */
static int piece_named(const char *s)
{
    switch (s[0]) {
    case '-':
        return ID_PASS;
    case '=':
        return ID_STACK;
    case '^':
        return ID_PILE;
    case 'h':
        return hand_id(0, s[1] == 'j'   ? JOKER_CARD
                          : s[1] == '*' ? STARS
                                        : kind_of(s + 1));
    default:
        return field_id(table(), field_of(s));
    }
}

#define FULL_BOARD                                                             \
    "r1 r2 r3 r4 r5 r6 r7 r8 r9 y1 y2 y3 y4 y5 y6 y7 y8 y9 "                   \
    "g1 g2 g3 g4 g5 g6 g7 g8 g9 b1 b2 b3 b4 b5 b6 b7 b8 b9"

static const struct {
    const char *board, *hand;
    int stars;
    const char *script, *piece, *why;
} why_cases[] = {
    {"", "r1", 0, "", "hr1", ""},
    {"", "r1", 0, "", "-", "one-to-9.why.pass"},
    {"", "r1", 0, "", "=", "one-to-9.why.stack"},
    {"", "r1", 0, "", "^", "one-to-9.why.pile"},
    {"", "r1", 0, "", "r1", "one-to-9.why.card"},
    {"", "r1", 0, "", "r2", "one-to-9.why.free"},
    {"", "j", 0, "", "r2", ""},
    {"r2", "r1", 0, "", "r2", "one-to-9.why.taken"},
    {"r2", "r1", SMALL_STARS, "", "r2", "one-to-9.why.no_stars"},
    {"", "", 0, "", "=", ""},
    {"", "", 0, "", "-", "one-to-9.ask.empty"},
    {"", "", 0, "", "r1", "one-to-9.ask.empty"},
    {"", "r1", 0, "", "h*", "one-to-9.why.stars 1 9"},
    {FULL_BOARD, "j", 0, "", "hj", "one-to-9.why.joker"},
    {FULL_BOARD, "j", 0, "", "-", ""},
    {"r1 r2 r3", "r4 r9", 0, "0:run:r1-4", "hr4", ""},
    {"r1 r2 r3", "r4 r9", 0, "0:run:r1-4", "hr9", "one-to-9.why.fill.red 4"},
    {"b1 b2 b3", "b4 +3", 0, "0:run:b1-4", "h+3", "one-to-9.why.fill.blue 4"},
    {"r1 r2 r3", "r4 r9", 0, "0:run:r1-4", "r4", "one-to-9.ask.fill.red 4"},
    {"r1 r2 r3", "r4 r9", 0, "0:run:r1-4", "=", "one-to-9.ask.fill.red 4"},
    {"r1 r2 r3", "r4 r9", 1, "0:run:r1-4", "h*", "one-to-9.why.stars 1 9"},
    {"r1 r2", "r3 j", 0, "0:run:r1-4", "hr3", ""},
    {"r1 r2", "r3 j", 0, "0:run:r1-4", "hj", "one-to-9.why.needed"},
    {"y1 y2 y3 y4 y5 y6 y7 y8", "y9", 1, "0:run:y1-9", "h*",
     "one-to-9.why.own"},
    {"y1 y2 y3 y4 y5 y6 y7", "y8", 1, "0:run:y1-9", "h*",
     "one-to-9.why.needed"},
    {"y1 y2 y3 y4 y5 y6 y7", "y9", 1, "0:run:y1-9", "h*", ""},
};

static void why_not(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof why_cases / sizeof *why_cases; i++) {
        const char *why;

        clear_position(2, "");
        pile("g9");
        board(why_cases[i].board);
        hold(0, why_cases[i].hand);
        stars(0, why_cases[i].stars);
        run(&match, why_cases[i].script);
        why = reason(&match, 0, piece_named(why_cases[i].piece));
        if (strcmp(why, why_cases[i].why) != 0)
            fail_msg("%s %s %s: '%s', not '%s'", why_cases[i].hand,
                     why_cases[i].script, why_cases[i].piece, why,
                     why_cases[i].why);
    }
}

/* Cards of others are theirs, also face down. */
static void why_not_theirs(void **unused)
{
    (void)unused;
    clear_position(2, "");
    hold(0, "r1");
    hold(1, "r2 r3 j");
    assert_string_equal(reason(&match, 0, hand_id(1, UNSEEN)), "why.others");
    assert_string_equal(reason(&match, 0, hand_id(1, JOKER_CARD)),
                        "why.others");
}

static void the_start_clears_everything(void **unused)
{
    (void)unused;
    check_start(&pl_one_to_9_game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_allowed),
        cmocka_unit_test(places_of_a_joker),
        cmocka_unit_test(what_may_fill),
        cmocka_unit_test(claims),
        cmocka_unit_test(rewards),
        cmocka_unit_test(unlimited_stars),
        cmocka_unit_test(whole_turns),
        cmocka_unit_test(stars_return_at_once),
        cmocka_unit_test(reshuffling),
        cmocka_unit_test(reshuffling_but_the_top),
        cmocka_unit_test(nothing_to_draw),
        cmocka_unit_test(refilling_stops),
        cmocka_unit_test(refilling_with_the_kept_card_alone),
        cmocka_unit_test(what_is_in_the_box),
        cmocka_unit_test(set_up),
        cmocka_unit_test(large_hands),
        cmocka_unit_test(the_third_big_star),
        cmocka_unit_test(the_guard),
        cmocka_unit_test(the_guard_and_the_third_star),
        cmocka_unit_test(a_game_without_end),
        cmocka_unit_test(numbers_of_moves),
        cmocka_unit_test(most_moves),
        cmocka_unit_test(claims_and_dead_ends),
        cmocka_unit_test(a_hidden_card_changes_nothing),
        cmocka_unit_test(what_a_view_keeps),
        cmocka_unit_test(what_is_shown_of_a_hand),
        cmocka_unit_test(guesses_are_even),
        cmocka_unit_test(guesses_leave_a_card_to_refill),
        cmocka_unit_test(what_is_told),
        cmocka_unit_test(why_not),
        cmocka_unit_test(why_not_theirs),
        cmocka_unit_test(the_start_clears_everything),
    };

    pl_seed(&rng, 1991);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
