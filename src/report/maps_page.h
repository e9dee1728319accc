/* report.html of maps: pressure and gap as pictures, sections through the greatest pressure, curves over the loads. A page of its own,
 * without the viewer of runs: it has no time. */
#ifndef ABUT_REPORT_MAPS_PAGE_H
#define ABUT_REPORT_MAPS_PAGE_H

#include "result/maps.h"

/* i, j: the cell of the sections; summary: JSON that is shown as a table, may be NULL; more, count: tables with curves over their first
 * column. */
abut_status maps_page(const run_folder *folder, const char *title, const char *summary, const map_set *m, int i, int j,
                      const h5_table *more, int count, abut_message *message);

#endif
