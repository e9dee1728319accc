/* A folder that a test owns, for what writes into one. */
#ifndef ABUT_TESTS_OWNED_H
#define ABUT_TESTS_OWNED_H

#include "result/folder.h"
#include "suite.h"

static run_folder owned_folder;

/* To be released by `disown`; the one before is released. */
static inline const run_folder *own(const char *path) {
    abut_message message = {0};
    folder_release(&owned_folder);
    ck_assert_msg(folder_own(&owned_folder, path, &message) == ABUT_OK, "%s", message.text);
    return &owned_folder;
}

static inline void disown(void) { folder_release(&owned_folder); }

#endif
