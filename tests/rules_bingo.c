/* Bingo Dice Game, rule by rule (ids BG-…). Positions that no short script
 * reaches are put on the forms directly: the rules are included, not linked. */
#include "../games/bingo.c"
#include "../games/bingo_words.c"
#include "script.h"

static struct pl_match match;

static struct bingo *table(void)
{
    return (struct bingo *)&match.state;
}

static int area_with(char letter)
{
    return (int)(strchr("BYPOWR", letter) - "BYPOWR");
}

/* One word of a form: "B53" or "Y4", numbers from the top; "Pa1 Pc", a cross or
 * a whole column of crosses; "P*", the whole card. */
static void put_word(int seat, const char *word, size_t length)
{
    int area = area_with(word[0]);
    int card = card_of(area);

    if (area < PURPLE) {
        for (size_t i = 1; i < length; i++)
            table()->number[seat][area][table()->filled[seat][area]++] =
                (uint8_t)(word[i] - '0');
    } else if (word[1] == '*') {
        table()->crossed[seat][card] = (uint16_t)all_boxes(card);
    } else {
        for (int row = 0; row < ROWS; row++)
            if (length == 2 || word[2] - '1' == row)
                table()->crossed[seat][card] |=
                    (uint16_t)(1u << (row * pl_bingo_form.card[card].columns +
                                      word[1] - 'a'));
    }
}

static void put(int seat, const char *words)
{
    for (const char *s = words + strspn(words, " "); *s; s += strspn(s, " ")) {
        size_t length = strcspn(s, " ");

        put_word(seat, s, length);
        s += length;
    }
}

/* The form in the same words, box by box. */
static const char *sheet(int seat)
{
    static char text[512];
    size_t n = 0;

    for (int column = 0; column < COLUMNS; column++)
        for (int i = 0; i < table()->filled[seat][column]; i++) {
            if (i == 0)
                n += (size_t)snprintf(text + n, sizeof text - n, "%s%c",
                                      n ? " " : "", "BY"[column]);
            n += (size_t)snprintf(text + n, sizeof text - n, "%d",
                                  table()->number[seat][column][i]);
        }
    for (int box = 0; box < BOXES; box++) {
        struct pl_text name = {0};
        int card = card_with(box);

        if (!(table()->crossed[seat][card] >>
                  (box - pl_bingo_form.card[card].first) &
              1))
            continue;
        pl_bingo_name(&pl_bingo_game, table(), (pl_move)box, &name);
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n ? " " : "",
                              name.s);
    }
    text[n] = '\0';
    return text;
}

/* "XR WILD WILD": what is still to be carried out. */
static const char *pending(void)
{
    static char text[128];
    size_t n = 0;

    text[0] = '\0';
    for (int i = X_PURPLE; i < SPECIALS; i++)
        for (int k = 0; k < table()->pending[i]; k++) {
            struct pl_text name = {0};

            pl_bingo_name(&pl_bingo_game, table(), (pl_move)(PASS + i), &name);
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%s",
                                  n ? " " : "", name.s + strlen("do:"));
        }
    return text;
}

static int dice_left(void)
{
    int n = 0;

    for (int i = 0; i < DICE; i++)
        n += table()->die[i] != 0;
    return n;
}

static int area_points(int seat, int area)
{
    int points[AREAS];

    pl_bingo_points(form_of(match.game), table(), seat, points);
    return points[area];
}

/* --- What is allowed ----------------------------------------------------- */

#define PURPLE_BOXES "Pa1 Pb1 Pc1 Pa2 Pb2 Pc2 Pa3 Pb3 Pc3"
#define ORANGE_BOXES "Oa1 Ob1 Oc1 Oa2 Ob2 Oc2 Oa3 Ob3 Oc3"
#define WHITE_BOXES "Wa1 Wb1 Wc1 Wd1 Wa2 Wb2 Wc2 Wd2 Wa3 Wb3 Wc3 Wd3"
#define RED_BOXES "Ra1 Rb1 Rc1 Rd1 Ra2 Rb2 Rc2 Rd2 Ra3 Rb3 Rc3 Rd3"
#define BLUE_NUMBERS "B1 B2 B3 B4 B5 B6"
#define YELLOW_NUMBERS "Y1 Y2 Y3 Y4 Y5 Y6"
/* Blocks all but blue, or yellow, or one card. */
#define NO_CARDS "P* O* W* R* "
#define NO_BLUE "B1 "
#define NO_YELLOW "Y1111111111 "

static const struct {
    const char *rules, *why;
    const char *form, *script, *allowed;
} allowed_cases[] = {
    /* By the dice: W W Y B P O R. */
    {"BG-3 BG-10 BG-13 BG-23", "each die serves the area of its colour", "",
     "[1 2 4 6 2 1 3]", "Pa1 Pb3 Oa1 Oc2 Wa1 Wb1 Wc2 Wc3 Rc1 Rb3 B6 Y4 -"},
    {"BG-20 BG-21 BG-T2", "the first blue box takes any number",
     NO_CARDS NO_YELLOW, "[1 1 1 4 1 1 1]", "B4 -"},
    {"BG-20 BG-21 BG-T2", "below a 4 with a smaller cloud: 3",
     NO_CARDS NO_YELLOW "B4", "[1 1 1 3 1 1 1]", "B3 -"},
    {"BG-21 BG-T2 BG-A5", "not 4: smaller is meant strictly",
     NO_CARDS NO_YELLOW "B4", "[1 1 1 4 1 1 1]", "-"},
    {"BG-21 BG-T2", "nor 5", NO_CARDS NO_YELLOW "B4", "[1 1 1 5 1 1 1]", "-"},
    {"BG-21 BG-T3 BG-A7 BG-24", "below a 1 nothing is smaller",
     NO_CARDS NO_YELLOW "B1", "[1 1 1 1 1 1 1]", "-"},
    {"BG-21 BG-T4", "a larger cloud below a 3: 4", NO_CARDS NO_YELLOW "B53",
     "[1 1 1 4 1 1 1]", "B4 -"},
    {"BG-21 BG-T4 BG-A5", "not 3", NO_CARDS NO_YELLOW "B53", "[1 1 1 3 1 1 1]",
     "-"},
    {"BG-21 BG-T5 BG-A6", "equal clouds: no condition",
     NO_CARDS NO_YELLOW "B536", "[1 1 1 6 1 1 1]", "B6 -"},
    {"BG-21 BG-T5", "above a 6 nothing is larger", NO_CARDS NO_YELLOW "B5366",
     "[1 1 1 6 1 1 1]", "-"},
    {"BG-22", "yellow takes every number", NO_CARDS NO_BLUE "Y6",
     "[1 1 1 1 1 1 1]", "Y1 -"},
    {"BG-24 BG-T20", "a full column takes none", NO_CARDS "B2 Y1111111111",
     "[1 1 4 1 1 1 1]", "B1 -"},
    {"BG-23 BG-T8", "a purple 2 stands twice", NO_BLUE NO_YELLOW "O* W* R*",
     "[1 1 1 1 2 1 1]", "Pa1 Pb3 -"},
    {"BG-23 BG-T9", "a purple 3 in the centre only",
     NO_BLUE NO_YELLOW "O* W* R*", "[1 1 1 1 3 1 1]", "Pb2 -"},
    {"BG-23 BG-24", "a crossed box is gone", NO_BLUE NO_YELLOW "Pb2 O* W* R*",
     "[1 1 1 1 3 1 1]", "-"},
    {"BG-3 BG-23 BG-T10 BG-A1", "both white dice serve the white card",
     NO_BLUE NO_YELLOW "P* O* R*", "[1 6 1 1 1 1 1]", "Wa1 Wc1 Wc2 Wb3 -"},
    {"BG-23 BG-T11", "two white 4s offer each box once",
     NO_BLUE NO_YELLOW "P* O* R*", "[4 4 1 1 1 1 1]", "Wb2 Wd3 -"},
    {"BG-10 BG-T11", "and the second is there for the second pick",
     NO_BLUE NO_YELLOW "P* O* R*", "[4 4 1 1 1 1 1] 0:Wb2", "Wd3 -"},
    {"BG-10", "of two white dice the one that was entered is gone",
     NO_BLUE NO_YELLOW "P* O* R*", "[4 2 1 1 1 1 1] 0:Wd3", "Wb1 Wc3 -"},
    {"BG-10", "and so it is with the lower one", NO_BLUE NO_YELLOW "P* O* R*",
     "[4 2 1 1 1 1 1] 0:Wb1", "Wb2 Wd3 -"},
    {"BG-10", "two dice are two different ones", "", "[1 1 4 6 2 1 3] 0:Y4",
     "Pa1 Pb3 Oa1 Oc2 Wa1 Wc2 Rc1 Rb3 B6 -"},
    {"BG-10", "blue is taken once", NO_CARDS NO_YELLOW, "[1 1 1 4 1 1 1] 0:B4",
     "-"},
    {"BG-10", "purple is taken once", NO_BLUE NO_YELLOW "O* W* R*",
     "[1 1 1 1 2 1 1] 0:Pa1", "-"},
    {"BG-10", "orange is taken once", NO_BLUE NO_YELLOW "P* W* R*",
     "[1 1 1 1 1 1 1] 0:Oa1", "-"},
    {"BG-10", "red is taken once", NO_BLUE NO_YELLOW "P* O* W*",
     "[1 1 1 1 1 1 1] 0:Ra1", "-"},
    {"BG-13", "no entry is possible: only stopping is left",
     NO_CARDS NO_BLUE NO_YELLOW, "[1 2 3 4 5 6 1]", "-"},
    /* By a special action. */
    {"BG-40 BG-T14", "an X-white crosses any white box, whatever its number",
     "B53 Wa1 Wb2", "[6 6 1 6 1 1 1] 0:B6",
     "Wb1 Wc1 Wd1 Wa2 Wc2 Wd2 Wa3 Wb3 Wc3 Wd3"},
    {"BG-40", "an X-purple crosses any purple box", "Y1",
     "[6 6 1 6 1 1 1] 0:Y1", PURPLE_BOXES},
    {"BG-40", "an X-orange crosses any orange box", "B5361",
     "[6 6 1 6 1 1 1] 0:B6", ORANGE_BOXES},
    {"BG-40", "an X-red crosses any red box", "Y111", "[6 6 1 6 1 1 1] 0:Y1",
     RED_BOXES},
    {"BG-41 BG-A8", "an N-blue keeps to the clouds", "Y11111 B53",
     "[6 6 1 6 1 1 1] 0:Y1", "B4 B5 B6"},
    {"BG-41 BG-T2", "below a 4: 1, 2 or 3", "Y11111 B4", "[6 6 1 6 1 1 1] 0:Y1",
     "B1 B2 B3"},
    {"BG-41 BG-T5", "equal clouds: any", "Y11111 B536", "[6 6 1 6 1 1 1] 0:Y1",
     BLUE_NUMBERS},
    {"BG-41", "into an empty column: any", "Y11111", "[6 6 1 6 1 1 1] 0:Y1",
     BLUE_NUMBERS},
    {"BG-41", "an N-yellow writes any number", "B536262",
     "[6 6 1 3 1 1 1] 0:B3", YELLOW_NUMBERS},
    {"BG-42", "a WILD is any of them, also with the number of no die",
     "Y1111111", "[6 6 1 6 1 1 1] 0:Y1",
     PURPLE_BOXES " " ORANGE_BOXES " " WHITE_BOXES " " RED_BOXES
                  " " BLUE_NUMBERS " " YELLOW_NUMBERS},
    {"BG-42", "as far as there is room", "Y1111111 B1 P* Oa1 W* Rb",
     "[6 6 1 6 1 1 1] 0:Y1",
     "Ob1 Oc1 Oa2 Ob2 Oc2 Oa3 Ob3 Oc3 Ra1 Rc1 Rd1 Ra2 Rc2 Rd2 Ra3 Rc3 "
     "Rd3 " YELLOW_NUMBERS},
    {"BG-43 BG-A9", "it cannot be declined, nor a die taken before", "Y1",
     "[1 2 6 6 2 1 3] 0:Y6", PURPLE_BOXES},
    /* Chains. */
    {"BG-44 BG-T15", "two kinds are pending: name one, nothing else",
     "Pa1 Pa2 Oa1 Ob2 Oa3 Ob3", "[6 6 1 6 4 1 1] 0:Pa3 0:Oc3", "do:XR do:WILD"},
    {"BG-44 BG-T15", "and then enter it", "Pa1 Pa2 Oa1 Ob2 Oa3 Ob3",
     "[6 6 1 6 4 1 1] 0:Pa3 0:Oc3 0:do:XR", RED_BOXES},
    {"BG-44", "one kind is left: it is asked for at once",
     "Pa1 Pa2 Oa1 Ob2 Oa3 Ob3 W* R* B1 Y1111111111",
     "[6 6 1 6 4 1 1] 0:Pa3 0:Oc3", "Pb1 Pc1 Pb2 Pc2 Pb3 Pc3 Ob1 Oc1 Oa2 Oc2"},
    {"BG-44", "one kind twice: no need to name it",
     "Pa1 Pa2 Oa1 Ob2 Oa3 Ob3 Rb1 Rb2 W* B1 Y1111111111",
     "[6 6 1 6 4 1 1] 0:Pa3 0:Oc3 0:do:XR 0:Rb3",
     "Pb1 Pc1 Pb2 Pc2 Pb3 Pc3 Ob1 Oc1 Oa2 Oc2 Ra1 Rc1 Rd1 Ra2 Rc2 Rd2 Ra3 "
     "Rc3 Rd3"},
    {"BG-44", "after the first the second of that kind",
     "Pa1 Pa2 Oa1 Ob2 Oa3 Ob3 Rb1 Rb2 W* B1 Y1111111111",
     "[6 6 1 6 4 1 1] 0:Pa3 0:Oc3 0:do:XR 0:Rb3 0:Ra1",
     "Pb1 Pc1 Pb2 Pc2 Pb3 Pc3 Ob1 Oc1 Oa2 Oc2 Rc1 Rd1 Ra2 Rc2 Rd2 Ra3 Rc3 "
     "Rd3"},
    {"BG-44", "new ones join those that wait", "Pa1 Pa2 Oa1 Ob2 Oa3 Ob3 Y1",
     "[6 6 1 6 4 1 1] 0:Pa3 0:Oc3 0:do:WILD 0:Y6", "do:XP do:XR"},
    {"BG-43 BG-44 BG-T23 BG-A7", "a stuck blue: N-blue is lost, WILD is asked",
     "B1 Pb1 Pb3 Pa3 Pc1", "[6 6 1 6 3 1 1] 0:Pb2",
     "Pa1 Pa2 Pc2 Pc3 " ORANGE_BOXES " " WHITE_BOXES " " RED_BOXES
     " " YELLOW_NUMBERS},
    {"BG-43 BG-44", "the WILD can make the N-blue impossible",
     "Pb1 Pb3 Pa3 Pc1 O* W* R* Y1111111111",
     "[6 6 1 6 3 1 1] 0:Pb2 0:do:WILD 0:B1", "-"},
    {"BG-43 BG-44", "both are possible as long as blue is", "Pb1 Pb3 Pa3 Pc1",
     "[6 6 1 6 3 1 1] 0:Pb2", "do:NB do:WILD"},
    {"BG-43 BG-T3", "an N-blue alone is lost where blue is stuck: pick again",
     "B1 Y11111 P* O* W* R*", "[6 6 1 6 3 1 1] 0:Y1", "-"},
    {"BG-43", "a full card: X-purple is lost", "B1 Y1 P* O* W* R*",
     "[6 6 1 6 3 1 1] 0:Y1", "-"},
    {"BG-43", "a WILD without any room is lost",
     "B1 Y1111111111 P* O* W* Ra Rc Rd Rb2 Rb3", "[6 6 1 6 3 1 2] 0:Rb1", "-"},
};

static void what_is_allowed(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof allowed_cases / sizeof *allowed_cases; i++) {
        print_message("%s: %s\n", allowed_cases[i].rules, allowed_cases[i].why);
        sit(&match, &pl_bingo_game, 2, "");
        put(0, allowed_cases[i].form);
        run(&match, allowed_cases[i].script);
        assert_string_equal(legal(&match, 0), allowed_cases[i].allowed);
    }
}

/* --- Whole turns --------------------------------------------------------- */

#define BLUE_9 "B536262626"
#define YELLOW_9 "Y111111111"
#define IMMEDIATE "end_timing=immediate"

/* clang-format off */
/* Afterwards: who decides, what is pending, how many dice lie there, the six
 * areas of seat 0 in points (NULL: not the matter here), the forms. */
static const struct {
    const char *rules, *why, *options;
    int seats;
    const char *form[SEATS], *script;
    const char *waiting, *pending;
    int dice;
    const char *areas, *after[SEATS];
} turn_cases[] = {
    {"BG-10 BG-11", "the active player may take a second die", "", 3,
     {"", "", ""}, "[1 2 3 4 5 6 1] 0:B4",
     "0", "", 6, NULL, {"B4", "", ""}},
    {"BG-10 BG-11", "after two the next player has the rest", "", 3,
     {"", "", ""}, "[1 2 3 4 5 6 1] 0:B4 0:Y3",
     "1", "", 5, NULL, {"B4 Y3", "", ""}},
    {"BG-11", "who may take one and passes the rest on", "", 3,
     {"", "", ""}, "[1 2 3 4 5 6 1] 0:B4 0:Y3 1:Pc1",
     "2", "", 4, NULL, {"B4 Y3", "Pc1", ""}},
    {"BG-14", "after the last the turn is over", "", 3,
     {"", "", ""}, "[1 2 3 4 5 6 1] 0:B4 0:Y3 1:Pc1 2:Wa1",
     "chance", "", 0, NULL, {"B4 Y3", "Pc1", "Wa1"}},
    {"BG-14", "and the neighbour rolls", "", 3,
     {"", "", ""}, "[1 2 3 4 5 6 1] 0:B4 0:Y3 1:Pc1 2:Wa1 [1 2 3 4 5 6 1]",
     "1", "", 7, NULL, {"B4 Y3", "Pc1", "Wa1"}},
    {"BG-14 BG-11", "the round goes past the last seat to the first", "first=2",
     3,
     {"", "", ""}, "[1 2 3 4 5 6 1] 2:B4 2:-",
     "0", "", 6, NULL, {"", "", "B4"}},
    {"BG-14", "so does the roll", "first=2", 3,
     {"", "", ""}, "[1 2 3 4 5 6 1] 2:- 0:- 1:- [1 2 3 4 5 6 1]",
     "0", "", 7, NULL, {"", "", ""}},
    {"BG-12 BG-A12 BG-T19", "who stops has no second die; the pool is whole",
     "", 3,
     {"", "", ""}, "[1 2 3 4 5 6 1] 0:-",
     "1", "", 7, NULL, {"", "", ""}},
    {"BG-12 BG-A12", "one die is enough", "", 3,
     {"", "", ""}, "[1 2 3 4 5 6 1] 0:B4 0:-",
     "1", "", 6, NULL, {"B4", "", ""}},
    {"BG-12 BG-T19", "a pass leaves the pool as it is", "", 3,
     {"", "", ""}, "[1 2 3 4 5 6 1] 0:B4 0:Y3 1:-",
     "2", "", 5, NULL, {"B4 Y3", "", ""}},
    {"BG-10 BG-T11", "both dice may be white", "", 2,
     {"", ""}, "[4 4 3 4 5 6 1] 0:Wb2 0:Wd3",
     "1", "", 5, NULL, {"Wb2 Wd3", ""}},
    {"BG-4 BG-11 BG-T18", "five players take all they may: one die is left", "",
     5,
     {"", "", "", "", "Y1"},
     "[1 2 3 4 5 6 1] 0:B4 0:Wa1 1:Wb1 2:Pc1 3:Oa2 4:Y3",
     "4", "XP", 1, NULL, {"B4 Wa1", "Wb1", "Pc1", "Oa2", "Y13"}},
    {"BG-5 BG-10", "alone one is always active", "", 1,
     {""}, "[1 2 3 4 5 6 1] 0:B4 0:Y3 [1 2 3 4 5 6 1] 0:Wa1",
     "0", "", 6, NULL, {"B4 Y3 Wa1"}},
    {"BG-10 BG-43 BG-A11",
     "the special actions of the first die come before " "the second", "", 2,
     {"Y1", ""}, "[1 2 3 4 5 6 1] 0:Y3",
     "0", "XP", 6, NULL, {"Y13", ""}},
    {"BG-11 BG-43", "those of another player before the next one", "", 3,
     {"", "Y1", ""}, "[1 2 3 4 5 6 1] 0:- 1:Y3",
     "1", "XP", 6, NULL, {"", "Y13", ""}},
    {"BG-44", "then it goes on", "", 3,
     {"", "Y1", ""}, "[1 2 3 4 5 6 1] 0:- 1:Y3 1:Pb2",
     "2", "", 6, NULL, {"", "Y13 Pb2", ""}},
    {"BG-10 BG-44", "after a chain the second die, and no third", "", 2,
     {"Y1", ""}, "[1 2 3 4 5 6 1] 0:Y3 0:Pb2 0:B4",
     "1", "", 5, NULL, {"B4 Y13 Pb2", ""}},
    {"BG-10 BG-44", "a chain of the second die ends the picking", "", 2,
     {"Y1", ""}, "[1 2 3 4 5 6 1] 0:B4 0:Y3 0:Pb2",
     "1", "", 5, NULL, {"B4 Y13 Pb2", ""}},
    {"BG-30 BG-31 BG-32 BG-40 BG-41 BG-T14 BG-T4",
     "a chain over four areas, each entry by the one before", "", 2,
     {"B53 Pb1 Pb2 Wb1 Wb2 Ra1 Ra2", ""},
     "[6 6 1 6 2 1 1] 0:Pb3 0:B6 0:Wb3 0:Ra3",
     "0", "", 6, "14 0 0 0 0 9",
     {"B536 Pb1 Pb2 Pb3 Wb1 Wb2 Wb3 Ra1 Ra2 Ra3", ""}},
    {"BG-T14 BG-T4", "after the number in blue: X-white", "", 2,
     {"B53 Pb1 Pb2 Wb1 Wb2 Ra1 Ra2", ""}, "[6 6 1 6 2 1 1] 0:Pb3 0:B6",
     "0", "XW", 6, "14 0 0 0 0 0", {"B536 Pb1 Pb2 Pb3 Wb1 Wb2 Ra1 Ra2", ""}},
    {"BG-31 BG-T13 BG-A10", "one cross finishes four lines: all rewards count",
     "", 2,
     {"Pa Pb1 Pb3 Pc", ""}, "[6 6 1 6 3 1 1] 0:Pb2",
     "0", "NB WILD", 6, "0 0 35 0 0 0",
     {"Pa1 Pb1 Pc1 Pa2 Pb2 Pc2 Pa3 Pb3 Pc3", ""}},
    {"BG-43 BG-51 BG-T13", "both are carried out before the end", IMMEDIATE,
     2,
     {"Pa Pb1 Pb3 Pc", ""}, "[6 6 1 6 3 1 1] 0:Pb2 0:do:WILD 0:Y2",
     "0", "NB", 6, "0 2 35 0 0 0",
     {"Y2 Pa1 Pb1 Pc1 Pa2 Pb2 Pc2 Pa3 Pb3 Pc3", ""}},
    {"BG-43 BG-51 BG-T13 BG-O1 BG-A16", "then an immediate end comes",
     IMMEDIATE, 2,
     {"Pa Pb1 Pb3 Pc", ""}, "[6 6 1 6 3 1 1] 0:Pb2 0:do:WILD 0:Y2 0:B4",
     "over", "", 0, "4 2 35 0 0 0",
     {"B4 Y2 Pa1 Pb1 Pc1 Pa2 Pb2 Pc2 Pa3 Pb3 Pc3", ""}},
    {"BG-44",
     "named first is carried out first; a special action named is "
     "still pending",
     "", 2,
     {"Pa1 Pa2 Oa1 Ob2 Oa3 Ob3", ""}, "[6 6 1 6 4 1 1] 0:Pa3 0:Oc3 0:do:WILD",
     "0", "XR WILD", 6, NULL, {"Pa1 Pa2 Pa3 Oa1 Ob2 Oa3 Ob3 Oc3", ""}},
    {"BG-44 BG-T15", "until its entry is made", "", 2,
     {"Pa1 Pa2 Oa1 Ob2 Oa3 Ob3", ""},
     "[6 6 1 6 4 1 1] 0:Pa3 0:Oc3 0:do:WILD 0:B4",
     "0", "XR", 6, NULL, {"B4 Pa1 Pa2 Pa3 Oa1 Ob2 Oa3 Ob3 Oc3", ""}},
    {"BG-44", "two of a kind are two", "", 2,
     {"Pa1 Pa2 Oa1 Ob2 Oa3 Ob3 Rb1 Rb2", ""},
     "[6 6 1 6 4 1 1] 0:Pa3 0:Oc3 0:do:XR 0:Rb3",
     "0", "WILD WILD", 6, NULL,
     {"Pa1 Pa2 Pa3 Oa1 Ob2 Oa3 Ob3 Oc3 Rb1 Rb2 Rb3", ""}},
    {"BG-43 BG-44 BG-T23", "a lost special action is not pending", "", 2,
     {"B1 Pb1 Pb3 Pa3 Pc1", ""}, "[6 6 1 6 3 1 1] 0:Pb2",
     "0", "WILD", 6, NULL, {"B1 Pb1 Pc1 Pb2 Pa3 Pb3", ""}},
    {"BG-43 BG-44", "two N-blue wait", "", 2,
     {"Y11111 Pb1 Pb3 Pa3 Pc1", ""}, "[6 6 1 6 3 1 1] 0:Pb2 0:do:WILD 0:Y6",
     "0", "NB NB", 6, NULL, {"Y111116 Pb1 Pc1 Pb2 Pa3 Pb3", ""}},
    {"BG-43 BG-44", "the first lets blue get stuck: the second is lost", "", 2,
     {"Y11111 Pb1 Pb3 Pa3 Pc1", ""},
     "[6 6 1 6 3 1 1] 0:Pb2 0:do:WILD 0:Y6 0:B1",
     "0", "", 6, NULL, {"B1 Y111116 Pb1 Pc1 Pb2 Pa3 Pb3", ""}},
    {"BG-44", "a long chain: two X-red and a WILD wait", "", 2,
     {"B53626262 Y111 Pb1 Pb3 Pa3 Pc1 Oa1 Ob2 Oa3 Ob3 Rb Rc Rd Ra2 Ra3", ""},
     "[6 6 1 6 3 1 1] 0:Pb2 0:do:WILD 0:Oc3 0:do:NB 0:B6 0:do:WILD 0:Y2",
     "0", "XR XR WILD", 6, NULL,
     {"B536262626 Y1112 Pb1 Pc1 Pb2 Pa3 Pb3 Oa1 Ob2 Oa3 Ob3 Oc3 "
      "Rb1 Rc1 Rd1 Ra2 Rb2 Rc2 Rd2 Ra3 Rb3 Rc3 Rd3", ""}},
    {"BG-43 BG-44", "the WILD fills red: both X-red are lost", "", 2,
     {"B53626262 Y111 Pb1 Pb3 Pa3 Pc1 Oa1 Ob2 Oa3 Ob3 Rb Rc Rd Ra2 Ra3", ""},
     "[6 6 1 6 3 1 1] 0:Pb2 0:do:WILD 0:Oc3 0:do:NB 0:B6 0:do:WILD 0:Y2 "
     "0:do:WILD 0:Ra1",
     "0", "", 6, NULL,
     {"B536262626 Y1112 Pb1 Pc1 Pb2 Pa3 Pb3 Oa1 Ob2 Oa3 Ob3 Oc3 " RED_BOXES,
      ""}},
    {"BG-50 BG-51 BG-T17", "yellow full: the second die is still free", "", 2,
     {YELLOW_9, ""}, "[1 2 3 4 5 6 1] 0:Y3",
     "0", "", 6, NULL, {YELLOW_9 "3", ""}},
    {"BG-51 BG-T17", "and so is the die of the others", "", 2,
     {YELLOW_9, ""}, "[1 2 3 4 5 6 1] 0:Y3 0:B4",
     "1", "", 5, NULL, {"B4 " YELLOW_9 "3", ""}},
    {"BG-51 BG-T17", "then the game ends", "", 2,
     {YELLOW_9, ""}, "[1 2 3 4 5 6 1] 0:Y3 0:B4 1:Pc1",
     "over", "", 0, NULL, {"B4 " YELLOW_9 "3", "Pc1"}},
    {"BG-51 BG-O1 BG-T17", "immediate: it ends at once", IMMEDIATE, 2,
     {YELLOW_9, ""}, "[1 2 3 4 5 6 1] 0:Y3",
     "over", "", 0, NULL, {YELLOW_9 "3", ""}},
    {"BG-51", "another player fills an area: the next is still asked", "", 3,
     {"", YELLOW_9, ""}, "[1 2 3 4 5 6 1] 0:- 1:Y3",
     "2", "", 6, NULL, {"", YELLOW_9 "3", ""}},
    {"BG-51", "and then it is over", "", 3,
     {"", YELLOW_9, ""}, "[1 2 3 4 5 6 1] 0:- 1:Y3 2:-",
     "over", "", 0, NULL, {"", YELLOW_9 "3", ""}},
    {"BG-51 BG-O1", "immediate: the next is not asked", IMMEDIATE, 3,
     {"", YELLOW_9, ""}, "[1 2 3 4 5 6 1] 0:- 1:Y3",
     "over", "", 0, NULL, {"", YELLOW_9 "3", ""}},
    {"BG-O1", "immediate: without a full area it goes on", IMMEDIATE, 2,
     {"Y11111111", ""}, "[1 2 3 4 5 6 1] 0:Y3 0:B4 1:-",
     "chance", "", 0, NULL, {"B4 Y111111113", ""}},
    {"BG-50", "blue full", IMMEDIATE, 1,
     {BLUE_9}, "[1 2 3 5 5 6 1] 0:B5",
     "over", "", 0, NULL, {BLUE_9 "5"}},
    {"BG-50", "purple full", IMMEDIATE, 1,
     {"Pb Pc Pa2 Pa3"}, "[1 2 3 5 2 6 1] 0:Pa1 0:Oa1",
     "over", "", 0, NULL, {PURPLE_BOXES " Oa1"}},
    {"BG-50", "orange full", IMMEDIATE, 1,
     {"Oa Oc Ob2 Ob3"}, "[1 2 3 5 2 5 1] 0:Ob1 0:Pa1",
     "over", "", 0, NULL, {"Pa1 " ORANGE_BOXES}},
    {"BG-50", "white full", IMMEDIATE, 1,
     {"Wb Wc Wd Wa2 Wa3"}, "[1 2 3 5 2 5 1] 0:Wa1",
     "over", "", 0, NULL, {WHITE_BOXES}},
    {"BG-50", "red full", IMMEDIATE, 1,
     {"Rb Rc Rd Ra2 Ra3"}, "[1 2 3 5 2 5 1] 0:Ra1",
     "over", "", 0, NULL, {RED_BOXES}},
    {"BG-50 BG-A18", "all but one box is not full", IMMEDIATE, 1,
     {"Wb Wc Wd1 Wd3 Wa2 Wa3"}, "[1 2 3 5 2 5 1] 0:Wa1 0:-",
     "chance", "", 0, NULL, {"Wa1 Wb1 Wc1 Wd1 Wa2 Wb2 Wc2 Wa3 Wb3 Wc3 Wd3"}},
};

/* clang-format on */

static void check_areas(const char *expected)
{
    char text[64];
    int points[AREAS];

    pl_bingo_points(form_of(match.game), table(), 0, points);
    snprintf(text, sizeof text, "%d %d %d %d %d %d", points[BLUE],
             points[YELLOW], points[PURPLE], points[ORANGE], points[WHITE],
             points[RED]);
    assert_string_equal(text, expected);
}

static void whole_turns(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof turn_cases / sizeof *turn_cases; i++) {
        print_message("%s: %s\n", turn_cases[i].rules, turn_cases[i].why);
        sit(&match, &pl_bingo_game, turn_cases[i].seats, turn_cases[i].options);
        for (int s = 0; s < turn_cases[i].seats; s++)
            put(s, turn_cases[i].form[s]);
        run(&match, turn_cases[i].script);
        assert_string_equal(waiting(&match), turn_cases[i].waiting);
        assert_string_equal(pending(), turn_cases[i].pending);
        assert_int_equal(dice_left(), turn_cases[i].dice);
        for (int s = 0; s < turn_cases[i].seats; s++)
            assert_string_equal(sheet(s), turn_cases[i].after[s]);
        if (turn_cases[i].areas)
            check_areas(turn_cases[i].areas);
    }
}

/* --- Unlocks ------------------------------------------------------------- */

static const struct {
    const char *rules, *before, *dice, *move, *unlocks;
} arrow_cases[] = {
    {"BG-30", "", "[6 6 1 4 1 1 1]", "0:B4", ""},
    {"BG-30", "B4", "[6 6 1 3 1 1 1]", "0:B3", ""},
    {"BG-30 BG-T4", "B53", "[6 6 1 4 1 1 1]", "0:B4", "XW"},
    {"BG-30", "B536", "[6 6 1 2 1 1 1]", "0:B2", ""},
    {"BG-30", "B5362", "[6 6 1 6 1 1 1]", "0:B6", "XO"},
    {"BG-30", "B53626", "[6 6 1 2 1 1 1]", "0:B2", ""},
    {"BG-30", "B536262", "[6 6 1 6 1 1 1]", "0:B6", "NY"},
    {"BG-30", "B5362626", "[6 6 1 2 1 1 1]", "0:B2", ""},
    {"BG-30", "B53626262", "[6 6 1 6 1 1 1]", "0:B6", "WILD"},
    {"BG-30", "B536262626", "[6 6 1 5 1 1 1]", "0:B5", ""},
    {"BG-30", "", "[6 6 2 4 1 1 1]", "0:Y2", ""},
    {"BG-30", "Y1", "[6 6 2 4 1 1 1]", "0:Y2", "XP"},
    {"BG-30", "Y11", "[6 6 2 4 1 1 1]", "0:Y2", ""},
    {"BG-30", "Y111", "[6 6 2 4 1 1 1]", "0:Y2", "XR"},
    {"BG-30", "Y1111", "[6 6 2 4 1 1 1]", "0:Y2", ""},
    {"BG-30", "Y11111", "[6 6 2 4 1 1 1]", "0:Y2", "NB"},
    {"BG-30", "Y111111", "[6 6 2 4 1 1 1]", "0:Y2", ""},
    {"BG-30", "Y1111111", "[6 6 2 4 1 1 1]", "0:Y2", "WILD"},
    {"BG-30", "Y11111111", "[6 6 2 4 1 1 1]", "0:Y2", ""},
    {"BG-30", "Y111111111", "[6 6 2 4 1 1 1]", "0:Y2", ""},
};

static void arrows(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof arrow_cases / sizeof *arrow_cases; i++) {
        sit(&match, &pl_bingo_game, 1, "");
        put(0, arrow_cases[i].before);
        run(&match, arrow_cases[i].dice);
        run(&match, arrow_cases[i].move);
        if (strcmp(pending(), arrow_cases[i].unlocks) != 0)
            fail_msg("%s: %s %s: %s", arrow_cases[i].rules,
                     arrow_cases[i].before, arrow_cases[i].move, pending());
    }
}

/* The boxes of a line, and what its last cross brings: points or a name. */
static const struct {
    const char *rules;
    const char *box[ROWS];
    int points;
    const char *unlocks;
} line_cases[] = {
    {"BG-31", {"Pa1", "Pb1", "Pc1"}, 7, ""},
    {"BG-31", {"Pa2", "Pb2", "Pc2"}, 9, ""},
    {"BG-31", {"Pa3", "Pb3", "Pc3"}, 7, ""},
    {"BG-31", {"Pa1", "Pa2", "Pa3"}, 0, "XO"},
    {"BG-31", {"Pb1", "Pb2", "Pb3"}, 0, "NB"},
    {"BG-31", {"Pc1", "Pc2", "Pc3"}, 0, "XW"},
    {"BG-31 BG-T12", {"Pa1", "Pb2", "Pc3"}, 12, ""},
    {"BG-31", {"Pa3", "Pb2", "Pc1"}, 0, "WILD"},
    {"BG-31", {"Oa1", "Ob1", "Oc1"}, 0, "XP"},
    {"BG-31", {"Oa2", "Ob2", "Oc2"}, 0, "NY"},
    {"BG-31", {"Oa3", "Ob3", "Oc3"}, 0, "XR"},
    {"BG-31", {"Oa1", "Oa2", "Oa3"}, 7, ""},
    {"BG-31", {"Ob1", "Ob2", "Ob3"}, 10, ""},
    {"BG-31", {"Oc1", "Oc2", "Oc3"}, 7, ""},
    {"BG-31", {"Oa1", "Ob2", "Oc3"}, 0, "WILD"},
    {"BG-31", {"Oa3", "Ob2", "Oc1"}, 12, ""},
    {"BG-32 BG-A4", {"Wa1", "Wa2", "Wa3"}, 9, ""},
    {"BG-32 BG-A4", {"Wb1", "Wb2", "Wb3"}, 0, "XR"},
    {"BG-32 BG-A4", {"Wc1", "Wc2", "Wc3"}, 11, ""},
    {"BG-32 BG-A4", {"Wd1", "Wd2", "Wd3"}, 13, ""},
    {"BG-32 BG-A4", {"Ra1", "Ra2", "Ra3"}, 9, ""},
    {"BG-32 BG-A4", {"Rb1", "Rb2", "Rb3"}, 0, "WILD"},
    {"BG-32 BG-A4", {"Rc1", "Rc2", "Rc3"}, 11, ""},
    {"BG-32 BG-A4", {"Rd1", "Rd2", "Rd3"}, 13, ""},
    {"BG-32 BG-L2", {"Wa1", "Wb2", "Wc3"}, 0, ""},
    {"BG-32 BG-L2", {"Rd1", "Rc2", "Rb3"}, 0, ""},
};

/* Whichever of its boxes is the last, crossed by a die. */
static void check_line(size_t i, int last)
{
    char script[64];
    const char *name = line_cases[i].box[last];
    int area = area_with(name[0]);
    const struct card *card = &pl_bingo_form.card[card_of(area)];
    int number = card->number[(name[2] - '1') * card->columns + name[1] - 'a'];

    sit(&match, &pl_bingo_game, 1, "");
    for (int k = 0; k < ROWS; k++)
        if (k != last)
            put(0, line_cases[i].box[k]);
    assert_int_equal(area_points(0, area), 0);
    snprintf(script, sizeof script, "[%d %d %d %d %d %d %d] 0:%s", number,
             number, number, number, number, number, number, name);
    run(&match, script);
    assert_int_equal(area_points(0, area), line_cases[i].points);
    assert_string_equal(pending(), line_cases[i].unlocks);
}

static void lines_of_the_cards(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof line_cases / sizeof *line_cases; i++)
        for (int last = 0; last < ROWS; last++)
            check_line(i, last);
}

/* --- Points -------------------------------------------------------------- */

static const struct {
    const char *rules, *form, *areas;
    int total;
} point_cases[] = {
    {"BG-56 BG-T21", "", "0 0 0 0 0 0", 0},
    {"BG-52 BG-55", "B5364", "18 0 0 0 0 0", 18},
    {"BG-53 BG-55 BG-T7 BG-A15", "Y1116", "0 -4 0 0 0 0", -4 - 12},
    {"BG-53 BG-55 BG-T7 BG-A15", "Y111616", "0 -9 0 0 0 0", -9 - 27},
    {"BG-33", "Pa1 Pa2 Oa1 Ob1 Wa1 Wa2 Ra1 Rb1", "0 0 0 0 0 0", 0},
    {"BG-54 BG-T12", "Pa1 Pb2 Pc3", "0 0 12 0 0 0", 12},
    {"BG-32 BG-54 BG-T16", "Ra1 Rb1 Rc1 Rd1", "0 0 0 0 0 0", 0},
    {"BG-54", "P* O* W* R*", "0 0 35 36 33 33", 137},
    {"BG-55 BG-56", "B6 Y5 Pa1 Pb2 Pc3 Oa Wa Ra", "6 5 12 7 9 9", 48 + 15},
    {"BG-55 BG-56", "B2 Y5 Pa1 Pb2 Pc3 Oa Wa Ra", "2 5 12 7 9 9", 44 + 6},
    {"BG-55 BG-56", "B66 Y66 P* Oa Ob Wc Ra", "12 12 35 17 11 9", 96 + 27},
    {"BG-55 BG-56", "B66 Y66 P* Oa W* R*", "12 12 35 7 33 33", 132 + 21},
    {"BG-55 BG-56", "B66 Y66 Pa1 Pb1 Pc1 O* W* R*", "12 12 7 36 33 33",
     133 + 21},
    {"BG-55 BG-56", "B66 Y66 P* O* Wa R*", "12 12 35 36 9 33", 137 + 27},
};

static void points_of_a_form(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof point_cases / sizeof *point_cases; i++) {
        print_message("%s: %s\n", point_cases[i].rules, point_cases[i].form);
        sit(&match, &pl_bingo_game, 2, "");
        put(0, point_cases[i].form);
        check_areas(point_cases[i].areas);
        assert_int_equal(points(&match, 0), point_cases[i].total);
    }
}

/* BG-55 BG-56 BG-T1, the worked example on a real form, crossed box by box: the
 * middle column of orange makes 10 points, the other areas have more. */
static void three_times_the_lowest(void **unused)
{
    (void)unused;
    sit(&match, &pl_bingo_game, 2, "");
    put(0, "B5364 Y453 Pa1 Pb2 Pc3 Ob1 Ob2 Wc1 Wc2 Wc3 Rd1 Rd2 Rd3");
    check_areas("18 19 12 0 11 13");
    assert_int_equal(points(&match, 0), 73);
    run(&match, "[1 2 4 1 1 3 1] 0:Ob3");
    check_areas("18 19 12 10 11 13");
    assert_int_equal(points(&match, 0), 83 + 30);
}

/* On sheet A the same column has 9 points; all else is the same. */
static void the_old_sheet(void **unused)
{
    const struct pl_game *old = pl_game_on(&pl_bingo_game, "A");

    (void)unused;
    assert_string_equal(pl_bingo_game.layout, "B");
    assert_ptr_equal(pl_game_on(&pl_bingo_game, "B"), &pl_bingo_game);
    assert_null(pl_game_on(&pl_bingo_game, "C"));
    sit(&match, old, 2, "");
    put(0, "B5364 Y453 Pa1 Pb2 Pc3 Ob Wc1 Wc2 Wc3 Rd1 Rd2 Rd3");
    check_areas("18 19 12 9 11 13");
    assert_int_equal(points(&match, 0), 82 + 27);
    put(0, "P* O* W* R*");
    check_areas("18 19 35 35 33 33");
    assert_int_equal(old->points_max, pl_bingo_game.points_max - 1);
}

/* BG-53 BG-O2 BG-T6 BG-A13 BG-A14: a sum is worked out as far as it is filled;
 * × binds tighter, or everything goes from left to right. */
static void the_sum_in_yellow(void **unused)
{
    static const char numbers[] = "4532614625";
    static const struct {
        const char *options;
        int value[LENGTH];
    } order[] = {
        {"", {4, 9, 19, 17, 23, 22, 26, 46, 44, 49}},
        {"yellow_order=left_to_right",
         {4, 9, 27, 25, 31, 30, 34, 204, 202, 207}},
    };

    (void)unused;
    for (int i = 0; i < 2; i++) {
        sit(&match, &pl_bingo_game, 2, order[i].options);
        for (int n = 0; n < LENGTH; n++) {
            put(0, (char[]){'Y', numbers[n], '\0'});
            assert_int_equal(area_points(0, YELLOW), order[i].value[n]);
        }
    }
}

/* BG-56 BG-T22 BG-A21: the highest total wins, equal ones share. */
static void who_wins(void **unused)
{
    (void)unused;
    sit(&match, &pl_bingo_game, 3, "");
    assert_int_equal(winners(&match), 1 << 0 | 1 << 1 | 1 << 2);
    put(1, "B5");
    assert_int_equal(winners(&match), 1 << 1);
    put(2, "Y5");
    assert_int_equal(winners(&match), 1 << 1 | 1 << 2);
    put(0, "B6");
    assert_int_equal(winners(&match), 1 << 0);
}

/* --- Set-up and end ------------------------------------------------------ */

/* BG-1 BG-3 BG-4 BG-5: seven dice in their order, two to five and solo, empty
 * forms, seat 0 begins unless told otherwise. */
static void set_up(void **unused)
{
    static const char *const name[] = {"W", "W", "Y", "B", "P", "O", "R"};
    struct pl_chance chance;

    (void)unused;
    assert_int_equal(pl_bingo_game.min_seats, 1);
    assert_int_equal(pl_bingo_game.max_seats, 5);
    sit(&match, &pl_bingo_game, 5, "");
    pl_bingo_game.chance(&pl_bingo_game, &match.state, &chance);
    assert_int_equal(chance.count, 7);
    for (int i = 0; i < chance.count; i++) {
        assert_string_equal(chance.die[i]->name, name[i]);
        assert_int_equal(chance.die[i]->faces, 6);
    }
    assert_ptr_equal(chance.die[0], chance.die[1]);
    for (int s = 0; s < 5; s++)
        assert_string_equal(sheet(s), "");
    run(&match, "[1 2 3 4 5 6 1]");
    assert_string_equal(waiting(&match), "0");
    sit(&match, &pl_bingo_game, 5, "first=3");
    run(&match, "[1 2 3 4 5 6 1]");
    assert_string_equal(waiting(&match), "3");
}

static bool aborted(void)
{
    struct pl_result result;

    match.game->score(match.game, &match.state, &result);
    return result.aborted;
}

/* Turns in which everyone passes. */
static void idle_turns(int turns)
{
    for (int i = 0; i < turns; i++) {
        assert_string_equal(waiting(&match), "chance");
        run(&match, "[1 2 3 4 5 6 1]");
        for (int k = 0; k < table()->seats; k++)
            run(&match, (char[]){(char)('0' + table()->player), ':', '-', 0});
    }
}

/* BG-57 BG-O3 BG-A20: so many turns without any entry end the game; an entry,
 * also one of another player, begins the count again. */
static void turns_without_an_entry(void **unused)
{
    static const struct {
        const char *options;
        int limit;
    } cases[] = {{"", 50}, {"idle_limit=50", 50}, {"idle_limit=5", 5}};

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sit(&match, &pl_bingo_game, 1, cases[i].options);
        idle_turns(cases[i].limit - 1);
        run(&match, "[1 2 3 4 5 6 1] 0:B4 0:-");
        idle_turns(cases[i].limit - 1);
        assert_string_equal(waiting(&match), "chance");
        assert_false(aborted());
        idle_turns(1);
        assert_string_equal(waiting(&match), "over");
        assert_true(aborted());
    }
    sit(&match, &pl_bingo_game, 1, "idle_limit=0");
    idle_turns(300);
    assert_string_equal(waiting(&match), "chance");
    sit(&match, &pl_bingo_game, 2, "idle_limit=5");
    idle_turns(4);
    run(&match, "[1 2 3 4 5 6 1] 0:- 1:Y3");
    idle_turns(5);
    assert_string_equal(waiting(&match), "over");
}

/* BG-50: an end by the rules is no abort. */
static void a_full_area_is_no_abort(void **unused)
{
    (void)unused;
    sit(&match, &pl_bingo_game, 1, "");
    put(0, YELLOW_9);
    run(&match, "[1 2 3 4 5 6 1] 0:Y3 0:-");
    assert_string_equal(waiting(&match), "over");
    assert_false(aborted());
}

/* --- Sizes --------------------------------------------------------------- */

static int choices(const char *words)
{
    pl_move list[PL_MOVES];

    sit(&match, &pl_bingo_game, 1, "");
    put(0, words);
    run(&match, "[1 2 3 4 2 1 5]");
    return pl_bingo_game.moves(&pl_bingo_game, &match.state, 0, list);
}

/* BG-23 BG-42: at most 13 moves for a pick, 54 for a WILD, 7 kinds. */
static void moves_at_once(void **unused)
{
    pl_move list[PL_MOVES];

    (void)unused;
    assert_int_equal(choices(""), 13);
    table()->phase = ENTERING;
    table()->doing = WILD;
    assert_int_equal(pl_bingo_game.moves(&pl_bingo_game, &match.state, 0, list),
                     54);
    table()->phase = CHOOSING;
    for (int i = X_PURPLE; i < SPECIALS; i++)
        table()->pending[i] = 2;
    assert_int_equal(pl_bingo_game.moves(&pl_bingo_game, &match.state, 0, list),
                     7);
    assert_int_equal(list[0], 55);
    assert_int_equal(list[6], 61);
}

/* BG-1: 21 pairs of white dice times 6 to the fifth. */
static void results_of_a_throw(void **unused)
{
    struct pl_chance chance;
    struct pl_outcome outcome;
    uint32_t distinct = 0, all = 0;

    (void)unused;
    sit(&match, &pl_bingo_game, 2, "");
    pl_bingo_game.chance(&pl_bingo_game, &match.state, &chance);
    for (bool more = pl_first(&chance, &outcome); more;
         more = pl_next(&chance, &outcome)) {
        distinct++;
        all += outcome.weight;
    }
    assert_int_equal(distinct, 163296);
    assert_int_equal(all, 279936);
}

/* The expression is linear in each number, so ones and sixes reach its ends.
 * Also for the boxes filled first. */
static void find_yellow_range(int boxes, int *low, int *high)
{
    for (unsigned sixes = 0; sixes < 1u << boxes; sixes++) {
        int value;

        for (int i = 0; i < boxes; i++)
            table()->number[0][YELLOW][i] = sixes >> i & 1 ? 6 : 1;
        table()->filled[0][YELLOW] = (uint8_t)boxes;
        value = area_points(0, YELLOW);
        *low = value < *low ? value : *low;
        *high = value > *high ? value : *high;
    }
}

static void yellow_range(const char *options_of, int low, int high)
{
    int lowest = 0, highest = 0;

    sit(&match, &pl_bingo_game, 1, options_of);
    for (int boxes = 1; boxes <= LENGTH; boxes++)
        find_yellow_range(boxes, &lowest, &highest);
    assert_int_equal(lowest, low);
    assert_int_equal(highest, high);
}

/* Lowest and highest sum of a full column, by its last number. */
static void blue_range(int low, int high)
{
    int least[LENGTH + 1][7] = {{0}}, most[LENGTH + 1][7] = {{0}};
    int lowest = 1000, highest = 0;

    sit(&match, &pl_bingo_game, 1, "");
    for (int box = 0; box < LENGTH; box++)
        for (int above = 0; above <= 6; above++) {
            table()->filled[0][BLUE] = (uint8_t)box;
            if (box > 0)
                table()->number[0][BLUE][box - 1] = (uint8_t)above;
            if (box == 0 ? above > 0 : most[box][above] == 0)
                continue;
            for (int n = 1; n <= 6; n++) {
                int *l = &least[box + 1][n], *m = &most[box + 1][n];

                if (!(numbers_for(form_of(match.game), table(), 0, BLUE) >> n &
                      1))
                    continue;
                if (*l == 0 || least[box][above] + n < *l)
                    *l = least[box][above] + n;
                if (most[box][above] + n > *m)
                    *m = most[box][above] + n;
            }
        }
    for (int n = 1; n <= 6; n++)
        if (most[LENGTH][n]) {
            lowest = least[LENGTH][n] < lowest ? least[LENGTH][n] : lowest;
            highest = most[LENGTH][n] > highest ? most[LENGTH][n] : highest;
        }
    assert_int_equal(lowest, low);
    assert_int_equal(highest, high);
}

/* BG-52 BG-53 BG-55: what an area can be worth, and so the bounds. */
static void bounds_of_points(void **unused)
{
    int low = 1000, high = 0;

    (void)unused;
    blue_range(15, 55);
    yellow_range("", -14, 87);
    yellow_range("yellow_order=left_to_right", -54, 497);
    sit(&match, &pl_bingo_game, 1, "");
    find_yellow_range(LENGTH, &low, &high);
    assert_int_equal(low, -13);
    assert_int_equal(pl_bingo_game.points_min, 4 * -54);
    assert_int_equal(pl_bingo_game.points_max,
                     55 + 497 + 35 + 36 + 33 + 33 + 3 * 33);
}

/* Random play: how many entries a form takes before an area of it is full,
 * and how long a chain gets. */
static void play_and_count(struct pl_rng *rng, int seats, int *longest)
{
    struct pl_message why;
    int entries[SEATS] = {0}, chain = 0;

    sit(&match, &pl_bingo_game, seats, "");
    while (strcmp(waiting(&match), "over") != 0) {
        pl_move list[PL_MOVES];
        int seat = table()->player, n;
        bool special = table()->phase == ENTERING;

        if (table()->phase == ROLLING) {
            assert_true(pl_match_roll(&match, rng, &why));
            continue;
        }
        n = pl_bingo_game.moves(&pl_bingo_game, &match.state, seat, list);
        assert_true(n <= (table()->phase == PICKING    ? 13
                          : table()->phase == CHOOSING ? 7
                                                       : 54));
        assert_true(table()->phase != CHOOSING || n > 1);
        n = list[pl_below(rng, (uint32_t)n)];
        assert_true(pl_match_play(&match, seat, (pl_move)n, &why));
        if (n < PASS)
            chain = special ? chain + 1 : 0;
        *longest = chain > *longest ? chain : *longest;
        if (n < PASS && !table()->ending)
            assert_true(++entries[seat] <= 56);
    }
}

/* BG-44: a chain is at most as long as the form has special actions. */
static void bounds_of_a_game(void **unused)
{
    struct pl_rng rng;
    int longest = 0;

    (void)unused;
    pl_seed(&rng, 4711);
    for (int seats = 1; seats <= SEATS; seats++)
        for (int i = 0; i < 100; i++)
            play_and_count(&rng, seats, &longest);
    assert_true(longest > 2 && longest <= 18);
}

/* --- The form ------------------------------------------------------------ */

static const char *const area_word[] = {"blue",   "yellow", "purple",
                                        "orange", "white",  "red"};
static char fault[128];

static bool wrong(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

static bool wrong(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(fault, sizeof fault, format, args);
    va_end(args);
    return false;
}

static bool clouds_are_right(const struct form *f)
{
    for (int i = 0; i < LENGTH; i++)
        if (f->cloud[i] < S || f->cloud[i] > L)
            return wrong("blue box %d: its cloud is neither small nor medium "
                         "nor large",
                         i + 1);
    if (f->cloud[0] <= f->cloud[1])
        return wrong("the first cloud of blue is not larger than the second");
    return true;
}

static bool signs_are_right(const struct form *f)
{
    unsigned seen = 0;

    if (f->sign[0] != PL_NO_SIGN)
        return wrong("yellow box 1: no sign can stand before the first box");
    for (int i = 1; i < LENGTH; i++) {
        if (f->sign[i] < PL_PLUS || f->sign[i] > PL_TIMES)
            return wrong("yellow box %d: no plus, minus or times before it",
                         i + 1);
        seen |= 1u << (f->sign[i] - PL_PLUS);
    }
    if (seen != 7)
        return wrong("yellow lacks one of plus, minus and times");
    return true;
}

static bool arrows_are_right(const struct form *f)
{
    for (int column = 0; column < COLUMNS; column++) {
        int n = 0;

        for (int i = 0; i < LENGTH; i++) {
            if (f->arrow[column][i] >= SPECIALS)
                return wrong("%s box %d: its arrow leads to no special action",
                             area_word[column], i + 1);
            n += f->arrow[column][i] != NOTHING;
        }
        if (n == 0)
            return wrong("%s has no arrow", area_word[column]);
    }
    return true;
}

static bool numbers_are_right(const struct card *card, const char *word)
{
    int boxes = ROWS * card->columns;
    uint16_t where[7] = {0};

    for (int i = 0; i < ROWS * WIDEST; i++) {
        int number = card->number[i];

        if (i >= boxes && number != 0)
            return wrong("%s: a number stands behind the last box", word);
        if (i < boxes && (number < 1 || number > 6))
            return wrong("%s box %c%d: %d is on no die", word,
                         'a' + i % card->columns, i / card->columns + 1,
                         number);
        if (i < boxes)
            where[number] |= (uint16_t)(1u << i);
    }
    for (int n = 1; n <= 6; n++)
        if (where[n] == 0)
            return wrong("%s: no box shows a %d", word, n);
    for (int n = 0; n <= 6; n++)
        if (where[n] != card->where[n])
            return wrong("%s: the boxes listed for %d are not those that show "
                         "it",
                         word, n);
    return true;
}

static bool is_a_line(const struct card *card, unsigned boxes)
{
    static const uint16_t three[] = {ROW_1, ROW_2, ROW_3,   COL_1,
                                     COL_2, COL_3, FALLING, RISING};

    for (int i = 0; i < LINES; i++)
        if (card->columns == 3 ? boxes == three[i]
                               : i < 4 && boxes == 0x111u << i)
            return true;
    return false;
}

static bool line_is_right(const struct card *card, int i, const char *word)
{
    const struct line *line = &card->line[i];

    if (!is_a_line(card, line->boxes))
        return wrong("%s line %d: it is no %s", word, i + 1,
                     card->columns == 3 ? "row, column or diagonal" : "column");
    for (int k = 0; k < i; k++)
        if (card->line[k].boxes == line->boxes)
            return wrong("%s line %d: the same as line %d", word, i + 1, k + 1);
    if (line->special >= SPECIALS)
        return wrong("%s line %d: it leads to no special action", word, i + 1);
    if (line->points == 0 && line->special == NOTHING)
        return wrong("%s line %d: it has no reward", word, i + 1);
    if (line->points != 0 && line->special != NOTHING)
        return wrong("%s line %d: it has two rewards", word, i + 1);
    return true;
}

static bool card_is_right(const struct card *card, int area, int first)
{
    const char *word = area_word[area];
    int columns = area < WHITE ? 3 : 4, lines = area < WHITE ? 8 : 4, n = 0;

    if (card->columns != columns)
        return wrong("%s: the card is not 3 x %d", word, columns);
    if (card->first != first)
        return wrong("%s: its first box is number %d, not %d", word, first,
                     card->first);
    if (!numbers_are_right(card, word))
        return false;
    for (; n < LINES && card->line[n].boxes; n++)
        if (!line_is_right(card, n, word))
            return false;
    if (n != lines)
        return wrong("%s: %d lines have a reward, not %d", word, lines, n);
    return true;
}

static bool specials_are_right(const struct form *f)
{
    static const char *const word[] = {"",         "X-purple", "X-orange",
                                       "X-white",  "X-red",    "N-blue",
                                       "N-yellow", "WILD"};
    int count[SPECIALS] = {0};

    for (int i = 0; i < COLUMNS * LENGTH; i++)
        count[f->arrow[i / LENGTH][i % LENGTH]]++;
    for (int i = 0; i < CARDS * LINES; i++)
        count[f->card[i / LINES].line[i % LINES].special]++;
    for (int i = X_PURPLE; i < SPECIALS; i++)
        if (count[i] == 0)
            return wrong("nothing unlocks %s", word[i]);
    return true;
}

/* BG-2: says what is wrong with a form, in `fault`, or that nothing is. */
static bool form_is_right(const struct form *f)
{
    int first = 0;

    fault[0] = '\0';
    if (!clouds_are_right(f) || !signs_are_right(f) || !arrows_are_right(f))
        return false;
    for (int i = 0; i < CARDS; i++) {
        if (!card_is_right(&f->card[i], PURPLE + i, first))
            return false;
        first += ROWS * f->card[i].columns;
    }
    return specials_are_right(f);
}

struct change {
    size_t at, size;
    uint16_t value;
};
#define SET(member, number)                                                    \
    {                                                                          \
        offsetof(struct form, member), sizeof pl_bingo_form.member, number     \
    }

static const struct {
    const char *fault;
    struct change change[4];
} broken_forms[] = {
    {"blue box 4: its cloud is neither small nor medium nor large",
     {SET(cloud[3], 0)}},
    {"the first cloud of blue is not larger than the second",
     {SET(cloud[1], L)}},
    {"yellow box 1: no sign can stand before the first box",
     {SET(sign[0], PL_PLUS)}},
    {"yellow box 5: no plus, minus or times before it",
     {SET(sign[4], PL_EQUALS)}},
    {"yellow lacks one of plus, minus and times",
     {SET(sign[2], PL_PLUS), SET(sign[7], PL_MINUS)}},
    {"blue box 2: its arrow leads to no special action",
     {SET(arrow[BLUE][1], SPECIALS)}},
    {"yellow has no arrow",
     {SET(arrow[YELLOW][1], 0), SET(arrow[YELLOW][3], 0),
      SET(arrow[YELLOW][5], 0), SET(arrow[YELLOW][7], 0)}},
    {"orange: the card is not 3 x 3", {SET(card[1].columns, 4)}},
    {"white: the card is not 3 x 4", {SET(card[2].columns, 3)}},
    {"red: its first box is number 30, not 31", {SET(card[3].first, 31)}},
    {"purple: a number stands behind the last box",
     {SET(card[0].number[9], 1)}},
    {"purple box c2: 7 is on no die", {SET(card[0].number[5], 7)}},
    {"white box d1: 0 is on no die", {SET(card[2].number[3], 0)}},
    {"purple: no box shows a 3", {SET(card[0].number[4], 2)}},
    {"red: the boxes listed for 1 are not those that show it",
     {SET(card[3].where[1], 0x001)}},
    {"red: the boxes listed for 0 are not those that show it",
     {SET(card[3].where[0], 0x001)}},
    {"purple line 3: it is no row, column or diagonal",
     {SET(card[0].line[2].boxes, 0123)}},
    {"white line 1: it is no column", {SET(card[2].line[0].boxes, ROW_1)}},
    {"orange line 4: the same as line 1", {SET(card[1].line[3].boxes, ROW_1)}},
    {"red line 2: it leads to no special action",
     {SET(card[3].line[1].special, SPECIALS)}},
    {"red line 1: it has no reward", {SET(card[3].line[0].points, 0)}},
    {"red line 2: it has two rewards", {SET(card[3].line[1].points, 9)}},
    {"orange: 8 lines have a reward, not 7", {SET(card[1].line[7].boxes, 0)}},
    {"nothing unlocks N-yellow",
     {SET(arrow[BLUE][6], WILD), SET(card[1].line[1].special, WILD)}},
};

static void a_broken_form_is_explained(void **unused)
{
    (void)unused;
    assert_true(form_is_right(&pl_bingo_form));
    for (size_t i = 0; i < sizeof broken_forms / sizeof *broken_forms; i++) {
        struct form broken = pl_bingo_form;
        const struct change *change = broken_forms[i].change;

        for (int k = 0; k < 4 && change[k].size; k++) {
            uint8_t byte = (uint8_t)change[k].value;

            memcpy((char *)&broken + change[k].at,
                   change[k].size == 1 ? (const void *)&byte : &change[k].value,
                   change[k].size);
        }
        assert_false(form_is_right(&broken));
        assert_string_equal(fault, broken_forms[i].fault);
    }
}

/* BG-2 BG-20 BG-22 BG-A3: our form as it is described. */
static void our_form(void **unused)
{
    static const char clouds[] = "LSMMLSMMLS", signs[] = " +x-+-+x-+";
    static const char *const numbers[] = {"245631426", "153641235",
                                          "126334155624", "123445166325"};
    static const int specials[] = {0, 2, 2, 2, 3, 2, 2, 5};
    int count[SPECIALS] = {0};

    (void)unused;
    for (int i = 0; i < LENGTH; i++) {
        assert_int_equal(pl_bingo_form.cloud[i],
                         strchr("SML", clouds[i]) - "SML" + S);
        assert_int_equal(pl_bingo_form.sign[i], i == 0            ? PL_NO_SIGN
                                                : signs[i] == '+' ? PL_PLUS
                                                : signs[i] == '-' ? PL_MINUS
                                                                  : PL_TIMES);
        count[pl_bingo_form.arrow[BLUE][i]]++;
        count[pl_bingo_form.arrow[YELLOW][i]]++;
    }
    for (int card = 0; card < CARDS; card++) {
        for (int i = 0; numbers[card][i]; i++)
            assert_int_equal(pl_bingo_form.card[card].number[i],
                             numbers[card][i] - '0');
        for (int i = 0; i < LINES; i++)
            count[pl_bingo_form.card[card].line[i].special]++;
    }
    for (int i = X_PURPLE; i < SPECIALS; i++)
        assert_int_equal(count[i], specials[i]);
}

/* --- Words and pieces ---------------------------------------------------- */

static const struct {
    const char *why, *options, *form, *before, *step, *told;
} tell_cases[] = {
    {"an entry alone is nothing to tell", "", "", "[1 2 3 4 5 6 1]", "0:B4",
     ""},
    {"an arrow", "", "Y1", "[1 2 3 4 5 6 1]", "0:Y3", "bingo.tell.x_purple"},
    {"points, specials, a full card, the last turn", "", "Pa Pb1 Pb3 Pc",
     "[6 6 1 6 3 1 1]", "0:Pb2",
     "bingo.tell.points.purple=21 bingo.tell.n_blue bingo.tell.wild "
     "bingo.tell.full.purple bingo.tell.last"},
    {"a stuck column loses its number", "", "B1 Pb1 Pb3 Pa3 Pc1",
     "[6 6 1 6 3 1 1]", "0:Pb2",
     "bingo.tell.n_blue bingo.tell.wild bingo.tell.lost=1"},
    {"it gets stuck, and a pending number is lost", "", "Pb1 Pb3 Pa3 Pc1",
     "[6 6 1 6 3 1 1] 0:Pb2 0:do:WILD", "0:B1",
     "bingo.tell.lost=1 bingo.tell.stuck"},
    {"naming is nothing to tell", "", "Pb1 Pb3 Pa3 Pc1",
     "[6 6 1 6 3 1 1] 0:Pb2", "0:do:WILD", ""},
    {"carried out is not lost", "", "Pb1 Pb3 Pa3 Pc1",
     "[6 6 1 6 3 1 1] 0:Pb2 0:do:WILD", "0:Ra1", ""},
    {"no last turn where it ends at once", IMMEDIATE, YELLOW_9,
     "[1 2 3 4 5 6 1]", "0:Y3", "bingo.tell.full.yellow"},
    {"no one enters anything", "idle_limit=5", "",
     "[1 2 3 4 5 6 1] 0:- [1 2 3 4 5 6 1] 0:- [1 2 3 4 5 6 1] 0:- "
     "[1 2 3 4 5 6 1] 0:- [1 2 3 4 5 6 1]",
     "0:-", "bingo.tell.idle=5"},
};

static void what_is_told(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof tell_cases / sizeof *tell_cases; i++) {
        struct pl_message told[PL_MESSAGES];
        union pl_state before;
        char text[512] = "";
        size_t length = 0;
        int n;

        print_message("%s\n", tell_cases[i].why);
        sit(&match, &pl_bingo_game, 1, tell_cases[i].options);
        put(0, tell_cases[i].form);
        run(&match, tell_cases[i].before);
        before = match.state;
        run(&match, tell_cases[i].step);
        n = pl_bingo_game.tell(&pl_bingo_game, &before, &match.state, told);
        for (int k = 0; k < n; k++) {
            length += (size_t)snprintf(text + length, sizeof text - length,
                                       "%s%s", k ? " " : "", told[k].id);
            if (told[k].n)
                length += (size_t)snprintf(text + length, sizeof text - length,
                                           "=%d", told[k].n);
        }
        assert_string_equal(text, tell_cases[i].told);
    }
}

static const struct pl_piece *find_piece(const struct pl_scene *scene, int id)
{
    for (int i = 0; i < scene->pieces; i++)
        if (scene->piece[i].id == id)
            return &scene->piece[i];
    return NULL;
}

/* BG-44: what is pending lies before its owner, and is touched to name it. */
static void pending_ones_are_seen(void **unused)
{
    static struct pl_scene scene;
    pl_move list[PL_MOVES];
    int n;

    (void)unused;
    sit(&match, &pl_bingo_game, 3, "first=1");
    put(1, "Pa1 Pa2 Oa1 Ob2 Oa3 Ob3");
    run(&match, "[6 6 1 6 4 1 1] 1:Pa3 1:Oc3");
    pl_bingo_game.show(&pl_bingo_game, &match.state, 1, &scene);
    n = pl_bingo_game.moves(&pl_bingo_game, &match.state, 1, list);
    assert_int_equal(n, 2);
    for (int i = 0; i < n; i++) {
        struct pl_touch touch = {0};
        const struct pl_piece *piece;

        pl_bingo_game.touch(&pl_bingo_game, &match.state, 1, list[i], &touch);
        assert_int_equal(touch.count, 1);
        piece = find_piece(&scene, touch.piece[0]);
        assert_non_null(piece);
        assert_int_equal(scene.area[piece->area].role, PL_SUPPLY);
        assert_int_equal(scene.area[piece->area].seat, 1);
        assert_int_equal(piece->value, 1);
        assert_int_equal(piece->sign, i == 0 ? PL_CROSS : PL_JOKER);
        assert_int_equal(piece->colour, i == 0 ? PL_RED : PL_PLAIN);
    }
}

/* BG-2: six areas and the score line a form, for five players too. */
static void areas_of_a_form(void **unused)
{
    static struct pl_scene scene;
    int sheets[SEATS] = {0};

    (void)unused;
    sit(&match, &pl_bingo_game, 5, "");
    pl_bingo_game.show(&pl_bingo_game, &match.state, -1, &scene);
    for (int i = 0; i < scene.areas; i++)
        if (scene.area[i].role == PL_SHEET)
            sheets[scene.area[i].seat]++;
    for (int s = 0; s < SEATS; s++)
        assert_int_equal(sheets[s], AREAS + 1);
}

/* --- What the table asks ------------------------------------------------- */

static void which_die(void **unused)
{
    (void)unused;
    sit(&match, &pl_bingo_game, 1, "");
    run(&match, "[1 2 3 4 5 6 1]");
    assert_string_equal(dice_of(&match, 0, "Wa1"), "0");
    assert_string_equal(dice_of(&match, 0, "Wb1"), "1");
    assert_string_equal(dice_of(&match, 0, "Y3"), "2");
    assert_string_equal(dice_of(&match, 0, "B4"), "3");
    assert_string_equal(dice_of(&match, 0, "Pc1"), "4");
    assert_string_equal(dice_of(&match, 0, "Oa2"), "5");
    assert_string_equal(dice_of(&match, 0, "Ra1"), "6");
    assert_string_equal(dice_of(&match, 0, "-"), "");
    run(&match, "0:Wb1");
    assert_string_equal(dice_of(&match, 0, "Wa1"), "1");
    table()->phase = ENTERING;
    table()->doing = X_PURPLE;
    table()->pending[X_PURPLE] = 1;
    assert_string_equal(dice_of(&match, 0, "Pa1"), "");
}

/* Pieces of seat 0: "Pa1" a box, "B1" the first box of blue, "=4" a number to
 * choose, "!3" a special action, "#2" a die. */
static int piece_named(const char *s)
{
    int area, card;

    if (s[0] == '=')
        return ID_VALUE + s[1] - '0';
    if (s[0] == '!')
        return ID_PENDING + s[1] - '0';
    if (s[0] == '#')
        return ID_DIE + s[1] - '0';
    area = area_with(s[0]);
    card = card_of(area);
    if (area < PURPLE)
        return number_id(0, area, s[1] - '1');
    return box_id(0, pl_bingo_form.card[card].first +
                         (s[2] - '1') * pl_bingo_form.card[card].columns +
                         s[1] - 'a');
}

enum { WHICH = SPECIALS }; /* several special actions wait */
static void set_off(int special)
{
    if (special == NOTHING)
        return;
    table()->phase = special == WHICH ? CHOOSING : ENTERING;
    table()->doing = (uint8_t)(special == WHICH ? NOTHING : special);
    table()->pending[special == WHICH ? X_PURPLE : special] = 1;
}

static const struct {
    const char *form, *script;
    int special;
    const char *piece, *why;
} why_cases[] = {
    {"", "", 0, "Pc1", ""},
    {"", "", 0, "Pa1", "bingo.why.number 2"},
    {"Pc1", "", 0, "Pc1", "why.crossed"},
    {"", "0:Pc1", 0, "Pa1", "why.no_die"},
    {"", "0:Wa1", 0, "Wb1", ""},
    {"", "0:Wa1", 0, "Wc2", "bingo.why.number 1"},
    {"", "0:Wa1", 0, "#0", "why.die_taken"},
    {"", "0:Wa1", 0, "#1", "why.die_lights"},
    {"", "", 0, "#4", "why.die_lights"},
    {"Pc1", "", 0, "#4", "bingo.why.die 5"},
    {"", "0:Pc1", 0, "#4", "why.die_taken"},
    {"", "", 0, "#3", "why.die_lights"},
    {"", "", 0, "B1", ""},
    {"", "", 0, "B2", "bingo.why.top"},
    {"B3", "", 0, "B1", "bingo.why.written"},
    {"B3", "", 0, "B2", "bingo.why.below 3"},
    {"B3", "", 0, "B3", "bingo.why.top"},
    {"B3", "", 0, "#3", "bingo.why.below 3"},
    {"B54", "", 0, "B3", "bingo.why.above 4"},
    {"B32", "", 0, "B3", ""},
    {"B1", "", 0, "B2", "bingo.why.stuck"},
    {"B1", "", 0, "B3", "bingo.why.stuck"},
    {"B1", "", 0, "#3", "bingo.why.stuck"},
    {"B3123451234", "", 0, "#3", "bingo.why.full"},
    {"", "0:B4", 0, "B2", "why.no_die"},
    {"", "", X_PURPLE, "Pa1", ""},
    {"Pa1", "", X_PURPLE, "Pa1", "why.crossed"},
    {"", "", X_PURPLE, "Oa1", "bingo.ask.x_purple"},
    {"", "", X_PURPLE, "B1", "bingo.ask.x_purple"},
    {"", "", X_PURPLE, "#4", "bingo.ask.x_purple"},
    {"", "", X_PURPLE, "!1", "bingo.ask.x_purple"},
    {"", "", N_BLUE, "B1", "bingo.ask.n_blue"},
    {"B3", "", N_BLUE, "=2", ""},
    {"B3", "", N_BLUE, "=3", "bingo.why.below 3"},
    {"", "", WILD, "Y1", ""},
    {"", "", WILD, "Y2", "bingo.why.top"},
    {"B1", "", WILD, "B2", "bingo.why.stuck"},
    {"", "", WHICH, "Pa1", "bingo.ask.which"},
    {"", "", WHICH, "#4", "bingo.ask.which"},
    {"", "", WHICH, "!1", ""},
};

static void why_not(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof why_cases / sizeof *why_cases; i++) {
        const char *why;

        sit(&match, &pl_bingo_game, 1, "");
        put(0, why_cases[i].form);
        run(&match, "[1 2 3 4 5 6 1]");
        run(&match, why_cases[i].script);
        set_off(why_cases[i].special);
        why = reason(&match, 0, piece_named(why_cases[i].piece));
        if (strcmp(why, why_cases[i].why) != 0)
            fail_msg("%s '%s' %s: '%s', not '%s'", why_cases[i].form,
                     why_cases[i].script, why_cases[i].piece, why,
                     why_cases[i].why);
    }
}

static void the_start_clears_everything(void **unused)
{
    (void)unused;
    check_start(&pl_bingo_game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_allowed),
        cmocka_unit_test(whole_turns),
        cmocka_unit_test(arrows),
        cmocka_unit_test(lines_of_the_cards),
        cmocka_unit_test(points_of_a_form),
        cmocka_unit_test(three_times_the_lowest),
        cmocka_unit_test(the_old_sheet),
        cmocka_unit_test(the_sum_in_yellow),
        cmocka_unit_test(who_wins),
        cmocka_unit_test(set_up),
        cmocka_unit_test(turns_without_an_entry),
        cmocka_unit_test(a_full_area_is_no_abort),
        cmocka_unit_test(moves_at_once),
        cmocka_unit_test(results_of_a_throw),
        cmocka_unit_test(bounds_of_points),
        cmocka_unit_test(bounds_of_a_game),
        cmocka_unit_test(a_broken_form_is_explained),
        cmocka_unit_test(our_form),
        cmocka_unit_test(what_is_told),
        cmocka_unit_test(pending_ones_are_seen),
        cmocka_unit_test(areas_of_a_form),
        cmocka_unit_test(which_die),
        cmocka_unit_test(why_not),
        cmocka_unit_test(the_start_clears_everything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
