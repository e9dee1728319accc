/* Balls that push each other: d from the first centre to the second, h = reach - |d| > 0, N = k h^1.5, along d. */
#include "pack_push.h"

#include "base/row4v.h"
#include "kernels.h"
#include "normal/ellipse.h"

bool push_of(const abut_element *e, double *stiffness, double *ellipse) {
    pair_law law;
    double Ra = e->a.surface.ball, Rb = e->b.surface.ball;
    if (!pair_law_of(e, &law) || law.chi != 0 || law.slip.mu != 0 || law.slip.extra != 0 || !(Ra > 0 && Rb > 0))
        return false;
    double R = Ra * Rb / (Ra + Rb);
    pair_stiffness(e, stiffness, ellipse);
    *stiffness *= sqrt(R);
    *ellipse *= R;
    return true;
}

typedef struct four_ends {
    row4v d;
    row4 light_a, light_b; /* 1/kg */
} four_ends;

ROW4_INLINE four_ends gather_ends(const int (*ends)[2], int lanes, const double (*c)[4]) {
    row4 a[4], b[4];
    for (int i = 0; i < 4; i++) {
        const int *p = ends[i < lanes ? i : lanes - 1];
        a[i] = row4_load(c[p[0]]), b[i] = row4_load(c[p[1]]);
    }
    row4_transpose(&a[0], &a[1], &a[2], &a[3]);
    row4_transpose(&b[0], &b[1], &b[2], &b[3]);
    return (four_ends){{b[0] - a[0], b[1] - a[1], b[2] - a[2]}, a[3], b[3]};
}

ROW4_INLINE row4 load_some(const double *x, int lanes) {
    if (lanes == 4) return row4_load(x);
    row4 r = row4_all(x[lanes - 1]);
    for (int i = 0; i < lanes - 1; i++) r[i] = x[i];
    return r;
}

ROW4_INLINE void add_one(row4 x, double *to) { row4_store(row4_load(to) + x, to); }

bool kernel_push_eval(const push_pairs *p, int from, int to, const double (*c)[4], double (*a)[4]) {
    const row4 zero = row4_all(0);
    row4 check = zero;
    for (int i = from; i < to; i += 4) {
        int lanes = to - i < 4 ? to - i : 4;
        four_ends o = gather_ends((const int(*)[2])p->ends + i, lanes, c);
        row4 reach = load_some(p->reach + i, lanes), square = row4v_dot(o.d, o.d);
        check += 0 * square;
        if (!row4_any(square < reach * reach)) continue;
        row4 distance = row4_sqrt(square), h = row4_max(reach - distance, zero);
        row4 part = load_some(p->stiffness + i, lanes) * h * row4_sqrt(h) / distance;
        check += 0 * part;
        row4v F = row4v_scale(part, o.d);
        row4 pull[4] = {-F.x * o.light_a, -F.y * o.light_a, -F.z * o.light_a, zero},
             push[4] = {F.x * o.light_b, F.y * o.light_b, F.z * o.light_b, zero};
        row4_transpose(&pull[0], &pull[1], &pull[2], &pull[3]);
        row4_transpose(&push[0], &push[1], &push[2], &push[3]);
        for (int j = 0; j < lanes; j++) {
            add_one(pull[j], a[p->ends[i + j][0]]);
            add_one(push[j], a[p->ends[i + j][1]]);
        }
    }
    return row4_sum(check) == 0;
}

void push_look(const push_pairs *p, int from, int to, const double (*c)[4], const double (*v)[4], push_seen *out) {
    for (int i = from; i < to; i++) {
        const int *e = p->ends[i];
        vec3 d = {c[e[1]][0] - c[e[0]][0], c[e[1]][1] - c[e[0]][1], c[e[1]][2] - c[e[0]][2]},
             u = {v[e[1]][0] - v[e[0]][0], v[e[1]][1] - v[e[0]][1], v[e[1]][2] - v[e[0]][2]};
        double distance = v3_norm(d), h = p->reach[i] - distance, deep = fmax(h, 0);
        double N = p->stiffness[i] * deep * sqrt(deep);
        out[i - from] = (push_seen){.h = h,
                                    .hdot = distance > 0 ? -v3_dot(d, u) / distance : 0,
                                    .N = N,
                                    .p_max = deep > 0 ? ELLIPSE_P_MAX(N, p->ellipse[i] * deep) : 0,
                                    .energy = ELLIPSE_ENERGY(N, deep)};
    }
}
