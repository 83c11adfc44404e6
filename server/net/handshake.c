/* See handshake.h. The standard wants SHA-1, which nothing else here does: it
 * keeps no secret, it only shows that the peer speaks WebSocket. */
#include "handshake.h"

#include <ctype.h>
#include <sodium.h>
#include <string.h>
#include <strings.h>

enum { KEY = 24, SUM = 20 };

static const char ending[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/* --- SHA-1, FIPS 180-4 --------------------------------------------------- */

static uint32_t turn(uint32_t x, int n)
{
    return x << n | x >> (32 - n);
}

static uint32_t mixed(int t, uint32_t b, uint32_t c, uint32_t d)
{
    return t < 20   ? ((b & c) | (~b & d)) + 0x5a827999
           : t < 40 ? (b ^ c ^ d) + 0x6ed9eba1
           : t < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                    : (b ^ c ^ d) + 0xca62c1d6;
}

static void mix_block(uint32_t h[5], const uint8_t *block)
{
    uint32_t w[80] = {0}, a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];

    for (int t = 0; t < 16; t++, block += 4)
        w[t] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 |
               (uint32_t)block[2] << 8 | block[3];
    for (int t = 16; t < 80; t++)
        w[t] = turn(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
    for (int t = 0; t < 80; t++) {
        uint32_t next = turn(a, 5) + mixed(t, b, c, d) + e + w[t];

        e = d;
        d = c;
        c = turn(b, 30);
        b = a;
        a = next;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

/* Of less than two blocks: a key and its ending have sixty bytes. */
static void sha1(const char *text, uint8_t out[SUM])
{
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476,
                     0xc3d2e1f0};
    uint8_t block[128] = {0};
    size_t n = 0;

    for (; text[n]; n++)
        block[n] = (uint8_t)text[n];
    block[n] = 0x80;
    block[126] = (uint8_t)(n * 8 >> 8);
    block[127] = (uint8_t)(n * 8);
    mix_block(h, block);
    mix_block(h, block + 64);
    for (int i = 0; i < SUM; i++)
        out[i] = (uint8_t)(h[i / 4] >> (24 - i % 4 * 8));
}

/* --- Words --------------------------------------------------------------- */

bool handshake_accept(const char *key, char out[HANDSHAKE_ACCEPT + 1])
{
    uint8_t bytes[KEY], sum[SUM];
    char text[KEY + sizeof ending];
    size_t n;

    if (!key || strlen(key) != KEY ||
        sodium_base642bin(bytes, sizeof bytes, key, KEY, NULL, &n, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        n != 16)
        return false;
    memcpy(text, key, KEY);
    memcpy(text + KEY, ending, sizeof ending);
    sha1(text, sum);
    sodium_bin2base64(out, HANDSHAKE_ACCEPT + 1, sum, SUM,
                      sodium_base64_VARIANT_ORIGINAL);
    return true;
}

bool handshake_has_word(const char *list, const char *word)
{
    while (list && *list) {
        size_t n;

        list += strspn(list, " \t,");
        n = strcspn(list, " \t,");
        if (n == strlen(word) && strncasecmp(list, word, n) == 0)
            return true;
        list += strcspn(list, ",");
    }
    return false;
}

/* "http://parlour.example:8080/x" → "parlour.example:8080" and its length. */
static const char *host_of(const char *url, size_t *length)
{
    const char *host = strncasecmp(url, "http://", 7) == 0    ? url + 7
                       : strncasecmp(url, "https://", 8) == 0 ? url + 8
                                                              : NULL;

    *length = host ? strcspn(host, "/?#") : 0;
    return host;
}

/* How much of it is a name or an address. */
static size_t name_length(const char *host)
{
    size_t n = 0;

    if (host[0] != '[') {
        while (isalnum((unsigned char)host[n]) || host[n] == '-' ||
               host[n] == '.')
            n++;
        return n;
    }
    n = 1 + strspn(host + 1, "0123456789abcdefABCDEF:.");
    return host[n] == ']' ? n + 1 : 0;
}

bool handshake_is_url(const char *url)
{
    size_t n, name;
    const char *host = host_of(url, &n);

    name = host ? name_length(host) : 0;
    return name > 0 && (name == n || (host[name] == ':' && n > name + 1 &&
                                      strspn(host + name + 1, "0123456789") ==
                                          n - name - 1));
}

/* "127.0.0.1:8080", "[::1]" or "localhost:8080". */
static bool is_no_name(const char *host)
{
    size_t n = strcspn(host, ":");

    if (host[0] == '[') {
        n = strspn(host + 1, "0123456789abcdefABCDEF:.") + 1;
        return host[n] == ']' && (host[n + 1] == '\0' || host[n + 1] == ':');
    }
    return (n > 0 && strspn(host, "0123456789.") == n) ||
           (n == 9 && strncasecmp(host, "localhost", n) == 0);
}

bool handshake_is_ours(const char *origin, const char *host,
                       const char *public_url)
{
    size_t n, length;
    const char *from = origin ? host_of(origin, &n) : NULL;

    if (!from || n == 0 || from[n])
        return false;
    if (host && strlen(host) == n && strncasecmp(from, host, n) == 0 &&
        (!public_url || is_no_name(host)))
        return true;
    if (!public_url || !host_of(public_url, &length))
        return false;
    length += (size_t)(host_of(public_url, &n) - public_url);
    return strlen(origin) == length &&
           strncasecmp(origin, public_url, length) == 0;
}
