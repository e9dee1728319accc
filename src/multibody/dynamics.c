/* Accelerations. Free bodies have Newton's and Euler's equations; trees are solved by
 *   M a = -bias,  bias_j = S_j . sum over the subtree of (inertial - applied) force at a = 0,
 * with the mass matrix from composite inertias, M_ij = S_i . I_c(j) S_j, which is nonzero only along branches and is factored
 * as L^T L without fill (Featherstone, Rigid Body Dynamics Algorithms, 2008, sections 6.2 and 6.5). Forces and moments of a
 * tree are taken about the joint point of its root, in world axes. */
#include <string.h>

#include "crowd.h"
#include "inside.h"
#include "spin.h"

/* ---- sums over subtrees ---- */
mb_sum dynamics_residual(const mb_work *k, int node) {
    const mb_node *n = &k->s->node[node];
    const mb_kin *o = &k->kin[node];
    vec3 inertial = v3_add(kin_inertia(n, o, o->alpha), v3_cross(o->w, kin_inertia(n, o, o->w)));
    return (mb_sum){v3_sub(v3_scale(n->mass, o->a), o->f), v3_sub(inertial, o->m)};
}

vec3 dynamics_origin(const mb_work *k, int root) { return k->kin[root].h->p; }

static void sum_tree(mb_work *k, int root) {
    const mb_node *node = k->s->node;
    int end = root + node[root].count;
    vec3 origin = dynamics_origin(k, root);
    for (int i = root; i < end; i++) {
        mb_sum f = dynamics_residual(k, i);
        k->sum[i] = (mb_sum){f.f, v3_add(f.m, v3_cross(v3_sub(k->kin[i].r, origin), f.f))};
    }
    for (int i = end - 1; i > root; i--) {
        mb_sum *to = &k->sum[node[i].parent];
        to->f = v3_add(to->f, k->sum[i].f);
        to->m = v3_add(to->m, k->sum[i].m);
    }
}

#define FOR_TREES(root)                                                                                                \
    for (int root = 1; k->s->trees && root < k->s->nodes; root += k->s->node[root].count)                              \
        if (!k->s->node[root].simple && !k->s->node[root].still)

void dynamics_subtree_sums(mb_work *k) { FOR_TREES(root) sum_tree(k, root); }

/* S_j . sum of a degree of freedom */
static double along(const mb_kin *o, const mb_dof *f, const mb_sum *sum, vec3 origin) {
    vec3 e = kin_axis(o, f->axis);
    if (!f->turn) return v3_dot(e, sum->f);
    return v3_dot(e, v3_sub(sum->m, v3_cross(v3_sub(o->h->p, origin), sum->f)));
}

static void project_tree(const mb_work *k, int root, double *to) {
    vec3 origin = dynamics_origin(k, root);
    for (int i = root; i < root + k->s->node[root].count; i++) {
        const mb_node *n = &k->s->node[i];
        for (int j = 0; j < n->link->dofs; j++)
            if (n->link->dof[j].u >= 0) to[n->link->dof[j].u] = along(&k->kin[i], &n->link->dof[j], &k->sum[i], origin);
    }
}

void dynamics_project(mb_work *k, double *to) {
    dynamics_subtree_sums(k);
    for (int root = 1; root < k->s->nodes; root += k->s->node[root].count) {
        const mb_node *n = &k->s->node[root];
        if (!n->simple) {
            project_tree(k, root, to);
            continue;
        }
        mb_sum f = dynamics_residual(k, root);
        double *r = to + n->u;
        r[0] = f.f.x, r[1] = f.f.y, r[2] = f.f.z, r[3] = f.m.x, r[4] = f.m.y, r[5] = f.m.z;
    }
}

/* ---- mass matrix of a tree ---- */

/* Mass, first moment and inertia (xx yy zz xy xz yz) about the origin. */
typedef struct composite {
    double m;
    vec3 h;
    double I[6];
} composite;
_Static_assert(sizeof(composite) == 10 * sizeof(double), "stored as ten numbers");

static composite composite_of(const mb_node *n, const mb_kin *o, vec3 origin) {
    vec3 c = v3_sub(o->r, origin), x = kin_inertia(n, o, v3(1, 0, 0)), y = kin_inertia(n, o, v3(0, 1, 0)),
         z = kin_inertia(n, o, v3(0, 0, 1));
    double m = n->mass;
    return (composite){m,
                       v3_scale(m, c),
                       {x.x + m * (c.y * c.y + c.z * c.z), y.y + m * (c.x * c.x + c.z * c.z),
                        z.z + m * (c.x * c.x + c.y * c.y), y.x - m * c.x * c.y, z.x - m * c.x * c.z,
                        z.y - m * c.y * c.z}};
}

static void composite_add(composite *to, const composite *c) {
    to->m += c->m;
    to->h = v3_add(to->h, c->h);
    for (int i = 0; i < 6; i++) to->I[i] += c->I[i];
}

/* Unit motion of a degree of freedom: angular velocity and velocity of the body point at the origin. */
static void unit_motion(const mb_kin *o, const mb_dof *f, vec3 origin, vec3 *w, vec3 *v) {
    vec3 e = kin_axis(o, f->axis);
    *w = f->turn ? e : v3(0, 0, 0);
    *v = f->turn ? v3_cross(e, v3_sub(origin, o->h->p)) : e;
}

/* Rows of M for one unknown: itself and everything above. */
static void mass_row(mb_work *k, int i, const mb_dof *f, vec3 origin) {
    const mb_system *s = k->s;
    const composite *c = (const composite *)(const void *)(k->composite + 10 * (size_t)i);
    vec3 w, v;
    unit_motion(&k->kin[i], f, origin, &w, &v);
    mb_sum momentum = {v3_add(v3_scale(c->m, v), v3_cross(w, c->h)), v3_add(sym3_mul(c->I, w), v3_cross(c->h, v))};
    double *row = k->H + s->row[f->u];
    for (int node = i; node > 0; node = s->node[node].parent)
        for (int j = 0; j < s->node[node].link->dofs; j++) {
            const mb_dof *g = &s->node[node].link->dof[j];
            if (g->u < 0 || g->u > f->u) continue;
            unit_motion(&k->kin[node], g, origin, &w, &v);
            row[s->depth[g->u]] = v3_dot(w, momentum.m) + v3_dot(v, momentum.f);
        }
}

/* L^T L of the rows of a tree, from the leaves inwards. */
static void factor_rows(mb_work *k, int first, int end) {
    const mb_system *s = k->s;
    for (int u = end - 1; u >= first; u--) {
        double *row = k->H + s->row[u];
        double pivot = sqrt(fmax(row[s->depth[u]], 1e-300)), inverse = 1 / pivot;
        row[s->depth[u]] = inverse;
        for (int d = 0; d < s->depth[u]; d++) row[d] *= inverse;
        for (int i = s->above[u]; i >= 0; i = s->above[i]) {
            double li = row[s->depth[i]], *to = k->H + s->row[i];
            for (int d = 0; d <= s->depth[i]; d++) to[d] -= li * row[d];
        }
    }
}

static void factor_tree(mb_work *k, int root, double *keep) {
    const mb_node *node = k->s->node;
    int end = root + node[root].count, first = -1, last = 0;
    vec3 origin = dynamics_origin(k, root);
    composite *c = (composite *)(void *)k->composite;
    for (int i = root; i < end; i++) c[i] = composite_of(&node[i], &k->kin[i], origin);
    for (int i = end - 1; i > root; i--) composite_add(&c[node[i].parent], &c[i]);
    for (int i = root; i < end; i++)
        for (int j = 0; j < node[i].link->dofs; j++) {
            if (node[i].link->dof[j].u < 0) continue;
            mass_row(k, i, &node[i].link->dof[j], origin);
            if (first < 0) first = node[i].link->dof[j].u;
            last = node[i].link->dof[j].u + 1;
        }
    if (keep && first >= 0) {
        size_t from = k->s->row[first], to = k->s->row[last - 1] + (size_t)k->s->depth[last - 1] + 1;
        memcpy(keep + from, k->H + from, (to - from) * sizeof(double));
    }
    if (first >= 0) factor_rows(k, first, last);
}

void dynamics_mass_factor(mb_work *k, double *keep) { FOR_TREES(root) factor_tree(k, root, keep); }

static void solve_rows(const mb_work *k, int first, int end, double *b) {
    const mb_system *s = k->s;
    for (int u = end - 1; u >= first; u--) {
        const double *row = k->H + s->row[u];
        b[u] *= row[s->depth[u]];
        for (int i = s->above[u]; i >= 0; i = s->above[i]) b[i] -= row[s->depth[i]] * b[u];
    }
    for (int u = first; u < end; u++) {
        const double *row = k->H + s->row[u];
        for (int i = s->above[u]; i >= 0; i = s->above[i]) b[u] -= row[s->depth[i]] * b[i];
        b[u] *= row[s->depth[u]];
    }
}

/* range of unknowns of a tree */
static void unknowns_of(const mb_system *s, int root, int *first, int *end) {
    const mb_node *last = &s->node[root + s->node[root].count - 1];
    *first = s->node[root].u;
    *end = last->u + last->nu;
}

void dynamics_tree_solve(const mb_work *k, int root, double *b) {
    int first, end;
    unknowns_of(k->s, root, &first, &end);
    solve_rows(k, first, end, b);
}

static void solve_simple(const mb_work *k, int i, double *b) {
    const mb_node *n = &k->s->node[i];
    const mat3 *R = kin_spins(n) ? &k->axes[n->frame].R : NULL;
    for (int j = 0; j < 3; j++) b[j] /= n->mass;
    vec3 m = {b[3], b[4], b[5]};
    if (R) m = m3_mul(*R, m);
    m = n->isotropic ? v3_scale(1 / n->I[0], m) : sym_turn(&k->kin[i].h->R, n->link->I_inverse, m);
    if (R) m = m3_tmul(*R, m);
    b[3] = m.x, b[4] = m.y, b[5] = m.z;
}

void dynamics_mass_solve(const mb_work *k, double *b) {
    for (int root = 1; root < k->s->nodes; root += k->s->node[root].count) {
        const mb_node *n = &k->s->node[root];
        if (n->swarm) continue;
        if (n->simple)
            solve_simple(k, root, b + n->u);
        else
            dynamics_tree_solve(k, root, b);
    }
}

/* ---- accelerations ---- */
static void accelerate_simple(mb_work *k, int i) {
    const mb_node *n = &k->s->node[i];
    mb_kin *o = &k->kin[i];
    double *a = k->a + n->u;
    o->a = v3_scale(1 / n->mass, o->f);
    if (n->isotropic)
        o->alpha = v3_scale(1 / n->I[0], o->m);
    else
        o->alpha = sym_turn(&o->h->R, n->link->I_inverse, v3_sub(o->m, v3_cross(o->w, kin_inertia(n, o, o->w))));
    vec3 p = o->a, q = o->alpha;
    if (n->frame >= 0) {
        const mb_axes *f = &k->axes[n->frame];
        p = m3_tmul(f->R, v3_sub(p, v3_cross(f->W, o->v)));
        q = m3_tmul(f->R, v3_sub(q, v3_cross(f->W, o->w)));
    }
    a[0] = p.x, a[1] = p.y, a[2] = p.z;
    a[3] = q.x, a[4] = q.y, a[5] = q.z;
}

static void accelerate_trees(mb_work *k) {
    kin_accelerations(k, NULL, true);
    dynamics_subtree_sums(k);
    dynamics_mass_factor(k, k->H0);
    FOR_TREES(root) {
        int first, end;
        unknowns_of(k->s, root, &first, &end);
        project_tree(k, root, k->a);
        for (int u = first; u < end; u++) k->a[u] = -k->a[u];
        solve_rows(k, first, end, k->a);
    }
    kin_accelerations(k, k->a, true);
}

abut_status dynamics(mb_work *k, double t, const double *y, double *s_rate, bool derivatives, bool at_rest) {
    const mb_sizes *z = &k->s->size;
    const double *u = y + z->nx, *s = u + z->nu;
    kin_drives(k, t);
    kin_state(k, y, u);
    abut_status status;
    if (derivatives) linearise_prepare(k);
    if ((status = applied_wrenches(k, t, s, s_rate, derivatives))) return status;
    if (at_rest) {
        memset(k->a, 0, (size_t)z->nu * sizeof(double));
        kin_accelerations(k, k->a, false);
        return ABUT_OK;
    }
    for (int i = 1; i < k->s->nodes; i++)
        if (k->s->node[i].simple && !k->s->node[i].swarm) accelerate_simple(k, i);
    if (k->s->spins) spins_accelerate(k);
    if (k->s->trees) accelerate_trees(k);
    return z->nc ? loops_accelerate(k) : ABUT_OK;
}

/* ---- the powers ---- */
static double drive_power(mb_work *k) {
    double power = 0;
    dynamics_subtree_sums(k);
    FOR_TREES(root) {
        vec3 origin = dynamics_origin(k, root);
        for (int i = root; i < root + k->s->node[root].count; i++) {
            const mb_node *n = &k->s->node[i];
            for (int j = 0; j < n->link->dofs; j++)
                if (n->link->dof[j].drive >= 0)
                    power +=
                        along(&k->kin[i], &n->link->dof[j], &k->sum[i], origin) * k->driven[n->link->dof[j].drive].v;
        }
    }
    for (int i = 0; i < k->s->loops; i++) {
        const mb_loop *l = &k->s->loop[i];
        if (l->drive >= 0 && l->row[0].index >= 0) power += k->lambda[l->row[0].index] * k->driven[l->drive].v;
    }
    return power + spins_power(k);
}

double dynamics_drive_force(const mb_work *k, int node, int dof) {
    int root = node;
    while (k->s->node[root].parent > 0) root = k->s->node[root].parent;
    return along(&k->kin[node], &k->s->node[node].link->dof[dof], &k->sum[node], dynamics_origin(k, root));
}

void dynamics_powers(mb_work *k, double *rate) {
    for (int i = 0; i < MB_QUADS; i++) rate[i] = 0;
    for (int i = 0; i < k->s->contacts; i++) {
        const mb_contact *c = &k->s->contact[i];
        if (!c->books && !(k->touch[i].N == 0 && k->t >= c->spent_from))
            rate[MB_LOSS_NORMAL] += k->touch[i].loss_normal;
        rate[MB_LOSS_FRICTION] += k->touch[i].loss_friction;
    }
    for (int i = 0; i < k->s->crowds; i++) {
        rate[MB_LOSS_NORMAL] += k->crowd[i].sums.loss_normal;
        rate[MB_LOSS_FRICTION] += k->crowd[i].sums.loss_friction;
    }
    for (int i = 0; i < k->s->forces + k->s->members; i++) {
        rate[MB_LOSS_DAMPERS] += k->force_loss[i];
        rate[MB_POWER_IN] += k->force_power[i];
    }
    if (k->s->drives) rate[MB_POWER_IN] += drive_power(k);
}
