/* Linear multistep methods of variable order and step (CVODES).
 *
 *   bdf    backward differentiation, Newton's method with the exact Jacobian of the mechanics
 *   adams  Adams-Moulton, functional iteration: for smooth motion without stiffness
 *
 * Newton's systems (I - gamma J) z = b are solved in the tangent space: (d, z_u) from mb_newton with right-hand side
 * b/gamma. The part of b along a quaternion has no tangent and is left as it is; so are states of contact elements.
 * BDF moves each accepted state onto the constraints and to unit quaternions (projection of CVODES). The integrals
 * of the powers run along as quadratures, in the error test where there are contacts. Contacts that remember friction hold their modes
 * between located events (transitions.h), and every event is a new start at order 1. */
#include <cvodes/cvodes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "base/archive.h"
#include "base/message.h"
#include "transitions.h"

enum { ORDER_WITH_CONTACTS = 2, ORDER_BDF = 5, ORDER_ADAMS = 12 };

typedef struct multistep {
    sun_base base; /* first: complaints and evaluations know it */
    void *mem;
    bool adams;
    bool started, fresh; /* CVodeInit is done; no step since the last start */
    bool at_event;    /* the last step ended at an event, or quaternions had to be mended: start anew before the next */
    double t_from, t; /* start and end of the last step */
    N_Vector y, powers; /* there: state and integrals */
    N_Vector y_between, powers_between;
    transitions events;
    int steps;      /* since the last start */
    double h_first; /* s, what the first steps after a start have settled at; 0: unknown */
    SUNMatrix A;
    SUNLinearSolver linear;
    SUNNonlinearSolver iteration;
    double energy_tolerance;     /* J, of the integrals; 0: none was set */
    double gamma;                /* of the last factorisation */
    double *x_at, *dx, *rd, *ru; /* Newton: x of the linearisation, scratch */
} multistep;

/* ---- what CVODES calls ---- */
static int rhs(realtype t, N_Vector y, N_Vector ydot, void *user) {
    return sun_evaluate(user, t, sun_data(y), sun_data(ydot), NULL);
}

static int power_rates(realtype t, N_Vector y, N_Vector rates, void *user) {
    return sun_evaluate(user, t, sun_data(y), NULL, sun_data(rates));
}

static int weights(N_Vector y, N_Vector w, void *user) { return sun_weights(user, sun_data(y), sun_data(w)); }

static int event_values(realtype t, N_Vector y, realtype *g, void *user) {
    return transitions_values(&((multistep *)user)->events, t, sun_data(y), g) ? -1 : 0;
}

static int project(realtype t, N_Vector y, N_Vector correction, realtype epsilon, N_Vector error, void *user) {
    sun_base *b = user;
    (void)epsilon, (void)error;
    /* y itself must stay: the correction is taken from a copy */
    multistep *m = user;
    double *copy = sun_data(m->y_between);
    memcpy(copy, sun_data(y), (size_t)b->ny * sizeof *copy);
    return sun_project(b, t, copy, sun_data(correction));
}

static int linear_system(realtype t, N_Vector y, N_Vector fy, SUNMatrix A, booleantype jac_ok, booleantype *jac_current,
                         realtype gamma, void *user, N_Vector t1, N_Vector t2, N_Vector t3) {
    multistep *m = user;
    sun_base *b = &m->base;
    (void)fy, (void)A, (void)t1, (void)t2, (void)t3;
    *jac_current = !jac_ok;
    if (!jac_ok) {
        int flag = sun_linearise(b, t, sun_data(y));
        if (flag) return flag;
        memcpy(m->x_at, sun_data(y), (size_t)b->n.nx * sizeof *m->x_at);
    }
    m->gamma = gamma;
    b->setup.counts->factorisations++;
    return sun_answer(b, mb_factor(b->setup.work, gamma));
}

static int solve(SUNLinearSolver solver, SUNMatrix A, N_Vector z, N_Vector r, realtype tolerance) {
    multistep *m = solver->content;
    const sun_base *b = &m->base;
    int nx = b->n.nx, nu = b->n.nu;
    const double *in = sun_data(r);
    double *out = sun_data(z);
    (void)A, (void)tolerance;
    mb_tangent_of(b->setup.system, m->x_at, in, m->rd);
    /* what has no tangent stays: out_x = b_x - (tangent part of b_x) + (solution) */
    mb_of_tangent(b->setup.system, m->x_at, m->rd, m->dx);
    for (int i = 0; i < b->length; i++) out[i] = in[i];
    for (int i = 0; i < nx; i++) out[i] -= m->dx[i];
    for (int i = 0; i < nu; i++) {
        m->rd[i] /= m->gamma;
        m->ru[i] = in[nx + i] / m->gamma;
    }
    mb_newton(b->setup.work, m->rd, m->ru);
    mb_of_tangent(b->setup.system, m->x_at, m->rd, m->dx);
    for (int i = 0; i < nx; i++) out[i] += m->dx[i];
    for (int i = 0; i < nu; i++) out[nx + i] = m->ru[i];
    return SUNLS_SUCCESS;
}

/* ---- creation ---- */
static abut_status no_memory(const multistep *m, abut_message *message) {
    return say(message, ABUT_NO_MEMORY, "%s: out of memory", m->base.name);
}

static bool allocate(multistep *m) {
    sun_base *b = &m->base;
    size_t nx = (size_t)b->n.nx + 1, nu = (size_t)b->n.nu + 1;
    m->x_at = calloc(2 * nx + 2 * nu, sizeof(double));
    m->y = sun_vector(b, b->length);
    m->y_between = sun_vector(b, b->length);
    m->powers = sun_vector(b, MB_QUADS);
    m->powers_between = sun_vector(b, MB_QUADS);
    m->mem = CVodeCreate(m->adams ? CV_ADAMS : CV_BDF, b->context);
    if (!transitions_begin(&m->events, b) || !m->x_at || !m->y || !m->y_between || !m->powers || !m->powers_between ||
        !m->mem)
        return false;
    m->dx = m->x_at + nx;
    m->rd = m->dx + nx;
    m->ru = m->rd + nu;
    return true;
}

static abut_status create(multistep *m, const char *name, const integrator_setup *setup, abut_message *message) {
    abut_status status = sun_begin(&m->base, name, setup, message);
    if (status) return status;
    if (m->adams && m->base.n.nc > 0)
        return say(message, ABUT_INCONSISTENT, "%s: joints that close loops need the solver 'bdf', 'rk' or 'ida'",
                   name);
    return allocate(m) ? ABUT_OK : no_memory(m, message);
}

static abut_status create_bdf(void *self, const integrator_setup *setup, abut_message *message) {
    return create(self, "bdf", setup, message);
}

static abut_status create_adams(void *self, const integrator_setup *setup, abut_message *message) {
    ((multistep *)self)->adams = true;
    return create(self, "adams", setup, message);
}

static int order_limit(const multistep *m) {
    const integrator_setup *s = &m->base.setup;
    int most = m->adams ? ORDER_ADAMS : ORDER_BDF;
    /* Orders 3 to 5 of BDF are unstable for lightly damped vibration, which every elastic contact has. Where friction really
     * sticks, springs are damped and every event starts from order 1: there they pay, down to a tenth of critical damping. */
    int preset = !m->adams && s->has_contacts && !m->events.held ? ORDER_WITH_CONTACTS : most;
    return s->max_order <= 0 ? preset : s->max_order < most ? s->max_order : most;
}

static int set_iteration(multistep *m) {
    sun_base *b = &m->base;
    if (m->adams) {
        m->iteration = SUNNonlinSol_FixedPoint(m->y, 0, b->context);
        return m->iteration ? CVodeSetNonlinearSolver(m->mem, m->iteration) : CV_MEM_FAIL;
    }
    m->A = sun_no_matrix(b->context);
    m->linear = sun_own_solver(b->context, m, solve);
    if (!m->A || !m->linear) return CV_MEM_FAIL;
    int bad = CVodeSetLinearSolver(m->mem, m->linear, m->A) | CVodeSetLinSysFn(m->mem, linear_system);
    if (b->n.quaternions || b->n.nc > 0)
        bad |=
            CVodeSetProjFn(m->mem, project) | CVodeSetProjErrEst(m->mem, SUNFALSE) | CVodeSetProjFrequency(m->mem, 1);
    return bad;
}

static int set_limits(multistep *m) {
    const integrator_setup *s = &m->base.setup;
    void *mem = m->mem;
    int bad = CVodeSetMaxErrTestFails(mem, SUN_MOST_FAILS) | CVodeSetMaxConvFails(mem, SUN_MOST_FAILS);
    bad |= CVodeSetMaxHnilWarns(mem, -1) | CVodeSetMaxNumSteps(mem, -1) | CVodeSetMaxOrd(mem, order_limit(m));
    if (s->max_step > 0) bad |= CVodeSetMaxStep(mem, s->max_step);
    /* Friction near sticking turns small errors of velocities into large ones of powers: Newton's method goes
     * further than the error test needs. */
    if (!m->adams) bad |= CVodeSetNonlinConvCoef(mem, 0.003);
    if (!m->adams && order_limit(m) > 2) bad |= CVodeSetStabLimDet(mem, SUNTRUE);
    return bad;
}

static int set_energy_tolerance(multistep *m, const double *powers) {
    double tolerance = m->energy_tolerance = sun_energy_tolerance(&m->base, powers);
    return tolerance > 0 ? CVodeQuadSStolerances(m->mem, 0, tolerance) : CV_SUCCESS;
}

/* Everything that can only be said once CVODES has a first state. */
static int init(multistep *m) {
    sun_base *b = &m->base;
    int bad = CVodeSetErrHandlerFn(m->mem, sun_complaint, b);
    bad |= CVodeInit(m->mem, rhs, m->t, m->y) | CVodeSetUserData(m->mem, m) | CVodeWFtolerances(m->mem, weights);
    if (bad) return bad;
    bad = set_iteration(m) | set_limits(m) | CVodeQuadInit(m->mem, power_rates, m->powers);
    if (b->ny == 0) /* driven bodies only: the integrals are all there is to be accurate about */
        bad |= CVodeQuadSStolerances(m->mem, b->setup.rtol, 1e-9) | CVodeSetQuadErrCon(m->mem, SUNTRUE);
    else if (b->n.contacts)
        bad |= set_energy_tolerance(m, sun_data(m->powers)) | CVodeSetQuadErrCon(m->mem, SUNTRUE);
    if (m->events.count > 0)
        bad |= CVodeRootInit(m->mem, m->events.count, event_values) | CVodeSetNoInactiveRootWarn(m->mem) |
               CVodeSetRootDirection(m->mem, m->events.direction);
    return bad;
}

/* ---- starting ---- */
/* From m->t, m->y with the integrals m->powers. */
static int start(multistep *m) {
    int bad = m->started ? CVodeReInit(m->mem, m->t, m->y) | CVodeQuadReInit(m->mem, m->powers) : init(m);
    if (bad) return bad;
    m->started = m->fresh = true;
    m->at_event = false;
    m->base.fails_seen = m->base.newton_fails_seen = 0;
    m->steps = 0;
    double first = m->base.setup.first_step;
    return CVodeSetInitStep(m->mem, first > 0 ? first : m->h_first);
}

static void dense(void *self, double t, double *y, double *quads);

static abut_status restart(void *self, double t, const double *y) {
    multistep *m = self;
    sun_base *b = &m->base;
    if (m->started) dense(m, t, NULL, sun_data(m->powers));
    memcpy(sun_data(m->y), y, (size_t)b->ny * sizeof *y);
    m->t = m->t_from = t;
    b->last = ABUT_OK;
    b->last_step = 0;
    sun_forget(b);
    abut_status status = transitions_start(&m->events, t, y);
    if (status) return status;
    double rates[MB_QUADS];
    if (sun_evaluate(b, t, y, NULL, rates)) return b->last;
    return start(m) ? ABUT_NO_MEMORY : ABUT_OK;
}

/* ---- stepping ---- */
static void count(multistep *m) {
    long fails = 0, newton_fails = 0;
    if (!CVodeGetNumErrTestFails(m->mem, &fails) && !CVodeGetNumNonlinSolvConvFails(m->mem, &newton_fails))
        sun_count(&m->base, fails, newton_fails);
}

/* The step has ended at an event: contacts change their state there. */
static abut_status end_at_event(multistep *m, abut_message *message) {
    sun_base *b = &m->base;
    b->setup.counts->events++;
    m->at_event = true;
    if (!m->adams && (b->n.quaternions || b->n.nc > 0) && sun_project(b, m->t, sun_data(m->y), NULL))
        return sun_failure(b, m->t_from, m->t - m->t_from, message);
    if (!m->events.held) return ABUT_OK;
    if (CVodeGetDky(m->mem, m->t_from, 0, m->y_between)) return sun_failure(b, m->t_from, m->t - m->t_from, message);
    return transitions_make(&m->events, m->t_from, sun_data(m->y_between), m->t, sun_data(m->y), message);
}

static int start_after_event(multistep *m) {
    sun_base *b = &m->base;
    dense(m, m->t, NULL, sun_data(m->powers));
    double rates[MB_QUADS];
    sun_forget(b);
    int flag = sun_evaluate(b, m->t, sun_data(m->y), NULL, rates);
    return flag ? flag : start(m);
}

/* For the next start: how long steps are once they have grown, how large the energies are. */
static void note_start(multistep *m, bool event) {
    double powers[MB_QUADS];
    if (m->steps == 2 && !event) m->h_first = 0.5 * (m->t - m->t_from);
    dense(m, m->t, NULL, powers);
    (void)set_energy_tolerance(m, powers);
}

static abut_status step(void *self, double *t, abut_message *message) {
    multistep *m = self;
    sun_base *b = &m->base;
    double t0 = m->t, h = 0;
    abut_status status = sun_may_step(b, t0, message);
    if (status) return status;
    b->last = ABUT_OK;
    b->said[0] = '\0';
    if (m->at_event && start_after_event(m)) return sun_failure(b, t0, b->last_step, message);
    double latest = sun_latest(b, t0);
    int flag = isfinite(latest) ? CVodeSetStopTime(m->mem, latest) : CV_SUCCESS;
    if (flag >= 0) flag = CVode(m->mem, sun_ahead(b, t0), m->y, &m->t, CV_ONE_STEP);
    count(m);
    if (flag < 0) {
        m->t = t0;
        (void)CVodeGetCurrentStep(m->mem, &h);
        return sun_failure(b, t0, h, message);
    }
    m->fresh = false;
    m->t_from = t0;
    *t = m->t;
    m->steps++;
    bool root = flag == CV_ROOT_RETURN, event = root || transitions_missed(&m->events, m->t);
    if (b->n.contacts) note_start(m, event);
    if (root && CVodeGetRootInfo(m->mem, m->events.found)) status = no_memory(m, message);
    if (!status && event) status = end_at_event(m, message);
    if (!status) status = sun_stepped(b, t0, m->t, sun_data(m->y), !event, message);
    if (m->adams && sun_lengths_lost(b, m->t, sun_data(m->y), sun_data(m->y_between))) m->at_event = true;
    return status;
}

static void dense(void *self, double t, double *y, double *quads) {
    multistep *m = self;
    sun_base *b = &m->base;
    N_Vector vy = m->y, vp = m->powers;
    t = fmin(fmax(t, m->t_from), m->t);
    if (!m->fresh) {
        if (y && t < m->t && !CVodeGetDky(m->mem, t, 0, m->y_between)) vy = m->y_between;
        if (quads && !CVodeGetQuadDky(m->mem, t, 0, m->powers_between)) vp = m->powers_between;
    }
    if (y) memcpy(y, sun_data(vy), (size_t)b->ny * sizeof *y);
    if (quads) memmove(quads, sun_data(vp), MB_QUADS * sizeof *quads);
}

/* ---- saving ---- */
/* The end of the last step becomes a start. */
static void renew(void *self) {
    multistep *m = self;
    m->at_event = true;
    sun_forget(&m->base);
}

static void archive_it(void *self, archive *a) {
    multistep *m = self;
    sun_base *b = &m->base;
    archive_part(a, b->name, (size_t)b->length);
    if (!a->loading) dense(m, m->t, NULL, sun_data(m->powers));
    ARCHIVE(a, m->t);
    archive_doubles(a, sun_data(m->y), (size_t)b->length);
    archive_doubles(a, sun_data(m->powers), MB_QUADS);
    ARCHIVE(a, m->h_first);
    ARCHIVE(a, m->energy_tolerance);
    transitions_archive(&m->events, a);
    sun_archive(b, a);
    if (!a->loading || a->bad) return;
    m->t_from = m->t;
    m->fresh = true; /* what dense asks for is in y and powers */
    if (m->energy_tolerance > 0) (void)CVodeQuadSStolerances(m->mem, 0, m->energy_tolerance);
    renew(m);
}

static void destroy(void *self) {
    multistep *m = self;
    transitions_end(&m->events);
    if (m->mem) CVodeFree(&m->mem);
    if (m->iteration) (void)SUNNonlinSolFree(m->iteration);
    if (m->linear) (void)SUNLinSolFree(m->linear);
    if (m->A) SUNMatDestroy(m->A);
    N_Vector all[] = {m->y, m->powers, m->y_between, m->powers_between};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i]) N_VDestroy(all[i]);
    free(m->x_at);
    sun_end(&m->base);
}

static const abut_param_info params[] = {{0}};
static const abut_choice bdf_examples[] = {{.type = "bdf"}, {0}};
static const abut_choice adams_examples[] = {{.type = "adams"}, {0}};

const integrator_type integrator_bdf = {
    .type = {"solver", "bdf", "implicit multistep method of variable order (CVODES): stiff models, events, loops",
             params, bdf_examples},
    .size = sizeof(multistep),
    .library = true,
    .constraints = true,
    .element_states = true,
    .events = true,
    .observes = true,
    .tests_powers = true,
    .chosen = SOLVES_STATES,
    .create = create_bdf,
    .restart = restart,
    .step = step,
    .dense = dense,
    .destroy = destroy,
    .archive = archive_it,
    .renew = renew,
};

const integrator_type integrator_adams = {
    .type = {"solver", "adams", "multistep method for smooth motion without stiffness (CVODES, orders 1 to 12)", params,
             adams_examples},
    .size = sizeof(multistep),
    .library = true,
    .constraints = false,
    .element_states = true,
    .events = true,
    .observes = true,
    .tests_powers = true,
    .crowds = true,
    .create = create_adams,
    .restart = restart,
    .step = step,
    .dense = dense,
    .destroy = destroy,
    .archive = archive_it,
    .renew = renew,
};
