/* Any bytes as requests of several people: each line begins with the number of
 * who says it. Every request has one answer, and what is said is JSON. */
#include "../server/wire.h"

#include <jansson.h>
#include <sodium.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { GUESTS = 5, THOUGHTS = 16, LINES = 200 };

static uint8_t counter;
static struct {
    int table, seat;
    uint32_t question;
    const struct pl_game *game;
    union pl_state view;
} thought[THOUGHTS];
static int thoughts;

/* Names and secrets that a corpus can know. */
static void count_up(void *context, void *bytes, size_t size)
{
    (void)context;
    memset(bytes, counter++, size);
}

static void save(void *context, const struct table_data *table, bool is_new)
{
    (void)is_new;
    (void)context;
    (void)table;
}

static void save_step(void *context, const char *table, uint32_t question,
                      int seat, const uint8_t *bytes, int count)
{
    (void)context;
    (void)table;
    (void)question;
    (void)seat;
    (void)bytes;
    (void)count;
}

static void save_record(void *context, const char *table, uint32_t number,
                        const char *record)
{
    (void)context;
    (void)table;
    (void)number;
    (void)record;
}

static void erase(void *context, const char *table)
{
    (void)context;
    (void)table;
}

static uint64_t submit(void *context)
{
    (void)context;
    return 0; /* safe already */
}

static bool is_busy(void *context)
{
    (void)context;
    return false;
}

static bool find(void *context, const char *code, char id[TABLE_ID + 1])
{
    (void)context;
    (void)code;
    (void)id;
    return false;
}

static char *record(void *context, const char *table, uint32_t number)
{
    (void)context;
    (void)table;
    (void)number;
    return NULL;
}

static void think(void *context, int table, uint32_t question, int seat,
                  const char *bot, const struct pl_game *game,
                  const union pl_state *view)
{
    (void)context;
    (void)bot;
    if (thoughts == THOUGHTS)
        return;
    thought[thoughts].table = table;
    thought[thoughts].seat = seat;
    thought[thoughts].question = question;
    thought[thoughts].game = game;
    pl_game_keep(game);
    thought[thoughts++].view = *view;
}

static char *draw(void *context, const char *text)
{
    (void)context;
    return qr_text(text);
}

static void wake(void *context, int guest)
{
    (void)context;
    (void)guest;
}

static const struct host host = {
    .random = count_up,
    .save = save,
    .save_step = save_step,
    .save_record = save_record,
    .erase_steps = erase,
    .erase = erase,
    .submit = submit,
    .is_busy = is_busy,
    .fetch = erase, /* nothing is kept */
    .find = find,
    .record = record,
    .draw = draw,
    .think = think,
    .wake = wake,
};

static void answer_thought(struct tables *tables, int64_t now)
{
    pl_move list[PL_MOVES];
    int i = --thoughts;

    thought[i].game->moves(thought[i].game, &thought[i].view, thought[i].seat,
                           list);
    tables_thought(tables, thought[i].table, thought[i].question,
                   thought[i].seat, list[0], now);
    pl_game_drop(thought[i].game);
}

static void hear_all(struct tables *tables, int64_t now)
{
    struct pl_buffer out = {0};

    for (int guest = 0; guest < GUESTS; guest++)
        while (wire_write(tables, guest, now, &out)) {
            json_t *json = json_loadb(out.s, out.length, 0, NULL);

            pl_assert(json_is_object(json));
            json_decref(json);
            out.length = 0;
        }
    pl_buffer_free(&out);
}

static void say(struct tables *tables, int guest, const char *text, size_t n,
                int64_t now)
{
    struct request request;
    struct pl_message why;

    if (wire_read(text, n, &request, &why))
        tables_ask(tables, guest, &request, now);
    else
        tables_refuse(tables, guest, request.id, &why);
    pl_assert(tables_news(tables, guest) == NEWS_ANSWER);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct limits limits = {.tables = 3,
                                         .guests = GUESTS,
                                         .watchers = 2,
                                         .openings = 100,
                                         .idle_minutes = 1,
                                         .away = 60000,
                                         .stand_in = "random"};
    const char *text = (const char *)data;
    struct tables *tables;
    int64_t now = 1000000;

    if (sodium_init() < 0)
        return 0;
    counter = 0;
    thoughts = 0;
    tables = tables_new(&host, &limits, now);
    for (int i = 0; i < GUESTS; i++)
        tables_arrive(tables, 1, now);
    for (int i = 0; i < LINES && size > 1; i++) {
        const char *end = memchr(text, '\n', size);
        size_t n = end ? (size_t)(end - text) : size;
        int guest = (uint8_t)text[0] % GUESTS;

        now += (uint8_t)text[0] * 4;
        if (n > 1)
            say(tables, guest, text + 1, n - 1, now);
        hear_all(tables, now);
        for (int k = 0; k < 40 && thoughts > 0; k++)
            answer_thought(tables, now);
        tables_tick(tables, now);
        size -= end ? n + 1 : n;
        text += end ? n + 1 : n;
    }
    tables_free(tables);
    while (thoughts > 0)
        pl_game_drop(thought[--thoughts].game);
    return 0;
}
