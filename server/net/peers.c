/* See peers.h. */
#include "peers.h"

#include <stddef.h>
#include <sys/socket.h>

enum { REFUSING = 3 }; /* seconds for one too many */

void peers_give_time(const struct peers *peers, struct peer *peer, int seconds,
                     uint64_t now)
{
    peer->until = now + (uint64_t)seconds * 1000 / (unsigned)peers->impatience;
}

/* MHD sees that the connection has ended, and cleans up after it. */
static void cut_off(const struct peer *peer)
{
    shutdown(peer->fd, SHUT_RDWR);
}

void peers_drop_the_slow(struct peers *peers, uint64_t now)
{
    for (int i = 0; i < PEERS; i++)
        if (peers->peer[i].is_here && peers->peer[i].until <= now)
            cut_off(&peers->peer[i]);
}

static struct peer *find_free(struct peers *peers)
{
    for (int i = 0; i < PEERS; i++)
        if (!peers->peer[i].is_here)
            return &peers->peer[i];
    return NULL;
}

struct peer *peers_add(struct peers *peers, int fd, uint64_t from, uint64_t now)
{
    struct place *place = place_of(&peers->places, from);
    bool too_many = place_is_crowded(&peers->places, place, 0);
    struct peer *peer = find_free(peers);

    if (!peer)
        return NULL;
    *peer = (struct peer){.fd = fd,
                          .is_here = true,
                          .is_counted = true,
                          .from = from,
                          .place = place,
                          .is_one_too_many = too_many};
    peers_give_time(peers, peer, too_many ? REFUSING : BOUND_ASKING, now);
    place->connections++;
    peers->count++;
    return peer;
}

static void uncount(struct peer *peer)
{
    peer->place->connections =
        (uint16_t)(peer->place->connections - peer->is_counted);
    peer->is_counted = false;
}

void peers_remove(struct peers *peers, struct peer *peer)
{
    uncount(peer);
    peer->is_here = false;
    peers->count--;
}

bool peers_make_room(struct peers *peers, uint64_t from)
{
    struct peer *last = NULL;
    int most = place_of(&peers->places, from)->connections + 1;

    for (int i = 0; i < PEERS; i++) {
        struct peer *peer = &peers->peer[i];
        int n = peer->is_counted ? peer->place->connections : 0;

        if (n < most || (n == most && (!last || peer->until >= last->until)))
            continue;
        most = n;
        last = peer;
    }
    if (!last)
        return false;
    cut_off(last);
    uncount(last);
    return true;
}
