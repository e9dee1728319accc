/* abut: lubricated contact solved, not fitted. Reynolds' equation and the elastic half-space together. Link libabut_field.
 *
 *     abut_ehl_line *s;
 *     abut_ehl_line_create(400, &s, &why);
 *     abut_ehl_line_solve(s, &(abut_ehl_line_def){.M = 20, .L = 10}, &r, &why);      r.H_c, r.H_min, r.X[], r.P[], r.H[]
 *
 * Moes' numbers, R = 1/rho_x, U = eta0 u_sum/(E' R): M = F/(E' l R) U^(-1/2), L = alpha E' U^(1/4), film h = H R U^(1/2).
 * Fields come in Hertz' units: X = x/b over the half-width b = R sqrt(8F/(pi E' l R)) of the dry contact, the flow along +X, P = p/p_h,
 * H = h R/b^2. Isothermal, Newtonian, smooth surfaces. See docs/theory/ehl_line.md. */
#ifndef ABUT_EHL_H
#define ABUT_EHL_H

#include "abut/abut.h"
#include "abut/heights.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the oil does under pressure. Zero: Barus' law, incompressible, which needs nothing but Moes' numbers. */
typedef struct abut_ehl_oil {
    double alpha; /* 1/Pa, pressure-viscosity coefficient; needed by the other two */
    double
        roelands_z; /* Roelands' exponent, ln eta = (alpha p_r/z) ((1 + p/p_r)^z - 1), p_r = 196.2 MPa; 0: Barus' law */
    bool compressible; /* Dowson and Higginson, rho = 1 + 0.6e-9 p/(1 + 1.7e-9 p) */
} abut_ehl_oil;

typedef struct abut_ehl_line abut_ehl_line; /* grids, factors and the last solution, from which the next one starts */

typedef struct abut_ehl_line_def {
    double M, L;
    abut_ehl_oil oil;
    double tol;      /* greatest residual in units of P; 0: 1e-10 */
    double from, to; /* ends of the domain in X; both 0: far enough */
    bool cold;       /* do not start from the last solution */
    double film; /* Hertz' units: the film that the grid is made for, for histories its least one; 0: that of M and L */
    double inside; /* share of the nodes that lie evenly over |X| < 1.1, for waves: up to 0.8 */
    /* Oil is conserved where the film breaks and where it forms anew, and steps in time go on so. Without it the film breaks by P >= 0
     * and the oil behind is not counted; the pressure of a steady flooded contact is the same. */
    bool conserving;
    double
        layer; /* Moes' units: oil that both surfaces bring to the contact, as a layer; its film forms where they meet. Conserving.
                   * 0: enough oil to fill the gap */
    bool
        turning; /* steps in time may turn the entrainment round: the domain reaches as far behind the contact as before it. Not with conserving or layer */
} abut_ehl_line_def;

typedef struct abut_ehl_line_result {
    double H_c;   /* Moes' units: central film, where dP/dX = 0 */
    double H_min; /* Moes' units: least film */
    double H_0;   /* Moes' units: film at X = 0 */
    double error_c,
        error_min;  /* estimates of the error of H_c and H_min by the grid, Moes' units; NaN: started from a solution */
    double x_c;     /* where H_c is */
    double p_max;   /* in units of p_h */
    double load;    /* int P dX; pi/2 unless the offset was given */
    double offset;  /* H = offset + X^2/2 + deformation, Hertz' units */
    double rolling; /* int H dP, Hertz' units: twice the rolling resistance of each surface over p_h b^2/R */
    double residual;         /* greatest that is left, units of P */
    int steps;               /* of Newton's method on the last grid */
    int all_steps;           /* on all grids */
    int count;               /* nodes */
    const double *X, *P, *H; /* of the nodes; they live until the next call with this solver */
    double flow;             /* Moes' units: oil that passes, as a layer that moves with the mean speed */
    double x_in, x_out; /* where the film forms (the start of the domain where it is flooded) and where it breaks */
    double flow_error;  /* conserving, steady: greatest difference of the flow along X over the flow */
    const double *fill; /* conserving: share of the gap that is oil, of the nodes; else NULL */
} abut_ehl_line_result;

/* n: cells of the grid, 50 to 3200, 400 is usual. ABUT_OK: *out is to be destroyed. */
ABUT_API abut_status abut_ehl_line_create(int n, abut_ehl_line **out, abut_message *message);
ABUT_API void abut_ehl_line_destroy(abut_ehl_line *s); /* NULL is fine */

/* ABUT_NO_CONVERGENCE: none was found, and the sentence says what to change; ABUT_BAD_VALUE. *out is zero then. */
ABUT_API abut_status abut_ehl_line_solve(abut_ehl_line *s, const abut_ehl_line_def *def, abut_ehl_line_result *out,
                                         abut_message *message);

/* From the last solution to the one a time step later, the oil between the bodies kept (squeeze). The grid keeps its X = x/b: where load,
 * speed or curvature have changed, M and L are those of the new instant, and width and scale say how b and b^2/R have. First order in
 * time, or second. Where no solution is found the contact stays at the last instant, and a shorter step may be tried. */
typedef struct abut_ehl_line_move {
    double dT;    /* the step in units of 2 b/u_sum, of the new instant */
    double width; /* new b over that of the last; 0: the same */
    double scale; /* new b^2/R over that of the last; 0: the same */
    double load;  /* int P dX that is wanted; 0: pi/2, the load of M */
    bool
        held; /* the offset of the gap is given instead, the load is a result. The offset holds the contact only where its pressure
                    * spreads over less than about 4 b (M above 4): that of a line is known up to a constant, ln(length/b) */
    double offset; /* Hertz' units */
    double
        last; /* the step before over this one, both in seconds: second order in time; 0: first order. The first step after
                    * abut_ehl_line_solve is of first order whatever this says */
    const double *
        relief; /* at the new instant, of every node: by how much the gap of the unloaded bodies is wider than X^2/2, Hertz'
                           * units; NULL: smooth */
    double
        speed; /* only with `turning` of the definition: the entrainment over that of M and L, -1 to 1, also 0. X keeps its direction */
} abut_ehl_line_move;

ABUT_API abut_status abut_ehl_line_step(abut_ehl_line *s, const abut_ehl_line_def *def, const abut_ehl_line_move *move,
                                        abut_ehl_line_result *out, abut_message *message);

/* ---- a rough surface that moves through a contact ---- */
typedef struct abut_ehl_relief {
    double a, R;  /* m: semi-axis or half-width of the dry contact, 1/rho_x */
    double moved; /* m: how far the surface has come along X; at 0 the map's first corner is at X = Y = 0 */
    double share; /* of the heights: 1, less while the surface comes in */
} abut_ehl_relief;

/* As `relief` of abut_ehl_line_move: the profile of one row of a map, 0 to ny - 1, which goes on at its other end and is linear between the middles of
 * its cells. A node has the mean over its cell, so that what lies between nodes counts; waves that the nodes in the contact do not carry are to be
 * filtered before. Peaks make the gap narrower. */
ABUT_API void abut_ehl_line_relief(const abut_ehl_line_result *r, const abut_heights *map, size_t row,
                                   const abut_ehl_relief *at, double *relief);

/* ---- a history of load, curvature and speed ---- */
typedef struct abut_ehl_line_instant {
    double t, force, rho_x,
        u_sum; /* s, N, 1/m, m/s; force and rho_x above 0. In between they are linear. u_sum may change its sign or be 0, but not in the
                                    * first row: the contact then turns (abut_ehl_line_move) */
} abut_ehl_line_instant;

typedef struct abut_ehl_line_history {
    const abut_ehl_line_instant *instant; /* in order of time */
    size_t count;
    double period; /* s: the history begins anew so long after its start, and the film has none; 0: it starts steady */
    double length, E_prime, eta0, alpha; /* m, Pa, Pa s, 1/Pa */
    abut_ehl_oil oil;                    /* its alpha is that above */
    int n;                               /* cells; 0: 300 */
    double tol;                          /* 0: 1e-8 */
    double
        change; /* the force, curvature and speed of a step in time differ from the last by at most this share; 0: 0.05 */
    bool steady; /* the film that would be there if nothing changed, too */
} abut_ehl_line_history;

typedef struct abut_ehl_line_film {
    double M, L;
    double h_c, h_min, p_max, half_width; /* m, m, Pa, m */
    double rolling_force;                 /* N on each surface */
    double steady_c, steady_min;          /* m: of the steady contact; NaN unless wanted */
    double formula;                       /* m: Moes; 0 without speed, where M is NaN */
    int steps, iterations;                /* in time and of Newton's method since the last instant */
} abut_ehl_line_film;

/* Films of all instants. On failure the sentence names the row, the first is 1. */
ABUT_API abut_status abut_ehl_line_follow(const abut_ehl_line_history *history, abut_ehl_line_film *film,
                                          abut_message *message);

/* ---- small disturbances of the contact that abut_ehl_line_solve found, linearised ---- */

/* Load by a change of the offset H_0 and of its rate, Hertz' units: int P dX falls by K dH_0 + C d(dH_0/dT). Slow changes: over
 * frequencies well below u_sum/(2 b). */
ABUT_API abut_status abut_ehl_line_spring(abut_ehl_line *s, double *K, double *C, abut_message *message);

/* Waves on one of the surfaces that run through the contact, of an amplitude well below the film. Their grid: `inside` 0.6, and 20 nodes or
 * more for each wave. */
typedef struct abut_ehl_line_wave {
    double length; /* over b */
    double speed;  /* of that surface over the mean of both; 1: rolling; 0: it stands still */
} abut_ehl_line_wave;

typedef struct abut_ehl_line_wave_result {
    double film;     /* at X = 0: amplitude of the film over that of the waves */
    double phase;    /* rad, of the film there: positive where it is ahead of the waves */
    double pressure; /* at X = 0: amplitude of P over that of the waves in Hertz' units */
    double offset;   /* amplitude of the distance of the bodies over that of the waves */
    double nodes;    /* per wave in the middle: 20 or more are wanted */
} abut_ehl_line_wave_result;

ABUT_API abut_status abut_ehl_line_wave_pass(abut_ehl_line *s, const abut_ehl_line_wave *wave,
                                             abut_ehl_line_wave_result *out, abut_message *message);

/* ---- elliptic contacts ------------------------------------------------------------------------------------------------
 * R = 1/rho_x, U = eta0 u_sum/(E' R): M = F/(E' R^2) U^(-3/4), L = alpha E' U^(1/4), D = rho_y/rho_x, film h = H R U^(1/2); the
 * entrainment makes an angle with the direction of rho_x. Hertz' units: lengths over the semi-axis a of the dry contact in the direction of
 * rho_x, P = p/p_h, H = h R/a^2; X runs along the entrainment. See docs/theory/ehl_point.md. */
typedef struct abut_ehl_point abut_ehl_point;

typedef enum abut_ehl_method {
    ABUT_EHL_NEWTON, /* Newton's method, its linear systems by GMRES */
    ABUT_EHL_FAS /* multigrid on the equations themselves (full approximation scheme): the same solution, for comparison */
} abut_ehl_method;

typedef struct abut_ehl_point_def {
    double M, L;
    double D;     /* 0.02 to 50; 0: 1, a circle */
    double angle; /* rad, of the entrainment against the direction of rho_x */
    abut_ehl_oil oil;
    double tol;            /* greatest residual in units of P; 0: 1e-8 */
    double from, to, side; /* domain: X from `from` < 0 to `to`, Y from -side to side; all 0: far enough */
    bool cold;             /* do not start from the last solution */
    bool
        flooded; /* oil without end: the edge of the domain has the pressure of stiff bodies there, and the load beyond it
                   * counts. false: no pressure at the edge */
    abut_ehl_method method;
    bool
        turning; /* steps in time may turn the entrainment round: the domain reaches as far behind the contact as before it. Not with flooded */
} abut_ehl_point_def;

typedef struct abut_ehl_point_result {
    double H_c;   /* Moes' units: film where dP/dX = 0 on Y = 0; as H_0 between nodes, not below H_min */
    double H_0;   /* Moes' units: at X = Y = 0 */
    double H_min; /* Moes' units: least of all nodes */
    double error_0,
        error_min; /* estimates of the error of H_0 (and H_c) and H_min by grid and domain; NaN: started from a solution */
    double p_max;                 /* in units of p_h */
    double load;                  /* iint P over that wanted, what lies beyond the domain included */
    double offset;                /* of the gap, Hertz' units */
    double residual;              /* greatest that is left, units of P */
    int steps, all_steps, cycles; /* of Newton's method on the last and on all grids; V-cycles on all */
    double e;                     /* semi-axis in the direction of rho_y over a */
    double scale;                 /* film in Moes' units over that in Hertz': a = R (scale U^(1/2))^(1/2) */
    int nx, ny;                   /* nodes: value[j*nx + i] at x0 + i hx, y0 + j hy */
    double x0, y0, hx, hy;
    const double *P, *H;       /* they live until the next call with this solver */
    double limit_0, limit_min; /* H_0 and H_min extrapolated to cells without size (second order); NaN as the errors */
    double domain_0, domain_min; /* what of the errors is due to the edge of the domain */
} abut_ehl_point_result;

/* n x n cells, n = 32, 64, 128, 256, 512 or 1024; 128 is usual. */
ABUT_API abut_status abut_ehl_point_create(int n, abut_ehl_point **out, abut_message *message);
ABUT_API void abut_ehl_point_destroy(abut_ehl_point *s);
ABUT_API abut_status abut_ehl_point_solve(abut_ehl_point *s, const abut_ehl_point_def *def, abut_ehl_point_result *out,
                                          abut_message *message);

/* From the last solution to the one a time step later, the oil between the bodies kept (squeeze). The grid keeps its X = x/a, Y = y/a: where
 * load, speed or curvature have changed, M and L are those of the new instant, and width and scale say how a and a^2/R have; D, angle and
 * domain are those of the solution it starts from. First order in time, or second. Entrainment keeps its direction. A contact that could not be solved
 * must be started anew by abut_ehl_point_solve. */
typedef struct abut_ehl_point_move {
    double dT;     /* the step in units of 2 a/u_sum, of the new instant */
    double width;  /* new a over that of the last; 0: the same */
    double scale;  /* new a^2/R over that of the last; 0: the same */
    bool held;     /* the offset of the gap is given instead of the load, which is a result */
    double offset; /* Hertz' units */
    double
        last; /* the step before over this one, both in seconds: second order in time; 0: first order. The first step after
                    * abut_ehl_point_solve is of first order whatever this says */
    const double *
        relief; /* at the new instant, of every node: by how much the gap of the unloaded bodies is wider than smooth ones',
                           * Hertz' units; NULL: smooth */
    double
        speed; /* only with `turning` of the definition: the entrainment over that of M and L, -1 to 1, also 0. X keeps its direction */
} abut_ehl_point_move;

ABUT_API abut_status abut_ehl_point_step(abut_ehl_point *s, const abut_ehl_point_def *def,
                                         const abut_ehl_point_move *move, abut_ehl_point_result *out,
                                         abut_message *message);

/* A surface that moves through a point contact (abut_ehl_relief), as `relief` of abut_ehl_point_move: heights of a map, which goes on at its other side
 * in both directions, linear between the middles of its cells, over the nodes of r; X of the contact along the rows of the map. Peaks make the gap
 * narrower. Waves that the nodes do not carry are to be filtered before (abut_heights_filter). */
ABUT_API void abut_ehl_point_relief(const abut_ehl_point_result *r, const abut_heights *map, const abut_ehl_relief *at,
                                    double *relief);

/* Waves on one of the surfaces that run through the contact that abut_ehl_point_solve found, of an amplitude well below the film, linearised. */
typedef struct abut_ehl_point_wave {
    double length; /* over a */
    double
        angle; /* rad, of the direction in which they follow each other against the entrainment; 0: ridges across it */
    double speed; /* of that surface, along the entrainment, over the mean of both; 1: rolling; 0: it stands still */
} abut_ehl_point_wave;

typedef struct abut_ehl_point_wave_result {
    double film;     /* at X = Y = 0: amplitude of the film over that of the waves */
    double phase;    /* rad, of the film there: positive where it is ahead of the waves */
    double pressure; /* there: amplitude of P over that of the waves in Hertz' units */
    double offset;   /* amplitude of the distance of the bodies over that of the waves */
    double nodes;    /* per wave: 16 or more are wanted */
    double residual; /* that is left of the linear equations, relative */
    int cycles;
} abut_ehl_point_wave_result;

ABUT_API abut_status abut_ehl_point_wave_pass(abut_ehl_point *s, const abut_ehl_point_wave *wave,
                                              abut_ehl_point_wave_result *out, abut_message *message);

/* ---- tables ------------------------------------------------------------------------------------------------------------
 * What `abut ehl table` does: contacts at nodes of (M, L, D) are solved one by one, in any order and by any process, and made
 * into a file that the film law 'ehl_table' reads. Nodes are even in ln(1 + L), ln D and, of lines, ln M; of ellipses those in M are nearest to
 * each other where rigid bodies give way. Barus' viscosity, incompressible. See docs/theory/ehl_table.md. */
typedef struct abut_ehl_table_def {
    double M[2], L[2], D[2]; /* hull of the elliptic contacts */
    int nodes[3];            /* in M, L, D, 4 to 64; all 0: no elliptic contacts */
    double line_M[2], line_L[2];
    int line_nodes[2]; /* both 0: no lines */
    int finest;        /* cells of the finest grid of elliptic contacts: 128, 256 or 512 */
    int checks; /* contacts between the nodes that are solved to see how good the table is, up to 2000; one in five is a line where there are both.
                 * 0: bounds of errors are estimated from the differences of the nodes */
} abut_ehl_table_def;

typedef struct abut_ehl_table_row {
    double H_c, H_min; /* Moes' units, led to the limit of fine grids and wide domains */
    double separation; /* approach of the dry contact under the same load less that of this one, Moes' units */
    double
        rolling; /* of a line: force on each surface over E' R l U^(3/4); of an ellipse over E' R^2 U, oil from 100 R U^(1/4) on */
    double damping; /* factor k of c = k E' s l R/(2 b u_sum): abut_ehl_table_out */
    double error, error_min, error_separation, error_rolling, error_damping; /* relative: estimates */
    double cells;                                                            /* of the finest grid that was needed */
} abut_ehl_table_row;

ABUT_API abut_status abut_ehl_table_check(const abut_ehl_table_def *def, abut_message *message);
ABUT_API size_t abut_ehl_table_rows(const abut_ehl_table_def *def);
/* The contact of row i: nodes of ellipses, of lines, then contacts between them. D = 0: a line. false: it need not be solved, since it lies far
 * beyond the hull, or follows from others. */
ABUT_API bool abut_ehl_table_contact(const abut_ehl_table_def *def, size_t i, double *M, double *L, double *D);
ABUT_API abut_status abut_ehl_table_solve(const abut_ehl_table_def *def, size_t i, abut_ehl_table_row *out,
                                          abut_message *message);
/* The file of all rows, `*size` bytes to be freed with free(). origin: a text that says how it was made, cut off at 159 bytes. */
ABUT_API abut_status abut_ehl_table_make(const abut_ehl_table_def *def, const abut_ehl_table_row *rows,
                                         const char *origin, unsigned char **bytes, size_t *size,
                                         abut_message *message);

#ifdef __cplusplus
}
#endif
#endif
