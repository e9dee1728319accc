/* F = e h^(3/2) with a constant e, given or taken from exact Hertz at the patch of first touch. Right as long as the
 * curvatures at the contact do not change (balls in grooves at a fixed angle). */
#include "ellipse.h"

typedef struct fixed {
    double e; /* N/m^1.5; NaN: from first touch */
} fixed;

static abut_status init(void *self, const abut_args *args) {
    fixed *f = self;
    f->e = abut_arg(args, "e");
    if (!isnan(f->e) && abut_arg_given(args, "from"))
        return abut_refuse_at(args, "from", ABUT_BAD_VALUE, "give either e or from, not both");
    return ABUT_OK;
}

static abut_status force(const void *self, const abut_patch *p, const double *state, const abut_patch *first,
                         bool derivatives, abut_normal *out) {
    (void)state;
    const fixed *f = self;
    double G = 0, kappa = 0, hertz = 0;
    bool ellipse = p->P > 0 && p->E_star > 0 && isfinite(p->E_star);
    if (isnan(f->e) && !ellipse) return ABUT_CONFORMING;
    if (ellipse) hertz_coefficients(p->P / p->Q, &G, &kappa), hertz = ellipse_force(G, p);
    double F, dlnP = 0, dlnQ = 0;
    if (!isnan(f->e)) {
        F = f->e * p->h * sqrt(p->h);
    } else if (first->h > 0) { /* remembered curvatures, today's depth */
        abut_patch then = *first;
        double G1, k1;
        then.h = p->h;
        hertz_coefficients(then.P / then.Q, &G1, &k1);
        F = ellipse_force(G1, &then);
    } else { /* not committed yet: this is the first touch */
        F = hertz;
        dlnP = ellipse_dlnF_dP(p, kappa);
        dlnQ = dlnP * kappa * kappa;
    }
    if (ellipse) {
        ellipse_law(p, kappa, hertz, F, dlnP, dlnQ, derivatives, out);
        return ABUT_OK;
    }
    out->N = F;
    out->dN[0] = 1.5 * F / p->h;
    out->exponent = 1.5;
    out->energy = 0.4 * F * p->h;
    return ABUT_OK;
}

static const abut_param_info params[] = {
    {.name = "e",
     .unit = "N/m^1.5",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "force coefficient"},
    {.name = "from",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "first_touch",
     .meaning = "where e comes from when it is not given"},
    ABUT_NORMAL_PARAMS("hunt_crossley"),
    {0},
};

static const abut_choice examples[] = {
    {"fixed_stiffness", {{0}}},
    {"fixed_stiffness", {{.name = "e", .value = 1e9}}},
    {0},
};

const abut_normal_type normal_fixed_stiffness = {
    .type = {"normal", "fixed_stiffness", "F = e h^1.5 with constant e, given or taken at first touch", params,
             examples},
    .size = sizeof(fixed),
    .init = init,
    .force = force,
};
