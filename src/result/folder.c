/* The folder of a run: check and creation, with a sentence if it cannot be. */
#include "folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message.h"

enum { FOLDER_MOST = 3500 }; /* bytes; leaves room for the names of files */

static abut_status refuse(const char *path, int reason, abut_message *message) {
    return say(message, ABUT_BAD_FILE, "the folder '%.150s' cannot be used: %s", path, strerror(reason));
}

abut_status folder_check(const char *path, abut_message *message) {
    struct stat there;
    if (path[0] == '\0') return refuse(path, ENOENT, message);
    if (strlen(path) > FOLDER_MOST) return refuse(path, ENAMETOOLONG, message);
    if (stat(path, &there) != 0) return errno == ENOENT ? ABUT_OK : refuse(path, errno, message);
    if (!S_ISDIR(there.st_mode)) return refuse(path, ENOTDIR, message);
    return access(path, W_OK | X_OK) == 0 ? ABUT_OK : refuse(path, errno, message);
}

/* One folder; that it exists is fine. */
static bool make_one(const char *path) { return mkdir(path, 0777) == 0 || errno == EEXIST || errno == EISDIR; }

abut_status folder_make(const char *path, abut_message *message) {
    abut_status status = folder_check(path, message);
    if (status) return status;
    char part[FOLDER_MOST + 1];
    (void)snprintf(part, sizeof part, "%s", path);
    for (char *c = part + 1; *c; c++) {
        if (*c != '/') continue;
        *c = '\0';
        (void)make_one(part); /* if this fails, so does the next */
        *c = '/';
    }
    if (!make_one(part)) return refuse(path, errno, message);
    return folder_check(path, message);
}
