/*
 * JSON, written straight into growing text: equal things are equal bytes.
 *
 * A member has its key, an element of a list has NULL. Commas come by
 * themselves. Strings keep their UTF-8; what JSON does not allow in them is
 * escaped.
 */
#ifndef PARLOUR_JSON_H
#define PARLOUR_JSON_H

#include "parlour_match.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What follows a key: one of the functions below with the key NULL, or a
 * value that someone else writes. */
void pl_json_key(struct pl_buffer *out, const char *key);

/* "{" or "[", and the other way round: "}", "]}" … */
void pl_json_open(struct pl_buffer *out, const char *key, const char *bracket);
void pl_json_close(struct pl_buffer *out, const char *brackets);

/* The next member begins on a line of its own, so many spaces in. */
void pl_json_line(struct pl_buffer *out, int spaces);

void pl_json_text(struct pl_buffer *out, const char *key, const char *s);
void pl_json_number(struct pl_buffer *out, const char *key, int64_t n);
void pl_json_bool(struct pl_buffer *out, const char *key, bool is);
void pl_json_null(struct pl_buffer *out, const char *key);

/* Ten digits, or that many after the point; null for what is not a number. */
void pl_json_real(struct pl_buffer *out, const char *key, double n);
void pl_json_fixed(struct pl_buffer *out, const char *key, double n,
                   int decimals);

/* A list of the set bits: their numbers, or their names. */
void pl_json_bits(struct pl_buffer *out, const char *key, unsigned bits,
                  const char *const name[]);
/* Without what says nothing: no seat, 0, no word. */
void pl_json_message(struct pl_buffer *out, const char *key,
                     const struct pl_message *message);
void pl_json_options(struct pl_buffer *out, const char *key,
                     const struct pl_game *game, const struct pl_setup *setup);

/* What signs mean in a game: a catalogue id by the name of each. */
void pl_json_signs(struct pl_buffer *out, const char *key,
                   const struct pl_game *game);

#ifdef __cplusplus
}
#endif
#endif
