/* The web report of runs: one HTML file that holds everything it shows and asks for nothing else. The page itself is made
 * from viewer/ when the project is built; here the data of the runs are put into it.
 *
 * Rows are read from results.h5 with a stride, so that long runs need no more memory and make no larger page than short
 * ones; the page says how many rows it leaves out. */
#ifndef ABUT_REPORT_REPORT_H
#define ABUT_REPORT_REPORT_H

#include "abut/abut.h"
#include "model/model.h"

enum { REPORT_RUNS = 4 }; /* most on one page */

/* Was the page part of the build? If not, report_write refuses with report_missing. */
bool report_available(void);
extern const char report_missing[];

/* Writes the page of the runs in the folders (1 to REPORT_RUNS of them); out NULL: report.html in the first one. A whole
 * file or none. *path, to be freed: where it is, or where it could not be written; NULL: the runs could not be read. */
abut_status report_write(const abut_registry *registry, const char *const *folder, int folders, const char *out,
                         char **path, abut_message *message);
/* The page of a model that was not run, as its world stands; summary: the text of a JSON object whose `kind` the page knows. A whole
 * file or none. */
abut_status report_write_state(const model *m, const char *summary, const char *out, abut_message *message);
/* The page of an answer that has no model: its title, and the text of a JSON object whose `kind` the page knows. A whole file or none. */
abut_status report_write_answer(const char *title, const char *summary, const char *out, abut_message *message);
/* As report_write, with a page of one's own, of this length, which has TEMPLATE_MARK (template.h) where the data go. */
abut_status report_write_into(const char *text, size_t length, const abut_registry *registry, const char *const *folder,
                              int folders, const char *out, char **path, abut_message *message);

#endif
