/* Export of a run for ParaView: which rows, the surfaces at each, the closed contacts at each. */
#include "vtk.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/message.h"
#include "result/clear.h"
#include "run_source.h"
#include "vtk_file.h"
#include "vtk_machines.h"

/* What is read of a contact. The first two are needed. */
static const struct {
    const char *name;
    int width;
} quantities[] = {{"touching", 1}, {"point", 3}, {"N", 1},    {"p_max", 1}, {"force", 3},
                  {"a", 1},        {"b", 1},     {"mode", 1}, {"slip", 1},  {"approach", 1}};
enum { TOUCHING, POINT, QUANTITIES = sizeof quantities / sizeof quantities[0] };

typedef struct export {
    run_source run;
    thin thin;
    vtk_done *done;
    run_folder folder;
    abut_message *message;
    double *time; /* of the steps */
    /* bodies: surfaces, and a mark at the centre of mass of each that has none */
    int bodies, marks, points, triangles; /* points: of the surfaces */
    int32_t *mark;                        /* which bodies, from 0 */
    char *cells, *names;                  /* as they stand in every file */
    source_set position, quaternion;
    double *r, *q; /* of the bodies */
    float *place;  /* of the points */
    /* contacts */
    int contacts;
    char *contact_names;
    source_set set[QUANTITIES];
    float *value[QUANTITIES];
    int32_t *which;
    vtk_machines machines;
}
export;

static abut_status no_memory(const export *e) {
    return say(e->message, ABUT_NO_MEMORY, "out of memory for the export");
}

static const mesh *mesh_at(const export *e, int shape) {
    const run_shape *s = &e->run.shape[shape];
    return &e->run.shape[s->like >= 0 ? s->like : shape].mesh;
}

/* ---- cells: the same at all steps. Marks come first, as the format wants it ---- */
static void put_marks(const export *e, int32_t *x, FILE *to) {
    if (e->marks == 0) return;
    (void)fputs("<Verts>\n", to);
    for (int i = 0; i < e->marks; i++) x[i] = e->points + i;
    vtk_ints(to, "connectivity", 1, x, (size_t)e->marks);
    for (int i = 0; i < e->marks; i++) x[i] = i + 1;
    vtk_ints(to, "offsets", 1, x, (size_t)e->marks);
    (void)fputs("</Verts>\n", to);
}

static void put_triangles(const export *e, int32_t *x, FILE *to) {
    int at = 0, first = 0;
    if (e->triangles == 0) return;
    (void)fputs("<Polys>\n", to);
    for (int i = 0; i < e->run.shapes; first += mesh_at(e, i++)->points)
        for (int k = 0; k < 3 * mesh_at(e, i)->triangles; k++) x[at++] = (int32_t)mesh_at(e, i)->triangle[k] + first;
    vtk_ints(to, "connectivity", 1, x, (size_t)at);
    for (int k = 0; k < e->triangles; k++) x[k] = 3 * k + 3;
    vtk_ints(to, "offsets", 1, x, (size_t)e->triangles);
    (void)fputs("</Polys>\n", to);
}

static void put_cells(const export *e, int32_t *x, FILE *to) {
    put_marks(e, x, to);
    put_triangles(e, x, to);
    (void)fputs("<CellData>\n", to);
    for (int what = 0; what < 2; what++) {
        int at = 0;
        for (int i = 0; i < e->marks; i++) x[at++] = what ? -1 : e->mark[i];
        for (int i = 0; i < e->run.shapes; i++)
            for (int k = 0; k < mesh_at(e, i)->triangles; k++) x[at++] = what ? i : e->run.shape[i].place.body - 1;
        vtk_ints(to, what ? "surface" : "body", 1, x, (size_t)at);
    }
    (void)fputs("</CellData>\n", to);
}

typedef void put_fn(const export *e, int32_t *x, FILE *to);

/* What `put` writes, as text; NULL: no memory. x: room for three numbers per triangle and mark. */
static char *text_of(const export *e, put_fn *put, int32_t *x) {
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    if (!to) return NULL;
    errno = 0; /* a stream into memory that cannot grow says so nowhere else */
    put(e, x, to);
    bool good = !ferror(to) && errno != ENOMEM;
    if (fclose(to) != 0 || !good) {
        free(text);
        text = NULL;
    }
    return text;
}

static void put_list(const export *e, const char *path, const char *name, FILE *to) {
    source_names n = source_list(&e->run.rows, path);
    vtk_names(to, name, n.name, n.count);
    source_names_free(&n);
}

static void put_run_id(const export *e, FILE *to) {
    if (e->run.run_id) vtk_names(to, "run_id", &e->run.run_id, 1);
}

static void put_contact_names(const export *e, int32_t *x, FILE *to) {
    (void)x;
    put_run_id(e, to);
    put_list(e, "contacts/names", "contact_names", to);
}

static void put_names(const export *e, int32_t *x, FILE *to) {
    (void)x;
    put_run_id(e, to);
    put_list(e, "bodies/names", "body_names", to);
    char **name = calloc((size_t)e->run.shapes + 1, sizeof *name);
    for (int i = 0; name && i < e->run.shapes; i++) name[i] = (char *)e->run.shape[i].place.name;
    if (name) vtk_names(to, "surface_names", name, e->run.shapes);
    free(name);
}

static void find_marks(export *e) {
    for (int b = 0; b < e->bodies; b++) {
        bool bare = true;
        for (int i = 0; bare && i < e->run.shapes; i++)
            bare = e->run.shape[i].place.body != b + 1 || mesh_at(e, i)->triangles == 0;
        if (bare) e->mark[e->marks++] = b;
    }
    e->done->marks = e->marks;
}

static abut_status keep_cells(export *e) {
    for (int i = 0; i < e->run.shapes; i++) {
        e->points += mesh_at(e, i)->points;
        e->triangles += mesh_at(e, i)->triangles;
        e->done->surfaces += mesh_at(e, i)->triangles > 0;
    }
    e->mark = malloc(((size_t)e->bodies + 1) * sizeof *e->mark);
    if (!e->mark) return no_memory(e);
    find_marks(e);
    size_t points = (size_t)e->points + (size_t)e->marks;
    int32_t *x = malloc((3 * (size_t)e->triangles + (size_t)e->marks + 1) * sizeof *x);
    e->place = malloc((3 * points + 1) * sizeof *e->place);
    if (x) e->cells = text_of(e, put_cells, x);
    e->names = text_of(e, put_names, NULL);
    free(x);
    e->done->triangles = e->triangles;
    return e->cells && e->names && e->place ? ABUT_OK : no_memory(e);
}

/* ---- opening ---- */
static abut_status find_bodies(export *e) {
    source_names names = source_list(&e->run.rows, "bodies/names");
    e->bodies = names.count;
    source_names_free(&names);
    e->done->shapes = e->run.built;
    e->r = calloc(3 * (size_t)e->bodies + 1, sizeof *e->r);
    e->q = calloc(4 * (size_t)e->bodies + 1, sizeof *e->q);
    if (!e->r || !e->q) return no_memory(e);
    if (e->bodies > 0 && (!source_find(&e->run.rows, "bodies/position", &e->position) ||
                          !source_find(&e->run.rows, "bodies/quaternion", &e->quaternion) ||
                          e->position.width != 3 * (size_t)e->bodies || e->quaternion.width != 4 * (size_t)e->bodies))
        return say(e->message, ABUT_BAD_FILE, "'%.150s' cannot be read: the places of its bodies are missing",
                   e->run.rows.path);
    return keep_cells(e);
}

static abut_status find_contacts(export *e) {
    source_names names = source_list(&e->run.rows, "contacts/names");
    e->contacts = names.count;
    source_names_free(&names);
    e->contact_names = text_of(e, put_contact_names, NULL);
    e->which = malloc(((size_t)e->contacts + 1) * sizeof *e->which);
    if (!e->which || !e->contact_names) return no_memory(e);
    for (int k = 0; k < QUANTITIES; k++) {
        char path[40];
        size_t width = (size_t)e->contacts * (size_t)quantities[k].width;
        (void)snprintf(path, sizeof path, "contacts/%s", quantities[k].name);
        if (e->contacts == 0 || !source_find(&e->run.rows, path, &e->set[k])) continue;
        if (e->set[k].width != width) {
            source_drop(&e->set[k]);
            continue;
        }
        e->value[k] = malloc(width * sizeof *e->value[k]);
        if (!e->value[k]) return no_memory(e);
    }
    if (!e->value[TOUCHING] || !e->value[POINT]) e->contacts = 0;
    e->done->contacts = e->contacts;
    return ABUT_OK;
}

/* Points and corners of triangles in 4 bytes, with their numbers, coded in base64. */
double vtk_step_bytes(double points, double triangles, double contacts) {
    return 4.0 / 3 * (12.0 * points + 24.0 * triangles + 60.0 * contacts) + 1000;
}

long vtk_every(long rows, double bytes) {
    double most = fmin(fmax(floor(VTK_BYTES / bytes), 2), VTK_STEPS);
    return rows > 1 ? (long)ceil((double)(rows - 1) / (most - 1)) : 1;
}

/* Rows 0, every, 2 every ... and the last one. */
static void choose_steps(export *e, long every) {
    long rows = e->run.rows.rows;
    if (every < 1) every = vtk_every(rows, vtk_step_bytes((double)e->points, (double)e->triangles, e->contacts));
    long shown = (rows - 1) / every + 1 + ((rows - 1) % every != 0);
    e->thin = (thin){rows, every, shown};
    e->done->rows = rows;
    e->done->every = every;
}

static abut_status open_export(export *e, const vtk_job *job) {
    abut_status status = run_open(&e->run, job->registry, job->folder, 1e9, false, e->message);
    if (!status && e->run.rows.rows == 0)
        status = say(e->message, ABUT_BAD_FILE, "'%.150s' holds no motion: it is not that of a run", job->folder);
    if (!status) status = find_bodies(e);
    if (!status) status = find_contacts(e);
    if (!status && !vtk_machines_open(&e->run, &e->machines)) status = no_memory(e);
    if (!status) status = source_whole(&e->run.rows, e->message);
    if (status) return status;
    choose_steps(e, job->every);
    e->time = malloc((size_t)e->thin.shown * sizeof *e->time);
    source_set time;
    if (!e->time) return no_memory(e);
    bool good = source_find(&e->run.rows, "time", &time) && time.width == 1 &&
                source_read(&time, &e->thin, 0, e->thin.shown, H5T_NATIVE_DOUBLE, e->time);
    source_drop(&time);
    return good ? ABUT_OK : run_refuse_read(&e->run, "time", e->message);
}

static void close_export(export *e) {
    source_drop(&e->position);
    source_drop(&e->quaternion);
    for (int k = 0; k < QUANTITIES; k++) {
        source_drop(&e->set[k]);
        free(e->value[k]);
    }
    vtk_machines_close(&e->machines);
    free(e->contact_names);
    free(e->time);
    free(e->mark);
    free(e->cells);
    free(e->names);
    free(e->r);
    free(e->q);
    free(e->place);
    free(e->which);
    run_close(&e->run);
}

/* ---- one step ---- */
static bool read_step(const export *e, const source_set *set, long step, hid_t type, void *to) {
    thin one = {thin_row(&e->thin, step) + 1, 1, 1};
    return set->width == 0 || source_read(set, &one, 0, 1, type, to);
}

static void place_points(const export *e) {
    float *to = e->place;
    for (int i = 0; i < e->run.shapes; i++) {
        const mesh *m = mesh_at(e, i);
        int body = e->run.shape[i].place.body - 1; /* -1: the world */
        vec3 r = {0, 0, 0};
        mat3 turn = m3_identity();
        if (body >= 0) {
            const double *q = e->q + 4 * (size_t)body, *x = e->r + 3 * (size_t)body;
            r = v3(x[0], x[1], x[2]);
            turn = m3_of_quat((abut_quat){q[0], q[1], q[2], q[3]});
        }
        for (int k = 0; k < m->points; k++, to += 3) {
            vec3 y = v3_add(r, m3_mul(turn, v3(m->point[3 * k], m->point[3 * k + 1], m->point[3 * k + 2])));
            to[0] = (float)y.x, to[1] = (float)y.y, to[2] = (float)y.z;
        }
    }
    for (int i = 0; i < e->marks; i++)
        for (int k = 0; k < 3; k++) *to++ = (float)e->r[3 * (size_t)e->mark[i] + (size_t)k];
}

/* Names and the columns of the machines at a step, to be freed. */
static abut_status fields_of(const export *e, const char *names, long step, char **fields) {
    size_t length;
    *fields = NULL;
    FILE *to = open_memstream(fields, &length);
    if (!to) return no_memory(e);
    errno = 0;
    (void)fputs(names, to);
    bool good = errno != ENOMEM;
    const char *bad = vtk_machines_put(&e->machines, thin_row(&e->thin, step), to);
    good = good && !ferror(to) && errno != ENOMEM;
    if (fclose(to) != 0 || !good || !*fields) return no_memory(e);
    return bad ? run_refuse_read(&e->run, bad, e->message) : ABUT_OK;
}

static abut_status put_bodies(const export *e, long step) {
    char *fields;
    if (!read_step(e, &e->position, step, H5T_NATIVE_DOUBLE, e->r) ||
        !read_step(e, &e->quaternion, step, H5T_NATIVE_DOUBLE, e->q))
        return run_refuse_read(&e->run, "bodies", e->message);
    place_points(e);
    size_t points = (size_t)e->points + (size_t)e->marks;
    abut_status status = fields_of(e, e->names, step, &fields);
    FILE *to = status ? NULL : vtk_open(&e->folder, "bodies", step, e->message);
    if (!to) {
        free(fields);
        return status ? status : ABUT_BAD_FILE;
    }
    vtk_head(to, e->time[step], fields, &(vtk_counts){points, (size_t)e->marks, (size_t)e->triangles});
    free(fields);
    (void)fputs("<Points>\n", to);
    vtk_floats(to, "Points", 3, e->place, points);
    (void)fputs("</Points>\n", to);
    (void)fputs(e->cells, to);
    vtk_tail(to);
    return vtk_close(to, &e->folder, "bodies", step, &e->done->bytes, e->message);
}

/* Moves what belongs to closed contacts to the front; how many there are. */
static int pick_closed(const export *e) {
    int count = 0;
    for (int i = 0; i < e->contacts; i++) {
        const float *p = e->value[POINT] + 3 * (size_t)i;
        if (!(e->value[TOUCHING][i] > 0) || !isfinite(p[0] + p[1] + p[2])) continue;
        for (int k = POINT; k < QUANTITIES; k++)
            for (int c = 0; e->value[k] && c < quantities[k].width; c++)
                e->value[k][count * quantities[k].width + c] = e->value[k][i * quantities[k].width + c];
        e->which[count++] = i;
    }
    return count;
}

static abut_status put_contacts(const export *e, long step) {
    for (int k = 0; k < QUANTITIES; k++)
        if (e->value[k] && !read_step(e, &e->set[k], step, H5T_NATIVE_FLOAT, e->value[k]))
            return run_refuse_read(&e->run, quantities[k].name, e->message);
    size_t count = (size_t)pick_closed(e);
    FILE *to = vtk_open(&e->folder, "contacts", step, e->message);
    if (!to) return ABUT_BAD_FILE;
    vtk_head(to, e->time[step], e->contact_names, &(vtk_counts){count, count, 0});
    (void)fputs("<Points>\n", to);
    vtk_floats(to, "Points", 3, e->value[POINT], count);
    (void)fputs("</Points>\n<PointData Scalars=\"N\" Vectors=\"force\">\n", to);
    vtk_ints(to, "contact", 1, e->which, count);
    for (int k = POINT + 1; k < QUANTITIES; k++)
        if (e->value[k]) vtk_floats(to, quantities[k].name, quantities[k].width, e->value[k], count);
    (void)fputs("</PointData>\n", to);
    vtk_verts(to, e->which, count);
    vtk_tail(to);
    return vtk_close(to, &e->folder, "contacts", step, &e->done->bytes, e->message);
}

/* ---- all ---- */
static abut_status write_all(export *e) {
    vtk_done *done = e->done;
    bool bodies = e->triangles > 0 || e->marks > 0;
    abut_status status = ABUT_OK;
    for (; !status && done->steps < e->thin.shown; done->steps++) {
        if (bodies) status = put_bodies(e, done->steps);
        if (!status && e->contacts > 0) status = put_contacts(e, done->steps);
        if (status) break;
    }
    /* the lists last: they name complete files only */
    if (!status && bodies)
        status = vtk_list(&e->folder, "bodies", "vtp", e->time, done->steps, &done->bytes, e->message);
    if (!status && e->contacts > 0)
        status = vtk_list(&e->folder, "contacts", "vtp", e->time, done->steps, &done->bytes, e->message);
    return status;
}

/* The folder of the files, without those of an earlier export. The one in the folder of the run is no link to elsewhere. */
static abut_status open_folder(export *e, const vtk_job *job) {
    struct stat there;
    const char *path = e->done->folder;
    if (!job->out && lstat(path, &there) == 0 && S_ISLNK(there.st_mode))
        return say(e->message, ABUT_BAD_FILE, "the folder '%.150s' cannot be used: it is a link", path);
    abut_status status = folder_make(path, e->message);
    if (!status) status = folder_open(&e->folder, path, e->message);
    if (!status) clear_vtk(&e->folder);
    return status;
}

static char *choose_folder(const vtk_job *job) {
    size_t size = strlen(job->folder) + sizeof "/vtk";
    if (job->out) return strdup(job->out);
    char *path = malloc(size);
    if (path) (void)snprintf(path, size, "%s/vtk", job->folder);
    return path;
}

abut_status vtk_export(const vtk_job *job, vtk_done *done, abut_message *message) {
    *done = (vtk_done){.folder = choose_folder(job)};
    export e = {.done = done, .message = message};
    if (!done->folder) return no_memory(&e);
    abut_status status = open_export(&e, job);
    if (!status && e.triangles == 0 && e.marks == 0 && e.contacts == 0)
        status =
            say(message, ABUT_BAD_FILE, "'%.150s' holds nothing to draw: neither bodies nor contacts", job->folder);
    if (!status) {
        done->begun = true;
        status = open_folder(&e, job);
        if (!status) status = write_all(&e);
        if (!status) status = source_whole(&e.run.rows, message);
        folder_release(&e.folder);
    }
    close_export(&e);
    return status;
}
