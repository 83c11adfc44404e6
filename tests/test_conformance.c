/*
 * What every game must keep, found by random play of every number of seats and
 * every combination of options. A new game is tested here without a line.
 */
#include "script.h"
#include "words.h"

#include <stdlib.h>

enum { CAP = 20000 }; /* steps: options may take away the end of a game */

static const struct pl_language *english;
static struct pl_match match; /* the one being played */
static union pl_state turned; /* the same game with everybody one seat on */
static struct pl_rng rng;

static int seat_on(int seat)
{
    return (seat + 1) % match.setup.seats;
}

static unsigned seats_on(unsigned seats)
{
    unsigned result = 0;

    for (int s = 0; s < match.setup.seats; s++)
        result |= (seats >> s & 1) << seat_on(s);
    return result;
}

static bool same(const void *a, const void *b)
{
    return memcmp(a, b, match.game->state_size) == 0;
}

static void check_words(const struct pl_message *message)
{
    struct pl_buffer out = {0};

    assert_non_null(message->id);
    if (!pl_has_words(english, message->id))
        fail_msg("no words for '%s'", message->id);
    pl_words(english, message, NULL, &out);
    assert_true(out.length > 0);
    pl_buffer_free(&out);
}

static void check_label(const char *id)
{
    if (id)
        check_words(&PL_SAY(id));
}

/* --- Pieces -------------------------------------------------------------- */

static void check_piece(const struct pl_scene *scene, const struct pl_piece *p,
                        bool taken[])
{
    const struct pl_area *area = &scene->area[p->area];

    assert_true(p->area < scene->areas);
    assert_true(p->w > 0 && p->h > 0);
    if (area->flow == PL_GRID) {
        assert_true(p->x + p->w <= area->width);
        assert_true(p->y + p->h <= area->height);
    }
    check_label(p->label);
    if (p->id) {
        assert_false(taken[p->id]);
        taken[p->id] = true;
    }
}

static void check_scene(int seat, struct pl_scene *scene, bool taken[])
{
    union pl_state view;

    memset(scene, 0, sizeof *scene);
    memset(taken, 0, UINT16_MAX + 1);
    pl_match_view(&match, seat, &view);
    match.game->show(&view, seat, scene);
    assert_true(scene->areas > 0 && scene->pieces > 0);
    for (int i = 0; i < scene->areas; i++)
        check_label(scene->area[i].title);
    for (int i = 0; i < scene->pieces; i++)
        check_piece(scene, &scene->piece[i], taken);
    for (int i = 0; i < scene->pieces; i++)
        if (scene->piece[i].alike)
            assert_true(taken[scene->piece[i].alike]);
}

static int by_number(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* Every legal move has its own list of pieces that are on the table. */
static void check_touches(int seat, const pl_move list[], int n)
{
    static struct pl_scene scene;
    static bool taken[UINT16_MAX + 1];
    static struct pl_touch touch[PL_MOVES];
    union pl_state view;

    check_scene(seat, &scene, taken);
    pl_match_view(&match, seat, &view);
    for (int i = 0; i < n; i++) {
        memset(&touch[i], 0, sizeof touch[i]);
        match.game->touch(&view, seat, list[i], &touch[i]);
        assert_true(touch[i].count > 0);
        for (int k = 0; k < touch[i].count; k++)
            assert_true(taken[touch[i].piece[k]]);
        if (!touch[i].ordered)
            qsort(touch[i].piece, touch[i].count, sizeof(uint16_t), by_number);
        for (int k = 0; k < i; k++)
            if (memcmp(touch[i].piece, touch[k].piece, sizeof touch[i].piece) ==
                0)
                fail_msg("%s: moves %d and %d are touched alike",
                         match.game->id, list[i], list[k]);
    }
}

/* --- Moves --------------------------------------------------------------- */

static void check_names(int seat, const pl_move list[], int n)
{
    static struct pl_text name[PL_MOVES];
    union pl_state view;

    pl_match_view(&match, seat, &view);
    for (int i = 0; i < n; i++) {
        struct pl_message message;

        memset(&name[i], 0, sizeof name[i]);
        match.game->name(&match.state, list[i], &name[i]);
        assert_true(name[i].length > 0);
        for (const char *s = name[i].s; *s; s++)
            assert_true(*s > ' ' && *s <= '~');
        for (int k = 0; k < i; k++)
            assert_string_not_equal(name[i].s, name[k].s);
        match.game->say(&view, seat, list[i], &message);
        check_words(&message);
    }
}

/* All other numbers are refused and change nothing. */
static void check_refusals(int seat, const pl_move list[], int n)
{
    union pl_state before = match.state;
    struct pl_message why;
    pl_move other = (pl_move)pl_below(&rng, match.game->move_count + 3u);

    for (int i = 0; i < n; i++)
        if (list[i] == other)
            return;
    assert_false(pl_match_play(&match, seat, other, &why));
    check_words(&why);
    assert_memory_equal(&before, &match.state, sizeof before);
}

static int check_moves(int seat, pl_move list[])
{
    const struct pl_game *game = match.game;
    pl_move again[PL_MOVES];
    union pl_state view;
    int n = game->moves(&match.state, seat, list);

    assert_true(n > 0 && n <= game->moves_max && n <= PL_MOVES);
    for (int i = 0; i < n; i++)
        assert_true(list[i] < game->move_count &&
                    (i == 0 || list[i] > list[i - 1]));
    pl_match_view(&match, seat, &view);
    assert_int_equal(game->moves(&view, seat, again), n);
    assert_memory_equal(list, again, (size_t)n * sizeof *list);
    check_names(seat, list, n);
    check_refusals(seat, list, n);
    return n;
}

/* --- Secrets ------------------------------------------------------------- */

static void check_view(int seat)
{
    const struct pl_game *game = match.game;
    union pl_state view, twice, guessed;
    struct pl_result whole, seen;
    struct pl_message question;

    pl_match_view(&match, seat, &view);
    twice = view;
    if (game->hide)
        game->hide(&twice, seat);
    assert_true(same(&view, &twice));
    game->score(&match.state, &whole);
    game->score(&view, &seen);
    assert_memory_equal(whole.points, seen.points, sizeof whole.points);
    game->ask(&view, seat, &question);
    check_words(&question);
    if (!game->guess)
        return;
    guessed = view;
    game->guess(&guessed, seat, &rng);
    assert_true(game->turn(&guessed).what == game->turn(&match.state).what);
    game->hide(&guessed, seat);
    assert_true(same(&view, &guessed));
}

/* Before the last answer is in, no other view tells which answer was given. */
static void check_blind(unsigned asked, int seat, const pl_move list[], int n)
{
    const struct pl_game *game = match.game;
    union pl_state one = match.state, two = match.state;

    if (pl_count(asked) < 2)
        return;
    game->play(&one, seat, list[0]);
    game->play(&two, seat, list[n - 1]);
    for (int s = -1; s < match.setup.seats; s++) {
        union pl_state view, a = one, b = two;

        if (s == seat)
            continue;
        pl_match_view(&match, s, &view);
        game->hide(&a, s);
        game->hide(&b, s);
        assert_true(same(&a, &view) && same(&b, &view));
    }
}

/* Several seats decide at once: the order of their answers changes nothing. */
static void check_order(unsigned asked)
{
    const struct pl_game *game = match.game;
    union pl_state up = match.state, down = match.state;
    pl_move chosen[PL_SEATS];

    for (int s = 0; s < match.setup.seats; s++)
        if (asked >> s & 1) {
            pl_move list[PL_MOVES];
            int n = game->moves(&match.state, s, list);

            chosen[s] = list[pl_below(&rng, (uint32_t)n)];
            game->play(&up, s, chosen[s]);
        }
    for (int s = match.setup.seats - 1; s >= 0; s--)
        if (asked >> s & 1)
            game->play(&down, s, chosen[s]);
    assert_true(same(&up, &down));
}

/* --- A step -------------------------------------------------------------- */

static void check_tell(const union pl_state *before)
{
    struct pl_message told[PL_MESSAGES];
    int n = match.game->tell(before, &match.state, told);

    assert_true(n >= 0 && n <= PL_MESSAGES);
    for (int i = 0; i < n; i++)
        check_words(&told[i]);
}

static void check_chance(const struct pl_chance *chance)
{
    unsigned sum = 0;

    assert_true(chance->count > 0 && chance->count <= PL_DICE);
    if (chance->total == 0)
        return;
    assert_int_equal(chance->count, 1);
    for (int i = 0; i < chance->die[0]->faces; i++)
        sum += chance->weight[i];
    assert_int_equal(sum, chance->total);
}

static void step_chance(void)
{
    struct pl_message why;
    struct pl_chance chance;

    match.game->chance(&match.state, &chance);
    check_chance(&chance);
    assert_true(pl_match_roll(&match, &rng, &why));
    match.game->land(&turned, match.step[match.steps - 1].face);
}

static void step_decide(unsigned asked, bool thorough)
{
    struct pl_message why;
    pl_move list[PL_MOVES], again[PL_MOVES], move;
    int seat, n;

    assert_true(asked != 0 && asked < 1u << match.setup.seats);
    do
        seat = (int)pl_below(&rng, match.setup.seats);
    while (!(asked >> seat & 1));
    n = check_moves(seat, list);
    assert_int_equal(match.game->moves(&turned, seat_on(seat), again), n);
    assert_memory_equal(list, again, (size_t)n * sizeof *list);
    if (thorough) {
        check_touches(seat, list, n);
        check_order(asked);
        check_blind(asked, seat, list, n);
        for (int s = -1; s < match.setup.seats; s++) {
            check_view(s);
            if (s >= 0 && !(asked >> s & 1))
                assert_false(pl_match_play(&match, s, list[0], &why));
        }
    }
    move = list[pl_below(&rng, (uint32_t)n)];
    assert_true(pl_match_play(&match, seat, move, &why));
    match.game->play(&turned, seat_on(seat), move);
}

static void check_score(void)
{
    const struct pl_game *game = match.game;
    struct pl_result here, there;

    memset(&here, 0xff, sizeof here);
    memset(&there, 0, sizeof there);
    game->score(&match.state, &here);
    game->score(&turned, &there);
    assert_true(here.winners != 0 && here.winners < 1u << match.setup.seats);
    assert_int_equal(there.winners, seats_on(here.winners));
    for (int s = 0; s < match.setup.seats; s++) {
        struct pl_part part[PL_PARTS];
        int n = game->parts(&match.state, s, part), sum = 0;

        assert_true(n > 0 && n <= PL_PARTS);
        for (int i = 0; i < n; i++) {
            check_label(part[i].id);
            sum += part[i].points;
        }
        assert_int_equal(sum, here.points[s]);
        assert_int_equal(there.points[seat_on(s)], here.points[s]);
        assert_true(here.points[s] >= game->points_min &&
                    here.points[s] <= game->points_max);
    }
}

/* Saved, loaded, rewound and played again, the bytes are the same. */
static void check_record(const union pl_state *middle, size_t steps)
{
    struct pl_match loaded = {0};
    struct pl_buffer text = {0};
    struct pl_message why;
    int line;

    if (!pl_game_find(match.game->id))
        return;
    pl_record_write(&match, PL_ALL, &text);
    if (!pl_record_read(&loaded, text.s, text.length, &why, &line))
        fail_msg("line %d: %s (%s)", line, why.id, why.word.s);
    assert_memory_equal(&loaded.state, &match.state, sizeof match.state);
    assert_int_equal(loaded.question, match.question);
    pl_match_rewind(&loaded, steps);
    assert_memory_equal(&loaded.state, middle, sizeof *middle);
    pl_match_free(&loaded);
    pl_buffer_free(&text);
}

static void play_game(const struct pl_game *game, const struct pl_setup *setup,
                      bool thorough)
{
    struct pl_message why;
    struct pl_setup on = *setup;
    union pl_state middle;
    size_t middle_at = 0;

    assert_true(pl_match_start(&match, game, setup, &why));
    on.first = (uint8_t)seat_on(setup->first);
    memset(&turned, 0, sizeof turned);
    game->start(&turned, &on);
    middle = match.state;
    for (;;) {
        union pl_state before = match.state;
        struct pl_turn turn = game->turn(&match.state);

        assert_int_equal(game->turn(&turned).what, turn.what);
        assert_int_equal(game->turn(&turned).seats, seats_on(turn.seats));
        if (turn.what == PL_OVER || match.steps == CAP)
            break;
        if (turn.what == PL_CHANCE)
            step_chance();
        else
            step_decide(turn.seats, thorough);
        check_tell(&before);
        if (thorough)
            check_score();
        if (pl_below(&rng, (uint32_t)match.steps + 1) == 0) {
            middle = match.state;
            middle_at = match.steps;
        }
    }
    for (size_t i = game->state_size; i < PL_STATE; i++)
        assert_int_equal(match.state.byte[i], 0);
    check_score();
    check_record(&middle, middle_at);
}

/* --- Everything ---------------------------------------------------------- */

static int values(const struct pl_option *option)
{
    int n = 0;

    if (!option->value)
        return option->high - option->low + 1;
    while (option->value[n])
        n++;
    return n;
}

/* Counts through all combinations; false after the last. */
static bool next_options(const struct pl_game *game, struct pl_setup *setup)
{
    for (int i = 0; i < pl_option_count(game); i++) {
        const struct pl_option *option = &game->options[i];
        int low = option->value ? 0 : option->low;

        if (setup->option[i] == PL_AUTO) {
            setup->option[i] = (int8_t)low;
            return true;
        }
        if (setup->option[i] < low + values(option) - 1) {
            setup->option[i]++;
            return true;
        }
        setup->option[i] = option->normal == PL_AUTO ? PL_AUTO : (int8_t)low;
    }
    return false;
}

static void every_game_keeps_the_contract(void **unused)
{
    (void)unused;
    for (const struct pl_game *const *game = all_games(); *game; game++) {
        int games = 0;

        assert_true((*game)->state_size <= PL_STATE);
        assert_true((*game)->moves_max <= PL_MOVES);
        for (int seats = (*game)->min_seats; seats <= (*game)->max_seats;
             seats++) {
            struct pl_setup setup;

            pl_setup_normal(&setup, *game, seats);
            for (int i = 0; i < pl_option_count(*game); i++)
                if (setup.option[i] != PL_AUTO)
                    setup.option[i] =
                        (*game)->options[i].value ? 0 : (*game)->options[i].low;
            do
                for (int k = 0; k < 4; k++, games++) {
                    setup.first = (uint8_t)pl_below(&rng, setup.seats);
                    play_game(*game, &setup, k == 0);
                }
            while (next_options(*game, &setup));
        }
        print_message("%s: %d games\n", (*game)->id, games);
    }
}

/* --- How-tos ------------------------------------------------------------- */

/* How many places of the game's how-to this fact fills. */
static int places_of(const struct pl_language *language,
                     const struct pl_game *game, const struct pl_fact *fact)
{
    char prefix[64], place[64];
    int n = 0;

    snprintf(prefix, sizeof prefix, "howto.%s.", game->id);
    snprintf(place, sizeof place, "{%s}", fact->name);
    for (size_t i = 0; i < language->count; i++)
        if (strncmp(language->sentence[i].id, prefix, strlen(prefix)) == 0)
            n += strstr(language->sentence[i].form[0], place) != NULL;
    return n;
}

static void check_howto(const struct pl_language *language,
                        const struct pl_game *game)
{
    struct pl_setup setup;
    struct pl_fact fact[PL_FACTS];
    char id[64];
    int facts;

    pl_setup_normal(&setup, game, game->max_seats);
    facts = game->facts(&setup, fact);
    assert_true(facts <= PL_FACTS);
    for (int i = 0; i < facts; i++)
        if (places_of(language, game, &fact[i]) == 0)
            fail_msg("%s: nothing says {%s}", game->id, fact[i].name);
    for (int i = 1;; i++) {
        struct pl_buffer text = {0};

        snprintf(id, sizeof id, "howto.%s.%d", game->id, i);
        if (!pl_has_words(language, id))
            break;
        if (!pl_explain(language, id, game, &setup, &text))
            fail_msg("%s: %s says what is no fact", language->code, id);
        assert_null(strpbrk(text.s, "{|}"));
        pl_buffer_free(&text);
    }
}

/* And every fact is said: tests/catalogues.mjs sees that no number stands in a
 * how-to itself. */
static void every_place_of_a_howto_is_a_fact(void **unused)
{
    (void)unused;
    for (const struct pl_game *const *game = pl_games; *game; game++)
        for (size_t i = 0; i < pl_language_count; i++)
            check_howto(&pl_languages[i], *game);
}

/* A limit that is switched off is no fact, and its paragraph is not shown. */
static void what_a_house_rule_takes_away_is_not_explained(void **unused)
{
    (void)unused;
    for (const struct pl_game *const *game = pl_games; *game; game++) {
        struct pl_setup setup;
        struct pl_message why;
        struct pl_buffer text = {0};
        char id[64];
        int shown = 0, all = 0;

        pl_setup_normal(&setup, *game, (*game)->max_seats);
        if (!pl_setup_option(&setup, *game, "idle_limit", "0", &why))
            continue;
        for (int i = 1;; i++, all++) {
            snprintf(id, sizeof id, "howto.%s.%d", (*game)->id, i);
            if (!pl_has_words(english, id))
                break;
            shown += pl_explain(english, id, *game, &setup, &text);
        }
        assert_int_equal(shown, all - 1);
        pl_buffer_free(&text);
    }
}

static void every_game_and_option_has_words(void **unused)
{
    (void)unused;
    for (const struct pl_game *const *game = pl_games; *game; game++) {
        struct pl_text id = {0};

        pl_put(&id, "game.");
        pl_put(&id, (*game)->id);
        check_label(id.s);
        for (int i = 0; i < pl_option_count(*game); i++) {
            struct pl_text option = {0};

            pl_put(&option, "option.");
            pl_put(&option, (*game)->id);
            pl_put(&option, ".");
            pl_put(&option, (*game)->options[i].name);
            check_label(option.s);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_keeps_the_contract),
        cmocka_unit_test(every_game_and_option_has_words),
        cmocka_unit_test(every_place_of_a_howto_is_a_fact),
        cmocka_unit_test(what_a_house_rule_takes_away_is_not_explained),
    };

    english = pl_language_find("en");
    pl_seed(&rng, 20181);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
