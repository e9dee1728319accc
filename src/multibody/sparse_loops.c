/* Many constraint rows, solved sparsely. */
#include "sparse_loops.h"

#include <stdlib.h>
#include <string.h>

/* ---- creation ---- */
static int root_of(const mb_system *s, int node) {
    while (s->node[node].parent > 0) node = s->node[node].parent;
    return node;
}

/* The trees a loop takes part in, and room for its rows over their unknowns. */
static void find_parts(const mb_system *s, struct sparse_loops *o, size_t *values) {
    for (int i = 0; i < s->loops; i++) {
        const int side[2] = {s->loop[i].a, s->loop[i].b};
        for (int j = 0; j < 2; j++) {
            int root = root_of(s, side[j]);
            const mb_node *last = &s->node[root + s->node[root].count - 1];
            loop_part p = {root, s->node[root].u, last->u + last->nu, *values};
            bool again = o->parts[i] && o->part[i][0].root == root;
            if (root == 0 || again || p.end == p.first) continue;
            o->part[i][o->parts[i]++] = p;
            *values += (size_t)(s->loop[i].rows * (p.end - p.first));
        }
    }
}

typedef struct pairs {
    int (*pair)[2];
    size_t count, room;
} pairs;

static bool add(pairs *p, int i, int j) {
    if (i == j) return true;
    if (p->count == p->room) {
        size_t room = 2 * p->room + 64;
        int(*more)[2] = realloc(p->pair, room * sizeof *more);
        if (!more) return false;
        p->pair = more, p->room = room;
    }
    p->pair[p->count][0] = i;
    p->pair[p->count++][1] = j;
    return true;
}

static blocks *make_mass(const mb_system *s, const struct sparse_loops *o, const int *size) {
    pairs p = {0};
    bool good = true;
    for (int i = 0; i < s->loops; i++)
        for (int j = 0; j < o->parts[i]; j++) {
            int root = o->part[i][j].root;
            for (int e = s->tree_loops[root]; good && e < s->tree_loops[root + 1]; e++)
                good = s->tree_loop[e] >= i || add(&p, i, s->tree_loop[e]);
        }
    blocks *b = good ? blocks_create(s->loops, size, p.count, (const int(*)[2])p.pair) : NULL;
    free(p.pair);
    return b;
}

static blocks *make_whole(const mb_system *s, const int *size) {
    const blocks *b = s->pattern;
    pairs p = {0};
    bool good = true;
    for (int i = b->count; good && i < b->slots; i++)
        good = b->slot[i].row > b->slot[i].column || add(&p, b->slot[i].row, b->slot[i].column);
    for (int i = 0; i < s->loops; i++)
        for (int c = 0; good && c < s->loop[i].columns; c++)
            good = add(&p, b->count + i, s->node[s->group[s->loop_column[s->loop[i].column + c]]].block);
    blocks *w =
        good ? blocks_create_bordered(b->count + s->loops, b->count, size, p.count, (const int(*)[2])p.pair) : NULL;
    free(p.pair);
    return w;
}

static bool make_matrices(mb_system *s, struct sparse_loops *o) {
    const blocks *b = s->pattern;
    int *size = malloc((size_t)(b->count + s->loops + 1) * sizeof(int));
    o->slot = malloc(((size_t)b->slots + 1) * sizeof(int));
    if (size && o->slot) {
        memcpy(size, b->size, (size_t)b->count * sizeof(int));
        for (int i = 0; i < s->loops; i++) size[b->count + i] = s->loop[i].rows;
        o->mass = make_mass(s, o, size + b->count);
        o->whole = make_whole(s, size);
    }
    free(size);
    if (!o->mass || !o->whole) return false;
    for (int i = 0; i < b->slots; i++) o->slot[i] = blocks_find(o->whole, b->slot[i].row, b->slot[i].column);
    return true;
}

bool sparse_loops_create(mb_system *s) {
    struct sparse_loops *o = s->sparse = calloc(1, sizeof *o);
    size_t values = 0, loops = (size_t)s->loops;
    if (!o) return false;
    o->parts = calloc(loops + 1, sizeof *o->parts);
    o->part = calloc(loops + 1, sizeof *o->part);
    if (!o->parts || !o->part) return false;
    find_parts(s, o, &values);
    if (!make_matrices(s, o)) return false;
    o->Y = malloc((values + 1) * sizeof(double));
    o->rows = calloc((size_t)o->mass->scalars + 1, sizeof(double));
    o->column = calloc((size_t)s->size.nu + 1, sizeof(double));
    o->unknowns = calloc((size_t)o->whole->scalars + 1, sizeof(double));
    return o->Y && o->rows && o->column && o->unknowns;
}

void sparse_loops_destroy(mb_system *s) {
    struct sparse_loops *o = s->sparse;
    if (!o) return;
    blocks_destroy(o->mass);
    blocks_destroy(o->whole);
    void *parts[] = {o->slot, o->parts, o->part, o->Y, o->rows, o->column, o->unknowns};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
    free(o);
    s->sparse = NULL;
}

/* ---- G M^-1 G^T ---- */

/* Every stored block, zero. */
static void clear_all(blocks *b) {
    blocks_clear(b);
    for (int i = 0; i < b->slots; i++) {
        size_t size = (size_t)(b->size[b->slot[i].row] * b->size[b->slot[i].column]);
        memset(blocks_put(b, i), 0, size * sizeof(double));
    }
}

/* Y of one loop over one tree. */
static void solve_part(mb_work *k, const mb_loop *l, const loop_part *p) {
    struct sparse_loops *o = k->s->sparse;
    size_t n = (size_t)(p->end - p->first);
    for (int r = 0; r < l->rows; r++) {
        const double *row = k->G + l->values + (size_t)(r * l->columns);
        memset(o->column + p->first, 0, n * sizeof(double));
        for (int c = 0; c < l->columns; c++) {
            int u = k->s->loop_column[l->column + c];
            if (u >= p->first && u < p->end) o->column[u] += row[c];
        }
        dynamics_tree_solve(k, p->root, o->column);
        memcpy(o->Y + p->at + (size_t)r * n, o->column + p->first, n * sizeof(double));
    }
}

/* Block (j, i) += rows of loop j over the tree times Y of loop i there. */
static void add_product(mb_work *k, int j, int i, const loop_part *p) {
    struct sparse_loops *o = k->s->sparse;
    const mb_loop *l = &k->s->loop[j];
    int rows = l->rows, columns = k->s->loop[i].rows, n = p->end - p->first;
    double *to = o->mass->lu + o->mass->target[blocks_find(o->mass, j, i)];
    for (int r = 0; r < rows; r++) {
        const double *row = k->G + l->values + (size_t)(r * l->columns);
        for (int c = 0; c < l->columns; c++) {
            int u = k->s->loop_column[l->column + c] - p->first;
            if (u < 0 || u >= n) continue;
            const double *y = o->Y + p->at + u;
            for (int m = 0; m < columns; m++) to[r * columns + m] += row[c] * y[(size_t)m * (size_t)n];
        }
    }
}

static void make_mass_matrix(mb_work *k) {
    const mb_system *s = k->s;
    const struct sparse_loops *o = s->sparse;
    clear_all(o->mass);
    for (int i = 0; i < s->loops; i++)
        for (int j = 0; j < o->parts[i]; j++) {
            const loop_part *p = &o->part[i][j];
            solve_part(k, &s->loop[i], p);
            for (int e = s->tree_loops[p->root]; e < s->tree_loops[p->root + 1]; e++)
                add_product(k, s->tree_loop[e], i, p);
        }
}

/* Row and column r of a block: nothing but one on the diagonal of its own. */
static void blank(const blocks *b, int slot, int r, bool row) {
    const block_slot *at = &b->slot[slot];
    int rows = b->size[at->row], columns = b->size[at->column];
    double *to = b->lu + b->target[slot];
    if (row)
        for (int c = 0; c < columns; c++) to[r * columns + c] = 0;
    else
        for (int i = 0; i < rows; i++) to[i * columns + r] = 0;
    if (at->row == at->column) to[r * columns + r] = 1;
}

static void blank_dropped(const mb_system *s, const blocks *b, int first) {
    for (int i = 0; i < s->loops; i++)
        for (int r = 0; r < s->loop[i].rows; r++) {
            if (s->loop[i].row[r].index >= 0) continue;
            int row = first + i;
            for (int e = b->near_start[row]; e < b->near_start[row + 1]; e++) {
                blank(b, b->near_slot[e], r, true);
                blank(b, blocks_find(b, b->near[e], row), r, false);
            }
            blank(b, row, r, true);
            blank(b, row, r, false);
        }
}

bool sparse_loops_factor_mass(mb_work *k) {
    blocks *b = k->s->sparse->mass;
    make_mass_matrix(k);
    blank_dropped(k->s, b, 0);
    return blocks_factor(b);
}

#define FOR_ROWS(s, i, r, index_)                                                                                      \
    for (int i = 0; i < (s)->loops; i++)                                                                               \
        for (int r = 0, index_ = 0; r < (s)->loop[i].rows; r++)                                                        \
            if ((index_ = (s)->loop[i].row[r].index) >= 0)

void sparse_loops_correct(mb_work *k, double *rhs, double *to) {
    const mb_system *s = k->s;
    struct sparse_loops *o = s->sparse;
    memset(o->rows, 0, (size_t)o->mass->scalars * sizeof(double));
    FOR_ROWS(s, i, r, index) o->rows[o->mass->first[i] + r] = -rhs[index];
    blocks_solve(o->mass, o->rows);
    FOR_ROWS(s, i, r, index) rhs[index] = o->rows[o->mass->first[i] + r];
    memset(o->column, 0, (size_t)s->size.nu * sizeof(double));
    loops_transpose(k, k->G, rhs, o->column);
    dynamics_mass_solve(k, o->column);
    for (int j = 0; j < s->size.nu; j++) to[j] += o->column[j];
}

/* Scaled to ones on the diagonal; rows that are nothing but rounding have squares far below the largest, and become zero. */
static void scale_rows(const blocks *b, double *scale) {
    double most = 0;
    for (int i = 0; i < b->count; i++)
        for (int r = 0; r < b->size[i]; r++) most = fmax(most, b->lu[b->target[i] + (size_t)(r * b->size[i] + r)]);
    for (int i = 0; i < b->count; i++)
        for (int r = 0; r < b->size[i]; r++) {
            double d = b->lu[b->target[i] + (size_t)(r * b->size[i] + r)];
            scale[b->first[i] + r] = d > 1e-22 * most ? 1 / sqrt(d) : 0;
        }
    for (int e = 0; e < b->slots; e++) {
        int rows = b->size[b->slot[e].row], columns = b->size[b->slot[e].column];
        const double *x = scale + b->first[b->slot[e].row], *y = scale + b->first[b->slot[e].column];
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++) b->lu[b->target[e] + (size_t)(i * columns + j)] *= x[i] * y[j];
    }
}

abut_status sparse_loops_choose(mb_work *k, bool *kept) {
    struct sparse_loops *o = k->s->sparse;
    make_mass_matrix(k);
    scale_rows(o->mass, o->rows);
    if (!blocks_factor_ranked(o->mass, 1e-8, kept)) return ABUT_NOT_FINITE;
    for (int i = 0; i < o->mass->scalars; i++) kept[i] = !kept[i];
    return ABUT_OK;
}

/* ---- the whole system ---- */
bool sparse_loops_factor_whole(mb_work *k, const double *rows) {
    const mb_system *s = k->s;
    blocks *b = s->sparse->whole;
    int plain = s->pattern->count;
    for (int i = 0; i < s->loops; i++) {
        const mb_loop *l = &s->loop[i];
        int row = plain + i;
        memset(blocks_put(b, row), 0, (size_t)(l->rows * l->rows) * sizeof(double));
        for (int e = b->near_start[row]; e < b->near_start[row + 1]; e++) {
            size_t size = (size_t)(l->rows * b->size[b->near[e]]);
            memset(blocks_put(b, b->near_slot[e]), 0, size * sizeof(double));
            memset(blocks_put(b, blocks_find(b, b->near[e], row)), 0, size * sizeof(double));
        }
        for (int c = 0; c < l->columns; c++) {
            int u = s->loop_column[l->column + c];
            const mb_node *n = &s->node[s->group[u]];
            double *below = b->lu + b->target[blocks_find(b, row, n->block)],
                   *beside = b->lu + b->target[blocks_find(b, n->block, row)];
            for (int r = 0; r < l->rows; r++) {
                size_t at = l->values + (size_t)(r * l->columns + c);
                below[r * n->nu + (u - n->u)] += rows[at];
                beside[(u - n->u) * l->rows + r] -= k->GL[at];
            }
        }
    }
    blank_dropped(s, b, plain);
    return blocks_factor(b);
}

void sparse_loops_solve_whole(mb_work *k, double *z, double *g) {
    const mb_system *s = k->s;
    struct sparse_loops *o = s->sparse;
    int plain = s->pattern->count, nu = s->pattern->scalars;
    double *x = o->unknowns;
    memcpy(x, z, (size_t)nu * sizeof(double));
    memset(x + nu, 0, (size_t)(o->whole->scalars - nu) * sizeof(double));
    FOR_ROWS(s, i, r, index) x[o->whole->first[plain + i] + r] = g[index];
    blocks_solve(o->whole, x);
    memcpy(z, x, (size_t)nu * sizeof(double));
    FOR_ROWS(s, i, r, index) g[index] = x[o->whole->first[plain + i] + r];
}
