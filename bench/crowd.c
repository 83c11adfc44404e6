/*
 * A crowd of people who play at the tables of a server on this computer, over
 * real sockets, for tests and measurements:
 *
 *     crowd PORT TABLES SEATS GAME MOVES_A_SECOND SECONDS [games[=N]]
 *         [until=S] [bot[=LEVEL]] [together] [nodes[=MS]] [stalls]
 *
 * Everyone opens or joins a table, plays legal moves at random, and comes back
 * when the connection is lost, saying again what was not yet confirmed. At the
 * end of a game each looks whether the record has every move that was confirmed
 * to it, exactly once, whether the dice were fair and the result is right. With
 * "games" a table plays one game and is done, with "until=S" it plays rematches
 * for S seconds and is done after the game that it then plays; else it plays
 * rematches until the seconds are over or, with "games=N", N games have been
 * played in all; with
 * "bot" or "bot=LEVEL" one more seat is a bot's; with "together" the dice are
 * drawn together, and each agrees only to what it has seen; with "nodes" PORT
 * is a proxy's with many nodes behind it: each names the table in the address,
 * the opener chooses its id, and who hears nothing tries again elsewhere,
 * with "nodes=MS" after that many milliseconds, and where nothing happens for
 * four times as long; with "stalls" the times when the machine itself stood
 * still are left out of what a confirmation took (root only).
 * MOVES_A_SECOND 0: as fast as it goes. It speaks to loopback only, and stops
 * by itself. The last line is what was seen; exit code 1: something was lost,
 * doubled or refused.
 */
#include "crowd/crowd.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK = 250 /* milliseconds between two looks at who hears nothing */ };

static int seconds, until;
static bool is_watching;

static void name_table(struct table *t)
{
    static const char letter[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint8_t bytes[16];

    for (int i = 0; i < 16; i++)
        t->id[i] = letter[pl_below(&rng, 32)];
    randombytes_buf(bytes, sizeof bytes);
    pl_hex_write(bytes, sizeof bytes, t->secret);
}

static void time_is_up(uv_timer_t *timer)
{
    (void)timer;
    is_ending = true;
    uv_stop(loop);
}

static bool read_arguments(int argc, char **argv)
{
    if (argc < 7)
        return false;
    port = atoi(argv[1]);
    tables = atoi(argv[2]);
    seats = atoi(argv[3]);
    game = pl_game_find(argv[4]);
    rate = atoi(argv[5]);
    seconds = atoi(argv[6]);
    for (int i = 7; i < argc; i++) {
        one_game |= strcmp(argv[i], "games") == 0;
        if (strncmp(argv[i], "games=", 6) == 0)
            enough = atoi(argv[i] + 6);
        if (strncmp(argv[i], "until=", 6) == 0)
            until = atoi(argv[i] + 6);
        is_together |= strcmp(argv[i], "together") == 0;
        has_nodes |= strncmp(argv[i], "nodes", 5) == 0;
        if (strncmp(argv[i], "nodes=", 6) == 0)
            patience = atoi(argv[i] + 6);
        is_watching |= strcmp(argv[i], "stalls") == 0;
        bots |= strncmp(argv[i], "bot", 3) == 0;
        if (strncmp(argv[i], "bot=", 4) == 0)
            level = argv[i] + 4;
    }
    return game && tables > 0 && seats >= game->min_seats &&
           seats + bots <= game->max_seats && seconds > 0 && seconds <= 86400;
}

int main(int argc, char **argv)
{
    uv_timer_t end, silence;

    if (!read_arguments(argc, argv) || sodium_init() < 0) {
        fprintf(stderr, "crowd PORT TABLES SEATS GAME MOVES_A_SECOND SECONDS "
                        "[games[=N]] [bot[=LEVEL]] [together] [nodes] "
                        "[stalls]\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    pl_seed(&rng, (uint64_t)randombytes_random());
    loop = uv_default_loop();
    last_from = uv_hrtime() + (uint64_t)until * 1000000000u;
    table = calloc((size_t)tables, sizeof *table);
    person = calloc((size_t)(tables * seats), sizeof *person);
    see_nothing_yet();
    if (is_watching && !stalls_watch())
        fprintf(stderr, "crowd: not allowed to see when the machine stood "
                        "still\n");
    line_hear(play);
    for (int i = 0; has_nodes && i < tables; i++)
        name_table(&table[i]);
    for (int i = 0; i < tables * seats; i++) {
        struct person *p = &person[i];

        p->table = &table[i / seats];
        p->seat = i % seats;
        p->match.game = game;
        p->said = calloc(CONFIRMED, sizeof *p->said);
        uv_timer_init(loop, &p->timer);
        uv_timer_init(loop, &p->retry);
        p->timer.data = p->retry.data = p;
        line_come(p, (uint64_t)i);
    }
    uv_timer_init(loop, &silence);
    if (has_nodes)
        uv_timer_start(&silence, line_look_for_silence, LOOK, LOOK);
    uv_timer_init(loop, &end);
    uv_timer_start(&end, time_is_up, (uint64_t)seconds * 1000, 0);
    uv_run(loop, UV_RUN_DEFAULT);
    return report();
}
