/* Which keys of a mapping are required, go together or exclude each other. */
#include <string.h>

#include "definition.h"

/* "key" or "key:words": is this rule kept? */
static const char *words_of_rule(const char *rule) {
    const char *colon = strchr(rule, ':');
    return colon ? colon + 1 : NULL;
}

static const key_info *key_of_rule(const key_table *table, const char *rule) {
    size_t length = strcspn(rule, ":");
    for (const key_info *k = table->keys; k->name; k++)
        if (strlen(k->name) == length && !strncmp(k->name, rule, length)) return k;
    return NULL;
}

/* The first word that a key given beside `chooser` goes with; length 0: there is none. */
static const char *implied(const node *map, const key_table *table, const key_info *chooser) {
    for (const key_info *k = table->keys; k->name; k++)
        if (k->with && key_of_rule(table, k->with) == chooser && words_of_rule(k->with) && node_get(map, k->name))
            return words_of_rule(k->with);
    return NULL;
}

const char *word_of(const node *map, const key_table *table, const key_info *k) {
    const node *given = node_get(map, k->name);
    if (given) return given->kind == NODE_SCALAR ? given->text : "";
    const char *by = implied(map, table, k);
    return by ? by : k->preset ? k->preset : "";
}

static bool goes(const node *map, const key_table *table, const char *rule) {
    const key_info *chooser = key_of_rule(table, rule);
    const char *words = words_of_rule(rule);
    if (!chooser) return true;
    if (!words) return node_get(map, chooser->name) != NULL;
    const char *word = word_of(map, table, chooser);
    return word_index(words, word, strcspn(word, "|")) >= 0;
}

/* A word that stands for 0 changes nothing: it may stand anywhere. */
static bool says_nothing(const key_info *k, const node *given) {
    if (k->kind != KEY_WORD || !k->values || given->kind != NODE_SCALAR) return false;
    int i = word_index(k->of, given->text, strlen(given->text));
    return i >= 0 && k->values[i] == 0;
}

static void check_with(reader *r, const node *map, const key_table *table, const key_info *k) {
    const node *given = node_get(map, k->name);
    const char *words = words_of_rule(k->with);
    if (!given || goes(map, table, k->with) || says_nothing(k, given)) return;
    if (words)
        error_on(r, given, "%s: goes with the %s %s", k->name, key_of_rule(table, k->with)->name, words);
    else
        error_on(r, given, "%s: goes with %s", k->name, k->with);
}

/* The first of the keys "a|b" that is given, "" if none is. */
static const char *first_given(const node *map, const char *keys, char name[64]) {
    for (const char *k = keys; k; k = strchr(k, '|') ? strchr(k, '|') + 1 : NULL) {
        size_t length = strcspn(k, "|");
        (void)snprintf(name, 64, "%.*s", (int)length, k);
        if (node_get(map, name)) return name;
    }
    return "";
}

static void check_missing(reader *r, const node *map, const key_table *table, const key_info *k, const char *other) {
    const char *words = k->with ? words_of_rule(k->with) : NULL;
    if (!k->required || node_get(map, k->name) || *other || (k->with && !goes(map, table, k->with))) return;
    if (words) {
        const key_info *chooser = key_of_rule(table, k->with);
        const char *word = word_of(map, table, chooser);
        error_on(r, map, "'%s' is missing in this %s (its %s is %.*s)", k->name, table->name, chooser->name,
                 (int)strcspn(word, "|"), word);
    } else
        error_on(r, map, "'%s' is missing in this %s (%s)", k->name, table->name, k->meaning);
}

void check_rules(reader *r, const node *map, const key_table *table) {
    for (const key_info *k = table->keys; k->name; k++) {
        char name[64];
        const char *other = k->instead ? first_given(map, k->instead, name) : "";
        const node *given = node_get(map, k->name);
        if (k->with) check_with(r, map, table, k);
        if (given && *other)
            error_on(r, given, "%s: %s and %s say the same thing: give one of them", k->name, other, k->name);
        check_missing(r, map, table, k, other);
    }
}
