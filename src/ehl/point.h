/* A solver of elliptic contacts as its parts see it: one hierarchy of grids, of which the finer ones are solved one after the other. */
#ifndef ABUT_EHL_POINT_H
#define ABUT_EHL_POINT_H

#include "abut/ehl.h"
#include "point_fas.h"

enum { EHL_NESTED = 6 };

typedef struct ehl_point_grid {
    ehl_level *level; /* part of the finest one's hierarchy. NULL: not made for the present domain */
    double H0;
} ehl_point_grid;

struct abut_ehl_point {
    int n, count; /* cells of the finest grid; nested grids */
    ehl_point_grid grid[EHL_NESTED];
    ehl_point_newton newton;
    ehl_fas *fas; /* NULL until it is needed */
    double *kept; /* pressures of the coarsest of them */
    double *oil
        [3]; /* of the finest: rho H of the last instant and the one before, what a step sees of them; NULL until they are needed */
    int known;                      /* instants in time up to now; 0: the last solution is steady */
    double past_width, past_volume; /* of the last step */
    double from, to, side, C;       /* domain and kernel that the grids were made for */
    bool solved;
    bool turning, back; /* the domain is even; the state is seen from behind, since the flow runs along -X */
    double *seen[2];    /* pressures and gaps from the other side; NULL until they are needed */
};

/* Numbers of a contact in Hertz' units. */
typedef struct ehl_point_numbers {
    double lambda, ab, load;
    double e, C;     /* axis ratio, factor of the kernel */
    double moes;     /* film in Moes' units over that in Hertz' */
    double film;     /* central film expected, Hertz' units */
    ehl_shape shape; /* of the gap, in axes of the entrainment */
} ehl_point_numbers;
ehl_point_numbers ehl_point_numbers_of(double M, double L, double D, double angle);

ehl_fluid ehl_point_fluid(const abut_ehl_oil *oil, double ab);
/* The sentence of a solution that was not found. */
abut_status ehl_point_refuse(const abut_ehl_point *s, const abut_ehl_point_def *d, ehl_end end, abut_message *message);

/* Makes the grids of a domain; what was solved is lost unless it is the same one. False: no memory. */
bool ehl_point_place(abut_ehl_point *s, double from, double to, double side, double C);
/* Hertz' pressure, film in the middle. */
void ehl_point_start_cold(ehl_point_grid *g, const ehl_point_numbers *u, double angle, double film);
/* Pressures of a grid with every second node. */
void ehl_point_start_from(ehl_point_grid *g, const ehl_point_grid *from, const ehl_point_numbers *u);

/* What is solved, and what it has cost. */
typedef struct ehl_point_contact {
    double M, L, D, angle, tol;
    const abut_ehl_oil *oil;
    bool flooded, fas;
    const ehl_rough *rough; /* NULL: smooth */
    double stand;           /* gap of a cold start at least */
} ehl_point_contact;

typedef struct ehl_effort {
    int steps, cycles, clean;     /* clean: grids solved one after the other up to now */
    abut_ehl_point_result coarse; /* of the grid before the last */
    double edge_0, edge_min;      /* how films change where the edge of the domain does, on the coarsest grid */
} ehl_effort;

/* From the state of grid k; ahead and far as in ehl_point_newton_solve. */
ehl_end ehl_point_solve_grid(abut_ehl_point *s, int k, const ehl_point_contact *c, double tol, int ahead, int far,
                             ehl_effort *e);
/* Grids from k on, the first from the one before it, or cold. */
ehl_end ehl_point_refine(abut_ehl_point *s, const ehl_point_contact *c, int k, bool started, ehl_effort *e);
void ehl_point_domain(const abut_ehl_point_def *d, const ehl_point_numbers *u, double *from, double *to, double *side);

abut_status ehl_point_check(const abut_ehl_point_def *d, abut_message *message);
/* Between nodes: cubic in both directions. */
double ehl_mesh_value(const ehl_mesh *m, const double *v, double x, double y);
abut_ehl_point_result ehl_point_measure(const ehl_point_grid *g, const ehl_point_numbers *u);

#endif
