/* Addresses of this computer, and the socket that listens. */
#ifndef LISTEN_H
#define LISTEN_H

#include "parlour_match.h"

enum { NET_ADDRESS = 64 };

/* Whether the word is a numeric address, such as 127.0.0.1 or ::1. */
bool net_is_address(const char *word);
bool net_is_loopback(const char *address);
/* A socket that listens, or −1 and why. */
int net_listen(const char *address, uint16_t port, struct pl_message *why);
uint16_t net_port(int listening);
/* The address under which others in the same network find this computer. */
bool net_outside(char out[NET_ADDRESS]);

#endif
