/* What the service counts, for http.h and for the operator. */
#include "inside.h"

#include <stdio.h>

void service_figures(const struct service *service, struct service_figures *out)
{
    tables_figures(service->tables, &out->tables);
    sockets_figures(service->sockets, &out->sockets);
    store_figures(service->store, &out->store);
    out->taken = service->taken;
    out->full = service->full;
    out->crowded = service->crowded;
    out->too_many_old = service->too_many_old;
}

unsigned service_troubles(void *context)
{
    const struct service *service = context;
    struct service_figures all;

    service_figures(service, &all);
    return (all.store.is_failing ? STORE_FAILS : 0u) |
           (tables_notice(service->tables)->is_closing ? CLOSING : 0u) |
           (all.sockets.open >= service->limits.guests ? NO_ROOM : 0u);
}

/* --- As text ------------------------------------------------------------ */

static void add_measure(struct pl_buffer *out, const char *name,
                        const char *kind, uint64_t value)
{
    char line[160];

    snprintf(line, sizeof line, "# TYPE parlour_%s %s\nparlour_%s %llu\n", name,
             kind, name, (unsigned long long)value);
    pl_add(out, line);
}

static void add_latency(const struct service *service, struct pl_buffer *out)
{
    uint64_t sum = 0;
    char line[160];

    pl_add(out, "# TYPE parlour_answer_seconds histogram\n");
    for (int i = 0; i < LATEST; i++) {
        sum += service->latency[i];
        snprintf(line, sizeof line,
                 "parlour_answer_seconds_bucket{le=\"%g\"} %llu\n",
                 (double)(1 << i) / 1000, (unsigned long long)sum);
        pl_add(out, line);
    }
    snprintf(line, sizeof line,
             "parlour_answer_seconds_bucket{le=\"+Inf\"} %llu\n"
             "parlour_answer_seconds_sum %g\n"
             "parlour_answer_seconds_count %llu\n",
             (unsigned long long)service->latencies,
             (double)service->latency_sum / 1e9,
             (unsigned long long)service->latencies);
    pl_add(out, line);
}

static void add_refusals(const struct service *service, struct pl_buffer *out)
{
    const struct refusal *r;
    char line[160];

    pl_add(out, "# TYPE parlour_refusals_total counter\n");
    for (int i = 0; (r = tables_refusal(service->tables, i)); i++) {
        snprintf(line, sizeof line,
                 "parlour_refusals_total{reason=\"%s\"} %llu\n", r->id,
                 (unsigned long long)r->count);
        pl_add(out, line);
    }
}

static uint64_t own_memory(void)
{
    size_t bytes = 0;

    uv_resident_set_memory(&bytes);
    return bytes;
}

void service_measure(void *context, struct pl_buffer *out)
{
    const struct service *service = context;
    struct service_figures all;
    const struct figures *f = &all.tables;
    const struct sockets_figures *s = &all.sockets;
    const struct store_figures *d = &all.store;
    char line[240];

    service_figures(service, &all);
    snprintf(line, sizeof line,
             "# TYPE parlour_build_info gauge\n"
             "parlour_build_info{version=\"%s\",build=\"%s\"} 1\n",
             PL_VERSION, service->build);
    pl_add(out, line);
    add_measure(out, "memory_bytes", "gauge", own_memory());
    add_measure(out, "tables", "gauge", (uint64_t)f->tables);
    add_measure(out, "tables_playing", "gauge", (uint64_t)f->playing);
    add_measure(out, "sockets", "gauge", (uint64_t)s->open);
    add_measure(out, "seated", "gauge", (uint64_t)f->seated);
    add_measure(out, "moves_total", "counter", f->moves);
    add_measure(out, "games_total", "counter", f->games);
    add_refusals(service, out);
    add_measure(out, "messages_received_total", "counter", s->received);
    add_measure(out, "messages_sent_total", "counter", s->sent);
    add_measure(out, "sockets_dropped_total", "counter", s->dropped);
    add_measure(out, "refused_full_total", "counter", all.full);
    add_measure(out, "refused_address_total", "counter", all.crowded);
    add_measure(out, "bots_thinking", "gauge",
                (uint64_t)thinker_count(service->thinker));
    add_measure(out, "store_commits_total", "counter", d->commits);
    add_measure(out, "store_writes_total", "counter", d->writes);
    add_measure(out, "store_failures_total", "counter", d->failures);
    add_measure(out, "store_waiting", "gauge", d->waiting);
    snprintf(line, sizeof line,
             "# TYPE parlour_store_seconds_total counter\n"
             "parlour_store_seconds_total %g\n"
             "# TYPE parlour_store_lag_seconds gauge\n"
             "parlour_store_lag_seconds %g\n",
             (double)d->nanoseconds / 1e9, (double)d->lag / 1e9);
    pl_add(out, line);
    add_latency(service, out);
}
