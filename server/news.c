/* What a guest has not heard yet. */
#include "hall.h"

#include <stdlib.h>
#include <string.h>

/* --- News ---------------------------------------------------------------- */

static void take_answer(struct guest *g)
{
    free(g->told.text);
    g->told = g->answer[0];
    g->answers--;
    memmove(g->answer, g->answer + 1, (size_t)g->answers * sizeof *g->answer);
}

enum news tables_news(struct tables *all, int guest)
{
    struct guest *g = &all->guest[guest];
    const struct table *t = hall_table_of(all, g);

    if (g->answers > 0 && g->answer[0].after > all->synced)
        return NO_NEWS;
    if (g->answers > 0) {
        take_answer(g);
        return NEWS_ANSWER;
    }
    if (g->end && !t)
        return NEWS_END;
    if (!t || t->after > all->synced)
        return NO_NEWS;
    if (g->about != t->about) {
        g->about = t->about;
        return NEWS_TABLE;
    }
    if (t->d.phase != TABLE_OPEN &&
        (g->status != t->status || g->steps < t->match.question)) {
        g->status = t->status;
        return NEWS_STATE;
    }
    return g->talks < t->talks ? NEWS_TALK : NO_NEWS;
}

const struct answer *tables_answer(const struct tables *all, int guest)
{
    return &all->guest[guest].told;
}

const char *tables_end(const struct tables *all, int guest)
{
    struct guest *g = &all->guest[guest];
    const char *end = g->end;

    g->end = NULL;
    return end;
}

const struct talk *tables_talk(struct tables *all, int guest)
{
    struct guest *g = &all->guest[guest];
    const struct table *t = hall_table_of(all, g);

    if (!t || g->talks == t->talks)
        return NULL;
    if (t->talks - g->talks > CHAT_LINES)
        g->talks = t->talks - CHAT_LINES;
    return &t->talk[g->talks++ % CHAT_LINES];
}

const struct table_data *tables_table(const struct tables *all, int guest)
{
    const struct table *t = hall_table_of(all, &all->guest[guest]);

    return t ? &t->d : NULL;
}

const struct pl_match *tables_match(const struct tables *all, int guest)
{
    const struct table *t = hall_table_of(all, &all->guest[guest]);

    return t && t->match.game ? &t->match : NULL;
}

int tables_seat(const struct tables *all, int guest)
{
    return all->guest[guest].seat;
}

unsigned tables_present(const struct tables *all, int guest)
{
    const struct table *t = hall_table_of(all, &all->guest[guest]);
    unsigned seats = 0;

    for (int seat = 0; t && seat < hall_seats_of(t); seat++)
        if (hall_is_present(t, seat))
            seats |= 1u << seat;
    return seats;
}

int tables_watchers(const struct tables *all, int guest)
{
    const struct table *t = hall_table_of(all, &all->guest[guest]);

    return t ? t->watchers : 0;
}

static int32_t time_left(const struct table *t, int64_t now)
{
    int64_t left = t->d.clock * 1000 - (t->asked ? now - t->asked : 0);

    if (!t->d.clock)
        return -1;
    return left < 0 ? 0 : (int32_t)left;
}

void tables_state(struct tables *all, int guest, int64_t now,
                  struct news_state *out)
{
    struct guest *g = &all->guest[guest];
    const struct table *t = hall_table_of(all, g);
    struct pl_turn turn = hall_turn_of(t);

    memset(out, 0, sizeof *out);
    out->question = hall_question_of(t);
    out->what = turn.what;
    out->asked = turn.what == PL_DECIDE ? turn.seats : 0;
    out->answered = (uint8_t)hall_answered(t);
    out->throws = (int8_t)(hall_waits_for_dice(t) ? hall_thrower(t) : NOBODY);
    out->left = time_left(t, now);
    out->choice = g->seat == NOBODY ? NOBODY : t->choice[g->seat];
    out->from = g->steps;
    out->upto = t->match.question;
    if (out->upto - out->from > STEPS_AT_ONCE) {
        out->upto = out->from + STEPS_AT_ONCE;
        out->more = true;
    }
    g->steps = out->upto;
    hall_view_of(t, g->seat, &out->view);
}

void tables_steps(const struct tables *all, int guest,
                  const struct news_state *news,
                  void (*each)(void *context, const struct pl_match *match,
                               size_t step, const union pl_state *before,
                               const union pl_state *view),
                  void *context)
{
    const struct guest *g = &all->guest[guest];
    const struct table *t = hall_table_of(all, g);
    const struct pl_game *game = t->match.game;
    union pl_state state, before, view;

    hall_repeat(t, news->from, &state);
    for (size_t i = news->from; i < news->upto; i++) {
        const struct pl_step *step = &t->match.step[i];

        before = state;
        if (step->what == PL_CHANCE)
            game->land(&state, step->face);
        else
            game->play(&state, step->seat, step->move);
        view = state;
        if (game->hide)
            game->hide(&view, g->seat);
        each(context, &t->match, i, &before, &view);
    }
}

bool tables_record(struct tables *all, int guest, uint32_t game,
                   struct pl_buffer *out)
{
    const struct guest *g = &all->guest[guest];
    const struct table *t = hall_table_of(all, g);
    char *record;

    if (!t)
        return false;
    if (game == t->d.games && t->match.game) {
        pl_record_write(&t->match, t->d.phase == TABLE_OVER ? PL_ALL : g->seat,
                        out);
        return true;
    }
    record = all->host->record(all->host->context, t->d.id, game);
    if (!record)
        return false;
    pl_add(out, record);
    free(record);
    return true;
}

int tables_lobby(const struct tables *all,
                 const struct table_data *out[LOBBY_MOST])
{
    int n = 0;

    for (int i = 0; i < all->limits->tables && n < LOBBY_MOST; i++) {
        const struct table *t = &all->table[i];

        if (t->is_used && t->d.is_listed && t->d.phase == TABLE_OPEN &&
            t->after <= all->synced && t->guests != NOBODY)
            out[n++] = &t->d;
    }
    return n;
}
