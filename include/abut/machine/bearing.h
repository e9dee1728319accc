/* abut, machines: what bearings of all kinds share: what is read of their rings, frequencies, rating life. */
#ifndef ABUT_MACHINE_BEARING_H
#define ABUT_MACHINE_BEARING_H

#include "abut/machine/common.h"
#include "abut/machine/mounting.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the maker says that a bearing stands; 0: not given. */
typedef struct abut_rating {
    double C, C0, Cu; /* N, basic dynamic and static rating, fatigue limit load */
    double e_C;       /* contamination factor of ISO 281, at most 1; 0: of normal cleanliness */
} abut_rating;

/* Boundary dimensions, m; 0: not said. */
typedef struct abut_boundary {
    double bore, outside_diameter, width;
} abut_boundary;

/* Group of radial internal clearance before mounting (ISO 5753-1). */
typedef enum abut_clearance_class {
    ABUT_CLEARANCE_GIVEN, /* no group: the number of the definition */
    ABUT_CLEARANCE_C2,
    ABUT_CLEARANCE_CN,
    ABUT_CLEARANCE_C3,
    ABUT_CLEARANCE_C4
} abut_clearance_class;

/* How a lubricated bearing gets its lubricant. */
typedef enum abut_supply {
    ABUT_SUPPLY_USUAL, /* nothing said: flooded, unless the film law has a factor of starvation */
    ABUT_SUPPLY_FLOODED,
    ABUT_SUPPLY_BATH, /* of low level, or a jet */
    ABUT_SUPPLY_GREASE,
    ABUT_SUPPLY_AIR /* oil-air, oil mist */
} abut_supply;

/* Oil between the rings that the rolling elements move through. */
typedef struct abut_bearing_drag {
    double oil_fraction; /* share of oil in the volume, at most 1; 0: no drag */
    double factor;       /* of the drag of single bodies; 0: 1 */
} abut_bearing_drag;

/* W, what the loss of a bearing is made of. */
typedef struct abut_bearing_losses {
    double spin;    /* balls on races: the moment of friction about the normal times the spin */
    double slip;    /* the rest of their friction: differential and gross sliding */
    double rolling; /* rolling resistance of films */
    double damping; /* damping of these contacts */
    double cage;    /* friction and damping in pockets and on the land */
    double drag;    /* of the oil on the rolling elements */
} abut_bearing_losses;

typedef struct abut_bearing_state {
    abut_vec3
        displacement; /* m, of the inner ring's centre relative to the outer ring, axes of `place` on the outer ring */
    abut_vec3 tilt;   /* rad, of the inner ring's axis; z is 0 */
    abut_vec3 force,
        moment;   /* N, N m, of the balls on the inner ring, about its centre, axes of `place` on the outer ring */
    double speed; /* rad/s, inner relative to outer */
    double friction_moment; /* N m, loss / |speed| */
    double loss;            /* W */
    double cage_speed;      /* rad/s, of the cage, or the mean orbital speed of the balls, relative to the outer ring */
    abut_bearing_losses losses; /* their sum is the loss */
} abut_bearing_state;

/* Kinematics of pure rolling. */
typedef struct abut_bearing_frequencies {
    double ftf;  /* Hz, cage */
    double bpfo; /* Hz, balls over a point of the outer race */
    double bpfi; /* Hz, balls over a point of the inner race */
    double bsf;  /* Hz, spin of a ball; its faults strike at 2 bsf */
} abut_bearing_frequencies;

/* After abut_static: of pure rolling at the angle without load; and as the elements that carry go round and spin in equilibrium. Each
 * may be NULL. ABUT_MISSING: no equilibrium was found, or the machine has no rolling elements. */
ABUT_API abut_status abut_machine_rolling(const abut_world *w, abut_machine machine, abut_bearing_frequencies *nominal,
                                          abut_bearing_frequencies *found);

/* ---- rating life ----------------------------------------------------------------------------------------------------
 * Basic rating life of ISO 281 and reference life of ISO 16281; what is assumed: docs/theory/bearing.md. A figure that the
 * standards' factors do not cover is NaN. */
typedef struct abut_life {
    double C;                     /* N, basic dynamic rating: given, or from the geometry */
    bool given;                   /* C was given */
    bool axial;                   /* contact angle above 45 deg: C and P are axial loads */
    double Fr, Fa;                /* N, radial and axial load */
    double X, Y, e;               /* factors of P = X Fr + Y Fa; X = 1, Y = 0 up to Fa/Fr = e */
    double P;                     /* N, dynamic equivalent load */
    double L10;                   /* 1e6 revolutions, (C/P)^3 */
    double Qc[2];                 /* N, ball load that a ring (inner, outer) stands for 1e6 revolutions */
    double Qe[2];                 /* N, dynamic equivalent ball load of a ring */
    double ring[2];               /* 1e6 revolutions, (Qc/Qe)^3 */
    double L10r;                  /* 1e6 revolutions, of both rings together */
    double L10_hours, L10r_hours; /* h, at the speed given; infinite at rest */
    double
        a_iso; /* factor of the modified life at P: NaN without a lubricant, without C_u, for hybrids, for kappa < 0.1 */
    double kappa;   /* viscosity ratio; NaN without a lubricant or at rest */
    double e_C, Cu; /* contamination factor, fatigue limit load (N) behind a_iso; NaN: not known */
    double L10m;    /* 1e6 revolutions, a_iso L10 */
    double L10m_hours;
} abut_life;

/* ---- what the standards say of the whole bearing ------------------------------------------------------------------------ */
typedef enum abut_bearing_kind {
    ABUT_RADIAL_BALL,
    ABUT_RADIAL_ROLLER,
    ABUT_THRUST_BALL,
    ABUT_THRUST_ROLLER
} abut_bearing_kind;

/* Radial internal clearance (m) of deep groove ball and cylindrical roller bearings with cylindrical bores, ISO 5753-1: least and
 * greatest of the group for a bore (m) of up to 200 mm. ABUT_BAD_VALUE beyond, and for other kinds. */
ABUT_API abut_status abut_iso5753(abut_bearing_kind kind, abut_clearance_class group, double bore, double *least,
                                  double *greatest);
/* Dynamic and static rating (N) of a single row of `count` rollers, ISO 281 and ISO 76: mean diameter, effective length and pitch
 * diameter in m, contact angle in rad (below pi/2). ABUT_BAD_VALUE outside of what the standards cover. */
ABUT_API abut_status abut_iso281_roller(int count, double diameter, double length, double pitch_diameter, double angle,
                                        double *C, double *C0);
/* Static rating (N) of a single row of balls, ISO 76; grooves of up to 0.53 (thrust bearings: 0.54) of the ball diameter. */
ABUT_API abut_status abut_iso76_ball(int count, double diameter, double pitch_diameter, double angle, double *C0);

/* ---- modified life, ISO 281:2007 -----------------------------------------------------------------------------------------
 * L_10m = a_ISO L_10; docs/theory/life.md. All return ABUT_BAD_VALUE and NaN outside of what the standard covers. */
/* a_ISO of the viscosity ratio kappa >= 0.1 (above 4 taken as 4), the contamination factor 0 <= e_C <= 1 and the fatigue limit
 * load over the equivalent load, C_u/P >= 0; at most 50. */
ABUT_API abut_status abut_iso281_a(abut_bearing_kind kind, double kappa, double e_C, double Cu_P, double *a);
/* Reference viscosity (m^2/s) at this speed (rad/s, either sign, not 0) and pitch diameter (m). */
ABUT_API abut_status abut_iso281_nu1(double speed, double pitch_diameter, double *nu1);
/* Middle of the range that ISO 281 gives for a level of cleanliness: extreme, high, normal, slight, typical, severe, very_severe
 * (from slight on: contamination). ABUT_UNKNOWN_NAME if it is none of these. */
ABUT_API abut_status abut_iso281_cleanliness(const char *level, double pitch_diameter, double *e_C);
/* Fatigue limit load (N) from the static rating C0 (N), the simple estimate of the standard: C0/22 of balls, C0/8.2 of rollers,
 * less above a pitch diameter of 100 mm. */
ABUT_API abut_status abut_iso281_limit(abut_bearing_kind kind, double C0, double pitch_diameter, double *Cu);

#ifdef __cplusplus
}
#endif
#endif
