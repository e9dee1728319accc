/* abut, machines: how a rolling bearing is mounted: fits of its rings, temperatures, heat. docs/theory/fits.md, docs/theory/heat.md. */
#ifndef ABUT_MACHINE_MOUNTING_H
#define ABUT_MACHINE_MOUNTING_H

#include "abut/machine/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a ring sits on. All zero: nothing, the ring keeps its form. */
typedef struct abut_seat {
    const char *
        tolerance; /* class of ISO 286, "k5", "H7": the middle of its zone and of that of the ring (ISO 492, Normal); else: */
    double interference;    /* m, of the diameters, at the reference temperature; negative: a gap */
    double bore;            /* m, of a hollow shaft; 0: solid */
    double outside;         /* m, outside diameter of the housing; 0: as if it had no end */
    abut_material material; /* all zero: steel */
    double Rz; /* m, peak to valley of seat and ring together: 0.4 Rz of the interference are smoothed; 0: none */
} abut_seat;

typedef struct abut_fits {
    abut_seat shaft, housing;
} abut_fits;

/* K; 0: not said. */
typedef struct abut_bearing_temperatures {
    double reference; /* at which sizes and interferences hold; 0: 293.15 */
    double shaft, inner, elements, outer,
        housing; /* shaft and housing: as their rings; rings: as the reference; elements: mean of the rings */
    double oil;  /* in the contacts; 0: as the lubricant says */
} abut_bearing_temperatures;

/* The bearing finds its own temperatures: what it loses flows off by conductances. */
typedef struct abut_bearing_heat {
    double ambient; /* K; 0: nothing is meant */
    struct {
        double inner,
            outer; /* W/K, from the ring by shaft or housing to the ambient; both 0: by the surface of the seats, 320 W/(m^2 K) */
        double between; /* W/K, from ring to ring, beside what the rolling elements pass on */
        double oil;     /* W/K, density x heat capacity x flow of oil that is pumped through */
    } conductance;
    double oil_inlet; /* K, of that oil; 0: ambient */
    double limit;     /* K, no ring may be warmer; 0: 423.15, or where the law of the oil ends if that is less */
} abut_bearing_heat;

typedef struct abut_mounting {
    abut_fits fits;
    abut_bearing_temperatures temperatures;
    abut_bearing_heat heat;
} abut_mounting;

/* ---- what comes of it ------------------------------------------------------------------------------------------------ */
typedef struct abut_seat_state {
    bool there;          /* it was given */
    double interference; /* m, of the diameters, as given or the mean of the classes */
    double effective;    /* m, less what is smoothed */
    double mounted,
        operating; /* m, what is to be taken up at the reference temperature at rest; warm and at speed; negative: a gap */
    double pressure_mounted, pressure; /* Pa */
    double hoop_mounted,
        hoop; /* Pa, in the ring at its bore: greatest tensile stress of an inner ring, of an outer ring negative */
    double
        lift_off; /* rad/s, speed of ring and seat at which the joint loses its pressure at these temperatures; infinite: none */
} abut_seat_state;

typedef struct abut_mounting_state {
    bool fitted; /* fits or temperatures were given */
    bool heated; /* the temperatures are those of the balance of heat */
    double clearance_free, clearance_mounted,
        clearance; /* m, diametral: of the bearing alone, mounted, warm and at speed */
    abut_seat_state shaft, housing;
    double temperature[5]; /* K: shaft, inner ring, rolling elements, outer ring, housing */
    double oil;            /* K; 0: as the lubricant says */
    double viscosity;      /* Pa s, in the contacts; 0: dry */
    double speed;          /* rad/s, that it is for: of the inner ring relative to the outer */
    double loss[2], drag;  /* W: at the inner race, at the outer race, of the oil on the rolling elements */
    double conductance[2]; /* W/K, of the rings to the ambient */
    double gain;           /* change of loss over change of what flows off: below 1 the balance is stable */
    double residual;       /* what is left of the balance over the loss */
} abut_mounting_state;

/* After abut_start; ABUT_MISSING: before, or of a machine that has none. */
ABUT_API abut_status abut_read_mounting(const abut_world *w, abut_machine machine, abut_mounting_state *out);

ABUT_API bool abut_machine_heats(const abut_world *w, abut_machine machine); /* it finds its own temperatures */

#ifdef __cplusplus
}
#endif
#endif
