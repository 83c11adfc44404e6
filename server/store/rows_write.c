/* See rows.h: how a table is written. */
#include "../bounds.h"
#include "rows_inside.h"

#include <string.h>

static void write_options(const struct table_data *table,
                          struct pl_buffer *text)
{
    struct pl_setting setting;

    pl_add(text, "");
    for (int i = 0; pl_setting(table->game, &table->setup, i, &setting); i++) {
        pl_add(text, setting.name);
        pl_add(text, " ");
        pl_add(text, setting.value.s);
        pl_add(text, "\n");
    }
}

static bool write_seat(struct stmt *stmt, const struct table_data *table,
                       int seat)
{
    const struct seat *s = &table->seat[seat];

    bind_text(stmt, 1, table->id);
    bind_number(stmt, 2, seat);
    bind_number(stmt, 3, s->kind);
    bind_number(stmt, 4, s->stand_in);
    bind_number(stmt, 5, s->is_muted);
    bind_text(stmt, 6, s->name);
    bind_text(stmt, 7, s->bot);
    bind_blob(stmt, 8, s->secret, HASH);
    bind_blob(stmt, 9, s->token, HASH);
    bind_number(stmt, 10, s->token_until);
    if (table->fair.nonces >> seat & 1)
        bind_blob(stmt, 11, table->fair.nonce[seat], PL_NONCE);
    else
        bind_blob(stmt, 11, NULL, 0);
    return sql_run_stmt(stmt);
}

static bool has_sheet(const struct table_data *table)
{
    return table->game != pl_game_find(table->game->id);
}

/* An older Parlour cannot go on where dice are drawn together or the sheet is
 * another one: it takes them for other rules, and leaves the table alone. */
static uint64_t stored_rules(const struct table_data *table)
{
    return (table->fair.is_together ? ~table->rules : table->rules) ^
           (has_sheet(table) ? ON_A_SHEET : 0);
}

/* It looks at the rules of a game that is played: so that is what it sees. */
static int stored_phase(const struct table_data *table)
{
    return has_sheet(table) ? TABLE_PLAYING : table->phase;
}

static bool write_sheet(struct rows *rows, const struct table_data *table)
{
    struct pl_buffer text = {0};
    bool good;

    if (!has_sheet(table))
        return true;
    pl_sheet_write(table->game, &text);
    bind_text(rows->put_sheet, 1, table->id);
    bind_number(rows->put_sheet, 2, table->phase);
    bind_text(rows->put_sheet, 3, text.s);
    good = sql_run_stmt(rows->put_sheet);
    pl_buffer_free(&text);
    return good;
}

static bool put_fair(struct rows *rows, const char *id, int seat,
                     const uint8_t *bytes, int size)
{
    bind_text(rows->put_fair, 1, id);
    bind_number(rows->put_fair, 2, seat);
    bind_blob(rows->put_fair, 3, bytes, size);
    return sql_run_stmt(rows->put_fair);
}

static bool write_fair_seat(struct rows *rows, const struct table_data *table,
                            int seat)
{
    const struct pl_fair *fair = &table->fair;
    uint8_t bytes[FAIR_BYTES] = {table->seat[seat].has_chain,
                                 fair->chains[seat], fair->hashes >> seat & 1};
    uint8_t *to = bytes + 3;

    memcpy(to, fair->hash[seat], PL_SEED);
    to += PL_SEED;
    for (int i = 0; i < fair->chains[seat]; i++, to += CHAIN_BYTES) {
        const struct pl_chain *chain = &fair->chain[seat][i];

        for (int k = 0; k < 4; k++)
            to[k] = (uint8_t)(chain->from >> 8 * k);
        memcpy(to + 4, chain->anchor, PL_SEED);
    }
    return put_fair(rows, table->id, seat, bytes, (int)(to - bytes));
}

/* In a game whose dice are not drawn together nothing of it changes. */
static bool write_fair(struct rows *rows, const struct table_data *table)
{
    const uint8_t about[] = {table->has_together, table->fair.is_together};

    if (table->phase != TABLE_OPEN && !table->fair.is_together)
        return true;
    if (!put_fair(rows, table->id, ABOUT_TABLE, about, sizeof about))
        return false;
    for (int seat = 0; seat < table->setup.seats; seat++)
        if (!write_fair_seat(rows, table, seat))
            return false;
    return true;
}

static int write_marks(const struct mark mark[MARKS], uint8_t *to)
{
    int n = 0;

    for (int i = 0; i < MARKS; i++) {
        uint8_t *at = to + n;

        if (!mark[i].is_used)
            continue;
        at[0] = (uint8_t)((mark[i].is_barred ? MARK_BARRED : 0) |
                          (mark[i].is_muted ? MARK_MUTED : 0));
        at[1] = mark[i].deaf;
        memcpy(at + 2, mark[i].device, DEVICE);
        for (int b = 0; b < 8; b++)
            at[2 + DEVICE + b] = (uint8_t)(mark[i].name >> 8 * b);
        n += OF_MARK;
    }
    return n;
}

/* How people are to be treated here, beside the tables that older versions of
 * Parlour know: they do not mind it. */
static bool write_manners(struct stmt *stmt, const struct table_data *table)
{
    uint8_t seats[PL_SEATS * OF_SEAT], marks[MARKS * OF_MARK];

    for (int seat = 0; seat < table->setup.seats; seat++) {
        seats[seat * OF_SEAT] = table->seat[seat].deaf;
        memcpy(seats + seat * OF_SEAT + 1, table->seat[seat].device, DEVICE);
    }
    bind_text(stmt, 1, table->id);
    bind_number(stmt, 2, table->has_hints);
    bind_blob(stmt, 3, seats, table->setup.seats * OF_SEAT);
    bind_blob(stmt, 4, marks, write_marks(table->mark, marks));
    return sql_run_stmt(stmt);
}

bool rows_put_table(struct rows *rows, const struct table_data *table,
                    bool is_new)
{
    struct stmt *stmt = is_new ? rows->put_table : rows->change_table;
    struct pl_buffer options = {0};
    bool good;

    write_options(table, &options);
    bind_text(stmt, 1, table->id);
    bind_text(stmt, 2, table->code);
    bind_text(stmt, 3, table->game->id);
    bind_number(stmt, 4, table->setup.seats);
    bind_number(stmt, 5, table->setup.first);
    bind_text(stmt, 6, options.s);
    bind_number(stmt, 7, table->clock);
    bind_number(stmt, 8, table->is_listed);
    bind_number(stmt, 9, table->has_chat);
    bind_number(stmt, 10, table->has_reactions);
    bind_number(stmt, 11, table->has_real_dice);
    bind_number(stmt, 12, stored_phase(table));
    bind_number(stmt, 13, table->opener);
    bind_number(stmt, 14, table->games);
    bind_number(stmt, 15, table->base);
    bind_number(stmt, 16, (int64_t)stored_rules(table));
    bind_blob(stmt, 17, table->fair.seed, PL_SEED);
    bind_number(stmt, 18, table->opened);
    bind_number(stmt, 19, table->touched);
    good = sql_run_stmt(stmt);
    pl_buffer_free(&options);
    if (!good)
        return false;
    for (int seat = 0; seat < table->setup.seats; seat++)
        if (!write_seat(rows->put_seat, table, seat))
            return false;
    return write_sheet(rows, table) && write_fair(rows, table) &&
           write_manners(rows->put_manners, table);
}

bool rows_put_step(struct rows *rows, const char *table,
                   const struct stored_step *step)
{
    struct stmt *stmt = rows->put_step;

    bind_text(stmt, 1, table);
    bind_number(stmt, 2, step->question);
    bind_number(stmt, 3, step->seat);
    bind_blob(stmt, 4, step->bytes, step->count);
    return sql_run_stmt(stmt);
}

/* Anyone who plays against bots could else fill the disk with them. */
static bool drop_earlier(struct stmt *stmt, const char *table, uint32_t game)
{
    bind_text(stmt, 1, table);
    bind_number(stmt, 2, game);
    return sql_run_stmt(stmt);
}

bool rows_put_record(struct rows *rows, const char *table, uint32_t game,
                     const char *record)
{
    struct stmt *stmt = rows->put_record;

    bind_text(stmt, 1, table);
    bind_number(stmt, 2, game);
    bind_text(stmt, 3, record);
    return sql_run_stmt(stmt) &&
           (game <= BOUND_RECORDS ||
            drop_earlier(rows->drop_earlier, table, game - BOUND_RECORDS));
}

static bool drop(struct stmt *stmt, const char *table)
{
    bind_text(stmt, 1, table);
    return sql_run_stmt(stmt);
}

bool rows_drop_steps(struct rows *rows, const char *table)
{
    return drop(rows->drop_steps, table);
}

bool rows_drop(struct rows *rows, const char *table)
{
    return drop(rows->drop_steps, table) && drop(rows->drop_fair, table) &&
           drop(rows->drop_sheet, table) && drop(rows->drop_seats, table) &&
           drop(rows->drop_manners, table) && drop(rows->drop_records, table) &&
           drop(rows->drop_table, table);
}

bool rows_put_result(struct rows *rows, const struct stored_result *result)
{
    bind_number(rows->put_result, 1, result->day);
    bind_number(rows->put_result, 2, (int64_t)result->key);
    bind_number(rows->put_result, 3, result->value);
    return sql_run_stmt(rows->put_result);
}

bool rows_drop_results(struct rows *rows, int before)
{
    bind_number(rows->drop_results, 1, before);
    return sql_run_stmt(rows->drop_results);
}
