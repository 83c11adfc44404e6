/*
 * train GAME: a brain learns a game by playing against itself.
 *
 *     train GAME [--games N] [--seed N] [--mix N] [--even] [--sure N]
 *                [--seats N] [--continue] [--output FILE] [--until N]
 *                [--resume] [--from FILE] [--rule NAME=VALUE] [--pace N]
 *                [--smooth N] [--rules N] [--blind N]
 *                [--deep N [--turns N] [--pairs N]]
 *
 * FILE is C for bots/brains/, or a file for `sim --brain` if it is called
 * *.brain. Every few seconds, and when --until N games are played, all that the
 * learner knows goes to FILE.part: --resume goes on there, and the brain comes
 * out the same to the byte.
 *
 * Each seat has a rival in a game. Afterwards every position that was met gets
 * a target: how far the seat was ahead of its rival in the end, mixed with what
 * the brain thought of the positions in between, the nearer the more (temporal
 * differences; the end counts --mix per cent, 90 if nothing is said). With
 * --sure the first input is points to come, in Nths, and taken at its word.
 * With --even inputs that are large numbers learn no faster than small ones.
 * With --seats all games have so many players, and the brain is for these; with
 * --rule all are played with that house rule. It begins with nothing, with the
 * brain of a *.brain file (--from), or with the one that is built in
 * (--continue).
 * With --rules so many per cent of the games have a house rule, each as often
 * as any other (which may be the usual one). With --blind the last N of a
 * seat's inputs are not looked at: what only a house rule makes useful can be
 * left to a later lesson. With --pace it learns at so many
 * per cent of the usual pace. With --smooth N what plays, and what comes out,
 * is a mean of the weights, mostly of the last Nth of all steps.
 *
 * With --deep it learns from search, best with --continue: at --pairs per cent
 * of the decisions, two moves are tried N times each with the same luck, that
 * is spread evenly, --turns turns farther than this one. What the brain says
 * where these tries end is the target, and most of all by how much the two
 * differ, for that is what a choice is made by. Positions of the game itself
 * then only tell how far off it was.
 * The brain plays in whole numbers; what learns is a copy in fractions, and now
 * and then the player gets the rounded numbers.
 */
#include "learner.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { USUAL_MIX = 90, USUAL_PACE = 100, USUAL_TURNS = 4, USUAL_PAIRS = 20 };

struct lesson {
    const struct pl_game *game;
    long games, seed, mix, sure, seats, pace, smooth, deep, turns, pairs, rules,
        blind;
    long until;       /* stop there; 0: at the end */
    const char *file; /* NULL: the brain is rolled away */
    const char *from; /* the file of a brain to go on from; NULL: none */
    const char *rule; /* NAME=VALUE; NULL: none */
    bool go_on;       /* from the brain that is built in */
    bool even;        /* all inputs learn at one pace */
    bool resume;      /* what was broken off */
};

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Options that came later. */
static void write_unusual(const struct lesson *lesson, char out[256])
{
    const char *from = lesson->from ? strrchr(lesson->from, '/') : NULL;
    const struct {
        const char *name;
        long n, usual;
    } option[] = {{"pace", lesson->pace, USUAL_PACE},
                  {"smooth", lesson->smooth, 0},
                  {"rules", lesson->rules, 0},
                  {"blind", lesson->blind, 0},
                  {"deep", lesson->deep, 0},
                  {"turns", lesson->turns, USUAL_TURNS},
                  {"pairs", lesson->pairs, USUAL_PAIRS}};

    if (lesson->from)
        snprintf(out + strlen(out), 256 - strlen(out), " --from %s",
                 from ? from + 1 : lesson->from);
    if (lesson->rule)
        snprintf(out + strlen(out), 256 - strlen(out), " --rule %s",
                 lesson->rule);
    for (size_t i = 0; i < sizeof option / sizeof *option; i++)
        if (option[i].n != option[i].usual)
            snprintf(out + strlen(out), 256 - strlen(out), " --%s %ld",
                     option[i].name, option[i].n);
}

static void write_command(const struct lesson *lesson, char out[256])
{
    char mix[32] = "", sure[32] = "", seats[32] = "";

    if (lesson->mix != USUAL_MIX)
        snprintf(mix, sizeof mix, " --mix %ld", lesson->mix);
    if (lesson->sure)
        snprintf(sure, sizeof sure, " --sure %ld", lesson->sure);
    if (lesson->seats)
        snprintf(seats, sizeof seats, " --seats %ld", lesson->seats);
    snprintf(out, 256, "train %s --games %ld --seed %ld%s%s%s%s%s",
             lesson->game->id, lesson->games, lesson->seed, mix,
             lesson->even ? " --even" : "", sure, seats,
             lesson->go_on ? " --continue" : "");
    write_unusual(lesson, out);
}

/* FILE.part: the learner but for its memory. */
static FILE *open_part(const struct lesson *lesson, const char *mode)
{
    char path[4096];

    snprintf(path, sizeof path, "%s.part", lesson->file);
    return fopen(path, mode);
}

static bool keep_part(const struct learner *l, const struct lesson *lesson)
{
    size_t size = offsetof(struct learner, memory);
    FILE *out = open_part(lesson, "wb");
    bool good = out && fwrite(l, 1, size, out) == size;

    return out && fclose(out) == 0 && good;
}

static void forget_part(const struct lesson *lesson)
{
    char path[4096];

    snprintf(path, sizeof path, "%s.part", lesson->file);
    remove(path);
}

/* The brain that learns: its numbers are in the learner. */
static struct brain brain_of(struct learner *l, const struct pl_game *game,
                             float unit)
{
    return (struct brain){game->id,
                          l->seats,
                          l->inputs,
                          unit,
                          (const int16_t(*)[UNITS])l->in,
                          (const int16_t(*)[STRAIGHT])l->out};
}

/* False: there is nothing of this lesson to go on with. */
static bool resume(struct learner *l, const struct lesson *lesson)
{
    size_t size = offsetof(struct learner, memory);
    int inputs = pl_features_count(lesson->game);
    char command[256];
    FILE *in;
    bool good;

    if (!lesson->resume || !lesson->file || !(in = open_part(lesson, "rb")))
        return false;
    write_command(lesson, command);
    good = fread(l, 1, size, in) == size && l->inputs == inputs &&
           memcmp(l->command, command, strlen(command) + 1) == 0;
    fclose(in);
    if (good)
        l->brain = brain_of(l, lesson->game, l->brain.unit);
    else
        memset(l, 0, size);
    return good;
}

/* The brain to go on from; NULL: none. */
static const struct brain *old_brain(const struct lesson *lesson)
{
    static unsigned char bytes[BRAIN_BYTES + 1];
    static struct brain_kept kept;
    FILE *in;
    size_t size;

    if (lesson->go_on)
        return pl_brain_find(lesson->game, (int)lesson->seats);
    if (!lesson->from || !(in = fopen(lesson->from, "rb")))
        return NULL;
    size = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    return pl_brain_read(lesson->game, bytes, size, &kept) ? NULL : &kept.brain;
}

static bool set_rule(struct learner *l, const struct lesson *lesson)
{
    char name[64] = "";
    const char *value = lesson->rule ? strchr(lesson->rule, '=') : NULL;
    struct pl_message why;
    struct pl_setup setup, usual;

    l->rule = -1;
    if (!value)
        return !lesson->rule;
    snprintf(name, sizeof name, "%.*s", (int)(value - lesson->rule),
             lesson->rule);
    pl_setup_normal(&usual, lesson->game, lesson->game->max_seats);
    setup = usual;
    if (!pl_setup_option(&setup, lesson->game, name, value + 1, &why))
        return false;
    for (int i = 0; i < pl_option_count(lesson->game); i++)
        if (strcmp(lesson->game->options[i].name, name) == 0) {
            l->rule = i;
            l->value = setup.option[i];
        }
    return true;
}

/* NULL, or the argument that is wrong. */
static const char *begin(struct learner *l, const struct lesson *lesson)
{
    const struct brain *old = old_brain(lesson);

    if (lesson->from && !old)
        return lesson->from;
    if (resume(l, lesson))
        return NULL;
    if (!set_rule(l, lesson))
        return lesson->rule;
    write_command(lesson, l->command);
    pl_seed(&l->rng, (uint64_t)lesson->seed);
    l->mix = (double)lesson->mix / 100;
    l->sure = (int)lesson->sure;
    l->seats = (int)lesson->seats;
    l->smooth = (int)lesson->smooth;
    l->rules = (int)lesson->rules;
    l->blind = (int)lesson->blind;
    l->inputs = pl_features_count(lesson->game);
    l->brain = brain_of(l, lesson->game, 1);
    learner_get_to_know(l, lesson->game, lesson->even);
    if (old && old->inputs == l->inputs)
        learner_take_over(l, old);
    else
        learner_be_born(l);
    if (l->sure)
        learner_be_sure(l);
    l->deep = (int)lesson->deep;
    l->turns = (int)lesson->turns;
    l->pairs = (int)lesson->pairs;
    learner_hand_over(l);
    return NULL;
}

static bool keep(struct learner *l, const struct lesson *lesson)
{
    return !lesson->file ||
           (learner_write(l, lesson->file, lesson->game->id, l->command) &&
            keep_part(l, lesson));
}

static void tell(const struct learner *l, const struct lesson *lesson,
                 double time)
{
    fprintf(stderr,
            "%ld of %ld games, %.0f seconds, %.1f \xc2\xb1 %.2f points\n",
            l->games, lesson->games, time, l->points, l->error);
}

static void play_and_learn(struct learner *l, const struct pl_game *game)
{
    struct pl_result end;

    learner_play(l, game, &l->brain, &end);
    learner_learn(l, &end);
}

/* False: the file cannot be written. */
static bool teach(struct learner *l, const struct lesson *lesson)
{
    bool goes_on = lesson->go_on || lesson->from;
    double began = seconds(), told = began;
    long stop = lesson->until && lesson->until < lesson->games ? lesson->until
                                                               : lesson->games;

    while (l->games < stop) {
        double left = 1 - (double)l->games / (double)lesson->games;
        bool last = ++l->games == stop;

        l->pace = ((goes_on ? 0.0007 : 0.002) * left + 0.00005) *
                  (double)lesson->pace / 100;
        play_and_learn(l, lesson->game);
        if (l->games % 100 == 0 || l->games == lesson->games)
            learner_hand_over(l);
        if (seconds() - told < 5 && !last)
            continue;
        told = seconds();
        tell(l, lesson, told - began);
        if (!keep(l, lesson))
            return false;
    }
    if (lesson->file && stop == lesson->games)
        forget_part(lesson);
    return true;
}

static int refuse(const char *why, const char *what)
{
    fprintf(stderr, "train: %s%s\n", why, what);
    return 2;
}

static bool read_number(const char *word, long *n)
{
    char *end;

    *n = strtol(word, &end, 10);
    return end != word && *end == '\0' && *n >= 0;
}

/* Where a number of an option goes; NULL: there is no such option. */
static long *number_of(struct lesson *lesson, const char *option)
{
    const struct {
        const char *option;
        long *n;
    } all[] = {{"--games", &lesson->games},   {"--until", &lesson->until},
               {"--mix", &lesson->mix},       {"--sure", &lesson->sure},
               {"--seats", &lesson->seats},   {"--seed", &lesson->seed},
               {"--pace", &lesson->pace},     {"--deep", &lesson->deep},
               {"--smooth", &lesson->smooth}, {"--turns", &lesson->turns},
               {"--pairs", &lesson->pairs},   {"--rules", &lesson->rules},
               {"--blind", &lesson->blind}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(option, all[i].option) == 0)
            return all[i].n;
    return NULL;
}

/* NULL, or the argument that is wrong. */
static const char *read_lesson(char **argv, struct lesson *lesson)
{
    for (; *argv; argv++) {
        const char *next = argv[1] ? argv[1] : "";
        long *n = number_of(lesson, *argv);
        bool *flag = strcmp(*argv, "--continue") == 0 ? &lesson->go_on
                     : strcmp(*argv, "--even") == 0   ? &lesson->even
                     : strcmp(*argv, "--resume") == 0 ? &lesson->resume
                                                      : NULL;

        if (flag) {
            *flag = true;
            continue;
        }
        if (strcmp(*argv, "--output") == 0)
            lesson->file = next;
        else if (strcmp(*argv, "--from") == 0)
            lesson->from = next;
        else if (strcmp(*argv, "--rule") == 0)
            lesson->rule = next;
        else if (!n || !read_number(next, n))
            return *argv;
        argv++;
    }
    return lesson->mix > 100 ? "--mix" : NULL;
}

int main(int argc, char **argv)
{
    struct lesson lesson = {.games = 100000,
                            .seed = 1,
                            .mix = USUAL_MIX,
                            .pace = USUAL_PACE,
                            .turns = USUAL_TURNS,
                            .pairs = USUAL_PAIRS};
    struct learner *l;
    const char *wrong;
    bool good;

    if (argc < 2 || !(lesson.game = pl_game_find(argv[1])))
        return refuse(
            "usage: train GAME [--games N] [--seed N] [--mix N] "
            "[--even] [--sure N] [--seats N] [--continue] [--output FILE] "
            "[--until N] [--resume] [--from FILE] [--rule NAME=VALUE] "
            "[--pace N] [--smooth N] [--rules N] [--blind N] "
            "[--deep N [--turns N] [--pairs N]]",
            "");
    if ((wrong = read_lesson(argv + 2, &lesson)))
        return refuse("cannot use ", wrong);
    if (lesson.seats && (lesson.seats < lesson.game->min_seats ||
                         lesson.seats > lesson.game->max_seats))
        return refuse("that is not the number of players of ", lesson.game->id);
    if (!pl_features_find(lesson.game))
        return refuse("bots look at nothing in ", lesson.game->id);
    if (lesson.blind >= pl_features_count(lesson.game))
        return refuse("cannot use ", "--blind");
    l = calloc(1, sizeof *l);
    pl_assert(l);
    if ((wrong = begin(l, &lesson)))
        return refuse("cannot use ", wrong);
    good = teach(l, &lesson);
    free(l);
    return good ? 0 : refuse("cannot write ", lesson.file);
}
