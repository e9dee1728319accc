/* The folder of a run: check and creation, and the files in it. */
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message.h"

enum { NAME_SIZE = 300 };

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

abut_status folder_open(run_folder *f, const char *path, abut_message *message) {
    *f = (run_folder){.at = -1, .lock = -1};
    if (strlen(path) > FOLDER_MOST) return refuse(path, ENAMETOOLONG, message);
    (void)snprintf(f->path, sizeof f->path, "%s", path);
    (void)snprintf(f->mark, sizeof f->mark, ".%ld", (long)getpid());
    f->at = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return f->at >= 0 ? ABUT_OK : refuse(path, errno, message);
}

/* ---- files ---- */
static void part_name(const run_folder *f, char part[NAME_SIZE], const char *name) {
    (void)snprintf(part, NAME_SIZE, "%.270s%s.part", name, f->mark);
}

static abut_status unwritable(const run_folder *f, const char *name, int reason, abut_message *message) {
    bool here = !strcmp(f->path, ".");
    return say(message, ABUT_BAD_FILE, "'%.150s%s%.100s' cannot be written: %s", here ? "" : f->path, here ? "" : "/",
               name, strerror(reason));
}

bool folder_blocked(const run_folder *f, const char *name) {
    struct stat there;
    return fstatat(f->at, name, &there, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(there.st_mode);
}

abut_status folder_remove(const run_folder *f, const char *name, abut_message *message) {
    if (folder_blocked(f, name)) return unwritable(f, name, EISDIR, message);
    return unlinkat(f->at, name, 0) == 0 || errno == ENOENT ? ABUT_OK : unwritable(f, name, errno, message);
}

/* Nothing under NAME.part, and no folder under NAME. */
static abut_status clear_part(const run_folder *f, const char *name, const char *part, abut_message *message) {
    if (folder_blocked(f, name)) return unwritable(f, name, EISDIR, message);
    (void)unlinkat(f->at, part, AT_REMOVEDIR); /* an empty folder there is of no use to anyone */
    return folder_remove(f, part, message);
}

FILE *folder_begin(const run_folder *f, const char *name, abut_message *message) {
    char part[NAME_SIZE];
    part_name(f, part, name);
    if (clear_part(f, name, part, message)) return NULL;
    int to = openat(f->at, part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    FILE *file = to >= 0 ? fdopen(to, "w") : NULL;
    if (!file) (void)unwritable(f, name, errno, message);
    if (!file && to >= 0) (void)close(to);
    return file;
}

abut_status folder_close(const run_folder *f, const char *name, FILE *file, abut_message *message) {
    int reason = errno; /* of what has failed before */
    bool good = !ferror(file);
    if (fflush(file) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (fclose(file) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good) return ABUT_OK;
    folder_drop(f, name);
    return unwritable(f, name, reason ? reason : EIO, message);
}

abut_status folder_end(const run_folder *f, const char *name, FILE *file, abut_message *message) {
    /* what fflush finds the next call finds, too; a disk that fails tells it here alone, and once */
    int reason = !ferror(file) && fflush(file) == 0 && fsync(fileno(file)) != 0 ? errno : 0;
    abut_status status = folder_close(f, name, file, message);
    if (!status && reason && reason != EINVAL && reason != EROFS) { /* these: the file system has no such thing */
        folder_drop(f, name);
        status = unwritable(f, name, reason, message);
    }
    return status ? status : folder_place(f, name, message);
}

abut_status folder_part(const run_folder *f, const char *name, char path[FOLDER_FILE], abut_message *message) {
    char part[NAME_SIZE];
    part_name(f, part, name);
    (void)snprintf(path, FOLDER_FILE, "%s/%s", f->path, part);
    return clear_part(f, name, part, message);
}

abut_status folder_place(const run_folder *f, const char *name, abut_message *message) {
    char part[NAME_SIZE];
    part_name(f, part, name);
    if (renameat(f->at, part, f->at, name) == 0) return ABUT_OK;
    int reason = errno;
    folder_drop(f, name);
    return unwritable(f, name, reason, message);
}

void folder_drop(const run_folder *f, const char *name) {
    char part[NAME_SIZE];
    part_name(f, part, name);
    (void)unlinkat(f->at, part, 0);
}

/* A plain file that has this one name; otherwise -1 and errno. */
static int open_plain(const run_folder *f, const char *name, int flags) {
    struct stat there;
    int file = openat(f->at, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0) return -1;
    if (fstat(file, &there) == 0 && S_ISREG(there.st_mode) && (there.st_nlink == 1 || flags == O_RDONLY)) return file;
    (void)close(file);
    errno = EPERM;
    return -1;
}

FILE *folder_reopen(const run_folder *f, const char *name, const char *mode, abut_message *message) {
    int flags = mode[0] == 'a' ? O_WRONLY | O_APPEND : mode[1] == '+' ? O_RDWR : O_RDONLY;
    int to = open_plain(f, name, flags);
    FILE *file = to >= 0 ? fdopen(to, mode) : NULL;
    if (file) return file;
    int reason = errno;
    if (to >= 0) (void)close(to);
    if (message) (void)unwritable(f, name, reason, message);
    errno = reason;
    return NULL;
}
