/* Reading, setting, checking and starting models; see abut/model.h. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "checkpoint.h"
#include "model/reader.h"

/* ---- text and settings ---- */
static char *copy_text(const abut_model_def *def, size_t *length, abut_message *message) {
    if (!def->text) return read_whole_file(def->path, false, length, message);
    *length = def->length ? def->length : strlen(def->text);
    char *text = malloc(*length + 1);
    if (!text) return NULL;
    memcpy(text, def->text, *length);
    text[*length] = '\0';
    return text;
}

/* The text becomes the model's. */
static abut_status add_setting(abut_model *m, char *setting) {
    char **more = realloc(m->settings, ((size_t)m->setting_count + 1) * sizeof *more);
    if (more) m->settings = more;
    if (!more || !setting) {
        free(setting);
        return ABUT_NO_MEMORY;
    }
    m->settings[m->setting_count++] = setting;
    return ABUT_OK;
}

abut_status abut_model_read(const abut_model_def *def, abut_model **out, abut_message *message) {
    abut_message why = {0};
    *out = NULL;
    if (!def->path && !def->text) return say(message, ABUT_MISSING, "a model needs a path or a text");
    abut_model *m = calloc(1, sizeof *m);
    if (m) m->text = copy_text(def, &m->length, &why);
    if (m) m->path = strdup(def->path ? def->path : "model");
    bool good = m && m->text && m->path;
    for (int i = 0; good && i < def->setting_count; i++) good = add_setting(m, strdup(def->settings[i])) == ABUT_OK;
    if (good && def->allow_outside) {
        m->own_registry = abut_registry_create(def->registry ? def->registry : abut_world_types());
        good = m->own_registry;
    }
    if (good && m->own_registry) abut_registry_allow_outside(m->own_registry);
    if (good) {
        m->registry = m->own_registry ? m->own_registry : def->registry;
        *out = m;
        return ABUT_OK;
    }
    abut_model_destroy(m);
    return why.text[0] ? say(message, ABUT_BAD_FILE, "%.150s:1:1: %s", def->path, why.text)
                       : say(message, ABUT_NO_MEMORY, "out of memory");
}

/* What was made of text and settings is gone. */
static void forget(abut_model *m) {
    checkpoint_drop(m->checkpoint);
    m->checkpoint = NULL;
    columns_close(&m->columns);
    errors_clear(&m->errors);
    errors_clear(&m->warnings);
    model_free(&m->model);
    m->built = false;
}

void abut_model_destroy(abut_model *m) {
    if (!m) return;
    forget(m);
    for (int i = 0; i < m->setting_count; i++) free(m->settings[i]);
    free(m->settings);
    free(m->path);
    free(m->text);
    abut_registry_destroy(m->own_registry);
    free(m);
}

abut_status abut_model_set(abut_model *m, const char *path, const char *value) {
    size_t size = strlen(path) + strlen(value) + 2;
    char *setting = malloc(size);
    if (setting) (void)snprintf(setting, size, "%s=%s", path, value);
    forget(m);
    return add_setting(m, setting);
}

/* ---- building ---- */
bool door_build(abut_model *m) {
    if (!m->built)
        (void)model_read_given(m->registry, checkpoint_files(m->checkpoint), m->path, m->text, m->length,
                               (const char *const *)m->settings, m->setting_count, errors_add, &m->errors, &m->model);
    m->built = true;
    return m->model.world;
}

abut_world *abut_model_world(abut_model *m) { return door_build(m) ? m->model.world : NULL; }

abut_status abut_model_start(abut_model *m, const abut_solver_def *solver) {
    if (!door_build(m)) return m->errors.no_memory ? ABUT_NO_MEMORY : ABUT_BAD_VALUE;
    errors_clear(&m->errors);
    columns_close(&m->columns);
    abut_solver_def own = m->model.solver;
    if (solver) m->model.solver = *solver;
    abut_status status = model_start(&m->model, errors_add, &m->errors);
    m->model.solver = own;
    return status;
}

model_plan door_plan(const abut_model *m) {
    const model *o = &m->model;
    double t_end = o->t_end > 0 ? o->t_end : t_end_preset;
    return (model_plan){t_end,
                        o->output_from,
                        o->output_every > 0 ? o->output_every : t_end / rows_preset,
                        o->solver.rtol > 0 ? o->solver.rtol : rtol_preset,
                        0,
                        o->output_every > 0,
                        NULL};
}

abut_status abut_model_check(abut_model *m) {
    abut_status status = abut_model_start(m, NULL);
    errors_clear(&m->warnings);
    if (status) return status;
    model_plan plan = door_plan(m);
    model_warn(&m->model, &plan, errors_add, &m->warnings);
    m->errors.no_memory = m->warnings.no_memory; /* what is not warned of is not checked */
    m->warnings.no_memory = false;
    return m->errors.no_memory ? ABUT_NO_MEMORY : ABUT_OK;
}

abut_status abut_model_static(abut_model *m, double *residual, int *iterations) {
    if (!door_build(m)) return m->errors.no_memory ? ABUT_NO_MEMORY : ABUT_BAD_VALUE;
    errors_clear(&m->errors);
    abut_status status = abut_static(m->model.world, residual, iterations);
    if (status) model_refused(&m->model, status, errors_add, &m->errors);
    return status;
}

abut_status abut_model_check_modes(abut_model *m) {
    if (!door_build(m)) return m->errors.no_memory ? ABUT_NO_MEMORY : ABUT_BAD_VALUE;
    errors_clear(&m->warnings);
    model_warn_modes(&m->model, errors_add, &m->warnings);
    bool no_memory = m->warnings.no_memory;
    m->warnings.no_memory = false;
    return no_memory ? ABUT_NO_MEMORY : ABUT_OK;
}

/* ---- what it says ---- */
int abut_model_error_count(const abut_model *m) { return errors_count(&m->errors); }
abut_model_error abut_model_error_at(const abut_model *m, int index) { return errors_at(&m->errors, index); }
int abut_model_warning_count(const abut_model *m) { return errors_count(&m->warnings); }
abut_model_error abut_model_warning_at(const abut_model *m, int index) { return errors_at(&m->warnings, index); }
const char *abut_model_title(abut_model *m) { return door_build(m) ? m->model.title : NULL; }
abut_solver_def abut_model_solver(abut_model *m) { return door_build(m) ? m->model.solver : (abut_solver_def){0}; }

/* ---- results ---- */
long abut_model_rows(const abut_model *m) { return m->columns.rows; }
int abut_model_column_count(const abut_model *m) { return m->columns.count; }
const abut_column *abut_model_column_at(const abut_model *m, int index) {
    return index >= 0 && index < m->columns.count ? &m->columns.column[index] : NULL;
}
const abut_column *abut_model_column(const abut_model *m, const char *name) { return columns_find(&m->columns, name); }
