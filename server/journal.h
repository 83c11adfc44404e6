/* What the operator reads, on standard error: a sentence a line, and never who
 * someone is or where he comes from. */
#ifndef JOURNAL_H
#define JOURNAL_H

#include "parlour_match.h"

/* What is counted, and told at most once a minute. */
#define EVENTS(X)                                                              \
    X(put_away)                                                                \
    X(swept)                                                                   \
    X(too_many_old)                                                            \
    X(other_rules)                                                             \
    X(full)                                                                    \
    X(crowded)

enum event {
#define X(name) EVENT_##name,
    EVENTS(X)
#undef X
        EVENT_COUNT
};

struct journal {
    const struct pl_language *language;
    uint64_t told[EVENT_COUNT];
    int64_t when[EVENT_COUNT];  /* 0: never */
    uint64_t failures, commits; /* of the store, when it last failed */
    bool is_in_trouble;
    uint64_t exhausted; /* of the door, when it was last told */
    bool is_exhausted;
};

void journal_say(const struct journal *journal, const char *id,
                 const char *word, int n);
/* So many there were in all by now, milliseconds. */
void journal_count(struct journal *journal, enum event event, uint64_t total,
                   int64_t now);
/* How the store is doing; why: what the disk says. */
void journal_store(struct journal *journal, uint64_t failures, uint64_t commits,
                   const char *why);
/* Whether descriptors are left for those who want to come in. */
void journal_door(struct journal *journal, uint64_t exhausted, bool is_now);
/* Several numbers in one line, ended with an id that is NULL. */
struct journal_number {
    const char *id;
    uint64_t n;
};
void journal_sum_up(const struct journal *journal,
                    const struct journal_number number[]);

#endif
