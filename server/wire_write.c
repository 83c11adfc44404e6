/* See wire.h: news are written straight into a buffer, so that equal news are
 * equal bytes. */
#include "sha256.h"
#include "wire.h"

#include <sodium.h>
#include <string.h>

const char *const wire_kind[] = {
#define X(name) #name,
    REQUESTS(X)
#undef X
};

/* --- JSON ---------------------------------------------------------------- */

static void add_string(struct pl_buffer *out, const char *s)
{
    static const char digit[] = "0123456789abcdef";

    pl_add(out, "\"");
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        char hex[] = "\\u00..";

        if (c >= ' ' && c != '"' && c != '\\') {
            pl_add_bytes(out, s, 1);
            continue;
        }
        hex[4] = digit[c >> 4];
        hex[5] = digit[c & 15];
        pl_add(out, hex);
    }
    pl_add(out, "\"");
}

/* Begins a member; the comma is there unless it is the first. */
static void add_key(struct pl_buffer *out, const char *key)
{
    char last = out->length ? out->s[out->length - 1] : '{';

    pl_add(out, last == '{' || last == '[' ? "" : ",");
    if (!key)
        return;
    pl_add(out, "\"");
    pl_add(out, key);
    pl_add(out, "\":");
}

static void add_text(struct pl_buffer *out, const char *key, const char *s)
{
    add_key(out, key);
    add_string(out, s);
}

static void add_number(struct pl_buffer *out, const char *key, long n)
{
    add_key(out, key);
    pl_add_number(out, n);
}

static void add_flag(struct pl_buffer *out, const char *key, bool is)
{
    add_key(out, key);
    pl_add(out, is ? "true" : "false");
}

static void add_open(struct pl_buffer *out, const char *key, const char *sign)
{
    add_key(out, key);
    pl_add(out, sign);
}

static void add_bits(struct pl_buffer *out, const char *key, unsigned seats)
{
    add_open(out, key, "[");
    for (; seats; seats &= seats - 1)
        add_number(out, NULL, pl_lowest(seats));
    pl_add(out, "]");
}

static void add_hex(struct pl_buffer *out, const char *key,
                    const uint8_t *bytes, size_t size)
{
    char hex[2 * PL_SEED + 1];

    hex_write(bytes, size, hex);
    add_text(out, key, hex);
}

static void add_view(struct pl_buffer *out, const char *key,
                     const struct pl_game *game, const union pl_state *view)
{
    char text[sodium_base64_ENCODED_LEN(PL_STATE,
                                        sodium_base64_VARIANT_ORIGINAL)];

    sodium_bin2base64(text, sizeof text, view->byte, game->state_size,
                      sodium_base64_VARIANT_ORIGINAL);
    add_text(out, key, text);
}

static void add_message(struct pl_buffer *out, const char *key,
                        const struct pl_message *message)
{
    add_open(out, key, "{");
    add_text(out, "id", message->id);
    add_number(out, "seat", message->seat);
    add_number(out, "n", message->n);
    add_text(out, "word", message->word.s);
    pl_add(out, "}");
}

void wire_greet(const char *build, int keep_days, struct pl_buffer *out)
{
    pl_add(out, "{");
    add_number(out, "parlour", WIRE_VERSION);
    add_text(out, "version", PARLOUR_VERSION);
    add_text(out, "build", build);
    add_number(out, "keep_days", keep_days);
    pl_add(out, "}");
}

/* --- Answers ------------------------------------------------------------- */

static void add_lobby(const struct tables *tables, struct pl_buffer *out)
{
    const struct table_data *list[LOBBY_MOST];
    int n = tables_lobby(tables, list);

    add_open(out, "tables", "[");
    for (int i = 0; i < n; i++) {
        add_open(out, NULL, "{");
        add_text(out, "id", list[i]->id);
        add_text(out, "game", list[i]->game->id);
        add_open(out, "players", "[");
        for (int seat = 0; seat < list[i]->setup.seats; seat++) {
            const struct seat *s = &list[i]->seat[seat];

            if (s->kind == SEAT_EMPTY) {
                add_key(out, NULL);
                pl_add(out, "null");
            } else {
                add_text(out, NULL, s->name[0] ? s->name : s->bot);
            }
        }
        pl_add(out, "]}");
    }
    pl_add(out, "]");
}

static void add_record(struct tables *tables, int guest, uint32_t game,
                       struct pl_buffer *out)
{
    struct pl_buffer record = {0};

    pl_add(&record, "");
    tables_record(tables, guest, game, &record);
    add_number(out, "number", game);
    add_text(out, "record", record.s);
    pl_buffer_free(&record);
}

static void add_qr(const char *text, struct pl_buffer *out)
{
    struct pl_buffer dots = {0};

    add_number(out, "size", qr_dots(text, &dots));
    add_text(out, "dots", dots.s);
    pl_buffer_free(&dots);
}

static void write_answer(struct tables *tables, int guest,
                         struct pl_buffer *out)
{
    const struct answer *a = tables_answer(tables, guest);

    add_text(out, a->is_refused ? "no" : "ok",
             a->kind == DO_COUNT ? "" : wire_kind[a->kind]);
    add_number(out, "id", (long)a->id);
    if (a->is_refused)
        add_message(out, "why", &a->why);
    if (a->kind == DO_move || a->kind == DO_dice)
        add_number(out, "question", a->question);
    if (a->kind == DO_move)
        add_text(out, "move", a->word);
    if (a->is_refused)
        return;
    if (a->table[0])
        add_text(out, "table", a->table);
    if (a->seat >= 0)
        add_number(out, "seat", a->seat);
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

static void add_player(struct pl_buffer *out, const struct table_data *t,
                       int seat, bool is_here)
{
    static const char *const kind[] = {"empty", "person", "bot"};
    const struct seat *s = &t->seat[seat];

    add_open(out, NULL, "{");
    add_text(out, "kind", kind[s->kind]);
    if (s->kind == SEAT_BOT)
        add_text(out, "bot", s->bot);
    if (s->kind == SEAT_PERSON) {
        add_text(out, "name", s->name);
        add_flag(out, "here", is_here);
        add_flag(out, "ready", t->fair.nonces >> seat & 1);
        add_flag(out, "stand_in", s->stand_in);
        add_flag(out, "muted", s->is_muted);
    }
    pl_add(out, "}");
}

static void add_setup(struct pl_buffer *out, const struct table_data *t)
{
    add_text(out, "game", t->game->id);
    add_number(out, "seats", t->setup.seats);
    add_number(out, "first", t->setup.first);
    add_open(out, "options", "{");
    for (int i = 0; i < pl_option_count(t->game); i++) {
        struct pl_text value;

        pl_option_value(&t->game->options[i], t->setup.option[i], &value);
        add_text(out, t->game->options[i].name, value.s);
    }
    pl_add(out, "}");
    add_number(out, "clock", t->clock);
    add_flag(out, "listed", t->is_listed);
    add_flag(out, "chat", t->has_chat);
    add_flag(out, "reactions", t->has_reactions);
    add_flag(out, "real", t->has_real_dice);
}

static void write_table(const struct tables *tables, int guest,
                        struct pl_buffer *out)
{
    static const char *const phase[] = {"open", "playing", "over"};
    const struct table_data *t = tables_table(tables, guest);
    unsigned here = tables_present(tables, guest);

    add_open(out, "table", "{");
    add_text(out, "id", t->id);
    if (t->code[0])
        add_text(out, "code", t->code);
    add_text(out, "phase", phase[t->phase]);
    add_number(out, "number", t->games);
    if (tables_seat(tables, guest) >= 0)
        add_number(out, "you", tables_seat(tables, guest));
    add_number(out, "opener", t->opener);
    add_setup(out, t);
    add_hex(out, "commitment", t->fair.commitment, PL_SEED);
    add_open(out, "players", "[");
    for (int seat = 0; seat < t->setup.seats; seat++)
        add_player(out, t, seat, here >> seat & 1);
    pl_add(out, "]");
    add_number(out, "watchers", tables_watchers(tables, guest));
    pl_add(out, "}");
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
    add_open(to->out, NULL, "[");
    add_text(to->out, NULL, words.s);
    add_view(to->out, NULL, match->game, view);
    pl_add(to->out, "]");
    pl_buffer_free(&words);
}

static void add_choice(struct pl_buffer *out, const struct pl_match *match,
                       int32_t choice)
{
    struct pl_text name = {0};

    match->game->name(&match->state, (pl_move)choice, &name);
    add_text(out, "choice", name.s);
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
    add_open(out, "state", "{");
    add_text(out, "table", t->id);
    add_number(out, "number", t->games);
    add_number(out, "question", s.question);
    add_text(out, "turn", what[s.what]);
    add_bits(out, "asked", s.asked);
    add_bits(out, "answered", s.answered);
    if (s.throws >= 0)
        add_number(out, "throws", s.throws);
    if (s.left >= 0)
        add_number(out, "left", s.left);
    if (s.choice >= 0)
        add_choice(out, match, s.choice);
    add_number(out, "from", (long)s.from);
    add_open(out, "steps", "[");
    tables_steps(tables, guest, &s, add_step, &to);
    pl_add(out, "]");
    add_flag(out, "more", s.more);
    add_view(out, "view", t->game, &s.view);
    pl_add(out, "}");
}

static void write_talk(struct tables *tables, int guest, struct pl_buffer *out)
{
    const struct talk *talk;

    add_open(out, "talk", "[");
    while ((talk = tables_talk(tables, guest))) {
        add_open(out, NULL, "{");
        add_number(out, "seat", talk->seat);
        if (talk->reaction >= 0)
            add_number(out, "reaction", talk->reaction);
        else
            add_text(out, "text", talk->text);
        pl_add(out, "}");
    }
    pl_add(out, "]");
}

bool wire_write(struct tables *tables, int guest, int64_t now,
                struct pl_buffer *out)
{
    enum news news = tables_news(tables, guest);

    if (news == NO_NEWS)
        return false;
    pl_add(out, "{");
    switch (news) {
    case NO_NEWS:
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
        add_text(out, "end", tables_end(tables, guest));
        break;
    }
    pl_add(out, "}");
    return true;
}
