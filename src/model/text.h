/* Is this a text at all? */
#ifndef ABUT_MODEL_TEXT_H
#define ABUT_MODEL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* True for UTF-8 without control characters other than tab and line breaks. Otherwise *line, *column (from 1) and *what
 * say where the first fault is and which. */
bool text_check(const char *text, size_t length, int *line, int *column, const char **what);

#endif
