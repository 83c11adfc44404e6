/* A virtual machine stands still when its host has other work. On every
 * processor a thread that goes before all others sleeps a little, and when it
 * wakes up late, that processor stood still. */
#include "crowd.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    PROCESSORS = 64,
    STALLS = 65536,
    NAP = 500000,  /* ns */
    LATE = 1000000 /* ns */
};

static struct watch {
    pthread_t thread;
    uint64_t from[STALLS], to[STALLS];
    atomic_size_t count;
} * watch[PROCESSORS];

static void *look(void *data)
{
    struct watch *w = data;

    for (;;) {
        uint64_t from = uv_hrtime(), to;
        size_t n = atomic_load(&w->count);

        nanosleep(&(struct timespec){.tv_nsec = NAP}, NULL);
        to = uv_hrtime();
        if (to - from < NAP + LATE || n == STALLS)
            continue;
        w->from[n] = from + NAP;
        w->to[n] = to;
        atomic_store(&w->count, n + 1);
    }
    return NULL;
}

bool stalls_watch(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct sched_param first = {.sched_priority = 50};

    for (int i = 0; i < processors && i < PROCESSORS; i++) {
        cpu_set_t here;

        CPU_ZERO(&here);
        CPU_SET((size_t)i, &here);
        watch[i] = calloc(1, sizeof *watch[i]);
        if (!watch[i] ||
            pthread_create(&watch[i]->thread, NULL, look, watch[i]) != 0 ||
            pthread_setaffinity_np(watch[i]->thread, sizeof here, &here) != 0 ||
            pthread_setschedparam(watch[i]->thread, SCHED_FIFO, &first) != 0)
            return false;
    }
    return true;
}

/* Of one processor; the latest stand last. */
static uint64_t stood(const struct watch *w, uint64_t from, uint64_t to)
{
    uint64_t sum = 0;

    for (size_t i = atomic_load(&w->count); i-- > 0 && w->to[i] > from;) {
        uint64_t a = w->from[i] > from ? w->from[i] : from;
        uint64_t b = w->to[i] < to ? w->to[i] : to;

        sum += b > a ? b - a : 0;
    }
    return sum;
}

uint64_t stalls_between(uint64_t from, uint64_t to)
{
    uint64_t most = 0;

    for (int i = 0; i < PROCESSORS && watch[i]; i++) {
        uint64_t sum = stood(watch[i], from, to);

        most = sum > most ? sum : most;
    }
    return most;
}
