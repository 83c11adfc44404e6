/*
 * Playing at a table.
 *
 * The choices of an open question are kept beside the match and played, in the
 * order of the seats, when the last one is in: so a choice can be replaced, the
 * order of arrival is nobody's business, and a step that stands in the match
 * stands there for ever. The number of a question is the number of its first
 * step, counted over all games of the table.
 */
#include "dice.h"
#include "hall.h"

#include <sodium.h>
#include <string.h>

/* --- Playing ------------------------------------------------------------ */

/* Whether a bot answers for this seat. */
static bool is_played_by_bot(const struct table *t, int seat)
{
    return !hall_is_person(t, seat) || t->d.seat[seat].stand_in;
}

uint32_t hall_question_of(const struct table *t)
{
    return t->d.base + (uint32_t)t->match.question;
}

struct pl_turn hall_turn_of(const struct table *t)
{
    return t->match.game->turn(&t->match.state);
}

unsigned hall_answered(const struct table *t)
{
    unsigned seats = 0;

    for (int seat = 0; seat < hall_seats_of(t); seat++)
        if (t->choice[seat] != NOBODY)
            seats |= 1u << seat;
    return seats;
}

void hall_view_of(const struct table *t, int seat, union pl_state *out)
{
    const struct pl_game *game = t->match.game;

    *out = t->match.state;
    if (seat >= 0 && t->choice[seat] != NOBODY)
        game->play(out, seat, (pl_move)t->choice[seat]);
    if (game->hide)
        game->hide(out, seat);
}

/* The active player is the one that the question names; else the opener. */
int hall_thrower(const struct table *t)
{
    struct pl_message question;

    t->match.game->ask(&t->match.state, NOBODY, &question);
    return question.seat >= 0 ? question.seat : t->d.opener;
}

/* Whether people throw real dice now: what all may see, and a person throws. */
bool hall_waits_for_dice(const struct table *t)
{
    struct pl_chance chance;

    if (!t->d.has_real_dice || hall_turn_of(t).what != PL_CHANCE)
        return false;
    t->match.game->chance(&t->match.state, &chance);
    return chance.total == 0 && chance.sees == PL_EVERYBODY &&
           !is_played_by_bot(t, hall_thrower(t));
}

static void save_step(struct tables *all, const struct table *t, int seat,
                      const uint8_t *bytes, int count)
{
    all->host->save_step(all->host->context, t->d.id, hall_question_of(t), seat,
                         bytes, count);
    all->has_writes = true;
}

static void land(struct tables *all, struct table *t, const uint8_t face[],
                 int count)
{
    struct pl_message why;

    save_step(all, t, NOBODY, face, count);
    pl_assert(pl_match_land(&t->match, face, count, &why));
    t->status++;
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
    t->about++;
    t->status++;
    all->figures.games++;
}

void hall_set_mark(struct table *t)
{
    t->mark = t->match.state;
    t->marked = t->match.steps;
}

static void reveal(struct table *t, unsigned seats)
{
    struct pl_message why;

    for (; seats; seats &= seats - 1) {
        int seat = pl_lowest(seats);

        pl_assert(
            pl_match_play(&t->match, seat, (pl_move)t->choice[seat], &why));
        t->choice[seat] = NOBODY;
    }
    t->thinking = 0;
    t->asked = 0;
    t->status++;
}

static void ask_bots(struct tables *all, struct table *t, unsigned seats)
{
    for (seats &= ~(hall_answered(t) | t->thinking); seats;
         seats &= seats - 1) {
        int seat = pl_lowest(seats);
        const char *bot = t->d.seat[seat].kind == SEAT_BOT
                              ? t->d.seat[seat].bot
                              : all->limits->stand_in;
        union pl_state view;

        if (!is_played_by_bot(t, seat))
            continue;
        t->thinking = (uint8_t)(t->thinking | 1u << seat);
        hall_view_of(t, seat, &view);
        all->host->think(all->host->context, hall_index_of(all, t),
                         hall_question_of(t), seat, bot, t->d.game, &view);
    }
}

/* Goes on until somebody has to say something. */
void hall_advance(struct tables *all, struct table *t)
{
    while (t->d.phase == TABLE_PLAYING) {
        struct pl_turn turn = hall_turn_of(t);
        uint8_t face[PL_DICE];
        int count;

        if (turn.what == PL_OVER) {
            end_game(all, t);
        } else if (turn.what == PL_CHANCE) {
            if (hall_waits_for_dice(t))
                return;
            dice_roll(&t->d.fair, &t->match, face, &count);
            land(all, t, face, count);
        } else if (turn.seats & ~hall_answered(t)) {
            ask_bots(all, t, turn.seats);
            return;
        } else {
            reveal(t, turn.seats);
        }
    }
}

/* The same choice again changes nothing; another one takes its place, and only
 * its own seat can tell the difference. */
void hall_choose(struct tables *all, struct table *t, int seat, pl_move move)
{
    bool is_first = t->choice[seat] == NOBODY;

    if (t->choice[seat] == move)
        return;
    if (is_first && hall_answered(t) == 0)
        hall_set_mark(t);
    t->choice[seat] = move;
    save_step(all, t, seat, (uint8_t[]){(uint8_t)move, (uint8_t)(move >> 8)},
              2);
    all->figures.moves++;
    if (is_first)
        t->status++;
    else if (t->at[seat] != NOBODY)
        all->guest[t->at[seat]].status = 0;
    if (all->now - t->d.touched > HOUR)
        hall_save(all, t);
    hall_advance(all, t);
}

void tables_thought(struct tables *all, int table, uint32_t question, int seat,
                    pl_move move, int64_t now)
{
    struct table *t = &all->table[table];
    pl_move list[PL_MOVES];
    int n, i = 0;

    all->now = now;
    if (!t->is_used || t->d.phase != TABLE_PLAYING ||
        hall_question_of(t) != question || !(t->thinking >> seat & 1))
        return;
    t->thinking = (uint8_t)(t->thinking & ~(1u << seat));
    if (!is_played_by_bot(t, seat) || t->choice[seat] != NOBODY)
        return;
    n = t->match.game->moves(&t->match.state, seat, list);
    while (i < n && list[i] != move)
        i++;
    hall_choose(all, t, seat, i < n ? move : list[0]);
    hall_submit(all, t);
}

/* --- From the store ----------------------------------------------------- */

static bool put_back_step(struct table *t, const struct stored_step *step)
{
    struct pl_message why;
    struct pl_turn turn = hall_turn_of(t);
    pl_move move = (pl_move)(step->bytes[0] | step->bytes[1] << 8);
    pl_move list[PL_MOVES];
    int n;

    if (step->question != hall_question_of(t))
        return false;
    if (step->seat == NOBODY)
        return pl_match_land(&t->match, step->bytes, step->count, &why);
    if (turn.what != PL_DECIDE || step->count != 2 || step->seat < 0 ||
        !(turn.seats >> step->seat & 1))
        return false;
    n = t->match.game->moves(&t->match.state, step->seat, list);
    for (int i = 0; i < n; i++)
        if (list[i] == move)
            t->choice[step->seat] = move;
    if (t->choice[step->seat] != move)
        return false;
    if ((turn.seats & ~hall_answered(t)) == 0)
        reveal(t, turn.seats);
    return true;
}

static bool put_back(struct tables *all, struct table *t,
                     const struct stored_step *step, size_t steps)
{
    const uint64_t rules = t->d.rules;

    crypto_hash_sha256(t->d.fair.commitment, t->d.fair.seed, PL_SEED);
    t->d.fair.is_committed = true;
    if (t->d.phase == TABLE_OPEN)
        return steps == 0;
    hall_start_match(t);
    if (t->d.rules != rules)
        return false;
    for (size_t i = 0; i < steps; i++)
        if (!put_back_step(t, &step[i]))
            return false;
    if (t->d.phase == TABLE_OVER) {
        t->match.fair = t->d.fair;
        t->match.fair.is_revealed = !t->d.has_real_dice;
        return hall_turn_of(t).what == PL_OVER;
    }
    hall_advance(all, t);
    return true;
}

bool tables_restore(struct tables *all, const struct table_data *data,
                    const struct stored_step *step, size_t steps)
{
    struct table *t;

    if (hall_find_here(all, data->id))
        return true;
    t = hall_take_slot(all, data->id);
    if (!t) {
        all->not_restored = "table.house_full";
        return false;
    }
    t->d = *data;
    if (!put_back(all, t, step, steps)) {
        all->not_restored = "table.other_rules";
        all->figures.other_rules++;
        hall_free_slot(all, t);
        return false;
    }
    hall_submit(all, t);
    all->figures.restored++;
    return true;
}
