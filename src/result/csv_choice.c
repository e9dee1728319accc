/* Names with * and ? against objects and columns. */
#include "csv_choice.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN_NAME = 700 };

bool csv_choice_open(csv_choice *c, const char *list) {
    *c = (csv_choice){0};
    if (!list) return true;
    size_t most = 1;
    for (const char *s = list; *s; s++) most += *s == ',';
    c->text = strdup(list);
    c->entry = calloc(most, sizeof *c->entry);
    c->met = calloc(most, sizeof *c->met);
    if (!c->text || !c->entry || !c->met) {
        csv_choice_close(c);
        return false;
    }
    for (char *s = c->text; *s;) {
        s += strspn(s, ", ");
        size_t length = strcspn(s, ",");
        char *end = s + length;
        bool last = !*end;
        while (end > s && end[-1] == ' ') end--;
        *end = '\0';
        if (*s) c->entry[c->count++] = s;
        if (last) break;
        s += length + 1;
    }
    return true;
}

void csv_choice_close(csv_choice *c) {
    free(c->text);
    free(c->entry);
    free(c->met);
    *c = (csv_choice){0};
}

/* Every entry that fits is met. */
static bool chosen(const csv_choice *c, const char *name) {
    bool any = false;
    for (int i = 0; i < c->count; i++) {
        if (fnmatch(c->entry[i], name, 0) != 0) continue;
        any = c->met[i] = true;
    }
    return any;
}

bool csv_choice_number(const csv_choice *c, const char *object, const char *head) {
    char name[COLUMN_NAME];
    if (!c->entry) return true;
    (void)snprintf(name, sizeof name, "%s.%.*s", object, (int)strcspn(head, ","), head);
    bool whole = chosen(c, object); /* both, so that both are met */
    return chosen(c, name) || whole;
}

const char *csv_choice_unmet(const csv_choice *c) {
    for (int i = 0; i < c->count; i++)
        if (!c->met[i]) return c->entry[i];
    return NULL;
}
