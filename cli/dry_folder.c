/* See dry_folder.h. */
#ifdef ABUT_FIELD
#include "dry_folder.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/result.h"
#include "child.h"
#include "complain.h"

bool dry_out_begin(dry_out *o, const abut_dry *dry, const abut_field *field) {
    abut_message why = {0};
    if (!o->path) return true;
    (void)signal(SIGXFSZ, SIG_IGN); /* a file at its limit is an error of writing, not the end */
    const abut_dry_folder_def def = {.path = o->path,
                                     .dry = dry,
                                     .grid = abut_field_size(field),
                                     .heights = abut_field_heights(field),
                                     .csv = o->csv,
                                     .vtk = o->vtk};
    o->folder = abut_dry_folder_create(&def, &why);
    if (!o->folder) complain(o->name, "out: %s", why.text);
    if (o->folder) child_keeps("loads up to then are in '%.150s' and can be read", o->path);
    return o->folder != NULL;
}

bool dry_out_add(dry_out *o, abut_field *field, const abut_field_result *r, double *stiffness, abut_message *message) {
    double K[3][3] = {{0}};
    if (!o->folder) return true;
    abut_status s = r->contact_cells ? abut_field_stiffness(field, K, message) : ABUT_OK;
    *stiffness = K[0][0];
    if (!s) s = abut_dry_folder_add(o->folder, r, *stiffness, message);
    o->lost = s != ABUT_OK;
    return !o->lost;
}

static bool make_page(const dry_out *o, bool said) {
    abut_message why = {0};
    char *path = NULL;
    if (!o->page) return true;
    if (abut_report_missing()) {
        complain(o->name, "%s", abut_report_missing());
        return true;
    }
    bool good = abut_report_write(o->registry, &o->path, 1, NULL, &path, &why) == ABUT_OK;
    if (!good) complain(o->name, "the page is missing: %s", why.text);
    if (good && said) (void)printf("\nreport: %s\n", path);
    free(path);
    return good;
}

bool dry_out_end(dry_out *o, const abut_dry_end *end, bool said) {
    abut_message why = {0};
    if (!o->folder) return true;
    bool good = abut_dry_folder_end(o->folder, end, &why) == ABUT_OK;
    o->folder = NULL;
    if (!good) complain(o->name, "out: %s", why.text);
    return good && make_page(o, said);
}
#endif
