/* abut ehl: the contact solved, and its friction. */
#ifdef ABUT_FIELD
#include <math.h>
#include <stdio.h>

#include "ehl.h"
#include "handy.h"

/* What friction needs, in units. */
static abut_ehl_slide slide_of(const ehl_request *q, const ehl_answer *a) {
    abut_ehl_slide c = {.size = a->size,
                        .R = q->R,
                        .p_h = a->p_h,
                        .length = q->length,
                        .D = q->D,
                        .angle = q->angle,
                        .inlet = q->friction.inlet,
                        .u_sum = q->u_sum,
                        .slide = 0.5 * q->friction.slide_roll * q->u_sum,
                        .oil = q->oil,
                        .shear = q->friction.shear,
                        .heat = q->friction.heat};
    return c;
}

/* ---- line ---- */
static const double waves_inside = 0.6; /* of the nodes, where a rough surface passes */

static double line_width(const ehl_request *q) {
    return q->R * sqrt(8 * q->force / (PI * q->E_prime * q->length * q->R));
}

static void print_line(const ehl_request *q, const ehl_answer *a, const abut_ehl_line_result *r) {
    double b = q->units ? a->size : 1, p_h = q->units ? a->p_h : 1, film = q->units ? b * b / q->R : 1;
    (void)printf("x,p,h\n");
    for (int i = 0; i < r->count; i++) (void)printf("%.17g,%.17g,%.17g\n", r->X[i] * b, r->P[i] * p_h, r->H[i] * film);
}

static void put_line(const ehl_request *q, const abut_ehl_line_result *r, ehl_answer *a) {
    *a = (ehl_answer){r->H_c,      r->H_0,       r->H_min, r->error_c, r->error_min, r->p_max, r->load / (PI / 2),
                      r->residual, r->all_steps, q->n};
    a->size = line_width(q);
    a->p_h = q->E_prime * a->size / (4 * q->R);
}

static abut_status smooth_line(const ehl_request *q, abut_ehl_line *s, abut_ehl_line_result *r, ehl_answer *a,
                               abut_message *message) {
    abut_ehl_line_def def = {.M = q->M, .L = q->L, .oil = q->oil, .tol = q->tol, .layer = q->layer};
    if (q->map) def.inside = waves_inside;
    abut_status status = abut_ehl_line_solve(s, &def, r, message);
    if (status) return status;
    put_line(q, r, a);
    a->flow = r->flow;
    a->x_in = r->x_in;
    if (q->fields) ehl_put_line(q, a, r, NULL);
    abut_ehl_slide c = slide_of(q, a);
    status = q->units ? abut_ehl_line_friction(r, &c, &a->friction, message) : ABUT_OK;
    return !status && q->map ? ehl_pass_line(q, &def, s, r, a, message) : status;
}

/* Film and asperities: the film is sheared at its own pressure, the asperities slide. */
static void put_asperities(const ehl_request *q, ehl_answer *a, double slide, double film, double solid,
                           double lambda) {
    a->phi = film;
    a->asperities = solid * q->force;
    a->lambda_ratio = lambda;
    a->boundary = slide == 0 ? 0 : copysign(q->friction.mu_boundary * a->asperities, slide);
    a->friction.traction += a->boundary;
    a->friction.mu = a->friction.traction / q->force;
    a->friction.loss += a->boundary * slide;
}

static abut_status rough_line(const ehl_request *q, abut_ehl_line *s, abut_ehl_line_result *r, ehl_answer *a,
                              abut_message *message) {
    double b = line_width(q);
    abut_ehl_mixed_def def = {.contact = {.M = q->M, .L = q->L, .oil = q->oil, .tol = q->tol},
                              .rough = q->friction.roughness,
                              .E_prime = q->E_prime,
                              .R = q->R,
                              .p_h = q->E_prime * b / (4 * q->R)};
    abut_ehl_mixed_result m;
    if (q->friction.table.count) def.rough.table = &q->friction.table;
    abut_status status = abut_ehl_line_mixed(s, &def, &m, message);
    if (status) return status;
    *r = m.line;
    put_line(q, r, a);
    if (q->fields) ehl_put_line(q, a, r, &m);
    abut_ehl_slide c = slide_of(q, a);
    abut_ehl_line_result film = *r;
    film.P = m.P_film;
    status = abut_ehl_line_friction(&film, &c, &a->friction, message);
    if (status) return status;
    put_asperities(q, a, c.slide, m.film_share, m.asperity_share, m.lambda);
    return ABUT_OK;
}

static abut_status solve_line(const ehl_request *q, bool csv, ehl_answer *a, abut_message *message) {
    abut_ehl_line *s = NULL;
    abut_ehl_line_result r;
    abut_status status = abut_ehl_line_create(q->n, &s, message);
    if (!status) status = (q->friction.rough ? rough_line : smooth_line)(q, s, &r, a, message);
    if (!status && csv) print_line(q, a, &r);
    abut_ehl_line_destroy(s);
    return status;
}

/* ---- point ---- */
static void print_point(const ehl_request *q, const ehl_answer *a, const abut_ehl_point_result *r) {
    double b = q->units ? a->size : 1, p_h = q->units ? a->p_h : 1, film = q->units ? b * b / q->R : 1;
    (void)printf("x,y,p,h\n");
    for (int k = 0; k < r->nx * r->ny; k++)
        (void)printf("%.17g,%.17g,%.17g,%.17g\n", (r->x0 + k % r->nx * r->hx) * b,
                     (r->y0 + (double)(k / r->nx) * r->hy) * b, r->P[k] * p_h, r->H[k] * film);
}

static void put_point(const ehl_request *q, const abut_ehl_point_result *r, ehl_answer *a) {
    *a = (ehl_answer){r->H_c,   r->H_0,  r->H_min,    r->error_0,   r->error_min,
                      r->p_max, r->load, r->residual, r->all_steps, q->n};
    a->limit_c = r->limit_0;
    a->limit_min = r->limit_min;
    a->size = q->R * sqrt(r->scale * sqrt(q->U)); /* h = H a^2/R in Hertz' units, H R U^(1/2) in Moes' */
    a->p_h = 3 * q->force / (2 * PI * a->size * a->size * r->e);
}

static abut_status smooth_point(const ehl_request *q, const abut_ehl_point_def *def, abut_ehl_point *s,
                                abut_ehl_point_result *r, ehl_answer *a, abut_message *message) {
    abut_status status = abut_ehl_point_solve(s, def, r, message);
    if (status) return status;
    put_point(q, r, a);
    if (q->fields) ehl_put_point(q, a, r, NULL);
    abut_ehl_slide c = slide_of(q, a);
    status = q->units ? abut_ehl_point_friction(r, &c, &a->friction, message) : ABUT_OK;
    return !status && q->map ? ehl_pass(q, def, s, r, a, message) : status;
}

static abut_status rough_point(const ehl_request *q, const abut_ehl_point_def *def, abut_ehl_point *s,
                               abut_ehl_point_result *r, ehl_answer *a, abut_message *message) {
    abut_hertz dry;
    abut_status status =
        abut_hertz_from_force(0.5 * fmin(q->D, 1) / q->R, 0.5 * fmax(q->D, 1) / q->R, q->E_prime / 2, q->force, &dry);
    if (status) return status;
    abut_ehl_point_mixed_def rough = {
        .contact = *def, .rough = q->friction.roughness, .E_prime = q->E_prime, .R = q->R, .p_h = dry.p_max};
    abut_ehl_point_mixed_result m;
    if (q->friction.table.count) rough.rough.table = &q->friction.table;
    status = abut_ehl_point_mixed(s, &rough, &m, message);
    if (status) return status;
    *r = m.point;
    put_point(q, r, a);
    if (q->fields) ehl_put_point(q, a, r, &m);
    abut_ehl_slide c = slide_of(q, a);
    abut_ehl_point_result film = *r;
    film.P = m.P_film;
    status = abut_ehl_point_friction(&film, &c, &a->friction, message);
    if (!status) put_asperities(q, a, c.slide, m.film_share, m.asperity_share, m.lambda);
    return status;
}

static abut_status solve_point(const ehl_request *q, bool csv, ehl_answer *a, abut_message *message) {
    abut_ehl_point *s = NULL;
    abut_ehl_point_result r;
    abut_ehl_point_def def = {.M = q->M,
                              .L = q->L,
                              .D = q->D,
                              .angle = q->angle,
                              .oil = q->oil,
                              .tol = q->tol,
                              .flooded = q->flooded,
                              .method = q->method};
    abut_status status = abut_ehl_point_create(q->n, &s, message);
    if (!status) status = (q->friction.rough ? rough_point : smooth_point)(q, &def, s, &r, a, message);
    if (!status && csv) print_point(q, a, &r);
    abut_ehl_point_destroy(s);
    return status;
}

/* Sizes of the dry contact follow from Hertz before anything is solved. */
static bool too_wide(const ehl_request *q, abut_message *message) {
    ehl_answer dry = {0};
    if (!q->units) return false;
    /* of an ellipse that of a sphere of R: within a factor of 2 of its smaller semi-axis */
    dry.size = q->point ? cbrt(1.5 * q->force * q->R / q->E_prime) : line_width(q);
    return ehl_too_wide(q, &dry, message);
}

abut_status ehl_solve(const ehl_request *q, bool csv, ehl_answer *a, abut_message *message) {
    if (too_wide(q, message)) return ABUT_BAD_VALUE;
    return (q->point ? solve_point : solve_line)(q, csv, a, message);
}
#endif
