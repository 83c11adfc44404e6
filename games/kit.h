/* What several games say the same way. */
#ifndef KIT_H
#define KIT_H

#include "parlour.h"

#include <string.h>

/* --- Sets: the bits of a number ------------------------------------------ */

static inline uint64_t bit(int i)
{
    return UINT64_C(1) << i;
}

static inline bool has(uint64_t set, int i)
{
    return (set >> i & 1) != 0;
}

/* The moves that a set means, counted from its first one; returns how many. */
static inline int list_moves(uint64_t set, int first, pl_move out[])
{
    int n = 0;

    for (; set; set &= set - 1)
        out[n++] = (pl_move)(first + pl_lowest(set));
    return n;
}

/* --- Seats and turns ----------------------------------------------------- */

static inline uint8_t one_seat(int seat)
{
    return (uint8_t)(1u << seat);
}

static inline uint8_t all_seats(int seats)
{
    return (uint8_t)((1u << seats) - 1);
}

static inline uint8_t seat_after(int seat, int seats)
{
    return (uint8_t)(seat + 1 == seats ? 0 : seat + 1);
}

/* What a game waits for, by its phase (enum pl_what); one seat decides, in its
 * own turn or in that of another. */
static inline struct pl_turn turn_in(int phase, const uint8_t what[],
                                     int decider, int whose)
{
    bool decides = what[phase] == PL_DECIDE;

    return (struct pl_turn){what[phase], decides ? one_seat(decider) : 0,
                            (uint8_t)phase, (int8_t)whose};
}

/* Blind choices: in the view of a seat, those of the others who were asked
 * (bits) are not made yet. Choice 0 is none. */
static inline void unmake_choices(uint8_t choice[], uint8_t *waiting,
                                  unsigned asked, int seat)
{
    for (unsigned left = asked; left; left &= left - 1)
        if (pl_lowest(left) != seat) {
            choice[pl_lowest(left)] = 0;
            *waiting |= one_seat(pl_lowest(left));
        }
}

/* --- Options ------------------------------------------------------------- */

extern const char *const pl_off_on[];      /* "0", "1" */
extern const char *const pl_end_timings[]; /* "finish_turn", "immediate" */
extern const char *const pl_idle_limits[]; /* turns; "0": none */

static inline uint8_t idle_limit(int value)
{
    static const uint8_t turns[] = {0, 5, 50};

    return turns[value];
}

/* The options up to this one, as bits: which are not at their first value. */
static inline uint8_t options_up_to(int last, const struct pl_setup *setup)
{
    unsigned bits = 0;

    for (int i = 0; i <= last; i++)
        bits |= (unsigned)(setup->option[i] != 0) << i;
    return (uint8_t)bits;
}

/* --- Dice ---------------------------------------------------------------- */

extern const char *const pl_d6_face[]; /* "1" … "6" */

/* The dice of most boxes: white, and one a colour in the order Y B P O R. */
enum { WHITE_DICE = 2, COLOURED_DICE = 5 };
extern const struct pl_die pl_white_die, pl_coloured_die[COLOURED_DICE];
extern const uint8_t pl_die_colour[COLOURED_DICE];

/* The game says which dice. */
static inline void throw_dice(struct pl_chance *out, int count)
{
    out->count = (uint8_t)count;
    out->sees = PL_EVERYBODY;
    out->total = 0;
}

static inline uint8_t pips(uint8_t face)
{
    return (uint8_t)(face + 1);
}

/* Two interchangeable dice, rising. */
static inline void land_pair(uint8_t die[WHITE_DICE], const uint8_t face[])
{
    bool swap = face[0] > face[1];

    die[0] = pips(face[swap]);
    die[1] = pips(face[!swap]);
}

/* --- Hidden cards -------------------------------------------------------- */

/* What is known of a hidden hand: at least `need` of these groups have a card
 * in it. A group is kinds of cards (bits), and no kind is in two. */
struct wanted {
    const uint64_t *group;
    int groups, need;
};

/* Deals so many cards of these kinds (bits) out of a pool, which counts the
 * cards of each kind; every hand of which that is true is as likely as the
 * next. out: their kinds. */
void pl_deal_hand(uint8_t pool[], uint64_t kinds, int cards,
                  struct wanted wanted, struct pl_rng *rng, uint8_t out[]);

/* --- Points -------------------------------------------------------------- */

typedef int parts_function(const struct pl_game *game, const void *state,
                           int seat, struct pl_part out[]);

static inline struct pl_part part(const char *id, int points)
{
    return (struct pl_part){id, (int16_t)points};
}

static inline int total(const struct pl_game *game, parts_function *parts,
                        const void *state, int seat)
{
    struct pl_part list[PL_PARTS];
    int n = parts(game, state, seat, list), points = 0;

    for (int i = 0; i < n; i++)
        points += list[i].points;
    return points;
}

/* Highest points win; equal points are decided by tie, equal ties share. */
static inline void find_winners(struct pl_result *result, int seats)
{
    int best = 0;

    result->seats = (uint8_t)seats;
    for (int s = 0; s < seats; s++) {
        int more = result->points[s] - result->points[best];

        if (more == 0)
            more = result->tie[s] - result->tie[best];
        if (more > 0 || s == 0) {
            best = s;
            result->winners = 0;
        }
        if (more >= 0)
            result->winners |= one_seat(s);
    }
}

/* Where the points are the sum of the parts, and nothing decides a tie. */
static inline void score_parts(struct pl_result *result,
                               const struct pl_game *game, const void *state,
                               int seats, parts_function *parts)
{
    *result = (struct pl_result){0};
    for (int s = 0; s < seats; s++)
        result->points[s] = (int16_t)total(game, parts, state, s);
    find_winners(result, seats);
}

/* --- Sheets of people's own ---------------------------------------------- */

static inline bool is_word(int16_t cell)
{
    return cell >= PL_WORD;
}

static inline void add_fault(struct pl_faults *faults, int cell,
                             struct pl_message what)
{
    if (faults->count == PL_FAULTS)
        return;
    faults->fault[faults->count].cell = cell;
    faults->fault[faults->count++].what = what;
}

static inline int random_to(struct pl_rng *rng, int n)
{
    return (int)pl_below(rng, (uint32_t)n);
}

static inline void swap_cells(int16_t *a, int16_t *b)
{
    int16_t kept = *a;

    *a = *b;
    *b = kept;
}

/* --- Words --------------------------------------------------------------- */

/* No colour is glued into a sentence: a message a colour, in the order of the
 * coloured dice, or of rows that are red, yellow, green and blue. */
#define YBPOR(id)                                                              \
    id ".yellow", id ".blue", id ".purple", id ".orange", id ".red"
#define RYGB(id) id ".red", id ".yellow", id ".green", id ".blue"

/* Hands the facts in an array over; returns how many. */
#define GIVE_FACTS(list, out)                                                  \
    (memcpy(out, list, sizeof(list)), (int)(sizeof(list) / sizeof *(list)))

/* Turns on end without anything that end a game: no fact where none do. */
static inline int idle_fact(int value, struct pl_fact out[])
{
    out[0] = (struct pl_fact){"idle", idle_limit(value)};
    return out[0].n > 0;
}

/* A list of facts: a name, and the numbers that it stands for. */
static inline int list_facts(const char *name, const uint8_t number[],
                             int count, struct pl_fact out[])
{
    for (int i = 0; i < count; i++)
        out[i] = (struct pl_fact){name, number[i]};
    return count;
}

/* The numbers from `from` on, as the head of a table. */
static inline int count_facts(const char *name, int from, int count,
                              struct pl_fact out[])
{
    for (int i = 0; i < count; i++)
        out[i] = (struct pl_fact){name, from + i};
    return count;
}

/* --- Pieces -------------------------------------------------------------- */

static inline void add_area(struct pl_scene *scene, struct pl_area area)
{
    pl_assert(scene->areas < PL_AREAS);
    scene->area[scene->areas++] = area;
}

static inline void add_dice(struct pl_scene *scene, uint8_t width)
{
    add_area(scene, (struct pl_area){PL_THROW, PL_WRAP, -1, width, 1, NULL});
}

static inline void add_sheet(struct pl_scene *scene, int seat, uint8_t width,
                             uint8_t height, const char *title)
{
    add_area(scene, (struct pl_area){PL_SHEET, PL_GRID, (int8_t)seat, width,
                                     height, title});
}

static inline void add_choices(struct pl_scene *scene, uint8_t width)
{
    add_area(scene, (struct pl_area){PL_CHOICES, PL_WRAP, -1, width, 1, NULL});
}

/* Puts a piece into the area that was added last, one box wide and high
 * unless it says otherwise. */
static inline struct pl_piece *add_piece(struct pl_scene *scene,
                                         struct pl_piece piece)
{
    pl_assert(scene->pieces < PL_PIECES && scene->areas > 0);
    piece.area = (uint8_t)(scene->areas - 1);
    if (piece.w == 0)
        piece.w = 1;
    if (piece.h == 0)
        piece.h = 1;
    scene->piece[scene->pieces] = piece;
    return &scene->piece[scene->pieces++];
}

/* A piece with its fields named: no one's, without or with a number. */
#define PIECE(...)                                                             \
    ((struct pl_piece){.seat = -1, .value = PL_NO_VALUE, .kind = __VA_ARGS__})
#define NUMBERED(number, ...)                                                  \
    ((struct pl_piece){                                                        \
        .seat = -1, .value = (int16_t)(number), .kind = __VA_ARGS__})
#define AT(column, row) .x = (uint8_t)(column), .y = (uint8_t)(row)

/* All that can be chosen beside the things on the table is to pass. */
static inline void show_pass(struct pl_scene *scene, uint16_t id)
{
    add_choices(scene, 1);
    add_piece(scene, PIECE(PL_ACTION, .id = id, .label = "say.pass"));
}

static inline void add_touch(struct pl_touch *touch, int id)
{
    pl_assert(touch->count < PL_TOUCHES);
    touch->piece[touch->count++] = (uint16_t)id;
}

#endif
