/* Clearing a folder: which files are ours, and their end. */
#include "clear.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/message.h"
#include "csv.h"
#include "h5.h"
#include "summary.h"

enum { HEADING_MOST = 512 /* of the tables of all worlds */ };

static bool starts(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

static bool ends(const char *text, const char *with) {
    size_t a = strlen(text), b = strlen(with);
    return a >= b && !strcmp(text + a - b, with);
}

/* ---- files known by how they begin ---- */
static void add_heads(char line[HEADING_MOST], const table_info *info) {
    size_t used = strlen(line);
    for (const column_info *c = info->columns; c->name && used < HEADING_MOST; c++)
        used += (size_t)snprintf(line + used, HEADING_MOST - used, ",%s", c->heads);
}

/* "t" and some of the wanted names behind it, in their order. */
static bool is_part_of(const char *first, const char *wanted) {
    if (!starts(first, "t,")) return false;
    for (first++; *first == ','; first += strcspn(first, ",")) {
        size_t length = strcspn(++first, ","), other = length + 1;
        for (wanted += strcspn(wanted, ","); *wanted == ','; wanted += other) {
            other = strcspn(++wanted, ",");
            if (other == length && !strncmp(wanted, first, length)) break;
        }
        if (*wanted == '\0' || other != length) return false;
    }
    return true;
}

static bool is_of_table(const char *name, const char *first) {
    char wanted[HEADING_MOST];
    for (const table_info *const *t = result_tables; *t; t++) {
        if (!(*t)->prefix || !starts(name, (*t)->prefix)) continue;
        (void)snprintf(wanted, sizeof wanted, "t");
        add_heads(wanted, *t);
        if ((*t)->more) add_heads(wanted, (*t)->more);
        if (is_part_of(first, wanted)) return true;
    }
    return false;
}

/* Machines choose their columns; the first of them are those of the type. */
static bool is_of_machine(const abut_registry *types, const char *name, const char *first) {
    size_t i = 0;
    for (const machine_type *m; (m = machine_next(types, &i));) {
        char names[HEADING_MOST];
        if (!m->watch || !starts(name, "machine_") || !starts(first, "t,")) continue;
        watch_first_names(m->watch, names, sizeof names);
        if (starts(first + 2, names)) return true;
    }
    return starts(name, SPECTRUM_PREFIX "_") && starts(first, SPECTRUM_HEADING);
}

static bool is_of_study(const char *name, const char *first) {
    return (starts(name, STUDY_FIT_PREFIX "_") && starts(first, STUDY_FIT_HEADING)) ||
           (!strcmp(name, STUDY_HISTORY_NAME) && starts(first, STUDY_HISTORY_HEADING)) ||
           (!strcmp(name, STUDY_RUNS_NAME) && starts(first, STUDY_RUNS_MARK));
}

static bool is_of_dry(const char *name, const char *first) {
    return (!strcmp(name, DRY_LOADS_NAME) && starts(first, DRY_LOADS_HEADING)) ||
           (!strcmp(name, DRY_MAP_NAME) && starts(first, DRY_MAP_HEADING)) ||
           (starts(name, DRY_SECTION_PREFIX) && starts(first, DRY_MAP_HEADING)) ||
           (starts(name, DRY_STRESS_PREFIX) && starts(first, DRY_STRESS_HEADING));
}

static bool is_ours(const run_folder *f, const abut_registry *types, const char *name) {
    char first[HEADING_MOST] = "";
    bool table = ends(name, ".csv");
    if (!table && strcmp(name, STUDY_RUNS_NAME) != 0) return false;
    FILE *file = folder_reopen(f, name, "r", NULL);
    if (!file) return false;
    bool read = fgets(first, sizeof first, file);
    (void)fclose(file);
    if (!read) return false;
    first[strcspn(first, "\n")] = '\0';
    return is_of_study(name, first) ||
           (table && (is_of_table(name, first) || is_of_machine(types, name, first) || is_of_dry(name, first)));
}

/* ---- files for ParaView ---- */
/* bodies.pvd, contacts_000012.vtp, dry_000003.vti and the like */
static bool is_vtk(const char *name, bool list) {
    size_t stem = strcspn(name, "._");
    bool ours = (stem == 6 && starts(name, "bodies")) || (stem == 8 && starts(name, "contacts")) ||
                (stem == 3 && starts(name, VTK_DRY));
    if (!ours || list) return ours && !strcmp(name + stem, ".pvd");
    size_t digits = name[stem] == '_' ? strspn(name + stem + 1, "0123456789") : 0;
    return digits >= 6 && (!strcmp(name + stem + 1 + digits, ".vtp") || !strcmp(name + stem + 1 + digits, ".vti") ||
                           ends(name, ".part"));
}

static DIR *list_of(const run_folder *f) {
    int at = openat(f->at, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = at >= 0 ? fdopendir(at) : NULL;
    if (!dir && at >= 0) (void)close(at);
    return dir;
}

void clear_vtk(const run_folder *f) {
    DIR *dir = list_of(f);
    if (!dir) return;
    for (int list = 1; list >= 0; list--, rewinddir(dir))
        for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir))
            if (is_vtk(entry->d_name, list)) (void)unlinkat(f->at, entry->d_name, 0);
    (void)closedir(dir);
}

static void clear_below(const run_folder *f) {
    run_folder below = {.at = openat(f->at, "vtk", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), .lock = -1};
    if (below.at < 0) return;
    clear_vtk(&below);
    (void)close(below.at);
    (void)unlinkat(f->at, "vtk", AT_REMOVEDIR); /* unless something else is in it */
}

/* ---- all ---- */
void clear_outcome(const run_folder *f) {
    (void)folder_remove(f, "report.html", NULL);
    (void)folder_remove(f, SUMMARY_NAME, NULL);
}

static const char *const fixed[] = {CHECKPOINT_NAME, "report.html", SUMMARY_NAME};
enum { FIXED = sizeof fixed / sizeof fixed[0] };

static bool is_part(const char *name) {
    static const char *const more[] = {
        H5_NAME,    STUDY_RUNS_NAME, STUDY_HISTORY_NAME, STUDY_FIT_PREFIX "_", SPECTRUM_PREFIX "_",
        "machine_", DRY_LOADS_NAME,  DRY_MAP_NAME,       DRY_SECTION_PREFIX,   DRY_STRESS_PREFIX};
    bool ours = false;
    for (int i = 0; i < FIXED; i++) ours = ours || starts(name, fixed[i]);
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) ours = ours || starts(name, more[i]);
    for (const table_info *const *t = result_tables; *t; t++)
        ours = ours || ((*t)->prefix && starts(name, (*t)->prefix));
    return ours && ends(name, ".part");
}

void clear_parts(const run_folder *f) {
    DIR *dir = list_of(f);
    if (!dir) return;
    for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir))
        if (is_part(entry->d_name)) (void)folder_remove(f, entry->d_name, NULL);
    (void)closedir(dir);
}

/* The number in NAME.PID.part; 0: it is something else. */
static long writer_of(const char *entry, const char *name) {
    size_t length = strlen(name);
    char *end = NULL;
    if (!starts(entry, name) || entry[length] != '.') return 0;
    long pid = strtol(entry + length + 1, &end, 10);
    return pid > 0 && !strcmp(end, ".part") ? pid : 0;
}

void clear_stale(const run_folder *f, const char *name) {
    DIR *dir = list_of(f);
    if (!dir) return;
    for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        long pid = writer_of(entry->d_name, name);
        if (pid && kill((pid_t)pid, 0) != 0 && errno == ESRCH) (void)folder_remove(f, entry->d_name, NULL);
    }
    (void)closedir(dir);
}

abut_status clear_check(const run_folder *f, abut_message *message) {
    for (int i = 0; i < FIXED; i++)
        if (folder_blocked(f, fixed[i])) return folder_remove(f, fixed[i], message);
    return ABUT_OK;
}

abut_status clear_results(const run_folder *f, const abut_registry *types, abut_message *message) {
    abut_status status = clear_check(f, message);
    for (int i = 0; i < FIXED && !status; i++) status = folder_remove(f, fixed[i], message);
    if (status) return status;
    DIR *dir = list_of(f);
    int error = dir ? 0 : errno;
    for (const struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        errno = 0;
        bool ours = is_ours(f, types, entry->d_name);
        if (errno == ENOMEM) error = errno;
        if (ours) (void)folder_remove(f, entry->d_name, NULL);
    }
    if (dir) (void)closedir(dir);
    clear_below(f);
    return error ? say(message, ABUT_BAD_FILE, "'%.150s' cannot be read: %s", f->path, strerror(error)) : ABUT_OK;
}
