/* The tables of keys of lubricated contacts. */
#include "keys.h"
#include "keys_macros.h"

#define STRUCT lubricant_keys
static const key_info lubricant[] = {
    {"eta0", KEY_NUMBER, AT(eta0), .unit = "Pa s", NOT_BELOW_0,
     .meaning = "viscosity without pressure, at the temperature of the contact; 0: no film"},
    {"grade", KEY_TYPE_NAME, AT(grade), .of = "lubricant",
     .meaning = "instead of eta0: a grade of the library, 'abut list lubricant'"},
    {"nu40", KEY_NUMBER, AT(nu40), .unit = "m^2/s", POSITIVE,
     .meaning = "instead of eta0, with nu100 and density: kinematic viscosity at 40 degC"},
    {"nu100", KEY_NUMBER, AT(nu100), .unit = "m^2/s", .low = 3e-7, .high = INFINITY, .open = OPEN_ENDS,
     .meaning = "kinematic viscosity at 100 degC"},
    {"density", KEY_NUMBER, AT(density), .unit = "kg/m^3", POSITIVE,
     .preset = "not known; 890 kg/m^3 where a kinematic viscosity is needed",
     .meaning = "of the oil; required with nu40 and nu100, not with grade"},
    {"temperature", KEY_NUMBER, AT(temperature), .unit = "K", POSITIVE,
     .meaning = "of the contact; required with grade and nu40, with eta0 a note only"},
    {"alpha", KEY_NUMBER, AT(alpha), .unit = "1/Pa", NOT_BELOW_0, .preset = "that of the grade",
     .meaning = "slope of ln(viscosity) by pressure, at no pressure; required without grade"},
    {"viscosity", KEY_WORD, AT(viscosity), .of = "roelands|barus", .preset = "roelands",
     .meaning = "viscosity by pressure"},
    {"shear", KEY_WORD, AT(shear), .of = "eyring|newton|carreau", .preset = "eyring",
     .meaning = "shear stress by shear rate"},
    {"tau0", KEY_NUMBER, AT(tau0), .unit = "Pa", POSITIVE, .preset = "10 MPa, or that of the grade",
     .meaning = "Eyring stress"},
    {"G", KEY_NUMBER, AT(G), .unit = "Pa", POSITIVE, .meaning = "of carreau: stress where thinning begins"},
    {"n", KEY_NUMBER, AT(n), .unit = "1", .low = 0, .high = 1, .open = OPEN_LOW,
     .meaning = "of carreau: exponent of the shear rate beyond"},
    {"limit_slope", KEY_NUMBER, AT(limit_slope), .unit = "1", NOT_BELOW_0, .preset = "0.08, or that of the grade",
     .meaning = "limiting shear stress over pressure; 0 with tau_min 0: no limit"},
    {"tau_min", KEY_NUMBER, AT(tau_min), .unit = "Pa", NOT_BELOW_0, .preset = "1 kPa",
     .meaning = "limiting shear stress without pressure"},
    {"beta", KEY_NUMBER, AT(beta), .unit = "1/K", POSITIVE,
     .preset = "by grade, or nu40 and nu100; with eta0 not known",
     .meaning = "-d ln(eta0)/dT, for heating of the inlet; with eta0 only"},
    {"conductivity", KEY_NUMBER, AT(conductivity), .unit = "W/(m K)", POSITIVE,
     .preset = "that of the grade, 0.14 W/(m K) with nu40; with eta0 not known",
     .meaning = "thermal conductivity, for heating of the inlet"},
    {0},
};
const key_table keys_of_lubricant = {"lubricant", lubricant, NULL, false};
#undef STRUCT

#define STRUCT film_keys
static const key_info film[] = {
    {"lubricant", KEY_MATERIAL, AT(lubricant), .of = "lubricant",
     .meaning = "a name of the section lubricants, or a lubricant; or beside film, at the contact"},
    {0},
};
const key_table keys_of_film = {"film", film, "film", false};
#undef STRUCT
