/* Machines of the model file and their keys in words: see abut/model.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/model.h"
#include "keys/keys.h"
#include "machine/machine.h"

typedef struct key_rows {
    const abut_registry *registry;
    abut_key *keys;
    int count, room;
} key_rows;

static void range_of(const abut_registry *r, const key_info *k, char *to, size_t size) {
    bool number = k->kind == KEY_NUMBER || k->kind == KEY_COUNT, bounded = k->low != 0 || k->high != 0;
    to[0] = '\0';
    if (number && bounded)
        (void)snprintf(to, size, "%s%g, %g%s", k->open || isinf(k->low) ? "(" : "[", k->low, k->high,
                       k->open == OPEN_ENDS || isinf(k->high) ? ")" : "]");
    else if (number)
        (void)snprintf(to, size, "any");
    else if (k->kind == KEY_WORD)
        (void)snprintf(to, size, "%s", k->of);
    else if (k->kind == KEY_REFERENCE || k->kind == KEY_MATERIAL)
        (void)snprintf(to, size, "a %s", k->of);
    else if (k->kind == KEY_VECTOR)
        (void)snprintf(to, size, "three numbers");
    if (k->kind != KEY_CHOICE) return;
    abut_meaning m = abut_registry_meaning(r, k->of);
    (void)snprintf(to, size, "a %s type%s%s", m.kind, m.brief ? "; a bare number: " : "", m.brief ? m.brief->name : "");
}

static void add_keys(key_rows *list, const key_table *table, const char *path) {
    for (const key_info *k = table->keys; k->name; k++) {
        char below[100];
        if (k->kind == KEY_LATER) continue;
        if (list->count < list->room) {
            abut_key *to = &list->keys[list->count];
            *to = (abut_key){.unit = k->unit && strcmp(k->unit, "1") != 0 ? k->unit : "",
                             .preset = k->preset ? k->preset : "",
                             .required = k->required && !k->with && !k->instead,
                             .meaning = k->meaning};
            (void)snprintf(to->name, sizeof to->name, "%s%s", path, k->name);
            range_of(list->registry, k, to->range, sizeof to->range);
        }
        list->count++;
        if (k->kind != KEY_MAP && k->kind != KEY_LIST && k->kind != KEY_LAWS) continue;
        (void)snprintf(below, sizeof below, "%.60s%s%s.", path, k->name, k->kind == KEY_LIST ? "[]" : "");
        add_keys(list, k->keys, below);
    }
}

int abut_machine_keys(const abut_registry *registry, const char *type, abut_key *keys, int room) {
    const abut_registry *r = registry ? registry : abut_world_types();
    key_rows list = {.registry = r, .keys = keys, .room = keys ? room : 0};
    const machine_type *machine = (const machine_type *)abut_registry_find(r, "machine", type);
    const key_info own[] = {{"type", KEY_WORD, .of = type, .required = true, .meaning = "this type"}, {0}};
    const key_table first = {type, own, NULL, false};
    if (!machine) return 0;
    add_keys(&list, &first, "");
    add_keys(&list, machine->keys, "");
    return list.count;
}
