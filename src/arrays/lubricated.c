/* Line contacts, films and mixed friction over arrays: the calculators of one contact in a loop. */
#include "arrays.h"
#include "base/message.h"

/* A contact: its row, or NaN and a fault. */
static void put(double *const *column, size_t count, size_t i, const double *row, abut_status status,
                const abut_message *why, abut_array_faults *faults) {
    if (!status) {
        columns_put(column, count, i, row);
        return;
    }
    columns_blank(column, count, i);
    if (!faults_add(faults, i)) return;
    faults->message = *why;
    if (!why->text[0]) (void)say(&faults->message, status, "%s", abut_status_text(status));
    faults->message.status = status;
}

static abut_status missing(const char *text, double *const *column, size_t count, size_t n, abut_array_faults *faults) {
    (void)say(&faults->message, ABUT_MISSING, "%s", text);
    return columns_blank_all(column, count, n, faults);
}

/* ---- lines ---- */
abut_status abut_line_many(abut_line_law law, size_t n, const abut_line_inputs *in, const abut_line_arrays *out,
                           abut_array_faults *faults) {
    double *const *column = COLUMNS(out);
    enum { COUNT = COLUMN_COUNT(out) };
    *faults = (abut_array_faults){0};
    if (!in->length.at || !in->curvature.at || !in->E_prime.at)
        return missing("length, curvature and E_prime are wanted", column, COUNT, n, faults);
    if (!in->approach.at == !in->force.at) return missing("give one of approach and force", column, COUNT, n, faults);
    for (size_t i = 0; i < n; i++) {
        abut_line_in one = {.law = law,
                            .length = series_at(in->length, i),
                            .curvature = series_at(in->curvature, i),
                            .E_prime = series_at(in->E_prime, i),
                            .approach = series_at(in->approach, i),
                            .force = series_at(in->force, i)};
        abut_line_out r;
        abut_message why = {0};
        abut_status status = abut_line_contact(&one, &r, &why);
        const double row[] = {r.force,     r.approach, r.half_width, r.p_max,          r.p_mean,
                              r.stiffness, r.energy,   r.dF_drho,    r.dapproach_drho, r.valid};
        _Static_assert(COUNT_OF(row) == COUNT, "one number for each array");
        put(column, COUNT, i, row, status, &why, faults);
    }
    return faults->message.status;
}

/* ---- films ---- */
abut_status abut_film_many(const abut_film_law *law, size_t n, const abut_film_inputs *in, const abut_film_arrays *out,
                           abut_array_faults *faults) {
    double *const *column = COLUMNS(out);
    enum { COUNT = COLUMN_COUNT(out) };
    *faults = (abut_array_faults){0};
    if (!in->length.at == !in->rho_y.at)
        return missing("give one of length (line contacts) and rho_y (point contacts)", column, COUNT, n, faults);
    for (size_t i = 0; i < n; i++) {
        abut_film_in one = {.line = in->length.at != NULL,
                            .force = series_at(in->force, i),
                            .rho_x = series_at(in->rho_x, i),
                            .rho_y = in->rho_y.at ? series_at(in->rho_y, i) : 0,
                            .length = in->length.at ? series_at(in->length, i) : 0,
                            .u_sum = series_at(in->u_sum, i),
                            .eta0 = series_at(in->eta0, i),
                            .alpha = series_at(in->alpha, i),
                            .E_prime = series_at(in->E_prime, i),
                            .beta = in->beta.at ? series_at(in->beta, i) : 0,
                            .conductivity = in->conductivity.at ? series_at(in->conductivity, i) : 0};
        abut_film_out r;
        abut_message why = {0};
        abut_status status = abut_film_eval(law, &one, &r, &why);
        const double row[] = {r.h_c, r.h_min,  r.M,     r.L,      r.D,     r.H,     r.RI,        r.EI,        r.RP,
                              r.EP,  r.regime, r.p_max, r.beyond, r.dh_dF, r.dh_du, r.dh_drho_x, r.dh_drho_y, r.dh_dE};
        _Static_assert(COUNT_OF(row) == COUNT, "one number for each array");
        put(column, COUNT, i, row, status, &why, faults);
    }
    return faults->message.status;
}

/* ---- friction ---- */
static void replace(double *number, abut_series by, size_t i) {
    if (by.at) *number = series_at(by, i);
}

static abut_mixed contact_at(const abut_mixed *contact, const abut_friction_inputs *in, size_t i) {
    abut_mixed c = *contact;
    replace(&c.E_prime, in->E_prime, i);
    replace(&c.rho_x, in->rho_x, i);
    replace(&c.rho_y, in->rho_y, i);
    replace(&c.length, in->length, i);
    replace(&c.oil.eta0, in->eta0, i);
    replace(&c.oil.alpha, in->alpha, i);
    replace(&c.oil.tau0, in->tau0, i);
    replace(&c.rough.sigma, in->sigma, i);
    replace(&c.mu_boundary, in->mu_boundary, i);
    return c;
}

abut_status abut_friction_many(const abut_mixed *contact, size_t n, const abut_friction_inputs *in,
                               const abut_friction_arrays *out, abut_array_faults *faults) {
    double *const *column = COLUMNS(out);
    enum { COUNT = COLUMN_COUNT(out) };
    *faults = (abut_array_faults){0};
    if (!in->force.at || !in->u_sum.at || !in->v.at)
        return missing("force, u_sum and v are wanted", column, COUNT, n, faults);
    for (size_t i = 0; i < n; i++) {
        abut_mixed c = contact_at(contact, in, i);
        abut_friction_force r = {0};
        abut_message why = {0};
        abut_status status =
            abut_mixed_friction(&c, series_at(in->force, i), series_at(in->u_sum, i), series_at(in->v, i), &r, &why);
        const double row[] = {r.F_t,    r.F_hydro,   r.F_boundary, r.mu,         r.lambda_ratio, r.power,
                              r.dFt_dv, r.share.phi, r.share.h,    r.share.area, r.share.p_max,  r.share.alpha_c};
        _Static_assert(COUNT_OF(row) == COUNT, "one number for each array");
        put(column, COUNT, i, row, status, &why, faults);
    }
    return faults->message.status;
}
