/*
 * One game of a group.
 *
 * Luck belongs to seats. The dice of a group are a function of its number and
 * of how many rolls or draws came before, so roll k is the same in each of
 * its games, whatever the bots have done. What a bot decides by chance comes
 * from its seat too: two bots that think alike end every group exactly even.
 */
#include "lab.h"
#include "random.h"

#include <stdlib.h>
#include <string.h>

struct chance_keys {
    uint64_t dice, bots;
};

static struct chance_keys keys_of(const struct lab_plan *plan, uint64_t group)
{
    struct chance_keys keys;
    struct pl_rng rng;

    pl_seed(&rng, plan->seed + group * 0xd1342543de82ef95u);
    keys.dice = pl_random(&rng);
    keys.bots = pl_random(&rng);
    return keys;
}

void lab_table_begin(struct lab_table *table, const struct lab_plan *plan)
{
    memset(table, 0, sizeof *table);
    table->plan = plan;
    for (int i = 0; i < plan->bots; i++)
        table->logs |= !plan->bot[i].inside;
}

void lab_table_end(struct lab_table *table)
{
    for (int i = 0; i < table->plan->bots; i++)
        for (int nth = 0; nth < PL_SEATS; nth++)
            if (table->outside[i][nth])
                lab_outside_quit(table->outside[i][nth]);
    lab_log_free(&table->log);
}

/* --- Choosing ------------------------------------------------------------ */

static pl_move choose_from_view(const struct pl_game *game,
                                const struct pl_bot *bot,
                                const union pl_state *state, int seat,
                                struct pl_rng *rng,
                                const struct pl_budget *budget)
{
    union pl_state view = *state;

    game->hide(game, &view, seat);
    return bot->choose(game, &view, seat, rng, budget);
}

static inline pl_move choose_inside(const struct pl_game *game,
                                    const struct pl_bot *bot,
                                    const union pl_state *state, int seat,
                                    struct pl_rng *rng,
                                    const struct pl_budget *budget)
{
    if (bot->only_moves || !game->hide)
        return bot->choose(game, state, seat, rng, budget);
    return choose_from_view(game, bot, state, seat, rng, budget);
}

static bool find_move(const struct pl_game *game, const union pl_state *state,
                      int seat, const char *word, pl_move *move)
{
    pl_move list[PL_MOVES];
    int n = game->moves(game, state, seat, list);

    for (int i = 0; i < n; i++) {
        struct pl_text name = {0};

        game->name(game, state, list[i], &name);
        if (strcmp(name.s, word) == 0) {
            *move = list[i];
            return true;
        }
    }
    return false;
}

/* Where the program for a seat stands: a bot's first seat has its first. */
static struct lab_outside **
outside_of(struct lab_table *table, const struct lab_seating *seating, int seat)
{
    int bot = seating->bot[seat], nth = 0;

    for (int s = 0; s < seat; s++)
        nth += seating->bot[s] == bot;
    return &table->outside[bot][nth];
}

static bool is_stopped(const struct lab_table *table)
{
    return table->stop &&
           atomic_load_explicit(table->stop, memory_order_relaxed);
}

static enum lab_fault choose_outside(struct lab_table *table,
                                     const struct lab_seating *seating,
                                     const union pl_state *state, int seat,
                                     pl_move *move)
{
    const struct lab_plan *plan = table->plan;
    struct lab_outside **outside = outside_of(table, seating, seat);
    enum lab_fault fault = LAB_CRASHED;
    struct pl_text said = {0};
    int bot = seating->bot[seat];

    if (!*outside)
        *outside = lab_outside_start(&plan->bot[bot], plan);
    if (*outside)
        fault = lab_outside_move(*outside, &table->log, state, seat,
                                 table->stop, &said);
    if (!fault && !find_move(plan->game, state, seat, said.s, move))
        fault = LAB_ILLEGAL;
    if ((fault == LAB_ILLEGAL || fault == LAB_REFUSED) &&
        !table->said[bot].length)
        table->said[bot] = said;
    if (*outside && fault && !is_stopped(table)) {
        lab_outside_end(*outside);
        *outside = NULL; /* the next game gets a new process */
    }
    return fault;
}

/* --- Playing ------------------------------------------------------------- */

/* A game while it is played. */
struct game {
    struct lab_table *table;
    union pl_state state;
    struct lab_seating seating;
    const struct pl_bot *bot[PL_SEATS]; /* NULL: an outside one */
    struct pl_rng rng[PL_SEATS];
    struct pl_budget budget[PL_SEATS]; /* what is usual, and a brain */
    struct pl_rng dice;
    uint64_t dice_key;
    struct lab_data data; /* where a data set is wanted */
};

/* Every roll takes one number of the group's stream, so that the next roll
 * finds the stream in the same place in all games. A roll that needs another
 * number (one in 90,000) gets it elsewhere. */
static void roll(struct game *g, const struct pl_chance *chance, int step,
                 uint8_t face[])
{
    struct pl_rng next = g->dice;

    random_bits(&next);
    pl_roll(chance, &g->dice, face);
    if (g->dice.s[0] != next.s[0]) {
        pl_seed(&g->dice, g->dice_key + (uint64_t)step);
        pl_roll(chance, &g->dice, face);
    }
    g->dice = next;
}

static void throw_dice(struct game *g, const struct pl_game *game, int step)
{
    struct pl_chance chance;
    uint8_t face[PL_DICE];

    game->chance(game, &g->state, &chance);
    roll(g, &chance, step, face);
    game->land(game, &g->state, face);
    if (g->table->plan->writes)
        lab_data_land(&g->data, face, chance.count);
    if (g->table->logs)
        lab_log_chance(&g->table->log, &chance, face);
}

/* With outside bots everything is logged, and may go wrong; data sets want to
 * know everything, too. */
static bool decide_and_log(struct game *g, unsigned asked, struct lab_game *out)
{
    const struct pl_game *game = g->table->plan->game;
    int seat = pl_lowest(asked), bot = g->seating.bot[seat];
    pl_move move = 0;

    if (g->table->plan->writes)
        lab_data_value(&g->data, g->table->plan, &g->state, seat,
                       pl_hash(&g->state, game->state_size, g->dice_key));
    if (g->bot[seat])
        move = choose_inside(game, g->bot[seat], &g->state, seat, &g->rng[seat],
                             &g->budget[seat]);
    else
        out->fault = (uint8_t)choose_outside(g->table, &g->seating, &g->state,
                                             seat, &move);
    if (out->fault) {
        out->culprit = (uint8_t)bot;
        return false;
    }
    if (g->table->logs)
        lab_log_move(&g->table->log, game, &g->state, seat, move);
    if (g->table->plan->writes)
        lab_data_move(&g->data, seat, move);
    game->play(game, &g->state, seat, move);
    return true;
}

static bool decide(struct game *g, const struct pl_game *game, unsigned asked,
                   struct lab_game *out)
{
    int seat = pl_lowest(asked);

    if (g->table->logs || g->table->plan->writes)
        return decide_and_log(g, asked, out);
    game->play(game, &g->state, seat,
               choose_inside(game, g->bot[seat], &g->state, seat, &g->rng[seat],
                             &g->budget[seat]));
    return true;
}

static void begin(struct game *g, uint64_t group, int number)
{
    const struct lab_plan *plan = g->table->plan;
    struct chance_keys keys = keys_of(plan, group);

    memset(&g->state, 0, sizeof g->state);
    lab_seat(plan, group, number, &g->seating);
    for (int seat = 0; seat < plan->setup.seats; seat++) {
        g->bot[seat] = plan->bot[g->seating.bot[seat]].inside;
        g->budget[seat] =
            (struct pl_budget){.brain = plan->bot[g->seating.bot[seat]].brain};
        pl_seed(&g->rng[seat], keys.bots + (uint64_t)seat);
    }
    g->dice_key = keys.dice;
    pl_seed(&g->dice, keys.dice);
    plan->game->start(plan->game, &g->state, &plan->setup);
    if (g->table->logs)
        lab_log_start(&g->table->log, plan);
    if (plan->writes)
        lab_data_begin(&g->data, plan, &g->seating);
}

/* Everyone but the culprit has won. */
static void lose(const struct lab_plan *plan, const struct lab_seating *seating,
                 struct lab_game *out)
{
    out->result.winners = 0;
    for (int seat = 0; seat < plan->setup.seats; seat++)
        if (seating->bot[seat] != out->culprit)
            out->result.winners |= (uint8_t)(1u << seat);
}

/* Programs hear how it ended, the culprit too if it is still there. */
static void tell_result(struct game *g, const struct pl_result *result)
{
    struct lab_table *table = g->table;

    lab_log_result(&table->log, result);
    for (int seat = 0; seat < table->plan->setup.seats; seat++) {
        struct lab_outside **outside = outside_of(table, &g->seating, seat);

        if (g->bot[seat] || !*outside ||
            lab_outside_over(*outside, &table->log, seat))
            continue;
        lab_outside_end(*outside);
        *outside = NULL;
    }
}

static bool drop(struct game *g)
{
    if (g->table->plan->writes)
        free(lab_data_end(&g->data));
    return false;
}

bool lab_play(struct lab_table *table, uint64_t group, int number,
              struct lab_game *out)
{
    const struct pl_game *game = table->plan->game;
    struct game g;
    int steps = 0;

    g.table = table;
    begin(&g, group, number);
    *out = (struct lab_game){0};
    for (; steps < LAB_LONGEST; steps++) {
        struct pl_turn turn = game->turn(game, &g.state);

        if (turn.what == PL_OVER)
            break;
        if (is_stopped(table))
            return drop(&g);
        if (turn.what == PL_CHANCE)
            throw_dice(&g, game, steps);
        else if (!decide(&g, game, turn.seats, out))
            break;
    }
    if (out->fault && is_stopped(table)) /* perhaps no one waited for it */
        return drop(&g);
    game->score(game, &g.state, &out->result);
    out->steps = steps;
    out->stopped = steps == LAB_LONGEST || out->result.aborted;
    if (out->fault)
        lose(table->plan, &g.seating, out);
    if (table->logs)
        tell_result(&g, &out->result);
    if (table->plan->writes)
        out->text = lab_data_end(&g.data);
    return true;
}
