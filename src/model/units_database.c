/* The database of units, by UDUNITS-2.
 *
 * UDUNITS counts the radian as a pure number and would take 5 deg for a ratio and 50 Hz for an angular speed. Here the
 * power of the radian must agree as well. Units with an offset (degC) are taken for temperatures only. */
#include "units_database.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <udunits2.h>

#include "base/message.h"

/* ---- conversions met so far ---- */
enum { KNOWN_SLOTS = 512 };

typedef struct unit_conversion {
    char from[UNIT_BYTES], to[UNIT_BYTES];
    cv_converter *converter; /* NULL: the slot is free */
    double factor, offset;
} unit_conversion;

/* The slot of the pair, or the free one where it belongs; NULL without memory. At most half of the slots are taken. */
static unit_conversion *slot_of(unit_reader *reader, const char *from, const char *to) {
    unsigned hash = 2166136261U;
    if (!reader->known) reader->known = calloc(KNOWN_SLOTS, sizeof *reader->known);
    if (!reader->known) return NULL;
    for (const char *c = from; *c; c++) hash = (hash ^ (unsigned char)*c) * 16777619U;
    for (const char *c = to; *c; c++) hash = (hash ^ (unsigned char)*c) * 16777619U;
    for (unsigned at = hash % KNOWN_SLOTS;; at = (at + 1) % KNOWN_SLOTS) {
        unit_conversion *u = &reader->known[at];
        if (!u->converter || (!strcmp(u->from, from) && !strcmp(u->to, to))) return u;
    }
}

/* ---- the database ---- */
static void add_symbol(ut_system *system, const char *symbol, const char *meaning) {
    ut_unit *unit = ut_parse(system, meaning, UT_UTF8);
    if (unit) (void)ut_map_symbol_to_unit(symbol, UT_UTF8, unit);
    ut_free(unit);
}

static ut_system *open_database(unit_reader *reader) {
    if (!reader->tried) {
        reader->tried = true;
        (void)ut_set_error_message_handler(ut_ignore);
        reader->system = ut_read_xml(NULL);
        if (reader->system) {
            add_symbol(reader->system, "deg", "arc_degree");
            add_symbol(reader->system, "tf", "1000 kgf");
        }
    }
    return reader->system;
}

void units_close(unit_reader *reader) {
    for (unsigned i = 0; reader->known && i < KNOWN_SLOTS; i++)
        if (reader->known[i].converter) cv_free(reader->known[i].converter);
    free(reader->known);
    if (reader->system) ut_free_system(reader->system);
    *reader = (unit_reader){0};
}

/* ---- the power of the radian in a unit ---- */
static int radian_power_of_basic(const ut_unit *basic) {
    const char *symbol = ut_get_symbol(basic, UT_ASCII);
    return symbol && !strcmp(symbol, "rad");
}

static ut_status visit_basic(const ut_unit *unit, void *power) {
    *(int *)power += radian_power_of_basic(unit);
    return UT_SUCCESS;
}

static ut_status visit_product(const ut_unit *unit, int count, const ut_unit *const *basic, const int *powers,
                               void *power) {
    (void)unit;
    for (int i = 0; i < count; i++) *(int *)power += powers[i] * radian_power_of_basic(basic[i]);
    return UT_SUCCESS;
}

static ut_status visit_galilean(const ut_unit *unit, double scale, const ut_unit *under, double origin, void *power);
static ut_status visit_timestamp(const ut_unit *unit, const ut_unit *under, double origin, void *power) {
    (void)unit, (void)under, (void)origin, (void)power;
    return UT_MEANINGLESS;
}
static ut_status visit_logarithmic(const ut_unit *unit, double base, const ut_unit *under, void *power) {
    (void)unit, (void)base, (void)under, (void)power;
    return UT_MEANINGLESS;
}

static const ut_visitor radian_visitor = {visit_basic, visit_product, visit_galilean, visit_timestamp,
                                          visit_logarithmic};

static ut_status visit_galilean(const ut_unit *unit, double scale, const ut_unit *under, double origin, void *power) {
    (void)unit, (void)scale, (void)origin;
    return ut_accept_visitor(under, &radian_visitor, power);
}

/* The same dimension, angles counted as one. A date or a logarithm has none. */
static bool same_dimension(const ut_unit *from, const ut_unit *to) {
    int power_from = 0, power_to = 0;
    if (!ut_are_convertible(from, to)) return false;
    if (ut_accept_visitor(from, &radian_visitor, &power_from) != UT_SUCCESS) return false;
    if (ut_accept_visitor(to, &radian_visitor, &power_to) != UT_SUCCESS) return false;
    return power_from == power_to;
}

/* ---- conversion ---- */
static double apply(const unit_conversion *u, double number) {
    return u->offset != 0 ? cv_convert_double(u->converter, number) : units_scale(number, u->factor);
}

/* Fills *u; its converter is NULL if there is no conversion. */
static void find_conversion(const ut_unit *from, const ut_unit *to, bool temperature, unit_conversion *u) {
    if (!same_dimension(from, to)) return;
    u->converter = ut_get_converter((ut_unit *)from, (ut_unit *)to);
    if (!u->converter) return;
    u->offset = cv_convert_double(u->converter, 0.0);
    u->factor = cv_convert_double(u->converter, 1.0) - u->offset;
    if (u->factor > 0 && isfinite(u->factor) && (u->offset == 0 || temperature)) return;
    cv_free(u->converter);
    u->converter = NULL;
}

/* A unit holds numbers only as exponents ("mm2", "mm^2", "m-1", "m**2") or as the leading one of "1/m": "5 10 m" is
 * junk. */
static bool is_exponent(const char *unit, const char *digit) {
    const char *before = digit - 1;
    while (before >= unit && isdigit((unsigned char)*before)) before--;
    if (before >= unit && (*before == '-' || *before == '+')) before--;
    if (before < unit) return false;
    bool power = before > unit && before[0] == '*' && before[-1] == '*';
    return power || *before == '^' || *before == ')' || isalpha((unsigned char)*before);
}

/* UDUNITS echoes a line break inside a unit to standard output and takes "m)" for m, so control characters and
 * brackets that do not pair are refused as well. */
static bool looks_like_unit(const char *unit) {
    const char *c = unit;
    int depth = 0;
    if (*c == '1') {
        c += 1 + strspn(c + 1, " ");
        if (*c != '/') return false;
    }
    for (; *c; c++) {
        depth += (*c == '(') - (*c == ')');
        if (depth < 0 || iscntrl((unsigned char)*c)) return false;
        if (isdigit((unsigned char)*c) && !is_exponent(unit, c)) return false;
    }
    return depth == 0;
}

/* Looks the conversion up in the database; false with a sentence if there is none. */
static bool look_up(ut_system *system, const char *text, const char *unit_text, const char *unit, unit_conversion *u,
                    abut_message *why) {
    ut_unit *to = ut_parse(system, unit, UT_UTF8);
    ut_unit *from = looks_like_unit(unit_text) ? ut_parse(system, unit_text, UT_UTF8) : NULL;
    if (to && from) find_conversion(from, to, !strcmp(unit, "K"), u);
    if (!u->converter && ut_get_status() == UT_OS)
        (void)say(why, ABUT_NO_MEMORY, "out of memory");
    else if (!to)
        (void)say(why, ABUT_BAD_VALUE, "expected a bare number (%s), got '%.80s'", unit, text);
    else if (!from)
        (void)say(why, ABUT_BAD_VALUE, "'%.40s' in '%.80s' is not a unit", unit_text, text);
    else if (!u->converter)
        (void)units_refuse_kind(text, unit, why);
    ut_free(from);
    ut_free(to);
    return u->converter;
}

/* Keeps what was found as long as there is room, otherwise frees it. */
static void keep(unit_reader *reader, const char *from, const char *to, unit_conversion *found) {
    unit_conversion *slot = strlen(to) < UNIT_BYTES ? slot_of(reader, from, to) : NULL;
    if (!slot || 2 * reader->known_count >= KNOWN_SLOTS) {
        cv_free(found->converter);
        return;
    }
    *slot = *found;
    (void)snprintf(slot->from, sizeof slot->from, "%s", from);
    (void)snprintf(slot->to, sizeof slot->to, "%s", to);
    reader->known_count++;
}

static bool convert_text(unit_reader *reader, const char *text, const char *unit_text, const char *unit, double number,
                         double *value, abut_message *why) {
    const unit_conversion *known = slot_of(reader, unit_text, unit);
    if (known && known->converter) {
        *value = apply(known, number);
    } else {
        unit_conversion found = {.converter = NULL};
        if (!look_up(reader->system, text, unit_text, unit, &found, why)) return false;
        *value = apply(&found, number);
        keep(reader, unit_text, unit, &found);
    }
    if (!isfinite(number) || isfinite(*value)) return true;
    (void)say(why, ABUT_BAD_VALUE, "'%.80s' is too large", text);
    return false;
}

bool units_look_up(unit_reader *reader, const char *text, const char *unit_text, const char *unit, double number,
                   double *value, abut_message *why) {
    if (!open_database(reader)) {
        const char *path = getenv("UDUNITS2_XML_PATH");
        (void)say(
            why, ABUT_BAD_FILE,
            "the unit of '%.60s' cannot be read: the UDUNITS database%s%.100s cannot be opened; bare SI numbers work",
            text, path ? " " : "", path ? path : "");
        return false;
    }
    return convert_text(reader, text, unit_text, unit, number, value, why);
}
