/* Explicit Runge-Kutta methods with error control (ARKODE): smooth motion, and comparison with the others.
 *
 * Orders 2 to 5 and 8 (Fehlberg); without a wish order 5 (Dormand-Prince), whose error estimate keeps its promise best:
 * for the same accuracy order 8 needs as many evaluations, and contacts deceive its estimate. The integrals of the
 * powers are components at the end of the state that the error test does not see. Each accepted state is moved onto the
 * constraints and to unit quaternions before the next step starts from it.
 *
 * A state that cannot be evaluated ends an explicit method of ARKODE. So a stage that fails answers with a huge rate
 * instead: the error test refuses the step and a shorter one follows. Between steps: Hermite interpolation of degree
 * 5. */
#include <arkode/arkode_erkstep.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "base/message.h"
#include "sundials_common.h"

static const double huge_rate = 1e60;
enum { MOST_RETRIES = 15 };

typedef struct explicit_rk {
    sun_base base; /* first: complaints and evaluations know it */
    void *mem;
    bool started;
    bool at_event;
    bool renewed; /* start anew before the next step, from an evaluation there and nothing else */
    double t_from, t;
    N_Vector y;      /* at t: state, then the integrals of the powers */
    N_Vector y_from; /* the same at t_from */
    N_Vector y_between;
    int failed_stages; /* of the step being tried */
    double t_failed;   /* time of the last evaluation that failed; NAN after one that did not */
} explicit_rk;

/* ---- what ARKODE calls ---- */
static int rhs(realtype t, N_Vector y, N_Vector ydot, void *user) {
    explicit_rk *m = user;
    double *f = sun_data(ydot);
    int length = m->base.length, flag = sun_evaluate(user, t, sun_data(y), f, f + length);
    if (flag < 0) return flag;
    m->t_failed = flag ? t : NAN;
    if (flag) { /* factors that differ: the errors of several failed stages must not cancel */
        double rate = huge_rate * (1 + 0.37 * (m->failed_stages++ % 16));
        for (int i = 0; i < length + MB_QUADS; i++) f[i] = i < length ? rate : 0;
    }
    return 0;
}

static int weights(N_Vector y, N_Vector w, void *user) {
    sun_base *b = user;
    double *data = sun_data(w);
    double allowed = sun_energy_tolerance(b, sun_data(y) + b->length);
    for (int i = 0; i < MB_QUADS; i++) data[b->length + i] = allowed > 0 ? 1 / allowed : 1e-30;
    if (b->ny == 0) /* driven bodies only: the integrals are all there is to be accurate about */
        for (int i = 0; i < MB_QUADS; i++)
            data[b->length + i] = 1 / (b->setup.rtol * fabs(sun_data(y)[b->length + i]) + 1e-9);
    return sun_weights(b, sun_data(y), data);
}

static int gaps(realtype t, N_Vector y, realtype *g, void *user) { return sun_gaps(user, t, sun_data(y), g) ? -1 : 0; }

static int project(realtype t, N_Vector y, void *user) { return sun_project(user, t, sun_data(y), NULL); }

/* ---- creation ---- */
static abut_status create(void *self, const integrator_setup *setup, abut_message *message) {
    explicit_rk *m = self;
    sun_base *b = &m->base;
    abut_status status = sun_begin(b, "rk", setup, message);
    if (status) return status;
    m->y = sun_vector(b, b->length + MB_QUADS);
    m->y_from = sun_vector(b, b->length + MB_QUADS);
    m->y_between = sun_vector(b, b->length + MB_QUADS);
    if (!m->y || !m->y_from || !m->y_between) return say(message, ABUT_NO_MEMORY, "rk: out of memory");
    m->t_failed = NAN;
    return ABUT_OK;
}

static ARKODE_ERKTableID table_for(int order) {
    if (order >= 8) return ARKODE_FEHLBERG_13_7_8;
    if (order == 0 || order >= 5) return ARKODE_DORMAND_PRINCE_7_4_5;
    return order == 4 ? ARKODE_ZONNEVELD_5_3_4 : order == 3 ? ARKODE_BOGACKI_SHAMPINE_4_2_3 : ARKODE_HEUN_EULER_2_1_2;
}

static int set_limits(explicit_rk *m) {
    const integrator_setup *s = &m->base.setup;
    void *mem = m->mem;
    int bad = ERKStepSetTableNum(mem, table_for(s->max_order)) | ERKStepSetInterpolantType(mem, ARK_INTERP_HERMITE);
    bad |= ERKStepSetInterpolantDegree(mem, ARK_INTERP_MAX_DEGREE) | ERKStepSetMaxErrTestFails(mem, SUN_MOST_FAILS);
    bad |= ERKStepSetMaxHnilWarns(mem, -1) | ERKStepSetMaxNumSteps(mem, -1);
    if (s->max_step > 0) bad |= ERKStepSetMaxStep(mem, s->max_step);
    return bad;
}

static int init(explicit_rk *m) {
    sun_base *b = &m->base;
    m->mem = ERKStepCreate(rhs, m->t, m->y, b->context);
    if (!m->mem) return ARK_MEM_FAIL;
    int bad = ERKStepSetErrHandlerFn(m->mem, sun_complaint, b) | ERKStepSetUserData(m->mem, m);
    bad |= ERKStepWFtolerances(m->mem, weights) | set_limits(m);
    if (b->n.quaternions || b->n.nc > 0) bad |= ERKStepSetPostprocessStepFn(m->mem, project);
    if (b->roots > 0) bad |= ERKStepRootInit(m->mem, b->roots, gaps) | ERKStepSetNoInactiveRootWarn(m->mem);
    return bad;
}

/* ---- starting ---- */
/* From m->t, m->y with a first step h; 0: chosen by ARKODE. */
static int start(explicit_rk *m, double h) {
    int bad = m->started ? ERKStepReInit(m->mem, rhs, m->t, m->y) : init(m);
    if (bad) return bad;
    m->started = true;
    m->at_event = false;
    m->base.fails_seen = 0;
    return ERKStepSetInitStep(m->mem, h);
}

static void dense(void *self, double t, double *y, double *quads);

static abut_status restart(void *self, double t, const double *y) {
    explicit_rk *m = self;
    sun_base *b = &m->base;
    double *data = sun_data(m->y), rates[MB_QUADS];
    if (m->started) dense(m, t, NULL, data + b->length);
    memcpy(data, y, (size_t)b->ny * sizeof *y);
    m->t = m->t_from = t;
    N_VScale(1.0, m->y, m->y_from);
    b->last = ABUT_OK;
    b->last_step = 0;
    sun_forget(b);
    if (sun_evaluate(b, t, y, NULL, rates)) return b->last;
    return start(m, b->setup.first_step) ? ABUT_NO_MEMORY : ABUT_OK;
}

/* ---- stepping ---- */
static void count(explicit_rk *m) {
    long fails = 0;
    if (!ERKStepGetNumErrTestFails(m->mem, &fails)) sun_count(&m->base, fails, 0);
}

/* One step from t_from; back there if it fails. Where it ends the mechanics must be able to go on. */
static int try_step(explicit_rk *m) {
    double latest = sun_latest(&m->base, m->t_from);
    m->failed_stages = 0;
    int flag = isfinite(latest) ? ERKStepSetStopTime(m->mem, latest) : ARK_SUCCESS;
    if (flag >= 0) flag = ERKStepEvolve(m->mem, sun_ahead(&m->base, m->t_from), m->y, &m->t, ARK_ONE_STEP);
    count(m);
    bool ended_badly = flag >= 0 && m->t_failed == m->t;
    if (flag >= 0 && !ended_badly) return flag;
    m->t = m->t_from;
    N_VScale(1.0, m->y_from, m->y);
    return flag < 0 ? flag : ARK_UNREC_RHSFUNC_ERR;
}

static int start_again(explicit_rk *m) {
    sun_base *b = &m->base;
    double rates[MB_QUADS];
    if (m->renewed) sun_forget(b);
    int flag = m->renewed ? sun_evaluate(b, m->t, sun_data(m->y), NULL, rates) : 0;
    m->renewed = false;
    return flag ? flag : start(m, b->setup.first_step);
}

static abut_status step(void *self, double *t, abut_message *message) {
    explicit_rk *m = self;
    sun_base *b = &m->base;
    double h = b->last_step;
    abut_status status = sun_may_step(b, m->t, message);
    if (status) return status;
    b->last = ABUT_OK;
    b->said[0] = '\0';
    m->t_from = m->t;
    N_VScale(1.0, m->y, m->y_from);
    if ((m->at_event || m->renewed) && start_again(m)) return sun_failure(b, m->t, h, message);
    int flag = try_step(m);
    for (int i = 0; i < MOST_RETRIES && flag < 0 && b->last > 0; i++) {
        double tried = 0;
        (void)ERKStepGetCurrentStep(m->mem, &tried);
        h = 0.1 * (tried > 0 ? tried : fmax(h, 1e-9));
        b->setup.counts->rejected++;
        if (start(m, h)) break;
        flag = try_step(m);
    }
    if (flag < 0) return sun_failure(b, m->t, h, message);
    if (flag == ARK_ROOT_RETURN) {
        b->setup.counts->events++;
        m->at_event = true;
    }
    *t = m->t;
    return sun_stepped(b, m->t_from, m->t, sun_data(m->y), false, message);
}

static void between(explicit_rk *m, double t) {
    if (ERKStepGetDky(m->mem, t, 0, m->y_between) == ARK_SUCCESS && m->failed_stages == 0) return;
    double part = m->t > m->t_from ? (t - m->t_from) / (m->t - m->t_from) : 1;
    N_VLinearSum(1 - part, m->y_from, part, m->y, m->y_between);
}

static void dense(void *self, double t, double *y, double *quads) {
    explicit_rk *m = self;
    sun_base *b = &m->base;
    N_Vector v = t >= m->t ? m->y : t <= m->t_from ? m->y_from : m->y_between;
    double touch_in = b->touch_in; /* that of the end of the step stays */
    m->failed_stages = 0;
    if (v == m->y_between) between(m, t);
    b->touch_in = touch_in;
    if (y) memmove(y, sun_data(v), (size_t)b->ny * sizeof *y);
    if (quads) memmove(quads, sun_data(v) + b->length, MB_QUADS * sizeof *quads);
}

/* ---- saving ---- */
/* The end of the last step becomes a start. */
static void renew(void *self) {
    explicit_rk *m = self;
    m->renewed = true;
    m->t_failed = NAN;
}

static void archive_it(void *self, archive *a) {
    explicit_rk *m = self;
    sun_base *b = &m->base;
    archive_part(a, b->name, (size_t)b->length);
    ARCHIVE(a, m->t);
    archive_doubles(a, sun_data(m->y), (size_t)b->length + MB_QUADS);
    sun_archive(b, a);
    if (!a->loading || a->bad) return;
    m->t_from = m->t;
    N_VScale(1.0, m->y, m->y_from);
    renew(m);
}

static void destroy(void *self) {
    explicit_rk *m = self;
    if (m->mem) ERKStepFree(&m->mem);
    N_Vector all[] = {m->y, m->y_from, m->y_between};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i]) N_VDestroy(all[i]);
    sun_end(&m->base);
}

static const abut_param_info params[] = {{0}};
static const abut_choice examples[] = {{.type = "rk"}, {0}};

const integrator_type integrator_rk = {
    .type = {"solver", "rk", "explicit Runge-Kutta methods of order 2 to 8 (ARKODE): smooth motion, comparison", params,
             examples},
    .size = sizeof(explicit_rk),
    .library = true,
    .constraints = true,
    .element_states = true,
    .events = true,
    .observes = true,
    .tests_powers = true,
    .crowds = true,
    .chosen = SOLVES_SMOOTH,
    .create = create,
    .restart = restart,
    .step = step,
    .dense = dense,
    .destroy = destroy,
    .archive = archive_it,
    .renew = renew,
};
