/* Fuzz target of the calculators over arrays: series of any step over blocks of the exact size, some not given, laws from the registry.
 * A column has, bit for bit, what the calculator of one contact says; what that refuses is NaN in every column and counted, and the first is
 * named. Hertz' force and semi-axes alone come from vectors: they are the same to rounding. */
#include "abut/arrays.h"

#include "choice.h"
#include "demand.h"

enum { COLUMNS_MOST = 18, FEW = 7, MANY = 1030 /* more than a block */ };

/* ---- series and columns ---- */
static abut_series make_series(source *s, heap *h, size_t n, double typical, unsigned odds) {
    static const ptrdiff_t steps[] = {1, 1, 1, 0, 0, 2, -1, -3};
    ptrdiff_t step = steps[pick(s, 8)];
    if (pick(s, odds) == 0) return (abut_series){0};
    size_t apart = (size_t)(step < 0 ? -step : step), count = n ? (n - 1) * apart + 1 : 1;
    double drawn[FEW], *block = keep(h, NULL, count * sizeof *block);
    if (!block) return (abut_series){0};
    for (int i = 0; i < FEW; i++) drawn[i] = number(s, typical);
    for (size_t i = 0; i < count; i++) block[i] = (double)NAN;
    for (size_t i = 0; i < n; i++) block[i * apart] = drawn[i % FEW];
    return (abut_series){step < 0 && n ? block + count - 1 : block, step};
}

/* at_row: the contact i of the series. */
static double at_row(abut_series s, size_t i) { return s.at ? s.at[(ptrdiff_t)i * s.step] : (double)NAN; }
static double at_or(abut_series s, size_t i, double other) { return s.at ? at_row(s, i) : other; }

typedef struct batch {
    size_t n, columns;
    double *column[COLUMNS_MOST];
    abut_array_faults faults;
    abut_status status;
    size_t bad, first; /* expected */
} batch;

/* Columns of which some are not wanted, as the struct of pointers that the calculator takes. */
static void make_columns(source *s, heap *h, batch *b, double **to, size_t count) {
    unsigned wanted = byte(s) << 16 | byte(s) << 8 | byte(s);
    b->columns = count;
    for (size_t k = 0; k < count; k++) {
        b->column[k] = wanted >> k & 1 || wanted % 4 == 0 ? keep(h, NULL, b->n * sizeof(double)) : NULL;
        for (size_t i = 0; b->column[k] && i < b->n; i++) b->column[k][i] = -1234.5;
        to[k] = b->column[k];
    }
}

static void expect(batch *b, size_t i, bool good, const double *row) {
    for (size_t k = 0; k < b->columns; k++) {
        if (!b->column[k]) continue;
        MUST(good ? !memcmp(&b->column[k][i], &row[k], sizeof *row) : isnan(b->column[k][i]));
    }
    if (!good && b->bad++ == 0) b->first = i;
}

static void check_faults(const batch *b) {
    MUST(b->faults.count == b->bad && (b->bad == 0 || b->faults.first == b->first));
    MUST(b->status == b->faults.message.status && (b->bad == 0 || b->status));
    MUST((b->status != ABUT_OK) == (b->faults.message.text[0] != '\0'));
    if (b->status) check_sentence(b->faults.message.text);
}

/* Nothing was computed. */
static void expect_missing(batch *b) {
    MUST(b->status == ABUT_MISSING);
    for (size_t i = 0; i < b->n; i++) expect(b, i, false, NULL);
    check_faults(b);
}

/* ---- points ---- */
static bool hertz_alone(const abut_point_inputs *in, const abut_point_arrays *o) {
    return in->approach.at && o->force && !o->approach && !o->p_max && !o->p_mean && !o->stiffness && !o->energy &&
           !o->dF_dP && !o->dF_dQ && !o->eccentricity2;
}

static bool near(double x, double y) { return fabs(x - y) <= 1e-13 * fabs(y); }
static bool fits(double x, double low, double high) { return x >= low && x <= high; }

/* Of ordinary sizes, where nothing leaves the range of numbers on the way. */
static void check_vectors(batch *b, const abut_point_inputs *in, const abut_point_arrays *o) {
    for (size_t i = 0; i < b->n; i++) {
        double P = at_row(in->P, i), Q = at_row(in->Q, i), E = at_row(in->E_star, i), h = at_row(in->approach, i);
        abut_hertz r;
        bool good = isfinite(o->force[i]);
        MUST(good ? o->force[i] >= 0 : isnan(o->force[i]));
        MUST(good || ((!o->a || isnan(o->a[i])) && (!o->b || isnan(o->b[i]))));
        if (!good && b->bad++ == 0) b->first = i;
        if (!(P > 0 && P <= Q && E > 0 && !isnan(h))) MUST(!good);
        if (!(fits(P, 1e-20, Q) && fits(Q, 1e-12, 1e12) && fits(E, 1e-3, 1e15) && fits(h, 1e-40, 1e12))) continue;
        MUST(good && !abut_hertz_from_approach(P, Q, E, h, &r) && near(o->force[i], r.force));
        MUST((!o->a || near(o->a[i], r.a)) && (!o->b || near(o->b[i], r.b)));
    }
    check_faults(b);
}

static bool point_alone(const abut_choice *law, const abut_point_inputs *in, size_t i, abut_hertz *r) {
    double P = at_row(in->P, i), Q = at_row(in->Q, i), E = at_row(in->E_star, i), h = at_row(in->approach, i);
    abut_status status;
    if (law)
        status = abut_point_contact(law, P, Q, E, h < 0 ? 0 : h, at_row(in->force, i), r, NULL);
    else
        status = in->approach.at ? abut_hertz_from_approach(P, Q, E, h < 0 ? 0 : h, r)
                                 : abut_hertz_from_force(P, Q, E, at_row(in->force, i), r);
    if (h < 0) r->approach = h;
    return !status && isfinite(r->force) && isfinite(r->approach) && isfinite(r->a);
}

static void try_points(source *s, heap *h, batch *b) {
    abut_choice law = {.type = NULL};
    unsigned way = byte(s);
    if (!(way & 1)) make_choice(s, h, "normal", 0, &law);
    bool none = !law.type && !law.params[0].name;
    double large = way & 2 ? 50 : 10;
    abut_point_inputs in = {make_series(s, h, b->n, 10, 32),
                            make_series(s, h, b->n, large, 32),
                            make_series(s, h, b->n, 1e11, 32),
                            {0},
                            {0}};
    if (way & 4 || way & 16) in.approach = make_series(s, h, b->n, 1e-6, 32);
    if (way & 8 && !(way & 4 && way & 32)) in.force = make_series(s, h, b->n, 100, 32);
    abut_point_arrays out;
    make_columns(s, h, b, (double **)&out, sizeof out / sizeof(double *));
    if (way & 64) {
        out = (abut_point_arrays){.force = b->column[0], .a = b->column[2], .b = b->column[3]};
        for (size_t k = 0; k < b->columns; k++)
            if (k == 1 || k > 3) b->column[k] = NULL;
    }
    b->status = abut_point_many(none && way & 128 ? NULL : &law, b->n, &in, &out, &b->faults);
    if (!in.P.at || !in.Q.at || !in.E_star.at || !in.approach.at == !in.force.at) {
        expect_missing(b);
        return;
    }
    /* with parameters that it takes, too */
    bool hertz = none || ((!law.type || !strcmp(law.type, "hertz")) &&
                          !abut_point_contact(&law, 1, 1, 1, 1, (double)NAN, &(abut_hertz){0}, NULL));
    if (hertz && hertz_alone(&in, &out)) {
        check_vectors(b, &in, &out);
        return;
    }
    for (size_t i = 0; i < b->n; i++) {
        abut_hertz r = {0};
        bool good = point_alone(hertz ? NULL : &law, &in, i, &r);
        expect(b, i, good, &r.force);
    }
    check_faults(b);
}

/* ---- lines ---- */
static void try_lines(source *s, heap *h, batch *b) {
    abut_line_law law = (abut_line_law)pick(s, 3);
    unsigned way = byte(s);
    abut_line_inputs in = {make_series(s, h, b->n, 0.01, 32),
                           make_series(s, h, b->n, 100, 32),
                           make_series(s, h, b->n, 2e11, 32),
                           {0},
                           {0}};
    if (way & 1) in.approach = make_series(s, h, b->n, 1e-6, 32);
    if (!(way & 1) || way > 250) in.force = make_series(s, h, b->n, 1e3, 32);
    abut_line_arrays out;
    make_columns(s, h, b, (double **)&out, sizeof out / sizeof(double *));
    b->status = abut_line_many(law, b->n, &in, &out, &b->faults);
    if (!in.length.at || !in.curvature.at || !in.E_prime.at || !in.approach.at == !in.force.at) {
        expect_missing(b);
        return;
    }
    for (size_t i = 0; i < b->n; i++) {
        abut_line_in one = {law,
                            at_row(in.length, i),
                            at_row(in.curvature, i),
                            at_row(in.E_prime, i),
                            at_row(in.approach, i),
                            at_row(in.force, i)};
        abut_line_out r;
        bool good = !abut_line_contact(&one, &r, NULL);
        const double row[] = {r.force,     r.approach, r.half_width, r.p_max,          r.p_mean,
                              r.stiffness, r.energy,   r.dF_drho,    r.dapproach_drho, r.valid};
        for (int k = 0; good && k < 10; k++) MUST(isfinite(row[k]));
        expect(b, i, good, row);
    }
    check_faults(b);
}

/* ---- films ---- */
static bool make_law(source *s, heap *h, bool line, abut_film_law *law) {
    abut_choice choice = {.type = NULL};
    if (byte(s) % 2) make_choice(s, h, "film", 0, &choice);
    return !abut_film_choose(choice.type ? &choice : NULL, line, law, NULL);
}

static void try_films(source *s, heap *h, batch *b) {
    bool line = byte(s) % 2;
    abut_film_law law;
    if (!make_law(s, h, line, &law)) return;
    abut_film_inputs in = {make_series(s, h, b->n, 100, 64),
                           make_series(s, h, b->n, 100, 64),
                           {0},
                           {0},
                           make_series(s, h, b->n, 2, 64),
                           make_series(s, h, b->n, 0.02, 64),
                           make_series(s, h, b->n, 2e-8, 64),
                           make_series(s, h, b->n, 2.3e11, 64),
                           make_series(s, h, b->n, 0.03, 2),
                           make_series(s, h, b->n, 0.14, 2)};
    if (line || rare(s)) in.length = make_series(s, h, b->n, 0.01, 64);
    if (!line || rare(s)) in.rho_y = make_series(s, h, b->n, 50, 64);
    abut_film_arrays out;
    make_columns(s, h, b, (double **)&out, sizeof out / sizeof(double *));
    b->status = abut_film_many(&law, b->n, &in, &out, &b->faults);
    if (!in.length.at == !in.rho_y.at) {
        expect_missing(b);
        return;
    }
    for (size_t i = 0; i < b->n; i++) {
        abut_film_in one = {.line = in.length.at != NULL,
                            .force = at_row(in.force, i),
                            .rho_x = at_row(in.rho_x, i),
                            .rho_y = at_or(in.rho_y, i, 0),
                            .length = at_or(in.length, i, 0),
                            .u_sum = at_row(in.u_sum, i),
                            .eta0 = at_row(in.eta0, i),
                            .alpha = at_row(in.alpha, i),
                            .E_prime = at_row(in.E_prime, i),
                            .beta = at_or(in.beta, i, 0),
                            .conductivity = at_or(in.conductivity, i, 0)};
        abut_film_out r;
        bool good = !abut_film_eval(&law, &one, &r, NULL);
        const double row[] = {r.h_c, r.h_min,  r.M,     r.L,      r.D,     r.H,     r.RI,        r.EI,        r.RP,
                              r.EP,  r.regime, r.p_max, r.beyond, r.dh_dF, r.dh_du, r.dh_drho_x, r.dh_drho_y, r.dh_dE};
        expect(b, i, good, row);
    }
    check_faults(b);
}

/* ---- friction ---- */
static abut_mixed make_mixed(source *s, heap *h, bool line) {
    abut_mixed c = {.E_prime = number(s, 2.3e11),
                    .rho_x = number(s, 100),
                    .rho_y = line ? 0 : number(s, 50),
                    .length = number(s, 0.01),
                    .oil = make_oil(s),
                    .rough = make_roughness(s, h),
                    .mu_boundary = number(s, 0.1),
                    .v_eps = number(s, 1e-3),
                    .mean_pressure = byte(s) % 2};
    if (byte(s) % 2) (void)make_law(s, h, line, &c.film);
    return c;
}

static void replace(double *to, abut_series s, size_t i) { *to = at_or(s, i, *to); }

static void try_friction(source *s, heap *h, batch *b) {
    abut_mixed contact = make_mixed(s, h, byte(s) % 2);
    abut_friction_inputs in = {
        make_series(s, h, b->n, 100, 64),   make_series(s, h, b->n, 2, 64),   make_series(s, h, b->n, 0.1, 64),
        make_series(s, h, b->n, 2.3e11, 2), make_series(s, h, b->n, 100, 2),  make_series(s, h, b->n, 50, 2),
        make_series(s, h, b->n, 0.01, 2),   make_series(s, h, b->n, 0.02, 2), make_series(s, h, b->n, 2e-8, 2),
        make_series(s, h, b->n, 5e6, 2),    make_series(s, h, b->n, 2e-7, 2), make_series(s, h, b->n, 0.1, 2)};
    abut_friction_arrays out;
    make_columns(s, h, b, (double **)&out, sizeof out / sizeof(double *));
    b->status = abut_friction_many(&contact, b->n, &in, &out, &b->faults);
    if (!in.force.at || !in.u_sum.at || !in.v.at) {
        expect_missing(b);
        return;
    }
    for (size_t i = 0; i < b->n; i++) {
        abut_mixed c = contact;
        abut_friction_force r = {0};
        replace(&c.E_prime, in.E_prime, i), replace(&c.rho_x, in.rho_x, i), replace(&c.rho_y, in.rho_y, i);
        replace(&c.length, in.length, i), replace(&c.oil.eta0, in.eta0, i), replace(&c.oil.alpha, in.alpha, i);
        replace(&c.oil.tau0, in.tau0, i), replace(&c.rough.sigma, in.sigma, i);
        replace(&c.mu_boundary, in.mu_boundary, i);
        bool good = !abut_mixed_friction(&c, at_row(in.force, i), at_row(in.u_sum, i), at_row(in.v, i), &r, NULL);
        const double row[] = {r.F_t,    r.F_hydro,   r.F_boundary, r.mu,         r.lambda_ratio, r.power,
                              r.dFt_dv, r.share.phi, r.share.h,    r.share.area, r.share.p_max,  r.share.alpha_c};
        expect(b, i, good, row);
    }
    check_faults(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const calculators[])(source *, heap *, batch *) = {try_points, try_lines, try_films, try_friction};
    source s = open_source(data, size);
    heap h = {.count = 0};
    unsigned what = byte(&s);
    batch b = {.n = rare(&s) ? MANY : pick(&s, FEW + 2)};
    calculators[what % 4](&s, &h, &b);
    release(&h);
    return 0;
}
