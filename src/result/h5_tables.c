/* Writing tables in one go. */
#include "h5_tables.h"

#include <errno.h>
#include <string.h>

#include "base/message.h"
#include "h5_inside.h"

static bool put_column(hid_t group, const h5_table_column *c, long rows) {
    hsize_t size = (hsize_t)rows;
    hid_t space = H5Screate_simple(1, &size, NULL), list = H5Pcreate(H5P_DATASET_CREATE);
    (void)H5Pset_obj_track_times(list, false);
    hid_t set = H5Dcreate2(group, c->name, H5T_IEEE_F64LE, space, H5P_DEFAULT, list, H5P_DEFAULT);
    bool good = set >= 0 && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, c->values) >= 0 &&
                h5_put_attribute(set, "unit", c->unit ? c->unit : "1") &&
                h5_put_attribute(set, "meaning", c->meaning ? c->meaning : "");
    if (set >= 0) (void)H5Dclose(set);
    (void)H5Pclose(list);
    (void)H5Sclose(space);
    return good;
}

bool h5_put_table(hid_t tables, const h5_table *t) {
    hid_t group = H5Gcreate2(tables, t->name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = group >= 0;
    for (int i = 0; i < t->columns && good; i++) good = put_column(group, &t->column[i], t->rows);
    if (group >= 0) (void)H5Gclose(group);
    return good;
}

static bool put_all(hid_t file, const char *run_id, const char *title, const char *status, const h5_table *table,
                    int tables) {
    hid_t group = H5Gcreate2(file, "tables", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = group >= 0 && h5_put_number(file, "format", H5_FORMAT) &&
                h5_put_attribute(file, "abut_version", abut_version()) &&
                h5_put_attribute(file, "title", title ? title : "") && h5_put_attribute(file, "run_id", run_id) &&
                h5_put_attribute(file, "status", status);
    for (int i = 0; i < tables && good; i++) good = h5_put_table(group, &table[i]);
    if (group >= 0) (void)H5Gclose(group);
    return good;
}

static bool write_file(const char *path, const char *run_id, const char *title, const char *status,
                       const h5_table *table, int tables) {
    hid_t creation = H5Pcreate(H5P_FILE_CREATE);
    (void)H5Pset_obj_track_times(creation, false);
    hid_t file = H5Fcreate(path, H5F_ACC_EXCL, creation, H5P_DEFAULT); /* follows no link */
    (void)H5Pclose(creation);
    if (file < 0) return false;
    bool good = put_all(file, run_id, title, status, table, tables);
    return H5Fclose(file) >= 0 && good;
}

abut_status h5_write_tables(const run_folder *folder, const char *title, const char *status, const h5_table *table,
                            int tables, abut_message *message) {
    char part[FOLDER_FILE];
    H5E_auto2_t old_printer;
    void *old_user;
    abut_status answer = folder_part(folder, H5_NAME, part, message);
    if (answer) return answer;
    (void)H5Eget_auto2(H5E_DEFAULT, &old_printer, &old_user);
    (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    errno = 0;
    bool good = write_file(part, folder->run_id, title, status, table, tables);
    if (!good) {
        answer = say(message, ABUT_BAD_FILE, "'%.150s/" H5_NAME "' cannot be written: %s", folder->path,
                     errno ? strerror(errno) : "HDF5 refuses");
        folder_drop(folder, H5_NAME);
    }
    (void)H5Eset_auto2(H5E_DEFAULT, old_printer, old_user);
    return good ? folder_place(folder, H5_NAME, message) : answer;
}
