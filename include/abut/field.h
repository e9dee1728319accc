/* abut: contact on a grid. Two elastic half-spaces whose gap is any function of the contact plane: pressure, contact set, force,
 * moments and stiffness. Link libabut_field, which needs FFTW (GPL); libabut and libabut_world do not.
 *
 * Conventions
 *   - The contact plane is x, y; its origin is the middle of the window. Fields are given cell by cell, row by row:
 *     value[j*nx + i] at x_i = (i - (nx - 1)/2) lx/nx, y_j likewise.
 *   - Heights are those of the gap of the undeformed bodies: h = 0 where they touch first, growing outwards.
 *   - gap g = h + tilt[0] x + tilt[1] y + u - approach, with u the elastic displacement by the pressure p. In contact g = 0 and
 *     0 <= p <= hardness, elsewhere g >= 0 and p = 0.
 *   - moment[0] = sum p x dA, moment[1] = sum p y dA: work-conjugate to -tilt. (The moment vector on the upper body is
 *     (moment[1], -moment[0]).)
 *   - A periodic window repeats itself: displacements are those about the mean plane, and the approach is counted from there.
 * Nothing here prints or exits. Plans of FFTW are made while an object is created, one at a time in a process (its planner is not
 * thread-safe); different objects may be used by different threads at once. */
#ifndef ABUT_FIELD_H
#define ABUT_FIELD_H

#include "abut/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Gaps (kind "gap") and solvers (kind "dry_solver"); then all of abut_study_types(). */
ABUT_API const abut_registry *abut_field_types(void);

typedef struct abut_field_grid {
    int nx, ny;    /* cells, at least 2 */
    double lx, ly; /* m, sides of the window */
    bool periodic;
} abut_field_grid;

typedef struct abut_field_def {
    abut_field_grid grid;
    abut_choice gap;               /* of the kind "gap" */
    const double *heights;         /* m, nx*ny of the gap, copied: instead of `gap`; NULL: there are none */
    bool rough;                    /* with heights: residuals are measured by their rms */
    double E_star;                 /* Pa; 0: by the materials */
    abut_material a, b;            /* without E_star */
    double hardness;               /* Pa, above which no pressure grows; 0: there is no limit */
    abut_choice solver;            /* of the kind "dry_solver"; no type: pcg */
    double memory;                 /* bytes it may need at most; 0: 4e9 */
    const abut_registry *registry; /* NULL: abut_field_types(); outlives the object */
} abut_field_def;

/* What is prescribed: force or approach, and for each axis the tilt or the moment. */
typedef struct abut_field_load {
    bool by_force;     /* `force` is given, otherwise `approach` */
    double force;      /* N; in a periodic window on one period */
    double approach;   /* m */
    bool by_moment[2]; /* moment[k] is given, otherwise tilt[k] */
    double tilt[2];    /* rad, slopes dh/dx and dh/dy that are added to the gap */
    double moment[2];  /* N m, sum p x dA and sum p y dA */
} abut_field_load;

typedef struct abut_field_result {
    double force, approach, p_max, p_mean; /* N, m, Pa, Pa over the contact */
    double center[2];                      /* m, of pressure; 0 without force */
    double tilt[2], moment[2];
    long contact_cells, plastic_cells;
    double area_fraction;    /* contact over window */
    double mean_gap;         /* m, over the window */
    double residual;         /* greatest |g| in contact or -g outside, divided by: */
    double scale;            /* m: half of the greatest overlap of the undeformed bodies; of rough ones rms height */
    long inner, outer;       /* iterations: of conjugate gradients or sweeps; of the contact set */
    double pair_equivalents; /* transforms by their size: pairs on the whole window, kernels included */
    double seconds;          /* s of the processor */
    const double *pressure,
        *gap; /* Pa, m: nx*ny; live until the next solve. Where a body has ended the gap is infinite */
    const unsigned char *contact; /* 0 open, 1 contact, 2 at the hardness */
    bool at_edge;                 /* contact reaches the edge of a window that is not periodic */
    const char *caution;          /* what the pressures are not worth, as a sentence; NULL: nothing to say */
} abut_field_result;

typedef struct abut_field abut_field;

/* NULL and a sentence if the definition is wrong or memory ends. */
ABUT_API abut_field *abut_field_create(const abut_field_def *def, abut_message *message);
ABUT_API void abut_field_destroy(abut_field *f);
/* Bytes that an object of this definition needs at most, before anything is allocated. */
ABUT_API double abut_field_bytes(const abut_field_def *def);
/* The window as it is: what the definition left out is that of the gap. */
ABUT_API abut_field_grid abut_field_size(const abut_field *f);
/* Heights of the gap, nx*ny; they live as long as the object, and may be changed between solves by abut_field_set_heights. Above 1e20 m: a
 * body has ended there. */
ABUT_API const double *abut_field_heights(const abut_field *f);
ABUT_API abut_status abut_field_set_heights(abut_field *f, const double *heights, abut_message *message);
/* Starts from the last solution if there is one. ABUT_NO_CONVERGENCE: *out is the best that was found. */
ABUT_API abut_status abut_field_solve(abut_field *f, const abut_field_load *load, abut_field_result *out,
                                      abut_message *message);
/* Forgets the last solution: the next solve starts cold. */
ABUT_API void abut_field_forget(abut_field *f);
/* `count` loads one after the other, each from the solution before it; `seen` is called after each and may stop by true. */
typedef bool abut_field_seen_fn(int index, const abut_field_result *r, void *user);
ABUT_API abut_status abut_field_sweep(abut_field *f, const abut_field_load *loads, int count, abut_field_seen_fn *seen,
                                      void *user, abut_message *message);
/* Derivatives of force, moment[0], moment[1] by approach, -tilt[0], -tilt[1] with the contact set held: symmetric. N/m, N, N m. */
ABUT_API abut_status abut_field_stiffness(abut_field *f, double K[3][3], abut_message *message);
/* The same as the 6 x 6 matrix of the element: rows force x, y, z and moment x, y, z on the upper body, columns its displacement and
 * rotation, about the origin of the window; without friction all but z, and rotations about x and y, is zero. */
ABUT_API abut_status abut_field_stiffness6(abut_field *f, double K[6][6], abut_message *message);

#ifdef __cplusplus
}
#endif
#endif
