/* Sheets of people's own: their text there and back, what is wrong with them,
 * and the games that are played on them. */
#include "script.h"
#include "sha256.h"

#include <pthread.h>
#include <stdlib.h>

static struct pl_mistakes mistakes;

static const struct pl_game *read_text(const char *text)
{
    return pl_sheet_read(text, strlen(text), &mistakes);
}

static char *text_of(const struct pl_game *game)
{
    struct pl_buffer text = {0};

    pl_sheet_write(game, &text);
    return text.s;
}

/* The text with one part of it replaced. */
static char *changed(const char *text, const char *old, const char *fresh)
{
    const char *at = strstr(text, old);
    struct pl_buffer out = {0};

    if (!at)
        fail_msg("%s\n  does not have \"%s\"", text, old);
    pl_add_bytes(&out, text, (size_t)(at - text));
    pl_add(&out, fresh);
    pl_add(&out, at + strlen(old));
    return out.s;
}

/* The shipped sheets of a game: the usual one is 0. */
static const struct pl_game *shipped(const struct pl_game *game, int i)
{
    return i == 0 ? game : game->others ? game->others[i - 1] : NULL;
}

/* --- There and back ------------------------------------------------------ */

/* Shipped sheet → text → the same game, name or no name. */
static void shipped_sheets_come_back(void **unused)
{
    (void)unused;
    for (int i = 0; pl_games[i]; i++)
        for (int k = 0; shipped(pl_games[i], k) && pl_games[i]->sheets; k++) {
            const struct pl_game *game = shipped(pl_games[i], k);
            char *text = text_of(game);
            char *named = changed(text, "\n", "\r\n# mine\r\n");

            assert_ptr_equal(read_text(text), game);
            assert_ptr_equal(read_text(named), game);
            free(text);
            free(named);
        }
}

/* What the tables of the shipped sheet would be if people had written it: the
 * rules that read any sheet play the same games as the built-in ones. */
static void make_again(const struct pl_game *game)
{
    const struct pl_sheets *sheets = game->sheets;
    struct pl_game copy = *game;
    struct pl_faults faults = {0};
    int16_t cell[PL_CELLS];
    void *tables = calloc(1, sheets->size);

    sheets->cells(game, cell);
    sheets->make(cell, &copy, tables, &faults);
    copy.sheet = tables;
    assert_int_equal(faults.count, 0);
    assert_int_equal(copy.points_min, game->points_min);
    assert_int_equal(copy.points_max, game->points_max);
    assert_int_equal(copy.moves_max, game->moves_max);
    assert_int_equal(copy.move_count, game->move_count);
    for (int n = copy.min_seats; n <= copy.max_seats; n++)
        assert_int_equal(pl_signature(&copy, n, 100),
                         pl_signature(game, n, 100));
    free(tables);
}

static void tables_that_are_made_are_the_shipped_ones(void **unused)
{
    (void)unused;
    for (int i = 0; pl_games[i]; i++)
        for (int k = 0; shipped(pl_games[i], k) && pl_games[i]->sheets; k++)
            make_again(shipped(pl_games[i], k));
}

/* --- What is wrong ------------------------------------------------------- */

/* One change to a shipped sheet, and what is said about it, where. */
static const struct {
    const char *game, *old, *fresh, *id;
    int line, column;
} wrong_cases[] = {
    {"bingo", "parlour-sheet 1", "parlour-sheet 2", "sheet.no_sheet", 1, 15},
    {"bingo", "parlour-sheet 1", "dear sheet", "sheet.no_sheet", 1, 1},
    {"bingo", "game bingo\n", "", "sheet.no_line", 2, 1},
    {"bingo", "game bingo", "game chess", "error.unknown_game", 2, 6},
    {"bingo", "game bingo", "game rainbow", "sheet.no_choice", 2, 6},
    {"bingo", "bingo\n", "bingo\nname \x01\n", "sheet.bad_title", 3, 6},
    {"bingo", "bingo\n", "bingo\nauthor\n", "sheet.bad_title", 3, 7},
    {"bingo", "arrows", "darts", "sheet.no_line", 4, 1},
    {"bingo", "    L    S", "    X    S", "sheet.bad_cell", 3, 14},
    {"bingo", "12 WILD", "61 WILD", "sheet.bad_cell", 11, 13},
    {"bingo", "12 WILD", "-1 WILD", "sheet.bad_cell", 11, 13},
    {"bingo", "12 WILD", "12 WILD 5", "sheet.bad_count", 11, 22},
    {"bingo", "12 WILD", "12", "sheet.bad_count", 11, 15},
    {"bingo", "columns      9 WILD   11   13\n", "", "sheet.no_line", 24, 1},
    {"bingo", "columns      9 WILD   11   13\n",
     "columns      9 WILD   11   13\nmore\n", "sheet.too_much", 25, 1},
    {"bingo", "    L    S", "    S    S", "bingo.sheet.clouds", 3, 14},
    {"bingo", "yellow       .", "yellow       +", "bingo.sheet.sign", 5, 14},
    {"bingo", "+    x    -    +    -    +    x    -    +",
     "+    x    +    +    +    +    x    +    +", "bingo.sheet.signs", 5, 14},
    {"bingo", "+    x    -    +    -    +    x    -    +",
     "+    x    x    x    x    -    x    x    +", "bingo.sheet.yellow", 5, 14},
    {"bingo", ".    .   XW    .   XO    .   NY    . WILD    .",
     ".    .    .    .    .    .    .    .    .    .", "bingo.sheet.arrow", 4,
     14},
    {"bingo", "6    3    1      9", "6    2    1      9", "bingo.sheet.number",
     7, 14},
    {"qwixx", "r3", "r2", "qwixx.sheet.twice", 3, 7},
    {"qwixx", "r3", "y3", "sheet.letter", 3, 3},
    {"qwixx", "r12", "y12", "qwixx.sheet.locks", 4, 42},
    {"qwixx", " b2\n", " b2\n b2\n", "sheet.too_much", 7, 2},
    {"qwixx", " b12 b11 b10  b9  b8  b7  b6  b5  b4  b3  b2\n", "",
     "sheet.line_missing", 6, 1},
    {"quick-and-tactic", " 3 11  6  8  9", " 2 11  6  8  9",
     "quick-and-tactic.sheet.twice", 4, 9},
    {"quick-and-tactic", " 3 11  6  8  9", "13 11  6  8  9", "sheet.bad_cell",
     4, 8},
    {"quick-and-tactic", "11 16 22", "11 17 22", "quick-and-tactic.sheet.fixed",
     14, 23},
    {"quick-and-tactic", "22 29 37", "22 21 37", "quick-and-tactic.sheet.falls",
     14, 29},
    {"quick-and-tactic", "bonus   2", "bonus   0",
     "quick-and-tactic.sheet.falls", 15, 9},
    {"pretty-tricky", "3  - - - - . .", "3  - - - - - -",
     "pretty-tricky.sheet.empty", 4, 14},
    {"pretty-tricky", "3  - - - - . . 2 . -", "3  - - - - . . 2 - -",
     "pretty-tricky.sheet.full", 4, 16},
    {"pretty-tricky", "3  - - - - . . 2", "3  - - - - . . .",
     "pretty-tricky.sheet.printed", 3, 4},
    {"pretty-tricky", "2  - - - - . 4", "2  - - - - . .",
     "pretty-tricky.sheet.printed", 3, 4},
    {"numeri", "|2", ".", "numeri.sheet.barrier", 3, 2},
    {"numeri", "|3", "|2", "numeri.sheet.barrier", 4, 5},
    {"numeri", " -3 -3", " |2 -3", "numeri.sheet.barrier", 3, 2},
    {"numeri", " 25\n", " 24\n", "numeri.sheet.value", 3, 2},
    {"numeri", " 30\n",
     " 30 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 "
     "1 1 1\n",
     "sheet.bad_count", 6, 56},
    {"numeri", " 30\n", " 30 |4\n", "numeri.sheet.barrier", 6, 5},
    {"play-and-repeat", " R2", " G2", "sheet.bad_cell", 3, 2},
    {"play-and-repeat", " R2", "R10", "sheet.bad_cell", 3, 1},
    {"play-and-repeat", "Y    5", "Y    0", "sheet.bad_cell", 3, 29},
    {"play-and-repeat", "=  =  =  =", "=  =  =  R",
     "play-and-repeat.sheet.start", 9, 3},
    {"play-and-repeat", "=  =  =  =  B",
     "=  =  =  B  =", "play-and-repeat.sheet.start", 9, 3},
    {"play-and-repeat", "=  =  =  =", "O  P  P  R",
     "play-and-repeat.sheet.start", 9, 3},
    {"play-and-repeat", "=  =  =  =  B  B  Y  Y    1\n  R  R  R  P",
     "R  R  R  P  B  B  Y  Y    1\n  =  =  =  =", "play-and-repeat.sheet.start",
     10, 3},
    {"play-and-repeat", " R2  R  R  B", " R2  R  R  R", "sheet.letter", 3, 2},
    {"play-and-repeat", "B  O  P  Y  Y    5\n  R  B",
     "R  O  P  Y  Y    5\n  R  R", "play-and-repeat.sheet.area", 3, 2},
    {"play-and-repeat", "Y  Y    1", "Y  Y    2",
     "play-and-repeat.sheet.amount", 9, 29},
};

/* Sheets that no single change leads to. */
static const char compact_areas[] = "parlour-sheet 1\ngame play-and-repeat\n"
                                    "R R Y Y Y B B B 1\nR R Y Y Y B B B 1\n"
                                    "P P P O O Y Y Y 1\nP P P O O Y Y Y 1\n"
                                    "O O R R R O O O 1\nO O R R R O O O 1\n"
                                    "= = = = B B Y Y 1\nB B B R R R P P 1\n"
                                    "B B B R R R P P 1\nP P Y Y Y O O O 1\n"
                                    "P P Y Y Y O O O 1\nR R B B B P P P 1\n"
                                    "R R B B B P P P 1\n";
static const char many_areas[] = "parlour-sheet 1\ngame play-and-repeat\n"
                                 "Y O P O R Y B P 1\nP O R Y B P O R 1\n"
                                 "R Y B P O R Y B 1\nB P O R Y B P O 1\n"
                                 "O R Y B P O R Y 1\nY B P O R Y B P 1\n"
                                 "= = = = B P O R 1\nR Y B P O R Y B 1\n"
                                 "B P O R Y B P O 1\nO R Y B P O R Y 1\n"
                                 "Y B P O R Y B P 1\nP O R Y B P O R 1\n"
                                 "R Y B P O R Y B 1\n";

static bool is_said(const char *id, int line, int column)
{
    for (int i = 0; i < mistakes.count; i++)
        if (strcmp(mistakes.mistake[i].what.id, id) == 0 &&
            mistakes.mistake[i].line == line &&
            mistakes.mistake[i].column == column)
            return true;
    return false;
}

static void each_mistake_has_its_sentence(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof wrong_cases / sizeof *wrong_cases; i++) {
        char *text = text_of(pl_game_find(wrong_cases[i].game));
        char *bad = changed(text, wrong_cases[i].old, wrong_cases[i].fresh);

        assert_null(read_text(bad));
        for (int k = 0; k < mistakes.count; k++)
            assert_true(pl_has_words(pl_language_find("en"),
                                     mistakes.mistake[k].what.id));
        if (!is_said(wrong_cases[i].id, wrong_cases[i].line,
                     wrong_cases[i].column)) {
            for (int k = 0; k < mistakes.count; k++)
                print_error("%d:%d: %s\n", mistakes.mistake[k].line,
                            mistakes.mistake[k].column,
                            mistakes.mistake[k].what.id);
            fail_msg("%s\n  not %d:%d: %s", bad, wrong_cases[i].line,
                     wrong_cases[i].column, wrong_cases[i].id);
        }
        free(text);
        free(bad);
    }
}

static void texts_are_bounded(void **unused)
{
    char text[PL_SHEET_BYTES + 2];

    (void)unused;
    memset(text, ' ', sizeof text);
    assert_null(pl_sheet_read(text, sizeof text, &mistakes));
    assert_string_equal(mistakes.mistake[0].what.id, "sheet.too_long");
    assert_null(pl_sheet_read(text, PL_SHEET_BYTES, &mistakes));
    assert_string_equal(mistakes.mistake[0].what.id, "sheet.no_sheet");
    assert_null(pl_sheet_read("", 0, &mistakes));
    assert_int_equal(mistakes.count, 1);
}

/* What takes more than one change to a shipped sheet. */
static void mistakes_of_more_than_one_place(void **unused)
{
    char text[600] = "parlour-sheet 1\ngame numeri\n1 |2 |3 |4 1 -1 9 25 .";
    char *usual = text_of(pl_game_find("bingo"));
    char *once = changed(usual, "XO", " .");
    char *never = changed(once, "XO", " 5");

    (void)unused;
    assert_null(read_text(compact_areas));
    assert_true(is_said("play-and-repeat.sheet.moves", 3, 1));
    assert_null(read_text(many_areas));
    assert_true(is_said("play-and-repeat.sheet.areas", 3, 1));
    assert_null(read_text(never));
    assert_true(is_said("bingo.sheet.special", 4, 14));
    assert_null(read_text(text));
    assert_true(is_said("numeri.sheet.length", 3, 1));
    *strrchr(text, '.') = '1';
    for (int i = 0; i < 20; i++)
        strcat(text, " 2");
    assert_null(read_text(text));
    assert_int_equal(mistakes.count, 1);
    assert_string_equal(mistakes.mistake[0].what.id, "numeri.sheet.blank");
    free(usual);
    free(once);
    free(never);
}

/* --- Games on them ------------------------------------------------------- */

#define MIXED                                                                  \
    "parlour-sheet 1\ngame qwixx\nname Mixed rows\nauthor Ann, 7\n"            \
    "r2 r3 r4 y5 y6 y7 g8 g9 g10 b11 r12\n"                                    \
    "y2 y3 g4 g5 g6 b7 b8 b9 r10 r11 y12\n"                                    \
    "b12 b11 b10 r9 r8 r7 y6 y5 y4 g3 g2\n"                                    \
    "g12 g11 y10 y9 b8 b7 r6 r5 b4 g3 b2\n"

/* Random play to the end; checks what the engine relies on. */
static void play_through(const struct pl_game *game, int seats, uint64_t seed)
{
    struct pl_match match = {0};
    struct pl_message why;
    struct pl_setup setup;
    struct pl_result result;
    struct pl_rng rng;

    pl_setup_normal(&setup, game, seats);
    pl_seed(&rng, seed);
    assert_true(pl_match_start(&match, game, &setup, &why));
    for (;;) {
        struct pl_turn turn = game->turn(game, &match.state);
        static _Thread_local struct pl_scene scene;
        pl_move list[PL_MOVES];
        int n;

        if (turn.what == PL_OVER)
            break;
        if (turn.what == PL_CHANCE) {
            assert_true(pl_match_roll(&match, &rng, &why));
            continue;
        }
        n = game->moves(game, &match.state, pl_lowest(turn.seats), list);
        assert_true(n > 0 && n <= game->moves_max && n <= PL_MOVES);
        for (int i = 1; i < n; i++)
            assert_true(list[i - 1] < list[i]);
        if (pl_below(&rng, 16) == 0) {
            memset(&scene, 0, sizeof scene);
            game->show(game, &match.state, -1, &scene);
        }
        assert_true(pl_match_play(&match, pl_lowest(turn.seats),
                                  list[pl_below(&rng, (uint32_t)n)], &why));
    }
    game->score(game, &match.state, &result);
    for (int s = 0; s < seats; s++)
        assert_in_range(result.points[s] - game->points_min, 0,
                        game->points_max - game->points_min);
    pl_match_free(&match);
}

/* A match keeps its game; names do not change the hash, cells do. */
static void a_copy_lives_as_long_as_its_matches(void **unused)
{
    const struct pl_game *game = read_text(MIXED), *again;
    struct pl_match match = {0}, other = {0};
    struct pl_sheet_about about;
    char hash[65], renamed[65];
    char *text;

    (void)unused;
    assert_non_null(game);
    assert_non_null(game->own);
    sit(&match, game, 2, "");
    sit(&other, game, 3, "");
    pl_sheet_about(game, &about);
    assert_string_equal(about.name, "Mixed rows");
    assert_string_equal(about.author, "Ann, 7");
    pl_sheet_hash(game, hash);
    assert_memory_equal(hash, game->layout, 16);
    text = changed(MIXED, "Mixed rows", "Another name");
    again = read_text(text);
    pl_sheet_hash(again, renamed);
    assert_string_equal(hash, renamed);
    pl_game_drop(again);
    pl_game_drop(game);
    run(&match, "[3 4 1 5 6 2] 0:r7 1:-");
    pl_match_free(&match);
    sit(&other, pl_game_find("bingo"), 2, "");
    pl_match_free(&other);
    free(text);
}

/* A record has its sheet with it, and refuses a sheet that is not its own. */
static void a_record_carries_its_sheet(void **unused)
{
    const struct pl_game *game = read_text(MIXED);
    struct pl_match match = {0}, again = {0};
    struct pl_buffer text = {0}, second = {0};
    struct pl_message why;
    char *bad;
    int line;

    (void)unused;
    sit(&match, game, 2, "");
    pl_game_drop(game);
    run(&match, "[3 4 1 5 6 2] 0:r7 1:y7 0:-");
    pl_record_write(&match, PL_ALL, &text);
    assert_true(pl_record_read(&again, text.s, text.length, &why, &line));
    assert_memory_equal(&match.state, &again.state, sizeof match.state);
    pl_record_write(&again, PL_ALL, &second);
    assert_string_equal(text.s, second.s);
    bad = changed(text.s, "r3  r4", "r4  r3");
    assert_false(pl_record_read(&again, bad, strlen(bad), &why, &line));
    assert_string_equal(why.id, "error.bad_layout");
    free(bad);
    bad = changed(text.s, "r3", "r2");
    assert_false(pl_record_read(&again, bad, strlen(bad), &why, &line));
    assert_string_equal(why.id, "qwixx.sheet.twice");
    assert_int_equal(line, 8);
    free(bad);
    pl_match_free(&match);
    pl_match_free(&again);
    pl_buffer_free(&text);
    pl_buffer_free(&second);
}

/* Many threads use one copy, and the last one frees it. */
static void *use(void *given)
{
    const struct pl_game *game = given;

    for (int i = 0; i < 50; i++)
        play_through(game, 2, (uint64_t)i);
    return NULL;
}

static void threads_share_a_copy(void **unused)
{
    struct pl_game *game = (struct pl_game *)(uintptr_t)read_text(MIXED);
    pthread_t thread[4];

    (void)unused;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, use, game), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    pl_game_drop(game);
}

/* --- Sheets from a seed -------------------------------------------------- */

enum { SEEDS = 3, HEX = 64 };

/* "qwixx 1 …": the hash of the text that a seed makes. */
static void made_line(const struct pl_game *game, int seed, char line[128])
{
    struct pl_buffer text = {0};
    char hash[HEX + 1];

    pl_sheet_make(game, (uint64_t)seed, &text);
    pl_sha256_hex(text.s, text.length, hash);
    snprintf(line, 128, "%s %d %s\n", game->id, seed, hash);
    pl_buffer_free(&text);
}

static void write_made(FILE *to)
{
    char line[128];

    for (int i = 0; pl_games[i]; i++)
        for (int seed = 1; pl_games[i]->sheets && seed <= SEEDS; seed++) {
            made_line(pl_games[i], seed, line);
            fputs(line, to);
        }
}

/* The page's engine is held to the same file by tests/wasm.mjs. */
static void a_seed_means_one_sheet(void **unused)
{
    FILE *file = fopen("tests/made_sheets", "r");
    char line[128], recorded[128];

    (void)unused;
    assert_non_null(file);
    for (int i = 0; pl_games[i]; i++)
        for (int seed = 1; pl_games[i]->sheets && seed <= SEEDS; seed++) {
            made_line(pl_games[i], seed, line);
            assert_non_null(fgets(recorded, sizeof recorded, file));
            if (strcmp(line, recorded) != 0)
                fail_msg("now %sif that is meant: build/tests/test_sheets "
                         "--write >tests/made_sheets",
                         line);
        }
    assert_null(fgets(recorded, sizeof recorded, file));
    fclose(file);
}

/* Another seed is another sheet. */
static void seeds_differ(void **unused)
{
    (void)unused;
    for (int i = 0; pl_games[i]; i++) {
        const struct pl_game *a, *b;

        if (!pl_games[i]->sheets)
            continue;
        a = made_sheet(pl_games[i], 11);
        b = made_sheet(pl_games[i], 12);
        assert_string_not_equal(a->layout, b->layout);
        pl_game_drop(a);
        pl_game_drop(b);
    }
}

static int64_t steps_of(const struct pl_game *game)
{
    int64_t steps = 0;
    struct pl_rng rng;

    pl_seed(&rng, 20);
    for (int i = 0; i < 400; i++) {
        union pl_state state = {0};
        struct pl_setup setup;

        pl_setup_normal(&setup, game, 2);
        game->start(game, &state, &setup);
        steps += pl_playout(game, &state, &rng);
    }
    return steps;
}

/* Random games on it are about as long, too, though it was not chosen by
 * them. */
static void a_made_sheet_plays_like_the_shipped_one(void **unused)
{
    (void)unused;
    for (int i = 0; pl_games[i]; i++)
        for (uint64_t seed = 1; pl_games[i]->sheets && seed <= SEEDS; seed++) {
            const struct pl_game *made = made_sheet(pl_games[i], seed);
            int64_t percent = 100 * steps_of(made) / steps_of(pl_games[i]);

            if (percent < 75 || percent > 133)
                fail_msg("%s %d: %d %%", made->id, (int)seed, (int)percent);
            pl_game_drop(made);
        }
}

/* --- Mutated sheets ------------------------------------------------------ */

/* One cell or two get another value of their kind; or two change places, which
 * more often leaves a sheet that can be played. */
static void mutate(const struct pl_game *game, int16_t cell[],
                   struct pl_rng *rng)
{
    const struct pl_line *line = game->sheets->line;
    int all = 0, cells = 0;

    for (const struct pl_line *l = line; l->count; l++)
        all += l->count + (l->last != NULL);
    while (cells < all && cell[cells] != PL_NO_CELL)
        cells++;
    for (int i = 1 + (int)pl_below(rng, 3); i > 0; i--) {
        int a = (int)pl_below(rng, (uint32_t)cells);
        int b = (int)pl_below(rng, (uint32_t)cells);
        int16_t kept = cell[a];

        cell[a] = cell[b];
        if (pl_below(rng, 4))
            cell[b] = kept;
        else if (cell[a] < PL_WORD)
            cell[a] = (int16_t)(cell[a] + (int)pl_below(rng, 7) - 3);
    }
}

/* A word that moved to a box of another kind may be none there. */
static const char *word_of(const struct pl_cell *kind, int i)
{
    int n = 0;

    while (kind->word && kind->word[n])
        n++;
    return i < n ? kind->word[i] : "?";
}

static void add_words(const struct pl_game *game, const int16_t cell[],
                      struct pl_buffer *out)
{
    for (const struct pl_line *l = game->sheets->line; l->count; l++) {
        pl_add(out, l->label);
        for (int i = 0; i < l->count + (l->last != NULL); i++, cell++) {
            const struct pl_cell *kind = i < l->count ? l->cell : l->last;

            if (*cell == PL_NO_CELL)
                continue;
            pl_add(out, " ");
            if (*cell < PL_WORD)
                pl_add_number(out, *cell);
            else
                pl_add(out, word_of(kind, *cell - PL_WORD));
        }
        pl_add(out, "\n");
    }
}

/* Changed sheets are refused with a sentence, or are played to the end by as
 * many as there may be. --long [GAMES]: twelve thousand of them, a hundred
 * games each or so many. */
static int sheets_each = 150, games_each = 3;

static void mutated_sheets(const struct pl_game *game)
{
    struct pl_rng rng;
    int played = 0;

    pl_seed(&rng, 20);
    for (int i = 0; i < sheets_each; i++) {
        struct pl_buffer text = {0};
        const struct pl_game *made;
        int16_t cell[PL_CELLS];

        game->sheets->cells(game, cell);
        mutate(game, cell, &rng);
        pl_add(&text, "parlour-sheet 1\ngame ");
        pl_add(&text, game->id);
        pl_add(&text, "\n");
        add_words(game, cell, &text);
        made = pl_sheet_read(text.s, text.length, &mistakes);
        assert_true(made || mistakes.count > 0);
        for (int k = 0; !made && k < mistakes.count; k++)
            assert_true(pl_has_words(pl_language_find("en"),
                                     mistakes.mistake[k].what.id));
        for (int k = 0; made && k < games_each; k++)
            play_through(made, k % 2 ? made->max_seats : made->min_seats,
                         (uint64_t)k);
        played += made != NULL;
        pl_game_drop(made);
        pl_buffer_free(&text);
    }
    print_message("%s: %d of %d can be played\n", game->id, played,
                  sheets_each);
    assert_true(played > 0 && played < sheets_each);
}

static void mutated_sheets_are_refused_or_played(void **unused)
{
    (void)unused;
    for (int i = 0; pl_games[i]; i++)
        if (pl_games[i]->sheets)
            mutated_sheets(pl_games[i]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_sheets_come_back),
        cmocka_unit_test(tables_that_are_made_are_the_shipped_ones),
        cmocka_unit_test(each_mistake_has_its_sentence),
        cmocka_unit_test(texts_are_bounded),
        cmocka_unit_test(mistakes_of_more_than_one_place),
        cmocka_unit_test(a_copy_lives_as_long_as_its_matches),
        cmocka_unit_test(a_record_carries_its_sheet),
        cmocka_unit_test(threads_share_a_copy),
        cmocka_unit_test(a_seed_means_one_sheet),
        cmocka_unit_test(seeds_differ),
        cmocka_unit_test(a_made_sheet_plays_like_the_shipped_one),
        cmocka_unit_test(mutated_sheets_are_refused_or_played),
    };

    if (argc == 2 && strcmp(argv[1], "--write") == 0) {
        write_made(stdout);
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "--long") == 0) {
        sheets_each = 2000;
        games_each = argc > 2 ? atoi(argv[2]) : 100;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
