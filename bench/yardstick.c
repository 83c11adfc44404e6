/*
 * Bots of this build against those of another one, whose library is loaded
 * beside ours: pairs of games on the same dice. The rules must be the same.
 * LIBRARY "-" is this build itself, and "FILE.brain" is this build with that
 * brain. bench/yardstick builds and runs it.
 * Usage: yardstick LIBRARY GAME[/RULE=VALUE] BOT[/TEMPER[:TEMPER]] GAMES
 *        [STEPS[:STEPS] [SEATS [SEED]]]
 */
#include "../bots/brain_file.h"
#include "duel.h"
#include "parlour_match.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is asked of the other build. */
struct other {
    const struct pl_bot *(*bot)(const char *id);
    const struct pl_game *(*game)(const char *id);
    uint64_t (*signature)(const struct pl_game *game, int seats, int games);
};

static int refuse(const char *why)
{
    fprintf(stderr, "yardstick: %s\n", why);
    return 2;
}

static bool is_brain(const char *path)
{
    const char *end = strrchr(path, '.');

    return end && strcmp(end, ".brain") == 0;
}

/* The other side's, if it is a file: NULL says that it is none of this game. */
static const struct brain *read_brain(const char *path,
                                      const struct pl_game *game)
{
    static unsigned char bytes[BRAIN_BYTES + 1];
    static struct brain_kept kept;
    FILE *in = fopen(path, "rb");
    size_t size = in ? fread(bytes, 1, sizeof bytes, in) : 0;

    if (in)
        fclose(in);
    return pl_brain_read(game, bytes, size, &kept) ? NULL : &kept.brain;
}

/* GAME/RULE=VALUE; false: there is no such rule. */
static bool set_rule(struct duel *d, char *rule)
{
    char *value = rule + strcspn(rule, "=");
    struct pl_message why;
    struct pl_setup setup;

    if (*value)
        *value++ = '\0';
    d->rule = rule;
    d->value = value;
    pl_setup_normal(&setup, d->game, d->game->max_seats);
    return pl_setup_option(&setup, d->game, rule, value, &why);
}

static bool load(const char *path, struct other *out)
{
    void *library;

    *out = (struct other){pl_bot_find, pl_game_find, pl_signature};
    if (strcmp(path, "-") == 0 || is_brain(path))
        return true;
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
    *(void **)&out->bot = dlsym(library, "pl_bot_find");
    *(void **)&out->game = dlsym(library, "pl_game_find");
    *(void **)&out->signature = dlsym(library, "pl_signature");
    return out->bot && out->game && out->signature;
}

/* "N" is for both sides, "N:M" for each its own. */
static int part(const char *word, int who)
{
    const char *colon = strchr(word, ':');

    return atoi(who && colon ? colon + 1 : word);
}

static void report(const struct duel *d)
{
    struct interval share = share_of(d), lead = lead_of(d);

    printf("%s%s%s%s%s %s, %d seats, %d games: %.1f%% (%.1f … %.1f), "
           "%+.2f points (%+.2f … %+.2f), steps a move %.0f : %.0f, "
           "ms %.3f : %.3f\n",
           d->game->id, d->rule ? "/" : "", d->rule ? d->rule : "",
           d->rule ? "=" : "", d->rule ? d->value : "", d->side[0].bot->id,
           d->seats, SIDES * d->pairs, 100 * share.mean, 100 * share.low,
           100 * share.high, lead.mean, lead.low, lead.high,
           (double)d->side[0].steps / (double)d->side[0].moves,
           (double)d->side[1].steps / (double)d->side[1].moves,
           1000 * d->side[0].time / (double)d->side[0].moves,
           1000 * d->side[1].time / (double)d->side[1].moves);
    if (d->choices)
        printf(
            "of %ld choices, the other temper would make %.1f%% differently\n",
            d->choices, 100 * (double)d->differ / (double)d->choices);
}

int main(int argc, char **argv)
{
    enum { LIBRARY = 1, GAME, BOT, GAMES, STEPS, SEATS, SEED };
    struct other other;
    struct duel d = {.seats = argc > SEATS ? atoi(argv[SEATS]) : 2};
    char *temper, *rule;

    if (argc <= GAMES)
        return refuse("LIBRARY GAME BOT GAMES [STEPS [SEATS [SEED]]]");
    temper = argv[BOT] + strcspn(argv[BOT], "/");
    if (*temper)
        *temper++ = '\0';
    if (!load(argv[LIBRARY], &other))
        return refuse(dlerror());
    rule = argv[GAME] + strcspn(argv[GAME], "/");
    if (*rule)
        *rule++ = '\0';
    d.game = pl_game_find(argv[GAME]);
    if (d.game && *rule && !set_rule(&d, rule))
        return refuse("no such house rule");
    if (d.game && is_brain(argv[LIBRARY]) &&
        !(d.side[1].brain = read_brain(argv[LIBRARY], d.game)))
        return refuse("the file is no brain for this game");
    d.pairs = atoi(argv[GAMES]) / SIDES;
    for (int who = 0; who < SIDES; who++) {
        d.side[who].most = (uint32_t)part(argc > STEPS ? argv[STEPS] : "", who);
        d.side[who].temper = (uint8_t)part(temper, who);
    }
    d.seed = argc > SEED ? (uint64_t)atoi(argv[SEED]) : 1;
    d.side[0].bot = pl_bot_find(argv[BOT]);
    d.side[1].bot = other.bot(argv[BOT]);
    d.side[1].game = other.game(argv[GAME]);
    if (!d.game || !d.side[1].game || d.pairs < 1 || d.seats < 2 ||
        d.seats > d.game->max_seats)
        return refuse("no such game, or not for so many");
    if (!d.side[0].bot || !d.side[1].bot)
        return refuse("no such bot");
    if (other.signature(d.side[1].game, d.seats, 50) !=
        pl_signature(d.game, d.seats, 50))
        return refuse("the rules have changed since");
    fight(&d);
    report(&d);
    return 0;
}
