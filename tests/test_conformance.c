/*
 * What every game must keep, found by random play of every number of seats and
 * every combination of options. A new game is tested here without a line.
 */
#include "sanitized.h"
#include "script.h"
#include "words.h"

#include "../games/qwixx.h"
#include "parlour_bots.h"

#include <stdlib.h>

enum { CAP = 20000 }; /* steps: options may take away the end of a game */
/* What the table asks is looked at in one of so many decisions, and why pieces
 * cannot be touched for one of so many pieces. */
enum { SELDOM = 5, EVERY = 11 };

static const struct pl_language *english;
static struct pl_match match; /* the one being played */
static union pl_state turned; /* the same game with everyone one seat on */
static struct pl_rng rng;
static const struct pl_bot *player; /* NULL: moves are chosen at random */
static unsigned met[UINT8_MAX + 1]; /* how often, by phase, all was checked */
static const char *only;            /* the id of a game; NULL: all of them */
static uint8_t kind_of[UINT16_MAX + 1]; /* by id, once seen: 1 + its kind */

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

#define NAME "Zebedee"

static const struct pl_names *called(uint8_t reader)
{
    static struct pl_names names;

    for (int s = 0; s < PL_SEATS; s++)
        strcpy(names.of[s], NAME);
    names.reader = reader;
    return &names;
}

/* What is said about a player is said to that player in other words. */
static void check_words_to(const struct pl_message *message)
{
    struct pl_buffer out = {0};

    check_words(message);
    if (message->seat < 0)
        return;
    pl_words(english, message, called((uint8_t)(1u << message->seat)), &out);
    if (strstr(out.s, NAME))
        fail_msg("no words for '%s.you'", message->id);
    pl_buffer_free(&out);
}

/* A move has the words of its button, what someone did and what you did. */
static void check_move_words(const struct pl_message *say, int seat)
{
    struct pl_buffer done = {0}, you = {0};

    check_words(say);
    pl_words_done(english, say, seat, called(0), &done);
    if (!strstr(done.s, NAME))
        fail_msg("no words for '%s.done'", say->id);
    pl_words_done(english, say, seat, called((uint8_t)(1u << seat)), &you);
    if (strstr(you.s, NAME) || strcmp(you.s, say->id) == 0)
        fail_msg("no words for '%s.you'", say->id);
    pl_buffer_free(&done);
    pl_buffer_free(&you);
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
    assert_true(p->id || p->kind == PL_LABEL || p->kind == PL_COUNTER ||
                !match.game->why);
    if (p->sign && match.game->why) {
        if (!match.game->sign[p->sign])
            fail_msg("%s: sign %d means nothing", match.game->id, p->sign);
        check_label(match.game->sign[p->sign]);
    }
    if (p->id) {
        assert_false(taken[p->id]);
        taken[p->id] = true;
        if (match.game->why && kind_of[p->id] && kind_of[p->id] != 1 + p->kind)
            fail_msg("%s: piece %d has become another", match.game->id, p->id);
        kind_of[p->id] = (uint8_t)(1 + p->kind);
    }
}

static void check_scene(int seat, struct pl_scene *scene, bool taken[])
{
    union pl_state view;

    memset(scene, 0, sizeof *scene);
    memset(taken, 0, UINT16_MAX + 1);
    pl_match_view(&match, seat, &view);
    match.game->show(match.game, &view, seat, scene);
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
        match.game->touch(match.game, &view, seat, list[i], &touch[i]);
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

/* --- What the table asks ------------------------------------------------- */

static int cubes(const struct pl_scene *scene)
{
    int n = 0;

    for (int i = 0; i < scene->pieces; i++)
        n += scene->piece[i].kind == PL_CUBE &&
             scene->area[scene->piece[i].area].role == PL_THROW;
    return n;
}

static bool is_rolled(const struct pl_scene *scene)
{
    for (int i = 0; i < scene->pieces; i++) {
        const struct pl_piece *p = &scene->piece[i];

        if (p->kind == PL_CUBE && scene->area[p->area].role == PL_THROW &&
            (p->value > 0 || p->sign))
            return true;
    }
    return false;
}

/* Whether a move is expressed by things on the table alone: it needs no
 * action, such as "pass", "roll all" or "cross out". */
static bool takes_things(const struct pl_scene *scene,
                         const union pl_state *view, int seat, pl_move move)
{
    struct pl_touch touch = {0};

    match.game->touch(match.game, view, seat, move, &touch);
    for (int i = 0; i < scene->pieces; i++)
        for (int k = 0; k < touch.count; k++)
            if (scene->piece[i].id == touch.piece[k] &&
                scene->piece[i].kind == PL_ACTION)
                return false;
    return true;
}

static bool just_rolled(const struct pl_scene *scene)
{
    return match.steps > 0 && match.step[match.steps - 1].what == PL_CHANCE &&
           is_rolled(scene);
}

/* Whether all that a move does is to cross out a box, for nothing. */
static bool crosses_out(const union pl_state *view, int seat,
                        const struct pl_answer *answer)
{
    static const struct pl_scene nothing;
    static struct pl_scene scene;
    const struct pl_game *game = match.game;
    union pl_state after = *view;
    struct pl_touch touch = {0};

    scene = nothing;
    game->touch(game, view, seat, answer->move, &touch);
    pl_look_ahead(game, &after, seat, answer->move);
    game->show(game, &after, seat, &scene);
    for (int i = 0; answer->gain == 0 && i < scene.pieces; i++) {
        const struct pl_piece *p = &scene.piece[i];

        if ((p->id == touch.piece[0] || p->alike == touch.piece[0]) &&
            p->marks & PL_CROSSED)
            return true;
    }
    return false;
}

/* Right after a roll, what takes a thing is made by some of the dice, unless it
 * is given up. Later in a turn a bonus may give what no die has made. */
static void check_dice(const struct pl_scene *scene, const union pl_state *view,
                       int seat, const struct pl_answer *answer)
{
    const struct pl_game *game = match.game;

    assert_true(answer->dice >> cubes(scene) == 0);
    if (answer->move == game->pass)
        assert_int_equal(answer->dice, 0);
    else if (game->why && just_rolled(scene) && answer->dice == 0 &&
             takes_things(scene, view, seat, answer->move) &&
             !crosses_out(view, seat, answer))
        fail_msg("%s: no dice make move %d", game->id, answer->move);
}

/* What a move gains is what the score says when it is made alone. */
static void check_answers(int seat, const pl_move list[], int n)
{
    static struct pl_answer answer[PL_MOVES];
    static struct pl_scene scene;
    static bool taken[UINT16_MAX + 1];
    const struct pl_game *game = match.game;
    struct pl_result before, after;
    union pl_state view, state;

    check_scene(seat, &scene, taken);
    pl_match_view(&match, seat, &view);
    game->score(game, &view, &before);
    assert_int_equal(pl_answers(game, &view, seat, answer), n);
    for (int i = 0; i < n; i++) {
        state = view;
        pl_look_ahead(game, &state, seat, list[i]);
        game->score(game, &state, &after);
        assert_int_equal(answer[i].move, list[i]);
        assert_int_equal(answer[i].gain,
                         after.points[seat] - before.points[seat]);
        check_dice(&scene, &view, seat, &answer[i]);
    }
}

/* True of every piece alike, and so no reason for this one. */
static bool is_vague(const char *id)
{
    return strcmp(id, "why.over") == 0 || strcmp(id, "why.roll") == 0 ||
           strcmp(id, "why.wait") == 0;
}

/* A piece is in a move, or there is a reason why it is not. Every seventh is
 * asked about, each time from another one on: they all have their turn. */
static void check_reasons(int seat)
{
    static struct pl_scene scene;
    static bool taken[UINT16_MAX + 1];
    struct pl_message why;
    union pl_state view;

    if (!match.game->why)
        return;
    check_scene(seat, &scene, taken);
    pl_match_view(&match, seat, &view);
    for (int i = (int)pl_below(&rng, EVERY); i < scene.pieces; i += EVERY) {
        why = PL_SAY(NULL);
        if (!pl_why(match.game, &view, seat, scene.piece[i].id, &why))
            continue;
        check_words(&why);
        assert_false(is_vague(why.id));
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
        match.game->name(match.game, &match.state, list[i], &name[i]);
        assert_true(name[i].length > 0);
        for (const char *s = name[i].s; *s; s++)
            assert_true(*s > ' ' && *s <= '~');
        assert_true((strcmp(name[i].s, "-") == 0) ==
                    (list[i] == match.game->pass));
        for (int k = 0; k < i; k++)
            assert_string_not_equal(name[i].s, name[k].s);
        match.game->say(match.game, &view, seat, list[i], &message);
        check_move_words(&message, seat);
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
    int n = game->moves(game, &match.state, seat, list);

    assert_true(n > 0 && n <= game->moves_max && n <= PL_MOVES);
    for (int i = 0; i < n; i++)
        assert_true(list[i] < game->move_count &&
                    (i == 0 || list[i] > list[i - 1]));
    pl_match_view(&match, seat, &view);
    assert_int_equal(game->moves(game, &view, seat, again), n);
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
        game->hide(game, &twice, seat);
    assert_true(same(&view, &twice));
    game->score(game, &match.state, &whole);
    game->score(game, &view, &seen);
    assert_memory_equal(whole.points, seen.points, sizeof whole.points);
    game->ask(game, &view, seat, &question);
    check_words_to(&question);
    if (!game->guess)
        return;
    guessed = view;
    game->guess(game, &guessed, seat, &rng);
    assert_true(game->turn(game, &guessed).what ==
                game->turn(game, &match.state).what);
    game->hide(game, &guessed, seat);
    assert_true(same(&view, &guessed));
}

/* Before the last answer is in, no other view tells which answer was given. */
static void check_blind(unsigned asked, int seat, const pl_move list[], int n)
{
    const struct pl_game *game = match.game;
    union pl_state one = match.state, two = match.state;

    if (pl_count(asked) < 2)
        return;
    game->play(game, &one, seat, list[0]);
    game->play(game, &two, seat, list[n - 1]);
    for (int s = -1; s < match.setup.seats; s++) {
        union pl_state view, a = one, b = two;

        if (s == seat)
            continue;
        pl_match_view(&match, s, &view);
        game->hide(game, &a, s);
        game->hide(game, &b, s);
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
            int n = game->moves(game, &match.state, s, list);

            chosen[s] = list[pl_below(&rng, (uint32_t)n)];
            game->play(game, &up, s, chosen[s]);
        }
    for (int s = match.setup.seats - 1; s >= 0; s--)
        if (asked >> s & 1)
            game->play(game, &down, s, chosen[s]);
    assert_true(same(&up, &down));
}

/* --- A step -------------------------------------------------------------- */

static void check_tell(const union pl_state *before)
{
    struct pl_message told[PL_MESSAGES];
    int n = match.game->tell(match.game, before, &match.state, told);

    assert_true(n >= 0 && n <= PL_MESSAGES);
    for (int i = 0; i < n; i++)
        check_words_to(&told[i]);
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

    match.game->chance(match.game, &match.state, &chance);
    check_chance(&chance);
    assert_true(pl_match_roll(&match, &rng, &why));
    match.game->land(match.game, &turned, match.step[match.steps - 1].face);
}

static pl_move choose(int seat, const pl_move list[], int n)
{
    union pl_state view;

    if (!player)
        return list[pl_below(&rng, (uint32_t)n)];
    pl_match_view(&match, seat, &view);
    return player->choose(match.game, &view, seat, &rng, NULL);
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
    assert_int_equal(
        match.game->moves(match.game, &turned, seat_on(seat), again), n);
    assert_memory_equal(list, again, (size_t)n * sizeof *list);
    if (thorough) {
        check_touches(seat, list, n);
        if (pl_below(&rng, SELDOM) == 0) {
            check_answers(seat, list, n);
            check_reasons(seat);
        }
        check_order(asked);
        check_blind(asked, seat, list, n);
        for (int s = -1; s < match.setup.seats; s++) {
            check_view(s);
            if (s >= 0 && !(asked >> s & 1))
                assert_false(pl_match_play(&match, s, list[0], &why));
        }
    }
    move = choose(seat, list, n);
    assert_true(pl_match_play(&match, seat, move, &why));
    match.game->play(match.game, &turned, seat_on(seat), move);
}

static void check_score(void)
{
    const struct pl_game *game = match.game;
    struct pl_result here, there;

    memset(&here, 0xff, sizeof here);
    memset(&there, 0, sizeof there);
    game->score(game, &match.state, &here);
    game->score(game, &turned, &there);
    assert_true(here.winners != 0 && here.winners < 1u << match.setup.seats);
    assert_int_equal(there.winners, seats_on(here.winners));
    for (int s = 0; s < match.setup.seats; s++) {
        struct pl_part part[PL_PARTS];
        int n = game->parts(game, &match.state, s, part), sum = 0;

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

/* What chance hardly ever reaches is looked at when someone who wants points
 * gets there. */
static bool closely(uint8_t phase, bool thorough)
{
    enum { RARE = 50 };

    if (!thorough && (!player || met[phase] >= RARE))
        return false;
    met[phase]++;
    return true;
}

static void play_game(const struct pl_game *game, const struct pl_setup *setup,
                      bool thorough)
{
    struct pl_message why;
    struct pl_setup on = *setup;
    union pl_state middle;
    size_t middle_at = 0;

    memset(kind_of, 0, sizeof kind_of);
    assert_true(pl_match_start(&match, game, setup, &why));
    on.first = (uint8_t)seat_on(setup->first);
    memset(&turned, 0, sizeof turned);
    game->start(game, &turned, &on);
    middle = match.state;
    for (;;) {
        union pl_state before = match.state;
        struct pl_turn turn = game->turn(game, &match.state);

        assert_int_equal(game->turn(game, &turned).what, turn.what);
        assert_int_equal(game->turn(game, &turned).seats, seats_on(turn.seats));
        if (turn.what == PL_OVER || match.steps == CAP)
            break;
        if (turn.what == PL_CHANCE)
            step_chance();
        else
            step_decide(turn.seats, closely(turn.phase, thorough));
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

/* Chance hardly ever locks a row while others pass: someone who wants points
 * plays until that was looked at often enough. */
static int play_for_reactions(const struct pl_game *game)
{
    enum { ENOUGH = 10, MOST = 1000 };
    struct pl_setup setup;
    struct pl_message why;
    int games = 0;

    pl_setup_normal(&setup, game, game->max_seats);
    assert_true(pl_setup_option(&setup, game, "open_step1", "2", &why));
    player = pl_bot_find("medium");
    for (; games < MOST && met[REACTION] < ENOUGH; games++)
        play_game(game, &setup, false);
    player = NULL;
    assert_true(met[REACTION] >= ENOUGH);
    return games;
}

static void every_game_keeps_the_contract(void **unused)
{
    enum { EACH = SANITIZED ? 1 : 4 };

    (void)unused;
    for (const struct pl_game *const *game = all_games(); *game; game++) {
        int games = 0;

        memset(met, 0, sizeof met);
        if (only && strcmp((*game)->id, only) != 0)
            continue;
        assert_true((*game)->state_size <= PL_STATE);
        assert_true((*game)->moves_max <= PL_MOVES);
        if ((*game)->why)
            check_start(*game);
        for (int seats = (*game)->min_seats; seats <= (*game)->max_seats;
             seats++) {
            struct pl_setup setup;

            pl_setup_normal(&setup, *game, seats);
            for (int i = 0; i < pl_option_count(*game); i++)
                if (setup.option[i] != PL_AUTO)
                    setup.option[i] =
                        (*game)->options[i].value ? 0 : (*game)->options[i].low;
            do
                for (int k = 0; k < EACH; k++, games++) {
                    setup.first = (uint8_t)pl_below(&rng, setup.seats);
                    play_game(*game, &setup,
                              SANITIZED ? games % 5 == 0 : k == 0);
                }
            while (next_options(*game, &setup));
        }
        if (strcmp((*game)->id, "qwixx") == 0)
            games += play_for_reactions(*game);
        print_message("%s: %d games\n", (*game)->id, games);
    }
}

/* What holds for the shipped sheets holds for any that is accepted: ten that
 * seeds make, with each number of players, by the usual rules and by others. */
static void made_sheets_keep_the_contract(void **unused)
{
    enum { SEEDS = SANITIZED ? 2 : 10 };

    (void)unused;
    for (int i = 0; pl_games[i]; i++)
        for (uint64_t seed = 1; pl_games[i]->sheets && seed <= SEEDS; seed++) {
            const struct pl_game *game;

            if (only && strcmp(pl_games[i]->id, only) != 0)
                break;
            game = made_sheet(pl_games[i], seed);
            for (int n = game->min_seats; n <= game->max_seats; n++) {
                struct pl_setup setup;

                pl_setup_normal(&setup, game, n);
                play_game(game, &setup, true);
                setup.first = (uint8_t)pl_below(&rng, setup.seats);
                for (int k = (int)pl_below(&rng, 16); k > 0; k--)
                    next_options(game, &setup);
                play_game(game, &setup, false);
            }
            pl_match_free(&match);
            pl_game_drop(game);
        }
}

/* --- How-tos ------------------------------------------------------------- */

/* The next text of that topic about the game from *i on, or NULL. */
static const char *text_of(const struct pl_language *language,
                           const char *topic, const struct pl_game *game,
                           size_t *i)
{
    char prefix[64];

    snprintf(prefix, sizeof prefix, "%s.%s.", topic, game->id);
    for (; *i < language->count; ++*i)
        if (strncmp(language->sentence[*i].id, prefix, strlen(prefix)) == 0)
            return language->sentence[*i].id;
    return NULL;
}

/* The next paragraph of the game's how-to. */
static const char *howto_of(const struct pl_language *language,
                            const struct pl_game *game, size_t *i)
{
    return text_of(language, "howto", game, i);
}

/* How many places of the game's how-to this fact fills. */
static int places_of(const struct pl_language *language,
                     const struct pl_game *game, const struct pl_fact *fact)
{
    char place[64];
    int n = 0;

    snprintf(place, sizeof place, "{%s}", fact->name);
    for (size_t i = 0; howto_of(language, game, &i); i++)
        n += strstr(language->sentence[i].form[0], place) != NULL;
    return n;
}

/* Every house rule at the last of its values. */
static struct pl_setup unusual_setup(const struct pl_game *game)
{
    struct pl_setup setup;

    pl_setup_normal(&setup, game, game->max_seats);
    for (int i = 0; i < pl_option_count(game); i++)
        if (game->options[i].value)
            for (setup.option[i] = 0;
                 game->options[i].value[setup.option[i] + 1];)
                setup.option[i]++;
    return setup;
}

/* A guide may leave facts unsaid, but says none that is not; a how-to has
 * paragraphs about house rules. */
static void check_places(const struct pl_language *language, const char *topic,
                         const struct pl_game *game,
                         const struct pl_setup *setup)
{
    const struct pl_setup unusual = unusual_setup(game);
    const char *id;
    int texts = 0;

    for (size_t i = 0; (id = text_of(language, topic, game, &i)); i++) {
        struct pl_buffer text = {0};

        if (!pl_explain(language, id, game, setup, &text) &&
            !pl_explain(language, id, game, &unusual, &text))
            fail_msg("%s: %s says what is no fact", language->code, id);
        assert_null(strpbrk(text.s, "{|}"));
        pl_buffer_free(&text);
        texts++;
    }
    assert_true(texts > 0);
}

static void check_howto(const struct pl_language *language,
                        const struct pl_game *game)
{
    struct pl_setup setup;
    struct pl_fact fact[PL_FACTS];
    int facts;

    pl_setup_normal(&setup, game, game->max_seats);
    facts = game->facts(game, &setup, fact);
    assert_true(facts <= PL_FACTS);
    for (int i = 0; i < facts; i++)
        if (places_of(language, game, &fact[i]) == 0)
            fail_msg("%s: nothing says {%s}", game->id, fact[i].name);
    check_places(language, "howto", game, &setup);
    check_places(language, "guide", game, &setup);
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

static int paragraphs(const struct pl_game *game, const struct pl_setup *setup)
{
    struct pl_buffer text = {0};
    const char *id;
    int shown = 0;

    for (size_t i = 0; (id = howto_of(english, game, &i)); i++)
        shown += pl_explain(english, id, game, setup, &text);
    pl_buffer_free(&text);
    return shown;
}

/* A limit that is switched off is no fact, and its paragraph is not shown; a
 * rule that is switched on has one. */
static void what_a_house_rule_changes_is_explained(void **unused)
{
    static const struct {
        const char *name, *value;
        int more;
    } rule[] = {{"idle_limit", "0", -1}, {"open_step1", "2", 1}};

    (void)unused;
    for (const struct pl_game *const *game = pl_games; *game; game++)
        for (int i = 0; i < 2; i++) {
            struct pl_setup setup;
            struct pl_message why;
            int usual;

            pl_setup_normal(&setup, *game, (*game)->max_seats);
            usual = paragraphs(*game, &setup);
            if (pl_setup_option(&setup, *game, rule[i].name, rule[i].value,
                                &why))
                assert_int_equal(paragraphs(*game, &setup),
                                 usual + rule[i].more);
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

/* With the id of a game it plays that one alone. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_keeps_the_contract),
        cmocka_unit_test(made_sheets_keep_the_contract),
        cmocka_unit_test(every_game_and_option_has_words),
        cmocka_unit_test(every_place_of_a_howto_is_a_fact),
        cmocka_unit_test(what_a_house_rule_changes_is_explained),
    };

    only = argc > 1 ? argv[1] : NULL;
    english = pl_language_find("en");
    pl_seed(&rng, 20181);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
