/*
 * Playing at a table.
 *
 * The match has the open question; here is who is asked, what is stored, and
 * when dice fall. The number of a question is the number of its first step,
 * counted over all games of the table.
 */
#include "dice.h"
#include "draw.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { SIGNATURE_GAMES = 50, MOST_GAMES = 64 };

/* --- Starting ----------------------------------------------------------- */

/* Those of the usual sheets never change while we run: each is made once. */
static uint64_t signature(const struct pl_game *game, int seats)
{
    static uint64_t known[MOST_GAMES][PL_SEATS + 1];
    int i = 0;

    while (pl_games[i] && pl_games[i] != game)
        i++;
    if (!pl_games[i])
        return pl_signature(game, seats, SIGNATURE_GAMES);
    pl_assert(i < MOST_GAMES);
    if (known[i][seats] == 0)
        known[i][seats] = pl_signature(game, seats, SIGNATURE_GAMES);
    return known[i][seats];
}

static void start_match(struct table *t)
{
    struct pl_message why;

    pl_assert(pl_match_start(&t->match, t->d.game, &t->d.setup, &why));
    hall_begin_draws(t);
    for (int seat = 0; seat < hall_seats_of(t); seat++) {
        const struct seat *s = &t->d.seat[seat];

        strcpy(t->match.name.of[seat], s->name);
        strcpy(t->match.bot.of[seat], s->bot);
    }
    if (!t->d.has_real_dice)
        t->match.fair = t->d.fair;
    t->match.fair.is_revealed = false;
    memset(t->match.fair.seed, 0, PL_SEED);
    t->d.rules = t->match.rules = signature(t->d.game, hall_seats_of(t));
    hall_set_checkpoint(t);
}

/* --- Playing ------------------------------------------------------------ */

/* Whether a bot answers for this seat. */
static bool is_played_by_bot(const struct table *t, int seat)
{
    return !hall_is_person(t, seat) || t->d.seat[seat].stand_in;
}

int hall_thrower(const struct table *t)
{
    return pl_match_turn(&t->match).whose;
}

/* Whether people roll real dice now: what all may see, and a person rolls. */
bool hall_waits_for_dice(const struct table *t)
{
    struct pl_chance chance;

    if (!t->d.has_real_dice || pl_match_turn(&t->match).what != PL_CHANCE)
        return false;
    t->match.game->chance(t->match.game, &t->match.state, &chance);
    return chance.total == 0 && chance.sees == PL_EVERYBODY &&
           !is_played_by_bot(t, hall_thrower(t));
}

static void land(struct tables *all, struct table *t, const uint8_t face[],
                 int count)
{
    struct pl_message why;

    hall_save_step(all, t, NOBODY, face, count);
    pl_assert(pl_match_land(&t->match, face, count, &why));
    t->state_version++;
}

static void end_game(struct tables *all, struct table *t)
{
    struct pl_buffer record = {0};

    t->d.phase = TABLE_OVER;
    t->match.fair = t->d.fair;
    t->match.fair.is_revealed = !t->d.has_real_dice;
    pl_record_write(&t->match, PL_ALL, &record);
    all->host->save_record(all->host->context, t->d.id, t->d.games, record.s);
    pl_buffer_free(&record);
    hall_save(all, t);
    t->about_version++;
    t->state_version++;
    all->figures.games++;
}

/* False: the question does not ask this. */
static bool answer(struct table *t, int seat, pl_move move)
{
    size_t question = t->match.question;
    struct pl_message why;

    if (!pl_match_answer(&t->match, seat, move, &why))
        return false;
    if (t->match.question != question) {
        t->thinking = 0;
        t->asked = 0;
        t->state_version++;
    }
    return true;
}

static void ask_bots(struct tables *all, struct table *t, unsigned seats)
{
    for (seats &= ~(pl_match_answered(&t->match) | t->thinking); seats;
         seats &= seats - 1) {
        int seat = pl_lowest(seats);
        const char *bot = t->d.seat[seat].kind == SEAT_BOT
                              ? t->d.seat[seat].bot
                              : all->limits->stand_in;
        union pl_state view;

        if (!is_played_by_bot(t, seat))
            continue;
        t->thinking = (uint8_t)(t->thinking | 1u << seat);
        pl_match_view(&t->match, seat, &view);
        all->host->think(all->host->context, hall_index_of(all, t),
                         hall_question_of(t), seat, bot, t->d.game, &view);
    }
}

/* Goes on until someone has to say something. */
void hall_advance(struct tables *all, struct table *t)
{
    while (t->d.phase == TABLE_PLAYING) {
        struct pl_turn turn = pl_match_turn(&t->match);
        uint8_t face[PL_DICE];
        int count;

        if (turn.what == PL_OVER) {
            end_game(all, t);
        } else if (turn.what == PL_CHANCE) {
            if (hall_waits_for_dice(t) || !hall_draw(all, t))
                return;
            dice_roll(&t->d.fair, &t->match, hall_mixed(t), face, &count);
            land(all, t, face, count);
        } else {
            ask_bots(all, t, turn.seats);
            return;
        }
    }
}

void hall_begin_game(struct tables *all, struct table *t)
{
    t->d.fair.is_together = hall_can_draw_together(t);
    t->d.phase = TABLE_PLAYING;
    t->d.code[0] = '\0';
    start_match(t);
    t->asked = 0;
    t->about_version++;
    t->state_version++;
    hall_save(all, t);
    hall_advance(all, t);
}

/* An empty seat in a running game is played by a bot until someone sits down.
 */
void hall_go_on_without(struct tables *all, struct table *t)
{
    hall_save(all, t);
    hall_advance(all, t);
}

/* The same choice again changes nothing; another one takes its place, and only
 * its own seat can tell the difference. */
void hall_choose(struct tables *all, struct table *t, int seat, pl_move move)
{
    pl_move before;
    bool is_first = !pl_match_answer_of(&t->match, seat, &before);

    if (!is_first && before == move)
        return;
    if (pl_match_answered(&t->match) == 0)
        hall_set_checkpoint(t);
    hall_save_step(all, t, seat,
                   (uint8_t[]){(uint8_t)move, (uint8_t)(move >> 8)}, 2);
    pl_assert(answer(t, seat, move));
    all->figures.moves++;
    if (is_first)
        t->state_version++;
    else if (t->at[seat] != NOBODY)
        all->guest[t->at[seat]].state_seen = 0;
    if (all->now - t->d.touched > HOUR)
        hall_save(all, t);
    hall_advance(all, t);
}

void tables_thought(struct tables *all, int table, uint32_t question, int seat,
                    pl_move move, int64_t now)
{
    struct table *t = &all->table[table];
    pl_move list[PL_MOVES], before;
    int n, i = 0;

    all->now = now;
    if (!t->is_used || t->d.phase != TABLE_PLAYING ||
        hall_question_of(t) != question || !(t->thinking >> seat & 1))
        return;
    t->thinking = (uint8_t)(t->thinking & ~(1u << seat));
    if (!is_played_by_bot(t, seat) ||
        pl_match_answer_of(&t->match, seat, &before))
        return;
    n = t->match.game->moves(t->match.game, &t->match.asked, seat, list);
    while (i < n && list[i] != move)
        i++;
    hall_choose(all, t, seat, i < n ? move : list[0]);
    hall_submit(all, t);
}

/* --- From the store ----------------------------------------------------- */

static bool put_back_step(struct table *t, const struct stored_step *step)
{
    struct pl_message why;

    if (step->question != hall_question_of(t))
        return false;
    if (step->seat == NOBODY)
        return hall_restore_drawn(t) &&
               pl_match_land(&t->match, step->bytes, step->count, &why);
    if (step->seat < 0)
        return hall_restore_draw(t, step);
    return step->count == 2 &&
           answer(t, step->seat,
                  (pl_move)(step->bytes[0] | step->bytes[1] << 8));
}

/* Whether it can be played on by our rules. */
static bool replay(struct table *t, const struct stored_step *step,
                   size_t steps)
{
    const uint64_t rules = t->d.rules;

    crypto_hash_sha256(t->d.fair.commitment, t->d.fair.seed, PL_SEED);
    t->d.fair.is_committed = true;
    hall_restore_promises(t);
    if (t->d.phase == TABLE_OPEN)
        return steps == 0;
    start_match(t);
    if (t->d.rules != rules)
        return false;
    for (size_t i = 0; i < steps; i++)
        if (!put_back_step(t, &step[i]))
            return false;
    if (t->d.phase == TABLE_OVER) {
        t->match.fair = t->d.fair;
        t->match.fair.is_revealed = !t->d.has_real_dice;
        return pl_match_turn(&t->match).what == PL_OVER;
    }
    return true;
}

bool hall_can_play(const struct table_data *data,
                   const struct stored_step *step, size_t steps)
{
    struct table *t = calloc(1, sizeof *t);
    bool good;

    pl_assert(t);
    t->d = *data;
    good = replay(t, step, steps);
    pl_match_free(&t->match);
    free(t);
    return good;
}

bool tables_restore(struct tables *all, const struct table_data *data,
                    const struct stored_step *step, size_t steps)
{
    struct table *t;

    if (hall_find_here(all, data->id))
        return true;
    if (hall_is_buried(all, data->id))
        return false;
    t = hall_take_slot(all, data->id);
    if (!t) {
        all->not_restored = "table.house_full";
        return false;
    }
    t->d = *data;
    pl_game_keep(t->d.game);
    t->is_stored = true;
    if (!replay(t, step, steps)) {
        all->not_restored = "table.other_rules";
        all->figures.other_rules++;
        hall_free_slot(all, t);
        return false;
    }
    hall_advance(all, t);
    hall_submit(all, t);
    all->figures.restored++;
    return true;
}
