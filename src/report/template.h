/* The page without data, as the build has made it from viewer/. */
#ifndef ABUT_REPORT_TEMPLATE_H
#define ABUT_REPORT_TEMPLATE_H

#include <stddef.h>

#define TEMPLATE_MARK "@@DATA@@" /* stands once where the data go */

/* Its text; length 0: the build had no Node.js. */
const char *page_text(size_t *length);

#endif
