/* The list of games, their set-ups, and random play of any of them. */
#include "parlour_match.h"
#include "random.h"

#include <string.h>

#define GAME(name) extern const struct pl_game pl_##name##_game;
#include "../games/games.def"
#undef GAME

const struct pl_game *const pl_games[] = {
#define GAME(name) &pl_##name##_game,
#include "../games/games.def"
#undef GAME
    NULL};

const struct pl_game *pl_game_find(const char *id)
{
    for (const struct pl_game *const *game = pl_games; *game; game++)
        if (strcmp((*game)->id, id) == 0)
            return *game;
    return NULL;
}

const struct pl_game *pl_game_on(const struct pl_game *game, const char *layout)
{
    const struct pl_game *const *other = game->others;

    if (strcmp(game->layout, layout) == 0)
        return game;
    for (; other && *other; other++)
        if (strcmp((*other)->layout, layout) == 0)
            return *other;
    return NULL;
}

bool pl_was_sheet(const struct pl_game **game, const char *name,
                  const char *value)
{
    const struct pl_game *on = pl_game_on(*game, value);

    if (!on || !(*game)->sheets || strcmp(name, "sheet") != 0)
        return false;
    *game = on;
    return true;
}

int pl_option_count(const struct pl_game *game)
{
    int n = 0;

    while (game->options && game->options[n].name)
        n++;
    return n;
}

void pl_setup_normal(struct pl_setup *setup, const struct pl_game *game,
                     int seats)
{
    memset(setup, 0, sizeof *setup);
    setup->seats = (uint8_t)seats;
    for (int i = 0; i < pl_option_count(game); i++)
        setup->option[i] = game->options[i].normal;
}

static int values(const struct pl_option *option)
{
    int n = 0;

    if (!option->value)
        return option->high - option->low + 1;
    while (option->value[n])
        n++;
    return n;
}

static int lowest_value(const struct pl_option *option)
{
    return option->value ? 0 : option->low;
}

static bool allows(const struct pl_option *option, int value)
{
    int first = lowest_value(option);

    return (value == PL_AUTO && option->normal == PL_AUTO) ||
           (value >= first && value < first + values(option));
}

bool pl_setup_check(const struct pl_game *game, const struct pl_setup *setup,
                    struct pl_message *why)
{
    if (setup->seats < game->min_seats || setup->seats > game->max_seats) {
        pl_refuse(why, PL_E_bad_seats, -1, game->min_seats, game->id);
        why->m = game->max_seats;
        return false;
    }
    if (setup->first >= setup->seats)
        return pl_refuse(why, PL_E_bad_first, -1, setup->seats - 1, "");
    for (int i = 0; i < pl_option_count(game); i++)
        if (!allows(&game->options[i], setup->option[i]))
            return pl_refuse(why, PL_E_bad_value, -1, 0, game->options[i].name);
    return true;
}

void pl_option_value(const struct pl_option *option, int value,
                     struct pl_text *out)
{
    memset(out, 0, sizeof *out);
    if (value == PL_AUTO)
        pl_put(out, "auto");
    else if (option->value)
        pl_put(out, option->value[value]);
    else
        pl_put_number(out, value);
}

bool pl_setting(const struct pl_game *game, const struct pl_setup *setup, int i,
                struct pl_setting *out)
{
    const struct pl_option *option;

    if (i >= pl_option_count(game))
        return false;
    option = &game->options[i];
    out->name = option->name;
    out->is_normal = setup->option[i] == option->normal;
    pl_option_value(option, setup->option[i], &out->value);
    return true;
}

bool pl_setup_option(struct pl_setup *setup, const struct pl_game *game,
                     const char *name, const char *value,
                     struct pl_message *why)
{
    for (int i = 0; i < pl_option_count(game); i++) {
        const struct pl_option *option = &game->options[i];
        int first = lowest_value(option);
        struct pl_text text;

        if (strcmp(option->name, name) != 0)
            continue;
        for (int v = first; v < first + values(option); v++) {
            pl_option_value(option, v, &text);
            if (strcmp(text.s, value) == 0) {
                setup->option[i] = (int8_t)v;
                return true;
            }
        }
        if (option->normal == PL_AUTO && strcmp(value, "auto") == 0) {
            setup->option[i] = PL_AUTO;
            return true;
        }
        return pl_refuse(why, PL_E_bad_value, -1, 0, name);
    }
    return pl_refuse(why, PL_E_unknown_option, -1, 0, name);
}

/* False at the end of the game. Part of its two loops: a call would be a tenth
 * of a step. */
static inline __attribute__((always_inline)) bool
step(const struct pl_game *game, void *state, struct pl_rng *rng)
{
    struct pl_turn turn = game->turn(game, state);

    if (turn.what == PL_CHANCE) {
        struct pl_chance chance;
        uint8_t face[PL_DICE];

        game->chance(game, state, &chance);
        pl_roll(&chance, rng, face);
        game->land(game, state, face);
    } else if (turn.what == PL_DECIDE) {
        pl_move list[PL_MOVES];
        int seat = pl_lowest(turn.seats);
        int n = game->moves(game, state, seat, list);

        game->play(game, state, seat, list[random_below(rng, (uint32_t)n)]);
    }
    return turn.what != PL_OVER;
}

uint32_t pl_playout(const struct pl_game *game, void *state, struct pl_rng *rng)
{
    uint32_t steps = 0;

    while (step(game, state, rng))
        steps++;
    return steps;
}

static int values_in_signature(const struct pl_option *option)
{
    return option->value && option->high > 0 ? option->high : values(option);
}

/* Every second game has random options and a random first seat. Options that
 * let a game go on for ever are why there is an end to the steps. */
uint64_t pl_signature(const struct pl_game *game, int seats, int games)
{
    enum { LONGEST = 20000 };
    struct pl_rng rng;
    uint64_t sum = 0;

    pl_seed(&rng, (uint64_t)seats);
    for (int i = 0; i < games; i++) {
        union pl_state state;
        struct pl_setup setup;
        struct pl_result result;

        pl_setup_normal(&setup, game, seats);
        for (int k = 0; i % 2 && k < pl_option_count(game); k++)
            setup.option[k] =
                (int8_t)(lowest_value(&game->options[k]) +
                         (int)pl_below(&rng, (uint32_t)values_in_signature(
                                                 &game->options[k])));
        setup.first = i % 2 ? (uint8_t)pl_below(&rng, (uint32_t)seats) : 0;
        memset(&state, 0, sizeof state);
        game->start(game, &state, &setup);
        for (int k = 0; k < LONGEST && step(game, &state, &rng); k++)
            sum = pl_hash(&state, game->state_size, sum);
        game->score(game, &state, &result);
        for (int s = 0; s < seats; s++) {
            unsigned points = (uint16_t)result.points[s];
            uint8_t byte[] = {(uint8_t)points, (uint8_t)(points >> 8)};

            sum = pl_hash(byte, sizeof byte, sum);
        }
        sum = pl_hash(&result.winners, 1, sum);
    }
    return sum;
}
