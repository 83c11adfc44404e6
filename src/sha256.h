/* SHA-256, of FIPS 180-4: names content by what it is. */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_HEX = 64 };

void sha256(const void *bytes, size_t size, uint8_t out[SHA256_BYTES]);
/* The same in small hexadecimal digits, with a zero byte at the end. */
void sha256_hex(const void *bytes, size_t size, char out[SHA256_HEX + 1]);

#endif
