/*
 * Which games and bots there are, and the sheets that games are played on.
 */
#include "wasm.h"

int game_count(void)
{
    int n = 0;

    while (pl_games[n])
        n++;
    return n;
}

const char *game_id(int game)
{
    return pl_games[game]->id;
}

int game_min_seats(int game)
{
    return pl_games[game]->min_seats;
}

int game_max_seats(int game)
{
    return pl_games[game]->max_seats;
}

uint64_t signature(int game, int seats, int games)
{
    return pl_signature(pl_games[game], seats, games);
}

static void add_option(const struct pl_option *option)
{
    struct pl_text normal = {0};

    pl_json_open(&out, NULL, "{");
    pl_json_text(&out, "name", option->name);
    pl_json_open(&out, "values", "[");
    if (option->value) {
        for (int i = 0; option->value[i]; i++)
            pl_json_text(&out, NULL, option->value[i]);
    } else {
        for (int i = option->low; i <= option->high; i++) {
            struct pl_text value = {0};

            pl_option_value(option, i, &value);
            pl_json_text(&out, NULL, value.s);
        }
    }
    pl_json_close(&out, "]");
    pl_option_value(option, option->normal, &normal);
    pl_json_text(&out, "normal", normal.s);
    pl_json_close(&out, "}");
}

/* 0: there is nothing to choose. */
static int shipped_sheets(const struct pl_game *game)
{
    int n = game->sheets != NULL;

    for (int i = 0; n && game->others && game->others[i]; i++)
        n++;
    return n;
}

static void add_game(const struct pl_game *game)
{
    pl_json_open(&out, NULL, "{");
    pl_json_text(&out, "id", game->id);
    pl_json_text(&out, "layout", game->layout);
    pl_json_number(&out, "minutes", game->minutes);
    pl_json_number(&out, "age", game->age);
    pl_json_number(&out, "hue", game->hue);
    pl_json_text(&out, "emblem", game->emblem);
    pl_json_number(&out, "least", game->min_seats);
    pl_json_number(&out, "most", game->max_seats);
    pl_json_bool(&out, "hands", game->has_hands);
    if (game->pass != PL_NO_MOVE)
        pl_json_number(&out, "pass", game->pass);
    pl_json_number(&out, "sheets", shipped_sheets(game));
    pl_json_signs(&out, "signs", game);
    pl_json_open(&out, "options", "[");
    for (int i = 0; i < pl_option_count(game); i++)
        add_option(&game->options[i]);
    pl_json_close(&out, "]}");
}

const char *games(void)
{
    begin();
    pl_json_open(&out, NULL, "{");
    pl_json_open(&out, "games", "[");
    for (int i = 0; pl_games[i]; i++)
        add_game(pl_games[i]);
    pl_json_close(&out, "]");
    pl_json_open(&out, "bots", "[");
    for (int i = 0; pl_bots[i]; i++)
        pl_json_text(&out, NULL, pl_bots[i]->id);
    pl_json_close(&out, "]}");
    return out.s;
}

/* --- Sheets -------------------------------------------------------------- */

/* The first is the usual one. */
const char *sheet_shipped(int game, int sheet)
{
    begin();
    pl_sheet_write(
        sheet == 0 ? pl_games[game] : pl_games[game]->others[sheet - 1], &out);
    return out.s;
}

static void add_kind(const char *key, const struct pl_cell *kind)
{
    pl_json_open(&out, key, "{");
    if (kind->low <= kind->high) {
        pl_json_number(&out, "low", kind->low);
        pl_json_number(&out, "high", kind->high);
    }
    pl_json_open(&out, "words", "[");
    for (int i = 0; kind->word && kind->word[i]; i++)
        pl_json_text(&out, NULL, kind->word[i]);
    pl_json_close(&out, "]");
    if (kind->means) {
        pl_json_open(&out, "means", "[");
        for (int i = 0; kind->word[i]; i++)
            pl_json_text(&out, NULL, kind->means[i] ? kind->means[i] : "");
        pl_json_close(&out, "]");
    }
    pl_json_close(&out, "}");
}

static void add_cell(const struct pl_cell *kind, int16_t cell)
{
    struct pl_text word = {0};

    if (cell >= PL_WORD)
        pl_put(&word, kind->word[cell - PL_WORD]);
    else
        pl_put_number(&word, cell);
    pl_json_text(&out, NULL, word.s);
}

static void add_line(const struct pl_line *line, const int16_t cell[])
{
    pl_json_open(&out, NULL, "{");
    pl_json_text(&out, "label", line->label);
    if (line->open)
        pl_json_number(&out, "most", line->count);
    add_kind("kind", line->cell);
    if (line->last)
        add_kind("last", line->last);
    pl_json_open(&out, "cells", "[");
    for (int i = 0; i < line->count && cell[i] != PL_NO_CELL; i++)
        add_cell(line->cell, cell[i]);
    if (line->last)
        add_cell(line->last, cell[line->count]);
    pl_json_close(&out, "]}");
}

static void add_lines(const struct pl_game *game)
{
    int16_t all[PL_CELLS], *cell = all;

    game->sheets->cells(game, all);
    pl_json_open(&out, "lines", "[");
    for (const struct pl_line *l = game->sheets->line; l->count; l++) {
        add_line(l, cell);
        cell += l->count + (l->last != NULL);
    }
    pl_json_close(&out, "]");
}

static void add_sheet(const struct pl_game *game)
{
    struct pl_sheet_about about;
    struct pl_buffer text = {0};

    pl_sheet_about(game, &about);
    pl_sheet_write(game, &text);
    pl_json_text(&out, "game", game->id);
    pl_json_text(&out, "layout", game->layout);
    pl_json_bool(&out, "own", game->own != NULL);
    pl_json_text(&out, "name", about.name);
    pl_json_text(&out, "author", about.author);
    pl_json_text(&out, "text", text.s);
    add_lines(game);
    pl_buffer_free(&text);
}

static void add_mistakes(const struct pl_mistakes *all)
{
    pl_json_open(&out, "mistakes", "[");
    for (int i = 0; i < all->count; i++) {
        pl_json_open(&out, NULL, "{");
        pl_json_number(&out, "line", all->mistake[i].line);
        pl_json_number(&out, "column", all->mistake[i].column);
        pl_json_message(&out, "what", &all->mistake[i].what);
        pl_json_close(&out, "}");
    }
    pl_json_close(&out, "]");
}

/* What the text in the input says, or what is wrong with it. */
const char *sheet_read(size_t length)
{
    struct pl_mistakes mistakes;
    const struct pl_game *game = pl_sheet_read(in.s, length, &mistakes);

    begin();
    pl_json_open(&out, NULL, "{");
    add_mistakes(&mistakes);
    if (game)
        add_sheet(game);
    pl_json_close(&out, "}");
    pl_game_drop(game);
    return out.s;
}

/* Its text. Only of a game that has sheets to choose. */
const char *sheet_make(int game, uint64_t seed)
{
    begin();
    pl_sheet_make(pl_games[game], seed, &out);
    return out.s;
}
