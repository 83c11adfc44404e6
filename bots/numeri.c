/* What bots look at in Numeri. */
#include "../games/numeri.h"
#include "features.h"

/* Where a token stands is worth its value and what lies ahead of it. On a track
 * of another length it stands as far along. */
static int token_features(const struct track *track, const struct numeri *g,
                          int seat, int token, int16_t out[])
{
    int place = g->place[seat][token], n = 0;
    int along = place * USUAL_SQUARES / track->squares;
    uint64_t to = next_free(track, g->taken, place);
    int next = to ? __builtin_ctzll(to) : place;

    out[n++] = place == OFF;
    out[n++] = (int16_t)(along / 4);
    for (int i = 8; i <= USUAL_SQUARES; i += i < 28 ? 4 : 2)
        out[n++] = along >= i;
    out[n++] = place == track->squares;
    out[n++] = to == 0;
    out[n++] = (int16_t)(next - place);
    out[n++] = next > track->squares - END_SQUARES;
    out[n++] = next != place ? track->value[next - 1] : 0;
    return n;
}

int pl_features_of_numeri(const struct pl_game *game, const void *view,
                          int seat, int16_t out[])
{
    const struct track *track = track_of(game);
    const struct numeri *g = view;
    uint64_t own = 0, last = g->taken >> (track->squares + 1 - 8);
    int n = 0;

    for (int token = 0; token < TOKENS; token++) {
        n += token_features(track, g, seat, token, out + n);
        own |= bit(g->place[seat][token]);
    }
    own &= ~bit(OFF);
    out[n++] = (int16_t)pl_count((unsigned)(own & own >> 1) |
                                 (unsigned)((own & own >> 1) >> 32));
    out[n++] = (own & own >> 1 & own >> 2) != 0;
    out[n++] = (own & own >> 2) != 0;
    out[n++] = g->active == seat;
    out[n++] = (int16_t)((seat - g->active + g->seats) % g->seats);
    out[n++] = barrier_is_crossed(track, g);
    for (int i = 0; i < 8; i++)
        out[n++] = last >> i & 1;
    out[n++] = (int16_t)pl_count((unsigned)g->taken);
    for (int i = 2; i <= SEATS; i++)
        out[n++] = g->seats == i;
    return n;
}
