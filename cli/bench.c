/* parlour bench: how fast the rules are, by random play of any game. */
#include "../lab/lab.h"
#include "cli.h"
#include "parlour_json.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    BATCH = 64,    /* games between two looks at the clock */
    COPIES = 8192, /* copies of states between them */
    SAMPLES = 256  /* states that are copied and hidden */
};

enum { PLAYERS, RATE, STEP, STATE, COPY, VIEW, COLUMNS };

static const struct {
    const char *id;  /* catalogue */
    const char *key; /* JSON */
    int decimals;
} columns[COLUMNS] = {
    [PLAYERS] = {"bench.players", "seats", 0},
    [RATE] = {"bench.rate", "games_per_second", 0},
    [STEP] = {"bench.step", "ns_per_step", 1},
    [STATE] = {"bench.state", "state_bytes", 0},
    [COPY] = {"bench.copy", "ns_per_copy", 1},
    [VIEW] = {"bench.view", "ns_per_view", 1},
};

struct bench {
    const struct pl_game *game;
    struct pl_setup setup;
    struct pl_rng rng;
    uint64_t games, steps;
};

/* --- Measuring ----------------------------------------------------------- */

/* Time that this program was computing: others on the machine do not count. */
static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void begin(struct bench *bench, const struct pl_game *game, int seats)
{
    *bench = (struct bench){.game = game};
    pl_setup_normal(&bench->setup, game, seats);
    pl_seed(&bench->rng, 1);
}

static void play(struct bench *bench, long games)
{
    for (long i = 0; i < games; i++) {
        union pl_state state = {0};

        bench->game->start(bench->game, &state, &bench->setup);
        bench->steps += pl_playout(bench->game, &state, &bench->rng);
        bench->games++;
    }
}

static void time_games(struct bench *bench, double seconds,
                       double value[COLUMNS])
{
    double begun = now(), spent;

    do
        play(bench, BATCH);
    while ((spent = now() - begun) < seconds);
    value[RATE] = (double)bench->games / spent;
    value[STEP] = spent * 1e9 / (double)bench->steps;
}

/* States as they come along in random games. */
static void collect(struct bench *bench, union pl_state sample[SAMPLES])
{
    const struct pl_game *game = bench->game;
    union pl_state state = {0};

    game->start(game, &state, &bench->setup);
    for (int i = 0; i < SAMPLES; i++) {
        struct pl_turn turn = game->turn(game, &state);

        sample[i] = state;
        if (turn.what == PL_CHANCE) {
            struct pl_chance chance;
            uint8_t face[PL_DICE];

            game->chance(game, &state, &chance);
            pl_roll(&chance, &bench->rng, face);
            game->land(game, &state, face);
        } else if (turn.what == PL_DECIDE) {
            pl_move list[PL_MOVES];
            int seat = pl_lowest(turn.seats);
            uint32_t n = (uint32_t)game->moves(game, &state, seat, list);

            game->play(game, &state, seat, list[pl_below(&bench->rng, n)]);
        } else {
            memset(&state, 0, sizeof state);
            game->start(game, &state, &bench->setup);
        }
    }
}

/* Nanoseconds a copy of a state, or a copy from which secrets are removed. */
static double time_copies(const struct bench *bench,
                          const union pl_state sample[SAMPLES], bool hide,
                          double seconds)
{
    union pl_state copy;
    uint64_t copies = 0;
    double begun = now(), spent;

    do {
        for (int i = 0; i < COPIES; i++) {
            copy = sample[i % SAMPLES];
            if (hide)
                bench->game->hide(bench->game, &copy, i % bench->setup.seats);
            __asm__ volatile("" : : "r"(&copy) : "memory"); /* it is wanted */
        }
        copies += COPIES;
    } while ((spent = now() - begun) < seconds);
    return spent * 1e9 / (double)copies;
}

static void measure(const struct pl_game *game, int seats, double seconds,
                    double value[COLUMNS])
{
    static union pl_state sample[SAMPLES];
    struct bench bench;

    begin(&bench, game, seats);
    play(&bench, BATCH); /* warm */
    begin(&bench, game, seats);
    time_games(&bench, seconds, value);
    collect(&bench, sample);
    value[PLAYERS] = seats;
    value[STATE] = game->state_size;
    value[COPY] = time_copies(&bench, sample, false, seconds / 10);
    value[VIEW] = time_copies(&bench, sample, game->hide != NULL, seconds / 10);
}

/* --- Telling ------------------------------------------------------------- */

/* On a terminal: what is being measured, and an empty line after it. */
static void show_progress(const struct pl_game *game, int seats)
{
    struct pl_message what = PL_SAY("bench.progress", .n = seats);
    struct pl_buffer text = {0};

    if (!isatty(STDERR_FILENO))
        return;
    if (game) {
        pl_put(&what.word, game->id);
        pl_words(cli_language, &what, NULL, &text);
    }
    fprintf(stderr, "\r\033[K%s", game ? text.s : "");
    pl_buffer_free(&text);
}

static void print_title(const char *id, int *room)
{
    struct pl_buffer text = {0};
    int n;

    pl_words(cli_language, &PL_SAY(id), NULL, &text);
    n = pl_columns(text.s);
    printf("%s%*s", text.s, *room > n ? *room - n : 0, "");
    *room = *room > n ? *room : n;
    pl_buffer_free(&text);
}

static void print_titles(int room[COLUMNS + 1])
{
    room[COLUMNS] = 17; /* names of games */
    print_title("bench.game", &room[COLUMNS]);
    for (int i = 0; i < COLUMNS; i++) {
        printf("  ");
        print_title(columns[i].id, &room[i]);
    }
    printf("\n");
}

static void print_row(const struct pl_game *game, const double value[COLUMNS],
                      const int room[COLUMNS + 1])
{
    printf("%-*s", room[COLUMNS], game->id);
    for (int i = 0; i < COLUMNS; i++)
        lab_print_numbers(cli_language, "  %*.*f", room[i], columns[i].decimals,
                          value[i]);
    printf("\n");
}

static void print_json(const struct pl_game *game, const double value[COLUMNS],
                       bool first)
{
    struct pl_buffer out = {0};

    pl_json_open(&out, NULL, "{");
    pl_json_text(&out, "game", game->id);
    for (int i = 0; i < COLUMNS; i++)
        pl_json_fixed(&out, columns[i].key, value[i], columns[i].decimals);
    pl_json_close(&out, "}");
    printf("%s%s", first ? "[" : ",\n ", out.s);
    pl_buffer_free(&out);
}

/* --- The command --------------------------------------------------------- */

struct wish {
    long seats; /* 0: all numbers of them */
    double seconds;
    bool json;
    int room[COLUMNS + 1]; /* widths of the columns, last the game's */
    int rows;              /* printed so far */
};

static void bench_game(const struct pl_game *game, struct wish *wish)
{
    for (int n = game->min_seats; n <= game->max_seats; n++) {
        double value[COLUMNS];

        if (wish->seats && wish->seats != n)
            continue;
        show_progress(game, n);
        measure(game, n, wish->seconds, value);
        show_progress(NULL, 0);
        if (wish->json)
            print_json(game, value, wish->rows == 0);
        else
            print_row(game, value, wish->room);
        fflush(stdout);
        wish->rows++;
    }
}

/* The game of that name, if it is for so many players (0: any). */
static const struct pl_game *find_game(const char *id, long seats)
{
    const struct pl_game *game = cli_game(id);
    struct pl_message why;
    struct pl_setup setup;

    if (!game)
        return NULL;
    pl_setup_normal(&setup, game, seats ? (int)seats : game->min_seats);
    if (pl_setup_check(game, &setup, &why))
        return game;
    cli_fail(USAGE, &why);
    return NULL;
}

static bool somebody_plays(long seats)
{
    for (int i = 0; pl_games[i]; i++)
        if (seats >= pl_games[i]->min_seats && seats <= pl_games[i]->max_seats)
            return true;
    return false;
}

/* A fixed amount of work for bench/instructions; says how many steps it was. */
static int count_steps(int argc, char **argv)
{
    const struct pl_game *game;
    struct bench bench;
    long seats, games;
    int code;

    if (!cli_arguments(argc, argv, 3, 3, &code))
        return code;
    if (!cli_number(argv[2], 1, PL_SEATS, &seats))
        return cli_refuse(USAGE, "bench.bad_seats", argv[2]);
    if (!(game = find_game(argv[1], seats)))
        return USAGE;
    if (!cli_number(argv[3], 1, 1000000000, &games))
        return cli_refuse(USAGE, "bench.bad_games", argv[3]);
    begin(&bench, game, (int)seats);
    play(&bench, games);
    printf("%llu\n", (unsigned long long)bench.steps);
    return DONE;
}

static bool read_seconds(const char *word, double *seconds)
{
    char *end;

    *seconds = strtod(word, &end);
    return end != word && *end == '\0' && *seconds >= 0.01 && *seconds <= 60;
}

static int bench_games(int argc, char **argv, struct wish *wish)
{
    if (!wish->json)
        print_titles(wish->room);
    for (int i = 1; i < argc; i++)
        bench_game(cli_find(argv[i]), wish);
    for (int i = 0; argc == 1 && pl_games[i]; i++)
        bench_game(cli_find(pl_games[i]->id), wish);
    if (wish->json)
        printf("]\n");
    return DONE;
}

int cmd_bench(int argc, char **argv)
{
    bool count = cli_flag(&argc, argv, "--count");
    const char *seats = count ? NULL : cli_value(&argc, argv, "--seats");
    const char *seconds = count ? NULL : cli_value(&argc, argv, "--seconds");
    struct wish wish = {.seconds = 0.3};
    int code;

    if (!cli_take_sheet(&argc, argv))
        return FAILED;
    if (count)
        return count_steps(argc, argv);
    wish.json = cli_flag(&argc, argv, "--json");
    if (!cli_arguments(argc, argv, 0, argc, &code))
        return code;
    if (seats && (!cli_number(seats, 1, PL_SEATS, &wish.seats) ||
                  (argc == 1 && !somebody_plays(wish.seats))))
        return cli_refuse(USAGE, "bench.bad_seats", seats);
    if (seconds && !read_seconds(seconds, &wish.seconds))
        return cli_refuse(USAGE, "bench.bad_seconds", seconds);
    for (int i = 1; i < argc; i++)
        if (!find_game(argv[i], wish.seats))
            return USAGE;
    return bench_games(argc, argv, &wish);
}
