/* See journal.h. */
#include "journal.h"
#include "refuse.h"

#include <limits.h>
#include <stdio.h>

enum { MINUTE = 60000 };

static const char *const ids[] = {
#define X(name) "server." #name,
    EVENTS(X)
#undef X
};

static int bounded(uint64_t n)
{
    return n > INT_MAX ? INT_MAX : (int)n;
}

static void add_words(const struct journal *journal, const char *id,
                      const char *word, int n, struct pl_buffer *out)
{
    struct pl_message message;

    server_refuse(&message, id, word, n);
    pl_words(journal->language, &message, NULL, out);
}

static void print(struct pl_buffer *line)
{
    fprintf(stderr, "parlour: %s\n", line->s);
    pl_buffer_free(line);
}

void journal_say(const struct journal *journal, const char *id,
                 const char *word, int n)
{
    struct pl_buffer line = {0};

    add_words(journal, id, word, n, &line);
    print(&line);
}

void journal_count(struct journal *journal, enum event event, uint64_t total,
                   int64_t now)
{
    if (total == journal->told[event] ||
        (journal->when[event] && now - journal->when[event] < MINUTE))
        return;
    journal_say(journal, ids[event], "", bounded(total - journal->told[event]));
    journal->told[event] = total;
    journal->when[event] = now;
}

void journal_store(struct journal *journal, uint64_t failures, uint64_t commits,
                   const char *why)
{
    if (failures > journal->failures && !journal->is_in_trouble) {
        journal->is_in_trouble = true;
        journal->commits = commits;
        journal_say(journal, "server.store_fails", why, 0);
    } else if (journal->is_in_trouble && commits > journal->commits) {
        journal->is_in_trouble = false;
        journal_say(journal, "server.store_works", "", 0);
    }
    journal->failures = failures;
}

void journal_door(struct journal *journal, uint64_t exhausted, bool is_now)
{
    if (exhausted > journal->exhausted && !journal->is_exhausted) {
        journal->is_exhausted = true;
        journal_say(journal, "server.no_descriptors", "", 0);
    } else if (journal->is_exhausted && !is_now &&
               exhausted == journal->exhausted) {
        journal->is_exhausted = false;
        journal_say(journal, "server.descriptors_again", "", 0);
    }
    journal->exhausted = exhausted;
}

void journal_sum_up(const struct journal *journal,
                    const struct journal_number number[])
{
    struct pl_buffer line = {0};

    add_words(journal, "server.end", "", 0, &line);
    for (int i = 0; number[i].id; i++) {
        pl_add(&line, i == 0 ? " " : ", ");
        add_words(journal, number[i].id, "", bounded(number[i].n), &line);
    }
    print(&line);
}
