/* See rows.h: how a table is read. */
#include "rows_inside.h"

#include <stdlib.h>
#include <string.h>

static void copy_text(struct stmt *stmt, int at, char *to, size_t size)
{
    const char *s = text_at(stmt, at);

    to[0] = '\0';
    if (s && strlen(s) < size)
        strcpy(to, s);
}

static bool copy_blob(struct stmt *stmt, int at, uint8_t *to, int size)
{
    int has;
    const void *from = blob_at(stmt, at, &has);

    if (!from || has != size)
        return false;
    memcpy(to, from, (size_t)size);
    return true;
}

static bool read_options(struct table_data *table, const char *text)
{
    char line[128], *value;
    struct pl_message why;

    while (*text) {
        size_t n = strcspn(text, "\n");

        if (n >= sizeof line)
            return false;
        memcpy(line, text, n);
        line[n] = '\0';
        value = strchr(line, ' ');
        if (!value)
            return false;
        *value++ = '\0';
        if (!pl_was_sheet(&table->game, line, value) &&
            !pl_setup_option(&table->setup, table->game, line, value, &why))
            return false;
        text += n + (text[n] == '\n');
    }
    return pl_setup_check(table->game, &table->setup, &why);
}

static bool read_table(struct stmt *stmt, struct table_data *table)
{
    const char *text;

    copy_text(stmt, 0, table->id, sizeof table->id);
    copy_text(stmt, 1, table->code, sizeof table->code);
    text = text_at(stmt, 2);
    table->game = text ? pl_game_find(text) : NULL;
    if (!table->game)
        return false;
    pl_setup_normal(&table->setup, table->game, (int)number_at(stmt, 3));
    table->setup.first = (uint8_t)number_at(stmt, 4);
    text = text_at(stmt, 5);
    if (!text || !read_options(table, text))
        return false;
    table->clock = (uint16_t)number_at(stmt, 6);
    table->is_listed = number_at(stmt, 7) != 0;
    table->has_chat = number_at(stmt, 8) != 0;
    table->has_reactions = number_at(stmt, 9) != 0;
    table->has_real_dice = number_at(stmt, 10) != 0;
    table->phase = (uint8_t)number_at(stmt, 11);
    table->opener = (int8_t)number_at(stmt, 12);
    table->games = (uint32_t)number_at(stmt, 13);
    table->base = (uint32_t)number_at(stmt, 14);
    table->rules = (uint64_t)number_at(stmt, 15);
    table->opened = number_at(stmt, 17);
    table->touched = number_at(stmt, 18);
    return copy_blob(stmt, 16, table->fair.seed, PL_SEED) &&
           table->phase <= TABLE_OVER && table->opener >= 0 &&
           table->opener < table->setup.seats;
}

/* A sheet that our rules do not take any more leaves the table as an older
 * Parlour sees it: it stays closed. */
static void read_sheet(struct stmt *stmt, struct table_data *table)
{
    const char *text = text_at(stmt, 1);
    int phase = (int)number_at(stmt, 0);
    struct pl_mistakes mistakes;
    const struct pl_game *game =
        text ? pl_sheet_read(text, strlen(text), &mistakes) : NULL;

    if (!game || strcmp(game->id, table->game->id) != 0 || phase < 0 ||
        phase > TABLE_OVER) {
        pl_game_drop(game);
        return;
    }
    table->game = game;
    table->phase = (uint8_t)phase;
    table->rules ^= ON_A_SHEET;
}

static bool read_seat(struct stmt *stmt, struct table_data *table)
{
    int seat = (int)number_at(stmt, 1);
    struct seat *s;

    if (seat < 0 || seat >= table->setup.seats)
        return false;
    s = &table->seat[seat];
    s->kind = (uint8_t)number_at(stmt, 2);
    s->stand_in = number_at(stmt, 3) != 0;
    s->is_muted = number_at(stmt, 4) != 0;
    copy_text(stmt, 5, s->name, sizeof s->name);
    copy_text(stmt, 6, s->bot, sizeof s->bot);
    s->token_until = number_at(stmt, 9);
    if (copy_blob(stmt, 10, table->fair.nonce[seat], PL_NONCE))
        table->fair.nonces = (uint8_t)(table->fair.nonces | 1u << seat);
    return s->kind <= SEAT_BOT && copy_blob(stmt, 7, s->secret, HASH) &&
           copy_blob(stmt, 8, s->token, HASH);
}

static bool read_fair_seat(struct table_data *table, int seat,
                           const uint8_t *from, int size)
{
    struct pl_fair *fair = &table->fair;
    int chains;

    if (seat >= table->setup.seats || size < 3 + PL_SEED)
        return false;
    chains = from[1];
    if (chains > PL_CHAINS || size != 3 + PL_SEED + chains * CHAIN_BYTES)
        return false;
    table->seat[seat].has_chain = from[0] && chains > 0;
    fair->chains[seat] = (uint8_t)chains;
    if (from[2])
        fair->hashes = (uint8_t)(fair->hashes | 1u << seat);
    memcpy(fair->hash[seat], from + 3, PL_SEED);
    from += 3 + PL_SEED;
    for (int i = 0; i < chains; i++, from += CHAIN_BYTES) {
        struct pl_chain *chain = &fair->chain[seat][i];

        for (int k = 0; k < 4; k++)
            chain->from |= (uint32_t)from[k] << 8 * k;
        chain->at = chain->from;
        memcpy(chain->anchor, from + 4, PL_SEED);
        memcpy(chain->link, from + 4, PL_SEED);
    }
    return true;
}

/* The row of the table comes first. */
static bool read_fair(struct stmt *stmt, struct table_data *table)
{
    int seat = (int)number_at(stmt, 0);
    int size;
    const uint8_t *from = blob_at(stmt, 1, &size);

    if (seat > ABOUT_TABLE)
        return read_fair_seat(table, seat, from, size);
    if (seat < ABOUT_TABLE || size < 2)
        return false;
    table->has_together = from[0];
    table->fair.is_together = from[1];
    if (table->fair.is_together)
        table->rules = ~table->rules;
    return true;
}

static void read_mark(const uint8_t *at, struct mark *mark)
{
    mark->is_used = true;
    mark->is_barred = at[0] & MARK_BARRED;
    mark->is_muted = at[0] & MARK_MUTED;
    mark->deaf = at[1];
    memcpy(mark->device, at + 2, DEVICE);
    for (int b = 0; b < 8; b++)
        mark->name |= (uint64_t)at[2 + DEVICE + b] << 8 * b;
}

static bool read_manners(struct stmt *stmt, struct table_data *table)
{
    int seats, marks;
    const uint8_t *of_seats = blob_at(stmt, 1, &seats);
    const uint8_t *of_marks = blob_at(stmt, 2, &marks);

    marks /= OF_MARK;
    if (seats != table->setup.seats * OF_SEAT || marks > MARKS)
        return false;
    table->has_hints = number_at(stmt, 0) != 0;
    for (int seat = 0; seat < table->setup.seats; seat++) {
        table->seat[seat].deaf = of_seats[seat * OF_SEAT];
        memcpy(table->seat[seat].device, of_seats + seat * OF_SEAT + 1, DEVICE);
    }
    for (int i = 0; i < marks; i++)
        read_mark(of_marks + i * OF_MARK, &table->mark[i]);
    return true;
}

static bool read_step(struct stmt *stmt, struct stored_table *table)
{
    struct stored_step *step;
    int count;
    const void *bytes = blob_at(stmt, 2, &count);

    if (table->steps % 64 == 0) {
        table->step =
            realloc(table->step, (table->steps + 64) * sizeof *table->step);
        pl_assert(table->step);
    }
    step = &table->step[table->steps++];
    memset(step, 0, sizeof *step);
    step->question = (uint32_t)number_at(stmt, 0);
    step->seat = (int8_t)number_at(stmt, 1);
    if (count > STEP_BYTES)
        return false;
    step->count = (uint8_t)count;
    if (count > 0)
        memcpy(step->bytes, bytes, (size_t)count);
    return true;
}

bool rows_find(struct rows *rows, const char *code, char id[TABLE_ID + 1])
{
    bind_text(rows->by_code, 1, code);
    id[0] = '\0';
    if (sql_next(rows->by_code))
        copy_text(rows->by_code, 0, id, TABLE_ID + 1);
    sql_reset(rows->by_code);
    return id[0];
}

/* NULL: an older backup has nothing of the kind. */
static void begin(struct stmt *stmt, const char *id)
{
    if (stmt)
        bind_text(stmt, 1, id);
}

bool rows_read(struct rows *rows, const char *id, struct stored_table *out)
{
    bool good;

    memset(out, 0, sizeof *out);
    bind_text(rows->get_table, 1, id);
    good = sql_next(rows->get_table) && read_table(rows->get_table, &out->data);
    sql_reset(rows->get_table);
    begin(rows->get_sheet, id);
    if (good && sql_next(rows->get_sheet))
        read_sheet(rows->get_sheet, &out->data);
    sql_reset(rows->get_sheet);
    bind_text(rows->get_seats, 1, id);
    while (good && sql_next(rows->get_seats))
        good = read_seat(rows->get_seats, &out->data);
    sql_reset(rows->get_seats);
    begin(rows->get_fair, id);
    while (good && sql_next(rows->get_fair))
        good = read_fair(rows->get_fair, &out->data);
    sql_reset(rows->get_fair);
    begin(rows->get_manners, id);
    if (good && sql_next(rows->get_manners))
        good = read_manners(rows->get_manners, &out->data);
    sql_reset(rows->get_manners);
    bind_text(rows->get_steps, 1, id);
    while (good && sql_next(rows->get_steps))
        good = read_step(rows->get_steps, out);
    sql_reset(rows->get_steps);
    if (!good)
        stored_free(out);
    return good;
}

char *rows_read_record(struct rows *rows, const char *id, uint32_t game)
{
    struct stmt *stmt = rows->get_record;
    char *record = NULL;

    bind_text(stmt, 1, id);
    bind_number(stmt, 2, game);
    if (sql_next(stmt))
        record = strdup(text_at(stmt, 0));
    sql_reset(stmt);
    return record;
}

void stored_free(struct stored_table *stored)
{
    pl_game_drop(stored->data.game);
    free(stored->step);
    for (size_t i = 0; i < stored->records; i++)
        free(stored->record[i].text);
    free(stored->record);
    memset(stored, 0, sizeof *stored);
}

void rows_read_records(struct rows *rows, const char *id,
                       struct stored_table *out)
{
    struct stmt *stmt = rows->get_records;
    size_t count = 0;

    bind_text(stmt, 1, id);
    while (sql_next(stmt))
        count++;
    sql_reset(stmt);
    out->record = calloc(count + 1, sizeof *out->record);
    pl_assert(out->record);
    while (out->records < count && sql_next(stmt)) {
        struct pl_buffer text = {0};

        pl_add(&text, text_at(stmt, 1));
        out->record[out->records++] =
            (struct stored_record){(uint32_t)number_at(stmt, 0), text.s};
    }
    sql_reset(stmt);
}

static void each_id(struct stmt *stmt,
                    void (*each)(void *context, const char *id), void *context)
{
    while (sql_next(stmt))
        each(context, text_at(stmt, 0));
    sql_reset(stmt);
}

void rows_each(struct rows *rows, int64_t since,
               void (*each)(void *context, const char *id), void *context)
{
    bind_number(rows->each, 1, since);
    each_id(rows->each, each, context);
}

void rows_each_old(struct rows *rows, int64_t before, int most,
                   void (*each)(void *context, const char *id), void *context)
{
    bind_number(rows->each_old, 1, before);
    bind_number(rows->each_old, 2, most);
    each_id(rows->each_old, each, context);
}

void rows_each_result(struct rows *rows, int since,
                      void (*each)(void *context,
                                   const struct stored_result *result),
                      void *context)
{
    struct stmt *stmt = rows->get_results;

    if (stmt)
        bind_number(stmt, 1, since);
    while (sql_next(stmt))
        each(context,
             &(struct stored_result){.day = (int)number_at(stmt, 0),
                                     .key = (uint64_t)number_at(stmt, 1),
                                     .value = (int)number_at(stmt, 2)});
    sql_reset(stmt);
}

void rows_ages(struct rows *rows, int64_t before, int *all, int *old)
{
    *all = *old = 0;
    bind_number(rows->ages, 1, before);
    if (sql_next(rows->ages)) {
        *all = (int)number_at(rows->ages, 0);
        *old = (int)number_at(rows->ages, 1);
    }
    sql_reset(rows->ages);
}
