/* How data stand between the <script> tags of a page: JSON without "<", so that no text can end the script, in valid UTF-8;
 * arrays of numbers as base64 of their little-endian bytes. */
#ifndef ABUT_REPORT_ENCODE_H
#define ABUT_REPORT_ENCODE_H

#include <stddef.h>
#include <stdio.h>

/* A JSON string with its quotes. Bytes that are not UTF-8 become the replacement character. */
void encode_text(FILE *to, const char *text);
/* Valid JSON as it stands; "<" can only be inside of strings and is written as \u003c. */
void encode_json(FILE *to, const char *json, size_t length);

/* {"dtype": "f4", "shape": [..], "data": "..."} in pieces. */
typedef struct encode_array {
    FILE *to;
    unsigned char rest[3];
    int count; /* of rest */
} encode_array;
encode_array encode_array_begin(FILE *to, const char *dtype, int rank, const size_t *shape);
void encode_array_add(encode_array *a, const void *numbers, size_t length); /* little-endian numbers */
void encode_array_end(encode_array *a);
/* base64 alone: start with {.to = file}, add, end with this. */
void encode_rest(encode_array *a);

/* Numbers of four bytes in the order of this machine: float, unsigned. */
void encode_words(encode_array *a, const void *words, size_t count);

#endif
