/* Quantities, catalogue and schema: see abut/text.h and abut/model.h. */
#include <stdlib.h>

#include "abut/model.h"
#include "abut/text.h"
#include "base/message.h"
#include "model/catalogue.h"
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

abut_status abut_write_schema(const abut_registry *registry, FILE *to) {
    return model_write_schema(registry, to) == 0 ? ABUT_OK : ABUT_BAD_FILE;
}
