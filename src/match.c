/*
 * One game being played: what is legal, what happened, who may know it.
 *
 * A question is open from the moment the game asks some seats until the last
 * of them has answered; only the answers to the open question are secret.
 * Going back is starting again and repeating: states are small and rules fast.
 */
#include "parlour_match.h"

#include <stdlib.h>
#include <string.h>

static const char *const error_id[] = {
#define X(name) "error." #name,
    PL_ERRORS(X)
#undef X
};

/* What strangers sent is shown again only as plain ASCII, and shortened. */
static void put_quoted(struct pl_text *text, const char *word)
{
    enum { LONGEST = 40 };

    for (int i = 0; i < LONGEST && word[i]; i++)
        pl_put_char(text, word[i] >= ' ' && word[i] <= '~' ? word[i] : '?');
    if (strlen(word) > LONGEST)
        pl_put(text, "...");
}

bool pl_refuse(struct pl_message *why, enum pl_error error, int seat, int n,
               const char *word)
{
    *why = (struct pl_message){
        .id = error_id[error], .seat = (int8_t)seat, .n = n};
    put_quoted(&why->word, word);
    return false;
}

static void set_up(struct pl_match *match)
{
    memset(&match->state, 0, sizeof match->state);
    match->game->start(&match->state, &match->setup);
    match->steps = match->question = 0;
}

bool pl_match_start(struct pl_match *match, const struct pl_game *game,
                    const struct pl_setup *setup, struct pl_message *why)
{
    if (!pl_setup_check(game, setup, why))
        return false;
    match->game = game;
    match->setup = *setup;
    memset(&match->name, 0, sizeof match->name);
    memset(&match->bot, 0, sizeof match->bot);
    memset(&match->fair, 0, sizeof match->fair);
    match->rules = 0;
    set_up(match);
    return true;
}

void pl_match_free(struct pl_match *match)
{
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

static void apply(struct pl_match *match, const struct pl_step *step)
{
    if (step->what == PL_CHANCE) {
        match->game->land(&match->state, step->face);
        remember(match, step);
        match->question = match->steps;
        return;
    }
    match->game->play(&match->state, step->seat, step->move);
    remember(match, step);
    if ((step->seats & ~(1u << step->seat)) == 0)
        match->question = match->steps;
}

static bool waits_for(const struct pl_match *match, enum pl_what what,
                      struct pl_turn *turn, struct pl_message *why)
{
    if (!match->game)
        return pl_refuse(why, PL_E_no_game, -1, 0, "");
    *turn = match->game->turn(&match->state);
    if (turn->what == what)
        return true;
    return pl_refuse(why, what == PL_CHANCE ? PL_E_not_chance : PL_E_not_decide,
                     -1, 0, "");
}

bool pl_match_land(struct pl_match *match, const uint8_t face[], int count,
                   struct pl_message *why)
{
    struct pl_step step = {.what = PL_CHANCE, .count = (uint8_t)count};
    struct pl_chance chance;
    struct pl_turn turn;

    if (!waits_for(match, PL_CHANCE, &turn, why))
        return false;
    match->game->chance(&match->state, &chance);
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
    apply(match, &step);
    return true;
}

bool pl_match_roll(struct pl_match *match, struct pl_rng *rng,
                   struct pl_message *why)
{
    struct pl_chance chance;
    struct pl_turn turn;
    uint8_t face[PL_DICE];

    if (!waits_for(match, PL_CHANCE, &turn, why))
        return false;
    match->game->chance(&match->state, &chance);
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
    struct pl_turn turn;
    uint8_t face[PL_DICE];

    if (!waits_for(match, PL_CHANCE, &turn, why))
        return false;
    match->game->chance(&match->state, &chance);
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

static bool is_asked(const struct pl_match *match, int seat,
                     struct pl_turn *turn, struct pl_message *why)
{
    if (!waits_for(match, PL_DECIDE, turn, why))
        return false;
    if (seat < 0 || seat >= match->setup.seats)
        return pl_refuse(why, PL_E_bad_seat, -1, match->setup.seats - 1, "");
    if (!(turn->seats >> seat & 1))
        return pl_refuse(why, PL_E_not_asked, seat, seat, "");
    return true;
}

bool pl_match_play(struct pl_match *match, int seat, pl_move move,
                   struct pl_message *why)
{
    struct pl_turn turn;
    pl_move list[PL_MOVES];
    int n;

    if (!is_asked(match, seat, &turn, why))
        return false;
    n = match->game->moves(&match->state, seat, list);
    for (int i = 0; i < n; i++) {
        if (list[i] != move)
            continue;
        apply(match, &(struct pl_step){.what = PL_DECIDE,
                                       .seat = (uint8_t)seat,
                                       .seats = turn.seats,
                                       .move = move});
        return true;
    }
    pl_refuse(why, PL_E_illegal, seat, seat, "");
    pl_put_number(&why->word, move);
    return false;
}

bool pl_match_find_move(const struct pl_match *match, int seat,
                        const char *word, pl_move *move, struct pl_message *why)
{
    struct pl_turn turn;
    pl_move list[PL_MOVES];
    int n;

    if (!is_asked(match, seat, &turn, why))
        return false;
    n = match->game->moves(&match->state, seat, list);
    for (int i = 0; i < n; i++) {
        struct pl_text name = {0};

        match->game->name(&match->state, list[i], &name);
        if (strcmp(name.s, word) == 0) {
            *move = list[i];
            return true;
        }
    }
    return pl_refuse(why, PL_E_illegal, seat, seat, word);
}

void pl_match_legal(const struct pl_match *match, int seat,
                    struct pl_buffer *out)
{
    struct pl_message why;
    struct pl_turn turn;
    pl_move list[PL_MOVES];
    bool can_pass = false;
    int n;

    if (!is_asked(match, seat, &turn, &why))
        return;
    n = match->game->moves(&match->state, seat, list);
    for (int i = 0; i < n; i++) {
        struct pl_text name = {0};

        match->game->name(&match->state, list[i], &name);
        if (strcmp(name.s, "-") == 0) {
            can_pass = true;
            continue;
        }
        pl_add(out, out->length ? " " : "");
        pl_add(out, name.s);
    }
    if (can_pass)
        pl_add(out, out->length ? " -" : "-");
}

/* Starts again and repeats the first `steps` steps but one (none: −1). */
static void repeat(struct pl_match *match, size_t steps, size_t but)
{
    set_up(match);
    for (size_t i = 0; i < steps; i++) {
        struct pl_step step = match->step[i];

        if (i == but)
            continue;
        if (step.what == PL_DECIDE)
            step.seats = match->game->turn(&match->state).seats;
        apply(match, &step);
    }
}

void pl_match_rewind(struct pl_match *match, size_t steps)
{
    pl_assert(steps <= match->steps);
    repeat(match, steps, SIZE_MAX);
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

static bool asked_alone(const struct pl_step *step)
{
    return step->what == PL_DECIDE && pl_count(step->seats) == 1;
}

bool pl_match_take_back(struct pl_match *match, int seat,
                        struct pl_message *why)
{
    size_t i = match->steps;

    /* An answer to the open question, whoever else has answered since. */
    while (i > match->question)
        if (match->step[--i].seat == seat) {
            repeat(match, match->steps, i);
            return true;
        }
    /* Or the very last step, if nobody else had a part in that question. */
    if (i > 0 && i == match->steps && asked_alone(&match->step[i - 1]) &&
        match->step[i - 1].seat == seat &&
        (i == 1 || match->step[i - 2].what == PL_CHANCE ||
         asked_alone(&match->step[i - 2]))) {
        pl_match_rewind(match, i - 1);
        return true;
    }
    return pl_refuse(why, PL_E_nothing_to_take_back, seat, 0, "");
}

void pl_match_view(const struct pl_match *match, int seat, union pl_state *out)
{
    *out = match->state;
    if (seat != PL_ALL && match->game->hide)
        match->game->hide(out, seat);
}

uint8_t pl_match_answered(const struct pl_match *match)
{
    unsigned seats = 0;

    for (size_t i = match->question; i < match->steps; i++)
        seats |= 1u << match->step[i].seat;
    return (uint8_t)seats;
}

bool pl_match_may_see(const struct pl_match *match, size_t step, int seat)
{
    const struct pl_step *s = &match->step[step];

    if (seat == PL_ALL)
        return true;
    if (s->what == PL_CHANCE)
        return s->seats == PL_EVERYBODY ||
               (seat >= 0 && (s->seats >> seat & 1) != 0);
    return step < match->question || s->seat == seat;
}
