/* Keys of contacts that several tables share. */
#include "laws.h"

#include "abut/lubrication.h"

#define STRUCT abut_roughness
static const key_info roughness[] = {
    {"sigma", KEY_NUMBER, AT(sigma), .unit = "m", NOT_BELOW_0, .required = true,
     .meaning = "r.m.s. height of both surfaces together; 0: smooth"},
    {"asperity_radius", KEY_NUMBER, AT(asperity_radius), .unit = "m", POSITIVE,
     .meaning = "radius of the tips of asperities; required unless smooth"},
    {"asperity_density", KEY_NUMBER, AT(density), .unit = "1/m^2", POSITIVE,
     .meaning = "asperities per area; required unless smooth"},
    {0},
};
const key_table keys_of_roughness = {"roughness", roughness, NULL, true};
