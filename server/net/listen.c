/* Addresses of this computer, and the socket that listens. */
#include "listen.h"
#include "../refuse.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    BACKLOG = 512,
    SENDING = 256 << 10 /* bytes under way, so that slow peers hold little */
};

struct address {
    struct sockaddr_storage at;
    socklen_t size;
};

static bool read_address(const char *word, struct address *out)
{
    struct addrinfo want = {.ai_flags = AI_NUMERICHOST,
                            .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;

    if (getaddrinfo(word, NULL, &want, &found) != 0)
        return false;
    memset(out, 0, sizeof *out);
    memcpy(&out->at, found->ai_addr, found->ai_addrlen);
    out->size = found->ai_addrlen;
    freeaddrinfo(found);
    return true;
}

/* Both kinds of address keep the port in the same place. */
static in_port_t *port_of(struct address *address)
{
    return &((struct sockaddr_in *)&address->at)->sin_port;
}

bool net_is_address(const char *word)
{
    struct address address;

    return read_address(word, &address);
}

bool net_is_loopback(const char *word)
{
    struct address address;

    if (!read_address(word, &address))
        return false;
    if (address.at.ss_family == AF_INET)
        return ntohl(((struct sockaddr_in *)&address.at)->sin_addr.s_addr) >>
                   24 ==
               127;
    return IN6_IS_ADDR_LOOPBACK(
        &((struct sockaddr_in6 *)&address.at)->sin6_addr);
}

/* A listening socket, or −1 with errno. */
static int listen_on(const char *word, uint16_t port)
{
    const int yes = 1, no = 0, sending = SENDING;
    struct address address;
    int fd, error;

    pl_assert(read_address(word, &address));
    *port_of(&address) = htons(port);
    fd = socket(address.at.ss_family,
                SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    if (address.at.ss_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &sending, sizeof sending);
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        bind(fd, (struct sockaddr *)&address.at, address.size) == 0 &&
        listen(fd, BACKLOG) == 0)
        return fd;
    error = errno;
    close(fd);
    errno = error;
    return -1;
}

int net_listen(const char *word, uint16_t port, struct pl_message *why)
{
    int fd = listen_on(word ? word : "::", port);

    /* Where there is no IPv6, the old addresses are all there are. */
    if (fd < 0 && !word && errno != EADDRINUSE && errno != EACCES)
        fd = listen_on("0.0.0.0", port);
    if (fd >= 0)
        return fd;
    if (errno == EADDRINUSE)
        server_refuse(why, "serve.port_in_use", "", port);
    else if (errno == EACCES)
        server_refuse(why, "serve.port_forbidden", "", port);
    else if (errno == EADDRNOTAVAIL)
        server_refuse(why, "serve.not_our_address", word ? word : "", 0);
    else
        server_refuse(why, "serve.cannot_listen", strerror(errno), 0);
    return -1;
}

uint16_t net_port(int listening)
{
    struct address address = {.size = sizeof address.at};

    pl_assert(getsockname(listening, (struct sockaddr *)&address.at,
                          &address.size) == 0);
    return ntohs(*port_of(&address));
}

bool net_outside(char out[NET_ADDRESS])
{
    struct ifaddrs *all;
    bool found = false;

    if (getifaddrs(&all) != 0)
        return false;
    for (struct ifaddrs *one = all; one && !found; one = one->ifa_next) {
        if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET ||
            !(one->ifa_flags & IFF_RUNNING) || one->ifa_flags & IFF_LOOPBACK)
            continue;
        found = getnameinfo(one->ifa_addr, sizeof(struct sockaddr_in), out,
                            NET_ADDRESS, NULL, 0, NI_NUMERICHOST) == 0;
    }
    freeifaddrs(all);
    return found;
}
