/* Bytes of a row, bytes of the disk. */
#include "room.h"

#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "base/message.h"
#include "h5.h"

/* rows * sum over columns of objects * width * bytes of a number */
static double expected_bytes(const batch *b, double rows, const csv_set *csv) {
    double bytes = csv ? csv_row_bytes(csv) : 0;
    for (int i = 0; i < b->table_count; i++) {
        const batch_table *t = &b->tables[i];
        for (int c = 0; c < t->columns; c++) {
            const column_info *info = &t->info->columns[c];
            double numbers = (double)t->objects * info->width;
            if (t->collisions) numbers *= collision_table_guess(t->collisions, b->world);
            bytes += numbers * (info->kind == COLUMN_SMALL ? 1 : 8);
        }
    }
    return rows * bytes;
}

double room_free(const run_folder *f) {
    struct statvfs disk;
    struct stat old;
    if (fstatvfs(f->at, &disk) != 0) return (double)NAN;
    double bytes = (double)disk.f_bavail * (double)disk.f_frsize;
    bool goes = fstatat(f->at, H5_NAME, &old, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(old.st_mode) && old.st_nlink == 1;
    return goes ? bytes + 512.0 * (double)old.st_blocks : bytes;
}

abut_status room_check(const run_folder *f, const batch *b, double rows, const csv_set *csv, room *out,
                       abut_message *message) {
    *out = (room){expected_bytes(b, rows, csv), room_free(f)};
    if (!(out->expected > ROOM_MUCH && out->expected > out->free)) return ABUT_OK;
    return say(
        message, ABUT_BAD_FILE,
        "%.6g rows take up to about %.3g GB in '%.150s', where %.3g GB are free: fewer rows (--every) or a shorter run",
        rows, 1e-9 * out->expected, f->path, 1e-9 * out->free);
}
