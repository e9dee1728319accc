/* The catalogue: model-ready mappings that come with the program, `use: NAME`. */
#ifndef ABUT_MODEL_CATALOGUE_H
#define ABUT_MODEL_CATALOGUE_H

#include <stddef.h>

typedef struct catalogue_entry {
    const char *name; /* "6205" */
    const char *text; /* YAML; its first line is a comment that says what it is */
    size_t length;
} catalogue_entry;

size_t catalogue_count(void);
const catalogue_entry *catalogue_at(size_t index);
const catalogue_entry *catalogue_find(const char *name); /* NULL: there is none */
/* The first line without its mark; always ends with a 0. */
void catalogue_summary(const catalogue_entry *e, char *to, size_t size);

#endif
