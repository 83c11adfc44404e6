/*
 * The edge of the module: text in and out, and matches by their handles.
 */
#include "wasm.h"

#include <stdlib.h>
#include <string.h>

struct known known[MATCHES];
struct pl_buffer in, out;
struct pl_message refusal;
int refused_line;

static struct pl_match match[MATCHES];

/* --- Text in and out ----------------------------------------------------- */

void begin(void)
{
    out.length = 0;
    pl_add(&out, "");
}

char *input(size_t size)
{
    if (in.room < size + 1) {
        in.s = realloc(in.s, size + 1);
        pl_assert(in.s);
        in.room = size + 1;
    }
    in.s[size] = '\0';
    return in.s;
}

const char *why(void)
{
    begin();
    pl_json_open(&out, NULL, "{");
    pl_json_message(&out, "message", &refusal);
    pl_json_number(&out, "line", refused_line);
    pl_json_close(&out, "}");
    return out.s;
}

/* --- Matches ------------------------------------------------------------- */

struct pl_match *at(int handle)
{
    pl_assert(handle >= 0 && handle < MATCHES && match[handle].game);
    return &match[handle];
}

int match_open(size_t length)
{
    int handle = 0;

    while (handle < MATCHES && match[handle].game)
        handle++;
    pl_assert(handle < MATCHES);
    refused_line = 0;
    if (pl_record_read(&match[handle], in.s, length, &refusal, &refused_line))
        return handle;
    pl_match_free(&match[handle]);
    return -1;
}

void match_close(int handle)
{
    pl_match_free(at(handle));
    free(known[handle].scene);
    memset(&known[handle], 0, sizeof known[handle]);
}

/* Any but the usual one. */
static void add_own_sheet(const struct pl_game *game)
{
    struct pl_buffer text = {0};

    if (game == pl_game_find(game->id))
        return;
    pl_sheet_write(game, &text);
    pl_json_text(&out, "sheet", text.s);
    pl_buffer_free(&text);
}

const char *match_about(int handle)
{
    const struct pl_match *m = at(handle);

    begin();
    pl_json_open(&out, NULL, "{");
    pl_json_text(&out, "game", m->game->id);
    add_own_sheet(m->game);
    pl_json_number(&out, "seats", m->setup.seats);
    pl_json_number(&out, "first", m->setup.first);
    pl_json_options(&out, "options", m->game, &m->setup);
    pl_json_open(&out, "names", "[");
    for (int s = 0; s < m->setup.seats; s++)
        pl_json_text(&out, NULL, m->name.of[s]);
    pl_json_close(&out, "]");
    pl_json_open(&out, "bots", "[");
    for (int s = 0; s < m->setup.seats; s++)
        pl_json_text(&out, NULL, m->bot.of[s]);
    pl_json_close(&out, "]");
    if (m->daily[0])
        pl_json_text(&out, "daily", m->daily);
    pl_json_close(&out, "}");
    return out.s;
}

/* The numbers of its how-to: a list a name. */
const char *match_facts(int handle)
{
    const struct pl_match *m = at(handle);
    struct pl_fact fact[PL_FACTS];
    int n = m->game->facts ? m->game->facts(m->game, &m->setup, fact) : 0;

    begin();
    pl_json_open(&out, NULL, "{");
    for (int i = 0; i < n; i++) {
        if (i == 0 || strcmp(fact[i].name, fact[i - 1].name) != 0)
            pl_json_open(&out, fact[i].name, "[");
        pl_json_number(&out, NULL, fact[i].n);
        if (i + 1 == n || strcmp(fact[i].name, fact[i + 1].name) != 0)
            pl_json_close(&out, "]");
    }
    pl_json_close(&out, "}");
    return out.s;
}

const char *match_record(int handle, int seat)
{
    begin();
    pl_record_write(at(handle), seat, &out);
    return out.s;
}
