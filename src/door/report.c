/* Pages and files of finished runs: see abut/result.h. */
#include "report/report.h"

#include <stdlib.h>

#include "abut/result.h"
#include "model.h"
#include "report/compare.h"
#include "report/verify.h"
#include "report/vtk.h"
#include "result/folder.h"

abut_status abut_folder_check(const char *folder, abut_message *message) { return folder_check(folder, message); }

abut_status abut_results_check(const char *folder, abut_message *message) { return results_verify(folder, message); }

const char *abut_report_missing(void) { return report_available() ? NULL : report_missing; }

abut_status abut_report_write(const abut_registry *registry, const char *const *folders, int count, const char *out,
                              char **path, abut_message *message) {
    return report_write(registry, folders, count, out, path, message);
}

abut_status abut_report_model(abut_model *m, const char *summary, const char *out, abut_message *message) {
    return door_build(m) ? report_write_state(&m->model, summary, out, message) : ABUT_BAD_VALUE;
}

abut_status abut_report_answer(const char *title, const char *summary, const char *out, abut_message *message) {
    return report_write_answer(title, summary, out, message);
}

abut_status abut_compare(const char *folder_a, const char *folder_b, double rtol, abut_comparison *out,
                         abut_message *message) {
    return compare_runs(folder_a, folder_b, rtol, out, message);
}

void abut_comparison_free(abut_comparison *c) {
    for (int i = 0; i < c->only_count; i++) free(c->only[i]);
    free(c->only);
    free(c->difference);
    *c = (abut_comparison){0};
}

abut_status abut_vtk_write(const abut_vtk_def *def, abut_vtk_done *done, abut_message *message) {
    vtk_done d;
    abut_status status = vtk_export(&(vtk_job){def->registry, def->folder, def->out, def->every}, &d, message);
    *done = (abut_vtk_done){.begun = d.begun,
                            .shapes = d.shapes,
                            .folder = d.folder,
                            .rows = d.rows,
                            .steps = d.steps,
                            .every = d.every,
                            .surfaces = d.surfaces,
                            .marks = d.marks,
                            .contacts = d.contacts,
                            .triangles = d.triangles,
                            .bytes = d.bytes};
    return status;
}
