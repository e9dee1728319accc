/* Torus about z: ring circle of radius R, tube of radius r < R. With u = rho - R and w = sqrt(u^2 + z^2) the signed
 * distance is f = w - r outside (an O-ring) and f = r - w for the cavity (a raceway groove: the material surrounds the
 * tube). At tube angle phi (cos phi = u/w): curvature 1/r along the tube section, cos phi/(R + r cos phi) along the ring. */
#include <math.h>

#include "axial.h"
#include "base/constants.h"
#include "surface.h"
#include "tube.h"

typedef struct torus {
    double R, r, side;      /* side +1: outside, -1: cavity */
    double k_tube, R_per_r; /* side/r, side R/r */
} torus;

static abut_status init(void *self, const abut_args *args) {
    torus *t = self;
    *t = (torus){abut_arg(args, "ring_radius"), abut_arg(args, "tube_radius"), abut_arg_word(args, "side") ? -1 : 1, 0,
                 0};
    if (t->r >= t->R)
        return abut_refuse_at(args, "tube_radius", ABUT_BAD_VALUE, "tube_radius %g must be below ring_radius %g", t->r,
                              t->R);
    t->k_tube = t->side / t->r;
    t->R_per_r = t->k_tube * t->R;
    return ABUT_OK;
}

static abut_extent extent(const void *self) {
    const torus *t = self;
    abut_extent e = {.bound = t->R + t->r, .size = t->r};
    e.k_min_sup = t->side > 0 ? 1 / (t->R + t->r) : -1 / t->r;
    e.k_max_sup = t->side > 0 ? 1 / t->r : 1 / (t->R - t->r);
    return e;
}

static abut_status jet(const void *self, const abut_vec3 *at, int order, abut_jet *out) {
    const abut_vec3 y = *at;
    const torus *t = self;
    double ex, ey, rho = axial_direction(y, &ex, &ey);
    double u = rho - t->R, z = y.z, w = sqrt(u * u + z * z);
    if (rho == 0 || w == 0) return ABUT_OUTSIDE_DOMAIN;
    double s = t->side, c = u / w, d = z / w, k = s / w;
    axial F = {.r = s * c, .z = s * d};
    out->f = s * (w - t->r);
    if (order > 1) {
        F.rr = k * d * d;
        F.rz = -k * c * d;
        F.zz = k * c * c;
    }
    if (order > 2) {
        double kk = k / w;
        F.rrr = -3 * kk * c * d * d;
        F.rrz = kk * d * (2 * c * c - d * d);
        F.rzz = kk * c * (2 * d * d - c * c);
        F.zzz = -3 * kk * c * c * d;
    }
    axial_jet(ex, ey, rho, &F, order, out);
    return ABUT_OK;
}

/* The foot for the direction (ex, ey) from the axis and the tube angle with cosine c and sine d; w: distance from the ring. */
static inline void foot_at(const torus *t, double ex, double ey, double c, double d, double w, abut_foot *out) {
    double radius = t->R + t->r * c, s = t->side, k = s / radius, sc = s * c;
    out->distance = s * (w - t->r);
    out->y = v3(radius * ex, radius * ey, t->r * d);
    out->n = v3(sc * ex, sc * ey, s * d);
    out->d1 = v3(-d * ex, -d * ey, c);
    out->k1 = t->k_tube;
    out->k2 = k * c;
    out->dk1 = 0;
    out->dk2 = -k * k * d * t->R_per_r; /* -side sin(phi) (R/r)/(R + r cos(phi))^2 */
}

#define INVERSE(x) (1 / (x))
TUBE_PLACE(double, place, sqrt, INVERSE)

static abut_status foot(const void *self, const abut_vec3 *at, abut_foot *out) {
    const torus *t = self;
    const vec3 x = *at;
    double rho = sqrt(x.x * x.x + x.y * x.y), i_rho = 1 / rho;
    place p = place_of(rho, x.z, t->R);
    if (rho > 0 && p.w > 0)
        foot_at(t, x.x * i_rho, x.y * i_rho, p.c, p.d, p.w, out);
    else if (rho > 0) /* at the centre of the tube: any angle */
        foot_at(t, x.x * i_rho, x.y * i_rho, 1, 0, p.w, out);
    else /* on the axis: any direction */
        foot_at(t, 1, 0, p.c, p.d, p.w, out);
    return ABUT_OK;
}

/* V = 2 pi^2 R r^2, I_zz = V (R^2 + 3/4 r^2), I_xx = I_yy = V (R^2/2 + 5/8 r^2) */
static abut_status solid(const void *self, double *volume, abut_vec3 *centre, double inertia[6]) {
    const torus *t = self;
    if (t->side < 0) return ABUT_MISSING;
    double RR = t->R * t->R, rr = t->r * t->r;
    *volume = 2 * PI * PI * t->R * rr;
    *centre = v3(0, 0, 0);
    inertia[0] = inertia[1] = *volume * (0.5 * RR + 0.625 * rr);
    inertia[2] = *volume * (RR + 0.75 * rr);
    inertia[3] = inertia[4] = inertia[5] = 0;
    return ABUT_OK;
}

static const abut_param_info params[] = {
    {.name = "ring_radius",
     .unit = "m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "radius of the circle on which the tube's centres lie"},
    {.name = "tube_radius",
     .unit = "m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "radius of the tube, below ring_radius"},
    {.name = "side",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "outside|inside",
     .meaning = "outside: the material fills the tube; inside: it surrounds it (raceway groove)"},
    {0},
};

static const abut_choice examples[] = {
    {"torus",
     {{.name = "ring_radius", .value = 0.05},
      {.name = "tube_radius", .value = 0.0104},
      {.name = "side", .text = "inside"}}},
    {"torus", {{.name = "ring_radius", .value = 0.04}, {.name = "tube_radius", .value = 0.01}}},
    {0},
};

static abut_form form(const void *self) {
    const torus *t = self;
    return (abut_form){ABUT_FORM_TORUS, .hollow = t->side < 0, .ring = t->R, .radius = t->r};
}

const abut_surface_type surface_torus = {
    .type = {"surface", "torus", "torus about z, from outside or as raceway cavity", params, examples},
    .size = sizeof(torus),
    .init = init,
    .extent = extent,
    .jet = jet,
    .foot = foot,
    .has_axis = true,
    .axis = {0, 0, 1},
    .solid = solid,
    .form = form,
    .drawing = ABUT_DRAWN_TUBE,
};
