/* Rate-independent hysteresis: loading along F(h), unloading from the deepest approach h_m along a stiffer curve that
 * reaches zero at h_r = (1 - e^2) h_m:
 *   N = F(h_m) [(h - h_r)/(h_m - h_r)]^p,   F ~ h^p,
 * so that the share e^2 of the work of loading comes back and the restitution is e at every speed, as measured on hard
 * balls. Loading again follows the unloading curve up to h_m. The deepest approach lives in the contact's memory and is
 * forgotten when the bodies part. */
#include "damping.h"

typedef struct hysteretic {
    double e2; /* restitution squared */
} hysteretic;

static abut_status init(void *self, const abut_args *args) {
    double e = abut_arg(args, "restitution");
    ((hysteretic *)self)->e2 = e * e;
    return ABUT_OK;
}

/* Everything goes with the force at given curvatures, and so do its derivatives by them. */
static void scale_curvature(abut_normal *n, double factor) {
    n->energy_P *= factor;
    n->energy_Q *= factor;
}

static void apply(const void *self, const abut_patch *p, const abut_damping_memory *memory, abut_normal *n) {
    double e2 = ((const hysteretic *)self)->e2, F = n->N, k = n->exponent, work = F * p->h / (k + 1);
    if (p->h >= memory->h_max) { /* first loading: the part 1 - e^2 of the work is lost as it is done */
        n->energy = e2 * work;
        n->loss = (1 - e2) * F * p->hdot;
        n->lost = (1 - e2) * work;
        return;
    }
    double rest = (1 - e2) * memory->h_max, lift = p->h - rest;
    n->lost = (1 - e2) * work * pow(memory->h_max / p->h, k + 1); /* that part of the work up to h_m */
    scale_curvature(n, n->lost / work);
    if (lift <= 0) {
        n->N = n->energy = n->dN[0] = n->dN[2] = n->dN[3] = 0;
        return;
    }
    double factor = pow(lift / (e2 * p->h), k); /* N = F(h) [(h - h_r)/(e^2 h)]^p */
    n->N = F * factor;
    n->dN[0] = factor * (n->dN[0] + F * k * (1 / lift - 1 / p->h));
    n->dN[2] *= factor;
    n->dN[3] *= factor;
    n->energy = n->N * lift / (k + 1);
    scale_curvature(n, 1 + n->energy / n->lost);
}

static const abut_param_info params[] = {DAMPING_RESTITUTION, {0}};

static const abut_choice examples[] = {
    {"hysteretic", {{.name = "restitution", .value = 0.9}}},
    {0},
};

const abut_damping_type damping_hysteretic = {
    .type = {"damping", "hysteretic", "stiffer unloading: restitution independent of speed", params, examples},
    .size = sizeof(hysteretic),
    .init = init,
    .apply = apply,
    .books = true,
};
