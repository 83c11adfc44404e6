/*
 * The laboratory: many games of bots against each other and what they prove,
 * and exact chance.
 *
 * A group is the unit of everything. Its games have the same dice; the bots
 * change places until each has had every place. Groups are independent of each
 * other, the games of one are not: intervals are computed over groups. All that
 * is counted are whole numbers that add up, no matter who played which group:
 * threads, shards, machines, or this program yesterday.
 */
#ifndef LAB_H
#define LAB_H

#include "parlour_bots.h"
#include "parlour_match.h"

#include <stdatomic.h>
#include <stdio.h>

enum {
    LAB_BOTS = 16,       /* bots of one run */
    LAB_SHARE = 60,      /* a won game: can be shared by two to six */
    LAB_LONGEST = 20000, /* steps; some house rules let a game go on for ever */
    LAB_CHUNK = 16,      /* groups that a thread takes at once */
    LAB_GAMES = LAB_BOTS * (LAB_BOTS - 1) /* of a group, at most */
};

/* A refusal with a sentence of the catalogue; returns false. */
bool lab_refuse(struct pl_message *why, const char *id, int n,
                const char *word);

/* --- What is to be played (plan.c) --------------------------------------- */

struct lab_bot {
    char name[PL_NAME];
    const struct pl_bot *inside; /* NULL: a program of someone else */
    char command[512];           /* outside: the shell's line */
    char word[PL_NAME];          /* outside: which of its bots; "": it says */
    const struct brain *brain;   /* inside: of a file; NULL: its own */
    uint64_t brain_hash;         /* tells brains of files apart; 0: its own */
};

struct lab_plan {
    const struct pl_game *game;
    struct pl_setup setup;
    struct lab_bot bot[LAB_BOTS];
    int bots;
    bool rate;     /* every pair of bots instead of all at one table */
    bool gauntlet; /* rate: only the pairs with the first bot */
    uint64_t seed;
    int shard, shards;    /* this part, from 0, of so many */
    int bot_ms;           /* outside bots: time for an answer */
    int game_ms;          /* and for all answers of a game; 0: no limit */
    int writes;           /* enum lab_writes: a text for each game */
    uint32_t value_steps; /* LAB_VALUES: how long to think about a position */
};

enum lab_writes { LAB_NOTHING, LAB_RECORDS, LAB_VALUES };

bool lab_plan_check(const struct lab_plan *plan, struct pl_message *why);
int lab_group_games(const struct lab_plan *plan);
/* How many games of a group a bot plays, and its seats in all of them. */
int lab_bot_group_games(const struct lab_plan *plan, int bot);
int lab_group_seats(const struct lab_plan *plan, int bot);
/* rate: do these two play against each other? */
bool lab_meet(const struct lab_plan *plan, int first, int second);

struct lab_seating { /* the bot at each seat */
    uint8_t bot[PL_SEATS];
};
void lab_seat(const struct lab_plan *plan, uint64_t group, int game,
              struct lab_seating *out);

/* This part's groups in the order in which they are played, and how many of
 * them are among the first `groups` of the whole. */
uint64_t lab_own_group(const struct lab_plan *plan, uint64_t nth);
uint64_t lab_own_groups(const struct lab_plan *plan, uint64_t groups);

/* --- One game (play.c) --------------------------------------------------- */

enum lab_fault {
    LAB_NO_FAULT,
    LAB_LATE,
    LAB_CRASHED,
    LAB_ILLEGAL,
    LAB_REFUSED, /* an answer with "?" */
    LAB_FAULTS
};

struct lab_game { /* a game that was played */
    struct pl_result result;
    int steps;
    bool stopped;    /* it did not end by itself */
    uint8_t fault;   /* enum lab_fault */
    uint8_t culprit; /* the bot whose fault it was */
    char *text;      /* of a data set; NULL: none is wanted */
};

/* --- Data sets (data.c) -------------------------------------------------- */

struct lab_data { /* of the game that is played */
    struct pl_buffer text;
    struct pl_match match; /* without a game: no record is wanted */
};
void lab_data_begin(struct lab_data *data, const struct lab_plan *plan,
                    const struct lab_seating *seating);
void lab_data_land(struct lab_data *data, const uint8_t face[], int count);
void lab_data_move(struct lab_data *data, int seat, pl_move move);
void lab_data_value(struct lab_data *data, const struct lab_plan *plan,
                    const union pl_state *state, int seat, uint64_t seed);
char *lab_data_end(struct lab_data *data);

struct lab_log { /* a game as lines of the engine protocol, for each seat */
    struct pl_buffer start; /* "new …", without its end */
    struct pl_buffer told[PL_SEATS];
    size_t known[PL_SEATS]; /* bytes of told that the seat may know by now */
    /* While the game keeps answers for a question more: what stands for them,
     * a pass for each that is secret. */
    struct pl_buffer meanwhile[PL_SEATS];
    struct lab_choice {
        int seat;
        struct pl_text name;
    } choice[PL_SEATS]; /* since all was known */
    int choices;
    int seats;
    uint64_t number; /* of the game, from 1 */
};

/* Where one thread plays. */
struct lab_table {
    const struct lab_plan *plan;
    /* Of each bot one process for each of its seats, because one seat must
     * not hear what another one sees. NULL: not started. */
    struct lab_outside *outside[LAB_BOTS][PL_SEATS];
    struct pl_text said[LAB_BOTS]; /* the first answer that was wrong */
    struct lab_log log;
    bool logs;         /* are there outside bots? */
    atomic_bool *stop; /* drops the game that is played; or NULL */
};
void lab_table_begin(struct lab_table *table, const struct lab_plan *plan);
void lab_table_end(struct lab_table *table);

/* False: it was stopped before its end, and counts for nothing. */
bool lab_play(struct lab_table *table, uint64_t group, int game,
              struct lab_game *out);

/* --- What programs are told (tell.c) ------------------------------------- */

void lab_log_start(struct lab_log *log, const struct lab_plan *plan);
void lab_log_chance(struct lab_log *log, const struct pl_chance *chance,
                    const uint8_t face[]);
void lab_log_move(struct lab_log *log, const struct pl_game *game,
                  const union pl_state *before, int mover, pl_move move);
void lab_log_result(struct lab_log *log, const struct pl_result *result);
void lab_log_free(struct lab_log *log);

/* What a program asked to be told with every question. */
enum { LAB_WANTS_MOVES = 1, LAB_WANTS_FEATURES = 2 };
void lab_add_question(const struct pl_game *game, const union pl_state *state,
                      int seat, unsigned wants, struct pl_buffer *out);

/* --- Bots that are programs (outside.c) ---------------------------------- */

struct lab_outside;

/* "name=command" or "name:word=command". */
bool lab_outside_read(const char *text, struct lab_bot *bot,
                      struct pl_message *why);
/* NULL: it could not be started, or did not answer. */
struct lab_outside *lab_outside_start(const struct lab_bot *bot,
                                      const struct lab_plan *plan);
/* Says goodbye to those that know the word, and gives them time to save. */
void lab_outside_quit(struct lab_outside *outside);
void lab_outside_end(struct lab_outside *outside); /* at once */
int lab_outside_version(const struct lab_outside *outside);
/* Its move for a seat that is asked; said is what it answered. */
enum lab_fault lab_outside_move(struct lab_outside *outside,
                                const struct lab_log *log,
                                const union pl_state *state, int seat,
                                const atomic_bool *stop, struct pl_text *said);
/* The game is over: tells the rest of it. False: it did not take it. */
bool lab_outside_over(struct lab_outside *outside, const struct lab_log *log,
                      int seat);

/* --- Sums (sums.c) ------------------------------------------------------- */

enum lab_total {
    LAB_T_GROUPS,
    LAB_T_GAMES,
    LAB_T_STEPS,
    LAB_T_STEPS2,         /* squares: of the sum of a group */
    LAB_T_WINNER_POINTS,  /* of one winner of each game */
    LAB_T_WINNER_POINTS2, /* of groups, as above */
    LAB_T_SHARED,         /* games with several winners */
    LAB_T_STOPPED,        /* by LAB_LONGEST or by a guard of the rules */
    LAB_TOTALS
};

/* The parts of a vector of sums. n: bots; products are n × n. */
#define LAB_PARTS(X)                                                           \
    X(total)        /* enum lab_total */                                       \
    X(wins)         /* a bot: its wins in units of 1 / LAB_SHARE */            \
    X(wins2)        /* products of two bots' wins, group by group */           \
    X(game_wins2)   /* a bot: squares of its wins, game by game */             \
    X(points)       /* a bot */                                                \
    X(points2)      /* products of two bots' points, group by group */         \
    X(pair)         /* rate: wins of the first against the second */           \
    X(seat_wins)    /* a seat */                                               \
    X(seat_wins2)   /* a seat: squares of groups */                            \
    X(seat_points)  /* a seat */                                               \
    X(seat_points2) /* a seat: squares of groups */                            \
    X(faults)       /* a bot × enum lab_fault */                              \
    X(histogram)    /* a bot × points: how often */                           \
    X(lengths)      /* steps: how often */

enum lab_part {
#define X(name) LAB_##name,
    LAB_PARTS(X)
#undef X
        LAB_PART_COUNT
};
extern const char *const lab_part_name[];

struct lab_sums {
    size_t from[LAB_PART_COUNT + 1]; /* where a part begins in n */
    int64_t *n;
};
void lab_sums_begin(struct lab_sums *sums, const struct lab_plan *plan);
void lab_sums_end(struct lab_sums *sums);
void lab_sums_add(struct lab_sums *to, const struct lab_sums *what);
void lab_sums_clear(struct lab_sums *sums);
static inline int64_t *lab_sums_of(const struct lab_sums *sums,
                                   enum lab_part part)
{
    return sums->n + sums->from[part];
}
static inline size_t lab_sums_size(const struct lab_sums *sums)
{
    return sums->from[LAB_PART_COUNT];
}

/* How many different points the game can give. */
static inline size_t lab_points_count(const struct pl_game *game)
{
    return 1 + (size_t)game->points_max - (size_t)game->points_min;
}

/* Counts a whole group. */
void lab_count(const struct lab_plan *plan, uint64_t group,
               const struct lab_game game[], struct lab_sums *sums);

/* --- The run (run.c) ----------------------------------------------------- */

struct lab_progress {
    double games, wanted; /* wanted 0: no one knows yet */
    double rate;          /* games a second */
    double left;          /* seconds; negative: no one knows */
    double seconds;       /* since the run began */
};

/* Wald's sequential test, for two bots: does the first win the share `low` of
 * the games, or `high`? alpha is the risk to say high where low is true, beta
 * the risk to say low where high is true. */
struct lab_sprt {
    double low, high; /* of 1; high 0: there is no test */
    double alpha, beta;
};
enum lab_verdict { LAB_OPEN, LAB_LOW, LAB_HIGH };

struct lab_run {
    const struct lab_plan *plan;
    struct lab_sums sums;
    uint64_t done;        /* of this part's groups */
    uint64_t groups;      /* of the whole run, at most */
    double width;         /* stop when the widest interval is; 0: never */
    struct lab_sprt sprt; /* stop when it is decided */
    int threads;
    atomic_bool *stop; /* end early, with what there is */
    void (*tell)(const struct lab_progress *progress); /* or NULL */
    /* Every few seconds and at the end; false ends the run. Or NULL. */
    bool (*keep)(const struct lab_run *run);
    /* The text of each game, in order; false ends the run. Or NULL. */
    bool (*write)(const char *text);
    /* It is over, well or not; programs have yet to save and end. Or NULL. */
    bool (*report)(const struct lab_run *run, bool good);
    struct pl_text said[LAB_BOTS];
};
/* False: keep, write or report failed. */
bool lab_run(struct lab_run *run);
double lab_now(void); /* seconds */
/* The next number of groups at which a run may end by what it has found. */
uint64_t lab_next_look(uint64_t groups);

/* --- Many machines (team.c, or team_mpi.c) ------------------------------- */

struct lab_team {
    int rank, size;
};
void lab_team_begin(struct lab_team *team);
void lab_team_end(void);
/* Adds up over all members; everyone gets the sum. */
void lab_team_add(int64_t *n, size_t count);

/* --- What the sums mean (stats.c) ---------------------------------------- */

struct lab_estimate { /* a mean and its 95 % interval */
    double mean, low, high;
};

/* The mean of something that was summed over groups, divided by `unit`. */
struct lab_estimate lab_mean(int64_t groups, int64_t sum, int64_t squares,
                             double unit);
/* The same for a share from 0 to 1, also near its ends; a group has so many
 * games, and is worth 1 when all of them are won. */
struct lab_estimate lab_share(int64_t groups, long double sum,
                              long double squares, double games);

struct lab_estimate lab_win_rate(const struct lab_plan *plan,
                                 const struct lab_sums *sums, int bot);
struct lab_estimate lab_points_of(const struct lab_plan *plan,
                                  const struct lab_sums *sums, int bot);
/* Of the first bot over the second: LAB_wins or LAB_points. */
struct lab_estimate lab_difference(const struct lab_plan *plan,
                                   const struct lab_sums *sums,
                                   enum lab_part part, int first, int second);
struct lab_estimate lab_seat_wins(const struct lab_plan *plan,
                                  const struct lab_sums *sums, int seat);
struct lab_estimate lab_seat_points(const struct lab_plan *plan,
                                    const struct lab_sums *sums, int seat);
struct lab_estimate lab_length(const struct lab_plan *plan,
                               const struct lab_sums *sums);
struct lab_estimate lab_winner_points(const struct lab_plan *plan,
                                      const struct lab_sums *sums);
/* How many times as likely `high` is as `low`, as a logarithm; and whether
 * that is enough. */
double lab_llr(const struct lab_plan *plan, const struct lab_sums *sums,
               const struct lab_sprt *sprt);
enum lab_verdict lab_sprt_verdict(const struct lab_plan *plan,
                                  const struct lab_sums *sums,
                                  const struct lab_sprt *sprt);
/* The widest interval of win rates in percent, or of points where one plays
 * alone. */
double lab_width(const struct lab_plan *plan, const struct lab_sums *sums);
/* How many times as many games without groups would give as narrow an interval
 * of the first bot's win rate: what same dice and changed places are worth. */
double lab_pairing_gain(const struct lab_sums *sums);

/* Bradley and Terry: 400 points are odds of ten to one, the mean is 1500. */
void lab_ratings(const struct lab_plan *plan, const struct lab_sums *sums,
                 struct lab_estimate out[]);

/* --- Files (keep.c) ------------------------------------------------------ */

void lab_write(const struct lab_run *run, struct pl_buffer *out);
/* Fills the plan, the sums and done. If it is refused, nothing is. A run on a
 * sheet of someone's own needs the plan to have its game beforehand. */
bool lab_read(const char *text, size_t length, struct lab_plan *plan,
              struct lab_run *run, struct pl_message *why);
/* Are these parts of one run? */
bool lab_same_run(const struct lab_plan *a, const struct lab_plan *b);

/* --- For people and programs (report.c, export.c, chart.c) --------------- */

void lab_report(const struct lab_run *run, const struct pl_language *language,
                struct pl_buffer *out);
void lab_json(const struct lab_run *run, struct pl_buffer *out);
void lab_csv(const struct lab_run *run, struct pl_buffer *out);
void lab_chart(const struct lab_run *run, const struct pl_language *language,
               struct pl_buffer *out);

/* A page of several runs (page.c). */
void lab_page_begin(struct pl_buffer *out);
void lab_page_add(const struct lab_run *run, const struct pl_language *language,
                  struct pl_buffer *out);

/* Nothing but numbers, with the signs of the language: "-1.5%" is "−1,5 %". */
__attribute__((format(printf, 3, 4))) void
lab_add_numbers(const struct pl_language *language, struct pl_buffer *out,
                const char *format, ...);
__attribute__((format(printf, 2, 3))) void
lab_print_numbers(const struct pl_language *language, const char *format, ...);
/* "1 game", "500 games". */
void lab_add_games(const struct pl_language *language, int64_t games,
                   struct pl_buffer *out);
/* A bot's name; the second of two that are called alike is "name#2". */
void lab_label(const struct lab_plan *plan, int bot, struct pl_text *out);
/* The least and the largest steps or points that came up; false: none. */
bool lab_range(const int64_t count[], size_t size, size_t *low, size_t *high);
/* Bins for a histogram of all bots: at most `most`, of a round width. */
struct lab_bins {
    int from, width, count; /* from and width in points */
};
void lab_find_bins(const struct lab_plan *plan, const struct lab_sums *sums,
                   int most, struct lab_bins *out);
/* The part of a bot's points that lies in a bin. */
double lab_in_bin(const struct lab_plan *plan, const struct lab_sums *sums,
                  int bot, const struct lab_bins *bins, int bin);
/* How often a bot has played. */
int64_t lab_bot_games(const struct lab_plan *plan, const struct lab_sums *sums,
                      int bot);
/* printf at the end of a buffer, a line at most. */
__attribute__((format(printf, 2, 3))) void lab_addf(struct pl_buffer *out,
                                                    const char *format, ...);
/* Text inside SVG or HTML. */
void lab_add_escaped(struct pl_buffer *out, const char *s);

#endif
