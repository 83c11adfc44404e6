/*
 * What outside bots are told of a game: lines of the engine protocol, a text
 * per seat. Every seat hears of each step when it may know of it, and gets a
 * question mark for a card that it may not see.
 */
#include "lab.h"

enum { LONGEST_LINE = 3500 }; /* of the 4,096 bytes that a line may have */

void lab_log_start(struct lab_log *log, const struct lab_plan *plan)
{
    struct pl_setting setting;

    log->start.length = 0;
    lab_addf(&log->start, "new %s %d", plan->game->id, plan->setup.seats);
    for (int i = 0; pl_setting(plan->game, &plan->setup, i, &setting); i++)
        if (!setting.is_normal)
            lab_addf(&log->start, " %s=%s", setting.name, setting.value.s);
    log->seats = plan->setup.seats;
    for (int seat = 0; seat < log->seats; seat++) {
        log->told[seat].length = log->known[seat] = 0;
        pl_add(&log->told[seat], "");
        log->meanwhile[seat].length = 0;
    }
    log->choices = 0;
    log->number++;
}

static void reveal(struct lab_log *log)
{
    for (int seat = 0; seat < log->seats; seat++) {
        log->known[seat] = log->told[seat].length;
        log->meanwhile[seat].length = 0;
    }
    log->choices = 0;
}

void lab_log_chance(struct lab_log *log, const struct pl_chance *chance,
                    const uint8_t face[])
{
    for (int seat = 0; seat < log->seats; seat++) {
        struct pl_buffer *text = &log->told[seat];
        bool sees = chance->sees == PL_EVERYBODY || chance->sees >> seat & 1;

        pl_add(text, sees ? "chance" : "chance ?");
        for (int i = 0; sees && i < chance->count; i++) {
            pl_add(text, " ");
            pl_add(text, chance->die[i]->face[face[i]]);
        }
        pl_add(text, "\n");
    }
    reveal(log);
}

static bool keeps(const struct pl_game *game, const union pl_state *state,
                  int seat)
{
    return game->keeps && game->keeps(game, state, seat);
}

/* What a seat is told of answers that the game keeps. */
static void tell_meanwhile(struct lab_log *log, const struct pl_game *game,
                           const union pl_state *state, int seat)
{
    struct pl_text pass = {0};

    game->name(game, state, game->pass, &pass);
    log->meanwhile[seat].length = 0;
    for (int i = 0; i < log->choices; i++) {
        const struct lab_choice *c = &log->choice[i];
        bool secret = c->seat != seat && keeps(game, state, c->seat);

        lab_addf(&log->meanwhile[seat], "play %d %s\n", c->seat,
                 secret ? pass.s : c->name.s);
    }
}

/* What one of several chose is not known until the last of them has, and the
 * game shows it. */
void lab_log_move(struct lab_log *log, const struct pl_game *game,
                  const union pl_state *before, int mover, pl_move move)
{
    union pl_state after = *before;
    struct pl_text name = {0};
    bool kept = false;

    game->name(game, before, move, &name);
    for (int seat = 0; seat < log->seats; seat++)
        lab_addf(&log->told[seat], "play %d %s\n", mover, name.s);
    if (log->meanwhile[mover].length == 0)
        log->choice[log->choices++] = (struct lab_choice){mover, name};
    if (game->turn(game, before).seats & ~(1u << mover))
        return;
    game->play(game, &after, mover, move);
    for (int seat = 0; seat < log->seats; seat++)
        kept |= keeps(game, &after, seat);
    for (int seat = 0; kept && seat < log->seats; seat++)
        tell_meanwhile(log, game, &after, seat);
    if (!kept)
        reveal(log);
}

void lab_log_result(struct lab_log *log, const struct pl_result *result)
{
    struct pl_buffer line = {0};

    pl_add(&line, "result");
    for (int seat = 0; seat < log->seats; seat++)
        lab_addf(&line, " %d", result->points[seat]);
    pl_add(&line, " winners");
    for (int seat = 0; seat < log->seats; seat++)
        if (result->winners >> seat & 1)
            lab_addf(&line, " %d", seat);
    pl_add(&line, "\n");
    for (int seat = 0; seat < log->seats; seat++)
        pl_add(&log->told[seat], line.s);
    pl_buffer_free(&line);
    reveal(log);
}

void lab_log_free(struct lab_log *log)
{
    pl_buffer_free(&log->start);
    for (int seat = 0; seat < PL_SEATS; seat++) {
        pl_buffer_free(&log->told[seat]);
        pl_buffer_free(&log->meanwhile[seat]);
    }
}

/* --- With a question ------------------------------------------------------ */

/* "moves SEAT", then for each its number, its name and what it gains. */
static void add_moves(const struct pl_game *game, const union pl_state *view,
                      int seat, struct pl_buffer *out)
{
    struct pl_answer answer[PL_MOVES];
    int n = pl_answers(game, view, seat, answer);
    size_t line = out->length;

    lab_addf(out, "moves %d", seat);
    for (int i = 0; i < n; i++) {
        struct pl_text name = {0};

        if (out->length - line > LONGEST_LINE) {
            line = out->length + 1;
            lab_addf(out, "\nmoves %d", seat);
        }
        game->name(game, view, answer[i].move, &name);
        lab_addf(out, " %d %s %d", answer[i].move, name.s, answer[i].gain);
    }
    pl_add(out, "\n");
}

static void add_features(const struct pl_game *game, const union pl_state *view,
                         int seat, struct pl_buffer *out)
{
    int16_t feature[PL_FEATURES];
    int n = pl_features_write(game, view, seat, feature);

    lab_addf(out, "features %d", seat);
    for (int i = 0; i < n; i++)
        lab_addf(out, " %d", feature[i]);
    pl_add(out, "\n");
}

void lab_add_question(const struct pl_game *game, const union pl_state *state,
                      int seat, unsigned wants, struct pl_buffer *out)
{
    union pl_state view = *state;

    if (game->hide)
        game->hide(game, &view, seat);
    if (wants & LAB_WANTS_MOVES)
        add_moves(game, &view, seat, out);
    if (wants & LAB_WANTS_FEATURES)
        add_features(game, &view, seat, out);
}
