/* An elastic member over bodies 0 .. p. With the axes A_i of body 0 and s = r_j - r_0 the motions relative to it are
 *     d_i = A_i . s - X_i,   rho = 2 v,   (w, v) the quaternion of the rotation A^T B of body j against body 0,              (1)
 *     d_i' = A_i . (v_j - v_0 - w_0 x s),   rho' = w sigma - v x sigma,   sigma_i = A_i . (w_j - w_0),                        (2)
 * and the energy is V = d K d/2 over all j. The forces n and m conjugate to d and rho, K d + beta K d', act on body j as
 *     F = -n_i A_i,   M = -(w m + v x m)_i A_i,                                                                              (3)
 * and with the opposite sign, and s x n_i A_i, on body 0: momentum and angular momentum are kept whatever K is. The damping turns with body 0, as material
 * damping of a shaft does. Rotations may be as large as one likes, deformations are small: rho is the rotation vector up to its third power. */
#include "member.h"

#include <string.h>

typedef struct pair {
    dvec axis[3];          /* A_i, world */
    dvec apart;            /* s */
    dual move[3], turn[3]; /* d, rho */
    dual w;
    dual v[3];
    dual speed[3], spin[3]; /* d', rho' */
} pair;

static void cross3(const dual a[3], const dual b[3], dual out[3]) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = dual_sub(dual_mul(a[j], b[k]), dual_mul(a[k], b[j]));
    }
}

static pair pair_of(const body_motion *a, const body_motion *b, vec3 rest) {
    static const vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double X[3] = {rest.x, rest.y, rest.z};
    pair p;
    dvec of_b[3];
    dual Q[3][3], sigma[3], vs[3], trace = dual_of(1);
    for (int i = 0; i < 3; i++) {
        p.axis[i] = motion_direction(a, unit[i]);
        of_b[i] = motion_direction(b, unit[i]);
    }
    p.apart = dvec_sub((dvec){b->r, b->dr}, (dvec){a->r, a->dr});
    dvec speed = dvec_sub((dvec){b->v, b->dv}, (dvec){a->v, a->dv}), turning = dvec_sub(motion_spin(b), motion_spin(a));
    speed = dvec_sub(speed, dvec_cross(motion_spin(a), p.apart));
    for (int i = 0; i < 3; i++) {
        p.move[i] = dual_sub(dvec_dot(p.axis[i], p.apart), dual_of(X[i]));
        p.speed[i] = dvec_dot(p.axis[i], speed);
        sigma[i] = dvec_dot(p.axis[i], turning);
        for (int k = 0; k < 3; k++) Q[i][k] = dvec_dot(p.axis[i], of_b[k]);
        trace = dual_add(trace, Q[i][i]);
    }
    if (trace.v < 1e-20) trace = dual_of(1e-20); /* half a turn: no shaft bends like that */
    p.w = dual_scale(0.5, dual_sqrt(trace));
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        p.v[i] = dual_div(dual_sub(Q[k][j], Q[j][k]), dual_scale(4, p.w));
        p.turn[i] = dual_scale(2, p.v[i]);
    }
    cross3(p.v, sigma, vs);
    for (int i = 0; i < 3; i++) p.spin[i] = dual_sub(dual_mul(p.w, sigma[i]), vs[i]);
    return p;
}

/* (3): what s (n, then m) does to body j; body 0 gets the opposite, and `lever`. */
static void push(const pair *p, const double s[6], dvec *force, dvec *torque, dvec *lever) {
    dual m[3] = {dual_of(s[3]), dual_of(s[4]), dual_of(s[5])}, vm[3];
    *force = *torque = (dvec){0};
    cross3(p->v, m, vm);
    for (int i = 0; i < 3; i++) {
        *force = dvec_sub(*force, dvec_scale(dual_of(s[i]), p->axis[i]));
        *torque = dvec_sub(*torque, dvec_scale(dual_add(dual_mul(p->w, m[i]), vm[i]), p->axis[i]));
    }
    *lever = dvec_cross(p->apart, *force);
}

void member_eval(const elastic_member *m, const body_motion *body, member_work *w, member_wrench *out, double *energy,
                 double *loss) {
    int free = 6 * (m->nodes - 1);
    pair p[MEMBER_NODES];
    memset(out, 0, (size_t)m->nodes * sizeof *out);
    *energy = *loss = 0;
    for (int j = 1; j < m->nodes; j++) {
        p[j] = pair_of(&body[0], &body[j], m->place[j]);
        for (int i = 0; i < 3; i++) {
            int at = 6 * (j - 1) + i;
            w->d[at] = p[j].move[i].v, w->d[at + 3] = p[j].turn[i].v;
            w->rate[at] = p[j].speed[i].v, w->rate[at + 3] = p[j].spin[i].v;
        }
    }
    for (int i = 0; i < free; i++) {
        double elastic = 0, damped = 0;
        const double *K = m->K + (size_t)i * (size_t)free;
        for (int k = 0; k < free; k++) elastic += K[k] * w->d[k];
        for (int k = 0; m->beta > 0 && k < free; k++) damped += K[k] * w->rate[k];
        w->s[i] = elastic + m->beta * damped;
        *energy += 0.5 * w->d[i] * elastic;
        *loss += m->beta * w->rate[i] * damped;
    }
    for (int j = 1; j < m->nodes; j++) {
        dvec force, torque, lever;
        push(&p[j], w->s + 6 * (j - 1), &force, &torque, &lever);
        out[j] = (member_wrench){force.v, torque.v};
        out[0].force = v3_sub(out[0].force, force.v);
        out[0].torque = v3_sub(v3_sub(out[0].torque, torque.v), lever.v);
    }
}

static vec3 *part(body_motion *b, int direction) { return direction < 3 ? &b->dr : &b->dtheta; }

static void set(vec3 *v, int i, double value) { *(i == 0 ? &v->x : i == 1 ? &v->y : &v->z) = value; }

static void subtract(double K[][6 * MEMBER_NODES], int row, int column, vec3 v) {
    K[row][column] -= v.x;
    K[row + 1][column] -= v.y;
    K[row + 2][column] -= v.z;
}

/* Derivatives of the motions, and of (3) at constant forces, by the positions of a pair. */
static void pair_tangent(const elastic_member *m, body_motion *body, member_work *w, int j) {
    for (int c = 0; c < 12; c++) {
        body_motion *moved = c < 6 ? &body[0] : &body[j];
        int column = c < 6 ? c : 6 * j + c - 6;
        dvec force, torque, lever;
        set(part(moved, c % 6), c % 3, 1);
        pair p = pair_of(&body[0], &body[j], m->place[j]);
        set(part(moved, c % 6), c % 3, 0);
        for (int i = 0; i < 3; i++) {
            w->D[j][i][c] = p.move[i].d, w->D[j][i + 3][c] = p.turn[i].d;
            w->V[j][i][c] = p.speed[i].d, w->V[j][i + 3][c] = p.spin[i].d;
        }
        push(&p, w->s + 6 * (j - 1), &force, &torque, &lever);
        subtract(w->K, 6 * j, column, force.d);
        subtract(w->K, 6 * j + 3, column, torque.d);
        subtract(w->K, 0, column, v3_neg(force.d));
        subtract(w->K, 3, column, v3_neg(v3_add(torque.d, lever.d)));
    }
}

/* to += D^T K Z, with Z = D + scale V */
static void add_product(const elastic_member *m, member_work *w, double factor, double scale,
                        double to[][6 * MEMBER_NODES]) {
    int free = 6 * (m->nodes - 1);
    for (int i = 0; i < free; i++) {
        const double *K = m->K + (size_t)i * (size_t)free;
        memset(w->KZ[i], 0, sizeof w->KZ[i]);
        for (int j = 1; j < m->nodes; j++)
            for (int l = 0; l < 6; l++) {
                double k = factor * K[6 * (j - 1) + l];
                if (k == 0) continue;
                const double *D = w->D[j][l], *V = w->V[j][l];
                for (int c = 0; c < 6; c++) w->KZ[i][c] += k * (D[c] + scale * V[c]);
                for (int c = 0; c < 6; c++) w->KZ[i][6 * j + c] += k * (D[6 + c] + scale * V[6 + c]);
            }
    }
    for (int j = 1; j < m->nodes; j++)
        for (int l = 0; l < 6; l++) {
            const double *row = w->KZ[6 * (j - 1) + l];
            for (int c = 0; c < 12; c++) {
                double d = w->D[j][l][c], *sum = to[c < 6 ? c : 6 * j + c - 6];
                if (d == 0) continue;
                for (int k = 0; k < 6 * m->nodes; k++) sum[k] += d * row[k];
            }
        }
}

void member_tangent(const elastic_member *m, body_motion *body, member_work *w) {
    for (int i = 0; i < 6 * m->nodes; i++) {
        memset(w->K[i], 0, sizeof w->K[i]);
        memset(w->C[i], 0, sizeof w->C[i]);
    }
    for (int j = 1; j < m->nodes; j++) pair_tangent(m, body, w, j);
    add_product(m, w, 1, m->beta, w->K);
    if (m->beta > 0) add_product(m, w, m->beta, 0, w->C);
}
