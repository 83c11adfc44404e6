/* See wire.h. Requests are read with jansson against one table of fields;
 * answers are written straight into a buffer, so that equal news are equal
 * bytes. */
#include "wire.h"
#include "server.h"
#include "sha256.h"

#include <jansson.h>
#include <sodium.h>
#include <string.h>

/* --- Reading ------------------------------------------------------------- */

struct reading {
    struct request *r;
    struct pl_message *why;
    const char *key; /* the field that is being read */
    int seats, first;
    json_t *options;
};

static bool refuse(struct reading *in, const char *id, const char *word)
{
    return server_refuse(in->why, id, word, 0);
}

static bool bad(struct reading *in)
{
    return refuse(in, "wire.bad_field", in->key);
}

static bool read_whole(struct reading *in, const json_t *value, int64_t most,
                       int64_t *out)
{
    *out = 0;
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        json_integer_value(value) > most)
        return bad(in);
    *out = json_integer_value(value);
    return true;
}

static bool read_number(struct reading *in, const json_t *value, uint32_t *out)
{
    int64_t n;

    if (!read_whole(in, value, INT32_MAX, &n))
        return false;
    *out = (uint32_t)n;
    return true;
}

static bool read_flag(struct reading *in, const json_t *value, bool *out)
{
    *out = json_is_true(value);
    return json_is_boolean(value) || bad(in);
}

/* A string without zero bytes that fits; size counts the end. */
static bool read_string(struct reading *in, const json_t *value, char *out,
                        size_t size)
{
    out[0] = '\0';
    if (!json_is_string(value) || json_string_length(value) >= size ||
        strlen(json_string_value(value)) != json_string_length(value))
        return bad(in);
    strcpy(out, json_string_value(value));
    return true;
}

static bool is_plain(const char *s)
{
    for (; *s; s++)
        if (*s <= ' ' || *s > '~')
            return false;
    return true;
}

static bool read_word(struct reading *in, const json_t *value, char *out,
                      size_t size)
{
    return read_string(in, value, out, size) &&
           ((out[0] && is_plain(out)) || bad(in));
}

static bool read_table(struct reading *in, const json_t *value)
{
    return read_word(in, value, in->r->table, sizeof in->r->table);
}

static bool read_secret(struct reading *in, const json_t *value)
{
    char hex[2 * SECRET + 1];

    return read_string(in, value, hex, sizeof hex) &&
           (hex_read(hex, in->r->secret, SECRET) || bad(in));
}

/* As people type it: o is 0, i and l are 1, capitals are small letters. */
static bool read_code(struct reading *in, const json_t *value)
{
    char *c = in->r->code;

    if (!read_word(in, value, in->r->code, sizeof in->r->code))
        return false;
    for (; *c; c++) {
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
        *c = *c == 'o' ? '0' : *c == 'i' || *c == 'l' ? '1' : *c;
    }
    return true;
}

static bool read_seat(struct reading *in, const json_t *value)
{
    int64_t seat;

    if (!read_whole(in, value, PL_SEATS - 1, &seat))
        return false;
    in->r->seat = (int8_t)seat;
    return true;
}

static bool read_question(struct reading *in, const json_t *value)
{
    return read_number(in, value, &in->r->question);
}

static bool read_game_number(struct reading *in, const json_t *value)
{
    return read_number(in, value, &in->r->number);
}

static bool read_have(struct reading *in, const json_t *value)
{
    return read_number(in, value, &in->r->have);
}

static bool read_on(struct reading *in, const json_t *value)
{
    return read_flag(in, value, &in->r->flag);
}

static bool read_name(struct reading *in, const json_t *value)
{
    return read_string(in, value, in->r->name, sizeof in->r->name) &&
           (pl_name_is_good(in->r->name) || bad(in));
}

static bool read_bot(struct reading *in, const json_t *value)
{
    return read_word(in, value, in->r->name, sizeof in->r->name);
}

/* jansson has checked that it is UTF-8. */
static bool read_text(struct reading *in, const json_t *value)
{
    size_t most = in->r->kind == DO_qr ? QR_BYTES : CHAT_BYTES;

    if (!read_string(in, value, in->r->text, most + 1) || !in->r->text[0])
        return bad(in);
    for (const unsigned char *c = (unsigned char *)in->r->text; *c; c++)
        if (*c < ' ' || *c == 0x7f ||
            (c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0))
            return bad(in);
    return true;
}

static bool read_move(struct reading *in, const json_t *value)
{
    return read_word(in, value, in->r->word, sizeof in->r->word);
}

static bool read_dice(struct reading *in, const json_t *value)
{
    size_t i;
    const json_t *face;

    if (!json_is_array(value) || json_array_size(value) > PL_DICE)
        return bad(in);
    for (i = 0; i < json_array_size(value); i++) {
        face = json_array_get(value, i);
        if (!read_word(in, face, in->r->face[i], sizeof in->r->face[i]))
            return false;
    }
    in->r->faces = (uint8_t)json_array_size(value);
    return true;
}

static bool read_game(struct reading *in, const json_t *value)
{
    char id[64];

    if (!read_word(in, value, id, sizeof id))
        return false;
    in->r->game = pl_game_find(id);
    return in->r->game || pl_refuse(in->why, PL_E_unknown_game, -1, 0, id);
}

static bool read_seats(struct reading *in, const json_t *value)
{
    int64_t n;

    if (!read_whole(in, value, PL_SEATS, &n))
        return false;
    in->seats = (int)n;
    return true;
}

static bool read_first(struct reading *in, const json_t *value)
{
    int64_t n;

    if (!read_whole(in, value, PL_SEATS - 1, &n))
        return false;
    in->first = (int)n;
    return true;
}

static bool read_options(struct reading *in, json_t *value)
{
    in->options = value;
    return json_is_object(value) || bad(in);
}

static bool read_clock(struct reading *in, const json_t *value)
{
    int64_t seconds;

    if (!read_whole(in, value, CLOCK_MOST, &seconds))
        return false;
    in->r->clock = (uint16_t)seconds;
    return true;
}

static bool read_listed(struct reading *in, const json_t *value)
{
    return read_flag(in, value, &in->r->is_listed);
}

static bool read_chat(struct reading *in, const json_t *value)
{
    return read_flag(in, value, &in->r->has_chat);
}

static bool read_reactions(struct reading *in, const json_t *value)
{
    return read_flag(in, value, &in->r->has_reactions);
}

static bool read_real(struct reading *in, const json_t *value)
{
    return read_flag(in, value, &in->r->has_real_dice);
}

enum field {
    TABLE,
    SECRET_,
    TOKEN,
    NONCE,
    CODE,
    SEAT,
    QUESTION,
    NUMBER,
    HAVE,
    ON,
    NAME,
    BOT,
    TEXT,
    MOVE,
    DICE,
    REACTION,
    GAME,
    SEATS,
    FIRST,
    OPTIONS,
    CLOCK,
    LISTED,
    CHAT,
    REACTIONS_,
    REAL
};

static const struct {
    const char *key;
    bool (*read)(struct reading *in, const json_t *value);
} fields[] = {
    [TABLE] = {"table", read_table},
    [SECRET_] = {"secret", read_secret},
    [TOKEN] = {"token", read_secret},
    [NONCE] = {"nonce", read_secret},
    [CODE] = {"code", read_code},
    [SEAT] = {"seat", read_seat},
    [QUESTION] = {"question", read_question},
    [NUMBER] = {"number", read_game_number},
    [HAVE] = {"have", read_have},
    [ON] = {"on", read_on},
    [NAME] = {"name", read_name},
    [BOT] = {"bot", read_bot},
    [TEXT] = {"text", read_text},
    [MOVE] = {"move", read_move},
    [DICE] = {"dice", read_dice},
    [REACTION] = {"reaction", read_game_number},
    [GAME] = {"game", read_game},
    [SEATS] = {"seats", read_seats},
    [FIRST] = {"first", read_first},
    [OPTIONS] = {"options", NULL}, /* once the game is known */
    [CLOCK] = {"clock", read_clock},
    [LISTED] = {"listed", read_listed},
    [CHAT] = {"chat", read_chat},
    [REACTIONS_] = {"reactions", read_reactions},
    [REAL] = {"real", read_real},
};

#define F(name) (1u << (name))
static const struct {
    const char *name;
    uint32_t must, may;
} requests[] = {
    [DO_hello] = {"hello", F(TABLE) | F(SECRET_), F(NUMBER) | F(HAVE)},
    [DO_take] = {"take", F(TABLE) | F(TOKEN), 0},
    [DO_lobby] = {"lobby", 0, 0},
    [DO_find] = {"find", F(CODE), 0},
    [DO_open] = {"open", F(GAME) | F(SEATS) | F(NAME),
                 F(FIRST) | F(OPTIONS) | F(CLOCK) | F(LISTED) | F(CHAT) |
                     F(REACTIONS_) | F(REAL)},
    [DO_watch] = {"watch", F(TABLE), 0},
    [DO_sit] = {"sit", F(NAME), F(SEAT)},
    [DO_nonce] = {"nonce", F(NONCE), 0},
    [DO_bot] = {"bot", F(SEAT) | F(BOT), 0},
    [DO_remove] = {"remove", F(SEAT), 0},
    [DO_start] = {"start", 0, 0},
    [DO_move] = {"move", F(TABLE) | F(QUESTION) | F(SEAT) | F(MOVE), 0},
    [DO_dice] = {"dice", F(QUESTION) | F(DICE), 0},
    [DO_back] = {"back", 0, 0},
    [DO_stand] = {"stand", F(SEAT), 0},
    [DO_hand] = {"hand", 0, 0},
    [DO_leave] = {"leave", 0, 0},
    [DO_rematch] = {"rematch", 0, 0},
    [DO_mute] = {"mute", F(SEAT) | F(ON), 0},
    [DO_close] = {"close", 0, 0},
    [DO_chat] = {"chat", F(TEXT), 0},
    [DO_react] = {"react", F(REACTION), 0},
    [DO_record] = {"record", F(NUMBER), 0},
    [DO_qr] = {"qr", F(TEXT), 0},
};

static int find_field(const char *key)
{
    for (int i = 0; i <= REAL; i++)
        if (strcmp(fields[i].key, key) == 0)
            return i;
    return -1;
}

static bool read_kind(struct reading *in, const json_t *root)
{
    const json_t *id = json_object_get(root, "id");
    const json_t *kind = json_object_get(root, "do");

    in->key = "id";
    if (!id || !read_number(in, id, &in->r->id))
        return bad(in);
    in->key = "do";
    if (!json_is_string(kind))
        return bad(in);
    for (int i = 0; i < DO_COUNT; i++)
        if (strcmp(json_string_value(kind), requests[i].name) == 0) {
            in->r->kind = (uint8_t)i;
            return true;
        }
    return refuse(in, "wire.unknown_request", json_string_value(kind));
}

static bool read_field(struct reading *in, const char *key, json_t *value,
                       uint32_t allowed, uint32_t *seen)
{
    int field = find_field(key);

    if (strcmp(key, "do") == 0 || strcmp(key, "id") == 0)
        return true;
    if (field < 0 || !(allowed >> field & 1))
        return refuse(in, "wire.unknown_field", key);
    in->key = key;
    *seen |= 1u << field;
    return field == OPTIONS ? read_options(in, value)
                            : fields[field].read(in, value);
}

static bool read_fields(struct reading *in, json_t *root)
{
    uint32_t must = requests[in->r->kind].must, seen = 0;
    uint32_t allowed = must | requests[in->r->kind].may;

    for (void *i = json_object_iter(root); i;
         i = json_object_iter_next(root, i))
        if (!read_field(in, json_object_iter_key(i), json_object_iter_value(i),
                        allowed, &seen))
            return false;
    must &= ~seen;
    return !must ||
           refuse(in, "wire.missing_field", fields[pl_lowest(must)].key);
}

static bool read_option(struct reading *in, const char *name,
                        const json_t *value)
{
    char word[64];

    in->key = name;
    return read_word(in, value, word, sizeof word) &&
           pl_setup_option(&in->r->setup, in->r->game, name, word, in->why);
}

static bool read_setup(struct reading *in)
{
    struct request *r = in->r;

    pl_setup_normal(&r->setup, r->game, in->seats);
    r->setup.first = (uint8_t)in->first;
    for (void *i = json_object_iter(in->options); i;
         i = json_object_iter_next(in->options, i))
        if (!read_option(in, json_object_iter_key(i),
                         json_object_iter_value(i)))
            return false;
    return pl_setup_check(r->game, &r->setup, in->why);
}

bool wire_read(const char *text, size_t length, struct request *request,
               struct pl_message *why)
{
    struct reading in = {.r = request, .why = why};
    json_t *root;
    bool good;

    memset(request, 0, sizeof *request);
    request->seat = -1;
    if (length > WIRE_LONGEST)
        return server_refuse(why, "wire.too_long", "", WIRE_LONGEST);
    root = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    good = (json_is_object(root) || refuse(&in, "wire.bad_json", "")) &&
           read_kind(&in, root) && read_fields(&in, root) &&
           (request->kind != DO_open || read_setup(&in));
    json_decref(root);
    return good;
}

/* --- Writing ------------------------------------------------------------- */

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
             a->kind == DO_COUNT ? "" : requests[a->kind].name);
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
