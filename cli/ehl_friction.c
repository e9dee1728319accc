/* See ehl_friction.h. */
#ifdef ABUT_FIELD
#include "ehl_friction.h"

static void read_shear(flag_set *set, int first, abut_lubricant *o) {
    bool eyring = given(set, first + EHL_TAU_EYRING), carreau = given(set, first + EHL_CARREAU_G);
    exclude(set, first + EHL_TAU_EYRING, first + EHL_CARREAU_G);
    if (eyring) want_positive(set, first + EHL_TAU_EYRING, "");
    if (carreau || given(set, first + EHL_CARREAU_N)) {
        want_given(set, first + EHL_CARREAU_G);
        want_given(set, first + EHL_CARREAU_N);
        want_positive(set, first + EHL_CARREAU_G, "");
        want_positive(set, first + EHL_CARREAU_N, "");
        if (good(set, first + EHL_CARREAU_N) && number(set, first + EHL_CARREAU_N) > 1)
            flags_error(set, "carreau-n: must be at most 1, got %g", number(set, first + EHL_CARREAU_N));
    }
    want_not_negative(set, first + EHL_LIMIT_SLOPE);
    want_not_negative(set, first + EHL_TAU_MIN);
    o->shear = eyring ? ABUT_EYRING : carreau ? ABUT_CARREAU : ABUT_NEWTON;
    o->tau0 = number_or(set, first + EHL_TAU_EYRING, 0);
    o->G = number_or(set, first + EHL_CARREAU_G, 0);
    o->n = number_or(set, first + EHL_CARREAU_N, 0);
    o->limit_slope = number_or(set, first + EHL_LIMIT_SLOPE, 0);
    o->tau_min = number_or(set, first + EHL_TAU_MIN, 0);
}

static void read_rough(flag_set *set, int first, ehl_friction_request *out) {
    out->rough = given(set, first + EHL_SIGMA) || given(set, first + EHL_TABLE);
    if (!out->rough) {
        for (int k = EHL_RADIUS; k <= EHL_MU_BOUNDARY; k++)
            if (given(set, first + k))
                flags_error(set, "--%s goes with --sigma or --table", set->command->flags[first + k].name);
        return;
    }
    want_not_negative(set, first + EHL_MU_BOUNDARY);
    out->mu_boundary = number_or(set, first + EHL_MU_BOUNDARY, 0);
    if (given(set, first + EHL_TABLE)) {
        for (int k = EHL_SIGMA; k <= EHL_DENSITY; k++) exclude(set, first + EHL_TABLE, first + k);
        out->roughness = calculator_roughness(set, first + EHL_TABLE, &out->table);
        return;
    }
    for (int k = EHL_SIGMA; k <= EHL_DENSITY; k++) {
        want_given(set, first + k);
        want_positive(set, first + k, "");
    }
    out->roughness = (abut_roughness){.sigma = number_or(set, first + EHL_SIGMA, 0),
                                      .asperity_radius = number_or(set, first + EHL_RADIUS, 0),
                                      .density = number_or(set, first + EHL_DENSITY, 0)};
}

/* Bodies of steel unless said otherwise: 46 W/(m K), 7850 kg/m3, 460 J/(kg K), recalled. */
static void read_heat(flag_set *set, int first, ehl_friction_request *out) {
    bool any = false;
    for (int k = EHL_BETA; k <= EHL_SOLID_CAPACITY; k++) any = any || given(set, first + k);
    if (!any) return;
    want_given(set, first + EHL_BETA);
    want_given(set, first + EHL_CONDUCTIVITY);
    want_not_negative(set, first + EHL_BETA);
    for (int k = EHL_CONDUCTIVITY; k <= EHL_SOLID_CAPACITY; k++) want_positive(set, first + k, "");
    out->shear.beta = number_or(set, first + EHL_BETA, 0);
    out->shear.conductivity = number_or(set, first + EHL_CONDUCTIVITY, 0);
    out->heat = (abut_ehl_heat){.conductivity = number_or(set, first + EHL_SOLID_CONDUCTIVITY, 46),
                                .density = number_or(set, first + EHL_SOLID_DENSITY, 7850),
                                .capacity = number_or(set, first + EHL_SOLID_CAPACITY, 460)};
}

void ehl_friction_read(flag_set *set, int first, bool units, bool point, ehl_friction_request *out) {
    for (int k = 0; k < EHL_FRICTION_FLAGS && !units; k++)
        if (given(set, first + k)) {
            flags_error(set, "--%s needs the contact in units: --force and the rest instead of --M and --L",
                        set->command->flags[first + k].name);
            return;
        }
    if (given(set, first + EHL_INLET) && !point) flags_error(set, "--inlet goes with point");
    want_positive(set, first + EHL_INLET, "");
    out->slide_roll = number_or(set, first + EHL_SLIDE_ROLL, 0);
    out->inlet = number_or(set, first + EHL_INLET, 0);
    read_shear(set, first, &out->shear);
    read_heat(set, first, out);
    read_rough(set, first, out);
}
#endif
