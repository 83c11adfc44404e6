/* See tidings.h. */
#include "tidings.h"
#include "wire.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Shares --------------------------------------------------------------- */

enum { NUMBERS = 5, SHARE_BYTES = 2 * NUMBERS, SHARES_MOST = 4096 };

static void write_share(const struct share *share, struct pl_buffer *out)
{
    const uint16_t number[NUMBERS] = {share->place, share->guests,
                                      share->waiting, share->openings,
                                      share->misses};
    char bytes[SHARE_BYTES];

    for (int i = 0; i < NUMBERS; i++) {
        bytes[2 * i] = (char)(number[i] & 0xff);
        bytes[2 * i + 1] = (char)(number[i] >> 8);
    }
    pl_add_bytes(out, bytes, sizeof bytes);
}

static struct share read_share(const char *bytes)
{
    uint16_t number[NUMBERS];

    for (int i = 0; i < NUMBERS; i++)
        number[i] =
            (uint16_t)((uint8_t)bytes[2 * i] | (uint8_t)bytes[2 * i + 1] << 8);
    return (struct share){number[0], number[1], number[2], number[3],
                          number[4]};
}

/* --- The operator's orders ------------------------------------------------ */

/* A line each. Clocks of nodes are not compared: what is told is how long an
 * order still holds. */
static void write_orders(const struct tables *tables, int64_t now,
                         struct pl_buffer *out)
{
    const struct notice *notice = tables_notice(tables);
    char line[CHAT_BYTES + 64];

    pl_add(out, "");
    for (int i = 0; i < PUNISHED; i++) {
        const struct punished *p = tables_punished(tables, i);

        if (!p->said)
            break;
        snprintf(line, sizeof line, "%s %" PRId64 " %" PRIx64 " %" PRId64 "\n",
                 p->is_ban ? "ban" : "mute", p->said, p->from,
                 p->until > now ? p->until - now : 0);
        pl_add(out, line);
    }
    if (!notice->said)
        return;
    snprintf(line, sizeof line, "say %" PRId64 " %s\n", notice->said,
             notice->text);
    pl_add(out, line);
}

static void take_saying(struct tables *tables, int64_t said, const char *text,
                        int64_t now)
{
    struct notice notice = *tables_notice(tables);

    if (said <= notice.said || strlen(text) > CHAT_BYTES)
        return;
    notice.said = said;
    strcpy(notice.text, text);
    tables_announce(tables, &notice, now);
}

static void take_order(struct tables *tables, const char *line, int64_t now)
{
    struct punished order = {0};
    int64_t left;
    char kind[5];
    int text = 0;

    if (sscanf(line, "%4s %" SCNd64 "%n", kind, &order.said, &text) != 2)
        return;
    order.is_ban = strcmp(kind, "ban") == 0;
    if (strcmp(kind, "say") == 0) {
        take_saying(tables, order.said, line + text + (line[text] == ' '), now);
    } else if ((order.is_ban || strcmp(kind, "mute") == 0) &&
               sscanf(line + text, "%" SCNx64 " %" SCNd64, &order.from,
                      &left) == 2) {
        order.until = now + left;
        tables_punish(tables, &order);
    }
}

static void take_orders(struct tables *tables, const char *text, int64_t now)
{
    char line[CHAT_BYTES + 64];

    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        if (n >= sizeof line)
            continue;
        memcpy(line, text, n);
        line[n] = '\0';
        take_order(tables, line, now);
    }
}

/* --- All of it ------------------------------------------------------------ */

void tidings_gather(const struct tables *tables, int64_t now,
                    struct tidings *out)
{
    struct share *share = calloc(SHARES_MOST, sizeof *share);
    int n;

    pl_assert(share);
    wire_lobby(tables, &out->lobby);
    write_orders(tables, now, &out->orders);
    pl_add(&out->shares, "");
    n = tables_shares(tables, share, SHARES_MOST);
    for (int i = 0; i < n; i++)
        write_share(&share[i], &out->shares);
    free(share);
}

void tidings_take(const struct tidings *tidings, struct tables *tables,
                  struct results *results, int64_t now)
{
    size_t n = tidings->shares.length / SHARE_BYTES;
    struct share *share = calloc(n + 1, sizeof *share);

    pl_assert(share);
    for (size_t i = 0; i < n; i++)
        share[i] = read_share(tidings->shares.s + i * SHARE_BYTES);
    tables_set_shares(tables, share, (int)n, tidings->nodes);
    tables_set_lobby(tables, tidings->lobby.s);
    take_orders(tables, tidings->orders.s, now);
    for (int i = 0; i < tidings->results; i++)
        results_add(results, &tidings->result[i]);
    free(share);
}
