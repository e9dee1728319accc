/* Differential-algebraic equations by BDF (IDAS): joints that close loops are kept as equations beside the motion.
 *
 * Stabilised index 2 (Gear, Gupta and Leimkuhler, J. Comput. Appl. Math. 12-13 (1985) 77-90). Unknowns x | u | lambda |
 * mu:
 *
 *   x' - T(x) (u + G^T mu) = 0         T: rates of x from tangent rates (mb_of_tangent)
 *   M u' - Q - G^T lambda  = 0
 *   g(x) = 0,   G u - drive = 0
 *
 * mu is zero up to the error of the method. Newton's systems are solved in the tangent space, by KLU:
 *
 *   [ cj      -1       0     -G^T ] [ d  ]     [ rows of x, tangent part ]
 *   [ K   cj M + C   -G^T     0   ] [ du ]     [ rows of u ]
 *   [ G       0        0      0   ] [ dl ] = - [ g ]
 *   [ 0       G        0      0   ] [ dm ]     [ G u - drive ]
 *
 * Second derivatives of the constraints and the turning of tangent frames are left out of the matrix, not of the
 * equations. lambda and mu stand outside the error test. */
#include <idas/idas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "base/archive.h"
#include "base/message.h"
#include "sundials_common.h"
#include "sundials_sparse.h"

enum { ORDER_WITH_CONTACTS = 2, ORDER_MOST = 5 };
static const double part_of_last =
    0.01; /* first step of a start that goes on, of the last one: order 1 needs shorter ones */

typedef struct dae {
    sun_base base; /* first: complaints and evaluations know it */
    void *mem;
    bool started, fresh, again; /* again: start anew before the next step */
    bool renewed; /* that start goes on from a step: its multipliers and its length are those of the next */
    int length;   /* nx + nu + 2 nc */
    double t_from, t;
    N_Vector y, rate, y_between, powers, powers_between, id;
    SUNMatrix A; /* without entries, for IDAS */
    SUNLinearSolver linear;
    /* the system in the tangent space */
    int order, entries, rows_of_G; /* 2 nu + 2 nc; entries of K; entries of G */
    SUNMatrix matrix;
    SUNLinearSolver klu;
    N_Vector unknowns, right;
    int *row, *column, *g_row, *g_column;
    double *M, *K, *C, *G;
    double energy_tolerance; /* J, of the integrals; 0: none was set */
    int *place;              /* in the compressed columns, of every entry in the order of write_matrix */
    double *x_at, *effective, *dx;
} dae;

/* ---- what IDAS calls ---- */
static int residual(realtype t, N_Vector Y, N_Vector Yp, N_Vector R, void *user) {
    dae *m = user;
    sun_base *b = &m->base;
    int nx = b->n.nx, nu = b->n.nu, nc = b->n.nc;
    const double *y = sun_data(Y), *rate = sun_data(Yp);
    double *r = sun_data(R);
    b->setup.counts->rhs_evals++;
    b->in_work = false;
    int flag =
        sun_answer(b, mb_residual(b->setup.work, t, y, rate + nx, y + nx + nu, r + nx, r + nx + nu, r + nx + nu + nc));
    if (flag) return flag;
    memcpy(m->effective, y + nx, (size_t)nu * sizeof(double));
    if (nc) mb_add_constraint_force(b->setup.work, y + nx + nu + nc, m->effective);
    mb_of_tangent(b->setup.system, y, m->effective, r);
    for (int i = 0; i < nx; i++) r[i] = rate[i] - r[i];
    if (m->length == 0) r[0] = rate[0];
    return 0;
}

static int power_rates(realtype t, N_Vector y, N_Vector yp, N_Vector rates, void *user) {
    (void)yp;
    return sun_evaluate(user, t, sun_data(y), NULL, sun_data(rates));
}

static int weights(N_Vector y, N_Vector w, void *user) {
    dae *m = user;
    double *data = sun_data(w);
    for (int i = m->base.ny; i < m->length; i++) data[i] = 1e-30;
    return sun_weights(user, sun_data(y), data);
}

/* ---- the matrix ---- */
typedef struct writer {
    dae *m;
    int next;       /* entry in the order of writing */
    int *row, *col; /* first pass: the pattern */
    double *data;   /* later passes: values are added */
} writer;

static void put(writer *w, int row, int column, double value) {
    int e = w->next++;
    if (w->row) {
        w->row[e] = row;
        w->col[e] = column;
    } else {
        w->data[w->m->place[e]] += value;
    }
}

static void write_matrix(writer *w, double cj) {
    const dae *m = w->m;
    int nu = m->base.n.nu, nc = m->base.n.nc, l = 2 * nu, mu = 2 * nu + nc;
    for (int i = 0; i < nu; i++) {
        put(w, i, i, cj);
        put(w, i, nu + i, -1);
    }
    for (int e = 0; e < m->entries; e++) {
        put(w, nu + m->row[e], m->column[e], m->K[e]);
        put(w, nu + m->row[e], nu + m->column[e], cj * m->M[e] + m->C[e]);
    }
    for (int e = 0; e < m->rows_of_G; e++) {
        int c = m->g_row[e], u = m->g_column[e];
        put(w, u, mu + c, -m->G[e]);
        put(w, nu + u, l + c, -m->G[e]);
        put(w, 2 * nu + c, u, m->G[e]);
        put(w, 2 * nu + nc + c, nu + u, m->G[e]);
    }
}

static int jacobian(realtype t, realtype cj, N_Vector Y, N_Vector Yp, N_Vector R, SUNMatrix A, void *user, N_Vector t1,
                    N_Vector t2, N_Vector t3) {
    dae *m = user;
    sun_base *b = &m->base;
    (void)Yp, (void)R, (void)A, (void)t1, (void)t2, (void)t3;
    if (m->order == 0) return 0;
    int flag = sun_linearise(b, t, sun_data(Y));
    if (flag) return flag;
    (void)mb_entries(b->setup.work, m->row, m->column, m->M, m->K, m->C);
    (void)mb_constraint_entries(b->setup.work, m->g_row, m->g_column, m->G);
    memcpy(m->x_at, sun_data(Y), (size_t)b->n.nx * sizeof(double));
    writer w = {.m = m, .data = SM_DATA_S(m->matrix)};
    memset(w.data, 0, (size_t)SM_NNZ_S(m->matrix) * sizeof(double));
    write_matrix(&w, cj);
    b->setup.counts->factorisations++;
    return SUNLinSolSetup(m->klu, m->matrix) ? 1 : 0;
}

static int solve(SUNLinearSolver solver, SUNMatrix A, N_Vector z, N_Vector r, realtype tolerance) {
    dae *m = solver->content;
    const sun_base *b = &m->base;
    int nx = b->n.nx, nu = b->n.nu, rest = nu + 2 * b->n.nc;
    const double *in = sun_data(r);
    double *out = sun_data(z), *right = sun_data(m->right), cj = 1;
    (void)A, (void)tolerance;
    if (IDAGetCurrentCj(m->mem, &cj)) return SUNLS_PACKAGE_FAIL_UNREC;
    if (m->order == 0) {
        out[0] = in[0] / cj;
        return SUNLS_SUCCESS;
    }
    mb_tangent_of(b->setup.system, m->x_at, in, right);
    memcpy(right + nu, in + nx, (size_t)rest * sizeof(double));
    /* what has no tangent (the length of a quaternion) is divided by cj alone */
    mb_of_tangent(b->setup.system, m->x_at, right, m->dx);
    for (int i = 0; i < nx; i++) out[i] = (in[i] - m->dx[i]) / cj;
    if (SUNLinSolSolve(m->klu, m->matrix, m->unknowns, m->right, 0)) return SUNLS_PACKAGE_FAIL_REC;
    const double *found = sun_data(m->unknowns);
    mb_of_tangent(b->setup.system, m->x_at, found, m->dx);
    for (int i = 0; i < nx; i++) out[i] += m->dx[i];
    memcpy(out + nx, found + nu, (size_t)rest * sizeof(double));
    return SUNLS_SUCCESS;
}

/* ---- creation ---- */
static bool allocate(dae *m) {
    sun_base *b = &m->base;
    int length = m->length > 0 ? m->length : 1;
    m->y = sun_vector(b, length);
    m->rate = sun_vector(b, length);
    m->y_between = sun_vector(b, length);
    m->id = sun_vector(b, length);
    m->powers = sun_vector(b, MB_QUADS);
    m->powers_between = sun_vector(b, MB_QUADS);
    m->unknowns = sun_vector(b, m->order > 0 ? m->order : 1);
    m->right = sun_vector(b, m->order > 0 ? m->order : 1);
    m->mem = IDACreate(b->context);
    m->A = sun_no_matrix(b->context);
    m->linear = sun_own_solver(b->context, m, solve);
    size_t ne = (size_t)m->entries, ng = (size_t)m->rows_of_G, nx = (size_t)b->n.nx + 1, nu = (size_t)b->n.nu + 1;
    m->row = calloc(2 * (ne + ng) + 1, sizeof(int));
    m->M = calloc(3 * ne + ng + 2 * nx + nu, sizeof(double));
    m->place = calloc((size_t)(2 * b->n.nu) + 2 * ne + 4 * ng + 1, sizeof(int));
    if (!m->y || !m->rate || !m->y_between || !m->id || !m->powers || !m->powers_between || !m->unknowns || !m->right)
        return false;
    if (!m->mem || !m->A || !m->linear || !m->row || !m->M || !m->place) return false;
    m->column = m->row + ne, m->g_row = m->column + ne, m->g_column = m->g_row + ng;
    m->K = m->M + ne, m->C = m->K + ne, m->G = m->C + ne;
    m->x_at = m->G + ng, m->dx = m->x_at + nx, m->effective = m->dx + nx;
    return true;
}

static bool make_pattern(dae *m) {
    int count = 2 * m->base.n.nu + 2 * m->entries + 4 * m->rows_of_G;
    int *row = calloc(2 * (size_t)count + 1, sizeof *row);
    m->matrix = SUNSparseMatrix(m->order, m->order, count, CSC_MAT, m->base.context);
    bool ok = row && m->matrix;
    if (ok) {
        writer w = {.m = m, .row = row, .col = row + count};
        write_matrix(&w, 1);
        ok = !sun_compress(m->matrix, w.row, w.col, count, m->place);
    }
    free(row);
    return ok;
}

static abut_status create(void *self, const integrator_setup *setup, abut_message *message) {
    dae *m = self;
    sun_base *b = &m->base;
    abut_status status = sun_begin(b, "ida", setup, message);
    if (status) return status;
    if (b->n.ns > 0)
        return say(message, ABUT_INCONSISTENT,
                   "ida: contacts with states of their own need another solver, such as 'bdf'");
    m->length = b->n.nx + b->n.nu + 2 * b->n.nc;
    m->order = 2 * b->n.nu + 2 * b->n.nc;
    m->entries = mb_entries(setup->work, NULL, NULL, NULL, NULL, NULL);
    m->rows_of_G = mb_constraint_entries(setup->work, NULL, NULL, NULL);
    if (!allocate(m)) return say(message, ABUT_NO_MEMORY, "ida: out of memory");
    for (int i = 0; i < m->length; i++) sun_data(m->id)[i] = i < b->ny;
    if (m->length == 0) sun_data(m->id)[0] = 1;
    return ABUT_OK;
}

/* The pattern is known after a first linearisation. */
static int make_solver(dae *m) {
    sun_base *b = &m->base;
    if (m->order == 0) return 0;
    (void)mb_entries(b->setup.work, m->row, m->column, NULL, NULL, NULL);
    (void)mb_constraint_entries(b->setup.work, m->g_row, m->g_column, NULL);
    if (!make_pattern(m)) return IDA_MEM_FAIL;
    m->klu = SUNLinSol_KLU(m->right, m->matrix, b->context);
    return m->klu ? SUNLinSolInitialize(m->klu) : IDA_MEM_FAIL;
}

static int set_limits(dae *m) {
    const integrator_setup *s = &m->base.setup;
    int preset = s->has_contacts ? ORDER_WITH_CONTACTS : ORDER_MOST; /* see the orders of bdf */
    int order = s->max_order <= 0 ? preset : s->max_order < ORDER_MOST ? s->max_order : ORDER_MOST;
    int bad = IDASetMaxErrTestFails(m->mem, SUN_MOST_FAILS) | IDASetMaxConvFails(m->mem, SUN_MOST_FAILS);
    bad |= IDASetMaxNumSteps(m->mem, -1) | IDASetMaxOrd(m->mem, order);
    bad |= IDASetId(m->mem, m->id) | IDASetSuppressAlg(m->mem, m->base.n.nc > 0);
    if (s->max_step > 0) bad |= IDASetMaxStep(m->mem, s->max_step);
    return bad;
}

static int set_energy_tolerance(dae *m, const double *powers) {
    double tolerance = m->energy_tolerance = sun_energy_tolerance(&m->base, powers);
    return tolerance > 0 ? IDAQuadSStolerances(m->mem, 0, tolerance) : IDA_SUCCESS;
}

static int init(dae *m) {
    sun_base *b = &m->base;
    int bad = IDASetErrHandlerFn(m->mem, sun_complaint, b) | IDAInit(m->mem, residual, m->t, m->y, m->rate);
    bad |= IDASetUserData(m->mem, m) | IDAWFtolerances(m->mem, weights);
    if (bad) return bad;
    bad = make_solver(m) | IDASetLinearSolver(m->mem, m->linear, m->A) | IDASetJacFn(m->mem, jacobian);
    bad |= set_limits(m) | IDAQuadInit(m->mem, power_rates, m->powers);
    if (b->ny == 0)
        bad |= IDAQuadSStolerances(m->mem, b->setup.rtol, 1e-9) | IDASetQuadErrCon(m->mem, SUNTRUE);
    else if (b->n.contacts)
        bad |= set_energy_tolerance(m, sun_data(m->powers)) | IDASetQuadErrCon(m->mem, SUNTRUE);
    return bad;
}

/* ---- starting ---- */
/* From m->t and the state in m->y: rates from the mechanics; the multipliers follow in the first step. */
static int start(dae *m) {
    sun_base *b = &m->base;
    double *y = sun_data(m->y), *rate = sun_data(m->rate), powers[MB_QUADS];
    sun_forget(b);
    N_VConst(0.0, m->rate);
    for (int i = b->ny; i < m->length && !m->renewed; i++) y[i] = 0;
    int flag = sun_evaluate(b, m->t, y, rate, powers);
    if (flag) return flag;
    int bad = m->started ? IDAReInit(m->mem, m->t, m->y, m->rate) | IDAQuadReInit(m->mem, m->powers) : init(m);
    if (bad) return -1;
    m->started = m->fresh = true;
    m->again = false;
    b->fails_seen = b->newton_fails_seen = 0;
    double first = m->renewed ? part_of_last * b->last_step : b->setup.first_step;
    m->renewed = false;
    return IDASetInitStep(m->mem, first);
}

static void dense(void *self, double t, double *y, double *quads);

static abut_status restart(void *self, double t, const double *y) {
    dae *m = self;
    sun_base *b = &m->base;
    if (m->started) dense(m, t, NULL, sun_data(m->powers));
    memcpy(sun_data(m->y), y, (size_t)b->ny * sizeof *y);
    m->t = m->t_from = t;
    b->last = ABUT_OK;
    b->last_step = 0;
    if (!start(m)) return ABUT_OK;
    return b->last ? b->last : ABUT_NO_MEMORY;
}

/* ---- stepping ---- */
static void count(dae *m) {
    long fails = 0, newton_fails = 0;
    if (!IDAGetNumErrTestFails(m->mem, &fails) && !IDAGetNumNonlinSolvConvFails(m->mem, &newton_fails))
        sun_count(&m->base, fails, newton_fails);
}

static abut_status step(void *self, double *t, abut_message *message) {
    dae *m = self;
    sun_base *b = &m->base;
    double t0 = m->t, h = 0;
    abut_status status = sun_may_step(b, t0, message);
    if (status) return status;
    b->last = ABUT_OK;
    b->said[0] = '\0';
    if (m->again && start(m)) return sun_failure(b, t0, b->last_step, message);
    double latest = sun_latest(b, t0);
    int flag = isfinite(latest) ? IDASetStopTime(m->mem, latest) : IDA_SUCCESS;
    if (flag >= 0) flag = IDASolve(m->mem, sun_ahead(b, t0), &m->t, m->y, m->rate, IDA_ONE_STEP);
    count(m);
    if (flag < 0) {
        m->t = t0;
        (void)IDAGetCurrentStep(m->mem, &h);
        return sun_failure(b, t0, h, message);
    }
    m->fresh = false;
    m->t_from = t0;
    *t = m->t;
    if (b->n.contacts) {
        double powers[MB_QUADS];
        dense(m, m->t, NULL, powers);
        (void)set_energy_tolerance(m, powers);
    }
    status = sun_stepped(b, t0, m->t, sun_data(m->y), true, message);
    if (sun_lengths_lost(b, m->t, sun_data(m->y), sun_data(m->y_between))) {
        dense(m, m->t, NULL, sun_data(m->powers));
        m->again = true;
    }
    return status;
}

static void dense(void *self, double t, double *y, double *quads) {
    dae *m = self;
    N_Vector vy = m->y, vp = m->powers;
    t = fmin(fmax(t, m->t_from), m->t);
    if (!m->fresh) {
        if (y && !IDAGetDky(m->mem, t, 0, m->y_between)) vy = m->y_between;
        if (quads && !IDAGetQuadDky(m->mem, t, 0, m->powers_between)) vp = m->powers_between;
    }
    if (y) memcpy(y, sun_data(vy), (size_t)m->base.ny * sizeof *y);
    if (quads) memmove(quads, sun_data(vp), MB_QUADS * sizeof *quads);
}

/* ---- saving ---- */
/* The end of the last step becomes a start. */
static void renew(void *self) {
    dae *m = self;
    if (!m->again) dense(m, m->t, NULL, sun_data(m->powers));
    m->again = m->renewed = true;
    sun_forget(&m->base);
}

static void archive_it(void *self, archive *a) {
    dae *m = self;
    sun_base *b = &m->base;
    archive_part(a, b->name, (size_t)m->length);
    if (!a->loading && !m->again) dense(m, m->t, NULL, sun_data(m->powers));
    ARCHIVE(a, m->t);
    archive_doubles(a, sun_data(m->y), (size_t)(m->length > 0 ? m->length : 1));
    archive_doubles(a, sun_data(m->powers), MB_QUADS);
    ARCHIVE(a, m->energy_tolerance);
    sun_archive(b, a);
    if (!a->loading || a->bad) return;
    m->t_from = m->t;
    m->fresh = true; /* what dense asks for is in y and powers */
    if (m->energy_tolerance > 0) (void)IDAQuadSStolerances(m->mem, 0, m->energy_tolerance);
    renew(m);
}

static void destroy(void *self) {
    dae *m = self;
    if (m->mem) IDAFree(&m->mem);
    if (m->linear) (void)SUNLinSolFree(m->linear);
    if (m->klu) (void)SUNLinSolFree(m->klu);
    if (m->A) SUNMatDestroy(m->A);
    if (m->matrix) SUNMatDestroy(m->matrix);
    N_Vector all[] = {m->y, m->rate, m->y_between, m->powers, m->powers_between, m->id, m->unknowns, m->right};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i]) N_VDestroy(all[i]);
    free(m->row), free(m->M), free(m->place);
    sun_end(&m->base);
}

static const abut_param_info params[] = {{0}};
static const abut_choice examples[] = {{.type = "ida"}, {0}};

const integrator_type integrator_ida = {
    .type = {"solver", "ida", "BDF for differential-algebraic equations (IDAS): loops kept as equations, index 2",
             params, examples},
    .size = sizeof(dae),
    .library = true,
    .constraints = true,
    .element_states = false,
    .observes = true,
    .tests_powers = true,
    .single = true,
    .create = create,
    .restart = restart,
    .step = step,
    .dense = dense,
    .destroy = destroy,
    .archive = archive_it,
    .renew = renew,
};
