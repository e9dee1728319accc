/* Definitions of the public interface, filled through their tables of keys. */
#ifndef ABUT_MODEL_DEFINITION_H
#define ABUT_MODEL_DEFINITION_H

#include "sections.h"

/* ---- definition.c ---- */
/* A word as the value that it stands for. */
bool read_enum(reader *r, const node *n, const key_info *k, void *to);
/* Is the value more than one number or word: a reference, a material, a mapping, a list ...? */
bool kept_in_parts(const key_info *k);
/* Such a value into the definition. */
void read_part(reader *r, const node *n, const key_info *k, void *definition);
/* What depends on other keys: laws of contacts, words that were left out. */
void finish_definition(reader *r, const node *map, const key_table *table, void *definition);

/* ---- rules.c ---- */
/* Complains about keys that are missing and keys that do not go together. */
void check_rules(reader *r, const node *map, const key_table *table);
/* The word of a key: as given, or the one that the keys beside it go with, or its default. */
const char *word_of(const node *map, const key_table *table, const key_info *k);

/* ---- lists.c ---- */
void read_items(reader *r, const node *n, const key_info *k, void *definition);
void read_items_file(reader *r, const node *n, const key_info *k, void *definition);

#endif
