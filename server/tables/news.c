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

    if (g->house_seen != all->house_version) {
        g->house_seen = all->house_version;
        return NEWS_HOUSE;
    }
    if (g->answers > 0 && g->answer[0].awaited_write > all->synced)
        return NO_NEWS;
    if (g->answers > 0) {
        take_answer(g);
        return NEWS_ANSWER;
    }
    if (g->end && !t)
        return NEWS_END;
    if (!t || t->awaited_write > all->synced)
        return NO_NEWS;
    if (g->about_seen != t->about_version) {
        g->about_seen = t->about_version;
        return NEWS_TABLE;
    }
    if (t->d.phase != TABLE_OPEN &&
        (g->state_seen != t->state_version || g->steps < t->match.known)) {
        g->state_seen = t->state_version;
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
    while (g->talks < t->talks) {
        const struct talk *talk = &t->talk[g->talks++ % CHAT_LINES];

        if (g->seat == NOBODY || !(talk->deaf >> g->seat & 1))
            return talk;
    }
    return NULL;
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

bool tables_reveals(const struct tables *all, int guest)
{
    const struct table *t = hall_table_of(all, &all->guest[guest]);

    return t && t->is_revealing;
}

int tables_opener(const struct tables *all, int guest)
{
    return hall_opener(hall_table_of(all, &all->guest[guest]));
}

int tables_reports(const struct tables *all, int guest, int seat)
{
    const struct guest *g = &all->guest[guest];
    const struct table *t = hall_table_of(all, g);

    return g->seat != NOBODY && g->seat == hall_opener(t)
               ? pl_count(t->reported[seat])
               : 0;
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
    struct pl_turn turn = pl_match_turn(&t->match);
    pl_move own;

    memset(out, 0, sizeof *out);
    out->question = hall_question_of(t);
    out->what = turn.what;
    out->asked = turn.what == PL_DECIDE ? turn.seats : 0;
    out->answered = pl_match_answered(&t->match);
    out->throws = (int8_t)(hall_waits_for_dice(t) ? hall_thrower(t) : NOBODY);
    out->left = time_left(t, now);
    out->draw = t->draw.is_open ? t->draws : 0;
    out->named = t->draw.named;
    out->transcript = t->draw.transcript;
    out->choice = NOBODY;
    if (g->seat != NOBODY && pl_match_answer_of(&t->match, g->seat, &own))
        out->choice = own;
    out->from = g->steps;
    out->upto = t->match.known;
    if (out->upto - out->from > STEPS_AT_ONCE) {
        out->upto = out->from + STEPS_AT_ONCE;
        out->more = true;
    }
    g->steps = out->upto;
    pl_match_view(&t->match, g->seat, &out->view);
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
    struct pl_replay replay;

    hall_repeat(t, news->from, &replay);
    while (replay.steps < news->upto && pl_replay_next(&replay)) {
        union pl_state view = replay.state;

        if (game->hide)
            game->hide(game, &view, g->seat);
        each(context, &t->match, replay.steps - 1, &replay.before, &view);
    }
}

bool tables_record(struct tables *all, int guest, uint32_t game,
                   struct pl_buffer *out)
{
    const struct guest *g = &all->guest[guest];
    const struct table *t = hall_table_of(all, g);

    if (g->told.text) {
        pl_add(out, g->told.text);
        return true;
    }
    if (!t || game != t->d.games || !t->match.game)
        return false;
    pl_record_write(&t->match, t->d.phase == TABLE_OVER ? PL_ALL : g->seat,
                    out);
    return true;
}

void tables_set_lobby(struct tables *all, const char *lines)
{
    free(all->lobby);
    all->lobby = strdup(lines);
    pl_assert(all->lobby);
}

const char *tables_lobby_elsewhere(const struct tables *all)
{
    return all->lobby ? all->lobby : "";
}

/* --- The lobby ----------------------------------------------------------- */

static bool is_in_lobby(const struct tables *all, const struct table *t)
{
    return t->is_used && t->d.is_listed && t->d.phase == TABLE_OPEN &&
           t->awaited_write <= all->synced && t->guests != NOBODY;
}

struct lobby {
    const struct table *table[LOBBY_MOST];
    int count;
    uint8_t from[PLACES]; /* how many of these were opened there */
};

/* No one knows any more where tables from before a restart were opened. */
static int like(const struct lobby *lobby, const struct table *t)
{
    return t->from ? lobby->from[t->from % PLACES] : 0;
}

static void put_in_lobby(struct lobby *lobby, int i, const struct table *t)
{
    lobby->table[i] = t;
    lobby->from[t->from % PLACES]++;
}

/* Where the lobby is full, the last of the address with the most gives way, if
 * that has more than the newcomer's would: no one alone can fill it. */
static void squeeze_in(struct lobby *lobby, const struct table *t)
{
    int most = like(lobby, t) + 1, last = NOBODY;

    for (int i = LOBBY_MOST - 1; i >= 0; i--)
        if (like(lobby, lobby->table[i]) > most) {
            most = like(lobby, lobby->table[i]);
            last = i;
        }
    if (last == NOBODY)
        return;
    lobby->from[lobby->table[last]->from % PLACES]--;
    put_in_lobby(lobby, last, t);
}

int tables_lobby(const struct tables *all,
                 const struct table_data *out[LOBBY_MOST])
{
    struct lobby lobby = {.count = 0};

    for (int i = 0; i < all->limits->tables; i++) {
        const struct table *t = &all->table[i];

        if (!is_in_lobby(all, t))
            continue;
        if (lobby.count < LOBBY_MOST)
            put_in_lobby(&lobby, lobby.count++, t);
        else
            squeeze_in(&lobby, t);
    }
    for (int i = 0; i < lobby.count; i++)
        out[i] = &lobby.table[i]->d;
    return lobby.count;
}
