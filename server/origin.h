/* Where somebody comes from: a number that stands for an address, so that
 * those who come from the same one can be counted. Nobody can read the address
 * from it, and it means nothing to another process. */
#ifndef ORIGIN_H
#define ORIGIN_H

#include <netinet/in.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>

struct origins {
    uint8_t key[crypto_shorthash_KEYBYTES];
    bool has_proxy;
    struct in6_addr proxy; /* that says for whom it speaks */
};

/* proxy: its numeric address, or NULL; false: that is no address. */
bool origins_open(struct origins *origins, const char *proxy);

/* Of IPv6 the first half counts, which a household has to itself. forwarded is
 * X-Forwarded-For, or NULL: the proxy wrote its last address, and it is only
 * believed if it comes from the proxy. */
uint64_t origin_of(const struct origins *origins, const struct sockaddr *from,
                   const char *forwarded);

#endif
