/* Numbers with units: bare ones, the usual units, and what the database knows. The program never leaves the C locale, so strtod
 * reads a decimal point everywhere. */
#include "units.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "units_database.h"

/* ---- names of quantities ---- */
const char *units_quantity(const char *unit) {
    static const char *const names[][2] = {
        {"1", "a pure number"},
        {"m", "a length"},
        {"1/m", "a curvature (1/length)"},
        {"Pa", "a pressure"},
        {"N", "a force"},
        {"rad", "an angle"},
        {"s", "a time"},
        {"m/s", "a speed"},
        {"rad/s", "an angular speed"},
        {"kg", "a mass"},
        {"N/m", "a stiffness"},
        {"Pa s", "a viscosity"},
        {"J", "an energy"},
        {"K", "a temperature"},
        {"kg/m^3", "a density"},
        {"N m", "a moment"},
        {"Hz", "a frequency"},
        {"kg m^2", "a moment of inertia"},
        {"m/s^2", "an acceleration"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strcmp(names[i][0], unit)) return names[i][1];
    return NULL;
}

bool units_refuse_kind(const char *text, const char *unit, abut_message *why) {
    const char *name = units_quantity(unit);
    (void)say(why, ABUT_BAD_VALUE, "expected %s%s, got '%.80s'", name ? name : "a quantity in ", name ? "" : unit,
              text);
    return false;
}

/* value * factor with one rounding where the factor is an integer or one over an integer. */
double units_scale(double value, double factor) {
    const double exact = 9007199254740992.0; /* 2^53 */
    double whole = round(factor), part = round(1 / factor);
    if (factor >= 1 && whole < exact && fabs(whole - factor) <= 4 * DBL_EPSILON * factor) return value * whole;
    if (factor < 1 && part < exact && fabs(part * factor - 1) <= 4 * DBL_EPSILON) return value / part;
    return value * factor;
}

/* ---- the usual units ---- */
/* What nearly every model is written in, so that it is read without the database, whose opening takes longer than the rest of a
 * small model. Factors are those of UDUNITS to the last bit (test_units). */
static const struct {
    const char *from, *to;
    double factor;
} usual[] = {
    {"m", "m", 1},
    {"cm", "m", 1e-2},
    {"mm", "m", 1e-3},
    {"um", "m", 1e-6},
    {"nm", "m", 1e-9},
    {"s", "s", 1},
    {"ms", "s", 1e-3},
    {"us", "s", 1e-6},
    {"kg", "kg", 1},
    {"g", "kg", 1e-3},
    {"N", "N", 1},
    {"kN", "N", 1e3},
    {"Pa", "Pa", 1},
    {"MPa", "Pa", 1e6},
    {"GPa", "Pa", 1e9},
    {"rad", "rad", 1},
    {"deg", "rad", 0.017453292519943295},
    {"rad/s", "rad/s", 1},
    {"rpm", "rad/s", 0.10471975511965977},
    {"m/s", "m/s", 1},
    {"mm/s", "m/s", 1e-3},
    {"m/s^2", "m/s^2", 1},
    {"N/m", "N/m", 1},
    {"N/mm", "N/m", 1e3},
    {"kN/mm", "N/m", 1e6},
    {"N m", "N m", 1},
    {"N mm", "N m", 1e-3},
    {"kg/m^3", "kg/m^3", 1},
    {"Pa s", "Pa s", 1},
    {"mPa s", "Pa s", 1e-3},
    {"kg m^2", "kg m^2", 1},
    {"Hz", "Hz", 1},
};

bool units_usual(size_t i, const char **from, const char **to) {
    if (i >= sizeof usual / sizeof *usual) return false;
    *from = usual[i].from;
    *to = usual[i].to;
    return true;
}

static bool is_usual(const char *from, const char *to, double number, double *value) {
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        if (strcmp(usual[i].from, from) != 0 || strcmp(usual[i].to, to) != 0) continue;
        *value = units_scale(number, usual[i].factor);
        return !isfinite(number) || isfinite(*value);
    }
    return false;
}

/* ---- reading ---- */
static bool read_number(const char *text, const char *unit, bool infinite, double *number, const char **rest,
                        abut_message *why) {
    char *end;
    errno = 0;
    *number = strtod(text, &end);
    *rest = end;
    if (end == text || isnan(*number)) return units_refuse_kind(text, unit, why);
    bool beyond = errno == ERANGE;
    if (beyond && (isinf(*number) || *number == 0)) {
        (void)say(why, ABUT_BAD_VALUE, "'%.80s' is too %s", text, isinf(*number) ? "large" : "small");
        return false;
    }
    if (isinf(*number) && !infinite) {
        (void)say(why, ABUT_BAD_VALUE, "must be finite, got '%.80s'", text);
        return false;
    }
    return true;
}

/* The text without blanks at its ends; false if it does not fit. */
static bool trim(const char *text, char *to, size_t size) {
    while (isspace((unsigned char)*text)) text++;
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1])) length--;
    if (length >= size) return false;
    memcpy(to, text, length);
    to[length] = '\0';
    return true;
}

bool units_read(unit_reader *reader, const char *text, const char *unit, bool infinite, double *value,
                abut_message *why) {
    const char *rest;
    char unit_text[UNIT_BYTES];
    double number;
    if (!read_number(text, unit, infinite, &number, &rest, why)) return false;
    if (!trim(rest, unit_text, sizeof unit_text)) return units_refuse_kind(text, unit, why);
    *value = number;
    if (unit_text[0] == '\0' || is_usual(unit_text, unit, number, value)) return true;
    return units_look_up(reader, text, unit_text, unit, number, value, why);
}
