/* See address.h. */
#include "address.h"

#include <arpa/inet.h>
#include <string.h>

enum { HALF = 8 };

static const uint8_t old[12] = {[10] = 0xff, [11] = 0xff}; /* ::ffff:1.2.3.4 */

static bool read_word(const char *word, size_t length, struct in6_addr *out)
{
    char text[INET6_ADDRSTRLEN];
    struct in_addr short_one;

    if (length >= sizeof text)
        return false;
    memcpy(text, word, length);
    text[length] = '\0';
    if (inet_pton(AF_INET6, text, out) == 1)
        return true;
    if (inet_pton(AF_INET, text, &short_one) != 1)
        return false;
    memcpy(out->s6_addr, old, sizeof old);
    memcpy(out->s6_addr + sizeof old, &short_one, sizeof short_one);
    return true;
}

static void read_peer(const struct sockaddr *from, struct in6_addr *out)
{
    memset(out, 0, sizeof *out);
    if (from->sa_family == AF_INET6) {
        *out = ((const struct sockaddr_in6 *)from)->sin6_addr;
    } else if (from->sa_family == AF_INET) {
        memcpy(out->s6_addr, old, sizeof old);
        memcpy(out->s6_addr + sizeof old,
               &((const struct sockaddr_in *)from)->sin_addr, 4);
    }
}

/* The last of "1.2.3.4, 5.6.7.8". */
static bool read_last(const char *list, struct in6_addr *out)
{
    const char *comma = strrchr(list, ',');
    const char *word = comma ? comma + 1 : list;

    word += strspn(word, " \t");
    return read_word(word, strcspn(word, " \t"), out);
}

bool address_hashing_open(struct address_hashing *hashing, const char *proxy)
{
    memset(hashing, 0, sizeof *hashing);
    randombytes_buf(hashing->key, sizeof hashing->key);
    hashing->has_proxy = proxy != NULL;
    return !proxy || read_word(proxy, strlen(proxy), &hashing->proxy);
}

static uint64_t hash_of(const struct address_hashing *hashing,
                        const struct in6_addr *at)
{
    bool is_old = memcmp(at->s6_addr, old, sizeof old) == 0;
    uint64_t number;

    crypto_shorthash((uint8_t *)&number, at->s6_addr,
                     is_old ? sizeof *at : HALF, hashing->key);
    return number;
}

bool address_hash_word(const struct address_hashing *hashing, const char *word,
                       uint64_t *out)
{
    struct in6_addr at;

    if (!read_word(word, strlen(word), &at))
        return false;
    *out = hash_of(hashing, &at);
    return true;
}

uint64_t address_hash(const struct address_hashing *hashing,
                      const struct sockaddr *from, const char *forwarded)
{
    struct in6_addr at, other;

    read_peer(from, &at);
    if (hashing->has_proxy && forwarded &&
        memcmp(&at, &hashing->proxy, sizeof at) == 0 &&
        read_last(forwarded, &other))
        at = other;
    return hash_of(hashing, &at);
}
