/*
 * Data sets of a run: the record of every game, or a line of JSON for every
 * decision with what was to be seen and what each move is worth.
 */
#include "lab.h"
#include "parlour_json.h"

#include <string.h>

/* --- Records -------------------------------------------------------------- */

void lab_data_begin(struct lab_data *data, const struct lab_plan *plan,
                    const struct lab_seating *seating)
{
    struct pl_message why;

    data->text = (struct pl_buffer){0};
    pl_add(&data->text, "");
    data->match = (struct pl_match){0};
    if (plan->writes != LAB_RECORDS)
        return;
    pl_match_start(&data->match, plan->game, &plan->setup, &why);
    for (int seat = 0; seat < plan->setup.seats; seat++) {
        const struct lab_bot *bot = &plan->bot[seating->bot[seat]];

        if (bot->inside && !bot->brain_hash)
            strcpy(data->match.bot.of[seat], bot->name);
        else
            strcpy(data->match.name.of[seat], bot->name);
    }
}

void lab_data_land(struct lab_data *data, const uint8_t face[], int count)
{
    struct pl_message why;

    if (data->match.game)
        pl_match_land(&data->match, face, count, &why);
}

void lab_data_move(struct lab_data *data, int seat, pl_move move)
{
    struct pl_message why;

    if (data->match.game)
        pl_match_play(&data->match, seat, move, &why);
}

/* What is written goes to the caller, who frees it. */
char *lab_data_end(struct lab_data *data)
{
    if (data->match.game) {
        pl_record_write(&data->match, PL_ALL, &data->text);
        pl_add(&data->text, "\n");
        pl_match_free(&data->match);
    }
    return data->text.s;
}

/* --- Values --------------------------------------------------------------- */

static void add_features(const struct pl_game *game, const union pl_state *view,
                         int seat, struct pl_buffer *out)
{
    int16_t feature[PL_FEATURES];
    int n = pl_features_write(game, view, seat, feature);

    pl_json_open(out, "features", "[");
    for (int i = 0; i < n; i++)
        pl_json_number(out, NULL, feature[i]);
    pl_json_close(out, "]");
}

static void add_hint(const struct pl_game *game, const union pl_state *view,
                     const struct pl_hint *hint, struct pl_buffer *out)
{
    struct pl_text name = {0};

    game->name(game, view, hint->move, &name);
    pl_json_open(out, NULL, "{");
    pl_json_number(out, "number", hint->move);
    pl_json_text(out, "move", name.s);
    pl_json_real(out, "points", (double)hint->points);
    pl_json_real(out, "win", (double)hint->win);
    pl_json_number(out, "tries", hint->tries);
    pl_json_close(out, "}");
}

/* Where there is something to choose, every move is played on to the end many
 * times, as `parlour hint` does. */
void lab_data_value(struct lab_data *data, const struct lab_plan *plan,
                    const union pl_state *state, int seat, uint64_t seed)
{
    const struct pl_game *game = plan->game;
    const struct pl_budget budget = {.steps = plan->value_steps};
    struct pl_hint hint[PL_MOVES];
    union pl_state view = *state;
    struct pl_rng rng;
    int n;

    if (plan->writes != LAB_VALUES ||
        game->moves(game, state, seat, (pl_move[PL_MOVES]){0}) < 2)
        return;
    if (game->hide)
        game->hide(game, &view, seat);
    pl_seed(&rng, seed);
    n = pl_hints(game, &view, seat, &rng, &budget, hint);
    pl_json_open(&data->text, NULL, "{");
    pl_json_text(&data->text, "game", game->id);
    pl_json_number(&data->text, "seats", plan->setup.seats);
    pl_json_number(&data->text, "seat", seat);
    add_features(game, &view, seat, &data->text);
    pl_json_open(&data->text, "moves", "[");
    for (int i = 0; i < n; i++)
        add_hint(game, &view, &hint[i], &data->text);
    pl_json_close(&data->text, "]}\n");
}
