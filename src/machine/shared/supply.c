/* Supply of lubricant. Starvation by the factor of kinematic replenishment that SKF gives for the rolling moment ("The SKF model for
 * calculating the frictional moment", its constants as public programs have them; n in rpm, nu in mm^2/s, lengths in mm),
 *   phi_rs = exp(-K_rs nu n (d + D) sqrt(K_Z/(2 (D - d)))),  K_rs 3e-8: oil bath of low level, jet; 6e-8: grease, oil-air; 0: flooded.
 * A contact in pure rolling has u1 + u2 = w d_m (1 - g^2)/2, g = D_w cos(angle)/d_m, w the speed of one ring against the other: the
 * exponent is u_sum/u_starve, and every contact starves by its own speed. The bore d and the outside diameter D of the bearing are not
 * known: d + D = 2 d_m, D - d = D_w/0.3 (the usual share of the section, recalled; 6205: 26.5 for 27 mm, 7008: 26.5 for 28 mm). */
#include "supply.h"

#include <math.h>

#include "base/choice.h"
#include "base/constants.h"
#include "base/message.h"
#include "lubricant/lubricant.h"
#include "world/world.h"

static const double section_share = 0.3; /* D_w/(D - d) */

double supply_u_starve(const supply_of *s, const abut_lubricant *oil) {
    static const double K_rs[] = {[ABUT_SUPPLY_BATH] = 3e-8, [ABUT_SUPPLY_GREASE] = 6e-8, [ABUT_SUPPLY_AIR] = 6e-8};
    if (s->supply <= ABUT_SUPPLY_FLOODED || !(oil->eta0 > 0)) return 0;
    double nu = 1e6 * oil->eta0 / lubricant_density(oil), dm = s->pitch_diameter;
    double section = 1e3 * s->element / section_share, per_rpm = 1e3 * 2 * dm * sqrt(s->K_Z / (2 * section));
    double g = s->element * cos(s->angle) / dm, u_per_speed = 0.5 * dm * (1 - g * g);
    double exponent_per_speed = K_rs[s->supply] * nu * per_rpm * 30 / PI; /* by w */
    return u_per_speed / exponent_per_speed;
}

static abut_status add_param(abut_world *w, abut_choice *c, abut_param p) {
    abut_param *to = choice_make(c, p.name);
    if (!to) return world_refuse_at(w, "contact.film", ABUT_BAD_VALUE, "too many parameters of a film law");
    *to = p;
    return ABUT_OK;
}

abut_status supply_film(abut_world *w, const supply_of *s, abut_law_def *law) {
    const abut_lubricant *oil = law->lubricant;
    abut_choice *film = &law->film;
    if (s->supply && !oil)
        return world_refuse_at(w, "supply", ABUT_MISSING, "%s '%.60s': supply goes with a lubricant", s->machine,
                               s->name);
    if (!oil) return ABUT_OK;
    if (s->supply && (choice_has(film, "starvation") || choice_has(film, "u_starve")))
        return world_refuse_at(w, "supply", ABUT_BAD_VALUE,
                               "%s '%.60s': supply says how much oil there is, and so does %s of the film: give one of "
                               "them",
                               s->machine, s->name, choice_has(film, "starvation") ? "starvation" : "u_starve");
    abut_status status = ABUT_OK;
    if (!choice_has(film, "thermal") && !choice_has(film, "heating"))
        status = add_param(w, film, (abut_param){.name = "heating", .text = "known"});
    double u_starve = supply_u_starve(s, oil);
    return !status && u_starve > 0 ? add_param(w, film, (abut_param){.name = "u_starve", .value = u_starve}) : status;
}
