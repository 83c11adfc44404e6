/* Where the pieces of areas go on paper. */
#ifndef LAY_H
#define LAY_H

#include "pieces.h"

struct lay {
    int w, h;
    int areas;
    struct {
        int area;
        struct place title; /* h 0: none */
    } area[PL_AREAS];
    struct place place[PL_PIECES]; /* w 0: not of these areas */
};

/* Areas below each other in columns, long ones under all; a box is so wide that
 * it takes a unit with the gap around it. */
void lay_areas(const struct pl_scene *scene, const int area[], int count,
               int unit, struct lay *out);
/* A path that folds like a snake after so many squares. */
void lay_path(const struct pl_scene *scene, int area, int unit, int fold,
              int gap, struct lay *out);
/* Loose pieces in a row; area −1: none. */
void lay_row(const struct pl_scene *scene, int area, int unit, struct lay *out);
/* Under a path: a broad line from square to square, seen where it turns. */
void lay_draw_track(struct pen *pen, const struct pl_scene *scene, int area,
                    const struct lay *lay, struct place at);
void lay_draw(struct pen *pen, const struct pl_scene *scene,
              const struct lay *lay, int x, int y, bool to_fill);

/* Has an area pieces of that kind? */
bool lay_has(const struct pl_scene *scene, int area, enum pl_kind kind);

#endif
