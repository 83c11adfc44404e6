/*
 * Pig, the folk game, as the example to copy: roll one die as often as you
 * like and add it up; a one loses what the turn has brought; who first banks
 * the goal wins. It is built into the tests, not into what players see.
 */
#include "kit.h"

enum phase { THROWING, CHOOSING, DONE };
enum { HOLD, AGAIN, MOVES };
enum { OPT_GOAL };
enum { ID_HOLD = 1, ID_AGAIN, ID_DIE };

struct pig {
    uint8_t banked[PL_SEATS];
    uint8_t seats, active, phase, die;
    uint8_t turn_total, goal;
};

static const struct pl_die d6 = {"d6", 6, pl_d6_face};
static const char *const goals[] = {"50", "100", NULL};
static const struct pl_option options[] = {{"goal", goals, 0, 0, 1}, {0}};

/* --- Rules --------------------------------------------------------------- */

static void pig_start(const struct pl_game *game, void *state,
                      const struct pl_setup *setup)
{
    *(struct pig *)state =
        (struct pig){.seats = setup->seats,
                     .active = setup->first,
                     .goal = setup->option[OPT_GOAL] ? 100 : 50};
}

static struct pl_turn pig_turn(const struct pl_game *game, const void *state)
{
    static const uint8_t what[] = {
        [THROWING] = PL_CHANCE, [CHOOSING] = PL_DECIDE, [DONE] = PL_OVER};
    const struct pig *g = state;

    return turn_in(g->phase, what, g->active, g->active);
}

static void pig_chance(const struct pl_game *game, const void *state,
                       struct pl_chance *out)
{
    throw_dice(out, 1);
    out->die[0] = &d6;
}

static void next_player(struct pig *g)
{
    g->turn_total = 0;
    g->active = seat_after(g->active, g->seats);
    g->phase = THROWING;
}

static void pig_land(const struct pl_game *game, void *state,
                     const uint8_t face[])
{
    struct pig *g = state;

    g->die = pips(face[0]);
    if (g->die == 1) {
        next_player(g);
    } else {
        g->turn_total = (uint8_t)(g->turn_total + g->die);
        g->phase = CHOOSING;
    }
}

/* Anyone who has the goal in hand must stop, so that numbers stay small. */
static int pig_moves(const struct pl_game *game, const void *state, int seat,
                     pl_move out[])
{
    const struct pig *g = state;
    int n = 0;

    out[n++] = HOLD;
    if (g->banked[seat] + g->turn_total < g->goal)
        out[n++] = AGAIN;
    return n;
}

static void pig_play(const struct pl_game *game, void *state, int seat,
                     pl_move move)
{
    struct pig *g = state;

    g->phase = THROWING;
    if (move == AGAIN)
        return;
    g->banked[seat] = (uint8_t)(g->banked[seat] + g->turn_total);
    if (g->banked[seat] < g->goal)
        next_player(g);
    else
        g->phase = DONE;
}

static int pig_parts(const struct pl_game *game, const void *state, int seat,
                     struct pl_part out[])
{
    const struct pig *g = state;

    out[0] = part("pig.part.banked", g->banked[seat]);
    return 1;
}

static void pig_score(const struct pl_game *game, const void *state,
                      struct pl_result *out)
{
    const struct pig *g = state;

    score_parts(out, game, g, g->seats, pig_parts);
}

/* --- Words and pieces ---------------------------------------------------- */

static void pig_name(const struct pl_game *game, const void *state,
                     pl_move move, struct pl_text *out)
{
    pl_put(out, move == HOLD ? "-" : "roll");
}

static void pig_ask(const struct pl_game *game, const void *view, int seat,
                    struct pl_message *out)
{
    const struct pig *g = view;

    *out = PL_SAY(g->phase == CHOOSING ? "pig.ask.again" : "pig.ask.throw",
                  .n = g->turn_total);
}

static void pig_say(const struct pl_game *game, const void *view, int seat,
                    pl_move move, struct pl_message *out)
{
    const struct pig *g = view;

    *out = PL_SAY(move == HOLD ? "pig.say.hold" : "pig.say.again",
                  .n = g->turn_total);
}

static int pig_tell(const struct pl_game *game, const void *before,
                    const void *after, struct pl_message out[])
{
    const struct pig *b = before, *a = after;

    if (b->phase != THROWING || a->phase != THROWING)
        return 0;
    out[0] = PL_TELL(b->active, "pig.tell.lost", .n = b->turn_total);
    return 1;
}

static void pig_show(const struct pl_game *game, const void *view, int seat,
                     struct pl_scene *out)
{
    const struct pig *g = view;

    add_dice(out, 1);
    add_piece(out, NUMBERED(g->die, PL_CUBE, .id = ID_DIE, .colour = PL_WHITE));
    for (int s = 0; s < g->seats; s++) {
        add_sheet(out, s, 3, 1, NULL);
        add_piece(out, NUMBERED(g->banked[s], PL_COUNTER, .w = 3,
                                .label = "pig.part.banked"));
    }
    add_choices(out, 2);
    add_piece(out, PIECE(PL_ACTION, .id = ID_AGAIN, .label = "pig.again"));
    add_piece(out, PIECE(PL_ACTION, .id = ID_HOLD, .label = "pig.hold"));
}

static void pig_touch(const struct pl_game *game, const void *view, int seat,
                      pl_move move, struct pl_touch *out)
{
    (void)view, (void)seat;
    add_touch(out, move == HOLD ? ID_HOLD : ID_AGAIN);
}

static void pig_why(const struct pl_game *game, const void *view, int seat,
                    uint16_t piece, struct pl_message *out)
{
    const struct pig *g = view;

    if (piece == ID_DIE)
        *out = PL_SAY("pig.why.die");
    else
        *out = PL_SAY("pig.why.goal", .n = g->goal);
}

const struct pl_game pl_pig_game = {
    .id = "pig",
    .layout = "A",
    .min_seats = 2,
    .max_seats = PL_SEATS,
    .minutes = 5,
    .age = 6,
    .hue = 100,
    .emblem = "die",
    .pass = HOLD,
    .state_size = sizeof(struct pig),
    .move_count = MOVES,
    .moves_max = 2,
    .points_min = 0,
    .points_max = 105,
    .options = options,
    .start = pig_start,
    .turn = pig_turn,
    .chance = pig_chance,
    .land = pig_land,
    .moves = pig_moves,
    .play = pig_play,
    .score = pig_score,
    .parts = pig_parts,
    .name = pig_name,
    .ask = pig_ask,
    .say = pig_say,
    .tell = pig_tell,
    .show = pig_show,
    .touch = pig_touch,
    .why = pig_why,
};
