/* See sha256.h. Names and constants are those of the standard. */
#include "sha256.h"
#include "parlour.h"

#include <string.h>

static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void mix_block(uint32_t h[8], const uint8_t *block)
{
    uint32_t w[64], s[8];

    for (int i = 0; i < 16; i++, block += 4)
        w[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 |
               (uint32_t)block[2] << 8 | block[3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + w[i - 7] +
               (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) +
               (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(s, h, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t e = turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25);
        uint32_t a = turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22);
        uint32_t chosen = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t most = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t t = s[7] + e + chosen + k[i] + w[i];

        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t;
        s[0] = t + a + most;
    }
    for (int i = 0; i < 8; i++)
        h[i] += s[i];
}

void pl_sha256(const void *bytes, size_t size, uint8_t out[SHA256_BYTES])
{
    uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const uint8_t *from = bytes;
    uint8_t end[128] = {0};
    size_t rest = size % 64, ends = rest < 56 ? 64 : 128;

    for (size_t i = 0; i + 64 <= size; i += 64)
        mix_block(h, from + i);
    if (rest)
        memcpy(end, from + size - rest, rest);
    end[rest] = 0x80;
    for (size_t i = 0; i < 8; i++)
        end[ends - 1 - i] = (uint8_t)((uint64_t)size * 8 >> 8 * i);
    for (size_t i = 0; i < ends; i += 64)
        mix_block(h, end + i);
    for (int i = 0; i < SHA256_BYTES; i++)
        out[i] = (uint8_t)(h[i / 4] >> (24 - i % 4 * 8));
}

void pl_hex_write(const uint8_t *bytes, size_t size, char *out)
{
    static const char digit[] = "0123456789abcdef";

    for (size_t i = 0; i < size; i++) {
        *out++ = digit[bytes[i] >> 4];
        *out++ = digit[bytes[i] & 15];
    }
    *out = '\0';
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
}

bool pl_hex_read(const char *s, uint8_t *out, size_t size)
{
    if (strlen(s) != 2 * size)
        return false;
    for (size_t i = 0; i < size; i++) {
        int high = hex_digit(s[2 * i]), low = hex_digit(s[2 * i + 1]);

        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(16 * high + low);
    }
    return true;
}

void pl_sha256_hex(const void *bytes, size_t size, char out[SHA256_HEX + 1])
{
    uint8_t sum[SHA256_BYTES];

    pl_sha256(bytes, size, sum);
    pl_hex_write(sum, sizeof sum, out);
}

void pl_hmac_sha256(const void *key, size_t key_size, const void *text,
                    size_t size, uint8_t out[SHA256_BYTES])
{
    uint8_t inner[HMAC_KEY + HMAC_TEXT] = {0};
    uint8_t outer[HMAC_KEY + SHA256_BYTES] = {0};

    pl_assert(key_size <= HMAC_KEY && size <= HMAC_TEXT);
    memcpy(inner, key, key_size);
    memcpy(outer, key, key_size);
    for (int i = 0; i < HMAC_KEY; i++) {
        inner[i] ^= 0x36;
        outer[i] ^= 0x5c;
    }
    memcpy(inner + HMAC_KEY, text, size);
    pl_sha256(inner, HMAC_KEY + size, outer + HMAC_KEY);
    pl_sha256(outer, sizeof outer, out);
}
