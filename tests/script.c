/* See script.h. */
#include "script.h"

const struct pl_game *const *all_games(void)
{
    static const struct pl_game *list[32];
    int n = 0;

    while (pl_games[n]) {
        list[n] = pl_games[n];
        n++;
    }
    list[n] = TEST_GAME;
    return list;
}

const struct pl_game *made_sheet(const struct pl_game *game, uint64_t seed)
{
    struct pl_mistakes mistakes;
    struct pl_buffer text = {0};
    const struct pl_game *made;

    pl_sheet_make(game, seed, &text);
    made = pl_sheet_read(text.s, text.length, &mistakes);
    assert_non_null(made);
    assert_non_null(made->own);
    pl_buffer_free(&text);
    return made;
}

static void next_word(const char **s, char *word, size_t size)
{
    size_t n;

    *s += strspn(*s, " ");
    n = strcspn(*s, " ]");
    assert_true(n < size);
    memcpy(word, *s, n);
    word[n] = '\0';
    *s += n;
}

static void refuse(const char *script, const char *at,
                   const struct pl_message *why)
{
    struct pl_buffer text = {0};

    pl_words(pl_language_find("en"), why, NULL, &text);
    print_error("%s\n  at \"%s\": %s\n", script, at, text.s);
    pl_buffer_free(&text);
    fail();
}

void sit(struct pl_match *match, const struct pl_game *game, int seats,
         const char *options)
{
    struct pl_message why;
    struct pl_setup setup;
    const char *s = options;
    char word[64];

    pl_setup_normal(&setup, game, seats);
    for (;;) {
        char *value;

        next_word(&s, word, sizeof word);
        if (!word[0])
            break;
        value = strchr(word, '=');
        assert_non_null(value);
        *value++ = '\0';
        if (strcmp(word, "first") == 0)
            setup.first = (uint8_t)(value[0] - '0');
        else if (!pl_was_sheet(&game, word, value) &&
                 !pl_setup_option(&setup, game, word, value, &why))
            refuse(options, word, &why);
    }
    pl_match_free(match);
    if (!pl_match_start(match, game, &setup, &why))
        refuse(options, "", &why);
}

void settle_match(struct pl_match *match)
{
    if (match->steps == match->question)
        match->asked = match->state;
}

static void run_chance(struct pl_match *match, const char *script,
                       const char **s)
{
    char text[PL_DICE + 1][8];
    const char *word[PL_DICE + 1];
    struct pl_message why;
    const char *at = *s;
    int n = 0;

    for (++*s; **s != ']'; *s += strspn(*s, " ")) {
        assert_true(**s && n <= PL_DICE);
        next_word(s, text[n], sizeof text[n]);
        word[n] = text[n];
        n++;
    }
    ++*s;
    if (!pl_match_land_words(match, word, n, &why))
        refuse(script, at, &why);
}

static void run_move(struct pl_match *match, const char *script, const char **s)
{
    char word[64];
    struct pl_message why;
    const char *at = *s;
    int seat = **s - '0';
    pl_move move;

    assert_true((*s)[1] == ':');
    *s += 2;
    next_word(s, word, sizeof word);
    if (!pl_match_find_move(match, seat, word, &move, &why) ||
        !pl_match_play(match, seat, move, &why))
        refuse(script, at, &why);
}

void run(struct pl_match *match, const char *script)
{
    for (const char *s = script + strspn(script, " "); *s;
         s += strspn(s, " ")) {
        settle_match(match);
        if (*s == '[')
            run_chance(match, script, &s);
        else
            run_move(match, script, &s);
    }
}

const char *legal(struct pl_match *match, int seat)
{
    static char text[8192];
    struct pl_buffer out = {0};

    settle_match(match);
    pl_add(&out, "");
    pl_match_legal(match, seat, &out);
    assert_true(out.length < sizeof text);
    memcpy(text, out.s, out.length + 1);
    pl_buffer_free(&out);
    return text;
}

bool is_legal(struct pl_match *match, int seat, const char *move)
{
    struct pl_message why;
    pl_move found;

    settle_match(match);
    return pl_match_find_move(match, seat, move, &found, &why);
}

const char *waiting(const struct pl_match *match)
{
    static char text[2 * PL_SEATS + 1];
    struct pl_turn turn = match->game->turn(match->game, &match->state);
    int n = 0;

    if (turn.what != PL_DECIDE)
        return turn.what == PL_OVER ? "over" : "chance";
    for (int seat = 0; turn.seats >> seat; seat++)
        if (turn.seats >> seat & 1) {
            text[n++] = (char)('0' + seat);
            text[n++] = ' ';
        }
    text[n - 1] = '\0';
    return text;
}

const char *dice_of(struct pl_match *match, int seat, const char *move)
{
    static char text[2 * PL_DICE + 1];
    struct pl_answer answer[PL_MOVES];
    struct pl_message why;
    union pl_state view;
    pl_move found;
    int n = 0, i = 0;

    settle_match(match);
    assert_true(pl_match_find_move(match, seat, move, &found, &why));
    pl_match_view(match, seat, &view);
    pl_answers(match->game, &view, seat, answer);
    while (answer[i].move != found)
        i++;
    text[0] = '\0';
    for (int die = 0; answer[i].dice >> die; die++)
        if (answer[i].dice >> die & 1)
            n += snprintf(text + n, sizeof text - (size_t)n, "%s%d",
                          n ? " " : "", die);
    return text;
}

const char *reason(struct pl_match *match, int seat, int piece)
{
    static char text[96];
    struct pl_message why;
    union pl_state view;
    int n;

    settle_match(match);
    pl_match_view(match, seat, &view);
    if (!pl_why(match->game, &view, seat, (uint16_t)piece, &why))
        return "";
    n = snprintf(text, sizeof text, "%s", why.id);
    for (int i = 0; i < 3; i++) {
        int number = i == 0 ? why.n : i == 1 ? why.m : why.k;

        if (number != 0)
            n += snprintf(text + n, sizeof text - (size_t)n, " %d", number);
    }
    return text;
}

void check_start(const struct pl_game *game)
{
    for (int seats = game->min_seats; seats <= game->max_seats; seats++) {
        union pl_state clean = {0}, dirty;
        struct pl_setup setup;

        pl_setup_normal(&setup, game, seats);
        memset(&dirty, 0xa5, sizeof dirty);
        game->start(game, &clean, &setup);
        game->start(game, &dirty, &setup);
        assert_memory_equal(&clean, &dirty, game->state_size);
    }
}

int points(const struct pl_match *match, int seat)
{
    struct pl_result result;

    match->game->score(match->game, &match->state, &result);
    return result.points[seat];
}

unsigned winners(const struct pl_match *match)
{
    struct pl_result result;

    match->game->score(match->game, &match->state, &result);
    return result.winners;
}
