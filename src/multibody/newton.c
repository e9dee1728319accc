/* The linear systems of implicit methods. With J the Jacobian of (q', u') in the tangent space,
 *   (1/alpha - J)(d, z) = (rd, ru)   <=>   (M + alpha C + alpha^2 K T) z - G^T l = alpha (M ru - alpha K T rd),
 *                                          (G + alpha Gu + alpha^2 Gq T) z      = alpha (G ru - alpha Gq T rd),
 *   d = alpha T (z + rd),   T = (1 - alpha B)^-1,   B = [w]/2 for three rotations of a joint with velocity w,
 *   B = -[W] for positions in axes that turn with W and [w - W + s e]/2 for rotations there (inside.h), else 0. */
#include <string.h>

#include "inside.h"
#include "newton.h"
#include "sparse_loops.h"
#include "spin.h"
#include "swarm.h"

/* (1 - b [w])^-1 v = (v + b w x v + b^2 w (w . v)) / (1 + b^2 w^2) */
static vec3 unturn(double b, vec3 w, vec3 v) {
    vec3 sum = v3_add(v, v3_scale(b, v3_add(v3_cross(w, v), v3_scale(b * v3_dot(w, v), w))));
    return v3_scale(1 / (1 + b * b * v3_dot(w, w)), sum);
}

static bool turns(const mb_node *n) { return n->frame >= 0 || (n->triple >= 0 && !n->cyclic); }

/* Triples of unknowns of a node with B = [bw]: the first of each, and bw. */
typedef struct triples {
    int count, first[2];
    vec3 bw[2];
} triples;

static triples triples_of(const mb_work *k, const mb_node *n) {
    triples t = {0};
    if (n->frame >= 0) t.bw[t.count++] = v3_neg(k->axes_kept[n->frame]); /* x' = u - W x x */
    if (n->triple < 0 || n->cyclic) return t;
    const double *u = k->vector[3] + n->u + n->triple;
    vec3 w = {u[0], u[1], u[2]};
    /* d' = w - W - s e - d x (w - W - s e)/2, e moved by d x e */
    if (n->frame >= 0) w = v3_add(v3_sub(w, k->axes_kept[n->frame]), k->spun[n - k->s->node]);
    t.first[t.count] = n->triple;
    t.bw[t.count++] = v3_scale(0.5, w);
    return t;
}

static void unturn_triples(const triples *t, double alpha, double *v) {
    for (int i = 0; i < t->count; i++) {
        double *x = v + t->first[i];
        vec3 y = unturn(alpha, t->bw[i], v3(x[0], x[1], x[2]));
        x[0] = y.x, x[1] = y.y, x[2] = y.z;
    }
}

/* v := T v */
static void apply_T(const mb_work *k, double *v) {
    if (!k->s->size.quaternions && !k->s->frames) return;
    for (int i = 1; i < k->s->nodes; i++) {
        const mb_node *n = &k->s->node[i];
        if (!turns(n) || n->swarm) continue;
        triples t = triples_of(k, n);
        unturn_triples(&t, k->alpha, v + n->u);
    }
}

/* row (n numbers) := row T, for the columns of one node */
static void row_T(const mb_work *k, const mb_node *n, double *row) {
    triples t = triples_of(k, n);
    unturn_triples(&t, -k->alpha, row);
}

mat3 newton_axes(const mb_work *k, int frame) {
    const vec3 e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, none = {0, 0, 0};
    vec3 w = frame >= 0 ? v3_neg(k->axes_kept[frame]) : none;
    return (mat3){unturn(k->alpha, w, e[0]), unturn(k->alpha, w, e[1]), unturn(k->alpha, w, e[2])};
}

int newton_turning(const mb_work *k, const mb_node *n, mat3 *T) {
    const vec3 e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (!turns(n)) return -1;
    triples t = triples_of(k, n);
    vec3 w = t.bw[0];
    *T = (mat3){unturn(k->alpha, w, e[0]), unturn(k->alpha, w, e[1]), unturn(k->alpha, w, e[2])};
    return t.first[0];
}

/* The matrix that is factored, and a slot of the pattern in it: with many loops the border belongs to it. */
static blocks *factored(const mb_work *k) { return k->s->sparse ? k->s->sparse->whole : k->s->pattern; }
static int slot_in(const mb_work *k, int slot) { return k->s->sparse ? k->s->sparse->slot[slot] : slot; }

/* ---- mass matrix, as it was at the linearisation ---- */
static vec3 inertia_of(const mb_work *k, int i, vec3 x) {
    const mb_node *n = &k->s->node[i];
    vec3 Ix = n->isotropic ? v3_scale(n->I[0], x) : sym3_mul(k->inertia + 6 * (size_t)i, x);
    return n->spin >= 0 ? spin_inertia(k, n, Ix, x) : Ix;
}

static void mass_multiply(const mb_work *k, const double *x, double *y) {
    const mb_system *s = k->s;
    memset(y, 0, (size_t)s->size.nu * sizeof(double));
    for (int i = 1; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        if (n->swarm) continue;
        if (n->simple) {
            const double *v = x + n->u;
            double *w = y + n->u;
            vec3 m = inertia_of(k, i, v3(v[3], v[4], v[5]));
            for (int j = 0; j < 3; j++) w[j] = n->mass * v[j];
            w[3] = m.x, w[4] = m.y, w[5] = m.z;
            continue;
        }
        for (int u = n->u; u < n->u + n->nu; u++) {
            const double *row = k->HL + s->row[u];
            y[u] += row[s->depth[u]] * x[u];
            for (int j = s->above[u]; j >= 0; j = s->above[j]) {
                y[u] += row[s->depth[j]] * x[j];
                y[j] += row[s->depth[j]] * x[u];
            }
        }
    }
}

static void add_mass_entry(const mb_work *k, int u, int v, double value) {
    const mb_system *s = k->s;
    const mb_node *a = &s->node[s->group[u]], *b = &s->node[s->group[v]];
    blocks *m = factored(k);
    int slot = slot_in(k, blocks_find(s->pattern, a->block, b->block));
    m->lu[m->target[slot] + (size_t)((u - a->u) * b->nu + (v - b->u))] += value;
}

static void add_mass(const mb_work *k, double factor) {
    const mb_system *s = k->s;
    for (int i = 1; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        if (n->swarm) continue;
        if (n->simple) {
            double *D = factored(k)->lu + factored(k)->target[slot_in(k, n->block)];
            for (int j = 0; j < 3; j++) {
                vec3 m = inertia_of(k, i, v3(j == 0, j == 1, j == 2));
                D[7 * j] += factor * n->mass;
                D[6 * 3 + 3 + j] += factor * m.x;
                D[6 * 4 + 3 + j] += factor * m.y;
                D[6 * 5 + 3 + j] += factor * m.z;
            }
            continue;
        }
        for (int u = n->u; u < n->u + n->nu; u++) {
            const double *row = k->HL + s->row[u];
            add_mass_entry(k, u, u, factor * row[s->depth[u]]);
            for (int j = s->above[u]; j >= 0; j = s->above[j]) {
                add_mass_entry(k, u, j, factor * row[s->depth[j]]);
                add_mass_entry(k, j, u, factor * row[s->depth[j]]);
            }
        }
    }
}

/* ---- the matrix ---- */
static void assemble(mb_work *k, double cm, double cc, double ck) {
    const blocks *b = k->s->pattern;
    blocks *m = factored(k);
    blocks_clear(m);
    for (int i = 0; i < b->slots; i++) {
        if (!k->marked[i]) continue;
        const block_slot *slot = &b->slot[i];
        const mb_node *n = &k->s->node[k->s->block_node[slot->column]];
        int rows = b->size[slot->row], columns = b->size[slot->column];
        const double *K = k->K + slot->at, *C = k->C + slot->at;
        double *to = blocks_put(m, slot_in(k, i));
        if (!k->filled[i]) {
            memset(to, 0, (size_t)(rows * columns) * sizeof(double));
            continue;
        }
        if (!turns(n) || k->alpha == 0) {
            for (int j = 0; j < rows * columns; j++) to[j] = cc * C[j] + ck * K[j];
            continue;
        }
        for (int r = 0; r < rows; r++) {
            double row[BLOCK_MAX];
            memcpy(row, K + r * columns, (size_t)columns * sizeof(double));
            row_T(k, n, row);
            for (int j = 0; j < columns; j++) to[r * columns + j] = cc * C[r * columns + j] + ck * row[j];
        }
    }
    add_mass(k, cm);
}

/* rows of the border: G + alpha Gu + alpha^2 Gq T, loop by loop in k->Gs */
static void assemble_border(mb_work *k, double cu, double cq) {
    const mb_system *s = k->s;
    for (size_t i = 0; i < s->loop_values; i++) k->Gs[i] = k->GL[i] + (cu != 0 ? cu * k->Gu[i] : 0);
    if (cq == 0) return;
    for (int i = 0; i < s->loops; i++) {
        const mb_loop *l = &s->loop[i];
        for (int r = 0; r < l->rows; r++) {
            size_t at = l->values + (size_t)(r * l->columns);
            for (int c = 0; c < l->columns;) {
                const mb_node *n = &s->node[s->group[s->loop_column[l->column + c]]];
                double row[BLOCK_MAX];
                memcpy(row, k->Gq + at + c, (size_t)n->nu * sizeof(double));
                if (turns(n)) row_T(k, n, row);
                for (int j = 0; j < n->nu; j++) k->Gs[at + (size_t)(c + j)] += cq * row[j];
                c += n->nu;
            }
        }
    }
}

static abut_status factor_border(mb_work *k) {
    int nc = k->s->size.nc, nu = k->s->size.nu;
    for (int i = 0; i < nc; i++) {
        double *y = k->Yw + (size_t)i * (size_t)nu;
        memset(y, 0, (size_t)nu * sizeof(double));
        memset(k->g, 0, (size_t)nc * sizeof(double));
        k->g[i] = 1;
        loops_transpose(k, k->GL, k->g, y);
        blocks_solve(k->s->pattern, y);
        loops_multiply(k, k->Gs, y, k->g);
        for (int j = 0; j < nc; j++) k->Sw[j * nc + i] = k->g[j];
    }
    return dense_factor(nc, k->Sw, k->Sw_pivot, 0) ? ABUT_OK : ABUT_NOT_FINITE;
}

static void solve_border(mb_work *k, double *z, const double *g) {
    int nc = k->s->size.nc, nu = k->s->size.nu;
    double *m = k->multiplier;
    loops_multiply(k, k->Gs, z, m);
    for (int i = 0; i < nc; i++) m[i] = g[i] - m[i];
    dense_solve(nc, k->Sw, k->Sw_pivot, m);
    for (int i = 0; i < nc; i++)
        for (int j = 0; j < nu; j++) z[j] += k->Yw[(size_t)i * (size_t)nu + (size_t)j] * m[i];
}

abut_status mb_factor(mb_work *k, double alpha) {
    k->alpha = alpha;
    assemble(k, 1, alpha, alpha * alpha);
    for (int i = 0; i < k->s->swarms; i++) k->s->kernel->factor(k, i, alpha);
    if (k->s->sparse) {
        assemble_border(k, alpha, alpha * alpha);
        return sparse_loops_factor_whole(k, k->Gs) ? ABUT_OK : ABUT_NOT_FINITE;
    }
    if (!blocks_factor(k->s->pattern)) return ABUT_NOT_FINITE;
    if (!k->s->size.nc) return ABUT_OK;
    assemble_border(k, alpha, alpha * alpha);
    return factor_border(k);
}

void mb_newton(mb_work *k, double *rd, double *ru) {
    int nu = k->s->size.nu, nc = k->s->size.nc;
    double alpha = k->alpha, *Trd = k->vector[0], *z = k->vector[1], *Kd = k->vector[2];
    memcpy(Trd, rd, (size_t)nu * sizeof(double));
    apply_T(k, Trd);
    mass_multiply(k, ru, z);
    blocks_multiply(k->s->pattern, k->filled, k->K, Trd, Kd);
    for (int i = 0; i < k->s->pattern->scalars; i++) z[i] = alpha * (z[i] - alpha * Kd[i]);
    for (int i = 0; i < k->s->swarms; i++) k->s->kernel->reduce(k, i, rd, ru, Trd, z);
    if (!k->s->sparse) blocks_solve(k->s->pattern, z);
    if (nc) {
        double *g = k->g;
        loops_multiply(k, k->Gq, Trd, k->g2);
        loops_multiply(k, k->GL, ru, g);
        for (int i = 0; i < nc; i++) g[i] = alpha * (g[i] - alpha * k->g2[i]);
        if (k->s->sparse)
            sparse_loops_solve_whole(k, z, g);
        else
            solve_border(k, z, g);
    }
    int others = k->s->pattern->scalars; /* unknowns of swarms come after them */
    for (int i = 0; i < others; i++) rd[i] += z[i];
    apply_T(k, rd);
    for (int i = 0; i < others; i++) {
        rd[i] *= alpha;
        ru[i] = z[i];
    }
    for (int i = 0; i < k->s->swarms; i++) k->s->kernel->expand(k, i, z, rd, ru);
}

/* ---- statics ---- */
abut_status mb_factor_static(mb_work *k, double eps) {
    k->alpha = 0;
    assemble(k, eps, 0, 1);
    if (k->s->sparse) {
        assemble_border(k, 0, 0);
        return sparse_loops_factor_whole(k, k->Gs) ? ABUT_OK : ABUT_NOT_FINITE;
    }
    if (!blocks_factor(k->s->pattern)) return ABUT_NOT_FINITE;
    if (!k->s->size.nc) return ABUT_OK;
    assemble_border(k, 0, 0);
    return factor_border(k);
}

void mb_solve_static(mb_work *k, double *r, double *g, double *lambda) {
    if (k->s->sparse) {
        memcpy(k->multiplier, g, (size_t)k->s->size.nc * sizeof(double));
        sparse_loops_solve_whole(k, r, k->multiplier);
        if (lambda) memcpy(lambda, k->multiplier, (size_t)k->s->size.nc * sizeof(double));
        return;
    }
    blocks_solve(k->s->pattern, r);
    if (!k->s->size.nc) return;
    solve_border(k, r, g);
    if (lambda) memcpy(lambda, k->multiplier, (size_t)k->s->size.nc * sizeof(double));
}

/* ---- entries for other solvers ---- */
static double mass_entry(const mb_work *k, int u, int v) {
    const mb_system *s = k->s;
    int node = s->group[u];
    const mb_node *n = &s->node[node];
    if (n->simple) {
        if (s->group[v] != node) return 0;
        int i = u - n->u, j = v - n->u;
        if (i < 3 || j < 3) return i == j ? n->mass : 0;
        vec3 m = inertia_of(k, node, v3(j == 3, j == 4, j == 5));
        return i == 3 ? m.x : i == 4 ? m.y : m.z;
    }
    int low = u > v ? u : v, high = u > v ? v : u;
    for (int j = low; j >= high; j = s->above[j])
        if (j == high) return k->HL[s->row[low] + (size_t)s->depth[high]];
    return 0;
}

int mb_entries(const mb_work *k, int *row, int *column, double *M, double *K, double *C) {
    const blocks *b = k->s->pattern;
    int count = 0;
    for (int s = 0; s < b->slots; s++) {
        const block_slot *slot = &b->slot[s];
        int n = b->size[slot->row], m = b->size[slot->column];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++, count++) {
                int u = b->first[slot->row] + i, v = b->first[slot->column] + j;
                if (row) row[count] = u;
                if (column) column[count] = v;
                if (M) M[count] = mass_entry(k, u, v);
                if (K) K[count] = k->K[slot->at + (size_t)(i * m + j)];
                if (C) C[count] = k->C[slot->at + (size_t)(i * m + j)];
            }
    }
    return count;
}

int mb_constraint_entries(const mb_work *k, int *row, int *column, double *G) {
    const mb_system *s = k->s;
    int count = 0;
    for (int i = 0; i < s->loops; i++) {
        const mb_loop *l = &s->loop[i];
        for (int r = 0; r < l->rows; r++) {
            if (l->row[r].index < 0) continue;
            for (int c = 0; c < l->columns; c++, count++) {
                if (row) row[count] = l->row[r].index;
                if (column) column[count] = s->loop_column[l->column + c];
                if (G) G[count] = k->GL[l->values + (size_t)(r * l->columns + c)];
            }
        }
    }
    return count;
}
