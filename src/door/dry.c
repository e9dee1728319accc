/* The file of `abut dry`; see abut/dry.h. */
#include "abut/dry.h"

#include <stdlib.h>

#include "dry.h"

abut_dry *abut_dry_read(const abut_registry *registry, const char *path) {
    abut_dry *d = calloc(1, sizeof *d);
    if (d) (void)dry_file_read(registry, path, errors_add, &d->errors, &d->file);
    return d;
}

void abut_dry_destroy(abut_dry *d) {
    if (!d) return;
    errors_clear(&d->errors);
    dry_file_free(&d->file);
    free(d);
}

int abut_dry_error_count(const abut_dry *d) { return errors_count(&d->errors); }
abut_model_error abut_dry_error_at(const abut_dry *d, int index) { return errors_at(&d->errors, index); }
const abut_dry_content *abut_dry_get(const abut_dry *d) { return &d->file.content; }
void abut_dry_refused(abut_dry *d, const abut_message *message) {
    dry_file_blame(&d->file, message, errors_add, &d->errors);
}
