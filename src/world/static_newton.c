/* The last stage of statics: Newton's method with line search by KINSOL. Unknowns are d (chart about s->y) and lambda. */
#include <kinsol/kinsol.h>
#include <math.h>
#include <string.h>

#include "integrate/sundials_common.h"
#include "static_inside.h"

enum { MOST_NEWTON = 60, MOST_NEWTON_TRIALS = 1000 };

typedef struct finish {
    statics *s;
    sun_base base; /* context and complaints */
    void *mem;
    N_Vector v, v_scale, f_scale;
    SUNMatrix A;
    SUNLinearSolver linear;
    int trials; /* so far */
} finish;

static void place(const statics *s, N_Vector v) {
    memcpy(s->y_try, s->y, (size_t)s->ny * sizeof(double));
    mb_retract(s->system, s->y, sun_data(v), s->y_try);
}

static int equations(N_Vector v, N_Vector f, void *user) {
    finish *q = user;
    const statics *s = q->s;
    if (++q->trials > MOST_NEWTON_TRIALS) return -1; /* its search for a step length may not end by itself */
    place(s, v);
    double *data = sun_data(f);
    return sun_answer(&q->base, static_residual(s, s->y_try, sun_data(v) + s->n.nu, data, data + s->n.nu));
}

static int jacobian(N_Vector v, N_Vector f, SUNMatrix A, void *user, N_Vector t1, N_Vector t2) {
    finish *q = user;
    (void)f, (void)A, (void)t1, (void)t2;
    place(q->s, v);
    (void)static_residual(q->s, q->s->y_try, sun_data(v) + q->s->n.nu, q->s->d,
                          NULL); /* these multipliers have stiffness */
    int flag = sun_answer(&q->base, static_stiffness(q->s, q->s->y_try));
    return flag ? flag : sun_answer(&q->base, mb_factor_static(q->s->work, q->s->eps_least));
}

static int solve(SUNLinearSolver solver, SUNMatrix A, N_Vector z, N_Vector b, realtype tolerance) {
    finish *q = solver->content;
    statics *s = q->s;
    (void)A, (void)tolerance;
    double *out = sun_data(z);
    memcpy(out, sun_data(b), (size_t)(s->n.nu + s->n.nc) * sizeof(double));
    memcpy(s->change, out + s->n.nu, (size_t)s->n.nc * sizeof(double));
    mb_solve_static(s->work, out, s->change, out + s->n.nu);
    s->solves++;
    return isfinite(static_largest(out, s->n.nu)) ? SUNLS_SUCCESS : SUNLS_LUFACT_FAIL;
}

static int prepare(finish *q) {
    statics *s = q->s;
    int n = s->n.nu + s->n.nc;
    if (SUNContext_Create(NULL, &q->base.context)) return KIN_MEM_FAIL;
    q->v = sun_vector(&q->base, n);
    q->v_scale = sun_vector(&q->base, n);
    q->f_scale = sun_vector(&q->base, n);
    q->A = sun_no_matrix(q->base.context);
    q->linear = sun_own_solver(q->base.context, q, solve);
    q->mem = KINCreate(q->base.context);
    if (!q->v || !q->v_scale || !q->f_scale || !q->A || !q->linear || !q->mem) return KIN_MEM_FAIL;
    N_VConst(1.0, q->v_scale);
    double *f = sun_data(q->f_scale);
    for (int i = 0; i < s->n.nu; i++) f[i] = 1 / static_allowed(s, i);
    for (int i = 0; i < s->n.nc; i++) f[s->n.nu + i] = 1 / gap_accuracy;
    memcpy(sun_data(q->v) + s->n.nu, s->lambda, (size_t)s->n.nc * sizeof(double));
    int bad = KINSetErrHandlerFn(q->mem, sun_complaint, &q->base) | KINSetUserData(q->mem, q);
    bad |= KINInit(q->mem, equations, q->v);
    bad |= KINSetLinearSolver(q->mem, q->linear, q->A) | KINSetJacFn(q->mem, jacobian) | KINSetMaxSetupCalls(q->mem, 1);
    bad |= KINSetFuncNormTol(q->mem, 1.0) | KINSetScaledStepTol(q->mem, 1e-18) | KINSetNumMaxIters(q->mem, MOST_NEWTON);
    return bad | KINSetMaxNewtonStep(q->mem, 1e20);
}

static void put_away(finish *q) {
    if (q->mem) KINFree(&q->mem);
    if (q->linear) (void)SUNLinSolFree(q->linear);
    if (q->A) SUNMatDestroy(q->A);
    N_Vector all[] = {q->v, q->v_scale, q->f_scale};
    for (int i = 0; i < 3; i++)
        if (all[i]) N_VDestroy(all[i]);
    sun_end(&q->base);
}

abut_status static_polish(statics *s) {
    integrator_counts counts = {0};
    finish q = {.s = s, .base = {.name = "static", .setup = {.counts = &counts}}};
    int bad = prepare(&q);
    double before = static_in_allowed(s, s->r), violation = s->violation;
    if (!bad && KINSol(q.mem, q.v, KIN_LINESEARCH, q.v_scale, q.f_scale) != KIN_MEM_FAIL) {
        place(s, q.v);
        const double *lambda = sun_data(q.v) + s->n.nu;
        if (!static_residual(s, s->y_try, lambda, s->r, s->g) &&
            (static_in_allowed(s, s->r) <= before || static_largest(s->g, s->n.nc) < violation)) {
            memcpy(s->y, s->y_try, (size_t)s->n.nx * sizeof(double));
            memcpy(s->lambda, lambda, (size_t)s->n.nc * sizeof(double));
        }
    }
    put_away(&q);
    return bad == KIN_MEM_FAIL ? ABUT_NO_MEMORY : ABUT_OK;
}
