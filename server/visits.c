/* People at their sockets: who may come in, what they say, and requests that
 * wait until something was looked up in the store. */
#include "inside.h"
#include "wire.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SERVICE_RESTART = 1012, TRY_LATER = 1013, BLIND = 5000 };

void visits_cut(void *context, int guest)
{
    sockets_end(((struct service *)context)->sockets, guest, SERVICE_RESTART,
                "");
}

void visits_check_sight(struct service *service)
{
    if (store_blind(service->store) > BLIND)
        tables_lose_all(service->tables, visits_cut, service);
}

/* --- What they say ------------------------------------------------------ */

static bool is_fetched(const struct service *service, const char *table)
{
    for (int i = 0; i < service->limits.guests; i++)
        if (service->visit[i].lack == LACKS_TABLE &&
            strcmp(service->visit[i].request->table, table) == 0)
            return true;
    return false;
}

/* gcc's analyzer loses sight of what an element of an array points to. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

static void wait_with(struct visit *visit, const struct request *request,
                      enum lack lack)
{
    struct request *copy = malloc(sizeof *copy);

    pl_assert(copy);
    *copy = *request;
    visit->request = copy;
    visit->lack = lack;
}

/* A QR code, which a thread draws; the next one has to wait, so that no crowd
 * of them takes all of the computer. */
struct drawing {
    struct drawing *next;
    struct service *service;
    int socket;
    uint64_t visit;
    char text[QR_BYTES + 1];
    char *dots;
};

static void draw(void *with)
{
    struct drawing *drawing = with;

    drawing->dots = qr_text(drawing->text);
}

static void is_drawn(void *with);

static void draw_next(struct service *service)
{
    if (service->drawing)
        thinker_do(service->thinker, draw, is_drawn, service->drawing);
}

static void send_drawing(struct service *service, int socket,
                         const struct request *request)
{
    struct drawing *drawing = calloc(1, sizeof *drawing);

    pl_assert(drawing);
    drawing->service = service;
    drawing->socket = socket;
    drawing->visit = service->visit[socket].number;
    strcpy(drawing->text, request->text);
    wait_with(&service->visit[socket], request, LACKS_DRAWING);
    if (service->drawing) {
        service->last_drawing->next = drawing;
        service->last_drawing = drawing;
        return;
    }
    service->drawing = service->last_drawing = drawing;
    draw_next(service);
}

/* The request waits; who waits for the same table shares an errand. */
static void send_errand(struct service *service, int socket,
                        const struct request *request, enum lack lack)
{
    static const enum errand_kind kind[] = {[LACKS_TABLE] = FETCH_TABLE,
                                            [LACKS_CODE] = FIND_CODE,
                                            [LACKS_RECORD] = FETCH_RECORD};
    struct visit *visit = &service->visit[socket];
    bool is_shared = lack == LACKS_TABLE && is_fetched(service, request->table);
    const struct table_data *at = tables_table(service->tables, socket);
    struct errand *errand;

    wait_with(visit, request, lack);
    if (is_shared)
        return;
    errand = errand_new(kind[lack], socket);
    errand->visit = visit->number;
    errand->tries = visit->tries;
    errand->gone = tables_gone(service->tables);
    strcpy(errand->code, request->code);
    errand->game = request->number;
    strcpy(errand->table, lack == LACKS_RECORD && at ? at->id : request->table);
    store_send(service->store, errand);
}

static void hear(struct service *service, int socket, const char *text,
                 size_t length)
{
    struct request request;
    struct pl_message why;
    enum lack lack;
    int64_t early;

    if (service->asked[socket] == 0)
        service->asked[socket] = uv_hrtime();
    if (!wire_read(text, length, &request, &why))
        tables_refuse(service->tables, socket, request.id, &why);
    else if ((lack = tables_lacks(service->tables, socket, &request,
                                  now(service))) == LACKS_DRAWING)
        send_drawing(service, socket, &request);
    else if (lack)
        send_errand(service, socket, &request, lack);
    else
        tables_ask(service->tables, socket, &request, now(service));
    sodium_memzero(request.secret, sizeof request.secret);
    sodium_memzero(request.token, sizeof request.token);
    early = tables_wait(service->tables, socket, now(service));
    if (early > 0)
        sockets_rest(service->sockets, socket, early);
}

static bool heard(void *context, int socket, const char *text, size_t length)
{
    struct service *service = context;
    struct visit *visit = &service->visit[socket];

    visits_check_sight(service);
    if (!tables_listens(service->tables, socket) || visit->texts == ANSWERS)
        return false; /* that many at a time are no page's */
    if (visit->lack == LACKS_NOTHING) {
        hear(service, socket, text, length);
        return true;
    }
    visit->behind[visit->texts] = (struct text){malloc(length), length};
    pl_assert(visit->behind[visit->texts].s);
    memcpy(visit->behind[visit->texts++].s, text, length);
    return true;
}

/* --- What was looked up for them ---------------------------------------- */

static void forget_request(struct visit *visit)
{
    if (visit->request) {
        sodium_memzero(visit->request->secret, SECRET);
        sodium_memzero(visit->request->token, SECRET);
    }
    free(visit->request);
    visit->request = NULL;
    visit->lack = LACKS_NOTHING;
}

static void forget_visit(struct visit *visit)
{
    forget_request(visit);
    while (visit->texts > 0)
        free(visit->behind[--visit->texts].s);
}

/* What stands behind, until something has to be looked up again. */
static void hear_behind(struct service *service, int socket)
{
    struct visit *visit = &service->visit[socket];

    while (visit->texts > 0 && visit->lack == LACKS_NOTHING) {
        struct text text = visit->behind[0];

        memmove(visit->behind, visit->behind + 1,
                (size_t)--visit->texts * sizeof *visit->behind);
        if (tables_listens(service->tables, socket))
            hear(service, socket, text.s, text.length);
        free(text.s);
    }
}

/* With what was looked up; a reason that ends the socket tells the page how
 * many tries others took. */
static void go_on(struct service *service, int socket,
                  const struct errand *errand)
{
    struct visit *visit = &service->visit[socket];
    char reason[32];

    if (errand->found == ELSEWHERE || errand->found == LATER) {
        snprintf(reason, sizeof reason, "try=%u",
                 errand->found == ELSEWHERE ? errand->tries : visit->tries);
        forget_visit(visit);
        sockets_end(service->sockets, socket,
                    errand->found == ELSEWHERE ? SERVICE_RESTART : TRY_LATER,
                    reason);
        return;
    }
    if (errand->found == BURIED && visit->request->kind == DO_open) {
        tables_refuse(service->tables, socket, visit->request->id,
                      &PL_SAY("table.gone"));
    } else {
        service->ready = errand;
        tables_ask(service->tables, socket, visit->request, now(service));
        service->ready = NULL;
    }
    forget_request(visit);
    hear_behind(service, socket);
}

static bool is_wanted(const struct drawing *drawing)
{
    const struct visit *visit = &drawing->service->visit[drawing->socket];

    return visit->lack == LACKS_DRAWING && visit->number == drawing->visit;
}

static void forget_first_drawing(struct service *service)
{
    struct drawing *first = service->drawing;

    service->drawing = first->next;
    free(first->dots);
    free(first);
}

/* Those who have gone meanwhile need none. */
static void is_drawn(void *with)
{
    struct drawing *drawing = with;
    struct service *service = drawing->service;
    struct visit *visit = &service->visit[drawing->socket];

    if (is_wanted(drawing)) {
        service->drawn = drawing->dots;
        tables_ask(service->tables, drawing->socket, visit->request,
                   now(service));
        service->drawn = NULL;
        forget_request(visit);
        hear_behind(service, drawing->socket);
    }
    do
        forget_first_drawing(service);
    while (service->drawing && !is_wanted(service->drawing));
    draw_next(service);
}

static bool is_for(const struct visit *visit, const struct errand *errand)
{
    return errand->kind == FETCH_TABLE
               ? visit->lack == LACKS_TABLE &&
                     strcmp(visit->request->table, errand->table) == 0
               : visit->lack != LACKS_NOTHING && visit->number == errand->visit;
}

void visits_answer(struct service *service, const struct errand *errand)
{
    for (int i = 0; i < service->limits.guests; i++)
        if (service->is_taken[i] && is_for(&service->visit[i], errand))
            go_on(service, i, errand);
}

/* --- What they hear ----------------------------------------------------- */

/* From hearing a request to sending the first answer after it. */
static void note_latency(struct service *service, int socket)
{
    uint64_t took = uv_hrtime() - service->asked[socket];
    int i = 0;

    if (service->asked[socket] == 0)
        return;
    service->asked[socket] = 0;
    while (i < LATEST && took > (uint64_t)1000000 << i)
        i++;
    service->latency[i]++;
    service->latencies++;
    service->latency_sum += took;
}

static bool next(void *context, int socket, struct pl_buffer *out)
{
    struct service *service = context;

    if (!service->is_greeted[socket]) {
        service->is_greeted[socket] = true;
        wire_greet(service->build, store_id(service->store),
                   store_is_shared(service->store), service->keep_days, out);
        return true;
    }
    if (!wire_write(service->tables, socket, now(service), out))
        return false;
    note_latency(service, socket);
    return true;
}

static void gone(void *context, int socket)
{
    struct service *service = context;

    service->is_taken[socket] = false;
    forget_visit(&service->visit[socket]);
    tables_go(service->tables, socket, now(service));
}

static bool is_behind(void *context)
{
    return store_is_behind(((struct service *)context)->store);
}

/* --- Who comes in ------------------------------------------------------- */

static int count_from(const struct service *service, uint64_t from)
{
    int n = 0;

    for (int i = 0; i < service->limits.guests; i++)
        n += service->is_taken[i] && service->from[i] == from;
    return n;
}

enum welcome service_welcome(void *context, uint64_t from)
{
    struct service *service = context;
    struct sockets_figures sockets;

    sockets_figures(service->sockets, &sockets);
    if (sockets.open >= service->limits.guests) {
        service->full++;
        return HOUSE_FULL;
    }
    if (tables_is_banned(service->tables, from, now(service)))
        return NOT_WELCOME;
    if (count_from(service, from) +
            tables_guests_elsewhere(service->tables, from) >=
        service->per_address) {
        service->crowded++;
        return TOO_MANY_THERE;
    }
    return WELCOME;
}

void service_take(void *context, int fd, uint64_t from, unsigned tries,
                  const char *read, size_t length)
{
    struct service *service = context;
    int guest = tables_arrive(service->tables, from, now(service));

    if (guest < 0) {
        close(fd);
        return;
    }
    service->is_greeted[guest] = false;
    service->asked[guest] = 0;
    service->from[guest] = from;
    service->is_taken[guest] = true;
    service->visit[guest].number = ++service->visits;
    service->visit[guest].tries = tries;
    service->taken++;
    sockets_add(service->sockets, guest, fd, read, length);
}

void service_cut_off(struct service *service)
{
    for (int i = 0; i < service->limits.guests; i++)
        if (service->is_taken[i] &&
            tables_is_banned(service->tables, service->from[i], now(service)))
            sockets_drop(service->sockets, i);
}

/* --- From opening to closing -------------------------------------------- */

void visits_open(struct service *service, int impatience)
{
    size_t sockets = (size_t)service->limits.guests;

    service->is_greeted = calloc(sockets, sizeof *service->is_greeted);
    service->asked = calloc(sockets, sizeof *service->asked);
    service->from = calloc(sockets, sizeof *service->from);
    service->is_taken = calloc(sockets, sizeof *service->is_taken);
    service->visit = calloc(sockets, sizeof *service->visit);
    pl_assert(service->is_greeted && service->asked && service->from &&
              service->is_taken && service->visit);
    service->sockets_host = (struct sockets_host){.context = service,
                                                  .heard = heard,
                                                  .next = next,
                                                  .gone = gone,
                                                  .is_behind = is_behind};
    service->sockets = sockets_open(service->loop, (int)sockets, WIRE_LONGEST,
                                    impatience, &service->sockets_host);
}

void visits_close(struct service *service)
{
    sockets_close(service->sockets);
    for (int i = 0; i < service->limits.guests; i++)
        forget_visit(&service->visit[i]);
}

void visits_free(struct service *service)
{
    free(service->is_greeted);
    free(service->asked);
    free(service->from);
    free(service->is_taken);
    free(service->visit);
}
