/* Answers to requests for files and pages of the server: what each of them
 * carries beside its body. */
#ifndef ANSWER_H
#define ANSWER_H

#include "files.h"

#include <microhttpd.h>

/* A header of a request; NULL: it has none of that name. */
const char *answer_header_of(struct MHD_Connection *connection,
                             const char *name);

/* A proxy may add a line of its own: the last one counts. */
const char *answer_forwarded_for(struct MHD_Connection *connection);

/* A response whose body lasts; or one whose body is given away. */
struct MHD_Response *answer_lasting(const void *body, size_t length);
struct MHD_Response *answer_made(struct pl_buffer *body);
void answer_add(struct MHD_Response *to, const char *name, const char *value);

/* All of these give the response away. */
enum MHD_Result answer(struct MHD_Connection *connection, unsigned code,
                       struct MHD_Response *with);
enum MHD_Result answer_text(struct MHD_Connection *connection, unsigned code,
                            struct MHD_Response *with);

/* A sentence for anyone who sees the page. */
enum MHD_Result answer_error(const struct pl_language *language,
                             struct MHD_Connection *connection, unsigned code,
                             const char *id);
enum MHD_Result answer_file(struct MHD_Connection *connection,
                            const struct file *file);

#endif
