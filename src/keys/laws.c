/* Keys of contacts that several tables share. */
#include "laws.h"

#include "abut/lubrication.h"

#define STRUCT abut_roughness
static const key_info roughness[] = {
    {"sigma", KEY_NUMBER, AT(sigma), .unit = "m", NOT_BELOW_0, .required = true, .instead = "table",
     .meaning = "r.m.s. height of both surfaces together; 0: smooth"},
    {"asperity_radius", KEY_NUMBER, AT(asperity_radius), .unit = "m", POSITIVE, .instead = "table",
     .meaning = "radius of the tips of asperities; required unless smooth"},
    {"asperity_density", KEY_NUMBER, AT(density), .unit = "1/m^2", POSITIVE, .instead = "table",
     .meaning = "asperities per area; required unless smooth"},
    {"table", KEY_TEXT, .size = 0, .instead = "sigma|asperity_radius|asperity_density",
     .meaning =
         "a file made by 'abut rough MAP --table FILE': pressure of the asperities over the gap from a height map"},
    {"spread", KEY_NUMBER, .size = 0, .unit = "1", .low = -5, .high = 5, .with = "table", .preset = "0",
     .meaning = "so many standard deviations of the table's scatter are added to the logarithm of its pressures"},
    {0},
};
const key_table keys_of_roughness = {"roughness", roughness, NULL, true};
