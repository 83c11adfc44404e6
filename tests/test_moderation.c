/* People whom a table remembers, and names that others can tell apart. */
#include "../server/tables/names.h"
#include "house.h"

#include <stdlib.h>

static struct request at_seat(int kind, int seat, bool on)
{
    return (struct request){
        .kind = (uint8_t)kind, .seat = (int8_t)seat, .flag = on};
}

static const struct request leave = {.kind = DO_leave};

/* Someone at a device and an address who wants to sit down. */
struct person {
    const char *name;
    uint8_t device; /* 0: does not say */
    uint64_t from;
};

/* Comes to the table of that guest; "": he sits. */
static const char *come(int host, struct person who, int *guest)
{
    struct request watch = {.kind = DO_watch};
    struct request sit = {.kind = DO_sit, .seat = -1};

    strcpy(watch.table, tables_table(house, host)->id);
    strcpy(sit.name, who.name);
    sit.has_device = who.device != 0;
    memset(sit.device, who.device, sizeof sit.device);
    *guest = arrive_from(who.from);
    assert_string_equal(refusal(*guest, watch), "");
    return refusal(*guest, sit);
}

static int open_talking(uint64_t from)
{
    int host = arrive_from(from);
    struct request open = open_request("qwixx", 4);

    open.has_chat = open.is_listed = true;
    assert_string_equal(refusal(host, open), "");
    return host;
}

static const char *says(int guest, const char *text)
{
    struct request chat = {.kind = DO_chat};

    house_now += 5000;
    strcpy(chat.text, text);
    return refusal(guest, chat);
}

static int hears(int guest)
{
    enum news news;
    int n = 0;

    while ((news = tables_news(house, guest)) != NO_NEWS)
        while (news == NEWS_TALK && tables_talk(house, guest))
            n++;
    return n;
}

/* --- Removing and muting ------------------------------------------------- */

static void anyone_who_was_removed_stays_away(void **state)
{
    static const struct person bob = {"Bob", 7, 70};
    static const struct {
        struct person who;
        const char *says;
    } again[] = {
        {{"Bob", 7, 70}, "table.barred"},   {{"Zed", 7, 71}, "table.barred"},
        {{"Zed", 0, 70}, "table.barred"},   {{"Zed", 9, 70}, "table.barred"},
        {{"B o b", 9, 72}, "table.barred"}, {{"Zed", 9, 72}, ""},
    };
    int host, guest;

    (void)state;
    house_open(1);
    host = open_talking(1);
    assert_string_equal(come(host, bob, &guest), "");
    assert_string_equal(refusal(host, at_seat(DO_remove, 1, false)), "");
    assert_string_equal(refusal(guest, at_seat(DO_sit, 1, false)),
                        "table.barred");
    for (size_t i = 0; i < sizeof again / sizeof *again; i++) {
        int other;

        assert_string_equal(come(host, again[i].who, &other), again[i].says);
        tables_go(house, other, house_now);
    }
    house_close();
}

static void remembered_after_a_restart(void **state)
{
    int host, guest;
    char id[TABLE_ID + 1];
    struct request watch = {.kind = DO_watch}, sit = at_seat(DO_sit, -1, false);

    (void)state;
    house_open(2);
    host = open_talking(1);
    strcpy(id, tables_table(house, host)->id);
    assert_string_equal(come(host, (struct person){"Bob", 7, 70}, &guest), "");
    assert_string_equal(refusal(host, at_seat(DO_remove, 1, false)), "");
    house_dies();
    for (int device = 7; device <= 8; device++) {
        guest = arrive_from(99);
        strcpy(watch.table, id);
        strcpy(sit.name, "Zed");
        sit.has_device = true;
        memset(sit.device, device, sizeof sit.device);
        assert_string_equal(refusal(guest, watch), "");
        assert_string_equal(refusal(guest, sit),
                            device == 7 ? "table.barred" : "");
    }
    house_close();
}

/* A household shares an address: it is no reason to keep others away. */
static void a_shared_address_bars_nobody(void **state)
{
    int host, guest;

    (void)state;
    house_open(3);
    host = open_talking(70);
    assert_string_equal(come(host, (struct person){"Bob", 7, 70}, &guest), "");
    assert_string_equal(refusal(host, at_seat(DO_remove, 1, false)), "");
    assert_string_equal(come(host, (struct person){"Zed", 8, 70}, &guest), "");
    assert_string_equal(come(host, (struct person){"Kim", 7, 70}, &guest),
                        "table.barred");
    /* The host may change his mind. */
    assert_string_equal(refusal(host, (struct request){.kind = DO_allow}), "");
    assert_string_equal(come(host, (struct person){"Kim", 7, 70}, &guest), "");
    house_close();
}

static void anyone_who_is_muted_stays_muted(void **state)
{
    int host, guest;

    (void)state;
    house_open(4);
    host = open_talking(1);
    assert_string_equal(come(host, (struct person){"Bob", 7, 70}, &guest), "");
    assert_string_equal(says(guest, "one"), "");
    assert_string_equal(refusal(host, at_seat(DO_mute, 1, true)), "");
    assert_string_equal(says(guest, "two"), "table.muted");
    assert_string_equal(refusal(guest, leave), "");
    assert_string_equal(come(host, (struct person){"Zed", 7, 71}, &guest), "");
    assert_string_equal(says(guest, "three"), "table.muted");
    assert_string_equal(refusal(guest, leave), "");
    assert_string_equal(come(host, (struct person){"Kim", 9, 70}, &guest), "");
    assert_string_equal(says(guest, "four"), "table.muted");
    assert_string_equal(refusal(host, at_seat(DO_mute, 1, false)), "");
    assert_string_equal(says(guest, "five"), "");
    assert_string_equal(refusal(guest, leave), "");
    assert_string_equal(come(host, (struct person){"Kim", 9, 70}, &guest), "");
    assert_string_equal(says(guest, "six"), "");
    house_close();
}

/* --- Blocking and reporting ---------------------------------------------- */

static void who_is_blocked_is_not_heard(void **state)
{
    int host, loud, calm;

    (void)state;
    house_open(5);
    host = open_talking(1);
    assert_string_equal(come(host, (struct person){"Loud", 7, 70}, &loud), "");
    assert_string_equal(come(host, (struct person){"Calm", 8, 80}, &calm), "");
    hears(calm);
    assert_string_equal(refusal(calm, at_seat(DO_block, 2, true)),
                        "table.not_yourself");
    assert_string_equal(refusal(calm, at_seat(DO_block, 1, true)), "");
    assert_string_equal(says(loud, "one"), "");
    assert_int_equal(hears(calm), 0);
    assert_int_equal(hears(host), 1);
    assert_string_equal(refusal(loud, leave), "");
    assert_string_equal(come(host, (struct person){"Zed", 7, 71}, &loud), "");
    assert_string_equal(says(loud, "two"), "");
    assert_int_equal(hears(calm), 0);
    assert_int_equal(hears(host), 1);
    assert_string_equal(refusal(calm, at_seat(DO_block, 1, false)), "");
    assert_string_equal(says(loud, "three"), "");
    assert_int_equal(hears(calm), 1);
    /* Anyone who sits there next has blocked no one. */
    assert_string_equal(refusal(calm, at_seat(DO_block, 1, true)), "");
    assert_string_equal(refusal(calm, leave), "");
    assert_string_equal(come(host, (struct person){"Next", 9, 90}, &calm), "");
    hears(calm);
    assert_string_equal(says(loud, "four"), "");
    assert_int_equal(hears(calm), 1);
    house_close();
}

static bool has_news(int guest)
{
    bool has = tables_news(house, guest) != NO_NEWS;

    hears(guest);
    return has;
}

/* What was said before, who comes back, and who sits there next. */
static void a_block_is_between_two_people(void **state)
{
    static const struct person who[] = {
        {"Loud", 7, 70}, {"Calm", 8, 80}, {"Next", 9, 90}};
    int host, loud, calm;

    (void)state;
    house_open(8);
    host = open_talking(1);
    assert_string_equal(come(host, who[0], &loud), "");
    assert_string_equal(come(host, who[1], &calm), "");
    assert_string_equal(refusal(calm, at_seat(DO_block, 3, true)),
                        "table.bad_seat"); /* no one is there */
    hears(calm);
    assert_string_equal(says(loud, "one"), "");
    assert_string_equal(refusal(calm, at_seat(DO_block, 1, true)), "");
    assert_int_equal(hears(calm), 0);
    assert_string_equal(refusal(calm, at_seat(DO_block, 1, false)), "");
    assert_true(has_news(calm));
    assert_string_equal(refusal(loud, leave), "");
    assert_string_equal(come(host, who[0], &loud), "");
    hears(calm);
    assert_string_equal(says(loud, "two"), "");
    assert_int_equal(hears(calm), 1);
    assert_string_equal(refusal(calm, at_seat(DO_block, 1, true)), "");
    assert_string_equal(says(loud, "three"), "");
    assert_int_equal(hears(calm), 0);
    assert_string_equal(refusal(calm, leave), "");
    assert_string_equal(come(host, who[2], &calm), "");
    assert_int_equal(hears(calm), 3);
    assert_string_equal(refusal(loud, leave), "");
    assert_string_equal(come(host, who[0], &loud), "");
    hears(calm);
    assert_string_equal(says(loud, "four"), "");
    assert_int_equal(hears(calm), 1);
    house_close();
}

static void a_block_is_kept(void **state)
{
    struct request watch = {.kind = DO_watch};
    int host, loud, calm;

    (void)state;
    house_open(9);
    host = open_talking(1);
    strcpy(watch.table, tables_table(house, host)->id);
    assert_string_equal(come(host, (struct person){"Loud", 7, 70}, &loud), "");
    assert_string_equal(come(host, (struct person){"Calm", 8, 80}, &calm), "");
    assert_string_equal(refusal(calm, at_seat(DO_block, 1, true)), "");
    house_dies();
    host = arrive_from(1);
    assert_string_equal(refusal(host, watch), "");
    assert_int_equal(tables_table(house, host)->seat[1].deaf, 1 << 2);
    house_close();
}

static void the_host_hears_how_many_complain(void **state)
{
    int host, loud, calm;

    (void)state;
    house_open(6);
    host = open_talking(1);
    assert_string_equal(come(host, (struct person){"Loud", 7, 70}, &loud), "");
    assert_string_equal(come(host, (struct person){"Calm", 8, 80}, &calm), "");
    assert_string_equal(refusal(calm, at_seat(DO_report, 0, false)),
                        "table.report_host");
    has_news(host);
    for (int i = 0; i < 3; i++)
        assert_string_equal(refusal(calm, at_seat(DO_report, 1, false)), "");
    assert_true(has_news(host));
    assert_int_equal(tables_reports(house, host, 1), 1);
    assert_int_equal(tables_reports(house, loud, 1), 0);
    assert_int_equal(tables_reports(house, calm, 1), 0);
    assert_string_equal(refusal(host, at_seat(DO_report, 1, false)), "");
    assert_int_equal(tables_reports(house, host, 1), 2);
    assert_string_equal(refusal(host, at_seat(DO_mute, 1, true)), "");
    assert_int_equal(tables_reports(house, host, 1), 0);
    /* Anyone who goes takes along what he said, and what was said of him. */
    assert_string_equal(refusal(host, at_seat(DO_report, 1, false)), "");
    assert_string_equal(refusal(calm, at_seat(DO_report, 1, false)), "");
    assert_string_equal(refusal(calm, leave), "");
    assert_int_equal(tables_reports(house, host, 1), 1);
    assert_string_equal(refusal(loud, leave), "");
    assert_int_equal(tables_reports(house, host, 1), 0);
    house_close();
}

/* --- A seat for someone new --------------------------------------------- */

static void an_abandoned_seat_is_handed_on(void **state)
{
    struct request hello = {.kind = DO_hello};
    int guest[2], other;

    (void)state;
    house_open(7);
    begin(guest, "qwixx", 2, 2);
    strcpy(hello.table, tables_table(house, guest[0])->id);
    assert_string_equal(refusal(guest[0], at_seat(DO_free, 1, false)),
                        "table.not_away");
    tables_go(house, guest[1], house_now);
    assert_string_equal(refusal(guest[0], at_seat(DO_free, 1, false)),
                        "table.not_away");
    house_now += house_limits.away;
    assert_string_equal(refusal(guest[0], at_seat(DO_free, 1, false)), "");
    house_think_all();
    assert_string_equal(come(guest[0], (struct person){"P1", 7, 70}, &other),
                        "");
    assert_int_equal(tables_seat(house, other), 1);
    house_close();
}

/* --- Names --------------------------------------------------------------- */

static void what_cannot_be_seen_is_taken_out(void **state)
{
    static const struct {
        const char *from, *to; /* NULL: too long */
    } name[] = {
        {"Ann", "Ann"},
        {"  Ann  Lee ", "Ann Lee"},
        {"A\u202enn", "Ann"},
        {"\u2067Ann\u2069", "Ann"},
        {"A\u200bn\u00adn\u2060", "Ann"},
        {"Ann\u00a0\u3000Lee", "Ann Lee"},
        {"\u200b\u200d\u2800", ""},
        {"\u3164", ""},
        {"\U000e0041\ufe0f", ""},
        {" ", ""},
        {"\u0301Ann", "Ann"},
        {"A\u0301\u0301\u0301\u0301nn", "A\u0301\u0301nn"},
        {"A\u0483\u1ab0\u1dc0nn", "A\u0483\u1ab0nn"},
        {"A\u20d0\u20d0\ufe20nn", "A\u20d0\u20d0nn"},
        {"ก็็็็็็", "ก็็็็"}, /* towers */
        {"ا\u064b\u064b\u064b\u064b\u064b", "ا\u064b\u064b\u064b\u064b"},
        {"ณัฐวุฒิ", "ณัฐวุฒิ"},
        {"Zoë Łukasz", "Zoë Łukasz"},
        {"Оля", "Оля"},
        {"a name that is far too long to fit", NULL},
        {"0123456789012345678901234567890", "0123456789012345678901234567890"},
        {"0123456789012345678901234567890\u200b",
         "0123456789012345678901234567890"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        char out[PL_NAME];

        assert_int_equal(name_clean(name[i].from, out), name[i].to != NULL);
        if (name[i].to)
            assert_string_equal(out, name[i].to);
    }
}

static size_t put_character(uint32_t c, char out[4])
{
    int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;

    for (int i = more; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(more ? (0xff00 >> (more + 1) & 0xff) | c : c);
    return (size_t)more + 1;
}

/* Each alone, and between two letters: gone, or a space. */
static void nobody_is_called_nothing(void **state)
{
    static const uint32_t unseen[] = {0xad,    0x34f,   0x61c,   0x115f,
                                      0x1160,  0x17b4,  0x17b5,  0x180b,
                                      0x180e,  0x200b,  0x200f,  0x2028,
                                      0x202e,  0x2060,  0x206f,  0x3164,
                                      0xfe00,  0xfe0f,  0xfeff,  0xffa0,
                                      0xfff0,  0xfffc,  0x13430, 0x1343f,
                                      0x16fe4, 0x1bca0, 0x1bca3, 0x1d159,
                                      0x1d173, 0x1d17a, 0xe0000, 0xe0001,
                                      0xe0fff},
                          spaces[] = {' ',    0xa0,   0x1680, 0x2000, 0x200a,
                                      0x202f, 0x205f, 0x2800, 0x3000};
    const size_t first_space = sizeof unseen / sizeof *unseen;

    (void)state;
    for (size_t i = 0; i < first_space + sizeof spaces / sizeof *spaces; i++) {
        bool is_space = i >= first_space;
        char c[8] = "", both[16] = "A", out[PL_NAME];

        c[put_character(is_space ? spaces[i - first_space] : unseen[i], c)] =
            '\0';
        assert_true(name_clean(c, out));
        assert_string_equal(out, "");
        strcat(strcat(both, c), "B");
        assert_true(name_clean(both, out));
        assert_string_equal(out, is_space ? "A B" : "AB");
    }
}

static void names_that_look_alike_have_one_shape(void **state)
{
    static const struct {
        const char *one, *other;
        bool is_alike;
    } pair[] = {
        {"Anna", "ANNA", true},       {"Anna", "А\u043dna", false},
        {"Anna", "Аnnа", true},       {"Anna", "Ånna", true},
        {"Paul", "Ρaul", true},       {"Lina", "Iina", true},
        {"Otto", "0tt0", true},       {"Marna", "Mama", true},
        {"Wim", "VVim", true},        {"Anna", "A n-n.a", true},
        {"Anna", "Ａｎｎａ", true},   {"Anna", "𝐀𝐧𝐧𝐚", true},
        {"Lærke", "Laerke", true},    {"Ștefan", "Stefan", true},
        {"Łukasz", "Lukasz", true},   {"Ann 1", "Ann 2", false},
        {"Ann", "Anne", false},       {"Jan", "Jon", false},
        {"...", "…", false},          {"...", "---", false},
        {"Оля", "Юля", false},        {"🙂", "🙃", false},
        {"A\u0301nna", "Ánna", true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++)
        if ((name_shape(pair[i].one) == name_shape(pair[i].other)) !=
            pair[i].is_alike)
            fail_msg("%s %s", pair[i].one, pair[i].other);
}

static void nobody_has_anothers_name(void **state)
{
    int host, guest;

    (void)state;
    house_open(8);
    host = open_talking(1);
    assert_string_equal(come(host, (struct person){"ann", 7, 70}, &guest),
                        "table.name_taken");
    assert_int_equal(tables_answer(house, guest)->why.seat, 0);
    assert_string_equal(come(host, (struct person){"Аnn", 7, 70}, &guest),
                        "table.name_taken");
    assert_string_equal(come(host, (struct person){"Ann B", 7, 70}, &guest),
                        "");
    house_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anyone_who_was_removed_stays_away),
        cmocka_unit_test(remembered_after_a_restart),
        cmocka_unit_test(a_shared_address_bars_nobody),
        cmocka_unit_test(anyone_who_is_muted_stays_muted),
        cmocka_unit_test(who_is_blocked_is_not_heard),
        cmocka_unit_test(a_block_is_between_two_people),
        cmocka_unit_test(a_block_is_kept),
        cmocka_unit_test(the_host_hears_how_many_complain),
        cmocka_unit_test(an_abandoned_seat_is_handed_on),
        cmocka_unit_test(what_cannot_be_seen_is_taken_out),
        cmocka_unit_test(nobody_is_called_nothing),
        cmocka_unit_test(names_that_look_alike_have_one_shape),
        cmocka_unit_test(nobody_has_anothers_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
