/* What several games say the same way. */
#ifndef KIT_H
#define KIT_H

#include "parlour.h"

/* --- Seats --------------------------------------------------------------- */

static inline unsigned all_seats(int seats)
{
    return (1u << seats) - 1;
}

static inline uint8_t seat_after(int seat, int seats)
{
    return (uint8_t)(seat + 1 == seats ? 0 : seat + 1);
}

/* Highest points win; equal points are decided by tie, equal ties share. */
static inline void find_winners(struct pl_result *result, int seats)
{
    int best = 0;

    result->seats = (uint8_t)seats;
    for (int s = 0; s < seats; s++) {
        int more = result->points[s] - result->points[best];

        if (more == 0)
            more = result->tie[s] - result->tie[best];
        if (more > 0 || s == 0) {
            best = s;
            result->winners = 0;
        }
        if (more >= 0)
            result->winners |= (uint8_t)(1u << s);
    }
}

/* --- Dice ---------------------------------------------------------------- */

extern const char *const d6_face[]; /* "1" … "6" */

/* --- Pieces -------------------------------------------------------------- */

static inline int add_area(struct pl_scene *scene, struct pl_area area)
{
    pl_assert(scene->areas < PL_AREAS);
    scene->area[scene->areas] = area;
    return scene->areas++;
}

/* Puts a piece into the area that was added last, one box wide and high
 * unless it says otherwise. */
static inline struct pl_piece *add_piece(struct pl_scene *scene,
                                         struct pl_piece piece)
{
    pl_assert(scene->pieces < PL_PIECES && scene->areas > 0);
    piece.area = (uint8_t)(scene->areas - 1);
    if (piece.w == 0)
        piece.w = 1;
    if (piece.h == 0)
        piece.h = 1;
    scene->piece[scene->pieces] = piece;
    return &scene->piece[scene->pieces++];
}

/* A piece with its fields named: nobody's, without or with a number. */
#define PIECE(...)                                                             \
    ((struct pl_piece){.seat = -1, .value = PL_NO_VALUE, .kind = __VA_ARGS__})
#define NUMBERED(number, ...)                                                  \
    ((struct pl_piece){                                                        \
        .seat = -1, .value = (int16_t)(number), .kind = __VA_ARGS__})

static inline void add_touch(struct pl_touch *touch, int id)
{
    pl_assert(touch->count < PL_TOUCHES);
    touch->piece[touch->count++] = (uint16_t)id;
}

#endif
