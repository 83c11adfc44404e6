/* What is asked of the crowd, and what it has seen. */
#include "crowd.h"

#include <stdio.h>
#include <stdlib.h>

enum { LATENCIES = 4000000, ABSENCES = 100000 };

uv_loop_t *loop;
struct pl_rng rng;
const struct pl_game *game;
struct table *table;
struct person *person;
int port, tables, seats, rate, bots;
const char *level = "random";
bool one_game, is_together, has_nodes;
int enough;
uint64_t last_from;
int patience;
bool is_ending;

long refused, games, moves, links, reconnects, old;
static long lost;
static uint32_t *absence; /* milliseconds until a table went on */
static size_t absences;
static uint32_t *latency; /* microseconds */
static size_t latencies;
static int started_tables;
static uint64_t measuring_since;

void see_nothing_yet(void)
{
    latency = calloc(LATENCIES, sizeof *latency);
    absence = calloc(ABSENCES, sizeof *absence);
    pl_assert(latency && absence);
}

void complain(const struct person *p, const char *what, const char *more)
{
    fprintf(stderr, "table %s seat %d: %s %s\n", p->table->id, p->seat, what,
            more);
    lost++;
}

void see_start(struct table *t)
{
    if (t->is_started)
        return;
    t->is_started = true;
    if (++started_tables < tables)
        return;
    printf("playing\n");
    fflush(stdout);
    measuring_since = uv_hrtime();
}

void see_move(uint64_t sent)
{
    uint64_t now = uv_hrtime();

    moves++;
    if (latencies < LATENCIES && measuring_since)
        latency[latencies++] =
            (uint32_t)((now - sent - stalls_between(sent, now)) / 1000);
}

void see_return(uint64_t halted)
{
    if (absences < ABSENCES)
        absence[absences++] = (uint32_t)((uv_hrtime() - halted) / 1000000);
}

static int by_size(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

static double absent(double part)
{
    size_t i = (size_t)((double)absences * part);

    return absences ? absence[i < absences ? i : absences - 1] / 1000.0 : 0;
}

static double share(double part)
{
    size_t i = (size_t)((double)latencies * part);

    return latencies ? latency[i < latencies ? i : latencies - 1] / 1000.0 : 0;
}

int report(void)
{
    double took = (double)(uv_hrtime() - measuring_since) / 1e9;
    int undone = 0;

    for (int i = 0; one_game && i < tables * seats; i++)
        undone += !person[i].is_done;
    qsort(latency, latencies, sizeof *latency, by_size);
    printf("tables %d seats %d games %ld moves %ld rate %.0f/s links %ld "
           "reconnects %ld "
           "lost %ld refused %ld unfinished %d old %ld ms: p50 %.1f p90 %.1f "
           "p99 %.1f "
           "max %.1f\n",
           tables, seats, games, moves, (double)moves / took, links, reconnects,
           lost, refused, undone, old, share(0.5), share(0.9), share(0.99),
           share(1));
    if (stalls_between(0, UINT64_MAX))
        printf("the machine stood still for %.1f ms\n",
               (double)stalls_between(measuring_since, uv_hrtime()) / 1e6);
    if (has_nodes) {
        qsort(absence, absences, sizeof *absence, by_size);
        printf("tables went on %zu times, after seconds: p50 %.2f p90 %.2f "
               "p99 %.2f max %.2f\n",
               absences, absent(0.5), absent(0.9), absent(0.99), absent(1));
    }
    return lost || refused || undone || games < enough || !measuring_since;
}
