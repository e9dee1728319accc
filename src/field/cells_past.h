/* What friction on the cells of a window remembers of an accepted state, and what the bodies have done since.
 *
 * Displacements of B over A and elastic displacements u = u_B - u_A are vectors of the contact plane. A point x of the window (frame of A's surface)
 * touches the point of B that was at x0 = d0 + R0 R^T (x - d) then. In the middle of the window B has moved over A by x - x0, about
 * it it has turned, without any time in it:
 *   D(x) = shift + spin (-y, x),   shift = x - x0 at x = 0,   spin = half the difference of the elements 12 and 21 of R0 R^T
 * What else 1 - R0 R^T has is of the order of the turn squared: half-spaces do not know it. The old window lies at another place of A and has another size: u0 at x is read between its cells by cubics
 * (R. G. Keys, IEEE Trans. ASSP 29, 1981, 1153: once differentiable, exact for quadratics, which displacements under sticking are). Beyond it
 * u0 goes as 1/r. */
#ifndef ABUT_FIELD_CELLS_PAST_H
#define ABUT_FIELD_CELLS_PAST_H

#include "abut/extend.h"
#include "base/vec.h"

/* Plain numbers: saved and copied as bytes. */
typedef struct cells_past {
    double known; /* 1; 0: the bodies were apart, nothing else is set */
    mat3 R;       /* frame of B's surface in that of A's, and its origin */
    vec3 d;
    mat3 axes; /* of the window, frame of A's surface */
    vec3 origin;
    double side[2]; /* m, of a cell */
    double fields
        []; /* 2*cells each: tractions q' (shear_window.h), elastic displacements (m), slip of the last step (m) */
} cells_past;

static inline size_t cells_past_bytes(size_t cells) { return sizeof(cells_past) + 6 * cells * sizeof(double); }
static inline const double *cells_past_q(const cells_past *p) { return p->fields; }
static inline const double *cells_past_u(const cells_past *p, size_t cells) { return p->fields + 2 * cells; }
static inline const double *cells_past_s(const cells_past *p, size_t cells) { return p->fields + 4 * cells; }

/* Window and bodies of now into *next; the fields are left alone. */
void cells_past_place(const abut_gap *gap, const double side[2], cells_past *next);

/* The motion of B over A since then, frame of the gap; turn is R0 R^T. */
typedef struct cells_motion {
    vec3 shift;
    double spin;
    mat3 turn;
} cells_motion;
cells_motion cells_motion_since(const cells_past *past, const abut_gap *gap);

/* u0 (m) at the point x, y of the window of now, and by[i][j] how its component i changes along j, for windows that grow and move;
 * components along e1, e2 of now. */
typedef struct cells_view {
    const cells_past *past;
    int n;
    double R[2][2]; /* of what is along axis j now the part along axis i then */
    vec3 middle;    /* of the window of now, in the frame of the old one */
} cells_view;
cells_view cells_view_of(const cells_past *past, const abut_gap *gap, int n);
void cells_view_at(const cells_view *v, double x, double y, double u[2], double by[2][2]);

#endif
