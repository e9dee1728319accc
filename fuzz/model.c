/* Fuzz target of the model file: any bytes in; messages with places, or a world that starts or says why not. What stands
 * behind a byte 1 is a setting (--set). */
#define _GNU_SOURCE /* mkstemp, setenv */
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(condition)                                                                                                \
    do {                                                                                                               \
        if (condition) break;                                                                                          \
        (void)fprintf(stderr, "violated in line %d: %s\n", __LINE__, #condition);                                      \
        abort();                                                                                                       \
    } while (0)

enum { SETTINGS = 4, BODIES = 20 };

/* ---- a small database of units: the real one takes longer to open than all the rest ---- */
static const char database[] =
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

static char database_path[] = "/tmp/abut-fuzz-units-XXXXXX";

static void remove_database(void) { (void)unlink(database_path); }

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    int file = mkstemp(database_path);
    if (file < 0) return 0;
    (void)atexit(remove_database);
    if (write(file, database, sizeof database - 1) == (ssize_t)(sizeof database - 1))
        (void)setenv("UDUNITS2_XML_PATH", database_path, 1);
    (void)close(file);
    return 0;
}

/* ---- the checks ---- */

/* It has a place and a message, and nothing breaks the line. */
static void check_error(const model_error *e, void *user) {
    char path[300];
    MUST(e->file[0] && e->line > 0 && e->column > 0 && e->message[0]);
    for (const char *c = e->text; *c; c++) MUST(!iscntrl((unsigned char)*c));
    model_error_path(e, path, sizeof path);
    ++*(int *)user;
}

static void check_model(model *m) {
    const abut_solver_def *s = &m->solver;
    MUST(m->world && m->text && m->path && m->own);
    MUST(isfinite(s->t_end) && s->t_end >= 0 && s->rtol >= 0 && s->rtol < 1 && s->max_order >= 0);
    MUST(isfinite(m->output_every) && m->output_every >= 0 && m->output_from >= 0);
    MUST(abut_check(m->world) == ABUT_OK);
    if (abut_body_count(m->world) > BODIES) return;
    int lines = 0;
    abut_status status = model_start(m, check_error, &lines);
    MUST((status != ABUT_OK) == (lines == 1));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *settings[SETTINGS];
    int count = 0, lines = 0;
    char *copy = malloc(size + 1);
    if (!copy) return 0;
    memcpy(copy, data, size);
    copy[size] = '\0';
    char *mark = memchr(copy, 1, size);
    size_t length = mark ? (size_t)(mark - copy) : size;
    while (mark && count < SETTINGS) {
        *mark = '\0';
        settings[count++] = mark + 1;
        mark = memchr(mark + 1, 1, size - (size_t)(mark + 1 - copy));
    }
    model m;
    int errors = model_read_text("/nowhere/fuzz.yaml", copy, length, settings, count, check_error, &lines, &m);
    MUST(errors <= 100 ? lines == errors : lines == 101);
    if (errors)
        MUST(!m.world && !m.own);
    else
        check_model(&m);
    model_free(&m);
    free(copy);
    return 0;
}
