/* The kinds of warnings, one line of the table each: for `abut explain` and for whoever handles them as data. The same list with its
 * choices and their reasons: docs/reference/warnings.md. */
#include <string.h>

#include "abut/model.h"

static const abut_warning_kind kinds[] = {
    {"unusual", "check",
     "A number is far from what is built: a modulus below 0.1 MPa or above 5 TPa, a density below 9 or above 50000 "
     "kg/m^3, a speed "
     "above 1e5 rad/s or 10 km/s, a length thousands of times smaller or larger than usual.",
     "Write the unit: a bare number is in SI, so 'E: 210' is 210 Pa, 'E: 210 GPa' is steel. In a model that is scaled "
     "on "
     "purpose (bare numbers everywhere, no gravity) there is no such warning."},
    {"overlap", "check",
     "A contact starts deeper than a tenth of the radius of curvature there: the bodies are inside of each other, and "
     "the first "
     "steps throw them apart.",
     "Move one of the bodies, or the surface on its body, until they touch; `abut check --json` says which contact it "
     "is."},
    {"unused_surface", "check", "A surface is in no contact, and its body does not have its mass from it.",
     "Name it in `contacts` or in a group that collides, or take it out."},
    {"free_rotation", "check",
     "Nothing turns or holds the body on a ring of a bearing about the axis: no drive, joint, spring, moment, surface "
     "or start "
     "speed.",
     "Give the shaft a `drive: {speed: ...}` or an `angular_velocity`, and fix the housing."},
    {"from_beyond_end", "check", "`output.from` lies beyond the end of the run: nothing is left for the statistics.",
     "Make the run longer (`--t-end`) or `from` shorter."},
    {"friction_left_out", "modes",
     "A ball bearing turns under less than 4 % of its radial load along the axis, with friction, and alone holds a "
     "body. The "
     "modes have its balls without friction; the drift that rolling balls may drive is not among them.",
     "Run the model in time (`abut run`) and look at the motion along the axis, or load the bearing along its axis."},
    {"never_touched", "run", "A contact of the section `contacts` never touched.",
     "Look at the 3D page: is the surface on the right body, its frame the right way round (the normal of a plane is "
     "+z), the "
     "run long enough?"},
    {"beyond_table", "run",
     "For more than 5 % of its time under load a contact with the film law 'ehl_table' lay beyond its table; the film "
     "was that "
     "of the formula there.",
     "Make a table that reaches so far (`abut ehl table`), or take the formula for all of it."},
    {"energy", "run", "The residual of the balance of energy is more than 1 % of what was exchanged.",
     "Lower `rtol` (`--rtol 1e-6`); with dry friction that sticks take `--solver park`."},
    {"pressure", "run",
     "The pressure in a bearing was above 4.2 GPa (balls) or 4.0 GPa (rollers), at which races stay dented by 1e-4 of "
     "the "
     "diameter (ISO 76).",
     "Lower the load or take a larger bearing; check units of loads and the clearance."},
    {"static_load", "run", "The greatest static equivalent load of a bearing was above its static rating.",
     "Lower the load or take a larger bearing."},
    {"coarse_rows", "run",
     "The rows that were asked for lie so far apart that the spectrum of a ball bearing is folded: the highest "
     "frequency that "
     "they show is below BPFI.",
     "Lower `output.every` (`--every`) below half of 1/BPFI."},
    {"drift", "run",
     "A body leaves the equilibrium in which the run started: a motion of it grows exponentially through at least four "
     "powers of "
     "ten.",
     "The system is unstable: an inverted pendulum, a shaft that whirls, a bearing without axial load. Hold the motion "
     "by a "
     "joint, load the bearing along its axis, or take the growth as the answer."},
};

int abut_warning_kind_count(void) { return (int)(sizeof kinds / sizeof *kinds); }

const abut_warning_kind *abut_warning_kind_at(int index) {
    return index >= 0 && index < abut_warning_kind_count() ? &kinds[index] : NULL;
}
