/* The files of a folder, in memory. What was not there at the start does not
 * exist: a path of a stranger is compared, and never opened. */
#ifndef FILES_H
#define FILES_H

#include "parlour_match.h"
#include "sha256.h"

struct file {
    char *path;       /* "/index.html"; letters, digits and ._-/ only */
    const char *type; /* Content-Type */
    struct pl_buffer plain,
        packed;                /* packed: gzip; empty if it saves nothing */
    char hash[SHA256_HEX + 1]; /* of the content */
    bool is_named_by_hash;     /* another content has another name */
};

struct files {
    struct file *file; /* sorted by path */
    size_t count;
};

/* Begins zeroed, ends with files_free, whether or not it was refused. */
bool files_read(struct files *files, const char *folder,
                struct pl_message *why);
void files_free(struct files *files);

/* A path that ends with '/' is that of the index.html there; or NULL. */
const struct file *files_find(const struct files *files, const char *path);
/* Whether the word is the beginning of the content's hash, long enough to be
 * no accident. */
bool file_has_hash(const struct file *file, const char *word);

#endif
