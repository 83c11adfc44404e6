/* parlour show GAME|RECORD: a position, as text or as a picture. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Plays at random for so many steps, or to the end. */
static void play_on(struct pl_match *match, long steps, uint64_t seed)
{
    struct pl_message why;
    struct pl_rng rng;

    pl_seed(&rng, seed);
    for (long i = 0; i < steps; i++) {
        struct pl_turn turn = match->game->turn(match->game, &match->state);
        pl_move list[PL_MOVES];
        int seat, n;

        if (turn.what == PL_OVER)
            return;
        if (turn.what == PL_CHANCE) {
            pl_match_roll(match, &rng, &why);
            continue;
        }
        seat = pl_lowest(turn.seats);
        n = match->game->moves(match->game, &match->state, seat, list);
        pl_match_play(match, seat, list[pl_below(&rng, (uint32_t)n)], &why);
    }
}

static bool open_position(const char *what, long seats, struct pl_match *match)
{
    const struct pl_game *game = cli_find(what);
    struct pl_message why;
    struct pl_setup setup;

    if (!game)
        return cli_read_record(what, match);
    pl_setup_normal(&setup, game,
                    seats                 ? (int)seats
                    : game->min_seats > 2 ? game->min_seats
                    : game->max_seats < 2 ? game->max_seats
                                          : 2);
    if (pl_match_start(match, game, &setup, &why))
        return true;
    cli_fail(USAGE, &why);
    return false;
}

static void draw(const struct pl_match *match, int seat, bool svg)
{
    static struct pl_scene scene;
    const struct pl_game *game = match->game;
    struct pl_buffer out = {0};
    union pl_state view;

    pl_match_view(match, seat, &view);
    seat = seat == PL_ALL ? -1 : seat;
    if (svg) {
        pl_view_svg(game, &view, seat, cli_language, cli_names(match), &out);
        fputs(out.s, stdout);
    } else {
        game->show(game, &view, seat, &scene);
        pl_view_title(game, &view, seat, cli_language, cli_names(match), &out);
        printf("%s\n", out.s);
        cli_draw_table(stdout, &scene, cli_names(match), isatty(1));
    }
    pl_buffer_free(&out);
}

int cmd_show(int argc, char **argv)
{
    bool svg = cli_flag(&argc, argv, "--svg");
    const char *seats_word = cli_value(&argc, argv, "--seats");
    const char *seat_word = cli_value(&argc, argv, "--seat");
    const char *steps_word = cli_value(&argc, argv, "--steps");
    const char *seed_word = cli_value(&argc, argv, "--seed");
    long seats = 0, seat = 0, steps = 0, seed = 1;
    struct pl_match match = {0};
    int code;

    if (!cli_take_sheet(&argc, argv))
        return FAILED;
    if (!cli_arguments(argc, argv, 1, 1, &code))
        return code;
    if (seats_word && !cli_number(seats_word, 1, PL_SEATS, &seats))
        return cli_refuse(USAGE, "cli.bad_seats", seats_word);
    if (seat_word && !cli_number(seat_word, 0, PL_SEATS, &seat))
        return cli_refuse(USAGE, "cli.bad_seat", seat_word);
    if (steps_word && !cli_number(steps_word, 0, 1000000, &steps))
        return cli_refuse(USAGE, "cli.bad_steps", steps_word);
    if (seed_word && !cli_number(seed_word, 0, 1L << 62, &seed))
        return cli_refuse(USAGE, "cli.bad_seed", seed_word);
    if (!open_position(argv[1], seats, &match))
        return FAILED;
    if (seat > match.setup.seats)
        return cli_refuse(USAGE, "cli.bad_seat", seat_word);
    play_on(&match, steps, (uint64_t)seed);
    draw(&match, seat_word ? (int)seat - 1 : PL_ALL, svg);
    pl_match_free(&match);
    return DONE;
}
