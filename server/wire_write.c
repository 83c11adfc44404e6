/* See wire.h: news are written straight into a buffer, so that equal news are
 * equal bytes. */
#include "parlour_json.h"
#include "sha256.h"
#include "wire.h"

#include <stdio.h>
#include <string.h>

const char *const wire_kind[] = {
#define REQUEST(name, needs, phases, must, may) #name,
#include "tables/requests.def"
#undef REQUEST
};

static void add_hex(struct pl_buffer *out, const char *key,
                    const uint8_t *bytes, size_t size)
{
    char hex[2 * PL_SEED + 1];

    pl_hex_write(bytes, size, hex);
    pl_json_text(out, key, hex);
}

/* Base64, by a table: libsodium's takes its time so that no clock tells what is
 * encoded, and a view is no secret to whom it is sent. */
static size_t write_base64(const uint8_t *bytes, size_t size, char *out)
{
    static const char letter[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t n = 0;

    for (size_t i = 0; i < size; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16 |
                         (i + 1 < size ? (uint32_t)bytes[i + 1] << 8 : 0u) |
                         (i + 2 < size ? bytes[i + 2] : 0u);

        out[n++] = letter[three >> 18];
        out[n++] = letter[three >> 12 & 63];
        out[n++] = i + 1 < size ? letter[three >> 6 & 63] : '=';
        out[n++] = i + 2 < size ? letter[three & 63] : '=';
    }
    return n;
}

static void add_view(struct pl_buffer *out, const char *key,
                     const struct pl_game *game, const union pl_state *view)
{
    char text[(PL_STATE + 2) / 3 * 4 + 2] = "\"";
    size_t n = 1 + write_base64(view->byte, game->state_size, text + 1);

    text[n++] = '"';
    pl_json_key(out, key);
    pl_add_bytes(out, text, n);
}

enum { WIRE_NAME = 16, SIGNATURE_GAMES = 20 };

/* What page and server must have in common: messages, and games whose states
 * are the same bytes by the same rules. Two builds may. */
static const char *name_wire(void)
{
    static char hash[SHA256_HEX + 1];
    struct pl_buffer all = {0};
    char line[96];

    if (hash[0])
        return hash;
    snprintf(line, sizeof line, "%d", WIRE_VERSION);
    pl_add(&all, line);
    for (int i = 0; pl_games[i]; i++) {
        const struct pl_game *game = pl_games[i];

        snprintf(line, sizeof line, " %s %zu %llx", game->id,
                 (size_t)game->state_size,
                 (unsigned long long)pl_signature(game, game->min_seats,
                                                  SIGNATURE_GAMES));
        pl_add(&all, line);
    }
    pl_sha256_hex(all.s, all.length, hash);
    hash[WIRE_NAME] = '\0';
    pl_buffer_free(&all);
    return hash;
}

void wire_greet(const char *build, const char *store, bool is_shared,
                int keep_days, struct pl_buffer *out)
{
    pl_json_open(out, NULL, "{");
    pl_json_number(out, "parlour", WIRE_VERSION);
    pl_json_text(out, "version", PL_VERSION);
    pl_json_text(out, "wire", name_wire());
    pl_json_text(out, "build", build);
    pl_json_text(out, "store", store);
    if (is_shared)
        pl_json_bool(out, "nodes", true);
    pl_json_number(out, "keep_days", keep_days);
    pl_json_close(out, "}");
}

/* --- Answers ------------------------------------------------------------- */

/* A person by name; no one can be taken for a bot. */
static void add_listed(const struct seat *seat, struct pl_buffer *out)
{
    if (seat->kind == SEAT_EMPTY) {
        pl_json_null(out, NULL);
    } else if (seat->kind == SEAT_BOT) {
        pl_json_open(out, NULL, "{");
        pl_json_text(out, "bot", seat->bot);
        pl_json_close(out, "}");
    } else {
        pl_json_text(out, NULL, seat->name);
    }
}

static void add_waiting(const struct table_data *table, struct pl_buffer *out)
{
    pl_json_open(out, NULL, "{");
    pl_json_text(out, "id", table->id);
    pl_json_text(out, "game", table->game->id);
    pl_json_open(out, "players", "[");
    for (int seat = 0; seat < table->setup.seats; seat++)
        add_listed(&table->seat[seat], out);
    pl_json_close(out, "]}");
}

void wire_lobby(const struct tables *tables, struct pl_buffer *out)
{
    const struct table_data *list[LOBBY_MOST];
    int n = tables_lobby(tables, list);

    pl_add(out, "");
    for (int i = 0; i < n; i++) {
        struct pl_buffer line = {0};

        add_waiting(list[i], &line);
        pl_add(out, line.s);
        pl_add(out, "\n");
        pl_buffer_free(&line);
    }
}

/* A table that has just moved may stand in two lists. */
static bool is_among(const struct table_data *const *list, int n,
                     const char *line)
{
    for (int i = 0; i < n; i++)
        if (strncmp(line + strlen("{\"id\":\""), list[i]->id,
                    strlen(list[i]->id)) == 0)
            return true;
    return false;
}

static void add_lobby(const struct tables *tables, struct pl_buffer *out)
{
    const struct table_data *list[LOBBY_MOST];
    const char *line = tables_lobby_elsewhere(tables);
    int here = tables_lobby(tables, list), n = here;

    pl_json_open(out, "tables", "[");
    for (int i = 0; i < here; i++)
        add_waiting(list[i], out);
    for (; *line && n < LOBBY_MOST; line += strcspn(line, "\n") + 1) {
        if (is_among(list, here, line))
            continue;
        pl_json_key(out, NULL);
        pl_add_bytes(out, line, strcspn(line, "\n"));
        n++;
    }
    pl_json_close(out, "]");
}

static void add_record(struct tables *tables, int guest, uint32_t game,
                       struct pl_buffer *out)
{
    struct pl_buffer record = {0};

    pl_add(&record, "");
    tables_record(tables, guest, game, &record);
    pl_json_number(out, "number", game);
    pl_json_text(out, "record", record.s);
    pl_buffer_free(&record);
}

static void add_qr(const char *dots, struct pl_buffer *out)
{
    int size = 1;

    while ((size_t)size * (size_t)size < strlen(dots))
        size++;
    pl_json_number(out, "size", size);
    pl_json_text(out, "dots", dots);
}

static void write_answer(struct tables *tables, int guest,
                         struct pl_buffer *out)
{
    const struct answer *a = tables_answer(tables, guest);

    pl_json_text(out, a->is_refused ? "no" : "ok",
                 a->kind == DO_COUNT ? "" : wire_kind[a->kind]);
    pl_json_number(out, "id", (long)a->id);
    if (a->is_refused)
        pl_json_message(out, "why", &a->why);
    if (a->kind == DO_move || a->kind == DO_dice || a->kind == DO_link)
        pl_json_number(out, "question", a->question);
    if (a->kind == DO_move)
        pl_json_text(out, "move", a->word);
    if (a->is_refused)
        return;
    if (a->table[0])
        pl_json_text(out, "table", a->table);
    if (a->seat >= 0)
        pl_json_number(out, "seat", a->seat);
    if (a->has_secret)
        add_hex(out, a->kind == DO_hand ? "token" : "secret", a->secret,
                SECRET);
    if (a->kind == DO_lobby)
        add_lobby(tables, out);
    if (a->kind == DO_record)
        add_record(tables, guest, a->number, out);
    if (a->kind == DO_qr)
        add_qr(a->text, out);
}

/* --- The table ----------------------------------------------------------- */

static void add_player(struct pl_buffer *out, const struct tables *tables,
                       int guest, int seat, bool is_here)
{
    const struct table_data *t = tables_table(tables, guest);
    int own = tables_seat(tables, guest);
    int reports = tables_reports(tables, guest, seat);

    static const char *const kind[] = {"empty", "person", "bot"};
    const struct seat *s = &t->seat[seat];

    pl_json_open(out, NULL, "{");
    pl_json_text(out, "kind", kind[s->kind]);
    if (s->kind == SEAT_BOT)
        pl_json_text(out, "bot", s->bot);
    if (s->kind == SEAT_PERSON) {
        pl_json_text(out, "name", s->name);
        pl_json_bool(out, "here", is_here);
        pl_json_bool(out, "ready", t->fair.hashes >> seat & 1);
        pl_json_bool(out, "stand_in", s->stand_in);
        pl_json_bool(out, "muted", s->is_muted);
        if (own >= 0 && s->deaf >> own & 1)
            pl_json_bool(out, "blocked", true);
        if (reports > 0)
            pl_json_number(out, "reports", reports);
    }
    pl_json_close(out, "}");
}

/* Any sheet but the usual one, as a text. */
static void add_sheet(struct pl_buffer *out, const struct pl_game *game)
{
    struct pl_buffer text = {0};

    if (game == pl_game_find(game->id))
        return;
    pl_sheet_write(game, &text);
    pl_json_text(out, "sheet", text.s);
    pl_buffer_free(&text);
}

static void add_setup(struct pl_buffer *out, const struct table_data *t)
{
    pl_json_text(out, "game", t->game->id);
    add_sheet(out, t->game);
    pl_json_number(out, "seats", t->setup.seats);
    pl_json_number(out, "first", t->setup.first);
    pl_json_options(out, "options", t->game, &t->setup);
    pl_json_number(out, "clock", t->clock);
    pl_json_bool(out, "listed", t->is_listed);
    pl_json_bool(out, "chat", t->has_chat);
    pl_json_bool(out, "reactions", t->has_reactions);
    pl_json_bool(out, "real", t->has_real_dice);
    pl_json_bool(out, "hints", t->has_hints);
    pl_json_bool(out, "together",
                 t->phase == TABLE_OPEN ? t->has_together
                                        : t->fair.is_together);
}

/* One for each seat; null: it has none. */
static void add_seat_hex(struct pl_buffer *out, const char *key,
                         const struct table_data *t, unsigned seats,
                         const void *bytes, size_t size)
{
    const uint8_t *from = bytes;

    pl_json_open(out, key, "[");
    for (int seat = 0; seat < t->setup.seats; seat++, from += size)
        if (seats >> seat & 1)
            add_hex(out, NULL, from, size);
        else
            pl_json_null(out, NULL);
    pl_json_close(out, "]");
}

static void add_fair(const struct tables *tables, int guest,
                     const struct table_data *t, struct pl_buffer *out)
{
    const struct pl_fair *fair = &t->fair;

    add_hex(out, "commitment", fair->commitment, PL_SEED);
    if (tables_reveals(tables, guest))
        add_seat_hex(out, "hashes", t, fair->hashes, fair->hash, PL_SEED);
    if (t->phase != TABLE_OPEN && fair->is_together)
        add_seat_hex(out, "nonces", t, fair->nonces, fair->nonce, PL_NONCE);
}

static void write_table(const struct tables *tables, int guest,
                        struct pl_buffer *out)
{
    static const char *const phase[] = {"open", "playing", "over"};
    const struct table_data *t = tables_table(tables, guest);
    unsigned here = tables_present(tables, guest);

    pl_json_open(out, "table", "{");
    pl_json_text(out, "id", t->id);
    if (t->code[0])
        pl_json_text(out, "code", t->code);
    pl_json_text(out, "phase", phase[t->phase]);
    pl_json_number(out, "number", t->games);
    if (tables_seat(tables, guest) >= 0)
        pl_json_number(out, "you", tables_seat(tables, guest));
    pl_json_number(out, "opener", tables_opener(tables, guest));
    pl_json_number(out, "host", t->opener);
    add_setup(out, t);
    add_fair(tables, guest, t, out);
    pl_json_open(out, "players", "[");
    for (int seat = 0; seat < t->setup.seats; seat++)
        add_player(out, tables, guest, seat, here >> seat & 1);
    pl_json_close(out, "]");
    pl_json_number(out, "watchers", tables_watchers(tables, guest));
    pl_json_close(out, "}");
}

/* --- The state ----------------------------------------------------------- */

struct writing {
    struct pl_buffer *out;
    int seat;
};

static void add_step(void *context, const struct pl_match *match, size_t step,
                     const union pl_state *before, const union pl_state *view)
{
    struct writing *to = context;
    struct pl_buffer words = {0};

    if (pl_match_may_see(match, step, to->seat))
        pl_step_words(match, step, before, &words);
    else
        pl_add(&words, "chance ?");
    pl_json_open(to->out, NULL, "[");
    pl_json_text(to->out, NULL, words.s);
    add_view(to->out, NULL, match->game, view);
    if (!pl_match_may_see(match, step, -1))
        pl_json_bool(to->out, NULL, true);
    pl_json_close(to->out, "]");
    pl_buffer_free(&words);
}

static void add_choice(struct pl_buffer *out, const struct pl_match *match,
                       int32_t choice)
{
    struct pl_text name = {0};

    match->game->name(match->game, &match->asked, (pl_move)choice, &name);
    pl_json_text(out, "choice", name.s);
}

static void add_draw(struct pl_buffer *out, const struct table_data *t,
                     const struct news_state *s)
{
    pl_json_open(out, "draw", "{");
    pl_json_number(out, "number", s->draw);
    pl_json_open(out, "named", "[");
    for (unsigned left = s->named; left; left &= left - 1) {
        int seat = pl_lowest(left);
        const struct pl_chain *chain = pl_fair_chain(&t->fair, seat, s->draw);

        pl_json_open(out, NULL, "{");
        pl_json_number(out, "seat", seat);
        pl_json_number(out, "from", chain ? chain->from : 0);
        add_hex(out, "anchor", chain ? chain->anchor : s->transcript, PL_SEED);
        pl_json_close(out, "}");
    }
    pl_json_close(out, "]");
    add_hex(out, "transcript", s->transcript, PL_SEED);
    pl_json_close(out, "}");
}

static void write_state(struct tables *tables, int guest, int64_t now,
                        struct pl_buffer *out)
{
    static const char *const what[] = {"over", "chance", "decide"};
    const struct table_data *t = tables_table(tables, guest);
    const struct pl_match *match = tables_match(tables, guest);
    struct writing to = {out, tables_seat(tables, guest)};
    struct news_state s;

    tables_state(tables, guest, now, &s);
    pl_json_open(out, "state", "{");
    pl_json_text(out, "table", t->id);
    pl_json_number(out, "number", t->games);
    pl_json_number(out, "question", s.question);
    pl_json_text(out, "turn", what[s.what]);
    pl_json_bits(out, "asked", s.asked, NULL);
    pl_json_bits(out, "answered", s.answered, NULL);
    if (s.throws >= 0)
        pl_json_number(out, "throws", s.throws);
    if (s.left >= 0)
        pl_json_number(out, "left", s.left);
    if (s.draw)
        add_draw(out, t, &s);
    if (s.choice >= 0)
        add_choice(out, match, s.choice);
    pl_json_number(out, "from", (long)s.from);
    pl_json_open(out, "steps", "[");
    tables_steps(tables, guest, &s, add_step, &to);
    pl_json_close(out, "]");
    pl_json_bool(out, "more", s.more);
    add_view(out, "view", t->game, &s.view);
    pl_json_close(out, "}");
}

static void write_talk(struct tables *tables, int guest, struct pl_buffer *out)
{
    const struct talk *talk;

    pl_json_open(out, "talk", "[");
    while ((talk = tables_talk(tables, guest))) {
        pl_json_open(out, NULL, "{");
        pl_json_number(out, "seat", talk->seat);
        if (talk->reaction >= 0)
            pl_json_number(out, "reaction", talk->reaction);
        else
            pl_json_text(out, "text", talk->text);
        pl_json_close(out, "}");
    }
    pl_json_close(out, "]");
}

static void write_house(const struct tables *tables, int64_t now,
                        struct pl_buffer *out)
{
    const struct notice *notice = tables_notice(tables);
    int64_t left = notice->closes > now ? notice->closes - now : 0;

    pl_json_open(out, "house", "{");
    if (notice->is_closing)
        pl_json_number(out, "minutes", (long)((left + 59999) / 60000));
    pl_json_text(out, "text", notice->text);
    pl_json_close(out, "}");
}

bool wire_write(struct tables *tables, int guest, int64_t now,
                struct pl_buffer *out)
{
    enum news news = tables_news(tables, guest);

    if (news == NO_NEWS)
        return false;
    pl_json_open(out, NULL, "{");
    switch (news) {
    case NO_NEWS:
        break;
    case NEWS_HOUSE:
        write_house(tables, now, out);
        break;
    case NEWS_ANSWER:
        write_answer(tables, guest, out);
        break;
    case NEWS_TABLE:
        write_table(tables, guest, out);
        break;
    case NEWS_STATE:
        write_state(tables, guest, now, out);
        break;
    case NEWS_TALK:
        write_talk(tables, guest, out);
        break;
    case NEWS_END:
        pl_json_text(out, "end", tables_end(tables, guest));
        break;
    }
    pl_json_close(out, "}");
    return true;
}
