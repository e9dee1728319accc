/* The folder of a run. A run owns it from its first file to its last: a lock says who, and files appear in it whole.
 *
 * Nothing is written through what is found under the name of a file (links, pipes, devices): each file is created anew as
 * NAME.part, where nothing else is, and gets its name when it is ready; what had the name before is replaced, and whatever it
 * pointed to stays as it is. A folder under that name is refused. NAME.part that a killed run has left is removed by the next. */
#ifndef ABUT_RESULT_FOLDER_H
#define ABUT_RESULT_FOLDER_H

#include <stdio.h>

#include "abut/abut.h"

enum { FOLDER_MOST = 3500 /* bytes; leaves room for the names of files */, FOLDER_FILE = 4096, RUN_ID = 33 };

/* Could results go there? Changes nothing. */
abut_status folder_check(const char *path, abut_message *message);
/* Makes it, and the folders above it, unless it exists. */
abut_status folder_make(const char *path, abut_message *message);

/* ---- owning ---- */
typedef struct run_folder {
    char path[FOLDER_MOST + 1];
    char run_id[RUN_ID]; /* another one each time; every file that can says it */
    int at;              /* of the folder, for openat and the like */
    int lock;            /* of abut.lock; -1: not owned */
    char mark[16];       /* between NAME and .part, where others may write as well: not owned */
} run_folder;

/* Makes the folder and takes its lock; refuses if another run has it, and then nothing has changed. A lock whose process has ended
 * is taken over. */
abut_status folder_own(run_folder *f, const char *path, abut_message *message);
/* Opens one that exists, without a lock: for files that are not of the run itself. */
abut_status folder_open(run_folder *f, const char *path, abut_message *message);
void folder_release(run_folder *f);      /* of either; safe on a zeroed one, and twice */
void folder_forget(const run_folder *f); /* in a child process: the lock stays with its parent */

/* ---- files ---- */
/* An empty NAME.part; NULL: the message says why. */
FILE *folder_begin(const run_folder *f, const char *name, abut_message *message);
/* Closes NAME.part; if all of it could be written, it becomes NAME, otherwise it goes. */
abut_status folder_end(const run_folder *f, const char *name, FILE *file, abut_message *message);
/* Closes NAME.part, and leaves it for folder_place. */
abut_status folder_close(const run_folder *f, const char *name, FILE *file, abut_message *message);
/* For libraries that open by name: the path of NAME.part, where nothing is. */
abut_status folder_part(const run_folder *f, const char *name, char path[FOLDER_FILE], abut_message *message);
abut_status folder_place(const run_folder *f, const char *name, abut_message *message); /* NAME.part becomes NAME */
void folder_drop(const run_folder *f, const char *name);                                /* NAME.part goes */

/* A file of the folder that is there already; mode as of fopen: "r", "a", "r+". NULL: there is none, or it is something else than a
 * file of this folder alone (a link, a pipe); errno says which, the message too unless it is NULL. */
FILE *folder_reopen(const run_folder *f, const char *name, const char *mode, abut_message *message);
/* Removes a name; that there is none is fine. Refuses folders. */
abut_status folder_remove(const run_folder *f, const char *name, abut_message *message);
/* Is a folder under this name? */
bool folder_blocked(const run_folder *f, const char *name);

#endif
