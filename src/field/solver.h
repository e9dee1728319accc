/* What a solver of dry contact implements: one file and one line in field_types.h.
 *
 * Problem, for every cell c of the window, with u = A p, A the displacements by pressures:
 *   g = h + u - approach - lambda_x x - lambda_y y,   lambda_x = -tilt_x;
 *   open p = 0, g >= 0; contact g = 0, 0 <= p <= cap; at the cap p = cap, g <= 0.
 * Of (approach, lambda_x, lambda_y) each is given, or its partner of (sum p, sum p x, sum p y) dA is. */
#ifndef ABUT_FIELD_SOLVER_H
#define ABUT_FIELD_SOLVER_H

#include "abut/extend.h"
#include "grid.h"

enum { PLANES = 3 }; /* 1, x, y: what the bodies can do as rigid ones */
#define NO_BODY 1e30 /* m, height where a body has ended; such cells stay open */
static inline bool no_body(double h) { return h > NO_BODY / 1e3; }
enum { CELL_OPEN, CELL_CONTACT, CELL_PLASTIC };

typedef struct dry_problem {
    grid grid;
    const double *h;      /* m, heights of the gap */
    double E_star;        /* Pa */
    double cap;           /* Pa, greatest pressure; INFINITY */
    bool rough;           /* residuals are measured by `rms`, else by half of the greatest overlap */
    double rms;           /* m, of the heights about their mean */
    bool forced[PLANES];  /* force or moment is given, not the displacement */
    double given[PLANES]; /* N, N m, N m where forced, else m, rad, rad: approach, -tilt_x, -tilt_y */
} dry_problem;

/* In: with `warm` the start. Out: the solution. Fields are those of the whole window. */
typedef struct dry_solution {
    double *p, *g;         /* Pa, m */
    unsigned char *cell;   /* CELL_... */
    double lambda[PLANES]; /* approach, -tilt_x, -tilt_y */
    double residual, scale;
    long inner, outer;
    long readmitted; /* cells that came back into contact: of solvers that open and admit in turn */
    double work;     /* as convolve_work */
    bool warm;
} dry_solution;

typedef struct dry_solver_type {
    abut_type type; /* of the kind "dry_solver" */
    size_t size;    /* of self */
    abut_status (*init)(void *self, const abut_args *args);
    /* Plans and memory for one grid; NULL: out of memory. */
    void *(*create)(const void *self, const dry_problem *p);
    void (*destroy)(void *work);
    double (*bytes)(const void *self, const grid *g); /* at most, of create and solve */
    /* The grid is that of creation. ABUT_NO_CONVERGENCE: *s is the best that was found. */
    abut_status (*solve)(void *work, const dry_problem *p, dry_solution *s, abut_message *message);
} dry_solver_type;

/* Parameters that every solver has. */
#define SOLVER_PARAMS(most)                                                                                            \
    {.name = "tol",                                                                                                    \
     .unit = "1",                                                                                                      \
     .preset = 1e-8,                                                                                                   \
     .low = 1e-14,                                                                                                     \
     .high = 0.1,                                                                                                      \
     .meaning = "greatest gap in contact or overlap outside, over the scale of residuals"},                            \
    {                                                                                                                  \
        .name = "iterations", .unit = "1", .preset = most, .low = 1, .high = 1e9,                                      \
        .meaning = "at most so many iterations"                                                                        \
    }

/* ---- what solvers share (solver.c) ---- */
static inline double plane_at(const grid *g, int k, int i, int j) {
    return k == 0 ? 1 : k == 1 ? grid_x(g, i) : grid_y(g, j);
}
/* sums over the window of p times plane k times the area of a cell */
void plane_sums(const grid *g, const double *p, double sum[PLANES]);
/* The start of a solver on the whole window: the last solution, or the mean pressure, or none; cells with pressure are in contact. */
void start_pressure(const dry_problem *p, dry_solution *s);
/* g = h + u - planes, from u in s->g; residual and scale. */
void finish_gap(const dry_problem *p, dry_solution *s);
/* A sentence and false if forces are asked for that a solver does not take: moments, a hardness. */
bool plain_loads(const dry_problem *p, const char *name, abut_message *message);
/* The scale of residuals of a problem at an approach. */
double residual_scale(const dry_problem *p, const double lambda[PLANES]);
/* The residual, by g, p and the state of every cell. */
double residual_of(const dry_problem *p, const dry_solution *s);

#endif
