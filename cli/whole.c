/* Files that are there whole or not at all, whatever happens meanwhile. */
#include "cli.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *cli_whole_begin(struct cli_whole *file, const char *path)
{
    struct stat there;

    /* A rename would replace a device or a folder as gladly as a file. */
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))
        return NULL;
    file->path = path;
    if ((size_t)snprintf(file->fresh, sizeof file->fresh, "%s.new", path) >=
        sizeof file->fresh)
        return NULL;
    file->out = fopen(file->fresh, "wb");
    return file->out;
}

bool cli_whole_can(const char *path)
{
    struct cli_whole file;

    if (!cli_whole_begin(&file, path))
        return false;
    cli_whole_end(&file, false);
    return true;
}

/* The new name is on the disk as well; not every file system can tell. */
static void sync_folder(const char *path)
{
    char folder[sizeof((struct cli_whole *)0)->fresh];
    const char *slash = strrchr(path, '/');
    int fd;

    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

bool cli_whole_end(struct cli_whole *file, bool good)
{
    good = good && fflush(file->out) == 0 && fsync(fileno(file->out)) == 0;
    good = fclose(file->out) == 0 && good;
    if (good && rename(file->fresh, file->path) == 0) {
        sync_folder(file->path);
        return true;
    }
    unlink(file->fresh);
    return false;
}

bool cli_write_whole(const char *path, const struct pl_buffer *text)
{
    struct cli_whole file;
    FILE *out = cli_whole_begin(&file, path);

    return out && cli_whole_end(&file, fwrite(text->s, 1, text->length, out) ==
                                           text->length);
}
