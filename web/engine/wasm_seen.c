/*
 * A match without steps that stands for what a server shows.
 */
#include "wasm.h"

#include <string.h>

/* A match without steps can stand for a view that came over the network, whose
 * bytes lie in the input: all that looks at a match then looks at that. */
const char *match_see(int handle)
{
    struct pl_match *m = at(handle);

    memcpy(m->state.byte, in.s, sizeof m->state.byte);
    m->asked = m->state;
    m->steps = m->question = m->known = 0;
    return changed(true, handle);
}

/* Moves are found by their name among all there are: those of a hidden hand
 * cannot be listed. */
static bool read_played(const struct pl_match *m, const char *words,
                        struct pl_step *step)
{
    step->seat = (uint8_t)(words[0] - '0');
    for (int move = 0;
         step->seat < m->setup.seats && move < m->game->move_count; move++) {
        struct pl_text name = {0};

        m->game->name(m->game, &m->state, (pl_move)move, &name);
        step->move = (pl_move)move;
        if (strcmp(name.s, words + 2) == 0)
            return true;
    }
    return false;
}

static bool read_faces(struct pl_match *m, char *words, struct pl_step *step)
{
    const char *word[PL_DICE];
    int count = 0;

    for (char *end; words && count < PL_DICE; words = end) {
        end = strchr(words, ' ');
        if (end)
            *end++ = '\0';
        word[count++] = words;
    }
    if (!pl_match_land_words(m, word, count, &refusal))
        return false;
    *step = m->step[0];
    return true;
}

/* What the words do not tell was not to be seen. */
static void add_seen_step(const struct pl_match *m, int seat, char *words,
                          const union pl_state *was, const union pl_state *is)
{
    static const char play[] = "play ", chance[] = "chance ";
    struct pl_match before = {.game = m->game, .setup = m->setup};
    struct pl_step step = {.what = PL_CHANCE};
    bool seen = false;

    pl_game_keep(m->game);
    before.state = *was;
    if (strncmp(words, play, sizeof play - 1) == 0) {
        step.what = PL_DECIDE;
        seen = read_played(&before, words + sizeof play - 1, &step);
    } else if (strncmp(words, chance, sizeof chance - 1) == 0) {
        seen = read_faces(&before, words + sizeof chance - 1, &step);
    }
    pl_match_free(&before);
    add_step(m, &step, seen, seat, was, is);
}

/* Steps from the views before and after each and their words. All views lie in
 * the input, then the words, each with a zero after them. */
const char *match_steps(int handle, int seat, int count)
{
    union pl_state view[2];
    const char *views = in.s;
    char *words = in.s + (size_t)(count + 1) * sizeof *view;

    begin();
    pl_json_open(&out, NULL, "[");
    for (int i = 0; i < count; i++) {
        size_t length = strlen(words);

        memcpy(view, views, sizeof view);
        add_seen_step(at(handle), seat, words, &view[0], &view[1]);
        views += sizeof *view;
        words += length + 1;
    }
    pl_json_close(&out, "]");
    return out.s;
}
