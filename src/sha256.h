/* SHA-256, of FIPS 180-4: names content by what it is. HMAC, of RFC 2104:
 * anyone who has the key can say the same. */
#ifndef SHA256_H
#define SHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_HEX = 64 };

void pl_sha256(const void *bytes, size_t size, uint8_t out[SHA256_BYTES]);
/* The same in small hexadecimal digits, with a zero byte at the end. */
void pl_sha256_hex(const void *bytes, size_t size, char out[SHA256_HEX + 1]);
/* Two digits a byte and a zero byte; and back: exactly so many bytes, in small
 * digits, or false. */
void pl_hex_write(const uint8_t *bytes, size_t size, char *out);
bool pl_hex_read(const char *s, uint8_t *out, size_t size);

enum { HMAC_KEY = 64, HMAC_TEXT = 256 }; /* most bytes of either */
void pl_hmac_sha256(const void *key, size_t key_size, const void *text,
                    size_t size, uint8_t out[SHA256_BYTES]);

#endif
