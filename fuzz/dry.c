/* Fuzz target of the file of `abut dry`: any bytes in; messages with places, or a contact that is solved on a few cells or refused with a
 * sentence: pressures that press and carry the force, gaps that do not overlap, a symmetric stiffness, tractions below mu p, finite
 * stresses. A map of heights lies beside it (map.txt). */
#define _GNU_SOURCE /* mkdtemp, setenv */
#include <math.h>

#include "abut/dry.h"
#include "model/dry_file.h"
#include "must.h"

enum { SIDE = 8, LOADS = 3, POINTS = 8 };

static const char map[] = "# Width: 1 mm\n# Height: 1 mm\n# Value units: um\n"
                          "0\t1\t2\t1\n1\t0\t1\t2\n2\t1\t0\t1\n1\t2\t1\t0\n";

static int smaller(int count) { return count > SIDE ? 2 + count % (SIDE - 1) : count; }

/* A refusal is a sentence, and joins the errors of the file at a place. */
static void check_refusal(dry_file *f, abut_status status, const abut_message *why) {
    int lines = 0;
    MUST(status && status == why->status);
    check_sentence(why->text);
    dry_file_blame(f, why, check_error, &lines);
    MUST(lines == 1);
}

/* What the sum of pressures may be off by, relative: where moments are given, too, what the solver is allowed. */
static double allowed(const abut_choice *solver) {
    double most = 1e-6;
    for (int i = 0; i < ABUT_MAX_PARAMS && solver->params[i].name; i++)
        if (!strcmp(solver->params[i].name, "tol")) most = fmax(most, 1.1 * solver->params[i].value);
    return most;
}

/* Signorini's conditions cell by cell, sums, and what is asked for. */
static void check_result(const abut_field *field, const abut_field_def *def, const abut_field_load *load,
                         const abut_field_result *r, bool solved) {
    double hardness = def->hardness;
    abut_field_grid g = abut_field_size(field);
    double dA = g.lx / g.nx * (g.ly / g.ny), force = 0, most = 0;
    long contact = 0, plastic = 0;
    const double numbers[] = {r->force,   r->approach,  r->p_max,     r->p_mean,        r->center[0], r->center[1],
                              r->tilt[0], r->moment[0], r->moment[1], r->area_fraction, r->mean_gap,  r->residual};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) MUST(isfinite(numbers[i]));
    for (int c = 0; c < g.nx * g.ny; c++) {
        bool ended = abut_field_heights(field)[c] > 1e20; /* a body */
        MUST(isfinite(r->pressure[c]) && (ended ? r->gap[c] == INFINITY && !r->contact[c] : isfinite(r->gap[c])));
        MUST(r->pressure[c] >= 0 && (r->contact[c] || r->pressure[c] == 0) && r->contact[c] <= 2);
        MUST(!(hardness > 0) || r->pressure[c] <= hardness * (1 + 1e-9));
        force += r->pressure[c] * dA;
        most = fmax(most, r->pressure[c]);
        contact += r->contact[c] != 0, plastic += r->contact[c] == 2;
    }
    MUST(contact == r->contact_cells && plastic == r->plastic_cells && most == r->p_max);
    MUST(fabs(force - r->force) <= 1e-9 * force);
    MUST(!solved || !load->by_force || fabs(force - load->force) <= allowed(&def->solver) * load->force);
    MUST(!solved || load->by_force || fabs(r->approach - load->approach) <= 1e-9 * fabs(load->approach));
}

static void check_friction(const abut_dry_content *d, abut_field *field, abut_field_result *pressed) {
    abut_message why = {0};
    abut_field_grid g = abut_field_size(field);
    abut_field_friction *f =
        abut_field_friction_create(&(abut_field_friction_def){.grid = g,
                                                              .a = d->field.a,
                                                              .b = d->field.b,
                                                              .mu = d->friction->mu,
                                                              .rolled = !d->friction->rolls       ? 0
                                                                        : d->friction->rolled > 0 ? d->friction->rolled
                                                                                                  : g.lx / g.nx},
                                   &why);
    if (!f) {
        check_sentence(why.text);
        return;
    }
    abut_field_friction_result r = {{0}};
    abut_status status =
        abut_field_friction_with_pressure(f, field, &d->load[0], &d->friction->motion, pressed, &r, &why);
    if (status) check_sentence(why.text);
    int n = g.nx * g.ny;
    for (int c = 0; c < n && r.traction && pressed->pressure; c++) {
        double q = hypot(r.traction[c], r.traction[n + c]), most = d->friction->mu * pressed->pressure[c];
        MUST(isfinite(q) && (status || q <= most + 1e-6 * d->friction->mu * pressed->p_max));
    }
    MUST(isfinite(r.force[0]) && isfinite(r.force[1]) && isfinite(r.moment) && isfinite(r.loss) &&
         isfinite(r.residual));
    abut_field_friction_destroy(f);
}

static void check_stress(const abut_dry_content *d, const abut_field *field, const abut_field_result *pressed) {
    const abut_dry_subsurface *s = d->subsurface;
    double points[POINTS][3];
    int count = s->line < POINTS ? s->line : POINTS;
    abut_field_stress stress[POINTS];
    abut_message why = {0};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) points[i][k] = s->from[k] + (s->to[k] - s->from[k]) * i / POINTS;
    abut_status status = abut_field_stress_at(&(abut_field_body){.grid = abut_field_size(field),
                                                                 .pressure = pressed->pressure,
                                                                 .nu = (s->b ? d->field.b : d->field.a).nu,
                                                                 .b = s->b},
                                              (const double(*)[3])points, count, stress, &why);
    if (status) check_sentence(why.text);
    for (int i = 0; i < count && !status; i++)
        MUST(isfinite(stress[i].xx + stress[i].zx + stress[i].von_mises) && stress[i].von_mises >= 0 &&
             stress[i].shear >= 0);
}

static void check_contact(dry_file *file) {
    const abut_dry_content *d = &file->content;
    abut_field_def def = d->field;
    abut_message why = {0};
    def.grid.nx = smaller(def.grid.nx), def.grid.ny = smaller(def.grid.ny);
    def.memory = 2e7;
    abut_field *f = abut_field_create(&def, &why);
    if (!f) {
        check_refusal(file, why.status, &why);
        return;
    }
    abut_field_result r = {0};
    abut_status status = ABUT_OK;
    for (int i = 0; i < d->loads && i < LOADS && !status; i++) {
        status = abut_field_solve(f, &d->load[i], &r, &why);
        if (status) check_refusal(file, status, &why);
        if (r.pressure) check_result(f, &def, &d->load[i], &r, !status);
    }
    if (!status && r.contact_cells) {
        double K[3][3];
        status = abut_field_stiffness(f, K, &why);
        for (int i = 0; i < 3 && !status; i++)
            for (int j = 0; j < 3; j++)
                MUST(isfinite(K[i][j]) && fabs(K[i][j] - K[j][i]) <= 1e-5 * sqrt(fabs(K[i][i] * K[j][j])));
        if (d->friction) check_friction(d, f, &r);
        if (d->subsurface) check_stress(d, f, &r);
    }
    abut_field_destroy(f);
}

static int read_dry(const void *data, size_t size, dry_file *f) {
    model_file beside = {"map.txt", (char *)map, sizeof map - 1};
    const model_files given = {&beside, 1};
    int lines = 0;
    int errors =
        dry_file_read_given(abut_field_types(), &given, "dry.yaml", (const char *)data, size, check_error, &lines, f);
    MUST(errors <= 100 ? lines == errors : lines == 101);
    MUST(errors ? !f->content.load : f->content.load && f->content.loads > 0);
    return errors;
}

/* The map beside the file is found, and its contact solved. */
int LLVMFuzzerInitialize(int *argc, char ***argv) {
    static const char text[] = "grid: {}\ngap: {type: heights, file: map.txt}\nE_star: 1 GPa\nforce: 1 N\n";
    (void)argc, (void)argv;
    dry_file f;
    fuzz_begin();
    MUST(!read_dry(text, sizeof text - 1, &f));
    abut_field *field = abut_field_create(&f.content.field, NULL);
    abut_field_result r;
    MUST(field && !abut_field_solve(field, f.content.load, &r, NULL) && r.contact_cells > 0);
    abut_field_destroy(field);
    dry_file_free(&f);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    dry_file f;
    if (!read_dry(data, size, &f)) check_contact(&f);
    dry_file_free(&f);
    return 0;
}
