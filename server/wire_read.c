/* See wire.h: requests are read with jansson against one table of fields. */
#include "refuse.h"
#include "sha256.h"
#include "tables/names.h"
#include "wire.h"

#include <jansson.h>
#include <string.h>

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

/* As the server would have made it: it becomes part of addresses. */
static bool is_id(const char *s)
{
    return strspn(s, "0123456789abcdefghijklmnopqrstuvwxyz") == TABLE_ID &&
           s[TABLE_ID] == '\0';
}

static bool read_table(struct reading *in, const json_t *value)
{
    return read_word(in, value, in->r->table, sizeof in->r->table) &&
           (in->r->kind != DO_open || is_id(in->r->table) || bad(in));
}

static bool read_secret(struct reading *in, const json_t *value)
{
    char hex[2 * SECRET + 1];

    return read_string(in, value, hex, sizeof hex) &&
           (pl_hex_read(hex, in->r->secret, SECRET) || bad(in));
}

static bool read_token(struct reading *in, const json_t *value)
{
    char hex[2 * SECRET + 1];

    return read_string(in, value, hex, sizeof hex) &&
           (pl_hex_read(hex, in->r->token, SECRET) || bad(in));
}

static bool read_sum(struct reading *in, const json_t *value)
{
    char hex[2 * PL_SEED + 1];

    return read_string(in, value, hex, sizeof hex) &&
           (pl_hex_read(hex, in->r->sum, PL_SEED) || bad(in));
}

static bool read_link(struct reading *in, const json_t *value)
{
    char hex[2 * PL_SEED + 1];

    return read_string(in, value, hex, sizeof hex) &&
           (pl_hex_read(hex, in->r->link, PL_SEED) || bad(in));
}

static bool read_anchor(struct reading *in, const json_t *value)
{
    in->r->has_anchor = true;
    return read_link(in, value);
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
    char raw[RAW_NAME];

    if (!read_string(in, value, raw, sizeof raw))
        return false;
    if (!name_clean(raw, in->r->name))
        return bad(in);
    if (!in->r->name[0])
        return refuse(in, "table.name_unseen", "");
    return pl_name_is_good(in->r->name) || bad(in);
}

static bool read_bot(struct reading *in, const json_t *value)
{
    return read_word(in, value, in->r->name, sizeof in->r->name);
}

static bool read_text(struct reading *in, const json_t *value)
{
    size_t most = in->r->kind == DO_qr ? QR_BYTES : CHAT_BYTES;

    return (read_string(in, value, in->r->text, most + 1) && in->r->text[0] &&
            pl_text_is_good(in->r->text, strlen(in->r->text))) ||
           bad(in);
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

/* What it says is read when the table is opened. */
static bool read_sheet(struct reading *in, const json_t *value)
{
    return read_string(in, value, in->r->sheet, sizeof in->r->sheet) &&
           (in->r->sheet[0] || bad(in));
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

static bool read_together(struct reading *in, const json_t *value)
{
    return read_flag(in, value, &in->r->has_together);
}

static bool read_hints(struct reading *in, const json_t *value)
{
    return read_flag(in, value, &in->r->has_hints);
}

static bool read_device(struct reading *in, const json_t *value)
{
    char hex[2 * SECRET + 1];

    in->r->has_device = true;
    return read_string(in, value, hex, sizeof hex) &&
           (pl_hex_read(hex, in->r->device, SECRET) || bad(in));
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
    REAL,
    HINTS,
    DEVICE_,
    TOGETHER,
    SHEET,
    HASH_,
    ANCHOR,
    LINK,
    TRANSCRIPT,
    FIELDS
};

static const struct {
    const char *key;
    bool (*read)(struct reading *in, const json_t *value);
} fields[] = {
    [TABLE] = {"table", read_table},
    [SECRET_] = {"secret", read_secret},
    [TOKEN] = {"token", read_token},
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
    [TOGETHER] = {"together", read_together},
    [SHEET] = {"sheet", read_sheet},
    [HASH_] = {"hash", read_sum},
    [ANCHOR] = {"anchor", read_anchor},
    [LINK] = {"link", read_link},
    [TRANSCRIPT] = {"transcript", read_sum},
    [HINTS] = {"hints", read_hints},
    [DEVICE_] = {"device", read_device},
};

#define F(name) (1ull << (name))
_Static_assert(FIELDS <= 64, "a bit each");
static const struct {
    uint64_t must, may;
} requests[] = {
#define REQUEST(name, needs, phases, must, may) {must, may},
#include "tables/requests.def"
#undef REQUEST
};

static int find_field(const char *key)
{
    for (int i = 0; i < FIELDS; i++)
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
        if (strcmp(json_string_value(kind), wire_kind[i]) == 0) {
            in->r->kind = (uint8_t)i;
            return true;
        }
    return refuse(in, "wire.unknown_request", json_string_value(kind));
}

static bool read_field(struct reading *in, const char *key, json_t *value,
                       uint64_t allowed, uint64_t *seen)
{
    int field = find_field(key);

    if (strcmp(key, "do") == 0 || strcmp(key, "id") == 0)
        return true;
    if (field < 0 || !(allowed >> field & 1))
        return refuse(in, "wire.unknown_field", key);
    in->key = key;
    *seen |= F(field);
    return field == OPTIONS ? read_options(in, value)
                            : fields[field].read(in, value);
}

static bool read_fields(struct reading *in, json_t *root)
{
    uint64_t must = requests[in->r->kind].must, seen = 0;
    uint64_t allowed = must | requests[in->r->kind].may;

    for (void *i = json_object_iter(root); i;
         i = json_object_iter_next(root, i))
        if (!read_field(in, json_object_iter_key(i), json_object_iter_value(i),
                        allowed, &seen))
            return false;
    if (!(seen & F(TOGETHER)))
        in->r->has_together = in->r->is_listed;
    in->r->has_table = seen & F(TABLE);
    in->r->has_secret = seen & F(SECRET_);
    if (in->r->kind == DO_open && in->r->has_table)
        must |= F(SECRET_);
    for (int i = 0; i < FIELDS; i++)
        if (must & ~seen & F(i))
            return refuse(in, "wire.missing_field", fields[i].key);
    return true;
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
