/* What the sub-commands share. */
#ifndef CLI_H
#define CLI_H

#include "parlour_match.h"

#include <stdio.h>

/* Exit codes: done, refused or failed, wrong usage. */
enum { DONE = 0, FAILED = 1, USAGE = 2 };

/* One line a sub-command; each is int cmd_NAME(int argc, char **argv) in
 * cli/NAME.c, with its own name in argv[0]; _ is typed as -. */
#define COMMANDS(X)                                                            \
    X(serve)                                                                   \
    X(play)                                                                    \
    X(daily)                                                                   \
    X(games)                                                                   \
    X(rules)                                                                   \
    X(sheet)                                                                   \
    X(show)                                                                    \
    X(print)                                                                   \
    X(replay)                                                                  \
    X(verify)                                                                  \
    X(backup)                                                                  \
    X(move_store)                                                              \
    X(admin)                                                                   \
    X(odds)                                                                    \
    X(sim)                                                                     \
    X(solve)                                                                   \
    X(engine)                                                                  \
    X(bench)                                                                   \
    X(hint)                                                                    \
    X(stats)

#define X(name) int cmd_##name(int argc, char **argv);
COMMANDS(X)
#undef X

extern const struct pl_language *cli_language;
extern uint8_t cli_reader; /* the seat of the one person who reads, as a bit */

/* A sentence on a line of its own; with names where players are meant. */
void cli_say(FILE *to, const struct pl_message *message,
             const struct pl_names *name);
void cli_print(const char *id);

/* How the seats are called: by their names, and bots that have none by what
 * they are. Good until the next call. */
const struct pl_names *cli_names(const struct pl_match *match);

/* "parlour: SENTENCE" on standard error; returns the exit code. */
int cli_fail(int code, const struct pl_message *why);
int cli_refuse(int code, const char *id, const char *word);
/* The exit code: what a full disk did not take is not done, and is said. */
int cli_printed(int code);

/* Options of a sub-command: takes "--name" or "--name VALUE" out of argv, and
 * returns whether it was there. A missing value is said and ends the program.
 */
bool cli_flag(int *argc, char **argv, const char *name);
const char *cli_value(int *argc, char **argv, const char *name);
/* After all options were taken: refuses what still looks like one, and wrong
 * numbers of arguments. */
bool cli_arguments(int argc, char **argv, int least, int most, int *code);

/* Reads a whole number from least to most. */
bool cli_number(const char *word, long least, long most, long *n);

/* The named game, or a sentence that lists them. */
const struct pl_game *cli_game(const char *id);

/* Takes "--sheet FILE" out of argv: the games that are found from now on are on
 * that sheet, where it is theirs. False: it was not good, and that was said. */
bool cli_take_sheet(int *argc, char **argv);
const struct pl_game *cli_sheet(void);          /* the game on it, or NULL */
const struct pl_game *cli_find(const char *id); /* or NULL */
/* The game on the sheet in that file; NULL: what is wrong has been said. */
const struct pl_game *cli_read_sheet(const char *path);

struct lab_bot; /* lab/lab.h */
/* Takes each "--brain NAME=FILE" out of argv and puts its bot behind the
 * `count` of them, of LAB_BOTS at most. A game: all brains are for that one.
 * False: one was not good, and that was said. */
bool cli_take_brains(int *argc, char **argv, const struct pl_game *game,
                     struct lab_bot *bot, int *count);

/* Reads a file whole, or a record into a match; false: it has been said. */
bool cli_read_file(const char *path, struct pl_buffer *out);
bool cli_read_record(const char *path, struct pl_match *match);

/* Writes a file that must not tear: beside it first, under its name only once
 * it is safely on the disk. begin returns NULL if that cannot be; end keeps
 * what was written, or drops it if it is not good. */
struct cli_whole {
    const char *path;
    char fresh[1100];
    FILE *out;
};
FILE *cli_whole_begin(struct cli_whole *file, const char *path);
bool cli_whole_end(struct cli_whole *file, bool good);
bool cli_whole_can(const char *path); /* asked before long work begins */
bool cli_write_whole(const char *path, const struct pl_buffer *text);

/* How far long work is, on standard error; part is from 0 to 1. */
void cli_progress_begin(void);
void cli_progress(double part);
void cli_progress_end(void);

/* Plays a match on at this terminal, saving it to that file ("": nowhere). */
void cli_play(struct pl_match *match, const char *file);
/* $XDG_STATE_HOME/parlour/NAME, or below the home folder; its folders are made.
 * "": there is no place. */
void cli_state_file(const char *name, char *path, size_t size);

/* A seed that no one can foresee. */
uint64_t cli_seed(void);

/* The table as text: areas with their pieces in rows, as plain or in colour. */
void cli_draw_table(FILE *to, const struct pl_scene *scene,
                    const struct pl_names *name, bool colour);

/* What a die is called: "red die". */
void cli_add_die(const struct pl_die *die, struct pl_buffer *out);

/* The log: a step, what it brought about, and the points with their parts. */
void cli_say_step(FILE *to, const struct pl_match *match, size_t step,
                  const union pl_state *before);
void cli_say_events(FILE *to, const struct pl_match *match,
                    const union pl_state *before, const union pl_state *after);
void cli_say_result(FILE *to, const struct pl_match *match);

/* The worked examples of the how-tos; ends with a game NULL. The build makes
 * them from examples/. */
struct cli_example {
    const char *game, *record;
};
extern const struct cli_example cli_examples[];
bool cli_open_example(const struct pl_game *game, struct pl_match *match);

/* A question on standard output, the cursor behind it. */
void cli_prompt(const char *id);

#endif
