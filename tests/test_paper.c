/*
 * Paper: every page of every game is measured. With arguments it prints pages
 * instead, for tests/print.mjs: test_paper GAME LANGUAGE a4|letter colour|ink.
 */
#include "../paper/paper.h"
#include "../paper/pen.h"
#include "sanitized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { EDGE = 800, BOX = 800, SEVEN_POINTS = 247 };

static const int width[] = {[PAPER_A4] = 21000, [PAPER_LETTER] = 21590};
static const int height[] = {[PAPER_A4] = 29700, [PAPER_LETTER] = 27940};

static void print_part(const struct pl_game *game, const char *code,
                       enum paper_size size, bool ink, int copies,
                       unsigned what, struct paper_pages *out)
{
    struct pl_match match = {0};
    struct pl_message why;
    struct pl_setup setup;

    pl_setup_normal(&setup, game, game->max_seats);
    assert_true(pl_match_start(&match, game, &setup, &why));
    paper_print(&(struct paper_job){.match = &match,
                                    .example = &match,
                                    .names = &match.name,
                                    .language = pl_language_find(code),
                                    .size = size,
                                    .what = what,
                                    .copies = copies,
                                    .ink = ink},
                out);
    pl_match_free(&match);
}

static void print_game(const struct pl_game *game, const char *code,
                       enum paper_size size, bool ink, int copies,
                       struct paper_pages *out)
{
    print_part(game, code, size, ink, copies, PAPER_GAME, out);
}

/* --- Reading pages -------------------------------------------------------- */

static int count(const struct paper_pages *pages, const char *what)
{
    int n = 0;

    for (int i = 0; i < pages->count; i++)
        for (const char *s = pages->page[i].s; (s = strstr(s, what)); s++)
            n++;
    return n;
}

/* An attribute of the tag that begins at s; −1: it has none. */
static int number(const char *s, const char *name)
{
    const char *end = strchr(s, '>'), *at;
    char key[32];

    snprintf(key, sizeof key, " %s=\"", name);
    at = strstr(s, key);
    return at && at < end ? atoi(at + strlen(key)) : -1;
}

static bool is_tag(const char *s, const char *name)
{
    size_t n = strlen(name);

    return strncmp(s + 1, name, n) == 0 && strchr(" >/", s[1 + n]);
}

/* Nothing of it nearer to the edge than allowed. */
static void check_inside(const char *page, int x, int y, int w, int h,
                         const char *what)
{
    int right = 0, bottom = 0;

    sscanf(strstr(page, "viewBox"), "viewBox=\"0 0 %d %d", &right, &bottom);
    if (x < EDGE || y < EDGE || x + w > right - EDGE || y + h > bottom - EDGE)
        fail_msg("%d %d %d %d of %d %d: %.80s", x, y, w, h, right, bottom,
                 what);
}

static void check_rect(const char *page, const char *s)
{
    int stroke = number(s, "stroke-width");
    int by = stroke > 0 ? stroke / 2 : 0;

    check_inside(page, number(s, "x") - by, number(s, "y") - by,
                 number(s, "width") + 2 * by, number(s, "height") + 2 * by, s);
}

static void check_text(const char *page, const char *s)
{
    const char *at = strchr(s, '>') + 1, *turned = strstr(s, "translate(");
    int size = number(s, "font-size"), x = number(s, "x"), y = number(s, "y");
    int weight = number(s, "font-weight");
    enum paper_face face = weight == 400   ? PAPER_TEXT
                           : weight == 700 ? PAPER_BOLD
                                           : PAPER_DISPLAY;
    bool middle = strstr(s, "\"middle\"") && strstr(s, "\"middle\"") < at;
    bool end = strstr(s, "\"end\"") && strstr(s, "\"end\"") < at;
    char text[512];
    int w;

    assert_true(size >= SEVEN_POINTS);
    snprintf(text, sizeof text, "%.*s", (int)strcspn(at, "<"), at);
    w = pen_width(text, face, size);
    if (turned && turned < at) { /* made narrower */
        sscanf(turned, "translate(%d %d", &x, &y);
        w = 0;
    }
    check_inside(page,
                 middle ? x - w / 2
                 : end  ? x - w
                        : x,
                 y - size * 75 / 100, w, size, s);
}

/* A sign, or a line. */
static void check_path(const char *page, const char *s)
{
    const char *sign = strstr(s, "translate("), *line = strstr(s, " d=\"M");
    int x, y, x2, y2;

    if (sign && sign < strchr(s, '>')) {
        assert_int_equal(
            sscanf(sign, "translate(%d %d) scale(%d.%d", &x, &y, &x2, &y2), 4);
        check_inside(page, x, y, (x2 * 100 + y2) / 5, (x2 * 100 + y2) / 5, s);
    } else if (sscanf(line, " d=\"M%d %dL%d %d\"", &x, &y, &x2, &y2) == 4) {
        check_inside(page, x, y, 0, 0, s);
        check_inside(page, x2, y2, 0, 0, s);
    }
}

static void check_box(const char *s)
{
    const char *rect = strstr(s, "<rect");

    assert_true(number(rect, "width") >= BOX);
    assert_true(number(rect, "height") >= BOX);
}

static void check_circle(const char *page, const char *s)
{
    int stroke = number(s, "stroke-width");
    int r = number(s, "r") + (stroke > 0 ? stroke / 2 : 0);

    check_inside(page, number(s, "cx") - r, number(s, "cy") - r, 2 * r, 2 * r,
                 s);
}

static void check_page(const char *page)
{
    for (const char *s = strchr(page, '<'); s; s = strchr(s + 1, '<')) {
        if (is_tag(s, "rect"))
            check_rect(page, s);
        else if (is_tag(s, "text"))
            check_text(page, s);
        else if (is_tag(s, "path"))
            check_path(page, s);
        else if (is_tag(s, "circle"))
            check_circle(page, s);
        else if (strncmp(s, "<g class=\"paper-box\"", 20) == 0)
            check_box(s);
    }
}

/* --- Tests ---------------------------------------------------------------- */

static int seats_with_sheet(const struct pl_game *game)
{
    static struct pl_scene scene;
    struct pl_setup setup;
    union pl_state state = {0};
    int n = 0;

    pl_setup_normal(&setup, game, game->max_seats);
    game->start(game, &state, &setup);
    scene.areas = scene.pieces = 0;
    game->show(game, &state, -1, &scene);
    for (int seat = 0; seat < game->max_seats; seat++)
        for (int i = 0; i < scene.areas; i++)
            if (scene.area[i].role == PL_SHEET && scene.area[i].seat == seat) {
                n++;
                break;
            }
    return n;
}

/* Black on white, and no grey. */
static void check_black(const char *page)
{
    for (const char *s = strchr(page, '#'); s; s = strchr(s + 1, '#'))
        if (strncmp(s, "#000\"", 5) != 0 && strncmp(s, "#fff\"", 5) != 0)
            fail_msg("%.40s", s);
}

static void check_game(const struct pl_game *game, const char *code,
                       enum paper_size size, bool ink)
{
    struct paper_pages pages = {0}, again = {0};
    char page_size[64];

    print_game(game, code, size, ink, 0, &pages);
    print_game(game, code, size, ink, 0, &again);
    assert_true(pages.count > 0);
    assert_int_equal(pages.count, again.count);
    snprintf(page_size, sizeof page_size, "viewBox=\"0 0 %d %d\"", width[size],
             height[size]);
    assert_non_null(strstr(pages.page[pages.count - 1].s, page_size));
    for (int i = 0; i < pages.count; i++) {
        assert_string_equal(pages.page[i].s, again.page[i].s);
        check_page(pages.page[i].s);
        if (ink)
            check_black(pages.page[i].s);
    }
    assert_true(count(&pages, "class=\"paper-pad\"") >= seats_with_sheet(game));
    assert_true(count(&pages, "class=\"paper-pad\"") == 0 ||
                seats_with_sheet(game) > 0);
    paper_free(&pages);
    paper_free(&again);
}

static void boxes_letters_and_margins(void **state)
{
    static const char *const code[] = {"en", "de", "fi"};

    (void)state;
    for (int i = 0; pl_games[i]; i++)
        for (int language = 0; language < (SANITIZED ? 1 : 3); language++)
            for (int k = 0; k < 4; k += SANITIZED ? 3 : 1)
                check_game(pl_games[i], code[language], k & 1 ? 1 : 0, k & 2);
}

static void sheets_of_ones_own(void **state)
{
    (void)state;
    for (int i = 0; pl_games[i]; i++) {
        struct pl_mistakes mistakes = {0};
        struct pl_buffer text = {0};
        const struct pl_game *own;

        if (!pl_games[i]->sheets)
            continue;
        pl_sheet_make(pl_games[i], 7, &text);
        own = pl_sheet_read(text.s, text.length, &mistakes);
        assert_non_null(own);
        check_game(own, "en", PAPER_A4, false);
        pl_game_drop(own);
        pl_buffer_free(&text);
    }
}

static void so_many_pads(void **state)
{
    (void)state;
    for (int i = 0; pl_games[i]; i++) {
        static const int copies[] = {1, 6, 11, PAPER_COPIES};
        bool has = seats_with_sheet(pl_games[i]) > 0;

        assert_int_equal(paper_has_pads(pl_games[i]), has);
        for (int k = 0; k < 4; k++) {
            struct paper_pages pages = {0};

            print_game(pl_games[i], "en", PAPER_A4, false, copies[k], &pages);
            assert_int_equal(count(&pages, "class=\"paper-pad\""),
                             has ? copies[k] : 0);
            paper_free(&pages);
        }
    }
}

/* Empty ones: some games begin with crosses, and how many depends on how many
 * play. */
static void no_cross_on_pads(void **state)
{
    static const char cross[] = "stroke-width=\"60\" stroke-linecap";

    (void)state;
    for (int i = 0; pl_games[i]; i++) {
        struct paper_pages pages = {0};

        print_part(pl_games[i], "en", PAPER_A4, false, 0, PAPER_PADS, &pages);
        assert_int_equal(count(&pages, cross), 0);
        paper_free(&pages);
    }
}

/* A board is for any number of players. */
static void barriers_for_everyone(void **state)
{
    struct paper_pages pages = {0};

    (void)state;
    print_part(pl_game_find("numeri"), "en", PAPER_A4, false, 0, PAPER_BOARD,
               &pages);
    assert_int_equal(count(&pages, ">2 players<"), 1);
    assert_int_equal(count(&pages, ">3 players<"), 1);
    assert_int_equal(count(&pages, ">4 players<"), 1);
    paper_free(&pages);
}

/* What lies in the boxes of the games: pawns, cards, backs, tokens. */
static void so_many_things(void **state)
{
    static const struct {
        const char *game;
        int pawns, cards, tokens;
    } things[] = {{"numeri", 20, 0, 40}, {"one-to-9", 0, 98, 48}};

    (void)state;
    for (int i = 0; i < 2; i++)
        for (int size = 0; size < 2; size++) {
            struct paper_pages pages = {0};

            print_game(pl_game_find(things[i].game), "en",
                       (enum paper_size)size, false, 0, &pages);
            assert_int_equal(count(&pages, "paper-pawn"), things[i].pawns);
            assert_int_equal(count(&pages, "paper-card"), things[i].cards);
            assert_int_equal(count(&pages, "paper-back"), things[i].cards);
            assert_int_equal(count(&pages, "paper-token"), things[i].tokens);
            paper_free(&pages);
        }
}

/* Held against the light, each back covers its card. */
static void backs_lie_behind_cards(void **state)
{
    struct paper_pages pages = {0};

    (void)state;
    print_game(pl_game_find("one-to-9"), "en", PAPER_A4, false, 0, &pages);
    for (int i = 0; i + 1 < pages.count; i++) {
        const char *card = pages.page[i].s, *back = pages.page[i + 1].s;

        while ((card = strstr(card, "class=\"paper-card\"")) &&
               (back = strstr(back, "class=\"paper-back\""))) {
            const char *own = strstr(card, "<rect");
            const char *other = strstr(back, "<rect");

            assert_int_equal(number(own, "width"), 3700);
            assert_int_equal(number(own, "height"), 5100);
            assert_int_equal(number(other, "width"), 3300);
            assert_int_equal(number(own, "x") + number(own, "width") +
                                 number(other, "x") - 200,
                             width[PAPER_A4]);
            assert_int_equal(number(own, "y") + 200, number(other, "y"));
            card++;
            back++;
        }
    }
    paper_free(&pages);
}

/* Printed on both sides, what is cut or laid side by side has its own back, or
 * none. */
static void nothing_on_the_back(void **state)
{
    struct paper_pages pages = {0};

    (void)state;
    print_game(pl_game_find("one-to-9"), "en", PAPER_LETTER, false, 0, &pages);
    for (int i = 0; i < pages.count; i += 2) {
        const char *front = pages.page[i].s;
        const char *back = i + 1 < pages.count ? pages.page[i + 1].s : "";

        assert_null(strstr(front, "paper-back"));
        if (strstr(front, "paper-card"))
            assert_non_null(strstr(back, "paper-back"));
        else if (strstr(front, "paper-board") || strstr(front, "paper-token"))
            assert_null(strstr(back, "<g"));
    }
    paper_free(&pages);
}

/* --- Names and points ----------------------------------------------------- */

static void names_and_points(void **state)
{
    const struct pl_game *game = pl_games[0];
    struct paper_pages pages = {0};
    struct pl_match match = {0};
    struct pl_message why;
    struct pl_setup setup;

    (void)state;
    pl_setup_normal(&setup, game, 2);
    assert_true(pl_match_start(&match, game, &setup, &why));
    strcpy(match.name.of[0], "Ann & <Bo>");
    paper_print(&(struct paper_job){.match = &match,
                                    .names = &match.name,
                                    .language = pl_language_find("en"),
                                    .what = PAPER_PLAYED},
                &pages);
    assert_int_equal(pages.count, 1);
    assert_int_equal(count(&pages, "class=\"paper-pad\""), 2);
    assert_int_equal(count(&pages, "Ann &amp; &lt;Bo&gt;: 0 points"), 1);
    assert_int_equal(count(&pages, "Player 2: 0 points"), 1);
    check_page(pages.page[0].s);
    paper_free(&pages);
    pl_match_free(&match);
}

static int write_pages(char **argv)
{
    struct paper_pages pages = {0};

    print_game(pl_game_find(argv[1]), argv[2],
               strcmp(argv[3], "letter") == 0 ? PAPER_LETTER : PAPER_A4,
               strcmp(argv[4], "ink") == 0, 0, &pages);
    for (int i = 0; i < pages.count; i++)
        printf("%s%s", i ? "\f" : "", pages.page[i].s);
    paper_free(&pages);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_letters_and_margins),
        cmocka_unit_test(sheets_of_ones_own),
        cmocka_unit_test(so_many_pads),
        cmocka_unit_test(so_many_things),
        cmocka_unit_test(no_cross_on_pads),
        cmocka_unit_test(barriers_for_everyone),
        cmocka_unit_test(backs_lie_behind_cards),
        cmocka_unit_test(nothing_on_the_back),
        cmocka_unit_test(names_and_points),
    };

    if (argc == 5)
        return write_pages(argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
