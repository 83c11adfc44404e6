/* Messages: what is read and what is refused; what is written is JSON; and no
 * byte of it depends on what a seat may not know. */
#include "../server/net/handshake.h"
#include "../server/wire.h"
#include "house.h"

#include <jansson.h>
#include <stdlib.h>

#define HEX "00112233445566778899aabbccddeeff"
#define OPEN "{\"do\":\"open\",\"id\":1,\"game\":\"qwixx\",\"seats\":2,"
#define MADE(table)                                                            \
    OPEN "\"name\":\"A\",\"table\":\"" table                                   \
         "\",\"secret\":\"00112233445566778899aabbccddeeff\"}"

static const struct {
    const char *text, *why;
} cases[] = {
    {"{\"do\":\"lobby\",\"id\":1}", NULL},
    {" {\"id\":1, \"do\":\"lobby\"} \n", NULL},
    {"{\"do\":\"hello\",\"id\":1,\"table\":\"abc\",\"secret\":\"" HEX "\"}",
     NULL},
    {"{\"do\":\"hello\",\"id\":1,\"table\":\"abc\",\"secret\":\"" HEX
     "\",\"number\":2,\"have\":7}",
     NULL},
    {OPEN "\"name\":\"Zoë \\\"Q\\\"\"}", NULL},
    {OPEN "\"name\":\"A\",\"options\":{\"finish_turn\":\"1\"},\"clock\":30,"
          "\"listed\":true,\"chat\":true,\"reactions\":false,\"real\":true,"
          "\"first\":1}",
     NULL},
    {OPEN "\"name\":\"A\",\"sheet\":\"parlour-sheet 1\\ngame qwixx\"}", NULL},
    {OPEN "\"name\":\"A\",\"sheet\":\"\"}", "wire.bad_field"},
    {OPEN "\"name\":\"A\",\"sheet\":7}", "wire.bad_field"},
    {MADE("abcdefgh01234567"), NULL},
    {MADE("a"), "wire.bad_field"},
    {MADE("abcdefgh0123456"), "wire.bad_field"},
    {MADE("ABCDEFGH01234567"), "wire.bad_field"},
    {MADE("abcdefgh012345/?"), "wire.bad_field"},
    {"{\"do\":\"lobby\",\"id\":1,\"sheet\":\"x\"}", "wire.unknown_field"},
    {"{\"do\":\"move\",\"id\":0,\"table\":\"abc\",\"question\":3,\"seat\":0,"
     "\"move\":\"r7\"}",
     NULL},
    {"{\"do\":\"dice\",\"id\":0,\"question\":3,\"dice\":[\"1\",\"2\"]}", NULL},
    {"{\"do\":\"find\",\"id\":0,\"code\":\"ABCDEF\"}", NULL},
    {"{\"do\":\"sit\",\"id\":0,\"name\":\"Bo\"}", NULL},
    {"{\"do\":\"chat\",\"id\":0,\"text\":\"<b>Grüße</b> 👋\"}", NULL},
    {"{\"do\":\"mute\",\"id\":0,\"seat\":1,\"on\":true}", NULL},
    {"{\"do\":\"qr\",\"id\":0,\"text\":\"http://a.example/#t=1\"}", NULL},
    {"", "wire.bad_json"},
    {"{", "wire.bad_json"},
    {"[]", "wire.bad_json"},
    {"7", "wire.bad_json"},
    {"null", "wire.bad_json"},
    {"{\"do\":\"lobby\",\"id\":1}x", "wire.bad_json"},
    {"{\"do\":\"lobby\",\"id\":1,\"id\":2}", "wire.bad_json"},
    {"{\"do\":\"lobby\",\"id\":01}", "wire.bad_json"},
    {"{\"do\":\"lobby\",\"id\":\"\xff\"}", "wire.bad_json"},
    {"{\"do\":\"lobby\"}", "wire.bad_field"},
    {"{\"id\":1}", "wire.bad_field"},
    {"{\"do\":\"lobby\",\"id\":-1}", "wire.bad_field"},
    {"{\"do\":\"lobby\",\"id\":1.0}", "wire.bad_field"},
    {"{\"do\":\"lobby\",\"id\":3000000000}", "wire.bad_field"},
    {"{\"do\":7,\"id\":1}", "wire.bad_field"},
    {"{\"do\":\"dance\",\"id\":1}", "wire.unknown_request"},
    {"{\"do\":\"lobby\",\"id\":1,\"seat\":1}", "wire.unknown_field"},
    {"{\"do\":\"lobby\",\"id\":1,\"x\":1}", "wire.unknown_field"},
    {"{\"do\":\"sit\",\"id\":1}", "wire.missing_field"},
    {"{\"do\":\"sit\",\"id\":1,\"name\":\"\"}", "table.name_unseen"},
    {"{\"do\":\"sit\",\"id\":1,\"name\":\" A\"}", NULL},
    {"{\"do\":\"sit\",\"id\":1,\"name\":\"\\u200b\"}", "table.name_unseen"},
    {"{\"do\":\"sit\",\"id\":1,\"name\":\"A\",\"device\":\"12\"}",
     "wire.bad_field"},
    {"{\"do\":\"sit\",\"id\":1,\"name\":\"A\\u0000B\"}", "wire.bad_json"},
    {"{\"do\":\"sit\",\"id\":1,\"name\":\"A\\u001bB\"}", "wire.bad_field"},
    {"{\"do\":\"sit\",\"id\":1,\"name\":\"a name that is far too long for "
     "it\"}",
     "wire.bad_field"},
    {"{\"do\":\"sit\",\"id\":1,\"name\":\"A\",\"seat\":6}", "wire.bad_field"},
    {"{\"do\":\"sit\",\"id\":1,\"name\":\"A\",\"seat\":null}",
     "wire.bad_field"},
    {"{\"do\":\"hello\",\"id\":1,\"table\":\"abc\",\"secret\":\"12\"}",
     "wire.bad_field"},
    {"{\"do\":\"hello\",\"id\":1,\"table\":\"\",\"secret\":\"" HEX "\"}",
     "wire.bad_field"},
    {"{\"do\":\"hello\",\"id\":1,\"table\":\"0123456789abcdefg\",\"secret\":"
     "\"" HEX "\"}",
     "wire.bad_field"},
    {"{\"do\":\"dice\",\"id\":0,\"question\":3,\"dice\":[1]}",
     "wire.bad_field"},
    {"{\"do\":\"dice\",\"id\":0,\"question\":3,\"dice\":\"1\"}",
     "wire.bad_field"},
    {"{\"do\":\"dice\",\"id\":0,\"question\":3,"
     "\"dice\":[\"1\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\"]}",
     "wire.bad_field"},
    {"{\"do\":\"chat\",\"id\":0,\"text\":\"\"}", "wire.bad_field"},
    {"{\"do\":\"chat\",\"id\":0,\"text\":\"a\\nb\"}", "wire.bad_field"},
    {"{\"do\":\"chat\",\"id\":0,\"text\":\"a\\u0085b\"}", "wire.bad_field"},
    {"{\"do\":\"qr\",\"id\":0,\"text\":\"\"}", "wire.bad_field"},
    {"{\"do\":\"qr\",\"id\":0}", "wire.missing_field"},
    {"{\"do\":\"mute\",\"id\":0,\"seat\":1,\"on\":1}", "wire.bad_field"},
    {"{\"do\":\"open\",\"id\":1,\"game\":\"chess\",\"seats\":2,"
     "\"name\":\"A\"}",
     "error.unknown_game"},
    {"{\"do\":\"open\",\"id\":1,\"game\":\"qwixx\",\"seats\":6,"
     "\"name\":\"A\"}",
     "error.bad_seats"},
    {OPEN "\"name\":\"A\",\"options\":{\"x\":\"1\"}}", "error.unknown_option"},
    {OPEN "\"name\":\"A\",\"options\":{\"finish_turn\":1}}", "wire.bad_field"},
    {OPEN "\"name\":\"A\",\"options\":[]}", "wire.bad_field"},
    {OPEN "\"name\":\"A\",\"first\":2}", "error.bad_first"},
    {OPEN "\"name\":\"A\",\"clock\":100000}", "wire.bad_field"},
};

static void requests_are_read_strictly(void **state)
{
    struct request request;
    struct pl_message why;
    char *deep = malloc(WIRE_LONGEST + 1);

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool good =
            wire_read(cases[i].text, strlen(cases[i].text), &request, &why);

        if (good != !cases[i].why ||
            (!good && strcmp(why.id, cases[i].why) != 0))
            fail_msg("%s: %s", cases[i].text, good ? "read" : why.id);
        if (!good)
            assert_true(pl_has_words(pl_language_find("en"), why.id));
    }
    memset(deep, '[', WIRE_LONGEST + 1);
    assert_false(wire_read(deep, WIRE_LONGEST, &request, &why));
    assert_false(wire_read(deep, WIRE_LONGEST + 1, &request, &why));
    assert_string_equal(why.id, "wire.too_long");
    free(deep);
}

/* At listed tables no one knows whom he plays with. */
static void listed_tables_draw_together(void **state)
{
    static const struct {
        const char *text;
        bool is_together;
    } rows[] = {
        {OPEN "\"name\":\"A\"}", false},
        {OPEN "\"name\":\"A\",\"listed\":true}", true},
        {OPEN "\"name\":\"A\",\"together\":true}", true},
        {OPEN "\"name\":\"A\",\"listed\":true,\"together\":false}", false}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct request request;
        struct pl_message why;

        assert_true(
            wire_read(rows[i].text, strlen(rows[i].text), &request, &why));
        assert_int_equal(request.has_together, rows[i].is_together);
    }
}

/* Chat and QR codes have a text each, and not the same length. */
static void texts_have_a_length(void **state)
{
    static const struct {
        const char *kind;
        int longest;
    } rows[] = {{"chat", CHAT_BYTES}, {"qr", QR_BYTES}};

    (void)state;
    for (int i = 0; i < 2; i++)
        for (int more = 0; more < 2; more++) {
            struct request request;
            struct pl_message why;
            char text[QR_BYTES + 100];

            snprintf(text, sizeof text,
                     "{\"do\":\"%s\",\"id\":1,\"text\":\"%0*d\"}", rows[i].kind,
                     rows[i].longest + more, 7);
            assert_int_equal(wire_read(text, strlen(text), &request, &why),
                             !more);
        }
}

static void codes_as_people_type_them(void **state)
{
    static const char text[] = "{\"do\":\"find\",\"id\":9,\"code\":\"oIlXyZ\"}";
    struct request request;
    struct pl_message why;

    (void)state;
    assert_true(wire_read(text, strlen(text), &request, &why));
    assert_string_equal(request.code, "011xyz");
    assert_int_equal(request.id, 9);
}

/* --- The handshake ------------------------------------------------------- */

static void the_key_of_the_standard(void **state)
{
    char accept[HANDSHAKE_ACCEPT + 1];

    (void)state;
    assert_true(handshake_accept("dGhlIHNhbXBsZSBub25jZQ==", accept));
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_false(handshake_accept(NULL, accept));
    assert_false(handshake_accept("", accept));
    assert_false(handshake_accept("dGhlIHNhbXBsZSBub25jZQ=", accept));
    assert_false(handshake_accept("dGhlIHNhbXBsZSBub25jZQ!!", accept));
    assert_false(handshake_accept("dGhlIHNhbXBsZSBub25jZWVl", accept));
    assert_true(handshake_has_word("keep-alive, Upgrade", "upgrade"));
    assert_false(handshake_has_word("keep-alive, Upgrades", "upgrade"));
    assert_false(handshake_has_word(NULL, "upgrade"));
}

static void pages_of_others_are_refused(void **state)
{
    static const struct {
        const char *origin, *host, *public_url;
        bool good;
    } rows[] = {
        {"http://a.example:8080", "a.example:8080", NULL, true},
        {"https://a.example", "a.example", NULL, true},
        {"http://A.example", "a.EXAMPLE", NULL, true},
        {"http://[::1]:80", "[::1]:80", NULL, true},
        {"https://games.example", "127.0.0.1:80", "https://games.example/",
         true},
        {"https://games.example", "127.0.0.1:80", "https://games.example",
         true},
        {"http://games.example", "127.0.0.1:80", "https://games.example",
         false},
        {"http://192.168.0.7:8080", "192.168.0.7:8080", "https://games.example",
         true},
        {"http://[fd00::1]", "[fd00::1]", "https://games.example", true},
        {"http://localhost:8080", "localhost:8080", "https://games.example",
         true},
        /* A name of someone else that leads here. */
        {"http://evil.example", "evil.example", "https://games.example", false},
        {"http://10.0.0.1.evil.example", "10.0.0.1.evil.example",
         "https://games.example", false},
        {"http://[::1].evil.example", "[::1].evil.example",
         "https://games.example", false},
        {"http://b.example:8080", "a.example:8080", NULL, false},
        {"http://a.example", "a.example:8080", NULL, false},
        {"http://a.example:8080.evil", "a.example:8080", NULL, false},
        {"http://a.example:8080/x", "a.example:8080", NULL, false},
        {"ftp://a.example", "a.example", NULL, false},
        {"null", "null", NULL, false},
        {"http://", "", NULL, false},
        {NULL, "a.example", NULL, false},
        {"http://a.example", NULL, NULL, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (handshake_is_ours(rows[i].origin, rows[i].host,
                              rows[i].public_url) != rows[i].good)
            fail_msg("%s at %s", rows[i].origin, rows[i].host);
}

/* --- What is written ----------------------------------------------------- */

/* Everything that a guest is told, one message a line. */
static void hear(int guest, struct pl_buffer *heard)
{
    struct pl_buffer message = {0};

    while (wire_write(house, guest, house_now, &message)) {
        json_t *json =
            json_loadb(message.s, message.length, JSON_REJECT_DUPLICATES, NULL);

        assert_true(json_is_object(json));
        json_decref(json);
        pl_add(heard, message.s);
        pl_add(heard, "\n");
        message.length = 0;
    }
    pl_buffer_free(&message);
}

static void send(int guest, struct request request)
{
    struct pl_buffer unheard = {0};

    if (!tables_listens(house, guest))
        hear(guest, &unheard);
    pl_buffer_free(&unheard);
    house_now += 60;
    tables_ask(house, guest, &request, house_now);
    house_sync();
}

static bool is_asked(int guest, int seat)
{
    const struct pl_match *match = tables_match(house, guest);
    struct pl_turn turn = match->game->turn(match->game, &match->state);

    return turn.what == PL_DECIDE && turn.seats >> seat & 1;
}

static uint32_t question(int guest)
{
    return tables_table(house, guest)->base +
           (uint32_t)tables_match(house, guest)->question;
}

/* Another legal move than this one, or the same where there is no other. */
static const char *another(int guest, const char *move)
{
    const struct pl_match *match = tables_match(house, guest);
    static struct pl_text name;
    pl_move list[PL_MOVES];
    int n = match->game->moves(match->game, &match->state,
                               tables_seat(house, guest), list);

    for (int i = 0; i < n; i++) {
        memset(&name, 0, sizeof name);
        match->game->name(match->game, &match->state, list[i], &name);
        if (strcmp(name.s, move) != 0)
            break;
    }
    return name.s;
}

/* Counts the dark squares of a corner's big square: a frame of 7 × 7 in a light
 * edge, and 3 × 3 inside it. */
static void assert_corner(const char *dots, int size, int x, int y)
{
    for (int dy = 0; dy < 7; dy++)
        for (int dx = 0; dx < 7; dx++) {
            int ring = abs(dx - 3) > abs(dy - 3) ? abs(dx - 3) : abs(dy - 3);

            assert_int_equal(dots[(y + dy) * size + x + dx],
                             ring == 2 ? '0' : '1');
        }
}

static void a_text_becomes_a_qr_code(void **state)
{
    static const char head[] =
        "{\"ok\":\"qr\",\"id\":7,\"size\":%d,\"dots\":\"";
    static const int lengths[] = {1, 17, 18, 300}, sizes[] = {21, 21, 25, 61};

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct request request = {.kind = DO_qr, .id = 7};
        struct pl_buffer heard = {0};
        char start[64];
        size_t n = (size_t)(sizes[i] * sizes[i]);
        const char *dots;
        int guest;

        house_open(1);
        guest = arrive();
        memset(request.text, 'a', (size_t)lengths[i]);
        send(guest, request);
        hear(guest, &heard);
        snprintf(start, sizeof start, head, sizes[i]);
        assert_memory_equal(heard.s, start, strlen(start));
        dots = heard.s + strlen(start);
        assert_int_equal(strspn(dots, "01"), n);
        assert_string_equal(dots + n, "\"}\n");
        assert_corner(dots, sizes[i], 0, 0);
        assert_corner(dots, sizes[i], sizes[i] - 7, 0);
        assert_corner(dots, sizes[i], 0, sizes[i] - 7);
        pl_buffer_free(&heard);
        house_close();
    }
}

/* A whole game of three. Seat 2 always chooses first; in a changed world it
 * first chooses something else, and thinks again. heard[0] and [1] are the
 * seats beside, heard[2] is someone who watches. */
static int blind_world(const char *game, bool is_changed,
                       struct pl_buffer heard[3])
{
    int guest[3], watcher, changes = 0;
    struct request watch = {.kind = DO_watch};
    struct pl_rng rng;

    house_open(21);
    gather(guest, game, 3, 3);
    watcher = arrive();
    strcpy(watch.table, tables_table(house, guest[0])->id);
    send(watcher, watch);
    start_game(guest, 3);
    pl_seed(&rng, 5);
    while (tables_table(house, guest[0])->phase == TABLE_PLAYING) {
        static const int order[] = {2, 0, 1};
        uint32_t q = question(guest[0]);

        for (int i = 0; i < 3 && question(guest[0]) == q; i++) {
            int seat = order[i];
            char move[64];

            if (!is_asked(guest[seat], seat))
                continue;
            house_rng = rng; /* for some_move */
            strcpy(move, some_move(guest[seat], NULL));
            rng = house_rng;
            if (is_changed && seat == 2 &&
                (is_asked(guest[0], 0) || is_asked(guest[1], 1))) {
                int64_t now = house_now;

                send(guest[2],
                     move_request(guest[2], q, another(guest[2], move)));
                hear(guest[0], &heard[0]);
                hear(guest[1], &heard[1]);
                hear(watcher, &heard[2]);
                house_now = now;
                changes++;
            }
            send(guest[seat], move_request(guest[seat], q, move));
            hear(guest[0], &heard[0]);
            hear(guest[1], &heard[1]);
            hear(watcher, &heard[2]);
        }
    }
    house_close();
    return changes;
}

static void blind_choices_are_blind(void **state)
{
    static const char *const games[] = {"qwixx", "quick-and-tactic"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct pl_buffer a[3] = {0}, b[3] = {0};

        assert_int_equal(blind_world(games[i], false, a), 0);
        assert_true(blind_world(games[i], true, b) > 10);
        for (int g = 0; g < 3; g++) {
            assert_true(a[g].length > 1000);
            assert_string_equal(a[g].s, b[g].s);
            pl_buffer_free(&a[g]);
            pl_buffer_free(&b[g]);
        }
    }
}

/* --- Hidden cards -------------------------------------------------------- */

/* What seat 0 and someone who watches hear when they come to a table that
 * has just been restored. */
static void hear_everything(const struct request *hello,
                            struct pl_buffer heard[2])
{
    struct request watch = {.kind = DO_watch};
    int seat, watcher;

    strcpy(watch.table, hello->table);
    house_dies();
    seat = arrive();
    watcher = arrive();
    send(seat, *hello);
    send(watcher, watch);
    for (int i = 0; i < 2; i++)
        heard[i].length = 0;
    hear(seat, &heard[0]);
    hear(watcher, &heard[1]);
    tables_go(house, seat, house_now);
    tables_go(house, watcher, house_now);
}

/* Two draws that neither seat 0 nor a spectator saw change places. */
static bool swap_hidden(const char *table, const uint8_t sees[], size_t a,
                        size_t b)
{
    struct stored_step *step = house_steps(table), was = step[a];
    bool is_hidden = step[a].seat == -1 && step[b].seat == -1 &&
                     sees[a] != PL_EVERYBODY && sees[b] != PL_EVERYBODY &&
                     !(sees[a] & 1) && !(sees[b] & 1) &&
                     step[a].bytes[0] != step[b].bytes[0];

    if (!is_hidden)
        return false;
    step[a].bytes[0] = step[b].bytes[0];
    step[b].bytes[0] = was.bytes[0];
    if (house_is_sound(table))
        return true;
    step[b].bytes[0] = step[a].bytes[0];
    step[a] = was;
    return false;
}

static void play_some(int guest[], int turns)
{
    while (turns-- > 0 && tables_table(house, guest[0])->phase == TABLE_PLAYING)
        for (int seat = 0; seat < 3; seat++)
            if (tables_table(house, guest[0])->phase == TABLE_PLAYING &&
                is_asked(guest[seat], seat)) {
                struct news_state news;

                send(guest[seat], move_request(guest[seat], question(guest[0]),
                                               some_move(guest[seat], NULL)));
                for (int i = 0; i < 3; i++)
                    last_state(guest[i], &news);
            }
}

static int compare_worlds(const struct request *hello, const uint8_t sees[],
                          size_t steps)
{
    struct pl_buffer before[2] = {0}, after[2] = {0};
    int swapped = 0;

    hear_everything(hello, before);
    for (int tries = 0; tries < 300 && swapped < 8; tries++) {
        size_t a = pl_below(&house_rng, (uint32_t)steps);
        size_t b = pl_below(&house_rng, (uint32_t)steps);

        if (!swap_hidden(hello->table, sees, a, b))
            continue;
        swapped++;
        hear_everything(hello, after);
        for (int i = 0; i < 2; i++)
            assert_string_equal(before[i].s, after[i].s);
    }
    for (int i = 0; i < 2; i++) {
        pl_buffer_free(&before[i]);
        pl_buffer_free(&after[i]);
    }
    return swapped;
}

static void hidden_cards_are_hidden(void **state)
{
    int swapped = 0;

    (void)state;
    for (int turns = 0; turns < 60; turns += 6) {
        struct request hello = {.kind = DO_hello}, take = {.kind = DO_take};
        uint8_t *sees;
        int guest[3];
        size_t steps;

        house_open(30 + (uint64_t)turns);
        begin(guest, "one-to-9", 3, 3);
        strcpy(hello.table, tables_table(house, guest[0])->id);
        strcpy(take.table, hello.table);
        memcpy(take.token,
               ask(guest[0], (struct request){.kind = DO_hand})->secret,
               SECRET);
        memcpy(hello.secret, ask(guest[0], take)->secret, SECRET);
        play_some(guest, turns);
        house_sync();
        if (tables_table(house, guest[0])->phase == TABLE_PLAYING) {
            const struct pl_match *match = tables_match(house, guest[0]);

            /* No one decides together here: a step is a stored step. */
            steps = match->steps;
            assert_int_equal(steps, house_synced_steps(hello.table));
            sees = malloc(steps);
            for (size_t i = 0; i < steps; i++)
                sees[i] = match->step[i].what == PL_CHANCE
                              ? match->step[i].seats
                              : PL_EVERYBODY;
            swapped += compare_worlds(&hello, sees, steps);
            free(sees);
        }
        house_close();
    }
    assert_true(swapped > 20);
}

/* "qwixx is for 1 to 5 players" has two numbers. */
static void a_refusal_has_all_its_numbers(void **state)
{
    static const char text[] = "{\"do\":\"open\",\"id\":4,\"game\":\"qwixx\","
                               "\"seats\":6,\"name\":\"A\"}";
    struct pl_buffer heard = {0};
    struct request request;
    struct pl_message why;
    int guest;

    (void)state;
    house_open(1);
    guest = arrive();
    assert_false(wire_read(text, sizeof text - 1, &request, &why));
    tables_refuse(house, guest, request.id, &why);
    hear(guest, &heard);
    assert_string_equal(
        heard.s, "{\"no\":\"\",\"id\":4,\"why\":{\"id\":\"error.bad_seats\","
                 "\"n\":1,\"m\":5,\"word\":\"qwixx\"}}\n");
    pl_buffer_free(&heard);
    house_close();
}

/* All who come get the sheet; where it is the usual one nothing is said. */
static void a_table_gives_its_sheet(void **state)
{
    struct request opening = open_request("qwixx", 2);
    struct request watch = {.kind = DO_watch};
    struct pl_buffer heard = {0};
    struct pl_mistakes mistakes;
    json_t *table;
    int guest[2];

    (void)state;
    house_open(1);
    guest[0] = arrive();
    send(guest[0], opening);
    hear(guest[0], &heard);
    assert_null(strstr(heard.s, "\"sheet\""));
    strcpy(opening.sheet, mixed_rows);
    send(guest[0], opening);
    strcpy(watch.table, tables_table(house, guest[0])->id);
    guest[1] = arrive();
    send(guest[1], watch);
    heard.length = 0;
    hear(guest[1], &heard);
    table = json_loads(strstr(heard.s, "{\"table\":{"), JSON_DISABLE_EOF_CHECK,
                       NULL);
    opening.sheet[0] = '\0';
    strcpy(opening.sheet, json_string_value(json_object_get(
                              json_object_get(table, "table"), "sheet")));
    json_decref(table);
    opening.game =
        pl_sheet_read(opening.sheet, strlen(opening.sheet), &mistakes);
    assert_non_null(opening.game);
    assert_string_equal(opening.game->layout,
                        tables_table(house, guest[0])->game->layout);
    pl_game_drop(opening.game);
    pl_buffer_free(&heard);
    house_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_are_read_strictly),
        cmocka_unit_test(listed_tables_draw_together),
        cmocka_unit_test(texts_have_a_length),
        cmocka_unit_test(codes_as_people_type_them),
        cmocka_unit_test(the_key_of_the_standard),
        cmocka_unit_test(pages_of_others_are_refused),
        cmocka_unit_test(a_text_becomes_a_qr_code),
        cmocka_unit_test(a_refusal_has_all_its_numbers),
        cmocka_unit_test(a_table_gives_its_sheet),
        cmocka_unit_test(blind_choices_are_blind),
        cmocka_unit_test(hidden_cards_are_hidden),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
