/* Hunt-Crossley: N = F (1 + chi hdot), never tensile while chi |hdot| < 1.
 *
 * An impact of speed v has the restitution e that solves ln[(1 + eps)/(1 - e eps)] = eps (1 + e), eps = chi v, whatever
 * the mass and stiffness; `restitution` with `speed` solves it for chi. */
#include "damping.h"

/* Excess of the left side over the right; negative below the root. */
static double excess(double e, double eps) { return log1p(eps) - log1p(-e * eps) - eps * (1 + e); }

/* eps in (0, 1/e): bisection to the last digits; excess is negative near 0 and +inf at 1/e. */
static double solve_eps(double e) {
    if (e == 1) return 0;
    /* near e = 1 the root is small: eps ~ 3 (1 - e)/(2 (1 - e + e^2)) */
    double low = 0.5 * (1 - e), high = 1 / e;
    while (excess(e, low) > 0) low *= 0.5;
    for (int i = 0; i < 200; i++) {
        double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high) break;
        if (excess(e, middle) < 0)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

static abut_status init(void *self, const abut_args *args) {
    hunt_crossley *h = self;
    double chi = abut_arg(args, "chi"), e = abut_arg(args, "restitution"), v = abut_arg(args, "speed");
    if (isnan(chi) == isnan(e))
        return abut_refuse_at(args, "chi", ABUT_MISSING, "give either chi or restitution and speed");
    if (isnan(e) != isnan(v))
        return abut_refuse_at(args, isnan(e) ? "restitution" : "speed", ABUT_MISSING,
                              "restitution and speed go together");
    h->chi = isnan(e) ? chi : solve_eps(e) / v;
    return ABUT_OK;
}

static void apply(const void *self, const abut_patch *p, const abut_damping_memory *memory, abut_normal *n) {
    (void)memory;
    const hunt_crossley *h = self;
    damping_scale(p, h->chi * p->hdot, h->chi, n);
}

static double chi_of(const void *self) { return ((const hunt_crossley *)self)->chi; }

static const abut_param_info params[] = {
    {.name = "chi",
     .unit = "s/m",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .meaning = "damping per elastic force and speed"},
    {.name = "restitution", .unit = "1", .preset = NAN, .low = 0.01, .high = 1, .meaning = "wanted ratio of speeds"},
    {.name = "speed",
     .unit = "m/s",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "impact speed at which restitution holds"},
    {0},
};

static const abut_choice examples[] = {
    {"hunt_crossley", {{.name = "chi", .value = 0.3}}},
    {"hunt_crossley", {{.name = "restitution", .value = 0.8}, {.name = "speed", .value = 1.0}}},
    {0},
};

const abut_damping_type damping_hunt_crossley = {
    .type = {"damping", "hunt_crossley", "N = F (1 + chi hdot)", params, examples},
    .size = sizeof(hunt_crossley),
    .init = init,
    .apply = apply,
    .no_memory = true,
    .chi = chi_of,
};
