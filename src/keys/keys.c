/* Looking up keys and words. */
#include "keys.h"

#include <string.h>

const key_info *find_key(const key_table *table, const char *name) {
    for (const key_info *k = table->keys; k->name; k++)
        if (!strcmp(k->name, name)) return k;
    return NULL;
}

int word_index(const char *words, const char *word, size_t length) {
    int i = 0;
    for (const char *w = words; w; w = strchr(w, '|') ? strchr(w, '|') + 1 : NULL, i++)
        if (strcspn(w, "|") == length && !strncmp(w, word, length)) return i;
    return -1;
}
