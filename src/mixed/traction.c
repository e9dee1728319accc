/* Friction of a uniform slip: shear of the film over the Hertz profile p = phi p0 sin(theta), by eight Gauss-Legendre nodes in
 * theta, plus the strength of the asperities times tanh(v/v_eps). Weights: sin(theta) for a line contact, sin(2 theta) for an
 * ellipse, both of integral 1 over (0, pi/2). */
#include "traction.h"

#include <math.h>

#include "lubricant/stress.h"

const double friction_sine[FRICTION_NODES] = {0.0311832178382314331, 0.159019834770982474, 0.364081076990117476,
                                              0.598260844489287643,  0.801301417664391998, 0.931367258055444072,
                                              0.987275388201999814,  0.999513685211589989};
const double friction_of_line[FRICTION_NODES] = {0.00247921258151364357, 0.0277740316040304648, 0.0897039790842622325,
                                                 0.170415305920804586,   0.228251652241461179,  0.229474571233044359,
                                                 0.172435205163522354,   0.0794660421713611816};
static const double of_ellipse[FRICTION_NODES] = {0.00495601380754328265, 0.0548412356676075774, 0.167094698072744441,
                                                  0.273108052452103539,   0.273108052452103539,  0.167094698072744441,
                                                  0.0548412356676075774,  0.00495601380754328265};

/* Mean over the area. */
static oil_stress mean_stress(const abut_mixed *c, const strength *s, double v) {
    const double *weight = c->rho_y > 0 ? of_ellipse : friction_of_line;
    oil_law law = oil_law_of(&c->oil);
    oil_stress sum = {0, 0, 0};
    if (s->uniform) {
        oil_at at = oil_at_pressure(&law, s->p);
        return oil_shear(&law, &at, 1 / s->h, v);
    }
    for (int i = 0; i < FRICTION_NODES; i++) {
        oil_at at = oil_at_pressure(&law, s->p * friction_sine[i]);
        oil_stress here = oil_shear(&law, &at, 1 / s->h, v);
        sum.tau += weight[i] * here.tau;
        sum.by_v += weight[i] * here.by_v;
        sum.by_p += weight[i] * here.by_p;
    }
    return sum;
}

friction_parts friction_at(const abut_mixed *c, const strength *s, double v) {
    double rise = tanh(v / c->v_eps);
    friction_parts f = {.boundary = s->boundary * rise, .by_v = s->boundary * (1 - rise * rise) / c->v_eps};
    for (int i = 0; i < SHARE_BY; i++) f.by[i] = s->by_boundary[i] * rise;
    if (s->h > 0) {
        oil_stress mean = mean_stress(c, s, v);
        f.fluid = mean.tau * s->area;
        f.by_v += mean.by_v * s->area;
        for (int i = 0; i < SHARE_BY; i++)
            f.by[i] += f.fluid * s->by_area[i] + s->area * (mean.by_p * s->by_p[i] - mean.by_v * v * s->by_h[i]);
    }
    f.gain = v > 0 ? (f.fluid + f.boundary) / v : f.by_v;
    return f;
}
