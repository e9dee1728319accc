/* abut: the file of `abut dry`, contact on a grid, as the definition of abut/field.h. Reading needs libabut_world alone, solving libabut_field. */
#ifndef ABUT_DRY_H
#define ABUT_DRY_H

#include "abut/field.h"
#include "abut/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_dry abut_dry;

/* Reads the file; gaps and solvers are those of the registry, abut_field_types() or one before it, which outlives the object. NULL: out of
 * memory; otherwise it is to be destroyed, also with errors in its list. */
ABUT_API abut_dry *abut_dry_read(const abut_registry *registry, const char *path);
ABUT_API void abut_dry_destroy(abut_dry *d);
ABUT_API int abut_dry_error_count(const abut_dry *d);
ABUT_API abut_model_error abut_dry_error_at(const abut_dry *d, int index);

/* What the file says; lives as long as the object. With errors: zero. */
typedef struct abut_dry_content {
    const char *title; /* may be NULL */
    abut_field_def field;
    int loads; /* at least 1 */
    const abut_field_load *load;
    bool sweep; /* the file has `loads` */
} abut_dry_content;
ABUT_API const abut_dry_content *abut_dry_get(const abut_dry *d);
/* A refusal of abut_field_create or abut_field_solve joins the list, at its place in the file. */
ABUT_API void abut_dry_refused(abut_dry *d, const abut_message *message);

#ifdef __cplusplus
}
#endif
#endif
