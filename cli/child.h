/* A command that reads files which may be damaged does so in a process of its own, with limits: whatever the libraries that read
 * them do, the program ends with a sentence. */
#ifndef ABUT_CLI_CHILD_H
#define ABUT_CLI_CHILD_H

#include "flags.h"

/* What `work` answers, in a child with a bound on memory, and on the time between a folder with results in `folders` and what is
 * written. If the child does not come to its end: STATUS_USAGE, after a sentence. */
int child_reads(flag_set *set, int (*work)(flag_set *set), const char *const *folders, int count);
/* For what cannot be done elsewhere, as it goes on with the file: until guard_end, a program that fails or finds no end ends with a
 * sentence about results.h5 in the folder, and STATUS_USAGE. */
void guard_begin(const char *command, const char *folder);
void guard_end(void);

#endif
