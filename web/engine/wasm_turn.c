/*
 * What a match waits for, and all that moves it on or back: these calls answer
 * with its turn and, behind its end, the record.
 */
#include "wasm.h"

/* What is to be rolled or drawn. A draw, and what not everyone may see,
 * cannot be typed in. */
static void add_chance(const struct pl_match *m)
{
    struct pl_chance chance;

    if (m->game->turn(m->game, &m->state).what != PL_CHANCE)
        return;
    m->game->chance(m->game, &m->state, &chance);
    pl_json_open(&out, "chance", "{");
    pl_json_bool(&out, "draw", chance.total > 0);
    pl_json_open(&out, "dice", "[");
    for (int i = 0; i < chance.count; i++) {
        pl_json_open(&out, NULL, "{");
        pl_json_text(&out, "name", chance.die[i]->name);
        pl_json_open(&out, "faces", "[");
        for (int f = 0; chance.total == 0 && f < chance.die[i]->faces; f++)
            pl_json_text(&out, NULL, chance.die[i]->face[f]);
        pl_json_close(&out, "]}");
    }
    pl_json_close(&out, "]}");
}

/* Who of these seats may pass. */
static unsigned passers(const struct pl_match *m, unsigned seats)
{
    unsigned found = 0;

    for (; seats; seats &= seats - 1) {
        int seat = pl_lowest(seats);
        pl_move list[PL_MOVES];
        int n = m->game->moves(m->game, &m->state, seat, list);

        for (int i = 0; i < n; i++)
            if (list[i] == m->game->pass)
                found |= 1u << seat;
    }
    return found;
}

static unsigned people(const struct pl_match *m)
{
    unsigned seats = 0;

    for (int s = 0; s < m->setup.seats; s++)
        if (!m->bot.of[s][0])
            seats |= 1u << s;
    return seats;
}

/* What the table waits for, no matter who looks: who is asked and has not
 * answered.
 */
const char *match_turn(int handle)
{
    static const char *const what[] = {"over", "chance", "decide"};
    const struct pl_match *m = at(handle);
    struct pl_turn turn = m->game->turn(m->game, &m->state);
    unsigned asked = turn.what == PL_DECIDE ? turn.seats : 0;

    begin();
    pl_json_open(&out, NULL, "{");
    pl_json_text(&out, "what", what[turn.what]);
    pl_json_bits(&out, "asked", asked, NULL);
    pl_json_bits(&out, "answered", pl_match_answered(m), NULL);
    pl_json_bits(&out, "passers", passers(m, asked), NULL);
    pl_json_number(&out, "undo", pl_match_last_choice(m, people(m)));
    pl_json_number(&out, "active", turn.whose);
    pl_json_number(&out, "steps", (int64_t)m->steps);
    pl_json_number(&out, "question", (int64_t)m->question);
    pl_json_number(&out, "known", (int64_t)m->known);
    add_chance(m);
    pl_json_close(&out, "}");
    return out.s;
}

const char *changed(bool ok, int handle)
{
    if (!ok)
        return NULL;
    match_turn(handle);
    pl_add_bytes(&out, "", 1);
    pl_record_write(at(handle), PL_ALL, &out);
    return out.s;
}

const char *match_roll(int handle, uint64_t seed)
{
    struct pl_rng rng;

    pl_seed(&rng, seed);
    return changed(pl_match_roll(at(handle), &rng, &refusal), handle);
}

const char *match_land(int handle, int count)
{
    uint8_t face[PL_DICE] = {0};

    for (int i = 0; i < count && i < PL_DICE; i++)
        face[i] = (uint8_t)in.s[i];
    return changed(pl_match_land(at(handle), face, count, &refusal), handle);
}

/* The first or another answer to the open question. */
const char *match_answer(int handle, int seat, int move)
{
    return changed(pl_match_answer(at(handle), seat, (pl_move)move, &refusal),
                   handle);
}

const char *match_reopen(int handle, int seat)
{
    bool ok = pl_match_reopen(at(handle), seat, &refusal);

    known[handle].told.match = NULL;
    return changed(ok, handle);
}

const char *match_rewind(int handle, int steps)
{
    struct pl_match *m = at(handle);

    pl_assert(steps >= 0 && (size_t)steps <= m->steps);
    pl_match_rewind(m, (size_t)steps);
    known[handle].told.match = NULL;
    return changed(true, handle);
}

const unsigned char *match_view(int handle, int seat)
{
    static union pl_state view;

    pl_match_view(at(handle), seat, &view);
    return view.byte;
}
