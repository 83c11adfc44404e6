/*
 * Cards with their backs, and tokens that lie in the box.
 *
 * How many of each kind there are, the first draw of a game says. What one
 * looks like, a hand shows that has just got it: games are played at random
 * until someone draws such a card.
 */
#include "book.h"

#include <string.h>

enum { TILE = 1900, PLAYOUTS = 64, STEPS = 400, CARDS = 256, TOKENS = 256 };

static struct pl_scene before, after;

static bool first_draw(const struct book *book, struct pl_chance *chance)
{
    const struct pl_game *game = book->job->match->game;
    struct pl_setup setup;
    union pl_state state;

    book_begin_game(game, &state, &setup);
    if (game->turn(game, &state).what != PL_CHANCE)
        return false;
    memset(chance, 0, sizeof *chance);
    game->chance(game, &state, chance);
    return chance->total > 0;
}

bool book_has_cards(const struct book *book)
{
    struct pl_chance chance;

    return first_draw(book, &chance);
}

/* --- What a card looks like ---------------------------------------------- */

static bool same_face(const struct pl_piece *a, const struct pl_piece *b)
{
    return a->kind == b->kind && a->colour == b->colour && a->sign == b->sign &&
           a->value == b->value && a->label == b->label;
}

static int count_like(const struct pl_scene *scene, const struct pl_piece *card,
                      int seat)
{
    int n = 0;

    for (int i = 0; i < scene->pieces; i++)
        n += scene->area[scene->piece[i].area].role == PL_HAND &&
             scene->area[scene->piece[i].area].seat == seat &&
             same_face(&scene->piece[i], card);
    return n;
}

/* What is new in a hand after a draw. */
static bool find_new(int seat, struct pl_piece *out)
{
    for (int i = 0; i < after.pieces; i++) {
        const struct pl_piece *p = &after.piece[i];

        if (p->kind == PL_CARD && after.area[p->area].role == PL_HAND &&
            after.area[p->area].seat == seat &&
            count_like(&after, p, seat) > count_like(&before, p, seat)) {
            *out = *p;
            return true;
        }
    }
    return false;
}

static bool try_draw(const struct pl_game *game, const union pl_state *state,
                     const struct pl_chance *chance, int face,
                     struct pl_piece *out)
{
    union pl_state then = *state;
    uint8_t drawn[PL_DICE] = {(uint8_t)face};
    int seat;

    if (!chance->total || !chance->weight[face] ||
        chance->sees == PL_EVERYBODY || !chance->sees)
        return false;
    seat = pl_lowest(chance->sees);
    book_show(game, state, seat, &before);
    game->land(game, &then, drawn);
    book_show(game, &then, seat, &after);
    return find_new(seat, out);
}

/* One game at random, until the card is drawn. */
static bool play_for(const struct book *book, int face, uint64_t seed,
                     struct pl_piece *out)
{
    const struct pl_game *game = book->job->match->game;
    struct pl_setup setup;
    union pl_state state;
    struct pl_rng rng;

    pl_seed(&rng, seed);
    book_begin_game(game, &state, &setup);
    for (int i = 0; i < STEPS; i++) {
        struct pl_turn turn = game->turn(game, &state);
        struct pl_chance chance = {0};
        uint8_t faces[PL_DICE];
        pl_move list[PL_MOVES];
        int n, seat;

        if (turn.what == PL_OVER)
            return false;
        if (turn.what == PL_CHANCE) {
            game->chance(game, &state, &chance);
            if (try_draw(game, &state, &chance, face, out))
                return true;
            pl_roll(&chance, &rng, faces);
            game->land(game, &state, faces);
            continue;
        }
        seat = pl_lowest(turn.seats);
        n = game->moves(game, &state, seat, list);
        game->play(game, &state, seat, list[pl_below(&rng, (uint32_t)n)]);
    }
    return false;
}

static void card_of(const struct book *book, int face, struct pl_piece *out)
{
    for (uint64_t seed = 1; seed <= PLAYOUTS; seed++)
        if (play_for(book, face, seed, out))
            return;
    pl_broken("no one ever holds this card", book->job->match->game->id, face);
}

/* --- All cards ------------------------------------------------------------ */

/* What lies open at the beginning, so many of each sign: cards or tokens. */
static int add_supply(const struct book *book, enum pl_kind kind,
                      struct pl_piece out[], int n, int most)
{
    const struct pl_game *game = book->job->match->game;
    struct pl_setup setup;
    union pl_state state;

    book_begin_game(game, &state, &setup);
    book_show(game, &state, -1, &before);
    for (int i = 0; i < before.pieces; i++) {
        const struct pl_piece *p = &before.piece[i];
        bool card = p->sign == game->open_cards;

        if (before.area[p->area].role != PL_SUPPLY ||
            before.area[p->area].seat >= 0 || p->kind != PL_COUNTER ||
            !p->sign || card != (kind == PL_CARD))
            continue;
        for (int k = 0; k < p->value && n < most; k++)
            out[n++] = (struct pl_piece){.kind = (uint8_t)kind,
                                         .sign = p->sign,
                                         .seat = -1,
                                         .value = PL_NO_VALUE};
    }
    return n;
}

static void draw_card(struct book *book, const void *all, int i, struct place p)
{
    const struct pl_piece *card = all;

    piece_card(&book->pen, &card[i], p);
}

static void draw_back(struct book *book, const void *all, int i, struct place p)
{
    (void)all;
    (void)i;
    piece_card_back(&book->pen, p);
}

static void draw_token(struct book *book, const void *all, int i,
                       struct place p)
{
    const struct pl_piece *token = all;

    piece_token(&book->pen, &token[i], p);
}

void book_cards(struct book *book)
{
    static struct pl_piece card[CARDS], token[TOKENS];
    struct pl_chance chance;
    int n = 0;

    if (first_draw(book, &chance))
        for (int face = 0; face < chance.die[0]->faces; face++) {
            struct pl_piece one = {0};

            if (chance.weight[face])
                card_of(book, face, &one);
            for (int i = 0; i < chance.weight[face] && n < CARDS; i++)
                card[n++] = one;
        }
    n = add_supply(book, PL_CARD, card, n, CARDS);
    book_tiles_backed(book, n, BOOK_CARD_W, BOOK_CARD_H, draw_card, draw_back,
                      card);
    n = add_supply(book, PL_TOKEN, token, 0, TOKENS);
    book_tiles(book, n, TILE, TILE, draw_token, token);
}
