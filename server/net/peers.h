/* Who is connected over HTTP, and how long we have patience with them. */
#ifndef PEERS_H
#define PEERS_H

#include "../bounds.h"
#include "places.h"

enum {
    SPARE = 64, /* more, while those who make room are still leaving */
    PEERS = BOUND_CONNECTIONS + SPARE
};

struct peer {
    int fd;
    unsigned tries; /* to find a node that answers */
    bool is_here, is_one_too_many, is_counted;
    uint64_t from;
    struct place *place; /* where its address is counted */
    uint64_t until;      /* time of the loop when its patience ends */
    uint64_t turn;       /* in which it last had an answer */
};

struct peers { /* begins zeroed but for the first two */
    int impatience;
    struct places places;
    int count;
    struct peer peer[PEERS];
};

/* NULL: there is no room. */
struct peer *peers_add(struct peers *peers, int fd, uint64_t from,
                       uint64_t now);
void peers_remove(struct peers *peers, struct peer *peer);
void peers_give_time(const struct peers *peers, struct peer *peer, int seconds,
                     uint64_t now);
void peers_drop_the_slow(struct peers *peers, uint64_t now);

/* The one who has waited longest among those of the address with the most
 * connections goes, if that has more than the newcomer's would. */
bool peers_make_room(struct peers *peers, uint64_t from);

#endif
