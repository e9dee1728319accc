/* Damage by over-rolling: what the passes of rolling elements do to the points of a raceway or a cam. For any machine: create one
 * per track, tell it at every accepted state where each element is and how hard it presses, ask at the end.
 *
 * The circle (0 .. 2 pi on the track itself) is cut into equal points. An element that travels over a whole point makes one
 * pass of it, over a part of it that part of a pass; between two instants load and pressure go linearly with the angle. So the
 * figures do not depend on the steps under constant load, and little otherwise while an element moves less than a
 * point between two states. Memory is fixed, whatever the length of the run.
 *
 * Miner's sum of a point: sum over its passes of (Q/load)^exponent / cycles, and the same with the pressure. Points combine as
 * independent parts (Weibull): the track lives as long as (mean over the points of sum^weibull)^(1/weibull) says.
 *
 * Raceway of a bearing: load = the rated load of an element for 1e6 revolutions (Qc), cycles = 1e6 x passes of a point per
 * revolution, exponent 3 (balls) or 4 (rollers, weibull 9/8); a whole bearing of rollers by its rating C has 10/3. Cam: one pass
 * per turn, cycles = 1e6 or what the reference stands for; either by load (exponent 3, 10/3, 4) or by pressure with the
 * exponent that goes with it: point contact p^3 ~ Q, so 9; line contact p^2 ~ Q, so 20/3 or 8. */
#ifndef ABUT_MACHINE_DAMAGE_H
#define ABUT_MACHINE_DAMAGE_H

#include "machine/machine.h"

typedef struct damage damage;

typedef struct damage_def {
    const char *name; /* "inner", "cam": of tables and objects; lives as long as the machine */
    int points;       /* of the circle; 0: 180 */
    int elements;     /* that are followed */
    /* In the long run every point sees every load: a ring that rotates relative to the load. Its points are then taken together,
     * which short runs need. */
    bool alike;
    double load, exponent;              /* N: what `cycles` passes of a point need to use it up; 0 or NaN: not known */
    double pressure, pressure_exponent; /* Pa: the same by the largest pressure of a pass; 0: not known */
    double cycles;                      /* 0: 1e6 */
    double weibull;                     /* 0: 10/9 */
} damage_def;

damage *damage_create(const damage_def *def); /* NULL: out of memory */
void damage_destroy(damage *d);               /* NULL is fine */
void damage_clear(damage *d);                 /* as new: the world was started again */
void damage_archive(damage *d, struct archive *a);
void damage_alike(damage *d, bool alike); /* if that is known only later */

/* Element `element` (from 0) is now at `angle` (rad, on the track, any turn) with the normal force Q (N) and the largest pressure
 * p (Pa). travel: about how far it went since the last call (rad, with its sign), within half a turn; what matters is which
 * turn it is. Q = 0: contact is lost. Numbers that are not finite end its way: it starts again at the next call. */
void damage_follow(damage *d, int element, double angle, double travel, double Q, double p);
/* One whole pass of the point at `angle`, for machines that count passes themselves. */
void damage_pass(damage *d, double angle, double Q, double p);

typedef struct damage_figures {
    double passes;              /* of a point, mean */
    double equivalent_load;     /* N: in every pass it would do the same damage */
    double equivalent_pressure; /* Pa */
    double miner;               /* of the track, by load if that is rated, else by pressure; NaN: no rating */
    double miner_pressure;      /* by pressure; NaN: not rated */
    double worst, worst_angle;  /* of the most damaged point: its sum, rad */
    double load_max, p_max;     /* N, Pa, greatest of the states */
    double coarsest;            /* rad, longest way of an element between two instants */
    double width;               /* rad, of a point */
} damage_figures;
damage_figures damage_sum(const damage *d);

/* Object `key` with the figures, the lives if the run (turns, seconds) were repeated, both histograms, and a note if instants were
 * too far apart. turns: of the ring whose revolutions count. */
void damage_json(const damage *d, const char *key, double turns, double seconds, json *j);
/* Of a whole bearing: Miner's sum after so many turns and seconds, and the life if it went on; a_iso: factor of the modified one. */
void damage_life_json(double turns, double miner, double seconds, double kappa, double a_iso, json *j);

/* Tables "<name>_damage" (over the angle), "<name>_load", "<name>_pressure" (histograms): index 0 .. 2 for the slot `table` of
 * a machine. False: there is no such table, or nothing in it. */
enum { DAMAGE_TABLES = 3 };
bool damage_table(const damage *d, int index, machine_extra *out);

#endif
