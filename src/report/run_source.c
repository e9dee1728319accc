/* Opening the parts of a run. Only rows are needed: whatever else is missing leaves a gap in the page. */
#include "run_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "abut/machine/common.h"
#include "base/message.h"
#include "model/reader.h"

static const double summary_most = 4e6;                /* bytes; what is longer is left out */
static const double bytes_of_number = 4.0 * 4.0 / 3.0; /* f4 as base64 */
static const double numbers_most = 7e5;                /* of a page, if it has not very many bodies */
static const double spectrum_bytes = 3.5e5;            /* of a machine, at most about this */

static void add_note(run_source *r, const char *sentence) {
    size_t used = strlen(r->note);
    (void)snprintf(r->note + used, sizeof r->note - used, "%s%s", used ? " " : "", sentence);
}

/* ---- summary ---- */
/* Files without a run_id are of versions that wrote none. */
static bool is_of_run(const run_source *r) {
    json_part id = {0};
    if (!r->run_id || !json_check(r->summary, r->summary_length, "run_id", &id) || !id.from) return true;
    return id.length == strlen(r->run_id) + 2 && !strncmp(id.from + 1, r->run_id, id.length - 2); /* in quotes */
}

/* A summary that is there but that the system does not hand out is an error, one that is missing or damaged is noted. */
static abut_status read_summary(run_source *r, abut_message *message) {
    char path[4200];
    struct stat there;
    abut_message why = {0};
    if (r->status && !strcmp(r->status, "running")) return ABUT_OK; /* that of an earlier run */
    (void)snprintf(path, sizeof path, "%.4000s/summary.json", r->folder);
    r->summary = read_whole_file(path, true, &r->summary_length, &why);
    if (why.status == ABUT_NO_MEMORY) *r->rows.ended = SOURCE_LACKS;
    if (!r->summary && !*r->rows.ended && lstat(path, &there) == 0 && S_ISREG(there.st_mode))
        return say(message, ABUT_BAD_FILE, "'%.150s' %.100s", path, why.text);
    if (!r->summary) {
        add_note(r, "summary.json cannot be read: its figures are missing.");
        return ABUT_OK;
    }
    bool good = json_check(r->summary, r->summary_length, "message", &r->message), own = good && is_of_run(r);
    if (own && (double)r->summary_length <= summary_most) return ABUT_OK;
    add_note(r, !good  ? "summary.json is damaged and left out."
                : !own ? "summary.json is that of another run and left out."
                       : "summary.json is too long for a page and left out.");
    free(r->summary);
    r->summary = NULL;
    r->message = (json_part){0};
    return ABUT_OK;
}

/* ---- model ---- */
typedef struct refusal {
    abut_message first;
    enum source_ended *memory;
    bool no_units;
} refusal;

static void first_line(const model_error *error, void *user) {
    refusal *f = user;
    if (error->code && !strcmp(error->code, "no_memory")) *f->memory = SOURCE_LACKS;
    if (error->code && !strcmp(error->code, "no_units")) f->no_units = true;
    (void)say(&f->first, ABUT_BAD_FILE, "%.300s", error->text);
}

/* The same bodies, contacts and joints as in the rows? Otherwise the files it uses have changed. */
static bool same_names(const run_source *r, const char *path, int count, const abut_world *w,
                       const char *(*label)(const abut_world *w, int id)) {
    source_names n = source_list(&r->rows, path);
    bool same = n.count == count;
    for (int i = 0; same && i < count; i++) {
        const char *own = label(w, i + 1);
        same = !strcmp(n.name[i], own ? own : "");
    }
    source_names_free(&n);
    return same;
}

static const char *body_label(const abut_world *w, int id) { return abut_body_name(w, (abut_body){id}); }
static const char *contact_label(const abut_world *w, int id) { return abut_contact_name(w, (abut_contact){id}); }
static const char *joint_label(const abut_world *w, int id) { return abut_joint_name(w, (abut_joint){id}); }

/* A model that is wrong leaves a note; what this machine lacks for the moment is an error. */
static abut_status build(run_source *r, abut_message *message) {
    refusal why = {.memory = r->rows.ended};
    if (r->rows.rows == 0) return ABUT_OK; /* nothing moves */
    r->text = source_text(&r->rows, "model", &r->text_length);
    char *path = source_attribute(&r->rows, "/", "model_path");
    source_names settings = source_list(&r->rows, "settings");
    if (r->text && path && r->text_length > 0) {
        int errors =
            model_read_text_with(r->registry, path, r->text, r->text_length, (const char *const *)settings.name,
                                 settings.count, first_line, &why, &r->model);
        const abut_world *w = r->model.world;
        r->built = errors == 0 && same_names(r, "bodies/names", abut_body_count(w), w, body_label) &&
                   same_names(r, "contacts/names", abut_contact_count(w), w, contact_label) &&
                   same_names(r, "joints/names", abut_joint_count(w), w, joint_label);
    }
    source_names_free(&settings);
    free(path);
    if (r->built) return ABUT_OK;
    model_free(&r->model);
    if (why.no_units) return say(message, ABUT_BAD_FILE, "%s", why.first.text);
    add_note(r, "Shapes are missing: the model cannot be built again from its text.");
    if (why.first.text[0]) add_note(r, why.first.text);
    return ABUT_OK;
}

/* ---- all ---- */
static void choose_rows(run_source *r, double room) {
    int machines = r->built ? abut_machine_count(r->model.world) : 1;
    room -= run_shape_bytes(r) + (double)r->summary_length + (double)r->text_length + machines * spectrum_bytes;
    double numbers = room / bytes_of_number;
    r->thin = thin_choose(r->rows.rows, r->rows.row_numbers, numbers < numbers_most ? numbers : numbers_most);
    if (r->thin.stride == 1) return;
    char sentence[200];
    (void)snprintf(sentence, sizeof sentence,
                   "The page shows %ld of %ld rows, one in %ld; all of them are in results.h5.", r->thin.shown,
                   r->thin.rows, r->thin.stride);
    add_note(r, sentence);
}

abut_status run_open(run_source *r, const abut_registry *registry, const char *folder, double room, bool fine,
                     abut_message *message) {
    *r = (run_source){.folder = folder, .registry = registry};
    abut_status status = source_open(&r->rows, folder, message);
    if (status) return status;
    r->status = source_attribute(&r->rows, "/", "status");
    r->title = source_attribute(&r->rows, "/", "title");
    r->run_id = source_attribute(&r->rows, "/", "run_id");
    r->thin = (thin){r->rows.rows, 1, r->rows.rows};
    status = read_summary(r, message);
    if (!status) status = build(r, message);
    if (!status && r->built) status = run_find_shapes(r, fine, message);
    if (!status) choose_rows(r, room);
    return status ? status : source_whole(&r->rows, message);
}

void run_close(run_source *r) {
    run_free_shapes(r);
    model_free(&r->model);
    source_close(&r->rows);
    free(r->status);
    free(r->title);
    free(r->run_id);
    free(r->text);
    free(r->summary);
    *r = (run_source){0};
}
