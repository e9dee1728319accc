/* The folder of a run. */
#ifndef ABUT_RESULT_FOLDER_H
#define ABUT_RESULT_FOLDER_H

#include "abut/abut.h"

/* Could results go there? Changes nothing. */
abut_status folder_check(const char *path, abut_message *message);
/* Makes it, and the folders above it, unless it exists. */
abut_status folder_make(const char *path, abut_message *message);

#endif
