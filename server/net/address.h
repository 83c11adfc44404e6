/* Where someone comes from: a number that stands for an address, so that
 * those who come from the same one can be counted. No one can read the address
 * from it, and it means nothing to another process. */
#ifndef ADDRESS_H
#define ADDRESS_H

#include <netinet/in.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>

struct address_hashing {
    uint8_t key[crypto_shorthash_KEYBYTES];
    bool has_proxy;
    struct in6_addr proxy; /* that says for whom it speaks */
};

/* proxy: its numeric address, or NULL; false: that is no address. */
bool address_hashing_open(struct address_hashing *hashing, const char *proxy);

/* Of IPv6 the first half counts, which a household has to itself. forwarded is
 * X-Forwarded-For, or NULL: the proxy wrote its last address, and it is only
 * believed if it comes from the proxy. */
uint64_t address_hash(const struct address_hashing *hashing,
                      const struct sockaddr *from, const char *forwarded);
/* Of an address that someone typed; false: it is none. */
bool address_hash_word(const struct address_hashing *hashing, const char *word,
                       uint64_t *out);

#endif
