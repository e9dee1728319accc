/* What a rolling contact loses in statics at speed. The motion is that of the equilibrium: no sliding in the middle of the contacts. What that leaves out,
 * the small slip by which tractions balance rolling resistance, changes the power by its square (docs/theory/heat.md). */
#include "rest_loss.h"

#include <math.h>
#include <stdio.h>

#include "world/world.h"

enum { MOST_TRIALS = 40 };
static const double accuracy = 1e-9; /* of the load */

bool rest_loss_at(const abut_element *e, abut_element_in in, double N, abut_vec3 n, double stiffness,
                  abut_element_out *out) {
    const vec3 from = in.b.r;
    double apart = 0, low = 0, high = (double)INFINITY, k = stiffness > 0 ? stiffness : 1e8;
    for (int i = 0; i < MOST_TRIALS; i++) { /* the load falls as the bodies go apart */
        in.b.r = v3_axpy(apart, n, from);
        *out = (abut_element_out){.want_frame = true};
        if (abut_element_eval(e, &in, out)) return false;
        double more = out->N - N;
        if (fabs(more) <= accuracy * N) return true;
        if (more > 0) low = fmax(low, apart);
        if (more < 0) high = fmin(high, apart);
        double next = apart + more / k;
        if (!(next >= low && next <= high) || (next == low && next == high)) next = 0.5 * (low + high);
        if (!isfinite(next)) return false;
        abut_element_out there = {.want_frame = true};
        in.b.r = v3_axpy(next, n, from);
        if (abut_element_eval(e, &in, &there)) return false;
        double slope = (out->N - there.N) / (next - apart);
        if (slope > 0 && isfinite(slope)) k = slope;
        if (high - low <= 1e-15 * v3_norm(from)) return true;
        apart = next;
    }
    return true;
}

void rest_loss_add(const abut_element_out *c, abut_bearing_losses *to) {
    double spin = -v3_dot(c->moment, c->n) * c->spin, rolling = c->film.loss_rolling;
    to->spin += spin;
    to->rolling += rolling;
    to->slip += c->loss_friction - spin - rolling;
    to->damping += c->loss_normal;
}

double rest_loss_drag(const abut_world *w, int id, abut_vec3 r, abut_vec3 v, abut_vec3 spin, double outer) {
    const world_force *f = &w->force[id];
    const force_places at = {.gravity = {0, 0, 0}};
    const body_motion a = {.w = {0, 0, outer}, .R = m3_identity()}, b = {.r = r, .v = v, .w = spin, .R = m3_identity()};
    force_out out = {.loss = 0};
    f->type->eval(f->self, &at, (dual){0, 0}, &a, &b, &out);
    return out.loss;
}

void rest_loss_json(const abut_bearing_state *s, const double race[2], json *j) {
    if (s->speed == 0) return;
    json_number(j, "friction_moment", s->friction_moment);
    json_number(j, "loss", s->loss);
    json_begin(j, "losses", '{');
    json_number(j, "inner", race[INNER]);
    json_number(j, "outer", race[OUTER]);
    json_number(j, "spin", s->losses.spin);
    json_number(j, "slip", s->losses.slip);
    json_number(j, "rolling", s->losses.rolling);
    json_number(j, "drag", s->losses.drag);
    json_end(j);
}

void rest_loss_print(const abut_bearing_state *s, const double race[2], FILE *to) {
    if (s->speed == 0) return;
    (void)fprintf(to,
                  "  friction: moment %.5g N mm, loss %.5g W (inner race %.4g, outer race %.4g, drag %.4g; of the "
                  "races spin %.4g, slip "
                  "%.4g, rolling %.4g)\n",
                  s->friction_moment * 1e3, s->loss, race[INNER], race[OUTER], s->losses.drag, s->losses.spin,
                  s->losses.slip, s->losses.rolling);
}
