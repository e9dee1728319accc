/* Normal laws over the true gap, inside of the element: from the bodies to the local picture that damping, friction and matrices
 * are made of.
 *
 * The laws after it know the normal force by its derivatives by h, P and Q, of which a force over the true gap is no function.
 * Three variables are enough all the same, for these are what they need: the row of h carries the force, that of P ln a, that
 * of Q ln b. */
#include "element.h"
#include "gap.h"

static vec3 start_of(const abut_element *e, const abut_track_pair *pair) {
    const abut_track_points *p = &e->memory.points;
    return v3_scale(0.5, v3_add(p->ra, v3_add(pair->d, m3_mul(pair->R, p->yb))));
}

static abut_status search(const abut_element *e, const abut_track_pair *pair, abut_gap *out, double *P, double *Q) {
    abut_gap bodies;
    gap_bodies(pair, e->E_star, &bodies);
    if (e->memory.tracked && !gap_search(&bodies, start_of(e, pair), out, P, Q)) return ABUT_OK;
    return gap_search_all(&bodies, out, P, Q);
}

static void set_frame(vec3 at, vec3 n, vec3 t1, double h, geometry *g) {
    const sym2 flat = {0, 0, 0};
    *g = (geometry){.ra = at, .rb = at, .n = n, .t1 = t1, .t2 = v3_cross(n, t1), .h = h, .ma = flat, .mb = flat};
}

/* The approach by a motion of B at over.at: the surfaces come nearer by what B moves against the normal at the deepest place. */
static void approach_row(const abut_gap *gap, element_local *l) {
    const geometry *g = &l->g;
    vec3 n = gap->axes.c2, arm = v3_sub(gap->origin, l->over.at), turn = v3_cross(arm, n);
    vec3 axis[3] = {g->t1, g->t2, g->n};
    for (int j = 0; j < 3; j++) {
        l->over_h[j] = -v3_dot(n, axis[j]);
        l->over_h[j + 3] = -v3_dot(turn, axis[j]);
    }
}

/* Bodies that overlap by little more than rounding, where a law finds nothing: they carry nothing. */
static const double SHALLOW = 1e-8;
static abut_status no_overlap(const abut_gap *gap, abut_gap_force *out) {
    abut_gap_cells *cells = out->cells;
    *out = (abut_gap_force){.exponent = 1.5,
                            .k = gap->E_star * gap->size,
                            .at = gap->origin,
                            .n = gap->axes.c2,
                            .t1 = gap->axes.c0,
                            .cells = cells};
    if (cells) cells->n = 0;
    return ABUT_OK;
}

abut_status gap_law_place(const abut_element *e, const element_frame *f, bool moving, void *next, element_local *l) {
    abut_gap gap;
    abut_status s = search(e, &f->pair, &gap, &l->patch.P, &l->patch.Q);
    if (s) return s;
    l->over.cells = l->cells ? &l->cells->pressure : NULL;
    if (l->cells) l->cells->gap = gap;
    l->patch.h = gap.h;
    l->patch.E_star = e->E_star;
    l->deepest = gap.origin;
    set_frame(gap.origin, gap.axes.c2, gap.axes.c0, gap.h, &l->g);
    if (!(gap.h > 0)) return ABUT_OK;
    s = e->normal->gap_force(e->normal_self, &gap, e->law_memory, next, moving, &l->over);
    if (s && gap.h < SHALLOW * gap.size) s = no_overlap(&gap, &l->over);
    if (s) return s;
    set_frame(l->over.at, l->over.n, l->over.t1, gap.h, &l->g);
    if (moving) approach_row(&gap, l);
    return isfinite(l->over.N + l->over.at.x + l->over.at.y + l->over.at.z) ? ABUT_OK : ABUT_NOT_FINITE;
}

void gap_law_elastic(element_local *l) {
    const abut_gap_force *o = &l->over;
    l->normal = (abut_normal){.N = o->N,
                              .energy = o->energy,
                              .exponent = o->exponent,
                              .a = o->a,
                              .b = o->b,
                              .p_max = o->p_max,
                              .dlna = {0, 1, 0},
                              .dlnb = {0, 0, 1},
                              .k = o->k,
                              .dk = {0, o->k * o->dlnk[0], o->k * o->dlnk[1]}};
}

void gap_law_move(element_local *l) {
    patch_motion *m = l->motion;
    const abut_gap_force *o = &l->over;
    *m = (patch_motion){0};
    if (!(l->patch.h > 0)) return;
    for (int j = 0; j < ABUT_MOTIONS; j++) {
        for (int i = 0; i < 3; i++) m->point[i][j] = o->dat[i][j];
        for (int i = 0; i < 2; i++) m->m[i][j] = -o->dn[i][j];
        m->local[ABUT_L_H][j] = l->over_h[j];
        m->local[ABUT_L_P][j] = o->dlna[j];
        m->local[ABUT_L_Q][j] = o->dlnb[j];
        m->local[ABUT_L_PHI][j] = o->dphi[j];
    }
    patch_move_velocities(&l->patch, m);
}

void gap_law_damp(const abut_element *e, const abut_damping_memory *memory, bool derivatives, element_local *l) {
    abut_normal *n = &l->normal;
    if (!derivatives) {
        e->damping->apply(e->damping_self, &l->patch, memory, n);
        return;
    }
    /* N(F, h, hdot): once with a slope of F by h, once without */
    abut_normal with = *n;
    double slope = fmax(n->N, 1e-30) / l->patch.h, *row = l->motion->local[ABUT_L_H];
    with.dN[0] = slope;
    e->damping->apply(e->damping_self, &l->patch, memory, n);
    e->damping->apply(e->damping_self, &l->patch, memory, &with);
    double by_h = n->dN[0], by_F = (with.dN[0] - by_h) / slope;
    for (int j = 0; j < ABUT_MOTIONS; j++) row[j] = by_F * l->over.dN[j] + by_h * l->over_h[j];
    n->dN[0] = 1;
}

patch_rolling gap_law_roll(const element_local *l) {
    const abut_patch *p = &l->patch;
    const double v[ABUT_MOTIONS] = {p->v1, p->v2, -p->hdot, p->w1, p->w2, p->wn};
    patch_rolling r = {{0}, {0}, {0}};
    for (int i = 0; i < 2 && p->h > 0; i++) {
        for (int j = 0; j < ABUT_MOTIONS; j++) {
            r.a[i] += l->over.dat[i][j] * v[j];
            r.n[i] += l->over.dn[i][j] * v[j];
        }
        r.b[i] = r.a[i] - v[i];
    }
    return r;
}

/* ---- friction on cells ---- */
static const unsigned char *past_at(const abut_element *e, double t) {
    const unsigned char *blocks = (const unsigned char *)e->law_memory + e->law_bytes - 2 * e->cells_bytes;
    return t < e->memory.friction.t ? blocks + e->cells_bytes : blocks;
}

/* The rows by the load, N/F of the whole force N and the elastic one F: by the motions and by hdot. */
static void load_rows(double load, const double by_load[ABUT_TRACTIONS], element_local *l) {
    const abut_normal *n = &l->normal;
    abut_cells_traction *c = &l->cells->traction;
    abut_traction *t = &l->traction;
    double F = l->over.N;
    for (int i = 0; i < ABUT_TRACTIONS; i++) {
        t->dT[ABUT_L_HDOT][i] = by_load[i] * n->dN[1] / F;
        for (int j = 0; j < ABUT_MOTIONS; j++)
            c->dT[i][j] += by_load[i] * (l->motion->local[ABUT_L_H][j] - load * l->over.dN[j]) / F;
    }
    t->used = 1U << ABUT_L_HDOT;
}

abut_status gap_law_friction(const abut_element *e, const abut_element_in *in, void *next, bool derivatives,
                             element_local *l) {
    const abut_patch *p = &l->patch;
    abut_cells_traction *c = &l->cells->traction;
    double F = l->over.N, load = F > 0 ? fmax(l->normal.N, 0) / F : 0;
    abut_cells_contact contact = {.gap = &l->cells->gap, .normal = &l->over, .load = load};
    abut_status s = e->friction->over_cells(e->friction_self, &contact, past_at(e, in->t), next, derivatives, c);
    if (s) return s;
    l->traction = (abut_traction){.mode = c->mode};
    for (int i = 0; i < ABUT_TRACTIONS; i++) l->traction.T[i] = c->T[i];
    l->traction.loss = -(c->T[ABUT_T1] * p->v1 + c->T[ABUT_T2] * p->v2 + c->T[ABUT_M1] * p->w1 + c->T[ABUT_M2] * p->w2 +
                         c->T[ABUT_MN] * p->wn);
    if (derivatives && F > 0 && l->normal.N > 0) load_rows(load, c->dload, l);
    return ABUT_OK;
}
