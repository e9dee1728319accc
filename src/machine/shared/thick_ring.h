/* Thick rings of Lame: rotating, warm, pressed from inside and outside, in plane stress. Theory: docs/theory/fits.md. */
#ifndef ABUT_MACHINE_THICK_RING_H
#define ABUT_MACHINE_THICK_RING_H

#include <stdbool.h>

/* a = 0: solid. */
typedef struct thick_ring {
    double a, b;      /* m, radii of bore and outside */
    double E, nu;     /* Pa; E infinite: rigid */
    double density;   /* kg/m^3 */
    double expansion; /* 1/K */
    double warmer;    /* K, than where its radii were measured */
    double speed;     /* rad/s, about its axis */
} thick_ring;

/* At the radius r within the ring, p_a and p_b (Pa) on bore and outside: radial displacement (m), hoop and radial stress (Pa). */
double ring_moves(const thick_ring *o, double r, double p_a, double p_b);
double ring_hoop(const thick_ring *o, double r, double p_a, double p_b);
double ring_radial(const thick_ring *o, double r, double p_a, double p_b);
/* Pa, the greatest difference of principal stresses in it (Tresca); it lies at the bore, of a solid one at its axis or outside. */
double ring_tresca(const thick_ring *o, double p_a, double p_b);

/* Two rings that meet at a radius, in.b = out.a but for the interference (m, of the diameter, cold and at rest). */
typedef struct ring_joint {
    thick_ring in, out;
    double interference;
} ring_joint;

typedef struct ring_joined {
    double interference; /* m, of the diameter, warm and at speed; negative: a gap */
    double pressure;     /* Pa, 0 where there is a gap */
    double
        lift_off; /* rad/s, speed of both at which the pressure ends, the rest as it is; infinite: never; 0: there is none at rest */
} ring_joined;

ring_joined ring_join(const ring_joint *j);

#endif
