/*
 * parlour play: people and bots on one terminal, line by line. Every step is
 * written to a file at once, so that a game can be taken up again after
 * anything.
 */
#include "cli.h"
#include "parlour_bots.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE = 512 };
#define ME "me" /* among the names: a person who has none */

struct game_table {
    struct pl_match match;
    struct pl_rng rng;
    char file[1024]; /* where the game is saved; "": nowhere */
    bool ask_dice;   /* people roll real dice and type the result */
    bool ended;      /* quit, or the end of the input */
    int looking;     /* who saw the table last; −1: no one */
};

/* --- Saving the game ----------------------------------------------------- */

static bool write_record(const struct pl_match *match, const char *path)
{
    struct pl_buffer text = {0};
    bool good;

    pl_record_write(match, PL_ALL, &text);
    good = cli_write_whole(path, &text);
    pl_buffer_free(&text);
    return good;
}

static void keep(struct game_table *t)
{
    if (t->file[0] && !write_record(&t->match, t->file)) {
        cli_refuse(FAILED, "play.cannot_keep", t->file);
        t->file[0] = '\0';
    }
}

void cli_state_file(const char *name, char *path, size_t size)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    size_t n = 0;

    path[0] = '\0';
    if (state && state[0] == '/')
        n = (size_t)snprintf(path, size, "%s/parlour/%s", state, name);
    else if (home && home[0] == '/')
        n = (size_t)snprintf(path, size, "%s/.local/state/parlour/%s", home,
                             name);
    if (n >= size)
        path[0] = '\0';
    for (char *s = path; s[0] && (s = strchr(s + 1, '/'));) {
        *s = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            path[0] = '\0';
        else
            *s = '/';
    }
}

/* --- Asking people ------------------------------------------------------- */

/* A line without its end and outer spaces; false at the end of the input. */
static bool read_answer(char line[LINE])
{
    size_t n;

    if (!fgets(line, LINE, stdin)) {
        putchar('\n');
        return false;
    }
    n = strlen(line);
    if (n > 0 && line[n - 1] != '\n')
        for (int c; (c = getchar()) != EOF && c != '\n';)
            ; /* the rest of an overlong line */
    while (n > 0 && strchr(" \t\r\n", line[n - 1]))
        line[--n] = '\0';
    n = strspn(line, " \t");
    memmove(line, line + n, strlen(line + n) + 1);
    return true;
}

static bool is_person(const struct pl_match *match, int seat)
{
    return match->bot.of[seat][0] == '\0';
}

static bool hands_are_hidden(const struct pl_match *match)
{
    return match->game->has_hands;
}

static int people(const struct pl_match *match)
{
    int n = 0;

    for (int s = 0; s < match->setup.seats; s++)
        n += is_person(match, s);
    return n;
}

/* Where one person plays among bots, that person reads; the device of several
 * goes round. */
static void find_reader(const struct pl_match *match)
{
    cli_reader = 0;
    for (int s = 0; people(match) == 1 && s < match->setup.seats; s++)
        cli_reader |= (uint8_t)(is_person(match, s) << s);
}

static void draw(const struct game_table *t, int seat)
{
    static struct pl_scene scene;
    union pl_state view;

    memset(&scene, 0, sizeof scene);
    pl_match_view(&t->match, seat, &view);
    t->match.game->show(t->match.game, &view, seat, &scene);
    putchar('\n');
    cli_draw_table(stdout, &scene, cli_names(&t->match), isatty(1));
}

/* Before another person looks, what the last one saw goes out of sight. */
static bool hand_over(struct game_table *t, int seat)
{
    char line[LINE];

    if (hands_are_hidden(&t->match) && people(&t->match) > 1 &&
        t->looking != seat) {
        if (isatty(1))
            fputs("\033[H\033[2J\033[3J", stdout);
        else
            fputs("\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n", stdout);
        cli_say(stdout, &PL_TELL(seat, "play.hand_over"), cli_names(&t->match));
        if (!read_answer(line))
            return false;
    }
    t->looking = seat;
    return true;
}

static void list_moves(const struct game_table *t, int seat,
                       const pl_move list[], int n)
{
    const struct pl_game *game = t->match.game;
    union pl_state view;
    int width = 10;

    for (int i = 0; i < n; i++) {
        struct pl_text name = {0};

        game->name(game, &t->match.state, list[i], &name);
        if ((int)strlen(name.s) > width)
            width = (int)strlen(name.s);
    }
    pl_match_view(&t->match, seat, &view);
    for (int i = 0; i < n; i++) {
        struct pl_text name = {0};
        struct pl_message message;
        struct pl_buffer words = {0};

        game->name(game, &t->match.state, list[i], &name);
        game->say(game, &view, seat, list[i], &message);
        pl_words(cli_language, &message, cli_names(&t->match), &words);
        printf("  %3d  %-*s  %s\n", i + 1, width, name.s, words.s);
        pl_buffer_free(&words);
    }
}

static void say_question(const struct game_table *t, int seat)
{
    struct pl_message question;
    union pl_state view;

    pl_match_view(&t->match, seat, &view);
    t->match.game->ask(t->match.game, &view, seat, &question);
    cli_say(stdout, &question, cli_names(&t->match));
}

static void save_as(struct game_table *t, const char *path)
{
    if (path[0] == '\0')
        cli_print("play.save_how");
    else if (write_record(&t->match, path))
        cli_print("play.saved");
    else
        cli_refuse(FAILED, "play.cannot_keep", path);
}

/* Words that are no moves. Returns whether it was one. */
static bool run_word(struct game_table *t, int seat, const char *line)
{
    struct pl_message why;

    if (strcmp(line, "quit") == 0) {
        t->ended = true;
    } else if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0) {
        cli_print("play.words");
    } else if (strcmp(line, "table") == 0) {
        draw(t, seat);
    } else if (strcmp(line, "points") == 0) {
        cli_say_result(stdout, &t->match);
    } else if (strncmp(line, "save", 4) == 0 &&
               (line[4] == ' ' || line[4] == '\0')) {
        save_as(t, line + 4 + strspn(line + 4, " "));
    } else if (strcmp(line, "undo") == 0) {
        if (pl_match_take_back(&t->match, seat, &why))
            keep(t);
        else
            cli_fail(FAILED, &why);
    } else {
        return false;
    }
    return true;
}

static bool pick(const struct game_table *t, int seat, const char *line,
                 const pl_move list[], int n, pl_move *move)
{
    struct pl_message why;
    long number;

    if (pl_match_find_move(&t->match, seat, line, move, &why))
        return true;
    if (cli_number(line, 1, n, &number)) {
        *move = list[number - 1];
        return true;
    }
    cli_refuse(FAILED, "play.no_such_move", line);
    return false;
}

/* --- Steps --------------------------------------------------------------- */

static void after_step(struct game_table *t, const union pl_state *before,
                       bool shown)
{
    union pl_state a = *before, b = t->match.state;

    keep(t);
    if (shown)
        cli_say_step(stdout, &t->match, t->match.steps - 1, before);
    if (t->match.game->hide) {
        t->match.game->hide(t->match.game, &a, -1);
        t->match.game->hide(t->match.game, &b, -1);
    }
    cli_say_events(stdout, &t->match, &a, &b);
}

static void make_move(struct game_table *t, int seat, pl_move move)
{
    union pl_state before = t->match.state;
    struct pl_message why;
    bool open;

    pl_assert(pl_match_answer(&t->match, seat, move, &why));
    open = pl_match_may_see(&t->match, t->match.steps - 1, -1);
    after_step(t, &before, open || is_person(&t->match, seat));
}

static void bot_moves(struct game_table *t, int seat)
{
    const struct pl_bot *bot = pl_bot_find(t->match.bot.of[seat]);
    const struct pl_budget budget = {.temper = (uint8_t)seat};
    union pl_state view;

    if (t->match.daily[0]) {
        make_move(t, seat, pl_daily_choose(&t->match, seat, bot->id, 0));
        return;
    }
    pl_match_view(&t->match, seat, &view);
    make_move(t, seat,
              bot->choose(t->match.game, &view, seat, &t->rng, &budget));
}

static void person_moves(struct game_table *t, int seat)
{
    size_t steps = t->match.steps;
    char line[LINE];
    pl_move list[PL_MOVES], move;
    int n = t->match.game->moves(t->match.game, &t->match.state, seat, list);

    if (!hand_over(t, seat)) {
        t->ended = true;
        return;
    }
    draw(t, seat);
    say_question(t, seat);
    list_moves(t, seat, list, n);
    while (!t->ended && t->match.steps == steps) {
        struct pl_buffer prompt = {0};

        pl_words(cli_language, &PL_TELL(seat, "play.prompt"),
                 cli_names(&t->match), &prompt);
        printf("%s ", prompt.s);
        fflush(stdout);
        pl_buffer_free(&prompt);
        if (!read_answer(line)) {
            t->ended = true;
        } else if (line[0] && !run_word(t, seat, line) &&
                   pick(t, seat, line, list, n, &move)) {
            make_move(t, seat, move);
        }
    }
}

static int split(char *s, const char *word[], int most)
{
    int n = 0;

    for (char *w = strtok(s, " ,\t"); w && n <= most; w = strtok(NULL, " ,\t"))
        word[n++] = w;
    return n;
}

static void ask_what_dice_show(const struct pl_chance *chance)
{
    struct pl_buffer dice = {0};

    for (int i = 0; i < chance->count; i++) {
        pl_add(&dice, i ? ", " : "(");
        cli_add_die(chance->die[i], &dice);
    }
    cli_prompt("play.dice");
    printf("%s) ", dice.s);
    fflush(stdout);
    pl_buffer_free(&dice);
}

/* Real dice: what they are, and what people type. */
static void ask_for_dice(struct game_table *t, const struct pl_chance *chance)
{
    size_t steps = t->match.steps;

    say_question(t, -1);
    while (!t->ended && t->match.steps == steps) {
        union pl_state before = t->match.state;
        const char *word[PL_DICE + 1];
        struct pl_message why;
        char line[LINE], copy[LINE];

        ask_what_dice_show(chance);
        if (!read_answer(line)) {
            t->ended = true;
            return;
        }
        memcpy(copy, line, sizeof copy);
        if (line[0] == '\0' || run_word(t, 0, line))
            continue;
        if (pl_match_land_words(&t->match, word, split(copy, word, PL_DICE),
                                &why))
            after_step(t, &before, true);
        else
            cli_fail(FAILED, &why);
    }
}

static void chance_step(struct game_table *t)
{
    union pl_state before = t->match.state;
    struct pl_chance chance;
    struct pl_message why;

    t->match.game->chance(t->match.game, &t->match.state, &chance);
    if (t->ask_dice && chance.sees == PL_EVERYBODY) {
        ask_for_dice(t, &chance);
        return;
    }
    pl_assert(pl_match_roll(&t->match, &t->rng, &why));
    after_step(t, &before, chance.sees == PL_EVERYBODY);
}

/* A game of the day by its date: tomorrow it is no longer today's. */
static void say_resume(const char *date)
{
    struct pl_message message =
        PL_SAY(date[0] ? "daily.resume" : "play.resume");

    pl_put(&message.word, date);
    cli_say(stdout, &message, NULL);
}

/* Until it is over or someone leaves. */
static void play_on(struct game_table *t)
{
    find_reader(&t->match);
    keep(t);
    while (!t->ended) {
        struct pl_turn turn =
            t->match.game->turn(t->match.game, &t->match.state);

        if (turn.what == PL_OVER) {
            putchar('\n');
            cli_say_result(stdout, &t->match);
            break;
        }
        if (turn.what == PL_CHANCE)
            chance_step(t);
        else if (is_person(&t->match, pl_lowest(turn.seats)))
            person_moves(t, pl_lowest(turn.seats));
        else
            bot_moves(t, pl_lowest(turn.seats));
    }
    if (t->ended && t->file[0])
        say_resume(t->match.daily);
}

void cli_play(struct pl_match *match, const char *file)
{
    struct game_table t = {.match = *match, .looking = -1};

    snprintf(t.file, sizeof t.file, "%s", file);
    play_on(&t);
    *match = t.match;
}

/* --- Sitting down -------------------------------------------------------- */

/* "Ann,Bo,bot": names, and bots by `bot` or by their id. */
static bool seat_people(struct pl_match *match, const char *list)
{
    int seat = 0;

    for (const char *s = list; *s; seat++) {
        char word[64] = "";
        size_t n = strcspn(s, ",");

        if (n < sizeof word)
            memcpy(word, s, n);
        s += n;
        s += *s == ',';
        if (seat == PL_SEATS || !pl_name_is_good(word)) {
            cli_refuse(USAGE, "play.bad_player", word);
            return false;
        }
        if (strcmp(word, "bot") == 0 || pl_bot_find(word))
            strcpy(match->bot.of[seat], strcmp(word, "bot") ? word : "medium");
        else if (strcmp(word, ME) != 0)
            strcpy(match->name.of[seat], word);
    }
    return true;
}

static int count_people(const char *list)
{
    int n = 1;

    for (; *list; list++)
        n += *list == ',';
    return n;
}

static bool set_options(struct pl_setup *setup, const struct pl_game *game,
                        int *argc, char **argv)
{
    struct pl_message why;
    const char *word;

    while ((word = cli_value(argc, argv, "--option"))) {
        char name[64] = "";
        const char *value = strchr(word, '=');

        if (!value || value - word >= (long)sizeof name) {
            cli_refuse(USAGE, "play.bad_option", word);
            return false;
        }
        memcpy(name, word, (size_t)(value - word));
        if (!pl_setup_option(setup, game, name, value + 1, &why)) {
            cli_fail(USAGE, &why);
            return false;
        }
    }
    return true;
}

/* The menu: which game, and who. */
static const struct pl_game *ask_game(void)
{
    char line[LINE];
    long n, last = 0;

    cli_print("play.menu");
    for (; pl_games[last]; last++) {
        char id[64];

        snprintf(id, sizeof id, "about.%s", pl_games[last]->id);
        printf("  %ld  %-17s ", last + 1, pl_games[last]->id);
        cli_print(id);
    }
    for (;;) {
        cli_prompt("play.which");
        if (!read_answer(line) || strcmp(line, "quit") == 0)
            return NULL;
        if (cli_number(line, 1, last, &n))
            return pl_games[n - 1];
        if (pl_game_find(line))
            return pl_game_find(line);
        cli_refuse(USAGE, "cli.unknown_game", line);
    }
}

static bool start(struct game_table *t, const struct pl_game *game,
                  const char *players, const char *first, int *argc,
                  char **argv)
{
    struct pl_message why;
    struct pl_setup setup;
    char line[LINE];
    long n = 1;

    if (!players) {
        cli_say(stdout,
                &PL_SAY("play.who", .n = game->min_seats, .m = game->max_seats),
                NULL);
        cli_prompt("play.names");
        if (!read_answer(line))
            return false;
        if (!line[0])
            players = game->max_seats > 1 ? ME ",bot" : ME;
        else
            players = line;
    }
    pl_setup_normal(&setup, game, count_people(players));
    if (first && !cli_number(first, 1, setup.seats, &n)) {
        cli_refuse(USAGE, "cli.bad_seat", first);
        return false;
    }
    setup.first = (uint8_t)(n - 1);
    if (!set_options(&setup, game, argc, argv))
        return false;
    if (!pl_match_start(&t->match, game, &setup, &why)) {
        cli_fail(USAGE, &why);
        return false;
    }
    return seat_people(&t->match, players);
}

static bool bots_are_known(const struct pl_match *match)
{
    for (int s = 0; s < match->setup.seats; s++)
        if (match->bot.of[s][0] && !pl_bot_find(match->bot.of[s])) {
            cli_refuse(FAILED, "play.unknown_bot", match->bot.of[s]);
            return false;
        }
    return true;
}

int cmd_play(int argc, char **argv)
{
    static struct game_table t = {.looking = -1};
    const char *players = cli_value(&argc, argv, "--players");
    const char *dice = cli_value(&argc, argv, "--dice");
    const char *first = cli_value(&argc, argv, "--first");
    const char *seed = cli_value(&argc, argv, "--seed");
    const char *file = cli_value(&argc, argv, "--save");
    bool resume = cli_flag(&argc, argv, "--resume");
    const struct pl_game *game;
    long n;
    int code;

    if (!cli_take_sheet(&argc, argv))
        return FAILED;
    if (dice && strcmp(dice, "ask") != 0 && strcmp(dice, "roll") != 0)
        return cli_refuse(USAGE, "play.bad_dice", dice);
    if (seed && !cli_number(seed, 0, 1L << 62, &n))
        return cli_refuse(USAGE, "cli.bad_seed", seed);
    if (file && strlen(file) >= sizeof t.file)
        return cli_refuse(USAGE, "cli.cannot_open", file);
    t.ask_dice = dice && strcmp(dice, "ask") == 0;
    pl_seed(&t.rng, seed ? (uint64_t)n : cli_seed());
    cli_state_file("last.game", t.file, sizeof t.file);
    if (file)
        strcpy(t.file, file);
    if (resume) {
        if (!cli_arguments(argc, argv, 0, 1, &code))
            return code;
        if (!cli_read_record(argc == 2 ? argv[1] : t.file, &t.match) ||
            !bots_are_known(&t.match))
            return FAILED;
        if (argc == 2 && !file)
            snprintf(t.file, sizeof t.file, "%s", argv[1]);
        play_on(&t);
        pl_match_free(&t.match);
        return DONE;
    }
    game = argc > 1 && argv[1][0] != '-' ? cli_game(argv[1])
           : cli_sheet()                 ? cli_sheet()
                                         : ask_game();
    if (!game)
        return argc > 1 ? USAGE : DONE;
    if (!start(&t, game, players, first, &argc, argv) ||
        !cli_arguments(argc, argv, 0, 1, &code))
        return USAGE;
    play_on(&t);
    pl_match_free(&t.match);
    return DONE;
}
