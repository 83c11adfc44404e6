/* See house.h. */
#include "house.h"
#include "parlour_bots.h"

#include <sodium.h>
#include <stdlib.h>

enum { TABLES = 400, GUESTS = 80, STEPS = 4000, THOUGHTS = 1000, OPS = 100000 };

struct image { /* a table in the store */
    bool is_there;
    struct table_data data;
    size_t steps;
    struct stored_step step[STEPS];
    char *record[8];
};

enum kind { SAVE, STEP, RECORD, DROP_STEPS, DROP };

struct op {
    uint64_t number;
    enum kind kind;
    bool is_new;
    char table[TABLE_ID + 1];
    struct table_data data;
    struct stored_step step;
    uint32_t game;
    char *record;
};

static struct image image[TABLES];
static struct op *op;
static size_t ops;
static uint64_t submitted, synced;
static struct {
    int table, seat;
    uint32_t question;
    const struct pl_game *game;
    union pl_state view;
} thought[THOUGHTS];
static size_t thoughts;

struct tables *house;

const char mixed_rows[] =
    "parlour-sheet 1\ngame qwixx\nname Mixed rows\nauthor Ann, 7\n"
    "r2 r3 r4 y5 y6 y7 g8 g9 g10 b11 r12\n"
    "y2 y3 g4 g5 g6 b7 b8 b9 r10 r11 y12\n"
    "b12 b11 b10 r9 r8 r7 y6 y5 y4 g3 g2\n"
    "g12 g11 y10 y9 b8 b7 r6 r5 b4 g3 b2\n";

int64_t house_now;
bool house_holds;
struct pl_rng house_rng;
struct limits house_limits = {.tables = 20,
                              .guests = 40,
                              .watchers = 5,
                              .openings = 20,
                              .idle_minutes = 60,
                              .away = 60000,
                              .stand_in = "random"};

static const struct host *house_host(void);
static void forget_ops(void);

/* --- The store ----------------------------------------------------------- */

static struct image *find_image(const char *id, bool make)
{
    for (int i = 0; i < TABLES; i++)
        if (image[i].is_there && strcmp(image[i].data.id, id) == 0)
            return &image[i];
    for (int i = 0; make && i < TABLES; i++)
        if (!image[i].is_there) {
            memset(&image[i], 0, sizeof image[i]);
            image[i].is_there = true;
            return &image[i];
        }
    return NULL;
}

static struct op *collect(enum kind kind, const char *table)
{
    struct op *new = &op[ops++];

    pl_assert(ops < OPS);
    memset(new, 0, sizeof *new);
    new->number = submitted + 1;
    new->kind = kind;
    strcpy(new->table, table);
    return new;
}

static void save(void *context, const struct table_data *table, bool is_new)
{
    struct op *new = collect(SAVE, table->id);

    (void)context;
    new->is_new = is_new;
    new->data = *table;
    pl_game_keep(table->game);
}

static void save_step(void *context, const char *table, uint32_t question,
                      int seat, const uint8_t *bytes, int count)
{
    struct op *new = collect(STEP, table);

    (void)context;
    new->step.question = question;
    new->step.seat = (int8_t)seat;
    new->step.count = (uint8_t)count;
    memcpy(new->step.bytes, bytes, (size_t)count);
}

static void save_record(void *context, const char *table, uint32_t game,
                        const char *record)
{
    struct op *new = collect(RECORD, table);

    (void)context;
    new->game = game;
    new->record = strdup(record);
}

static void erase_steps(void *context, const char *table)
{
    (void)context;
    collect(DROP_STEPS, table);
}

static void erase(void *context, const char *table)
{
    (void)context;
    collect(DROP, table);
}

static int by_question(const void *a, const void *b)
{
    const struct stored_step *x = a, *y = b;

    if (x->question != y->question)
        return x->question < y->question ? -1 : 1;
    return x->seat - y->seat;
}

static void put_step(struct image *to, const struct stored_step *step)
{
    for (size_t i = 0; i < to->steps; i++)
        if (by_question(&to->step[i], step) == 0) {
            to->step[i] = *step;
            return;
        }
    pl_assert(to->steps < STEPS);
    to->step[to->steps++] = *step;
    qsort(to->step, to->steps, sizeof *step, by_question);
}

static void drop(struct image *to)
{
    for (int i = 0; i < 8; i++)
        free(to->record[i]);
    pl_game_drop(to->data.game);
    memset(to, 0, sizeof *to);
}

static void apply(struct op *o)
{
    struct image *to = find_image(o->table, o->kind == SAVE && o->is_new);

    if (!to && o->kind == DROP)
        return;
    pl_assert(to);
    switch (o->kind) {
    case SAVE:
        pl_game_drop(to->data.game);
        to->data = o->data;
        break;
    case STEP:
        put_step(to, &o->step);
        break;
    case RECORD:
        free(to->record[o->game]);
        to->record[o->game] = o->record;
        break;
    case DROP_STEPS:
        to->steps = 0;
        break;
    case DROP:
        drop(to);
        break;
    }
}

void house_sync(void)
{
    for (size_t i = 0; i < ops; i++)
        apply(&op[i]);
    ops = 0;
    if (synced == submitted)
        return;
    synced = submitted;
    tables_synced(house, synced, house_now);
}

static uint64_t submit(void *context)
{
    (void)context;
    return ++submitted;
}

static bool is_busy(void *context)
{
    (void)context;
    return false;
}

static void fetch(void *context, const char *id)
{
    struct image *from = find_image(id, false);

    (void)context;
    if (from)
        tables_restore(house, &from->data, from->step, from->steps);
}

static bool find(void *context, const char *code, char id[TABLE_ID + 1])
{
    (void)context;
    for (int i = 0; i < TABLES; i++)
        if (image[i].is_there && strcmp(image[i].data.code, code) == 0) {
            strcpy(id, image[i].data.id);
            return true;
        }
    return false;
}

static char *record(void *context, const char *id, uint32_t game)
{
    struct image *from = find_image(id, false);

    (void)context;
    return from && game < 8 && from->record[game] ? strdup(from->record[game])
                                                  : NULL;
}

uint64_t house_synced_steps(const char *table)
{
    struct image *from = find_image(table, false);

    return from ? from->steps : 0;
}

struct stored_step *house_steps(const char *table)
{
    return find_image(table, false)->step;
}

struct table_data *house_data(const char *table)
{
    return &find_image(table, false)->data;
}

void house_keep(const struct table_data *data, const struct stored_step *step,
                size_t steps)
{
    struct image *to = find_image(data->id, true);

    to->data = *data;
    for (size_t i = 0; i < steps; i++)
        put_step(to, &step[i]);
}

struct tables *house_twin(const struct table_data *data,
                          const struct stored_step *step, size_t steps)
{
    struct tables *twin = tables_new(house_host(), &house_limits, house_now);
    size_t had = thoughts;
    bool sound = tables_restore(twin, data, step, steps);

    forget_ops();
    thoughts = had;
    if (sound)
        return twin;
    tables_free(twin);
    return NULL;
}

bool house_is_sound(const char *table)
{
    struct image *from = find_image(table, false);
    struct tables *other = house_twin(&from->data, from->step, from->steps);

    if (other)
        tables_free(other);
    return other;
}

/* --- Chance and bots ----------------------------------------------------- */

static void random_bytes(void *context, void *bytes, size_t size)
{
    (void)context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)pl_random(&house_rng);
}

static void think(void *context, int table, uint32_t question, int seat,
                  const char *bot, const struct pl_game *game,
                  const union pl_state *view)
{
    (void)context;
    (void)bot;
    pl_assert(thoughts < THOUGHTS);
    thought[thoughts].table = table;
    thought[thoughts].seat = seat;
    thought[thoughts].question = question;
    thought[thoughts].game = game;
    pl_game_keep(game);
    thought[thoughts++].view = *view;
}

bool house_think(void)
{
    size_t i = thoughts ? pl_below(&house_rng, (uint32_t)thoughts) : 0;
    pl_move list[PL_MOVES];
    int n;

    if (thoughts == 0)
        return false;
    n = thought[i].game->moves(thought[i].game, &thought[i].view,
                               thought[i].seat, list);
    tables_thought(house, thought[i].table, thought[i].question,
                   thought[i].seat, list[pl_below(&house_rng, (uint32_t)n)],
                   house_now);
    pl_game_drop(thought[i].game);
    thought[i] = thought[--thoughts];
    if (!house_holds)
        house_sync();
    return true;
}

void house_think_all(void)
{
    while (house_think())
        ;
}

static char *draw(void *context, const char *text)
{
    (void)context;
    return text[0] ? qr_text(text) : NULL;
}

static void wake(void *context, int guest)
{
    (void)context;
    (void)guest;
}

static const struct host host = {
    .random = random_bytes,
    .save = save,
    .save_step = save_step,
    .save_record = save_record,
    .erase_steps = erase_steps,
    .erase = erase,
    .submit = submit,
    .is_busy = is_busy,
    .fetch = fetch,
    .find = find,
    .record = record,
    .draw = draw,
    .think = think,
    .wake = wake,
};

static const struct host *house_host(void)
{
    return &host;
}

/* --- The house ----------------------------------------------------------- */

void house_open(uint64_t seed)
{
    pl_assert(sodium_init() >= 0);
    pl_seed(&house_rng, seed);
    house_now = 1000000;
    house_holds = false;
    submitted = synced = 0;
    thoughts = ops = 0;
    op = calloc(OPS, sizeof *op);
    house = tables_new(&host, &house_limits, house_now);
}

static void forget_ops(void)
{
    for (size_t i = 0; i < ops; i++) {
        free(op[i].record);
        if (op[i].kind == SAVE)
            pl_game_drop(op[i].data.game);
    }
    ops = 0;
    while (thoughts > 0)
        pl_game_drop(thought[--thoughts].game);
}

void house_close(void)
{
    tables_free(house);
    forget_ops();
    free(op);
    for (int i = 0; i < TABLES; i++)
        drop(&image[i]);
}

void house_dies(void)
{
    tables_free(house);
    forget_ops();
    synced = submitted;
    house = tables_new(&host, &house_limits, house_now);
    tables_synced(house, synced, house_now);
    for (int i = 0, n = 0; i < TABLES; i++)
        if (image[i].is_there && n++ < house_limits.tables)
            assert_true(tables_restore(house, &image[i].data, image[i].step,
                                       image[i].steps));
    if (!house_holds)
        house_sync();
}

/* --- People -------------------------------------------------------------- */

int arrive_from(uint64_t from)
{
    return tables_arrive(house, from, house_now);
}

/* Everyone from an address of his own. */
int arrive(void)
{
    static uint64_t from;

    return arrive_from(++from);
}

const struct answer *ask(int guest, struct request request)
{
    house_now += 60; /* no one is that quick */
    tables_ask(house, guest, &request, house_now);
    if (house_holds)
        return NULL;
    house_sync();
    while (tables_news(house, guest) != NEWS_ANSWER)
        ;
    return tables_answer(house, guest);
}

const char *refusal(int guest, struct request request)
{
    const struct answer *answer = ask(guest, request);

    return answer->is_refused ? answer->why.id : "";
}

struct request open_request(const char *game, int seats)
{
    struct request request = {.kind = DO_open, .game = pl_game_find(game)};

    pl_setup_normal(&request.setup, request.game, seats);
    strcpy(request.name, "Ann");
    return request;
}

/* --- Devices ------------------------------------------------------------- */

static struct device { /* by guest */
    uint8_t nonce[PL_NONCE];
    uint8_t chain[PL_LINKS + 1][PL_SEED]; /* from the anchor to the secret */
    uint32_t from;                        /* draws before its chain */
} device[GUESTS];

static void make_chain(struct device *d, uint32_t from)
{
    random_bytes(NULL, d->chain[PL_LINKS], PL_SEED);
    for (int i = PL_LINKS; i > 0; i--)
        pl_link_before(d->chain[i], 1, d->chain[i - 1]);
    d->from = from;
}

struct request promise_request(int guest)
{
    const struct table_data *t = tables_table(house, guest);
    struct request request = {.kind = DO_commit, .has_anchor = t->has_together};

    random_bytes(NULL, device[guest].nonce, PL_NONCE);
    make_chain(&device[guest], 0);
    pl_fair_hash(&t->fair, tables_seat(house, guest), device[guest].nonce,
                 request.sum);
    memcpy(request.link, device[guest].chain[0], PL_SEED);
    return request;
}

struct request nonce_request(int guest)
{
    struct request request = {.kind = DO_nonce};

    memcpy(request.secret, device[guest].nonce, PL_NONCE);
    return request;
}

struct request anchor_request(int guest, bool is_new, uint32_t draws)
{
    struct request request = {.kind = DO_anchor, .has_anchor = true};

    if (is_new)
        make_chain(&device[guest], draws);
    memcpy(request.link, device[guest].chain[0], PL_SEED);
    return request;
}

struct request link_request(int guest, const struct news_state *state)
{
    struct request request = {.kind = DO_link, .question = state->question};

    memcpy(request.link, device[guest].chain[state->draw - device[guest].from],
           PL_SEED);
    memcpy(request.sum, state->transcript, PL_SEED);
    return request;
}

void same_device(int guest, int as)
{
    device[guest] = device[as];
}

void show_nonces(const int guest[], int people)
{
    for (int i = 0; i < people; i++)
        assert_string_equal(refusal(guest[i], nonce_request(guest[i])), "");
}

static void promise(int guest)
{
    assert_string_equal(refusal(guest, promise_request(guest)), "");
}

void gather_at(int guest[], struct request opening, int people)
{
    struct request watch = {.kind = DO_watch};

    guest[0] = arrive();
    assert_string_equal(refusal(guest[0], opening), "");
    strcpy(watch.table, tables_answer(house, guest[0])->table);
    promise(guest[0]);
    for (int i = 1; i < opening.setup.seats; i++) {
        struct request sit = {.kind = DO_sit, .seat = (int8_t)i};

        if (i >= people) {
            sit.kind = DO_bot;
            strcpy(sit.name, "random");
            assert_string_equal(refusal(guest[0], sit), "");
            continue;
        }
        guest[i] = arrive();
        snprintf(sit.name, sizeof sit.name, "P%d", i);
        assert_string_equal(refusal(guest[i], watch), "");
        assert_string_equal(refusal(guest[i], sit), "");
        promise(guest[i]);
    }
}

void gather(int guest[], const char *game, int seats, int people)
{
    gather_at(guest, open_request(game, seats), people);
}

void start_game(const int guest[], int people)
{
    assert_string_equal(refusal(guest[0], (struct request){.kind = DO_start}),
                        "");
    show_nonces(guest, people);
}

void begin(int guest[], const char *game, int seats, int people)
{
    gather(guest, game, seats, people);
    start_game(guest, people);
}

bool last_state(int guest, struct news_state *out)
{
    bool found = false;

    for (;;)
        switch (tables_news(house, guest)) {
        case NO_NEWS:
            return found;
        case NEWS_STATE:
            tables_state(house, guest, house_now, out);
            found = true;
            break;
        case NEWS_TALK:
            while (tables_talk(house, guest))
                ;
            break;
        case NEWS_END:
            tables_end(house, guest);
            break;
        case NEWS_ANSWER:
        case NEWS_HOUSE:
        case NEWS_TABLE:
            break;
        }
}

struct request move_request(int guest, uint32_t question, const char *word)
{
    struct request request = {.kind = DO_move,
                              .question = question,
                              .seat = (int8_t)tables_seat(house, guest)};

    strcpy(request.table, tables_table(house, guest)->id);
    strcpy(request.word, word);
    return request;
}

const char *some_move(int guest, const struct news_state *state)
{
    const struct pl_game *game = tables_table(house, guest)->game;
    static struct pl_text name;
    pl_move list[PL_MOVES];
    union pl_state before = tables_match(house, guest)->asked;
    int n = game->moves(game, &before, tables_seat(house, guest), list);

    (void)state;
    name.length = 0;
    name.s[0] = '\0';
    game->name(game, &before, list[pl_below(&house_rng, (uint32_t)n)], &name);
    return name.s;
}
