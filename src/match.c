/*
 * One game being played: what is legal, what happened, who may know it.
 *
 * A question is open from the moment the game asks some seats until the last
 * of them has answered; only the answers to the open question are secret. They
 * are the last steps of the match, on top of the state in which it was asked.
 * Going back is starting again and repeating: states are small and rules fast.
 */
#include "parlour_match.h"

#include <stdlib.h>
#include <string.h>

static void set_up(struct pl_match *match)
{
    memset(&match->state, 0, sizeof match->state);
    match->game->start(match->game, &match->state, &match->setup);
    match->steps = match->question = match->known = 0;
    match->named = match->drawn = 0;
    match->asked = match->state;
}

bool pl_match_start(struct pl_match *match, const struct pl_game *game,
                    const struct pl_setup *setup, struct pl_message *why)
{
    if (!pl_setup_check(game, setup, why))
        return false;
    pl_game_keep(game);
    pl_game_drop(match->game);
    match->game = game;
    match->setup = *setup;
    memset(&match->name, 0, sizeof match->name);
    memset(&match->bot, 0, sizeof match->bot);
    memset(&match->fair, 0, sizeof match->fair);
    match->rules = 0;
    memset(match->daily, 0, sizeof match->daily);
    match->recipe = 0;
    set_up(match);
    return true;
}

bool pl_match_start_daily(struct pl_match *match, const char *date,
                          struct pl_message *why)
{
    struct pl_daily daily;

    if (!pl_daily_on(date, &daily))
        return pl_refuse(why, PL_E_bad_date, -1, 0, date);
    if (!pl_match_start(match, daily.game, &daily.setup, why))
        return false;
    strcpy(match->daily, date);
    match->recipe = PL_DAILY;
    for (int seat = 1; seat < daily.setup.seats; seat++)
        strcpy(match->bot.of[seat], daily.bot);
    return true;
}

void pl_match_free(struct pl_match *match)
{
    pl_game_drop(match->game);
    free(match->step);
    memset(match, 0, sizeof *match);
}

static void remember(struct pl_match *match, const struct pl_step *step)
{
    if (match->steps == match->room) {
        match->room = match->room ? 2 * match->room : 64;
        match->step = realloc(match->step, match->room * sizeof *step);
        pl_assert(match->step);
    }
    match->step[match->steps++] = *step;
}

/* Whether the game keeps an answer to an earlier question secret. */
static bool keeps(const struct pl_match *match)
{
    const struct pl_game *game = match->game;

    for (int seat = 0; game->keeps && seat < match->setup.seats; seat++)
        if (game->keeps(game, &match->state, seat))
            return true;
    return false;
}

static void apply(struct pl_match *match, const struct pl_step *step)
{
    pl_step_apply(match->game, &match->state, step);
    remember(match, step);
    match->revealed = match->known < match->question;
    if (pl_step_closes(step)) {
        match->question = match->steps;
        match->asked = match->state;
        if (!keeps(match))
            match->known = match->steps;
    }
}

static bool waits_for(const struct pl_match *match, enum pl_what what,
                      struct pl_message *why)
{
    if (!match->game)
        return pl_refuse(why, PL_E_no_game, -1, 0, "");
    if (match->game->turn(match->game, &match->state).what == what)
        return true;
    return pl_refuse(why, what == PL_CHANCE ? PL_E_not_chance : PL_E_not_decide,
                     -1, 0, "");
}

/* What is to be rolled or drawn now. */
static bool find_chance(const struct pl_match *match, struct pl_chance *chance,
                        struct pl_message *why)
{
    if (!waits_for(match, PL_CHANCE, why))
        return false;
    match->game->chance(match->game, &match->state, chance);
    return true;
}

bool pl_match_land(struct pl_match *match, const uint8_t face[], int count,
                   struct pl_message *why)
{
    struct pl_step step = {.what = PL_CHANCE, .count = (uint8_t)count};
    struct pl_chance chance;

    if (!find_chance(match, &chance, why))
        return false;
    if (count != chance.count)
        return pl_refuse(why, PL_E_bad_count, -1, chance.count, "");
    for (int i = 0; i < count; i++) {
        if (face[i] >= chance.die[i]->faces)
            return pl_refuse(why, PL_E_bad_face, -1, i + 1, "");
        if (chance.total > 0 && chance.weight[face[i]] == 0)
            return pl_refuse(why, PL_E_none_left, -1, 0,
                             chance.die[i]->face[face[i]]);
        step.face[i] = face[i];
    }
    step.seats = chance.sees;
    step.named = match->named;
    step.drawn = match->drawn;
    match->named = match->drawn = 0;
    apply(match, &step);
    return true;
}

bool pl_match_draw(struct pl_match *match, unsigned named, unsigned drawn)
{
    if (match->game->turn(match->game, &match->state).what != PL_CHANCE ||
        (match->steps > 0 && match->step[match->steps - 1].what == PL_CHANCE))
        return false;
    match->named = (uint8_t)named;
    match->drawn = (uint8_t)drawn;
    return true;
}

bool pl_match_roll(struct pl_match *match, struct pl_rng *rng,
                   struct pl_message *why)
{
    struct pl_chance chance;
    uint8_t face[PL_DICE];

    if (!find_chance(match, &chance, why))
        return false;
    if (match->daily[0])
        pl_daily_roll(match, face);
    else
        pl_roll(&chance, rng, face);
    return pl_match_land(match, face, chance.count, why);
}

static int find_face(const struct pl_die *die, const char *word)
{
    for (int face = 0; face < die->faces; face++)
        if (strcmp(die->face[face], word) == 0)
            return face;
    return -1;
}

bool pl_match_land_words(struct pl_match *match, const char *const word[],
                         int count, struct pl_message *why)
{
    struct pl_chance chance;
    uint8_t face[PL_DICE];

    if (!find_chance(match, &chance, why))
        return false;
    if (count != chance.count)
        return pl_refuse(why, PL_E_bad_count, -1, chance.count, "");
    for (int i = 0; i < count; i++) {
        int found = find_face(chance.die[i], word[i]);

        if (found < 0)
            return pl_refuse(why, PL_E_bad_face, -1, i + 1, word[i]);
        face[i] = (uint8_t)found;
    }
    return pl_match_land(match, face, count, why);
}

/* Whether the open question asks this seat, answered or not. */
static bool is_asked(const struct pl_match *match, int seat,
                     struct pl_message *why)
{
    if (!waits_for(match, PL_DECIDE, why))
        return false;
    if (seat < 0 || seat >= match->setup.seats)
        return pl_refuse(why, PL_E_bad_seat, -1, match->setup.seats - 1, "");
    if (!(pl_match_turn(match).seats >> seat & 1))
        return pl_refuse(why, PL_E_not_asked, seat, seat, "");
    return true;
}

static bool has_answered(const struct pl_match *match, int seat)
{
    return pl_match_answered(match) >> seat & 1;
}

static bool has_move(const struct pl_match *match, int seat, pl_move move,
                     struct pl_message *why)
{
    pl_move list[PL_MOVES];
    int n = match->game->moves(match->game, &match->asked, seat, list);

    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    pl_refuse(why, PL_E_illegal, seat, seat, "");
    pl_put_number(&why->word, move);
    return false;
}

static void play(struct pl_match *match, int seat, pl_move move)
{
    struct pl_turn turn = match->game->turn(match->game, &match->state);

    apply(match, &(struct pl_step){.what = PL_DECIDE,
                                   .seat = (uint8_t)seat,
                                   .seats = turn.seats,
                                   .move = move});
}

bool pl_match_play(struct pl_match *match, int seat, pl_move move,
                   struct pl_message *why)
{
    if (!is_asked(match, seat, why))
        return false;
    if (has_answered(match, seat))
        return pl_refuse(why, PL_E_not_asked, seat, seat, "");
    if (!has_move(match, seat, move, why))
        return false;
    play(match, seat, move);
    return true;
}

bool pl_match_find_move(const struct pl_match *match, int seat,
                        const char *word, pl_move *move, struct pl_message *why)
{
    pl_move list[PL_MOVES];
    int n;

    if (!is_asked(match, seat, why))
        return false;
    n = match->game->moves(match->game, &match->asked, seat, list);
    for (int i = 0; i < n; i++) {
        struct pl_text name = {0};

        match->game->name(match->game, &match->asked, list[i], &name);
        if (strcmp(name.s, word) == 0) {
            *move = list[i];
            return true;
        }
    }
    return pl_refuse(why, PL_E_illegal, seat, seat, word);
}

static void add_name(const struct pl_match *match, pl_move move,
                     struct pl_buffer *out)
{
    struct pl_text name = {0};

    match->game->name(match->game, &match->state, move, &name);
    pl_add(out, out->length ? " " : "");
    pl_add(out, name.s);
}

void pl_match_legal(const struct pl_match *match, int seat,
                    struct pl_buffer *out)
{
    struct pl_message why;
    pl_move list[PL_MOVES];
    bool can_pass = false;
    int n;

    if (!is_asked(match, seat, &why) || has_answered(match, seat))
        return;
    n = match->game->moves(match->game, &match->state, seat, list);
    for (int i = 0; i < n; i++)
        if (list[i] == match->game->pass)
            can_pass = true;
        else
            add_name(match, list[i], out);
    if (can_pass)
        add_name(match, match->game->pass, out);
}

/* --- The open question --------------------------------------------------- */

struct pl_turn pl_match_turn(const struct pl_match *match)
{
    return match->game->turn(match->game, &match->asked);
}

/* The answers so far, a move a seat. Returns who has given one. */
static unsigned answers(const struct pl_match *match, size_t from, size_t upto,
                        pl_move of[PL_SEATS])
{
    unsigned seats = 0;

    for (size_t i = from; i < upto; i++) {
        seats |= 1u << match->step[i].seat;
        of[match->step[i].seat] = match->step[i].move;
    }
    return seats;
}

/* These are the answers now. */
static void answer_all(struct pl_match *match, unsigned seats,
                       const pl_move of[PL_SEATS])
{
    match->steps = match->question;
    match->state = match->asked;
    for (; seats; seats &= seats - 1)
        play(match, pl_lowest(seats), of[pl_lowest(seats)]);
}

bool pl_match_answer(struct pl_match *match, int seat, pl_move move,
                     struct pl_message *why)
{
    pl_move of[PL_SEATS] = {0};
    unsigned seats;

    if (!is_asked(match, seat, why) || !has_move(match, seat, move, why))
        return false;
    seats = answers(match, match->question, match->steps, of);
    of[seat] = move;
    answer_all(match, seats | 1u << seat, of);
    return true;
}

uint8_t pl_match_answered(const struct pl_match *match)
{
    pl_move of[PL_SEATS] = {0};

    return (uint8_t)answers(match, match->question, match->steps, of);
}

bool pl_match_answer_of(const struct pl_match *match, int seat, pl_move *move)
{
    pl_move of[PL_SEATS] = {0};

    if (!(answers(match, match->question, match->steps, of) >> seat & 1))
        return false;
    *move = of[seat];
    return true;
}

static bool asked_alone(const struct pl_step *step)
{
    return step->what == PL_DECIDE && pl_count(step->seats) == 1;
}

/* The very last step, if no one else had a part in that question. */
static bool was_alone(const struct pl_match *match, int seat)
{
    const struct pl_step *last = match->step + match->steps;

    if (match->steps == 0 || !asked_alone(--last) || last->seat != seat)
        return false;
    return match->steps == 1 || last[-1].what == PL_CHANCE ||
           (asked_alone(last - 1) && !match->revealed);
}

bool pl_match_can_take_back(const struct pl_match *match, int seat)
{
    return seat >= 0 && seat < match->setup.seats &&
           (has_answered(match, seat) ||
            (match->question == match->steps && was_alone(match, seat)));
}

bool pl_match_take_back(struct pl_match *match, int seat,
                        struct pl_message *why)
{
    pl_move of[PL_SEATS] = {0};
    unsigned seats;

    if (!pl_match_can_take_back(match, seat))
        return pl_refuse(why, PL_E_nothing_to_take_back, seat, 0, "");
    seats = answers(match, match->question, match->steps, of);
    if (seats >> seat & 1)
        answer_all(match, seats & ~(1u << seat), of);
    else
        pl_match_rewind(match, match->steps - 1);
    return true;
}

/* Whether one of these seats has decided anything since chance came. */
static bool has_decided(const struct pl_match *match, unsigned seats)
{
    for (size_t i = match->steps; i-- > 0;)
        if (match->step[i].what == PL_CHANCE)
            break;
        else if (seats >> match->step[i].seat & 1)
            return true;
    return false;
}

static bool had_choice(const struct pl_replay *replay, int seat)
{
    const struct pl_game *game = replay->match->game;
    pl_move list[PL_MOVES];

    return game->moves(game, &replay->before, seat, list) > 1;
}

/* Seats from whose turn it is to the one that took the last step. */
static int distance(const struct pl_replay *replay, int seat)
{
    const struct pl_match *match = replay->match;
    int n = match->setup.seats;

    return (seat - match->game->turn(match->game, &replay->before).whose + n) %
           n;
}

struct choice {
    int seat, distance; /* seat −1: there is none */
    size_t question;    /* its first step */
};

/* The last one of these seats since chance came. */
static struct choice last_choice(const struct pl_match *match, unsigned seats)
{
    static const struct choice none = {.seat = -1};
    struct choice last = none;
    const struct pl_step *step;
    struct pl_replay replay;

    if (!has_decided(match, seats))
        return none;
    pl_replay_start(&replay, match);
    while ((step = pl_replay_next(&replay)))
        if (step->what == PL_CHANCE) {
            last = none;
        } else if ((seats >> step->seat & 1) &&
                   had_choice(&replay, step->seat)) {
            int far = distance(&replay, step->seat);

            if (last.seat < 0 || last.question != replay.question ||
                far > last.distance)
                last = (struct choice){step->seat, far, replay.question};
        }
    return last;
}

int pl_match_last_choice(const struct pl_match *match, unsigned seats)
{
    return last_choice(match, seats).seat;
}

bool pl_match_reopen(struct pl_match *match, int seat, struct pl_message *why)
{
    struct choice choice = last_choice(match, seat < 0 ? 0 : 1u << seat);
    size_t after = choice.question + 1;
    pl_move of[PL_SEATS] = {0};
    unsigned seats;

    if (choice.seat < 0)
        return pl_refuse(why, PL_E_nothing_to_take_back, seat, 0, "");
    while (after < match->steps && !pl_step_closes(&match->step[after - 1]))
        after++;
    seats = answers(match, choice.question, after, of);
    pl_match_rewind(match, choice.question);
    answer_all(match, seats & ~(1u << seat), of);
    return true;
}

/* --- Going back ---------------------------------------------------------- */

void pl_match_rewind(struct pl_match *match, size_t steps)
{
    pl_assert(steps <= match->steps);
    set_up(match);
    for (size_t i = 0; i < steps; i++)
        apply(match, &match->step[i]);
}

bool pl_match_undo(struct pl_match *match, struct pl_message *why)
{
    if (!match->game)
        return pl_refuse(why, PL_E_no_game, -1, 0, "");
    if (match->steps == 0)
        return pl_refuse(why, PL_E_at_start, -1, 0, "");
    pl_match_rewind(match, match->steps - 1);
    return true;
}

/* --- Who may know what --------------------------------------------------- */

void pl_match_view(const struct pl_match *match, int seat, union pl_state *out)
{
    const struct pl_game *game = match->game;
    pl_move own;

    if (seat == PL_ALL) {
        *out = match->state;
        return;
    }
    *out = match->asked;
    if (seat >= 0 && pl_match_answer_of(match, seat, &own))
        game->play(game, out, seat, own);
    if (game->hide)
        game->hide(game, out, seat);
}

bool pl_match_may_see(const struct pl_match *match, size_t step, int seat)
{
    const struct pl_step *s = &match->step[step];

    if (seat == PL_ALL)
        return true;
    if (s->what == PL_CHANCE)
        return s->seats == PL_EVERYBODY ||
               (seat >= 0 && (s->seats >> seat & 1) != 0);
    if (step < match->known || s->seat == seat)
        return true;
    return step < match->question &&
           !match->game->keeps(match->game, &match->asked, s->seat);
}
