/* parlour serve: the page, for every browser in the network. */
#include "../server/bounds.h"
#include "../server/net/handshake.h"
#include "../server/net/listen.h"
#include "../server/server.h"
#include "cli.h"
#include "draw_qr.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PORT = 8080 };

struct url {
    char s[NET_ADDRESS + 24];
};

static struct url url_of(const char *host, uint16_t port)
{
    struct url url;
    bool is_new = strchr(host, ':') != NULL; /* IPv6 stands in brackets */

    snprintf(url.s, sizeof url.s, "http://%s%s%s:%d/", is_new ? "[" : "", host,
             is_new ? "]" : "", port);
    return url;
}

static void print_url(const char *id, const struct url *url)
{
    printf("    %-30s  ", url->s);
    cli_print(id);
}

static void print_welcome(const char *address, uint16_t port)
{
    bool all = !address || strcmp(address, "::") == 0 ||
               strcmp(address, "0.0.0.0") == 0;
    char outside[NET_ADDRESS];
    struct url here = url_of(all ? "localhost" : address, port);
    struct url there = here;
    bool reachable = all ? net_outside(outside) : !net_is_loopback(address);

    if (all && reachable)
        there = url_of(outside, port);
    cli_print("serve.open");
    if (reachable)
        print_url("serve.everywhere", &there);
    if (all || !reachable)
        print_url("serve.here", &here);
    if (reachable && isatty(STDOUT_FILENO)) {
        putchar('\n');
        draw_qr(stdout, there.s);
        putchar('\n');
    }
    cli_print("serve.how_to_end");
    fflush(stdout);
}

/* The folder web beside the program, as it is built, or where an installed
 * program has it. */
static const char *usual_folder(void)
{
    static const char installed[] = "../share/parlour/web";
    static char path[PATH_MAX + sizeof installed];
    ssize_t n = readlink("/proc/self/exe", path, PATH_MAX);
    char *name;

    path[n > 0 ? n : 0] = '\0';
    name = strrchr(path, '/');
    name = name ? name + 1 : path;
    strcpy(name, "web");
    if (access(path, F_OK) != 0)
        strcpy(name, installed);
    return path;
}

/* A number from the command line or, without that, from the environment. */
static bool number_of(int *argc, char **argv, const char *option,
                      const char *variable, long least, long most, int *out)
{
    const char *word = cli_value(argc, argv, option);
    long n;

    if (!word)
        word = getenv(variable);
    if (!word)
        return true;
    if (!cli_number(word, least, most, &n)) {
        cli_refuse(USAGE, "serve.bad_number", option);
        return false;
    }
    *out = (int)n;
    return true;
}

/* An empty variable is as good as none. An empty option is a mistake, and a
 * store that has no name would be gone after a restart. */
static const char *word_of(int *argc, char **argv, const char *option,
                           const char *variable)
{
    const char *word = cli_value(argc, argv, option);

    if (word && !*word)
        exit(cli_refuse(USAGE, "cli.value_missing", option));
    if (!word)
        word = getenv(variable);
    return word && *word ? word : NULL;
}

static bool read_limits(int *argc, char **argv, struct server_setup *setup)
{
    setup->tables = BOUND_TABLES;
    setup->sockets = BOUND_SOCKETS;
    setup->per_address = BOUND_PER_ADDRESS;
    setup->impatience = 1;
    setup->keep_days = BOUND_KEEP_DAYS;
    setup->idle_minutes = BOUND_PUT_AWAY_MINUTES;
    return number_of(argc, argv, "--tables", "PARLOUR_TABLES", 1, 100000,
                     &setup->tables) &&
           number_of(argc, argv, "--sockets", "PARLOUR_SOCKETS", 1, 100000,
                     &setup->sockets) &&
           number_of(argc, argv, "--per-address", "PARLOUR_PER_ADDRESS", 1,
                     100000, &setup->per_address) &&
           number_of(argc, argv, "--impatience", "PARLOUR_IMPATIENCE", 1, 3600,
                     &setup->impatience) &&
           number_of(argc, argv, "--keep-days", "PARLOUR_KEEP_DAYS", 1, 3650,
                     &setup->keep_days) &&
           number_of(argc, argv, "--put-away", "PARLOUR_PUT_AWAY", 1, 100000,
                     &setup->idle_minutes);
}

int cmd_serve(int argc, char **argv)
{
    const char *port = word_of(&argc, argv, "--port", "PARLOUR_PORT");
    const char *folder = word_of(&argc, argv, "--web", "PARLOUR_WEB");
    struct server_setup setup = {
        .address = word_of(&argc, argv, "--bind", "PARLOUR_BIND"),
        .folder = folder ? folder : usual_folder(),
        .language = cli_language,
        .store = word_of(&argc, argv, "--store", "PARLOUR_STORE"),
        .admin = word_of(&argc, argv, "--admin", "PARLOUR_ADMIN"),
        .public_url =
            word_of(&argc, argv, "--public-url", "PARLOUR_PUBLIC_URL"),
        .proxy =
            word_of(&argc, argv, "--trusted-proxy", "PARLOUR_TRUSTED_PROXY"),
    };
    struct server *server;
    struct pl_message why;
    long number = PORT;
    int code;

    if (!read_limits(&argc, argv, &setup))
        return USAGE;
    if (!cli_arguments(argc, argv, 0, 0, &code))
        return code;
    if (setup.public_url && !handshake_is_url(setup.public_url))
        return cli_refuse(USAGE, "serve.bad_url", setup.public_url);
    if (port && !cli_number(port, 0, 65535, &number))
        return cli_refuse(USAGE, "serve.bad_port", port);
    if (setup.address && !net_is_address(setup.address))
        return cli_refuse(USAGE, "serve.bad_address", setup.address);
    if (setup.proxy && !net_is_address(setup.proxy))
        return cli_refuse(USAGE, "serve.bad_address", setup.proxy);
    setup.port = (uint16_t)number;
    server = server_open(&setup, &why);
    if (!server)
        return cli_fail(FAILED, &why);
    print_welcome(setup.address, server_port(server));
    server_run(server);
    server_close(server);
    return DONE;
}
