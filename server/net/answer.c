/* See answer.h. */
#include "answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const headers_of_all[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
     "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
     "manifest-src 'self'; worker-src 'self'; font-src 'self'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

/* Only what stands in a window by itself heeds these: a first visit asks for
 * fifty files, and would pay 10 kB for them. */
static const char *const headers_of_documents[][2] = {
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Permissions-Policy",
     "accelerometer=(), camera=(), display-capture=(), geolocation=(), "
     "gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), "
     "usb=()"},
};

struct MHD_Response *answer_lasting(const void *body, size_t length)
{
    struct MHD_Response *new;
    union { /* MHD takes an address to write to and promises not to */
        const void *given;
        void *taken;
    } as = {body};

    new = MHD_create_response_from_buffer(length, as.taken,
                                          MHD_RESPMEM_PERSISTENT);
    pl_assert(new);
    return new;
}

struct MHD_Response *answer_made(struct pl_buffer *body)
{
    struct MHD_Response *new = MHD_create_response_from_buffer(
        body->length, body->s, MHD_RESPMEM_MUST_FREE);

    pl_assert(new);
    *body = (struct pl_buffer){0};
    return new;
}

void answer_add(struct MHD_Response *to, const char *name, const char *value)
{
    pl_assert(MHD_add_response_header(to, name, value) == MHD_YES);
}

static void add_document_headers(struct MHD_Response *to)
{
    for (size_t i = 0;
         i < sizeof headers_of_documents / sizeof *headers_of_documents; i++)
        answer_add(to, headers_of_documents[i][0], headers_of_documents[i][1]);
}

enum MHD_Result answer(struct MHD_Connection *connection, unsigned code,
                       struct MHD_Response *with)
{
    enum MHD_Result result;

    for (size_t i = 0; i < sizeof headers_of_all / sizeof *headers_of_all; i++)
        answer_add(with, headers_of_all[i][0], headers_of_all[i][1]);
    result = MHD_queue_response(connection, code, with);
    MHD_destroy_response(with);
    return result;
}

enum MHD_Result answer_text(struct MHD_Connection *connection, unsigned code,
                            struct MHD_Response *with)
{
    answer_add(with, "Content-Type", "text/plain; charset=utf-8");
    answer_add(with, "Cache-Control", "no-store");
    add_document_headers(with);
    if (code == MHD_HTTP_METHOD_NOT_ALLOWED)
        answer_add(with, "Allow", "GET, HEAD");
    if (code == MHD_HTTP_TOO_MANY_REQUESTS ||
        code == MHD_HTTP_SERVICE_UNAVAILABLE)
        answer_add(with, "Connection", "close"); /* others want its place */
    return answer(connection, code, with);
}

enum MHD_Result answer_error(const struct pl_language *language,
                             struct MHD_Connection *connection, unsigned code,
                             const char *id)
{
    struct pl_buffer text = {0};

    pl_words(language, &PL_SAY(id), NULL, &text);
    pl_add(&text, "\n");
    return answer_text(connection, code, answer_made(&text));
}

/* Whether "gzip" stands in a list like "br;q=1.0, gzip;q=0.8", and not with
 * the weight zero. */
static bool accepts_gzip(const char *list)
{
    while (list && *list) {
        size_t name;
        const char *weight;

        list += strspn(list, " \t,");
        name = strcspn(list, " \t;,");
        weight = list + name + strspn(list + name, " \t;");
        if (name == 4 && strncasecmp(list, "gzip", 4) == 0)
            return strncasecmp(weight, "q=", 2) != 0 ||
                   strtod(weight + 2, NULL) > 0;
        list += strcspn(list, ",");
    }
    return false;
}

const char *answer_header_of(struct MHD_Connection *connection,
                             const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static enum MHD_Result note_last(void *cls, enum MHD_ValueKind kind,
                                 const char *name, const char *value)
{
    (void)kind;
    if (strcasecmp(name, "X-Forwarded-For") == 0)
        *(const char **)cls = value;
    return MHD_YES;
}

const char *answer_forwarded_for(struct MHD_Connection *connection)
{
    const char *last = NULL;

    MHD_get_connection_values(connection, MHD_HEADER_KIND, note_last, &last);
    return last;
}

/* The ETag of a version, in quotes; what is packed is another version. */
struct etag {
    char s[32];
};

static struct etag etag_of(const struct file *file, bool packed)
{
    struct etag etag;

    snprintf(etag.s, sizeof etag.s, "\"%.16s%s\"", file->hash,
             packed ? "-gz" : "");
    return etag;
}

static bool is_known(struct MHD_Connection *connection, const char *etag)
{
    const char *known = answer_header_of(connection, "If-None-Match");

    return known && (strcmp(known, "*") == 0 || strstr(known, etag));
}

/* Anyone who asks by the content's hash may keep the answer for ever; everyone
 * else asks again each time whether it has changed. */
static bool is_asked_by_hash(struct MHD_Connection *connection,
                             const struct file *file)
{
    const char *word =
        MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "v");

    return file->is_named_by_hash || (word && file_has_hash(file, word));
}

enum MHD_Result answer_file(struct MHD_Connection *connection,
                            const struct file *file)
{
    bool packed = file->packed.length &&
                  accepts_gzip(answer_header_of(connection, "Accept-Encoding"));
    const struct pl_buffer *body = packed ? &file->packed : &file->plain;
    struct etag etag = etag_of(file, packed);
    bool known = is_known(connection, etag.s);
    struct MHD_Response *with = answer_lasting(body->s, body->length);

    answer_add(with, "ETag", etag.s);
    answer_add(with, "Cache-Control",
               is_asked_by_hash(connection, file)
                   ? "public, max-age=31536000, immutable"
                   : "no-cache");
    if (file->packed.length)
        answer_add(with, "Vary", "Accept-Encoding");
    if (strncmp(file->type, "text/html", 9) == 0)
        add_document_headers(with);
    if (known)
        return answer(connection, MHD_HTTP_NOT_MODIFIED, with);
    answer_add(with, "Content-Type", file->type);
    if (packed)
        answer_add(with, "Content-Encoding", "gzip");
    return answer(connection, MHD_HTTP_OK, with);
}
