/* Quantities, catalogue and schema: see abut/text.h and abut/model.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/model.h"
#include "abut/text.h"
#include "base/message.h"
#include "model/catalogue.h"
#include "model/designation.h"
#include "model/model.h"
#include "model/units.h"

struct abut_units {
    unit_reader reader;
};

abut_units *abut_units_create(void) { return calloc(1, sizeof(abut_units)); }

void abut_units_destroy(abut_units *u) {
    if (u) units_close(&u->reader);
    free(u);
}

abut_status abut_units_read(abut_units *u, const char *text, const char *unit, bool infinite, double *value,
                            abut_message *message) {
    abut_message why = {0};
    if (!u) return say(message, ABUT_NO_MEMORY, "out of memory");
    if (units_read(&u->reader, text, unit, infinite, value, &why)) return ABUT_OK;
    return say(message, ABUT_BAD_VALUE, "%s", why.text);
}

size_t abut_catalogue_count(void) { return catalogue_count(); }
abut_catalogue_entry abut_catalogue_at(size_t index) {
    const catalogue_entry *e = catalogue_at(index);
    return e ? (abut_catalogue_entry){e->name, e->text} : (abut_catalogue_entry){0};
}

/* The first of a series stands for it. */
static bool opens(const designation_series *s, designation *d) {
    for (int code = 0; code < DESIGNATION_CODES; code++)
        if (designation_at(s, code, d)) return true;
    return false;
}

bool abut_catalogue_series_at(const abut_registry *registry, size_t index, abut_catalogue_series *out) {
    const abut_registry *r = registry ? registry : abut_world_types();
    const designation_series *s;
    designation d;
    for (int i = 0;; i++) {
        s = designation_series_at(i);
        if (!s) return false;
        if (opens(s, &d) && abut_registry_find(r, "machine", designation_machine(&d, r)) && !index--) break;
    }
    *out = (abut_catalogue_series){s->first, s->last, ""};
    (void)snprintf(out->summary, sizeof out->summary, "%ss by rule: %s to %s%s%s", s->what, out->first, out->last,
                   s->suffix ? ", or with " : "", s->suffix ? s->suffix : "");
    return true;
}

bool abut_catalogue_designation(size_t index, char name[12]) { return designation_name(index, name); }

char *abut_catalogue_text(const abut_registry *registry, const char *name) {
    const catalogue_entry *e = name ? catalogue_find(name) : NULL;
    char text[DESIGNATION_TEXT];
    designation d;
    if (e) return strdup(e->text);
    if (!name || !designation_read(name, &d)) return NULL;
    (void)designation_text(&d, registry ? registry : abut_world_types(), text);
    return strdup(text);
}

abut_status abut_write_schema(const abut_registry *registry, FILE *to) {
    return model_write_schema(registry, to) == 0 ? ABUT_OK : ABUT_BAD_FILE;
}
