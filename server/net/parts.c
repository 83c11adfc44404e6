/* See parts.h. The descriptor of each part is one of epoll; so is the front, in
 * which the system lets all who are ready have their turn. */
#include "parts.h"
#include "parlour_match.h"

#include <sys/epoll.h>
#include <unistd.h>

enum { LOOK = 8 }; /* so many who are ready line up at a time */

void parts_open(struct parts *parts)
{
    parts->front = epoll_create1(EPOLL_CLOEXEC);
    pl_assert(parts->front >= 0);
}

static bool has_room(const struct part *part)
{
    return MHD_get_daemon_info(part->daemon,
                               MHD_DAEMON_INFO_CURRENT_CONNECTIONS)
               ->num_connections < BOUND_TOGETHER;
}

static bool watch(const struct parts *parts, struct part *part)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = part};

    return epoll_ctl(parts->front, EPOLL_CTL_ADD,
                     MHD_get_daemon_info(part->daemon, MHD_DAEMON_INFO_EPOLL_FD)
                         ->epoll_fd,
                     &event) == 0;
}

struct MHD_Daemon *parts_with_room(struct parts *parts,
                                   struct MHD_Daemon *(*start)(void *context),
                                   void *context)
{
    struct part *part = parts->part;

    while (part < parts->part + PARTS && part->daemon && !has_room(part))
        part++;
    if (part == parts->part + PARTS)
        return NULL;
    if (part->daemon)
        return part->daemon;
    part->daemon = start(context);
    if (part->daemon && !watch(parts, part)) {
        MHD_stop_daemon(part->daemon);
        part->daemon = NULL;
    }
    return part->daemon;
}

void parts_line_up(struct parts *parts, struct part *part)
{
    if (part->is_in_line)
        return;
    part->is_in_line = true;
    parts->line[(parts->first + parts->count++) % PARTS] = part;
}

void parts_look(struct parts *parts)
{
    struct epoll_event event[LOOK];
    int n = epoll_wait(parts->front, event, LOOK, 0);

    for (int i = 0; i < n; i++)
        parts_line_up(parts, event[i].data.ptr);
}

void parts_line_up_all(struct parts *parts)
{
    for (int i = 0; i < PARTS && parts->part[i].daemon; i++)
        parts_line_up(parts, &parts->part[i]);
}

struct part *parts_next(struct parts *parts)
{
    struct part *part = parts->line[parts->first];

    if (parts->count == 0)
        return NULL;
    parts->first = (parts->first + 1) % PARTS;
    parts->count--;
    part->is_in_line = false;
    return part;
}

bool part_has_more(const struct part *part)
{
    MHD_UNSIGNED_LONG_LONG wait;

    return MHD_get_timeout(part->daemon, &wait) == MHD_YES && wait == 0;
}

void parts_close(struct parts *parts)
{
    for (int i = 0; i < PARTS && parts->part[i].daemon; i++)
        MHD_stop_daemon(parts->part[i].daemon);
    close(parts->front);
}
