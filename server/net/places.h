/* What comes over HTTP from each address, and whether one more is too many.
 * Addresses whose numbers fall into the same place share it: that is rare, and
 * nothing grows however many come. */
#ifndef PLACES_H
#define PLACES_H

#include <stdbool.h>
#include <stdint.h>

enum { PLACES = 4096 };

struct place {
    uint16_t connections;
    uint8_t bodies;          /* that are being read */
    uint64_t coming, asking; /* microseconds until when connections would have
                                come, and requests been made, well spaced */
};

struct places { /* begins zeroed but for the first two */
    int per_address;
    bool has_proxy; /* everyone comes from the same address */
    int bodies;     /* that are being read */
    struct place place[PLACES];
};

struct place *place_of(struct places *places, uint64_t from);

/* As many connections as are allowed are there, and so many more. */
bool place_is_crowded(const struct places *places, const struct place *place,
                      int more);
/* As many bodies as are allowed are being read from there, or in all: anyone
 * who sends one slowly holds it in memory. */
bool place_is_read(const struct places *places, const struct place *place);

/* Another connection or request, which counts; false: it comes too soon. Time
 * is that of the loop, in milliseconds. */
bool place_may_come(const struct places *places, struct place *place,
                    uint64_t now);
bool place_may_ask(const struct places *places, struct place *place,
                   uint64_t now);

#endif
