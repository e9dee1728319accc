/* Line contact of finite length, for rollers: a slice carries its share of the strip of the whole roller.
 *
 *   N = F(h; whole, rho = 2Q, E' = 2E*) length/whole, F by the laws of abut_line_contact (docs/theory/lubrication_line.md);
 *   slice_law iso16281: N = c_L d^(10/9) length/whole, d = raceways h, c_L = 35948 (whole/mm)^(8/9) N/mm^(10/9), steel only.
 *
 * P does not enter. The patch is the rectangle of half-length a = length/2 and half-width b; p_max is that of the strip. */
#include <math.h>

#include "abut/extend.h"
#include "base/constants.h"
#include "line/line.h"

typedef struct line {
    abut_line_law law;
    bool iso;
    double raceways;
    size_t slices;
    double length; /* m, of a shaft that rolls; 0: not given */
} line;

static abut_status init(void *to, const abut_args *args) {
    line *self = to;
    double slices = abut_arg(args, "slices");
    *self = (line){.law = (abut_line_law)abut_arg_word(args, "law"),
                   .iso = abut_arg_word(args, "slice_law") == 1,
                   .raceways = abut_arg(args, "raceways"),
                   .slices = (size_t)slices,
                   .length = abut_arg_given(args, "length") ? abut_arg(args, "length") : 0};
    if (slices != floor(slices))
        return abut_refuse_at(args, "slices", ABUT_BAD_VALUE, "slices must be a whole number, got %g", slices);
    if (self->iso && abut_arg_given(args, "law"))
        return abut_refuse_at(args, "law", ABUT_BAD_VALUE, "law and the slice_law iso16281 exclude each other");
    if (!self->iso && abut_arg_given(args, "raceways"))
        return abut_refuse_at(args, "raceways", ABUT_BAD_VALUE, "raceways is for the slice_law iso16281");
    return ABUT_OK;
}

/* Load per length q and the slope by h (N/m, N/m^2) into what the element wants. */
static void spread(const abut_patch *p, double q, double slope, bool derivatives, abut_normal *out) {
    out->N = q * p->length;
    out->dN[0] = slope * p->length;
    out->a = 0.5 * p->length;
    out->b = 2 * sqrt(q / (PI * p->E_star * 2 * p->Q));
    out->p_max = 2 * q / (PI * out->b);
    out->exponent = p->h * slope / q;
    if (!derivatives) return;
    for (int i = 0; i < 3; i++) out->dlna[i] = 0;
    out->dlnb[0] = 0.5 * slope / q;
    out->dlnb[1] = 0;
    out->dlnb[2] = -0.5 / p->Q;
}

static bool steel(double E_prime) { return E_prime >= LINE_STEEL_LOW && E_prime <= LINE_STEEL_HIGH; }

static abut_status force(const void *me, const abut_patch *p, const double *state, const abut_patch *first,
                         bool derivatives, abut_normal *out) {
    (void)state, (void)first;
    const line *self = me;
    if (!(p->length > 0 && p->whole > 0)) return ABUT_BAD_PAIR;
    if (!(p->Q > 0)) return ABUT_CONFORMING;
    if (self->iso) {
        if (!steel(2 * p->E_star)) return ABUT_BAD_VALUE;
        double slope, q = line_iso(p->whole, self->raceways * p->h, &slope);
        spread(p, q, slope * self->raceways, derivatives, out);
        out->energy = 9.0 / 19 * out->N * p->h;
        return ABUT_OK;
    }
    double rho = 2 * p->Q, l = p->whole, x;
    strip s;
    abut_status status = line_from_approach(self->law, p->h / (rho * l * l), &x, &s);
    if (status) return status;
    /* F = pi E' l^3 rho x^2/8, dF/dh = pi E' l/(4H) */
    double q = 0.25 * PI * p->E_star * rho * (x * l) * (x * l), slope = 0.5 * PI * p->E_star / s.H;
    spread(p, q, slope, derivatives, out);
    double unit = 2 * q / (PI * p->E_star); /* m: h = unit G */
    out->energy = out->N * unit * (0.5 * s.G - 0.125 * s.W);
    out->dN[3] = -out->N * s.A / (2 * p->Q * s.H);
    if (derivatives) out->dlnb[2] -= s.A / (4 * p->Q * s.H);
    return ABUT_OK;
}

static abut_status approach(const void *me, const abut_patch *p, double N, double *h, double *slope) {
    const line *self = me;
    if (!(p->length > 0 && p->whole > 0)) return ABUT_BAD_PAIR;
    double q = N / p->length, l = p->whole;
    if (self->iso) {
        if (!steel(2 * p->E_star)) return ABUT_BAD_VALUE;
        double unit, d = l * pow(q / (line_iso(l, l, &unit) / l) / l, 0.9);
        *h = d / self->raceways;
        *slope = 0.9 * *h / N;
        return ABUT_OK;
    }
    if (!(p->Q > 0)) return ABUT_CONFORMING;
    double part = q / (0.5 * PI * p->E_star * l * l * p->Q), x;
    strip s;
    abut_status status = line_from_force(self->law, part, &x, &s);
    if (status) return status;
    *h = 2 * q / (PI * p->E_star) * s.G;
    *slope = s.H / (0.5 * PI * p->E_star * p->length);
    return ABUT_OK;
}

static bool strip_form(const void *me, double E_prime, double whole, abut_strip_form *out) {
    const line *self = me;
    double slope;
    *out =
        (abut_strip_form){.C = self->law == ABUT_LINE_PAPER ? 1.1931 : STRIP_C, .series = self->law == ABUT_LINE_STRIP};
    if (self->iso) out->gain = line_iso(whole, self->raceways, &slope);
    return !self->iso || steel(E_prime);
}

static size_t slices(const void *self) { return ((const line *)self)->slices; }

static double length(const void *self) { return ((const line *)self)->length; }

static const abut_param_info params[] = {
    {.name = "length",
     .unit = "m",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "of the contact, about the origin of the second surface, if that is a cylinder; a roller has its own"},
    {.name = "law",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "strip|asymptotic|paper",
     .meaning = "the strip of finite length; its limit for slender contacts; that limit with the printed constant"},
    {.name = "slices",
     .unit = "1",
     .low = 0,
     .high = 1000,
     .meaning = "number of slices a roller is cut into; 0: one for a straight roller, else 30"},
    {.name = "slice_law",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "exact|iso16281",
     .meaning = "exact: the share of the strip; iso16281: the law 10/9 of that standard, for steel"},
    {.name = "raceways",
     .unit = "1",
     .preset = 1,
     .low = 1,
     .high = 2,
     .meaning = "iso16281: its approach is the sum over both raceways; 2: this contact is one of the two, with half of "
                "it; 1: the approach of this contact is the sum"},
    ABUT_NORMAL_PARAMS("hunt_crossley"),
    {0},
};

static const abut_choice examples[] = {
    {"line", {{0}}},
    {"line",
     {{.name = "law", .text = "asymptotic"}, {.name = "slices", .value = 7}, {.name = "damping", .value = 0.1}}},
    {"line", {{.name = "slice_law", .text = "iso16281"}, {.name = "raceways", .value = 2}}},
    {0},
};

const abut_normal_type normal_line = {
    .type = {"normal", "line", "line contact of finite length, for rollers", params, examples, ABUT_USUAL_LINE},
    .size = sizeof(line),
    .init = init,
    .force = force,
    .needs_material = true,
    .line = true,
    .slices = slices,
    .length = length,
    .approach = approach,
    .strip = strip_form,
};
