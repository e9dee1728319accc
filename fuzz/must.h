/* What fuzz targets of models share: files in a folder of their own, a small database of units (the real one takes
 * longer to open than all the rest). Every target is one file that includes this one once. */
#ifndef ABUT_FUZZ_MUST_H
#define ABUT_FUZZ_MUST_H

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "demand.h"
#include "model/model.h"

/* ---- a folder of the process, removed at its end ---- */
static char fuzz_folder[200];
static pid_t fuzz_owner;

static inline void fuzz_path(const char *name, char to[400]) { (void)snprintf(to, 400, "%s/%s", fuzz_folder, name); }

static inline void fuzz_write(const char *name, const void *data, size_t size) {
    char path[400];
    fuzz_path(name, path);
    FILE *f = fopen(path, "wb");
    MUST(f && fwrite(data, 1, size, f) == size && fclose(f) == 0);
}

static inline void fuzz_empty(const char *folder) {
    DIR *d = opendir(folder);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        char path[700];
        if (e->d_name[0] == '.' && (!e->d_name[1] || e->d_name[1] == '.')) continue;
        (void)snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (!unlink(path)) continue;
        fuzz_empty(path);
        (void)rmdir(path);
    }
    if (d) (void)closedir(d);
}

static void fuzz_remove(void) {
    if (getpid() != fuzz_owner) return;
    fuzz_empty(fuzz_folder);
    (void)rmdir(fuzz_folder);
}

static inline void fuzz_begin(void) {
    static const char units[] =
        "<?xml version=\"1.0\" encoding=\"US-ASCII\"?><unit-system>"
        "<prefix><value>1e9</value><symbol>G</symbol></prefix><prefix><value>1e6</value><symbol>M</symbol></prefix>"
        "<prefix><value>1e3</value><symbol>k</symbol></prefix><prefix><value>.01</value><symbol>c</symbol></prefix>"
        "<prefix><value>1e-3</value><symbol>m</symbol></prefix><prefix><value>1e-6</value><symbol>u</symbol></prefix>"
        "<prefix><value>1e-9</value><symbol>n</symbol></prefix>"
        "<unit><base/><name><singular>meter</singular></name><symbol>m</symbol></unit>"
        "<unit><base/><name><singular>kilogram</singular></name><symbol>kg</symbol></unit>"
        "<unit><base/><name><singular>second</singular></name><symbol>s</symbol></unit>"
        "<unit><base/><name><singular>kelvin</singular></name><symbol>K</symbol></unit>"
        "<unit><dimensionless/><name><singular>radian</singular></name><symbol>rad</symbol></unit>"
        "<unit><def>1e-3 kg</def><symbol>g</symbol></unit><unit><def>kg.m/s^2</def><symbol>N</symbol></unit>"
        "<unit><def>N/m^2</def><symbol>Pa</symbol></unit><unit><def>1/s</def><symbol>Hz</symbol></unit>"
        "<unit><def>0.017453292519943295 rad</def><name><singular>arc_degree</singular></name></unit>"
        "<unit><def>0.10471975511965977 rad/s</def><symbol>rpm</symbol></unit>"
        "<unit><def>9.80665 N</def><symbol>kgf</symbol></unit></unit-system>";
    const char *top = getenv("TMPDIR");
    char path[400];
    (void)snprintf(fuzz_folder, sizeof fuzz_folder, "%s/abut-fuzz-XXXXXX", top && strlen(top) < 150 ? top : "/tmp");
    MUST(mkdtemp(fuzz_folder));
    fuzz_owner = getpid();
    (void)atexit(fuzz_remove);
    fuzz_write("units.xml", units, sizeof units - 1);
    fuzz_path("units.xml", path);
    (void)setenv("UDUNITS2_XML_PATH", path, 1);
}

/* ---- what is said ---- */

/* For model_read_text and its like: counts into *(int *)user. */
static inline void check_error(const model_error *e, void *user) {
    char path[300];
    MUST(e->file[0] && e->line > 0 && e->column > 0 && e->message[0]);
    check_sentence(e->text);
    model_error_path(e, path, sizeof path);
    ++*(int *)user;
}

/* ---- models with a file beside them ---- */

/* The errors of the model when `name` holds these bytes, in memory: the disk would take longer than the rest. */
static inline int fuzz_read_given(const model_file *file, const char *text, size_t length, model *m) {
    int lines = 0;
    const model_files given = {(model_file *)file, 1};
    int errors = model_read_given(NULL, &given, "model.yaml", text, length, NULL, 0, check_error, &lines, m);
    MUST(errors <= 100 ? lines == errors : lines == 101);
    MUST((errors == 0) == (m->world != NULL));
    return errors;
}

static inline void fuzz_start(model *m) {
    int lines = 0;
    abut_status status = model_start(m, check_error, &lines);
    MUST((status != ABUT_OK) == (lines == 1));
}

/* Messages with places, or a world that starts or says why not. From the files that the model has noted it is the same model. */
static inline void fuzz_read_with(const char *name, const void *data, size_t size, const char *text, size_t length) {
    model m, again;
    const model_file file = {(char *)name, (char *)data, size};
    if (!fuzz_read_given(&file, text, length, &m)) {
        const model_files noted = model_files_read(&m);
        MUST(noted.count == 1 && !strcmp(noted.file[0].name, name));
        MUST(noted.file[0].length == size && !memcmp(noted.file[0].text, data, size));
        MUST(!fuzz_read_given(noted.file, text, length, &again));
        MUST(abut_body_count(m.world) == abut_body_count(again.world));
        MUST(abut_check(m.world) == ABUT_OK);
        model_free(&again);
        if (size % 8 == 0) fuzz_start(&m); /* an equilibrium takes longer than a hundred readings */
    }
    model_free(&m);
}

#endif
