/*
 * Exact chance before a roll or draw: every result with its weight, and for
 * each of them what a seat could do until the next roll if all others passed.
 */
#ifndef LAB_ODDS_H
#define LAB_ODDS_H

#include "parlour_match.h"

/* A seat looks so many of its own decisions ahead, not beyond a roll. */
enum { LAB_DEPTH = 2, LAB_ODDS_THREADS = 16 };

struct lab_chance { /* of one thing; ways out of lab_odds.ways */
    int seat;       /* whose; −1: no one's */
    unsigned id;    /* the move, or the piece */
    uint64_t ways;
    struct pl_message words;    /* a move that does it, or what is told: */
    struct pl_message most;     /* with the lowest and the highest number */
    uint32_t words_at, most_at; /* results at which they came up first */
    struct pl_text name;        /* a move in notation */
};

struct lab_list {
    struct lab_chance *of;
    size_t count, room;
};

struct lab_seat_odds {
    uint64_t asked; /* it has something to decide */
    uint64_t free;  /* it can do something other than pass */
    int64_t gain;   /* points of the best answer, summed over all ways */
    int now;        /* points */
};

struct lab_odds {
    uint64_t ways;    /* all results that are equally likely */
    uint64_t results; /* those that can be told apart */
    struct lab_seat_odds seat[PL_SEATS];
    struct lab_list move, piece, event;
};

/* For these seats (bits), on so many threads, which change nothing but the
 * time. The match must wait for chance. tell gets the part that is done, from 0
 * to 1, now and then; or NULL. */
void lab_odds(const struct pl_match *match, unsigned seats, int threads,
              struct lab_odds *out, void (*tell)(double part));
void lab_odds_free(struct lab_odds *odds);

#endif
