/* See files.h. */
#include "files.h"
#include "../refuse.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum {
    PATH = 256,
    MOST_FILES = 1000,
    DEEPEST = 8,
    LARGEST_FILE = 16 << 20,
    HASH_WORD = 8 /* digits of a hash that are enough to know it by */
};

static const char index_name[] = "index.html";

/* --- What a file is ------------------------------------------------------ */

static const struct {
    const char *end, *type;
    bool packs; /* not packed already */
} types[] = {
    {".html", "text/html; charset=utf-8", true},
    {".js", "text/javascript; charset=utf-8", true},
    {".mjs", "text/javascript; charset=utf-8", true},
    {".css", "text/css; charset=utf-8", true},
    {".json", "application/json", true},
    {".webmanifest", "application/manifest+json", true},
    {".wasm", "application/wasm", true},
    {".svg", "image/svg+xml", true},
    {".txt", "text/plain; charset=utf-8", true},
    {".png", "image/png", false},
    {".jpg", "image/jpeg", false},
    {".webp", "image/webp", false},
    {".ico", "image/x-icon", true},
    {".woff2", "font/woff2", false},
    {".mp3", "audio/mpeg", false},
    {".pdf", "application/pdf", false},
    {"", "application/octet-stream", false},
};

static size_t type_of(const char *path)
{
    size_t i = 0, n = strlen(path);

    for (;; i++) {
        size_t end = strlen(types[i].end);

        if (end <= n && strcmp(path + n - end, types[i].end) == 0)
            return i;
    }
}

static void pack(struct file *file)
{
    z_stream z = {.next_in = (Bytef *)file->plain.s,
                  .avail_in = (uInt)file->plain.length};
    uLong most;

    /* 16 more than the largest window: with the frame of gzip. */
    pl_assert(deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9,
                           Z_DEFAULT_STRATEGY) == Z_OK);
    most = deflateBound(&z, z.avail_in);
    file->packed.s = malloc(most);
    pl_assert(file->packed.s);
    z.next_out = (Bytef *)file->packed.s;
    z.avail_out = (uInt)most;
    pl_assert(deflate(&z, Z_FINISH) == Z_STREAM_END);
    file->packed.length = z.total_out;
    deflateEnd(&z);
    if (file->packed.length >= file->plain.length)
        pl_buffer_free(&file->packed);
}

static void describe(struct file *file)
{
    size_t type = type_of(file->path);
    char word[HASH_WORD + 1] = "";

    file->type = types[type].type;
    pl_sha256_hex(file->plain.s, file->plain.length, file->hash);
    memcpy(word, file->hash, HASH_WORD);
    file->is_named_by_hash = strstr(strrchr(file->path, '/'), word) != NULL;
    if (types[type].packs)
        pack(file);
}

bool file_has_hash(const struct file *file, const char *word)
{
    size_t n = strlen(word);

    return n >= HASH_WORD && strncmp(file->hash, word, n) == 0;
}

/* --- Reading a folder ---------------------------------------------------- */

static bool is_plain_name(const char *name)
{
    return name[strspn(name, "abcdefghijklmnopqrstuvwxyz"
                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")] == 0;
}

static bool read_whole(int fd, const char *path, struct pl_buffer *out,
                       struct pl_message *why)
{
    char block[1 << 16];
    ssize_t n;

    pl_add(out, "");
    while ((n = read(fd, block, sizeof block)) > 0) {
        pl_add_bytes(out, block, (size_t)n);
        if (out->length > LARGEST_FILE)
            return server_refuse(why, "serve.file_too_large", path, 0);
    }
    return n == 0 || server_refuse(why, "cli.cannot_read", path, 0);
}

static bool add_file(struct files *files, int fd, const char *path,
                     struct pl_message *why)
{
    struct file *file;

    if (files->count == MOST_FILES)
        return server_refuse(why, "serve.too_many_files", "", MOST_FILES);
    if (files->count % 64 == 0) {
        files->file =
            realloc(files->file, (files->count + 64) * sizeof *files->file);
        pl_assert(files->file);
    }
    file = memset(&files->file[files->count++], 0, sizeof *file);
    file->path = strdup(path);
    pl_assert(file->path);
    if (!read_whole(fd, path, &file->plain, why))
        return false;
    describe(file);
    return true;
}

static bool add_folder(struct files *files, int fd, const char *path, int depth,
                       struct pl_message *why);

/* Only what lies in the folder itself: links are not followed. */
static bool add_entry(struct files *files, int folder, const char *path,
                      int depth, struct pl_message *why)
{
    int fd = openat(folder, strrchr(path, '/') + 1,
                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat about;
    bool good = true;

    if (fd < 0)
        return errno == ELOOP || errno == ENXIO ||
               server_refuse(why, "cli.cannot_open", path, 0);
    pl_assert(fstat(fd, &about) == 0);
    if (S_ISDIR(about.st_mode))
        return add_folder(files, fd, path, depth + 1, why);
    if (S_ISREG(about.st_mode))
        good = add_file(files, fd, path, why);
    close(fd);
    return good;
}

/* Takes over the descriptor. */
static bool add_folder(struct files *files, int fd, const char *path, int depth,
                       struct pl_message *why)
{
    DIR *folder = fdopendir(fd);
    const struct dirent *entry;
    bool good = true;

    pl_assert(folder);
    while (good && (entry = readdir(folder))) {
        char inner[PATH];
        int n = snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);

        if (entry->d_name[0] == '.')
            continue; /* hidden */
        if (n >= PATH || depth == DEEPEST || !is_plain_name(entry->d_name))
            good = server_refuse(why, "serve.bad_name", entry->d_name, 0);
        else
            good = add_entry(files, fd, inner, depth, why);
    }
    closedir(folder);
    return good;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct file *)a)->path,
                  ((const struct file *)b)->path);
}

bool files_read(struct files *files, const char *folder, struct pl_message *why)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd < 0)
        return server_refuse(why, "serve.no_folder", folder, 0);
    if (!add_folder(files, fd, "", 0, why))
        return false;
    if (files->count)
        qsort(files->file, files->count, sizeof *files->file, by_path);
    if (!files_find(files, "/"))
        return server_refuse(why, "serve.no_index", folder, 0);
    return true;
}

void files_free(struct files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        free(files->file[i].path);
        pl_buffer_free(&files->file[i].plain);
        pl_buffer_free(&files->file[i].packed);
    }
    free(files->file);
    memset(files, 0, sizeof *files);
}

const struct file *files_find(const struct files *files, const char *path)
{
    char whole[PATH + sizeof index_name];
    struct file key = {.path = whole};
    size_t n = strlen(path);

    if (n >= PATH || n == 0 || !files->count)
        return NULL;
    memcpy(whole, path, n + 1);
    if (path[n - 1] == '/')
        memcpy(whole + n, index_name, sizeof index_name);
    return bsearch(&key, files->file, files->count, sizeof key, by_path);
}
