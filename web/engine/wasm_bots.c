/*
 * Bots and hints. They get a view, whose bytes lie in the input, and nothing
 * else of the match.
 */
#include "wasm.h"

#include <string.h>

/* --- Bots ---------------------------------------------------------------- */

static const struct pl_game *minded; /* on another sheet; NULL: none */

/* From now on bots play the game of the sheet in the input on it; without any
 * they play all games as usual. */
void bots_play_on(size_t length)
{
    struct pl_mistakes mistakes;

    pl_game_drop(minded);
    minded = length ? pl_sheet_read(in.s, length, &mistakes) : NULL;
    pl_assert(minded || length == 0);
}

static const struct pl_game *game_of_bots(int game)
{
    return minded && strcmp(minded->id, pl_games[game]->id) == 0
               ? minded
               : pl_games[game];
}

static uint32_t taken;

/* The bytes of the view lie in the input: a bot that thinks elsewhere gets
 * nothing else of the match. steps 0: as many as are usual. */
int bot_choose(int game, int bot, int seat, uint64_t seed, uint32_t steps,
               int temper)
{
    struct pl_budget budget = {
        .steps = steps, .temper = (uint8_t)temper, .taken = &taken};
    struct pl_rng rng;
    union pl_state view;

    memcpy(view.byte, in.s, sizeof view.byte);
    pl_seed(&rng, seed);
    taken = 0;
    return pl_bots[bot]->choose(game_of_bots(game), &view, seat, &rng, &budget);
}

/* That the last choice took; 0: it did not count. */
uint32_t bot_steps(void)
{
    return taken;
}

int bot_count(void)
{
    int n = 0;

    while (pl_bots[n])
        n++;
    return n;
}

const char *bot_id(int bot)
{
    return pl_bots[bot]->id;
}

uint64_t bot_signature(int bot, int game, int seats, uint32_t steps)
{
    return pl_bot_signature(pl_bots[bot], pl_games[game], seats, steps);
}

/* --- Hints --------------------------------------------------------------- */

static struct pl_inquiry inquiry;

/* The bytes of the view lie in the input. first: a move that must not wait,
 * or -1. */
void hints_begin(int game, int seat, uint64_t seed, int first)
{
    union pl_state view;

    memcpy(view.byte, in.s, sizeof view.byte);
    pl_game_keep(game_of_bots(game));
    pl_game_drop(inquiry.game);
    pl_inquire(&inquiry, game_of_bots(game), &view, seat, seed);
    if (first >= 0)
        pl_inquire_first(&inquiry, (pl_move)first);
}

static void add_thousandths(const char *key, float f)
{
    pl_json_number(&out, key, (int64_t)(f * 1000 + (f < 0 ? -0.5f : 0.5f)));
}

static void add_hint(const struct pl_hint *hint)
{
    pl_json_open(&out, NULL, "{");
    pl_json_number(&out, "move", hint->move);
    add_thousandths("points", hint->points);
    add_thousandths("pointsError", hint->points_error);
    add_thousandths("win", hint->win);
    add_thousandths("winError", hint->win_error);
    pl_json_number(&out, "tries", (int64_t)hint->tries);
    pl_json_close(&out, "}");
}

/* So many steps more; then what is known so far. */
const char *hints_go_on(uint32_t steps)
{
    struct pl_hint hint[PL_MOVES];
    int n;

    pl_inquire_on(&inquiry, &(struct pl_budget){.steps = steps});
    n = pl_inquire_hints(&inquiry, hint);
    begin();
    pl_json_open(&out, NULL, "{");
    pl_json_number(&out, "steps", (int64_t)inquiry.steps);
    pl_json_open(&out, "hints", "[");
    for (int i = 0; i < n; i++)
        add_hint(&hint[i]);
    pl_json_close(&out, "]}");
    return out.s;
}

/* --- The coach ------------------------------------------------------------ */

static struct pl_verdict verdict;

/* The bytes of what judge() said last: to go on from there. */
const void *judged(void)
{
    return &verdict;
}

/* What a decision has cost. The bytes of the view lie in the input, and after
 * them those of the last verdict, if there was one. */
const char *judge(int game, int seat, uint64_t seed, int played, uint32_t steps,
                  size_t length)
{
    union pl_state view;
    struct pl_decision decision = {.game = game_of_bots(game),
                                   .view = &view,
                                   .seat = seat,
                                   .seed = seed,
                                   .played = (pl_move)played};

    memcpy(view.byte, in.s, sizeof view.byte);
    verdict = (struct pl_verdict){.call = PL_CLOSE};
    if (length == sizeof view + sizeof verdict)
        memcpy(&verdict, in.s + sizeof view, sizeof verdict);
    pl_judge_on(&decision, &(struct pl_budget){.steps = steps}, &verdict);
    begin();
    pl_json_open(&out, NULL, "{");
    pl_json_number(&out, "best", verdict.best);
    pl_json_number(&out, "call", verdict.call);
    add_thousandths("points", verdict.points);
    add_thousandths("win", verdict.win);
    add_thousandths("worth", verdict.worth);
    add_thousandths("chance", verdict.chance);
    pl_json_number(&out, "tries", (int64_t)verdict.tries);
    pl_json_number(&out, "wants", (int64_t)verdict.wants);
    pl_json_number(&out, "size", sizeof verdict);
    pl_json_close(&out, "}");
    return out.s;
}
